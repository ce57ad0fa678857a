/**
 * Generated mutants (`npm run mutants`): what they change, that their ids outlive other changes, which are drawn, and how
 * results are kept. The slow tests run some of them.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { openCompiler } from "../scripts/mutation/compiler.ts"
import { forgetOthers, readResults, resultOf, resultsPath, saveResult, summary } from "../scripts/mutation/results.ts"
import { drawn, sources, strata, stratumOf } from "../scripts/mutation/sample.ts"
import { type GeneratedMutant, mutantsOf, plantedAt } from "../scripts/mutation/sourceMutants.ts"
import { droppedConjuncts, droppedLocks, otherBounds } from "../scripts/mutation/sqlText.ts"

const compiler = openCompiler()
afterAll(() => compiler.close())

const file = "packages/domain/src/Cart.ts"
const mutate = (text: string): ReadonlyArray<GeneratedMutant> => mutantsOf(file, compiler.parse(file, text))
const changesOf = (text: string): ReadonlyArray<string> =>
  mutate(text).map(({ after, before, kind }) => `${kind}: ${before} -> ${after}`)

const parts = (text: string, changes: ReadonlyArray<{ readonly from: number; readonly to: number }>) =>
  changes.map(({ from, to }) => text.slice(from, to))

test.each([
  ["SELECT a FROM b WHERE c = ? AND d > 1 ORDER BY e", ["c = ?", "d > 1"]],
  ["SELECT a FROM b WHERE c BETWEEN ? AND ? AND d IS NULL", ["c BETWEEN ? AND ?", "d IS NULL"]],
  ["SELECT a FROM b WHERE c = ' AND ' AND (d = 1 AND e = 2) FOR UPDATE", ["c = ' AND '", "(d = 1 AND e = 2)"]],
  ["DELETE FROM b WHERE id IN (SELECT id FROM c WHERE d < ? LIMIT ?) RETURNING id", [
    "id IN (SELECT id FROM c WHERE d < ? LIMIT ?)",
    "d < ?"
  ]],
  ["SELECT a FROM b WHERE c = 1 OR d = 2 AND e = 3", ["c = 1 OR d = 2 AND e = 3"]],
  ["SELECT a FROM b WHERE CASE WHEN c = 1 AND d = 2 THEN e = 3 END AND f = 4", [
    "CASE WHEN c = 1 AND d = 2 THEN e = 3 END",
    "f = 4"
  ]],
  ["SELECT a FROM b WHERE s.${entry} = ? AND ${condition} AND ${ids.map(() => \"?\")} = 1", ["s.${entry} = ?"]],
  ["SELECT a FROM b", []]
])("every conjunct of a WHERE is dropped in turn: %s", (text, conjuncts) => {
  expect(parts(text, droppedConjuncts(text))).toEqual(conjuncts)
})

test("a dropped conjunct leaves the statement its parameters", () => {
  const [change] = droppedConjuncts("UPDATE b SET c = ? WHERE (d, e) > (?, ?)")
  expect(change?.text).toBe("(1 = 1 OR CAST(? AS TEXT) IS NOT NULL OR CAST(? AS TEXT) IS NOT NULL)")
})

test("locking clauses and bounds of a text are found, and no arrow, hole or literal", () => {
  const text = "SELECT a FROM b WHERE c <= ? AND d > '< 2' AND e <> 3 AND ${f < 4} FOR NO KEY UPDATE OF b SKIP LOCKED"
  expect(parts(text, droppedLocks(text))).toEqual([" FOR NO KEY UPDATE OF b SKIP LOCKED"])
  expect(parts(text, otherBounds(text))).toEqual(["c <= ?", "d > '< 2'"])
})

test("guards, unused yields, locks, bounds and constants are changed, and nothing else", () => {
  expect(changesOf(`
    import { a } from "./1 second"
    type Two = 2
    const wait = (n: number) => n >= 3 ? Effect.fail(a) : Effect.sleep("5 seconds")
    const set = Effect.fnUntraced(function*(row: Row, list: ReadonlyArray<2>) {
      yield* lockRow.sent(row.id)
      yield* ensureOwn(row)
      const value = yield* read(row.id)
      if (value === undefined) return
      if (value.a) { yield* Effect.fail(a) }
      if (value.b) yield* save(value)
      else return list[0]
      return yield* Effect.as(save(value), 1_000)
    })`)).toEqual([
    `guard: n >= 3 ? Effect.fail(a) : Effect.sleep("5 seconds") -> (Effect.sleep("5 seconds"))`,
    "bound: n >= 3 -> n > 3",
    "constant: n >= 3 -> n >= 4",
    `constant: Effect.sleep("5 seconds") -> Effect.sleep("10 seconds")`,
    "lock: yield* lockRow.sent(row.id) -> {}",
    "guard: yield* ensureOwn(row) -> {}",
    "guard: if (value === undefined) return -> {}",
    "guard: if (value.a) { yield* Effect.fail(a) } -> {}",
    "yield: yield* save(value) -> {}",
    "constant: Effect.as(save(value), 1_000) -> Effect.as(save(value), 2000)"
  ])
})

test("an id says where a mutant is, and outlives lines that are added elsewhere", () => {
  const text = "export const cart = { add: (a: number) => a < 2 && a > 1 }\n"
  const ids = mutate(text).map(({ id }) => id)
  expect(ids).toEqual([
    `${file}#cart.add bound 1`,
    `${file}#cart.add constant 1`,
    `${file}#cart.add bound 2`,
    `${file}#cart.add constant 2`
  ])
  expect(mutate(`// More.\nconst other = (a: number) => a < 7\n\n${text}`).map(({ id }) => id).slice(-4)).toEqual(ids)
})

test("a mutant that the compiler refuses is known as such, and unused names are none", () => {
  const source = readFileSync(file, "utf8")
  expect(compiler.firstError(file, source)).toBeUndefined()
  expect(compiler.firstError(file, `${source}\nconst unused = 1\n`)).toBeUndefined()
  expect(compiler.firstError(file, `${source}\nexport const wrong: string = 1\n`)).toContain("not assignable")
})

const many = ["packages/domain/src/A.ts", "packages/commerce/src/audit/B.ts"].flatMap((file) =>
  Array.from({ length: 12 }, (_, n): GeneratedMutant => ({
    id: `${file}#f guard ${n}`,
    file,
    kind: "guard",
    from: 0,
    to: 1,
    before: "a",
    after: "b"
  }))
)

test("a sample has as many of each stratum, and passing one over moves no other", () => {
  const sample = [...drawn(many, 7, 8, () => true)]
  expect(sample.map(stratumOf)).toEqual(["guard", "audit", "guard", "audit", "guard", "audit", "guard", "audit"])
  expect([...drawn(many, 7, 8, () => true)]).toEqual(sample)
  expect([...drawn(many, 8, 8, () => true)]).not.toEqual(sample)
  const [, , left] = sample
  const others = [...drawn(many, 7, 8, (mutant) => mutant !== left)]
  expect(others.slice(0, 6)).toEqual([sample[0], sample[1], sample[4], sample[3], sample[6], sample[5]])
  expect([...drawn(many, 7, 100, () => true)]).toHaveLength(24)
})

test("the sources are those of the store and of what judges it, without released migrations", () => {
  expect(sources("packages/domain/**")).toContain("packages/domain/src/Cart.ts")
  expect(sources("packages/*/src/*.ts")).not.toContain("packages/commerce/src/cart/Carts.ts")
  expect(sources()).toContain("packages/commerce/src/audit/StockRules.ts")
  expect(sources()).toContain("packages/simulation/src/auditor/Stock.ts")
  expect(sources()).not.toContain("packages/commerce/src/Tables.ts")
})

test("results are kept by line, sorted; those of another text do not count", () => {
  const folder = mkdtempSync(join(tmpdir(), "results-"))
  try {
    const path = join(folder, "results.jsonl")
    const [a, b] = many as [GeneratedMutant, GeneratedMutant]
    saveResult(b, { simulation: { clean: 100, days: 5 } }, path)
    saveResult(a, { simulation: { seed: 3, rule: "stock.conserved", days: 5 } }, path)
    saveResult(a, { tests: { failed: "a.test.ts" } }, path)
    const results = readResults(path)
    expect([...results.keys()]).toEqual([a.id, b.id])
    expect(resultOf(results, a)).toMatchObject({ simulation: { seed: 3 }, tests: { failed: "a.test.ts" } })
    expect(resultOf(results, { ...a, before: "c" })).toBeUndefined()
    expect(forgetOthers([a, b], path)).toBe(0)
    const rows = [...results.values()].map((result) => ({ stratum: "guard" as const, result }))
    expect(summary(rows).split("\n").at(-1)).toBe("| all | 2 | 50 % | 1 | 100 % | 1 | 100 % | 100 % |")
    expect(forgetOthers([{ ...a, after: "c" }, b], path)).toBe(1)
    expect([...readResults(path).keys()]).toEqual([b.id])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test("the kept results are sorted, and each says what was found", () => {
  const ids = readFileSync(resultsPath, "utf8").trim().split("\n").map((line) =>
    (JSON.parse(line) as { id: string }).id
  )
  expect(ids).toEqual([...new Set(ids)].sort())
  for (const { equivalent, simulation, tests } of readResults().values()) {
    expect(equivalent ?? simulation ?? tests).toBeDefined()
  }
})

test("a planted mutant changes its place only, and refuses a source that has another text there", () => {
  const text = "export const f = (a: number) => a < 2\n"
  const [bound] = mutate(text)
  expect(plantedAt(bound!, text, true)).toContain("left <= right")
  expect(plantedAt(bound!, text)).toBe("export const f = (a: number) => a <= 2\n")
  expect(() => plantedAt(bound!, ` ${text}`)).toThrow("another text")
})

test("a kind that there is not is refused, with those that there are", () => {
  const options = [
    "--import",
    "tsx",
    "--conditions=@beauty-store/source",
    "scripts/generatedMutants.ts",
    "--only",
    "hat"
  ]
  const { status, stderr } = spawnSync(process.execPath, options, { encoding: "utf8" })
  expect(stderr).toContain(`--only hat: there is ${strata.join(", ")}`)
  expect(status).toBe(2)
})
