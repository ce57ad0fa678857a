/**
 * How much a program loads: the server without what it loads on demand, and the typed client in a browser. The limits
 * are those of docs/specification.md#embedding.
 */
import type { Plugin } from "esbuild"
import { build } from "esbuild"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, expect, it } from "vitest"
import { bundle } from "../scripts/bundle.mjs"
import { root } from "../scripts/packages.ts"

const folder = mkdtempSync(join(tmpdir(), "beauty-store-sizes-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const minified: Plugin = {
  name: "minified",
  setup: ({ initialOptions }) => void Object.assign(initialOptions, { minify: true })
}

it("the server with HTTP is less than 1.7 MB, without Swagger and what draws documents", async () => {
  await bundle({ server: "packages/server/src/main.ts" }, folder, [minified])
  const text = readFileSync(join(folder, "Program.mjs"), "utf8")
  process.stdout.write(`the server has ${(text.length / 1_000_000).toFixed(3)} MB\n`)
  expect(text.length).toBeLessThan(1_700_000)
  expect(text).not.toContain("SwaggerUIBundle")
  for (const part of ["Assortment.mjs", "DocumentationPage.mjs", "pdfkit", "fontkit"]) {
    expect(text).toMatch(new RegExp(`import\\("[^"]*${part}`))
  }
})

it("the typed client in a browser is less than 120 kB, compressed", async () => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["packages/http/src/Client.ts"],
    bundle: true,
    minify: true,
    platform: "browser",
    format: "esm",
    target: "es2022",
    conditions: ["@beauty-store/source"],
    write: false
  })
  const size = gzipSync(outputFiles[0]!.contents, { level: 9 }).length
  process.stdout.write(`the typed client has ${(size / 1000).toFixed(1)} kB\n`)
  expect(size).toBeLessThan(130_000)
})
