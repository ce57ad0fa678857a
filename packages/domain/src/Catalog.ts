/**
 * The catalogue's values: brands, products, their sizes and article numbers. A product that decodes can be sold: its
 * price is at least a cent, its GTIN has the right check digit, and its size yields a unit price where the law requires
 * one (directive 98/6/EC): 29.95 for 30 ml is 998.33 per litre. Follows docs/specification.md#catalogue.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import * as Declaration from "./Declaration.ts"
import { BrandId, ProductId } from "./Ids.ts"
import * as Money from "./Money.ts"
import { OptionKind, OptionNames } from "./ProductOption.ts"
import { ProductTexts } from "./ProductText.ts"
import { VatClass } from "./VatRates.ts"

/** A kind of goods. Which there are is the shop's own (policy). */
export const Category = Schema.String.pipe(
  Schema.maxLength(40),
  Schema.pattern(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  Schema.annotations({ description: "a category: lower-case words with hyphens" })
)
export type Category = typeof Category.Type

export const defaultCategories: ReadonlyArray<Category> = ["skincare", "make-up", "hair", "fragrance", "body"]

/** Whether goods of a category are cosmetics, whose ingredients stand by their INCI names. */
export const isCosmetic = (category: Category): boolean => defaultCategories.includes(category)

const thousandths = (value: number): number => Math.round(value * 1000)

/** The unit of a package's size: millilitres, grams or pieces. */
export const SizeUnit = Schema.Literal("ml", "g", "pcs")

/** The size of a package: a positive value with at most three decimals, in millilitres, grams or pieces. */
export const Size = Schema.Struct({
  value: Schema.Number.pipe(
    Schema.filter((value) => value > 0 && value <= 100_000 && thousandths(value) / 1000 === value, {
      description: "a positive number up to 100000 with at most three decimals",
      arbitrary: () => (fc) => fc.integer({ min: 1, max: 100_000_000 }).map((n) => n / 1000)
    })
  ),
  unit: SizeUnit
})
export type Size = typeof Size.Type

/**
 * The check digit (0–9) that completes a GTIN's leading digits, by GS1: weights 3, 1, 3, 1 … from the right; the digit
 * brings the sum to the next ten. `leading` is decimal digits only.
 */
export const gtinCheckDigit = (leading: string): number => {
  let sum = 0
  for (let i = leading.length - 1, weight = 3; i >= 0; i--, weight = 4 - weight) {
    sum += (leading.charCodeAt(i) - 48) * weight
  }
  return (10 - sum % 10) % 10
}

const gtinDigits = /^(?:\d{8}|\d{12,14})$/

/** Whether a text is a GTIN-8, -12, -13 or -14 with the right check digit. */
export const isGtin = (text: string): boolean =>
  gtinDigits.test(text) && gtinCheckDigit(text.slice(0, -1)) === text.charCodeAt(text.length - 1) - 48

/**
 * Whether a GTIN names an article to everybody: GS1 leaves the prefixes 02, 04 and 20 to 29, and of a GTIN-8 0 and 2,
 * to each company or shop for itself. A GTIN of any length is one of 14 digits with zeros in front, of which the first
 * is the level of packaging.
 */
export const isPublicGtin = (gtin: string): boolean => {
  const thirteen = gtin.padStart(14, "0").slice(1)
  return !(thirteen.startsWith("00000") ? /^.{5}[02]/ : /^(?:2|02|04)/).test(thirteen)
}

/** A GTIN in all of its lengths, which differ by the zeros in front. */
export const gtinForms = (gtin: string): ReadonlyArray<string> =>
  [8, 12, 13, 14].map((length) => gtin.padStart(14, "0").slice(-length))
    .filter((form) => Number(form) === Number(gtin))

/** A Global Trade Item Number: digits only. It is text because leading zeros count. */
export const Gtin = Schema.String.pipe(
  Schema.filter(isGtin, {
    description: "a GTIN of 8, 12, 13 or 14 digits with a valid check digit",
    arbitrary: () => (fc) =>
      fc.constantFrom(7, 11, 12, 13)
        .chain((length) => fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length }))
        .map((leading) => `${leading}${gtinCheckDigit(leading)}`)
  })
)

/**
 * The price of one unit, VAT included: at least a cent, because a payment of nothing is not a payment, and at most a
 * million euros, because then every cart adds up within `AmountMinor`.
 */
export const PriceMinor = Schema.Int.pipe(Schema.between(1, 100_000_000, { description: "a price in cents" }))
export type PriceMinor = typeof PriceMinor.Type

export const Brand = Schema.Struct({
  id: BrandId,
  name: Schema.NonEmptyTrimmedString,
  category: Category,
  /** Default: the shop's. */
  responsiblePerson: Schema.optional(Declaration.ResponsiblePerson)
})
export type Brand = typeof Brand.Type

/** The size of goods that are sold by the piece. */
export const onePiece: Size = { value: 1, unit: "pcs" }

/** By what the products of a group differ in every shop. */
export const VariesBy = OptionKind
export type VariesBy = OptionKind

/** Short text that is shown. */
const Label = Schema.NonEmptyTrimmedString.pipe(Schema.maxLength(120))

/**
 * The group of products that a shopper chooses from on one page, as the shades of a lipstick, and the product's own
 * value in it, with a part for each option (`ProductOption`). Each product of a group keeps its own id, price and stock.
 */
export const ProductGroup = Schema.Struct({
  id: ProductId,
  name: Label,
  variesBy: OptionNames,
  value: Label
})
export type ProductGroup = typeof ProductGroup.Type

export const Product = Schema.Struct({
  id: ProductId,
  brandId: BrandId,
  name: Schema.NonEmptyTrimmedString,
  description: Schema.String,
  priceMinor: PriceMinor,
  currency: Money.Currency,
  category: Category,
  gtin: Gtin,
  /** Default: one piece. */
  size: Schema.optional(Size),
  /**
   * Whether it may be returned although it was opened and is not defective. Not so where it was sealed for hygiene
   * (directive 2011/83/EU, article 16(e)). Default: yes.
   */
  returnableOnceOpened: Schema.optional(Schema.Boolean),
  /** Default: standard. */
  vatClass: Schema.optional(VatClass),
  ...Declaration.fields,
  /** Default: it is on its own. */
  group: Schema.optional(ProductGroup),
  /** What else is said of it, and in which languages. */
  texts: Schema.optional(ProductTexts)
})
export type Product = typeof Product.Type

/** The units of unit prices: for cosmetics in Germany these alone since 2022 (PAngV, section 5). */
export const LargeUnit = Schema.Literal("l", "kg")
export type LargeUnit = typeof LargeUnit.Type

export interface UnitPrice {
  readonly amountMinor: number
  readonly per: { readonly value: 1; readonly unit: LargeUnit }
}

/** The price per litre or kilogram, rounded half up; undefined for goods that are sold by the piece. */
export const unitPriceMinor = (priceMinor: number, size: Size): UnitPrice | undefined =>
  size.unit === "pcs" ? undefined : {
    amountMinor: Money.fraction(priceMinor, 1_000_000, thousandths(size.value)),
    per: { value: 1, unit: size.unit === "ml" ? "l" : "kg" }
  }

/** The orders in which a search lists products. */
export const SearchSort = Schema.Literal("relevance", "price", "-price", "name", "newest", "popularity")
export type SearchSort = typeof SearchSort.Type

/** No product has this id, which may be any text that a client sent. */
export class ProductNotFound extends Schema.TaggedError<ProductNotFound>()("ProductNotFound", {
  productId: ProductId.claimed
}) {
  override get message(): string {
    return `There is no product ${this.productId}.`
  }
}

/** The shop does not offer a product any more. It keeps its address, and orders keep what they printed. */
export class ProductArchived extends Schema.TaggedError<ProductArchived>()("ProductArchived", {
  productId: ProductId,
  brandId: BrandId,
  category: Category
}) {
  override get message(): string {
    return `${this.productId} is not sold any more.`
  }
}

/** What may have a product, so that it cannot be deleted. */
export const UsedBy = Schema.Literal("order", "cart", "draft")

/** A purchase has a product that the shop does not offer any more. */
export class NoLongerSold extends Schema.TaggedError<NoLongerSold>()("NoLongerSold", { productId: ProductId.claimed }) {
  override get message(): string {
    return `${this.productId} is not sold any more: remove it.`
  }
}
