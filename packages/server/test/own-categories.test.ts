/** A shop with categories below others: its lists, its ways to goods, and what other programs read of them. */
import * as Effect from "effect/Effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { openShop } from "../../../test/shop/server.ts"
import * as InitCommand from "../src/shop/InitCommand.ts"
import { read } from "../src/shop/ShopFolder.ts"
import { load, useFolder } from "./imports.ts"

const root = useFolder("tree")

const folderOf = (name: string, categories: ReadonlyArray<unknown>): string => {
  const folder = join(root, name)
  InitCommand.run(folder)
  const path = join(folder, "shop.json")
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), categories }))
  return folder
}

const categories = [
  {
    id: "drinks",
    name: { en: "Drinks", de: "Getränke" },
    categories: [
      {
        id: "tea",
        name: { en: "Tea", de: "Tee" },
        categories: [{ id: "green", name: { en: "Green", de: "Grün" } }, "black"]
      },
      "coffee"
    ]
  },
  "cups"
]

it("shows the goods of all below a category, and the way to each", async () => {
  const folder = folderOf("drinks", categories)
  writeFileSync(
    join(folder, "products.csv"),
    "id,brand,name,category,price,stock\nsencha,Alba,Sencha,green,9,9\nassam,Alba,Assam,black,8,9\nchai,Alba,Chai,tea,7,9\n"
      + "arabica,Alba,Arabica,coffee,6,9\nmug,Alba,Mug,cups,5,9\nwater,Alba,Water,drinks,4,9\n"
  )
  expect((await load(join(folder, "products.csv")))[0]).toBe(0)
  const shop = await openShop({ DATABASE_URL: `sqlite:${join(folder, "data/store.db")}` }, {
    shop: await Effect.runPromise(read(folder))
  })
  try {
    const idsIn = async (query: string): Promise<ReadonlyArray<string>> =>
      (await shop.get(`/api/products?${query}`)).json.data.map(({ id }: any) => id)
    expect(await idsIn("category=drinks")).toEqual(["arabica", "assam", "chai", "sencha", "water"])
    expect(await idsIn("category=tea")).toEqual(["assam", "chai", "sencha"])
    expect(await idsIn("category=green")).toEqual(["sencha"])
    expect(await idsIn("category=cups")).toEqual(["mug"])
    expect(await idsIn("category=drinks&q=assam")).toEqual(["assam"])
    const first = (await shop.get("/api/products?category=tea&limit=2")).json
    expect(await idsIn(`category=tea&limit=2&cursor=${first.nextCursor}`)).toEqual(["sencha"])

    // A promotion for a category is for the goods of all below it.
    const token = await shop.clientToken("demo-staff")
    const promotion = { title: "Tea", code: "TEA10", benefit: { type: "percentage", percent: 10 } }
    const created = await shop.request("POST", "/api/admin/promotions", {
      token,
      body: { ...promotion, conditions: { categories: ["tea"] } }
    })
    expect([created.status, created.json.conditions.categories]).toEqual([200, ["tea", "green", "black"]])

    const read = async (path: string) => (await shop.get(path, { headers: { accept: "text/html" } })).text
    const linksIn = (text: string, part: RegExp) =>
      [...(part.exec(text)?.[0] ?? "").matchAll(/<a href="([^"]+)"[^>]*>([^<]+)/g)].map(([, to, words]) =>
        `${to} ${words}`
      )
    const page = await read("/de/categories/tea")
    expect(linksIn(page, /<nav class="crumbs".*?<\/nav>/s)).toEqual([
      "/de Startseite",
      "/de/categories/drinks Getränke"
    ])
    expect(linksIn(page, /<ul class="chips">.*?<\/ul>/s)).toEqual([
      "/de/categories/green Grün",
      "/de/categories/black Black"
    ])
    expect(linksIn(page, /<nav class="shop-nav".*?<\/nav>/s).slice(0, 2)).toEqual([
      "/de/categories/drinks Getränke",
      "/de/categories/cups Cups"
    ])
    const product = await read("/products/sencha")
    expect(linksIn(product, /<nav class="crumbs".*?<\/nav>/s).slice(1)).toEqual([
      "/categories/drinks Drinks",
      "/categories/tea Tea",
      "/categories/green Green",
      "/brands/alba Alba"
    ])
    const [, list = "{}"] = /<script type="application\/ld\+json">([^<]*BreadcrumbList.*?)<\/script>/s.exec(product) ??
      []
    expect(JSON.parse(list).itemListElement.map(({ name }: any) => name).slice(0, 3)).toEqual([
      "Drinks",
      "Tea",
      "Green"
    ])
    expect(await read("/")).toMatch(/categories\/drinks">.*?Drinks<small>5 products<\/small>/s)
    const facet = /id="facet-category".*?<\/ul>/s.exec(await read("/search?q=alba"))?.[0] ?? ""
    expect(
      [...facet.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, text = ""]) =>
        text.replace(/<[^>]*>/g, " ").trim().split(/\s+/)
      )
    )
      .toEqual([["Drinks", "5"], ["Tea", "3"], ["Black", "1"], ["Coffee", "1"], ["Cups", "1"], ["Green", "1"]])
    const feed = (await shop.get("/feeds/google.xml")).text
    expect(feed).toContain("<g:product_type>Drinks &gt; Tea &gt; Green</g:product_type>")
  } finally {
    await shop.close()
  }
})

it("refuses an id that is twice in the tree, a fourth level, and a name that a language lacks", async () => {
  const faultsOf = async (name: string, given: ReadonlyArray<unknown>) => {
    const { message } = await Effect.runPromise(Effect.flip(read(folderOf(name, given))))
    return message.split("\n").map((line) => /shop\.json:\d+: (.*)$/.exec(line)![1])
  }
  const below = (id: string, ...inner: ReadonlyArray<unknown>) => ({ id, name: id, categories: inner })
  expect(await faultsOf("twice", [below("a", "b", below("c", "b")), "c"])).toEqual([
    "/categories/0/categories/1/categories/0 is b once more",
    "/categories/1 is c once more"
  ])
  expect(await faultsOf("deep", [below("a", below("b", below("c", "d")))])).toEqual([
    expect.stringContaining("/categories/0/categories/0/categories/0")
  ])
  expect(await faultsOf("words", [below("a", { id: "b", name: { en: "B" } })])).toEqual([
    "/categories/0/categories/0/name has no text in de"
  ])
})
