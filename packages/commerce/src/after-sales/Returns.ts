/**
 * Goods that come back: asked for, sent, received, refunded or rejected.
 *
 * Whether units may come back is the domain's to say (`Return`); that no unit comes back twice is held by conditional
 * counts on the order's lines and its shipments. A return that is cancelled, and units that never arrived, are free to be
 * returned again. Accepting goods creates the refund in the same transaction. Follows contract §6, rows 10 and 11, and
 * §7, return window and return states.
 */
import * as BusinessDays from "@beauty-store/domain/BusinessDays"
import * as Days from "@beauty-store/domain/Days"
import type { OrderNotFound } from "@beauty-store/domain/Order"
import * as Domain from "@beauty-store/domain/Return"
import { Entropy, nextId } from "@beauty-store/kernel/Entropy"
import * as Query from "@beauty-store/kernel/Query"
import { sign, StoreSecret, unsign } from "@beauty-store/kernel/Secrets"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Inventory from "../catalog/Inventory.ts"
import type { Principal } from "../identity/Identity.ts"
import { Policy } from "../Policy.ts"
import { Events, type EventType, Source } from "../records/Events.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import { Refunds } from "./Refunds.ts"

export interface ReturnView {
  readonly returnId: string
  readonly orderId: string
  readonly status: Domain.ReturnStatus
  readonly items: ReadonlyArray<{
    readonly productId: string
    readonly name: string
    readonly quantity: number
    readonly condition: Domain.Condition
    readonly reason: string
    readonly refundMinor: number
    /** Units that were accepted; null before the parcel was opened. */
    readonly accepted: number | null
  }>
  /** What comes back if everything is accepted; afterwards, what was accepted. */
  readonly refundMinor: number
  readonly refundId: string | null
  /** A capability: whoever has the address gets the label. */
  readonly labelUrl: string
  readonly expectedRefund: { readonly from: Days.Day; readonly to: Days.Day }
  readonly timeline: ReadonlyArray<
    { readonly status: Domain.ReturnStatus; readonly at: number; readonly source: Source }
  >
  readonly createdAt: number
}

/** What stands on the parcel that comes back. */
export interface ReturnLabel {
  readonly returnId: string
  readonly orderId: string
  readonly issuedAt: number
  readonly from: OrderRecords.OrderRow["address"]
  readonly items: ReadonlyArray<{ readonly name: string; readonly quantity: number }>
}

/** The goods have arrived or were called off: there is nothing left to receive. */
export class ReturnNotReceivable extends Schema.TaggedError<ReturnNotReceivable>()("ReturnNotReceivable", {
  returnId: Schema.String,
  currentStatus: Domain.ReturnStatus
}) {
  override get message(): string {
    return `Return ${this.returnId} is ${this.currentStatus}: nothing of it is left to receive.`
  }
}

type ReceiveRefusal =
  | Domain.ReturnNotFound
  | ReturnNotReceivable
  | Domain.ReceivedMoreThanSent
  | Domain.ProductNotInReturn

export class Returns extends Context.Tag("@beauty-store/commerce/Returns")<Returns, {
  /** Units of the principal's order are to come back. `source`: who says so, where it is not the principal. */
  readonly request: (
    principal: Principal,
    orderId: string,
    items: ReadonlyArray<Domain.RequestItem>,
    source?: Source
  ) => Effect.Effect<ReturnView, OrderNotFound | Domain.RequestRefusal | StoreUnavailable>
  readonly view: (
    principal: Principal,
    returnId: string
  ) => Effect.Effect<ReturnView, Domain.ReturnNotFound | StoreUnavailable>
  /** What of an order can be returned now. */
  readonly returnable: (
    principal: Principal,
    orderId: string
  ) => Effect.Effect<ReadonlyArray<Domain.Returnable>, OrderNotFound | StoreUnavailable>
  /** Called off before the goods arrived: its units can be returned another time. */
  readonly cancel: (
    principal: Principal,
    returnId: string
  ) => Effect.Effect<ReturnView, Domain.ReturnNotFound | Domain.ReturnNotCancellable | StoreUnavailable>
  /**
   * A carrier has the parcel (of this order, where it says so). A scan that comes late or twice changes nothing. Answers
   * where the return then stands.
   */
  readonly scanned: (
    returnId: string,
    orderId?: string
  ) => Effect.Effect<Domain.ReturnStatus, Domain.ReturnNotFound | StoreUnavailable>
  /** Staff open the parcel: what is accepted is refunded, what staff say goes back on the shelf. */
  readonly receive: (
    returnId: string,
    items: ReadonlyArray<Domain.ReceivedItem>
  ) => Effect.Effect<ReturnView, ReceiveRefusal | StoreUnavailable>
  /** The label behind a capability, as long as the parcel can be sent. */
  readonly label: (capability: string) => Effect.Effect<ReturnLabel, Domain.ReturnNotFound | StoreUnavailable>
}>() {}

const TimelineEntry = Schema.Struct({ status: Domain.ReturnStatus, at: Schema.Int, source: Source })
const Timeline = Query.Json(Schema.Array(TimelineEntry))
const encodeTimeline = Schema.encodeSync(Timeline)

const ReturnRow = Schema.Struct({
  id: Schema.String,
  order_id: Schema.String,
  principal: Schema.String,
  status: Domain.ReturnStatus,
  refund_minor: Query.Int,
  refund_id: Schema.NullOr(Schema.String),
  timeline: Timeline,
  created_at: Query.Int
})
type ReturnRow = typeof ReturnRow.Type
const selected = `SELECT r.id, r.order_id, o.principal, r.status, r.refund_minor, r.refund_id, r.timeline, r.created_at
   FROM return_request r JOIN orders o ON o.id = r.order_id WHERE r.id = ?`
const byId = Query.first(ReturnRow)<[id: string]>(selected)
const byIdLocked = Query.first(ReturnRow)<[id: string]>(`${selected} FOR UPDATE OF r`)
const insertReturn = Query.insert("return_request", [
  "id",
  "order_id",
  "status",
  "refund_minor",
  "timeline",
  "created_at"
])
const setReturn = Query.changeOne<
  [status: string, refundMinor: number, refundId: string | null, timeline: string, id: string, from: string]
>("UPDATE return_request SET status = ?, refund_minor = ?, refund_id = ?, timeline = ? WHERE id = ? AND status = ?")

const LineRow = Schema.Struct({
  i: Query.Int,
  shipment_id: Schema.String,
  n: Query.Int,
  product_id: Schema.String,
  name: Schema.String,
  quantity: Query.Int,
  condition: Domain.Condition,
  reason: Schema.String,
  refund_minor: Query.Int,
  accepted: Schema.NullOr(Query.Int)
})
const linesOf = Query.all(LineRow)<[returnId: string]>(
  `SELECT l.i, l.shipment_id, l.n, l.product_id, o.name, l.quantity, l.condition, l.reason, l.refund_minor, l.accepted
   FROM return_line l
   JOIN return_request r ON r.id = l.return_id
   JOIN order_line o ON o.order_id = r.order_id AND o.n = l.n
   WHERE l.return_id = ? ORDER BY l.i`
)
const insertLine = Query.insert("return_line", [
  "return_id",
  "i",
  "shipment_id",
  "n",
  "product_id",
  "quantity",
  "condition",
  "reason",
  "refund_minor"
])
const setReceived = Query.changeOne<
  [accepted: number, restocked: number, missing: number, returnId: string, i: number]
>("UPDATE return_line SET accepted = ?, restocked = ?, missing = ? WHERE return_id = ? AND i = ?")
const UnitsRow = Schema.Struct({
  n: Query.Int,
  product_id: Schema.String,
  shipment_id: Schema.String,
  delivered_at: Schema.NullOr(Query.Int),
  quantity: Query.Int,
  sent_back: Query.Int,
  unit_price_minor: Query.Int,
  hygiene_sealed: Query.Flag
})
const unitsOf = Query.all(UnitsRow)<[orderId: string]>(
  `SELECT l.n, o.product_id, l.shipment_id, s.delivered_at, l.quantity, l.sent_back, o.unit_price_minor, p.hygiene_sealed
   FROM shipment s
   JOIN shipment_line l ON l.shipment_id = s.id
   JOIN order_line o ON o.order_id = s.order_id AND o.n = l.n
   JOIN product p ON p.id = o.product_id
   WHERE s.order_id = ? ORDER BY s.id, l.n`
)
const factsOf = (orderId: string) =>
  Effect.map(unitsOf(orderId), (units) =>
    units.map((row): Domain.ShippedUnits => ({
      n: row.n,
      productId: row.product_id,
      shipmentId: row.shipment_id,
      deliveredOn: row.delivered_at === null ? null : Days.berlinDay(row.delivered_at),
      quantity: row.quantity,
      sentBack: row.sent_back,
      unitPriceMinor: row.unit_price_minor,
      hygieneSealed: row.hygiene_sealed
    })))
const addSentBack = Query.changeOne<[quantity: number, shipmentId: string, n: number, quantity: number]>(
  "UPDATE shipment_line SET sent_back = sent_back + ? WHERE shipment_id = ? AND n = ? AND sent_back + ? <= quantity"
)
const AcceptedRow = Schema.Struct({ n: Query.Int, quantity: Query.Int })
/** The units of each line of an order that came back and were accepted. */
export const acceptedOf = Query.all(AcceptedRow)<[orderId: string]>(
  `SELECT l.n, sum(l.accepted) AS quantity FROM return_line l JOIN return_request r ON r.id = l.return_id
   WHERE r.order_id = ? AND l.accepted IS NOT NULL GROUP BY l.n ORDER BY l.n`
)

/** The line of an order, of one of its shipments, that units belong to. */
const placeOf = (shipmentId: string, n: number): string => `${shipmentId} ${n}`

/** Gives counted units to those that ask, in turn, as many as each can take and as there are left. */
const handOut = (units: ReadonlyArray<readonly [key: string, quantity: number]>) => {
  const left = new Map<string, number>()
  for (const [key, quantity] of units) left.set(key, (left.get(key) ?? 0) + quantity)
  return (key: string, most: number): number => {
    const quantity = Math.min(left.get(key) ?? 0, most)
    left.set(key, (left.get(key) ?? 0) - quantity)
    return quantity
  }
}

const labelled = "return label"
/** A parcel can be sent as long as nobody has opened it and nobody has called it off. */
const sendable: ReadonlySet<Domain.ReturnStatus> = new Set(["requested", "in_transit"])

export const layer: Layer.Layer<
  Returns,
  never,
  Transactions | Events | Refunds | Entropy | StoreSecret
> = Layer.effect(
  Returns,
  Effect.gen(function*() {
    const transactions = yield* Transactions
    const refunds = yield* Refunds
    const secret = yield* StoreSecret
    const { baseUrl } = yield* Policy
    const context = Context.make(Events, yield* Events).pipe(Context.add(Entropy, yield* Entropy))
    const write = <A, E>(body: Effect.Effect<A, E, Transaction | Events | Entropy>) =>
      transactions.write(Effect.provide(body, context))

    const viewOf = (row: ReturnRow) =>
      Effect.map(linesOf(row.id), (lines): ReturnView => ({
        returnId: row.id,
        orderId: row.order_id,
        status: row.status,
        items: lines.map((line) => ({
          productId: line.product_id,
          name: line.name,
          quantity: line.quantity,
          condition: line.condition,
          reason: line.reason,
          refundMinor: line.refund_minor,
          accepted: line.accepted
        })),
        refundMinor: row.refund_minor,
        refundId: row.refund_id,
        labelUrl: `${baseUrl}/api/returns/${row.id}/label?key=${
          sign(secret, labelled, row.id).slice(row.id.length + 1)
        }`,
        expectedRefund: BusinessDays.refundExpected(
          row.timeline.find(({ status }) => status === "received")?.at ?? row.created_at
        ),
        timeline: row.timeline,
        createdAt: row.created_at
      }))

    /** A return that is going to change. Its order is locked before it, here as everywhere. */
    const lock = Effect.fnUntraced(function*(returnId: string) {
      const seen = Option.getOrUndefined(yield* byId(returnId))
      if (seen === undefined) return yield* new Domain.ReturnNotFound({ returnId })
      const order = yield* Effect.orDie(OrderRecords.lock(seen.order_id))
      return { order, row: Option.getOrThrow(yield* byIdLocked(returnId)) }
    })

    /** A return of somebody's; to anybody else it does not exist. */
    const owned = (principal: Principal, staffScope: string, returnId: string) =>
      Effect.flatMap(byId(returnId), (row) => {
        const may = principal.kind === "staff"
          ? principal.scopes.includes(staffScope)
          : Option.isSome(row) && row.value.principal === principal.id
        return Option.isSome(row) && may ? Effect.succeed(row.value) : new Domain.ReturnNotFound({ returnId })
      })

    /** Takes a return along its table, with an event beside it. */
    const move = Effect.fnUntraced(
      function*(
        row: ReturnRow,
        to: Domain.ReturnStatus,
        source: Source,
        money: { readonly refundMinor: number; readonly refundId: string | null } = {
          refundMinor: row.refund_minor,
          refundId: row.refund_id
        }
      ) {
        const step = Domain.transition(row.status, to)
        if (Either.isLeft(step)) return yield* Effect.die(step.left)
        const timeline = [...row.timeline, { status: to, at: yield* Clock.currentTimeMillis, source }]
        yield* setReturn(to, money.refundMinor, money.refundId, encodeTimeline(timeline), row.id, row.status)
        yield* OrderRecords.append(row.order_id, {
          type: `return.${to}` as EventType,
          source,
          data: { returnId: row.id }
        })
        return { ...row, status: to, refund_minor: money.refundMinor, refund_id: money.refundId, timeline }
      }
    )

    const request = Effect.fnUntraced(
      function*(
        principal: Principal,
        orderId: string,
        items: ReadonlyArray<Domain.RequestItem>,
        source: Source = principal.kind === "staff" ? "staff" : "shopper"
      ) {
        const order = yield* OrderRecords.ownedBy(principal, "orders:write")(OrderRecords.lock(orderId))
        const lines = yield* OrderRecords.linesOf(orderId)
        const now = yield* Clock.currentTimeMillis
        const requested = yield* Domain.request(
          {
            orderId,
            status: order.status,
            productIds: lines.map((line) => line.productId),
            units: yield* factsOf(orderId)
          },
          items,
          now
        )
        const id = yield* nextId("ret")
        const timeline = [{ status: "requested" as const, at: now, source }]
        yield* insertReturn({
          id,
          order_id: orderId,
          status: "requested",
          refund_minor: requested.refundMinor,
          timeline: encodeTimeline(timeline),
          created_at: now
        })
        for (const [i, line] of requested.lines.entries()) {
          yield* insertLine({
            return_id: id,
            i,
            shipment_id: line.shipmentId,
            n: line.n,
            product_id: line.productId,
            quantity: line.quantity,
            condition: line.condition,
            reason: line.reason,
            refund_minor: line.refundMinor
          })
          yield* addSentBack(line.quantity, line.shipmentId, line.n, line.quantity)
          yield* OrderRecords.addSentBack(orderId, line.n, line.quantity)
        }
        yield* OrderRecords.append(orderId, {
          type: "return.initiated",
          source,
          data: {
            returnId: id,
            items: requested.lines.map(({ productId, quantity, reason }) => ({ productId, quantity, reason }))
          }
        })
        return yield* viewOf(Option.getOrThrow(yield* byId(id)))
      },
      write
    )

    const view = (principal: Principal, returnId: string) =>
      transactions.read(Effect.flatMap(owned(principal, "orders:read", returnId), viewOf))

    const returnable = Effect.fnUntraced(function*(principal: Principal, orderId: string) {
      yield* OrderRecords.ownedBy(principal, "orders:read")(OrderRecords.find(orderId))
      const lines = yield* OrderRecords.linesOf(orderId)
      const productIds = lines.map((line) => line.productId)
      return Domain.returnable({ productIds, units: yield* factsOf(orderId) }, yield* Clock.currentTimeMillis)
    }, transactions.read)

    /** Units that are not coming back: they can be returned another time. */
    const free = (
      orderId: string,
      units: ReadonlyArray<{ readonly shipmentId: string; readonly n: number; readonly quantity: number }>
    ) =>
      Effect.forEach(units, ({ n, quantity, shipmentId }) =>
        Effect.zipRight(
          addSentBack(-quantity, shipmentId, n, -quantity),
          OrderRecords.addSentBack(orderId, n, -quantity)
        ), { discard: true })

    const cancel = Effect.fnUntraced(function*(principal: Principal, returnId: string) {
      yield* owned(principal, "orders:write", returnId)
      const { row } = yield* lock(returnId)
      if ((yield* Domain.cancel({ returnId, status: row.status })) === "already") return yield* viewOf(row)
      const lines = yield* linesOf(returnId)
      yield* free(
        row.order_id,
        lines.map(({ n, quantity, shipment_id }) => ({ n, quantity, shipmentId: shipment_id }))
      )
      return yield* viewOf(yield* move(row, "cancelled", principal.kind === "staff" ? "staff" : "shopper"))
    }, write)

    const scanned = Effect.fnUntraced(function*(returnId: string, orderId?: string) {
      const { row } = yield* lock(returnId)
      if (orderId !== undefined && row.order_id !== orderId) return yield* new Domain.ReturnNotFound({ returnId })
      return row.status === "requested" ? (yield* move(row, "in_transit", "carrier")).status : row.status
    }, write)

    /** Says of each line what became of its units: accepted from the first line on, then refused, the rest missing. */
    const saveReceived = (
      returnId: string,
      lines: ReadonlyArray<typeof LineRow.Type>,
      { accepted, missing, restock }: Domain.Received
    ) => {
      const acceptedHere = handOut(accepted.map((one) => [placeOf(one.shipmentId, one.n), one.quantity]))
      const refusedHere = handOut([
        ...lines.map((one) => [placeOf(one.shipment_id, one.n), one.quantity] as const),
        ...[...accepted, ...missing].map((one) => [placeOf(one.shipmentId, one.n), -one.quantity] as const)
      ])
      const restockedHere = handOut(restock.map((one) => [one.productId, one.quantity]))
      return Effect.forEach(lines, (line) => {
        const place = placeOf(line.shipment_id, line.n)
        const accepted = acceptedHere(place, line.quantity)
        const restocked = restockedHere(line.product_id, accepted)
        const missing = line.quantity - accepted - refusedHere(place, line.quantity - accepted)
        return setReceived(accepted, restocked, missing, returnId, line.i)
      }, { discard: true })
    }

    const receive = Effect.fnUntraced(function*(returnId: string, items: ReadonlyArray<Domain.ReceivedItem>) {
      const { order, row } = yield* lock(returnId)
      if (!sendable.has(row.status)) {
        return yield* new ReturnNotReceivable({ returnId, currentStatus: row.status })
      }
      const lines = yield* linesOf(returnId)
      const received = yield* Domain.receive(
        lines.map((line) => ({
          n: line.n,
          shipmentId: line.shipment_id,
          productId: line.product_id,
          quantity: line.quantity,
          refundMinor: line.refund_minor
        })),
        items
      )
      const payment = Option.getOrThrow(yield* SessionRecords.paymentOf(order.id))
      const acceptedBefore = yield* acceptedOf(order.id)
      yield* saveReceived(returnId, lines, received)
      yield* free(order.id, received.missing)
      const opened = yield* move(row, "received", "staff")
      const shippingMinor = Domain.shippingRefundMinor({
        orderLines: yield* OrderRecords.linesOf(order.id),
        acceptedBefore,
        acceptedNow: received.accepted,
        shippingMinor: order.shipping_minor
      })
      // Staff may have given money back by hand before: never more than is left of it.
      const amountMinor = Math.min(
        received.refundMinor + shippingMinor,
        payment.captured_minor - payment.refunding_minor
      )
      const refundId = received.rejected || amountMinor === 0 ? null : yield* refunds.intend({
        paymentId: payment.id,
        orderId: order.id,
        cause: "return",
        subject: returnId,
        amountMinor,
        currency: order.currency
      })
      const decided = yield* move(opened, received.rejected ? "rejected" : "refunded", "staff", {
        refundMinor: received.rejected ? 0 : amountMinor,
        refundId
      })
      yield* Inventory.restock(received.restock)
      return yield* viewOf(decided)
    }, write)

    const label = Effect.fnUntraced(function*(capability: string) {
      const returnId = unsign(secret, labelled, capability) ?? ""
      const row = Option.getOrUndefined(yield* byId(returnId))
      if (row === undefined || !sendable.has(row.status)) return yield* new Domain.ReturnNotFound({ returnId })
      const order = yield* Effect.orDie(OrderRecords.find(row.order_id))
      const lines = yield* linesOf(row.id)
      return {
        returnId: row.id,
        orderId: row.order_id,
        issuedAt: row.created_at,
        from: order.address,
        items: lines.map(({ name, quantity }) => ({ name, quantity }))
      }
    }, transactions.read)

    return { request, view, returnable, cancel, scanned, receive, label }
  })
)
