/**
 * What a buyer reads of an order besides the order itself: its receipt, its parcels, its refunds one by one and as a
 * list, its checkout session, its returns. Each of them is a way to what belongs to somebody.
 */
import * as Effect from "effect/Effect"
import type { Order } from "../auditor/Bodies.ts"
import type { Client } from "./Client.ts"

/** Reads some of it. */
export const lookAround = Effect.fnUntraced(function*(client: Client, order: Order) {
  const prng = client.prng.stream(`looks at ${order.id}`)
  const places = [
    `/api/orders/${order.id}/receipt`,
    `/api/tracking/${order.id}`,
    "/api/refunds",
    "/api/orders",
    ...order.refunds.map(({ refundId }) => `/api/refunds/${refundId}`),
    ...order.returns.map(({ returnId }) => `/api/returns/${returnId}`)
  ]
  const last = order.refunds.at(-1)
  if (last !== undefined) yield* client.send("GET", `/api/refunds/${last.refundId}`)
  for (let looks = prng.int(1, 2); looks > 0; looks--) yield* client.send("GET", prng.pick(places))
})
