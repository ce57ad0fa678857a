/**
 * A shop front below a path of its own, in a store that is itself below a path of another program: every address is the
 * whole way. Follows docs/storefront.md#mount-it.
 */
import { movedMarkup } from "@beauty-store/http/internal/pipeline/BasePath"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Storefront from "@beauty-store/storefront/Storefront"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type HandledShop, openHandlers } from "../../../test/shop/handlers.ts"
import { product } from "../../../test/shop/products.ts"
import { accept, pathsIn, visitor } from "./visits.ts"

const address = "https://mine.example/shop"

let shop: HandledShop
beforeAll(async () => {
  const pages = StoreHttp.layer({ prefix: "/shop" }).pipe(Layer.provide(Storefront.layer({ prefix: "/boutique" })))
  shop = await openHandlers(HttpLayerRouter.toHttpEffect(pages), { address })
})
afterAll(() => shop.close())

it("has every address below both", async () => {
  const home = await shop.get("/shop/boutique", { headers: { accept } })
  expect([home.status, home.text.includes("<html lang=\"en\">")]).toEqual([200, true])
  const german = await shop.get("/shop/boutique", { headers: { accept, "accept-language": "de" } })
  expect([german.status, german.headers["location"]]).toEqual([302, "/shop/boutique/de"])
  const page = await shop.get(`/shop/boutique/de/products/${product(0)}`)
  expect(page.text).toContain(`<link rel="canonical" href="${address}/boutique/de/products/${product(0)}"/>`)
  for (const path of [...pathsIn(home.text, address), ...pathsIn(page.text, address)]) {
    expect(path.startsWith("/shop/") || path.startsWith("/boutique"), path).toBe(true)
    const there = path.startsWith("/shop/") ? path : `/shop${path}`
    expect((await shop.get(there, { headers: { accept } })).status, there).toBe(200)
  }
  for (const path of ["/boutique", "/boutique/de", "/boutique/de/products"]) {
    const { headers, status } = await shop.get(`/shop${path}/?q=1`, { headers: { accept } })
    expect([status, headers["location"]]).toEqual([308, `/shop${path}?q=1`])
  }
  // The store's own root has its own few pages.
  expect((await shop.get("/shop/")).text).toContain("Build on this shop")
  expect((await shop.get("/shop/sitemap.xml")).status).toBe(404)
  expect((await shop.get("/shop/boutique/sitemap.xml")).text).toContain(`<loc>${address}/boutique/de</loc>`)
})

it("has every file of a picture below both", () => {
  const picture = "<img src=\"/images/a.webp\" srcset=\"/images/a.webp 320w, /images/b.webp 640w\" alt=\", /x\"/>"
  expect(movedMarkup("/shop", picture)).toBe(
    "<img src=\"/shop/images/a.webp\" srcset=\"/shop/images/a.webp 320w, /shop/images/b.webp 640w\" alt=\", /x\"/>"
  )
  expect(movedMarkup("", picture)).toBe(picture)
})

it("takes its forms and gives the cookie of the whole store", async () => {
  const browser = visitor(shop)
  const added = await browser.send("/shop/boutique/de/cart", { action: "add", product: product(0), quantity: "1" })
  expect(added.headers["location"]).toBe(`/shop/boutique/de/cart?done=added%3A${product(0)}`)
  expect(added.headers["set-cookie"] ?? added.cookies[0]).toMatch(/^__Host-store_session\+shop=\S+; Path=\/;/)
})
