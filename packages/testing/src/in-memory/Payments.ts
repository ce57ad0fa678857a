/**
 * Payments at the provider in memory: taken whenever a test says so, and decided later where it says that too.
 *
 * Whether a session takes a payment is asked in `Sessions`; the test knows which race it is about.
 */
import type { ProviderPayment } from "@beauty-store/commerce/payment/PaymentProvider"
import type { Claimed, SessionId } from "@beauty-store/domain/Ids"
import { changed, type Ledger, nextNumber, type Session } from "./Ledger.ts"
import { notify } from "./Messages.ts"

/** A payment with its session, and its place there. */
export const find = ({ sessions }: Ledger, paymentId: string) => {
  for (const session of sessions.values()) {
    const at = session.payments.findIndex((payment) => payment.paymentId === paymentId)
    if (at >= 0) return { session, at, payment: session.payments[at]! }
  }
  return undefined
}

/** A payment of a session, in full and by card where nothing else is said. Returns its id. */
export const take = (ledger: Ledger, { payments, request }: Session, payment: Partial<ProviderPayment>): string => {
  const paymentId = `paid_${nextNumber(ledger)}`
  payments.push({
    paymentId,
    status: "succeeded",
    amountMinor: request.amountMinor,
    currency: request.currency,
    method: "card",
    instrument: "visa-4242",
    chargeKey: undefined,
    at: ledger.latest,
    ...payment
  })
  notify(ledger, { _tag: "SessionChanged", sessionId: request.sessionId })
  return paymentId
}

export const controlsOf = (ledger: Ledger) => ({
  /** The payer pays, whatever the session's state: the test knows which race it is about. Returns the payment's id. */
  pay: (
    sessionId: Claimed<SessionId>,
    payment: Partial<Pick<ProviderPayment, "amountMinor" | "status" | "method" | "instrument" | "at">> = {}
  ): string => {
    const session = ledger.sessions.get(sessionId)
    if (session === undefined) throw new Error(`the provider has no session ${sessionId}`)
    return take(ledger, session, payment)
  },
  /** A payment that was undecided is decided. */
  settlePayment: (paymentId: string, status: ProviderPayment["status"]) => {
    const found = find(ledger, paymentId)
    if (found === undefined) throw new Error(`the provider has no payment ${paymentId}`)
    found.session.payments[found.at] = { ...found.payment, status }
    changed(ledger, paymentId)
    notify(ledger, { _tag: "SessionChanged", sessionId: found.session.request.sessionId })
  }
})
