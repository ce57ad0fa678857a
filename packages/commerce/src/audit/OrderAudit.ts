/**
 * Audits everything that needs the domain (prices with their VAT, documents, a return's history), order by order.
 *
 * Orders are read in pages, so that an audit needs no more memory for a large shop than for a small one.
 */
import type { Currency } from "@beauty-store/domain/Money"
import * as Return from "@beauty-store/domain/Return"
import * as Query from "@beauty-store/sql/Query"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { type AuditFindings, type Compare, comparing } from "./AuditFindings.ts"
import { compareDocuments, DocumentRow, RefundRow } from "./DocumentComparison.ts"
import { comparePrices, LineRow, OrderRow } from "./PriceComparison.ts"

/** How many orders are in memory at once. */
const pageSize = 250

const ordersAfter = Query.all(OrderRow)<[after: string, limit: number]>(
  `SELECT o.id, o.address, o.subtotal_minor, o.shipping_minor, o.shipping_vat_minor, o.total_minor, o.vat, p.method
   FROM orders o LEFT JOIN payment p ON p.order_id = o.id AND p.role = 'primary'
   WHERE o.id > ? ORDER BY o.id, p.id LIMIT ?`
)
type Range = [after: string, upTo: string]
const linesIn = Query.all(LineRow)<Range>(
  `SELECT order_id, n, product_id, quantity, unit_price_minor, list_minor, discount_minor, line_total_minor, rate_bp,
     vat_minor
   FROM order_line WHERE order_id > ? AND order_id <= ? ORDER BY order_id, n`
)
const documentsIn = Query.all(DocumentRow)<Range>(
  `SELECT order_id, series, n, kind, subject, document, at FROM receipt
   WHERE order_id > ? AND order_id <= ? ORDER BY order_id, series, n`
)
const refundsIn = Query.all(RefundRow)<Range>(
  `SELECT order_id, id, cause, amount_minor, parts FROM refund WHERE order_id > ? AND order_id <= ? ORDER BY order_id, id`
)

const ReturnRow = Schema.Struct({
  order_id: Schema.String,
  id: Schema.String,
  status: Schema.String,
  timeline: Schema.String
})
type ReturnRow = typeof ReturnRow.Type
const returnsIn = Query.all(ReturnRow)<Range>(
  `SELECT order_id, id, status, timeline FROM return_request
   WHERE order_id > ? AND order_id <= ? ORDER BY order_id, id`
)

const decodeTimeline = Schema.decodeEither(
  Schema.parseJson(Schema.Array(Schema.Struct({ status: Return.ReturnStatus })))
)

/** Compares a return's own history: each step is a transition of the table, and the last one leads to its status. */
const compareHistory = ({ id, status, timeline }: ReturnRow, compare: Compare): void => {
  const decoded = decodeTimeline(timeline)
  if (Either.isLeft(decoded)) return compare("return.timeline", id, "its history is", "a history", "unreadable")
  const statuses = decoded.right.map((entry) => entry.status)
  for (const [at, to] of statuses.entries()) {
    const from = statuses[at - 1]
    const isStep = from === undefined ? to === "requested" : Return.transitions[from].includes(to)
    if (!isStep) compare("return.timeline", id, "each step is", "one of the table", `${from ?? ""}>${to}`)
  }
  compare("return.timeline", id, "its history ends with", status, statuses.at(-1) ?? "nothing")
}

/** Rows by their order. */
const byOrder = <Row extends { readonly order_id: string }>(rows: ReadonlyArray<Row>) => {
  const groups = new Map<string, Array<Row>>()
  for (const row of rows) {
    const group = groups.get(row.order_id)
    if (group === undefined) groups.set(row.order_id, [row])
    else group.push(row)
  }
  return (orderId: string): ReadonlyArray<Row> => groups.get(orderId) ?? []
}

export const auditOrders = Effect.fnUntraced(function*(findings: AuditFindings, currency: Currency) {
  const compare = comparing(findings)
  for (let after = "";;) {
    const orders = yield* ordersAfter(after, pageSize)
    const last = orders.at(-1)?.id
    if (last === undefined) return
    const lines = byOrder(yield* linesIn(after, last))
    const documents = byOrder(yield* documentsIn(after, last))
    const refunds = byOrder(yield* refundsIn(after, last))
    const returns = byOrder(yield* returnsIn(after, last))
    for (const order of orders) {
      const priced = comparePrices(order, lines(order.id), compare, currency)
      compareDocuments(order, priced, documents(order.id), refunds(order.id), compare, currency)
      for (const one of returns(order.id)) compareHistory(one, compare)
    }
    after = last
  }
})
