/** A failure is traced to the transaction with which it began, and compared by what it is about. */
import { beginningOf, linesOf } from "@beauty-store/simulation/Bisection"
import { isSame } from "@beauty-store/simulation/BrokenPromise"
import { type Options, simulate } from "@beauty-store/simulation/Simulation"
import { LeftOut } from "@beauty-store/simulation/workload/LeftOut"
import { expect, test } from "vitest"

test("a row that breaks a rule is found with the transaction that wrote it", { timeout: 60_000 }, () => {
  const options: Options = { seed: 2, days: 0.5, shoppersPerDay: 1, calm: true }
  // A trigger stands for a bug: with the second order a unit is no longer reserved.
  const planted: Options = {
    ...options,
    tables: [`CREATE TRIGGER planted AFTER INSERT ON orders WHEN (SELECT count(*) FROM orders) = 2
      BEGIN UPDATE stock SET reserved = reserved - 1 WHERE reserved > 0; END`]
  }
  expect(simulate(options).violations).toEqual([])
  const beginning = beginningOf(planted)!
  expect(beginning.foundBy).toBe("audit")
  const { committed: { n, statements }, rows } = beginning

  expect(n).toBeGreaterThan(1)
  expect(statements.some(({ text }) => text.startsWith("INSERT INTO orders"))).toBe(true)
  expect(statements.some(({ request }) => request?.sender !== undefined)).toBe(true)
  expect(rows.map(({ table }) => table)).toEqual(expect.arrayContaining(["orders", "stock"]))
  expect(linesOf(beginning).join("\n")).toContain("books.stock.reserved")
})

test("two violations are the same where the rule and the subject are", () => {
  const lost = (of: string, rule = "stock.conserved") => ({ rule, expected: `3 of ${of}`, seen: "0 of b" })
  expect(isSame(lost("a-serum"), lost("a-serum"), ["a-serum", "a-cream"])).toBe(true)
  expect(isSame(lost("a-serum"), lost("a-cream"), ["a-serum", "a-cream"])).toBe(false)
  expect(isSame(lost("a-serum"), lost("a-serum", "stock.shown"), ["a-serum"])).toBe(false)
})

test("people and requests that are left out are not there, and a request that is sent again is one", () => {
  const leftOut = new LeftOut(new Set(["staff"]), new Set(["shopper-1:2"]))
  expect(["staff", "shopper-1"].map((name) => leftOut.comes(name))).toEqual([false, true])
  expect(["a", "b", "b", undefined].map((key) => leftOut.sends("shopper-1", key))).toEqual([true, false, false, true])
  expect(leftOut.sent).toEqual(["shopper-1:1", "shopper-1:3"])
})
