/**
 * The tables of every request: tokens, OAuth clients, settings and idempotency records. They were released: their SQL
 * never changes. A change of a table is a new migration (`Tables`). Follows docs/specification.md#identity and
 * docs/specification.md#idempotency.
 */
import type { Migration } from "@beauty-store/kernel/Migrations"

// Migration 009 builds this table once more, unchanged.
export const idempotencyColumns = `
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
export const idempotencyByExpiry = "CREATE INDEX idempotency_by_expiry ON idempotency (expires_at)"

export const identity: Migration = {
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
