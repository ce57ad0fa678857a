/**
 * The tables of messages from partners and to them, with the health of their endpoints. Follows
 * docs/specification.md#webhooks-in, docs/specification.md#webhooks-out and docs/specification.md#endpoints.
 */
import type { Migration } from "@beauty-store/sql/Migrations"

export const partners: Migration["statements"] = ({ clustered, id }) => [
  `CREATE TABLE inbound (
    id TEXT PRIMARY KEY,
    event TEXT NOT NULL,
    data TEXT NOT NULL,
    result TEXT NOT NULL,
    reason TEXT,
    order_id TEXT NOT NULL,
    received_at BIGINT NOT NULL
  )`,
  `CREATE INDEX inbound_deferred ON inbound (order_id) WHERE result = 'deferred'`,
  `CREATE TABLE subscription (
    id ${id} PRIMARY KEY,
    url TEXT NOT NULL,
    secret TEXT NOT NULL,
    -- Whose orders it receives events of, and its dialect; null: everybody's orders, and the shop's own form.
    principal TEXT,
    dialect TEXT,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT,
    -- Failures in a row, and how long it has failed as far as that counts; 0 and nothing else where it is healthy.
    failures INTEGER NOT NULL DEFAULT 0,
    failing_millis BIGINT NOT NULL DEFAULT 0,
    failing_since BIGINT,
    last_failed_at BIGINT,
    failure TEXT,
    paused_until BIGINT,
    disabled_at BIGINT
  )`,
  // Few fail: a claim of messages looks at these and at no other.
  `CREATE INDEX subscription_failing ON subscription (id) WHERE failures > 0`,
  // One row per event and subscription. Those of one order are a lane: they leave one after the other, in order.
  `CREATE TABLE delivery (
    subscription_id ${id} NOT NULL REFERENCES subscription(id),
    order_id ${id} NOT NULL,
    seq INTEGER NOT NULL,
    event_id ${id} NOT NULL REFERENCES event(id),
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    first_at BIGINT,
    -- How often it was asked for again: the outcome of an attempt counts in its own round only.
    round INTEGER NOT NULL,
    failure TEXT,
    failed_at BIGINT,
    PRIMARY KEY (subscription_id, order_id, seq)
  ) ${clustered}`,
  `CREATE INDEX delivery_by_event ON delivery (subscription_id, event_id)`,
  `CREATE INDEX delivery_unsent ON delivery (subscription_id, event_id) WHERE state <> 'delivered'`,
  // What is sent again once an endpoint is enabled, however much was delivered to it before.
  `CREATE INDEX delivery_parked ON delivery (subscription_id, order_id) WHERE state = 'parked'`
]
