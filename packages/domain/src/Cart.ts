/**
 * The lines of a cart: one product each, 1 to 99 units of it, never more than are available at that moment. A line
 * costs today's price and remembers what the shopper saw: what costs more, or lost a discount, is not charged
 * (`acceptPurchase`). A refused change leaves the cart as it was; later changes are told (`messages`). Follows
 * docs/specification.md#cart.
 *
 * @since 1.0.0
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { NoLongerSold, PriceMinor } from "./Catalog.ts"
import { ProductId } from "./Ids.ts"
import * as Money from "./Money.ts"
import { InsufficientStock } from "./Stock.ts"

export const maxQuantity = 99

/** Units of one product in one line. */
export const Quantity = Schema.Int.pipe(
  Schema.between(1, maxQuantity, { description: `a whole number of units from 1 to ${maxQuantity}` })
)
export type Quantity = typeof Quantity.Type

/** What is taken off a line, in minor units. */
export const DiscountMinor = Money.AmountMinor.pipe(Schema.nonNegative())

export const CartLine = Schema.Struct({
  productId: ProductId,
  quantity: Quantity,
  /** The unit price when the shopper last touched this line. */
  priceSeenMinor: PriceMinor,
  /** The unit price that they were shown since, where it is another. */
  priceShownMinor: Schema.optional(PriceMinor),
  /** The discount on all units that they were shown last; default: none. */
  discountShownMinor: Schema.optional(DiscountMinor)
})
export type CartLine = typeof CartLine.Type

/** The shop's current offer of a product: its unit price and the units that can still be sold. */
export interface Offer {
  readonly productId: ProductId
  readonly priceMinor: number
  readonly available: number
  /** Whether the shop sells it no more; default: no. Then no unit is available. */
  readonly isArchived?: boolean | undefined
}

/** More units in one line than the shop sells at once. */
export class QuantityLimitExceeded extends Schema.TaggedError<QuantityLimitExceeded>()("QuantityLimitExceeded", {
  productId: ProductId.claimed,
  requested: Schema.Int,
  limit: Schema.Int
}) {
  override get message(): string {
    return `${this.requested} of ${this.productId} were requested, a cart holds at most ${this.limit} of a product.`
  }
}

/** There is nothing to buy. */
export class CartEmpty extends Schema.TaggedError<CartEmpty>()("CartEmpty", {}) {
  override get message(): string {
    return "The cart is empty: add a product first."
  }
}

/** A purchase costs more than its buyer was shown. Amounts are in minor units. */
export class PriceChanged extends Schema.TaggedError<PriceChanged>()("PriceChanged", {
  /** The products that cost more since: the price of a unit after discounts, rounded to the buyer's advantage. */
  changes: Schema.Array(
    Schema.Struct({ productId: ProductId, priceSeen: Money.AmountMinor, price: Money.AmountMinor })
  ),
  total: Money.AmountMinor,
  /** The most that the buyer expects to pay, where they said so. */
  expectedTotal: Schema.NullOr(Money.AmountMinor),
  currency: Money.Currency
}) {
  override get message(): string {
    const amount = (amountMinor: number) => `${Money.format(amountMinor)} ${this.currency}`
    return [
      ...this.changes.map(({ price, priceSeen, productId }) =>
        `The price of ${productId} changed from ${Money.format(priceSeen)} to ${amount(price)}.`
      ),
      `The order costs ${amount(this.total)}${
        this.expectedTotal === null
          ? ""
          : this.total > this.expectedTotal
          ? `, more than the ${amount(this.expectedTotal)} that the buyer agreed to`
          : ", for other goods than those that the buyer agreed to"
      }.`
    ].join(" ")
  }
}

export type CartRefusal = InsufficientStock | NoLongerSold | QuantityLimitExceeded

/** Adds units (at least 1) to a product's line, at today's price. A new product comes last. */
export const add = (
  lines: ReadonlyArray<CartLine>,
  offer: Offer,
  quantity: number
): Either.Either<ReadonlyArray<CartLine>, CartRefusal> => {
  const line = lines.find((line) => line.productId === offer.productId)
  return hold(lines, offer, (line?.quantity ?? 0) + quantity)
}

/** Sets the units of a product's line, new or not; 0 removes it. */
export const set = (
  lines: ReadonlyArray<CartLine>,
  offer: Offer,
  quantity: number
): Either.Either<ReadonlyArray<CartLine>, CartRefusal> =>
  quantity === 0 ? Either.right(remove(lines, offer.productId)) : hold(lines, offer, quantity)

/** Removes a product, if it is there. */
export const remove = (lines: ReadonlyArray<CartLine>, productId: ProductId): ReadonlyArray<CartLine> =>
  lines.filter((line) => line.productId !== productId)

/** Where both limits are exceeded, the tighter one is named, so that a second try with its number succeeds. */
const hold = (
  lines: ReadonlyArray<CartLine>,
  { available, isArchived = false, priceMinor, productId }: Offer,
  quantity: number
): Either.Either<ReadonlyArray<CartLine>, CartRefusal> => {
  if (isArchived) return Either.left(new NoLongerSold({ productId }))
  if (quantity > Math.min(available, maxQuantity)) {
    return Either.left(
      available < maxQuantity
        ? new InsufficientStock({ productId, requested: quantity, available })
        : new QuantityLimitExceeded({ productId, requested: quantity, limit: maxQuantity })
    )
  }
  const held: CartLine = { productId, quantity, priceSeenMinor: priceMinor }
  return Either.right(
    lines.some((line) => line.productId === productId)
      ? lines.map((line) => line.productId === productId ? held : line)
      : [...lines, held]
  )
}

/** The unit price that the shopper was shown last. */
const lastShownMinor = ({ priceSeenMinor, priceShownMinor }: CartLine): number => priceShownMinor ?? priceSeenMinor

/** What all units of a line cost when the shopper was shown it last, after discounts. */
const costShownMinor = (line: CartLine): number => line.quantity * lastShownMinor(line) - (line.discountShownMinor ?? 0)

/** The price of a line today: that of a unit, and the discount on all of them (default: none). */
export interface LinePrice {
  readonly priceMinor: number
  readonly discountMinor?: number | undefined
}

/** Whether the shopper was shown last what a line costs today. */
export const isShown = (line: CartLine, { discountMinor = 0, priceMinor }: LinePrice): boolean =>
  lastShownMinor(line) === priceMinor && (line.discountShownMinor ?? 0) === discountMinor

/** The goods of a cart in short: products with their units, in the cart's order. */
export const goodsOf = (lines: ReadonlyArray<Pick<CartLine, "productId" | "quantity">>): string =>
  lines.map(({ productId, quantity }) => `${productId} ${quantity}`).join(", ")

/**
 * Refuses a purchase that its buyer was not shown: other goods than they expect, more than the total that they expect
 * or, where they name none, a line or shipping that costs more than they were shown. Each line is compared, so that all of them
 * cost no more together. A lower cost needs no consent.
 */
export const acceptPurchase = (
  { currency, expectedGoods, expectedTotalMinor, lines, losesFreeShipping = false, totalMinor }: {
    readonly lines: ReadonlyArray<LinePrice & { readonly line: CartLine }>
    readonly totalMinor: number
    /** Whether they were shown free shipping by a promotion that counts no more; default: no. */
    readonly losesFreeShipping?: boolean | undefined
    readonly expectedTotalMinor?: number | undefined
    /** By `goodsOf`; default: any goods. */
    readonly expectedGoods?: string | undefined
    readonly currency: Money.Currency
  }
): Either.Either<void, PriceChanged> => {
  const changes = lines
    .map(({ discountMinor = 0, line, priceMinor }) => ({
      line,
      costMinor: line.quantity * priceMinor - discountMinor,
      shownMinor: costShownMinor(line)
    }))
    .filter(({ costMinor, shownMinor }) => costMinor > shownMinor)
    .map(({ costMinor, line: { productId, quantity }, shownMinor }) => ({
      productId,
      priceSeen: Math.floor(shownMinor / quantity),
      price: Math.ceil(costMinor / quantity)
    }))
  const isAccepted = expectedTotalMinor === undefined
    ? changes.length === 0 && !losesFreeShipping
    : totalMinor <= expectedTotalMinor
  const isExpected = expectedGoods === undefined || expectedGoods === goodsOf(lines.map(({ line }) => line))
  return isAccepted && isExpected
    ? Either.void
    : Either.left(new PriceChanged({ changes, total: totalMinor, expectedTotal: expectedTotalMinor ?? null, currency }))
}

/** The changes that a shopper may have to be told of. */
export const CartMessageCode = Schema.Literal(
  "price_changed",
  "insufficient_stock",
  "out_of_stock",
  "no_longer_sold"
)

/** A change to a line since the shopper last saw it: a code for programs, a sentence for people. */
export const CartMessage = Schema.Union(
  Schema.Struct({
    code: CartMessageCode.pipe(Schema.pickLiteral("price_changed")),
    productId: ProductId,
    message: Schema.String,
    priceSeenMinor: Money.AmountMinor,
    priceMinor: Money.AmountMinor
  }),
  Schema.Struct({
    code: CartMessageCode.pipe(Schema.pickLiteral("insufficient_stock")),
    productId: ProductId,
    message: Schema.String,
    requested: Schema.Int,
    available: Schema.Int
  }),
  Schema.Struct({
    code: CartMessageCode.pipe(Schema.pickLiteral("out_of_stock", "no_longer_sold")),
    productId: ProductId,
    message: Schema.String
  })
)
export type CartMessage = typeof CartMessage.Type

/**
 * The messages about a line, given today's price and stock: first about its price, then about its availability. About
 * one that is not sold any more there is nothing else to say.
 */
export const messages = (
  { priceSeenMinor, productId, quantity }: CartLine,
  { available, isArchived = false, priceMinor }: Omit<Offer, "productId">,
  currency: Money.Currency = Money.defaultCurrency
): ReadonlyArray<CartMessage> => {
  if (isArchived) {
    return [{ code: "no_longer_sold", productId, message: "This product is not sold any more: remove it." }]
  }
  const messages: Array<CartMessage> = []
  if (priceMinor !== priceSeenMinor) {
    const [before, after] = [Money.format(priceSeenMinor), Money.format(priceMinor)]
    const message = `The price changed from ${before} to ${after} ${currency}.`
    messages.push({ code: "price_changed", productId, message, priceSeenMinor, priceMinor })
  }
  if (available <= 0) {
    messages.push({ code: "out_of_stock", productId, message: "This product is out of stock." })
  } else if (available < quantity) {
    const message = `Only ${available} of the ${quantity} in your cart ${available === 1 ? "is" : "are"} available.`
    messages.push({ code: "insufficient_stock", productId, message, requested: quantity, available })
  }
  return messages
}
