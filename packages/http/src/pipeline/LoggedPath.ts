/**
 * A path as a line of the log may show it. What opens something is known by its shape, wherever it stands. A segment is
 * shown where it is plain: words, numbers that are no card's, or an id, which opens nothing by itself. From the first
 * one that is not plain to the last, nothing is shown. Follows docs/specification.md#logs.
 */

/** Words and numbers in lower case, as addresses of products and operations have them; or an id; or nothing. */
const plain = /^(?:\.?[a-z\d]+(?:[-_.~][a-z\d]+)*|[a-z]{2,5}_[\dA-Za-z]{28})?$/

/** As many digits as a card has at least, written in groups or not. */
const cardNumber = /\d(?:[-_.~/]{0,3}\d){11,}/g

export const loggedPath = (path: string): string => {
  const segments = path.replace(cardNumber, "…").split("/")
  const isHidden = (segment: string): boolean => !plain.test(segment)
  const first = segments.findIndex(isHidden)
  if (first < 0) return path
  return [...segments.slice(0, first), "…", ...segments.slice(segments.findLastIndex(isHidden) + 1)].join("/")
}
