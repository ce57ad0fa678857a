/**
 * The port to an external payment provider: the shop's far end for money.
 *
 * The store never sees a card. It asks the provider for a hosted session, sends the shopper to its page, and learns of
 * payments by asking (`lookUpSession`); a notification is only a hint to ask. Every mutation carries a key of the
 * store's own making, so that a repeat after a lost answer, a crash or a race does nothing twice.
 *
 * Which answer means what, for every method below:
 *
 * - success: the provider has done it, durably;
 * - `ProviderDeclined`: the provider understood and said no; nothing happened, and the same key says no again;
 * - `ProviderUnavailable`: the provider did *not* do it (refused connection, overload, maintenance): safe to repeat;
 * - `ProviderOutcomeUnknown`: it may or may not have happened (time-out, lost answer, crash): the caller repeats with
 *   the same key or looks up before it draws any conclusion.
 *
 * Methods are never called inside a database transaction.
 */
import type { Currency } from "@beauty-store/domain/Money"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"

/** The provider understood the request and refused it for good; `code` is the provider's reason, stable. */
export class ProviderDeclined extends Data.TaggedError("ProviderDeclined")<{
  readonly code: string
  readonly message: string
}> {}

/** The provider did not do it and knows nothing of it. Safe to repeat, best after `retryAfterMillis`. */
export class ProviderUnavailable extends Data.TaggedError("ProviderUnavailable")<{
  readonly retryAfterMillis: number
}> {}

/** Nobody knows whether the provider did it. Repeat with the same key, or look up, before acting on either guess. */
export class ProviderOutcomeUnknown extends Data.TaggedError("ProviderOutcomeUnknown")<{
  readonly message: string
}> {}

/** A notification whose signature, age or form is wrong. It proves nothing and is dropped. */
export class NotificationRejected extends Data.TaggedError("NotificationRejected")<{
  readonly reason: string
}> {}

export type ProviderFault = ProviderUnavailable | ProviderOutcomeUnknown

/** Ways to pay that a hosted page may offer; a shop's own request may preselect one. */
export const paymentMethods = ["card", "apple_pay", "google_pay", "klarna", "afterpay", "clearpay"] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export interface SessionRequest {
  /** The store's own id of the checkout session (`cs_…`): also the provider's idempotency key. */
  readonly sessionId: string
  readonly orderId: string
  readonly amountMinor: number
  readonly currency: Currency
  readonly email: string
  /** What the page shows the payer, a line each: `2 × Rose Water 100 ml: € 39.80`. */
  readonly description: ReadonlyArray<string>
  readonly preselect: PaymentMethod | undefined
  /** Where the page sends the payer afterwards, paid or not. */
  readonly returnUrl: string
  /** Milliseconds since the epoch; after it the provider takes no payment for this session. */
  readonly expiresAt: number
}

/** One try to pay, as the provider's ledger has it. A declined try is not a payment. */
export interface ProviderPayment {
  readonly paymentId: string
  readonly status: "processing" | "succeeded" | "failed"
  readonly amountMinor: number
  readonly currency: Currency
  readonly method: PaymentMethod
  /** The provider's stable name for the paying instrument (the same card has one, by whatever alias it came). */
  readonly instrument: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface ProviderSession {
  readonly providerId: string
  readonly sessionId: string
  /** Where the payer goes; a capability, never logged. */
  readonly url: string
  /** `open`: takes a payment. `processing`: one is on its way and undecided. `complete`: paid. `expired`: takes none any more. */
  readonly status: "open" | "processing" | "complete" | "expired"
  /** Every payment that was ever begun in this session and not declined at once, oldest first. */
  readonly payments: ReadonlyArray<ProviderPayment>
}

export interface RefundRequest {
  /** The store's id of this refund and attempt: the provider's idempotency key. */
  readonly key: string
  readonly paymentId: string
  readonly amountMinor: number
  readonly currency: Currency
}

export interface ProviderRefund {
  readonly key: string
  readonly providerRefundId: string
  readonly status: "pending" | "succeeded" | "failed"
  /** Why it failed, the provider's word. */
  readonly failure: string | undefined
}

/** What a verified notification is about. A hint: the store asks the provider before it acts. */
export type Notification =
  | { readonly _tag: "SessionChanged"; readonly sessionId: string }
  | { readonly _tag: "RefundChanged"; readonly key: string }
  /** Correctly signed, of a kind that this store does not use. */
  | { readonly _tag: "Other"; readonly type: string }

export interface NotificationMessage {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The raw bytes of the body: signatures are over bytes. */
  readonly body: Uint8Array
}

export class PaymentProvider extends Context.Tag("@beauty-store/commerce/PaymentProvider")<PaymentProvider, {
  /** `simulated`, `stripe`: shown to staff and in descriptors. */
  readonly name: string

  /** Creates the hosted session. A repeat with the same `sessionId` returns the first one, whatever else it says. */
  readonly createSession: (request: SessionRequest) => Effect.Effect<ProviderSession, ProviderFault | ProviderDeclined>

  /** Reads by the store's own session id, so that it works when the answer to `createSession` was lost. `None`: never created. */
  readonly lookUpSession: (sessionId: string) => Effect.Effect<Option.Option<ProviderSession>, ProviderFault>

  /**
   * Closes the session to further payment and answers its state after that: `expired`, or `complete`/`processing` where
   * a payment came first, which then stands. Also closes an id that was never created, so that a create that is still
   * on its way cannot open it later. A repeat answers the same state.
   */
  readonly expireSession: (sessionId: string) => Effect.Effect<ProviderSession["status"], ProviderFault>

  /**
   * Gives back `amountMinor` of a payment. A repeat with the same key answers that refund's present state. `ProviderDeclined`:
   * more than is left of the payment, or no such payment. A `pending` refund, even a `succeeded` one, may still become `failed`.
   */
  readonly refund: (request: RefundRequest) => Effect.Effect<ProviderRefund, ProviderFault | ProviderDeclined>

  /** `None`: the provider never heard of that key. */
  readonly lookUpRefund: (key: string) => Effect.Effect<Option.Option<ProviderRefund>, ProviderFault>

  /** Checks signature and age of a message that came in by HTTP. Pure but for the clock; never calls out. */
  readonly verifyNotification: (message: NotificationMessage) => Effect.Effect<Notification, NotificationRejected>
}>() {}
