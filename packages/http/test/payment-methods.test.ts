/** The methods of payment that a shop offers: on its payment page, by where an order goes, and in its descriptor. */
import { CountryCode } from "@beauty-store/domain/Address"
import { expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { pathOf } from "../../../test/shop/requests.ts"
import { useShop } from "../../../test/shop/server.ts"
import { delivery } from "../../../test/shop/shopper.ts"

const shop = useShop({}, {
  policy: { payments: { google_pay: "everywhere", klarna: [CountryCode.make("AT")], clearpay: "everywhere" } }
})

/** What the payment page of an order to Vienna, or elsewhere, says of itself. */
const open = async (country: string, more: object = {}) => {
  const token = await shop().guest()
  await shop().post("/api/cart", { productId: serum }, { token })
  const shipping = { ...delivery.shipping, country, postcode: country === "AT" ? "1010" : "10115" }
  const { json } = await shop().post("/api/checkout", { ...delivery, shipping, ...more }, { token })
  const page = pathOf(json.redirectUrl)
  return { page, json: (await shop().get(page, { headers: { accept: "application/json" } })).json }
}

it("are offered where the shop and their companies offer them, and no others are taken", async () => {
  const [vienna, berlin] = [
    await open("AT", { payment_method: "klarna" }),
    await open("DE", { payment_method: "card" })
  ]
  expect(vienna.json.methods).toEqual(["google_pay", "klarna"])
  expect(berlin.json.methods).toEqual(["google_pay"])
  const refused = await shop().post(berlin.page, { method: "klarna" })
  expect([refused.status, refused.json]).toMatchObject([409, { code: "method_not_offered", methods: ["google_pay"] }])
  const { text } = await shop().get(berlin.page, { headers: { accept: "text/html" } })
  expect([...text.matchAll(/id="method-(\w+)"/g)].map(([, method]) => method)).toEqual(["google_pay"])
})

it("stand in the descriptor", async () => {
  const { json } = await shop().get("/api/descriptors/checkout")
  expect(json.paymentMethods.map(({ id }: any) => id)).toEqual(["google_pay", "klarna", "clearpay"])
})
