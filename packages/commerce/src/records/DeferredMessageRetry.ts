/**
 * Plans another attempt at messages from partners that came too early, at once when their order moves. A change of its
 * status (`OrderRecords`), and a parcel that leaves or arrives (`Fulfilment`), make the job `inbound` of each deferred
 * message due, in their own transaction. `InboundWebhooks` decides the rest. Follows docs/specification.md#webhooks-in.
 */
import type { OrderId } from "@beauty-store/domain/Ids"
import { Jobs } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const deferredOf = Query.all(Schema.Struct({ id: Schema.String }))<[orderId: OrderId]>(
  "SELECT id FROM inbound WHERE order_id = ? AND result = 'deferred' ORDER BY received_at, id"
)

/**
 * Asks which messages about an order are deferred; returns an effect that plans another attempt of each, now. The
 * caller has locked the order, so that no message about it is being deferred meanwhile.
 */
export const startRetry = Effect.fnUntraced(
  function*(orderId: OrderId): Effect.fn.Return<Effect.Effect<void, never, Transaction | Jobs>, never, Transaction> {
    const deferred = yield* deferredOf.sent(orderId)
    return Effect.gen(function*() {
      const jobs = yield* Jobs
      for (const { id } of yield* deferred) yield* jobs.schedule("inbound", id, yield* Clock.currentTimeMillis)
    })
  }
)

/** The same, and waits for it. */
export const retryNow = (orderId: OrderId): Effect.Effect<void, never, Transaction | Jobs> =>
  Effect.flatten(startRetry(orderId))
