/**
 * What a stranger's program declares of ours where it leaves all types to the compiler: a module for each of our
 * supported modules, with each of its values, services and types. The declarations that the compiler makes of them name
 * our types.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { supported } from "../scripts/packages.ts"
import { runCommand } from "./command.ts"

const declared = /^export (?:declare )?(const|function|class|abstract class|interface|type) (\w+)(?=([ :(=<{;]))/gm
const passedOn = /^export (type )?\{([^}]*)\} from/gm

/** A module that uses everything that a supported module declares. */
const makeUser = (specifier: string, declarations: string): string => {
  const lines = [`import * as M from "${specifier}"`, "import * as Effect from \"effect/Effect\""]
  const say = (words: string) => void lines.push(`export const x${lines.length} = ${words}`)
  const sayFields = (name: string) => say(`(x: M.${name}) => typeof x === "object" ? { ...x } : undefined`)
  for (const [, kind = "", name = "", next = ""] of declarations.matchAll(declared)) {
    if (kind === "interface" || kind === "type") {
      if (next !== "<") sayFields(name)
      continue
    }
    say(`M.${name}`)
    const isService = new RegExp(`declare const ${name}_base: Context\\.(?:Tag|Reference)`).test(declarations)
    if (isService) say(`Effect.map(M.${name}, (x) => typeof x === "object" ? { ...x } : undefined)`)
  }
  for (const [, ofTypes, names = ""] of declarations.matchAll(passedOn)) {
    for (const name of names.split(",").map((one) => one.trim()).filter((one) => one !== "")) {
      const exported = name.replace(/^type /, "").replace(/^.* as /, "")
      if (ofTypes !== undefined || name.startsWith("type ")) say(`(x: M.${exported}) => x`)
      else say(`M.${exported}`)
    }
  }
  return `${lines.join("\n")}\n`
}

const settings = {
  module: "nodenext",
  target: "esnext",
  lib: ["esnext", "dom", "dom.iterable"],
  strict: true,
  exactOptionalPropertyTypes: true,
  declaration: true,
  emitDeclarationOnly: true,
  rootDir: "strangers",
  outDir: "declarations",
  skipLibCheck: true
}

/** Types of ours that the declarations of a stranger's program, in a project that has our packages, cannot lead to. */
export const listUnnamedTypes = async (
  project: string,
  names: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  mkdirSync(path.join(project, "strangers"), { recursive: true })
  for (const name of names) {
    for (const module of supported(name)) {
      const at = path.join(project, "node_modules/@beauty-store", name, "dist", `${module}.d.ts`)
      writeFileSync(
        path.join(project, "strangers", `${name}-${module.replaceAll("/", "-")}.ts`),
        makeUser(`@beauty-store/${name}/${module}`, readFileSync(at, "utf8"))
      )
    }
  }
  writeFileSync(
    path.join(project, "tsconfig.strangers.json"),
    JSON.stringify({ compilerOptions: settings, include: ["strangers"] })
  )
  const tsc = path.join(import.meta.dirname, "../node_modules/.bin/tsc")
  const said = await runCommand(tsc, ["-p", "tsconfig.strangers.json"], { cwd: project }).then(
    () => "",
    ({ stdout }: { readonly stdout: string }) => stdout
  )
  // Modules and names that are not found, and types that cannot be named; those of other libraries are not ours to
  // mend.
  const unnameable = said.split("\n").filter((line) => /error TS(?:23|4023.*@beauty-store\/)/.test(line))
  const folder = path.join(project, "declarations")
  const leading = readdirSync(folder).flatMap((file) =>
    Array.from(
      readFileSync(path.join(folder, file), "utf8").matchAll(
        /import\("(@beauty-store\/[^"]*\/internal\/[^"]*)"\)\.(\w+)/g
      ),
      ([, module, name]) => `${file.replace(/\.d\.ts$/, "")}: ${name} of ${module}`
    )
  )
  return [...new Set([...unnameable, ...leading])]
}
