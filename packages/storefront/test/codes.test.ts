/**
 * What the cart's page takes besides units: codes of promotions, given, refused with the reason, removed; free shipping at
 * the checkout; and fields of the shop's own.
 */
import * as Attribute from "@beauty-store/domain/Attribute"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Storefront from "@beauty-store/storefront/Storefront"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"
import { openHandlers } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import { ada, hidden, visitor } from "./visits.ts"

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
  const refused = await add("post", "/de/cart")
  expect(refused).toContain("Der Code post bringt keinen Rabatt: er gilt ab einem Warenwert von 9.999,00")
  expect(refused).toMatch(/<details open><summary>.*name="code"[^>]*value="post"/)
  const counts = await add(" autumn10")
  expect(counts).toContain("The code autumn10 counts.")
  expect(counts).toMatch(/Autumn \(AUTUMN10\): −€\d+\.\d\d/)
  expect((await browser.open("/de/cart")).text).toMatch(/Herbst \(AUTUMN10\): −\d+,\d\d\s€/)
  const without = await said("/cart", { action: "remove-code", code: "autumn10" })
  expect(without).toContain("The code was removed.")
  expect(without).not.toContain("AUTUMN10")
  await shop.close()
})

it("a code that its buyer has used up is refused before the review of the order", async () => {
  const pages = StoreHttp.layer({ prefix: "/" }).pipe(Layer.provide(Storefront.layer()))
  const shop = await openHandlers(HttpLayerRouter.toHttpEffect(pages))
  const body = { title: "Once", code: "ONCE", benefit: { type: "percentage", percent: 50 }, usesPerCustomer: 1 }
  await shop.request("POST", "/api/admin/promotions", { token: await shop.clientToken("demo-staff"), body })
  const review = async () => {
    const { headers } = await visitor(shop).send("/cart", { action: "add", product: serum, quantity: "1" })
    const browser = visitor(shop, { cookie: headers["set-cookie"]!.split(";")[0]! })
    await browser.send("/cart", { action: "add-code", code: "once" })
    return { browser, reviewed: await browser.send("/checkout", { step: "review", ...ada }) }
  }
  const { browser, reviewed: { status, text } } = await review()
  expect(status).toBe(200)
  const order = { total: hidden(text, "total")!, goods: hidden(text, "goods")!, key: hidden(text, "key")! }
  expect((await browser.send("/checkout", { step: "order", ...order, ...ada })).status).toBeLessThan(400)
  const { reviewed } = await review()
  expect(reviewed.status).toBe(409)
  expect(reviewed.text).toContain("The code once takes nothing off: it has been used with this e-mail address.")
  expect(hidden(reviewed.text, "email")).toBe(ada.email)
  await shop.close()
})

it("fields of the shop's own are set, shown again, refused in words, and removed", async () => {
  const title = { en: "Your note", de: "Ihr Gruß" }
  const cart = Attribute.define(Schema.Struct({
    note: Schema.optional(Attribute.settable(Schema.String.pipe(Schema.maxLength(10)), { title })),
    floor: Schema.optional(Attribute.settable(Schema.Int, { title: "Floor" })),
    gift: Schema.optional(Attribute.settable(Schema.Boolean, { title: "A present" })),
    tags: Schema.optional(Attribute.settable(Schema.Array(Schema.String), { title: "Tags" }))
  }))
  const product = Attribute.define(Schema.Struct({ ingredients: Schema.optional(Schema.String) }))
  const pages = StoreHttp.layer({ prefix: "/" }).pipe(Layer.provide(Storefront.layer()))
  const shop = await openHandlers(HttpLayerRouter.toHttpEffect(pages), { attributes: { cart, product } })
  const { headers } = await visitor(shop).send("/cart", { action: "add", product: serum, quantity: "1" })
  const browser = visitor(shop, { cookie: headers["set-cookie"]!.split(";")[0]! })
  const said = async (path: string, form: Record<string, string>) => {
    const answer = await browser.send(path, { action: "set-fields", ...form })
    expect(answer.status).toBe(303)
    return (await browser.open(answer.headers["location"]!)).text
  }
  const empty = (await browser.open("/de/cart")).text
  expect(empty).toContain("Ihr Gruß")
  expect(empty).not.toContain("Tags")
  const set = await said("/cart", { "own-note": " For \"Bo\" ", "own-floor": "2", "own-gift": "on" })
  expect(set).toContain("Your cart has changed.")
  expect(set).toMatch(/name="own-note"[^>]*value="For &quot;Bo&quot;"/)
  expect(set).toMatch(/name="own-gift" checked/)
  const wrong = await said("/de/cart", { "own-note": "longer than ten", "own-floor": "2" })
  expect(wrong).toContain("„Ihr Gruß“ lässt sich so nicht speichern.")
  expect(wrong).toContain("For &quot;Bo&quot;")
  expect(await said("/cart", { "own-floor": "two" })).toContain("“Floor” cannot be saved like this.")
  const less = await said("/cart", { "own-floor": "3" })
  expect(less).not.toMatch(/For &quot;|checked>/)
  expect(less).toMatch(/name="own-floor"[^>]*value="3"/)
  await shop.close()
})
