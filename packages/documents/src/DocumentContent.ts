/**
 * The content of a printed document: a receipt, a credit note or a cancellation as headings, facts and tables of text,
 * which PDF and HTML lay out. Only two amounts are calculated here: the sum of what was credited, and the part of a
 * credit note beside its lines. Fonts, sizes and markup are elsewhere. Follows docs/specification.md#receipts.
 */
import { type Locale, localeIn } from "@beauty-store/domain/Language"
import type { Currency } from "@beauty-store/domain/Money"
import type { VatPerRate } from "@beauty-store/domain/Pricing"
import { describeApplied } from "@beauty-store/domain/Promotion"
import {
  creditedMinor,
  type CreditEntry,
  type Receipt,
  type ReceiptLine,
  type Seller
} from "@beauty-store/domain/Receipt"
import * as Vat from "@beauty-store/domain/Vat"
import { formatIn } from "@beauty-store/ui/Format"
import { causes, receipts as words } from "./Messages.ts"
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
  readonly language: Locale
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

/** The language of a receipt as its seller's country writes it. */
const localeOf = ({ language, seller }: Receipt): Locale => localeIn(language, seller.country)

const parties = ({ buyer, seller }: Receipt, language: Locale) => ({
  language,
  seller,
  sellerLines: [
    ...Wording.addressLines(language, seller),
    words.vatId(language, { vatId: seller.vatId }),
    seller.email
  ],
  buyerLines: [
    ...Wording.addressLines(language, buyer.address),
    ...(buyer.address.phone === undefined ? [] : [buyer.address.phone]),
    buyer.email
  ]
})

/** Writes amounts of a currency without it. */
const amountsIn = (language: Locale, currency: Currency) => (amountMinor: number): string =>
  formatIn(language).amount(amountMinor, currency)

const vatTable = (
  language: Locale,
  { currency, netMinor, totalMinor, vat, vatMinor }: {
    readonly currency: Currency
    readonly vat: ReadonlyArray<VatPerRate>
    readonly netMinor: number
    readonly vatMinor: number
    readonly totalMinor: number
  }
): Table | undefined => {
  if (vat.length === 0) return undefined
  const amount = amountsIn(language, currency)
  const row = (label: string, net: number, vat: number, gross: number) => [
    label,
    amount(net),
    amount(vat),
    amount(gross)
  ]
  return {
    caption: words.vatContained(language),
    columns: [
      text(words.rate(language)),
      number(words.net(language)),
      number(words.vat(language)),
      number(words.gross(language))
    ],
    rows: [
      ...vat.map((rate) => row(Vat.display(rate.rateBp, language), rate.netMinor, rate.vatMinor, rate.grossMinor)),
      ...(vat.length > 1 ? [row(words.allRates(language), netMinor, vatMinor, totalMinor)] : [])
    ],
    sums: []
  }
}

/**
 * A line at its list amount, and beneath it the discount on it, if there is one: both add up to the line's total. Its
 * rate of VAT stands there where the receipt has several.
 */
const boughtRows =
  (language: Locale, currency: Currency, isMixed: boolean) =>
  ({ discountMinor, listMinor, name, quantity, rateBp, unitPriceMinor }: ReceiptLine) => {
    const amount = amountsIn(language, currency)
    const rate = (text: string) => isMixed ? [text] : []
    return [
      [
        name,
        String(quantity),
        amount(unitPriceMinor),
        ...rate(rateBp === undefined ? "" : Vat.display(rateBp, language)),
        amount(listMinor)
      ],
      ...(discountMinor === 0 ? [] : [[words.discount(language), "", "", ...rate(""), amount(0 - discountMinor)]])
    ]
  }

/** What an order is called: its number, and its id where only that is known. */
export const orderOf = (document: { readonly orderId: string; readonly orderNumber?: string | undefined }): string =>
  document.orderNumber ?? document.orderId

/** A receipt, with everything that has been credited of it since: `entries` in the order in which they were issued. */
export const receiptContent = (receipt: Receipt, entries: ReadonlyArray<CreditEntry>): DocumentContent => {
  const { currency, totalMinor } = receipt
  const language = localeOf(receipt)
  const { date, money } = formatIn(language)
  const amount = amountsIn(language, currency)
  const inCurrency = (amountMinor: number): string => money(amountMinor, currency)
  const credited = creditedMinor(entries)
  const isMixed = receipt.vat.length > 1
  return {
    title: words.receipt(language),
    number: receipt.number,
    issuedAt: receipt.issuedAt,
    ...parties(receipt, language),
    buyerTitle: words.soldTo(language),
    facts: [
      { label: words.receiptNumber(language), value: receipt.number },
      { label: words.date(language), value: date(receipt.issuedOn) },
      { label: words.order(language), value: orderOf(receipt) },
      { label: words.paidBy(language), value: Wording.paymentMethod(language, receipt.paymentMethod) },
      ...(receipt.promotions ?? []).map((one) => ({
        label: words.discount(language),
        value: describeApplied(one, inCurrency)
      }))
    ],
    goods: {
      caption: words.bought(language),
      columns: [
        text(words.item(language)),
        number(words.quantity(language)),
        number(words.unitPrice(language)),
        ...(isMixed ? [number(words.vat(language))] : []),
        number(words.total(language))
      ],
      rows: receipt.lines.flatMap(boughtRows(language, currency, isMixed)),
      sums: [
        { label: words.subtotal(language), amount: amount(receipt.subtotalMinor) },
        { label: words.shipping(language), amount: amount(receipt.shippingMinor) },
        { label: words.totalPaid(language), amount: money(totalMinor, currency), main: true }
      ]
    },
    vat: vatTable(language, receipt),
    credits: entries.length === 0 ? undefined : {
      caption: words.creditedSince(language),
      columns: [
        text(words.document(language)),
        text(words.date(language)),
        text(words.reason(language)),
        number(words.amount(language))
      ],
      rows: entries.map((entry) => [
        entry.number,
        date(entry.issuedOn),
        entry.kind === "credit_note" ? causes[entry.cause](language) : cancelled(language, entry.cancels, entry.reason),
        amount(0 - entry.totalMinor)
      ]),
      sums: [
        { label: words.creditedInAll(language), amount: amount(0 - credited) },
        { label: words.totalAfterCredits(language), amount: money(totalMinor - credited, currency), main: true }
      ]
    },
    remarks: [
      words.inclusive(language, { currency, vat: receipt.vatMinor }),
      words.thanks(language, { seller: receipt.seller.name })
    ]
  }
}

const cancelled = (language: Locale, number: string, reason: string): string =>
  reason === "" ? words.cancels(language, { number }) : words.cancelsBecause(language, { number, reason })

/** A credit note or the cancellation of one, for the receipt that it refers to. */
export const creditContent = (entry: CreditEntry, receipt: Receipt): DocumentContent => {
  const { currency, number: ownNumber, totalMinor } = entry
  const language = localeOf(receipt)
  const { date, money } = formatIn(language)
  const amount = amountsIn(language, currency)
  const order = { label: words.order(language), value: orderOf(receipt) }
  const issued = { label: words.date(language), value: date(entry.issuedOn) }
  const refersTo = {
    label: words.forReceipt(language),
    value: words.receiptOf(language, { number: receipt.number, date: date(receipt.issuedOn) })
  }
  const inclusive = words.inclusive(language, { currency, vat: receipt.vatMinor })
  const common = {
    number: ownNumber,
    issuedAt: entry.issuedAt,
    ...parties(receipt, language),
    vat: vatTable(language, entry),
    credits: undefined
  }
  const total: Sum = { label: words.totalCredited(language), amount: money(totalMinor, currency), main: true }
  if (entry.kind === "cancellation") {
    return {
      ...common,
      title: words.cancellation(language),
      buyerTitle: words.issuedTo(language),
      facts: [
        { label: words.number(language), value: ownNumber },
        issued,
        { label: words.cancelsNote(language), value: entry.cancels },
        refersTo,
        order
      ],
      goods: {
        caption: words.cancelled(language),
        columns: [text(words.item(language)), number(words.total(language))],
        rows: [[cancelled(language, entry.cancels, entry.reason), amount(totalMinor)]],
        sums: [total]
      },
      remarks: [inclusive, words.doesNotStand(language, { number: entry.cancels })]
    }
  }
  const beside = totalMinor - entry.lines.reduce((sum, line) => sum + line.amountMinor, 0)
  return {
    ...common,
    title: words.creditNote(language),
    buyerTitle: words.creditedTo(language),
    facts: [
      { label: words.creditNoteNumber(language), value: ownNumber },
      issued,
      refersTo,
      order,
      { label: words.reason(language), value: causes[entry.cause](language) },
      { label: words.paidBackBy(language), value: Wording.paymentMethod(language, receipt.paymentMethod) }
    ],
    goods: {
      caption: words.credited(language),
      columns: [text(words.item(language)), number(words.quantity(language)), number(words.amount(language))],
      rows: [
        ...entry.lines.map((line) => [line.name, String(line.quantity), amount(line.amountMinor)]),
        ...(beside === 0 ? [] : [[besideLines(language, entry, beside), "", amount(beside)]])
      ],
      sums: [total]
    },
    remarks: [inclusive]
  }
}

/** A note's total may hold shipping, or be less than its lines; one without lines is explained by its cause alone. */
const besideLines = (
  language: Locale,
  { cause, lines }: Extract<CreditEntry, { readonly kind: "credit_note" }>,
  besideMinor: number
): string =>
  lines.length === 0
    ? causes[cause](language)
    : besideMinor > 0
    ? words.otherCredits(language)
    : words.deduction(language)
