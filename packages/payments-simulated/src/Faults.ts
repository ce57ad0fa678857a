/**
 * The fault plan: everything about the simulated provider that can vary, one method for each. The provider itself draws
 * nothing at random, so a simulation with a plan of its own controls every fault, and a seed replays it. A draw that
 * outlives its request is written into the ledger. `none` is the plan of demo mode. Follows
 * docs/specification.md#simulated-provider.
 *
 * @since 1.0.0
 */
import { ProviderDidNothing, ProviderOutcomeUnknown } from "@beauty-store/commerce/payment/PaymentProvider"
import type { ProviderFault } from "@beauty-store/commerce/payment/PaymentProvider"
import type { PaymentMethod } from "@beauty-store/domain/Payment"
import { Transaction } from "@beauty-store/sql/Transactions"
import * as WorkPermit from "@beauty-store/sql/WorkPermit"
import type * as Array from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { DeclineCode } from "./Cards.ts"

/** The calls that a network can spoil: the methods of the ports, and the actions of people on the hosted pages. */
export type Call =
  | "createSession"
  | "lookUpSession"
  | "expireSession"
  | "refund"
  | "lookUpRefund"
  | "listPayments"
  | "pay"
  | "authenticate"
  | "cancel"
  | "charge"
  | "lookUpToken"
  | "delegate"
  | "createMandate"
  | "lookUpMandate"
  | "revokeMandate"
  | "decide"

/** The course of one call. */
export interface CallCourse {
  /** The delay before anything has happened. */
  readonly beforeMillis: number
  /**
   * `answered`: done, and the caller knows. `unavailable`: not done, and the caller knows. `lost_before`: not done, and
   * the caller cannot know. `lost_after`: done, and the caller cannot know.
   */
  readonly fate: "answered" | "unavailable" | "lost_before" | "lost_after"
  /** The delay after it was done. */
  readonly afterMillis: number
  /** How long an unavailable provider asks the caller to wait. */
  readonly retryAfterMillis: number
}

/** The facts about an attempt to pay that a plan may use. */
export interface Attempt {
  readonly sessionId: string
  readonly method: PaymentMethod
  readonly amountMinor: number
}

/** The outcome of a payment that is not decided at once (Klarna), and its time. */
export interface SettlementCourse {
  readonly afterMillis: number
  readonly status: "succeeded" | "failed"
}

/** The course of a refund: it settles, and a bank may return the money even after a success. */
export interface RefundCourse {
  readonly afterMillis: number
  /** The reason where it fails at once; undefined where it succeeds. */
  readonly failure: string | undefined
  readonly reversal: { readonly afterMillis: number; readonly failure: string } | undefined
}

export class FaultPlan extends Context.Tag("@beauty-store/payments-simulated/FaultPlan")<FaultPlan, {
  /**
   * `subject` is the session's or mandate's id, or the key of a refund, charge or token, or a place in the listing.
   * Drawn anew for each call, repeats included.
   */
  readonly call: (call: Call, subject: string) => Effect.Effect<CallCourse>

  /** A reason to decline, whatever the card says; undefined leaves it to the card. */
  readonly decline: (attempt: Attempt) => Effect.Effect<DeclineCode | undefined>

  /** The amounts that the provider really takes: normally the session's. The shop has to notice any other. */
  readonly captures: (attempt: Attempt) => Effect.Effect<Array.NonEmptyReadonlyArray<number>>

  readonly settlement: (attempt: Attempt) => Effect.Effect<SettlementCourse>

  readonly refund: (refund: { readonly key: string; readonly amountMinor: number }) => Effect.Effect<RefundCourse>

  /** When each copy of a notification leaves, counted from the event: `[]` drops it, two entries double it. */
  readonly notification: (
    about: { readonly type: string; readonly subject: string }
  ) => Effect.Effect<ReadonlyArray<number>>
}>() {}

const answered: CallCourse = { beforeMillis: 0, fate: "answered", afterMillis: 0, retryAfterMillis: 1000 }

export const none: Context.Tag.Service<FaultPlan> = {
  call: () => Effect.succeed(answered),
  decline: () => Effect.succeed(undefined),
  captures: (attempt) => Effect.succeed([attempt.amountMinor]),
  settlement: () => Effect.succeed({ afterMillis: 1000, status: "succeeded" }),
  refund: () => Effect.succeed({ afterMillis: 500, failure: undefined, reversal: undefined }),
  notification: () => Effect.succeed([0])
}

export const layerNone: Layer.Layer<FaultPlan> = Layer.succeed(FaultPlan, none)

/** `none` with the given methods replaced: a test plants the one fault that it is about. */
export const layer = (faults: Partial<Context.Tag.Service<FaultPlan>>): Layer.Layer<FaultPlan> =>
  Layer.succeed(FaultPlan, { ...none, ...faults })

const pause = (millis: number): Effect.Effect<void> =>
  millis > 0 ? WorkPermit.releaseDuring(Effect.sleep(millis)) : Effect.void

/**
 * Makes a call go the way the plan drew. A call that began is finished: a caller who hangs up while the provider acts
 * stops nothing, as with a real provider, and loses only the response.
 */
export const withFaults = (plan: Context.Tag.Service<FaultPlan>) =>
  Effect.fnUntraced(
    function*<A, E, R>(
      call: Call,
      subject: string,
      act: Effect.Effect<A, E, R>
    ): Effect.fn.Return<A, E | ProviderFault, R> {
      // The provider is another program: a caller inside a transaction would hold it open for as long as the call
      // takes, and the provider's own queries would join it.
      if (Option.isSome(yield* Effect.serviceOption(Transaction))) {
        return yield* Effect.dieMessage(`The payment provider was called inside a transaction (${call})`)
      }
      const course = yield* plan.call(call, subject)
      yield* pause(course.beforeMillis)
      if (course.fate === "unavailable") {
        return yield* new ProviderDidNothing({ retryAfterMillis: course.retryAfterMillis })
      }
      if (course.fate === "lost_before") return yield* new ProviderOutcomeUnknown({ message: `${call}: no answer` })
      // A refusal is a response, too, and can be lost like one.
      const result = yield* Effect.exit(Effect.uninterruptible(act))
      yield* pause(course.afterMillis)
      if (course.fate === "lost_after") return yield* new ProviderOutcomeUnknown({ message: `${call}: no answer` })
      return yield* result
    }
  )
