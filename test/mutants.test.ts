/**
 * The planted bugs of `npm run simulate:mutants` can all be planted.
 */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { countPlaces, mutants } from "../scripts/mutantTable.ts"

test("every bug can still be planted, at one place", () => {
  const lost = mutants.flatMap((mutant) => {
    const count = countPlaces(mutant, readFileSync(mutant.file, "utf8"))
    return count === 1 ? [] : [`"${mutant.name}": ${mutant.file} has ${count} places with this text:\n${mutant.old}`]
  })
  expect(lost, `adapt \`old\` in scripts/mutantTable.ts:\n${lost.join("\n")}`).toEqual([])
  expect(mutants.length).toBeGreaterThanOrEqual(60)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})

test("a choice that names no bug is refused, with the names that there are", () => {
  const options = ["--import", "tsx", "--conditions=@beauty-store/source", "scripts/mutants.ts", "--only", "dances"]
  const { status, stderr } = spawnSync(process.execPath, options, { encoding: "utf8" })
  expect(stderr).toContain("--only dances: none is called so; there is\n")
  for (const { name } of mutants) expect(stderr).toContain(`  ${name}\n`)
  expect(status).toBe(2)
})
