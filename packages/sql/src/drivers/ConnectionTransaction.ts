/**
 * An open transaction over one SQL connection: what the two databases' transactions share. It runs a body's statements,
 * by `SynchronousDriver` or ahead by `PipelinedDriver` where there is one; the program's own join it
 * (`JoinedStatements`), parts may have `Savepoints`. Queries are refused once it is over or a statement failed
 * (`TransactionProgress`).
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import {
  ConcurrentUpdate,
  type Naming,
  type OpenTransaction,
  type Parameter,
  type Pipeline,
  type Select,
  type TransactionKind
} from "../Transactions.ts"
import { type Joinable, JoinedConnection, provideInside, type StatementEffect } from "./JoinedStatements.ts"
import type * as PipelinedDriver from "./PipelinedDriver.ts"
import { inLevel, joinWhole, type Level, levelIn, nest } from "./Savepoints.ts"
import type * as SynchronousDriver from "./SynchronousDriver.ts"
import {
  begun,
  fail,
  type Failure,
  isOfBody,
  noteFailure,
  onceOpen,
  type Progress,
  sendAhead,
  sqlError,
  storable,
  waitUntil
} from "./TransactionProgress.ts"

/** A transaction with what its body has done so far. */
export interface ConnectionTransaction {
  readonly transaction: OpenTransaction
  /** The connection for statements that join it. */
  readonly joined: JoinedConnection
  /** Whether nobody waits for a query's answer. */
  readonly isIdle: () => boolean
  /** Is to be called when a query was answered that the body may have waited for. */
  readonly onAnswer: (listener: () => void) => void
  /**
   * The first statement that failed, or whose condition no longer held. The transaction has failed with it, even if the
   * body went on. Answers to statements that were sent ahead may still be missing.
   */
  readonly failure: () => Failure | undefined
  /** Sends the statement that opens the transaction, if the driver can send ahead; undefined otherwise. */
  readonly begin: ((text: string) => void) | undefined
  /** Whether the transaction could not be opened. */
  readonly isUnopened: () => boolean
  /** Waits until no answer decides any more whether the transaction may commit. */
  readonly decided: Effect.Effect<void>
  /** Waits until everything that was sent ahead is answered. */
  readonly allAnswered: Effect.Effect<void>
  /** Ends a transaction that changed nothing, without waiting for that, if the driver can send ahead. */
  readonly leave: ((text: string) => void) | undefined
  readonly hooks: ReadonlyArray<() => void>
  /** To be run if the outcome of the commit is unknown. */
  readonly uncertainHooks: ReadonlyArray<() => void>
  /** From now on a query is a defect. */
  readonly close: () => void
}

/** The statements that are sent ahead. */
const pipelineOf = (level: Level, send: PipelinedDriver.Send): Pipeline => ({
  send: (text, parameters, expected) =>
    inLevel(level, true, true, () => {
      const { progress } = level
      const sending = Effect.sync(() => {
        if (expected !== undefined) progress.unchecked++
        sendAhead(progress, send, text, parameters, (answer) => {
          if (expected === undefined) return
          progress.unchecked--
          if (!(answer instanceof SqlError) && answer.rowCount !== expected) progress.failure ??= new ConcurrentUpdate()
        })
      })
      return onceOpen(progress, sending)
    }),
  start: <A>(
    changing: boolean,
    text: string,
    parameters: ReadonlyArray<Parameter>,
    read: (answer: PipelinedDriver.Answer) => A
  ) =>
    inLevel(level, changing, changing, () => {
      const { progress } = level
      let received: PipelinedDriver.Answer | SqlError | undefined
      const starting = Effect.sync(() =>
        sendAhead(progress, send, text, parameters, (answer) => {
          received = answer
        })
      )
      const result = Effect.zipRight(
        waitUntil(progress, () => received !== undefined),
        Effect.suspend(() =>
          progress.failure === undefined
            ? Effect.succeed(read(received as PipelinedDriver.Answer))
            : Effect.die(progress.failure)
        )
      )
      return Effect.as(changing ? onceOpen(progress, starting) : starting, result)
    })
})

/** A statement that is interrupted takes its connection with it: a level that is undone alone waits for its answer. */
const answered = <A>({ outer }: Level, statement: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
  outer === undefined ? statement : Effect.uninterruptible(statement)

/** Runs one statement: by the driver's synchronous statements, or by the connection's effects. */
const run = <A, B>(
  level: Level,
  changing: boolean,
  synchronously: (statements: SynchronousDriver.SynchronousStatements) => A,
  effectfully: () => Effect.Effect<A, SqlError>,
  read: (result: A) => B
): Effect.Effect<B> =>
  inLevel(level, changing, changing, () => {
    const { progress } = level
    if (progress.synchronous === undefined) {
      progress.running++
      const statement = answered(level, effectfully())
      return Effect.matchCauseEffect(changing ? onceOpen(progress, statement) : statement, {
        // What was sent ahead of it may have failed.
        onSuccess: (result) => {
          progress.running--
          return progress.failure === undefined ? Effect.succeed(read(result)) : Effect.die(progress.failure)
        },
        onFailure: (cause) => {
          progress.running--
          if (Cause.isFailType(cause)) return fail(progress, cause.error)
          if (!Cause.isInterruptedOnly(cause)) fail(progress, sqlError(Cause.squash(cause)))
          return Effect.failCause(cause as Cause.Cause<never>)
        }
      })
    }
    let result: A
    try {
      result = synchronously(progress.synchronous)
    } catch (thrown) {
      return fail(progress, sqlError(thrown))
    }
    return Effect.succeed(read(result))
  })

/** Runs a statement of the program's own client, behind all those before it. */
const runJoined = <A>(
  level: Level,
  changing: boolean,
  statement: Effect.Effect<A, SqlError>
): Effect.Effect<A, SqlError> =>
  inLevel(level, changing, level.progress.writable, () => {
    const { progress } = level
    progress.running++
    return Effect.matchCauseEffect(onceOpen(progress, answered(level, statement)), {
      onSuccess: (result) => {
        progress.running--
        return progress.failure === undefined ? Effect.succeed(result) : Effect.die(progress.failure)
      },
      onFailure: (cause) => {
        progress.running--
        // One that was sent ahead failed before, and this one because of it.
        if (progress.failure !== undefined) return Effect.die(progress.failure)
        if (Cause.isFailType(cause)) noteFailure(progress, cause.error, true)
        else if (!Cause.isInterruptedOnly(cause)) noteFailure(progress, sqlError(Cause.squash(cause)))
        return Effect.failCause(cause)
      }
    })
  })

/** A transaction, as statements of the program's own client use it: one object, made with each transaction. */
class Joined implements Joinable {
  private readonly kind: TransactionKind
  private readonly level: Level
  /** How many changes, and hooks of each sort, there were at each savepoint. */
  private savepoints: Map<string, readonly [changes: number, hooks: number, uncertainHooks: number]> | undefined

  constructor(kind: TransactionKind, level: Level) {
    this.kind = kind
    this.level = level
  }

  run<A>(does: StatementEffect, statement: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> {
    const changing = does === "changes" || (does === "locks" && !this.level.progress.writable)
    return runJoined(this.level, changing, statement)
  }

  save(name: string, statement: Effect.Effect<unknown, SqlError>): Effect.Effect<void, SqlError> {
    return Effect.map(this.savepoint(statement), () => {
      this.savepoints ??= new Map()
      const { changes, hooks, uncertainHooks } = this.level
      this.savepoints.set(name, [changes, hooks.length, uncertainHooks.length])
    })
  }

  undo(name: string, statement: Effect.Effect<unknown, SqlError>): Effect.Effect<void, SqlError> {
    return Effect.suspend(() => {
      const { progress } = this.level
      // The transaction as a whole has failed, and will say so.
      if (progress.failure !== undefined && !isOfBody(progress.failure)) return Effect.void
      progress.failure = undefined
      return Effect.map(this.savepoint(statement), () => {
        const counts = this.savepoints?.get(name)
        if (counts === undefined) return
        ;[this.level.changes, this.level.hooks.length, this.level.uncertainHooks.length] = counts
      })
    })
  }

  /** Outside of a transaction, as SQLite's reads are, a savepoint would begin one. */
  private savepoint(statement: Effect.Effect<unknown, SqlError>): Effect.Effect<unknown, SqlError> {
    if (this.kind === "sqlite" && !this.level.progress.writable) return Effect.void
    return runJoined(this.level, false, statement)
  }
}

/** better-sqlite3 says `changes`, pg says `rowCount`. */
const changedRows = (raw: unknown): number => {
  const result = raw as { readonly changes?: number; readonly rowCount?: number | null }
  return result.changes ?? result.rowCount ?? 0
}

/** A transaction whose statements name the tables of one store among several. */
const named = (transaction: OpenTransaction, { text: of }: Naming): OpenTransaction => {
  const { change, pipeline, returning, rows } = transaction
  return {
    ...transaction,
    rows: (text, parameters, read) => rows(of(text), parameters, read),
    change: (text, parameters) => change(of(text), parameters),
    returning: (text, parameters, read) => returning(of(text), parameters, read),
    pipeline: pipeline && {
      send: (text, parameters, expected) => pipeline.send(of(text), parameters, expected),
      start: (changing, text, parameters, read) => pipeline.start(changing, of(text), parameters, read)
    }
  }
}

/** What all levels of a transaction have in common. */
interface Common {
  readonly kind: TransactionKind
  readonly sql: SqlClient.SqlClient
  readonly database: object
  readonly naming: Naming | undefined
  readonly progress: Progress
  readonly turns: Turns | undefined
}

/** How a long body on a connection that answers at once lets others have their turn. */
export interface Turns {
  /** Whether others have waited for long enough. */
  readonly isDue: () => boolean
  /** Calls back when they had their turn. */
  readonly next: (resume: () => void) => void
}

/** Waits for the next turn, as for a statement. */
const pauseFor = (progress: Progress, { isDue, next }: Turns): Effect.Effect<void> =>
  Effect.suspend(() =>
    isDue()
      ? Effect.async<void>((resume) => {
        progress.running++
        next(() => {
          progress.running--
          resume(Effect.void)
        })
      })
      : Effect.void
  )

const joinedTo = ({ kind, progress: { connection }, sql }: Common, level: Level): JoinedConnection =>
  new JoinedConnection(sql, connection, new Joined(kind, level))

/** A level, as queries see it. `saves`: each `write` in it has a savepoint. */
const opened = (common: Common, level: Level, saves: boolean): OpenTransaction => {
  const { database, kind, naming, progress, turns } = common
  const { connection, send, writable } = progress
  const sent = (parameters: ReadonlyArray<Parameter>) =>
    (kind === "sqlite" ? parameters : parameters.map(storable)) as Array<Parameter>
  // Without `read` the rows themselves are the result; the compiler cannot know that `A` is the default then.
  const select = (changing: boolean): Select => (text, parameters, read = identity as never) =>
    run(
      level,
      changing,
      (statements) => statements.rows(text, parameters),
      () => connection.execute(text, sent(parameters), undefined),
      read
    )
  const inside = <A, E, R>(inner: Level, body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    provideInside(body, opened(common, inner, true), joinedTo(common, inner))
  const transaction: OpenTransaction = {
    kind,
    database,
    writable,
    rows: select(false),
    change: (text, parameters) =>
      run(
        level,
        true,
        (statements) => statements.change(text, parameters),
        () => Effect.map(connection.executeRaw(text, sent(parameters)), changedRows),
        identity
      ),
    returning: select(true),
    pipeline: send === undefined ? undefined : pipelineOf(level, send),
    afterCommit: (hook) => void level.hooks.push(hook),
    afterUncertainCommit: (hook) => void level.uncertainHooks.push(hook),
    pause: turns === undefined ? Effect.void : pauseFor(progress, turns),
    changes: () => level.changes,
    join: !writable ? identity : saves ? nest(level, inside) : joinWhole(level),
    saves,
    withSavepoints: () => saves ? result : opened(common, level, true)
  }
  const result = naming === undefined ? transaction : named(transaction, naming)
  return result
}

/**
 * `sql`: the client of the connection. `database`: what stands for it in all its transactions. `turns`: for a long body
 * for which others would wait.
 */
export const make = (
  kind: TransactionKind,
  sql: SqlClient.SqlClient,
  database: object,
  connection: Connection,
  writable: boolean,
  naming?: Naming,
  turns?: Turns
): ConnectionTransaction => {
  const progress = begun(connection, writable)
  const whole = levelIn(progress)
  const common: Common = { kind, sql, database, naming, progress, turns }
  const { send } = progress
  return {
    transaction: opened(common, whole, false),
    joined: joinedTo(common, whole),
    isIdle: () => progress.running === 0 && progress.waiting.length === 0,
    onAnswer: (listener) => {
      progress.answered = listener
    },
    failure: () => progress.failure,
    begin: send === undefined ? undefined : (text) => {
      progress.begin = "sent"
      sendAhead(progress, send, text, [], (answer) => {
        progress.begin = answer instanceof SqlError ? "failed" : "answered"
      })
    },
    isUnopened: () => progress.begin === "failed",
    decided: send === undefined
      ? Effect.void
      : waitUntil(progress, () => progress.begin !== "sent" && progress.unchecked === 0),
    allAnswered: send === undefined ? Effect.void : waitUntil(progress, () => progress.unanswered === 0),
    leave: send === undefined ? undefined : (text) => send(text, [], () => {}),
    hooks: whole.hooks,
    uncertainHooks: whole.uncertainHooks,
    close: () => {
      progress.open = false
    }
  }
}
