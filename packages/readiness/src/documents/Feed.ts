/**
 * Product feeds, whatever their form, as one list of offers: ACP's JSON Lines, JSON lists, and RSS or Atom with the
 * names of Google's product data.
 *
 * The rule: a feed that was cut because it is too long is read up to its last whole entry. At most `mostItems` are
 * read. The price of an item is what it costs at the time of reading: a sale price counts while it is in effect.
 */
import { XMLParser } from "fast-xml-parser"
import * as Amount from "./Amount.ts"
import * as Json from "./Json.ts"
import { linesOf } from "./Lines.ts"

export interface FeedItem {
  readonly id: string | undefined
  readonly title: string | undefined
  readonly link: string | undefined
  readonly currency: string | undefined
  readonly priceMinor: number | undefined
  readonly inStock: boolean | undefined
  readonly gtins: ReadonlyArray<string>
}

export interface Feed {
  readonly form: "JSON Lines" | "JSON" | "XML"
  readonly items: ReadonlyArray<FeedItem>
  /** Entries that could not be read at all. */
  readonly malformed: number
}

export const mostItems = 5_000

/** Longer than any price. */
const longestPrice = 40

const stockOf = (text: string | undefined): boolean | undefined => {
  const word = text?.toLowerCase().replace(/^https?:\/\/schema\.org\//, "").replace(/[\s_-]/g, "")
  if (word === undefined || word === "") return undefined
  return /^(instock|limitedavailability|onlineonly|preorder|backorder|available)$/.test(word)
}

interface Price {
  readonly currency: string | undefined
  readonly priceMinor: number | undefined
}

/** `14.90 EUR` and `EUR 14.90`, with any blank between thousands. */
const priceOf = (text: string | undefined): Price => {
  const words = text?.trim() ?? ""
  const match = words.length > longestPrice ? null : /^(?:([A-Z]{3})\s*)?([\d.,'’\s]+?)\s*([A-Z]{3})?$/.exec(words)
  const currency = match?.[1] ?? match?.[3]
  return {
    currency,
    priceMinor: match === null || currency === undefined ? undefined : Amount.read(match[2]!, currency)
  }
}

const textOf = (value: Json.Json | undefined): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() || undefined : undefined

/** A price as an object in minor units, as a text, or as a number beside a currency. */
const jsonPrice = (entry: Json.JsonObject, price: Json.Json | undefined): Price => {
  if (Json.isObject(price)) {
    const { amount } = price
    return {
      currency: textOf(price["currency"]),
      priceMinor: typeof amount === "number" && Number.isSafeInteger(amount) ? amount : undefined
    }
  }
  const currency = textOf(entry["currency"])
  if (currency === undefined) return priceOf(textOf(price))
  return { currency, priceMinor: price === undefined ? undefined : Amount.read(textOf(price) ?? "", currency) }
}

const dayMillis = 86_400_000

/** Whether a time is in a range such as `2026-11-01T00:00+0100/2026-11-30`, whose last day counts as a whole. */
const isWithin = (range: string, at: number): boolean => {
  const [from = "", to = ""] = range.split(/\s*\/\s*/)
  const end = Date.parse(to) + (/^\d{4}-\d{2}-\d{2}$/.test(to) ? dayMillis : 0)
  return (from === "" || Date.parse(from) <= at) && (to === "" || at < end)
}

/** What an item costs: its price, or the one of a sale that is on. */
const current = (
  entry: Json.JsonObject,
  read: (value: Json.Json | undefined) => Price,
  at: number
): Price => {
  const price = read(entry["price"])
  const sale = read(entry["sale_price"] ?? entry["salePrice"])
  const range = textOf(entry["sale_price_effective_date"] ?? entry["salePriceEffectiveDate"])
  const isOn = sale.priceMinor !== undefined && sale.priceMinor > 0 && (range === undefined || isWithin(range, at))
  return isOn ? sale : price
}

const jsonStock = (entry: Json.JsonObject): boolean | undefined => {
  const availability = entry["availability"]
  if (Json.isObject(availability)) {
    const { available } = availability
    return typeof available === "boolean" ? available : stockOf(textOf(availability["status"]))
  }
  const inStock = entry["inStock"] ?? entry["in_stock"] ?? entry["available"]
  return typeof inStock === "boolean" ? inStock : stockOf(textOf(availability))
}

const jsonItem = (entry: Json.JsonObject, product: Json.JsonObject, at: number): FeedItem => ({
  id: textOf(entry["id"] ?? entry["item_id"] ?? entry["sku"] ?? product["id"]),
  title: textOf(entry["title"] ?? entry["name"] ?? product["title"] ?? product["name"]),
  link: textOf(entry["url"] ?? entry["link"] ?? product["url"] ?? product["link"]),
  ...current(entry, (value) => jsonPrice(entry, value), at),
  inStock: jsonStock(entry),
  gtins: [
    ...[entry["gtin"]].flatMap((one) => textOf(one) ?? []),
    ...Json.listAt(entry, "barcodes").flatMap((one) =>
      /gtin|ean|upc/i.test(Json.textAt(one, "type") ?? "") ? Json.textAt(one, "value") ?? [] : []
    )
  ]
})

const jsonItems = (entry: Json.Json, at: number): ReadonlyArray<FeedItem> => {
  if (!Json.isObject(entry)) return []
  const variants = Json.listAt(entry, "variants").filter(Json.isObject)
  return variants.length === 0 ? [jsonItem(entry, entry, at)] : variants.map((variant) => jsonItem(variant, entry, at))
}

const lines = (text: string, truncated: boolean, at: number): Feed | undefined => {
  const all = linesOf(text).filter((line) => line.trim() !== "")
  const whole = (truncated ? all.slice(0, -1) : all).slice(0, mostItems)
  const first = whole[0]
  if (first === undefined || !Json.isObject(Json.parse(first))) return undefined
  const entries = whole.map(Json.parse)
  return {
    form: "JSON Lines",
    items: entries.flatMap((entry) => entry === undefined ? [] : jsonItems(entry, at)).slice(0, mostItems),
    malformed: entries.filter((entry) => !Json.isObject(entry)).length
  }
}

const list = (text: string, at: number): Feed | undefined => {
  const value = Json.parse(text)
  if (value === undefined) return undefined
  const entries = Array.isArray(value)
    ? value as ReadonlyArray<Json.Json>
    : ["products", "items", "offers"].flatMap((key) => Json.listAt(value, key))
  if (entries.length === 0) return undefined
  return {
    form: "JSON",
    items: entries.slice(0, mostItems).flatMap((entry) => jsonItems(entry, at)).slice(0, mostItems),
    malformed: entries.filter((entry) => !Json.isObject(entry)).length
  }
}

const xml = new XMLParser({
  parseTagValue: false,
  removeNSPrefix: true,
  attributeNamePrefix: "",
  ignoreAttributes: false,
  isArray: (name) => name === "item" || name === "entry"
})

const xmlFeed = (text: string, truncated: boolean, at: number): Feed | undefined => {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return undefined
  let parsed: Json.Json
  try {
    parsed = xml.parse(text, !truncated) as Json.Json
  } catch {
    return undefined
  }
  const entries = [...Json.listAt(parsed, "rss", "channel", "item"), ...Json.listAt(parsed, "feed", "entry")]
  if (entries.length === 0) return undefined
  const link = (entry: Json.JsonObject) => textOf(entry["link"]) ?? Json.textAt(entry, "link", "href")
  return {
    form: "XML",
    items: entries.slice(0, mostItems).filter(Json.isObject).map((entry) => ({
      id: textOf(entry["id"]),
      title: textOf(entry["title"]),
      link: link(entry),
      ...current(entry, (value) => priceOf(textOf(value)), at),
      inStock: stockOf(textOf(entry["availability"])),
      gtins: [entry["gtin"]].flatMap((one) => textOf(one) ?? [])
    })),
    malformed: 0
  }
}

/** A feed with at least one item as it is at a time in milliseconds, or undefined. */
export const read = (text: string, truncated: boolean, at: number): Feed | undefined => {
  const start = text.trimStart().slice(0, 1)
  const feed = start === "<"
    ? xmlFeed(text, truncated, at)
    : start === "["
    ? list(text, at)
    : list(text, at) ?? lines(text, truncated, at)
  return feed === undefined || feed.items.length === 0 ? undefined : feed
}
