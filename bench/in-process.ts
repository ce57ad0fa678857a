/**
 * The same purchase without HTTP, in a process of its own: by the store's use cases and the simulated provider, or by
 * the bare shop's functions. `node in-process.mjs '<Trial as JSON>'` prints what happened as JSON.
 *
 * The provider's notification is handed over by a call instead of a request; a shopper reads the order once it has been
 * taken in. Idempotency records and token look-ups are part of it on both sides, as with HTTP.
 */
import { Carts } from "@beauty-store/commerce/Carts"
import { Checkout } from "@beauty-store/commerce/Checkout"
import * as Entropy from "@beauty-store/commerce/Entropy"
import * as Idempotency from "@beauty-store/commerce/Idempotency"
import { Identity } from "@beauty-store/commerce/Identity"
import { Orders } from "@beauty-store/commerce/Orders"
import { hash } from "@beauty-store/commerce/Secrets"
import * as Store from "@beauty-store/commerce/Store"
import { WebhookSender } from "@beauty-store/commerce/Subscriptions"
import { Transaction, Transactions } from "@beauty-store/commerce/Transactions"
import { CountryCode } from "@beauty-store/domain/Address"
import { readNumber } from "@beauty-store/payments-simulated/Cards"
import * as Faults from "@beauty-store/payments-simulated/Faults"
import { HostedPayments } from "@beauty-store/payments-simulated/HostedPayments"
import { ProviderSettings } from "@beauty-store/payments-simulated/ProviderSettings"
import * as SimulatedPaymentProvider from "@beauty-store/payments-simulated/SimulatedPaymentProvider"
import * as Databases from "@beauty-store/server/Databases"
import * as Demo from "@beauty-store/server/Demo"
import { Post } from "@beauty-store/web/Post"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { assortment, plenty } from "./assortment.ts"
import { type Commits, type Keyed, openProvider, openShop } from "./bare-shop.ts"

export interface Trial {
  readonly contender: "store" | Commits
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

/** Hands notifications to the store in the same process, as the provider's post. */
const handOver = (take: () => typeof Checkout.Service): Layer.Layer<Post> =>
  Layer.succeed(Post, {
    send: ({ body, headers }) =>
      Effect.gen(function*() {
        yield* Effect.orDie(take().notified({ headers, body }))
        announce((JSON.parse(Buffer.from(body).toString()) as { data: { sessionId: string } }).data.sessionId)
        return { status: 200, body: "{}" }
      })
  })

const purchaseOfStore = Effect.gen(function*() {
  const carts = yield* Carts
  const checkout = yield* Checkout
  const identity = yield* Identity
  const orders = yield* Orders
  const pages = yield* HostedPayments
  const transactions = yield* Transactions
  const number = Either.getOrThrow(readNumber(card))

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

  return (products: readonly [string, string]) =>
    Effect.gen(function*() {
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
      const confirmed = notified(session.sessionId)
      const { redirectUrl } = session
      yield* pages.pay(redirectUrl.slice(redirectUrl.lastIndexOf("/") + 1), { method: "card", card: number })
      yield* Effect.promise(() => confirmed)
      return yield* orders.view(yield* identity.authenticate(accessToken), session.orderId)
    })
})

const store = async (folder: string): Promise<Purchase> => {
  const databases = Databases.at({ _tag: "File", path: join(folder, "store.db") })
  let checkout: typeof Checkout.Service
  const provider = SimulatedPaymentProvider.layer.pipe(
    Layer.provide([
      Layer.succeed(ProviderSettings, {
        merchant: "Bench",
        publicUrl: Effect.succeed("http://localhost"),
        notificationUrl: Effect.succeed("http://localhost/api/payments/notifications")
      }),
      handOver(() => checkout),
      databases.payments,
      Faults.layerNone,
      Entropy.layer
    ])
  )
  const runtime = ManagedRuntime.make(
    Layer.merge(Layer.effectDiscard(Demo.prepare), Store.background).pipe(
      Layer.provideMerge(Store.layer),
      Layer.provide(databases.store),
      // Nobody is subscribed.
      Layer.provide(Layer.succeed(WebhookSender, { check: () => Effect.void, send: () => Effect.void })),
      Layer.provideMerge(provider),
      Layer.provideMerge(Layer.setTracerEnabled(false))
    )
  )
  const purchase = await runtime.runPromise(Effect.gen(function*() {
    checkout = yield* Checkout
    const { write } = yield* Transactions
    yield* write(
      Effect.flatMap(Transaction, (transaction) => transaction.change("UPDATE stock SET on_hand = ?", [plenty]))
    )
    return yield* purchaseOfStore
  }))
  return (products) => runtime.runPromise(purchase(products))
}

const run = async ({ contender, folder, seconds, shoppers }: Trial): Promise<Result> => {
  const purchase = contender === "store" ? await store(folder) : bare(folder, contender)
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
