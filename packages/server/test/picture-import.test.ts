/** Pictures of a table of goods: loaded with them or not at all, once, and from the shop's folder alone. */
import * as Effect from "effect/Effect"
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { openShop } from "../../../test/shop/server.ts"
import * as InitCommand from "../src/shop/InitCommand.ts"
import { read } from "../src/shop/ShopFolder.ts"
import { load, useFolder } from "./imports.ts"
import { animated, draw, jpeg } from "./pictures.ts"

const root = useFolder("pictures")

const header = "id,brand,name,category,price,stock,pictures,alt,alt:de"
const folderWith = (name: string, ...rows: ReadonlyArray<string>): string => {
  const folder = join(root, name)
  InitCommand.run(folder)
  writeFileSync(join(folder, "products.csv"), [header, ...rows, ""].join("\n"))
  return folder
}
const opened = async (folder: string) =>
  openShop(
    { DATABASE_URL: `sqlite:${join(folder, "data/store.db")}` },
    { shop: await Effect.runPromise(read(folder)) }
  )

it("are shown as the table says, and loaded once", async () => {
  const folder = folderWith(
    "alba",
    "cream,Alba,Cream,skincare,9.90,4,front.jpg|sub/side.png,The jar|Its lid,Der Tiegel",
    "balm,Alba,Balm,skincare,9.90,4,front.jpg,,",
    "oil,Alba,Oil,skincare,9.90,4,,,"
  )
  const goods = join(folder, "products.csv")
  mkdirSync(join(folder, "pictures/sub"))
  writeFileSync(join(folder, "pictures/front.jpg"), await jpeg(700, 500))
  writeFileSync(join(folder, "pictures/sub/side.png"), await draw(400, 400).png().toBuffer())
  expect(await load(goods, "--dry-run"))
    .toEqual([0, "It would be: 3 new, 0 changed, 0 as before; with new pictures: 2.\n"])
  expect(await load(goods)).toEqual([0, "Loaded: 3 new, 0 changed, 0 as before; with new pictures: 2.\n"])
  expect(await load(goods)).toEqual([0, "Loaded: 0 new, 0 changed, 3 as before; with new pictures: 0.\n"])
  // Another name of the same file, and a text: nothing is encoded again.
  cpSync(join(folder, "pictures/front.jpg"), join(folder, "pictures/copy.jpg"))
  writeFileSync(goods, readFileSync(goods, "utf8").replace("4,front.jpg,,", "4,copy.jpg,A jar,"))
  expect(await load(goods)).toEqual([0, "Loaded: 0 new, 0 changed, 3 as before; with new pictures: 1.\n"])

  const shop = await opened(folder)
  try {
    const token = await shop.clientToken("demo-staff")
    const of = async (id: string) => (await shop.get(`/api/admin/products/${id}/pictures`, { token })).json.pictures
    const [front, side] = await of("cream")
    expect([front.alt, front.width, side.alt, side.width])
      .toEqual([{ en: "The jar", de: "Der Tiegel" }, 700, { en: "Its lid" }, 400])
    expect((await of("balm")).map(({ alt, id }: any) => [id, alt])).toEqual([[front.id, { en: "A jar" }]])
    expect(await of("oil")).toEqual([])
    expect((await shop.get(new URL(side.url).pathname)).status).toBe(200)
    const page = await shop.get("/products/cream", { headers: { accept: "text/html" } })
    expect(page.text).toContain(`/images/${side.id}-320.avif 320w`)
    const placeholder = await shop.get("/images/oil.svg")
    expect(placeholder.headers["content-type"]).toBe("image/svg+xml")
  } finally {
    await shop.close()
  }
  // A table without the column says nothing of pictures; an empty cell takes them away.
  const without = (text: string) => text.split("\n").map((line) => line.split(",").slice(0, 6).join(",")).join("\n")
  writeFileSync(goods, without(readFileSync(goods, "utf8")))
  expect(await load(goods)).toEqual([0, "Loaded: 0 new, 0 changed, 3 as before.\n"])
  writeFileSync(goods, [header, "cream,Alba,Cream,skincare,9.90,4,,,", ""].join("\n"))
  expect(await load(goods)).toEqual([0, "Loaded: 0 new, 0 changed, 1 as before; with new pictures: 1.\n"])
}, 60_000)

it("are refused by line and column, all at once, and nothing is loaded", async () => {
  const folder = folderWith(
    "bo",
    "a,Bo,A,skincare,9.90,4,../products.csv,,",
    "b,Bo,B,skincare,9.90,4,/etc/passwd|none.jpg,,",
    "c,Bo,C,skincare,9.90,4,link.jpg,,",
    "d,Bo,D,skincare,9.90,4,text.jpg|text.jpg,,",
    `e,Bo,E,skincare,9.90,4,good.jpg,One|Two,${"x".repeat(251)}`,
    "f,Bo,F,skincare,0,4,animated.webp,,"
  )
  const goods = join(folder, "products.csv")
  const inside = (name: string) => join(folder, "pictures", name)
  writeFileSync(inside("text.jpg"), "no picture")
  writeFileSync(inside("good.jpg"), await jpeg(64, 64))
  writeFileSync(inside("animated.webp"), await animated())
  writeFileSync(join(root, "secret.jpg"), await jpeg(64, 64))
  symlinkSync(join(root, "secret.jpg"), inside("link.jpg"))
  const [code, said] = await load(goods)
  const below = join(folder, "pictures")
  expect(code).toBe(1)
  expect(said.split("\n").filter((line) => !line.includes("price"))).toEqual([
    `${goods}:2: column pictures: "../products.csv" is no file below ${below}`,
    `${goods}:3: column pictures: "/etc/passwd" is no file below ${below}`,
    `${goods}:3: column pictures: "none.jpg" is no file below ${below}`,
    `${goods}:4: column pictures: "link.jpg" is no file below ${below}`,
    `${goods}:5: column pictures: names a file twice`,
    `${goods}:5: column pictures: "text.jpg" is no JPEG, PNG, WebP or AVIF picture, whatever its name says`,
    `${goods}:5: column pictures: "text.jpg" is no JPEG, PNG, WebP or AVIF picture, whatever its name says`,
    `${goods}:6: column alt: describes 2 pictures, and there are 1`,
    `${goods}:6: column alt:de: has a text of more than 250 characters`,
    `${goods}:7: column pictures: "animated.webp" is animated: a picture of a product stands still`,
    ""
  ])
  // What is found only when it is decoded is refused before anything is loaded, too.
  const damaged = Buffer.concat([(await jpeg()).subarray(0, 20_000), Buffer.from("\xFF\xD9", "latin1")])
  writeFileSync(inside("damaged.jpg"), damaged)
  writeFileSync(goods, [header, "a,Bo,A,skincare,9.90,4,good.jpg|damaged.jpg,,", ""].join("\n"))
  for (const more of [["--dry-run"], []]) {
    const words = `${goods}:2: column pictures: "damaged.jpg" is damaged: it cannot be read whole\n`
    expect(await load(goods, ...more)).toEqual([1, words])
  }
  const shop = await opened(folder)
  try {
    expect((await shop.get("/api/products")).json.data).toEqual([])
  } finally {
    await shop.close()
  }
  // What was stored before the fault was found is taken by the next import.
  writeFileSync(goods, [header, "a,Bo,A,skincare,9.90,4,good.jpg,,", ""].join("\n"))
  expect(await load(goods)).toEqual([0, "Loaded: 1 new, 0 changed, 0 as before; with new pictures: 1.\n"])
}, 60_000)
