/**
 * Calls of Stripe, and what each of its errors means for the port: one table (`faultOf`). The store repeats calls by its
 * own rules; the SDK repeats one only, with its key, whose connection was closed. Of what Stripe writes about a request
 * only codes are passed on: its messages may quote what was sent.
 */
import { ProviderDidNothing, ProviderOutcomeUnknown } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type Stripe from "stripe"

/** Stripe understood the request and refused it; `code` is its decline code, or else its error code. */
export class StripeRefused extends Data.TaggedError("StripeRefused")<{
  readonly code: string
  /** Whether the thing that was named does not exist. */
  readonly isMissing: boolean
}> {}

/** The key of the request is used up: it brings this failure again, whether the request was carried out or not. */
export class KeySpent extends Data.TaggedError("KeySpent")<{ readonly message: string }> {}

/** Another request with the same key is under way. */
class KeyInUse extends Data.TaggedError("KeyInUse") {}

export type StripeFault = StripeRefused | KeySpent | ProviderDidNothing | ProviderOutcomeUnknown

/** The SDK's client with the class's own functions, which verify webhooks. */
export type Client = Stripe

/** How long one request may take; shorter than the store waits for a whole call, in milliseconds. */
export const timeoutMillis = 8_000

/** How long to wait where Stripe turns a request away and does not say for how long, in milliseconds. */
const retryMillis = 1_000

/** How long to wait where the account or its key is at fault, which a person has to mend, in milliseconds. */
const mendMillis = 60_000

/** The port never passes a longer wait on, in milliseconds. */
const longestMillis = 10 * 60_000

const retryAfter = ({ headers }: Stripe.errors.StripeError): number => {
  const seconds = Number(headers?.["retry-after"])
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, longestMillis) : retryMillis
}

const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && "type" in error && typeof error.type === "string" && error.type.startsWith("Stripe")

/**
 * What an error of the SDK means:
 *
 * | Error | Meaning |
 * | --- | --- |
 * | card, invalid request | refused |
 * | rate limit, lock timeout | nothing was done, repeat after `Retry-After` |
 * | authentication, permission | nothing was done, and a person has to mend it |
 * | idempotency: key in use | another request is under way, repeat soon |
 * | idempotency: other parameters; API (500) | unknown, and the key brings it again |
 * | connection, anything else | unknown |
 */
const faultOf = (error: unknown): StripeFault | KeyInUse => {
  if (!isStripeError(error)) return new ProviderOutcomeUnknown({ message: "Stripe's answer was not understood" })
  const { code, statusCode, type } = error
  if (statusCode === 409) return new KeyInUse()
  switch (type) {
    case "StripeCardError":
    case "StripeInvalidRequestError":
      return new StripeRefused({
        code: error.decline_code ?? code ?? "invalid_request",
        isMissing: statusCode === 404 || code === "resource_missing"
      })
    case "StripeRateLimitError":
      return new ProviderDidNothing({ retryAfterMillis: retryAfter(error) })
    case "StripeAuthenticationError":
    case "StripePermissionError":
      return new ProviderDidNothing({ retryAfterMillis: mendMillis })
    case "StripeIdempotencyError":
    case "StripeAPIError":
      return new KeySpent({ message: `Stripe failed: ${type}` })
    default:
      return new ProviderOutcomeUnknown({ message: `no answer of Stripe: ${type}` })
  }
}

/** How often, and for how long, a key that is in use is tried again. */
const whileInUse = Schedule.intersect(Schedule.spaced(150), Schedule.recurs(20))

/** A call that changes something, or reads. */
export const calling = <A>(request: () => Promise<A>): Effect.Effect<A, StripeFault> =>
  Effect.tryPromise({ try: request, catch: faultOf }).pipe(
    Effect.tapError((fault) =>
      fault._tag === "ProviderDidNothing" && fault.retryAfterMillis === mendMillis
        ? Effect.logError("Stripe accepts the key of the account no longer, or not for this: see to STRIPE_SECRET_KEY")
        : Effect.void
    ),
    Effect.retry({ while: ({ _tag }) => _tag === "KeyInUse", schedule: whileInUse }),
    Effect.catchTag(
      "KeyInUse",
      () => new ProviderOutcomeUnknown({ message: "another request with this key is under way" })
    )
  )

/** A failure for which the port has no better word: it is unknown what Stripe did. */
export const unknownOf = (fault: { readonly _tag: string }): ProviderOutcomeUnknown =>
  new ProviderOutcomeUnknown({ message: `Stripe: ${fault._tag}` })

/** A call that reads what has to be there, or may be repeated at any time. */
export const reading = <A>(request: () => Promise<A>): Effect.Effect<A, ProviderDidNothing | ProviderOutcomeUnknown> =>
  Effect.catchTags(calling(request), { StripeRefused: unknownOf, KeySpent: unknownOf })

/** A call that reads what may be missing. */
export const readingIfThere = <A>(
  request: () => Promise<A>
): Effect.Effect<A | undefined, ProviderDidNothing | ProviderOutcomeUnknown> =>
  Effect.catchTags(calling(request), {
    StripeRefused: (refused) => refused.isMissing ? Effect.succeed(undefined) : unknownOf(refused),
    KeySpent: unknownOf
  })
