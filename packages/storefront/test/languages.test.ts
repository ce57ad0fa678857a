/** A shop in one language, and one whose first is German: no page, document or order speaks another. */
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Storefront from "@beauty-store/storefront/Storefront"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Layer from "effect/Layer"
import { afterAll, expect, it } from "vitest"
import { openHandlers } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import { delivery } from "../../../test/shop/shopper.ts"
import { accept, visitor } from "./visits.ts"

const open = (languages: readonly ["de", ...ReadonlyArray<"en">] | readonly ["en"]) =>
  openHandlers(
    HttpLayerRouter.toHttpEffect(StoreHttp.layer({ prefix: "/" }).pipe(Layer.provide(Storefront.layer()))),
    { policy: { languages } }
  )
const shops = { german: await open(["de"]), both: await open(["de", "en"]), english: await open(["en"]) }
afterAll(() => Promise.all(Object.values(shops).map((shop) => shop.close())))

const languageOf = (text: string) => /<html lang="(\w+)"/.exec(text)?.[1]
const alternatesOf = (text: string) =>
  [...text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)]
    .map(([, language, href]) => `${language} ${new URL(href!).pathname}`)

it("speaks its one language at its root, whatever a browser prefers, and offers no other", async () => {
  for (const [shop, language, other] of [[shops.german, "de", "en"], [shops.english, "en", "de"]] as const) {
    const { open: visit } = visitor(shop, { "accept-language": other })
    for (const path of ["/", "/products", `/products/${serum}`, "/cart", "/help", "/orders/find", "/nowhere"]) {
      const { headers, status, text } = await visit(path)
      expect([path, status, languageOf(text), alternatesOf(text)]).toEqual([
        path,
        path === "/nowhere" ? 404 : 200,
        language,
        []
      ])
      expect(text).not.toMatch(/href="\/(en|de)(\/|")/)
      expect(headers["location"]).toBeUndefined()
    }
    expect((await visit(`/${other}`)).status).toBe(404)
    expect((await visit(`/${language}`)).status).toBe(404)
    const sitemap = await visit("/sitemap.xml")
    expect(sitemap.text).not.toMatch(/hreflang|\/(de|en)\//)
    expect((await visit("/robots.txt")).text.match(/^Disallow: .*cart$/gm)).toEqual(["Disallow: /cart"])
  }
})

it("has its first language at its root, and leads a browser to the other", async () => {
  const { open: visit } = visitor(shops.both)
  expect([languageOf((await visit("/")).text), languageOf((await visit("/en")).text)]).toEqual(["de", "en"])
  expect(alternatesOf((await visit("/en/help")).text)).toEqual(["de /help", "en /en/help", "x-default /help"])
  const led = await shops.both.get("/", { headers: { accept, "accept-language": "en" } })
  expect([led.status, led.headers["location"]]).toEqual([302, "/en"])
  expect(languageOf((await visit("/en/nowhere")).text)).toBe("en")
  expect((await visit("/de")).status).toBe(404)
})

it("says the texts of its catalogue as those of its first language, and marks them in the other", async () => {
  const { open: visit } = visitor(shops.both)
  const [first, other] = await Promise.all(["", "/en"].map((home) => visit(`${home}/products/${serum}`)))
  // The demo's goods have German texts beside their own, as a catalogue in English has.
  expect(first!.text).not.toMatch(/<h1[^>]* lang=/)
  expect(other!.text).toMatch(/<h1[^>]* lang="de"/)
})

it("keeps an order in one of its languages, whatever was asked for", async () => {
  const buy = async (shop: typeof shops.german, asked: object, header?: string) => {
    const token = await shop.guest()
    await shop.post("/api/cart", { productId: serum, quantity: 1 }, { token })
    const headers = header === undefined ? {} : { "accept-language": header }
    const { json } = await shop.post("/api/checkout", { ...delivery, ...asked }, { token, headers, key: "own" })
    const order = await shop.get(`/api/orders/${json.orderId}`, { token })
    return order.json.language
  }
  expect([
    await buy(shops.german, {}, "en"),
    await buy(shops.german, { language: "en" }),
    await buy(shops.both, {}),
    await buy(shops.both, {}, "en"),
    await buy(shops.both, { language: "en" }, "de"),
    await buy(shops.english, { language: "de" })
  ]).toEqual(["de", "de", "de", "en", "en", "en"])
})

it("names its languages to agents", async () => {
  const answers = await Promise.all(Object.values(shops).map((shop) => shop.get("/.well-known/acp.json")))
  expect(answers.map(({ json }) => json.capabilities.supported_locales)).toEqual([["de"], ["de", "en"], ["en"]])
})
