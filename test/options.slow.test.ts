/** A script refuses an option that it does not know, before it does anything: a check with a slip of the pen wrote. */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "../scripts/packages.ts"

test.each(["openapi", "manifests", "dependencies", "simulate", "release", "audit", "reference", "scan"])(
  "npm run %s -- --chek",
  (script) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--conditions=@beauty-store/source", "--import", "tsx", `scripts/${script}.ts`, "--chek"],
      { cwd: root, encoding: "utf8" }
    )
    expect(stderr).toMatch(/^Unknown option '--chek'\n\n(npm run|usage:) /)
    expect(status).toBe(2)
  }
)

test("every script of package.json reads its options by the one module that refuses", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const programs = Object.entries(scripts).flatMap(([name, command]) => {
    const program = /^tsx (?!watch).*?(\S+\.ts)$/.exec(command)?.[1]
    return program === undefined ? [] : [[name, program] as const]
  })
  expect(programs.length).toBeGreaterThan(15)
  const careless = programs.filter(([, program]) =>
    !/from "(\.\.?\/)+(scripts\/)?(commandLine|simulationOptions)\.ts"|server\/ScanCommand"|import\("\.\/CommandLine\.ts"\)/
      .test(
        readFileSync(join(root, program), "utf8")
      )
  )
  expect(careless).toEqual([])
})
