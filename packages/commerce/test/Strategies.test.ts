/** A shop with strategies of its own, on both databases: each decides where it should, and orders keep what it decided. */
import * as Receipts from "@beauty-store/commerce/after-sales/Receipts"
import * as Returns from "@beauty-store/commerce/after-sales/Returns"
import { audit } from "@beauty-store/commerce/audit/ConsistencyAudit"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as PurchaseDrafts from "@beauty-store/commerce/drafts/PurchaseDrafts"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import * as Strategies from "@beauty-store/commerce/Strategies"
import { CountryCode } from "@beauty-store/domain/Address"
import * as Days from "@beauty-store/domain/Days"
import * as Discount from "@beauty-store/domain/Discount"
import { ProductId } from "@beauty-store/domain/Ids"
import * as Return from "@beauty-store/domain/Return"
import * as Shipping from "@beauty-store/domain/Shipping"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { expect } from "vitest"
import {
  ada,
  address,
  countOf,
  days,
  hours,
  onBoth,
  owner,
  request,
  stock,
  World
} from "../../../test/shop/use-cases.ts"
import { arrived, cancel, notify, orderOf, receive, sendBack, settle, shopper } from "./life.ts"

const serum = ProductId.make("serum")

/** Staff of a partner pay half; a code is worth a cent off each line. */
const discounts: Discount.DiscountStrategy = {
  isCode: (code) => code === "CENT",
  discountsMinor: ({ codes, lines, owner: { principal } }) =>
    lines.map(({ quantity, unitPriceMinor }) =>
      (principal === "sho_partner" ? Math.floor(quantity * unitPriceMinor / 2) : 0) + (codes.includes("CENT") ? 1 : 0)
    )
}

const strategies = Layer.mergeAll(
  Layer.succeed(Strategies.Discounts, discounts),
  Layer.succeed(Strategies.Tax, { rateBp: ({ country }) => country === "DE" ? 700 : 100 }),
  Layer.succeed(Strategies.Shipping, {
    isTariff: false,
    isServed: (_, country) => country !== "FR",
    shippingMinor: (_, { goodsMinor, method }) => (method === "express" ? 700 : 300) + goodsMinor % 10,
    estimatedDelivery: (_policy, _parcel, leavesOn) => Days.addDays(leavesOn, 1)
  }),
  Layer.succeed(Strategies.Returns, {
    windowDays: 14,
    windowDaysOf: ({ productId }) => productId === "serum" ? 21 : 14,
    returnsOpened: ({ productId }) => productId === "serum"
  })
)

const noDifferences = Effect.gen(function*() {
  expect((yield* (yield* Transactions).read(audit)).differences).toEqual([])
})

// The types exclude promises.
const promising = (() => Promise.resolve(false)) as never

/** From how many serums on they cost nothing. */
let freeFrom = Infinity

type Line = Parameters<Discount.DiscountStrategy["discountsMinor"]>[0]["lines"][number]

/** What is off a line today. */
let takenOff: (line: Line, country: string, codes: ReadonlyArray<string>) => number = () => 0
const half = ({ quantity, unitPriceMinor }: Line) => Math.floor(quantity * unitPriceMinor / 2)
const changing = Layer.succeed(Strategies.Discounts, {
  isCode: () => true,
  discountsMinor: ({ codes, country, lines }) => lines.map((line) => takenOff(line, country, codes))
})

onBoth("a shop with strategies of its own", (test) => {
  test(
    "prices carts, orders and receipts by them, and refunds what was paid",
    Effect.gen(function*() {
      const partner = owner("sho_partner")
      const carts = yield* Carts.Carts
      const cart = yield* carts.add(partner, serum, 3)
      const expected = { subtotalMinor: 4493, shippingMinor: 303, totalMinor: 4796 }
      expect(cart).toMatchObject({ items: [{ priceMinor: 2995, lineTotalMinor: 4493 }], ...expected })
      expect((yield* carts.add(ada, serum, 3)).subtotalMinor).toBe(8985)
      const { orderId } = yield* arrived(partner, { serum: 3 })
      const order = yield* orderOf(orderId)
      expect(order).toMatchObject({
        items: [{ listMinor: 8985, discountMinor: 4492, lineTotalMinor: 4493 }],
        ...expected,
        vat: [{ rateBp: 700, vatMinor: 314, grossMinor: 4796 }],
        estimatedDelivery: "2026-03-03"
      })
      const { receipt } = yield* (yield* Receipts.Receipts).view(shopper(partner), orderId)
      expect(receipt).toMatchObject({ totalMinor: 4796, vatMinor: 314, lines: [{ discountMinor: 4492 }] })
      const { returnId } = yield* sendBack(partner, orderId, { productId: "serum" })
      yield* receive(returnId, { productId: "serum", quantity: 3 })
      yield* settle
      expect((yield* orderOf(orderId)).refunds).toMatchObject([{ amountMinor: 4796, status: "succeeded" }])
      yield* noDifferences
    }),
    { strategies }
  )

  test(
    "sends where they say, and takes back until they say",
    Effect.gen(function*() {
      const { clock } = yield* World
      yield* (yield* Carts.Carts).add(ada, serum, 1)
      const paris = { ...request(ada), address: { ...address, country: CountryCode.make("FR") } }
      expect(yield* Effect.flip((yield* Checkout.Checkout).start(paris))).toMatchObject({
        _tag: "DestinationNotServed"
      })
      const { orderId } = yield* arrived(ada, { serum: 2, noir: 1 })
      const returns = yield* Returns.Returns
      expect(yield* returns.returnable(shopper(ada), orderId)).toMatchObject([
        { productId: "serum", until: "2026-03-23", returnableOnceOpened: true },
        { productId: "noir", until: "2026-03-16", returnableOnceOpened: false }
      ])
      clock.now += 14 * days + 15 * hours
      yield* sendBack(ada, orderId, { productId: "serum", quantity: 1, condition: "opened" })
      expect(yield* Effect.flip(sendBack(ada, orderId, { productId: "noir" }))).toMatchObject({
        _tag: "ReturnWindowClosed",
        lastDay: "2026-03-16"
      })
      clock.now += 7 * days + 12 * hours
      expect(yield* Effect.flip(sendBack(ada, orderId, { productId: "serum" }))).toMatchObject({
        _tag: "ReturnWindowClosed"
      })
      yield* noDifferences
    }),
    { strategies }
  )

  test(
    "knows the codes of a draft, and orders at their price",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const draft = yield* drafts.create(ada, "checkout", {
        lines: [{ productId: serum, quantity: 1 }],
        buyer: { email: "ada@example.com" },
        recipient: {
          destination: {
            name: "Ada",
            line1: "1",
            city: "Berlin",
            postcode: "10119",
            countrySaid: "DE",
            country: address.country
          }
        },
        discountCodes: ["CENT", "EURO"],
        authenticates: true,
        paysByToken: true
      })
      expect(draft.messages.map(({ code, subject }) => [code, subject])).toEqual([
        ["discount_unknown", { _tag: "Discount", index: 1 }]
      ])
      expect(draft.lines).toMatchObject([{ listMinor: 2995, discountMinor: 1, lineTotalMinor: 2994 }])
      expect(draft.options).toMatchObject([{ method: "standard", chargeMinor: 304 }, {
        method: "express",
        chargeMinor: 704
      }])
      const { provider } = yield* World
      provider.issueToken("vt_codes", { sessionId: draft.id, instrument: "card-codes" })
      const begun = yield* drafts.completion.begin(ada, draft.id, { token: "vt_codes", authentication: undefined })
      if (begun._tag !== "Charging") throw new Error(`the draft is ${begun.view.status}`)
      expect(yield* drafts.completion.finish(begun.chargeId)).toMatchObject({
        status: "completed",
        sums: { totalMinor: 3298 },
        lines: [{ discountMinor: 1 }]
      })
      yield* noDifferences
    }),
    { strategies }
  )

  test(
    "sells nothing by a strategy that breaks its contract, and nothing of it stays",
    Effect.gen(function*() {
      const exit = yield* Effect.exit((yield* Carts.Carts).add(ada, serum, 1))
      expect(Exit.isFailure(exit) && String(exit.cause))
        .toContain("Discounts: -1 off a line of 2995 minor units (1 of serum).")
      expect(yield* countOf("cart_line")).toBe(0)
      expect((yield* stock("serum")).reserved).toBe(0)
    }),
    { strategies: Layer.succeed(Strategies.Discounts, { isCode: () => false, discountsMinor: () => [-1] }) }
  )

  test(
    "takes nothing back, and knows no code, by an answer that is no yes or no",
    Effect.gen(function*() {
      const { orderId } = yield* arrived(ada, { serum: 1 })
      const returned = yield* Effect.exit(sendBack(ada, orderId, { productId: "serum", condition: "opened" }))
      expect(Exit.isFailure(returned) && String(returned.cause))
        .toContain("Returns: a promise to whether serum may come back opened.")
      expect(yield* countOf("return_request")).toBe(0)
      const draft = yield* Effect.exit(
        (yield* PurchaseDrafts.PurchaseDrafts).create(ada, "cart", {
          lines: [{ productId: serum, quantity: 1 }],
          discountCodes: ["CENT"],
          authenticates: true,
          paysByToken: true
        })
      )
      expect(Exit.isFailure(draft) && String(draft.cause))
        .toContain("Discounts: a promise to whether \"CENT\" is a code.")
    }),
    {
      strategies: Layer.mergeAll(
        Layer.succeed(Strategies.Returns, {
          ...Return.defaultStrategy,
          returnsOpened: promising
        }),
        Layer.succeed(Strategies.Discounts, {
          ...Discount.defaultStrategy,
          isCode: promising
        })
      )
    }
  )

  test(
    "confirms at once what costs nothing, and asks nobody for money",
    Effect.gen(function*() {
      const { provider } = yield* World
      const { hosted, start } = yield* Checkout.Checkout
      const carts = yield* Carts.Carts
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      freeFrom = 2
      yield* carts.add(ada, serum, 2)
      expect((yield* carts.view(ada)).totalMinor).toBe(0)
      const sessionId = yield* hosted.begin(request(ada))
      const session = yield* hosted.finish(sessionId)
      expect(yield* hosted.finish(sessionId)).toEqual(session)
      expect(session).toMatchObject({ status: "complete", paymentStatus: "paid", totalMinor: 0 })
      expect(session.redirectUrl).toMatch(/\/checkout\/return\//)
      expect((yield* carts.view(ada)).items).toEqual([])
      const { orderId } = session
      const order = yield* orderOf(orderId)
      expect([order.status, order.payment]).toEqual(["confirmed", { method: "none", status: "paid" }])
      expect((yield* stock("serum")).reserved).toBe(2)
      const { receipt } = yield* (yield* Receipts.Receipts).view(shopper(ada), orderId)
      expect([receipt.totalMinor, receipt.vatMinor, receipt.paymentMethod]).toEqual([0, 0, "none"])
      yield* settle

      const draft = yield* drafts.create(ada, "checkout", {
        lines: [{ productId: serum, quantity: 3 }],
        authenticates: true,
        paysByToken: true,
        buyer: { email: "ada@example.com" },
        recipient: {
          destination: {
            name: address.name,
            line1: address.address,
            city: address.city,
            postcode: address.postcode,
            countrySaid: "DE",
            country: address.country
          }
        }
      })
      expect([draft.status, draft.sums.totalMinor]).toEqual(["ready", 0])
      const begun = yield* drafts.completion.begin(ada, draft.id, { token: "none", authentication: undefined })
      expect(begun).toMatchObject({ _tag: "NotCharged", view: { status: "completed" } })
      expect(provider.calls).toEqual([])

      yield* cancel(ada, orderId)
      expect((yield* orderOf(orderId)).refunds).toEqual([])
      expect((yield* stock("serum")).reserved).toBe(3)
      yield* noDifferences

      // Two at once are one order.
      yield* carts.add(ada, serum, 2)
      const exits = yield* Effect.all([start(request(ada)), start(request(ada))].map(Effect.exit), {
        concurrency: "unbounded"
      })
      expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
      expect((yield* stock("serum")).reserved).toBe(5)
      yield* noDifferences
    }),
    {
      strategies: Layer.succeed(Strategies.Discounts, {
        isCode: () => false,
        discountsMinor: ({ lines }) =>
          lines.map(({ productId, quantity, unitPriceMinor }) =>
            productId === "serum" && quantity >= freeFrom ? quantity * unitPriceMinor : 0
          )
      })
    }
  )

  test(
    "charges nobody for a discount that has gone, or does not go where they live, before they were shown that",
    Effect.gen(function*() {
      const { provider } = yield* World
      const carts = yield* Carts.Carts
      const { start } = yield* Checkout.Checkout
      const cream = ProductId.make("cream")
      const refused = (changes: ReadonlyArray<object>, total: number) =>
        Effect.gen(function*() {
          expect(yield* Effect.flip(start(request(ada)))).toMatchObject({
            _tag: "PriceChanged",
            changes,
            total,
            expectedTotal: null
          })
          expect([provider.calls, yield* countOf("orders"), (yield* stock("serum")).reserved]).toEqual([[], 0, 0])
        })
      const show = Effect.tap(carts.view(ada), (cart) => carts.markSeen(ada, cart))

      takenOff = half
      expect((yield* carts.add(ada, serum, 2)).totalMinor).toBe(2995 + 495)
      expect((yield* carts.view(ada)).isSeen).toBe(true)
      takenOff = () => 0
      yield* refused([{ productId: "serum", priceSeen: 1497, price: 2995 }], 5990)
      yield* refused([{ productId: "serum" }], 5990)
      expect(yield* show).toMatchObject({ totalMinor: 5990, isSeen: false })
      expect(yield* show).toMatchObject({ totalMinor: 5990, isSeen: true })
      expect((yield* start(request(ada))).totalMinor).toBe(5990)

      // A discount of which nobody was told needs no consent, and one that was shown counts from then on.
      takenOff = half
      const cheap = yield* start(request(ada))
      expect(cheap.totalMinor).toBe(2995 + 495)
      yield* (yield* Orders.Orders).cancel(shopper(ada), cheap.orderId, undefined)
      takenOff = () => 1
      expect((yield* show).totalMinor).toBe(5989)
      takenOff = () => 0
      expect(yield* Effect.flip(start(request(ada)))).toMatchObject({
        changes: [{ priceSeen: 2994, price: 2995 }],
        total: 5990
      })

      // Every change shows the discounts of the whole cart; what it was shown for counts for what is left of it.
      takenOff = half
      yield* carts.set(ada, cream, 1)
      takenOff = () => 0
      expect(yield* Effect.flip(start(request(ada)))).toMatchObject({
        changes: [{ productId: "serum" }, { productId: "cream", priceSeen: 995, price: 1990 }]
      })
      yield* carts.remove(ada, cream)
      expect((yield* start(request(ada))).totalMinor).toBe(5990)

      // Where it goes to decides, which only the total says.
      takenOff = (line, country) => country === "DE" ? half(line) : 0
      yield* carts.set(ada, serum, 2)
      const vienna = { ...request(ada), address: { ...address, country: CountryCode.make("AT"), postcode: "1010" } }
      const abroad = yield* Effect.flip(start(vienna))
      expect(abroad).toMatchObject({ _tag: "PriceChanged", total: 5990 })
      expect((yield* Effect.flip(start({ ...vienna, expectedTotalMinor: 5989 })))._tag).toBe("PriceChanged")
      expect((yield* start({ ...vienna, expectedTotalMinor: 5990 })).totalMinor).toBe(5990)
    }),
    { strategies: changing }
  )

  test(
    "takes what was shown of a line for the units of it that are left",
    Effect.gen(function*() {
      const { provider } = yield* World
      const carts = yield* Carts.Carts
      const { start } = yield* Checkout.Checkout
      takenOff = () => 0
      yield* carts.set(ada, serum, 2)
      const session = yield* start(request(ada))
      // The third is free.
      takenOff = ({ quantity, unitPriceMinor }) => quantity >= 3 ? unitPriceMinor : 0
      yield* carts.set(ada, serum, 3)
      provider.pay(session.sessionId)
      yield* notify(session.sessionId)
      expect(yield* Effect.flip(start(request(ada)))).toMatchObject({
        changes: [{ productId: "serum", priceSeen: 1996, price: 2995 }]
      })
    }),
    { strategies: changing }
  )

  test(
    "says which discount is no longer what a response showed that comes after a change",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      takenOff = half
      yield* carts.set(ada, serum, 4)
      const read = yield* carts.view(ada)
      yield* carts.set(ada, serum, 1)
      yield* carts.markSeen(ada, read)
      expect((yield* carts.view(ada)).isSeen).toBe(true)
    }),
    { strategies: changing }
  )

  test(
    "charges no draft without a discount that was promised: it says so first",
    Effect.gen(function*() {
      const { provider } = yield* World
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      takenOff = (line, _country, codes) => codes.includes("SPRING") ? half(line) : 0
      const changed = (view: typeof created) =>
        view.messages.filter(({ code }) => code === "price_changed").map(({ severity, text }) => [severity, text])
      const words = [["warning", "The price after discounts changed from 29.95 to 59.90 EUR."]]
      const complete = (draftId: typeof created.id) =>
        Effect.gen(function*() {
          const begun = yield* drafts.completion.begin(ada, draftId, { token: "vt_spring", authentication: undefined })
          return begun._tag === "Charging" ? yield* drafts.completion.finish(begun.chargeId) : begun.view
        })
      const create = drafts.create(ada, "checkout", {
        lines: [{ productId: serum, quantity: 2 }],
        buyer: { email: "ada@example.com" },
        recipient: {
          destination: {
            name: "Ada",
            line1: "1",
            city: "Berlin",
            postcode: "10119",
            countrySaid: "DE",
            country: address.country
          }
        },
        discountCodes: ["SPRING"],
        authenticates: true,
        paysByToken: true
      })
      const created = yield* create
      expect([created.sums.totalMinor, changed(created)]).toEqual([2995 + 495, []])
      takenOff = () => 0
      expect(changed(yield* drafts.view(ada, "checkout", created.id))).toEqual(words)
      const told = yield* complete(created.id)
      expect([told.status, told.sums.totalMinor, changed(told)]).toEqual(["ready", 5990, words])
      expect([provider.count("charge"), yield* countOf("orders")]).toEqual([0, 0])
      provider.issueToken("vt_spring", { sessionId: created.id, instrument: "card-spring" })
      expect(yield* complete(created.id)).toMatchObject({ status: "completed", sums: { totalMinor: 5990 } })

      // What an editor changes itself is no news to it; what the response showed counts.
      takenOff = half
      const revised = yield* create
      const more = yield* drafts.revise(ada, "checkout", revised.id, { lines: [{ productId: serum, quantity: 4 }] })
      expect([more.sums.subtotalMinor, changed(more)]).toEqual([5990, []])
      expect(changed(yield* drafts.view(ada, "checkout", revised.id))).toEqual([])
      takenOff = () => 0
      expect(changed(yield* complete(revised.id))).toEqual([
        ["warning", "The price after discounts changed from 59.90 to 119.80 EUR."]
      ])

      // A person pays what their page showed.
      takenOff = half
      const handed = yield* create
      takenOff = () => 0
      const seen = handed.sums.totalMinor
      expect(yield* Effect.flip(drafts.takeOver(handed.handover!, { expectedTotalMinor: seen }))).toMatchObject({
        _tag: "PriceChanged",
        total: 5990
      })
      expect(changed(yield* drafts.viewByHandover(handed.handover!))).toEqual(words)
      yield* drafts.takeOver(handed.handover!, { expectedTotalMinor: 5990 })
      expect([...provider.sessions.values()].map(({ request }) => request.amountMinor)).toEqual([5990, 5990])
    }),
    { strategies: changing }
  )

  test(
    "and one that says nothing has the defaults",
    Effect.gen(function*() {
      expect(yield* Strategies.pricing).toEqual({
        discounts: Discount.defaultStrategy,
        shipping: Shipping.defaultStrategy,
        tax: { rateBp: expect.any(Function) }
      })
      expect(yield* Strategies.Returns).toBe(Return.defaultStrategy)
      expect((yield* (yield* Carts.Carts).add(ada, serum, 1)).totalMinor).toBe(3490)
    })
  )
})
