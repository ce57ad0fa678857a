/**
 * Goods as a table: a CSV file with a product a line, as spreadsheets write it, read into an assortment.
 *
 * The rule: the first line names the columns, of which each is known; the separator (comma, semicolon or tab) is the
 * one by which it does. Decimals have a point unless the caller says that they have a comma: nothing is guessed. All
 * faults are named at once, each by its line and its column. Follows docs/shop.md.
 */
import { type Assortment, faultsOfAssortment } from "@beauty-store/commerce/catalog/CatalogImport"
import { ownNumber } from "@beauty-store/commerce/catalog/Goods"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import { SizeUnit, VariesBy } from "@beauty-store/domain/Catalog"
import type { Fault } from "@beauty-store/domain/InvalidInput"
import { type Languages, languages } from "@beauty-store/domain/Language"
import * as Money from "@beauty-store/domain/Money"
import { VatClass } from "@beauty-store/domain/VatRates"
import { CsvError, parse as parseCsv } from "csv-parse/sync"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { inWords, type ShopPolicy } from "./ShopFile.ts"

/** A column, what stands in it, and whether every product has it. */
export interface Column {
  readonly name: string
  readonly meaning: string
  readonly required?: true
}

const literals = (schema: { readonly literals: ReadonlyArray<string> }): string => schema.literals.join(", ")

/** The columns of a product in the catalogue's own language. */
export const columns: ReadonlyArray<Column> = [
  { name: "id", meaning: "its address, in lower-case words with hyphens; it never changes", required: true },
  { name: "brand", meaning: "the name of its brand", required: true },
  { name: "name", meaning: "what it is called", required: true },
  { name: "description", meaning: "what it is, in a few sentences" },
  { name: "category", meaning: "one of the categories in shop.json", required: true },
  { name: "price", meaning: "VAT included, with two decimals at most", required: true },
  {
    name: "vat",
    meaning: `its class of VAT: ${literals(VatClass)} (each country has a rate for it); default: standard`
  },
  { name: "stock", meaning: "how many there are; counts when the product is new", required: true },
  { name: "gtin", meaning: "its GTIN; without one it has a number that no feed shows" },
  { name: "size", meaning: "how much a package contains; default: 1" },
  { name: "unit", meaning: `of the size: ${literals(SizeUnit)}; default: pcs` },
  { name: "ingredients", meaning: "by their INCI names" },
  { name: "howToUse", meaning: "how it is used" },
  { name: "warnings", meaning: "what to mind" },
  { name: "returnableOnceOpened", meaning: "`yes` or `no`, where it is sealed for hygiene; default: yes" },
  { name: "pictures", meaning: "its files below `pictures/`, the main one first, with vertical bars between them" },
  { name: "alt", meaning: "what each of them shows, with vertical bars between" },
  { name: "group", meaning: "the id of the group from which people choose it, in lower-case words with hyphens" },
  { name: "groupName", meaning: "the name of the group" },
  { name: "variesBy", meaning: `what differs in the group: ${literals(VariesBy)}` },
  { name: "groupValue", meaning: "what this product is in the group, such as `Red`" }
]

/** The columns that may stand once more for another language, as in `name:de`. */
const translated = ["name", "description", "howToUse", "warnings", "groupName", "groupValue"] as const

/** Something wrong with a table. */
export interface TableFault {
  readonly line: number
  /** Empty for the whole line. */
  readonly column: string
  readonly words: string
}

export interface Format {
  readonly decimal: "point" | "comma"
}

const isColumn = (name: string): boolean =>
  columns.some((column) => column.name === name)
  || languages.some((language) => name === `alt:${language}`)
  || translated.some((column) => new RegExp(`^${column}:[a-z]{2,3}(-[A-Z]{2})?$`).test(name))

interface Line {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** The lines of a text, by a separator. */
const linesOf = (text: string, delimiter: string): ReadonlyArray<Line> => {
  const records = parseCsv(text, {
    bom: true,
    delimiter,
    from_line: separatorSaid.test(header(text)) ? 2 : 1,
    info: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    trim: true
    // The library's types do not know that `info` changes what it returns.
  }) as unknown as ReadonlyArray<{ readonly record: ReadonlyArray<string>; readonly info: { readonly lines: number } }>
  // The library counts the lines up to the end of a record, which begins as many before as its cells have ends of
  // lines.
  return records.map(({ info, record }) => ({
    line: info.lines - (record.join("").match(/\r\n|[\r\n]/g)?.length ?? 0),
    // Spreadsheets write cells that are empty behind those that are not.
    cells: record.map((cell) => cell.trim()).slice(0, record.findLastIndex((cell) => cell.trim() !== "") + 1)
  })).filter(({ cells }) => cells.length > 0)
}

const header = (text: string): string => text.replace(/^\uFEFF/, "").split(/\r\n|[\r\n]/, 1)[0]!

/** A column's name as it is written here, whatever its capitals are there. */
const columnNamed = (name: string): string =>
  columns.find((column) => column.name.toLowerCase() === name.toLowerCase())?.name ?? name

/** A first line that tells spreadsheets the separator. */
const separatorSaid = /^"?sep=(.)"?$/

/** The separator that the first line tells, or by which it names most columns. */
const separatorOf = (text: string): string => {
  const said = separatorSaid.exec(header(text))?.[1]
  if (said !== undefined) return said
  const known = (separator: string) =>
    header(text).split(separator).filter((name) => isColumn(columnNamed(name.trim().replace(/^"|"$/g, "").trim())))
      .length
  return [";", ",", "\t"].toSorted((a, b) => known(b) - known(a))[0]!
}

/** What is wrong with the first line. */
const faultsOfHeader = (names: ReadonlyArray<string>): ReadonlyArray<TableFault> => [
  ...names.flatMap((name, n) =>
    !isColumn(name)
      ? [{
        line: 1,
        column: name === "" ? String(n + 1) : name,
        words: `is no column: there are ${columns.map((one) => one.name).join(", ")}`
      }]
      : names.indexOf(name) < n
      ? [{ line: 1, column: name, words: "stands here twice" }]
      : []
  ),
  ...columns.filter(({ name, required }) => required && !names.includes(name)).map(({ name }) => (
    { line: 1, column: name, words: "is missing" }
  ))
]

/** A price in minor units. */
const readPrice = (text: string, { decimal }: Format): Either.Either<number, string> => {
  const isComma = decimal === "comma"
  const form = isComma ? /^\d{1,9}(,\d{1,2})?$/ : /^\d{1,9}(\.\d{1,2})?$/
  const amount = form.test(text) ? Option.getOrUndefined(Money.parse(text.replace(",", "."))) : undefined
  return amount === undefined || amount === 0 || amount > 100_000_000
    ? Either.left(
      `is no price from 0.01 to 1000000: write it as 1249${
        isComma ? "," : "."
      }90, without signs and separators of thousands${
        !isComma && /^\d+,\d{1,2}$/.test(text) ? "; --decimal-comma reads it as it is" : ""
      }`
    )
    : Either.right(amount)
}

const readNumber = (text: string, { decimal }: Format): number | undefined =>
  (decimal === "comma" ? /^\d{1,9}(,\d{1,3})?$/ : /^\d{1,9}(\.\d{1,3})?$/).test(text)
    ? Number(text.replace(",", "."))
    : undefined

/** As people and spreadsheets in English and German write them. */
const answers = new Map([
  ...["", "yes", "true", "1", "ja", "wahr"].map((text) => [text, true] as const),
  ...["no", "false", "0", "nein", "falsch"].map((text) => [text, false] as const)
])

/** A brand's id: its name in lower-case words without accents. */
export const slugOf = (name: string): string =>
  name.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").toLowerCase()
    .replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 80)

type Cells = ReadonlyMap<string, string>

/** The texts of a product beside its name and description. */
const textsOf = (cells: Cells): object | undefined => {
  const translations: Record<string, Record<string, string>> = {}
  for (const [name, text] of cells) {
    const [field = "", language] = name.split(":")
    if (language !== undefined && text !== "" && field !== "alt") (translations[language] ??= {})[field] = text
  }
  const own = ["howToUse", "warnings"].flatMap((name) => {
    const text = cells.get(name) ?? ""
    return text === "" ? [] : [[name, text] as const]
  })
  const texts = { ...Object.fromEntries(own), ...(Object.keys(translations).length === 0 ? {} : { translations }) }
  return Object.keys(texts).length === 0 ? undefined : texts
}

const groupOf = (cells: Cells): object | undefined => {
  const { group = "", groupName = "", groupValue = "", variesBy = "" } = Object.fromEntries(cells)
  return [group, groupName, groupValue, variesBy].every((text) => text === "")
    ? undefined
    : { id: group, name: groupName, variesBy, value: groupValue }
}

/** A product of a line, with faults of what is no number and no answer. The rest is judged by its types. */
const productOf = (cells: Cells, format: Format, currency: string, fault: (column: string, words: string) => void) => {
  const cell = (name: string): string => cells.get(name) ?? ""
  const price = readPrice(cell("price"), format)
  if (Either.isLeft(price)) fault("price", `${JSON.stringify(cell("price"))} ${price.left}`)
  const size = cell("size") === "" ? 1 : readNumber(cell("size"), format)
  if (size === undefined) fault("size", `${JSON.stringify(cell("size"))} is no number`)
  const stock = /^\d{1,7}$/.test(cell("stock")) && Number(cell("stock")) <= 1_000_000
    ? Number(cell("stock"))
    : undefined
  if (stock === undefined) fault("stock", `${JSON.stringify(cell("stock"))} is no whole number up to 1000000`)
  const returnableOnceOpened = answers.get(cell("returnableOnceOpened").toLowerCase())
  if (returnableOnceOpened === undefined) {
    fault("returnableOnceOpened", `${JSON.stringify(cell("returnableOnceOpened"))} is neither yes nor no`)
  }
  if (cell("brand") === "") fault("brand", "is missing")
  else if (slugOf(cell("brand")) === "") fault("brand", "has no letter or digit of the Latin alphabet")
  const texts = textsOf(cells)
  const group = groupOf(cells)
  return {
    id: cell("id"),
    brandId: slugOf(cell("brand")),
    name: cell("name"),
    description: cell("description"),
    priceMinor: Either.getOrElse(price, () => 1),
    currency,
    category: cell("category"),
    gtin: cell("gtin") === "" ? ownNumber(cell("id")) : cell("gtin"),
    size: { value: size ?? 1, unit: cell("unit") === "" ? "pcs" : cell("unit") },
    returnableOnceOpened: returnableOnceOpened ?? true,
    vatClass: cell("vat") === "" ? "standard" : cell("vat").toLowerCase(),
    onHand: stock ?? 0,
    attributes: { ingredients: cell("ingredients") },
    ...(texts === undefined ? {} : { texts }),
    ...(group === undefined ? {} : { group })
  }
}

/** The columns from which the fields of a product come, where they have other names. */
const columnOf: Readonly<Record<string, string>> = {
  priceMinor: "price",
  onHand: "stock",
  vatClass: "vat",
  brandId: "brand",
  "size.value": "size",
  "size.unit": "unit",
  "attributes.ingredients": "ingredients",
  "group.id": "group",
  "group.name": "groupName",
  "group.value": "groupValue",
  "group.variesBy": "variesBy",
  "texts.howToUse": "howToUse",
  "texts.warnings": "warnings"
}

const columnAt = (field: string): string => {
  const [, language, text] = /^texts\.translations\.([\w-]+)\.(\w+)$/.exec(field) ?? []
  return language === undefined ? columnOf[field] ?? field : `${text}:${language}`
}

type Brands = Map<string, { name: string; category: string; products: Array<ReturnType<typeof productOf>> }>

/** Columns of texts in languages that a shop does not speak, or of which its catalogue is. */
const faultsOfLanguages = (names: ReadonlyArray<string>, languages: Languages): ReadonlyArray<TableFault> =>
  names.flatMap((column) => {
    const [name = "", language] = column.split(":")
    if (language === undefined) return []
    const isKnown = languages.some((one) => one === language)
    return !isKnown
      ? [{ line: 1, column, words: `is of no language of the shop: there are ${languages.join(", ")}` }]
      : language === languages[0]
      ? [{ line: 1, column, words: `is of the shop's first language: ${name} is its column` }]
      : []
  })

/** The columns of a table, and the lines below them. */
const readLines = (
  text: string
): Either.Either<
  { readonly names: ReadonlyArray<string>; readonly lines: ReadonlyArray<Line> },
  ReadonlyArray<TableFault>
> => {
  try {
    const [first, ...lines] = linesOf(text, separatorOf(text))
    const names = (first?.cells ?? []).map(columnNamed)
    const faults = faultsOfHeader(names)
    return faults.length > 0
      ? Either.left(faults)
      : lines.length === 0
      ? Either.left([{ line: 1, column: "", words: "names columns, and no goods follow" }])
      : Either.right({ names, lines })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const words =
      `${error.message}. A cell with quotation marks in it stands in quotation marks itself, and has each twice.`
    return Either.left([{ line: Number(error["lines"] ?? 1), column: "", words }])
  }
}

/** A line of a table, by the names of its columns. */
export interface TableLine {
  readonly line: number
  readonly cells: ReadonlyMap<string, string>
}

/** The lines of a table that have no more cells than it has columns; none where its first line has faults. */
export const listLines = (text: string): ReadonlyArray<TableLine> =>
  Either.match(readLines(text), {
    onLeft: () => [],
    onRight: ({ lines, names }) =>
      lines.filter(({ cells }) => cells.length <= names.length)
        .map(({ cells, line }) => ({ line, cells: new Map(names.map((name, n) => [name, cells[n] ?? ""])) }))
  })

/** A table that was read. */
export interface Table {
  readonly assortment: Assortment
  /** Faults of the assortment as faults of the table, one for each place. */
  readonly locate: (faults: ReadonlyArray<Fault>) => ReadonlyArray<TableFault>
}

/** Finds the places of faults by the lines of each brand's products. */
const locateIn = (lines: ReadonlyArray<ReadonlyArray<number>>) => (faults: ReadonlyArray<Fault>) => {
  const lineAt = (brand: string, product = "0"): number => lines[Number(brand)]![Number(product)]!
  const found = new Map<string, TableFault>()
  for (const { path, words } of faults) {
    const [, b = "", p, field = ""] = /^brands\[(\d+)\](?:\.products\[(\d+)\])?\.?(.*)$/.exec(path) ?? []
    const line = b === "" ? 1 : lineAt(b, p)
    const column = p === undefined ? (field === "category" ? "category" : "brand") : columnAt(field)
    if (found.has(`${line} ${column}`)) continue
    // Where one line contradicts another, that one is named.
    const named = inWords(words).replace(
      /brands\[(\d+)\]\.products\[(\d+)\]\S*/g,
      (_, one: string, other: string) => `line ${lineAt(one, other)}`
    )
    found.set(`${line} ${column}`, { line, column, words: named })
  }
  return [...found.values()]
}

/** Reads a table, or finds all of its faults. Brands come in the order in which they are first named. */
export const parse = (
  text: string,
  shop: Pick<ShopPolicy, "categories" | "currency" | "languages">,
  format: Format
): Either.Either<Table, ReadonlyArray<TableFault>> => {
  const read = readLines(text)
  if (Either.isLeft(read)) return Either.left(read.left)
  const { lines, names } = read.right
  const foreign = faultsOfLanguages(names, shop.languages)
  if (foreign.length > 0) return Either.left(foreign)
  const faults: Array<TableFault> = []
  const brands: Brands = new Map()
  const linesOfBrands = new Map<string, Array<number>>()
  const numbers = new Map<string, number>()
  for (const { cells, line } of lines) {
    if (cells.length > names.length) {
      faults.push({
        line,
        column: "",
        words:
          `has ${cells.length} cells, and there are ${names.length} columns: put what has the separator in it into quotation marks`
      })
      continue
    }
    const byName: Cells = new Map(names.map((name, n) => [name, cells[n] ?? ""]))
    const fault = (column: string, words: string) => void faults.push({ line, column, words })
    const product = productOf(byName, format, shop.currency, fault)
    const { brandId, category } = product
    const name = byName.get("brand")!
    const brand = brands.get(brandId) ?? { name, category, products: [] }
    if (brand.name !== name) {
      fault("brand", `${JSON.stringify(name)} is ${JSON.stringify(brand.name)} in another spelling`)
    }
    const sameNumber = numbers.get(product.gtin.padStart(14, "0"))
    if (sameNumber === undefined) numbers.set(product.gtin.padStart(14, "0"), line)
    else if (byName.get("gtin") !== undefined && byName.get("gtin") !== "") {
      fault("gtin", `stands in line ${sameNumber} already`)
    }
    brands.set(brandId, brand)
    brand.products.push(product)
    const linesOfBrand = linesOfBrands.get(brandId)
    if (linesOfBrand === undefined) linesOfBrands.set(brandId, [line])
    else linesOfBrand.push(line)
  }
  const assortment = { brands: [...brands].map(([id, brand]) => ({ id, ...brand })) } as Assortment
  const locate = locateIn(assortment.brands.map(({ id }) => linesOfBrands.get(id)!))
  const places = new Set(faults.map(({ column, line }) => `${line} ${column}`))
  const others = locate(faultsOfAssortment(assortment, shop, Beauty.product))
    .filter(({ column, line }) => !places.has(`${line} ${column}`))
  return faults.length + others.length === 0
    ? Either.right({ assortment, locate })
    : Either.left([...faults, ...others].toSorted((a, b) => a.line - b.line))
}
