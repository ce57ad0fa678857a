/**
 * A store with its simulated provider in the process of a bench, over a file on disk, and ways to buy of it without
 * sockets. The provider's page is a call, and its notifications go to the same store.
 */
import * as Attributes from "@beauty-store/commerce/Attributes"
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import type { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import type { PaymentVault } from "@beauty-store/commerce/payment/PaymentVault"
import * as Store from "@beauty-store/commerce/Store"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import type * as Entropy from "@beauty-store/kernel/Entropy"
import { Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import { readNumber } from "@beauty-store/payments-simulated/Cards"
import { HostedPayments } from "@beauty-store/payments-simulated/HostedPayments"
import * as Databases from "@beauty-store/server/Databases"
import * as Demo from "@beauty-store/server/Demo"
import * as Network from "@beauty-store/simulation/engine/Network"
import type { Post, PostRequest } from "@beauty-store/web/Post"
import { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { simulatedProvider, store } from "../test/shop/shop.ts"
import { delivery } from "../test/shop/shopper.ts"
import { restock } from "./assortment.ts"

export const { email, shipping: address } = delivery
export const card = "4242424242424242"

/** Shoppers who wait until the store has processed the notification of their session. */
const waiting = new Map<string, () => void>()
export const notified = (sessionId: string): Promise<void> =>
  new Promise((resolve) => void waiting.set(sessionId, resolve))
export const announce = (sessionId: string): void => {
  waiting.get(sessionId)?.()
  waiting.delete(sessionId)
}

/** A way to buy, with the receiver of the provider's notifications. */
export interface Door {
  readonly purchase: (products: readonly [string, string]) => Effect.Effect<unknown, unknown, Entropy.Entropy>
  readonly notify: (request: PostRequest) => Effect.Effect<unknown, unknown>
}

/** Passes notifications to the store in the same process, as the provider's post. */
const handOver = (door: () => Pick<Door, "notify">): Context.Tag.Service<Post> => ({
  send: (request) =>
    Effect.map(Effect.orDie(door().notify(request)), () => {
      announce((JSON.parse(Buffer.from(request.body).toString()) as { data: { sessionId: string } }).data.sessionId)
      return { status: 200, body: "{}" }
    })
})

const number = Either.getOrThrow(readNumber(card))

/** Pays on the provider's page, and waits until the store has processed the notification. */
export const payAt = Effect.fnUntraced(
  function*(pages: typeof HostedPayments.Service, redirectUrl: string, sessionId: string) {
    const confirmed = notified(sessionId)
    yield* pages.pay(redirectUrl.slice(redirectUrl.lastIndexOf("/") + 1), { method: "card", card: number })
    yield* Effect.promise(() => confirmed)
  }
)

/** The body of a success. */
// oxlint-disable-next-line typescript/no-explicit-any -- the shop is measured, not the shape of what it returns
type Json = any

/** The store's HTTP side in this process: `serve` makes a request and reads the JSON of its success. */
const openHttp = Effect.fnUntraced(function*(routes: Routes) {
  const services = StoreHttp.requestServices(yield* Effect.context<Store.Services>())
  const app = Effect.scoped(
    yield* Effect.provideService(StoreHttp.appWith(routes, Layer.empty), Scope.Scope, yield* Scope.make())
  )
  return (call: Network.Request): Effect.Effect<Json> =>
    Effect.map(
      Effect.provide(app, Context.add(services, HttpServerRequest, Network.toServerRequest(call))),
      (response) => {
        const { body, status } = Network.toResponse(response)
        if (status !== 200) throw new Error(`${call.method} ${call.path}: ${status} ${body}`)
        return JSON.parse(body)
      }
    )
})

/** Mounts the store's routes on its router. */
export type Routes = Layer.Layer<
  never,
  never,
  Layer.Layer.Context<typeof StoreHttp.layerDirect> | Layer.Layer.Context<typeof StoreHttp.layerByHttpApi>
>

/** The store by its HTTP handlers: a purchase, and single requests. */
export const byHandlers = Effect.fnUntraced(function*(routes: Routes) {
  const pages = yield* HostedPayments
  const serve = yield* openHttp(routes)
  const bearer = (token: string) => token === "" ? {} : { authorization: `Bearer ${token}` }
  const get = (path: string, token = ""): Effect.Effect<Json> =>
    serve({ method: "GET", path, headers: bearer(token), body: undefined })
  const post = (path: string, token: string, json?: unknown): Effect.Effect<Json> =>
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
  const purchase: Door["purchase"] = Effect.fnUntraced(function*(products) {
    const { access_token: token } = yield* post("/api/auth/guest", "")
    for (const productId of products) yield* post("/api/cart", token, { productId, quantity: 1 })
    const { orderId, redirectUrl, sessionId } = yield* post("/api/checkout", token, { email, shipping: address })
    yield* payAt(pages, redirectUrl, sessionId)
    yield* get(`/api/orders/${orderId}`, token)
  })
  const notify: Door["notify"] = ({ body, headers }) =>
    serve({ method: "POST", path: "/api/payments/notifications", headers, body })
  return { get, post, purchase, notify }
})

type Services = Store.Services | HostedPayments | ConsistencyAudit.ConsistencyAudit | PaymentProvider | PaymentVault

/** A store whose provider sends notifications to the current way to buy, and how effects are run over it. */
export const openStore = async (folder: string, door: () => Pick<Door, "notify">) => {
  const databases = Databases.at({ _tag: "File", path: join(folder, "store.db") })
  const runtime = ManagedRuntime.make(
    Layer.mergeAll(Layer.effectDiscard(Demo.prepare), Store.background, ConsistencyAudit.layer).pipe(
      Layer.provideMerge(store({
        database: databases.store,
        provider: simulatedProvider({ database: databases.payments, post: handOver(door) })
      })),
      Layer.provideMerge(Layer.mergeAll(
        Layer.setTracerEnabled(false),
        Attributes.layer({ product: Beauty.product }),
        // Standard output is for the result; standard error, for what goes wrong.
        Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger)),
        Logger.minimumLogLevel(LogLevel.Warning)
      ))
    )
  )
  await runtime.runPromise(Effect.flatMap(
    Transactions,
    ({ write }) => write(Effect.flatMap(Transaction, (transaction) => transaction.change(restock, [])))
  ))
  return <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> => runtime.runPromise(effect)
}
