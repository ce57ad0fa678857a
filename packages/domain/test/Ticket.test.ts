/** The lifecycle of support tickets: one table, and what comes of it. */
import { TicketId } from "@beauty-store/domain/Ids"
import * as Ticket from "@beauty-store/domain/Ticket"
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"

const ticketId = TicketId.make("tkt_0000000001")
const ticket = (status: Ticket.TicketStatus, more: Partial<Ticket.TicketState> = {}): Ticket.TicketState => ({
  ticketId,
  status,
  version: 3,
  messages: 2,
  waitingSince: status === "open" ? 1000 : null,
  ...more
})
const statuses = Ticket.TicketStatus.literals
const actions = Ticket.TicketAction.literals

describe("the lifecycle of a ticket", () => {
  it("is that of the API's documentation", () => {
    expect(Ticket.ticketTransitions).toEqual({
      open: ["pending", "resolved", "closed"],
      pending: ["open", "resolved", "closed"],
      resolved: ["open", "closed"],
      closed: []
    })
  })

  it("follows the table for every action in every status, and counts each as a version", () => {
    for (const status of statuses) {
      for (const action of actions) {
        const to = Ticket.lifecycle[status][action]
        const after = Ticket.act(ticket(status), action, 5000)
        if (to === null) {
          expect(Either.isLeft(after) && after.left._tag, `${action} ${status}`).toBe("TicketClosed")
          continue
        }
        const spoken = action === "answer" || action === "reply"
        expect(Either.getOrThrow(after)).toEqual({
          ticketId,
          status: to,
          version: 4,
          messages: spoken ? 3 : 2,
          waitingSince: to !== "open" ? null : status === "open" ? 1000 : 5000
        })
      }
    }
  })

  it("ends: nothing can be done with a closed ticket", () => {
    for (const action of actions) expect(Either.isLeft(Ticket.act(ticket("closed"), action, 1))).toBe(true)
  })

  it("tells whoever decides on what has changed since", () => {
    expect(Either.isRight(Ticket.unchanged(ticket("open"), 3))).toBe(true)
    expect(Either.flip(Ticket.unchanged(ticket("pending"), 2)).pipe(Either.getOrThrow)).toMatchObject({
      _tag: "TicketChanged",
      currentStatus: "pending",
      currentVersion: 3
    })
  })

  it("has room for so many messages and no more", () => {
    expect(Either.isRight(Ticket.hasRoom(ticket("open", { messages: Ticket.mostMessages - 1 })))).toBe(true)
    expect(Either.isLeft(Ticket.hasRoom(ticket("open", { messages: Ticket.mostMessages })))).toBe(true)
  })
})
