/**
 * Lists of orders by filters: a principal's own, or all of them for staff that may read orders.
 *
 * An order is overdue where it is paid and has not wholly left, and the shop's days for that are over (`Overdue`). That
 * is a range of its payment's moment; what is paid later was placed later or at the same time, so only orders from
 * before then are looked at. Follows docs/specification.md#orders and docs/specification.md#overdue.
 */
import { OrderId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { Currency } from "@beauty-store/domain/Money"
import { OrderStatus } from "@beauty-store/domain/Order"
import * as Overdue from "@beauty-store/domain/Overdue"
import { ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import type * as Cursor from "@beauty-store/sql/Cursor"
import { idsFromMoment } from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { checking } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import { NumberColumn } from "../records/Numbers.ts"
import * as FilteredList from "../staff/FilteredList.ts"

/** A product is one that it contains. Overdue is what is paid and should have left by now. */
export interface OrderFilter extends FilteredList.Filter {
  readonly orderNumber?: ReferenceNumber | undefined
  readonly status?: OrderStatus | undefined
}

/** An order in a list. */
export interface OrderSummary {
  readonly id: OrderId
  readonly orderNumber: ReferenceNumber
  readonly status: OrderStatus
  readonly totalMinor: number
  readonly currency: Currency
  readonly createdAt: number
}

export type Search = (
  reader: FilteredList.Reader,
  filter: OrderFilter
) => Effect.Effect<Cursor.Page<OrderSummary>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>

const Row = Schema.Struct({
  id: OrderId,
  number: NumberColumn,
  status: OrderStatus,
  total_minor: Query.Int,
  currency: Currency,
  created_at: Query.Int
})

const checkFilter = checking(Schema.Struct({
  ...FilteredList.filterFields,
  orderNumber: Schema.optional(Schema.typeSchema(ReferenceNumber)),
  status: Schema.optional(OrderStatus)
}))

export const dependencies = Effect.all({
  transactions: Transactions,
  overdue: Effect.map(Policy, ({ overdue }) => overdue),
  rows: Effect.map(StoreSecret, (secret) =>
    FilteredList.list(secret, "orders", {
      columns: "o.id, o.number, o.status, o.total_minor, o.currency, o.created_at",
      row: Row
    }))
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

/** Lines of one product: of several in an order the first counts, so that the order is listed once. */
const byProduct = `order_line l JOIN orders o ON o.id = l.order_id`
const isFirst = `NOT EXISTS (
  SELECT 1 FROM order_line e WHERE e.order_id = l.order_id AND e.product_id = l.product_id AND e.n < l.n
)`

/** Paid at that moment or before, and not wholly shipped. */
const isOverdue = (key: string, since: number): ReadonlyArray<FilteredList.Condition> => [
  FilteredList.where("o.status = 'confirmed'"),
  FilteredList.where(`${key} < ?`, idsFromMoment(OrderId.prefix, since + 3_600_000)),
  FilteredList.where(
    "EXISTS (SELECT 1 FROM payment p WHERE p.order_id = o.id AND p.role = 'primary' AND p.at <= ?)",
    since
  )
]

export const search = ({ overdue, rows, transactions }: Dependencies): Search =>
  Effect.fnUntraced(function*(reader, filter) {
    yield* checkFilter(filter)
    const { email, orderId, orderNumber, productId, status } = filter
    const key = productId === undefined ? "o.id" : "l.order_id"
    const now = yield* Clock.currentTimeMillis
    const conditions = [
      ...FilteredList.ordersVisibleTo(reader),
      ...(productId === undefined
        ? []
        : [FilteredList.where("l.product_id = ?", productId), FilteredList.where(isFirst)]),
      ...FilteredList.equal("o.status", status),
      ...FilteredList.ofEmail("o.email_folded", email),
      ...FilteredList.equal(key, orderId),
      ...FilteredList.ofNumber("o.number", orderNumber),
      ...(filter.overdue === undefined
        ? []
        : isOverdue(key, Overdue.overdueSince(overdue.shipWithinDays, now))),
      ...FilteredList.within(filter, { column: "o.created_at", key, prefix: OrderId.prefix })
    ]
    const from = productId === undefined ? "orders o" : byProduct
    const source = { from, key, conditions }
    const { data, nextCursor } = yield* rows.readFor(transactions, reader.principal, source, {
      ...filter,
      ...FilteredList.personOf(reader.owner)
    })
    return {
      data: data.map(({ created_at, currency, id, number, status, total_minor }) => ({
        id,
        orderNumber: number,
        status,
        totalMinor: total_minor,
        currency,
        createdAt: created_at
      })),
      nextCursor
    }
  })
