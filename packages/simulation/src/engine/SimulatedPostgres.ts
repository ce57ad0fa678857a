/**
 * PostgreSQL as a client sees it, over a disk with SQLite: connections with transactions at READ COMMITTED, whose
 * statements take time and wait for locks (`Sessions`). A change after a read that another commit had outdated is
 * reported once it is committed (`StaleReads`). Limits of time and other levels of isolation are left out.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Engine } from "./Disk.ts"
import { type LockingStatement, parse } from "./LockingStatement.ts"
import type { WaitEnd } from "./Locks.ts"
import { type LockObserver, type Parameters, type Savepoint, type Session, Sessions, type Step } from "./Sessions.ts"
import { type ReadObserver, StaleReads } from "./StaleReads.ts"

/** Sees what may go wrong. */
export type TransactionObserver = LockObserver & ReadObserver

/** Sees nothing. */
export const unobserved: TransactionObserver = { locks: () => {}, deadlock: () => {}, stale: () => {} }

const sqlError = (thrown: unknown): SqlError => new SqlError({ cause: thrown, message: String(thrown) })

/** The server has ended a transaction whose client was silent for too long, and the connection with it. */
const closedByServer = (): Error =>
  Object.assign(new Error("terminating connection due to idle-in-transaction timeout"), { code: "25P03" })

/** What a statement has done. */
type Done = Step & { readonly _tag: "Done" }

const nothing: Done = { _tag: "Done", rows: [], changes: 0 }

/** A program that is connected to the server, with its open transactions and snapshots. */
export class PostgresClient {
  readonly open = new Set<{ readonly end: () => void }>()

  /** Its connections are closed by the server, or with the program: nothing of what is open is committed. */
  disconnect(): void {
    for (const one of this.open) one.end()
    this.open.clear()
  }
}

/** How long the server takes, in milliseconds, drawn each time. */
export interface Latency {
  /** The time of a transaction's next statement. */
  readonly statement: () => number
  /** The time after which a program goes on with what a snapshot has shown: it may be outdated then. */
  readonly response: () => number
}

export const noLatency: Latency = { statement: () => 0, response: () => 0 }

/** A server's database. */
export class SimulatedPostgres {
  readonly engine: Engine
  readonly sessions: Sessions
  readonly observer: TransactionObserver
  /** Lets others run meanwhile, including those who arrive within that time. */
  readonly roundTrip: Effect.Effect<void>
  /** After what a snapshot has read. */
  readonly response: Effect.Effect<void>

  constructor(engine: Engine, observer: TransactionObserver, latency: Latency) {
    this.engine = engine
    this.observer = observer
    this.sessions = new Sessions(engine, observer)
    this.roundTrip = Effect.suspend(() => {
      const millis = latency.statement()
      return millis === 0 ? Effect.yieldNow() : Effect.sleep(millis)
    })
    this.response = Effect.suspend(() => {
      const millis = latency.response()
      return millis === 0 ? Effect.void : Effect.sleep(millis)
    })
  }

  /** A client like another one, whose reserved connections are those of this server. */
  client(sql: SqlClient.SqlClient, client = new PostgresClient()): SqlClient.SqlClient {
    const reserve: SqlClient.SqlClient["reserve"] = Effect.sync(() => new PostgresConnection(this, client))
    return new Proxy(sql, {
      get: (target, name) => name === "reserve" ? reserve : Reflect.get(target, name) as unknown
    })
  }

  connection(client = new PostgresClient()): PostgresConnection {
    return new PostgresConnection(this, client)
  }
}

/** A connection, with the transaction that is open on it. */
export class PostgresConnection implements Connection {
  private readonly server: SimulatedPostgres
  private session: Session | undefined
  private reads: StaleReads | undefined
  /** In the order in which they were set; of several with one name, the last counts. */
  private savepoints: Array<readonly [name: string, at: Savepoint]> = []
  /** The server runs a connection's statements one after the other. */
  private readonly turn = Effect.unsafeMakeSemaphore(1)
  private readonly client: PostgresClient
  /** What the running statement has pinned. */
  private pinned: object | undefined
  /** The server has closed it. */
  private isClosed = false

  constructor(server: SimulatedPostgres, client: PostgresClient) {
    this.server = server
    this.client = client
  }

  /** The server closes the connection, and its transaction never happened. */
  end(): void {
    this.isClosed = true
    const { session } = this
    if (this.pinned !== undefined) this.server.sessions.unpin(this.pinned)
    this.leave()
    if (session !== undefined) this.server.sessions.abandon(session)
  }

  /** The transaction is over. */
  private leave(): void {
    this.session = undefined
    this.savepoints = []
    this.client.open.delete(this)
  }

  execute(text: string, parameters: ReadonlyArray<unknown>): Effect.Effect<ReadonlyArray<object>, SqlError> {
    return Effect.map(this.run(text, parameters as Parameters), ({ rows }) => rows)
  }

  executeUnprepared(text: string, parameters: ReadonlyArray<unknown>): Effect.Effect<ReadonlyArray<object>, SqlError> {
    return this.execute(text, parameters)
  }

  executeRaw(text: string, parameters: ReadonlyArray<unknown>): Effect.Effect<unknown, SqlError> {
    return Effect.map(this.run(text, parameters as Parameters), ({ changes }) => ({ changes }))
  }

  executeValues(text: string, parameters: ReadonlyArray<unknown>) {
    return Effect.map(
      this.execute(text, parameters),
      (rows) => rows.map((row) => Object.values(row) as ReadonlyArray<unknown> as ReadonlyArray<never>)
    )
  }

  executeStream(): ReturnType<Connection["executeStream"]> {
    throw new Error("the store does not ask this way")
  }

  /** Runs a statement, or begins, ends or marks the transaction, behind all those before it. */
  run(text: string, parameters: Parameters): Effect.Effect<Done, SqlError> {
    return this.turn.withPermits(1)(Effect.suspend(() => this.runNow(text, parameters)))
  }

  private runNow(text: string, parameters: Parameters): Effect.Effect<Done, SqlError> {
    const [, word, , name] =
      /^(BEGIN|COMMIT|ROLLBACK TO|ROLLBACK|SAVEPOINT|RELEASE)\b( SAVEPOINT)?(?: (\w+))?/.exec(text) ?? []
    switch (word) {
      case "BEGIN":
        return this.control(() => this.begin())
      case "COMMIT":
        return Effect.zipRight(
          this.session?.hasChanged === true ? this.server.roundTrip : Effect.void,
          this.control(() => this.commit())
        )
      case "ROLLBACK":
        return this.control(() => this.rollback())
      case "SAVEPOINT":
        return this.control(() => void this.savepoints.push([name!, this.server.sessions.savepoint(this.session!)]))
      case "ROLLBACK TO":
        return this.control(() => this.undoTo(name!))
      case "RELEASE":
        return this.control(() => void this.savepoints.splice(this.savepointOf(name!)))
      default:
        // Who leaves a statement closes the connection: the server would run what is left of it.
        return Effect.onInterrupt(this.statement(text, parameters), () => Effect.sync(() => this.end()))
    }
  }

  private control(run: () => void): Effect.Effect<Done, SqlError> {
    return Effect.as(Effect.try({ try: run, catch: sqlError }), nothing)
  }

  private begin(): void {
    const { engine, observer, sessions } = this.server
    engine.mayFail("begin", "BEGIN")
    this.session = sessions.begin(this.client)
    this.client.open.add(this)
    this.reads = new StaleReads(sessions, this.session, observer)
  }

  private commit(): void {
    const { reads, session } = this
    if (this.isClosed) throw closedByServer()
    this.leave()
    if (session === undefined) return
    this.server.sessions.commit(session)
    reads?.report()
  }

  private savepointOf(name: string): number {
    const at = this.savepoints.findLastIndex(([known]) => known === name)
    if (at < 0) throw Object.assign(new Error(`savepoint "${name}" does not exist`), { code: "3B001" })
    return at
  }

  /** Undoes what came after a savepoint, which stays. */
  private undoTo(name: string): void {
    const at = this.savepointOf(name)
    const [, savepoint] = this.savepoints[at]!
    this.savepoints.splice(at + 1)
    this.server.sessions.undoTo(this.session!, savepoint)
    this.reads?.undoTo(savepoint.changes)
  }

  private rollback(): void {
    if (this.session !== undefined) this.server.sessions.rollback(this.session)
    this.leave()
  }

  /** Runs a statement once its turn has come, and waits for locks as it does. */
  private readonly statement = Effect.fnUntraced(
    function*(this: PostgresConnection, text: string, parameters: Parameters) {
      const { reads, server: { roundTrip, sessions }, session } = this
      if (this.isClosed) return yield* sqlError(closedByServer())
      if (session === undefined || reads === undefined) return yield* Effect.dieMessage(`no transaction: ${text}`)
      const statement = parse(text)
      yield* roundTrip
      if (this.isClosed) return yield* sqlError(closedByServer())
      const pin = {}
      const since = sessions.pin(pin)
      this.pinned = pin
      for (let isFirst = true;; isFirst = false) {
        // What it waited for may have outdated what was read.
        if (statement.kind === "changes") reads.decide(statement)
        const step = this.step(session, statement, parameters, since, isFirst)
        if (step._tag === "Waits") {
          const end = yield* Effect.async<WaitEnd>((resume) =>
            sessions.wait(session, step, (how) => resume(Effect.succeed(how)))
          )
          if (this.isClosed) return yield* sqlError(closedByServer())
          if (end !== "deadlock") continue
        }
        sessions.unpin(pin)
        this.pinned = undefined
        if (step._tag === "Done") {
          reads.note(statement, parameters, step.rows, since)
          return step
        }
        // A statement that fails ends its transaction, unless it can be undone to a savepoint.
        if (this.savepoints.length === 0) this.rollback()
        return yield* step._tag === "Failed" ? step.error : sqlError(
          Object.assign(new Error("deadlock detected"), { code: "40P01" })
        )
      }
    }
  )

  private step(
    session: Session,
    statement: LockingStatement,
    parameters: Parameters,
    since: number,
    isFirst: boolean
  ): Step | { readonly _tag: "Failed"; readonly error: SqlError } {
    const { engine, sessions } = this.server
    try {
      if (isFirst && statement.kind !== "advisory") engine.mayFail("statement", statement.text)
      const step = sessions.run(session, statement, parameters, since)
      if (step._tag === "Done" && statement.kind !== "advisory") {
        engine.ran(statement.text, parameters, session)
        engine.done("statement")
      }
      return step
    } catch (thrown) {
      return { _tag: "Failed", error: sqlError(thrown) }
    }
  }
}

/** A connection for one snapshot, whose statements see the database as it was when it began. */
export class SnapshotConnection implements Connection {
  private readonly server: SimulatedPostgres
  private readonly client: PostgresClient
  private readonly since: number
  private isClosed = false

  constructor(server: SimulatedPostgres, client: PostgresClient) {
    this.server = server
    this.client = client
    this.since = server.sessions.pin(this)
    client.open.add(this)
  }

  readonly execute = (
    text: string,
    parameters: ReadonlyArray<unknown>
  ): Effect.Effect<ReadonlyArray<object>, SqlError> =>
    Effect.try({
      try: () => {
        const { engine, sessions } = this.server
        if (this.isClosed) throw closedByServer()
        engine.mayFail("statement", text)
        const rows = sessions.rowsAt(this.since, text, parameters as Parameters)
        engine.done("statement")
        return rows
      },
      catch: sqlError
    })

  readonly executeUnprepared = this.execute
  readonly executeRaw = this.execute
  executeValues = () => Effect.dieMessage("the store does not ask this way")
  executeStream = (): never => {
    throw new Error("the store does not ask this way")
  }

  end(): void {
    this.isClosed = true
    this.client.open.delete(this)
    this.server.sessions.unpin(this)
  }
}
