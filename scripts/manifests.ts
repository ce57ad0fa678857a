/**
 * `npm run manifests` writes every package's `package.json` and licence from `scripts/packages.ts`, and the version
 * that changesets gave the packages into the root's; `npm run manifests -- --check` changes nothing and fails where
 * they differ.
 */
import { readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { readOptions } from "./commandLine.ts"
import { generated, outdated, root, version } from "./packages.ts"

const usage = `npm run manifests -- [options]

  --check    changes nothing, and fails where a manifest is out of date`
const { check } = readOptions(usage, { check: { type: "boolean", default: false } })

const rootFile = path.join(root, "package.json")
const rootText = readFileSync(rootFile, "utf8")
const rootWanted = rootText.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version()}"`)
const wrong = [...outdated(), ...(rootText === rootWanted ? [] : ["package.json"])]

if (check) {
  if (wrong.length > 0) {
    process.stderr.write(`out of date: ${wrong.join(", ")}. Run \`npm run manifests\` and commit what it writes.\n`)
    process.exitCode = 1
  }
} else {
  const files = generated()
  for (const file of wrong) writeFileSync(path.join(root, file), files[file] ?? rootWanted)
  process.stdout.write(wrong.length === 0 ? "nothing to do\n" : `wrote ${wrong.join(", ")}\n`)
}
