/**
 * The services from which the modules of checkout are made, gathered once for each store: a use case takes none of them
 * from its caller's context. `write` is a transaction that provides what the functions of the records need.
 */
import { Entropy } from "@beauty-store/sql/Entropy"
import { Jobs } from "@beauty-store/sql/Jobs"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Receipts } from "../after-sales/Receipts.ts"
import { Refunds } from "../after-sales/Refunds.ts"
import { ShopAttributes } from "../Attributes.ts"
import { Events } from "../events/Events.ts"
import { withinTime } from "../payment/ProviderCall.ts"
import * as ProviderMeasurement from "../payment/ProviderMeasurement.ts"
import { Policy } from "../Policy.ts"
import { Reconciliation } from "../reconciliation/Reconciliation.ts"
import { Delegations } from "../spending/Delegations.ts"
import * as Strategies from "../Strategies.ts"

/** The store's transactions, and `write` with everything that the records need. */
export const recordWriting = Effect.gen(function*() {
  const transactions = yield* Transactions
  const context = Context.make(Entropy, yield* Entropy).pipe(
    Context.add(Events, yield* Events),
    Context.add(Jobs, yield* Jobs)
  )
  return {
    transactions,
    write: <A, E>(body: Effect.Effect<A, E, Transaction | Entropy | Events | Jobs>) =>
      transactions.write(Effect.provide(body, context))
  }
})

export const dependencies = Effect.gen(function*() {
  const policy = yield* Policy
  return {
    ...(yield* recordWriting),
    policy,
    strategies: yield* Strategies.pricing,
    jobs: yield* Jobs,
    provider: yield* ProviderMeasurement.provider,
    /** Calls the provider, for as long as the policy allows. */
    calling: withinTime(policy),
    refunds: yield* Refunds,
    receipts: yield* Receipts,
    delegations: yield* Delegations,
    reconciliation: yield* Reconciliation,
    secret: yield* StoreSecret,
    shop: yield* ShopAttributes
  }
})
export type Dependencies = Effect.Effect.Success<typeof dependencies>
