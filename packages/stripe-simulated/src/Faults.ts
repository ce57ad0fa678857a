/**
 * The fault plan: everything about the simulated Stripe that can vary, one function for each. Stripe itself draws
 * nothing but ids at random, so a plan of its own controls every fault, by the operation's name. `none` is the plan in
 * which nothing goes wrong.
 *
 * @since 1.0.0
 */
import type Stripe from "stripe"

/** The course of one API call. While it lasts, its idempotency key is in use. */
export interface CallCourse {
  /** The delay before anything has happened. */
  readonly beforeMillis: number
  /**
   * `answered`: done. `forbidden`: 403. `rate_limited`, `locked`: 429. `failed_before`, `failed_after`: 500, not done or
   * done; repeats of the key get it again. `reset_before`, `reset_after`: the connection breaks, before or after the
   * work was done.
   */
  readonly fate:
    | "answered"
    | "forbidden"
    | "rate_limited"
    | "locked"
    | "failed_before"
    | "failed_after"
    | "reset_before"
    | "reset_after"
  /** The delay between the work and the answer. */
  readonly afterMillis: number
  /** `Retry-After` of 429. */
  readonly retryAfterSeconds: number
}

/** An API call as a plan sees it. */
export interface Call {
  /** The operation by its name in the SDK: `checkout.sessions.create`. */
  readonly operation: string
  /** The id in the path, if there is one. */
  readonly id: string | undefined
  readonly idempotencyKey: string | undefined
}

/** The end of a payment that is not decided at once. 0 milliseconds: at once. */
export interface SettlementCourse {
  readonly afterMillis: number
  readonly status: "succeeded" | "failed"
}

type RefundStatus = "pending" | "requires_action" | "succeeded" | "failed" | "canceled"

export interface RefundCourse {
  readonly status: RefundStatus
  /** Why it is pending. */
  readonly pendingReason?: "charge_pending" | "insufficient_funds" | "processing" | undefined
  /** What becomes of it. */
  readonly later?:
    | { readonly afterMillis: number; readonly status: RefundStatus; readonly failureReason?: string | undefined }
    | undefined
}

export interface FaultPlan {
  readonly call: (call: Call) => CallCourse
  /** Drawn for each payment by a delayed method: SEPA debit, Klarna, iDEAL, Bancontact, Afterpay. */
  readonly settlement: (payment: { readonly type: string; readonly intent: Stripe.PaymentIntent }) => SettlementCourse
  /** Undefined leaves it to the instrument. */
  readonly refund: (refund: Stripe.Refund) => RefundCourse | undefined
  /**
   * When each copy of an event leaves for an endpoint, in milliseconds from the event: `[]` loses it, two entries send
   * it twice, a long delay lets others overtake.
   */
  readonly delivery: (event: Stripe.Event) => ReadonlyArray<number>
}

export const answered: CallCourse = { beforeMillis: 0, fate: "answered", afterMillis: 0, retryAfterSeconds: 1 }

export const none: FaultPlan = {
  call: () => answered,
  settlement: () => ({ afterMillis: 1000, status: "succeeded" }),
  refund: () => undefined,
  delivery: () => [0]
}
