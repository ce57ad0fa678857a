/**
 * Adds an order up anew from its lines, its shipping charge and its rates of VAT, and compares the result with the
 * stored values.
 *
 * Left out on purpose: whether discounts, charge and rates were those of the day. Strategies decide them, and the order
 * is where they are stored.
 */
import { CountryCode } from "@beauty-store/domain/Address"
import * as Destination from "@beauty-store/domain/Destination"
import { ProductId } from "@beauty-store/domain/Ids"
import * as Money from "@beauty-store/domain/Money"
import * as Pricing from "@beauty-store/domain/Pricing"
import * as Vat from "@beauty-store/domain/Vat"
import * as Query from "@beauty-store/sql/Query"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Compare } from "./AuditFindings.ts"

/** Columns of JSON are read as text, so that a value that does not decode is found. */
export const OrderRow = Schema.Struct({
  id: Schema.String,
  address: Schema.String,
  subtotal_minor: Query.Int,
  shipping_minor: Query.Int,
  shipping_vat_minor: Query.Int,
  total_minor: Query.Int,
  vat: Schema.String,
  method: Schema.NullOr(Schema.String)
})
export type OrderRow = typeof OrderRow.Type

export const LineRow = Schema.Struct({
  order_id: Schema.String,
  n: Query.Int,
  product_id: Schema.String,
  quantity: Query.Int,
  unit_price_minor: Query.Int,
  list_minor: Query.Int,
  discount_minor: Query.Int,
  line_total_minor: Query.Int,
  rate_bp: Schema.NullOr(Query.Int),
  vat_minor: Query.Int
})
export type LineRow = typeof LineRow.Type

const decodePlace = Schema.decodeEither(
  Schema.parseJson(Schema.Struct({ country: CountryCode, postcode: Schema.String }))
)
const decodeVat = Schema.decodeEither(Schema.parseJson(Schema.Array(Pricing.VatPerRate)))

/** `19 %: 37.61 + 7.14 = 44.75`. */
export const vatText = (vat: ReadonlyArray<Pricing.VatPerRate>, currency: Money.Currency): string =>
  vat.length === 0
    ? "none"
    : vat.map(({ grossMinor, netMinor, rateBp, vatMinor }) => {
      const [net, tax, gross] = [netMinor, vatMinor, grossMinor].map((minor) => Money.format(minor, currency))
      return `${rateBp / 100} %: ${net} + ${tax} = ${gross}`
    }).join(", ")

/** Compares, and returns the newly priced order, where that is possible. */
export const comparePrices = (
  order: OrderRow,
  lines: ReadonlyArray<LineRow>,
  compare: Compare,
  currency: Money.Currency
): Pricing.Priced | undefined => {
  const amount = (amountMinor: number) => Money.format(amountMinor, currency)
  compare(
    "order.lines",
    order.id,
    "lines are numbered",
    lines.map((_, n) => n).join(" "),
    lines.map((l) => l.n).join(" ")
  )
  if (lines.length === 0) {
    compare("order.lines", order.id, "there are lines", "at least one", "none")
    return undefined
  }
  if (order.shipping_minor < 0) {
    compare("price.shipping", order.id, "shipping costs", `${amount(0)} or more`, amount(order.shipping_minor))
    return undefined
  }
  const overDiscounted = lines.find((l) => l.discount_minor < 0 || l.discount_minor > l.quantity * l.unit_price_minor)
  if (overDiscounted !== undefined) {
    const { discount_minor, n, quantity, unit_price_minor } = overDiscounted
    const range = `${amount(0)} to ${amount(quantity * unit_price_minor)}`
    compare("price.discount", `${order.id} ${n}`, "the discount on the line is", range, amount(discount_minor))
    return undefined
  }
  const destination = decodePlace(order.address)
  if (Either.isLeft(destination)) {
    compare("order.address", order.id, "the address is", "an address", "unreadable")
    return undefined
  }
  const vat = decodeVat(order.vat)
  // Lines from before they had rates have the one rate of their order.
  const oneRateBp = Either.match(vat, {
    onLeft: () => Vat.rateBp(Destination.codeOf(Destination.of(destination.right))),
    onRight: ([entry]) => entry?.rateBp ?? 0
  })
  // Discounts, the shipping charge and the rates are facts of their day; everything else follows.
  const priced = Pricing.sumUp({
    lines: lines.map((line) => ({
      productId: ProductId.make(line.product_id, { disableValidation: true }),
      quantity: line.quantity,
      unitPriceMinor: line.unit_price_minor,
      discountMinor: line.discount_minor,
      rateBp: line.rate_bp ?? oneRateBp
    })),
    shippingMinor: order.shipping_minor,
    currency
  })
  const money = (kind: string, subject: string, what: string, expected: number, found: number) =>
    compare(kind, subject, what, amount(expected), amount(found))
  for (const [n, line] of lines.entries()) {
    const { lineTotalMinor, listMinor, vatMinor } = priced.lines[n]!
    money("price.list", `${order.id} ${line.n}`, "the line lists at", listMinor, line.list_minor)
    money("price.line", `${order.id} ${line.n}`, "the line costs", lineTotalMinor, line.line_total_minor)
    money("price.vat", `${order.id} ${line.n}`, "the line contains VAT of", vatMinor, line.vat_minor)
  }
  money("price.subtotal", order.id, "the goods cost", priced.subtotalMinor, order.subtotal_minor)
  money("price.total", order.id, "all of it costs", priced.totalMinor, order.total_minor)
  money("price.vat", order.id, "shipping contains VAT of", priced.shippingVatMinor, order.shipping_vat_minor)
  const found = Either.match(vat, { onLeft: () => "unreadable", onRight: (rows) => vatText(rows, currency) })
  compare("price.vat", order.id, "the VAT is", vatText(priced.vat, currency), found)
  return priced
}
