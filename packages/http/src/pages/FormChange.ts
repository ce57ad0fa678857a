/**
 * Forms that change something and may be sent twice. A form names itself by the field `key`, drawn at random by its
 * page, and takes effect once under it, as a request with an idempotency key does; its page decides what happens if it
 * comes again with other content. Whose page sent it is in `SameOriginForm`. Follows docs/specification.md#idempotency.
 *
 * @since 1.0.0
 */
import { type EncodedResponse, IdempotencyConflict } from "@beauty-store/sql/Idempotency"
import { leaseMillis } from "@beauty-store/sql/Lease"
import { refusalAsValue } from "@beauty-store/sql/Transactions"
import * as WorkPermit from "@beauty-store/sql/WorkPermit"
import * as Headers from "@effect/platform/Headers"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schedule from "effect/Schedule"
import type { Caller } from "../contract/Security.ts"
import type { TaggedError } from "../pipeline/ErrorDescription.ts"
import * as IdempotentRequest from "../pipeline/IdempotentRequest.ts"
import * as Responses from "../pipeline/Responses.ts"

export type { IdempotencyKeyInvalid } from "../pipeline/IdempotentRequest.ts"

/** A form of the shop's own, and who sent it. */
export interface SentForm {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly form: URLSearchParams
  readonly caller: Caller | undefined
}

/** The form as a request that takes effect once under its key. */
const keyed = (
  { caller, form, request }: SentForm,
  who: IdempotentRequest.Who = IdempotentRequest.scopeNameOf(caller)
): IdempotentRequest.IdempotentRequest => {
  const key = form.get("key")
  return {
    request: key === null || key === ""
      ? request
      : request.modify({ headers: Headers.set(request.headers, "idempotency-key", `"${key}"`) }),
    who,
    body: { bytes: new TextEncoder().encode(form.toString()), json: undefined }
  }
}

const isConflict = (error: unknown): error is IdempotencyConflict => error instanceof IdempotencyConflict

/**
 * Does something in one transaction. `refused` makes the response to a refusal, and undefined of what is none.
 * `makesGuests`: somebody without identity gets one. `sealed`: the response contains a credential.
 */
export const change = <E extends TaggedError, R>(
  sent: SentForm,
  run: Effect.Effect<EncodedResponse, E, R>,
  refused: (error: E | IdempotencyConflict) => EncodedResponse | undefined,
  { makesGuests = false, sealed = false }: { readonly makesGuests?: boolean; readonly sealed?: boolean } = {}
) =>
  IdempotentRequest.change(
    makesGuests && sent.caller === undefined ? keyed(sent, IdempotentRequest.newcomer) : keyed(sent),
    Effect.flatMap(
      refusalAsValue(run),
      Either.match({
        onLeft: (error): Effect.Effect<EncodedResponse, E> => {
          const response = refused(error)
          return response === undefined ? Effect.fail(error) : Effect.succeed(response)
        },
        onRight: (response) => Effect.succeed(response)
      })
    ),
    sealed
  ).pipe(
    Effect.catchIf(isConflict, (conflict) => {
      const response = refused(conflict)
      return response === undefined ? Effect.fail(conflict) : Effect.succeed(Responses.send(response))
    })
  )

/**
 * How long a form that is sent again waits for the first one: longer than a lease, so that it takes over what a process
 * that died has begun.
 */
const patienceMillis = leaseMillis + 1_000
const lookMillis = 100

/**
 * Calls the provider between two transactions: `begin` returns the subject with which `finish` continues.
 * `refused` makes the response to any error of either. A form that is sent again meanwhile, as by a double click, waits for the first one and gets the same response; `underWay`
 * is the response where that takes too long.
 */
export const saga = <E extends TaggedError, E2 extends TaggedError, R, R2>(
  sent: SentForm,
  steps: {
    readonly begin: Effect.Effect<string, E, R>
    readonly finish: (subject: string) => Effect.Effect<EncodedResponse, E2, R2>
    readonly refused: (error: TaggedError) => Effect.Effect<EncodedResponse>
    readonly underWay: Effect.Effect<EncodedResponse>
  }
) =>
  IdempotentRequest.saga(
    keyed(sent),
    {
      begin: Effect.map(steps.begin, Either.right),
      finish: steps.finish,
      printError: steps.refused
    },
    false
  ).pipe(
    Effect.tapErrorTag("IdempotencyInFlight", () => WorkPermit.releaseDuring(Effect.sleep(lookMillis))),
    Effect.retry({ while: ({ _tag }) => _tag === "IdempotencyInFlight", schedule: Schedule.recurUpTo(patienceMillis) }),
    Effect.catchTag("IdempotencyInFlight", () => Effect.map(steps.underWay, Responses.send)),
    Effect.catchIf(isConflict, (conflict) => Effect.map(steps.refused(conflict), Responses.send))
  )
