/** Checks of the product feed: whether there is one, whether it is whole, and whether it agrees with the pages. */
import { canParse } from "@beauty-store/outbound/UrlText"
import type { Check } from "../Check.ts"
import type { FeedItem } from "../documents/Feed.ts"
import * as Gtin from "../documents/Gtin.ts"
import * as Evidence from "../Evidence.ts"
import type { ProductPage, Site } from "../Site.ts"
import { given, pathOf, present, some, withoutProducts } from "./Judging.ts"
import { inStockOf, priceMinorOf, skuOf } from "./ProductChecks.ts"

const acpFeed = "https://developers.openai.com/commerce/specs/feed"

const nameOf = (item: FeedItem): string => item.id ?? item.title ?? "an item"

/** The items of the feed that are on the sampled pages: by their link, else by their id. */
const pairs = ({ origin, products }: Site, items: ReadonlyArray<FeedItem>) => {
  const byLink = new Map(
    items.flatMap((item) =>
      item.link !== undefined && canParse(item.link, origin)
        ? [[new URL(item.link, origin).href, item] as const]
        : []
    )
  )
  const byId = new Map(items.flatMap((item) => item.id === undefined ? [] : [[item.id, item] as const]))
  return products.flatMap((page): ReadonlyArray<readonly [ProductPage, FeedItem]> => {
    const sku = skuOf(page)
    const item = byLink.get(page.url) ?? (sku === undefined ? undefined : byId.get(sku))
    return item === undefined || page.offers.length === 0 ? [] : [[page, item]]
  })
}

export const feedChecks: ReadonlyArray<Check> = [
  {
    id: "feed.present",
    dimension: "discoverability",
    severity: "major",
    weight: 3,
    title: "The shop has a product feed",
    explanation:
      "It is looked for where the guide, the API catalogue and the home page say. JSON, JSON Lines, RSS and Atom are read.",
    specification: acpFeed,
    evaluate: ({ feed }) =>
      present(feed, ({ form, items }) => `${form} with ${Evidence.counted(items.length, "item")}.`),
    fix: ({ origin }) => ({
      instructions: "Generate a feed from the catalogue, one product a line, and link to it from /llms.txt.",
      patch:
        `{"id": "example", "title": "Example", "url": "${origin}/products/example", "variants": [{"id": "example", "title": "Example", "price": {"amount": 1490, "currency": "EUR"}, "availability": {"available": true, "status": "in_stock"}}]}`
    })
  },
  {
    id: "feed.complete",
    dimension: "understandability",
    severity: "major",
    weight: 3,
    title: "Every item of the feed has an id, a title, a price and an availability",
    explanation: "Readers of feeds drop others.",
    specification: acpFeed,
    evaluate: ({ feed }) =>
      given(feed, ({ items, malformed }) =>
        malformed > 0
          ? Evidence.partial(`${Evidence.counted(malformed, "entry is", "entries are")} malformed.`)
          : some("items", items, nameOf, ({ currency, id, inStock, priceMinor, title }) =>
            id === undefined
              ? "no id"
              : title === undefined
              ? "no title"
              : priceMinor === undefined || currency === undefined || !/^[A-Z]{3}$/.test(currency)
              ? "no price with a currency"
              : inStock === undefined
              ? "no availability"
              : undefined)),
    fix: () => ({
      instructions: "Complete these items, or leave them out of the feed.",
      patch:
        "\"price\": {\"amount\": 1490, \"currency\": \"EUR\"}, \"availability\": {\"available\": true, \"status\": \"in_stock\"}"
    })
  },
  {
    id: "feed.links",
    dimension: "understandability",
    severity: "minor",
    weight: 2,
    title: "Items of the feed lead to their pages",
    explanation: "The address has to be on this site.",
    specification: acpFeed,
    evaluate: ({ feed, origin }) =>
      given(feed, ({ items }) =>
        some("items", items, nameOf, ({ link }) =>
          link === undefined
            ? "no address"
            : canParse(link) && new URL(link).origin === origin
            ? undefined
            : `${link} is elsewhere`)),
    fix: ({ origin }) => ({
      instructions: "Add the address of the page to each item.",
      patch: `"url": "${origin}/products/example"`
    })
  },
  {
    id: "feed.unique",
    dimension: "understandability",
    severity: "minor",
    weight: 1,
    title: "Items of the feed have ids of their own and right numbers",
    explanation: "No two have one id, and check digits of GTINs are right.",
    specification: acpFeed,
    evaluate: ({ feed }) =>
      given(feed, ({ items }) => {
        const count = new Map<string, number>()
        for (const { id } of items) if (id !== undefined) count.set(id, (count.get(id) ?? 0) + 1)
        return some("items", items, nameOf, ({ gtins, id }) => {
          if (id !== undefined && count.get(id)! > 1) return "its id is used twice"
          const wrong = gtins.find((gtin) => /malformed|wrong/.test(Gtin.judge(gtin)))
          return wrong === undefined ? undefined : `GTIN ${wrong}: ${Gtin.judge(wrong)}`
        })
      }),
    fix: () => ({
      instructions: "Use the article number as the id, and the number on the pack as the GTIN.",
      patch: "\"id\": \"example\""
    })
  },
  {
    id: "feed.agrees",
    dimension: "understandability",
    severity: "critical",
    weight: 4,
    title: "The feed agrees with the pages",
    explanation: "Price and stock of the sampled product pages are compared with their items.",
    specification: "https://support.google.com/merchants/answer/6098334",
    evaluate: (site) =>
      given(
        site.feed,
        ({ items }) =>
          withoutProducts(site) ??
            some("products in both", pairs(site, items), ([page]) => pathOf(page.url), ([page, item]) => {
              const price = priceMinorOf(page.offers[0]!, page)
              if (price !== undefined && item.priceMinor !== undefined && price !== item.priceMinor) {
                return `the page says ${price}, the feed ${item.priceMinor} (minor units)`
              }
              const inStock = inStockOf(page)
              return inStock !== undefined && item.inStock !== undefined && inStock !== item.inStock
                ? `the page says ${inStock ? "in stock" : "out of stock"}, the feed the opposite`
                : undefined
            })
      ),
    fix: () => ({
      instructions: "Generate feed and pages from the same catalogue, and make the feed anew whenever it changes.",
      patch: "Cache-Control: public, max-age=60"
    })
  }
]
