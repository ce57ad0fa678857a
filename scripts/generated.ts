/**
 * What stands in the documents and is said first in the code: the OpenAPI document, the table of errors, the table of
 * settings. Pure: from what a document says now to what it should say.
 */
import { document } from "@beauty-store/http/OpenApiDocument"
import { problems } from "@beauty-store/http/Problems"
import { settings } from "@beauty-store/server/ServerConfig"

/** An address that is nobody's (RFC 2606): the document in the repository is of no store in particular. */
const neutralAddress = "https://shop.example"

const table = (titles: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [titles, titles.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |`)
    .join("\n")

const code = (text: string): string => text === "" ? "" : `\`${text}\``

export const errorsTable: string = table(
  ["Status", "`code`", "What happened", "What to do", "Carries"],
  Object.values(problems).map(({ code: name, explanation, fieldNames, retryable, status, title }) => [
    String(status),
    code(name),
    title,
    explanation,
    [...fieldNames, ...(retryable ? ["retryable: true"] : [])].map(code).join(", ")
  ])
)

export const settingsTable: string = table(
  ["Variable", "Default", "Meaning"],
  Object.entries(settings).map(([name, { fallback, meaning }]) => [code(name), code(fallback), meaning])
)

export const openApiText: string = `${JSON.stringify(document(neutralAddress, "Beauty Store"), null, 2)}\n`

/** A page with the part between two marks exchanged. A page without the marks is a mistake. */
export const withPart = (page: string, name: string, part: string): string => {
  const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has no part between "${begin}" and "${end}"`)
  return `${page.slice(0, from + begin.length)}\n\n${part}\n\n${page.slice(to)}`
}

/** Every file with something generated in it, and how it follows from what it says now. */
export const generated: Readonly<Record<string, (page: string) => string>> = {
  "docs/openapi.json": () => openApiText,
  "docs/api.md": (page) => withPart(page, "errors", errorsTable),
  "README.md": (page) => withPart(page, "configuration", settingsTable)
}
