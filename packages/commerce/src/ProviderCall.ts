/**
 * How the store calls its payment provider: for so long and no longer, in a fiber of its own, so that a client who hangs
 * up stops nothing. What has not answered by then may or may not have happened, and that is what the caller is told.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { ProviderOutcomeUnknown } from "./PaymentProvider.ts"
import type { StorePolicy } from "./Policy.ts"

/** The provider could not be reached or did not answer in time; the same request may be repeated. */
export class PaymentProviderUnavailable extends Schema.TaggedError<PaymentProviderUnavailable>()(
  "PaymentProviderUnavailable",
  {
    retryAfterSeconds: Schema.Int,
    /** Whether what was begun stands and can be finished; otherwise it is undone. */
    standing: Schema.Boolean
  }
) {}

export const withinTime =
  (policy: StorePolicy) => <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E | ProviderOutcomeUnknown> =>
    Effect.flatMap(
      // Disconnected: what does not let itself be interrupted is not waited for either.
      Effect.forkDaemon(Effect.interruptible(Effect.timeoutFail(Effect.disconnect(call), {
        duration: policy.providerTimeoutMillis,
        onTimeout: () => new ProviderOutcomeUnknown({ message: `no answer within ${policy.providerTimeoutMillis} ms` })
      }))),
      Fiber.join
    )
