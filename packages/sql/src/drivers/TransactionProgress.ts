/**
 * How far the body of a transaction is on its connection: what was sent and is not answered yet, and the first
 * statement that failed, with which the transaction has failed. Statements and savepoints (`Savepoints`) are sent from
 * here.
 */
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { codeOf, kindOf, StatementFailed } from "../DatabaseErrors.ts"
import { type ConcurrentUpdate, NotATransaction, type Parameter } from "../Transactions.ts"
import * as PipelinedDriver from "./PipelinedDriver.ts"
import * as SynchronousDriver from "./SynchronousDriver.ts"

/** Why a transaction cannot commit: `NotATransaction` where a part of it failed and it went on. */
export type Failure = StatementFailed | ConcurrentUpdate | NotATransaction

/**
 * Whether the body is at fault, or a statement that joined the transaction, and not the database: then the body's own
 * failure counts.
 */
export const isOfBody = (failure: Failure): boolean =>
  failure instanceof NotATransaction
  || (failure instanceof StatementFailed && failure.joined && kindOf(codeOf(failure.error)) === "defect")

/** The progress of one body on its connection. */
export interface Progress {
  readonly connection: Connection
  readonly synchronous: SynchronousDriver.SynchronousStatements | undefined
  readonly send: PipelinedDriver.Send | undefined
  readonly writable: boolean
  open: boolean
  failure: Failure | undefined
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

export const begun = (connection: Connection, writable: boolean): Progress => {
  const synchronous = SynchronousDriver.statementsOf(connection)
  return {
    connection,
    synchronous,
    send: synchronous === undefined ? PipelinedDriver.sendOf(connection) : undefined,
    writable,
    open: true,
    failure: undefined,
    begin: "answered",
    unchecked: 0,
    unanswered: 0,
    waiting: [],
    running: 0,
    answered: undefined
  }
}

/** Notes the first failure. Later ones follow from it. */
export const noteFailure = (progress: Progress, error: SqlError, joined = false): Failure =>
  progress.failure ??= new StatementFailed({ error, joined })

export const fail = (progress: Progress, error: SqlError): Effect.Effect<never> =>
  Effect.die(noteFailure(progress, error))

/** Waits for answers until a condition holds. */
export const waitUntil = (progress: Progress, holds: () => boolean): Effect.Effect<void> =>
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
export const onceOpen = <A, E>(progress: Progress, change: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  progress.begin === "answered"
    ? change
    : Effect.zipRight(
      waitUntil(progress, () => progress.begin !== "sent"),
      Effect.suspend(() => progress.failure === undefined ? change : Effect.die(progress.failure))
    )

/** Sends a statement ahead, and notes how it went before others hear of it. */
export const sendAhead = (
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

/** PostgreSQL's texts cannot contain the character NUL, so that a query for a name with one finds nothing. */
export const storable = (parameter: Parameter): Parameter =>
  typeof parameter === "string" && parameter.includes("\0") ? parameter.replaceAll("\0", "\uFFFD") : parameter

/** Runs a statement on savepoints, behind all those before it. Nobody waits for its answer where it is sent ahead. */
export const control = (progress: Progress, text: string): Effect.Effect<void> => {
  const { connection, send, synchronous } = progress
  if (synchronous !== undefined) {
    return Effect.suspend(() => {
      try {
        synchronous.rows(text, [])
        return Effect.void
      } catch (thrown) {
        return fail(progress, sqlError(thrown))
      }
    })
  }
  if (send !== undefined) return onceOpen(progress, Effect.sync(() => sendAhead(progress, send, text, [], () => {})))
  return Effect.suspend(() => {
    progress.running++
    return Effect.matchEffect(onceOpen(progress, connection.execute(text, [], undefined)), {
      onSuccess: () => Effect.sync(() => void progress.running--),
      onFailure: (error) => {
        progress.running--
        return fail(progress, error)
      }
    })
  })
}

export const sqlError = (thrown: unknown): SqlError => new SqlError({ cause: thrown, message: String(thrown) })
