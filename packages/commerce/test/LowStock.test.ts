/** Warnings of products that run out, on both databases: one for each fall to the level, and none after a delivery. */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { Goods } from "@beauty-store/commerce/catalog/Goods"
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import * as Flags from "@beauty-store/commerce/staff/Flags"
import { type OrderId, ProductId } from "@beauty-store/domain/Ids"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect } from "vitest"
import { ada, assortment, onBoth, owner, request, setStock, World } from "../../../test/shop/use-cases.ts"
import { bought, cancel, race, ship, staffWith } from "./life.ts"

const grace = owner("sho_grace")
const serum = ProductId.make("serum")

/** The products of which staff are warned, and of each warning whether it is open. */
const warnings = Effect.map(
  Effect.flatMap(Flags.Flags, ({ list }) => list({ limit: 100 })),
  ({ data }) =>
    data.filter(({ kind }) => kind === "low_stock").map(({ closed, subject }) => [subject, closed === undefined])
)

const report = (reason: "delivery" | "loss", units: number) =>
  Effect.flatMap(Inventory, (inventory) => inventory.report([{ productId: "serum", reason, units }]))

const setApart = Effect.map(World, ({ shelf }) => void shelf.delete("serum"))

onBoth("warnings of few units", (test) => {
  test(
    "come once with a sale, a count or a loss, and go with whatever brings more",
    Effect.gen(function*() {
      yield* setApart
      const inventory = yield* Inventory
      yield* inventory.setOnHand(serum, 7)
      expect(yield* warnings).toEqual([])
      const { orderId } = yield* bought(ada, { serum: 2 })
      expect(yield* warnings).toEqual([["serum", true]])
      yield* bought(grace, { serum: 1 })
      yield* ship(orderId)
      yield* report("loss", 1)
      yield* report("delivery", 2)
      expect(yield* warnings).toEqual([["serum", true]])
      yield* report("delivery", 1)
      expect(yield* warnings).toEqual([])
      yield* report("loss", 1)
      expect(yield* warnings).toEqual([["serum", true]])
      yield* inventory.setOnHand(serum, 9)
      expect(yield* warnings).toEqual([])
      const last = yield* bought(ada, { serum: 3 })
      expect(yield* warnings).toEqual([["serum", true]])
      yield* cancel(ada, last.orderId)
      expect(yield* warnings).toEqual([])
    })
  )

  test(
    "are closed by staff for as long as few are left",
    Effect.gen(function*() {
      yield* setStock("serum", 5)
      yield* bought(ada, { serum: 1 })
      const flags = yield* Flags.Flags
      const [open] = (yield* flags.list({ limit: 1 })).data
      yield* flags.close(staffWith("admin:write"), open!.flagId, "ordered")
      yield* bought(grace, { serum: 1 })
      expect(yield* warnings).toEqual([["serum", false]])
    })
  )

  test(
    "are of a product's own level, which its list and its state have too",
    Effect.gen(function*() {
      yield* setApart
      const [goods, inventory] = [yield* Goods, yield* Inventory]
      yield* inventory.setOnHand(serum, 12)
      yield* goods.changeProduct(serum, { lowStock: 10 }, "any")
      expect((yield* goods.product(serum)).lowStock).toBe(10)
      expect((yield* inventory.status(serum)).availability).toBe("in_stock")
      yield* bought(ada, { serum: 2 })
      expect(yield* warnings).toEqual([["serum", true]])
      expect((yield* inventory.status(serum)).availability).toBe("low_stock")
      const first = yield* inventory.shelves({ limit: 3, low: true })
      const rest = yield* inventory.shelves({ limit: 100, low: true, cursor: first.nextCursor! })
      const few = [...first.data, ...rest.data].map((
        { low, onHand, productId, reserved }
      ) => [productId, onHand - reserved, low])
      expect(few).toEqual(few.toSorted(([a, m], [b, n]) => Number(m) - Number(n) || (String(a) < String(b) ? -1 : 1)))
      expect(few).toContainEqual(["serum", 10, 10])
      expect(few).toContainEqual(["cream", 5, 5])
      expect(few).not.toContainEqual(expect.arrayContaining(["noir"]))
      yield* goods.changeProduct(serum, { lowStock: null }, "any")
      expect((yield* inventory.status(serum)).availability).toBe("in_stock")
      expect(yield* warnings).toEqual([])
    })
  )

  test(
    "are of the level that counts now: one that was too high silences no later one",
    Effect.gen(function*() {
      yield* setApart
      const [flags, goods, inventory] = [yield* Flags.Flags, yield* Goods, yield* Inventory]
      const brand = assortment.brands.find(({ products }) => products.some(({ id }) => id === serum))!
      const given = brand.products.find(({ id }) => id === serum)!
      const isOpen = Effect.map(flags.list({ limit: 9, state: "open" }), ({ data }) => data.length === 1)
      const levels = {
        changed: (lowStock: number) => goods.changeProduct(serum, { lowStock }, "any"),
        imported: (lowStock: number) =>
          Effect.flatMap(
            CatalogImport,
            ({ put }) => put({ brands: [{ ...brand, products: [{ ...given, lowStock }] }] })
          )
      }
      for (const setLevel of Object.values(levels)) {
        yield* inventory.setOnHand(serum, 60)
        yield* setLevel(100)
        yield* inventory.setOnHand(serum, 59)
        const [open] = (yield* flags.list({ limit: 9, state: "open" })).data
        expect(open).toMatchObject({ subject: "serum", closed: undefined })
        yield* setLevel(59)
        expect((yield* flags.list({ limit: 9, state: "open" })).data).toEqual([open])
        yield* flags.close(staffWith("admin:write"), open!.flagId, "a wrong level")
        yield* setLevel(5)
        yield* inventory.setOnHand(serum, 5)
        expect(yield* isOpen).toBe(true)
        yield* setLevel(4)
        expect(yield* isOpen).toBe(false)
        yield* setLevel(5)
        yield* inventory.setOnHand(serum, 1)
        expect(yield* isOpen).toBe(true)
        yield* report("delivery", 5)
        expect(yield* isOpen).toBe(false)
      }
    })
  )

  test(
    "are of no archived product, and begin anew with one that is restored",
    Effect.gen(function*() {
      const [goods, inventory] = [yield* Goods, yield* Inventory]
      yield* setStock("serum", 4)
      yield* inventory.setOnHand(serum, 3)
      expect(yield* warnings).toEqual([["serum", true]])
      yield* goods.archiveProduct(serum, "any")
      expect(yield* warnings).toEqual([])
      yield* inventory.setOnHand(serum, 2)
      expect(yield* warnings).toEqual([])
      yield* goods.restoreProduct(serum, "any")
      yield* report("loss", 1)
      expect(yield* warnings).toEqual([["serum", true]])
      yield* setApart
    })
  )

  test(
    "come once where two buyers take the last of many at the same time",
    Effect.gen(function*() {
      yield* setApart
      const [carts, checkout, inventory] = [yield* Carts, yield* Checkout, yield* Inventory]
      yield* inventory.setOnHand(serum, 6)
      for (let round = 0; round < 6; round++) {
        for (const buyer of [ada, grace]) yield* carts.set(buyer, serum, 1)
        const orders: Array<[typeof ada, OrderId]> = []
        const buy = (buyer: typeof ada) =>
          Effect.map(checkout.start(request(buyer)), ({ orderId }) => void orders.push([buyer, orderId]))
        const exits = yield* race(round, buy(ada), buy(grace))
        expect(exits.every(Exit.isSuccess)).toBe(true)
        expect(yield* warnings).toEqual([["serum", true]])
        for (const [buyer, orderId] of orders) yield* cancel(buyer, orderId)
        expect(yield* warnings).toEqual([])
      }
    })
  )
})
