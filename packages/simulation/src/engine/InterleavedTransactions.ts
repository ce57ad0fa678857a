/**
 * Transactions with time between their loads and their writes: data that one statement read may be outdated when
 * another writes.
 *
 * The store on SQLite runs each transaction in one turn, which hides every decision that rests on a stale read; on
 * PostgreSQL such a decision is a race. Here each statement before the first change is a step of its own, between which
 * others load and commit; from the first change on, the transaction has the database to itself until its end.
 *
 * The guarantees of READ COMMITTED hold. A statement sees committed data. Where one locks (`FOR UPDATE`, an advisory
 * lock), no other transaction locks or changes the same before this one ends: if one has, and saved something, the body
 * runs again from its beginning, as if it had waited. A row is identified by the names in it and in the statement's
 * parameters (ids, hashes), which is coarser than a row and allows no more than PostgreSQL does. A concurrent update
 * runs the body again, too. Statements of the program's own client join a transaction as with the real drivers
 * (`JoinedStatements`), and wait, lock and change like the store's.
 *
 * The casts are those of every implementation of `Transactions`: rows have the type of their reader, and a body inside
 * a transaction needs none of its own.
 */
import { kindOf } from "@beauty-store/kernel/DatabaseErrors"
import * as ConnectionTransaction from "@beauty-store/kernel/internal/ConnectionTransaction"
import { effectOf, type Joinable, JoinedConnection, runInside } from "@beauty-store/kernel/internal/JoinedStatements"
import * as Query from "@beauty-store/kernel/Query"
import {
  ConcurrentUpdate,
  insideClientTransaction,
  joinOrOpen,
  NotATransaction,
  type OpenTransaction,
  type Parameter,
  StoreUnavailable,
  Transaction,
  Transactions
} from "@beauty-store/kernel/Transactions"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** Far more than there can be concurrent transactions. */
const maxAttempts = 500

/** A statement of PostgreSQL as SQLite runs it, with its locks and changes. */
interface ParsedStatement {
  readonly text: string
  /** An advisory lock: nothing is read. */
  readonly advisory: boolean
  /** The tables whose rows it locks. */
  readonly locks: ReadonlyArray<string>
  /** The tables whose rows it changes, if it changes any. */
  readonly tables: ReadonlyArray<string>
}

const parsedStatements = new Map<string, ParsedStatement>()

const parseStatement = (text: string): ParsedStatement => {
  const known = parsedStatements.get(text)
  if (known !== undefined) return known
  const plain = Query.unlocked(text)
  const named = [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+([a-z_]+)(?:\s+([a-z]\w*))?/g)]
  const tables = named.map((match) => match[1]!)
  const of = /FOR UPDATE OF ([\w, ]+)/.exec(text)?.[1]?.split(", ")
  const fresh: ParsedStatement = {
    // The two databases name one function differently.
    text: Query.plannedOnce(
      plain.replace(/\$\d+/g, "?").replace(/\bstrpos\(/g, "instr(").replace("pg_backend_pid()", "1")
    ),
    advisory: text.includes("pg_advisory"),
    locks: plain === text ? [] : of?.map((alias) => named.find((match) => match[2] === alias)![1]!) ?? tables,
    tables
  }
  parsedStatements.set(text, fresh)
  return fresh
}

/** A statement of the program's own: SQLite's already, but for locks, and named in any way. */
const parseOwnStatement = (text: string): ParsedStatement => {
  const tables = [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+["`]?([a-z_]\w*)/gi)].map(([, name]) => name!)
  const locking = effectOf(text) === "locks"
  return { text: locking ? Query.unlocked(text) : text, advisory: false, locks: locking ? tables : [], tables }
}

/**
 * Names among values: they identify rows. States and amounts contain neither a digit beside letters nor an underscore.
 */
const namesAmong = (values: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  values.filter((value): value is string => typeof value === "string" && /[A-Za-z]/.test(value) && /[\d_]/.test(value))

/** One at a time, in the order of arrival. */
class Mutex {
  private taken = false
  private readonly waiting: Array<() => void> = []

  readonly acquire: Effect.Effect<void> = Effect.async((resume) => {
    const go = () => resume(Effect.void)
    if (this.taken) this.waiting.push(go)
    else {
      this.taken = true
      go()
    }
    // Nobody's turn comes who no longer waits: it would never end.
    return Effect.sync(() => {
      const at = this.waiting.indexOf(go)
      if (at >= 0) this.waiting.splice(at, 1)
    })
  })

  release(): void {
    const next = this.waiting.shift()
    if (next === undefined) this.taken = false
    else next()
  }
}

/** A failure that the store may retry: the disk's, not the statement's. */
const isUnavailable = (error: SqlError): boolean =>
  kindOf(String((error.cause as { readonly code?: unknown }).code)) === "unavailable"

/** The default reader: the rows themselves. */
const asTheyAre = <A>(rows: ReadonlyArray<unknown>): A => rows as A

/** Shared by all transactions: the connection, whose turn it is, and how often each place was changed. */
class Database {
  readonly mutex = new Mutex()
  readonly sql: SqlClient.SqlClient
  readonly connection: Connection
  /** Lets others run meanwhile, including those who arrive within that time. */
  readonly roundTrip: Effect.Effect<void>
  /**
   * How often a row by one of its names was changed, any row of a table was changed, or an advisory lock was released.
   */
  private readonly versions = new Map<string, number>()

  constructor(sql: SqlClient.SqlClient, connection: Connection, latency: () => number) {
    this.sql = sql
    this.connection = connection
    this.roundTrip = Effect.suspend(() => {
      const millis = latency()
      return millis === 0 ? Effect.yieldNow() : Effect.sleep(millis)
    })
  }

  execute(text: string, parameters: ReadonlyArray<Parameter>): Effect.Effect<ReadonlyArray<object>, SqlError> {
    return this.connection.execute(text, parameters, undefined)
  }

  versionOf(place: string): number {
    return this.versions.get(place) ?? 0
  }

  changed(places: Iterable<string>): void {
    for (const place of places) this.versions.set(place, this.versionOf(place) + 1)
  }
}

/** A savepoint, and how many hooks of each sort there were. */
interface Savepoint {
  readonly name: string
  readonly hooks: number
  readonly uncertainHooks: number
}

/** One run of a transaction's body, which may have to be run again. */
class Attempt implements Joinable {
  /** Whether it has the database to itself: from its first change on. */
  writing = false
  /** The first statement that failed. */
  failure: ConnectionTransaction.StatementFailed | undefined
  readonly hooks: Array<() => void> = []
  readonly uncertainHooks: Array<() => void> = []
  /** Places that it has changed, or locked for the time after it. */
  readonly changed = new Set<string>()
  readonly handle: OpenTransaction
  private readonly database: Database
  /** Places that it locked, with their versions at that time. */
  private readonly locked = new Map<string, number>()
  private changes = 0
  /** They are set in the database as soon as there is something to undo. */
  private savepoints: Array<Savepoint> = []

  constructor(database: Database) {
    this.database = database
    this.handle = {
      kind: "pg",
      database,
      writable: true,
      rows: (text, parameters, read = asTheyAre) => this.select(false, text, parameters, read),
      returning: (text, parameters, read = asTheyAre) => this.select(true, text, parameters, read),
      change: (text, parameters) => this.change(text, parameters),
      afterCommit: (hook) => void this.hooks.push(hook),
      afterUncertainCommit: (hook) => void this.uncertainHooks.push(hook),
      changes: () => this.changes
    }
  }

  private failed(error: SqlError): Effect.Effect<never> {
    this.failure = new ConnectionTransaction.StatementFailed({ error, joined: false })
    return Effect.die(error)
  }

  /** The connection for statements of the program's own client. */
  joined(): JoinedConnection {
    const { connection, sql } = this.database
    return new JoinedConnection(sql, {
      execute: (text, parameters, transform) =>
        this.runOwn(text, parameters, (text) => connection.execute(text, parameters, transform)),
      executeRaw: (text, parameters) =>
        this.runOwn(text, parameters, (text) => connection.executeRaw(text, parameters)),
      executeValues: (text, parameters) =>
        this.runOwn(text, parameters, (text) => connection.executeValues(text, parameters)),
      executeUnprepared: (text, parameters, transform) =>
        this.runOwn(text, parameters, (text) => connection.executeUnprepared(text, parameters, transform)),
      // A joined connection reads all rows at once.
      executeStream: connection.executeStream
    }, this)
  }

  /** What a statement does is known by its text (`runOwn`). */
  run<A>(_: unknown, statement: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> {
    return statement
  }

  save(name: string): Effect.Effect<void, SqlError> {
    return Effect.suspend(() => {
      if (this.failure !== undefined) return Effect.die(this.failure.error)
      this.savepoints.push({ name, hooks: this.hooks.length, uncertainHooks: this.uncertainHooks.length })
      return this.writing ? this.setSavepoint(name) : Effect.void
    })
  }

  undo(name: string): Effect.Effect<void, SqlError> {
    return Effect.suspend(() => {
      // The transaction as a whole has failed, and will say so.
      if (this.failure !== undefined && !ConnectionTransaction.isOfBody(this.failure)) return Effect.void
      const at = this.savepoints.findLastIndex((one) => one.name === name)
      const savepoint = this.savepoints[at]
      if (savepoint === undefined) return Effect.void
      this.failure = undefined
      this.savepoints = this.savepoints.slice(0, at + 1)
      this.hooks.length = savepoint.hooks
      this.uncertainHooks.length = savepoint.uncertainHooks
      return this.writing ? this.database.execute(`ROLLBACK TO SAVEPOINT ${name}`, []) : Effect.void
    })
  }

  private setSavepoint(name: string): Effect.Effect<void, never> {
    return Effect.asVoid(
      Effect.catchAll(this.database.execute(`SAVEPOINT ${name}`, []), (error) => this.failed(error))
    )
  }

  private readonly runOwn = Effect.fnUntraced(function*<A>(
    this: Attempt,
    text: string,
    parameters: ReadonlyArray<unknown>,
    run: (text: string) => Effect.Effect<A, SqlError>
  ): Effect.fn.Return<A, SqlError> {
    if (this.failure !== undefined) return yield* Effect.die(this.failure.error)
    const statement = parseOwnStatement(text)
    if (effectOf(text) === "changes") {
      this.countChange(statement, parameters)
      if (!this.writing) yield* this.beginWriting
    }
    const { database } = this
    const isAlone = this.writing
    if (!isAlone) {
      yield* database.roundTrip
      yield* database.mutex.acquire
    }
    const result = yield* Effect.exit(run(statement.text))
    if (Exit.isSuccess(result)) this.lockRows(statement, parameters, Array.isArray(result.value) ? result.value : [])
    if (!isAlone) database.mutex.release()
    if (Exit.isFailure(result) && Cause.isFailType(result.cause)) {
      this.failure = new ConnectionTransaction.StatementFailed({ error: result.cause.error, joined: true })
    }
    return yield* result
  })

  private watch(place: string): void {
    if (!this.locked.has(place)) this.locked.set(place, this.database.versionOf(place))
  }

  private lock(place: string): void {
    this.watch(place)
    this.changed.add(place)
  }

  private lockRows(
    { locks }: ParsedStatement,
    parameters: ReadonlyArray<unknown>,
    rows: ReadonlyArray<object>
  ): void {
    const names = locks.length === 0 ? [] : namesAmong([...parameters, ...rows.flatMap(Object.values)])
    for (const table of locks) {
      this.watch(table)
      for (const name of names) this.lock(`${table} ${name}`)
    }
  }

  /** A change of rows without names may have changed any. */
  private countChange({ tables }: ParsedStatement, parameters: ReadonlyArray<unknown>): void {
    this.changes++
    const names = namesAmong(parameters)
    for (const table of tables) {
      if (names.length === 0) this.changed.add(table)
      for (const name of names) this.changed.add(`${table} ${name}`)
    }
  }

  /** From here on the transaction is alone, and its locked rows are unchanged. */
  private readonly beginWriting = Effect.gen(this, function*() {
    const { database } = this
    yield* database.roundTrip
    yield* database.mutex.acquire
    this.writing = true
    for (const [place, version] of this.locked) {
      if (database.versionOf(place) !== version) return yield* Effect.die(new ConcurrentUpdate())
    }
    yield* Effect.catchAll(database.execute("BEGIN IMMEDIATE", []), (error) => this.failed(error))
    for (const { name } of this.savepoints) yield* this.setSavepoint(name)
  })

  private readonly select = Effect.fnUntraced(function*<A>(
    this: Attempt,
    isChange: boolean,
    text: string,
    parameters: ReadonlyArray<Parameter>,
    read: (rows: ReadonlyArray<unknown>) => A
  ): Effect.fn.Return<A> {
    if (this.failure !== undefined) return yield* Effect.die(this.failure.error)
    const { database } = this
    const statement = parseStatement(text)
    if (statement.advisory) {
      this.lock(`advisory ${parameters.join(" ")}`)
      return read([{}])
    }
    if (isChange) {
      this.countChange(statement, parameters)
      if (!this.writing) yield* this.beginWriting
    }
    const isAlone = this.writing
    if (!isAlone) {
      yield* database.roundTrip
      yield* database.mutex.acquire
    }
    const rows = yield* Effect.exit(database.execute(statement.text, parameters))
    if (Exit.isSuccess(rows)) this.lockRows(statement, parameters, rows.value)
    if (!isAlone) database.mutex.release()
    if (Exit.isFailure(rows)) return yield* this.failed(Cause.squash(rows.cause) as SqlError)
    return read(rows.value)
  })

  private readonly change = Effect.fnUntraced(function*(
    this: Attempt,
    text: string,
    parameters: ReadonlyArray<Parameter>
  ): Effect.fn.Return<number> {
    if (this.failure !== undefined) return yield* Effect.die(this.failure.error)
    const statement = parseStatement(text)
    this.countChange(statement, parameters)
    if (!this.writing) yield* this.beginWriting
    const { connection } = this.database
    const raw = yield* Effect.catchAll(connection.executeRaw(statement.text, parameters), (error) => this.failed(error))
    return (raw as { readonly changes: number }).changes
  })
}

/** The outcome of a transaction whose body ended so, while one of its statements may have failed. */
const outcomeOf = <A, E>(
  exit: Exit.Exit<A, E>,
  failure: ConnectionTransaction.StatementFailed | undefined
): Exit.Exit<A, E | StoreUnavailable> => {
  if (failure === undefined || (Exit.isFailure(exit) && ConnectionTransaction.isOfBody(failure))) return exit
  if (isUnavailable(failure.error)) return Exit.fail(new StoreUnavailable({ cause: failure.error }))
  // A body that goes on as if nothing had happened cannot commit.
  return Exit.isFailure(exit) ? exit : Exit.die(failure)
}

/** Runs a body once. Its exit may be a concurrent update, after which it has to run again. */
const attempt = Effect.fnUntraced(function*<A, E, R>(
  database: Database,
  body: Effect.Effect<A, E, R>
): Effect.fn.Return<Exit.Exit<A, E | StoreUnavailable>, never, Exclude<R, Transaction>> {
  const current = new Attempt(database)
  const bodyExit = yield* Effect.exit(runInside(body, current.handle, current.joined()))
  const { failure, hooks, uncertainHooks } = current
  const exit = outcomeOf(bodyExit, failure)
  if (!current.writing) {
    for (const hook of Exit.isSuccess(exit) ? hooks : []) hook()
    return exit
  }
  if (Exit.isFailure(exit)) {
    yield* Effect.ignore(database.execute("ROLLBACK", []))
    database.mutex.release()
    return exit
  }
  const committed = yield* Effect.either(database.execute("COMMIT", []))
  if (committed._tag === "Left") yield* Effect.ignore(database.execute("ROLLBACK", []))
  for (const hook of committed._tag === "Left" ? uncertainHooks : hooks) hook()
  // If the outcome of a commit is unknown, everybody has to assume that it happened.
  database.changed(current.changed)
  database.mutex.release()
  return committed._tag === "Left" ? Exit.fail(new StoreUnavailable({ cause: committed.left })) : exit
})

const write = Effect.fnUntraced(function*<A, E, R>(
  database: Database,
  body: Effect.Effect<A, E, R>
): Effect.fn.Return<A, E | StoreUnavailable, Exclude<R, Transaction>> {
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    const exit = yield* attempt(database, body)
    if (Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof ConcurrentUpdate) continue
    return yield* exit
  }
  return yield* new StoreUnavailable({ cause: new ConcurrentUpdate() })
})

/** Runs a body in a snapshot: nothing is written while it is read. */
const read = Effect.fnUntraced(function*<A, E, R>(
  database: Database,
  body: Effect.Effect<A, E, R>
): Effect.fn.Return<A, E | StoreUnavailable, Exclude<R, Transaction>> {
  yield* database.mutex.acquire
  let failure: ConnectionTransaction.StatementFailed | undefined
  const refuseChange = () => Effect.die(new NotATransaction({ message: "a change inside a snapshot" }))
  const snapshot: OpenTransaction = {
    kind: "sqlite",
    database,
    writable: false,
    rows: (text, parameters, read = asTheyAre) =>
      Effect.map(
        Effect.catchAll(database.execute(text, parameters), (error) => {
          failure = new ConnectionTransaction.StatementFailed({ error, joined: false })
          return Effect.die(error)
        }),
        read
      ),
    returning: refuseChange,
    change: refuseChange,
    afterCommit: () => {},
    afterUncertainCommit: () => {},
    changes: () => 0
  }
  const joined = new JoinedConnection(database.sql, database.connection, {
    run: (does, statement) =>
      does === "reads"
        ? Effect.tapError(statement, (error) =>
          Effect.sync(() => {
            failure = new ConnectionTransaction.StatementFailed({ error, joined: true })
          }))
        : refuseChange(),
    // There is nothing to undo.
    save: () => Effect.void,
    undo: () =>
      Effect.sync(() => {
        if (failure !== undefined && ConnectionTransaction.isOfBody(failure)) failure = undefined
      })
  })
  const exit = yield* Effect.exit(runInside(body, snapshot, joined))
  database.mutex.release()
  return yield* outcomeOf(exit, failure)
})

/** Runs a body inside the current transaction of the database, or opens one. */
const joining = (
  database: Database,
  open: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction>>
) =>
<A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction>> =>
  joinOrOpen(database, body, (body) =>
    Effect.withFiberRuntime<A, E | StoreUnavailable, R>((fiber) => {
      const around = Context.getOption(fiber.currentContext, SqlClient.TransactionConnection)
      return Option.exists(around, ([connection]) => connection === database.connection)
        ? insideClientTransaction
        : Effect.uninterruptible(open(body)) as Effect.Effect<A, E | StoreUnavailable, R>
    }))

/** `latency`: the delay of the next statement, in milliseconds. */
export const layer = (latency: () => number): Layer.Layer<Transactions, StoreUnavailable, SqlClient.SqlClient> =>
  Layer.scoped(
    Transactions,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const connection = yield* Effect.mapError(sql.reserve, (cause) => new StoreUnavailable({ cause }))
      const database = new Database(sql, connection, latency)
      // Not `Effect.never`, which keeps a real timer going.
      const halted = Effect.async<never>(() => {})
      return Transactions.of({
        dialect: "sqlite",
        database,
        write: joining(database, (body) => write(database, body)),
        read: joining(database, (body) => read(database, body)),
        halted
      })
    })
  )
