/** The look of a shop of one's own: its files, its colours, its home page and its navigation, and what is refused. */
import { stylesheetIn } from "@beauty-store/storefront/internal/ShopStyles"
import { usualLook } from "@beauty-store/ui/Look"
import * as Effect from "effect/Effect"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { openShop } from "../../../test/shop/server.ts"
import * as InitCommand from "../src/shop/InitCommand.ts"
import { read } from "../src/shop/ShopFolder.ts"
import { load, useFolder } from "./imports.ts"
import { draw } from "./pictures.ts"

const root = useFolder("look")
const woff2 = (size = 64): Buffer => Buffer.concat([Buffer.from("wOF2"), Buffer.alloc(size)])

/** A folder with the files of a look. */
const folderOf = async (name: string): Promise<string> => {
  const folder = join(root, name)
  InitCommand.run(folder)
  mkdirSync(join(folder, "fonts"))
  writeFileSync(join(folder, "fonts/text.woff2"), woff2())
  writeFileSync(join(folder, "fonts/bold.woff2"), woff2(80))
  writeFileSync(join(folder, "fonts/large.woff2"), woff2(400 * 1024))
  writeFileSync(join(folder, "fonts/other.woff2"), "wOFF")
  writeFileSync(join(folder, "pictures/logo.png"), await draw(200, 50).png().toBuffer())
  writeFileSync(join(folder, "pictures/hero.webp"), await draw(240, 100).webp().toBuffer())
  writeFileSync(join(folder, "pictures/logo.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
  return folder
}

const write = (folder: string, look: object | undefined): void => {
  const path = join(folder, "shop.json")
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), look }))
}

/** A shop that is open, with its goods, and the look. */
const openAs = async (name: string, look: object | undefined) => {
  const folder = await folderOf(name)
  expect((await load(join(folder, "products.csv")))[0]).toBe(0)
  write(folder, look)
  return openShop({ DATABASE_URL: `sqlite:${join(folder, "data/store.db")}` }, {
    shop: await Effect.runPromise(read(folder))
  })
}

it("shows its logo, its colours, its typefaces and its home page", async () => {
  const shop = await openAs("verde", {
    logo: "logo.png",
    colours: { accent: "#1f6f4f" },
    typefaces: { text: { regular: "text.woff2", bold: "bold.woff2" } },
    hero: { picture: "hero.webp", link: { to: "/categories/skincare", words: { en: "Creams", de: "Cremes" } } },
    shelves: [
      { title: { en: "Daily", de: "Täglich" }, show: { products: ["hand-balm", "gone"] } },
      { title: "All of it", show: { category: "skincare" } },
      { title: "Nothing", show: { brand: "nobody" } }
    ],
    navigation: ["/pages/about", { to: "/brands/my-brand", words: "Mine" }, "/categories/make-up", "/brands"]
  })
  try {
    const home = await shop.get("/de", { headers: { accept: "text/html" } })
    const policy = home.headers["content-security-policy"]!
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; .*font-src 'self'/)
    const [, header = ""] = /<header class="shop-header">(.*?)<\/header>/s.exec(home.text) ?? []
    expect(header).toMatch(
      /<img class="logo" src="\/images\/[0-9a-f]{32}-200\.webp" alt="verde" width="160" height="40"/
    )
    expect([...header.matchAll(/<li><a href="([^"]+)"[^>]*>([^<]+)/g)].map(([, to, words]) => `${to} ${words}`))
      .toEqual([
        "/de/pages/about Über uns",
        "/de/brands/my-brand Mine",
        "/de/categories/make-up Make-up",
        "/de/brands Marken"
      ])
    expect(home.text).toContain("<a class=\"button\" href=\"/de/categories/skincare\">Cremes</a>")
    const shelves = [...home.text.matchAll(/<h2 id="(shelf-\d)">([^<]+)<\/h2>.*?<\/section>/gs)]
    expect(
      shelves.map(([whole, id, title]) => [
        id,
        title,
        ...[...whole.matchAll(/<h3><a href="([^"]+)"/g)].map(([, to]) => to)
      ])
    ).toEqual([
      ["shelf-1", "Täglich", "/de/products/hand-balm"],
      ["shelf-2", "All of it", "/de/products/day-cream", "/de/products/hand-balm"]
    ])
    expect(shelves[1]![0]).toContain("<a href=\"/de/categories/skincare\">Gesichtspflege</a>")
    const files = [
      ...new Set(
        [...home.text.matchAll(/"(\/images\/[0-9a-f]{32}-\d+\.webp|\/fonts\/[^")]+)"/g)].map(([, path]) => path!)
      )
    ]
    expect(files.filter((path) => path.startsWith("/fonts/"))).toHaveLength(2)
    for (const path of files) {
      const { headers, status } = await shop.get(path)
      expect([path, status, headers["cache-control"]]).toEqual([path, 200, "public, max-age=31536000, immutable"])
    }
    expect((await shop.get("/fonts/text.woff2")).status).toBe(404)
    // Pages of other parts of the program have the same look.
    const lost = await shop.get("/orders/find", { headers: { accept: "text/html" } })
    for (const { text } of [home, lost]) {
      expect(text).toContain("--accent:#1f6f4f")
      expect(text).toContain("<link rel=\"preload\" href=\"/fonts/")
      expect(text).toContain("class=\"logo\"")
    }
    expect(lost.headers["content-security-policy"]).toContain("font-src 'self'")
  } finally {
    await shop.close()
  }
})

it("looks as the program does where it says nothing of it", async () => {
  const shop = await openAs("plain", undefined)
  try {
    const { headers, text } = await shop.get("/", { headers: { accept: "text/html" } })
    expect(headers["content-security-policy"]).not.toContain("font-src")
    expect(text).not.toMatch(/class="logo"|@font-face|rel="preload"|hero\.own/)
    expect(text).toContain(`<style>${stylesheetIn(usualLook, false).text}</style>`)
  } finally {
    await shop.close()
  }
})

it("names every fault of a look at once, each by its place, with what would do", async () => {
  const folder = await folderOf("faulty")
  write(folder, {
    logo: "logo.svg",
    darkLogo: "../shop.json",
    colours: { accent: "#ffb0c8", dark: { ink: "#222222" } },
    typefaces: { headings: "large.woff2", text: { regular: "other.woff2", bold: "none.woff2" } },
    hero: { picture: "none.jpg", link: { to: "/products" } },
    shelves: [{ title: { en: "Tea" }, show: { category: "tea" } }],
    navigation: ["/categories/tea", "/pages/nothing", "/brands/mine"]
  })
  const { message } = await Effect.runPromise(Effect.flip(read(folder)))
  const faults = message.split("\n").map((line) => /^\S+shop\.json:1: (\/\S+) (.*)$/.exec(line)!.slice(1, 3).join(" "))
  expect(faults.toSorted()).toEqual([
    expect.stringMatching(
      /^\/look\/colours\/accent .* has a contrast of 1\.\d+:1 .*; the nearest colour that passes is #/
    ),
    expect.stringMatching(/^\/look\/colours\/dark\/ink .* in the dark scheme, and needs 4\.5:1; the nearest/),
    expect.stringMatching(/^\/look\/darkLogo "\.\.\/shop\.json" is no file below /),
    expect.stringMatching(/^\/look\/hero\/link needs words/),
    expect.stringMatching(/^\/look\/hero\/picture "none\.jpg" is no file below /),
    expect.stringMatching(/^\/look\/logo "logo\.svg" is no JPEG, PNG, WebP or AVIF picture/),
    expect.stringMatching(/^\/look\/navigation\/0 is no category: there are skincare, make-up/),
    expect.stringMatching(/^\/look\/navigation\/1 is no page: there is no pages\/nothing\.md/),
    expect.stringMatching(/^\/look\/navigation\/2 needs words/),
    expect.stringMatching(/^\/look\/shelves\/0\/show\/category is no category/),
    expect.stringMatching(/^\/look\/shelves\/0\/title has no text in de/),
    expect.stringMatching(/^\/look\/typefaces\/headings "large\.woff2" has 401 KiB: taken are 300 at most/),
    expect.stringMatching(/^\/look\/typefaces\/text\/bold "none\.woff2" is no file below /),
    expect.stringMatching(/^\/look\/typefaces\/text\/regular "other\.woff2" is no WOFF2 file/)
  ])
})
