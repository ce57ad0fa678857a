/**
 * Requests that only one shopper may make: for its cart, an order, a checkout session, the list of its orders. Each
 * shopper has paid for one order and has begun to check out the next.
 */
import { randomUUID } from "node:crypto"
import { delivery } from "../test/shop/shopper.ts"
import { atStore, type Call, Connection, type Json } from "./buying.ts"

/** What a shopper reads of its own. */
export type Own = "cart" | "order" | "session" | "orders"

export interface OwnRequest {
  readonly path: string
  readonly headers: string
}

/** The requests of some shoppers, by what they read, at a store or at one of its bare peers. */
export const ownRequests = async (
  port: number,
  shoppers: number,
  products: ReadonlyArray<string>
): Promise<Readonly<Record<Own, ReadonlyArray<OwnRequest>>>> => {
  const requests: Record<Own, Array<OwnRequest>> = { cart: [], order: [], session: [], orders: [] }
  for (let n = 0; n < shoppers; n++) {
    const connection = new Connection(port)
    let [bearer, orderId] = ["", ""]
    const call: Call = async (kind, method, path, token, json) => {
      const key = method === "POST" ? `idempotency-key: ${randomUUID()}\r\n` : ""
      if (token !== "") bearer = token
      const authorization = token === "" ? "" : `authorization: Bearer ${token}\r\n`
      const answer = await connection.request(method, path, key + authorization, json)
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`)
      if (kind === "order") orderId = path
      return answer
    }
    const two = [products[n % products.length]!, products[(n + 1) % products.length]!] as const
    await atStore(call, two)
    for (const productId of two) await call("cart", "POST", "/api/cart", bearer, { productId, quantity: 1 })
    const begun: Json = JSON.parse((await call("checkout", "POST", "/api/checkout", bearer, delivery)).body.toString())
    connection.close()
    const headers = `authorization: Bearer ${bearer}\r\n`
    requests.cart.push({ path: "/api/cart", headers })
    requests.order.push({ path: orderId, headers })
    requests.session.push({ path: `/api/checkout/${begun.sessionId}`, headers })
    requests.orders.push({ path: "/api/orders", headers })
  }
  return requests
}
