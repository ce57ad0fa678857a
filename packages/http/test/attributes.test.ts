/**
 * A shop's own attributes on the wire: the visible fields stand beside the store's own, in the API, the feed and the
 * OpenAPI document; no other field of them leaves the program.
 */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import * as Attribute from "@beauty-store/domain/Attribute"
import { OrderId } from "@beauty-store/domain/Ids"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import { Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { openHandlers, providerPages } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import { delivery } from "../../../test/shop/shopper.ts"

const product = Attribute.define(Schema.Struct({
  ingredients: Schema.optionalWith(Schema.String, { default: () => "" }),
  vintage: Schema.optional(Attribute.visible(Schema.Int, { feed: "Vintage" })),
  awards: Schema.optional(Attribute.visible(Schema.Array(Schema.String))),
  costMinor: Schema.optional(Schema.Int)
}))
const cart = Attribute.define(Schema.Struct({
  giftNote: Attribute.visible(Schema.String),
  campaign: Schema.optional(Schema.String)
}))
const order = Attribute.define(Schema.Struct({ packedBy: Attribute.visible(Schema.String), margin: Schema.Int }))
const attributes = { product, cart, order }

const secret = /campaign|autumn|costMinor|4711|margin|0\.42|ingredients/

describe("attributes of a shop's own", () => {
  it("are shown where they are visible, and nowhere else", async () => {
    const shop = await openHandlers(StoreHttp.app(providerPages), { attributes })
    const text = JSON.stringify({ vintage: 2019, awards: ["gold"], costMinor: 4711 })
    await shop.run(Effect.flatMap(
      Transactions,
      ({ write }) =>
        write(
          Effect.flatMap(Transaction, ({ change }) =>
            change("UPDATE product SET attributes = ? WHERE id = ?", [text, serum]))
        )
    ))
    const one = await shop.request("GET", `/api/products/${serum}`)
    expect(one.json).toMatchObject({ vintage: 2019, awards: ["gold"], hygieneSealed: expect.any(Boolean) })
    const all = await shop.request("GET", "/api/")
    const feed = await shop.request("GET", "/acp/feed/products.jsonl")
    const line = feed.text.split("\n").map((one) => one === "" ? undefined : JSON.parse(one)).find((one) =>
      one?.id === serum
    )
    expect(line.variants[0].variant_options).toEqual([
      { name: "Size", value: "30 ml" },
      { name: "Vintage", value: "2019" }
    ])

    const guest = await shop.request("POST", "/api/auth/guest", { body: {} })
    const token = guest.json.access_token
    await shop.request("POST", "/api/cart", { token, body: { productId: serum } })
    const [row] = await shop.run(Effect.flatMap(
      Transactions,
      ({ read }) =>
        read(Effect.flatMap(Transaction, ({ rows }) => rows("SELECT principal FROM cart", [], (found) => found)))
    )) as ReadonlyArray<{ readonly principal: string }>
    await shop.run(
      Effect.flatMap(
        Carts,
        ({ setAttributes }) =>
          setAttributes({ principal: row!.principal, shopper: "" }, { giftNote: "For Bo", campaign: "autumn" })
      )
    )
    const view = await shop.request("GET", "/api/cart", { token })
    expect(view.json).toMatchObject({ giftNote: "For Bo" })
    const { json: { orderId } } = await shop.request("POST", "/api/checkout", { token, body: delivery })
    await shop.run(
      Effect.flatMap(
        Orders,
        ({ setAttributes }) => setAttributes(OrderId.claimed.make(orderId), { packedBy: "Cy", margin: 0 })
      )
    )
    const placed = await shop.request("GET", `/api/orders/${orderId}`, { token })
    expect(placed.json).toMatchObject({ giftNote: "For Bo", packedBy: "Cy" })

    const described = (await shop.request("GET", "/openapi.json")).json.components.schemas
    expect(described.Product.properties).toMatchObject({ vintage: { type: "integer" }, awards: { type: "array" } })
    expect(described.Product.required).not.toContain("vintage")
    expect(described.Cart.required).toContain("giftNote")
    expect(Object.keys(described.Order.properties).slice(-2)).toEqual(["giftNote", "packedBy"])
    for (const { text } of [one, all, feed, view, placed]) expect(text).not.toMatch(secret)
    await shop.close()
  })

  it("of a cart are set by buyers where they are marked for them, and others stay", async () => {
    const text = (length: number) =>
      Schema.optional(
        Attribute.settable(Schema.NonEmptyString.pipe(Schema.maxLength(length)), { title: "Note" })
      )
    const own = Attribute.define(
      Schema.Struct({ note: text(20), floor: text(5), campaign: Schema.optional(Schema.String) })
    )
    const shop = await openHandlers(StoreHttp.app(providerPages), { attributes: { product, cart: own } })
    const { json: { access_token: token } } = await shop.request("POST", "/api/auth/guest", { body: {} })
    const set = (attributes: object, key?: string) =>
      shop.request("PUT", "/api/cart/attributes", {
        token,
        body: { attributes },
        ...(key === undefined ? {} : { key })
      })
    await shop.request("POST", "/api/cart", { token, body: { productId: serum } })
    expect((await set({ note: "For Bo", floor: "2" }, "one")).json).toMatchObject({ note: "For Bo", floor: "2" })
    expect((await set({ note: "For Bo", floor: "2" }, "one")).status).toBe(200)
    const [row] = await shop.run(Effect.flatMap(
      Transactions,
      ({ read }) =>
        read(Effect.flatMap(Transaction, ({ rows }) => rows("SELECT principal FROM cart", [], (found) => found)))
    )) as ReadonlyArray<{ readonly principal: string }>
    const owner = { principal: row!.principal, shopper: "" }
    await shop.run(
      Effect.flatMap(Carts, ({ setAttributes }) => setAttributes(owner, { note: "Bo", campaign: "autumn" }))
    )
    const refused = await set({ note: "", floor: "1234567", campaign: "spring" })
    expect(refused).toMatchObject({ status: 400, json: { code: "invalid_request" } })
    expect(refused.text).toMatch(/campaign.*must be one of note, floor/)
    expect((await set({ note: "x".repeat(21), floor: "1234567" })).json.errors).toHaveLength(2)
    expect((await set({ note: "a\u0000b" })).status).toBe(400)
    expect((await shop.request("GET", "/api/cart", { token })).json).toMatchObject({ note: "Bo" })
    const changed = await set({ floor: "3" })
    expect(changed.json).toMatchObject({ floor: "3" })
    expect(changed.json).not.toHaveProperty("note")
    const cart = await shop.run(Effect.flatMap(Carts, ({ view }) => view(owner)))
    expect(own.of(cart)).toEqual({ floor: "3", campaign: "autumn" })
    const { json: { orderId } } = await shop.request("POST", "/api/checkout", { token, body: delivery })
    expect((await shop.request("GET", `/api/orders/${orderId}`, { token })).json).toMatchObject({ floor: "3" })
    await shop.close()

    const plain = await openHandlers(StoreHttp.app(providerPages))
    const { json: guest } = await plain.request("POST", "/api/auth/guest", { body: {} })
    const put = (attributes: object) =>
      plain.request("PUT", "/api/cart/attributes", { token: guest.access_token, body: { attributes } })
    expect((await put({})).status).toBe(200)
    expect((await put({ note: "x" })).status).toBe(400)
    await plain.close()
  })

  it("are refused where they have the name of a field of the store, or one name stands for two fields", async () => {
    const named = (name: string) => Attribute.define(Schema.Struct({ [name]: Attribute.visible(Schema.String) }))
    const open = (attributes: object) => openHandlers(StoreHttp.app(providerPages), { attributes })
    await expect(open({ product, cart: named("items") })).rejects.toThrow(/Cart\.items/)
    await expect(open({ product, cart: named("note"), order: named("note") })).rejects.toThrow(/Order\.note/)
  })
})
