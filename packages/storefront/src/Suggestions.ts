/**
 * Ways to finish a phrase that is being typed, for the script of the pages: its last word as products have it in the
 * language of the page, and their names as lists have them.
 */
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import { languageIn } from "@beauty-store/domain/Language"
import * as Effect from "effect/Effect"
import { formatEntryName } from "./ProductCards.tsx"
import { readEntryNames, type Spoken } from "./ShownProduct.ts"

/** How many ways to finish a phrase are suggested. */
const most = 8

export const readSuggestions = Effect.fnUntraced(function*(spoken: Spoken, typed: string) {
  const { entries, phrases } = yield* (yield* ProductSearch).suggestions(typed, languageIn(spoken.language))
  const names = (yield* readEntryNames(spoken, entries)).map((entry) => formatEntryName(entry).name)
  return [...new Set([...phrases, ...names])].slice(0, most)
})
