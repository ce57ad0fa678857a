/**
 * The tables of every request: tokens, OAuth clients, settings and idempotency records (`Idempotency` of `sql`).
 * Follows docs/specification.md#identity and docs/specification.md#idempotency.
 */
import * as Idempotency from "@beauty-store/sql/Idempotency"
import type { Migration } from "@beauty-store/sql/Migrations"

export const identity: Migration["statements"] = (syntax) => [
  `CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
  `CREATE TABLE oauth_client (
    id TEXT PRIMARY KEY,
    secret_hash TEXT NOT NULL,
    kind TEXT NOT NULL,
    scopes TEXT NOT NULL
  )`,
  // A bearer token is id.secret: found by id, its secret compared by hash in constant time.
  `CREATE TABLE token (
    id ${syntax.id} PRIMARY KEY,
    secret_hash TEXT NOT NULL,
    kind TEXT NOT NULL,
    principal TEXT NOT NULL,
    scopes TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT
  ) ${syntax.clustered}`,
  `CREATE INDEX token_by_expiry ON token (expires_at)`,
  ...Idempotency.create(syntax)
]

/**
 * Secrets that overlap, and clients that are gone. Programs from before know the newest secret alone, and none of a
 * client that is gone.
 */
export const overlappingSecrets: Migration["statements"] = () => [
  "ALTER TABLE subscription ADD COLUMN previous_secret TEXT",
  "ALTER TABLE subscription ADD COLUMN previous_until BIGINT",
  "ALTER TABLE oauth_client ADD COLUMN secret_at BIGINT",
  "ALTER TABLE oauth_client ADD COLUMN previous_hash TEXT",
  "ALTER TABLE oauth_client ADD COLUMN previous_until BIGINT",
  "ALTER TABLE oauth_client ADD COLUMN removed_at BIGINT",
  "CREATE INDEX token_of_client ON token (principal) WHERE kind <> 'shopper'"
]
