/**
 * A shop's own reactions in the simulated world: they write a row into a table of their own for each order that is
 * placed, confirmed and cancelled; one in ten to a fact from outside fails. A row has to be there exactly where its
 * event is, unless its reaction waits as a job. Worlds have them only if told to. Follows
 * docs/specification.md#reactions.
 */
import { OrderCancelled, OrderConfirmed, OrderPlaced } from "@beauty-store/commerce/events/DomainEvents"
import * as Reactions from "@beauty-store/commerce/events/Reactions"
import * as Query from "@beauty-store/sql/Query"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { Disk } from "../engine/Disk.ts"
import type { Prng } from "../engine/Prng.ts"

const insert = Query.insert("own_row", ["order_id", "type"])

type Noted = OrderPlaced | OrderConfirmed | OrderCancelled

const write = ({ orderId, type }: Noted) => insert({ order_id: orderId, type })

/** Makes the table, past the store. */
export const prepare = (disk: Disk): void =>
  disk.define(
    "CREATE TABLE IF NOT EXISTS own_row (order_id TEXT NOT NULL, type TEXT NOT NULL, PRIMARY KEY (order_id, type))"
  )

/** The reactions, whose failures are drawn. */
export const layer = (prng: Prng): Layer.Layer<never> => {
  const unreliably = (event: Noted) =>
    Effect.zipRight(
      write(event),
      Effect.suspend(() => prng.happens(0.1) ? Effect.die(new Error("the shop's own mistake")) : Effect.void)
    )
  return Reactions.layer(
    Reactions.on(OrderPlaced, write),
    Reactions.on(OrderConfirmed, unreliably),
    Reactions.on(OrderCancelled, (event) => event.source === "system" ? unreliably(event) : write(event))
  )
}

const types = "('order.placed', 'order.created', 'order.cancelled')"
const disagreeing = `SELECT 'no row of ' || e.order_id || ' ' || e.type AS what FROM event e
   LEFT JOIN own_row o ON o.order_id = e.order_id AND o.type = e.type
   WHERE e.type IN ${types} AND o.order_id IS NULL
     AND NOT EXISTS (SELECT 1 FROM job j WHERE j.kind = 'reaction:' || e.type AND j.subject = e.id)
   UNION ALL SELECT 'a row of ' || o.order_id || ' ' || o.type FROM own_row o
   LEFT JOIN event e ON e.order_id = o.order_id AND e.type = o.type WHERE e.id IS NULL
   ORDER BY 1`

/** What does not agree, in words. */
export const disagreements = (disk: Disk): ReadonlyArray<string> =>
  disk.query<{ what: string }>(disagreeing).map(({ what }) => what)
