/**
 * Support tickets: what can be done with one in each status, as one table. `open` waits for the shop, `pending` for the
 * person who asked; a closed one stays closed. Staff change the version that they have seen, so that of two who answer
 * at once one is told. `resolved` is for programs that embed the store. Follows docs/specification.md#support.
 *
 * @since 1.0.0
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { TicketId } from "./Ids.ts"

export const TicketStatus = Schema.Literal("open", "pending", "resolved", "closed")
export type TicketStatus = typeof TicketStatus.Type

/** What is done with a ticket: `reply` by the person who asked, everything else by the shop. */
export const TicketAction = Schema.Literal("answer", "reply", "assign", "resolve", "close")
export type TicketAction = typeof TicketAction.Type

/** Who wrote a message of a ticket. */
export const TicketAuthor = Schema.Literal("customer", "staff")
export type TicketAuthor = typeof TicketAuthor.Type

/** How long a question, or a message, may be, in characters. */
export const longestSubject = 200
export const longestMessage = 10_000
/** So many messages fit into a ticket; whoever has more to say asks anew. */
export const mostMessages = 200

/** The ticket is closed: nothing can be done with it any more. */
export class TicketClosed extends Schema.TaggedError<TicketClosed>()("TicketClosed", { ticketId: TicketId.claimed }) {
  override get message(): string {
    return `Ticket ${this.ticketId} is closed.`
  }
}

/** Somebody else has changed the ticket since it was read. */
export class TicketChanged extends Schema.TaggedError<TicketChanged>()("TicketChanged", {
  ticketId: TicketId.claimed,
  currentStatus: TicketStatus,
  currentVersion: Schema.Int
}) {
  override get message(): string {
    return `Ticket ${this.ticketId} has changed: it is ${this.currentStatus} now, in version ${this.currentVersion}.`
  }
}

/** A ticket has no room for another message. */
export class TicketFull extends Schema.TaggedError<TicketFull>()("TicketFull", { ticketId: TicketId.claimed }) {
  override get message(): string {
    return `Ticket ${this.ticketId} has ${mostMessages} messages, which is the most.`
  }
}

/** The lifecycle: the status that each action leads to, by the status before it; null where it is refused. */
export const lifecycle: Readonly<Record<TicketStatus, Readonly<Record<TicketAction, TicketStatus | null>>>> = {
  open: { answer: "pending", reply: "open", assign: "open", resolve: "resolved", close: "closed" },
  pending: { answer: "pending", reply: "open", assign: "pending", resolve: "resolved", close: "closed" },
  resolved: { answer: "resolved", reply: "open", assign: "resolved", resolve: "resolved", close: "closed" },
  closed: { answer: null, reply: null, assign: null, resolve: null, close: null }
}

/** A ticket, as far as its lifecycle goes. */
export interface TicketState {
  readonly ticketId: TicketId
  readonly status: TicketStatus
  /** Grows with every change. */
  readonly version: number
  readonly messages: number
  /** Since when it waits for the shop, in milliseconds; null where it does not. */
  readonly waitingSince: number | null
}

/** A ticket after an action at a moment. */
export const act = (
  ticket: TicketState,
  action: TicketAction,
  now: number
): Either.Either<TicketState, TicketClosed> => {
  const { messages, ticketId, version } = ticket
  const status = lifecycle[ticket.status][action]
  if (status === null) return Either.left(new TicketClosed({ ticketId }))
  return Either.right({
    ticketId,
    status,
    version: version + 1,
    messages: messages + (action === "answer" || action === "reply" ? 1 : 0),
    // Whoever asks again while nobody has answered has waited since the first time.
    waitingSince: status === "open" ? ticket.waitingSince ?? now : null
  })
}

/** Whether a ticket is as somebody has seen it who decides on it. */
export const unchanged = (
  { status, ticketId, version }: TicketState,
  seen: number
): Either.Either<void, TicketChanged> =>
  seen === version
    ? Either.void
    : Either.left(new TicketChanged({ ticketId, currentStatus: status, currentVersion: version }))

/** Whether a ticket has room for another message. */
export const hasRoom = ({ messages, ticketId }: TicketState): Either.Either<void, TicketFull> =>
  messages < mostMessages ? Either.void : Either.left(new TicketFull({ ticketId }))

const othersFrom = (from: TicketStatus): ReadonlyArray<TicketStatus> =>
  TicketStatus.literals.filter((to) => to !== from && Object.values(lifecycle[from]).includes(to))

/** All transitions from one status to another, as the table has them. */
export const ticketTransitions: Readonly<Record<TicketStatus, ReadonlyArray<TicketStatus>>> = {
  open: othersFrom("open"),
  pending: othersFrom("pending"),
  resolved: othersFrom("resolved"),
  closed: othersFrom("closed")
}
