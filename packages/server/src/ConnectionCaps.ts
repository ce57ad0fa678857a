/**
 * How many connections one network address may have open at a time. Above it the one that has been idle for longest
 * gives way to a new one, so that an address that many people share goes on working; where a request runs on every one,
 * the new one is refused. Trusted proxies and, in a demo, the machine itself are not counted. Follows
 * docs/specification.md#sockets.
 */
import * as NetworkAddress from "@beauty-store/outbound/NetworkAddress"
import type { Server } from "node:http"
import type { Socket } from "node:net"

export interface Cap {
  readonly perNetwork: number
  /** Whether the connections of an address are counted. */
  readonly isCounted: (address: string) => boolean
}

/** The connections of a network: idle ones since when they are, the others since they were opened. */
type OfNetwork = Set<Socket>

/** Keeps the cap. `isBusy`: whether a request runs on a connection. */
export const keep = (
  server: Server,
  { isCounted, perNetwork }: Cap,
  isBusy: (socket: Socket) => boolean,
  refuse: (socket: Socket) => void
) => {
  const networks = new Map<string, OfNetwork>()
  const networkOf = new WeakMap<Socket, string>()

  const longestIdle = (sockets: OfNetwork): Socket | undefined => {
    for (const socket of sockets) if (!isBusy(socket)) return socket
    return undefined
  }

  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress
    const network = address === undefined || !isCounted(address) ? undefined : NetworkAddress.networkOf(address)
    if (network === undefined) return
    const sockets = networks.get(network) ?? new Set()
    if (sockets.size >= perNetwork) {
      const idle = longestIdle(sockets)
      if (idle === undefined) return refuse(socket)
      sockets.delete(idle)
      idle.destroy()
    }
    sockets.add(socket)
    networks.set(network, sockets)
    networkOf.set(socket, network)
    socket.once("close", () => {
      sockets.delete(socket)
      if (sockets.size === 0 && networks.get(network) === sockets) networks.delete(network)
    })
  })

  /** A request on a connection is over, and the connection is idle from now on. */
  const rested = (socket: Socket): void => {
    const sockets = networks.get(networkOf.get(socket) ?? "")
    // Added again, it comes after those that have been idle for longer.
    if (sockets?.delete(socket) === true) sockets.add(socket)
  }
  return { rested }
}
