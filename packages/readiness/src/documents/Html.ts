/**
 * A page, as software that runs no script reads it: its head, its links, its JSON-LD and its text.
 *
 * The rule: any text is a page, and reading it takes time in proportion to its length. A page that nests deeper than
 * any real one is read up to there. Nothing is rendered and nothing is fetched. Follows docs/readiness.md#verdicts.
 */
import { canParse } from "@beauty-store/outbound/UrlText"
import { Parser } from "htmlparser2"

export interface Link {
  /** Absolute. */
  readonly href: string
  readonly text: string
}

export interface Page {
  /** The address at which it was read. */
  readonly url: string
  readonly title: string
  readonly language: string
  readonly description: string
  /** As they are written. */
  readonly canonicals: ReadonlyArray<string>
  readonly alternates: ReadonlyArray<{ readonly language: string; readonly href: string }>
  /** Other links of the head: `service-desc`, feeds. Addresses are absolute. */
  readonly relations: ReadonlyArray<{ readonly rel: string; readonly type: string; readonly href: string }>
  /** `og:…` and other properties, the first of each name. */
  readonly properties: ReadonlyMap<string, string>
  /** Elements `meta` in their order, with names in lower case. */
  readonly metas: ReadonlyArray<{ readonly name: string; readonly content: string }>
  readonly links: ReadonlyArray<Link>
  /** The texts of its JSON-LD. */
  readonly linkedData: ReadonlyArray<string>
  readonly headings: ReadonlyArray<string>
  /** What is read aloud or shown without scripts, with single spaces. */
  readonly text: string
}

const mostDepth = 600
const mostText = 400_000
const mostLinks = 4_000
const mostMetas = 500
const piece = 16_384

const silent = new Set(["script", "style", "template", "title", "svg", "iframe", "object"])

const absolute = (href: string, base: string): string | undefined => {
  const trimmed = href.trim()
  return canParse(trimmed, base) ? new URL(trimmed, base).href : undefined
}

/** Collects what a page says, element by element. */
class Reading {
  depth = 0
  readonly canonicals: Array<string> = []
  readonly alternates: Array<{ language: string; href: string }> = []
  readonly relations: Array<{ rel: string; type: string; href: string }> = []
  readonly properties = new Map<string, string>()
  readonly metas: Array<{ name: string; content: string }> = []
  readonly links: Array<Link> = []
  readonly linkedData: Array<string> = []
  readonly headings: Array<string> = []
  readonly text: Array<string> = []
  title = ""
  language = ""
  description = ""
  private length = 0
  private silence = 0
  private isRaised = false
  private script: Array<string> | undefined
  private anchor: { href: string; text: string } | undefined
  private heading: string | undefined
  private titles: string | undefined
  private readonly url: string

  constructor(url: string) {
    this.url = url
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.depth++
    if (silent.has(name)) this.silence++
    this.separate(name)
    this.isRaised = name === "sup" || name === "small"
    if (name === "html") this.language ||= attributes["lang"] ?? ""
    else if (name === "title" && this.titles === undefined && this.title === "" && this.silence === 1) this.titles = ""
    else if (name === "meta") this.meta(attributes)
    else if (name === "link") this.link(attributes)
    else if (name === "h1") this.heading = ""
    else if (name === "a" && attributes["href"] !== undefined) this.anchor = { href: attributes["href"], text: "" }
    else if (name === "img" && this.silence === 0 && attributes["alt"] !== undefined) this.say(` ${attributes["alt"]} `)
    else if (name === "script" && /^\s*application\/ld\+json\b/i.test(attributes["type"] ?? "")) this.script = []
  }

  say(words: string): void {
    if (this.script !== undefined) this.script.push(words)
    if (this.titles !== undefined && this.titles.length < 1_000) this.titles += words
    if (this.silence > 0) return
    // Cents or a footnote: no more digits of the number before them.
    if (this.isRaised && /^\d/.test(words) && /\d$/.test(this.text.at(-1) ?? "")) this.text.push(" ")
    this.isRaised = false
    if (this.anchor !== undefined && this.anchor.text.length < 200) this.anchor.text += words
    if (this.heading !== undefined && this.heading.length < 400) this.heading += words
    if (this.length < mostText) this.text.push(words)
    this.length += words.length
  }

  close(name: string): void {
    this.depth--
    if (silent.has(name)) this.silence = Math.max(0, this.silence - 1)
    if (name === "script" && this.script !== undefined) {
      this.linkedData.push(this.script.join(""))
      this.script = undefined
    } else if (name === "title" && this.titles !== undefined) {
      this.title = this.titles.replace(/\s+/g, " ").trim()
      this.titles = undefined
    } else if (name === "h1" && this.heading !== undefined) {
      this.headings.push(this.heading.replace(/\s+/g, " ").trim())
      this.heading = undefined
    } else if (name === "a" && this.anchor !== undefined) {
      const href = absolute(this.anchor.href, this.url)
      if (href !== undefined && this.links.length < mostLinks) {
        this.links.push({ href, text: this.anchor.text.replace(/\s+/g, " ").trim() })
      }
      this.anchor = undefined
    }
    this.separate(name)
  }

  /** Elements within a line do not divide words; all others do. */
  private separate(name: string): void {
    if (!/^(a|b|em|i|span|strong|small|sub|sup)$/.test(name) && this.length < mostText) this.text.push(" ")
  }

  private meta({ content = "", name = "", property = "" }: Readonly<Record<string, string>>): void {
    const key = (property || name).trim().toLowerCase()
    if (key === "description") this.description ||= content.trim()
    if (key !== "" && this.metas.length < mostMetas) this.metas.push({ name: key, content })
    if (key !== "" && !this.properties.has(key) && this.properties.size < 200) this.properties.set(key, content.trim())
  }

  private link({ href = "", hreflang, rel = "", type = "" }: Readonly<Record<string, string>>): void {
    for (const one of rel.toLowerCase().split(/\s+/)) {
      if (one === "canonical") this.canonicals.push(href)
      else if (one === "alternate" && hreflang !== undefined && this.alternates.length < 500) {
        this.alternates.push({ language: hreflang, href })
      } else if (/^(alternate|service-desc|service-doc|describedby)$/.test(one)) {
        const to = absolute(href, this.url)
        if (to !== undefined && this.relations.length < 100) {
          this.relations.push({ rel: one, type: type.toLowerCase(), href: to })
        }
      }
    }
  }
}

/** Reads a page. */
export const read = (url: string, html: string): Page => {
  const reading = new Reading(url)
  const parser = new Parser({
    onopentag: (name, attributes) => reading.open(name, attributes),
    ontext: (words) => reading.say(words),
    onclosetag: (name) => reading.close(name)
  })
  for (let at = 0; at < html.length && reading.depth < mostDepth; at += piece) parser.write(html.slice(at, at + piece))
  parser.end()
  return {
    url,
    title: reading.title,
    language: reading.language.trim(),
    description: reading.description,
    canonicals: reading.canonicals,
    alternates: reading.alternates,
    relations: reading.relations,
    properties: reading.properties,
    metas: reading.metas,
    links: reading.links,
    linkedData: reading.linkedData,
    headings: reading.headings,
    text: reading.text.join("").replace(/\s+/g, " ").trim()
  }
}

/** Whether a text is a page rather than a document for programs. */
export const looksLikePage = (text: string): boolean =>
  /^\uFEFF?\s*(<!--[^]{0,2000}?-->\s*)?<(!doctype\s+html|html|head|body)\b/i.test(text)
