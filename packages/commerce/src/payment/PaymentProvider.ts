/**
 * The port to an external payment provider. A *provider session* is its half of a checkout session, under the same id;
 * the store learns of payments by asking (`lookUpSession`). Every change carries a key of the store's, and every method
 * has the outcomes below. No method is called inside a transaction. Follows docs/specification.md#payment-provider.
 *
 * @since 1.0.0
 */
import type { CountryCode } from "@beauty-store/domain/Address"
import type { Claimed, DelegationId, OrderId, SessionId } from "@beauty-store/domain/Ids"
import type { Locale } from "@beauty-store/domain/Language"
import type { Currency } from "@beauty-store/domain/Money"
import type { PaymentMethod } from "@beauty-store/domain/Payment"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"

/** The provider understood the request and refused it for good; `code` is the provider's reason, stable. */
export class ProviderDeclined extends Data.TaggedError("ProviderDeclined")<{
  readonly code: string
  readonly message: string
}> {}

/**
 * The cardholder's bank wants to authenticate them before it pays. Nothing was taken. Another charge may bring the
 * proof (`AuthenticationProof`), or the person pays on the session's page.
 */
export class AuthenticationRequired extends Data.TaggedError("AuthenticationRequired")<{
  /** The session's page; a capability, never logged. */
  readonly url: string
}> {}

/** The provider did not do it and knows nothing of it. Safe to repeat, at the earliest after `retryAfterMillis`. */
export class ProviderDidNothing extends Data.TaggedError("ProviderDidNothing")<{
  readonly retryAfterMillis: number
}> {}

/**
 * It is unknown whether the provider did it. Repeat with the same key, or look it up, before acting on either guess.
 */
export class ProviderOutcomeUnknown extends Data.TaggedError("ProviderOutcomeUnknown")<{
  readonly message: string
}> {}

/** A notification whose signature, age or form is wrong. It proves nothing and is dropped. */
export class NotificationRejected extends Data.TaggedError("NotificationRejected")<{
  readonly reason: string
}> {}

export type ProviderFault = ProviderDidNothing | ProviderOutcomeUnknown

/** A part of an amount: goods of one kind, or the way to the payer. */
export interface PayableItem {
  /** In the language of its session: `Rose Water 100 ml`, `Shipping`. */
  readonly name: string
  /** At least 1. */
  readonly quantity: number
  /** Of the whole quantity; not negative. */
  readonly totalMinor: number
}

/** A provider session, as the store asks for it. */
export interface ProviderSessionRequest {
  /** The store's own id of the checkout session (`cs_…`): also the provider's idempotency key. */
  readonly sessionId: SessionId
  readonly orderId: OrderId
  readonly amountMinor: number
  readonly currency: Currency
  readonly email: string
  /** In which the page speaks to the payer, such as `de-CH`. */
  readonly locale: Locale
  /** The lines that the page shows the payer, in that locale: `2 × Rose Water 100 ml: €39.80`. */
  readonly description: ReadonlyArray<string>
  /** The same parts for a page that writes lines by itself; their totals sum to the amount. */
  readonly items: ReadonlyArray<PayableItem>
  /** Where the order is sent. */
  readonly country: CountryCode
  /** What the page offers, first to last; at least one. */
  readonly methods: ReadonlyArray<PaymentMethod>
  /** If it is offered: otherwise the page opens with another one. */
  readonly preselect: PaymentMethod | undefined
  /**
   * Where the page sends the payer afterwards, paid or not. Who leaves without a payment, by a button of the page, is
   * sent to `cancelUrlOf(returnUrl)`, if the provider can tell.
   */
  readonly returnUrl: string
  /**
   * Milliseconds since the epoch; afterwards the provider takes no payment for this session. One whose sessions live
   * longer takes it until `expireSession`, which the store calls then.
   */
  readonly expiresAt: number
}

/** The address to which the page sends a payer who leaves without a payment. */
export const cancelUrlOf = (returnUrl: string): string => {
  const url = new URL(returnUrl)
  url.searchParams.set("cancelled", "true")
  return url.href
}

/** An attempt to pay, according to the provider's ledger. A declined attempt is not a payment. */
export interface ProviderPayment {
  readonly paymentId: string
  readonly status: "processing" | "succeeded" | "failed"
  readonly amountMinor: number
  readonly currency: Currency
  readonly method: PaymentMethod
  /** The provider's stable name for the paying instrument (a card has one, whatever alias was used). */
  readonly instrument: string
  /** The charge's key, where the store charged it itself; undefined where a person paid on the page. */
  readonly chargeKey: string | undefined
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface ProviderSession {
  readonly providerId: string
  readonly sessionId: Claimed<SessionId>
  /** Where the payer goes; a capability, never logged. */
  readonly url: string
  /**
   * `open`: takes a payment. `processing`: a payment is under way and undecided. `complete`: paid. `expired`: takes no
   * payment any more.
   */
  readonly status: "open" | "processing" | "complete" | "expired"
  /** Every payment that was ever begun in this session and not declined at once, oldest first. */
  readonly payments: ReadonlyArray<ProviderPayment>
}

/** A refund as a listed payment names it. */
export interface ListedRefund {
  /** The store's key. */
  readonly key: string
  readonly amountMinor: number
  readonly status: ProviderRefund["status"]
}

/** A payment that took money, as the listing has it. */
export interface ListedPayment extends Omit<ProviderPayment, "status"> {
  /** The ids as the store gave them, which it may have lost. */
  readonly sessionId: Claimed<SessionId>
  readonly orderId: Claimed<OrderId>
  /** The mandate that was charged; undefined where a token was charged, or a person paid on the page. */
  readonly mandateId: Claimed<DelegationId> | undefined
  /** Every refund of it that was accepted, oldest first. */
  readonly refunds: ReadonlyArray<ListedRefund>
  /** When its money last moved, or a refund of it was requested or decided; milliseconds, by the provider's clock. */
  readonly changedAt: number
}

export interface PaymentPage {
  /** Those that changed longest ago first. */
  readonly payments: ReadonlyArray<ListedPayment>
  /** Where the next page begins. Undefined: this is the last one. */
  readonly next: string | undefined
}

/** The source of a charge without a page. */
export type ChargeSource =
  /** A mandate that a person gave: `createMandate`. */
  | { readonly _tag: "Mandate"; readonly mandateId: DelegationId }
  /** A token that a vault issued for one session: `PaymentVault`. */
  | { readonly _tag: "Token"; readonly token: string }

/** The proof that the cardholder's bank issued when it had authenticated them (EMV 3-D Secure). */
export interface AuthenticationProof {
  readonly cryptogram: string
  /** `05`, `02`: fully authenticated. */
  readonly electronicCommerceIndicator: string
  readonly transactionId: string
  /** The version of the 3-D Secure protocol: `2.2.0`. */
  readonly version: string
}

export interface ChargeRequest {
  /** The store's id of this charge: the provider's idempotency key. Another attempt is another charge. */
  readonly key: string
  /** The session that is paid. It is opened where it is not open yet, as `createSession` does. */
  readonly session: ProviderSessionRequest
  readonly source: ChargeSource
  /** The session id that a token has to name, where that is not this session's own. */
  readonly checkoutId?: string | undefined
  /** The merchant that charges; a token is valid for one merchant. */
  readonly merchantId: string
  readonly authentication: AuthenticationProof | undefined
}

/** A token as its vault knows it. Single use: a successful charge uses it up, a refused one does not. */
export interface DelegatedToken {
  readonly token: string
  /** The provider's stable name for the paying instrument. */
  readonly instrument: string
  /** The one checkout session that it pays, by the store's id. */
  readonly sessionId: string
  readonly merchantId: string
  readonly currency: string
  /** Inclusive. */
  readonly maxAmountMinor: number
  /** Milliseconds since the epoch; from then on it is invalid. */
  readonly expiresAt: number
  readonly used: boolean
}

export interface MandateRequest {
  /** The store's own id of the delegation (`del_…`): also the provider's idempotency key. */
  readonly mandateId: DelegationId
  /** The agent that will be able to pay, as the page names it. */
  readonly agent: string
  /** In which the page speaks to the person. */
  readonly locale: Locale
  /** The lines in which the page describes the permission, in that locale. */
  readonly description: ReadonlyArray<string>
  /** Milliseconds since the epoch; afterwards the page takes no decision, at the latest once somebody has looked. */
  readonly decideBefore: number
  /** When the permission ends by itself; milliseconds since the epoch. Undefined: never. */
  readonly expiresAt: number | undefined
  /**
   * Where the person sees what they permitted, and takes it back; a capability, to be shown on the page only. A page
   * that leads on leads there.
   */
  readonly permissionsUrl: string
}

/** A person's permission to charge one of their instruments without them. */
export interface ProviderMandate {
  readonly mandateId: Claimed<DelegationId>
  /** Where the person decides; a capability, never logged. */
  readonly url: string
  /**
   * `pending`: not decided. `rejected`: the person refused, if the page can tell. `lapsed`: the page's time ran out. `revoked`: withdrawn.
   */
  readonly status: "pending" | "active" | "rejected" | "lapsed" | "revoked"
  /** The provider's stable name for the instrument that the person chose; undefined before that. */
  readonly instrument: string | undefined
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
  /** Why it failed: the provider's reason. */
  readonly failure: string | undefined
}

/** A refund with its time, which a provider may leave out. */
export interface TimedRefund extends ProviderRefund {
  /** When the provider took it on; milliseconds since the epoch. */
  readonly at?: number | undefined
}

/** The subject of a verified notification. A hint: the store asks the provider before it acts. */
export type Notification =
  | { readonly _tag: "SessionChanged"; readonly sessionId: Claimed<SessionId> }
  | { readonly _tag: "RefundChanged"; readonly key: string }
  | { readonly _tag: "MandateChanged"; readonly mandateId: Claimed<DelegationId> }
  /** Correctly signed, of a kind that this store does not use. */
  | { readonly _tag: "Other"; readonly type: string }

export interface NotificationMessage {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The raw bytes of the body: signatures are over bytes. */
  readonly body: Uint8Array
}

export class PaymentProvider extends Context.Tag("@beauty-store/commerce/PaymentProvider")<PaymentProvider, {
  /** The provider's name, as descriptors show it: `simulated`. */
  readonly name: string

  /** Creates the hosted session. A repeat with the same `sessionId` returns the first one, whatever else it says. */
  readonly createSession: (
    request: ProviderSessionRequest
  ) => Effect.Effect<ProviderSession, ProviderFault | ProviderDeclined>

  /**
   * Reads by the store's own session id, so that it works when the response to `createSession` was lost. `None`: never
   * created.
   */
  readonly lookUpSession: (
    sessionId: Claimed<SessionId>
  ) => Effect.Effect<Option.Option<ProviderSession>, ProviderFault>

  /**
   * Closes the session to further payments and returns its status after that: `expired`, or `complete`/`processing`
   * where a payment came first, which is then valid. Also closes an id that was never created, so that a create that is
   * still on its way cannot open it later. A repeat returns the same status.
   */
  readonly expireSession: (sessionId: Claimed<SessionId>) => Effect.Effect<ProviderSession["status"], ProviderFault>

  /**
   * Charges a mandate or a token for a session's amount, without a page, and returns the session as `lookUpSession`
   * would: `complete`. A repeat with the same key returns the outcome of that charge, whatever else it says, even if
   * the session was closed meanwhile; an unknown key is declined in a session that no longer takes payments.
   *
   * `ProviderDeclined`: the bank's reason (`card_declined`, `insufficient_funds`, …), or `session_closed`,
   * `mandate_not_active`, `token_not_found`, `token_used`, `token_expired`, `token_session_mismatch`,
   * `token_merchant_mismatch`, `token_currency_mismatch`, `token_amount_exceeded`.
   */
  readonly charge: (
    request: ChargeRequest
  ) => Effect.Effect<ProviderSession, ProviderFault | ProviderDeclined | AuthenticationRequired>

  /** `None`: no vault of this provider issued it. */
  readonly lookUpToken: (token: string) => Effect.Effect<Option.Option<DelegatedToken>, ProviderFault>

  /** Prepares a page for the person to decide on. A repeat with the same `mandateId` returns the first one. */
  readonly createMandate: (request: MandateRequest) => Effect.Effect<ProviderMandate, ProviderFault | ProviderDeclined>

  /** `None`: never created. */
  readonly lookUpMandate: (
    mandateId: Claimed<DelegationId>
  ) => Effect.Effect<Option.Option<ProviderMandate>, ProviderFault>

  /**
   * From now on no charge can use it. Also closes one that is undecided, or was never created. A repeat does nothing.
   */
  readonly revokeMandate: (mandateId: Claimed<DelegationId>) => Effect.Effect<void, ProviderFault>

  /**
   * Refunds `amountMinor` of a payment. A repeat with the same key returns the current state of that refund.
   * `ProviderDeclined`: more than is left of the payment, or no such payment. A `pending` refund, even a `succeeded`
   * one, may still become `failed`.
   */
  readonly refund: (request: RefundRequest) => Effect.Effect<TimedRefund, ProviderFault | ProviderDeclined>

  /** `None`: the provider does not know that key. */
  readonly lookUpRefund: (key: string) => Effect.Effect<Option.Option<TimedRefund>, ProviderFault>

  /**
   * Lists the payments that took money and have changed at `from` or later, by the time of their last change: so a
   * store that has lost its own records finds what it did. `cursor` is `next` of the page before. Each page has a
   * bounded number, and a payment that changes while the pages are read is found on a later one, perhaps once more. A
   * change is listed within ten minutes of its time. Only payments of sessions that were opened through this port for
   * this store: where others share the account, sessions carry the store's mark there.
   */
  readonly listPayments: (
    query: { readonly from: number; readonly cursor: string | undefined }
  ) => Effect.Effect<PaymentPage, ProviderFault>

  /** Checks signature and age of a received message. Pure except for the clock; calls nobody. */
  readonly verifyNotification: (message: NotificationMessage) => Effect.Effect<Notification, NotificationRejected>
}>() {}
