/**
 * What the modules of the provider are made of. `mark` names the store in the account: everything that it makes there
 * carries it, so that other users of the account are left out.
 */
import { ProviderDidNothing, type ProviderFault } from "@beauty-store/commerce/payment/PaymentProvider"
import type { StoreUnavailable, Transaction, Transactions } from "@beauty-store/sql/Transactions"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Client } from "./StripeCall.ts"

export interface Dependencies {
  readonly stripe: Client
  /** Unique to a database, so that a store never takes another one's payments for its own that it has forgotten. */
  readonly mark: string
  readonly transactions: Context.Tag.Service<typeof Transactions>
}

/** How long a caller waits where the store's own database does not answer, in milliseconds. */
const databaseMillis = 1_000

/**
 * A transaction of the provider's. Where the database fails, a call may be repeated: what Stripe did meanwhile is found
 * again.
 */
export const transactionsOf = ({ transactions: { read, write } }: Pick<Dependencies, "transactions">) => {
  const retried = <A>(result: Effect.Effect<A, StoreUnavailable>): Effect.Effect<A, ProviderFault> =>
    Effect.mapError(result, () => new ProviderDidNothing({ retryAfterMillis: databaseMillis }))
  return {
    read: <A>(body: Effect.Effect<A, never, Transaction>) => retried(read(body)),
    write: <A>(body: Effect.Effect<A, never, Transaction>) => retried(write(body))
  }
}
