/**
 * Counts what a database client runs, at its connections: statements, transactions, and how often somebody waits for an
 * answer of PostgreSQL. Statements that are sent together are waited for together.
 *
 * Not counted as statements: those that begin and end transactions. On SQLite transactions are counted by nobody here,
 * because they share commits; they are the same as on PostgreSQL.
 */
import { type Answer, registerSend, type Send, sendOf } from "@beauty-store/sql/drivers/PipelinedDriver"
import { registerStatements, statementsOf } from "@beauty-store/sql/drivers/SynchronousDriver"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export interface Counts {
  statements: number
  transactions: number
  /** How often an answer was waited for while none was on its way. */
  waits: number
  /** The statements, for a look at them. */
  readonly texts: Array<string>
}

export const noCounts = (): Counts => ({ statements: 0, transactions: 0, waits: 0, texts: [] })

const controls = /^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)/

const count = (counts: Counts, text: string): void => {
  if (text.startsWith("BEGIN")) counts.transactions++
  if (!controls.test(text)) counts.statements++
  counts.texts.push(text)
}

/** SQLite's one connection: its statements are registered anew. */
const countHere = (connection: Connection, counts: Counts): void => {
  const statements = statementsOf(connection)
  if (statements === undefined) return
  const { change, rows } = statements
  registerStatements(connection, {
    rows: (text, parameters) => {
      count(counts, text)
      return rows(text, parameters)
    },
    change: (text, parameters) => {
      count(counts, text)
      return change(text, parameters)
    }
  })
}

/** A connection of PostgreSQL's whose statements are counted. */
const counted = (connection: Connection, counts: Counts): Connection => {
  let outstanding = 0
  const sent = (text: string, isAwaited: boolean) => {
    count(counts, text)
    if (outstanding++ === 0 && isAwaited) counts.waits++
  }
  const run = (method: "execute" | "executeRaw") => (text: string, ...more: ReadonlyArray<never>) =>
    Effect.suspend(() => {
      sent(text, true)
      return Effect.ensuring(
        (connection[method] as (...given: ReadonlyArray<unknown>) => Effect.Effect<unknown, SqlError>)(text, ...more),
        Effect.sync(() => void outstanding--)
      )
    })
  const proxy = new Proxy(connection, {
    get: (target, key) => key === "execute" || key === "executeRaw" ? run(key) : Reflect.get(target, key)
  })
  const send = sendOf(connection)
  if (send !== undefined) {
    const counting: Send = (text, parameters, done) => {
      // Nobody waits for the end of a transaction that is only sent.
      sent(text, text !== "COMMIT")
      send(text, parameters, (answer: Answer | SqlError) => {
        outstanding--
        done(answer)
      })
    }
    registerSend(proxy, counting)
  }
  return proxy
}

/** The client of a layer, counted. */
export const countStatements = <E>(
  client: Layer.Layer<SqlClient.SqlClient, E>,
  counts: Counts
): Layer.Layer<SqlClient.SqlClient, E> =>
  Layer.map(
    Layer.tap(client, (context) =>
      Effect.ignore(Effect.scoped(Effect.map(Context.get(context, SqlClient.SqlClient).reserve, (connection) =>
        countHere(connection, counts))))),
    (context) => {
      const sql = Context.get(context, SqlClient.SqlClient)
      const isPostgres = sql.onDialectOrElse({
        pg: () =>
          true,
        orElse: () =>
          false
      })
      if (!isPostgres) return context
      return Context.add(
        context,
        SqlClient.SqlClient,
        new Proxy(sql, {
          get: (target, key) =>
            key === "reserve"
              ? Effect.map(target.reserve, (connection) => counted(connection, counts))
              : Reflect.get(target, key)
        })
      )
    }
  )
