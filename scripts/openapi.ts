/**
 * `npm run openapi` writes the OpenAPI document and the generated tables into `docs/`;
 * `npm run openapi -- --check` changes nothing and fails where they are out of date.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { readOptions } from "./commandLine.ts"
import { generated } from "./generated.ts"

const root = path.join(import.meta.dirname, "..")
const usage = `npm run openapi -- [options]

  --check    changes nothing, and fails where a document is out of date`
const { check: isCheck } = readOptions(usage, { check: { type: "boolean", default: false } })

const outdated = Object.entries(generated).flatMap(([name, next]) => {
  const file = path.join(root, name)
  const now = existsSync(file) ? readFileSync(file, "utf8") : ""
  const wanted = next(now)
  if (wanted === now) return []
  if (!isCheck) writeFileSync(file, wanted)
  return [name]
})

if (!isCheck) process.stdout.write(outdated.length === 0 ? "nothing to do\n" : `wrote ${outdated.join(", ")}\n`)
else if (outdated.length > 0) {
  process.stderr.write(`out of date: ${outdated.join(", ")}. Run \`npm run openapi\` and commit what it writes.\n`)
  process.exitCode = 1
}
