/**
 * The rows of tickets and their messages. All of it runs inside the caller's transaction; the domain decides what
 * becomes of a ticket (`Ticket`). Follows docs/specification.md#support.
 */
import { type Claimed, OrderId, TicketId, type TicketPageId } from "@beauty-store/domain/Ids"
import { Language } from "@beauty-store/domain/Language"
import type { Facts } from "@beauty-store/domain/StaffChange"
import { TicketAuthor, type TicketState, TicketStatus } from "@beauty-store/domain/Ticket"
import * as Query from "@beauty-store/sql/Query"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { insertNumbered, NumberColumn } from "../records/Numbers.ts"

const fields = {
  id: TicketId,
  number: NumberColumn,
  principal: Schema.NullOr(Schema.String),
  email: Schema.String,
  subject: Schema.String,
  message: Schema.String,
  order_id: Schema.NullOr(OrderId),
  order_number: Schema.NullOr(NumberColumn),
  status: TicketStatus,
  created_at: Query.Int,
  version: Query.Int,
  messages: Query.Int,
  assigned_to: Schema.NullOr(Schema.String),
  waiting_since: Schema.NullOr(Query.Int),
  language: Language
}
const Row = Schema.Struct(fields)
export type TicketRow = typeof Row.Type
const columns = Object.keys(fields).map((name) => name === "order_number" ? "o.number AS order_number" : `t.${name}`)
  .join(", ")
const withOrder = "ticket t LEFT JOIN orders o ON o.id = t.order_id"

export const byId = Query.first(Row)<[id: Claimed<TicketId>]>(`SELECT ${columns} FROM ${withOrder} WHERE t.id = ?`)
export const byIdLocked = Query.first(Row)<[id: Claimed<TicketId>]>(
  `SELECT ${columns} FROM ${withOrder} WHERE t.id = ? FOR UPDATE OF t`
)

const PageRow = Schema.Struct({
  ...fields,
  page_hash: Schema.NullOr(Schema.String),
  page_revoked_at: Schema.NullOr(Query.Int)
})
const ofPage = `SELECT ${columns}, t.page_hash, t.page_revoked_at FROM ${withOrder} WHERE t.page_id = ?`
/** The ticket of a page. */
export const byPage = Query.first(PageRow)<[pageId: Claimed<TicketPageId>]>(ofPage)
export const byPageLocked = Query.first(PageRow)<[pageId: Claimed<TicketPageId>]>(`${ofPage} FOR UPDATE OF t`)
export const revokePage = Query.change<[at: number, id: TicketId]>(
  "UPDATE ticket SET page_revoked_at = ? WHERE id = ? AND page_revoked_at IS NULL"
)

export const insert = insertNumbered("ticket", [
  "id",
  "principal",
  "email",
  "email_folded",
  "subject",
  "message",
  "order_id",
  "status",
  "created_at",
  "waiting_since",
  "language",
  "page_id",
  "page_hash"
])
const update = Query.changeOne<
  [
    status: string,
    version: number,
    messages: number,
    waitingSince: number | null,
    assignedTo: string | null,
    id: TicketId,
    before: number
  ]
>(
  `UPDATE ticket SET status = ?, version = ?, messages = ?, waiting_since = ?, assigned_to = ?
   WHERE id = ? AND version = ?`
)

export const insertMessage = Query.insert("ticket_message", ["ticket_id", "n", "author", "text", "at"])
const MessageRow = Schema.Struct({ author: TicketAuthor, text: Schema.String, at: Query.Int })
/** What was said after the question, oldest first. */
export const messagesOf = Query.all(MessageRow)<[id: TicketId]>(
  "SELECT author, text, at FROM ticket_message WHERE ticket_id = ? ORDER BY n"
)

/** The order that a question names, and whose it is. */
export const orderOf = Query.first(Schema.Struct({ id: OrderId, principal: Schema.String }))<
  [orderId: Claimed<OrderId>, number: number | null]
>(
  "SELECT id, principal FROM orders WHERE id = ? OR number = CAST(? AS INTEGER)"
)

/** A ticket as the domain decides on it. */
export const stateOf = (row: TicketRow): TicketState => ({
  ticketId: row.id,
  status: row.status,
  version: row.version,
  messages: row.messages,
  waitingSince: row.waiting_since
})

/** Saves a decision. Returns the row as it is then. */
export const save = (row: TicketRow, after: TicketState, assignedTo: string | null) => {
  const { messages, status, version, waitingSince } = after
  return Effect.as(
    update(status, version, messages, waitingSince, assignedTo, row.id, row.version),
    { ...row, status, version, messages, waiting_since: waitingSince, assigned_to: assignedTo }
  )
}

/** What the trail of staff says of a ticket: nothing that a person wrote. */
export const factsOf = ({ assigned_to, messages, status, version }: TicketRow): Facts => ({
  status,
  version,
  messages,
  assignedTo: assigned_to
})
