/**
 * Rules of refused changes of an order: a cancellation, a shipment, a refund or a return is refused only for its
 * reason. They are judged at rest, when the order shows when everything happened: a refusal is justified if it was at
 * any moment between the sending of its request and its response. What is not known is not judged.
 */
import type * as OrderSchemas from "@beauty-store/http/contract/OrderSchemas"
import type * as RefundSchemas from "@beauty-store/http/contract/RefundSchemas"
import type * as ReturnSchemas from "@beauty-store/http/contract/ReturnSchemas"
import type { Partner, ReceivedMessage } from "../world/Partners.ts"
import type { Audit, Exchange } from "./Audit.ts"
import { type Order, type Refusal, type Return } from "./Bodies.ts"
import { berlinDay, lastDayOfReturn } from "./Calendar.ts"
import { eventTime } from "./Calendar.ts"
import * as Idempotency from "./Idempotency.ts"
import type { RefusedChange, SentRequest } from "./Observations.ts"
import type { ApiOperation } from "./Operations.ts"
import { asLine } from "./Orders.ts"
import * as ReturnUnits from "./ReturnUnits.ts"
import * as Words from "./Words.ts"

/** What is refused, by its operation. */
type Judged = Extract<
  ApiOperation,
  "orders.cancel" | "refunds.give" | "returns.request" | "returns.cancel" | "returns.receive" | "orders.ship"
>
const returnRequest = "returns.request" satisfies Judged

type RefundRequest = typeof RefundSchemas.RefundRequest.Encoded
type ShipRequest = typeof OrderSchemas.ShipRequest.Encoded
const shipRefusals: ReadonlySet<string> = new Set(["order_not_shippable", "nothing_left_to_ship", "over_shipment"])
type ReturnRequest = typeof ReturnSchemas.ReturnRequest.Encoded

const isDelivered = ({ seen }: Audit, orderId: string): boolean => seen.orders.get(orderId)?.status === "delivered"

/** A request leaves: whether its goods had arrived, as far as its sender can know. */
export const sent = (audit: Audit, request: SentRequest): void => {
  if (request.operation !== returnRequest) return
  const { arrived } = audit.seen
  const change = Idempotency.changeOfClient(request)
  if (!arrived.has(change)) arrived.set(change, isDelivered(audit, (request.json as ReturnRequest).orderId))
}

export const refused = (audit: Audit, { at, body, firstSentAt, isFirst, sent }: Exchange): void => {
  const { code } = body as Refusal
  if (!isFirst || code === undefined || !judges.has(sent.operation)) return
  audit.seen.refusedChanges.push({
    operation: sent.operation,
    code,
    subject: sent.subject === "" ? (sent.json as { readonly orderId?: string }).orderId ?? "" : sent.subject,
    json: sent.json,
    words: JSON.stringify(body),
    hadArrived: audit.seen.arrived.get(Idempotency.changeOfClient(sent)) ?? false,
    from: firstSentAt - audit.apart,
    to: at + audit.apart
  })
}

/** An order and its returns, as they are when everything is at rest. */
interface AtRest {
  readonly order: Order
  readonly returns: ReadonlyArray<Return>
  /** When the first of it left and arrived, in milliseconds; infinite where nothing did. */
  readonly leftAt: number
  readonly arrivedAt: number
  /** What the first partner was told of each parcel that left. */
  readonly departures: ReadonlyArray<ReceivedMessage>
  readonly parcels: ReadonlyArray<ReturnUnits.Parcel>
}

type Judge = (audit: Audit, atRest: AtRest, refusal: RefusedChange) => void

/** When a refusal was decided, and its words. */
const shown = ({ from, to, words }: RefusedChange) => () =>
  `refused between ${Words.moment(from)} and ${Words.moment(to)}: ${words}`

/** What the first partner was told of an order. */
const told = ([partner]: ReadonlyArray<Partner>, orderId: string, event: string): ReadonlyArray<ReceivedMessage> =>
  (partner?.received ?? []).filter((message) => message.event === event && message.data.orderId === orderId)

const notCancelled: Judge = (audit, { leftAt, order }, refusal) =>
  audit.expect(
    "refused.cancel",
    `${order.id} can be cancelled until something of it leaves, at ${Words.moment(leftAt)}`
  )
    .that(refusal.code !== "order_not_cancellable" || leftAt <= refusal.to, shown(refusal))

/** When an order became what it is to be, in milliseconds; infinite where it never did. */
const becameAt = ({ timeline }: Pick<Order, "timeline">, status: Order["status"]): number => {
  const entry = timeline.find((one) => one.status === status)
  return entry === undefined ? Infinity : Date.parse(entry.at)
}

const notRefunded: Judge = (audit, { order }, refusal) => {
  const { amount } = refusal.json as RefundRequest
  // What was given back of a surplus payment counts against the refusal, not for it.
  const given = order.refunds.filter(({ createdAt }) => Date.parse(createdAt) <= refusal.to)
    .reduce((sum, refund) => sum + audit.minor(refund.amount), 0)
  const left = audit.minor(order.total) - given
  if (refusal.code === "refund_exceeds_captured") {
    const asked = amount === undefined ? left : audit.minor(amount)
    audit.expect("refused.refund", `${asked} cents of ${order.id} given back: at least ${left} cents were left`)
      .that(asked > left, shown(refusal))
  } else if (refusal.code === "refund_not_possible") {
    audit.expect(
      "refused.refund",
      `${order.id}, paid since ${Words.moment(becameAt(order, "confirmed"))}, given back: ${left} cents were left`
    )
      .that(becameAt(order, "confirmed") >= refusal.from || (amount === undefined && left <= 0), shown(refusal))
  }
}

/** A parcel that has left may be reported again: what is refused then must have been refused before it left. */
const notShippedAgain: Judge = (audit, { departures, order }, refusal) => {
  const { carrier, items, trackingNumber } = refusal.json as ShipRequest
  const parcel = departures.find(({ data }) =>
    data.carrier === asLine(carrier) && data.trackingNumber === asLine(trackingNumber)
  )
  if (parcel === undefined || !shipRefusals.has(refusal.code)) return
  const inAll = (lines: ReadonlyArray<{ readonly productId: string; readonly quantity: number }>) =>
    Words.units(lines.map(({ productId, quantity }) => [productId, quantity] as const))
  // Nothing leaves after an order has become shipped, and what left was there until then.
  const isSame = items === undefined || inAll(items) === inAll(parcel.data.items ?? [])
  const mayComeBefore = eventTime(parcel.id) > refusal.from && refusal.code !== "order_not_shippable" && !isSame
  audit.expect(
    "refused.shipAgain",
    `${trackingNumber} of ${order.id}, which left at ${Words.moment(eventTime(parcel.id))}, may be reported again`
  )
    .that(mayComeBefore || becameAt(order, "confirmed") >= refusal.from, shown(refusal))
}

const notShipped: Judge = (audit, atRest, refusal) => {
  const { order } = atRest
  notShippedAgain(audit, atRest, refusal)
  // A confirmed order is called off, or goes on its way.
  if (refusal.code !== "order_not_shippable" && refusal.code !== "order_not_paid") return
  audit.expect("refused.ship", `${order.id}, paid since ${Words.moment(becameAt(order, "confirmed"))}, is sent`)
    .that(
      becameAt(order, "confirmed") >= refusal.from || becameAt(order, "cancelled") <= refusal.to
        || becameAt(order, "shipped") <= refusal.to,
      shown(refusal)
    )
}

/**
 * Units of a product that returns had asked for by a moment, but for those that were called off, or were found to be
 * missing, before another.
 */
const askedBack = (
  audit: Audit,
  returns: ReadonlyArray<Return>,
  productId: string,
  { from, to }: RefusedChange
): number =>
  returns.filter(({ createdAt }) => Date.parse(createdAt) <= to).reduce((sum, one) => {
    const asked = ReturnUnits.countOf(one.items, productId)
    const isOver = one.timeline.some(({ at, status }) =>
      (status === "cancelled" || status === "received") && Date.parse(at) < from
    )
    return sum + (isOver ? ReturnUnits.heldBy(audit, one, productId) ?? asked : asked)
  }, 0)

const notTakenBack: Judge = (audit, { arrivedAt, order, parcels, returns }, refusal) => {
  const { items } = refusal.json as ReturnRequest
  const { offers } = audit.seen
  const ordered = (productId: string) => order.items.find((item) => item.productId === productId)?.quantity ?? 0
  switch (refusal.code) {
    case "order_not_delivered":
      return audit.expect("refused.return", `${order.id} had arrived, and can come back`)
        .that(!refusal.hadArrived, shown(refusal))
    case "product_not_in_order":
      return audit.expect("refused.return", `${order.id} has what is to come back`)
        .that(items.some(({ productId }) => ordered(productId) === 0), shown(refusal))
    case "hygiene_seal_broken":
      return audit.expect("refused.sealed", `what comes back of ${order.id} is not sealed, or was not opened`)
        .that(
          items.some(({ condition, productId }) => condition === "opened" && offers.get(productId)?.isSealed !== false),
          shown(refusal)
        )
    case "return_window_closed": {
      // Of units that may be of any parcel, none counts as one of a window that is closed.
      const span = { knownBy: refusal.from, openAt: refusal.to }
      const left = (productId: string) =>
        ReturnUnits.openUnits(parcels, productId, span) - askedBack(audit, returns, productId, refusal)
      return audit.expect(
        "return.window",
        `${order.id} has units whose window is open: ${
          Words.units(items.map(({ productId }) => [productId, left(productId)]))
        }`
      )
        .that(items.some(({ productId }) => ReturnUnits.countOf(items, productId) > left(productId)), shown(refusal))
    }
    case "nothing_left_to_return": {
      const isOpen = Number.isFinite(arrivedAt) && berlinDay(refusal.to) <= lastDayOfReturn(arrivedAt)
      if (!refusal.hadArrived || !isOpen) return
      const wanted = new Map(items.map(({ productId }) => [productId, ReturnUnits.countOf(items, productId)] as const))
      return audit.expect("refused.return", `${Words.units(wanted)} of ${order.id}, of which so much was left`)
        .that(
          [...wanted].some(([productId, units]) =>
            units > ordered(productId) - askedBack(audit, returns, productId, refusal)
          ),
          shown(refusal)
        )
    }
  }
}

const notCalledOff: Judge = (audit, { returns }, refusal) => {
  const one = returns.find(({ returnId }) => returnId === refusal.subject)
  if (one === undefined) return
  const when = (status: Return["status"]): number => {
    const entry = one.timeline.find((entry) => entry.status === status)
    return entry === undefined ? Infinity : Date.parse(entry.at)
  }
  if (refusal.code === "return_not_cancellable") {
    audit.expect(
      "refused.returnCancel",
      `${one.returnId} can be called off until it arrives, at ${Words.moment(when("received"))}`
    )
      .that(when("received") <= refusal.to, shown(refusal))
  } else if (refusal.code === "return_not_receivable") {
    audit.expect("refused.receive", `${one.returnId} is received once, and unless it is called off`)
      .that(Math.min(when("received"), when("cancelled")) <= refusal.to, shown(refusal))
  }
}

const judges: ReadonlyMap<string, Judge> = new Map<Judged, Judge>([
  ["orders.cancel", notCancelled],
  ["orders.ship", notShipped],
  ["refunds.give", notRefunded],
  [returnRequest, notTakenBack],
  ["returns.cancel", notCalledOff],
  ["returns.receive", notCalledOff]
])

/** At rest: what was refused about an order and its returns. */
export const orderAtRest = (
  audit: Audit,
  order: Order,
  returns: ReadonlyArray<Return>,
  partners: ReadonlyArray<Partner>
): void => {
  const [partner] = partners
  const parcels = ReturnUnits.parcelsOf((partner?.received ?? []).filter(({ data }) => data.orderId === order.id))
  if (partner !== undefined) ReturnUnits.orderAtRest(audit, order, returns, parcels)
  const subjects = new Set<string>([order.id, ...returns.map(({ returnId }) => returnId)])
  const refusals = audit.seen.refusedChanges.filter(({ subject }) => subjects.has(subject))
  if (refusals.length === 0) return
  const departures = told(partners, order.id, "order.shipped")
  const atRest = {
    order,
    returns,
    departures,
    parcels,
    leftAt: Math.min(...departures.map(({ id }) => eventTime(id))),
    arrivedAt: Math.min(
      ...told(partners, order.id, "order.delivered").map(({ data }) => Date.parse(String(data.deliveredAt)))
    )
  }
  for (const refusal of refusals) judges.get(refusal.operation)?.(audit, atRest, refusal)
}
