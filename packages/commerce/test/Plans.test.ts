/**
 * How the database finds what the store asks for: through an index, in every table that grows with use. A statement
 * that reads such a table from end to end stands still for everybody once the shop has been open for a year.
 */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import { Bestsellers } from "@beauty-store/commerce/catalog/Bestsellers"
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import { Identity } from "@beauty-store/commerce/identity/Identity"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import * as Store from "@beauty-store/commerce/Store"
import { ProductId } from "@beauty-store/domain/Ids"
import * as Idempotency from "@beauty-store/sql/Idempotency"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { ada, days, minutes, onSqlite, owner, request, runJobs, World } from "../../../test/shop/use-cases.ts"

const growing = [
  "cart",
  "cart_line",
  "checkout_session",
  "event",
  "idempotency",
  "job",
  "order_line",
  "orders",
  "payment",
  "receipt",
  "refund",
  "token"
]

/** The store's days: buying, paying, superseding, giving back, coming back, forgetting. */
const everything = Effect.gen(function*() {
  const { clock, provider } = yield* World
  const carts = yield* Carts.Carts
  const checkout = yield* Checkout.Checkout
  const identity = yield* Identity
  const orders = yield* Orders.Orders
  const { write } = yield* Transactions
  const { sweep } = yield* Store.handlers
  const keyed = {
    ...Idempotency.keyed({ scope: "sho_ada POST /api/cart", key: "k", fingerprint: "f" }),
    subject: "cs_1"
  }
  const agent = owner("agent:a", "paul")

  const guest = yield* identity.prepareGuest
  const { accessToken } = yield* guest.create
  yield* identity.authenticate(accessToken)
  for (const  of of[ada, agent]) {
    yield* carts.add(of, ProductId.make("serum"), 2)
    yield* carts.set(of, ProductId.make("noir"), 1)
    yield* carts.remove(of, ProductId.make("noir"))
    const first = yield* checkout.start(request(of))
    const second = yield* checkout.start(request(of))
    provider.pay(first.sessionId)
    provider.pay(second.sessionId)
    clock.now += 2 * minutes
    yield* runJobs
    yield* runJobs
    yield* checkout.view(of, second.sessionId)
    yield* orders.list(of, { limit: 1 })
    yield* orders.view({ kind: "agent", id: of.principal, scopes: ["shop"] }, first.orderId)
    yield* carts.add(of, ProductId.make("serum"), 1)
    yield* carts.empty(of)
  }
  yield* write(Effect.zipRight(Idempotency.begin(keyed), Idempotency.recordRunning(keyed)))
  yield* write(Idempotency.yieldRunning(keyed))
  yield* write(Idempotency.begin(keyed))
  yield* write(Idempotency.recordDone(keyed, { status: 200, headers: {}, body: "" }, false))
  yield* write(Idempotency.forget(keyed))
  clock.now += 2 * days
  yield* identity.authenticate(accessToken)
  yield* identity.revoke(accessToken)
  yield* (yield* ProductSearch).search({ sort: "name", limit: 1, q: "rose" })
  yield* (yield* Bestsellers).list(6)
  yield* sweep("store")
  yield* runJobs
})

onSqlite("the plans", (test) => {
  test(
    "read no table that grows with use from end to end",
    Effect.gen(function*() {
      const { faults, sql } = yield* World
      const texts = new Set<string>()
      faults.checkpoint = (text) => {
        if (/^(SELECT|UPDATE|DELETE|INSERT)\b/.test(text)) texts.add(text)
        return undefined
      }
      yield* everything
      faults.checkpoint = () => undefined
      expect(texts.size).toBeGreaterThan(40)
      const scans: Array<string> = []
      const used = new Set<string>()
      for (const text of texts) {
        const plan = yield* sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${text.replaceAll("?", "1")}`)
        for (const { detail } of plan) {
          used.add(/ INDEX (\w+)/.exec(detail)?.[1] ?? "")
          const [, method, alias = ""] = /^(SCAN|SEARCH) (\w+)/.exec(detail) ?? []
          const table = growing.includes(alias) ? alias : new RegExp(`\\b(\\w+) ${alias}\\b`).exec(text)?.[1] ?? alias
          if (!growing.includes(table)) continue
          // A walk along an index that stops at the first row is none; a search that uses no column is one.
          const walks = method === "SCAN"
            ? !/USING .*INDEX/.test(detail) || !text.trim().endsWith("LIMIT 1")
            : !/\(/.test(detail)
          const skips = /\bshopper = \?/.test(text) && /principal=/.test(detail) && !/shopper=/.test(detail)
          if (walks || skips) scans.push(`${detail}: ${text}`)
        }
      }
      expect(scans.join("\n")).toBe("")
      // The condition of an index that is not for all rows is met by a statement that says it in the same words.
      expect(used).toContain("checkout_session_live")
      const conditions = yield* sql<{ sql: string }>(
        "SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'"
      )
      expect(conditions.length).toBeGreaterThan(4)
      expect([...texts, ...conditions.map((index) => index.sql)].filter((text) => /IN \('\w+', '\w+', /.test(text)))
        .toEqual([])
    })
  )

  test(
    "read a page of a list along an index, in its order, with groups as one entry or without",
    Effect.gen(function*() {
      const { faults, sql } = yield* World
      const products = yield* ProductSearch
      const plansOf = Effect.fnUntraced(function*(read: Effect.Effect<unknown, unknown>) {
        const texts: Array<string> = []
        faults.checkpoint = (text) => {
          if (text.startsWith("SELECT p.id")) texts.push(text)
          return undefined
        }
        yield* Effect.orDie(read)
        faults.checkpoint = () => undefined
        expect(texts).toHaveLength(1)
        const plan = yield* sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${texts[0]!.replaceAll("?", "1")}`)
        return plan.map(({ detail }) => detail)
      })
      const indexes = [
        ["relevance", {}, "sqlite_autoindex_product_1"],
        ["newest", {}, "product_by_age"],
        ["price", {}, "product_by_price"],
        ["name", {}, "product_by_name"],
        ["relevance", { category: "skincare" }, "product_by_category"],
        ["newest", { category: "skincare" }, "product_by_category_and_age"],
        ["price", { category: "skincare" }, "product_by_category_and_price"]
      ] as const
      for (const [sort, filter, index] of indexes) {
        for (const list of [products.search, products.entries] as const) {
          const { nextCursor } = yield* list({ ...filter, sort, limit: 1 })
          for (const cursor of [undefined, nextCursor!]) {
            const plan = yield* plansOf(list({ ...filter, sort, limit: 1, cursor }))
            const words = `${sort} ${JSON.stringify(filter)}: ${plan.join("; ")}`
            expect(plan[0]?.split(" ").slice(1, 5), words).toEqual(["p", "USING", "INDEX", index])
            expect(plan.filter((detail) => /ORDER BY/.test(detail)), words).toEqual([])
            const others = plan.filter((detail) => /^(SCAN|SEARCH) o /.test(detail))
            expect(others, words).toEqual(
              list === products.search ? [] : ["SEARCH o USING INDEX product_by_group (group_id=?)"]
            )
          }
        }
      }
    })
  )
})
