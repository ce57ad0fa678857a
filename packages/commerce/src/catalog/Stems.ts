/**
 * The stems of a word: what it has in common with its plural and its other forms, in English and in German.
 *
 * The rule: nobody says in which language a word is, so that it has the stem of each; two words are forms of one if
 * they share a stem. An umlaut is one letter. The stem of a stem is itself. Follows docs/specification.md#search.
 */
import { asOne } from "@beauty-store/domain/Letters"
import { stemmer as english } from "@orama/stemmers/english"
import { stemmer as german } from "@orama/stemmers/german"

/** What a function leaves as it is, after it was applied often enough; nothing would be left of some endings. */
const untilSame = (change: (word: string) => string, word: string): string => {
  for (let before = word;;) {
    const after = change(before)
    if (after === before || after === "") return before
    before = after
  }
}

/** A folded word with each umlaut as one letter. */
export const shortened = (word: string): string => untilSame(asOne, word)

const isNumber = /^\p{N}+$/u

/** The stems of a folded word, without the same one twice. */
export const stemsOf = (word: string): ReadonlyArray<string> =>
  isNumber.test(word)
    ? [word]
    : [...new Set([english, german].map((stem) => untilSame((one) => stem(asOne(one)), word)))]
