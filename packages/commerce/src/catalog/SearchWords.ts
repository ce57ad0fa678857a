/**
 * The words of a search phrase, and of the products that it is compared with: folded (`Letters`), cut at whatever is
 * neither letter nor digit and between both; a repeated word counts once, and of many or long words only the first are
 * used. Products are found by the other spelling of an umlaut, too. Follows docs/specification.md#search.
 */
import * as Letters from "@beauty-store/domain/Letters"

/** Lower case, without accents, only letters and digits between single spaces, and these apart. */
export const fold = (text: string): string =>
  Letters.fold(text).replace(/[^\p{L}\p{N}]+/gu, " ").replace(/\p{L}(?=\p{N})|\p{N}(?=\p{L})/gu, "$& ").trim()

/** An umlaut as two letters, where it is written as one. */
const asTwo = (text: string): string =>
  text.normalize("NFC").replace(/[äöø]|ü/giu, (letter) => `${Letters.fold(letter)}e`)

/** An umlaut as one letter, where it is written as two. There is none after a vowel or a `q`. */
export const asOne = (word: string): string => word.replace(/([ao])e|(?<![aeoq])(u)e/g, "$1$2")

/** The folded words of a text, and the other spellings by which they are found. */
export const spelled = (text: string): string => {
  const words = fold(text)
  const others = [...fold(asTwo(text)).split(" "), ...words.split(" ").map(asOne)]
  const known = new Set(words.split(" "))
  return [words, ...new Set(others.filter((word) => !known.has(word)))].join(" ").trim()
}

/** The words of a search phrase, at most 12 of at most 40 characters. */
export const wordsOf = (q: string): ReadonlyArray<string> =>
  [...new Set(fold(q).split(" "))].filter((word) => word !== "").slice(0, 12).map((word) =>
    // By characters, because half of one would match nothing.
    [...word].slice(0, 40).join("")
  )
