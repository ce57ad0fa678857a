/**
 * Your own shop, simulated: it keeps loyalty points for paid orders in a table of its own. Days of it pass in a second,
 * with impatient shoppers, crashes, full disks and lost responses, all drawn from a seed. A rule says what has to hold.
 *
 * With a bug that is easily written, it forgets that an order may be cancelled before it was paid. The simulation finds
 * a buyer who loses points that way, and the same seed shows the same each time.
 */
import { OrderCancelled, OrderConfirmed } from "@beauty-store/commerce/events/DomainEvents"
import * as Reactions from "@beauty-store/commerce/events/Reactions"
import type { OwnRule } from "@beauty-store/simulation/OwnShop"
import { simulate } from "@beauty-store/simulation/Simulation"
import * as Query from "@beauty-store/sql/Query"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const pointsPerOrder = 10

/** The buyer of an order, and whether it was ever paid. */
const buyerOf = Query.first(Schema.Struct({ email: Schema.String, paid: Query.Int }))<[orderId: string]>(
  `SELECT email, (SELECT count(*) FROM event e WHERE e.order_id = o.id AND e.type = 'order.created') AS paid
   FROM orders o WHERE id = ?`
)
const changePoints = Query.change<[email: string, points: number]>(
  `INSERT INTO loyalty (email, points) VALUES (?, ?)
   ON CONFLICT (email) DO UPDATE SET points = loyalty.points + excluded.points`
)

/** `forgets`: the bug. */
const reactions = (forgets: boolean) =>
  Reactions.layer(
    Reactions.on(
      OrderConfirmed,
      Effect.fnUntraced(function*({ orderId }) {
        const buyer = yield* buyerOf(orderId)
        if (buyer._tag === "Some") yield* changePoints(buyer.value.email, pointsPerOrder)
      })
    ),
    Reactions.on(
      OrderCancelled,
      Effect.fnUntraced(function*({ orderId }) {
        const buyer = yield* buyerOf(orderId)
        if (buyer._tag === "None" || (buyer.value.paid === 0 && !forgets)) return
        yield* changePoints(buyer.value.email, -pointsPerOrder)
      })
    )
  )

/** It is checked before each start of the store, so after each crash, and when all work is done. */
const points: OwnRule = {
  name: "loyalty.points",
  expected: `${pointsPerOrder} points for each order that is paid and not cancelled`,
  check: (query) => {
    const [buyer] = query<{ email: string; points: number; due: number }>(
      `SELECT email, coalesce((SELECT l.points FROM loyalty l WHERE l.email = o.email), 0) AS points,
         sum(status IN ('confirmed', 'shipped', 'delivered')) * ${pointsPerOrder} AS due
       FROM orders o GROUP BY email HAVING points <> due`
    )
    return buyer && `${buyer.points} points of ${buyer.email}, who has earned ${buyer.due}`
  }
}

const simulated = (seed: number, forgets: boolean) =>
  simulate({
    seed,
    days: 1,
    tables: ["CREATE TABLE loyalty (email TEXT PRIMARY KEY, points INTEGER NOT NULL)"],
    reactions: reactions(forgets),
    rules: [points]
  })

const seeds = [1, 2]
console.log(seeds.flatMap((seed) => simulated(seed, false).violations).length) // 0

const found = seeds.map((seed) => simulated(seed, true)).find(({ violations }) => violations.length > 0)
console.log(found?.violations[0]?.rule) // loyalty.points

// The report has the seed, and the end of the history that led there. The same seed repeats it, step by step.
console.log(found !== undefined && simulated(found.seed, true).digest === found.digest) // true
