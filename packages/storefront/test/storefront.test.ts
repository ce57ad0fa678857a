/**
 * The shop front as its visitors and their browsers meet it: its languages, its cart, its checkout, and what it says to
 * search engines. Follows docs/storefront.md.
 */
import { codes, find } from "@beauty-store/domain/Country"
import { languages } from "@beauty-store/domain/Language"
import { formatIn } from "@beauty-store/ui/Format"
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { product } from "../../../test/shop/products.ts"
import { pathOf } from "../../../test/shop/requests.ts"
import { useShop } from "../../../test/shop/server.ts"
import { done, pay } from "../../../test/shop/shopper.ts"
import { crawled, saysAll } from "./crawls.ts"
import { accept, ada, dataIn, hidden, pathsIn, visitor } from "./visits.ts"

const shop = useShop()

const serum = product(0)
/** Its shipping is charged, whatever the tests below do to its price. */
const cheap = product(6)

/** Two of it are about as dear as an order that is sent for nothing. */
const nearlyFree = product(8)

/** Units of the cart as the API shows it to the same browser. */
const unitsByApi = async (browser: ReturnType<typeof visitor>): Promise<ReadonlyArray<number>> => {
  const { items } = (await shop().get("/api/cart", { headers: browser.headers() })).json
  return items.map(({ quantity }: { readonly quantity: number }) => quantity)
}

/** A browser with a serum in its cart. */
const withSerum = async (quantity = 1) => {
  const browser = visitor(shop())
  const { status } = await browser.send("/cart", { action: "add", product: serum, quantity: String(quantity) })
  expect(status).toBe(303)
  return browser
}

describe("languages", () => {
  it("are decided by the address, and by the browser only where somebody arrives", async () => {
    const asking = (path: string, headers: Readonly<Record<string, string>>) =>
      shop().get(path, { headers: { accept, ...headers } })
    const german = { "accept-language": "de-DE,de;q=0.9,en;q=0.5" }
    for (let times = 0; times < 2; times++) {
      const english = await asking("/", {})
      expect([english.status, english.headers["vary"]]).toEqual([
        200,
        "accept-encoding, cookie, accept-language, sec-fetch-site"
      ])
      expect(english.text).toContain("<html lang=\"en\">")
      const redirected = await asking("/", german)
      expect([redirected.status, redirected.headers["location"]]).toEqual([302, "/de"])
      expect(redirected.headers["vary"]).toContain("accept-language")
      expect((await asking("/", { ...german, "sec-fetch-site": "same-origin" })).status).toBe(200)
      expect((await asking("/", { "accept-language": "fr, de;q=0.2, en;q=0.3" })).status).toBe(200)
    }
    expect((await asking("/de", { "accept-language": "en" })).text).toContain("<html lang=\"de\">")
    expect((await asking("/products", german)).text).toContain("<html lang=\"en\">")
  })

  it("each write amounts, days and countries in their own way, and lead to each other", async () => {
    const english = (await shop().get(`/products/${serum}`)).text
    const german = (await shop().get(`/de/products/${serum}`)).text
    expect(english).toContain("€14.90")
    expect(german).toContain("14,90\u00a0€")
    expect(english).toMatch(/Delivered by \w+day, \d+ \w+ when ordered today \(Germany\)/)
    expect(german).toMatch(/Bestellung heute bis \S+(?:tag|woch), \d+\. \S+ geliefert \(Deutschland\)/)
    expect(english).toContain(`<a href="/de/products/${serum}" hreflang="de" lang="de">Deutsch</a>`)
    expect(german).toContain(`<a href="/products/${serum}" hreflang="en" lang="en">English</a>`)
    expect(german).toContain(`<link rel="canonical" href="${shop().baseUrl}/de/products/${serum}"/>`)
    for (const page of [english, german]) {
      expect(page).toContain(`<link rel="alternate" hreflang="de" href="${shop().baseUrl}/de/products/${serum}"/>`)
      expect(page).toContain(`<link rel="alternate" hreflang="en" href="${shop().baseUrl}/products/${serum}"/>`)
    }
  })
})

describe("pages", () => {
  it("lead nowhere that is not there, in either language", async () => {
    const looked = await crawled(shop(), 2)
    expect([...looked].filter(([, status]) => status !== 200)).toEqual([])
    for (const path of ["/de/cart", "/products/", "/de/products/", "/developers", "/de/policies/imprint"]) {
      expect([...looked.keys()].some((one) => one.startsWith(path)), path).toBe(true)
    }
  })

  it("lead whoever adds a slash to their address to the address without it, and nowhere else", async () => {
    const redirected = async (path: string, method: "GET" | "HEAD" = "GET") => {
      const { headers, status } = await shop().request(method, path, { headers: { accept } })
      return [status, headers["location"]]
    }
    for (
      const path of [
        "/de",
        "/products",
        "/de/products",
        `/products/${serum}`,
        "/brands/kieselhaut",
        "/cart",
        "/checkout",
        "/de/contact",
        "/policies/terms",
        "/de/policies/contact",
        "/help",
        "/de/search",
        "/categories/skincare"
      ]
    ) {
      expect(await redirected(`${path}/`), path).toEqual([308, path])
      expect(await redirected(`${path}/?q=a%2Fb&sort=newest`), path).toEqual([308, `${path}?q=a%2Fb&sort=newest`])
      expect(await redirected(`${path}/`, "HEAD"), path).toEqual([308, path])
    }
    expect((await shop().get("/products/?q=a")).headers["cache-control"]).toContain("public")
    for (
      const path of [
        "//evil.example/",
        "/de//evil.example/",
        "/products//",
        "//products/",
        "/brands//evil.example/",
        "/%2Fevil.example/",
        "/\\evil.example/",
        "/nowhere/",
        "/api/products/",
        "/sitemap.xml/"
      ]
    ) {
      const [status, location] = await redirected(path)
      expect([status, location], path).toEqual([404, undefined])
    }
    // What stands for a product is part of the same address.
    for (const id of ["%2Fevil.example", "%5Cevil.example", "evil.example", ".%09"]) {
      const [, location] = await redirected(`/products/${id}/`)
      expect(location, id).toMatch(/^\/products\/[^/]/)
      expect(new URL(String(location), shop().baseUrl).origin, id).toBe(shop().baseUrl)
    }
    const { status } = await shop().post("/cart/", {})
    expect(status).toBe(405)
  })

  it("at unknown addresses help, below /de in German, elsewhere in the browser's language", async () => {
    for (const [path, language] of [["/nowhere", "de"], ["/products/none", "de"], ["/de/nowhere", "en"]] as const) {
      const { headers, text } = await shop().get(path, { headers: { accept, "accept-language": language } })
      expect(text, path).toContain("<html lang=\"de\">")
      expect(text, path).toContain("<h1>Hier ist keine Seite</h1>")
      expect(text, path).toContain("href=\"/de/help\"")
      expect(headers["cache-control"]).toBe("no-store")
    }
    for (
      const [path, words] of [["/nowhere", "There is no page here"], ["/de/products/none", "Hier ist keine Seite"]]
    ) {
      const { headers, status, text } = await shop().get(path!, { headers: { accept } })
      expect([status, headers["cache-control"]], path).toEqual([404, "no-store"])
      expect(text).toContain(`<h1>${words}</h1>`)
    }
    for (const path of ["/categories/none", "/brands/none", "/policies/none", "/nowhere", "/de/x"]) {
      expect((await shop().get(path)).json.code, path).toBe("not_found")
    }
    expect((await shop().get("/products/none")).json.code).toBe("product_not_found")
  })

  it("are kept for everybody, and show a new price at once", async () => {
    const path = `/products/${product(1)}`
    const price = async () => /<span class="figure">([^<]*)/.exec((await shop().get(path)).text)?.[1]
    const first = await shop().get(path)
    const { etag } = first.headers
    expect((await shop().get(path, { headers: { "if-none-match": etag! } })).status).toBe(304)
    expect(first.headers["cache-control"]).toBe("public, max-age=60")
    const token = await shop().clientToken("demo-staff")
    await done(shop().request("PUT", `/api/products/${product(1)}/price`, { token, body: { price: 77.77 } }))
    expect(await price()).toBe("€77.77")
    expect((await shop().get("/de/products?sort=-price")).text).toContain("77,77")
    await shop().setStock(product(1), 5)
  })

  it("are what they would be if they were made anew, whichever product changes", async () => {
    const token = await shop().clientToken("demo-staff")
    const changing = ["ondrava-matte-lipstick-signal-red", "ondrava-matte-lipstick-burnt-rose", product(9)]
    const pages = ["/", "/products", "/brands", "/brands/ondrava", "/categories/make-up", "/de/categories/skincare"]
    const paths = [...pages, "/categories/make-up?sort=price", ...changing.map((id) => `/products/${id}`)]
    const change = (path: string, body: unknown) => done(shop().request("PUT", path, { token, body }))
    const isAsNew = async (path: string, cause: string) => {
      // Whoever may be known gets a page of their own.
      const anew = await shop().get(path, { headers: { cookie: "store_session=nobody" } })
      expect(anew.headers["cache-control"], path).toBe("no-store")
      expect((await shop().get(path)).text === anew.text, `${path} after ${cause}`).toBe(true)
    }
    for (const path of paths) await isAsNew(path, "nothing")
    for (const [n, id] of changing.entries()) {
      await change(`/api/products/${id}/price`, { price: 41 + n / 4 })
      for (const path of paths) await isAsNew(path, `the price of ${id}`)
      await change(`/api/inventory/${id}`, { onHand: 0 })
      for (const path of paths) await isAsNew(path, `the sell-out of ${id}`)
      await change(`/api/inventory/${id}`, { onHand: 50 })
    }
  })

  it("list products by links: category, brand, search, price, stock, and the next page", async () => {
    const names = async (path: string) =>
      [...(await shop().get(path)).text.matchAll(/<h2><a href="([^"]+)"/g)].map((match) => match[1])
    const [first, second] = [await names("/products"), await shop().get("/products")]
    const next = pathsIn(second.text, shop().baseUrl).find((path) => path.startsWith("/products?from="))!
    expect(first).toHaveLength(24)
    expect((await names(next)).filter((path) => first.includes(path))).toEqual([])
    expect(await names("/search?q=niacinamide")).toContain(`/products/${serum}`)
    expect((await names("/de/brands/ondrava")).every((path) => path!.startsWith("/de/products/ondrava-"))).toBe(true)
    expect(await names("/categories/hair?sort=price")).not.toEqual(await names("/categories/hair?sort=-price"))
    expect(await names("/search?q=xyzzy")).toEqual([])
    expect((await shop().get("/products?from=none", { headers: { accept } })).status).toBe(400)
  })
})

describe("the texts of a product", () => {
  it("say how to use it and what to mind, in the language of the page, in lists and in the cart too", async () => {
    const english = (await shop().get(`/products/${serum}`)).text
    const german = (await shop().get(`/de/products/${serum}`)).text
    const { name } = (await shop().get(`/api/products/${serum}`)).json
    const germanName = /<h1>([^<]+)<\/h1>/.exec(german)![1]!
    expect(english).toContain(`<h1>${name}</h1>`)
    expect(germanName).not.toBe(name)
    expect(english).toMatch(/<h2 id="use">How to use<\/h2><p>[^<]{20,}/)
    expect(english).toMatch(/<h2 id="warnings">Warnings<\/h2><p>[^<]{10,}/)
    expect(german).toMatch(/<h2 id="use">Anwendung<\/h2><p>[^<]{20,}/)
    expect(german).toMatch(/<h2 id="warnings">Warnhinweise<\/h2><p>[^<]{10,}/)
    expect(dataIn(german)[0]).toMatchObject({ "@type": "Product", name: germanName })
    // In lists no number begins a line.
    expect((await shop().get("/de/search?q=niacinamid")).text).toContain(
      `>${germanName.replace(" 10 %", "\u00a010\u00a0%")}</a>`
    )
    const browser = await withSerum()
    expect((await browser.open("/de/cart")).text).toContain(germanName)
    expect((await browser.open("/cart")).text).toContain(name)
    expect((await browser.send("/de/checkout", { step: "review", ...ada })).text).toContain(germanName)
  })
})

describe("the shades of a product", () => {
  const [red, rose] = ["ondrava-matte-lipstick-signal-red", "ondrava-matte-lipstick-burnt-rose"]

  it("are a choice of links, with stock and price, each at its own address", async () => {
    const choice = (text: string) =>
      [.../<nav class="choose"[\s\S]*?<\/nav>/.exec(text)![0].matchAll(/<a href="([^"]+)"( aria-current="page")?/g)]
        .map(([, href, current]) => [href, current !== undefined])
    for (const prefix of ["", "/de"]) {
      const text = (await shop().get(`${prefix}/products/${red}`)).text
      expect(choice(text)).toEqual([[`${prefix}/products/${red}`, true], [`${prefix}/products/${rose}`, false]])
      expect(text).toContain(`<link rel="canonical" href="${shop().baseUrl}${prefix}/products/${red}"/>`)
      expect(text.slice(text.indexOf("id=\"others\""))).not.toContain(rose)
    }
    await shop().setStock(rose, 0)
    const token = await shop().clientToken("demo-staff")
    await done(shop().request("PUT", `/api/products/${rose}/price`, { token, body: { price: 31.5 } }))
    const text = (await shop().get(`/products/${red}`)).text
    expect(text).toMatch(/Burnt Rose<small>€31.50<\/small><small>Sold out<\/small>/)
    expect((await shop().get(`/products/${serum}`)).text).not.toContain("class=\"choose\"")
  })

  it("are one entry of a list, with the lowest price, in stock if any is", async () => {
    const listed = async (path: string) =>
      [...(await shop().get(path)).text.matchAll(/<li class="product[^"]*">(?:(?!<\/li>).)*<\/li>/gs)]
        .map(([card]) => card).filter((card) => card.includes("/ondrava-matte-lipstick-"))
    const token = await shop().clientToken("demo-staff")
    await shop().setStock(rose, 0)
    await done(shop().request("PUT", `/api/products/${rose}/price`, { token, body: { price: 17.5 } }))
    for (const path of ["/brands/ondrava", "/categories/make-up", "/search?q=matte+lipstick"]) {
      const cards = await listed(path)
      expect(cards, path).toHaveLength(1)
      expect(cards[0]).toContain(`<a href="/products/${red}">Matte Lipstick</a>`)
      expect(cards[0]).toMatch(/<span class="amount">from €17.50<\/span>.*<small>2 shades<\/small>/s)
      expect(cards[0]).not.toContain("Sold out")
    }
    const [german] = await listed("/de/brands/ondrava")
    expect(german).toContain(`<a href="/de/products/${red}">Matter Lippenstift</a>`)
    expect(german).toMatch(/ab 17,50\u00a0€.*<small>2 Farbtöne<\/small>/s)
    // What only one shade is called leads to it; what is in stock is one shade.
    const [named] = await listed("/search?q=burnt+rose")
    expect(named).toMatch(new RegExp(`<a href="/products/${rose}">Matte Lipstick Burnt Rose</a>.*Sold out`, "s"))
    expect((await listed("/brands/ondrava?in-stock=1"))[0]).toContain(">Matte Lipstick Signal Red</a>")
    const { data } = (await shop().get("/api/products?q=matte+lipstick")).json
    expect(data.map(({ id }: { readonly id: string }) => id)).toEqual([rose, red])
  })

  it("are one suggestion, as they are one entry of a list", async () => {
    for (const language of ["", "/de"]) {
      const { json: names } = await shop().get(`${language}/search/suggestions?q=lip`)
      const shown = (await shop().get(`${language}/search?q=lip`)).text.replaceAll("\u00a0", " ")
      expect(new Set(names).size, language).toBe(names.length)
      const entries = names.filter((name: string) => name !== name.toLowerCase())
      expect(entries.length, language).toBeGreaterThan(1)
      for (const name of entries) expect(shown, name).toMatch(new RegExp(`<h[23]><a [^>]*>${name}</a>`))
    }
  })

  it("are one group for search engines", async () => {
    const [product, , group] = dataIn((await shop().get(`/products/${red}`)).text)
    expect(product).toMatchObject({ color: "Signal Red", inProductGroupWithID: "ondrava-matte-lipstick" })
    expect(product.isVariantOf).toEqual({ "@id": group["@id"] })
    expect(group).toMatchObject({
      "@type": "ProductGroup",
      name: "Matte Lipstick",
      productGroupID: "ondrava-matte-lipstick",
      variesBy: ["https://schema.org/color"],
      hasVariant: [{ "@id": product["@id"] }, { "@type": "Product", url: `${shop().baseUrl}/products/${rose}` }]
    })
    const german = dataIn((await shop().get(`/de/products/${red}`)).text)
    expect(german[2]["@id"]).toBe(group["@id"])
    expect(german[2].hasVariant[1].url).toBe(`${shop().baseUrl}/de/products/${rose}`)
  })
})

describe("pictures", () => {
  it("are files of several widths that keep their place; previews are PNG", async () => {
    const { text } = await shop().get(`/products/${serum}`)
    const pictures = [...text.matchAll(/<img [^>]*>/g)].map(([tag]) => tag)
    expect(pictures.length).toBeGreaterThan(3)
    for (const [n, tag] of pictures.entries()) {
      const at = `/images/[a-z0-9-]+-[0-9a-zA-Z_-]{16}-`
      expect(tag).toMatch(new RegExp(` srcset="${at}320.webp 320w, ${at}640.webp 640w, ${at}1280.webp 1280w"`))
      expect(tag).toMatch(/ sizes="[^"]+" alt(?:="[^"]*")? width="\d+" height="\d+"/)
      expect(tag.includes(" loading=\"lazy\""), tag).toBe(n > 0)
    }
    const png = /<meta property="og:image" content="([^"]+)"/.exec(text)![1]!
    expect(png).toMatch(/-1280\.png$/)
    expect(dataIn(text)[0].image).toEqual([png])
    const file = await shop().get(pathOf(png))
    expect([file.status, file.headers["content-type"]]).toEqual([200, "image/png"])
  })
})

describe("a search", () => {
  const page = async (path: string) => (await shop().get(path, { headers: { accept } })).text
  const linked = (text: string, words: string): string | undefined =>
    [...text.matchAll(/<a href="([^"]+)"[^>]*>([^<]*)/g)].find((match) => match[2]!.trim() === words)?.[1]
      ?.replaceAll("&amp;", "&")
  const named = (text: string) => [...text.matchAll(/<h2><a href="([^"]+)"/g)].map((match) => match[1])

  it("with a typing error finds what was meant, says so, and leads to the words that were typed", async () => {
    for (const [prefix, says] of [["", "Showing results for"], ["/de", "Angezeigt werden Ergebnisse für"]] as const) {
      const text = await page(`${prefix}/search?q=niacinamdie`)
      expect(text).toContain(says)
      expect(named(text)).toContain(`${prefix}/products/${serum}`)
      const typed = linked(text, "niacinamdie")!
      expect(typed).toBe(`${prefix}/search?q=niacinamdie&exact=1`)
      const exact = await page(typed)
      expect(named(exact)).toEqual([])
      expect(linked(exact, "niacinamide")).toBe(`${prefix}/search?q=niacinamide`)
    }
  })

  it("counts what it finds by brand, category, price and stock, and each count is what its link shows", async () => {
    const text = await page("/search?q=serum")
    const counts = [...text.matchAll(/<li><a href="([^"]+)" rel="nofollow"[^>]*>[^<]*<small>(\d+)/g)]
      .map(([, href, count]) => [href!.replaceAll("&amp;", "&"), Number(count)] as const)
    expect(counts.length).toBeGreaterThan(4)
    for (const kind of ["category=", "brand=", "price=", "in-stock="]) {
      const [href, count] = counts.find(([href]) => href.includes(kind))!
      expect(named(await page(href)).length, href).toBe(Math.min(24, count))
    }
    const [narrowed] = counts.find(([href]) => href.includes("brand="))!
    expect(await page(narrowed)).toMatch(/aria-current="true"/)
    expect(linked(await page(narrowed), "Remove all filters")).toBe("/search?q=serum")
    expect(await page(`${narrowed}&sort=newest`)).toContain("name=\"brand\"")
  })

  it("leaves out of what was typed what cannot be shown, wherever a page repeats it", async () => {
    // oxlint-disable-next-line no-control-regex: the characters are what this is about
    const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe]/
    for (const prefix of ["", "/de"]) {
      const { status, text } = await shop().get(`${prefix}/search?q=abc%E2%80%AEdef%00x%0Bq`)
      expect([status, hidden.test(text)]).toEqual([200, false])
      expect(text).toMatch(/<h1>[^<]*[“„]abcdefx q/)
      // Also in the addresses of its links.
      expect(text).not.toMatch(/%E2%80%AE|%00/)
      const browser = await withSerum()
      const typed = { ...ada, name: "x\u202egnp.exe", city: "Ber\u0000lin", email: "a\u0007" }
      const refused = await browser.send(`${prefix}/checkout`, { step: "review", ...typed })
      expect([refused.status, hidden.test(refused.text)]).toEqual([400, false])
      expect(refused.text).toContain("value=\"xgnp.exe\"")
    }
  })

  it("that finds nothing helps on: single words, categories, what is new", async () => {
    const text = await page("/search?q=xyzzyxyzzy+serum")
    expect(text).toContain("Nothing found for")
    expect(linked(text, "serum")).toBe("/search?q=serum")
    expect(text).toContain("New in the shop")
    expect(await page("/search?q=serum&brand=none")).toContain("Remove all filters")
    // Nor do the words as corrected: nothing is said of those, and no word is offered that only a correction finds.
    const misspelt = await page("/search?q=lipstick+niacinamdie")
    expect(misspelt).toContain("Nothing found for “lipstick niacinamdie”")
    expect(misspelt).not.toMatch(/Showing results|Did you mean|niacinamide/)
    expect([linked(misspelt, "lipstick"), linked(misspelt, "niacinamdie")]).toEqual(["/search?q=lipstick", undefined])
    for (const odd of ["price=x", "price=9-1", "price=999999999-", "brand=", "sort=x", "exact=1"]) {
      expect((await shop().get(`/search?q=serum&${odd}`, { headers: { accept } })).status, odd).toBe(200)
    }
  })
})

describe("the cart", () => {
  it("is the API's, by the same cookie, and there is none before", async () => {
    const browser = visitor(shop())
    for (const path of ["/", "/de", `/products/${serum}`, "/cart", "/checkout", "/contact"]) {
      expect((await browser.open(path)).cookies, path).toEqual([])
    }
    const added = await browser.send("/de/cart", { action: "add", product: serum, quantity: "2" })
    expect([added.status, added.headers["location"]]).toEqual([303, `/de/cart?done=added%3A${serum}`])
    expect(added.cookies).toEqual([expect.stringMatching(/^store_session=[^;]+; Path=\/; .*HttpOnly; SameSite=Lax/)])
    expect(await unitsByApi(browser)).toEqual([2])
    const page = await browser.open(added.headers["location"]!)
    expect(page.text).toContain("29,80")
    expect(page.headers["cache-control"]).toBe("no-store")
    expect(page.text).toContain("liegt im Warenkorb")
    await browser.send("/cart", { action: "set", product: serum, quantity: "3" })
    expect(await unitsByApi(browser)).toEqual([3])
    await browser.send("/cart", { action: "remove", product: serum })
    expect(await unitsByApi(browser)).toEqual([])
    // The address is still in the browser's history.
    expect((await browser.open(added.headers["location"]!)).text).not.toContain("liegt im Warenkorb")
  })

  it("says that it needs a cookie, where the browser does not keep it", async () => {
    for (
      const [prefix, words] of [["", "has not kept the cookie"], ["/de", "hat das Cookie nicht behalten"]] as const
    ) {
      const added = await visitor(shop()).send(`${prefix}/cart`, { action: "add", product: serum, quantity: "1" })
      expect((await visitor(shop()).open(added.headers["location"]!)).text).toContain(words)
      expect((await visitor(shop()).open(`${prefix}/cart`)).text).not.toContain(words)
    }
  })

  it("says why it is as it was, whatever quantity and product a form names", async () => {
    const notWhole = ["A quantity is a whole number from 1 to 99", "Eine Menge ist eine ganze Zahl von 1 bis 99"]
    const tooMany = ["At most 99 of a product go into one cart", "passen höchstens 99 in einen Warenkorb"]
    const nowhere = ["This product is not in the shop", "Dieses Produkt gibt es im Shop nicht"]
    const plenty = product(3)
    const cases = [
      ...["1.5", "-1", "", " ", "x", "1e-1", "0x1", "Infinity", "1e99", "１", "1,0"].map((text) =>
        [text, serum, notWhole] as const
      ),
      ...["100", "1e2", "10000", "123456789"].map((text) => [text, plenty, tooMany] as const),
      ["1", "no-such-product", nowhere],
      ["1", "", nowhere]
    ] as const
    await shop().setStock(plenty, 500)
    const browser = await withSerum()
    await browser.send("/cart", { action: "add", product: plenty, quantity: "1" })
    for (const [quantity, product, words] of cases) {
      for (const [at, expected] of [["/cart", words[0]], ["/de/cart", words[1]]] as const) {
        for (const action of ["set", "add"]) {
          const sent = await browser.send(at, { action, product, quantity, key: randomUUID() })
          expect(sent.headers["location"], `${action} ${quantity}`).toMatch(/\?done=/)
          const page = await browser.open(sent.headers["location"]!)
          expect(page.text, `${action} ${quantity} of ${product}`).toContain(expected)
        }
      }
    }
    const none = await browser.send("/cart", { action: "add", product: serum, quantity: "0", key: randomUUID() })
    expect((await browser.open(none.headers["location"]!)).text).toContain(notWhole[0])
    expect(await unitsByApi(browser)).toEqual([1, 1])
  })

  it("says that something was removed as long as it is not in the cart", async () => {
    const browser = await withSerum()
    for (
      const [at, words] of [["/cart", "It was removed from your cart"], ["/de/cart", "aus dem Warenkorb entfernt"]]
    ) {
      const { headers } = await browser.send(at!, { action: "remove", product: serum, quantity: "1" })
      const after = headers["location"]!
      expect((await browser.open(after)).text).toContain(words)
      await browser.send(at!, { action: "add", product: serum, quantity: "1", key: randomUUID() })
      expect((await browser.open(after)).text).not.toContain(words)
      expect((await browser.open(`${at}?done=removed`)).text).not.toContain(words)
    }
  })

  it("says that something has changed as long as it is as it was changed", async () => {
    const browser = await withSerum()
    const { headers } = await browser.send("/cart", { action: "set", product: serum, quantity: "3" })
    const isSaid = async (at: string) => (await browser.open(at)).text.includes("Your cart has changed")
    expect(await isSaid(headers["location"]!)).toBe(true)
    await browser.send("/cart", { action: "set", product: serum, quantity: "2" })
    for (const at of [headers["location"]!, "/cart?done=set", `/cart?done=set:${serum}`]) {
      expect(await isSaid(at), at).toBe(false)
    }
    for (const at of [`/cart?done=product:${serum}`, "/cart?done=limit:3", "/cart?done=stock:3"]) {
      const { text } = await browser.open(at)
      expect(text, at).not.toMatch(/not in the shop|At most 3 |left, so/)
    }
  })

  it("takes a whole number however a browser's field for numbers has it", async () => {
    const browser = await withSerum()
    for (const [quantity, units] of [["00002", 2], ["3.0", 3], ["1e1", 10], ["1.1E+1", 11]] as const) {
      const { headers } = await browser.send("/cart", { action: "set", product: serum, quantity })
      expect([headers["location"], await unitsByApi(browser)], quantity).toEqual([
        `/cart?done=set%3A${serum}%3A${units}`,
        [units]
      ])
    }
  })

  it("takes each form once, with a key or without", async () => {
    const browser = visitor(shop())
    const plain = { action: "add", product: serum, quantity: "1" }
    for (let times = 0; times < 3; times++) await browser.send("/cart", plain)
    expect(await unitsByApi(browser)).toEqual([1])
    const { text } = await browser.open(`/products/${serum}`)
    const key = hidden(text, "key")!
    expect(key).toMatch(/^[0-9a-f-]{36}$/)
    for (let times = 0; times < 3; times++) {
      expect((await browser.send("/cart", { ...plain, quantity: "2", key })).status).toBe(303)
    }
    expect(await unitsByApi(browser)).toEqual([3])
    await browser.send("/cart", { ...plain, quantity: "2", key: randomUUID() })
    expect(await unitsByApi(browser)).toEqual([5])
  })

  it("takes forms of its own pages only", async () => {
    const browser = await withSerum()
    const body = new URLSearchParams({ action: "set", product: serum, quantity: "9" }).toString()
    for (
      const foreign of [
        { origin: "https://evil.example" },
        { "sec-fetch-site": "cross-site" },
        { origin: "null" },
        { "sec-fetch-site": "same-site", origin: shop().url }
      ]
    ) {
      for (const path of ["/cart", "/checkout", "/contact"]) {
        const { status } = await shop().post(path, body, {
          headers: { ...browser.headers(), ...foreign, "content-type": "application/x-www-form-urlencoded" }
        })
        expect(status, `${path} ${JSON.stringify(foreign)}`).toBe(403)
      }
    }
    expect(await unitsByApi(browser)).toEqual([1])
  })

  it("has full shelves, no product twice, and a picture that networks show", async () => {
    for (const path of ["/", "/de"]) {
      const { text } = await shop().get(path, { headers: { accept } })
      const shelves = [...text.matchAll(/<ul class="products">(.*?)<\/ul>/gs)].map(([, shelf]) =>
        [...shelf!.matchAll(/<h3><a href="([^"]+)"/g)].map(([, address]) => address)
      )
      expect(shelves.length).toBeGreaterThan(1)
      for (const shelf of shelves) expect(shelf.length % 4, path).toBe(0)
      expect(new Set(shelves.flat()).size).toBe(shelves.flat().length)
      const [, preview] = /<meta property="og:image" content="([^"]+)"/.exec(text)!
      const picture = await shop().get(pathOf(preview!))
      expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"])
    }
  })

  it("says how much is missing for free shipping, to the cent, and nothing once it is free", async () => {
    const staff = await shop().clientToken("demo-staff")
    const browser = visitor(shop())
    await browser.send("/cart", { action: "add", product: nearlyFree, quantity: "2" })
    const said: ReadonlyArray<readonly [price: number, en: string | undefined, de: string | undefined]> = [
      [
        10,
        "€30.00 more, and shipping (Standard) is free.",
        "Noch 30,00\u00a0€, dann ist der Versand (Standard) kostenlos."
      ],
      [
        24.99,
        "€0.02 more, and shipping (Standard) is free.",
        "Noch 0,02\u00a0€, dann ist der Versand (Standard) kostenlos."
      ],
      [25, undefined, undefined],
      [25.01, undefined, undefined]
    ]
    for (const [price, en, de] of said) {
      await done(shop().request("PUT", `/api/products/${nearlyFree}/price`, { body: { price }, token: staff }))
      const pages = [(await browser.open("/cart")).text, (await browser.open("/de/cart")).text] as const
      for (const [n, words] of [en, de].entries()) {
        const text = pages[n]!
        expect([
          price,
          n,
          text.includes("shipping (Standard) is free") || text.includes("Versand (Standard) kostenlos")
        ])
          .toEqual([price, n, words !== undefined])
        if (words !== undefined) expect(text).toContain(words)
        expect([price, n, text.includes(n === 0 ? "€4.95" : "4,95")]).toEqual([price, n, words !== undefined])
      }
      const { shipping } = (await shop().get("/api/cart", { headers: browser.headers() })).json
      expect([price, shipping]).toEqual([price, en === undefined ? 0 : 4.95])
    }
    const home = await shop().get("/", { headers: { accept } })
    expect(home.text).toContain("Free shipping from €50.00 (EU)")
  })

  it("says what has changed, and what it cannot hold", async () => {
    const id = product(2)
    await shop().setStock(id, 5)
    const browser = visitor(shop())
    await browser.send("/cart", { action: "add", product: id, quantity: "4" })
    const refused = await browser.send("/cart", { action: "set", product: id, quantity: "6" })
    const reopened = async ({ headers }: typeof refused): Promise<string> =>
      (await browser.open(headers["location"]!)).text
    expect(await reopened(refused)).toContain("There are only 5 left")
    expect(await unitsByApi(browser)).toEqual([4])
    const other = await visitor(shop()).send("/cart", { action: "add", product: id, quantity: "6" })
    expect(await reopened(other)).toContain("There are only 5 left")
    await shop().setStock(id, 1)
    for (const one of [refused, other]) expect(await reopened(one)).toContain("There is only 1 left")
    await shop().setStock(id, 6)
    for (const one of [refused, other]) expect(await reopened(one)).not.toContain("left, so your cart")
    await shop().setStock(id, 1)
    const token = await shop().clientToken("demo-staff")
    await done(shop().request("PUT", `/api/products/${id}/price`, { token, body: { price: 1.23 } }))
    const { text } = await browser.open("/cart")
    expect(text).toContain("costs €1.23 now")
    expect(text).toContain("only 1 is left")
    await browser.send("/cart", { action: "add", product: "no-such-product", quantity: "1" })
    expect(await unitsByApi(browser)).toEqual([4])
  })
})

it("the name of a country stands alone in every text, so that it needs no article and no case", () => {
  const texts = readFileSync(new URL("../src/Messages.ts", import.meta.url), "utf8")
  const named = [...texts.matchAll(/"[^"]*\{country\}[^"]*"/g)].map(([text]) => text)
  expect(named.length).toBeGreaterThan(8)
  for (const text of named) expect(text).toMatch(/: \{country\}[".]|\(\{country\}\)/)
})

it("a country is found by every name under which a page shows it", () => {
  for (const { country } of languages.map(formatIn)) {
    for (const code of codes) expect(find(country(code)), country(code)).toBe(code)
  }
})

describe("the checkout", () => {
  it("names what is wrong with each field, and takes countries as people write them", async () => {
    const browser = await withSerum()
    const faulty = await browser.send("/checkout", {
      step: "review",
      ...ada,
      email: "ada",
      city: " ",
      country: "Atlantis"
    })
    expect(faulty.status).toBe(400)
    expect(faulty.text).toContain("Enter an email address")
    expect(faulty.text).toContain("Enter the city")
    expect(faulty.text).toContain("Choose a country from the list")
    expect(faulty.text).toMatch(
      /<select id="country"[^>]*autocomplete="shipping country"[^>]*><option value="DE"[^>]*>Germany</
    )
    expect(faulty.text).toContain("value=\"Ada Lovelace\"")
    for (const country of ["Deutschland", "DE", "deu", " germany ", "Allemagne"]) {
      const { status, text } = await browser.send("/checkout", { step: "review", ...ada, country })
      expect([status, text.includes("Berlin<br/>Germany")], country).toEqual([200, true])
    }
    const swiss = await browser.send("/de/checkout", {
      step: "review",
      ...ada,
      country: "Schweiz",
      postcode: "8001",
      method: "express"
    })
    expect(swiss.text).toContain("24,95")
    expect(swiss.text).toMatch(/<p>Express, Lieferung bis \p{Lu}\p{Ll}+(?:tag|woch), /u)
    expect((await browser.send("/checkout", { step: "review", ...ada })).text)
      .toMatch(/<p>Standard, delivered by [A-Z][a-z]+day, /)
    expect(swiss.text).toContain("Zahlungspflichtig bestellen")
    const unserved = await browser.send("/checkout", { step: "review", ...ada, country: "Antarctica" })
    expect(unserved.text).toContain("We do not deliver to this country: Antarctica")
    const faultsOf = async (more: object) => {
      const { status, text } = await browser.send("/checkout", { step: "review", ...ada, ...more })
      return status === 200
        ? []
        : [...text.matchAll(/<p class="fault" id="(\w+)-fault">([^<]*)/g)].map((one) => one.slice(1))
    }
    expect(await faultsOf({ postcode: "1011" })).toEqual([["postcode", "Enter a postcode of the country: Germany"]])
    expect(await faultsOf({ postcode: "" })).toEqual([["postcode", "Enter the postcode"]])
    expect(await faultsOf({ name: "x\u202egnp.exe", email: "a@b.de\u200b" }))
      .toEqual([["email", expect.any(String)], ["name", expect.stringContaining("that can be printed")]])
    expect(await faultsOf({ country: "Spain", postcode: "35001" }))
      .toEqual([["postcode", expect.stringContaining("We do not deliver to this postcode")]])
    expect(await faultsOf({ country: "Katar", postcode: "" })).toEqual([])
    expect(await faultsOf({ country: "UK", postcode: "SW1A 1AA" })).toEqual([])
    const boston = { country: "US", postcode: "02108", city: "Boston" }
    expect(await faultsOf(boston)).toEqual([["region", "Enter the state or province"]])
    expect(await faultsOf({ phone: "call me", company: "x\u202ey" }))
      .toEqual([["company", expect.any(String)], ["phone", expect.stringContaining("Enter a phone number")]])
    const more = { company: "Analytical", address2: "Floor 3", region: "MA", phone: "+1 617 5550123" }
    const american = await browser.send("/checkout", { step: "review", ...ada, ...boston, ...more })
    expect(american.text).toContain(
      "Ada Lovelace<br/>Analytical<br/>Torstrasse 1<br/>Floor 3<br/>Boston, MA 02108<br/>"
    )
    expect(american.text).toContain("Phone: +1 617 5550123")
    // The field of a country that was chosen before is sent, too.
    const bill = { "billing-company": "Works", "billing-city": "Wien", "billing-country": "AT", "billing-region": "MA" }
    const partly = await browser.send("/checkout", { step: "review", ...ada, ...bill })
    expect([...partly.text.matchAll(/id="([\w-]+)-fault"/g)].map(([, field]) => field))
      .toEqual(["billing-name", "billing-address", "billing-postcode"])
    const rest = { "billing-name": "Accounts", "billing-address": "Ring 1", "billing-postcode": "1010" }
    const billed = await browser.send("/checkout", { step: "review", ...ada, ...bill, ...rest })
    expect(billed.text)
      .toContain("Billing address:<br/>Works<br/>Accounts<br/>Ring 1<br/>1010 Wien<br/>Austria")
    expect(hidden(billed.text, "billing-name")).toBe("Accounts")
    const german = await browser.send("/checkout", { step: "review", ...ada, region: "MA" })
    expect(german.text).toContain("10119 Berlin<br/>Germany")
    const back = await browser.send("/checkout", { step: "edit", ...ada, name: "Grace <b>" })
    expect(back.text).toContain("value=\"Grace &lt;b>\"")
  })

  it("says that VAT is included where the order contains some, in the review and after it", async () => {
    const remark = /VAT|MwSt/
    const shown = async (prefix: string, where: object) => {
      const browser = await withSerum()
      const review = await browser.send(`${prefix}/checkout`, { step: "review", ...ada, ...where })
      const named = (name: string) => hidden(review.text, name)!
      const placed = { step: "order", ...ada, ...where, total: named("total"), key: named("key") }
      const { headers } = await browser.send(`${prefix}/checkout`, placed)
      const { json: left } = await shop().post(pathOf(headers["location"]!), { action: "cancel" })
      const page = (await shop().get(new URL(left.returnUrl).pathname)).headers["location"]!
      const sums = [
        /<dl class="prices">.*?<\/dl>/s.exec(review.text)![0],
        /<main.*<\/main>/s.exec((await shop().get(page)).text)![0]
      ]
      return sums.map((text) => remark.test(text))
    }
    const swiss = { postcode: "8001", city: "Zürich", country: "CH" }
    for (const prefix of ["", "/de"]) {
      expect(await shown(prefix, swiss)).toEqual([false, false])
      expect(await shown(prefix, {})).toEqual([true, true])
    }
    const { text } = await (await withSerum()).open("/checkout")
    for (const way of ["role=\"search\"", "/categories/", "/brands"]) expect(text).not.toContain(way)
    expect(text).toContain("All prices include VAT where it is due")
  })

  it("places one order for what was shown, however often the button is pressed", async () => {
    const browser = await withSerum(2)
    const review = await browser.send("/checkout", { step: "review", ...ada })
    const total = hidden(review.text, "total")!
    const order = { step: "order", ...ada, total, key: hidden(review.text, "key")! }
    const changed = await browser.send("/checkout", { ...order, total: String(Number(total) - 1), key: randomUUID() })
    expect(changed.status).toBe(409)
    expect(changed.text).toContain("Please check the new total")
    const placed = await browser.send("/checkout", order)
    expect([placed.status, placed.text]).toEqual([303, ""])
    const location = placed.headers["location"]!
    expect(location).toMatch(/\/pay\//)
    const { data } = (await shop().get("/api/orders", { headers: browser.headers() })).json
    expect(data).toMatchObject([{ status: "pending", total: Number(total) / 100 }])
    expect((await browser.send("/checkout", order)).headers["location"]).toBe(location)
    await pay(shop(), location)
    expect((await browser.send("/checkout", order)).headers["location"]).toBe(location)
    expect((await shop().get("/api/orders", { headers: browser.headers() })).json.data).toHaveLength(1)
    expect((await shop().get(pathOf(location))).status).toBe(200)
  })

  it("shows a price that rose since the review before it orders, with what was typed, and takes one that fell", async () => {
    const staff = await shop().clientToken("demo-staff")
    const price = async (euros: number) =>
      expect(
        (await shop().request("PUT", `/api/products/${cheap}/price`, { body: { price: euros }, token: staff })).status
      )
        .toBe(200)
    const browser = visitor(shop())
    await browser.send("/cart", { action: "add", product: cheap, quantity: "1" })
    const typed = { ...ada, name: "Grace Hopper" }
    const review = await browser.send("/checkout", { step: "review", ...typed })
    const form = (page: string) => ({
      step: "order",
      ...typed,
      total: hidden(page, "total")!,
      key: hidden(page, "key")!
    })
    const before = Number(hidden(review.text, "total")) - 495
    await price((before + 100) / 100)
    for (let n = 0; n < 2; n++) {
      const raised = await browser.send("/checkout", form(review.text))
      expect([raised.status, raised.text.includes("Please check the new total")]).toEqual([409, true])
      expect(hidden(raised.text, "total")).toBe(String(before + 100 + 495))
      expect(raised.text).toContain("Grace Hopper")
    }
    expect((await shop().get("/api/orders", { headers: browser.headers() })).json.data).toEqual([])
    const raised = await browser.send("/checkout", form(review.text))
    await price((before - 100) / 100)
    expect((await browser.send("/checkout", form(raised.text))).headers["location"]).toMatch(/\/pay\//)
    expect((await shop().get("/api/orders", { headers: browser.headers() })).json.data)
      .toMatchObject([{ total: (before - 100 + 495) / 100 }])
    await price(before / 100)
  })

  it("says that the cart has changed in another tab, where it has, and not that prices have", async () => {
    for (const [prefix, words] of [["", "Your cart has changed since"], ["/de", "Ihr Warenkorb hat sich"]] as const) {
      const browser = await withSerum()
      const { text } = await browser.send(`${prefix}/checkout`, { step: "review", ...ada })
      const named = (name: string) => hidden(text, name)!
      const order = { step: "order", ...ada, total: named("total"), goods: named("goods"), key: named("key") }
      await browser.send("/cart", { action: "add", product: product(1), quantity: "1", key: randomUUID() })
      const refused = await browser.send(`${prefix}/checkout`, order)
      expect([refused.status, refused.text.includes(words)]).toEqual([409, true])
      expect(refused.text).not.toMatch(/Prices or shipping have|Preise oder Versandkosten haben/)
      const cheaper = { ...order, total: "1", goods: hidden(refused.text, "goods")!, key: randomUUID() }
      const again = await browser.send(`${prefix}/checkout`, cheaper)
      expect(again.text).toMatch(/Prices or shipping have|Preise oder Versandkosten haben/)
      const { headers } = await browser.send(`${prefix}/checkout`, {
        ...cheaper,
        total: hidden(refused.text, "total")!,
        key: hidden(again.text, "key")!
      })
      expect(headers["location"]).toMatch(/\/pay\//)
    }
  })

  it("orders nothing but what the last page showed, even where it costs no more", async () => {
    const browser = await withSerum()
    const { text } = await browser.send("/checkout", { step: "review", ...ada })
    const named = (name: string) => hidden(text, name)!
    const order = { step: "order", ...ada, total: named("total"), goods: named("goods"), key: named("key") }
    const cart = (action: string, product: string) =>
      browser.send("/cart", { action, product, quantity: "1", key: randomUUID() })
    const { json } = await shop().get("/api/cart", { headers: browser.headers() })
    await cart("remove", json.items[0].productId)
    await cart("add", (await shop().get("/api/products?sort=price&inStock=true&limit=1")).json.data[0].id)
    const refused = await browser.send("/checkout", order)
    expect(Number(hidden(refused.text, "total"))).toBeLessThan(Number(order.total))
    expect([refused.status, refused.text.includes("Your cart has changed since")]).toEqual([409, true])
    expect((await shop().get("/api/orders", { headers: browser.headers() })).json.data).toEqual([])
  })

  it("leads back to the cart, which offers the order that waits, when somebody leaves the payment", async () => {
    for (const prefix of ["", "/de"]) {
      const browser = await withSerum()
      const review = await browser.send(`${prefix}/checkout`, { step: "review", ...ada })
      const named = (name: string) => hidden(review.text, name)!
      const order = { step: "order", ...ada, total: named("total"), key: named("key") }
      const payUrl = (await browser.send(`${prefix}/checkout`, order)).headers["location"]!
      const { json: left } = await shop().post(pathOf(payUrl), { action: "cancel" })
      const { pathname, search } = new URL(left.returnUrl)
      const at = pathname + search
      const back = await browser.open(at)
      expect([back.status, new URL(back.headers["location"]!, shop().url).pathname]).toEqual([303, `${prefix}/cart`])
      const { text } = await browser.open(`${prefix}/cart`)
      expect(text).toContain(prefix === "" ? "is not paid yet" : "ist noch nicht bezahlt")
      expect(text).toContain(`href="${payUrl}"`)
      const cancel = /href="(\/orders\/[^"]+\/cancel)"/.exec(text)![1]!
      expect((await browser.open(cancel)).status).toBe(200)
      // Whoever did not leave, and whose cart it is not, gets to the order, as before.
      for (const [other, path] of [[browser, pathname], [visitor(shop()), at]] as const) {
        expect((await other.open(path)).headers["location"]).toMatch(/^\/orders\//)
      }
      // The cart of somebody else says nothing of it.
      expect((await (await withSerum()).open(`${prefix}/cart`)).text).not.toContain(payUrl)
      const [{ id }] = (await shop().get("/api/orders", { headers: browser.headers() })).json.data
      await done(
        shop().post(`/api/orders/${id}/cancel`, {}, { headers: { ...browser.headers(), origin: shop().baseUrl } })
      )
      const after = await browser.open(`${prefix}/cart`)
      expect([after.text.includes(payUrl), (await browser.open(at)).headers["location"]])
        .toEqual([false, expect.stringMatching(/^\/orders\//)])
    }
  })

  it("needs a cart", async () => {
    const browser = visitor(shop())
    expect((await browser.open("/checkout")).headers["location"]).toBe("/cart")
    expect((await browser.send("/checkout", { step: "order", ...ada })).headers["location"]).toBe("/cart")
  })
})

describe("contact", () => {
  it("makes one ticket of a message, however often it is sent", async () => {
    const browser = visitor(shop())
    const page = await browser.open("/de/contact")
    const message = { email: ada.email, subject: "Hallo", message: "<i>Frage</i>", order: "" }
    const faulty = await browser.send("/de/contact", { ...message, subject: " " })
    expect([faulty.status, faulty.text.includes("&lt;i>Frage&lt;/i>")]).toEqual([400, true])
    const sent = { ...message, key: hidden(page.text, "key")! }
    const numbers = new Set<string>()
    const pages = new Set<string>()
    for (let times = 0; times < 3; times++) {
      const { status, text } = await browser.send("/de/contact", sent)
      expect(status).toBe(200)
      numbers.add(/tkt_\w+|tic_\w+|[a-z]+_[0-9A-Za-z]{20,}/.exec(text)![0])
      pages.add(/\/support\/tpg_\w+\.[\w-]+/.exec(text)![0])
    }
    expect([numbers.size, pages.size]).toEqual([1, 1])
    expect((await shop().get([...pages][0]!)).text).toContain("&lt;i>Frage&lt;/i>")
  })

  it("keeps the number of an order without what a broken line has left in it", async () => {
    const browser = visitor(shop())
    const key = hidden((await browser.open("/contact")).text, "key")!
    const order = "ord_\u200bno\u00adbody"
    const { text } = await browser.send("/contact", { email: ada.email, subject: "Where", message: "?", order, key })
    expect((await shop().get(/\/support\/tpg_\w+\.[\w-]+/.exec(text)![0])).text).toContain("ord_nobody")
  })
})

describe("for search engines", () => {
  it("the sitemap lists every product; that of a small shop is one part", async () => {
    const whole = await shop().get("/sitemap.xml")
    expect((await shop().get("/sitemaps/1.xml")).text).toBe(whole.text)
    expect(whole.text).toContain(`<loc>${shop().baseUrl}/de/products/${serum}</loc>`)
    for (const none of ["0.xml", "2.xml", "1", "x.xml"]) {
      expect((await shop().get(`/sitemaps/${none}`, { headers: { accept } })).status, none).toBe(404)
    }
  })

  it("a product says what Google and schema.org require", () => saysAll(shop(), [serum, product(1)]))
})
