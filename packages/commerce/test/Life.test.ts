/**
 * Whatever happens to orders, in whatever order: nothing is refunded that was not paid, restocked that was not sold, or
 * stands where the table of statuses does not lead. A few random lives; `Life.slow.test.ts` has many.
 */
import * as fc from "fast-check"
import { describe, it } from "vitest"
import { lives } from "./lives.ts"

describe("random lives of orders (SQLite)", () => {
  it("never refund what was not paid, restock what was not sold, or leave the table of statuses", async () => {
    await fc.assert(lives(), { numRuns: 5 })
  })
})
