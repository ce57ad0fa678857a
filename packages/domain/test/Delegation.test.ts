import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { defaultLimits, LimitName } from "../src/Allowance.ts"
import * as Delegation from "../src/Delegation.ts"

const at = (state: Delegation.State, now: number, expiresAt?: number) =>
  Delegation.status({ state, decideBefore: 100, expiresAt }, now)

describe("how a delegation stands", () => {
  it("waits for the person until its time, and not a millisecond longer", () => {
    expect([0, 99, 100, 101].map((now) => at("pending", now)))
      .toEqual(["pending_approval", "pending_approval", "expired", "expired"])
  })

  it("is active until its own end, if it has one", () => {
    expect([99, 100, 499, 500].map((now) => at("active", now, 500))).toEqual(["active", "active", "active", "expired"])
    expect(at("active", 10 ** 15)).toBe("active")
  })

  it("that was taken back or turned down stays so, whatever the time", () => {
    fc.assert(fc.property(fc.constantFrom("revoked" as const, "rejected" as const), fc.nat(1000), (state, now) => {
      expect(at(state, now, 500)).toBe("revoked")
    }))
  })

  it("never wakes: what has ended goes nowhere", () => {
    expect(Delegation.transitions).toEqual({
      pending: ["active", "rejected", "revoked"],
      active: ["revoked"],
      rejected: [],
      revoked: []
    })
  })
})

describe("its limits", () => {
  it("are the shop's where it names none", () => {
    expect(Delegation.limitsOf({}, defaultLimits)).toEqual(Either.right(defaultLimits))
    expect(Delegation.limitsOf({ perDay: 1 }, defaultLimits)).toEqual(Either.right({ ...defaultLimits, perDay: 1 }))
  })

  it("are never higher than the shop's, and all that are come back at once", () => {
    const wanted = fc.record({
      perTransaction: fc.integer({ min: 1, max: 40_000 }),
      perDay: fc.integer({ min: 1, max: 100_000 }),
      perMonth: fc.integer({ min: 1, max: 400_000 })
    }, { requiredKeys: [] })
    fc.assert(fc.property(wanted, (wanted) => {
      const result = Delegation.limitsOf(wanted, defaultLimits)
      const high = LimitName.literals.filter((name) => (wanted[name] ?? 0) > defaultLimits[name])
      if (Either.isRight(result)) {
        expect(high).toEqual([])
        for (const name of LimitName.literals) expect(result.right[name]).toBe(wanted[name] ?? defaultLimits[name])
      } else expect(result.left.limits.map(({ limit }) => limit)).toEqual(high)
    }))
    expect(Delegation.limitsOf({ perTransaction: 20_000 }, defaultLimits)).toEqual(Either.right(defaultLimits))
  })

  it("are too high in a shop that has turned delegated payment off", () => {
    const refused = Either.getOrThrow(
      Either.flip(Delegation.limitsOf({}, { ...defaultLimits, perTransaction: 0 }))
    )
    expect(refused.message).toBe("perTransaction is at most 0.00 EUR.")
  })

  it("that are too high are told in a sentence", () => {
    const refused = Either.getOrThrow(Either.flip(Delegation.limitsOf({ perDay: 50_001 }, defaultLimits)))
    expect(refused.message).toBe("perDay is at most 500.00 EUR.")
  })
})

it("waits half an hour for the person's decision, and cannot have ended before", () => {
  expect(Delegation.timesOf(undefined, 0)).toEqual(Either.right({ decideBefore: 1_800_000 }))
  expect(Delegation.timesOf(1, 0)).toEqual(Either.right({ decideBefore: 1_800_000 }))
  expect(Delegation.timesOf(0, 0)).toEqual(Either.left(new Delegation.ExpiresInThePast({ expiresAt: 0 })))
})
