/**
 * The saga around a call of the payment provider. `begin`, a transaction, refuses or writes the intent, plans the job
 * that would resume it, and returns its *subject*. `finish` calls the provider with the subject as the key, outside
 * every transaction, and saves the outcome by compare-and-set in another. Follows
 * docs/specification.md#payment-provider.
 */
import type { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import type { ProviderDidNothing } from "./PaymentProvider.ts"
import { PaymentProviderUnavailable } from "./ProviderCall.ts"

/**
 * Three parties may resume a saga whose process died, in any order and at once: the repeated request calls `finish`
 * with the same subject; the provider's notification causes a look-up; the background job takes the next step according
 * to the subject's own state.
 *
 * Where the provider says that it did nothing, the first step is undone. Where the outcome is unknown, it stays.
 *
 * - `Checkout.hosted`. `begin` writes the pending order, its session in phase `opening` and the reservation; the call
 *   is `createSession`; `finish` records the page and phase `open`. Undone by `Settlement.endAndRelease`: the order is
 *   cancelled, the units are released. The job closes a page that was made after all.
 * - `Checkout.charged`. `begin` writes the same in phase `processing`, the charge, and the spend; the call is `charge`;
 *   `finish` records charge, order and receipt (`Settlement.settle`). Undone by `ChargeProcessing.fail`: the charge
 *   ends, the spend is released, the session ends or is kept. Money that moved after all is refunded as surplus.
 * - `PurchaseDrafts.completion`. `begin` writes the purchase draft and what `Checkout.charged` writes; the rest is the
 *   same. Undone likewise, with session and reservation kept for another attempt; the draft says why.
 * - `Delegations.creation`. `begin` writes the delegation in state `pending`; the call is `createMandate`; `finish`
 *   records nothing, because the page's address is not stored. Undone by deleting the row; the job revokes the mandate.
 *
 * `Begun` is the result of `begin`: the subject, or a value that may also say that there is nothing to finish.
 */
export interface ProviderSaga<
  Request extends ReadonlyArray<unknown>,
  Result,
  BeginError,
  FinishError,
  Begun = string
> {
  /** Joins an open transaction. */
  readonly begin: (...request: Request) => Effect.Effect<Begun, BeginError | StoreUnavailable>
  /** May be repeated, at once or after a crash: every call returns the same outcome. */
  readonly finish: (subject: string) => Effect.Effect<Result, FinishError | StoreUnavailable>
}

/** The whole saga, for programs that keep no idempotency records of their own. */
export const run = <Request extends ReadonlyArray<unknown>, Result, BeginError, FinishError>(
  { begin, finish }: ProviderSaga<Request, Result, BeginError, FinishError>
) =>
(...request: Request): Effect.Effect<Result, BeginError | FinishError | StoreUnavailable> =>
  Effect.flatMap(begin(...request), finish)

/** How long a caller is asked to wait where the provider does not say. */
export const retrySeconds = 5

/** How long a caller is asked to wait where the provider refused something that it should have done. */
export const declinedRetrySeconds = 60

/** How long a caller is asked to wait by a provider that did nothing. */
export const retrySecondsOf = ({ retryAfterMillis }: ProviderDidNothing): number =>
  Math.max(1, Math.ceil(retryAfterMillis / 1000))

/** The outcome is unknown: the intent stays, and `finish` is to be called again. */
export const outcomeUnknown = () => new PaymentProviderUnavailable({ retryAfterSeconds: retrySeconds, standing: true })

/** How soon the job resumes a saga whose process died, in milliseconds. */
export const takeUpMillis = 5_000

/** How soon the job asks the provider where no notification has come, and how often from then on. */
export const firstLookUpMillis = 60_000
export const laterLookUpMillis = 5 * 60_000
