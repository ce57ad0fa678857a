/**
 * The events of orders as values: their types, a Schema for each, what its message to partners contains. An event says
 * what happened, and nothing personal. Its type and source say whether it is a request, which a reaction may refuse, or
 * a fact from outside (`isRequest`). Follows docs/specification.md#events, docs/specification.md#reactions.
 *
 * @since 1.0.0
 */
import { Day } from "@beauty-store/domain/Days"
import { EventId, OrderId, ProductId, RefundId, ReturnId } from "@beauty-store/domain/Ids"
import { Amount, Currency, defaultCurrency } from "@beauty-store/domain/Money"
import { EventSource as Source, OrderStatus } from "@beauty-store/domain/Order"
import { PaymentMethod } from "@beauty-store/domain/Payment"
import * as Schema from "effect/Schema"
import { typeAST } from "effect/SchemaAST"

export { Source }

/** The types of events. `order.placed` is not sent to partners: nothing is paid yet. */
export const EventType = Schema.Literal(
  "order.placed",
  "order.created",
  "order.cancelled",
  "order.shipped",
  "order.delivered",
  "payment.succeeded",
  "payment.refused",
  "refund.created",
  "refund.succeeded",
  "refund.failed",
  "return.initiated",
  "return.in_transit",
  "return.received",
  "return.refunded",
  "return.rejected",
  "return.cancelled"
)
export type EventType = typeof EventType.Type

/** An amount: minor units inside, `amount` with decimals on the wire. */
const amountIn = (currency: Currency) =>
  Schema.propertySignature(Amount(currency)).annotations({ documentation: "in the shop's currency" }).pipe(
    Schema.fromKey("amount")
  ).annotations({ description: "in the shop's currency, at most two decimals" })
const refundIn = (currency: Currency) =>
  Schema.Struct({ refundId: RefundId, amountMinor: amountIn(currency), currency: Currency })
const ofReturn = Schema.Struct({ returnId: ReturnId })

/**
 * The facts of each event: the fields of its `data`. Nothing personal, no capability. Encoded, they are what partners
 * get beside `orderId`, and what docs/api.md prints. The compiler holds every use case that writes an event to them. They
 * have the decimals of a currency.
 */
export const eventDataIn = (currency: Currency) => ({
  "order.placed": Schema.Struct({}),
  "order.created": Schema.Struct({}).annotations({
    documentation: "sent when the order is confirmed, not at checkout"
  }),
  "order.cancelled": Schema.Struct({
    reason: Schema.optional(Schema.String).annotations({ documentation: "why, if a reason was given" })
  }),
  "order.shipped": Schema.Struct({
    carrier: Schema.String,
    trackingNumber: Schema.String,
    estimatedDelivery: Schema.optional(Day).annotations({ documentation: "the day, if the carrier says one" }),
    items: Schema.Array(Schema.Struct({ productId: ProductId, quantity: Schema.Int })).annotations({
      documentation: "the units of this shipment: `productId`, `quantity`"
    })
  }),
  "order.delivered": Schema.Struct({
    deliveredAt: Schema.String.annotations({ documentation: "the moment" }),
    trackingNumber: Schema.optional(Schema.String).annotations({ documentation: "if one shipment arrived alone" })
  }),
  "payment.succeeded": Schema.Struct({ amountMinor: amountIn(currency), currency: Currency, method: PaymentMethod }),
  "payment.refused": Schema.Struct({ reason: Schema.String }),
  "refund.created": refundIn(currency),
  "refund.succeeded": refundIn(currency),
  "refund.failed": refundIn(currency),
  "return.initiated": Schema.Struct({
    returnId: ReturnId,
    items: Schema.Array(
      Schema.Struct({ productId: ProductId, quantity: Schema.Int, reason: Schema.optional(Schema.String) })
    )
      .annotations({
        documentation: "the units that come back: `productId`, `quantity`, and `reason` if one was given"
      })
  }),
  "return.in_transit": ofReturn,
  "return.received": ofReturn,
  "return.refunded": ofReturn,
  "return.rejected": ofReturn,
  "return.cancelled": ofReturn
} satisfies { readonly [Type in EventType]: Schema.Schema.AnyNoContext })

/** The same in the currency in which documents name amounts. */
export const eventData = eventDataIn(defaultCurrency)

export type DataOf<Type extends EventType> = (typeof eventData)[Type]["Type"]

/** Sent to no partner. */
export const unpublished: ReadonlySet<EventType> = new Set(["order.placed"])

/** Sent to partners. */
export const published: ReadonlyArray<EventType> = EventType.literals.filter((type) => !unpublished.has(type))

/** What happened, and the facts that belong to it (`eventData`). */
export type EventFacts = {
  readonly [Type in EventType]:
    & { readonly type: Type; readonly source: Source }
    & (keyof DataOf<Type> extends never ? { readonly data?: undefined } : { readonly data: DataOf<Type> })
}[EventType]

export type Event = EventFacts & {
  /** The order's new status, where the event changes it. */
  readonly status?: OrderStatus | undefined
}

/**
 * An event as programs get it: `at` in milliseconds, `seq` its number among the order's events, `status` the order's
 * new status where the event changes it.
 */
const define = <const Name extends string, const Type extends EventType>(name: Name, type: Type) =>
  Schema.Struct({
    type: Schema.Literal(type),
    id: EventId,
    orderId: OrderId,
    seq: Schema.Int,
    at: Schema.Int,
    source: Source,
    status: Schema.optional(OrderStatus),
    data: Schema.make<DataOf<Type>>(typeAST(eventData[type].ast))
  }).annotations({ identifier: name })

/** A shopper or an agent has placed an order. Nothing is paid yet. */
export const OrderPlaced = define("OrderPlaced", "order.placed")
export type OrderPlaced = typeof OrderPlaced.Type
/** An order is paid, and therefore confirmed. */
export const OrderConfirmed = define("OrderConfirmed", "order.created")
export type OrderConfirmed = typeof OrderConfirmed.Type
export const OrderCancelled = define("OrderCancelled", "order.cancelled")
export type OrderCancelled = typeof OrderCancelled.Type
/** An order, or a part of it, has left. */
export const OrderShipped = define("OrderShipped", "order.shipped")
export type OrderShipped = typeof OrderShipped.Type
export const OrderDelivered = define("OrderDelivered", "order.delivered")
export type OrderDelivered = typeof OrderDelivered.Type
export const PaymentSucceeded = define("PaymentSucceeded", "payment.succeeded")
export type PaymentSucceeded = typeof PaymentSucceeded.Type
export const PaymentRefused = define("PaymentRefused", "payment.refused")
export type PaymentRefused = typeof PaymentRefused.Type
export const RefundCreated = define("RefundCreated", "refund.created")
export type RefundCreated = typeof RefundCreated.Type
export const RefundSucceeded = define("RefundSucceeded", "refund.succeeded")
export type RefundSucceeded = typeof RefundSucceeded.Type
export const RefundFailed = define("RefundFailed", "refund.failed")
export type RefundFailed = typeof RefundFailed.Type
export const ReturnInitiated = define("ReturnInitiated", "return.initiated")
export type ReturnInitiated = typeof ReturnInitiated.Type
export const ReturnInTransit = define("ReturnInTransit", "return.in_transit")
export type ReturnInTransit = typeof ReturnInTransit.Type
/** Staff have opened the parcel. */
export const ReturnReceived = define("ReturnReceived", "return.received")
export type ReturnReceived = typeof ReturnReceived.Type
export const ReturnRefunded = define("ReturnRefunded", "return.refunded")
export type ReturnRefunded = typeof ReturnRefunded.Type
export const ReturnRejected = define("ReturnRejected", "return.rejected")
export type ReturnRejected = typeof ReturnRejected.Type
export const ReturnCancelled = define("ReturnCancelled", "return.cancelled")
export type ReturnCancelled = typeof ReturnCancelled.Type

/** Any event. */
export const DomainEvent = Schema.Union(
  OrderPlaced,
  OrderConfirmed,
  OrderCancelled,
  OrderShipped,
  OrderDelivered,
  PaymentSucceeded,
  PaymentRefused,
  RefundCreated,
  RefundSucceeded,
  RefundFailed,
  ReturnInitiated,
  ReturnInTransit,
  ReturnReceived,
  ReturnRefunded,
  ReturnRejected,
  ReturnCancelled
)
export type DomainEvent = typeof DomainEvent.Type

/** The schema of one type of event. */
export type EventSchema = (typeof DomainEvent.members)[number]

/** The type of the events that a schema describes. */
export const typeOf = (schema: EventSchema): EventType => schema.fields.type.literals[0]

/** `order.created` is `OrderCreatedMessage`. */
const messageName = (type: EventType): string =>
  `${type.split(/[._]/).map((word) => word[0]!.toUpperCase() + word.slice(1)).join("")}Message`

/** The message to partners about a type of event, in the shop's own form. */
export const messageOf = (type: EventType): Schema.Schema.AnyNoContext =>
  Schema.Struct({
    event: Schema.Literal(type),
    data: Schema.Struct({ orderId: OrderId, ...eventData[type].fields })
  }).annotations({ identifier: messageName(type) })

/** The types of events that somebody asks for: to place, to cancel, to ship, to return. */
export const requested = [
  "order.placed",
  "order.cancelled",
  "order.shipped",
  "return.initiated",
  "return.cancelled"
] as const satisfies ReadonlyArray<EventType>
export type Requested = (typeof requested)[number]

/** Those who ask; the others report what has happened. */
const askers = ["shopper", "staff"] as const satisfies ReadonlyArray<Source>
type Asker = (typeof askers)[number]

/** Whether an event answers a request, which may still be refused. The same type may also be a fact from outside. */
export const isRequest = ({ source, type }: { readonly type: EventType; readonly source: Source }): boolean =>
  (requested as ReadonlyArray<EventType>).includes(type) && (askers as ReadonlyArray<Source>).includes(source)

/** `Refusal` where events like these may answer a request. */
export type IfRequest<E extends { readonly type: EventType; readonly source: Source }, Refusal> = E extends unknown
  ? E["type"] extends Requested ? [Extract<E["source"], Asker>] extends [never] ? never : Refusal : never
  : never
