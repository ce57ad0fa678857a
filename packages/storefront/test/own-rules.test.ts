/** A shop with a tariff and a window of its own, as its pages say them: nothing that its rules do not keep. */
import * as Strategies from "@beauty-store/commerce/Strategies"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import { CountryCode } from "@beauty-store/domain/Address"
import * as Attribute from "@beauty-store/domain/Attribute"
import type { ListedPurchase } from "@beauty-store/domain/Discount"
import type { Language } from "@beauty-store/domain/Language"
import * as Return from "@beauty-store/domain/Return"
import * as Shipping from "@beauty-store/domain/Shipping"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Storefront from "@beauty-store/storefront/Storefront"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { type Different, openHandlers } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import { tariffWith } from "../../../test/shop/tariff.ts"
import * as Messages from "../src/Messages.ts"
import { ada, dataIn, hidden, visitor } from "./visits.ts"

const open = (different: Different) =>
  openHandlers(
    HttpLayerRouter.toHttpEffect(StoreHttp.layer({ prefix: "/" }).pipe(Layer.provide(Storefront.layer()))),
    different
  )

it.each([
  [21, "for 21 days after the day it arrived", "Ende des 21. Tages nach der Ankunft", "21 days to return", "21 Tage R"],
  [1, "for 1 day after the day it arrived", "Ende des 1. Tages nach der Ankunft", "1 day to return", "1 Tag R"],
  [0, "until the end of the day it arrived", "Ende des Tages der Ankunft", "0 days to return", "0 Tage R"]
])("a window of %i days is in words of both languages", async (windowDays, english, german, short, kurz) => {
  const own = { ...Return.defaultStrategy, windowDays }
  const shop = await open({ strategies: Layer.succeed(Strategies.Returns, own) })
  const { open: visit } = visitor(shop)
  expect((await visit("/policies/returns")).text).toContain(english)
  expect((await visit("/de/policies/returns")).text).toContain(german)
  expect((await visit("/")).text).toContain(short)
  expect((await visit("/de")).text).toContain(kurz)
  await shop.close()
})

it.each([
  [21, "clear prices and 21 days to return.", "klaren Preisen und 21 Tagen Rückgabe."],
  [1, "clear prices and 1 day to return.", "klaren Preisen und 1 Tag Rückgabe."],
  [0, "with clear prices.", "mit klaren Preisen."]
])("search engines read of a window of %i days in both languages", async (windowDays, english, german) => {
  const own = { ...Return.defaultStrategy, windowDays }
  const shop = await open({ strategies: Layer.succeed(Strategies.Returns, own) })
  const { open: visit } = visitor(shop)
  for (const [path, words] of [["/", english], ["/de", german]] as const) {
    const { text } = await visit(path)
    expect(/<meta name="description" content="([^"]*)"/.exec(text)![1]).toContain(words)
    expect(text).not.toContain("30 days")
  }
  await shop.close()
})

it("a list that is asked for a category that there is not shows every one, and one in any case", async () => {
  const shop = await open({})
  const { open: visit } = visitor(shop)
  const [all, unknown] = await Promise.all(["/products?q=serum", "/products?q=serum&category=nothing"].map(visit))
  const shown = ({ text }: { readonly text: string }) => text.match(/href="\/products\/[a-z0-9-]+"/g)
  expect([unknown!.status, shown(unknown!)]).toEqual([200, shown(all!)])
  const [chosen, written] = await Promise.all(["skincare", "Skincare"].map((one) => visit(`/products?category=${one}`)))
  expect(shown(written!)).toEqual(shown(chosen!))
  await shop.close()
})

it("numbers of brands and products are in the singular and the plural", () => {
  const { home, list } = Messages
  const says = (language: Language, brands: number, products: number) => home.lead(language, { brands, products })
  expect([says("en", 1, 2), says("de", 1, 2), says("en", 2, 1), says("de", 2, 1)]).toEqual([
    "2 products from 1 brand, with unit prices and the day on which they arrive.",
    "2 Produkte von 1 Marke, mit Grundpreisen und dem Tag, an dem sie ankommen.",
    "1 product from 2 brands, with unit prices and the day on which it arrives.",
    "1 Produkt von 2 Marken, mit Grundpreisen und dem Tag, an dem es ankommt."
  ])
  const shop = { store: "Ours" }
  expect([
    home.description("en", { ...shop, categories: "Tea and Cups", days: 30 }),
    home.description("de", { ...shop, categories: "Tee", days: 0 })
  ]).toEqual([
    "Ours: Tea and Cups with clear prices and 30 days to return.",
    "Ours: Tee mit klaren Preisen."
  ])
  expect(list.category("en", { ...shop, category: "Hair" })).toBe("Hair at Ours: with unit prices and delivery days.")
})

it.each([14.5, -1, NaN, 36_501])("no store opens with a window of %d days", async (windowDays) => {
  const own = { ...Return.defaultStrategy, windowDays }
  await expect(open({ strategies: Layer.succeed(Strategies.Returns, own) }))
    .rejects.toThrow(`Returns: a promise of ${windowDays} days.`)
})

it("a page does not promise that opened goods come back where the answer is no yes or no", async () => {
  // The types exclude promises.
  const returnsOpened = (() => Promise.resolve(false)) as never
  const shop = await open({
    strategies: Layer.succeed(Strategies.Returns, { ...Return.defaultStrategy, returnsOpened })
  })
  const { status, text } = await visitor(shop).open(`/products/${serum}`)
  expect(status).toBe(500)
  expect(text).not.toContain("opened it")
  await shop.close()
})

it("search engines learn to which country goods come back", async () => {
  const country = CountryCode.make("PL")
  const returnAddress = { name: "Returns", address: "Rynek 1", city: "Słubice", postcode: "69-100", country }
  const shop = await open({ policy: { returnAddress } })
  const { text } = await visitor(shop).open(`/products/${serum}`)
  expect(dataIn(text)[0].offers.hasMerchantReturnPolicy).toMatchObject({
    applicableCountry: "DE",
    returnPolicyCountry: "PL"
  })
  await shop.close()
})

const openWith = (shipping: Partial<Shipping.ShippingPolicy>) =>
  open({ policy: { shipping: { ...Shipping.defaultPolicy, ...shipping } } })

it.each([
  ["DE", /more, and shipping \(Standard\) is free/, /dann ist der Versand \(Standard\) kostenlos/],
  ["CH", undefined, undefined]
])("a cart that goes to %s is promised free shipping only where it comes", async (home, english, german) => {
  const shop = await openWith({ ...tariffWith({ freeFromMinor: 500_00 }), homeCountry: CountryCode.make(home) })
  const { headers } = await visitor(shop).send("/cart", { action: "add", product: serum, quantity: "1" })
  const browser = visitor(shop, { cookie: headers["set-cookie"]!.split(";")[0]! })
  for (const [path, words] of [["/cart", english], ["/de/cart", german]] as const) {
    const { text } = await browser.open(path)
    if (words === undefined) expect(text).not.toMatch(/is free\.|\) kostenlos/)
    else expect(text).toMatch(words)
  }
  await shop.close()
})

it.each<[string, Partial<Shipping.ShippingPolicy>, ReadonlyArray<string>, ReadonlyArray<string>]>([
  [
    "all of it free from nothing on",
    tariffWith({ freeFromMinor: 0 }),
    ["free; 3 business days", "Free shipping (EU)<"],
    [
      "kostenlos; 3 Werktage",
      "Kostenloser Versand (EU)<"
    ]
  ],
  ["no charge", tariffWith({ chargeMinor: 0 }), ["free; 3 business days", "Free shipping (EU)<"], [
    "kostenlos; 3 Werktage",
    "Kostenloser Versand (EU)<"
  ]],
  ["every country served", { unserved: [] }, [
    "tracking. The day",
    "Nothing is sent to: Büsingen, Heligoland, Ceuta, Canary Islands"
  ], [
    "Jedes Paket",
    "Nicht beliefert werden: Büsingen, Helgoland, Ceuta, Kanarische Inseln"
  ]]
])("a tariff with %s is said as it is, in both languages", async (_, tariff, english, german) => {
  const shop = await openWith(tariff)
  for (const [language, words] of [["", english], ["/de", german]] as const) {
    const pages = await Promise.all([`${language}/policies/shipping`, language || "/"].map(visitor(shop).open))
    const text = pages.map((page) => page.text).join("\n")
    for (const word of words) expect(text).toContain(word)
    expect(text).not.toMatch(/free; free|from free|from €0|ab kostenlos|kostenlos; ab|ab 0,00/)
    expect(text).not.toMatch(/(sent to|werden): ?\./)
  }
  await shop.close()
})

it("a country that a rule of the shop's own serves is not in the list of those to which nothing is sent", async () => {
  const own = { ...Shipping.defaultStrategy, isServed: (_: unknown, country: string) => country !== "AQ" }
  const shop = await open({ strategies: Layer.succeed(Strategies.Shipping, own) })
  expect((await visitor(shop).open("/policies/shipping")).text).toContain("Nothing is sent to: Antarctica.<")
  await shop.close()
})

it("a shop that serves one country says it, and asks for none", async () => {
  const own = { ...Shipping.defaultStrategy, isServed: (_: unknown, country: string) => country === "DE" }
  const shop = await open({ strategies: Layer.succeed(Strategies.Shipping, own) })
  const { headers } = await visitor(shop).send("/cart", { action: "add", product: serum, quantity: "1" })
  const { open: visit, send } = visitor(shop, { cookie: headers["set-cookie"]!.split(";")[0]! })
  const { text } = await visit("/checkout")
  expect(text).toContain("Country: Germany<input type=\"hidden\" name=\"country\" value=\"DE\"/>")
  expect(text).not.toContain("id=\"region\"")
  expect((await send("/checkout", { step: "review", ...ada, country: "DE" })).text).toContain(
    "10119 Berlin<br/>Germany"
  )
  // A form that was filled in while the shop served more countries.
  const { status, text: refused } = await send("/checkout", {
    step: "review",
    ...ada,
    country: "FR",
    postcode: "75001"
  })
  expect([status, refused.includes("id=\"country\"")]).toEqual([400, true])
  await shop.close()
})

it("the checkout offers the methods that take the goods to the country, and says where none does", async () => {
  const [eu, elsewhere] = Shipping.defaultPolicy.zones
  const { express, standard } = eu.rates
  const limited = { ...standard!, chargeMinor: [{ toGoodsMinor: 20_00, chargeMinor: 4_95 }] as const }
  const zones = [
    { countries: [CountryCode.make("FR")], rates: { express: express! } },
    { countries: [CountryCode.make("IT")], rates: { standard: limited } },
    eu,
    elsewhere!
  ] as const
  const shop = await open({ policy: { shipping: { ...Shipping.defaultPolicy, zones } } })
  const { headers } = await visitor(shop).send("/cart", { action: "add", product: serum, quantity: "1" })
  const { open: visit, send } = visitor(shop, { cookie: headers["set-cookie"]!.split(";")[0]! })
  const offered = (text: string) =>
    [...text.matchAll(/<input type="radio"[^>]*name="method"[^>]*>/g)].map(([tag]) => / value="([^"]*)"/.exec(tag)![1])
  expect(offered((await visit("/checkout")).text)).toEqual(["standard", "express"])
  const france = { ...ada, country: "France", postcode: "75001" }
  const refused = await send("/checkout", { step: "review", ...france })
  expect([refused.status, offered(refused.text)]).toEqual([400, ["express"]])
  expect(refused.text).toContain("Choose another way, which takes these goods to this country: France")
  const review = await send("/checkout", { step: "review", ...france, method: "express" })
  expect([review.status, review.text.includes("9.95")]).toEqual([200, true])
  await send("/cart", { action: "set", product: serum, quantity: "5" })
  const none = await send("/checkout", { step: "review", ...ada, country: "Italy", postcode: "00118" })
  expect([none.status, offered(none.text)]).toEqual([400, []])
  expect(none.text).toContain("We cannot send these goods together to this country: Italy")
  expect((await send("/checkout", { step: "review", ...ada, method: hidden(none.text, "method")! })).status).toBe(200)
  await shop.close()
})

it("a country of which one territory is served is to be chosen, at the charges of that territory", async () => {
  const { standard } = Shipping.defaultPolicy.zones[0].rates
  const islands = { countries: ["ES-CN"] as const, rates: { standard: { ...standard!, chargeMinor: 17_77 } } }
  const germany = { countries: [CountryCode.make("DE")] as const, rates: { standard: standard! } }
  const shop = await openWith({ zones: [germany, islands] })
  const { headers } = await visitor(shop).send("/cart", { action: "add", product: serum, quantity: "1" })
  const { open: visit, send } = visitor(shop, { cookie: headers["set-cookie"]!.split(";")[0]! })
  const { text } = await visit("/checkout")
  const [, choices] = /<select[^>]*name="country".*?>(.*?)<\/select>/s.exec(text)!
  expect([...choices!.matchAll(/<option[^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual(["Germany", "Spain"])
  const review = await send("/checkout", { step: "review", ...ada, country: "Spain", postcode: "35001" })
  expect([review.status, review.text.includes("17.77")]).toEqual([200, true])
  const mainland = await send("/checkout", { step: "review", ...ada, country: "Spain", postcode: "28001" })
  expect([mainland.status, mainland.text.includes("17.77")]).toEqual([400, false])
  await shop.close()
})

it("a territory that a zone names is shown and sold to without VAT, at the charges of its zone", async () => {
  const [eu, elsewhere] = Shipping.defaultPolicy.zones
  const { standard } = elsewhere!.rates
  const islands = { countries: ["ES-CN"] as const, rates: { standard: { ...standard!, chargeMinor: 17_77 } } }
  const shop = await openWith({ zones: [eu, islands] })
  const { headers } = await visitor(shop).send("/cart", { action: "add", product: serum, quantity: "1" })
  const { open: visit, send } = visitor(shop, { cookie: headers["set-cookie"]!.split(";")[0]! })
  expect((await visit("/policies/shipping")).text).toMatch(
    /Standard: Canary Islands.*Nothing is sent to: Büsingen.*Ceuta, M/s
  )
  const review = async (postcode: string, more: object = {}) =>
    await send("/checkout", { step: "review", ...ada, country: "Spain", postcode, ...more })
  const [madrid, palmas] = [await review("28001"), await review("35001")]
  expect([madrid.status, palmas.status]).toEqual([200, 200])
  expect([madrid, palmas].map(({ text }) => [text.includes("17.77"), text.includes("Total incl. VAT")])).toEqual([
    [false, true],
    [true, false]
  ])
  // The form with another fault shows what parcels to that postcode cost.
  expect((await review("35001", { name: "" })).text).toContain("17.77")
  expect((await review("51001")).text).toContain("We do not deliver to this postcode")
  // An order at the total of the mainland is shown again.
  const order = (text: string, postcode: string) =>
    send("/checkout", {
      ...ada,
      country: "ES",
      postcode,
      step: "order",
      total: hidden(text, "total")!,
      goods: hidden(text, "goods")!,
      key: hidden(text, "key")!
    })
  expect((await order(madrid.text, "35001")).status).toBe(409)
  expect((await order(palmas.text, "35001")).status).toBe(303)
  await shop.close()
})

it("every page and its data say the charge of a method as the cart does: by attributes, and after discounts", async () => {
  const lengthOf = (line: Attribute.Attributed) => Beauty.product.of(line)!.ingredients.length
  const shipping = {
    ...Shipping.defaultStrategy,
    isTariff: false,
    shippingMinor: (_: unknown, { goodsMinor, lines, method }: Shipping.Consignment) =>
      method === "express"
        ? 1234
        : goodsMinor % 1000 + lines.reduce((sum, line) => sum + line.quantity * lengthOf(line), 0)
  }
  const discounts = {
    isCode: () => false,
    discountsMinor: ({ lines }: ListedPurchase) => lines.map(({ quantity }) => quantity * 100)
  }
  const shop = await open({
    strategies: Layer.merge(
      Layer.succeed(Strategies.Shipping, shipping),
      Layer.succeed(Strategies.Discounts, discounts)
    )
  })
  const { headers } = await visitor(shop).send("/cart", { action: "add", product: serum, quantity: "1" })
  const browser = visitor(shop, { cookie: headers["set-cookie"]!.split(";")[0]! })
  const cart = JSON.parse((await shop.get("/api/cart", { headers: browser.headers() })).text)
  const charge = (cart.shipping as number).toFixed(2)
  expect(cart.items[0]).toMatchObject({ discount: 1 })
  expect((await browser.open("/cart")).text).toContain(`€${charge}`)
  const { status, text } = await browser.open("/checkout")
  expect(status).toBe(200)
  expect(text).toContain(`€${charge}`)
  expect(text).toContain("€12.34")
  const product = dataIn((await visitor(shop).open(`/products/${serum}`)).text).find((one) =>
    one["@type"] === "Product"
  )
  expect(product.offers.shippingDetails.map((one: any) => one.shippingRate.value)).toEqual([charge, "12.34"])
  await shop.close()
})
