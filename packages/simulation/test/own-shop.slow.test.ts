/**
 * What an embedder's shop brings into a simulation is simulated like the store: a wrong reaction is found by the shop's
 * rule, by seed; goods, a provider's wrapper, a strategy and people of its own break no promise of the store.
 */
import type { Assortment } from "@beauty-store/commerce/catalog/CatalogImport"
import { OrderConfirmed, OrderPlaced } from "@beauty-store/commerce/events/DomainEvents"
import * as Reactions from "@beauty-store/commerce/events/Reactions"
import * as Strategies from "@beauty-store/commerce/Strategies"
import {
  type MovableRule,
  type OwnActor,
  type OwnRule,
  type OwnShop,
  rulesByStrategy
} from "@beauty-store/simulation/OwnShop"
import { type Options, simulate } from "@beauty-store/simulation/Simulation"
import * as Query from "@beauty-store/sql/Query"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"

const small: Omit<Options, "seed"> = { days: 1, shoppersPerDay: 2 }
const seeds = [1, 2]

const insert = Query.insert("gift", ["order_id"])
const tables = ["CREATE TABLE gift (order_id TEXT PRIMARY KEY)"]
/** Where a reaction to a fact fails, with the database perhaps, the fact is committed and a job runs the reaction. */
const rule: OwnRule = {
  name: "gift.paid",
  expected: "a gift for each paid order, given or about to be, and for no other",
  check: (query) => {
    const wrong = query<{ id: string }>(
      `SELECT o.id FROM orders o LEFT JOIN gift g ON g.order_id = o.id
       LEFT JOIN event e ON e.order_id = o.id AND e.type = 'order.created'
       LEFT JOIN job j ON j.subject = e.id AND j.kind = 'reaction:order.created'
       WHERE (g.order_id IS NULL) <> (e.id IS NULL OR j.subject IS NOT NULL) ORDER BY o.id`
    )
    return wrong.length === 0 ? undefined : wrong.map(({ id }) => id).join()
  }
}
const giving = (event: typeof OrderConfirmed | typeof OrderPlaced): OwnShop => ({
  tables,
  rules: [rule],
  reactions: event === OrderConfirmed
    ? Reactions.layer(Reactions.on(OrderConfirmed, ({ orderId }) => insert({ order_id: orderId })))
    : Reactions.layer(Reactions.on(OrderPlaced, ({ orderId }) => insert({ order_id: orderId })))
})

const product = (id: string, priceMinor: number, returnableOnceOpened: boolean) =>
  ({
    id,
    brandId: "alba",
    name: `Alba ${id}`,
    description: "",
    priceMinor,
    currency: "EUR",
    category: "skincare",
    gtin: id === "alba-serum" ? "4006381333931" : "4006381333948",
    size: { value: 30, unit: "ml" },
    returnableOnceOpened,
    onHand: 10
  }) as const
const catalogue: Assortment = {
  brands: [{
    id: "alba",
    name: "Alba",
    category: "skincare",
    products: [product("alba-serum", 29_95, false), product("alba-balm", 12_50, true)]
  }]
}

describe("a shop of an embedder's", () => {
  test("with a bug breaks the shop's rule in a few seeds, each the same each time", () => {
    const found = seeds.map((seed) => simulate({ ...small, seed, ...giving(OrderPlaced) }))
      .find(({ violations }) => violations.length > 0)
    expect(found?.violations[0]).toMatchObject({ rule: rule.name, expected: rule.expected })
    expect(simulate({ ...small, seed: found!.seed, ...giving(OrderPlaced) }).digest).toBe(found!.digest)
  })

  test("without the bug breaks no rule", () => {
    const right = seeds.map((seed) => simulate({ ...small, seed, ...giving(OrderConfirmed) }))
    expect(right.flatMap(({ violations }) => violations)).toEqual([])
  })

  test("writes by its own SQL in the store's transactions, with preemption and where statements lie apart", () => {
    const writing = (paid: typeof OrderConfirmed | typeof OrderPlaced): OwnShop => {
      const write = Effect.fnUntraced(function*({ orderId }: { readonly orderId: string }) {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO gift ${sql.insert({ order_id: orderId })}`
        // An attempt that fails is undone, and the first row stays.
        yield* Effect.ignore(
          sql.withTransaction(Effect.zipRight(
            sql`INSERT INTO gift (order_id) VALUES (${`${orderId} again`})`,
            sql`INSERT INTO gift (order_id) VALUES (${orderId})`
          ))
        )
        const seen = yield* sql<{ order_id: string }>`SELECT order_id FROM gift WHERE order_id LIKE ${`${orderId}%`}`
        if (seen.length !== 1) return yield* Effect.dieMessage("not what was written")
      })
      const reactions = paid === OrderConfirmed
        ? Reactions.layer(Reactions.on(OrderConfirmed, (event) => Effect.orDie(write(event))))
        : Reactions.layer(Reactions.on(OrderPlaced, (event) => Effect.orDie(write(event))))
      return { tables, rules: [rule], reactions }
    }
    const run = (seed: number, interleaved: boolean, paid: typeof OrderConfirmed | typeof OrderPlaced) =>
      simulate({ ...small, seed, interleaved, ...writing(paid) })
    const right = [run(1, false, OrderConfirmed), run(1, true, OrderConfirmed), run(2, true, OrderConfirmed)]
    expect(right.flatMap(({ violations }) => violations)).toEqual([])
    expect(right.reduce((sum, { purchases }) => sum + purchases, 0)).toBeGreaterThan(0)
    expect([1, 2].some((seed) => run(seed, true, OrderPlaced).violations[0]?.rule === rule.name)).toBe(true)
  })

  test("sells its own goods to its own people through its own provider, made at each start of the store", () => {
    const made: Array<number> = []
    const bought: Array<string> = []
    const buyer: OwnActor = {
      name: "friend",
      act: Effect.fnUntraced(function*({ client, delivery, pay, products }) {
        const [productId] = products
        yield* client.sendUntilFinal("POST", "/api/cart", { productId, quantity: 1 }, client.key(false))
        const session = yield* client.sendUntilFinal<{ orderId: string; redirectUrl: string }>(
          "POST",
          "/api/checkout",
          delivery(),
          client.key(false)
        )
        if (session?.status !== 200) return
        yield* pay(session.json.redirectUrl)
        bought.push(session.json.orderId)
      })
    }
    const reports = [2, 3].map((seed) =>
      simulate({
        ...small,
        seed,
        catalogue,
        workload: [buyer],
        provider: (simulated) => {
          made.push(0)
          return {
            ...simulated,
            createSession: (request) => {
              made[made.length - 1]!++
              return simulated.createSession(request)
            }
          }
        },
        rules: [{
          name: "goods.own",
          expected: "none but the shop's own goods in its orders",
          check: (query) =>
            query<{ id: string }>("SELECT product_id AS id FROM order_line WHERE product_id NOT LIKE 'alba-%'")[0]?.id
        }]
      })
    )
    expect(reports.flatMap(({ violations }) => violations)).toEqual([])
    // Where goods are scarce, the others may have been faster.
    expect(bought.length).toBeGreaterThan(0)
    expect(made).toHaveLength(reports.reduce((sum, { boots }) => sum + boots, 0))
    expect(made.reduce((sum, calls) => sum + calls, 0)).toBeGreaterThan(0)
  })

  test("sells goods of categories of its own, and is not simulated with categories that no shop may have", () => {
    const [brand] = catalogue.brands
    const wines: Assortment = {
      brands: [{
        ...brand!,
        category: "red-wine",
        products: brand!.products.map((product) => ({ ...product, category: "red-wine" }))
      }]
    }
    const own = { ...small, seed: 2, catalogue: wines, categories: ["red-wine", "glasses"] }
    const { purchases, violations } = simulate(own)
    expect(violations).toEqual([])
    expect(purchases).toBeGreaterThan(0)
    // What is prepared for some categories is not taken for others.
    expect(() => simulate({ ...own, categories: ["glasses"] }))
      .toThrow("brands[0].category: Expected one of glasses, actual \"red-wine\"")
    expect(() => simulate({ ...own, categories: [] })).toThrow("policy.categories")
    expect(() => simulate({ ...own, categories: ["Red wine"] }))
      .toThrow("policy.categories[0]: Expected a category: lower-case words with hyphens, actual \"Red wine\"")
  })

  test("with its own tax breaks the auditor's rules of tax, unless one of its own takes their place", () => {
    const strategies = Layer.succeed(Strategies.Tax, { rateBp: () => 810 })
    const rules: ReadonlyArray<OwnRule> = [{
      name: "tax.swiss",
      expected: "a rate of 8.1 %",
      check: () => undefined,
      replaces: ["order.vat", "receipt.vat", "receipt.creditedVat", "receipt.creditedRates"]
    }]
    const options = { ...small, seed: 2, calm: true, strategies }
    expect(simulate(options).violations.map(({ rule }) => rule)).toContain("order.vat")
    expect(simulate({ ...options, rules }).violations).toEqual([])
    // A rule counts under the name of the one whose place it takes, too.
    const wrong = [{ ...rules[0]!, name: "receipt.vat", check: () => "7 %" }]
    expect(simulate({ ...options, rules: wrong }).violations[0]).toMatchObject({ rule: "receipt.vat", seen: "7 %" })
  })

  test("that replaces a rule which is none, or has two rules of one name, is not simulated", () => {
    const replacing = { ...rule, replaces: ["receipt.vta" as MovableRule] }
    expect(() => simulate({ ...small, seed: 1, rules: [replacing] }))
      .toThrow("the rule \"gift.paid\" replaces \"receipt.vta\", but a strategy can only move cart.sums, order.sums, ")
    expect(() => simulate({ ...small, seed: 1, rules: [rule, rule] })).toThrow("two rules are called \"gift.paid\"")
  })

  test("may replace rules that the auditor has, and those that the documentation lists", () => {
    const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")
    const auditor = readdirSync(new URL("../src/auditor", import.meta.url)).map((file) =>
      read(`../src/auditor/${file}`)
    )
    const guide = read("../../../docs/simulation.md")
    for (const [strategy, rules] of Object.entries(rulesByStrategy)) {
      for (const name of rules) expect([name, auditor.join().includes(`"${name}"`)]).toEqual([name, true])
      expect(guide).toContain(`| \`${strategy}\` | ${rules.map((name) => `\`${name}\``).join(", ")} |`)
    }
  })
})
