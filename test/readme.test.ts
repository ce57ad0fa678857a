/** The README does what it says: its commands are run, its program is compiled and run, its tables are compared. */
import { testCards } from "@beauty-store/payments-simulated/Cards"
import { clients } from "@beauty-store/server/Demo"
import { settings } from "@beauty-store/server/ServerConfig"
import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { arrows } from "./tidy.ts"

const root = path.join(import.meta.dirname, "..")
const pageOf = (name: string): string => readFileSync(path.join(root, name), "utf8")
const readme = pageOf("README.md")

/** The fenced blocks of a language, in their order. */
const blocks = (page: string, language: string): ReadonlyArray<string> =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm"))].map((match) => match[1]!)

const source = ["--conditions=@beauty-store/source", "--import", "tsx"]

const hasCurl = (() => {
  try {
    execFileSync("curl", ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

/** Starts the server on a free port and answers its address, once it says that it is open. */
const start = (folder: string) => {
  const server = spawn(process.execPath, [...source, "packages/server/src/main.ts"], {
    cwd: root,
    // A bare environment: the test runner's own variables are not the reader's.
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      DATABASE_URL: `sqlite:${path.join(folder, "store.db")}`,
      // The commands are the warehouse: nobody ships before them.
      SIMULATED_CARRIER_SECONDS: "0"
    },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const address = new Promise<string>((resolve, reject) => {
    let said = ""
    server.stdout.on("data", (chunk) => {
      said += String(chunk)
      const found = /is open at http:\/\/(localhost:\d+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
  const stop = () =>
    new Promise<number | null>((resolve) => {
      if (server.exitCode !== null) return resolve(server.exitCode)
      server.once("exit", resolve)
      server.kill("SIGTERM")
    })
  return { address, stop }
}

/** Runs shell blocks one after the other in one shell, and answers what each printed. */
const run = (commands: ReadonlyArray<string>, host: string, folder: string): ReadonlyArray<string> => {
  const mark = "---- end of block ----"
  const script = commands.map((block) =>
    `${block.replaceAll("localhost:3000", host).replace(/^npm .*$/gm, ":")}\necho "${mark}"\n`
  )
  const printed = execFileSync("sh", ["-eu"], {
    input: script.join(""),
    encoding: "utf8",
    timeout: 60_000,
    env: { ...process.env, TMPDIR: folder }
  })
  return printed.split(mark).slice(0, -1)
}

describe("the shell blocks", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "readme-"))
  const server = start(folder)
  let host = ""
  beforeAll(async () => {
    host = await server.address
  })
  afterAll(async () => {
    const status = await server.stop()
    rmSync(folder, { recursive: true })
    expect(status).toBe(0)
  })

  it.skipIf(!hasCurl)("of the README buy, ship, return and refund", () => {
    const commands = blocks(readme, "sh")
    expect(commands[0]).toBe("npm ci && npm start\n")
    expect(commands[1]).toBe("npm ci && npm test\n")
    const printed = run(commands, host, folder)
    for (const text of printed) expect(text).not.toContain("/problems/")
    for (
      const sign of [
        `"status":"confirmed"`,
        `"trackingNumber":"00340434161094042557"`,
        `"status":"delivered"`,
        `"status":"refunded"`,
        `"status":"succeeded"`
      ]
    ) expect(printed.join("")).toContain(sign)
    expect(printed.at(-1)).toContain(`"kind":"credit_note"`)
    for (const document of ["label", "receipt"]) {
      expect(readFileSync(path.join(folder, `${document}.pdf`)).subarray(0, 5).toString()).toBe("%PDF-")
    }
  }, 60_000)

  it.skipIf(!hasCurl)("of the API guide do what the guide says", () => {
    const printed = run(blocks(pageOf("docs/api.md"), "sh"), host, folder)
    expect(printed.at(-1)).toContain(`"code":"insufficient_stock"`)
    for (const text of printed.slice(0, -1)) expect(text).not.toContain("/problems/")
    for (
      const sign of [
        `"access_token":"tok_`,
        `"session":{`,
        "idempotent-replayed: true",
        `"status":"requires_action"`,
        `"declineCode":"insufficient_funds"`,
        `"status":"confirmed"`,
        "304",
        `"result":"applied"`,
        `"returnLabel":"`,
        "application/pdf",
        `"amount":2.5`,
        `"ticketId":"`,
        `"secret":"whsec_`
      ]
    ) expect(printed.join("")).toContain(sign)
  }, 60_000)
})

describe("the guide for agents", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "agents-"))
  const server = start(folder)
  let host = ""
  beforeAll(async () => {
    host = await server.address
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  it.skipIf(!hasCurl)("goes from discovery to a delivered order", () => {
    const printed = run(blocks(pageOf("docs/agents.md"), "sh"), host, folder)
    for (const text of printed) expect(text).not.toMatch(/"type":"(invalid_request|processing_error)"|\/problems\//)
    const signs = [
      `"name":"acp"`,
      `"availability":{"available":true`,
      `"status":"incomplete"`,
      `"status":"ready_for_payment"`,
      `"id":"vt_`,
      `"status":"authentication_required"`,
      `"status":"completed"`,
      `"tracking_number":"00340434161094042564"`,
      `"secret":"whsec_`
    ]
    for (const sign of signs) expect(printed.join("")).toContain(sign)
    expect(printed.at(-2)).toContain(`"status":"completed"`)
  }, 60_000)
})

/** The programs that pages show, with what each prints. */
const shown: ReadonlyArray<readonly [page: string, prints: ReadonlyArray<string | RegExp>]> = [
  ["README.md", ["1 line, 3475 cents\n"]],
  ["docs/simulation.md", [
    /^\d\d+ places, \d\d+ trials, 0 findings\n$/,
    /^(?:seed \d+: (?:cancelled, )*confirmed(?:, cancelled)*\n){10}$/
  ]]
]

describe.each(shown)("the programs of %s", (page, prints) => {
  mkdirSync(path.join(root, "dist"), { recursive: true })
  const folder = mkdtempSync(path.join(root, "dist/readme-"))
  const programs = blocks(pageOf(page), "ts")
  const file = (i: number) => path.join(folder, `program-${i}.ts`)
  programs.forEach((program, i) => writeFileSync(file(i), program))
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"] })
  )
  afterAll(() => rmSync(folder, { recursive: true }))

  it("are as many as are run, and short", () => {
    expect(programs).toHaveLength(prints.length)
    for (const program of programs) expect(program.split("\n").length).toBeLessThanOrEqual(60)
  })

  it("compile", () => {
    execFileSync(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
      encoding: "utf8",
      stdio: ["ignore", "inherit", "inherit"]
    })
  })

  it.each(prints.map((said, i) => [i, said] as const))("run: program %i", (i, said) => {
    const printed = execFileSync(process.execPath, [...source, file(i)], { cwd: root, encoding: "utf8" })
    if (typeof said === "string") expect(printed).toBe(said)
    else expect(printed).toMatch(said)
  })
})

describe("the tables", () => {
  const row = (line: string): ReadonlyArray<string> => line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim())
  const rows = readme.split("\n").filter((line) => line.startsWith("| ")).map(row)

  it("list every setting with its default and meaning, and no other", () => {
    const told = rows.filter(([name]) => /^`[A-Z_]+`$/.test(name!))
    expect(told).toEqual(
      Object.entries(settings).map(([name, { fallback, meaning }]) => [
        `\`${name}\``,
        fallback === "" ? "" : `\`${fallback}\``,
        meaning.replaceAll("|", "\\|")
      ])
    )
  })

  it.each(["README.md", "docs/api.md"])("list every test card in %s", (name) => {
    for (const { number } of testCards) expect(pageOf(name)).toContain(number)
  })

  it("show who may import whom, as the tidy test holds it", () => {
    const packages = readdirSync(path.join(root, "packages"))
    const table = pageOf("ARCHITECTURE.md").split("<!-- arrows -->")[1]!.split("\n").filter((line) =>
      line.startsWith("| `")
    )
    expect(Object.fromEntries(table.map((line) => {
      const [own, others] = row(line)
      return [own!.replaceAll("`", ""), [...others!.matchAll(/`([^`]+)`/g)].map((match) => match[1])]
    }))).toEqual(Object.fromEntries(
      packages.map((own) => [own, arrows[own]!.filter((other) => packages.includes(other))])
    ))
  })

  it("name the demo credentials", () => {
    for (const { id, secret } of clients) expect(readme).toContain(`\`${id}\` / \`${secret}\``)
  })
})
