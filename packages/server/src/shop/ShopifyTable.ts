/**
 * The product export of Shopify: the lines of a product have one handle; the first says what all of its variants have
 * in common, each says a variant, a picture, or both. Follows docs/shop.md.
 */
import { slugOf, type TableLine } from "@beauty-store/commerce/catalog/ProductTable"
import { pathTo } from "@beauty-store/domain/CategoryTree"
import {
  categoryOf,
  decimalIn,
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
  Remarks,
  sizeCells,
  stockOf,
  type Target,
  textOf
} from "./ForeignTable.ts"

const options = [1, 2, 3]

/** What a variant is chosen by; nothing where the product has one only. */
const optionsOf = (product: ForeignLine, variant: ForeignLine): ReadonlyArray<Option> =>
  options.map((n) => ({
    name: product.cell(`Option${n} Name`) || `Option ${n}`,
    value: variant.cell(`Option${n} Value`)
  }))
    .filter(({ name, value }) => value !== "" && !(name === "Title" && value === "Default Title"))

/** What tells a variant from all others: its handle, and its values where there are others of it. */
const partsOf = (
  variants: ReadonlyArray<ForeignLine>,
  product: ForeignLine,
  variant: ForeignLine
): ReadonlyArray<string> => [
  product.cell("Handle"),
  ...(variants.length > 1 ? optionsOf(product, variant).map(({ value }) => value) : [])
]

const isVariant = ({ cell }: ForeignLine): boolean => cell("Variant Price") !== "" || cell("Option1 Value") !== ""

/** Why a product is left out; undefined where it is sold. */
const reasonToLeave = ({ cell }: ForeignLine): string | undefined => {
  const status = cell("Status").toLowerCase()
  if (status !== "" && status !== "active") return `Products that are ${status} are left out`
  if (/^false$/i.test(cell("Published"))) return "Products that are not published are left out"
  return /^true$/i.test(cell("Gift Card")) ? "Gift cards are left out" : undefined
}

const cellsOfSize = ({ cell }: ForeignLine, options: ReadonlyArray<Option>, target: Target) => {
  const size = measureOf(cell("Unit Price Total Measure"), cell("Unit Price Total Measure Unit"))
  return size === undefined
    ? sizeCells(options, target)
    : { size: decimalIn(size.value, target.decimal), unit: size.unit }
}

/** The export says what is not taxed, and no more. */
const vatOf = ({ cell }: ForeignLine, category: string, { policy, reduced }: Target, remarks: Remarks): string => {
  if (/^false$/i.test(cell("Variant Taxable"))) return "zero"
  if (pathTo(policy.parents, category).some((one) => reduced.includes(one))) return "reduced"
  remarks.add("Products of the standard class of VAT (--reduced names categories of the reduced one)")
  return ""
}

const priceOf = ({ cell }: ForeignLine, { decimal }: Target): string =>
  decimal === "comma" ? cell("Variant Price").replace(".", ",") : cell("Variant Price")

const linesOf = (
  lines: readonly [ForeignLine, ...ReadonlyArray<ForeignLine>],
  target: Target,
  remarks: Remarks,
  idOf: (key: string) => string
): ReadonlyArray<TableLine> => {
  const [product] = lines
  const variants = lines.filter(isVariant)
  const leaves = reasonToLeave(product)
  if (leaves !== undefined) {
    remarks.add(leaves)
    return []
  }
  const title = product.cell("Title")
  const group = slugOf(product.cell("Handle"))
  const shared = {
    brand: product.cell("Vendor") || target.policy.storeName,
    description: textOf(product.cell("Body (HTML)")),
    category: categoryOf(target, [
      product.cell("Type"),
      ...product.cell("Product Category").split(">").toReversed(),
      ...product.cell("Tags").split(",")
    ])
  }
  const pictures = picturesOf(lines.map(({ cell }) => cell("Image Src")), target, remarks)
  return variants.map((variant) => {
    const { cell, line } = variant
    const chosen = optionsOf(product, variant)
    const values = chosen.map(({ value }) => value)
    const own = picturesOf([cell("Variant Image")], target, new Remarks())
    if (cell("Variant Compare At Price") !== "") remarks.add("Prices that are crossed out are left out")
    return lineOf(line, {
      ...shared,
      ...cellsOfSize(variant, chosen, target),
      ...(variants.length > 1 ? groupCells(group, title, chosen, remarks) : {}),
      id: idOf(partsOf(variants, product, variant).join("\0")),
      name: variants.length > 1 ? [title, ...values].join(" ") : title,
      price: priceOf(variant, target),
      vat: vatOf(variant, shared.category, target, remarks),
      stock: stockOf(cell("Variant Inventory Qty"), remarks),
      gtin: gtinOf(cell("Variant Barcode"), remarks),
      sku: plainCell(cell("Variant SKU")),
      weight: Number(cell("Variant Grams")) > 0 ? String(Math.ceil(Number(cell("Variant Grams")))) : "",
      pictures: [...new Set([...own, ...pictures])].join("|")
    })
  })
}

const read =
  /^(?:Handle|Title|Body \(HTML\)|Vendor|Type|Product Category|Option\d (?:Name|Value)|Variant (?:SKU|Grams|Inventory Qty|Inventory Tracker|Price|Compare At Price|Taxable|Barcode|Image|Weight Unit|Requires Shipping)|Image (?:Src|Position)|Status|Published|Gift Card|Unit Price .*)$/

export const shopify: Dialect = {
  required: ["Handle", "Title", "Variant Price"],
  understood: (column) => read.test(column),
  columnOf: {
    id: "Handle",
    brand: "Vendor",
    name: "Title",
    description: "Body (HTML)",
    category: "Type",
    price: "Variant Price",
    stock: "Variant Inventory Qty",
    gtin: "Variant Barcode",
    sku: "Variant SKU",
    weight: "Variant Grams",
    pictures: "Image Src",
    size: "Unit Price Total Measure",
    variesBy: "Option1 Name",
    groupValue: "Option1 Value"
  },
  translate: (lines, target, remarks) => {
    const products = new Map<string, [ForeignLine, ...Array<ForeignLine>]>()
    for (const one of lines) {
      const known = products.get(one.cell("Handle"))
      if (known === undefined) products.set(one.cell("Handle"), [one])
      else known.push(one)
    }
    const idOf = idsOf([...products.values()].flatMap((all) => {
      const variants = all.filter(isVariant)
      return variants.map((one) => partsOf(variants, all[0], one)).map((parts) => [parts.join("\0"), parts.join("-")])
    }))
    return [...products.values()].flatMap((one) => linesOf(one, target, remarks, idOf))
  }
}
