/** A sale as pages, the API and search engines say it, and a price that is none. */
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Storefront from "@beauty-store/storefront/Storefront"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { type HandledShop, now, openHandlers } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import { dataIn, visitor } from "./visits.ts"

const day = 86_400_000
const from = new Date(now + day).toISOString()
const until = "2026-11-30T23:00:00.000Z"

const offerIn = (page: string) => dataIn(page).find((one) => one["@type"] === "Product").offers

const everywhere = async (shop: HandledShop) => {
  const { open: visit } = visitor(shop)
  const { json: one } = await shop.get(`/api/products/${serum}`)
  const { json: list } = await shop.get("/api/products?q=niacinamide")
  const { json: all } = await shop.get("/api/")
  const { json: reduced } = await shop.get("/api/products?reduced=true&facets=true")
  const { json: others } = await shop.get("/api/products?reduced=false&category=skincare&limit=100")
  const [page, german, cards, search] = await Promise.all(
    [
      `/products/${serum}`,
      `/de/products/${serum}`,
      "/products?category=skincare&sort=price",
      "/de/search?q=niacinamide"
    ]
      .map(async (path) => (await visit(path)).text)
  )
  const listed = [...list.data, ...all.brands.flatMap(({ products }: any) => products)].filter(({ id }) => id === serum)
  const ids = (list: any) => list.data.map(({ id }: any) => id)
  expect(reduced.facets.reduced).toBe(reduced.data.length)
  const { text: shelf } = await visit("/products?reduced=1")
  expect(ids(others).includes(serum)).toBe(!ids(reduced).includes(serum))
  return { reduced: ids(reduced), shelf, one, listed, page: page!, german: german!, cards: cards!, search: search! }
}

it("a sale is shown with the lowest price of the 30 days before it, from its begin to its end", async () => {
  const moment = { now }
  const shop = await openHandlers(
    HttpLayerRouter.toHttpEffect(StoreHttp.layer({ prefix: "/" }).pipe(Layer.provide(Storefront.layer()))),
    { moment }
  )
  const token = await shop.clientToken("demo-staff")
  const path = `/api/admin/products/${serum}/prices`
  const put = (price: number) => shop.request("PUT", `/api/products/${serum}/price`, { body: { price }, token })
  await put(12.5)
  await put(14.9)
  const plain = await everywhere(shop)
  for (const one of [plain.one, ...plain.listed]) expect(one).not.toHaveProperty("reduction")
  expect(plain.reduced).toEqual([])
  const perLitre = (price: string) => ({
    "@type": "UnitPriceSpecification",
    priceCurrency: "EUR",
    price,
    referenceQuantity: {
      "@type": "QuantitativeValue",
      value: 30,
      unitCode: "MLT",
      valueReference: { "@type": "QuantitativeValue", value: 1, unitCode: "LTR" }
    }
  })
  expect(offerIn(plain.page).priceSpecification).toEqual(perLitre("14.90"))
  for (const page of [plain.page, plain.german, plain.cards, plain.search]) expect(page).not.toContain("\"reduced\"")

  const { json: planned } = await shop.post(path, { price: 9.9, sale: true, from, until }, { token })
  expect(planned.planned).toMatchObject([{ price: 9.9, sale: true, from, until }])
  expect((await everywhere(shop)).one).toEqual(plain.one)

  const { json: begun } = await shop.request("PUT", `${path}/${planned.planned[0].id}`, {
    body: { price: 9.9, sale: true, until },
    token
  })
  expect(begun).toMatchObject({ price: 9.9, planned: [], sale: { regularPrice: 14.9, until } })
  const reduction = { lowestPrice30Days: 12.5, percent: 20, until }
  const sale = await everywhere(shop)
  expect(sale.listed).toHaveLength(2)
  expect(sale.reduced).toEqual([serum])
  expect(sale.shelf).toContain(`/products/${serum}"`)
  for (const one of [sale.one, ...sale.listed]) expect(one).toMatchObject({ price: 9.9, reduction })
  for (const page of [sale.page, sale.cards]) {
    expect(page).toContain("20% off. Lowest price in the last 30 days: €12.50")
  }
  for (const page of [sale.german, sale.search]) {
    expect(page).toContain("20\u00a0% reduziert. Niedrigster Preis der letzten 30 Tage: 12,50\u00a0€")
  }
  expect([sale.page, sale.german].map((page) => /(?:Until|Bis) [^<]+/.exec(page)?.[0]))
    .toEqual(["Until 1 December 2026, 00:00", "Bis 1. Dezember 2026, 00:00"])
  expect(offerIn(sale.page)).toMatchObject({
    price: "9.90",
    priceValidUntil: until,
    priceSpecification: [
      perLitre("9.90"),
      { priceType: "https://schema.org/StrikethroughPrice", price: "12.50", priceCurrency: "EUR" }
    ]
  })

  const { json: over } = await shop.request("DELETE", `${path}/${planned.planned[0].id}`, { token })
  expect(over.history.map(({ price, sale }: any) => [price, sale]).slice(0, 2)).toEqual([[14.9, false], [9.9, true]])
  expect(await everywhere(shop)).toEqual(plain)
  await shop.close()
})

it("what the cart takes off without a code stands on the pages of its goods, from its begin to its end", async () => {
  const moment = { now }
  const shop = await openHandlers(
    HttpLayerRouter.toHttpEffect(StoreHttp.layer({ prefix: "/" }).pipe(Layer.provide(Storefront.layer()))),
    { moment }
  )
  const { open } = visitor(shop)
  const pages = () =>
    Promise.all([`/products/${serum}`, `/de/products/${serum}`].map(async (path) => (await open(path)).text))
  for (const page of await pages()) expect(page).not.toContain("Tea week")
  moment.now += day
  const token = await shop.clientToken("demo-staff")
  const { id, ...created } = (await shop.post("/api/admin/promotions", {
    title: { en: "Tea week: 20% off", de: "Teewoche: 20 %" },
    benefit: { type: "percentage", percent: 20 },
    endsAt: until
  }, { token })).json
  expect(created).toMatchObject({ code: null })
  const [english, german] = await pages()
  expect(english).toMatch(
    /Tea week: 20% off<\/strong> · Counts in the cart by itself\.<br\/?>Until .*2026.*<br\/?>Lowest price in the last 30 days: €14\.90/
  )
  expect(german).toMatch(/Teewoche: 20 %<\/strong> · Gilt im Warenkorb von selbst\.<br\/?>Bis /)
  await shop.request("PUT", `/api/admin/promotions/${id}/limits`, {
    body: { endsAt: new Date(moment.now).toISOString() },
    token
  })
  for (const page of await pages()) expect(page).not.toContain("week")
  await shop.close()
})
