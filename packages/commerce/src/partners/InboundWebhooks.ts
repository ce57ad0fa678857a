/**
 * Messages from partners: fulfilment, carriers, warehouses. Each is kept once by its id, then applied.
 *
 * Messages come twice, late, and in any order. One that was seen is a `duplicate`. One that the order's state forbids for
 * good is `ignored`, with the reason and a flag for staff. One that may make sense later (its order is not there yet, an
 * arrival before its shipment) is `deferred`, tried again when the order moves and from time to time, and ignored after 72
 * hours: never lost, never applied twice. Who may send at all is the caller's to check (signatures). Contract §9, in.
 */
import * as Days from "@beauty-store/domain/Days"
import { MessageResult } from "@beauty-store/domain/PartnerMessage"
import { Condition } from "@beauty-store/domain/Return"
import { Entropy } from "@beauty-store/kernel/Entropy"
import { type Advance, Jobs } from "@beauty-store/kernel/Jobs"
import * as Query from "@beauty-store/kernel/Query"
import {
  refusalAsValue,
  type StoreUnavailable,
  type Transaction,
  Transactions
} from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Returns } from "../after-sales/Returns.ts"
import { Fulfilment } from "../orders/Fulfilment.ts"
import { Events } from "../records/Events.ts"
import * as Flags from "../records/Flags.ts"
import * as OrderRecords from "../records/OrderRecords.ts"

const Id = Schema.String.pipe(Schema.minLength(1), Schema.maxLength(200))
const Text = Schema.Trim.pipe(Schema.minLength(1), Schema.maxLength(200))
/** Of what else reads as a date, nobody knows which day was meant: it would begin and end the time to return. */
const Moment = Schema.compose(Days.Moment, Schema.Date)
const Quantity = Schema.Int.pipe(Schema.between(1, 9999))
const Scans = Schema.Array(Schema.Struct({ timestamp: Moment, location: Text, status: Text })).pipe(
  Schema.maxItems(200)
)

/** What partners can say. The names are the source document's. */
export const Message = Schema.Union(
  Schema.Struct({ event: Schema.Literal("order.created"), data: Schema.Struct({ orderId: Id }) }),
  Schema.Struct({
    event: Schema.Literal("order.shipped"),
    data: Schema.Struct({
      orderId: Id,
      carrier: Text,
      trackingNumber: Text,
      estimatedDelivery: Schema.optional(Days.Day),
      items: Schema.optional(Schema.NonEmptyArray(Schema.Struct({ productId: Id, quantity: Quantity }))),
      events: Schema.optional(Scans)
    })
  }),
  Schema.Struct({
    event: Schema.Literal("order.delivered"),
    data: Schema.Struct({
      orderId: Id,
      deliveredAt: Schema.optional(Moment),
      trackingNumber: Schema.optional(Text),
      events: Schema.optional(Scans)
    })
  }),
  Schema.Struct({
    event: Schema.Literal("return.initiated"),
    data: Schema.Struct({
      orderId: Id,
      /** Where the store knows the return already: the carrier has its parcel. */
      returnId: Schema.optional(Id),
      items: Schema.optional(Schema.NonEmptyArray(Schema.Struct({
        productId: Id,
        reason: Schema.Trim.pipe(Schema.maxLength(1000)),
        quantity: Schema.optional(Quantity),
        condition: Schema.optionalWith(Condition, { default: () => "unopened" as const })
      })))
    })
  })
)
export type Message = typeof Message.Type

/** What became of a message, and why where it was not applied. */
export interface Outcome {
  readonly result: MessageResult
  readonly reason?: string | undefined
}

/** The message cannot be applied: for good, or as things stand. */
class NotApplied
  extends Data.TaggedError("NotApplied")<{ readonly result: "ignored" | "deferred"; readonly reason: string }>
{}

export class InboundWebhooks extends Context.Tag("@beauty-store/commerce/InboundWebhooks")<InboundWebhooks, {
  /** Takes a message in, once for all times by its id. */
  readonly receive: (id: string, message: Message) => Effect.Effect<Outcome, StoreUnavailable>
  /** The background work `inbound`: tries a deferred message again. */
  readonly advance: Advance
}>() {}

const MessageText = Schema.parseJson(Message)
const encode = Schema.encodeSync(MessageText)

const Row = Schema.Struct({ data: MessageText, result: MessageResult, received_at: Query.Int })
const byId = Query.first(Row)<[id: string]>("SELECT data, result, received_at FROM inbound WHERE id = ? FOR UPDATE")
const insert = Query.insert(
  "inbound",
  ["id", "event", "data", "result", "reason", "order_id", "received_at"],
  "ON CONFLICT (id) DO NOTHING"
)
const setResult = Query.changeOne<[result: string, reason: string | null, id: string]>(
  "UPDATE inbound SET result = ?, reason = ? WHERE id = ?"
)
const deferredOf = Query.all(Schema.Struct({ id: Schema.String }))<[orderId: string]>(
  "SELECT id FROM inbound WHERE order_id = ? AND result = 'deferred' ORDER BY received_at, id"
)

/** How long a message waits for the order that it is about. */
export const patienceMillis = 72 * 3_600_000
const pause = 5 * 60_000

export const layer: Layer.Layer<
  InboundWebhooks,
  never,
  Transactions | Jobs | Events | Fulfilment | Returns | Entropy
> = Layer.effect(
  InboundWebhooks,
  Effect.gen(function*() {
    const transactions = yield* Transactions
    const jobs = yield* Jobs
    const fulfilment = yield* Fulfilment
    const returns = yield* Returns
    const context = Context.make(Events, yield* Events).pipe(Context.add(Entropy, yield* Entropy))
    const write = <A, E>(body: Effect.Effect<A, E, Transaction | Events | Entropy>) =>
      transactions.write(Effect.provide(body, context))

    const ignored = (reason: string) => new NotApplied({ result: "ignored", reason })
    const deferred = (reason: string) => new NotApplied({ result: "deferred", reason })

    /**
     * What a message asks for, done as anybody else's request would be; its refusals are its reasons. What it does not say
     * happened when it came, however long it has waited since.
     */
    const apply = (
      message: Message,
      receivedAt: number
    ): Effect.Effect<void, NotApplied | StoreUnavailable, Transaction> => {
      const { data, event } = message
      switch (event) {
        case "order.created":
          return OrderRecords.find(data.orderId).pipe(
            Effect.catchTag("OrderNotFound", () => deferred("the order is not there yet")),
            Effect.filterOrFail(
              (order) => order.status !== "cancelled",
              () => ignored("the order is cancelled")
            ),
            Effect.asVoid
          )
        case "order.shipped": {
          const { carrier, estimatedDelivery, events, items, orderId, trackingNumber } = data
          return Effect.gen(function*() {
            const changed = yield* fulfilment.ship(
              orderId,
              { carrier, trackingNumber, estimatedDelivery, items },
              "carrier"
            )
            yield* scan(orderId, trackingNumber, events)
            if (!changed && events === undefined) return yield* ignored("this shipment is known")
          }).pipe(Effect.catchTags({
            OrderNotFound: () => deferred("the order is not there yet"),
            OrderNotShippable: ({ currentStatus }) => ignored(`the order is ${currentStatus}`),
            NothingLeftToShip: () => ignored("everything has shipped"),
            OverShipment: ({ left, productId }) => ignored(`${left} of ${productId} are left to ship`)
          }))
        }
        case "order.delivered": {
          const { deliveredAt, events, orderId, trackingNumber } = data
          return Effect.gen(function*() {
            const changed = yield* fulfilment.deliver(
              orderId,
              { trackingNumber, deliveredAt: deliveredAt?.getTime() ?? receivedAt },
              "carrier"
            )
            yield* scan(orderId, trackingNumber, events)
            if (!changed && events === undefined) return yield* ignored("it has arrived already")
          }).pipe(Effect.catchTags({
            OrderNotFound: () => deferred("the order is not there yet"),
            NothingOnItsWay: ({ currentStatus }) =>
              currentStatus === "confirmed"
                ? deferred("it has not shipped yet")
                : ignored(`the order is ${currentStatus}`)
          }))
        }
        case "return.initiated": {
          const { items, orderId, returnId } = data
          if (returnId !== undefined) {
            return returns.scanned(returnId, orderId).pipe(
              Effect.catchTag("ReturnNotFound", () => deferred("the return is not there yet")),
              // A parcel that nobody expects any more is on its way: somebody should know.
              Effect.filterOrFail((status) => status === "in_transit", (status) => ignored(`the return is ${status}`)),
              Effect.asVoid
            )
          }
          return Effect.gen(function*() {
            const order = yield* OrderRecords.find(orderId)
            if (items === undefined) return yield* ignored("it names neither a return nor items")
            const owner = { kind: "shopper", id: order.principal, scopes: [] } as const
            yield* returns.request(owner, orderId, items, "carrier")
          }).pipe(Effect.catchTags({
            OrderNotFound: () => deferred("the order is not there yet"),
            OrderNotDelivered: ({ currentStatus }) =>
              currentStatus === "confirmed" || currentStatus === "shipped"
                ? deferred("it has not been delivered yet")
                : ignored(`the order is ${currentStatus}`),
            ReturnWindowClosed: () => ignored("the return window is closed"),
            HygieneSealBroken: ({ productId }) => ignored(`the hygiene seal of ${productId} is broken`),
            NothingLeftToReturn: ({ left, productId }) => ignored(`${left} of ${productId} are left to return`),
            ProductNotInOrder: ({ productId }) => ignored(`${productId} is not in the order`)
          }))
        }
      }
    }

    const scan = (
      orderId: string,
      trackingNumber: string | undefined,
      events:
        | ReadonlyArray<{ readonly timestamp: Date; readonly location: string; readonly status: string }>
        | undefined
    ) =>
      events === undefined ? Effect.void : fulfilment.scan(
        orderId,
        trackingNumber,
        events.map(({ location, status, timestamp }) => ({ at: timestamp.getTime(), location, status }))
      )

    /** Applies a message and says what came of it. One that moved its order wakes those that wait for that. */
    const decide = Effect.fnUntraced(function*(id: string, message: Message, receivedAt: number) {
      const now = yield* Clock.currentTimeMillis
      const tried = yield* refusalAsValue(apply(message, receivedAt))
      if (tried._tag === "Left") {
        if (tried.left._tag === "StoreUnavailable") return yield* tried.left
        const { reason, result } = tried.left
        if (result === "ignored") yield* Flags.raise("message_ignored", id, `${message.event}: ${reason}`)
        return { result, reason }
      }
      for (const waiting of yield* deferredOf(message.data.orderId)) {
        // Its own row says deferred until what came of it is saved.
        if (waiting.id !== id) yield* jobs.schedule("inbound", waiting.id, now)
      }
      return { result: "applied" as const, reason: undefined }
    })

    const receive = Effect.fnUntraced(function*(id: string, message: Message) {
      const now = yield* Clock.currentTimeMillis
      const added = yield* insert({
        id,
        event: message.event,
        data: encode(message),
        result: "deferred",
        reason: null,
        order_id: message.data.orderId,
        received_at: now
      })
      if (added === 0) return { result: "duplicate" as const }
      const outcome = yield* decide(id, message, now)
      yield* setResult(outcome.result, outcome.reason ?? null, id)
      if (outcome.result === "deferred") yield* jobs.schedule("inbound", id, now + pause)
      return outcome
    }, write)

    const advance: Advance = Effect.fnUntraced(function*(id) {
      const row = Option.getOrUndefined(yield* byId(id))
      if (row === undefined || row.result !== "deferred") return undefined
      const now = yield* Clock.currentTimeMillis
      const outcome = yield* decide(id, row.data, row.received_at)
      const end = row.received_at + patienceMillis
      if (outcome.result === "deferred" && now < end) return Math.min(now + pause, end)
      const result = outcome.result === "deferred" ? "ignored" : outcome.result
      if (outcome.result === "deferred") yield* Flags.raise("message_ignored", id, `72 hours: ${outcome.reason}`)
      yield* setResult(result, outcome.reason ?? null, id)
      return undefined
    }, write)

    return { receive, advance }
  })
)
