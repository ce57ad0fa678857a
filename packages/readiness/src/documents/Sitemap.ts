/**
 * Sitemaps (sitemaps.org, protocol 0.9): the addresses that a site lists for robots, or the parts of a list.
 *
 * The rule: a sitemap that was cut because it is too long is read up to the cut. Entities of its own, by which a small
 * document becomes a large one, are refused with the document.
 */
import { XMLParser } from "fast-xml-parser"

export interface Sitemap {
  readonly kind: "pages" | "parts"
  /** As they are written, at most `mostAddresses`. */
  readonly addresses: ReadonlyArray<string>
  /** How many there are, also beyond those kept. */
  readonly count: number
}

/** sitemaps.org: the most addresses of one document. */
export const mostAddresses = 50_000

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  removeNSPrefix: true,
  isArray: (name) => name === "url" || name === "sitemap" || name === "loc"
})

/** A document up to its last whole entry, as a whole document. */
const closed = (text: string): string => {
  for (const [entry, root] of [["</url>", "</urlset>"], ["</sitemap>", "</sitemapindex>"]] as const) {
    const end = text.lastIndexOf(entry)
    if (end > 0) return text.slice(0, end + entry.length) + root
  }
  return text
}

interface Entry {
  readonly loc?: ReadonlyArray<unknown>
}

/** A sitemap, or in plain words why it is none. */
export const read = (text: string, truncated: boolean): Sitemap | string => {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return "it declares a document type"
  let parsed: Readonly<Record<string, unknown>>
  try {
    parsed = parser.parse(truncated ? closed(text) : text, true) as Readonly<Record<string, unknown>>
  } catch {
    return "it is not well-formed XML"
  }
  const root = (name: string, of: string): ReadonlyArray<Entry> | undefined => {
    const found = parsed[name]
    if (found === undefined) return undefined
    const entries = (found as Readonly<Record<string, unknown>> | null)?.[of]
    return Array.isArray(entries) ? entries as ReadonlyArray<Entry> : []
  }
  const pages = root("urlset", "url")
  const parts = root("sitemapindex", "sitemap")
  const entries = pages ?? parts
  if (entries === undefined) return "its root is neither `urlset` nor `sitemapindex`"
  const addresses = entries.slice(0, mostAddresses).flatMap((entry) => {
    const loc = entry.loc?.[0]
    return typeof loc === "string" && loc.trim() !== "" ? [loc.trim()] : []
  })
  return { kind: pages === undefined ? "parts" : "pages", addresses, count: entries.length }
}
