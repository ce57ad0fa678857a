/**
 * The product export of WooCommerce, in English: a line for each product, and for each variation one that names its
 * parent by SKU or number. Follows docs/shop.md.
 */
import type { TableLine } from "@beauty-store/commerce/catalog/ProductTable"
import {
  categoryOf,
  type Dialect,
  type ForeignLine,
  groupCells,
  gtinOf,
  idsOf,
  lineOf,
  measureOf,
  type Option,
  picturesOf,
  plainCell,
  type Remarks,
  sizeCells,
  stockOf,
  type Target,
  textOf
} from "./ForeignTable.ts"

const attributes = [1, 2, 3, 4, 5, 6]
const ofBrands = /^(?:brand|marke|manufacturer|hersteller)$/i
const weights = ["kg", "g", "lbs", "oz"]

const typesOf = ({ cell }: ForeignLine): ReadonlyArray<string> => cell("Type").toLowerCase().split(/\s*,\s*/)

/** Parts of a cell, whose own commas have a backslash before them. */
const partsOf = (cell: string): ReadonlyArray<string> =>
  cell.split(/(?<!\\),/).map((part) => part.replaceAll("\\,", ",").trim()).filter((part) => part !== "")

const attributesOf = ({ cell }: ForeignLine): ReadonlyArray<Option> =>
  attributes.map((n) => ({ name: cell(`Attribute ${n} name`), value: cell(`Attribute ${n} value(s)`) }))
    .filter(({ name, value }) => name !== "" && value !== "")

/** Why a line is left out; undefined where it is sold. */
const reasonToLeave = (one: ForeignLine): string | undefined => {
  const types = typesOf(one)
  const other = ["virtual", "downloadable", "grouped", "external"].find((type) => types.includes(type))
  if (other !== undefined) return `Products that are ${other} are left out`
  return one.cell("Published") === "1" ? undefined : "Products that are not published are left out"
}

const weightOf = ({ cell }: ForeignLine): string => {
  const unit = weights.find((name) => cell(`Weight (${name})`) !== "")
  const weight = unit === undefined ? undefined : measureOf(cell(`Weight (${unit})`), unit)
  return weight === undefined ? "" : String(Math.ceil(weight.value))
}

const vatOf = ({ cell }: ForeignLine): string =>
  cell("Tax status") === "none" || cell("Tax class") === "zero-rate"
    ? "zero"
    : cell("Tax class") === "reduced-rate"
    ? "reduced"
    : ""

/** The ids of goods, those of the groups that products with variations become, and the options of each. */
interface Named {
  readonly optionsOf: (one: ForeignLine, parent: ForeignLine) => ReadonlyArray<Option>
  readonly idOf: (number: string) => string
  readonly groupOf: (number: string) => string
}

/** The name of a product, and what a variation has besides. */
const namesOf = (one: ForeignLine, parent: ForeignLine | undefined): ReadonlyArray<string> =>
  parent === undefined ? [one.cell("Name")] : [parent.cell("Name"), ...attributesOf(one).map(({ value }) => value)]

/** The names of the attributes by which the variations of a product differ. */
const optionNames = (
  sold: ReadonlyArray<{ readonly one: ForeignLine; readonly parent: ForeignLine | undefined }>
): ReadonlyMap<ForeignLine, ReadonlySet<string>> => {
  const names = new Map<ForeignLine, Set<string>>()
  for (const { one, parent } of sold) {
    if (parent === undefined) continue
    const known = names.get(parent) ?? new Set()
    names.set(parent, known)
    for (const { name } of attributesOf(one)) known.add(name)
  }
  return names
}

/** A product, or a variation of one. */
const goodsOf = (
  one: ForeignLine,
  parent: ForeignLine | undefined,
  target: Target,
  remarks: Remarks,
  { groupOf, idOf, optionsOf }: Named
): TableLine => {
  const { cell, line } = one
  const either = (column: string) => cell(column) || (parent?.cell(column) ?? "")
  const all = parent ?? one
  const title = all.cell("Name")
  const chosen = parent === undefined ? [] : optionsOf(one, parent)
  const brand = all.cell("Brands") || attributesOf(all).find(({ name }) => ofBrands.test(name))?.value
  if (brand === undefined) remarks.add("Products without a brand are the shop's own")
  if (cell("Sale price") !== "") remarks.add("Sale prices are left out")
  const pictures = [...partsOf(cell("Images")), ...partsOf(parent?.cell("Images") ?? "")]
  return lineOf(line, {
    ...sizeCells(chosen, target),
    ...(parent === undefined ? {} : groupCells(groupOf(parent.cell("ID")), title, chosen, remarks)),
    id: idOf(cell("ID")),
    brand: brand ?? target.policy.storeName,
    name: namesOf(one, parent).join(" "),
    description: [all.cell("Short description"), either("Description")].map(textOf).filter((text) => text !== "")
      .join("\n"),
    category: categoryOf(target, partsOf(all.cell("Categories")).flatMap((path) => path.split(">").toReversed())),
    price: cell("Regular price"),
    vat: vatOf(all),
    stock: stockOf(cell("Stock"), remarks),
    gtin: gtinOf(cell("GTIN, UPC, EAN, or ISBN"), remarks),
    sku: plainCell(cell("SKU")),
    weight: weightOf(one) || (parent === undefined ? "" : weightOf(parent)),
    pictures: picturesOf(pictures, target, remarks).join("|")
  })
}

const read =
  /^(?:ID|Type|SKU|GTIN, UPC, EAN, or ISBN|Name|Published|Short description|Description|Tax status|Tax class|In stock\?|Stock|Weight \(.*\)|Sale price|Regular price|Categories|Images|Parent|Brands|Position|Visibility in catalog|Attribute \d (?:name|value\(s\)|visible|global))$/

export const woocommerce: Dialect = {
  required: ["ID", "Type", "Name", "Published", "Regular price"],
  understood: (column) => read.test(column),
  columnOf: {
    id: "Name",
    brand: "Brands",
    name: "Name",
    description: "Description",
    category: "Categories",
    price: "Regular price",
    stock: "Stock",
    gtin: "GTIN, UPC, EAN, or ISBN",
    sku: "SKU",
    weight: "Weight (kg)",
    pictures: "Images",
    variesBy: "Attribute 1 name",
    groupValue: "Attribute 1 value(s)"
  },
  translate: (lines, target, remarks) => {
    const byNumber = new Map(lines.map((one) => [`id:${one.cell("ID")}`, one]))
    const bySku = new Map(lines.filter((one) => one.cell("SKU") !== "").map((one) => [one.cell("SKU"), one]))
    const parentOf = (one: ForeignLine): ForeignLine | undefined =>
      typesOf(one).includes("variation")
        ? byNumber.get(one.cell("Parent")) ?? bySku.get(one.cell("Parent"))
        : undefined
    // What is sold of a product with variations are these.
    const sold = lines.filter((one) => !typesOf(one).includes("variable")).flatMap((one) => {
      const parent = parentOf(one)
      const leaves = reasonToLeave(one) ?? (parent === undefined ? undefined : reasonToLeave(parent))
      const isLost = typesOf(one).includes("variation") && parent === undefined
      const reason = isLost ? "Variations without a parent are left out" : leaves
      if (reason !== undefined) remarks.add(reason)
      return reason === undefined ? [{ one, parent }] : []
    })
    const groupOf = idsOf(sold.flatMap(({ parent }) => parent ?? []).map(({ cell }) => [cell("ID"), cell("Name")]))
    const idOf = idsOf(sold.map(({ one, parent }) => [one.cell("ID"), namesOf(one, parent).join("-")]))
    const names = optionNames(sold)
    // A variation leaves out what it has any value of.
    const optionsOf = (one: ForeignLine, parent: ForeignLine) =>
      [...names.get(parent)!].map((name) => attributesOf(one).find((own) => own.name === name) ?? { name, value: "–" })
    return sold.map(({ one, parent }) => goodsOf(one, parent, target, remarks, { idOf, groupOf, optionsOf }))
  }
}
