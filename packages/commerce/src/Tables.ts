/**
 * The store's tables, as the list of migrations that makes them: the map of what is kept.
 *
 * Ids are text that grows with time, moments are BIGINT milliseconds of the application's clock, money is BIGINT minor
 * units, shapes that are only read whole are JSON in TEXT. Rules that must hold under any concurrency are constraints
 * here as well as decisions in the domain.
 */
import * as JobTable from "@beauty-store/kernel/JobTable"
import type { Migration } from "@beauty-store/kernel/Migrations"

// What 009 builds once more as it was.
const idempotencyColumns = `
      scope_hash TEXT NOT NULL,
      key_hash TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      state TEXT NOT NULL,
      subject TEXT,
      lease_until BIGINT NOT NULL,
      answer TEXT,
      expires_at BIGINT NOT NULL,
      PRIMARY KEY (scope_hash, key_hash)
    `
const idempotencyByExpiry = "CREATE INDEX idempotency_by_expiry ON idempotency (expires_at)"
const receiptColumns = (id: string) => `
      series TEXT NOT NULL,
      n BIGINT NOT NULL,
      order_id ${id} NOT NULL REFERENCES orders(id),
      kind TEXT NOT NULL,
      subject ${id} NOT NULL,
      document TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (series, n),
      UNIQUE (kind, subject)
    `
const receiptByOrder = "CREATE INDEX receipt_by_order ON receipt (order_id)"

const catalogue: Migration = {
  name: "001_catalogue",
  statements: ({ clustered, id }, dialect) => [
    `CREATE TABLE brand (
      id ${id} PRIMARY KEY,
      name TEXT NOT NULL,
      category TEXT NOT NULL,
      position INTEGER NOT NULL
    )`,
    `CREATE TABLE product (
      id ${id} PRIMARY KEY,
      brand_id ${id} NOT NULL REFERENCES brand(id),
      name TEXT NOT NULL,
      name_key ${id} NOT NULL,
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
    )`,
    `CREATE INDEX product_by_brand ON product (brand_id, position)`,
    `CREATE TABLE stock (
      product_id ${id} PRIMARY KEY REFERENCES product(id),
      on_hand BIGINT NOT NULL,
      reserved BIGINT NOT NULL DEFAULT 0,
      CHECK (0 <= reserved AND reserved <= on_hand)
    ) ${clustered}`,
    // Grows whenever what a catalogue page shows has changed: a price, or a product that sold out or came back.
    `CREATE TABLE catalog_version (one INTEGER PRIMARY KEY CHECK (one = 1), version BIGINT NOT NULL)`,
    `INSERT INTO catalog_version (one, version) VALUES (1, 1)`,
    ...(dialect === "sqlite"
      ? [
        `CREATE VIRTUAL TABLE product_words USING fts5(product_id UNINDEXED, name, brand, category, other, tokenize = "unicode61 remove_diacritics 0")`
      ]
      : [
        `CREATE TABLE product_words (
          product_id ${id} PRIMARY KEY REFERENCES product(id),
          name TSVECTOR NOT NULL,
          brand TSVECTOR NOT NULL,
          category TSVECTOR NOT NULL,
          other TSVECTOR NOT NULL
        )`,
        `CREATE INDEX product_words_all ON product_words USING GIN ((name || brand || category || other))`
      ])
  ]
}

const identity: Migration = {
  name: "002_identity",
  statements: ({ clustered, id }) => [
    `CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
    `CREATE TABLE oauth_client (
      id TEXT PRIMARY KEY,
      secret_hash TEXT NOT NULL,
      kind TEXT NOT NULL,
      scopes TEXT NOT NULL
    )`,
    // A bearer token is id.secret: found by id, its secret compared by hash in constant time.
    `CREATE TABLE token (
      id ${id} PRIMARY KEY,
      secret_hash TEXT NOT NULL,
      kind TEXT NOT NULL,
      principal TEXT NOT NULL,
      scopes TEXT NOT NULL,
      expires_at BIGINT NOT NULL,
      revoked_at BIGINT
    ) ${clustered}`,
    `CREATE TABLE idempotency (${idempotencyColumns}) ${clustered}`,
    idempotencyByExpiry
  ]
}

const buying: Migration = {
  name: "003_buying",
  statements: ({ clustered, id }) => [
    `CREATE TABLE cart (
      id ${id} PRIMARY KEY,
      principal TEXT NOT NULL,
      shopper TEXT NOT NULL,
      UNIQUE (principal, shopper)
    )`,
    `CREATE TABLE cart_line (
      cart_id ${id} NOT NULL REFERENCES cart(id),
      product_id ${id} NOT NULL REFERENCES product(id),
      quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
      price_seen_minor BIGINT NOT NULL,
      added_at BIGINT NOT NULL,
      PRIMARY KEY (cart_id, product_id)
    ) ${clustered}`,
    `CREATE TABLE orders (
      id ${id} PRIMARY KEY,
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
    )`,
    `CREATE INDEX orders_by_principal ON orders (principal, id)`,
    `CREATE TABLE order_line (
      order_id ${id} NOT NULL REFERENCES orders(id),
      n INTEGER NOT NULL,
      product_id ${id} NOT NULL,
      name TEXT NOT NULL,
      quantity INTEGER NOT NULL CHECK (quantity > 0),
      unit_price_minor BIGINT NOT NULL,
      line_total_minor BIGINT NOT NULL,
      vat_minor BIGINT NOT NULL,
      shipped INTEGER NOT NULL DEFAULT 0,
      sent_back INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (order_id, n),
      CHECK (0 <= sent_back AND sent_back <= shipped AND shipped <= quantity)
    ) ${clustered}`,
    `CREATE TABLE checkout_session (
      id ${id} PRIMARY KEY,
      cart_id ${id} REFERENCES cart(id),
      order_id ${id} NOT NULL UNIQUE REFERENCES orders(id),
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
    )`,
    // One living session a cart: a second checkout supersedes the first or does not happen.
    `CREATE UNIQUE INDEX checkout_session_live ON checkout_session (cart_id)
      WHERE phase IN ('opening', 'open', 'processing')`,
    `CREATE TABLE payment (
      id ${id} PRIMARY KEY,
      session_id ${id} NOT NULL REFERENCES checkout_session(id),
      order_id ${id} NOT NULL REFERENCES orders(id),
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
    )`,
    `CREATE UNIQUE INDEX payment_of_session ON payment (session_id) WHERE role = 'primary'`,
    `CREATE INDEX payment_by_order ON payment (order_id)`,
    `CREATE TABLE refund (
      id ${id} PRIMARY KEY,
      payment_id ${id} NOT NULL REFERENCES payment(id),
      order_id ${id} NOT NULL REFERENCES orders(id),
      cause TEXT NOT NULL,
      subject TEXT NOT NULL,
      reason TEXT NOT NULL,
      amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
      currency TEXT NOT NULL,
      state TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      created_at BIGINT NOT NULL,
      UNIQUE (cause, subject)
    )`,
    `CREATE INDEX refund_by_order ON refund (order_id)`,
    // The order's timeline and, for those who subscribe, its outbox: one list, numbered by the order's own counter.
    `CREATE TABLE event (
      id ${id} PRIMARY KEY,
      order_id ${id} NOT NULL REFERENCES orders(id),
      seq INTEGER NOT NULL,
      type TEXT NOT NULL,
      -- The status that the order has through it, where it changes that.
      status TEXT,
      source TEXT NOT NULL,
      data TEXT NOT NULL,
      at BIGINT NOT NULL,
      UNIQUE (order_id, seq)
    )`,
    ...JobTable.create({ clustered, id })
  ]
}

const afterPayment: Migration = {
  name: "005_after_payment",
  statements: ({ clustered, id }) => [
    `CREATE TABLE shipment (
      id ${id} PRIMARY KEY,
      order_id ${id} NOT NULL REFERENCES orders(id),
      carrier TEXT NOT NULL,
      tracking_number TEXT NOT NULL,
      status TEXT NOT NULL,
      estimated_delivery TEXT,
      shipped_at BIGINT NOT NULL,
      delivered_at BIGINT,
      UNIQUE (order_id, carrier, tracking_number)
    )`,
    // Which units left in which shipment: the return window of a unit begins with its own shipment's arrival.
    `CREATE TABLE shipment_line (
      shipment_id ${id} NOT NULL REFERENCES shipment(id),
      n INTEGER NOT NULL,
      quantity INTEGER NOT NULL CHECK (quantity > 0),
      sent_back INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (shipment_id, n),
      CHECK (0 <= sent_back AND sent_back <= quantity)
    ) ${clustered}`,
    `CREATE TABLE scan (
      shipment_id ${id} NOT NULL REFERENCES shipment(id),
      at BIGINT NOT NULL,
      location TEXT NOT NULL,
      status TEXT NOT NULL,
      PRIMARY KEY (shipment_id, at, location, status)
    ) ${clustered}`,
    `CREATE TABLE return_request (
      id ${id} PRIMARY KEY,
      order_id ${id} NOT NULL REFERENCES orders(id),
      status TEXT NOT NULL,
      refund_minor BIGINT NOT NULL,
      -- The refund's id, once goods were accepted.
      refund_id ${id},
      -- When each status was reached, as JSON.
      timeline TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`,
    `CREATE INDEX return_by_order ON return_request (order_id)`,
    `CREATE TABLE return_line (
      return_id ${id} NOT NULL REFERENCES return_request(id),
      i INTEGER NOT NULL,
      shipment_id ${id} NOT NULL REFERENCES shipment(id),
      n INTEGER NOT NULL,
      product_id ${id} NOT NULL,
      quantity INTEGER NOT NULL CHECK (quantity > 0),
      condition TEXT NOT NULL,
      reason TEXT NOT NULL,
      refund_minor BIGINT NOT NULL,
      -- Of the units: what staff accepted, what of that went back on the shelf, and what was not in the parcel.
      accepted INTEGER,
      restocked INTEGER,
      missing INTEGER,
      PRIMARY KEY (return_id, i)
    ) ${clustered}`,
    `CREATE TABLE counter (series TEXT PRIMARY KEY, n BIGINT NOT NULL)`,
    `CREATE TABLE receipt (${receiptColumns(id)}) ${clustered}`,
    receiptByOrder,
    `CREATE TABLE ticket (
      id ${id} PRIMARY KEY,
      principal TEXT,
      email TEXT NOT NULL,
      subject TEXT NOT NULL,
      message TEXT NOT NULL,
      order_id ${id} REFERENCES orders(id),
      status TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`,
    // What staff should look at: money or messages that did not fit.
    `CREATE TABLE flag (
      id ${id} PRIMARY KEY,
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      detail TEXT NOT NULL,
      at BIGINT NOT NULL
    )`,
    `CREATE TABLE inbound (
      id TEXT PRIMARY KEY,
      event TEXT NOT NULL,
      data TEXT NOT NULL,
      result TEXT NOT NULL,
      reason TEXT,
      order_id TEXT NOT NULL,
      received_at BIGINT NOT NULL
    )`,
    `CREATE INDEX inbound_deferred ON inbound (order_id) WHERE result = 'deferred'`,
    `CREATE TABLE subscription (
      id ${id} PRIMARY KEY,
      url TEXT NOT NULL,
      secret TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      deleted_at BIGINT
    )`,
    // One row an event and subscription. Those of one order are a lane: they leave one after the other, in order.
    `CREATE TABLE delivery (
      subscription_id ${id} NOT NULL REFERENCES subscription(id),
      order_id ${id} NOT NULL,
      seq INTEGER NOT NULL,
      event_id ${id} NOT NULL REFERENCES event(id),
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      first_at BIGINT,
      -- How often it was asked for again: the outcome of an attempt counts in its own round only.
      round INTEGER NOT NULL,
      PRIMARY KEY (subscription_id, order_id, seq)
    ) ${clustered}`
  ]
}

const orderPages: Migration = {
  name: "006_order_pages",
  statements: ({ clustered, id }) => [
    // The page that a person follows an order on. Its address is a capability, kept as a hash.
    `CREATE TABLE order_page (
      id ${id} PRIMARY KEY,
      order_id ${id} NOT NULL UNIQUE REFERENCES orders(id),
      token_hash TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      revoked_at BIGINT
    ) ${clustered}`
  ]
}

const delegatedPayment: Migration = {
  name: "007_delegated_payment",
  statements: ({ clustered, id }) => [
    // A person's permission for an agent (an OAuth client's id) to pay from one instrument of theirs.
    `CREATE TABLE delegation (
      id ${id} PRIMARY KEY,
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
    )`,
    // Whoever spends from an instrument locks its row. Its clock never goes back.
    `CREATE TABLE instrument (fingerprint TEXT PRIMARY KEY, last_at BIGINT NOT NULL) ${clustered}`,
    // Whether a session has charges: most have none, and are read without looking for any.
    `ALTER TABLE checkout_session ADD COLUMN charged INTEGER NOT NULL DEFAULT 0`,
    // One try to take a session's money with nobody at a page. Its id is the provider's idempotency key.
    `CREATE TABLE charge (
      id ${id} PRIMARY KEY,
      session_id ${id} NOT NULL REFERENCES checkout_session(id),
      state TEXT NOT NULL,
      delegation_id ${id} REFERENCES delegation(id),
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
    )`,
    `CREATE INDEX charge_by_session ON charge (session_id, id)`,
    `CREATE UNIQUE INDEX charge_undecided ON charge (session_id) WHERE state IN ('begun', 'authorised')`,
    // Entries are added and never changed. What is released is the mirror of what was spent, at the same moment.
    `CREATE TABLE spending (
      charge_id ${id} NOT NULL REFERENCES charge(id),
      entry TEXT NOT NULL,
      instrument TEXT NOT NULL REFERENCES instrument(fingerprint),
      delegation_id ${id} REFERENCES delegation(id),
      amount_minor BIGINT NOT NULL,
      at BIGINT NOT NULL,
      recorded_at BIGINT NOT NULL,
      PRIMARY KEY (charge_id, entry),
      CHECK ((entry = 'spent' AND amount_minor > 0) OR (entry = 'released' AND amount_minor < 0))
    ) ${clustered}`,
    `CREATE INDEX spending_by_instrument ON spending (instrument, at)`,
    `CREATE INDEX spending_by_delegation ON spending (delegation_id, at)`,
    // The charge that took it, where nobody was at a page.
    `ALTER TABLE payment ADD COLUMN charge_id ${id}`
  ]
}

const drafts: Migration = {
  name: "008_drafts",
  statements: ({ id }) => [
    // A purchase that is being put together: a checkout that programs edit, or a cart of theirs.
    `CREATE TABLE draft (
      id ${id} PRIMARY KEY,
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
    )`,
    `CREATE INDEX draft_by_expiry ON draft (expires_at)`,
    `ALTER TABLE checkout_session ADD COLUMN draft_id ${id} REFERENCES draft(id)`,
    `CREATE INDEX checkout_session_by_draft ON checkout_session (draft_id, id)`,
    // As of a cart: one living session a draft.
    `CREATE UNIQUE INDEX checkout_session_of_draft ON checkout_session (draft_id)
      WHERE phase IN ('opening', 'open', 'processing')`,
    // Whose orders a subscription hears of, and in which words; neither: everybody's, in the shop's own.
    `ALTER TABLE subscription ADD COLUMN principal TEXT`,
    `ALTER TABLE subscription ADD COLUMN dialect TEXT`
  ]
}

const scale: Migration = {
  name: "004_scale",
  statements: () => [
    `CREATE INDEX token_by_expiry ON token (expires_at)`,
    // An agent's orders may be many, those for one of its people few.
    `CREATE INDEX orders_by_shopper ON orders (principal, shopper, id)`,
    `CREATE INDEX refund_by_payment ON refund (payment_id)`,
    ...JobTable.indexByDueTime
  ]
}

/**
 * Rows that carry a document are no clustered rows. SQLite keeps a quarter of a page of one of those in place and gives
 * the rest a page of its own; and where the key is random, each row changes another page. By row number they share pages
 * with those that came beside them, and a commit that many requests share writes half as many.
 */
const documentsByRowNumber: Migration = {
  name: "009_documents_by_row_number",
  statements: ({ id }, dialect) => {
    // PostgreSQL has no clustered tables.
    if (dialect === "pg") return []
    const rebuilt = (table: string, columns: string, order: string) => [
      `ALTER TABLE ${table} RENAME TO clustered_${table}`,
      `CREATE TABLE ${table} (${columns})`,
      `INSERT INTO ${table} SELECT * FROM clustered_${table} ORDER BY ${order}`,
      `DROP TABLE clustered_${table}`
    ]
    return [
      ...rebuilt("idempotency", idempotencyColumns, "expires_at"),
      idempotencyByExpiry,
      ...rebuilt("receipt", receiptColumns(id), "at, series, n"),
      receiptByOrder
    ]
  }
}

/**
 * Conditions of indexes as `Query.plannedOnce` writes those of statements, which have to say the same. SQLite decides them
 * four times at each change of a session's phase.
 */
const plainConditions: Migration = {
  name: "010_plain_conditions",
  statements: (_, dialect) => {
    if (dialect === "pg") return []
    const live = "phase = 'opening' OR phase = 'open' OR phase = 'processing'"
    return [
      "DROP INDEX checkout_session_live",
      `CREATE UNIQUE INDEX checkout_session_live ON checkout_session (cart_id) WHERE ${live}`,
      "DROP INDEX checkout_session_of_draft",
      `CREATE UNIQUE INDEX checkout_session_of_draft ON checkout_session (draft_id) WHERE ${live}`
    ]
  }
}

/** All of them, oldest first. Never change one that was released; add another. */
export const migrations: ReadonlyArray<Migration> = [
  catalogue,
  identity,
  buying,
  scale,
  afterPayment,
  orderPages,
  delegatedPayment,
  drafts,
  documentsByRowNumber,
  plainConditions
]
