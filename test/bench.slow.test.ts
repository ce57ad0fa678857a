/** Benches of many processes still measure something. */
import { expect, test } from "vitest"
import { bench, purchases } from "./small-benches.ts"

test("bench/purchase makes purchases in process beside both peers", async () => {
  const output = await bench("purchase", "--only", "process", "--seconds", "0.2", "--shoppers", "2")
  for (const rate of purchases(output)) expect(rate).toBeGreaterThan(0)
  expect(Number(/^the store's handlers +([0-9.]+)/m.exec(output)?.[1])).toBeGreaterThan(0)
  expect(output).toMatch(/^ 1: the store \/ bare, a commit per request +[0-9.]+ /m)
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
