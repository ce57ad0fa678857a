/**
 * A tagged template for HTML that escapes by default.
 *
 * The rule it keeps: only what `html` itself made, or a constant marked with `trusted`, gets into a page unescaped;
 * every other value is text. It is for element content and quoted attribute values; it does not know scripts, styles,
 * URLs or unquoted attributes, and the pages use none of them with dynamic values.
 */

/** A piece of a page. Only this module makes them, so that a string from outside can never pass for one. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What a template may hold. Nothing is written for `undefined` and `false`, so that a part can be left out. */
export type Content = Html | string | number | undefined | false | ReadonlyArray<Content>

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;"
}

export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "")

const render = (content: Content): string => {
  if (content === undefined || content === false) return ""
  if (content instanceof Html) return content.text
  if (typeof content === "object") return content.map(render).join("")
  return escape(String(content))
}

/** `html\`<p>${text}</p>\``: the text is escaped, a nested template is not. */
export const html = (parts: TemplateStringsArray, ...contents: ReadonlyArray<Content>): Html =>
  new Html(parts.reduce((page, part, index) => page + render(contents[index - 1]) + part))

/** Markup that stands in this program's source, such as a drawing. Never for a value from outside. */
export const trusted = (markup: string): Html => new Html(markup)
