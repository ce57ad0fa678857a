/**
 * Shops in yen, which have no decimals, and in dinars, which have three: everything that shows, takes or adds up money,
 * on both databases. Both have the same amounts in minor units: what a yen is to one, a fils is to the other.
 */
import * as Money from "@beauty-store/domain/Money"
import * as Effect from "effect/Effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { agentOf, beginning, details, totalOf } from "../packages/acp/test/agent.ts"
import { complete, tokenFor } from "../packages/acp/test/tokens.ts"
import * as InitCommand from "../packages/server/src/shop/InitCommand.ts"
import { read } from "../packages/server/src/shop/ShopFolder.ts"
import { useFolder } from "../packages/server/test/imports.ts"
import { everyDatabase, type Place } from "./shop/places.ts"
import { pathOf } from "./shop/requests.ts"
import { openShop, type Shop } from "./shop/server.ts"
import { done, eventually, newShopper, pay, type Shopper } from "./shop/shopper.ts"

const root = useFolder("currencies")

/** What stands for an amount on the wire. */
const wireIn = (currency: string) => (minor: number) => minor / 10 ** { JPY: 0, KWD: 3 }[currency]!

const folderIn = async (currency: string, name: string) => {
  const wire = wireIn(currency)
  const folder = join(root, name)
  InitCommand.run(folder)
  const file = join(folder, "shop.json")
  const shipping = {
    homeCountry: "DE",
    zones: [{
      countries: "eu",
      rates: {
        standard: { price: [{ toGoods: wire(20_000), price: wire(550) }], days: 2 },
        express: { price: wire(1100), freeFrom: wire(90_000), days: 1 }
      }
    }]
  }
  const agents = { perPurchase: wire(20_000), perDay: wire(50_000), perMonth: wire(200_000) }
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), currency, shipping, agents }))
  return Effect.runPromise(read(folder))
}

const tableOf = (...prices: ReadonlyArray<string>) =>
  [
    "id,brand,name,category,price,stock,size,unit",
    ...prices.map((price, n) => `${["cream", "balm", "oil"][n]},A,Product ${n},skincare,${price},90,50,ml`),
    ""
  ].join("\n")

const load = async (shop: Shop, token: string, body: string): Promise<any> => {
  const headers = { "content-type": "text/csv" }
  const { id } = await done(shop.post("/api/admin/imports", body, { token, headers }))
  return eventually(() => done(shop.get(`/api/admin/imports/${id}`, { token })), ({ endedAt }) => endedAt !== null)
}

const shops = Object.entries(everyDatabase).flatMap(([database, open]) =>
  (["JPY", "KWD"] as const).map((currency) => ({ currency, database, open }))
)

describe.each(shops)("a shop in $currency, on $database", ({ currency, database, open }) => {
  const wire = wireIn(currency)
  /** A decimal that the currency lacks. */
  const tooFine = wire(1) / 2
  const shown = (minor: number) => Money.display(minor, currency)
  let place: Place
  let shop: Shop
  let staff: string
  beforeAll(async () => {
    place = await open()
    const folder = await folderIn(currency, `${currency}-${database}`)
    shop = await openShop({ DATABASE_URL: place.databaseUrl }, { shop: folder })
    staff = await shop.clientToken("demo-staff")
    const loaded = await load(shop, staff, tableOf(Money.format(2490, currency), Money.format(995, currency)))
    expect(loaded).toMatchObject({ status: "done", result: { added: 2 } })
  })
  afterAll(async () => {
    await shop.close()
    await place.leave()
  })

  const bought = async (shopper: Shopper) => {
    const session = await done(shopper.checkout())
    const page = await shop.get(pathOf(session.redirectUrl), { headers: { accept: "text/html" } })
    await pay(shop, session.redirectUrl)
    const order = await eventually(() => shopper.order(session.orderId), ({ status }) => status === "confirmed")
    return { order, page: page.text, session }
  }

  it("reads prices of tables and of staff with its decimals, and names what has more", async () => {
    const faulty = await load(shop, staff, tableOf(Money.format(1, currency), `${Money.format(10, currency)}.5`))
    expect(faulty).toMatchObject({ status: "refused", faults: [{ line: 3, column: "price" }] })
    expect(faulty.faults[0].message).toContain(`with ${Money.decimalsInWords(currency)}`)
    const put = (price: number) => shop.request("PUT", "/api/products/cream/price", { token: staff, body: { price } })
    const { json, status } = await put(2490 + tooFine)
    const [least, most] = [1, 100_000_000].map((minor) => Money.format(minor, currency))
    expect([status, json.errors]).toEqual([400, [{
      pointer: "/price",
      detail: `must be an amount in the shop's currency, from ${least} to ${most}, with ${
        Money.decimalsInWords(currency)
      }`
    }]])
    expect((await put(wire(2490))).json.price).toBe(wire(2490))
    const { json: wrong } = await shop.post("/api/admin/promotions", {
      title: "Wrong",
      benefit: { type: "amount", amount: tooFine },
      conditions: { minimum: tooFine },
      uses: 0
    }, { token: staff })
    expect(wrong.errors.map(({ pointer }: any) => pointer).toSorted())
      .toEqual(["/benefit/amount", "/conditions/minimum", "/uses"])
  })

  it("shows prices with its decimals: to programs, people, search engines and Google", async () => {
    const found = await done(shop.get(`/api/products?minPrice=${wire(1000)}&maxPrice=${wire(2490)}&facets=true`))
    expect(found.data.map(({ id, price }: any) => [id, price])).toEqual([["cream", wire(2490)]])
    expect(found.facets.prices).toContainEqual({ minPrice: wire(2000), maxPrice: wire(2999), count: 1 })
    // 2490 for 50 ml.
    expect(found.data[0].unitPrice).toMatchObject({ price: wire(49_800) })
    expect((await shop.get(`/api/products?minPrice=${tooFine}`)).json).toMatchObject({
      status: 400,
      errors: [{ pointer: "minPrice", in: "query" }]
    })
    const page = (await shop.get("/products/cream", { headers: { accept: "text/html" } })).text
    expect(page).toContain(shown(2490))
    expect(page).toContain(`"price":"${Money.format(2490, currency)}"`)
    expect((await shop.get("/feeds/google.xml")).text).toContain(`<g:price>${Money.coded(995, currency)}</g:price>`)
    const document = (await shop.get("/openapi.json")).text
    expect(document).toContain(Money.decimalsInWords(currency))
    expect(document).not.toContain("two decimals")
    const checkout = await done(shop.get("/api/descriptors/checkout"))
    expect(checkout.delegatedPayment.limits).toMatchObject({ perTransaction: wire(20_000) })
    expect(checkout.shipping.zones[0].rates.express).toMatchObject({ charge: wire(1100), freeFrom: wire(90_000) })
  })

  it("sells: cart, code, payment, receipt, refund and report add up to the last unit", async () => {
    const promotion = { title: "Spring", code: "SPRING15", benefit: { type: "percentage", percent: 15 } }
    await done(shop.post("/api/admin/promotions", promotion, { token: staff }))
    const shopper = await newShopper(shop, "cream")
    await done(shopper.add("balm", 3))
    const codes = { token: shopper.token, body: { codes: ["SPRING15"] } }
    const cart = await done(shop.request("PUT", "/api/cart/discounts", codes))
    // 15 % of 2490 + 3 · 995 = 5475 is 821.25.
    expect(cart).toMatchObject({
      currency,
      discounts: [{ amount: wire(821) }],
      subtotal: wire(4654),
      shipping: wire(550),
      total: wire(5204)
    })
    const { order, page, session } = await bought(shopper)
    expect(page).toContain(shown(5204))
    expect([session.total, order.total]).toEqual([wire(5204), wire(5204)])
    expect(await shop.atProvider(session.sessionId)).toMatchObject({
      payments: [{ amountMinor: 5204, currency }]
    })

    const receipt = await done(shopper.get(`/api/orders/${order.id}/receipt`))
    // 5204 · 19 / 119 is 830.89.
    expect(receipt).toMatchObject({ currency, net: wire(4373), vatTotal: wire(831), total: wire(5204) })
    const accept = (type: string) =>
      shop.get(`/api/orders/${order.id}/receipt`, {
        token: shopper.token,
        headers: { accept: type }
      })
    expect((await accept("text/html")).text).toContain(shown(5204))
    expect((await accept("application/pdf")).bytes.subarray(0, 5).toString()).toBe("%PDF-")

    const give = (amount: number) =>
      shop.post("/api/refunds", { orderId: order.id, amount, reason: "broken" }, { token: staff })
    expect((await give(1000 + tooFine)).json).toMatchObject({ status: 400, errors: [{ pointer: "/amount" }] })
    expect((await give(wire(1001))).json).toMatchObject({ amount: wire(1001), currency })
    expect((await give(wire(4204))).json).toMatchObject({
      status: 409,
      remaining: wire(4203),
      detail: expect.stringContaining(`${Money.coded(4203, currency)} remain.`)
    })
    const credited = await eventually(
      () => done(shopper.get(`/api/orders/${order.id}/receipt`)),
      ({ creditNotes }) => creditNotes.length === 1
    )
    expect(credited.creditNotes[0].total).toBe(wire(1001))
    const csv = await shop.get("/api/admin/vat", { token: staff, headers: { accept: "text/csv" } })
    const [net, vat, gross] = [3532, 671, 4203].map((minor) => Money.format(minor, currency))
    expect(csv.text).toContain(`DE,19,${net},${vat},${gross}\r\n`)
    expect(await done(shop.get("/api/admin/consistency", { token: staff }))).toMatchObject({ differences: [] })
  })

  it("is bought from by agents, in minor units", async () => {
    const token = await shop.clientToken("demo-agent")
    const agent = agentOf(shop, token)
    const { json: session } = await agent.create({
      ...beginning("cream", "balm"),
      currency: currency.toLowerCase(),
      ...details
    })
    expect([session.currency, totalOf(session)]).toEqual([currency.toLowerCase(), 2490 + 995 + 550])
    const vaulted = await tokenFor(agent, session.id, undefined, {
      currency: currency.toLowerCase(),
      max_amount: 4035
    })
    const { json: completed } = await complete(agent, session.id, vaulted)
    expect(completed.status, JSON.stringify(completed.messages)).toBe("completed")
    expect((await done(shop.get(`/api/orders/${completed.order.id}`, { token }))).total).toBe(wire(4035))
    const { json: person } = await (await newShopper(shop)).post("/api/delegations", {
      agentId: "demo-agent",
      limits: { perTransaction: wire(15_000), perDay: tooFine, perMonth: wire(200_000) }
    })
    expect(person.errors).toMatchObject([{ pointer: "/limits/perDay" }])
  })
})
