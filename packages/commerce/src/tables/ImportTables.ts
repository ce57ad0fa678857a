/**
 * The tables of imports: what was sent, in pieces that go when the import has ended, and what came of it. Follows
 * docs/specification.md#imports.
 */
import type { Migration } from "@beauty-store/sql/Migrations"

export const imports: Migration["statements"] = ({ id }, dialect) => [
  `CREATE TABLE goods_import (
    id ${id} PRIMARY KEY,
    -- The principal who sent it.
    principal TEXT NOT NULL,
    form TEXT NOT NULL,
    is_comma INTEGER NOT NULL,
    is_dry INTEGER NOT NULL,
    status TEXT NOT NULL
      CHECK (status IN ('waiting', 'reading', 'writing', 'done', 'refused', 'failed')),
    -- How often it was begun.
    attempts INTEGER NOT NULL,
    bytes BIGINT NOT NULL,
    bytes_read BIGINT NOT NULL,
    rows_read BIGINT NOT NULL,
    fault_count BIGINT NOT NULL,
    -- The first of the faults, as JSON.
    faults TEXT,
    -- What was loaded, as JSON.
    outcome TEXT,
    failure TEXT,
    created_at BIGINT NOT NULL,
    ended_at BIGINT
  )`,
  "CREATE INDEX goods_import_by_turn ON goods_import (id) WHERE ended_at IS NULL",
  // They come before their import, which begins when all of them are there.
  `CREATE TABLE goods_import_part (
    import_id ${id} NOT NULL,
    n INTEGER NOT NULL,
    at BIGINT NOT NULL,
    bytes ${dialect === "sqlite" ? "BLOB" : "BYTEA"} NOT NULL,
    PRIMARY KEY (import_id, n)
  )`
]
