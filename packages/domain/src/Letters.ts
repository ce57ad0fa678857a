/**
 * Letters without what people leave out when they type: case, accents, ligatures, invisible characters. Two texts that
 * fold to the same one are spelled alike; letters that Unicode does not decompose become what people type for them:
 * `Straße` is `strasse`, `Ærø` is `aero`. Folding a folded text changes nothing. Follows docs/specification.md#search.
 *
 * @since 1.0.0
 */

/** Letters that have no decomposition, and what is typed for them. */
const typedFor: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŧ: "t",
  þ: "th",
  // At the end of a word it is another letter, and a beginning of the word has none there.
  ς: "σ"
}

const undecomposed = new RegExp(`[${Object.keys(typedFor).join("")}]`, "gu")

/** Lower case, without accents and invisible characters. */
export const fold = (text: string): string =>
  text.normalize("NFKD").replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "").toLowerCase()
    .replace(undecomposed, (letter) => typedFor[letter]!)

/** Folded, only letters and digits between single spaces. */
export const foldWords = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, " ").trim()

/** An umlaut as two letters, where a composed text has it as one. */
const asTwo = (text: string): string => text.replace(/[äöø]|ü/giu, (letter) => `${fold(letter)}e`)

/** Umlauts as one letter, where they are written as two. There is none after a vowel or a `q`. */
export const asOne = (text: string): string => text.replace(/([ao])e|(?<![aeoq])(u)e/g, "$1$2")

/**
 * The words of a text as a function folds them, and the other spellings of their umlauts by which they are found.
 * `words`: the folded text, where it is known.
 */
export const spell = (text: string, foldText: (text: string) => string = foldWords, words = foldText(text)): string => {
  const composed = text.normalize("NFC")
  const [one, two] = [asOne(words), asTwo(composed)]
  if (one === words && two === composed) return words
  const known = new Set(words.split(" "))
  const others = `${two === composed ? "" : foldText(two)} ${one}`.trim().split(" ")
  return [words, ...new Set(others.filter((word) => !known.has(word)))].join(" ").trim()
}
