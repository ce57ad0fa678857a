/**
 * The tables for buying: carts, orders, drafts, checkout sessions, payments, refunds and events. Follows
 * docs/specification.md#checkout and docs/specification.md#orders.
 */
import type { DialectSyntax, Migration } from "@beauty-store/sql/Migrations"

/** Carts and their lines. */
const cartTables = ({ clustered, id }: DialectSyntax): ReadonlyArray<string> => [
  `CREATE TABLE cart (
    id ${id} PRIMARY KEY,
    principal TEXT NOT NULL,
    shopper TEXT NOT NULL,
    attributes TEXT,
    UNIQUE (principal, shopper)
  )`,
  `CREATE TABLE cart_line (
    cart_id ${id} NOT NULL REFERENCES cart(id),
    product_id ${id} NOT NULL REFERENCES product(id),
    quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
    price_seen_minor BIGINT NOT NULL,
    -- The price that its owner was shown since they touched it, where that is another.
    price_shown_minor BIGINT,
    added_at BIGINT NOT NULL,
    PRIMARY KEY (cart_id, product_id)
  ) ${clustered}`
]

/** Orders, their lines and their pages. */
const orderTables = ({ clustered, id }: DialectSyntax): ReadonlyArray<string> => [
  `CREATE TABLE orders (
    id ${id} PRIMARY KEY,
    principal TEXT NOT NULL,
    shopper TEXT NOT NULL,
    status TEXT NOT NULL,
    email TEXT NOT NULL,
    -- As people are compared by it (foldEmail).
    email_folded TEXT NOT NULL,
    address TEXT NOT NULL,
    language TEXT NOT NULL,
    shipping_method TEXT NOT NULL,
    currency TEXT NOT NULL,
    subtotal_minor BIGINT NOT NULL,
    shipping_minor BIGINT NOT NULL,
    shipping_vat_minor BIGINT NOT NULL,
    total_minor BIGINT NOT NULL,
    vat TEXT NOT NULL,
    events INTEGER NOT NULL,
    attributes TEXT,
    cart_attributes TEXT,
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX orders_by_principal ON orders (principal, id)`,
  // An agent may have many orders, but few for each of its people.
  `CREATE INDEX orders_by_shopper ON orders (principal, shopper, id)`,
  `CREATE INDEX orders_by_status ON orders (status, id)`,
  `CREATE INDEX orders_by_email ON orders (email_folded, id)`,
  `CREATE TABLE order_line (
    order_id ${id} NOT NULL REFERENCES orders(id),
    n INTEGER NOT NULL,
    product_id ${id} NOT NULL,
    name TEXT NOT NULL,
    attributes TEXT,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    unit_price_minor BIGINT NOT NULL,
    list_minor BIGINT NOT NULL,
    discount_minor BIGINT NOT NULL,
    line_total_minor BIGINT NOT NULL,
    vat_minor BIGINT NOT NULL,
    shipped INTEGER NOT NULL DEFAULT 0,
    sent_back INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (order_id, n),
    CHECK (0 <= sent_back AND sent_back <= shipped AND shipped <= quantity),
    CONSTRAINT order_line_money
      CHECK (line_total_minor = list_minor - discount_minor AND 0 <= discount_minor AND discount_minor <= list_minor)
  ) ${clustered}`,
  `CREATE INDEX order_line_by_product ON order_line (product_id, order_id)`,
  // The page on which a person follows an order. Its address is a capability, stored as a hash.
  `CREATE TABLE order_page (
    id ${id} PRIMARY KEY,
    order_id ${id} NOT NULL UNIQUE REFERENCES orders(id),
    token_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT
  ) ${clustered}`
]

/** As `Query.plannedOnce` writes it in the statements that use the indexes. */
const isLive = "phase = 'opening' OR phase = 'open' OR phase = 'processing'"

/** Drafts and checkout sessions. */
const checkoutTables = ({ id }: DialectSyntax): ReadonlyArray<string> => [
  // A purchase that is put together step by step: a checkout that programs edit, or a cart of theirs.
  `CREATE TABLE draft (
    id ${id} PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('checkout', 'cart')),
    principal TEXT NOT NULL,
    shopper TEXT NOT NULL,
    document TEXT NOT NULL,
    failed TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    cancelled_at BIGINT
  )`,
  `CREATE INDEX draft_by_expiry ON draft (expires_at)`,
  `CREATE TABLE checkout_session (
    id ${id} PRIMARY KEY,
    cart_id ${id} REFERENCES cart(id),
    draft_id ${id} REFERENCES draft(id),
    order_id ${id} NOT NULL UNIQUE REFERENCES orders(id),
    phase TEXT NOT NULL,
    total_minor BIGINT NOT NULL,
    currency TEXT NOT NULL,
    payment_method TEXT,
    return_url TEXT,
    provider_id TEXT,
    url TEXT,
    paid_by TEXT,
    -- Whether it has charges: most have none, and are read without looking for any.
    charged INTEGER NOT NULL DEFAULT 0,
    expires_at BIGINT NOT NULL,
    processing_until BIGINT,
    -- Who holds its units, and a keyed hash of the network that they call from. Both are forgotten once it is paid,
    -- and a day after it ended.
    holder TEXT,
    network TEXT,
    held_until BIGINT
  )`,
  // One live session per cart, and per draft: a second checkout replaces the first or does not happen.
  `CREATE UNIQUE INDEX checkout_session_live ON checkout_session (cart_id) WHERE ${isLive}`,
  `CREATE UNIQUE INDEX checkout_session_of_draft ON checkout_session (draft_id) WHERE ${isLive}`,
  `CREATE INDEX checkout_session_by_draft ON checkout_session (draft_id, id)`,
  `CREATE INDEX checkout_session_by_holder ON checkout_session (holder) WHERE holder IS NOT NULL`,
  `CREATE INDEX checkout_session_by_network ON checkout_session (network) WHERE network IS NOT NULL`,
  `CREATE INDEX checkout_session_by_held_until ON checkout_session (held_until) WHERE held_until IS NOT NULL`
]

/** Payments and refunds. */
const paymentTables = ({ id }: DialectSyntax): ReadonlyArray<string> => [
  `CREATE TABLE payment (
    id ${id} PRIMARY KEY,
    session_id ${id} NOT NULL REFERENCES checkout_session(id),
    order_id ${id} NOT NULL REFERENCES orders(id),
    charge_id ${id},
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
    decided_at BIGINT NOT NULL,
    UNIQUE (cause, subject)
  )`,
  `CREATE INDEX refund_by_order ON refund (order_id)`,
  `CREATE INDEX refund_by_payment ON refund (payment_id)`
]

/** The events of orders. */
const eventTables = ({ id }: DialectSyntax): ReadonlyArray<string> => [
  // The order's timeline and, for subscribers, its outbox: one list, numbered by the order's own counter.
  `CREATE TABLE event (
    id ${id} PRIMARY KEY,
    order_id ${id} NOT NULL REFERENCES orders(id),
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    status TEXT,
    source TEXT NOT NULL,
    data TEXT NOT NULL,
    -- Its place in the stream of all events, given after the commit, by whoever follows the stream (EventStream).
    position BIGINT,
    at BIGINT NOT NULL,
    UNIQUE (order_id, seq)
  )`,
  `CREATE UNIQUE INDEX event_by_position ON event (position) WHERE position IS NOT NULL`,
  `CREATE INDEX event_without_position ON event (order_id, seq) WHERE position IS NULL`
]

export const buying: Migration["statements"] = (syntax) => [
  ...cartTables(syntax),
  ...orderTables(syntax),
  ...checkoutTables(syntax),
  ...paymentTables(syntax),
  ...eventTables(syntax)
]

/** The discount on all units of a line that its owner was shown last, where there was one. */
export const shownDiscounts: Migration["statements"] = () => [
  "ALTER TABLE cart_line ADD COLUMN discount_shown_minor BIGINT"
]
