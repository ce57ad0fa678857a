/**
 * Goods as a table, a product a line, read into an assortment once, piece by piece: CSV as spreadsheets write it, or
 * JSON Lines with the same columns as fields. The first line of CSV names known columns and tells the separator.
 * Decimals have a point unless the caller says that they have a comma. Follows docs/shop.md.
 *
 * @since 1.0.0
 */
import type { Definition } from "@beauty-store/domain/Attribute"
import { maxPriceMinor, PriceMinor, SizeUnit } from "@beauty-store/domain/Catalog"
import * as Country from "@beauty-store/domain/Country"
import { type Fault, inWords } from "@beauty-store/domain/InvalidInput"
import { type Languages, languages } from "@beauty-store/domain/Language"
import * as Money from "@beauty-store/domain/Money"
import { OptionKind } from "@beauty-store/domain/ProductOption"
import { mostOnHand } from "@beauty-store/domain/Stock"
import { VatClass } from "@beauty-store/domain/VatRates"
import { CsvError, parse as parseCsv } from "csv-parse"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { pipeline, Readable } from "node:stream"
import type { StorePolicy } from "../Policy.ts"
import { ownNumber } from "./ArticleNumbers.ts"
import { type Assortment, Staging, type Storage } from "./Assortment.ts"
import type { Form, TableFault } from "./ProductTables.ts"

/** A column, what stands in it, and whether every product has it. */
export interface Column {
  readonly name: string
  readonly meaning: string
  readonly required?: true
  /** What it is in JSON, where it is no text. */
  readonly json?: "number" | "boolean"
}

export type { Form, TableFault }

const literals = (schema: { readonly literals: ReadonlyArray<string> }): string => schema.literals.join(", ")

/** The columns of a product in the catalogue's own language. */
export const columns: ReadonlyArray<Column> = [
  { name: "id", meaning: "its address, in lower-case words with hyphens; it never changes", required: true },
  { name: "brand", meaning: "the name of its brand", required: true },
  { name: "brandId", meaning: "the brand's id, where it is not its name in lower-case words with hyphens" },
  { name: "name", meaning: "what it is called", required: true },
  { name: "description", meaning: "what it is, in a few sentences" },
  { name: "category", meaning: "one of the categories in shop.json", required: true },
  {
    name: "price",
    meaning: "VAT included, with the decimals of the shop's currency at most",
    required: true,
    json: "number"
  },
  {
    name: "vat",
    meaning: `its class of VAT: ${literals(VatClass)} (each country has a rate for it); default: standard`
  },
  { name: "stock", meaning: "how many there are; counts when the product is new", required: true, json: "number" },
  { name: "lowStock", meaning: "up to how many available units are few; default: the shop's level", json: "number" },
  { name: "gtin", meaning: "its GTIN, which no other product has; without one it has a number that no feed shows" },
  { name: "sku", meaning: "its number in the shop, which no other product has" },
  { name: "size", meaning: "how much a package contains; default: 1", json: "number" },
  { name: "unit", meaning: `of the size: ${literals(SizeUnit)}; default: pcs` },
  { name: "weight", meaning: "of the packed product, in whole grams", json: "number" },
  { name: "ingredients", meaning: "of cosmetics by their INCI names" },
  { name: "howToUse", meaning: "how it is used" },
  { name: "warnings", meaning: "what to mind" },
  { name: "countryOfOrigin", meaning: "where it was made: a country's code or name" },
  {
    name: "responsiblePerson",
    meaning:
      "who answers for it in the EU: name, postal address, and email or web address, with vertical bars between; default: its brand's, or the shop's"
  },
  { name: "cpnp", meaning: "the number of a cosmetic's notification to the Commission" },
  {
    name: "returnableOnceOpened",
    meaning: "`yes` or `no`, where it is sealed for hygiene; default: yes",
    json: "boolean"
  },
  { name: "pictures", meaning: "its files below `pictures/`, the main one first, with vertical bars between them" },
  { name: "alt", meaning: "what each of them shows, with vertical bars between" },
  { name: "group", meaning: "the id of the group from which people choose it, in lower-case words with hyphens" },
  { name: "groupName", meaning: "the name of the group" },
  {
    name: "variesBy",
    meaning: `what differs in the group: one to three of ${
      literals(OptionKind)
    } and names of the shop's own, with vertical bars between them, such as \`size|Grind\``
  },
  { name: "groupValue", meaning: "what this product is in the group, a value for each of them, such as `250 g|Fine`" }
]

/** The columns that may stand once more for another language, as in `name:de`. */
const translated = [
  "name",
  "description",
  "ingredients",
  "howToUse",
  "warnings",
  "groupName",
  "variesBy",
  "groupValue"
] as const

export interface Format {
  readonly decimal: "point" | "comma"
}

const isColumn = (name: string): boolean =>
  columns.some((column) => column.name === name)
  || languages.some((language) => name === `alt:${language}`)
  || translated.some((column) => new RegExp(`^${column}:[a-z]{2,3}(-[A-Z]{2})?$`).test(name))

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

const noColumn = `is no column: there are ${columns.map((one) => one.name).join(", ")}`

/** What is wrong with the first line. */
const faultsOfHeader = (names: ReadonlyArray<string>): ReadonlyArray<TableFault> => [
  ...names.flatMap((name, n) =>
    !isColumn(name)
      ? [{
        line: 1,
        column: name === "" ? String(n + 1) : name,
        words: noColumn
      }]
      : names.indexOf(name) < n
      ? [{ line: 1, column: name, words: "stands here twice" }]
      : []
  ),
  ...columns.filter(({ name, required }) => required && !names.includes(name)).map(({ name }) => (
    { line: 1, column: name, words: "is missing" }
  ))
]

const isPrice = Schema.is(PriceMinor)

/** A price in minor units. */
const readPrice = (text: string, { decimal }: Format, currency: string): Either.Either<number, string> => {
  const isComma = decimal === "comma"
  const point = (text: string) => isComma ? text.replaceAll(/[.,]/g, (mark) => mark === "," ? "." : ",") : text
  const price = (text: string) => Option.filter(Money.parse(text, currency), isPrice)
  return Either.fromOption(price(point(text)), () => {
    const [least, most] = [1, maxPriceMinor].map((amountMinor) => Money.format(amountMinor, currency))
    const example = `1249${Money.decimalsOf(currency) === 0 ? "" : ".9".padEnd(Money.decimalsOf(currency) + 1, "0")}`
    return `is no price from ${least} to ${most} with ${Money.decimalsInWords(currency)}: write it as ${
      point(example)
    }, without signs and separators of thousands${
      !isComma && Option.isSome(price(text.replace(",", "."))) ? "; --decimal-comma reads it as it is" : ""
    }`
  })
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

/** Parts between bars, without the blanks around them. */
const barred = (cell: string): string => cell.split("|").map((part) => part.trim()).join("|")

/** The texts of a product beside its name and description. */
const textsOf = (cells: Cells): object | undefined => {
  const translations: Record<string, Record<string, string>> = {}
  for (const [name, text] of cells) {
    const [field = "", language] = name.split(":")
    if (language === undefined || text === "" || field === "alt") continue
    const said = field === "groupValue" || field === "variesBy" ? barred(text) : text
    ;(translations[language] ??= {})[field] = said
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
    : { id: group, name: groupName, variesBy: barred(variesBy), value: barred(groupValue) }
}

/** A person of a cell, whose parts stand between bars. */
const personOf = (cell: string): object => {
  const [name = "", address = "", ...others] = cell.split("|").map((part) => part.trim())
  return { name, address, electronicAddress: others.join("|") }
}

/** What the law and carriers want to know of a product. */
const declarationOf = (cells: Cells, fault: (column: string, words: string) => void): object => {
  const [sku, weight, origin, person, cpnp] = ["sku", "weight", "countryOfOrigin", "responsiblePerson", "cpnp"]
    .map((name) => cells.get(name) ?? "")
  const isWhole = /^\d{1,9}$/.test(weight!)
  if (weight !== "" && !isWhole) fault("weight", `${JSON.stringify(weight)} is no whole number of grams`)
  return {
    ...(sku === "" ? {} : { sku }),
    ...(isWhole ? { weightGrams: Number(weight) } : {}),
    ...(origin === "" ? {} : { countryOfOrigin: Country.find(origin!) ?? origin }),
    ...(person === "" ? {} : { responsiblePerson: personOf(person!) }),
    ...(cpnp === "" ? {} : { cpnp })
  }
}

/** A product of a line, with faults of what is no number and no answer. The rest is judged by its types. */
const productOf = (
  cells: Cells,
  reading: Reading,
  currency: string,
  fault: (column: string, words: string) => void
) => {
  const cell = (name: string): string => cells.get(name) ?? ""
  const price = readPrice(cell("price"), reading, currency)
  if (Either.isLeft(price)) fault("price", `${JSON.stringify(cell("price"))} ${price.left}`)
  const size = cell("size") === "" ? 1 : readNumber(cell("size"), reading)
  if (size === undefined) fault("size", `${JSON.stringify(cell("size"))} is no number`)
  const readUnits = (name: string): number | undefined => {
    const units = Number(cell(name))
    if (/^\d{1,7}$/.test(cell(name)) && units <= mostOnHand) return units
    fault(name, `${JSON.stringify(cell(name))} is no whole number up to ${mostOnHand}`)
    return undefined
  }
  const stock = readUnits("stock")
  const lowStock = cell("lowStock") === "" ? undefined : readUnits("lowStock")
  const returnableOnceOpened = answers.get(cell("returnableOnceOpened").toLowerCase())
  if (returnableOnceOpened === undefined) {
    fault("returnableOnceOpened", `${JSON.stringify(cell("returnableOnceOpened"))} is neither yes nor no`)
  }
  const brandId = cell("brandId") === "" ? slugOf(cell("brand")) : cell("brandId")
  if (cell("brand") === "") fault("brand", "is missing")
  else if (brandId === "") fault("brand", "has no letter or digit of the Latin alphabet")
  const texts = textsOf(cells)
  const group = groupOf(cells)
  return {
    id: cell("id"),
    brandId,
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
    ...(lowStock === undefined ? {} : { lowStock }),
    ...declarationOf(cells, fault),
    ...(reading.attributes === undefined && cell("ingredients") === ""
      ? {}
      : { attributes: { ingredients: cell("ingredients") } }),
    ...(texts === undefined ? {} : { texts }),
    ...(group === undefined ? {} : { group })
  }
}

type Product = Assortment["brands"][number]["products"][number]

/** The columns of an exported table: all but those of pictures, whose files a shop does not keep. */
const exported = ([, ...others]: Languages): ReadonlyArray<string> => [
  ...columns.map(({ name }) => name).filter((name) => name !== "pictures" && name !== "alt"),
  ...others.flatMap((language) => translated.map((column) => `${column}:${language}`))
]

/** The cells of a product, without those that are empty: `productOf` makes the same product of them. */
const cellsOfProduct = (product: Product, brandName: string): Cells => {
  const { attributes, brandId, group, gtin, responsiblePerson: person, size, texts } = product
  const isPiece = size === undefined || (size.value === 1 && size.unit === "pcs")
  const ingredients = attributes === undefined ? undefined : Reflect.get(attributes, "ingredients")
  const cells: Record<string, unknown> = {
    id: product.id,
    brand: brandName,
    brandId: brandId === slugOf(brandName) ? "" : brandId,
    name: product.name,
    description: product.description,
    category: product.category,
    price: Money.format(product.priceMinor, product.currency),
    vat: product.vatClass === undefined || product.vatClass === "standard" ? "" : product.vatClass,
    stock: product.onHand,
    lowStock: product.lowStock,
    gtin: gtin === ownNumber(product.id) ? "" : gtin,
    sku: product.sku,
    weight: product.weightGrams,
    countryOfOrigin: product.countryOfOrigin,
    responsiblePerson: person === undefined
      ? ""
      : [person.name, person.address, person.electronicAddress].join("|"),
    cpnp: product.cpnp,
    size: isPiece ? "" : size.value,
    unit: isPiece ? "" : size.unit,
    ingredients,
    howToUse: texts?.howToUse,
    warnings: texts?.warnings,
    returnableOnceOpened: product.returnableOnceOpened === false ? "no" : "",
    group: group?.id,
    groupName: group?.name,
    variesBy: group?.variesBy,
    groupValue: group?.value
  }
  for (const [language, translation] of Object.entries(texts?.translations ?? {})) {
    for (const [field, text] of Object.entries(translation)) cells[`${field}:${language}`] = text
  }
  return new Map(Object.entries(cells).map(([name, cell]) => [name, String(cell ?? "")]))
}

const quotedCell = (cell: string): string => /[",;\r\n]/.test(cell) ? `"${cell.replaceAll("\"", "\"\"")}"` : cell

/** Whether a column has numbers. */
const isNumber = (name: string): boolean => columns.some((column) => column.name === name && column.json === "number")

/** The fields of a line of JSON. */
const fieldsOf = (cells: Cells, names: ReadonlyArray<string>): object =>
  Object.fromEntries(names.flatMap((name) => {
    const cell = cells.get(name) ?? ""
    const { json } = columns.find((column) => column.name === name) ?? {}
    return cell === "" ? [] : [[name, json === "number" ? Number(cell) : json === "boolean" ? cell === "yes" : cell]]
  }))

/**
 * Prints products as a table that is read as the same products: its first line, if it has one, and a line for each. With
 * a decimal comma, CSV is as spreadsheets of those countries open it: semicolons between cells, and a mark of UTF-8.
 */
export const printer = (form: Form, spoken: Languages, decimal: Format["decimal"] = "point") => {
  const names = exported(spoken)
  const [mark, separator] = decimal === "comma" ? ["\uFEFF", ";"] : ["", ","]
  const cellOf = (name: string, cell: string) =>
    decimal === "comma" && isNumber(name) ? cell.replace(".", ",") : quotedCell(cell)
  return {
    head: form === "csv" ? `${mark}${names.join(separator)}\n` : "",
    line: (product: Product, brandName: string): string => {
      const cells = cellsOfProduct(product, brandName)
      return form === "csv"
        ? `${names.map((name) => cellOf(name, cells.get(name) ?? "")).join(separator)}\n`
        : `${JSON.stringify(fieldsOf(cells, names))}\n`
    }
  }
}

/** The columns from which the fields of a product come, where they have other names. */
const columnOf: Readonly<Record<string, string>> = {
  priceMinor: "price",
  onHand: "stock",
  vatClass: "vat",
  weightGrams: "weight",
  "responsiblePerson.name": "responsiblePerson",
  "responsiblePerson.address": "responsiblePerson",
  "responsiblePerson.electronicAddress": "responsiblePerson",
  brandId: "brand",
  "brand.id": "brand",
  "brand.name": "brand",
  "brand.category": "category",
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

/** A line of a table, by the names of its columns. */
export interface TableLine {
  readonly line: number
  readonly cells: Cells
}

/** A text in pieces. */
export type Chunks = AsyncIterable<string> | Iterable<string>

/** The form of a file, by its name. */
export const formOf = (file: string): Form => file.endsWith(".jsonl") ? "jsonl" : "csv"

type Lines = AsyncGenerator<TableLine | TableFault>

const isFault = (one: TableLine | TableFault): one is TableFault => "words" in one

async function* after(first: string, rest: AsyncIterator<string> | Iterator<string>): AsyncGenerator<string> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

/** The cells of a table's line, and the line that they begin in. */
export interface TableRecord {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/**
 * The records of a CSV file, each with the line that it begins in. Without those in which all cells are empty.
 * `separator`: default: the one that the first line tells.
 */
async function* recordsOf(chunks: Chunks, separator?: string): AsyncGenerator<TableRecord> {
  const pieces = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
  let first = ""
  // A first line is longer than a piece of a file only if it is no table.
  while (first === "") {
    const next = await pieces.next()
    if (next.done === true) break
    first = next.value
  }
  const parser = parseCsv({
    bom: true,
    delimiter: separator ?? separatorOf(first),
    from_line: separatorSaid.test(header(first)) ? 2 : 1,
    info: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    trim: true
  })
  pipeline(Readable.from(after(first, pieces)), parser, () => undefined)
  for await (const one of parser) {
    const { info, record } = one as {
      readonly record: ReadonlyArray<string>
      readonly info: { readonly lines: number }
    }
    const cells = record.map((cell) => cell.trim())
    // Spreadsheets write cells that are empty behind those that are not.
    const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1)
    if (filled.length === 0) continue
    // The library counts the lines up to the end of a record, which begins as many before as its cells have ends of
    // lines.
    yield { line: info.lines - (record.join("").match(/\r\n|[\r\n]/g)?.length ?? 0), cells: filled }
  }
}

/** What the columns of a CSV file are called, and what is wrong with them. */
const readHeader = (cells: ReadonlyArray<string>, spoken: Languages) => {
  const names = cells.map(columnNamed)
  const faults = faultsOfHeader(names)
  return { names, faults: faults.length > 0 ? faults : faultsOfLanguages(names, spoken) }
}

/** What the library finds wrong with a CSV file. */
const faultOfCsv = (error: unknown): TableFault => {
  if (!(error instanceof CsvError)) throw error
  const words =
    `${error.message}. A cell with quotation marks in it stands in quotation marks itself, and has each twice.`
  return { line: Number(error["lines"] ?? 1), column: "", words }
}

/** All records of a CSV file with commas, or what is wrong with it. */
export const readRecords = async (
  chunks: Chunks
): Promise<Either.Either<ReadonlyArray<TableRecord>, ReadonlyArray<TableFault>>> => {
  const records: Array<TableRecord> = []
  try {
    for await (const one of recordsOf(chunks, ",")) records.push(one)
  } catch (error) {
    return Either.left([faultOfCsv(error)])
  }
  return Either.right(records)
}

/** The lines of a CSV file. Where a column is missing or stands twice, there are no others. */
async function* linesOfCsv(chunks: Chunks, spoken: Languages): Lines {
  let names: ReadonlyArray<string> | undefined
  let known: ReadonlyArray<readonly [name: string, n: number]> = []
  try {
    for await (const { cells, line } of recordsOf(chunks)) {
      if (names === undefined) {
        const head = readHeader(cells, spoken)
        yield* head.faults
        if (head.faults.some(({ words }) => words !== noColumn)) return
        names = head.names
        known = names.flatMap((name, n) => isColumn(name) ? [[name, n] as const] : [])
      } else if (cells.length > names.length) {
        const words =
          `has ${cells.length} cells, and there are ${names.length} columns: put what has the separator in it into quotation marks`
        yield { line, column: "", words }
      } else yield { line, cells: new Map(known.map(([name, n]) => [name, cells[n] ?? ""])) }
    }
  } catch (error) {
    return yield faultOfCsv(error)
  }
  if (names === undefined) yield* readHeader([], spoken).faults
}

/** A value of JSON as the text of a cell; undefined where it is none. */
const cellOf = (value: unknown): string | undefined => {
  if (value === null) return ""
  if (typeof value === "boolean") return value ? "yes" : "no"
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : undefined
}

/** The fields of a line of JSON, and what is wrong with them. */
function* linesOfJson(text: string, line: number, spoken: Languages): Generator<TableLine | TableFault> {
  let fields: unknown
  try {
    fields = JSON.parse(text)
  } catch {
    // It is said below.
  }
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) {
    return yield { line, column: "", words: "is no object of JSON" }
  }
  const cells = new Map<string, string>()
  for (const [name, value] of Object.entries(fields)) {
    const cell = cellOf(value)
    if (!isColumn(name)) yield { line, column: name, words: noColumn }
    else if (cell === undefined) yield { line, column: name, words: "is no text, number or truth value" }
    else cells.set(name, cell)
  }
  for (const fault of faultsOfLanguages([...cells.keys()], spoken)) yield { ...fault, line }
  yield { line, cells }
}

/** The lines of a file of JSON Lines. */
async function* linesOfJsonLines(chunks: Chunks, spoken: Languages): Lines {
  let [line, rest] = [0, ""]
  for await (const chunk of chunks) {
    const texts = (rest + (line === 0 && rest === "" ? chunk.replace(/^\uFEFF/, "") : chunk)).split("\n")
    rest = texts.pop()!
    for (const text of texts) {
      line++
      if (text.trim() !== "") yield* linesOfJson(text, line, spoken)
    }
  }
  if (rest.trim() !== "") yield* linesOfJson(rest, line + 1, spoken)
}

/** A line of a table as a place, in paths and words of faults. */
const placeOf = (line: number): string => `lines[${line}]`

/** Faults of staged goods as faults of their table. */
export const locate = (faults: ReadonlyArray<Fault>): ReadonlyArray<TableFault> =>
  faults.map(({ path, words }) => {
    const [, line = "1", field = ""] = /^lines\[(\d+)\]\.?(.*)$/.exec(path) ?? []
    // Where one line contradicts another, that one is named.
    return { line: Number(line), column: columnAt(field), words: inWords(words).replace(/lines\[(\d+)\]/g, "line $1") }
  })

/** Reads the products of lines into an assortment. */
class Reader {
  readonly staging: Staging
  readonly #currency: string
  readonly #reading: Reading
  /** The names of brands. */
  readonly #brands = new Map<string, string>()

  constructor(shop: Pick<StorePolicy, "categories" | "currency">, reading: Reading) {
    this.staging = new Staging(shop, reading.attributes, reading.storage)
    this.#currency = shop.currency
    this.#reading = reading
  }

  /** Adds the product of a line; its faults, one for each column. */
  add({ cells, line }: TableLine): ReadonlyArray<TableFault> {
    const faults: Array<TableFault> = []
    const fault = (column: string, words: string) => void faults.push({ line, column, words })
    const product = productOf(cells, this.#reading, this.#currency, fault)
    const { brandId, category } = product
    const name = cells.get("brand") ?? ""
    const known = this.#brands.get(brandId)
    if (known === undefined) this.#brands.set(brandId, name)
    else if (known !== name) fault("brand", `${JSON.stringify(name)} is ${JSON.stringify(known)} in another spelling`)
    const place = placeOf(line)
    const ofBrand = known === undefined
      ? this.staging.addBrand({ id: brandId, name, category, isFirst: true }, `${place}.brand`)
      : []
    const columns = new Set(faults.map(({ column }) => column))
    for (const one of locate([...this.staging.addProduct(brandId, product, place), ...ofBrand])) {
      if (!columns.has(one.column)) faults.push(one)
      columns.add(one.column)
    }
    return faults
  }
}

/** How a table is read. */
export interface Reading extends Format {
  /** Default: CSV. */
  readonly form?: Form
  /** What products have besides; those of a beauty shop have their ingredients. Default: nothing. */
  readonly attributes?: Definition
  /** Where products wait until they are applied; default: in memory. */
  readonly storage?: Storage
  /** So many faults are kept; default: all. */
  readonly mostFaults?: number
  /** Is called for each fault. */
  readonly onFault?: () => void
  /** Is shown every line that has as many cells as it should. */
  readonly onLine?: (line: TableLine) => void
}

/** Reads a table, or finds all of its faults. Brands come in the order in which they are first named. */
export const read = async (
  chunks: Chunks,
  shop: Pick<StorePolicy, "categories" | "currency" | "languages">,
  { form = "csv", ...reading }: Reading
): Promise<Either.Either<Staging, ReadonlyArray<TableFault>>> =>
  readLines((form === "csv" ? linesOfCsv : linesOfJsonLines)(chunks, shop.languages), shop, {
    ...reading,
    decimal: form === "csv" ? reading.decimal : "point",
    form
  })

/** The same of lines that were read already. */
export const readLines = async (
  lines: Lines | Iterable<TableLine | TableFault>,
  shop: Pick<StorePolicy, "categories" | "currency">,
  reading: Reading
): Promise<Either.Either<Staging, ReadonlyArray<TableFault>>> => {
  const { form = "csv", mostFaults = Infinity, onFault, onLine } = reading
  const reader = new Reader(shop, reading)
  const faults: Array<TableFault> = []
  const found = (fault: TableFault): void => {
    onFault?.()
    if (faults.length < mostFaults) faults.push(fault)
  }
  let isEmpty = true
  for await (const one of lines) {
    isEmpty = false
    if (isFault(one)) found(one)
    else {
      reader.add(one).forEach(found)
      onLine?.(one)
    }
  }
  if (isEmpty) {
    found({ line: 1, column: "", words: form === "csv" ? "names columns, and no goods follow" : "has no goods" })
  }
  return faults.length === 0
    ? Either.right(reader.staging)
    : Either.left(faults.toSorted((a, b) => a.line - b.line))
}
