/**
 * The planted bugs of `npm run simulate:mutants` can all be planted.
 */
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { mutants } from "../scripts/mutantTable.ts"

test("every bug that the simulation is to see can still be planted, at one place", () => {
  const lost = mutants.filter(({ file, old }) => readFileSync(file, "utf8").split(old).length !== 2)
  expect(lost.map(({ name }) => name)).toEqual([])
  expect(mutants.length).toBeGreaterThanOrEqual(20)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})
