/**
 * Whatever happens to orders, in whatever order: nothing is refunded that was not paid, restocked that was not sold, or
 * stands where the table of statuses does not lead. Many random lives.
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { lives } from "./lives.ts"

describe("random lives of orders (SQLite)", () => {
  it("never refund what was not paid, restock what was not sold, or leave the table of statuses", async () => {
    await fc.assert(lives(), { numRuns: 25 })
  }, 240_000)

  it("go everywhere", async () => {
    const seen = new Set<string>()
    await fc.assert(lives(seen), { numRuns: 40, seed: 2 })
    expect([...seen]).toEqual(expect.arrayContaining([
      "order cancelled",
      "order shipped",
      "order delivered",
      "payment paid",
      "payment partially_refunded",
      "payment refunded",
      "return requested",
      "return refunded",
      "return rejected",
      "return cancelled"
    ]))
  }, 240_000)
})
