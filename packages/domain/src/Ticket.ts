/**
 * Support tickets: the table of their statuses. A ticket begins `open`; a closed ticket stays closed. Nothing changes a
 * status by itself, and no operation of the API does: a program that embeds the store does (`Support.move`).
 *
 * Left out on purpose: the contents of a ticket, replies to it, and who may read it. Follows
 * docs/specification.md#support.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

export const TicketStatus = Schema.Literal("open", "pending", "resolved", "closed")
export type TicketStatus = typeof TicketStatus.Type

/** How long a question may be, in characters. */
export const longestSubject = 200
export const longestMessage = 10_000

/** All transitions. */
export const ticketTransitions: Readonly<Record<TicketStatus, ReadonlyArray<TicketStatus>>> = {
  open: ["pending", "resolved", "closed"],
  pending: ["open", "resolved", "closed"],
  resolved: ["open", "closed"],
  closed: []
}
