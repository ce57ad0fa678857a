/**
 * What pages say to search engines in the vocabulary of schema.org, as JSON-LD.
 *
 * The rule: nothing stands here that the page does not show, and every number comes from the module that applies it. A
 * GTIN that names nobody's article outside the shop stays out. Follows
 * docs/storefront.md#search-engines.
 */
import type { CatalogProduct } from "@beauty-store/commerce/catalog/Catalog"
import type { CountryCode } from "@beauty-store/domain/Address"
import { isPublicGtin, type ProductGroup, unitPriceMinor } from "@beauty-store/domain/Catalog"
import * as Days from "@beauty-store/domain/Days"
import * as Money from "@beauty-store/domain/Money"
import { compareMethods } from "@beauty-store/domain/Pricing"
import { type OptionKind, optionsOf } from "@beauty-store/domain/ProductOption"
import { demandWindowDays } from "@beauty-store/domain/Return"
import { expectedDayOf } from "@beauty-store/domain/Shipping"
import type { Link } from "@beauty-store/ui/Site"
import { optionTitle } from "./Choice.tsx"
import type { PageContext } from "./PageContext.ts"
import { eachPicture, previewPath } from "./Picture.tsx"
import { productPath } from "./ProductCards.tsx"
import { addressOf, link } from "./ShopFrame.tsx"
import type { ShownProduct } from "./ShownProduct.ts"

const vocabulary = "https://schema.org"

const idOf = ({ shop: { policy } }: PageContext): string => `${policy.baseUrl}/#organization`

/** The address of another page in the language of this one. */
const whole = (context: PageContext, path: string): string => context.shop.policy.baseUrl + link(context, path)

export const organization = (context: PageContext): object => {
  const { policy: { seller, storeName } } = context.shop
  return {
    "@context": vocabulary,
    "@type": "OnlineStore",
    "@id": idOf(context),
    name: storeName,
    legalName: seller.name,
    url: whole(context, "/"),
    vatID: seller.vatId,
    address: {
      "@type": "PostalAddress",
      streetAddress: seller.address,
      postalCode: seller.postcode,
      addressLocality: seller.city,
      addressCountry: seller.country
    },
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer service",
      email: seller.email,
      url: whole(context, "/contact"),
      availableLanguage: context.shop.languages
    },
    hasMerchantReturnPolicy: returnPolicy(context)
  }
}

export const website = (context: PageContext): object => ({
  "@context": vocabulary,
  "@type": "WebSite",
  name: context.shop.policy.storeName,
  url: whole(context, "/"),
  inLanguage: context.language,
  publisher: { "@id": idOf(context) }
})

export const breadcrumbs = (context: PageContext, steps: ReadonlyArray<Link>): object => ({
  "@context": vocabulary,
  "@type": "BreadcrumbList",
  itemListElement: steps.map(({ href, words }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: words,
    item: context.shop.policy.baseUrl + href
  }))
})

const returnPolicy = ({ shop: { policy, returns } }: PageContext): object => ({
  "@type": "MerchantReturnPolicy",
  applicableCountry: policy.shipping.homeCountry,
  returnPolicyCountry: (policy.returnAddress ?? policy.seller).country,
  returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
  merchantReturnDays: demandWindowDays(returns),
  returnMethod: "https://schema.org/ReturnByMail",
  returnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
  refundType: "https://schema.org/FullRefund"
})

const daysBetween = (from: Days.Day, to: Days.Day): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** The methods within the home country, for a parcel with one of a product. */
const shippingDetails = (
  { now, shop }: PageContext,
  { attributes, id, priceMinor, weightGrams }: CatalogProduct
): ReadonlyArray<object> => {
  const { policy, shipping } = shop
  const country = policy.shipping.homeCountry as CountryCode
  const today = Days.dayOf(now, policy.timeZone)
  const lines = [{ productId: id, quantity: 1, unitPriceMinor: priceMinor, weightGrams, attributes }]
  return compareMethods({ lines, country, policy: policy.shipping }, shop).map(({ method, shippingMinor }) => ({
    "@type": "OfferShippingDetails",
    shippingRate: {
      "@type": "MonetaryAmount",
      value: Money.format(shippingMinor, policy.currency),
      currency: policy.currency
    },
    shippingDestination: { "@type": "DefinedRegion", addressCountry: country },
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      handlingTime: { "@type": "QuantitativeValue", minValue: 0, maxValue: 1, unitCode: "DAY" },
      transitTime: {
        "@type": "QuantitativeValue",
        minValue: 1,
        maxValue: Math.max(
          1,
          daysBetween(today, expectedDayOf(shipping, policy.shipping, { method: method.id, country }, today))
        ),
        unitCode: "DAY"
      }
    }
  }))
}

/** What a thing is called in all languages: by its page in the first. */
const productIdOf = (context: PageContext, id: string): string =>
  `${whole({ ...context, language: context.shop.languages[0] }, productPath(id))}#product`

const groupIdOf = ({ shop: { policy } }: PageContext, { id }: ProductGroup): string => `${policy.baseUrl}/#group-${id}`

/** The properties by which the products of a group differ; schema.org has none for scents and a shop's own options. */
const properties: Partial<Record<OptionKind, string>> = { shade: "color", size: "size" }

const propertyOf = (kind: OptionKind | undefined): string | undefined =>
  kind === undefined ? undefined : properties[kind]

const ownValues = ({ language }: PageContext, group: ProductGroup): object => {
  const options = optionsOf(group).map((option) => ({ ...option, property: propertyOf(option.kind) }))
  const others = options.filter(({ property }) => property === undefined)
  return {
    ...Object.fromEntries(options.flatMap(({ property, value }) => property === undefined ? [] : [[property, value]])),
    ...(others.length === 0 ? {} : {
      additionalProperty: others.map((option) => ({
        "@type": "PropertyValue",
        name: optionTitle(option, language),
        value: option.value
      }))
    })
  }
}

/** The group that a product is chosen from, with the pages of all of its products. */
export const group = (context: PageContext, one: ShownProduct, choice: ReadonlyArray<ShownProduct>): object => {
  const group = one.group!
  const named = optionsOf(group).flatMap(({ kind }) => propertyOf(kind) ?? [])
  return {
    "@context": vocabulary,
    "@type": "ProductGroup",
    "@id": groupIdOf(context, group),
    name: group.name,
    description: one.description,
    brand: { "@type": "Brand", name: one.brandName },
    productGroupID: group.id,
    ...(named.length === 0 ? {} : { variesBy: named.map((property) => `${vocabulary}/${property}`) }),
    hasVariant: choice.map(({ id, name }) =>
      id === one.id
        ? { "@id": productIdOf(context, id) }
        : { "@type": "Product", "@id": productIdOf(context, id), name, url: whole(context, productPath(id)) }
    )
  }
}

/** The codes of units by UN/CEFACT. */
const unitCodes = { ml: "MLT", g: "GRM", l: "LTR", kg: "KGM" }

const measure = (value: number, unit: keyof typeof unitCodes): object => ({
  "@type": "QuantitativeValue",
  value,
  unitCode: unitCodes[unit]
})

/** The price of a package, and for which measure its unit price is said; none for goods that are sold by the piece. */
const unitPriceData = ({ currency, priceMinor, size }: ShownProduct): ReadonlyArray<object> => {
  const per = unitPriceMinor(priceMinor, size)?.per
  return per === undefined || size.unit === "pcs" ? [] : [{
    "@type": "UnitPriceSpecification",
    priceCurrency: currency,
    price: Money.format(priceMinor, currency),
    referenceQuantity: { ...measure(size.value, size.unit), valueReference: measure(per.value, per.unit) }
  }]
}

/** What a price is reduced from, and until when. */
const reductionData = ({ currency, reduction }: ShownProduct): ReadonlyArray<object> =>
  reduction === undefined ? [] : [{
    "@type": "UnitPriceSpecification",
    priceType: `${vocabulary}/StrikethroughPrice`,
    priceCurrency: currency,
    price: Money.format(reduction.lowestMinor, currency)
  }]

/** What else is said of a price: one specification stands alone, several in a list. */
const priceData = (one: ShownProduct): object => {
  const until = one.reduction?.until
  const [first, ...more] = [...unitPriceData(one), ...reductionData(one)]
  return {
    ...(until === undefined ? {} : { priceValidUntil: Days.formatMoment(until) }),
    ...(first === undefined ? {} : { priceSpecification: more.length === 0 ? first : [first, ...more] })
  }
}

/** A product with its offer. */
export const product = (context: PageContext, one: ShownProduct): object => {
  const { policy } = context.shop
  const { description, name } = one
  return {
    "@context": vocabulary,
    "@type": "Product",
    "@id": productIdOf(context, one.id),
    name,
    description,
    sku: one.sku ?? one.id,
    ...(isPublicGtin(one.gtin) ? { gtin: one.gtin } : {}),
    image: eachPicture(one).map((picture) => policy.baseUrl + previewPath(context.shop, picture)),
    brand: { "@type": "Brand", name: one.brandName },
    category: one.category,
    ...(one.weightGrams === undefined ? {} : { weight: measure(one.weightGrams, "g") }),
    ...(one.countryOfOrigin === undefined
      ? {}
      : { countryOfOrigin: { "@type": "Country", name: one.countryOfOrigin } }),
    ...(one.group === undefined ? {} : {
      isVariantOf: { "@id": groupIdOf(context, one.group) },
      inProductGroupWithID: one.group.id,
      ...ownValues(context, one.group)
    }),
    offers: {
      "@type": "Offer",
      url: addressOf(context),
      priceCurrency: one.currency,
      price: Money.format(one.priceMinor, one.currency),
      ...priceData(one),
      availability: one.inStock ? "https://schema.org/InStock" : "https://schema.org/OutOfStock",
      itemCondition: "https://schema.org/NewCondition",
      seller: { "@type": "Organization", "@id": idOf(context), name: policy.storeName },
      shippingDetails: shippingDetails(context, one),
      hasMerchantReturnPolicy: returnPolicy(context)
    }
  }
}
