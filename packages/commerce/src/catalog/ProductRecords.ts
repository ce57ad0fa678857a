/**
 * The rows of products, and the products and list entries that they become: the columns that every statement of the
 * catalogue reads. Names are also stored folded (`SearchWords`), for sorting and searching. Follows
 * docs/specification.md#catalogue and docs/specification.md#attributes.
 */
import type { CountryCode } from "@beauty-store/domain/Address"
import type { Attributes, Definition } from "@beauty-store/domain/Attribute"
import * as Domain from "@beauty-store/domain/Catalog"
import { CountryOfOrigin, type ResponsiblePerson } from "@beauty-store/domain/Declaration"
import { BrandId, type Claimed, ProductId } from "@beauty-store/domain/Ids"
import { entryOf, type ListEntry } from "@beauty-store/domain/ListEntry"
import * as Money from "@beauty-store/domain/Money"
import { ProductPicture } from "@beauty-store/domain/Picture"
import { VatClass } from "@beauty-store/domain/Vat"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ShopAttributes } from "../Attributes.ts"
import { Policy } from "../Policy.ts"
import * as PriceRecords from "./PriceRecords.ts"
import { readOptions } from "./ProductGroups.ts"
import { readPerson } from "./ResponsiblePersons.ts"
import { spelled } from "./SearchWords.ts"

/** The pictures of a product as its row has them. */
export const StoredPictures = Schema.NullOr(Query.Json(Schema.Array(ProductPicture)))

export const ProductRow = Schema.Struct({
  id: ProductId,
  brand_id: BrandId,
  brand_name: Schema.String,
  name: Schema.String,
  description: Schema.String,
  price_minor: Query.Int,
  sale: PriceRecords.SaleColumn,
  currency: Money.Currency,
  category: Domain.Category,
  gtin: Schema.String,
  size_thousandths: Query.Int,
  size_unit: Schema.Literal("ml", "g", "pcs"),
  attributes: Schema.NullOr(Schema.String),
  /** It comes back unopened, or if it is defective. */
  hygiene_sealed: Query.Flag,
  vat_class: Schema.NullOr(VatClass),
  available: Query.Int,
  group_id: Schema.NullOr(ProductId),
  group_name: Schema.NullOr(Schema.String),
  varies_by: Schema.NullOr(Domain.VariesBy),
  options: Schema.NullOr(Schema.String),
  group_value: Schema.NullOr(Schema.String),
  added_at: Query.Int,
  archived_at: Schema.NullOr(Query.Int),
  sku: Schema.NullOr(Schema.String),
  weight_grams: Schema.NullOr(Query.Int),
  country_of_origin: Schema.NullOr(CountryOfOrigin),
  /** Its own, or its brand's. */
  responsible_person: Schema.NullOr(Schema.String),
  pictures: StoredPictures
})

export type ProductRow = typeof ProductRow.Type

export const columns =
  `p.id, p.brand_id, b.name AS brand_name, p.name, p.description, p.price_minor, p.sale, p.currency, p.category,
  p.gtin, p.size_thousandths, p.size_unit, p.hygiene_sealed, p.vat_class, p.group_id, p.group_name, p.varies_by, p.options, p.group_value,
  p.added_at, p.archived_at, p.attributes, p.pictures, p.sku, p.weight_grams, p.country_of_origin,
  COALESCE(p.responsible_person, b.responsible_person) AS responsible_person, s.on_hand - s.reserved AS available`

/** The group of a row's product, if it has one. */
export const groupOf = (
  { group_id, group_name, group_value, options, varies_by }: ProductRow
): Domain.ProductGroup | undefined =>
  group_id === null || group_name === null || varies_by === null || group_value === null
    ? undefined
    : { id: group_id, name: group_name, variesBy: readOptions({ varies_by, options, group_value }), value: group_value }

/** The products that are sold: what staff have archived is on no list. */
export const isSold = "p.archived_at IS NULL"

export const tables = "product p JOIN brand b ON b.id = p.brand_id JOIN stock s ON s.product_id = p.id"

/** A product as the shop shows it. */
export interface CatalogProduct {
  readonly id: ProductId
  readonly brandId: BrandId
  readonly brandName: string
  readonly name: string
  readonly description: string
  readonly priceMinor: number
  /** In a sale: what its price is reduced from. */
  readonly reduction?: PriceRecords.Announced | undefined
  readonly currency: Money.Currency
  readonly category: Domain.Category
  readonly gtin: string
  readonly size: Domain.Size
  /** Whether it may be returned although it was opened and is not defective. */
  readonly returnableOnceOpened: boolean
  /** Of which rate of VAT it is; default: standard. */
  readonly vatClass?: VatClass | undefined
  /** Whether a unit can be bought. Of what is archived none can. */
  readonly inStock: boolean
  /** The shop's own, in their order; none where it has a drawing or nothing. */
  readonly pictures: ReadonlyArray<ProductPicture>
  /** The products that it is chosen from, if it is not on its own. */
  readonly group?: Domain.ProductGroup | undefined
  /** Those of the shop's own, if it has any. */
  readonly attributes?: Attributes | undefined
  readonly sku?: string | undefined
  /** Of the packed product. */
  readonly weightGrams?: number | undefined
  readonly countryOfOrigin?: CountryCode | undefined
  /** Its own, its brand's or the shop's. */
  readonly responsiblePerson?: ResponsiblePerson | undefined
}

/** What a list for people shows as one: a product, or products of a group. */
export type CatalogEntry = ListEntry<CatalogProduct>

const noPictures: ReadonlyArray<ProductPicture> = []

const productFrom = (
  definition: Definition | undefined,
  ofShop: ResponsiblePerson | undefined
) =>
(row: ProductRow): CatalogProduct => ({
  id: row.id,
  brandId: row.brand_id,
  brandName: row.brand_name,
  name: row.name,
  description: row.description,
  priceMinor: row.price_minor,
  reduction: PriceRecords.announcedOf(row),
  currency: row.currency,
  category: row.category,
  gtin: row.gtin,
  size: { value: row.size_thousandths / 1000, unit: row.size_unit },
  returnableOnceOpened: !row.hygiene_sealed,
  vatClass: row.vat_class ?? undefined,
  inStock: row.archived_at === null && row.available > 0,
  pictures: row.pictures ?? noPictures,
  group: groupOf(row),
  attributes: definition?.stored(row.attributes, `product ${row.id}`),
  sku: row.sku ?? undefined,
  weightGrams: row.weight_grams ?? undefined,
  countryOfOrigin: row.country_of_origin ?? undefined,
  responsiblePerson: readPerson(row.responsible_person) ?? ofShop
})

/** How a row becomes a product, with the shop's own attributes and who answers for its goods. */
export const makeToProduct = Effect.zipWith(
  ShopAttributes,
  Policy,
  ({ product }, { responsiblePerson }) => productFrom(product, responsiblePerson)
)

export const productById = Query.first(ProductRow)<[id: Claimed<ProductId>]>(
  `SELECT ${columns} FROM ${tables} WHERE p.id = ?`
)
export const productsOfGroup = Query.all(ProductRow)<[groupId: ProductId]>(
  `SELECT ${columns} FROM ${tables} WHERE p.group_id = ? AND ${isSold} ORDER BY b.position, p.position, p.id`
)

/** Rows of one group, or one alone. */
export type RowsOfEntry = readonly [ProductRow, ...ReadonlyArray<ProductRow>]

/** The entry of rows of one group; words name a product by its value in the group, which the others have not. */
export const toEntry = (
  toProduct: (row: ProductRow) => CatalogProduct,
  rows: RowsOfEntry,
  words: ReadonlyArray<string> = []
): CatalogEntry => {
  const [first, ...more] = rows
  return entryOf(
    [toProduct(first), ...more.map(toProduct)],
    ({ group }) =>
      group !== undefined &&
      spelled(group.value).split(" ").some((word) => words.some((typed) => word.startsWith(typed)))
  )
}

/** The rows of the group of a product, this one alone if it is in none; undefined if no such product is sold. */
export const readRowsOfEntry = Effect.fnUntraced(function*(
  productId: Claimed<ProductId>
): Effect.fn.Return<RowsOfEntry | undefined, never, Transaction> {
  const row = Option.getOrUndefined(yield* productById(productId))
  if (row === undefined || row.archived_at !== null) return undefined
  if (row.group_id === null) return [row]
  const [first, ...more] = yield* productsOfGroup(row.group_id)
  return first === undefined ? [row] : [first, ...more]
})

export const BrandRow = Schema.Struct({ id: BrandId, name: Schema.String, category: Schema.String })
/** The brands of which anything is sold, in their order. */
export const allBrands = Query.all(BrandRow)(
  `SELECT b.id, b.name, b.category FROM brand b
   WHERE EXISTS (SELECT 1 FROM product p WHERE p.brand_id = b.id AND ${isSold}) ORDER BY b.position, b.id`
)
