/** Every bench still measures something. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, test } from "vitest"

/** Runs a bench small, as `npm run bench` runs it. What it measures here means nothing; that it measures does. */
const bench = (script: string, ...options: ReadonlyArray<string>): Promise<string> =>
  benchOnce(script, "--rounds", "1", ...options)

/** The same of a bench that has no rounds. */
const benchOnce = async (script: string, ...options: ReadonlyArray<string>): Promise<string> => {
  const { stderr, stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@beauty-store/source", "--import", "tsx", `bench/${script}.ts`, ...options],
    // It ends before its test does.
    { cwd: fileURLToPath(new URL("..", import.meta.url)), timeout: 110_000 }
  )
  if (stderr !== "") throw new Error(stderr)
  return stdout
}

test("bench/purchase makes purchases over HTTP beside the peer", async () => {
  const output = await bench("purchase", "--seconds", "0.3", "--shoppers", "3", "--warm-up", "1")
  for (const server of ["the store", "bare"]) {
    expect(Number(new RegExp(`^${server} +([0-9.]+)`, "m").exec(output)?.[1])).toBeGreaterThan(0)
  }
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

test("bench/memory measures both halves", async () => {
  const output = await bench("memory", "--requests", "200", "--clients", "2")
  for (const half of ["first half", "second half"]) {
    expect(Number(new RegExp(`^${half} +([0-9.]+) `, "m").exec(output)?.[1])).toBeGreaterThan(0)
  }
})

test("bench/import loads rows into both databases, in less than 200 MB", async () => {
  const output = await benchOnce("import", "--rows", "2000")
  for (const database of ["SQLite", "PostgreSQL"]) {
    for (const what of ["with faults", "new goods", "the same again"]) {
      const [, resident] = new RegExp(`^${database}: ${what} +[0-9.]+ +([0-9]+) `, "m").exec(output) ?? []
      expect(Number(resident), what).toBeGreaterThan(0)
      expect(Number(resident), what).toBeLessThan(200)
    }
    expect(output).toMatch(new RegExp(`${database}: the same again .* 0 new, 0 changed, 2000 as before`))
  }
}, 120_000)

test("bench/catalogue reads a small shop and a larger one", async () => {
  const output = await benchOnce("catalogue", "--products", "500", "--reads", "3")
  for (const what of ["home", "list", "search for few", "sitemap", "Google's feed"]) {
    expect(Number(new RegExp(`^${what} +[0-9.]+ +([0-9.]+) `, "m").exec(output)?.[1]), what).toBeGreaterThan(0)
  }
}, 120_000)
