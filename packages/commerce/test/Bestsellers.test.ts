/** What is bought most, on both databases. */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import { Bestsellers } from "@beauty-store/commerce/catalog/Bestsellers"
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import { ProductId } from "@beauty-store/domain/Ids"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { days, minutes, onBoth, owner, request, runJobs, setStock, World } from "../../../test/shop/use-cases.ts"

const bought = (by: string, product: string, quantity: number, isPaid = true) =>
  Effect.gen(function*() {
    const { clock, provider } = yield* World
    const of = owner(`sho_${by}`)
    yield* (yield* Carts.Carts).set(of, ProductId.make(product), quantity)
    const session = yield* (yield* Checkout.Checkout).start(request(of))
    if (!isPaid) return
    provider.pay(session.sessionId)
    clock.now += 2 * minutes
    yield* runJobs
  })

const bestsellers = (limit: number) =>
  Effect.map(
    Effect.flatMap(Bestsellers, (bestsellers) => bestsellers.list(limit)),
    (entries) => entries.map(({ product }) => product.id)
  )

/** All products, by popularity, in pages of a size. */
const listed = Effect.fnUntraced(function*(limit: number) {
  const search = yield* ProductSearch
  const ids: Array<string> = []
  for (let cursor: string | undefined;;) {
    const { data, nextCursor } = yield* search.search({ sort: "popularity", limit, cursor })
    ids.push(...data.map(({ id }) => id))
    if (nextCursor === null) return ids
    cursor = nextCursor
  }
})

onBoth("what is bought most", (test) => {
  test(
    "is what was paid for in the last thirty days and is still there, the most units first",
    Effect.gen(function*() {
      const { clock } = yield* World
      expect(yield* bestsellers(5)).toEqual([])
      yield* bought("a", "cream", 1)
      yield* bought("b", "serum", 2)
      yield* bought("c", "noir", 3, false)
      yield* bought("d", "cream", 2)
      expect(yield* bestsellers(5)).toEqual(["cream", "serum"])
      expect(yield* bestsellers(1)).toEqual(["cream"])
      clock.now += 29 * days
      yield* bought("e", "serum", 1)
      clock.now += 2 * days
      expect(yield* bestsellers(5)).toEqual(["serum"])
      const all = yield* listed(20)
      expect([all[0], all.length > 3, yield* listed(1)]).toEqual(["serum", true, all])
      expect(all.slice(1)).toEqual(all.slice(1).toSorted())
      yield* setStock("serum", 3)
      expect(yield* bestsellers(5)).toEqual([])
    })
  )

  test(
    "counts the products of a group together",
    Effect.gen(function*() {
      const { sql } = yield* World
      yield* sql(`UPDATE product SET group_id = 'rose', group_name = 'Rose', varies_by = 'scent', group_value = name
        WHERE id IN ('cream', 'noir')`)
      yield* bought("a", "cream", 2)
      yield* bought("b", "serum", 3)
      yield* bought("c", "noir", 2)
      expect(yield* bestsellers(5)).toEqual(["cream", "serum"])
      expect((yield* listed(4)).slice(0, 3)).toEqual(["cream", "noir", "serum"])
      yield* setStock("cream", 2)
      expect(yield* bestsellers(1)).toEqual(["noir"])
      yield* setStock("noir", 2)
      expect(yield* bestsellers(5)).toEqual(["serum"])
    })
  )

  test(
    "stands beside the whole catalogue: its brands and the ids of its products, part by part",
    Effect.gen(function*() {
      const catalog = yield* Catalog
      const brands = yield* catalog.brands
      expect(yield* catalog.brandList).toEqual(brands.map(({ category, id, name }) => ({ id, name, category })))
      const all = brands.flatMap(({ products }) => products.map(({ id }) => id)).toSorted()
      expect(yield* catalog.size).toBe(all.length)
      const limit = 3
      const parts: Array<string> = []
      for (let offset = 0; offset < all.length; offset += limit) {
        parts.push(...(yield* catalog.productIds(offset, limit)))
      }
      expect(parts).toEqual(all)
    })
  )
})
