/** A shop of one's own, as its merchant makes it: a folder, a table of goods, and an order in it. */
import * as Effect from "effect/Effect"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { openShop } from "../../../test/shop/server.ts"
import { delegated, delivery, eventually, newAgent, newShopper, pay } from "../../../test/shop/shopper.ts"
import * as ImportCommand from "../src/shop/ImportCommand.ts"
import * as InitCommand from "../src/shop/InitCommand.ts"
import { read } from "../src/shop/ShopFolder.ts"
import { load, save, useFolder } from "./imports.ts"

const root = useFolder("own")

const initialised = (name: string): string => {
  const folder = join(root, name)
  expect(InitCommand.run(folder)).toMatchObject({ exitCode: 0, text: expect.stringContaining("Next:") })
  return folder
}
const goodsOf = (folder: string): string => join(folder, "products.csv")
const change = (file: string, from: string, to: string): void =>
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to))

it("sells the goods of its folder, under its name, and what is imported again is sold as it is then", async () => {
  const folder = initialised("alba")
  change(join(folder, "shop.json"), "\"alba\"", "\"Alba & Co\"")
  const goods = goodsOf(folder)
  const counts = (added: number, changed: number, unchanged: number, pictured = 0) =>
    `${added} new, ${changed} changed, ${unchanged} as before; with new pictures: ${pictured}.\n`
  expect(await load(goods, "--dry-run")).toEqual([0, `It would be: ${counts(2, 0, 0, 1)}`])
  expect(await load(goods)).toEqual([0, `Loaded: ${counts(2, 0, 0, 1)}`])
  expect(await load(goods)).toEqual([0, `Loaded: ${counts(0, 0, 2)}`])
  change(goods, "24.90", "19.90")
  expect(await load(goods, "--dry-run")).toEqual([0, `It would be: ${counts(0, 1, 1)}`])
  expect(await load(goods)).toEqual([0, `Loaded: ${counts(0, 1, 1)}`])

  const settings = { DATABASE_URL: `sqlite:${join(folder, "data/store.db")}` }
  const shop = await openShop(settings, { shop: await Effect.runPromise(read(folder)) })
  try {
    const { json } = await shop.get("/api/products")
    expect(json.data.map(({ id, price }: any) => [id, price])).toEqual([["day-cream", 19.9], ["hand-balm", 9.9]])
    // What its category is called in German.
    const sought = await shop.get("/api/products?q=gesichtspflege")
    expect(sought.json.data.map(({ id }: any) => id)).toEqual(["day-cream", "hand-balm"])
    const home = await shop.get("/", { headers: { accept: "text/html" } })
    expect(home.text).toContain("Alba &amp; Co")
    const pictures = await Promise.all(["day-cream", "hand-balm"].map((id) => shop.get(`/images/${id}.svg`)))
    expect(pictures.map(({ headers, status }) => [status, headers["content-type"]]))
      .toEqual([[200, "image/webp"], [200, "image/svg+xml"]])
    expect((await shop.get("/images/kieselhaut-niacinamide-serum-10.svg")).status).toBe(404)
    const token = await shop.guest()
    await shop.post("/api/cart", { productId: "day-cream", quantity: 2 }, { token })
    const order = await shop.post("/api/checkout", delivery, { token, key: "own" })
    expect([order.status, order.json.total]).toEqual([200, 44.75])
    // The file belongs to the shop that is open.
    const [code, said] = await load(goods)
    expect([code, said]).toEqual([1, expect.stringContaining("Stop the other one")])
  } finally {
    await shop.close()
  }
})

it("speaks in the words of its file, and of its goods where it has none, never in those of the demo", async () => {
  const folder = initialised("kaffa")
  const file = JSON.parse(readFileSync(join(folder, "shop.json"), "utf8"))
  const open = async (changes: object) => {
    writeFileSync(join(folder, "shop.json"), JSON.stringify({ ...file, ...changes }))
    return openShop({}, { shop: await Effect.runPromise(read(folder)) })
  }
  const categories = [{ id: "coffee", name: { en: "Coffee", de: "Kaffee" } }, { id: "tea", name: "Chai" }, "cold-brew"]
  const shops = [
    await open({
      categories,
      texts: { heading: { en: "Roasted today", de: "Heute geröstet" }, description: "Coffee." }
    }),
    await open({ categories, texts: undefined })
  ]
  const readHeading = (text: string) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]
  try {
    const pages = await Promise.all(
      shops.flatMap((shop) =>
        ["/", "/de", "/categories/coffee", "/de/categories/cold-brew"].map((path) => shop.get(path))
      )
    )
    expect(pages.map(({ text }) => readHeading(text))).toEqual([
      "Roasted today",
      "Heute geröstet",
      "Coffee",
      "Cold brew",
      "Coffee, Chai and Cold brew",
      "Kaffee, Chai und Cold brew",
      "Coffee",
      "Cold brew"
    ])
    expect(pages[0]!.text).toContain("<meta name=\"description\" content=\"Coffee.\"")
    const guides = await Promise.all(shops.map((shop) => shop.get("/llms.txt")))
    expect(guides[0]!.text).toContain("> Coffee. A shop with an API")
    for (const { text } of [...pages, ...guides]) {
      expect(text.replace(/<(style|script)\b.*?<\/\1>/gs, "")).not.toMatch(
        /beauty (?!store)|kosmetik|serum|lipstick|make-up|skincare|fragrance/i
      )
    }
  } finally {
    await Promise.all(shops.map((shop) => shop.close()))
  }
})

it("ships by its own methods to its own zones, and takes goods back as long as it says", async () => {
  const folder = initialised("leaf")
  const file = JSON.parse(readFileSync(join(folder, "shop.json"), "utf8"))
  const own = {
    currency: "CHF",
    languages: ["de"],
    categories: ["skincare"],
    texts: { heading: "Leaf" },
    returnDays: 14,
    agents: { perPurchase: 100, perDay: 100, perMonth: 500 },
    vat: { CH: { standard: 8.1, reduced: 2.6 }, LI: 8.1 },
    shipping: {
      homeCountry: "CH",
      methods: [{ id: "post", name: "Post" }, { id: "bike", name: { de: "Velokurier" }, description: "Heute." }],
      zones: [{
        countries: ["CH", "LI"],
        rates: { post: { price: 8.9, freeFrom: 90, days: 2 }, bike: { price: 16, days: 0 } }
      }]
    }
  }
  writeFileSync(join(folder, "shop.json"), JSON.stringify({ ...file, ...own }))
  writeFileSync(
    goodsOf(folder),
    "id,brand,name,category,price,vat,stock\nday-cream,A,Tagescreme,skincare,24.90,reduced,9\nhand-balm,A,Handbalsam,skincare,9.90,,9\n"
  )
  expect((await load(goodsOf(folder)))[0]).toBe(0)
  const settings = { DATABASE_URL: `sqlite:${join(folder, "data/store.db")}` }
  const shop = await openShop(settings, { shop: await Effect.runPromise(read(folder)) })
  try {
    const token = await shop.guest()
    const cart = await shop.post("/api/cart", { productId: "day-cream", quantity: 1 }, { token })
    expect([cart.json.shipping, cart.json.currency]).toEqual([8.9, "CHF"])
    const shipping = { name: "Ada", address: "Bahnhofstr. 1", city: "Zürich", postcode: "8001", country: "CH" }
    const order = (changes: object, key: string) =>
      shop.post("/api/checkout", { email: "ada@example.com", shipping, ...changes }, { token, key })
    const [unknown, abroad] = [
      await order({ shippingMethod: "standard" }, "a"),
      await order({ shipping: { ...shipping, country: "DE", postcode: "10115" } }, "b")
    ]
    expect([unknown.status, abroad.status, abroad.json.code]).toEqual([400, 409, "destination_not_served"])
    const placed = await order({ shippingMethod: "bike" }, "c")
    expect([placed.status, placed.json.total]).toEqual([200, 40.9])
    // 40.90 · 2.6 / 102.6 = 1.0365
    const taxed = await shop.get(`/api/orders/${placed.json.orderId}`, { token })
    expect(taxed.json.vat).toEqual([{ rate: 2.6, net: 39.86, vat: 1.04, gross: 40.9 }])
    await shop.post("/api/cart", { productId: "hand-balm", quantity: 1 }, { token })
    const mixed = await order({ shippingMethod: "bike" }, "d")
    expect((await shop.get(`/api/orders/${mixed.json.orderId}`, { token })).json.vat).toMatchObject([
      { rate: 8.1, gross: 14.45 },
      { rate: 2.6, gross: 36.35 }
    ])
    const chosen = await shop.get(`/api/orders/${placed.json.orderId}`, { token })
    expect([chosen.json.shippingMethod, chosen.json.language]).toEqual(["bike", "de"])
    const rules = await shop.get("/policies/shipping", { headers: { accept: "text/html" } })
    expect(rules.text).toMatch(
      /Post: Schweiz, Liechtenstein.*8,90.*ab 90,00.CHF kostenlos; 2 Werktage.*Velokurier: Schweiz/s
    )
    expect(rules.text).toContain("am selben Tag")
    expect(rules.text).not.toMatch(/Europäische|Nicht beliefert/)
    const home = await shop.get("/", { headers: { accept: "text/html" } })
    expect(home.text).toMatch(/Kostenloser Versand ab 90,00.CHF \(Schweiz\)/)
    expect(home.text).toContain("14 Tage Rückgabe")
    // Two products of one brand: both are shown, and the one brand is no choice.
    expect(home.text).toMatch(/id="newest".*href="\/products\/day-cream".*href="\/products\/hand-balm"/s)
    expect(home.text).not.toContain("id=\"brands\"")
  } finally {
    await shop.close()
  }
})

it("charges by the weights of its goods, people and agents alike, and refuses what is too heavy", async () => {
  const folder = initialised("stone")
  const file = JSON.parse(readFileSync(join(folder, "shop.json"), "utf8"))
  const price = [{ toGrams: 2_000, price: 4.95 }, { toGrams: 10_000, price: 8.5 }]
  const shipping = {
    homeCountry: "DE",
    methods: [{ id: "post", name: "Post" }, { id: "pallet", name: "Pallet" }],
    zones: [
      {
        countries: ["DE"],
        rates: { post: { price, days: 2 }, pallet: { price: [{ toGrams: 50_000, price: 60 }], days: 4 } }
      },
      { countries: ["AT"], rates: { post: { price, days: 3 } } }
    ]
  }
  writeFileSync(join(folder, "shop.json"), JSON.stringify({ ...file, shipping }))
  const goods = "id,brand,name,category,price,stock,weight\n"
    + "stone,A,Stone,skincare,9.90,99,1000\nrock,A,Rock,skincare,9.90,9,60000\nsand,A,Sand,skincare,9.90,9,\n"
  writeFileSync(goodsOf(folder), goods)
  expect((await load(goodsOf(folder)))[0]).toBe(0)
  const settings = { DATABASE_URL: `sqlite:${join(folder, "data/store.db")}` }
  const shop = await openShop(settings, { shop: await Effect.runPromise(read(folder)) })
  try {
    const shopper = await newShopper(shop)
    const charges = []
    for (const [productId, quantity] of [["sand", 2], ["stone", 2], ["stone", 1]] as const) {
      charges.push((await shopper.add(productId, quantity)).json.shipping)
    }
    expect(charges).toEqual([4.95, 4.95, 8.5])
    const { orderId, redirectUrl } = (await shopper.checkout()).json
    await pay(shop, redirectUrl)
    const order = await eventually(() => shopper.order(orderId), ({ status }) => status === "confirmed")
    const receipt = await shopper.get(`/api/orders/${orderId}/receipt`)
    expect([order.shipping, receipt.json.shipping, receipt.json.total]).toEqual([8.5, 8.5, 58])

    const { delegationId } = await delegated(shop, shopper)
    const agent = await newAgent(shop, "rock", "stones")
    const refused = await agent.order(delegationId, "rock")
    expect([refused.status, refused.json]).toMatchObject([409, {
      code: "shipping_not_offered",
      offered: [],
      grams: 60_000
    }])
    const light = await newAgent(shop, "stone", "pebbles")
    expect((await light.order(delegationId, "stone")).json).toMatchObject({ shippingMethod: "post", shipping: 4.95 })

    const abroad = { ...delivery.shipping, country: "AT", postcode: "1010" }
    const unoffered = { ...delivery, shipping: abroad, shippingMethod: "pallet" }
    await shopper.add("stone")
    expect((await shopper.post("/api/checkout", unoffered)).json)
      .toMatchObject({ code: "shipping_not_offered", offered: ["post"], country: "AT" })
  } finally {
    await shop.close()
  }
})

it("shows the pages that it wrote itself, those about rules in the place of the usual ones", async () => {
  const folder = initialised("words")
  mkdirSync(join(folder, "pages"), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, "pages", name), text)
  write("sizes.en.md", "# Sizes\n\nAs they fall.")
  expect(await Effect.runPromise(Effect.flip(read(folder)))).toMatchObject({
    message: expect.stringContaining(join("pages", "sizes.de.md: is missing"))
  })
  write("sizes.de.md", "# Größen\n\nWie sie *ausfallen*.")
  write("terms.md", "# Our terms\n\nPay, and we send.")
  const shop = await openShop({}, { shop: await Effect.runPromise(read(folder)) })
  try {
    const [home, sizes, terms, none, map] = await Promise.all(
      ["/de", "/de/pages/sizes", "/policies/terms", "/pages/terms", "/sitemap.xml"].map((path) => shop.get(path))
    )
    expect(home!.text).toContain("<a href=\"/de/pages/sizes\">Größen</a>")
    expect(home!.text).not.toContain("pages/terms")
    expect([sizes!.status, sizes!.text]).toEqual([200, expect.stringContaining("<p>Wie sie <em>ausfallen</em>.</p>")])
    expect(sizes!.text).toContain("<h1>Größen</h1>")
    expect(terms!.text).toContain("<h1>Our terms</h1>")
    expect(none!.status).toBe(404)
    expect(map!.text.match(/[^/]+\/sizes</g)).toHaveLength(2)
    expect(map!.text.match(/policies\/terms</g)).toHaveLength(2)
  } finally {
    await shop.close()
  }
})

it("loads no group that contradicts goods that its table does not name, and says in which line", async () => {
  const folder = initialised("group")
  const goods = goodsOf(folder)
  const head = "id,brand,name,category,price,stock,group,groupName,variesBy,groupValue"
  const small = "small,A,Oil small,skincare,5,1,oil,Oil,size"
  writeFileSync(goods, `${head}\n${small},50 ml\nlarge,A,Oil large,skincare,9,1,oil,Oil,size,100 ml\n`)
  expect((await load(goods))[0]).toBe(0)
  writeFileSync(goods, `${head}\nsmall,A,Oil small,skincare,5,1,oil,Ole,scent,100 ml\n`)
  expect(await load(goods)).toEqual([
    1,
    `${goods}:2: column groupName: Expected "Oil", as large has in the same group\n`
    + `${goods}:2: column variesBy: Expected "size", as large has in the same group\n`
    + `${goods}:2: column groupValue: Expected another value than large has\n`
  ])
  writeFileSync(goods, `${head}\n${small},30 ml\n`)
  expect(await load(goods)).toEqual([0, "Loaded: 0 new, 1 changed, 0 as before.\n"])
  // The table takes one of them out of the group, and gives its value to the other.
  writeFileSync(goods, `${head}\n${small},100 ml\nlarge,A,Oil large,skincare,9,1\n`)
  expect(await load(goods)).toEqual([0, "Loaded: 0 new, 2 changed, 0 as before.\n"])
})

it("loads nothing where anything is wrong, and says what and where", async () => {
  const folder = initialised("bo")
  const goods = goodsOf(folder)
  change(goods, "9.90", "9,90")
  const [code, said] = await load(goods)
  expect([code, said]).toEqual([
    1,
    `${goods}:3: has 16 cells, and there are 15 columns: put what has the separator in it `
    + "into quotation marks\n"
  ])
  expect(existsSync(join(folder, "data"))).toBe(false)
  change(join(folder, "shop.json"), "\"DE\"", "\"Germany\"")
  expect(await load(goods)).toEqual([1, expect.stringMatching(/shop\.json:9: \/seller\/country Expected [^\n]*\n$/)])
  writeFileSync(goods, Buffer.from("id,brand\nb,Gr\u00fcn\n", "latin1"))
  writeFileSync(join(folder, "shop.json"), `\uFEFF${readFileSync(join(initialised("eva"), "shop.json"), "utf8")}`)
  expect(await load(goods)).toEqual([1, expect.stringContaining("save it as text in UTF-8")])
  writeFileSync(goods, "id,brand\n", "utf16le")
  expect(await load(goods)).toEqual([1, expect.stringContaining("is UTF-16 or no text")])
  rmSync(join(folder, "shop.json"))
  writeFileSync(goods, "id,brand\n")
  expect(await load(goods)).toEqual([1, expect.stringMatching(/shop\.json cannot be read \(ENOENT\).*init/)])
  expect(await load(join(root, "none.csv"), "--shop", initialised("cara")))
    .toEqual([1, expect.stringMatching(/none\.csv cannot be read/)])
})

it("writes its goods into a new file, in either form, which changes nothing where it is loaded", async () => {
  const folder = initialised("emil")
  expect((await load(goodsOf(folder)))[0]).toBe(0)
  for (const form of ["csv", "jsonl"]) {
    const file = join(folder, `goods.${form}`)
    expect(await save(file)).toEqual([0, "Written: 2 products.\n"])
    expect(await load(file)).toEqual([0, "Loaded: 0 new, 0 changed, 2 as before.\n"])
    expect(await save(file)).toEqual([1, `${file} is there already: name another file.\n`])
  }
  expect(readFileSync(join(folder, "goods.csv"), "utf8")).toMatch(/^id,brand,.*,name:de,/)
  const [first] = readFileSync(join(folder, "goods.jsonl"), "utf8").split("\n").map((line) => line && JSON.parse(line))
  expect(first).toMatchObject({ id: "day-cream", brand: "My Brand", price: 24.9, stock: 40, "name:de": "Tagescreme" })
  expect(await save()).toEqual([2, expect.stringContaining("Name one file.")])
})

it("begins in the languages that it is to speak, and in no other", async () => {
  const folder = join(root, "lina")
  expect(InitCommand.run(folder, ["fr"])).toMatchObject({ exitCode: 1, text: expect.stringContaining("fr") })
  expect(InitCommand.run(folder, ["de"]).exitCode).toBe(0)
  const { policy } = await Effect.runPromise(read(folder))
  expect(policy.languages).toEqual(["de"])
  const files = ["shop.json", "products.csv", "pages/about.md"].map((file) => readFileSync(join(folder, file), "utf8"))
  expect(files.join("\n")).not.toMatch(/About|Skincare|Day Cream|light cream|jar with|My Brand|:de/)
  expect(existsSync(join(folder, "pages/about.de.md"))).toBe(false)
  expect(await load(goodsOf(folder))).toEqual([0, expect.stringContaining("2 new")])

  const both = join(root, "mona")
  expect(InitCommand.run(both, ["de", "en"]).exitCode).toBe(0)
  const { policy: { pages } } = await Effect.runPromise(read(both))
  expect(pages.map(({ title }) => title)).toEqual([{ de: "Über uns", en: "About us" }])
  expect(await load(goodsOf(both))).toEqual([0, expect.stringContaining("2 new")])
})

it("leaves a shop that is there as it is, and says how an import is asked for", async () => {
  const folder = initialised("dora")
  writeFileSync(join(folder, "shop.json"), "mine")
  expect(InitCommand.run(folder)).toMatchObject({ exitCode: 1 })
  expect(readFileSync(join(folder, "shop.json"), "utf8")).toBe("mine")
  writeFileSync(join(root, "file"), "")
  expect(InitCommand.run(join(root, "file"))).toMatchObject({ exitCode: 1, text: expect.stringContaining("cannot be") })
  expect(await load()).toEqual([2, expect.stringContaining("Name one file.")])
  expect(await load("--help")).toEqual([0, `${ImportCommand.usage}\n`])
  expect(await load("x.csv", "--dry")).toEqual([2, expect.stringContaining("--dry")])
  // What was named is what is spoken of, also where its folder is no shop.
  for (const [named, code] of [[root, "EISDIR"], [join(root, "none/x.csv"), "ENOENT"]] as const) {
    expect(await load(named)).toEqual([1, `${named} cannot be read (${code}).\n`])
  }
})
