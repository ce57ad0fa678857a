/**
 * Rules of purchases by the Agentic Commerce Protocol: checkout sessions, payment tokens, and orders in the form of the
 * protocol. A session makes one order; a final status stays; it is charged the amount that its agent was shown, once,
 * before it expires. A token pays its own session, once, up to its amount, until its time. The money, goods, receipts
 * and messages of their orders are checked like those of any other, in the modules of these topics.
 */
import * as AcpRequests from "@beauty-store/acp/RequestSchemas"
import * as AcpResponses from "@beauty-store/acp/ResponseSchemas"
import { day, hour } from "../engine/Time.ts"
import { orderShownTo, ownedBy } from "./Access.ts"
import { type Audit, type Exchange, onEach, onExchange, onResponse, type Rules } from "./Audit.ts"
import {
  type AcpDelegatedPayment,
  type AcpDelegatePaymentRequest,
  type AcpItem,
  type AcpOrder,
  type AcpOrderLine,
  type AcpSession,
  type AcpSessionLine,
  type AcpSessionRequest,
  amountOf,
  type Order
} from "./Bodies.ts"
import { changeOfClient } from "./Idempotency.ts"
import type { KnownSession, PaymentToken, SentRequest } from "./Observations.ts"
import { type AcpOperation, sessionChanges } from "./Operations.ts"
import { asLine } from "./Orders.ts"
import { placeOf, tariff } from "./Tariff.ts"
import * as Words from "./Words.ts"

/** A session expires when it was unchanged for this long, in milliseconds. */
export const lifetime = day
/** A payment that began before a session expired keeps it open at most this long: a provider may be down for hours. */
const longestPayment = 12 * hour

const finalStatuses: ReadonlySet<string> = new Set(["completed", "canceled", "expired"])

/** The protocol's statuses of an order. */
const statuses: Readonly<Record<Order["status"], string>> = {
  pending: "created",
  confirmed: "confirmed",
  shipped: "shipped",
  delivered: "completed",
  cancelled: "canceled"
}

const [create, update, complete] = sessionChanges
const view = "acp.getCheckoutSession" satisfies AcpOperation
const changes: ReadonlySet<string> = new Set(sessionChanges)

/** Units by product, however they were written. */
const unitsOf = (items: ReadonlyArray<AcpItem | AcpSessionLine | AcpOrderLine>): ReadonlyMap<string, number> => {
  const units = new Map<string, number>()
  for (const line of items) {
    const product = (line.id ?? ("item" in line ? line.item?.id : undefined))!
    const quantity = line.quantity ?? 1
    units.set(product, (units.get(product) ?? 0) + (typeof quantity === "number" ? quantity : quantity.ordered))
  }
  return units
}

const print = (units: ReadonlyMap<string, number>): string => JSON.stringify([...units].sort())

const sessionOf = ({ seen }: Audit, id: string): KnownSession => {
  let session = seen.sessions.get(id)
  if (session === undefined) {
    session = {
      final: undefined,
      orderId: undefined,
      totals: new Set(),
      open: new Set(),
      expiresAt: 0,
      wasTried: false
    }
    seen.sessions.set(id, session)
  }
  return session
}

export const sent = (audit: Audit, request: SentRequest): void => {
  const { n, operation, subject } = request
  if (!changes.has(operation)) return
  const change = changeOfClient(request)
  if (!audit.seen.sessionChangesSent.has(change)) audit.seen.sessionChangesSent.set(change, n)
  if (subject !== "") sessionOf(audit, subject).open.add(change)
  if (operation === complete) paymentTried(audit, subject)
}

/** Somebody is about to pay a session. */
export const paymentTried = (audit: Audit, sessionId: string): void => {
  sessionOf(audit, sessionId).wasTried = true
}

export const decided = (audit: Audit, request: SentRequest): void => {
  const { operation, subject } = request
  if (changes.has(operation) && subject !== "") sessionOf(audit, subject).open.delete(changeOfClient(request))
}

/** Lines and shipping that sum to the total. */
const addsUp = (
  audit: Audit,
  { id, line_items, totals }: Pick<AcpSession, "id" | "totals"> & {
    readonly line_items: ReadonlyArray<AcpSessionLine | AcpOrderLine>
  }
): void => {
  const discounted = amountOf(totals, "items_discount") ?? 0
  const goods = line_items.reduce((sum, line) => {
    const [price, quantity, total] = "subtotal" in line
      ? [line.unit_price, line.quantity.ordered, line.subtotal]
      : [line.unit_amount, line.quantity, amountOf(line.totals, "total")]
    return price * quantity === total || discounted > 0 ? sum + total : NaN
  }, 0)
  const sums = amountOf(totals, "items_base_amount") === goods + discounted && amountOf(totals, "subtotal") === goods
    && amountOf(totals, "total") === goods + amountOf(totals, "fulfillment")
  audit.expect("session.sums", `lines and shipping of ${id} that sum to the total`)
    .that(
      sums,
      () =>
        Number.isNaN(goods) ?
          `a line whose units do not cost its total: ${JSON.stringify(line_items)}` :
          Words.unequal([
            ["the goods' total", goods + discounted, amountOf(totals, "items_base_amount") ?? NaN],
            ["the subtotal", goods, amountOf(totals, "subtotal") ?? NaN],
            ["the total", goods + (amountOf(totals, "fulfillment") ?? NaN), amountOf(totals, "total") ?? NaN]
          ])
    )
}

/** Every shipping option costs what the tariff says, and one of them is chosen. */
const isSent = (
  audit: Audit,
  { fulfillment_details, fulfillment_options, selected_fulfillment_options, totals }: AcpSession
): void => {
  const address = fulfillment_details?.address
  if (address === undefined || fulfillment_options.length === 0) return
  const place = placeOf({ country: address.country, postcode: address.postal_code })
  const goods = amountOf(totals, "subtotal")
  const { option_id } = selected_fulfillment_options![0]!
  const offered = fulfillment_options.every(({ id, totals }) => amountOf(totals, "total") === tariff(place, id, goods))
  audit.expect(
    "session.shipping",
    `${Words.amount(tariff(place, option_id, goods))}, the tariff of ${option_id} to ${place} for goods of ${
      Words.amount(goods)
    }`
  )
    .that(
      offered && amountOf(totals, "fulfillment") === tariff(place, option_id, goods),
      () => JSON.stringify([fulfillment_options, totals])
    )
}

/** The response to a change shows the requested values. */
const isAsAsked = (audit: Audit, asked: AcpSessionRequest, body: AcpSession): void => {
  const { fulfillment_details, line_items, selected_fulfillment_options } = asked
  const city = fulfillment_details?.address?.city
  const option = selected_fulfillment_options?.[0]?.option_id
  const shown = body.selected_fulfillment_options?.[0]?.option_id
  audit.expect("session.asked", `${body.id} as it was asked for: ${JSON.stringify(asked)}`)
    .that(
      (line_items === undefined || line_items === null ||
        print(unitsOf(line_items)) === print(unitsOf(body.line_items)))
        && (city === undefined || city === null || asLine(city) === body.fulfillment_details?.address?.city)
        && (option === undefined || shown === undefined || option === shown),
      () => JSON.stringify(body)
    )
}

/** An order in the form of the protocol. */
const orderSeen = (audit: Audit, order: AcpOrder): void => {
  addsUp(audit, order)
  const known = audit.seen.sessionOfOrder.get(order.id)
  audit.expect("session.oneOrder", `${order.id} comes from ${known}`)
    .that(known === undefined || known === order.checkout_session_id, () => order.checkout_session_id)
  audit.seen.sessionOfOrder.set(order.id, order.checkout_session_id)
}

/** A final status stays, and a completed session is an order. */
const becameOrder = (audit: Audit, { body, isFirst, n, sent }: Exchange<unknown, AcpSession>): void => {
  const session = sessionOf(audit, body.id)
  // By the clock of another store it may not be over yet.
  const isOverEverywhere = audit.stores === 1 || sent.at >= closesAt(session) + audit.skew.behind
  if (session.final?.status === "expired" && !isOverEverywhere) session.final = undefined
  const sentAt = audit.seen.sessionChangesSent.get(changeOfClient(sent)) ?? sent.n
  const isLater = session.final !== undefined && sentAt > session.final.at
  audit.expect("session.final", `${body.id} stays ${session.final?.status}`)
    .that(!isFirst || !isLater || body.status === session.final?.status, () => `${sent.operation}: ${body.status}`)
  if (finalStatuses.has(body.status)) session.final ??= { status: body.status, at: n }
  const { order } = body
  audit.expect("session.order", `an order where ${body.id} is completed, and only there`)
    .that((body.status === "completed") === (order !== undefined), () => `${body.status}, order ${order?.id}`)
  if (order === undefined) return
  audit.expect("session.oneOrder", `${body.id} became ${session.orderId}`)
    .that(session.orderId === undefined || session.orderId === order.id, () => order.id)
  session.orderId = order.id
  audit.expect("session.order", `the order has what ${body.id} had`)
    .that(
      amountOf(order.totals, "total") === amountOf(body.totals, "total")
        && print(unitsOf(order.line_items)) === print(unitsOf(body.line_items)),
      () => JSON.stringify([order.line_items, order.totals, body.totals])
    )
  orderSeen(audit, order)
}

/** The time from which a session surely can be neither changed nor paid, in milliseconds. */
const closesAt = ({ expiresAt, wasTried }: KnownSession): number => wasTried ? expiresAt + longestPayment : expiresAt

/** A session lasts for a day after its last change, and is then expired. */
export const expiry = (
  audit: Audit,
  { at, body, firstSentAt, sent }: Exchange<unknown, Pick<AcpSession, "id" | "status" | "expires_at">>
): void => {
  const { operation } = sent
  const session = sessionOf(audit, body.id)
  const expiresAt = Date.parse(body.expires_at)
  audit.expect(
    "session.lasts",
    `${body.id} lasts for a day from ${operation}, sent at ${Words.moment(firstSentAt)}`
  )
    .that(
      (operation !== create && operation !== update)
        || (expiresAt >= firstSentAt + lifetime - audit.skew.behind && expiresAt <= at + lifetime + audit.skew.ahead),
      () => body.expires_at
    )
  session.expiresAt = Math.max(session.expiresAt, expiresAt)
  audit.expect("session.expiredEarly", `${body.id} lasts until ${body.expires_at}`)
    .that(
      body.status !== "expired" || expiresAt <= at + audit.skew.ahead,
      () => `expired at ${Words.moment(at)}`
    )
  const asked = operation === view ? sent.at : firstSentAt
  if (session.open.size > 0 || asked < closesAt(session) + audit.skew.behind) return
  audit.expect(
    "session.expired",
    `${body.id} expired at ${Words.moment(session.expiresAt)}, and is changed no more`
  )
    .that(
      operation === view && (finalStatuses.has(body.status) || body.status === "complete_in_progress"),
      () => `${operation} at ${Words.moment(asked)}: ${body.status}`
    )
}

/** A session in a response to its agent. */
const seen = (audit: Audit, exchange: Exchange<unknown, AcpSession>): void => {
  const { body, isFirst, sent } = exchange
  ownedBy(audit, sent, body.id)
  addsUp(audit, body)
  isSent(audit, body)
  if (isFirst && changes.has(sent.operation) && body.status !== "completed") {
    sessionOf(audit, body.id).totals.add(amountOf(body.totals, "total"))
  }
  becameOrder(audit, exchange)
  if (isFirst) expiry(audit, exchange)
}

/** A session was created, or updated. */
const edited = (audit: Audit, exchange: Exchange<AcpSessionRequest, AcpSession>): void => {
  isAsAsked(audit, exchange.request, exchange.body)
  seen(audit, exchange)
}

/** A card was left at the vault. */
const cardDelegated = (
  { seen }: Audit,
  { body, request: { allowance } }: Exchange<AcpDelegatePaymentRequest, AcpDelegatedPayment>
): void =>
  void seen.paymentTokens.set(body.id, {
    sessionId: allowance.checkout_session_id,
    maxAmountMinor: allowance.max_amount,
    expiresAt: Date.parse(allowance.expires_at)
  })

export const rules: Rules = {
  ...onEach([view, ...sessionChanges], onResponse(AcpResponses.CheckoutSession, seen)),
  [create]: onExchange(AcpRequests.CreateSession, AcpResponses.CheckoutSession, edited),
  [update]: onExchange(AcpRequests.UpdateSession, AcpResponses.CheckoutSession, edited),
  "acp.delegatePayment": onExchange(AcpRequests.DelegatePayment, AcpResponses.DelegatedPayment, cardDelegated),
  "acp.getOrder": onResponse(AcpResponses.Order, (audit, { body, sent }) => {
    orderShownTo(audit, sent, sent.subject)
    orderSeen(audit, body)
  })
}

/**
 * At rest: an order as staff see it, and the same in the protocol's form. `refunded`: the refunded part of its price,
 * in where that is known; surplus payments are not part of its price.
 */
export const orderAtRest = (audit: Audit, order: Order, told: AcpOrder, refunded: number | undefined): void => {
  orderSeen(audit, told)
  audit.expect("session.orderTold", `${order.id}, ${order.status}, of ${order.total}, ${refunded} cents given back`)
    .that(
      told.id === order.id && told.status === statuses[order.status]
        && amountOf(told.totals, "total") === audit.minor(order.total)
        && (refunded === undefined || amountOf(told.totals, "amount_refunded") === refunded),
      () => JSON.stringify([told.status, told.totals])
    )
  const unitsDue = order.items.map(({ productId, quantity, returned, shipped }) =>
    `${productId}: ${quantity}, ${order.status === "cancelled" ? 0 : quantity - returned}, ${shipped - returned}`
  )
  const unitsTold = told.line_items.map(({ product_id, quantity: { current, fulfilled, ordered } }) =>
    `${product_id}: ${ordered}, ${current}, ${fulfilled}`
  )
  audit.expect(
    "session.unitsTold",
    `${order.id} with units that were bought, are left, and have left: ${unitsDue.join("; ")}`
  )
    .that(unitsDue.toSorted().join("; ") === unitsTold.toSorted().join("; "), () => unitsTold.join("; "))
  if (order.status === "cancelled") return
  const { standingOrders } = audit.seen
  const { checkout_session_id } = told
  standingOrders.set(checkout_session_id, [...standingOrders.get(checkout_session_id) ?? [], order.id])
}

/** A charge that took money, according to the provider. */
interface Charge {
  readonly key: string
  /** The delegation or token that it was charged to. */
  readonly source: string
  readonly orderId: string
  readonly amountMinor: number
  readonly at: number
}

/** At rest: `orderAtRest` has seen each order. */
export const sessionsAtRest = (audit: Audit): void => {
  const { paymentTokens, sessionOfOrder, sessions, standingOrders } = audit.seen
  for (const [sessionId, orders] of standingOrders) {
    audit.expect("session.oneOrder", `one order of ${sessionId}`).that(orders.length === 1, () => orders.join(" "))
  }
  const charges = audit.payments.query<Charge>(
    `SELECT c.key, c.source, s.order_id AS "orderId", s.amount_minor AS "amountMinor", c.at
     FROM charge c JOIN session s ON s.id = c.session_id WHERE c.outcome = 'succeeded' ORDER BY c.key`
  )
  once(audit, "charge.once", "order", charges, ({ orderId }) => orderId)
  const byToken = charges.filter(({ source }) => paymentTokens.has(source))
  once(audit, "token.once", "token", byToken, ({ source }) => source)
  // Surplus money is refunded, and the session may be paid again; without faults there is none.
  if (!audit.mayFail()) {
    once(audit, "session.chargedOnce", "session", byToken, ({ orderId }) => sessionOfOrder.get(orderId) ?? orderId)
  }
  for (const charge of byToken) isCovered(audit, charge, paymentTokens.get(charge.source)!)
  for (const [sessionId, { expiresAt, open, orderId, totals }] of sessions) {
    const paid = byToken.find((charge) => charge.orderId === orderId)
    if (paid === undefined || open.size > 0) continue
    audit.expect(
      "session.price",
      `${sessionId} is charged what its agent was told: ${[...totals].map(Words.amount).join(", ")}`
    )
      .that(totals.has(paid.amountMinor), () => `${Words.amount(paid.amountMinor)} at ${Words.moment(paid.at)}`)
    audit.expect("session.paidLate", `${sessionId} is paid before it expires, at ${Words.moment(expiresAt)}`)
      .that(paid.at < expiresAt + longestPayment + audit.skew.behind, () => Words.moment(paid.at))
  }
}

const once = (
  audit: Audit,
  rule: string,
  of: string,
  charges: ReadonlyArray<Charge>,
  subjectOf: (charge: Charge) => string
): void => {
  const keys = new Map<string, string>()
  for (const charge of charges) {
    const subject = subjectOf(charge)
    const earlier = keys.get(subject)
    audit.expect(rule, `money taken once for ${of} ${subject}`)
      .that(earlier === undefined, () => `${earlier} and ${charge.key}`)
    keys.set(subject, charge.key)
  }
}

/** A token pays its own session, up to its amount, until its time. */
const isCovered = (audit: Audit, { amountMinor, at, orderId, source }: Charge, token: PaymentToken): void => {
  const sessionId = audit.seen.sessionOfOrder.get(orderId)
  audit.expect("token.session", `${source} pays ${token.sessionId}`)
    .that(sessionId === token.sessionId, () => `order ${orderId} of ${sessionId}`)
  audit.expect("token.amount", `at most ${token.maxAmountMinor} cents by ${source}`)
    .that(
      amountMinor <= token.maxAmountMinor,
      () => `${Words.amount(amountMinor)} for ${orderId} at ${Words.moment(at)}`
    )
  audit.expect("token.expired", `${source} pays until ${Words.moment(token.expiresAt)}`)
    .that(at < token.expiresAt, () => `order ${orderId} at ${Words.moment(at)}`)
}
