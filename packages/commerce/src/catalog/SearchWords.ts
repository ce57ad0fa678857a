/**
 * The words of a search phrase, and of the products that it is compared with: folded (`Letters`), cut at whatever is
 * neither letter nor digit and between both; a repeated word counts once, and of many or long words only the first are
 * used. Follows docs/specification.md#search.
 */
import * as Letters from "@beauty-store/domain/Letters"

/** Lower case, without accents, only letters and digits between single spaces, and these apart. */
export const fold = (text: string): string => Letters.foldWords(text).replace(/\p{L}(?=\p{N})|\p{N}(?=\p{L})/gu, "$& ")

/** The folded words of a text, and the other spellings by which they are found. */
export const spelled = (text: string, folded = fold(text)): string => Letters.spell(text, fold, folded)

/** The words of a search phrase, at most 12 of at most 40 characters. */
export const wordsOf = (q: string): ReadonlyArray<string> =>
  [...new Set(fold(q).split(" "))].filter((word) => word !== "").slice(0, 12).map((word) =>
    // By characters, because half of one would match nothing.
    [...word].slice(0, 40).join("")
  )
