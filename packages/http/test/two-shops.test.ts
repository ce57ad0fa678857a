/**
 * Two shops below two paths of one program, made in one build: each has its own goods, carts, orders, tokens, keys and
 * headers, and nothing of the other's. The payment providers are the simulated ones, with their pages.
 */
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import { type Assortment, CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { Identity } from "@beauty-store/commerce/identity/Identity"
import * as WebhookSender from "@beauty-store/commerce/partners/WebhookSender"
import * as Policy from "@beauty-store/commerce/Policy"
import * as Store from "@beauty-store/commerce/Store"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import { HttpPost, type PostRequest } from "@beauty-store/outbound/HttpPost"
import * as Faults from "@beauty-store/payments-simulated/Faults"
import * as HostedPages from "@beauty-store/payments-simulated/HostedPages"
import { ProviderSettings } from "@beauty-store/payments-simulated/ProviderSettings"
import * as SimulatedPaymentProvider from "@beauty-store/payments-simulated/SimulatedPaymentProvider"
import * as Network from "@beauty-store/simulation/engine/Network"
import * as Entropy from "@beauty-store/sql/Entropy"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { answer, encode, pathOf, type Requests, requestsBy } from "../../../test/shop/requests.ts"
import { delivery, visa } from "../../../test/shop/shopper.ts"
import { assortment } from "../../../test/shop/use-cases.ts"

const names = ["first", "second"] as const
type Name = typeof names[number]

const rootOf = (name: Name) => `https://mine.example/${name}`
const letters: Record<Name, Array<PostRequest>> = { first: [], second: [] }

/** The same goods, at prices that tell the shops apart. */
const goodsOf = (name: Name): Assortment => ({
  brands: assortment.brands.map((brand) => ({
    ...brand,
    products: brand.products.map((product) => ({ ...product, priceMinor: name === "first" ? 10_00 : 20_00 }))
  }))
})
const productId = assortment.brands[0]!.products[0]!.id

/** In both shops there is a clerk, with another secret in each. */
const clerkOf = (name: Name) =>
  ({
    id: "clerk",
    secret: `the-secret-of-the-clerk-of-${name}`,
    kind: "staff",
    scopes: ["orders:read", "admin:read"]
  }) as const

/** One reference, so that there is one of it in a build. */
const database = SqliteClient.layer({ filename: ":memory:" })

/** A shop with a provider of its own, as a program composes them; its tables lie beside the other's. */
const shopAt = (name: Name) => {
  const root = rootOf(name)
  const provider = SimulatedPaymentProvider.layer.pipe(
    Layer.provideMerge(Layer.succeed(ProviderSettings, {
      merchant: name,
      merchantPages: { home: `${root}/`, help: `${root}/help`, terms: `${root}/terms`, privacy: `${root}/privacy` },
      publicUrl: Effect.succeed(root),
      notificationUrl: Effect.succeed(`${root}/api/payments/notifications`)
    })),
    Layer.provide([
      SqliteClient.layer({ filename: ":memory:" }),
      Faults.layer({}),
      Entropy.layer,
      Layer.succeed(HttpPost, {
        send: (letter) =>
          Effect.sync(() => {
            letters[name].push(letter)
            return { status: 200, body: "{}" }
          })
      })
    ])
  )
  const stocked = Layer.effectDiscard(Effect.gen(function*() {
    yield* (yield* CatalogImport).add(goodsOf(name))
    yield* (yield* Identity).registerClient(clerkOf(name))
  }))
  const services = Layer.merge(stocked, ConsistencyAudit.layer).pipe(
    Layer.provideMerge(Store.layerWith({ tables: name })),
    Layer.provide([database, WebhookSender.layerNoop]),
    Layer.provideMerge(provider),
    Layer.provideMerge(Policy.layer({ baseUrl: root, storeName: `The ${name} shop` }))
  )
  return StoreHttp.layer({ prefix: `/${name}`, others: HostedPages.layer }).pipe(Layer.provide(services))
}

describe("two shops of one program", () => {
  const scope = Effect.runSync(Scope.make())
  let shops: Requests
  beforeAll(async () => {
    const build = Effect.orDie(HttpLayerRouter.toHttpEffect(Layer.merge(shopAt("first"), shopAt("second"))))
    const app = await Effect.runPromise(Scope.extend(build, scope))
    shops = requestsBy(async (method, path, sent = {}) => {
      const { bytes, headers } = encode(sent)
      const received = Network.toServerRequest({
        method: method as Network.Request["method"],
        path,
        body: bytes,
        headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)]))
      })
      const { body, headers: answered, status } = await Effect.runPromise(
        Effect.map(
          Effect.provideService(Effect.scoped(Effect.orDie(app)), HttpServerRequest, received),
          Network.toResponse
        )
      )
      const known = Object.entries(answered).flatMap(([key, value]) => value === undefined ? [] : [[key, value]])
      return answer({ status, headers: Object.fromEntries(known), bytes: Buffer.from(body) })
    })
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const guest = async (name: Name): Promise<string> => (await shops.post(`/${name}/api/auth/guest`)).json.access_token

  /** The clerk asks one shop for a token, by the secret of one. */
  const signIn = (name: Name, secret: Name) => {
    const clerk = { client_id: clerkOf(secret).id, client_secret: clerkOf(secret).secret }
    return shops.post(`/${name}/api/auth/token`, { grant_type: "client_credentials", ...clerk })
  }

  /** Buys, pays and is back: the order, and its page. */
  const buy = async (name: Name, token: string, key?: string) => {
    await shops.post(`/${name}/api/cart`, { productId }, { token })
    const { json } = await shops.post(`/${name}/api/checkout`, delivery, { token, key })
    expect(json.redirectUrl.startsWith(`${rootOf(name)}/pay/`)).toBe(true)
    const paid = await shops.post(pathOf(json.redirectUrl), visa)
    const back = await shops.get(pathOf(paid.json.returnUrl))
    expect(back.status).toBe(303)
    return { orderId: json.orderId as string, total: json.total as number, page: back.headers["location"]! }
  }

  it("show their own goods and names, also where responses are kept in memory, and at once", async () => {
    for (let again = 0; again < 3; again++) {
      const catalogs = await Promise.all(names.map((name) => shops.get(`/${name}/api/`)))
      expect(catalogs.map(({ json }) => json.store)).toEqual(["The first shop", "The second shop"])
      const prices = await Promise.all(names.map((name) => shops.get(`/${name}/api/products/${productId}`)))
      expect(prices.map(({ json }) => json.price)).toEqual([10, 20])
    }
    const pages = await Promise.all(
      names.map((name) => shops.get(`/${name}`, { headers: { accept: "text/html" } }))
    )
    expect(pages.map(({ text }) => names.map((name) => text.includes(`"/${name}/`)))).toEqual(
      [[true, false], [false, true]]
    )
  })

  it("know neither each other's tokens and clients nor carts, and their cookies have names of their own", async () => {
    const made = await Promise.all(names.map((name) => shops.post(`/${name}/api/cart`, { productId })))
    const cookies = made.map(({ headers }) => headers["set-cookie"] ?? "")
    expect(cookies.map((cookie) => /^([^=]*)=.*; Path=\/;/.exec(cookie)?.[1])).toEqual([
      "__Host-store_session+first",
      "__Host-store_session+second"
    ])
    const tokens = made.map(({ json }) => json.session.access_token as string)
    for (const [n, name] of names.entries()) {
      const statuses = await Promise.all(tokens.map((token) => shops.get(`/${name}/api/cart`, { token })))
      expect(statuses.map(({ status }) => status)).toEqual(n === 0 ? [200, 401] : [401, 200])
    }
    for (const [n, name] of names.entries()) {
      const granted = await Promise.all(names.map((secret) => signIn(name, secret)))
      expect(granted.map(({ status }) => status)).toEqual(n === 0 ? [200, 401] : [401, 200])
    }
  })

  it("take orders and payments of their own, also by the same key", async () => {
    const [first, second] = await Promise.all(names.map(async (name) => {
      const token = await guest(name)
      return { name, token, ...(await buy(name, token, "the-same-key")) }
    }))
    expect([first!.total < second!.total, first!.orderId === second!.orderId]).toEqual([true, false])
    for (const [own, other] of [[first!, second!], [second!, first!]] as const) {
      const order = await shops.get(`/${own.name}/api/orders/${own.orderId}`, { token: own.token })
      expect(order.json).toMatchObject({ id: own.orderId, status: "confirmed", total: own.total })
      const orders = await shops.get(`/${own.name}/api/orders`, { token: own.token })
      expect(orders.json.data.map(({ id }: { id: string }) => id)).toEqual([own.orderId])
      const foreign = await shops.get(`/${own.name}/api/orders/${other.orderId}`, { token: own.token })
      expect(foreign.json.code).toBe("order_not_found")
      // The page of an order opens by its address alone.
      expect(own.page).toMatch(new RegExp(`^/${own.name}/orders/page_`))
      expect((await shops.get(own.page)).status).toBe(200)
      expect((await shops.get(own.page.replace(`/${own.name}/`, `/${other.name}/`))).status).toBe(404)
    }
    // Each provider tells its own shop, which does not believe the other's.
    for (const [own, other] of [names, names.toReversed()] as const) {
      const [letter] = letters[own!]
      const tell = (name: Name) =>
        shops.post(`/${name}/api/payments/notifications`, Buffer.from(letter!.body).toString("utf8"), {
          headers: letter!.headers
        })
      expect((await tell(own!)).status).toBeLessThan(300)
      expect((await tell(other!)).status).toBeGreaterThanOrEqual(400)
    }
  })

  it("have their own headers, errors and audits", async () => {
    for (const name of names) {
      const { headers } = await shops.get(`/${name}/api/products`, { headers: { "x-request-id": `of-${name}` } })
      expect(headers["x-request-id"]).toBe(`of-${name}`)
      const lost = await shops.get(`/${name}/api/nowhere`)
      expect(lost.json).toMatchObject({ type: `${rootOf(name)}/problems/not_found`, instance: `/${name}/api/nowhere` })
      expect((await shops.get(`/${name}/openapi.json`)).json.servers).toEqual([{ url: rootOf(name) }])
      for (const path of ["/.well-known/commerce.json", "/.well-known/acp.json", "/llms.txt"]) {
        const other = names.find((one) => one !== name)!
        expect([path, (await shops.get(`/${name}${path}`)).text.includes(rootOf(other))]).toEqual([path, false])
      }
    }
    await buy("second", await guest("second"))
    for (const [n, name] of names.entries()) {
      const { json } = await signIn(name, name)
      const audit = await shops.get(`/${name}/api/admin/consistency`, { token: json.access_token })
      expect([name, audit.json]).toMatchObject([name, { total: 0, counts: { orders: n + 1 } }])
    }
  })
})
