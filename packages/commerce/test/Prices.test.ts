/** Prices that staff plan, and what a sale is reduced from, on both databases. */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Catalog from "@beauty-store/commerce/catalog/Catalog"
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { Goods } from "@beauty-store/commerce/catalog/Goods"
import * as Prices from "@beauty-store/commerce/catalog/Prices"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as StaffTrail from "@beauty-store/commerce/staff/StaffTrail"
import { ProductId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { PricePlanId } from "@beauty-store/domain/PriceHistory"
import { Entropy } from "@beauty-store/sql/Entropy"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { ada, assortment, days, hours, onBoth, pass, request, runJobs, World } from "../../../test/shop/use-cases.ts"
import { race, refusal, staffWith } from "./life.ts"

const serum = ProductId.make("serum")
const priceOf = Effect.flatMap(
  Catalog.Catalog,
  ({ product }) =>
    Effect.map(product(serum), ({ priceMinor, reduction }) => [priceMinor, reduction?.lowestMinor, reduction?.percent])
)
const now = Effect.map(World, ({ clock }) => clock.now)
const inMillis = (millis: number) => Effect.map(now, (at) => at + millis)
const prices = Prices.Prices
const plan = (wanted: Prices.WantedPrice) => Effect.flatMap(prices, (all) => all.plan(serum, wanted))
const changePlan = (id: string, wanted: Prices.WantedPrice) =>
  Effect.flatMap(prices, (all) => all.changePlan(serum, PricePlanId.claimed.make(id), wanted))
const cancelPlan = (id: string) => Effect.flatMap(prices, (all) => all.cancelPlan(serum, PricePlanId.claimed.make(id)))
const setPrice = (priceMinor: number) => Effect.flatMap(prices, (all) => all.setPrice(serum, priceMinor))
const list = Effect.flatMap(prices, (all) => all.list(serum))
const history = Effect.map(list, (all) => all.history.map(({ isSale, priceMinor }) => [priceMinor, isSale]).reverse())
const faultsOf = <A, R>(effect: Effect.Effect<A, unknown, R>) =>
  Effect.map(Effect.flip(effect), (error) => (error as InvalidInput).faults.map(({ path }) => path))
const tagOf = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.map(Effect.exit(effect), refusal)
/** A sale from an hour on, for a day. */
const planSale = (priceMinor = 2_000) =>
  Effect.flatMap(inMillis(hours), (from) => plan({ priceMinor, isSale: true, from, until: from + days }))

onBoth("prices that staff plan", (test) => {
  test(
    "count from their moment to their end, with the lowest price of the 30 days before",
    Effect.gen(function*() {
      yield* pass(40 * days)
      yield* setPrice(2_500)
      yield* pass(days)
      yield* setPrice(2_995)
      const { version } = yield* Catalog.Catalog
      const planned = yield* planSale()
      expect([planned.priceMinor, planned.sale, planned.plans.length]).toEqual([2_995, undefined, 1])
      const before = yield* version
      yield* pass(hours - 1)
      yield* runJobs
      expect(yield* priceOf).toEqual([2_995, undefined, undefined])
      expect(yield* version).toBe(before)
      yield* pass(1)
      expect(yield* priceOf).toEqual([2_000, 2_500, 20])
      expect(yield* version).toBe(before + 1)
      yield* runJobs
      yield* pass(days - 1)
      expect(yield* priceOf).toEqual([2_000, 2_500, 20])
      yield* pass(1)
      expect(yield* priceOf).toEqual([2_995, undefined, undefined])
      expect(yield* version).toBe(before + 2)
      expect((yield* list).plans).toEqual([])
      expect(yield* history).toEqual([[2_995, false], [2_500, false], [2_995, false], [2_000, true], [2_995, false]])
    })
  )

  test(
    "begin late at most, and not at all where all of it is over",
    Effect.gen(function*() {
      const { clock } = yield* World
      yield* planSale()
      clock.now += 3 * days
      yield* runJobs
      expect(yield* priceOf).toEqual([2_995, undefined, undefined])
      expect(yield* history).toEqual([[2_995, false]])
      yield* plan({ priceMinor: 1_500, from: yield* inMillis(hours) })
      clock.now += 3 * days
      expect(yield* priceOf).toEqual([2_995, undefined, undefined])
      yield* runJobs
      expect(yield* priceOf).toEqual([1_500, undefined, undefined])
      expect((yield* list).history[0]!.at).toBe(clock.now)
    })
  )

  test(
    "charge nobody more than they were shown when a sale ends",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const { version } = yield* Catalog.Catalog
      const { sale } = yield* plan({ priceMinor: 2_000, isSale: true, until: yield* inMillis(hours) })
      expect(yield* tagOf(plan({ priceMinor: 1_000, from: yield* inMillis(1) }))).toBe("PricePlansOverlap")
      yield* carts.add(ada, serum, 1)
      expect((yield* carts.view(ada)).items[0]!.priceMinor).toBe(2_000)
      const before = yield* version
      yield* cancelPlan(sale!.id)
      expect(yield* version).toBe(before + 1)
      expect(yield* Effect.flip((yield* Checkout.Checkout).start(request(ada)))).toMatchObject({ _tag: "PriceChanged" })
    })
  )

  test(
    "are changed and cancelled until they begin, and a sale until it ends",
    Effect.gen(function*() {
      const { plans: [first] } = yield* planSale()
      const from = first!.from
      const { plans: [later] } = yield* changePlan(first!.id, {
        priceMinor: 1_900,
        isSale: true,
        from: from + hours,
        until: from + days
      })
      expect(later).toEqual({ ...first, priceMinor: 1_900, from: from + hours })
      yield* pass(hours)
      expect(yield* priceOf).toEqual([2_995, undefined, undefined])
      yield* pass(hours)
      expect(yield* priceOf).toEqual([1_900, 2_995, 36])
      const wanted = { priceMinor: 1_900, isSale: true, until: from + 2 * days }
      expect((yield* changePlan(first!.id, wanted)).sale).toMatchObject({ id: first!.id, until: from + 2 * days })
      expect(yield* faultsOf(changePlan(first!.id, { ...wanted, from }))).toEqual(["from"])
      expect(yield* faultsOf(changePlan(first!.id, { priceMinor: 1_900 }))).toEqual(["isSale"])
      yield* pass(days)
      expect(yield* priceOf).toEqual([1_900, 2_995, 36])
      expect((yield* cancelPlan(first!.id)).priceMinor).toBe(2_995)
      expect(yield* tagOf(cancelPlan(first!.id))).toBe("PricePlanNotFound")
      const { plans: [other] } = yield* planSale()
      expect((yield* cancelPlan(other!.id)).plans).toEqual([])
      yield* pass(3 * days)
      expect(yield* history).toEqual([[2_995, false], [1_900, true], [2_995, false]])
    })
  )

  test(
    "do not contradict each other, are not past, and end only if they are sales",
    Effect.gen(function*() {
      const { plans: [sale] } = yield* planSale()
      const from = sale!.from + hours
      expect(yield* Effect.flip(plan({ priceMinor: 100, from }))).toMatchObject({
        _tag: "PricePlansOverlap",
        planId: sale!.id
      })
      yield* plan({ priceMinor: 3_100, from: sale!.until })
      expect(yield* faultsOf(plan({ priceMinor: 100, from: (yield* now) - 1 }))).toEqual(["from"])
      expect(yield* faultsOf(plan({ priceMinor: 100, until: from }))).toEqual(["until"])
      expect(yield* faultsOf(plan({ priceMinor: 100, isSale: true, from, until: from }))).toEqual(["until"])
      expect(yield* faultsOf(plan({ priceMinor: 0, from: 1e15, until: 0.5 }))).toEqual(["priceMinor", "from", "until"])
      yield* pass(days + hours)
      expect(yield* priceOf).toEqual([3_100, undefined, undefined])
    })
  )

  test(
    "end by a price that is set, by a change of the product too; an import counts after the sale",
    Effect.gen(function*() {
      const catalogImport = yield* CatalogImport
      const [alba] = assortment.brands
      const put = (priceMinor: number) =>
        catalogImport.put({
          brands: [{ ...alba!, products: alba!.products.map((one) => one.id === serum ? { ...one, priceMinor } : one) }]
        })
      yield* plan({ priceMinor: 2_000, isSale: true })
      yield* setPrice(2_800)
      expect(yield* priceOf).toEqual([2_800, undefined, undefined])
      yield* pass(31 * days)
      const { sale } = yield* plan({ priceMinor: 2_100, isSale: true })
      expect(yield* (yield* Goods).product(serum)).toMatchObject({ priceMinor: 2_100, regularPriceMinor: 2_800 })
      expect(yield* priceOf).toEqual([2_100, 2_800, 25])
      expect((yield* put(2_800)).changed).toBe(0)
      expect((yield* put(2_900)).changed).toBe(1)
      expect((yield* put(2_900)).changed).toBe(0)
      expect(yield* priceOf).toEqual([2_100, 2_800, 25])
      expect((yield* cancelPlan(sale!.id)).priceMinor).toBe(2_900)
      yield* plan({ priceMinor: 2_000, isSale: true })
      yield* (yield* Goods).changeProduct(serum, { name: "Rose Serum II" }, "any")
      expect(yield* priceOf).toEqual([2_000, 2_100, 4])
      yield* (yield* Goods).changeProduct(serum, { priceMinor: 2_600 }, "any")
      expect(yield* priceOf).toEqual([2_600, undefined, undefined])
      expect((yield* put(2_700)).changed).toBe(1)
      expect(yield* priceOf).toEqual([2_700, undefined, undefined])
    })
  )

  test(
    "begin before an import, and not after a price that was set later",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { put } = yield* CatalogImport
      yield* planSale()
      clock.now += 2 * hours
      const [alba] = assortment.brands
      yield* put({ brands: [{ ...alba!, products: alba!.products.map((one) => ({ ...one, priceMinor: 3_300 })) }] })
      expect(yield* priceOf).toEqual([2_000, 2_995, 33])
      yield* pass(days)
      expect(yield* priceOf).toEqual([3_300, undefined, undefined])
      yield* plan({ priceMinor: 1_000, from: yield* inMillis(hours) })
      clock.now += 2 * hours
      yield* setPrice(3_000)
      yield* runJobs
      expect(yield* priceOf).toEqual([3_000, undefined, undefined])
    })
  )

  test(
    "end where an earlier release sets a price, which the history gets with the next one",
    Effect.gen(function*() {
      const { sql } = yield* World
      const { sale } = yield* plan({ priceMinor: 2_000, isSale: true, until: yield* inMillis(days) })
      yield* sql("UPDATE product SET price_minor = 1500 WHERE id = 'serum'")
      expect(yield* priceOf).toEqual([1_500, undefined, undefined])
      expect(yield* tagOf(cancelPlan(sale!.id))).toBe("PricePlanNotFound")
      yield* pass(2 * days)
      expect(yield* priceOf).toEqual([1_500, undefined, undefined])
      yield* setPrice(2_995)
      expect(yield* history).toEqual([[2_995, false], [2_000, true], [1_500, false], [2_995, false]])
      yield* plan({ priceMinor: 1_200, isSale: true })
      expect(yield* priceOf).toEqual([1_200, 1_500, 20])
      // It knows no tables of prices.
      yield* sql("DELETE FROM product_text WHERE product_id = 'tonic'")
      yield* sql("DELETE FROM stock WHERE product_id = 'tonic'")
      yield* sql("DELETE FROM product_words WHERE product_id = 'tonic'")
      yield* sql("DELETE FROM product WHERE id = 'tonic'")
      expect(yield* sql("SELECT n FROM price_point WHERE product_id = 'tonic'")).toEqual([])
      ;(yield* World).shelf.delete("tonic")
    })
  )

  test(
    "come one after the other where several change them at once",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { runJob } = yield* prices
      for (const round of [0, 1, 2, 3]) {
        const from = yield* inMillis(hours)
        const twins = yield* race(round, plan({ priceMinor: 1_000, from }), plan({ priceMinor: 1_100, from }))
        expect(twins.map(refusal).toSorted()).toEqual(["PricePlansOverlap", undefined])
        clock.now += 2 * hours
        yield* race(round, setPrice(3_000 + round), runJob(serum), runJob(serum))
        expect(yield* priceOf).toEqual([3_000 + round, undefined, undefined])
        expect((yield* list).plans).toEqual([])
        expect((yield* list).history[0]).toMatchObject({ priceMinor: 3_000 + round, isSale: false })
      }
    })
  )

  test(
    "are in the staff's trail",
    Effect.gen(function*() {
      const entropy = yield* Entropy
      const acting = StaffTrail.actingAs(staffWith("catalog:write"), { entropy, keptMillis: 365 * days })
      const { plans: [first] } = yield* acting(planSale())
      ;(yield* World).clock.now++
      yield* acting(cancelPlan(first!.id))
      const { data } = yield* (yield* StaffTrail.StaffTrail).list({ limit: 10, sort: "createdAt", subject: serum })
      expect(data.map(({ action, after, before }) => [action, before["planId"], after["priceMinor"]])).toEqual([
        ["price.plan", undefined, 2_000],
        ["price.cancel", first!.id, undefined]
      ])
    })
  )
})
