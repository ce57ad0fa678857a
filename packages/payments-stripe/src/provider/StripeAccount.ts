/**
 * What a Stripe account says before a shop takes money with it: whether its key is accepted, where it sends its events,
 * and what time it is. Changes nothing. Follows docs/operations.md#going-live.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Account, clientOf } from "./StripeClient.ts"

export interface AccountFacts {
  /** Why it could not be asked, by Stripe's name of the error; undefined: it could. */
  readonly failure: string | undefined
  /** The addresses to which it sends events, of the endpoints that are enabled; undefined: the key may not read them. */
  readonly endpoints: ReadonlyArray<string> | undefined
  /** How far its clock is ahead of this machine's, in milliseconds, to a second. */
  readonly aheadMillis: number
}

const nothing: AccountFacts = { failure: undefined, endpoints: undefined, aheadMillis: 0 }

const nameOf = (error: unknown): string =>
  error instanceof Error && "type" in error && typeof error.type === "string" ? error.type : "no answer"

/** Asks an account, once. */
export const examine = Effect.fnUntraced(function*(account: Account) {
  const stripe = yield* clientOf(account)
  const answer = yield* Effect.either(
    Effect.tryPromise({ try: () => stripe.webhookEndpoints.list({ limit: 100 }), catch: nameOf })
  )
  if (answer._tag === "Left") {
    return answer.left === "StripePermissionError" ? nothing : { ...nothing, failure: answer.left }
  }
  const { data, lastResponse } = answer.right
  const date = Date.parse(lastResponse.headers["date"] ?? "")
  return {
    ...nothing,
    endpoints: data.filter(({ status }) => status === "enabled").map(({ url }) => url),
    aheadMillis: Number.isNaN(date) ? 0 : date - (yield* Clock.currentTimeMillis)
  }
})
