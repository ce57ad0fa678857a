/**
 * The typed client, derived from the contract, against the real server: a whole purchase, and errors that arrive as the
 * contract's own types.
 */
import { OrderId, ProductId } from "@beauty-store/domain/Ids"
import * as Client from "@beauty-store/http/Client"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { type TypedClient, useShop } from "../../../test/shop/server.ts"
import { address, delivery } from "../../../test/shop/shopper.ts"

const store = useShop()

const guest = () => store().typed((client) => Effect.map(client.auth.guest(), (token) => token.access_token))
const path = { productId: ProductId.make(serum) }

/** A program's way to pay: JSON at `redirectUrl`. */
const payAt = (url: string) =>
  Effect.gen(function*() {
    const http = yield* HttpClient.HttpClient
    const request = HttpClientRequest.bodyUnsafeJson(HttpClientRequest.post(url), {
      method: "card",
      card: { number: "4242424242424242" }
    })
    return yield* Effect.flatMap(http.execute(request), (response) => response.json)
  })

describe("the typed client", () => {
  it("drives a whole purchase: guest, search, cart, checkout, payment, confirmed order", async () => {
    const accessToken = await guest()
    const bought = await store().typed((client) =>
      Effect.gen(function*() {
        const found = yield* client.catalog.search({ urlParams: { q: "niacinamide", limit: 5, inStock: true } })
        const one = found.data.find(({ id }) => id === serum)!
        yield* client.cart.add({ payload: { productId: one.id, quantity: 2 } })
        const cart = yield* client.cart.set({ path: { productId: one.id }, payload: { quantity: 3 } })
        const session = yield* client.checkout.start({
          payload: {
            email: "ada@example.com",
            shipping: { ...address, country: "Germany" }
          }
        })
        const paid = yield* payAt(session.redirectUrl)
        const read = client.orders.order({ path: { orderId: session.orderId } })
        const order = yield* Effect.repeat(Effect.delay(read, "25 millis"), {
          until: ({ status }) => status === "confirmed",
          times: 400
        })
        const status = yield* client.checkout.session({ path: { sessionId: session.sessionId } })
        const after = yield* client.cart.view()
        const { data } = yield* client.orders.list({ urlParams: {} })
        return { after, cart, data, one, order, paid, session, status }
      }), { accessToken })
    const { after, cart, data, one, order, paid, session, status } = bought
    expect(paid).toMatchObject({ status: "succeeded" })
    expect(cart.items).toMatchObject([{ productId: serum, quantity: 3, price: one.price }])
    expect(session).toMatchObject({ status: "open", total: cart.total, currency: "EUR" })
    expect(order).toMatchObject({
      id: session.orderId,
      status: "confirmed",
      total: cart.total,
      items: [{ productId: serum, quantity: 3, price: one.price, shipped: 0, returned: 0 }],
      payment: { method: "card", status: "paid" },
      tracking: { carrier: "", trackingNumber: "", status: "not_shipped", events: [] },
      shippingAddress: address
    })
    expect(order.timeline.map((entry) => entry.status)).toEqual(["pending", "confirmed"])
    expect(status).toMatchObject({ status: "complete", paymentStatus: "paid", orderId: session.orderId })
    expect(after.items).toEqual([])
    expect(data).toMatchObject([{ id: session.orderId, status: "confirmed" }])
  })

  it("decodes refusals into errors with their facts, told apart by their tags", async () => {
    const accessToken = await guest()
    const caught = await store().typed((client) =>
      Effect.gen(function*() {
        const scarce = yield* client.cart.set({ path, payload: { quantity: 99 } }).pipe(
          Effect.zipRight(client.catalog.search({ urlParams: { inStock: false } })),
          Effect.flatMap(({ data }) => client.cart.add({ payload: { productId: data[0]!.id, quantity: 1 } })),
          Effect.catchTag("InsufficientStock", ({ available, code, productId, requested }) =>
            Effect.succeed({ available, code, productId, requested }))
        )
        const limit = yield* client.cart.add({ payload: { productId: ProductId.claimed.make(serum), quantity: 1 } })
          .pipe(
            Effect.catchTag("QuantityLimitExceeded", ({ limit }) =>
              Effect.succeed(limit))
          )
        const product_ = yield* client.catalog.product({ path: { productId: ProductId.make("nothing") } }).pipe(
          Effect.catchTag("ProductNotFound", ({ productId, status }) => Effect.succeed({ productId, status }))
        )
        const order = yield* client.orders.order({ path: { orderId: OrderId.claimed.make("ord_none") } }).pipe(
          Effect.catchTag("OrderNotFound", ({ type }) => Effect.succeed(type))
        )
        yield* client.cart.empty()
        const empty = yield* client.checkout.start({ payload: delivery }).pipe(
          Effect.catchTag("CartEmpty", ({ detail }) => Effect.succeed(detail))
        )
        return { empty, limit, order, product_, scarce }
      }), { accessToken })
    expect(caught).toEqual({
      scarce: { available: 0, code: "insufficient_stock", productId: expect.any(String), requested: 1 },
      limit: 99,
      product_: { productId: "nothing", status: 404 },
      order: `${store().baseUrl}/problems/order_not_found`,
      empty: "The cart is empty: add a product first."
    })
  })

  const tagOf = (
    use: (client: TypedClient) => Effect.Effect<unknown, { readonly _tag: string }, HttpClient.HttpClient>,
    accessToken?: string
  ) => store().typed((client) => Effect.map(Effect.flip(use(client)), ({ _tag }) => _tag), { accessToken })

  it("decodes what precedes the operation, too: identity, scope, the key", async () => {
    expect(await tagOf((client) => client.orders.list({ urlParams: {} }))).toBe("Unauthorized")
    expect(await tagOf((client) => client.catalog.catalog(), "tok_no.good")).toBe("Unauthorized")
    expect(await tagOf((client) => client.cart.view(), await store().clientToken("demo-staff"))).toBe("Forbidden")
    expect(await tagOf((client) => Client.idempotent("a b")(client.cart.empty()), await guest())).toBe(
      "IdempotencyKeyInvalid"
    )
    expect(await tagOf((client) => client.orders.list({ urlParams: { cursor: "x" } }), await guest())).toBe(
      "InvalidCursor"
    )
  })

  it("repeats a request by its key without a second effect", async () => {
    const accessToken = await guest()
    const [first, second] = await store().typed((client) => {
      const add = Client.idempotent("a-key-of-mine")(
        client.cart.add({ payload: { productId: ProductId.claimed.make(serum), quantity: 1 } })
      )
      return Effect.all([add, add])
    }, { accessToken })
    expect(second).toEqual(first)
    expect((await store().get("/api/cart", { token: accessToken })).json.items).toMatchObject([{ quantity: 1 }])
    const conflict = await tagOf(
      (client) =>
        Client.idempotent("a-key-of-mine")(
          client.cart.add({ payload: { productId: ProductId.claimed.make(serum), quantity: 2 } })
        ),
      accessToken
    )
    expect(conflict).toBe("IdempotencyConflict")
  })

  it("changes a product by the version that was seen", async () => {
    const accessToken = await store().clientToken("demo-staff")
    const rename = (client: TypedClient) => client.admin.changeProduct({ path, payload: { description: "Light." } })
    expect(await tagOf(rename, accessToken)).toBe("VersionNeeded")
    const { version } = await store().typed((client) => client.admin.product({ path }), { accessToken })
    const changed = await store().typed((client) => Client.ifMatch(version)(rename(client)), { accessToken })
    expect(changed.description).toBe("Light.")
    const lost = await store().typed(
      (client) => Effect.flip(Client.ifMatch(version)(client.admin.archiveProduct({ path }))),
      { accessToken }
    )
    expect(lost).toMatchObject({ _tag: "GoodsChanged", currentVersion: changed.version, changedBy: "demo-staff" })
  })

  it("shops for each of an agent's shoppers apart", async () => {
    const accessToken = await store().clientToken("demo-agent")
    const put = (shopper: string, quantity: number) =>
      store().typed(
        (client) => client.cart.add({ payload: { productId: ProductId.claimed.make(serum), quantity } }),
        {
          accessToken,
          shopper
        }
      )
    await put("ada", 1)
    expect((await put("bob", 2)).items).toMatchObject([{ quantity: 2 }])
  })

  it("takes the whole catalogue and every product through its schemas", async () => {
    const catalog = await store().typed((client) => client.catalog.catalog())
    const products = catalog.brands.flatMap((brand) => brand.products)
    expect(products.length).toBeGreaterThan(20)
    for (const { id } of products.slice(0, 5)) {
      const [one, stock] = await store().typed((client) =>
        Effect.all([
          client.catalog.product({ path: { productId: id } }),
          client.catalog.inventory({ path: { productId: id } })
        ])
      )
      expect(one).toEqual(products.find((product) => product.id === id))
      expect(stock.inStock).toBe(stock.quantity > 0)
    }
  })
})
