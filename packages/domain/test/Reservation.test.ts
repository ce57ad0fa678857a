import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ProductId } from "../src/Ids.ts"
import * as Reservation from "../src/Reservation.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = Date.UTC(2026, 2, 29, 12)

const serum = ProductId.make("serum")
const cream = ProductId.make("cream")
const products = [serum, cream, ProductId.make("balm")]

const limits = Reservation.defaultLimits

const wanting = (
  units: Readonly<Record<string, number>>,
  more: Partial<Reservation.WantedReservation> = {}
): Reservation.WantedReservation => ({
  units: Object.entries(units).map(([id, quantity]) => ({ productId: ProductId.make(id), quantity })),
  forMillis: 30 * minute,
  nearlyGone: new Set(),
  ...more
})

const reserved = (
  units: Readonly<Record<string, number>>,
  more: Partial<Reservation.Reservation> = {}
): Reservation.Reservation => {
  const { from = now - 10 * minute, until = now + 20 * minute } = more
  return { units: wanting(units).units, from, until, countsUntil: until, live: true, ...more }
}

type Reservations = ReadonlyArray<Reservation.Reservation>

const passes = (wanted: Reservation.WantedReservation, reservations: Reservations, at = now) =>
  Either.isRight(Reservation.authorise(wanted, { of: "network", reservations }, limits, at))
const refusal = (wanted: Reservation.WantedReservation, reservations: Reservations, some = limits) =>
  Either.getOrThrow(Either.flip(Reservation.authorise(wanted, { of: "network", reservations }, some, now)))

describe("what one holder may reserve unpaid", () => {
  it("is 100 checkouts and 40 of a product, and no more", () => {
    const many = Array.from({ length: 100 }, () => reserved({ balm: 1 }))
    expect(passes(wanting({ serum: 1 }), many.slice(1))).toBe(true)
    expect(refusal(wanting({ serum: 1 }), many)).toMatchObject({ limit: "sessions", of: "network" })
    expect(passes(wanting({ serum: 5 }), [reserved({ serum: 35, balm: 40 })])).toBe(true)
    expect(refusal(wanting({ serum: 6 }), [reserved({ serum: 35 })])).toMatchObject({
      _tag: "UnpaidLimitReached",
      limit: "unitsPerProduct",
      productId: serum,
      retryAfterSeconds: 20 * 60
    })
  })

  it("is refused for good where no waiting helps, with the amount that passes", () => {
    expect(refusal(wanting({ serum: 41 }), [])).toMatchObject({
      _tag: "UnpaidOrderTooLarge",
      limit: "unitsPerProduct",
      productId: serum,
      requested: 41,
      allowed: 40
    })
  })

  it("is refused for good where the last units may not be reserved for as long as a checkout lasts", () => {
    const wanted = wanting({ serum: 1 }, { forMillis: 10 * minute, nearlyGone: new Set([serum]) })
    const refused = refusal(wanted, [], { ...limits, lastUnitsMillis: 5 * minute })
    expect(refused).toMatchObject({ _tag: "UnpaidOrderTooLarge", limit: "lastUnitsTime", requested: 10, allowed: 5 })
    expect(refused.message).toContain("the last of serum for 5 minutes a day unpaid")
  })

  it("counts what should have ended, as long as it is live", () => {
    const late = reserved({ serum: 40 }, { from: now - hour, until: now - 1 })
    expect(refusal(wanting({ serum: 1 }), [late])).toMatchObject({ retryAfterSeconds: 1 })
  })
})

describe("the time of the last units", () => {
  const over = (hoursAgo: number, units: Readonly<Record<string, number>>, millis: number) =>
    reserved(units, { from: now - hoursAgo * hour, until: now - hoursAgo * hour + millis, live: false })
  const nearlyGone = { nearlyGone: new Set([serum]), forMillis: 10 * minute }

  it("is two hours in any day", () => {
    const eleven = Array.from({ length: 11 }, (_, n) => over(2 + n, { serum: 1 }, 10 * minute))
    expect(passes(wanting({ serum: 1 }, nearlyGone), eleven)).toBe(true)
    const twelve = [...eleven, over(1, { serum: 1 }, 10 * minute)]
    expect(refusal(wanting({ serum: 1 }, nearlyGone), twelve)).toMatchObject({
      limit: "lastUnitsTime",
      productId: serum,
      retryAfterSeconds: (12 * hour + 10 * minute) / 1000
    })
    expect(passes(wanting({ serum: 1 }), twelve)).toBe(true)
    expect(passes(wanting({ cream: 1 }, { ...nearlyGone, nearlyGone: new Set([cream]) }), twelve)).toBe(true)
  })

  it("counts what several reserve at the same time once", () => {
    const together = [1, 2, 3].map(() => over(1, { serum: 1 }, 55 * minute))
    const beside = (minutes: number) => [...together, over(2, { serum: 1 }, minutes * minute)]
    expect(passes(wanting({ serum: 1 }, nearlyGone), beside(55))).toBe(true)
    expect(passes(wanting({ serum: 1 }, nearlyGone), beside(56))).toBe(false)
  })
})

const small: Reservation.Limits = { sessions: 4, unitsPerProduct: 6, lastUnitsMillis: hour }

const anyUnits = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 3 }).map((quantities) =>
  quantities.flatMap((quantity, n) => quantity === 0 ? [] : [{ productId: products[n]!, quantity }])
).filter((units) => units.length > 0)

const anyWanted: fc.Arbitrary<Reservation.WantedReservation> = fc.record({
  units: anyUnits,
  scarce: fc.boolean()
}).map(({ scarce, units }) => ({
  units,
  forMillis: scarce ? 10 * minute : 30 * minute,
  nearlyGone: new Set(scarce ? [units[0]!.productId] : [])
}))

const anyReservation = fc.record({
  units: anyUnits,
  from: fc.integer({ min: now - 30 * hour, max: now }),
  millis: fc.integer({ min: 0, max: 2 * hour }),
  open: fc.boolean()
}).map(({ from, millis, open, units }): Reservation.Reservation => {
  const until = open ? from + millis : Math.min(now, from + millis)
  return { units, from, until, countsUntil: until, live: open }
})

/** Somebody checks out, pays or calls off one of what they hold, or waits. A reservation whose time is over ends. */
const anyActs = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ act: fc.constant("checkOut" as const), wanted: anyWanted }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constantFrom("pay", "callOff"), which: fc.nat(3) }) },
    { weight: 3, arbitrary: fc.record({ act: fc.constant("wait" as const), millis: fc.nat(3 * hour) }) }
  ),
  { minLength: 20, maxLength: 60 }
)

const total = <A>(list: ReadonlyArray<A>, amount: (one: A) => number) => list.reduce((sum, one) => sum + amount(one), 0)
/** How much of the day before a moment any of them stood. */
const together = (reservations: Reservations, at: number) => {
  const edges = reservations.flatMap(({ from, until }) => [from, until]).concat(at - day, at).sort((a, b) => a - b)
  return edges.reduce((sum, edge, n) => {
    const before = edges[n - 1] ?? edge
    const isIn = before >= at - day && edge <= at &&
      reservations.some(({ from, until }) => from <= before && edge <= until)
    return isIn ? sum + edge - before : sum
  }, 0)
}
const of = ({ units }: Reservation.Reservation, id: ProductId) =>
  units.find(({ productId }) => productId === id)?.quantity ?? 0

const decide = (wanted: Reservation.WantedReservation, reservations: Reservations, at: number) =>
  Reservation.authorise(wanted, { of: "shopper", reservations }, small, at)

describe("whatever one holder does", () => {
  it("no limit is passed at any moment, nor in any day", () => {
    fc.assert(
      fc.property(anyActs, (acts) => {
        let at = now
        let reservations: Array<Reservation.Reservation & { readonly scarce: ReadonlySet<ProductId> }> = []
        for (const step of acts) {
          reservations = reservations.map((one) => one.live && one.until <= at ? { ...one, live: false } : one)
          if (step.act === "wait") at += (step as { readonly millis: number }).millis
          else if (step.act === "checkOut") {
            const { wanted } = step as { readonly wanted: Reservation.WantedReservation }
            if (Either.isLeft(decide(wanted, reservations, at))) continue
            const { forMillis, nearlyGone, units } = wanted
            const until = at + forMillis
            reservations.push({ units, from: at, until, countsUntil: until, live: true, scarce: nearlyGone })
          } else {
            const standing = reservations.filter(({ live }) => live)
            const chosen = standing[(step as { readonly which: number }).which % Math.max(1, standing.length)]
            if (chosen === undefined) continue
            reservations = step.act === "pay"
              ? reservations.filter((one) => one !== chosen)
              : reservations.map((one) => one === chosen ? { ...one, until: at, countsUntil: at, live: false } : one)
          }
          const standing = reservations.filter(({ live, until }) => live && until > at)
          const kept = [
            standing.length <= small.sessions,
            products.every((id) => total(standing, (one) => of(one, id)) <= small.unitsPerProduct),
            // Until its last units were held for the last time: what is plenty again may be held for longer.
            products.every((id) => {
              const last = reservations.findLastIndex(({ scarce }) => scarce.has(id))
              const before = reservations.slice(0, last + 1).filter((one) => of(one, id) > 0)
              return last < 0 || together(before, reservations[last]!.from) <= small.lastUnitsMillis
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
      fc.property(anyWanted, fc.array(anyReservation, { maxLength: 40 }), (wanted, reservations) => {
        const first = decide(wanted, reservations, now)
        // A live reservation ends when its time is over.
        const later = (at: number) =>
          decide(wanted, reservations.map((one) => ({ ...one, live: one.live && one.until > at })), at)
        if (Either.isRight(first)) return
        if (first.left._tag === "UnpaidOrderTooLarge") {
          return void expect(Either.isLeft(decide(wanted, [], now))).toBe(true)
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

  it("nobody is refused who reserves nothing and wants little", () => {
    fc.assert(fc.property(anyWanted, (wanted) => Either.isRight(decide(wanted, [], now))))
  })
})

describe("the worst that one network can do", () => {
  it("is to keep the last units of a product from others for two hours in a day", () => {
    const reservations: Array<Reservation.Reservation> = []
    let millis = 0
    for (let at = now; at < now + day; at += 10 * minute) {
      const standing = reservations.at(-1)
      if (standing !== undefined && standing.until > at) continue
      const ended = reservations.map((one) => ({ ...one, live: false }))
      const wanted = wanting({ serum: 5 }, { nearlyGone: new Set([serum]), forMillis: 10 * minute })
      if (!passes(wanted, ended, at)) continue
      reservations.push(reserved({ serum: 5 }, { from: at, until: at + wanted.forMillis }))
      millis += wanted.forMillis
    }
    expect(millis).toBe(2 * hour)
  })
})
