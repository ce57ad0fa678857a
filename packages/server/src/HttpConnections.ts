/**
 * The open connections of the HTTP server, and how they end at a stop: none is reset while its client waits for a
 * response. A connection ends after its last response, which says `Connection: close`, an idle one after a moment, and
 * each in stages (RFC 9112 §9.6), because bytes for a closed socket reset it. Follows
 * docs/specification.md#start-and-stop.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Server, ServerResponse } from "node:http"
import * as net from "node:net"

export interface Connections {
  /** The responses of the requests that are running. */
  readonly running: ReadonlySet<ServerResponse>
  /** Counts a request as running until its response is sent or its connection is closed. */
  readonly run: (response: ServerResponse) => void
  /** Counts a request whose response was sent at once as running only where its client receives slowly. */
  readonly sent: (response: ServerResponse) => void
  /** Whether a request runs on a connection. */
  readonly isBusy: (socket: net.Socket) => boolean
  /**
   * Accepts all connections that wait for it, and then stops listening. The caller sends no response to a new request
   * until this returns: otherwise a client that makes a connection for each request would make the next one.
   */
  readonly stopListening: Effect.Effect<void>
  /**
   * Ends every connection when no request runs on it, and returns when none is left, or at `until`, when it cuts the
   * rest off. `late` returns the text of the response to a request that has arrived only in part.
   */
  readonly drain: (until: number, late: () => string) => Effect.Effect<void>
}

/**
 * So many requests may run on a connection: each but the first was sent before the response to the one before it.
 * Browsers and proxies send none in that way. Without a limit, the few kilobytes that Node reads at once are hundreds
 * of requests, which a few connections send faster than they can be refused.
 */
const mostAtOnce = 32

const lookMillis = 20
/**
 * A connection is closed when it was idle for so many looks (half a second), and is still read for as many after that.
 * A client that sends one request after the other has sent its next one by then. Looks are counted, not time: a process
 * that was suspended has not received anything meanwhile.
 */
const lingeringLooks = 25
/**
 * When a socket stops listening, the system resets the connections that wait to be accepted. So it stops after a turn
 * of the event loop that was short and accepted nothing. In any case it stops after this time.
 */
const acceptMillis = 2_000
const shortMillis = 1

/** A whole turn of the event loop: the first callback may run in the present turn. */
const turn: Effect.Effect<void> = Effect.async((resume) => {
  setImmediate(() => setImmediate(() => resume(Effect.void)))
})

/** A connection without a running request. */
interface Idle {
  /** How many bytes it had received when it became idle: complete requests, all of which have their responses. */
  readonly atFirst: number
  received: number
  looks: number
}

/** The last running response of each connection. */
const lastResponses = (running: ReadonlySet<ServerResponse>): Iterable<ServerResponse> =>
  new Map([...running].map((response) => [response.req.socket, response])).values()

/**
 * Closes the responses of a lost connection that were to follow another one: Node closes only that one, which has the
 * socket, and nobody would hear of the others.
 */
const closeQueued = (responses: Iterable<ServerResponse> = []): void => {
  for (const response of responses) if (response.socket === null) response.emit("close")
}

/** The connections that end. */
interface Ending {
  readonly idle: Map<net.Socket, Idle>
  /** Connections that are closed for writing, with the number of looks since their last bytes were sent. */
  readonly closed: Map<net.Socket, number>
}

const close = ({ closed }: Ending, socket: net.Socket, text = ""): void => {
  if (closed.has(socket)) return
  closed.set(socket, 0)
  socket.end(text)
}

/** Takes a connection to its next stage, if it is time. */
const look = (ending: Ending, socket: net.Socket, isBusy: boolean, late: () => string): void => {
  const { closed, idle } = ending
  const known = idle.get(socket)
  const { bytesRead } = socket
  if (closed.has(socket)) {
    if (!socket.writableFinished) return
    const looks = closed.get(socket)! + 1
    closed.set(socket, looks)
    if (looks > lingeringLooks) socket.destroy()
  } else if (isBusy) idle.delete(socket)
  else if (known === undefined) idle.set(socket, { atFirst: bytesRead, received: bytesRead, looks: 0 })
  else if (known.received !== bytesRead) Object.assign(known, { received: bytesRead, looks: 0 })
  else if (++known.looks > lingeringLooks) close(ending, socket, bytesRead === known.atFirst ? "" : late())
}

/** Tracks the connections of a server. `rested` is called when the last request of a connection is over. */
export const of = (server: Server, rested: (socket: net.Socket) => void = () => undefined): Connections => {
  const open = new Set<net.Socket>()
  const running = new Set<ServerResponse>()
  /** The responses of the requests that run on each connection, where any does. */
  const busy = new Map<net.Socket, Set<ServerResponse>>()
  const ending: Ending = { idle: new Map(), closed: new Map() }
  let accepted = 0
  server.on("connection", (socket: net.Socket) => {
    accepted++
    open.add(socket)
    socket.once("close", () => {
      open.delete(socket)
      closeQueued(busy.get(socket))
    })
  })

  const run = (response: ServerResponse): void => {
    const { socket } = response.req
    running.add(response)
    const responses = busy.get(socket) ?? new Set()
    busy.set(socket, responses.add(response))
    if (responses.size > mostAtOnce) socket.destroy()
    response.once("close", () => {
      running.delete(response)
      responses.delete(response)
      if (responses.size > 0) return
      busy.delete(socket)
      rested(socket)
    })
  }

  const sent = (response: ServerResponse): void => {
    const { socket } = response.req
    if (socket.writableLength > 0) run(response)
    else rested(socket)
  }

  const stopListening = Effect.gen(function*() {
    const until = performance.now() + acceptMillis
    while (performance.now() < until) {
      const [before, begun] = [accepted, performance.now()]
      yield* turn
      if (accepted === before && performance.now() - begun <= shortMillis) break
    }
    // The `close` of an HTTP server would close idle connections, too.
    net.Server.prototype.close.call(server)
    for (const socket of open) {
      // Node calls this after the last response of a connection.
      socket.destroySoon = () => close(ending, socket)
    }
    for (const response of lastResponses(running)) {
      if (!response.headersSent) response.setHeader("connection", "close")
    }
  })

  const drain = Effect.fnUntraced(function*(until: number, late: () => string) {
    while (open.size > 0 && (yield* Clock.currentTimeMillis) < until) {
      yield* Effect.sleep(lookMillis)
      // After a suspension, what has arrived meanwhile is received first.
      yield* turn
      for (const socket of open) look(ending, socket, busy.has(socket), late)
    }
    for (const socket of open) socket.destroy()
  })

  return { running, run, sent, isBusy: (socket) => busy.has(socket), stopListening, drain }
}
