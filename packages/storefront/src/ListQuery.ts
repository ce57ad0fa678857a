/**
 * What a list of products asks for, and how that stands in the query of its address.
 *
 * The rule: what a query does not say, or says wrongly, is the default, so that every address of a list shows
 * something; and what is the default stands in no address, so that a list has one address. Prices are in cents, both
 * included: `price=1000-1999`, `price=50000-`.
 */
import { SearchSort } from "@beauty-store/domain/Catalog"
import type { PriceRange } from "@beauty-store/domain/Facet"
import { typedLine } from "@beauty-store/domain/PlainText"
import { OptionFilter } from "@beauty-store/domain/ProductOption"
import * as Schema from "effect/Schema"

export interface ListQuery {
  readonly q: string
  readonly category: string | undefined
  readonly brand: string | undefined
  readonly price: PriceRange | undefined
  readonly inStock: boolean
  readonly reduced: boolean
  /** Values of options (`OptionFilter`). */
  readonly option: string | undefined
  readonly sort: SearchSort
  /** Whether the words are meant as they were typed, although the catalogue lacks them. */
  readonly exact: boolean
  readonly cursor: string | undefined
}

/** What the path of a list says already. */
export type ByPath = "category" | "brand" | undefined

const isSort = Schema.is(SearchSort)
const isOptionFilter = Schema.is(OptionFilter)

const text = (value: string | null): string | undefined => value === null || value === "" ? undefined : value

const parsePriceRange = (value: string | null): PriceRange | undefined => {
  const [, from, to = ""] = /^(\d{1,9})-(\d{1,9})?$/.exec(value ?? "") ?? []
  if (from === undefined) return undefined
  return { fromMinor: Number(from), toMinor: to === "" ? undefined : Number(to) }
}

/** A price range as it stands in an address. */
export const formatPriceRange = ({ fromMinor, toMinor }: PriceRange): string => `${fromMinor}-${toMinor ?? ""}`

export const parseListQuery = (search: URLSearchParams): ListQuery => {
  const [option, sort] = [search.get("option"), search.get("sort")]
  return {
    q: typedLine(search.get("q") ?? "").slice(0, 200),
    category: text(search.get("category")),
    brand: text(search.get("brand")),
    price: parsePriceRange(search.get("price")),
    inStock: search.get("in-stock") === "1",
    reduced: search.get("reduced") === "1",
    option: isOptionFilter(option) ? option : undefined,
    sort: isSort(sort) ? sort : "relevance",
    exact: search.get("exact") === "1",
    cursor: text(search.get("from"))
  }
}

/** The query of a list's address, with the question mark; empty where all is the default. */
export const formatListQuery = (query: ListQuery, byPath: ByPath): string => {
  const search = new URLSearchParams()
  if (query.q !== "") search.set("q", query.q)
  if (byPath !== "category" && query.category !== undefined) search.set("category", query.category)
  if (byPath !== "brand" && query.brand !== undefined) search.set("brand", query.brand)
  if (query.price !== undefined) search.set("price", formatPriceRange(query.price))
  if (query.inStock) search.set("in-stock", "1")
  if (query.reduced) search.set("reduced", "1")
  if (query.option !== undefined) search.set("option", query.option)
  if (query.sort !== "relevance") search.set("sort", query.sort)
  if (query.exact) search.set("exact", "1")
  if (query.cursor !== undefined) search.set("from", query.cursor)
  const written = search.toString()
  return written === "" ? "" : `?${written}`
}

/** Whether a list is narrowed by anything but its words and its path. */
export const isNarrowed = ({ brand, category, inStock, option, price, reduced }: ListQuery, byPath: ByPath): boolean =>
  inStock || reduced || price !== undefined || option !== undefined
  || (byPath !== "category" && category !== undefined)
  || (byPath !== "brand" && brand !== undefined)

/** The same list without what narrows it, from its first page on. */
export const widenQuery = (query: ListQuery): ListQuery => ({
  ...query,
  category: undefined,
  brand: undefined,
  price: undefined,
  inStock: false,
  reduced: false,
  option: undefined,
  cursor: undefined
})
