/**
 * The guards of `tidy.ts`, each shown a planted fault first (a guard that never fails guards nothing), then the tree
 * as it is.
 */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import * as Tidy from "./tidy.ts"

const root = path.join(import.meta.dirname, "..")
const tree = Tidy.readTree(root)

/** What a dependency wants beside itself: npm installs those, but whoever uses it says so. */
const peersOf = (name: string): ReadonlyArray<string> => {
  if (name.startsWith("@beauty-store/")) return []
  const manifest = JSON.parse(readFileSync(path.join(root, "node_modules", name, "package.json"), "utf8"))
  return Object.keys(manifest.peerDependencies ?? {})
}

const file = (at: string, text: string): Tidy.SourceFile => ({ path: at, text })
const manifest = (own: string, ...dependencies: ReadonlyArray<string>): Tidy.Tree => [
  file(
    `packages/${own}/package.json`,
    JSON.stringify({ dependencies: Object.fromEntries(dependencies.map((name) => [name, "1.0.0"])) })
  )
]

/** A guard passes what is right, names each planted fault, and finds none in the real tree. */
const guard = (
  name: string,
  check: (tree: Tidy.Tree) => ReadonlyArray<string>,
  cases: { readonly right: Tidy.Tree; readonly wrong: ReadonlyArray<readonly [why: string, tree: Tidy.Tree]> },
  checkReal = check
) =>
  describe(name, () => {
    it("lets what is right pass", () => expect(check(cases.right)).toEqual([]))
    it.each(cases.wrong)("finds %s", (_why, planted) => expect(check(planted)).toHaveLength(1))
    it("holds in this tree", () => expect(checkReal(tree)).toEqual([]))
  })

const module = (text: string, at = "packages/commerce/src/Orders.ts"): Tidy.Tree => [file(at, text)]

describe("scan", () => {
  const kinds = "a // \"b\"\n/* c\n */ \"d // e\" 'f' `g ${h + `i ${{ j: \"k\" }}`} l` = /m\"[/]n/.test(o) / p / q"

  it("keeps every character in its place", () => {
    const { bare, code } = Tidy.scan(kinds)
    expect(code).toHaveLength(kinds.length)
    expect(bare).toHaveLength(kinds.length)
    expect(bare.split("\n")).toHaveLength(3)
  })
  it("blanks comments, and in the second text what is quoted", () => {
    const { bare, code } = Tidy.scan(kinds)
    expect(code.match(/[a-z]+/g)?.join("")).toBe("adefghijklmntestopq")
    expect(bare.match(/[a-z]+/g)?.join("")).toBe("ahjtestopq")
  })
  it("sees no import in a string or a comment", () => {
    const text = "const a = 'import b from \"c\"' // import \"d\"\nimport type { e } from \"f\"\nexport * from \"g\"\n"
      + "import \"h\"\nconst i = import(\"j\")\ntype K = import(\"k\").L\nrequire.resolve(\"m\")"
      + "\nBuffer.from(\"n\")"
    expect(Tidy.importsOf(file("a.ts", text)).map(({ line, specifier }) => `${line} ${specifier}`))
      .toEqual(["2 f", "3 g", "4 h", "5 j", "6 k", "7 m"])
  })
})

guard("clocks, timers and the environment stay outside the use cases", Tidy.rawEffects, {
  right: [
    ...module("const a = (millis: number) => new Date(millis) // not new Date()\nDate.parse(b)"),
    ...module("new Date()", "packages/server/src/main.ts"),
    ...module("new Date()", "packages/commerce/test/Orders.test.ts")
  ],
  wrong: [
    ["a date made of nothing", module("const a = new Date()")],
    ["a date made of nothing, without brackets", module("const a = new Date")],
    ["the date as text", module("const a = Date()")],
    ["the environment by import", module("import { env } from \"node:process\"")],
    ["timers by import", module("import { setTimeout } from \"timers/promises\"")],
    ["a rule of the linter switched off", module("// oxlint-disable-next-line no-restricted-globals\nsetTimeout(a)")],
    ["the linter switched off", module("/* eslint-disable */\nsetTimeout(a)")]
  ]
})

guard("a cast has its reason", Tidy.casts, {
  right: [
    ...module("const a = 1 as const\nconst b = \"2 as never\" // 3 as never"),
    ...module("// The library's types lag behind.\nconst a = b as unknown as string"),
    ...module("const a = b as never // the compiler cannot know"),
    ...module("/** Casts: the compiler cannot know. */\nconst a = b\n  as never"),
    ...module("const a = b as unknown as string", "test/A.test.ts"),
    ...module("// oxlint-disable-next-line typescript/no-explicit-any -- the library's type\nconst a = 1 as any")
  ],
  wrong: [
    ["a cast to never", module("/** What it is. */\n\nconst a = b as never")],
    ["a cast by way of unknown", module("const a = b as unknown as string", "bench/a.ts")],
    ["a cast in a test", module("const a = b as never", "packages/commerce/test/A.test.ts")],
    ["`any` without a reason", module("// oxlint-disable-next-line typescript/no-explicit-any\nconst a = 1 as any")]
  ]
})

guard("connections are opened in few places", Tidy.sockets, {
  right: [
    ...module("import { connect } from \"node:net\"", "packages/outbound/src/GuardedHttp.ts"),
    ...module("import { isIP } from \"node:net\"", "packages/outbound/src/PublicAddress.ts"),
    ...module("import { createServer } from \"node:http\"\nfetch(url)", "packages/server/src/Listener.ts"),
    ...module("fetch(url)", "packages/http/test/Client.test.ts"),
    ...module("prefetch(url) // fetch(url)\nconst a = \"fetch(url)\"\nclient.fetch(url)")
  ],
  wrong: [
    ["a request", module("import { request } from \"node:https\"", "packages/http/src/CartHandlers.ts")],
    ["a look-up", module("import { lookup } from \"node:dns/promises\"", "packages/outbound/src/Signature.ts")],
    ["a socket beside a harmless name", module("import { connect, isIP } from \"node:net\"")],
    ["a fetch", module("const answer = fetch(url)")],
    ["a fetch by its long name", module("const answer = globalThis.fetch(url)")]
  ]
})

const sql = "import \"@effect/sql/SqlClient\""
const peers = (name: string) => (name === "@effect/sql" ? ["@effect/platform"] : [])
guard("packages declare what they import, and nothing else", (tree) => Tidy.dependencies(tree, peers), {
  right: [
    ...manifest("commerce", "@effect/sql", "@effect/platform", "@beauty-store/domain"),
    ...module(`${sql}\nimport "@beauty-store/domain/Money"\nimport "node:crypto"\nimport "./Carts.ts"`),
    ...manifest("http", "effect")
  ],
  wrong: [
    ["an undeclared import", [...manifest("commerce"), ...module(sql)]],
    ["an unused dependency", [...manifest("commerce", "@effect/sql", "canonicalize"), ...module(sql)]]
  ]
}, (tree) => Tidy.dependencies(tree, peersOf))

const projects = (references: string, paths: string): Tidy.Tree => [
  ...manifest("domain"),
  file("tsconfig.json", `{"references":[${references}]}`),
  file("tsconfig.base.json", `{"compilerOptions":{"paths":{${paths}}}}`)
]
const reference = "{\"path\":\"packages/domain\"}"
const sources = "\"@beauty-store/domain/*\":[\"./packages/domain/src/*.tsx\",\"./packages/domain/src/*.ts\"]"
guard("the compiler knows every package", Tidy.projects, {
  right: projects(reference, sources),
  wrong: [["a missing reference", projects("", sources)], ["a missing path", projects(reference, "")]]
})

const withExports = (...modules: ReadonlyArray<string>): Tidy.Tree => [
  file(
    "packages/http/package.json",
    JSON.stringify({ exports: Object.fromEntries(["./internal/*", ...modules].map((name) => [name, {}])) })
  )
]
const ofAcp = (text: string): Tidy.Tree => module(text, "packages/acp/src/Sessions.ts")
guard("what is imported of another package is supported, or one of the crossings", Tidy.internals, {
  right: [
    ...withExports("./StoreHttp"),
    ...ofAcp("import \"@beauty-store/http/StoreHttp\"\nimport \"@beauty-store/http/internal/pipeline/Json\"")
  ],
  wrong: [
    ["one by its plain name", [...withExports(), ...ofAcp("import \"@beauty-store/http/pipeline/Json\"")]],
    ["a supported one", [
      ...withExports("./pipeline/Json"),
      ...ofAcp("import \"@beauty-store/http/internal/pipeline/Json\"")
    ]],
    ["one that is not listed", [...withExports(), ...ofAcp("import \"@beauty-store/http/internal/pipeline/Accept\"")]]
  ]
})

it("each crossing is one", () => {
  const imports = tree.filter((file) => /^packages\/[^/]+\/src\//.test(file.path))
    .flatMap((file) => Tidy.importsOf(file).map(({ specifier }) => `${file.path.split("/")[1]} ${specifier}`))
  const listed = Object.entries(Tidy.crossings).flatMap(([name, modules]) =>
    modules.map((module) => `${name} @beauty-store/${module.replace("/", "/internal/")}`)
  )
  expect(listed.filter((one) => !imports.includes(one))).toEqual([])
})

const rootManifest = file(
  "package.json",
  "{\"scripts\":{\"types\":\"tsc -b\"},\"devDependencies\":{\"typescript\":\"1\",\"@types/node\":\"1\",\"vitest\":\"1\"}}"
)
guard("the root declares its tools, and runs them all", Tidy.rootDependencies, {
  right: [
    rootManifest,
    ...manifest("server", "@effect/sql-pg"),
    file(
      "test/a.test.ts",
      "import \"vitest\"\nimport \"@effect/sql-pg/PgClient\"\nimport \"@beauty-store/server/main\""
    ),
    file("bench/other/package.json", "{\"dependencies\":{\"other\":\"1\"}}"),
    file("bench/other/server.mjs", "import \"other\"")
  ],
  wrong: [
    ["an undeclared import", [rootManifest, file("test/a.test.ts", "import \"vitest\"\nimport \"pg\"")]],
    ["an unused tool", [rootManifest]]
  ]
})

guard("folders of a package import downwards", Tidy.folders, {
  right: [
    ...module("import \"../catalog/Inventory.ts\"", "packages/commerce/src/orders/Orders.ts"),
    ...module("import \"./orders/Orders.ts\"", "packages/commerce/src/Store.ts"),
    ...module("import \"../Policy.ts\"", "packages/commerce/src/cart/Carts.ts")
  ],
  wrong: [
    ["an import back up", module("import \"../checkout/Checkout.ts\"", "packages/commerce/src/cart/Carts.ts")],
    ["a folder without a level", module("", "packages/commerce/src/loyalty/Points.ts")]
  ]
})

guard("what is particular to a database stays behind one border", Tidy.drivers, {
  right: [
    ...module("import \"./drivers/SqliteTransactions.ts\"", "packages/sql/src/SqlTransactions.ts"),
    ...module("import \"./Savepoints.ts\"\nimport \"../Transactions.ts\"", "packages/sql/src/drivers/StallDetector.ts"),
    ...module("import \"@beauty-store/sql/drivers/Postgres\"", "packages/server/src/Databases.ts"),
    ...module(
      "import \"@beauty-store/sql/internal/drivers/SynchronousDriver\"",
      "packages/simulation/src/engine/Disk.ts"
    )
  ],
  wrong: [
    ["a module of its package", module("import \"./drivers/Savepoints.ts\"", "packages/sql/src/Jobs.ts")],
    [
      "another package",
      module("import \"@beauty-store/sql/internal/drivers/PostgresPool\"", "packages/server/src/Databases.ts")
    ]
  ]
})

guard("the HTTP contract reaches neither Node nor the use cases", Tidy.contract, {
  right: [
    ...module("import \"./CartApi.ts\"\nimport \"@effect/platform/HttpApi\"", "packages/http/src/contract/Api.ts"),
    ...module("import \"effect/Schema\"\nimport \"./Api.ts\"", "packages/http/src/contract/CartApi.ts"),
    ...module("import \"@beauty-store/commerce/Carts\"", "packages/http/src/CartHandlers.ts")
  ],
  wrong: [
    ["Node, one step away", [
      ...module("import \"./CartApi.ts\"", "packages/http/src/contract/Api.ts"),
      ...module("import \"node:crypto\"", "packages/http/src/contract/CartApi.ts")
    ]],
    ["a use case", module("import \"@beauty-store/commerce/Carts\"", "packages/http/src/contract/Api.ts")]
  ]
})

guard("sql needs no shop, nor do its tests", Tidy.floor, {
  right: [
    ...module("import \"./Query.ts\"\nimport \"@beauty-store/sql/Jobs\"", "packages/sql/src/Expiry.ts"),
    ...module("import \"../../../test/world/waiting.ts\"\nimport \"effect/Effect\"", "packages/sql/test/Jobs.test.ts"),
    ...module("import \"effect/Effect\"", "test/world/waiting.ts"),
    ...module("import \"@beauty-store/commerce/Store\"\nimport \"../world/waiting.ts\"", "test/shop/use-cases.ts")
  ],
  wrong: [
    ["another package", module("import \"@beauty-store/domain/Money\"", "packages/sql/src/Jobs.ts")],
    ["another package in a test", module("import \"@beauty-store/commerce/Store\"", "packages/sql/test/Jobs.test.ts")],
    [
      "another package by its path",
      module("import \"../../commerce/test/audit.ts\"", "packages/sql/test/Jobs.test.ts")
    ],
    ["a shop", module("import \"../../../test/shop/use-cases.ts\"", "packages/sql/test/Jobs.test.ts")],
    ["a shop, one step away", [
      ...module("import \"../../../test/world/waiting.ts\"", "packages/sql/test/Jobs.test.ts"),
      ...module("import \"../shop/use-cases.ts\"", "test/world/waiting.ts")
    ]]
  ]
})

const tag = (key: string) => `class A extends Context.Tag(${key})<A, { readonly a: () => void }>() {}\n`
guard("keys of services say where they live, and are unique", Tidy.tagKeys, {
  right: module(
    tag("\"@beauty-store/commerce/Orders\"") + "type B = Context.Tag<A, string>\nconst c: Context.Tag.Service<A>\n"
      + "class D extends Context.Reference<D>()(\"@beauty-store/commerce/D\", { defaultValue: () => 1 }) {}"
  ),
  wrong: [
    ["a short key", module(tag("\"Orders\""))],
    ["another package's key", module(tag("\"@beauty-store/http/Orders\""))],
    ["a key twice", module(tag("\"@beauty-store/commerce/Orders\"").repeat(2))],
    ["a computed key", module(tag("`@beauty-store/commerce/${name}`"))],
    ["a reference's key", module("class D extends Context.Reference<D>()(\"D\", { defaultValue: () => 1 }) {}")],
    ["a service's key", module("class D extends Effect.Service<() => D>()(\"D\", { succeed: 1 }) {}")],
    ["a generic tag's key", module("const d = Context.GenericTag<D, (a: A) => B>(\n  \"D\"\n)")],
    ["a middleware's key", module("class D extends HttpApiMiddleware.Tag<D>()(\"D\", {}) {}")]
  ]
})

guard("names of files say what is in them", Tidy.fileNames, {
  right: [file("packages/commerce/src/orders/Orders.ts", ""), file("docs/commonplaces.md", "")],
  wrong: [
    "packages/http/src/utils.ts",
    "test/helpers/Orders.ts",
    "packages/commerce/src/CartManager.ts",
    "packages/commerce/src/CartsImpl.ts",
    "packages/domain/src/index.ts"
  ].map((at) => [at, [file(at, "")]] as const)
})

guard("modules are imported by their own path", Tidy.barrels, {
  right: module("import \"effect/Effect\"\nimport \"@effect/vitest\"\nimport \"vitest\""),
  wrong: ["effect", "@effect/platform", "@beauty-store/domain"].map((name) =>
    [name, module(`import "${name}"`)] as const
  )
})

guard("markup is escaped", Tidy.escaping, {
  right: [
    ...module("/** A. */\n<p>{text}</p>", "packages/http/src/OrderPage.tsx"),
    ...module("<style dangerouslySetInnerHTML={{ __html: css }} />", "packages/ui/src/Document.tsx")
  ],
  wrong: [["raw markup", module("<p {...{ dangerouslySetInnerHTML }} />", "packages/ui/src/Card.tsx")]]
})

guard("pages are TSX, not text", Tidy.markup, {
  right: [
    ...module("const a = \"a < b\", b = \"/problems/<code>\", c: Array<a> = [] // <p>", "packages/http/src/A.ts"),
    ...module("<p title=\"a\">The order's <b>{a ? \"b\" : \"c\"}</b></p>", "packages/http/src/pages/OrderPage.tsx"),
    ...module("const a = `<!doctype html>\\n${b}`", "packages/ui/src/Document.tsx"),
    ...module("const a = `<title>${b}</title>`", "packages/demo-catalog/src/Packshot.ts")
  ],
  wrong: [
    ["an element in a template", module("const a = `<p>${b}</p>`")],
    ["an element behind other text", module("const a = `${b} and <a href=\"${c}\">d</a>`")],
    ["an element in a string", module("const a = \"</span>\"")],
    ["a whole page", module("const a = `<!DOCTYPE html>`")],
    ["an element in a template of a page", module("<p>{`<b>${a}</b>`}</p>", "packages/http/src/pages/OrderPage.tsx")],
    ["markup in the components", module("const a = \"<br>\"", "packages/ui/src/Card.tsx")]
  ]
})

guard("modules open with a header", Tidy.headers, {
  right: [
    ...module("/** Orders. */"),
    ...module("#!/usr/bin/env node\n/** Start. */", "packages/server/src/main.ts"),
    ...module("/**\n * a\n * b\n *\n * c\n * d\n *\n * @since 1.0.0\n */")
  ],
  wrong: [
    ["a module without one", module("// Orders\nexport {}")],
    ["a long one", module("/**\n * a\n * b\n * c\n *\n * d\n * e\n */")],
    ["a long one of a test", module("/**\n * a\n * b\n * c\n * d\n * e\n */", "test/A.test.ts")]
  ]
}, (tree) => Tidy.headers(tree, Tidy.longHeaders))

guard("links between pages lead somewhere", Tidy.links, {
  right: [
    file(
      "README.md",
      "# A `b`, c!\n[d](docs/e.md#f) [g](#a-b-c) [h](https://h.example/i) `[j](k)`\n```\n[l](m)\n```\n[n](docs)"
    ),
    file("docs/e.md", "## f\n[o](../README.md \"p\") [q](/README.md)")
  ],
  wrong: [
    ["a missing file", [file("README.md", "[a](docs/b.md)")]],
    ["a missing file behind a reference", [file("docs/a.md", "[a][b]\n\n[b]: c.md")]],
    ["a missing heading", [file("CONTRIBUTING.md", "# a\n[b](#b)")]],
    ["a missing heading in another page", [file("README.md", "[a](docs/b.md#c)"), file("docs/b.md", "# d")]]
  ]
})

guard("citations of pages lead to a heading", Tidy.citations, {
  right: [
    file("docs/a.md", "## The `b` of c\n[d](https://e.example/docs/f.md#g)"),
    ...module("/** Follows docs/a.md#the-b-of-c, docs/a.md. See test/docs/b.md. */")
  ],
  wrong: [
    ["a missing page in a comment", module("/** Follows docs/a.md#b. */")],
    ["a missing heading in a comment", [file("docs/a.md", "## b"), ...module("/**\n * Follows\n * docs/a.md#c.\n */")]],
    ["a missing heading in a page", [file("docs/a.md", "## b\n`docs/a.md#c`")]],
    ["a missing page in a string", module("const a = \"see docs/a.md\"", "scripts/a.ts")]
  ]
})

const named = (page: string): Tidy.Tree => [
  file("docs/a.md", page),
  file("package.json", "{\"scripts\": {\"test\": \"vitest\", \"check:books\": \"a\"}}"),
  ...manifest("commerce"),
  ...module(
    "const place = (orderId: string) => `payment_declined ${orderId}` // gone",
    "packages/commerce/src/Orders.ts"
  ),
  ...module("const cancel = \"content-type\"", "packages/commerce/src/checkout/Sessions.ts"),
  file("test/shop.ts", "")
]
guard("pages and comments name what is there", (tree) => Tidy.names(tree, { pg_dump: "a program" }), {
  right: named(
    "`Orders`, `Orders.place`, `place(orderId)`, `payment_declined`, `Content-Type`, `pg_dump`, `@beauty-store/commerce/Orders`,\n"
      + "`packages/commerce/src/Orders.ts`, `commerce/Orders.ts`, `checkout/`, `commerce/checkout/Sessions.ts`, `Sessions.ts`,\n"
      + "`packages/payments-<name>`, `test/shop.ts`, `packages/*/src`, `npm run check:books -- a`, `npm test`, `{ a: 1 }`, `…Routes`,\n"
      + "gone, `docs/a.md#b`\n```sh\nnpm test\ngone.there()\n```\n| `npm test` |"
  ),
  wrong: [
    ["an identifier that is nowhere", "`handleThere`"],
    ["an identifier of a comment only", "`gone`"],
    ["a module that is nowhere", "`Handover`"],
    ["a member that the module does not have", "`Orders.cancel`"],
    ["a package that is not there", "`@beauty-store/readiness`"],
    ["a module that the package does not have", "`@beauty-store/commerce/Carts`"],
    ["a path that leads nowhere", "`packages/commerce/src/Carts.ts`"],
    ["a short path that leads nowhere", "`commerce/Carts.ts`"],
    ["a folder that is not there", "`packages/readiness/src`"],
    ["a pattern that nothing matches", "`test/*.json`"],
    ["a script that is not there", "`npm run simulate -- --seed 7`"],
    ["a script that is not there, in a block", "```sh\nnpm run simulate\n```"],
    ["a name over the end of a line", "`npm run\nsimulate`"],
    ["a module that is nowhere, in a block before it", "```\n`Orders`\n```\n`Handover`"]
  ].map(([why, page]) => [why!, named(`${page} \`pg_dump\``)] as const).concat([
    ["a name that is allowed and used by nobody", named("a")],
    ["a module that is nowhere, in a comment", [
      ...named("`pg_dump`"),
      file("scripts/a.ts", "const a = \"`gone`\"\n/**\n * `Orders`\n * ```ts\n * gone()\n * ```\n * `Handover` */")
    ]],
    ["a name over the end of a comment's line", [
      ...named("`pg_dump`"),
      file("scripts/a.ts", "// `npm run\n// simulate`, `npm test`, gone")
    ]]
  ])
}, (tree) => Tidy.names(tree))
