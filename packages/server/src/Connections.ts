/**
 * The open connections of a server, and how they end at a stop without a reset: no client loses a connection under a
 * request that it has sent.
 *
 * A connection ends after the last response on it, which says `Connection: close`. One on which nothing runs is left
 * open for a moment first, because its client may be sending; and each is closed in stages (RFC 9112 §9.6), because a
 * system that receives bytes for a closed socket resets the connection, and the client may lose the response with it.
 * Follows docs/specification.md#start-and-stop.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Server, ServerResponse } from "node:http"
import * as net from "node:net"

export interface Connections {
  /** The requests that are running are those whose responses are in here. */
  readonly running: ReadonlySet<ServerResponse>
  /** Counts a request as running until its response has left, or its connection is gone. */
  readonly run: (response: ServerResponse) => void
  /**
   * Accepts everybody who waits for it, and from then on nobody. From now on nobody may have a response to a new request
   * until this returns: a client that connects anew for each of its requests would come again and again.
   */
  readonly refuse: Effect.Effect<void>
  /**
   * Ends every connection once nothing runs on it, and returns when none is left, at a time at the latest. `late` is
   * the whole response, in bytes, to a request of which only a part has come.
   */
  readonly drain: (until: number, late: () => string) => Effect.Effect<void>
}

const lookMillis = 20
/**
 * For so many looks, half a second, a connection is silent before it is closed, and is read on after that: longer than
 * the next request of a client that asks again and again is on its way. Looks are counted, and not time: a process that
 * stood still has received nothing meanwhile.
 */
const lingeringLooks = 25
/**
 * The system resets those who wait to be accepted when it is told to listen no more. So that happens after a turn of the
 * event loop that accepted nobody and was short, or after this time where none is.
 */
const acceptMillis = 1_000
const shortMillis = 1

/** A whole turn of the event loop: the first of the two may be in the present one. */
const turn: Effect.Effect<void> = Effect.async((resume) => {
  setImmediate(() => setImmediate(() => resume(Effect.void)))
})

/** What is known of a connection on which nothing runs. */
interface Silence {
  /** The bytes that it had received when nothing ran any more: all of them were requests that have their responses. */
  readonly atFirst: number
  received: number
  looks: number
}

/** The responses after which nothing else runs on their connections. */
const lastOnes = (running: ReadonlySet<ServerResponse>): Iterable<ServerResponse> =>
  new Map([...running].map((response) => [response.req.socket, response])).values()

/** Connections that end. */
interface Ending {
  readonly silences: Map<net.Socket, Silence>
  /** Those that are closed for writing, and how often they were looked at since the last bytes left. */
  readonly closed: Map<net.Socket, number>
}

const close = ({ closed }: Ending, socket: net.Socket, text = ""): void => {
  if (closed.has(socket)) return
  closed.set(socket, 0)
  socket.end(text)
}

/** Takes a connection that ends a step further, where its time has come. */
const look = (ending: Ending, socket: net.Socket, isBusy: boolean, late: () => string): void => {
  const { closed, silences } = ending
  const silence = silences.get(socket)
  const { bytesRead } = socket
  if (closed.has(socket)) {
    if (!socket.writableFinished) return
    const looks = closed.get(socket)! + 1
    closed.set(socket, looks)
    if (looks > lingeringLooks) socket.destroy()
  } else if (isBusy) silences.delete(socket)
  else if (silence === undefined) silences.set(socket, { atFirst: bytesRead, received: bytesRead, looks: 0 })
  else if (silence.received !== bytesRead) Object.assign(silence, { received: bytesRead, looks: 0 })
  else if (++silence.looks > lingeringLooks) close(ending, socket, bytesRead === silence.atFirst ? "" : late())
}

/** Watches the connections of a server. */
export const of = (server: Server): Connections => {
  const open = new Set<net.Socket>()
  const running = new Set<ServerResponse>()
  const ending: Ending = { silences: new Map(), closed: new Map() }
  let accepted = 0
  server.on("connection", (socket: net.Socket) => {
    accepted++
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  })

  const run = (response: ServerResponse): void => {
    running.add(response)
    response.once("close", () => running.delete(response))
  }

  const refuse = Effect.gen(function*() {
    const until = performance.now() + acceptMillis
    for (let begun = performance.now(); begun < until;) {
      const before = accepted
      yield* turn
      const now = performance.now()
      if (accepted === before && now - begun <= shortMillis) break
      begun = now
    }
    // An HTTP server's own `close` would also close the connections on which nothing runs.
    net.Server.prototype.close.call(server)
    for (const socket of open) {
      // What Node does after a response that is the last one on its connection.
      socket.destroySoon = () => close(ending, socket)
    }
    for (const response of lastOnes(running)) {
      if (!response.headersSent) response.setHeader("connection", "close")
    }
  })

  const drain = Effect.fnUntraced(function*(until: number, late: () => string) {
    while (open.size > 0 && (yield* Clock.currentTimeMillis) < until) {
      yield* Effect.sleep(lookMillis)
      // What has come while the process stood still is received first.
      yield* turn
      const busy = new Set(Array.from(running, (response) => response.req.socket))
      for (const socket of open) look(ending, socket, busy.has(socket), late)
    }
    for (const socket of open) socket.destroy()
  })

  return { running, run, refuse, drain }
}
