/**
 * A sample of the planted bugs, each of which the simulation sees within a few seeds: what plants them, and what counts
 * the seeds, works. `npm run simulate:mutants` runs the whole table.
 */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, test } from "vitest"

test.each([
  "an expired reservation is never released",
  "failures are kept for replay",
  "a partner hears of every principal's orders",
  "a key answers any principal"
])("the simulation sees that %s", async (name) => {
  // Fails, as the program does, where none of the seeds sees it.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "--conditions=@beauty-store/source", "scripts/mutants.ts", "--only", name, "--most", "20"],
    { timeout: 300_000 }
  )
  expect(stdout).toContain(`| ${name} |`)
  expect(stdout).not.toContain("not seen")
}, 300_000)
