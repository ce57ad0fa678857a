/**
 * The product feed: the whole catalogue as JSON Lines, in the form of ACP's feed schema. Every product has one variant,
 * under the product's own id; products of a group share `item_group_id`, a variant option because the schema has no
 * field for it. It is kept until the catalogue changes, so it says no number of units. Follows
 * docs/specification.md#acp.
 */
import type { CatalogProduct } from "@beauty-store/commerce/catalog/Catalog"
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import type { Attributes } from "@beauty-store/domain/Attribute"
import { isPublicGtin, type ProductGroup, type Size, unitPriceMinor } from "@beauty-store/domain/Catalog"
import { pathTo } from "@beauty-store/domain/CategoryTree"
import { altIn } from "@beauty-store/domain/Picture"
import * as ProductOption from "@beauty-store/domain/ProductOption"
import type { Composition } from "@beauty-store/http/handlers/CatalogDocuments"
import type { ShopFrontPages } from "@beauty-store/http/pipeline/PageRoute"
import {
  filesOf,
  filesOfOwn,
  previewOf,
  type RasterPicture,
  type RasterPictures
} from "@beauty-store/http/pipeline/RasterPictures"
import * as Effect from "effect/Effect"
import { links } from "./SessionPrinter.ts"

/** The largest file that every reader of feeds takes; the drawing, where the shop has no other. */
const mediaOf =
  ({ baseUrl, languages: [language] }: StorePolicy, rasters: typeof RasterPictures.Service) =>
  (product: CatalogProduct) => {
    const media = (file: RasterPicture | undefined, alt: string) =>
      file === undefined
        ? { type: "image", url: `${baseUrl}/images/${product.id}.svg`, alt_text: alt }
        : { type: "image", url: `${baseUrl}${file.path}`, alt_text: alt, width: file.width, height: file.height }
    return product.pictures.length === 0
      ? [media(previewOf(filesOf(rasters, product)), product.name)]
      : product.pictures.map((one) => media(previewOf(filesOfOwn(one)), altIn(one, language) ?? product.name))
  }

/** The attributes that the shop lists in the feed, by the names that it gives them. */
const optionsOf = (attributes: Attributes | undefined) => {
  if (attributes === undefined) return []
  const { shown } = attributes
  return attributes.definition.visible.flatMap(({ feed, name }) => {
    const value = shown[name]
    if (feed === undefined || value === undefined || value === null || value === "") return []
    return [{ name: feed, value: typeof value === "object" ? JSON.stringify(value) : String(value) }]
  })
}

const optionOfSize = ({ unit, value }: Size) => ({ name: "Size", value: `${value} ${unit}` })

/** What a product contains, the values that it is chosen by (once, where one is its size), and its group. */
const optionsOfGroup = (group: ProductGroup | undefined, size: Size) => {
  if (group === undefined) return [optionOfSize(size)]
  const options = ProductOption.optionsOf(group)
  return [
    ...(options.some(({ kind }) => kind === "size") ? [] : [optionOfSize(size)]),
    ...options.map(({ name, value }) => ({ name: `${name[0]!.toUpperCase()}${name.slice(1)}`, value })),
    { name: "item_group_id", value: group.id }
  ]
}

/** A product's line, without its end. */
const lineOf = (
  policy: StorePolicy,
  pictures: typeof RasterPictures.Service,
  front: ShopFrontPages | undefined
) => {
  const { baseUrl, parents, storeName } = policy
  const mediaFor = mediaOf(policy, pictures)
  return (product: CatalogProduct): string => {
    const { attributes, category, currency, description, group, gtin, id, inStock, name, priceMinor, reduction, size } =
      product
    const unitPrice = unitPriceMinor(priceMinor, size)
    const media = mediaFor(product)
    const page = front === undefined ? {} : { url: baseUrl + front.productPath(id) }
    const plain = { plain: description === "" ? name : description }
    return JSON.stringify({
      id,
      title: name,
      description: plain,
      media,
      variants: [{
        id,
        title: name,
        description: plain,
        ...page,
        ...(isPublicGtin(gtin) ? { barcodes: [{ type: "GTIN", value: gtin }] } : {}),
        price: { amount: priceMinor, currency },
        ...(reduction === undefined ? {} : { list_price: { amount: reduction.lowestMinor, currency } }),
        ...(unitPrice === undefined
          ? {}
          : { unit_price: { amount: unitPrice.amountMinor, currency, measure: size, reference: unitPrice.per } }),
        availability: { available: inStock, status: inStock ? "in_stock" : "out_of_stock" },
        categories: [{ value: pathTo(parents, category).join(" > "), taxonomy: "merchant" }],
        condition: ["new"],
        variant_options: [
          ...optionsOfGroup(group, size),
          ...optionsOf(attributes)
        ],
        media,
        seller: { name: storeName, links: links(baseUrl).map(({ title, type, url }) => ({ type, title, url })) }
      }]
    })
  }
}

export const mediaType = "application/jsonl"

/** How the feed is composed of the brands. */
export const composition = (
  policy: StorePolicy,
  pictures: typeof RasterPictures.Service,
  front: ShopFrontPages | undefined
): Composition => {
  const line = lineOf(policy, pictures, front)
  return {
    head: "",
    separator: "",
    tail: "",
    brand: ({ products }) => Effect.sync(() => products.map((product) => `${line(product)}\n`).join(""))
  }
}
