/**
 * The tables of the work of staff: tickets and their messages, flags, and the trail of what staff changed. Follows
 * docs/specification.md#support and docs/specification.md#trail.
 */
import type { DialectSyntax, Migration } from "@beauty-store/sql/Migrations"

/** Tickets and their messages. */
const ticketTables = ({ id }: DialectSyntax): ReadonlyArray<string> => [
  `CREATE TABLE ticket (
    id ${id} PRIMARY KEY,
    principal TEXT,
    email TEXT NOT NULL,
    -- As people are compared by it (foldEmail).
    email_folded TEXT NOT NULL,
    language TEXT NOT NULL,
    subject TEXT NOT NULL,
    message TEXT NOT NULL,
    order_id ${id} REFERENCES orders(id),
    status TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    messages INTEGER NOT NULL DEFAULT 0,
    assigned_to TEXT,
    waiting_since BIGINT,
    page_id ${id},
    page_hash TEXT,
    page_revoked_at BIGINT,
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX ticket_by_status ON ticket (status, id)`,
  `CREATE INDEX ticket_by_email ON ticket (email_folded, id)`,
  `CREATE INDEX ticket_by_principal ON ticket (principal, id) WHERE principal IS NOT NULL`,
  `CREATE INDEX ticket_by_order ON ticket (order_id, id) WHERE order_id IS NOT NULL`,
  `CREATE INDEX ticket_by_assignee ON ticket (assigned_to, id) WHERE assigned_to IS NOT NULL`,
  `CREATE UNIQUE INDEX ticket_by_page ON ticket (page_id) WHERE page_id IS NOT NULL`,
  // What was said after the question, numbered from 1.
  `CREATE TABLE ticket_message (
    ticket_id ${id} NOT NULL REFERENCES ticket(id),
    n INTEGER NOT NULL,
    author TEXT NOT NULL,
    text TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (ticket_id, n)
  )`
]

/** Matters that staff should look at: money or messages that did not fit. */
const flagTables = ({ id }: DialectSyntax): ReadonlyArray<string> => [
  `CREATE TABLE flag (
    id ${id} PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    at BIGINT NOT NULL,
    closed_at BIGINT,
    closed_by TEXT,
    note TEXT
  )`,
  `CREATE INDEX flag_open ON flag (id) WHERE closed_at IS NULL`,
  `CREATE INDEX flag_closed ON flag (id) WHERE closed_at IS NOT NULL`
]

/** The trail of what staff changed. Entries are added and never changed; old ones are removed. */
const trailTables = ({ clustered, id }: DialectSyntax): ReadonlyArray<string> => [
  `CREATE TABLE staff_change (
    id ${id} PRIMARY KEY,
    client TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    was TEXT NOT NULL,
    became TEXT NOT NULL,
    at BIGINT NOT NULL
  ) ${clustered}`,
  `CREATE INDEX staff_change_by_client ON staff_change (client, id)`,
  `CREATE INDEX staff_change_by_action ON staff_change (action, id)`,
  `CREATE INDEX staff_change_by_subject ON staff_change (subject, id)`
]

export const staff: Migration["statements"] = (syntax) => [
  ...ticketTables(syntax),
  ...flagTables(syntax),
  ...trailTables(syntax)
]
