/**
 * The server as `npm start` runs it, with a reaction of the shop's own that writes a row for each order that is placed,
 * confirmed and cancelled, into a table that the test has made (`own_table`). Half of the confirmations fail at first.
 */
import { OrderCancelled, OrderConfirmed, OrderPlaced } from "@beauty-store/commerce/events/DomainEvents"
import * as Reactions from "@beauty-store/commerce/events/Reactions"
import { run } from "@beauty-store/server/Program"
import * as Query from "@beauty-store/sql/Query"
import * as Effect from "effect/Effect"

const insert = Query.insert("own_table", ["order_id", "type"])
const write = ({ orderId, type }: { readonly orderId: string; readonly type: string }) =>
  insert({ order_id: orderId, type })

const failed = new Set<string>()

/** For half of the orders, once. */
const fail = (orderId: string) =>
  Effect.suspend(() => {
    if (failed.has(orderId) || orderId.charCodeAt(orderId.length - 1) % 2 === 0) return Effect.void
    failed.add(orderId)
    return Effect.die(new Error("unlucky"))
  })

run({
  reactions: Reactions.layer(
    Reactions.on(OrderPlaced, write),
    Reactions.on(
      OrderConfirmed,
      (event) => Effect.zipRight(write(event), fail(event.orderId))
    ),
    Reactions.on(OrderCancelled, write)
  )
})
