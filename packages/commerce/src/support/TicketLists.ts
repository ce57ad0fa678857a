/**
 * Lists of tickets by filters: those that a principal made, or all of them for staff that may read orders.
 *
 * A ticket is overdue where it is open and has waited for an answer for longer than the shop's days allow (`Overdue`).
 * Follows docs/specification.md#support and docs/specification.md#overdue.
 */
import { OrderId, TicketId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as Overdue from "@beauty-store/domain/Overdue"
import type { Principal } from "@beauty-store/domain/Principal"
import { bodyOf, ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import { TicketStatus } from "@beauty-store/domain/Ticket"
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

/** The email address is where the shop replies to. Overdue is what should have been answered by now. */
export interface TicketFilter extends FilteredList.Filter {
  readonly ticketNumber?: ReferenceNumber | undefined
  readonly status?: TicketStatus | undefined
  /** The OAuth client's id of the member of staff who sees to it. */
  readonly assignedTo?: string | undefined
}

/** A ticket in a list. */
export interface TicketSummary {
  readonly ticketId: TicketId
  readonly ticketNumber: ReferenceNumber
  readonly status: TicketStatus
  readonly email: string
  readonly subject: string
  readonly orderId: OrderId | null
  readonly orderNumber: ReferenceNumber | null
  readonly createdAt: number
  readonly version: number
  readonly assignedTo: string | null
  /** Since when it waits for an answer; null where it does not. */
  readonly waitingSince: number | null
}

export type Search = (
  principal: Principal,
  filter: TicketFilter
) => Effect.Effect<Cursor.Page<TicketSummary>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>

const Row = Schema.Struct({
  id: TicketId,
  number: NumberColumn,
  status: TicketStatus,
  email: Schema.String,
  subject: Schema.String,
  order_id: Schema.NullOr(OrderId),
  order_number: Schema.NullOr(NumberColumn),
  created_at: Query.Int,
  version: Query.Int,
  assigned_to: Schema.NullOr(Schema.String),
  waiting_since: Schema.NullOr(Query.Int)
})

const checkFilter = checking(Schema.Struct({
  ...FilteredList.filterFields,
  ticketNumber: Schema.optional(Schema.typeSchema(ReferenceNumber)),
  status: Schema.optional(TicketStatus),
  assignedTo: Schema.optional(Schema.String)
}))

export const dependencies = Effect.all({
  transactions: Transactions,
  policy: Policy,
  rows: Effect.map(StoreSecret, (secret) =>
    FilteredList.list(secret, "tickets", {
      columns:
        `t.id, t.number, t.status, t.email, t.subject, t.order_id, t.created_at, t.version, t.assigned_to, t.waiting_since,
        (SELECT o.number FROM orders o WHERE o.id = t.order_id) AS order_number`,
      row: Row
    }))
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const isOfOrder = "t.order_id = (SELECT o.id FROM orders o WHERE o.number = ?)"
const isAbout = "EXISTS (SELECT 1 FROM order_line l WHERE l.product_id = ? AND l.order_id = t.order_id)"

const viewOf = (row: typeof Row.Type): TicketSummary => ({
  ticketId: row.id,
  ticketNumber: row.number,
  status: row.status,
  email: row.email,
  subject: row.subject,
  orderId: row.order_id,
  orderNumber: row.order_number,
  createdAt: row.created_at,
  version: row.version,
  assignedTo: row.assigned_to,
  waitingSince: row.waiting_since
})

export const search = ({ policy: { overdue, timeZone }, rows, transactions }: Dependencies): Search =>
  Effect.fnUntraced(function*(principal, filter) {
    yield* checkFilter(filter)
    const { assignedTo, email, orderId, orderNumber, productId, status, ticketNumber } = filter
    const now = yield* Clock.currentTimeMillis
    const conditions = [
      ...(principal.kind === "staff" ? [] : [FilteredList.where("t.principal = ?", principal.id)]),
      ...FilteredList.equal("t.status", status),
      ...FilteredList.ofEmail("t.email_folded", email),
      ...FilteredList.equal("t.order_id", orderId),
      ...FilteredList.ofNumber("t.number", ticketNumber),
      ...(orderNumber === undefined ? [] : [FilteredList.where(isOfOrder, bodyOf(orderNumber))]),
      ...(productId === undefined ? [] : [FilteredList.where(isAbout, productId)]),
      ...FilteredList.equal("t.assigned_to", assignedTo),
      ...(filter.overdue === undefined ? [] : [
        FilteredList.where("t.status = 'open'"),
        FilteredList.where("t.waiting_since <= ?", Overdue.overdueSince(overdue.answerWithinDays, now, timeZone))
      ]),
      ...FilteredList.within(filter, { column: "t.created_at", key: "t.id", prefix: TicketId.prefix }, timeZone)
    ]
    const source = { from: "ticket t", key: "t.id", conditions }
    const { data, nextCursor } = yield* rows.readFor(transactions, principal, source, filter)
    return { data: data.map(viewOf), nextCursor }
  })
