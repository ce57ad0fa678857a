/**
 * The stream of all events after their commit, across processes, and the positions by which it is continued. No event
 * is skipped, however late it commits: whoever follows the stream gives the next positions to events without one, in
 * one transaction at a time. A reader is woken by its process's commits, and looks once a second. Follows
 * docs/specification.md#events.
 *
 * @since 1.0.0
 */
import { type Claimed, EventId, OrderId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { OrderStatus } from "@beauty-store/domain/Order"
import { CommitListeners } from "@beauty-store/sql/CommitListeners"
import * as Query from "@beauty-store/sql/Query"
import type { OpenTransaction, Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Chunk from "effect/Chunk"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { checking } from "../InputChecks.ts"
import { DomainEvent, EventType, Source } from "./DomainEvents.ts"
import { factsIn } from "./EventRecords.ts"

/** An event, and its place in the stream. */
export interface StreamedEvent {
  /** Grows along the stream. */
  readonly position: number
  readonly event: DomainEvent
}

/** How long a reader waits at most before it looks for events of other processes, where there are any; in milliseconds. */
export class LongestWait extends Context.Reference<LongestWait>()("@beauty-store/commerce/EventStream/LongestWait", {
  defaultValue: () => 1_000
}) {}

const appended = new CommitListeners<void>()

/** Wakes the readers of this process once the transaction, which has written an event, is committed. */
export const announce = (transaction: OpenTransaction): void => {
  if (appended.isHeard(transaction)) appended.notify(transaction, undefined)
}

const rowFields = {
  id: EventId,
  order_id: OrderId,
  seq: Query.Int,
  type: EventType,
  status: Schema.NullOr(OrderStatus),
  source: Source,
  data: Schema.String,
  at: Query.Int
}
const Row = Schema.Struct(rowFields)
const PlacedRow = Schema.Struct({ ...rowFields, position: Query.Int })
const columns = "id, order_id, seq, type, status, source, data, at"

const byId = Query.first(Row)<[id: Claimed<EventId>]>(`SELECT ${columns} FROM event WHERE id = ?`)
const after = Query.all(PlacedRow)<[position: number, most: number]>(
  `SELECT ${columns}, position FROM event WHERE position > ? ORDER BY position LIMIT ?`
)
const unplaced = Query.first(Schema.Struct({ id: EventId }))(
  "SELECT id FROM event WHERE position IS NULL ORDER BY order_id, seq LIMIT 1"
)
// On PostgreSQL, one process at a time.
const lockPositions = Query.lock("SELECT pg_advisory_xact_lock(7235516, 0)")
const place = Query.change<[most: number]>(
  `UPDATE event SET position = placed.position FROM (
     SELECT id, (SELECT coalesce(max(position), 0) FROM event WHERE position IS NOT NULL)
       + row_number() OVER (ORDER BY order_id, seq) AS position
     FROM (SELECT id, order_id, seq FROM event WHERE position IS NULL ORDER BY order_id, seq LIMIT ?) AS committed
   ) AS placed WHERE event.id = placed.id`
)

/** How many events are read, or get their positions, at once. */
const batch = 256

const decode = Schema.decodeUnknownSync(DomainEvent)

const eventOf = ({ order_id, status, ...row }: typeof Row.Type): DomainEvent =>
  decode({ ...row, data: factsIn(row.data), orderId: order_id, ...(status === null ? {} : { status }) })

/** Reads an event. */
export const find = (id: Claimed<EventId>): Effect.Effect<Option.Option<DomainEvent>, never, Transaction> =>
  Effect.map(byId(id), Option.map(eventOf))

/** Gives positions to committed events that have none. */
const placeSome = Effect.zipRight(lockPositions(), place(batch))

export interface Dependencies {
  readonly transactions: typeof Transactions.Service
}

const checkStart = checking(Schema.Struct({ after: Schema.NonNegativeInt }))

/** `Events.stream`. */
export const make =
  ({ transactions }: Dependencies) =>
  ({ after: start = 0 }: { readonly after?: number | undefined } = {}): Stream.Stream<StreamedEvent, InvalidInput> =>
    Stream.unwrapScoped(Effect.gen(function*() {
      yield* checkStart({ after: start })
      const longestWait = yield* LongestWait
      const awake = yield* Effect.makeLatch(false)
      const wake = () => void awake.unsafeOpen()
      yield* appended.listen(transactions, { committed: wake, uncertain: wake })
      let position = start
      const look = transactions.read(Effect.gen(function*() {
        const rows = yield* after(position, batch)
        return { rows, isBehind: rows.length === 0 && Option.isSome(yield* unplaced()) }
      }))
      const next: Effect.Effect<Chunk.Chunk<StreamedEvent>> = Effect.gen(function*() {
        for (;;) {
          yield* awake.close
          const { isBehind, rows } = yield* look
          if (rows.length > 0) {
            position = rows.at(-1)!.position
            return Chunk.unsafeFromArray(rows.map(({ position, ...row }) => ({ position, event: eventOf(row) })))
          }
          if (isBehind) yield* transactions.write(placeSome)
          else if (transactions.isAlone) yield* awake.await
          else yield* Effect.timeoutOption(awake.await, longestWait)
        }
      }).pipe(
        Effect.catchTag("StoreUnavailable", (cause) =>
          Effect.zipRight(
            Effect.zipRight(
              Effect.logWarning("the stream of events waits for the database", cause),
              Effect.sleep(longestWait)
            ),
            Effect.suspend(() => next)
          ))
      )
      return Stream.repeatEffectChunk(next)
    }))
