/**
 * The demo catalogue as products that a shop can be stocked with: with the attributes of a beauty shop, or without.
 *
 * All texts of all products are here, so that a program that stocks a shop once loads this module only then.
 *
 * @since 1.0.0
 */
import type { ProductTexts } from "@beauty-store/domain/ProductText"
import { catalogue } from "./Catalogue.ts"
import type { Category, DemoBrand, DemoProduct } from "./DemoBrand.ts"
import { productTexts, warningText } from "./ProductTexts.ts"

export type { Category, DemoBrand, DemoProduct }

/** How a product of the demo catalogue is used, what to mind, and all of it in German. */
const textsOf = (productId: string): ProductTexts | undefined => {
  const text = productTexts[productId]
  if (text === undefined) return undefined
  const { de: { group, ...german }, howToUse } = text
  return {
    howToUse: howToUse.en,
    warnings: warningText(text, "en"),
    translations: {
      de: {
        ...german,
        ...(group === undefined ? {} : { groupName: group }),
        howToUse: howToUse.de,
        warnings: warningText(text, "de")
      }
    }
  }
}

/** A product of the demo catalogue as a beauty shop (`Beauty.product`) is stocked with it. */
const stocked = (
  brand: DemoBrand,
  { hygieneSealed, ingredients, packshot: _packshot, ...facts }: DemoProduct
) => ({
  ...facts,
  texts: textsOf(facts.id),
  brandId: brand.id,
  returnableOnceOpened: !hygieneSealed,
  attributes: { ingredients: ingredients.join(", ") }
})

/** The demo catalogue, as products that a beauty shop can be stocked with. */
export const beautyAssortment = {
  brands: catalogue.brands.map((brand) => ({
    id: brand.id,
    name: brand.name,
    category: brand.category,
    products: brand.products.map((one) => stocked(brand, one))
  }))
}

/** The demo catalogue, as products that any shop can be stocked with. */
export const assortment = {
  brands: beautyAssortment.brands.map((brand) => ({
    ...brand,
    products: brand.products.map(({ attributes: _attributes, ...product }) => product)
  }))
}
