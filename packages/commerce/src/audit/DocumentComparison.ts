/**
 * Compares an order's receipt and credit notes with the order, its payment and its refunds.
 *
 * A credit note depends on all that were issued before it, so they are compared in order and the comparison ends with
 * the first one that cannot be read.
 */
import * as Money from "@beauty-store/domain/Money"
import type * as Pricing from "@beauty-store/domain/Pricing"
import * as Receipt from "@beauty-store/domain/Receipt"
import * as Query from "@beauty-store/sql/Query"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { Parts } from "../after-sales/RefundRecords.ts"
import type { Compare } from "./AuditFindings.ts"
import { type OrderRow, vatText } from "./PriceComparison.ts"

export const DocumentRow = Schema.Struct({
  order_id: Schema.String,
  series: Schema.String,
  n: Query.Int,
  kind: Schema.String,
  subject: Schema.String,
  document: Schema.String,
  at: Query.Int
})
export type DocumentRow = typeof DocumentRow.Type

export const RefundRow = Schema.Struct({
  order_id: Schema.String,
  id: Schema.String,
  cause: Schema.String,
  amount_minor: Query.Int,
  parts: Parts
})
export type RefundRow = typeof RefundRow.Type

const decodeReceipt = Schema.decodeEither(Schema.parseJson(Receipt.Receipt))
const decodeEntry = Schema.decodeEither(Schema.parseJson(Receipt.CreditEntry))

/** Compares the contents of an order's documents with the order, its payment and its refunds. */
export const compareDocuments = (
  order: OrderRow,
  priced: Pricing.Priced | undefined,
  documents: ReadonlyArray<DocumentRow>,
  refunds: ReadonlyArray<RefundRow>,
  compare: Compare,
  currency: Money.Currency
): void => {
  const amount = (amountMinor: number) => Money.format(amountMinor, currency)
  let receipt: Receipt.Receipt | undefined
  for (const row of documents.filter((document) => document.kind === "receipt")) {
    const subject = `${row.series} ${row.n}`
    const is = (what: string, expected: string, found: string) =>
      compare("receipt.document", subject, what, expected, found)
    const decoded = decodeReceipt(row.document)
    if (Either.isLeft(decoded)) {
      is("the document", "decodes and adds up", "does not")
      continue
    }
    receipt = decoded.right
    is("it is about", order.id, row.subject)
    is("the document is about", order.id, receipt.orderId)
    is("its number is", Receipt.receiptNumber(receipt.issuedOn, row.n), receipt.number)
    is("its series is", Receipt.series("R", receipt.issuedOn), row.series)
    is("it was issued at", String(row.at), String(receipt.issuedAt))
    is("it was paid by", order.method ?? "nothing", receipt.paymentMethod)
    if (priced === undefined) continue
    is("its lines are", linesText(priced.lines, amount), linesText(receipt.lines, amount))
    is("shipping is", amount(priced.shippingMinor), amount(receipt.shippingMinor))
    is("its VAT is", vatText(priced.vat, currency), vatText(receipt.vat, currency))
  }
  if (receipt === undefined) return
  const entries: Array<Receipt.CreditEntry> = []
  for (const row of documents.filter((document) => document.kind !== "receipt")) {
    const subject = `${row.series} ${row.n}`
    const is = (what: string, expected: string, found: string) =>
      compare("credit.document", subject, what, expected, found)
    const decoded = decodeEntry(row.document)
    if (Either.isLeft(decoded)) {
      is("the document", "decodes and adds up", "does not")
      // No later entry could be compared with it.
      return
    }
    const entry = decoded.right
    is("it is a", row.kind, entry.kind)
    is("its number is", Receipt.creditNumber(entry.issuedOn, row.n), entry.number)
    is("its series is", Receipt.series("C", entry.issuedOn), row.series)
    is("it was issued at", String(row.at), String(entry.issuedAt))
    is("its receipt is", receipt.number, entry.receiptNumber)
    const expected = expectedEntry(row, entry, receipt, entries, refunds)
    if (expected !== undefined) is("it takes back", expected, vatText(entry.vat, currency))
    entries.push(entry)
  }
}

const linesText = (
  lines: ReadonlyArray<{
    readonly productId: string
    readonly quantity: number
    readonly unitPriceMinor: number
    readonly vatMinor: number
  }>,
  amount: (amountMinor: number) => string
): string =>
  lines.map(({ productId, quantity, unitPriceMinor, vatMinor }) =>
    `${quantity} × ${productId} ${amount(unitPriceMinor)} (${amount(vatMinor)})`
  ).join(", ")

/** The VAT that an entry takes back, by its refund and all entries before it; `undefined` where there is no refund. */
const expectedEntry = (
  row: DocumentRow,
  entry: Receipt.CreditEntry,
  receipt: Receipt.Receipt,
  entries: ReadonlyArray<Receipt.CreditEntry>,
  refunds: ReadonlyArray<RefundRow>
): string | undefined => {
  if (entry.kind === "cancellation") {
    const { cancels, issuedAt, issuedOn, number, reason } = entry
    return Either.match(Receipt.cancelCreditNote({ cancels, entries, issuedAt, issuedOn, number, reason }), {
      onLeft: () => "nothing: there is no such note to cancel",
      onRight: (note) => vatText(note.vat, receipt.currency)
    })
  }
  const refund = refunds.find(({ id }) => row.subject.startsWith(`${id}:`))
  if (refund === undefined) return undefined
  const { cause, issuedAt, issuedOn, number } = entry
  return Either.match(
    Receipt.creditNote({
      amountMinor: refund.amount_minor,
      parts: refund.parts ?? undefined,
      cause,
      entries,
      issuedAt,
      issuedOn,
      number,
      receipt
    }),
    {
      onLeft: ({ remaining }) => `${Money.format(remaining, receipt.currency)} at most`,
      onRight: (note) => vatText(note.vat, receipt.currency)
    }
  )
}
