/**
 * What is published works for strangers: the tarballs are installed into an empty project outside this repository, the
 * examples of the READMEs are compiled strictly and run by plain Node, and the server's program sells something.
 *
 * Installing needs a registry, or npm's cache of one. The native part of better-sqlite3 is the one that this repository
 * compiled, because compiling it takes a minute.
 */
import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { librariesBesides, packages, root, supported } from "../scripts/packages.ts"
import { build, faults, pack, type Packed } from "../scripts/packing.ts"
import { runCommand } from "./command.ts"
import { useDatabase } from "./postgres.ts"
import { requestsTo } from "./shop/requests.ts"
import { delivery, done, eventually, newShopper, pay } from "./shop/shopper.ts"
import { blocks, pageOf } from "./shown-programs.ts"
import { listUnnamedTypes } from "./strangers-declarations.ts"

const manifest = JSON.parse(pageOf("package.json"))

const folder = mkdtempSync(path.join(tmpdir(), "beauty-store-packages-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let packed: ReadonlyArray<Packed> = []
beforeAll(async () => {
  await build()
  packed = pack(path.join(folder, "tarballs"))
}, 300_000)

/** Only what a stranger has: no condition, no setting of this repository's npm or vitest. */
const env = Object.fromEntries(
  ["PATH", "HOME"].flatMap((name) => process.env[name] === undefined ? [] : [[name, process.env[name]]])
)

/** How npm installs here. */
const quietly = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]

/** An empty project with these packages of ours, and others by their names and ranges. */
const install = async (
  name: string,
  ours: ReadonlyArray<string>,
  others: ReadonlyArray<string> = [],
  more: ReadonlyArray<string> = []
): Promise<string> => {
  const project = path.join(folder, name)
  mkdirSync(project)
  writeFileSync(path.join(project, "package.json"), JSON.stringify({ name, private: true, type: "module" }))
  const tarballs = packed.filter((one) => ours.includes(one.name)).map(({ tarball }) => tarball)
  await runCommand("npm", ["install", ...quietly, ...more, ...tarballs, ...others], { cwd: project, env })
  const native = "node_modules/better-sqlite3/build/Release/better_sqlite3.node"
  cpSync(path.join(root, native), path.join(project, native))
  return project
}

/** Bytes on the disk, in megabytes. */
const megabytes = (at: string): number =>
  readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { name, parentPath }) => sum + statSync(path.join(parentPath, name)).size, 0) / 1_000_000

/** The packed program, in an empty folder: its address, and how to end it. */
const serve = async (project: string) => {
  const child = spawn("npx", ["--no-install", "@beauty-store/server"], {
    cwd: project,
    env: { ...env, PORT: "0", SIMULATED_CARRIER_SECONDS: "0" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true
  })
  const closed = once(child, "close")
  let said = ""
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text
      const found = /is open at (http:\/\/\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    void closed.then(([code]) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
  const stop = async (): Promise<void> => {
    // npx, and the program that it has started.
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM")
    await closed
  }
  return { url, stop }
}

describe("the tarballs", () => {
  it("are whole, and have nothing else in them", () => expect(faults(packed)).toEqual([]))

  it.each([
    ["src/Store.ts"],
    ["dist/Store.js"],
    ["dist/Store.d.ts"],
    ["dist/Store.d.ts.map"],
    ["dist/records/OrderRecords.js"],
    ["README.md"],
    ["LICENSE"]
  ])("are found wanting without %s", (file) => {
    const without = packed.map((one) =>
      one.name === "commerce" ? { ...one, files: new Map([...one.files].filter(([name]) => name !== file)) } : one
    )
    expect(faults(without)).toContain(`@beauty-store/commerce: ${file} is missing`)
  })

  it.each([
    ["@beauty-store/sql/drivers/Savepoints", "which @beauty-store/sql does not export"],
    ["@beauty-store/sql/internal/Nothing", "which @beauty-store/sql does not pack"],
    ["@beauty-store/http/Client", "which the manifest does not name"],
    ["pg", "which the manifest does not name"],
    ["./Nothing.js", "which is not packed"]
  ])("are found wanting where a module imports %s", (specifier, fault) => {
    const planted = Buffer.from(`import "${specifier}"\n`)
    const wrong = packed.map((one) =>
      one.name === "commerce" ? { ...one, files: new Map([...one.files, ["dist/Store.js", planted]]) } : one
    )
    expect(faults(wrong)).toEqual([`@beauty-store/commerce: dist/Store.js imports ${specifier}, ${fault}`])
  })

  it("are found wanting with more than they need", () => {
    const more = packed.map((one) => ({ ...one, files: new Map([...one.files, ["test/a.ts", Buffer.from("")]]) }))
    expect(faults(more)).toHaveLength(packed.length)
  })
})

describe("the commands of documents", () => {
  const commands = [
    "docs/embedding.md",
    "docs/api.md",
    ...Object.keys(packages).map((name) => `packages/${name}/README.md`)
  ]
    .flatMap((at) => pageOf(at).match(/^npm install .+|(?<=`)npm install standard[^`]+/gm) ?? [])
    .map((command) => {
      const names = command.split(" ").slice(2).filter((word) => !/^(@beauty-store\/|\.|-)/.test(word)).toSorted()
      // Ours are not in the registry, so each comes with all of ours; then many commands are the same.
      const tarballs = /@beauty-store\/|\.tgz/.test(command) ? "ours" : ""
      return [tarballs, names.join(" ")].filter((words) => words !== "").join(" ")
    })

  /** Of each package, a folder with its packed manifest alone: it decides what npm chooses, and is read much sooner. */
  const manifests: Array<string> = []
  beforeAll(() => {
    for (const { files, name } of packed) {
      const at = path.join(folder, "manifests", name)
      mkdirSync(at, { recursive: true })
      writeFileSync(path.join(at, "package.json"), files.get("package.json")!)
      manifests.push(at)
    }
  })

  const tryInstall = async (command: string): Promise<void> => {
    const project = mkdtempSync(path.join(folder, "command-"))
    writeFileSync(path.join(project, "package.json"), JSON.stringify({ name: "mine", private: true, type: "module" }))
    const options = ["--dry-run", "--install-links", ...quietly]
    const words = command.split(" ").flatMap((word) => word === "ours" ? manifests : [word])
    await runCommand("npm", ["install", ...options, ...words], { cwd: project, env })
  }

  it.each([...new Set(commands)])("install %s", tryInstall, 120_000)

  it("would be refused with a library that ours do not take", () =>
    expect(tryInstall("ours effect@2")).rejects.toMatchObject({ stderr: expect.stringContaining("ERESOLVE") }))
})

describe("the packed server", () => {
  let shop: Awaited<ReturnType<typeof serve>> | undefined
  let project = ""
  beforeAll(async () => {
    project = await install("shop", ["server"])
    shop = await serve(project)
  }, 300_000)
  afterAll(() => shop?.stop())

  it("brings less than 100 MB", () => {
    const size = megabytes(path.join(project, "node_modules"))
    process.stdout.write(`the installed server has ${size.toFixed(1)} MB\n`)
    expect(size).toBeLessThan(100)
  })

  it("sells to a guest, and prints the receipt, in the fonts that it brings", async () => {
    const { close, ...requests } = requestsTo(Number(new URL(shop!.url).port))
    const ada = await newShopper(requests, "kieselhaut-niacinamide-serum-10", 2)
    const shipping = { ...delivery.shipping, name: "王小明 김 🌸" }
    const { orderId, redirectUrl } = await done(ada.post("/api/checkout", { ...delivery, shipping }, randomUUID()))
    await pay(requests, redirectUrl)
    await eventually(() => ada.order(orderId), (order) => order.status === "confirmed")
    const receipt = await fetch(`${shop!.url}/api/orders/${orderId}/receipt`, {
      headers: { authorization: `Bearer ${ada.token}`, accept: "application/pdf" }
    })
    const pdf = await receipt.text()
    expect(pdf.slice(0, 4)).toBe("%PDF")
    for (const font of ["SourceSans3", "noto-sans-sc", "noto-sans-kr", "noto-emoji"]) {
      expect(pdf).toMatch(new RegExp(`/FontName /[A-Z]+\\+${font}`))
    }
    close()
  })

  it("shows its documentation, which it loads from a file of its own", async () => {
    const page = await fetch(`${shop!.url}/docs`)
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html"])
    expect(await page.text()).toMatch(/SwaggerUIBundle.*window\.ui = SwaggerUIBundle/s)
  })

  /** What the examples of tests need besides. */
  const forTests = [`@effect/vitest@${String(manifest.devDependencies["@effect/vitest"])}`]

  /** The ends of the ranges of our peers. npm would take newer ones of what the oldest want beside themselves. */
  const ends = [
    ["newest", (range: string) => range, []],
    ["oldest", (range: string) => /\d[\d.]*/.exec(range)![0], ["--legacy-peer-deps"]]
  ] as const
  describe.each(ends)("and the packages, in a project with the %s libraries", (end, choose, more) => {
    const url = useDatabase()
    const names = Object.keys(packages)
    const readmes = names.map((name) => [name, blocks(pageOf(`packages/${name}/README.md`), "ts")] as const)
    const guides = readdirSync(path.join(root, "examples")).filter((file) => file.endsWith(".ts"))
      .map((file) => [file.slice(0, -".ts".length), pageOf(`examples/${file}`)] as const)
    let stranger = ""
    const compile = async (options: object): Promise<string> => {
      const settings = {
        target: "ES2022",
        strict: true,
        exactOptionalPropertyTypes: true,
        types: ["node"],
        rootDir: "src",
        allowImportingTsExtensions: true,
        rewriteRelativeImportExtensions: true,
        outDir: "dist"
      }
      writeFileSync(
        path.join(stranger, "tsconfig.json"),
        JSON.stringify({ compilerOptions: { ...settings, ...options }, include: ["src"] })
      )
      try {
        const tsc = path.join(root, "node_modules/typescript/bin/tsc")
        return await runCommand(process.execPath, [tsc, "-p", stranger], { cwd: stranger, env })
      } catch (error) {
        // The libraries' own declarations are not ours to mend.
        return String((error as { readonly stdout?: unknown }).stdout).split("\n")
          .filter((line) => line !== "" && !/^node_modules\/(?!@beauty-store\/)/.test(line)).join("\n")
      }
    }
    const run = (name: string): Promise<string> =>
      runCommand(process.execPath, [path.join(stranger, "dist", `${name}.js`)], {
        cwd: stranger,
        env: { ...env, STORE: shop!.url, DATABASE_URL: url() }
      })

    beforeAll(async () => {
      const beside = Object.assign({}, ...names.map(librariesBesides)) as Readonly<Record<string, string>>
      const others = Object.entries(beside).map(([name, range]) => `${name}@${choose(range)}`)
      stranger = await install(end, names, [...others, ...forTests, "@types/node@20"], more)
      mkdirSync(path.join(stranger, "src"))
      const modules = names.flatMap((name) => [
        `@beauty-store/${name}`,
        ...supported(name).map((module) => `@beauty-store/${name}/${module}`)
      ])
      // Vitest's functions exist in its own processes only.
      const runs = (module: string) => !/Suites?$/.test(module)
      const imports = modules.map((module, i) =>
        `import ${runs(module) ? "" : "type "}* as module${i} from "${module}"`
      )
      const loaded = modules.flatMap((module, i) => runs(module) ? [`module${i}`] : [])
      const count = `console.log([${loaded.join(", ")}].length)`
      writeFileSync(path.join(stranger, "src/everything.ts"), [...imports, count, ""].join("\n"))
      for (const [name, programs] of readmes) {
        writeFileSync(path.join(stranger, "src", `${name}.ts`), programs.join(""))
      }
      for (const [name, program] of guides) writeFileSync(path.join(stranger, "src", `${name}.ts`), program)
    }, 300_000)

    it("each README has one example", () => {
      expect(readmes.filter(([, programs]) => programs.length !== 1).map(([name]) => name)).toEqual([])
    })

    it.each([
      ["nodenext", { module: "nodenext" }],
      ["bundler", { module: "esnext", moduleResolution: "bundler" }]
    ])("compile under %s, their declarations too", (_name, options) => expect(compile(options)).resolves.toBe(""))

    it("leave a stranger's own declarations to supported modules", async () => {
      expect(await listUnnamedTypes(stranger, names)).toEqual([])
    })

    it.each([
      ...readmes.map(([name, [program = ""]]) => [name, program] as const),
      ...guides.filter(([name]) => !name.endsWith(".test") && !["ada", "counter", "products"].includes(name))
    ])("run: the example %s", async (name, program) => {
      const promised = [...program.matchAll(/console\.log\(.*\/\/ (.+)$/gm)].map((match) => match[1])
      const printed = await run(name)
      if (promised.length > 0) expect(printed).toBe(`${promised.join("\n")}\n`)
      else expect(printed).not.toBe("")
    })

    it("run: the examples of tests", async () => {
      const vitest = path.join(stranger, "node_modules/vitest/vitest.mjs")
      await runCommand(process.execPath, [vitest, "run", "--dir", "dist"], { cwd: stranger, env })
    })

    it("load, every supported module", async () => {
      expect(Number(await run("everything"))).toBeGreaterThan(names.length)
    })

    it("keep modules that are not supported to themselves", async () => {
      const load = async (specifier: string): Promise<string> => {
        const printed = await runCommand(
          process.execPath,
          [
            "--input-type=module",
            "-e",
            `import("${specifier}").then(() => "loaded", ({ code }) => code).then(console.log)`
          ],
          { cwd: stranger, env }
        )
        return printed.trim()
      }
      expect(await load("@beauty-store/commerce/events/Events")).toBe("loaded")
      expect(await load("@beauty-store/commerce/records/OrderRecords")).toBe("ERR_PACKAGE_PATH_NOT_EXPORTED")
      expect(await load("@beauty-store/commerce/internal/records/OrderRecords")).toBe("loaded")
    })
  })
})
