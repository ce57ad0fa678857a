/**
 * Words that mean the same to those who search the demo shop, beside those that its texts have in both languages.
 *
 * @since 1.0.0
 */

export const synonyms: ReadonlyArray<ReadonlyArray<string>> = [
  ["parfum", "perfume"],
  ["rouge", "blush"],
  ["mascara", "wimperntusche"],
  ["sonnencreme", "sonnenschutz", "sunscreen"],
  ["geschenk", "gift", "set"]
]
