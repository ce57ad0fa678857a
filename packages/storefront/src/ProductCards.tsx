/**
 * Products as lists of the shop front show them: a picture, the brand, the name as the link, price and unit price.
 *
 * The whole card is one link, and its name is the name of the product. A product that is sold out says so in words.
 */
import type { CatalogProduct } from "@beauty-store/commerce/catalog/Catalog"
import { unitPriceMinor } from "@beauty-store/domain/Catalog"
import { Status } from "@beauty-store/ui/Status"
import type { VNode } from "preact"
import * as Messages from "./Messages.ts"
import { Picture } from "./Picture.tsx"
import { formatOf, link, money, type Scene } from "./ShopFrame.tsx"
import type { ShownProduct } from "./ShownProduct.ts"

/** The path of a product's page, in English. */
export const productPath = (id: string): string => `/products/${encodeURIComponent(id)}`

/** The unit price of a product in words; undefined for goods that are sold by the piece. */
export const unitPrice = (scene: Scene, { priceMinor, size }: CatalogProduct): string | undefined => {
  const unit = unitPriceMinor(priceMinor, size)
  return unit === undefined
    ? undefined
    : Messages.product.per(scene.language, { price: money(scene, unit.amountMinor), unit: unit.per.unit })
}

/** How wide a card is: half of a small screen, at most a sixth of the page on a large one. */
const inGrid = "(min-width: 40rem) 13rem, 46vw"

const ProductCard = (
  { Heading, eager, product, scene }: {
    readonly scene: Scene
    readonly product: ShownProduct
    readonly eager: boolean
    readonly Heading: "h2" | "h3"
  }
): VNode => {
  const { language } = scene
  const { name, nameLanguage } = product
  return (
    <li class={product.inStock ? "product" : "product sold-out"}>
      <Picture scene={scene} id={product.id} alt="" width={400} sizes={inGrid} eager={eager} />
      <p class="of">{product.brandName}</p>
      <Heading>
        <a href={link(scene, productPath(product.id))} lang={nameLanguage}>{name}</a>
      </Heading>
      <p class="price">
        <span class="amount">{money(scene, product.priceMinor)}</span>{" "}
        <small>{formatOf(scene).size(product.size)}</small>
      </p>
      <small>{unitPrice(scene, product)}</small>
      {!product.inStock && <Status tone="wait">{Messages.product.soldOut(language)}</Status>}
    </li>
  )
}

/** A list of products; the pictures of the first are wanted at once. `heading`: the level of their names. */
export const ProductGrid = (
  { eager = 4, heading = "h3", products, scene }: {
    readonly scene: Scene
    readonly products: ReadonlyArray<ShownProduct>
    readonly eager?: number
    readonly heading?: "h2" | "h3"
  }
): VNode => (
  <ul class="products">
    {products.map((product, index) => (
      <ProductCard scene={scene} product={product} eager={index < eager} Heading={heading} />
    ))}
  </ul>
)
