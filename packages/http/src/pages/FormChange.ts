/**
 * Forms that change something and may be sent twice: by a double click, a reload, or a browser that lost the response.
 *
 * The rule: a form names itself by the field `key`, which the page drew at random, and takes effect once under it, as a
 * request with an idempotency key does. A refusal is a response like any other.
 *
 * Left out on purpose: whose page sent the form (`SameOriginForm`), and forms without a key, which take effect each time
 * that they are sent. Follows docs/specification.md#idempotency.
 */
import type { EncodedResponse } from "@beauty-store/kernel/Idempotency"
import { refusalAsValue } from "@beauty-store/kernel/Transactions"
import * as Headers from "@effect/platform/Headers"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Caller } from "../contract/Security.ts"
import type { TaggedError } from "../pipeline/ErrorDescription.ts"
import * as IdempotentRequest from "../pipeline/IdempotentRequest.ts"

/** A form of the shop's own, and who sent it. */
export interface SentForm {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly form: URLSearchParams
  readonly caller: Caller | undefined
}

/** The form as a request that takes effect once under its key. */
const keyed = ({ caller, form, request }: SentForm): IdempotentRequest.IdempotentRequest => {
  const key = form.get("key")
  return {
    request: key === null || key === ""
      ? request
      : request.modify({ headers: Headers.set(request.headers, "idempotency-key", `"${key}"`) }),
    who: IdempotentRequest.scopeNameOf(caller),
    body: { bytes: new TextEncoder().encode(form.toString()), json: undefined }
  }
}

/**
 * Does something in one transaction. `refused` makes the response to a refusal, and undefined of what is none. A response
 * to somebody without identity contains the token of the new guest. `sealed`: any response contains a credential.
 */
export const change = <E extends TaggedError, R>(
  sent: SentForm,
  run: Effect.Effect<EncodedResponse, E, R>,
  refused: (error: E) => EncodedResponse | undefined,
  { sealed = sent.caller === undefined }: { readonly sealed?: boolean } = {}
) =>
  IdempotentRequest.change(
    keyed(sent),
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
  )

/**
 * Calls the provider between two transactions: `begin` returns the subject with which `finish` continues. `refused` makes
 * the response to any error of either.
 */
export const saga = <E extends TaggedError, E2 extends TaggedError, R, R2>(
  sent: SentForm,
  steps: {
    readonly begin: Effect.Effect<string, E, R>
    readonly finish: (subject: string) => Effect.Effect<EncodedResponse, E2, R2>
    readonly refused: (error: TaggedError) => EncodedResponse
  }
) =>
  IdempotentRequest.saga(
    keyed(sent),
    {
      begin: Effect.map(steps.begin, Either.right),
      finish: steps.finish,
      printError: (error) => Effect.sync(() => steps.refused(error))
    },
    false
  )
