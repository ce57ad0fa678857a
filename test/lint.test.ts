/**
 * The linter's own guards (`.oxlintrc.json`), shown planted faults: one run of oxlint over a small tree of wrong and
 * right files. A pattern that oxlint cannot read is silently ignored, so a rule counts only once it was seen to fail.
 */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import lint from "../.oxlintrc.json" with { type: "json" }

const root = path.join(import.meta.dirname, "..")

const wrong: ReadonlyArray<readonly [at: string, rule: string, code: string]> = [
  ["packages/domain/src", "no-restricted-imports", "import type * as A from \"effect/Effect\""],
  ["packages/domain/src", "no-restricted-imports", "import * as A from \"effect/Clock\""],
  ["packages/domain/src", "no-restricted-imports", "export * from \"effect/Random\""],
  ["packages/domain/src", "no-restricted-imports", "import { A } from \"node:crypto\""],
  ["packages/domain/src", "no-restricted-imports", "import * as A from \"@effect/platform/A\""],
  ["packages/domain/src", "no-restricted-globals", "console.log(1)"],
  ["packages/domain/src", "no-restricted-properties", "DateTime.unsafeNow()"],
  ["packages/commerce/src", "no-restricted-imports", "import * as A from \"@effect/platform/A\""],
  ["packages/commerce/src", "no-restricted-imports", "import * as A from \"node:fs\""],
  ["packages/commerce/src", "no-restricted-imports", "import { randomBytes } from \"node:crypto\""],
  ["packages/commerce/src", "no-restricted-imports", "import { randomFillSync } from \"node:crypto\""],
  ["packages/commerce/src", "no-restricted-properties", "Date.now()"],
  ["packages/commerce/src", "no-restricted-properties", "Math.random()"],
  ["packages/commerce/src", "no-restricted-properties", "crypto.randomUUID()"],
  ["packages/commerce/src", "no-restricted-properties", "crypto.getRandomValues(a)"],
  ["packages/commerce/src", "no-restricted-properties", "process.env.A"],
  ["packages/commerce/src", "no-restricted-properties", "export const { env } = process"],
  ["packages/commerce/src", "no-restricted-globals", "setTimeout(a, 1)"],
  ["packages/commerce/src", "no-restricted-globals", "globalThis.setInterval(a, 1)"],
  ["packages/sql/src/Entropy.ts", "no-restricted-imports", "import { randomUUID } from \"node:crypto\""],
  ["packages/documents/src", "no-restricted-properties", "Date.now()"],
  ["packages/carrier-simulated/src", "no-restricted-imports", "import * as A from \"@effect/sql-pg/A\""],
  ["packages/http/src", "no-restricted-imports", "import * as A from \"@effect/platform-node/A\""],
  ["packages/http/src", "no-restricted-imports", "import * as A from \"@effect/sql-pg/A\""],
  ["packages/http/src", "no-restricted-imports", "import A from \"better-sqlite3\""],
  ["packages/http/src", "max-lines-per-function", `export const a = () => {\n${"a()\n".repeat(71)}}`],
  ["packages/ui/src", "no-restricted-imports", "import * as A from \"effect/Effect\""],
  ["packages/ui/src", "no-restricted-imports", "import * as A from \"node:fs\""],
  ["packages/outbound/src", "no-restricted-imports", "import * as A from \"@effect/platform/A\""],
  ["packages/outbound/src", "no-restricted-imports", "import A from \"pg\""],
  ["packages/outbound/src", "no-restricted-imports", "import * as A from \"node:fs\""],
  ["packages/outbound/src", "no-restricted-imports", "import * as A from \"node:fs/promises\""],
  ["packages/outbound/src", "no-restricted-imports", "import { randomUUID } from \"node:crypto\""],
  ["packages/simulation/src", "no-explicit-any", "export const a = (b: any) => b"],
  ["bench", "no-explicit-any", "export const a = 1 as any"],
  ["scripts", "no-explicit-any", "export type A = ReadonlyArray<any>"]
]

const right: ReadonlyArray<readonly [at: string, code: string]> = [
  ["packages/domain/src", "import * as A from \"effect/Schema\""],
  ["packages/commerce/src", "import * as A from \"@effect/sql/SqlClient\""],
  ["packages/commerce/src", "import { createHash as A } from \"node:crypto\""],
  ["packages/commerce/src", "Date.parse(a)"],
  ["packages/sql/src/Entropy.ts", "import { randomFillSync as A } from \"node:crypto\""],
  ["packages/outbound/src", "import { Resolver as A } from \"node:dns/promises\""],
  ["packages/outbound/src", "import { request as A } from \"node:https\""],
  ["packages/outbound/src", "import { createHmac as A } from \"node:crypto\""],
  ["packages/outbound/src", "import A from \"ipaddr.js\""],
  ["packages/ui/src", "import { createHash as A } from \"node:crypto\""],
  ["packages/server/src", "import * as A from \"@effect/sql-pg/A\""],
  ["packages/server/src", "process.env.A"],
  ["packages/simulation/src", "setTimeout(a, 1)"],
  ["packages/commerce/src", "// oxlint-disable-next-line typescript/no-explicit-any -- why\ntype A = any"],
  ["packages/commerce/test", "Date.now()"],
  ["packages/commerce/test", "export const a = (b: any) => b"],
  ["test", "import * as A from \"@effect/platform-node/A\""]
]

/** A function of so many lines, of which some are blank or comments, which do not count. */
const functionOf = (lines: number): string => `export const a = () => {\n${"a()\n\n// why\n".repeat(lines - 2)}}`

/** Where a function may have 70 lines; one with more has its reason beside the comment that switches the rule off. */
const short = ["carrier-simulated/src", "commerce/src/audit", "outbound/src", "server/src", "sql/src"]

/** Writes every line into a file of its own and returns, per file, the rules that oxlint found broken there. */
const lintAll = (folder: string, lines: ReadonlyArray<readonly [at: string, code: string]>) => {
  const files = lines.map(([at, code], index) => {
    // Entropy.ts is one file by name, so each of its lines needs a tree of its own.
    const file = at.endsWith(".ts") ? `${index}/${at}` : `${index}/${at}/A${index}.ts`
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), `${code}\nexport { A }\n`)
    return file
  })
  // Patterns of overrides are relative to the configuration: they must match under any of the trees.
  const config = structuredClone(lint) as { $schema?: string; overrides: Array<{ files: Array<string> }> }
  delete config.$schema
  for (const override of config.overrides) override.files = override.files.map((glob) => `*/${glob}`)
  writeFileSync(path.join(folder, ".oxlintrc.json"), JSON.stringify(config))
  let report: string
  try {
    report = execFileSync(
      process.execPath,
      [path.join(root, "node_modules/oxlint/bin/oxlint"), "-c", ".oxlintrc.json", "-f", "json", "."],
      { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }
    )
  } catch (error) {
    report = (error as { stdout: string }).stdout
  }
  const { diagnostics } = JSON.parse(report) as { diagnostics: ReadonlyArray<{ code: string; filename: string }> }
  return files.map((file) =>
    diagnostics.filter((one) => path.normalize(one.filename) === path.normalize(file))
      .map((one) => /\((.*)\)/.exec(one.code)?.[1])
      .filter((rule) =>
        rule?.startsWith("no-restricted") || rule === "max-lines-per-function" || rule === "no-explicit-any"
      )
  )
}

describe("the linter", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lint-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  const sized = short.flatMap((at) =>
    [70, 71].map((lines) => ({ at: `packages/${at}`, lines, code: functionOf(lines) }))
  )
  const found = lintAll(folder, [
    ...wrong.map(([at, , code]) => [at, code] as const),
    ...right,
    ...sized.map(({ at, code }) => [at, code] as const)
  ])

  it.each(wrong.map(([at, rule, code], index) => ({ at, code, index, rule })))(
    "refuses in $at: $code",
    ({ index, rule }) => expect(found[index]).toContain(rule)
  )
  it.each(right.map(([at, code], index) => ({ at, code, index: index + wrong.length })))(
    "allows in $at: $code",
    ({ index }) => expect(found[index]).toEqual([])
  )
  it.each(sized.map(({ at, lines }, index) => ({ at, lines, index: index + wrong.length + right.length })))(
    "counts the lines of a function in $at: $lines",
    ({ index, lines }) => expect(found[index]).toEqual(lines > 70 ? ["max-lines-per-function"] : [])
  )
})
