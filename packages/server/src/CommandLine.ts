/**
 * What the program is asked to do by the arguments of its command line, where there are any: without, it opens the
 * shop.
 *
 * The rule: a command that is not known is refused, because whoever misspells one does not want a shop with a database
 * in their folder. Follows docs/specification.md#start-and-stop.
 */
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** What to do. */
export type Asked =
  | { readonly _tag: "Scan" | "Import" | "Export" | "Client" | "Doctor"; readonly given: ReadonlyArray<string> }
  | { readonly _tag: "Start"; readonly folder: string }
  | { readonly _tag: "Init"; readonly folder: string; readonly languages?: ReadonlyArray<string> }
  | { readonly _tag: "Say"; readonly text: string; readonly exitCode: 0 | 2 }

export const usage =
  `usage: beauty-store                  opens the demo shop, on http://localhost:3000 unless PORT says otherwise
       beauty-store init <folder>    writes the folder of a shop of one's own, in English and German;
                                     --languages de in German, --languages de,en in German first
       beauty-store import <file>    loads goods from a table; --help says what it takes
       beauty-store export <file>    writes the goods of a shop into a table
       beauty-store client add <id>  gives a program access; client --help says more
       beauty-store start --shop <folder>
                                     opens the shop of a folder
       beauty-store doctor --shop <folder>
                                     says what keeps a shop from taking real money
       beauty-store scan <address>   says how well software agents find, understand and buy at a site
       beauty-store scan --help      says what a scan takes
       beauty-store --help           says this
       beauty-store --version        says which version this is

The demo shop keeps its database in ./data, any other in its folder. Settings are environment variables, such as PORT and DATABASE_URL.`

/** The version of the package that a file is in, of ours: the nearest one above it. */
const versionAt = (folder: string): string => {
  const manifest = join(folder, "package.json")
  if (existsSync(manifest)) {
    const { name, version } = JSON.parse(readFileSync(manifest, "utf8")) as {
      readonly name?: string
      readonly version: string
    }
    if (name === "@beauty-store/server" || name === "beauty-store") return version
  }
  const above = dirname(folder)
  return above === folder ? "unknown: the program is outside of its package" : versionAt(above)
}

/** What a command line asks for. `program` is the address of the program's first file. */
export const asked = (given: ReadonlyArray<string>, program: string): Asked => {
  const [command = "", ...rest] = given
  if (command === "scan") return { _tag: "Scan", given: rest }
  if (command === "import") return { _tag: "Import", given: rest }
  if (command === "export") return { _tag: "Export", given: rest }
  if (command === "doctor") return { _tag: "Doctor", given: rest }
  if (command === "client") return { _tag: "Client", given: rest }
  const [first = "", second = "", third = ""] = rest
  if (command === "init" && !first.startsWith("-")) {
    if (rest.length === 1) return { _tag: "Init", folder: first }
    if (rest.length === 3 && second === "--languages") {
      return { _tag: "Init", folder: first, languages: third.split(",") }
    }
  }
  if (command === "start" && rest.length === 2 && first === "--shop") return { _tag: "Start", folder: second }
  if (rest.length === 0 && /^(--help|-h|help)$/.test(command)) return { _tag: "Say", text: usage, exitCode: 0 }
  if (rest.length === 0 && command === "--version") {
    return { _tag: "Say", text: versionAt(dirname(fileURLToPath(program))), exitCode: 0 }
  }
  return {
    _tag: "Say",
    text: `${given.join(" ").slice(0, 200).replace(/\p{Cc}/gu, " ")}: not understood. `
      + "There are: no argument, which opens the demo shop; init <folder>; "
      + "import <file>; export <file>; client add <id>; start --shop <folder>; doctor; scan <address>; --help; --version.",
    exitCode: 2
  }
}
