/**
 * The tables of delegated payment: delegations, instruments, charges, and the ledger of spending. Follows
 * docs/specification.md#delegated-payment.
 */
import type { Migration } from "@beauty-store/sql/Migrations"

export const delegatedPayment: Migration["statements"] = ({ clustered, id }) => [
  // A person's permission for an agent (an OAuth client's id) to pay with one of their instruments.
  `CREATE TABLE delegation (
    id ${id} PRIMARY KEY,
    principal TEXT NOT NULL,
    agent TEXT NOT NULL,
    language TEXT NOT NULL,
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
  `CREATE INDEX delegation_by_principal ON delegation (principal, id)`,
  // Every spend from an instrument locks its row. Its clock never goes back.
  `CREATE TABLE instrument (fingerprint TEXT PRIMARY KEY, last_at BIGINT NOT NULL) ${clustered}`,
  // One attempt to take a session's payment without a page. Its id is the provider's idempotency key.
  `CREATE TABLE charge (
    id ${id} PRIMARY KEY,
    session_id ${id} NOT NULL REFERENCES checkout_session(id),
    state TEXT NOT NULL,
    delegation_id ${id} REFERENCES delegation(id),
    -- What a vault gave out, and the proof that the cardholder was there: kept while the charge is undecided.
    token TEXT,
    proof TEXT,
    instrument TEXT,
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    keeps_session INTEGER NOT NULL,
    -- Whether its limits are to be checked once more, because its process had not caught up with what agents spent
    -- when it began.
    provisional INTEGER NOT NULL,
    -- Why it took nothing, in a word; the limit that stood in its way, as JSON.
    reason TEXT,
    refusal TEXT,
    at BIGINT NOT NULL
  )`,
  `CREATE INDEX charge_by_session ON charge (session_id, id)`,
  `CREATE UNIQUE INDEX charge_undecided ON charge (session_id) WHERE state IN ('begun', 'authorised')`,
  // Entries are added and never changed. A release is the mirror of the spend, at the same moment.
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
  `CREATE INDEX spending_by_delegation ON spending (delegation_id, at)`
]
