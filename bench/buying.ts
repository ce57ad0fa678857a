/**
 * How the loads of the benches send requests and buy: a connection that is a socket and a few lines, so that the load
 * costs little beside what it measures, and a whole purchase of the store's or of its bare peers'.
 */
import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { delivery } from "../test/shop/shopper.ts"

export type Kind = "guest" | "cart" | "checkout" | "pay" | "order"

export interface Answer {
  readonly status: number
  /** The status line and the headers, as they came. */
  readonly head: string
  readonly body: Buffer
}

/** One connection: a request at a time. */
export class Connection {
  private readonly socket: Socket
  private received: Buffer = Buffer.alloc(0)
  private waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined

  constructor(port: number) {
    this.socket = connect({ host: "127.0.0.1", port, noDelay: true })
    this.socket.on("data", (chunk: Buffer) => this.take(chunk))
    const broken = (error = new Error("the connection was closed")) => this.waiting?.reject(error)
    this.socket.on("error", broken).on("close", () => broken())
  }

  request(method: string, path: string, headers: string, json: unknown): Promise<Answer> {
    const body = json === undefined ? "" : JSON.stringify(json)
    const type = json === undefined
      ? ""
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) return reject(new Error("the connection was closed while nobody asked"))
      this.waiting = { resolve, reject }
      this.socket.write(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}${type}\r\n${body}`)
    })
  }

  close(): void {
    this.waiting = undefined
    this.socket.destroy()
  }

  private take(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk])
    const end = this.received.indexOf("\r\n\r\n")
    if (end < 0) return
    const head = this.received.toString("latin1", 0, end)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined) {
      return this.waiting?.reject(new Error(`an answer without a length: ${head}`))
    }
    const until = end + 4 + Number(length)
    if (this.received.length < until) return
    const answer = { status: Number(head.slice(9, 12)), head, body: this.received.subarray(end + 4, until) }
    this.received = this.received.subarray(until)
    this.waiting?.resolve(answer)
  }
}

/**
 * How long a shopper waits before looking again at an order that is not confirmed yet; twice as long each time, but
 * less than a server keeps a connection open on which nobody asks.
 */
const patienceMillis = 5
const mostPatienceMillis = 1000
/** After this an order is not going to be confirmed any more. */
const endOfPatienceMillis = 60_000

/** Asks again for as long as the store, which has too much to do, asks to come again later. */
export const untilServed = async (ask: () => Promise<Answer>): Promise<Answer> => {
  let answer = await ask()
  while (answer.status === 503) {
    await sleep(200)
    answer = await ask()
  }
  return answer
}

/** A body, or a part of one. */
// oxlint-disable-next-line typescript/no-explicit-any -- a decoder would take time from the shops that are measured
export type Json = any

/** A request on a shopper's connection. Only 200 is a success. */
export type Call = (kind: Kind, method: string, path: string, token: string, json?: unknown) => Promise<Answer>

/** A whole purchase of two products. */
export type Purchase = (call: Call, products: readonly [string, string]) => Promise<void>

export const atStore: Purchase = async (call, products) => {
  const read = async (...request: Parameters<Call>): Promise<Json> =>
    JSON.parse((await call(...request)).body.toString())
  const { access_token: token } = await read("guest", "POST", "/api/auth/guest", "")
  for (const productId of products) await call("cart", "POST", "/api/cart", token, { productId, quantity: 1 })
  const { orderId, redirectUrl } = await read("checkout", "POST", "/api/checkout", token, delivery)
  const paid = await read("pay", "POST", new URL(redirectUrl).pathname, "", {
    method: "card",
    card: { number: "4242424242424242" }
  })
  if (paid.status !== "succeeded") throw new Error(`the payment is ${paid.status}`)
  let patience = patienceMillis
  const until = performance.now() + endOfPatienceMillis
  while ((await read("order", "GET", `/api/orders/${orderId}`, token)).status !== "confirmed") {
    if (performance.now() > until) throw new Error(`order ${orderId} is paid, and was not confirmed within a minute`)
    await sleep(patience)
    patience = Math.min(2 * patience, mostPatienceMillis)
  }
}
