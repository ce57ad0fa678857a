/**
 * Makes every request with an idempotency key take effect once. A change is one transaction with its record. A saga
 * around a call of the payment provider is two: the first leaves a running record that names its subject, from which a
 * repeat continues. Refusals are recorded; failures of database or provider are not. Follows
 * docs/specification.md#idempotency.
 */
import type { Policy } from "@beauty-store/commerce/Policy"
import type { Entropy } from "@beauty-store/sql/Entropy"
import * as Idempotency from "@beauty-store/sql/Idempotency"
import { hash } from "@beauty-store/sql/Secrets"
import { LateRefusal, refusalAsValue, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Caller } from "../contract/Security.ts"
import type { TaggedError } from "./ErrorDescription.ts"
import * as Json from "./Json.ts"
import type { Body } from "./RequestBody.ts"
import { pathOf } from "./RequestContext.ts"
import * as Responses from "./Responses.ts"
import type { EncodedResponse } from "./Responses.ts"

export class IdempotencyKeyInvalid extends Data.TaggedError("IdempotencyKeyInvalid") {}

const keyForm = /^(?:"([\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e][\x21-\x7e]{0,254}))$/
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Somebody without identity, who gets one by this very request. */
export const newcomer: unique symbol = Symbol.for("@beauty-store/http/newcomer")

/** Whose a key is: the name of a caller, nobody's in particular (undefined), or a newcomer's. */
export type Who = string | undefined | typeof newcomer

/** A caller's name in the scope of an idempotency key; a constant for a caller without identity. */
export const scopeNameOf = (caller: Caller | undefined): string | undefined =>
  caller === undefined ? undefined : `${caller.owner.principal} ${caller.owner.shopper}`

/** Equal JSON bodies have equal fingerprints; other bodies are compared by their bytes. */
const fingerprintOf = (body: Body): string => hash(Json.canonical(body.json) ?? body.bytes)

/**
 * The request's idempotency key, if it has one, with its scope and fingerprint. A newcomer's counts for nothing:
 * whoever sends the same one later may be a stranger, and must not become the same guest.
 */
const keyedRequestOf = (
  request: HttpServerRequest.HttpServerRequest,
  who: Who,
  body: Body
): Effect.Effect<Idempotency.KeyedRequest | undefined, IdempotencyKeyInvalid> => {
  const header = request.headers["idempotency-key"]
  if (header === undefined) return Effect.succeed(undefined)
  const match = keyForm.exec(header)
  const key = match?.[1] ?? match?.[2]
  if (key === undefined || (typeof who !== "string" && !uuidForm.test(key))) return new IdempotencyKeyInvalid()
  if (who === newcomer) return Effect.succeed(undefined)
  return Effect.succeed(Idempotency.keyed({
    scope: `${who ?? ""}\n${request.method}\n${pathOf(request)}`,
    key,
    fingerprint: fingerprintOf(body)
  }))
}

/** A request that takes effect once. */
export interface IdempotentRequest {
  readonly request: HttpServerRequest.HttpServerRequest
  /** A part of the key's scope. */
  readonly who: Who
  /** Requests with equal bodies are equal. */
  readonly body: Body
}

/** An earlier response. */
const replay = (response: EncodedResponse): EncodedResponse => ({
  ...response,
  headers: { ...response.headers, "idempotent-replayed": "true" }
})

/** Runs a change in one transaction, the idempotency record with it, or replays the response of an earlier request. */
export const change = Effect.fnUntraced(
  function*<E, R>(
    { body, request, who }: IdempotentRequest,
    run: Effect.Effect<EncodedResponse, E, R>,
    sealed: boolean,
    printRefusal: (refusal: TaggedError) => Effect.Effect<EncodedResponse, never, Policy> = Effect.die
  ) {
    const keyed = yield* keyedRequestOf(request, who, body)
    const { write } = yield* Transactions
    const once = <E, R>(run: Effect.Effect<EncodedResponse, E, R>) =>
      write(keyed === undefined ? run : recorded(keyed, sealed, run))
    return Responses.send(yield* orLate(once(run), (refusal) => once(printRefusal(refusal))))
  }
)

/**
 * What was refused after a first change has rolled its transaction back, its record with it: the refusal is recorded in
 * a transaction of its own.
 */
const orLate = <A, E, R, E2, R2>(
  body: Effect.Effect<A, E, R>,
  recordRefusal: (refusal: TaggedError) => Effect.Effect<A, E2, R2>
): Effect.Effect<A, E | E2, R | R2> =>
  Effect.catchAllDefect(
    body,
    (defect) => defect instanceof LateRefusal ? recordRefusal(defect.refusal as TaggedError) : Effect.die(defect)
  )

/**
 * Whether a response is recorded for repeats of the request. A failure of the server, a limit that was reached and a
 * missing identity may be over by the time of the repeat: it is tried anew.
 */
const isKept = ({ status }: EncodedResponse): boolean => status < 500 && status !== 429 && status !== 401

/** In a transaction: runs the change and records its response, or replays the recorded one. */
const recorded = Effect.fnUntraced(
  function*<E, R>(keyed: Idempotency.KeyedRequest, sealed: boolean, run: Effect.Effect<EncodedResponse, E, R>) {
    const known = yield* Idempotency.begin(keyed)
    if (known._tag === "Completed") return replay(known.response)
    const response = yield* run
    if (isKept(response)) yield* Idempotency.record(keyed, response, sealed)
    return response
  }
)

/** The steps of a saga, with the responses that they lead to. */
export interface Saga<Err1 extends TaggedError, Err2 extends TaggedError, R1, R2> {
  /**
   * In the first transaction. Right: the subject to continue with. Left: the response, if nothing is left to finish.
   */
  readonly begin: Effect.Effect<Either.Either<string, EncodedResponse>, Err1, R1>
  /** Calls the provider and records the outcome. May be repeated with the same subject. */
  readonly finish: (subject: string) => Effect.Effect<EncodedResponse, Err2, R2>
  readonly printError: (error: Err1 | Err2) => Effect.Effect<EncodedResponse, never, Policy>
}

/**
 * Runs a saga around a call of the provider, the idempotency record with both of its transactions, or replays the
 * response of an earlier request. A failure of `finish` whose `standing` is false undid everything: a repeat begins
 * anew. `sealed`: a response that is no error contains a credential.
 */
export const saga = Effect.fnUntraced(
  function*<Err1 extends TaggedError, Err2 extends TaggedError, R1, R2>(
    { body, request, who }: IdempotentRequest,
    { begin, finish, printError }: Saga<Err1, Err2, R1, R2>,
    sealed: boolean
  ) {
    const keyed = yield* keyedRequestOf(request, who, body)
    const transactions = yield* Transactions
    const begun = yield* orLate(
      transactions.write(beginOnce(keyed, begin, printError, sealed)),
      (refusal) =>
        transactions.write(
          beginOnce(keyed, Effect.map(printError(refusal as Err1 | Err2), Either.left), printError, false)
        )
    )
    if (Either.isLeft(begun)) return Responses.send(begun.left)
    const running = keyed === undefined ? undefined : { ...keyed, subject: begun.right }
    const work = Effect.either(finish(begun.right))
    const result = yield* running === undefined ? work : Idempotency.whileRunning(running, work)
    const response = Either.isLeft(result) ? yield* printError(result.left) : result.right
    if (running === undefined) return Responses.send(response)
    return Responses.send(yield* transactions.write(recordOutcome(running, response, result, sealed)))
  }
)

/** In a transaction: begins the saga of a key, or finds one that was begun or completed before. */
const beginOnce = Effect.fnUntraced(function*<E extends TaggedError, R>(
  keyed: Idempotency.KeyedRequest | undefined,
  begin: Effect.Effect<Either.Either<string, EncodedResponse>, E, R>,
  printError: (refusal: E) => Effect.Effect<EncodedResponse, never, Policy>,
  sealed: boolean
) {
  if (keyed !== undefined) {
    const known = yield* Idempotency.begin(keyed)
    if (known._tag === "Completed") return Either.left(replay(known.response))
    if (known._tag === "Abandoned") return Either.right(known.subject)
  }
  const result = yield* refusalAsValue(begin)
  const first = Either.isRight(result) ? result.right : Either.left(yield* printError(result.left))
  if (keyed === undefined) return first
  if (Either.isRight(first)) yield* Idempotency.recordRunning({ ...keyed, subject: first.right })
  else if (isKept(first.left)) yield* Idempotency.record(keyed, first.left, sealed && Either.isRight(result))
  return first
})

/**
 * In a transaction: updates a running record when its saga has a response. Returns the response to send: that of
 * another process, if that has taken the request over and recorded one before.
 */
const recordOutcome = (
  running: Idempotency.RunningRequest,
  response: EncodedResponse,
  result: Either.Either<EncodedResponse, TaggedError>,
  sealed: boolean
): Effect.Effect<EncodedResponse, never, Transaction | Entropy> =>
  isKept(response)
    ? Effect.map(
      Idempotency.recordDone(running, response, sealed && Either.isRight(result)),
      ({ isFirst, response }) => isFirst ? response : replay(response)
    )
    : Effect.as(
      Either.isLeft(result) && "standing" in result.left && result.left.standing === false
        ? Idempotency.forget(running)
        : Idempotency.yieldRunning(running),
      response
    )
