/**
 * Attributes of a shop's own: products are stocked with them, carts get them, orders keep both and have some of their
 * own; strategies, reactions and the program see them typed. A shop without any is as it was.
 */
import * as Attributes from "@beauty-store/commerce/Attributes"
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { ownNumber } from "@beauty-store/commerce/catalog/Goods"
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { OrderPlaced } from "@beauty-store/commerce/events/DomainEvents"
import * as Reactions from "@beauty-store/commerce/events/Reactions"
import * as OrderAttributes from "@beauty-store/commerce/orders/OrderAttributes"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import * as Strategies from "@beauty-store/commerce/Strategies"
import * as Attribute from "@beauty-store/domain/Attribute"
import { OrderId, ProductId } from "@beauty-store/domain/Ids"
import * as Return from "@beauty-store/domain/Return"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { expect } from "vitest"
import { ada, assortment, onBoth, request, World } from "../../../test/shop/use-cases.ts"

const wine = Attribute.define(Schema.Struct({
  vintage: Attribute.visible(Schema.Int),
  grapes: Schema.optionalWith(Attribute.searched(Schema.String), { default: () => "" })
}))
const gift = Attribute.define(Schema.Struct({ note: Schema.optional(Schema.String) }))
const packing = Attribute.define(Schema.Struct({ packedBy: Schema.String }))
const shop = { product: wine, cart: gift, order: packing }

const [brand] = assortment.brands
const [serum, cream] = brand!.products
const bottle = ProductId.make("bottle")
const must = ProductId.make("must")
const cellar = (attributes: object, others: ReadonlyArray<object> = []) => ({
  brands: [{
    ...brand!,
    products: [
      { ...serum!, id: "bottle", gtin: ownNumber("bottle"), name: "Bottle", attributes },
      ...others.map((one) => ({ ...cream!, id: "must", gtin: ownNumber("must"), name: "Must", ...one }))
    ]
  }]
})
const riesling = cellar({ vintage: 2019, grapes: "Riesling" }, [{ attributes: { vintage: 2024, grapes: "" } }])

const principal = { kind: "shopper" as const, id: ada.principal, scopes: ["shop"] as const }
const bought = Effect.gen(function*() {
  yield* (yield* Carts).add(ada, bottle, 2)
  return yield* (yield* Checkout).start(request(ada))
})
const defectOf = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isFailure(exit) ? [...Cause.defects(exit.cause)][0] : undefined

/** A shop whose old bottles cost half, that refuses those of 1945, and takes the newest back opened. */
const withRules = {
  bare: true,
  strategies: Layer.mergeAll(
    Attributes.layer(shop),
    Layer.succeed(Strategies.Discounts, {
      isCode: () => false,
      discountsMinor: ({ lines }) =>
        lines.map((line) =>
          (wine.of(line)?.vintage ?? 0) < 2020 ? Math.floor(line.quantity * line.unitPriceMinor / 2) : 0
        )
    }),
    Layer.succeed(Strategies.Returns, {
      ...Return.defaultStrategy,
      returnsOpened: (goods: Return.Goods) => (wine.of(goods)?.vintage ?? 0) > 2020
    })
  ),
  reactions: Reactions.layer(Reactions.on(
    OrderPlaced,
    Effect.fnUntraced(function*({ orderId }) {
      const order = yield* Effect.orDie(OrderAttributes.of(shop, orderId))
      if (order.lines.some((line) => wine.of(line)?.vintage === 1945)) yield* Reactions.refuse("by_hand", "Call us.")
      const note = gift.of(order.cart)?.note
      if (note !== undefined) yield* Effect.orDie(OrderAttributes.set(shop, orderId, { packedBy: `for ${note}` }))
    })
  ))
}
const plain = { bare: true, strategies: Attributes.layer(shop) }

onBoth("attributes", (test) => {
  test(
    "of products are typed, searched where the schema says so, and read by discounts",
    Effect.gen(function*() {
      const catalog = yield* Catalog
      yield* (yield* CatalogImport).add(riesling)
      expect(wine.of(yield* catalog.product(bottle))).toEqual({ vintage: 2019, grapes: "Riesling" })
      expect((yield* catalog.brands)[0]!.products.map((one) => wine.of(one)?.vintage)).toEqual([2019, 2024])
      const found = yield* (yield* ProductSearch).search({ q: "riesling", sort: "relevance", limit: 9 })
      expect(found.data.map((one) => wine.of(one)?.vintage)).toEqual([2019])
      expect((yield* (yield* ProductSearch).search({ q: "2019", sort: "relevance", limit: 9 })).data).toEqual([])
      const carts = yield* Carts
      yield* carts.add(ada, must, 1)
      const cart = yield* carts.add(ada, bottle, 1)
      expect(cart.subtotalMinor).toBe(cream!.priceMinor + Math.ceil(serum!.priceMinor / 2))
      expect((yield* carts.view(ada)).subtotalMinor).toBe(cart.subtotalMinor)
    }),
    withRules
  )

  test(
    "with faults stock nothing, and all faults are named",
    Effect.gen(function*() {
      const catalog = yield* Catalog
      const refused = yield* Effect.flip(
        (yield* CatalogImport).add(cellar({ vintage: "old", grapes: "", colour: "red" }, [{ priceMinor: 0 }]))
      )
      expect(refused._tag === "InvalidInput" && refused.faults.map(({ path }) => path).sort()).toEqual([
        "brands[0].products[0].attributes.colour",
        "brands[0].products[0].attributes.vintage",
        "brands[0].products[1].attributes",
        "brands[0].products[1].priceMinor"
      ])
      expect(yield* catalog.brands).toEqual([])
      const carts = yield* Carts
      expect(yield* Effect.flip(carts.setAttributes({ principal: "", shopper: "" }, { note: 1 }))).toMatchObject({
        faults: [{ path: "owner.principal" }, { path: "attributes.note" }]
      })
      const none = OrderId.claimed.make("ord_none")
      expect(yield* Effect.flip((yield* Orders).setAttributes(none, { packedBy: "Bo" })))
        .toMatchObject({ _tag: "OrderNotFound" })
    }),
    plain
  )

  test(
    "of carts and products are the order's as they were at checkout; a reaction refuses by them and sets its own",
    Effect.gen(function*() {
      const { provider, sql } = yield* World
      yield* (yield* CatalogImport).add(riesling)
      const carts = yield* Carts
      const orders = yield* Orders
      const marked = yield* carts.setAttributes(ada, { note: "Bo" })
      expect(gift.of(marked)).toEqual({ note: "Bo" })
      const { orderId, sessionId } = yield* bought
      expect(gift.of(yield* carts.view(ada))).toEqual({ note: "Bo" })

      yield* sql(`UPDATE product SET attributes = '{"vintage":2024}'`)
      const order = yield* orders.view(principal, orderId)
      expect(order.items.map((item) => wine.of(item)?.vintage)).toEqual([2019])
      expect([gift.of(order.cart), packing.of(order)]).toEqual([{ note: "Bo" }, { packedBy: "for Bo" }])
      expect(packing.of(yield* orders.setAttributes(orderId, { packedBy: "Cy" }))).toEqual({ packedBy: "Cy" })
      expect(packing.of(yield* orders.setAttributes(orderId, undefined))).toBeUndefined()

      provider.pay(sessionId)
      yield* (yield* Checkout).reconcile(sessionId)
      // The paid order took the note with it.
      expect(gift.of(yield* carts.view(ada))).toEqual({})

      yield* sql(`UPDATE product SET attributes = '{"vintage":1945}'`)
      expect(yield* Effect.flip(bought)).toMatchObject({ _tag: "RefusedByShop", reason: "by_hand" })
    }),
    withRules
  )

  test(
    "of a cart that was changed since stay when the order is paid, and go when it is emptied",
    Effect.gen(function*() {
      const { provider } = yield* World
      yield* (yield* CatalogImport).add(riesling)
      const carts = yield* Carts
      yield* carts.setAttributes(ada, { note: "Bo" })
      const { sessionId } = yield* bought
      yield* carts.setAttributes(ada, { note: "Cy" })
      provider.pay(sessionId)
      yield* (yield* Checkout).reconcile(sessionId)
      expect(gift.of(yield* carts.view(ada))).toEqual({ note: "Cy" })
      expect(gift.of(yield* carts.empty(ada))).toEqual({})
      expect(gift.of(yield* carts.view(ada))).toEqual({})
    }),
    plain
  )

  test(
    "that no longer fit the schema are a defect in words, where somebody looks at them",
    Effect.gen(function*() {
      const { sql } = yield* World
      const catalog = yield* Catalog
      yield* (yield* CatalogImport).add(riesling)
      yield* sql(`UPDATE product SET attributes = '{"vintage":"old"}' WHERE id = 'bottle'`)
      const product = yield* catalog.product(bottle)
      expect(() => wine.of(product)).toThrow(/attributes of product bottle do not fit the shop's schema: vintage/)
      yield* sql("UPDATE product SET attributes = NULL WHERE id = 'bottle'")
      expect((yield* catalog.product(bottle)).attributes).toBeUndefined()
    }),
    plain
  )

  test(
    "that a strategy reads and cannot are a defect, and nothing is sold",
    Effect.gen(function*() {
      const { sql } = yield* World
      yield* (yield* CatalogImport).add(riesling)
      yield* sql(`UPDATE product SET attributes = '{"vintage":"old"}' WHERE id = 'bottle'`)
      const exit = yield* Effect.exit(bought)
      expect(defectOf(exit)).toBeInstanceOf(Attribute.AttributesUnreadable)
      expect(yield* sql("SELECT id FROM orders")).toEqual([])
    }),
    withRules
  )

  test(
    "are refused by a shop that has none",
    Effect.gen(function*() {
      const refused = yield* Effect.flip((yield* CatalogImport).add(riesling))
      expect(refused._tag === "InvalidInput" && refused.faults.map(({ path }) => path)).toEqual([
        "brands[0].products[0].attributes",
        "brands[0].products[1].attributes"
      ])
      expect(yield* Effect.flip((yield* Carts).setAttributes(ada, { note: "Bo" }))).toMatchObject({
        _tag: "InvalidInput",
        faults: [{ path: "attributes" }]
      })
    }),
    { bare: true }
  )
})
