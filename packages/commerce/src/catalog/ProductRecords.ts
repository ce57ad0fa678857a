/**
 * The rows of products, with their brand and their available units: the columns that every statement of the catalogue
 * reads. Names are also stored folded (`SearchWords`), for sorting and searching. Follows
 * docs/specification.md#catalogue and docs/specification.md#attributes.
 */
import * as Domain from "@beauty-store/domain/Catalog"
import { BrandId, ProductId } from "@beauty-store/domain/Ids"
import * as Money from "@beauty-store/domain/Money"
import * as Query from "@beauty-store/kernel/Query"
import * as Schema from "effect/Schema"

export const ProductRow = Schema.Struct({
  id: ProductId,
  brand_id: BrandId,
  brand_name: Schema.String,
  name: Schema.String,
  description: Schema.String,
  price_minor: Query.Int,
  currency: Money.Currency,
  category: Domain.Category,
  gtin: Schema.String,
  size_thousandths: Query.Int,
  size_unit: Schema.Literal("ml", "g", "pcs"),
  attributes: Schema.NullOr(Schema.String),
  /** It comes back unopened, or if it is defective. */
  hygiene_sealed: Query.Flag,
  available: Query.Int,
  group_id: Schema.NullOr(ProductId),
  group_name: Schema.NullOr(Schema.String),
  varies_by: Schema.NullOr(Domain.VariesBy),
  group_value: Schema.NullOr(Schema.String),
  added_at: Query.Int,
  relevance: Query.Int
})

export type ProductRow = typeof ProductRow.Type

export const columns =
  `p.id, p.brand_id, b.name AS brand_name, p.name, p.description, p.price_minor, p.currency, p.category,
  p.gtin, p.size_thousandths, p.size_unit, p.hygiene_sealed, p.group_id, p.group_name, p.varies_by, p.group_value,
  p.added_at, p.attributes, s.on_hand - s.reserved AS available`

/** The group of a row's product, if it has one. */
export const groupOf = (
  { group_id, group_name, group_value, varies_by }: ProductRow
): Domain.ProductGroup | undefined =>
  group_id === null || group_name === null || varies_by === null || group_value === null
    ? undefined
    : { id: group_id, name: group_name, variesBy: varies_by, value: group_value }

export const tables = "product p JOIN brand b ON b.id = p.brand_id JOIN stock s ON s.product_id = p.id"
