/**
 * Partners that listen: servers on loopback that check what they are sent with the published Standard Webhooks library,
 * remember it, and answer as a test likes.
 */
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"

export interface Heard {
  readonly id: string
  readonly event: string
  readonly data: any
  readonly path: string
  /** When it was signed, in seconds. */
  readonly signedAt: number
}

export interface Listener {
  readonly url: string
  /** What came and was signed with one of the secrets, in the order in which it came. */
  readonly heard: Array<Heard>
  /** What was not signed as it should be. */
  readonly forged: Array<string>
  readonly secrets: Array<string>
  behave: (request: IncomingMessage, response: ServerResponse) => void
  readonly close: () => Promise<void>
}

export const take: Listener["behave"] = (_, response) => void response.writeHead(204).end()

export const listen = async (): Promise<Listener> => {
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8")
      const fits = self.secrets.some((secret) => {
        try {
          new Webhook(secret).verify(text, request.headers as Record<string, string>)
          return true
        } catch {
          return false
        }
      })
      if (fits) {
        self.heard.push({
          ...JSON.parse(text),
          id: String(request.headers["webhook-id"]),
          path: request.url ?? "",
          signedAt: Number(request.headers["webhook-timestamp"])
        })
      } else self.forged.push(text)
      self.behave(request, response)
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const self: Listener = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: [],
    forged: [],
    secrets: [],
    behave: take,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  }
  return self
}
