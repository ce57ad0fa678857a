/**
 * Connections to PostgreSQL: opened on demand, closed when they are suspect. Nothing waits longer than its limit. If an
 * answer does not come in time, or an error is a `disconnect` (`DatabaseErrors`), the connection is closed, and all
 * idle ones with it. An idle one is pinged before use; none to a standby is kept. Follows
 * docs/specification.md#deadlines.
 */
import { connect as connectSocket, Socket } from "node:net"
import { Client, type QueryConfig, type QueryResult } from "pg"
import { isOfSocket, kindOf, readOnlySession } from "../DatabaseErrors.ts"
import type { DatabaseLimits } from "../TimeLimit.ts"

export interface Options {
  readonly url: string
  readonly maxConnections: number
  readonly applicationName: string
  readonly limits: DatabaseLimits
}

/** A deadline passed. The code is that of a socket whose peer does not answer. */
export class NoAnswer extends Error {
  readonly code = "ETIMEDOUT"
}

/** The server is a standby. */
class NotPrimary extends Error {
  readonly code = readOnlySession
}

/** An open connection. */
export interface Session {
  readonly client: Client
  readonly socket: Socket
  /** Why it must not be used again. */
  broken: Error | undefined
  /** When it was last used. */
  usedAt: number
  /** Whether what is sent waits for the end of this turn. */
  gathers: boolean
  /** Closes it when it has been idle for long. */
  idleTimer: NodeJS.Timeout | undefined
}

/** A caller that waits for a connection, and since when. */
interface Waiting {
  readonly since: number
  readonly give: (session: Session) => void
  readonly fail: (error: Error) => void
}

export interface Pool {
  readonly options: Options
  /** The idle connections, the last used last: it is handed out first. */
  readonly idle: Array<Session>
  /** All open connections. */
  readonly open: Set<Session>
  readonly waiting: Array<Waiting>
  connecting: number
  /** When the server last answered, on any connection. */
  heardAt: number
  closed: boolean
}

export const make = (options: Options): Pool => ({
  options,
  idle: [],
  open: new Set(),
  waiting: [],
  connecting: 0,
  heardAt: Number.NEGATIVE_INFINITY,
  closed: false
})

/** A connection that was idle for so long is closed. */
const idleMillis = 30_000

/** A connection that was idle for so long is pinged before it is used. */
const trustMillis = 1_000

/** How long to wait before the next try if a connection could not be opened and others are in use. */
const retryMillis = 250

/** How long the server may take to close a connection. */
const farewellMillis = 1_000

const now = (): number => performance.now()

const codeOf = (error: Error): string => String((error as { readonly code?: unknown }).code ?? "")

/** Whether the server itself reported an error: then it is alive. */
const isHeard = (error: Error): boolean => /^[0-9A-Z]{5}$/.test(codeOf(error)) && !isOfSocket(codeOf(error))

/** A full disk, or a fault of the server's, is no reason to close other connections. */
const isLocal = (code: string): boolean => /^(?:53|58|XX)/.test(code)

/** Closes a connection at once, without the protocol's farewell. The query that runs on it fails. */
const destroy = (pool: Pool, session: Session, reason: Error): void => {
  session.broken ??= reason
  clearTimeout(session.idleTimer)
  pool.open.delete(session)
  session.socket.destroy(reason)
}

/** Closes the idle connections: what is wrong with one connection may be wrong with all that were opened before. */
const destroyIdle = (pool: Pool, reason: Error): void => {
  for (const session of pool.idle.splice(0)) destroy(pool, session, reason)
}

/** More than the program has statements; texts that are made at run time must not fill the server's memory. */
const mostPrepared = 400
const names = new Map<string, string>()

/**
 * The name under which connections keep a statement prepared. Statements without parameters have none: some are several
 * in one text, which cannot be prepared.
 */
const nameOf = (text: string, parameters: ReadonlyArray<unknown> | undefined): string | undefined => {
  if (parameters === undefined || parameters.length === 0) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size === mostPrepared) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** Sends what is said on a connection in this turn as one piece. */
const gather = (session: Session): void => {
  if (session.gathers) return
  session.gathers = true
  // The types of `pg` leave the connection out.
  const { stream } = (session.client as unknown as { readonly connection: { readonly stream: Socket } }).connection
  stream.cork()
  process.nextTick(() => {
    session.gathers = false
    stream.uncork()
  })
}

/**
 * Runs a query after those before, with a deadline for its answer if there is one, and calls back once. If this process
 * was stopped, its timers are late: the event loop first reads what has arrived meanwhile.
 */
export const query = (
  pool: Pool,
  session: Session,
  text: string,
  parameters: Array<unknown> | undefined,
  millis: number | undefined,
  done: (result: QueryResult | Error) => void,
  rows: "objects" | "values" = "objects"
): void => {
  let answered = false
  const silent = () => {
    if (answered) return
    const reason = new NoAnswer(`no answer from the database within ${millis} ms`)
    destroyIdle(pool, reason)
    destroy(pool, session, reason)
  }
  const timer = millis === undefined ? undefined : setTimeout(() => setImmediate(silent), millis)
  gather(session)
  const received = (error: Error | null, result: QueryResult): void => {
    if (answered) return
    answered = true
    clearTimeout(timer)
    if (!error || isHeard(error)) pool.heardAt = now()
    if (!error) return done(result)
    const code = codeOf(error)
    if (kindOf(code) === "disconnect") {
      session.broken ??= error
      if (!isLocal(code)) destroyIdle(pool, error)
    }
    done(session.broken ?? error)
  }
  if (rows === "values") session.client.query({ text, values: parameters, rowMode: "array" } as QueryConfig, received)
  else {
    const name = nameOf(text, parameters)
    // The driver copies a query that is an object.
    if (name === undefined) session.client.query(text, parameters ?? [], received)
    else session.client.query({ name, text, values: parameters } as QueryConfig, received)
  }
}

/**
 * The first statement on a connection. It tells the server to close connections whose client it cannot reach: a store
 * that was cut off must not use up the connections of the others. Settings that the server does not know are left out.
 */
const greeting = `SELECT pg_is_in_recovery() AS standby, (
  SELECT count(set_config(s.name, v.value, false)) FROM pg_settings s JOIN (VALUES
    ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3'),
    ('tcp_user_timeout', '25000'), ('idle_session_timeout', '${2 * idleMillis}')
  ) AS v (name, value) ON v.name = s.name
) AS settings`

/** Opens a connection to a primary. */
const connect = (pool: Pool, done: (session: Session | Error) => void): void => {
  const { applicationName, limits: { connectMillis }, url } = pool.options
  const socket = new Socket()
  let client: Client
  try {
    client = new Client({
      connectionString: url,
      application_name: applicationName,
      stream: () => socket,
      keepAlive: true,
      // Queries do not wait for the answers to those before.
      pipeline: true,
      keepAliveInitialDelayMillis: 5_000
    })
  } catch (error) {
    // The address cannot be read.
    return done(error as Error)
  }
  const session: Session = { client, socket, broken: undefined, usedAt: now(), gathers: false, idleTimer: undefined }
  // A query that runs on it gets the error by its own callback.
  client.on("error", (error) => {
    const at = pool.idle.indexOf(session)
    if (at >= 0) pool.idle.splice(at, 1)
    destroy(pool, session, error)
  })
  let ended = false
  const end = (error: Error | undefined): void => {
    if (ended) return
    ended = true
    clearTimeout(timer)
    if (error === undefined) pool.open.add(session)
    else destroy(pool, session, error)
    done(session.broken ?? session)
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
    query(pool, session, greeting, undefined, undefined, (result) => {
      if (result instanceof Error) return end(result)
      const isStandby = result.rows[0]?.standby === true
      end(isStandby ? new NotPrimary("the database is a standby, which accepts no writes") : undefined)
    })
  })
}

/** Hands a connection to a caller. If it was idle, it is pinged first. */
const hand = (pool: Pool, session: Session, waiting: Waiting): void => {
  clearTimeout(session.idleTimer)
  if (now() - session.usedAt < trustMillis) return waiting.give(session)
  query(pool, session, "SELECT 1", undefined, pool.options.limits.pingMillis, (result) => {
    if (!(result instanceof Error)) return waiting.give(session)
    destroy(pool, session, result)
    pool.waiting.unshift(waiting)
    serve(pool)
  })
}

/** Opens one more connection, for the caller that is first when it is open. */
const grow = (pool: Pool): void => {
  pool.connecting++
  const begun = now()
  connect(pool, (opened) => {
    pool.connecting--
    if (!(opened instanceof Error)) return release(pool, opened)
    if (pool.open.size > 0) return void setTimeout(() => serve(pool), retryMillis)
    // No connection will be returned: callers that wait fail at once, except those that came after this attempt began.
    const waiting = pool.waiting.splice(0)
    pool.waiting.push(...waiting.filter(({ since }) => since > begun))
    for (const { fail, since } of waiting) if (since <= begun) fail(opened)
    serve(pool)
  })
}

/** Hands out the idle connections, and opens more if callers still wait. */
const serve = (pool: Pool): void => {
  while (pool.waiting.length > 0 && pool.idle.length > 0) hand(pool, pool.idle.pop()!, pool.waiting.shift()!)
  const { maxConnections } = pool.options
  while (pool.waiting.length > pool.connecting && pool.open.size + pool.connecting < maxConnections) grow(pool)
}

/** Waits for a connection, at most so long, and calls back once. */
export const acquire = (
  pool: Pool,
  millis: number,
  done: (session: Session | Error) => void
): void => {
  if (pool.closed) return done(new NoAnswer("the store is closing its connections"))
  let over = false
  const end = (got: Session | Error): void => {
    if (over) return got instanceof Error ? undefined : release(pool, got)
    over = true
    clearTimeout(timer)
    done(got)
  }
  const waiting: Waiting = { since: now(), give: end, fail: end }
  const timer = setTimeout(() => {
    const at = pool.waiting.indexOf(waiting)
    if (at >= 0) pool.waiting.splice(at, 1)
    end(new NoAnswer(`no free connection to the database within ${Math.round(millis)} ms`))
  }, millis)
  pool.waiting.push(waiting)
  serve(pool)
}

/** Whether a connection is outside of any transaction. */
const isOutside = ({ client }: Session): boolean =>
  (client as { readonly getTransactionStatus?: () => string | null }).getTransactionStatus?.() === "I"

/** Returns a connection. One that is suspect, or inside a transaction that nobody ended, is closed. */
export const release = (pool: Pool, session: Session): void => {
  if (session.broken === undefined && isOutside(session) && !pool.closed) {
    session.usedAt = now()
    session.idleTimer = setTimeout(() => {
      pool.idle.splice(pool.idle.indexOf(session), 1)
      farewell(pool, session)
    }, idleMillis)
    session.idleTimer.unref()
    pool.idle.push(session)
  } else destroy(pool, session, session.broken ?? new Error("the connection was returned inside a transaction"))
  serve(pool)
}

/** Closes a connection as the protocol says, or at once if the server does not answer. */
const farewell = (pool: Pool, session: Session): void => {
  pool.open.delete(session)
  clearTimeout(session.idleTimer)
  const timer = setTimeout(() => session.socket.destroy(), farewellMillis)
  session.client.end(() => clearTimeout(timer))
}

/** Closes a connection whose caller no longer waits for it: the query that runs on it fails. */
export const abandon = (pool: Pool, session: Session, reason: Error): void => destroy(pool, session, reason)

/**
 * Asks the server to stop the query that runs on a connection: in the protocol that is a message without an answer, on
 * a connection of its own. It may arrive too late and stop the next query, so the connection has to be abandoned.
 */
export const cancel = (pool: Pool, { client }: Session): void => {
  // The types of `pg` leave these out.
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
 * Checks that the server is alive: it answered a moment ago, on any connection, or answers now. A refusal is an answer.
 * `done` gets the reason if there was no answer.
 */
export const ping = (pool: Pool, done: (error: Error | undefined) => void): void => {
  const { acquireMillis, pingMillis } = pool.options.limits
  const begun = now()
  if (begun - pool.heardAt < pingMillis) return done(undefined)
  // No connection may have been free, and the server may have answered on the others.
  const conclude = (error: Error | undefined) =>
    done(error === undefined || isHeard(error) || pool.heardAt > begun ? undefined : error)
  acquire(pool, acquireMillis, (got) => {
    if (got instanceof Error) return conclude(got)
    query(pool, got, "SELECT 1", undefined, pingMillis, (result) => {
      release(pool, got)
      conclude(result instanceof Error ? result : undefined)
    })
  })
}

/** Closes all connections. Callers that wait fail; connections in use are closed once the idle ones are. */
export const close = (pool: Pool): Promise<void> => {
  pool.closed = true
  const reason = new NoAnswer("the store is closing its connections")
  for (const { fail } of pool.waiting.splice(0)) fail(reason)
  const saying = pool.idle.splice(0).map((session) =>
    new Promise<void>((said) => {
      session.socket.once("close", () => said())
      farewell(pool, session)
    })
  )
  return Promise.all(saying).then(() => {
    for (const session of pool.open) destroy(pool, session, reason)
  })
}
