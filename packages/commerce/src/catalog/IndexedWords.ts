/**
 * The words by which products are found, as each database keeps them: those of the name, the brand, the category and
 * the rest, in every spelling (`SearchWords`). Follows docs/specification.md#search.
 */
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { spelled } from "./SearchWords.ts"

/** The texts of a product: its name, its brand, its category, and the rest. */
export type Texts = readonly [name: string, brand: string, category: string, other: string]

const replaced = ["name", "brand", "category", "other"].map((field) => `${field} = excluded.${field}`).join(", ")
const putWords = (value: string) =>
  `INSERT INTO product_words (product_id, name, brand, category, other)
   VALUES (?, ${value}, ${value}, ${value}, ${value}) ON CONFLICT (product_id) DO UPDATE SET ${replaced}`
const put = Query.send<[id: string, ...Texts]>({ sqlite: putWords("?"), pg: putWords("to_tsvector('simple', ?)") })

/** Removes the words of a product. */
export const remove = Query.send<[id: string]>("DELETE FROM product_words WHERE product_id = ?")

/** Gives a product its words, or others. `folded` are the same texts, folded. */
export const write = (
  productId: string,
  [name, brand, category, other]: Texts,
  folded: Texts
): Effect.Effect<void, never, Transaction> =>
  put(
    productId,
    spelled(name, folded[0]),
    spelled(brand, folded[1]),
    spelled(category, folded[2]),
    spelled(other, folded[3])
  )
