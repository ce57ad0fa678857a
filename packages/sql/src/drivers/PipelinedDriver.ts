/**
 * A shortcut that a driver for a database across a network may register beside a connection: statements that are sent
 * without waiting for the answers to those before.
 *
 * The server runs the statements of a connection in the order in which they were sent, and answers in that order, so a
 * transaction waits only for what it needs to know. A driver that registers nothing works, too: then each statement
 * waits for its answer. A registration is for one object: a connection that wraps a registered one waits.
 *
 * What may be sent ahead, and when answers are looked at, is the transaction's to say (`ConnectionTransaction`).
 */
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Parameter } from "../Transactions.ts"

/** The answer to a statement: its rows, and how many it changed. */
export interface Answer {
  readonly rows: ReadonlyArray<object>
  readonly rowCount: number | null
}

/**
 * Sends a statement behind all those that were sent before on this connection, those of its effects included. `done` is
 * called once, after those of the statements before; at once if the statement could not be sent.
 */
export type Send = (
  text: string,
  parameters: ReadonlyArray<Parameter>,
  done: (answer: Answer | SqlError) => void
) => void

const sends = new WeakMap<Connection, Send>()

export const registerSend = (connection: Connection, send: Send): void => void sends.set(connection, send)

export const sendOf = (connection: Connection): Send | undefined => sends.get(connection)
