/**
 * Rules of returns: they are accepted while the window is open; goods that are sealed for hygiene never come back
 * opened; only transitions of the table are observed; and accepted units are worth their price.
 */
import * as ReturnSchemas from "@beauty-store/http/contract/ReturnSchemas"
import { orderShownTo, shownTo } from "./Access.ts"
import { type Audit, type Exchange, onExchange, onResponse, type Rules } from "./Audit.ts"
import { type Order, type Refusal, type Return } from "./Bodies.ts"
import { berlinDay, lastDayOfReturn } from "./Calendar.ts"
import { isReplay } from "./Idempotency.ts"
import type { SentRequest } from "./Observations.ts"
import type { ApiOperation } from "./Operations.ts"
import * as ReturnUnits from "./ReturnUnits.ts"
import { reaches, type Steps } from "./Steps.ts"

const steps: Steps = {
  requested: ["in_transit", "received", "cancelled"],
  in_transit: ["received", "cancelled"],
  received: ["refunded", "rejected"],
  refunded: [],
  rejected: [],
  cancelled: []
}

const inWindow = (audit: Audit, holds: boolean, deliveredAt: number, seen: () => string): void =>
  audit.expect(
    "return.window",
    `returns of what arrived on ${berlinDay(deliveredAt)} are taken until ${lastDayOfReturn(deliveredAt)}`
  )
    .that(holds, seen)

const request = "returns.request" satisfies ApiOperation

/** A request was refused: at the latest when the response came, in milliseconds. */
export const refused = (audit: Audit, { json, operation }: SentRequest, body: Refusal, at: number): void => {
  if (operation !== request || body.code !== "return_window_closed") return
  const { orderId } = json as typeof ReturnSchemas.ReturnRequest.Encoded
  const deliveredAt = audit.seen.orders.get(orderId)?.deliveredAt
  if (deliveredAt === undefined) return
  const isOver = berlinDay(at + audit.skew.ahead) > lastDayOfReturn(deliveredAt)
  inWindow(audit, isOver, deliveredAt, () => `refused on ${berlinDay(at)}: ${JSON.stringify(body)}`)
}

type Lines = typeof ReturnSchemas.ReturnRequest.Encoded["items"]

/** The units that were asked for come back; where a line names no number, all that is left to return. */
const areAsAsked = (asked: Lines, taken: Lines): boolean =>
  [...asked, ...taken].every(({ productId }) => {
    const [least, units] = [ReturnUnits.countOf(asked, productId), ReturnUnits.countOf(taken, productId)]
    const isOpen = asked.some((line) => line.productId === productId && line.quantity === undefined)
    return least > 0 && (isOpen ? units >= least : units === least)
  })

const requested = (audit: Audit, { body, n, sent }: Exchange<unknown, Return>): void => {
  const { offers, orders, returns } = audit.seen
  const order = orders.get(body.orderId)
  orderShownTo(audit, sent, body.orderId)
  const deliveredAt = order?.deliveredAt
  if (deliveredAt !== undefined) {
    const isOpen = berlinDay(sent.at - audit.skew.behind) <= lastDayOfReturn(deliveredAt)
    inWindow(audit, isOpen, deliveredAt, () => `taken on ${berlinDay(sent.at)}`)
  }
  for (const { condition, productId } of body.items) {
    audit.expect("return.sealed", `${productId} is sealed for hygiene, and does not come back opened`)
      .that(condition !== "opened" || offers.get(productId)?.isSealed !== true, () => JSON.stringify(body.items))
  }
  const { items } = sent.json as typeof ReturnSchemas.ReturnRequest.Encoded
  audit.expect("return.units", `the units that were asked for come back: ${JSON.stringify(items)}`)
    .that(areAsAsked(items, body.items), () => JSON.stringify(body.items))
  if (returns.has(body.returnId)) return
  const principal = order?.principal ?? sent.principal
  returns.set(body.returnId, { principal, orderId: body.orderId, status: body.status, seenAt: n })
}

const seen = (audit: Audit, { body, isFirst, n, response, sent }: Exchange<unknown, Return>): void => {
  if (!isFirst) return
  itemised(audit, body)
  const { orders, returns } = audit.seen
  const known = returns.get(body.returnId)
  const owner = orders.get(body.orderId)?.principal
  shownTo(audit, sent, known?.principal ?? owner, `return ${body.returnId}`)
  if (known === undefined) {
    returns.set(body.returnId, { principal: owner ?? "", orderId: body.orderId, status: body.status, seenAt: n })
    return
  }
  if (sent.n > known.seenAt && !isReplay(response)) {
    audit.expect("return.steps", `${body.returnId} was ${known.status}, and goes on from there`)
      .that(reaches(steps, known.status, body.status), () => body.status)
  }
  known.status = body.status
  known.seenAt = n
}

const isDecided = (status: Return["status"]): boolean => status === "refunded" || status === "rejected"

export const rules: Rules = {
  [request]: onResponse(ReturnSchemas.Return, requested),
  "returns.view": onResponse(ReturnSchemas.Return, seen),
  "returns.cancel": onResponse(ReturnSchemas.Return, seen),
  "returns.receive": onExchange(ReturnSchemas.ReceiveRequest, ReturnSchemas.Return, (audit, exchange) => {
    ReturnUnits.received(audit, exchange)
    seen(audit, exchange)
  })
}

/**
 * A return says of each item what it gives; once it is opened, what is given back for it: besides, only shipping can go
 * back.
 */
const itemised = (audit: Audit, { items, refundAmount, returnId, status }: Return): void => {
  const parts = items.map(({ refund }) => audit.minor(refund))
  const sum = parts.reduce((sum, part) => sum + part, 0)
  if (!isDecided(status)) {
    audit.expect(
      "return.items",
      `the items of ${returnId}, which nobody has opened, give ${audit.minor(refundAmount)} cents`
    )
      .that(sum === audit.minor(refundAmount), () => JSON.stringify(items))
    return
  }
  audit.expect(
    "return.items",
    `the items of ${returnId} are given back ${audit.minor(refundAmount)} cents at most, and what was refused nothing`
  )
    .that(
      sum <= audit.minor(refundAmount) && items.every(({ accepted }, i) => accepted !== 0 || parts[i] === 0),
      () => JSON.stringify(items)
    )
}

/** What units of a line are worth that come back after others: its cents are shared out to its units in turn. */
const takeBack = (
  audit: Audit,
  line: Pick<Order["items"][number], "lineTotal" | "quantity"> & { back: number },
  units: number
) => {
  const all = audit.minor(line.lineTotal)
  const rest = all % line.quantity
  const first = (count: number): number => (all - rest) / line.quantity * count + Math.min(count, rest)
  const before = first(line.back)
  line.back += units
  return first(line.back) - before
}

/**
 * At rest: accepted units of an order are worth their price, and a completely returned order also its shipping charge;
 * less only after goodwill. One that nobody has opened promises no more than is left. An order whose purchase was not
 * observed is not checked.
 */
export const orderAtRest = (audit: Audit, order: Order, returns: ReadonlyArray<Return>): void => {
  const goodwillMinor = audit.seen.orders.get(order.id)?.goodwillMinor
  if (goodwillMinor === undefined) return
  const { id, items, shipping, total } = order
  const lines = new Map(items.map((item) => [item.productId as string, { ...item, back: 0 }]))
  const worths = returns.map((one) =>
    one.items.reduce((sum, { accepted, productId }) => sum + takeBack(audit, lines.get(productId)!, accepted ?? 0), 0)
  )
  // Goods that cost nothing bring their shipping back, too.
  const accepts = returns.map((one) => one.items.some(({ accepted }) => (accepted ?? 0) > 0))
  const isWhole = items.every((item) => item.returned === item.quantity)
  const most = isWhole ? audit.minor(shipping) : 0
  const due = worths.reduce((sum, worth) => sum + worth, most)
  const back = returns.map((one) => one.status === "refunded" ? audit.minor(one.refundAmount) : 0)
  const sum = back.reduce((sum, amount) => sum + amount, 0)
  audit.expect(
    "return.worth",
    `${due} cents for what came back of ${id}: ${worths.join(" + ")}, and ${most} for sending it`
  )
    .that(
      back.every((amount, i) => amount <= worths[i]! + (accepts[i] === true ? most : 0))
        && (due + goodwillMinor > audit.minor(total)
          ? sum <= due && sum >= audit.minor(total) - goodwillMinor
          : sum === due),
      () => `${back.join(" + ")} after ${goodwillMinor} cents of goodwill`
    )
  const left = audit.minor(total) - goodwillMinor - sum
  for (const { refundAmount, returnId, status } of returns) {
    audit.expect("return.worth", `${returnId} is to give ${left} cents at most, which are left of ${id}`)
      .that(isDecided(status) || audit.minor(refundAmount) <= left, () => `${audit.minor(refundAmount)} cents`)
  }
}
