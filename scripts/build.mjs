/**
 * Bundles the server and all it stands on into one file, `dist/server.mjs`: less to read at the start means a start
 * three times as fast. The thread that audits the books is a second one beside it. Says nothing when it worked.
 *
 * Left outside: better-sqlite3, whose native part is found next to its own files; pg-native, which pg only tries; and
 * what prints papers, which is large and loaded with the first paper, its fonts from node_modules like itself.
 */
import { build } from "esbuild"
import { basename, dirname } from "node:path"
import { fileURLToPath } from "node:url"

const [entry = "packages/server/src/main.ts", outfile = "dist/server.mjs"] = process.argv.slice(2)

try {
  await build({
    absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
    entryPoints: { [basename(outfile, ".mjs")]: entry, BooksThread: "packages/server/src/BooksThread.ts" },
    outdir: dirname(outfile),
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
    logLevel: "warning"
  })
} catch {
  // esbuild has said what is wrong.
  process.exitCode = 1
}
