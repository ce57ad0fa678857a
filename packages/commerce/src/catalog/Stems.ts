/**
 * The stems of a word: what it has in common with its plural and its other forms, in English and in German.
 *
 * The rule: nobody says in which language a word is, so that it has the stem of each; two words are forms of one if
 * they share a stem. An umlaut is one letter. The stem of a stem is itself. Follows docs/specification.md#search.
 */
import { stemmer as english } from "@orama/stemmers/english"
import { stemmer as german } from "@orama/stemmers/german"
import { asOne } from "./SearchWords.ts"

/** The stem that has no other. */
const untilSame = (stem: (word: string) => string, word: string): string => {
  for (let before = word;;) {
    const after = stem(before)
    // Nothing is left of some words that are an ending.
    if (after === before || after === "") return before
    before = after
  }
}

const isNumber = /^\p{N}+$/u

/** The stems of a folded word, without the same one twice. */
export const stemsOf = (word: string): ReadonlyArray<string> => {
  if (isNumber.test(word)) return [word]
  const one = asOne(word)
  return [...new Set([untilSame(english, one), untilSame(german, one)])]
}
