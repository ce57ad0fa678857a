/**
 * Bundles programs of ours into files that Node runs: one for each entry, with all its dependencies.
 *
 * Left outside: better-sqlite3, whose native part is found next to its own files; pg-native, which pg only tries; and
 * the libraries that print documents, which are large and loaded with the first document, their fonts from node_modules
 * like themselves.
 */
import { build } from "esbuild"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/**
 * Writes the bundles of some entries (by the name of the file without its ending) into a folder.
 *
 * @param {Readonly<Record<string, string>>} entryPoints
 * @param {string} outdir
 * @param {ReadonlyArray<import("esbuild").Plugin>} plugins
 */
export const bundle = async (entryPoints, outdir, plugins = []) => {
  await build({
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
        + "const require = createRequireOfBundle(import.meta.url)"
    },
    sourcemap: "linked",
    logLevel: "warning",
    plugins: [...plugins]
  })
}
