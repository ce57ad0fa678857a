/**
 * The tables of reconciliation: how far the provider's payments were walked, the payments found there without a row
 * here, and the numbers of documents that are left out after a restore. Follows
 * docs/specification.md#reconciliation.
 */
import type { Migration } from "@beauty-store/sql/Migrations"

export const reconciliation: Migration["statements"] = ({ id }) => [
  `CREATE TABLE payment_walk (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- By the provider's clock: all changes before were seen.
    seen_until BIGINT NOT NULL,
    walked_at BIGINT,
    -- Whether the walk that is under way found what only a lost record explains, and the documents that may be lost.
    restored INTEGER NOT NULL,
    notes INTEGER NOT NULL
  )`,
  // No foreign keys: these name what the store has lost.
  `CREATE TABLE unrecorded_payment (
    provider_id ${id} PRIMARY KEY,
    session_id ${id} NOT NULL,
    order_id ${id} NOT NULL,
    -- unsettled: its session is known, and is about to be settled. unknown: nothing of it is known.
    state TEXT NOT NULL CHECK (state IN ('unsettled', 'unknown', 'refunded', 'refused')),
    amount_minor BIGINT NOT NULL,
    refunded_minor BIGINT NOT NULL,
    currency TEXT NOT NULL,
    instrument TEXT NOT NULL,
    charge_key TEXT,
    mandate_id ${id},
    -- Whether the number of its receipt, which may be lost, is left out.
    numbered INTEGER NOT NULL,
    at BIGINT NOT NULL,
    found_at BIGINT NOT NULL
  )`,
  `CREATE INDEX unrecorded_payment_by_instrument ON unrecorded_payment (instrument, at)`,
  `CREATE INDEX unrecorded_payment_by_mandate ON unrecorded_payment (mandate_id, at)`,
  `CREATE TABLE receipt_gap (
    series TEXT NOT NULL,
    first_n BIGINT NOT NULL,
    last_n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (series, first_n)
  )`
]
