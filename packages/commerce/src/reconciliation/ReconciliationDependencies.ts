/**
 * The services from which the modules of reconciliation are made, gathered once for each store. `write` is a
 * transaction that provides what the functions of the records need.
 */
import { Entropy } from "@beauty-store/sql/Entropy"
import { Jobs } from "@beauty-store/sql/Jobs"
import { type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Receipts } from "../after-sales/Receipts.ts"
import { Events } from "../events/Events.ts"
import { withinTime } from "../payment/ProviderCall.ts"
import * as ProviderMeasurement from "../payment/ProviderMeasurement.ts"
import { Policy } from "../Policy.ts"

export const dependencies = Effect.gen(function*() {
  const policy = yield* Policy
  const transactions = yield* Transactions
  const jobs = yield* Jobs
  const events = yield* Events
  const context = Context.make(Entropy, yield* Entropy).pipe(Context.add(Events, events), Context.add(Jobs, jobs))
  return {
    transactions,
    write: <A, E>(body: Effect.Effect<A, E, Transaction | Entropy | Events | Jobs>) =>
      transactions.write(Effect.provide(body, context)),
    policy,
    jobs,
    events,
    receipts: yield* Receipts,
    provider: yield* ProviderMeasurement.provider,
    /** Calls the provider, for as long as the policy allows. */
    calling: withinTime(policy)
  }
})
export type Dependencies = Effect.Effect.Success<typeof dependencies>
