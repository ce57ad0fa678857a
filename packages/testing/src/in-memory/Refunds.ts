/**
 * Refunds at the provider in memory: one for a key, and never more of a payment than it took.
 *
 * How a new one goes is the test's to say; it succeeds where nothing is said.
 */
import type { PaymentProvider, ProviderRefund, RefundRequest } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Calls, declined, faultsOnly } from "./Calls.ts"
import { changed, type Ledger, nextNumber, type Refund } from "./Ledger.ts"
import { notify } from "./Messages.ts"
import * as Payments from "./Payments.ts"

const seen = ({ key, providerRefundId, status }: Refund): ProviderRefund => ({
  key,
  providerRefundId,
  status,
  failure: status === "failed" ? "account_closed" : undefined
})

/** Whether a payment has that much that was not given back. */
const isLeft = (ledger: Ledger, { amountMinor, paymentId }: RefundRequest): boolean => {
  const payment = Payments.find(ledger, paymentId)?.payment
  const given = [...ledger.refunds.values()]
    .filter((refund) => refund.paymentId === paymentId && refund.status !== "failed")
    .reduce((sum, refund) => sum + refund.amountMinor, 0)
  return payment?.status === "succeeded" && given + amountMinor <= payment.amountMinor
}

const refundOnce = (ledger: Ledger, request: RefundRequest) => {
  const { amountMinor, key, paymentId } = request
  const known = ledger.refunds.get(key)
  if (known !== undefined) return Effect.succeed(seen(known))
  if (ledger.refusedRefunds.has(key) || !isLeft(ledger, request)) {
    ledger.refusedRefunds.add(key)
    return Effect.fail(declined("too_much"))
  }
  const providerRefundId = `rfn_${nextNumber(ledger)}`
  const status = ledger.refundOutcomes.shift() ?? "succeeded"
  const refund: Refund = { key, providerRefundId, paymentId, amountMinor, status }
  ledger.refunds.set(key, refund)
  changed(ledger, paymentId)
  notify(ledger, { _tag: "RefundChanged", key })
  return Effect.succeed(seen(refund))
}

export const methodsOf = (
  ledger: Ledger,
  { call }: Calls
): Pick<typeof PaymentProvider.Service, "refund" | "lookUpRefund"> => ({
  refund: (request) => call("refund", request.key, () => Effect.suspend(() => refundOnce(ledger, request))),
  lookUpRefund: (key) =>
    faultsOnly(
      call(
        "lookUpRefund",
        key,
        () => Effect.sync(() => Option.map(Option.fromNullable(ledger.refunds.get(key)), seen))
      )
    )
})

export const controlsOf = (ledger: Ledger) => ({
  refunds: ledger.refunds,
  /** The status of the next new refunds, in turn. */
  nextRefunds: (...outcomes: ReadonlyArray<ProviderRefund["status"]>) => void ledger.refundOutcomes.push(...outcomes),
  settleRefund: (key: string, status: ProviderRefund["status"]) => {
    const refund = ledger.refunds.get(key)
    if (refund === undefined) throw new Error(`the provider has no refund ${key}`)
    refund.status = status
    changed(ledger, refund.paymentId)
    notify(ledger, { _tag: "RefundChanged", key })
  }
})
