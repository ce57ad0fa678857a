/**
 * The products for Google Merchant Center, as RSS 2.0 with Google's fields: one feed in each language, as Google wants
 * it. It says what pages and structured data say. What is archived is not in it, and a GTIN of the shop's own is none.
 * Follows docs/storefront.md#search-engines.
 */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import type { CountryCode } from "@beauty-store/domain/Address"
import { isPublicGtin, unitPriceMinor } from "@beauty-store/domain/Catalog"
import { textIn } from "@beauty-store/domain/Language"
import * as Money from "@beauty-store/domain/Money"
import { compareMethods } from "@beauty-store/domain/Pricing"
import { type OptionKind, optionsOf } from "@beauty-store/domain/ProductOption"
import type { Composition } from "@beauty-store/http/handlers/CatalogDocuments"
import * as Effect from "effect/Effect"
import { methodName } from "./CheckoutPages.tsx"
import type { PageContext } from "./PageContext.ts"
import { eachPicture, pathOfPreview } from "./Picture.tsx"
import { productPath } from "./ProductCards.tsx"
import { addressOf, categoryPath } from "./ShopFrame.tsx"
import { readFullProducts, type ShownProduct } from "./ShownProduct.ts"
import { escaped } from "./Sitemap.ts"

/** The path of the feed below the shop front. */
export const path = "/feeds/google.xml"

/** The most characters and pictures that Google takes. */
const longest = { title: 150, description: 5_000 }
const mostFurtherPictures = 10

/** Google's names for options; it has none for scents and a shop's own. */
const variants: Partial<Record<OptionKind, string>> = { shade: "color", size: "size" }

type Field = readonly [name: string, value: string | ReadonlyArray<Field>]

const print = (fields: ReadonlyArray<Field>): string =>
  fields.map(([name, value]) => `<${name}>${typeof value === "string" ? escaped(value) : print(value)}</${name}>`).join(
    ""
  )

const cut = (text: string, most: number): string => [...text].slice(0, most).join("")

/** What one of a product costs to send within the home country, by each method. */
const shippingOf = (
  context: PageContext,
  { attributes, id, priceMinor, weightGrams }: ShownProduct
): ReadonlyArray<Field> => {
  const { policy } = context.shop
  const country = policy.shipping.homeCountry as CountryCode
  const lines = [{ productId: id, quantity: 1, unitPriceMinor: priceMinor, weightGrams, attributes }]
  return compareMethods({ lines, country, policy: policy.shipping }, context.shop).map(({ method, shippingMinor }) => [
    "g:shipping",
    [
      ["g:country", country],
      ["g:service", methodName(context, method)],
      ["g:price", Money.coded(shippingMinor, policy.currency)]
    ]
  ])
}

const picturesOf = ({ shop }: PageContext, product: ShownProduct): ReadonlyArray<Field> =>
  eachPicture(product)
    .flatMap((one) => pathOfPreview(shop, one) ?? [])
    .slice(0, 1 + mostFurtherPictures)
    .map((file, n) => [n === 0 ? "g:image_link" : "g:additional_image_link", shop.policy.baseUrl + file])

/** What a package contains, and for how much of it its price is said. */
const unitsOf = ({ priceMinor, size }: ShownProduct): ReadonlyArray<Field> => {
  const per = unitPriceMinor(priceMinor, size)?.per
  return per === undefined ? [] : [
    ["g:unit_pricing_measure", `${size.value}${size.unit}`],
    ["g:unit_pricing_base_measure", `${per.value}${per.unit}`]
  ]
}

const groupOf = ({ group }: ShownProduct): ReadonlyArray<Field> => {
  if (group === undefined) return []
  const named = optionsOf(group).flatMap(({ kind, value }) => {
    const name = kind === undefined ? undefined : variants[kind]
    return name === undefined ? [] : [[`g:${name}`, value] as const]
  })
  return [["g:item_group_id", group.id], ...named]
}

/** A product as an item of the feed. */
const itemOf = (context: PageContext, product: ShownProduct): string => {
  const { brandName, category, currency, description, gtin, id, inStock, name, priceMinor, reduction } = product
  return `<item>${
    print([
      ["g:id", id],
      ["g:title", cut(name, longest.title)],
      ["g:description", cut(description === "" ? name : description, longest.description)],
      ["g:link", addressOf({ ...context, path: productPath(id) }, context.language)],
      ...picturesOf(context, product),
      ["g:availability", inStock ? "in_stock" : "out_of_stock"],
      ["g:price", Money.coded(reduction?.lowestMinor ?? priceMinor, currency)],
      ...(reduction === undefined ? [] : [["g:sale_price", Money.coded(priceMinor, currency)] as const]),
      ["g:condition", "new"],
      ["g:brand", brandName],
      isPublicGtin(gtin) ? ["g:gtin", gtin] : ["g:identifier_exists", "no"],
      ["g:product_type", categoryPath(context, category, " > ")],
      ...groupOf(product),
      ...unitsOf(product),
      ...(product.weightGrams === undefined ? [] : [["g:shipping_weight", `${product.weightGrams} g`] as const]),
      ...shippingOf(context, product)
    ])
  }</item>\n`
}

/** How the feed in the language of a context is composed of the brands. */
export const composition = (context: PageContext, catalogue: typeof Catalog.Service): Composition => {
  const { policy } = context.shop
  const channel = print([
    ["title", policy.storeName],
    ["link", addressOf({ ...context, path: "/" }, context.language)],
    [
      "description",
      policy.texts.description === undefined ? policy.storeName : textIn(policy.texts.description, context.language)
    ]
  ])
  return {
    head: `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${channel}
`,
    separator: "",
    tail: "</channel></rss>\n",
    brand: ({ products }) =>
      Effect.map(
        Effect.provideService(readFullProducts(context, products), Catalog, catalogue),
        (shown) => shown.map((product) => itemOf(context, product)).join("")
      )
  }
}
