CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, at BIGINT NOT NULL);
CREATE TABLE session (
      id TEXT COLLATE "C" PRIMARY KEY,
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
    );
CREATE TABLE payment (
      id TEXT COLLATE "C" PRIMARY KEY,
      session_id TEXT COLLATE "C" NOT NULL REFERENCES session(id),
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
      at BIGINT NOT NULL,
      CHECK (0 <= refunded_minor AND refunded_minor <= amount_minor)
    );
CREATE INDEX payment_by_session ON payment (session_id, at, id);
CREATE TABLE refund (
      key TEXT COLLATE "C" PRIMARY KEY,
      id TEXT COLLATE "C" NOT NULL,
      payment_id TEXT NOT NULL,
      amount_minor BIGINT NOT NULL,
      currency TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'refused')),
      failure TEXT,
      course TEXT NOT NULL,
      at BIGINT NOT NULL
    );
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
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
CREATE INDEX payment_that_counts ON payment (session_id, at, id) WHERE status IN ('processing', 'succeeded', 'failed');
DROP INDEX job_by_time;
CREATE INDEX job_by_turn ON job ((CASE WHEN lease_until > run_at THEN lease_until ELSE run_at END), kind, subject);
CREATE TABLE mandate (
      id TEXT COLLATE "C" PRIMARY KEY,
      agent TEXT NOT NULL,
      description TEXT NOT NULL,
      decide_before BIGINT NOT NULL,
      expires_at BIGINT,
      created_at BIGINT,
      status TEXT NOT NULL CHECK (status IN ('pending', 'challenged', 'active', 'rejected', 'revoked')),
      challenge TEXT COLLATE "C",
      instrument TEXT,
      card_brand TEXT,
      card_last4 TEXT,
      verdict TEXT
    );
CREATE TABLE token (
      id TEXT COLLATE "C" PRIMARY KEY,
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
      key TEXT COLLATE "C" PRIMARY KEY,
      session_id TEXT COLLATE "C" NOT NULL REFERENCES session(id),
      outcome TEXT NOT NULL CHECK (outcome IN ('succeeded', 'declined', 'authentication_required')),
      decline_code TEXT,
      at BIGINT NOT NULL
    );
ALTER TABLE payment ADD COLUMN charge_key TEXT;
ALTER TABLE charge ADD COLUMN source TEXT;
INSERT INTO session (id, order_id, amount_minor, currency, email, description, preselect, return_url, expires_at, created_at, status, closed) VALUES
  ('cs_0VChO0G10LrdW4QcRltHNmNJbwPq', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChO0G10LrdW4QcRltHNmNJbwPq.R3Ou80iTCpU940K_ewjMh93M-y79VI_q', 1772443800399, 1772442000405, 'complete', 0),
  ('cs_0VChO0GsVlv6MYG5S5FHPV5JtTuZ', 'ord_0VChO0Gro1hfFIp7GUauNySXWIcz', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChO0GsVlv6MYG5S5FHPV5JtTuZ.Cz1puA8HdH4Qr5wtZGN8xGPYFdcDZir3', 1772443800453, 1772442000457, 'complete', 0),
  ('cs_0VChO0HphIDeU6hGLwFnn8knoFu7', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 3475, 'EUR', 'ada@example.com', '["2 × Niacinamide Serum 10 %: € 29.80","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChO0HphIDeU6hGLwFnn8knoFu7.nBnlqt_Ff4ZvXzz1HR9wu0llY5Bpuv54', 1772443800512, 1772442000524, 'complete', 0),
  ('cs_0VChO0JTovhqOnv2kPxTfCn3zTjo', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChO0JTovhqOnv2kPxTfCn3zTjo.92wvaZ4QRrfrkNjE_4stn4Na98HfuH1f', 1772443800613, 1772442000619, 'complete', 0),
  ('cs_0VChO0N2sB4536RMNMN01aKejT1v', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChO0N2sB4536RMNMN01aKejT1v.V98r6dU1W0y_LekI4QFrD1fROsvXJmTD', 1772443800835, 1772442000846, 'complete', 0),
  ('cs_0VChd8PRrQfWvgWnqPcmHSUf7PqM', 'ord_0VChd8PQGrPpicwtsa435cmk8W9U', 3475, 'EUR', 'ada@example.com', '["2 × Niacinamide Serum 10 %: € 29.80","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8PRrQfWvgWnqPcmHSUf7PqM.TgDS_fCoOeNq9ZwIkGLAUJEnZ66WD91A', 1772447406656, 1772445606660, 'open', 0),
  ('cs_0VChd8Q0sQOQBKNxRJQi5K32EhaN', 'ord_0VChd8PzuPLWE3NsAtDOvqdeHd7v', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8Q0sQOQBKNxRJQi5K32EhaN.lqy7uux-ABkB44-x8ATnj87uF8oDzYH3', 1772447406691, 1772445606694, 'processing', 0),
  ('cs_0VChd8Qksg86x0qyhe412pfIMK8P', 'ord_0VChd8Qj2ygXP4qitqxVyywtaWX4', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8Qksg86x0qyhe412pfIMK8P.WoSN4JfWUnhDtBX0jTw6L_4EbrZR2-ED', 1772447406737, 1772445606743, 'open', 0),
  ('cs_0VChd8R37sR8mlEhVz304kujgKhn', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 3475, 'EUR', 'ada@example.com', '["2 × Niacinamide Serum 10 %: € 29.80","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8R37sR8mlEhVz304kujgKhn.zPXEmnF3eJhtb_GAG-L1iUmEIMj0lc7b', 1772447406756, 1772445606764, 'complete', 0),
  ('cs_0VChd8SzByKqqw1WxGYCRwFO9EDs', 'ord_0VChd8SxZeeF79wziZSmthVEVQpO', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8SzByKqqw1WxGYCRwFO9EDs.uXRgaaq4BKGJeo4BqJkt6kTNC7rvYtKz', 1772447406875, 1772445606880, 'complete', 0),
  ('cs_0VChd8UbrXzFGBk7RzQnOvCxzgBZ', 'ord_0VChd8UaSowk5rU755hhrvfpB0th', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8UbrXzFGBk7RzQnOvCxzgBZ.JOTyrjpn4xj1a6A7fBkxrFnB5zMyvMnH', 1772447406976, 1772445606985, 'open', 0),
  ('cs_0VChd8VpQPLaIwG9kRRYrHQG17E3', 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8VpQPLaIwG9kRRYrHQG17E3._KOgL7SGlI-mg1t0HfDVmuOxvph0vkKf', 1772447407050, 1772445607061, 'complete', 0),
  ('cs_0VChd8XNeelDO698txP6xDwVOg6Q', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8XNeelDO698txP6xDwVOg6Q.DPuDVxzMf8DcRSzEkegn7Xc9F4CmP7Hz', 1772447407149, 1772445607155, 'complete', 0),
  ('cs_0VChd8YSFN0YyL8IdEWi3f30b3OR', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 3475, 'EUR', 'ada@example.com', '["2 × Niacinamide Serum 10 %: € 29.80","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8YSFN0YyL8IdEWi3f30b3OR.N_Mj_lWorq6oRhj2Xgqk6fRXHZFavgwp', 1772447407215, 1772445607219, 'complete', 0),
  ('cs_0VChd8aevvfY5gAdZ1FT9VspdCql', 'ord_0VChd8adG7SjQpuvDRpyK3iGACyD', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8aevvfY5gAdZ1FT9VspdCql.VwQWxfWF_2t21SvWpstqcV6o4Bgr1urs', 1772447407351, 1772445607355, 'complete', 0),
  ('cs_0VChd8aqRDCZRh3n0sICNmW061zX', 'ord_0VChd8aq4RjwpHZiR5fL5spnOIb9', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8aqRDCZRh3n0sICNmW061zX.TNBz2uUeJUxYnNZEIj5raVMST-DUUqAu', 1772447407364, 1772445607367, 'complete', 0),
  ('cs_0VChd8m8V5PVujoRhXoNFzoKr7DS', 'ord_0VChd8m7XnL8IrMrGNjrAkKmJ3wL', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8m8V5PVujoRhXoNFzoKr7DS.YFZHCCuCqBwsp8zSNvMvtpAc_k8Va3r4', 1772447408063, 1772445608070, 'open', 0),
  ('cs_0VChd8mm9LZ9J12JLcakhNILCBwj', 'ord_0VChd8mcMUs7OdsySuc1wM0bccgS', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8mm9LZ9J12JLcakhNILCBwj.Eoa6jcTz0xa0fh_EDLUw-7BuqkbAQFNY', 1772447408094, 1772445608128, 'complete', 0),
  ('cs_0VChd8pMYpeEjdWjTHgqYq3GD6ul', 'ord_0VChd8pL1N5wcirEfkD2cUnKnqrO', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8pMYpeEjdWjTHgqYq3GD6ul.U6_J0sTOtjqvsnYU3LNAAaZ6bcS0LhRN', 1772447408262, 1772445608273, 'complete', 0),
  ('cs_0VChd8psZRhRnQXkPybWC2bGT9Tn', 'ord_0VChd8prw6mzEN2OKSshyABQMVUx', 1985, 'EUR', 'ada@example.com', '["1 × Niacinamide Serum 10 %: € 14.90","Shipping: € 4.95"]', NULL, 'http://shop.example/checkout/return/cs_0VChd8psZRhRnQXkPybWC2bGT9Tn.hePMwPu60E4bbS_F3smSVktUSjvpUp_K', 1772447408294, 1772445608300, 'complete', 0);
INSERT INTO charge (key, session_id, outcome, decline_code, at, source) VALUES
  ('chg_0VChd8Vp8enucqBu7tWQgamHFaVc', 'cs_0VChd8VpQPLaIwG9kRRYrHQG17E3', 'succeeded', NULL, 1772445607062, 'del_0VChd8UxQDW2F69mPC5vDdgxtFyl'),
  ('chg_0VChd8mqm3x9J7n0VvwvyOarHSvE', 'cs_0VChd8mm9LZ9J12JLcakhNILCBwj', 'succeeded', NULL, 1772445608129, 'vt_0VChd8bBYpvRzKZIi14C6u6iiv7b'),
  ('chg_0VChd8pNNPXf8G24qgJrlJlneTGI', 'cs_0VChd8pMYpeEjdWjTHgqYq3GD6ul', 'succeeded', NULL, 1772445608274, 'del_0VChd8UxQDW2F69mPC5vDdgxtFyl'),
  ('chg_0VChd8pslaTYbZo03fNspGbAwSMD', 'cs_0VChd8psZRhRnQXkPybWC2bGT9Tn', 'succeeded', NULL, 1772445608301, 'del_0VChd8UxQDW2F69mPC5vDdgxtFyl');
INSERT INTO job (kind, subject, run_at, attempts, plan, fence, lease_until) VALUES
  ('notify', '{"id":"msg_0VChd8ghR5qQeWnA9XQM6hjVaGeZ","copy":0,"type":"session.changed","subject":"cs_0VChd8aqRDCZRh3n0sICNmW061zX","at":1772445607727}', 1772445647727, 0, 1772445607727, 1814984302312448, 0),
  ('settle-payment', 'pay_0VChd8Q8bOApkQIlcnTqIVIGPrkK', 1772445726700, 0, 1772445606701, 1814984301261824, 0),
  ('settle-refund', 'ref_0VChO0KDiYk48T6fkURDwqIgrPDu:1', 1772614800778, 0, 1772442000679, 1814980608695297, 0),
  ('settle-refund', 'ref_0VChd8idUuTTsVCD4Q4B8RU26aso:1', 1772445697863, 0, 1772445607863, 1814984302451712, 0);
INSERT INTO mandate (id, agent, description, decide_before, expires_at, created_at, status, challenge, instrument, card_brand, card_last4, verdict) VALUES
  ('del_0VChd8UxQDW2F69mPC5vDdgxtFyl', 'demo-agent', '["Up to € 200.00 for one order","Up to € 500.00 in any 24 hours","Up to € 2000.00 in any 30 days"]', 1772447406999, NULL, 1772445607001, 'active', NULL, 'fp_hQcOyyia753O5LsIpmDwnVeSdey-d3qf', 'visa', '1111', 'succeeds'),
  ('del_0VChd8Wu6EcMQIJgKHyUSrlaP35V', 'demo-agent', '["Up to € 200.00 for one order","Up to € 500.00 in any 24 hours","Up to € 2000.00 in any 30 days"]', 1772447407120, NULL, 1772445607123, 'pending', NULL, NULL, NULL, NULL, NULL);
INSERT INTO migration (name, at) VALUES
  ('001_ledger', 1772442000225),
  ('002_scale', 1772442000227),
  ('003_off_session', 1772442000237),
  ('004_drawn_on', 1772442000238),
  ('005_plain_conditions', 1772442000238);
INSERT INTO payment (id, session_id, status, method, amount_minor, currency, instrument, card_brand, card_last4, decline_code, settles_as, refunded_minor, at, charge_key) VALUES
  ('pay_0VChO0GBz9vA03lvNN0P7Vtr7uur', 'cs_0VChO0G10LrdW4QcRltHNmNJbwPq', 'succeeded', 'card', 1985, 'EUR', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'visa', '4242', NULL, NULL, 0, 1772442000411, NULL),
  ('pay_0VChO0H0r0IV6xwF3u4CXkKokXz2', 'cs_0VChO0GsVlv6MYG5S5FHPV5JtTuZ', 'succeeded', 'card', 1985, 'EUR', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'visa', '4242', NULL, NULL, 0, 1772442000462, NULL),
  ('pay_0VChO0IDQfKaAPZfR1vQ2IyscVUR', 'cs_0VChO0HphIDeU6hGLwFnn8knoFu7', 'succeeded', 'card', 3475, 'EUR', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'visa', '4242', NULL, NULL, 0, 1772442000537, NULL),
  ('pay_0VChO0JchgtSMwc1Mqp0WOdZnhVn', 'cs_0VChO0JTovhqOnv2kPxTfCn3zTjo', 'succeeded', 'card', 1985, 'EUR', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'visa', '4242', NULL, NULL, 1985, 1772442000624, NULL),
  ('pay_0VChO0NNYscF4NncV6iCPJe3ZVV3', 'cs_0VChO0N2sB4536RMNMN01aKejT1v', 'succeeded', 'card', 1985, 'EUR', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'visa', '4242', NULL, NULL, 0, 1772442000857, NULL),
  ('pay_0VChO0NPhWg77O5jlH6paQYzaML9', 'cs_0VChO0N2sB4536RMNMN01aKejT1v', 'succeeded', 'card', 1985, 'EUR', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'visa', '4242', NULL, NULL, 1985, 1772442000857, NULL),
  ('pay_0VChd8Q8bOApkQIlcnTqIVIGPrkK', 'cs_0VChd8Q0sQOQBKNxRJQi5K32EhaN', 'processing', 'klarna', 1985, 'EUR', 'fp_Je9dM0ewiAysCm2xxkCx6qXmAKEX9cBA', NULL, NULL, NULL, 'succeeded', 0, 1772445606700, NULL),
  ('pay_0VChd8Qu4K8LODqRO5HhU26esblV', 'cs_0VChd8Qksg86x0qyhe412pfIMK8P', 'challenged', 'card', 1985, 'EUR', 'fp_KR6eSk6EsogKxd0SG_0dfD4srv3Uhwws', 'visa', '3155', NULL, NULL, 0, 1772445606748, NULL),
  ('pay_0VChd8RH6IhGMcvRvkktD9OO26cS', 'cs_0VChd8R37sR8mlEhVz304kujgKhn', 'succeeded', 'card', 3475, 'EUR', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'visa', '4242', NULL, NULL, 0, 1772445606771, NULL),
  ('pay_0VChd8T69a0Ekb0oZyYl48MdhzWf', 'cs_0VChd8SzByKqqw1WxGYCRwFO9EDs', 'succeeded', 'card', 1985, 'EUR', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'visa', '4242', NULL, NULL, 0, 1772445606884, NULL),
  ('pay_0VChd8VzwUKupjpRSMdH0JsXXkb6', 'cs_0VChd8VpQPLaIwG9kRRYrHQG17E3', 'succeeded', 'card', 1985, 'EUR', 'fp_hQcOyyia753O5LsIpmDwnVeSdey-d3qf', 'visa', '1111', NULL, NULL, 0, 1772445607062, 'chg_0VChd8Vp8enucqBu7tWQgamHFaVc'),
  ('pay_0VChd8XcwRG4ySekIZAG4cf1bOT4', 'cs_0VChd8XNeelDO698txP6xDwVOg6Q', 'succeeded', 'card', 1985, 'EUR', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'visa', '4242', NULL, NULL, 1985, 1772445607164, NULL),
  ('pay_0VChd8Yb4tuwpQyKXkO1neMlAJYa', 'cs_0VChd8YSFN0YyL8IdEWi3f30b3OR', 'succeeded', 'card', 3475, 'EUR', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'visa', '4242', NULL, NULL, 0, 1772445607225, NULL),
  ('pay_0VChd8gc3lsrbgEw05OxPfrJddMX', 'cs_0VChd8aevvfY5gAdZ1FT9VspdCql', 'succeeded', 'card', 1985, 'EUR', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'visa', '4242', NULL, NULL, 0, 1772445607722, NULL),
  ('pay_0VChd8ggOIGOmMpVx3ezqC7nuYKI', 'cs_0VChd8aqRDCZRh3n0sICNmW061zX', 'succeeded', 'card', 1985, 'EUR', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'visa', '4242', NULL, NULL, 0, 1772445607726, NULL),
  ('pay_0VChd8nC3Vh6LV9pojVsOvkmM0J6', 'cs_0VChd8mm9LZ9J12JLcakhNILCBwj', 'succeeded', 'card', 1985, 'EUR', 'fp_wpN_eOO9ztu1yiOa8C5jdBHZeJpZaiX-', 'visa', '0059', NULL, NULL, 0, 1772445608129, 'chg_0VChd8mqm3x9J7n0VvwvyOarHSvE'),
  ('pay_0VChd8pXyGR0iuEZZoQcR8UzRaDQ', 'cs_0VChd8pMYpeEjdWjTHgqYq3GD6ul', 'succeeded', 'card', 1985, 'EUR', 'fp_hQcOyyia753O5LsIpmDwnVeSdey-d3qf', 'visa', '1111', NULL, NULL, 0, 1772445608274, 'chg_0VChd8pNNPXf8G24qgJrlJlneTGI'),
  ('pay_0VChd8pyWdjiL2VSFT2bmwsLJZyb', 'cs_0VChd8psZRhRnQXkPybWC2bGT9Tn', 'succeeded', 'card', 1985, 'EUR', 'fp_hQcOyyia753O5LsIpmDwnVeSdey-d3qf', 'visa', '1111', NULL, NULL, 0, 1772445608301, 'chg_0VChd8pslaTYbZo03fNspGbAwSMD');
INSERT INTO refund (key, id, payment_id, amount_minor, currency, status, failure, course, at) VALUES
  ('ref_0VChO0KDiYk48T6fkURDwqIgrPDu:1', 'rfnd_0VChO0KUi374MDCjMS4S97rnF7jF', 'pay_0VChO0JchgtSMwc1Mqp0WOdZnhVn', 1985, 'EUR', 'succeeded', NULL, '[{"at":1772614800778,"failure":"account_closed"}]', 1772442000678),
  ('ref_0VChO0NbN1m6W5LkuZ85gpZc6do8:1', 'rfnd_0VChO0Nr9XBFpQbRTYDzXgqqe6mA', 'pay_0VChO0NPhWg77O5jlH6paQYzaML9', 1985, 'EUR', 'succeeded', NULL, '[]', 1772442000887),
  ('ref_0VChd8idUuTTsVCD4Q4B8RU26aso:1', 'rfnd_0VChd8itOnXNpBU1VXm9WrSr8xiV', 'pay_0VChd8XcwRG4ySekIZAG4cf1bOT4', 1985, 'EUR', 'pending', NULL, '[{"at":1772445697863,"failure":null}]', 1772445607863);
INSERT INTO setting (name, value) VALUES
  ('notification_secret', 'whsec_sMB3JP5WW5Xo5DBqlg6eLHVrYQ7NQkx6YBIWfXBGq4o=');
INSERT INTO token (id, key, session_id, merchant_id, currency, max_amount_minor, expires_at, created_at, instrument, card_brand, card_last4, verdict, used) VALUES
  ('vt_0VChd8UPNagg3p5SCbpeqyU5y8zZ', 'vlt_0VChd8UNy3XxtP4Ki9pidL5hI8yR', 'cs_0VChd8UHSOBjppDu75pChxrPWnoI', 'beauty-store', 'EUR', 20000, 1772517606959, 1772445606964, 'fp_wRtRwBD7roPthXIc1pBaaqy5JC77CPRC', 'visa', '0042', 'succeeds', 0),
  ('vt_0VChd8bBYpvRzKZIi14C6u6iiv7b', 'vlt_0VChd8b692QHaYBohgN5RZsJZZ50', 'cs_0VChd8axyne9GZVdyvdgjBIlSR7P', 'beauty-store', 'EUR', 20000, 1772517607378, 1772445607385, 'fp_wpN_eOO9ztu1yiOa8C5jdBHZeJpZaiX-', 'visa', '0059', 'succeeds', 1),
  ('vt_0VChd8bHKSgAjgAh3OZdfNxVgR7H', 'vlt_0VChd8bFf78d3dCyRKSGQCA8N0Cf', 'cs_0VChd8b2ofNOPWzBfsquHITiYdkI', 'beauty-store', 'EUR', 20000, 1772517607387, 1772445607391, 'fp_75nfoL-W_H5JW6tkcYL_zm4sxrYec2BC', 'visa', '0067', 'succeeds', 0);
