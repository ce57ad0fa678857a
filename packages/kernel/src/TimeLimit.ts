/**
 * How long work in the database may take: the limits, and which of them hold for a piece of work.
 *
 * The rule: nobody waits for a database that may never answer. All limits are shares of one number, so that what is
 * inside ends before what is around it: a lock before its statement, a statement at the server before the same statement
 * at the client, a statement before the request. SQLite answers or fails in the turn in which it is asked and needs none
 * of them. Which numbers and why: docs/decisions/deadlines.md. Follows docs/specification.md#deadlines.
 */
import * as Context from "effect/Context"

export interface DatabaseLimits {
  /** All database work of one request, and a transaction outside of requests. */
  readonly totalMillis: number
  /** Waiting for a connection that is free, where nobody waits for the result. A request may wait as long as it has time. */
  readonly acquireMillis: number
  /** Opening a connection, until it can be used. */
  readonly connectMillis: number
  /** A statement, as its sender sees it. After that its connection is closed: the server may never be heard again. */
  readonly answerMillis: number
  /** A statement, as the server sees it. */
  readonly statementMillis: number
  /** Waiting for a lock, as the server sees it. */
  readonly lockMillis: number
  /** A transaction whose sender says nothing, as the server sees it. */
  readonly idleMillis: number
  /** A sign of life. */
  readonly pingMillis: number
  /** The write by which readiness is told. */
  readonly probeMillis: number
}

/** All limits, as shares of the longest time that a request may wait for the database. */
export const limitsOf = (totalMillis: number): DatabaseLimits => {
  const sixteenths = (n: number) => Math.round(totalMillis * n / 16)
  return {
    totalMillis,
    acquireMillis: sixteenths(8),
    connectMillis: sixteenths(6),
    answerMillis: sixteenths(8),
    statementMillis: sixteenths(6),
    lockMillis: sixteenths(5),
    idleMillis: sixteenths(10),
    pingMillis: Math.min(1_000, sixteenths(2)),
    // Readiness is told within two seconds, whatever else may take its time.
    probeMillis: Math.min(1_500, sixteenths(3))
  }
}

/** The limits of whoever composes the layers. The default leaves two of the ten seconds in which a request is answered. */
export class Limits extends Context.Reference<Limits>()("@beauty-store/kernel/TimeLimit/Limits", {
  defaultValue: (): DatabaseLimits => limitsOf(8_000)
}) {}

/** Time that several transactions share, such as those of one request: each takes from it what it took. */
export interface TimeBudget {
  leftMillis: number
}

/**
 * The limit of a piece of work.
 *
 * - `transaction`: each transaction has the whole time for itself. The default.
 * - a budget: all transactions together have that much.
 * - `watched`: as long as it takes, for work on the whole database (migrations, the audit). A driver makes sure
 *   meanwhile that the database is alive.
 */
export class TimeLimit extends Context.Reference<TimeLimit>()("@beauty-store/kernel/TimeLimit", {
  defaultValue: (): TimeBudget | "transaction" | "watched" => "transaction"
}) {}

/** The limits of watched work, as the server sees it: its sender may be gone. */
export const watchedLimits: Pick<DatabaseLimits, "lockMillis" | "statementMillis" | "idleMillis"> = {
  // Several instances that start together bring the tables up to date in turn.
  lockMillis: 60_000,
  statementMillis: 600_000,
  idleMillis: 10_000
}
