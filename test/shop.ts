/**
 * A whole shop on a socket of its own: the real server with its databases, provider and background work, for tests that
 * go in by HTTP. What a test may make different is how the provider misbehaves (`faults`, at any moment) and how long
 * things last (`policy`, from the start); what it may look at behind the counter is stock, jobs and the provider's ledger.
 */
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import type { SessionId } from "@beauty-store/domain/Ids"
import { Jobs } from "@beauty-store/kernel/Jobs"
import * as Query from "@beauty-store/kernel/Query"
import { Transactions } from "@beauty-store/kernel/Transactions"
import * as Faults from "@beauty-store/payments-simulated/Faults"
import { listen } from "@beauty-store/server/Listener"
import * as Server from "@beauty-store/server/Server"
import * as ServerConfig from "@beauty-store/server/ServerConfig"
import * as Clock from "effect/Clock"
import * as ConfigProvider from "effect/ConfigProvider"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe } from "vitest"
import { createDatabase, dropDatabase } from "./postgres.ts"

export type Plan = Partial<Context.Tag.Service<Faults.FaultPlan>>

export interface Shop {
  readonly url: string
  /** From now until the test is over. */
  readonly misbehave: (plan: Plan) => void
  readonly setStock: (productId: string, onHand: number) => Promise<void>
  readonly stock: (productId: string) => Promise<{ readonly onHand: number; readonly reserved: number }>
  /** Does a checkout's background work now, whenever it was planned. */
  readonly reconcile: (sessionId: string) => Promise<void>
  /** A session as the provider has it, past all faults. */
  readonly atProvider: (sessionId: SessionId) => Promise<ProviderSession | undefined>
}
type ProviderSession = Effect.Effect.Success<
  ReturnType<Context.Tag.Service<PaymentProvider>["lookUpSession"]>
> extends Option.Option<infer A> ? A : never

/** A place for one shop's data, and how to get rid of it. */
export interface Place {
  readonly databaseUrl: string
  readonly leave: () => unknown
}

/** A SQLite file in a folder of its own. */
export const onSqlite = async (): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), "beauty-store-shop-"))
  return {
    databaseUrl: `sqlite:${join(folder, "store.db")}`,
    leave: () => rmSync(folder, { recursive: true, force: true })
  }
}

/** An empty database on the tests' PostgreSQL. */
export const onPostgres = async (): Promise<Place> => {
  const databaseUrl = await createDatabase()
  return { databaseUrl, leave: () => dropDatabase(databaseUrl) }
}

const StockRow = Schema.Struct({ onHand: Query.Int, reserved: Query.Int })
const stockOf = Query.first(StockRow)<[productId: string]>(
  `SELECT on_hand AS "onHand", reserved FROM stock WHERE product_id = ?`
)
const setOnHand = Query.changeOne<[onHand: number, productId: string]>(
  "UPDATE stock SET on_hand = ? WHERE product_id = ?"
)

const open = async (databaseUrl: string, policy: Partial<StorePolicy>) => {
  let plan: Plan = {}
  const now = <Name extends keyof Plan>(name: Name) =>
    ((...given: ReadonlyArray<never>) =>
      // Looked up at each call; the compiler cannot follow a name to its own signature.
      ((plan[name] ?? Faults.none[name]) as (...given: ReadonlyArray<never>) => unknown)(...given)) as never
  const faults: Plan = {
    call: now("call"),
    decline: now("decline"),
    captures: now("captures"),
    settlement: now("settlement"),
    refund: now("refund"),
    notification: now("notification")
  }
  const scope = await Effect.runPromise(Scope.make())
  const settings = new Map([
    ["PORT", "0"],
    ["DATABASE_URL", databaseUrl],
    ["LOG_LEVEL", "none"],
    ["SIMULATED_CARRIER_SECONDS", "0"]
  ])
  const { context, port } = await Effect.gen(function*() {
    const config = yield* ServerConfig.load
    const listener = yield* listen(config.HOST, config.PORT)
    return { context: yield* Server.serve(config, listener, { faults, policy }), port: listener.port }
  }).pipe(
    Effect.withConfigProvider(ConfigProvider.fromMap(settings)),
    Scope.extend(scope),
    Effect.runPromise
  )
  const run = <A, E>(effect: Effect.Effect<A, E, Transactions | Jobs | PaymentProvider>): Promise<A> =>
    Effect.runPromise(Effect.provide(effect, context))
  const shop: Shop = {
    url: `http://127.0.0.1:${port}`,
    misbehave: (faults) => {
      plan = faults
    },
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
    atProvider: async (sessionId) => {
      const faulty = plan
      plan = {}
      try {
        return Option.getOrUndefined(
          await run(Effect.flatMap(PaymentProvider, ({ lookUpSession }) => lookUpSession(sessionId)))
        )
      } finally {
        plan = faulty
      }
    }
  }
  return { shop, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** A suite in a shop of its own on each database; every test starts with a provider that behaves. */
export const describeShop = (
  name: string,
  suite: (shop: () => Shop) => void,
  policy: Partial<StorePolicy> = {},
  places: Readonly<Record<string, () => Promise<Place>>> = { SQLite: onSqlite, PostgreSQL: onPostgres }
): void =>
  describe.each(Object.entries(places))(`${name}, on %s`, (_, place) => {
    let opened: Awaited<ReturnType<typeof open>> | undefined
    let taken: Place | undefined
    beforeAll(async () => {
      taken = await place()
      opened = await open(taken.databaseUrl, policy)
    })
    afterEach(() => opened?.shop.misbehave({}))
    afterAll(async () => {
      await opened?.close()
      await taken?.leave()
    })
    suite(() => {
      if (opened === undefined) throw new Error("the shop is open inside tests and hooks only")
      return opened.shop
    })
  })
