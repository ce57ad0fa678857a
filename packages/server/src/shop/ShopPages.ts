/**
 * The pages that a shop wrote itself: `pages/<name>.md`, or `<name>.de.md` for one language, in Markdown. The first
 * line is the page's title. HTML in them is text, and pictures are left out. Follows docs/shop.md.
 */
import type { Languages, LocalText } from "@beauty-store/domain/Language"
import { Language } from "@beauty-store/domain/Language"
import type { ShopPage } from "@beauty-store/domain/ShopText"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import MarkdownIt from "markdown-it"

const markdown = new MarkdownIt("commonmark", { html: false }).enable("table")
markdown.renderer.rules["image"] = () => ""

/** The name of a page and its language, in the name of a file. */
const fileName = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?:\.([a-z]{2}))?\.md$/
const isLanguage = Schema.is(Language)

/** A file of a shop's folder of pages. */
export interface PageFile {
  readonly name: string
  readonly text: string
}

/** Something wrong with one of them. */
export interface PageFault {
  readonly file: string
  readonly words: string
}

interface Written {
  readonly language: Language | undefined
  readonly title: string
  readonly html: string
}

/** What stands in a file, or what is wrong with it. */
const readFile = ({ name, text }: PageFile): Either.Either<Written & { readonly page: string }, string> => {
  const [, page, language] = fileName.exec(name) ?? []
  if (page === undefined || (language !== undefined && !isLanguage(language))) {
    return Either.left("is no page: name it as about.md, or as about.de.md for one language")
  }
  const [, title, rest = ""] = /^\s*# +([^\r\n]+?) *(?:[\r\n]+([^]*))?$/.exec(text) ?? []
  if (title === undefined || title.length > 120) {
    return Either.left("begins with no title: # and at most 120 characters")
  }
  return Either.right({ page, language, title, html: markdown.render(rest) })
}

/** A text of a page in the languages of a shop. */
const gather = (written: ReadonlyArray<Written>, languages: Languages, of: (one: Written) => string): LocalText => {
  const everywhere = written.find(({ language }) => language === undefined)
  return everywhere !== undefined && written.length === 1
    ? of(everywhere)
    : Object.fromEntries(
      languages.map((language) => [language, of(written.find((one) => one.language === language) ?? everywhere!)])
    )
}

/** The pages of files, in the order of their names, or everything that is wrong with them. */
export const read = (
  files: ReadonlyArray<PageFile>,
  languages: Languages
): Either.Either<ReadonlyArray<ShopPage>, ReadonlyArray<PageFault>> => {
  const faults: Array<PageFault> = []
  const fault = (file: string, words: string) => void faults.push({ file, words })
  const pages = new Map<string, Array<Written>>()
  for (const file of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const written = readFile(file)
    if (Either.isLeft(written)) fault(file.name, written.left)
    else pages.set(written.right.page, [...pages.get(written.right.page) ?? [], written.right])
  }
  for (const [name, written] of pages) {
    const spoken = new Set(written.map(({ language }) => language))
    const lacking = spoken.has(undefined) ? [] : languages.filter((language) => !spoken.has(language))
    for (const language of lacking) fault(`${name}.${language}.md`, "is missing: the page has other languages")
  }
  return faults.length > 0
    ? Either.left(faults)
    : Either.right([...pages].map(([name, written]) => ({
      name,
      title: gather(written, languages, ({ title }) => title),
      html: gather(written, languages, ({ html }) => html)
    })))
}
