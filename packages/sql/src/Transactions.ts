/**
 * The one way to the database: `write` and `read` run an effect inside a transaction, and only there can it query
 * (every `Query` needs a `Transaction`). A body waits for nothing but its statements, else it is a defect; one that
 * fails changes nothing. A `write` inside a body joins it. `SqlTransactions.layer` picks the implementation. Follows
 * docs/specification.md#transactions.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { identity } from "effect/Function"

export type Dialect = "sqlite" | "pg"

/**
 * The database and mode of a transaction: SQLite, a PostgreSQL transaction that may lock rows, or a PostgreSQL
 * snapshot.
 */
export type TransactionKind = "sqlite" | "pg" | "pgSnapshot"

export type Parameter = string | number | Uint8Array | null

/** An open transaction, as queries see it. It ends with the body that it was given to. */
export interface OpenTransaction {
  readonly kind: TransactionKind
  /** False in a snapshot: a change is a defect there. */
  readonly writable: boolean
  /**
   * Runs a query and returns its rows, as `read` decodes them. A failed statement is a defect: it fails the whole
   * transaction, even if somebody catches it.
   */
  readonly rows: Select
  /** Runs a statement that changes rows and returns how many it changed. */
  readonly change: (text: string, parameters: ReadonlyArray<Parameter>) => Effect.Effect<number>
  /** Runs a statement that changes rows and returns the rows of its RETURNING clause, as `rows` does. */
  readonly returning: Select
  /** Sends statements ahead; undefined where each statement is answered at once, and there is nothing to gain. */
  readonly pipeline?: Pipeline | undefined
  /** Stands for the database: the same object for all transactions of one `Transactions`. */
  readonly database: object
  /** Runs once the transaction is durable, before its caller resumes. Must not throw. */
  readonly afterCommit: (hook: () => void) => void
  /** Runs if the outcome of the commit is unknown, before the caller resumes. Must not throw. */
  readonly afterUncertainCommit: (hook: () => void) => void
  /**
   * Lets others have their turn, in long work that would keep them waiting: a body that is `watched` calls it between
   * its pieces. It returns at once where nobody waits for the body, and where the last turn was a moment ago.
   */
  readonly pause: Effect.Effect<void>
  /** How many changing statements the body has run, but for those that were undone. */
  readonly changes: () => number
  /** Runs the body of a `write` in this transaction. */
  readonly join: Join
  /** Whether each `write` has a savepoint of its own in it. */
  readonly saves: boolean
  /** The same transaction, in which each `write` has a savepoint of its own. */
  readonly withSavepoints: () => OpenTransaction
}

export type Join = <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

export type Select = <A = ReadonlyArray<unknown>>(
  text: string,
  parameters: ReadonlyArray<Parameter>,
  read?: (rows: ReadonlyArray<unknown>) => A
) => Effect.Effect<A>

/**
 * Statements whose answers nobody waits for, or not yet. They run in the order in which they are sent, before all later
 * statements of the transaction. One that fails fails the transaction, as any statement does: at the next answer that
 * somebody waits for, or at the commit.
 */
export interface Pipeline {
  /** Sends a change. If it does not change as many rows as expected, the transaction runs again. */
  readonly send: (text: string, parameters: ReadonlyArray<Parameter>, expected?: number) => Effect.Effect<void>
  /** Sends a query, and returns an effect that waits for its answer. */
  readonly start: <A>(
    changing: boolean,
    text: string,
    parameters: ReadonlyArray<Parameter>,
    read: (answer: { readonly rows: ReadonlyArray<unknown>; readonly rowCount: number | null }) => A
  ) => Effect.Effect<Effect.Effect<A>>
}

/** In the context of an effect, it means that the effect runs inside a transaction. */
export class Transaction extends Context.Tag("@beauty-store/sql/Transaction")<Transaction, OpenTransaction>() {}

/** Lets others have their turn between two pieces of long work (`OpenTransaction`). */
export const pause: Effect.Effect<void, never, Transaction> = Effect.flatMap(Transaction, (open) => open.pause)

/** Does something with the current transaction. Every statement passes here, so it is a single step. */
export const withTransaction = <A>(
  use: (transaction: OpenTransaction) => Effect.Effect<A>
): Effect.Effect<A, never, Transaction> =>
  Effect.withFiberRuntime((fiber) =>
    use(Context.unsafeGet(fiber.currentContext as Context.Context<Transaction>, Transaction))
  )

/**
 * The database failed, or the outcome of a commit is unknown. Nothing is known to have changed; the same request with
 * the same idempotency key is safe to repeat.
 */
export class StoreUnavailable extends Data.TaggedError("StoreUnavailable")<{
  readonly cause: unknown
  /** Its own, and not its class's: it is for the program and its logs, and no client reads it. */
  readonly message: string
}> {
  constructor({ cause }: { readonly cause: unknown }) {
    super({
      cause,
      message: `The store cannot use its database: ${reasonOf(cause)}. Try again; if that lasts, see to the database.`
    })
  }
}

/** What the innermost of errors says. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : (error.message || error.name).replace(/\.$/, "")
}

/** A condition that was true when it was read was false when it was written: the body has to run again. */
export class ConcurrentUpdate extends Data.TaggedError("ConcurrentUpdate") {
  override get message(): string {
    return "Another transaction has changed what this one read: run it again."
  }
}

/** A body that did something other than query and compute. */
export class NotATransaction extends Data.TaggedError("NotATransaction")<{ readonly message: string }> {}

/** How the transactions of one store among several name its tables (`TableNames`). */
export interface Naming {
  readonly name: string
  /** A text as it runs. */
  readonly text: (text: string) => string
  /** The name of one table. */
  readonly table: (table: string) => string
  /** What a transaction begins with. */
  readonly begin: string
}

export class Transactions extends Context.Tag("@beauty-store/sql/Transactions")<Transactions, {
  readonly dialect: Dialect
  /** Whether this process has the database to itself, so that every lease that it finds at its start is a dead one's. */
  readonly isAlone: boolean
  /** Stands for the database: the same object in all its transactions. */
  readonly database: object
  /** How statements name the tables, where several stores share the database. */
  readonly naming?: Naming | undefined
  /**
   * All or nothing, durable when it returns. Inside a body it joins the body's transaction; one that fails there undoes
   * all of it, or itself alone in `withSavepoints`. In a transaction of another database it is a defect.
   */
  readonly write: <A, E, R>(
    body: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction>>
  /** One consistent snapshot; changes nothing. */
  readonly read: <A, E, R>(
    body: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction>>
  /**
   * Fails when the storage can no longer be trusted (a commit of unknown outcome on SQLite). From then on everything is
   * `StoreUnavailable`; the program that composed the layers closes them and opens the database anew.
   */
  readonly halted: Effect.Effect<never, StoreUnavailable>
}>() {}

/** How a database opens a transaction around a body that is not inside one yet. */
export type OpenAround = <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreUnavailable, R>

/** Runs a body in the transaction of its database that it is in, or opens one around it. */
const inCurrent = (join: (transaction: OpenTransaction) => Join) =>
<A, E, R>(
  database: object,
  body: Effect.Effect<A, E, R>,
  open: (body: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreUnavailable, R>
): Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction>> =>
  Effect.withFiberRuntime<A, E | StoreUnavailable, R>((fiber) => {
    const current = Context.getOption(fiber.currentContext, Transaction)
    if (current._tag === "None") return open(body)
    return current.value.database === database ? join(current.value)(body) : insideAnother
  }) as Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction>>

/** A `write`: it joins as its transaction says. */
export const writeInCurrent = inCurrent(({ join }) => join)

/** A `read`: it changes nothing that could be undone. */
export const readInCurrent = inCurrent(() => identity)

/** Runs a body in whose transaction each `write` has a savepoint of its own: one that fails undoes itself alone. */
export const withSavepoints = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Transaction> =>
  Effect.flatMap(Transaction, (transaction) => Effect.provideService(body, Transaction, transaction.withSavepoints()))

/** A `write` in which each other `write` undoes itself alone where it fails, also where this one joins a transaction. */
export const transaction = <A, E, R>(
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction> | Transactions> =>
  Effect.flatMap(
    Transactions,
    ({ write }) =>
      Effect.flatMap(Effect.serviceOption(Transaction), ({ _tag }) =>
        _tag === "None"
          ? write(withSavepoints(body))
          : withSavepoints(write(body)))
  ) as Effect.Effect<
    A,
    E | StoreUnavailable,
    Exclude<R, Transaction> | Transactions
  >

const insideAnother = Effect.die(
  new NotATransaction({
    message: "a use case of one store inside a transaction of another: two databases do not commit together"
  })
)

/** A use case inside `sql.withTransaction` of the store's own client. */
export const insideClientTransaction = Effect.die(
  new NotATransaction({
    message: "a use case inside `sql.withTransaction` of the store's own client, which would not contain it: "
      + "use `Store.transaction`"
  })
)

/** A body that would wait, while its transaction keeps its locks. */
export const bodyWaited = (): NotATransaction =>
  new NotATransaction({ message: "a transaction's body waited for something other than a query" })

/** A `write` that joined a transaction failed after its first change, and the transaction went on. */
export const partlyDone = (): NotATransaction =>
  new NotATransaction({
    message:
      "a use case failed after its first change, and its transaction went on: put `Store.transaction` around it, "
      + "which undoes a failed use case alone"
  })

/** Marks an error that may come after a body's first change. */
export const comesLate: unique symbol = Symbol.for("@beauty-store/sql/comesLate")

/**
 * The defect that rolls a transaction back for a refusal that came after the body's first change (`comesLate`). Whoever
 * opened the transaction gets the refusal from it.
 */
export class LateRefusal extends Data.TaggedError("LateRefusal")<{ readonly refusal: unknown }> {
  override get message(): string {
    return `The transaction was refused after its first change, and is undone: ${reasonOf(this.refusal)}.`
  }
}

/**
 * Runs a body and returns its refusal as a value, so that the refusal does not roll the transaction back and later
 * changes (an idempotency record) commit. A refusal must come before the body's first change; a later one is a defect
 * and rolls everything back: `LateRefusal` where the error says that it may come late.
 */
export const refusalAsValue = <A, E, R>(
  body: Effect.Effect<A, E, R>
): Effect.Effect<Either.Either<A, E>, never, R | Transaction> =>
  Effect.flatMap(Transaction, (transaction) => {
    const before = transaction.changes()
    return Effect.flatMap(Effect.either(body), (result) => {
      if (Either.isRight(result) || transaction.changes() === before) return Effect.succeed(result)
      const refusal = result.left
      return Effect.die(
        typeof refusal === "object" && refusal !== null && comesLate in refusal
          ? new LateRefusal({ refusal })
          : new NotATransaction({ message: `a refusal after a change: ${String(refusal)}` })
      )
    })
  })
