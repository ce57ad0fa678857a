/**
 * The words by which products are found, as each database keeps them: those of the name, the brand, the category and
 * the rest, in every spelling (`SearchWords`). Follows docs/specification.md#search.
 */
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { fold, spelled } from "./SearchWords.ts"

/** Texts as they are found. */
export interface Words {
  /** Folded, as they are counted (`CatalogWords`). */
  readonly folded: string
  /** With their other spellings. */
  readonly spelled: string
}

export const wordsOf = (text: string): Words => {
  const folded = fold(text)
  return { folded, spelled: spelled(text, folded) }
}

/** The words of a product, but for those of its brand. */
export interface ProductWords {
  readonly name: Words
  readonly category: Words
  readonly other: Words
}

const columns = ["product_id", "name", "brand", "category", "other"] as const
const replaced = columns.slice(1).map((field) => `${field} = excluded.${field}`).join(", ")
const putWords = (value: string) =>
  `INSERT INTO product_words (${columns.join(", ")})
   VALUES (?, ${value}, ${value}, ${value}, ${value}) ON CONFLICT (product_id) DO UPDATE SET ${replaced}`
const put = Query.send<[id: string, name: string, brand: string, category: string, other: string]>({
  sqlite: putWords("?"),
  pg: putWords("to_tsvector('simple', ?)")
})

/** Removes the words of a product. */
export const remove = Query.send<[id: string]>("DELETE FROM product_words WHERE product_id = ?")

/** Gives a product its words, or others. */
export const write = (
  productId: string,
  { category, name, other }: ProductWords,
  brand: Words
): Effect.Effect<void, never, Transaction> =>
  put(productId, name.spelled, brand.spelled, category.spelled, other.spelled)
