/**
 * Ways to finish a phrase that is being typed, for the script of the pages: in the catalogue's language its words, and
 * the names of what it finds in the language of the page, as lists name it.
 */
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import { defaultLanguage, type Language } from "@beauty-store/domain/Language"
import * as Effect from "effect/Effect"
import { formatEntryName } from "./ProductCards.tsx"
import { readEntryNames } from "./ShownProduct.ts"

/** How many ways to finish a phrase are suggested. */
const most = 8

export const readSuggestions = Effect.fnUntraced(function*(language: Language, typed: string) {
  const { entries, phrases } = yield* (yield* ProductSearch).suggestions(typed)
  const names = (yield* readEntryNames(language, entries)).map((entry) => formatEntryName(entry).name)
  return [...new Set([...(language === defaultLanguage ? phrases : []), ...names])].slice(0, most)
})
