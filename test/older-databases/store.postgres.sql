CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, at BIGINT NOT NULL);
CREATE TABLE brand (
      id TEXT COLLATE "C" PRIMARY KEY,
      name TEXT NOT NULL,
      category TEXT NOT NULL,
      position INTEGER NOT NULL
    );
CREATE TABLE product (
      id TEXT COLLATE "C" PRIMARY KEY,
      brand_id TEXT COLLATE "C" NOT NULL REFERENCES brand(id),
      name TEXT NOT NULL,
      name_key TEXT COLLATE "C" NOT NULL,
      description TEXT NOT NULL,
      price_minor BIGINT NOT NULL CHECK (price_minor > 0),
      currency TEXT NOT NULL,
      category TEXT NOT NULL,
      gtin TEXT NOT NULL,
      size_thousandths BIGINT NOT NULL,
      size_unit TEXT NOT NULL,
      ingredients TEXT NOT NULL,
      hygiene_sealed INTEGER NOT NULL,
      position INTEGER NOT NULL
    );
CREATE INDEX product_by_brand ON product (brand_id, position);
CREATE TABLE stock (
      product_id TEXT COLLATE "C" PRIMARY KEY REFERENCES product(id),
      on_hand BIGINT NOT NULL,
      reserved BIGINT NOT NULL DEFAULT 0,
      CHECK (0 <= reserved AND reserved <= on_hand)
    );
CREATE TABLE catalog_version (one INTEGER PRIMARY KEY CHECK (one = 1), version BIGINT NOT NULL);
CREATE TABLE product_words (
          product_id TEXT COLLATE "C" PRIMARY KEY REFERENCES product(id),
          name TSVECTOR NOT NULL,
          brand TSVECTOR NOT NULL,
          category TSVECTOR NOT NULL,
          other TSVECTOR NOT NULL
        );
CREATE INDEX product_words_all ON product_words USING GIN ((name || brand || category || other));
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE oauth_client (
      id TEXT PRIMARY KEY,
      secret_hash TEXT NOT NULL,
      kind TEXT NOT NULL,
      scopes TEXT NOT NULL
    );
CREATE TABLE token (
      id TEXT COLLATE "C" PRIMARY KEY,
      secret_hash TEXT NOT NULL,
      kind TEXT NOT NULL,
      principal TEXT NOT NULL,
      scopes TEXT NOT NULL,
      expires_at BIGINT NOT NULL,
      revoked_at BIGINT
    );
CREATE TABLE idempotency (
      scope_hash TEXT NOT NULL,
      key_hash TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      state TEXT NOT NULL,
      subject TEXT,
      lease_until BIGINT NOT NULL,
      answer TEXT,
      expires_at BIGINT NOT NULL,
      PRIMARY KEY (scope_hash, key_hash)
    );
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
CREATE TABLE cart (
      id TEXT COLLATE "C" PRIMARY KEY,
      principal TEXT NOT NULL,
      shopper TEXT NOT NULL,
      UNIQUE (principal, shopper)
    );
CREATE TABLE cart_line (
      cart_id TEXT COLLATE "C" NOT NULL REFERENCES cart(id),
      product_id TEXT COLLATE "C" NOT NULL REFERENCES product(id),
      quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
      price_seen_minor BIGINT NOT NULL,
      added_at BIGINT NOT NULL,
      PRIMARY KEY (cart_id, product_id)
    );
CREATE TABLE orders (
      id TEXT COLLATE "C" PRIMARY KEY,
      principal TEXT NOT NULL,
      shopper TEXT NOT NULL,
      status TEXT NOT NULL,
      email TEXT NOT NULL,
      address TEXT NOT NULL,
      shipping_method TEXT NOT NULL,
      currency TEXT NOT NULL,
      subtotal_minor BIGINT NOT NULL,
      shipping_minor BIGINT NOT NULL,
      shipping_vat_minor BIGINT NOT NULL,
      total_minor BIGINT NOT NULL,
      vat TEXT NOT NULL,
      events INTEGER NOT NULL,
      created_at BIGINT NOT NULL
    );
CREATE INDEX orders_by_principal ON orders (principal, id);
CREATE TABLE order_line (
      order_id TEXT COLLATE "C" NOT NULL REFERENCES orders(id),
      n INTEGER NOT NULL,
      product_id TEXT COLLATE "C" NOT NULL,
      name TEXT NOT NULL,
      quantity INTEGER NOT NULL CHECK (quantity > 0),
      unit_price_minor BIGINT NOT NULL,
      line_total_minor BIGINT NOT NULL,
      vat_minor BIGINT NOT NULL,
      shipped INTEGER NOT NULL DEFAULT 0,
      sent_back INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (order_id, n),
      CHECK (0 <= sent_back AND sent_back <= shipped AND shipped <= quantity)
    );
CREATE TABLE checkout_session (
      id TEXT COLLATE "C" PRIMARY KEY,
      cart_id TEXT COLLATE "C" REFERENCES cart(id),
      order_id TEXT COLLATE "C" NOT NULL UNIQUE REFERENCES orders(id),
      phase TEXT NOT NULL,
      total_minor BIGINT NOT NULL,
      currency TEXT NOT NULL,
      payment_method TEXT,
      return_url TEXT,
      provider_id TEXT,
      url TEXT,
      paid_by TEXT,
      expires_at BIGINT NOT NULL,
      processing_until BIGINT
    );
CREATE UNIQUE INDEX checkout_session_live ON checkout_session (cart_id)
      WHERE phase IN ('opening', 'open', 'processing');
CREATE TABLE payment (
      id TEXT COLLATE "C" PRIMARY KEY,
      session_id TEXT COLLATE "C" NOT NULL REFERENCES checkout_session(id),
      order_id TEXT COLLATE "C" NOT NULL REFERENCES orders(id),
      role TEXT NOT NULL,
      provider_id TEXT NOT NULL UNIQUE,
      method TEXT NOT NULL,
      instrument TEXT NOT NULL,
      currency TEXT NOT NULL,
      captured_minor BIGINT NOT NULL,
      refunding_minor BIGINT NOT NULL DEFAULT 0,
      flag TEXT,
      at BIGINT NOT NULL,
      CHECK (0 <= refunding_minor AND refunding_minor <= captured_minor)
    );
CREATE UNIQUE INDEX payment_of_session ON payment (session_id) WHERE role = 'primary';
CREATE INDEX payment_by_order ON payment (order_id);
CREATE TABLE refund (
      id TEXT COLLATE "C" PRIMARY KEY,
      payment_id TEXT COLLATE "C" NOT NULL REFERENCES payment(id),
      order_id TEXT COLLATE "C" NOT NULL REFERENCES orders(id),
      cause TEXT NOT NULL,
      subject TEXT NOT NULL,
      reason TEXT NOT NULL,
      amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
      currency TEXT NOT NULL,
      state TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      created_at BIGINT NOT NULL,
      UNIQUE (cause, subject)
    );
CREATE INDEX refund_by_order ON refund (order_id);
CREATE TABLE event (
      id TEXT COLLATE "C" PRIMARY KEY,
      order_id TEXT COLLATE "C" NOT NULL REFERENCES orders(id),
      seq INTEGER NOT NULL,
      type TEXT NOT NULL,
      -- The status that the order has through it, where it changes that.
      status TEXT,
      source TEXT NOT NULL,
      data TEXT NOT NULL,
      at BIGINT NOT NULL,
      UNIQUE (order_id, seq)
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
CREATE INDEX token_by_expiry ON token (expires_at);
CREATE INDEX orders_by_shopper ON orders (principal, shopper, id);
CREATE INDEX refund_by_payment ON refund (payment_id);
DROP INDEX job_by_time;
CREATE INDEX job_by_turn ON job ((CASE WHEN lease_until > run_at THEN lease_until ELSE run_at END), kind, subject);
CREATE TABLE shipment (
      id TEXT COLLATE "C" PRIMARY KEY,
      order_id TEXT COLLATE "C" NOT NULL REFERENCES orders(id),
      carrier TEXT NOT NULL,
      tracking_number TEXT NOT NULL,
      status TEXT NOT NULL,
      estimated_delivery TEXT,
      shipped_at BIGINT NOT NULL,
      delivered_at BIGINT,
      UNIQUE (order_id, carrier, tracking_number)
    );
CREATE TABLE shipment_line (
      shipment_id TEXT COLLATE "C" NOT NULL REFERENCES shipment(id),
      n INTEGER NOT NULL,
      quantity INTEGER NOT NULL CHECK (quantity > 0),
      sent_back INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (shipment_id, n),
      CHECK (0 <= sent_back AND sent_back <= quantity)
    );
CREATE TABLE scan (
      shipment_id TEXT COLLATE "C" NOT NULL REFERENCES shipment(id),
      at BIGINT NOT NULL,
      location TEXT NOT NULL,
      status TEXT NOT NULL,
      PRIMARY KEY (shipment_id, at, location, status)
    );
CREATE TABLE return_request (
      id TEXT COLLATE "C" PRIMARY KEY,
      order_id TEXT COLLATE "C" NOT NULL REFERENCES orders(id),
      status TEXT NOT NULL,
      refund_minor BIGINT NOT NULL,
      -- The refund's id, once goods were accepted.
      refund_id TEXT COLLATE "C",
      -- When each status was reached, as JSON.
      timeline TEXT NOT NULL,
      created_at BIGINT NOT NULL
    );
CREATE INDEX return_by_order ON return_request (order_id);
CREATE TABLE return_line (
      return_id TEXT COLLATE "C" NOT NULL REFERENCES return_request(id),
      i INTEGER NOT NULL,
      shipment_id TEXT COLLATE "C" NOT NULL REFERENCES shipment(id),
      n INTEGER NOT NULL,
      product_id TEXT COLLATE "C" NOT NULL,
      quantity INTEGER NOT NULL CHECK (quantity > 0),
      condition TEXT NOT NULL,
      reason TEXT NOT NULL,
      refund_minor BIGINT NOT NULL,
      -- Of the units: what staff accepted, what of that went back on the shelf, and what was not in the parcel.
      accepted INTEGER,
      restocked INTEGER,
      missing INTEGER,
      PRIMARY KEY (return_id, i)
    );
CREATE TABLE counter (series TEXT PRIMARY KEY, n BIGINT NOT NULL);
CREATE TABLE receipt (
      series TEXT NOT NULL,
      n BIGINT NOT NULL,
      order_id TEXT COLLATE "C" NOT NULL REFERENCES orders(id),
      kind TEXT NOT NULL,
      subject TEXT COLLATE "C" NOT NULL,
      document TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (series, n),
      UNIQUE (kind, subject)
    );
CREATE INDEX receipt_by_order ON receipt (order_id);
CREATE TABLE ticket (
      id TEXT COLLATE "C" PRIMARY KEY,
      principal TEXT,
      email TEXT NOT NULL,
      subject TEXT NOT NULL,
      message TEXT NOT NULL,
      order_id TEXT COLLATE "C" REFERENCES orders(id),
      status TEXT NOT NULL,
      created_at BIGINT NOT NULL
    );
CREATE TABLE flag (
      id TEXT COLLATE "C" PRIMARY KEY,
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      detail TEXT NOT NULL,
      at BIGINT NOT NULL
    );
CREATE TABLE inbound (
      id TEXT PRIMARY KEY,
      event TEXT NOT NULL,
      data TEXT NOT NULL,
      result TEXT NOT NULL,
      reason TEXT,
      order_id TEXT NOT NULL,
      received_at BIGINT NOT NULL
    );
CREATE INDEX inbound_deferred ON inbound (order_id) WHERE result = 'deferred';
CREATE TABLE subscription (
      id TEXT COLLATE "C" PRIMARY KEY,
      url TEXT NOT NULL,
      secret TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      deleted_at BIGINT
    );
CREATE TABLE delivery (
      subscription_id TEXT COLLATE "C" NOT NULL REFERENCES subscription(id),
      order_id TEXT COLLATE "C" NOT NULL,
      seq INTEGER NOT NULL,
      event_id TEXT COLLATE "C" NOT NULL REFERENCES event(id),
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      first_at BIGINT,
      -- How often it was asked for again: the outcome of an attempt counts in its own round only.
      round INTEGER NOT NULL,
      PRIMARY KEY (subscription_id, order_id, seq)
    );
CREATE TABLE order_page (
      id TEXT COLLATE "C" PRIMARY KEY,
      order_id TEXT COLLATE "C" NOT NULL UNIQUE REFERENCES orders(id),
      token_hash TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      revoked_at BIGINT
    );
CREATE TABLE delegation (
      id TEXT COLLATE "C" PRIMARY KEY,
      principal TEXT NOT NULL,
      agent TEXT NOT NULL,
      per_transaction_minor BIGINT NOT NULL,
      per_day_minor BIGINT NOT NULL,
      per_month_minor BIGINT NOT NULL,
      state TEXT NOT NULL,
      -- The provider's name for what the person chose when they approved.
      instrument TEXT,
      decide_before BIGINT NOT NULL,
      expires_at BIGINT,
      created_at BIGINT NOT NULL,
      CHECK (state <> 'active' OR instrument IS NOT NULL)
    );
CREATE TABLE instrument (fingerprint TEXT PRIMARY KEY, last_at BIGINT NOT NULL);
ALTER TABLE checkout_session ADD COLUMN charged INTEGER NOT NULL DEFAULT 0;
CREATE TABLE charge (
      id TEXT COLLATE "C" PRIMARY KEY,
      session_id TEXT COLLATE "C" NOT NULL REFERENCES checkout_session(id),
      state TEXT NOT NULL,
      delegation_id TEXT COLLATE "C" REFERENCES delegation(id),
      -- What a vault gave out, and the proof that the cardholder was there: kept while the charge is undecided.
      token TEXT,
      proof TEXT,
      -- Known once the amount is counted.
      instrument TEXT,
      amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
      -- Whether the session stands when the charge is refused, for another try.
      keeps_session INTEGER NOT NULL,
      -- Why it took nothing, in a word; the limit that stood in its way, as JSON.
      reason TEXT,
      refusal TEXT,
      at BIGINT NOT NULL
    );
CREATE INDEX charge_by_session ON charge (session_id, id);
CREATE UNIQUE INDEX charge_undecided ON charge (session_id) WHERE state IN ('begun', 'authorised');
CREATE TABLE spending (
      charge_id TEXT COLLATE "C" NOT NULL REFERENCES charge(id),
      entry TEXT NOT NULL,
      instrument TEXT NOT NULL REFERENCES instrument(fingerprint),
      delegation_id TEXT COLLATE "C" REFERENCES delegation(id),
      amount_minor BIGINT NOT NULL,
      at BIGINT NOT NULL,
      recorded_at BIGINT NOT NULL,
      PRIMARY KEY (charge_id, entry),
      CHECK ((entry = 'spent' AND amount_minor > 0) OR (entry = 'released' AND amount_minor < 0))
    );
CREATE INDEX spending_by_instrument ON spending (instrument, at);
CREATE INDEX spending_by_delegation ON spending (delegation_id, at);
ALTER TABLE payment ADD COLUMN charge_id TEXT COLLATE "C";
CREATE TABLE draft (
      id TEXT COLLATE "C" PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('checkout', 'cart')),
      principal TEXT NOT NULL,
      shopper TEXT NOT NULL,
      document TEXT NOT NULL,
      -- What the last try to pay came to, where it came to nothing.
      failed TEXT,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      cancelled_at BIGINT
    );
CREATE INDEX draft_by_expiry ON draft (expires_at);
ALTER TABLE checkout_session ADD COLUMN draft_id TEXT COLLATE "C" REFERENCES draft(id);
CREATE INDEX checkout_session_by_draft ON checkout_session (draft_id, id);
CREATE UNIQUE INDEX checkout_session_of_draft ON checkout_session (draft_id)
      WHERE phase IN ('opening', 'open', 'processing');
ALTER TABLE subscription ADD COLUMN principal TEXT;
ALTER TABLE subscription ADD COLUMN dialect TEXT;
INSERT INTO brand (id, name, category, position) VALUES
  ('kieselhaut', 'Kieselhaut', 'skincare', 0),
  ('quillmere', 'Quillmere', 'hair', 1);
INSERT INTO cart (id, principal, shopper) VALUES
  ('cart_0VChO0FsZCESIqmqFIgGTzHYB2OP', 'sho_0VChO0Fn5qPIdgRl1mfhdYLJQEKH', ''),
  ('cart_0VChO0HkADxStDdJmK3ExfRjv9jf', 'sho_0VChO0Hh3kQBeq29UyFFOV38OdCf', ''),
  ('cart_0VChO0JMFjsBrUZv9OhOw36kpB3c', 'sho_0VChO0JHHj0QoNpwwmufct3dwXlU', ''),
  ('cart_0VChO0MvRYL6MQaEOCymqvLXAsCU', 'sho_0VChO0MrH9qSJLPomqFEzVzH1mmz', ''),
  ('cart_0VChd8PJLfbljTs16hvEcJBHmFDJ', 'sho_0VChd8PEqWoHQX826WMYWN9HxU9J', ''),
  ('cart_0VChd8PcCEpxrtIiPl7OX15zkB9X', 'sho_0VChd8PZLozrklgFoCAA6wp12q5h', ''),
  ('cart_0VChd8PvmsmjFFegYWCkTw6AXTEP', 'sho_0VChd8Pn5dZhOr6QTjuQBsvr8xBi', ''),
  ('cart_0VChd8QbeYC7zRI9ATk5xt2Zd1MI', 'sho_0VChd8QSz96aBLXkxWVG9ozR8eTP', ''),
  ('cart_0VChd8Qyi7toRep5pIA7coKJ3FjN', 'sho_0VChd8QvyU3tXQm8gnAH50XNoLGz', ''),
  ('cart_0VChd8SoFFvH79PxxjqUZO838wP0', 'sho_0VChd8SgbqmHWqLbmx0Q4LK1nnEl', ''),
  ('cart_0VChd8Vfh849GawcadKokvYN4PMU', 'agent:demo-agent', 'gran'),
  ('cart_0VChd8XJVrrdwDSayuDhMlt0rqul', 'sho_0VChd8XGyvEIYID6VEZRvF0RCuGC', ''),
  ('cart_0VChd8YK9hu8YMssrPD2QPjWepk0', 'sho_0VChd8YIOlD6Fuhqt6qIcrqqaCcX', ''),
  ('cart_0VChd8aUqVtrjActCHrJHPVwherT', 'sho_0VChd8aH4KjZA21ThY5lfSZARtA5', ''),
  ('cart_0VChd8amveVAWPePl2ThlU5fxhJS', 'sho_0VChd8aK9Gfvk2H1tSG5Yape7eCF', ''),
  ('cart_0VChd8bSyuTxOOqfxmrR4SEjxMEy', 'sho_0VChd8bJ1m4vrdnper3AyjPOPZjz', ''),
  ('cart_0VChd8bVIQPdEDu8G0JbpUuPqVpS', 'sho_0VChd8bLBqa2fuyfqlHzvNuxDDwA', ''),
  ('cart_0VChd8bX53APNq1n0WwrHcozmuKi', 'sho_0VChd8bMtAys5V7qt6CAERvH68yk', ''),
  ('cart_0VChd8bazXFb4VOPQ8MCgBBiOQk4', 'sho_0VChd8bPOqHV1H8D1AqHMpTuKNlZ', ''),
  ('cart_0VChd8bc5USvTSz227F54Vf7wGW6', 'agent:demo-agent', 'aunt'),
  ('cart_0VChd8bfEQVIIlJ6GeHYf3zZKf3E', 'agent:demo-agent', 'uncle');
INSERT INTO product (id, brand_id, name, name_key, description, price_minor, currency, category, gtin, size_thousandths, size_unit, ingredients, hygiene_sealed, position) VALUES
  ('kieselhaut-niacinamide-serum-10', 'kieselhaut', 'Niacinamide Serum 10 %', 'niacinamide serum 10', 'A clear, water-light serum with 10 % niacinamide and zinc PCA for skin that shines by noon. Two or three drops after cleansing sink in within a minute and sit well under moisturiser and make-up. Unscented.', 1490, 'EUR', 'skincare', '2000001000106', 30000, 'ml', 'Aqua, Niacinamide, Glycerin, Pentylene Glycol, Zinc PCA, Sodium Hyaluronate, Allantoin, Xanthan Gum, Citric Acid, Phenoxyethanol, Ethylhexylglycerin', 1, 0),
  ('quillmere-daily-shampoo-meadowfoam', 'quillmere', 'Daily Shampoo Meadowfoam', 'daily shampoo meadowfoam', 'A gentle everyday shampoo with meadowfoam oil and apple surfactants that cleans the scalp and leaves lengths soft. Lathers well even in hard water. Scented with crushed nettle and bergamot.', 1600, 'EUR', 'hair', '2000007000100', 250000, 'ml', 'Aqua, Sodium Cocoyl Apple Amino Acids, Coco-Glucoside, Cocamidopropyl Betaine, Glycerin, Limnanthes Alba Seed Oil, Urtica Dioica Leaf Extract, Panthenol, Guar Hydroxypropyltrimonium Chloride, Sodium Chloride, Parfum, Citric Acid, Sodium Benzoate, Potassium Sorbate, Limonene, Linalool', 1, 0);
INSERT INTO cart_line (cart_id, product_id, quantity, price_seen_minor, added_at) VALUES
  ('cart_0VChd8PJLfbljTs16hvEcJBHmFDJ', 'kieselhaut-niacinamide-serum-10', 2, 1490, 1772445606650),
  ('cart_0VChd8PcCEpxrtIiPl7OX15zkB9X', 'kieselhaut-niacinamide-serum-10', 3, 1490, 1772445606669),
  ('cart_0VChd8PvmsmjFFegYWCkTw6AXTEP', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445606687),
  ('cart_0VChd8QbeYC7zRI9ATk5xt2Zd1MI', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445606729),
  ('cart_0VChd8aUqVtrjActCHrJHPVwherT', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445607342),
  ('cart_0VChd8amveVAWPePl2ThlU5fxhJS', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445607360),
  ('cart_0VChd8bSyuTxOOqfxmrR4SEjxMEy', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445607402),
  ('cart_0VChd8bVIQPdEDu8G0JbpUuPqVpS', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445607405),
  ('cart_0VChd8bX53APNq1n0WwrHcozmuKi', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445607407),
  ('cart_0VChd8bazXFb4VOPQ8MCgBBiOQk4', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445607410),
  ('cart_0VChd8bc5USvTSz227F54Vf7wGW6', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445607413),
  ('cart_0VChd8bfEQVIIlJ6GeHYf3zZKf3E', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445607416);
INSERT INTO catalog_version (one, version) VALUES
  (1, 2);
INSERT INTO draft (id, kind, principal, shopper, document, failed, created_at, updated_at, expires_at, cancelled_at) VALUES
  ('cart_0VChd8U6w0ATSMzmhTe3EqIHemry', 'cart', 'agent:demo-agent', '', '{"lines":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":2,"priceSeenMinor":1490}],"discountCodes":[],"authenticates":false,"paysByToken":false}', NULL, 1772445606946, 1772445606946, 1775037606946, NULL),
  ('cs_0VChd8UD2Qv2r9t35fB54XfYoBdC', 'checkout', 'agent:demo-agent', '', '{"lines":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"priceSeenMinor":1490}],"discountCodes":[],"authenticates":true,"paysByToken":true}', NULL, 1772445606953, 1772445606953, 1772532006953, NULL),
  ('cs_0VChd8UHSOBjppDu75pChxrPWnoI', 'checkout', 'agent:demo-agent', '', '{"lines":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"priceSeenMinor":1490}],"buyer":{"email":"ada@example.com","givenName":"Ada","familyName":"Lovelace"},"recipient":{"name":"Ada Lovelace","phone":"+493012345","email":"ada@example.com","destination":{"name":"Ada Lovelace","line1":"Torstrasse 1","city":"Berlin","region":"BE","postcode":"10119","countrySaid":"DE","country":"DE"}},"discountCodes":[],"authenticates":true,"paysByToken":true}', NULL, 1772445606957, 1772445606957, 1772532006957, NULL),
  ('cs_0VChd8UV26dQRXwX649Q1c6L8DC3', 'checkout', 'agent:demo-agent', '', '{"lines":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"priceSeenMinor":1490}],"buyer":{"email":"ada@example.com","givenName":"Ada","familyName":"Lovelace"},"recipient":{"name":"Ada Lovelace","phone":"+493012345","email":"ada@example.com","destination":{"name":"Ada Lovelace","line1":"Torstrasse 1","city":"Berlin","region":"BE","postcode":"10119","countrySaid":"DE","country":"DE"}},"discountCodes":[],"authenticates":true,"paysByToken":true}', NULL, 1772445606971, 1772445606971, 1772532006971, NULL),
  ('cs_0VChd8UpF603eVm9V0tutJn1TnWY', 'checkout', 'agent:demo-agent', '', '{"lines":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"priceSeenMinor":1490}],"buyer":{"email":"ada@example.com","givenName":"Ada","familyName":"Lovelace"},"recipient":{"name":"Ada Lovelace","phone":"+493012345","email":"ada@example.com","destination":{"name":"Ada Lovelace","line1":"Torstrasse 1","city":"Berlin","region":"BE","postcode":"10119","countrySaid":"DE","country":"DE"}},"discountCodes":[],"authenticates":true,"paysByToken":true}', NULL, 1772445606991, 1772445606991, 1772532006991, NULL),
  ('cs_0VChd8axyne9GZVdyvdgjBIlSR7P', 'checkout', 'agent:demo-agent', '', '{"lines":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"priceSeenMinor":1490}],"buyer":{"email":"ada@example.com","givenName":"Ada","familyName":"Lovelace"},"recipient":{"name":"Ada Lovelace","phone":"+493012345","email":"ada@example.com","destination":{"name":"Ada Lovelace","line1":"Torstrasse 1","city":"Berlin","region":"BE","postcode":"10119","countrySaid":"DE","country":"DE"}},"discountCodes":[],"authenticates":true,"paysByToken":true}', NULL, 1772445607371, 1772445608092, 1772532007371, NULL),
  ('cs_0VChd8b2ofNOPWzBfsquHITiYdkI', 'checkout', 'agent:demo-agent', '', '{"lines":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"priceSeenMinor":1490}],"buyer":{"email":"ada@example.com","givenName":"Ada","familyName":"Lovelace"},"recipient":{"name":"Ada Lovelace","phone":"+493012345","email":"ada@example.com","destination":{"name":"Ada Lovelace","line1":"Torstrasse 1","city":"Berlin","region":"BE","postcode":"10119","countrySaid":"DE","country":"DE"}},"discountCodes":[],"authenticates":true,"paysByToken":true}', NULL, 1772445607376, 1772445608186, 1772532007376, NULL);
INSERT INTO orders (id, principal, shopper, status, email, address, shipping_method, currency, subtotal_minor, shipping_minor, shipping_vat_minor, total_minor, vat, events, created_at) VALUES
  ('ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 'sho_0VChO0Fn5qPIdgRl1mfhdYLJQEKH', '', 'shipped', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 4, 1772442000399),
  ('ord_0VChO0Gro1hfFIp7GUauNySXWIcz', 'sho_0VChO0Fn5qPIdgRl1mfhdYLJQEKH', '', 'confirmed', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 3, 1772442000453),
  ('ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 'sho_0VChO0Hh3kQBeq29UyFFOV38OdCf', '', 'delivered', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 2980, 495, 79, 3475, '[{"rateBp":1900,"netMinor":2920,"vatMinor":555,"grossMinor":3475}]', 7, 1772442000512),
  ('ord_0VChO0JRBMrSlLCxeooe140ObGQd', 'sho_0VChO0JHHj0QoNpwwmufct3dwXlU', '', 'cancelled', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 6, 1772442000613),
  ('ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 'sho_0VChO0MrH9qSJLPomqFEzVzH1mmz', '', 'shipped', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 6, 1772442000835),
  ('ord_0VChd8PQGrPpicwtsa435cmk8W9U', 'sho_0VChd8PEqWoHQX826WMYWN9HxU9J', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 2980, 495, 79, 3475, '[{"rateBp":1900,"netMinor":2920,"vatMinor":555,"grossMinor":3475}]', 1, 1772445606656),
  ('ord_0VChd8PzuPLWE3NsAtDOvqdeHd7v', 'sho_0VChd8Pn5dZhOr6QTjuQBsvr8xBi', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445606691),
  ('ord_0VChd8Qj2ygXP4qitqxVyywtaWX4', 'sho_0VChd8QSz96aBLXkxWVG9ozR8eTP', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445606737),
  ('ord_0VChd8R2NpZ38HxriIYex79SGg8F', 'sho_0VChd8QvyU3tXQm8gnAH50XNoLGz', '', 'delivered', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 2980, 495, 79, 3475, '[{"rateBp":1900,"netMinor":2920,"vatMinor":555,"grossMinor":3475}]', 6, 1772445606756),
  ('ord_0VChd8SxZeeF79wziZSmthVEVQpO', 'sho_0VChd8SgbqmHWqLbmx0Q4LK1nnEl', '', 'confirmed', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 3, 1772445606875),
  ('ord_0VChd8UaSowk5rU755hhrvfpB0th', 'agent:demo-agent', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin, BE","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445606976),
  ('ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 'agent:demo-agent', 'gran', 'confirmed', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 3, 1772445607050),
  ('ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 'sho_0VChd8XGyvEIYID6VEZRvF0RCuGC', '', 'cancelled', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 5, 1772445607149),
  ('ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 'sho_0VChd8YIOlD6Fuhqt6qIcrqqaCcX', '', 'delivered', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 2980, 495, 79, 3475, '[{"rateBp":1900,"netMinor":2920,"vatMinor":555,"grossMinor":3475}]', 9, 1772445607215),
  ('ord_0VChd8adG7SjQpuvDRpyK3iGACyD', 'sho_0VChd8aH4KjZA21ThY5lfSZARtA5', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445607351),
  ('ord_0VChd8aq4RjwpHZiR5fL5spnOIb9', 'sho_0VChd8aK9Gfvk2H1tSG5Yape7eCF', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445607364),
  ('ord_0VChd8kdjax7Zpdmc3foh7WZJzi7', 'sho_0VChd8bJ1m4vrdnper3AyjPOPZjz', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445607971),
  ('ord_0VChd8lbA5T2pxjUbb7BI6T4Ytih', 'sho_0VChd8bLBqa2fuyfqlHzvNuxDDwA', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445608031),
  ('ord_0VChd8m7XnL8IrMrGNjrAkKmJ3wL', 'sho_0VChd8bMtAys5V7qt6CAERvH68yk', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445608063),
  ('ord_0VChd8mcMUs7OdsySuc1wM0bccgS', 'agent:demo-agent', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin, BE","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445608094),
  ('ord_0VChd8oCJh3061mFhkRK2lxk2Opc', 'agent:demo-agent', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin, BE","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445608192),
  ('ord_0VChd8pL1N5wcirEfkD2cUnKnqrO', 'agent:demo-agent', 'aunt', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445608262),
  ('ord_0VChd8prw6mzEN2OKSshyABQMVUx', 'agent:demo-agent', 'uncle', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445608294);
INSERT INTO checkout_session (id, cart_id, order_id, phase, total_minor, currency, payment_method, return_url, provider_id, url, paid_by, expires_at, processing_until, charged, draft_id) VALUES
  ('cs_0VChO0G10LrdW4QcRltHNmNJbwPq', 'cart_0VChO0FsZCESIqmqFIgGTzHYB2OP', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 'complete', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChO0G10LrdW4QcRltHNmNJbwPq', 'http://shop.example/pay/cs_0VChO0G10LrdW4QcRltHNmNJbwPq.vOPCMEw7pQUMrO20x3FdA5yfaZTwv4kp', 'pay_0VChO0GBz9vA03lvNN0P7Vtr7uur', 1772443800399, NULL, 0, NULL),
  ('cs_0VChO0GsVlv6MYG5S5FHPV5JtTuZ', 'cart_0VChO0FsZCESIqmqFIgGTzHYB2OP', 'ord_0VChO0Gro1hfFIp7GUauNySXWIcz', 'complete', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChO0GsVlv6MYG5S5FHPV5JtTuZ', 'http://shop.example/pay/cs_0VChO0GsVlv6MYG5S5FHPV5JtTuZ.7uFttXQQ5mu1u1B-75jkdrWTF_4N02v1', 'pay_0VChO0H0r0IV6xwF3u4CXkKokXz2', 1772443800453, NULL, 0, NULL),
  ('cs_0VChO0HphIDeU6hGLwFnn8knoFu7', 'cart_0VChO0HkADxStDdJmK3ExfRjv9jf', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 'complete', 3475, 'EUR', NULL, NULL, 'simulated_cs_0VChO0HphIDeU6hGLwFnn8knoFu7', 'http://shop.example/pay/cs_0VChO0HphIDeU6hGLwFnn8knoFu7.vwmjUFei02PHP_5HnWb1v-0z5kq6z2vJ', 'pay_0VChO0IDQfKaAPZfR1vQ2IyscVUR', 1772443800512, NULL, 0, NULL),
  ('cs_0VChO0JTovhqOnv2kPxTfCn3zTjo', 'cart_0VChO0JMFjsBrUZv9OhOw36kpB3c', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 'complete', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChO0JTovhqOnv2kPxTfCn3zTjo', 'http://shop.example/pay/cs_0VChO0JTovhqOnv2kPxTfCn3zTjo.uv4QfozY10Hp_zrO3WsnA1xBstHpBpom', 'pay_0VChO0JchgtSMwc1Mqp0WOdZnhVn', 1772443800613, NULL, 0, NULL),
  ('cs_0VChO0N2sB4536RMNMN01aKejT1v', 'cart_0VChO0MvRYL6MQaEOCymqvLXAsCU', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 'complete', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChO0N2sB4536RMNMN01aKejT1v', 'http://shop.example/pay/cs_0VChO0N2sB4536RMNMN01aKejT1v.6atZ-w1V0iHtvH1i2F4do6eeTsR7NckV', 'pay_0VChO0NNYscF4NncV6iCPJe3ZVV3', 1772443800835, NULL, 0, NULL),
  ('cs_0VChd8PRrQfWvgWnqPcmHSUf7PqM', 'cart_0VChd8PJLfbljTs16hvEcJBHmFDJ', 'ord_0VChd8PQGrPpicwtsa435cmk8W9U', 'open', 3475, 'EUR', NULL, NULL, 'simulated_cs_0VChd8PRrQfWvgWnqPcmHSUf7PqM', 'http://shop.example/pay/cs_0VChd8PRrQfWvgWnqPcmHSUf7PqM.vlW4-QBgLKKlZ9EE8UClgVsyri7AlqhS', NULL, 1772447406656, NULL, 0, NULL),
  ('cs_0VChd8Q0sQOQBKNxRJQi5K32EhaN', 'cart_0VChd8PvmsmjFFegYWCkTw6AXTEP', 'ord_0VChd8PzuPLWE3NsAtDOvqdeHd7v', 'processing', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChd8Q0sQOQBKNxRJQi5K32EhaN', 'http://shop.example/pay/cs_0VChd8Q0sQOQBKNxRJQi5K32EhaN.59c9JRLuhuFfnSERNnYvGlmno1xBE2H-', NULL, 1772447406691, 1772532006706, 0, NULL),
  ('cs_0VChd8Qksg86x0qyhe412pfIMK8P', 'cart_0VChd8QbeYC7zRI9ATk5xt2Zd1MI', 'ord_0VChd8Qj2ygXP4qitqxVyywtaWX4', 'open', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChd8Qksg86x0qyhe412pfIMK8P', 'http://shop.example/pay/cs_0VChd8Qksg86x0qyhe412pfIMK8P.65dh3wBoKe4ZS5gPQYScOWl0Juh639yY', NULL, 1772447406737, NULL, 0, NULL),
  ('cs_0VChd8R37sR8mlEhVz304kujgKhn', 'cart_0VChd8Qyi7toRep5pIA7coKJ3FjN', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 'complete', 3475, 'EUR', NULL, NULL, 'simulated_cs_0VChd8R37sR8mlEhVz304kujgKhn', 'http://shop.example/pay/cs_0VChd8R37sR8mlEhVz304kujgKhn.VK4XlE4jFFEhed9FlyTFYPb1EV-irBIB', 'pay_0VChd8RH6IhGMcvRvkktD9OO26cS', 1772447406756, NULL, 0, NULL),
  ('cs_0VChd8SzByKqqw1WxGYCRwFO9EDs', 'cart_0VChd8SoFFvH79PxxjqUZO838wP0', 'ord_0VChd8SxZeeF79wziZSmthVEVQpO', 'complete', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChd8SzByKqqw1WxGYCRwFO9EDs', 'http://shop.example/pay/cs_0VChd8SzByKqqw1WxGYCRwFO9EDs.cTYa8yFv6EuVzcPN3Y3bL7z0S6cNikAJ', 'pay_0VChd8T69a0Ekb0oZyYl48MdhzWf', 1772447406875, NULL, 0, NULL),
  ('cs_0VChd8UbrXzFGBk7RzQnOvCxzgBZ', NULL, 'ord_0VChd8UaSowk5rU755hhrvfpB0th', 'open', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChd8UbrXzFGBk7RzQnOvCxzgBZ', 'http://shop.example/pay/cs_0VChd8UbrXzFGBk7RzQnOvCxzgBZ.BOHe96FXzKA26Bm-wIoCxHlmm3TBJbBE', NULL, 1772447406976, NULL, 0, 'cs_0VChd8UV26dQRXwX649Q1c6L8DC3'),
  ('cs_0VChd8VpQPLaIwG9kRRYrHQG17E3', 'cart_0VChd8Vfh849GawcadKokvYN4PMU', 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 'complete', 1985, 'EUR', NULL, NULL, NULL, NULL, 'pay_0VChd8VzwUKupjpRSMdH0JsXXkb6', 1772447407050, NULL, 1, NULL),
  ('cs_0VChd8XNeelDO698txP6xDwVOg6Q', 'cart_0VChd8XJVrrdwDSayuDhMlt0rqul', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 'complete', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChd8XNeelDO698txP6xDwVOg6Q', 'http://shop.example/pay/cs_0VChd8XNeelDO698txP6xDwVOg6Q.hgHzxBcSzF80knqiqTESDhw6Q1-1jveF', 'pay_0VChd8XcwRG4ySekIZAG4cf1bOT4', 1772447407149, NULL, 0, NULL),
  ('cs_0VChd8YSFN0YyL8IdEWi3f30b3OR', 'cart_0VChd8YK9hu8YMssrPD2QPjWepk0', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 'complete', 3475, 'EUR', NULL, NULL, 'simulated_cs_0VChd8YSFN0YyL8IdEWi3f30b3OR', 'http://shop.example/pay/cs_0VChd8YSFN0YyL8IdEWi3f30b3OR.F5680Mgnrae0dEzTGuWlV9wYl_iGjJR6', 'pay_0VChd8Yb4tuwpQyKXkO1neMlAJYa', 1772447407215, NULL, 0, NULL),
  ('cs_0VChd8aevvfY5gAdZ1FT9VspdCql', 'cart_0VChd8aUqVtrjActCHrJHPVwherT', 'ord_0VChd8adG7SjQpuvDRpyK3iGACyD', 'open', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChd8aevvfY5gAdZ1FT9VspdCql', 'http://shop.example/pay/cs_0VChd8aevvfY5gAdZ1FT9VspdCql.mZLmG1xm_R6pqwkoaB7em0T-QtgjyF4g', NULL, 1772447407351, NULL, 0, NULL),
  ('cs_0VChd8aqRDCZRh3n0sICNmW061zX', 'cart_0VChd8amveVAWPePl2ThlU5fxhJS', 'ord_0VChd8aq4RjwpHZiR5fL5spnOIb9', 'open', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChd8aqRDCZRh3n0sICNmW061zX', 'http://shop.example/pay/cs_0VChd8aqRDCZRh3n0sICNmW061zX.SRB-cleYNOFRNFbb_VdmShZNziO9XTXb', NULL, 1772447407364, NULL, 0, NULL),
  ('cs_0VChd8khlCdQp3WsrVGaiDVgdfH2', 'cart_0VChd8bSyuTxOOqfxmrR4SEjxMEy', 'ord_0VChd8kdjax7Zpdmc3foh7WZJzi7', 'opening', 1985, 'EUR', NULL, NULL, NULL, NULL, NULL, 1772447407971, NULL, 0, NULL),
  ('cs_0VChd8lbKZc4Y5LXPvKulCdgKLpM', 'cart_0VChd8bVIQPdEDu8G0JbpUuPqVpS', 'ord_0VChd8lbA5T2pxjUbb7BI6T4Ytih', 'opening', 1985, 'EUR', NULL, NULL, NULL, NULL, NULL, 1772447408031, NULL, 0, NULL),
  ('cs_0VChd8m8V5PVujoRhXoNFzoKr7DS', 'cart_0VChd8bX53APNq1n0WwrHcozmuKi', 'ord_0VChd8m7XnL8IrMrGNjrAkKmJ3wL', 'opening', 1985, 'EUR', NULL, NULL, NULL, NULL, NULL, 1772447408063, NULL, 0, NULL),
  ('cs_0VChd8mm9LZ9J12JLcakhNILCBwj', NULL, 'ord_0VChd8mcMUs7OdsySuc1wM0bccgS', 'processing', 1985, 'EUR', NULL, NULL, NULL, NULL, NULL, 1772447408094, NULL, 1, 'cs_0VChd8axyne9GZVdyvdgjBIlSR7P'),
  ('cs_0VChd8oGOXbmT7Ny99IspJlb7ZPy', NULL, 'ord_0VChd8oCJh3061mFhkRK2lxk2Opc', 'processing', 1985, 'EUR', NULL, NULL, NULL, NULL, NULL, 1772447408192, NULL, 1, 'cs_0VChd8b2ofNOPWzBfsquHITiYdkI'),
  ('cs_0VChd8pMYpeEjdWjTHgqYq3GD6ul', 'cart_0VChd8bc5USvTSz227F54Vf7wGW6', 'ord_0VChd8pL1N5wcirEfkD2cUnKnqrO', 'processing', 1985, 'EUR', NULL, NULL, NULL, NULL, NULL, 1772447408262, NULL, 1, NULL),
  ('cs_0VChd8psZRhRnQXkPybWC2bGT9Tn', 'cart_0VChd8bfEQVIIlJ6GeHYf3zZKf3E', 'ord_0VChd8prw6mzEN2OKSshyABQMVUx', 'processing', 1985, 'EUR', NULL, NULL, NULL, NULL, NULL, 1772447408294, NULL, 1, NULL);
INSERT INTO delegation (id, principal, agent, per_transaction_minor, per_day_minor, per_month_minor, state, instrument, decide_before, expires_at, created_at) VALUES
  ('del_0VChd8UxQDW2F69mPC5vDdgxtFyl', 'sho_0VChd8UtOqr4mOV84qLubmOcuYRS', 'demo-agent', 20000, 50000, 200000, 'active', 'fp_hQcOyyia753O5LsIpmDwnVeSdey-d3qf', 1772447406999, NULL, 1772445606999),
  ('del_0VChd8Wu6EcMQIJgKHyUSrlaP35V', 'sho_0VChd8WlxJbAPS8hB7dXUmEuiAWr', 'demo-agent', 20000, 50000, 200000, 'pending', NULL, 1772447407120, NULL, 1772445607120),
  ('del_0VChd8qlUIOaP8C0YIDufc3hSTPh', 'sho_0VChd8bhg98T9DIjNzTpIDTjfGKs', 'demo-agent', 20000, 50000, 200000, 'pending', NULL, 1772447408351, NULL, 1772445608351);
INSERT INTO charge (id, session_id, state, delegation_id, token, proof, instrument, amount_minor, keeps_session, reason, refusal, at) VALUES
  ('chg_0VChd8Vp8enucqBu7tWQgamHFaVc', 'cs_0VChd8VpQPLaIwG9kRRYrHQG17E3', 'succeeded', 'del_0VChd8UxQDW2F69mPC5vDdgxtFyl', NULL, NULL, 'fp_hQcOyyia753O5LsIpmDwnVeSdey-d3qf', 1985, 0, NULL, NULL, 1772445607053),
  ('chg_0VChd8mqm3x9J7n0VvwvyOarHSvE', 'cs_0VChd8mm9LZ9J12JLcakhNILCBwj', 'authorised', NULL, 'vt_0VChd8bBYpvRzKZIi14C6u6iiv7b', NULL, 'fp_wpN_eOO9ztu1yiOa8C5jdBHZeJpZaiX-', 1985, 1, NULL, NULL, 1772445608108),
  ('chg_0VChd8oH8yqOOp2xMnQuhDV26V2i', 'cs_0VChd8oGOXbmT7Ny99IspJlb7ZPy', 'begun', NULL, 'vt_0VChd8bHKSgAjgAh3OZdfNxVgR7H', NULL, NULL, 1985, 1, NULL, NULL, 1772445608197),
  ('chg_0VChd8pNNPXf8G24qgJrlJlneTGI', 'cs_0VChd8pMYpeEjdWjTHgqYq3GD6ul', 'authorised', 'del_0VChd8UxQDW2F69mPC5vDdgxtFyl', NULL, NULL, 'fp_hQcOyyia753O5LsIpmDwnVeSdey-d3qf', 1985, 0, NULL, NULL, 1772445608265),
  ('chg_0VChd8pslaTYbZo03fNspGbAwSMD', 'cs_0VChd8psZRhRnQXkPybWC2bGT9Tn', 'authorised', 'del_0VChd8UxQDW2F69mPC5vDdgxtFyl', NULL, NULL, 'fp_hQcOyyia753O5LsIpmDwnVeSdey-d3qf', 1985, 0, NULL, NULL, 1772445608296);
INSERT INTO counter (series, n) VALUES
  ('C-2026', 1),
  ('R-2026', 10);
INSERT INTO event (id, order_id, seq, type, status, source, data, at) VALUES
  ('evt_0VChO0G0f3VXF6926OF4yzg3lyoA', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t"}', 1772442000400),
  ('evt_0VChO0GIu3k99zn05yRtGHQd5qns', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t"}', 1772442000418),
  ('evt_0VChO0GJcXMcYePxxxmf7zxN9n6e', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t","amount":19.85,"currency":"EUR","method":"card"}', 1772442000419),
  ('evt_0VChO0Grc0vCQeQUUa9I5nvc7gI9', 'ord_0VChO0Gro1hfFIp7GUauNySXWIcz', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChO0Gro1hfFIp7GUauNySXWIcz"}', 1772442000453),
  ('evt_0VChO0H7E026EY1m2Gx28rjDAvO1', 'ord_0VChO0Gro1hfFIp7GUauNySXWIcz', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChO0Gro1hfFIp7GUauNySXWIcz"}', 1772442000469),
  ('evt_0VChO0H8lV5C82qEfunMEy3VE3YH', 'ord_0VChO0Gro1hfFIp7GUauNySXWIcz', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChO0Gro1hfFIp7GUauNySXWIcz","amount":19.85,"currency":"EUR","method":"card"}', 1772442000471),
  ('evt_0VChO0HpW9EEKkpxQALQPscaTzz6', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1"}', 1772442000513),
  ('evt_0VChO0IIRyOJ6lzP7XHDHMfDEzfE', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1"}', 1772442000542),
  ('evt_0VChO0IJuOP2SQRX8STQtRJsLbkR', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1","amount":34.75,"currency":"EUR","method":"card"}', 1772442000543),
  ('evt_0VChO0Ik7xc52IgJWPlGLnwYv9iN', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 4, 'order.shipped', 'shipped', 'staff', '{"orderId":"ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1","carrier":"DHL","trackingNumber":"JD-ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":2}]}', 1772442000570),
  ('evt_0VChO0Iw9Sl3O5Mg45BG5CQH0scD', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 5, 'order.delivered', 'delivered', 'staff', '{"orderId":"ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1","deliveredAt":"2026-03-02T09:00:00.581Z","trackingNumber":"JD-ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1"}', 1772442000582),
  ('evt_0VChO0JBF9CZrYlUvL7QT1aA6aTr', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 6, 'return.initiated', NULL, 'shopper', '{"orderId":"ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1","returnId":"ret_0VChO0J81nSP3HZBqZIQs3Y0wZ8r","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"reason":"too sweet"}]}', 1772442000597),
  ('evt_0VChO0JSvHBjoJ8k8Qk6XGInUzmm', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChO0JRBMrSlLCxeooe140ObGQd"}', 1772442000614),
  ('evt_0VChO0Jh1H2LbHlCn5Ju2ahwoL8V', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChO0JRBMrSlLCxeooe140ObGQd"}', 1772442000629),
  ('evt_0VChO0Jj9tAGxQ2DqwCiWtLGeeKD', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChO0JRBMrSlLCxeooe140ObGQd","amount":19.85,"currency":"EUR","method":"card"}', 1772442000631),
  ('evt_0VChO0KC5sR4BUpPgABMLTj60GGf', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 4, 'order.cancelled', 'cancelled', 'shopper', '{"orderId":"ord_0VChO0JRBMrSlLCxeooe140ObGQd"}', 1772442000660),
  ('evt_0VChO0KF9GSmSGkvJlIGSfUXUWy4', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 5, 'refund.created', NULL, 'system', '{"orderId":"ord_0VChO0JRBMrSlLCxeooe140ObGQd","refundId":"ref_0VChO0KDiYk48T6fkURDwqIgrPDu","amount":19.85,"currency":"EUR"}', 1772442000663),
  ('evt_0VChO0MGoyArQXFo1P46b4quWBM9', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 6, 'refund.succeeded', NULL, 'provider', '{"orderId":"ord_0VChO0JRBMrSlLCxeooe140ObGQd","refundId":"ref_0VChO0KDiYk48T6fkURDwqIgrPDu","amount":19.85,"currency":"EUR"}', 1772442000788),
  ('evt_0VChO0N2czejvdyFyB0pn1JrlNnX', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChO0N1v4O0fXLJOBiaOj2URoYt"}', 1772442000836),
  ('evt_0VChO0NXovK3w0YJsUozUiZNKDGF', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChO0N1v4O0fXLJOBiaOj2URoYt"}', 1772442000867),
  ('evt_0VChO0NYDraoiTFK1J5S3rOTqQZG', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChO0N1v4O0fXLJOBiaOj2URoYt","amount":19.85,"currency":"EUR","method":"card"}', 1772442000868),
  ('evt_0VChO0NdeKRxpXKVB8ioQJkaKzR1', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 4, 'refund.created', NULL, 'system', '{"orderId":"ord_0VChO0N1v4O0fXLJOBiaOj2URoYt","refundId":"ref_0VChO0NbN1m6W5LkuZ85gpZc6do8","amount":19.85,"currency":"EUR"}', 1772442000873),
  ('evt_0VChd8FB387Spp90I69813igmFXL', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 5, 'refund.succeeded', NULL, 'provider', '{"orderId":"ord_0VChO0N1v4O0fXLJOBiaOj2URoYt","refundId":"ref_0VChO0NbN1m6W5LkuZ85gpZc6do8","amount":19.85,"currency":"EUR"}', 1772445606021),
  ('evt_0VChd8FjspxZrMnFIboJpZUCXpIq', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 4, 'order.shipped', 'shipped', 'carrier', '{"orderId":"ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t","carrier":"Nordlicht Parcel","trackingNumber":"NP267677063592","estimatedDelivery":"2026-03-02","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1}]}', 1772445606055),
  ('evt_0VChd8Fy9923k9CZg35ZKUzaeARV', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 7, 'return.in_transit', NULL, 'carrier', '{"orderId":"ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1","returnId":"ret_0VChO0J81nSP3HZBqZIQs3Y0wZ8r"}', 1772445606070),
  ('evt_0VChd8GPYWiliadApIJWMAnuDm0N', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 6, 'order.shipped', 'shipped', 'carrier', '{"orderId":"ord_0VChO0N1v4O0fXLJOBiaOj2URoYt","carrier":"Nordlicht Parcel","trackingNumber":"NP300010570958","estimatedDelivery":"2026-03-02","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1}]}', 1772445606097),
  ('evt_0VChd8PQkmDzdSCPkQuZO691w5NI', 'ord_0VChd8PQGrPpicwtsa435cmk8W9U', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8PQGrPpicwtsa435cmk8W9U"}', 1772445606656),
  ('evt_0VChd8PzK9OWhQshCz1E2mh1AHtk', 'ord_0VChd8PzuPLWE3NsAtDOvqdeHd7v', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8PzuPLWE3NsAtDOvqdeHd7v"}', 1772445606691),
  ('evt_0VChd8Qk4LptMguHMKeK9pRzSbQG', 'ord_0VChd8Qj2ygXP4qitqxVyywtaWX4', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8Qj2ygXP4qitqxVyywtaWX4"}', 1772445606738),
  ('evt_0VChd8R3pXQ9CuPd6eBZufHcgaqh', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8R2NpZ38HxriIYex79SGg8F"}', 1772445606757),
  ('evt_0VChd8RMBA9FjVmsOCFzzZbSc8r0', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChd8R2NpZ38HxriIYex79SGg8F"}', 1772445606776),
  ('evt_0VChd8RONjGgZuZYo7M5tITSehSK', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChd8R2NpZ38HxriIYex79SGg8F","amount":34.75,"currency":"EUR","method":"card"}', 1772445606778),
  ('evt_0VChd8RxIikEkDbB6dqVO9n76eVI', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 4, 'order.shipped', 'shipped', 'staff', '{"orderId":"ord_0VChd8R2NpZ38HxriIYex79SGg8F","carrier":"DHL","trackingNumber":"JD-ord_0VChd8R2NpZ38HxriIYex79SGg8F","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":2}]}', 1772445606813),
  ('evt_0VChd8S98awN7b4woNjTP5LUhrAk', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 5, 'order.delivered', 'delivered', 'staff', '{"orderId":"ord_0VChd8R2NpZ38HxriIYex79SGg8F","deliveredAt":"2026-03-02T10:00:06.823Z","trackingNumber":"JD-ord_0VChd8R2NpZ38HxriIYex79SGg8F"}', 1772445606825),
  ('evt_0VChd8SVbuiXlvQu3ttficzlE7Ts', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 6, 'return.initiated', NULL, 'shopper', '{"orderId":"ord_0VChd8R2NpZ38HxriIYex79SGg8F","returnId":"ret_0VChd8SRiiYMCL3ZHUMRSZqDSlHR","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"reason":"too sweet"}]}', 1772445606847),
  ('evt_0VChd8Szy9tckqjmB9yZxmrEiahe', 'ord_0VChd8SxZeeF79wziZSmthVEVQpO', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8SxZeeF79wziZSmthVEVQpO"}', 1772445606877),
  ('evt_0VChd8TB9PYuZY2QcG9nr5TiGAgA', 'ord_0VChd8SxZeeF79wziZSmthVEVQpO', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChd8SxZeeF79wziZSmthVEVQpO"}', 1772445606889),
  ('evt_0VChd8TCZWporBEVHCfgij74HzDe', 'ord_0VChd8SxZeeF79wziZSmthVEVQpO', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChd8SxZeeF79wziZSmthVEVQpO","amount":19.85,"currency":"EUR","method":"card"}', 1772445606890),
  ('evt_0VChd8UaWAVydnZyS3ltQvDbIujz', 'ord_0VChd8UaSowk5rU755hhrvfpB0th', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8UaSowk5rU755hhrvfpB0th"}', 1772445606976),
  ('evt_0VChd8VozSMCwXjgPmxfZ76hLitm', 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8Vnk49qvb5bZOKQj8u2V691"}', 1772445607052),
  ('evt_0VChd8W6HGYFhDvXN8Ghp8At0bwT', 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChd8Vnk49qvb5bZOKQj8u2V691"}', 1772445607070),
  ('evt_0VChd8W7YNx74gaFIza2p0leURMK', 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChd8Vnk49qvb5bZOKQj8u2V691","amount":19.85,"currency":"EUR","method":"card"}', 1772445607071),
  ('evt_0VChd8XNvoUvD47DN2gr1toTu2To', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL"}', 1772445607149),
  ('evt_0VChd8Xl3VscxA9qGWpkgbAQ86I9', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL"}', 1772445607173),
  ('evt_0VChd8Xn3LF0djWndyHYKh6u5OK4', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL","amount":19.85,"currency":"EUR","method":"card"}', 1772445607175),
  ('evt_0VChd8YR8aLTCRn33nIjzvdTH9hd', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq"}', 1772445607215),
  ('evt_0VChd8YiWFaVdsNLrM6PVdqNIdH4', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq"}', 1772445607232),
  ('evt_0VChd8YkyyzeCIlEvlSj4q5rGQd1', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq","amount":34.75,"currency":"EUR","method":"card"}', 1772445607234),
  ('evt_0VChd8ZIc3UNepa7jZaFottpohqy', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 4, 'order.shipped', 'shipped', 'staff', '{"orderId":"ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq","carrier":"DHL","trackingNumber":"JD-ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":2}]}', 1772445607268),
  ('evt_0VChd8ZZNqyDAHpklFfCR19imVOT', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 5, 'order.delivered', 'delivered', 'staff', '{"orderId":"ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq","deliveredAt":"2026-03-02T10:00:07.283Z","trackingNumber":"JD-ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq"}', 1772445607285),
  ('evt_0VChd8a9tD8xV1nXbGpeqRfOrViu', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 6, 'return.initiated', NULL, 'shopper', '{"orderId":"ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq","returnId":"ret_0VChd8a5iWfu2a0Zt1UQ4K5DnbcP","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"reason":"too sweet"}]}', 1772445607321),
  ('evt_0VChd8adMVlSijtKcgDNoeRuP4tw', 'ord_0VChd8adG7SjQpuvDRpyK3iGACyD', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8adG7SjQpuvDRpyK3iGACyD"}', 1772445607351),
  ('evt_0VChd8aqNM1wWKK1I00ev1Kl0wQU', 'ord_0VChd8aq4RjwpHZiR5fL5spnOIb9', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8aq4RjwpHZiR5fL5spnOIb9"}', 1772445607364),
  ('evt_0VChd8gmup9pMmjdCNeu0SkGRTfD', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 7, 'return.received', NULL, 'staff', '{"orderId":"ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq","returnId":"ret_0VChd8a5iWfu2a0Zt1UQ4K5DnbcP"}', 1772445607732),
  ('evt_0VChd8gp3Vxp2zBzuO3wpwmqqTAh', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 8, 'refund.created', NULL, 'system', '{"orderId":"ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq","refundId":"ref_0VChd8go7rC90WybPZn0PwzXOvqM","amount":14.9,"currency":"EUR"}', 1772445607735),
  ('evt_0VChd8gr0jpvv8ooJcfT7054PxsT', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 9, 'return.refunded', NULL, 'staff', '{"orderId":"ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq","returnId":"ret_0VChd8a5iWfu2a0Zt1UQ4K5DnbcP"}', 1772445607737),
  ('evt_0VChd8ibKWtEhBWQYAP4xLkdWKGO', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 4, 'order.cancelled', 'cancelled', 'shopper', '{"orderId":"ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL"}', 1772445607845),
  ('evt_0VChd8ieL0hoQtZeT3gJuG2jXSob', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 5, 'refund.created', NULL, 'system', '{"orderId":"ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL","refundId":"ref_0VChd8idUuTTsVCD4Q4B8RU26aso","amount":19.85,"currency":"EUR"}', 1772445607848),
  ('evt_0VChd8khdBqfSxOjzvSrHCAzs3Og', 'ord_0VChd8kdjax7Zpdmc3foh7WZJzi7', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8kdjax7Zpdmc3foh7WZJzi7"}', 1772445607975),
  ('evt_0VChd8lbnQXE7eAljRmeFuRk939o', 'ord_0VChd8lbA5T2pxjUbb7BI6T4Ytih', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8lbA5T2pxjUbb7BI6T4Ytih"}', 1772445608031),
  ('evt_0VChd8m8HGhsQgIxXp8cZoQKIDQy', 'ord_0VChd8m7XnL8IrMrGNjrAkKmJ3wL', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8m7XnL8IrMrGNjrAkKmJ3wL"}', 1772445608064),
  ('evt_0VChd8mmG0RXITtTt8KKfE97WNew', 'ord_0VChd8mcMUs7OdsySuc1wM0bccgS', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8mcMUs7OdsySuc1wM0bccgS"}', 1772445608104),
  ('evt_0VChd8oGV0Mol3cTRPR0f66ihuaC', 'ord_0VChd8oCJh3061mFhkRK2lxk2Opc', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8oCJh3061mFhkRK2lxk2Opc"}', 1772445608196),
  ('evt_0VChd8pMSxy3mwAZQpUqO4q3Qv9U', 'ord_0VChd8pL1N5wcirEfkD2cUnKnqrO', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8pL1N5wcirEfkD2cUnKnqrO"}', 1772445608264),
  ('evt_0VChd8praspIwI8PB4L4giccbEvI', 'ord_0VChd8prw6mzEN2OKSshyABQMVUx', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8prw6mzEN2OKSshyABQMVUx"}', 1772445608295);
INSERT INTO subscription (id, url, secret, created_at, deleted_at, principal, dialect) VALUES
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'http://127.0.0.1:40935/carrier/hooks', '5o3-RTEeZfxWGh9G4AJpzUIlTw8oLpXFrtkXsJ6-qyrHqqy4XHU_C61m1sI8GVRhdUMNqzBOo1KNkwjed459xbHseCnSXjYFruJDrXH8', 1772442000358, NULL, NULL, NULL),
  ('sub_0VChO0FlwxJ8btvtLSIz4ADDj4VG', 'http://127.0.0.1:45283/acp-hooks', 'YfP7iEW0Q9NmV1mcq7gA-wvxXeQplIiG9AbgEz8c5UVcmCfC3b_TSfppQPWmJxR9YD9pz8GvZ6yTeTODU76wEl0zh9HKKLRFLPaQ_7oZ', 1772442000385, NULL, 'agent:demo-agent', 'acp'),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'http://127.0.0.1:45283/hooks', 'mzKbIoUji-DgsGd9MWCDA0dl5RWnDxNyE6GRmhrSEvx6X8F-oo_Hc9pyCnj3f82tP8oIXT3bMBjc6oGl4VeF0Jph1k1K6kBoBlwc9kaY', 1772445606641, NULL, NULL, NULL);
INSERT INTO delivery (subscription_id, order_id, seq, event_id, state, attempts, first_at, round) VALUES
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 2, 'evt_0VChO0GIu3k99zn05yRtGHQd5qns', 'delivered', 1, 1772442000428, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 3, 'evt_0VChO0GJcXMcYePxxxmf7zxN9n6e', 'delivered', 1, 1772442000440, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 4, 'evt_0VChd8FjspxZrMnFIboJpZUCXpIq', 'delivered', 1, 1772445606088, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0Gro1hfFIp7GUauNySXWIcz', 2, 'evt_0VChO0H7E026EY1m2Gx28rjDAvO1', 'delivered', 1, 1772442000477, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0Gro1hfFIp7GUauNySXWIcz', 3, 'evt_0VChO0H8lV5C82qEfunMEy3VE3YH', 'delivered', 1, 1772442000488, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 2, 'evt_0VChO0IIRyOJ6lzP7XHDHMfDEzfE', 'delivered', 1, 1772442000551, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 3, 'evt_0VChO0IJuOP2SQRX8STQtRJsLbkR', 'delivered', 1, 1772442000562, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 4, 'evt_0VChO0Ik7xc52IgJWPlGLnwYv9iN', 'delivered', 1, 1772442000581, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 5, 'evt_0VChO0Iw9Sl3O5Mg45BG5CQH0scD', 'delivered', 1, 1772442000592, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 6, 'evt_0VChO0JBF9CZrYlUvL7QT1aA6aTr', 'delivered', 1, 1772442000605, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 7, 'evt_0VChd8Fy9923k9CZg35ZKUzaeARV', 'delivered', 1, 1772445606078, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 2, 'evt_0VChO0Jh1H2LbHlCn5Ju2ahwoL8V', 'delivered', 1, 1772442000643, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 3, 'evt_0VChO0Jj9tAGxQ2DqwCiWtLGeeKD', 'delivered', 1, 1772442000652, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 4, 'evt_0VChO0KC5sR4BUpPgABMLTj60GGf', 'delivered', 1, 1772442000687, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 5, 'evt_0VChO0KF9GSmSGkvJlIGSfUXUWy4', 'delivered', 1, 1772442000696, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 6, 'evt_0VChO0MGoyArQXFo1P46b4quWBM9', 'delivered', 1, 1772442000801, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 2, 'evt_0VChO0NXovK3w0YJsUozUiZNKDGF', 'delivered', 1, 1772442000883, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 3, 'evt_0VChO0NYDraoiTFK1J5S3rOTqQZG', 'delivered', 1, 1772442000901, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 4, 'evt_0VChO0NdeKRxpXKVB8ioQJkaKzR1', 'delivered', 1, 1772442000912, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 5, 'evt_0VChd8FB387Spp90I69813igmFXL', 'delivered', 1, 1772445606041, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 6, 'evt_0VChd8GPYWiliadApIJWMAnuDm0N', 'delivered', 1, 1772445606118, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 2, 'evt_0VChd8RMBA9FjVmsOCFzzZbSc8r0', 'delivered', 1, 1772445606787, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 3, 'evt_0VChd8RONjGgZuZYo7M5tITSehSK', 'delivered', 1, 1772445606806, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 4, 'evt_0VChd8RxIikEkDbB6dqVO9n76eVI', 'delivered', 1, 1772445606824, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 5, 'evt_0VChd8S98awN7b4woNjTP5LUhrAk', 'delivered', 1, 1772445606849, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 6, 'evt_0VChd8SVbuiXlvQu3ttficzlE7Ts', 'delivered', 1, 1772445606859, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8SxZeeF79wziZSmthVEVQpO', 2, 'evt_0VChd8TB9PYuZY2QcG9nr5TiGAgA', 'delivered', 1, 1772445606903, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8SxZeeF79wziZSmthVEVQpO', 3, 'evt_0VChd8TCZWporBEVHCfgij74HzDe', 'delivered', 1, 1772445606914, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 2, 'evt_0VChd8W6HGYFhDvXN8Ghp8At0bwT', 'delivered', 1, 1772445607091, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 3, 'evt_0VChd8W7YNx74gaFIza2p0leURMK', 'delivered', 1, 1772445607116, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 2, 'evt_0VChd8Xl3VscxA9qGWpkgbAQ86I9', 'delivered', 1, 1772445607189, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 3, 'evt_0VChd8Xn3LF0djWndyHYKh6u5OK4', 'delivered', 1, 1772445607197, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 4, 'evt_0VChd8ibKWtEhBWQYAP4xLkdWKGO', 'delivered', 1, 1772445607857, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 5, 'evt_0VChd8ieL0hoQtZeT3gJuG2jXSob', 'delivered', 1, 1772445607868, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 2, 'evt_0VChd8YiWFaVdsNLrM6PVdqNIdH4', 'delivered', 1, 1772445607250, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 3, 'evt_0VChd8YkyyzeCIlEvlSj4q5rGQd1', 'delivered', 1, 1772445607264, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 4, 'evt_0VChd8ZIc3UNepa7jZaFottpohqy', 'delivered', 1, 1772445607284, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 5, 'evt_0VChd8ZZNqyDAHpklFfCR19imVOT', 'delivered', 1, 1772445607301, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 6, 'evt_0VChd8a9tD8xV1nXbGpeqRfOrViu', 'delivered', 1, 1772445607332, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 7, 'evt_0VChd8gmup9pMmjdCNeu0SkGRTfD', 'delivered', 1, 1772445607744, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 8, 'evt_0VChd8gp3Vxp2zBzuO3wpwmqqTAh', 'delivered', 1, 1772445607755, 0),
  ('sub_0VChO0FKjHjbhq6iSQ12aM6aZrWu', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 9, 'evt_0VChd8gr0jpvv8ooJcfT7054PxsT', 'delivered', 1, 1772445607760, 0),
  ('sub_0VChO0FlwxJ8btvtLSIz4ADDj4VG', 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 2, 'evt_0VChd8W6HGYFhDvXN8Ghp8At0bwT', 'waiting', 1, 1772445607091, 0),
  ('sub_0VChO0FlwxJ8btvtLSIz4ADDj4VG', 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 3, 'evt_0VChd8W7YNx74gaFIza2p0leURMK', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 2, 'evt_0VChd8RMBA9FjVmsOCFzzZbSc8r0', 'waiting', 1, 1772445606794, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 3, 'evt_0VChd8RONjGgZuZYo7M5tITSehSK', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 4, 'evt_0VChd8RxIikEkDbB6dqVO9n76eVI', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 5, 'evt_0VChd8S98awN7b4woNjTP5LUhrAk', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 6, 'evt_0VChd8SVbuiXlvQu3ttficzlE7Ts', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8SxZeeF79wziZSmthVEVQpO', 2, 'evt_0VChd8TB9PYuZY2QcG9nr5TiGAgA', 'waiting', 1, 1772445606903, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8SxZeeF79wziZSmthVEVQpO', 3, 'evt_0VChd8TCZWporBEVHCfgij74HzDe', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 2, 'evt_0VChd8W6HGYFhDvXN8Ghp8At0bwT', 'waiting', 1, 1772445607093, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 3, 'evt_0VChd8W7YNx74gaFIza2p0leURMK', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 2, 'evt_0VChd8Xl3VscxA9qGWpkgbAQ86I9', 'waiting', 1, 1772445607191, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 3, 'evt_0VChd8Xn3LF0djWndyHYKh6u5OK4', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 4, 'evt_0VChd8ibKWtEhBWQYAP4xLkdWKGO', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 5, 'evt_0VChd8ieL0hoQtZeT3gJuG2jXSob', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 2, 'evt_0VChd8YiWFaVdsNLrM6PVdqNIdH4', 'waiting', 1, 1772445607248, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 3, 'evt_0VChd8YkyyzeCIlEvlSj4q5rGQd1', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 4, 'evt_0VChd8ZIc3UNepa7jZaFottpohqy', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 5, 'evt_0VChd8ZZNqyDAHpklFfCR19imVOT', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 6, 'evt_0VChd8a9tD8xV1nXbGpeqRfOrViu', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 7, 'evt_0VChd8gmup9pMmjdCNeu0SkGRTfD', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 8, 'evt_0VChd8gp3Vxp2zBzuO3wpwmqqTAh', 'waiting', 0, NULL, 0),
  ('sub_0VChd8PBXbROfifqxHxVQ7Bksgbb', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 9, 'evt_0VChd8gr0jpvv8ooJcfT7054PxsT', 'waiting', 0, NULL, 0);
INSERT INTO flag (id, kind, subject, detail, at) VALUES
  ('flg_0VChO0MhOCO311QsPgi1abjndTvX', 'message_ignored', 'msg_late_1', 'order.shipped: the order is cancelled', 1772442000815),
  ('flg_0VChO0Moq748XVUN4YrzALT2l9TD', 'message_ignored', 'msg_late_2', 'order.shipped: the order is cancelled', 1772442000822),
  ('flg_0VChO0NbVIdFgmRlmNPWuWJ73dlQ', 'surplus_payment', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 'second_payment', 1772442000871);
INSERT INTO idempotency (scope_hash, key_hash, fingerprint, state, subject, lease_until, answer, expires_at) VALUES
  ('--Z8pRAFMgu7r3dnMVs1_krHHi_ERA4zhAl9zPDwz9U', '3X3xFkaBgbZOYSbH_sVvglcVarYgqVQ-UKrtmJkeR7s', '8zK5JgNkRkhbP4K7faW71JOo3xqFpXXnFXQuQTI3Uzs', 'done', 'del_0VChd8Wu6EcMQIJgKHyUSrlaP35V', 0, 'sealed:5DZBniipChQgnFwqktp_XHkPiLqojSDbzB1Rm5eeJswJfiGlWhoGb_NjneHgz64bfPySYF6wKproamQ9VwvQhiR5RbaQff_MJDkQr642jsT4FO1q5JbBdQE90-nzV3TYfBzgvm_kbjxeccwpDMtnE2xQKfq3k3svbf0SCcNDxWlfPdWr_SrM9-5U5prcdUg53cVQ8DJhuW26b2oZWgBgoajEyg3f6apmEM6lLuenxNygDyVY9uVFuZ6Yc1qDwVkgWZJmmgC21gMIXmwDCQJ_5oRrgqtFq7dG9l5yhZCeJMpnlHguiHltg23uXIiY2IFcaeqfNg4IfN1Gwl7cnuYUN3cxfTYFLCJEbEcXt_YeezPSQg7hTK_CzXKxum5kdByFr_epW79YvYXJu9ksFeyhC4C0JRVzij-Em54PG5IPobdQdJfZ7yf7Ax3EPTc-0azMlco62X8aSWPPzCBS96_EbAXGGDXuQYZip27yqA8z8ZSqJffWPtJ-xDh-IKdKkG68WUdMOH0OrIUnd6GuBSSb5imvs_HceB3A-rK9mL8Ft_QNC7W96HinlrdWsU_pxH0zM7IFJ2oOeU0_CSJ6UNzq9RUFv8QMQL4bRsDAi4pPA37p9Ha6f69q44mwc37JCvgN33DqfDFpmNGyC6PqMCRbk2JvoAguJJ7awlv6JyEOOOqi99PSRyJHkR-y5f12WqDMgloWk5g7ZSt_B_xUHDkNGYgzaYHlEoNOYYSvNshJINIKSdtfZ15U3gIS05mXsZ-L0RhbNbO5crOTdTmCbmAPOSlIKh4SAwsr4LZmckVw-StLUkZmeO1gdLFgGSyCgo1MxRoebQFlBJs8Lw', 1772535607121),
  ('4kzll8Egy1A19X1dwZmR71rwtGYf4RZ857F5Zajc5Bw', 'MwP5OTR-ngC_chzo8lyE6hJrny2wQhz7Y6sng4C5uW0', '3Y2CcuXuGAmKXpf-_wl-Ono0nmF66sh0Cu_CHWdcpoA', 'done', NULL, 0, '{"status":200,"headers":{"content-type":"application/json","cache-control":"no-store"},"body":"{\"items\":[{\"productId\":\"kieselhaut-niacinamide-serum-10\",\"quantity\":3,\"price\":14.9,\"name\":\"Niacinamide Serum 10 %\",\"lineTotal\":44.7,\"available\":233}],\"subtotal\":44.7,\"shipping\":4.95,\"total\":49.65,\"currency\":\"EUR\",\"messages\":[]}"}', 1772535606669),
  ('5hQorDYiyqcNwqsRNTsjZUJIJ4y7Zgj3sLCfEwpHK0A', 'hdAn3mBhct7vOPpaeHcPg90BkIMswo9O7olfiGHTXDM', 'Ma-JpseYAIQVJVjK8aDUABWQfcxbeo9AeqJPKLZD1Y0', 'done', 'chg_0VChd8Vp8enucqBu7tWQgamHFaVc', 0, '{"status":200,"headers":{"content-type":"application/json","cache-control":"no-store"},"body":"{\"id\":\"ord_0VChd8Vnk49qvb5bZOKQj8u2V691\",\"status\":\"confirmed\",\"items\":[{\"productId\":\"kieselhaut-niacinamide-serum-10\",\"name\":\"Niacinamide Serum 10 %\",\"quantity\":1,\"price\":14.9,\"lineTotal\":14.9,\"shipped\":0,\"returned\":0}],\"total\":19.85,\"tracking\":{\"carrier\":\"\",\"trackingNumber\":\"\",\"status\":\"not_shipped\",\"estimatedDelivery\":\"2026-03-05\",\"events\":[]},\"currency\":\"EUR\",\"shipments\":[],\"subtotal\":14.9,\"shipping\":4.95,\"shippingMethod\":\"standard\",\"createdAt\":\"2026-03-02T10:00:07.050Z\",\"email\":\"ada@example.com\",\"shippingAddress\":{\"name\":\"Ada Lovelace\",\"address\":\"Torstrasse 1\",\"city\":\"Berlin\",\"postcode\":\"10119\",\"country\":\"DE\"},\"payment\":{\"method\":\"card\",\"status\":\"paid\"},\"refunds\":[],\"returns\":[],\"timeline\":[{\"status\":\"pending\",\"at\":\"2026-03-02T10:00:07.052Z\",\"source\":\"shopper\"},{\"status\":\"confirmed\",\"at\":\"2026-03-02T10:00:07.070Z\",\"source\":\"provider\"}]}"}', 1772535607055),
  ('9n_Xkb0-gZWu56WDpUJc6TxfxB-Ta-g36l7AZ11zrDA', '8-AoqqZTAFXwGl4ehJ9nZY0Nqvm8ZML5W2xe_TWVGB4', '8zK5JgNkRkhbP4K7faW71JOo3xqFpXXnFXQuQTI3Uzs', 'done', 'del_0VChd8UxQDW2F69mPC5vDdgxtFyl', 0, 'sealed:buO_UOeCCRAjYVA1LXl6gcgMlztcXaskzpXeyboPJCC6KyzslBLT5QjD5nR9uzf741Oc8HRofU5IeOPw9b2bSQJ1VWoT1qN7jeyh7Aj6wW1vEpgTgXy9u532hC8pVmw8592Q08BX1JE0cjn8jOl9Y-J53ZYyOEuLHOMHbNghAkUunVUOwyXZD1sQpTbjQ6nwil4Fi_75zUC8booZMhZqeN4U_tY5nV6888MjyK3X9Cuat0hcr-ESVYbyPkZlO9OgIOWq4eTuQz49eg2GAJoGIlK91_oiZLa8FmyA3ThLikbY2245PmyVnfj8HVIZR4c-RnQeUgFWyeuI_MP77RWm_3EfAEqTIPagY_BUNJX-41URgC5xWPPD1mHw6JYGJgkcEaoWN9k-zQMhDFvD24Jas4L4mNvsY84ap_4X2tuowEFLLPv2KWvrnjP7gwZntJ5yWOKxKvk5XcmCx6Kyb82w7-06ha0MwKVid1phfVMs-IemImdSJkym4lp-YFLEbTybY_KdMZNfyNHF4x4RVx4LNEbK59E47kQ__xZnYDqZyQOm5WPIcDqXJ0sUiiQLNB35qb57PkyJkn3couqK18egE74X25h7Xs1JEg8M1oAT7MH5CXb2EbPJBEWmKEc1hgyC20pf5Yb3PCSz-YmiWuN0df4PZnVsmWjjP6Q5MhdNRIq_G0CTaMq-H1yD-Xol-iE1oIAVyQfbAX1XkUa60X6wGpDUYnOIDoWJsgH1t-P15Bxzd0mgYWASD7u6HjwBv4T_zSInWDLy9XFHiFV6aYzpKFkHlwNw3ydKmKX8lekVRzYjHHs8GbTUaXNar-Pq1MjZBuuIhEuD8AeJ7A', 1772535607000),
  ('CHrgzMlJFKVejUYLOlZ-dknX4-AoeRldwVBrGER2HAg', '2LcoZa8qqAxz-5V3ZMQVshj_JlMV5qMGtO4mNyv5Qh0', 'bvrzFJaI8U7qYl9nMxtd1JvA5d1kuM1uhSyBTEsRPek', 'running', 'chg_0VChd8oH8yqOOp2xMnQuhDV26V2i', 1772445613198, NULL, 1772535608198),
  ('Oa4LRNh98ImWCAcGkIaLb3G-6tbwelknueo7og8RROA', 'ooxQwOforvTO8I4NiKGfLTtDFqFNftULv7fwIlnvwL0', '8zK5JgNkRkhbP4K7faW71JOo3xqFpXXnFXQuQTI3Uzs', 'running', 'del_0VChd8qlUIOaP8C0YIDufc3hSTPh', 1772445613353, NULL, 1772535608353),
  ('U0TDqEzYlkPeFb0KE7eN5-6Fk7PzBKLVFzc71F-3B-Y', 'qDU-0L3pfnhF8JltYCZ-pUKW-zJ8rn7nfpKEIR2zMNU', '_omGwIuGsWJu_UoKMtk-lI4CgFDFxc2dpPoqJa60D3o', 'done', NULL, 0, '{"status":409,"headers":{"content-type":"application/problem+json","cache-control":"no-store"},"body":"{\"type\":\"http://shop.example/problems/cart_empty\",\"title\":\"The cart is empty\",\"status\":409,\"detail\":\"The cart is empty: put something in first.\",\"instance\":\"/api/checkout\",\"code\":\"cart_empty\",\"requestId\":\"req_0VChd8PirHlGmOAoX3I0LgM5V6rM\",\"retryable\":false}"}', 1772535606678),
  ('YR7QQfaAvQMwi9hLbwRZ3_Qbd0qfyF7eytKZmLge15g', 'mTIktP6FmQ32TbkmylwDRnXrA3OZ4vzvBByNfjHlTT8', '_omGwIuGsWJu_UoKMtk-lI4CgFDFxc2dpPoqJa60D3o', 'done', 'cs_0VChd8PRrQfWvgWnqPcmHSUf7PqM', 0, '{"status":200,"headers":{"content-type":"application/json","cache-control":"no-store"},"body":"{\"sessionId\":\"cs_0VChd8PRrQfWvgWnqPcmHSUf7PqM\",\"redirectUrl\":\"http://shop.example/pay/cs_0VChd8PRrQfWvgWnqPcmHSUf7PqM.vlW4-QBgLKKlZ9EE8UClgVsyri7AlqhS\",\"orderId\":\"ord_0VChd8PQGrPpicwtsa435cmk8W9U\",\"status\":\"open\",\"expiresAt\":\"2026-03-02T10:30:06.656Z\",\"total\":34.75,\"currency\":\"EUR\"}"}', 1772535606658),
  ('ZRqaisfl-R9Ku4JThIp7eJVEGSNmXoX9y8PmtS5El8c', '0aMY_WA2XWw4diA4VSM7RUduFTBVz2mRu81FXSyRYEM', '_omGwIuGsWJu_UoKMtk-lI4CgFDFxc2dpPoqJa60D3o', 'running', 'cs_0VChd8lbKZc4Y5LXPvKulCdgKLpM', 1772445613032, NULL, 1772535608032),
  ('akgR9o-RtEi6okxR_rr5guOXZVjtyotBDI3e3SCVcvk', 'AIv2C5MJ5hQa5-uYrLKjXXtshMJ9OXNWHWCzKwcPlcg', '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU', 'done', NULL, 0, 'sealed:HblvoTeFN-nj8t9uz75_VNFW7WEHi8u8-kdcdu72HDL1TXVvigEx5gcohOzZydOSoZhOAWNYw5659N6XFoU4MpyODsrbz9muS4C3hGy2UR4eVeaXTKKK6AoHBjBlGT1J_ybIOwmC7P0J95d3LpgDNC7vsJgndmlF416Ku5eatlFqj_ClDJXiz7ZwBMnWjoS1GSEtMc1_P0TctaFAOTKL6NuA7iymOdEJmSX_-NkSkhmrcZ9dX3QPtgGBCwb9vxjR_LALPGqKK5IUOUeREstUmgCnvOvDf2A6pDbh1Xq0kHGnY3s5yvdKBAo0cP8KoIr1Sx2KoaITqlrXyxWGCbNYZEH3IPKaKeaROci9PL91awGMl7iV1YD5rGrK90hiU-JIQmtX3-Q', 1772535606666),
  ('b9ZY2nUBgVAXMLaAiaWGoF3ukwy3hKpWxybBIHCYUns', 'zNl1B-vsSqFlfNqFor_EVFA3uJcKjTvaQCVM80Mdu88', '_omGwIuGsWJu_UoKMtk-lI4CgFDFxc2dpPoqJa60D3o', 'running', 'cs_0VChd8khlCdQp3WsrVGaiDVgdfH2', 1772445612976, NULL, 1772535607976),
  ('iKG5umX9JMpr9e1EjxvHe_kdd1akFVRRlPDjjUZkZm4', 'IFgy1iKTjCFdmRnYAC25AP_-tQyhSzJAJOxropBIMfM', 'zn98FM-bczVIm5ERs3GuFj3dOr22lOM8hlyAd1yqet0', 'done', 'vlt_0VChd8bFf78d3dCyRKSGQCA8N0Cf', 0, 'sealed:KOpwF0q7nVr1lmqNOV6mI4GKPombGz6daL6gySUzQ05cGNJUydLNfmeKY6PMsI-5wbPEOutE2nTWtI3ebEWJCsTzlnjJ7lWFzirb5Li0kcwMSsCT39sBDEJ8OEgOSGpiVssZkDLJB9h9g0KBDC5ZjDlgkh9wLUMZ_zjmhbBvLQ0a2zbqMitpZlkZZp7DMOtH8S6u4gNopWp7c-5-pSXRNBhA6KUoC41xgnNLJT7JIiylZ_fNLoKXvuc5fjeJEDKufKvrhHnCuitZWgMI5pgjGuLfuv2scZzd9CUOuihySafPjRc5Zp-fLwC_CEdhSt0K8NDhtxFW0ErenN6fwxF8BV7r8hpkcPm3lgxhyrwBHwVcUJ1I4aM', 1772535607389),
  ('iKG5umX9JMpr9e1EjxvHe_kdd1akFVRRlPDjjUZkZm4', 'W6ObfPpTfqSYYu8qqRBH0AUcQdypXJZ5r0qRHNglF9Q', 'Sb3z0N42logmNw6yTVOMJb2x85ukgAJ7eYa78SbzH4c', 'done', 'vlt_0VChd8b692QHaYBohgN5RZsJZZ50', 0, 'sealed:MXRDvcw8eWZeKfKZQH6PyJ0wSNTci7b0A4LxUglv5bnh6MUTLLwQ3kvJs47OMRmlex8zQT_YOAk0_cb9blN95secH_WiZL9WJRimw2Mj-SFRW9g0PlFO9aKHBv4mmMTbcYNjk3bhM6gu-8Q4cIi0zp_Xfyb0eWliBhF_CqkdG0tqC0X9Wzpq62VkTnTdIB3OVBwjEmcManQmdksxJGQyiiFTTA8SdEVvTLxzPKsiFFVfB8S_Kv2BZN5f42xuzVWZw_fdmR4pbx7gG3Wn-gRmEyfoM_F9p99pV-IYby6cL79EqM294nmlVisw0D45yLs-FrPZMBh8R4I3QNtoQaDXY8aF1GiWmqSBeQGM2YZwX2WeUud7K_Q', 1772535607380),
  ('iKG5umX9JMpr9e1EjxvHe_kdd1akFVRRlPDjjUZkZm4', '_p7v9VTqbJispIMHbZdhSp0EJqr3nekD1S92ptTTAYg', 'bFxVuduTiWQnbHfNQJPJBHUEkKS70TRrkVeJmWgqqv0', 'done', 'vlt_0VChd8UNy3XxtP4Ki9pidL5hI8yR', 0, 'sealed:U2iJwETiQzBWiTGCezk-dy2m5wEkWXQMecze-gRcPblGk7rtPsaSMTtzz6BGDB5Bq-SUijIFNAI82ixYg0U31yGe-X8WoYiOJkshMESYCEEvKtH7MMRRD0qLpftcPHYRymsDKAfAWnNGZCkwH45uWpMGEsSfMOENbA9JdNPy_A4TAL5dHxRAEPd_qcYAHAiVwcA7BU9Z9sMieZ5mdtqTptpc8SrWrpNTspeam01a4qfhLrRgGu9x_6A35ZLlVTWgKAwPA01srJJAML_68e3zxJ3t59HkeE0AAnjazRrlU-s-I11w8qwMxhdt_nBos389Fqq4k2nJ8kPPPo7x3pe6whaDOD-FubTsIMJEzbH10xQHsnn7lJc', 1772535606963),
  ('igVNcRMSpqxbrVo5INLIXqIqc9TXzbZirUQ-RaHzjIo', 'FCd3zuM_IO54sytQNh-OnJdaPbTJBNj_7A7-q2IQ1GQ', 'Ma-JpseYAIQVJVjK8aDUABWQfcxbeo9AeqJPKLZD1Y0', 'running', 'chg_0VChd8pNNPXf8G24qgJrlJlneTGI', 1772445613266, NULL, 1772535608266),
  ('p15v8ymAUoZzVBihs4rzuYeciu3IniDjpFmh_X2Mg2M', '8i0YzUeAH_vWIPeo_UXRF_iYFIaW0Axs5HHwJwRLN8Y', 'sGNTPuS8vStLgshQIpWVpw8A56Cisj35jfWcbHJyxKc', 'running', 'chg_0VChd8mqm3x9J7n0VvwvyOarHSvE', 1772445613114, NULL, 1772535608114),
  ('uestz8dwV_aIL9Fca8lYfTH6pRuvNqXBEMCM3gF8sUU', 'Hr5jk86DWNvryj-gI22ZDOfd51kFUXDBE7HIuqROthI', '_omGwIuGsWJu_UoKMtk-lI4CgFDFxc2dpPoqJa60D3o', 'running', 'cs_0VChd8m8V5PVujoRhXoNFzoKr7DS', 1772445613065, NULL, 1772535608065),
  ('wyUKv2V96a7qRo9BRy3ydREmQyw50PxwHT3O3KyPswA', '55rNl6yICGZl2Fp2L0PVM6RRlba6xZYamT5u02JHFDk', 'aT0ckXZ4vDa9XaUalX5VNdtzBmrXWjuzzcN_HS3bpsc', 'done', NULL, 0, 'sealed:NS2S7Q0cZNQmG9ImnAWQlL0l1-trHkacJDyBsX7cfXILxm4Lcvn4hC-fLV94wdd694SqBdRQ7pcD8lTEHh07Q6PI5ougoUmbzHppcZnV2l0SPvgPQJ7pC_YIj9gPGnhaxotYnFIgFmttZR7kInkeZ0BN2d7h5vthehmHccpiUBhgzV3xotWBzZGDDBTVcxQRL0Ij-pw-k-K2cXWIeS_PFVefj-hwjbot-5BdxAVt206SMR5wkDGrXL_ZSI8Lpmr0m7oYoZ8JsSp4F8exyNuAnPcKopkpBzURtM8OoESIg_nZ1VmjIkyupLj1GBtjwMxm_IhyL2TiockvLLA3y21T1oB6mujx10KA76-3v1M8GCha7LrIVAKK-EAFfahJ86uDO4kRjCX5mmOn65ne8iTeCX2AEYAnfA5fpx3_CcwSKiezIE4oTIKgiUF9AXo', 1772535606641),
  ('wyUKv2V96a7qRo9BRy3ydREmQyw50PxwHT3O3KyPswA', 'EeWU9IGVjBDjAV0L8ER6IvBoqKZH9HXfFc4serS48_E', 'hZsF4okHPX1YrPVIoKP8hOj_ukZUbnOc2a_eq1EFyT8', 'done', NULL, 0, 'sealed:qR1LJe_IFanLIGjoLWg02SKm5fR5_4os5YWBoq7qpzJF3mj2TM_WPLlDNNeZEc5rJOMXAkI9lTtz8LJGgzL9G5ml7Jwq_1Lhdovhq_jZbOV5JsdCxK3SHhRyk7N0uPGn-fKF6ZEKWvyVXzOda4cDTFwnjAe7H_datnMHJtxwPsAmJP5WRtDj4E6sZzYcUKbNW5EY_C7m_roiFZSHjcYpKEO1oenE5QIHXVKjpyFyP28M-Ew5B48sqvKZbaaAM7BGHFsxYgb6xzXp0X50jg7KPdt9ffQ3dn371Hgn78hvmyIdrW39V0OAA8srOqRiJzl3sAngxgSCIPF0xgZhqx85PVn9ysSc0wdy_uxAA5HMimePXoggHdWgEFa2wh498vHGBqKM2aHsEOYZShVC4d1IVEvz1dj53QpM47MSl3iwHpPgT451yNq1ycoIiMtAWHaLj6gvICppy6Nejd5NcvUfTfhOzAYflyCMbbLrLIQ2pKIvoUHaUPknJWqvHIYazBE', 1772532000385),
  ('xOInqCJk0rHgu-i0BHnHMckggaF8I-PVpiCrU2wk74A', 'S8wT4VHY-ODgzFuXrmcJJms5FuWLV7eAmIbomnQ4t-c', 'Ma-JpseYAIQVJVjK8aDUABWQfcxbeo9AeqJPKLZD1Y0', 'running', 'chg_0VChd8pslaTYbZo03fNspGbAwSMD', 1772445613297, NULL, 1772535608297),
  ('zq4U-hSonDCWg47KrIzV3U9B0YSQDiK7IfQgA1pnD18', 'a3vpJkGuwgsA-cQCgEM-Cvz5ofelEtTMd2krP_ydHP8', 'je5P92fvImlxrHjuyY_0LW7J2ZYVvgI51tR6YluMfdg', 'done', NULL, 0, '{"status":201,"headers":{"content-type":"application/json","cache-control":"no-store"},"body":"{\"id\":\"cart_0VChd8U6w0ATSMzmhTe3EqIHemry\",\"line_items\":[{\"id\":\"kieselhaut-niacinamide-serum-10\",\"item\":{\"id\":\"kieselhaut-niacinamide-serum-10\",\"name\":\"Niacinamide Serum 10 %\",\"unit_amount\":1490},\"quantity\":2,\"name\":\"Niacinamide Serum 10 %\",\"images\":[\"http://shop.example/images/kieselhaut-niacinamide-serum-10.svg\"],\"unit_amount\":1490,\"product_id\":\"kieselhaut-niacinamide-serum-10\",\"availability_status\":\"in_stock\",\"available_quantity\":228,\"max_quantity_per_order\":99,\"totals\":[{\"type\":\"items_base_amount\",\"display_text\":\"Items\",\"amount\":2980},{\"type\":\"subtotal\",\"display_text\":\"Subtotal\",\"amount\":2980},{\"type\":\"total\",\"display_text\":\"Total\",\"amount\":2980}]}],\"currency\":\"eur\",\"totals\":[{\"type\":\"items_base_amount\",\"display_text\":\"Items\",\"amount\":2980},{\"type\":\"subtotal\",\"display_text\":\"Subtotal\",\"amount\":2980},{\"type\":\"fulfillment\",\"display_text\":\"Shipping\",\"amount\":495,\"description\":\"An estimate, until it is known where to.\"},{\"type\":\"total\",\"display_text\":\"Total\",\"amount\":3475,\"description\":\"Includes 5.55 EUR of VAT at 19 %.\",\"breakdown\":[{\"jurisdiction\":\"\",\"rate\":0.19,\"amount\":555}]}],\"messages\":[],\"expires_at\":\"2026-04-01T10:00:06.946Z\"}"}', 1772535606949);
INSERT INTO inbound (id, event, data, result, reason, order_id, received_at) VALUES
  ('msg_early', 'order.delivered', '{"event":"order.delivered","data":{"orderId":"ord_0VChd8SxZeeF79wziZSmthVEVQpO"}}', 'deferred', 'it has not shipped yet', 'ord_0VChd8SxZeeF79wziZSmthVEVQpO', 1772445606914),
  ('msg_late_1', 'order.shipped', '{"event":"order.shipped","data":{"orderId":"ord_0VChO0JRBMrSlLCxeooe140ObGQd","carrier":"DHL","trackingNumber":"msg_late_1"}}', 'ignored', 'the order is cancelled', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 1772442000814),
  ('msg_late_2', 'order.shipped', '{"event":"order.shipped","data":{"orderId":"ord_0VChO0JRBMrSlLCxeooe140ObGQd","carrier":"DHL","trackingNumber":"msg_late_2"}}', 'ignored', 'the order is cancelled', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 1772442000820),
  ('msg_ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t_0', 'order.shipped', '{"event":"order.shipped","data":{"orderId":"ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t","carrier":"Nordlicht Parcel","trackingNumber":"NP267677063592","estimatedDelivery":"2026-03-02","events":[{"timestamp":"2026-03-02T10:00:06.005Z","location":"Hamburg, warehouse","status":"shipped"}]}}', 'applied', NULL, 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 1772445606042),
  ('msg_ord_0VChO0N1v4O0fXLJOBiaOj2URoYt_0', 'order.shipped', '{"event":"order.shipped","data":{"orderId":"ord_0VChO0N1v4O0fXLJOBiaOj2URoYt","carrier":"Nordlicht Parcel","trackingNumber":"NP300010570958","estimatedDelivery":"2026-03-02","events":[{"timestamp":"2026-03-02T10:00:06.029Z","location":"Hamburg, warehouse","status":"shipped"}]}}', 'applied', NULL, 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 1772445606084),
  ('msg_ret_0VChO0J81nSP3HZBqZIQs3Y0wZ8r', 'return.initiated', '{"event":"return.initiated","data":{"orderId":"ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1","returnId":"ret_0VChO0J81nSP3HZBqZIQs3Y0wZ8r"}}', 'applied', NULL, 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 1772445606061);
INSERT INTO instrument (fingerprint, last_at) VALUES
  ('fp_hQcOyyia753O5LsIpmDwnVeSdey-d3qf', 1772445608294),
  ('fp_wpN_eOO9ztu1yiOa8C5jdBHZeJpZaiX-', 1772445608117);
INSERT INTO job (kind, subject, run_at, attempts, plan, fence, lease_until) VALUES
  ('checkout', 'cs_0VChd8PRrQfWvgWnqPcmHSUf7PqM', 1772445666661, 0, 1772445606658, 1814984301216768, 0),
  ('checkout', 'cs_0VChd8Q0sQOQBKNxRJQi5K32EhaN', 1772445666706, 0, 1772445606694, 1814984301252608, 0),
  ('checkout', 'cs_0VChd8Qksg86x0qyhe412pfIMK8P', 1772445666744, 0, 1772445606740, 1814984301300736, 0),
  ('checkout', 'cs_0VChd8UbrXzFGBk7RzQnOvCxzgBZ', 1772445666986, 0, 1772445606978, 1814984301544448, 0),
  ('checkout', 'cs_0VChd8aevvfY5gAdZ1FT9VspdCql', 1772445667356, 0, 1772445607353, 1814984301928448, 0),
  ('checkout', 'cs_0VChd8aqRDCZRh3n0sICNmW061zX', 1772445667368, 0, 1772445607366, 1814984301941760, 0),
  ('checkout', 'cs_0VChd8khlCdQp3WsrVGaiDVgdfH2', 1772445612971, 0, 1772445607975, 1814984302566400, 0),
  ('checkout', 'cs_0VChd8lbKZc4Y5LXPvKulCdgKLpM', 1772445613031, 0, 1772445608032, 1814984302624768, 0),
  ('checkout', 'cs_0VChd8m8V5PVujoRhXoNFzoKr7DS', 1772445613063, 0, 1772445608064, 1814984302657536, 0),
  ('checkout', 'cs_0VChd8mm9LZ9J12JLcakhNILCBwj', 1772445613094, 0, 1772445608106, 1814984302700544, 0),
  ('checkout', 'cs_0VChd8oGOXbmT7Ny99IspJlb7ZPy', 1772445613192, 0, 1772445608197, 1814984302793728, 0),
  ('checkout', 'cs_0VChd8pMYpeEjdWjTHgqYq3GD6ul', 1772445613262, 0, 1772445608264, 1814984302862336, 0),
  ('checkout', 'cs_0VChd8psZRhRnQXkPybWC2bGT9Tn', 1772445613294, 0, 1772445608296, 1814984302895104, 0),
  ('delegation', 'del_0VChd8Wu6EcMQIJgKHyUSrlaP35V', 1772445667120, 0, 1772445607121, 1814984301691904, 0),
  ('delegation', 'del_0VChd8qlUIOaP8C0YIDufc3hSTPh', 1772445668351, 0, 1772445608351, 1814984302951424, 0),
  ('deliver', 'sub_0VChO0FlwxJ8btvtLSIz4ADDj4VG:ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 1772445612092, 0, 1772445607072, 1814984301640705, 0),
  ('deliver', 'sub_0VChd8PBXbROfifqxHxVQ7Bksgbb:ord_0VChd8R2NpZ38HxriIYex79SGg8F', 1772445612066, 0, 1772445606781, 1814984301339652, 0),
  ('deliver', 'sub_0VChd8PBXbROfifqxHxVQ7Bksgbb:ord_0VChd8SxZeeF79wziZSmthVEVQpO', 1772445611970, 0, 1772445606891, 1814984301455361, 0),
  ('deliver', 'sub_0VChd8PBXbROfifqxHxVQ7Bksgbb:ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 1772445612470, 0, 1772445607072, 1814984301640705, 0),
  ('deliver', 'sub_0VChd8PBXbROfifqxHxVQ7Bksgbb:ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 1772445612481, 0, 1772445607178, 1814984301747202, 0),
  ('deliver', 'sub_0VChd8PBXbROfifqxHxVQ7Bksgbb:ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 1772445612547, 0, 1772445607241, 1814984301807621, 0),
  ('inbound', 'msg_early', 1772445906914, 0, 1772445606928, 1814984301494272, 0),
  ('refund', 'ref_0VChO0KDiYk48T6fkURDwqIgrPDu', 1772528400787, 0, 1772442000663, 1814980608677889, 0),
  ('refund', 'ref_0VChO0NbN1m6W5LkuZ85gpZc6do8', 1772532006017, 0, 1772442000873, 1814980608892930, 0),
  ('refund', 'ref_0VChd8go7rC90WybPZn0PwzXOvqM', 1772445607734, 0, 1772445607735, 1814984302320641, 1772445612740),
  ('refund', 'ref_0VChd8idUuTTsVCD4Q4B8RU26aso', 1772445607847, 0, 1772445607848, 1814984302436353, 1772445612852),
  ('sweep', 'store', 1772449206014, 0, 1772442000335, 1814980608343041, 0);
INSERT INTO migration (name, at) VALUES
  ('001_catalogue', 1772442000051),
  ('002_identity', 1772442000062),
  ('003_buying', 1772442000101),
  ('004_scale', 1772442000106),
  ('005_after_payment', 1772442000140),
  ('006_order_pages', 1772442000143),
  ('007_delegated_payment', 1772442000161),
  ('008_drafts', 1772442000169),
  ('009_documents_by_row_number', 1772442000169),
  ('010_plain_conditions', 1772442000169);
INSERT INTO oauth_client (id, secret_hash, kind, scopes) VALUES
  ('demo-agent', 'pkJEgIF0RMDTwJtlGKBH-uxFTEH4_XeFBJmP_fvzcmI', 'agent', 'shop orders:delegate scanner:write'),
  ('demo-staff', '1hX_1SJvEBoWpq0RA3S8xrmGQPeTUhBN4SBGRc--QoE', 'staff', 'orders:read orders:write inventory:write catalog:write refunds:write webhooks:write admin:read');
INSERT INTO order_line (order_id, n, product_id, name, quantity, unit_price_minor, line_total_minor, vat_minor, shipped, sent_back) VALUES
  ('ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 1, 0),
  ('ord_0VChO0Gro1hfFIp7GUauNySXWIcz', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 2, 1490, 2980, 476, 2, 1),
  ('ord_0VChO0JRBMrSlLCxeooe140ObGQd', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 1, 0),
  ('ord_0VChd8PQGrPpicwtsa435cmk8W9U', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 2, 1490, 2980, 476, 0, 0),
  ('ord_0VChd8PzuPLWE3NsAtDOvqdeHd7v', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8Qj2ygXP4qitqxVyywtaWX4', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8R2NpZ38HxriIYex79SGg8F', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 2, 1490, 2980, 476, 2, 1),
  ('ord_0VChd8SxZeeF79wziZSmthVEVQpO', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8UaSowk5rU755hhrvfpB0th', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 2, 1490, 2980, 476, 2, 1),
  ('ord_0VChd8adG7SjQpuvDRpyK3iGACyD', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8aq4RjwpHZiR5fL5spnOIb9', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8kdjax7Zpdmc3foh7WZJzi7', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8lbA5T2pxjUbb7BI6T4Ytih', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8m7XnL8IrMrGNjrAkKmJ3wL', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8mcMUs7OdsySuc1wM0bccgS', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8oCJh3061mFhkRK2lxk2Opc', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8pL1N5wcirEfkD2cUnKnqrO', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8prw6mzEN2OKSshyABQMVUx', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0);
INSERT INTO order_page (id, order_id, token_hash, created_at, revoked_at) VALUES
  ('page_0VChO0He0pdtOT4u18NhAbJbTJyH', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 'VcB3aX1zQRzxZqz83aeAaItcGfQ18Nc9AEx3wCYObXE', 1772442000502, NULL);
INSERT INTO payment (id, session_id, order_id, role, provider_id, method, instrument, currency, captured_minor, refunding_minor, flag, at, charge_id) VALUES
  ('pay_0VChO0GKV89w3R1NFVVQNMCG4ERk', 'cs_0VChO0G10LrdW4QcRltHNmNJbwPq', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 'primary', 'pay_0VChO0GBz9vA03lvNN0P7Vtr7uur', 'card', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'EUR', 1985, 0, NULL, 1772442000411, NULL),
  ('pay_0VChO0HAhKxGDWTeAzAwKqwfuAKA', 'cs_0VChO0GsVlv6MYG5S5FHPV5JtTuZ', 'ord_0VChO0Gro1hfFIp7GUauNySXWIcz', 'primary', 'pay_0VChO0H0r0IV6xwF3u4CXkKokXz2', 'card', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'EUR', 1985, 0, NULL, 1772442000462, NULL),
  ('pay_0VChO0ILUfVgGWaLpQN3dJ8sPRqc', 'cs_0VChO0HphIDeU6hGLwFnn8knoFu7', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 'primary', 'pay_0VChO0IDQfKaAPZfR1vQ2IyscVUR', 'card', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'EUR', 3475, 0, NULL, 1772442000537, NULL),
  ('pay_0VChO0JkWWCWsuT6TyL0tfr4lwiH', 'cs_0VChO0JTovhqOnv2kPxTfCn3zTjo', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 'primary', 'pay_0VChO0JchgtSMwc1Mqp0WOdZnhVn', 'card', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'EUR', 1985, 1985, NULL, 1772442000624, NULL),
  ('pay_0VChO0Na5n3oh3CdZ91NN8nwasmC', 'cs_0VChO0N2sB4536RMNMN01aKejT1v', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 'primary', 'pay_0VChO0NNYscF4NncV6iCPJe3ZVV3', 'card', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'EUR', 1985, 0, NULL, 1772442000857, NULL),
  ('pay_0VChO0Nbyp54ebvHN6mTQ6T6Vnlu', 'cs_0VChO0N2sB4536RMNMN01aKejT1v', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 'surplus', 'pay_0VChO0NPhWg77O5jlH6paQYzaML9', 'card', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'EUR', 1985, 1985, 'second_payment', 1772442000857, NULL),
  ('pay_0VChd8RP0TWFmAb00sVQIbK9ptAI', 'cs_0VChd8R37sR8mlEhVz304kujgKhn', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 'primary', 'pay_0VChd8RH6IhGMcvRvkktD9OO26cS', 'card', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'EUR', 3475, 0, NULL, 1772445606771, NULL),
  ('pay_0VChd8TDAmmzh6XgLOXRTQVetgVs', 'cs_0VChd8SzByKqqw1WxGYCRwFO9EDs', 'ord_0VChd8SxZeeF79wziZSmthVEVQpO', 'primary', 'pay_0VChd8T69a0Ekb0oZyYl48MdhzWf', 'card', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'EUR', 1985, 0, NULL, 1772445606884, NULL),
  ('pay_0VChd8W90zJmfte5J4SYpE3T8gfa', 'cs_0VChd8VpQPLaIwG9kRRYrHQG17E3', 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 'primary', 'pay_0VChd8VzwUKupjpRSMdH0JsXXkb6', 'card', 'fp_hQcOyyia753O5LsIpmDwnVeSdey-d3qf', 'EUR', 1985, 0, NULL, 1772445607062, 'chg_0VChd8Vp8enucqBu7tWQgamHFaVc'),
  ('pay_0VChd8Xo5KaUs2URgz79CUhTJ39A', 'cs_0VChd8XNeelDO698txP6xDwVOg6Q', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 'primary', 'pay_0VChd8XcwRG4ySekIZAG4cf1bOT4', 'card', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'EUR', 1985, 1985, NULL, 1772445607164, NULL),
  ('pay_0VChd8Ym7wMOfQyOAOfRrMaHFv56', 'cs_0VChd8YSFN0YyL8IdEWi3f30b3OR', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 'primary', 'pay_0VChd8Yb4tuwpQyKXkO1neMlAJYa', 'card', 'fp_ML8Pjx7KnfL38QGJ4kGm12gSlYormQzQ', 'EUR', 3475, 1490, NULL, 1772445607225, NULL);
INSERT INTO product_words (product_id, name, brand, category, other) VALUES
  ('kieselhaut-niacinamide-serum-10', '''10'':3 ''niacinamide'':1 ''serum'':2', '''kieselhaut'':1', '''skincare'':1', '''10'':7 ''a'':1,27 ''acid'':51 ''after'':22 ''allantoin'':47 ''and'':9,29,34 ''aqua'':38 ''by'':16 ''citric'':50 ''cleansing'':23 ''clear'':2 ''drops'':21 ''ethylhexylglycerin'':53 ''for'':12 ''glycerin'':40 ''glycol'':42 ''gum'':49 ''hyaluronate'':46 ''in'':25 ''light'':4 ''make'':35 ''minute'':28 ''moisturiser'':33 ''niacinamide'':8,39 ''noon'':17 ''or'':19 ''pca'':11,44 ''pentylene'':41 ''phenoxyethanol'':52 ''serum'':5 ''shines'':15 ''sink'':24 ''sit'':30 ''skin'':13 ''sodium'':45 ''that'':14 ''three'':20 ''two'':18 ''under'':32 ''unscented'':37 ''up'':36 ''water'':3 ''well'':31 ''with'':6 ''within'':26 ''xanthan'':48 ''zinc'':10,43'),
  ('quillmere-daily-shampoo-meadowfoam', '''daily'':1 ''meadowfoam'':3 ''shampoo'':2', '''quillmere'':1', '''hair'':1', '''a'':1 ''acid'':58 ''acids'':36 ''alba'':43 ''amino'':35 ''and'':8,15,29 ''apple'':9,34 ''aqua'':31 ''benzoate'':60 ''bergamot'':30 ''betaine'':40 ''chloride'':53,55 ''citric'':57 ''cleans'':12 ''cocamidopropyl'':39 ''coco'':37 ''cocoyl'':33 ''crushed'':27 ''dioica'':47 ''even'':21 ''everyday'':3 ''extract'':49 ''gentle'':2 ''glucoside'':38 ''glycerin'':41 ''guar'':51 ''hard'':23 ''hydroxypropyltrimonium'':52 ''in'':22 ''lathers'':19 ''leaf'':48 ''leaves'':16 ''lengths'':17 ''limnanthes'':42 ''limonene'':63 ''linalool'':64 ''meadowfoam'':6 ''nettle'':28 ''oil'':7,45 ''panthenol'':50 ''parfum'':56 ''potassium'':61 ''scalp'':14 ''scented'':25 ''seed'':44 ''shampoo'':4 ''sodium'':32,54,59 ''soft'':18 ''sorbate'':62 ''surfactants'':10 ''that'':11 ''the'':13 ''urtica'':46 ''water'':24 ''well'':20 ''with'':5,26');
INSERT INTO receipt (series, n, order_id, kind, subject, document, at) VALUES
  ('C-2026', 1, 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 'credit_note', 'ref_0VChO0KDiYk48T6fkURDwqIgrPDu:1', '{"kind":"credit_note","number":"C-2026-000001","issuedAt":1772442000791,"issuedOn":"2026-03-02","receiptNumber":"R-2026-000004","currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985,"cause":"cancellation","lines":[]}', 1772442000791),
  ('R-2026', 1, 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 'receipt', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', '{"number":"R-2026-000001","issuedAt":1772442000422,"issuedOn":"2026-03-02","orderId":"ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":1,"unitPriceMinor":1490,"lineTotalMinor":1490,"vatMinor":238}],"subtotalMinor":1490,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985}', 1772442000422),
  ('R-2026', 2, 'ord_0VChO0Gro1hfFIp7GUauNySXWIcz', 'receipt', 'ord_0VChO0Gro1hfFIp7GUauNySXWIcz', '{"number":"R-2026-000002","issuedAt":1772442000473,"issuedOn":"2026-03-02","orderId":"ord_0VChO0Gro1hfFIp7GUauNySXWIcz","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":1,"unitPriceMinor":1490,"lineTotalMinor":1490,"vatMinor":238}],"subtotalMinor":1490,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985}', 1772442000473),
  ('R-2026', 3, 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 'receipt', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', '{"number":"R-2026-000003","issuedAt":1772442000546,"issuedOn":"2026-03-02","orderId":"ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":2,"unitPriceMinor":1490,"lineTotalMinor":2980,"vatMinor":476}],"subtotalMinor":2980,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":2920,"vatMinor":555,"grossMinor":3475}],"netMinor":2920,"vatMinor":555,"totalMinor":3475}', 1772442000546),
  ('R-2026', 4, 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 'receipt', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', '{"number":"R-2026-000004","issuedAt":1772442000634,"issuedOn":"2026-03-02","orderId":"ord_0VChO0JRBMrSlLCxeooe140ObGQd","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":1,"unitPriceMinor":1490,"lineTotalMinor":1490,"vatMinor":238}],"subtotalMinor":1490,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985}', 1772442000634),
  ('R-2026', 5, 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 'receipt', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', '{"number":"R-2026-000005","issuedAt":1772442000875,"issuedOn":"2026-03-02","orderId":"ord_0VChO0N1v4O0fXLJOBiaOj2URoYt","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":1,"unitPriceMinor":1490,"lineTotalMinor":1490,"vatMinor":238}],"subtotalMinor":1490,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985}', 1772442000875),
  ('R-2026', 6, 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 'receipt', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', '{"number":"R-2026-000006","issuedAt":1772445606780,"issuedOn":"2026-03-02","orderId":"ord_0VChd8R2NpZ38HxriIYex79SGg8F","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":2,"unitPriceMinor":1490,"lineTotalMinor":2980,"vatMinor":476}],"subtotalMinor":2980,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":2920,"vatMinor":555,"grossMinor":3475}],"netMinor":2920,"vatMinor":555,"totalMinor":3475}', 1772445606780),
  ('R-2026', 7, 'ord_0VChd8SxZeeF79wziZSmthVEVQpO', 'receipt', 'ord_0VChd8SxZeeF79wziZSmthVEVQpO', '{"number":"R-2026-000007","issuedAt":1772445606892,"issuedOn":"2026-03-02","orderId":"ord_0VChd8SxZeeF79wziZSmthVEVQpO","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":1,"unitPriceMinor":1490,"lineTotalMinor":1490,"vatMinor":238}],"subtotalMinor":1490,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985}', 1772445606892),
  ('R-2026', 8, 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', 'receipt', 'ord_0VChd8Vnk49qvb5bZOKQj8u2V691', '{"number":"R-2026-000008","issuedAt":1772445607074,"issuedOn":"2026-03-02","orderId":"ord_0VChd8Vnk49qvb5bZOKQj8u2V691","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":1,"unitPriceMinor":1490,"lineTotalMinor":1490,"vatMinor":238}],"subtotalMinor":1490,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985}', 1772445607074),
  ('R-2026', 9, 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 'receipt', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', '{"number":"R-2026-000009","issuedAt":1772445607178,"issuedOn":"2026-03-02","orderId":"ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":1,"unitPriceMinor":1490,"lineTotalMinor":1490,"vatMinor":238}],"subtotalMinor":1490,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985}', 1772445607178),
  ('R-2026', 10, 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 'receipt', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', '{"number":"R-2026-000010","issuedAt":1772445607237,"issuedOn":"2026-03-02","orderId":"ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":2,"unitPriceMinor":1490,"lineTotalMinor":2980,"vatMinor":476}],"subtotalMinor":2980,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":2920,"vatMinor":555,"grossMinor":3475}],"netMinor":2920,"vatMinor":555,"totalMinor":3475}', 1772445607237);
INSERT INTO refund (id, payment_id, order_id, cause, subject, reason, amount_minor, currency, state, attempt, created_at) VALUES
  ('ref_0VChO0KDiYk48T6fkURDwqIgrPDu', 'pay_0VChO0JkWWCWsuT6TyL0tfr4lwiH', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', 'cancellation', 'ord_0VChO0JRBMrSlLCxeooe140ObGQd', '', 1985, 'EUR', 'succeeded', 1, 1772442000661),
  ('ref_0VChO0NbN1m6W5LkuZ85gpZc6do8', 'pay_0VChO0Nbyp54ebvHN6mTQ6T6Vnlu', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 'surplus', 'pay_0VChO0NPhWg77O5jlH6paQYzaML9', '', 1985, 'EUR', 'succeeded', 1, 1772442000871),
  ('ref_0VChd8go7rC90WybPZn0PwzXOvqM', 'pay_0VChd8Ym7wMOfQyOAOfRrMaHFv56', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 'return', 'ret_0VChd8a5iWfu2a0Zt1UQ4K5DnbcP', '', 1490, 'EUR', 'pending', 1, 1772445607734),
  ('ref_0VChd8idUuTTsVCD4Q4B8RU26aso', 'pay_0VChd8Xo5KaUs2URgz79CUhTJ39A', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', 'cancellation', 'ord_0VChd8XNf7YAfGzTzlRhtqsK2yTL', '', 1985, 'EUR', 'pending', 1, 1772445607847);
INSERT INTO return_request (id, order_id, status, refund_minor, refund_id, timeline, created_at) VALUES
  ('ret_0VChO0J81nSP3HZBqZIQs3Y0wZ8r', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 'in_transit', 1490, NULL, '[{"status":"requested","at":1772442000594,"source":"shopper"},{"status":"in_transit","at":1772445606069,"source":"carrier"}]', 1772442000594),
  ('ret_0VChd8SRiiYMCL3ZHUMRSZqDSlHR', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 'requested', 1490, NULL, '[{"status":"requested","at":1772445606842,"source":"shopper"}]', 1772445606842),
  ('ret_0VChd8a5iWfu2a0Zt1UQ4K5DnbcP', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 'refunded', 1490, 'ref_0VChd8go7rC90WybPZn0PwzXOvqM', '[{"status":"requested","at":1772445607317,"source":"shopper"},{"status":"received","at":1772445607732,"source":"staff"},{"status":"refunded","at":1772445607736,"source":"staff"}]', 1772445607317);
INSERT INTO shipment (id, order_id, carrier, tracking_number, status, estimated_delivery, shipped_at, delivered_at) VALUES
  ('shp_0VChO0IeMVlt4jpxRFfalESF1XkR', 'ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 'DHL', 'JD-ord_0VChO0HoZ5TxDVJcR5Ns3EqJa5o1', 'delivered', NULL, 1772442000564, 1772442000581),
  ('shp_0VChd8Fc1jQsvy4CmTiny4gNaABZ', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 'Nordlicht Parcel', 'NP267677063592', 'shipped', '2026-03-02', 1772445606048, NULL),
  ('shp_0VChd8GLd9dMLdXI4RKcCHytepE8', 'ord_0VChO0N1v4O0fXLJOBiaOj2URoYt', 'Nordlicht Parcel', 'NP300010570958', 'shipped', '2026-03-02', 1772445606093, NULL),
  ('shp_0VChd8RtaBFg6fpncarlYQ0i0Ny8', 'ord_0VChd8R2NpZ38HxriIYex79SGg8F', 'DHL', 'JD-ord_0VChd8R2NpZ38HxriIYex79SGg8F', 'delivered', NULL, 1772445606809, 1772445606823),
  ('shp_0VChd8ZFTbhXFC5D4GSfWGeRurtB', 'ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 'DHL', 'JD-ord_0VChd8YRu5Z3ylZLFiAHUsFC85jq', 'delivered', NULL, 1772445607265, 1772445607283);
INSERT INTO return_line (return_id, i, shipment_id, n, product_id, quantity, condition, reason, refund_minor, accepted, restocked, missing) VALUES
  ('ret_0VChO0J81nSP3HZBqZIQs3Y0wZ8r', 0, 'shp_0VChO0IeMVlt4jpxRFfalESF1XkR', 0, 'kieselhaut-niacinamide-serum-10', 1, 'unopened', 'too sweet', 1490, NULL, NULL, NULL),
  ('ret_0VChd8SRiiYMCL3ZHUMRSZqDSlHR', 0, 'shp_0VChd8RtaBFg6fpncarlYQ0i0Ny8', 0, 'kieselhaut-niacinamide-serum-10', 1, 'unopened', 'too sweet', 1490, NULL, NULL, NULL),
  ('ret_0VChd8a5iWfu2a0Zt1UQ4K5DnbcP', 0, 'shp_0VChd8ZFTbhXFC5D4GSfWGeRurtB', 0, 'kieselhaut-niacinamide-serum-10', 1, 'unopened', 'too sweet', 1490, 1, 1, 0);
INSERT INTO scan (shipment_id, at, location, status) VALUES
  ('shp_0VChd8Fc1jQsvy4CmTiny4gNaABZ', 1772445606005, 'Hamburg, warehouse', 'shipped'),
  ('shp_0VChd8GLd9dMLdXI4RKcCHytepE8', 1772445606029, 'Hamburg, warehouse', 'shipped');
INSERT INTO shipment_line (shipment_id, n, quantity, sent_back) VALUES
  ('shp_0VChO0IeMVlt4jpxRFfalESF1XkR', 0, 2, 1),
  ('shp_0VChd8Fc1jQsvy4CmTiny4gNaABZ', 0, 1, 0),
  ('shp_0VChd8GLd9dMLdXI4RKcCHytepE8', 0, 1, 0),
  ('shp_0VChd8RtaBFg6fpncarlYQ0i0Ny8', 0, 2, 1),
  ('shp_0VChd8ZFTbhXFC5D4GSfWGeRurtB', 0, 2, 1);
INSERT INTO spending (charge_id, entry, instrument, delegation_id, amount_minor, at, recorded_at) VALUES
  ('chg_0VChd8Vp8enucqBu7tWQgamHFaVc', 'spent', 'fp_hQcOyyia753O5LsIpmDwnVeSdey-d3qf', 'del_0VChd8UxQDW2F69mPC5vDdgxtFyl', 1985, 1772445607050, 1772445607050),
  ('chg_0VChd8mqm3x9J7n0VvwvyOarHSvE', 'spent', 'fp_wpN_eOO9ztu1yiOa8C5jdBHZeJpZaiX-', NULL, 1985, 1772445608117, 1772445608117),
  ('chg_0VChd8pNNPXf8G24qgJrlJlneTGI', 'spent', 'fp_hQcOyyia753O5LsIpmDwnVeSdey-d3qf', 'del_0VChd8UxQDW2F69mPC5vDdgxtFyl', 1985, 1772445608262, 1772445608262),
  ('chg_0VChd8pslaTYbZo03fNspGbAwSMD', 'spent', 'fp_hQcOyyia753O5LsIpmDwnVeSdey-d3qf', 'del_0VChd8UxQDW2F69mPC5vDdgxtFyl', 1985, 1772445608294, 1772445608294);
INSERT INTO stock (product_id, on_hand, reserved) VALUES
  ('kieselhaut-niacinamide-serum-10', 233, 17),
  ('quillmere-daily-shampoo-meadowfoam', 290, 0);
INSERT INTO ticket (id, principal, email, subject, message, order_id, status, created_at) VALUES
  ('tkt_0VChO0Md8SccLQb9RuhmgGJOZQgk', 'sho_0VChO0Fn5qPIdgRl1mfhdYLJQEKH', 'ada@example.com', 'A question', 'Does it sting?', 'ord_0VChO0FzHIMneTNb9Q3cH5wB8a4t', 'open', 1772442000811);
INSERT INTO token (id, secret_hash, kind, principal, scopes, expires_at, revoked_at) VALUES
  ('tok_0VChO0Fd1778yK5Y2asay1VT987c', 'JT4KRiI8_whTOHlfO5QFumUbs694ljd3p4jP3M60los', 'staff', 'staff:demo-staff', 'orders:read orders:write inventory:write catalog:write refunds:write webhooks:write admin:read', 1772445600377, NULL),
  ('tok_0VChO0FgSEl5z6oDTr3dHUxcivzA', 'wDov1TsPjTI6uJCyI8pxksOxDZg5I6rjyOE0aMoDXyM', 'agent', 'agent:demo-agent', 'shop orders:delegate scanner:write', 1772445600380, NULL),
  ('tok_0VChO0FnMrXXclnRmciXwH1wedCb', 'EGItRyQnIGlIq1fo_Hu7gkIL6Cv2VLhmb5_tClVu7DE', 'shopper', 'sho_0VChO0Fn5qPIdgRl1mfhdYLJQEKH', 'shop', 1787994000387, NULL),
  ('tok_0VChO0Hhif3adeDJf22gL0P3CXOl', 'NaePIRfaZbYJyuLeiJqVQNhn3qPmPWoWLkUxFCO2cIA', 'shopper', 'sho_0VChO0Hh3kQBeq29UyFFOV38OdCf', 'shop', 1787994000505, NULL),
  ('tok_0VChO0JHHc19vhhAQL0y4Nt53AWE', 'RBCIWk8H7xAICCotVsqvSWhZEbfpvy4VmbkGymOFwa8', 'shopper', 'sho_0VChO0JHHj0QoNpwwmufct3dwXlU', 'shop', 1787994000603, NULL),
  ('tok_0VChO0MXESipNEfuNdM7dvF4pk9p', '1h3YgGebiiWA5GTpLn_6k6nb9hbmoqzYgZN-s2mkdxM', 'shopper', 'sho_0VChO0MXmm6iN072aiEMhTqfjt7t', 'shop', 1787994000805, 1772442000807),
  ('tok_0VChO0MrffGfbZXUjeGgFoLwFG0G', 'MxzTIGTYJSryYd0k-0srpdHes_oziU5tGY66ZetrMp8', 'shopper', 'sho_0VChO0MrH9qSJLPomqFEzVzH1mmz', 'shop', 1787994000825, NULL),
  ('tok_0VChd8ElYCC2jSA93OirooRVe2cP', 't7Z2CzqNWTCBkVq21IVlGgR_D931CX9-nUTBevknx7w', 'staff', 'staff:demo-staff', 'orders:read orders:write inventory:write catalog:write refunds:write webhooks:write admin:read', 1772449205995, NULL),
  ('tok_0VChd8EqJGEpqEKp53L8XsWcEJS0', 'SW-FNnVUXFNxwbhdVR4voqV5jk1b0wZirItQYdSSRwc', 'agent', 'agent:demo-agent', 'shop orders:delegate scanner:write', 1772449206000, NULL),
  ('tok_0VChd8PEzoPqqycwT1sg25zRgcjJ', 'v3yeXKqiDKEdgnR0d8SJWv5Cp4Z7ODzdBCBtLR7b09w', 'shopper', 'sho_0VChd8PEqWoHQX826WMYWN9HxU9J', 'shop', 1787997606644, NULL),
  ('tok_0VChd8PZdSy0f8HLiL2mNAPY7w55', 'TGFXhDEHv-K9fsXnlNkRpGZ4kYopXOITJEQtC_-IV4E', 'shopper', 'sho_0VChd8PZLozrklgFoCAA6wp12q5h', 'shop', 1787997606665, NULL),
  ('tok_0VChd8PhZiAGeGbWV8f1fSEMhZP8', 'hi074Fpy1_jmw5mU5ROYJyDutU9UCeoEiKmq93G3Lr0', 'shopper', 'sho_0VChd8PhvzeuUUtAVXf6zgKDInMx', 'shop', 1787997606673, NULL),
  ('tok_0VChd8Pn8wfNmZ4SoDdIjkjlaUq3', 'lL6WznAcdqdj-5sqAzw05d1XG_rWfGHjyxQ-SqXgvoE', 'shopper', 'sho_0VChd8Pn5dZhOr6QTjuQBsvr8xBi', 'shop', 1787997606679, NULL),
  ('tok_0VChd8QS1ksDX9GO7Pyemqake4ps', '4S-n5lNzbF0R7ZFzL04xPMs8M1B8SbD6ZklEj0JEayQ', 'shopper', 'sho_0VChd8QSz96aBLXkxWVG9ozR8eTP', 'shop', 1787997606720, NULL),
  ('tok_0VChd8Qv1BeUAyDTSECr9tY3rbMZ', 'oRDi1u9-Qe3lgwwbdyCTXJ7--9eOGG8SsXwu3_o6Uew', 'shopper', 'sho_0VChd8QvyU3tXQm8gnAH50XNoLGz', 'shop', 1787997606749, NULL),
  ('tok_0VChd8SgxK2AzEGvVafh392099Jf', 'J61uGI3TzANfVsqof6eYMvQNZk2FIXqm8j5WoHtDGeE', 'shopper', 'sho_0VChd8SgbqmHWqLbmx0Q4LK1nnEl', 'shop', 1787997606858, NULL),
  ('tok_0VChd8UtRN4eRrnoh5rYffJnAWvg', 'YJvXSSlr4s2NLzNVUhsj7zi0tGZsWKKAf56iKGXPlDE', 'shopper', 'sho_0VChd8UtOqr4mOV84qLubmOcuYRS', 'shop', 1787997606995, NULL),
  ('tok_0VChd8WlhqawWbHCVn4gSnNx3nbE', 'liS-j1MaEP4_vcBhGTZNRo62lCYvMy5mW8fILbqFgUk', 'shopper', 'sho_0VChd8WlxJbAPS8hB7dXUmEuiAWr', 'shop', 1787997607111, NULL),
  ('tok_0VChd8XGFLSJHF4WYZ2IdXZn2eyx', 'glHbDy2e1RlvgXyROOqHYGeYAvYREnEa_YQWrP8k3Fw', 'shopper', 'sho_0VChd8XGyvEIYID6VEZRvF0RCuGC', 'shop', 1787997607142, NULL),
  ('tok_0VChd8YIsowJsmL0O3UDmQVTnSH1', 't1EZ0P-Q6owUeUqwEr3rWHD5cJA6A5Qwy3B0VAeUc9Q', 'shopper', 'sho_0VChd8YIOlD6Fuhqt6qIcrqqaCcX', 'shop', 1787997607206, NULL),
  ('tok_0VChd8aHmoULzAEAUvq882qup4nO', 'o1b9TzQ7RNGg8zGkvld1Fb2C7olcJbvrObaIL3jdn6g', 'shopper', 'sho_0VChd8aH4KjZA21ThY5lfSZARtA5', 'shop', 1787997607329, NULL),
  ('tok_0VChd8aKC3ExSBn0QmrevoIchgVD', '9Jz55xFudXlZo2GtCoVHhcDbEHaJZWgzAcYVeZVVTdI', 'shopper', 'sho_0VChd8aK9Gfvk2H1tSG5Yape7eCF', 'shop', 1787997607332, NULL),
  ('tok_0VChd8bJpsfOPfe2SHT0tRHxOX7F', 'sp4lyn_H1Gcd4v8-NMTo-rn6Yv-YkpX-wgEZtlprTqQ', 'shopper', 'sho_0VChd8bJ1m4vrdnper3AyjPOPZjz', 'shop', 1787997607393, NULL),
  ('tok_0VChd8bLfFbz512ZliIkaDk9dFBg', 'vWaicJpt0Yw9vzqOFGPaBXmKN1hE75D5Ox_Ar7f1Rwo', 'shopper', 'sho_0VChd8bLBqa2fuyfqlHzvNuxDDwA', 'shop', 1787997607395, NULL),
  ('tok_0VChd8bMzAP6nA0C71mEWNJ0bydn', '1r04OFF5GZ2dlgVqrX7CBoZTeyZ2yXUshREXojWllCY', 'shopper', 'sho_0VChd8bMtAys5V7qt6CAERvH68yk', 'shop', 1787997607396, NULL),
  ('tok_0VChd8bPhuQIuNz3wpy4iFeGqp3f', 'aeq8pSuYH20lOFZJtAeZxfdK_El9xvKiepgFReRZpTE', 'shopper', 'sho_0VChd8bPOqHV1H8D1AqHMpTuKNlZ', 'shop', 1787997607399, NULL),
  ('tok_0VChd8bhOCmUmcHpy3k637kNEYq4', 'Vv2anwHxxtQbfM2YHM2riWGz5IM2sxq10F80yZJR9Bc', 'shopper', 'sho_0VChd8bhg98T9DIjNzTpIDTjfGKs', 'shop', 1787997607417, NULL);
