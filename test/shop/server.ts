/**
 * A whole shop behind a real socket of this process, composed as `npm start` does it, on a free port: `const shop =
 * useShop()`, then `await shop().get("/api/")` inside a test. A test may change how the provider misbehaves
 * (`misbehave`), settings, time and policy, and look at stock, jobs and the provider's ledger.
 */
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import type { SessionId } from "@beauty-store/domain/Ids"
import * as Client from "@beauty-store/http/Client"
import { listen, type ListenerLimits } from "@beauty-store/server/Listener"
import * as Server from "@beauty-store/server/Server"
import * as ServerConfig from "@beauty-store/server/ServerConfig"
import { Jobs } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Clock from "effect/Clock"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as net from "node:net"
import { afterAll, afterEach, beforeAll, describe } from "vitest"
import { everyDatabase, type Place, type Places } from "./places.ts"
import { type Requests, requestsTo } from "./requests.ts"
import { changeablePlan, type Plan } from "./shop.ts"
import { eventually } from "./shopper.ts"

export interface Shop extends Requests {
  /** Where it listens. */
  readonly url: string
  readonly port: number
  /** What it says its address is. */
  readonly baseUrl: string
  /** Writes bytes to a new connection and returns all that comes back until it ends, or is silent for a while. */
  readonly raw: (bytes: string | Uint8Array, silence?: number) => Promise<string>
  /** Runs an effect with the typed client. */
  readonly typed: <A, E>(
    use: (client: TypedClient) => Effect.Effect<A, E, HttpClient.HttpClient>,
    options?: Omit<Client.Options, "baseUrl">
  ) => Promise<A>
  /** How the provider fails from now until the test is over. */
  readonly misbehave: (plan: Plan) => void
  readonly setStock: (productId: string, onHand: number) => Promise<void>
  readonly stock: (productId: string) => Promise<{ readonly onHand: number; readonly reserved: number }>
  /** Does a checkout's background work now, whenever it was planned. */
  readonly reconcile: (sessionId: string) => Promise<void>
  /** Waits until no job runs or is due: a jump of the clock would end its lease. */
  readonly rest: () => Promise<void>
  /** A session as the provider has it, past all faults. */
  readonly atProvider: (sessionId: SessionId) => Promise<ProviderSession | undefined>
  readonly close: () => Promise<void>
}

export type TypedClient = Effect.Effect.Success<ReturnType<typeof Client.make>>
type ProviderSession = Effect.Effect.Success<
  ReturnType<Context.Tag.Service<PaymentProvider>["lookUpSession"]>
> extends Option.Option<infer A> ? A : never

/** What is different about a shop. */
export interface Different extends Omit<Server.Overrides, "faults"> {
  /** Its time; default: the real one. */
  readonly clock?: Clock.Clock
  /** What its socket takes at most. */
  readonly limits?: ListenerLimits
  /** How its provider misbehaves while it opens. */
  readonly faults?: Plan
}

const StockRow = Schema.Struct({ onHand: Query.Int, reserved: Query.Int })
const stockOf = Query.first(StockRow)<[productId: string]>(
  `SELECT on_hand AS "onHand", reserved FROM stock WHERE product_id = ?`
)
const setOnHand = Query.changeOne<[onHand: number, productId: string]>(
  "UPDATE stock SET on_hand = ? WHERE product_id = ?"
)

const countBusy = Query.first(Schema.Struct({ jobs: Query.Int }))<[now: number, now: number]>(
  "SELECT count(*) AS jobs FROM job WHERE lease_until > ? OR run_at <= ?"
)

/** Opens a shop. The environment is the given one and nothing else; its data lie in memory unless it says otherwise. */
export const openShop = async (
  environment: Readonly<Record<string, string>> = {},
  { clock = Clock.make(), faults: first = {}, limits = {}, ...overrides }: Different = {}
): Promise<Shop> => {
  const values = {
    PORT: "0",
    DATABASE_URL: "sqlite::memory:",
    LOG_LEVEL: "none",
    SIMULATED_CARRIER_SECONDS: "0",
    READINESS_SCAN_HOURS: "0",
    ...environment
  }
  const { faults, misbehave } = changeablePlan()
  misbehave(first)
  const scope = Effect.runSync(Scope.make())
  const { baseUrl, clients, context, localUrl, port } = await Effect.gen(function*() {
    const config = yield* ServerConfig.load
    const listener = yield* listen(config.HOST, config.PORT, {
      ...Server.listenerLimits(config, Server.shopOf(overrides)),
      ...limits
    })
    const context = yield* Server.serve(config, listener, { ...overrides, faults })
    const { clients } = Server.credentialsOf(config, Context.get(context, StoreSecret))
    const { localUrl, port } = listener
    return { clients, context, localUrl, port, baseUrl: Server.baseUrlOf(config, listener) }
  }).pipe(
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(values)))),
    Effect.withClock(clock),
    Scope.extend(scope),
    // One that is refused has a socket and a database to give back.
    Effect.onError(() => Scope.close(scope, Exit.void)),
    Effect.runPromise
  )
  const run = <A, E>(effect: Effect.Effect<A, E, Transactions | Jobs | PaymentProvider>): Promise<A> =>
    Effect.runPromise(Effect.withClock(Effect.provide(effect, context), clock))
  const host = new URL(localUrl).hostname.replace(/^\[(.*)\]$/, "$1")
  const secretOf = (id: string) => clients.find((one) => one.id === id)?.secret ?? ""
  const { close, ...requests } = requestsTo(port, secretOf, host)
  return {
    ...requests,
    url: localUrl,
    port,
    baseUrl,
    raw: (bytes, silence = 2_000) => exchange(host, port, bytes, silence),
    typed: (use, options = {}) =>
      Effect.runPromise(
        Effect.provide(Effect.flatMap(Client.make({ baseUrl, ...options }), use), FetchHttpClient.layer)
      ),
    misbehave,
    setStock: (productId, onHand) =>
      run(Effect.flatMap(Transactions, ({ write }) => write(setOnHand(onHand, productId)))),
    stock: (productId) =>
      run(Effect.flatMap(Transactions, ({ read }) => Effect.map(read(stockOf(productId)), Option.getOrThrow))),
    reconcile: (sessionId) =>
      run(Effect.gen(function*() {
        const { schedule } = yield* Jobs
        const { write } = yield* Transactions
        yield* write(schedule("checkout", sessionId, yield* Clock.currentTimeMillis))
      })),
    rest: async () => {
      const busy = Effect.gen(function*() {
        const { read } = yield* Transactions
        const now = yield* Clock.currentTimeMillis
        return Option.getOrThrow(yield* read(countBusy(now, now))).jobs
      })
      await eventually(() => run(busy), (jobs) => jobs === 0)
    },
    atProvider: async (sessionId) => {
      const plan = misbehave({})
      try {
        return Option.getOrUndefined(
          await run(Effect.flatMap(PaymentProvider, ({ lookUpSession }) => lookUpSession(sessionId)))
        )
      } finally {
        misbehave(plan)
      }
    },
    close: async () => {
      close()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}

/** What comes back for bytes on a connection of their own. */
const exchange = (host: string, port: number, bytes: string | Uint8Array, silence: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    const done = () => {
      socket.destroy()
      resolve(Buffer.concat(chunks).toString("utf8"))
    }
    const socket = net.connect(port, host, () => socket.write(bytes))
    socket.setTimeout(silence, done)
    socket.on("data", (chunk) => chunks.push(chunk))
    socket.on("close", done)
    socket.on("error", (error: NodeJS.ErrnoException) => error.code === "ECONNRESET" ? done() : reject(error))
  })

/** One shop for the tests of the enclosing `describe` or file, each with a provider that behaves at first. */
const useOpened = (open: () => Promise<Shop>): () => Shop => {
  let shop: Shop | undefined
  beforeAll(async () => {
    shop = await open()
  })
  afterEach(() => shop?.misbehave({}))
  afterAll(() => shop?.close())
  return () => {
    if (shop === undefined) throw new Error("the shop is open inside tests and hooks only")
    return shop
  }
}

/** One shop, its data in memory, for the tests of the enclosing `describe` or file. */
export const useShop = (environment?: Readonly<Record<string, string>>, different?: Different): () => Shop =>
  useOpened(() => openShop(environment, different))

/** A suite in a shop of its own at each place. */
export const describeShop = (
  name: string,
  suite: (shop: () => Shop) => void,
  different: Different = {},
  places: Places = everyDatabase
): void =>
  describe.each(Object.entries(places))(`${name}, on %s`, (_, open) => {
    let place: Place | undefined
    // Hooks behind the tests run in reverse: first the shop is closed.
    afterAll(() => place?.leave())
    suite(useOpened(async () => {
      place = await open()
      return openShop({ DATABASE_URL: place.databaseUrl }, different)
    }))
  })
