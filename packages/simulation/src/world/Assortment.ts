/** The products of the simulated store: so few of the demo's catalogue that shoppers compete for them. */
import { catalogue } from "@beauty-store/demo-catalog/Catalogue"

export const assortment = {
  brands: catalogue.brands.slice(0, 2).map((brand) => ({
    ...brand,
    products: brand.products.map((product) => ({
      ...product,
      brandId: brand.id,
      ingredients: product.ingredients.join(", ")
    }))
  }))
}

export const productIds: ReadonlyArray<string> = assortment.brands.flatMap(({ products }) =>
  products.map(({ id }) => id)
)

/** Each product as it is offered before a run, by its id. */
export const offers = new Map(
  assortment.brands.flatMap(({ products }) => products.map((product) => [product.id as string, product] as const))
)
