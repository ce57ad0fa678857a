/**
 * Lists of returns by filters: those of a principal's own orders, or all of them for staff that may read orders.
 *
 * Until its parcel is opened, a return gives at most what is left of the payment, as where it is viewed (`Returns`).
 *
 * A return is overdue where the carrier has had its parcel for longer than the shop's days allow and nobody has opened
 * and decided it (`Overdue`). Follows docs/specification.md#returns and docs/specification.md#overdue.
 */
import { OrderId, ReturnId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { Currency } from "@beauty-store/domain/Money"
import * as Overdue from "@beauty-store/domain/Overdue"
import { ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import { givenMinor, ReturnStatus } from "@beauty-store/domain/Return"
import type * as Cursor from "@beauty-store/sql/Cursor"
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

/** A product is one of which units come back. Overdue is a parcel that should have been opened by now. */
export interface ReturnFilter extends FilteredList.Filter {
  readonly returnNumber?: ReferenceNumber | undefined
  readonly status?: ReturnStatus | undefined
}

/** A return in a list. */
export interface ReturnSummary {
  readonly returnId: ReturnId
  readonly returnNumber: ReferenceNumber
  readonly orderId: OrderId
  readonly orderNumber: ReferenceNumber
  readonly status: ReturnStatus
  readonly refundMinor: number
  readonly currency: Currency
  readonly createdAt: number
}

export type Search = (
  reader: FilteredList.Reader,
  filter: ReturnFilter
) => Effect.Effect<Cursor.Page<ReturnSummary>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>

const Row = Schema.Struct({
  id: ReturnId,
  number: NumberColumn,
  order_id: OrderId,
  order_number: NumberColumn,
  status: ReturnStatus,
  refund_minor: Query.Int,
  left_minor: Query.Int,
  currency: Currency,
  created_at: Query.Int
})

/** What is left of the payment of a row's order. */
const leftMinor =
  "SELECT p.captured_minor - p.refunding_minor FROM payment p WHERE p.order_id = r.order_id AND p.role = 'primary'"

const checkFilter = checking(Schema.Struct({
  ...FilteredList.filterFields,
  returnNumber: Schema.optional(Schema.typeSchema(ReferenceNumber)),
  status: Schema.optional(ReturnStatus)
}))

export const dependencies = Effect.all({
  transactions: Transactions,
  policy: Policy,
  rows: Effect.map(StoreSecret, (secret) =>
    FilteredList.list(secret, "returns", {
      columns: `r.id, r.number, r.order_id, o.number AS order_number, r.status, r.refund_minor, o.currency,
        r.created_at, (${leftMinor}) AS left_minor`,
      row: Row
    }))
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const withOrder = "return_request r JOIN orders o ON o.id = r.order_id"
/** Of several lines of one product the first counts, so that the return is listed once. */
const byProduct = `return_line l JOIN return_request r ON r.id = l.return_id JOIN orders o ON o.id = r.order_id`
const isFirst = `NOT EXISTS (
  SELECT 1 FROM return_line e WHERE e.return_id = l.return_id AND e.product_id = l.product_id AND e.i < l.i
)`

export const search = ({ policy: { overdue, timeZone }, rows, transactions }: Dependencies): Search =>
  Effect.fnUntraced(function*(reader, filter) {
    yield* checkFilter(filter)
    const { email, orderId, orderNumber, productId, returnNumber, status } = filter
    const key = productId === undefined ? "r.id" : "l.return_id"
    const now = yield* Clock.currentTimeMillis
    const conditions = [
      ...FilteredList.ordersVisibleTo(reader),
      ...(productId === undefined
        ? []
        : [FilteredList.where("l.product_id = ?", productId), FilteredList.where(isFirst)]),
      ...FilteredList.equal("r.status", status),
      ...FilteredList.ofEmail("o.email_folded", email),
      ...FilteredList.equal("r.order_id", orderId),
      ...FilteredList.ofNumber("r.number", returnNumber),
      ...FilteredList.ofNumber("o.number", orderNumber),
      ...(filter.overdue === undefined ? [] : [
        FilteredList.where("r.status = 'in_transit'"),
        FilteredList.where("r.waiting_since <= ?", Overdue.overdueSince(overdue.decideReturnWithinDays, now, timeZone))
      ]),
      ...FilteredList.within(filter, { column: "r.created_at", key, prefix: ReturnId.prefix }, timeZone)
    ]
    const from = productId === undefined ? withOrder : byProduct
    const source = { from, key, conditions }
    const { data, nextCursor } = yield* rows.readFor(transactions, reader.principal, source, {
      ...filter,
      ...FilteredList.personOf(reader.owner)
    })
    return {
      data: data.map((row) => ({
        returnId: row.id,
        returnNumber: row.number,
        orderId: row.order_id,
        orderNumber: row.order_number,
        status: row.status,
        refundMinor: givenMinor(row.status, row.refund_minor, row.left_minor),
        currency: row.currency,
        createdAt: row.created_at
      })),
      nextCursor
    }
  })
