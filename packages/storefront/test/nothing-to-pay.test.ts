/** Discounts that leave nothing to pay, as the shop front says it: the cart stays as it was, and the order is not placed. */
import * as Strategies from "@beauty-store/commerce/Strategies"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Storefront from "@beauty-store/storefront/Storefront"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { openHandlers } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import { visitor } from "./visits.ts"

it("the cart names the product of which a quantity would leave nothing to pay", async () => {
  const strategies = Layer.succeed(Strategies.Discounts, {
    isCode: () => false,
    discountsMinor: ({ lines }) =>
      lines.map(({ quantity, unitPriceMinor }) => quantity < 2 ? 0 : quantity * unitPriceMinor)
  })
  const pages = StoreHttp.layer({ prefix: "/" }).pipe(Layer.provide(Storefront.layer()))
  const shop = await openHandlers(HttpLayerRouter.toHttpEffect(pages), { strategies })
  const add = { action: "add", product: serum, quantity: "1" }
  const { headers } = await visitor(shop).send("/cart", add)
  const browser = visitor(shop, { cookie: headers["set-cookie"]!.split(";")[0]! })
  for (const language of ["", "/de"]) {
    const [, name] = /<h1[^>]*>([^<]+)<\/h1>/.exec((await browser.open(`${language}/products/${serum}`)).text)!
    const refused = await browser.send(`${language}/cart`, { action: "set", product: serum, quantity: "2" })
    expect(refused.headers["location"]).toBe(`${language}/cart?done=free%3A${serum}`)
    const page = (await browser.open(refused.headers["location"]!)).text
    expect(page).toContain(language === "" ? `quantity of ${name}, your discounts` : `Menge von ${name} ließen Ihre`)
    expect(page).toContain(`<option value="1" selected`)
  }
  await shop.close()
})
