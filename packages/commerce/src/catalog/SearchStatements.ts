/**
 * Lists of products without words: the statement for each, along an index of the database. What words find is in memory
 * (`SearchIndex`), whose rows this module reads. A list for people shows a group as one entry (`ListEntry`), in the
 * place of its first product. Follows docs/specification.md#search and docs/specification.md#entries.
 */
import { SearchSort } from "@beauty-store/domain/Catalog"
import type { ProductId } from "@beauty-store/domain/Ids"
import type { Language } from "@beauty-store/domain/Language"
import * as Codec from "@beauty-store/sql/Codec"
import * as Query from "@beauty-store/sql/Query"
import { type Dialect, type Parameter, type Transaction, withTransaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { columns, ProductRow, tables } from "./ProductRecords.ts"
import { fold } from "./SearchWords.ts"

export interface Search {
  readonly q?: string | undefined
  readonly brand?: string | undefined
  readonly category?: string | undefined
  /** The category and all below it, where there are any. */
  readonly within?: ReadonlyArray<string> | undefined
  readonly minPriceMinor?: number | undefined
  readonly maxPriceMinor?: number | undefined
  readonly inStock?: boolean | undefined
  /** Whether the price is announced as reduced. */
  readonly reduced?: boolean | undefined
  /** Values of options (`OptionFilter`). */
  readonly option?: string | undefined
  /** Whether the products of a group are one entry, and count once. */
  readonly groupsAsOne?: boolean | undefined
  /** In which a misspelt word is meant. Default: any. */
  readonly language?: Language | undefined
  readonly sort: SearchSort
  readonly limit: number
  readonly cursor?: string | undefined
}

interface Clause {
  readonly text: string
  readonly parameters: ReadonlyArray<Parameter>
}

/** The sort key: the sort column, then the id. Names are sorted by their letters, without case and accents. */
const orders: { readonly [sort in SearchSort]: { readonly column: string; readonly descending: boolean } } = {
  relevance: { column: "relevance", descending: true },
  price: { column: "price_minor", descending: false },
  "-price": { column: "price_minor", descending: true },
  name: { column: "name_key", descending: false },
  newest: { column: "added_at", descending: true },
  popularity: { column: "units", descending: true }
}

/**
 * The sort column; without words all products are equally relevant, and stand in the order of their ids. Lists by
 * popularity are read from memory.
 */
const sortKeyOf = (sort: SearchSort, product = "p"): string | undefined =>
  sort !== "relevance" && sort !== "popularity" ? `${product}.${orders[sort].column}` : undefined

/** The end of a page of a list: the sort key and the id of its last product. */
export const Place = Schema.Struct({
  sort: SearchSort,
  key: Schema.Union(Schema.String, Schema.Number),
  id: Schema.String
})
export type Place = typeof Place.Type

/** A row of a list; of one that was found in memory, with its relevance and how many units were bought. */
export interface ListedRow extends ProductRow {
  readonly relevance?: number
  readonly units?: number
}

const keys: { readonly [sort in SearchSort]: (row: ListedRow) => string | number } = {
  relevance: ({ relevance = 0 }) => relevance,
  price: (row) => row.price_minor,
  "-price": (row) => row.price_minor,
  name: (row) => fold(row.name),
  newest: (row) => row.added_at,
  popularity: ({ units = 0 }) => units
}

/** The position of a product in a list. */
export const placeOf = (sort: SearchSort, row: ListedRow): Place => ({ sort, key: keys[sort](row), id: row.id })

const filters = (search: Search, p = "p", s = "s"): ReadonlyArray<Clause> => {
  const clauses: Array<Clause> = []
  const where = (text: string, ...parameters: ReadonlyArray<Parameter>) => void clauses.push({ text, parameters })
  where(`${p}.archived_at IS NULL`)
  if (search.brand !== undefined) where(`${p}.brand_id = ?`, search.brand)
  const { category, within = category === undefined ? [] : [category] } = search
  if (within.length === 1) where(`${p}.category = ?`, ...within)
  else if (within.length > 1) where(`${p}.category IN (${within.map(() => "?").join(", ")})`, ...within)
  if (search.minPriceMinor !== undefined) where(`${p}.price_minor >= ?`, search.minPriceMinor)
  if (search.maxPriceMinor !== undefined) where(`${p}.price_minor <= ?`, search.maxPriceMinor)
  if (search.inStock === true) where(`${s}.on_hand > ${s}.reserved`)
  if (search.inStock === false) where(`${s}.on_hand = ${s}.reserved`)
  return clauses
}

const whereAll = (conditions: ReadonlyArray<Clause>): string =>
  conditions.length === 0 ? "" : `WHERE ${conditions.map(({ text }) => text).join(" AND ")}`

/** The order of a list. */
const orderOf = (sort: SearchSort): string => {
  const key = sortKeyOf(sort)
  return key === undefined ? "p.id" : `${key} ${orders[sort].descending ? "DESC" : "ASC"}, p.id`
}

/** The products after a position, where there is one. */
const behind = (after: Place, sortKey: string | undefined, descending: boolean, id = "p.id"): Clause => {
  if (sortKey === undefined) return { text: `${id} > ?`, parameters: [after.id] }
  const beyond = descending ? "<" : ">"
  return {
    text: `(${sortKey} ${beyond} ? OR (${sortKey} = ? AND ${id} > ?))`,
    parameters: [after.key, after.key, after.id]
  }
}

/**
 * The products before which a list without words finds no other of their group. What has no group is compared with
 * nothing; the others of a group are few, and found by their index.
 */
const firstOfGroup = (dialect: Dialect, search: Search): Clause => {
  // With the sign SQLite finds the others by their group alone: there are fewer of them than of a category.
  const other = dialect === "sqlite" ? "+o" : "o"
  const [key, otherKey] = [sortKeyOf(search.sort), sortKeyOf(search.sort, other)]
  const before = orders[search.sort].descending ? ">" : "<"
  const conditions = filters(search, other, "os")
  const every = [
    "o.group_id = p.group_id",
    ...conditions.map(({ text }) => text),
    key === undefined
      ? `${other}.id < p.id`
      : `(${otherKey} ${before} ${key} OR (${otherKey} = ${key} AND ${other}.id < p.id))`
  ]
  return {
    text: `NOT EXISTS (SELECT 1 FROM product o JOIN stock os ON os.product_id = o.id WHERE ${every.join(" AND ")})`,
    parameters: conditions.flatMap(({ parameters }) => parameters)
  }
}

/** The categories that products have, also those that the shop gave up. */
export const categoriesOfProducts = Query.all(Schema.Struct({ category: Schema.String }))(
  "SELECT DISTINCT category FROM product WHERE archived_at IS NULL ORDER BY category"
)

const decodeRows = Codec.decoder(Schema.Array(ProductRow))

/** The products that meet conditions, in an order. `driver` is a table whose rows are read before any product. */
const select = (
  dialect: Dialect,
  { conditions, driver, limit, order }: {
    readonly conditions: ReadonlyArray<Clause>
    readonly order: string
    readonly limit?: number
    readonly driver?: Clause
  }
): Effect.Effect<ReadonlyArray<ProductRow>, never, Transaction> => {
  const text = `SELECT ${columns}
    FROM ${driver === undefined ? "" : `${driver.text} CROSS JOIN`} ${tables}
    ${whereAll(conditions)}
    ORDER BY ${order}${limit === undefined ? "" : " LIMIT ?"}`
  const parameters = [
    ...driver?.parameters ?? [],
    ...conditions.flatMap((condition) => condition.parameters),
    ...(limit === undefined ? [] : [limit])
  ]
  const dialectal = Query.compile(text)[dialect]
  return withTransaction((transaction) => transaction.rows(dialectal, parameters, decodeRows))
}

/**
 * One product more than a page holds, from a position on; of each group the first alone, if the search says so.
 */
export const rowsOf = (
  dialect: Dialect,
  search: Search,
  after: Place | undefined
): Effect.Effect<ReadonlyArray<ProductRow>, never, Transaction> => {
  const { groupsAsOne = false, limit, sort } = search
  const conditions = [
    ...filters(search),
    ...(after === undefined ? [] : [behind(after, sortKeyOf(sort), orders[sort].descending)]),
    ...(groupsAsOne ? [firstOfGroup(dialect, search)] : [])
  ]
  return select(dialect, { conditions, order: orderOf(sort), limit: limit + 1 })
}

/** The values of a JSON array. */
const valuesOf = (dialect: Dialect, ids: ReadonlyArray<ProductId>): Clause => ({
  text: dialect === "sqlite" ? "json_each(?) g" : "json_array_elements_text(?::json) g(value)",
  parameters: [JSON.stringify(ids)]
})

/** All products of groups that the search finds, in its order. */
export const rowsInGroups = (
  dialect: Dialect,
  search: Search,
  groupIds: ReadonlyArray<ProductId>
): Effect.Effect<ReadonlyArray<ProductRow>, never, Transaction> =>
  select(dialect, {
    driver: valuesOf(dialect, groupIds),
    conditions: [...filters(search), { text: "p.group_id = g.value", parameters: [] }],
    order: orderOf(search.sort)
  })

/** The products with these ids, as far as there are any. */
export const rowsByIds = (
  dialect: Dialect,
  ids: ReadonlyArray<ProductId>
): Effect.Effect<ReadonlyArray<ProductRow>, never, Transaction> =>
  ids.length === 0 ? Effect.succeed([]) : select(dialect, {
    driver: valuesOf(dialect, ids),
    conditions: [{ text: "p.id = g.value", parameters: [] }],
    order: "p.id"
  })
