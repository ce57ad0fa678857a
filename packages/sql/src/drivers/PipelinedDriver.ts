/**
 * A shortcut that a driver for a database across a network may register beside a connection: statements that are sent
 * without waiting for the answers to those before. The server runs and answers them in order. Without a registration
 * each statement waits. What is sent ahead is the transaction's to say (`ConnectionTransaction`).
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
