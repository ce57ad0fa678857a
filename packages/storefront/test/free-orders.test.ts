/** A cart that costs nothing, as the shop front sells it: no word of a payment, and the order is confirmed at once. */
import * as Strategies from "@beauty-store/commerce/Strategies"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Storefront from "@beauty-store/storefront/Storefront"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { baseUrl, openHandlers } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import { ada, hidden, visitor } from "./visits.ts"

it("a cart that costs nothing is ordered without a page of the provider", async () => {
  const strategies = Layer.succeed(Strategies.Discounts, {
    isCode: () => false,
    discountsMinor: ({ lines }) => lines.map(({ quantity, unitPriceMinor }) => quantity * unitPriceMinor)
  })
  const pages = StoreHttp.layer({ prefix: "/" }).pipe(Layer.provide(Storefront.layer()))
  const shop = await openHandlers(HttpLayerRouter.toHttpEffect(pages), { strategies })
  const { headers } = await visitor(shop).send("/cart", { action: "add", product: serum, quantity: "2" })
  const browser = visitor(shop, { cookie: headers["set-cookie"]!.split(";")[0]! })
  expect((await browser.open("/cart")).text).toContain("€0.00")
  const { text } = await browser.send("/checkout", { step: "review", ...ada })
  expect(text).not.toMatch(/our payment provider|you pay/)
  expect(text).toContain("there is nothing to pay")
  const order = { total: "0", goods: hidden(text, "goods")!, key: hidden(text, "key")! }
  const placed = await browser.send("/checkout", { step: "order", ...order, ...ada })
  expect([placed.status, placed.headers["location"]]).toEqual([
    303,
    expect.stringContaining(`${baseUrl}/checkout/return/`)
  ])
  const again = await browser.send("/checkout", { step: "order", ...order, ...ada })
  expect(again.headers["location"]).toBe(placed.headers["location"])
  const back = await browser.open(new URL(placed.headers["location"]!).pathname)
  const { text: ordered } = await browser.open(back.headers["location"]!)
  expect(ordered).toContain("There is nothing to pay, and your order is confirmed.")
  expect(ordered).not.toMatch(/payment has arrived|paid by/i)
  await shop.close()
})
