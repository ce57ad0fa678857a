/**
 * What a page asks of robots that fill indexes, by elements `meta` and by the header `X-Robots-Tag`. Only whole
 * directives count, each for all robots or for the one named before it: the `none` of `max-image-preview:none` forbids
 * no page. A day after which a page is not to be listed counts once it is past; one that cannot be read is ignored.
 */

/** Robots that index pages so that agents and people find them. */
export const indexers = ["Googlebot", "Bingbot", "OAI-SearchBot", "Claude-SearchBot", "PerplexityBot", "Applebot"]

const everyRobot = "robots"

interface Directive {
  /** In lower case. */
  readonly robot: string
  readonly name: string
  readonly value: string | undefined
}

const valued = /^(max-snippet|max-image-preview|max-video-preview|unavailable_after)$/

/** A name, a colon and what follows, such as `unavailable_after: 2030-01-01`. */
const divide = (part: string): readonly [name: string, rest: string] | undefined => {
  const colon = part.indexOf(":")
  return colon === -1 ? undefined : [part.slice(0, colon).trim(), part.slice(colon + 1).trim()]
}

/** The directives of a text. A robot's name holds for those behind it, until the next name. */
const directivesOf = (text: string, robot: string): ReadonlyArray<Directive> => {
  const found: Array<Directive> = []
  let named = robot
  // A weekday and its comma are the beginning of a date.
  for (const part of text.toLowerCase().split(/,(?<!\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},)/)) {
    let rest = part.trim()
    for (let divided = divide(rest); divided !== undefined && !valued.test(divided[0]); divided = divide(rest)) {
      ;[named, rest] = divided
    }
    const divided = divide(rest)
    if (divided !== undefined) found.push({ robot: named, name: divided[0], value: divided[1] })
    else for (const name of rest.split(/\s+/)) found.push({ robot: named, name, value: undefined })
  }
  return found
}

const isForbidding = ({ name, value }: Directive, now: number): boolean =>
  name === "unavailable_after" ? Date.parse(value ?? "") < now : name === "noindex" || name === "none"

/** What keeps a page out of the index of a robot that agents rely on, in words, at a time in milliseconds. */
export const problemOf = (
  metas: ReadonlyArray<{ readonly name: string; readonly content: string }>,
  header: string | undefined,
  now: number
): string | undefined => {
  const robots = [everyRobot, ...indexers]
  const nameOf = (robot: string) => robots.find((one) => one.toLowerCase() === robot)
  const directives = [
    ...metas.filter(({ name }) => nameOf(name) !== undefined).flatMap(({ content, name }) =>
      // An element is for the robot that it names, so that other names in it are directives which nobody knows.
      directivesOf(content, name).filter(({ robot }) => robot === name)
    ),
    ...directivesOf(header ?? "", everyRobot)
  ]
  const found = directives.find((one) => nameOf(one.robot) !== undefined && isForbidding(one, now))
  if (found === undefined) return undefined
  const words = found.value === undefined ? found.name : `${found.name}: ${found.value}`
  return found.robot === everyRobot ? words : `${words} for ${nameOf(found.robot)!}`
}
