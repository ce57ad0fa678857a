/**
 * The rules of transactions that run at the same time: none waits for another for ever, and none decides on what
 * another has changed meanwhile. They hold whether or not anybody was hurt: most such mistakes are rarely seen in what
 * the store does. What is allowed is listed with its reason. Follows docs/specification.md#transactions.
 */
import { LockOrder } from "../engine/LockOrder.ts"
import type { Session } from "../engine/Sessions.ts"
import type { TransactionObserver } from "../engine/SimulatedPostgres.ts"
import type { StaleRead } from "../engine/StaleReads.ts"
import type { Audit } from "./Audit.ts"

/** A statement that takes locks in any order. */
interface AllowedOrder {
  readonly statement: RegExp
  readonly because: string
}

const allowedOrders: ReadonlyArray<AllowedOrder> = [
  {
    statement: /^UPDATE (?:job|idempotency) SET lease_until = 0 WHERE (?:lease_until > 0|state = 'running')$/,
    because: "it is the start of a process that has a SQLite file to itself, and runs nowhere else"
  }
]

type Row = Readonly<Record<string, unknown>>

/** A query whose result may be outdated when its transaction writes. */
interface AllowedRead {
  readonly query: RegExp
  /** It is allowed only where leases may lapse that nobody takes over. */
  readonly whereLeasesLapse?: true
  /** Which differences are allowed; default: all. */
  readonly differs?: (was: ReadonlyArray<Row>, is: ReadonlyArray<Row>) => boolean
  /** The tables that the transaction may change; default: any. */
  readonly changes?: ReadonlyArray<string>
  readonly because: string
}

/** Whether rows are the same but for some columns. */
const onlyIn = (...columns: ReadonlyArray<string>) => (was: ReadonlyArray<Row>, is: ReadonlyArray<Row>): boolean =>
  was.length === is.length &&
  was.every((row, i) => Object.keys(row).every((column) => columns.includes(column) || row[column] === is[i]![column]))

/** Whether no row has more of something than the one of the same name had, and none is new. */
const noMore =
  (name: string, ...amounts: ReadonlyArray<string>) => (was: ReadonlyArray<Row>, is: ReadonlyArray<Row>): boolean =>
    is.every((row) => {
      const before = was.find((one) => one[name] === row[name])
      return amounts.every((amount) => Number(row[amount] ?? 0) <= Number(before?.[amount] ?? 0))
        && (amounts.length > 0 || before !== undefined)
    })

/** Whether a count has not grown. */
const countsNoMore = (was: ReadonlyArray<Row>, is: ReadonlyArray<Row>): boolean =>
  Number(is[0]?.["n"]) <= Number(was[0]?.["n"])

const allowedReads: ReadonlyArray<AllowedRead> = [
  {
    query: /FROM cart c LEFT JOIN cart_line l|FROM product p JOIN stock s/,
    differs: onlyIn("on_hand", "reserved", "price_minor"),
    because: "the statement that reserves units checks the stock again, and prices are those of the moment of the load"
  },
  {
    query: /^WITH RECURSIVE labels/,
    differs: noMore("label", "running"),
    because: "a lock keeps others from claiming jobs; those that end meanwhile leave places that are taken next time"
  },
  {
    query: /^WITH RECURSIVE labels/,
    whereLeasesLapse: true,
    because: "a lease that has run out is renewed where nobody took it over: after a pause, or where clocks differ"
  },
  {
    query: /^SELECT id, phase FROM checkout_session WHERE id/,
    differs: onlyIn("phase"),
    because: "the walk has the job of a live session ask about it, and whoever ends a session plans that job anew"
  },
  {
    query: /^SELECT id, order_id, role FROM payment WHERE provider_id/,
    differs: (was) => was.length === 0,
    because:
      "the walk has the session of a payment that is recorded meanwhile asked about once more, and forgets it then"
  },
  {
    query: /FROM subscription WHERE failures > 0/,
    because: "an endpoint that begins to fail at this moment may be sent what is about to leave"
  },
  {
    query: /^SELECT id FROM subscription WHERE deleted_at IS NULL AND \(principal/,
    differs: noMore("id"),
    because: "an endpoint that is removed at this moment is sent nothing: its lane's job looks at it again, and ends"
  },
  {
    query: /FROM delivery d JOIN event e .* ORDER BY d\.seq LIMIT 1$/,
    because: "a message that is written meanwhile plans its lane's job anew, and such a job does not end"
  },
  {
    query: /^SELECT d\.order_id, count\(\*\) AS messages/,
    differs: (was, is) => noMore("order_id", "messages")(is, was),
    because: "a message that is written while others are sent again has a job of its own"
  },
  {
    query: /^SELECT s\.id, s\.holder/,
    differs: noMore("id"),
    because: "who holds less than was counted may hold more"
  },
  {
    query: /^SELECT count\(\*\) AS n FROM site_scan /,
    differs: countsNoMore,
    because: "the lock of the principal keeps another scan from beginning; one that ends leaves room for the next"
  },
  {
    query: /^SELECT id, principal, status, .* FROM orders/,
    differs: onlyIn("status"),
    changes: ["order_page"],
    because: "an order's page has the same address whatever becomes of the order"
  },
  {
    query: /^SELECT count\(\*\) AS uses FROM promotion_use /,
    changes: ["cart", "cart_line", "idempotency"],
    because: "a code may be used up just after a cart has taken it: a checkout counts its uses again, under a lock"
  }
]

const plain = (text: string): string => text.replace(/\s+/g, " ").trim()

/** A refusal that is recorded, or a response without an effect, was right when it was decided; so was no change at all. */
const onlyAnswers = ({ allChanged }: StaleRead): boolean => [...allChanged].every((table) => table === "idempotency")

const isAllowed = ({ allChanged, is, query, was }: StaleRead, leasesLapse: boolean): boolean =>
  allowedReads.some((allowed) =>
    allowed.query.test(plain(query))
    && (allowed.whereLeasesLapse !== true || leasesLapse)
    && [...allChanged].every((table) => allowed.changes?.includes(table) ?? true)
    && (allowed.differs?.(was as ReadonlyArray<Row>, is as ReadonlyArray<Row>) ?? true)
  )

const short = (text: string): string => plain(text).slice(0, 160)
const list = (statements: ReadonlyArray<string>): string => statements.map(short).join("; ")

/** Rows, with only what differs. */
const difference = (was: ReadonlyArray<object>, is: ReadonlyArray<object>): string => {
  const shown = (rows: ReadonlyArray<object>, others: ReadonlyArray<object>) => {
    const known = new Set(others.map((row) => JSON.stringify(row)))
    return rows.map((row) => JSON.stringify(row)).filter((row) => !known.has(row)).slice(0, 3).join(" ") || "no row"
  }
  return `read ${shown(was, is)}, while there was ${shown(is, was)}`
}

/** `leasesLapse`: whether a lease of a store that lives may have run out at this moment. */
export const observer = (audit: Audit, leasesLapse: () => boolean = () => false): TransactionObserver => {
  const order = new LockOrder()
  const locked = (session: Session) => [...session.locks.keys()].filter((place) => !place.includes("=")).join(", ")
  return {
    locks: (session, place, mode) => {
      const statement = plain(session.history.at(-1) ?? "")
      if (allowedOrders.some((allowed) => allowed.statement.test(statement))) return
      const disorder = order.takes(session, place, mode)
      if (disorder === undefined) return
      audit.expect("transactions.lockOrder", "locks are taken in one order")
        .that(false, () =>
          `${disorder.places.join(" before ")} by: ${list(disorder.histories[0])}\n`
          + `              and after it by: ${list(disorder.histories[1])}`)
    },
    deadlock: (sessions, places) =>
      audit.expect("transactions.deadlock", "no transaction waits for one that waits for it")
        .that(
          false,
          () =>
            sessions.map((session, i) =>
              `one waits for ${places[i]} and has ${locked(session)}, by: ${list(session.history)}`
            ).join("\n              ")
        ),
    stale: (read) =>
      audit.expect(
        read.changed !== undefined && read.tables.includes(read.changed)
          ? "transactions.lostUpdate"
          : "transactions.staleRead",
        "no change after a read that another transaction's commit has outdated"
      )
        .that(onlyAnswers(read) || isAllowed(read, leasesLapse()), () =>
          `${short(read.query)} [${read.parameters.join(", ")}] ${difference(read.was, read.is)}; then ${
            short(read.change)
          }; the transaction: ${list(read.history)}`)
  }
}
