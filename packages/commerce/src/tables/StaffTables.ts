/**
 * What staff need besides what people and partners do: messages of tickets and the addresses of their pages, notes of
 * closed flags, why a message to a partner failed, the trail of what staff changed, and the indexes by which staff find
 * orders, returns and tickets however many there are.
 *
 * It only adds: a program of before that runs beside leaves the columns alone, and what it writes is read as if it had
 * begun to wait when it was made. Follows docs/specification.md#support and docs/specification.md#trail.
 */
import type { Migration } from "@beauty-store/kernel/Migrations"

const indexes: ReadonlyArray<string> = [
  "CREATE INDEX orders_by_status ON orders (status, id)",
  "CREATE INDEX orders_by_email ON orders (lower(email), id)",
  "CREATE INDEX order_line_by_product ON order_line (product_id, order_id)",
  "CREATE INDEX return_by_status ON return_request (status, id)",
  "CREATE INDEX return_line_by_product ON return_line (product_id, return_id)",
  "CREATE INDEX ticket_by_status ON ticket (status, id)",
  "CREATE INDEX ticket_by_email ON ticket (lower(email), id)",
  "CREATE INDEX ticket_by_principal ON ticket (principal, id) WHERE principal IS NOT NULL",
  "CREATE INDEX ticket_by_order ON ticket (order_id, id) WHERE order_id IS NOT NULL",
  "CREATE INDEX ticket_by_assignee ON ticket (assigned_to, id) WHERE assigned_to IS NOT NULL",
  "CREATE UNIQUE INDEX ticket_by_page ON ticket (page_id) WHERE page_id IS NOT NULL",
  "CREATE INDEX flag_open ON flag (id) WHERE closed_at IS NULL",
  "CREATE INDEX flag_closed ON flag (id) WHERE closed_at IS NOT NULL",
  "CREATE INDEX delivery_by_event ON delivery (subscription_id, event_id)",
  "CREATE INDEX delivery_unsent ON delivery (subscription_id, event_id) WHERE state <> 'delivered'",
  "CREATE INDEX staff_change_by_client ON staff_change (client, id)",
  "CREATE INDEX staff_change_by_action ON staff_change (action, id)",
  "CREATE INDEX staff_change_by_subject ON staff_change (subject, id)"
]

export const staff: Migration = {
  name: "023_staff",
  compatibleFrom: "011_line_money",
  statements: ({ clustered, id }) => [
    "ALTER TABLE ticket ADD COLUMN assigned_to TEXT",
    // Grows with every change.
    "ALTER TABLE ticket ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE ticket ADD COLUMN messages INTEGER NOT NULL DEFAULT 0",
    // Since when it waits for the shop; null where it does not, and where an older program has made it.
    "ALTER TABLE ticket ADD COLUMN waiting_since BIGINT",
    "UPDATE ticket SET waiting_since = created_at WHERE status = 'open'",
    // The page of whoever asked. Its address is a capability, stored as a hash.
    `ALTER TABLE ticket ADD COLUMN page_id ${id}`,
    "ALTER TABLE ticket ADD COLUMN page_hash TEXT",
    "ALTER TABLE ticket ADD COLUMN page_revoked_at BIGINT",
    // What was said after the question, numbered from 1.
    `CREATE TABLE ticket_message (
      ticket_id ${id} NOT NULL REFERENCES ticket(id),
      n INTEGER NOT NULL,
      author TEXT NOT NULL,
      text TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (ticket_id, n)
    )`,
    // When a carrier had the parcel first.
    "ALTER TABLE return_request ADD COLUMN waiting_since BIGINT",
    "UPDATE return_request SET waiting_since = created_at WHERE status = 'in_transit'",
    "ALTER TABLE flag ADD COLUMN closed_at BIGINT",
    "ALTER TABLE flag ADD COLUMN closed_by TEXT",
    "ALTER TABLE flag ADD COLUMN note TEXT",
    // Of the last attempt that failed.
    "ALTER TABLE delivery ADD COLUMN failure TEXT",
    "ALTER TABLE delivery ADD COLUMN failed_at BIGINT",
    // Entries are added and never changed; old ones are removed.
    `CREATE TABLE staff_change (
      id ${id} PRIMARY KEY,
      client TEXT NOT NULL,
      action TEXT NOT NULL,
      subject TEXT NOT NULL,
      was TEXT NOT NULL,
      became TEXT NOT NULL,
      at BIGINT NOT NULL
    ) ${clustered}`,
    ...indexes
  ]
}
