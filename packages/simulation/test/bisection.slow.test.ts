/** A failure is traced to the transaction with which it began. */
import { beginningOf, linesOf } from "@beauty-store/simulation/Bisection"
import { type Options, simulate } from "@beauty-store/simulation/Simulation"
import { expect, test } from "vitest"

test("a row that breaks a rule is found with the transaction that wrote it", { timeout: 60_000 }, () => {
  const options: Options = { seed: 5, days: 0.5, shoppersPerDay: 1, calm: true }
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
  expect(statements.some(({ request }) => request !== undefined)).toBe(true)
  expect(rows.map(({ table }) => table)).toEqual(expect.arrayContaining(["orders", "stock"]))
  expect(linesOf(beginning).join("\n")).toContain("books.stock.reserved")
})
