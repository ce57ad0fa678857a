/** Failures are compared by what they are about, and worlds can do without some of their people and requests. */
import { isSame } from "@beauty-store/simulation/BrokenPromise"
import { LeftOut } from "@beauty-store/simulation/workload/LeftOut"
import { expect, test } from "vitest"

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
