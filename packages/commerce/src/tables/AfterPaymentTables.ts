/**
 * The tables for what follows a payment: shipments, returns and receipts. Follows docs/specification.md#fulfilment,
 * docs/specification.md#returns and docs/specification.md#receipts.
 */
import type { DialectSyntax, Migration } from "@beauty-store/sql/Migrations"

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
    refund_id ${id},
    -- When each status was reached, as JSON.
    timeline TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    waiting_since BIGINT
  )`,
  `CREATE INDEX return_by_order ON return_request (order_id)`,
  `CREATE INDEX return_by_status ON return_request (status, id)`,
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
  `CREATE INDEX return_line_by_product ON return_line (product_id, return_id)`
]

/** Receipts and credit notes, and the counters of their numbers. */
const receiptTables = ({ id }: DialectSyntax): ReadonlyArray<string> => [
  `CREATE TABLE counter (series TEXT PRIMARY KEY, n BIGINT NOT NULL)`,
  `CREATE TABLE receipt (
    series TEXT NOT NULL,
    n BIGINT NOT NULL,
    order_id ${id} NOT NULL REFERENCES orders(id),
    kind TEXT NOT NULL,
    subject ${id} NOT NULL,
    document TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (series, n),
    UNIQUE (kind, subject)
  )`,
  `CREATE INDEX receipt_by_order ON receipt (order_id)`
]

export const afterPayment: Migration["statements"] = (syntax) => [
  ...shipmentTables(syntax),
  ...returnTables(syntax),
  ...receiptTables(syntax)
]
