/**
 * A shop whose HTTP handlers are called without a socket, and whose every response is determined: a clock that stands
 * still, entropy that counts, no background work. Two of them, sent the same requests, answer the same bytes; so
 * whatever differs, differs by what is put on the router.
 */
import * as AgenticCommerce from "@beauty-store/acp/AgenticCommerce"
import * as Attributes from "@beauty-store/commerce/Attributes"
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import type { Definitions } from "@beauty-store/domain/Attribute"
import { defaultBudgets } from "@beauty-store/domain/RequestBudget"
import { HttpPolicy } from "@beauty-store/http/HttpPolicy"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import type { HttpPost, PostRequest } from "@beauty-store/outbound/HttpPost"
import * as HostedPages from "@beauty-store/payments-simulated/HostedPages"
import * as Databases from "@beauty-store/server/Databases"
import * as Demo from "@beauty-store/server/Demo"
import { picture } from "@beauty-store/server/internal/DemoPictures"
import * as PictureWorker from "@beauty-store/server/internal/PictureWorker"
import * as Network from "@beauty-store/simulation/engine/Network"
import { Entropy } from "@beauty-store/sql/Entropy"
import type * as HttpApp from "@effect/platform/HttpApp"
import { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Scope from "effect/Scope"
import { createHash } from "node:crypto"
import { standingClock } from "../world/clocks.ts"
import { answer, encode, type Requests, requestsBy } from "./requests.ts"
import { partnersSecret, simulatedProvider, store } from "./shop.ts"

export const baseUrl = "http://shop.example"

/** The moment at which it stands still. */
export const now = Date.parse("2026-11-20T11:00:00.000Z")

/** Bytes by number: the n-th draw of a name is always the same. */
const counting = (name: string): Layer.Layer<Entropy> =>
  Layer.sync(Entropy, () => {
    let draws = 0
    return {
      bytes: (length) => {
        const drawn = ++draws
        const block = (n: number) => createHash("sha256").update(`${name} ${drawn} ${n}`).digest()
        return Buffer.concat(Array.from({ length: Math.ceil(length / 32) }, (_, n) => block(n))).subarray(0, length)
      }
    }
  })

export interface HandledShop extends Requests {
  /** Runs an effect with the shop's services. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>
  /** The provider's next notification, once it is on its way. */
  readonly notification: () => Promise<PostRequest>
  readonly close: () => Promise<void>
}

/** What is different about a shop. */
export interface Different {
  /** Default: in memory. */
  readonly databases?: Pick<Databases.Databases, "store" | "payments">
  /** Its time, which moves when the test says so. */
  readonly moment?: { readonly now: number }
  /** Its public address. */
  readonly address?: string
  /** What its products, carts and orders have besides. Default: what a beauty shop's have. */
  readonly attributes?: Definitions
  /** Settings of its own, instead of the defaults. */
  readonly policy?: Partial<StorePolicy>
  /** Rules of its own, instead of the defaults. */
  readonly strategies?: Layer.Layer<never>
}

const settings = Layer.mergeAll(
  Layer.succeed(HttpPolicy, {
    demo: true,
    returnHosts: [],
    webhookSecrets: [partnersSecret],
    trustedProxies: [],
    budgets: defaultBudgets,
    log: undefined
  }),
  Layer.succeed(StoreHttp.Pictures, picture),
  PictureWorker.layer,
  AgenticCommerce.layer,
  Layer.setTracerEnabled(false)
)

/** The store and its provider. Nothing is done in the background but the provider's post. */
const stillShop = (
  post: Context.Tag.Service<HttpPost>,
  {
    address = baseUrl,
    attributes = { product: Beauty.product },
    databases = Databases.at({ _tag: "Memory" }),
    moment = { now },
    policy = {},
    strategies = Layer.empty
  }: Different
) => {
  const provider = simulatedProvider({
    database: databases.payments,
    post,
    entropy: counting("provider"),
    publicUrl: Effect.succeed(address),
    shopUrl: address
  })
  return Layer.effectDiscard(Demo.prepare).pipe(
    Layer.provideMerge(ConsistencyAudit.layer),
    Layer.provideMerge(store({
      database: databases.store,
      provider,
      policy: { baseUrl: address, ...policy },
      secret: "the store's secret, which is long enough",
      entropy: counting("store")
    })),
    Layer.provideMerge(
      Layer.mergeAll(settings, Attributes.layer(attributes), strategies, Layer.setClock(standingClock(moment)))
    )
  )
}

export type Services = Layer.Layer.Success<ReturnType<typeof stillShop>>

/** Opens such a shop behind an application that is made over its services. */
export const openHandlers = async (
  makeApp: Effect.Effect<HttpApp.Default<unknown, Services | Scope.Scope>, never, Services | Scope.Scope>,
  different: Different = {}
): Promise<HandledShop> => {
  const letters: Array<PostRequest> = []
  const waiting: Array<(letter: PostRequest) => void> = []
  const post: Context.Tag.Service<HttpPost> = {
    send: (letter) =>
      Effect.sync(() => {
        const next = waiting.shift()
        if (next === undefined) letters.push(letter)
        else next(letter)
        return { status: 200, body: "{}" }
      })
  }
  const scope = Effect.runSync(Scope.make())
  const runtime = await Effect.runPromise(Scope.extend(Layer.toRuntime(stillShop(post, different)), scope))
  const app = await Runtime.runPromise(runtime)(
    Effect.onError(Scope.extend(makeApp, scope), () => Scope.close(scope, Exit.void))
  )
  const request: Requests["request"] = async (method, path, sent = {}) => {
    const { bytes, headers } = encode(sent)
    const received = Network.toServerRequest({
      method: method as Network.Request["method"],
      path,
      body: bytes,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    })
    const context = Context.add(runtime.context, HttpServerRequest, received)
    const response = Network.toResponse(
      await Runtime.runPromise(runtime)(Effect.provide(Effect.scoped(app), context))
    )
    return answer({
      status: response.status,
      headers: Object.fromEntries(
        Object.entries(response.headers).flatMap(([name, value]) => value === undefined ? [] : [[name, value]])
      ),
      bytes: Buffer.from(response.body)
    })
  }
  return {
    ...requestsBy(request),
    run: (effect) => Runtime.runPromise(runtime)(effect),
    notification: () => {
      const next = letters.shift()
      return next === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(next)
    },
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

/** The provider's own pages, which stand on the same router. */
export const providerPages = HostedPages.layer
