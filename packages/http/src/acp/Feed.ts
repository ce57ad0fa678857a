/**
 * The product feed: the whole catalogue as JSON Lines, one product per line, in the form of ACP's feed schema. Every
 * product has one variant, under the product's own id: checkout takes that id.
 *
 * It is kept until the catalogue changes. It therefore says only whether a product is available, not how many units are
 * left, which the session says. Follows docs/specification.md#acp.
 */
import type { CatalogProduct } from "@beauty-store/commerce/catalog/Catalog"
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import type { Attributes } from "@beauty-store/domain/Attribute"
import { unitPriceMinor } from "@beauty-store/domain/Catalog"
import type { Composition } from "../handlers/CatalogDocuments.ts"
import { links } from "./SessionPrinter.ts"

const media = (baseUrl: string, { id, name }: CatalogProduct) => [{
  type: "image",
  url: `${baseUrl}/images/${id}.svg`,
  alt_text: name
}]

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

/** A product's line, without its end. */
const lineOf = ({ baseUrl, storeName }: StorePolicy) => (product: CatalogProduct): string => {
  const { attributes, category, currency, description, gtin, id, inStock, name, priceMinor, size } = product
  const unitPrice = unitPriceMinor(priceMinor, size)
  const plain = { plain: description === "" ? name : description }
  return JSON.stringify({
    id,
    title: name,
    description: plain,
    media: media(baseUrl, product),
    variants: [{
      id,
      title: name,
      description: plain,
      barcodes: [{ type: "GTIN", value: gtin }],
      price: { amount: priceMinor, currency },
      ...(unitPrice === undefined
        ? {}
        : { unit_price: { amount: unitPrice.amountMinor, currency, measure: size, reference: unitPrice.per } }),
      availability: { available: inStock, status: inStock ? "in_stock" : "out_of_stock" },
      categories: [{ value: category, taxonomy: "merchant" }],
      condition: ["new"],
      variant_options: [{ name: "Size", value: `${size.value} ${size.unit}` }, ...optionsOf(attributes)],
      media: media(baseUrl, product),
      seller: { name: storeName, links: links(baseUrl).map(({ title, type, url }) => ({ type, title, url })) }
    }]
  })
}

export const mediaType = "application/jsonl"

/** How the feed is composed of the brands. */
export const composition = (policy: StorePolicy): Composition => {
  const line = lineOf(policy)
  return {
    head: "",
    separator: "",
    tail: "",
    brand: ({ products }) => products.map((product) => `${line(product)}\n`).join("")
  }
}
