/**
 * Statements, written once: the text compiled for both dialects when the module loads, the row decoded by a Schema.
 *
 * Texts are PostgreSQL's with `?` for parameters. For SQLite the locking clause (`FOR UPDATE …`) is left out, because
 * there a transaction has the database to itself; where the dialects differ more than that, give a text for each. Every
 * SELECT whose order is visible has an ORDER BY.
 *
 * @since 1.0.0
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Codec from "./Codec.ts"
import {
  ConcurrentUpdate,
  type Dialect,
  type OpenTransaction,
  type Parameter,
  type Transaction,
  type TransactionKind,
  withTransaction
} from "./Transactions.ts"

export type Text = string | { readonly [dialect in Dialect]: string }

/**
 * The condition that a column has one of the names that this program knows. A list of rows whose kinds grow asks for
 * those alone, so that a newer program beside this one may write others.
 */
export const isKnown = (column: string, { literals }: { readonly literals: ReadonlyArray<string> }): string =>
  `${column} IN (${literals.map((name) => `'${name}'`).join(", ")})`

/** An integer column. PostgreSQL's driver gives 64-bit integers as text. */
export const Int = Schema.Union(Schema.Int, Schema.compose(Schema.NumberFromString, Schema.Int))

/** A 0/1 column as a boolean. */
export const Flag = Schema.transform(Int, Schema.Boolean, {
  strict: true,
  decode: (n) => n !== 0,
  encode: (flag) => flag ? 1 : 0
})

/** A TEXT column that holds JSON of the given shape. */
export const Json = <A, I>(schema: Schema.Schema<A, I>): Schema.Schema<A, string> => Schema.parseJson(schema)

/** A text without its locking clause. */
export const unlocked = (text: string): string =>
  text.replace(/\s+FOR (NO KEY |KEY )?(UPDATE|SHARE)(\s+OF \w+(, \w+)*)?(\s+SKIP LOCKED)?/g, "")

/**
 * A text without the work that SQLite would repeat at each run. SQLite plans a statement anew when its whole limit is a
 * parameter, because the plan depends on the number; it does not for a sum. It builds a table for a list of more than
 * two values, also in the condition of an index; conditions with `OR` it compares directly. Either would be most of the
 * time of a lookup.
 */
export const plannedOnce = (text: string): string =>
  text.replace(/\bLIMIT \?/g, "LIMIT +?").replace(
    /(?<![\w.]|\|\| |[-+*/] )(?!NOT )([\w.]+) IN \(('\w+'(?:, '\w+'){2,})\)/g,
    (_, column: string, list: string) => `(${list.split(", ").map((value) => `${column} = ${value}`).join(" OR ")})`
  )

/** The text as each kind of transaction runs it: SQLite needs no row locks, a PostgreSQL snapshot may take none. */
export const compile = (text: Text): { readonly [kind in TransactionKind]: string } => {
  const of = typeof text === "string" ? { sqlite: text, pg: text } : text
  return { sqlite: plannedOnce(unlocked(of.sqlite)), pg: numbered(of.pg), pgSnapshot: numbered(unlocked(of.pg)) }
}

/** `?` to PostgreSQL's `$1`, `$2` … */
const numbered = (text: string): string => {
  let n = 0
  return text.replace(/\?/g, () => `$${++n}`)
}

/** Sends a query ahead, and returns an effect that waits for its answer; where nothing is sent ahead, the query runs. */
const start = <A>(
  transaction: OpenTransaction,
  text: string,
  parameters: ReadonlyArray<Parameter>,
  read: (rows: ReadonlyArray<unknown>) => A
): Effect.Effect<Effect.Effect<A>> =>
  transaction.pipeline === undefined
    ? Effect.map(transaction.rows(text, parameters, read), Effect.succeed)
    : transaction.pipeline.start(false, text, parameters, ({ rows }) => read(rows))

/** A statement. `sent` sends it ahead, and returns an effect that waits for its answer. */
export interface Statement<P extends ReadonlyArray<Parameter>, A> {
  (...parameters: P): Effect.Effect<A, never, Transaction>
  readonly sent: (...parameters: P) => Effect.Effect<Effect.Effect<A>, never, Transaction>
}

const reading = <P extends ReadonlyArray<Parameter>, A>(
  text: Text,
  read: (rows: ReadonlyArray<unknown>) => A
): Statement<P, A> => {
  const texts = compile(text)
  return Object.assign(
    (...parameters: P): Effect.Effect<A, never, Transaction> =>
      withTransaction((transaction) => transaction.rows(texts[transaction.kind], parameters, read)),
    {
      sent: (...parameters: P): Effect.Effect<Effect.Effect<A>, never, Transaction> =>
        withTransaction((transaction) => start(transaction, texts[transaction.kind], parameters, read))
    }
  )
}

/** Selects all rows. A row that its Schema rejects is a defect: the database and this program disagree. */
export const all = <A, I>(row: Schema.Schema<A, I>) => {
  const decode = Codec.decoder(Schema.Array(row))
  return <P extends ReadonlyArray<Parameter> = []>(text: Text): Statement<P, ReadonlyArray<A>> => reading(text, decode)
}

/** Selects the first row, if there is one. */
export const first = <A, I>(row: Schema.Schema<A, I>) => {
  const decodeOne = Codec.decoder(row)
  const decode = (rows: ReadonlyArray<unknown>) =>
    rows.length === 0 ? Option.none<A>() : Option.some(decodeOne(rows[0]))
  return <P extends ReadonlyArray<Parameter> = []>(text: Text): Statement<P, Option.Option<A>> => reading(text, decode)
}

/**
 * Locks rows and returns whether there were any. It is a statement of its own, because a statement that waits for a
 * lock reads all other rows as they were before it waited. Where no other transaction can intervene, there is nothing
 * to lock: no statement runs, and the result is true.
 */
export const lock = <P extends ReadonlyArray<Parameter>>(text: string): Statement<P, boolean> => {
  const { pg } = compile(text)
  const isAny = (rows: ReadonlyArray<unknown>) => rows.length > 0
  return Object.assign(
    (...parameters: P): Effect.Effect<boolean, never, Transaction> =>
      withTransaction((transaction) =>
        transaction.kind === "pg" ? transaction.rows(pg, parameters, isAny) : nothingToLock
      ),
    {
      sent: (...parameters: P): Effect.Effect<Effect.Effect<boolean>, never, Transaction> =>
        withTransaction((transaction) =>
          transaction.kind === "pg" ? start(transaction, pg, parameters, isAny) : nothingToLockLater
        )
    }
  )
}
const nothingToLock = Effect.succeed(true)
const nothingToLockLater = Effect.succeed(nothingToLock)

/** A change whose answer matters. `sent` sends it ahead, and returns an effect that waits for the answer. */
const changing = <P extends ReadonlyArray<Parameter>, A>(
  text: Text,
  now: (transaction: OpenTransaction, text: string, parameters: ReadonlyArray<Parameter>) => Effect.Effect<A>,
  read: (answer: { readonly rows: ReadonlyArray<unknown>; readonly rowCount: number | null }) => A
): Statement<P, A> => {
  const texts = compile(text)
  return Object.assign(
    (...parameters: P): Effect.Effect<A, never, Transaction> =>
      withTransaction((transaction) => now(transaction, texts[transaction.kind], parameters)),
    {
      sent: (...parameters: P): Effect.Effect<Effect.Effect<A>, never, Transaction> =>
        withTransaction((transaction) =>
          transaction.pipeline === undefined
            ? Effect.map(now(transaction, texts[transaction.kind], parameters), Effect.succeed)
            : transaction.pipeline.start(true, texts[transaction.kind], parameters, read)
        )
    }
  )
}

/** Changes rows and returns what the RETURNING clause names of them. */
export const returning = <A, I>(row: Schema.Schema<A, I>) => {
  const decode = Codec.decoder(Schema.Array(row))
  return <P extends ReadonlyArray<Parameter> = []>(text: Text): Statement<P, ReadonlyArray<A>> =>
    changing(
      text,
      ({ returning }, text, parameters) => returning(text, parameters, decode),
      ({ rows }) => decode(rows)
    )
}

/** Changes rows and returns how many. */
export const change = <P extends ReadonlyArray<Parameter> = []>(text: Text): Statement<P, number> =>
  changing(
    text,
    ({ change }, text, parameters) => change(text, parameters),
    ({ rowCount }) => rowCount ?? 0
  )

/** Changes rows. Nobody waits for it: what the transaction does next does not depend on how many they are. */
export const send = <P extends ReadonlyArray<Parameter> = []>(text: Text) => {
  const texts = compile(text)
  return (...parameters: P): Effect.Effect<void, never, Transaction> =>
    withTransaction(({ change, kind, pipeline }): Effect.Effect<void> =>
      pipeline === undefined
        // Its number is of no interest, and to drop it would be one more step.
        ? change(texts[kind], parameters) as Effect.Effect<unknown> as Effect.Effect<void>
        : pipeline.send(texts[kind], parameters)
    )
}

/**
 * Changes or inserts exactly one row, whose condition was true when it was read. Where it no longer is, the transaction
 * runs again. Nobody waits for it before the commit.
 */
export const changeOne = <P extends ReadonlyArray<Parameter> = []>(text: Text) => {
  const texts = compile(text)
  return (...parameters: P): Effect.Effect<void, never, Transaction> =>
    withTransaction(({ change, kind, pipeline }) =>
      pipeline === undefined
        ? Effect.flatMap(
          change(texts[kind], parameters),
          (changed) => changed === 1 ? Effect.void : Effect.die(new ConcurrentUpdate())
        )
        : pipeline.send(texts[kind], parameters, 1)
    )
}

type Row<Column extends string> = { readonly [column in Column]: Parameter }

const valuesOf = (columns: ReadonlyArray<string>): string => `(${columns.map(() => "?").join(", ")})`

const insertion = (table: string, columns: ReadonlyArray<string>, suffix: string, rows = 1): string =>
  `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${Array(rows).fill(valuesOf(columns)).join(", ")} ${suffix}`

/**
 * Inserts a row given by column name, or does with it what `suffix` says where there is one already; the columns are
 * fixed when the module loads. Nobody waits for it.
 */
export const insert = <const Column extends string>(table: string, columns: ReadonlyArray<Column>, suffix = "") => {
  const run = send<ReadonlyArray<Parameter>>(insertion(table, columns, suffix))
  return (row: Row<Column>): Effect.Effect<void, never, Transaction> => run(...columns.map((column) => row[column]))
}

/** Inserts rows, as `insert` does each, by one statement. The texts are kept: there are few, because lists are short. */
export const insertAll = <const Column extends string>(table: string, columns: ReadonlyArray<Column>, suffix = "") => {
  const texts: Array<ReturnType<typeof send<ReadonlyArray<Parameter>>> | undefined> = []
  return (rows: ReadonlyArray<Row<Column>>): Effect.Effect<void, never, Transaction> => {
    if (rows.length === 0) return Effect.void
    const run = texts[rows.length] ??= send<ReadonlyArray<Parameter>>(insertion(table, columns, suffix, rows.length))
    return run(...rows.flatMap((row) => columns.map((column) => row[column])))
  }
}

/** Inserts a row as `suffix` says (`ON CONFLICT … DO NOTHING`), and returns how many rows it inserted. */
export const insertIfNew = <const Column extends string>(
  table: string,
  columns: ReadonlyArray<Column>,
  suffix: string
) => {
  const run = change<ReadonlyArray<Parameter>>(insertion(table, columns, suffix))
  const parameters = (row: Row<Column>) => columns.map((column) => row[column])
  return Object.assign(
    (row: Row<Column>): Effect.Effect<number, never, Transaction> => run(...parameters(row)),
    { sent: (row: Row<Column>) => run.sent(...parameters(row)) }
  )
}
