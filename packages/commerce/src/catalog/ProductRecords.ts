/**
 * The rows of products, with their brand and their available units: the columns that every statement of the catalogue
 * reads. Names are also stored folded (`SearchWords`), for sorting and searching. Follows
 * docs/specification.md#catalogue.
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
  ingredients: Schema.String,
  hygiene_sealed: Query.Flag,
  available: Query.Int,
  relevance: Query.Int
})

export type ProductRow = typeof ProductRow.Type

export const columns =
  `p.id, p.brand_id, b.name AS brand_name, p.name, p.description, p.price_minor, p.currency, p.category,
  p.gtin, p.size_thousandths, p.size_unit, p.ingredients, p.hygiene_sealed, s.on_hand - s.reserved AS available`
export const tables = "product p JOIN brand b ON b.id = p.brand_id JOIN stock s ON s.product_id = p.id"
