/**
 * Product search: the statement for a search, in each database's own full-text language.
 *
 * Search words are plain words (`SearchWords`), each found in any of its forms (`WordForms`). Relevance depends on the
 * form, then on where it was found (name before brand before category before the rest), never on how rare a word is.
 * The forms are the program's, so that both databases give the same result. For its facets, all products that the words
 * find are counted in groups, in one statement.
 *
 * A list for people shows a product group as one entry (`ListEntry`). It stands where the first of its products that
 * the list finds would stand, so that a page of entries is read along the same index as a page of products. Follows
 * docs/specification.md#search and docs/specification.md#entries.
 */
import { SearchSort } from "@beauty-store/domain/Catalog"
import * as Facet from "@beauty-store/domain/Facet"
import { BrandId, ProductId } from "@beauty-store/domain/Ids"
import type { Language } from "@beauty-store/domain/Language"
import * as Codec from "@beauty-store/sql/Codec"
import * as Query from "@beauty-store/sql/Query"
import { type Dialect, type Parameter, type Transaction, withTransaction } from "@beauty-store/sql/Transactions"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { columns, isSold, ProductRow, tables } from "./ProductRecords.ts"
import { fold } from "./SearchWords.ts"
import type { Term, WordForms } from "./WordForms.ts"

export interface Search {
  readonly q?: string | undefined
  readonly brand?: string | undefined
  readonly category?: string | undefined
  /** The category and all below it, where there are any. */
  readonly within?: ReadonlyArray<string> | undefined
  readonly minPriceMinor?: number | undefined
  readonly maxPriceMinor?: number | undefined
  readonly inStock?: boolean | undefined
  /** Whether the products of a group are one entry, and count once. */
  readonly groupsAsOne?: boolean | undefined
  /** In which a misspelt word is meant. Default: any. */
  readonly language?: Language | undefined
  readonly sort: SearchSort
  readonly limit: number
  readonly cursor?: string | undefined
}

const fields = [["name", 8], ["brand", 4], ["category", 2], ["other", 1]] as const

/** Words of a query in the database's full-text language. */
const queryOf: { readonly [dialect in Dialect]: (operator: "AND" | "OR", operands: ReadonlyArray<string>) => string } =
  {
    sqlite: (operator, operands) => `(${operands.join(` ${operator} `)})`,
    pg: (operator, operands) => `(${operands.join(operator === "AND" ? " & " : " | ")})`
  }
const termOf: { readonly [dialect in Dialect]: (term: Term) => string } = {
  sqlite: ({ isBeginning, word }) => `"${word}"${isBeginning ? "*" : ""}`,
  pg: ({ isBeginning, word }) => `${word}${isBeginning ? ":*" : ""}`
}

/** How many levels of forms there are, and how far apart: more than all fields are worth together. */
const levels = [0, 1, 2, 3] as const
const levelWorth = 16

/** The words as a query, each in one of the forms up to a level. */
const all = (dialect: Dialect, words: ReadonlyArray<WordForms>, level: number): string => {
  const [join, print] = [queryOf[dialect], termOf[dialect]]
  return join(
    "AND",
    words.map((forms) =>
      join(
        "OR",
        forms.levels.slice(0, level + 1).flat().map((lists) =>
          join("AND", lists.map((terms) => join("OR", terms.map(print))))
        )
      )
    )
  )
}

/** Any form of any word as a query. */
const any = (dialect: Dialect, words: ReadonlyArray<WordForms>): string =>
  queryOf[dialect]("OR", [...new Set(words.flatMap((forms) => forms.levels.flat(3)).map(termOf[dialect]))])

interface Clause {
  readonly text: string
  readonly parameters: ReadonlyArray<Parameter>
}

/** Whether a product's words meet a query. */
const meets: { readonly [dialect in Dialect]: string } = {
  sqlite: "w.rowid IN (SELECT rowid FROM product_words WHERE product_words MATCH ?)",
  pg: "(w.name || w.brand || w.category || w.other) @@ to_tsquery('simple', ?)"
}

/** What a product's level is worth; nothing is asked where every form of the words is a beginning. */
const worthOfLevel = (dialect: Dialect, words: ReadonlyArray<WordForms>): Clause => {
  const adding = levels.filter((level) => level === 0 || words.some((forms) => forms.levels[level].length > 0))
  const last = adding.at(-1)!
  const earlier = adding.slice(0, -1)
  if (last === 0) return { text: "0", parameters: [] }
  return {
    text: `CASE ${earlier.map((level) => `WHEN ${meets[dialect]} THEN ${-level * levelWorth}`).join(" ")} ELSE ${
      -last * levelWorth
    } END`,
    parameters: earlier.map((level) => all(dialect, words, level))
  }
}

/** The products that have all the words, with their relevance: a table of (product_id, relevance). */
const found = (dialect: Dialect, words: ReadonlyArray<WordForms>): Clause => {
  const worth = worthOfLevel(dialect, words)
  const some = any(dialect, words)
  const scores = fields.map(([field, weight]) =>
    dialect === "sqlite"
      ? `${weight} * (${meets.sqlite})`
      : `${weight} * (w.${field} @@ to_tsquery('simple', ?))::int`
  )
  return {
    text: `(SELECT w.product_id, ${[worth.text, ...scores].join(" + ")} AS relevance FROM product_words w
      WHERE ${dialect === "sqlite" ? "product_words MATCH ?" : meets.pg})`,
    parameters: [
      ...worth.parameters,
      ...fields.map(([field]) => dialect === "sqlite" ? `${field} : ${some}` : some),
      all(dialect, words, 3)
    ]
  }
}

/** The products that have all the words, without their relevance: a table of (product_id). */
const matching = (dialect: Dialect, words: ReadonlyArray<WordForms>): Clause => ({
  text: dialect === "sqlite"
    ? "(SELECT product_id FROM product_words WHERE product_words MATCH ?)"
    : `(SELECT w.product_id FROM product_words w WHERE ${meets.pg})`,
  parameters: [all(dialect, words, 3)]
})

/** The sort key: the sort column, then the id. Names are sorted by their letters, without case and accents. */
const orders: { readonly [sort in SearchSort]: { readonly column: string; readonly descending: boolean } } = {
  relevance: { column: "relevance", descending: true },
  price: { column: "price_minor", descending: false },
  "-price": { column: "price_minor", descending: true },
  name: { column: "name_key", descending: false },
  newest: { column: "added_at", descending: true }
}

/** The sort column; without words all products are equally relevant, and stand in the order of their ids. */
const sortKeyOf = (sort: SearchSort, hasWords: boolean, product = "p"): string | undefined =>
  sort !== "relevance" ? `${product}.${orders[sort].column}` : hasWords ? "f.relevance" : undefined

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
const orderOf = (sort: SearchSort, hasWords: boolean): string => {
  const key = sortKeyOf(sort, hasWords)
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
  const [key, otherKey] = [sortKeyOf(search.sort, false), sortKeyOf(search.sort, false, other)]
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

/**
 * A page of a search with words, of each group the first alone. All that the words find is read anyway, and compared at
 * once; what a list shows is read for the page only.
 */
const firstsOfGroups = (search: Search, matched: Clause, after: Place | undefined): Clause => {
  const { descending } = orders[search.sort]
  const conditions = filters(search)
  const beyond = after === undefined ? [] : [behind(after, "sort_key", descending, "product_id")]
  return {
    text: `(SELECT product_id, relevance FROM (
      SELECT f.product_id, f.relevance, ${sortKeyOf(search.sort, true)} AS sort_key, row_number() OVER (
        PARTITION BY p.group_id IS NULL, coalesce(p.group_id, p.id) ORDER BY ${orderOf(search.sort, true)}
      ) AS place
      FROM ${matched.text} f JOIN product p ON p.id = f.product_id JOIN stock s ON s.product_id = p.id
      ${whereAll(conditions)}
    ) placed ${whereAll([{ text: "place = 1", parameters: [] }, ...beyond])}
    ORDER BY sort_key ${descending ? "DESC" : "ASC"}, product_id LIMIT ?)`,
    parameters: [...[matched, ...conditions, ...beyond].flatMap(({ parameters }) => parameters), search.limit + 1]
  }
}

const prices = ({ maxPriceMinor, minPriceMinor }: Search): Clause => ({
  text: [
    ...(minPriceMinor === undefined ? [] : ["p.price_minor >= ?"]),
    ...(maxPriceMinor === undefined ? [] : ["p.price_minor <= ?"])
  ].join(" AND ") || "1 = 1",
  parameters: [minPriceMinor, maxPriceMinor].filter((price) => price !== undefined)
})

/** The categories that products have, also those that the shop gave up. */
export const categoriesOfProducts = Query.all(Schema.Struct({ category: Schema.String }))(
  "SELECT DISTINCT category FROM product WHERE archived_at IS NULL ORDER BY category"
)

const GroupRow = Schema.Struct({
  brand_id: BrandId,
  category: Schema.String,
  price_range: Query.Int,
  is_price_wanted: Query.Flag,
  in_stock: Query.Flag,
  product_group: Schema.NullOr(ProductId),
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
  words: ReadonlyArray<WordForms>
): Effect.Effect<ReadonlyArray<Facet.Group>, never, Transaction> => {
  const from = words.length === 0 ? { text: "", parameters: [] } : matching(dialect, words)
  const wanted = prices(search)
  const text = `SELECT p.brand_id, p.category, ${rangeOfPrice} AS price_range,
    CASE WHEN ${wanted.text} THEN 1 ELSE 0 END AS is_price_wanted,
    CASE WHEN s.on_hand > s.reserved THEN 1 ELSE 0 END AS in_stock,
    ${search.groupsAsOne === true ? "p.group_id" : "NULL"} AS product_group, count(*) AS products
    FROM product p JOIN stock s ON s.product_id = p.id
    ${from.text === "" ? "" : `JOIN ${from.text} f ON f.product_id = p.id`}
    WHERE ${isSold}
    GROUP BY 1, 2, 3, 4, 5, 6`
  const decoded = (rows: ReadonlyArray<unknown>): ReadonlyArray<Facet.Group> =>
    decodeGroups(rows).map((row) => ({
      brandId: row.brand_id,
      category: row.category,
      range: row.price_range,
      isPriceWanted: row.is_price_wanted,
      inStock: row.in_stock,
      productGroup: row.product_group ?? undefined,
      products: row.products
    }))
  const dialectal = Query.compile(text)[dialect]
  return withTransaction((transaction) =>
    transaction.rows(dialectal, [...wanted.parameters, ...from.parameters], decoded)
  )
}

const decodeRows = Codec.decoder(Schema.Array(ProductRow))

/**
 * The products of a table of (product_id, relevance), or all, that meet a search and more conditions, in its order.
 * `driver` is a table whose rows are read before any product.
 */
const select = (
  dialect: Dialect,
  search: Search,
  from: Clause | undefined,
  { driver, limit, more = [] }: {
    readonly more?: ReadonlyArray<Clause>
    readonly limit?: number
    readonly driver?: Clause
  }
): Effect.Effect<ReadonlyArray<ProductRow>, never, Transaction> => {
  const conditions = [...filters(search), ...more]
  const text = `SELECT ${columns}, ${from === undefined ? "0" : "f.relevance"} AS relevance
    FROM ${driver === undefined ? "" : `${driver.text} CROSS JOIN`} ${tables}
    ${from === undefined ? "" : `JOIN ${from.text} f ON f.product_id = p.id`}
    ${whereAll(conditions)}
    ORDER BY ${orderOf(search.sort, from !== undefined)}${limit === undefined ? "" : " LIMIT ?"}`
  const parameters = [
    ...driver?.parameters ?? [],
    ...from?.parameters ?? [],
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
  words: ReadonlyArray<WordForms>,
  after: Place | undefined
): Effect.Effect<ReadonlyArray<ProductRow>, never, Transaction> => {
  const { groupsAsOne = false, limit, sort } = search
  const hasWords = words.length > 0
  const matched = hasWords ? found(dialect, words) : undefined
  if (groupsAsOne && matched !== undefined) {
    return select(dialect, search, firstsOfGroups(search, matched, after), {})
  }
  const more = [
    ...(after === undefined ? [] : [behind(after, sortKeyOf(sort, hasWords), orders[sort].descending)]),
    ...(groupsAsOne ? [firstOfGroup(dialect, search)] : [])
  ]
  return select(dialect, search, matched, { more, limit: limit + 1 })
}

/** The values of a JSON array. */
const valuesOf: { readonly [dialect in Dialect]: string } = {
  sqlite: "json_each(?) g",
  pg: "json_array_elements_text(?::json) g(value)"
}

/** All products of groups that the search finds, in its order. */
export const rowsInGroups = (
  dialect: Dialect,
  search: Search,
  words: ReadonlyArray<WordForms>,
  groupIds: ReadonlyArray<ProductId>
): Effect.Effect<ReadonlyArray<ProductRow>, never, Transaction> =>
  select(
    dialect,
    search,
    words.length === 0 ? undefined : found(dialect, words),
    {
      driver: { text: valuesOf[dialect], parameters: [JSON.stringify(groupIds)] },
      more: [{ text: "p.group_id = g.value", parameters: [] }]
    }
  )

/** Of so many products that have a word, in the order of their ids, it is asked in which language they have it. */
const mostAsked = 20

/** Some of the products that have a word. */
export const rowsWith = (
  dialect: Dialect,
  word: string
): Effect.Effect<ReadonlyArray<ProductRow>, never, Transaction> =>
  select(
    dialect,
    { sort: "relevance", limit: mostAsked },
    undefined,
    {
      more: [{
        text: `p.id IN (SELECT w.product_id FROM product_words w WHERE ${
          dialect === "sqlite" ? "product_words MATCH ?" : meets.pg
        })`,
        parameters: [termOf[dialect]({ word, isBeginning: false })]
      }],
      limit: mostAsked
    }
  )
