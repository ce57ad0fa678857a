/**
 * Reads the index of all products into memory (`SearchIndex`), a few at a time, and what changes of one afterwards.
 * Follows docs/specification.md#search.
 */
import { VariesBy } from "@beauty-store/domain/Catalog"
import { BrandId, ProductId } from "@beauty-store/domain/Ids"
import { optionsOf } from "@beauty-store/domain/ProductOption"
import * as Query from "@beauty-store/sql/Query"
import type { StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { CatalogChanges } from "./CatalogChanges.ts"
import * as KeptCopy from "./KeptCopy.ts"
import { announcedOf, SaleColumn } from "./PriceRecords.ts"
import { readOptions } from "./ProductGroups.ts"
import { type IndexedProduct, SearchIndex } from "./SearchIndex.ts"
import * as Turns from "./Turns.ts"

const OfferedRow = Schema.Struct({ id: ProductId, price_minor: Query.Int, sale: SaleColumn, in_stock: Query.Flag })
const Row = Schema.Struct({
  ...OfferedRow.fields,
  brand_id: BrandId,
  group_id: Schema.NullOr(ProductId),
  varies_by: Schema.NullOr(VariesBy),
  options: Schema.NullOr(Schema.String),
  group_value: Schema.NullOr(Schema.String),
  category: Schema.String,
  name_key: Schema.String,
  added_at: Query.Int,
  is_sold: Query.Flag,
  name: Schema.String,
  brand: Schema.String,
  category_words: Schema.String,
  other: Schema.String
})

const offered = "p.id, p.price_minor, p.sale, CASE WHEN s.on_hand > s.reserved THEN 1 ELSE 0 END AS in_stock"
const described =
  `${offered}, p.brand_id, p.group_id, p.varies_by, p.options, p.group_value, p.category, p.name_key, p.added_at,
  CASE WHEN p.archived_at IS NULL THEN 1 ELSE 0 END AS is_sold`
const from = "JOIN product p ON p.id = w.product_id JOIN stock s ON s.product_id = p.id"
const wordsIn = (field: string) => `array_to_string(tsvector_to_array(w.${field}), ' ')`

const productsAfter = Query.all(Row)<[after: string, most: number]>({
  sqlite: `SELECT ${described}, w.name, w.brand, w.category AS category_words, w.other
    FROM product_words w ${from} WHERE w.product_id > ? ORDER BY w.product_id LIMIT ?`,
  pg: `SELECT ${described}, ${wordsIn("name")} AS name, ${wordsIn("brand")} AS brand,
    ${wordsIn("category")} AS category_words, ${wordsIn("other")} AS other
    FROM product_words w ${from} WHERE w.product_id > ? ORDER BY w.product_id LIMIT ?`
})
const offeredOf = Query.all(OfferedRow)<[ids: string]>({
  sqlite: `SELECT ${offered} FROM json_each(?) g CROSS JOIN product p JOIN stock s ON s.product_id = p.id
    WHERE p.id = g.value`,
  pg: `SELECT ${offered} FROM json_array_elements_text(?::json) g(value) JOIN product p ON p.id = g.value
    JOIN stock s ON s.product_id = p.id`
})

const offeredIn = (row: typeof OfferedRow.Type) => ({
  id: row.id,
  priceMinor: row.price_minor,
  inStock: row.in_stock,
  isReduced: announcedOf(row) !== undefined
})
const noOptions: IndexedProduct["options"] = []

const optionsIn = (row: typeof Row.Type): IndexedProduct["options"] => {
  const variesBy = readOptions(row)
  return row.group_id === null || variesBy === null || row.group_value === null
    ? noOptions
    : optionsOf({ variesBy, value: row.group_value })
}

const productIn = (row: typeof Row.Type): IndexedProduct => ({
  ...offeredIn(row),
  brandId: row.brand_id,
  groupId: row.group_id,
  options: optionsIn(row),
  category: row.category,
  nameKey: row.name_key,
  addedAt: row.added_at,
  isSold: row.is_sold,
  texts: [row.name, row.brand, row.category_words, row.other]
})

/** How many products are read at a time: other requests are served between. */
const readAtOnce = 200

const readAll = Effect.fnUntraced(function*(transactions: typeof Transactions.Service) {
  const turn = yield* Turns.make
  const products: Array<IndexedProduct> = []
  for (let after = "";;) {
    const rows: ReadonlyArray<typeof Row.Type> = yield* transactions.read(productsAfter(after, readAtOnce))
    for (const row of rows) products.push(productIn(row))
    const last = rows.at(-1)
    if (last === undefined || rows.length < readAtOnce) break
    after = last.id
    yield* turn
  }
  const index = new SearchIndex(products)
  for (let n = 0; n < index.size; n++) {
    index.addWords(n)
    yield* turn
  }
  return index.complete()
})

/** The index as it is now. */
export const make = (
  transactions: typeof Transactions.Service,
  changes: CatalogChanges
): Effect.Effect<SearchIndex, StoreUnavailable> =>
  KeptCopy.make(changes, {
    read: readAll(transactions),
    renew: (index, changed) =>
      Effect.map(transactions.read(offeredOf(JSON.stringify(changed))), (rows) => {
        for (const row of rows) index.change(offeredIn(row))
        return index
      })
  })
