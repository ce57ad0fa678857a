/** Promotions on both databases: what carts show, what orders cost, and how often a code counts. */
import { Receipts } from "@beauty-store/commerce/after-sales/Receipts"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Prices } from "@beauty-store/commerce/catalog/Prices"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import { PurchaseDrafts } from "@beauty-store/commerce/drafts/PurchaseDrafts"
import { type NewPromotion, Promotions } from "@beauty-store/commerce/promotions/Promotions"
import * as StaffTrail from "@beauty-store/commerce/staff/StaffTrail"
import { CountryCode } from "@beauty-store/domain/Address"
import { ProductId, type PromotionId } from "@beauty-store/domain/Ids"
import { Entropy } from "@beauty-store/sql/Entropy"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { ada, days, hours, onBoth, owner, request, runJobs, World } from "../../../test/shop/use-cases.ts"
import { bought, cancel, notify, orderOf, race, refusal, shopper, staffWith } from "./life.ts"

const autumn: NewPromotion = {
  title: { en: "Autumn", de: "Herbst" },
  code: "autumn10",
  benefit: { type: "percentage", percent: 10 }
}
const create = (more: Partial<NewPromotion> = {}) =>
  Effect.flatMap(Promotions, (all) => all.create({ ...autumn, ...more }))
const usedOf = (id: PromotionId) => Effect.map(Effect.flatMap(Promotions, (all) => all.find(id)), ({ used }) => used)

const filled = (of = ada, quantity = 2) =>
  Effect.flatMap(Carts.Carts, (carts) => carts.set(of, ProductId.claimed.make("serum"), quantity))
const give = (codes: ReadonlyArray<string>, of = ada) =>
  Effect.flatMap(Carts.Carts, (carts) => carts.setCodes(of, codes))
const start = (of = ada, more: Partial<ReturnType<typeof request>> = {}) =>
  Effect.flatMap(Checkout.Checkout, (checkout) => checkout.start({ ...request(of), ...more }))
const paid = (of = ada) =>
  Effect.gen(function*() {
    const session = yield* start(of)
    const { provider } = yield* World
    provider.pay(session.sessionId)
    yield* notify(session.sessionId)
    return session
  })

onBoth("promotions", (test) => {
  test(
    "a code takes a tenth off, in cart and order, and is used up with the order",
    Effect.gen(function*() {
      const { id } = yield* create()
      yield* filled()
      const cart = yield* give([" Autumn10 "])
      expect(cart).toMatchObject({ subtotalMinor: 5391, totalMinor: 5391 })
      expect(cart.items).toMatchObject([{ discountMinor: 599, lineTotalMinor: 5391 }])
      expect(cart.promotions.codes).toEqual([{ code: "Autumn10", reason: undefined }])
      const seen = yield* Effect.flatMap(Carts.Carts, (carts) => carts.view(ada))
      expect(seen).toEqual({ ...cart, isSeen: true })
      const { orderId } = yield* paid()
      expect(yield* orderOf(orderId)).toMatchObject({
        subtotalMinor: 5391,
        totalMinor: 5391,
        promotions: [{ promotionId: id, title: "Autumn", code: "AUTUMN10", amountMinor: 599 }]
      })
      const { receipt } = yield* Effect.flatMap(Receipts, (all) => all.view(shopper(ada), orderId))
      expect(receipt.promotions).toEqual([{ promotionId: id, title: "Autumn", code: "AUTUMN10", amountMinor: 599 }])
      expect(yield* usedOf(id)).toBe(1)
      // The next cart begins without it.
      expect((yield* filled()).promotions.codes).toEqual([])
    })
  )

  test(
    "a code that takes nothing off says why, and changes nothing",
    Effect.gen(function*() {
      const { clock } = yield* World
      yield* create()
      yield* create({ code: "LATER", startsAt: clock.now + hours })
      yield* create({ code: "OVER", endsAt: clock.now + 1 })
      yield* create({ code: "BODY", conditions: { categories: ["body"] } })
      yield* create({ code: "FIFTY", conditions: { leastMinor: 6000 } })
      yield* create({ code: "AUSTRIA", conditions: { countries: ["AT"] } })
      clock.now += 1
      yield* filled()
      const before = yield* give(["AUTUMN10"])
      for (
        const [code, reason] of [
          ["NONE", "unknown"],
          ["LATER", "not_begun"],
          ["OVER", "ended"],
          ["BODY", "not_for_these_goods"],
          ["FIFTY", "below_least"]
        ] as const
      ) {
        expect(yield* Effect.flip(give([code]))).toMatchObject({ _tag: "CodeRefused", discountCode: code, reason })
      }
      expect(yield* Effect.flatMap(Carts.Carts, (carts) => carts.view(ada))).toEqual({ ...before, isSeen: true })
      // Without goods nothing is said of goods.
      const bob = owner("bob")
      expect((yield* give(["fifty"], bob)).promotions.codes).toMatchObject([{ reason: "not_for_these_goods" }])
      expect((yield* filled(bob, 3)).promotions.codes).toEqual([{ code: "fifty", reason: undefined }])
    })
  )

  test(
    "of several the best counts, with free shipping beside it; one without a code counts for everybody",
    Effect.gen(function*() {
      yield* create({ code: undefined, title: "Three serums", benefit: { type: "buy_get", buy: 2, get: 1 } })
      yield* create()
      yield* create({ code: "POST", benefit: { type: "free_shipping" } })
      const cart = yield* filled(ada, 1)
      expect([cart.shippingMinor, cart.subtotalMinor]).toEqual([495, 2995])
      const free = yield* give(["AUTUMN10", "POST"])
      expect([free.shippingMinor, free.subtotalMinor]).toEqual([0, 2695])
      expect(free.promotions.counted.map(({ amountMinor }) => amountMinor)).toEqual([300, 0])
      const three = yield* filled(ada, 3)
      expect(three.subtotalMinor).toBe(5990)
      expect(three.promotions.counted.map(({ amountMinor, promotion }) => [promotion.title, amountMinor])).toEqual([
        ["Three serums", 2995]
      ])
      expect(three.promotions.codes).toEqual([
        { code: "AUTUMN10", reason: "better_offer" },
        { code: "POST", reason: "better_offer" }
      ])
    })
  )

  test(
    "what was shown and counts no more is never charged unseen: a discount, and free shipping",
    Effect.gen(function*() {
      const promotions = yield* Promotions
      const { clock } = yield* World
      for (const benefit of [autumn.benefit, { type: "free_shipping" } as const]) {
        const { id } = yield* create({ code: `CODE-${benefit.type.replace("_", "-")}`, benefit })
        const everybody = yield* create({ code: undefined, benefit })
        const bob = owner(`bob of ${benefit.type}`)
        yield* filled(ada, 1)
        yield* give([`CODE-${benefit.type.replace("_", "-")}`])
        yield* filled(bob, 1)
        yield* promotions.limit(id, { endsAt: clock.now })
        yield* promotions.limit(everybody.id, { endsAt: clock.now })
        for (const  of of[ada, bob]) {
          const refused = yield* Effect.flip(start(of))
          expect(refused).toMatchObject({ _tag: "PriceChanged", total: 2995 + 495 })
          const shown = yield* Effect.flatMap(Carts.Carts, (carts) => carts.view(of))
          expect(shown.isSeen).toBe(false)
          yield* Effect.flatMap(Carts.Carts, (carts) => carts.markSeen(of, shown))
          yield* start(of)
        }
        yield* Effect.flatMap(Carts.Carts, (carts) => carts.empty(ada))
      }
    })
  )

  test(
    "a code counts as often as it may, and again when an order ends unpaid or is cancelled",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { id } = yield* create({ uses: 1 })
      const [bob, eve] = [owner("bob"), owner("eve")]
      for (const  of of[ada, bob, eve]) yield* filled(of)
      for (const  of of[ada, bob]) yield* give(["AUTUMN10"], of)
      yield* start(ada)
      // The same cart once more is no second use.
      yield* start(ada)
      expect(yield* usedOf(id)).toBe(1)
      expect(yield* Effect.flip(give(["AUTUMN10"], eve))).toMatchObject({ reason: "used_up" })
      expect(yield* Effect.flip(start(bob))).toMatchObject({ _tag: "PriceChanged" })
      clock.now += 2 * days
      yield* runJobs
      expect(yield* usedOf(id)).toBe(0)
      yield* give(["AUTUMN10"], bob)
      const { orderId } = yield* paid(bob)
      expect(yield* usedOf(id)).toBe(1)
      yield* cancel(bob, orderId)
      expect(yield* usedOf(id)).toBe(0)
      yield* Effect.flatMap(Promotions, (all) => all.limit(id, { uses: 2 }))
      expect((yield* Effect.flatMap(Promotions, (all) => all.find(id))).uses).toBe(2)
    })
  )

  test(
    "a code for another country counts for a parcel that goes there",
    Effect.gen(function*() {
      yield* create({ code: "AUSTRIA", conditions: { countries: ["AT"] } })
      yield* filled()
      expect((yield* give(["AUSTRIA"])).promotions.codes).toEqual([{ code: "AUSTRIA", reason: "not_for_this_country" }])
      const { address, email } = request(ada)
      const session = yield* start(ada, {
        email,
        address: { ...address, country: CountryCode.make("AT"), postcode: "1010" }
      })
      expect((yield* orderOf(session.orderId)).subtotalMinor).toBe(5391)
    })
  )

  test(
    "a code that has ended keeps nobody from removing it, nor from giving another",
    Effect.gen(function*() {
      const { clock } = yield* World
      const ending = yield* create({ code: "ENDING" })
      yield* create()
      yield* filled()
      yield* give(["ENDING"])
      yield* Effect.flatMap(Promotions, (all) => all.limit(ending.id, { endsAt: clock.now }))
      expect((yield* give(["ENDING", "AUTUMN10"])).subtotalMinor).toBe(5391)
      expect((yield* give(["AUTUMN10"])).promotions.codes).toEqual([{ code: "AUTUMN10", reason: undefined }])
      expect(yield* Effect.flip(give(["AUTUMN10", "ENDING"]))).toMatchObject({ reason: "ended" })
    })
  )

  test(
    "a promotion makes no purchase dearer: shipping goes by what the goods cost before it, also where that is all",
    Effect.gen(function*() {
      yield* create({ code: "FIFTY", benefit: { type: "percentage", percent: 50 } })
      yield* create({ code: "ALL", benefit: { type: "amount", amountMinor: 900_00 } })
      yield* filled()
      expect(yield* give(["FIFTY"])).toMatchObject({ subtotalMinor: 2995, shippingMinor: 0 })
      yield* filled(ada, 1)
      expect(yield* give(["ALL"])).toMatchObject({ subtotalMinor: 0, shippingMinor: 495, totalMinor: 495 })
      const { orderId } = yield* paid()
      expect(yield* orderOf(orderId)).toMatchObject({ totalMinor: 495, payment: { status: "paid" } })
    })
  )

  test(
    "free shipping counts where there is a charge, and its code is used only there",
    Effect.gen(function*() {
      const { id } = yield* create({ code: "POST", benefit: { type: "free_shipping" } })
      yield* filled(ada, 2)
      expect((yield* give(["POST"])).promotions.codes).toEqual([{ code: "POST", reason: "better_offer" }])
      yield* start()
      expect(yield* usedOf(id)).toBe(0)
      yield* start(ada, { method: "express" })
      expect(yield* usedOf(id)).toBe(1)
    })
  )

  test(
    "a payment takes the order's codes, and leaves what was given and shown since",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* create()
      yield* create({ code: "POST", benefit: { type: "free_shipping" } })
      yield* filled(ada, 1)
      yield* give(["AUTUMN10"])
      const session = yield* start()
      yield* filled(ada, 2)
      yield* filled(ada, 1)
      yield* give(["AUTUMN10", "POST"])
      yield* Effect.flatMap(Carts.Carts, (carts) => carts.set(ada, ProductId.claimed.make("cream"), 1))
      provider.pay(session.sessionId)
      yield* notify(session.sessionId)
      const left = yield* Effect.flatMap(Carts.Carts, (carts) => carts.view(ada))
      expect(left).toMatchObject({ subtotalMinor: 1990, shippingMinor: 0 })
      expect(left.promotions.codes).toEqual([{ code: "POST", reason: undefined }])
    })
  )

  test(
    "the cart of an unpaid checkout still has the code whose last use that is",
    Effect.gen(function*() {
      yield* create({ uses: 1 })
      yield* filled()
      yield* give(["AUTUMN10"])
      yield* start()
      expect((yield* Effect.flatMap(Carts.Carts, (carts) => carts.view(ada))).promotions.codes).toEqual([
        { code: "AUTUMN10", reason: undefined }
      ])
      expect((yield* filled(ada, 3)).subtotalMinor).toBe(8086)
      yield* start()
    })
  )

  test(
    "what is left of a line after a payment keeps its part of the discount that was shown",
    Effect.gen(function*() {
      const { provider } = yield* World
      const carts = yield* Carts.Carts
      yield* create()
      yield* filled(ada, 2)
      yield* give(["AUTUMN10"])
      const session = yield* start()
      yield* filled(ada, 7)
      provider.pay(session.sessionId)
      yield* notify(session.sessionId)
      const left = yield* carts.view(ada)
      expect(left.items).toMatchObject([{ productId: "serum", quantity: 5, discountMinor: 0 }])
      expect(left.isSeen).toBe(false)
    })
  )

  test(
    "one customer, and a first order, are known by the e-mail address in any spelling",
    Effect.gen(function*() {
      yield* create({ usesPerCustomer: 1 })
      yield* create({ code: "FIRST", benefit: { type: "percentage", percent: 5 }, conditions: { firstOrder: true } })
      yield* filled()
      yield* give(["AUTUMN10", "FIRST"])
      yield* paid()
      const bob = owner("bob")
      yield* filled(bob)
      for (const [code, reason] of [["AUTUMN10", "used_by_customer"], ["FIRST", "not_first_order"]] as const) {
        yield* give([code], bob)
        const refused = yield* Effect.flip(start(bob, { email: request(ada).email.toUpperCase() }))
        expect(refused).toMatchObject({ _tag: "CodeRefused", discountCode: code, reason })
      }
      yield* start(bob, { email: "bob@example.com" })
    })
  )

  for (const round of [0, 1, 2, 3]) {
    test(
      `the last use of a code is given once, whoever comes first (${round})`,
      Effect.gen(function*() {
        const { id } = yield* create({ uses: 1 })
        const [bob, eve] = [owner("bob"), owner("eve")]
        for (const  of of[ada, bob, eve]) {
          yield* filled(of)
          yield* give(["AUTUMN10"], of)
        }
        const exits = yield* race(round, start(ada), start(bob), start(eve))
        expect(exits.map(refusal).toSorted()).toEqual(["PriceChanged", "PriceChanged", undefined])
        expect(yield* usedOf(id)).toBe(1)
      })
    )
  }

  test(
    "a draft has codes and free shipping, and is not charged what its editor did not see",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts
      const promotions = yield* Promotions
      const { clock } = yield* World
      yield* create({ usesPerCustomer: 1 })
      const free = yield* create({ code: undefined, benefit: { type: "free_shipping" } })
      const agent = { principal: "agent:robot", shopper: "ada" }
      const draft = yield* drafts.create(agent, "checkout", {
        lines: [{ productId: ProductId.claimed.make("serum"), quantity: 1 }],
        buyer: { email: request(ada).email },
        discountCodes: ["autumn10", "none"],
        authenticates: false,
        paysByToken: true
      })
      expect(draft.sums).toMatchObject({ subtotalMinor: 2695, shippingMinor: 0 })
      expect(draft.promotions).toMatchObject([{ code: "AUTUMN10", amountMinor: 300 }, { amountMinor: 0 }])
      expect(draft.messages).toMatchObject([{}, { code: "discount_unknown" }])
      yield* bought(ada, { serum: 1 })
      yield* filled(owner("bob"))
      yield* give(["autumn10"], owner("bob"))
      yield* start(owner("bob"))
      yield* promotions.limit(free.id, { endsAt: clock.now })
      const changed = yield* drafts.view(agent, "checkout", draft.id)
      expect(changed.sums).toMatchObject({ subtotalMinor: 2995, shippingMinor: 495 })
      expect(changed.messages.map(({ code }) => code)).toEqual([
        "price_changed",
        "price_changed",
        "destination_missing",
        "discount_refused",
        "discount_unknown"
      ])
    })
  )

  test(
    "what contradicts the shop is refused, all of it at once; a code belongs to one promotion forever",
    Effect.gen(function*() {
      const { clock } = yield* World
      const bad = yield* Effect.flip(create({
        title: { en: "Autumn" },
        code: undefined,
        startsAt: clock.now,
        endsAt: clock.now,
        uses: 1,
        usesPerCustomer: 1,
        conditions: {
          products: ["nothing"],
          brands: ["nobody"],
          categories: ["tools"],
          countries: ["XX"],
          firstOrder: true
        }
      }))
      expect(bad).toMatchObject({ _tag: "InvalidInput" })
      expect((bad as { faults: ReadonlyArray<{ path: string }> }).faults.map(({ path }) => path)).toEqual([
        "title",
        "endsAt",
        "uses",
        "usesPerCustomer",
        "conditions.firstOrder",
        "conditions.categories[0]",
        "conditions.countries[0]",
        "conditions.products[0]",
        "conditions.brands[0]"
      ])
      expect(yield* Effect.flip(create({ code: "a b" }))).toMatchObject({ _tag: "InvalidInput" })
      const { id } = yield* create({ endsAt: clock.now + 1 })
      clock.now += 1
      expect(yield* Effect.flip(create({ code: "AUTUMN10" }))).toMatchObject({ _tag: "CodeExists", promotionId: id })
      expect(yield* Effect.flip(create({ benefit: { type: "percentage", percent: 101 } }))).toMatchObject({
        _tag: "InvalidInput"
      })
    })
  )

  test(
    "staff list them with their uses, and the trail says what they did",
    Effect.gen(function*() {
      const entropy = yield* Entropy
      const { clock } = yield* World
      const acting = StaffTrail.actingAs({ ...staffWith("catalog:write"), id: "staff:clerk" }, {
        entropy,
        keptMillis: 365 * days
      })
      const { id } = yield* acting(create())
      clock.now++
      yield* acting(Effect.flatMap(Promotions, (all) => all.limit(id, { uses: 5 })))
      yield* acting(Effect.flatMap(Promotions, (all) => all.limit(id, { uses: 5 })))
      yield* filled()
      yield* give(["AUTUMN10"])
      yield* start()
      const { data } = yield* Effect.flatMap(Promotions, (all) => all.list({ limit: 10 }))
      expect(data).toMatchObject([{ id, code: "AUTUMN10", uses: 5, used: 1 }])
      const trail = yield* Effect.flatMap(StaffTrail.StaffTrail, ({ list }) => list({ limit: 10, sort: "createdAt" }))
      expect(trail.data.map(({ action, after }) => [action, after])).toEqual([
        ["promotion.create", {
          endsAt: null,
          uses: null,
          type: "percentage",
          percent: 10,
          startsAt: expect.stringMatching(/^\d{4}-.*Z$/)
        }],
        ["promotion.limit", { endsAt: null, uses: 5 }]
      ])
    })
  )

  test(
    "what needs no code is announced for its goods while it counts, with the lowest price before it",
    Effect.gen(function*() {
      const { clock } = yield* World
      const promotions = yield* Promotions
      const prices = yield* Prices
      const catalog = yield* Catalog
      const serum = yield* catalog.product(ProductId.claimed.make("serum"))
      const cream = { ...serum, category: "body" }
      const announced = promotions.announced(serum)
      const changes = () => catalog.changes.count
      yield* prices.setPrice(serum.id, 2500)
      clock.now += hours
      yield* prices.setPrice(serum.id, 2995)
      clock.now += hours
      const startsAt = clock.now + days
      const endsAt = startsAt + days
      const before = changes()
      yield* create({ code: "SECRET" })
      expect(changes()).toBe(before)
      const conditions = { categories: [serum.category] as const }
      const { id } = yield* create({ code: undefined, conditions, startsAt, endsAt })
      yield* create({ code: undefined, conditions: { countries: ["AT"] } })
      expect(changes()).toBe(before + 2)
      expect(yield* announced).toEqual([])
      clock.now = startsAt
      yield* runJobs
      expect(changes()).toBe(before + 3)
      expect(yield* announced).toEqual([{ title: autumn.title, endsAt, lowestMinor: 2500 }])
      expect(yield* promotions.announced(cream)).toEqual([])
      yield* create({ code: undefined, benefit: { type: "free_shipping" } })
      expect((yield* announced)[1]).toEqual({ title: autumn.title, endsAt: undefined, lowestMinor: undefined })
      yield* promotions.limit(id, { endsAt: clock.now + hours })
      expect((yield* announced)[0]).toMatchObject({ endsAt: clock.now + hours })
      clock.now += hours
      const during = changes()
      yield* runJobs
      expect(changes()).toBe(during + 1)
      expect(yield* announced).toHaveLength(1)
      clock.now += 2 * days
      yield* runJobs
      expect(changes()).toBe(during + 1)
    })
  )
})
