/**
 * A TCP proxy in front of a server that behaves as networks do: it forwards, falls silent, loses bytes, resets
 * connections, delays, and accepts nothing (`const proxy = await openProxy(url)`, `await proxy.silence()`). A
 * `Behaviour` decides about each connection and each piece of bytes; to add one, add a method that calls `behave`.
 */
import { once } from "node:events"
import { connect, createServer, type Server, type Socket } from "node:net"
import { freePort } from "../free-port.ts"

/** Where a piece is going: to the server behind the proxy, or back to the client. */
export type Direction = "toServer" | "toClient"

/** What happens to a piece: it is forwarded (after so many milliseconds), waits for the next behaviour, or is lost. */
export type Fate = { readonly forwardAfter: number } | "hold" | "lose"

/** How the proxy behaves until the next call of `behave`. */
export interface Behaviour {
  /** `hold`: a connection is accepted, and nothing more. `refuse`: the proxy does not listen. */
  readonly accept: "forward" | "hold" | "refuse"
  /** `bytes`: as they arrived, perhaps part of a message or several; `undefined` is the end. */
  readonly piece: (direction: Direction, bytes: Buffer | undefined) => Fate
}

const now: Fate = { forwardAfter: 0 }
const forwarding: Behaviour = { accept: "forward", piece: () => now }

/** One direction of a connection: its pieces leave in the order in which they arrived. */
interface Way {
  readonly from: Socket
  readonly to: Socket
  readonly direction: Direction
  /** Pieces that wait for the next behaviour; `undefined` is the end. */
  held: Array<Buffer | undefined>
  /** Once a piece was lost, the later ones cannot be understood: all of them are lost. */
  lost: boolean
  /** The last delayed piece: the next one does not overtake it. */
  last: Promise<void>
}

interface Link {
  readonly client: Socket
  readonly ways: Array<Way>
}

export interface Proxy {
  readonly port: number
  /** The server's address, by way of the proxy. */
  readonly url: string
  /** Forwards everything, first the pieces that were held. */
  readonly forward: () => Promise<void>
  /**
   * Forwards nothing and closes nothing. Pieces are held until the network is back, as TCP repeats them. With
   * `lost` they are lost, and their connections stay silent for ever. `direction`: only this one is silent.
   */
  readonly silence: (options?: { readonly lost?: boolean; readonly direction?: Direction }) => Promise<void>
  /** Forwards each piece so many milliseconds after it arrived. */
  readonly delay: (millis: number) => Promise<void>
  /** Accepts connections, but forwards nothing on them until `forward`. Open connections continue. */
  readonly pauseAccept: () => Promise<void>
  /** Stops listening: new connections are refused. Open connections continue. */
  readonly refuse: () => Promise<void>
  /** Resets all connections. The behaviour stays. */
  readonly reset: () => void
  /** Leads new connections to another server, as a changed DNS name does. Open connections stay. */
  readonly retarget: (address: URL) => void
  /** Sets a behaviour of the caller's own. */
  readonly behave: (behaviour: Behaviour) => Promise<void>
  /** How many connections clients have open. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

/** Opens a proxy in front of the server at an address, on a free port of loopback. */
export const openProxy = async (address: URL): Promise<Proxy> => {
  let target = address
  let behaviour = forwarding
  const links = new Set<Link>()
  /** Accepted, and not yet connected to the server. */
  const waiting = new Set<Socket>()

  const pass = (way: Way, piece: Buffer | undefined): void => {
    if (way.to.destroyed) return
    if (piece === undefined) way.to.end()
    else way.to.write(piece)
  }

  const arrive = (way: Way, piece: Buffer | undefined): void => {
    if (way.lost) return
    const fate = way.held.length > 0 ? "hold" : behaviour.piece(way.direction, piece)
    if (fate === "hold") way.held.push(piece)
    else if (fate === "lose") way.lost = true
    else if (fate.forwardAfter === 0) void (way.last = way.last.then(() => pass(way, piece)))
    else {
      const arrives = new Promise((resolve) => setTimeout(resolve, fate.forwardAfter))
      way.last = Promise.all([way.last, arrives]).then(() => pass(way, piece))
    }
  }

  const lead = (client: Socket): void => {
    const server = connect(Number(target.port), target.hostname)
    const wayOf = (direction: Direction, from: Socket, to: Socket): Way => {
      const way: Way = { direction, from, to, held: [], lost: false, last: Promise.resolve() }
      from.setNoDelay(true)
      from.on("data", (piece: Buffer) => arrive(way, piece))
      from.on("end", () => arrive(way, undefined))
      // The other side learns of a broken socket only while the proxy forwards.
      from.on("error", () => arrive(way, undefined))
      return way
    }
    const link: Link = { client, ways: [wayOf("toServer", client, server), wayOf("toClient", server, client)] }
    links.add(link)
    let open = 2
    for (const socket of [client, server]) {
      socket.once("close", () => {
        if (--open === 0) links.delete(link)
      })
    }
  }

  const accept = (client: Socket): void => {
    if (behaviour.accept === "forward") return lead(client)
    waiting.add(client)
    client.on("error", () => {})
    client.once("close", () => waiting.delete(client))
  }

  const listen = async (port: number): Promise<Server> => {
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: false }, accept).listen(port, "127.0.0.1")
    await once(server, "listening")
    return server
  }

  const port = await freePort()
  let server: Server | undefined = await listen(port)
  const url = new URL(address.href)
  url.hostname = "127.0.0.1"
  url.port = String(port)

  const behave = async (next: Behaviour): Promise<void> => {
    behaviour = next
    if (next.accept === "refuse") {
      server?.close()
      server = undefined
    } else server ??= await listen(port)
    for (const { ways } of links) {
      for (const way of ways) for (const piece of way.held.splice(0)) arrive(way, piece)
    }
    if (next.accept !== "forward") return
    for (const client of waiting) {
      waiting.delete(client)
      client.removeAllListeners()
      lead(client)
    }
  }

  const destroyAll = (): void => {
    for (const client of waiting) client.resetAndDestroy()
    for (const { ways } of links) for (const { from } of ways) from.resetAndDestroy()
  }

  return {
    port,
    url: url.href,
    behave,
    forward: () => behave(forwarding),
    silence: ({ direction, lost = false } = {}) => {
      const fate = lost ? "lose" : "hold"
      return behave({
        accept: direction === "toClient" ? "forward" : "hold",
        piece: (way) => direction === undefined || direction === way ? fate : now
      })
    },
    delay: (millis) => behave({ accept: "forward", piece: () => ({ forwardAfter: millis }) }),
    pauseAccept: () => behave({ ...forwarding, accept: "hold" }),
    refuse: () => behave({ ...forwarding, accept: "refuse" }),
    reset: destroyAll,
    retarget: (address) => {
      target = address
    },
    connections: () => links.size + waiting.size,
    close: async () => {
      const closed = server === undefined ? undefined : once(server, "close")
      server?.close()
      destroyAll()
      await closed
    }
  }
}
