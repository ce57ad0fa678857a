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
  /** Runs `close` when nobody waits to be accepted, and from then on accepts no connection. */
  readonly refuse: (close: () => void) => Effect.Effect<void>
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
 * event loop that accepted nobody and was short, or after so many turns where none is.
 */
const mostTurns = 100
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

/** Watches the connections of a server. */
export const of = (server: Server): Connections => {
  const open = new Set<net.Socket>()
  const running = new Set<ServerResponse>()
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

  const refuse = Effect.fnUntraced(function*(close: () => void) {
    for (let turns = 0; turns < mostTurns; turns++) {
      const [before, begun] = [accepted, performance.now()]
      yield* turn
      if (accepted === before && performance.now() - begun <= shortMillis) break
    }
    close()
    // An HTTP server's own `close` would also close the connections on which nothing runs.
    net.Server.prototype.close.call(server)
  })

  const drain = Effect.fnUntraced(function*(until: number, late: () => string) {
    const silences = new Map<net.Socket, Silence>()
    /** Connections that are closed for writing, and how often they were looked at since the last bytes left. */
    const ending = new Map<net.Socket, number>()
    const end = (socket: net.Socket, text = ""): void => {
      if (ending.has(socket)) return
      ending.set(socket, 0)
      socket.end(text)
    }
    for (const socket of open) {
      // What Node does after a response that is the last one on its connection.
      socket.destroySoon = () => end(socket)
    }
    for (const response of lastOnes(running)) {
      if (!response.headersSent) response.setHeader("connection", "close")
    }
    const look = (socket: net.Socket, isBusy: boolean): void => {
      const silence = silences.get(socket)
      const { bytesRead } = socket
      if (ending.has(socket)) {
        if (!socket.writableFinished) return
        const looks = ending.get(socket)! + 1
        ending.set(socket, looks)
        if (looks > lingeringLooks) socket.destroy()
      } else if (isBusy) silences.delete(socket)
      else if (silence === undefined) silences.set(socket, { atFirst: bytesRead, received: bytesRead, looks: 0 })
      else if (silence.received !== bytesRead) Object.assign(silence, { received: bytesRead, looks: 0 })
      else if (++silence.looks > lingeringLooks) end(socket, bytesRead === silence.atFirst ? "" : late())
    }
    while (open.size > 0 && (yield* Clock.currentTimeMillis) < until) {
      yield* Effect.sleep(lookMillis)
      // What has come while the process stood still is received first.
      yield* turn
      const busy = new Set(Array.from(running, (response) => response.req.socket))
      for (const socket of open) look(socket, busy.has(socket))
    }
    for (const socket of open) socket.destroy()
  })

  return { running, run, refuse, drain }
}
