CREATE TABLE migration (name TEXT PRIMARY KEY, at BIGINT NOT NULL);
CREATE TABLE session (
      id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL,
      amount_minor BIGINT NOT NULL CHECK (amount_minor >= 0),
      currency TEXT NOT NULL,
      email TEXT NOT NULL,
      description TEXT NOT NULL,
      preselect TEXT,
      return_url TEXT NOT NULL,
      expires_at BIGINT NOT NULL,
      created_at BIGINT,
      status TEXT NOT NULL CHECK (status IN ('open', 'processing', 'complete', 'expired')),
      closed INTEGER NOT NULL CHECK (closed IN (0, 1))
    ) WITHOUT ROWID;
CREATE TABLE payment (
      id TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES session(id),
      status TEXT NOT NULL CHECK (status IN ('challenged', 'declined', 'processing', 'succeeded', 'failed')),
      method TEXT NOT NULL,
      amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
      currency TEXT NOT NULL,
      instrument TEXT NOT NULL,
      card_brand TEXT,
      card_last4 TEXT,
      decline_code TEXT,
      settles_as TEXT CHECK (settles_as IN ('succeeded', 'failed')),
      refunded_minor BIGINT NOT NULL DEFAULT 0,
      at BIGINT NOT NULL, charge_key TEXT,
      CHECK (0 <= refunded_minor AND refunded_minor <= amount_minor)
    ) WITHOUT ROWID;
CREATE TABLE refund (
      key TEXT PRIMARY KEY,
      id TEXT NOT NULL,
      payment_id TEXT NOT NULL,
      amount_minor BIGINT NOT NULL,
      currency TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'refused')),
      failure TEXT,
      course TEXT NOT NULL,
      at BIGINT NOT NULL
    ) WITHOUT ROWID;
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
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
CREATE TABLE mandate (
      id TEXT PRIMARY KEY,
      agent TEXT NOT NULL,
      description TEXT NOT NULL,
      decide_before BIGINT NOT NULL,
      expires_at BIGINT,
      created_at BIGINT,
      status TEXT NOT NULL CHECK (status IN ('pending', 'challenged', 'active', 'rejected', 'revoked')),
      challenge TEXT,
      instrument TEXT,
      card_brand TEXT,
      card_last4 TEXT,
      verdict TEXT
    ) WITHOUT ROWID;
CREATE TABLE token (
      id TEXT PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      session_id TEXT NOT NULL,
      merchant_id TEXT NOT NULL,
      currency TEXT NOT NULL,
      max_amount_minor BIGINT NOT NULL CHECK (max_amount_minor > 0),
      expires_at BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      instrument TEXT NOT NULL,
      card_brand TEXT,
      card_last4 TEXT,
      verdict TEXT NOT NULL,
      used INTEGER NOT NULL CHECK (used IN (0, 1))
    );
CREATE TABLE charge (
      key TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES session(id),
      outcome TEXT NOT NULL CHECK (outcome IN ('succeeded', 'declined', 'authentication_required')),
      decline_code TEXT,
      at BIGINT NOT NULL
    , source TEXT) WITHOUT ROWID;
INSERT INTO migration (name, at) VALUES
  ('001_ledger', 1772442000394),
  ('002_scale', 1772442000397),
  ('003_off_session', 1772442000402),
  ('004_drawn_on', 1772442000402),
  ('005_plain_conditions', 1772442000403);
INSERT INTO session (id, order_id, amount_minor, currency, email, description, preselect, return_url, expires_at, created_at, status, closed) VALUES
  ('cs_0VChO0J1vEsN72EFEj8edpl5I1BZ', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChO0J1vEsN72EFEj8edpl5I1BZ.jLS6j4RuIBwIcHZKScY_5CNLayvXe71R', 1772443800586, 1772442000591, 'complete', 0),
  ('cs_0VChO0JzyrOug8dL418ElX5QPSX8', 'ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChO0JzyrOug8dL418ElX5QPSX8.aPyJudL6dscM248FbSAt7FHC_UfXNzso', 1772443800647, 1772442000650, 'complete', 0),
  ('cs_0VChO0KrFW3FJDu8T2z7ZFD5wDF5', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 3475, 'EUR', 'ada@example.com', '["2 × Niacinamide Serum 10 %: € 29.80","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChO0KrFW3FJDu8T2z7ZFD5wDF5.W4w27yp1UaGGRi8QgJTOJfZwL_t_QrxR', 1772443800701, 1772442000703, 'complete', 0),
  ('cs_0VChO0MObH6JkMAvKHs3aVh0lAaL', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChO0MObH6JkMAvKHs3aVh0lAaL.H8g5zsQklkr4PmmfovYXvP13fRh5tJnx', 1772443800796, 1772442000800, 'complete', 0),
  ('cs_0VChO0PQce3xQ1SsvP13usYibg88', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChO0PQce3xQ1SsvP13usYibg88.kgwwwN3q7Kg-oH819DFLPFWZYJ1z9984', 1772443800984, 1772442000985, 'complete', 0),
  ('cs_0VChd8Ol9G3QSYMmse3SIflk5B65', 'ord_0VChd8OlflSqA3NIfNMPHBw4CJRr', 3475, 'EUR', 'ada@example.com', '["2 × Niacinamide Serum 10 %: € 29.80","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8Ol9G3QSYMmse3SIflk5B65.0ZzVTc_TmN1GlB7IPkWWF8rY-eM3XVFj', 1772447406615, 1772445606617, 'open', 0),
  ('cs_0VChd8P7nZcLYmfZh2V0cs676TkQ', 'ord_0VChd8P7R47wFILv0P4PDBAZlaaS', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8P7nZcLYmfZh2V0cs676TkQ.iY24dCImCf9pLCVfnI1VrcOEp1oOMmqA', 1772447406637, 1772445606639, 'processing', 0),
  ('cs_0VChd8PT7AuSvnqG7MSPdMA2kNbI', 'ord_0VChd8PTwIXGKNX8G13SZnmvB4hy', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8PT7AuSvnqG7MSPdMA2kNbI.FSf56jUzyAk5dJGuIMeXomMR_WBHf_jR', 1772447406659, 1772445606664, 'open', 0),
  ('cs_0VChd8Pip6AXIa1YK6XKS21nTf3g', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 3475, 'EUR', 'ada@example.com', '["2 × Niacinamide Serum 10 %: € 29.80","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8Pip6AXIa1YK6XKS21nTf3g.ARwkSgN3Uw9pVHjtS-sYaN7EPxwLwwbk', 1772447406673, 1772445606675, 'complete', 0),
  ('cs_0VChd8QUNdse0iA47BQUF5qs9W7C', 'ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8QUNdse0iA47BQUF5qs9W7C.glC9YscFfNQv3ocB0-KqokHf4ARFdvc6', 1772447406722, 1772445606724, 'complete', 0),
  ('cs_0VChd8RMBcD4ugwniLJTtAiZqrkg', 'ord_0VChd8RM6k87KPjvYiA9N7GLD4yD', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8RMBcD4ugwniLJTtAiZqrkg.R_Wt891Eox7pGGiHMYCYzT-pZN1bs_s9', 1772447406776, 1772445606778, 'open', 0),
  ('cs_0VChd8RpTbdpYhVmXAVg12rgZQ8C', 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8RpTbdpYhVmXAVg12rgZQ8C.OMOAVZnltfyXm_RgY_E6phsczpLyErT7', 1772447406805, 1772445606808, 'complete', 0),
  ('cs_0VChd8SNlj5PCFsIg9TBftZOnor5', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8SNlj5PCFsIg9TBftZOnor5.oI6BWbOf-qMLq7LS2NiQrvSUODoPbu_3', 1772447406838, 1772445606840, 'complete', 0),
  ('cs_0VChd8SjyRPealdRkZ1gCrBkDgDq', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 3475, 'EUR', 'ada@example.com', '["2 × Niacinamide Serum 10 %: € 29.80","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8SjyRPealdRkZ1gCrBkDgDq.kr-x9vc69W6_AhKNLAsZJAMncD3r72Ei', 1772447406860, 1772445606862, 'complete', 0),
  ('cs_0VChd8TShsVgcJ5f1i9uy0R7HvWa', 'ord_0VChd8TSJtoq5sdjHMI78i0HFMBp', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8TShsVgcJ5f1i9uy0R7HvWa.-I62CZiMJt35NO_Vh0Z0FxoWaLfmkyke', 1772447406906, 1772445606907, 'complete', 0),
  ('cs_0VChd8TcRexlKyYUBK3pqFUFqkuW', 'ord_0VChd8TcYzAOrufXuPDM8y1bq78f', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8TcRexlKyYUBK3pqFUFqkuW.tOc2c1ikRHHRgrCJdHmz9U3LAUEN2cQ8', 1772447406916, 1772445606917, 'complete', 0),
  ('cs_0VChd8dMx1VBr86WZ7Iokw1fAkog', 'ord_0VChd8dLhyMztz1TQYIETkLJM9R9', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8dMx1VBr86WZ7Iokw1fAkog.-9w6v8O-U_nGonqyb_0C3lli-rmudsQu', 1772447407519, 1772445607522, 'open', 0),
  ('cs_0VChd8dq6SQf552T33KQG5IuxgZC', 'ord_0VChd8dpMnQouPtBZrDpqEM647iy', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8dq6SQf552T33KQG5IuxgZC.Hu3_W2olWUh6gyVV98hV3mYCC51tfoIn', 1772447407549, 1772445607555, 'complete', 0),
  ('cs_0VChd8f75ykRMxSyTVDZeIubyw8E', 'ord_0VChd8f7HJVwtA3JAJBVmaA8RMDX', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8f75ykRMxSyTVDZeIubyw8E.vlQKWdNbnPWb1yqHcZjGNMjPdViiaI1d', 1772447407629, 1772445607630, 'complete', 0);
INSERT INTO payment (id, session_id, status, method, amount_minor, currency, instrument, card_brand, card_last4, decline_code, settles_as, refunded_minor, at, charge_key) VALUES
  ('pay_0VChO0JD5zQONJ3nAE1iIirTlP9L', 'cs_0VChO0J1vEsN72EFEj8edpl5I1BZ', 'succeeded', 'card', 1985, 'EUR', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'visa', '4242', NULL, NULL, 0, 1772442000599, NULL),
  ('pay_0VChO0K7bJeAreh2Xj2LWLNPXnJy', 'cs_0VChO0JzyrOug8dL418ElX5QPSX8', 'succeeded', 'card', 1985, 'EUR', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'visa', '4242', NULL, NULL, 0, 1772442000655, NULL),
  ('pay_0VChO0L5HxD1hXbe18ctTl36atnT', 'cs_0VChO0KrFW3FJDu8T2z7ZFD5wDF5', 'succeeded', 'card', 3475, 'EUR', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'visa', '4242', NULL, NULL, 0, 1772442000715, NULL),
  ('pay_0VChO0Mbd3wJ2inxSSFaXUdvmhBa', 'cs_0VChO0MObH6JkMAvKHs3aVh0lAaL', 'succeeded', 'card', 1985, 'EUR', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'visa', '4242', NULL, NULL, 1985, 1772442000809, NULL),
  ('pay_0VChO0PV47DsasIpFDZ0ghYCE5Gs', 'cs_0VChO0PQce3xQ1SsvP13usYibg88', 'succeeded', 'card', 1985, 'EUR', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'visa', '4242', NULL, NULL, 0, 1772442000989, NULL),
  ('pay_0VChO0PVbhXDOsyr1ayCyyNtLS9u', 'cs_0VChO0PQce3xQ1SsvP13usYibg88', 'succeeded', 'card', 1985, 'EUR', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'visa', '4242', NULL, NULL, 1985, 1772442000989, NULL),
  ('pay_0VChd8PCpzMRmjXQtWQcX9F9OERo', 'cs_0VChd8P7nZcLYmfZh2V0cs676TkQ', 'processing', 'klarna', 1985, 'EUR', 'fp_9UqJdi_yfBT9o8yUlpjZHrQRaRgmlWJn', NULL, NULL, NULL, 'succeeded', 0, 1772445606642, NULL),
  ('pay_0VChd8PbXcTxXtgT4MtJ32DaYlsz', 'cs_0VChd8PT7AuSvnqG7MSPdMA2kNbI', 'challenged', 'card', 1985, 'EUR', 'fp_idJpFUyl9oVFCvuvXjXX4S0nFtXxhBhZ', 'visa', '3155', NULL, NULL, 0, 1772445606667, NULL),
  ('pay_0VChd8PlPKtP49LfBlR0T91UDh4J', 'cs_0VChd8Pip6AXIa1YK6XKS21nTf3g', 'succeeded', 'card', 3475, 'EUR', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'visa', '4242', NULL, NULL, 0, 1772445606677, NULL),
  ('pay_0VChd8QalHuulnb1nKbKhIZUTDYc', 'cs_0VChd8QUNdse0iA47BQUF5qs9W7C', 'succeeded', 'card', 1985, 'EUR', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'visa', '4242', NULL, NULL, 0, 1772445606728, NULL),
  ('pay_0VChd8RsPX8GIOnpbqayw5eqioGs', 'cs_0VChd8RpTbdpYhVmXAVg12rgZQ8C', 'succeeded', 'card', 1985, 'EUR', 'fp_oEMpoxbjny6i87P7brvc0sZ5i1umKx1-', 'visa', '1111', NULL, NULL, 0, 1772445606808, 'chg_0VChd8RprMxxKwIHFQi0lfsISMRr'),
  ('pay_0VChd8SQblJDFTLGRqNSohW1eTjC', 'cs_0VChd8SNlj5PCFsIg9TBftZOnor5', 'succeeded', 'card', 1985, 'EUR', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'visa', '4242', NULL, NULL, 1985, 1772445606842, NULL),
  ('pay_0VChd8Sqw8CGohDghX1i5y8nJy39', 'cs_0VChd8SjyRPealdRkZ1gCrBkDgDq', 'succeeded', 'card', 3475, 'EUR', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'visa', '4242', NULL, NULL, 0, 1772445606868, NULL),
  ('pay_0VChd8YxGnNLY02NVYfB2uG4ctQI', 'cs_0VChd8TShsVgcJ5f1i9uy0R7HvWa', 'succeeded', 'card', 1985, 'EUR', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'visa', '4242', NULL, NULL, 0, 1772445607247, NULL),
  ('pay_0VChd8Z0Tanx4R6sIfGqah4ITqNq', 'cs_0VChd8TcRexlKyYUBK3pqFUFqkuW', 'succeeded', 'card', 1985, 'EUR', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'visa', '4242', NULL, NULL, 0, 1772445607250, NULL),
  ('pay_0VChd8dwzz9y1EOfyEGM0Od9zAEl', 'cs_0VChd8dq6SQf552T33KQG5IuxgZC', 'succeeded', 'card', 1985, 'EUR', 'fp_5NJic6AY2zo7QTdOE3ueKXv72-v2mFnj', 'visa', '0026', NULL, NULL, 0, 1772445607555, 'chg_0VChd8dqQWs2Pv3qMDrpmWquUBtl'),
  ('pay_0VChd8f9lGc0EUYpIBR0uxD87UeE', 'cs_0VChd8f75ykRMxSyTVDZeIubyw8E', 'succeeded', 'card', 1985, 'EUR', 'fp_oEMpoxbjny6i87P7brvc0sZ5i1umKx1-', 'visa', '1111', NULL, NULL, 0, 1772445607631, 'chg_0VChd8f79YI3AoiT451K0dbVD7YV');
INSERT INTO refund (key, id, payment_id, amount_minor, currency, status, failure, course, at) VALUES
  ('ref_0VChO0MwXcSTXH1ly06KF3ofiEQZ:1', 'rfnd_0VChO0N8rgYcyylWBvg8JqSr1kV5', 'pay_0VChO0Mbd3wJ2inxSSFaXUdvmhBa', 1985, 'EUR', 'succeeded', NULL, '[{"at":1772614800942,"failure":"account_closed"}]', 1772442000842),
  ('ref_0VChO0PatSSqkOceQOgI19sjlV93:1', 'rfnd_0VChO0PhcoUNOitmYxqNUjshKB3M', 'pay_0VChO0PVbhXDOsyr1ayCyyNtLS9u', 1985, 'EUR', 'succeeded', NULL, '[]', 1772442001001),
  ('ref_0VChd8ajbn7xpZxF4gYbFZfSlUxH:1', 'rfnd_0VChd8aoS5YGdNchEKG95Q4tu7sj', 'pay_0VChd8SQblJDFTLGRqNSohW1eTjC', 1985, 'EUR', 'pending', NULL, '[{"at":1772445697362,"failure":null}]', 1772445607362);
INSERT INTO setting (name, value) VALUES
  ('notification_secret', 'whsec_7c0E10N7xdl1aGvWXQE3Ta0YsAGIS2s37DFvYJ8YLr8='),
  ('secret', 'PIGPlcxkh6tKtel4riFgCcvrTiJqzWlX1hoC99qfKnY');
INSERT INTO job (kind, subject, run_at, attempts, plan, fence, lease_until) VALUES
  ('notify', '{"id":"msg_0VChd8Z0aKZDnqfkY2Q8AaRfZWoL","copy":0,"type":"session.changed","subject":"cs_0VChd8TcRexlKyYUBK3pqFUFqkuW","at":1772445607250}', 1772445647250, 0, 1772445607250, 1814984301824000, 0),
  ('settle-payment', 'pay_0VChd8PCpzMRmjXQtWQcX9F9OERo', 1772445726642, 0, 1772445606642, 1814984301201408, 0),
  ('settle-refund', 'ref_0VChO0MwXcSTXH1ly06KF3ofiEQZ:1', 1772614800942, 0, 1772442000842, 1814980608862209, 0),
  ('settle-refund', 'ref_0VChd8ajbn7xpZxF4gYbFZfSlUxH:1', 1772445697362, 0, 1772445607362, 1814984301938688, 0);
INSERT INTO mandate (id, agent, description, decide_before, expires_at, created_at, status, challenge, instrument, card_brand, card_last4, verdict) VALUES
  ('del_0VChd8RZUPiPz9yGOZGddxKB3YDT', 'demo-agent', '["Up to € 200.00 for one order","Up to € 500.00 in any 24 hours","Up to € 2000.00 in any 30 days"]', 1772447406789, NULL, 1772445606791, 'active', NULL, 'fp_oEMpoxbjny6i87P7brvc0sZ5i1umKx1-', 'visa', '1111', 'succeeds'),
  ('del_0VChd8SDf8JonYJEYO4IOaSI5EBB', 'demo-agent', '["Up to € 200.00 for one order","Up to € 500.00 in any 24 hours","Up to € 2000.00 in any 30 days"]', 1772447406829, NULL, 1772445606831, 'pending', NULL, NULL, NULL, NULL, NULL);
INSERT INTO token (id, key, session_id, merchant_id, currency, max_amount_minor, expires_at, created_at, instrument, card_brand, card_last4, verdict, used) VALUES
  ('vt_0VChd8REqSYcjZKn2MZ3RE3JOLqV', 'vlt_0VChd8RDDBl1va65xDDFgbEtAim3', 'cs_0VChd8R8QBvMitDvPTUBzt0GB8w7', 'beauty-store', 'EUR', 20000, 1772517606764, 1772445606768, 'fp_9tIvpCjWzJC0cx3MqIBIpow6yv6-aCEu', 'visa', '0018', 'succeeds', 0),
  ('vt_0VChd8Tk8atYt9pYtQ7dF5H4tEJW', 'vlt_0VChd8TkfOSM6CXrOcCbxfHxjxFc', 'cs_0VChd8TfkpwKnni8EA1TmGqt76cF', 'beauty-store', 'EUR', 20000, 1772517606923, 1772445606924, 'fp_5NJic6AY2zo7QTdOE3ueKXv72-v2mFnj', 'visa', '0026', 'succeeds', 1),
  ('vt_0VChd8TreHLQrS60khwMiI3KtjPL', 'vlt_0VChd8TnbfAdUo1OuGUbZee5pTgo', 'cs_0VChd8Th9wHrrk4cnlsN2cFEhXNs', 'beauty-store', 'EUR', 20000, 1772517606926, 1772445606930, 'fp_iy7JNKzXbOtzwdkRTOoHBBqCypwokbki', 'visa', '0034', 'succeeds', 0);
INSERT INTO charge (key, session_id, outcome, decline_code, at, source) VALUES
  ('chg_0VChd8RprMxxKwIHFQi0lfsISMRr', 'cs_0VChd8RpTbdpYhVmXAVg12rgZQ8C', 'succeeded', NULL, 1772445606808, 'del_0VChd8RZUPiPz9yGOZGddxKB3YDT'),
  ('chg_0VChd8dqQWs2Pv3qMDrpmWquUBtl', 'cs_0VChd8dq6SQf552T33KQG5IuxgZC', 'succeeded', NULL, 1772445607555, 'vt_0VChd8Tk8atYt9pYtQ7dF5H4tEJW'),
  ('chg_0VChd8f79YI3AoiT451K0dbVD7YV', 'cs_0VChd8f75ykRMxSyTVDZeIubyw8E', 'succeeded', NULL, 1772445607631, 'del_0VChd8RZUPiPz9yGOZGddxKB3YDT');
CREATE INDEX payment_by_session ON payment (session_id, at, id);
CREATE INDEX job_by_turn ON job ((CASE WHEN lease_until > run_at THEN lease_until ELSE run_at END), kind, subject);
CREATE INDEX payment_that_counts ON payment (session_id, at, id)
        WHERE status = 'processing' OR status = 'succeeded' OR status = 'failed';
