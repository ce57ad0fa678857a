/**
 * The pictures of the demo catalogue, each drawn once. The drawings and what they are drawn from are not in the server's
 * own bundle: only a demo needs them (`scripts/bundle.mjs`).
 */
import { catalogue } from "@beauty-store/demo-catalog/Catalogue"
import { packshot } from "@beauty-store/demo-catalog/Packshot"

const drawings = new Map(
  catalogue.brands.flatMap((brand) =>
    brand.products.map((product) => [product.id, () => packshot(product, brand)] as const)
  )
)
const drawn = new Map<string, string>()

/** The products that have a picture. */
export const productIds: ReadonlyArray<string> = [...drawings.keys()]

/** A product's picture, drawn once. */
export const picture = (productId: string): string | undefined => {
  const known = drawn.get(productId)
  if (known !== undefined) return known
  const svg = drawings.get(productId)?.()
  if (svg !== undefined) drawn.set(productId, svg)
  return svg
}
