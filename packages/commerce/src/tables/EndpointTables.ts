/**
 * What is kept of the health of partners' endpoints, beside their subscriptions, and how the messages to them are
 * found.
 *
 * It only adds: a program of before that runs beside leaves the columns alone, and its rows are those of healthy
 * endpoints. Follows docs/specification.md#endpoints.
 */
import * as JobGroups from "@beauty-store/kernel/internal/JobGroups"
import type { Migration } from "@beauty-store/kernel/Migrations"

export const endpoints: Migration = {
  name: "012_endpoints",
  compatibleFrom: "011_line_money",
  statements: (_, dialect) => [
    // Failures in a row, and how long it has failed as far as that counts; 0 and nothing else where it is healthy.
    "ALTER TABLE subscription ADD COLUMN failures INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE subscription ADD COLUMN failing_millis BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE subscription ADD COLUMN failing_since BIGINT",
    "ALTER TABLE subscription ADD COLUMN last_failed_at BIGINT",
    "ALTER TABLE subscription ADD COLUMN failure TEXT",
    "ALTER TABLE subscription ADD COLUMN paused_until BIGINT",
    "ALTER TABLE subscription ADD COLUMN disabled_at BIGINT",
    // Few fail: a claim of messages looks at these and at no other.
    "CREATE INDEX subscription_failing ON subscription (id) WHERE failures > 0",
    // What is sent again once an endpoint is enabled, however much was delivered to it before.
    "CREATE INDEX delivery_parked ON delivery (subscription_id, order_id) WHERE state = 'parked'",
    ...JobGroups.indexes("deliver", dialect)
  ]
}
