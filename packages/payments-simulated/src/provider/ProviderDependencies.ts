/**
 * The services from which the provider's modules are made, gathered once for each ledger. `write` is a transaction that
 * provides what `notify` and `capture` need; `withFaults` makes a call go the way the fault plan drew.
 */
import { Entropy } from "@beauty-store/sql/Entropy"
import { Jobs } from "@beauty-store/sql/Jobs"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { FaultPlan, withFaults } from "../Faults.ts"
import { NotificationSender } from "./Notifications.ts"

/** The services that a body of `write` may require. */
type InTransaction = Transaction | Entropy | Jobs | NotificationSender

export const dependencies = Effect.gen(function*() {
  const transactions = yield* Transactions
  const jobs = yield* Jobs
  const sender = yield* NotificationSender
  const plan = yield* FaultPlan
  const context = Context.make(Entropy, yield* Entropy).pipe(
    Context.add(Jobs, jobs),
    Context.add(NotificationSender, sender)
  )
  return {
    transactions,
    read: transactions.read,
    write: <A, E>(body: Effect.Effect<A, E, InTransaction>) => transactions.write(Effect.provide(body, context)),
    jobs,
    sender,
    plan,
    withFaults: withFaults(plan),
    secret: yield* StoreSecret
  }
})
export type Dependencies = Effect.Effect.Success<typeof dependencies>
/** The services that `dependencies` gathers. */
export type Services = Effect.Effect.Context<typeof dependencies>
