/**
 * The listing of payments that took money, by the time of their last change, for a shop that has to find out what the
 * provider did for it. A place in the listing is a time and an id, so that a page continues exactly after the one
 * before, whatever changed meanwhile. Follows docs/specification.md#reconciliation.
 */
import type { ListedPayment, PaymentPage } from "@beauty-store/commerce/payment/PaymentProvider"
import { DelegationId } from "@beauty-store/domain/Ids"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Ledger from "./Ledger.ts"

/** How many payments a page has. */
const pageSize = 100

const isMandate = (source: string | null): source is string => source?.startsWith(`${DelegationId.prefix}_`) === true

const viewOf = (row: Ledger.ListedRow, refunds: ReadonlyArray<Ledger.Refund>): ListedPayment => ({
  paymentId: row.id,
  sessionId: row.sessionId,
  orderId: row.orderId,
  amountMinor: row.amountMinor,
  currency: row.currency,
  method: row.method,
  instrument: row.instrument,
  chargeKey: row.chargeKey ?? undefined,
  mandateId: isMandate(row.source) ? DelegationId.claimed.make(row.source) : undefined,
  refunds: refunds.flatMap(({ amountMinor, key, status }) =>
    status === "refused" ? [] : [{ key, amountMinor, status }]
  ),
  at: row.at,
  changedAt: row.changedAt
})

/** A page of the listing, in a transaction. */
export const page = Effect.fnUntraced(
  function*({ cursor, from }: {
    readonly from: number
    readonly cursor: string | undefined
  }): Effect.fn.Return<PaymentPage, never, Transaction> {
    const [at, id] = cursor === undefined
      ? [from, ""]
      : [Number.parseInt(cursor, 10), cursor.slice(cursor.indexOf(" ") + 1)]
    const rows = yield* Ledger.succeededAfter(at, at, id, pageSize)
    const payments = yield* Effect.forEach(
      rows,
      (row) => Effect.map(Ledger.refundsOf(row.id), (refunds) => viewOf(row, refunds))
    )
    const last = rows.at(-1)
    return { payments, next: rows.length < pageSize ? undefined : `${last!.changedAt} ${last!.id}` }
  }
)
