/**
 * The goods of the simulated store: so few of the demo's catalogue that shoppers meet at the same shelf, and some of
 * each category, so that whatever differs between categories occurs. They cost so little that a few units stay within
 * what an agent may spend at once (docs/specification.md#allowance).
 */
import { catalogue } from "@beauty-store/demo-catalog/Catalogue"
import { defaultCategories } from "@beauty-store/domain/Catalog"

const perCategory = 2
const belowMinor = 5_000

const everything = catalogue.brands.flatMap((brand) =>
  brand.products.map((product) => ({ ...product, brandId: brand.id, ingredients: product.ingredients.join(", ") }))
)

const byCategory = defaultCategories.map((category) =>
  everything.filter((product) => product.category === category && product.priceMinor < belowMinor)
    .slice(0, perCategory)
)

/** The categories take turns, so that the first five products have all of them. */
const products = Array.from({ length: perCategory }, (_, n) => byCategory.flatMap((some) => some.slice(n, n + 1)))
  .flat()

export const assortment = {
  brands: catalogue.brands
    .map((brand) => ({ ...brand, products: products.filter(({ brandId }) => brandId === brand.id) }))
    .filter((brand) => brand.products.length > 0)
}

export const productIds: ReadonlyArray<string> = products.map(({ id }) => id)

/** Each product as it is offered before a run, by its id. */
export const offers = new Map(products.map((product) => [product.id as string, product] as const))
