/**
 * The load of `bench:overload`: people who all send one request at the same moment, each on a connection of their own,
 * in a process of their own. `node crowd.mjs '<Crowd as JSON>'` prints what happened as JSON.
 *
 * What the requests need (tokens, filled carts, a paid order) is made first, and only then the process says "ready" on
 * standard error and waits for a moment, so that the crowd is measured alone.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { delivery } from "../test/shop/shopper.ts"
import { type Answer, atStore, type Call, Connection, type Json } from "./buying.ts"

export interface Crowd {
  readonly port: number
  readonly people: number
  readonly kind: "mixed" | "receipts"
  readonly products: ReadonlyArray<string>
}

export interface Rush {
  /** Milliseconds of all responses of the crowd, by status. */
  readonly millis: Readonly<Record<number, ReadonlyArray<number>>>
}

const bearer = (token: string): string => `authorization: Bearer ${token}\r\n`

type Request = readonly [method: string, path: string, headers: string, json?: unknown]

/** A sixth each: first items in carts, checkouts, carts, searches that nobody made before, orders, products. */
const mixed = (n: number, token: string, products: ReadonlyArray<string>): Request => {
  const productId = products[n % products.length]!
  switch (n % 6) {
    case 0:
      return ["POST", "/api/cart", "", { productId, quantity: 1 }]
    case 1:
      return ["POST", "/api/checkout", bearer(token), delivery]
    case 2:
      return ["GET", "/api/cart", bearer(token)]
    case 3:
      return ["GET", `/api/products?q=serum+${n}`, ""]
    case 4:
      return ["GET", "/api/orders", bearer(token)]
    default:
      return ["GET", `/api/products/${productId}`, ""]
  }
}

const run = async ({ kind, people, port, products }: Crowd): Promise<Rush> => {
  const connections = Array.from({ length: people }, () => new Connection(port))
  const call: Call = async (_, method, path, token, json) => {
    const answer = await connections[0]!.request(method, path, token === "" ? "" : bearer(token), json)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`)
    return answer
  }
  const requests: Array<Request> = []
  if (kind === "receipts") {
    let [token, path] = ["", ""]
    await atStore(async (kind, method, address, given, json) => {
      if (kind === "order") [token, path] = [given, `${address}/receipt`]
      return call(kind, method, address, given, json)
    }, [products[0]!, products[1]!])
    for (let n = 0; n < people; n++) requests.push(["GET", path, `accept: application/pdf\r\n${bearer(token)}`])
  } else {
    for (let n = 0; n < people; n++) {
      let token = ""
      if (n % 6 === 1 || n % 6 === 2 || n % 6 === 4) {
        const { body } = await call("guest", "POST", "/api/auth/guest", "")
        token = (JSON.parse(body.toString()) as Json).access_token
        if (n % 6 === 1) {
          await call("cart", "POST", "/api/cart", token, { productId: products[n % products.length]!, quantity: 1 })
        }
      }
      requests.push(mixed(n, token, products))
    }
  }
  // Every connection is open by now.
  process.stderr.write("ready\n")
  await sleep(500)
  const millis: Record<number, Array<number>> = {}
  const from = performance.now()
  const one = async (n: number): Promise<void> => {
    const [method, path, headers, json] = requests[n]!
    const answer: Answer | undefined = await connections[n]!.request(method, path, headers, json).catch(() => undefined)
    const list = millis[answer?.status ?? 0] ??= []
    list.push(performance.now() - from)
  }
  await Promise.all(requests.map((_, n) => one(n)))
  for (const connection of connections) connection.close()
  return { millis }
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2]!) as Crowd)))
