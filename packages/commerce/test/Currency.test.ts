/** A shop in another currency, on both databases: everything is in it, and the database opens for no other. */
import * as Receipts from "@beauty-store/commerce/after-sales/Receipts"
import * as Refunds from "@beauty-store/commerce/after-sales/Refunds"
import { audit } from "@beauty-store/commerce/audit/ConsistencyAudit"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Catalog from "@beauty-store/commerce/catalog/Catalog"
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { Prices } from "@beauty-store/commerce/catalog/Prices"
import type { EventFacts } from "@beauty-store/commerce/events/DomainEvents"
import * as EventRecords from "@beauty-store/commerce/events/EventRecords"
import { defaultPolicy, faultsOfPolicy } from "@beauty-store/commerce/Policy"
import { fixCurrency } from "@beauty-store/commerce/StoreSettings"
import { OrderId, ProductId, RefundId } from "@beauty-store/domain/Ids"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { ada, assortment, onBoth, World } from "../../../test/shop/use-cases.ts"
import { bought, orderOf, settle, shopper } from "./life.ts"

const [alba] = assortment.brands
const inFrancs = {
  brands: [{ ...alba!, products: alba!.products.map((product) => ({ ...product, currency: "CHF" })) }]
}
const serum = ProductId.make("serum")

onBoth("a shop in francs", (test) => {
  test(
    "has everything in francs: products, carts, orders, receipts, refunds, and what it tells people",
    Effect.gen(function*() {
      const catalog = yield* Catalog.Catalog
      expect(yield* Effect.flip((yield* CatalogImport).add(assortment))).toMatchObject({
        faults: expect.arrayContaining([{
          path: "brands[0].products[0].currency",
          words: `Expected CHF, actual "EUR"`
        }])
      })
      yield* (yield* CatalogImport).add(inFrancs)
      const { shelf } = yield* World
      for (const { id, onHand } of alba!.products) shelf.set(id, onHand)
      expect((yield* catalog.product(serum)).currency).toBe("CHF")
      yield* (yield* Carts.Carts).add(ada, serum, 1)
      yield* (yield* Prices).setPrice(serum, 3000)
      expect(yield* (yield* Carts.Carts).view(ada)).toMatchObject({
        currency: "CHF",
        messages: [{ message: "The price changed from 29.95 to 30.00 CHF." }]
      })
      const { orderId } = yield* bought(ada, { serum: 1 })
      expect((yield* orderOf(orderId)).currency).toBe("CHF")
      const { give } = yield* Refunds.Refunds
      expect(yield* Effect.flip(give(orderId, 4000, "too much"))).toMatchObject({
        message: `40.00 CHF of order ${orderId} are to be refunded, 34.95 CHF remain.`
      })
      expect((yield* give(orderId, 500, "sorry")).currency).toBe("CHF")
      yield* settle
      const { entries, receipt } = yield* (yield* Receipts.Receipts).view(shopper(ada), orderId)
      expect([receipt.currency, ...entries.map(({ currency }) => currency)]).toEqual(["CHF", "CHF"])
      expect((yield* (yield* Transactions).read(audit)).differences).toEqual([])
    }),
    { bare: true, policy: { currency: "CHF" } }
  )

  test(
    "opens for no other currency",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      yield* write(fixCurrency("CHF"))
      const refused = yield* Effect.flip(write(fixCurrency("EUR")))
      expect(refused).toMatchObject({ _tag: "CurrencyDiffers", stored: "CHF", configured: "EUR" })
      expect((refused as Error).message).toContain(
        "The amounts in the database are in CHF: it does not open for a shop in EUR."
      )
    }),
    { bare: true, policy: { currency: "CHF" } }
  )
})

it.each(["CLF", "eur", "EURO", "", "€"])("no shop trades in %s", (currency) => {
  expect(faultsOfPolicy({ ...defaultPolicy, baseUrl: "https://shop.example", currency })).toMatchObject([{
    path: "policy.currency"
  }])
})

it.each([["EUR", 12.34], ["JPY", 1234], ["KWD", 1.234]])(
  "a message about money has the decimals of %s",
  (currency, amount) => {
    const orderId = OrderId.make("ord_0000000001")
    const facts: EventFacts = {
      type: "refund.created",
      source: "staff",
      data: { refundId: RefundId.make("ref_0000000001"), amountMinor: 1234, currency }
    }
    const message = EventRecords.printed(orderId, { type: facts.type, data: EventRecords.dataOf(orderId, facts) })
    expect(JSON.parse(message)).toMatchObject({ amount, currency })
  }
)
