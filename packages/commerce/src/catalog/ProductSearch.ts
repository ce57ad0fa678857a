/**
 * Product search: the statement for a search, in each database's own full-text language.
 *
 * Search words are plain words (`SearchWords`), each the beginning of a word somewhere in the product. Relevance
 * depends on where they were found (name before brand before category before the rest), never on how rare they are in
 * the whole catalogue, so that a product's place in the list does not change with other products. Both databases give
 * the same result. For its facets, all products that the words find are counted in groups, in one statement. Follows
 * docs/specification.md#search.
 */
import { SearchSort } from "@beauty-store/domain/Catalog"
import * as Facet from "@beauty-store/domain/Facet"
import { BrandId } from "@beauty-store/domain/Ids"
import * as Codec from "@beauty-store/kernel/Codec"
import * as Query from "@beauty-store/kernel/Query"
import { type Dialect, type Parameter, type Transaction, withTransaction } from "@beauty-store/kernel/Transactions"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { columns, ProductRow, tables } from "./ProductRecords.ts"
import { fold } from "./SearchWords.ts"

export interface Search {
  readonly q?: string | undefined
  readonly brand?: string | undefined
  readonly category?: string | undefined
  readonly minPriceMinor?: number | undefined
  readonly maxPriceMinor?: number | undefined
  readonly inStock?: boolean | undefined
  readonly sort: SearchSort
  readonly limit: number
  readonly cursor?: string | undefined
}

const fields = [["name", 8], ["brand", 4], ["category", 2], ["other", 1]] as const

/** The words as a query of the database's full-text language: prefixes, all or any of them. */
const match = {
  sqlite: (words: ReadonlyArray<string>, how: "AND" | "OR") => words.map((word) => `"${word}"*`).join(` ${how} `),
  pg: (words: ReadonlyArray<string>, how: "AND" | "OR") =>
    words.map((word) => `${word}:*`).join(how === "AND" ? " & " : " | ")
}

interface Clause {
  readonly text: string
  readonly parameters: ReadonlyArray<Parameter>
}

/** The products that have all the words, with their relevance: a table of (product_id, relevance). */
const found = (dialect: "sqlite" | "pg", words: ReadonlyArray<string>): Clause => {
  const all = match[dialect](words, "AND")
  const any = match[dialect](words, "OR")
  if (dialect === "sqlite") {
    const scores = fields.map(([, weight]) =>
      `${weight} * (w.rowid IN (SELECT rowid FROM product_words WHERE product_words MATCH ?))`
    )
    return {
      text: `(SELECT w.product_id, ${
        scores.join(" + ")
      } AS relevance FROM product_words w WHERE product_words MATCH ?)`,
      parameters: [...fields.map(([field]) => `${field} : (${any})`), all]
    }
  }
  const scores = fields.map(([field, weight]) => `${weight} * (w.${field} @@ to_tsquery('simple', ?))::int`)
  return {
    text: `(SELECT w.product_id, ${scores.join(" + ")} AS relevance FROM product_words w
      WHERE (w.name || w.brand || w.category || w.other) @@ to_tsquery('simple', ?))`,
    parameters: [...fields.map(() => any), all]
  }
}

/** The products that have all the words, without their relevance: a table of (product_id). */
const matching = (dialect: "sqlite" | "pg", words: ReadonlyArray<string>): Clause => ({
  text: dialect === "sqlite"
    ? "(SELECT product_id FROM product_words WHERE product_words MATCH ?)"
    : `(SELECT w.product_id FROM product_words w
      WHERE (w.name || w.brand || w.category || w.other) @@ to_tsquery('simple', ?))`,
  parameters: [match[dialect](words, "AND")]
})

/** The sort key: the sort column, then the id. Names are sorted by their letters, without case and accents. */
const orders: { readonly [sort in SearchSort]: { readonly key: string; readonly descending: boolean } } = {
  relevance: { key: "relevance", descending: true },
  price: { key: "p.price_minor", descending: false },
  "-price": { key: "p.price_minor", descending: true },
  name: { key: "p.name_key", descending: false },
  newest: { key: "p.added_at", descending: true }
}

/** The end of a page of a list: the sort key and the id of its last product. */
export const Place = Schema.Struct({
  sort: SearchSort,
  key: Schema.Union(Schema.String, Schema.Number),
  id: Schema.String
})
export type Place = typeof Place.Type

const keys: { readonly [sort in SearchSort]: (row: ProductRow) => string | number } = {
  relevance: (row) => row.relevance,
  price: (row) => row.price_minor,
  "-price": (row) => row.price_minor,
  name: (row) => fold(row.name),
  newest: (row) => row.added_at
}

/** The position of a product in a list. */
export const placeOf = (sort: SearchSort, row: ProductRow): Place => ({ sort, key: keys[sort](row), id: row.id })

const filters = (search: Search): ReadonlyArray<Clause> => {
  const clauses: Array<Clause> = []
  const where = (text: string, ...parameters: ReadonlyArray<Parameter>) => void clauses.push({ text, parameters })
  if (search.brand !== undefined) where("p.brand_id = ?", search.brand)
  if (search.category !== undefined) where("p.category = ?", search.category)
  if (search.minPriceMinor !== undefined) where("p.price_minor >= ?", search.minPriceMinor)
  if (search.maxPriceMinor !== undefined) where("p.price_minor <= ?", search.maxPriceMinor)
  if (search.inStock === true) where("s.on_hand > s.reserved")
  if (search.inStock === false) where("s.on_hand = s.reserved")
  return clauses
}

/** The products after a position, where there is one. */
const behind = (after: Place, sortKey: string | undefined, descending: boolean): Clause => {
  if (sortKey === undefined) return { text: "p.id > ?", parameters: [after.id] }
  const beyond = descending ? "<" : ">"
  return {
    text: `(${sortKey} ${beyond} ? OR (${sortKey} = ? AND p.id > ?))`,
    parameters: [after.key, after.key, after.id]
  }
}

const prices = ({ maxPriceMinor, minPriceMinor }: Search): Clause => ({
  text: [
    ...(minPriceMinor === undefined ? [] : ["p.price_minor >= ?"]),
    ...(maxPriceMinor === undefined ? [] : ["p.price_minor <= ?"])
  ].join(" AND ") || "1 = 1",
  parameters: [minPriceMinor, maxPriceMinor].filter((price) => price !== undefined)
})

const GroupRow = Schema.Struct({
  brand_id: BrandId,
  category: Schema.String,
  price_range: Query.Int,
  is_price_wanted: Query.Flag,
  in_stock: Query.Flag,
  products: Query.Int
})
const decodeGroups = Codec.decoder(Schema.Array(GroupRow))

const rangeOfPrice = `CASE ${
  Facet.priceBounds.map((bound, n) => `WHEN p.price_minor < ${bound} THEN ${n}`).join(" ")
} ELSE ${Facet.priceBounds.length} END`

/** All that the words of a search find, whatever it filters by, counted in groups. */
export const groupsOf = (
  dialect: Dialect,
  search: Search,
  words: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Facet.Group>, never, Transaction> => {
  const from = words.length === 0 ? { text: "", parameters: [] } : matching(dialect, words)
  const wanted = prices(search)
  const text = `SELECT p.brand_id, p.category, ${rangeOfPrice} AS price_range,
    CASE WHEN ${wanted.text} THEN 1 ELSE 0 END AS is_price_wanted,
    CASE WHEN s.on_hand > s.reserved THEN 1 ELSE 0 END AS in_stock, count(*) AS products
    FROM product p JOIN stock s ON s.product_id = p.id
    ${from.text === "" ? "" : `JOIN ${from.text} f ON f.product_id = p.id`}
    GROUP BY 1, 2, 3, 4, 5`
  const decoded = (rows: ReadonlyArray<unknown>): ReadonlyArray<Facet.Group> =>
    decodeGroups(rows).map((row) => ({
      brandId: row.brand_id,
      category: row.category,
      range: row.price_range,
      isPriceWanted: row.is_price_wanted,
      inStock: row.in_stock,
      products: row.products
    }))
  const dialectal = Query.compile(text)[dialect]
  return withTransaction((transaction) =>
    transaction.rows(dialectal, [...wanted.parameters, ...from.parameters], decoded)
  )
}

const decodeRows = Codec.decoder(Schema.Array(ProductRow))

/** One product more than a page holds, from a position on. `words` as `SearchWords.wordsOf` returns them. */
export const rowsOf = (
  dialect: Dialect,
  search: Search,
  words: ReadonlyArray<string>,
  after: Place | undefined
): Effect.Effect<ReadonlyArray<ProductRow>, never, Transaction> => {
  const from = words.length === 0
    ? { text: "", relevance: "0", parameters: [] }
    : { ...found(dialect, words), relevance: "f.relevance" }
  const { descending, key } = orders[search.sort]
  // Without words all products are equally relevant: by their ids then.
  const sortKey = key !== "relevance" ? key : from.text === "" ? undefined : from.relevance
  const conditions = [...filters(search), ...(after === undefined ? [] : [behind(after, sortKey, descending)])]
  const text = `SELECT ${columns}, ${from.relevance} AS relevance FROM ${tables}
    ${from.text === "" ? "" : `JOIN ${from.text} f ON f.product_id = p.id`}
    ${conditions.length === 0 ? "" : `WHERE ${conditions.map((condition) => condition.text).join(" AND ")}`}
    ORDER BY ${sortKey === undefined ? "" : `${sortKey} ${descending ? "DESC" : "ASC"}, `}p.id LIMIT ?`
  const parameters = [
    ...from.parameters,
    ...conditions.flatMap((condition) => condition.parameters),
    search.limit + 1
  ]
  const dialectal = Query.compile(text)[dialect]
  return withTransaction((transaction) => transaction.rows(dialectal, parameters, decodeRows))
}
