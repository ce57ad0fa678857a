/**
 * What product exports of other programs have in common, and what becomes of it here: lines of a table of goods
 * (`ProductTable`), and remarks on what has no place in it. Follows docs/shop.md.
 */
import { slugOf, type TableFault, type TableLine, type TableRecord } from "@beauty-store/commerce/catalog/ProductTable"
import { isGtin } from "@beauty-store/domain/Catalog"
import * as Letters from "@beauty-store/domain/Letters"
import { typedLine } from "@beauty-store/domain/PlainText"
import { mostOptions } from "@beauty-store/domain/ProductOption"
import { Parser } from "htmlparser2"
import { createHash } from "node:crypto"
import type { ShopPolicy } from "./ShopFile.ts"

/** A line of an export, by the names of its columns; a cell that is not there is empty. */
export interface ForeignLine {
  readonly line: number
  readonly cell: (column: string) => string
}

/** What a translation knows of the shop. */
export interface Target {
  readonly policy: Pick<ShopPolicy, "categories" | "parents" | "storeName" | "texts">
  /** The names of the files below `pictures/`. */
  readonly pictures: ReadonlySet<string>
  readonly decimal: "point" | "comma"
  /** Categories whose goods, and those of all below them, have the reduced class of VAT where the export names none. */
  readonly reduced: ReadonlyArray<string>
}

/** So many of some names are listed. */
const mostNamed = 20

/** Names as a list, up to a bound. */
export const listNames = (names: ReadonlyArray<string>): string =>
  names.slice(0, mostNamed).join(", ") + (names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "")

/** Counts what has no place here, and says so. */
export class Remarks {
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<string, Set<string>>()

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count)
  }

  /** The same, each by its name, and each once. */
  name(what: string, names: ReadonlyArray<string>): void {
    const known = this.#names.get(what) ?? new Set()
    for (const name of names) known.add(typedLine(name))
    if (known.size > 0) this.#names.set(what, known)
  }

  get lines(): ReadonlyArray<string> {
    return [
      ...[...this.#names].map(([what, names]) => `${what}: ${listNames([...names])}`),
      ...[...this.#counts].map(([what, count]) => `${what}: ${count}`)
    ]
  }
}

/** The form of another program's export. */
export interface Dialect {
  /** Columns that every export has: without them it is none. */
  readonly required: ReadonlyArray<string>
  /** Columns that are read; all others are counted where they say anything. */
  readonly understood: (column: string) => boolean
  /** The column from which one of ours comes. */
  readonly columnOf: Readonly<Record<string, string>>
  readonly translate: (
    lines: ReadonlyArray<ForeignLine>,
    target: Target,
    remarks: Remarks
  ) => ReadonlyArray<TableLine>
}

const ofBlocks = /^(?:address|blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|tr|ul)$/

/** Many times the longest text of a product. Elements that nothing closes take the parser the square of their number. */
const longestHtml = 50_000

/** The text of HTML as people read it, a line for each block. HTML that is too long stays, and is refused as text. */
export const textOf = (html: string): string => {
  if (html.length > longestHtml) return html
  let [text, hidden] = ["", 0]
  const parser = new Parser({
    onopentagname: (name) => {
      if (name === "script" || name === "style") hidden++
      if (ofBlocks.test(name)) text += "\n"
    },
    onclosetag: (name) => {
      if (name === "script" || name === "style") hidden--
      if (ofBlocks.test(name)) text += "\n"
    },
    ontext: (words) => {
      if (hidden === 0) text += words.replace(/\s+/g, " ")
    }
  })
  parser.end(html)
  return text.split("\n").map(typedLine).filter((line) => line !== "").join("\n")
}

/** The shop's category that one of some words names, by its id or its name in any language; else the first word. */
export const categoryOf = ({ policy: { categories, texts } }: Target, words: ReadonlyArray<string>): string => {
  const folded = new Map(categories.flatMap((id) => {
    const name = texts.categories[id] ?? []
    return [id, ...(typeof name === "string" ? [name] : Object.values(name))].map((word) => [Letters.fold(word), id])
  }))
  const named = words.flatMap((word) => folded.get(Letters.fold(word.trim())) ?? folded.get(slugOf(word)) ?? [])
  return named[0] ?? slugOf(words.find((word) => word.trim() !== "") ?? "")
}

/** What spreadsheets put before numbers that are text. */
export const plainCell = (cell: string): string => typedLine(cell.replace(/^'+/, ""))

/** A GTIN; none where it is another number. */
export const gtinOf = (cell: string, remarks: Remarks): string => {
  const gtin = plainCell(cell)
  if (gtin !== "" && !isGtin(gtin)) remarks.add("Numbers that are no GTIN are left out")
  return isGtin(gtin) ? gtin : ""
}

/** How many there are. */
export const stockOf = (cell: string, remarks: Remarks): string => {
  const count = Number(cell)
  if (count <= 0) remarks.add("Products that start without units in stock")
  return count <= 0 ? "0" : Number.isInteger(count) ? String(count) : cell
}

const measures: Readonly<Record<string, readonly [factor: number, unit: "ml" | "g"]>> = {
  ml: [1, "ml"],
  cl: [10, "ml"],
  l: [1000, "ml"],
  mg: [0.001, "g"],
  g: [1, "g"],
  kg: [1000, "g"],
  oz: [28.349_523, "g"],
  lb: [453.592_37, "g"],
  lbs: [453.592_37, "g"]
}

/** A measure in ml or g, with three decimals at most; undefined where it is none. */
export const measureOf = (
  value: string,
  unit: string
): { readonly value: number; readonly unit: "ml" | "g" } | undefined => {
  const [factor, ours] = measures[unit.toLowerCase()] ?? []
  const number = Number(value.replace(",", "."))
  return factor === undefined || ours === undefined || !(number > 0)
    ? undefined
    : { value: Math.round(number * factor * 1000) / 1000, unit: ours }
}

/** A decimal as the table is read. */
export const decimalIn = (value: number, decimal: Target["decimal"]): string =>
  decimal === "comma" ? String(value).replace(".", ",") : String(value)

/**
 * A quantity by which people choose, as in `250 g`. An ounce may be of weight or of volume, and milligrams are mostly a
 * strength, so they are none.
 */
const quantity = /^(\d{1,4}(?:[.,]\d{1,2})?)\s*(ml|cl|l|g|kg)$/i

/** The size of a product by the first of its options that is a quantity. */
export const sizeCells = (
  options: ReadonlyArray<Option>,
  { decimal }: Target
): Readonly<Record<string, string>> => {
  const [first] = options.flatMap(({ value }) => {
    const [, number = "", unit = ""] = quantity.exec(value.trim()) ?? []
    return measureOf(number, unit) ?? []
  })
  return first === undefined ? {} : { size: decimalIn(first.value, decimal), unit: first.unit }
}

const kinds: ReadonlyArray<readonly [by: string, names: RegExp]> = [
  ["shade", /^(?:colou?r|shade|tone|farbe|farbton|nuance|ton)$/i],
  ["size", /^(?:size|volume|content|gr(?:ö|oe)(?:ß|ss)e|inhalt|menge)$/i],
  ["scent", /^(?:scent|fragrance|duft)$/i]
]

/** What a product is chosen by. */
export interface Option {
  readonly name: string
  readonly value: string
}

/** A text without what separates options here. */
const unbarred = (text: string): string => typedLine(text.replace(/[|:]/g, "/"))

/** What options are called here: by their kinds, each once, or else as they were called. */
const namesOf = (options: ReadonlyArray<Option>): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (const option of options) {
    const kind = kinds.find(([, called]) => called.test(option.name.trim()))?.[0]
    names.push(kind === undefined || names.includes(kind) ? unbarred(option.name) : kind)
  }
  return names
}

/** The group of a product that differs from its others by options. The values of a fourth and later stand in the third. */
export const groupCells = (
  id: string,
  name: string,
  options: ReadonlyArray<Option>,
  remarks: Remarks
): Readonly<Record<string, string>> => {
  if (options.length === 0) return {}
  const own = options.slice(0, mostOptions)
  for (const { name } of options.slice(mostOptions)) remarks.add(`Values of "${name}" stand in the third option`)
  const values = options.map(({ value }) => unbarred(value))
  return {
    group: id,
    groupName: name,
    variesBy: namesOf(own).join("|"),
    groupValue: [...values.slice(0, mostOptions - 1), values.slice(mostOptions - 1).join(" / ")]
      .filter((value) => value !== "").join("|")
  }
}

/**
 * Ids for goods, from their names. Where several have one, each has some letters of its own key besides: so the order of
 * an export changes no id, and what comes later takes none from others.
 */
export const idsOf = (named: Iterable<readonly [key: string, name: string]>): (key: string) => string => {
  const slugs = new Map([...named].map(([key, name]) => [key, slugOf(name) || "product"]))
  const counts = new Map<string, number>()
  for (const slug of slugs.values()) counts.set(slug, (counts.get(slug) ?? 0) + 1)
  return (key) => {
    const slug = slugs.get(key)!
    if (counts.get(slug) === 1) return slug
    return `${slug.slice(0, 70)}-${createHash("sha256").update(key).digest("hex").slice(0, 8)}`
  }
}

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The files of pictures that are there, by the last parts of their addresses. */
export const picturesOf = (
  addresses: ReadonlyArray<string>,
  { pictures }: Target,
  remarks: Remarks
): ReadonlyArray<string> => {
  const names = addresses.filter((address) => address !== "")
    .map((address) => /([^/?#]*)(?:[?#].*)?$/.exec(address)?.[1] ?? "")
    .map(decoded)
  remarks.name("Pictures that are no files below pictures/", names.filter((name) => !pictures.has(name)))
  return [...new Set(names.filter((name) => pictures.has(name)))]
}

/** A line of goods, without cells that are empty. */
export const lineOf = (line: number, cells: Readonly<Record<string, string | undefined>>): TableLine => ({
  line,
  cells: new Map(
    Object.entries(cells).flatMap(([name, cell]) => cell === undefined || cell === "" ? [] : [[name, cell]])
  )
})

/** Cells that say nothing of a product. */
const saysNothing = /^(?:|0|false|no|manual|deny|shopify|visible|parent)$/i

/** Translates the records of an export, of which the first names the columns. */
export const translate = (
  dialect: Dialect,
  records: ReadonlyArray<TableRecord>,
  target: Target
): { readonly lines: ReadonlyArray<TableLine | TableFault>; readonly remarks: ReadonlyArray<string> } => {
  const [head, ...rest] = records
  const names = head?.cells ?? []
  const missing = dialect.required.filter((column) => !names.includes(column))
  if (missing.length > 0) {
    return { lines: missing.map((column) => ({ line: 1, column, words: "is missing" })), remarks: [] }
  }
  const remarks = new Remarks()
  const lines = rest.map(({ cells, line }) => ({ line, cell: (column: string) => cells[names.indexOf(column)] ?? "" }))
  const translated = dialect.translate(lines, target, remarks)
  for (const column of names) {
    if (dialect.understood(column)) continue
    const count = lines.filter(({ cell }) => !saysNothing.test(cell(column))).length
    remarks.add(`Column ${column} has no place here; cells`, count)
  }
  return { lines: translated, remarks: remarks.lines }
}
