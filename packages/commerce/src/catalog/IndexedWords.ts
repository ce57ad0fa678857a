/**
 * The words by which products are found, in the index of each database: those of the name, the brand, the category and
 * the rest, in every spelling (`SearchWords`).
 *
 * Rows of before were folded otherwise, and are made anew by a migration. What a shop's own attributes added to the rest
 * is only there: it is folded once more. Follows docs/specification.md#search.
 */
import { ProductId } from "@beauty-store/domain/Ids"
import { ProductTexts, searchedIn } from "@beauty-store/domain/ProductText"
import * as Query from "@beauty-store/kernel/Query"
import type { Transaction } from "@beauty-store/kernel/Transactions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as CatalogWords from "./CatalogWords.ts"
import { fold, spelled } from "./SearchWords.ts"

/** The texts of a product: its name, its brand, its category, and the rest. */
export type Texts = readonly [name: string, brand: string, category: string, other: string]

const insertWords = Query.change<[id: string, ...Texts]>({
  sqlite: "INSERT INTO product_words (product_id, name, brand, category, other) VALUES (?, ?, ?, ?, ?)",
  pg: `INSERT INTO product_words (product_id, name, brand, category, other) VALUES
    (?, to_tsvector('simple', ?), to_tsvector('simple', ?), to_tsvector('simple', ?), to_tsvector('simple', ?))`
})

/** Indexes a product. */
export const insert = (productId: string, [name, brand, category, other]: Texts) =>
  insertWords(productId, spelled(name), spelled(brand), spelled(category), spelled(other))

const Row = Schema.Struct({
  id: ProductId,
  name: Schema.String,
  brand: Schema.String,
  category: Schema.String,
  description: Schema.String,
  group_name: Schema.NullOr(Schema.String),
  group_value: Schema.NullOr(Schema.String),
  texts: Schema.NullOr(Query.Json(ProductTexts)),
  indexed: Schema.String
})
/** From the index, which has no order of its own by products. */
const rowsText = (indexed: string): string =>
  `SELECT p.id, p.name, b.name AS brand, p.category, p.description, p.group_name, p.group_value, t.texts,
     ${indexed} AS indexed
   FROM product_words w JOIN product p ON p.id = w.product_id JOIN brand b ON b.id = p.brand_id
     LEFT JOIN product_text t ON t.product_id = p.id
   ORDER BY p.id`
const allRows = Query.all(Row)({
  sqlite: rowsText("w.other"),
  pg: rowsText("array_to_string(tsvector_to_array(w.other), ' ')")
})
const setNameKey = Query.changeOne<[key: string, id: ProductId]>("UPDATE product SET name_key = ? WHERE id = ?")
const deleteAll = Query.change("DELETE FROM product_words")

/** Makes the index, and what names are sorted by, anew. */
export const fill: Effect.Effect<void, never, Transaction> = Effect.gen(function*() {
  const rows = yield* allRows()
  if (rows.length === 0) return
  yield* deleteAll()
  const folded: Array<string> = []
  for (const { brand, category, description, group_name, group_value, id, indexed, name, texts } of rows) {
    const other = [description, group_name, group_value, searchedIn(texts ?? undefined), indexed].join(" ")
    const words = [name, brand, category, other] as const
    yield* setNameKey(fold(name), id)
    yield* insert(id, words)
    folded.push(fold(words.join(" ")))
  }
  yield* CatalogWords.replace(folded)
})
