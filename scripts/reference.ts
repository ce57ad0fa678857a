/**
 * Generates the reference of all supported modules from their comments, as HTML: `npm run reference` writes it to
 * `dist/reference`.
 *
 * TypeDoc does it. It needs a compiler written in JavaScript, so that it has dependencies of its own in
 * `scripts/reference`, which are installed when they are first needed.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { readOptions } from "./commandLine.ts"
import { packages, root, sourcesOf, supported } from "./packages.ts"

readOptions("npm run reference", {})

const folder = path.join(root, "scripts/reference")
const out = path.join(root, "dist/reference")

/** The sources of the supported modules. */
const entryPoints = Object.keys(packages).flatMap((name) => {
  const sources = sourcesOf(name)
  return supported(name).map((module) =>
    path.join(root, "packages", name, "src", sources.find((file) => file.replace(/\.tsx?$/, "") === module) ?? module)
  )
})

const options = {
  name: "Beauty Store",
  entryPoints,
  out,
  tsconfig: path.join(folder, "tsconfig.json"),
  plugin: [path.join(folder, "modules.mjs")],
  readme: path.join(root, "examples/README.md"),
  // `npm run types` does that.
  skipErrorChecking: true,
  // What our classes inherit from Effect's is in Effect's reference.
  excludeExternals: true,
  excludePrivate: true,
  // A type of the HTTP contract is megabytes long when it is written out.
  maxTypeConversionDepth: 2,
  disableSources: true,
  includeVersion: true,
  validation: { notExported: false },
  logLevel: "Warn"
}

if (!existsSync(path.join(folder, "node_modules"))) {
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" })
}
rmSync(out, { recursive: true, force: true })
mkdirSync(path.dirname(out), { recursive: true })
const settings = path.join(root, "dist/typedoc.json")
writeFileSync(settings, JSON.stringify(options))
execFileSync(process.execPath, [path.join(folder, "node_modules/typedoc/bin/typedoc"), "--options", settings], {
  stdio: "inherit"
})
process.stdout.write(`${path.join(out, "index.html")}\n`)
