/**
 * A site's robots.txt (RFC 9309): what each robot may fetch.
 *
 * The rule: at most the first 500 KiB count, which is what RFC 9309 §2.5 asks of every reader, and a line that no
 * address could match is left out. Whatever is not a robots.txt is `undefined`, which allows everything.
 */
import imported from "robots-parser"
import { looksLikePage } from "./Html.ts"
import { linesOf } from "./Lines.ts"

// The package is CommonJS whose export is the function itself, and its types declare it as a property `default`: a
// cast.
const robotsParser = imported as unknown as typeof imported.default

export interface Robots {
  readonly allows: (url: string, agent: string) => boolean
  readonly sitemaps: ReadonlyArray<string>
  readonly groups: number
}

export const mostBytes = 512_000
/** Longer than any address that a browser sends. */
const longestLine = 2_100

/** Reads a robots.txt from its address. */
export const read = (url: string, text: string): Robots | undefined => {
  if (looksLikePage(text)) return undefined
  const lines = linesOf(text.slice(0, mostBytes).replace(/^\uFEFF/, "")).filter((line) => line.length <= longestLine)
  const groups = lines.filter((line) => /^\s*user-agent\s*:\s*\S/i.test(line)).length
  const sitemaps = lines.filter((line) => /^\s*sitemap\s*:/i.test(line))
  if (groups === 0 && sitemaps.length === 0) return undefined
  const parsed = robotsParser(url, lines.join("\n"))
  return {
    allows: (at, agent) => parsed.isAllowed(at, agent) !== false,
    sitemaps: parsed.getSitemaps().slice(0, 20),
    groups
  }
}
