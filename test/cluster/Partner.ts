/** A partner that subscribes to the shop's events and accepts all of them: which came, and in which order. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface Partner {
  readonly url: string
  /** The ids of the events, by when they first came. */
  readonly heard: ReadonlyMap<string, number>
  readonly close: () => void
}

export const openPartner = async (): Promise<Partner> => {
  const heard = new Map<string, number>()
  const server = createServer((request, response) => {
    request.resume()
    request.on("end", () => {
      const id = String(request.headers["webhook-id"])
      if (!heard.has(id)) heard.set(id, heard.size)
      response.writeHead(204).end()
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    heard,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
