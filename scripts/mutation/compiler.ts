/**
 * The TypeScript compiler, for parsing sources and for type-checking changed ones in memory. TypeScript 7 has it as a
 * process of its own, behind an interface that is not yet stable: only this module uses it, beside the syntax tree.
 */
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { SourceFile } from "typescript/unstable/ast"
import { API, type Project, type Snapshot } from "typescript/unstable/sync"

export const root = fileURLToPath(new URL("../..", import.meta.url))

/** What is reported of unused code, which a dropped line often leaves, is no error of types. */
const unused = new Set([6133, 6138, 6192, 6196, 6198, 6199, 6205, 7027])

export interface Compiler {
  /** The syntax tree of a source, by its path from the root; `text`: as if that were its text. */
  readonly parse: (file: string, text?: string) => SourceFile
  /** The first error of types that a source has with another text; undefined where it has none. */
  readonly firstError: (file: string, text: string) => string | undefined
  readonly close: () => void
}

/** The project that a source of a package belongs to. */
const projectOf = (file: string): string => join(root, file.split("/").slice(0, 2).join("/"), "tsconfig.json")

export const openCompiler = (): Compiler => {
  const changed = new Map<string, string>()
  const api = new API({ cwd: root, fs: { readFile: (path) => changed.get(path) } })
  const open = new Set<string>()
  let snapshot: Snapshot | undefined
  const projectFor = (file: string, isChanged: boolean): Project => {
    const config = projectOf(file)
    if (snapshot === undefined || isChanged || !open.has(config)) {
      open.add(config)
      const next = api.updateSnapshot({
        openProjects: [config],
        ...(isChanged ? { fileChanges: { changed: [join(root, file)] } } : {})
      })
      snapshot?.dispose()
      snapshot = next
    }
    return snapshot.getProject(config)!
  }
  return {
    parse: (file, text) => {
      if (text !== undefined) changed.set(join(root, file), text)
      const source = projectFor(file, text !== undefined).program.getSourceFile(join(root, file))
      if (source === undefined) throw new Error(`${file}: no project of its package has it`)
      return source
    },
    firstError: (file, text) => {
      const path = join(root, file)
      changed.set(path, text)
      const { program } = projectFor(file, true)
      const errors = [...program.getSyntacticDiagnostics(path), ...program.getSemanticDiagnostics(path)]
      const first = errors.find(({ code }) => !unused.has(code))?.text
      changed.delete(path)
      projectFor(file, true)
      return first
    },
    close: () => api.close()
  }
}
