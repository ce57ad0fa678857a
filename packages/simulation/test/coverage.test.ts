/**
 * What there is to see of the contracts, what a request shows of it, and how requests are varied and broken by it.
 */
import { expect, test } from "vitest"
import { reasonFor } from "../../../scripts/unseenPairs.ts"
import { contract } from "../src/auditor/Contract.ts"
import { pairs, seenIn } from "../src/auditor/Coverage.ts"
import { Prng } from "../src/engine/Prng.ts"
import { broken, brokenQuery, misnamed, varied } from "../src/workload/Variations.ts"

const seen = (operation: string, path: string, json?: unknown): ReadonlyArray<string> => {
  const found: Array<string> = []
  seenIn(operation, path, json, (pair) => void found.push(pair))
  return found
}

test("there is each documented status, and of each field each boundary", () => {
  const all = new Set(pairs())
  for (
    const pair of [
      "cart.add 200",
      "cart.add 409",
      "cart.add quantity absent",
      "cart.add quantity too little",
      "cart.add quantity least",
      "cart.add quantity most",
      "cart.add quantity too much",
      "orders.cancel reason longest",
      "catalog.search ?sort = -price",
      "catalog.search ?limit most",
      "orders.ship items[].quantity least",
      "acp.createCheckoutSession 200",
      "acp.createCheckoutSession 201",
      "acp.createCheckoutSession buyer null"
    ]
  ) expect(all, pair).toContain(pair)
  expect(all).not.toContain("cart.add productId absent")
})

test("a request shows what it has, what it lacks and where it is at a bound", () => {
  expect(seen("cart.add", "/api/cart", { productId: "x".repeat(200), quantity: 100 })).toEqual([
    "cart.add productId longest",
    "cart.add quantity present",
    "cart.add quantity too much"
  ])
  expect(seen("refunds.list", "/api/refunds?limit=1")).toEqual([
    "refunds.list ?limit present",
    "refunds.list ?limit least",
    "refunds.list ?cursor absent"
  ])
  expect(seen("orders.ship", "", { carrier: "c", trackingNumber: "t", items: [{ productId: "p", quantity: 1 }] }))
    .toEqual(expect.arrayContaining(["orders.ship items one", "orders.ship items[].quantity least"]))
})

test("what a request shows is among what there is to see", () => {
  const all = new Set(pairs())
  const shown = [
    ...seen("catalog.search", "/api/products?sort=name&inStock=true&limit=3"),
    ...seen("returns.request", "", { orderId: "o", items: [{ productId: "p", reason: "r", condition: "opened" }] }),
    ...seen("acp.createCheckoutSession", "", { currency: "eur", line_items: [{ id: null, quantity: 1 }], buyer: null })
  ]
  expect(shown.length).toBeGreaterThan(15)
  expect(shown.filter((pair) => !all.has(pair))).toEqual([])
})

const inCents = { wire: (minor: number) => minor / 100 }

test("a broken request breaks one field, by its type, its bounds or its absence, each way in turn", () => {
  const tried = new Set<string>()
  const values = new Set<unknown>()
  for (let n = 0; n < 40; n++) {
    const fault = broken(
      new Prng(`fault ${n}`),
      inCents,
      "cart.add",
      { productId: "p", quantity: 2 },
      (how) => tried.has(how)
    )!
    tried.add(fault.how)
    values.add((fault.json as { quantity?: unknown }).quantity)
  }
  expect([...values]).toEqual(expect.arrayContaining([0, -7, 100, 1.5, "1", null]))
  expect([...tried].some((how) => how.endsWith("productId missing"))).toBe(true)
  expect(brokenQuery(new Prng("a query"), inCents, "refunds.list", "/api/refunds?limit=2")?.path).toMatch(
    /^\?(?:limit|cursor)$/
  )
})

test("a text that is too long is so without its runs of blanks, too", () => {
  const parcel = { carrier: "c", trackingNumber: "t" }
  const carriers = Array.from({ length: 200 }, (_, n) => {
    const fault = broken(new Prng(`text ${n}`), inCents, "orders.ship", parcel, () => false)!
    return (fault.json as { readonly carrier?: unknown }).carrier
  }).filter((carrier): carrier is string => typeof carrier === "string" && carrier.length > 50)
  expect(carriers.length).toBeGreaterThan(3)
  for (const carrier of carriers) expect(carrier.replace(/\s+/g, " ")).toHaveLength(carrier.length)
})

test("a varied request has the same names, from the same stream the same", () => {
  const asked = {
    email: "a@example.com",
    shipping: { name: "A", address: "B", city: "C", postcode: "D", country: "DE" }
  }
  const bodies = Array.from({ length: 30 }, (_, n) => varied(new Prng(`way ${n}`), "POST", "/api/checkout", asked))
  expect(varied(new Prng("way 3"), "POST", "/api/checkout", asked)).toEqual(bodies[3])
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBeGreaterThan(20)
  for (const body of bodies) expect(body).toMatchObject({ email: "a@example.com", shipping: { country: "DE" } })
  expect(asked.shipping.name).toBe("A")
  expect(misnamed(new Prng("a name"), "cart.add", { productId: "p" })?.path).toBe("productId")
})

test("only what there is to see is listed as never to be seen, and what every purchase shows is not", () => {
  const all = pairs()
  expect(all.filter((pair) => reasonFor(pair) !== undefined).length).toBeLessThan(all.length)
  for (const [operation] of contract()) {
    for (const status of [200, 401, 403, 503]) {
      const pair = `${operation} ${status}`
      const isRefusedByNature = /^(?:support\.ask|auth\.guest) 403$|^(?:health\.live|acp\.\w+) 503$/.test(pair)
      if (!isRefusedByNature) expect(reasonFor(pair), pair).toBeUndefined()
    }
  }
})
