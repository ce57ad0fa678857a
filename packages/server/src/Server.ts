/**
 * The whole server as one scoped effect: configuration in, a running store out. `main.ts` runs it for ever; tests and
 * benches run it for as long as they like.
 */
import { layer as entropy } from "@beauty-store/commerce/Entropy"
import { defaultPolicy, Policy, type StorePolicy } from "@beauty-store/commerce/Policy"
import * as Store from "@beauty-store/commerce/Store"
import { HttpPolicy } from "@beauty-store/http/HttpPolicy"
import * as Routes from "@beauty-store/http/Routes"
import * as Faults from "@beauty-store/payments-simulated/Faults"
import * as HostedPages from "@beauty-store/payments-simulated/HostedPages"
import { ProviderSettings } from "@beauty-store/payments-simulated/ProviderSettings"
import * as SimulatedPaymentProvider from "@beauty-store/payments-simulated/SimulatedPaymentProvider"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Databases from "./Databases.ts"
import * as Demo from "./Demo.ts"
import type { Listener } from "./Listener.ts"
import * as RequestLog from "./RequestLog.ts"
import type * as ServerConfig from "./ServerConfig.ts"

export type Configuration = Effect.Effect.Success<typeof ServerConfig.load>

/** What a rehearsal makes different from the day's business: how the provider misbehaves, how long things last. */
export interface Circumstances {
  readonly faults?: Partial<Context.Tag.Service<Faults.FaultPlan>>
  readonly policy?: Partial<StorePolicy>
}

const logLevels = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
}

const logging = (config: Configuration) =>
  Layer.merge(
    config.LOG_FORMAT === "json" ? Logger.json : Logger.pretty,
    Logger.minimumLogLevel(logLevels[config.LOG_LEVEL])
  )

/** The store's public address, as far as it is known. */
export const baseUrlOf = (config: Configuration, port: number): string => config.BASE_URL ?? `http://localhost:${port}`

/** Calls on connections that stay open: a notification costs a request, not a handshake. */
const client = NodeHttpClient.layerWithoutAgent.pipe(
  Layer.provide(NodeHttpClient.makeAgentLayer({ keepAlive: true }))
)

/** Everything but the socket: the store, its provider, their background work, the application. */
const world = (config: Configuration, port: number, { faults = {}, policy = {} }: Circumstances) => {
  const baseUrl = baseUrlOf(config, port)
  const databases = Databases.at(config.DATABASE_URL)
  const settings = Layer.mergeAll(
    Layer.succeed(Policy, { ...defaultPolicy, storeName: config.STORE_NAME, baseUrl, ...policy }),
    Layer.succeed(HttpPolicy, {
      returnHosts: config.RETURN_URL_HOSTS,
      log: config.LOG_LEVEL === "info" || config.LOG_LEVEL === "debug" ? RequestLog.make(config.LOG_FORMAT) : undefined
    }),
    Layer.succeed(Routes.Pictures, Demo.picture),
    logging(config),
    Layer.setTracerEnabled(false)
  )
  const provider = SimulatedPaymentProvider.layerWith({ secret: config.STORE_SECRET }).pipe(
    Layer.provideMerge(Layer.succeed(ProviderSettings, {
      merchant: config.STORE_NAME,
      publicUrl: Effect.succeed(baseUrl),
      notificationUrl: Effect.succeed(
        `http://${config.HOST === "0.0.0.0" ? "127.0.0.1" : config.HOST}:${port}/api/payments/notifications`
      )
    })),
    Layer.provide([databases.payments, Faults.layer(faults), client, entropy])
  )
  const store = Store.layerWith({ secret: config.STORE_SECRET }).pipe(
    Layer.provide(databases.store),
    Layer.provideMerge(provider)
  )
  return Layer.merge(Layer.effectDiscard(Demo.prepare), Store.background).pipe(
    Layer.provideMerge(store),
    Layer.provideMerge(settings)
  )
}

/** Builds the store and serves it on a listener, until the scope closes. Answers the store's services. */
export const serve = (config: Configuration, listener: Listener, circumstances: Circumstances = {}) =>
  Effect.gen(function*() {
    const context = yield* Layer.build(world(config, listener.port, circumstances))
    const app = yield* Effect.provide(Routes.app(HostedPages.layer), context)
    yield* listener.serve(app, Routes.surroundings(context))
    return context
  })
