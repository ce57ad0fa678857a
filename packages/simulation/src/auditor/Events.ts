/**
 * Rules of messages to and from partners: each event of an order is received, in order, once or more, and again when
 * staff request it; no message with a wrong signature is accepted; and no parcel or arrival is lost that was reported
 * before the payment, or before the parcel left. The partner that has been subscribed since before the first order is
 * compared with the orders themselves, others with it (`Subscriptions`).
 */
import * as WebhookSchemas from "@beauty-store/http/contract/WebhookSchemas"
import type { Request, Response } from "../engine/Network.ts"
import type { Partner, ReceivedMessage } from "../world/Partners.ts"
import { type Audit, onExchange, type Rules } from "./Audit.ts"
import type { AcpOrder, Order, Return } from "./Bodies.ts"
import { eventTime } from "./Calendar.ts"
import { operationOf } from "./Operations.ts"
import { asLine } from "./Orders.ts"
import * as Subscriptions from "./Subscriptions.ts"
import * as Words from "./Words.ts"

const decoder = new TextDecoder()

/**
 * A partner's message got a response at this moment: the store has not failed. Ignored messages are checked at rest.
 */
export const messageAnswered = (audit: Audit, request: Request, { body, status }: Response, at: number): void => {
  const { method, path } = request
  audit.covered(`${operationOf(method, path)[0]} ${status}`)
  audit.expect("answer.internalError", `${method} ${path}: no internal error`).that(status !== 500, () => body)
  if (path !== "/api/webhooks" || status !== 200) return
  const { result } = JSON.parse(body) as typeof WebhookSchemas.WebhookAnswer.Encoded
  actedOnOnce(audit, request.headers["webhook-id"] ?? "", result)
  const { data, event } = JSON.parse(decoder.decode(request.body)) as {
    event: string
    data: { orderId: string; trackingNumber?: string }
  }
  if (event !== "order.delivered" && event !== "order.shipped") return
  const { reports } = audit.seen
  reports.set(data.orderId, [
    ...reports.get(data.orderId) ?? [],
    { event, trackingNumber: data.trackingNumber, isIgnored: result === "ignored", at }
  ])
}

/** A message is acted on once, however often it is sent. */
const actedOnOnce = (audit: Audit, id: string, result: string): void => {
  if (result === "duplicate") return
  const earlier = audit.seen.actedOn.get(id)
  audit.expect("message.once", `message ${id}, which was ${earlier}, is a duplicate`)
    .that(earlier === undefined, () => result)
  audit.seen.actedOn.set(id, result)
}

/** A message with a forged signature was sent in a partner's name: it is not accepted. */
export const forgeryAnswered = (audit: Audit, { method, path }: Request, { body, status }: Response): void => {
  audit.covered(`${operationOf(method, path)[0]} ${status}`)
  audit.expect("message.forged", `${method} ${path}: 401, since nobody signed it, or long ago`)
    .that(status === 401 || (status === 503 && audit.mayFail()), () => `${status} ${body}`)
}

export const rules: Rules = {
  "webhooks.replay": onExchange(
    WebhookSchemas.ReplayRequest,
    WebhookSchemas.Replayed,
    ({ seen }, { firstSentAt, request, sent }) =>
      void seen.replays.push({ subscriptionId: sent.subject, at: firstSentAt, range: request })
  )
}

/**
 * At rest: the messages that partners received about an order. The first of them has been subscribed since before there
 * were orders.
 */
export const orderAtRest = (
  audit: Audit,
  order: Order,
  returns: ReadonlyArray<Return>,
  [witness, ...others]: ReadonlyArray<Partner>,
  told: AcpOrder | undefined
): void => {
  if (witness === undefined) return
  const happened = witnessed(audit, order, witness)
  reportsAtRest(audit, order, happened)
  delivered(audit, order, returns, witness, happened)
  const principal = audit.seen.orders.get(order.id)?.principal
  for (const other of others) {
    Subscriptions.orderAtRest(audit, { orderId: order.id, principal, happened, told }, other)
  }
}

/** The events of an order, according to the first partner: each once, in order, with the amounts of the order. */
const witnessed = (audit: Audit, order: Order, witness: Partner): ReadonlyArray<ReceivedMessage> => {
  const first = new Map<string, ReceivedMessage>()
  let latest = 0
  for (const message of witness.received) {
    const { data, event, id } = message
    if (data.orderId !== order.id || first.has(id)) continue
    first.set(id, message)
    const time = eventTime(id)
    if (data.amount !== undefined) {
      const amount = data.refundId === undefined
        ? order.total
        : order.refunds.find((refund) => refund.refundId === data.refundId)?.amount
      audit.expect("events.amount", `${event} of ${amount} for ${data.refundId ?? order.id}`)
        .that(amount === data.amount, () => String(data.amount))
    }
    audit.expect("events.order", `events of ${order.id} to ${witness.url} in order`)
      .that(
        time >= latest - audit.apart,
        () => `${event} ${id} of ${Words.moment(time)} after one of ${Words.moment(latest)}`
      )
    latest = time
  }
  return [...first.values()]
}

/**
 * What a carrier reports is ignored only once nothing can come of it: the order is cancelled, or all of it has left, or
 * something has arrived. A parcel that was reported has left at last, if there was anything left for it.
 */
const reportsAtRest = (
  audit: Audit,
  { id, shipments, status, timeline }: Order,
  happened: ReadonlyArray<ReceivedMessage>
): void => {
  const { ahead } = audit.skew
  const momentOf = (event: string) =>
    Math.min(...happened.filter((message) => message.event === event).map((message) => eventTime(message.id)))
  const overAt = Math.min(
    ...timeline.filter((entry) => entry.status === "shipped" || entry.status === "cancelled")
      .map((entry) => Date.parse(entry.at))
  )
  for (const { at, event, isIgnored, trackingNumber } of audit.seen.reports.get(id) ?? []) {
    audit.expect(
      event === "order.delivered" ? "arrival.lost" : "parcel.lost",
      `${event} of ${id} that is not ignored as long as something can come of it`
    )
      .that(
        !isIgnored || overAt - ahead <= at ||
          (event === "order.delivered" && momentOf("order.delivered") - ahead <= at),
        () => `ignored at ${Words.moment(at)}`
      )
    if (event !== "order.shipped") continue
    audit.expect("parcel.lost", `the reported parcel ${trackingNumber} of ${id}`)
      .that(
        (status !== "pending" && status !== "confirmed") ||
          shipments.some((one) => one.trackingNumber === asLine(trackingNumber ?? "")),
        () => `${status}, with ${shipments.map((one) => one.trackingNumber).join(", ")}`
      )
  }
}

/** How often each event of an order has to occur. */
const dueOf = (
  { refunds, shipments, timeline, total }: Order,
  returns: ReadonlyArray<Return>
): ReadonlyMap<string, number> => {
  const due = new Map<string, number>()
  const owe = (event: string, count = 1) => due.set(event, (due.get(event) ?? 0) + count)
  for (const { status } of timeline) {
    if (status === "confirmed") owe("order.created")
    if (status === "confirmed" && total > 0) owe("payment.succeeded")
    if (status === "cancelled") owe("order.cancelled")
  }
  owe("order.shipped", shipments.length)
  owe("refund.created", refunds.length)
  for (const one of returns) {
    owe("return.initiated")
    for (const { status } of one.timeline) if (status !== "requested") owe(`return.${status}`)
  }
  return due
}

const delivered = (
  audit: Audit,
  order: Order,
  returns: ReadonlyArray<Return>,
  { url }: Partner,
  happened: ReadonlyArray<ReceivedMessage>
): void => {
  const counts = new Map<string, number>()
  for (const { event } of happened) counts.set(event, (counts.get(event) ?? 0) + 1)
  for (const [event, count] of dueOf(order, returns)) {
    audit.expect("events.delivered", `${count} × ${event} of ${order.id} to ${url}`)
      .that((counts.get(event) ?? 0) === count, () => `${counts.get(event) ?? 0}`)
  }
  audit.expect("events.delivered", `order.delivered of ${order.id} to ${url}`)
    .that(order.status !== "delivered" || (counts.get("order.delivered") ?? 0) > 0, () => "none")
}

/** At rest: messages that staff had sent again were received again. */
export const replaysAtRest = (audit: Audit, partners: ReadonlyArray<Partner>): void => {
  for (const { at, range, subscriptionId } of audit.seen.replays) {
    const partner = partners.find(({ account }) => account?.subscriptionId === subscriptionId)
    if (!Subscriptions.isLasting(audit, subscriptionId)) continue
    const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
    const last = new Map(partner?.received.map((one) => [one.id, one.at]))
    for (const [id, receivedAt] of last) {
      const happened = eventTime(id)
      audit.expect(
        "events.again",
        `${id} again after ${Words.moment(at)}, when ${range.from} to ${range.to} was asked for`
      )
        .that(
          happened < from || happened > to || receivedAt >= at,
          () => `last at ${Words.moment(receivedAt)}`
        )
    }
  }
}
