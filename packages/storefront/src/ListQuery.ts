/**
 * What a list of products asks for, and how that stands in the query of its address.
 *
 * The rule: what a query does not say, or says wrongly, is the default, so that every address of a list shows something;
 * and what is the default stands in no address, so that a list has one address. Prices are in cents, both included:
 * `price=1000-1999`, `price=50000-`.
 */
import { SearchSort } from "@beauty-store/domain/Catalog"
import type { PriceRange } from "@beauty-store/domain/Facet"
import { typedLine } from "@beauty-store/domain/PlainText"
import * as Schema from "effect/Schema"

export interface Asked {
  readonly q: string
  readonly category: string | undefined
  readonly brand: string | undefined
  readonly price: PriceRange | undefined
  readonly inStock: boolean
  readonly sort: SearchSort
  /** Whether the words are meant as they were typed, although the catalogue lacks them. */
  readonly exact: boolean
  readonly cursor: string | undefined
}

/** What the path of a list says already. */
export type ByPath = "category" | "brand" | undefined

const isSort = Schema.is(SearchSort)

const text = (value: string | null): string | undefined => value === null || value === "" ? undefined : value

const priceIn = (value: string | null): PriceRange | undefined => {
  const [, from, to = ""] = /^(\d{1,9})-(\d{1,9})?$/.exec(value ?? "") ?? []
  if (from === undefined) return undefined
  return { fromMinor: Number(from), toMinor: to === "" ? undefined : Number(to) }
}

/** A price range as it stands in an address. */
export const priceText = ({ fromMinor, toMinor }: PriceRange): string => `${fromMinor}-${toMinor ?? ""}`

export const askedIn = (query: URLSearchParams): Asked => {
  const sort = query.get("sort")
  return {
    q: typedLine(query.get("q") ?? "").slice(0, 200),
    category: text(query.get("category")),
    brand: text(query.get("brand")),
    price: priceIn(query.get("price")),
    inStock: query.get("in-stock") === "1",
    sort: isSort(sort) ? sort : "relevance",
    exact: query.get("exact") === "1",
    cursor: text(query.get("from"))
  }
}

/** The query of a list's address, with the question mark; empty where all is the default. */
export const queryOf = (asked: Asked, byPath: ByPath): string => {
  const query = new URLSearchParams()
  if (asked.q !== "") query.set("q", asked.q)
  if (byPath !== "category" && asked.category !== undefined) query.set("category", asked.category)
  if (byPath !== "brand" && asked.brand !== undefined) query.set("brand", asked.brand)
  if (asked.price !== undefined) query.set("price", priceText(asked.price))
  if (asked.inStock) query.set("in-stock", "1")
  if (asked.sort !== "relevance") query.set("sort", asked.sort)
  if (asked.exact) query.set("exact", "1")
  if (asked.cursor !== undefined) query.set("from", asked.cursor)
  const written = query.toString()
  return written === "" ? "" : `?${written}`
}

/** Whether a list is narrowed by anything but its words and its path. */
export const isNarrowed = ({ brand, category, inStock, price }: Asked, byPath: ByPath): boolean =>
  inStock || price !== undefined
  || (byPath !== "category" && category !== undefined)
  || (byPath !== "brand" && brand !== undefined)

/** The same list without what narrows it, from its first page on. */
export const widened = (asked: Asked): Asked => ({
  ...asked,
  category: undefined,
  brand: undefined,
  price: undefined,
  inStock: false,
  cursor: undefined
})
