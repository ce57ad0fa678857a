/**
 * Rules of the messages by which ACP reports whole orders: `order_create` once an order is confirmed, `order_update`
 * for each later event. Each message has the state of the order at that time or later, never an earlier one, and the
 * last has its current state.
 */
import type { ReceivedMessage } from "../world/Partners.ts"
import type { Audit } from "./Audit.ts"
import type { AcpOrder } from "./Bodies.ts"
import { eventTime } from "./Calendar.ts"

/** Events without a message of ACP's: nothing of an order follows from them. */
const untold: ReadonlySet<string> = new Set(["payment.succeeded", "payment.refused"])

const steps = ["created", "confirmed", "shipped", "completed"]

/** Whether an order of one status may later have the other. */
const reaches = (from: string, to: string): boolean =>
  from === to || (to === "canceled" ? steps.indexOf(from) < 2 : steps.indexOf(from) < steps.indexOf(to))

/** Whether a message of this type may report an event. */
export const isToldAs = ({ event }: ReceivedMessage, type: string): boolean =>
  (type === "order_create") === (event === "order.created") && !untold.has(event)

/** The events of an order with messages: from its confirmation on. */
export const toldOf = (happened: ReadonlyArray<ReceivedMessage>): ReadonlyArray<ReceivedMessage> => {
  const confirmed = happened.findIndex(({ event }) => event === "order.created")
  return confirmed === -1 ? [] : happened.slice(confirmed).filter(({ event }) => !untold.has(event))
}

/** The parts of an order that stay as they were bought. */
const asBought = ({ checkout_session_id, line_items, totals }: AcpOrder): string =>
  JSON.stringify([
    checkout_session_id,
    line_items.map(({ id, quantity, unit_price }) => [id, quantity.ordered, unit_price]),
    totals.filter(({ type }) => type !== "amount_refunded")
  ])

/**
 * Each message has the state of the order at that time, or later. `final`: the order in the end; `since`: in
 * milliseconds.
 */
export const toldWhole = (
  audit: Audit,
  messages: ReadonlyArray<ReceivedMessage>,
  happened: ReadonlyArray<ReceivedMessage>,
  final: AcpOrder,
  since: number
): void => {
  const events = new Map(happened.map((one, place) => [one.id, { ...one, place }] as const))
  const create = happened.find(({ event }) => event === "order.created")
  let [status, wasCreated] = ["confirmed", create !== undefined && eventTime(create.id) <= since]
  for (const { event, id, order: told } of messages) {
    const one = events.get(id)
    if (one === undefined) continue
    const order = told as AcpOrder
    wasCreated ||= event === "order_create"
    audit.expect("events.created", `order_create of ${order.id} before any order_update`)
      .that(wasCreated, () => `${event} for ${one.event} ${id}`)
    audit.expect(
      "events.toldOrder",
      `${order.id}, of which ${one.event} is told, is ${status} or later, and ends ${final.status}`
    )
      .that(
        reaches(status, order.status) && reaches(order.status, final.status)
          && (one.event !== "order.cancelled" || order.status === "canceled"),
        () => order.status
      )
    status = order.status
    const left = happened.filter((other, place) => other.event === "order.shipped" && place <= one.place).length
    parcelsTold(audit, one, order, final, left)
    adjustmentsTold(audit, one, order, final)
    audit.expect("events.toldOrder", `${order.id} with what was bought: ${asBought(final)}`)
      .equals(asBought(order), asBought(final))
  }
}

/** At least the parcels that had left by then, and none that was never sent. */
const parcelsTold = (
  audit: Audit,
  { event, id }: ReceivedMessage,
  { fulfillments, id: orderId }: AcpOrder,
  final: AcpOrder,
  left: number
): void => {
  const parcels = fulfillments.map((parcel) => parcel.id)
  audit.expect("events.toldOrder", `${left} parcels of ${orderId} or more, when ${event} ${id} is told`)
    .that(
      parcels.length >= left && parcels.every((parcel, i) => final.fulfillments[i]?.id === parcel),
      () => JSON.stringify(parcels)
    )
}

/** The refund or return of an event, and no unknown adjustment. */
const adjustmentsTold = (
  audit: Audit,
  { data, event }: ReceivedMessage,
  { adjustments, id: orderId }: AcpOrder,
  final: AcpOrder
): void => {
  const lasting = new Map(final.adjustments.map((one) => [one.id, one] as const))
  const subject = data.refundId ?? data.returnId
  const isTold = subject === undefined || !lasting.has(subject) || adjustments.some(({ id }) => id === subject)
  audit.expect(
    "events.toldOrder",
    `adjustments of ${orderId} as they are known, when ${event} of ${subject ?? "it"} is told`
  )
    .that(
      isTold && adjustments.every((one) => {
        const kept = lasting.get(one.id)
        // A cancelled return is not an adjustment.
        return kept === undefined ? one.type === "return" : kept.type === one.type && kept.amount === one.amount
      }),
      () => JSON.stringify([adjustments, final.adjustments])
    )
}

/** The last message that a partner received has the current state of the order. */
export const toldLast = (audit: Audit, order: AcpOrder, final: AcpOrder): void => {
  const lasting = ({ adjustments, fulfillments, line_items, status, totals }: AcpOrder) =>
    JSON.stringify([status, line_items, totals, adjustments, fulfillments.map(({ id }) => id)])
  audit.expect("events.toldLast", `the last that is told of ${final.id} is how it is: ${lasting(final)}`)
    .equals(lasting(order), lasting(final))
}
