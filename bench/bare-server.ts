/**
 * The peer: a bare `node:http` server over better-sqlite3 that serves a purchase's requests with the same SQL work and
 * sends its own notifications by HTTP. `node bare-server.mjs <port> <folder>`; over `pg`: `node bare-server.mjs <port>
 * <url>`.
 */
import { createHash } from "node:crypto"
import { Agent, createServer, type IncomingMessage, request as send, type ServerResponse } from "node:http"
import { assortment } from "./assortment.ts"
import * as Postgres from "./bare-postgres.ts"
import { type Message, openProvider, openShop, Refused } from "./bare-shop.ts"

const [port = "", place = ""] = process.argv.slice(2)
const publicUrl = `http://localhost:${port}`
const agent = new Agent({ keepAlive: true })

const post = (message: Message): Promise<boolean> =>
  new Promise((resolve) => {
    const { body, headers } = message
    const request = send({
      agent,
      host: "127.0.0.1",
      port,
      method: "POST",
      path: "/api/payments/notifications",
      headers: { ...headers, "content-type": "application/json", "content-length": body.length }
    }, (response) => {
      response.resume()
      response.on("end", () => resolve(response.statusCode === 200))
    })
    // A connection that was kept may be closed by its other end at this moment: then it has to be sent on another.
    request.on("error", () => resolve(request.reusedSocket ? post(message) : false))
    request.end(body)
  })

/** What a request needs of the shop and its provider, over either database. */
const open = async () => {
  if (/^postgres(ql)?:/.test(place)) {
    const provider = await Postgres.openProvider(place, publicUrl, post)
    const none = (): never => {
      throw new Refused(404, "not found")
    }
    const shop = await Postgres.openShop(place, assortment, () => provider)
    // It has what a purchase needs, and no other reads.
    return { provider, shop: { ...shop, read: () => undefined, cart: none, orders: none, session: none } }
  }
  const provider = openProvider(place, publicUrl, post)
  return { provider, shop: openShop(place, assortment, () => provider) }
}
const { provider, shop } = await open()

const route = async (request: IncomingMessage, body: Buffer): Promise<string> => {
  const { headers, method, url = "" } = request
  const bearer = headers.authorization?.slice("Bearer ".length) ?? ""
  if (method === "GET" && url.startsWith("/api/orders/")) return shop.order(bearer, url.slice("/api/orders/".length))
  if (method === "GET" && url === "/api/cart") return shop.cart(bearer)
  if (method === "GET" && url === "/api/orders") return shop.orders(bearer)
  if (method === "GET" && url.startsWith("/api/checkout/")) {
    return shop.session(bearer, url.slice("/api/checkout/".length))
  }
  if (method !== "POST") throw new Refused(404, "not found")
  const keyed = {
    scope: `${method}\n${url}`,
    key: String(headers["idempotency-key"]),
    fingerprint: createHash("sha256").update(body).digest("base64url")
  }
  if (url === "/api/auth/guest") return shop.guest(keyed)
  if (url === "/api/payments/notifications") {
    await shop.notified({ headers: headers as Message["headers"], body })
    return `{"received":true}`
  }
  const json = JSON.parse(body.toString())
  if (url === "/api/cart") return shop.add(bearer, keyed, json.productId, json.quantity)
  if (url === "/api/checkout") return shop.checkout(bearer, keyed, json)
  if (url.startsWith("/pay/")) return provider.pay(url.slice("/pay/".length), json.card.number)
  throw new Refused(404, "not found")
}

const answer = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(text)
  })
  response.end(text)
}

createServer((request, response) => {
  const read = request.method === "GET" ? shop.read(request.url ?? "") : undefined
  if (read !== undefined) {
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(read.text),
      etag: read.etag
    })
    return response.end(read.text)
  }
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () =>
    void route(request, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).then(
      (text) => answer(response, 200, text),
      (error: unknown) =>
        error instanceof Refused
          ? answer(response, error.status, JSON.stringify({ title: error.message }))
          : answer(response, 500, JSON.stringify({ title: String(error) }))
    ))
}).listen(Number(port), "127.0.0.1")

process.once("SIGTERM", () => process.exit(0))
