/**
 * The packages that people install: what each is called, which of its modules are supported, and what it needs. This
 * table is the one source of names and ranges, from which `npm run manifests` writes every `package.json`; changesets
 * raise the version there. Unsupported modules are under `internal/`, so packages depend on each other's exact version.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"

export const root = path.join(import.meta.dirname, "..")

/** Where the sources are. A provenance statement is only accepted from the repository that a manifest names. */
export const repository = "git+https://github.com/beauty-store/beauty-store.git"

/**
 * Libraries of which a program has one copy only, because its own code uses them too: peers, by the ranges that work.
 * With the lines before these the declarations do not compile. `test/packages.slow.test.ts` tries both ends.
 */
const peers: Readonly<Record<string, string>> = {
  "@effect/experimental": ">=0.59.0 <0.62.0",
  "@effect/platform": ">=0.95.0 <0.98.0",
  "@effect/platform-node": ">=0.105.0 <0.109.0",
  "@effect/sql": ">=0.50.0 <0.53.0",
  "@effect/sql-pg": ">=0.50.3 <0.54.0",
  "@effect/sql-sqlite-node": ">=0.50.1 <0.54.0",
  effect: "^3.20.0",
  pg: "^8.23.0",
  vitest: "^3.2.0"
}

/** Libraries that a package brings with it. */
const libraries: Readonly<Record<string, string>> = {
  "@expo-google-fonts/source-sans-3": "^0.4.1",
  "@expo-google-fonts/source-serif-4": "^0.4.1",
  "@fontsource-variable/noto-emoji": "^5.3.1",
  "@fontsource-variable/noto-sans-kr": "^5.3.1",
  "@fontsource-variable/noto-sans-sc": "^5.3.1",
  "@orama/stemmers": "^3.1.18",
  "@resvg/resvg-js": "^2.6.2",
  "better-sqlite3": "^12.6.2",
  "bwip-js": "^4.11.4",
  canonicalize: "^2.1.0",
  "csv-parse": "^7.0.3",
  "markdown-it": "^15.0.3",
  "dejavu-fonts-ttf": "^2.37.3",
  "fast-xml-parser": "^5.12.1",
  "find-my-way-ts": "^0.1.6",
  fontkit: "^2.0.4",
  htmlparser2: "^12.0.0",
  "intl-messageformat": "^12.1.5",
  "ipaddr.js": "^2.5.0",
  "jsonc-parser": "^3.3.1",
  jsonld: "^9.0.0",
  pdfkit: "^0.20.2",
  preact: "^11.2.0",
  "preact-render-to-string": "^6.8.2",
  "robots-parser": "^3.0.1",
  sharp: "^0.35.5",
  stripe: "23.1.0",
  "woff2-encoder": "^2.0.0"
}

export interface Package {
  readonly description: string
  /** The supported modules; `"all"` where every module is one. */
  readonly modules: ReadonlyArray<string> | "all"
  /** What the modules import: packages of ours by their last name, libraries by their whole name. */
  readonly needs: ReadonlyArray<string>
  /** Those of them that some of its modules do without, so that nobody has to install them for the others. */
  readonly optional?: ReadonlyArray<string>
  /** The folder beside its sources that it reads. */
  readonly reads?: string
  /**
   * The package is a program first: its bundle contains what the modules import, and `brings` is what the bundle leaves
   * outside. Its modules are for those who have the rest installed.
   */
  readonly program?: { readonly bin: string; readonly brings: ReadonlyArray<string> }
}

/** What the bundle of the server leaves outside: native parts, and what is loaded with the first document or picture. */
export const outsideBundle: ReadonlyArray<string> = [
  "@resvg/resvg-js",
  "better-sqlite3",
  "fontkit",
  "pdfkit",
  "sharp"
]

export const packages: Readonly<Record<string, Package>> = {
  acp: {
    description: "The Agentic Commerce Protocol beside the shop's own API: sessions, carts, orders, cards, the feed.",
    modules: ["AgenticCommerce", "Api", "RequestSchemas", "ResponseSchemas", "Webhooks"],
    needs: ["commerce", "domain", "http", "sql", "@effect/platform", "effect"]
  },
  "carrier-simulated": {
    description: "A parcel carrier in the same process, with its own ledger, clock and faults.",
    modules: ["CarrierHooks", "CarrierSettings", "Faults", "SimulatedCarrier"],
    needs: ["outbound", "sql", "@effect/platform", "@effect/sql", "effect"]
  },
  commerce: {
    description: "The shop's use cases as Effect services over a SQL client and a payment provider.",
    modules: [
      "Attributes",
      "OwnTables",
      "Policy",
      "Store",
      "StoreSettings",
      "Strategies",
      "Tables",
      "after-sales/Receipts",
      "after-sales/Refunds",
      "after-sales/Returns",
      "audit/AuditReport",
      "audit/ConsistencyAudit",
      "audit/LaunchFacts",
      "cart/Carts",
      "promotions/Promotions",
      "catalog/Bestsellers",
      "catalog/Catalog",
      "catalog/CatalogImport",
      "catalog/Goods",
      "catalog/GoodsImports",
      "catalog/GoodsRefusals",
      "catalog/Inventory",
      "catalog/Prices",
      "catalog/ProductPictures",
      "catalog/ProductSearch",
      "catalog/ProductTable",
      "catalog/ProductTables",
      "checkout/Checkout",
      "drafts/DraftView",
      "drafts/PurchaseDrafts",
      "checkout/SessionView",
      "identity/Identity",
      "orders/Fulfilment",
      "orders/OrderAttributes",
      "orders/OrderHistory",
      "orders/OrderPages",
      "orders/Orders",
      "partners/Clients",
      "partners/Dialects",
      "partners/InboundWebhooks",
      "partners/Subscriptions",
      "partners/WebhookSender",
      "payment/PaymentProvider",
      "payment/PaymentVault",
      "reconciliation/Reconciliation",
      "events/DomainEvents",
      "events/EventStream",
      "events/Events",
      "staff/Flags",
      "events/Reactions",
      "spending/Delegations",
      "staff/StaffTrail",
      "support/Support"
    ],
    needs: ["domain", "sql", "@effect/sql", "@orama/stemmers", "csv-parse", "effect"]
  },
  "demo-catalog": {
    description: "Invented brands and products, and the drawings of their packs.",
    modules: ["Assortment", "Beauty", "Catalogue", "DemoShop", "GroupPicture", "Packshot"],
    needs: ["commerce", "domain", "effect"],
    reads: "shop"
  },
  documents: {
    description: "Papers of the shop as bytes: receipts and credit notes as PDF and HTML, return labels as PDF.",
    modules: ["LabelPdf", "ReceiptHtml", "ReceiptPdf"],
    needs: [
      "domain",
      "ui",
      "@expo-google-fonts/source-sans-3",
      "@expo-google-fonts/source-serif-4",
      "@fontsource-variable/noto-emoji",
      "@fontsource-variable/noto-sans-kr",
      "@fontsource-variable/noto-sans-sc",
      "bwip-js",
      "dejavu-fonts-ttf",
      "effect",
      "fontkit",
      "pdfkit",
      "preact",
      "woff2-encoder"
    ]
  },
  domain: {
    description: "The shop's rules as pure functions and values.",
    modules: "all",
    needs: ["effect"]
  },
  http: {
    description: "The shop's HTTP API: its contract, its handlers, its typed client.",
    modules: [
      "Client",
      "HostIdentity",
      "HttpPolicy",
      "HttpWebhookSender",
      "StoreHttp",
      "contract/AdminSchemas",
      "contract/Annotations",
      "contract/Api",
      "contract/AuthSchemas",
      "contract/CartSchemas",
      "contract/CatalogSchemas",
      "contract/CheckoutSchemas",
      "contract/ClientSchemas",
      "contract/Cost",
      "contract/DelegationSchemas",
      "contract/Explanations",
      "contract/HealthSchemas",
      "contract/HttpApiLookup",
      "contract/InputSchemas",
      "contract/ListSchemas",
      "contract/OrderSchemas",
      "contract/PaymentSchemas",
      "contract/Problems",
      "contract/PromotionSchemas",
      "contract/ReceiptSchemas",
      "contract/RefundSchemas",
      "contract/ReturnSchemas",
      "contract/Security",
      "contract/ShippingSchemas",
      "contract/StockSchemas",
      "contract/SupportSchemas",
      "contract/ValueSchemas",
      "contract/WebhookSchemas",
      "handlers/CatalogDocuments",
      "pages/FormChange",
      "pages/PageFrame",
      "pages/PolicyTexts",
      "pages/SameOriginForm",
      "pipeline/Authentication",
      "pipeline/ErrorDescription",
      "pipeline/FurtherContracts",
      "pipeline/Mounting",
      "pipeline/Operations",
      "pipeline/PageRoute",
      "pipeline/PdfDrawing",
      "pipeline/PictureEncoding",
      "pipeline/Protocol",
      "pipeline/RasterPictures",
      "pipeline/Typefaces",
      "pipeline/RequestContext",
      "pipeline/Responses"
    ],
    needs: [
      "commerce",
      "documents",
      "domain",
      "outbound",
      "sql",
      "ui",
      "@effect/platform",
      "canonicalize",
      "effect",
      "find-my-way-ts",
      "jsonc-parser",
      "preact"
    ]
  },
  outbound: {
    description: "Requests to addresses that nobody has vetted, and messages that are signed.",
    modules: [
      "BodyReader",
      "DnsTxtRecords",
      "GuardedHttp",
      "NetworkAddress",
      "NodeHttpPost",
      "HttpPost",
      "PublicAddress",
      "Signature",
      "TxtRecords",
      "UrlText"
    ],
    needs: ["effect", "ipaddr.js"]
  },
  "payments-simulated": {
    description: "A payment provider in the same process, with its own ledger, hosted page and faults.",
    modules: ["Cards", "Faults", "HostedPages", "ProviderSettings", "SimulatedPaymentProvider"],
    needs: ["commerce", "domain", "outbound", "sql", "ui", "@effect/platform", "@effect/sql", "effect", "preact"]
  },
  "payments-stripe": {
    description: "Stripe behind the shop's port to a payment provider, with tables of its own in the shop's database.",
    modules: ["StripePaymentProvider"],
    needs: ["commerce", "domain", "sql", "effect", "stripe"]
  },
  readiness: {
    description: "How well software agents can find, understand and buy at a shop's site: checks, score, fixes.",
    modules: [
      "Check",
      "FetchedSite",
      "Report",
      "Sarif",
      "Scanner",
      "Score",
      "SiteFetch",
      "Platform",
      "api/ReadinessApi",
      "fetching/GuardedSiteFetch",
      "fetching/HostPace",
      "scans/ScanRunner",
      "scans/ScanSettings",
      "scans/Scans"
    ],
    needs: [
      "commerce",
      "domain",
      "http",
      "outbound",
      "sql",
      "ui",
      "@effect/platform",
      "effect",
      "fast-xml-parser",
      "htmlparser2",
      "jsonld",
      "preact",
      "robots-parser"
    ]
  },
  server: {
    description: "The whole shop as a program: `npx -p @beauty-store/server beauty-store` serves the demo store.",
    modules: ["Demo", "NodeHttp"],
    needs: [
      "acp",
      "carrier-simulated",
      "commerce",
      "demo-catalog",
      "documents",
      "domain",
      "http",
      "outbound",
      "payments-simulated",
      "payments-stripe",
      "readiness",
      "sql",
      "storefront",
      "ui",
      "@effect/experimental",
      "@effect/platform",
      "@effect/platform-node",
      "@effect/sql",
      "@effect/sql-sqlite-node",
      "@resvg/resvg-js",
      "htmlparser2",
      "markdown-it",
      "effect",
      "jsonc-parser",
      "sharp"
    ],
    program: { bin: "dist/bin/server.mjs", brings: outsideBundle }
  },
  simulation: {
    description: "A whole store and its world in one process, on a simulated clock, from one seed.",
    modules: [
      "OwnShop",
      "Simulation",
      "Sweep",
      "engine/Disk",
      "engine/Network",
      "engine/Prng",
      "engine/Time",
      "world/Currencies",
      "world/StoreProcess"
    ],
    needs: [
      "acp",
      "carrier-simulated",
      "commerce",
      "demo-catalog",
      "domain",
      "http",
      "outbound",
      "payments-simulated",
      "readiness",
      "sql",
      "storefront",
      "@effect/experimental",
      "@effect/platform",
      "@effect/sql",
      "@orama/stemmers",
      "better-sqlite3",
      "effect",
      "htmlparser2"
    ]
  },
  sql: {
    description:
      "What a transactional service needs and no shop: transactions, queries, migrations, jobs, idempotency, and drivers.",
    modules: [
      "Codec",
      "CommitListeners",
      "Cursor",
      "DatabaseErrors",
      "DetachedFiber",
      "Entropy",
      "Expiry",
      "GroupedJobs",
      "Idempotency",
      "Instances",
      "JobHandler",
      "JobQueues",
      "JobRunner",
      "JobTable",
      "Jobs",
      "Lease",
      "Metrics",
      "Migrations",
      "Query",
      "Readiness",
      "Secrets",
      "SingleFlight",
      "Spans",
      "SqlTransactions",
      "TableNames",
      "TimeLimit",
      "Transactions",
      "WorkPermit",
      "drivers/Postgres",
      "drivers/Sqlite",
      "drivers/SqliteLock"
    ],
    needs: ["@effect/experimental", "@effect/sql", "@effect/sql-pg", "better-sqlite3", "effect", "pg"],
    optional: ["@effect/experimental", "@effect/sql-pg", "pg"]
  },
  storefront: {
    description: "The shop's pages for people, in English and German, over the same use cases as the API.",
    modules: ["Storefront"],
    needs: ["commerce", "domain", "http", "sql", "ui", "@effect/platform", "effect", "preact"]
  },
  "stripe-simulated": {
    description: "Stripe's API as far as a shop needs it, in memory, with payers, webhooks, a clock and faults.",
    modules: ["Cards", "Faults", "SimulatedStripe", "StripeFetch", "StripeListener"],
    needs: ["outbound", "sql", "effect", "stripe"]
  },
  testing: {
    description:
      "For tests of shops: a store in memory, a payment provider in memory, suites for providers and strategies.",
    modules: ["InMemoryPaymentProvider", "ProviderSuite", "StoreTest", "StrategySuites"],
    needs: [
      "commerce",
      "domain",
      "@effect/experimental",
      "@effect/platform",
      "@effect/sql",
      "@effect/sql-sqlite-node",
      "effect",
      "vitest"
    ],
    optional: ["vitest"]
  },
  ui: {
    description: "The look of every page: tokens, components and layout as TSX, rendered on the server.",
    modules: "all",
    needs: ["domain", "intl-messageformat", "preact", "preact-render-to-string"]
  }
}

/** The module that a package's own name leads to. */
export const rootModule = "Modules"

/** The modules of a package's sources, with their endings. */
export const sourcesOf = (name: string): ReadonlyArray<string> =>
  readdirSync(path.join(root, "packages", name, "src"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/")).filter((file) => /(?<!\.d)\.tsx?$/.test(file)).toSorted()

const withoutEnding = (file: string): string => file.replace(/\.tsx?$/, "")

/** The modules of a package that strangers may import. */
export const supported = (name: string): ReadonlyArray<string> => {
  const { modules = [] } = packages[name] ?? {}
  return modules === "all" ? sourcesOf(name).map(withoutEnding).filter((module) => module !== rootModule) : modules
}

interface Manifest {
  readonly version: string
}

const manifestPath = (name: string): string => path.join(root, "packages", name, "package.json")

/** The version of all packages. */
export const version = (): string => {
  const versions = new Set(
    Object.keys(packages).map((name) => {
      const manifest: Manifest = JSON.parse(readFileSync(manifestPath(name), "utf8"))
      return manifest.version
    })
  )
  const [one, ...others] = versions
  if (one === undefined || others.length > 0) throw new Error(`the packages have several versions: ${[...versions]}`)
  return one
}

/** The version that changesets make of another one: the largest of their changes counts, for all packages together. */
export const raised = (from: string, changesets: ReadonlyArray<string>): string => {
  const changes = new Set(changesets.flatMap((text) => {
    const [, packagesChanged = ""] = text.split(/^---$/m)
    return [...packagesChanged.matchAll(/: (major|minor|patch)$/gm)].map(([, change]) => change)
  }))
  const [major = 0, minor = 0, patch = 0] = from.split(".").map(Number)
  if (changes.has("major")) return `${major + 1}.0.0`
  if (changes.has("minor")) return `${major}.${minor + 1}.0`
  return changes.has("patch") ? `${major}.${minor}.${patch + 1}` : from
}

const targets = (source: string, module: string) => ({
  "@beauty-store/source": `./src/${source}`,
  types: `./dist/${module}.d.ts`,
  default: `./dist/${module}.js`
})

/**
 * Supported modules by their name, all compiled ones under `internal/`. In this repository, whose programs and tests
 * run from the sources by a condition, every module also has its plain name; without the condition that name leads
 * nowhere.
 */
const exportsOf = (name: string) => {
  const sources = sourcesOf(name)
  const named = supported(name).map((module) => {
    const source = sources.find((file) => withoutEnding(file) === module)
    if (source === undefined) throw new Error(`packages/${name} has no module ${module}`)
    return [`./${module}`, targets(source, module)] as const
  })
  // A pattern has one ending. Modules of the rarer one are found by their names, or in their own package.
  const patterned = sources.filter((file) => withoutEnding(file) !== rootModule)
  const ending = patterned.filter((file) => file.endsWith(".tsx")).length * 2 > patterned.length ? "tsx" : "ts"
  return {
    ".": targets(`${rootModule}.ts`, rootModule),
    ...Object.fromEntries(named),
    "./internal/*": targets(`*.${ending}`, "*"),
    "./*": { "@beauty-store/source": `./src/*.${ending}` },
    "./package.json": "./package.json"
  }
}

/**
 * What a program loads by its path only: suites register tests when they are loaded, which only Vitest's own processes
 * can, and a driver needs the library of its database.
 */
const isApart = (module: string): boolean => /Suites?$|^drivers\//.test(module)

/** The module of a package's own name: each supported module as a namespace. */
const rootModuleOf = (name: string): string => {
  const sources = sourcesOf(name)
  const namespaces = supported(name).filter((module) => !isApart(module)).map((module) => {
    const source = sources.find((file) => withoutEnding(file) === module)
    return [path.posix.basename(module), `./${source}`] as const
  }).toSorted(([, a], [, b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const names = namespaces.map(([namespace]) => namespace)
  if (new Set(names).size < names.length) throw new Error(`two supported modules of ${name} have one name`)
  return [
    "/**",
    " * The supported modules of this package, each as a namespace, for programs that import the package by its name.",
    " *",
    " * Generated by `npm run manifests` from `scripts/packages.ts`. The repository's own modules import each other by path.",
    " */",
    ...namespaces.map(([namespace, source]) => `export * as ${namespace} from "${source}"`),
    ""
  ].join("\n")
}

const sorted = (entries: ReadonlyArray<readonly [string, string]>): Readonly<Record<string, string>> =>
  Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))

const rangeOf = (name: string, table: Readonly<Record<string, string>>): readonly [string, string] => {
  const range = table[name]
  if (range === undefined) throw new Error(`scripts/packages.ts has no range of ${name}`)
  return [name, range]
}

const some = <A>(key: string, entries: Readonly<Record<string, A>>) =>
  Object.keys(entries).length === 0 ? {} : { [key]: entries }

/** The libraries that a package wants beside it, with their ranges. */
export const librariesBesides = (name: string): Readonly<Record<string, string>> =>
  sorted((packages[name]?.needs ?? []).filter((need) => need in peers).map((need) => rangeOf(need, peers)))

/** A package's `package.json`, as a value. */
export const manifestOf = (name: string, current: string) => {
  const { description, needs, optional = [], program, reads } = packages[name]!
  const own = importable(name)
  const ownPeers = program === undefined ? [] : own
  const peerRanges = sorted([
    ...ownPeers.map((need) => [`@beauty-store/${need}`, `^${current}`] as const),
    // A program's bundle contains them; whoever imports its modules has to have them.
    ...(program === undefined ? [] : needs.filter((need) => need in libraries && !program.brings.includes(need)))
      .map((need) => rangeOf(need, libraries)),
    ...Object.entries(librariesBesides(name))
  ])
  const dependencies = sorted([
    ...(program === undefined ? own.map((need) => [`@beauty-store/${need}`, current] as const) : []),
    ...(program?.brings ?? needs.filter((need) => need in libraries)).map((need) => rangeOf(need, libraries))
  ])
  const unknown = needs.filter((need) => !(need in packages || need in peers || need in libraries))
  if (unknown.length > 0) throw new Error(`scripts/packages.ts has no range of ${unknown.join(", ")}`)
  return {
    name: `@beauty-store/${name}`,
    version: current,
    description,
    license: "MIT",
    repository: { type: "git", url: repository, directory: `packages/${name}` },
    engines: { node: ">=20" },
    type: "module",
    sideEffects: [],
    ...(program === undefined ? {} : { bin: { "beauty-store": `./${program.bin}` } }),
    files: [
      "dist/**/*.js",
      "dist/**/*.d.ts",
      "dist/**/*.map",
      "src",
      ...(reads === undefined ? [] : [reads]),
      ...(program === undefined
        ? []
        : ["dist/bin/*.mjs", "dist/bin/*.txt", "dist/bin/demo", "dist/bin/fonts", "!dist/bin/*.map"])
    ],
    exports: exportsOf(name),
    ...some("dependencies", dependencies),
    ...some("peerDependencies", peerRanges),
    // A program runs without any of them: its bundle contains them.
    ...some(
      "peerDependenciesMeta",
      Object.fromEntries(
        (program === undefined ? optional : Object.keys(peerRanges)).map((peer) => [peer, { optional: true }])
      )
    ),
    publishConfig: { access: "public", provenance: true }
  }
}

/** The packages of ours that a package may import: the compiler refuses all others, because no reference leads to them. */
export const importable = (name: string): ReadonlyArray<string> =>
  (packages[name]?.needs ?? []).filter((need) => need in packages)

/** A package's `tsconfig.json` with the references that it needs. */
const projectOf = (name: string): string =>
  readFileSync(path.join(root, "packages", name, "tsconfig.json"), "utf8").replace(
    /"references": \[.*\]/,
    `"references": [${importable(name).map((need) => `{ "path": "../${need}" }`).join(", ")}]`
  )

/** The generated files of the packages, by their path from the root. */
export const generated = (): Readonly<Record<string, string>> => {
  const current = version()
  const license = readFileSync(path.join(root, "LICENSE"), "utf8")
  return Object.fromEntries(
    Object.keys(packages).flatMap((name) => [
      [`packages/${name}/package.json`, `${JSON.stringify(manifestOf(name, current), null, 2)}\n`],
      [`packages/${name}/tsconfig.json`, projectOf(name)],
      [`packages/${name}/LICENSE`, license],
      [`packages/${name}/src/${rootModule}.ts`, rootModuleOf(name)]
    ])
  )
}

/** The generated files that are not as they have to be. */
export const outdated = (): ReadonlyArray<string> =>
  Object.entries(generated()).flatMap(([file, text]) => {
    const at = path.join(root, file)
    return existsSync(at) && readFileSync(at, "utf8") === text ? [] : [file]
  })
