/**
 * An open transaction over one SQL connection: what the two databases' transactions share.
 *
 * It runs a body's statements, by the driver's synchronous ones where there are any (`SynchronousDriver`), and sends
 * those ahead whose answers nobody waits for, where the driver can (`PipelinedDriver`). Statements of the program's own
 * client join it (`JoinedStatements`). It remembers the first statement that failed, and refuses queries once the
 * transaction is over. The module that opened the transaction ends it, according to `failure` and `hooks`.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { kindOf } from "./DatabaseErrors.ts"
import { type Joinable, JoinedConnection, type StatementEffect } from "./JoinedStatements.ts"
import * as PipelinedDriver from "./PipelinedDriver.ts"
import * as SynchronousDriver from "./SynchronousDriver.ts"
import {
  ConcurrentUpdate,
  type Naming,
  NotATransaction,
  type OpenTransaction,
  type Parameter,
  type Pipeline,
  reasonOf,
  type Select,
  type TransactionKind
} from "./Transactions.ts"

export class StatementFailed extends Data.TaggedError("StatementFailed")<{
  readonly error: SqlError
  /** It was a statement of the program's own client: its body got the error, and may have failed in another way. */
  readonly joined: boolean
}> {
  override get message(): string {
    const reason = reasonOf(this.error)
    return this.joined
      ? `A statement of the program's own failed in the store's transaction, of which nothing stays: ${reason}. Correct it, `
        + "or put sql.withTransaction around it, a savepoint here, and handle its SqlError."
      : `A statement of the store failed, and nothing of its transaction stays: ${reason}.`
  }
}

/**
 * Whether a statement is at fault that joined the transaction, and not the database: then the body's own failure counts.
 */
export const isOfBody = (failure: StatementFailed | ConcurrentUpdate): boolean =>
  failure instanceof StatementFailed && failure.joined && kindOf(codeOf(failure.error)) === "defect"

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
  readonly failure: () => StatementFailed | ConcurrentUpdate | undefined
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

/** The progress of one body on its connection. */
interface Progress {
  readonly synchronous: SynchronousDriver.SynchronousStatements | undefined
  readonly writable: boolean
  open: boolean
  changes: number
  failure: StatementFailed | ConcurrentUpdate | undefined
  /** What was sent ahead: BEGIN whose answer is missing, or that failed, and the conditions that are not checked yet. */
  begin: "answered" | "sent" | "failed"
  unchecked: number
  /** How many of the statements that were sent ahead are not answered yet. */
  unanswered: number
  /** Are called when an answer to what was sent ahead has come. */
  waiting: Array<() => void>
  /** How many statements somebody waits for, besides those that were sent ahead. */
  running: number
  /** Is called when a statement was answered that was sent ahead. */
  answered: (() => void) | undefined
}

/** Notes the first failure. Later ones follow from it. */
const noteFailure = (progress: Progress, error: SqlError, joined = false): StatementFailed | ConcurrentUpdate =>
  progress.failure ??= new StatementFailed({ error, joined })

const fail = (progress: Progress, error: SqlError): Effect.Effect<never> => Effect.die(noteFailure(progress, error))

/** Why no statement may run, if that is so. */
const refusal = (progress: Progress): Effect.Effect<never> | undefined =>
  !progress.open
    ? Effect.die(new NotATransaction({ message: "a query after the transaction was over" }))
    : progress.failure === undefined
    ? undefined
    : Effect.die(progress.failure)

/** Counts a change, and returns why it may not run, if that is so. */
const countChange = (progress: Progress): Effect.Effect<never> | undefined => {
  if (!progress.writable) return Effect.die(new NotATransaction({ message: "a change inside a snapshot" }))
  progress.changes++
  return undefined
}

/** Waits for answers until a condition holds. */
const waitUntil = (progress: Progress, holds: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (holds()) return Effect.void
    return Effect.async<void>((resume) => {
      const check = () => {
        if (holds()) resume(Effect.void)
        else progress.waiting.push(check)
      }
      progress.waiting.push(check)
    })
  })

/** A change runs only once BEGIN is known to have worked: without a transaction it could not be undone. */
const onceOpen = <A, E>(progress: Progress, change: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  progress.begin === "answered"
    ? change
    : Effect.zipRight(
      waitUntil(progress, () => progress.begin !== "sent"),
      Effect.suspend(() => progress.failure === undefined ? change : Effect.die(progress.failure))
    )

/** Sends a statement ahead, and notes how it went before others hear of it. */
const sendAhead = (
  progress: Progress,
  send: PipelinedDriver.Send,
  text: string,
  parameters: ReadonlyArray<Parameter>,
  received: (answer: PipelinedDriver.Answer | SqlError) => void
): void => {
  progress.unanswered++
  send(text, parameters.map(storable), (answer) => {
    progress.unanswered--
    received(answer)
    if (answer instanceof SqlError) noteFailure(progress, answer)
    for (const check of progress.waiting.splice(0)) check()
    progress.answered?.()
  })
}

/** The statements that are sent ahead. */
const pipelineOf = (progress: Progress, send: PipelinedDriver.Send): Pipeline => ({
  send: (text, parameters, expected) =>
    Effect.suspend(() => {
      const refused = refusal(progress) ?? countChange(progress)
      if (refused !== undefined) return refused
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
    Effect.suspend(() => {
      const refused = refusal(progress) ?? (changing ? countChange(progress) : undefined)
      if (refused !== undefined) return refused
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

/** Runs one statement: by the driver's synchronous statements, or by the connection's effects. */
const run = <A, B>(
  progress: Progress,
  changing: boolean,
  synchronously: (statements: SynchronousDriver.SynchronousStatements) => A,
  effectfully: () => Effect.Effect<A, SqlError>,
  read: (result: A) => B
): Effect.Effect<B> =>
  Effect.suspend(() => {
    const refused = refusal(progress) ?? (changing ? countChange(progress) : undefined)
    if (refused !== undefined) return refused
    if (progress.synchronous === undefined) {
      progress.running++
      return Effect.matchCauseEffect(changing ? onceOpen(progress, effectfully()) : effectfully(), {
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
  progress: Progress,
  changing: boolean,
  statement: Effect.Effect<A, SqlError>
): Effect.Effect<A, SqlError> =>
  Effect.suspend(() => {
    const refused = refusal(progress) ?? (changing ? countChange(progress) : undefined)
    if (refused !== undefined) return refused
    progress.running++
    return Effect.matchCauseEffect(onceOpen(progress, statement), {
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
  private readonly progress: Progress
  private readonly hooks: Array<() => void>
  private readonly uncertainHooks: Array<() => void>
  /** How many hooks of each sort there were at each savepoint. */
  private savepoints: Map<string, readonly [hooks: number, uncertainHooks: number]> | undefined

  constructor(
    kind: TransactionKind,
    progress: Progress,
    hooks: Array<() => void>,
    uncertainHooks: Array<() => void>
  ) {
    this.kind = kind
    this.progress = progress
    this.hooks = hooks
    this.uncertainHooks = uncertainHooks
  }

  run<A>(does: StatementEffect, statement: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> {
    const changing = does === "changes" || (does === "locks" && !this.progress.writable)
    return runJoined(this.progress, changing, statement)
  }

  save(name: string, statement: Effect.Effect<unknown, SqlError>): Effect.Effect<void, SqlError> {
    return Effect.map(this.savepoint(statement), () => {
      this.savepoints ??= new Map()
      this.savepoints.set(name, [this.hooks.length, this.uncertainHooks.length])
    })
  }

  undo(name: string, statement: Effect.Effect<unknown, SqlError>): Effect.Effect<void, SqlError> {
    return Effect.suspend(() => {
      const { failure } = this.progress
      // The transaction as a whole has failed, and will say so.
      if (failure !== undefined && !isOfBody(failure)) return Effect.void
      this.progress.failure = undefined
      return Effect.map(this.savepoint(statement), () => {
        const counts = this.savepoints?.get(name)
        if (counts !== undefined) [this.hooks.length, this.uncertainHooks.length] = counts
      })
    })
  }

  /** Outside of a transaction, as SQLite's reads are, a savepoint would begin one. */
  private savepoint(statement: Effect.Effect<unknown, SqlError>): Effect.Effect<unknown, SqlError> {
    if (this.kind === "sqlite" && !this.progress.writable) return Effect.void
    return runJoined(this.progress, false, statement)
  }
}

/** PostgreSQL's texts cannot contain the character NUL, so that a query for a name with one finds nothing. */
const storable = (parameter: Parameter): Parameter =>
  typeof parameter === "string" && parameter.includes("\0") ? parameter.replaceAll("\0", "\uFFFD") : parameter

/** better-sqlite3 says `changes`, pg says `rowCount`. */
const changedRows = (raw: unknown): number => {
  const result = raw as { readonly changes?: number; readonly rowCount?: number | null }
  return result.changes ?? result.rowCount ?? 0
}

const begun = (connection: Connection, writable: boolean): Progress => ({
  synchronous: SynchronousDriver.statementsOf(connection),
  writable,
  open: true,
  changes: 0,
  failure: undefined,
  begin: "answered",
  unchecked: 0,
  unanswered: 0,
  waiting: [],
  running: 0,
  answered: undefined
})

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

/** `sql`: the client of the connection. `database`: what stands for it in all its transactions. */
export const make = (
  kind: TransactionKind,
  sql: SqlClient.SqlClient,
  database: object,
  connection: Connection,
  writable: boolean,
  naming?: Naming
): ConnectionTransaction => {
  const hooks: Array<() => void> = []
  const uncertainHooks: Array<() => void> = []
  const progress = begun(connection, writable)
  const send = progress.synchronous === undefined ? PipelinedDriver.sendOf(connection) : undefined
  const sent = (parameters: ReadonlyArray<Parameter>) =>
    (kind === "sqlite" ? parameters : parameters.map(storable)) as Array<Parameter>
  // Without `read` the rows themselves are the result; the compiler cannot know that `A` is the default then.
  const select = (changing: boolean): Select => (text, parameters, read = identity as never) =>
    run(
      progress,
      changing,
      (statements) => statements.rows(text, parameters),
      () => connection.execute(text, sent(parameters), undefined),
      read
    )
  const transaction: OpenTransaction = {
    kind,
    database,
    writable,
    rows: select(false),
    change: (text, parameters) =>
      run(
        progress,
        true,
        (statements) => statements.change(text, parameters),
        () => Effect.map(connection.executeRaw(text, sent(parameters)), changedRows),
        identity
      ),
    returning: select(true),
    pipeline: send === undefined ? undefined : pipelineOf(progress, send),
    afterCommit: (hook) => void hooks.push(hook),
    afterUncertainCommit: (hook) => void uncertainHooks.push(hook),
    changes: () => progress.changes
  }
  return {
    transaction: naming === undefined ? transaction : named(transaction, naming),
    joined: new JoinedConnection(sql, connection, new Joined(kind, progress, hooks, uncertainHooks)),
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
    hooks,
    uncertainHooks,
    close: () => {
      progress.open = false
    }
  }
}

export const sqlError = (thrown: unknown): SqlError => new SqlError({ cause: thrown, message: String(thrown) })

/** The database's own code of an error: `SQLITE_BUSY`, `40001`, `ECONNREFUSED`; empty where there is none. */
export const codeOf = (error: SqlError): string =>
  String((error.cause as { readonly code?: unknown } | undefined)?.code ?? "")
