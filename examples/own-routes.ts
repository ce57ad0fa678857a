/**
 * A program with routes and a sign-in of its own, and the shop below `/shop`. The shop does nothing to the program's
 * routes; its links, redirects and cookies have the path. The program says who is asking. A route of its own for callers
 * with a scope knows and refuses them as the store does.
 */
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import { Carts } from "@beauty-store/commerce/cart/Carts"
import type { HostIdentity } from "@beauty-store/http/HostIdentity"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as StoreTest from "@beauty-store/testing/StoreTest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createServer } from "node:http"
import { assortment } from "./products.ts"

/** Yours: looks a session up, wherever it is. */
const identity: HostIdentity = ({ headers }) =>
  Effect.succeed(headers["x-session"] === "of-ada" ? { kind: "shopper", id: "4711" } : undefined)

const greeting = HttpLayerRouter.add("GET", "/hello", HttpServerResponse.text("Hello, from the program"))

/** For shoppers and agents, by token or cookie. */
const weight = StoreHttp.route("GET", "/weight", "shop", ({ owner }) =>
  Effect.gen(function*() {
    const { items } = yield* (yield* Carts).view(owner)
    return HttpServerResponse.unsafeJson({ grams: items.length * 250 })
  }))

const routes = Layer.mergeAll(greeting, weight, StoreHttp.layer({ prefix: "/shop", identity }))

/** The shop's address has the path, too: links, and the way back from the payment page, are made of it. */
const policy = { baseUrl: "https://mine.example/shop" }

const shop = Layer.provideMerge(ConsistencyAudit.layer, StoreTest.layer({ assortment, policy }))

const program = Effect.gen(function*() {
  const { address } = yield* HttpServer.HttpServer
  const at = `http://127.0.0.1:${address._tag === "TcpAddress" ? address.port : 0}`
  const get = (path: string, init?: RequestInit) => Effect.promise(() => fetch(at + path, init))

  const hello = yield* get("/hello")
  console.log(yield* Effect.promise(() => hello.text())) // Hello, from the program
  console.log(hello.headers.has("access-control-allow-origin")) // false

  const headers = { "x-session": "of-ada", "content-type": "application/json" }
  yield* get("/shop/api/cart", { method: "POST", headers, body: JSON.stringify({ productId: "rose-serum" }) })
  const cart = yield* get("/shop/api/cart", { headers })
  console.log((yield* Effect.promise(() => cart.json())).total) // 34.9

  console.log((yield* get("/weight")).status) // 401
  const guest = yield* get("/shop/api/auth/guest", { method: "POST" })
  const { access_token } = yield* Effect.promise(() => guest.json())
  const served = yield* get("/weight", { headers: { authorization: `Bearer ${access_token}` } })
  console.log((yield* Effect.promise(() => served.json())).grams) // 0

  const nowhere = yield* get("/shop/api/nowhere")
  console.log((yield* Effect.promise(() => nowhere.json())).type) // https://mine.example/shop/problems/not_found
})

const server = HttpLayerRouter.serve(routes, { disableListenLog: true, disableLogger: true }).pipe(
  Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })),
  Layer.provide(shop)
)

void Effect.runPromise(Effect.provide(program, server))
