import * as fc from "fast-check"
import { expect, it } from "vitest"
import { giveBack, remaining, take, windowMillis } from "../src/RequestBudget.ts"

const quotas = fc.integer({ min: 1, max: 10_000 })
/** Requests: how long after the one before, and what each costs. */
const requests = fc.array(
  fc.record({ after: fc.integer({ min: 0, max: 30_000 }), units: fc.integer({ min: 1, max: 300 }) }),
  {
    maxLength: 200
  }
)

it("in any time, admits at most a whole budget and what grows back in that time", () => {
  fc.assert(
    fc.property(quotas, requests, (quota, requests) => {
      const admitted: Array<{ at: number; units: number }> = []
      let [now, wholeAt] = [1_000_000, 0]
      for (const { after, units } of requests) {
        now += after
        const decision = take(wholeAt, now, units, quota)
        if (decision.allowed) admitted.push({ at: now, units: Math.min(units, quota) })
        wholeAt = decision.wholeAt
      }
      for (let from = 0; from < admitted.length; from++) {
        let sum = 0
        for (let to = from; to < admitted.length; to++) {
          sum += admitted[to]!.units
          const grown = (admitted[to]!.at - admitted[from]!.at) * quota / windowMillis
          expect(sum).toBeLessThanOrEqual(quota + grown + 1e-3)
        }
      }
    }),
    { numRuns: 60 }
  )
})

it("admits a caller who waited for as long as it was told, and not much sooner", () => {
  fc.assert(fc.property(quotas, requests, fc.integer({ min: 1, max: 300 }), (quota, requests, units) => {
    let [now, wholeAt] = [1_000_000, 0]
    for (const { after, units } of requests) {
      now += after
      wholeAt = take(wholeAt, now, units, quota).wholeAt
    }
    const { waitMillis } = take(wholeAt, now, units, quota)
    expect(take(wholeAt, now + waitMillis, units, quota).allowed).toBe(true)
    if (waitMillis > 1) expect(take(wholeAt, now + waitMillis - 1, units, quota).allowed).toBe(false)
  }))
})

it("a refused request costs nothing, and what is given back was never taken", () => {
  fc.assert(fc.property(quotas, fc.integer({ min: 1, max: 300 }), (quota, units) => {
    const empty = take(0, 0, quota, quota).wholeAt
    const refused = take(empty, 0, units, quota)
    expect(refused.allowed).toBe(false)
    expect(refused.wholeAt).toBeCloseTo(empty, 4)
    const taken = take(0, 5_000, units, quota)
    expect(remaining(giveBack(taken.wholeAt, units, quota), 5_000, quota)).toBe(quota)
  }))
})

it("nobody waits longer than a window for a whole budget, even if the clock was set back", () => {
  fc.assert(fc.property(quotas, fc.integer({ min: 0, max: 10 ** 9 }), (quota, back) => {
    const empty = take(0, 10 ** 12, quota, quota).wholeAt
    const now = 10 ** 12 - back
    const { waitMillis, wholeAt } = take(empty, now, 1, quota)
    expect(waitMillis).toBeLessThanOrEqual(windowMillis / quota + 0.01)
    expect(take(wholeAt, now + windowMillis, quota, quota).allowed).toBe(true)
  }))
})

it("counts what is left", () => {
  expect(remaining(0, 1_000, 60)).toBe(60)
  const { wholeAt } = take(0, 1_000, 45, 60)
  expect(remaining(wholeAt, 1_000, 60)).toBe(15)
  expect(remaining(wholeAt, 11_000, 60)).toBe(25)
  expect(take(wholeAt, 1_000, 16, 60).waitMillis).toBeCloseTo(1_000)
})
