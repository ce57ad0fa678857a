/**
 * The one door to the database: `write` and `read` run an effect inside a transaction, and only there can it query
 * (every `Query` asks for a `Transaction`). A use case loads, decides and saves inside one of them; anything decided
 * outside and saved inside would be a race.
 *
 * What a body may do: queries, the clock, randomness, ids. Never I/O, sleep, fork, or a call to the payment provider.
 * `sql.withTransaction`, the SQL client's own, is no transaction of this module; on SQLite a `write` or `read` inside of it
 * is a defect.
 * A body that fails changes nothing. A body that calls `write` or `read` again joins the transaction it is in.
 *
 * On SQLite callers queue and share a commit: in one turn of the event loop `BEGIN IMMEDIATE`, each body in a savepoint
 * of its own, `COMMIT`, and only then all the answers, refusals included (they may rest on a neighbour's write). Nothing
 * interleaves, so a read between two such turns is a snapshot. On PostgreSQL each write is a transaction at READ
 * COMMITTED with explicit locks, and a body is run again where the database asks for it: it must not mind.
 *
 * The database's own failures become `StoreUnavailable`; a violated constraint is a bug in this package and a defect.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as RuntimeFlags from "effect/RuntimeFlags"
import * as Scope from "effect/Scope"

export type Dialect = "sqlite" | "pg"

/** What a transaction runs on: SQLite, a PostgreSQL transaction that may lock rows, or a PostgreSQL snapshot. */
export type TransactionKind = "sqlite" | "pg" | "pgSnapshot"

export type Parameter = string | number | null

/** An open transaction, as queries see it. It dies with the body it was given to. */
export interface OpenTransaction {
  readonly kind: TransactionKind
  /** False in a snapshot: a change is a defect there. */
  readonly writable: boolean
  /**
   * Runs a query and answers its rows, as `read` makes them. A failed statement is a defect: it fails the whole
   * transaction, whoever catches it.
   */
  readonly rows: Select
  /** Runs a statement that changes rows and answers how many it changed. */
  readonly change: (text: string, parameters: ReadonlyArray<Parameter>) => Effect.Effect<number>
  /** Runs a statement that changes rows and answers those that it names, as `rows` does. */
  readonly returning: Select
  /** Runs once the transaction is durable, before its caller has the answer. Must not throw. */
  readonly afterCommit: (hook: () => void) => void
  /** How many changing statements the body has run. */
  readonly changes: () => number
}

type Select = <A = ReadonlyArray<unknown>>(
  text: string,
  parameters: ReadonlyArray<Parameter>,
  read?: (rows: ReadonlyArray<unknown>) => A
) => Effect.Effect<A>

/** In the context of an effect: it runs inside a transaction. */
export class Transaction extends Context.Tag("@beauty-store/kernel/Transaction")<Transaction, OpenTransaction>() {}

/** Does something with the transaction it runs inside. Every statement comes by here, so it is one step. */
export const withTransaction = <A>(
  use: (transaction: OpenTransaction) => Effect.Effect<A>
): Effect.Effect<A, never, Transaction> =>
  Effect.withFiberRuntime((fiber) =>
    use(Context.unsafeGet(fiber.currentContext as Context.Context<Transaction>, Transaction))
  )

/**
 * The database failed, or nobody knows whether the commit happened. Nothing is known to have changed; the same request
 * with the same idempotency key is safe to repeat.
 */
export class StoreUnavailable extends Data.TaggedError("StoreUnavailable")<{ readonly cause: unknown }> {}

/** A condition that was true when it was read was not true when it was written: the body is to run again. */
export class ConcurrentUpdate extends Data.TaggedError("ConcurrentUpdate") {}

/** A body that did something other than query and compute. */
export class NotATransaction extends Data.TaggedError("NotATransaction")<{ readonly message: string }> {}

class StatementFailed extends Data.TaggedError("StatementFailed")<{ readonly error: SqlError }> {}

export class Transactions extends Context.Tag("@beauty-store/kernel/Transactions")<Transactions, {
  readonly dialect: Dialect
  /** All or nothing, durable when it answers. */
  readonly write: <A, E, R>(
    body: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction>>
  /** One consistent snapshot; changes nothing. */
  readonly read: <A, E, R>(
    body: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction>>
  /**
   * Fails when the storage can no longer be trusted (a commit of unknown outcome on SQLite). From then on everything is
   * `StoreUnavailable`; whoever composed the layers closes them and opens the database anew.
   */
  readonly halted: Effect.Effect<never, StoreUnavailable>
}>() {}

/**
 * When waiting writes are committed: `commit` is to be called once, in a later turn; `waiting` says how many there are. The
 * default is `whenNobodyElseComes`. A simulation puts its own scheduler here.
 */
export class CommitTurn extends Context.Reference<CommitTurn>()("@beauty-store/kernel/CommitTurn", {
  defaultValue: (): (commit: () => void, waiting: () => number) => void => whenNobodyElseComes
}) {}

const nobody = (): number => 0

/** How many writes may share one commit. */
const maxBatch = 64

/** How many turns of the event loop a commit waits for others, so that it waits no longer than they keep it busy. */
const maxTurns = 8

/**
 * At the end of the first turn of the event loop in which nobody joins those who wait. A request that comes while others
 * wait shares their commit instead of waiting for it to end; who is alone waits for the end of their own turn.
 */
const whenNobodyElseComes = (commit: () => void, waiting: () => number, turns = maxTurns): void => {
  const before = waiting()
  setImmediate(() => {
    const now = waiting()
    if (now > before && now < maxBatch && turns > 1) whenNobodyElseComes(commit, waiting, turns - 1)
    else commit()
  })
}

/** The transactions of whichever database the `SqlClient` speaks to. */
export const layer: Layer.Layer<Transactions, StoreUnavailable, SqlClient.SqlClient> = Layer.scoped(
  Transactions,
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.onDialectOrElse({
      sqlite: () => sqlite(sql),
      pg: () => postgres(sql),
      orElse: () => Effect.dieMessage("The store speaks SQLite and PostgreSQL only")
    }))
)

/**
 * Runs a body whose refusal shall not undo the transaction around it, so that what follows (an idempotency record) is
 * saved beside it. A refusal must come before the body's first change; one that comes later is a defect and undoes all.
 */
export const refusalAsValue = <A, E, R>(
  body: Effect.Effect<A, E, R>
): Effect.Effect<Either.Either<A, E>, never, R | Transaction> =>
  Effect.flatMap(Transaction, (transaction) => {
    const before = transaction.changes()
    return Effect.flatMap(Effect.either(body), (result) =>
      Either.isLeft(result) && transaction.changes() > before
        ? Effect.die(new NotATransaction({ message: `a refusal after a change: ${String(result.left)}` }))
        : Effect.succeed(result))
  })

/** A body inside a transaction runs in it; any other opens one. */
const join = <A, E, R>(
  body: Effect.Effect<A, E, R>,
  open: (body: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreUnavailable, R>
): Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction>> =>
  Effect.withFiberRuntime<A, E | StoreUnavailable, R>((fiber) =>
    Context.getOption(fiber.currentContext, Transaction)._tag === "Some" ? body : open(body)
  ) as Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction>>

/**
 * A connection's statements without effects around them, for bodies that run from start to end in one turn. They throw
 * what the database throws.
 */
export interface Direct {
  readonly rows: (text: string, parameters: ReadonlyArray<Parameter>) => ReadonlyArray<unknown>
  readonly change: (text: string, parameters: ReadonlyArray<Parameter>) => number
}

const directs = new WeakMap<Connection, Direct>()

/**
 * How a SQLite driver offers its connection's statements directly; without it they run as the connection's effects. It
 * is an offer of this very object: a connection that wraps it and does something of its own is run by its own effects.
 */
export const offerDirect = (connection: Connection, direct: Direct): void => void directs.set(connection, direct)

/** A connection for as long as nobody else has it. */
export interface Turn {
  readonly connection: Connection
  readonly giveBack: () => void
}

const turns = new WeakMap<SqlClient.SqlClient, () => Turn | undefined>()

/**
 * How a SQLite driver offers its connection without an effect, or nothing while somebody else has it: to reserve it takes
 * three fibers, which is much for a commit of one statement.
 */
export const offerTurns = (sql: SqlClient.SqlClient, take: () => Turn | undefined): void => void turns.set(sql, take)

/** What one body did with its connection. */
interface Work {
  readonly handle: OpenTransaction
  readonly failure: () => StatementFailed | undefined
  readonly hooks: ReadonlyArray<() => void>
  readonly close: () => void
}

const work = (kind: TransactionKind, connection: Connection, writable: boolean): Work => {
  let open = true
  let changes = 0
  let failure: StatementFailed | undefined
  const hooks: Array<() => void> = []
  const fail = (error: SqlError): Effect.Effect<never> => {
    failure = new StatementFailed({ error })
    return Effect.die(failure)
  }
  const direct = directs.get(connection)
  const run = <A, B>(
    changing: boolean,
    directly: (direct: Direct) => A,
    effectful: () => Effect.Effect<A, SqlError>,
    read: (result: A) => B
  ): Effect.Effect<B> =>
    Effect.suspend(() => {
      if (!open) return Effect.die(new NotATransaction({ message: "a query after the transaction was over" }))
      if (failure !== undefined) return Effect.die(failure)
      if (changing) {
        if (!writable) return Effect.die(new NotATransaction({ message: "a change inside a snapshot" }))
        changes++
      }
      if (direct === undefined) {
        return Effect.matchCauseEffect(effectful(), {
          onSuccess: (result) => Effect.succeed(read(result)),
          onFailure: (cause) => {
            if (Cause.isFailType(cause)) return fail(cause.error)
            if (!Cause.isInterruptedOnly(cause)) fail(sqlError(Cause.squash(cause)))
            return Effect.failCause(cause as Cause.Cause<never>)
          }
        })
      }
      let result: A
      try {
        result = directly(direct)
      } catch (thrown) {
        return fail(sqlError(thrown))
      }
      return Effect.succeed(read(result))
    })
  const sent = (parameters: ReadonlyArray<Parameter>) =>
    (kind === "sqlite" ? parameters : parameters.map(storable)) as Array<Parameter>
  const select = (changing: boolean): Select => (text, parameters, read = identity as never) =>
    run(
      changing,
      (direct) => direct.rows(text, parameters),
      () => connection.execute(text, sent(parameters), undefined),
      read
    )
  return {
    handle: {
      kind,
      writable,
      rows: select(false),
      change: (text, parameters) =>
        run(
          true,
          (direct) => direct.change(text, parameters),
          () => Effect.map(connection.executeRaw(text, sent(parameters)), changedRows),
          identity
        ),
      returning: select(true),
      afterCommit: (hook) => void hooks.push(hook),
      changes: () => changes
    },
    failure: () => failure,
    hooks,
    close: () => {
      open = false
    }
  }
}

/** PostgreSQL's texts cannot hold the character NUL: who asks for something of such a name finds nothing. */
const storable = (parameter: Parameter): Parameter =>
  typeof parameter === "string" && parameter.includes("\0") ? parameter.replaceAll("\0", "\uFFFD") : parameter

/** better-sqlite3 says `changes`, pg says `rowCount`. */
const changedRows = (raw: unknown): number => {
  const result = raw as { readonly changes?: number; readonly rowCount?: number | null }
  return result.changes ?? result.rowCount ?? 0
}

const sqlError = (thrown: unknown): SqlError => new SqlError({ cause: thrown, message: String(thrown) })

const codeOf = (error: SqlError): string => String((error.cause as { readonly code?: unknown } | undefined)?.code ?? "")

/**
 * SQLite: one writer, one turn, many bodies to a commit.
 */
const sqlite = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const halted = yield* Deferred.make<never, StoreUnavailable>()
  const turn = yield* CommitTurn
  let halt: StoreUnavailable | undefined
  let queue: Array<Job> = []
  let scheduled = false

  /** The connection while this turn lasts: reserved once, shared by the turn's reads and its commit, given back after. */
  let held: Connection | undefined

  const hold = (connection: Connection, giveBack: () => void): void => {
    held = connection
    turn(() => {
      held = undefined
      giveBack()
    }, nobody)
  }

  /** Calls back with the connection, in this turn unless somebody else has reserved it. */
  const reserve = (use: (connection: Connection) => void, fail: (error: StoreUnavailable) => void): void => {
    if (held !== undefined) return use(held)
    const offered = turns.get(sql)?.()
    if (offered !== undefined) {
      hold(offered.connection, offered.giveBack)
      return use(offered.connection)
    }
    const scope = Effect.runSync(Scope.make())
    const fiber = Effect.runFork(Scope.extend(sql.reserve, scope))
    const done = (exit: Exit.Exit<Connection, SqlError>) => {
      if (Exit.isFailure(exit)) return fail(new StoreUnavailable({ cause: Cause.squash(exit.cause) }))
      hold(exit.value, () => Effect.runSync(Scope.close(scope, Exit.void)))
      use(exit.value)
    }
    const exit = fiber.unsafePoll()
    if (exit === null) fiber.addObserver(done)
    else done(exit)
  }

  const stop = (cause: unknown): StoreUnavailable => {
    halt = new StoreUnavailable({ cause })
    Deferred.unsafeDone(halted, Exit.fail(halt))
    return halt
  }

  const flush = (): void => {
    scheduled = false
    const waiting = queue.filter((job) => !job.withdrawn)
    const batch = waiting.slice(0, maxBatch)
    queue = waiting.slice(maxBatch)
    if (batch.length > 0) {
      reserve(
        (connection) => commit(connection, batch),
        (error) => batch.forEach((job) => job.answer(Exit.fail(error)))
      )
    }
    schedule()
  }
  const schedule = (): void => {
    if (scheduled || queue.length === 0) {
      return
    }
    scheduled = true
    turn(flush, () => queue.length)
  }

  const commit = (connection: Connection, jobs: ReadonlyArray<Job>): void => {
    // Who left while somebody else had the connection wants nothing any more.
    const batch = jobs.filter((job) => !job.withdrawn)
    if (batch.length === 0) return
    if (halt !== undefined) {
      return batch.forEach((job) => job.answer(Exit.fail(halt!)))
    }
    const done: Array<
      { readonly job: Job; readonly exit: Exit.Exit<unknown, unknown>; readonly hooks: ReadonlyArray<() => void> }
    > = []
    let culprit: SqlError | undefined
    let begun = false
    let committing = false
    // A body that is alone is undone with its transaction.
    const shared = batch.length > 1
    let alive = true
    try {
      control(connection, "BEGIN IMMEDIATE")
      begun = true
      for (const job of batch) {
        if (shared) control(connection, "SAVEPOINT body")
        const { exit, failure, hooks } = job.run(connection)
        if (!shared) alive = Exit.isSuccess(exit)
        else {
          if (Exit.isFailure(exit)) control(connection, "ROLLBACK TO body")
          control(connection, "RELEASE body")
        }
        // A failure of the engine is answered alone, so that it is told apart from what a neighbour caused.
        if (failure !== undefined && shared && unavailable(failure.error)) throw failure
        done.push({ job, exit, hooks })
      }
      committing = alive
      control(connection, alive ? "COMMIT" : "ROLLBACK")
    } catch (thrown) {
      culprit = thrown instanceof StatementFailed
        ? thrown.error
        : sqlError(thrown)
      try {
        control(connection, "ROLLBACK")
      } catch {
        // The engine had rolled back by itself.
      }
    }
    if (culprit === undefined) {
      for (const { hooks } of done) for (const hook of hooks) hook()
      for (const { exit, job } of done) job.answer(exit)
    } else if (committing && !codeOf(culprit).startsWith("SQLITE_BUSY") && codeOf(culprit) !== "SQLITE_FULL") {
      const error = stop(culprit)
      for (const job of batch) job.answer(Exit.fail(error))
    } else if (batch.length === 1 || !begun) {
      // Where nobody could begin nobody is guilty, and to try again would take as long for each of them.
      const error = new StoreUnavailable({ cause: culprit })
      for (const job of batch) job.answer(Exit.fail(error))
    } else {
      // Nobody was answered yet: each runs again alone, and the guilty one fails alone.
      for (const job of batch) commit(connection, [job])
    }
  }

  const submit = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, R> =>
    Effect.withFiberRuntime<A, E | StoreUnavailable, R>((fiber, { runtimeFlags }) => {
      if (hasConnection(fiber)) return waitsForItself
      return Effect.async<A, E | StoreUnavailable>((resume) => {
        const job: Job = {
          withdrawn: false,
          run: (connection) => runBody(fiber, body, connection, true),
          answer: (exit) => resume(exit as Exit.Exit<A, E | StoreUnavailable>)
        }
        queue.push(job)
        schedule()
        // Who cannot be interrupted withdraws nothing; to be ready for it costs as much as a small body.
        if (!RuntimeFlags.interruptible(runtimeFlags)) return
        return Effect.sync(() => {
          job.withdrawn = true
        })
      })
    })

  const snapshot = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, R> =>
    Effect.withFiberRuntime<A, E | StoreUnavailable, R>((fiber) => {
      if (hasConnection(fiber)) return waitsForItself
      if (halt !== undefined) return Effect.fail(halt)
      let answered: Exit.Exit<A, E | StoreUnavailable> | undefined
      let resume = (exit: Exit.Exit<A, E | StoreUnavailable>): void => {
        answered = exit
      }
      reserve(
        (connection) => resume(runBody(fiber, body, connection, false).exit as Exit.Exit<A, E | StoreUnavailable>),
        (error) => resume(Exit.fail(error))
      )
      return answered ?? Effect.async<A, E | StoreUnavailable>((later) => {
        resume = later
      })
    })

  // The store's promises rest on these, whatever the client was configured with.
  const only = yield* Effect.scoped(Effect.tap(sql.reserve, (connection) =>
    Effect.forEach(
      ["PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA busy_timeout = 5000"],
      (pragma) => connection.executeUnprepared(pragma, [], undefined),
      { discard: true }
    ))).pipe(Effect.mapError((cause) => new StoreUnavailable({ cause })))

  /** Whether a fiber runs inside of `withTransaction` of the client's own, and has what it would wait for. */
  const hasConnection = (fiber: Fiber.RuntimeFiber<any, any>): boolean =>
    Option.exists(
      Context.getOption(fiber.currentContext, SqlClient.TransactionConnection),
      ([connection]) => connection === only
    )

  return Transactions.of({
    dialect: "sqlite",
    write: (body) => join(body, submit),
    read: (body) => join(body, snapshot),
    halted: Deferred.await(halted)
  })
})

const waitsForItself = Effect.die(
  new NotATransaction({
    message: "inside of the SQL client's own transaction the store would wait for its end for ever"
  })
)

interface Job {
  withdrawn: boolean
  readonly run: (connection: Connection) => Outcome
  readonly answer: (exit: Exit.Exit<any, any>) => void
}

interface Outcome {
  readonly exit: Exit.Exit<unknown, unknown>
  readonly failure: StatementFailed | undefined
  readonly hooks: ReadonlyArray<() => void>
}

const control = (connection: Connection, text: string): void => {
  const direct = directs.get(connection)
  if (direct !== undefined) return void direct.rows(text, [])
  const exit = Effect.runSyncExit(connection.execute(text, [], undefined))
  if (Exit.isFailure(exit)) {
    const error = Cause.squash(exit.cause) as SqlError
    throw new StatementFailed({ error })
  }
}

/** It yields to nobody, and is no fiber that anybody counts. */
const bodyFlags = RuntimeFlags.make(RuntimeFlags.Interruption)

/** Runs a body from start to end in this turn. A statement that failed fails it, even where the body went on. */
const runBody = (
  fiber: Fiber.RuntimeFiber<any, any>,
  body: Effect.Effect<unknown, unknown, any>,
  connection: Connection,
  writable: boolean
): Outcome => {
  const { close, failure, handle, hooks } = work("sqlite", connection, writable)
  const runtime = Runtime.make({
    context: Context.add(fiber.currentContext, Transaction, handle),
    runtimeFlags: bodyFlags,
    fiberRefs: fiber.getFiberRefs()
  })
  const exit = Runtime.runSyncExit(runtime)(body)
  close()
  const failed = failure()
  if (failed !== undefined) {
    return {
      exit: unavailable(failed.error) ? Exit.fail(new StoreUnavailable({ cause: failed.error })) : Exit.die(failed),
      failure: failed,
      hooks: []
    }
  }
  if (Exit.isFailure(exit)) {
    const defect = Option.getOrUndefined(Cause.dieOption(exit.cause))
    if (Runtime.isAsyncFiberException(defect)) {
      Effect.runFork(Fiber.interruptFork(defect.fiber))
      return {
        exit: Exit.die(
          new NotATransaction({ message: "a transaction's body waited for something other than a query" })
        ),
        failure: undefined,
        hooks: []
      }
    }
  }
  return { exit, failure: undefined, hooks: Exit.isSuccess(exit) ? hooks : [] }
}

/** SQLite's own troubles, as against this package's mistakes. */
const unavailable = (error: SqlError): boolean =>
  /^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|INTERRUPT|IOERR|LOCKED|NOMEM|NOTADB|PROTOCOL|READONLY)/.test(codeOf(error))

/**
 * A process that stops in the middle of a transaction (a machine that is paused, a network that is cut) keeps its locks
 * for as long as its connection seems alive. Nobody waits that long for a lock, and the database ends it.
 */
const patience = "SET LOCAL lock_timeout = '5s'; SET LOCAL idle_in_transaction_session_timeout = '10s'"

/**
 * PostgreSQL: a transaction each, run again where the database or a lost condition asks for it.
 */
const postgres = (sql: SqlClient.SqlClient) => {
  const transaction = (kind: TransactionKind, begin: string) => <A, E, R>(body: Effect.Effect<A, E, R>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.scoped(Effect.gen(function*() {
        // Not to be interrupted: a connection that comes when its caller has left would be nobody's, and never come back.
        const connection = yield* Effect.mapError(sql.reserve, (cause) => new StoreUnavailable({ cause }))
        const control = (text: string) =>
          Effect.mapError(connection.execute(text, [], undefined), (cause) => new StoreUnavailable({ cause }))
        // Whatever went wrong: a connection goes back to the pool outside of every transaction, or broken.
        const rollback = Effect.ignore(control("ROLLBACK"))
        const { close, failure, handle, hooks } = work(kind, connection, kind === "pg")
        yield* Effect.tapError(control(`${begin}; ${patience}`), () => rollback)
        const exit = yield* Effect.exit(restore(Effect.provideService(body, Transaction, handle)))
        close()
        const failed = failure()
        if (failed !== undefined || Exit.isFailure(exit)) {
          yield* rollback
          if (failed === undefined) return yield* exit
          if (again(codeOf(failed.error))) return yield* Effect.die(new ConcurrentUpdate())
          return yield* down(codeOf(failed.error))
            ? Effect.fail(new StoreUnavailable({ cause: failed.error }))
            : Effect.die(failed)
        }
        yield* control("COMMIT").pipe(
          Effect.tapError(() => rollback),
          Effect.catchAll((error) =>
            again(codeOf(error.cause as SqlError)) ? Effect.die(new ConcurrentUpdate()) : Effect.fail(error)
          )
        )
        for (const hook of hooks) {
          hook()
        }
        return exit.value
      }))
    )
  const repeated = <A, E, R>(body: Effect.Effect<A, E, R>, left: number): Effect.Effect<A, E | StoreUnavailable, R> =>
    Effect.catchAllDefect(
      transaction("pg", "BEGIN")(body) as Effect.Effect<A, E | StoreUnavailable, R>,
      (defect): Effect.Effect<A, E | StoreUnavailable, R> =>
        defect instanceof ConcurrentUpdate
          ? left > 0 ? repeated(body, left - 1) : Effect.fail(new StoreUnavailable({ cause: defect }))
          : Effect.die(defect)
    )
  return Effect.succeed(Transactions.of({
    dialect: "pg",
    write: (body) => join(body, (body) => repeated(body, 20)),
    read: (body) => join(body, transaction("pgSnapshot", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")),
    halted: Effect.never
  }))
}

/** Serialization failure, deadlock. */
const again = (code: string): boolean => code === "40001" || code === "40P01"

/**
 * Connection, resources, a lock that did not come, a transaction that stood too long, operator's intervention, system: not
 * this package's mistake. Socket errors carry no SQLSTATE.
 */
const down = (code: string): boolean => /^(?:(?:08|53|57|58|XX)...|25P03|55P03|E[A-Z]+|)$/.test(code)
