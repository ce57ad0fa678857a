import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Days from "../src/Days.ts"
import { OrderId, RefundId } from "../src/Ids.ts"
import * as Refund from "../src/Refund.ts"

const orderId = OrderId.make("ord_0123456789")
const paid = (capturedMinor: number, refundingMinor: number): Refund.Payment => ({
  orderId,
  paymentStatus: refundingMinor === 0 ? "paid" : refundingMinor < capturedMinor ? "partially_refunded" : "refunded",
  capturedMinor,
  refundingMinor
})
const exceeds = (requested: number, remaining: number) =>
  Either.left(new Refund.RefundExceedsCaptured({ orderId, requested, remaining, currency: "EUR" }))

describe("decide", () => {
  it("gives the documented example", () => {
    expect(Refund.decide(paid(5990, 2995), 2995)).toEqual(Either.right(2995))
    expect(Refund.decide(paid(5990, 2995), 3000)).toEqual(exceeds(3000, 2995))
  })

  it.each([
    { captured: 5990, refunding: 0, asked: undefined, result: Either.right(5990) },
    { captured: 5990, refunding: 1000, asked: undefined, result: Either.right(4990) },
    { captured: 5990, refunding: 0, asked: 1, result: Either.right(1) },
    { captured: 5990, refunding: 0, asked: 5990, result: Either.right(5990) },
    { captured: 5990, refunding: 0, asked: 5991, result: exceeds(5991, 5990) },
    { captured: 5990, refunding: 5990, asked: 1, result: exceeds(1, 0) },
    {
      captured: 5990,
      refunding: 5990,
      asked: undefined,
      result: Either.left(
        new Refund.RefundNotPossible({ orderId, paymentStatus: "refunded" })
      )
    }
  ])("of $captured with $refunding going back, asked for $asked", ({ asked, captured, refunding, result }) => {
    expect(Refund.decide(paid(captured, refunding), asked)).toEqual(result)
  })

  it.each(["unpaid", "processing"] as const)(
    "refuses an order whose payment is %s, whatever is asked",
    (paymentStatus) => {
      const payment = { orderId, paymentStatus, capturedMinor: 0, refundingMinor: 0 }
      const refusal = Either.left(new Refund.RefundNotPossible({ orderId, paymentStatus }))
      expect(Refund.decide(payment, undefined)).toEqual(refusal)
      expect(Refund.decide(payment, 1)).toEqual(refusal)
    }
  )

  it("never lets more go back than was captured, and a refused amount leaves the rest refundable", () => {
    const amount = fc.option(fc.integer({ min: 1, max: 4_000 }), { nil: undefined })
    fc.assert(fc.property(fc.integer({ min: 1, max: 10_000 }), fc.array(amount), (captured, amounts) => {
      let refunding = 0
      for (const asked of amounts) {
        const result = Refund.decide(paid(captured, refunding), asked)
        const fits = asked === undefined ? refunding < captured : refunding + asked <= captured
        expect(Either.isRight(result)).toBe(fits)
        if (Either.isRight(result)) {
          expect(result.right).toBe(asked ?? captured - refunding)
          refunding += result.right
        }
        expect(refunding).toBeLessThanOrEqual(captured)
        expect(Refund.remainingMinor(paid(captured, refunding))).toBe(captured - refunding)
      }
    }))
  })
})

describe("a refund's status", () => {
  const statuses = Refund.RefundStatus.literals

  it("is reached by the transitions of the table, and by no others", () => {
    for (const to of statuses) {
      expect(Refund.comingFrom(to)).toEqual(statuses.filter((from) => Refund.transitions[from].includes(to)))
    }
    expect(Refund.comingFrom("succeeded")).toEqual(["pending", "failed"])
    expect(Refund.comingFrom("pending")).toEqual(["failed"])
  })

  it("reaches every value from pending, and can always still succeed: a failure is never the end", () => {
    const reachable = (start: Refund.RefundStatus) => {
      const reached = new Set([start])
      for (const from of reached) {
        for (const to of statuses) if (Refund.transitions[from].includes(to)) reached.add(to)
      }
      return reached
    }
    for (const status of statuses) expect(reachable(status)).toEqual(new Set(statuses))
  })
})

describe("the pauses of a refund", () => {
  it("double after each failure, up to a day", () => {
    expect([1, 2, 3, 30].map(Refund.failedPauseMillis)).toEqual([120_000, 240_000, 480_000, 86_400_000])
  })

  it("grow with the age of what is under way, from a minute to an hour", () => {
    expect([0, 8, 4_000].map((minutes) => Refund.pendingPauseMillis(minutes * 60_000))).toEqual([
      60_000,
      120_000,
      3_600_000
    ])
  })

  it("double for what succeeded, and end after a month per attempt", () => {
    const day = 86_400_000
    expect(Refund.nextLookUp(0, 1, 0)).toBe(day)
    expect(Refund.nextLookUp(0, 1, 8 * day)).toBe(16 * day)
    expect(Refund.nextLookUp(0, 1, 32 * day)).toBeUndefined()
    expect(Refund.nextLookUp(0, 2, 32 * day)).toBe(64 * day)
  })
})

it("refusals say the facts in a sentence", () => {
  expect(
    new Refund.RefundExceedsCaptured({
      orderId: OrderId.claimed.make("ord_1"),
      requested: 3000,
      remaining: 2995,
      currency: "EUR"
    })
      .message
  )
    .toBe("30.00 EUR of order ord_1 are to be refunded, 29.95 EUR remain.")
  expect(new Refund.RefundNotPossible({ orderId: OrderId.claimed.make("ord_1"), paymentStatus: "unpaid" }).message)
    .toBe("Order ord_1 has no money to refund: its payment is unpaid.")
  expect(new Refund.RefundNotFound({ refundId: RefundId.claimed.make("ref_1") }).message).toBe(
    "There is no refund ref_1."
  )
})

describe("a refund", () => {
  it.each([
    ["2026-04-02", "2026-04-09", "2026-04-13", "the documented example"],
    ["2026-03-02", "2026-03-05", "2026-03-09", "a Monday"],
    ["2026-03-03", "2026-03-06", "2026-03-10", "a Tuesday"],
    ["2026-03-07", "2026-03-11", "2026-03-13", "a Saturday"],
    ["2026-12-23", "2026-12-29", "2026-12-31", "before Christmas"]
  ])("made on %s is expected from %s to %s (%s)", (madeOn, from, to) => {
    expect(Refund.expectedBy(Days.Day.make(madeOn))).toEqual({ from, to })
  })

  it("is expected after today, and later at the latest than at the earliest", () => {
    fc.assert(fc.property(fc.nat(36_500), (days) => {
      const today = Days.addDays(Days.make(2000, 1, 1), days)
      const { from, to } = Refund.expectedBy(today)
      expect(Days.compare(today, from)).toBe(-1)
      expect(Days.compare(from, to)).toBe(-1)
    }))
  })
})
