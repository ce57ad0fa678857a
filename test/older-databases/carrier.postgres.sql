CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, at BIGINT NOT NULL);
CREATE TABLE parcel (
      order_id TEXT COLLATE "C" PRIMARY KEY,
      status TEXT NOT NULL CHECK (status IN ('awaiting', 'moving', 'delivered', 'withdrawn')),
      tracking_number TEXT NOT NULL,
      estimated_delivery TEXT,
      stage_millis BIGINT NOT NULL,
      step INTEGER NOT NULL,
      next_at BIGINT NOT NULL,
      scans TEXT NOT NULL
    );
CREATE TABLE return_parcel (
      id TEXT COLLATE "C" PRIMARY KEY,
      order_id TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('awaiting', 'scanned', 'withdrawn'))
    );
CREATE TABLE message (
      id TEXT COLLATE "C" PRIMARY KEY,
      order_id TEXT NOT NULL,
      event TEXT NOT NULL,
      body TEXT NOT NULL,
      at BIGINT NOT NULL,
      result TEXT
    );
CREATE TABLE account (
      n INTEGER PRIMARY KEY CHECK (n = 1),
      subscription_id TEXT NOT NULL,
      url TEXT NOT NULL,
      secret TEXT NOT NULL
    );
CREATE TABLE job (
    kind TEXT NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    run_at BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    plan BIGINT NOT NULL,
    fence BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
  );
CREATE INDEX job_by_time ON job (run_at);
INSERT INTO account (n, subscription_id, url, secret) VALUES
  (1, 'sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'http://127.0.0.1:40935/carrier/hooks', 'whsec_ebjHg5y+G0Thr7yLmhZkcG8vjaS+zp0uyXJvY4qCcUk=');
INSERT INTO job (kind, subject, run_at, attempts, plan, fence, lease_until) VALUES
  ('move', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 1772447406005, 0, 1772442000434, 1814980608444417, 0),
  ('move', 'ord_0VChO0Gro1hfFIp7GUauNySXWIcz', 1772447406031, 0, 1772442000485, 1814980608496641, 0),
  ('move', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 1772447406029, 0, 1772442000892, 1814980608913409, 0),
  ('move', 'ord_0VChd8SxZeeF79wziZSmthVEVQpO', 1772449206909, 0, 1772445606910, 1814984301475840, 0),
  ('move', 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 1772449207103, 0, 1772445607108, 1814984301678592, 0),
  ('scan-return', 'ret_0VChd8SRiiYMCL3ZHUMRSZqDSlHR', 1772449206864, 0, 1772445606865, 1814984301429760, 0),
  ('scan-return', 'ret_0VChd8a5iWfu2a0Zt1UQ4K5DnbcP', 1772449207341, 0, 1772445607342, 1814984301918208, 0),
  ('tell', 'msg_ord_0VChO0Gro1hfFIp7GUauNySXWIcz_0:0', 1772445610545, 0, 1772445606034, 1814984300578821, 0);
INSERT INTO message (id, order_id, event, body, at, result) VALUES
  ('msg_ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t_0', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 'order.shipped', '{"event":"order.shipped","data":{"orderId":"ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t","carrier":"Nordlicht Parcel","trackingNumber":"NP267677063592","estimatedDelivery":"2026-03-02","events":[{"timestamp":"2026-03-02T10:00:06.005Z","location":"Hamburg, warehouse","status":"shipped"}]}}', 1772445606006, 'applied'),
  ('msg_ord_0VChO0Gro1hfFIp7GUauNySXWIcz_0', 'ord_0VChO0Gro1hfFIp7GUauNySXWIcz', 'order.shipped', '{"event":"order.shipped","data":{"orderId":"ord_0VChO0Gro1hfFIp7GUauNySXWIcz","carrier":"Nordlicht Parcel","trackingNumber":"NP340990745425","estimatedDelivery":"2026-03-02","events":[{"timestamp":"2026-03-02T10:00:06.031Z","location":"Hamburg, warehouse","status":"shipped"}]}}', 1772445606033, NULL),
  ('msg_ord_0VChO0N1v4O0fXLJOBiaOj2URoYt_0', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 'order.shipped', '{"event":"order.shipped","data":{"orderId":"ord_0VChO0N1v4O0fXLJOBiaOj2URoYt","carrier":"Nordlicht Parcel","trackingNumber":"NP300010570958","estimatedDelivery":"2026-03-02","events":[{"timestamp":"2026-03-02T10:00:06.029Z","location":"Hamburg, warehouse","status":"shipped"}]}}', 1772445606030, 'applied'),
  ('msg_ret_0VChO0J81nSP3HZBqZIQs3Y0wZ8r', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 'return.initiated', '{"event":"return.initiated","data":{"orderId":"ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1","returnId":"ret_0VChO0J81nSP3HZBqZIQs3Y0wZ8r"}}', 1772445606029, 'applied');
INSERT INTO migration (name, at) VALUES
  ('001_ledger', 1772442000271);
INSERT INTO parcel (order_id, status, tracking_number, estimated_delivery, stage_millis, step, next_at, scans) VALUES
  ('ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 'moving', 'NP267677063592', '2026-03-02', 3600000, 1, 1772447406005, '[{"timestamp":"2026-03-02T10:00:06.005Z","location":"Hamburg, warehouse","status":"shipped"}]'),
  ('ord_0VChO0Gro1hfFIp7GUauNySXWIcz', 'moving', 'NP340990745425', '2026-03-02', 3600000, 1, 1772447406031, '[{"timestamp":"2026-03-02T10:00:06.031Z","location":"Hamburg, warehouse","status":"shipped"}]'),
  ('ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 'withdrawn', 'NP476022306498', NULL, 3600000, 0, 1772445600556, '[]'),
  ('ord_0VChO0JRBMrSlLCxeooe140ObGQd', 'withdrawn', 'NP550609616692', NULL, 3600000, 0, 1772445600646, '[]'),
  ('ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 'moving', 'NP300010570958', '2026-03-02', 3600000, 1, 1772447406029, '[{"timestamp":"2026-03-02T10:00:06.029Z","location":"Hamburg, warehouse","status":"shipped"}]'),
  ('ord_0VChd8R2NpZ38HxriIYex79SGg8F', 'withdrawn', 'NP165245179937', NULL, 3600000, 0, 1772449206798, '[]'),
  ('ord_0VChd8SxZeeF79wziZSmthVEVQpO', 'awaiting', 'NP926728538124', NULL, 3600000, 0, 1772449206909, '[]'),
  ('ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 'awaiting', 'NP572466085727', NULL, 3600000, 0, 1772449207103, '[]'),
  ('ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 'withdrawn', 'NP914364264452', NULL, 3600000, 0, 1772449207194, '[]'),
  ('ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 'withdrawn', 'NP144411097248', NULL, 3600000, 0, 1772449207256, '[]');
INSERT INTO return_parcel (id, order_id, status) VALUES
  ('ret_0VChO0J81nSP3HZBqZIQs3Y0wZ8r', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 'scanned'),
  ('ret_0VChd8SRiiYMCL3ZHUMRSZqDSlHR', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 'awaiting'),
  ('ret_0VChd8a5iWfu2a0Zt1UQ4K5DnbcP', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 'awaiting');
