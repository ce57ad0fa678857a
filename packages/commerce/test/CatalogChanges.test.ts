/**
 * How a process follows what the catalogue shows: its own changes as they commit, those of other processes by a look,
 * and what it does when it cannot know.
 */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Catalog from "@beauty-store/commerce/catalog/Catalog"
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import * as Inventory from "@beauty-store/commerce/catalog/Inventory"
import * as Prices from "@beauty-store/commerce/catalog/Prices"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import { ProductId } from "@beauty-store/domain/Ids"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect } from "vitest"
import {
  ada,
  type Checkpoint,
  countOf,
  minutes,
  onBoth,
  onPostgres,
  onSqlite,
  pass,
  request,
  World
} from "../../../test/shop/use-cases.ts"

const [balm, cream, serum, tonic] = ["balm", "cream", "serum", "tonic"].map((id) => ProductId.make(id)) as [
  ProductId,
  ProductId,
  ProductId,
  ProductId
]

/** The catalogue of another process over the same database. */
const another = Effect.gen(function*() {
  const { client } = yield* World
  const layer = Layer.mergeAll(Catalog.layer, Inventory.layer, Prices.layer).pipe(
    Layer.provide([
      SqlTransactions.layer,
      Layer.succeed(StoreSecret, { key: Buffer.from("the secret of both, which is long enough") })
    ]),
    Layer.provide(Layer.succeed(SqlClient.SqlClient, client))
  )
  const context = yield* Layer.build(Layer.fresh(layer))
  return { prices: Context.get(context, Prices.Prices), inventory: Context.get(context, Inventory.Inventory) }
})

/** What has changed since the beginning of a body. */
const changedBy = Effect.fnUntraced(function*<E, R>(body: Effect.Effect<unknown, E, R>) {
  const { changes } = yield* Catalog.Catalog
  const before = changes.count
  yield* body
  return changes.changedProducts(before)
})

onBoth("the catalogue's changes", (test) => {
  test(
    "are heard of as they commit, each of its own product",
    Effect.gen(function*() {
      const { changes } = yield* Catalog.Catalog
      const { setPrice } = yield* Prices.Prices
      const { setOnHand } = yield* Inventory.Inventory
      const before = changes.count
      expect(yield* changedBy(setPrice(serum, 3100))).toEqual([serum])
      expect([serum, cream, undefined].map((id) => changes.isChanged(before, id))).toEqual([true, false, true])
      expect([serum, undefined].map((id) => changes.isChanged(changes.count, id))).toEqual([false, false])
      expect(yield* changedBy(setOnHand(tonic, 3))).toEqual([tonic])
      expect(yield* changedBy(setOnHand(tonic, 2))).toEqual([])
      yield* setOnHand(tonic, 0)
      expect(yield* changedBy(Effect.exit(setPrice(ProductId.make("none"), 100)))).toEqual([])
    })
  )

  test(
    "are a sell-out and a return to the shelf, and no other sale",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const { start } = yield* Checkout.Checkout
      yield* carts.add(ada, serum, 1)
      expect(yield* changedBy(start(request(ada)))).toEqual([])
      yield* carts.add(ada, balm, 1)
      expect(yield* changedBy(start(request(ada)))).toEqual([balm])
      expect(yield* changedBy(pass(31 * minutes))).toEqual([balm])
    })
  )

  test(
    "of another process are learned by a look, which is due after half of the time",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { changes } = yield* Catalog.Catalog
      const { inventory, prices } = yield* Effect.scoped(another)
      expect(changes.isConfirmed(clock.now)).toBe(false)
      yield* changes.confirm
      const before = changes.count
      yield* prices.setPrice(serum, 3200)
      yield* inventory.setOnHand(tonic, 3)
      clock.now += 499
      expect([changes.isConfirmed(clock.now), changes.count]).toEqual([true, before])
      yield* changes.confirm
      expect(changes.count).toBe(before)
      clock.now += 1
      expect(changes.isConfirmed(clock.now)).toBe(false)
      yield* changes.confirm
      expect([changes.isConfirmed(clock.now), changes.changedProducts(before)]).toEqual([true, [serum, tonic]])
      expect([serum, cream].map((id) => changes.isChanged(before, id))).toEqual([true, false])
      // A clock that is set back says nothing about how long it has been.
      expect(changes.isConfirmed(clock.now - 1)).toBe(false)
      yield* inventory.setOnHand(tonic, 0)
    })
  )

  test(
    "of its own are not learned twice",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { changes } = yield* Catalog.Catalog
      const { setPrice } = yield* Prices.Prices
      yield* changes.confirm
      yield* setPrice(serum, 3200)
      const before = changes.count
      clock.now += 1_000
      yield* changes.confirm
      expect(changes.count).toBe(before)
    })
  )

  test(
    "may be anything where not every version says what it changed",
    Effect.gen(function*() {
      const { clock, sql } = yield* World
      const { changes } = yield* Catalog.Catalog
      const { setPrice } = yield* Prices.Prices
      const { add: stock } = yield* CatalogImport
      const { prices } = yield* Effect.scoped(another)
      const learned = Effect.fnUntraced(function*<E, R>(change: Effect.Effect<unknown, E, R>) {
        clock.now += 1_000
        yield* changes.confirm
        const before = changes.count
        yield* change
        clock.now += 1_000
        yield* changes.confirm
        return changes.changedProducts(before)
      })
      expect(yield* learned(prices.setPrice(serum, 3300))).toEqual([serum])
      const raise = sql("UPDATE catalog_version SET version = version + 1")
      // A version without a row.
      expect(yield* learned(raise)).toBeUndefined()
      expect(yield* learned(Effect.zipRight(raise, prices.setPrice(serum, 3400)))).toBeUndefined()
      expect(yield* learned(Effect.zipRight(setPrice(serum, 3500), raise))).toBeUndefined()
      // A database that was restored.
      expect(yield* learned(sql("UPDATE catalog_version SET version = 1"))).toBeUndefined()
      expect(yield* learned(stock({ brands: [{ id: "fresh", name: "Fresh", category: "skincare", products: [] }] })))
        .toBeUndefined()
      expect(yield* learned(Effect.void)).toEqual([])
    })
  )

  test(
    "are kept for a thousand versions",
    Effect.gen(function*() {
      const { sql } = yield* World
      const { setPrice } = yield* Prices.Prices
      yield* setPrice(serum, 3300)
      yield* setPrice(cream, 3300)
      expect(yield* countOf("catalog_change")).toBe(2)
      yield* sql("UPDATE catalog_version SET version = version + 998")
      yield* setPrice(balm, 3300)
      expect([yield* countOf("catalog_change"), yield* countOf("catalog_change", "product_id = 'serum'")])
        .toEqual([2, 0])
    })
  )

  test(
    "are asked for once, however many want to know",
    Effect.gen(function*() {
      const { faults } = yield* World
      const { changes } = yield* Catalog.Catalog
      let looks = 0
      faults.checkpoint = (text) => {
        if (/FROM catalog_version/.test(text)) looks++
        return undefined
      }
      yield* Effect.all(Array.from({ length: 50 }, () => changes.confirm), { concurrency: "unbounded" })
      expect(looks).toBe(1)
    })
  )

  test(
    "cannot be confirmed while the database fails",
    Effect.gen(function*() {
      const { clock, dialect, faults } = yield* World
      const { changes } = yield* Catalog.Catalog
      yield* changes.confirm
      clock.now += 1_000
      faults.checkpoint = (text) =>
        /FROM catalog_version/.test(text) ? dialect === "pg" ? "08006" : "SQLITE_IOERR" : undefined
      expect(yield* Effect.flip(changes.confirm)).toMatchObject({ _tag: "StoreUnavailable" })
      expect(changes.isConfirmed(clock.now)).toBe(false)
      faults.checkpoint = () => undefined
      yield* changes.confirm
      expect(changes.isConfirmed(clock.now)).toBe(true)
    })
  )
})

onPostgres("a change with an unknown outcome of its commit", (test) => {
  const uncertain = (name: string, fault: ReturnType<Checkpoint>, happened: boolean) =>
    test(
      name,
      Effect.gen(function*() {
        const { clock, faults } = yield* World
        const { changes } = yield* Catalog.Catalog
        const { setPrice } = yield* Prices.Prices
        yield* changes.confirm
        const before = changes.count
        faults.checkpoint = (text) => text === "COMMIT" ? fault : undefined
        expect(yield* Effect.flip(setPrice(serum, 3600))).toMatchObject({ _tag: "StoreUnavailable" })
        faults.checkpoint = () => undefined
        expect(changes.isConfirmed(clock.now)).toBe(false)
        yield* changes.confirm
        expect(changes.isConfirmed(clock.now)).toBe(true)
        expect(changes.changedProducts(before)).toEqual(happened ? [serum] : [])
      })
    )
  uncertain("is looked for before anything is shown", { after: "08006" }, true)
  uncertain("is no change where it did not happen", "08006", false)
})

onSqlite("a change with an unknown outcome of its commit", (test) => {
  test(
    "ends all showing, because the database has to be opened anew",
    Effect.gen(function*() {
      const { clock, faults } = yield* World
      const { changes } = yield* Catalog.Catalog
      const { setPrice } = yield* Prices.Prices
      yield* changes.confirm
      faults.checkpoint = (text) => text === "COMMIT" ? { after: "SQLITE_IOERR_FSYNC" } : undefined
      expect(yield* Effect.flip(setPrice(serum, 3600))).toMatchObject({ _tag: "StoreUnavailable" })
      faults.checkpoint = () => undefined
      expect(changes.isConfirmed(clock.now)).toBe(false)
      expect(yield* Effect.flip(changes.confirm)).toMatchObject({ _tag: "StoreUnavailable" })
    })
  )
})
