CREATE TABLE migration (name TEXT PRIMARY KEY, at BIGINT NOT NULL);
CREATE TABLE brand (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      category TEXT NOT NULL,
      position INTEGER NOT NULL
    );
CREATE TABLE product (
      id TEXT PRIMARY KEY,
      brand_id TEXT NOT NULL REFERENCES brand(id),
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
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
CREATE TABLE stock (
      product_id TEXT PRIMARY KEY REFERENCES product(id),
      on_hand BIGINT NOT NULL,
      reserved BIGINT NOT NULL DEFAULT 0,
      CHECK (0 <= reserved AND reserved <= on_hand)
    ) WITHOUT ROWID;
CREATE TABLE catalog_version (one INTEGER PRIMARY KEY CHECK (one = 1), version BIGINT NOT NULL);
CREATE VIRTUAL TABLE product_words USING fts5(product_id UNINDEXED, name, brand, category, other, tokenize = "unicode61 remove_diacritics 0");
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE oauth_client (
      id TEXT PRIMARY KEY,
      secret_hash TEXT NOT NULL,
      kind TEXT NOT NULL,
      scopes TEXT NOT NULL
    );
CREATE TABLE token (
      id TEXT PRIMARY KEY,
      secret_hash TEXT NOT NULL,
      kind TEXT NOT NULL,
      principal TEXT NOT NULL,
      scopes TEXT NOT NULL,
      expires_at BIGINT NOT NULL,
      revoked_at BIGINT
    ) WITHOUT ROWID;
CREATE TABLE cart (
      id TEXT PRIMARY KEY,
      principal TEXT NOT NULL,
      shopper TEXT NOT NULL,
      UNIQUE (principal, shopper)
    );
CREATE TABLE cart_line (
      cart_id TEXT NOT NULL REFERENCES cart(id),
      product_id TEXT NOT NULL REFERENCES product(id),
      quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
      price_seen_minor BIGINT NOT NULL,
      added_at BIGINT NOT NULL,
      PRIMARY KEY (cart_id, product_id)
    ) WITHOUT ROWID;
CREATE TABLE orders (
      id TEXT PRIMARY KEY,
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
CREATE TABLE order_line (
      order_id TEXT NOT NULL REFERENCES orders(id),
      n INTEGER NOT NULL,
      product_id TEXT NOT NULL,
      name TEXT NOT NULL,
      quantity INTEGER NOT NULL CHECK (quantity > 0),
      unit_price_minor BIGINT NOT NULL,
      line_total_minor BIGINT NOT NULL,
      vat_minor BIGINT NOT NULL,
      shipped INTEGER NOT NULL DEFAULT 0,
      sent_back INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (order_id, n),
      CHECK (0 <= sent_back AND sent_back <= shipped AND shipped <= quantity)
    ) WITHOUT ROWID;
CREATE TABLE checkout_session (
      id TEXT PRIMARY KEY,
      cart_id TEXT REFERENCES cart(id),
      order_id TEXT NOT NULL UNIQUE REFERENCES orders(id),
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
    , charged INTEGER NOT NULL DEFAULT 0, draft_id TEXT REFERENCES draft(id));
CREATE TABLE payment (
      id TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES checkout_session(id),
      order_id TEXT NOT NULL REFERENCES orders(id),
      role TEXT NOT NULL,
      provider_id TEXT NOT NULL UNIQUE,
      method TEXT NOT NULL,
      instrument TEXT NOT NULL,
      currency TEXT NOT NULL,
      captured_minor BIGINT NOT NULL,
      refunding_minor BIGINT NOT NULL DEFAULT 0,
      flag TEXT,
      at BIGINT NOT NULL, charge_id TEXT,
      CHECK (0 <= refunding_minor AND refunding_minor <= captured_minor)
    );
CREATE TABLE refund (
      id TEXT PRIMARY KEY,
      payment_id TEXT NOT NULL REFERENCES payment(id),
      order_id TEXT NOT NULL REFERENCES orders(id),
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
CREATE TABLE event (
      id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL REFERENCES orders(id),
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
    subject TEXT NOT NULL,
    run_at BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    plan BIGINT NOT NULL,
    fence BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
  ) WITHOUT ROWID;
CREATE TABLE shipment (
      id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL REFERENCES orders(id),
      carrier TEXT NOT NULL,
      tracking_number TEXT NOT NULL,
      status TEXT NOT NULL,
      estimated_delivery TEXT,
      shipped_at BIGINT NOT NULL,
      delivered_at BIGINT,
      UNIQUE (order_id, carrier, tracking_number)
    );
CREATE TABLE shipment_line (
      shipment_id TEXT NOT NULL REFERENCES shipment(id),
      n INTEGER NOT NULL,
      quantity INTEGER NOT NULL CHECK (quantity > 0),
      sent_back INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (shipment_id, n),
      CHECK (0 <= sent_back AND sent_back <= quantity)
    ) WITHOUT ROWID;
CREATE TABLE scan (
      shipment_id TEXT NOT NULL REFERENCES shipment(id),
      at BIGINT NOT NULL,
      location TEXT NOT NULL,
      status TEXT NOT NULL,
      PRIMARY KEY (shipment_id, at, location, status)
    ) WITHOUT ROWID;
CREATE TABLE return_request (
      id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL REFERENCES orders(id),
      status TEXT NOT NULL,
      refund_minor BIGINT NOT NULL,
      -- The refund's id, once goods were accepted.
      refund_id TEXT,
      -- When each status was reached, as JSON.
      timeline TEXT NOT NULL,
      created_at BIGINT NOT NULL
    );
CREATE TABLE return_line (
      return_id TEXT NOT NULL REFERENCES return_request(id),
      i INTEGER NOT NULL,
      shipment_id TEXT NOT NULL REFERENCES shipment(id),
      n INTEGER NOT NULL,
      product_id TEXT NOT NULL,
      quantity INTEGER NOT NULL CHECK (quantity > 0),
      condition TEXT NOT NULL,
      reason TEXT NOT NULL,
      refund_minor BIGINT NOT NULL,
      -- Of the units: what staff accepted, what of that went back on the shelf, and what was not in the parcel.
      accepted INTEGER,
      restocked INTEGER,
      missing INTEGER,
      PRIMARY KEY (return_id, i)
    ) WITHOUT ROWID;
CREATE TABLE counter (series TEXT PRIMARY KEY, n BIGINT NOT NULL);
CREATE TABLE ticket (
      id TEXT PRIMARY KEY,
      principal TEXT,
      email TEXT NOT NULL,
      subject TEXT NOT NULL,
      message TEXT NOT NULL,
      order_id TEXT REFERENCES orders(id),
      status TEXT NOT NULL,
      created_at BIGINT NOT NULL
    );
CREATE TABLE flag (
      id TEXT PRIMARY KEY,
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
CREATE TABLE subscription (
      id TEXT PRIMARY KEY,
      url TEXT NOT NULL,
      secret TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      deleted_at BIGINT
    , principal TEXT, dialect TEXT);
CREATE TABLE delivery (
      subscription_id TEXT NOT NULL REFERENCES subscription(id),
      order_id TEXT NOT NULL,
      seq INTEGER NOT NULL,
      event_id TEXT NOT NULL REFERENCES event(id),
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      first_at BIGINT,
      -- How often it was asked for again: the outcome of an attempt counts in its own round only.
      round INTEGER NOT NULL,
      PRIMARY KEY (subscription_id, order_id, seq)
    ) WITHOUT ROWID;
CREATE TABLE order_page (
      id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL UNIQUE REFERENCES orders(id),
      token_hash TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      revoked_at BIGINT
    ) WITHOUT ROWID;
CREATE TABLE delegation (
      id TEXT PRIMARY KEY,
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
CREATE TABLE instrument (fingerprint TEXT PRIMARY KEY, last_at BIGINT NOT NULL) WITHOUT ROWID;
CREATE TABLE charge (
      id TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES checkout_session(id),
      state TEXT NOT NULL,
      delegation_id TEXT REFERENCES delegation(id),
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
CREATE TABLE spending (
      charge_id TEXT NOT NULL REFERENCES charge(id),
      entry TEXT NOT NULL,
      instrument TEXT NOT NULL REFERENCES instrument(fingerprint),
      delegation_id TEXT REFERENCES delegation(id),
      amount_minor BIGINT NOT NULL,
      at BIGINT NOT NULL,
      recorded_at BIGINT NOT NULL,
      PRIMARY KEY (charge_id, entry),
      CHECK ((entry = 'spent' AND amount_minor > 0) OR (entry = 'released' AND amount_minor < 0))
    ) WITHOUT ROWID;
CREATE TABLE draft (
      id TEXT PRIMARY KEY,
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
CREATE TABLE receipt (
      series TEXT NOT NULL,
      n BIGINT NOT NULL,
      order_id TEXT NOT NULL REFERENCES orders(id),
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      document TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (series, n),
      UNIQUE (kind, subject)
    );
INSERT INTO migration (name, at) VALUES
  ('001_catalogue', 1772442000078),
  ('002_identity', 1772442000081),
  ('003_buying', 1772442000093),
  ('004_scale', 1772442000094),
  ('005_after_payment', 1772442000103),
  ('006_order_pages', 1772442000104),
  ('007_delegated_payment', 1772442000110),
  ('008_drafts', 1772442000117),
  ('009_documents_by_row_number', 1772442000125),
  ('010_plain_conditions', 1772442000128);
INSERT INTO brand (id, name, category, position) VALUES
  ('kieselhaut', 'Kieselhaut', 'skincare', 0),
  ('quillmere', 'Quillmere', 'hair', 1);
INSERT INTO product (id, brand_id, name, name_key, description, price_minor, currency, category, gtin, size_thousandths, size_unit, ingredients, hygiene_sealed, position) VALUES
  ('kieselhaut-niacinamide-serum-10', 'kieselhaut', 'Niacinamide Serum 10 %', 'niacinamide serum 10', 'A clear, water-light serum with 10 % niacinamide and zinc PCA for skin that shines by noon. Two or three drops after cleansing sink in within a minute and sit well under moisturiser and make-up. Unscented.', 1490, 'EUR', 'skincare', '2000001000106', 30000, 'ml', 'Aqua, Niacinamide, Glycerin, Pentylene Glycol, Zinc PCA, Sodium Hyaluronate, Allantoin, Xanthan Gum, Citric Acid, Phenoxyethanol, Ethylhexylglycerin', 1, 0),
  ('quillmere-daily-shampoo-meadowfoam', 'quillmere', 'Daily Shampoo Meadowfoam', 'daily shampoo meadowfoam', 'A gentle everyday shampoo with meadowfoam oil and apple surfactants that cleans the scalp and leaves lengths soft. Lathers well even in hard water. Scented with crushed nettle and bergamot.', 1600, 'EUR', 'hair', '2000007000100', 250000, 'ml', 'Aqua, Sodium Cocoyl Apple Amino Acids, Coco-Glucoside, Cocamidopropyl Betaine, Glycerin, Limnanthes Alba Seed Oil, Urtica Dioica Leaf Extract, Panthenol, Guar Hydroxypropyltrimonium Chloride, Sodium Chloride, Parfum, Citric Acid, Sodium Benzoate, Potassium Sorbate, Limonene, Linalool', 1, 0);
INSERT INTO stock (product_id, on_hand, reserved) VALUES
  ('kieselhaut-niacinamide-serum-10', 233, 17),
  ('quillmere-daily-shampoo-meadowfoam', 290, 0);
INSERT INTO catalog_version (one, version) VALUES
  (1, 2);
INSERT INTO product_words (rowid, product_id, name, brand, category, other) VALUES
  (1, 'kieselhaut-niacinamide-serum-10', 'niacinamide serum 10', 'kieselhaut', 'skincare', 'a clear water light serum with 10 niacinamide and zinc pca for skin that shines by noon two or three drops after cleansing sink in within a minute and sit well under moisturiser and make up unscented aqua niacinamide glycerin pentylene glycol zinc pca sodium hyaluronate allantoin xanthan gum citric acid phenoxyethanol ethylhexylglycerin'),
  (2, 'quillmere-daily-shampoo-meadowfoam', 'daily shampoo meadowfoam', 'quillmere', 'hair', 'a gentle everyday shampoo with meadowfoam oil and apple surfactants that cleans the scalp and leaves lengths soft lathers well even in hard water scented with crushed nettle and bergamot aqua sodium cocoyl apple amino acids coco glucoside cocamidopropyl betaine glycerin limnanthes alba seed oil urtica dioica leaf extract panthenol guar hydroxypropyltrimonium chloride sodium chloride parfum citric acid sodium benzoate potassium sorbate limonene linalool');
INSERT INTO setting (name, value) VALUES
  ('store_secret', 'z-hUQkjnL3RjT7-MB_W5-qWYCwIa8M4IBegdtkTCwbs');
INSERT INTO oauth_client (id, secret_hash, kind, scopes) VALUES
  ('demo-staff', '1hX_1SJvEBoWpq0RA3S8xrmGQPeTUhBN4SBGRc--QoE', 'staff', 'orders:read orders:write inventory:write catalog:write refunds:write webhooks:write admin:read'),
  ('demo-agent', 'pkJEgIF0RMDTwJtlGKBH-uxFTEH4_XeFBJmP_fvzcmI', 'agent', 'shop orders:delegate scanner:write');
INSERT INTO token (id, secret_hash, kind, principal, scopes, expires_at, revoked_at) VALUES
  ('tok_0VChO0IW2yFlWs9ehoylBig39H27', 'yKxmnr8s7DRbSiOB_vWjd5vBGF0eUVRqNTfnHgxMk7s', 'staff', 'staff:demo-staff', 'orders:read orders:write inventory:write catalog:write refunds:write webhooks:write admin:read', 1772445600557, NULL),
  ('tok_0VChO0IeNNQyaMLJivaXQWjj1zrm', 'FrvBM7HJKWIxYgmnO07-4twGKEcvOE_Byvr8XfgmZBs', 'agent', 'agent:demo-agent', 'shop orders:delegate scanner:write', 1772445600564, NULL),
  ('tok_0VChO0IpAcBdA2n6qitoR5foc35V', '3lFVzddRxd-IYfequqiu5Uk01htv2he3nuz9H3wC47k', 'shopper', 'sho_0VChO0IpDK0thMPnd4HQJ4EaPOpg', 'shop', 1787994000575, NULL),
  ('tok_0VChO0KlsDtYMQZ3vyg4UblN8jkt', 'vhgSXa93OIkUS7oh47Tmqf3jYd-qJ9Nm9QzLzDSz65k', 'shopper', 'sho_0VChO0Klfh4DrPxmjfBjbQbBBWc0', 'shop', 1787994000695, NULL),
  ('tok_0VChO0M8bZux1q4KNFO5N8pflkHT', 'RdzrH6rEAZWtIKAupyAyI2NS4HTdOMHQ3Rz_cFp4S98', 'shopper', 'sho_0VChO0M8hf8zdCSVp3yemOOMycmw', 'shop', 1787994000780, NULL),
  ('tok_0VChO0P0norLQfmfe42N4MoJeKEc', 'vDNAJkf_G_C4T3UHhc_419dpAoNgAnWhhh75vxiSdpA', 'shopper', 'sho_0VChO0P0tizMrJOgXgvWhlWvQsNQ', 'shop', 1787994000958, 1772442000965),
  ('tok_0VChO0PMw8M37isGlb1VZizjC6zt', 'V1l8U8hmt2pNf1C_nVgOKg4XI2M_ocTFwe1p9_jumDk', 'shopper', 'sho_0VChO0PLfOHITWPJhESIFVEsLFL9', 'shop', 1787994000980, NULL),
  ('tok_0VChd8FbFUz3aJrlcKFODTXfK20y', 'rT54Fv-Y4wnr5EJO_v1k6lSHfN8J7J-tI_T_bn9aHfk', 'staff', 'staff:demo-staff', 'orders:read orders:write inventory:write catalog:write refunds:write webhooks:write admin:read', 1772449206047, NULL),
  ('tok_0VChd8FoKel5p1zxIJ3Jv4LzidUC', 'LbrRPnpPhBMUB0-eqqg0y5IRbJIKCtfEr4hFm0-umRI', 'agent', 'agent:demo-agent', 'shop orders:delegate scanner:write', 1772449206060, NULL),
  ('tok_0VChd8OhiBEqcVXxEzSvptAq5n2U', 'MzlFLZdMrx9MAQQ3E6JBxk4H8nDypMkN9yCmRZJ2vO8', 'shopper', 'sho_0VChd8OhGknldo8tshrDtAMv0Gib', 'shop', 1787997606611, NULL),
  ('tok_0VChd8OsrMuTP9VzloBUQy47JEVe', 'iMWzY3sdHCMS4eWgER00dyh5jGe_bELz82Phj6UyIAY', 'shopper', 'sho_0VChd8OsKKVhePcMuSGmPb1xShMO', 'shop', 1787997606622, NULL),
  ('tok_0VChd8Oy3eEjr3W1WuHdvKhZ7Djy', 'Kfpr3JHjunz1oqjOXs_ekdjwwLYz2UBS4ufGOLbbduk', 'shopper', 'sho_0VChd8Oy8ZBOn3CtJc3ml4JQxqfL', 'shop', 1787997606628, NULL),
  ('tok_0VChd8P1W7FZzAElrOcaP29iXkei', '6s68MXSST5pU9bvB7f7QCLGmG3vvZIKhx-yXMWUlH6w', 'shopper', 'sho_0VChd8P1j6Pqdo1WtD0zicGxV9GN', 'shop', 1787997606631, NULL),
  ('tok_0VChd8PO1szXfqxX5bIoeMnW2DdE', 'AVIuHf6WH662xMhX-L-OdN2Gn2c_ycFYHWFCfsup3Mo', 'shopper', 'sho_0VChd8POnY5VK91AfG7vEf0LQxXp', 'shop', 1787997606654, NULL),
  ('tok_0VChd8PdNcDd8H7UMVf2zAVSRGXg', 'W8ujhOBLnr-OH320WEBfqGUHOiPjJQV7AVOOwK5IUmU', 'shopper', 'sho_0VChd8PdrztdEdWvE5tBjrgy3quq', 'shop', 1787997606669, NULL),
  ('tok_0VChd8QLbAV7q4yu49mJBLKXieFE', 'UHbCegNLfofufWipe-dbrnWp5i91QoTsolda9543Vlc', 'shopper', 'sho_0VChd8QLtGU19Pi5xl1XhMUY6iKA', 'shop', 1787997606713, NULL),
  ('tok_0VChd8RXVHIl7IQ4EA2LgOl2Gpx0', 'EujNNCoL8ILi13sXbvNo892-rVzcBbewRYmVxBUXdJY', 'shopper', 'sho_0VChd8RXQRAybj0EEnq885M6wEX7', 'shop', 1787997606787, NULL),
  ('tok_0VChd8S8lVmY6QW5Q6acIElxGpTk', 'mXmu9rqKaR21KbcWnsPw9ryXr9zTW8plMiCmiV-EMyo', 'shopper', 'sho_0VChd8S86gCTsFoJOR2amPnvdUqB', 'shop', 1787997606824, NULL),
  ('tok_0VChd8SJcHGM0wZ2cseiVCnBQTpf', '6hCerxTFfiIfTdeUbz6VZGu5mfgOMkK_tGv3H4qJOmw', 'shopper', 'sho_0VChd8SJVRiRKtRXDYWA3UFT3uws', 'shop', 1787997606835, NULL),
  ('tok_0VChd8ScDNYrnggY8NJlqlS8zM4C', 'U6f1qBsFR1UGVuq_3T9A2fCTdQ8cSfSkkted1GDet30', 'shopper', 'sho_0VChd8SccHIxqWSOK1i3S9GtQFCa', 'shop', 1787997606854, NULL),
  ('tok_0VChd8TLaLmOEehnmYR3NC3SOfxW', 'r_xg9jpTs8MWPunS2m6MTPVu5HbyGjdp9YIiZ2GPgt0', 'shopper', 'sho_0VChd8TLHuMCTVJJ4322XuwOA6Lv', 'shop', 1787997606899, NULL),
  ('tok_0VChd8TOsJGSGLvxvuMmo4cBTblE', 'ajB7xsL2yYAfBOXooBizzqGsidSnxxLgu3m5aZwVVpY', 'shopper', 'sho_0VChd8TNG1NSdj7Ng9inlRF3jnT8', 'shop', 1787997606902, NULL),
  ('tok_0VChd8TsX6UWpyq1842qG54KnUe9', '8FxyL45s_TK8dr1N1wwRs3rbj7dcKAG0NyXdT69m-ok', 'shopper', 'sho_0VChd8TsrbZHnlu0PJJPlAOBSV78', 'shop', 1787997606932, NULL),
  ('tok_0VChd8TtwGSronkd5IZi1VKXsMX0', 'RkED9EEWyL9h5CBiET_571IemwjXLDD2MKnWBhw01-E', 'shopper', 'sho_0VChd8TtuMATqMdHSoT1ODEmx2fb', 'shop', 1787997606933, NULL),
  ('tok_0VChd8TuHjxTBbSAroBvKFeXjfy5', 'GhwGkq0WwlD2l-mbM7azrjfh7XdDSOslOWAl2XaXKRg', 'shopper', 'sho_0VChd8TuOGgiOBURmdklckLtogAO', 'shop', 1787997606934, NULL),
  ('tok_0VChd8TvjQv73nlTIdkfvWpdIHtU', 'FpSFeRKP-yI0a6E4wY4FB55eOh-p89XdtjQGL3MbicM', 'shopper', 'sho_0VChd8TvePsFQOb4rCZXovcnqHFF', 'shop', 1787997606935, NULL),
  ('tok_0VChd8U2TMCBTkt1cOfoxqky8g7G', 'caS3LEU80Hats7uBY6sf8G-DVv4KS9Q91xB2jExsnvE', 'shopper', 'sho_0VChd8U2VUWxKJXnX51lZzdSzAHf', 'shop', 1787997606942, NULL);
INSERT INTO cart (id, principal, shopper) VALUES
  ('cart_0VChO0IuyAW04s4lVFGfni2BQsfn', 'sho_0VChO0IpDK0thMPnd4HQJ4EaPOpg', ''),
  ('cart_0VChO0KnKZribNB7LqZADB5J0FiK', 'sho_0VChO0Klfh4DrPxmjfBjbQbBBWc0', ''),
  ('cart_0VChO0MEOG4D0iKVjRZndKZM3zwU', 'sho_0VChO0M8hf8zdCSVp3yemOOMycmw', ''),
  ('cart_0VChO0PN9vsJcyoUuFlURrfaLD1f', 'sho_0VChO0PLfOHITWPJhESIFVEsLFL9', ''),
  ('cart_0VChd8OiuReniqZqrBYlj2FTQEJY', 'sho_0VChd8OhGknldo8tshrDtAMv0Gib', ''),
  ('cart_0VChd8Ow4Kdl8ULJ7YQKqDtGT9eB', 'sho_0VChd8OsKKVhePcMuSGmPb1xShMO', ''),
  ('cart_0VChd8P5rlQBA6esV66GxQnBXTlU', 'sho_0VChd8P1j6Pqdo1WtD0zicGxV9GN', ''),
  ('cart_0VChd8PRswhn9DAePo674zZxd3QS', 'sho_0VChd8POnY5VK91AfG7vEf0LQxXp', ''),
  ('cart_0VChd8PfyEoJvWr84HItjRM8Ouql', 'sho_0VChd8PdrztdEdWvE5tBjrgy3quq', ''),
  ('cart_0VChd8QPaJ4qZVwDjGk9MW3Eltaf', 'sho_0VChd8QLtGU19Pi5xl1XhMUY6iKA', ''),
  ('cart_0VChd8RmbS8X9AfbaWrJGboItZUW', 'agent:demo-agent', 'gran'),
  ('cart_0VChd8SLgmHuTqSsSh1AgiQ6R41m', 'sho_0VChd8SJVRiRKtRXDYWA3UFT3uws', ''),
  ('cart_0VChd8SfqQuuBUR1wN7Wj02ovqJE', 'sho_0VChd8SccHIxqWSOK1i3S9GtQFCa', ''),
  ('cart_0VChd8TQGsSqapJFFOUIyr9xdbM9', 'sho_0VChd8TLHuMCTVJJ4322XuwOA6Lv', ''),
  ('cart_0VChd8TbygeoErEBOjYMYkCJyuT5', 'sho_0VChd8TNG1NSdj7Ng9inlRF3jnT8', ''),
  ('cart_0VChd8Twb31shLIqUK2qMg2bonRY', 'sho_0VChd8TsrbZHnlu0PJJPlAOBSV78', ''),
  ('cart_0VChd8TxcTkfiGN8YEYvfhnOHS39', 'sho_0VChd8TtuMATqMdHSoT1ODEmx2fb', ''),
  ('cart_0VChd8TylbMORUVqroe0P5doatUu', 'sho_0VChd8TuOGgiOBURmdklckLtogAO', ''),
  ('cart_0VChd8TzjDnu73i0Br2gIkZP7MUn', 'sho_0VChd8TvePsFQOb4rCZXovcnqHFF', ''),
  ('cart_0VChd8U0nXmCWK665FUNLa6AiZ2m', 'agent:demo-agent', 'aunt'),
  ('cart_0VChd8U13OVKvHJleSNgkoO28Cdd', 'agent:demo-agent', 'uncle');
INSERT INTO cart_line (cart_id, product_id, quantity, price_seen_minor, added_at) VALUES
  ('cart_0VChd8OiuReniqZqrBYlj2FTQEJY', 'kieselhaut-niacinamide-serum-10', 2, 1490, 1772445606612),
  ('cart_0VChd8Ow4Kdl8ULJ7YQKqDtGT9eB', 'kieselhaut-niacinamide-serum-10', 3, 1490, 1772445606626),
  ('cart_0VChd8P5rlQBA6esV66GxQnBXTlU', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445606635),
  ('cart_0VChd8PRswhn9DAePo674zZxd3QS', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445606657),
  ('cart_0VChd8TQGsSqapJFFOUIyr9xdbM9', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445606904),
  ('cart_0VChd8TbygeoErEBOjYMYkCJyuT5', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445606915),
  ('cart_0VChd8Twb31shLIqUK2qMg2bonRY', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445606936),
  ('cart_0VChd8TxcTkfiGN8YEYvfhnOHS39', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445606937),
  ('cart_0VChd8TylbMORUVqroe0P5doatUu', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445606938),
  ('cart_0VChd8TzjDnu73i0Br2gIkZP7MUn', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445606939),
  ('cart_0VChd8U0nXmCWK665FUNLa6AiZ2m', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445606940),
  ('cart_0VChd8U13OVKvHJleSNgkoO28Cdd', 'kieselhaut-niacinamide-serum-10', 1, 1490, 1772445606941);
INSERT INTO orders (id, principal, shopper, status, email, address, shipping_method, currency, subtotal_minor, shipping_minor, shipping_vat_minor, total_minor, vat, events, created_at) VALUES
  ('ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 'sho_0VChO0IpDK0thMPnd4HQJ4EaPOpg', '', 'shipped', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 4, 1772442000586),
  ('ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', 'sho_0VChO0IpDK0thMPnd4HQJ4EaPOpg', '', 'confirmed', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 3, 1772442000647),
  ('ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 'sho_0VChO0Klfh4DrPxmjfBjbQbBBWc0', '', 'delivered', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 2980, 495, 79, 3475, '[{"rateBp":1900,"netMinor":2920,"vatMinor":555,"grossMinor":3475}]', 7, 1772442000701),
  ('ord_0VChO0MOxKYPw78uclIKdXULs0C4', 'sho_0VChO0M8hf8zdCSVp3yemOOMycmw', '', 'cancelled', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 6, 1772442000796),
  ('ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 'sho_0VChO0PLfOHITWPJhESIFVEsLFL9', '', 'shipped', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 6, 1772442000984),
  ('ord_0VChd8OlflSqA3NIfNMPHBw4CJRr', 'sho_0VChd8OhGknldo8tshrDtAMv0Gib', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 2980, 495, 79, 3475, '[{"rateBp":1900,"netMinor":2920,"vatMinor":555,"grossMinor":3475}]', 1, 1772445606615),
  ('ord_0VChd8P7R47wFILv0P4PDBAZlaaS', 'sho_0VChd8P1j6Pqdo1WtD0zicGxV9GN', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445606637),
  ('ord_0VChd8PTwIXGKNX8G13SZnmvB4hy', 'sho_0VChd8POnY5VK91AfG7vEf0LQxXp', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445606659),
  ('ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 'sho_0VChd8PdrztdEdWvE5tBjrgy3quq', '', 'delivered', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 2980, 495, 79, 3475, '[{"rateBp":1900,"netMinor":2920,"vatMinor":555,"grossMinor":3475}]', 6, 1772445606673),
  ('ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 'sho_0VChd8QLtGU19Pi5xl1XhMUY6iKA', '', 'confirmed', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 3, 1772445606722),
  ('ord_0VChd8RM6k87KPjvYiA9N7GLD4yD', 'agent:demo-agent', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin, BE","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445606776),
  ('ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 'agent:demo-agent', 'gran', 'confirmed', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 3, 1772445606805),
  ('ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 'sho_0VChd8SJVRiRKtRXDYWA3UFT3uws', '', 'cancelled', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 5, 1772445606838),
  ('ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 'sho_0VChd8SccHIxqWSOK1i3S9GtQFCa', '', 'delivered', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 2980, 495, 79, 3475, '[{"rateBp":1900,"netMinor":2920,"vatMinor":555,"grossMinor":3475}]', 9, 1772445606860),
  ('ord_0VChd8TSJtoq5sdjHMI78i0HFMBp', 'sho_0VChd8TLHuMCTVJJ4322XuwOA6Lv', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445606906),
  ('ord_0VChd8TcYzAOrufXuPDM8y1bq78f', 'sho_0VChd8TNG1NSdj7Ng9inlRF3jnT8', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445606916),
  ('ord_0VChd8cRMlnowpMNioMpSkt6j0rJ', 'sho_0VChd8TsrbZHnlu0PJJPlAOBSV78', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445607463),
  ('ord_0VChd8ctNbYIc4c9djXPX3KQjPMn', 'sho_0VChd8TtuMATqMdHSoT1ODEmx2fb', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445607491),
  ('ord_0VChd8dLhyMztz1TQYIETkLJM9R9', 'sho_0VChd8TuOGgiOBURmdklckLtogAO', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445607519),
  ('ord_0VChd8dpMnQouPtBZrDpqEM647iy', 'agent:demo-agent', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin, BE","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445607549),
  ('ord_0VChd8eEV7i1Ng3aNVTkZRIiAst1', 'agent:demo-agent', '', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin, BE","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445607574),
  ('ord_0VChd8egUShVG6cY9zAqvIdMfTbS', 'agent:demo-agent', 'aunt', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445607602),
  ('ord_0VChd8f7HJVwtA3JAJBVmaA8RMDX', 'agent:demo-agent', 'uncle', 'pending', 'ada@example.com', '{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}', 'standard', 'EUR', 1490, 495, 79, 1985, '[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}]', 1, 1772445607629);
INSERT INTO order_line (order_id, n, product_id, name, quantity, unit_price_minor, line_total_minor, vat_minor, shipped, sent_back) VALUES
  ('ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 1, 0),
  ('ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 2, 1490, 2980, 476, 2, 1),
  ('ord_0VChO0MOxKYPw78uclIKdXULs0C4', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 1, 0),
  ('ord_0VChd8OlflSqA3NIfNMPHBw4CJRr', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 2, 1490, 2980, 476, 0, 0),
  ('ord_0VChd8P7R47wFILv0P4PDBAZlaaS', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8PTwIXGKNX8G13SZnmvB4hy', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 2, 1490, 2980, 476, 2, 1),
  ('ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8RM6k87KPjvYiA9N7GLD4yD', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 2, 1490, 2980, 476, 2, 1),
  ('ord_0VChd8TSJtoq5sdjHMI78i0HFMBp', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8TcYzAOrufXuPDM8y1bq78f', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8cRMlnowpMNioMpSkt6j0rJ', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8ctNbYIc4c9djXPX3KQjPMn', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8dLhyMztz1TQYIETkLJM9R9', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8dpMnQouPtBZrDpqEM647iy', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8eEV7i1Ng3aNVTkZRIiAst1', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8egUShVG6cY9zAqvIdMfTbS', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0),
  ('ord_0VChd8f7HJVwtA3JAJBVmaA8RMDX', 0, 'kieselhaut-niacinamide-serum-10', 'Niacinamide Serum 10 %', 1, 1490, 1490, 238, 0, 0);
INSERT INTO checkout_session (id, cart_id, order_id, phase, total_minor, currency, payment_method, return_url, provider_id, url, paid_by, expires_at, processing_until, charged, draft_id) VALUES
  ('cs_0VChO0J1vEsN72EFEj8edpl5I1BZ', 'cart_0VChO0IuyAW04s4lVFGfni2BQsfn', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 'complete', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChO0J1vEsN72EFEj8edpl5I1BZ', 'http://shop.example/pay/cs_0VChO0J1vEsN72EFEj8edpl5I1BZ.psCkBZD32skxzhce76MpDfsPEsogSimR', 'pay_0VChO0JD5zQONJ3nAE1iIirTlP9L', 1772443800586, NULL, 0, NULL),
  ('cs_0VChO0JzyrOug8dL418ElX5QPSX8', 'cart_0VChO0IuyAW04s4lVFGfni2BQsfn', 'ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', 'complete', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChO0JzyrOug8dL418ElX5QPSX8', 'http://shop.example/pay/cs_0VChO0JzyrOug8dL418ElX5QPSX8.mJRthBRN1Z_X--RrLueegvE_HeUo_ioH', 'pay_0VChO0K7bJeAreh2Xj2LWLNPXnJy', 1772443800647, NULL, 0, NULL),
  ('cs_0VChO0KrFW3FJDu8T2z7ZFD5wDF5', 'cart_0VChO0KnKZribNB7LqZADB5J0FiK', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 'complete', 3475, 'EUR', NULL, NULL, 'simulated_cs_0VChO0KrFW3FJDu8T2z7ZFD5wDF5', 'http://shop.example/pay/cs_0VChO0KrFW3FJDu8T2z7ZFD5wDF5.S9cspiFs8WE5Wfyj0635Fq2KqsBG_A_2', 'pay_0VChO0L5HxD1hXbe18ctTl36atnT', 1772443800701, NULL, 0, NULL),
  ('cs_0VChO0MObH6JkMAvKHs3aVh0lAaL', 'cart_0VChO0MEOG4D0iKVjRZndKZM3zwU', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 'complete', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChO0MObH6JkMAvKHs3aVh0lAaL', 'http://shop.example/pay/cs_0VChO0MObH6JkMAvKHs3aVh0lAaL.EOPOW1jXi1-OedueKxEVN-zImyAsjWwx', 'pay_0VChO0Mbd3wJ2inxSSFaXUdvmhBa', 1772443800796, NULL, 0, NULL),
  ('cs_0VChO0PQce3xQ1SsvP13usYibg88', 'cart_0VChO0PN9vsJcyoUuFlURrfaLD1f', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 'complete', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChO0PQce3xQ1SsvP13usYibg88', 'http://shop.example/pay/cs_0VChO0PQce3xQ1SsvP13usYibg88.Vz8Fj4BFvp-WMRu79k4OUfUAzdSZQd4j', 'pay_0VChO0PV47DsasIpFDZ0ghYCE5Gs', 1772443800984, NULL, 0, NULL),
  ('cs_0VChd8Ol9G3QSYMmse3SIflk5B65', 'cart_0VChd8OiuReniqZqrBYlj2FTQEJY', 'ord_0VChd8OlflSqA3NIfNMPHBw4CJRr', 'open', 3475, 'EUR', NULL, NULL, 'simulated_cs_0VChd8Ol9G3QSYMmse3SIflk5B65', 'http://shop.example/pay/cs_0VChd8Ol9G3QSYMmse3SIflk5B65.RwxS5Tx5Z2n_CQvBgSyTqm19ZZH0nx6_', NULL, 1772447406615, NULL, 0, NULL),
  ('cs_0VChd8P7nZcLYmfZh2V0cs676TkQ', 'cart_0VChd8P5rlQBA6esV66GxQnBXTlU', 'ord_0VChd8P7R47wFILv0P4PDBAZlaaS', 'processing', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChd8P7nZcLYmfZh2V0cs676TkQ', 'http://shop.example/pay/cs_0VChd8P7nZcLYmfZh2V0cs676TkQ.VgA4D_98ATPtgOCLCXHVTQHRztd38qbS', NULL, 1772447406637, 1772532006644, 0, NULL),
  ('cs_0VChd8PT7AuSvnqG7MSPdMA2kNbI', 'cart_0VChd8PRswhn9DAePo674zZxd3QS', 'ord_0VChd8PTwIXGKNX8G13SZnmvB4hy', 'open', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChd8PT7AuSvnqG7MSPdMA2kNbI', 'http://shop.example/pay/cs_0VChd8PT7AuSvnqG7MSPdMA2kNbI.Y1NrPgAJLxsB4sg_nfYEN6c2MJ8o4bY9', NULL, 1772447406659, NULL, 0, NULL),
  ('cs_0VChd8Pip6AXIa1YK6XKS21nTf3g', 'cart_0VChd8PfyEoJvWr84HItjRM8Ouql', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 'complete', 3475, 'EUR', NULL, NULL, 'simulated_cs_0VChd8Pip6AXIa1YK6XKS21nTf3g', 'http://shop.example/pay/cs_0VChd8Pip6AXIa1YK6XKS21nTf3g.IzIl5cgmOXn3E_OlSbvCaZTwRbRsfoAA', 'pay_0VChd8PlPKtP49LfBlR0T91UDh4J', 1772447406673, NULL, 0, NULL),
  ('cs_0VChd8QUNdse0iA47BQUF5qs9W7C', 'cart_0VChd8QPaJ4qZVwDjGk9MW3Eltaf', 'ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 'complete', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChd8QUNdse0iA47BQUF5qs9W7C', 'http://shop.example/pay/cs_0VChd8QUNdse0iA47BQUF5qs9W7C.LfIWgGlXBwnhlaAMLleZBVtFs8DtDGMU', 'pay_0VChd8QalHuulnb1nKbKhIZUTDYc', 1772447406722, NULL, 0, NULL),
  ('cs_0VChd8RMBcD4ugwniLJTtAiZqrkg', NULL, 'ord_0VChd8RM6k87KPjvYiA9N7GLD4yD', 'open', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChd8RMBcD4ugwniLJTtAiZqrkg', 'http://shop.example/pay/cs_0VChd8RMBcD4ugwniLJTtAiZqrkg.meOc0jqfdfvLR61pc4_qPFqnAS3tAMDQ', NULL, 1772447406776, NULL, 0, 'cs_0VChd8RIk6UqINiK2n3PtFpJppJV'),
  ('cs_0VChd8RpTbdpYhVmXAVg12rgZQ8C', 'cart_0VChd8RmbS8X9AfbaWrJGboItZUW', 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 'complete', 1985, 'EUR', NULL, NULL, NULL, NULL, 'pay_0VChd8RsPX8GIOnpbqayw5eqioGs', 1772447406805, NULL, 1, NULL),
  ('cs_0VChd8SNlj5PCFsIg9TBftZOnor5', 'cart_0VChd8SLgmHuTqSsSh1AgiQ6R41m', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 'complete', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChd8SNlj5PCFsIg9TBftZOnor5', 'http://shop.example/pay/cs_0VChd8SNlj5PCFsIg9TBftZOnor5.2hNXxQ7hiBXkk8WOWPQtILceqwCtVY9K', 'pay_0VChd8SQblJDFTLGRqNSohW1eTjC', 1772447406838, NULL, 0, NULL),
  ('cs_0VChd8SjyRPealdRkZ1gCrBkDgDq', 'cart_0VChd8SfqQuuBUR1wN7Wj02ovqJE', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 'complete', 3475, 'EUR', NULL, NULL, 'simulated_cs_0VChd8SjyRPealdRkZ1gCrBkDgDq', 'http://shop.example/pay/cs_0VChd8SjyRPealdRkZ1gCrBkDgDq.OOny4-TSNxtTczoS-yM3tLK4ydy5Vr_e', 'pay_0VChd8Sqw8CGohDghX1i5y8nJy39', 1772447406860, NULL, 0, NULL),
  ('cs_0VChd8TShsVgcJ5f1i9uy0R7HvWa', 'cart_0VChd8TQGsSqapJFFOUIyr9xdbM9', 'ord_0VChd8TSJtoq5sdjHMI78i0HFMBp', 'open', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChd8TShsVgcJ5f1i9uy0R7HvWa', 'http://shop.example/pay/cs_0VChd8TShsVgcJ5f1i9uy0R7HvWa.ykNaoVinF4C1fpQc9xCs2Jwt-Zi85UZ5', NULL, 1772447406906, NULL, 0, NULL),
  ('cs_0VChd8TcRexlKyYUBK3pqFUFqkuW', 'cart_0VChd8TbygeoErEBOjYMYkCJyuT5', 'ord_0VChd8TcYzAOrufXuPDM8y1bq78f', 'open', 1985, 'EUR', NULL, NULL, 'simulated_cs_0VChd8TcRexlKyYUBK3pqFUFqkuW', 'http://shop.example/pay/cs_0VChd8TcRexlKyYUBK3pqFUFqkuW.r0bOwRjnsE2QFpNdHPEUERInWFTFELAY', NULL, 1772447406916, NULL, 0, NULL),
  ('cs_0VChd8cRfkPl6SynAosz6MNvYwvA', 'cart_0VChd8Twb31shLIqUK2qMg2bonRY', 'ord_0VChd8cRMlnowpMNioMpSkt6j0rJ', 'opening', 1985, 'EUR', NULL, NULL, NULL, NULL, NULL, 1772447407463, NULL, 0, NULL),
  ('cs_0VChd8ctzs9dXMvQ4DtD5H9k4rLq', 'cart_0VChd8TxcTkfiGN8YEYvfhnOHS39', 'ord_0VChd8ctNbYIc4c9djXPX3KQjPMn', 'opening', 1985, 'EUR', NULL, NULL, NULL, NULL, NULL, 1772447407491, NULL, 0, NULL),
  ('cs_0VChd8dMx1VBr86WZ7Iokw1fAkog', 'cart_0VChd8TylbMORUVqroe0P5doatUu', 'ord_0VChd8dLhyMztz1TQYIETkLJM9R9', 'opening', 1985, 'EUR', NULL, NULL, NULL, NULL, NULL, 1772447407519, NULL, 0, NULL),
  ('cs_0VChd8dq6SQf552T33KQG5IuxgZC', NULL, 'ord_0VChd8dpMnQouPtBZrDpqEM647iy', 'processing', 1985, 'EUR', NULL, NULL, NULL, NULL, NULL, 1772447407549, NULL, 1, 'cs_0VChd8TfkpwKnni8EA1TmGqt76cF'),
  ('cs_0VChd8eGKz016jTLiPOJRw1VQGQT', NULL, 'ord_0VChd8eEV7i1Ng3aNVTkZRIiAst1', 'processing', 1985, 'EUR', NULL, NULL, NULL, NULL, NULL, 1772447407574, NULL, 1, 'cs_0VChd8Th9wHrrk4cnlsN2cFEhXNs'),
  ('cs_0VChd8egQ8QMMznU2k5GydrpoFkv', 'cart_0VChd8U0nXmCWK665FUNLa6AiZ2m', 'ord_0VChd8egUShVG6cY9zAqvIdMfTbS', 'processing', 1985, 'EUR', NULL, NULL, NULL, NULL, NULL, 1772447407602, NULL, 1, NULL),
  ('cs_0VChd8f75ykRMxSyTVDZeIubyw8E', 'cart_0VChd8U13OVKvHJleSNgkoO28Cdd', 'ord_0VChd8f7HJVwtA3JAJBVmaA8RMDX', 'processing', 1985, 'EUR', NULL, NULL, NULL, NULL, NULL, 1772447407629, NULL, 1, NULL);
INSERT INTO payment (id, session_id, order_id, role, provider_id, method, instrument, currency, captured_minor, refunding_minor, flag, at, charge_id) VALUES
  ('pay_0VChO0JLiptGvuegkDDSWzLUXFlc', 'cs_0VChO0J1vEsN72EFEj8edpl5I1BZ', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 'primary', 'pay_0VChO0JD5zQONJ3nAE1iIirTlP9L', 'card', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'EUR', 1985, 0, NULL, 1772442000599, NULL),
  ('pay_0VChO0KA88HFZdccNB3NN76MaRsq', 'cs_0VChO0JzyrOug8dL418ElX5QPSX8', 'ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', 'primary', 'pay_0VChO0K7bJeAreh2Xj2LWLNPXnJy', 'card', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'EUR', 1985, 0, NULL, 1772442000655, NULL),
  ('pay_0VChO0LB1eU3gd5mwSwaMIkkbtH2', 'cs_0VChO0KrFW3FJDu8T2z7ZFD5wDF5', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 'primary', 'pay_0VChO0L5HxD1hXbe18ctTl36atnT', 'card', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'EUR', 3475, 0, NULL, 1772442000715, NULL),
  ('pay_0VChO0MelhDDRcAdR32f4DBmWjD2', 'cs_0VChO0MObH6JkMAvKHs3aVh0lAaL', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 'primary', 'pay_0VChO0Mbd3wJ2inxSSFaXUdvmhBa', 'card', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'EUR', 1985, 1985, NULL, 1772442000809, NULL),
  ('pay_0VChO0Pa0xuHLWT4aye1h01b2FLH', 'cs_0VChO0PQce3xQ1SsvP13usYibg88', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 'primary', 'pay_0VChO0PV47DsasIpFDZ0ghYCE5Gs', 'card', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'EUR', 1985, 0, NULL, 1772442000989, NULL),
  ('pay_0VChO0Pa0vy7cJ8hGwNI9xzCezLM', 'cs_0VChO0PQce3xQ1SsvP13usYibg88', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 'surplus', 'pay_0VChO0PVbhXDOsyr1ayCyyNtLS9u', 'card', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'EUR', 1985, 1985, 'second_payment', 1772442000989, NULL),
  ('pay_0VChd8Pnkpcyl0r5P2dYfTIIe1Lq', 'cs_0VChd8Pip6AXIa1YK6XKS21nTf3g', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 'primary', 'pay_0VChd8PlPKtP49LfBlR0T91UDh4J', 'card', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'EUR', 3475, 0, NULL, 1772445606677, NULL),
  ('pay_0VChd8QcoM06CLMIdcKduiScqu01', 'cs_0VChd8QUNdse0iA47BQUF5qs9W7C', 'ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 'primary', 'pay_0VChd8QalHuulnb1nKbKhIZUTDYc', 'card', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'EUR', 1985, 0, NULL, 1772445606728, NULL),
  ('pay_0VChd8RvjxShKTjola11YanX6S5N', 'cs_0VChd8RpTbdpYhVmXAVg12rgZQ8C', 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 'primary', 'pay_0VChd8RsPX8GIOnpbqayw5eqioGs', 'card', 'fp_oEMpoxbjny6i87P7brvc0sZ5i1umKx1-', 'EUR', 1985, 0, NULL, 1772445606808, 'chg_0VChd8RprMxxKwIHFQi0lfsISMRr'),
  ('pay_0VChd8ST9i7MoBRWBD5riOBOn4WB', 'cs_0VChd8SNlj5PCFsIg9TBftZOnor5', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 'primary', 'pay_0VChd8SQblJDFTLGRqNSohW1eTjC', 'card', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'EUR', 1985, 1985, NULL, 1772445606842, NULL),
  ('pay_0VChd8Ss9kciqK2wqU3lqzvOcrE3', 'cs_0VChd8SjyRPealdRkZ1gCrBkDgDq', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 'primary', 'pay_0VChd8Sqw8CGohDghX1i5y8nJy39', 'card', 'fp_x5rtgk6AebKRLzQRjNrndKHDQXiSHel6', 'EUR', 3475, 1490, NULL, 1772445606868, NULL);
INSERT INTO refund (id, payment_id, order_id, cause, subject, reason, amount_minor, currency, state, attempt, created_at) VALUES
  ('ref_0VChO0MwXcSTXH1ly06KF3ofiEQZ', 'pay_0VChO0MelhDDRcAdR32f4DBmWjD2', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 'cancellation', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', '', 1985, 'EUR', 'succeeded', 1, 1772442000830),
  ('ref_0VChO0PatSSqkOceQOgI19sjlV93', 'pay_0VChO0Pa0vy7cJ8hGwNI9xzCezLM', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 'surplus', 'pay_0VChO0PVbhXDOsyr1ayCyyNtLS9u', '', 1985, 'EUR', 'succeeded', 1, 1772442000994),
  ('ref_0VChd8Z3qkphuRvvZKfHochZOxYZ', 'pay_0VChd8Ss9kciqK2wqU3lqzvOcrE3', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 'return', 'ret_0VChd8TGuDUBavQdLyue2WtjPrJp', '', 1490, 'EUR', 'pending', 1, 1772445607253),
  ('ref_0VChd8ajbn7xpZxF4gYbFZfSlUxH', 'pay_0VChd8ST9i7MoBRWBD5riOBOn4WB', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 'cancellation', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', '', 1985, 'EUR', 'pending', 1, 1772445607357);
INSERT INTO event (id, order_id, seq, type, status, source, data, at) VALUES
  ('evt_0VChO0J1XEpKXg1roWD3R1qC7c6m', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChO0J0eweARvFBpoG8VPFbgVKV"}', 1772442000587),
  ('evt_0VChO0JLIem9c4H0uSjViG7LwWOm', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChO0J0eweARvFBpoG8VPFbgVKV"}', 1772442000607),
  ('evt_0VChO0JLY5Eur6NrbtrSB7ZNgfw9', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChO0J0eweARvFBpoG8VPFbgVKV","amount":19.85,"currency":"EUR","method":"card"}', 1772442000607),
  ('evt_0VChO0JzK5IaxhWa6eRbKOBlm4FL', 'ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN"}', 1772442000647),
  ('evt_0VChO0KAtsP05Ubu42q8Wv5BVzbF', 'ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN"}', 1772442000658),
  ('evt_0VChO0KAn0FwfgPRvq0yWHsL3zH0', 'ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN","amount":19.85,"currency":"EUR","method":"card"}', 1772442000658),
  ('evt_0VChO0Kr3USQjR47AVCvXw4WV6eB', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q"}', 1772442000701),
  ('evt_0VChO0LBVYfd69UrBWwwL0Foe1rf', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q"}', 1772442000721),
  ('evt_0VChO0LBtyTMLuIRzVqjFbPeUKDG', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q","amount":34.75,"currency":"EUR","method":"card"}', 1772442000721),
  ('evt_0VChO0LbYtb89QCTt9BxHW8c9qPO', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 4, 'order.shipped', 'shipped', 'staff', '{"orderId":"ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q","carrier":"DHL","trackingNumber":"JD-ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":2}]}', 1772442000747),
  ('evt_0VChO0Lpdfc4tJQPKreisuy6gXZo', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 5, 'order.delivered', 'delivered', 'staff', '{"orderId":"ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q","deliveredAt":"2026-03-02T09:00:00.761Z","trackingNumber":"JD-ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q"}', 1772442000761),
  ('evt_0VChO0M0vhkFUrFAUHJb13kg04FC', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 6, 'return.initiated', NULL, 'shopper', '{"orderId":"ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q","returnId":"ret_0VChO0M0FpsJ8dxQYo1o8kNV1mVE","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"reason":"too sweet"}]}', 1772442000772),
  ('evt_0VChO0MOZZdDGA3dbo8m3PsZTAZZ', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChO0MOxKYPw78uclIKdXULs0C4"}', 1772442000796),
  ('evt_0VChO0MdMtMBvXZtnDuVapbf9m0j', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChO0MOxKYPw78uclIKdXULs0C4"}', 1772442000811),
  ('evt_0VChO0Mdk5MzqLRHLfKcNMHj0uyB', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChO0MOxKYPw78uclIKdXULs0C4","amount":19.85,"currency":"EUR","method":"card"}', 1772442000811),
  ('evt_0VChO0MwgfemtbGIu4dCtyzfE6qo', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 4, 'order.cancelled', 'cancelled', 'shopper', '{"orderId":"ord_0VChO0MOxKYPw78uclIKdXULs0C4"}', 1772442000830),
  ('evt_0VChO0Mz0p2AAHt4ukHmGgAHYo1m', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 5, 'refund.created', NULL, 'system', '{"orderId":"ord_0VChO0MOxKYPw78uclIKdXULs0C4","refundId":"ref_0VChO0MwXcSTXH1ly06KF3ofiEQZ","amount":19.85,"currency":"EUR"}', 1772442000833),
  ('evt_0VChO0OsoYXp59dhZOgBvYwsyaer', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 6, 'refund.succeeded', NULL, 'provider', '{"orderId":"ord_0VChO0MOxKYPw78uclIKdXULs0C4","refundId":"ref_0VChO0MwXcSTXH1ly06KF3ofiEQZ","amount":19.85,"currency":"EUR"}', 1772442000950),
  ('evt_0VChO0PQmGrsS9ngIwmlnW1g7XkH', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA"}', 1772442000984),
  ('evt_0VChO0PaI287Fng6o5IJ5dcI3lLO', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA"}', 1772442000994),
  ('evt_0VChO0PaNPydJn2dUjIZqmPFyEoo', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA","amount":19.85,"currency":"EUR","method":"card"}', 1772442000994),
  ('evt_0VChO0PaPW6m0cUTlZBF1KQICPVF', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 4, 'refund.created', NULL, 'system', '{"orderId":"ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA","refundId":"ref_0VChO0PatSSqkOceQOgI19sjlV93","amount":19.85,"currency":"EUR"}', 1772442000994),
  ('evt_0VChd8FoWB9miLoIMK2gUoK0E43R', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 5, 'refund.succeeded', NULL, 'provider', '{"orderId":"ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA","refundId":"ref_0VChO0PatSSqkOceQOgI19sjlV93","amount":19.85,"currency":"EUR"}', 1772445606060),
  ('evt_0VChd8G0r54qtGrvdnEjEJGTe3dQ', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 4, 'order.shipped', 'shipped', 'carrier', '{"orderId":"ord_0VChO0J0eweARvFBpoG8VPFbgVKV","carrier":"Nordlicht Parcel","trackingNumber":"NP687142484500","estimatedDelivery":"2026-03-02","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1}]}', 1772445606072),
  ('evt_0VChd8G3A6iNfAeH00s9GobiIwMR', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 6, 'order.shipped', 'shipped', 'carrier', '{"orderId":"ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA","carrier":"Nordlicht Parcel","trackingNumber":"NP248914576851","estimatedDelivery":"2026-03-02","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1}]}', 1772445606075),
  ('evt_0VChd8G40EhE50OgUvyJZkqB7pro', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 7, 'return.in_transit', NULL, 'carrier', '{"orderId":"ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q","returnId":"ret_0VChO0M0FpsJ8dxQYo1o8kNV1mVE"}', 1772445606076),
  ('evt_0VChd8OlRqFgfDF5NKMsMkrTpTYf', 'ord_0VChd8OlflSqA3NIfNMPHBw4CJRr', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8OlflSqA3NIfNMPHBw4CJRr"}', 1772445606615),
  ('evt_0VChd8P7KTLThWT5jvUW5GGrBcAX', 'ord_0VChd8P7R47wFILv0P4PDBAZlaaS', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8P7R47wFILv0P4PDBAZlaaS"}', 1772445606637),
  ('evt_0VChd8PT5vVe5xQ7Bk23FNUHPITX', 'ord_0VChd8PTwIXGKNX8G13SZnmvB4hy', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8PTwIXGKNX8G13SZnmvB4hy"}', 1772445606659),
  ('evt_0VChd8PiQPMKUU70VcVTafPMij1u', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt"}', 1772445606674),
  ('evt_0VChd8Pn65ve3EkcQGjtlFwllG2h', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt"}', 1772445606679),
  ('evt_0VChd8PnSZ7Yrp6vrTG7lUOvCGhf', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt","amount":34.75,"currency":"EUR","method":"card"}', 1772445606679),
  ('evt_0VChd8PydTtYK32bXkSisu7f2T0U', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 4, 'order.shipped', 'shipped', 'staff', '{"orderId":"ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt","carrier":"DHL","trackingNumber":"JD-ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":2}]}', 1772445606690),
  ('evt_0VChd8Q5ehAyDAIwjMw8uZ5L3pne', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 5, 'order.delivered', 'delivered', 'staff', '{"orderId":"ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt","deliveredAt":"2026-03-02T10:00:06.697Z","trackingNumber":"JD-ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt"}', 1772445606697),
  ('evt_0VChd8QEyozf5cdgazboREUx8Owq', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 6, 'return.initiated', NULL, 'shopper', '{"orderId":"ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt","returnId":"ret_0VChd8QE8ctS5EnVkGkRNhrbRVhL","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"reason":"too sweet"}]}', 1772445606706),
  ('evt_0VChd8QU96zBPJJJ7yPS0yWBYNsM', 'ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8QU9qLyf7g7d0tALFogEIR6"}', 1772445606722),
  ('evt_0VChd8Qb955VT4b4dz3Q9owgtRSy', 'ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChd8QU9qLyf7g7d0tALFogEIR6"}', 1772445606729),
  ('evt_0VChd8Qc7SqNzMsWn6npwnADtyVU', 'ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChd8QU9qLyf7g7d0tALFogEIR6","amount":19.85,"currency":"EUR","method":"card"}', 1772445606730),
  ('evt_0VChd8RMa50b0ZC8gvGaPSHj0FUe', 'ord_0VChd8RM6k87KPjvYiA9N7GLD4yD', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8RM6k87KPjvYiA9N7GLD4yD"}', 1772445606776),
  ('evt_0VChd8RpevD2zKHtR0LfVCRBygJB', 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8RpNOXGAmBt94ROgHndlAnz"}', 1772445606805),
  ('evt_0VChd8RvKfi25x7fTISqNmLlyi14', 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChd8RpNOXGAmBt94ROgHndlAnz"}', 1772445606811),
  ('evt_0VChd8RvYOvWW6AlcV8WZtAq7zBz', 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChd8RpNOXGAmBt94ROgHndlAnz","amount":19.85,"currency":"EUR","method":"card"}', 1772445606811),
  ('evt_0VChd8SNHyjDncceii6Oc2bupFpw', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8SMrVihd5uXRBrksVoeVOnA"}', 1772445606839),
  ('evt_0VChd8STkwSlpFxeVEjWAhWOH1s7', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChd8SMrVihd5uXRBrksVoeVOnA"}', 1772445606845),
  ('evt_0VChd8ST8T1asBYwjLwM5VmWfISh', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChd8SMrVihd5uXRBrksVoeVOnA","amount":19.85,"currency":"EUR","method":"card"}', 1772445606845),
  ('evt_0VChd8Sjo2ZywMMB80YysUOuikde', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1"}', 1772445606861),
  ('evt_0VChd8SsU8VGp7geOH9atWAjRwxc', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 2, 'order.created', 'confirmed', 'provider', '{"orderId":"ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1"}', 1772445606870),
  ('evt_0VChd8SsqBsZAUda9mF13Px7ZYYw', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 3, 'payment.succeeded', NULL, 'provider', '{"orderId":"ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1","amount":34.75,"currency":"EUR","method":"card"}', 1772445606870),
  ('evt_0VChd8T2gwqF5NSK6oVf8Hkfn95I', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 4, 'order.shipped', 'shipped', 'staff', '{"orderId":"ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1","carrier":"DHL","trackingNumber":"JD-ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":2}]}', 1772445606880),
  ('evt_0VChd8TA8fhNsxUOAqir6owndYUh', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 5, 'order.delivered', 'delivered', 'staff', '{"orderId":"ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1","deliveredAt":"2026-03-02T10:00:06.888Z","trackingNumber":"JD-ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1"}', 1772445606888),
  ('evt_0VChd8TGznLQapiXKDUPHeNO79kb', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 6, 'return.initiated', NULL, 'shopper', '{"orderId":"ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1","returnId":"ret_0VChd8TGuDUBavQdLyue2WtjPrJp","items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"reason":"too sweet"}]}', 1772445606894),
  ('evt_0VChd8TSXAR2Sziq60nXpJ8XvJeW', 'ord_0VChd8TSJtoq5sdjHMI78i0HFMBp', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8TSJtoq5sdjHMI78i0HFMBp"}', 1772445606906),
  ('evt_0VChd8Tcjg2gW4F5Oq231PLn775h', 'ord_0VChd8TcYzAOrufXuPDM8y1bq78f', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8TcYzAOrufXuPDM8y1bq78f"}', 1772445606916),
  ('evt_0VChd8Z3HvBlsTeG5bXz4569Uw7y', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 7, 'return.received', NULL, 'staff', '{"orderId":"ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1","returnId":"ret_0VChd8TGuDUBavQdLyue2WtjPrJp"}', 1772445607253),
  ('evt_0VChd8Z3FszofL48sGuenmpAe6K8', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 8, 'refund.created', NULL, 'system', '{"orderId":"ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1","refundId":"ref_0VChd8Z3qkphuRvvZKfHochZOxYZ","amount":14.9,"currency":"EUR"}', 1772445607253),
  ('evt_0VChd8Z3czY2wUnRbX2DkPE9Znbm', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 9, 'return.refunded', NULL, 'staff', '{"orderId":"ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1","returnId":"ret_0VChd8TGuDUBavQdLyue2WtjPrJp"}', 1772445607253),
  ('evt_0VChd8ajw4qZTkCLlIx5L5pSmXhP', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 4, 'order.cancelled', 'cancelled', 'shopper', '{"orderId":"ord_0VChd8SMrVihd5uXRBrksVoeVOnA"}', 1772445607357),
  ('evt_0VChd8ajjZUIoNjaZJe6YA35OW3n', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 5, 'refund.created', NULL, 'system', '{"orderId":"ord_0VChd8SMrVihd5uXRBrksVoeVOnA","refundId":"ref_0VChd8ajbn7xpZxF4gYbFZfSlUxH","amount":19.85,"currency":"EUR"}', 1772445607357),
  ('evt_0VChd8cRTKIaqLkuSZf4lcISAoiB', 'ord_0VChd8cRMlnowpMNioMpSkt6j0rJ', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8cRMlnowpMNioMpSkt6j0rJ"}', 1772445607463),
  ('evt_0VChd8ct6OsYqRTb5Za9iUg1yLKi', 'ord_0VChd8ctNbYIc4c9djXPX3KQjPMn', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8ctNbYIc4c9djXPX3KQjPMn"}', 1772445607491),
  ('evt_0VChd8dM7TE5WHGb1Voeo1eNsrph', 'ord_0VChd8dLhyMztz1TQYIETkLJM9R9', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8dLhyMztz1TQYIETkLJM9R9"}', 1772445607520),
  ('evt_0VChd8dpgWolP2bY8XSRTtVwLeYi', 'ord_0VChd8dpMnQouPtBZrDpqEM647iy', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8dpMnQouPtBZrDpqEM647iy"}', 1772445607549),
  ('evt_0VChd8eGNAyIpvu5KFkDHaK5q9OV', 'ord_0VChd8eEV7i1Ng3aNVTkZRIiAst1', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8eEV7i1Ng3aNVTkZRIiAst1"}', 1772445607576),
  ('evt_0VChd8egzSR9uXKoBRxMqG7J3zHx', 'ord_0VChd8egUShVG6cY9zAqvIdMfTbS', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8egUShVG6cY9zAqvIdMfTbS"}', 1772445607602),
  ('evt_0VChd8f7jKHgVig4aPIu8f0wsyzX', 'ord_0VChd8f7HJVwtA3JAJBVmaA8RMDX', 1, 'order.placed', 'pending', 'shopper', '{"orderId":"ord_0VChd8f7HJVwtA3JAJBVmaA8RMDX"}', 1772445607629);
INSERT INTO job (kind, subject, run_at, attempts, plan, fence, lease_until) VALUES
  ('checkout', 'cs_0VChd8Ol9G3QSYMmse3SIflk5B65', 1772445666618, 0, 1772445606616, 1814984301173760, 0),
  ('checkout', 'cs_0VChd8P7nZcLYmfZh2V0cs676TkQ', 1772445666644, 0, 1772445606639, 1814984301196288, 0),
  ('checkout', 'cs_0VChd8PT7AuSvnqG7MSPdMA2kNbI', 1772445666665, 0, 1772445606660, 1814984301218816, 0),
  ('checkout', 'cs_0VChd8RMBcD4ugwniLJTtAiZqrkg', 1772445666778, 0, 1772445606777, 1814984301338624, 0),
  ('checkout', 'cs_0VChd8TShsVgcJ5f1i9uy0R7HvWa', 1772445666913, 0, 1772445606907, 1814984301471744, 0),
  ('checkout', 'cs_0VChd8TcRexlKyYUBK3pqFUFqkuW', 1772445666917, 0, 1772445606917, 1814984301481984, 0),
  ('checkout', 'cs_0VChd8cRfkPl6SynAosz6MNvYwvA', 1772445612463, 0, 1772445607464, 1814984302043136, 0),
  ('checkout', 'cs_0VChd8ctzs9dXMvQ4DtD5H9k4rLq', 1772445612491, 0, 1772445607491, 1814984302070784, 0),
  ('checkout', 'cs_0VChd8dMx1VBr86WZ7Iokw1fAkog', 1772445612519, 0, 1772445607520, 1814984302100480, 0),
  ('checkout', 'cs_0VChd8dq6SQf552T33KQG5IuxgZC', 1772445612549, 0, 1772445607550, 1814984302131200, 0),
  ('checkout', 'cs_0VChd8eGKz016jTLiPOJRw1VQGQT', 1772445612574, 0, 1772445607576, 1814984302157824, 0),
  ('checkout', 'cs_0VChd8egQ8QMMznU2k5GydrpoFkv', 1772445612602, 0, 1772445607602, 1814984302184448, 0),
  ('checkout', 'cs_0VChd8f75ykRMxSyTVDZeIubyw8E', 1772445612629, 0, 1772445607629, 1814984302212096, 0),
  ('delegation', 'del_0VChd8SDf8JonYJEYO4IOaSI5EBB', 1772445666829, 0, 1772445606829, 1814984301392896, 0),
  ('delegation', 'del_0VChd8fXc2qnQkfQXhLdNk2vQa8O', 1772445667655, 0, 1772445607655, 1814984302238720, 0),
  ('deliver', 'sub_0VChO0IkUjZPTw6D7vIghWAoTKJ6:ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 1772445612006, 0, 1772445606812, 1814984301374465, 0),
  ('deliver', 'sub_0VChd8OfamKsgUB9wouRx2ig25xa:ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 1772445611885, 0, 1772445606683, 1814984301239300, 0),
  ('deliver', 'sub_0VChd8OfamKsgUB9wouRx2ig25xa:ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 1772445611780, 0, 1772445606731, 1814984301291521, 0),
  ('deliver', 'sub_0VChd8OfamKsgUB9wouRx2ig25xa:ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 1772445612048, 0, 1772445606812, 1814984301374465, 0),
  ('deliver', 'sub_0VChd8OfamKsgUB9wouRx2ig25xa:ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 1772445612134, 0, 1772445606848, 1814984301409282, 0),
  ('deliver', 'sub_0VChd8OfamKsgUB9wouRx2ig25xa:ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 1772445612110, 0, 1772445606877, 1814984301434885, 0),
  ('inbound', 'msg_early', 1772445906745, 0, 1772445606745, 1814984301306880, 0),
  ('refund', 'ref_0VChO0MwXcSTXH1ly06KF3ofiEQZ', 1772528400950, 0, 1772442000834, 1814980608852993, 0),
  ('refund', 'ref_0VChO0PatSSqkOceQOgI19sjlV93', 1772532006060, 0, 1772442000995, 1814980609017858, 0),
  ('refund', 'ref_0VChd8Z3qkphuRvvZKfHochZOxYZ', 1772445607253, 0, 1772445607253, 1814984301827073, 1772445612552),
  ('refund', 'ref_0VChd8ajbn7xpZxF4gYbFZfSlUxH', 1772445607357, 0, 1772445607357, 1814984301933569, 1772445612552),
  ('sweep', 'store', 1772449206085, 0, 1772442000511, 1814980608523265, 0);
INSERT INTO shipment (id, order_id, carrier, tracking_number, status, estimated_delivery, shipped_at, delivered_at) VALUES
  ('shp_0VChO0LbmtYXqrCIF80upAIDz5hL', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 'DHL', 'JD-ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 'delivered', NULL, 1772442000747, 1772442000761),
  ('shp_0VChd8G0WwAKm0d73gYsqEgYFe9v', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 'Nordlicht Parcel', 'NP687142484500', 'shipped', '2026-03-02', 1772445606072, NULL),
  ('shp_0VChd8G3M3aAMaKp7r4y9a0GVYji', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 'Nordlicht Parcel', 'NP248914576851', 'shipped', '2026-03-02', 1772445606075, NULL),
  ('shp_0VChd8PynF2ar4ykt3GXUDDP6J3N', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 'DHL', 'JD-ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 'delivered', NULL, 1772445606690, 1772445606697),
  ('shp_0VChd8T2Thnl6G8DkjPgzut7bzxj', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 'DHL', 'JD-ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 'delivered', NULL, 1772445606880, 1772445606888);
INSERT INTO shipment_line (shipment_id, n, quantity, sent_back) VALUES
  ('shp_0VChO0LbmtYXqrCIF80upAIDz5hL', 0, 2, 1),
  ('shp_0VChd8G0WwAKm0d73gYsqEgYFe9v', 0, 1, 0),
  ('shp_0VChd8G3M3aAMaKp7r4y9a0GVYji', 0, 1, 0),
  ('shp_0VChd8PynF2ar4ykt3GXUDDP6J3N', 0, 2, 1),
  ('shp_0VChd8T2Thnl6G8DkjPgzut7bzxj', 0, 2, 1);
INSERT INTO scan (shipment_id, at, location, status) VALUES
  ('shp_0VChd8G0WwAKm0d73gYsqEgYFe9v', 1772445606050, 'Hamburg, warehouse', 'shipped'),
  ('shp_0VChd8G3M3aAMaKp7r4y9a0GVYji', 1772445606052, 'Hamburg, warehouse', 'shipped');
INSERT INTO return_request (id, order_id, status, refund_minor, refund_id, timeline, created_at) VALUES
  ('ret_0VChO0M0FpsJ8dxQYo1o8kNV1mVE', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 'in_transit', 1490, NULL, '[{"status":"requested","at":1772442000771,"source":"shopper"},{"status":"in_transit","at":1772445606076,"source":"carrier"}]', 1772442000771),
  ('ret_0VChd8QE8ctS5EnVkGkRNhrbRVhL', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 'requested', 1490, NULL, '[{"status":"requested","at":1772445606706,"source":"shopper"}]', 1772445606706),
  ('ret_0VChd8TGuDUBavQdLyue2WtjPrJp', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 'refunded', 1490, 'ref_0VChd8Z3qkphuRvvZKfHochZOxYZ', '[{"status":"requested","at":1772445606894,"source":"shopper"},{"status":"received","at":1772445607253,"source":"staff"},{"status":"refunded","at":1772445607253,"source":"staff"}]', 1772445606894);
INSERT INTO return_line (return_id, i, shipment_id, n, product_id, quantity, condition, reason, refund_minor, accepted, restocked, missing) VALUES
  ('ret_0VChO0M0FpsJ8dxQYo1o8kNV1mVE', 0, 'shp_0VChO0LbmtYXqrCIF80upAIDz5hL', 0, 'kieselhaut-niacinamide-serum-10', 1, 'unopened', 'too sweet', 1490, NULL, NULL, NULL),
  ('ret_0VChd8QE8ctS5EnVkGkRNhrbRVhL', 0, 'shp_0VChd8PynF2ar4ykt3GXUDDP6J3N', 0, 'kieselhaut-niacinamide-serum-10', 1, 'unopened', 'too sweet', 1490, NULL, NULL, NULL),
  ('ret_0VChd8TGuDUBavQdLyue2WtjPrJp', 0, 'shp_0VChd8T2Thnl6G8DkjPgzut7bzxj', 0, 'kieselhaut-niacinamide-serum-10', 1, 'unopened', 'too sweet', 1490, 1, 1, 0);
INSERT INTO counter (series, n) VALUES
  ('R-2026', 10),
  ('C-2026', 1);
INSERT INTO ticket (id, principal, email, subject, message, order_id, status, created_at) VALUES
  ('tkt_0VChO0PBzXiNaxNTqV2iMWwdYjrj', 'sho_0VChO0IpDK0thMPnd4HQJ4EaPOpg', 'ada@example.com', 'A question', 'Does it sting?', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 'open', 1772442000969);
INSERT INTO flag (id, kind, subject, detail, at) VALUES
  ('flg_0VChO0PH1l8NqgV1eTJ9IZj7dP5G', 'message_ignored', 'msg_late_1', 'order.shipped: the order is cancelled', 1772442000975),
  ('flg_0VChO0PKS5mZWmg21if7ZVwRrMeR', 'message_ignored', 'msg_late_2', 'order.shipped: the order is cancelled', 1772442000978),
  ('flg_0VChO0PaFUX8pLXTccCQgxb9MNDy', 'surplus_payment', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 'second_payment', 1772442000994);
INSERT INTO inbound (id, event, data, result, reason, order_id, received_at) VALUES
  ('msg_late_1', 'order.shipped', '{"event":"order.shipped","data":{"orderId":"ord_0VChO0MOxKYPw78uclIKdXULs0C4","carrier":"DHL","trackingNumber":"msg_late_1"}}', 'ignored', 'the order is cancelled', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 1772442000973),
  ('msg_late_2', 'order.shipped', '{"event":"order.shipped","data":{"orderId":"ord_0VChO0MOxKYPw78uclIKdXULs0C4","carrier":"DHL","trackingNumber":"msg_late_2"}}', 'ignored', 'the order is cancelled', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 1772442000977),
  ('msg_ord_0VChO0J0eweARvFBpoG8VPFbgVKV_0', 'order.shipped', '{"event":"order.shipped","data":{"orderId":"ord_0VChO0J0eweARvFBpoG8VPFbgVKV","carrier":"Nordlicht Parcel","trackingNumber":"NP687142484500","estimatedDelivery":"2026-03-02","events":[{"timestamp":"2026-03-02T10:00:06.050Z","location":"Hamburg, warehouse","status":"shipped"}]}}', 'applied', NULL, 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 1772445606071),
  ('msg_ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA_0', 'order.shipped', '{"event":"order.shipped","data":{"orderId":"ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA","carrier":"Nordlicht Parcel","trackingNumber":"NP248914576851","estimatedDelivery":"2026-03-02","events":[{"timestamp":"2026-03-02T10:00:06.052Z","location":"Hamburg, warehouse","status":"shipped"}]}}', 'applied', NULL, 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 1772445606074),
  ('msg_ret_0VChO0M0FpsJ8dxQYo1o8kNV1mVE', 'return.initiated', '{"event":"return.initiated","data":{"orderId":"ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q","returnId":"ret_0VChO0M0FpsJ8dxQYo1o8kNV1mVE"}}', 'applied', NULL, 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 1772445606075),
  ('msg_early', 'order.delivered', '{"event":"order.delivered","data":{"orderId":"ord_0VChd8QU9qLyf7g7d0tALFogEIR6"}}', 'deferred', 'it has not shipped yet', 'ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 1772445606745);
INSERT INTO subscription (id, url, secret, created_at, deleted_at, principal, dialect) VALUES
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'http://127.0.0.1:40509/carrier/hooks', 'k5foDw3rlLdXeWznfqsGlpWaJVEITupSzvLphdjijEqsY8PQn2GsdJctbUrQxOuxA41E6paY8tC3zNXRpuHH61h0iJU4agaXY_8tbrya', 1772442000517, NULL, NULL, NULL),
  ('sub_0VChO0IkUjZPTw6D7vIghWAoTKJ6', 'http://127.0.0.1:42533/acp-hooks', 'uwJD3_Z8mcGyJ4lcEEUO0yUTPAGAImauWmi25HxYk0H0JgexKR3MCHR17l3ArCM0DYjU9rxKJpdZAaz9BAtJyYAbtLyKw-j8jth2nzD4', 1772442000570, NULL, 'agent:demo-agent', 'acp'),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'http://127.0.0.1:42533/hooks', 'dnDspboZ528IF_hobDY41eFnMINI2zFkWwGnJRTMY6kgvK81bXf1vNCcmuDDhqLEqmgdlWTPjSmww-TRh1j_TF16yEu1h1-R27gWBmlC', 1772445606609, NULL, NULL, NULL);
INSERT INTO delivery (subscription_id, order_id, seq, event_id, state, attempts, first_at, round) VALUES
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 2, 'evt_0VChO0JLIem9c4H0uSjViG7LwWOm', 'delivered', 1, 1772442000614, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 3, 'evt_0VChO0JLY5Eur6NrbtrSB7ZNgfw9', 'delivered', 1, 1772442000636, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 4, 'evt_0VChd8G0r54qtGrvdnEjEJGTe3dQ', 'delivered', 1, 1772445606086, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', 2, 'evt_0VChO0KAtsP05Ubu42q8Wv5BVzbF', 'delivered', 1, 1772442000662, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', 3, 'evt_0VChO0KAn0FwfgPRvq0yWHsL3zH0', 'delivered', 1, 1772442000673, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 2, 'evt_0VChO0LBVYfd69UrBWwwL0Foe1rf', 'delivered', 1, 1772442000727, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 3, 'evt_0VChO0LBtyTMLuIRzVqjFbPeUKDG', 'delivered', 1, 1772442000740, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 4, 'evt_0VChO0LbYtb89QCTt9BxHW8c9qPO', 'delivered', 1, 1772442000764, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 5, 'evt_0VChO0Lpdfc4tJQPKreisuy6gXZo', 'delivered', 1, 1772442000781, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 6, 'evt_0VChO0M0vhkFUrFAUHJb13kg04FC', 'delivered', 1, 1772442000793, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 7, 'evt_0VChd8G40EhE50OgUvyJZkqB7pro', 'delivered', 1, 1772445606086, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 2, 'evt_0VChO0MdMtMBvXZtnDuVapbf9m0j', 'delivered', 1, 1772442000815, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 3, 'evt_0VChO0Mdk5MzqLRHLfKcNMHj0uyB', 'delivered', 1, 1772442000825, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 4, 'evt_0VChO0MwgfemtbGIu4dCtyzfE6qo', 'delivered', 1, 1772442000845, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 5, 'evt_0VChO0Mz0p2AAHt4ukHmGgAHYo1m', 'delivered', 1, 1772442000852, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 6, 'evt_0VChO0OsoYXp59dhZOgBvYwsyaer', 'delivered', 1, 1772442000955, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 2, 'evt_0VChO0PaI287Fng6o5IJ5dcI3lLO', 'delivered', 1, 1772442000999, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 3, 'evt_0VChO0PaNPydJn2dUjIZqmPFyEoo', 'delivered', 1, 1772442001012, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 4, 'evt_0VChO0PaPW6m0cUTlZBF1KQICPVF', 'delivered', 1, 1772442001019, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 5, 'evt_0VChd8FoWB9miLoIMK2gUoK0E43R', 'delivered', 1, 1772445606080, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 6, 'evt_0VChd8G3A6iNfAeH00s9GobiIwMR', 'delivered', 1, 1772445606094, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 2, 'evt_0VChd8Pn65ve3EkcQGjtlFwllG2h', 'delivered', 1, 1772445606681, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 3, 'evt_0VChd8PnSZ7Yrp6vrTG7lUOvCGhf', 'delivered', 1, 1772445606691, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 4, 'evt_0VChd8PydTtYK32bXkSisu7f2T0U', 'delivered', 1, 1772445606699, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 5, 'evt_0VChd8Q5ehAyDAIwjMw8uZ5L3pne', 'delivered', 1, 1772445606707, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 6, 'evt_0VChd8QEyozf5cdgazboREUx8Owq', 'delivered', 1, 1772445606714, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 2, 'evt_0VChd8Qb955VT4b4dz3Q9owgtRSy', 'delivered', 1, 1772445606735, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 3, 'evt_0VChd8Qc7SqNzMsWn6npwnADtyVU', 'delivered', 1, 1772445606746, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 2, 'evt_0VChd8RvKfi25x7fTISqNmLlyi14', 'delivered', 1, 1772445606815, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 3, 'evt_0VChd8RvYOvWW6AlcV8WZtAq7zBz', 'delivered', 1, 1772445606830, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 2, 'evt_0VChd8STkwSlpFxeVEjWAhWOH1s7', 'delivered', 1, 1772445606847, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 3, 'evt_0VChd8ST8T1asBYwjLwM5VmWfISh', 'delivered', 1, 1772445606855, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 4, 'evt_0VChd8ajw4qZTkCLlIx5L5pSmXhP', 'delivered', 1, 1772445607360, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 5, 'evt_0VChd8ajjZUIoNjaZJe6YA35OW3n', 'delivered', 1, 1772445607367, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 2, 'evt_0VChd8SsU8VGp7geOH9atWAjRwxc', 'delivered', 1, 1772445606872, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 3, 'evt_0VChd8SsqBsZAUda9mF13Px7ZYYw', 'delivered', 1, 1772445606883, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 4, 'evt_0VChd8T2gwqF5NSK6oVf8Hkfn95I', 'delivered', 1, 1772445606889, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 5, 'evt_0VChd8TA8fhNsxUOAqir6owndYUh', 'delivered', 1, 1772445606896, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 6, 'evt_0VChd8TGznLQapiXKDUPHeNO79kb', 'delivered', 1, 1772445606900, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 7, 'evt_0VChd8Z3HvBlsTeG5bXz4569Uw7y', 'delivered', 1, 1772445607255, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 8, 'evt_0VChd8Z3FszofL48sGuenmpAe6K8', 'delivered', 1, 1772445607261, 0),
  ('sub_0VChO0HtC6xxe1KwgUJt7dc0yFNM', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 9, 'evt_0VChd8Z3czY2wUnRbX2DkPE9Znbm', 'delivered', 1, 1772445607263, 0),
  ('sub_0VChO0IkUjZPTw6D7vIghWAoTKJ6', 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 2, 'evt_0VChd8RvKfi25x7fTISqNmLlyi14', 'waiting', 1, 1772445606816, 0),
  ('sub_0VChO0IkUjZPTw6D7vIghWAoTKJ6', 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 3, 'evt_0VChd8RvYOvWW6AlcV8WZtAq7zBz', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 2, 'evt_0VChd8Pn65ve3EkcQGjtlFwllG2h', 'waiting', 1, 1772445606682, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 3, 'evt_0VChd8PnSZ7Yrp6vrTG7lUOvCGhf', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 4, 'evt_0VChd8PydTtYK32bXkSisu7f2T0U', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 5, 'evt_0VChd8Q5ehAyDAIwjMw8uZ5L3pne', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 6, 'evt_0VChd8QEyozf5cdgazboREUx8Owq', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 2, 'evt_0VChd8Qb955VT4b4dz3Q9owgtRSy', 'waiting', 1, 1772445606735, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 3, 'evt_0VChd8Qc7SqNzMsWn6npwnADtyVU', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 2, 'evt_0VChd8RvKfi25x7fTISqNmLlyi14', 'waiting', 1, 1772445606817, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 3, 'evt_0VChd8RvYOvWW6AlcV8WZtAq7zBz', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 2, 'evt_0VChd8STkwSlpFxeVEjWAhWOH1s7', 'waiting', 1, 1772445606848, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 3, 'evt_0VChd8ST8T1asBYwjLwM5VmWfISh', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 4, 'evt_0VChd8ajw4qZTkCLlIx5L5pSmXhP', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 5, 'evt_0VChd8ajjZUIoNjaZJe6YA35OW3n', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 2, 'evt_0VChd8SsU8VGp7geOH9atWAjRwxc', 'waiting', 1, 1772445606873, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 3, 'evt_0VChd8SsqBsZAUda9mF13Px7ZYYw', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 4, 'evt_0VChd8T2gwqF5NSK6oVf8Hkfn95I', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 5, 'evt_0VChd8TA8fhNsxUOAqir6owndYUh', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 6, 'evt_0VChd8TGznLQapiXKDUPHeNO79kb', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 7, 'evt_0VChd8Z3HvBlsTeG5bXz4569Uw7y', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 8, 'evt_0VChd8Z3FszofL48sGuenmpAe6K8', 'waiting', 0, NULL, 0),
  ('sub_0VChd8OfamKsgUB9wouRx2ig25xa', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 9, 'evt_0VChd8Z3czY2wUnRbX2DkPE9Znbm', 'waiting', 0, NULL, 0);
INSERT INTO order_page (id, order_id, token_hash, created_at, revoked_at) VALUES
  ('page_0VChO0KfcA0I2SlzoZ8Jc3Ag59yN', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 'QkfOAFTpYW8Tv9vy1mdrMLO2UvgyB4CfEaEzuQPNGPo', 1772442000689, NULL);
INSERT INTO delegation (id, principal, agent, per_transaction_minor, per_day_minor, per_month_minor, state, instrument, decide_before, expires_at, created_at) VALUES
  ('del_0VChd8RZUPiPz9yGOZGddxKB3YDT', 'sho_0VChd8RXQRAybj0EEnq885M6wEX7', 'demo-agent', 20000, 50000, 200000, 'active', 'fp_oEMpoxbjny6i87P7brvc0sZ5i1umKx1-', 1772447406789, NULL, 1772445606789),
  ('del_0VChd8SDf8JonYJEYO4IOaSI5EBB', 'sho_0VChd8S86gCTsFoJOR2amPnvdUqB', 'demo-agent', 20000, 50000, 200000, 'pending', NULL, 1772447406829, NULL, 1772445606829),
  ('del_0VChd8fXc2qnQkfQXhLdNk2vQa8O', 'sho_0VChd8U2VUWxKJXnX51lZzdSzAHf', 'demo-agent', 20000, 50000, 200000, 'pending', NULL, 1772447407655, NULL, 1772445607655);
INSERT INTO instrument (fingerprint, last_at) VALUES
  ('fp_5NJic6AY2zo7QTdOE3ueKXv72-v2mFnj', 1772445607553),
  ('fp_oEMpoxbjny6i87P7brvc0sZ5i1umKx1-', 1772445607629);
INSERT INTO charge (id, session_id, state, delegation_id, token, proof, instrument, amount_minor, keeps_session, reason, refusal, at) VALUES
  ('chg_0VChd8RprMxxKwIHFQi0lfsISMRr', 'cs_0VChd8RpTbdpYhVmXAVg12rgZQ8C', 'succeeded', 'del_0VChd8RZUPiPz9yGOZGddxKB3YDT', NULL, NULL, 'fp_oEMpoxbjny6i87P7brvc0sZ5i1umKx1-', 1985, 0, NULL, NULL, 1772445606805),
  ('chg_0VChd8dqQWs2Pv3qMDrpmWquUBtl', 'cs_0VChd8dq6SQf552T33KQG5IuxgZC', 'authorised', NULL, 'vt_0VChd8Tk8atYt9pYtQ7dF5H4tEJW', NULL, 'fp_5NJic6AY2zo7QTdOE3ueKXv72-v2mFnj', 1985, 1, NULL, NULL, 1772445607550),
  ('chg_0VChd8eGAoSAaLAFVweLPREolmVs', 'cs_0VChd8eGKz016jTLiPOJRw1VQGQT', 'begun', NULL, 'vt_0VChd8TreHLQrS60khwMiI3KtjPL', NULL, NULL, 1985, 1, NULL, NULL, 1772445607576),
  ('chg_0VChd8egJYXzRZvN7Ak5eEQWBflL', 'cs_0VChd8egQ8QMMznU2k5GydrpoFkv', 'authorised', 'del_0VChd8RZUPiPz9yGOZGddxKB3YDT', NULL, NULL, 'fp_oEMpoxbjny6i87P7brvc0sZ5i1umKx1-', 1985, 0, NULL, NULL, 1772445607602),
  ('chg_0VChd8f79YI3AoiT451K0dbVD7YV', 'cs_0VChd8f75ykRMxSyTVDZeIubyw8E', 'authorised', 'del_0VChd8RZUPiPz9yGOZGddxKB3YDT', NULL, NULL, 'fp_oEMpoxbjny6i87P7brvc0sZ5i1umKx1-', 1985, 0, NULL, NULL, 1772445607629);
INSERT INTO spending (charge_id, entry, instrument, delegation_id, amount_minor, at, recorded_at) VALUES
  ('chg_0VChd8RprMxxKwIHFQi0lfsISMRr', 'spent', 'fp_oEMpoxbjny6i87P7brvc0sZ5i1umKx1-', 'del_0VChd8RZUPiPz9yGOZGddxKB3YDT', 1985, 1772445606805, 1772445606805),
  ('chg_0VChd8dqQWs2Pv3qMDrpmWquUBtl', 'spent', 'fp_5NJic6AY2zo7QTdOE3ueKXv72-v2mFnj', NULL, 1985, 1772445607553, 1772445607553),
  ('chg_0VChd8egJYXzRZvN7Ak5eEQWBflL', 'spent', 'fp_oEMpoxbjny6i87P7brvc0sZ5i1umKx1-', 'del_0VChd8RZUPiPz9yGOZGddxKB3YDT', 1985, 1772445607602, 1772445607602),
  ('chg_0VChd8f79YI3AoiT451K0dbVD7YV', 'spent', 'fp_oEMpoxbjny6i87P7brvc0sZ5i1umKx1-', 'del_0VChd8RZUPiPz9yGOZGddxKB3YDT', 1985, 1772445607629, 1772445607629);
INSERT INTO draft (id, kind, principal, shopper, document, failed, created_at, updated_at, expires_at, cancelled_at) VALUES
  ('cart_0VChd8QwDMMeWZRiFZfZXNa92nKz', 'cart', 'agent:demo-agent', '', '{"lines":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":2,"priceSeenMinor":1490}],"discountCodes":[],"authenticates":false,"paysByToken":false}', NULL, 1772445606750, 1772445606750, 1775037606750, NULL),
  ('cs_0VChd8R42o8rifDsRuKNRfsjdSHh', 'checkout', 'agent:demo-agent', '', '{"lines":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"priceSeenMinor":1490}],"discountCodes":[],"authenticates":true,"paysByToken":true}', NULL, 1772445606758, 1772445606758, 1772532006758, NULL),
  ('cs_0VChd8R8QBvMitDvPTUBzt0GB8w7', 'checkout', 'agent:demo-agent', '', '{"lines":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"priceSeenMinor":1490}],"buyer":{"email":"ada@example.com","givenName":"Ada","familyName":"Lovelace"},"recipient":{"name":"Ada Lovelace","phone":"+493012345","email":"ada@example.com","destination":{"name":"Ada Lovelace","line1":"Torstrasse 1","city":"Berlin","region":"BE","postcode":"10119","countrySaid":"DE","country":"DE"}},"discountCodes":[],"authenticates":true,"paysByToken":true}', NULL, 1772445606762, 1772445606762, 1772532006762, NULL),
  ('cs_0VChd8RIk6UqINiK2n3PtFpJppJV', 'checkout', 'agent:demo-agent', '', '{"lines":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"priceSeenMinor":1490}],"buyer":{"email":"ada@example.com","givenName":"Ada","familyName":"Lovelace"},"recipient":{"name":"Ada Lovelace","phone":"+493012345","email":"ada@example.com","destination":{"name":"Ada Lovelace","line1":"Torstrasse 1","city":"Berlin","region":"BE","postcode":"10119","countrySaid":"DE","country":"DE"}},"discountCodes":[],"authenticates":true,"paysByToken":true}', NULL, 1772445606772, 1772445606772, 1772532006772, NULL),
  ('cs_0VChd8RVj1e50ei2j1qxg7zdgb5V', 'checkout', 'agent:demo-agent', '', '{"lines":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"priceSeenMinor":1490}],"buyer":{"email":"ada@example.com","givenName":"Ada","familyName":"Lovelace"},"recipient":{"name":"Ada Lovelace","phone":"+493012345","email":"ada@example.com","destination":{"name":"Ada Lovelace","line1":"Torstrasse 1","city":"Berlin","region":"BE","postcode":"10119","countrySaid":"DE","country":"DE"}},"discountCodes":[],"authenticates":true,"paysByToken":true}', NULL, 1772445606785, 1772445606785, 1772532006785, NULL),
  ('cs_0VChd8TfkpwKnni8EA1TmGqt76cF', 'checkout', 'agent:demo-agent', '', '{"lines":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"priceSeenMinor":1490}],"buyer":{"email":"ada@example.com","givenName":"Ada","familyName":"Lovelace"},"recipient":{"name":"Ada Lovelace","phone":"+493012345","email":"ada@example.com","destination":{"name":"Ada Lovelace","line1":"Torstrasse 1","city":"Berlin","region":"BE","postcode":"10119","countrySaid":"DE","country":"DE"}},"discountCodes":[],"authenticates":true,"paysByToken":true}', NULL, 1772445606919, 1772445607549, 1772532006919, NULL),
  ('cs_0VChd8Th9wHrrk4cnlsN2cFEhXNs', 'checkout', 'agent:demo-agent', '', '{"lines":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":1,"priceSeenMinor":1490}],"buyer":{"email":"ada@example.com","givenName":"Ada","familyName":"Lovelace"},"recipient":{"name":"Ada Lovelace","phone":"+493012345","email":"ada@example.com","destination":{"name":"Ada Lovelace","line1":"Torstrasse 1","city":"Berlin","region":"BE","postcode":"10119","countrySaid":"DE","country":"DE"}},"discountCodes":[],"authenticates":true,"paysByToken":true}', NULL, 1772445606921, 1772445607574, 1772532006921, NULL);
INSERT INTO idempotency (scope_hash, key_hash, fingerprint, state, subject, lease_until, answer, expires_at) VALUES
  ('137LhogEwyO9feccllWV2yRz0ws7b0nvw38KthHi0Iw', 'MwP5OTR-ngC_chzo8lyE6hJrny2wQhz7Y6sng4C5uW0', '3Y2CcuXuGAmKXpf-_wl-Ono0nmF66sh0Cu_CHWdcpoA', 'done', NULL, 0, '{"status":200,"headers":{"content-type":"application/json","cache-control":"no-store"},"body":"{\"items\":[{\"productId\":\"kieselhaut-niacinamide-serum-10\",\"quantity\":3,\"price\":14.9,\"name\":\"Niacinamide Serum 10 %\",\"lineTotal\":44.7,\"available\":233}],\"subtotal\":44.7,\"shipping\":4.95,\"total\":49.65,\"currency\":\"EUR\",\"messages\":[]}"}', 1772535606626),
  ('4KUkmqSfpSqheSTJp4iBE72Bmj8xkGA4j3VRJPbiLig', '8-AoqqZTAFXwGl4ehJ9nZY0Nqvm8ZML5W2xe_TWVGB4', '8zK5JgNkRkhbP4K7faW71JOo3xqFpXXnFXQuQTI3Uzs', 'done', 'del_0VChd8RZUPiPz9yGOZGddxKB3YDT', 0, 'sealed:M-TPHH9tQyCt_P2gcpliajsgY6NOvUjhVzD6o8GE9hY_mjX3aj9eeAso5mqE79QfPMC3MiLh3XNJgcyjl0T16FaQfGpDps77FF9q97hYkpo8TftlcTX2Bdr3Gsv7YXZIdmeY3OyxjLo34rUikO8VmWCOe5goJclw3s-Gy-EgW8xiXsjoXQ6D0r925q9WNlQAy5ctKhPzcZgyJa_qzdpuMwQemZOkjio-I00ngV3xQd4PBw5XoH1_Tx3b8ogbvx3glpjGWxN6PNrsqjrjOK8yDyAjOpDnXy4RfwNRKjdDaXkqpMYa3FMY1u4qa7pXpbW_WrLtaPRqOz5HBGJh83NrrWjoywwdJJQyfsZsW1O47m05LZQplxkYIAmicIqZqtrDpYQq7RLNvAW97J8JeZbTSxuT2Mt-uctkyjOCA_y2bkow8O8-HTlplbTG5T2kC3YJkm77aVLf5fyez4lrYedc-oEfGsMoPEQg-cYPmmQXzb0GBZdbwN3BPJA6FijRrnhD0xOsBrqveSWDXV4lXdFL7m2PeXN6VkRQKPIeHJFsFBvhzN8y7qasXE3nd1-CTKOUgl-iQPXBGm2g4CJm56m3qXAUlfx4LihQp8vnfITMklN_bGmjpp9lYLCNq6a3_3Y9ztKKYA40T1j44rB_c6Rhsrn4pa5Pi5VeofVnsJEh9VFu5BnJojzEs1UUvQkA2Eht6tIbo8yUrva1zmnppTVGjcaMAnzxz4nlyEvSyasUOxDkyh5KZxvI52kYa50HUTJjQU-w1z6WmRdPS42RKM3k12rAVTWCnRE8oOc0OSSkOoFZT5dlhn1E-fNcFwU21-fvkZpRVq4aKZ7Mrw', 1772535606790),
  ('5hQorDYiyqcNwqsRNTsjZUJIJ4y7Zgj3sLCfEwpHK0A', 'hdAn3mBhct7vOPpaeHcPg90BkIMswo9O7olfiGHTXDM', 'N9HwWd2s6RrVH2wa2rFr-p2rdzIyoo9a2d_pycI8y8I', 'done', 'chg_0VChd8RprMxxKwIHFQi0lfsISMRr', 0, '{"status":200,"headers":{"content-type":"application/json","cache-control":"no-store"},"body":"{\"id\":\"ord_0VChd8RpNOXGAmBt94ROgHndlAnz\",\"status\":\"confirmed\",\"items\":[{\"productId\":\"kieselhaut-niacinamide-serum-10\",\"name\":\"Niacinamide Serum 10 %\",\"quantity\":1,\"price\":14.9,\"lineTotal\":14.9,\"shipped\":0,\"returned\":0}],\"total\":19.85,\"tracking\":{\"carrier\":\"\",\"trackingNumber\":\"\",\"status\":\"not_shipped\",\"estimatedDelivery\":\"2026-03-05\",\"events\":[]},\"currency\":\"EUR\",\"shipments\":[],\"subtotal\":14.9,\"shipping\":4.95,\"shippingMethod\":\"standard\",\"createdAt\":\"2026-03-02T10:00:06.805Z\",\"email\":\"ada@example.com\",\"shippingAddress\":{\"name\":\"Ada Lovelace\",\"address\":\"Torstrasse 1\",\"city\":\"Berlin\",\"postcode\":\"10119\",\"country\":\"DE\"},\"payment\":{\"method\":\"card\",\"status\":\"paid\"},\"refunds\":[],\"returns\":[],\"timeline\":[{\"status\":\"pending\",\"at\":\"2026-03-02T10:00:06.805Z\",\"source\":\"shopper\"},{\"status\":\"confirmed\",\"at\":\"2026-03-02T10:00:06.811Z\",\"source\":\"provider\"}]}"}', 1772535606806),
  ('B3O1DsibGAQ01fE46A0VzzPGYolqgBTFIkKM2j2lKgQ', 'ooxQwOforvTO8I4NiKGfLTtDFqFNftULv7fwIlnvwL0', '8zK5JgNkRkhbP4K7faW71JOo3xqFpXXnFXQuQTI3Uzs', 'running', 'del_0VChd8fXc2qnQkfQXhLdNk2vQa8O', 1772445612655, NULL, 1772535607655),
  ('IM6mZyDFiAP2q5sbKvrVpd99zvRDYcElpyhIaABLRyQ', '3X3xFkaBgbZOYSbH_sVvglcVarYgqVQ-UKrtmJkeR7s', '8zK5JgNkRkhbP4K7faW71JOo3xqFpXXnFXQuQTI3Uzs', 'done', 'del_0VChd8SDf8JonYJEYO4IOaSI5EBB', 0, 'sealed:s4Osc3ur75OETgnYWTdFObP555a_o79rDsriqlJ6x1In9lyqS8TxKRk5nkg5TT6fDBbSQtIvBVqbG0g3ucCjcw2z-k1kgUGpZyfjYKLuakmGL_LetUezFm5Rn4rxok-D3balhVFG_trg468p6qzA105CSvm2951iGihDcCyH-liGHFs93dLDZJcw8kGuqtFpa6YOlD51V96SSGYcoevQ9A9uaKWGSNlf9urmGlw7xLB2untbo2vt8zqQZlqWQASrZcc6h_Dg3l8g-UpAaIi0m_895tDDcVR5h8LOrlwjaq94iI53OTfMfBFfLT50vAsv0W7mZC7YGX2SNYzNIWS0NNYOPKiY97c8HkjiBZThQ2lFKU8D4czMnNdbi3JSB8IF4_EXyIZteI4f42PAReYJ_VjYzxoZpHUfa2u4hoVCLAhV5z7qKCMNO7RQJoDvbY1o15Qoz9U06BHSNUQVjMevQwsrvN_7koATEk0IESC5CVoOw0IryAFzYoAmwQvwT7Gq4WvVHY_rw34f40bUKYWOQlDemzOa6B55ND0m02gW6jFZVY8c6tVF0_7aNYyhkeBKFD8b6-6ENhXa--3l8kDHtOc9WcfWbddROawe5tfxTjFpLSS0p4nHMAr7XAQAHCU9feQy191Z0MEOpy772MjifnFJBftctXnsUBG8sGh608Xpnp0Zp_04Pr5DTPsAYG-qh4OQqRwjII8N-LarYpnb2CEQ2KMb_RXR9L2dHVuSOviMBCpo7myVTYByFWR-ATAKHIuQ0vkDfCTxeka-WITCw6qKx965eO3ITV995HIdkzc8YhGwIYmQxWXOPAudlDyzVN2xbitZ0lfx0w', 1772535606829),
  ('SpXgFjjdaMgCmi9kMMkm5h1-fMGprsFLf9OsbdL8Sz8', '8i0YzUeAH_vWIPeo_UXRF_iYFIaW0Axs5HHwJwRLN8Y', 'wMu97Ks7-CRAEsFCQdjFBhiyDFVjyqZfWu1fbiMU0y0', 'running', 'chg_0VChd8dqQWs2Pv3qMDrpmWquUBtl', 1772445612550, NULL, 1772535607550),
  ('Un1Q2BKXebrt6ViktaD_ol4Ej5f9S4vmV41jPbGRz5A', 'mTIktP6FmQ32TbkmylwDRnXrA3OZ4vzvBByNfjHlTT8', '_omGwIuGsWJu_UoKMtk-lI4CgFDFxc2dpPoqJa60D3o', 'done', 'cs_0VChd8Ol9G3QSYMmse3SIflk5B65', 0, '{"status":200,"headers":{"content-type":"application/json","cache-control":"no-store"},"body":"{\"sessionId\":\"cs_0VChd8Ol9G3QSYMmse3SIflk5B65\",\"redirectUrl\":\"http://shop.example/pay/cs_0VChd8Ol9G3QSYMmse3SIflk5B65.RwxS5Tx5Z2n_CQvBgSyTqm19ZZH0nx6_\",\"orderId\":\"ord_0VChd8OlflSqA3NIfNMPHBw4CJRr\",\"status\":\"open\",\"expiresAt\":\"2026-03-02T10:30:06.615Z\",\"total\":34.75,\"currency\":\"EUR\"}"}', 1772535606616),
  ('ZXKfjSEpBB5b1slS5z7lz565z0TKsUeyiRj64X9Bj7o', 'zNl1B-vsSqFlfNqFor_EVFA3uJcKjTvaQCVM80Mdu88', '_omGwIuGsWJu_UoKMtk-lI4CgFDFxc2dpPoqJa60D3o', 'running', 'cs_0VChd8cRfkPl6SynAosz6MNvYwvA', 1772445612464, NULL, 1772535607464),
  ('akgR9o-RtEi6okxR_rr5guOXZVjtyotBDI3e3SCVcvk', 'AIv2C5MJ5hQa5-uYrLKjXXtshMJ9OXNWHWCzKwcPlcg', '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU', 'done', NULL, 0, 'sealed:YGsJaRYbNCVhDds41rK1xhcbH5BWvBbjuX_VBXDV-BLgm1bMvbo4BqwS7UJz_8Ex4V7MhjJzwdlK9QYvB1meP1iSkTRZ-hfs87_yy8w23xJHzoGST6JbknQTuo2u6tZFkvVOi2PQ_tyDN1FP1LhlSV_M7HolF-hDEXUNN05tPmP1uqBbxRWFoH39589v3OCazUE2jqv8G7gqoGohpewMmzMOviB_NoGKWQvEHhL2zraQevOYNOoTXYtjuW4E--5updiaYByBXJOIcmCFnH5JbY1Exad1zIajN8jMcNagh5Bh0itvmfUaMYg_UN4nSlQC2YY6rrJtA92yab_tPWwKACYqeU1KhF89E0pPrgYQjKMuaAvByPZiHIEWtoYsGwJQJ_QpO-Y', 1772535606622),
  ('c3AEwaXa_s4lG4VuH_dT0t7yj5T_6e2o_Ef7LtmXiqI', 'Hr5jk86DWNvryj-gI22ZDOfd51kFUXDBE7HIuqROthI', '_omGwIuGsWJu_UoKMtk-lI4CgFDFxc2dpPoqJa60D3o', 'running', 'cs_0VChd8dMx1VBr86WZ7Iokw1fAkog', 1772445612520, NULL, 1772535607520),
  ('cWy7hpM6hTrZdzC8I8_3XiLLrSMSbqfKJYm4D1Tj_SQ', '0aMY_WA2XWw4diA4VSM7RUduFTBVz2mRu81FXSyRYEM', '_omGwIuGsWJu_UoKMtk-lI4CgFDFxc2dpPoqJa60D3o', 'running', 'cs_0VChd8ctzs9dXMvQ4DtD5H9k4rLq', 1772445612491, NULL, 1772535607491),
  ('iKG5umX9JMpr9e1EjxvHe_kdd1akFVRRlPDjjUZkZm4', 'IFgy1iKTjCFdmRnYAC25AP_-tQyhSzJAJOxropBIMfM', 'ZJDtfXqKZjtztFXRUcQBSfDK6alZ4YGBETjG7r357Ak', 'done', 'vlt_0VChd8TnbfAdUo1OuGUbZee5pTgo', 0, 'sealed:rO3D2lne-iNly0kdXHkVL7wFBQGuiYxfT0VhE6SCO-mgmQv0oDLHdySVOQntKlQ5UzVaVqLP8TMus-3P47-D1A2GW6Xx3aT_uZP9uts3j78dhhqdJTD88rhMZH0K2jhB6jiqPcLpXf99m_yV_zqi5yXjxgPBog3GtuM54gduvzt-iQi5KM23l_u9sIzUObHS8C6LkC_iQsMaFWcRC8PgnlNKJzCfprr0FQ7aC9k58VEAjaB5QpMFPM5OXADYupWQg2dfDaTXA4m5Hbz_WbJxdL59ihNv4ROVFndU11P9iRDL9YOecUOfC2yeBh7lEW6y4mVCswTS5NogHosBhH9o9BBt5vK3jRwGNetV-jW1_DuI3a2OGwg', 1772535606927),
  ('iKG5umX9JMpr9e1EjxvHe_kdd1akFVRRlPDjjUZkZm4', 'W6ObfPpTfqSYYu8qqRBH0AUcQdypXJZ5r0qRHNglF9Q', '_x1iJtRvXY1J9qme-aGItsK_IWMBTAmv1xncaTAaM_o', 'done', 'vlt_0VChd8TkfOSM6CXrOcCbxfHxjxFc', 0, 'sealed:ia_YxUvgl5cK8_VmSH76dUa4o81-iXlV86s7JoIk5_vZVLTgOQT8RlH6-BRwWopzvMeDfaJTeDR9oh8mw9ThIJw0arE1rrUuww6ZwKbd5Nu1I2-oMw8wX17QAkPMhwXXPA-S7KVOLgDPzPt26h95mrBakXaOHfGALBAAK2uE8W57pYYh12lUmPKghx4IW9_BSGQmaAEJcKSyxeaYsKxV38GFYxbo6__y4iIss4T4A0P98jqe0f5SMisREYIpB40W1KUovYod74n6EQh87bB5aiRaAQKlGAA8mMXSu2PPM7u0iFO0BIBXhS4nJVrHR460acVwJP4CXdMY2Kve2Gh0y94yQGUSPH1j6WdoZ6MZ0R-PNG0hmIo', 1772535606924),
  ('iKG5umX9JMpr9e1EjxvHe_kdd1akFVRRlPDjjUZkZm4', '_p7v9VTqbJispIMHbZdhSp0EJqr3nekD1S92ptTTAYg', 'OlNqQBr6g_jEPIOLmAoXIQAbVDFl4T_LiVJzfIHyjU4', 'done', 'vlt_0VChd8RDDBl1va65xDDFgbEtAim3', 0, 'sealed:Z3nMSekeICs5CvJrkDxGdvfL_PX32-pLDwK0B_XgzUbBiI197uJgAArXXvLOhe6LV6ucR2gSx2WFCw2ZxImI4KtmUGiBAMvZRldox0yk3EG__Qk0vGD2PGEAfPT6oxi5c-pFkNQJgKA_LI-AyvSipbNik9g63ee-eiUKCnQDDt0pXgFVfUeTrWwt78NSVvqR6KbcB80Fxur8l6FgJ6z58dGD5Rm_yEkrOonaB-mBabYybaCInj18iZ_ErrdFLsf-5RKfj_Q0knsq4RWIIbP9EqTFNHe_7Gy87vgGhSmTHsB5b8af5mlrsCwBdGJsAakyjl3EoM7RGasfrWPNgkVRBeNsnUtqDJLMIzmODy7NYzeJbGhk1y8', 1772535606767),
  ('iZ8tJ4d70stGVOq7Af9GAR7XVzJA69FA9CyTamSPVxk', '2LcoZa8qqAxz-5V3ZMQVshj_JlMV5qMGtO4mNyv5Qh0', 'VwCU1QDxKE5C03Y8DjI6uE9ZKTlSos14FtF7ZPX5DXA', 'running', 'chg_0VChd8eGAoSAaLAFVweLPREolmVs', 1772445612576, NULL, 1772535607576),
  ('igVNcRMSpqxbrVo5INLIXqIqc9TXzbZirUQ-RaHzjIo', 'FCd3zuM_IO54sytQNh-OnJdaPbTJBNj_7A7-q2IQ1GQ', 'N9HwWd2s6RrVH2wa2rFr-p2rdzIyoo9a2d_pycI8y8I', 'running', 'chg_0VChd8egJYXzRZvN7Ak5eEQWBflL', 1772445612602, NULL, 1772535607602),
  ('j0P7kM8YQiIocoKFiZEaHPHzef1zodIKWd5X-nN4-MM', 'qDU-0L3pfnhF8JltYCZ-pUKW-zJ8rn7nfpKEIR2zMNU', '_omGwIuGsWJu_UoKMtk-lI4CgFDFxc2dpPoqJa60D3o', 'done', NULL, 0, '{"status":409,"headers":{"content-type":"application/problem+json","cache-control":"no-store"},"body":"{\"type\":\"http://shop.example/problems/cart_empty\",\"title\":\"The cart is empty\",\"status\":409,\"detail\":\"The cart is empty: put something in first.\",\"instance\":\"/api/checkout\",\"code\":\"cart_empty\",\"requestId\":\"req_0VChd8Oz24Z0Ppuyf32CUuJw5j9b\",\"retryable\":false}"}', 1772535606630),
  ('wyUKv2V96a7qRo9BRy3ydREmQyw50PxwHT3O3KyPswA', '55rNl6yICGZl2Fp2L0PVM6RRlba6xZYamT5u02JHFDk', 'KthQkk-yqjaqhYUSV5aOiZC2NxgzkOqnjYfoEKW3qNk', 'done', NULL, 0, 'sealed:oOPHPIlaxWWrZ1M6dM9JqaM6xQi-Q0zcA2RKizxN5RAnoBUxCsOg8OlL-kO5svown3y7E7AS_tAk6tVZLtkav-EYsnrYGpMbPWcATnA9YzGVoVwPs54hdkZcncQnmhmlzRJloMMabLjYG2kI6MuVHxES8Or3FZAFWtQczh11U2mAnicPNSsr7xYF6gLvxxHbaW3LNAUmV1ipNX4HYFfKrI9UblIa1c8mkKz5gN6f43Mf0zLktRQUNF0JV3HYe4wYT7wll1Q0DtRNmX0j-Huf5PPE02Ve3PebSPNaLzv3KHThktrj4E3_YGgf8DqLWkB2jKCmrFPdVgqxJtNLnq7K9i9m05nBr4jRUHd6U6doQWoscQVlOMtFdP_BgJZR7f3nwjwlx-tocNWgEZkecO3rWtZZ-TDnfpq7TnfaX-0OlO0-Firf9w-46_B70iw', 1772535606609),
  ('wyUKv2V96a7qRo9BRy3ydREmQyw50PxwHT3O3KyPswA', 'EeWU9IGVjBDjAV0L8ER6IvBoqKZH9HXfFc4serS48_E', 'WEIjkHT5uLzR9ewbNxUsQDj2g2Y6JKQNQIyhbRH9tN8', 'done', NULL, 0, 'sealed:at48J-fB19ZfOlCiqGEw1498PjvNkKDJz2y2_dYuCkfxPFq47I8NTsylq7ryUwvK67EXehb4Qw4RKNS0vhLcD7uUeGNAMBmPq9y032FnbGoRcPxiLrJ6F0-_GYHDiaZ7yGCIqxcaQxs3Yl4cn1MCR3Hy4NWjh7bCG2Q82flx4G22FVuZ2nIIcnC2qNL2bIno8hUji596ZbxNU6V0XgN1NZGUNzB_Ffsnwhcq31OhNc6uasMZX_Ap3-YtvNOPwB4sdhiko8b626Se_pXDAhrCW61UJyuyQfPvIVQmWhkbIS4I5PCJcLgJknKCLQwtc7hkbzNErC2GlkN8bgQY-7uQqU9RLgW-tbOna0-qDRsr8MmewqdpK2EAwl0GHcTm0n7mkyGG2fyrQ_OOTOwTvvBagetT7D8HAnUA30T6M6pUAxenUcCCBnHZ6FjsldqAHwFUo5ElkdLHEMZ0PvsbJ-CsESF4MLu-iwAlPp-xdNqDsU0zCfEuV9Jt3Cqj6yqOIEw', 1772532000571),
  ('xOInqCJk0rHgu-i0BHnHMckggaF8I-PVpiCrU2wk74A', 'S8wT4VHY-ODgzFuXrmcJJms5FuWLV7eAmIbomnQ4t-c', 'N9HwWd2s6RrVH2wa2rFr-p2rdzIyoo9a2d_pycI8y8I', 'running', 'chg_0VChd8f79YI3AoiT451K0dbVD7YV', 1772445612629, NULL, 1772535607629),
  ('zq4U-hSonDCWg47KrIzV3U9B0YSQDiK7IfQgA1pnD18', 'a3vpJkGuwgsA-cQCgEM-Cvz5ofelEtTMd2krP_ydHP8', 'je5P92fvImlxrHjuyY_0LW7J2ZYVvgI51tR6YluMfdg', 'done', NULL, 0, '{"status":201,"headers":{"content-type":"application/json","cache-control":"no-store"},"body":"{\"id\":\"cart_0VChd8QwDMMeWZRiFZfZXNa92nKz\",\"line_items\":[{\"id\":\"kieselhaut-niacinamide-serum-10\",\"item\":{\"id\":\"kieselhaut-niacinamide-serum-10\",\"name\":\"Niacinamide Serum 10 %\",\"unit_amount\":1490},\"quantity\":2,\"name\":\"Niacinamide Serum 10 %\",\"images\":[\"http://shop.example/images/kieselhaut-niacinamide-serum-10.svg\"],\"unit_amount\":1490,\"product_id\":\"kieselhaut-niacinamide-serum-10\",\"availability_status\":\"in_stock\",\"available_quantity\":228,\"max_quantity_per_order\":99,\"totals\":[{\"type\":\"items_base_amount\",\"display_text\":\"Items\",\"amount\":2980},{\"type\":\"subtotal\",\"display_text\":\"Subtotal\",\"amount\":2980},{\"type\":\"total\",\"display_text\":\"Total\",\"amount\":2980}]}],\"currency\":\"eur\",\"totals\":[{\"type\":\"items_base_amount\",\"display_text\":\"Items\",\"amount\":2980},{\"type\":\"subtotal\",\"display_text\":\"Subtotal\",\"amount\":2980},{\"type\":\"fulfillment\",\"display_text\":\"Shipping\",\"amount\":495,\"description\":\"An estimate, until it is known where to.\"},{\"type\":\"total\",\"display_text\":\"Total\",\"amount\":3475,\"description\":\"Includes 5.55 EUR of VAT at 19 %.\",\"breakdown\":[{\"jurisdiction\":\"\",\"rate\":0.19,\"amount\":555}]}],\"messages\":[],\"expires_at\":\"2026-04-01T10:00:06.750Z\"}"}', 1772535606752);
INSERT INTO receipt (series, n, order_id, kind, subject, document, at) VALUES
  ('C-2026', 1, 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 'credit_note', 'ref_0VChO0MwXcSTXH1ly06KF3ofiEQZ:1', '{"kind":"credit_note","number":"C-2026-000001","issuedAt":1772442000951,"issuedOn":"2026-03-02","receiptNumber":"R-2026-000004","currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985,"cause":"cancellation","lines":[]}', 1772442000951),
  ('R-2026', 1, 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', 'receipt', 'ord_0VChO0J0eweARvFBpoG8VPFbgVKV', '{"number":"R-2026-000001","issuedAt":1772442000608,"issuedOn":"2026-03-02","orderId":"ord_0VChO0J0eweARvFBpoG8VPFbgVKV","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":1,"unitPriceMinor":1490,"lineTotalMinor":1490,"vatMinor":238}],"subtotalMinor":1490,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985}', 1772442000608),
  ('R-2026', 2, 'ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', 'receipt', 'ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN', '{"number":"R-2026-000002","issuedAt":1772442000659,"issuedOn":"2026-03-02","orderId":"ord_0VChO0JzV6YmdQjdAhnHB7fzgSXN","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":1,"unitPriceMinor":1490,"lineTotalMinor":1490,"vatMinor":238}],"subtotalMinor":1490,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985}', 1772442000659),
  ('R-2026', 3, 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', 'receipt', 'ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q', '{"number":"R-2026-000003","issuedAt":1772442000722,"issuedOn":"2026-03-02","orderId":"ord_0VChO0KrSMxTxbZk7q2ylsdvtu1q","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":2,"unitPriceMinor":1490,"lineTotalMinor":2980,"vatMinor":476}],"subtotalMinor":2980,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":2920,"vatMinor":555,"grossMinor":3475}],"netMinor":2920,"vatMinor":555,"totalMinor":3475}', 1772442000722),
  ('R-2026', 4, 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', 'receipt', 'ord_0VChO0MOxKYPw78uclIKdXULs0C4', '{"number":"R-2026-000004","issuedAt":1772442000812,"issuedOn":"2026-03-02","orderId":"ord_0VChO0MOxKYPw78uclIKdXULs0C4","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":1,"unitPriceMinor":1490,"lineTotalMinor":1490,"vatMinor":238}],"subtotalMinor":1490,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985}', 1772442000812),
  ('R-2026', 5, 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', 'receipt', 'ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA', '{"number":"R-2026-000005","issuedAt":1772442000995,"issuedOn":"2026-03-02","orderId":"ord_0VChO0PQf2Vs7r4kxOBQaOOpxxaA","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":1,"unitPriceMinor":1490,"lineTotalMinor":1490,"vatMinor":238}],"subtotalMinor":1490,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985}', 1772442000995),
  ('R-2026', 6, 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', 'receipt', 'ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt', '{"number":"R-2026-000006","issuedAt":1772445606679,"issuedOn":"2026-03-02","orderId":"ord_0VChd8PhiyY2Ohx2DRkNRYpWN7Xt","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":2,"unitPriceMinor":1490,"lineTotalMinor":2980,"vatMinor":476}],"subtotalMinor":2980,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":2920,"vatMinor":555,"grossMinor":3475}],"netMinor":2920,"vatMinor":555,"totalMinor":3475}', 1772445606679),
  ('R-2026', 7, 'ord_0VChd8QU9qLyf7g7d0tALFogEIR6', 'receipt', 'ord_0VChd8QU9qLyf7g7d0tALFogEIR6', '{"number":"R-2026-000007","issuedAt":1772445606730,"issuedOn":"2026-03-02","orderId":"ord_0VChd8QU9qLyf7g7d0tALFogEIR6","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":1,"unitPriceMinor":1490,"lineTotalMinor":1490,"vatMinor":238}],"subtotalMinor":1490,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985}', 1772445606730),
  ('R-2026', 8, 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', 'receipt', 'ord_0VChd8RpNOXGAmBt94ROgHndlAnz', '{"number":"R-2026-000008","issuedAt":1772445606811,"issuedOn":"2026-03-02","orderId":"ord_0VChd8RpNOXGAmBt94ROgHndlAnz","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":1,"unitPriceMinor":1490,"lineTotalMinor":1490,"vatMinor":238}],"subtotalMinor":1490,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985}', 1772445606811),
  ('R-2026', 9, 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', 'receipt', 'ord_0VChd8SMrVihd5uXRBrksVoeVOnA', '{"number":"R-2026-000009","issuedAt":1772445606845,"issuedOn":"2026-03-02","orderId":"ord_0VChd8SMrVihd5uXRBrksVoeVOnA","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":1,"unitPriceMinor":1490,"lineTotalMinor":1490,"vatMinor":238}],"subtotalMinor":1490,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":1668,"vatMinor":317,"grossMinor":1985}],"netMinor":1668,"vatMinor":317,"totalMinor":1985}', 1772445606845),
  ('R-2026', 10, 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', 'receipt', 'ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1', '{"number":"R-2026-000010","issuedAt":1772445606870,"issuedOn":"2026-03-02","orderId":"ord_0VChd8SiaA1Xr1uNG8UcEypbpbX1","seller":{"name":"Beauty Store GmbH (demo)","address":"Musterstrasse 1","city":"Berlin","postcode":"10115","country":"DE","vatId":"DE000000000","email":"hello@beauty-store.example"},"buyer":{"email":"ada@example.com","address":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}},"paymentMethod":"card","lines":[{"productId":"kieselhaut-niacinamide-serum-10","name":"Niacinamide Serum 10 %","quantity":2,"unitPriceMinor":1490,"lineTotalMinor":2980,"vatMinor":476}],"subtotalMinor":2980,"shippingMinor":495,"shippingVatMinor":79,"currency":"EUR","vat":[{"rateBp":1900,"netMinor":2920,"vatMinor":555,"grossMinor":3475}],"netMinor":2920,"vatMinor":555,"totalMinor":3475}', 1772445606870);
CREATE INDEX product_by_brand ON product (brand_id, position);
CREATE INDEX orders_by_principal ON orders (principal, id);
CREATE UNIQUE INDEX payment_of_session ON payment (session_id) WHERE role = 'primary';
CREATE INDEX payment_by_order ON payment (order_id);
CREATE INDEX refund_by_order ON refund (order_id);
CREATE INDEX token_by_expiry ON token (expires_at);
CREATE INDEX orders_by_shopper ON orders (principal, shopper, id);
CREATE INDEX refund_by_payment ON refund (payment_id);
CREATE INDEX job_by_turn ON job ((CASE WHEN lease_until > run_at THEN lease_until ELSE run_at END), kind, subject);
CREATE INDEX return_by_order ON return_request (order_id);
CREATE INDEX inbound_deferred ON inbound (order_id) WHERE result = 'deferred';
CREATE INDEX charge_by_session ON charge (session_id, id);
CREATE UNIQUE INDEX charge_undecided ON charge (session_id) WHERE state IN ('begun', 'authorised');
CREATE INDEX spending_by_instrument ON spending (instrument, at);
CREATE INDEX spending_by_delegation ON spending (delegation_id, at);
CREATE INDEX draft_by_expiry ON draft (expires_at);
CREATE INDEX checkout_session_by_draft ON checkout_session (draft_id, id);
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
CREATE INDEX receipt_by_order ON receipt (order_id);
CREATE UNIQUE INDEX checkout_session_live ON checkout_session (cart_id) WHERE phase = 'opening' OR phase = 'open' OR phase = 'processing';
CREATE UNIQUE INDEX checkout_session_of_draft ON checkout_session (draft_id) WHERE phase = 'opening' OR phase = 'open' OR phase = 'processing';
