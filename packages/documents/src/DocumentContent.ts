/**
 * The content of a printed document: a receipt, a credit note or a cancellation as headings, facts and tables of text,
 * without any layout. The PDF and the HTML page are two ways to lay out the same `DocumentContent`.
 *
 * The rule: nothing is calculated here but two amounts that the documents do not hold: the sum of what was credited,
 * and the part of a credit note beside its lines. Every amount of a document is printed, the total of a discounted line
 * as its list amount and its discount.
 *
 * Left out on purpose: fonts, sizes, markup. Follows docs/specification.md#receipts.
 */
import type { Currency } from "@beauty-store/domain/Money"
import type { VatPerRate } from "@beauty-store/domain/Pricing"
import {
  creditedMinor,
  type CreditEntry,
  type Receipt,
  type ReceiptLine,
  type Seller
} from "@beauty-store/domain/Receipt"
import * as Wording from "./Wording.ts"

export interface Column {
  readonly title: string
  /** Numbers are set flush right and never broken. */
  readonly kind: "text" | "number"
}

/** A line under a table that adds it up. */
export interface Sum {
  readonly label: string
  readonly amount: string
  /** The sum that the table is about. */
  readonly main?: boolean
}

export interface Table {
  readonly caption: string
  readonly columns: ReadonlyArray<Column>
  /** A cell per column. */
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  readonly sums: ReadonlyArray<Sum>
}

export interface Fact {
  readonly label: string
  readonly value: string
}

export interface DocumentContent {
  readonly title: string
  readonly number: string
  /** Milliseconds since the epoch. */
  readonly issuedAt: number
  readonly seller: Seller
  readonly sellerLines: ReadonlyArray<string>
  readonly buyerTitle: string
  readonly buyerLines: ReadonlyArray<string>
  readonly facts: ReadonlyArray<Fact>
  readonly goods: Table
  /** Nothing where there is nothing to tax. */
  readonly vat: Table | undefined
  /** The credit notes and cancellations after a receipt, if there are any. */
  readonly credits: Table | undefined
  readonly remarks: ReadonlyArray<string>
}

const text = (title: string): Column => ({ title, kind: "text" })
const number = (title: string): Column => ({ title, kind: "number" })

const parties = ({ buyer, seller }: Receipt) => ({
  seller,
  sellerLines: [...Wording.addressLines(seller), `VAT ID ${seller.vatId}`, seller.email],
  buyerLines: [...Wording.addressLines(buyer.address), buyer.email]
})

const vatTable = (
  { netMinor, totalMinor, vat, vatMinor }: {
    readonly vat: ReadonlyArray<VatPerRate>
    readonly netMinor: number
    readonly vatMinor: number
    readonly totalMinor: number
  }
): Table | undefined => {
  if (vat.length === 0) return undefined
  const row = (label: string, net: number, vat: number, gross: number) => [
    label,
    Wording.amount(net),
    Wording.amount(vat),
    Wording.amount(gross)
  ]
  return {
    caption: "VAT contained",
    columns: [text("Rate"), number("Net"), number("VAT"), number("Gross")],
    rows: [
      ...vat.map((rate) => row(Wording.rate(rate.rateBp), rate.netMinor, rate.vatMinor, rate.grossMinor)),
      ...(vat.length > 1 ? [row("All rates", netMinor, vatMinor, totalMinor)] : [])
    ],
    sums: []
  }
}

/** A line at its list amount, and beneath it the discount on it, if there is one: both add up to the line's total. */
const boughtRows = (
  { discountMinor, listMinor, name, quantity, unitPriceMinor }: ReceiptLine
): ReadonlyArray<ReadonlyArray<string>> => [
  [name, String(quantity), Wording.amount(unitPriceMinor), Wording.amount(listMinor)],
  ...(discountMinor === 0 ? [] : [["Discount", "", "", Wording.amount(0 - discountMinor)]])
]

const inclusive = (currency: Currency): string => `All amounts are in ${currency} and include VAT unless headed net.`

/** A receipt, with everything that has been credited of it since: `entries` in the order in which they were issued. */
export const receiptContent = (receipt: Receipt, entries: ReadonlyArray<CreditEntry>): DocumentContent => {
  const { currency, totalMinor } = receipt
  const credited = creditedMinor(entries)
  return {
    title: "Receipt",
    number: receipt.number,
    issuedAt: receipt.issuedAt,
    ...parties(receipt),
    buyerTitle: "Sold to",
    facts: [
      { label: "Receipt number", value: receipt.number },
      { label: "Date", value: Wording.date(receipt.issuedOn) },
      { label: "Order", value: receipt.orderId },
      { label: "Paid by", value: Wording.paymentMethod(receipt.paymentMethod) }
    ],
    goods: {
      caption: "What was bought",
      columns: [text("Item"), number("Quantity"), number("Unit price"), number("Total")],
      rows: receipt.lines.flatMap(boughtRows),
      sums: [
        { label: "Subtotal", amount: Wording.amount(receipt.subtotalMinor) },
        { label: "Shipping", amount: Wording.amount(receipt.shippingMinor) },
        { label: "Total paid", amount: Wording.money(totalMinor, currency), main: true }
      ]
    },
    vat: vatTable(receipt),
    credits: entries.length === 0 ? undefined : {
      caption: "Credited since",
      columns: [text("Document"), text("Date"), text("Reason"), number("Amount")],
      rows: entries.map((entry) => [
        entry.number,
        Wording.date(entry.issuedOn),
        entry.kind === "credit_note" ? Wording.cause[entry.cause] : cancelled(entry.cancels, entry.reason),
        Wording.amount(0 - entry.totalMinor)
      ]),
      sums: [
        { label: "Credited in all", amount: Wording.amount(0 - credited) },
        { label: "Total after credits", amount: Wording.money(totalMinor - credited, currency), main: true }
      ]
    },
    remarks: [inclusive(currency), `Thank you for shopping with ${receipt.seller.name}.`]
  }
}

const cancelled = (number: string, reason: string): string =>
  reason === "" ? `Cancels ${number}` : `Cancels ${number}: ${reason}`

/** A credit note or the cancellation of one, for the receipt that it refers to. */
export const creditContent = (entry: CreditEntry, receipt: Receipt): DocumentContent => {
  const { currency, number: ownNumber, totalMinor } = entry
  const refersTo = { label: "For receipt", value: `${receipt.number}, ${Wording.date(receipt.issuedOn)}` }
  const common = {
    number: ownNumber,
    issuedAt: entry.issuedAt,
    ...parties(receipt),
    vat: vatTable(entry),
    credits: undefined
  }
  const total = (label: string): Sum => ({ label, amount: Wording.money(totalMinor, currency), main: true })
  if (entry.kind === "cancellation") {
    return {
      ...common,
      title: "Cancellation",
      buyerTitle: "Issued to",
      facts: [
        { label: "Number", value: ownNumber },
        { label: "Date", value: Wording.date(entry.issuedOn) },
        { label: "Cancels credit note", value: entry.cancels },
        refersTo,
        { label: "Order", value: receipt.orderId }
      ],
      goods: {
        caption: "What is cancelled",
        columns: [text("Item"), number("Total")],
        rows: [[cancelled(entry.cancels, entry.reason), Wording.amount(totalMinor)]],
        sums: [total("Total credited")]
      },
      remarks: [
        inclusive(currency),
        `Credit note ${entry.cancels} does not stand: its amounts are taken back by the negative ones above.`
      ]
    }
  }
  const beside = totalMinor - entry.lines.reduce((sum, line) => sum + line.amountMinor, 0)
  return {
    ...common,
    title: "Credit note",
    buyerTitle: "Credited to",
    facts: [
      { label: "Credit note number", value: ownNumber },
      { label: "Date", value: Wording.date(entry.issuedOn) },
      refersTo,
      { label: "Order", value: receipt.orderId },
      { label: "Reason", value: Wording.cause[entry.cause] },
      { label: "Paid back by", value: Wording.paymentMethod(receipt.paymentMethod) }
    ],
    goods: {
      caption: "What is credited",
      columns: [text("Item"), number("Quantity"), number("Amount")],
      rows: [
        ...entry.lines.map((line) => [line.name, String(line.quantity), Wording.amount(line.amountMinor)]),
        ...(beside === 0 ? [] : [[besideLines(entry, beside), "", Wording.amount(beside)]])
      ],
      sums: [total("Total credited")]
    },
    remarks: [inclusive(currency)]
  }
}

/** A note's total may hold shipping, or be less than its lines; one without lines is explained by its cause alone. */
const besideLines = (
  { cause, lines }: Extract<CreditEntry, { readonly kind: "credit_note" }>,
  besideMinor: number
): string => lines.length === 0 ? Wording.cause[cause] : besideMinor > 0 ? "Shipping and other" : "Deduction"
