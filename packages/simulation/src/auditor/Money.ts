/**
 * Rules of money, compared with the payment provider's ledger: an order that counts is paid in full; it keeps its total
 * less its refunds; refunds never exceed the captured amount, none is made twice, none is requested that the provider
 * refuses; and a refund arrives within three to five business days.
 */
import * as RefundSchemas from "@beauty-store/http/contract/RefundSchemas"
import { orderShownTo } from "./Access.ts"
import { type Audit, type Exchange, onResponse, type Rules } from "./Audit.ts"
import { type Order, type Refund, type Return } from "./Bodies.ts"
import { berlinDay, businessDaysAfter } from "./Calendar.ts"
import * as Words from "./Words.ts"

const day = 24 * 3_600_000

type Times = Pick<Exchange, "at" | "firstSentAt">

/** Whether an order of this status keeps its money. */
export const keepsMoney = ({ status }: Order): boolean => ["confirmed", "shipped", "delivered"].includes(status)

/** An order is reported as paid. */
export const isPaid = (audit: Audit, orderId: string, totalMinor: number, status: string): void => {
  const paid = audit.payments.query<{ amount: number }>(
    `SELECT p.amount_minor AS amount FROM payment p JOIN session s ON s.id = p.session_id
     WHERE s.order_id = ? AND p.status = 'succeeded'`,
    orderId
  )
  audit.expect("order.unpaid", `the provider has taken ${totalMinor} cents for ${orderId}, which is ${status}`)
    .that(
      totalMinor === 0 ? paid.length === 0 : paid.some(({ amount }) => amount === totalMinor),
      () => paid.map(({ amount }) => Words.amount(amount)).join(", ") || "nothing"
    )
}

const captured = ({ payments }: Audit, orderId: string): number => {
  const [row] = payments.query<{ sum: number }>(
    `SELECT coalesce(sum(p.amount_minor), 0) AS sum FROM payment p JOIN session s ON s.id = p.session_id
     WHERE s.order_id = ? AND p.status = 'succeeded'`,
    orderId
  )
  return row!.sum
}

const givenBack = ({ payments }: Audit, orderId: string): number => {
  const [row] = payments.query<{ sum: number }>(
    `SELECT coalesce(sum(r.amount_minor), 0) AS sum FROM refund r
     JOIN payment p ON p.id = r.payment_id JOIN session s ON s.id = p.session_id
     WHERE s.order_id = ? AND r.status = 'succeeded'`,
    orderId
  )
  return row!.sum
}

const sumOf = (audit: Audit, refunds: Order["refunds"]): number =>
  refunds.reduce((sum, { amount }) => sum + audit.minor(amount), 0)

/** An order was shown: it is paid where it counts, and its refunds do not exceed the captured amount. */
export const orderSeen = (audit: Audit, order: Order): void => {
  if (keepsMoney(order)) isPaid(audit, order.id, audit.minor(order.total), order.status)
  const refunded = sumOf(audit, order.refunds.filter(({ status }) => status !== "failed"))
  const most = captured(audit, order.id)
  audit.expect("refund.exceedsCaptured", `at most ${most} cents of ${order.id} go back`)
    .that(refunded <= most, () => `${Words.amount(refunded)}`)
}

/** When the provider took on each attempt of a refund, in milliseconds, oldest first. */
const attemptsOf = ({ payments }: Audit, refundId: string): ReadonlyArray<number> =>
  payments.query<{ at: number }>(
    "SELECT at FROM refund WHERE key >= ? AND key < ? AND status <> 'refused' ORDER BY at",
    `${refundId}:`,
    `${refundId};`
  ).map(({ at }) => at)

/**
 * The moments at which a refund may have been decided last, for a response to a request that was first sent at a time.
 * A refund that is under way or done is that of its creation, or of one attempt: the last that the provider had taken
 * on before, or a later one. One that has failed was decided when the store learned of it: since the attempt that
 * failed.
 */
const decisionsOf = (audit: Audit, refund: Refund, { at, firstSentAt }: Times): ReadonlyArray<number> => {
  const [, ...again] = attemptsOf(audit, refund.refundId)
  const moments = [Date.parse(refund.createdAt), ...again]
  const last = Math.max(0, moments.findLastIndex((moment) => moment <= firstSentAt))
  if (refund.status !== "failed") return moments.slice(last)
  const since = moments[Math.max(0, last - 1)]!
  return [...Array.from({ length: Math.ceil((at - since) / day) }, (_, n) => since + n * day), at]
}

const refundSeen = (audit: Audit, refund: Refund, times: Times): void => {
  const expected = decisionsOf(audit, refund, times).map((moment) => {
    const from = berlinDay(moment)
    return { from: businessDaysAfter(from, 3), to: businessDaysAfter(from, 5) }
  })
  audit.expect(
    "refund.expectedBy",
    `${JSON.stringify(expected)} for a refund of ${refund.createdAt} that is ${refund.status}`
  )
    .that(
      expected.some(({ from, to }) => refund.expectedBy.from === from && refund.expectedBy.to === to),
      () => JSON.stringify(refund.expectedBy)
    )
}

const refundGiven = (audit: Audit, exchange: Exchange<unknown, Refund>): void => {
  const { body, isFirst } = exchange
  const order = audit.seen.orders.get(body.orderId)
  if (isFirst && order !== undefined) order.goodwillMinor += audit.minor(body.amount)
  refundSeen(audit, body, exchange)
}

export const rules: Rules = {
  "refunds.give": onResponse(RefundSchemas.Refund, refundGiven),
  "refunds.view": onResponse(RefundSchemas.Refund, (audit, exchange) => {
    const { body, sent } = exchange
    orderShownTo(audit, sent, body.orderId, `refund ${sent.subject}`)
    refundSeen(audit, body, exchange)
  }),
  "refunds.list": onResponse(RefundSchemas.RefundList, (audit, exchange) => {
    const { body, sent } = exchange
    for (const refund of body.data) {
      orderShownTo(audit, sent, refund.orderId, `refund ${refund.refundId}`)
      refundSeen(audit, refund, exchange)
    }
  })
}

/** At rest: the cents of its total that an order keeps, by its status, returns and goodwill. */
export const keptOf = (audit: Audit, order: Order, returns: ReadonlyArray<Return>): number => {
  if (!keepsMoney(order)) return 0
  const returned = returns.filter(({ status }) => status === "refunded")
    .reduce((sum, { refundAmount }) => sum + audit.minor(refundAmount), 0)
  return audit.minor(order.total) - returned - (audit.seen.orders.get(order.id)?.goodwillMinor ?? 0)
}

/** How long a bank may take for a payment, from when the order was placed at the earliest, in milliseconds. */
const bankMillis = day
/** How long the page of an order that was called off may still take money, in milliseconds, while nothing fails. */
const closingMillis = 3 * 60_000

/** At rest: a bank had its time for a payment, and nobody could pay what was called off long before. */
const endAtRest = (audit: Audit, { createdAt, id, timeline, total }: Order): void => {
  const end = timeline.find(({ status }) => status === "cancelled")
  if (end === undefined || timeline.some(({ status }) => status === "confirmed")) return
  const cancelledAt = Date.parse(end.at)
  const payments = audit.payments.query<{ method: string; at: number; status: string; amount_minor: number }>(
    `SELECT p.method, p.at, p.status, p.amount_minor FROM payment p JOIN session s ON s.id = p.session_id
     WHERE s.order_id = ? ORDER BY p.at`,
    id
  )
  const undecided = audit.seen.undecidedAt.get(id)
  const [payment, another] = payments.filter(({ status }) => status !== "challenged" && status !== "declined")
  const isLate = payment?.status === "succeeded" && payment.method === "klarna" && another === undefined
    // Another amount is refused when the bank decides; the store's clock may say that it was before.
    && payment.at > cancelledAt && payment.amount_minor === audit.minor(total)
  if (end.source === "system" && undecided !== undefined && undecided < cancelledAt && isLate) {
    audit.expect("payment.undecided", `${id} waits for its bank until a day after ${createdAt}`)
      .that(
        cancelledAt >= Date.parse(createdAt) + bankMillis,
        () => `cancelled at ${end.at}, and paid at ${Words.moment(payment.at)}`
      )
  }
  if (audit.mayFail()) return
  const late = payments.find(({ at, method, status }) =>
    status === "succeeded" && method !== "klarna" && at > cancelledAt + closingMillis
  )
  audit.expect("payment.closed", `the payment page of ${id} takes no money after it was called off at ${end.at}`)
    .that(late === undefined, () => `paid at ${Words.moment(late?.at ?? 0)}`)
}

/** At rest: the provider has what the order keeps, and the order's refunds are those of the provider. */
export const orderAtRest = (audit: Audit, order: Order, returns: ReadonlyArray<Return>): void => {
  const { id, refunds, status } = order
  endAtRest(audit, order)
  const taken = captured(audit, id)
  const back = givenBack(audit, id)
  const kept = keptOf(audit, order, returns)
  if (audit.seen.orders.has(id) || !keepsMoney(order)) {
    audit.expect("money.order", `${id}, ${status}, keeps ${kept} cents`)
      .that(
        taken - back === kept,
        () => `the provider has taken ${Words.amount(taken)} and given back ${Words.amount(back)}`
      )
  }
  const said = sumOf(audit, refunds.filter((refund) => refund.status === "succeeded"))
  audit.expect("money.refunds", `${back} cents given back of ${id}`)
    .that(said === back, () => `${Words.amount(said)} in the order`)
  audit.expect("liveness.refunds", `all refunds of ${id} are done`)
    .that(refunds.every((refund) => refund.status === "succeeded"), () => JSON.stringify(refunds))
}

/** At rest: the provider was never asked for anything impossible. */
export const ledgerAtRest = (audit: Audit): void => {
  const refused = audit.payments.query<{ key: string; failure: string }>(
    "SELECT key, failure FROM refund WHERE status = 'refused' ORDER BY key"
  )
  audit.expect("refund.refused", "no refund that the provider refuses")
    .that(refused.length === 0, () => JSON.stringify(refused))
  const keys = audit.payments.query<{ id: string; n: number }>(
    `SELECT substr(key, 1, instr(key, ':') - 1) AS id, count(*) AS n FROM refund WHERE status IN ('pending', 'succeeded')
     GROUP BY substr(key, 1, instr(key, ':') - 1) HAVING count(*) > 1 ORDER BY 1`
  )
  audit.expect("refund.once", "each refund given once").that(keys.length === 0, () => JSON.stringify(keys))
}
