/**
 * Reads pages as a browser without scripts does: their forms with the fields that these bring along, what is chosen in a
 * list, the address to which a page leads on, and what it says to search engines.
 */
import { DomUtils, parseDocument } from "htmlparser2"

/** The fields of a form. */
export type Form = Readonly<Record<string, string>>

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

const all = (page: string | Element, name: string): ReadonlyArray<Element> =>
  DomUtils.getElementsByTagName(name, typeof page === "string" ? parseDocument(page) : page)

/** The hidden fields of each form of a page. */
export const formsIn = (page: string): ReadonlyArray<Form> =>
  all(page, "form").map((form) =>
    Object.fromEntries(
      all(form, "input").filter(({ attribs }) => attribs["type"] === "hidden")
        .map(({ attribs }) => [attribs["name"] ?? "", attribs["value"] ?? ""])
    )
  )

/** What is chosen in the list of each item of a page whose id begins with a text, by the rest of the id. */
export const choicesIn = (page: string, idPrefix: string): ReadonlyMap<string, string | undefined> =>
  new Map(
    all(page, "li").filter(({ attribs }) => attribs["id"]?.startsWith(idPrefix) === true).map((item) => [
      item.attribs["id"]!.slice(idPrefix.length),
      all(item, "option").find(({ attribs }) => "selected" in attribs)?.attribs["value"]
    ])
  )

/** The address to which a page leads on by itself. */
export const onwardFrom = (page: string): string | undefined =>
  all(page, "meta").find(({ attribs }) => attribs["http-equiv"] === "refresh")?.attribs["content"]?.split("url=")[1]

/** What a page says to search engines first, as JSON-LD. */
export const dataIn = (page: string): unknown => {
  const data = all(page, "script").find(({ attribs }) => attribs["type"] === "application/ld+json")
  return data === undefined ? undefined : JSON.parse(DomUtils.textContent(data))
}
