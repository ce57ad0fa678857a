/** Every bench still measures something. */
import { expect, test } from "vitest"
import { bench, benchWithin, purchases } from "./small-benches.ts"

test("bench/purchase makes purchases in process beside the peer", async () => {
  const output = await bench("purchase", "--only", "process", "--seconds", "0.2", "--shoppers", "2")
  for (const rate of purchases(output)) expect(rate).toBeGreaterThan(0)
  expect(Number(/^the store's handlers +([0-9.]+)/m.exec(output)?.[1])).toBeGreaterThan(0)
  expect(output).toMatch(/^ 1: the store \/ bare, purchases\/s +[0-9.]+ /m)
})

test(
  "bench/delegated makes purchases by delegation and by ACP beside those at the page",
  async () => {
    const output = await bench("delegated", "--seconds", "0.3", "--shoppers", "2")
    for (const way of ["at the page", "by delegation", "by ACP"]) {
      expect(Number(new RegExp(`^${way} +([0-9.]+) purchases/s`, "m").exec(output)?.[1])).toBeGreaterThan(0)
    }
    for (const way of ["by delegation", "by ACP"]) {
      expect(output).toMatch(
        new RegExp(`^${way} / at the page +[0-9.]+$`, "m")
      )
    }
  }
)

test("bench/purchase makes purchases over HTTP beside the peer", async () => {
  const output = await bench("purchase", "--only", "http", "--seconds", "0.3", "--shoppers", "3", "--warm-up", "1")
  for (const rate of purchases(output)) expect(rate).toBeGreaterThan(0)
  expect(output).toMatch(/^the store \/ bare, purchases\/s +[0-9.]+ /m)
  expect(output).toMatch(/^bare \/ the store, processor of a purchase +[0-9.]+ /m)
})

test("bench/reads measures public reads beside both peers, and with purchases between", async () => {
  const output = await bench("reads", "--seconds", "0.1", "--shoppers", "2", "--only", "product")
  for (const work of ["a product", "a product, gzip", "50 products and a purchase"]) {
    expect(Number(new RegExp(`^${work} +([0-9.]+) `, "m").exec(output)?.[1])).toBeGreaterThan(0)
  }
})

test("bench/reads measures what shoppers read of their own", async () => {
  const output = await bench("reads", "--seconds", "0.1", "--shoppers", "2", "--only", "own")
  for (const own of ["cart", "order", "session", "orders"]) {
    expect(Number(new RegExp(`^own ${own} +([0-9.]+) `, "m").exec(output)?.[1])).toBeGreaterThan(0)
  }
})

test("bench/start measures a start beside that of the bare peer", async () => {
  expect(await bench("start")).toMatch(/^the store \/ bare +[0-9.]+ /m)
})

test("bench/mounting measures both mountings at each of its works", async () => {
  const output = await bench("mounting", "--seconds", "0.1", "--shoppers", "2")
  for (const work of ["product read", "cart read", "purchase"]) {
    expect(output).toMatch(new RegExp(`^${work} +[0-9.]+ +[0-9.]+ +[0-9.]+  \\(`, "m"))
  }
})

test("bench/admission measures what counting a request costs", async () => {
  const output = await bench("admission", "--requests", "2000", "--networks", "500")
  expect(Number(/^a request +([0-9.]+) µs$/m.exec(output)?.[1])).toBeGreaterThan(0)
  expect(output).toMatch(/^remembered +750 budgets$/m)
})

test("bench/postgres makes purchases by one instance, by two, and by the peer over pg", async () => {
  const output = await bench("postgres", "--seconds", "0.3", "--shoppers", "2", "--warm-up", "1")
  for (const name of ["the store", "the store, 2 instances", "bare pg"]) {
    expect(Number(new RegExp(`^${name} +([0-9.]+) `, "m").exec(output)?.[1])).toBeGreaterThan(0)
  }
  expect(output).toMatch(/^2 instances \/ one, processor of a purchase +[0-9.]+ /m)
})

test("bench/overload measures crowds of both kinds", async () => {
  const output = await bench("overload", "--people", "60", "--receipts", "3")
  expect(output).toMatch(/^60 mixed requests +60 +0 +0 /m)
  expect(output).toMatch(/^3 receipts as PDF +3 +0 +0 /m)
})

test("bench/scans measures purchases with and without scans", async () => {
  const output = await bench("scans", "--scans", "2", "--seconds", "1", "--shoppers", "2")
  expect(output).toMatch(/^median of the ratios: \d\.\d\d$/m)
})

test("bench/memory measures both halves", async () => {
  const output = await bench("memory", "--requests", "200", "--clients", "2")
  for (const half of ["first half", "second half"]) {
    expect(Number(new RegExp(`^${half} +([0-9.]+) `, "m").exec(output)?.[1])).toBeGreaterThan(0)
  }
})

test("bench/scale measures by each of its axes", async () => {
  const ends = ["--products", "144", "--orders", "40", "--connections", "2", "--instances", "2"]
  const output = await benchWithin(430_000)("scale", ...ends, "--seconds", "0.1", "--shoppers", "2")
  const rows = [...output.matchAll(/^a purchase((?: +[0-9]+)+)$/gm)].map(([, costs = ""]) =>
    costs.trim().split(/ +/).filter((cost) => Number(cost) > 0)
  )
  expect(rows.map(({ length }) => length)).toEqual([2, 2, 2, 2])
  for (const axis of ["products", "orders", "connections", "instances"]) {
    expect(output).toMatch(new RegExp(`^  x-axis "${axis}" `, "m"))
  }
}, 440_000)
