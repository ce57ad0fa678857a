/**
 * Plans another attempt at messages from partners that came too early, at once when their order moves.
 *
 * A use case that moves an order calls `retryNow` in the same transaction: the job `inbound` of each deferred message
 * is planned for now, and runs after the commit. A message that is applied passes its own id, because its row says
 * `deferred` until the outcome is saved.
 *
 * Left out on purpose: which messages are deferred, ignored or applied, the pause between attempts, and the end of the
 * wait. `InboundWebhooks` decides all of that. Follows docs/specification.md#webhooks-in.
 */
import type { OrderId } from "@beauty-store/domain/Ids"
import { Jobs } from "@beauty-store/kernel/Jobs"
import * as Query from "@beauty-store/kernel/Query"
import type { Transaction } from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const deferredOf = Query.all(Schema.Struct({ id: Schema.String }))<[orderId: OrderId]>(
  "SELECT id FROM inbound WHERE order_id = ? AND result = 'deferred' ORDER BY received_at, id"
)

/** Plans another attempt, now, of every deferred message about an order except the one with this id. */
export const retryNow = Effect.fnUntraced(
  function*(orderId: OrderId, except?: string): Effect.fn.Return<void, never, Transaction | Jobs> {
    const jobs = yield* Jobs
    const now = yield* Clock.currentTimeMillis
    for (const { id } of yield* deferredOf(orderId)) {
      if (id !== except) yield* jobs.schedule("inbound", id, now)
    }
  }
)
