/**
 * Reads pages as a browser without scripts does: their forms with the fields that these bring along, what is chosen in
 * a list, the address to which a page leads on, and what it says to search engines.
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
export const dataIn = (page: string): object | undefined => {
  const data = all(page, "script").find(({ attribs }) => attribs["type"] === "application/ld+json")
  return data === undefined ? undefined : JSON.parse(DomUtils.textContent(data)) as object
}

/** A product, or a group of products as one, as a list shows it. */
export interface CardShown {
  readonly productId: string
  readonly name: string
  readonly priceMinor: number
  /** Whether the price is the lowest of several. */
  readonly isFrom: boolean
  readonly unitPriceMinor: number | undefined
  /** How many products it stands for. */
  readonly products: number
  readonly isSoldOut: boolean
  /** What its picture is called. */
  readonly picture: string
  /** The element of its heading. */
  readonly heading: string
}

const digitsIn = (text: string): number => Number(text.replaceAll(/\D/g, ""))

const classesOf = ({ attribs }: Element): ReadonlyArray<string> => attribs["class"]?.split(" ") ?? []

/** What the pictures in an element are called, without the widths and types of their files: each once. */
const picturesIn = (element: Element | undefined): string => {
  const shown = element === undefined ? [] : [...all(element, "source"), ...all(element, "img")]
  const files = shown.flatMap(({ attribs: { src, srcset = "" } }) => [src ?? "", ...srcset.split(", ")])
  const names = files.flatMap((file) =>
    /\/images\/(.+?)(?:-\d+\.(?:avif|webp|jpg)|\.svg)(?: \d+w)?$/.exec(file)?.[1] ?? []
  )
  return [...new Set(names)].join(" ")
}

/** What the pictures of a product on its page are called. */
export const galleryIn = (page: string): string =>
  picturesIn(all(page, "div").find((one) => classesOf(one).includes("gallery")))

const cardFrom = (item: Element): CardShown | undefined => {
  const heading = all(item, "h2")[0] ?? all(item, "h3")[0]
  const link = heading && all(heading, "a")[0]
  const [, productId] = /\/products\/([^/?#]+)$/.exec(link?.attribs["href"] ?? "") ?? []
  const amount = all(item, "span").find((one) => classesOf(one).includes("amount"))
  if (heading === undefined || link === undefined || productId === undefined || amount === undefined) return undefined
  const price = DomUtils.textContent(amount)
  // The size stands beside the price; below it the unit price, and how many products there are.
  const [, unitPrice, products] = all(item, "small").map((one) => DomUtils.textContent(one))
  const isMarked = classesOf(item).includes("sold-out")
  const isCalled = all(item, "span").some((one) => classesOf(one).includes("status"))
  return {
    productId: decodeURIComponent(productId),
    // A page keeps a number beside its word.
    name: DomUtils.textContent(link).replaceAll("\u00a0", " "),
    priceMinor: digitsIn(price),
    isFrom: /^(?:from|ab) /.test(price),
    unitPriceMinor: unitPrice === undefined || unitPrice === ""
      ? undefined
      : digitsIn(unitPrice.split(/ (?:per|je) /)[0]!),
    products: products === undefined ? 1 : digitsIn(products),
    isSoldOut: isMarked && isCalled,
    picture: picturesIn(item),
    heading: heading.name
  }
}

/** The products that a page lists. */
export const cardsIn = (page: string): ReadonlyArray<CardShown> =>
  all(page, "li").filter((item) => classesOf(item).includes("product")).flatMap((item) => cardFrom(item) ?? [])

/** How many things a page has found, and how many it would find by each of the choices beside the list. */
export const countsIn = (page: string) => {
  const document = parseDocument(page)
  const [total] = DomUtils.getElementsByTagName("p", document).filter((one) => classesOf(one).includes("quiet"))
  const [choices] = DomUtils.getElementsByTagName("nav", document).filter((one) => classesOf(one).includes("facets"))
  return {
    total: total === undefined ? undefined : digitsIn(DomUtils.textContent(total)),
    choices: choices === undefined
      ? []
      : all(choices, "small").map((one) => digitsIn(DomUtils.textContent(one)))
  }
}
