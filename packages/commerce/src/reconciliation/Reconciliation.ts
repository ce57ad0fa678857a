/**
 * Reconciliation: the store learns from the provider what it has forgotten, after a backup was restored or rows were
 * lost. A process settles no payment and makes no charge before it has walked the provider's payments once (`catchUp`).
 * Where other processes share the database, a job walks every hour. Follows docs/specification.md#reconciliation.
 *
 * @since 1.0.0
 */
import type { Entropy } from "@beauty-store/sql/Entropy"
import type { JobHandler } from "@beauty-store/sql/JobHandler"
import type { Jobs } from "@beauty-store/sql/Jobs"
import * as SingleFlight from "@beauty-store/sql/SingleFlight"
import type { StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Receipts } from "../after-sales/Receipts.ts"
import type { Events } from "../events/Events.ts"
import { type PaymentProvider, type ProviderFault, ProviderOutcomeUnknown } from "../payment/PaymentProvider.ts"
import type { Policy } from "../Policy.ts"
import * as UseCase from "../UseCase.ts"
import * as PaymentWalk from "./PaymentWalk.ts"
import { dependencies } from "./ReconciliationDependencies.ts"
import * as UnmatchedPayments from "./UnmatchedPayments.ts"

export class Reconciliation extends Context.Tag("@beauty-store/commerce/Reconciliation")<Reconciliation, {
  /** Whether this process has walked the provider's payments since its start. */
  readonly isCaughtUp: () => boolean
  /** Walks them, unless that was done since the start of this process. Waits as long as for a call of the provider. */
  readonly catchUp: Effect.Effect<void, ProviderOutcomeUnknown | StoreUnavailable>
  /** The job that walks again. */
  readonly runWalk: JobHandler
  /** The job of one unknown payment. */
  readonly refundUnknown: JobHandler
}>() {}

const walkMillis = 3_600_000

export const layer: Layer.Layer<
  Reconciliation,
  never,
  Transactions | Jobs | Events | Receipts | Entropy | PaymentProvider | Policy
> = Layer.effect(
  Reconciliation,
  Effect.map(Effect.all([dependencies, Clock.currentTimeMillis]), ([deps, startedAt]) => {
    let caughtUp = false
    const shared: SingleFlight.SingleFlight<void, ProviderFault | StoreUnavailable> = { current: undefined }
    const walk = SingleFlight.join(
      shared,
      Effect.tap(PaymentWalk.make(deps), () => {
        caughtUp = true
      })
    )
    // The caller's own intent stays: what it was about to do is neither done nor refused.
    const caught = Effect.catchTag(
      deps.calling(walk),
      "ProviderDidNothing",
      () => new ProviderOutcomeUnknown({ message: "the provider's payments cannot be listed" })
    )
    // What a file forgets it forgets before its process starts; the provider may have listed the last of it late.
    const nextWalk = (now: number) =>
      deps.transactions.isAlone && now > startedAt + PaymentWalk.latenessMillis ? undefined : now + walkMillis
    return {
      isCaughtUp: () => caughtUp,
      catchUp: UseCase.named("Reconciliation.catchUp", () => caughtUp ? Effect.void : caught)(),
      runWalk: () => Effect.zipRight(walk, Effect.map(Clock.currentTimeMillis, nextWalk)),
      refundUnknown: UnmatchedPayments.runJob(deps)
    }
  })
)
