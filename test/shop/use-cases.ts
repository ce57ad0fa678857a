/**
 * A shop whose use cases are called in this process: a fresh store on SQLite and on PostgreSQL, a fake payment provider, a
 * clock that only the test moves, and a way to make statements fail. One suite, run on both databases:
 *
 *     onBoth("carts", (test) => {
 *       test("…", Effect.gen(function*() { const carts = yield* Carts.Carts … }))
 *     })
 *
 * After every test the books are audited (`audit.ts`): whatever a test was about, nothing else may have gone wrong.
 */
import { type Assortment, CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import type { CheckoutRequest } from "@beauty-store/commerce/checkout/HostedCheckout"
import type { Owner } from "@beauty-store/commerce/identity/Identity"
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import { Reconciliation } from "@beauty-store/commerce/reconciliation/Reconciliation"
import * as Store from "@beauty-store/commerce/Store"
import { gtinCheckDigit } from "@beauty-store/domain/Catalog"
import { registerSend, type Send, sendOf } from "@beauty-store/sql/drivers/PipelinedDriver"
import * as Postgres from "@beauty-store/sql/drivers/Postgres"
import * as Jobs from "@beauty-store/sql/Jobs"
import type { Owner as TablesOwner } from "@beauty-store/sql/Migrations"
import * as InMemoryPaymentProvider from "@beauty-store/testing/InMemoryPaymentProvider"
import { SqliteClient } from "@effect/sql-sqlite-node"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { beforeAll, describe, it } from "vitest"
import { audit } from "../../packages/commerce/test/audit.ts"
import { createDatabase } from "../postgres.ts"
import { withAwaited } from "./awaited-statements.ts"
import { type StandingClock, standingClock } from "./clocks.ts"
import { store } from "./shop.ts"
import { delivery } from "./shopper.ts"

/**
 * Sees every statement before it runs. An answer is the code of the error that it fails with, instead of running or
 * after it has run, its answer lost; or what it waits for (not on SQLite, where nothing waits).
 */
export type Checkpoint = (
  text: string
) => string | { readonly after: string } | { readonly wait: Effect.Effect<void> } | undefined

export class World extends Context.Tag("@beauty-store/commerce/test/World")<World, {
  readonly dialect: "sqlite" | "pg"
  readonly provider: InMemoryPaymentProvider.Controls
  /** Sleepers take no notice of `now`: they sleep on until a `jump` passes their moment, or as long as it takes. */
  readonly clock: { now: number } & Pick<StandingClock, "jump" | "isSlept">
  /** A statement outside every transaction, for looking behind the curtain; inside a body, it is to be awaited. */
  readonly sql: <A extends object = Record<string, unknown>>(text: string) => Effect.Effect<ReadonlyArray<A>>
  /** Every statement of the store passes here. */
  readonly faults: { checkpoint: Checkpoint }
  /** What the auditor expects on hand of each product, but for what shipped and was restocked. */
  readonly shelf: Map<string, number>
  /** How often PostgreSQL had to end a deadlock: the order in which rows are locked is to leave it nothing to do. */
  readonly deadlocks: () => number
  /** Of the stores that tests start beside the first. */
  readonly client: SqlClient.SqlClient
}>() {}

export type Services = Store.Services | World

const start = Date.UTC(2026, 2, 2, 9)

const codeOf = (error: SqlError): unknown => (error.cause as { readonly code?: unknown } | undefined)?.code

const errorOf = (code: string): SqlError =>
  new SqlError({ cause: Object.assign(new Error(code), { code }), message: code })

/**
 * Statements that are sent ahead, each past the checkpoint. After one that fails there, the server is as it would be had
 * the statement failed: it runs nothing more of the transaction, and its COMMIT is a rollback.
 */
const tapSend = (send: Send, faults: { readonly checkpoint: Checkpoint }) => {
  let isFailed = false
  /** What has to happen before the next statement is sent; undefined if nothing has. */
  let held: Promise<void> | undefined
  const sendNow: Send = (text, parameters, done) => {
    if (isFailed) return send("SELECT 1", [], () => done(errorOf("25P02")))
    const fault = faults.checkpoint(text)
    if (fault === undefined) return send(text, parameters, done)
    if (typeof fault === "object" && "wait" in fault) {
      const over = Effect.runPromise(fault.wait).then(() => {
        if (held === over) held = undefined
        send(text, parameters, done)
      })
      held = over
      return
    }
    isFailed = true
    const code = typeof fault === "string" ? fault : fault.after
    if (typeof fault === "string") send("SELECT 1", [], () => done(errorOf(code)))
    else send(text, parameters, () => done(errorOf(code)))
  }
  const inTurn: Send = (text, parameters, done) => {
    if (held === undefined) return sendNow(text, parameters, done)
    const before = held
    const over = before.then(() => {
      if (held === over) held = undefined
      sendNow(text, parameters, done)
    })
    held = over
  }
  /** What becomes of a statement that somebody waits for, behind those. */
  const behind = <A>(text: string, run: (text: string) => Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.suspend(() => {
      if (held !== undefined) return Effect.zipRight(Effect.promise(() => held!), behind(text, run))
      if (!isFailed) return run(text)
      if (text !== "COMMIT" && text !== "ROLLBACK") {
        return Effect.async((resume) => send("SELECT 1", [], () => resume(Effect.fail(errorOf("25P02")))))
      }
      isFailed = false
      return run("ROLLBACK")
    })
  return { send: inTurn, behind }
}

/** The client, its connections' statements passing a checkpoint. */
const tapped = (
  sql: SqlClient.SqlClient,
  faults: { checkpoint: Checkpoint; deadlocks: number }
): SqlClient.SqlClient => {
  const tap = (connection: Connection): Connection => {
    const send = sendOf(connection)
    const pipeline = send === undefined ? undefined : tapSend(send, faults)
    const run = (method: "execute" | "executeRaw") => (text: string, parameters: ReadonlyArray<unknown>) => {
      const execute = (text: string) =>
        Effect.suspend(() => {
          const fault = faults.checkpoint(text)
          const run = Effect.tapError(
            // The two methods name the type of their parameters differently.
            Effect.suspend(() => connection[method](text, parameters as never, undefined)),
            (error) => Effect.sync(() => void (codeOf(error) === "40P01" && faults.deadlocks++))
          ) as Effect.Effect<unknown, SqlError>
          if (fault === undefined) return run
          if (typeof fault === "object" && "wait" in fault) return Effect.zipRight(fault.wait, run)
          const failure = Effect.fail(errorOf(typeof fault === "string" ? fault : fault.after))
          return typeof fault === "string" ? failure : Effect.zipRight(run, failure)
        })
      return (pipeline === undefined ? execute(text) : pipeline.behind(text, execute)) as Effect.Effect<never, SqlError>
    }
    const proxy = new Proxy(connection, {
      get: (target, key) =>
        key === "execute" || key === "executeRaw"
          ? run(key)
          : (...args: ReadonlyArray<never>) => (Reflect.get(target, key) as Function).apply(target, args)
    })
    if (pipeline !== undefined) registerSend(proxy, pipeline.send)
    return proxy
  }
  return new Proxy(sql, {
    get: (target, key) => key === "reserve" ? Effect.map(target.reserve, tap) : Reflect.get(target, key)
  })
}

export interface Options {
  readonly policy?: Partial<StorePolicy>
  /** Of the shop's own, instead of the defaults. */
  readonly strategies?: Layer.Layer<never>
  /** Without the assortment, for tests that stock their own. */
  readonly bare?: boolean
  /** The shop's own reactions to events. */
  readonly reactions?: Layer.Layer<never>
  /** Who has tables beside the store. */
  readonly owners?: ReadonlyArray<TablesOwner>
  readonly timeout?: number
}

/** A statement that joins no transaction that it may be run in. */
const outsideTransactions = <A>(statement: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.mapInputContext(
    statement,
    (context: Context.Context<never>) =>
      Context.omit(SqlClient.TransactionConnection)(context as Context.Context<SqlClient.TransactionConnection>)
  )

/** A store over a client, and what happens in it. Where it is stocked already, that is not done again. */
const run = <E>(
  body: Effect.Effect<void, E, Services>,
  sql: SqlClient.SqlClient,
  options: Options,
  isStocked = false
) =>
  Effect.gen(function*() {
    const moment = { now: start }
    const standing = standingClock(moment)
    const clock = Object.assign(moment, { isSlept: standing.isSlept, jump: standing.jump })
    const faults: { checkpoint: Checkpoint; deadlocks: number } = { checkpoint: () => undefined, deadlocks: 0 }
    const shelf = new Map<string, number>()
    const provider = InMemoryPaymentProvider.make()
    const client = tapped(withAwaited(sql), faults)
    const outside = <A extends object>(text: string) => outsideTransactions(Effect.orDie(sql.unsafe<A>(text)))
    const world = Layer.succeed(World, {
      dialect: sql.onDialectOrElse({ pg: () => "pg" as const, orElse: () => "sqlite" as const }),
      provider,
      clock,
      sql: outside,
      faults,
      shelf,
      deadlocks: () => faults.deadlocks,
      client
    })
    const useCases = store({
      database: Layer.succeed(SqlClient.SqlClient, client),
      provider: Layer.succeed(PaymentProvider, provider.service),
      policy: options.policy,
      reactions: options.reactions,
      owners: options.owners
    }).pipe(Layer.provideMerge(options.strategies ?? Layer.empty))
    yield* Effect.gen(function*() {
      if (options.bare !== true) {
        if (!isStocked) yield* (yield* CatalogImport).add(assortment)
        for (const { id, onHand } of assortment.brands.flatMap(({ products }) => products)) shelf.set(id, onHand)
      }
      // As a server that has started: before that, charges are counted later.
      yield* (yield* Reconciliation).catchUp
      provider.calls.length = 0
      yield* body
      faults.checkpoint = () => undefined
      yield* audit(outside, shelf)
    }).pipe(Effect.provide(Layer.merge(useCases, world)), Effect.withClock(standing))
  }).pipe(Effect.scoped, Logger.withMinimumLogLevel(LogLevel.None))

/** What happens in a store on a SQLite file. */
export const inFile = <E>(filename: string, body: Effect.Effect<void, E, Services>): Promise<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => run(body, sql, {})).pipe(
    Effect.provide(SqliteClient.layer({ filename })),
    Effect.runPromise
  )

/**
 * Everything that a migrated PostgreSQL had when it was new. To delete the few rows of a test takes a tenth of what
 * TRUNCATE takes, which makes new files for every table and index.
 */
const wipe = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`DO $$
    DECLARE name text;
    BEGIN
      SET LOCAL session_replication_role = replica;
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '%migration' LOOP
        EXECUTE format('DELETE FROM %I', name);
      END LOOP;
      IF name IS NOT NULL THEN INSERT INTO catalog_version (one, version) VALUES (1, 1); END IF;
    END $$`)
})

/**
 * So many at once, where a test has more to do: three for each connection. A busy machine would not serve a hundred
 * within the time that the store lets anybody wait for one.
 */
export const crowd = { concurrency: 24 }

export const pgClient = (url: string, maxConnections = 8) =>
  Postgres.layer({ url, maxConnections, applicationName: "suite" })

export type Test = <E>(name: string, body: Effect.Effect<void, E, Services>, options?: Options) => void

/** The bytes of a SQLite whose store has opened once, and been stocked unless it is to be bare. */
const openedOnce = (bare: boolean): Promise<Uint8Array> =>
  Effect.gen(function*() {
    const sql = yield* SqliteClient.SqliteClient
    let bytes: Uint8Array = new Uint8Array()
    yield* run(Effect.map(Effect.orDie(sql.export), (all) => void (bytes = all)), sql, { bare })
    return bytes
  }).pipe(Effect.provide(SqliteClient.layer({ filename: ":memory:" })), Effect.runPromise)

/** Made once a process: to copy one takes a third of what it takes to make it. */
const images = new Map<boolean, Promise<Uint8Array>>()
const imageOf = (bare: boolean): Promise<Uint8Array> => {
  const image = images.get(bare) ?? openedOnce(bare)
  images.set(bare, image)
  return image
}

/** A body in a world of its own, on a fresh SQLite in memory. */
export const inFreshWorld = async <E>(
  body: Effect.Effect<void, E, Services>,
  options: Options = {}
): Promise<void> => {
  // The driver's library takes the bytes of a database in place of a name; the client's types do not say so.
  // A database that was opened keeps its currency.
  const isOpened = options.policy?.currency === undefined
  const filename = isOpened ? Buffer.from(await imageOf(options.bare === true)) as unknown as string : ":memory:"
  await Effect.flatMap(SqlClient.SqlClient, (sql) => run(body, sql, options, isOpened)).pipe(
    Effect.provide(SqliteClient.layer({ filename })),
    Effect.runPromise
  )
}

/** Tests on a fresh SQLite in memory. */
export const onSqlite = (name: string, tests: (test: Test) => void): void => {
  describe(`${name} (SQLite)`, () =>
    tests((name, body, options = {}) => {
      it(name, () => inFreshWorld(body, options), options.timeout)
    }))
}

/** Of this process: to make a database and its tables takes half a second of the processor, to empty them far less. */
let shared: Promise<
  { readonly url: string; readonly pool: ManagedRuntime.ManagedRuntime<SqlClient.SqlClient, unknown> }
>
const sharedDatabase = (): typeof shared =>
  shared ??= createDatabase().then((url) => ({ url, pool: ManagedRuntime.make(pgClient(url)) }))

/**
 * Tests on a real PostgreSQL whose tables are empty. All of a process share it, and its connections: what a test does to
 * them or to the tables ends with the test.
 */
export const onPostgres = (name: string, tests: (test: Test, url: () => string) => void): void => {
  describe(`${name} (PostgreSQL)`, () => {
    let database: Awaited<typeof shared>
    beforeAll(async () => {
      database = await sharedDatabase()
    })
    tests((name, body, options = {}) => {
      it(
        name,
        () =>
          database.pool.runPromise(
            Effect.zipRight(wipe, Effect.flatMap(SqlClient.SqlClient, (sql) => run(body, sql, options)))
          ),
        options.timeout
      )
    }, () => database.url)
  })
}

/** The same tests on both databases. */
export const onBoth = (name: string, tests: (test: Test) => void): void => {
  onSqlite(name, tests)
  onPostgres(name, tests)
}

/** A product of the tests' shop. */
const product = (
  n: number,
  id: string,
  name: string,
  priceMinor: number,
  onHand: number,
  more: { readonly category?: "skincare" | "make-up" | "hair" | "fragrance" | "body"; readonly description?: string } =
    {}
): Assortment["brands"][number]["products"][number] => {
  const leading = `400638${String(n).padStart(6, "0")}`
  return {
    id,
    brandId: n <= 4 ? "alba" : "rosa-nera",
    name,
    description: more.description ?? "",
    priceMinor,
    currency: "EUR",
    category: more.category ?? "skincare",
    gtin: `${leading}${gtinCheckDigit(leading)}`,
    size: { value: 30, unit: "ml" },
    onHand
  }
}

/** Plenty of serum, 5 creams, one last balm, no tonic; the rest is for searching. */
export const assortment: Assortment = {
  brands: [
    {
      id: "alba",
      name: "Alba",
      category: "skincare",
      products: [
        product(1, "serum", "Rose Serum", 2995, 1000),
        product(2, "cream", "Crème Riche", 1990, 5, { description: "For dry skin. Contains rose water." }),
        product(3, "balm", "Last Balm", 1250, 1),
        product(4, "tonic", "Tonic", 990, 0)
      ]
    },
    {
      id: "rosa-nera",
      name: "Rosa Nera",
      category: "fragrance",
      products: [
        product(5, "noir", "Noir", 8900, 50, { category: "fragrance", description: "Black rose, oud." }),
        product(6, "ecume", "Écume de Mer", 5400, 50, { category: "fragrance" }),
        product(7, "zeste", "zeste 30ml", 2995, 50, { category: "body" })
      ]
    }
  ]
}

export const owner = (principal: string, shopper = ""): Owner => ({ principal, shopper })
export const ada = owner("sho_ada")

/** With a letter beyond ASCII: an address goes through both databases and onto papers. */
export const address = { ...delivery.shipping, address: "Torstraße 1" }

export const request = (of: Owner): CheckoutRequest => ({
  owner: of,
  email: delivery.email,
  address,
  method: "standard",
  paymentMethod: undefined,
  returnUrl: undefined
})

/** Time passes, and the jobs that fall due on the way are done when they are due. */
export const pass = (millis: number) =>
  Effect.gen(function*() {
    const { clock } = yield* World
    const until = clock.now + millis
    for (let rounds = 0;; rounds++) {
      if (rounds > 5_000) return yield* Effect.dieMessage("the jobs come to no end")
      const next = yield* dueNext
      if (next === undefined || next > until) break
      clock.now = Math.max(clock.now, next)
      yield* runJobs
    }
    clock.now = until
  })

/** Does what is due now and nothing else. */
export const runJobs = Effect.gen(function*() {
  const jobs = yield* Jobs.Jobs
  const handlers = yield* Store.handlers
  yield* jobs.runDue(handlers)
})

const nextWhere = (condition: string) =>
  Effect.gen(function*() {
    const { sql } = yield* World
    const [row] = yield* sql<{ at: unknown }>(
      `SELECT min(CASE WHEN lease_until > run_at THEN lease_until ELSE run_at END) AS at FROM job WHERE ${condition}`
    )
    return row!.at === null ? undefined : Number(row!.at)
  })

/** When the next job is due. */
export const dueNext = nextWhere("1 = 1")

/** When the next job is due of what is not finished: to look at a refund again that is done is none. */
export const unfinishedNext = nextWhere(
  "kind <> 'refund' OR subject NOT IN (SELECT id FROM refund WHERE state = 'succeeded')"
)

export const seconds = 1_000
export const minutes = 60_000
export const hours = 3_600_000
export const days = 24 * hours

/** On hand and reserved of a product. */
export const stock = (productId: string) =>
  Effect.gen(function*() {
    const { sql } = yield* World
    const [row] = yield* sql<{ on_hand: unknown; reserved: unknown }>(
      `SELECT on_hand, reserved FROM stock WHERE product_id = '${productId}'`
    )
    return { onHand: Number(row!.on_hand), reserved: Number(row!.reserved) }
  })

/** So many units of a product are counted on the shelf. */
export const setStock = (productId: string, onHand: number) =>
  Effect.gen(function*() {
    const { shelf, sql } = yield* World
    const before = yield* stock(productId)
    yield* sql(`UPDATE stock SET on_hand = ${onHand} WHERE product_id = '${productId}'`)
    shelf.set(productId, shelf.get(productId)! + onHand - before.onHand)
  })

/** A whole turn of the event loop: whatever its sockets and timers have for this process now, it has had. */
export const nextTurn = Effect.async<void>((resume) => void setImmediate(() => setImmediate(() => resume(Effect.void))))

/** Waits until something is so, for half a minute at most. */
export const until = <R>(condition: Effect.Effect<boolean, never, R>, what: string): Effect.Effect<void, never, R> =>
  Effect.repeat(Effect.zipRight(Effect.sleep(5), condition), { until: (holds) => holds }).pipe(
    Effect.timeoutFail({ duration: 30_000, onTimeout: () => new Error(`not so within thirty seconds: ${what}`) }),
    Effect.orDie,
    Effect.asVoid
  )

/** Waits until somebody sleeps for so long, and lets that time pass. */
export const sleepThrough = (millis: number) =>
  Effect.flatMap(World, ({ clock }) =>
    Effect.zipRight(
      until(Effect.sync(() => clock.isSlept(millis)), `somebody sleeps for ${millis} ms`),
      Effect.sync(() => clock.jump(millis))
    ))

/** On PostgreSQL: waits until a transaction waits for a lock of another. Without that there is no race. */
export const untilBlocked = until(
  Effect.flatMap(World, ({ sql }) =>
    Effect.map(
      sql("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"),
      (waiting) => waiting.length > 0
    )),
  "a transaction waits for a lock"
)

/** How many rows a table has where a condition holds. */
export const countOf = (table: string, where = "1 = 1") =>
  Effect.gen(function*() {
    const { sql } = yield* World
    const [row] = yield* sql<{ n: unknown }>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)
    return Number(row!.n)
  })
