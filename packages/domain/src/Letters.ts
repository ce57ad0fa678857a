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
