/**
 * The demo's goods as products that a shop can be stocked with: with the attributes of a beauty shop, or without. They
 * are read from the table of the demo shop, when this module is loaded.
 *
 * @since 1.0.0
 */
import type { Assortment } from "@beauty-store/commerce/catalog/CatalogImport"
import * as ProductTable from "@beauty-store/commerce/catalog/ProductTable"
import { defaultCategories } from "@beauty-store/domain/Catalog"
import { languages } from "@beauty-store/domain/Language"
import { defaultCurrency } from "@beauty-store/domain/Money"
import * as Either from "effect/Either"
import * as Beauty from "./Beauty.ts"
import { readText } from "./DemoShop.ts"

const table = await ProductTable.read(
  [readText("products.jsonl")],
  { categories: defaultCategories, currency: defaultCurrency, languages },
  { form: "jsonl", decimal: "point", attributes: Beauty.product }
)

/** The demo's goods, as products that a beauty shop (`Beauty.product`) can be stocked with. */
export const beautyAssortment: Assortment = Either.getOrThrow(table).assortment

/** The demo's goods, as products that any shop can be stocked with. */
export const assortment: Assortment = {
  brands: beautyAssortment.brands.map((brand) => ({
    ...brand,
    products: brand.products.map(({ attributes: _attributes, ...product }) => product)
  }))
}
