/**
 * Promotions: what a shop takes off for a while, by a code or for everybody. Of all that a purchase fulfils, the one
 * that takes most off its goods counts, of equal ones the older; one that frees the shipping counts beside it. It is
 * split over its goods to the cent, after `Discount` and before VAT. Uses are counted elsewhere. Follows
 * docs/specification.md#promotions.
 *
 * @since 1.0.0
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { CountryCode } from "./Address.ts"
import { Category } from "./Catalog.ts"
import { BrandId, ProductId, PromotionId } from "./Ids.ts"
import { type Language, LocalText, textIn } from "./Language.ts"
import type { ListedLine } from "./ListedLine.ts"
import * as Money from "./Money.ts"
import { Line } from "./PlainText.ts"

/** A code as it is stored: capitals, digits and hyphens. */
export const Code = Schema.String.pipe(
  Schema.pattern(/^[A-Z0-9](?:[A-Z0-9-]{1,38}[A-Z0-9])$/, {
    description: "a code of 3 to 40 letters A to Z, digits and hyphens between them"
  }),
  Schema.brand("PromotionCode")
)
export type Code = typeof Code.Type

/** A purchase has at most so many codes. */
export const maxCodes = 5

/** A code as people give it, as codes are compared. */
export const foldCode = (given: string): string => given.normalize("NFKC").trim().toUpperCase()

const Units = Schema.Int.pipe(Schema.between(1, 99))

/** What a promotion gives. */
export const Benefit = Schema.Union(
  /** A part of the price, in per cent. */
  Schema.Struct({
    type: Schema.Literal("percentage"),
    percent: Schema.Int.pipe(Schema.between(1, 100, { description: "a whole number from 1 to 100" }))
  }),
  /** An amount of all goods together, in minor units, as far as they cost as much. */
  Schema.Struct({ type: Schema.Literal("amount"), amountMinor: Money.AmountMinor.pipe(Schema.positive()) }),
  /** Of each `buy + get` units, the `get` cheapest cost nothing. */
  Schema.Struct({ type: Schema.Literal("buy_get"), buy: Units, get: Units }),
  Schema.Struct({ type: Schema.Literal("free_shipping") })
)
export type Benefit = typeof Benefit.Type

/** The most members of a condition that is a list. */
export const mostListed = 200

const list = <A, I>(member: Schema.Schema<A, I>) =>
  Schema.optional(Schema.NonEmptyArray(member).pipe(Schema.maxItems(mostListed)))

/** What a purchase has to fulfil. What is left out limits nothing. */
export const Conditions = Schema.Struct({
  /** The goods that it is for: those of these products, brands or categories. */
  products: list(ProductId),
  brands: list(BrandId),
  categories: list(Category),
  /** Where the parcel goes. */
  countries: list(CountryCode),
  /** The least that these goods cost before it, after the shop's own discounts, in minor units. */
  leastMinor: Schema.optional(Money.AmountMinor.pipe(Schema.positive())),
  /** Nobody of this e-mail address has bought before. */
  firstOrder: Schema.optional(Schema.Boolean)
})
export type Conditions = typeof Conditions.Type

/** How often a code counts. */
export const maxUses = 1_000_000
export const Uses = Schema.Int.pipe(Schema.between(1, maxUses))

export const Promotion = Schema.Struct({
  id: PromotionId,
  /** What people read. */
  title: LocalText(Line(100)),
  /** Undefined: for everybody. */
  code: Schema.optional(Code),
  benefit: Benefit,
  conditions: Conditions,
  /** From this moment on, in milliseconds. */
  startsAt: Schema.Int,
  /** Until this moment; undefined: until somebody ends it. */
  endsAt: Schema.optional(Schema.Int),
  /** How often at most, in all and by one e-mail address. */
  uses: Schema.optional(Uses),
  usesPerCustomer: Schema.optional(Uses)
})
export type Promotion = typeof Promotion.Type

/** Why a code takes nothing off. */
export const Reason = Schema.Literal(
  "unknown",
  "not_begun",
  "ended",
  "used_up",
  "used_by_customer",
  "not_first_order",
  "not_for_this_country",
  "not_for_these_goods",
  "below_least",
  "better_offer"
)
export type Reason = typeof Reason.Type

/** Whether a reason lies in the goods of a purchase, so that other goods resolve it. */
export const isOfGoods = (reason: Reason): boolean => reason === "not_for_these_goods" || reason === "below_least"

const reasons: Readonly<Record<Reason, string>> = {
  unknown: "The shop has no such code",
  not_begun: "It does not count yet",
  ended: "It has ended",
  used_up: "It has been used as often as it may be",
  used_by_customer: "It has been used with this e-mail address",
  not_first_order: "It is for a first order",
  not_for_this_country: "It is not for this country",
  not_for_these_goods: "It is not for these goods",
  below_least: "The goods that it is for cost too little",
  better_offer: "A better offer counts"
}

/** A code that a buyer gave takes nothing off. */
export class CodeRefused extends Schema.TaggedError<CodeRefused>()("CodeRefused", {
  discountCode: Schema.String,
  reason: Reason,
  /** The least that its goods have to cost, in minor units; null: that is not the reason. */
  minimum: Schema.NullOr(Money.AmountMinor)
}) {
  override get message(): string {
    return `The code ${JSON.stringify(this.discountCode)} takes nothing off. ${
      describe({ reason: this.reason, leastMinor: this.minimum ?? undefined })
    }`
  }
}

/** The refusal of the first code that the buyer cannot use, whatever they buy; undefined where there is none. */
export const refusedToCustomer = (
  codes: ReadonlyArray<{ readonly code: string; readonly reason?: Reason | undefined }>
): CodeRefused | undefined => {
  const [refused] = codes.flatMap(({ code, reason }) =>
    reason === "used_by_customer" || reason === "not_first_order" ? [{ code, reason }] : []
  )
  return refused && new CodeRefused({ discountCode: refused.code, reason: refused.reason, minimum: null })
}

/** Why a code takes nothing off, and what its goods have to cost at least, in minor units, where that is why. */
export interface Refused {
  readonly reason: Reason
  readonly leastMinor?: number | undefined
}

/** A reason in a sentence. */
export const describe = ({ leastMinor, reason }: Refused): string =>
  leastMinor === undefined
    ? `${reasons[reason]}.`
    : `The goods that it is for cost less than ${Money.format(leastMinor)}.`

/** A line of a purchase as promotions see it: with what is left to pay after the shop's own discounts. */
export interface PromotedLine
  extends Pick<ListedLine, "brandId" | "category" | "productId" | "quantity" | "unitPriceMinor">
{
  readonly amountMinor: number
}

/** A code that a buyer gave, and its promotion, or why it counts for none of their purchases. */
export interface GivenCode {
  readonly code: string
  readonly promotion: Either.Either<Promotion, Reason>
}

/** The promotions that a purchase may have at a moment: those for everybody, and those of the codes that were given. */
export interface Offered {
  readonly automatic: ReadonlyArray<Promotion>
  readonly given: ReadonlyArray<GivenCode>
}

export const nothingOffered: Offered = { automatic: [], given: [] }

/** A promotion that counts: what it takes off the goods, in minor units, and whether it frees the shipping. */
export interface Counted {
  readonly promotion: Promotion
  readonly amountMinor: number
}

export interface Outcome {
  readonly counted: ReadonlyArray<Counted>
  /** What is taken off each line, in their order. */
  readonly discountsMinor: ReadonlyArray<number>
  readonly freesShipping: boolean
  /** Each code that was given, with the reason where it takes nothing off. */
  readonly codes: ReadonlyArray<
    Pick<Refused, "leastMinor"> & { readonly code: string; readonly reason: Reason | undefined }
  >
}

/** Whether it can be used at a moment, by its time alone. */
export const reasonOfTime = ({ endsAt, startsAt }: Promotion, now: number): Reason | undefined =>
  endsAt !== undefined && (now >= endsAt || endsAt <= startsAt)
    ? "ended"
    : now < startsAt
    ? "not_begun"
    : undefined

/** The next moment at which it begins or ends; undefined: it has ended, or does not end. */
export const nextChange = ({ endsAt, startsAt }: Promotion, now: number): number | undefined =>
  now < startsAt ? startsAt : endsAt !== undefined && now < endsAt ? endsAt : undefined

/** Whether its goods are of those that it is for. */
export const isFor = (
  { brands, categories, products }: Conditions,
  line: Pick<PromotedLine, "brandId" | "category" | "productId">
): boolean =>
  (products === undefined && brands === undefined && categories === undefined)
  || products?.includes(line.productId) === true
  || (line.brandId !== undefined && brands?.includes(line.brandId) === true)
  || (line.category !== undefined && categories?.includes(line.category) === true)

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, amount) => total + amount, 0)

/** By code unit: the lines whose turn it is first where a cent is left, whatever their order. */
const ranked = (lines: ReadonlyArray<PromotedLine>): ReadonlyArray<number> =>
  lines.map((_, n) => n).sort((a, b) => lines[a]!.productId < lines[b]!.productId ? -1 : 1)

/** What the free units of a purchase cost: of all units, the cheapest. */
const freeUnits = (lines: ReadonlyArray<PromotedLine>, free: number): ReadonlyArray<number> => {
  const discounts = lines.map(() => 0)
  let left = free
  const byPrice = [...ranked(lines)].sort((a, b) => lines[a]!.unitPriceMinor - lines[b]!.unitPriceMinor)
  for (const n of byPrice) {
    const { amountMinor, quantity } = lines[n]!
    const units = Math.min(left, quantity)
    discounts[n] = units === quantity ? amountMinor : Math.floor(amountMinor * units / quantity)
    left -= units
  }
  return discounts
}

/** What a benefit takes off the lines that it is for. */
const discountsOf = (benefit: Benefit, lines: ReadonlyArray<PromotedLine>): ReadonlyArray<number> => {
  const amounts = lines.map(({ amountMinor }) => amountMinor)
  const total = sum(amounts)
  const spread = (amountMinor: number): ReadonlyArray<number> => {
    const order = ranked(lines)
    const shares = Money.split(amountMinor, order.map((n) => amounts[n]!))
    const discounts = lines.map(() => 0)
    order.forEach((n, position) => discounts[n] = shares[position]!)
    return discounts
  }
  switch (benefit.type) {
    case "percentage":
      return spread(Money.fraction(total, benefit.percent, 100))
    case "amount":
      return spread(Math.min(benefit.amountMinor, total))
    case "buy_get": {
      const { buy, get } = benefit
      return freeUnits(lines, Math.floor(sum(lines.map(({ quantity }) => quantity)) / (buy + get)) * get)
    }
    case "free_shipping":
      return lines.map(() => 0)
  }
}

export interface PromotedPurchase {
  readonly lines: ReadonlyArray<PromotedLine>
  readonly country: CountryCode
  /** What shipping costs before promotions. */
  readonly shippingMinor: number
}

/** What a promotion takes off each line of a purchase, or why it takes nothing off. */
const judge = (
  { benefit, conditions }: Promotion,
  { country, lines }: PromotedPurchase
): Either.Either<ReadonlyArray<number>, Reason> => {
  if (conditions.countries?.includes(country) === false) return Either.left("not_for_this_country")
  const chosen = lines.flatMap((line, n) => isFor(conditions, line) ? [n] : [])
  const goods = chosen.map((n) => lines[n]!)
  if (goods.length === 0) return Either.left("not_for_these_goods")
  if (sum(goods.map(({ amountMinor }) => amountMinor)) < (conditions.leastMinor ?? 0)) return Either.left("below_least")
  const taken = discountsOf(benefit, goods)
  if (benefit.type !== "free_shipping" && sum(taken) === 0) return Either.left("not_for_these_goods")
  return Either.right(lines.map((_, n) => chosen.includes(n) ? taken[chosen.indexOf(n)]! : 0))
}

/** What promotions take off a purchase. */
export const apply = ({ automatic, given }: Offered, purchase: PromotedPurchase): Outcome => {
  const known = new Map<PromotionId, Promotion>()
  for (const promotion of automatic) known.set(promotion.id, promotion)
  for (const { promotion } of given) if (Either.isRight(promotion)) known.set(promotion.right.id, promotion.right)
  const judged = new Map([...known.values()].map((promotion) => [promotion.id, judge(promotion, purchase)]))
  // Ids grow with time: the older one comes first.
  const fulfilled = [...known.values()].sort((a, b) => a.id < b.id ? -1 : 1).flatMap((promotion) =>
    Either.match(judged.get(promotion.id)!, {
      onLeft: () => [],
      onRight: (discountsMinor) => [{ promotion, discountsMinor, amountMinor: sum(discountsMinor) }]
    })
  )
  const shipping = purchase.shippingMinor === 0
    ? undefined
    : fulfilled.find(({ promotion }) => promotion.benefit.type === "free_shipping")
  const best = fulfilled.reduce<typeof fulfilled[number] | undefined>(
    (best, one) => one.amountMinor > (best?.amountMinor ?? 0) ? one : best,
    undefined
  )
  const counted = [best, shipping].flatMap((one) => one === undefined ? [] : [one])
  const counts = new Set(counted.map(({ promotion }) => promotion.id))
  return {
    counted: counted.map(({ amountMinor, promotion }) => ({ promotion, amountMinor })),
    discountsMinor: best?.discountsMinor ?? purchase.lines.map(() => 0),
    freesShipping: shipping !== undefined,
    codes: given.map(({ code, promotion }) => {
      if (Either.isLeft(promotion)) return { code, reason: promotion.left }
      const { conditions: { leastMinor }, id } = promotion.right
      if (counts.has(id)) return { code, reason: undefined }
      const reason = Either.match(judged.get(id)!, {
        onLeft: (reason) => reason,
        onRight: (): Reason => "better_offer"
      })
      return reason === "below_least" ? { code, reason, leastMinor } : { code, reason }
    })
  }
}

/** A promotion that counts for a purchase, in one language: what it is called, its code, and what it takes off. */
export const Applied = Schema.Struct({
  promotionId: PromotionId,
  title: Schema.String,
  code: Schema.optional(Schema.String),
  amountMinor: Money.AmountMinor
})
export type Applied = typeof Applied.Type

/** One that counts, in words: `Autumn (AUTUMN10): -5.99 EUR`, as an amount in minor units is written by `money`. */
export const describeApplied = (
  { amountMinor, code, title }: Applied,
  money: (amountMinor: number) => string
): string => {
  const name = code === undefined ? title : `${title} (${code})`
  return amountMinor === 0 ? name : `${name}: ${money(0 - amountMinor)}`
}

/** Those that count, in a language. */
export const appliedIn = (counted: ReadonlyArray<Counted>, language: Language): ReadonlyArray<Applied> =>
  counted.map(({ amountMinor, promotion: { code, id, title } }) => ({
    promotionId: id,
    title: textIn(title, language),
    ...(code === undefined ? {} : { code }),
    amountMinor
  }))
