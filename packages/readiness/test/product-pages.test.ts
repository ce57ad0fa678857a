/** Which pages count as products': those that say so, whatever their addresses are in, and none by its address alone. */
import { describe, expect, it } from "vitest"
import { type Answer, FixtureShop, llms, page, sitemap, text } from "./FixtureShop.ts"

const ids = ["serum", "cream", "soap", "balm"]

/** The fixture's shop with its products, and its list of them, at other addresses. */
const movedTo = (
  address: (id: string, n: number) => string,
  list = "/pflege-und-mehr",
  paths?: ReadonlyArray<string>
) => {
  const shop = new FixtureShop()
  const moved = (body: string) =>
    ids.reduce((all, id, n) => all.replaceAll(new RegExp(`/products/${id}(?=["#<])`, "g"), address(id, n)), body)
      .replaceAll("/categories/skincare", list)
  for (const [path, answer] of Array.from(shop.answers)) {
    const change = (given: Answer): Answer => ({ ...given, body: moved(given.body) })
    shop.answers.delete(path)
    const at = path.startsWith("/products/")
      ? address(path.slice("/products/".length), 0)
      : path.replace(/^\/categories.*/, list)
    shop.answers.set(
      at,
      typeof answer === "function"
        ? (request) => {
          const given = answer(request)
          return given === "timeout" ? given : change(given)
        }
        : change(answer)
    )
  }
  ids.forEach((id, n) => {
    const at = shop.answers.get(address(id, 0))!
    shop.answers.delete(address(id, 0))
    shop.answers.set(address(id, n), at)
  })
  shop.answers.set("/sitemap.xml", text(sitemap(paths ?? ["/", ...ids.map(address)]), "application/xml"))
  return shop
}

const findings = async (shop: FixtureShop, ...wanted: ReadonlyArray<string>) =>
  (await shop.scan()).checks.filter(({ id }) => wanted.includes(id)).map((
    { evidence, id, status }
  ) => [id, status, evidence])

const notPassed = async (shop: FixtureShop) =>
  (await shop.scan()).checks.filter(({ status }) => status !== "pass").map((
    { evidence, id, status }
  ) => [id, status, evidence])

describe("a shop's products are found", () => {
  it.each([
    "/produkt/",
    "/produkte/",
    "/artikel/",
    "/de/produkt/",
    "/produit/",
    "/produits/",
    "/producto/",
    "/prodotto/",
    "/prodotti/",
    "/produto/",
    "/produkty/",
    "/tuote/",
    "/tuotteet/",
    "/vare/",
    "/varer/",
    "/termek/",
    "/term%C3%A9k/",
    "/p/",
    "/dp/"
  ])("below %s", async (folder) => {
    expect(await notPassed(movedTo((id) => `${folder}${id}`))).toEqual([])
  })

  it.each<readonly [string, (id: string, n: number) => string]>([
    ["a number at the end", (id, n) => `/${id}-p-${n + 1}.html`],
    ["a number at the beginning", (id, n) => `/${n + 1}-${id}.html`],
    ["a name alone", (id) => `/fein-${id}`],
    ["a folder of a shop's own", (id) => `/pflege/gesicht/${id}`]
  ])("by %s", async (_, address) => {
    expect(await notPassed(movedTo(address))).toEqual([])
  })

  it("among other pages of a sitemap, of which none is taken for one", async () => {
    const about = ["/", "/ueber-uns", "/blog/eins", "/policies/returns"]
    const shop = movedTo((id) => `/fein-${id}`, "/pflege-und-mehr", [...about, ...ids.map((id) => `/fein-${id}`)])
    shop.answers.set("/ueber-uns", page({ path: "/ueber-uns", title: "Us", body: "" }))
    shop.answers.set("/blog/eins", page({ path: "/blog/eins", title: "One", body: "" }))
    expect(await notPassed(shop)).toEqual([])
  })

  it("behind lists, where there is no sitemap", async () => {
    const shop = movedTo((id) => `/fein-${id}`)
    shop.answers.delete("/sitemap.xml")
    shop.answers.set("/llms.txt", text(llms()))
    shop.edit("/", (body) => body.replace(/<a href="\/fein[^]*?<\/a>/g, ""))
    shop.answers.set(
      "/pflege-und-mehr",
      page({
        path: "/pflege-und-mehr",
        title: "Care",
        body: ids.map((id) => `<a href="/fein-${id}">Fine ${id}</a>`).join(" ")
      })
    )
    expect(await findings(shop, "product.markup", "page.links")).toEqual([
      ["product.markup", "pass", "4 of 4 product pages are right."],
      ["page.links", "pass", "1 link leads to products or to lists of them."]
    ])
  })

  it("although other pages have addresses like products'", async () => {
    const shop = movedTo((id) => `/fein-${id}`, "/pflege-und-mehr", [
      "/",
      "/artikel/eins",
      "/artikel/zwei",
      ...ids.map((id) => `/fein-${id}`)
    ])
    for (const path of ["/artikel/eins", "/artikel/zwei"]) {
      shop.answers.set(path, page({ path, title: path, body: "About the shop." }))
    }
    expect(await findings(shop, "product.markup", "sitemap.products")).toEqual([
      ["sitemap.products", "pass", "The sitemap lists pages of products, such as /fein-serum"],
      ["product.markup", "pass", "4 of 4 product pages are right."]
    ])
  })
})

describe("where no page says that it is of a product", () => {
  const unmarked = (paths?: ReadonlyArray<string>) => {
    const shop = movedTo((id) => `/fein-${id}`, "/pflege-und-mehr", paths)
    for (const id of ids) {
      shop.edit(`/fein-${id}`, (body) => body.replace(/<script[^]*?<\/script>|<meta property[^>]*>/g, ""))
    }
    return shop
  }

  it("one fault costs one check", async () => {
    const about = Array.from({ length: 40 }, (_, n) => `/about-${n}`)
    const shop = unmarked(["/", ...about, ...ids.map((id) => `/fein-${id}`)])
    for (const path of about) shop.answers.set(path, page({ path, title: path, body: "" }))
    const found = await findings(shop, "product.markup", "sitemap.products")
    expect(found).toEqual([
      ["sitemap.products", "not_applicable", "No page of a product was found that could be listed."],
      ["product.markup", "fail", expect.stringMatching(/^\d+ pages were opened, and none describes a product\.$/)]
    ])
  })

  it("a sitemap of which every page was opened lists none", async () => {
    expect(await findings(unmarked(["/", "/policies/returns"]), "sitemap.products")).toEqual([
      ["sitemap.products", "fail", "None of 2 addresses is a product's."]
    ])
  })
})

describe("a wall before the pages", () => {
  const walled = (status: number, headers: Readonly<Record<string, string>> = {}) => {
    const shop = new FixtureShop()
    for (const id of ids) shop.answers.set(`/products/${id}`, { ...text("Just a moment..."), status, headers })
    return shop
  }

  it.each([401, 403, 451])("is no fault of what is behind it: status %i", async (status) => {
    const found = await findings(
      walled(status),
      "product.markup",
      "product.price",
      "page.open-graph",
      "sitemap.products",
      "sitemap.open"
    )
    expect(Object.fromEntries(found.map(([id, verdict]) => [id, verdict]))).toEqual({
      "product.markup": "error",
      "product.price": "error",
      "page.open-graph": "error",
      "sitemap.products": "pass",
      "sitemap.open": "error"
    })
    expect(found[0]![2]).toBe(`The sitemap lists pages of products, such as /products/serum`)
    expect(found.find(([id]) => id === "product.markup")![2]).toBe(
      `The product pages could not be fetched: status ${status}`
    )
  })

  it("is known by its header, too, and before pages at any address", async () => {
    const challenge = { "cf-mitigated": "challenge" }
    expect(await findings(walled(200, challenge), "product.markup")).toEqual([
      ["product.markup", "error", "The product pages could not be fetched: status 200, a challenge"]
    ])
    const shop = movedTo((id) => `/fein-${id}`)
    for (const id of ids) shop.answers.set(`/fein-${id}`, { ...text("no"), status: 403, headers: challenge })
    expect(await findings(shop, "product.markup", "sitemap.products")).toEqual([
      ["sitemap.products", "error", "The product pages could not be fetched: status 403, a challenge"],
      ["product.markup", "error", "The product pages could not be fetched: status 403, a challenge"]
    ])
  })

  it("leaves policies and a page that does not exist unjudged, and documents absent", async () => {
    const shop = new FixtureShop()
    const refused: Answer = { ...text("no"), status: 403 }
    for (const path of ["/policies/returns", "/no-such-thing-7f3a9c", "/llms.txt"]) shop.answers.set(path, refused)
    expect(
      (await findings(shop, "policy.returns", "page.not-found", "llms.present")).map(([id, verdict]) => [id, verdict])
    )
      .toEqual([["llms.present", "fail"], ["page.not-found", "error"], ["policy.returns", "error"]])
  })
})
