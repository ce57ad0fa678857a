/**
 * Connections to PostgreSQL, opened when they are needed, kept while they are used, and closed when they are suspect.
 *
 * The rule: nothing here waits for longer than it was told to, though the server may never be heard again. A connection
 * on which an answer did not come in time, or whose error says that it is no good (`DatabaseErrors`), is closed at once
 * and never handed out again; so are those that rest, because what befell one befell them. A connection that has rested
 * shows a sign of life before it is handed out, and one to a server that takes no writes is not opened at all.
 *
 * It knows no transactions: see `Postgres`. The linter's ban on timers does not hold here: deadlines on sockets are real
 * time. Follows docs/specification.md#deadlines.
 */
import { kindOf, readOnlySession } from "@beauty-store/kernel/DatabaseErrors"
import type { DatabaseLimits } from "@beauty-store/kernel/TimeLimit"
import { connect as connectSocket, Socket } from "node:net"
import { Client, type QueryConfig, type QueryResult } from "pg"

export interface Options {
  readonly url: string
  readonly maxConnections: number
  readonly applicationName: string
  readonly limits: DatabaseLimits
}

/** Why a connection, or a wait for one, was ended here. The code is that of a socket whose peer is not heard. */
export class NoAnswer extends Error {
  readonly code = "ETIMEDOUT"
}

/** The server is there and takes no writes. */
class NotPrimary extends Error {
  readonly code = readOnlySession
}

/** An open connection. */
export interface Session {
  readonly client: Client
  readonly socket: Socket
  /** Why it is not to be used any more. */
  broken: Error | undefined
  /** When it was last used. */
  usedAt: number
  /** Closes it when it has rested for long. */
  rest: NodeJS.Timeout | undefined
}

/** Somebody who waits for a connection, and since when. */
interface Waiting {
  readonly since: number
  readonly give: (session: Session) => void
  readonly fail: (error: Error) => void
}

export interface Pool {
  readonly options: Options
  /** Those at rest, the last used last: it is handed out first. */
  readonly resting: Array<Session>
  /** All that are open. */
  readonly open: Set<Session>
  readonly waiting: Array<Waiting>
  connecting: number
  /** When the server was last heard, on any connection. */
  heardAt: number
  closed: boolean
}

export const make = (options: Options): Pool => ({
  options,
  resting: [],
  open: new Set(),
  waiting: [],
  connecting: 0,
  heardAt: 0,
  closed: false
})

/** A connection that nobody has used for so long is closed. */
const restMillis = 30_000

/** A connection that has rested for so long shows a sign of life before it is used. */
const trustMillis = 1_000

/** How long to wait before another connection is tried where one could not be opened and others are in use. */
const retryMillis = 250

/** How long the server may take to say goodbye. */
const farewellMillis = 1_000

const now = (): number => performance.now()

/** Whether an error is the server's own word: then it lives. */
const isHeard = (error: Error): boolean => /^[0-9A-Z]{5}$/.test(String((error as { readonly code?: unknown }).code))

/** Closes a connection without a word. What runs on it fails. */
const destroy = (pool: Pool, session: Session, reason: Error): void => {
  session.broken ??= reason
  clearTimeout(session.rest)
  pool.open.delete(session)
  session.socket.destroy(reason)
}

/** Closes what rests: what is wrong with one connection may be wrong with each that was opened before. */
const destroyResting = (pool: Pool, reason: Error): void => {
  for (const session of pool.resting.splice(0)) destroy(pool, session, reason)
}

/**
 * Runs a query, with a deadline for its answer if there is one, and calls back once. A timer that is late because this
 * process had stopped lets the event loop read first what has arrived meanwhile.
 */
export const query = (
  pool: Pool,
  session: Session,
  text: QueryConfig,
  millis: number | undefined,
  done: (error: Error | undefined, result: QueryResult) => void
): void => {
  let answered = false
  const silent = () => {
    if (answered) return
    const reason = new NoAnswer(`no answer from the database within ${millis} ms`)
    destroyResting(pool, reason)
    destroy(pool, session, reason)
  }
  const timer = millis === undefined ? undefined : setTimeout(() => setImmediate(silent), millis)
  session.client.query(text, (error: Error | null, result) => {
    if (answered) return
    answered = true
    clearTimeout(timer)
    if (error === null || error === undefined || isHeard(error)) pool.heardAt = now()
    if (!error) return done(undefined, result)
    const code = String((error as { readonly code?: unknown }).code ?? "")
    if (kindOf(code) === "disconnect") {
      session.broken ??= error
      // Those that rest were opened while the server took no writes, or before it went away.
      destroyResting(pool, error)
    }
    done(session.broken ?? error, result)
  })
}

/**
 * The first statement on a connection. The server is told to close connections whose client it cannot reach any more: a
 * store that was cut off must not use up the connections of those that are not. Settings that a server does not know are
 * left out.
 */
const greeting = `SELECT pg_is_in_recovery() AS standby, (
  SELECT count(set_config(s.name, v.value, false)) FROM pg_settings s JOIN (VALUES
    ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3'),
    ('tcp_user_timeout', '25000'), ('idle_session_timeout', '${2 * restMillis}')
  ) AS v (name, value) ON v.name = s.name
) AS settings`

/** Opens a connection to a server that takes writes. */
const connect = (pool: Pool, done: (error: Error | undefined, session: Session) => void): void => {
  const { applicationName, limits: { connectMillis }, url } = pool.options
  const socket = new Socket()
  const client = new Client({
    connectionString: url,
    application_name: applicationName,
    stream: () => socket,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000
  })
  const session: Session = { client, socket, broken: undefined, usedAt: now(), rest: undefined }
  // What breaks while nothing runs on it is closed; what runs on it is told by its own callback.
  client.on("error", (error) => {
    const at = pool.resting.indexOf(session)
    if (at >= 0) pool.resting.splice(at, 1)
    destroy(pool, session, error)
  })
  let ended = false
  const end = (error: Error | undefined): void => {
    if (ended) return
    ended = true
    clearTimeout(timer)
    if (error === undefined) pool.open.add(session)
    else destroy(pool, session, error)
    done(session.broken, session)
  }
  const timer = setTimeout(
    () => setImmediate(() => end(new NoAnswer(`no connection to the database within ${connectMillis} ms`))),
    connectMillis
  )
  client.connect((error: Error | null) => {
    if (error) {
      if (isHeard(error)) pool.heardAt = now()
      return end(error)
    }
    query(pool, session, { text: greeting }, undefined, (error, result) => {
      if (error !== undefined) return end(error)
      end(
        result.rows[0]?.standby === true
          ? new NotPrimary("the database is a standby, which takes no writes")
          : undefined
      )
    })
  })
}

/** Hands a connection to somebody who waits, once it has shown that it lives. */
const hand = (pool: Pool, session: Session, waiting: Waiting): void => {
  clearTimeout(session.rest)
  if (now() - session.usedAt < trustMillis) return waiting.give(session)
  query(pool, session, { text: "SELECT 1" }, pool.options.limits.pingMillis, (error) => {
    if (error === undefined) return waiting.give(session)
    destroy(pool, session, error)
    pool.waiting.unshift(waiting)
    serve(pool)
  })
}

/** Opens one more connection, for whoever is first when it is there. */
const grow = (pool: Pool): void => {
  pool.connecting++
  const begun = now()
  connect(pool, (error, session) => {
    pool.connecting--
    if (error === undefined) return release(pool, session)
    if (pool.open.size > 0) return void setTimeout(() => serve(pool), retryMillis)
    // Nobody will give a connection back: who waits is told at once. Whoever came later may find that all is well again.
    const waiting = pool.waiting.splice(0)
    pool.waiting.push(...waiting.filter(({ since }) => since > begun))
    for (const { fail, since } of waiting) if (since <= begun) fail(error)
    serve(pool)
  })
}

/** Hands out what rests, and opens more where somebody still waits. */
const serve = (pool: Pool): void => {
  while (pool.waiting.length > 0 && pool.resting.length > 0) hand(pool, pool.resting.pop()!, pool.waiting.shift()!)
  const { maxConnections } = pool.options
  while (pool.waiting.length > pool.connecting && pool.open.size + pool.connecting < maxConnections) grow(pool)
}

/** Waits for a connection, for so long, and calls back once. */
export const acquire = (
  pool: Pool,
  millis: number,
  done: (error: Error | undefined, session: Session) => void
): void => {
  if (pool.closed) return done(new NoAnswer("the store is closing its connections"), undefined as never)
  let over = false
  const end = (error: Error | undefined, session: Session | undefined): void => {
    if (over) {
      if (session !== undefined) release(pool, session)
      return
    }
    over = true
    clearTimeout(timer)
    done(error, session as Session)
  }
  const waiting: Waiting = {
    since: now(),
    give: (session) => end(undefined, session),
    fail: (error) => end(error, undefined)
  }
  const timer = setTimeout(() => {
    const at = pool.waiting.indexOf(waiting)
    if (at >= 0) pool.waiting.splice(at, 1)
    end(new NoAnswer(`no free connection to the database within ${millis} ms`), undefined)
  }, millis)
  pool.waiting.push(waiting)
  serve(pool)
}

/** Whether a connection is inside of no transaction. */
const isIdle = ({ client }: Session): boolean =>
  (client as { readonly getTransactionStatus?: () => string | null }).getTransactionStatus?.() === "I"

/** Gives a connection back. One that is suspect, or in a transaction that nobody ended, is closed. */
export const release = (pool: Pool, session: Session): void => {
  if (session.broken === undefined && isIdle(session) && !pool.closed) {
    session.usedAt = now()
    session.rest = setTimeout(() => {
      pool.resting.splice(pool.resting.indexOf(session), 1)
      farewell(pool, session)
    }, restMillis)
    session.rest.unref()
    pool.resting.push(session)
  } else destroy(pool, session, session.broken ?? new Error("the connection was given up"))
  serve(pool)
}

/** Closes a connection in the way of the protocol, or without a word where the server does not hear. */
const farewell = (pool: Pool, session: Session): void => {
  pool.open.delete(session)
  clearTimeout(session.rest)
  const timer = setTimeout(() => session.socket.destroy(), farewellMillis)
  session.client.end(() => clearTimeout(timer))
}

/** Closes a connection whose work nobody waits for any more: what runs on it fails. */
export const abandon = (pool: Pool, session: Session, reason: Error): void => destroy(pool, session, reason)

/**
 * Asks the server to stop what runs on a connection, by the protocol's request for that: a connection of its own and a
 * message without an answer. It may come too late and hit what runs next, so the connection is to be abandoned.
 */
export const cancel = (pool: Pool, { client }: Session): void => {
  // The driver's types leave them out.
  const { host, port, processID, secretKey } = client as unknown as
    & Record<"processID" | "secretKey" | "port", number>
    & {
      readonly host: string
    }
  const message = Buffer.alloc(16)
  for (const [n, value] of [message.length, 80_877_102, processID, secretKey].entries()) {
    message.writeInt32BE(value, n * 4)
  }
  const socket = connectSocket(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  socket.on("error", () => {})
  socket.setTimeout(pool.options.limits.pingMillis, () => socket.destroy())
  socket.end(message)
}

/**
 * Asks the server for a sign of life, on any connection, where it was not heard a moment ago; a refusal is one too.
 * `done` is told why there was none.
 */
export const ping = (pool: Pool, done: (error: Error | undefined) => void): void => {
  const { acquireMillis, pingMillis } = pool.options.limits
  const begun = now()
  if (begun - pool.heardAt < pingMillis) return done(undefined)
  // Where no connection was free the others may have heard of it.
  const told = (error: Error | undefined) =>
    done(error === undefined || isHeard(error) || pool.heardAt > begun ? undefined : error)
  acquire(pool, acquireMillis, (error, session) => {
    if (error !== undefined) return told(error)
    query(pool, session, { text: "SELECT 1" }, pingMillis, (error) => {
      release(pool, session)
      told(error)
    })
  })
}

/** Closes everything. Who waits is refused; what is in use is closed when it is given back, or by force a little later. */
export const close = (pool: Pool): Promise<void> => {
  pool.closed = true
  const reason = new NoAnswer("the store is closing its connections")
  for (const { fail } of pool.waiting.splice(0)) fail(reason)
  const saying = pool.resting.splice(0).map((session) =>
    new Promise<void>((said) => {
      session.socket.once("close", () => said())
      farewell(pool, session)
    })
  )
  return Promise.all(saying).then(() => {
    for (const session of pool.open) destroy(pool, session, reason)
  })
}
