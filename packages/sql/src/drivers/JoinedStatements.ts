/**
 * Statements of a program's own `SqlClient` inside a store's transaction: they run on its connection, and commit and
 * roll back with it. All clients share one tag for the current connection, so a transformer sees the client of each
 * statement; one of another or an unknown client is a defect. A failed one fails the transaction. Follows
 * docs/specification.md#transactions.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberRefs from "effect/FiberRefs"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type * as RuntimeFlags from "effect/RuntimeFlags"
import * as Stream from "effect/Stream"
import { NotATransaction, type OpenTransaction, Transaction } from "../Transactions.ts"

/** What a statement does to rows, as far as its text tells. */
export type StatementEffect = "reads" | "locks" | "changes"

/** An open transaction, as statements that join it need it. */
export interface Joinable {
  readonly run: <A>(does: StatementEffect, statement: Effect.Effect<A, SqlError>) => Effect.Effect<A, SqlError>
  /** Sets a savepoint. One of the same name is hidden by it. */
  readonly save: (name: string, statement: Effect.Effect<unknown, SqlError>) => Effect.Effect<void, SqlError>
  /** Undoes what was done since a savepoint. */
  readonly undo: (name: string, statement: Effect.Effect<unknown, SqlError>) => Effect.Effect<void, SqlError>
}

/** A text, or a quoted name. In PostgreSQL's `E'…'` a backslash quotes, also in the parts that follow on other lines. */
const quoted = new RegExp(
  [
    String.raw`(?<![\w$\u0080-\uffff])[eE]'(?:\\[^]|''|[^'\\])*'(?:\s*[\n\r]\s*'(?:\\[^]|''|[^'\\])*')*`,
    "'[^']*'",
    "\"[^\"]*\"",
    String.raw`(?<![\w$\u0080-\uffff])(\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)[^]*?\1`,
    String.raw`--[^\n\r]*`
  ].join("|"),
  "y"
)

/**
 * Where a comment ends that begins at a place. PostgreSQL's comments nest; SQLite's do not, and one that is not closed
 * as a nest is one of SQLite's. Of one that nothing closes, no word is hidden.
 */
const endOfComment = (text: string, from: number): number => {
  const mark = /\/\*|\*\//g
  mark.lastIndex = from
  let depth = 0
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    depth += found[0] === "/*" ? 1 : -1
    if (depth === 0) return mark.lastIndex
  }
  const first = text.indexOf("*/", from + 2)
  return first === -1 ? from + 2 : first + 2
}

/** A text without comments, and without what is quoted, in which no word and no semicolon counts. */
const bareOf = (text: string): string => {
  if (!/['"$]|--|\/\*/.test(text)) return text
  let bare = ""
  for (let at = 0; at < text.length;) {
    quoted.lastIndex = at
    const end = text.startsWith("/*", at) ? endOfComment(text, at) : quoted.test(text) ? quoted.lastIndex : undefined
    bare += end === undefined ? text[at] : " "
    at = end ?? at + 1
  }
  return bare
}

const reads = /^[\s(]*(?:SELECT|VALUES|TABLE|EXPLAIN|SHOW|WITH)\b/i
const locks = /\bFOR\s+(?:NO\s+KEY\s+|KEY\s+)?(?:UPDATE|SHARE)\b/i
/** In a statement that begins with WITH. */
const changes = /\b(?:INSERT|UPDATE|DELETE|MERGE|REPLACE\s+INTO)\b/i
const controlWords = "BEGIN|START|COMMIT|END|ABORT|ROLLBACK|SAVEPOINT|RELEASE|PREPARE\\s+TRANSACTION"
const controls = new RegExp(String.raw`(?:^|;)[\s(]*(?:${controlWords})\b`, "i")
/** A trigger on SQLite, a function on PostgreSQL: its body has an END of its own. */
const bodyOfObject = /^\s*CREATE\b[^;]*\bBEGIN\b[^]*?;\s*END\b/i

/** Whether a bare text has a statement that begins or ends a transaction: PostgreSQL runs all statements of a text. */
const hasControl = (bare: string): boolean => controls.test(bare.replace(bodyOfObject, "CREATE"))

const effectOf = (bare: string): StatementEffect => {
  const statements = bare.split(";").filter((one) => one.trim() !== "")
  if (!statements.every((one) => reads.test(one))) return "changes"
  if (statements.some((one) => /^[^A-Za-z]*WITH\b/i.test(one) && changes.test(one) && !locks.test(one))) {
    return "changes"
  }
  return statements.some((one) => locks.test(one)) ? "locks" : "reads"
}

const savepoint = /^(SAVEPOINT|ROLLBACK TO SAVEPOINT) (effect_sql_\d+)$/

const refuse = (message: string): Effect.Effect<never> => Effect.die(new NotATransaction({ message }))

const ofAnotherClient = refuse(
  "a statement of another SQL client inside a store's transaction: run it before or after the transaction"
)
const ofUnknownClient = refuse(
  "a statement inside a store's transaction, of an unknown SQL client: set transformers of statements around the "
    + "transaction, not inside it"
)
const controlsTransaction = refuse(
  "a statement that begins or ends a transaction inside a store's transaction: use `sql.withTransaction` for a part "
    + "that may fail"
)

/** The connection of a transaction, for statements of its own client. */
export class JoinedConnection implements Connection {
  private readonly sql: SqlClient.SqlClient
  private readonly connection: Connection
  private readonly transaction: Joinable
  /** Whether the statement that a fiber is about to run is one of the transaction's own client. */
  private own: Map<unknown, boolean> | undefined

  constructor(sql: SqlClient.SqlClient, connection: Connection, transaction: Joinable) {
    this.sql = sql
    this.connection = connection
    this.transaction = transaction
  }

  /** A statement of a client is about to run in a fiber. */
  announce(fiber: unknown, constructor: Statement.Constructor): void {
    // The constructor of a client's statements is the client itself, or the one that it has for rows as they are.
    this.own ??= new Map()
    this.own.set(fiber, (constructor as Partial<SqlClient.SqlClient>).withTransaction === this.sql.withTransaction)
  }

  execute(...[text, parameters, transform]: Parameters<Connection["execute"]>): ReturnType<Connection["execute"]> {
    return this.run(text, () => this.connection.execute(text, parameters, transform))
  }

  executeRaw(...[text, parameters]: Parameters<Connection["executeRaw"]>): ReturnType<Connection["executeRaw"]> {
    return this.run(text, () => this.connection.executeRaw(text, parameters))
  }

  executeValues(
    ...[text, parameters]: Parameters<Connection["executeValues"]>
  ): ReturnType<Connection["executeValues"]> {
    return this.run(text, () => this.connection.executeValues(text, parameters))
  }

  /** Also sets and undoes the client's own savepoints, which no transformer sees. */
  executeUnprepared(
    ...[text, parameters, transform]: Parameters<Connection["executeUnprepared"]>
  ): ReturnType<Connection["executeUnprepared"]> {
    const run = () => this.connection.executeUnprepared(text, parameters, transform)
    const [, word, name] = savepoint.exec(text) ?? []
    if (word === undefined || name === undefined) return this.run(text, run)
    return Effect.as(this.transaction[word === "SAVEPOINT" ? "save" : "undo"](name, Effect.suspend(run)), [])
  }

  /** All rows are read at once: an open cursor would keep the connection from the statements after it. */
  executeStream(
    ...[text, parameters, transform]: Parameters<Connection["executeStream"]>
  ): ReturnType<Connection["executeStream"]> {
    return Stream.fromIterableEffect(this.execute(text, parameters, transform))
  }

  private run<A>(text: string, statement: () => Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> {
    const fiber = Option.getOrUndefined(Fiber.getCurrentFiber())
    const own = this.own?.get(fiber)
    this.own?.delete(fiber)
    if (own === undefined) return ofUnknownClient
    if (!own) return ofAnotherClient
    const bare = bareOf(text)
    if (hasControl(bare)) return controlsTransaction
    return this.transaction.run(effectOf(bare), Effect.suspend(statement))
  }
}

/** Tells the transaction of a fiber whose statement is about to run. */
const announcing: Statement.Statement.Transformer = (statement, constructor) =>
  Effect.withFiberRuntime((fiber) => {
    const current = Context.getOption(fiber.currentContext, SqlClient.TransactionConnection)
    if (current._tag === "Some" && current.value[0] instanceof JoinedConnection) {
      current.value[0].announce(fiber, constructor)
    }
    return Effect.succeed(statement)
  })

const announcingAlone = Option.some(announcing)

/** The transformer inside a transaction, where one was set around it. */
const announcingAfter =
  (outer: Statement.Statement.Transformer): Statement.Statement.Transformer => (statement, constructor, refs, span) =>
    Effect.zipLeft(outer(statement, constructor, refs, span), announcing(statement, constructor, refs, span))

/** The context of what runs inside a transaction. `depth`: in how many of the client's own savepoints. */
const contextInside = <R>(
  { unsafeMap }: Context.Context<never>,
  transaction: OpenTransaction,
  joined: JoinedConnection,
  depth: number
): Context.Context<R | Transaction> => {
  // One copy of the context for both services.
  const services = new Map(unsafeMap)
  services.set(Transaction.key, transaction)
  services.set(SqlClient.TransactionConnection.key, [joined, depth])
  return Context.unsafeMake<R | Transaction>(services)
}

/** Runs a part of a transaction's body in its savepoint. */
export const provideInside = <A, E, R>(
  body: Effect.Effect<A, E, R>,
  transaction: OpenTransaction,
  joined: JoinedConnection
): Effect.Effect<A, E, R> =>
  Effect.mapInputContext(body, (context: Context.Context<R>) => {
    const outer = Context.getOption(context as Context.Context<never>, SqlClient.TransactionConnection)
    return contextInside<R>(
      context as Context.Context<never>,
      transaction,
      joined,
      outer._tag === "Some" ? outer.value[1] : 0
    )
  })

/** The runtime of a transaction's body: that of its caller, inside the transaction. */
export const runtimeInside = <R>(
  fiber: Fiber.RuntimeFiber<unknown, unknown>,
  runtimeFlags: RuntimeFlags.RuntimeFlags,
  transaction: OpenTransaction,
  joined: JoinedConnection
): Runtime.Runtime<R | Transaction> => {
  const outer = fiber.getFiberRef(Statement.currentTransformer)
  return Runtime.make({
    context: contextInside<R>(fiber.currentContext, transaction, joined, 0),
    runtimeFlags,
    fiberRefs: FiberRefs.updateAs(fiber.getFiberRefs(), {
      fiberId: fiber.id(),
      fiberRef: Statement.currentTransformer,
      value: Option.isNone(outer) ? announcingAlone : Option.some(announcingAfter(outer.value))
    })
  })
}

/**
 * Whether a fiber is inside `withTransaction` of the client whose connections have this prototype. The connections of
 * one client have a prototype that no other client's have. Where it is that of all objects, clients cannot be told
 * apart and count as the same: to refuse is safe, and half a commit is not.
 */
export const isInsideClientTransaction = (
  fiber: Fiber.RuntimeFiber<unknown, unknown>,
  prototype: object | null
): boolean => {
  const current = Context.getOption(fiber.currentContext, SqlClient.TransactionConnection)
  return current._tag === "Some" && Object.getPrototypeOf(current.value[0]) === prototype
}
