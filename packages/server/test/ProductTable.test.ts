/** Goods as a table: what spreadsheets write, and what is said of its faults. */
import * as ProductTable from "@beauty-store/commerce/catalog/ProductTable"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import { isGtin, isPublicGtin } from "@beauty-store/domain/Catalog"
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import * as StagedRows from "../src/shop/StagedRows.ts"

const read = (text: string, decimal: "point" | "comma" = "point", form: ProductTable.Form = "csv") =>
  ProductTable.read([text], defaultPolicy, { attributes: Beauty.product, decimal, form })
const faultsOf = async (table: ReturnType<typeof ProductTable.read>) => Either.getOrThrow(Either.flip(await table))
const inGerman = async (text: string) =>
  (await faultsOf(ProductTable.read([text], { ...defaultPolicy, languages: ["de"] }, { decimal: "point" })))
    .map(({ column, words }) => `${column} ${words}`)
const goodsIn = async (...given: Parameters<typeof read>) => Either.getOrThrow(await read(...given)).assortment.brands
const faultsIn = async (...given: Parameters<typeof read>) =>
  (await faultsOf(read(...given))).map(({ column, line }) => `${line} ${column}`)

const head = "id,brand,name,category,price,stock"

describe("a table of goods", () => {
  it("has texts in the languages of the shop, its own in columns without one", async () => {
    expect(await faultsIn(`${head},name:fr,name:en\na,B,C,hair,1,1,x,y\n`)).toEqual(["1 name:fr", "1 name:en"])
    expect(await inGerman(`${head},name:de,warnings:en\na,B,C,hair,1,1,x,y\n`)).toEqual([
      "name:de is of the shop's first language: name is its column",
      "warnings:en is of no language of the shop: there are de"
    ])
  })

  it("has brands in the order in which they are named, with their products in theirs", async () => {
    const brands = await goodsIn(`${head}
balm,Älba & Söhne,Balm,skincare,24.90,3
wax,Bo,Wax,hair,5,1
oil,Älba & Söhne,Oil,body,7.5,0
`)
    expect(brands).toMatchObject([
      {
        id: "alba-sohne",
        name: "Älba & Söhne",
        category: "skincare",
        products: [
          { id: "balm", priceMinor: 2490, onHand: 3, size: { value: 1, unit: "pcs" }, returnableOnceOpened: true },
          { id: "oil", priceMinor: 750, onHand: 0, category: "body" }
        ]
      },
      { id: "bo", products: [{ id: "wax", priceMinor: 500 }] }
    ])
  })

  it.each([
    ["semicolons, a mark of the order of bytes, and lines of Windows", "\uFEFF", ";", "\r\n"],
    ["tabs", "", "\t", "\n"],
    ["commas", "", ",", "\n"]
  ])("may have %s", async (_, mark, separator, end) => {
    const lines = [head.split(","), ["balm", "Alba", "Balm", "skincare", "24.90", "3"]]
    const text = mark + lines.map((cells) => cells.join(separator)).join(end) + end
    expect(await goodsIn(text)).toMatchObject([{ products: [{ id: "balm", priceMinor: 2490 }] }])
  })

  it("has texts of several lines, other languages, groups and ingredients", async () => {
    const [brand] = await goodsIn(
      `${head},description,name:de,warnings:de,howToUse,size,unit,ingredients,group,groupName,variesBy,groupValue,returnableOnceOpened
red,Alba,Red,make-up,9.90,3,"One line,
another ""line""",Rot,Achtung,Apply.,3.5,g,"Aqua, CI 77891",lips,Lipstick,shade,Red,NO
`
    )
    expect(brand!.products).toEqual([expect.objectContaining({
      description: "One line,\nanother \"line\"",
      texts: { howToUse: "Apply.", translations: { de: { name: "Rot", warnings: "Achtung" } } },
      size: { value: 3.5, unit: "g" },
      attributes: { ingredients: "Aqua, CI 77891" },
      group: { id: "lips", name: "Lipstick", variesBy: "shade", value: "Red" },
      returnableOnceOpened: false
    })])
  })

  it("has up to three options in a group, with names of the shop's own in its languages", async () => {
    const columns = `${head},group,groupName,variesBy,variesBy:de,groupValue,groupValue:de`
    const one = (id: string, value: string, by = "size | Grind", german = "size|Mahlgrad") =>
      `${id},Alba,${id},hair,1,1,beans,Beans,${by},${german},${value}`
    const [brand] = await goodsIn(
      `${columns}\n${one("a", "250 g | Fine,250 g|fein")}\n${one("b", "250 g|Coarse,")}\n`
    )
    expect(brand!.products).toMatchObject([
      {
        group: { variesBy: "size|Grind", value: "250 g|Fine" },
        texts: { translations: { de: { variesBy: "size|Mahlgrad", groupValue: "250 g|fein" } } }
      },
      { group: { variesBy: "size|Grind", value: "250 g|Coarse" } }
    ])
    expect(
      await faultsIn([
        columns,
        one("a", "250 g|Fine,"),
        one("b", "250 g|Fine,"),
        one("c", "250 g,1|2|3"),
        one("d", "250 g|,", undefined, "Mahlgrad"),
        ...["a|b|c|d", "size|Size", "Grind|grind", "size|", "Grind:how"].map((by, n) => one(`e${n}`, `${n}|1,`, by))
      ].join("\n"))
    ).toEqual([
      "3 groupValue",
      "4 groupValue",
      "4 groupValue:de",
      "5 groupValue",
      "5 variesBy:de",
      "6 variesBy",
      "6 groupValue",
      "6 variesBy:de",
      "7 variesBy",
      "8 variesBy",
      "9 variesBy",
      "10 variesBy"
    ])
  })

  it("has classes of VAT, and names what is none", async () => {
    const table = (vat: string) => `${head},vat\nbalm,Alba,Balm,skincare,24.90,3,${vat}\n`
    expect(await goodsIn(table("Reduced"))).toMatchObject([{ products: [{ vatClass: "reduced" }] }])
    expect(await goodsIn(table(""))).toMatchObject([{ products: [{ vatClass: "standard" }] }])
    expect(await faultsIn(table("7"))).toEqual(["2 vat"])
  })

  it("says what is wrong with its lines beside a column that there is not", async () => {
    expect(await faultsIn(`${head},colour\nbalm,Alba,Balm,skincare,free,3,Red\n`)).toEqual(["1 colour", "2 price"])
  })

  it("reads a comma in numbers where that is said, and nowhere else", async () => {
    const text = `${head.replaceAll(",", ";")};size;unit\nbalm;Alba;Balm;skincare;24,90;3;1,5;ml\n`
    expect(await goodsIn(text, "comma")).toMatchObject([{ products: [{ priceMinor: 2490, size: { value: 1.5 } }] }])
    expect(await faultsIn(text)).toEqual(["2 price", "2 size"])
    expect(await faultsIn(text.replace("24,90", "24.90"), "comma")).toEqual(["2 price"])
  })

  it.each(["-1", "1e3", "24.905", "1 000", "1,000.00", "€5", "0", "", "99999999.99"])(
    "has no price %j",
    async (price) => {
      expect(await faultsIn(`${head}\nbalm,Alba,Balm,skincare,"${price}",3\n`)).toEqual(["2 price"])
    }
  )

  it("gives goods without a GTIN a number that no feed shows, the same each time", async () => {
    const numberOf = async (id: string) =>
      (await goodsIn(`${head}\n${id},Alba,Balm,skincare,1,3\n`))[0]!.products[0]!.gtin
    const number = await numberOf("balm")
    expect([isGtin(number), isPublicGtin(number), await numberOf("balm") === number, await numberOf("oil") === number])
      .toEqual([
        true,
        false,
        true,
        false
      ])
  })

  it("has all of its faults named at once, each by its line and its column", async () => {
    expect(
      await faultsIn(`${head},group,groupName,variesBy,groupValue
Balm,Alba,Balm,food,1.00,x,,,,
b,Alba,"two
lines",skincare,1.00,2,g,G,shade,Red
c,Alba,,skincare,1.00,2,g,H,colour,Red

b,Ωμέγα,d,hair,1.00,1
e,Alba,E,hair,1.00,1,,,,,too,many
`)
    ).toEqual([
      "2 stock",
      "2 id",
      "2 category",
      "5 name",
      "5 groupName",
      "5 variesBy",
      "5 groupValue",
      "7 brand",
      "7 id",
      "8 "
    ])
    const [named] = await faultsOf(read(`${head}\nb,A,B,hair,1,1\nb,A,B,hair,1,1\n`))
    expect(named!.words).toContain("line 2")
  })

  it.each<readonly [string, string]>([
    ["empty lines and empty cells behind the others", `${head},,\nbalm,Alba,Balm,skincare,24.90,3,,,,\n,,,,,\n\n,,\n`],
    ["blanks inside of quotation marks", `${head}\nbalm,Alba," Balm ",skincare," 24.90 "," 3 "\n`],
    ["names of columns in capitals", `${head.toUpperCase()}\nbalm,Alba,Balm,skincare,24.90,3\n`],
    ["a line that tells the separator", `sep=;\r\n${head.replaceAll(",", ";")}\r\nbalm;Alba;Balm;skincare;24.90;3\r\n`],
    ["ends of lines of two systems", `${head}\r\nbalm,Alba,Balm,skincare,24.90,3\nwax,Alba,Wax,hair,1,1\r\n`]
  ])("is read with %s", async (_, text) => {
    expect((await goodsIn(text))[0]!.products[0]).toMatchObject({
      id: "balm",
      name: "Balm",
      priceMinor: 2490,
      onHand: 3
    })
  })

  it("has one spelling of a brand, and each GTIN once", async () => {
    const text = `${head},gtin\na,Alba,A,hair,1,1,4006381333931\nb,ALBA,B,hair,1,1,04006381333931\nc,Alba,C,hair,1,1,\n`
    expect(await faultsIn(text)).toEqual(["3 brand", "3 gtin"])
  })

  it.each<readonly [string, ReadonlyArray<string>]>([
    [`${head}\n`, ["1 "]],
    ["", ProductTable.columns.filter(({ required }) => required).map(({ name }) => `1 ${name}`)],
    [`${head},prise\n`, ["1 prise"]],
    [`${head},stock\n`, ["1 stock"]],
    [`${head},price:de\n`, ["1 price:de"]],
    [`${head}\nb,"A`, ["2 "]]
  ])("is none as %j", async (text, faults) => expect(await faultsIn(text)).toEqual(faults))

  it("says who answers for goods, and names what is wrong with that and their numbers", async () => {
    const columns = `${head},lowStock,sku,weight,countryOfOrigin,responsiblePerson,cpnp,ingredients:de`
    const one = (id: string, rest: string) => `${id},Alba,A,hair,1,1,${rest}\n`
    const [brand] = await goodsIn(`${columns}\n${one("a", "3,A-1,120,Frankreich,X | Y | x@y.fr,1234567,Wasser")}`)
    expect(brand!.products[0]).toMatchObject({
      lowStock: 3,
      sku: "A-1",
      weightGrams: 120,
      countryOfOrigin: "FR",
      responsiblePerson: { name: "X", address: "Y", electronicAddress: "x@y.fr" },
      cpnp: "1234567",
      texts: { translations: { de: { ingredients: "Wasser" } } }
    })
    const faulty = `${columns}\n${one("a", "-1,A-1,1.5,Atlantis,X | Y,1,")}${one("b", ",A-1,0,,X,,")}`
    expect((await faultsIn(faulty)).toSorted()).toEqual([
      "2 countryOfOrigin",
      "2 cpnp",
      "2 lowStock",
      "2 responsiblePerson",
      "2 weight",
      "3 responsiblePerson",
      "3 sku",
      "3 weight"
    ])
  })

  it("is the same in whatever pieces it comes", async () => {
    const text =
      `${head},group,groupName,variesBy,groupValue\r\na,Älba,"A\nb",hair,1,1,g,G,shade,Rot\r\nb,Älba,B,hair,x,1\r\n`
    const bytes = Array.from(text)
    const pieces = (length: number) =>
      Array.from(
        { length: Math.ceil(bytes.length / length) },
        (_, n) => bytes.slice(n * length, (n + 1) * length).join("")
      )
    for (const length of [200, 7 * head.length]) {
      expect(await faultsOf(ProductTable.read(pieces(length), defaultPolicy, { decimal: "point" })))
        .toMatchObject([{ line: 4, column: "price" }])
    }
  })

  it("is JSON Lines as well, with the columns as fields", async () => {
    const fields = {
      id: "balm",
      brand: "Alba",
      name: "Balm",
      category: "hair",
      price: 24.9,
      stock: 3,
      "name:de": "Salbe"
    }
    const text = `${JSON.stringify({ ...fields, returnableOnceOpened: false })}\n\n${
      JSON.stringify({ ...fields, id: "b", gtin: null })
    }`
    expect(await goodsIn(text, "comma", "jsonl")).toMatchObject([{
      id: "alba",
      products: [
        {
          id: "balm",
          priceMinor: 2490,
          returnableOnceOpened: false,
          texts: { translations: { de: { name: "Salbe" } } }
        },
        { id: "b", returnableOnceOpened: true }
      ]
    }])
    const faulty = [{ ...fields, price: "x", prise: 1, "name:fr": "" }, { ...fields, size: [1] }, 5]
    expect(await faultsIn(`${faulty.map((one) => JSON.stringify(one)).join("\n")}\n{`, "point", "jsonl"))
      .toEqual(["1 prise", "1 name:fr", "1 price", "2 size", "2 id", "3 ", "4 "])
    expect(await faultsIn("\n", "point", "jsonl")).toEqual(["1 "])
  })

  it("waits on disk as it does in memory", async () => {
    const text = `${head}\n${Array.from({ length: 900 }, (_, n) => `p-${n},Älba,P ${n},hair,1,1\n`).join("")}`
    const storage = StagedRows.open()
    try {
      const [onDisk, inMemory] = await Promise.all([storage, undefined].map(async (storage) => {
        const staging = Either.getOrThrow(
          await ProductTable.read([text], defaultPolicy, {
            decimal: "point",
            ...(storage === undefined ? {} : { storage })
          })
        )
        return Array.from({ length: staging.size }, (_, n) => staging.read(staging.size - 1 - n))
      }))
      expect(onDisk).toEqual(inMemory)
      expect(onDisk).toHaveLength(900)
    } finally {
      storage.close()
    }
  })
})
