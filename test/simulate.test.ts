/** `npm run simulate` says what is wrong with an option, instead of living through some other world. */
import { readFileSync } from "node:fs"
import { afterEach, expect, test, vi } from "vitest"
import { readSimulationOptions } from "../scripts/simulationOptions.ts"

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

test("a command line without a mistake is what the runs are asked for", () => {
  given("--seeds", "3..9", "--days", "2", "--only", "act.cancel")
  const { days, onlySeed, requestOf, seeds } = readSimulationOptions()
  expect({ days, onlySeed, seeds }).toEqual({ days: 2, onlySeed: undefined, seeds: { from: 3, to: 9 } })
  expect(requestOf(4)).toMatchObject({ seed: 4, days: 2, preemption: true })
  expect(requestOf(4).without).not.toContain("act.cancel")
  expect(requestOf(4).without).toContain("disk.full")
})
