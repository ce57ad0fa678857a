/**
 * Suggestions for a phrase that is still being typed: its last word finished as in the name or the brand of a product
 * that the phrase finds, so that each leads somewhere; those that more of these products have come first, then by their
 * letters. `rose c` becomes `rose cream` where one is sold. Follows docs/specification.md#search.
 *
 * @since 1.0.0
 */

/** The phrases, at most so many; `products` are the words of each product that the typed ones find. */
export const phrases = (
  typed: ReadonlyArray<string>,
  products: Iterable<Iterable<string>>,
  most: number
): ReadonlyArray<string> => {
  const last = typed.at(-1)
  if (last === undefined) return []
  const before = typed.slice(0, -1)
  const counts = new Map<string, number>()
  for (const words of products) {
    for (const word of new Set(words)) {
      if (word.startsWith(last) && !before.includes(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, most)
    .map(([word]) => [...before, word].join(" "))
}
