/**
 * Messages from partners: each is stored once by its id, then applied. They come twice (`duplicate`), in a state that
 * forbids them for good (`ignored`, with a flag), or too early (`deferred`: tried again when the order moves and every
 * five minutes, and ignored after 72 hours). The caller checks signatures. Follows docs/specification.md#webhooks-in.
 *
 * @since 1.0.0
 */
import * as Days from "@beauty-store/domain/Days"
import { type Claimed, OrderId, ProductId, ReturnId } from "@beauty-store/domain/Ids"
import * as Domain from "@beauty-store/domain/InboundMessage"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as Order from "@beauty-store/domain/Order"
import { atMost, clean, saidLine } from "@beauty-store/domain/PlainText"
import { Condition } from "@beauty-store/domain/Return"
import { mayShip } from "@beauty-store/domain/Shipment"
import { Entropy } from "@beauty-store/sql/Entropy"
import type { JobHandler } from "@beauty-store/sql/JobHandler"
import { Jobs } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import { refusalAsValue, type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Returns } from "../after-sales/Returns.ts"
import { Events } from "../events/Events.ts"
import { faultsBy, Key, refuse } from "../InputChecks.ts"
import { Fulfilment } from "../orders/Fulfilment.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as Flags from "../staff/Flags.ts"
import * as UseCase from "../UseCase.ts"

/** A value with its description, in which a partner's fault is said, too. */
const described = <A, I>(description: string, schema: Schema.Schema<A, I>) =>
  schema.annotations({ description, message: () => ({ message: `must be ${description}`, override: true }) })

/** An id that a partner names: any text, because it is only looked up. */
const named = <Id extends string>({ claimed }: { readonly claimed: Schema.Schema<Id, string> }) =>
  described("an id, 1 to 200 characters", claimed.pipe(Schema.minLength(1), Schema.maxLength(200)))
const NamedOrder = named(OrderId)
const NamedReturn = named(ReturnId)
const NamedProduct = named(ProductId)
/** A text without the blanks around it; documents say its length in words. */
const textOf = (least: number, most: number) => {
  const description = `${least} to ${most} characters`
  return described(description, Schema.Trim.pipe(Schema.minLength(least), atMost(most))).annotations({
    jsonSchema: { type: "string", description, minLength: least, maxLength: most }
  })
}
const Text = textOf(1, 200)
/** Other texts that read as a date are ambiguous, and the return window depends on it. */
const Moment = Schema.compose(Days.Moment, Schema.Date)
const Quantity = described("a whole number from 1 to 9999", Schema.Int.pipe(Schema.between(1, 9999)))
const Scans = Schema.Array(Schema.Struct({ timestamp: Moment, location: Text, status: Text })).pipe(
  Schema.maxItems(200, { description: "at most 200 scans", message: () => "must be at most 200 scans" })
)

/** The messages that partners can send. */
export const Message = Schema.Union(
  Schema.Struct({ event: Schema.Literal("order.created"), data: Schema.Struct({ orderId: NamedOrder }) })
    .annotations({ identifier: "OrderCreatedReport" }),
  Schema.Struct({
    event: Schema.Literal("order.shipped"),
    data: Schema.Struct({
      orderId: NamedOrder,
      carrier: Text,
      trackingNumber: Text,
      estimatedDelivery: Schema.optional(Days.Day),
      items: Schema.optional(Schema.NonEmptyArray(Schema.Struct({ productId: NamedProduct, quantity: Quantity }))),
      events: Schema.optional(Scans)
    })
  }).annotations({ identifier: "OrderShippedReport" }),
  Schema.Struct({
    event: Schema.Literal("order.delivered"),
    data: Schema.Struct({
      orderId: NamedOrder,
      deliveredAt: Schema.optional(Moment),
      trackingNumber: Schema.optional(Text),
      events: Schema.optional(Scans)
    })
  }).annotations({ identifier: "OrderDeliveredReport" }),
  Schema.Struct({
    event: Schema.Literal("return.initiated"),
    data: Schema.Struct({
      orderId: NamedOrder,
      /** Where the return exists already: the carrier has its parcel. */
      returnId: Schema.optional(NamedReturn),
      items: Schema.optional(Schema.NonEmptyArray(Schema.Struct({
        productId: NamedProduct,
        reason: Schema.optional(textOf(0, 1000)),
        quantity: Schema.optional(Quantity),
        condition: Schema.optionalWith(Condition, { default: () => "unopened" as const })
      })))
    })
  }).annotations({ identifier: "ReturnInitiatedReport" })
)
export type Message = typeof Message.Type

/** The outcome of a message, with the reason where it was not applied. */
export interface Outcome {
  readonly result: Domain.MessageResult
  readonly reason?: string | undefined
}

/** The message cannot be applied: for good, or for now. */
class NotApplied
  extends Data.TaggedError("NotApplied")<{ readonly result: "ignored" | "deferred"; readonly reason: string }>
{}

export class InboundWebhooks extends Context.Tag("@beauty-store/commerce/InboundWebhooks")<InboundWebhooks, {
  /** Applies a message, once for its id. */
  readonly receive: (id: string, message: Message) => Effect.Effect<Outcome, InvalidInput | StoreUnavailable>
  /** The job `inbound`: tries a deferred message again. */
  readonly runJob: JobHandler
}>() {}

const MessageText = Schema.parseJson(Message)
const encode = Schema.encodeSync(MessageText)

const Row = Schema.Struct({ data: MessageText, received_at: Query.Int })
/** Takes a deferred message up again. While it is being applied, it waits for nothing: it does not plan itself. */
const takeUp = Query.returning(Row)<[id: string]>(
  `UPDATE inbound SET result = 'applied', reason = NULL WHERE id = ? AND result = 'deferred' RETURNING data, received_at`
)
/** The deferred messages about the same order that came before one. Before there is an order, none of them is applied. */
const earlierThan = Query.all(Schema.Struct({ id: Schema.String }))<[id: string]>(
  `SELECT i.id FROM inbound m JOIN orders o ON o.id = m.order_id JOIN inbound i ON i.order_id = m.order_id
   WHERE m.id = ? AND m.result = 'deferred' AND i.result = 'deferred' AND o.status <> 'pending'
     AND (i.received_at < m.received_at OR (i.received_at = m.received_at AND i.id < m.id))
   ORDER BY i.received_at, i.id`
)
const insert = Query.insertIfNew(
  "inbound",
  ["id", "event", "data", "result", "reason", "order_id", "received_at"],
  "ON CONFLICT (id) DO NOTHING"
)
const setResult = Query.changeOne<[result: string, reason: string | null, id: string]>(
  "UPDATE inbound SET result = ?, reason = ? WHERE id = ?"
)

const dependencies = Effect.gen(function*() {
  const transactions = yield* Transactions
  const context = Context.make(Events, yield* Events).pipe(Context.add(Entropy, yield* Entropy))
  return {
    write: <A, E>(body: Effect.Effect<A, E, Transaction | Events | Entropy>) =>
      transactions.write(Effect.provide(body, context)),
    read: transactions.read,
    jobs: yield* Jobs,
    fulfilment: yield* Fulfilment,
    returns: yield* Returns
  }
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const ignored = (reason: string) => new NotApplied({ result: "ignored", reason })
const deferred = (reason: string) => new NotApplied({ result: "deferred", reason })
/** The order is not as the message needs it: for now where it can still come to that status, else for good. */
const unfit = (status: Order.OrderStatus, needed: Order.OrderStatus) =>
  (Order.mayBecome(status, needed) ? deferred : ignored)(`the order is ${status}`)
const orderMissing = () => deferred("the order is not there yet")

/** The data of a kind of message. */
type DataOf<E extends Message["event"]> = Extract<Message, { readonly event: E }>["data"]
/** Why a message that had some effect is deferred for the rest of it; undefined where it is done. */
type Remainder = string | undefined
type Applied = Effect.Effect<Remainder, NotApplied | StoreUnavailable, Transaction>

const applyCreated = ({ orderId }: DataOf<"order.created">): Applied =>
  OrderRecords.find(orderId).pipe(
    Effect.catchTag("OrderNotFound", orderMissing),
    Effect.filterOrFail((order) => order.status !== "cancelled", () => ignored("the order is cancelled")),
    Effect.as(undefined)
  )

const addScans = (
  { fulfilment }: Dependencies,
  orderId: Claimed<OrderId>,
  trackingNumber: string | undefined,
  scans: DataOf<"order.shipped">["events"]
) =>
  scans === undefined ? Effect.void : fulfilment.addScans(
    orderId,
    trackingNumber,
    scans.map(({ location, status, timestamp }) => ({
      at: timestamp.getTime(),
      location: saidLine(location),
      status: saidLine(status)
    }))
  )

/** What a carrier reports has happened: no reaction refuses it. */
const notRefused = Effect.die

const applyShipped = (deps: Dependencies, data: DataOf<"order.shipped">): Applied =>
  Effect.gen(function*() {
    const { carrier, estimatedDelivery, events, items, orderId } = data
    const trackingNumber = saidLine(data.trackingNumber)
    const dispatch = { carrier: saidLine(carrier), trackingNumber, estimatedDelivery, items }
    const changed = yield* deps.fulfilment.ship(orderId, dispatch, "carrier")
    yield* addScans(deps, orderId, trackingNumber, events)
    if (!changed && events === undefined) return yield* ignored("this shipment is known")
  }).pipe(Effect.catchTags({
    InvalidInput: ({ message }) => ignored(message),
    OrderNotFound: orderMissing,
    OrderNotShippable: ({ currentStatus }) => unfit(currentStatus, "confirmed"),
    NothingLeftToShip: () => ignored("everything has shipped"),
    RefusedByShop: notRefused,
    OverShipment: ({ left, productId }) => ignored(`${left} of ${productId} are left to ship`)
  }))

/** Without a number, all of the order has arrived: also what leaves after the message, until all has left. */
const applyDelivered = (deps: Dependencies, data: DataOf<"order.delivered">, receivedAt: number): Applied =>
  Effect.gen(function*() {
    const { deliveredAt, events, orderId } = data
    const trackingNumber = data.trackingNumber && saidLine(data.trackingNumber)
    const arrival = { trackingNumber, deliveredAt: deliveredAt?.getTime() ?? receivedAt }
    const changed = yield* deps.fulfilment.deliver(orderId, arrival, "carrier")
    yield* addScans(deps, orderId, trackingNumber, events)
    // The carrier says that all has arrived, so word that the rest has left is still to come.
    if (trackingNumber === undefined && mayShip((yield* OrderRecords.find(orderId)).status)) {
      return "a part of the order has not left yet"
    }
    if (!changed && events === undefined) return yield* ignored("it has arrived already")
  }).pipe(Effect.catchTags({
    InvalidInput: ({ message }) => ignored(message),
    OrderNotFound: orderMissing,
    NothingOnItsWay: ({ currentStatus }) =>
      currentStatus === "shipped" || currentStatus === "delivered"
        ? ignored("the order has no parcel of this number")
        : unfit(currentStatus, "shipped")
  }))

const applyReturnScan = ({ returns }: Dependencies, returnId: Claimed<ReturnId>, orderId: Claimed<OrderId>): Applied =>
  returns.recordScan(returnId, orderId).pipe(
    Effect.catchTag("ReturnNotFound", () => deferred("the return is not there yet")),
    // A scan of a parcel that has been opened only comes late. One of a cancelled return is unexpected: staff should
    // know.
    Effect.filterOrFail((status) => status !== "cancelled", (status) => ignored(`the return is ${status}`)),
    Effect.as(undefined)
  )

const applyReturnRequest = (
  { returns }: Dependencies,
  { items, orderId }: Omit<DataOf<"return.initiated">, "returnId">
): Applied =>
  Effect.gen(function*() {
    const order = yield* OrderRecords.find(orderId)
    if (items === undefined) return yield* ignored("it names neither a return nor items")
    const owner = { kind: "shopper", id: order.principal, scopes: [] } as const
    const plain = items.map(({ reason, ...item }) => ({ ...item, reason: reason && clean(reason) }))
    yield* returns.request(owner, orderId, plain, "carrier")
  }).pipe(Effect.catchTags({
    InvalidInput: ({ message }) => ignored(message),
    OrderNotFound: orderMissing,
    OrderNotDelivered: ({ currentStatus }) => unfit(currentStatus, "delivered"),
    ReturnWindowClosed: () => ignored("the return window is closed"),
    HygieneSealBroken: ({ productId }) => ignored(`the hygiene seal of ${productId} is broken`),
    NothingLeftToReturn: ({ left, productId }) => ignored(`${left} of ${productId} are left to return`),
    ProductNotInOrder: ({ productId }) => ignored(`${productId} is not in the order`),
    RefusedByShop: notRefused
  }))

/**
 * Does what a message asks for, as any other request would; a refusal becomes the reason. An event without a time
 * happened when the message came, however long it has waited since.
 */
const apply = (deps: Dependencies, { data, event }: Message, receivedAt: number): Applied => {
  switch (event) {
    case "order.created":
      return applyCreated(data)
    case "order.shipped":
      return applyShipped(deps, data)
    case "order.delivered":
      return applyDelivered(deps, data, receivedAt)
    case "return.initiated":
      return data.returnId === undefined
        ? applyReturnRequest(deps, data)
        : applyReturnScan(deps, data.returnId, data.orderId)
  }
}

/** Applies a message and returns the outcome. */
const tryToApply = Effect.fnUntraced(
  function*(deps: Dependencies, id: string, message: Message, receivedAt: number) {
    const tried = yield* refusalAsValue(apply(deps, message, receivedAt))
    if (tried._tag === "Left") {
      if (tried.left._tag === "StoreUnavailable") return yield* tried.left
      const { reason, result } = tried.left
      if (result === "ignored") yield* Flags.raise("message_ignored", id, `${message.event}: ${reason}`)
      return { result, reason }
    }
    const reason = tried.right
    return { result: reason === undefined ? "applied" as const : "deferred" as const, reason }
  }
)

const faultsOfReceived = faultsBy(Schema.Struct({ id: Key, message: Message }))

const receive = (deps: Dependencies) =>
  Effect.fnUntraced(function*(id: string, message: Message) {
    yield* refuse(faultsOfReceived({ id, message }))
    const now = yield* Clock.currentTimeMillis
    const added = yield* insert({
      id,
      event: message.event,
      data: encode(message),
      result: "applied",
      reason: null,
      order_id: message.data.orderId,
      received_at: now
    })
    if (added === 0) return { result: "duplicate" as const }
    const outcome = yield* tryToApply(deps, id, message, now)
    if (outcome.result === "applied") return outcome
    yield* setResult(outcome.result, outcome.reason ?? null, id)
    const retryAt = outcome.result === "deferred" ? Domain.retryAt(now, now) : undefined
    if (retryAt !== undefined) yield* deps.jobs.schedule("inbound", id, retryAt)
    return outcome
  }, deps.write)

/** Tries a deferred message again, and returns when that is to be done once more. */
const tryAgain = (deps: Dependencies): JobHandler =>
  Effect.fnUntraced(function*(id) {
    const [row] = yield* takeUp(id)
    if (row === undefined) return undefined
    const now = yield* Clock.currentTimeMillis
    const { reason, result } = yield* tryToApply(deps, id, row.data, row.received_at)
    if (result === "applied") return undefined
    const retryAt = result === "deferred" ? Domain.retryAt(row.received_at, now) : undefined
    const isGivenUp = result === "deferred" && retryAt === undefined
    if (isGivenUp) yield* Flags.raise("message_ignored", id, `72 hours: ${reason}`)
    yield* setResult(isGivenUp ? "ignored" : result, reason ?? null, id)
    return retryAt
  }, deps.write)

/**
 * Their messages about an order are applied in the order in which partners sent them, although their jobs run at once.
 * What an earlier one dies of is told by its own job, and keeps no other waiting.
 */
const runJob = (deps: Dependencies): JobHandler =>
  Effect.fnUntraced(function*(id) {
    for (const earlier of yield* deps.read(earlierThan(id))) {
      yield* Effect.catchAllDefect(tryAgain(deps)(earlier.id), () => Effect.void)
    }
    return yield* tryAgain(deps)(id)
  })

export const layer: Layer.Layer<
  InboundWebhooks,
  never,
  Transactions | Jobs | Events | Fulfilment | Returns | Entropy
> = Layer.effect(
  InboundWebhooks,
  Effect.map(
    dependencies,
    (deps) => ({ receive: UseCase.named("InboundWebhooks.receive", receive(deps)), runJob: runJob(deps) })
  )
)
