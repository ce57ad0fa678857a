/**
 * What the provider in memory knows: its sessions with their payments, refunds, charges, mandates and tokens.
 *
 * A ledger only keeps; its rules are in the modules of the nouns. It has no clock of its own: its time is that of the
 * last call, also for what a test does between calls.
 */
import type {
  AuthenticationRequired,
  DelegatedToken,
  MandateRequest,
  NotificationMessage,
  ProviderDeclined,
  ProviderMandate,
  ProviderPayment,
  ProviderRefund,
  ProviderSessionRequest
} from "@beauty-store/commerce/payment/PaymentProvider"
import type { DelegationId } from "@beauty-store/domain/Ids"
import type * as Effect from "effect/Effect"
import { createHash } from "node:crypto"

export interface Session {
  readonly request: ProviderSessionRequest
  readonly providerId: string
  readonly payments: Array<ProviderPayment>
  closed: boolean
}

export interface Mandate {
  readonly request: MandateRequest
  status: ProviderMandate["status"]
  instrument: string | undefined
}

export interface Refund {
  readonly key: string
  readonly providerRefundId: string
  readonly paymentId: string
  readonly amountMinor: number
  status: ProviderRefund["status"]
}

/** What the bank says to a charge: `ok`, or the reason of its refusal. */
export type Verdict = "ok" | "authentication_required" | (string & {})

export const make = () => ({
  sessions: new Map<string, Session>(),
  mandates: new Map<string, Mandate>(),
  /** The ids of sessions and mandates that were ended before they began. */
  neverToBe: new Set<string>(),
  refunds: new Map<string, Refund>(),
  /** The keys of refunds that were declined. */
  refusedRefunds: new Set<string>(),
  /** The status of the next new refunds, in turn. */
  refundOutcomes: [] as Array<ProviderRefund["status"]>,
  tokens: new Map<string, DelegatedToken>(),
  /** What came of each charge, by its key: the id of the session that it paid, or its refusal. */
  charges: new Map<string, Effect.Effect<string, ProviderDeclined | AuthenticationRequired>>(),
  /** The mandates of charges, by the charge's key. */
  mandateOf: new Map<string, DelegationId>(),
  /** What the bank says to the next charges, in turn. */
  verdicts: [] as Array<Verdict>,
  sent: [] as Array<NotificationMessage>,
  /** When a payment, or a refund of it, changed after the payment was made; `n` counts the changes. */
  changes: new Map<string, { readonly at: number; readonly n: number }>(),
  serial: 0,
  /** The time of the last call. */
  latest: 0
})

export type Ledger = ReturnType<typeof make>

/** A number that was not given out before. */
export const nextNumber = (ledger: Ledger): number => ++ledger.serial

/** A payment, or a refund of it, has changed. */
export const changed = (ledger: Ledger, paymentId: string): void =>
  void ledger.changes.set(paymentId, { at: ledger.latest, n: nextNumber(ledger) })

/** The part of a page's address that nobody can guess in earnest. */
export const capability = (id: string): string => createHash("sha256").update(id).digest("hex")
