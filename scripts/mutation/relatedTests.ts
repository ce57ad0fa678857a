/**
 * Whether the tests see a generated mutant: those whose imports reach its source are run with it planted in memory, until
 * one fails. The simulation's own tests are left out for mutants of the store, so that the two columns stay apart.
 *
 * Programs that tests start as processes have no mutant. Where only those would see it, it counts as not seen.
 */
import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { root } from "./compiler.ts"
import type { TestsResult } from "./results.ts"
import type { GeneratedMutant } from "./sourceMutants.ts"

/** What vitest's reporter writes, as far as it is read. */
interface Report {
  readonly testResults: ReadonlyArray<{ readonly name: string; readonly status: string }>
}

/** The result of the tests that reach a mutant's source; `mostMillis` is how long they may take in real time. */
export const testedBy = async (mutant: GeneratedMutant, mostMillis: number): Promise<TestsResult> => {
  const folder = await mkdtemp(join(tmpdir(), "mutant-"))
  const report = join(folder, "report.json")
  const options = ["--run", "--project", "quick", "--bail", "1", "--passWithNoTests", "--reporter", "json"]
  const config = join(root, "scripts/mutation/related.vitest.config.ts")
  const child = spawn(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "related",
      mutant.file,
      ...options,
      "--outputFile",
      report,
      "--config",
      config
    ],
    // A group of its own: its workers end with it.
    { cwd: root, detached: true, stdio: "ignore", env: { ...process.env, MUTANT: JSON.stringify(mutant) } }
  )
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL")
  }
  let isTooSlow = false
  const limit = setTimeout(() => {
    isTooSlow = true
    end()
  }, mostMillis)
  process.once("exit", end)
  try {
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once("error", reject).once("exit", resolve)
    )
    if (isTooSlow) return "unfinished"
    const { testResults } = JSON.parse(await readFile(report, "utf8")) as Report
    const failed = testResults.find(({ status }) => status === "failed")
    if (failed !== undefined) return { failed: relative(root, failed.name) }
    // A file that cannot be loaded, or an error outside of any test.
    return code === 0 ? "passed" : { failed: "an error outside of any test" }
  } finally {
    clearTimeout(limit)
    process.off("exit", end)
    await rm(folder, { recursive: true, force: true })
  }
}
