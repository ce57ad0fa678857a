/**
 * How long work in the database may take: the limits, and which of them apply to a piece of work. All are shares of one
 * number, so that an inner limit ends before the outer one: a lock before its statement, the server's before the
 * client's, a statement before the request. SQLite needs none. Follows docs/specification.md#deadlines and
 * docs/decisions/deadlines.md.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"

export interface DatabaseLimits {
  /** All database work of one request, and a transaction outside of requests. */
  readonly totalMillis: number
  /** Waiting for a free connection, outside of requests. A request waits as long as it has time left. */
  readonly acquireMillis: number
  /** Opening a connection, until it can be used. */
  readonly connectMillis: number
  /** A statement, measured at the client. Its connection is closed then: the server may never answer. */
  readonly answerMillis: number
  /** A statement, measured at the server. */
  readonly statementMillis: number
  /** Waiting for a lock, measured at the server. */
  readonly lockMillis: number
  /** A transaction whose client is silent, measured at the server. */
  readonly idleMillis: number
  /** A ping. */
  readonly pingMillis: number
  /** The write that readiness tries. */
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
    // Readiness has a bound of its own: two seconds.
    probeMillis: Math.min(1_500, sixteenths(3))
  }
}

/**
 * The limits, chosen where the layers are composed. The default leaves two of the ten seconds in which requests are
 * answered.
 */
export class Limits extends Context.Reference<Limits>()("@beauty-store/sql/TimeLimit/Limits", {
  defaultValue: (): DatabaseLimits => limitsOf(8_000)
}) {}

/** Time that several transactions share, such as those of one request. Each subtracts what it took. */
export interface TimeBudget {
  leftMillis: number
}

/**
 * The limit of a piece of work.
 *
 * - `transaction`: each transaction has the whole time for itself. The default.
 * - a budget: all transactions share it.
 * - `watched`: no limit, for work on the whole database (migrations, the audit). Meanwhile the driver checks that the
 *   database is alive.
 */
export class TimeLimit extends Context.Reference<TimeLimit>()("@beauty-store/sql/TimeLimit", {
  defaultValue: (): TimeBudget | "transaction" | "watched" => "transaction"
}) {}

/** The limits of watched work, measured at the server: its client may be gone. */
export const watchedLimits: Pick<DatabaseLimits, "lockMillis" | "statementMillis" | "idleMillis"> = {
  // Instances that start together migrate one after the other.
  lockMillis: 60_000,
  statementMillis: 600_000,
  idleMillis: 10_000
}
