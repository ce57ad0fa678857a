/**
 * The load: shoppers who buy and buy again, each on a connection of their own, in a process of their own. `node
 * shoppers.mjs '<Load as JSON>'` prints what happened as JSON.
 *
 * A purchase of our store, and of its bare peers, is a guest's token, two products into the cart, checkout, payment on
 * the provider's page, and reading the order until it is confirmed. A purchase of a Vendure shop is the same in as few
 * requests as its API allows: adding the first product to a cart makes a guest. The HTTP client is a socket and a few
 * lines, so that the load costs little beside what it measures.
 */
import { randomUUID } from "node:crypto"
import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { delivery } from "../test/shop/shopper.ts"

export interface Load {
  readonly api: "store" | "vendure"
  readonly port: number
  readonly shoppers: number
  readonly seconds: number
  readonly products: ReadonlyArray<string>
}

export type Kind = "guest" | "cart" | "checkout" | "pay" | "order"

export interface Outcome {
  readonly seconds: number
  /** Milliseconds of each whole purchase that ended in time. */
  readonly purchases: ReadonlyArray<number>
  readonly requests: Readonly<Record<Kind, ReadonlyArray<number>>>
  /** The share of one core that the shoppers themselves took. */
  readonly busy: number
}

interface Answer {
  readonly status: number
  /** The status line and the headers, as they came. */
  readonly head: string
  readonly body: string
}

/** One connection: a request at a time. */
class Connection {
  private readonly socket: Socket
  private received: Buffer = Buffer.alloc(0)
  private waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined

  constructor(port: number) {
    this.socket = connect({ host: "127.0.0.1", port, noDelay: true })
    this.socket.on("data", (chunk: Buffer) => this.take(chunk))
    const broken = (error?: Error) => this.waiting?.reject(error ?? new Error("the connection was closed"))
    this.socket.on("error", broken).on("close", () => broken())
  }

  request(method: string, path: string, headers: string, json: unknown): Promise<Answer> {
    const body = json === undefined ? "" : JSON.stringify(json)
    const type = json === undefined
      ? ""
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
    return new Promise((resolve, reject) => {
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
    const answer = { status: Number(head.slice(9, 12)), head, body: this.received.toString("utf8", end + 4, until) }
    this.received = this.received.subarray(until)
    this.waiting?.resolve(answer)
  }
}

/** How long a shopper waits before looking again at an order that is not confirmed yet; twice as long each time. */
const patienceMillis = 5

/** A body, or a part of one. */
// oxlint-disable-next-line typescript/no-explicit-any -- a decoder would take time from the shops that are measured
type Json = any

/** A request on a shopper's connection. Only 200 is a success. */
type Call = (kind: Kind, method: string, path: string, token: string, json?: unknown) => Promise<Answer>

/** A whole purchase of two products. */
type Purchase = (call: Call, products: readonly [string, string]) => Promise<void>

const atStore: Purchase = async (call, products) => {
  const read = async (...request: Parameters<Call>): Promise<Json> => JSON.parse((await call(...request)).body)
  const { access_token: token } = await read("guest", "POST", "/api/auth/guest", "")
  for (const productId of products) await call("cart", "POST", "/api/cart", token, { productId, quantity: 1 })
  const { orderId, redirectUrl } = await read("checkout", "POST", "/api/checkout", token, delivery)
  const paid = await read("pay", "POST", new URL(redirectUrl).pathname, "", {
    method: "card",
    card: { number: "4242424242424242" }
  })
  if (paid.status !== "succeeded") throw new Error(`the payment is ${paid.status}`)
  let patience = patienceMillis
  while ((await read("order", "GET", `/api/orders/${orderId}`, token)).status !== "confirmed") {
    await sleep(patience)
    patience *= 2
  }
}

const refusal = "... on ErrorResult { errorCode message }"
const documents = {
  add:
    `mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { ... on Order { code } ${refusal} } }`,
  checkout: `mutation ($customer: CreateCustomerInput!, $address: CreateAddressInput!) {
    setCustomerForOrder(input: $customer) { ... on Order { code } ${refusal} }
    setOrderShippingAddress(input: $address) { ... on Order { code } ${refusal} }
    setOrderShippingMethod(shippingMethodId: ["1"]) { ... on Order { code } ${refusal} }
    transitionOrderToState(state: "ArrangingPayment") { ... on Order { code } ${refusal} }
  }`,
  pay: `mutation { addPaymentToOrder(input: { method: "card", metadata: {} }) { ... on Order { code } ${refusal} } }`,
  order: `query ($code: String!) {
    orderByCode(code: $code) {
      code state subTotalWithTax shippingWithTax totalWithTax
      lines { quantity linePriceWithTax productVariant { id name } }
      shippingAddress { fullName streetLine1 city postalCode countryCode }
      payments { state amount }
    }
  }`
}

const atVendure: Purchase = async (call, products) => {
  let token = ""
  const send = async (kind: Kind, query: string, variables: unknown = {}): Promise<Record<string, Json>> => {
    const { body, head } = await call(kind, "POST", "/shop-api", token, { query, variables })
    token = /\r\nvendure-auth-token: *([^\r]+)/i.exec(head)?.[1] ?? token
    const { data, errors } = JSON.parse(body)
    if (errors !== undefined || Object.values<Json>(data).some((one) => one.errorCode !== undefined)) {
      throw new Error(body)
    }
    return data
  }
  for (const id of products) await send("cart", documents.add, { id })
  await send("checkout", documents.checkout, {
    customer: { firstName: "Ada", lastName: "Lovelace", emailAddress: "ada@example.com" },
    address: {
      fullName: delivery.shipping.name,
      streetLine1: delivery.shipping.address,
      city: delivery.shipping.city,
      postalCode: delivery.shipping.postcode,
      countryCode: delivery.shipping.country
    }
  })
  const { addPaymentToOrder: { code } } = await send("pay", documents.pay)
  const { orderByCode: { state } } = await send("order", documents.order, { code })
  if (state !== "PaymentSettled") throw new Error(`the order is ${state}`)
}

const purchaseBy: Readonly<Record<Load["api"], Purchase>> = { store: atStore, vendure: atVendure }

const run = async ({ api, port, products, seconds, shoppers }: Load): Promise<Outcome> => {
  const purchases: Array<number> = []
  const requests: Record<Kind, Array<number>> = { guest: [], cart: [], checkout: [], pay: [], order: [] }
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const cpuBefore = process.cpuUsage()

  const shopper = async (n: number): Promise<void> => {
    const connection = new Connection(port)
    const call: Call = async (kind, method, path, token, json) => {
      const from = performance.now()
      const key = method === "POST" ? `idempotency-key: ${randomUUID()}\r\n` : ""
      const bearer = token === "" ? "" : `authorization: Bearer ${token}\r\n`
      const answer = await connection.request(method, path, key + bearer, json)
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
      requests[kind].push(performance.now() - from)
      return answer
    }
    let next = n * 7
    const product = (): string => products[next++ % products.length]!
    while (performance.now() < until) {
      const from = performance.now()
      await purchaseBy[api](call, [product(), product()])
      const at = performance.now()
      if (at < until || purchases.length === 0) purchases.push(at - from)
    }
    connection.close()
  }

  await Promise.all(Array.from({ length: shoppers }, (_, n) => shopper(n)))
  const { system, user } = process.cpuUsage(cpuBefore)
  return { seconds, purchases, requests, busy: (user + system) / 1000 / (performance.now() - startedAt) }
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2]!) as Load)))
