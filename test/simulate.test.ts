/** `npm run simulate` says what is wrong with an option, instead of living through some other world. */
import { readFileSync } from "node:fs"
import { afterEach, expect, test, vi } from "vitest"
import { readSimulationOptions } from "../scripts/simulationOptions.ts"
import { ended } from "../scripts/simulationPool.ts"
import { describeDays, Totals } from "../scripts/simulationTotals.ts"

class Ended extends Error {}

const given = (...options: ReadonlyArray<string>): void =>
  void vi.spyOn(process, "argv", "get").mockReturnValue(["node", "simulate.ts", ...options])

/** Reads a command line, and how the program ends by it. */
const read = (...options: ReadonlyArray<string>): { readonly status: unknown; readonly said: string } => {
  const said: Array<unknown> = []
  const ended = vi.spyOn(process, "exit").mockImplementation(() => {
    throw new Ended()
  })
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => said.push(text) > 0)
  }
  given(...options)
  try {
    readSimulationOptions()
  } catch (error) {
    if (!(error instanceof Ended)) throw error
  }
  return { status: ended.mock.calls[0]?.[0], said: said.join("") }
}
afterEach(() => void vi.restoreAllMocks())

test.each([
  [["--seed", "seven"], "--seed seven: should be a whole number above 0"],
  [["--seeds", "7"], "--seeds 7: should be like 1..100"],
  [["--seeds", "9..3"], "--seeds 9..3: should be like 1..100"],
  [["--days", "0"], "--days 0: should be a number above 0"],
  [["--only", "act.cancel,act.dance"], "--only act.dance: there is act.browse, "],
  [["--fault", "disk.melts:3"], "--fault disk.melts:3: should be like disk.full:12"],
  [["--fault", "disk.full"], "--fault disk.full: should be like disk.full:12"],
  [["--fast"], "Unknown option '--fast'"],
  [["--fast"], "--seeds 1..1000       many"],
  [["--seed", "7", "--minutes", "1"], "--seed, --seeds and --minutes say which seeds to run: give one of them"]
])("%s", (options, why) => {
  const { said, status } = read(...options)
  expect(said).toContain(why)
  expect(status).toBe(2)
})

test("--help lists every option", () => {
  const { said, status } = read("--help")
  const source = readFileSync("scripts/simulationOptions.ts", "utf8")
  const names = [...source.matchAll(/^ {4}"?([\w-]+)"?: \{ type: /gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) expect(said).toContain(`--${name}`)
  expect(status).toBe(0)
})

/** What is said at the end of some runs, of which some violate a rule. */
const verdictOf = (broken: ReadonlyArray<string | undefined>, verbose = false): ReadonlyArray<string> => {
  const said: Array<string> = []
  vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0)
  const totals = new Totals({ coverage: false, minutes: undefined, verbose })
  for (const [i, rule] of broken.entries()) {
    totals.add({
      ...ended({ seed: i + 1, days: 3 }, ""),
      violations: rule === undefined ? [] : [{ rule, expected: "", seen: "" }],
      simulatedMillis: 4 * 86_400_000,
      purchases: 1_200,
      requests: 2_000,
      boots: 3,
      faults: [["disk.full", 2], ["disk.busy", 1]],
      checks: [["cart.sums", 500], ["stock.conserved", 600]]
    })
  }
  totals.print()
  return said.join("").trimEnd().split("\n")
}

test("the end of a run says in a sentence what was lived through and checked, and what was found", () => {
  expect(verdictOf([undefined])[0]).toBe(
    "4 simulated days with 1,200 purchases among 2,000 requests, 3 faults of 2 kinds, and 2 kills of the store; "
      + "1,100 checks by 2 rules found no broken promise."
  )
  expect(verdictOf([undefined])).toHaveLength(2)
  expect(verdictOf([undefined, "cart.sums", "stock.sold", "cart.sums"])[0]).toBe(
    "4 seeds: 16 simulated days with 4,800 purchases among 8,000 requests, 12 faults of 2 kinds, and 8 kills of the "
      + "store; 4,400 checks by 2 rules found cart.sums broken in seed 2, 4, stock.sold broken in seed 3."
  )
})

test("the beginning of a run says how long it was asked for, and that settling adds days", () => {
  expect(describeDays(1)).toBe("1 day, and those in which everything settles")
  expect(describeDays(3)).toBe("3 days, and those in which everything settles")
})

test("--verbose has the tables", () => {
  expect(verdictOf([undefined], true)).toContain("faults (2): disk.busy 1 · disk.full 2")
  expect(verdictOf([undefined], true)).toContain("rules (2): cart.sums 500 · stock.conserved 600")
})

test("a command line without a mistake is what the runs are asked for", () => {
  given("--seeds", "3..9", "--days", "2", "--only", "act.cancel")
  const { days, onlySeed, requestOf, seeds } = readSimulationOptions()
  expect({ days, onlySeed, seeds }).toEqual({ days: 2, onlySeed: undefined, seeds: { from: 3, to: 9 } })
  expect(requestOf(4)).toMatchObject({ seed: 4, days: 2, preemption: true })
  expect(requestOf(4).without).not.toContain("act.cancel")
  expect(requestOf(4).without).toContain("disk.full")
})
