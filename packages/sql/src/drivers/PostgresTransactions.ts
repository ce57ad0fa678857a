/**
 * `Transactions` on PostgreSQL: each write is a transaction at READ COMMITTED with explicit locks, each read a
 * snapshot. A body runs again after a serialization failure, a deadlock, or a `ConcurrentUpdate`, so it has to be
 * repeatable. A transaction waits only for answers that its body needs (`PipelinedDriver`). Follows
 * docs/specification.md#transactions and docs/specification.md#deadlines.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { codeOf, kindOf } from "../DatabaseErrors.ts"
import * as Metrics from "../Metrics.ts"
import { type DatabaseLimits, TimeLimit, watchedLimits } from "../TimeLimit.ts"
import {
  ConcurrentUpdate,
  insideClientTransaction,
  type Naming,
  NotATransaction,
  type OpenAround,
  readInCurrent,
  StoreUnavailable,
  type Transaction,
  type TransactionKind,
  Transactions,
  writeInCurrent
} from "../Transactions.ts"
import * as ConnectionTransaction from "./ConnectionTransaction.ts"
import { isInsideClientTransaction } from "./JoinedStatements.ts"
import * as StallDetector from "./StallDetector.ts"
import * as TransactionProgress from "./TransactionProgress.ts"

const commits = Metrics.counter("commits_total", "Transactions that were committed, but for snapshots")

/** How often a body runs again before its caller gets `StoreUnavailable`. */
const mostRepeats = 20

const begins = {
  pg: "BEGIN",
  pgSnapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
} satisfies Partial<Record<TransactionKind, string>>

/**
 * The beginning of a transaction, with the server's limits. A process that stops in the middle of a transaction (a
 * machine that is paused, a network that is cut) keeps its locks as long as its connection seems alive. Nobody waits
 * that long for a lock, and the database ends such a transaction.
 */
const beginningOf = (
  kind: keyof typeof begins,
  { idleMillis, lockMillis, statementMillis }: Pick<DatabaseLimits, keyof typeof watchedLimits>
): string =>
  `${begins[kind]}; SET LOCAL lock_timeout = ${lockMillis}; SET LOCAL statement_timeout = ${statementMillis}; `
  + `SET LOCAL idle_in_transaction_session_timeout = ${idleMillis}`

const control = (connection: Connection, text: string): Effect.Effect<unknown, StoreUnavailable> =>
  Effect.mapError(connection.execute(text, [], undefined), (cause) => new StoreUnavailable({ cause }))

/** The outcome of a transaction in which a statement failed. */
const failed = (
  failure: TransactionProgress.Failure
): Effect.Effect<never, StoreUnavailable> => {
  if (failure instanceof ConcurrentUpdate || failure instanceof NotATransaction) return Effect.die(failure)
  switch (kindOf(codeOf(failure.error))) {
    case "repeat":
      return Effect.die(new ConcurrentUpdate())
    case "unavailable":
    case "disconnect":
      return Effect.fail(new StoreUnavailable({ cause: failure.error }))
    case "defect":
      return Effect.die(failure)
  }
}

/** A COMMIT that failed may have taken effect, unless the database requires a repeat: no failure of it is a defect. */
const commit = (connection: Connection, rollback: Effect.Effect<void>): Effect.Effect<unknown, StoreUnavailable> =>
  control(connection, "COMMIT").pipe(
    Effect.tapError(() => rollback),
    Effect.catchAll((error) =>
      kindOf(codeOf(error.cause as SqlError)) === "repeat"
        ? Effect.die(new ConcurrentUpdate())
        : Effect.fail(error)
    )
  )

/** Stands for the database in its transactions. */
interface Database {
  /** Of the client's connections, once one was used. */
  prototype: object | null | undefined
}

/** Whether the caller is inside `withTransaction` of the database's own client. */
const isInsideOwn = ({ prototype }: Database): Effect.Effect<boolean> =>
  Effect.withFiberRuntime((fiber) =>
    Effect.succeed(prototype !== undefined && isInsideClientTransaction(fiber, prototype))
  )

/** Runs a body in a transaction of its own. */
const runOnce = (
  sql: SqlClient.SqlClient,
  database: Database,
  kind: keyof typeof begins,
  limits: DatabaseLimits,
  naming: Naming | undefined
) => {
  const beginning = naming?.begin ?? ""
  const [limited, watched] = [beginningOf(kind, limits) + beginning, beginningOf(kind, watchedLimits) + beginning]
  return <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction>> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.scoped(Effect.gen(function*() {
        if (yield* isInsideOwn(database)) return yield* insideClientTransaction
        // Not interruptible: a connection that is granted after its caller has left would belong to nobody and never
        // return.
        const connection = yield* Effect.mapError(sql.reserve, (cause) => new StoreUnavailable({ cause }))
        if (database.prototype === undefined) {
          database.prototype = Object.getPrototypeOf(connection) as object | null
          if (yield* isInsideOwn(database)) return yield* insideClientTransaction
        }
        const rollback = Effect.ignore(control(connection, "ROLLBACK"))
        const opened = ConnectionTransaction.make(kind, sql, database, connection, kind === "pg", naming)
        const { allAnswered, close, decided, failure, hooks, isUnopened, leave, uncertainHooks } = opened
        const begin = (yield* TimeLimit) === "watched" ? watched : limited
        if (opened.begin === undefined) yield* Effect.tapError(control(connection, begin), () => rollback)
        else opened.begin(begin)
        const exit = yield* Effect.exit(restore(StallDetector.run(body, opened)))
        close()
        if (Exit.isSuccess(exit)) {
          if (leave !== undefined && kind === "pgSnapshot" && failure() === undefined) {
            leave("COMMIT")
            return exit.value
          }
          yield* decided
        }
        if (Exit.isFailure(exit) || failure() !== undefined) {
          // Somebody still waits for the body's own failure, and one of these answers may contradict it. If nobody
          // does, the driver cuts short what the server has not answered.
          if (!Exit.isInterrupted(exit)) yield* allAnswered
          yield* rollback
          const failedStatement = failure()
          if (isUnopened()) return yield* new StoreUnavailable({ cause: failedStatement })
          const isOwnFailure = failedStatement === undefined
            || (Exit.isFailure(exit) && TransactionProgress.isOfBody(failedStatement))
          return yield* isOwnFailure ? exit : failed(failedStatement)
        }
        yield* Effect.tapError(
          commit(connection, rollback),
          () => Effect.sync(() => uncertainHooks.forEach((hook) => hook()))
        )
        // A statement that was sent ahead failed: the server has answered COMMIT by rolling back.
        const failedStatement = failure()
        if (failedStatement !== undefined) return yield* failed(failedStatement)
        for (const hook of hooks) hook()
        yield* commits.record(1)
        return exit.value
      }))
    )
}

/** Runs a body, and runs it again after a `ConcurrentUpdate`. */
const runRepeatedly = <A, E, R>(
  once: (body: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreUnavailable, R>,
  body: Effect.Effect<A, E, R>,
  left: number
): Effect.Effect<A, E | StoreUnavailable, R> =>
  Effect.catchAllDefect(
    once(body),
    (defect): Effect.Effect<A, E | StoreUnavailable, R> => {
      if (!(defect instanceof ConcurrentUpdate)) return Effect.die(defect)
      return left > 0 ? runRepeatedly(once, body, left - 1) : Effect.fail(new StoreUnavailable({ cause: defect }))
    }
  )

export const make = (
  sql: SqlClient.SqlClient,
  limits: DatabaseLimits,
  naming?: Naming
): Context.Tag.Service<Transactions> => {
  const database: Database = { prototype: undefined }
  const change = runOnce(sql, database, "pg", limits, naming)
  const snapshot = runOnce(sql, database, "pgSnapshot", limits, naming)
  return Transactions.of({
    dialect: "pg",
    isAlone: false,
    database,
    naming,
    write: (body) => writeInCurrent(database, body, (body) => runRepeatedly(change as OpenAround, body, mostRepeats)),
    read: (body) => readInCurrent(database, body, snapshot as OpenAround),
    halted: Effect.never
  })
}
