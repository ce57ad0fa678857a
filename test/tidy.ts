/**
 * The guards that neither the compiler nor the linter can provide: each takes the whole tree as values and returns its
 * problems, a sentence each, so that a test can also show it a planted fault.
 *
 * They read text of which `scan` blanks comments and strings. oxlint checks what it can express (raw clocks, timers,
 * randomness, drivers, cycles) by `.oxlintrc.json`; the compiler, by the tsconfigs, who may import whom.
 */
import { readdirSync, readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import * as path from "node:path"
import { SyntaxKind } from "typescript/unstable/ast"
import { createScanner } from "typescript/unstable/ast/scanner"
import { outsideBundle } from "../scripts/packages.ts"

export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string
  readonly text: string
}

export type Tree = ReadonlyArray<SourceFile>
type Problems = Array<string>

/** Where real time, randomness and the environment may be touched. */
const outside =
  /^(?:(?:packages\/(?:server|simulation)|packages\/[^/]+\/test|test|bench|scripts)\/|packages\/sql\/src\/drivers\/(?:DatabaseFile|Postgres|PostgresPool|Sqlite|SqliteLock)\.ts$)/

const skipped = new Set(["node_modules", "dist", "data", ".git"])

/** All files under `root` except installed, built or stored ones. Binary files have an empty text. */
export const readTree = (root: string): Tree => {
  const found: Array<SourceFile> = []
  const walk = (folder: string): void => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue
      const relative = folder === "" ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) walk(relative)
      else if (entry.isFile() && !relative.endsWith(".d.ts")) {
        const isText = /\.(tsx?|mjs|js|json|md)$|^\.ci\/run$/.test(relative)
        found.push({ path: relative, text: isText ? readFileSync(path.join(root, relative), "utf8") : "" })
      }
    }
  }
  walk("")
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

interface Scanned {
  readonly code: string
  readonly bare: string
}

const scanner = createScanner(false)
const templates: ReadonlyArray<SyntaxKind> = [SyntaxKind.TemplateHead, SyntaxKind.TemplateMiddle]
const comments = new Set([SyntaxKind.SingleLineCommentTrivia, SyntaxKind.MultiLineCommentTrivia])
const literals = new Set([
  ...templates,
  SyntaxKind.StringLiteral,
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateTail
])

/** After these a slash begins no regular expression: a value has ended, or an element of markup ends. */
const ends = new Set([
  ...literals,
  SyntaxKind.Identifier,
  SyntaxKind.NumericLiteral,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.LessThanToken
].filter((kind) => !templates.includes(kind)))

const blanked = (text: string): string => text.replace(/[^\n]/g, " ")

/** A literal with its quotes and without its contents. */
const emptied = (kind: SyntaxKind, token: string): string => {
  const end = kind === SyntaxKind.RegularExpressionLiteral
    ? token.lastIndexOf("/")
    : token.length - (templates.includes(kind) ? 2 : 1)
  return token.slice(0, 1) + blanked(token.slice(1, end)) + token.slice(Math.max(1, end))
}

const scanAnew = (text: string): Scanned => {
  let [code, bare] = ["", ""]
  /** For every open template text, how many braces are open inside its current `${`. */
  const holes: Array<number> = []
  let last = SyntaxKind.Unknown
  scanner.setText(text)
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    const inner = holes.length - 1
    if ((kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken) && !ends.has(last)) {
      kind = scanner.reScanSlashToken()
    } else if (kind === SyntaxKind.OpenBraceToken && inner >= 0) holes[inner]!++
    else if (kind === SyntaxKind.CloseBraceToken && inner >= 0 && holes[inner]!-- === 0) {
      holes.pop()
      kind = scanner.reScanTemplateToken(false)
    }
    if (templates.includes(kind)) holes.push(0)
    const token = scanner.getTokenText()
    code += comments.has(kind) ? blanked(token) : token
    bare += comments.has(kind) ? blanked(token) : literals.has(kind) ? emptied(kind, token) : token
    // What follows `value!` is as after the value.
    const isAside = comments.has(kind) || /^\s/.test(token) || (kind === SyntaxKind.ExclamationToken && ends.has(last))
    if (!isAside) last = kind
  }
  return { code, bare }
}

/** Every guard scans the same texts. */
const scanned = new Map<string, Scanned>()

/**
 * The text twice, at its own length: `code` without comments, `bare` also without the contents of strings, template
 * texts and regular expressions. The compiler's scanner tells tokens apart.
 */
export const scan = (text: string): Scanned => {
  const known = scanned.get(text) ?? scanAnew(text)
  scanned.set(text, known)
  return known
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split("\n").length

const isModule = (file: SourceFile): boolean => /\.(tsx?|mjs)$/.test(file.path)
const packageOf = (file: SourceFile): string | undefined => /^packages\/([^/]+)\//.exec(file.path)?.[1]
const isPackageSource = (file: SourceFile): boolean => /^packages\/[^/]+\/src\//.test(file.path) && isModule(file)

/** Every module that a file names: static, dynamic and type imports, re-exports, and names that are resolved. */
export const importsOf = (file: SourceFile): ReadonlyArray<{ readonly specifier: string; readonly line: number }> => {
  const { bare, code } = scan(file.text)
  const found: Array<{ specifier: string; line: number }> = []
  for (
    const match of code.matchAll(
      /\b(?:from\b|(?:import(?:\.meta\.resolve)?|require(?:\.resolve)?)\b\s*\(?)\s*["']([^"'\n]+)["']/g
    )
  ) {
    if (bare[match.index] === code[match.index]) {
      found.push({ specifier: match[1]!, line: lineOf(code, match.index) })
    }
  }
  return found
}

const isRelative = (specifier: string): boolean => specifier.startsWith(".")
const packageNameOf = (specifier: string): string =>
  specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/")
const target = (file: SourceFile, specifier: string): string =>
  path.posix.join(path.posix.dirname(file.path), specifier)

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, unknown>>
}

/** The packages that whoever installs this one gets, or has beside it. */
const declaredBy = (manifest: Manifest | undefined): ReadonlyArray<string> => [
  ...new Set([...Object.keys(manifest?.dependencies ?? {}), ...Object.keys(manifest?.peerDependencies ?? {})])
]
const json = <A>(tree: Tree, at: string): A | undefined => {
  const file = tree.find((one) => one.path === at)
  return file === undefined ? undefined : JSON.parse(file.text) as A
}
const packagesOf = (tree: Tree): ReadonlyArray<string> =>
  tree.flatMap((file) => /^packages\/([^/]+)\/package\.json$/.exec(file.path)?.[1] ?? [])

/**
 * Which unsupported modules of other packages each package imports, besides the drivers that the simulation replaces.
 * All else that a package needs of another one is supported.
 */
export const crossings: Readonly<Record<string, ReadonlyArray<string>>> = {
  // Its sessions are drafts: it changes and pays them step by step, where the shop's own pages take the use cases
  // whole.
  acp: [
    "commerce/drafts/DraftChanges",
    "commerce/drafts/DraftPayment",
    "commerce/drafts/DraftState",
    "commerce/payment/ProviderCall",
    "http/pipeline/Json",
    "http/pipeline/PublicReads",
    "http/pipeline/RequestBody"
  ],
  // What a checkout of a permission charges, and the words of receipts, are no use case's.
  http: ["commerce/checkout/ChargedCheckout", "documents/Wording"],
  "payments-simulated": ["commerce/audit/ProviderComparison"],
  // The store's own scan is counted as whoever began it.
  readiness: ["http/contract/OperationTexts", "http/pipeline/ClientAddress", "http/pipeline/ScanRequester"],
  // It assembles the program: the socket below the pipeline, and what is printed once for all requests.
  server: [
    "acp/SessionDocument",
    "documents/FontFiles",
    "http/discovery/OpenApiDocument",
    "http/discovery/OpenApiPrinting",
    "http/pipeline/BareRequest",
    "http/pipeline/Json",
    "http/pipeline/RequestPipeline",
    "http/pipeline/StoreOverloaded",
    "http/pipeline/TextBody",
    "http/pipeline/WorkClass",
    "readiness/Evidence",
    "readiness/api/ReadinessDocument"
  ],
  // Its world speaks with the store's own shapes, and asks what the scanner asks.
  simulation: [
    "commerce/catalog/CatalogChanges",
    "http/contract/GoodsSchemas",
    "http/contract/PriceSchemas",
    "http/pipeline/BareRequest",
    "payments-simulated/provider/HostedPayments",
    "payments-simulated/provider/Mandates",
    "payments-simulated/provider/PaymentRequest",
    "readiness/api/ReadinessSchemas",
    "readiness/checks/GuideChecks",
    "readiness/checks/RobotsChecks",
    "readiness/checks/SitemapChecks"
  ],
  // Its pages are a part of the same site: one cookie, one language, one cache, one frame.
  storefront: [
    "http/discovery/Descriptors",
    "http/pages/Messages",
    "http/pipeline/BasePath",
    "http/pipeline/ClientAddress",
    "http/pipeline/PublicReads",
    "http/pipeline/RateLimiter",
    "http/pipeline/RequestLanguage",
    "http/pipeline/RequestPipeline",
    "http/pipeline/SessionCookie"
  ]
}

/**
 * Another package's module is imported by its name where it is supported (where `exports` names it), and under
 * `internal/` where it is not: without that, what is installed would not find it. Those are listed (`crossings`).
 */
export const internals = (tree: Tree): Problems => {
  const named = new Map(
    packagesOf(tree).map((
      own
    ) => [own, new Set(Object.keys(json<Manifest>(tree, `packages/${own}/package.json`)?.exports ?? {}))])
  )
  return tree.filter(isPackageSource).flatMap((file) =>
    importsOf(file).flatMap(({ line, specifier }) => {
      const [, own = "", internal, module] = /^@beauty-store\/([^/]+)\/(internal\/)?(.+)$/.exec(specifier) ?? []
      const isSupported = named.get(own)?.has(`./${module}`)
      if (isSupported === undefined) return []
      if (isSupported === (internal === undefined)) {
        const isListed = isSupported || `${own}/${module}`.startsWith("sql/drivers/")
          || (crossings[packageOf(file)!] ?? []).includes(`${own}/${module}`)
        return isListed ? [] : [`${file.path}:${line} ${specifier} is internal and not among the crossings`]
      }
      return [
        isSupported
          ? `${file.path}:${line} ${specifier} is supported: import it without \`internal\``
          : `${file.path}:${line} ${specifier} is not supported: import it under \`internal\``
      ]
    })
  )
}

/** Uses of clocks and the environment that the linter cannot see, and any attempt to switch it off. */
export const rawEffects = (tree: Tree): Problems =>
  tree.filter((file) => isPackageSource(file) && !outside.test(file.path)).flatMap((file) => {
    const { bare } = scan(file.text)
    const wrong: Problems = []
    for (const match of bare.matchAll(/\bnew Date\b(?!\s*\(\s*[^)\s])|(?<![\w.]|new )Date\(/g)) {
      wrong.push(`${file.path}:${lineOf(bare, match.index)} reads the real clock: take \`now\` from Clock`)
    }
    for (const { line, specifier } of importsOf(file)) {
      if (/^(node:)?(process|timers|perf_hooks)(\/|$)/.test(specifier)) {
        wrong.push(`${file.path}:${line} imports ${specifier}, which belongs to packages/server`)
      }
    }
    for (const match of file.text.matchAll(/(oxlint|eslint)-disable/g)) {
      const line = file.text.split("\n")[lineOf(file.text, match.index) - 1]!
      if (/no-restricted|-disable\s*(\*\/)?$/.test(line)) {
        wrong.push(`${file.path}:${lineOf(file.text, match.index)} switches a guard off`)
      }
    }
    return wrong
  })

/** The line of a text at an index, without the line break. */
const lineAt = (text: string, at: number): string => /^[^\n]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1))![0]

/**
 * A cast against the compiler has its reason in a comment: on its line or on the line above, or for a whole file in the
 * opening comment, which then mentions casts. The linter finds `any` in sources, benches and scripts; a comment that
 * allows it says why.
 */
export const casts = (tree: Tree): Problems =>
  tree.filter((file) => isModule(file) && !planting.test(file.path)).flatMap((file) => {
    const { bare, code } = scan(file.text)
    const [lines, codeLines] = [file.text.split("\n"), code.split("\n")]
    const opening = /^\/\*\*[^]*?\*\//.exec(file.text)?.[0] ?? ""
    const commented = (line: number): boolean => line > 0 && codeLines[line - 1] !== lines[line - 1]
    const needed = /^packages\/[^/]+\/src\/|^bench\/|^scripts\//.test(file.path) ? "never|unknown\\s+as" : "never"
    return [
      ...[...bare.matchAll(new RegExp(`\\bas\\s+(?:${needed})\\b`, "g"))].flatMap((match) => {
        const line = lineOf(bare, match.index)
        return /\bcasts?\b/i.test(opening) || commented(line) || commented(line - 1)
          ? []
          : [`${file.path}:${line} asserts a type and does not say why: ${lineAt(file.text, match.index).trim()}`]
      }),
      ...[...file.text.matchAll(/(?:oxlint|eslint)-disable\S* typescript\/no-explicit-any(?! -- \w)/g)].map((match) =>
        `${file.path}:${lineOf(file.text, match.index)} allows \`any\` and does not say why`
      )
    ]
  })

/**
 * The folders of a package's sources, the lowest first: a folder may import those before it in the list and none after
 * it. Modules beside the folders have no level; for them only import cycles are refused.
 */
export const levels: Readonly<Record<string, ReadonlyArray<string>>> = {
  commerce: [
    "tables",
    "staff",
    "identity",
    "catalog",
    "payment",
    "events",
    "promotions",
    "records",
    "cart",
    "spending",
    "after-sales",
    "reconciliation",
    "orders",
    "checkout",
    "drafts",
    "partners",
    "support",
    "audit"
  ],
  http: ["contract", "pipeline", "handlers", "pages", "discovery"],
  "payments-simulated": ["provider", "pages"],
  readiness: ["documents", "checks", "fetching", "scans", "api", "pages"],
  simulation: ["engine", "world", "auditor", "workload"]
}

/** The folder of a package's source, or undefined for a module beside the folders. */
const folderOf = (at: string): string | undefined => /^packages\/[^/]+\/src\/([^/]+)\//.exec(at)?.[1]

/** Inside a package, folders import each other only by `levels`, never upwards; and every folder has its level. */
export const folders = (tree: Tree): Problems =>
  tree.filter(isPackageSource).flatMap((file) => {
    const own = packageOf(file)!
    const order = levels[own] ?? []
    const folder = folderOf(file.path)
    if (folder === undefined) return []
    if (!order.includes(folder)) return levels[own] === undefined ? [] : [`${file.path}: folder ${folder} has no level`]
    return importsOf(file).flatMap(({ line, specifier }) => {
      if (!isRelative(specifier)) return []
      const other = folderOf(target(file, specifier))
      return other !== undefined && order.indexOf(other) > order.indexOf(folder)
        ? [`${file.path}:${line} ${folder} may not import ${other}, which stands above it`]
        : []
    })
  })

/** The one module that opens the border of `sql/drivers` inside its package. */
const doorOfDrivers = "packages/sql/src/SqlTransactions.ts"

/** Drivers for programs, and the simulation, which puts its own disk and its own server in their place. */
const isDriverImport = (file: SourceFile, specifier: string): boolean => {
  const within = /^@beauty-store\/sql\/(?:internal\/)?drivers\/(.+)$/.exec(specifier)?.[1]
  if (within !== undefined) return !(/^(Postgres|Sqlite|SqliteLock)$/.test(within) || packageOf(file) === "simulation")
  return isRelative(specifier) && file.path !== doorOfDrivers && !file.path.startsWith("packages/sql/src/drivers/")
    && target(file, specifier).startsWith("packages/sql/src/drivers/")
}

/** What is particular to a database (its driver, pool, pipelining, savepoints) stays behind the border of one folder. */
export const drivers = (tree: Tree): Problems =>
  tree.filter(isPackageSource).flatMap((file) =>
    importsOf(file).filter(({ specifier }) => isDriverImport(file, specifier))
      .map(({ line, specifier }) => `${file.path}:${line} ${specifier} is behind the border of sql/drivers`)
  )

/** The modules that connect: to untrusted addresses, to a configured one, to a name server; and one that listens. */
const connecting =
  /^packages\/(outbound\/src\/(GuardedHttp|NodeHttpPost|DnsTxtRecords)|stripe-simulated\/src\/StripeListener)\.ts$/

/**
 * Connections are opened in few places: by the drivers that packages/server picks, and by the guarded HTTP. Other
 * modules use the network through a service (`GuardedHttp`, `HttpPost`).
 */
export const sockets = (tree: Tree): Problems =>
  tree.filter((file) => isPackageSource(file) && !outside.test(file.path) && !connecting.test(file.path))
    .flatMap((file) => [
      ...importsOf(file)
        .filter(({ specifier }) => /^node:(dgram|dns|http|http2|https|net|tls)(\/|$)/.test(specifier))
        .filter(({ line }) => !/^import \{ (isIP(v[46])?(, )?)+ \} from/.test(file.text.split("\n")[line - 1]!))
        .map(({ line, specifier }) => `${file.path}:${line} imports ${specifier}: ask for GuardedHttp`),
      ...[...scan(file.text).bare.matchAll(/(?<![\w.])(globalThis\.)?(fetch|WebSocket|EventSource)\(/g)]
        .map((match) => `${file.path}:${lineOf(file.text, match.index)} connects by itself: ask for GuardedHttp`)
    ])

/**
 * A package's package.json names exactly what its sources import: nothing undeclared, nothing unused. A program also
 * declares what its bundle leaves outside. `peersOf` says which packages a dependency wants beside it: those are
 * declared without being imported.
 */
export const dependencies = (tree: Tree, peersOf: (name: string) => ReadonlyArray<string>): Problems =>
  packagesOf(tree).flatMap((own) => {
    const sources = tree.filter((file) => isPackageSource(file) && packageOf(file) === own)
    if (sources.length === 0) return []
    const manifest = json<Manifest>(tree, `packages/${own}/package.json`)
    const declared = declaredBy(manifest)
    const used = new Set(
      sources.flatMap(importsOf).map(({ specifier }) => specifier)
        .filter((specifier) => !isRelative(specifier) && !isBuiltin(specifier)).map(packageNameOf)
    )
    // The compiler turns markup into calls of the library.
    if (sources.some((file) => file.path.endsWith(".tsx"))) used.add("preact")
    if (manifest?.bin !== undefined) { for (const name of outsideBundle) used.add(name) }
    const peers = new Set(declared.flatMap(peersOf))
    const unused = declared.filter((name) => !used.has(name) && !peers.has(name))
    return [
      ...[...used].filter((name) => !declared.includes(name)).map((name) => `${own} imports ${name} undeclared`),
      ...unused.map((name) => `${own} declares ${name} and does not use it`)
    ]
  })

/** The compiler knows every package: as a reference of the root, and as a path, without which references have no effect. */
export const projects = (tree: Tree): Problems => {
  const references = (json<{ references?: ReadonlyArray<{ path: string }> }>(tree, "tsconfig.json")?.references ?? [])
    .map((reference) => reference.path)
  const base = json<{ compilerOptions?: { paths?: Readonly<Record<string, ReadonlyArray<string>>> } }>(
    tree,
    "tsconfig.base.json"
  )
  return packagesOf(tree).flatMap((own) => [
    ...(references.includes(`packages/${own}`) ? [] : [`tsconfig.json has no reference to packages/${own}`]),
    ...(base?.compilerOptions?.paths?.[`@beauty-store/${own}/*`]?.includes(`./packages/${own}/src/*.ts`)
      ? []
      : [`tsconfig.base.json has no path to packages/${own}/src`])
  ])
}

/** Names of the programs that a devDependency brings, where they differ from its own name. */
const programs: Readonly<Record<string, string>> = { "@changesets/cli": "changeset", typescript: "tsc" }

/**
 * The same for the root: all imports of tests, benches and scripts are declared somewhere, and every tool is run,
 * or named by a test or a page. A folder with a manifest of its own declares its additions there.
 */
export const rootDependencies = (tree: Tree): Problems => {
  const manifest = json<Manifest>(tree, "package.json")
  if (manifest === undefined) return []
  const declared = [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.devDependencies ?? {})]
  const available = new Set([
    ...declared,
    ...packagesOf(tree).flatMap((own) => [
      `@beauty-store/${own}`,
      ...declaredBy(json<Manifest>(tree, `packages/${own}/package.json`))
    ])
  ])
  const files = tree.filter((file) => isModule(file) && !isPackageSource(file))
  const imports = files.flatMap((file) => {
    const ownManifest = json<Manifest>(tree, `${file.path.slice(0, file.path.lastIndexOf("/"))}/package.json`)
    return importsOf(file).filter(({ specifier }) => !isRelative(specifier) && !isBuiltin(specifier))
      .map(({ line, specifier }) => ({ at: `${file.path}:${line}`, name: packageNameOf(specifier) }))
      .filter(({ name }) => ownManifest?.dependencies?.[name] === undefined)
  })
  const used = new Set(imports.map(({ name }) => name))
  const runs = [
    ...Object.values(manifest.scripts ?? {}),
    ...tree.filter((file) => /^(dprint\.json|\.ci\/run)$|^scripts\/|\.test\.ts$|^docs\//.test(file.path))
      .map((file) => file.text)
  ].join("\n")
  const unused = declared.filter((name) =>
    !used.has(name) && !name.startsWith("@types/") &&
    !new RegExp(`(?<![\\w-])${programs[name] ?? name}(?![\\w-])`).test(runs)
  )
  return [
    ...imports.filter(({ name }) => !available.has(name)).map(({ at, name }) => `${at} imports ${name} undeclared`),
    ...unused.map((name) => `the root declares ${name} and does not use it`)
  ]
}

/** Some modules, and all that they reach by their paths. */
const reachedFrom = (tree: Tree, from: Tree): Tree => {
  const modules = new Map(tree.map((file) => [file.path, file]))
  const reached = new Set(from)
  // What is added to a set on the way is walked as well.
  for (const file of reached) {
    for (const { specifier } of importsOf(file)) {
      const other = isRelative(specifier) ? modules.get(target(file, specifier)) : undefined
      if (other !== undefined) reached.add(other)
    }
  }
  return [...reached]
}

/**
 * The contract, `packages/http/src/contract/Api.ts` and everything it imports, runs in a browser: no Node, no SQL, no
 * use cases.
 */
export const contract = (tree: Tree): Problems =>
  reachedFrom(tree, tree.filter((file) => file.path === "packages/http/src/contract/Api.ts")).flatMap((file) =>
    importsOf(file)
      .filter(({ specifier }) =>
        !isRelative(specifier) && !/^(effect|@effect\/platform|@beauty-store\/domain)(\/|$)/.test(specifier)
      )
      .map(({ line, specifier }) => `${file.path}:${line} is part of the HTTP contract, but imports ${specifier}`)
  )

/** Another package of ours, or a shop of the tests. */
const isAboveSql = (file: SourceFile, specifier: string): boolean =>
  isRelative(specifier)
    ? /^(packages\/(?!sql\/)|test\/shop\/)/.test(target(file, specifier))
    : /^@beauty-store\/(?!sql(\/|$))/.test(specifier)

/** `sql` stands and is tested without a shop: neither its sources nor its tests, nor what those share, import one. */
export const floor = (tree: Tree): Problems =>
  reachedFrom(tree, tree.filter((file) => isModule(file) && packageOf(file) === "sql")).flatMap((file) =>
    importsOf(file).filter(({ specifier }) => isAboveSql(file, specifier))
      .map(({ line, specifier }) => `${file.path}:${line} imports ${specifier}, and sql is to need no shop`)
  )

/** Index after the bracket that closes the one at `open`; arrows (`=>`) close nothing. */
const closing = (text: string, open: number): number => {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === "<") depth++
    if (text[at] === ">" && text[at - 1] !== "=") depth--
    if (depth === 0) return at + 1
  }
  return text.length
}

/** Keys of services are `@beauty-store/<package>/<Module>`, written as literals, unique in the program. */
export const tagKeys = (tree: Tree): Problems => {
  const seen = new Map<string, string>()
  return tree.filter(isPackageSource).flatMap((file) => {
    const { bare, code } = scan(file.text)
    const wrong: Problems = []
    for (const match of bare.matchAll(/\b(\w+\.(?:Tag|GenericTag)|Context\.Reference|Effect\.Service)\b(?!\.)/g)) {
      let at = match.index + match[0].length
      if (bare[at] === "<") at = closing(bare, at)
      const call = /^\s*(?:\(\s*\)\s*)?\(\s*/.exec(bare.slice(at))
      if (call === null) continue
      const place = `${file.path}:${lineOf(bare, match.index)}`
      const key = /^"([^"\n]+)"/.exec(code.slice(at + call[0].length))?.[1]
      if (key === undefined) wrong.push(`${place} the key of a service is a literal`)
      else if (!new RegExp(`^@beauty-store/${packageOf(file)}/[A-Z]\\w*(/\\w+)*$`).test(key)) {
        wrong.push(`${place} key "${key}" is not @beauty-store/${packageOf(file)}/<Module>`)
      } else if (seen.has(key)) wrong.push(`${place} key "${key}" is taken by ${seen.get(key)}`)
      else seen.set(key, place)
    }
    return wrong
  })
}

const emptyNames = new Set(["util", "utils", "helper", "helpers", "common", "misc", "manager", "impl"])

/** File names say what the file contains; nothing re-exports a folder. */
export const fileNames = (tree: Tree): Problems =>
  tree.filter((file) => /^(packages|test|bench|scripts)\//.test(file.path)).flatMap((file) => {
    const words = file.path.replace(/\.[a-z.]+$/, "").split(/[/.\-_]|(?<=[a-z0-9])(?=[A-Z])/)
    const empty = words.filter((word) => emptyNames.has(word.toLowerCase()))
    return [
      ...empty.map((word) => `${file.path}: "${word}" says nothing about what is in it`),
      ...(/(^|\/)index\.[cm]?[jt]sx?$/.test(file.path)
        ? [`${file.path}: no barrels, import modules by their path`]
        : [])
    ]
  })

/** Packages import libraries, too, by module, because a barrel loads all of them. Tests need not. */
export const barrels = (tree: Tree): Problems =>
  tree.filter(isPackageSource).flatMap((file) =>
    importsOf(file).filter(({ specifier }) =>
      /^(effect|@effect\/(?!vitest)[^/]+|@beauty-store\/[^/]+)$/.test(specifier)
    )
      .map(({ line, specifier }) => `${file.path}:${line} imports all of ${specifier}: name the module`)
  )

/** The one module that writes markup without escaping it: the stylesheet, and pages that a shop vouches for. */
const document = "packages/ui/src/Document.tsx"

/** All other markup goes through the renderer, which escapes. */
export const escaping = (tree: Tree): Problems =>
  tree.filter((file) => isPackageSource(file) && file.path !== document && /dangerouslySetInnerHTML/.test(file.text))
    .map((file) => `${file.path} writes markup that nobody escapes`)

/** Names of elements that only markup has: `code` and `time` could be placeholders in a text of ours. */
const element =
  "a|article|aside|b|body|br|button|div|dl|dd|dt|em|fieldset|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|label|"
  + "legend|li|link|main|meta|nav|ol|option|p|pre|script|section|select|small|span|strong|style|sub|sup|table|tbody|td|"
  + "textarea|th|thead|title|tr|u|ul"

/** What the scanner advises to write into a page: texts that are shown and copied, and never a part of a page of ours. */
const patches = /^packages\/readiness\/src\/checks\//

/**
 * Pages are TSX, which escapes by itself: no string and no template text contains an element of HTML. Pictures of the
 * demo catalogue are SVG, not pages. In `.tsx`, where `scan` takes an apostrophe of a text for a string, only strings
 * that begin with an element count.
 */
export const markup = (tree: Tree): Problems =>
  tree.filter((file) =>
    isPackageSource(file) && file.path !== document && packageOf(file) !== "demo-catalog" && !patches.test(file.path)
  )
    .flatMap((file) => {
      const { bare, code } = scan(file.text)
      const found = file.path.endsWith(".tsx")
        ? [...code.matchAll(new RegExp(`(?<=[=({[,:?|&+\\s])["'\`]\\s*<(/?(${element})[\\s>/]|!doctype)`, "gi"))]
        : [...code.matchAll(new RegExp(`<(/?(${element})(?![\\w-])|!doctype)`, "gi"))]
          .filter((match) => bare[match.index] === " ")
      const lines = new Set(found.map((match) => lineOf(code, match.index)))
      return [...lines].map((line) => `${file.path}:${line} writes markup as text: make it TSX`)
    })

/** The lines of text of a module's header, without its `@since`. */
const headerLines = (text: string): number =>
  (/^(?:#!.*\n)?\/\*\*(.*?)\*\//s.exec(text)?.[1] ?? "").split("\n").filter((line) =>
    /[^\s*]/.test(line) && !line.includes("@since")
  ).length

/** Headers that are still longer than others may be. */
export const longHeaders: ReadonlyArray<string> = ["Money", "Shipping", "Stock", "Vat"].map((name) =>
  `packages/domain/src/${name}.ts`
)

/** Every module of a package opens by saying what it is, and every module says it in four lines at most. */
export const headers = (tree: Tree, allowed: ReadonlyArray<string> = []): Problems =>
  tree.filter(isModule).flatMap((file) => {
    if (isPackageSource(file) && !/^(#!.*\n)?\/\*\*/.test(file.text)) {
      return [`${file.path} does not open with a header comment`]
    }
    const isLong = headerLines(file.text) > 4
    if (isLong === allowed.includes(file.path)) return []
    return [`${file.path} ${isLong ? "has a header of more than four lines" : "is listed in longHeaders for nothing"}`]
  })

/** GitHub's anchors of a page: lower case, punctuation dropped, spaces as hyphens, repeats numbered. */
const anchorsOf = (page: string): Set<string> => {
  const anchors = new Set<string>()
  for (const match of withoutCode(page).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const plain = match[1]!.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase()
    const slug = plain.replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-")
    let anchor = slug
    for (let repeat = 1; anchors.has(anchor); repeat++) anchor = `${slug}-${repeat}`
    anchors.add(anchor)
  }
  return anchors
}

const withoutCode = (page: string): string => page.replace(/^(```|~~~)[^]*?^\1/gm, "")

/** Links of our pages to files of ours, and to headings in them, lead somewhere. */
export const links = (tree: Tree): Problems => {
  const pages = tree.filter((file) => /^([A-Z]+|docs\/.+|packages\/[^/]+\/README)\.md$/.test(file.path))
  const exists = (at: string): boolean => tree.some((file) => file.path === at || file.path.startsWith(`${at}/`))
  return pages.flatMap((page) => {
    const text = withoutCode(page.text).replace(/`[^`\n]*`/g, "")
    const found = [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)|^\[[^\]]+\]:\s*(\S+)/gm)]
    return found.flatMap((match) => {
      const link = (match[1] ?? match[2])!
      if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(link)) return []
      const [file = "", anchor] = link.split("#")
      const at = file === ""
        ? page.path
        : path.posix.join(file.startsWith("/") ? "." : path.posix.dirname(page.path), decodeURIComponent(file))
          .replace(/^\/|\/$/g, "")
      if (!exists(at) && at !== ".") return [`${page.path} links to ${link}, which is not there`]
      const there = tree.find((one) => one.path === at && at.endsWith(".md"))
      return anchor !== undefined && there !== undefined && !anchorsOf(there.text).has(anchor)
        ? [`${page.path} links to ${link}, but ${at} has no such heading`]
        : []
    })
  })
}

/** Tests that plant unknown names and citations. */
const planting = /^test\/(tidy|lint)\.test\.ts$/

/** The pages that people read about the program. */
const isPage = (file: SourceFile): boolean => /^([A-Z]+|docs\/.+|packages\/[^/]+\/README)\.md$/.test(file.path)

/** A citation of a page of ours, with or without a heading: `docs/specification.md#stock`. */
const citation = /(?<![\w./-])docs\/[\w/-]+\.md(?:#[\w-]*)?/g

/** Pages and headings that sources, tests and pages cite exist. */
export const citations = (tree: Tree): Problems => {
  const pages = new Map(tree.filter(isPage).map((page) => [page.path, anchorsOf(page.text)]))
  return tree.filter((file) => !planting.test(file.path)).flatMap((file) =>
    [...file.text.matchAll(citation)].flatMap((match) => {
      const [page = "", anchor] = match[0].split("#")
      const anchors = pages.get(page)
      const at = `${file.path}:${lineOf(file.text, match.index)}`
      if (anchors === undefined) return [`${at} cites ${match[0]}, but there is no ${page}`]
      return anchor === undefined || anchors.has(anchor)
        ? []
        : [`${at} cites ${match[0]}, but ${page} has no such heading`]
    })
  )
}

/** The names of the code: every word outside comments, in any spelling, and every file's and folder's name. */
interface Vocabulary {
  readonly words: ReadonlySet<string>
  /** Header names and the like, whose case does not matter. */
  readonly folded: ReadonlySet<string>
  /** Modules of packages by their name, with the words of their code: `Orders`. */
  readonly modules: ReadonlyMap<string, ReadonlySet<string>>
  readonly paths: ReadonlySet<string>
  readonly baseNames: ReadonlySet<string>
  readonly packages: ReadonlyArray<string>
  readonly scripts: ReadonlySet<string>
}

const wordsIn = (text: string): ReadonlyArray<string> => text.match(/[\w$]+(?:-[\w$]+)*/g) ?? []

const vocabularyOf = (tree: Tree): Vocabulary => {
  const words = new Set<string>()
  const modules = new Map<string, Set<string>>()
  const add = (text: string, into: Set<string>): void => {
    for (const word of wordsIn(text)) {
      into.add(word)
      for (const part of word.split("-")) into.add(part)
    }
  }
  for (const file of tree) {
    if (planting.test(file.path)) continue
    const isCode = /\.(ts|tsx|mjs)$/.test(file.path)
    if (isCode) {
      const { code } = scan(file.text)
      add(code, words)
      const name = /^packages\/[^/]+\/src\/(?:.+\/)?([A-Z]\w*)\.tsx?$/.exec(file.path)?.[1]
      if (name !== undefined) {
        const own = modules.get(name) ?? new Set()
        add(code, own)
        modules.set(name, own)
      }
    } else if (/\.json$|^\.ci\/run$/.test(file.path)) add(file.text, words)
  }
  const paths = new Set(tree.map(({ path: at }) => at))
  for (const { path: at } of tree) {
    for (let end = at.lastIndexOf("/"); end > 0; end = at.lastIndexOf("/", end - 1)) paths.add(at.slice(0, end))
  }
  const baseNames = new Set([...paths].map((at) => path.posix.basename(at)))
  for (const name of baseNames) add(name.replace(/\.\w+$/, ""), words)
  return {
    words,
    folded: new Set([...words].map((word) => word.toLowerCase())),
    modules,
    paths,
    baseNames,
    packages: packagesOf(tree),
    scripts: new Set(Object.keys(json<Manifest>(tree, "package.json")?.scripts ?? {}))
  }
}

/** Names that pages and comments may use although the code does not have them, each with the reason. */
export const foreignNames: Readonly<Record<string, string>> = {
  "dist/server.mjs": "what `npm start` builds and runs",
  grep: "a program",
  pg_dump: "a program of PostgreSQL's",
  ts_rank: "a function of PostgreSQL's that was decided against",
  NORMAL: "a setting of SQLite's that was decided against",
  SQLITE_BUSY_SNAPSHOT: "an error of SQLite's that cannot happen here",
  "Layer.setClock": "a function of Effect's that the simulation does the work of",
  Origin: "a header, which the code reads in lower case"
}

/** Ways of writing a path or a pattern of paths: `packages/payments-<name>`, `…Routes.ts`. */
const isOpen = (name: string): boolean => /[<>{}…]/.test(name)

const globbed = (name: string): RegExp =>
  new RegExp(`^${name.replace(/[.+?^$()|[\]\\]/g, "\\$&").replace(/\*\*?/g, ".*")}$`)

/** Whether a path leads somewhere: from the root, or from a package's sources (`commerce/Orders.ts`), or any file's name. */
const leads = (name: string, { baseNames, paths }: Vocabulary): boolean => {
  const at = name.replace(/\/$/, "").replace(/^(?:\.\.?\/)+/, "")
  if (paths.has(at) || baseNames.has(at)) return true
  if (at.includes("*")) return [...paths].some((one) => globbed(at).test(one))
  const [own, ...rest] = at.split("/")
  return rest.length > 0 &&
    [...paths].some((one) =>
      one.startsWith(`packages/${own}/src/`) &&
      (one === `packages/${own}/src/${rest.join("/")}` || one.endsWith(`/${rest.at(-1)}`))
    )
}

const identifier = /^[A-Za-z_$][\w$]*(?:-[\w$]+)*(?:\.[A-Za-z_$][\w$]*)*(?:\(.*\))?$/

/** The fault of a name that a page shows as code; undefined where it has none, or is not a name of ours. */
const faultOfName = (shown: string, vocabulary: Vocabulary): string | undefined => {
  const { folded, modules, packages, scripts, words } = vocabulary
  const own = /^@beauty-store\/([\w-]+)((?:\/[\w-]+)*)$/.exec(shown)
  if (own !== null) {
    const [, name = "", module = ""] = own
    if (!packages.includes(name)) return `there is no package ${name}`
    return module === "" || leads(`packages/${name}/src${module.replace(/^\/internal(?=\/)/, "")}.ts`, vocabulary)
      ? undefined
      : "there is no such module"
  }
  const script = /^npm (?:run (?:-s )?([\w:-]+)|(test|start)(?![\w:]))/.exec(shown)
  if (script !== null) {
    const name = script[1] ?? script[2]!
    return scripts.has(name) ? undefined : `package.json has no script ${name}`
  }
  if (/^npx vitest run [\w/.-]+$/.test(shown)) {
    return leads(shown.slice("npx vitest run ".length), vocabulary) ? undefined : "there is no such path"
  }
  // `citations` checks headings.
  if (isOpen(shown) || /\.md#/.test(shown)) return undefined
  if (/^(packages|test|scripts|docs|bench|examples)\//.test(shown) || /^[\w*./-]+\.(ts|tsx|mjs|md)$/.test(shown)) {
    return leads(shown, vocabulary) ? undefined : "there is no such path"
  }
  if (!identifier.test(shown)) return undefined
  const segments = shown.replace(/\(.*\)$/, "").split(".")
  const [head = "", ...members] = segments
  const missing = segments.find((word) => !words.has(word) && !(word.includes("-") && folded.has(word.toLowerCase())))
  if (missing !== undefined) return `nothing in the code is called ${missing}`
  const module = modules.get(head)
  const stranger = module === undefined ? undefined : members.find((word) => !module.has(word))
  return stranger === undefined ? undefined : `nothing in the module ${head} is called ${stranger}`
}

/** The prose of a page or a module: without blocks of code, at its own length. */
const wordsOf = (file: SourceFile): string => {
  if (isPage(file)) return file.text.replace(/^(```|~~~)[^]*?^\1/gm, blanked)
  let comments = ""
  let from = 0
  for (const { 0: { length }, index } of scan(file.text).code.matchAll(/\S+/g)) {
    comments += file.text.slice(from, index) + " ".repeat(length)
    from = index + length
  }
  return (comments + file.text.slice(from)).replace(/```[^]*?```/g, blanked)
}

/**
 * Pages and comments name only existing packages, modules, paths, scripts and identifiers. Everything that they show as
 * code is compared with the code's own words, so that a name that was changed, or never existed, is found. Blocks of
 * code are compared for scripts only, because tests run them.
 */
export const names = (
  tree: Tree,
  foreign: Readonly<Record<string, string>> = foreignNames
): Problems => {
  const vocabulary = vocabularyOf(tree)
  const used = new Set<string>()
  const faults = (file: SourceFile, spans: Iterable<RegExpMatchArray>): Problems =>
    [...spans].flatMap((match) => {
      const shown = match[1]!.replace(/\s*\n\s*(?:(?:\*|\/\/) )?/g, " ").trim()
      used.add(shown)
      if (Object.hasOwn(foreign, shown)) return []
      const fault = faultOfName(shown, vocabulary)
      return fault === undefined
        ? []
        : [`${file.path}:${lineOf(file.text, match.index!)} names \`${shown}\`, but ${fault}`]
    })
  const told = tree.filter((file) => isPage(file) || (/\.(ts|tsx|mjs)$/.test(file.path) && !planting.test(file.path)))
  return [
    ...told.flatMap((file) => faults(file, wordsOf(file).matchAll(/`([^`]+)`/g))),
    ...told.filter(isPage).flatMap((page) =>
      faults(page, page.text.matchAll(/^[ \t]*(npm (?:run|test|start)[^\n|]*)$/gm))
    ),
    ...Object.keys(foreign).filter((name) => !used.has(name))
      .map((name) => `\`${name}\` is allowed, and nothing names it`)
  ]
}
