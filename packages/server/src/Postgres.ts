/**
 * PostgreSQL as a `SqlClient` over connections of our own (`PostgresPool`), because of what the stock driver
 * (`@effect/sql-pg`) has no word for: a deadline from the wait for a connection to the last answer on it, for a server
 * that may never be heard again.
 *
 * Who reserves a connection has it for as long as `TimeLimit` says. A statement without an answer in time closes its
 * connection; where the time is over, no statement begins but `ROLLBACK`. Work that is `watched` may take as long as it
 * takes, and its connection is closed when the server shows no sign of life on any other.
 *
 * In every other way it behaves as the stock driver does, whose compiler of statements it uses. Rows are not streamed.
 * Follows docs/specification.md#deadlines.
 */
import { type DatabaseLimits, Limits, TimeLimit } from "@beauty-store/kernel/TimeLimit"
import * as Reactivity from "@effect/experimental/Reactivity"
import { makeCompiler } from "@effect/sql-pg/PgClient"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { QueryConfig, QueryResult } from "pg"
import * as Pool from "./PostgresPool.ts"

export interface Options {
  readonly url: string
  readonly maxConnections: number
  readonly applicationName: string
}

/** How long a statement whose caller has left may still run. Hardly one takes as long. */
const graceMillis = 100

/** How often the server is looked after while watched work waits for it. */
const watchMillis = 500

/** A connection for as long as somebody has it. */
interface Lease {
  readonly pool: Pool.Pool
  readonly session: Pool.Session
  /** How long an answer may take; none where the work is watched. */
  readonly answerMillis: () => number | undefined
}

const failed = (cause: Error, message: string) => new SqlError({ cause, message })

/** Runs a query on a lease. A caller that leaves waits for its end, a little; then it is cancelled. */
const run = ({ answerMillis, pool, session }: Lease, query: QueryConfig): Effect.Effect<QueryResult, SqlError> =>
  Effect.async((resume) => {
    const { pingMillis } = pool.options.limits
    const left = answerMillis()
    const isRollback = query.text === "ROLLBACK"
    if (left !== undefined && left <= 0 && !isRollback) {
      return resume(failed(new Pool.NoAnswer("the time for the database is over"), "Failed to execute statement"))
    }
    let over = () => {}
    let isOver = false
    Pool.query(pool, session, query, isRollback ? pingMillis : left, (error, result) => {
      isOver = true
      resume(
        error === undefined ? Effect.succeed(result) : Effect.fail(failed(error, "Failed to execute statement"))
      )
      over()
    })
    return Effect.async<void>((left) => {
      if (isOver) return left(Effect.void)
      const timer = setTimeout(() => {
        Pool.cancel(pool, session)
        Pool.abandon(pool, session, new Error("its caller has left"))
      }, graceMillis)
      over = () => {
        clearTimeout(timer)
        left(Effect.void)
      }
    })
  })

/** Several statements in one text return several results. */
const rowsOf = (result: QueryResult | ReadonlyArray<QueryResult>): ReadonlyArray<any> =>
  Array.isArray(result) ? result.map(({ rows }) => rows ?? []) : (result as QueryResult).rows ?? []

const connectionOf = (lease: Lease): Connection => {
  const execute: Connection["execute"] = (text, parameters, transform) => {
    const rows = Effect.map(run(lease, { text, values: parameters as Array<unknown> }), rowsOf)
    return transform === undefined ? rows : Effect.map(rows, transform)
  }
  return {
    execute,
    executeRaw: (text, parameters) => run(lease, { text, values: parameters as Array<unknown> }),
    executeValues: (text, values) =>
      Effect.map(
        // The driver's types know no rows that are arrays.
        run(lease, { text, values: values as Array<unknown>, rowMode: "array" } as QueryConfig),
        (result) => result.rows
      ),
    executeUnprepared: execute,
    executeStream: () => Effect.dieMessage("PostgreSQL's rows are not streamed")
  }
}

/** Looks after the server while watched work waits for it, until the work is over. */
const watch = (pool: Pool.Pool, session: Pool.Session): () => void => {
  let asking = false
  const timer = setInterval(() => {
    if (asking) return
    asking = true
    Pool.ping(pool, (error) => {
      asking = false
      if (error !== undefined) Pool.abandon(pool, session, error)
    })
  }, watchMillis)
  return () => clearInterval(timer)
}

/** A connection for a piece of work, until its scope closes. */
const reserve = (pool: Pool.Pool, limits: DatabaseLimits): Effect.Effect<Connection, SqlError, Scope.Scope> =>
  Effect.uninterruptible(Effect.withFiberRuntime((fiber) => {
    const scope = Context.unsafeGet(fiber.currentContext as Context.Context<Scope.Scope>, Scope.Scope)
    const limit = Context.get(fiber.currentContext, TimeLimit)
    const begun = performance.now()
    const total = typeof limit === "object" ? Math.min(limit.leftMillis, limits.totalMillis) : limits.totalMillis
    const patience = typeof limit === "object" ? Math.max(0, total) : limits.acquireMillis
    const left = () => Math.ceil(total - (performance.now() - begun))
    const account = () => {
      if (typeof limit === "object") limit.leftMillis -= performance.now() - begun
    }
    const acquired = Effect.async<Pool.Session, SqlError>((resume) => {
      Pool.acquire(pool, patience, (error, session) => {
        if (error === undefined) return resume(Effect.succeed(session))
        account()
        resume(failed(error, "Failed to acquire connection"))
      })
    })
    return Effect.flatMap(acquired, (session) => {
      const lease: Lease = {
        pool,
        session,
        answerMillis: limit === "watched" ? () => undefined : () => Math.min(limits.answerMillis, left())
      }
      const unwatch = limit === "watched" ? watch(pool, session) : undefined
      const release = Effect.sync(() => {
        unwatch?.()
        account()
        Pool.release(pool, session)
      })
      return Effect.as(Scope.addFinalizer(scope, release), connectionOf(lease))
    })
  }))

/** A client whose first connection is open: a server that is not there, or takes no writes, fails it. */
const make = Effect.fnUntraced(function*(options: Options) {
  const limits = yield* Limits
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => Pool.make({ ...options, limits })),
    (pool) => Effect.promise(() => Pool.close(pool))
  )
  yield* Effect.scoped(reserve(pool, limits))
  const reserved = reserve(pool, limits)
  return yield* SqlClient.make({
    acquirer: reserved,
    transactionAcquirer: reserved,
    compiler: makeCompiler(),
    spanAttributes: [["db.system.name", "postgresql"]]
  })
})

export const layer = (options: Options): Layer.Layer<SqlClient.SqlClient, SqlError> =>
  Layer.provide(Layer.scoped(SqlClient.SqlClient, make(options)), Reactivity.layer)
