/** Documents to print: a receipt as the shop issues them, a long one, and what follows a receipt. */
import type { CountryCode } from "@beauty-store/domain/Address"
import { addDays, type Day, dayOf, defaultTimeZone } from "@beauty-store/domain/Days"
import { OrderId, ProductId, PromotionId } from "@beauty-store/domain/Ids"
import * as Receipt from "@beauty-store/domain/Receipt"
import * as Vat from "@beauty-store/domain/Vat"
import * as Either from "effect/Either"
import type { ReturnLabel } from "../src/LabelPdf.ts"

/** 2026-10-01, 16:30 in Berlin. */
export const issuedAt = Date.UTC(2026, 9, 1, 14, 30)
const dayOn = (at: number): Day => dayOf(at, defaultTimeZone)
export const orderId = OrderId.make("ord_0UwGk2hB7xQm4TzVn8cRfL1sYeD9")
export const returnId = "ret_0UwGk9aZ3pQm4TzVn8cRfL1sYeD7"

export const seller: Receipt.Seller = {
  name: "Beauty Store GmbH",
  address: "Torstraße 12",
  city: "Berlin",
  postcode: "10119",
  country: "DE" as CountryCode,
  vatId: "DE123456789",
  email: "orders@beauty.example"
}

export const buyer: Receipt.Buyer = {
  email: "zofia@poczta.example",
  address: {
    name: "Zofia Żółć-Ştefan",
    address: "ulica Piotrkowska 104",
    city: "Łódź",
    postcode: "90-926",
    country: "PL" as CountryCode
  }
}

interface Goods {
  readonly name: string
  readonly quantity: number
  readonly unitPriceMinor: number
  readonly discountMinor?: number
}

const goods: ReadonlyArray<Goods> = [
  { name: "Velvet Rosehip Face Oil, 30 ml", quantity: 2, unitPriceMinor: 2995 },
  { name: "Żubrówka Hand Cream", quantity: 1, unitPriceMinor: 1250 },
  { name: "Ελλάδα Olive Soap · мило «Київ»", quantity: 3, unitPriceMinor: 640 },
  {
    name: "Overnight Recovery Serum with Niacinamide, Hyaluronic Acid, Squalane and a Very Long Name That Wraps Twice, "
      + "Limited Edition of the Winter Solstice",
    quantity: 1,
    unitPriceMinor: 8900
  }
]

export const receiptOf = (
  wanted: ReadonlyArray<Goods> = goods,
  { buyer: to = buyer, seller: by = seller, shippingMinor = 495 } = {}
): Receipt.Receipt => {
  const lines = wanted.map((line, index) => ({
    ...line,
    productId: ProductId.make(`product-${index}`),
    listMinor: line.quantity * line.unitPriceMinor,
    discountMinor: line.discountMinor ?? 0,
    lineTotalMinor: line.quantity * line.unitPriceMinor - (line.discountMinor ?? 0),
    vatMinor: 0
  }))
  const totalMinor = lines.reduce((sum, line) => sum + line.lineTotalMinor, shippingMinor)
  const rateBp = Vat.rateBp(to.address.country)
  const vatMinor = Vat.includedVat(totalMinor, rateBp)
  return Receipt.receipt({
    number: Receipt.receiptNumber(dayOn(issuedAt), 42),
    issuedAt,
    issuedOn: dayOn(issuedAt),
    seller: by,
    buyer: to,
    paymentMethod: "apple_pay",
    purchase: {
      orderId,
      currency: "EUR",
      lines,
      shippingMinor,
      shippingVatMinor: vatMinor,
      vat: [{ rateBp, netMinor: totalMinor - vatMinor, vatMinor, grossMinor: totalMinor }]
    }
  })
}

/** The first of the goods is sold at a discount, by a code. */
export const discounted: Receipt.Receipt = {
  ...receiptOf(goods.map((line, index) => index === 0 ? { ...line, discountMinor: 900 } : line)),
  promotions: [
    { promotionId: PromotionId.make("promo_0123456789"), title: "Winter", code: "WINTER9", amountMinor: 900 },
    { promotionId: PromotionId.make("promo_0123456790"), title: "Free shipping", amountMinor: 0 }
  ]
}

const rateOf = (index: number): number => index === 1 ? 260 : 810
const swissGoods = receiptOf([
  { name: "Arvenseife, 100 g", quantity: 1, unitPriceMinor: 1290 },
  { name: "Bergminze-Tee, 50 g", quantity: 2, unitPriceMinor: 750 },
  { name: "Geschenkkorb", quantity: 1, unitPriceMinor: 97_000 }
], { seller: { ...seller, country: "CH" as CountryCode } })

/** In German, from Switzerland, with two rates. */
export const swiss: Receipt.Receipt = {
  ...swissGoods,
  language: "de",
  currency: "CHF",
  lines: swissGoods.lines.map((line, index) => ({ ...line, rateBp: rateOf(index) })),
  vat: [
    { rateBp: 260, netMinor: 1462, vatMinor: 38, grossMinor: 1500 },
    { rateBp: 810, netMinor: 92_771, vatMinor: 7514, grossMinor: 100_285 }
  ]
}

export const longReceipt = receiptOf(
  Array.from({ length: 99 }, (_, index) => ({
    name: index % 7 === 3
      ? `Nourishing Shampoo Bar ${index + 1} with Argan, Baobab and Marula Oil for Dry, Coloured and Stressed Hair`
      : `Lipstick Shade ${index + 1}`,
    quantity: 1 + index % 3,
    unitPriceMinor: 995 + index
  }))
)

const issued = (days: number) => {
  const at = issuedAt + days * 86_400_000
  return { issuedAt: at, issuedOn: dayOn(at) }
}

/** A credit note for a return, its cancellation, and the note that came in its place. */
export const entriesOf = (receipt: Receipt.Receipt): ReadonlyArray<Receipt.CreditEntry> => {
  const [line] = receipt.lines
  const note = {
    ...issued(9),
    receipt,
    amountMinor: line!.unitPriceMinor + receipt.shippingMinor,
    cause: "return",
    lines: [{ productId: line!.productId, name: line!.name, quantity: 1, amountMinor: line!.unitPriceMinor }]
  } as const
  const first = Either.getOrThrow(
    Receipt.creditNote({ ...note, number: Receipt.creditNumber(dayOn(issuedAt), 7), entries: [] })
  )
  const cancellation = Either.getOrThrow(
    Receipt.cancelCreditNote({
      ...issued(12),
      number: Receipt.creditNumber(dayOn(issuedAt), 9),
      entries: [first],
      cancels: first.number,
      reason: "the bank sent the refund back"
    })
  )
  const entries = [first, cancellation]
  const second = Either.getOrThrow(
    Receipt.creditNote({
      ...note,
      ...issued(13),
      number: Receipt.creditNumber(dayOn(issuedAt), 11),
      entries
    })
  )
  return [...entries, second]
}

export const label: ReturnLabel = {
  returnId,
  orderId,
  issuedAt,
  sendBy: addDays("2026-10-01" as Day, 30),
  from: buyer.address,
  to: seller,
  items: [
    { name: "Velvet Rosehip Face Oil, 30 ml", quantity: 1 },
    { name: "Ελλάδα Olive Soap · мило «Київ»", quantity: 2 }
  ]
}
