/**
 * An open transaction over one SQL connection: what the two databases' transactions share.
 *
 * It runs a body's statements, by the driver's synchronous ones where there are any (`SynchronousDriver`), remembers
 * the first statement that failed, and refuses queries once the transaction is over. It knows nothing of BEGIN and
 * COMMIT: the module that opened the transaction ends it, according to `failure` and `hooks`.
 */
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as SynchronousDriver from "./SynchronousDriver.ts"
import {
  NotATransaction,
  type OpenTransaction,
  type Parameter,
  type Select,
  type TransactionKind
} from "./Transactions.ts"

export class StatementFailed extends Data.TaggedError("StatementFailed")<{ readonly error: SqlError }> {}

/** A transaction with what its body has done so far. */
export interface ConnectionTransaction {
  readonly transaction: OpenTransaction
  /** The first statement that failed. The transaction has failed with it, even if the body went on. */
  readonly failure: () => StatementFailed | undefined
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
  failure: StatementFailed | undefined
}

const fail = (progress: Progress, error: SqlError): Effect.Effect<never> => {
  progress.failure = new StatementFailed({ error })
  return Effect.die(progress.failure)
}

/** Runs one statement: by the driver's synchronous statements, or by the connection's effects. */
const run = <A, B>(
  progress: Progress,
  changing: boolean,
  synchronously: (statements: SynchronousDriver.SynchronousStatements) => A,
  effectfully: () => Effect.Effect<A, SqlError>,
  read: (result: A) => B
): Effect.Effect<B> =>
  Effect.suspend(() => {
    if (!progress.open) return Effect.die(new NotATransaction({ message: "a query after the transaction was over" }))
    if (progress.failure !== undefined) return Effect.die(progress.failure)
    if (changing) {
      if (!progress.writable) return Effect.die(new NotATransaction({ message: "a change inside a snapshot" }))
      progress.changes++
    }
    if (progress.synchronous === undefined) {
      return Effect.matchCauseEffect(effectfully(), {
        onSuccess: (result) => Effect.succeed(read(result)),
        onFailure: (cause) => {
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

/** PostgreSQL's texts cannot contain the character NUL, so that a query for a name with one finds nothing. */
const storable = (parameter: Parameter): Parameter =>
  typeof parameter === "string" && parameter.includes("\0") ? parameter.replaceAll("\0", "\uFFFD") : parameter

/** better-sqlite3 says `changes`, pg says `rowCount`. */
const changedRows = (raw: unknown): number => {
  const result = raw as { readonly changes?: number; readonly rowCount?: number | null }
  return result.changes ?? result.rowCount ?? 0
}

/** `database`: what stands for it in all its transactions. */
export const make = (
  kind: TransactionKind,
  database: object,
  connection: Connection,
  writable: boolean
): ConnectionTransaction => {
  const hooks: Array<() => void> = []
  const uncertainHooks: Array<() => void> = []
  const progress: Progress = {
    synchronous: SynchronousDriver.statementsOf(connection),
    writable,
    open: true,
    changes: 0,
    failure: undefined
  }
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
  return {
    transaction: {
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
      afterCommit: (hook) => void hooks.push(hook),
      afterUncertainCommit: (hook) => void uncertainHooks.push(hook),
      changes: () => progress.changes
    },
    failure: () => progress.failure,
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
