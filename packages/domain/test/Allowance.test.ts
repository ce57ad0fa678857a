import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Allowance from "../src/Allowance.ts"

const hour = 3_600_000
const day = 24 * hour
const now = Date.UTC(2026, 2, 29, 12)

const account = (
  spends: ReadonlyArray<Allowance.Spend>,
  change: Partial<Allowance.Limits> = {},
  of: Allowance.Account["of"] = "store"
): Allowance.Account => ({ of, limits: { ...Allowance.defaultLimits, ...change }, spends })

const passes = (amountMinor: number, accounts: ReadonlyArray<Allowance.Account>, at = now) =>
  Either.isRight(Allowance.authorise(amountMinor, accounts, at))

const refusal = (amountMinor: number, accounts: ReadonlyArray<Allowance.Account>, at = now) =>
  Either.getOrThrow(Either.flip(Allowance.authorise(amountMinor, accounts, at)))

describe("the shop's limits", () => {
  it("contradict each other where one is below that of a shorter span", () => {
    const contradictions = (change: Partial<Allowance.Limits>) =>
      Allowance.findContradictions({ ...Allowance.defaultLimits, ...change })
    expect(contradictions({})).toEqual([])
    expect(contradictions({ perDay: 20_000, perMonth: 20_000 })).toEqual([])
    expect(contradictions({ perTransaction: 0 })).toEqual([])
    expect(contradictions({ perTransaction: 0, perDay: 0, perMonth: 0 })).toEqual([])
    expect(contradictions({ perDay: 0 })).toEqual([{ limit: "perDay", shorter: "perTransaction" }])
    expect(contradictions({ perDay: 19_999, perMonth: 19_998 })).toEqual([
      { limit: "perDay", shorter: "perTransaction" },
      { limit: "perMonth", shorter: "perDay" }
    ])
  })

  it("are those of its document: 200 at once, 500 a day, 2000 a month", () => {
    expect(Allowance.defaultLimits).toEqual({ perTransaction: 20_000, perDay: 50_000, perMonth: 200_000 })
  })

  it("let 200.00 through, and not 200.01", () => {
    expect(passes(20_000, [account([])])).toBe(true)
    expect(refusal(20_001, [account([])])).toMatchObject({
      limit: "perTransaction",
      of: "store",
      requested: 20_001,
      allowed: 20_000,
      remaining: 20_000,
      resetsAt: null
    })
  })

  it("give the documented example: what is left of a day, until noon", () => {
    const noon = Date.UTC(2026, 2, 28, 12)
    const spends = [{ amountMinor: 20_000, at: noon }, { amountMinor: 20_000, at: noon + hour }]
    expect(passes(10_000, [account(spends)], noon + 2 * hour)).toBe(true)
    expect(refusal(10_001, [account(spends)], noon + 2 * hour)).toMatchObject({
      limit: "perDay",
      remaining: 10_000,
      resetsAt: noon + day
    })
    expect(passes(10_001, [account(spends)], noon + day)).toBe(true)
  })

  it("of ten times 100.00 let five through", () => {
    const spends: Array<Allowance.Spend> = []
    for (let n = 0; n < 10; n++) if (passes(10_000, [account(spends)])) spends.push({ amountMinor: 10_000, at: now })
    expect(spends.length).toBe(5)
  })
})

describe("windows", () => {
  const spent = (at: number) => [account([{ amountMinor: 50_000, at }])]

  it("roll: midnight gives nothing back", () => {
    const evening = Date.UTC(2026, 2, 2, 23, 59, 59)
    expect(passes(1, spent(evening), evening + 2_000)).toBe(false)
    expect(passes(1, spent(evening), evening + day - 1)).toBe(false)
    expect(passes(1, spent(evening), evening + day)).toBe(true)
  })

  it("are 30 times 24 hours, whatever the months and the clocks of the zone do", () => {
    for (const at of [Date.UTC(2026, 0, 31, 23, 59, 59), Date.UTC(2026, 1, 28), Date.UTC(2026, 2, 28, 23)]) {
      const month = [account([{ amountMinor: 200_000, at }])]
      expect(refusal(1, month, at + 30 * day - 1)).toMatchObject({ limit: "perMonth", resetsAt: at + 30 * day })
      expect(passes(1, month, at + 30 * day)).toBe(true)
    }
  })

  it("count what lies ahead of a clock that went back", () => {
    expect(passes(1, spent(now + hour))).toBe(false)
  })
})

describe("a refusal", () => {
  it("names the limit that will stand in the way longest", () => {
    const both = [account([{ amountMinor: 200_000, at: now - hour }])]
    expect(refusal(1, both).limit).toBe("perMonth")
    expect(refusal(20_001, both).limit).toBe("perTransaction")
  })

  it("names whose limit it is, and says the facts in a sentence", () => {
    const own = account([{ amountMinor: 3_000, at: now }], { perDay: 5_000 }, "delegation")
    const refused = refusal(2_001, [account([{ amountMinor: 3_000, at: now }]), own])
    expect(refused.of).toBe("delegation")
    expect(refused.message)
      .toBe("Of 50.00 EUR that this delegation allows in 24 hours 20.00 EUR remain; this costs 20.01 EUR.")
    expect(refusal(20_001, [account([])]).message)
      .toBe("Of 200.00 EUR that the shop allows at once 200.00 EUR remain; this costs 200.01 EUR.")
  })
})

describe("several accounts", () => {
  it("bind at once: the tighter one counts, in each window", () => {
    const store = account([{ amountMinor: 45_000, at: now - hour }])
    const own = account(
      [{ amountMinor: 1_000, at: now - 2 * hour }],
      { perTransaction: 4_000, perMonth: 3_000 },
      "delegation"
    )
    expect(Allowance.standing([store, own], now)).toEqual({
      remaining: { perTransaction: 4_000, perDay: 5_000, perMonth: 2_000 },
      resetsAt: { perTransaction: undefined, perDay: now - hour + day, perMonth: now - 2 * hour + 30 * day }
    })
  })

  it("without a spend that counts have nothing to wait for", () => {
    const old = account([{ amountMinor: 1_000, at: now - 30 * day }])
    expect(Allowance.standing([old], now)).toEqual({
      remaining: Allowance.defaultLimits,
      resetsAt: { perTransaction: undefined, perDay: undefined, perMonth: undefined }
    })
  })

  it("leave nothing, and no debt, where limits were lowered below what was spent", () => {
    const spent = account([{ amountMinor: 40_000, at: now }], { perDay: 10_000 })
    expect(Allowance.standing([spent], now).remaining.perDay).toBe(0)
    expect(passes(1, [spent])).toBe(false)
  })
})

/**
 * The naive model: minute by minute, everything that was ever spent, added up anew for each question. Two people's
 * cards, each with two delegations; what is released is crossed out.
 */
describe("over random histories", () => {
  const limits: Allowance.Limits = { perTransaction: 20, perDay: 50, perMonth: 120 }
  const step = fc.record({
    afterHours: fc.constantFrom(0, 0, 0, 1, 5, 11, 12, 13, 23, 24, 25, 100, 300),
    card: fc.nat(1),
    delegation: fc.nat(1),
    amountMinor: fc.integer({ min: 1, max: 24 }),
    releases: fc.option(fc.nat(30), { nil: undefined })
  })
  const own = [{ perTransaction: 20, perDay: 50, perMonth: 120 }, { perTransaction: 9, perDay: 20, perMonth: 60 }]

  interface Entry extends Allowance.Spend {
    readonly card: number
    readonly delegation: number
    released: boolean
  }

  /** Whether the spends of any window that ends now or later would hold more than they may: by trying all of them. */
  const overspent = (spends: ReadonlyArray<Allowance.Spend>, { perDay, perMonth }: Allowance.Limits) =>
    spends.some(({ at: end }) =>
      [[day, perDay], [30 * day, perMonth]].some(([length, limit]) =>
        spends.filter(({ at }) => at <= end && at > end - length!).reduce((sum, one) => sum + one.amountMinor, 0) >
          limit!
      )
    )

  it("lets through exactly what the model does, and no window ever holds more than it may", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const entries: Array<Entry> = []
        let at = now
        for (const { afterHours, amountMinor, card, delegation, releases } of steps) {
          at += afterHours * hour
          if (releases !== undefined && entries[releases] !== undefined) entries[releases].released = true
          const standing = entries.filter(({ released }) => !released)
          const ofCard = standing.filter((entry) => entry.card === card)
          const ofDelegation = ofCard.filter((entry) => entry.delegation === delegation)
          const accounts: ReadonlyArray<Allowance.Account> = [
            { of: "store", limits, spends: ofCard },
            { of: "delegation", limits: own[delegation]!, spends: ofDelegation }
          ]
          const wanted = { amountMinor, at, card, delegation, released: false }
          const allowed = amountMinor <= limits.perTransaction && amountMinor <= own[delegation]!.perTransaction &&
            !overspent([...ofCard, wanted], limits) && !overspent([...ofDelegation, wanted], own[delegation]!)
          expect(passes(amountMinor, accounts, at)).toBe(allowed)

          // What is said to remain passes, and a cent more does not.
          const { perDay, perMonth, perTransaction } = Allowance.standing(accounts, at).remaining
          const most = Math.min(perDay, perMonth, perTransaction)
          expect(most === 0 || passes(most, accounts, at)).toBe(true)
          expect(passes(most + 1, accounts, at)).toBe(false)
          if (allowed) entries.push(wanted)
        }
      }),
      { numRuns: 300 }
    )
  })

  it("says when something comes back: not a moment before, and then more than before", () => {
    const spend = fc.record({ amountMinor: fc.integer({ min: 1, max: 20 }), agoHours: fc.nat(40) })
    fc.assert(fc.property(fc.array(spend, { minLength: 1, maxLength: 8 }), (made) => {
      const spends = made.map(({ agoHours, amountMinor }) => ({ amountMinor, at: now - agoHours * hour }))
      const accounts = [{ of: "store" as const, limits: { perTransaction: 20, perDay: 500, perMonth: 5_000 }, spends }]
      const { remaining, resetsAt } = Allowance.standing(accounts, now)
      if (resetsAt.perDay === undefined) {
        expect(remaining.perDay).toBe(500)
        return
      }
      expect(Allowance.standing(accounts, resetsAt.perDay - 1).remaining.perDay).toBe(remaining.perDay)
      expect(Allowance.standing(accounts, resetsAt.perDay).remaining.perDay).toBeGreaterThan(remaining.perDay)
    }))
  })
})
