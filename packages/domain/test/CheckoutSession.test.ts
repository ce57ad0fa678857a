import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Session from "../src/CheckoutSession.ts"

const total = 5990

const anyPhase = fc.constantFrom(...Session.Phase.literals)

/** A session as it can be: paid if and only if complete. */
const anySession = fc.record({ phase: anyPhase, expiresAt: fc.nat(1000) }).map((
  { expiresAt, phase }
): Session.Session => ({
  phase,
  totalMinor: total,
  currency: "EUR",
  expiresAt,
  paidBy: phase === "complete" ? "p0" : undefined
}))

const anyFact = fc.record({
  paymentId: fc.constantFrom("p0", "p1", "p2", "p3"),
  status: fc.constantFrom("succeeded" as const, "succeeded" as const, "processing" as const, "failed" as const),
  amountMinor: fc.constantFrom(total, total, total, total - 1, total + 1),
  currency: fc.constantFrom("EUR", "EUR", "EUR", "USD"),
  givenUp: fc.constantFrom(undefined, false, false, true)
})

/** What the provider can say: every payment once. */
const anyFacts = fc.uniqueArray(anyFact, { selector: ({ paymentId }) => paymentId, maxLength: 4 })

const counts = (session: Session.Session, fact: Session.PaymentFact) =>
  fact.status === "succeeded" && fact.amountMinor === session.totalMinor && fact.currency === session.currency &&
  fact.givenUp !== true

const after = (session: Session.Session, settlement: Session.Settlement<Session.PaymentFact>): Session.Session => ({
  ...session,
  phase: settlement.phase,
  paidBy: settlement.confirmedBy?.paymentId ?? session.paidBy
})

describe("settling a checkout session", () => {
  it("stays where it is or takes one step of the table", () => {
    fc.assert(fc.property(anySession, fc.boolean(), anyFacts, (session, open, facts) => {
      const { phase } = Session.settle(session, open, facts)
      expect([session.phase, ...Session.transitions[session.phase]]).toContain(phase)
    }))
  })

  it("confirms by a payment of the whole amount in a live session, and by nothing else", () => {
    fc.assert(fc.property(anySession, fc.boolean(), anyFacts, (session, open, facts) => {
      const { confirmedBy, phase } = Session.settle(session, open, facts)
      const can = Session.isLive(session.phase) && facts.some((fact) => counts(session, fact))
      expect(confirmedBy !== undefined).toBe(can)
      if (confirmedBy !== undefined) {
        expect(counts(session, confirmedBy)).toBe(true)
        expect(phase).toBe("complete")
      }
      expect(phase === "complete").toBe(session.phase === "complete" || can)
    }))
  })

  it("leaves no succeeded payment over: each confirms, or goes back once and for a reason that holds", () => {
    fc.assert(fc.property(anySession, fc.boolean(), anyFacts, (session, open, facts) => {
      const { confirmedBy, surplus } = Session.settle(session, open, facts)
      const paidBy = confirmedBy?.paymentId ?? session.paidBy
      const expected = facts.filter((fact) => fact.status === "succeeded" && fact.paymentId !== paidBy)
      expect(surplus.map(({ payment }) => payment)).toEqual(expected)
      for (const { payment, reason } of surplus) {
        expect(reason === "charge_given_up").toBe(payment.givenUp === true)
        if (reason === "second_payment") expect(paidBy).toBeDefined()
        if (reason === "session_ended") {
          expect(Session.isLive(session.phase) || session.phase === "complete").toBe(false)
        }
        if (reason === "wrong_amount") expect(counts(session, payment)).toBe(false)
      }
    }))
  })

  it("confirms at most once, whatever is said in whichever order and however often", () => {
    const story = fc.array(fc.tuple(fc.boolean(), anyFacts), { maxLength: 12 })
    fc.assert(fc.property(anySession, story, (start, said) => {
      let session = start
      const confirmed: Array<string> = start.paidBy === undefined ? [] : [start.paidBy]
      for (const [open, facts] of said) {
        const settlement = Session.settle(session, open, facts)
        if (settlement.confirmedBy !== undefined) confirmed.push(settlement.confirmedBy.paymentId)
        session = after(session, settlement)
      }
      expect(confirmed.length).toBe(session.phase === "complete" ? 1 : 0)
      expect(session.paidBy).toBe(confirmed[0])
    }))
  })

  it("never wakes a session that has ended", () => {
    const ended = anySession.filter(({ phase }) => !Session.isLive(phase))
    fc.assert(fc.property(ended, fc.boolean(), anyFacts, (session, open, facts) => {
      expect(Session.settle(session, open, facts).phase).toBe(session.phase)
    }))
  })

  it("said again, the same facts decide nothing new", () => {
    fc.assert(fc.property(anySession, fc.boolean(), anyFacts, (session, open, facts) => {
      const first = Session.settle(session, open, facts)
      const again = Session.settle(after(session, first), open, facts)
      expect(again.phase).toBe(first.phase)
      expect(again.confirmedBy).toBeUndefined()
      // Who goes back stays the same; what was wrong with an amount may by then be that it came second or too late.
      expect(again.surplus.map(({ payment }) => payment)).toEqual(first.surplus.map(({ payment }) => payment))
    }))
  })

  it("ends when the provider has closed it without a payment, not while one is undecided", () => {
    const live = anySession.filter(({ phase }) => Session.isLive(phase))
    fc.assert(fc.property(live, anyFacts, (session, facts) => {
      const { phase } = Session.settle(session, false, facts)
      const undecided = facts.some((fact) => fact.status === "processing")
      if (facts.some((fact) => counts(session, fact))) expect(phase).toBe("complete")
      else expect(phase).toBe(undecided ? "processing" : "expired")
    }))
  })

  it("is on its way as long as a charge is, as if a payment were", () => {
    const live = anySession.filter(({ phase }) => Session.isLive(phase))
    fc.assert(fc.property(live, fc.boolean(), anyFacts, (session, open, facts) => {
      const { confirmedBy, phase } = Session.settle(session, open, facts, true)
      expect(phase).toBe(confirmedBy === undefined ? "processing" : "complete")
    }))
  })

  it("a decline leaves it as it is, and an undecided payment that failed lets the shopper pay again", () => {
    const failed = { paymentId: "p1", status: "failed", amountMinor: total, currency: "EUR" } as const
    const session = { totalMinor: total, currency: "EUR", expiresAt: 1, paidBy: undefined }
    for (const [phase, next] of [["opening", "opening"], ["open", "open"], ["processing", "open"]] as const) {
      expect(Session.settle({ ...session, phase }, true, [failed])).toEqual({
        phase: next,
        confirmedBy: undefined,
        surplus: []
      })
    }
  })
})

describe("what a session needs next", () => {
  it("is one thing for every phase at every time", () => {
    fc.assert(fc.property(anySession, fc.nat(2000), (session, now) => {
      const step = Session.nextStep(session, now)
      if (session.phase === "complete") expect(step).toBe("none")
      else if (!Session.isLive(session.phase)) expect(step).toBe("close")
      else if (now >= session.expiresAt) expect(step).toBe("close")
      else expect(step).toBe(session.phase === "opening" ? "create" : "lookUp")
    }))
  })

  it("changes at the very millisecond of expiry", () => {
    const session = { phase: "open", totalMinor: 1, currency: "EUR", expiresAt: 100, paidBy: undefined } as const
    expect([99, 100, 101].map((now) => Session.nextStep(session, now))).toEqual(["lookUp", "close", "close"])
  })
})

describe("the phases of a session", () => {
  it("are told to pollers as four", () => {
    const told = Object.fromEntries(Session.Phase.literals.map((phase) => [phase, Session.status(phase)]))
    expect(told).toEqual({
      opening: "open",
      open: "open",
      processing: "processing",
      complete: "complete",
      expired: "expired",
      cancelled: "expired",
      failed: "expired"
    })
  })

  it("can all be reached from the first, and those that end go nowhere", () => {
    const reached = new Set<Session.Phase>(["opening"])
    for (const phase of reached) for (const next of Session.transitions[phase]) reached.add(next)
    expect([...reached].sort()).toEqual([...Session.Phase.literals].sort())
    expect(Session.Phase.literals.filter((phase) => !Session.isLive(phase))).toEqual([
      "complete",
      "expired",
      "cancelled",
      "failed"
    ])
  })

  it("last as long as the specification says", () => {
    expect(Session.defaultPolicy).toEqual({
      lifetimeMillis: 1_800_000,
      lastUnitsMillis: 600_000,
      processingMillis: 86_400_000,
      graceMillis: 300_000
    })
  })
})
