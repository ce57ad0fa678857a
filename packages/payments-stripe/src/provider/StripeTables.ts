/**
 * What the store remembers of its requests to Stripe, in its own database, which all instances share. A request is
 * written before it is sent: under the store's key, with what was asked first, the version of Stripe's idempotency key,
 * and later the object that it made, or the refusal.
 */
import type { DialectSyntax, Owner } from "@beauty-store/sql/Migrations"
import * as Query from "@beauty-store/sql/Query"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const statements = ({ clustered, id }: DialectSyntax): ReadonlyArray<string> => [
  // `asked_at`: when the first version of its key was first sent; null where it was closed before that, for good.
  // `keyed_at`: when this version was first sent; `sent_at`: when any was last sent. `charge_key`: the charge that has
  // taken a session over from its page.
  `CREATE TABLE stripe_request (
    kind TEXT NOT NULL CHECK (kind IN ('session', 'refund', 'mandate', 'charge')),
    key ${id} NOT NULL,
    request TEXT,
    version INTEGER NOT NULL,
    asked_at BIGINT,
    keyed_at BIGINT,
    sent_at BIGINT,
    stripe_id TEXT,
    url TEXT,
    refusal TEXT,
    charge_key TEXT,
    closed INTEGER NOT NULL CHECK (closed IN (0, 1)),
    PRIMARY KEY (kind, key)
  ) ${clustered}`,
  // Payments that took money, as the port lists them. `changed_at` grows with each change that is seen.
  `CREATE TABLE stripe_payment (
    id ${id} PRIMARY KEY,
    listed TEXT NOT NULL,
    changed_at BIGINT NOT NULL UNIQUE
  ) ${clustered}`,
  // The store's mark in the account, made once.
  `CREATE TABLE stripe_mark (one INTEGER PRIMARY KEY CHECK (one = 1), mark TEXT NOT NULL)`,
  // Up to where the account's events were read, and have settled.
  `CREATE TABLE stripe_event_place (one INTEGER PRIMARY KEY CHECK (one = 1), read_until BIGINT NOT NULL)`
]

/** The tables, for `OwnTables.layer`. */
export const tables: Owner = {
  key: "stripe",
  tables: "the tables of the payments by Stripe",
  migrations: [{ name: "001_baseline", statements }]
}

export const Row = Schema.Struct({
  kind: Schema.Literal("session", "refund", "mandate", "charge"),
  key: Schema.String,
  /** JSON of what was asked first; null where it was closed before anything was asked. */
  request: Schema.NullOr(Schema.String),
  /** Of Stripe's idempotency key. */
  version: Query.Int,
  askedAt: Schema.NullOr(Query.Int),
  keyedAt: Schema.NullOr(Query.Int),
  sentAt: Schema.NullOr(Query.Int),
  stripeId: Schema.NullOr(Schema.String),
  /** The page's address; a capability. */
  url: Schema.NullOr(Schema.String),
  /** The code of Stripe's refusal. */
  refusal: Schema.NullOr(Schema.String),
  chargeKey: Schema.NullOr(Schema.String),
  closed: Query.Flag
})
export type Row = typeof Row.Type
export type Kind = Row["kind"]

const columns = `kind, key, request, version, asked_at AS "askedAt", keyed_at AS "keyedAt", sent_at AS "sentAt",
  stripe_id AS "stripeId", url, refusal, charge_key AS "chargeKey", closed`

export const find = Query.first(Row)<[kind: Kind, key: string]>(
  `SELECT ${columns} FROM stripe_request WHERE kind = ? AND key = ?`
)

export const lock = Query.first(Row)<[kind: Kind, key: string]>(
  `SELECT ${columns} FROM stripe_request WHERE kind = ? AND key = ? FOR UPDATE`
)

/** Returns 0 where there is one already. */
export const insert = Query.insertIfNew(
  "stripe_request",
  ["kind", "key", "request", "version", "asked_at", "keyed_at", "sent_at", "closed"],
  "ON CONFLICT (kind, key) DO NOTHING"
)

/** What was asked of one that was closed before. */
export const setRequest = Query.send<[request: string, kind: Kind, key: string]>(
  "UPDATE stripe_request SET request = ? WHERE kind = ? AND key = ? AND request IS NULL"
)

/** The version of one that is sent for the first time, or again. */
export const setSent = Query.send<
  [version: number, askedAt: number, keyedAt: number, sentAt: number, kind: Kind, key: string]
>(
  "UPDATE stripe_request SET version = ?, asked_at = ?, keyed_at = ?, sent_at = ? WHERE kind = ? AND key = ?"
)

/** The next version, where this one is still the last: its key would bring the same failure again. */
export const spendVersion = Query.send<[kind: Kind, key: string, version: number]>(
  "UPDATE stripe_request SET version = version + 1, keyed_at = NULL WHERE kind = ? AND key = ? AND version = ?"
)

/** What Stripe made; the first one stays. */
export const setMade = Query.send<[stripeId: string, url: string | null, kind: Kind, key: string]>(
  "UPDATE stripe_request SET stripe_id = ?, url = ? WHERE kind = ? AND key = ? AND stripe_id IS NULL"
)

export const setRefusal = Query.send<[refusal: string, kind: Kind, key: string]>(
  "UPDATE stripe_request SET refusal = ? WHERE kind = ? AND key = ? AND refusal IS NULL"
)

export const close = Query.send<[kind: Kind, key: string]>(
  "UPDATE stripe_request SET closed = 1 WHERE kind = ? AND key = ?"
)

/** The charge that a session is for from now on. */
export const setCharge = Query.send<[chargeKey: string, key: string]>(
  "UPDATE stripe_request SET charge_key = ? WHERE kind = 'session' AND key = ?"
)

/** A session is for its page again, as it was. */
export const releaseCharge = Query.send<[key: string, chargeKey: string]>(
  "UPDATE stripe_request SET charge_key = NULL WHERE kind = 'session' AND key = ? AND charge_key = ?"
)

/** A session is to have another page, since its charge has ended the last one. */
export const forgetPage = Query.send<[key: string, chargeKey: string]>(
  `UPDATE stripe_request SET stripe_id = NULL, url = NULL, version = version + 1, asked_at = NULL, keyed_at = NULL,
     sent_at = NULL
   WHERE kind = 'session' AND key = ? AND charge_key = ?`
)

const insertMark = Query.insert("stripe_mark", ["one", "mark"], "ON CONFLICT (one) DO NOTHING")
const markRow = Query.first(Schema.Struct({ mark: Schema.String }))("SELECT mark FROM stripe_mark")

/** The store's mark in the account: `fresh` is used only where there is none. In a transaction. */
export const keptMark = (fresh: string) =>
  Effect.zipRight(
    insertMark({ one: 1, mark: fresh }),
    Effect.map(markRow(), (row) => Option.getOrThrow(row).mark)
  )

/** What the listing has of a payment. */
export const Listed = Schema.Struct({ id: Schema.String, listed: Schema.String, changedAt: Query.Int })

export const listedAfter = Query.all(Listed)<[from: number, limit: number]>(
  `SELECT id, listed, changed_at AS "changedAt" FROM stripe_payment WHERE changed_at >= ? ORDER BY changed_at LIMIT ?`
)

export const listedOf = Query.first(Listed)<[id: string]>(
  `SELECT id, listed, changed_at AS "changedAt" FROM stripe_payment WHERE id = ?`
)

const Moment = Schema.Struct({ at: Query.Int })

export const lastChange = Query.first(Moment)(
  "SELECT changed_at AS at FROM stripe_payment ORDER BY changed_at DESC LIMIT 1"
)

export const setListed = Query.insert(
  "stripe_payment",
  ["id", "listed", "changed_at"],
  "ON CONFLICT (id) DO UPDATE SET listed = excluded.listed, changed_at = excluded.changed_at"
)

/** Up to where the account's events were read, and have settled; milliseconds, by Stripe's clock. */
export const place = Query.first(Moment)("SELECT read_until AS at FROM stripe_event_place")

export const beginAt = Query.insert("stripe_event_place", ["one", "read_until"], "ON CONFLICT (one) DO NOTHING")

/** Whoever notes payments does it one after the other. */
export const lockPlace = Query.first(Moment)("SELECT read_until AS at FROM stripe_event_place FOR UPDATE")

/** Never moves back. */
export const moveOn = Query.send<[to: number, from: number]>(
  "UPDATE stripe_event_place SET read_until = ? WHERE read_until < ?"
)
