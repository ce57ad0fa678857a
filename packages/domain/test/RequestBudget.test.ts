import * as fc from "fast-check"
import { expect, it } from "vitest"
import { giveBack, type Level, remaining, take, takenUntil, whole, windowMillis } from "../src/RequestBudget.ts"

const quotas = fc.integer({ min: 1, max: 10_000 })
/** Requests: how long after the one before, and what each costs. */
const requests = fc.array(
  fc.record({ after: fc.integer({ min: 0, max: 30_000 }), units: fc.integer({ min: 1, max: 300 }) }),
  {
    maxLength: 200
  }
)

interface Admitted {
  readonly at: number
  units: number
}

/** Whether in any time at most a whole budget was admitted, and what grows back in that time. */
const expectWithin = (admitted: ReadonlyArray<Admitted>, quota: number): void => {
  for (let from = 0; from < admitted.length; from++) {
    let sum = 0
    for (let to = from; to < admitted.length; to++) {
      sum += admitted[to]!.units
      const grown = (admitted[to]!.at - admitted[from]!.at) * quota / windowMillis
      expect(sum).toBeLessThanOrEqual(quota + grown + 1e-3)
    }
  }
}

it("in any time, admits at most a whole budget and what grows back in that time", () => {
  fc.assert(
    fc.property(quotas, requests, (quota, requests) => {
      const admitted: Array<Admitted> = []
      let [now, level] = [1_000_000, whole]
      for (const { after, units } of requests) {
        now += after
        const decision = take(level, now, units, quota)
        if (decision.allowed) admitted.push({ at: now, units: Math.min(units, quota) })
        level = decision.level
      }
      expectWithin(admitted, quota)
    }),
    { numRuns: 60 }
  )
})

it("gives nothing back that has grown back already, however many are given back and however late", () => {
  /** Requests that take units twice, and after some others get all but one of them back, or do not. */
  const replays = fc.array(
    fc.record({
      // Bursts, between which some or all of a budget grows back.
      after: fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 0, max: 200 }) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: windowMillis }) }
      ),
      units: fc.integer({ min: 1, max: 40 }),
      more: fc.integer({ min: 0, max: 40 }),
      backAfter: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined })
    }),
    { maxLength: 80 }
  )
  fc.assert(
    fc.property(fc.integer({ min: 80, max: 300 }), replays, (quota, replays) => {
      const admitted: Array<Admitted> = []
      const open: Array<{ readonly one: Admitted; readonly until: number; left: number }> = []
      let [now, level] = [1_000_000, whole as Level]
      for (const { after, backAfter, more, units } of replays) {
        now += after
        const first = take(level, now, units, quota)
        level = first.level
        if (first.allowed) {
          let until = takenUntil(undefined, level, units, quota)
          const one = { at: now, units }
          admitted.push(one)
          const second = take(level, now, more, quota)
          level = second.level
          if (second.allowed) {
            until = takenUntil(until, level, more, quota)
            one.units += more
          }
          if (backAfter !== undefined) open.push({ one, until, left: backAfter })
        }
        for (const replay of open) {
          if (replay.left-- !== 0) continue
          level = giveBack(level, now, replay.one.units - 1, quota, replay.until)
          replay.one.units = 1
        }
      }
      expectWithin(admitted, quota)
    }),
    { numRuns: 300 }
  )
})

/** Of sixty units a minute: takes and gives back, by second. */
const sixty = () => {
  let level: Level = whole
  return {
    take: (second: number, units: number, before?: number): number => {
      level = take(level, second * 1_000, units, 60).level
      return takenUntil(before, level, units, 60)
    },
    giveBack: (second: number, units: number, until: number): void => {
      level = giveBack(level, second * 1_000, units, 60, until)
    },
    left: (second: number): number => remaining(level, second * 1_000, 60)
  }
}

it("gives nothing back that grew back sooner because others were given something back", () => {
  const budget = sixty()
  const [first, second] = [budget.take(0, 5), budget.take(0, 5)]
  budget.giveBack(0, 5, first)
  // By now it is whole again.
  budget.take(6, 5)
  budget.giveBack(7, 5, second)
  expect(budget.left(7)).toBe(60 - 4)
})

it("gives nothing back that grew back before the same request took more", () => {
  const budget = sixty()
  const until = budget.take(0, 1)
  budget.take(1, 10)
  const all = budget.take(1, 1, until)
  budget.giveBack(5, 2, all)
  // One of the two had grown back after a second.
  expect(budget.left(5)).toBeLessThanOrEqual(60 - 6)
})

it("admits a caller who waited for as long as it was told, and not much sooner", () => {
  fc.assert(fc.property(quotas, requests, fc.integer({ min: 1, max: 300 }), (quota, requests, units) => {
    let [now, level] = [1_000_000, whole]
    for (const { after, units } of requests) {
      now += after
      level = take(level, now, units, quota).level
    }
    const { waitMillis } = take(level, now, units, quota)
    expect(take(level, now + waitMillis, units, quota).allowed).toBe(true)
    if (waitMillis > 1) expect(take(level, now + waitMillis - 1, units, quota).allowed).toBe(false)
  }))
})

it("a refused request costs nothing, and what is given back was never taken", () => {
  fc.assert(fc.property(quotas, fc.integer({ min: 1, max: 300 }), (quota, units) => {
    const empty = take(whole, 0, quota, quota).level
    const refused = take(empty, 0, units, quota)
    expect(refused.allowed).toBe(false)
    expect(refused.level.wholeAt).toBeCloseTo(empty.wholeAt, 4)
    const { level } = take(whole, 5_000, units, quota)
    const until = takenUntil(undefined, level, units, quota)
    expect(remaining(giveBack(level, 5_000, units, quota, until), 5_000, quota)).toBe(quota)
  }))
})

it("nobody waits longer than a window for a whole budget, even if the clock was set back", () => {
  fc.assert(fc.property(quotas, fc.integer({ min: 0, max: 10 ** 9 }), (quota, back) => {
    const empty = take(whole, 10 ** 12, quota, quota).level
    const now = 10 ** 12 - back
    const { level, waitMillis } = take(empty, now, 1, quota)
    expect(waitMillis).toBeLessThanOrEqual(windowMillis / quota + 0.01)
    expect(take(level, now + windowMillis, quota, quota).allowed).toBe(true)
  }))
})

it("counts what is left", () => {
  expect(remaining(whole, 1_000, 60)).toBe(60)
  const { level } = take(whole, 1_000, 45, 60)
  expect(remaining(level, 1_000, 60)).toBe(15)
  expect(remaining(level, 11_000, 60)).toBe(25)
  expect(take(level, 1_000, 16, 60).waitMillis).toBeCloseTo(1_000)
})
