/**
 * Rules of what is said of products: wherever one is shown, it is called, described, measured and numbered as it was
 * stocked, and its unit price is that of its price and size. Prices and stock are the rules' of `Prices` and `Stock`.
 *
 * The measure is what the shop was stocked with, before its first request. Follows docs/specification.md#catalogue.
 */
import type { Assortment } from "@beauty-store/commerce/catalog/CatalogImport"
import * as CartSchemas from "@beauty-store/http/contract/CartSchemas"
import * as OrderSchemas from "@beauty-store/http/contract/OrderSchemas"
import * as ReceiptSchemas from "@beauty-store/http/contract/ReceiptSchemas"
import * as ReturnSchemas from "@beauty-store/http/contract/ReturnSchemas"
import { isDeepStrictEqual } from "node:util"
import { type Goods, pictureSize } from "../world/Assortment.ts"
import { type Audit, type Exchange, onResponse, onShownProduct, type Rules } from "./Audit.ts"
import { type Cart, type Order, type Product, type Receipt, type Return } from "./Bodies.ts"
import type { Good } from "./Observations.ts"

/** Where the simulated store is. */
const origin = "http://shop.example"

const goodOf = (
  brand: Assortment["brands"][number],
  product: Assortment["brands"][number]["products"][number],
  picture: string | undefined
): Good => ({
  picture,
  id: product.id,
  brand: { id: brand.id, name: brand.name },
  name: product.name,
  description: product.description,
  category: product.category,
  currency: product.currency,
  gtin: product.gtin,
  size: product.size ?? { value: 1, unit: "pcs" },
  isSealed: product.returnableOnceOpened === false,
  group: product.group,
  translations: product.texts?.translations ?? {},
  ingredients: (product.attributes as { readonly ingredients?: string } | undefined)?.ingredients
})

/** The shop was stocked. A shop with attributes of its own shows what it likes of them, and nothing of it is judged. */
export const stocked = (
  { seen }: Audit,
  { assortment: { brands }, pictures }: Pick<Goods, "assortment" | "pictures">
): void => {
  for (const brand of brands) {
    for (const product of brand.products) {
      seen.goods.set(product.id, goodOf(brand, product, pictures.get(product.id)))
    }
  }
}

/** By what the files of a product's picture are called, whatever their width and type. */
export const pictureOf = ({ id, picture }: Good): string => picture ?? id

/** The address of the picture that everybody takes. */
const imageOf = ({ id, picture }: Good): string =>
  `${origin}/images/${picture === undefined ? `${id}.svg` : `${picture}-${pictureSize}.jpg`}`

/** The file at the address of a product's picture was read. */
export const pictureRead = (audit: Audit, productId: string, file: string): void => {
  if (audit.seen.goods.get(productId)?.picture === undefined) return
  audit.expect("picture.file", `the picture of ${productId} where its address is`).equals(file, productId)
}

/** The price in cents of a litre or a kilogram, rounded half up; undefined for what is sold by the piece. */
export const unitPriceMinor = (priceMinor: number, { unit, value }: Good["size"]): number | undefined => {
  if (unit === "pcs") return undefined
  const thousandths = Math.round(value * 1000)
  return Math.floor((2 * priceMinor * 1_000_000 + thousandths) / (2 * thousandths))
}

/** What a unit price is for. */
const largeUnit = ({ unit }: Good["size"]) => ({ value: 1, unit: unit === "ml" ? "l" : "kg" })

/** What a page calls a product, and its group, in a language. */
export const namesIn = ({ group, name, translations }: Good, language: string) => ({
  name: translations[language]?.name ?? name,
  groupName: translations[language]?.groupName ?? group?.name
})

/** What is said of a thing is what it is, as far as that is known. */
const isSaid = (
  audit: Audit,
  rule: string,
  what: string,
  expected: Readonly<Record<string, unknown>>,
  seen: object
): void => {
  for (const [name, value] of Object.entries(expected)) {
    const said = (seen as Readonly<Record<string, unknown>>)[name]
    audit.expect(rule, `${name} of ${what}: ${JSON.stringify(value)}`)
      .that(isDeepStrictEqual(said, value), () => JSON.stringify(said) ?? "nothing")
  }
}

/** A response of the API shows a product. */
const shown = (audit: Audit, { sent }: Exchange, product: Product): void => {
  const good = audit.seen.goods.get(product.id)
  if (good === undefined) return
  const { brand, category, currency, description, gtin, id, ingredients, isSealed, name, size } = good
  const per = unitPriceMinor(audit.minor(product.price), size)
  isSaid(audit, "catalogue.facts", `${id} at ${sent.path}`, {
    name,
    description,
    currency,
    category,
    brand,
    image: imageOf(good),
    gtin,
    size,
    unitPrice: per === undefined ? null : { price: audit.wire(per), per: largeUnit(size) },
    ...(ingredients === undefined ? {} : { ingredients }),
    hygieneSealed: isSealed
  }, product)
}

export interface FeedLine {
  readonly id: string
  readonly variants: ReadonlyArray<{
    readonly price: { readonly amount: number }
    readonly list_price?: { readonly amount: number }
    readonly availability: { readonly available: boolean; readonly status: string }
    readonly seller: { readonly links: ReadonlyArray<{ readonly url: string }> }
  }>
}

/** The options by which a variant is chosen. */
const optionsOf = ({ group, size: { unit, value } }: Good) => [
  { name: "Size", value: `${value} ${unit}` },
  ...(group === undefined
    ? []
    : [
      { name: `${group.variesBy[0]!.toUpperCase()}${group.variesBy.slice(1)}`, value: group.value },
      { name: "item_group_id", value: group.id }
    ])
]

/** Whether a number is an article's in every shop: none that GS1 leaves to companies is, whichever zeros it begins with. */
const isNumbered = (gtin: string): boolean => {
  const base = Math.floor(Number(gtin) % 1e13 / 10)
  return base < 1e7
    ? base >= 1e6 && Math.floor(base / 1e6) !== 2
    : ![2, 4].includes(Math.floor(base / 1e10)) && Math.floor(base / 1e11) !== 2
}

/** The feed says of a product what the catalogue says, in words of its own. */
export const lineShown = (audit: Audit, line: FeedLine): void => {
  const good = audit.seen.goods.get(line.id)
  if (good === undefined) return
  const [variant, ...others] = line.variants
  const { category, currency, gtin, id, name, size } = good
  const pixels = good.picture === undefined ? {} : { width: pictureSize, height: pictureSize }
  const media = [{ type: "image", url: imageOf(good), alt_text: name, ...pixels }]
  const described = { title: name, description: { plain: good.description === "" ? name : good.description }, media }
  const { availability: { available, status }, price: { amount }, seller } = variant!
  const per = unitPriceMinor(amount, size)
  isSaid(audit, "feed.facts", `${id} in the feed`, described, line)
  isSaid(audit, "feed.facts", `the variant of ${id} in the feed`, {
    id,
    ...described,
    url: audit.hasShopFront ? `${origin}/products/${id}` : undefined,
    barcodes: isNumbered(gtin) ? [{ type: "GTIN", value: gtin }] : undefined,
    price: { amount, currency },
    unit_price: per === undefined
      ? undefined
      : { amount: per, currency, measure: size, reference: largeUnit(size) },
    categories: [{ value: category, taxonomy: "merchant" }],
    condition: ["new"],
    variant_options: optionsOf(good)
  }, variant!)
  audit.expect("feed.facts", `one variant of ${id}, with one word for its stock, and links into the shop`)
    .that(
      others.length === 0 && available === (status === "in_stock")
        && seller.links.every(({ url }) => url.startsWith(`${origin}/`)),
      () => JSON.stringify(line.variants)
    )
}

/** What a product's page says to search engines, as far as it is about the product itself, and which pictures it shows. */
export const pageSays = (audit: Audit, path: string, productId: string, data: object): void => {
  const good = audit.seen.goods.get(productId)
  if (good === undefined) return
  const { brand, category, description, gtin, group, id, name, translations } = good
  const language = path.startsWith("/de/") ? "de" : "en"
  const property = group?.variesBy === "shade" ? "color" : group?.variesBy === "size" ? "size" : undefined
  isSaid(audit, "page.facts", `${id} at ${path}`, {
    name: translations[language]?.name ?? name,
    description: translations[language]?.description ?? description,
    sku: id,
    gtin: isNumbered(gtin) ? gtin : undefined,
    image: [imageOf(good)],
    pictures: pictureOf(good),
    brand: { "@type": "Brand", name: brand.name },
    category,
    inProductGroupWithID: group?.id,
    ...(property === undefined ? {} : { [property]: translations[language]?.groupValue ?? group!.value })
  }, data)
}

/** Lines are called as their products in a language; undefined where that is not known. */
const named = (
  audit: Audit,
  { sent }: Pick<Exchange, "sent">,
  lines: ReadonlyArray<{ readonly productId: string; readonly name: string }>,
  language: string | undefined
): void => {
  for (const { name, productId } of lines) {
    const good = language === undefined ? undefined : audit.seen.goods.get(productId)
    if (good === undefined) continue
    isSaid(audit, "line.name", `${productId} at ${sent.path}`, { name: namesIn(good, language!).name }, { name })
  }
}

const languageOf = ({ seen }: Audit, orderId: string): string | undefined => seen.orders.get(orderId)?.language

const cart = onResponse(
  CartSchemas.Cart,
  (audit, exchange: Exchange<unknown, Cart>) => named(audit, exchange, exchange.body.items, "en")
)
const order = onResponse(
  OrderSchemas.Order,
  (audit, exchange: Exchange<unknown, Order>) => named(audit, exchange, exchange.body.items, exchange.body.language)
)
const returned = onResponse(
  ReturnSchemas.Return,
  (audit, exchange: Exchange<unknown, Return>) =>
    named(audit, exchange, exchange.body.items, languageOf(audit, exchange.body.orderId))
)

export const rules: Rules = {
  ...onShownProduct(shown),
  "cart.view": cart,
  "cart.add": cart,
  "cart.set": cart,
  "orders.order": order,
  "orders.place": order,
  "orders.cancel": order,
  "returns.view": returned,
  "orders.receipt": onResponse(
    ReceiptSchemas.Receipt,
    (audit, exchange: Exchange<unknown, Receipt>) =>
      named(audit, exchange, exchange.body.lines, languageOf(audit, exchange.body.orderId))
  )
}
