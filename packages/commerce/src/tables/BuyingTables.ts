/**
 * The tables for buying: carts, orders, checkout sessions, payments, refunds, events, and background jobs. They were
 * released: their SQL never changes. A change of a table is a new migration (`Tables`). Follows
 * docs/specification.md#checkout and docs/specification.md#orders.
 */
import * as JobTable from "@beauty-store/kernel/internal/JobTable"
import type { DialectSyntax, Migration } from "@beauty-store/kernel/Migrations"

/** Carts and their lines. */
const cartTables = ({ clustered, id }: DialectSyntax): ReadonlyArray<string> => [
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
    ) ${clustered}`
]

/** Orders and their lines. */
const orderTables = ({ clustered, id }: DialectSyntax): ReadonlyArray<string> => [
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
    ) ${clustered}`
]

/** Checkout sessions, their payments and refunds. */
const paymentTables = ({ id }: DialectSyntax): ReadonlyArray<string> => [
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
  // One live session per cart: a second checkout replaces the first or does not happen.
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
  `CREATE INDEX refund_by_order ON refund (order_id)`
]

/** The events of orders. */
const eventTables = ({ id }: DialectSyntax): ReadonlyArray<string> => [
  // The order's timeline and, for subscribers, its outbox: one list, numbered by the order's own counter.
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
    )`
]

export const buying: Migration = {
  name: "003_buying",
  statements: (words) => [
    ...cartTables(words),
    ...orderTables(words),
    ...paymentTables(words),
    ...eventTables(words),
    ...JobTable.create(words)
  ]
}
