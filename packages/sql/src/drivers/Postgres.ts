/**
 * PostgreSQL as a `SqlClient` over connections of our own (`PostgresPool`), because the stock driver (`@effect/sql-pg`)
 * has no deadlines for a server that never answers. A statement without an answer in time closes its connection.
 * Statements can be sent ahead (`PipelinedDriver`). It does not stream rows. Follows docs/specification.md#deadlines.
 *
 * @since 1.0.0
 */
import * as Reactivity from "@effect/experimental/Reactivity"
import { makeCompiler } from "@effect/sql-pg/PgClient"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { QueryResult } from "pg"
import { type DatabaseLimits, Limits, TimeLimit } from "../TimeLimit.ts"
import { registerSend, type Send } from "./PipelinedDriver.ts"
import * as Pool from "./PostgresPool.ts"

export interface Options {
  readonly url: string
  readonly maxConnections: number
  readonly applicationName: string
}

/** How long a statement may still run after its caller has left. Almost none takes that long. */
const graceMillis = 100

/** How often the server is checked while watched work waits for it. */
const watchMillis = 500

/** A connection while a caller has it. */
interface Lease {
  readonly pool: Pool.Pool
  readonly session: Pool.Session
  /** How long an answer may take; undefined for watched work. */
  readonly answerMillis: () => number | undefined
  /** How many statements were sent ahead that the server has not answered yet. */
  ahead: number
  /** Is called when there are none any more. */
  onceAnswered: (() => void) | undefined
}

/** Closes a connection whose caller has left, unless the server answers within a moment. Returns what ends that. */
const cancelSoon = ({ pool, session }: Lease): () => void => {
  const timer = setTimeout(() => {
    Pool.cancel(pool, session)
    Pool.abandon(pool, session, new Error("its caller has left"))
  }, graceMillis)
  return () => clearTimeout(timer)
}

const failed = (cause: Error, message: string) => new SqlError({ cause, message })

/** Runs a query on a lease. If its caller leaves, it has a moment to finish; then it is cancelled. */
const run = (
  lease: Lease,
  text: string,
  parameters: ReadonlyArray<unknown>,
  rows: "objects" | "values" = "objects"
): Effect.Effect<QueryResult, SqlError> =>
  Effect.async((resume) => {
    const { answerMillis, pool, session } = lease
    const { pingMillis } = pool.options.limits
    const left = answerMillis()
    const isRollback = text === "ROLLBACK"
    if (left !== undefined && left <= 0 && !isRollback) {
      return resume(failed(new Pool.NoAnswer("the time for the database is over"), "Failed to execute statement"))
    }
    let over = () => {}
    let isOver = false
    // Nobody waits for what a body has sent ahead if it is rolled back.
    if (isRollback && lease.ahead > 0) lease.onceAnswered = cancelSoon(lease)
    const received = (result: QueryResult | Error): void => {
      isOver = true
      resume(result instanceof Error ? failed(result, "Failed to execute statement") : Effect.succeed(result))
      over()
    }
    Pool.query(pool, session, text, parameters as Array<unknown>, isRollback ? pingMillis : left, received, rows)
    return Effect.async<void>((left) => {
      if (isOver) return left(Effect.void)
      const stay = cancelSoon(lease)
      over = () => {
        stay()
        left(Effect.void)
      }
    })
  })

/** Several statements in one text return several results. */
const rowsOf = (result: QueryResult | ReadonlyArray<QueryResult>): ReadonlyArray<object> =>
  Array.isArray(result) ? result.map(({ rows }) => rows ?? []) : (result as QueryResult).rows ?? []

/** Sends a statement without waiting for its answer. */
const send = (lease: Lease): Send => (text, parameters, done) => {
  const { answerMillis, pool, session } = lease
  const left = answerMillis()
  if (left !== undefined && left <= 0) {
    return done(failed(new Pool.NoAnswer("the time for the database is over"), "Failed to send statement"))
  }
  lease.ahead++
  Pool.query(pool, session, text, parameters as Array<unknown>, left, (result) => {
    lease.ahead--
    done(result instanceof Error ? failed(result, "Failed to execute statement") : result)
    if (lease.ahead > 0 || lease.onceAnswered === undefined) return
    lease.onceAnswered()
    lease.onceAnswered = undefined
  })
}

/** `client`: the prototype of the connections of one client, by which they are told from those of others. */
const connectionOf = (lease: Lease, client: object): Connection => {
  const execute: Connection["execute"] = (text, parameters, transform) => {
    const rows = Effect.map(run(lease, text, parameters), rowsOf)
    return transform === undefined ? rows : Effect.map(rows, transform)
  }
  const methods: Connection = {
    execute,
    executeRaw: (text, parameters) => run(lease, text, parameters),
    executeValues: (text, parameters) => Effect.map(run(lease, text, parameters, "values"), ({ rows }) => rows),
    executeUnprepared: execute,
    executeStream: () => Effect.dieMessage("PostgreSQL's rows are not streamed")
  }
  const connection: Connection = Object.assign(Object.create(client) as object, methods)
  registerSend(connection, send(lease))
  return connection
}

/** Checks the server while watched work waits for it. Returns what ends that. */
const watch = (pool: Pool.Pool, session: Pool.Session): () => void => {
  let asking = false
  let ended = false
  const timer = setInterval(() => {
    if (asking) return
    asking = true
    Pool.ping(pool, (error) => {
      asking = false
      // The connection may be somebody else's by now.
      if (error !== undefined && !ended) Pool.abandon(pool, session, error)
    })
  }, watchMillis)
  return () => {
    ended = true
    clearInterval(timer)
  }
}

/** A connection for a piece of work, until its scope closes. */
const reserve = (
  pool: Pool.Pool,
  limits: DatabaseLimits,
  client: object
): Effect.Effect<Connection, SqlError, Scope.Scope> =>
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
      Pool.acquire(pool, patience, (got) => {
        if (!(got instanceof Error)) return resume(Effect.succeed(got))
        account()
        resume(failed(got, "Failed to acquire connection"))
      })
    })
    return Effect.flatMap(acquired, (session) => {
      const lease: Lease = {
        pool,
        session,
        answerMillis: limit === "watched" ? () => undefined : () => Math.min(limits.answerMillis, left()),
        ahead: 0,
        onceAnswered: undefined
      }
      const unwatch = limit === "watched" ? watch(pool, session) : undefined
      const giveBack = () => {
        unwatch?.()
        Pool.release(pool, session)
      }
      const release = Effect.sync(() => {
        account()
        // The end of a transaction that its caller does not wait for.
        if (lease.ahead > 0) lease.onceAnswered = giveBack
        else giveBack()
      })
      return Effect.as(Scope.addFinalizer(scope, release), connectionOf(lease, client))
    })
  }))

/** A client whose first connection is open. It fails if the server cannot be reached or is a standby. */
const make = Effect.fnUntraced(function*(options: Options) {
  const limits = yield* Limits
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => Pool.make({ ...options, limits })),
    (pool) => Effect.promise(() => Pool.close(pool))
  )
  const reserved = reserve(pool, limits, {})
  yield* Effect.scoped(reserved)
  return yield* SqlClient.make({
    acquirer: reserved,
    transactionAcquirer: reserved,
    compiler: makeCompiler(),
    spanAttributes: [["db.system.name", "postgresql"]]
  })
})

export const layer = (options: Options): Layer.Layer<SqlClient.SqlClient, SqlError> =>
  Layer.provide(Layer.scoped(SqlClient.SqlClient, make(options)), Reactivity.layer)
