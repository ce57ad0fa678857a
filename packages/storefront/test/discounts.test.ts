/** A shop's own discounts, as the API and every page before and after payment say them: on the line that they are on. */
import * as Strategies from "@beauty-store/commerce/Strategies"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Storefront from "@beauty-store/storefront/Storefront"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { openHandlers, providerPages } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import { pathOf } from "../../../test/shop/requests.ts"
import { address, delivery, done, newShopper, pay } from "../../../test/shop/shopper.ts"
import { accept, visitor } from "./visits.ts"

it("each line says its discount, wherever its amount stands", async () => {
  const strategies = Layer.succeed(Strategies.Discounts, {
    isCode: () => false,
    discountsMinor: ({ lines }) => lines.map(({ quantity }) => quantity === 2 ? 1000 : 0)
  })
  const pages = Layer.mergeAll(StoreHttp.layer({ prefix: "/" }).pipe(Layer.provide(Storefront.layer())), providerPages)
  const shop = await openHandlers(HttpLayerRouter.toHttpEffect(pages), { strategies })

  const { headers } = await visitor(shop).send("/cart", { action: "add", product: serum, quantity: "2" })
  const browser = visitor(shop, { cookie: headers["set-cookie"]!.split(";")[0]! })
  const typed = { email: delivery.email, ...address, method: "standard" }
  for (const [language, discount] of [["", /discount −€10\.00/], ["/de", /Rabatt −10,00\s€/]] as const) {
    expect((await browser.open(`${language}/cart`)).text).toMatch(discount)
    expect((await browser.send(`${language}/checkout`, { step: "review", ...typed })).text).toMatch(discount)
  }

  const shopper = await newShopper(shop, serum)
  const one = await done(shopper.get("/api/cart"))
  expect(one.items[0]).not.toHaveProperty("discount")
  const cart = await done(shopper.add(serum))
  const { lineTotal, price } = cart.items[0]
  expect(cart.items[0]).toMatchObject({ discount: 10, quantity: 2 })
  expect(Math.round(100 * lineTotal)).toBe(Math.round(200 * price) - 1000)
  const { orderId, redirectUrl } = await done(shopper.checkout())
  await done(pay(shop, redirectUrl))
  const { body, headers: signed } = await shop.notification()
  await shop.post("/api/payments/notifications", Buffer.from(body).toString("utf8"), { headers: signed })
  const order = await shopper.order(orderId)
  expect(order.items[0]).toMatchObject({ discount: 10, lineTotal })
  const receipt = await done(shopper.get(`/api/orders/${orderId}/receipt`))
  expect(receipt.lines[0]).toMatchObject({ discount: 10, total: lineTotal })
  const found = await shop.get(pathOf(order.links.page), { headers: { accept } })
  const page = await shop.get(found.headers["location"]!, { headers: { accept } })
  expect(page.text).toMatch(/discount −€10\.00/)
  await shop.close()
})
