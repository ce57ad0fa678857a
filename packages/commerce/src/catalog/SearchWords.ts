/**
 * The words of a search phrase, and of the products that it is compared with.
 *
 * The rule: case, accents and everything but letters and digits make no difference. A phrase is cut at whatever is
 * neither letter nor digit; a repeated word counts once, and of many or long words only the first are used. Products
 * are stored folded in the same way, which is also how their names are sorted.
 *
 * Left out on purpose: what a word matches, and the order of the results (`ProductSearch`). Follows
 * docs/specification.md#search.
 */

/** Lower case, without accents, only letters and digits between single spaces. */
export const fold = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()

/** The words of a search phrase, at most 12 of at most 40 characters. */
export const wordsOf = (q: string): ReadonlyArray<string> =>
  [...new Set(fold(q).split(" "))].filter((word) => word !== "").slice(0, 12).map((word) =>
    // By characters, because half of one would match nothing.
    [...word].slice(0, 40).join("")
  )
