/**
 * The whole server as one scoped effect: configuration in, a running store out. `Program.ts` runs it until a
 * signal; tests and benches run it for as long as they like.
 */
import * as AgenticCommerce from "@beauty-store/acp/AgenticCommerce"
import * as AcpWebhooks from "@beauty-store/acp/Webhooks"
import * as CarrierHooks from "@beauty-store/carrier-simulated/CarrierHooks"
import { CarrierSettings, type Subscription } from "@beauty-store/carrier-simulated/CarrierSettings"
import * as CarrierFaults from "@beauty-store/carrier-simulated/Faults"
import * as SimulatedCarrier from "@beauty-store/carrier-simulated/SimulatedCarrier"
import * as Attributes from "@beauty-store/commerce/Attributes"
import { ProductTables } from "@beauty-store/commerce/catalog/ProductTables"
import * as OwnTables from "@beauty-store/commerce/OwnTables"
import { Dialects } from "@beauty-store/commerce/partners/Dialects"
import { Subscriptions } from "@beauty-store/commerce/partners/Subscriptions"
import { defaultPolicy, Policy, type StorePolicy } from "@beauty-store/commerce/Policy"
import * as Store from "@beauty-store/commerce/Store"
import * as StoreSettings from "@beauty-store/commerce/StoreSettings"
import * as Strategies from "@beauty-store/commerce/Strategies"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import { SubscriptionId } from "@beauty-store/domain/Ids"
import type { Locale } from "@beauty-store/domain/Language"
import * as Return from "@beauty-store/domain/Return"
import * as Shipping from "@beauty-store/domain/Shipping"
import * as Vat from "@beauty-store/domain/Vat"
import { HttpPolicy } from "@beauty-store/http/HttpPolicy"
import * as HttpWebhookSender from "@beauty-store/http/HttpWebhookSender"
import { OpenApiPrinting } from "@beauty-store/http/internal/discovery/OpenApiPrinting"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as DnsTxtRecords from "@beauty-store/outbound/DnsTxtRecords"
import * as GuardedHttp from "@beauty-store/outbound/GuardedHttp"
import * as NetworkAddress from "@beauty-store/outbound/NetworkAddress"
import * as NodeHttpPost from "@beauty-store/outbound/NodeHttpPost"
import * as Signature from "@beauty-store/outbound/Signature"
import * as Faults from "@beauty-store/payments-simulated/Faults"
import * as HostedPages from "@beauty-store/payments-simulated/HostedPages"
import { ProviderSettings } from "@beauty-store/payments-simulated/ProviderSettings"
import * as SimulatedPaymentProvider from "@beauty-store/payments-simulated/SimulatedPaymentProvider"
import * as Readiness from "@beauty-store/readiness/Platform"
import { ScanRunner } from "@beauty-store/readiness/scans/ScanRunner"
import { Settings as ScanSettings } from "@beauty-store/readiness/scans/ScanSettings"
import type * as Cursor from "@beauty-store/sql/Cursor"
import { layer as entropy } from "@beauty-store/sql/Entropy"
import * as Instances from "@beauty-store/sql/Instances"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { Limits, limitsOf } from "@beauty-store/sql/TimeLimit"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Storefront from "@beauty-store/storefront/Storefront"
import type * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Struct from "effect/Struct"
import * as Databases from "./Databases.ts"
import * as Demo from "./Demo.ts"
import type { Listener, ListenerLimits } from "./Listener.ts"
import * as PdfWorker from "./PdfWorker.ts"
import * as PictureRasters from "./PictureRasters.ts"
import * as PictureWorker from "./PictureWorker.ts"
import * as RequestLog from "./RequestLog.ts"
import * as ScanWorker from "./ScanWorker.ts"
import type * as ServerConfig from "./ServerConfig.ts"
import * as LookFiles from "./shop/LookFiles.ts"
import * as LostCategories from "./shop/LostCategories.ts"
import type { ShopPolicy } from "./shop/ShopFile.ts"
import type { Shop } from "./shop/ShopFolder.ts"
import * as UnknownGoods from "./shop/UnknownGoods.ts"

export type { Shop }

export type Configuration = Effect.Effect.Success<typeof ServerConfig.load>

/** The shop that is served, and for tests faults of external systems, durations, and the shop's own reactions. */
export interface Overrides {
  /** Default: the demo shop. */
  readonly shop?: Shop | undefined
  readonly faults?: Partial<Context.Tag.Service<Faults.FaultPlan>>
  /** Where Stripe is, if not at its own address. */
  readonly stripeAddress?: URL
  readonly carrierFaults?: Partial<Context.Tag.Service<CarrierFaults.FaultPlan>>
  readonly policy?: Partial<StorePolicy>
  readonly reactions?: Layer.Layer<never>
  /** How scans are made. */
  readonly scanRunner?: typeof ScanRunner.Service
}

const logLevels = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
}

/** What is logged, and how. */
export const logging = (config: Configuration) =>
  Layer.merge(
    config.LOG_FORMAT === "json" ? Logger.json : Logger.pretty,
    Logger.minimumLogLevel(logLevels[config.LOG_LEVEL])
  )

/** The store's public address, as far as it is known. */
export const baseUrlOf = ({ BASE_URL }: Configuration, { url }: Listener): string => BASE_URL ?? url

/** What the shop that is served decides for itself. */
export const shopOf = ({ shop }: Overrides): ShopPolicy => ({ ...defaultPolicy, ...(shop?.policy ?? Demo.policy) })

/** How long the store still serves after it was asked to stop, in seconds. */
export const graceOf = ({ DATABASE_URL, STOP_GRACE_SECONDS }: Configuration): number =>
  STOP_GRACE_SECONDS ?? (DATABASE_URL._tag === "Postgres" ? graceBehindBalancer : 0)

/** The most connections that one network address (IPv6: one /64) has open at a time. */
const connectionsPerNetwork = 512

/** Two checks of a load balancer that asks every two seconds. On SQLite no other process could serve the requests. */
const graceBehindBalancer = 5

/** The settings that may differ between processes on one database. All others have to be the same. */
const ownSettings = [
  "HOST",
  "PORT",
  "DATABASE_URL",
  "STORE_SECRET",
  "STOP_GRACE_SECONDS",
  "LOG_LEVEL",
  "LOG_FORMAT"
] as const

const noRules: Shop["rules"] = { returnDays: undefined, vat: undefined }

/**
 * Names settings that have changed since the last start. With PostgreSQL that may have been another process's, which
 * needs the same.
 */
const compareSettings = (config: Configuration, shop: StorePolicy, rules: Shop["rules"]) =>
  Effect.gen(function*() {
    const { dialect } = yield* Transactions
    const described: Readonly<Record<string, unknown>> = {
      returnAddress: undefined,
      ...rules,
      ...Struct.omit(shop, "baseUrl")
    }
    const differing = yield* StoreSettings.differing({
      ...Struct.omit(config, ...ownSettings),
      BASE_URL: shop.baseUrl,
      ...Record.mapKeys(described, (name) => `policy.${name}`)
    })
    if (differing.length === 0) return
    yield* dialect === "sqlite"
      ? Effect.logInfo(`Changed since the last start: ${differing.join(", ")}.`)
      : Effect.logWarning(
        "these settings differ from those of the process that started last on this database, and all processes need the "
          + `same: ${differing.join(", ")}`
      )
  })

/** All of the store's subscriptions. */
const allOf = Effect.fnUntraced(function*({ list }: Context.Tag.Service<Subscriptions>) {
  const all: Array<Subscription> = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Cursor.Page<Subscription> = yield* list({ limit: 100, cursor })
    all.push(...page.data)
    cursor = page.nextCursor
  }
  return all
})

/** Whether a simulated carrier is enabled. */
const hasCarrier = ({ SIMULATED_CARRIER_SECONDS, STORE_MODE, WEBHOOK_SECRETS }: Configuration): boolean =>
  STORE_MODE === "demo" && SIMULATED_CARRIER_SECONDS !== 0 && WEBHOOK_SECRETS.length > 0

/** The simulated carrier, where it is enabled: a partner like any other, except that it subscribes by itself. */
const carrier = (
  config: Configuration,
  { localUrl }: Listener,
  database: Databases.Databases["carrier"],
  { carrierFaults = {} }: Overrides
) => {
  if (!hasCarrier(config)) return Layer.empty
  const settings = Layer.effect(
    CarrierSettings,
    Effect.map(Effect.all([Subscriptions, HttpPolicy]), ([subscriptions, { webhookSecrets: [secret = ""] }]) => ({
      stageMillis: config.SIMULATED_CARRIER_SECONDS * 1000,
      hookUrl: `${localUrl}${CarrierHooks.path}`,
      messageUrl: `${localUrl}/api/webhooks`,
      messageSecret: Either.getOrThrow(Signature.decodeSecret(secret)),
      shop: {
        subscriptions: allOf(subscriptions),
        subscribe: subscriptions.create,
        move: (id, url) => subscriptions.move(SubscriptionId.claimed.make(id), url),
        unsubscribe: (id) => subscriptions.remove(SubscriptionId.claimed.make(id))
      }
    }))
  )
  return SimulatedCarrier.layer.pipe(
    Layer.provide(settings),
    Layer.provide([database, CarrierFaults.layer(carrierFaults), NodeHttpPost.layer, entropy])
  )
}

/** Whether others than programs of this machine reach the store, as far as its settings say. */
const isReached = ({ BASE_URL, HOST }: Configuration): boolean =>
  !NetworkAddress.isLoopbackHost(HOST)
  || (BASE_URL !== undefined && !NetworkAddress.isLoopbackHost(new URL(BASE_URL).hostname))

/** What opens this store's demo: what everybody knows, unless others reach it. */
export const credentialsOf = (config: Configuration, secret: typeof StoreSecret.Service): Demo.Credentials =>
  isReached(config) ? Demo.ownCredentials(secret) : Demo.published

/** What the configuration says of the HTTP side. */
const httpPolicy = (config: Configuration) =>
  Layer.effect(
    HttpPolicy,
    Effect.map(StoreSecret, (secret) => ({
      demo: config.STORE_MODE === "demo",
      returnHosts: config.RETURN_URL_HOSTS,
      webhookSecrets: config.WEBHOOK_SECRETS.map((one) =>
        one === Demo.published.webhookSecret ? credentialsOf(config, secret).webhookSecret : one
      ),
      trustedProxies: config.TRUSTED_PROXIES,
      budgets: config.REQUEST_BUDGETS,
      log: config.LOG_LEVEL === "info" || config.LOG_LEVEL === "debug" ? RequestLog.make(config.LOG_FORMAT) : undefined
    }))
  )

/** The store's own addresses, which need no proof to be its own: on this machine it has others than its public one. */
const ownOriginsOf = (config: Configuration, baseUrl: string, port: number): ReadonlyArray<string> => [
  ...new Set([new URL(baseUrl).origin, ...(config.STORE_MODE === "demo" ? loopbackOrigins(port) : [])])
]

const loopbackOrigins = (port: number): ReadonlyArray<string> =>
  ["localhost", "127.0.0.1", "[::1]"].map((host) => new URL(`http://${host}:${port}`).origin)

/** What the configuration says of scans. */
const scanSettings = (config: Configuration, baseUrl: string, { port, quietMillis }: Listener) =>
  Layer.succeed(ScanSettings, {
    ownOrigins: ownOriginsOf(config, baseUrl, port),
    ownScanMillis: config.READINESS_SCAN_HOURS * 3_600_000,
    firstScanMillis: 600_000,
    idleMillis: quietMillis,
    atOnce: 4
  })

/**
 * The requests of scans. On this machine they reach the store itself, and in demo mode the ports that are named:
 * anybody on the same machine can ask for a scan of a demo, and would read what listens beside it.
 */
const scannersHttp = (config: Configuration, baseUrl: string, port: number) => {
  const ownOrigins = ownOriginsOf(config, baseUrl, port)
  return GuardedHttp.layerWith({
    ownOrigins,
    allowLoopback: config.STORE_MODE === "demo"
      ? [...ownOrigins, ...config.SCAN_LOOPBACK_PORTS.flatMap(loopbackOrigins)]
      : false
  })
}

/** The pictures of the demo's goods. */
const demoPictures = Layer.unwrapEffect(
  Effect.map(
    Effect.promise(() => import("./DemoPictures.ts")),
    ({ picture, ids }) => Layer.merge(Layer.succeed(StoreHttp.Pictures, picture), PictureRasters.layer(ids, picture))
  )
)

/** What is shown besides the pictures of a shop's own goods: the demo's drawings, or the files of a shop's look. */
const picturesOf = ({ shop }: Overrides) =>
  shop === undefined ? demoPictures : Layer.provide(LookFiles.layer(shop.files), PictureWorker.layer)

/** The shop as its payment provider knows it: the pages of a payment lead back to it in their language. */
const merchantOf = ({ baseUrl, languages, storeName, timeZone }: StorePolicy) => ({
  merchant: storeName,
  timeZone,
  merchantPages: (locale: Locale) => {
    const pageAt = (path: string) => baseUrl + Storefront.pathIn({ prefix: "", languages }, locale, path)
    return {
      home: pageAt("/"),
      help: pageAt("/policies/contact"),
      terms: pageAt("/policies/terms"),
      privacy: pageAt("/policies/privacy")
    }
  }
})

/** What reads and prints tables of goods is loaded with the first of them. */
const tablesOf = (shop: StorePolicy): typeof ProductTables.Service =>
  Effect.map(Effect.promise(() => import("./shop/TableReading.ts")), ({ makeTables }) => makeTables(shop))

/** The pages of the payment provider that this server serves: those of the simulated one. */
class PaymentPages extends Context.Tag("@beauty-store/server/PaymentPages")<
  PaymentPages,
  Layer.Layer<never, never, HttpLayerRouter.HttpRouter>
>() {}

/** The simulated provider, with its pages. */
const simulatedPayments = (
  config: Configuration,
  { localUrl }: Listener,
  shop: StorePolicy,
  { faults = {} }: Overrides
) => {
  const pages = Layer.effect(
    PaymentPages,
    Effect.map(
      Effect.context<Exclude<Layer.Layer.Context<typeof HostedPages.layer>, HttpLayerRouter.HttpRouter>>(),
      (context) => Layer.provide(HostedPages.layer, Layer.succeedContext(context))
    )
  )
  return Layer.provideMerge(pages, SimulatedPaymentProvider.layerWith({ secret: config.STORE_SECRET })).pipe(
    Layer.provideMerge(Layer.succeed(ProviderSettings, {
      ...merchantOf(shop),
      publicUrl: Effect.succeed(shop.baseUrl),
      notificationUrl: Effect.succeed(`${localUrl}/api/payments/notifications`)
    })),
    Layer.provide([Faults.layer(faults), NodeHttpPost.layer, entropy])
  )
}

/** Stripe, which is loaded where its key is set: the provider, and its tables in the store's database. */
const stripePayments = (
  { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: Configuration,
  { stripeAddress }: Overrides
) =>
  STRIPE_SECRET_KEY === undefined
    ? undefined
    : Effect.map(
      Effect.promise(() => import("@beauty-store/payments-stripe/StripePaymentProvider")),
      ({ layerWith, tables }) => ({
        tables,
        provider: layerWith({
          secretKey: STRIPE_SECRET_KEY,
          webhookSecrets: STRIPE_WEBHOOK_SECRET,
          address: stripeAddress
        })
      })
    )

/** The store, and the provider of its payments, whose tables are its own or in the ledger's database. */
const storeWithPayments = (
  config: Configuration,
  listener: Listener,
  shop: StorePolicy,
  overrides: Overrides,
  ledger: Databases.Databases["payments"]
) => {
  const options = { secret: config.STORE_SECRET }
  const stripe = stripePayments(config, overrides)
  return stripe === undefined
    ? Layer.provideMerge(
      Store.layerWith(options),
      Layer.provide(simulatedPayments(config, listener, shop, overrides), ledger)
    )
    : Layer.unwrapEffect(Effect.map(stripe, ({ provider, tables }) =>
      Layer.merge(
        Layer.provide(Store.layerWithProvider(options, provider), OwnTables.layer(Readiness.tables, tables)),
        Layer.succeed(PaymentPages, Layer.empty)
      )))
}

/** What a shop has when it opens: the demo its goods, a shop in demo mode the demo's clients, live mode neither. */
const prepare = (config: Configuration, { shop }: Overrides) => {
  const clients = Effect.flatMap(StoreSecret, (secret) => {
    const credentials = credentialsOf(config, secret)
    return shop === undefined ? Demo.prepareWith(credentials) : Demo.registerClients(credentials)
  })
  return Layer.merge(
    config.STORE_MODE === "live" ? Layer.empty : Layer.effectDiscard(clients),
    shop === undefined ? Layer.empty : Layer.effectDiscard(Effect.zipRight(LostCategories.warn, UnknownGoods.warn))
  )
}

/** Refuses what prevents live mode. In live mode alone, so that no other start reads the rules. */
const checkLive = (config: Configuration, { shop }: Overrides, transactions?: typeof Transactions.Service) =>
  config.STORE_MODE === "live"
    ? Effect.flatMap(
      Effect.promise(() => import("./Doctor.ts")),
      ({ checkStart }) => checkStart(config, shop, transactions)
    )
    : Effect.void

/** Before any job runs and any client is registered: a live shop's database is opened live, and no other one is. */
const checkMode = (config: Configuration, overrides: Overrides) =>
  Layer.effectDiscard(Effect.gen(function*() {
    const transactions = yield* Transactions
    yield* checkLive(config, overrides, transactions)
    yield* transactions.write(StoreSettings.fixMode(config.STORE_MODE))
  }))

/** Everything but the socket: the store, the provider, the carrier, and their background work. */
const services = (config: Configuration, listener: Listener, overrides: Overrides) => {
  const { localUrl, port } = listener
  const { policy = {}, reactions = Layer.empty, scanRunner } = overrides
  const baseUrl = baseUrlOf(config, listener)
  const databases = Databases.at(config.DATABASE_URL, config.DATABASE_CONNECTIONS)
  const shop: StorePolicy = { ...shopOf(overrides), baseUrl, ...policy }
  const settings = Layer.mergeAll(
    Layer.succeed(Policy, shop),
    Layer.succeed(ProductTables, tablesOf(shop)),
    Layer.succeed(Limits, limitsOf(config.DATABASE_DEADLINE_SECONDS * 1000)),
    Layer.succeed(Dialects, { [AcpWebhooks.name]: AcpWebhooks.dialect(shop) }),
    scanSettings(config, shop.baseUrl, listener),
    scanRunner === undefined ? ScanWorker.layer : Layer.succeed(ScanRunner, scanRunner),
    DnsTxtRecords.layer,
    picturesOf(overrides),
    Attributes.layer({ product: Beauty.product }),
    Layer.succeed(Strategies.Shipping, overrides.shop?.strategies.shipping ?? Shipping.defaultStrategy),
    Layer.succeed(Strategies.Tax, overrides.shop?.strategies.tax ?? Vat.defaultStrategy),
    Layer.succeed(Strategies.Returns, overrides.shop?.strategies.returns ?? Return.defaultStrategy),
    OwnTables.layer(Readiness.tables),
    reactions,
    PdfWorker.layer,
    PictureWorker.layer,
    Layer.succeed(OpenApiPrinting, async () => (await import("./DocumentPrinting.ts")).load()),
    logging(config),
    Layer.setTracerEnabled(false)
  )
  // The simulated carrier's address is this machine's own, wherever the store listens.
  const partnersHttp = GuardedHttp.layerWith({
    allowLoopback: config.STORE_MODE === "demo",
    ownOrigins: hasCarrier(config) ? [new URL(localUrl).origin] : []
  })
  const opened = storeWithPayments(config, listener, shop, overrides, databases.payments)
  const store = Layer.provideMerge(databases.audit, opened).pipe(
    Layer.provide(databases.store),
    Layer.provide(Layer.provide(HttpWebhookSender.layer, partnersHttp)),
    Layer.provideMerge(scannersHttp(config, shop.baseUrl, port))
  )
  const background = Layer.mergeAll(
    prepare(config, overrides),
    Store.background,
    Readiness.background,
    carrier(config, listener, databases.carrier, overrides)
  )
  // Last, so that a process that is refused compares nothing.
  return Layer.effectDiscard(compareSettings(config, shop, overrides.shop?.rules ?? noRules)).pipe(
    Layer.provideMerge(Storefront.layer()),
    Layer.provideMerge(background),
    Layer.provideMerge(checkMode(config, overrides)),
    Layer.provideMerge(Readiness.layer),
    Layer.provideMerge(AgenticCommerce.layer),
    Layer.provideMerge(httpPolicy(config)),
    Layer.provideMerge(Layer.provide(Instances.layer, entropy)),
    Layer.provideMerge(store),
    Layer.provideMerge(settings)
  )
}

/** What the listener of a configuration takes at most. */
export const listenerLimits = (config: Configuration, shop: ShopPolicy): ListenerLimits => {
  const { STORE_MODE, TRUSTED_PROXIES } = config
  return {
    shop,
    ownNamesOnly: !isReached(config),
    connections: {
      perNetwork: connectionsPerNetwork,
      isCounted: (address) =>
        !NetworkAddress.isWithin(address, TRUSTED_PROXIES)
        && !(STORE_MODE === "demo" && NetworkAddress.isLoopback(address))
    }
  }
}

/** Builds the store and serves it on a listener, until the scope closes. Returns the store's services. */
export const serve = Effect.fnUntraced(
  function*(config: Configuration, listener: Listener, overrides: Overrides = {}) {
    yield* checkLive(config, overrides)
    const context = yield* Layer.build(services(config, listener, overrides))
    const hooks = Option.match(Context.getOption(context, SimulatedCarrier.SimulatedCarrier), {
      onNone: () => Layer.empty,
      onSome: (carrier) => Layer.provide(CarrierHooks.layer, Layer.succeed(SimulatedCarrier.SimulatedCarrier, carrier))
    })
    const pages = Context.get(context, PaymentPages)
    const application = yield* Effect.provide(StoreHttp.application(Layer.merge(pages, hooks)), context)
    yield* Effect.provideService(
      listener.serve(application, StoreHttp.requestServices(context)),
      Limits,
      Context.get(context, Limits)
    )
    return context
  }
)
