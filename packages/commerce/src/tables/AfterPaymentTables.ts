/**
 * The tables for everything after a payment: shipments, returns, receipts, tickets, flags, and messages of and to
 * partners. They were released: their SQL never changes. A change of a table is a new migration (`Tables`). Follows
 * docs/specification.md#fulfilment, docs/specification.md#returns and docs/specification.md#receipts.
 */
import type { DialectSyntax, Migration } from "@beauty-store/kernel/Migrations"

// Migration 009 builds this table once more, unchanged.
export const receiptColumns = (id: string) => `
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
export const receiptByOrder = "CREATE INDEX receipt_by_order ON receipt (order_id)"

/** Shipments, their contents and their scans. */
const shipmentTables = ({ clustered, id }: DialectSyntax): ReadonlyArray<string> => [
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
  // Which units left in which shipment: the return window of a unit begins with the arrival of its own shipment.
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
    ) ${clustered}`
]

/** Returns and their lines. */
const returnTables = ({ clustered, id }: DialectSyntax): ReadonlyArray<string> => [
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
    ) ${clustered}`
]

/** Receipts and credit notes, and the counters of their numbers. */
const receiptTables = ({ clustered, id }: DialectSyntax): ReadonlyArray<string> => [
  `CREATE TABLE counter (series TEXT PRIMARY KEY, n BIGINT NOT NULL)`,
  `CREATE TABLE receipt (${receiptColumns(id)}) ${clustered}`,
  receiptByOrder
]

/** Support tickets, and flags for staff. */
const supportTables = ({ id }: DialectSyntax): ReadonlyArray<string> => [
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
  // Matters that staff should look at: money or messages that did not fit.
  `CREATE TABLE flag (
      id ${id} PRIMARY KEY,
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      detail TEXT NOT NULL,
      at BIGINT NOT NULL
    )`
]

/** Messages from partners, and messages to them. */
const partnerTables = ({ clustered, id }: DialectSyntax): ReadonlyArray<string> => [
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
  // One row per event and subscription. Those of one order are a lane: they leave one after the other, in order.
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

export const afterPayment: Migration = {
  name: "005_after_payment",
  statements: (words) => [
    ...shipmentTables(words),
    ...returnTables(words),
    ...receiptTables(words),
    ...supportTables(words),
    ...partnerTables(words)
  ]
}
