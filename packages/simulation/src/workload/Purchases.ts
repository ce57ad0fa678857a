/**
 * Whole purchases, for actors whose business begins after them: goods of which there are enough, in the cart, checked
 * out and paid at the provider's page. And changes that are sent until they have a final response.
 */
import * as Effect from "effect/Effect"
import type { CheckoutSession, InventoryStatus, Order } from "../auditor/Bodies.ts"
import type { Prng } from "../engine/Prng.ts"
import { minute, second } from "../engine/Time.ts"
import type { Client, Received } from "./Client.ts"
import { pay } from "./PaymentPages.ts"
import { deliveryOf, pause, type Workload } from "./Workload.ts"

/** Who buys, and with which draws. */
export interface Buyer {
  readonly workload: Workload
  readonly prng: Prng
  readonly guest: Client
}

export interface Unit {
  readonly productId: string
  readonly quantity: number
}

/** The body of a response to a request that succeeded. */
export const successful = <Body>(received: Received<Body> | undefined): Body | undefined =>
  received !== undefined && received.status < 300 ? received.json : undefined

/** Sends a change until it has a final response. */
export const finish = <Body = unknown>(
  client: Client,
  method: "POST" | "PUT" | "DELETE",
  path: string,
  json?: object
) => client.sendUntilFinal<Body>(method, path, json, client.uuid(), 6)

/** Some products with a few units of each, of which there are more. */
export const available = Effect.fnUntraced(
  function*({ guest, prng, workload }: Buyer, products: number, quantity: number) {
    const found: Array<Unit> = []
    const all = [...workload.products]
    while (all.length > 0 && found.length < products) {
      const [productId] = all.splice(prng.int(0, all.length - 1), 1)
      const shelf = yield* guest.get<InventoryStatus | undefined>(`/api/inventory/${productId}`)
      if ((shelf?.json?.quantity ?? 0) >= quantity) found.push({ productId: productId!, quantity })
    }
    return found.length === products ? found : undefined
  }
)

export const fill = Effect.fnUntraced(function*({ guest }: Buyer, units: ReadonlyArray<Unit>) {
  yield* finish(guest, "DELETE", "/api/cart")
  for (const { productId, quantity } of units) yield* finish(guest, "PUT", `/api/cart/items/${productId}`, { quantity })
})

/** An order of the guest's that is paid. */
export const bought = Effect.fnUntraced(function*(buyer: Buyer, products: number, quantity: number) {
  const { guest, prng, workload } = buyer
  const units = yield* available(buyer, products, quantity)
  if (units === undefined) return undefined
  yield* fill(buyer, units)
  const session = successful(
    yield* finish<CheckoutSession>(guest, "POST", "/api/checkout", deliveryOf(workload, guest))
  )
  if (session === undefined) return undefined
  yield* pay(workload, guest, session.redirectUrl)
  for (let looks = 0; looks < 8; looks++) {
    const order = successful(yield* guest.get<Order>(`/api/orders/${session.orderId}`))
    if (order?.status === "confirmed") return order
    if (order?.status === "cancelled") return undefined
    yield* pause(prng, second, 10 * minute)
  }
  return undefined
})
