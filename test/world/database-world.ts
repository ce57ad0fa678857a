/**
 * A database under test, whoever has tables in it: on SQLite and on PostgreSQL, with a clock that only the test moves
 * and a way to make statements fail. Who has tables runs bodies in a world
 * (`makeWorld`) and gets suites for it (`suitesOf`).
 */
import * as Postgres from "@beauty-store/sql/drivers/Postgres"
import { dueAt } from "@beauty-store/sql/JobTable"
import { SqliteClient } from "@effect/sql-sqlite-node"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { beforeAll, describe, it } from "vitest"
import { createDatabase } from "../postgres.ts"
import { withAwaited } from "./awaited-statements.ts"
import { type Checkpoint, tapped } from "./checkpoint.ts"
import { type StandingClock, standingClock } from "./clocks.ts"
import { until } from "./waiting.ts"

export class World extends Context.Tag("@beauty-store/test/World")<World, {
  readonly dialect: "sqlite" | "pg"
  /** Sleepers take no notice of `now`: they sleep on until a `jump` passes their moment, or as long as it takes. */
  readonly clock: { now: number } & Pick<StandingClock, "jump" | "isSlept">
  /** A statement outside every transaction, for looking behind the curtain; inside a body, it is to be awaited. */
  readonly sql: <A extends object = Record<string, unknown>>(text: string) => Effect.Effect<ReadonlyArray<A>>
  /** Every statement but those passes here. */
  readonly faults: { checkpoint: Checkpoint }
  /** How often PostgreSQL had to end a deadlock: the order in which rows are locked is to leave it nothing to do. */
  readonly deadlocks: () => number
  /** The client whose statements pass there. */
  readonly client: SqlClient.SqlClient
}>() {}

const start = Date.UTC(2026, 2, 2, 9)

/** A statement that joins no transaction that it may be run in. */
const outsideTransactions = <A>(statement: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.mapInputContext(
    statement,
    (context: Context.Context<never>) =>
      Context.omit(SqlClient.TransactionConnection)(context as Context.Context<SqlClient.TransactionConnection>)
  )

/** A world over a client, and what runs a body in it, by its clock. */
export const makeWorld = (sql: SqlClient.SqlClient) => {
  const moment = { now: start }
  const standing = standingClock(moment)
  const faults: { checkpoint: Checkpoint; deadlocks: number } = { checkpoint: () => undefined, deadlocks: 0 }
  const world: Context.Tag.Service<World> = {
    dialect: sql.onDialectOrElse({ pg: () => "pg" as const, orElse: () => "sqlite" as const }),
    clock: Object.assign(moment, { isSlept: standing.isSlept, jump: standing.jump }),
    sql: <A extends object>(text: string) => outsideTransactions(Effect.orDie(sql.unsafe<A>(text))),
    faults,
    deadlocks: () => faults.deadlocks,
    client: tapped(withAwaited(sql), faults)
  }
  const within = <A, E, R>(body: Effect.Effect<A, E, R>) =>
    body.pipe(
      Effect.provideService(World, world),
      Effect.withClock(standing),
      Effect.scoped,
      Logger.withMinimumLogLevel(LogLevel.None)
    )
  return { world, within }
}

/**
 * Empties all tables of a PostgreSQL that has been migrated, but for what says so. To delete the few rows of a test
 * takes a tenth of what TRUNCATE takes, which makes new files for every table and index.
 */
const wipe = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`DO $$
    DECLARE name text;
    BEGIN
      SET LOCAL session_replication_role = replica;
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '%migration' LOOP
        EXECUTE format('DELETE FROM %I', name);
      END LOOP;
    END $$`))

export const pgClient = (url: string, maxConnections = 8) =>
  Postgres.layer({ url, maxConnections, applicationName: "suite" })

/** What happens on a fresh SQLite in memory, or on a copy of one. */
export const inMemory = <A, E>(
  run: (sql: SqliteClient.SqliteClient) => Effect.Effect<A, E>,
  image?: Uint8Array
): Promise<A> =>
  Effect.flatMap(SqliteClient.SqliteClient, run).pipe(
    // The driver's library takes the bytes of a database in place of a name; the client's types do not say so.
    Effect.provide(SqliteClient.layer({ filename: image === undefined ? ":memory:" : image as unknown as string })),
    Effect.runPromise
  )

export type Test<R, O> = <E>(name: string, body: Effect.Effect<void, E, R>, options?: O) => void

/** How the bodies of tests run in worlds of one kind. */
export interface Runs<R, O> {
  /** In a world of its own, on a fresh SQLite in memory. */
  readonly inFreshWorld: <E>(body: Effect.Effect<void, E, R>, options?: O) => Promise<void>
  /** On a PostgreSQL: the first time a new one, and then one whose tables are empty. */
  readonly onServer: <E>(
    body: Effect.Effect<void, E, R>,
    sql: SqlClient.SqlClient,
    options?: O
  ) => Effect.Effect<void, unknown>
}

/** Suites whose tests run in worlds of one kind. */
export const suitesOf = <R, O extends { readonly timeout?: number }>({ inFreshWorld, onServer }: Runs<R, O>) => {
  /** Of this process: to make a database and its tables takes half a second of the processor, to empty them far less. */
  let shared:
    | Promise<
      { readonly url: string; readonly pool: ManagedRuntime.ManagedRuntime<SqlClient.SqlClient, unknown> }
    >
    | undefined
  const sharedDatabase = (): NonNullable<typeof shared> =>
    shared ??= createDatabase().then((url) => ({ url, pool: ManagedRuntime.make(pgClient(url)) }))

  /** Tests on a fresh SQLite in memory. */
  const onSqlite = (name: string, tests: (test: Test<R, O>) => void): void => {
    describe(`${name} (SQLite)`, () =>
      tests((name, body, options) => {
        it(name, () => inFreshWorld(body, options), options?.timeout)
      }))
  }

  /**
   * Tests on a real PostgreSQL whose tables are empty. All of a process share it, and its connections: what a test does
   * to them or to the tables ends with the test.
   */
  const onPostgres = (name: string, tests: (test: Test<R, O>, url: () => string) => void): void => {
    describe(`${name} (PostgreSQL)`, () => {
      let database: Awaited<ReturnType<typeof sharedDatabase>>
      beforeAll(async () => {
        database = await sharedDatabase()
      })
      tests((name, body, options) => {
        const run = Effect.flatMap(SqlClient.SqlClient, (sql) => onServer(body, sql, options))
        it(name, () => database.pool.runPromise(Effect.zipRight(wipe, run)), options?.timeout)
      }, () => database.url)
    })
  }

  /** The same tests on both databases. */
  const onBoth = (name: string, tests: (test: Test<R, O>) => void): void => {
    onSqlite(name, tests)
    onPostgres(name, tests)
  }
  return { onSqlite, onPostgres, onBoth }
}

export const seconds = 1_000
export const minutes = 60_000
export const hours = 3_600_000
export const days = 24 * hours

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

/** When the next job is due of those for which a condition holds. */
export const dueWhere = (condition: string) =>
  Effect.gen(function*() {
    const { sql } = yield* World
    const [row] = yield* sql<{ at: unknown }>(`SELECT min(${dueAt}) AS at FROM job WHERE ${condition}`)
    return row!.at === null ? undefined : Number(row!.at)
  })

/** When the next job is due. */
export const dueNext = dueWhere("1 = 1")
