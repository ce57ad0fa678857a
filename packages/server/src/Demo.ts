/**
 * The contents of demo mode: the demo catalogue, its pictures, and public credentials.
 *
 * @since 1.0.0
 */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { type ClientRegistration, Identity } from "@beauty-store/commerce/identity/Identity"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import { catalogue } from "@beauty-store/demo-catalog/Catalogue"
import { packshot } from "@beauty-store/demo-catalog/Packshot"
import { scopesOf } from "@beauty-store/domain/Principal"
import * as Effect from "effect/Effect"

/** Their secrets are public: `ServerConfig` refuses live mode. */
export const clients: ReadonlyArray<ClientRegistration> = [
  { id: "demo-staff", secret: "demo-staff-secret", kind: "staff", scopes: scopesOf.staff },
  { id: "demo-agent", secret: "demo-agent-secret", kind: "agent", scopes: scopesOf.agent }
]

/** The demo catalogue, as products that any shop can be stocked with: without the attributes of a beauty shop's. */
export const assortment = {
  brands: Beauty.assortment.brands.map((brand) => ({
    ...brand,
    products: brand.products.map(({ attributes: _attributes, ...product }) => product)
  }))
}

/** Stocks a beauty shop (`Beauty.product`) and registers the demo clients. Existing ones stay as they are. */
export const prepare = Effect.gen(function*() {
  const catalog = yield* Catalog
  const identity = yield* Identity
  if ((yield* catalog.brands).length === 0) yield* catalog.stock(Beauty.assortment)
  yield* Effect.forEach(clients, identity.registerClient, { discard: true })
})

const drawings = new Map(
  catalogue.brands.flatMap((brand) =>
    brand.products.map((product) => [product.id, () => packshot(product, brand)] as const)
  )
)
const drawn = new Map<string, string>()

/** A product's picture, drawn once. */
export const picture = (productId: string): string | undefined => {
  const known = drawn.get(productId)
  if (known !== undefined) return known
  const svg = drawings.get(productId)?.()
  if (svg !== undefined) drawn.set(productId, svg)
  return svg
}
