/** The command line of the scanner: what it takes, what it prints, and with which code it ends. */
import type { Report } from "@beauty-store/readiness/Report"
import * as Score from "@beauty-store/readiness/Score"
import { SiteFetch } from "@beauty-store/readiness/SiteFetch"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { FixtureShop } from "../../readiness/test/FixtureShop.ts"
import { exitCodeOf, layerFor, openedWords, optionsOf, printed, readCommand, run } from "../src/ScanCommand.ts"

const check = (id: string, status: "pass" | "fail" | "error", weight: number): Report["checks"][number] => ({
  id,
  dimension: "discoverability",
  severity: "major",
  weight,
  title: `Title of ${id}`,
  status,
  evidence: `Evidence of ${id}`,
  specification: "https://spec.example/",
  fix: status === "fail" ? { instructions: "Do it.", patch: "line 1\nline 2\n", gain: weight / 3 } : null
})

const report = (checks: Report["checks"]): Report => ({
  url: "https://shop.example",
  ruleSet: "1",
  startedAt: 0,
  completedAt: 1,
  status: "completed",
  failure: null,
  score: Score.of(checks),
  checks
})

const some = report([check("a.pass", "pass", 40), check("b.small", "fail", 1), check("c.large", "fail", 10)])

describe("takes", () => {
  it("an address and options", () => {
    expect(readCommand(["https://shop.example/x", "--min-score", "80.5", "--dry-run", "--json", "r.json"])).toEqual({
      target: new URL("https://shop.example/x"),
      minScore: 80.5,
      maxPages: undefined,
      json: "r.json",
      sarif: undefined,
      dryRun: true
    })
  })

  it.each([
    [[], "Name one address"],
    [["https://a.example", "https://b.example"], "Name one address"],
    [["shop.example"], "not an address"],
    [["ftp://shop.example"], "not an address"],
    [["https://a.example", "--min-score", "101"], "--min-score 101"],
    [["https://a.example", "--max-pages", "x"], "--max-pages x"],
    [["https://a.example", "--max-pages", "2.5"], "--max-pages 2.5: should be a whole number from 1 to 50"],
    [["https://a.example", "--unknown"], "--unknown"]
  ])("not %j", (given, why) => {
    expect(readCommand(given)).toMatchObject({ exitCode: 2, text: expect.stringContaining(why) })
  })

  it("a question for help", () => expect(readCommand(["--help"])).toMatchObject({ exitCode: 0 }))
})

describe("prints", () => {
  it("the score, and what to mend by what it gains, with its patch", () => {
    const text = printed(some)
    expect(text).toContain("Score: 78.4")
    expect(text.indexOf("c.large")).toBeLessThan(text.indexOf("b.small"))
    expect(text).toContain("            line 1\n            line 2")
    expect(text).not.toContain("a.pass")
  })

  it("that there is no score, and why a site could not be scanned", () => {
    expect(printed(report([check("a", "error", 1)]))).toContain("Score: none")
    const unscored = { ...some, score: report([check("a", "error", 1)]).score }
    const ungained = unscored.checks.map((one) => one.fix === null ? one : { ...one, fix: { ...one.fix, gain: null } })
    const text = printed({ ...unscored, checks: ungained })
    expect(text).toContain("Score: none")
    expect(text).toContain("\nTo mend:\n\n          c.large: Title of c.large\n          Evidence")
    expect(text).not.toMatch(/gains|\+none/)
    expect(printed({ ...some, status: "failed", failure: "robots.txt forbids it" })).toContain("robots.txt forbids it")
  })
})

it("ends with 1 below the least score, without a score to compare, and where nothing could be scanned", () => {
  expect([78, 79, undefined].map((least) => exitCodeOf(some, least))).toEqual([0, 1, 0])
  expect(exitCodeOf(report([check("a", "error", 1)]), 0)).toBe(1)
  expect(exitCodeOf({ ...some, status: "failed" }, undefined)).toBe(1)
})

describe("a checkout that a dry run has opened", () => {
  it("is shown with a command that cancels it, whatever the site sent", () => {
    const words = openedWords({
      url: "https://shop.example/acp/checkout_sessions/s'1/cancel",
      headers: { authorization: "Bearer a'$(id)\u001b[2J\nb", "idempotency-key": "k" },
      body: "{}"
    })
    const command = words.split("\n")[1]!
    // A shell takes it for these words, and runs nothing else.
    const shown = execFileSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }; ${command}`], { encoding: "utf8" })
    expect(shown.trimEnd().split("\n")).toEqual([
      "-X",
      "POST",
      "-H",
      "authorization: Bearer a'$(id) [2J b",
      "-H",
      "idempotency-key: k",
      "-d",
      "{}",
      "https://shop.example/acp/checkout_sessions/s'1/cancel"
    ])
  })

  it("is told as soon as it is open", async () => {
    const shop = new FixtureShop()
    const told: Array<string> = []
    const tell = (words: string) => void told.push(words)
    await shop.scan(optionsOf({ dryRun: true, maxPages: 5 }, tell))
    const opened = told.filter((words) => words.startsWith("A checkout is open"))
    expect(opened).toHaveLength(1)
    expect(opened[0]).toMatch(/curl -X POST .*authorization: Bearer .*\/checkout_sessions\/[^/]+\/cancel'/)
    expect(optionsOf({ dryRun: false, maxPages: undefined }, tell)).not.toHaveProperty("dryRun")
  })
})

describe("reaches this machine", () => {
  it("only where the command's own address is there: a site elsewhere cannot lead it here", async () => {
    const server = createServer((_, response) => response.writeHead(200).end("internal"))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const internal = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const fetched = (named: string) => {
      const request = { method: "GET" as const, url: internal, headers: {}, maxBytes: 100, followRedirects: false }
      return Effect.flatMap(SiteFetch, ({ fetch }) => fetch(request)).pipe(
        Effect.match({ onSuccess: ({ status }) => status, onFailure: ({ reason }) => reason }),
        Effect.provide(layerFor(new URL(named))),
        Effect.runPromise
      )
    }
    for (const named of ["https://shop.example", "http://8.8.8.8", "http://localhost.shop.example", "http://[::2]"]) {
      expect(await fetched(named), named).toBe("address refused")
    }
    for (
      const named of [
        "http://localhost:3000",
        "http://127.0.0.1",
        "http://[::1]:1",
        "http://127.1",
        "http://a.localhost"
      ]
    ) {
      expect(await fetched(named), named).toBe(200)
    }
    server.close()
  })
})

describe("run on a site of this machine", () => {
  const folder = mkdtempSync(join(tmpdir(), "beauty-store-scan-"))
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const quiet = () => {
    const out: Array<string> = []
    const err: Array<string> = []
    vi.spyOn(process.stdout, "write").mockImplementation((text) => out.push(String(text)) > 0)
    vi.spyOn(process.stderr, "write").mockImplementation((text) => err.push(String(text)) > 0)
    return { out, err }
  }

  it.each(["--json", "--sarif"])(
    "refuses %s FILE that cannot be written in one line, before the scan",
    async (option) => {
      let asked = 0
      const server = createServer((_, response) => {
        asked++
        response.writeHead(503).end()
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const { port } = server.address() as AddressInfo
      for (const file of [join(tmpdir(), "no-such-folder-7f3a9c", "x"), tmpdir(), join("/dev/null", "x")]) {
        const { err, out } = quiet()
        const exitCode = await run([`http://127.0.0.1:${port}`, option, file])
        vi.restoreAllMocks()
        expect({ exitCode, asked, out }).toEqual({ exitCode: 2, asked: 0, out: [] })
        expect(err.join("")).toMatch(new RegExp(`^${option} ${file} cannot be written: .+\n$`))
      }
      server.close()
    }
  )

  it("says in one line what could only be known after the scan, and prints the report all the same", async () => {
    const late = mkdtempSync(join(tmpdir(), "beauty-store-scan-"))
    const server = createServer((_, response) => {
      rmSync(late, { recursive: true, force: true })
      response.writeHead(503).end()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const { err, out } = quiet()
    const exitCode = await run([`http://127.0.0.1:${port}`, "--json", join(late, "r.json")])
    server.close()
    expect(exitCode).toBe(2)
    expect(out.join("")).toContain("robots.txt has status 503")
    expect(err.join("")).toMatch(/\n--json \S+r\.json cannot be written: ENOENT.*\n$/)
  })

  it("writes the report and SARIF, and prints progress beside the report", async () => {
    const server = createServer((_, response) => response.writeHead(503).end("busy"))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const out: Array<string> = []
    const err: Array<string> = []
    vi.spyOn(process.stdout, "write").mockImplementation((text) => out.push(String(text)) > 0)
    vi.spyOn(process.stderr, "write").mockImplementation((text) => err.push(String(text)) > 0)
    const [json, sarif] = [join(folder, "r.json"), join(folder, "r.sarif")]
    const { port } = server.address() as AddressInfo
    const exitCode = await run([`http://127.0.0.1:${port}`, "--json", json, "--sarif", sarif])
    server.close()
    expect(exitCode).toBe(1)
    expect(out.join("")).toContain("robots.txt has status 503")
    expect(err.join("")).toContain("/robots.txt")
    expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({ status: "failed", checks: [] })
    expect(JSON.parse(readFileSync(sarif, "utf8"))).toMatchObject({ version: "2.1.0", runs: [{ results: [] }] })
  })
})
