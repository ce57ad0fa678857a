CREATE TABLE migration (name TEXT PRIMARY KEY, at BIGINT NOT NULL);
CREATE TABLE parcel (
      order_id TEXT PRIMARY KEY,
      status TEXT NOT NULL CHECK (status IN ('awaiting', 'moving', 'delivered', 'withdrawn')),
      tracking_number TEXT NOT NULL,
      estimated_delivery TEXT,
      stage_millis BIGINT NOT NULL,
      step INTEGER NOT NULL,
      next_at BIGINT NOT NULL,
      scans TEXT NOT NULL
    ) WITHOUT ROWID;
CREATE TABLE return_parcel (
      id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('awaiting', 'scanned', 'withdrawn'))
    ) WITHOUT ROWID;
CREATE TABLE message (
      id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL,
      event TEXT NOT NULL,
      body TEXT NOT NULL,
      at BIGINT NOT NULL,
      result TEXT
    ) WITHOUT ROWID;
CREATE TABLE account (
      n INTEGER PRIMARY KEY CHECK (n = 1),
      subscription_id TEXT NOT NULL,
      url TEXT NOT NULL,
      secret TEXT NOT NULL
    );
CREATE TABLE job (
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    run_at BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    plan BIGINT NOT NULL,
    fence BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
  ) WITHOUT ROWID;
INSERT INTO migration (name, at) VALUES
  ('001_ledger', 1772442000425);
INSERT INTO parcel (order_id, status, tracking_number, estimated_delivery, stage_millis, step, next_at, scans) VALUES
  ('ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 'moving', 'NP687142484500', '2026-03-02', 3600000, 1, 1772447406050, '[{"timestamp":"2026-03-02T10:00:06.050Z","location":"Hamburg, warehouse","status":"shipped"}]'),
  ('ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', 'moving', 'NP784299860125', '2026-03-02', 3600000, 1, 1772447406051, '[{"timestamp":"2026-03-02T10:00:06.051Z","location":"Hamburg, warehouse","status":"shipped"}]'),
  ('ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 'withdrawn', 'NP286931910918', NULL, 3600000, 0, 1772445600733, '[]'),
  ('ord_0VChO0MOxKYPw78uclIKdXULs0C4', 'withdrawn', 'NP751450743830', NULL, 3600000, 0, 1772445600822, '[]'),
  ('ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 'moving', 'NP248914576851', '2026-03-02', 3600000, 1, 1772447406052, '[{"timestamp":"2026-03-02T10:00:06.052Z","location":"Hamburg, warehouse","status":"shipped"}]'),
  ('ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 'withdrawn', 'NP153304601810', NULL, 3600000, 0, 1772449206686, '[]'),
  ('ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 'awaiting', 'NP977824286552', NULL, 3600000, 0, 1772449206741, '[]'),
  ('ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 'awaiting', 'NP927793325214', NULL, 3600000, 0, 1772449206825, '[]'),
  ('ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 'withdrawn', 'NP709270767612', NULL, 3600000, 0, 1772449206851, '[]'),
  ('ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 'withdrawn', 'NP214273876730', NULL, 3600000, 0, 1772449206877, '[]');
INSERT INTO return_parcel (id, order_id, status) VALUES
  ('ret_0VChO0M0FpsJ8dxQYo1o8kNV1mVE', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 'scanned'),
  ('ret_0VChd8QE8ctS5EnVkGkRNhrbRVhL', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 'awaiting'),
  ('ret_0VChd8TGuDUBavQdLyue2WtjPrJp', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 'awaiting');
INSERT INTO message (id, order_id, event, body, at, result) VALUES
  ('msg_ord_0VChO0J0eweARvFBpoG8VPFbgVKV_0', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 'order.shipped', '{"event":"order.shipped","data":{"orderId":"ord_0VChO0J0eweARvFBpoG8VPFbgVKV","carrier":"Nordlicht Parcel","trackingNumber":"NP687142484500","estimatedDelivery":"2026-03-02","events":[{"timestamp":"2026-03-02T10:00:06.050Z","location":"Hamburg, warehouse","status":"shipped"}]}}', 1772445606051, 'applied'),
  ('msg_ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN_0', 'ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', 'order.shipped', '{"event":"order.shipped","data":{"orderId":"ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN","carrier":"Nordlicht Parcel","trackingNumber":"NP784299860125","estimatedDelivery":"2026-03-02","events":[{"timestamp":"2026-03-02T10:00:06.051Z","location":"Hamburg, warehouse","status":"shipped"}]}}', 1772445606051, NULL),
  ('msg_ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA_0', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 'order.shipped', '{"event":"order.shipped","data":{"orderId":"ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA","carrier":"Nordlicht Parcel","trackingNumber":"NP248914576851","estimatedDelivery":"2026-03-02","events":[{"timestamp":"2026-03-02T10:00:06.052Z","location":"Hamburg, warehouse","status":"shipped"}]}}', 1772445606052, 'applied'),
  ('msg_ret_0VChO0M0FpsJ8dxQYo1o8kNV1mVE', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 'return.initiated', '{"event":"return.initiated","data":{"orderId":"ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q","returnId":"ret_0VChO0M0FpsJ8dxQYo1o8kNV1mVE"}}', 1772445606052, 'applied');
INSERT INTO account (n, subscription_id, url, secret) VALUES
  (1, 'sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'http://127.0.0.1:40509/carrier/hooks', 'whsec_ZAM3GgwQsx3He4AnBkIG7lrw7QT3Fcjn+55McYd4n8I=');
INSERT INTO job (kind, subject, run_at, attempts, plan, fence, lease_until) VALUES
  ('move', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 1772447406050, 0, 1772442000628, 1814980608643073, 0),
  ('move', 'ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', 1772447406051, 0, 1772442000669, 1814980608685057, 0),
  ('move', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 1772447406052, 0, 1772442001005, 1814980609029121, 0),
  ('move', 'ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 1772449206741, 0, 1772445606741, 1814984301302784, 0),
  ('move', 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 1772449206825, 0, 1772445606825, 1814984301388800, 0),
  ('scan-return', 'ret_0VChd8QE8ctS5EnVkGkRNhrbRVhL', 1772449206719, 0, 1772445606719, 1814984301280256, 0),
  ('scan-return', 'ret_0VChd8TGuDUBavQdLyue2WtjPrJp', 1772449206902, 0, 1772445606902, 1814984301467648, 0),
  ('tell', 'msg_ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN_0:0', 1772445608127, 0, 1772445606051, 1814984300596228, 0);
CREATE INDEX job_by_time ON job (run_at);
