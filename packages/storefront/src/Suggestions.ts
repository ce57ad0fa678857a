/**
 * Ways to finish a phrase that is being typed, for the script of the pages: in the catalogue's language its words, and
 * the names of what it finds in the language of the page, as lists name it.
 */
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import * as Effect from "effect/Effect"
import { formatEntryName } from "./ProductCards.tsx"
import { isOfCatalogue, readEntryNames, type Spoken } from "./ShownProduct.ts"

/** How many ways to finish a phrase are suggested. */
const most = 8

export const readSuggestions = Effect.fnUntraced(function*(spoken: Spoken, typed: string) {
  const { entries, phrases } = yield* (yield* ProductSearch).suggestions(typed)
  const names = (yield* readEntryNames(spoken, entries)).map((entry) => formatEntryName(entry).name)
  return [...new Set([...(isOfCatalogue(spoken) ? phrases : []), ...names])].slice(0, most)
})
