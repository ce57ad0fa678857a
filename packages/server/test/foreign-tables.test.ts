/** Product exports of other programs become the same goods here, and what has no place is counted. */
import * as ProductTable from "@beauty-store/commerce/catalog/ProductTable"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { gtinCheckDigit } from "@beauty-store/domain/Catalog"
import * as Either from "effect/Either"
import * as fc from "effect/FastCheck"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type Dialect, sizeCells, textOf, translate } from "../src/shop/ForeignTable.ts"
import * as InitCommand from "../src/shop/InitCommand.ts"
import { shopify } from "../src/shop/ShopifyTable.ts"
import { woocommerce } from "../src/shop/WooCommerceTable.ts"
import { load, useFolder } from "./imports.ts"

const policy = { ...defaultPolicy, texts: { categories: { hair: { en: "Hair Care", de: "Haarpflege" } } } }

const cell = (text: string) => `"${text.replaceAll("\"", "\"\"")}"`
/** An export of lines by their columns. */
const csvOf = (lines: ReadonlyArray<Readonly<Record<string, string>>>): string => {
  const names = [...new Set(lines.flatMap((line) => Object.keys(line)))]
  return [names, ...lines.map((line) => names.map((name) => line[name] ?? ""))]
    .map((cells) => `${cells.map(cell).join(",")}\n`).join("")
}
const goodsIn = async (
  dialect: Dialect,
  text: string,
  pictures: ReadonlyArray<string> = [],
  reduced: ReadonlyArray<string> = []
) => {
  const records = Either.getOrThrow(await ProductTable.readRecords([text]))
  const { lines, remarks } = translate(dialect, records, {
    policy,
    decimal: "point",
    pictures: new Set(pictures),
    reduced
  })
  const staging = await ProductTable.readLines(lines, policy, { decimal: "point" })
  return {
    remarks,
    lines,
    products: Either.getOrThrow(staging).assortment.brands.flatMap((brand) => brand.products)
  }
}

const lipstick = {
  Handle: "velvet-lipstick",
  Title: "Velvet Lipstick",
  "Body (HTML)": "<p>Soft&nbsp;&amp; ma\u00adtte.\u202e</p><ul><li>Vegan</li><li>12 h</li></ul><script>x()</script>",
  Vendor: "Alba",
  "Product Category": "Health & Beauty > Personal Care > Cosmetics > Make-up",
  Type: "",
  Tags: "new, matte",
  Published: "true",
  "Option1 Name": "Color",
  "Option1 Value": "Red",
  "Variant SKU": "'LIP-RED",
  "Variant Grams": "24.5",
  "Variant Inventory Qty": "7",
  "Variant Price": "14.90",
  "Variant Compare At Price": "19.90",
  "Variant Taxable": "true",
  "Variant Barcode": "'4006381333931",
  "Image Src": "https://cdn.shopify.com/s/files/1/lipstick.jpg?v=1",
  "Gift Card": "false",
  "SEO Title": "Buy it",
  Status: "active"
}
const more = {
  Handle: "velvet-lipstick",
  "Option1 Value": "Rosé",
  "Variant Price": "15",
  "Variant Inventory Qty": "-2"
}
const oil = {
  Handle: "oil",
  Title: "Hair Oil",
  Vendor: "Alba",
  Type: "haarpflege",
  "Option1 Name": "Title",
  "Option1 Value": "Default Title",
  "Variant Price": "9.00",
  "Variant Inventory Qty": "3",
  "Variant Barcode": "LIP-1",
  "Unit Price Total Measure": "5",
  "Unit Price Total Measure Unit": "cl",
  Status: "active"
}
const picture = { Handle: "velvet-lipstick", "Image Src": "https://cdn.shopify.com/s/files/1/50%.jpg" }
const draft = { ...oil, Handle: "later", Status: "draft" }

describe("a product export of Shopify", () => {
  it("becomes products with their groups, and says what has no place here", async () => {
    const { lines, products, remarks } = await goodsIn(
      shopify,
      csvOf([lipstick, more, picture, oil, draft]),
      ["lipstick.jpg"]
    )
    const group = { id: "velvet-lipstick", name: "Velvet Lipstick", variesBy: "shade" }
    expect(products).toMatchObject([
      {
        id: "velvet-lipstick-red",
        brandId: "alba",
        name: "Velvet Lipstick Red",
        description: "Soft & matte.\nVegan\n12 h",
        category: "make-up",
        priceMinor: 1490,
        onHand: 7,
        gtin: "4006381333931",
        sku: "LIP-RED",
        weightGrams: 25,
        group: { ...group, value: "Red" }
      },
      { id: "velvet-lipstick-rose", priceMinor: 1500, onHand: 0, group: { ...group, value: "Rosé" } },
      { id: "oil", name: "Hair Oil", category: "hair", priceMinor: 900, onHand: 3, size: { value: 50, unit: "ml" } }
    ])
    expect(products[2]!.group).toBeUndefined()
    expect(lines.map((one) => "cells" in one ? one.cells.get("pictures") : one)).toEqual([
      "lipstick.jpg",
      "lipstick.jpg",
      undefined
    ])
    expect(remarks).toEqual([
      "Pictures that are no files below pictures/: 50%.jpg",
      "Prices that are crossed out are left out: 1",
      "Products of the standard class of VAT (--reduced names categories of the reduced one): 3",
      "Products that start without units in stock: 1",
      "Numbers that are no GTIN are left out: 1",
      "Products that are draft are left out: 1",
      "Column Tags has no place here; cells: 1",
      "Column SEO Title has no place here; cells: 1"
    ])
  })

  it("keeps all three options, by their kinds or as the shop calls them", async () => {
    const tin = (size: string, grind: string) => ({
      ...(size === "250 g" && grind === "Fine"
        ? { ...lipstick, "Option1 Name": "Tone", "Option2 Name": "Größe", "Option3 Name": "Grind: how | fine" }
        : more),
      "Option1 Value": "Dark",
      "Option2 Value": size,
      "Option3 Value": grind,
      "Variant SKU": `${size} ${grind}`,
      "Variant Barcode": ""
    })
    const all = [tin("250 g", "Fine"), tin("1 kg", "Fine"), tin("1 kg", "Beans | whole")]
    const { products } = await goodsIn(shopify, csvOf(all))
    expect(products.map(({ group, size }) => [group?.variesBy, group?.value, size?.value, size?.unit])).toEqual([
      ["shade|size|Grind/ how / fine", "Dark|250 g|Fine", 250, "g"],
      ["shade|size|Grind/ how / fine", "Dark|1 kg|Fine", 1000, "g"],
      ["shade|size|Grind/ how / fine", "Dark|1 kg|Beans / whole", 1000, "g"]
    ])
  })

  it("contains what a variant is called, where that is a quantity and nothing else", () => {
    const sizeOf = (value: string) => {
      const { size, unit } = sizeCells([{ name: "Color", value: "Red" }, { name: "Size", value }], {
        policy,
        decimal: "comma",
        pictures: new Set(),
        reduced: []
      })
      return size === undefined ? undefined : `${size} ${unit}`
    }
    expect(["50 ml", "2,5kg", "0.75 L", " 3 cl "].map(sizeOf)).toEqual(["50 ml", "2500 g", "750 ml", "30 ml"])
    expect(["50", "L", "1 oz", "1.000 g", "2 x 50 ml", "50 ml + 5 ml", "0 g"].map(sizeOf))
      .toEqual(Array.from({ length: 7 }, () => undefined))
    const units = fc.constantFrom(["ml", 1, "ml"], ["cl", 10, "ml"], ["l", 1000, "ml"], ["g", 1, "g"], [
      "kg",
      1000,
      "g"
    ])
    fc.assert(fc.property(fc.integer({ min: 1, max: 9999 }), units, (count, [unit, factor, ours]) => {
      expect(sizeOf(`${count} ${unit}`)).toBe(`${count * Number(factor)} ${ours}`)
    }))
  })

  it("has the reduced class of VAT in the categories that are named, and below them", async () => {
    const untaxed = { ...oil, Handle: "gift", Title: "Gift", "Variant Taxable": "false", "Variant Barcode": "" }
    const { products, remarks } = await goodsIn(shopify, csvOf([lipstick, oil, untaxed]), [], ["hair"])
    expect(products.map(({ id, vatClass }) => [id, vatClass])).toEqual([
      ["velvet-lipstick", "standard"],
      ["oil", "reduced"],
      ["gift", "zero"]
    ])
    expect(remarks).toContain(
      "Products of the standard class of VAT (--reduced names categories of the reduced one): 1"
    )
    const above = { ...policy, parents: { hair: "body" as const } }
    const records = Either.getOrThrow(await ProductTable.readRecords([csvOf([oil])]))
    const given = { policy: above, decimal: "point", pictures: new Set<string>(), reduced: ["body"] } as const
    const [line] = translate(shopify, records, given).lines
    expect(line !== undefined && "cells" in line && line.cells.get("vat")).toBe("reduced")
  })

  it("keeps the number of variants, their prices and their stock", async () => {
    const variant = fc.record({
      price: fc.integer({ min: 1, max: 10_000_000 }),
      stock: fc.integer({ min: 0, max: 100_000 }),
      leading: fc.option(fc.stringMatching(/^4\d{11}$/), { nil: undefined })
    })
    const product = fc.record({
      variants: fc.array(variant, { minLength: 1, maxLength: 5 }),
      option: fc.constantFrom("Color", "Größe", "Finish")
    })
    const products = fc.array(product, { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(products, async (given) => {
        const taken = new Set<string>()
        const expected = given.flatMap(({ variants }) => variants.map(({ price, stock }) => [price, stock]))
        const text = csvOf(given.flatMap(({ option, variants }, p) =>
          variants.map(({ leading, price, stock }, v) => {
            const gtin = leading === undefined || taken.has(leading) ? "" : leading + gtinCheckDigit(leading)
            if (leading !== undefined) taken.add(leading)
            return {
              Handle: `p-${p}`,
              ...(v === 0 ? { Title: `Product "${p}"`, Vendor: "Alba", Type: "hair", "Option1 Name": option } : {}),
              "Option1 Value": `Kind ${v}`,
              "Variant Price": (price / 100).toFixed(2),
              "Variant Inventory Qty": String(stock),
              "Variant Barcode": gtin,
              "Variant SKU": `S-${p}-${v}`
            }
          })
        ))
        const read = await goodsIn(shopify, text)
        expect(read.products.map(({ onHand, priceMinor }) => [priceMinor, onHand])).toEqual(expected)
        expect(read.products.filter(({ group }) => group !== undefined).length).toBe(
          given.filter(({ variants }) => variants.length > 1)
            .reduce((sum, { variants }) => sum + variants.length, 0)
        )
      }),
      { numRuns: 50 }
    )
  })
})

describe("a product export of WooCommerce", () => {
  const cream = {
    ID: "10",
    Type: "simple",
    SKU: "CR-1",
    "GTIN, UPC, EAN, or ISBN": "4006381333931",
    Name: "Day Cream",
    Published: "1",
    "Short description": "Light.",
    Description: "<p>For every day.</p>",
    "Tax class": "reduced-rate",
    Stock: "4",
    "Weight (kg)": "0.12",
    "Regular price": "19.90",
    "Sale price": "15.00",
    Categories: "Shop > Haarpflege, Sale",
    Brands: "Alba"
  }
  const balm = { ID: "11", Type: "variable", SKU: "BA", Name: "Balm", Published: "1", Categories: "skincare" }
  const variation = (id: string, value: string, published = "1") => ({
    ID: id,
    Type: "variation",
    Name: `Balm - ${value}`,
    Published: published,
    Parent: id === "12" ? "id:11" : "BA",
    Stock: "1",
    "Regular price": "7",
    "Attribute 1 name": "Duft",
    "Attribute 1 value(s)": value
  })

  it("gives variations a value for each attribute of any of them, and says where the fourth stands", async () => {
    const named = ["Duft", "Tiegel", "Deckel", "Siegel"]
    const with4 = (id: string, values: ReadonlyArray<string>) => ({
      ...variation(id, ""),
      ...Object.fromEntries(values.flatMap((value, n) => [
        [`Attribute ${n + 1} name`, named[n]!],
        [`Attribute ${n + 1} value(s)`, value]
      ]))
    })
    const all = [balm, with4("12", ["Rose", "Glas", "Holz", "Wachs"]), with4("13", ["Rose", "Glas", "Holz", ""])]
    const { products, remarks } = await goodsIn(woocommerce, csvOf(all))
    expect(products.map(({ group }) => [group?.variesBy, group?.value])).toEqual([
      ["scent|Tiegel|Deckel", "Rose|Glas|Holz / Wachs"],
      ["scent|Tiegel|Deckel", "Rose|Glas|Holz / –"]
    ])
    expect(remarks).toContain("Values of \"Siegel\" stand in the third option: 2")
  })

  it("keeps products of one name apart, each with its variations", async () => {
    const other = { ...variation("22", "Rose"), Parent: "OB" }
    const all = [balm, variation("12", "Rose"), { ...balm, ID: "21", SKU: "OB" }, other]
    const idsBy = async (lines: typeof all) =>
      (await goodsIn(woocommerce, csvOf(lines))).products.map(({ group, id }) => [id, group?.id])
    const ids = await idsBy(all)
    expect(ids.flat()).toEqual([
      expect.stringMatching(/^balm-rose-[0-9a-f]{8}$/),
      expect.stringMatching(/^balm-[0-9a-f]{8}$/),
      expect.stringMatching(/^balm-rose-[0-9a-f]{8}$/),
      expect.stringMatching(/^balm-[0-9a-f]{8}$/)
    ])
    expect(new Set(ids.flat()).size).toBe(4)
    // In whatever order they come.
    expect(await idsBy(all.toReversed())).toEqual(ids.toReversed())
  })

  it("becomes products with their groups, and says what has no place here", async () => {
    const { products, remarks } = await goodsIn(
      woocommerce,
      csvOf([cream, balm, variation("12", "Rose"), variation("13", "Lemon"), variation("14", "Old", "0"), {
        ...cream,
        ID: "15",
        Type: "simple, downloadable, virtual"
      }])
    )
    const group = { id: "balm", name: "Balm", variesBy: "scent" }
    expect(products).toMatchObject([
      {
        id: "day-cream",
        brandId: "alba",
        description: "Light.\nFor every day.",
        category: "hair",
        vatClass: "reduced",
        weightGrams: 120,
        sku: "CR-1",
        gtin: "4006381333931",
        priceMinor: 1990,
        onHand: 4
      },
      { id: "balm-rose", brandId: "beauty-store", category: "skincare", group: { ...group, value: "Rose" } },
      { id: "balm-lemon", priceMinor: 700, group: { ...group, value: "Lemon" } }
    ])
    expect(remarks).toEqual([
      "Products that are not published are left out: 1",
      "Products that are virtual are left out: 1",
      "Sale prices are left out: 1",
      "Products without a brand are the shop's own: 2"
    ])
  })
})

describe("text of HTML", () => {
  it("has a line for each block, and no tags", () => {
    fc.assert(fc.property(fc.array(fc.stringMatching(/^[a-z&<>"]{1,8}$/), { minLength: 1 }), (lines) => {
      const escaped = lines.map((line) => line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"))
      expect(textOf(escaped.map((line) => `<p class="x">\n <b>${line}</b></p>`).join(""))).toBe(lines.join("\n"))
    }))
  })
})

it("HTML that is too long is not read, because it is refused", () => {
  const endless = "<b>".repeat(100_000)
  expect(textOf(endless)).toBe(endless)
})

describe("an import from another program", () => {
  const root = useFolder("foreign")

  it("loads its goods, the second time without a change, and names faults by its own columns", async () => {
    const folder = join(root, "shop")
    expect(InitCommand.run(folder).exitCode).toBe(0)
    const file = join(folder, "products_export.csv")
    mkdirSync(join(folder, "pictures"), { recursive: true })
    writeFileSync(file, csvOf([lipstick, more, { ...oil, Type: "gesichtspflege" }]))
    const from = [file, "--from", "shopify"]
    expect(await load(...from, "--dry-run")).toEqual([0, expect.stringMatching(/^It would be: 3 new/)])
    const [code, said] = await load(...from)
    expect([code, said]).toEqual([0, expect.stringMatching(/^Loaded: 3 new, 0 changed/)])
    expect(said).toContain("Column SEO Title has no place here; cells: 1.")
    expect(await load(...from)).toEqual([0, expect.stringMatching(/^Loaded: 0 new, 0 changed, 3 as before/)])
    expect(await load(...from, "--reduced", "make-up, skincare"))
      .toEqual([0, expect.stringMatching(/^Loaded: 0 new, 3 changed/)])
    expect(await load(...from, "--reduced", "make-up,tea"))
      .toEqual([
        1,
        expect.stringContaining("--reduced names no category of the shop: tea: there are skincare, make-up.")
      ])
    expect(await load(file, "--reduced", "tea")).toEqual([2, expect.stringContaining("goes with --from shopify")])
    writeFileSync(file, csvOf([{ ...lipstick, "Variant Price": "a lot", "Product Category": "Toys", Tags: "" }]))
    expect(await load(...from)).toEqual([
      1,
      expect.stringMatching(/:2: column Variant Price: "a lot" .*\n.*:2: column Type: Expected one of .*"toys"/)
    ])
    writeFileSync(file, "Handle,Title\na,b\n")
    expect(await load(...from)).toEqual([1, expect.stringContaining("column Variant Price: is missing")])
    expect(await load(file, "--from", "magento")).toEqual([2, expect.stringContaining("--from names one of shopify")])
  })
})
