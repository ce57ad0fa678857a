import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, test } from "vitest"

/** Runs the bench small, as `npm run bench` runs it. What it measures here means nothing; that it measures does. */
const bench = async (script: string, ...options: ReadonlyArray<string>): Promise<string> => {
  const { stderr, stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@beauty-store/source", "--import", "tsx", `bench/${script}.ts`, "--rounds", "1", ...options],
    { cwd: fileURLToPath(new URL("..", import.meta.url)), timeout: 60_000 }
  )
  expect(stderr).toBe("")
  return stdout
}

/** The first number in each contender's row. */
const purchases = (output: string): ReadonlyArray<number> =>
  ["the store", "bare, a commit per request", "bare, commits shared"].map((label) =>
    Number(new RegExp(`^${label} +([0-9.]+)`, "m").exec(output)?.[1])
  )

describe.concurrent("bench/purchase", () => {
  test("makes purchases over HTTP beside both peers", { timeout: 60_000 }, async ({ expect }) => {
    const output = await bench("purchase", "--only", "http", "--seconds", "0.3", "--shoppers", "3")
    for (const rate of purchases(output)) expect(rate).toBeGreaterThan(0)
    expect(output).toMatch(/^the store \/ bare, a commit per request +[0-9.]+ /m)
    expect(output).toMatch(/^the store \/ bare, commits shared +[0-9.]+ /m)
  })

  test("makes purchases in process beside both peers", { timeout: 60_000 }, async ({ expect }) => {
    const output = await bench("purchase", "--only", "process", "--seconds", "0.2", "--shoppers", "2")
    for (const rate of purchases(output)) expect(rate).toBeGreaterThan(0)
    expect(Number(/^the store's handlers +([0-9.]+)/m.exec(output)?.[1])).toBeGreaterThan(0)
    expect(output).toMatch(/^ 1: the store \/ bare, a commit per request +[0-9.]+ /m)
  })
})

test(
  "bench/reads measures public reads beside both peers, and with purchases between",
  { timeout: 60_000 },
  async () => {
    const output = await bench("reads", "--seconds", "0.1", "--shoppers", "2", "--only", "product")
    for (const work of ["a product", "a product, gzip", "50 products and a purchase"]) {
      expect(Number(new RegExp(`^${work} +([0-9.]+) `, "m").exec(output)?.[1])).toBeGreaterThan(0)
    }
  }
)

test("bench/mounting measures both mountings at each of its works", { timeout: 60_000 }, async () => {
  const output = await bench("mounting", "--seconds", "0.1", "--shoppers", "2")
  for (const work of ["product read", "cart read", "purchase"]) {
    expect(output).toMatch(new RegExp(`^${work} +[0-9.]+ +[0-9.]+ +[0-9.]+  \\(`, "m"))
  }
})

test(
  "bench/delegated makes purchases by delegation and by ACP beside those at the page",
  { timeout: 60_000 },
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
