/**
 * The words by which products are found, in the index of each database: those of the name, the brand, the category and
 * the rest, in every spelling (`SearchWords`). Follows docs/specification.md#search.
 */
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { spelled } from "./SearchWords.ts"

/** The texts of a product: its name, its brand, its category, and the rest. */
export type Texts = readonly [name: string, brand: string, category: string, other: string]

const insertWords = Query.send<[id: string, ...Texts]>({
  sqlite: "INSERT INTO product_words (product_id, name, brand, category, other) VALUES (?, ?, ?, ?, ?)",
  pg: `INSERT INTO product_words (product_id, name, brand, category, other) VALUES
    (?, to_tsvector('simple', ?), to_tsvector('simple', ?), to_tsvector('simple', ?), to_tsvector('simple', ?))`
})

/** Indexes a product. */
export const insert = (productId: string, [name, brand, category, other]: Texts) =>
  insertWords(productId, spelled(name), spelled(brand), spelled(category), spelled(other))

const removeWords = Query.send<[ids: string]>({
  // Its index is of words: whatever is removed, it is read once.
  sqlite: "DELETE FROM product_words WHERE product_id IN (SELECT value FROM json_each(?))",
  pg: "DELETE FROM product_words WHERE product_id IN (SELECT json_array_elements_text(?::json))"
})

/** Takes products out of the index. */
export const remove = (productIds: ReadonlyArray<string>): Effect.Effect<void, never, Transaction> =>
  productIds.length === 0 ? Effect.void : removeWords(JSON.stringify(productIds))
