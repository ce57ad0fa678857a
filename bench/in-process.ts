/**
 * The same purchase without sockets, in a process of its own: by the store's use cases or its HTTP handlers, with the
 * simulated provider, or by the bare shop's functions. `node in-process.mjs '<Trial as JSON>'` prints what happened as
 * JSON.
 *
 * The provider's page is a call, and so is its notification, except where the handlers are measured: there it is a
 * request like the others. A shopper reads the order once the notification has been processed. Idempotency records and
 * token look-ups are part of it on all sides, as with HTTP.
 */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { Identity } from "@beauty-store/commerce/identity/Identity"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import { ProductId } from "@beauty-store/domain/Ids"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Idempotency from "@beauty-store/kernel/Idempotency"
import { hash } from "@beauty-store/kernel/Secrets"
import { Transactions } from "@beauty-store/kernel/Transactions"
import { HostedPayments } from "@beauty-store/payments-simulated/HostedPayments"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { assortment } from "./assortment.ts"
import { type Keyed, openProvider, openShop } from "./bare-shop.ts"
import {
  address,
  announce,
  byHandlers,
  card,
  type Door,
  email,
  notified,
  openStore,
  payAt
} from "./store-in-process.ts"

/** A way to buy of the store. */
export type Way = "useCases" | "handlers"

export interface Trial {
  readonly contender: Way | "bare"
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

const keyed = (path: string, body: unknown): Keyed => ({
  scope: `POST\n${path}`,
  key: randomUUID(),
  fingerprint: hash(JSON.stringify(body))
})

const bare = (folder: string): Purchase => {
  const provider = openProvider(folder, "http://localhost", async (message) => {
    await shop.notified(message)
    announce((JSON.parse(message.body.toString()) as { data: { sessionId: string } }).data.sessionId)
    return true
  })
  const shop = openShop(folder, assortment, () => provider)
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
        yield* once("/api/cart", { productId }, false, carts.add(owner, ProductId.claimed.make(productId), 1))
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
        const sessionId = yield* checkout.hosted.begin(request)
        yield* Idempotency.recordRunning({ ...record, subject: sessionId })
        return sessionId
      }))
      const session = yield* checkout.hosted.finish(begun)
      const answer = { status: 200, headers: {}, body: JSON.stringify(session) }
      yield* transactions.write(Idempotency.recordDone({ ...record, subject: begun }, answer, false))
      yield* payAt(pages, session.redirectUrl, session.sessionId)
      return yield* orders.view(yield* identity.authenticate(accessToken), session.orderId)
    }),
    notify: checkout.handleNotification
  }
  return door
})

const ofStore = async (folder: string, way: Way): Promise<Purchase> => {
  let door: Door | undefined
  const run = await openStore(folder, () => door!)
  const opened: Door = await run(way === "handlers" ? byHandlers(StoreHttp.layerDirect) : byUseCases)
  door = opened
  return (products) => run(opened.purchase(products))
}

const run = async ({ contender, folder, seconds, shoppers }: Trial): Promise<Result> => {
  const purchase = contender === "bare" ? bare(folder) : await ofStore(folder, contender)
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
  // The first purchases warm up the compiler.
  await buy(seconds / 2)
  const before = process.cpuUsage()
  const purchases = await buy(seconds)
  const { system, user } = process.cpuUsage(before)
  return { purchases, processor: (user + system) / 1000 }
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2]!) as Trial)), () => process.exit(0))
