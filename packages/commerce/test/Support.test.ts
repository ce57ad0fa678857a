/** Support tickets, on both databases: who may ask, about what, who reads it, and how it goes on. */
import * as Identity from "@beauty-store/commerce/identity/Identity"
import * as Support from "@beauty-store/commerce/support/Support"
import { OrderId, TicketId } from "@beauty-store/domain/Ids"
import { TicketStatus, ticketTransitions } from "@beauty-store/domain/Ticket"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect } from "vitest"
import { ada, onBoth, owner, World } from "../../../test/shop/use-cases.ts"
import { begun, shopper, staff, staffWith } from "./life.ts"

const eve = shopper(owner("sho_eve"))
const question = (id?: string): Support.Question => ({
  email: "ada@example.com",
  subject: "Where is it?",
  message: "<b>Hello</b>\n'; DROP TABLE ticket; --",
  orderId: id === undefined ? undefined : OrderId.claimed.make(id)
})
const ask = (...args: Parameters<typeof Support.Support.Service["ask"]>) =>
  Effect.flatMap(Support.Support, (support) => support.ask(...args))

onBoth("support tickets", (test) => {
  test(
    "are kept as they came, open, and read by who asked and by staff",
    Effect.gen(function*() {
      const { clock } = yield* World
      const support = yield* Support.Support
      const { orderId } = yield* begun(ada, { serum: 1 })
      const ticket = yield* ask(shopper(ada), question(orderId))
      expect(ticket).toEqual({
        ticketId: expect.stringMatching(/^tkt_/),
        ticketNumber: expect.stringMatching(/^\d{4} \d{4}$/),
        orderNumber: expect.stringMatching(/^\d{4} \d{4}$/),
        status: "open",
        ...question(orderId),
        language: "en",
        createdAt: clock.now,
        version: 0,
        assignedTo: null,
        messages: [],
        pageUrl: expect.stringMatching(/^http:\/\/localhost:3000\/support\/tpg_\w{28}\.[\w-]{32}$/)
      })
      for (const reader of [shopper(ada), staffWith("orders:read")]) {
        const { pageUrl: _, ...read } = ticket
        expect(yield* support.view(reader, ticket.ticketId)).toEqual(read)
      }
      for (const stranger of [eve, staffWith(), { ...staffWith("orders:write"), id: ada.principal }]) {
        expect(yield* Effect.flip(support.view(stranger, ticket.ticketId))).toMatchObject({
          _tag: "TicketNotFound",
          ticketId: ticket.ticketId
        })
      }
      expect(yield* Effect.flip(support.view(shopper(ada), TicketId.claimed.make("tkt_none")))).toMatchObject({
        _tag: "TicketNotFound"
      })
    })
  )

  test(
    "do not say whether somebody else's order exists: the ticket is kept without it, as with one that never was",
    Effect.gen(function*() {
      const { sql } = yield* World
      const { orderId } = yield* begun(ada, { serum: 1 })
      for (const principal of [eve, staff, undefined]) {
        for (const id of [orderId, "ord_none", "", "\u0000", undefined]) {
          expect((yield* ask(principal, question(id))).orderId).toBeNull()
        }
      }
      expect(yield* sql("SELECT order_id FROM ticket WHERE order_id IS NOT NULL")).toEqual([])
    })
  )

  test(
    "that nobody in particular wrote are read by staff only",
    Effect.gen(function*() {
      const support = yield* Support.Support
      const { ticketId } = yield* ask(undefined, question())
      expect((yield* support.view(staff, ticketId)).ticketId).toBe(ticketId)
      for (const stranger of [eve, { ...eve, id: "" }, { ...eve, id: "null" }]) {
        expect(yield* Effect.flip(support.view(stranger, ticketId))).toMatchObject({ _tag: "TicketNotFound" })
      }
    })
  )

  test(
    "go along their table and no other way; where they are already they stay",
    Effect.gen(function*() {
      const support = yield* Support.Support
      const statuses = TicketStatus.literals
      const ways: Record<TicketStatus, ReadonlyArray<TicketStatus>> = {
        open: [],
        pending: ["pending"],
        resolved: ["resolved"],
        closed: ["closed"]
      }
      for (const from of statuses) {
        for (const to of statuses) {
          const { ticketId } = yield* ask(undefined, question())
          for (const step of ways[from]) yield* support.move(ticketId, step)
          const exit = yield* Effect.exit(support.move(ticketId, to))
          const allowed = from === to || ticketTransitions[from].includes(to)
          expect(Exit.isSuccess(exit), `${from} to ${to}`).toBe(allowed)
          expect((yield* support.view(staff, ticketId)).status).toBe(allowed ? to : from)
          if (allowed) continue
          expect(yield* Effect.flip(support.move(ticketId, to))).toMatchObject({
            _tag: "IllegalTicketStep",
            currentStatus: from,
            requestedStatus: to
          })
        }
      }
      expect(yield* Effect.flip(support.move(TicketId.claimed.make("tkt_none"), "closed"))).toMatchObject({
        _tag: "TicketNotFound"
      })
    })
  )

  test(
    "are assigned to staff only: registered clients, whoever assigns, and others whom only the program knows",
    Effect.gen(function*() {
      const support = yield* Support.Support
      const { registerClient } = yield* Identity.Identity
      const secret = "of-22-characters-or-more"
      for (const id of ["clerk", "packer"]) {
        yield* registerClient({ id, kind: "staff", secret, scopes: ["orders:write"] })
      }
      yield* registerClient({ id: "robot", kind: "agent", secret, scopes: ["shop"] })
      const { ticketId } = yield* ask(undefined, question())
      const clerk = { ...staffWith("orders:write"), id: "staff:clerk" }
      const ofProgram = { ...staffWith("orders:write"), id: "staff:u-17" }
      for (const [who, to] of [[clerk, "packr"], [clerk, "robot"], [clerk, "u-17"], [ofProgram, "robot"]] as const) {
        expect(yield* Effect.flip(support.assign(who, ticketId, { to, version: 0 })), to).toMatchObject({
          _tag: "InvalidInput",
          faults: [{ path: "to" }]
        })
      }
      const assignments = [
        [clerk, "clerk"],
        [clerk, "packer"],
        [ofProgram, "u-17"],
        [ofProgram, "u-18"],
        [clerk, null]
      ] as const
      for (const [version, [who, to]] of assignments.entries()) {
        expect((yield* support.assign(who, ticketId, { to, version })).assignedTo).toBe(to)
      }
    })
  )

  test(
    "that are closed and opened at once end closed, whoever was first",
    Effect.gen(function*() {
      const support = yield* Support.Support
      for (let round = 0; round < 10; round++) {
        const { ticketId } = yield* ask(undefined, question())
        yield* support.move(ticketId, "resolved")
        const steps = [support.move(ticketId, "open"), support.move(ticketId, "closed")]
        yield* Effect.all((round % 2 === 0 ? steps : steps.toReversed()).map(Effect.exit), { concurrency: "unbounded" })
        expect((yield* support.view(staff, ticketId)).status).toBe("closed")
      }
    })
  )
})
