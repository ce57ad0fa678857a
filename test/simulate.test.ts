/** `npm run simulate` says what is wrong with an option, instead of living through some other world. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

const simulate = (
  ...options: ReadonlyArray<string>
): Promise<{ readonly status: number | null; readonly said: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--import", "tsx", "--conditions=@beauty-store/source", "scripts/simulate.ts", ...options],
      (_, stdout, stderr) => resolve({ status: child.exitCode, said: `${stdout}${stderr}` })
    )
  })

test.concurrent.each([
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
])("%s", async (options, why) => {
  const { said, status } = await simulate(...options)
  expect(said).toContain(why)
  expect(status).toBe(2)
})

test.concurrent("--help lists every option", async () => {
  const { said, status } = await simulate("--help")
  const source = readFileSync("scripts/simulate.ts", "utf8")
  const names = [...source.matchAll(/^ {2}(\w+): \{ type: /gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) expect(said).toContain(`--${name}`)
  expect(status).toBe(0)
})
