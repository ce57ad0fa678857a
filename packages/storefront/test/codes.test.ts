/** Codes of promotions in the cart's page: given, refused with the reason, removed; and free shipping at the checkout. */
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Storefront from "@beauty-store/storefront/Storefront"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { openHandlers } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import { visitor } from "./visits.ts"

it("a code counts, says why it does not, and is removed", async () => {
  const pages = StoreHttp.layer({ prefix: "/" }).pipe(Layer.provide(Storefront.layer()))
  const shop = await openHandlers(HttpLayerRouter.toHttpEffect(pages))
  const staff = await shop.clientToken("demo-staff")
  const put = (body: object) => shop.request("POST", "/api/admin/promotions", { token: staff, body })
  await put({ title: { en: "Autumn", de: "Herbst" }, code: "AUTUMN10", benefit: { type: "percentage", percent: 10 } })
  await put({ title: "Gratisversand", code: "POST", benefit: { type: "free_shipping" }, conditions: { minimum: 9999 } })

  const { headers } = await visitor(shop).send("/cart", { action: "add", product: serum, quantity: "1" })
  const browser = visitor(shop, { cookie: headers["set-cookie"]!.split(";")[0]! })
  const said = async (path: string, form: Record<string, string>) => {
    const answer = await browser.send(path, form)
    expect(answer.status).toBe(303)
    return (await browser.open(answer.headers["location"]!)).text
  }
  const add = (code: string, path = "/cart") => said(path, { action: "add-code", code })
  expect(await add("<b>nothing")).toContain("The code &lt;b>nothing takes nothing off: there is no such code.")
  expect(await add("post", "/de/cart")).toContain(
    "Der Code post bringt keinen Rabatt: er gilt ab einem Warenwert von 9.999,00"
  )
  const counts = await add(" autumn10")
  expect(counts).toContain("The code autumn10 counts.")
  expect(counts).toMatch(/Autumn \(AUTUMN10\): −€\d+\.\d\d/)
  expect((await browser.open("/de/cart")).text).toMatch(/Herbst \(AUTUMN10\): −\d+,\d\d\s€/)
  const without = await said("/cart", { action: "remove-code", code: "autumn10" })
  expect(without).toContain("The code was removed.")
  expect(without).not.toContain("AUTUMN10")
  await shop.close()
})
