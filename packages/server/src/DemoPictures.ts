/**
 * The pictures of the demo catalogue, each drawn once. The drawings and what they are drawn from are not in the
 * server's own bundle: only a demo needs them (`scripts/bundle.mjs`).
 */
import { catalogue } from "@beauty-store/demo-catalog/Catalogue"
import { groupPicture } from "@beauty-store/demo-catalog/GroupPicture"
import { packshot } from "@beauty-store/demo-catalog/Packshot"
import { homePicture } from "@beauty-store/http/pipeline/RasterPictures"

const drawings = new Map<string, () => string>([
  ...catalogue.brands.flatMap((brand) =>
    brand.products.map((product) => [product.id, () => packshot(product, brand)] as const)
  ),
  [homePicture, groupPicture]
])
const drawn = new Map<string, string>()

/** The products that have a picture, and the home page. */
export const ids: ReadonlyArray<string> = [...drawings.keys()]

/** The picture of a product, or of the home page, drawn once. */
export const picture = (id: string): string | undefined => {
  const known = drawn.get(id)
  if (known !== undefined) return known
  const svg = drawings.get(id)?.()
  if (svg !== undefined) drawn.set(id, svg)
  return svg
}
