import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as PriceHistory from "../src/PriceHistory.ts"

const day = 86_400_000
const begin = Date.UTC(2026, 9, 25)

const points = (...list: ReadonlyArray<readonly [day: number, priceMinor: number, isSale?: "sale"]>) =>
  list.map(([at, priceMinor, isSale]) => ({ at: begin + at * day, priceMinor, isSale: isSale === "sale" }))
const reduction = (history: ReadonlyArray<PriceHistory.PricePoint>, at: number, offered = 0) =>
  PriceHistory.reductionAt(history, begin + at * day, begin + offered * day)

let ids = 0
const planned = (from: number, priceMinor: number, more: Partial<PriceHistory.PricePlan> = {}) => ({
  id: PriceHistory.PricePlanId.make(`prc_${String(++ids).padStart(10, "0")}`),
  from,
  priceMinor,
  isSale: more.until !== undefined,
  ...more
})

const histories = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 100 }),
    priceMinor: fc.integer({ min: 1, max: 300 }),
    isSale: fc.boolean()
  }),
  { minLength: 1, maxLength: 12 }
).map((all) => all.toSorted((a, b) => a.at - b.at).map((one) => ({ ...one, at: begin + one.at * day })))

describe("the price at a moment", () => {
  it("is that of the last point, and none before the first", () => {
    const history = points([0, 500], [3, 400, "sale"], [3, 450])
    expect([-1, 0, 2, 3, 9].map((at) => PriceHistory.priceAt(history, begin + at * day)))
      .toEqual([undefined, 500, 500, 450, 450])
  })
})

describe("a reduction", () => {
  it("is measured by the lowest price of the 30 days before it, to the millisecond", () => {
    const cheap = points([0, 1000], [10, 700], [20, 1000])
    const sale = (at: number, more = 0) => [...cheap, { at: begin + at * day + more, priceMinor: 600, isSale: true }]
    expect(reduction(sale(50, -1), 60)).toEqual({ lowestMinor: 700, percent: 14 })
    expect(reduction(sale(50), 60)).toEqual({ lowestMinor: 1000, percent: 40 })
  })

  it("is none where staff only lower a price, or the price was lower before", () => {
    expect(reduction(points([0, 1000], [40, 600]), 40)).toBeUndefined()
    expect(reduction(points([0, 1000], [40, 500], [45, 1000], [50, 600, "sale"]), 50)).toBeUndefined()
    expect(reduction(points([0, 1000], [40, 991, "sale"]), 40)).toBeUndefined()
    expect(reduction(points([0, 600, "sale"]), 40)).toBeUndefined()
  })

  it("counts from the last days of goods that are younger, and not where older prices are not known", () => {
    const history = points([20, 1000], [25, 600, "sale"])
    expect(reduction(history, 25, 20)).toEqual({ lowestMinor: 1000, percent: 40 })
    expect(reduction(history, 25, 0)).toBeUndefined()
    expect(reduction(points([20, 1000], [50, 600, "sale"]), 50, 0)).toEqual({ lowestMinor: 1000, percent: 40 })
  })

  it("keeps what it is measured by for as long as it lasts; a lower price is a reduction of its own", () => {
    const history = points([0, 1000], [40, 800, "sale"], [60, 800, "sale"], [80, 600, "sale"])
    expect(reduction(history, 75)).toEqual({ lowestMinor: 1000, percent: 20 })
    expect(reduction(history, 80)).toEqual({ lowestMinor: 800, percent: 25 })
  })

  it("never claims more than is true of any price of the 30 days before", () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 0, max: 130 }), fc.integer({ min: -40, max: 60 }), (all, at, old) => {
        const moment = begin + at * day
        const found = PriceHistory.reductionAt(all, moment, begin + old * day)
        const index = all.findLastIndex((one) => one.at <= moment)
        if (found === undefined) return
        const current = all[index]!
        expect(current.isSale).toBe(true)
        let first = index
        while (all[first - 1]?.isSale === true && all[first - 1]!.priceMinor === current.priceMinor) first--
        const began = all[first]!.at
        for (let t = began - 30 * day + 1; t < began; t += day / 2) {
          const price = PriceHistory.priceAt(all, t)
          expect(price === undefined || price >= found.lowestMinor).toBe(true)
          if (price === undefined) expect(all[0]!.at).toBeLessThanOrEqual(begin + old * day)
        }
        expect(found.percent).toBeGreaterThanOrEqual(1)
        expect(current.priceMinor * 100).toBeLessThanOrEqual(found.lowestMinor * (100 - found.percent))
        expect(current.priceMinor * 100).toBeGreaterThan(found.lowestMinor * (99 - found.percent))
      })
    )
  })
})

describe("plans", () => {
  const now = { priceMinor: 1000 }

  it("count from their moment on, and a sale gives back the price before it", () => {
    const change = planned(10, 900)
    const sale = planned(20, 500, { until: 30 })
    const at = (moment: number) => PriceHistory.advance(now, [sale, change], moment)
    expect([9, 10, 19, 20, 29, 30].map((moment) => at(moment).priceMinor)).toEqual([1000, 900, 900, 500, 500, 900])
    expect(at(20).sale).toEqual({ id: sale.id, from: 20, until: 30, regularMinor: 900 })
    expect(at(30).sale).toBeUndefined()
    expect(PriceHistory.nextChange(at(20), [])).toBe(30)
    expect(PriceHistory.nextChange(now, [sale, change])).toBe(10)
    expect(PriceHistory.nextChange(now, [])).toBeUndefined()
  })

  it("end a sale without an end, whose price before it comes back after the next sale", () => {
    const open = planned(10, 800, { isSale: true })
    const next = planned(20, 500, { until: 30 })
    expect(PriceHistory.advance(now, [open, next], 25)).toMatchObject({ priceMinor: 500, sale: { regularMinor: 1000 } })
    expect(PriceHistory.advance(now, [open, next], 30)).toEqual({ priceMinor: 1000 })
    expect(PriceHistory.advance(PriceHistory.advance(now, [open], 10), [next], 30)).toEqual({ priceMinor: 1000 })
    expect(PriceHistory.advance(now, [open, planned(20, 700)], 25)).toMatchObject({ priceMinor: 700, sale: undefined })
  })

  it("contradict each other where both say a price, not where one begins as the other ends", () => {
    const sale = planned(20, 500, { until: 30 })
    const overlaps = (from: number, until?: number) => PriceHistory.findOverlap({ from, until }, [sale]) !== undefined
    expect([10, 20, 25, 29, 30].map((from) => overlaps(from))).toEqual([false, true, true, true, false])
    expect([[10, 20], [10, 21], [30, 40], [21, 22]].map(([from, until]) => overlaps(from!, until)))
      .toEqual([false, true, false, true])
  })

  it("have the same outcome however often, and how late, they are looked at", () => {
    const plan = fc.record({
      from: fc.integer({ min: 0, max: 50 }),
      priceMinor: fc.integer({ min: 1, max: 9 }),
      isSale: fc.boolean(),
      lasts: fc.option(fc.integer({ min: 1, max: 20 }))
    }).map(({ from, isSale, lasts, priceMinor }) =>
      planned(from, priceMinor, { isSale, until: isSale && lasts !== null ? from + lasts : undefined })
    )
    const looks = fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 8 })
    fc.assert(fc.property(fc.array(plan, { maxLength: 8 }), looks, (wanted, times) => {
      const plans: Array<PriceHistory.PricePlan> = []
      for (const one of wanted) if (PriceHistory.findOverlap(one, plans) === undefined) plans.push(one)
      let current: PriceHistory.CurrentPrice = now
      let last = -1
      for (const moment of [...times, 80].toSorted((a, b) => a - b)) {
        current = PriceHistory.advance(current, plans.filter(({ from }) => from > last), moment)
        last = moment
        expect(current.priceMinor).toBe(PriceHistory.advance(now, plans, moment).priceMinor)
        // No price counts before its moment, and no sale's after its end.
        const sale = current.sale
        expect(sale === undefined || (sale.from <= moment && moment < (sale.until ?? Infinity))).toBe(true)
      }
    }))
  })
})
