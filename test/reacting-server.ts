/**
 * The server as `npm start` runs it, with a reaction of the shop's own that writes a row for each order that is placed,
 * confirmed and cancelled, into a table that the test has made (`own_table`). One in five confirmations fails at first.
 */
import { OrderCancelled, OrderConfirmed, OrderPlaced } from "@beauty-store/commerce/records/DomainEvents"
import * as Reactions from "@beauty-store/commerce/records/Reactions"
import * as Query from "@beauty-store/kernel/Query"
import { run } from "@beauty-store/server/Program"
import * as Effect from "effect/Effect"

const insert = Query.insert("own_table", ["order_id", "type"])
const write = ({ orderId, type }: { readonly orderId: string; readonly type: string }) =>
  insert({ order_id: orderId, type })

let confirmations = 0

run({
  reactions: Reactions.layer(
    Reactions.on(OrderPlaced, write),
    Reactions.on(
      OrderConfirmed,
      (event) => Effect.zipRight(write(event), ++confirmations % 5 === 0 ? Effect.die("unlucky") : Effect.void)
    ),
    Reactions.on(OrderCancelled, write)
  )
})
