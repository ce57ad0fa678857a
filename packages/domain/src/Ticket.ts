/**
 * Support tickets: the table of their statuses. A ticket is open until staff or the shopper change that; a closed
 * ticket stays closed.
 *
 * Left out on purpose: the contents of a ticket, and who may read it. Follows docs/specification.md#support.
 */
import * as Schema from "effect/Schema"

export const TicketStatus = Schema.Literal("open", "pending", "resolved", "closed")
export type TicketStatus = typeof TicketStatus.Type

/** All transitions: a reply makes it pending, a closed ticket stays closed. */
export const ticketTransitions: Readonly<Record<TicketStatus, ReadonlyArray<TicketStatus>>> = {
  open: ["pending", "resolved", "closed"],
  pending: ["open", "resolved", "closed"],
  resolved: ["open", "closed"],
  closed: []
}
