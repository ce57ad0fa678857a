/**
 * One effect for one request, however often it is sent.
 *
 * The record of a request and what the request did commit together: a crash leaves both or neither. A request that has
 * to call the payment provider leaves a `running` record first, which names its subject (`cs_…`); whoever repeats the
 * request after a crash resumes that subject instead of beginning anew, and the subject's own state says how far it got.
 *
 * The caller says what a scope is (principal, method, path) and what makes two requests the same (a fingerprint). Keys
 * are stored hashed. An answer that carries a credential is sealed with a key made from the idempotency key itself, so
 * that the database alone reveals nothing. Follows contract §4.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Codec from "./Codec.ts"
import { forkDetached } from "./DetachedFiber.ts"
import { Entropy } from "./Entropy.ts"
import * as Query from "./Query.ts"
import { deriveKey, hash, seal, unseal } from "./Secrets.ts"
import { type Transaction, Transactions } from "./Transactions.ts"

/** A request that its sender marked with a key: `keyed` makes it. */
export interface Keyed {
  /** Who and where: requests of two scopes never meet. */
  readonly scope: string
  readonly key: string
  /** Equal for equal requests. */
  readonly fingerprint: string
  /** Where its record is: the hashes of its scope and its key. */
  readonly address: readonly [scope: string, key: string]
}

/**
 * A keyed request that is being worked on, and what it is about. Where its record is about something else by now, because
 * another has given it up and begun anew, whatever comes of this one touches the record no more.
 */
export interface Running extends Keyed {
  readonly subject: string
}

/** An answer as it went out: what a replay sends again. */
export const Answer = Schema.Struct({
  status: Schema.Int,
  headers: Schema.Record({ key: Schema.String, value: Schema.String }),
  body: Schema.String
})
export type Answer = typeof Answer.Type

/** What is known of a keyed request. */
export type Known = Data.TaggedEnum<{
  /** Nothing: go ahead. */
  Fresh: {}
  /** It was answered. */
  Answered: { readonly answer: Answer }
  /** It began and whoever began it is gone: go on with its subject. */
  Abandoned: { readonly subject: string }
}>
export const Known = Data.taggedEnum<Known>()

/** The key was used for a different request. */
export class IdempotencyConflict extends Schema.TaggedError<IdempotencyConflict>()("IdempotencyConflict", {}) {}

/** The first request with this key is still being worked on. */
export class IdempotencyInFlight extends Schema.TaggedError<IdempotencyInFlight>()("IdempotencyInFlight", {
  retryAfterSeconds: Schema.Int
}) {}

/** Answers are kept a day and an hour: a day at least. */
const keptMillis = 25 * 3_600_000
/** Short, so that what a dead server began can soon be taken up; whoever is at work renews it in time. */
const leaseMillis = 5_000
const renewMillis = 1_500

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
const still = "scope_hash = ? AND key_hash = ? AND subject = ? AND state = 'running'"
const complete = Query.change<[answer: string, scope: string, key: string, subject: string]>(
  `UPDATE idempotency SET state = 'done', lease_until = 0, answer = ? WHERE ${still}`
)
const lease = Query.change<[leaseUntil: number, scope: string, key: string, subject: string]>(
  `UPDATE idempotency SET lease_until = ? WHERE ${still}`
)
const renew = Query.change<[leaseUntil: number, scope: string, key: string, subject: string]>(
  `UPDATE idempotency SET lease_until = ? WHERE ${still} AND lease_until > 0`
)
const remove = Query.change<[scope: string, key: string]>(
  "DELETE FROM idempotency WHERE scope_hash = ? AND key_hash = ?"
)
const removeRunning = Query.change<[scope: string, key: string, subject: string]>(
  `DELETE FROM idempotency WHERE ${still}`
)
const removeExpired = Query.change<[now: number, most: number, now: number]>(
  `DELETE FROM idempotency WHERE (scope_hash, key_hash) IN (
     SELECT scope_hash, key_hash FROM idempotency WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
     FOR UPDATE SKIP LOCKED
   ) AND expires_at <= ?`
)
const voidLeases = Query.change("UPDATE idempotency SET lease_until = 0 WHERE state = 'running'")
// Two transactions that meet on a fresh key on PostgreSQL: the second waits here until the first is through.
const meet = Query.lock<[key: string]>("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))")

export const keyed = (request: Omit<Keyed, "address">): Keyed => ({
  ...request,
  address: [hash(request.scope), hash(request.key)]
})

const place = ({ address: [scope, key], subject }: Running) => [scope, key, subject] as const

/** Looks a keyed request up, and claims it where it was abandoned. The first statement of its transaction. */
export const begin = Effect.fnUntraced(
  function*(keyed: Keyed): Effect.fn.Return<Known, IdempotencyConflict | IdempotencyInFlight, Transaction> {
    const [scope, key] = keyed.address
    yield* meet(`${scope}${key}`)
    const row = Option.getOrUndefined(yield* find(scope, key))
    const now = yield* Clock.currentTimeMillis
    if (row === undefined) return Known.Fresh()
    if (row.expires_at <= now) {
      yield* remove(scope, key)
      return Known.Fresh()
    }
    if (row.fingerprint !== keyed.fingerprint) return yield* new IdempotencyConflict()
    if (row.state === "done" && row.answer !== null) {
      return Known.Answered({ answer: decodeAnswer(keyed, row.answer) })
    }
    if (row.lease_until > now || row.subject === null) return yield* new IdempotencyInFlight({ retryAfterSeconds: 1 })
    yield* lease(now + leaseMillis, scope, key, row.subject)
    return Known.Abandoned({ subject: row.subject })
  }
)

/** A new record, with the answer of its request, or with what the request is about that somebody works on. */
const keep = Effect.fnUntraced(function*(
  { address: [scope_hash, key_hash], fingerprint }: Keyed,
  kept: { readonly state: "done"; readonly answer: string } | { readonly state: "running"; readonly subject: string }
): Effect.fn.Return<void, never, Transaction> {
  const now = yield* Clock.currentTimeMillis
  yield* insert({
    scope_hash,
    key_hash,
    fingerprint,
    subject: null,
    answer: null,
    ...kept,
    lease_until: kept.state === "running" ? now + leaseMillis : 0,
    expires_at: now + keptMillis
  })
})

/** Records the answer of a request that did everything in this transaction. */
export const record = (
  keyed: Keyed,
  answer: Answer,
  sealed: boolean
): Effect.Effect<void, never, Transaction | Entropy> =>
  Effect.flatMap(encodeAnswer(keyed, answer, sealed), (text) => keep(keyed, { state: "done", answer: text }))

/** Records that a request has begun and what it is about. */
export const recordRunning = (running: Running): Effect.Effect<void, never, Transaction> =>
  keep(running, { state: "running", subject: running.subject })

/** Records the answer of a request that was running. */
export const recordDone = (
  running: Running,
  answer: Answer,
  sealed: boolean
): Effect.Effect<void, never, Transaction | Entropy> =>
  Effect.flatMap(encodeAnswer(running, answer, sealed), (text) => complete(text, ...place(running)))

const keepLease = (running: Running): Effect.Effect<never, never, Transactions> =>
  Effect.gen(function*() {
    yield* Effect.sleep(renewMillis)
    const { write } = yield* Transactions
    const now = yield* Clock.currentTimeMillis
    yield* write(renew(now + leaseMillis, ...place(running)))
  }).pipe(Effect.ignore, Effect.forever)

/** Works on a running request, and keeps it from being taken for abandoned for as long as that takes. */
export const whileRunning = <A, E, R>(
  running: Running,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | Transactions> =>
  Effect.withFiberRuntime<A, E, R | Transactions>((worker) => {
    const keeper = forkDetached(worker)(keepLease(running) as Effect.Effect<never>)
    return Effect.onExit(work, () => Effect.sync(() => keeper.unsafeInterruptAsFork(worker.id())))
  })

/** Gives a running request up, its subject standing: whoever repeats it goes on at once. */
export const yieldRunning = (running: Running): Effect.Effect<void, never, Transaction> =>
  Effect.asVoid(lease(0, ...place(running)))

/** Forgets a running request that did nothing: whoever repeats it begins anew. */
export const forget = (running: Running): Effect.Effect<void, never, Transaction> =>
  Effect.asVoid(removeRunning(...place(running)))

/** Forgets of what is older than was promised so many at the most, and answers how many those were. */
export const sweep = (most: number): Effect.Effect<number, never, Transaction> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => removeExpired(now, most, now))

/** One process owns a SQLite file: at its start nobody is at work. */
export const voidDeadLeases: Effect.Effect<void, never, Transaction> = Effect.asVoid(voidLeases())

const AnswerText = Schema.parseJson(Answer)
const encodeText = Codec.encoder(AnswerText)
const decodeText = Codec.decoder(AnswerText)

const sealingKey = ({ key, scope }: Keyed) => deriveKey(key, scope, "beauty-store idempotency")
const sealedMark = "sealed:"

const encodeAnswer = (keyed: Keyed, answer: Answer, sealed: boolean): Effect.Effect<string, never, Entropy> => {
  const text = encodeText(answer)
  return sealed
    ? Effect.map(Entropy, (entropy) => `${sealedMark}${seal(sealingKey(keyed), entropy.bytes(12), text)}`)
    : Effect.succeed(text)
}

const decodeAnswer = (keyed: Keyed, text: string): Answer =>
  decodeText(text.startsWith(sealedMark) ? unseal(sealingKey(keyed), text.slice(sealedMark.length)) : text)
