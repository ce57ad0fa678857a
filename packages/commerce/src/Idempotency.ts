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
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto"
import { Entropy } from "./Entropy.ts"
import * as Query from "./Query.ts"
import { hash } from "./Secrets.ts"
import { type Transaction, Transactions } from "./Transactions.ts"

/** A request that its sender marked with a key. */
export interface Keyed {
  /** Who and where: requests of two scopes never meet. */
  readonly scope: string
  readonly key: string
  /** Equal for equal requests. */
  readonly fingerprint: string
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
const complete = Query.change<[answer: string, scope: string, key: string]>(
  "UPDATE idempotency SET state = 'done', lease_until = 0, answer = ? WHERE scope_hash = ? AND key_hash = ? AND state = 'running'"
)
const lease = Query.change<[leaseUntil: number, scope: string, key: string]>(
  "UPDATE idempotency SET lease_until = ? WHERE scope_hash = ? AND key_hash = ?"
)
const renew = Query.change<[leaseUntil: number, scope: string, key: string]>(
  "UPDATE idempotency SET lease_until = ? WHERE scope_hash = ? AND key_hash = ? AND state = 'running' AND lease_until > 0"
)
const remove = Query.change<[scope: string, key: string]>(
  "DELETE FROM idempotency WHERE scope_hash = ? AND key_hash = ?"
)
const removeExpired = Query.change<[now: number]>("DELETE FROM idempotency WHERE expires_at <= ?")
const voidLeases = Query.change("UPDATE idempotency SET lease_until = 0 WHERE state = 'running'")
// Two transactions that meet on a fresh key on PostgreSQL: the second waits here until the first is through.
const meet = Query.lock<[key: string]>("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))")

const address = ({ key, scope }: Keyed) => [hash(scope), hash(key)] as const

/** Looks a keyed request up, and claims it where it was abandoned. The first statement of its transaction. */
export const begin = (
  keyed: Keyed
): Effect.Effect<Known, IdempotencyConflict | IdempotencyInFlight, Transaction> =>
  Effect.gen(function*() {
    const [scope, key] = address(keyed)
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
    yield* lease(now + leaseMillis, scope, key)
    return Known.Abandoned({ subject: row.subject })
  })

/** Records the answer of a request that did everything in this transaction. */
export const record = (
  keyed: Keyed,
  answer: Answer,
  sealed: boolean
): Effect.Effect<void, never, Transaction | Entropy> =>
  Effect.gen(function*() {
    const [scope_hash, key_hash] = address(keyed)
    const now = yield* Clock.currentTimeMillis
    yield* insert({
      scope_hash,
      key_hash,
      fingerprint: keyed.fingerprint,
      state: "done",
      subject: null,
      lease_until: 0,
      answer: yield* encodeAnswer(keyed, answer, sealed),
      expires_at: now + keptMillis
    })
  })

/** Records that a request has begun and what it is about. */
export const recordRunning = (keyed: Keyed, subject: string): Effect.Effect<void, never, Transaction> =>
  Effect.gen(function*() {
    const [scope_hash, key_hash] = address(keyed)
    const now = yield* Clock.currentTimeMillis
    yield* insert({
      scope_hash,
      key_hash,
      fingerprint: keyed.fingerprint,
      state: "running",
      subject,
      lease_until: now + leaseMillis,
      answer: null,
      expires_at: now + keptMillis
    })
  })

/** Records the answer of a request that was running. */
export const recordDone = (
  keyed: Keyed,
  answer: Answer,
  sealed: boolean
): Effect.Effect<void, never, Transaction | Entropy> =>
  Effect.flatMap(encodeAnswer(keyed, answer, sealed), (text) => complete(text, ...address(keyed)))

/** Keeps a running request from being taken for abandoned, for as long as nobody interrupts this. */
export const keepLease = (keyed: Keyed): Effect.Effect<never, never, Transactions> =>
  Effect.gen(function*() {
    yield* Effect.sleep(renewMillis)
    const { write } = yield* Transactions
    const now = yield* Clock.currentTimeMillis
    yield* write(renew(now + leaseMillis, ...address(keyed)))
  }).pipe(Effect.ignore, Effect.forever)

/** Gives a running request up, its subject standing: whoever repeats it goes on at once. */
export const yieldRunning = (keyed: Keyed): Effect.Effect<void, never, Transaction> =>
  Effect.asVoid(lease(0, ...address(keyed)))

/** Forgets a running request that did nothing: whoever repeats it begins anew. */
export const forget = (keyed: Keyed): Effect.Effect<void, never, Transaction> =>
  Effect.asVoid(remove(...address(keyed)))

/** Forgets what is older than was promised. */
export const sweep: Effect.Effect<void, never, Transaction> = Effect.flatMap(Clock.currentTimeMillis, removeExpired)

/** One process owns a SQLite file: at its start nobody is at work. */
export const voidDeadLeases: Effect.Effect<void, never, Transaction> = Effect.asVoid(voidLeases())

const AnswerText = Schema.parseJson(Answer)
const encodeText = Schema.encodeSync(AnswerText)
const decodeText = Schema.decodeUnknownSync(AnswerText)

const sealingKey = ({ key, scope }: Keyed) =>
  Buffer.from(hkdfSync("sha256", key, scope, "beauty-store idempotency", 32))

const encodeAnswer = (keyed: Keyed, answer: Answer, sealed: boolean): Effect.Effect<string, never, Entropy> => {
  const text = encodeText(answer)
  if (!sealed) return Effect.succeed(text)
  return Effect.flatMap(Entropy, (entropy) =>
    Effect.map(entropy.bytes(12), (iv) => {
      const cipher = createCipheriv("aes-256-gcm", sealingKey(keyed), iv)
      const bytes = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      return `sealed:${Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString("base64url")}`
    }))
}

const decodeAnswer = (keyed: Keyed, text: string): Answer => {
  if (!text.startsWith("sealed:")) return decodeText(text)
  const bytes = Buffer.from(text.slice("sealed:".length), "base64url")
  const decipher = createDecipheriv("aes-256-gcm", sealingKey(keyed), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return decodeText(decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8"))
}
