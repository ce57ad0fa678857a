/**
 * What a beauty shop knows of its products beside what every shop knows: their ingredients. And the demo catalogue as
 * products that such a shop can be stocked with.
 *
 * The ingredients stand in the API's JSON under their own name, and they are searched. Follows
 * docs/specification.md#attributes.
 *
 * @since 1.0.0
 */
import * as Attribute from "@beauty-store/domain/Attribute"
import * as Schema from "effect/Schema"
import { catalogue } from "./Catalogue.ts"
import type { DemoBrand, DemoProduct } from "./DemoBrand.ts"

/** The attributes of a product of a beauty shop. */
export const product = Attribute.define(Schema.Struct({
  /** As printed on the package, in INCI names; empty where there are none. */
  ingredients: Schema.optionalWith(
    Attribute.visible(Attribute.searched(Schema.String.annotations({ description: "INCI" }))),
    { default: () => "" }
  )
}))

/** A product of the demo catalogue as a shop with these attributes is stocked with it. */
export const stocked = (
  brand: DemoBrand,
  { hygieneSealed, ingredients, packshot: _packshot, ...facts }: DemoProduct
) => ({
  ...facts,
  brandId: brand.id,
  returnableOnceOpened: !hygieneSealed,
  attributes: { ingredients: ingredients.join(", ") }
})

/** The demo catalogue, as products to stock. */
export const assortment = {
  brands: catalogue.brands.map((brand) => ({
    id: brand.id,
    name: brand.name,
    category: brand.category,
    products: brand.products.map((one) => stocked(brand, one))
  }))
}
