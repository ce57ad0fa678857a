/** Goods of several rates of VAT, on both databases: in orders and their receipts, in what goes back, and by the day. */
import * as Receipts from "@beauty-store/commerce/after-sales/Receipts"
import * as Refunds from "@beauty-store/commerce/after-sales/Refunds"
import { audit } from "@beauty-store/commerce/audit/ConsistencyAudit"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import { CountryCode } from "@beauty-store/domain/Address"
import { type OrderId, ProductId } from "@beauty-store/domain/Ids"
import * as Shipping from "@beauty-store/domain/Shipping"
import { Quarter } from "@beauty-store/domain/VatReport"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { ada, address, onBoth, request, World } from "../../../test/shop/use-cases.ts"
import { deliver, notify, orderOf, receive, sendBack, settle, ship, shopper } from "./life.ts"

const documentsOf = (orderId: OrderId) =>
  Effect.flatMap(Receipts.Receipts, (receipts) => receipts.view(shopper(ada), orderId))

/** What the audit finds. */
const differences = Effect.flatMap(
  Transactions,
  ({ read }) => Effect.map(read(audit), ({ differences }) => differences)
)

/** Gives the cream the reduced rate. */
const reduceCream = Effect.flatMap(
  World,
  ({ sql }) => sql("UPDATE product SET vat_class = 'reduced' WHERE id = 'cream'")
)

/** One unit of each of some products, paid for. */
const paid = (country: string, postcode: string, ...products: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const { provider } = yield* World
    const carts = yield* Carts.Carts
    const checkout = yield* Checkout.Checkout
    for (const id of products) yield* carts.set(ada, ProductId.claimed.make(id), 1)
    const { orderId, sessionId } = yield* checkout.start({
      ...request(ada),
      address: { ...address, country: CountryCode.make(country), postcode }
    })
    provider.pay(sessionId)
    yield* notify(sessionId)
    return orderId
  })

const toFinland = paid("FI", "00100", "serum", "cream")

/** The tariff with a zone for the Canary Islands. */
const [eu, elsewhere] = Shipping.defaultPolicy.zones
const withIslands: Shipping.ShippingPolicy = {
  ...Shipping.defaultPolicy,
  zones: [eu, { ...elsewhere!, countries: ["ES-CN"] }]
}

const standard = { rateBp: 2550, netMinor: 2623, vatMinor: 669, grossMinor: 3292 }
const reduced = { rateBp: 1350, netMinor: 1928, vatMinor: 260, grossMinor: 2188 }

onBoth("goods of several rates", (test) => {
  test(
    "are taxed at their own, with the shipping by their values, and go back at it",
    Effect.gen(function*() {
      yield* reduceCream
      const orderId = yield* toFinland
      expect((yield* orderOf(orderId)).vat).toEqual([standard, reduced])
      const { receipt } = yield* documentsOf(orderId)
      expect(receipt).toMatchObject({ vat: [standard, reduced], shippingMinor: 495, shippingVatMinor: 60 + 24 })
      expect(receipt.lines.map(({ rateBp, vatMinor }) => [rateBp, vatMinor])).toEqual([[2550, 609], [1350, 236]])

      yield* ship(orderId)
      yield* deliver(orderId)
      for (const productId of ["cream", "serum"]) {
        const { returnId } = yield* sendBack(ada, orderId, { productId })
        yield* receive(returnId, { productId, quantity: 1 })
        yield* settle
      }
      const { entries } = yield* documentsOf(orderId)
      expect(entries.map(({ vat }) => vat)).toEqual([
        [{ rateBp: 1350, netMinor: 1753, vatMinor: 237, grossMinor: 1990 }],
        [standard, { rateBp: 1350, netMinor: 175, vatMinor: 23, grossMinor: 198 }]
      ])
      expect(yield* differences).toEqual([])
    })
  )

  test(
    "and of orders from before lines had rates go back at their order's, and any amount at all of them",
    Effect.gen(function*() {
      const { sql } = yield* World
      const orderId = yield* toFinland
      yield* sql("UPDATE order_line SET rate_bp = NULL")
      yield* ship(orderId)
      yield* deliver(orderId)
      const { returnId } = yield* sendBack(ada, orderId, { productId: "cream" })
      yield* receive(returnId, { productId: "cream", quantity: 1 })
      yield* settle
      yield* Effect.flatMap(Refunds.Refunds, (refunds) => refunds.give(orderId, 1000, "late"))
      yield* settle
      const { entries } = yield* documentsOf(orderId)
      expect(entries.map(({ vat }) => vat.map(({ grossMinor, rateBp }) => [rateBp, grossMinor])))
        .toEqual([[[2550, 1990]], [[2550, 1000]]])
      expect(yield* differences).toEqual([])
    })
  )

  test(
    "are in the report of the quarter in which their documents were issued, whatever goes back later",
    Effect.gen(function*() {
      const { clock, sql } = yield* World
      const receipts = yield* Receipts.Receipts
      const refunds = yield* Refunds.Refunds
      const report = (quarter: string) => receipts.vatOf(Quarter.make(quarter))
      yield* reduceCream
      clock.now = Date.parse("2026-03-31T21:59:59.999Z")
      const orderId = yield* toFinland
      clock.now += 1
      const monaco = yield* paid("MC", "98000", "noir")
      yield* refunds.give(orderId, undefined, "")
      yield* settle
      const first = [{ country: "FI", ...standard }, { country: "FI", ...reduced }]
      expect(yield* report("2026-Q1")).toEqual(first)
      expect(yield* report("2026-Q2")).toEqual([
        ...first.map(({ country, grossMinor, netMinor, rateBp, vatMinor }) => (
          { country, rateBp, netMinor: -netMinor, vatMinor: -vatMinor, grossMinor: -grossMinor }
        )),
        { country: "FR", rateBp: 2000, netMinor: 7417, vatMinor: 1483, grossMinor: 8900 }
      ])
      expect(yield* report("2025-Q4")).toEqual([])
      expect(yield* Effect.flip(receipts.vatOf("2026-Q5" as Quarter))).toMatchObject({ _tag: "InvalidInput" })
      yield* sql(
        `WITH RECURSIVE times(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM times WHERE k < 1200)
         INSERT INTO receipt (series, n, order_id, kind, subject, document, at)
         SELECT 'R-2027', k, order_id, kind, 'copy ' || k, replace(document, '2026-04-01', '2027-01-15'), 1800000000000
         FROM receipt, times
         WHERE order_id = '${monaco}'`
      )
      expect(yield* report("2027-Q1")).toEqual([
        { country: "FR", rateBp: 2000, netMinor: 1200 * 7417, vatMinor: 1200 * 1483, grossMinor: 1200 * 8900 }
      ])
      yield* sql("DELETE FROM receipt WHERE series = 'R-2027'")
    })
  )

  test(
    "are none in a territory that is served, in its receipt, its refunds, the report and the audit",
    Effect.gen(function*() {
      const receipts = yield* Receipts.Receipts
      const refunds = yield* Refunds.Refunds
      yield* reduceCream
      const orderId = yield* paid("ES", "35001", "cream", "serum")
      const none = { rateBp: 0, netMinor: 6480, vatMinor: 0, grossMinor: 6480 }
      expect(yield* orderOf(orderId)).toMatchObject({ shippingMinor: 1495, totalMinor: 6480, vat: [none] })
      yield* refunds.give(orderId, 1000, "")
      yield* settle
      const { entries, receipt } = yield* documentsOf(orderId)
      expect(receipt).toMatchObject({ vat: [none], vatMinor: 0 })
      expect(entries.map(({ vat }) => vat)).toEqual([[{ rateBp: 0, netMinor: 1000, vatMinor: 0, grossMinor: 1000 }]])
      yield* paid("ES", "28001", "serum")
      expect(yield* receipts.vatOf(Quarter.make("2026-Q1"))).toMatchObject([
        { country: "ES", rateBp: 2100 },
        { country: "ES-CN", rateBp: 0, netMinor: 5480, vatMinor: 0, grossMinor: 5480 }
      ])
      expect(yield* differences).toEqual([])
    }),
    { policy: { shipping: withIslands } }
  )

  test(
    "keep the rates of their day, whatever a cart costs the day after",
    Effect.gen(function*() {
      const { clock } = yield* World
      const carts = yield* Carts.Carts
      yield* reduceCream
      clock.now = Date.parse("2025-12-31T22:59:59Z")
      const to = { country: CountryCode.make("FI"), method: "standard" }
      yield* carts.set(ada, ProductId.claimed.make("cream"), 1)
      const ratesInCart = Effect.map(carts.view(ada, to), ({ vat }) => vat.map(({ rateBp }) => rateBp))
      expect(yield* ratesInCart).toEqual([1400])
      const orderId = yield* toFinland
      yield* carts.set(ada, ProductId.claimed.make("cream"), 1)
      clock.now += 1000
      expect(yield* ratesInCart).toEqual([1350])
      expect((yield* orderOf(orderId)).vat.map(({ rateBp }) => rateBp)).toEqual([2550, 1400])
    })
  )
})
