/**
 * A whole store in this process whose every response is determined: a clock that stands still, entropy that counts. Two
 * of them, sent the same requests, answer the same bytes; so whatever differs, differs by what is put on the router.
 */
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import { WebhookSender } from "@beauty-store/commerce/partners/WebhookSender"
import { defaultPolicy, Policy } from "@beauty-store/commerce/Policy"
import * as Store from "@beauty-store/commerce/Store"
import { HttpPolicy } from "@beauty-store/http/HttpPolicy"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import { Entropy } from "@beauty-store/kernel/Entropy"
import * as SqlTransactions from "@beauty-store/kernel/SqlTransactions"
import * as Faults from "@beauty-store/payments-simulated/Faults"
import * as HostedPages from "@beauty-store/payments-simulated/HostedPages"
import { ProviderSettings } from "@beauty-store/payments-simulated/ProviderSettings"
import * as SimulatedPaymentProvider from "@beauty-store/payments-simulated/SimulatedPaymentProvider"
import * as Databases from "@beauty-store/server/Databases"
import * as Demo from "@beauty-store/server/Demo"
import * as Network from "@beauty-store/simulation/engine/Network"
import { Post, type PostRequest } from "@beauty-store/web/Post"
import type * as HttpApp from "@effect/platform/HttpApp"
import { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Scope from "effect/Scope"
import { createHash } from "node:crypto"
import { demoSecret } from "./partners.ts"

export const baseUrl = "http://shop.example"

/** The moment at which it stands still. */
export const now = Date.parse("2026-11-20T11:00:00.000Z")

const stillClock: Clock.Clock = {
  ...Clock.make(),
  currentTimeMillis: Effect.succeed(now),
  currentTimeNanos: Effect.succeed(BigInt(now) * 1_000_000n),
  unsafeCurrentTimeMillis: () => now,
  unsafeCurrentTimeNanos: () => BigInt(now) * 1_000_000n
}

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

export interface Answer extends Network.Response {
  readonly json: any
}

export interface StillStore {
  /** Sends a request. `body` goes out as it is if it is text, else as JSON. */
  readonly call: (method: string, path: string, sent?: {
    readonly token?: string | undefined
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: unknown
  }) => Promise<Answer>
  /** The provider's next notification, once it is on its way. */
  readonly notification: () => Promise<PostRequest>
  readonly close: () => Promise<void>
}

const settings = Layer.mergeAll(
  Layer.succeed(Policy, { ...defaultPolicy, baseUrl }),
  Layer.succeed(HttpPolicy, { demo: true, returnHosts: [], webhookSecrets: [demoSecret], log: undefined }),
  Layer.succeed(StoreHttp.Pictures, Demo.picture),
  Layer.setTracerEnabled(false),
  Layer.setClock(stillClock)
)

/** The store and its provider over databases in memory. Nothing is done in the background but the provider's post. */
const world = (post: Context.Tag.Service<Post>) => {
  const databases = Databases.at({ _tag: "Memory" })
  const provider = SimulatedPaymentProvider.layerWith({ secret: "the provider's secret, long enough for one" }).pipe(
    Layer.provideMerge(Layer.succeed(ProviderSettings, {
      merchant: "Still",
      publicUrl: Effect.succeed(baseUrl),
      notificationUrl: Effect.succeed(`${baseUrl}/api/payments/notifications`)
    })),
    Layer.provide([databases.payments, Faults.layerNone, Layer.succeed(Post, post), counting("provider")])
  )
  return Layer.effectDiscard(Demo.prepare).pipe(
    Layer.provideMerge(ConsistencyAudit.layer),
    Layer.provideMerge(Store.layerOver({ secret: "the store's secret, which is long enough" })),
    Layer.provide(Layer.fresh(SqlTransactions.layer)),
    Layer.provide(databases.store),
    Layer.provide(Layer.succeed(WebhookSender, { check: () => Effect.void, send: () => Effect.void })),
    Layer.provideMerge(counting("store")),
    Layer.provideMerge(provider),
    Layer.provideMerge(settings)
  )
}

export type Services = Layer.Layer.Success<ReturnType<typeof world>>

/** Opens such a store behind an application that is made over its services. */
export const openStill = async (
  makeApp: Effect.Effect<HttpApp.Default<unknown, Services | Scope.Scope>, never, Services | Scope.Scope>
): Promise<StillStore> => {
  const letters: Array<PostRequest> = []
  const waiting: Array<(letter: PostRequest) => void> = []
  const post: Context.Tag.Service<Post> = {
    send: (letter) =>
      Effect.sync(() => {
        const next = waiting.shift()
        if (next === undefined) letters.push(letter)
        else next(letter)
        return { status: 200, body: "{}" }
      })
  }
  const scope = Effect.runSync(Scope.make())
  const runtime = await Effect.runPromise(Scope.extend(Layer.toRuntime(world(post)), scope))
  const app = await Runtime.runPromise(runtime)(Scope.extend(makeApp, scope))
  return {
    call: async (method, path, { body, headers = {}, token } = {}) => {
      const bytes = body === undefined ? undefined : Buffer.from(typeof body === "string" ? body : JSON.stringify(body))
      const request = Network.toServerRequest({
        method: method as Network.Request["method"],
        path,
        body: bytes,
        headers: {
          ...(bytes === undefined ? {} : { "content-type": "application/json" }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers
        }
      })
      const context = Context.add(runtime.context, HttpServerRequest, request)
      const response = await Runtime.runPromise(runtime)(Effect.provide(Effect.scoped(app), context))
      const answer = Network.toResponse(response)
      return {
        ...answer,
        get json() {
          return JSON.parse(answer.body)
        }
      }
    },
    notification: () => {
      const next = letters.shift()
      return next === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(next)
    },
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

/** The provider's own pages, which stand on the same router. */
export const providerPages = HostedPages.layer
