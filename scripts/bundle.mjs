/**
 * Bundles programs of ours into files that Node runs: one for each entry, with all its dependencies but better-sqlite3
 * and the libraries that print documents and draw pictures. Other processes may be loading the same files: each is
 * written under another name and renamed, and one whose contents have not changed is not written.
 */
import { build } from "esbuild"
import { randomUUID } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/** The program that has parts beside its own file. */
const server = "packages/server/src/main.ts"

/** Parts of the server that it imports when they are needed, by the end of what it imports. */
const onDemand = /** @type {const} */ ({
  Assortment: "packages/demo-catalog/src/Assortment.ts",
  Barcode: "packages/documents/src/Barcode.ts",
  CommandLine: "packages/server/src/CommandLine.ts",
  Commands: "packages/server/src/Commands.ts",
  DemoPictures: "packages/server/src/DemoPictures.ts",
  DeveloperPages: "packages/http/src/pages/DeveloperPages.tsx",
  Doctor: "packages/server/src/Doctor.ts",
  DocumentPrinting: "packages/server/src/DocumentPrinting.ts",
  DocumentationPage: "packages/http/src/discovery/DocumentationPage.ts",
  Evaluation: "packages/readiness/src/Evaluation.ts",
  InitCommand: "packages/server/src/shop/InitCommand.ts",
  OpenApiDocument: "packages/http/src/discovery/OpenApiDocument.ts",
  OperationTexts: "packages/http/src/contract/OperationTexts.ts",
  Program: "packages/server/src/Program.ts",
  ReadinessExamples: "packages/readiness/src/api/ReadinessExamples.ts",
  ReadinessPage: "packages/readiness/src/pages/ReadinessPage.tsx",
  ReadinessTexts: "packages/readiness/src/api/ReadinessTexts.ts",
  ScanCommand: "packages/server/src/ScanCommand.ts",
  Scanner: "packages/readiness/src/Scanner.ts",
  SessionExamples: "packages/acp/src/SessionExamples.ts",
  ShopFolder: "packages/server/src/shop/ShopFolder.ts",
  StripePaymentProvider: "packages/payments-stripe/src/StripePaymentProvider.ts",
  TableReading: "packages/server/src/shop/TableReading.ts",
  Woff2: "packages/documents/src/Woff2.ts"
})

/** The parts of the server in files beside its own: what it imports on demand, and threads that it starts. */
export const filesBeside = {
  ...onDemand,
  AuditThread: "packages/server/src/AuditThread.ts",
  PdfThread: "packages/server/src/PdfThread.ts",
  PictureProcess: "packages/server/src/PictureProcess.ts",
  ScanThread: "packages/server/src/ScanThread.ts"
}

/**
 * Leaves an import of a part that comes on demand outside of the bundle, to be found beside it.
 *
 * @type {import("esbuild").Plugin}
 */
const partsOnDemand = {
  name: "parts on demand",
  setup: ({ onResolve }) => {
    for (const name of Object.keys(onDemand)) {
      onResolve(
        { filter: new RegExp(`/${name}(?:\\.[jt]sx?)?$`) },
        ({ kind }) => kind === "dynamic-import" ? { path: `./${name}.mjs`, external: true } : undefined
      )
    }
  }
}

const demoShop = join(root, "packages/demo-catalog/shop")

/** The files of the demo shop beside a bundle that reads them. */
export const demoFiles = readdirSync(demoShop).map((name) => `demo/${name}`)

/**
 * Puts the folder of the demo shop beside a bundle that reads it.
 *
 * @type {import("esbuild").Plugin}
 */
const demoBeside = {
  name: "demo beside",
  setup: ({ initialOptions: { outdir = "" }, onEnd, onLoad }) => {
    let isRead = false
    onLoad({ filter: /[/\\]demo-catalog[/\\]src[/\\]DemoShop\.ts$/ }, ({ path }) => {
      isRead = true
      return { contents: readFileSync(path, "utf8").replace("\"../shop/\"", "\"./demo/\""), loader: "ts" }
    })
    onEnd(({ outputFiles = [] }) => {
      for (const file of isRead ? demoFiles : []) {
        const contents = readFileSync(join(demoShop, basename(file)))
        outputFiles.push({ path: resolve(root, outdir, file), contents, hash: "", text: contents.toString() })
      }
    })
  }
}

/**
 * Leaves out pg's way over libpq, which the store does not take: it needs the package pg-native.
 *
 * @type {import("esbuild").Plugin}
 */
const withoutLibpq = {
  name: "without libpq",
  setup: ({ onResolve }) => {
    onResolve(
      { filter: /^\.\/native$/ },
      ({ importer, path }) => /[/\\]pg[/\\]lib[/\\]/.test(importer) ? { path, external: true } : undefined
    )
  }
}

/**
 * Leaves out what libraries import and the server never calls: a parser of file uploads, and the pool, the cursors and the
 * reader of addresses that `@effect/sql-pg` would open PostgreSQL with.
 *
 * @type {import("esbuild").Plugin}
 */
const withoutUnused = {
  name: "without what is not used",
  setup: ({ onLoad, onResolve }) => {
    onResolve(
      { filter: /^(?:multipasta(?:\/node)?|pg-pool|pg-cursor|pg-connection-string)$/ },
      ({ importer, path }) =>
        path === "pg-connection-string" && !importer.includes("sql-pg") ? undefined : { path, namespace: "absent" }
    )
    onLoad({ filter: /.*/, namespace: "absent" }, () => ({ contents: "module.exports = class {}" }))
  }
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

/** What all bundles have in common. */
const options = /** @type {const} */ ({
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  conditions: ["@beauty-store/source"],
  // ESM where a package has it: bundling a UMD build would leave its inner requires unresolved.
  mainFields: ["module", "main"],
  external: ["@resvg/resvg-js", "better-sqlite3", "fontkit", "pdfkit", "sharp"],
  sourcemap: "linked",
  // Stacks need names and lines. Node keeps the map of a program in memory, and reads all of it: the sources are 30 MB.
  sourcesContent: false,
  logLevel: "warning",
  write: false,
  outExtension: { ".js": ".mjs" },
  format: "esm",
  // CommonJS dependencies (pg, ws, undici) call `require` for Node's own modules, which an ES module does not have.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from \"node:module\"\n"
      + "const require = createRequireOfBundle(import.meta.url)\n"
      // Node 20 has none. Without it pg makes a Response, to find out where it runs, and Node loads its HTTP client for that.
      + "const navigator = globalThis.navigator ?? { userAgent: \"Node.js\" }\n"
      + "const isMappedBundle = process.sourceMapsEnabled === true\n"
      + "if (isMappedBundle) process.setSourceMapsEnabled(false)"
  },
  // While it loads, Effect looks at a stack, for which Node would read the whole map: a sixth of the start.
  footer: { js: "if (isMappedBundle) process.setSourceMapsEnabled(true)" }
})

/**
 * Writes the bundles of some entries (by the name of the file without its ending) into a folder, beside that of the
 * server its parts.
 *
 * @param {Readonly<Record<string, string>>} entryPoints
 * @param {string} outdir
 * @param {ReadonlyArray<import("esbuild").Plugin>} plugins
 */
export const bundle = async (entryPoints, outdir, plugins = []) => {
  const isServerAlone = Object.values(entryPoints).every((entry) => entry === server)
  const { outputFiles } = await build({
    ...options,
    entryPoints: { ...(Object.values(entryPoints).includes(server) ? filesBeside : {}), ...entryPoints },
    outdir,
    plugins: [partsOnDemand, demoBeside, withoutLibpq, ...(isServerAlone ? [withoutUnused] : []), ...plugins]
  })
  /** @param {{ readonly path: string }} file */
  const isEntry = ({ path }) => String(basename(path).split(".")[0]) in entryPoints
  // A bundle comes after what it loads later, so that all of it exists as soon as it does.
  for (const { contents, path } of outputFiles.toSorted((a, b) => Number(isEntry(a)) - Number(isEntry(b)))) {
    mkdirSync(dirname(path), { recursive: true })
    if (!has(path, contents)) replace(path, contents)
  }
}
