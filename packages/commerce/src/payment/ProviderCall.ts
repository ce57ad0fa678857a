/**
 * How the store calls its payment provider: with a time limit, in a fiber of its own, so that a client who hangs up
 * stops nothing. After the time limit the outcome is unknown, and the caller is told so. A call inside a transaction is
 * a defect, before anything is sent: the transaction may be undone, and what the provider did may not.
 */
import { forkDetached } from "@beauty-store/sql/DetachedFiber"
import { NotATransaction, Transaction } from "@beauty-store/sql/Transactions"
import * as WorkPermit from "@beauty-store/sql/WorkPermit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import type { StorePolicy } from "../Policy.ts"
import { ProviderOutcomeUnknown } from "./PaymentProvider.ts"

/**
 * The refusal that the store's own caller gets, for both faults of the port (`ProviderFault`): the provider did
 * nothing, or it is unknown what it did. The same request may be repeated.
 */
export class PaymentProviderUnavailable extends Schema.TaggedError<PaymentProviderUnavailable>()(
  "PaymentProviderUnavailable",
  {
    retryAfterSeconds: Schema.Int,
    /** Whether the intent stays and can be finished; otherwise it is undone. */
    standing: Schema.Boolean
  }
) {}

/**
 * A call of the provider that ends after `providerTimeoutMillis`, with `ProviderOutcomeUnknown` if the provider has not
 * responded by then. It runs in a fiber of its own: if the caller is interrupted, the call goes on to its end.
 */
export const withinTime =
  ({ providerTimeoutMillis }: StorePolicy) =>
  <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E | ProviderOutcomeUnknown> =>
    Effect.withFiberRuntime((caller) => {
      if (Context.getOption(caller.currentContext, Transaction)._tag === "Some") {
        return Effect.die(new NotATransaction({ message: "a call of the payment provider inside a transaction" }))
      }
      const fork = forkDetached(caller)
      const calling = fork(call)
      // An immediate response needs no time limit.
      return calling.unsafePoll() ?? WorkPermit.releaseDuring(Effect.async((resume) => {
        const watch = fork(Effect.sleep(providerTimeoutMillis))
        calling.addObserver((exit) => {
          watch.unsafeInterruptAsFork(caller.id())
          resume(exit)
        })
        watch.addObserver((exit) => {
          if (Exit.isFailure(exit)) return
          resume(new ProviderOutcomeUnknown({ message: `no answer within ${providerTimeoutMillis} ms` }))
          // Requested, and not awaited: it may not be interruptible.
          calling.unsafeInterruptAsFork(caller.id())
        })
      }))
    })
