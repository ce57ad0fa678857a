/** The ledger of stock on both databases: whatever changes a shelf, and whoever does, its movements add up to it. */
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import type { ReportLine } from "@beauty-store/commerce/internal/catalog/ShelfReports"
import * as StaffTrail from "@beauty-store/commerce/staff/StaffTrail"
import { type OrderId, ProductId } from "@beauty-store/domain/Ids"
import { Entropy } from "@beauty-store/sql/Entropy"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect } from "vitest"
import { ada, onBoth, request, stock, World } from "../../../test/shop/use-cases.ts"
import { arrived, bought, cancel, race, receive, sendBack, ship, staffWith } from "./life.ts"

const never = (): never => {
  throw new Error("it was sold")
}

const balm = ProductId.make("balm")
const cream = ProductId.make("cream")
const serum = ProductId.make("serum")

/** The shelves of these products differ from what was stocked by more than orders and returns. */
const setApart = (...products: ReadonlyArray<string>) =>
  Effect.map(World, ({ shelf }) => products.forEach((id) => shelf.delete(id)))

/** What staff do, in their name. */
const asStaff = <A, E, R>(change: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    Entropy,
    (entropy) => StaffTrail.actingAs(staffWith("inventory:write"), { entropy, keptMillis: 1e9 })(change)
  )

const movementsOf = (productId: string) =>
  Effect.gen(function*() {
    const { sql } = yield* World
    const rows = yield* sql<Record<string, unknown>>(
      `SELECT reason, units FROM stock_movement WHERE product_id = '${productId}' ORDER BY n`
    )
    return rows.map(({ reason, units }) => [reason, Number(units)])
  })

const differences = Effect.flatMap(
  Transactions,
  ({ read }) =>
    Effect.map(
      read(ConsistencyAudit.audit),
      ({ differences }) => differences.filter(({ kind }) => kind.startsWith("movement.") || kind === "stock.movements")
    )
)

onBoth("the ledger of stock", (test) => {
  test(
    "has the first stock, what ships, what comes back and what is counted, and nothing of what is only reserved",
    Effect.gen(function*() {
      yield* setApart("cream")
      const { orderId } = yield* arrived(ada, { cream: 2 })
      const { returnId } = yield* sendBack(ada, orderId, { productId: "cream" })
      yield* receive(returnId, { productId: "cream", quantity: 1, restock: true })
      yield* asStaff(Effect.flatMap(Inventory, (inventory) => inventory.setOnHand(cream, 9)))
      // Only reserved, and released.
      yield* cancel(ada, (yield* bought(ada, { cream: 1 })).orderId)
      expect(yield* movementsOf("cream")).toEqual([["opening", 5], ["sale", -2], ["return", 1], ["count", 5]])
      expect((yield* stock("cream")).onHand).toBe(9)
      expect(yield* differences).toEqual([])
    })
  )

  test(
    "has what others write who know of no ledger, and what they ship is no fault",
    Effect.gen(function*() {
      const { sql } = yield* World
      yield* setApart("cream")
      const { orderId } = yield* bought(ada, { cream: 2 })
      yield* ship(orderId)
      // As a program from before writes: a new product, a shipment, a delivery, and what it removes.
      for (const id of ["clay", "loam"]) {
        yield* sql(
          `INSERT INTO product (id, brand_id, name, name_key, description, price_minor, currency, category, gtin,
            size_thousandths, size_unit, hygiene_sealed, position, added_at)
          SELECT '${id}', brand_id, name, name_key, description, price_minor, currency, category, gtin,
            size_thousandths, size_unit, hygiene_sealed, position, added_at FROM product WHERE id = 'cream'`
        )
        yield* sql(`INSERT INTO stock (product_id, on_hand) VALUES ('${id}', 7)`)
      }
      yield* sql("UPDATE stock SET on_hand = on_hand - 2, reserved = reserved - 0 WHERE product_id = 'clay'")
      yield* sql("UPDATE stock SET on_hand = on_hand + 4 WHERE product_id = 'cream'")
      yield* sql("UPDATE stock SET on_hand = on_hand WHERE product_id = 'cream'")
      for (const table of ["stock", "product"]) {
        yield* sql(`DELETE FROM ${table} WHERE ${table === "stock" ? "product_id" : "id"} = 'loam'`)
      }
      expect(yield* movementsOf("clay")).toEqual([["opening", 7], ["correction", -2]])
      expect(yield* movementsOf("cream")).toEqual([["opening", 5], ["sale", -2], ["correction", 4]])
      expect(yield* movementsOf("loam")).toEqual([])
      yield* ship((yield* bought(ada, { cream: 1 })).orderId)
      expect((yield* movementsOf("cream")).at(-1)).toEqual(["sale", -1])
      expect(yield* differences).toEqual([])
    })
  )

  test(
    "takes reports of many shelves, all or none, with all faults at once",
    Effect.gen(function*() {
      yield* setApart("cream", "serum", "balm", "tonic")
      yield* bought(ada, { cream: 2 })
      const report = (lines: ReadonlyArray<ReportLine>) =>
        asStaff(Effect.flatMap(Inventory, (inventory) => inventory.report(lines)))
      const lines: ReadonlyArray<ReportLine> = [
        { productId: "tonic", reason: "delivery", units: 12, note: "pallet 7" },
        // Two of them are sold and wait to ship: they lie there too.
        { productId: "cream", reason: "count", counted: 4 },
        { productId: "serum", reason: "loss", units: 3 }
      ]
      const faults = [
        [[{ productId: "cream", reason: "count", counted: 1 }], "lines[3].counted"],
        [[{ productId: "cream", reason: "loss", units: 4 }], "lines[3].units"],
        [[{ productId: "none", reason: "delivery", units: 1 }], "lines[3].productId"],
        [[{ productId: "balm", reason: "delivery", units: 1_000_000 }], "lines[3].units"]
      ] as const
      const before = yield* Effect.forEach(["tonic", "cream", "serum"], stock)
      for (const [[wrong], path] of faults) {
        const others = lines.filter(({ productId }) => productId !== wrong.productId)
        const filler = { productId: "noir", reason: "count", counted: 50 } as const
        const three = [...others, ...(others.length === 3 ? [] : [filler])]
        const refused = yield* Effect.flip(report([...three, wrong]))
        expect(refused).toMatchObject({ _tag: "InvalidInput", faults: [{ path }] })
      }
      const both = yield* Effect.flip(report([lines[0]!, lines[0]!, { productId: "balm", reason: "loss", units: 0 }]))
      expect(both).toMatchObject({ faults: [{ path: "lines[2].units" }] })
      const again = yield* Effect.flip(report([lines[0]!, lines[0]!]))
      expect(again).toMatchObject({ faults: [{ path: "lines[1].productId" }] })
      expect(yield* Effect.forEach(["tonic", "cream", "serum"], stock)).toEqual(before)
      expect(yield* report(lines)).toEqual([
        { productId: "tonic", units: 12, onHand: 12, reserved: 0, low: 5 },
        { productId: "cream", units: -1, onHand: 4, reserved: 2, low: 5 },
        { productId: "serum", units: -3, onHand: 997, reserved: 0, low: 5 }
      ])
      const inventory = yield* Inventory
      const { data, nextCursor } = yield* inventory.movements(ProductId.make("tonic"), { limit: 1 })
      expect(data).toMatchObject([{ reason: "delivery", units: 12, note: "pallet 7", client: "demo", subject: null }])
      const rest = yield* inventory.movements(ProductId.make("tonic"), { limit: 1, cursor: nextCursor! })
      expect(rest).toMatchObject({ data: [{ reason: "opening", units: 0 }], nextCursor: null })
      const few = yield* inventory.shelves({ limit: 1, atMost: 2 })
      expect(few.data).toEqual([{ productId: "balm", onHand: 1, reserved: 0, low: 5 }])
      const next = yield* inventory.shelves({ limit: 1, atMost: 2, cursor: few.nextCursor! })
      expect(next).toEqual({ data: [{ productId: "cream", onHand: 4, reserved: 2, low: 5 }], nextCursor: null })
      const trail = yield* Effect.flatMap(StaffTrail.StaffTrail, (all) => all.list({ limit: 5 }))
      expect(trail.data.map(({ action }) => action).toSorted()).toEqual(["stock.count", "stock.deliver", "stock.lose"])
      expect(yield* differences).toEqual([])
    })
  )

  test(
    "has no unit both sold and lost, whichever comes first",
    Effect.gen(function*() {
      yield* setApart("balm")
      const inventory = yield* Inventory
      for (let round = 0; round < 6; round++) {
        yield* inventory.setOnHand(balm, 1)
        const carts = yield* Carts
        yield* carts.set(ada, balm, 1)
        const checkout = yield* Checkout
        const exits = yield* race(
          round,
          checkout.start(request(ada)),
          inventory.report([{ productId: balm, reason: "loss", units: 1 }])
        )
        expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
        const isSold = Exit.isSuccess(exits[0]!)
        expect(yield* stock("balm")).toEqual(isSold ? { onHand: 1, reserved: 1 } : { onHand: 0, reserved: 0 })
        if (isSold) {
          yield* cancel(ada, (exits[0] as Exit.Exit<{ readonly orderId: OrderId }>).pipe(Exit.getOrElse(never)).orderId)
        }
      }
      expect(yield* differences).toEqual([])
    })
  )

  test(
    "has each of several changes at once, and none that was refused",
    Effect.gen(function*() {
      yield* setApart("serum", "noir")
      for (let round = 0; round < 4; round++) {
        const orders = [yield* bought(ada, { serum: 2, noir: 1 }), yield* bought(ada, { noir: 1, serum: 3 })]
        yield* race(
          round,
          ...orders.map(({ orderId }) => ship(orderId)),
          Effect.flatMap(Inventory, (inventory) => inventory.setOnHand(serum, 900)),
          Effect.flatMap(Inventory, (inventory) =>
            inventory.report([
              { productId: "serum", reason: "loss", units: 7 },
              { productId: "noir", reason: "count", counted: 40 }
            ]))
        )
        expect(yield* differences).toEqual([])
      }
      expect((yield* movementsOf("serum")).filter(([reason]) => reason === "sale")).toHaveLength(8)
    })
  )
})
