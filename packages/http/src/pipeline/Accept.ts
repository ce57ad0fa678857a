/**
 * Content negotiation: which of the offered media types an Accept header prefers (RFC 9110 §12.5.1). A client without a
 * preference, or that accepts none of them, gets the first.
 */

interface Liked {
  readonly type: string
  readonly quality: number
}

const parse = (accept: string): ReadonlyArray<Liked> =>
  accept.split(",").map((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
    const quality = parameters.map((parameter) => /^q=([01](?:\.\d{0,3})?)$/.exec(parameter)?.[1]).find(Boolean)
    return { type, quality: quality === undefined ? 1 : Number(quality) }
  })

/** The quality of a type: that of the most specific range that names it. */
const likingOf = (type: string, liked: ReadonlyArray<Liked>): number => {
  const [main] = type.split("/")
  for (const range of [type, `${main}/*`, "*/*"]) {
    const found = liked.find((one) => one.type === range)
    if (found !== undefined) return found.quality
  }
  return 0
}

export const preferredType = <const Type extends string>(
  accept: string | undefined,
  offered: ReadonlyArray<Type>
): Type => {
  const liked = parse(accept ?? "*/*")
  let best = offered[0]!
  let most = likingOf(best, liked)
  for (const type of offered) {
    const liking = likingOf(type, liked)
    if (liking > most) {
      best = type
      most = liking
    }
  }
  return best
}
