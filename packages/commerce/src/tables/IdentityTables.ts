/**
 * The tables of every request: tokens, OAuth clients, settings and idempotency records. Follows
 * docs/specification.md#identity and docs/specification.md#idempotency.
 */
import type { Migration } from "@beauty-store/sql/Migrations"

export const identity: Migration["statements"] = ({ clustered, id }) => [
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
  `CREATE INDEX token_by_expiry ON token (expires_at)`,
  `CREATE TABLE idempotency (
    scope_hash TEXT NOT NULL,
    key_hash TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    state TEXT NOT NULL,
    subject TEXT,
    lease_until BIGINT NOT NULL,
    answer TEXT,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (scope_hash, key_hash)
  )`,
  `CREATE INDEX idempotency_by_expiry ON idempotency (expires_at)`
]
