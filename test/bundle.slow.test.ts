/**
 * `npm start` several times in one checkout: each bundles the same program into the same files, while others load them.
 */
import { spawnSync } from "node:child_process"
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, expect, it } from "vitest"
import { runCommand } from "./command.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "beauty-store-bundle-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const outfile = join(folder, "server.mjs")
const build = (): Promise<unknown> =>
  runCommand(process.execPath, ["scripts/build.mjs", "packages/server/src/main.ts", outfile], { cwd: root })

it("several builds at once leave one whole bundle, and nobody sees another at any time; what has not changed is not written", async () => {
  await build()
  const [whole, { ino }] = [readFileSync(outfile, "utf8"), statSync(outfile)]
  const files = readdirSync(folder).sort()
  expect(files).toEqual([
    "Assortment.mjs",
    "Assortment.mjs.map",
    "AuditThread.mjs",
    "AuditThread.mjs.map",
    "Barcode.mjs",
    "Barcode.mjs.map",
    "CommandLine.mjs",
    "CommandLine.mjs.map",
    "Commands.mjs",
    "Commands.mjs.map",
    "DemoPictures.mjs",
    "DemoPictures.mjs.map",
    "DeveloperPages.mjs",
    "DeveloperPages.mjs.map",
    "Doctor.mjs",
    "Doctor.mjs.map",
    "DocumentPrinting.mjs",
    "DocumentPrinting.mjs.map",
    "DocumentationPage.mjs",
    "DocumentationPage.mjs.map",
    "Evaluation.mjs",
    "Evaluation.mjs.map",
    "InitCommand.mjs",
    "InitCommand.mjs.map",
    "OpenApiDocument.mjs",
    "OpenApiDocument.mjs.map",
    "OperationTexts.mjs",
    "OperationTexts.mjs.map",
    "PdfThread.mjs",
    "PdfThread.mjs.map",
    "PictureProcess.mjs",
    "PictureProcess.mjs.map",
    "Program.mjs",
    "Program.mjs.map",
    "ReadinessExamples.mjs",
    "ReadinessExamples.mjs.map",
    "ReadinessPage.mjs",
    "ReadinessPage.mjs.map",
    "ReadinessTexts.mjs",
    "ReadinessTexts.mjs.map",
    "ScanCommand.mjs",
    "ScanCommand.mjs.map",
    "ScanThread.mjs",
    "ScanThread.mjs.map",
    "Scanner.mjs",
    "Scanner.mjs.map",
    "SessionExamples.mjs",
    "SessionExamples.mjs.map",
    "ShopFolder.mjs",
    "ShopFolder.mjs.map",
    "StripePaymentProvider.mjs",
    "StripePaymentProvider.mjs.map",
    "TableReading.mjs",
    "TableReading.mjs.map",
    "Woff2.mjs",
    "Woff2.mjs.map",
    "demo",
    "server.mjs",
    "server.mjs.map"
  ])
  const builds = { over: false }
  const broken: Array<number> = []
  const reading = (async () => {
    while (!builds.over) {
      const seen = await readFile(outfile, "utf8")
      if (seen !== whole) broken.push(seen.length)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })()
  await Promise.all([build(), build(), build()])
  builds.over = true
  await reading
  expect(broken).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(files)
  // Nothing has changed, so nothing was written: whoever loads a part later finds what belongs to the rest.
  expect(statSync(outfile).ino).toBe(ino)

  // What differs is replaced by a file of its own: whoever reads the one before it reads that to its end.
  writeFileSync(outfile, "")
  await build()
  expect(readFileSync(outfile, "utf8")).toBe(whole)
  expect(statSync(outfile).ino).not.toBe(ino)
})

it("a shop's file that is wrong is said in a line, though the part that reads it is a bundle of its own", async () => {
  await build()
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  const shop = join(folder, "shop")
  mkdirSync(shop)
  writeFileSync(join(shop, "shop.json"), "{}")
  const { stderr, status } = spawnSync(process.execPath, [outfile, "start", "--shop", shop], { encoding: "utf8" })
  expect([stderr.split("\n"), status]).toEqual([
    [`${join(shop, "shop.json")}:1: /name is missing`, `${join(shop, "shop.json")}:1: /seller is missing`, ""],
    1
  ])
})
