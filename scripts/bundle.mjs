/**
 * Bundles programs of ours into files that Node runs: one for each entry, with all its dependencies.
 *
 * Left outside: better-sqlite3, whose native part is found next to its own files; pg-native, which pg only tries; and
 * the libraries that print documents, which are large and loaded with the first document, their fonts from node_modules
 * like themselves.
 *
 * Other processes may be loading the same files, or writing them. So each file is written under another name and renamed,
 * and a file whose contents have not changed is not written.
 */
import { build } from "esbuild"
import { randomUUID } from "node:crypto"
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/** The parts of the server in files beside its own: threads that it starts, and a page that it loads when it is asked for. */
export const filesBeside = {
  AuditThread: "packages/server/src/AuditThread.ts",
  DocumentationPage: "packages/http/src/discovery/DocumentationPage.ts",
  PdfThread: "packages/server/src/PdfThread.ts"
}

/**
 * Leaves an import of a part that comes on demand outside of the bundle, to be found beside it.
 *
 * @type {import("esbuild").Plugin}
 */
const onDemand = {
  name: "on demand",
  setup: ({ onResolve }) =>
    onResolve(
      { filter: /\/DocumentationPage\.[jt]s$/ },
      ({ kind }) => kind === "dynamic-import" ? { path: "./DocumentationPage.mjs", external: true } : undefined
    )
}

/**
 * Whether a file has these contents.
 *
 * @param {string} path
 * @param {Uint8Array} contents
 */
const has = (path, contents) => {
  try {
    return readFileSync(path).equals(contents)
  } catch {
    return false
  }
}

/**
 * Writes a file under another name and renames it.
 *
 * @param {string} path
 * @param {Uint8Array} contents
 */
const replace = (path, contents) => {
  const beside = `${path}.${randomUUID()}`
  try {
    writeFileSync(beside, contents)
    renameSync(beside, path)
  } finally {
    rmSync(beside, { force: true })
  }
}

/**
 * Writes the bundles of some entries (by the name of the file without its ending) into a folder.
 *
 * @param {Readonly<Record<string, string>>} entryPoints
 * @param {string} outdir
 * @param {ReadonlyArray<import("esbuild").Plugin>} plugins
 */
export const bundle = async (entryPoints, outdir, plugins = []) => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { ...entryPoints },
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    conditions: ["@beauty-store/source"],
    // ESM where a package has it: bundling a UMD build would leave its inner requires unresolved.
    mainFields: ["module", "main"],
    external: ["better-sqlite3", "bwip-js", "fontkit", "pdfkit", "pg-native"],
    // CommonJS dependencies (pg, ws, undici) call `require` for Node's own modules, which an ES module does not have.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from \"node:module\"\n"
        + "const require = createRequireOfBundle(import.meta.url)\n"
        + "const isMappedBundle = process.sourceMapsEnabled === true\n"
        + "if (isMappedBundle) process.setSourceMapsEnabled(false)"
    },
    // While it loads, Effect looks at a stack, for which Node would read the whole map: a sixth of the start.
    footer: { js: "if (isMappedBundle) process.setSourceMapsEnabled(true)" },
    sourcemap: "linked",
    // Stacks need names and lines. Node keeps the map of a program in memory, and reads all of it: the sources are 30 MB.
    sourcesContent: false,
    logLevel: "warning",
    plugins: [onDemand, ...plugins],
    write: false
  })
  // A bundle comes after the parts that it loads later, so that they exist as soon as it does.
  for (const { contents, path } of outputFiles.toReversed()) {
    mkdirSync(dirname(path), { recursive: true })
    if (!has(path, contents)) replace(path, contents)
  }
}
