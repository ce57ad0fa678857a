/** The reference has a page for each supported module, with the words with which the module opens. */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { packages, root, sourcesOf, supported } from "../scripts/packages.ts"
import { runCommand } from "./command.ts"

const modules = Object.keys(packages).flatMap((name) =>
  supported(name).map((module) => {
    const file = sourcesOf(name).find((source) => source.replace(/\.tsx?$/, "") === module) ?? module
    const source = readFileSync(path.join(root, "packages", name, "src", file), "utf8")
    // A word with marks, or a link, is written in another way in HTML.
    const [opening = ""] = /[\w ,]{12,}/.exec(source.replace(/^\/\*\*\n \* /, "")) ?? []
    return { page: `_beauty-store_${name}_${module.replaceAll("/", "_")}.html`, opening: opening.trim() }
  })
)

describe("the reference", () => {
  let warnings = ""
  beforeAll(async () => {
    warnings = await runCommand("npm", ["run", "-s", "reference"], { cwd: root })
  }, 300_000)

  it("is generated without a warning", () => expect(warnings.trim().split("\n").at(-1)).toMatch(/index\.html$/))

  it.each(modules)("has $page", ({ opening, page }) => {
    const html = readFileSync(path.join(root, "dist/reference/modules", page), "utf8").replaceAll(/<[^>]*>/g, "")
    expect(html.replaceAll(/\s+/g, " ")).toContain(opening.replaceAll(/\s+/g, " "))
  })
})
