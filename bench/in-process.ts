/**
 * The same purchase without sockets, in a process of its own: by the store's use cases or its HTTP handlers, with the
 * simulated provider, or by the bare shop's functions. `node in-process.mjs '<Trial as JSON>'` prints what happened as
 * JSON.
 *
 * The provider's page is a call; its notification is one too, but where the handlers are measured: there it is a request
 * like the others. A shopper reads the order once it has been taken in. Idempotency records and token look-ups are part
 * of it on all sides, as with HTTP.
 */
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { Identity } from "@beauty-store/commerce/identity/Identity"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import { WebhookSender } from "@beauty-store/commerce/partners/WebhookSender"
import * as Store from "@beauty-store/commerce/Store"
import { CountryCode } from "@beauty-store/domain/Address"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Entropy from "@beauty-store/kernel/Entropy"
import * as Idempotency from "@beauty-store/kernel/Idempotency"
import { hash } from "@beauty-store/kernel/Secrets"
import { Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import { readNumber } from "@beauty-store/payments-simulated/Cards"
import * as Faults from "@beauty-store/payments-simulated/Faults"
import { HostedPayments } from "@beauty-store/payments-simulated/HostedPayments"
import { ProviderSettings } from "@beauty-store/payments-simulated/ProviderSettings"
import * as SimulatedPaymentProvider from "@beauty-store/payments-simulated/SimulatedPaymentProvider"
import * as Databases from "@beauty-store/server/Databases"
import * as Demo from "@beauty-store/server/Demo"
import * as Web from "@beauty-store/simulation/Web"
import { Post, type PostRequest } from "@beauty-store/web/Post"
import { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { assortment, restock } from "./assortment.ts"
import { type Commits, type Keyed, openProvider, openShop } from "./bare-shop.ts"

/** How one buys of the store. */
export type Way = "useCases" | "handlers"

export interface Trial {
  readonly contender: Way | Commits
  readonly folder: string
  readonly shoppers: number
  readonly seconds: number
}

export interface Result {
  /** Milliseconds of each whole purchase that ended in time. */
  readonly purchases: ReadonlyArray<number>
  /** Milliseconds of processor time that all of them took. */
  readonly processor: number
}

/** Two products, bought once. */
type Purchase = (products: readonly [string, string]) => Promise<unknown>

const address = {
  name: "Ada Lovelace",
  address: "Torstrasse 1",
  city: "Berlin",
  postcode: "10119",
  country: CountryCode.make("DE")
}
const email = "ada@example.com"
const card = "4242424242424242"

/** Shoppers who wait until the store has taken in the notification of their session. */
const waiting = new Map<string, () => void>()
const notified = (sessionId: string): Promise<void> => new Promise((resolve) => void waiting.set(sessionId, resolve))
const announce = (sessionId: string): void => {
  waiting.get(sessionId)?.()
  waiting.delete(sessionId)
}

const keyed = (path: string, body: unknown): Keyed => ({
  scope: `POST\n${path}`,
  key: randomUUID(),
  fingerprint: hash(JSON.stringify(body))
})

const bare = (folder: string, commits: Commits): Purchase => {
  const provider = openProvider(folder, commits, "http://localhost", async (message) => {
    await shop.notified(message)
    announce((JSON.parse(message.body.toString()) as { data: { sessionId: string } }).data.sessionId)
    return true
  })
  const shop = openShop(folder, commits, assortment, () => provider)
  return async (products) => {
    const { access_token: token } = JSON.parse(await shop.guest(keyed("/api/auth/guest", {})))
    for (const productId of products) await shop.add(token, keyed("/api/cart", { productId }), productId, 1)
    const request = { email, shipping: address }
    const { orderId, redirectUrl, sessionId } = JSON.parse(
      await shop.checkout(token, keyed("/api/checkout", request), request)
    )
    const confirmed = notified(sessionId)
    await provider.pay(redirectUrl.slice(redirectUrl.lastIndexOf("/") + 1), card)
    await confirmed
    return shop.order(token, orderId)
  }
}

/** A way to buy, and where the provider's notifications go. */
interface Door {
  readonly purchase: (products: readonly [string, string]) => Effect.Effect<unknown, unknown, Entropy.Entropy>
  readonly notify: (request: PostRequest) => Effect.Effect<unknown, unknown>
}

/** Hands notifications to the store in the same process, as the provider's post. */
const handOver = (door: () => Door): Layer.Layer<Post> =>
  Layer.succeed(Post, {
    send: (request) =>
      Effect.map(Effect.orDie(door().notify(request)), () => {
        announce((JSON.parse(Buffer.from(request.body).toString()) as { data: { sessionId: string } }).data.sessionId)
        return { status: 200, body: "{}" }
      })
  })

const number = Either.getOrThrow(readNumber(card))

/** Pays at the provider's page, and waits until the store has heard of it. */
const payAt = Effect.fnUntraced(
  function*(pages: typeof HostedPayments.Service, redirectUrl: string, sessionId: string) {
    const confirmed = notified(sessionId)
    yield* pages.pay(redirectUrl.slice(redirectUrl.lastIndexOf("/") + 1), { method: "card", card: number })
    yield* Effect.promise(() => confirmed)
  }
)

const byHandlers = Effect.gen(function*() {
  const pages = yield* HostedPayments
  const requestServices = StoreHttp.requestServices(yield* Effect.context<Store.Services>())
  const app = Effect.scoped(yield* Effect.provideService(StoreHttp.app(Layer.empty), Scope.Scope, yield* Scope.make()))
  const serve = (call: Web.Call): Effect.Effect<unknown> =>
    Effect.map(
      Effect.provide(app, Context.add(requestServices, HttpServerRequest, Web.request(call))),
      (response) => {
        const { body, status } = Web.answer(response)
        if (status !== 200) throw new Error(`${call.method} ${call.path}: ${status} ${body}`)
        return JSON.parse(body)
      }
    )
  const bearer = (token: string) => token === "" ? {} : { authorization: `Bearer ${token}` }
  const post = (path: string, token: string, json?: unknown): Effect.Effect<any> =>
    serve({
      method: "POST",
      path,
      headers: {
        "idempotency-key": randomUUID(),
        ...bearer(token),
        ...(json === undefined ? {} : { "content-type": "application/json" })
      },
      body: json === undefined ? undefined : Buffer.from(JSON.stringify(json))
    })
  const door: Door = {
    purchase: Effect.fnUntraced(function*(products) {
      const { access_token: token } = yield* post("/api/auth/guest", "")
      for (const productId of products) yield* post("/api/cart", token, { productId, quantity: 1 })
      const { orderId, redirectUrl, sessionId } = yield* post("/api/checkout", token, { email, shipping: address })
      yield* payAt(pages, redirectUrl, sessionId)
      yield* serve({ method: "GET", path: `/api/orders/${orderId}`, headers: bearer(token), body: undefined })
    }),
    notify: ({ body, headers }) => serve({ method: "POST", path: "/api/payments/notifications", headers, body })
  }
  return door
})

const byUseCases = Effect.gen(function*() {
  const carts = yield* Carts
  const checkout = yield* Checkout
  const identity = yield* Identity
  const orders = yield* Orders
  const pages = yield* HostedPayments
  const transactions = yield* Transactions

  /** A change with its idempotency record, as the HTTP layer does it. */
  const once = <A, E, R>(path: string, body: unknown, sealed: boolean, run: Effect.Effect<A, E, R>) => {
    const request = Idempotency.keyed(keyed(path, body))
    return transactions.write(
      Effect.gen(function*() {
        yield* Idempotency.begin(request)
        const value = yield* run
        const answer = { status: 200, headers: {}, body: JSON.stringify(value) }
        yield* Idempotency.record(request, answer, sealed)
        return value
      })
    )
  }

  const door: Door = {
    purchase: Effect.fnUntraced(function*(products) {
      const { accessToken } = yield* once(
        "/api/auth/guest",
        {},
        true,
        Effect.flatMap(identity.prepareGuest, ({ create }) => create)
      )
      for (const productId of products) {
        const owner = { principal: (yield* identity.authenticate(accessToken)).id, shopper: "" }
        yield* once("/api/cart", { productId }, false, carts.add(owner, productId, 1))
      }
      const owner = { principal: (yield* identity.authenticate(accessToken)).id, shopper: "" }
      const request = {
        owner,
        email,
        address,
        method: "standard" as const,
        paymentMethod: undefined,
        returnUrl: undefined
      }
      const record = Idempotency.keyed(keyed("/api/checkout", request))
      const begun = yield* transactions.write(Effect.gen(function*() {
        yield* Idempotency.begin(record)
        const sessionId = yield* checkout.begin(request)
        yield* Idempotency.recordRunning({ ...record, subject: sessionId })
        return sessionId
      }))
      const session = yield* checkout.open(begun)
      const answer = { status: 200, headers: {}, body: JSON.stringify(session) }
      yield* transactions.write(Idempotency.recordDone({ ...record, subject: begun }, answer, false))
      yield* payAt(pages, session.redirectUrl, session.sessionId)
      return yield* orders.view(yield* identity.authenticate(accessToken), session.orderId)
    }),
    notify: checkout.notified
  }
  return door
})

const store = async (folder: string, way: Way): Promise<Purchase> => {
  const databases = Databases.at({ _tag: "File", path: join(folder, "store.db") })
  let door: Door
  const provider = SimulatedPaymentProvider.layer.pipe(
    Layer.provide([
      Layer.succeed(ProviderSettings, {
        merchant: "Bench",
        publicUrl: Effect.succeed("http://localhost"),
        notificationUrl: Effect.succeed("http://localhost/api/payments/notifications")
      }),
      handOver(() => door),
      databases.payments,
      Faults.layerNone,
      Entropy.layer
    ])
  )
  const runtime = ManagedRuntime.make(
    Layer.mergeAll(Layer.effectDiscard(Demo.prepare), Store.background, ConsistencyAudit.layer).pipe(
      Layer.provideMerge(Store.layer),
      Layer.provide(databases.store),
      // Nobody is subscribed.
      Layer.provide(Layer.succeed(WebhookSender, { check: () => Effect.void, send: () => Effect.void })),
      Layer.provideMerge(provider),
      Layer.provideMerge(Layer.setTracerEnabled(false))
    )
  )
  await runtime.runPromise(Effect.gen(function*() {
    const { write } = yield* Transactions
    yield* write(Effect.flatMap(Transaction, (transaction) => transaction.change(restock, [])))
    door = yield* way === "handlers" ? byHandlers : byUseCases
  }))
  return (products) => runtime.runPromise(door.purchase(products))
}

const run = async ({ contender, folder, seconds, shoppers }: Trial): Promise<Result> => {
  const purchase = contender === "useCases" || contender === "handlers"
    ? await store(folder, contender)
    : bare(folder, contender)
  const buy = async (seconds: number): Promise<ReadonlyArray<number>> => {
    const purchases: Array<number> = []
    const until = performance.now() + seconds * 1000
    const shopper = async (n: number): Promise<void> => {
      let next = n * 7
      const product = (): string => assortment[next++ % assortment.length]!.id
      while (performance.now() < until) {
        const from = performance.now()
        await purchase([product(), product()])
        const at = performance.now()
        if (at < until || purchases.length === 0) purchases.push(at - from)
      }
    }
    await Promise.all(Array.from({ length: shoppers }, (_, n) => shopper(n)))
    return purchases
  }
  // The first purchases teach the compiler.
  await buy(seconds / 2)
  const before = process.cpuUsage()
  const purchases = await buy(seconds)
  const { system, user } = process.cpuUsage(before)
  return { purchases, processor: (user + system) / 1000 }
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2]!) as Trial)), () => process.exit(0))
