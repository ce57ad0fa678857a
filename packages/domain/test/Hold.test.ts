import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Hold from "../src/Hold.ts"
import { ProductId } from "../src/Ids.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = Date.UTC(2026, 2, 29, 12)

const serum = ProductId.make("serum")
const cream = ProductId.make("cream")
const products = [serum, cream, ProductId.make("balm")]

const { fullMillis, limits } = Hold.defaultPolicy

const wanting = (
  units: Readonly<Record<string, number>>,
  more: Partial<Hold.WantedHold> = {}
): Hold.WantedHold => ({
  units: Object.entries(units).map(([id, quantity]) => ({ productId: ProductId.make(id), quantity })),
  valueMinor: 10_00,
  forMillis: 30 * minute,
  nearlyGone: new Set(),
  ...more
})

const held = (units: Readonly<Record<string, number>>, more: Partial<Hold.Hold> = {}): Hold.Hold => ({
  units: wanting(units).units,
  valueMinor: 10_00,
  from: now - 10 * minute,
  until: now + 20 * minute,
  live: true,
  ...more
})

const guest = (...holds: ReadonlyArray<Hold.Hold>): Hold.Account => ({ of: "shopper", limits: limits.guest, holds })

const passes = (wanted: Hold.WantedHold, accounts: ReadonlyArray<Hold.Account>, at = now) =>
  Either.isRight(Hold.authorise(wanted, accounts, { fullMillis }, at))
const refusal = (wanted: Hold.WantedHold, accounts: ReadonlyArray<Hold.Account>, at = now) =>
  Either.getOrThrow(Either.flip(Hold.authorise(wanted, accounts, { fullMillis }, at)))

describe("what one holder may hold unpaid", () => {
  it("is, for a guest, 3 checkouts, 20 of a product, 60 units, 3000.00, and no more", () => {
    const three = [held({ balm: 1 }), held({ balm: 1 }), held({ balm: 1 })]
    expect(passes(wanting({ serum: 1 }), [guest(...three.slice(1))])).toBe(true)
    expect(refusal(wanting({ serum: 1 }), [guest(...three)])).toMatchObject({ limit: "sessions", of: "shopper" })
    expect(passes(wanting({ serum: 5 }), [guest(held({ serum: 15 }))])).toBe(true)
    expect(refusal(wanting({ serum: 6 }), [guest(held({ serum: 15 }))])).toMatchObject({
      _tag: "UnpaidLimitReached",
      limit: "unitsPerProduct",
      productId: serum,
      retryAfterSeconds: 20 * 60
    })
    const full = held({ balm: 20, cream: 20 })
    expect(passes(wanting({ serum: 20 }), [guest(full)])).toBe(true)
    expect(refusal(wanting({ serum: 20, toner: 1 }), [guest(full)])).toMatchObject({ limit: "units", productId: null })
    expect(passes(wanting({ serum: 1 }, { valueMinor: 2990_00 }), [guest(held({ cream: 1 }))])).toBe(true)
    expect(refusal(wanting({ serum: 1 }, { valueMinor: 2990_01 }), [guest(held({ cream: 1 }))]))
      .toMatchObject({ limit: "value" })
  })

  it("is refused for good where no waiting helps, with the amount that passes", () => {
    expect(refusal(wanting({ serum: 21 }), [guest()])).toMatchObject({
      _tag: "UnpaidOrderTooLarge",
      limit: "unitsPerProduct",
      productId: serum,
      requested: 21,
      allowed: 20
    })
    expect(refusal(wanting({ serum: 1 }, { valueMinor: 3000_01 }), [guest()])).toMatchObject({
      _tag: "UnpaidOrderTooLarge",
      limit: "value",
      requested: 3000_01,
      allowed: 3000_00
    })
  })

  it("is refused for good where the last units may not be held for as long as a checkout lasts", () => {
    const account: Hold.Account = { of: "shopper", limits: { ...limits.guest, lastUnitsMillis: 5 * minute }, holds: [] }
    const refused = refusal(wanting({ serum: 1 }, { forMillis: 10 * minute, nearlyGone: new Set([serum]) }), [account])
    expect(refused).toMatchObject({ _tag: "UnpaidOrderTooLarge", limit: "lastUnitsTime", requested: 10, allowed: 5 })
    expect(refused.message).toContain("the last of serum for 5 minutes a day unpaid")
  })

  it("counts for each account, and the refusal names the account that blocks it longest", () => {
    const soon = guest(held({ serum: 20 }, { until: now + minute }))
    const later: Hold.Account = { of: "network", limits: limits.network, holds: [held({ serum: 40 })] }
    expect(refusal(wanting({ serum: 1 }), [soon, later])).toMatchObject({ of: "network", retryAfterSeconds: 20 * 60 })
    expect(refusal(wanting({ serum: 1 }), [soon])).toMatchObject({ of: "shopper", retryAfterSeconds: 60 })
  })

  it("counts what should have ended, as long as it is live", () => {
    const late = held({ serum: 20 }, { from: now - hour, until: now - 1 })
    expect(refusal(wanting({ serum: 1 }), [guest(late)])).toMatchObject({ retryAfterSeconds: 1 })
  })
})

describe("time", () => {
  const over = (hoursAgo: number, units: Readonly<Record<string, number>>, millis: number): Hold.Hold =>
    held(units, { from: now - hoursAgo * hour, until: now - hoursAgo * hour + millis, live: false })

  it("lets a guest hold 60 units for two hours in any day, and fewer for longer", () => {
    const full = { serum: 20, cream: 20, balm: 20 }
    const three = [over(10, full, hour / 2), over(9, full, hour / 2), over(8, full, hour / 2)]
    expect(passes(wanting(full), [guest(...three)])).toBe(true)
    const four = [...three, over(7, full, hour / 2)]
    // The first of them leaves the day bit by bit, from 14 hours on.
    expect(refusal(wanting({ serum: 20 }), [guest(...four)])).toMatchObject({
      limit: "time",
      retryAfterSeconds: (14 * hour + 10 * minute) / 1000
    })
    const few = Array.from({ length: 20 }, (_, n) => over(1 + n, { serum: 2 }, hour / 2))
    expect(passes(wanting({ serum: 2 }), [guest(...few)])).toBe(true)
  })

  it("lets a guest hold the last units of a product for an hour in any day", () => {
    const nearlyGone = { nearlyGone: new Set([serum]), forMillis: 10 * minute }
    const five = Array.from({ length: 5 }, (_, n) => over(2 + n, { serum: 1 }, 10 * minute))
    expect(passes(wanting({ serum: 1 }, nearlyGone), [guest(...five)])).toBe(true)
    const six = [...five, over(1, { serum: 1 }, 10 * minute)]
    expect(refusal(wanting({ serum: 1 }, nearlyGone), [guest(...six)])).toMatchObject({
      limit: "lastUnitsTime",
      productId: serum,
      retryAfterSeconds: (18 * hour + 10 * minute) / 1000
    })
    expect(passes(wanting({ serum: 1 }), [guest(...six)])).toBe(true)
    expect(passes(wanting({ cream: 1 }, { ...nearlyGone, nearlyGone: new Set([cream]) }), [guest(...six)])).toBe(true)
  })

  it("counts what several hold at the same time once", () => {
    const nearlyGone = { nearlyGone: new Set([serum]), forMillis: 10 * minute }
    const together = [1, 2, 3].map(() => over(1, { serum: 1 }, 25 * minute))
    expect(passes(wanting({ serum: 1 }, nearlyGone), [guest(...together, over(2, { serum: 1 }, 25 * minute))])).toBe(
      true
    )
    expect(passes(wanting({ serum: 1 }, nearlyGone), [guest(...together, over(2, { serum: 1 }, 26 * minute))])).toBe(
      false
    )
  })

  it("counts five minutes for whatever ended sooner", () => {
    const nearlyGone = { nearlyGone: new Set([serum]), forMillis: 10 * minute }
    const short = Array.from({ length: 11 }, (_, n) => over(1 + n, { serum: 1 }, 1))
    expect(passes(wanting({ serum: 1 }, nearlyGone), [guest(...short.slice(1))])).toBe(true)
    expect(refusal(wanting({ serum: 1 }, nearlyGone), [guest(...short)])).toMatchObject({ limit: "lastUnitsTime" })
  })
})

const small: Hold.Limits = { sessions: 4, unitsPerProduct: 6, units: 10, valueMinor: 100_00, lastUnitsMillis: hour }
const smallPolicy = { fullMillis: 2 * hour }

const anyUnits = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 3 }).map((quantities) =>
  quantities.flatMap((quantity, n) => quantity === 0 ? [] : [{ productId: products[n]!, quantity }])
).filter((units) => units.length > 0)

const anyWanted: fc.Arbitrary<Hold.WantedHold> = fc.record({
  units: anyUnits,
  valueMinor: fc.integer({ min: 1, max: 40_00 }),
  scarce: fc.boolean()
}).map(({ scarce, units, valueMinor }) => ({
  units,
  valueMinor,
  forMillis: scarce ? 10 * minute : 30 * minute,
  nearlyGone: new Set(scarce ? [units[0]!.productId] : [])
}))

const anyHold = fc.record({
  units: anyUnits,
  valueMinor: fc.integer({ min: 1, max: 60_00 }),
  from: fc.integer({ min: now - 30 * hour, max: now }),
  millis: fc.integer({ min: 0, max: 2 * hour }),
  open: fc.boolean()
}).map(({ from, millis, open, units, valueMinor }): Hold.Hold => ({
  units,
  valueMinor,
  from,
  until: open ? from + millis : Math.min(now, from + millis),
  live: open
}))

/** Somebody checks out, pays or calls off one of what they hold, or waits. A hold whose time is over ends. */
const anyActs = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ act: fc.constant("checkOut" as const), wanted: anyWanted }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constantFrom("pay", "callOff"), which: fc.nat(3) }) },
    { weight: 3, arbitrary: fc.record({ act: fc.constant("wait" as const), millis: fc.nat(3 * hour) }) }
  ),
  { minLength: 20, maxLength: 60 }
)

const total = <A>(list: ReadonlyArray<A>, amount: (one: A) => number) => list.reduce((sum, one) => sum + amount(one), 0)
const unitsIn = ({ units }: Hold.Hold) => total(units, ({ quantity }) => quantity)
const stood = ({ from, until }: Hold.Hold, at: number) => Math.max(0, Math.min(until, at) - Math.max(from, at - day))
/** How much of the day before a moment any of them stood. */
const together = (holds: ReadonlyArray<Hold.Hold>, at: number) => {
  const edges = holds.flatMap(({ from, until }) => [from, until]).concat(at - day, at).sort((a, b) => a - b)
  return edges.reduce((sum, edge, n) => {
    const before = edges[n - 1] ?? edge
    const isIn = before >= at - day && edge <= at && holds.some(({ from, until }) => from <= before && edge <= until)
    return isIn ? sum + edge - before : sum
  }, 0)
}
const of = ({ units }: Hold.Hold, id: ProductId) => units.find(({ productId }) => productId === id)?.quantity ?? 0

describe("whatever one holder does", () => {
  it("no limit is passed at any moment, nor in any day", () => {
    fc.assert(
      fc.property(anyActs, (acts) => {
        let at = now
        let holds: Array<Hold.Hold & { readonly scarce: ReadonlySet<ProductId> }> = []
        for (const step of acts) {
          holds = holds.map((hold) => hold.live && hold.until <= at ? { ...hold, live: false } : hold)
          if (step.act === "wait") at += (step as { readonly millis: number }).millis
          else if (step.act === "checkOut") {
            const { wanted } = step as { readonly wanted: Hold.WantedHold }
            const account: Hold.Account = { of: "shopper", limits: small, holds }
            if (Either.isLeft(Hold.authorise(wanted, [account], smallPolicy, at))) continue
            const { forMillis, nearlyGone, units, valueMinor } = wanted
            holds.push({ units, valueMinor, from: at, until: at + forMillis, live: true, scarce: nearlyGone })
          } else {
            const standing = holds.filter(({ live }) => live)
            const chosen = standing[(step as { readonly which: number }).which % Math.max(1, standing.length)]
            if (chosen === undefined) continue
            holds = step.act === "pay"
              ? holds.filter((hold) => hold !== chosen)
              : holds.map((hold) => hold === chosen ? { ...hold, until: at, live: false } : hold)
          }
          const standing = holds.filter(({ live, until }) => live && until > at)
          const kept = [
            standing.length <= small.sessions,
            total(standing, unitsIn) <= small.units,
            total(standing, ({ valueMinor }) => valueMinor) <= small.valueMinor,
            products.every((id) => total(standing, (hold) => of(hold, id)) <= small.unitsPerProduct),
            // In the day before this moment, by the time that each really stood.
            total(holds, (hold) => unitsIn(hold) * stood(hold, at)) <= small.units * smallPolicy.fullMillis,
            // Until its last units were held for the last time: what is plenty again may be held for longer.
            products.every((id) => {
              const last = holds.findLastIndex(({ scarce }) => scarce.has(id))
              const before = holds.slice(0, last + 1).filter((hold) => of(hold, id) > 0)
              return last < 0 || together(before, holds[last]!.from) <= small.lastUnitsMillis
            })
          ]
          if (kept.includes(false)) expect(kept).not.toContain(false)
        }
      }),
      { numRuns: 60 }
    )
  })

  it("a refusal says the first second at which the same checkout passes, if nothing else happens", () => {
    let seen = 0
    fc.assert(
      fc.property(anyWanted, fc.array(anyHold, { maxLength: 40 }), (wanted, holds) => {
        const account: Hold.Account = { of: "shopper", limits: small, holds }
        const decide = (at: number, ended: ReadonlyArray<Hold.Hold>) =>
          Hold.authorise(wanted, [{ ...account, holds: ended }], smallPolicy, at)
        const first = decide(now, holds)
        // A live hold ends when its time is over.
        const later = (at: number) => decide(at, holds.map((hold) => ({ ...hold, live: hold.live && hold.until > at })))
        if (Either.isRight(first)) return
        if (first.left._tag === "UnpaidOrderTooLarge") {
          return void expect(Either.isLeft(decide(now, []))).toBe(true)
        }
        seen++
        const { retryAfterSeconds } = first.left
        expect(retryAfterSeconds).toBeGreaterThan(0)
        expect(Either.isRight(later(now + retryAfterSeconds * 1000))).toBe(true)
        if (retryAfterSeconds > 1) {
          expect(Either.isLeft(later(now + (retryAfterSeconds - 1) * 1000))).toBe(true)
        }
      }),
      { numRuns: 200 }
    )
    expect(seen).toBeGreaterThan(50)
  })

  it("what the sums let pass is within the limits, and they let pass most of what is far from them", () => {
    const anyLimits: fc.Arbitrary<Hold.Limits> = fc.record({
      sessions: fc.integer({ min: 1, max: 5 }),
      unitsPerProduct: fc.integer({ min: 1, max: 40 }),
      units: fc.integer({ min: 1, max: 40 }),
      valueMinor: fc.integer({ min: 1, max: 300_00 }),
      lastUnitsMillis: fc.constant(hour)
    })
    const anyPolicy = fc.record({ fullMillis: fc.integer({ min: minute, max: 2 * hour }) })
    let passed = 0
    fc.assert(
      fc.property(
        anyWanted,
        fc.array(anyHold, { maxLength: 4 }),
        anyLimits,
        anyPolicy,
        (wanted, holds, limits, policy) => {
          const account: Hold.Account = { of: "agent", limits, holds }
          const millis = ({ from, until }: Hold.Hold) => Math.max(Hold.shortestMillis, until - from)
          const sums: Hold.Sums = {
            sessions: holds.length,
            units: total(holds, unitsIn),
            valueMinor: total(holds, ({ valueMinor }) => valueMinor),
            unitMillis: total(holds, (hold) => unitsIn(hold) * millis(hold))
          }
          if (!Hold.surelyFits(wanted, account, sums, policy)) return
          passed++
          expect(Either.isRight(Hold.authorise(wanted, [account], policy, now))).toBe(true)
        }
      ),
      { numRuns: 1500 }
    )
    expect(passed).toBeGreaterThan(20)
    expect(Hold.surelyFits(wanting({ serum: 1 }), guest(), { sessions: 1, units: 19, valueMinor: 0, unitMillis: 0 }, {
      fullMillis
    })).toBe(true)
  })

  it("nobody is refused who holds nothing and wants little", () => {
    fc.assert(fc.property(anyWanted, (wanted) => {
      const fits = total(wanted.units, ({ quantity }) => quantity) <= small.units
      expect(Either.isRight(Hold.authorise(wanted, [{ of: "shopper", limits: small, holds: [] }], smallPolicy, now)))
        .toBe(fits)
    }))
  })
})

describe("the worst that one network can do", () => {
  it("is to keep the last units of a product from others for two hours in a day", () => {
    const account = (holds: ReadonlyArray<Hold.Hold>): Hold.Account => ({
      of: "network",
      limits: limits.network,
      holds
    })
    const holds: Array<Hold.Hold> = []
    let millis = 0
    for (let at = now; at < now + day; at += 10 * minute) {
      const standing = holds.at(-1)
      if (standing !== undefined && standing.until > at) continue
      const ended = holds.map((hold) => ({ ...hold, live: false }))
      const wanted = wanting({ serum: 5 }, { nearlyGone: new Set([serum]), forMillis: 10 * minute })
      if (!passes(wanted, [account(ended)], at)) continue
      holds.push(held({ serum: 5 }, { from: at, until: at + wanted.forMillis }))
      millis += wanted.forMillis
    }
    expect(millis).toBe(2 * hour)
  })
})
