/**
 * Checks of what product pages say in the vocabulary of schema.org, as JSON-LD: which product, for how much, whether it
 * is there, and what happens when it comes back.
 */
import { canParse } from "@beauty-store/outbound/UrlText"
import type { Check, Finding } from "../Check.ts"
import * as Amount from "../documents/Amount.ts"
import * as Gtin from "../documents/Gtin.ts"
import * as LinkedData from "../documents/LinkedData.ts"
import * as Evidence from "../Evidence.ts"
import type { ProductPage, Site } from "../Site.ts"
import { eachPage, withoutProducts } from "./Judging.ts"

const schemaOrg = (type: string): string => `https://schema.org/${type}`

/** Pages that say something about a product: the others fail `product.markup` alone. */
const marked = ({ products }: Site): ReadonlyArray<ProductPage> =>
  products.filter(({ product }) => product !== undefined)

/** Judges the pages that have a product in JSON-LD. */
const eachProduct = (site: Site, what: string, problemOf: (page: ProductPage) => string | undefined): Finding =>
  withoutProducts(site) ?? eachPage(what, marked(site), problemOf)

/** Judges the pages that have an offer in JSON-LD. */
const eachOffer = (
  site: Site,
  what: string,
  problemOf: (offer: LinkedData.Node, page: ProductPage) => string | undefined
): Finding =>
  withoutProducts(site) ??
    eachPage(
      what,
      marked(site).filter(({ offers }) => offers.length > 0),
      (page) => page.offers.map((offer) => problemOf(offer, page)).find((problem) => problem !== undefined)
    )

const text = (page: ProductPage, property: string) =>
  page.product === undefined ? undefined : LinkedData.textOf(page.product, property)

/** What a product or its offers say of a property that schema.org gives to both. */
const described = ({ offers, product }: ProductPage, property: string): ReadonlyArray<string> =>
  [...(product === undefined ? [] : [product]), ...offers].flatMap((node) => LinkedData.textsOf(node, property))

/** The article number by which a shop knows a product. */
export const skuOf = (page: ProductPage): string | undefined => described(page, "sku")[0]

/** Prices that nobody pays: they stand beside the one that is to be paid. */
const comparedPrices = ["StrikethroughPrice", "ListPrice", "SRP", "MSRP", "MinimumAdvertisedPrice", "RegularPrice"]

/** Specifications of charges that come on top of the price. */
const charges = ["DeliveryChargeSpecification", "PaymentChargeSpecification"]

/** Properties of prices that are not the one of one article for everybody: of a measure, a part, or for members. */
const limiting = ["referenceQuantity", "priceComponentType", "validForMemberTier", "billingDuration"]

/** Whether a specification is of the price that anybody pays for one article. */
const isPaid = (specification: LinkedData.Node, { byId }: ProductPage): boolean =>
  !LinkedData.isOf(specification, ...charges)
  && !limiting.some((property) => specification.values.has(property))
  && !LinkedData.textsOf(specification, "priceType").some((type) => comparedPrices.includes(LinkedData.shortName(type)))
  && !LinkedData.nodesOf(specification, "eligibleQuantity", byId).some((quantity) =>
    Number(LinkedData.textOf(quantity, "minValue") ?? 0) > 1
  )

/** What an offer's specifications say of a property, those of the price to be paid first. */
const specifiedTexts = (offer: LinkedData.Node, property: string, page: ProductPage): ReadonlyArray<string> => {
  const all = LinkedData.nodesOf(offer, "priceSpecification", page.byId)
  return [...all.filter((one) => isPaid(one, page)), ...all.filter((one) => !isPaid(one, page))]
    .flatMap((one) => LinkedData.textOf(one, property) ?? [])
}

/** The prices of an offer or of its specification. Several offers have their lowest one, else each its own. */
const priceTextsOf = (offer: LinkedData.Node, page: ProductPage): ReadonlyArray<string> => {
  const lowest = LinkedData.textOf(offer, "lowPrice")
  const prices = lowest === undefined ? LinkedData.textsOf(offer, "price") : [lowest]
  return prices.length > 0 ? prices : specifiedTexts(offer, "price", page).slice(0, 1)
}

const priceTextOf = (offer: LinkedData.Node, page: ProductPage): string | undefined => {
  const [first, ...others] = priceTextsOf(offer, page)
  return first === undefined
    ? undefined
    : others.reduce((lowest, price) => Number(price) < Number(lowest) ? price : lowest, first)
}

/** The currency of an offer or of its specification. */
export const currencyOf = (offer: LinkedData.Node, page: ProductPage): string | undefined =>
  LinkedData.textOf(offer, "priceCurrency") ?? specifiedTexts(offer, "priceCurrency", page)[0]

/** A price in JSON-LD: digits, a dot, no sign of a currency. */
const isPrice = (price: string): boolean => /^\d{1,9}(\.\d{1,3})?$/.test(price) && Number(price) > 0

/** What an offer costs, in minor units. */
export const priceMinorOf = (offer: LinkedData.Node, page: ProductPage): number | undefined => {
  const price = priceTextOf(offer, page)
  const currency = currencyOf(offer, page)
  return price === undefined || currency === undefined ? undefined : Amount.read(price, currency)
}

const available = ["InStock", "LimitedAvailability", "OnlineOnly", "PreOrder", "PreSale", "BackOrder", "MadeToOrder"]
const unavailable = ["OutOfStock", "SoldOut", "Discontinued", "InStoreOnly", "Reserved"]

const availabilitiesOf = (offer: LinkedData.Node): ReadonlyArray<string> =>
  LinkedData.textsOf(offer, "availability").map(LinkedData.shortName)

/** Whether a page says that its product can be had, where it says anything. */
export const inStockOf = ({ offers }: ProductPage): boolean | undefined => {
  const words = offers.flatMap(availabilitiesOf)
  if (words.some((word) => available.includes(word))) return true
  return words.some((word) => unavailable.includes(word)) ? false : undefined
}

const gtinNames = ["gtin", "gtin8", "gtin12", "gtin13", "gtin14"]

/** What is wrong with the numbers and names by which a product is known. */
const identifierProblem = (page: ProductPage): string | undefined => {
  const gtins = gtinNames.flatMap((name) => described(page, name))
  const verdicts = gtins.map((gtin) => [gtin, Gtin.judge(gtin)] as const)
  const wrong = verdicts.find(([, verdict]) => verdict === "malformed" || verdict === "wrong check digit")
  if (wrong !== undefined) return `GTIN ${wrong[0]}: ${wrong[1]}`
  if (verdicts.some(([, verdict]) => verdict === "public")) return undefined
  const brand = text(page, "brand")
  const [number] = [...described(page, "sku"), ...described(page, "mpn")]
  if (brand !== undefined && number !== undefined) return undefined
  return `${verdicts.length > 0 ? "a GTIN of a restricted range" : "no GTIN"}, and not both a brand and a SKU`
}

/** The return policies of a page's offers, else those of the page or the shop. */
const policiesOf = (site: Site, page: ProductPage): ReadonlyArray<LinkedData.Node> => {
  const ofOffers = page.offers.flatMap((offer) => LinkedData.nodesOf(offer, "hasMerchantReturnPolicy", page.byId))
  if (ofOffers.length > 0) return ofOffers
  return [page, ...(site.home === undefined ? [] : [site.home])].flatMap((one) =>
    one.nodes.filter((node) => LinkedData.isOf(node, "MerchantReturnPolicy") && node.values.size > 0)
  )
}

const policyProblem = (policy: LinkedData.Node): string | undefined => {
  if (policy.values.size === 0) return "the policy is described on none of the pages that were read"
  const category = LinkedData.textOf(policy, "returnPolicyCategory")
  if (LinkedData.textOf(policy, "merchantReturnLink") !== undefined && category === undefined) return undefined
  if (category === undefined) return "the policy has no returnPolicyCategory"
  const days = Number(LinkedData.textOf(policy, "merchantReturnDays"))
  return category.endsWith("FiniteReturnWindow") && !(days > 0)
    ? "a finite window without merchantReturnDays"
    : undefined
}

const returnProblem = (site: Site, page: ProductPage): string | undefined => {
  const policies = policiesOf(site, page)
  return policies.length === 0
    ? "no hasMerchantReturnPolicy"
    : policies.map(policyProblem).find((problem) => problem !== undefined)
}

/** Whether details only say where the shop does not deliver to. */
const isExcluding = (details: LinkedData.Node): boolean =>
  LinkedData.textsOf(details, "doesNotShip").some((text) => /^true$/i.test(LinkedData.shortName(text)))

const detailsProblem = (details: LinkedData.Node, page: ProductPage): string | undefined => {
  const rates = LinkedData.nodesOf(details, "shippingRate", page.byId)
  if (!rates.some((rate) => rate.values.has("value") || rate.values.has("maxValue"))) {
    return "shippingDetails without a shippingRate"
  }
  return LinkedData.nodesOf(details, "shippingDestination", page.byId).length === 0
    ? "shippingDetails without a shippingDestination"
    : undefined
}

const shippingProblem = (offer: LinkedData.Node, page: ProductPage): string | undefined => {
  const all = LinkedData.nodesOf(offer, "shippingDetails", page.byId)
  const shipping = all.filter((details) => !isExcluding(details))
  if (shipping.length === 0) return all.length === 0 ? "no shippingDetails" : "shippingDetails of no delivery"
  return shipping.map((details) => detailsProblem(details, page)).find((problem) => problem !== undefined)
}

/** What is wrong with the group that a product is a variant of. */
const groupProblem = (page: ProductPage): string | undefined => {
  const group = page.nodes.find((node) => LinkedData.isOf(node, "ProductGroup") && node.values.size > 1)
  if (group === undefined) return "the group is not described on the page"
  if (LinkedData.textOf(group, "productGroupID") === undefined) return "the group has no productGroupID"
  return (group.values.get("hasVariant") ?? []).length === 0 ? "the group has no hasVariant" : undefined
}

const isVariant = ({ nodes, product }: ProductPage): boolean =>
  product !== undefined && (product.values.has("isVariantOf") || product.values.has("inProductGroupWithID")
    || nodes.some((node) => LinkedData.isOf(node, "ProductGroup")))

const offerPatch = (origin: string): string =>
  `"offers": {
  "@type": "Offer",
  "url": "${origin}/products/example",
  "price": "14.90",
  "priceCurrency": "EUR",
  "availability": "https://schema.org/InStock"
}`

export const productChecks: ReadonlyArray<Check> = [
  {
    id: "product.markup",
    dimension: "understandability",
    severity: "critical",
    weight: 6,
    title: "Product pages describe their product as JSON-LD",
    explanation:
      "Agents read price and stock from `Product` or `ProductGroup` of schema.org. A sample of product pages is opened.",
    specification: schemaOrg("Product"),
    evaluate: (site) => {
      const without = withoutProducts(site)
      if (without !== undefined) return without
      if (site.products.length === 0) {
        return Evidence.fail(
          site.others.length === 0
            ? "No page of a product was found, by the sitemap or by links."
            : Evidence.counted(
              site.others.length,
              "page was opened, and describes no product.",
              "pages were opened, and none describes a product."
            )
        )
      }
      return eachPage(
        "product pages",
        site.products,
        ({ blocks, product }) =>
          product !== undefined ? undefined : blocks.count === 0 ? "no JSON-LD" : "no Product in the JSON-LD"
      )
    },
    fix: ({ origin }) => ({
      instructions: "Add this block to every product page, generated from the catalogue.",
      patch: `<script type="application/ld+json">
{"@context": "https://schema.org", "@type": "Product", "name": "Example", "sku": "example",
 "brand": {"@type": "Brand", "name": "Example"},
 ${offerPatch(origin)}}
</script>`
    })
  },
  {
    id: "product.json-ld",
    dimension: "understandability",
    severity: "major",
    weight: 2,
    title: "All JSON-LD is valid",
    explanation: "Blocks have to be JSON with a context that is known by its name; no context is fetched.",
    specification: "https://www.w3.org/TR/json-ld11/",
    evaluate: (site) => {
      const having = site.pages.filter(({ blocks }) => blocks.count > 0)
      return (having.length === 0 ? withoutProducts(site) : undefined)
        ?? eachPage("pages with JSON-LD", having, ({ blocks }) => blocks.problems[0])
    },
    fix: () => ({
      instructions: "Generate the blocks with a JSON library instead of a template, with this context.",
      patch: "\"@context\": \"https://schema.org\""
    })
  },
  {
    id: "product.name",
    dimension: "understandability",
    severity: "major",
    weight: 2,
    title: "Products have a name and a description in JSON-LD",
    explanation: "Agents compare and quote both.",
    specification: schemaOrg("Product"),
    evaluate: (site) =>
      eachProduct(
        site,
        "products",
        (page) =>
          text(page, "name") === undefined
            ? "no name"
            : text(page, "description") === undefined
            ? "no description"
            : undefined
      ),
    fix: () => ({
      instructions: "Add both to each product.",
      patch: "\"name\": \"Niacinamide Serum 10 %\", \"description\": \"A light serum with 10 % niacinamide.\""
    })
  },
  {
    id: "product.image",
    dimension: "understandability",
    severity: "minor",
    weight: 1,
    title: "Products have a picture in JSON-LD",
    explanation: "Its address has to be absolute, because it is shown elsewhere.",
    specification: schemaOrg("image"),
    evaluate: (site) =>
      eachProduct(site, "products", (page) => {
        const images = page.product === undefined ?
          [] :
          (page.product.values.get("image") ?? []).flatMap((value) =>
            typeof value === "object"
              ? LinkedData.textOf(value, "url") ?? LinkedData.textOf(value, "contentUrl") ?? value.id ?? []
              : String(value)
          )
        return images.length === 0
          ? "no image"
          : images.some((one) => /^https?:\/\//.test(one))
          ? undefined
          : "a relative address"
      }),
    fix: ({ origin }) => ({
      instructions: "Add the whole address of a picture.",
      patch: `"image": ["${origin}/images/example.png"]`
    })
  },
  {
    id: "product.offer",
    dimension: "understandability",
    severity: "critical",
    weight: 4,
    title: "Products have an offer in JSON-LD",
    explanation: "Without an `Offer`, the page counts as an article about the product.",
    specification: schemaOrg("Offer"),
    evaluate: (site) => eachProduct(site, "products", ({ offers }) => offers.length === 0 ? "no offers" : undefined),
    fix: ({ origin }) => ({ instructions: "Add an offer to each product.", patch: offerPatch(origin) })
  },
  {
    id: "product.price",
    dimension: "understandability",
    severity: "critical",
    weight: 5,
    title: "Offers have a price that programs can read",
    explanation: "It is digits with a dot, without a currency: `14.90`, not `14,90 €`.",
    specification: schemaOrg("price"),
    evaluate: (site) =>
      eachOffer(site, "offers", (offer, page) => {
        const prices = priceTextsOf(offer, page)
        const wrong = prices.find((price) => !isPrice(price))
        return prices.length === 0 ? "no price" : wrong === undefined ? undefined : `${wrong} is no price`
      }),
    fix: () => ({ instructions: "Write the price with a dot and without a currency.", patch: "\"price\": \"14.90\"" })
  },
  {
    id: "product.currency",
    dimension: "understandability",
    severity: "major",
    weight: 3,
    title: "Offers name their currency",
    explanation: "It is a code of ISO 4217, such as EUR.",
    specification: schemaOrg("priceCurrency"),
    evaluate: (site) =>
      eachOffer(site, "offers", (offer, page) => {
        const currency = currencyOf(offer, page)
        return currency === undefined
          ? "no priceCurrency"
          : /^[A-Z]{3}$/.test(currency)
          ? undefined
          : `${currency} is no code of ISO 4217`
      }),
    fix: () => ({ instructions: "Add the code of the currency.", patch: "\"priceCurrency\": \"EUR\"" })
  },
  {
    id: "product.availability",
    dimension: "understandability",
    severity: "major",
    weight: 3,
    title: "Offers say whether the product can be had",
    explanation: "The value is one of schema.org's, such as InStock or OutOfStock.",
    specification: schemaOrg("ItemAvailability"),
    evaluate: (site) =>
      eachOffer(site, "offers", (offer) => {
        const words = availabilitiesOf(offer)
        if (words.length === 0) return "no availability"
        const unknown = words.find((word) => !available.includes(word) && !unavailable.includes(word))
        return unknown === undefined ? undefined : `${unknown} is none of schema.org's values`
      }),
    fix: () => ({ instructions: "Add the availability.", patch: "\"availability\": \"https://schema.org/InStock\"" })
  },
  {
    id: "product.price-shown",
    dimension: "understandability",
    severity: "critical",
    weight: 4,
    title: "The price in JSON-LD is the price on the page",
    explanation: "The price is looked for in the text of the page.",
    specification: "https://support.google.com/merchants/answer/12159029",
    evaluate: (site) =>
      eachOffer(site, "offers", (offer, page) => {
        const price = priceMinorOf(offer, page)
        const currency = currencyOf(offer, page)
        if (price === undefined || currency === undefined) return undefined
        return Amount.within(page.page.text, currency).has(price)
          ? undefined
          : `the page does not show ${priceTextOf(offer, page)!} ${currency}`
      }),
    fix: () => ({ instructions: "Print both from the same value.", patch: "\"price\": \"14.90\"" })
  },
  {
    id: "product.identifier",
    dimension: "understandability",
    severity: "major",
    weight: 3,
    title: "Products can be recognised elsewhere",
    explanation:
      "They need a GTIN with a right check digit. Numbers of a restricted range (they begin with 2, 02 or 04) count as absent; then brand and SKU are enough.",
    specification: "https://www.gs1.org/standards/barcodes/how-calculate-check-digit",
    evaluate: (site) => eachProduct(site, "products", identifierProblem),
    fix: () => ({
      instructions: "Add the number on the pack; for articles of your own, the brand and your article number.",
      patch:
        "\"gtin\": \"4006381333931\", \"brand\": {\"@type\": \"Brand\", \"name\": \"Example\"}, \"sku\": \"example\""
    })
  },
  {
    id: "product.brand",
    dimension: "understandability",
    severity: "minor",
    weight: 1,
    title: "Products name their brand",
    explanation: "A brand in the description alone does not count.",
    specification: schemaOrg("brand"),
    evaluate: (site) =>
      eachProduct(site, "products", (page) => text(page, "brand") === undefined ? "no brand" : undefined),
    fix: () => ({ instructions: "Add the brand.", patch: "\"brand\": {\"@type\": \"Brand\", \"name\": \"Example\"}" })
  },
  {
    id: "product.returns",
    dimension: "transactability",
    severity: "major",
    weight: 3,
    title: "The return policy is in JSON-LD",
    explanation:
      "`MerchantReturnPolicy`, of the offer or of the shop, has a category and, for a limited time, the number of days.",
    specification: schemaOrg("MerchantReturnPolicy"),
    evaluate: (site) => eachProduct(site, "products", (page) => returnProblem(site, page)),
    fix: () => ({
      instructions: "Add the policy to each offer, or once to the shop on the home page.",
      patch: `"hasMerchantReturnPolicy": {
  "@type": "MerchantReturnPolicy", "applicableCountry": "DE", "merchantReturnDays": 30,
  "returnPolicyCategory": "https://schema.org/MerchantReturnFiniteReturnWindow"
}`
    })
  },
  {
    id: "product.shipping",
    dimension: "transactability",
    severity: "major",
    weight: 3,
    title: "Offers say what delivery costs",
    explanation: "`OfferShippingDetails` has the rate and the countries it is for.",
    specification: schemaOrg("OfferShippingDetails"),
    evaluate: (site) => eachOffer(site, "offers", shippingProblem),
    fix: () => ({
      instructions: "Add the rate for each country or group of countries.",
      patch: `"shippingDetails": {
  "@type": "OfferShippingDetails",
  "shippingRate": {"@type": "MonetaryAmount", "value": "4.95", "currency": "EUR"},
  "shippingDestination": {"@type": "DefinedRegion", "addressCountry": "DE"}
}`
    })
  },
  {
    id: "product.variants",
    dimension: "understandability",
    severity: "minor",
    weight: 2,
    title: "Variants are tied together as a group",
    explanation:
      "`ProductGroup` with `productGroupID` and `hasVariant` says so. It applies to pages that mention a group.",
    specification: schemaOrg("ProductGroup"),
    evaluate: (site) =>
      withoutProducts(site) ?? eachPage("pages of variants", site.products.filter(isVariant), groupProblem),
    fix: () => ({
      instructions: "Describe the group on the page of each variant.",
      patch: `{"@type": "ProductGroup", "productGroupID": "example", "variesBy": ["https://schema.org/size"],
 "hasVariant": [{"@type": "Product", "sku": "example-50"}]}`
    })
  },
  {
    id: "product.offer-address",
    dimension: "understandability",
    severity: "minor",
    weight: 1,
    title: "Offers lead to their own page",
    explanation: "The `url` of an offer has to be a page of this site.",
    specification: schemaOrg("url"),
    evaluate: (site) =>
      eachOffer(site, "offers", (offer, { url }) => {
        const address = LinkedData.textOf(offer, "url")
        if (address === undefined) return "no url"
        return canParse(address, url) && new URL(address, url).origin === site.origin
          ? undefined
          : `${address} is elsewhere`
      }),
    fix: ({ origin }) => ({
      instructions: "Add the page's address to the offer.",
      patch: `"url": "${origin}/products/example"`
    })
  },
  {
    id: "organization.markup",
    dimension: "understandability",
    severity: "major",
    weight: 2,
    title: "The home page says who the shop is, as JSON-LD",
    explanation: "`Organization` or `OnlineStore` has its name, its address on the Web and how to reach it.",
    specification: schemaOrg("OnlineStore"),
    evaluate: ({ home }) => {
      if (home === undefined) return Evidence.error("The home page could not be read.")
      const shop = home.nodes.find((node) => LinkedData.isOf(node, "Organization"))
      if (shop === undefined) return Evidence.fail("No Organization or OnlineStore in the JSON-LD of the home page.")
      const missing = [
        ...["name", "url"].filter((property) => LinkedData.textOf(shop, property) === undefined),
        ...(["contactPoint", "email", "telephone", "address"].some((property) => shop.values.has(property))
          ? []
          : ["contactPoint"])
      ]
      return missing.length === 0
        ? Evidence.pass(`${LinkedData.textOf(shop, "name")!} is described.`)
        : Evidence.partial(`The description lacks ${missing.join(", ")}.`)
    },
    fix: ({ origin }) => ({
      instructions: "Add this block to the home page.",
      patch: `<script type="application/ld+json">
{"@context": "https://schema.org", "@type": "OnlineStore", "name": "Example", "url": "${origin}/",
 "contactPoint": {"@type": "ContactPoint", "contactType": "customer service", "email": "hello@example.com"}}
</script>`
    })
  },
  {
    id: "product.breadcrumbs",
    dimension: "understandability",
    severity: "minor",
    weight: 1,
    title: "Product pages say where in the shop they are",
    explanation: "`BreadcrumbList` is the way from the home page through the category.",
    specification: schemaOrg("BreadcrumbList"),
    evaluate: (site) =>
      eachProduct(site, "products", ({ byId, nodes }) => {
        const list = nodes.find((node) => LinkedData.isOf(node, "BreadcrumbList"))
        if (list === undefined) return "no BreadcrumbList"
        const items = LinkedData.nodesOf(list, "itemListElement", byId)
        return items.length > 0 && items.every((item) => item.values.has("position"))
          ? undefined
          : "its items have no position"
      }),
    fix: ({ origin }) => ({
      instructions: "Add the way to each product page.",
      patch: `{"@type": "BreadcrumbList", "itemListElement": [
 {"@type": "ListItem", "position": 1, "name": "Skincare", "item": "${origin}/categories/skincare"}]}`
    })
  }
]
