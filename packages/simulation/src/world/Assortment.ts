/**
 * The goods of the simulated store: so few of the demo's catalogue that shoppers meet at the same shelf, and some of
 * each category, so that whatever differs between categories occurs. They cost so little that a few units stay within
 * what an agent may spend at once (docs/specification.md#allowance).
 */
import type { Assortment } from "@beauty-store/commerce/catalog/CatalogImport"
import { beautyAssortment } from "@beauty-store/demo-catalog/Assortment"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import type { Definitions } from "@beauty-store/domain/Attribute"
import { defaultCategories } from "@beauty-store/domain/Catalog"
import { PictureId } from "@beauty-store/domain/Picture"
import type { VatClass } from "@beauty-store/domain/VatRates"
import { createHash } from "node:crypto"
import type { Currency } from "./Currencies.ts"

const perCategory = 2
const belowMinor = 5_000

const everything = beautyAssortment.brands.flatMap((brand) => brand.products)

const byCategory = defaultCategories.map((category) =>
  everything.filter((product) => product.category === category && product.priceMinor < belowMinor)
    .slice(0, perCategory)
)

const vatClassOf = (n: number): VatClass => n === 3 ? "zero" : n % 3 === 1 ? "reduced" : "standard"

/** The categories take turns, so that the first five products have all of them, and all classes of VAT. */
const products = Array.from({ length: perCategory }, (_, n) => byCategory.flatMap((some) => some.slice(n, n + 1)))
  .flat()
  .map((product, n) => ({ ...product, vatClass: vatClassOf(n) }))

/** The goods of a simulated store. */
export interface Goods {
  readonly assortment: Assortment
  readonly productIds: ReadonlyArray<string>
  /** The pictures of some products, of which each has one, by the products' ids. Each file has the id as its bytes. */
  readonly pictures: ReadonlyMap<string, PictureId>
  /** Each product as it is offered before a run, by its id. */
  readonly offers: ReadonlyMap<string, Assortment["brands"][number]["products"][number]>
}

const goodsIn = (assortment: Assortment): Goods => {
  const listed = assortment.brands.flatMap((brand) => brand.products)
  return {
    assortment,
    productIds: listed.map(({ id }) => id),
    pictures: new Map(),
    offers: new Map(listed.map((product) => [product.id, product] as const))
  }
}

/** Of every other product; for the others there is a drawing. */
const pictures = new Map(
  products.filter((_, n) => n % 2 === 1)
    .map(({ id }) => [id, PictureId.make(createHash("sha256").update(id).digest("hex").slice(0, 32))] as const)
)

/** The width and height of each picture, in pixels. */
export const pictureSize = 640

/** Those that are sold unless a shop brings its own: they cost as many minor units in each currency. */
const demoIn = (currency: Currency): Goods => ({
  ...goodsIn({
    brands: beautyAssortment.brands
      .map((brand) => ({
        ...brand,
        products: products.filter(({ brandId }) => brandId === brand.id).map((one) => ({ ...one, currency }))
      }))
      .filter((brand) => brand.products.length > 0)
  }),
  productIds: products.map(({ id }) => id),
  pictures
})
const demo = { EUR: demoIn("EUR"), JPY: demoIn("JPY"), KWD: demoIn("KWD") }

export const { productIds } = demo.EUR

/** What the products, carts and orders of a shop have besides; the demo's products have what a beauty shop's have. */
export const attributesOf = (
  { attributes, catalogue }: { readonly attributes?: Definitions | undefined; readonly catalogue?: unknown }
): Definitions => attributes ?? (catalogue === undefined ? { product: Beauty.product } : {})

/** The goods of a shop, by its assortment. */
export const goodsOf = (assortment: Assortment | undefined, currency: Currency): Goods =>
  assortment === undefined ? demo[currency] : goodsIn(assortment)
