/**
 * Idempotency keys: a request that is sent several times under one key takes effect once. Its record commits with its
 * changes. One that calls an external system first leaves a `running` record with its subject (`cs_…`), which a repeat
 * resumes. The caller defines the scope and when two requests are the same; keys are stored hashed. Follows
 * docs/specification.md#idempotency.
 *
 * @since 1.0.0
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Codec from "./Codec.ts"
import { forkDetached } from "./DetachedFiber.ts"
import { Entropy } from "./Entropy.ts"
import * as Expiry from "./Expiry.ts"
import { leaseMillis, renewed, renewMillis } from "./Lease.ts"
import type { DialectSyntax } from "./Migrations.ts"
import * as Query from "./Query.ts"
import { deriveKey, hash, seal, unseal } from "./Secrets.ts"
import { type Transaction, Transactions } from "./Transactions.ts"

/** A request that its sender marked with a key: `keyed` makes it. */
export interface KeyedRequest {
  /** Principal, method and path: the same key in two scopes names two requests. */
  readonly scope: string
  readonly key: string
  /** Equal for equal requests. */
  readonly fingerprint: string
  /** The primary key of its record: the hashes of its scope and its key. */
  readonly recordKey: readonly [scope: string, key: string]
}

/**
 * A keyed request in progress, and its subject. If the record names another subject by now, because the first attempt
 * was given up and a repeat began anew, the outcome of this one no longer changes the record.
 */
export interface RunningRequest extends KeyedRequest {
  readonly subject: string
}

/** A response as it was sent: a replay returns the same bytes. */
export const EncodedResponse = Schema.Struct({
  status: Schema.Int,
  headers: Schema.Record({ key: Schema.String, value: Schema.String }),
  body: Schema.String
})
export type EncodedResponse = typeof EncodedResponse.Type

/** The state of a keyed request, according to its record. */
export type KeyState = Data.TaggedEnum<{
  /** There is no record: do the work. */
  Fresh: {}
  /** The work is done: send this response again. */
  Completed: { readonly response: EncodedResponse }
  /** The work began, and the process that did it is gone: continue with its subject. */
  Abandoned: { readonly subject: string }
}>
export const KeyState = Data.taggedEnum<KeyState>()

/** The key was used for a different request. */
export class IdempotencyConflict extends Schema.TaggedError<IdempotencyConflict>()("IdempotencyConflict", {}) {}

/** The first request with this key is still in progress. */
export class IdempotencyInFlight extends Schema.TaggedError<IdempotencyInFlight>()("IdempotencyInFlight", {
  retryAfterSeconds: Schema.Int
}) {}

/** Creates the table of the records. Every database with keyed requests has this in a migration of its own. */
export const create: (syntax: DialectSyntax) => ReadonlyArray<string> = () => [
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

/** A day is promised; the extra hour makes sure of it. */
const keptMillis = 25 * 3_600_000

const Row = Schema.Struct({
  fingerprint: Schema.String,
  state: Schema.Literal("running", "done"),
  subject: Schema.NullOr(Schema.String),
  lease_until: Query.Int,
  answer: Schema.NullOr(Schema.String),
  expires_at: Query.Int
})
const find = Query.first(Row)<[scope: string, key: string]>(
  `SELECT fingerprint, state, subject, lease_until, answer, expires_at FROM idempotency
   WHERE scope_hash = ? AND key_hash = ? FOR UPDATE`
)
const look = Query.first(Row)<[scope: string, key: string]>(
  `SELECT fingerprint, state, subject, lease_until, answer, expires_at FROM idempotency
   WHERE scope_hash = ? AND key_hash = ?`
)
const insert = Query.insert("idempotency", [
  "scope_hash",
  "key_hash",
  "fingerprint",
  "state",
  "subject",
  "lease_until",
  "answer",
  "expires_at"
])
const isRunning = "scope_hash = ? AND key_hash = ? AND subject = ? AND state = 'running'"
const complete = Query.change<[answer: string, scope: string, key: string, subject: string]>(
  `UPDATE idempotency SET state = 'done', lease_until = 0, answer = ? WHERE ${isRunning}`
)
const lease = Query.change<[leaseUntil: number, scope: string, key: string, subject: string]>(
  `UPDATE idempotency SET lease_until = ? WHERE ${isRunning}`
)
const renew = Query.change<[leaseUntil: number, scope: string, key: string, subject: string]>(
  `UPDATE idempotency SET lease_until = ? WHERE ${isRunning} AND lease_until > 0`
)
const remove = Query.change<[scope: string, key: string]>(
  "DELETE FROM idempotency WHERE scope_hash = ? AND key_hash = ?"
)
const removeRunning = Query.change<[scope: string, key: string, subject: string]>(
  `DELETE FROM idempotency WHERE ${isRunning}`
)
const removeExpired = Query.change<[now: number, most: number, now: number]>(
  // PostgreSQL may run a subquery with a limit once for each row, and a list of this kind once only.
  `WITH expired AS MATERIALIZED (
     SELECT scope_hash, key_hash FROM idempotency WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
     FOR UPDATE SKIP LOCKED
   )
   DELETE FROM idempotency WHERE (scope_hash, key_hash) IN (SELECT scope_hash, key_hash FROM expired)
     AND expires_at <= ?`
)
const voidLeases = Query.change("UPDATE idempotency SET lease_until = 0 WHERE state = 'running'")
// There is no row to lock for a fresh key. On PostgreSQL a second transaction with the same key waits here until the
// first one has ended.
const lockKey = Query.lock<[key: string]>("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))")

export const keyed = (request: Omit<KeyedRequest, "recordKey">): KeyedRequest => ({
  ...request,
  recordKey: [hash(request.scope), hash(request.key)]
})

/** The parameters of `isRunning`. */
const runningKey = ({ recordKey: [scope, key], subject }: RunningRequest) => [scope, key, subject] as const

/** Looks a keyed request up, and takes its lease where it was abandoned. The first statement of its transaction. */
export const begin = Effect.fnUntraced(
  function*(keyed: KeyedRequest): Effect.fn.Return<KeyState, IdempotencyConflict | IdempotencyInFlight, Transaction> {
    const [scope, key] = keyed.recordKey
    yield* lockKey.sent(`${scope}${key}`)
    const row = Option.getOrUndefined(yield* find(scope, key))
    const now = yield* Clock.currentTimeMillis
    if (row === undefined) return KeyState.Fresh()
    if (row.expires_at <= now) {
      yield* remove(scope, key)
      return KeyState.Fresh()
    }
    if (row.fingerprint !== keyed.fingerprint) return yield* new IdempotencyConflict()
    if (row.state === "done" && row.answer !== null) {
      return KeyState.Completed({ response: decodeResponse(keyed, row.answer) })
    }
    if (row.lease_until > now || row.subject === null) return yield* new IdempotencyInFlight({ retryAfterSeconds: 1 })
    yield* lease(now + leaseMillis, scope, key, row.subject)
    return KeyState.Abandoned({ subject: row.subject })
  }
)

/** Inserts the record of a request that is done, with its response, or of one in progress, with its subject. */
const insertRecord = Effect.fnUntraced(function*(
  { fingerprint, recordKey: [scope_hash, key_hash] }: KeyedRequest,
  outcome:
    | { readonly state: "done"; readonly answer: string }
    | { readonly state: "running"; readonly subject: string },
  lifeMillis = keptMillis
): Effect.fn.Return<void, never, Transaction> {
  const now = yield* Clock.currentTimeMillis
  const expiresAt = now + lifeMillis
  yield* insert({
    scope_hash,
    key_hash,
    fingerprint,
    subject: null,
    answer: null,
    ...outcome,
    lease_until: outcome.state === "running" ? now + leaseMillis : 0,
    expires_at: expiresAt
  })
  yield* Expiry.note(expiresAt)
})

/** Records the response to a request that did everything in this transaction. `lifeMillis`: how long it is kept. */
export const record = (
  keyed: KeyedRequest,
  response: EncodedResponse,
  sealed: boolean,
  lifeMillis?: number
): Effect.Effect<void, never, Transaction | Entropy> =>
  Effect.flatMap(
    encodeResponse(keyed, response, sealed),
    (text) => insertRecord(keyed, { state: "done", answer: text }, lifeMillis)
  )

/** The recorded response of a request, if it is done. Changes nothing. */
export const recall = (keyed: KeyedRequest): Effect.Effect<EncodedResponse | undefined, never, Transaction> =>
  Effect.zipWith(look(...keyed.recordKey), Clock.currentTimeMillis, (found, now) => {
    const row = Option.getOrUndefined(found)
    return row === undefined || row.expires_at <= now || row.answer === null
      ? undefined
      : decodeResponse(keyed, row.answer)
  })

/** Records that a request has begun, and its subject. */
export const recordRunning = (running: RunningRequest): Effect.Effect<void, never, Transaction> =>
  insertRecord(running, { state: "running", subject: running.subject })

/**
 * Records the response to a request that was running, and returns the response that it has: another one where another
 * process took the request over meanwhile, and was done with it first.
 */
export const recordDone = Effect.fnUntraced(function*(
  running: RunningRequest,
  response: EncodedResponse,
  sealed: boolean
): Effect.fn.Return<{ readonly response: EncodedResponse; readonly isFirst: boolean }, never, Transaction | Entropy> {
  const text = yield* encodeResponse(running, response, sealed)
  if ((yield* complete(text, ...runningKey(running))) > 0) return { response, isFirst: true }
  const row = Option.getOrUndefined(yield* find(...running.recordKey))
  const known = row?.state === "done" && row.subject === running.subject ? row.answer : null
  return known === null
    ? { response, isFirst: true }
    : { response: decodeResponse(running, known), isFirst: false }
})

/**
 * One renewal that fails does not end the request: there is time for two more, and another process that took it over
 * would get the outcome of whoever is first (`recordDone`).
 */
const renewLease = (running: RunningRequest): Effect.Effect<never, never, Transactions> =>
  Effect.gen(function*() {
    yield* Effect.sleep(renewMillis)
    const { write } = yield* Transactions
    const now = yield* Clock.currentTimeMillis
    yield* renewed("requests", write(renew(now + leaseMillis, ...runningKey(running))))
  }).pipe(Effect.forever)

/** Does the work of a running request, and renews its lease for as long as that takes. */
export const whileRunning = <A, E, R>(
  running: RunningRequest,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | Transactions> =>
  Effect.withFiberRuntime<A, E, R | Transactions>((worker) => {
    const renewing = forkDetached(worker)(renewLease(running) as Effect.Effect<never>)
    return Effect.onExit(work, () => Effect.sync(() => renewing.unsafeInterruptAsFork(worker.id())))
  })

/** Ends the lease of a running request whose subject stands: a repeat resumes it at once. */
export const yieldRunning = (running: RunningRequest): Effect.Effect<void, never, Transaction> =>
  Effect.asVoid(lease(0, ...runningKey(running)))

/** Removes the record of a running request that did nothing: a repeat begins anew. */
export const forget = (running: RunningRequest): Effect.Effect<void, never, Transaction> =>
  Effect.asVoid(removeRunning(...runningKey(running)))

/** The records, which expire. */
export const expiring: Expiry.ExpiringRows = {
  remove: (most) => Effect.flatMap(Clock.currentTimeMillis, (now) => removeExpired(now, most, now)),
  nextAt: Expiry.nextBy("SELECT expires_at AS at FROM idempotency ORDER BY expires_at LIMIT 1")
}

/** One process owns a SQLite file: every lease that it finds at its start belongs to a dead process. */
export const voidDeadLeases: Effect.Effect<void, never, Transaction> = Effect.asVoid(voidLeases())

const ResponseText = Schema.parseJson(EncodedResponse)
const encodeText = Codec.encoder(ResponseText)
const decodeText = Codec.decoder(ResponseText)

const sealingKey = ({ key, scope }: KeyedRequest) => deriveKey(key, scope, "beauty-store idempotency")
const sealedMark = "sealed:"

const encodeResponse = (
  keyed: KeyedRequest,
  response: EncodedResponse,
  sealed: boolean
): Effect.Effect<string, never, Entropy> => {
  const text = encodeText(response)
  return sealed
    ? Effect.map(Entropy, (entropy) => `${sealedMark}${seal(sealingKey(keyed), entropy.bytes(12), text)}`)
    : Effect.succeed(text)
}

const decodeResponse = (keyed: KeyedRequest, text: string): EncodedResponse =>
  decodeText(text.startsWith(sealedMark) ? unseal(sealingKey(keyed), text.slice(sealedMark.length)) : text)
