/** What pages show: their blocks, and their programs, which are compiled and run as a reader would. */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = path.join(import.meta.dirname, "..")
export const pageOf = (name: string): string => readFileSync(path.join(root, name), "utf8")

/** The fenced blocks of a language, in their order. */
export const blocks = (page: string, language: string): ReadonlyArray<string> =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm"))].map((match) => match[1]!)

/** The programs of a page, and what each prints. */
type Shown = readonly [page: string, prints: ReadonlyArray<string | RegExp>]

/** Tests of the programs of pages, which are compiled together. */
export const describePrograms = (pages: ReadonlyArray<Shown>) => {
  const shown = pages.map(([page, prints], n) => ({ page, prints, n, programs: blocks(pageOf(page), "ts") }))
  let folder = ""
  const file = (n: number, i: number) => path.join(folder, `page-${n}-program-${i}.ts`)
  beforeAll(() => {
    mkdirSync(path.join(root, "dist"), { recursive: true })
    folder = mkdtempSync(path.join(root, "dist/readme-"))
    for (const { n, programs } of shown) programs.forEach((program, i) => writeFileSync(file(n, i), program))
    const config = { extends: "../../tsconfig.json", include: ["*.ts"] }
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(config))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it("the programs of all pages compile", () => {
    execFileSync(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
      encoding: "utf8",
      stdio: ["ignore", "inherit", "inherit"]
    })
  })

  describe.each(shown.map((one) => [one.page, one] as const))("the programs of %s", (_, { n, prints, programs }) => {
    it("are as many as are run, and short", () => {
      expect(programs).toHaveLength(prints.length)
      for (const program of programs) expect(program.split("\n").length).toBeLessThanOrEqual(60)
    })

    it.each(prints.map((said, i) => [i, said] as const))("run: program %i", (i, said) => {
      // As `npx tsx` does it at the root.
      const printed = execFileSync(process.execPath, ["--import", "tsx", file(n, i)], { cwd: root, encoding: "utf8" })
      if (typeof said === "string") expect(printed).toBe(said)
      else expect(printed).toMatch(said)
    })
  })
}
