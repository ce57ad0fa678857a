/** The driver of PostgreSQL behind a network that fails. Follows docs/specification.md#deadlines. */
import * as Postgres from "@beauty-store/sql/drivers/Postgres"
import * as Query from "@beauty-store/sql/Query"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import { type DatabaseLimits, Limits, limitsOf, TimeLimit } from "@beauty-store/sql/TimeLimit"
import { StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { openProxy, type Proxy } from "../../../test/cluster/Proxy.ts"
import { useDatabase } from "../../../test/postgres.ts"
import { awaiting, withAwaited } from "../../../test/world/awaited-statements.ts"
import { nextTurn, until } from "../../../test/world/waiting.ts"

const usual = limitsOf(4_000)
const short = limitsOf(1_500)
/** For tests in which nothing is silent: a busy machine does not end them. */
const patient = limitsOf(60_000)

const Count = Schema.Struct({ n: Query.Int })
const Pid = Schema.Struct({ pid: Query.Int })
const one = Query.all(Count)("SELECT 1 AS n")
const backend = Effect.map(Query.all(Pid)("SELECT pg_backend_pid() AS pid")(), ([row]) => row!.pid)
const pause = Query.all(Schema.Unknown)<[seconds: string]>("SELECT pg_sleep(CAST(? AS float8))")
const insert = Query.change<[n: number]>("INSERT INTO note (n) VALUES (?)")
const notes = Query.all(Count)("SELECT n FROM note ORDER BY n")

const url = useDatabase()

/** The database's address, for tables in a schema. */
const within = (schema: string): string => {
  const address = new URL(url())
  address.searchParams.set("options", `-c search_path=${schema}`)
  return address.href
}

/** The far side of a test: the network, and statements past it. */
interface Surroundings {
  readonly proxy: Proxy
  readonly outside: (text: string) => Effect.Effect<ReadonlyArray<any>>
  /** Waits until so many of the connections run `pause`. */
  readonly untilPaused: (times: number) => Effect.Effect<void>
  /** The name under which the server knows the connections. */
  readonly name: string
}

interface Settings {
  readonly maxConnections?: number
  readonly limits?: DatabaseLimits
  /** Past the proxy, which is in this process as well. */
  readonly isDirect?: boolean
}

let tests = 0

/** Runs a body on connections by way of a proxy if it does not say otherwise, with a table of its own. */
const run = <A, E>(
  body: (surroundings: Surroundings) => Effect.Effect<A, E, Transactions>,
  { isDirect = false, limits = usual, maxConnections = 4 }: Settings = {}
): Promise<A> =>
  Effect.gen(function*() {
    const name = `driver_${++tests}`
    const proxy = yield* Effect.acquireRelease(
      Effect.promise(() => openProxy(new URL(within(name)))),
      (proxy) => Effect.promise(() => proxy.close())
    )
    const direct = yield* Layer.build(
      Postgres.layer({ url: within(name), maxConnections: 2, applicationName: "outside" })
    )
    const outside: Surroundings["outside"] = (text) =>
      Effect.orDie(Effect.provide(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text)), direct))
    yield* outside(`CREATE SCHEMA ${name}`)
    yield* outside("CREATE TABLE note (n INTEGER PRIMARY KEY)")
    const paused = outside(
      `SELECT 1 FROM pg_stat_activity
        WHERE application_name = '${name}' AND query LIKE 'SELECT pg_sleep(CAST%' AND state = 'active'`
    )
    const untilPaused: Surroundings["untilPaused"] = (times) =>
      until(Effect.map(paused, ({ length }) => length === times), `${times} statements pause`)
    return yield* Effect.provide(
      body({ proxy, outside, untilPaused, name }),
      SqlTransactions.layer.pipe(
        Layer.provide(
          Layer.map(
            Postgres.layer({
              url: isDirect ? within(name) : proxy.url,
              maxConnections,
              applicationName: name
            }),
            (context) => Context.make(SqlClient.SqlClient, withAwaited(Context.get(context, SqlClient.SqlClient)))
          )
        ),
        Layer.provide(Layer.succeed(Limits, limits))
      )
    )
  }).pipe(Effect.scoped, Effect.runPromise)

/** All connections are closed, and this side has heard of it: sockets are looked at between two turns. */
const untilClosed = (proxy: Proxy) =>
  Effect.zipRight(
    until(Effect.sync(() => proxy.connections() === 0), "the network has reset all"),
    nextTurn
  )

const atOnce = <A, E, R>(times: number, effect: Effect.Effect<A, E, R>) =>
  Effect.all(Array.from({ length: times }, () => effect), { concurrency: "unbounded" })

const write = <A>(body: Effect.Effect<A, never, Transaction>) =>
  Effect.flatMap(Transactions, ({ write }) => write(body))
const read = <A>(body: Effect.Effect<A, never, Transaction>) => Effect.flatMap(Transactions, ({ read }) => read(body))

/** How long something takes, in milliseconds. */
const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const begun = yield* Clock.currentTimeMillis
    const exit = yield* Effect.exit(effect)
    return { exit, millis: (yield* Clock.currentTimeMillis) - begun }
  })

const unavailable = <A, R>(effect: Effect.Effect<A, StoreUnavailable, R>) =>
  Effect.map(timed(Effect.flip(effect)), ({ exit, millis }) => {
    expect(Exit.isSuccess(exit) && exit.value).toBeInstanceOf(StoreUnavailable)
    // What it promises, and as much again for a machine that is busy.
    expect(millis).toBeLessThan(2 * usual.totalMillis)
  })

describe.concurrent("PostgreSQL behind a network", () => {
  for (const lost of [false, true]) {
    it(`that falls silent: each caller is refused in time, and the first one afterwards is served (lost: ${lost})`, () =>
      run(({ proxy }) =>
        Effect.gen(function*() {
          yield* atOnce(4, write(one()))
          yield* Effect.promise(() => proxy.silence({ lost }))
          yield* Effect.all([
            ...Array.from({ length: 6 }, () => unavailable(write(one()))),
            ...Array.from({ length: 6 }, () => unavailable(read(one())))
          ], { concurrency: "unbounded" })
          yield* unavailable(write(one()))
          yield* Effect.promise(() => proxy.forward())
          yield* atOnce(8, write(one()))
        })
      ))
  }

  it("that falls silent in the middle of transactions: each ends in time, and nothing of it happened", () =>
    run(({ outside, proxy }) =>
      Effect.gen(function*() {
        const met = yield* Deferred.make<void>()
        let inside = 0
        const begun = Effect.suspend(() => ++inside === 3 ? Deferred.succeed(met, undefined) : Deferred.await(met))
        const silent = awaiting(Effect.zipRight(begun, Effect.promise(() => proxy.silence())))
        yield* Effect.forEach(
          [1, 2, 3],
          (n) => unavailable(write(Effect.zipRight(insert(n), Effect.zipRight(silent, insert(n + 10))))),
          { concurrency: "unbounded" }
        )
        yield* Effect.promise(() => proxy.forward())
        // The server may hear the statements now; without their commits.
        yield* write(insert(4))
        expect(yield* outside("SELECT n FROM note")).toEqual([{ n: 4 }])
      })
    ))

  it("that loses the response to a commit: the outcome is unknown, which is not a defect, and the change is there", () =>
    run(({ outside, proxy }) =>
      Effect.gen(function*() {
        yield* unavailable(
          write(Effect.zipRight(insert(1), awaiting(Effect.promise(() => proxy.silence({ direction: "toClient" })))))
        )
        expect(yield* outside("SELECT n FROM note")).toEqual([{ n: 1 }])
        yield* Effect.promise(() => proxy.forward())
        expect(yield* read(notes())).toEqual([{ n: 1 }])
      })
    ))

  it("that resets idle connections: no caller notices", () =>
    run(({ proxy }) =>
      Effect.gen(function*() {
        for (let n = 0; n < 3; n++) {
          yield* atOnce(4, write(one()))
          // Both are seen by nobody until the connections are used again.
          yield* Effect.promise(async () => {
            await proxy.silence({ direction: "toClient" })
            proxy.reset()
            await proxy.forward()
          })
          yield* untilClosed(proxy)
          yield* atOnce(4, write(one()))
        }
      })
    ))

  it("that has forgotten idle connections: they are found before they are used", () =>
    run(({ proxy }) =>
      Effect.gen(function*() {
        yield* atOnce(4, write(one()))
        // Pieces that are lost from now on belong to connections that stay silent for ever.
        let isLost = false
        const lose = () => {
          isLost = true
          return "lose" as const
        }
        yield* Effect.promise(() => proxy.behave({ accept: "forward", piece: lose }))
        // No less than a connection is trusted for.
        yield* Effect.sleep(1_100)
        const asked = yield* Effect.fork(read(one()))
        yield* until(Effect.sync(() => isLost), "something that was sent is lost")
        yield* Effect.promise(() => proxy.forward())
        yield* Fiber.join(asked)
        yield* atOnce(4, read(one()))
      })
    ))

  it("that refuses connections: each caller is refused at once", () =>
    run(({ proxy }) =>
      Effect.gen(function*() {
        yield* Effect.promise(async () => {
          await proxy.refuse()
          proxy.reset()
        })
        yield* untilClosed(proxy)
        const { millis } = yield* timed(atOnce(20, Effect.flip(write(one()))))
        expect(millis).toBeLessThan(usual.connectMillis)
        yield* Effect.promise(() => proxy.forward())
        yield* write(one())
      })
    ))
})

describe.concurrent("PostgreSQL's connections", () => {
  it("are at most as many as allowed, and callers that wait get one when it is free", () =>
    run(({ name, outside }) =>
      Effect.gen(function*() {
        const full = yield* Deferred.make<void>()
        let inside = 0
        // As many as may are inside at once before the first one leaves.
        const stay = Effect.suspend(() => ++inside === 4 ? Deferred.succeed(full, undefined) : Deferred.await(full))
        yield* atOnce(60, write(Effect.zipRight(awaiting(stay), pause("0.02"))))
        const [row] = yield* outside(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = '${name}'`
        )
        expect(row!.n).toBe(4)
      }), { limits: patient }))

  it("are waited for within the limit, and transactions share a budget", () =>
    run(() =>
      Effect.gen(function*() {
        const { write } = yield* Transactions
        const [there, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const holder = yield* Effect.fork(
          write(Effect.zipRight(Deferred.succeed(there, undefined), awaiting(Deferred.await(release))))
        )
        yield* Deferred.await(there)
        yield* unavailable(write(one()))
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(holder)

        const budget = { leftMillis: 3_000 }
        const inBudget = Effect.provideService(TimeLimit, budget)
        yield* inBudget(write(pause("0.3")))
        yield* inBudget(write(pause("0.3")))
        expect(budget.leftMillis).toBeLessThan(2_400)
        budget.leftMillis = Math.min(budget.leftMillis, 300)
        yield* inBudget(unavailable(write(pause("5"))))
        yield* inBudget(unavailable(read(one())))
        // What was too slow for it is closed or free: others are served.
        yield* write(one())
      }), { maxConnections: 1 }))

  it("serve other callers when one has left in the middle of a statement, which ends", () =>
    run(({ untilPaused }) =>
      Effect.gen(function*() {
        for (let n = 0; n < 4; n++) {
          const fiber = yield* Effect.fork(read(pause("3600")).pipe(Effect.provideService(TimeLimit, "watched")))
          yield* untilPaused(1)
          yield* Fiber.interrupt(fiber)
          yield* atOnce(4, read(one()))
          yield* untilPaused(0)
        }
      }), { limits: patient }))

  it("that the server refuses are not needed as long as there are others", () =>
    run(({ outside }) =>
      Effect.gen(function*() {
        yield* outside("CREATE ROLE modest LOGIN PASSWORD 'modest' CONNECTION LIMIT 2")
        try {
          const address = new URL(url())
          address.username = address.password = "modest"
          const layer = SqlTransactions.layer.pipe(
            Layer.provide(Postgres.layer({ url: address.href, maxConnections: 8, applicationName: "modest" })),
            Layer.provide(Layer.succeed(Limits, patient))
          )
          yield* Effect.provide(atOnce(40, write(pause("0.02"))), layer)
        } finally {
          yield* outside("DROP ROLE modest")
        }
      })
    ))

  it("are closed by a server that cannot reach this side", () =>
    run(() =>
      Effect.gen(function*() {
        const setting = (name: string) =>
          Effect.map(
            read(
              Query.all(Schema.Struct({ value: Schema.String }))<[string]>("SELECT current_setting(?) AS value")(name)
            ),
            ([row]) => row!.value
          )
        expect(yield* setting("tcp_keepalives_idle")).toBe("10")
        expect(yield* setting("idle_session_timeout")).toBe("1min")
      }), { limits: patient }))
})

describe("a process that was stopped", () => {
  it("reads what has arrived meanwhile before it considers the database silent", () =>
    run(({ untilPaused }) =>
      Effect.gen(function*() {
        const asked = yield* Effect.fork(read(pause("1")))
        yield* untilPaused(1)
        // As a paused machine does, and heavy work.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, usual.answerMillis + 200)
        yield* Fiber.join(asked)
      }), { isDirect: true }))
})

describe.concurrent("work without a deadline", () => {
  const watched = Effect.provideService(TimeLimit, "watched")

  it("continues beyond every deadline while the database responds", () =>
    run(() =>
      Effect.gen(function*() {
        const seconds = (short.totalMillis + 500) / 1000
        const pid = yield* watched(read(Effect.zipRight(pause(String(seconds)), backend)))
        expect(pid).toBeGreaterThan(0)
        // The same without leave is ended by the server, and the connection is sound.
        yield* unavailable(read(pause(String(seconds))))
        yield* read(one())
      }), { limits: short }))

  it("ends soon when the database falls silent", () =>
    run(({ proxy, untilPaused }) =>
      Effect.gen(function*() {
        const working = yield* Effect.fork(unavailable(watched(read(pause("3600")))))
        yield* untilPaused(1)
        yield* Effect.promise(() => proxy.silence())
        yield* Fiber.join(working)
        yield* Effect.promise(() => proxy.forward())
        yield* write(one())
      })
    ))
})
