/**
 * The words by which products are found, in the index of each database: those of the name, the brand, the category and
 * the rest, in every spelling (`SearchWords`). Follows docs/specification.md#search.
 */
import * as Query from "@beauty-store/sql/Query"
import { spelled } from "./SearchWords.ts"

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
