/**
 * The accounting documents of an order: its receipt, and the credit notes that take parts of it back. A receipt that
 * decodes adds up and never changes; a failed refund's note is cancelled by an entry of opposite sign. Entries never
 * take back more than the receipt has, per rate, and match it to the cent once all is refunded. Follows
 * docs/specification.md#receipts.
 *
 * @since 1.0.0
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { CountryCode, Email, ShippingAddress } from "./Address.ts"
import * as Days from "./Days.ts"
import { OrderId, ProductId } from "./Ids.ts"
import { defaultLanguage, Language } from "./Language.ts"
import * as Money from "./Money.ts"
import { PaymentStatus } from "./Order.ts"
import { shippingOfRates, VatPerRate } from "./Pricing.ts"
import { Applied } from "./Promotion.ts"
import { EntryKind } from "./ReceiptEntry.ts"
import { ReferenceNumber } from "./ReferenceNumber.ts"
import * as Vat from "./Vat.ts"

/** An order has no receipt before it is paid. */
export class OrderNotPaid extends Schema.TaggedError<OrderNotPaid>()("OrderNotPaid", {
  orderId: OrderId.claimed,
  paymentStatus: PaymentStatus
}) {
  override get message(): string {
    return `Order ${this.orderId} has no receipt: its payment is ${this.paymentStatus}.`
  }
}

/** The documents of a kind and a year, which are counted together, such as `R-2026`. */
export const Series = Schema.String.pipe(Schema.pattern(/^[RC]-\d{4}$/), Schema.brand("Series"))
export type Series = typeof Series.Type

/** The series that a receipt (`R`) or a credit note or its cancellation (`C`) of a day belongs to. */
export const series = (kind: "R" | "C", issuedOn: Days.Day): Series => Series.make(`${kind}-${issuedOn.slice(0, 4)}`)

const numbered = <const Name extends string>(name: Name, kind: "R" | "C") =>
  Schema.String.pipe(Schema.pattern(new RegExp(`^${kind}-\\d{4}-\\d{6,}$`)), Schema.brand(name))

export const ReceiptNumber = numbered("ReceiptNumber", "R")
export type ReceiptNumber = typeof ReceiptNumber.Type

export const CreditNumber = numbered("CreditNumber", "C")
export type CreditNumber = typeof CreditNumber.Type

const numberText = (kind: "R" | "C", issuedOn: Days.Day, count: number): string =>
  `${series(kind, issuedOn)}-${String(count).padStart(6, "0")}`

/** The number of the n-th receipt (from 1) of its series. */
export const receiptNumber = (issuedOn: Days.Day, count: number): ReceiptNumber =>
  ReceiptNumber.make(numberText("R", issuedOn, count))

/** The number of the n-th credit note or cancellation (from 1) of its series. */
export const creditNumber = (issuedOn: Days.Day, count: number): CreditNumber =>
  CreditNumber.make(numberText("C", issuedOn, count))

export const Seller = Schema.Struct({
  name: Schema.NonEmptyTrimmedString,
  address: Schema.NonEmptyTrimmedString,
  city: Schema.NonEmptyTrimmedString,
  postcode: Schema.NonEmptyTrimmedString,
  country: CountryCode,
  /** The VAT identification number. */
  vatId: Schema.NonEmptyTrimmedString,
  email: Email
})
export type Seller = typeof Seller.Type

/** What the law wants to stand beside a seller's address on its pages, as far as it has it. */
export const Imprint = Schema.Struct({
  phone: Schema.optional(Schema.NonEmptyTrimmedString),
  /** The persons who act for a company. */
  representedBy: Schema.optional(Schema.NonEmptyTrimmedString),
  /** The register that a company is in, and its number there. */
  register: Schema.optional(Schema.NonEmptyTrimmedString)
})
export type Imprint = typeof Imprint.Type

export const Buyer = Schema.Struct({ email: Email, address: ShippingAddress })
export type Buyer = typeof Buyer.Type

const BoughtLine = Schema.Struct({
  productId: ProductId,
  name: Schema.String,
  quantity: Schema.Positive.pipe(Schema.int()),
  unitPriceMinor: Money.AmountMinor,
  lineTotalMinor: Money.AmountMinor,
  /** In basis points. Receipts from before lines had rates have one for all, that of the receipt. */
  rateBp: Schema.optional(Schema.Int),
  /** Contained in `lineTotalMinor`. */
  vatMinor: Money.AmountMinor
})
const ListedLine = Schema.Struct({
  ...BoughtLine.fields,
  /** The price of all units at the unit price. */
  listMinor: Money.AmountMinor,
  /** The discount on it; the rest is the line's total. */
  discountMinor: Money.AmountMinor
})

/** A line of a receipt. Receipts from before discounts existed have no list amount: it is the total. */
export const ReceiptLine = Schema.transform(
  Schema.Struct({
    ...BoughtLine.fields,
    listMinor: Schema.optional(Money.AmountMinor),
    discountMinor: Schema.optional(Money.AmountMinor)
  }),
  Schema.typeSchema(ListedLine),
  {
    strict: true,
    decode: (line) => ({
      ...line,
      listMinor: line.listMinor ?? line.lineTotalMinor,
      discountMinor: line.discountMinor ?? 0
    }),
    encode: (line) => line
  }
)
export type ReceiptLine = typeof ReceiptLine.Type

const Issued = { issuedAt: Schema.Int, issuedOn: Days.Day }

/** Amounts include VAT unless the name says net. */
const Sums = {
  currency: Money.Currency,
  /** One entry per rate. */
  vat: Schema.Array(VatPerRate),
  netMinor: Money.AmountMinor,
  vatMinor: Money.AmountMinor,
  totalMinor: Money.AmountMinor
}

export const Receipt = Schema.Struct({
  number: ReceiptNumber,
  ...Issued,
  orderId: OrderId,
  /** Receipts from before orders had numbers lack it. */
  orderNumber: Schema.optional(ReferenceNumber),
  seller: Seller,
  buyer: Buyer,
  paymentMethod: Schema.NonEmptyString,
  /** In which it and its credit notes are printed. */
  language: Language,
  lines: Schema.Array(ReceiptLine),
  /** The promotions that counted; left out where none did. */
  promotions: Schema.optional(Schema.Array(Applied)),
  subtotalMinor: Money.AmountMinor,
  shippingMinor: Money.AmountMinor,
  /** Contained in `shippingMinor`. */
  shippingVatMinor: Money.AmountMinor,
  ...Sums
}).pipe(
  Schema.filter((receipt) => {
    const { lines, shippingMinor, shippingVatMinor, subtotalMinor, totalMinor, vatMinor } = receipt
    return addsUp(receipt)
      && sum(lines, (line) => line.lineTotalMinor) === subtotalMinor
      && subtotalMinor + shippingMinor === totalMinor
      && sum(lines, (line) => line.vatMinor) + shippingVatMinor === vatMinor
      && lines.every((line) => line.listMinor - line.discountMinor === line.lineTotalMinor)
  }, { description: "every sum is exact" })
)
export type Receipt = typeof Receipt.Type

const sum = <A>(entries: ReadonlyArray<A>, amount: (entry: A) => number): number =>
  entries.reduce((sum, entry) => sum + amount(entry), 0)

interface Summed {
  readonly vat: ReadonlyArray<VatPerRate>
  readonly netMinor: number
  readonly vatMinor: number
  readonly totalMinor: number
}

const addsUp = ({ netMinor, totalMinor, vat, vatMinor }: Summed): boolean =>
  vat.every((rate) => rate.netMinor + rate.vatMinor === rate.grossMinor)
  && sum(vat, (rate) => rate.netMinor) === netMinor
  && sum(vat, (rate) => rate.vatMinor) === vatMinor
  && sum(vat, (rate) => rate.grossMinor) === totalMinor

const summed = (vat: ReadonlyArray<VatPerRate>): Summed => ({
  vat,
  netMinor: sum(vat, (rate) => rate.netMinor),
  vatMinor: sum(vat, (rate) => rate.vatMinor),
  totalMinor: sum(vat, (rate) => rate.grossMinor)
})

/** A purchase as `Pricing.price` priced it, with the names of the goods. */
export interface Purchase {
  readonly orderId: OrderId
  readonly orderNumber?: ReferenceNumber | undefined
  readonly currency: Money.Currency
  readonly lines: ReadonlyArray<ReceiptLine>
  readonly promotions?: ReadonlyArray<Applied> | undefined
  readonly shippingMinor: number
  readonly shippingVatMinor: number
  readonly vat: ReadonlyArray<VatPerRate>
}

/** The receipt for an order. */
export const receipt = (
  { buyer, issuedAt, issuedOn, language = defaultLanguage, number, paymentMethod, purchase, seller }: {
    readonly number: ReceiptNumber
    readonly issuedAt: number
    /** The day of `issuedAt` where the shop is. */
    readonly issuedOn: Days.Day
    readonly seller: Seller
    readonly buyer: Buyer
    readonly paymentMethod: string
    /** The order's. */
    readonly language?: Language | undefined
    readonly purchase: Purchase
  }
): Receipt => ({
  number,
  issuedAt,
  issuedOn,
  orderId: purchase.orderId,
  ...(purchase.orderNumber === undefined ? {} : { orderNumber: purchase.orderNumber }),
  seller,
  buyer,
  paymentMethod,
  language,
  currency: purchase.currency,
  lines: purchase.lines.map((line) => ({
    productId: line.productId,
    name: line.name,
    quantity: line.quantity,
    unitPriceMinor: line.unitPriceMinor,
    listMinor: line.listMinor,
    discountMinor: line.discountMinor,
    lineTotalMinor: line.lineTotalMinor,
    rateBp: line.rateBp,
    vatMinor: line.vatMinor
  })),
  ...(purchase.promotions === undefined ? {} : { promotions: purchase.promotions }),
  subtotalMinor: sum(purchase.lines, (line) => line.lineTotalMinor),
  shippingMinor: purchase.shippingMinor,
  shippingVatMinor: purchase.shippingVatMinor,
  ...summed(purchase.vat)
})

/** Why a part of a receipt is taken back. */
export const CreditCause = Schema.Literal("cancellation", "return", "goodwill")
export type CreditCause = typeof CreditCause.Type

/** Goods that a credit note is for. They explain its amount, which may also contain shipping or be smaller. */
export const CreditedLine = Schema.Struct({
  productId: ProductId,
  name: Schema.String,
  quantity: Schema.Positive.pipe(Schema.int()),
  amountMinor: Money.AmountMinor
})
export type CreditedLine = typeof CreditedLine.Type

const Credit = {
  number: CreditNumber,
  ...Issued,
  /** The receipt of which it takes a part back. */
  receiptNumber: ReceiptNumber,
  ...Sums
}

/** Its amounts are positive: `totalMinor` is refunded to the buyer. */
export const CreditNote = Schema.Struct({
  kind: EntryKind.pipe(Schema.pickLiteral("credit_note")),
  ...Credit,
  cause: CreditCause,
  lines: Schema.Array(CreditedLine)
}).pipe(Schema.filter(addsUp, { description: "every sum is exact" }))
export type CreditNote = typeof CreditNote.Type

/** Cancels a credit note whose refund failed; the amounts are the note's, negative. */
export const CreditNoteCancellation = Schema.Struct({
  kind: EntryKind.pipe(Schema.pickLiteral("cancellation")),
  ...Credit,
  /** The credit note that it cancels. */
  cancels: CreditNumber,
  reason: Schema.String
}).pipe(Schema.filter(addsUp, { description: "every sum is exact" }))
export type CreditNoteCancellation = typeof CreditNoteCancellation.Type

/** A document that follows a receipt. All entries together sum to the amount that has been taken back of it. */
export const CreditEntry = Schema.Union(CreditNote, CreditNoteCancellation)
export type CreditEntry = typeof CreditEntry.Type

/** More is to be taken back than is left of the receipt. */
export class CreditExceedsReceipt extends Schema.TaggedError<CreditExceedsReceipt>()("CreditExceedsReceipt", {
  receiptNumber: Schema.String,
  requested: Schema.Int,
  remaining: Schema.Int,
  currency: Money.Currency
}) {
  override get message(): string {
    const { currency, receiptNumber } = this
    const [requested, remaining] = [Money.coded(this.requested, currency), Money.coded(this.remaining, currency)]
    return `${requested} of receipt ${receiptNumber} are to be credited, ${remaining} remain.`
  }
}

/** The receipt has no such credit note, or it is cancelled already. */
export class CreditNoteNotStanding
  extends Schema.TaggedError<CreditNoteNotStanding>()("CreditNoteNotStanding", { number: Schema.String })
{
  override get message(): string {
    return `There is no credit note ${this.number} to cancel.`
  }
}

/** The amount that all entries of a receipt have taken back of it, in minor units. */
export const creditedMinor = (entries: ReadonlyArray<CreditEntry>): number => sum(entries, (entry) => entry.totalMinor)

/** The part of an amount that goods and shipping of a rate have. */
export const RateAmount = Schema.Struct({ rateBp: Schema.Int, amountMinor: Money.AmountMinor })
export type RateAmount = typeof RateAmount.Type

/**
 * The parts of a refund by rates: those of goods, and of the shipping that is refunded with them in proportion to what
 * each rate has of the purchase's.
 */
export const refundParts = (
  { goods, purchase, shippingMinor }: {
    readonly goods: ReadonlyArray<RateAmount>
    readonly shippingMinor: number
    readonly purchase: Parameters<typeof shippingOfRates>[0]
  }
): ReadonlyArray<RateAmount> => {
  const shipping = Money.split(shippingMinor, shippingOfRates(purchase))
  return purchase.vat.map(({ rateBp }, n) => ({
    rateBp,
    amountMinor: sum(goods.filter((part) => part.rateBp === rateBp), (part) => part.amountMinor) + shipping[n]!
  })).filter(({ amountMinor }) => amountMinor > 0)
}

/**
 * A credit note for an amount of at least 1. `entries` are all that the receipt has so far. Each rate gives its part of
 * the amount, as far as so much is left of it; the rest, or all where no parts are known, comes from all rates in
 * proportion to what is left of each.
 */
export const creditNote = (
  { amountMinor, cause, entries, issuedAt, issuedOn, lines, number, parts = [], receipt }: {
    readonly number: CreditNumber
    readonly issuedAt: number
    /** The day of `issuedAt` where the shop is. */
    readonly issuedOn: Days.Day
    readonly receipt: Receipt
    readonly entries: ReadonlyArray<CreditEntry>
    readonly amountMinor: number
    /** They sum to the amount, or there are none. */
    readonly parts?: ReadonlyArray<RateAmount> | undefined
    readonly cause: CreditCause
    readonly lines?: ReadonlyArray<CreditedLine> | undefined
  }
): Either.Either<CreditNote, CreditExceedsReceipt> => {
  const credited = receipt.vat.map((rate) => creditedOf(rate.rateBp, entries))
  const remaining = receipt.vat.map((rate, index) => rate.grossMinor - credited[index]!.grossMinor)
  const remainingMinor = sum(remaining, (amount) => amount)
  if (amountMinor > remainingMinor) {
    return Either.left(
      new CreditExceedsReceipt({
        receiptNumber: receipt.number,
        requested: amountMinor,
        remaining: remainingMinor,
        currency: receipt.currency
      })
    )
  }
  const own = receipt.vat.map(({ rateBp }, index) =>
    Math.min(sum(parts.filter((part) => part.rateBp === rateBp), (part) => part.amountMinor), remaining[index]!)
  )
  const others = Money.split(amountMinor - sum(own, (amount) => amount), remaining.map((left, n) => left - own[n]!))
  const vat = receipt.vat.map((rate, index) => creditOf(rate, credited[index]!, own[index]! + others[index]!))
  return Either.right({
    kind: "credit_note",
    number,
    issuedAt,
    issuedOn,
    receiptNumber: receipt.number,
    currency: receipt.currency,
    cause,
    lines: lines ?? [],
    ...summed(vat.filter((rate) => rate.grossMinor !== 0))
  })
}

const creditedOf = (rateBp: number, entries: ReadonlyArray<CreditEntry>): VatPerRate => {
  const ofRate = entries.flatMap((entry) => entry.vat).filter((rate) => rate.rateBp === rateBp)
  const { netMinor, totalMinor, vatMinor } = summed(ofRate)
  return { rateBp, netMinor, vatMinor, grossMinor: totalMinor }
}

/**
 * The VAT in the new credited total, less the VAT credited before. Cancelled notes may have left some cents too many or
 * too few there, and a receipt may have been rounded differently: so it is bounded by the remaining VAT of the receipt,
 * and leaves at most its remaining net. For the last note both bounds are the same.
 */
const creditOf = (receipt: VatPerRate, credited: VatPerRate, grossMinor: number): VatPerRate => {
  const due = Vat.includedVat(credited.grossMinor + grossMinor, receipt.rateBp) - credited.vatMinor
  const most = Math.min(grossMinor, receipt.vatMinor - credited.vatMinor)
  const least = Math.max(0, grossMinor - (receipt.netMinor - credited.netMinor))
  const vatMinor = Math.max(least, Math.min(due, most))
  return { rateBp: receipt.rateBp, netMinor: grossMinor - vatMinor, vatMinor, grossMinor }
}

/** Cancels a credit note, once; `entries` are all entries of its receipt. */
export const cancelCreditNote = (
  { cancels, entries, issuedAt, issuedOn, number, reason }: {
    readonly number: CreditNumber
    readonly issuedAt: number
    /** The day of `issuedAt` where the shop is. */
    readonly issuedOn: Days.Day
    readonly entries: ReadonlyArray<CreditEntry>
    readonly cancels: CreditNumber
    readonly reason: string
  }
): Either.Either<CreditNoteCancellation, CreditNoteNotStanding> => {
  const note = entries.find((entry) => entry.kind === "credit_note" && entry.number === cancels)
  const isCancelled = entries.some((entry) => entry.kind === "cancellation" && entry.cancels === cancels)
  if (note === undefined || isCancelled) return Either.left(new CreditNoteNotStanding({ number: cancels }))
  return Either.right({
    kind: "cancellation",
    number,
    issuedAt,
    issuedOn,
    receiptNumber: note.receiptNumber,
    cancels,
    reason,
    currency: note.currency,
    ...summed(note.vat.map(({ grossMinor, netMinor, rateBp, vatMinor }) => ({
      rateBp,
      netMinor: 0 - netMinor,
      vatMinor: 0 - vatMinor,
      grossMinor: 0 - grossMinor
    })))
  })
}
