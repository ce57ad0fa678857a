/**
 * Unknown payments: money that the provider took for a session of which the store knows nothing goes back, once,
 * because the refund's key is made of the payment's id. It waits after staff were told (`unknownPaymentMillis`),
 * because a refund cannot be undone. One that fails is left to staff. Follows docs/specification.md#reconciliation.
 */
import * as Money from "@beauty-store/domain/Money"
import type { JobHandler } from "@beauty-store/sql/JobHandler"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ListedPayment, ListedRefund } from "../payment/PaymentProvider.ts"
import * as Unrecorded from "../records/UnrecordedPayments.ts"
import * as Flags from "../staff/Flags.ts"
import type { Dependencies } from "./ReconciliationDependencies.ts"

export const jobKind = "unknown_payment"

/** How often a refund that is under way is looked up, in milliseconds. */
const lookUpMillis = 5 * 60_000

const keyOf = (providerId: string) => `unknown:${providerId}`

/** The refunds of a payment that are not from here. */
export const refundsBefore = ({ paymentId, refunds }: ListedPayment): ReadonlyArray<ListedRefund> =>
  refunds.filter(({ key }) => key !== keyOf(paymentId))

/** How much of a payment had gone back already. */
export const refundedBefore = (payment: ListedPayment): number =>
  refundsBefore(payment).reduce((sum, { amountMinor, status }) => status === "failed" ? sum : sum + amountMinor, 0)

/** A payment in words, for staff. Its instrument is the provider's name for it, no card number. */
export const describe = (payment: ListedPayment): string =>
  `payment ${payment.paymentId} over ${Money.coded(payment.amountMinor, payment.currency)}, ` +
  `of which ${Money.format(refundedBefore(payment), payment.currency)} went back, session ${payment.sessionId}, ` +
  (payment.chargeKey === undefined ? `by ${payment.method}` : `by an agent's charge ${payment.chargeKey}`)

/** Refunds an unknown payment and follows the refund until it is decided. */
export const runJob = ({ calling, provider, transactions, write }: Dependencies): JobHandler =>
  Effect.fnUntraced(function*(providerId) {
    const row = Option.getOrUndefined(yield* transactions.read(Unrecorded.byId(providerId)))
    if (row?.state !== "unknown") return undefined
    const amountMinor = row.amount_minor - row.refunded_minor
    const status = amountMinor === 0
      ? "succeeded"
      : yield* calling(
        provider.refund({ key: keyOf(providerId), paymentId: providerId, amountMinor, currency: row.currency })
      ).pipe(
        Effect.map((refund) => refund.status),
        Effect.catchTag("ProviderDeclined", () => Effect.succeed("failed" as const))
      )
    if (status === "pending") return (yield* Clock.currentTimeMillis) + lookUpMillis
    yield* write(Effect.gen(function*() {
      const ended = yield* Unrecorded.end(status === "succeeded" ? "refunded" : "refused", providerId)
      if (ended > 0 && status === "failed") yield* Flags.raise("refund_failed", providerId, "an unknown payment")
    }))
    return undefined
  })
