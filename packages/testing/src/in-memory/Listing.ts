/**
 * The list of payments at the provider in memory: those that took money, by their last change, a few a page.
 *
 * The pages are small, so that a test with a few payments has several.
 */
import type { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Effect from "effect/Effect"
import { type Calls, faultsOnly } from "./Calls.ts"
import type { Ledger } from "./Ledger.ts"

/** How many payments a page has. */
const pageSize = 3

/** All payments that took money, as they are listed. */
const listed = ({ changes, mandateOf, refunds, sessions }: Ledger) =>
  [...sessions.values()].flatMap(({ payments, request }) =>
    payments.filter(({ status }) => status === "succeeded").map((payment) => ({
      ...payment,
      sessionId: request.sessionId,
      orderId: request.orderId,
      mandateId: mandateOf.get(payment.chargeKey ?? ""),
      refunds: [...refunds.values()].filter((refund) => refund.paymentId === payment.paymentId),
      changedAt: changes.get(payment.paymentId)?.at ?? payment.at
    }))
  )

export const methodsOf = (ledger: Ledger, { call }: Calls): Pick<typeof PaymentProvider.Service, "listPayments"> => ({
  listPayments: ({ cursor, from }) =>
    faultsOnly(call("listPayments", cursor ?? String(from), () =>
      Effect.sync(() => {
        const start = Number(cursor ?? 0)
        const numberOf = ({ paymentId }: { readonly paymentId: string }) => ledger.changes.get(paymentId)?.n ?? 0
        const later = listed(ledger).filter(({ changedAt }) => changedAt >= from)
          .toSorted((one, other) => one.changedAt - other.changedAt || numberOf(one) - numberOf(other))
        return {
          payments: later.slice(start, start + pageSize),
          next: start + pageSize < later.length ? String(start + pageSize) : undefined
        }
      })))
})
