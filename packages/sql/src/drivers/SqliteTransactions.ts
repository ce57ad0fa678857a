/**
 * `Transactions` on SQLite: in one turn of the event loop `BEGIN IMMEDIATE`, each waiting body in a savepoint, run
 * without yielding, `COMMIT`, and only then every caller resumes. Where a batch fails, each body runs again alone; long
 * ones always do (`writeInTurns`). A commit of unknown outcome halts everything. Follows
 * docs/specification.md#transactions and docs/decisions/one-writer-shared-commits.md.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import type * as MetricLabel from "effect/MetricLabel"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as RuntimeFlags from "effect/RuntimeFlags"
import * as Scope from "effect/Scope"
import { codeOf, kindOf, StatementFailed } from "../DatabaseErrors.ts"
import * as Metrics from "../Metrics.ts"
import { TimeLimit } from "../TimeLimit.ts"
import {
  bodyWaited,
  insideClientTransaction,
  type Naming,
  NotATransaction,
  type OpenAround,
  readInCurrent,
  StoreUnavailable,
  Transactions,
  writeInCurrent
} from "../Transactions.ts"
import * as ConnectionTransaction from "./ConnectionTransaction.ts"
import { runtimeInside } from "./JoinedStatements.ts"
import * as StallDetector from "./StallDetector.ts"
import * as SynchronousDriver from "./SynchronousDriver.ts"
import * as TransactionProgress from "./TransactionProgress.ts"

/**
 * Decides when waiting writes are committed: it calls `commit` once, in a later turn of the event loop; `waiting`
 * returns how many writes wait. The default is `whenNoWriteJoins`. A simulation uses its own scheduler.
 */
export class CommitScheduler extends Context.Reference<CommitScheduler>()("@beauty-store/sql/CommitScheduler", {
  defaultValue: (): (commit: () => void, waiting: () => number) => void => whenNoWriteJoins
}) {}

const commits = Metrics.counter("commits_total", "Transactions that were committed, but for snapshots")
const batches = Metrics.sizes("commit_writes", "How many writes shared a commit")

/** How many writes may share one commit. */
const maxBatch = 64

/**
 * For how many turns of the event loop a commit waits for more writes, so that a busy loop cannot delay it for long.
 */
const maxTurns = 8

/**
 * Commits at the end of the first turn of the event loop in which no write joins those that wait. A request that
 * arrives while others wait shares their commit instead of waiting for it to end; a single write waits for the end of
 * its own turn.
 */
const whenNoWriteJoins = (commit: () => void, waiting: () => number, turns = maxTurns): void => {
  const before = waiting()
  setImmediate(() => {
    const now = waiting()
    if (now > before && now < maxBatch && turns > 1) whenNoWriteJoins(commit, waiting, turns - 1)
    else commit()
  })
}

const noWrites = (): number => 0

/** A write whose caller waits for the commit. */
interface WaitingWrite {
  /** Its caller was interrupted: the body does not run. */
  withdrawn: boolean
  readonly run: (connection: Connection) => BodyOutcome
  readonly resume: (exit: Exit.Exit<unknown, unknown>) => void
}

/** The outcome of one body. */
interface BodyOutcome {
  readonly exit: Exit.Exit<unknown, unknown>
  /** The statement that failed, if one did. */
  readonly failure: StatementFailed | undefined
  /** To be run after the commit. */
  readonly hooks: ReadonlyArray<() => void>
  /** To be run instead where the outcome of the commit is unknown. */
  readonly uncertainHooks: ReadonlyArray<() => void>
}

const noHooks: Pick<BodyOutcome, "hooks" | "uncertainHooks"> = { hooks: [], uncertainHooks: [] }

/** The one database, and the writes that wait for it. */
interface Database {
  readonly sql: SqlClient.SqlClient
  readonly naming: Naming | undefined
  /** The client's only connection. */
  readonly connection: Connection
  readonly scheduleCommit: Context.Tag.Service<CommitScheduler>
  /** Of its metrics. */
  readonly labels: ReadonlyArray<MetricLabel.MetricLabel>
  readonly halted: Deferred.Deferred<never, StoreUnavailable>
  /** Why no more transactions are possible, if that is so. */
  halt: StoreUnavailable | undefined
  queue: Array<WaitingWrite>
  commitScheduled: boolean
  /** The connection during this turn: reserved once, shared by the turn's reads and its commit, then released. */
  reserved: Connection | undefined
  /** Undefined where there are no other connections, as to a database in memory. */
  readonly openReader: SynchronousDriver.OpenReader | undefined
  /** Where reads go while a long write has the connection. */
  reader: SynchronousDriver.ReadingConnection | undefined
}

/** SQLite's own failures, as opposed to this program's mistakes. */
const isUnavailable = (error: SqlError): boolean => kindOf(codeOf(error)) === "unavailable"

const keepForThisTurn = (database: Database, connection: Connection, release: () => void): void => {
  database.reserved = connection
  database.scheduleCommit(() => {
    database.reserved = undefined
    release()
  }, noWrites)
}

/** Calls back with the connection, in this turn unless another fiber has reserved it. */
const reserve = (
  database: Database,
  use: (connection: Connection) => void,
  fail: (error: StoreUnavailable) => void
): void => {
  if (database.reserved !== undefined) return use(database.reserved)
  const atOnce = SynchronousDriver.reserveOf(database.sql)?.()
  if (atOnce !== undefined) {
    keepForThisTurn(database, atOnce.connection, atOnce.release)
    return use(atOnce.connection)
  }
  const scope = Effect.runSync(Scope.make())
  const fiber = Effect.runFork(Scope.extend(database.sql.reserve, scope))
  const done = (exit: Exit.Exit<Connection, SqlError>) => {
    if (Exit.isFailure(exit)) return fail(new StoreUnavailable({ cause: Cause.squash(exit.cause) }))
    keepForThisTurn(database, exit.value, () => Effect.runSync(Scope.close(scope, Exit.void)))
    use(exit.value)
  }
  const exit = fiber.unsafePoll()
  if (exit === null) fiber.addObserver(done)
  else done(exit)
}

const control = (connection: Connection, text: string): void => {
  const statements = SynchronousDriver.statementsOf(connection)
  if (statements !== undefined) return void statements.rows(text, [])
  const exit = Effect.runSyncExit(connection.execute(text, [], undefined))
  if (Exit.isFailure(exit)) {
    const error = Cause.squash(exit.cause) as SqlError
    throw new StatementFailed({ error, joined: false })
  }
}

/** A body does not yield, and the runtime does not count it among its fibers. */
const bodyFlags = RuntimeFlags.make(RuntimeFlags.Interruption)

/** What came of a body. A failed statement fails it, even if it went on. */
const outcomeOf = (
  exit: Exit.Exit<unknown, unknown>,
  opened: ConnectionTransaction.ConnectionTransaction
): BodyOutcome => {
  opened.close()
  // Nothing is sent ahead here, whose condition might no longer hold.
  const failed = opened.failure() as StatementFailed | NotATransaction | undefined
  if (failed !== undefined && !(Exit.isFailure(exit) && TransactionProgress.isOfBody(failed))) {
    if (failed instanceof NotATransaction) return { exit: Exit.die(failed), failure: undefined, ...noHooks }
    return {
      exit: isUnavailable(failed.error) ? Exit.fail(new StoreUnavailable({ cause: failed.error })) : Exit.die(failed),
      failure: failed,
      ...noHooks
    }
  }
  const { hooks, uncertainHooks } = Exit.isSuccess(exit) ? opened : noHooks
  return { exit, failure: undefined, hooks, uncertainHooks }
}

/** Runs a body from start to end in this turn. */
const runBody = <R>(
  fiber: Fiber.RuntimeFiber<unknown, unknown>,
  body: Effect.Effect<unknown, unknown, R>,
  database: Database,
  connection: Connection,
  writable: boolean
): BodyOutcome => {
  const opened = ConnectionTransaction.make("sqlite", database.sql, database, connection, writable, database.naming)
  const { joined, transaction } = opened
  const outcome = outcomeOf(Runtime.runSyncExit(runtimeInside<R>(fiber, bodyFlags, transaction, joined))(body), opened)
  if (Exit.isSuccess(outcome.exit)) return outcome
  const defect = Option.getOrUndefined(Cause.dieOption(outcome.exit.cause))
  if (!Runtime.isAsyncFiberException(defect)) return outcome
  Effect.runFork(Fiber.interruptFork(defect.fiber))
  return { exit: Exit.die(bodyWaited()), failure: undefined, ...noHooks }
}

/** The outcome of a batch. */
interface BatchOutcome {
  readonly done: ReadonlyArray<BodyOutcome & { readonly write: WaitingWrite }>
  /** How far it got. A batch that was rolled back on purpose never gets to `commit`. */
  readonly stage: "begin" | "bodies" | "commit"
  /** Why the transaction as a whole failed, if it did. */
  readonly error: SqlError | undefined
}

/** Undoes a transaction that failed as a whole. */
const undone = (
  connection: Connection,
  done: BatchOutcome["done"],
  stage: BatchOutcome["stage"],
  thrown: unknown
): BatchOutcome => {
  try {
    control(connection, "ROLLBACK")
  } catch {
    // The engine had rolled back by itself.
  }
  return { done, stage, error: thrown instanceof StatementFailed ? thrown.error : TransactionProgress.sqlError(thrown) }
}

/** Runs the bodies of a batch in one transaction. */
const runBatch = (connection: Connection, batch: ReadonlyArray<WaitingWrite>): BatchOutcome => {
  const done: Array<BodyOutcome & { readonly write: WaitingWrite }> = []
  let stage: BatchOutcome["stage"] = "begin"
  // A single body needs no savepoint: it is rolled back with its transaction.
  const shared = batch.length > 1
  let commits = true
  try {
    control(connection, "BEGIN IMMEDIATE")
    stage = "bodies"
    for (const write of batch) {
      if (shared) control(connection, "SAVEPOINT body")
      const { exit, failure, hooks, uncertainHooks } = write.run(connection)
      if (!shared) commits = Exit.isSuccess(exit)
      else {
        if (Exit.isFailure(exit)) control(connection, "ROLLBACK TO body")
        control(connection, "RELEASE body")
      }
      // A failure of the engine is reported alone, to distinguish it from what another body caused.
      if (failure !== undefined && shared && isUnavailable(failure.error)) throw failure
      done.push({ write, exit, failure, hooks, uncertainHooks })
    }
    if (commits) stage = "commit"
    control(connection, commits ? "COMMIT" : "ROLLBACK")
    return { done, stage, error: undefined }
  } catch (thrown) {
    return undone(connection, done, stage, thrown)
  }
}

/** Ends the transaction of a body that ran alone. */
const conclude = (connection: Connection, write: WaitingWrite, outcome: BodyOutcome): BatchOutcome => {
  const done = [{ write, ...outcome }]
  const commits = Exit.isSuccess(outcome.exit)
  try {
    control(connection, commits ? "COMMIT" : "ROLLBACK")
    return { done, stage: commits ? "commit" : "bodies", error: undefined }
  } catch (thrown) {
    return undone(connection, done, commits ? "commit" : "bodies", thrown)
  }
}

const failAll = (writes: ReadonlyArray<WaitingWrite>, error: StoreUnavailable): void => {
  for (const write of writes) write.resume(Exit.fail(error))
}

const stop = (database: Database, cause: unknown): StoreUnavailable => {
  database.halt = new StoreUnavailable({ cause })
  Deferred.unsafeDone(database.halted, Exit.fail(database.halt))
  return database.halt
}

/** Runs a batch and commits it; then its callers resume. */
const commit = (database: Database, connection: Connection, writes: ReadonlyArray<WaitingWrite>): void => {
  // A caller that was interrupted while another fiber had the connection no longer waits for anything.
  const batch = writes.filter((write) => !write.withdrawn)
  if (batch.length === 0) return
  if (database.halt !== undefined) return failAll(batch, database.halt)
  settle(database, connection, batch, runBatch(connection, batch))
}

/** Tells the callers of a batch what came of it. */
const settle = (
  database: Database,
  connection: Connection,
  batch: ReadonlyArray<WaitingWrite>,
  { done, error, stage }: BatchOutcome
): void => {
  if (error === undefined) {
    if (stage === "commit") {
      commits.unsafeRecord(1, database.labels)
      batches.unsafeRecord(done.length, database.labels)
    }
    for (const { hooks } of done) for (const hook of hooks) hook()
    for (const { exit, write } of done) write.resume(exit)
    return
  }
  const code = codeOf(error)
  if (stage === "commit" && !code.startsWith("SQLITE_BUSY") && code !== "SQLITE_FULL") {
    // The outcome of the commit is unknown.
    for (const { uncertainHooks } of done) for (const hook of uncertainHooks) hook()
    failAll(batch, stop(database, error))
  } else if (batch.length === 1 || stage === "begin") {
    // Where the transaction could not begin, no body is at fault, and to try again would take as long for each of them.
    failAll(batch, new StoreUnavailable({ cause: error }))
  } else {
    // No caller has resumed yet: each body runs again alone, so that only the one at fault fails.
    for (const write of batch) commit(database, connection, [write])
  }
}

/** Takes a batch from the queue and commits it as soon as the connection is free. */
const flush = (database: Database): void => {
  database.commitScheduled = false
  const waiting = database.queue.filter((write) => !write.withdrawn)
  const batch = waiting.slice(0, maxBatch)
  database.queue = waiting.slice(maxBatch)
  if (batch.length > 0) {
    reserve(
      database,
      (connection) => commit(database, connection, batch),
      (error) => failAll(batch, error)
    )
  }
  scheduleFlush(database)
}

const scheduleFlush = (database: Database): void => {
  if (database.commitScheduled || database.queue.length === 0) return
  database.commitScheduled = true
  database.scheduleCommit(() => flush(database), () => database.queue.length)
}

/**
 * Whether a fiber runs inside the client's own `withTransaction` and therefore has the connection that it would wait
 * for.
 */
const hasConnection = ({ connection: only }: Database, fiber: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  Option.exists(
    Context.getOption(fiber.currentContext, SqlClient.TransactionConnection),
    ([connection]) => connection === only
  )

/** Queues a body, and resumes its caller after the commit. */
const write = <A, E, R>(
  database: Database,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StoreUnavailable, R> =>
  Effect.withFiberRuntime<A, E | StoreUnavailable, R>((fiber, { runtimeFlags }) => {
    if (hasConnection(database, fiber)) return insideClientTransaction
    if (database.openReader !== undefined && Context.get(fiber.currentContext, TimeLimit) === "watched") {
      return writeInTurns(database, database.openReader, body)
    }
    return Effect.async<A, E | StoreUnavailable>((resume) => {
      const waiting: WaitingWrite = {
        withdrawn: false,
        run: (connection) => runBody(fiber, body, database, connection, true),
        resume: (exit) => resume(exit as Exit.Exit<A, E | StoreUnavailable>)
      }
      database.queue.push(waiting)
      scheduleFlush(database)
      // A caller that cannot be interrupted never withdraws its write. Preparing for it would cost as much as a small
      // body.
      if (!RuntimeFlags.interruptible(runtimeFlags)) return
      return Effect.sync(() => {
        waiting.withdrawn = true
      })
    })
  })

/** How long a body works before others have their turn, in milliseconds. */
const turnMillis = 10

const turnsBy = (clock: Clock.Clock): ConnectionTransaction.Turns => {
  let since = clock.unsafeCurrentTimeMillis()
  return {
    isDue: () => clock.unsafeCurrentTimeMillis() - since >= turnMillis,
    next: (resume) =>
      void setImmediate(() => {
        since = clock.unsafeCurrentTimeMillis()
        resume()
      })
  }
}

/**
 * Runs a long body in a transaction of its own, over as many turns as it pauses: reads go on in another connection,
 * which sees nothing of it before the commit, and other writes wait.
 */
const writeInTurns = <A, E, R>(
  database: Database,
  openReader: SynchronousDriver.OpenReader,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StoreUnavailable, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.scoped(Effect.gen(function*() {
      const connection = yield* restore(database.sql.reserve).pipe(
        Effect.mapError((cause) => new StoreUnavailable({ cause }))
      )
      if (database.halt !== undefined) return yield* database.halt
      const { naming, sql } = database
      const reader = yield* openReader
      try {
        control(connection, "BEGIN IMMEDIATE")
      } catch (cause) {
        return yield* new StoreUnavailable({ cause })
      }
      database.reader = reader
      const turns = turnsBy(yield* Effect.clock)
      const opened = ConnectionTransaction.make("sqlite", sql, database, connection, true, naming, turns)
      const exit = yield* Effect.exit(restore(StallDetector.run(body, opened)))
      let answer: Exit.Exit<unknown, unknown> = exit
      const own: WaitingWrite = {
        withdrawn: false,
        run: () => outcomeOf(exit, opened),
        resume: (settled) => {
          answer = settled
        }
      }
      const ended = conclude(connection, own, own.run(connection))
      reader.end()
      database.reader = undefined
      settle(database, connection, [own], ended)
      return yield* answer as Exit.Exit<A, E | StoreUnavailable>
    }))
  )

/** Runs a body that changes nothing, in this turn where the connection is free. */
const read = <A, E, R>(
  database: Database,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StoreUnavailable, R> =>
  Effect.withFiberRuntime<A, E | StoreUnavailable, R>((fiber) => {
    if (hasConnection(database, fiber)) return insideClientTransaction
    if (database.halt !== undefined) return Effect.fail(database.halt)
    let finished: Exit.Exit<A, E | StoreUnavailable> | undefined
    let resume = (exit: Exit.Exit<A, E | StoreUnavailable>): void => {
      finished = exit
    }
    const { reader } = database
    if (reader !== undefined) {
      database.scheduleCommit(reader.end, noWrites)
      return runBody(fiber, body, database, reader.connection, false).exit as Exit.Exit<A, E | StoreUnavailable>
    }
    reserve(
      database,
      (connection) =>
        resume(runBody(fiber, body, database, connection, false).exit as Exit.Exit<A, E | StoreUnavailable>),
      (error) => resume(Exit.fail(error))
    )
    return finished ?? Effect.async<A, E | StoreUnavailable>((later) => {
      resume = later
    })
  })

/** The promises of `Transactions` rest on these settings, whatever the client was configured with. */
const pragmas = ["PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA busy_timeout = 5000"]

export const make = Effect.fnUntraced(
  function*(
    sql: SqlClient.SqlClient,
    naming?: Naming
  ): Effect.fn.Return<Context.Tag.Service<Transactions>, StoreUnavailable> {
    const halted = yield* Deferred.make<never, StoreUnavailable>()
    const scheduleCommit = yield* CommitScheduler
    const connection = yield* Effect.scoped(
      Effect.tap(
        sql.reserve,
        (connection) =>
          Effect.forEach(pragmas, (pragma) => connection.executeUnprepared(pragma, [], undefined), { discard: true })
      )
    )
      .pipe(Effect.mapError((cause) => new StoreUnavailable({ cause })))
    const database: Database = {
      sql,
      naming,
      connection,
      scheduleCommit,
      labels: yield* FiberRef.get(FiberRef.currentMetricLabels),
      halted,
      halt: undefined,
      queue: [],
      commitScheduled: false,
      reserved: undefined,
      openReader: SynchronousDriver.readerOf(sql),
      reader: undefined
    }
    const openWrite: OpenAround = (body) => write(database, body)
    const openRead: OpenAround = (body) => read(database, body)
    return Transactions.of({
      dialect: "sqlite",
      isAlone: true,
      database,
      naming,
      write: (body) => writeInCurrent(database, body, openWrite),
      read: (body) => readInCurrent(database, body, openRead),
      halted: Deferred.await(halted)
    })
  }
)
