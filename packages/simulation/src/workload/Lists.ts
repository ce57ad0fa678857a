/**
 * People who look at lists of products: pages of the shop front, and searches of the API. What they type is what stands
 * in the catalogue, with or without accents, in capitals, in part, in a language of the shop, inflected, joined, or
 * mistyped.
 */
import { synonyms } from "@beauty-store/demo-catalog/DemoShop"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Archives from "../auditor/Archives.ts"
import type { Audit } from "../auditor/Audit.ts"
import * as Lists from "../auditor/Lists.ts"
import * as Matching from "../auditor/Matching.ts"
import * as Pages from "../auditor/Pages.ts"
import type { Prng } from "../engine/Prng.ts"
import { send } from "./OrderPages.ts"
import type { Workload } from "./Workload.ts"

const accents = ["\u0301", "\u0300", "\u0308", "\u0302"]

const swapped = (prng: Prng, word: string): string => {
  const at = prng.int(0, Math.max(0, word.length - 2))
  return word.slice(0, at) + word.slice(at + 1, at + 2) + word.slice(at, at + 1) + word.slice(at + 2)
}

/** A word with one letter more, less or another, or two neighbours swapped. */
const mistyped = (prng: Prng, word: string): string => {
  const at = prng.int(0, word.length - 1)
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)]
  const other = prng.pick([..."aeinrstx"])
  return prng.pick([before + after, before + other + letter + after, before + other + after, swapped(prng, word)])
}

const typed = (prng: Prng, word: string): string => {
  const at = prng.int(1, word.length)
  const how = prng.pick([
    "plain",
    "part",
    "capitals",
    "accent",
    "accent",
    "mistyped",
    "mistyped",
    "swapped",
    "mistyped twice",
    "inflected",
    "compound"
  ])
  switch (how) {
    case "part":
      return word.slice(0, at)
    case "capitals":
      return word.includes("ß") ? word : word.toUpperCase()
    case "accent":
      return `${word.slice(0, at)}${prng.pick(accents)}${word.slice(at)}`.normalize(prng.pick(["NFC", "NFD"]))
    case "swapped":
      return swapped(prng, word)
    case "mistyped":
      return mistyped(prng, word)
    case "inflected":
      return word + prng.pick(["s", "e", "n", "en", "es"])
    case "compound":
      return word + prng.pick(["", "n", "s"]) + prng.pick(["creme", "oil", "set"])
    case "mistyped twice":
      return mistyped(prng, mistyped(prng, word) || word)
    default:
      return word
  }
}

/** What somebody searches for: a word that a product has, or some of them, or one that means the same. */
export const drawPhrase = (prng: Prng, { seen: { goods } }: Audit): string => {
  if (goods.size === 0) return "serum"
  if (prng.happens(0.1)) return typed(prng, prng.pick(synonyms.flat()))
  const good = goods.get(prng.pick([...goods.keys()]))!
  const { brand, category, description, group, ingredients = "", name, translations } = good
  const german = translations["de"] ?? {}
  const text = prng.pick([
    name,
    name,
    `${name} ${brand.name}`,
    `${brand.name} ${category}`,
    description,
    ingredients,
    german.name ?? name,
    german.description ?? name,
    group?.value ?? brand.name
  ])
  // As they stand there, or without their accents.
  const words = prng.happens(0.5) ? text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [] : Matching.typedIn(text)
  if (words.length === 0) return ""
  const number = prng.pick([1, 1, 1, 2, 2, 3])
  return Array.from({ length: number }, () => typed(prng, prng.pick(words))).join(prng.pick([" ", " ", "-", "  "]))
}

/** Prices between which a product is or is not, whatever staff set. */
const bands = ["price=0-1999", "price=2000-4999", "price=5000-"]

/** A list of the shop front that shows a product, or would if it were there, cost something else, or were called so. */
export const drawList = (prng: Prng, audit: Audit, productId: string): string => {
  const { goods, offers } = audit.seen
  const good = goods.get(productId)
  const language = prng.happens(0.3) ? "/de" : ""
  if (good === undefined) return `${language}/products`
  const priceMinor = offers.get(productId)?.prices.at(-1)?.priceMinor ?? 1_000
  const around = `price=${Math.max(0, priceMinor - prng.pick([0, 1, 500]))}-${priceMinor + prng.pick([0, 1, 500])}`
  const where = prng.pick([
    "/products",
    "/products",
    `/categories/${good.category}`,
    `/brands/${good.brand.id}`,
    "/search",
    prng.pick([language === "" ? "/home" : "", `/products/${productId}`])
  ])
  if (where === "" || where === "/home") return language === "" ? "/" : language
  if (where === `/products/${productId}`) return language + where
  const query = [
    ...(where === "/search" ? [`q=${encodeURIComponent(drawPhrase(prng, audit))}`] : []),
    ...prng.pick([[], [], ["in-stock=1"], ["in-stock=1"], [around], [prng.pick(bands)], [`category=${good.category}`]]),
    ...prng.pick([[], [], [], [], ["sort=price"], ["sort=-price"], ["sort=name"], ["sort=newest"]])
  ]
  return `${language}${where}${query.length === 0 ? "" : `?${query.join("&")}`}`
}

/** Opens a page as somebody whom the store does not know. */
export const openList = Effect.fnUntraced(function*(workload: Workload, name: string, path: string) {
  const { auditor } = workload.clientContext
  const sent = { path, at: yield* Clock.currentTimeMillis, n: ++auditor.seen.events }
  const page = yield* send(workload, name, { method: "GET", path })
  if (page !== undefined) {
    Pages.served(auditor, `GET ${path} by ${name}`, page, Archives.statusesOf(auditor, path, sent.at))
  }
  if (page?.status !== 200) return undefined
  Lists.pageShown(auditor, sent, ++auditor.seen.events, page.body)
  return page.body
})
