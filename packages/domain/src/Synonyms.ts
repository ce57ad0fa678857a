/**
 * Words of a shop's own that mean the same in a search, as lists: `mascara` and `wimperntusche`.
 *
 * The rule: each list has at least two words, and a word stands once, in whatever spelling. Left out on purpose: how a
 * search uses them (`WordForms` of the store). Follows docs/specification.md#search.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import * as Letters from "./Letters.ts"

/** One word, of 2 to 40 letters. */
const Word = Schema.String.pipe(
  Schema.filter((text) => /^[\p{L}\p{M}]+$/u.test(text) && /^.{2,40}$/u.test(Letters.fold(text)), {
    description: "one word of 2 to 40 letters"
  })
)

export const Synonyms = Schema.Array(Schema.Array(Word).pipe(Schema.minItems(2)))
export type Synonyms = typeof Synonyms.Type

/** The words that stand in the lists once more, each with its place: `[1][0]`. */
export const findRepeated = (synonyms: Synonyms): ReadonlyArray<{ readonly path: string; readonly words: string }> => {
  const seen = new Set<string>()
  return synonyms.flatMap((list, n) =>
    list.flatMap((word, m) => {
      const folded = Letters.fold(word)
      if (seen.has(folded)) return [{ path: `[${n}][${m}]`, words: `is ${word} once more` }]
      seen.add(folded)
      return []
    })
  )
}
