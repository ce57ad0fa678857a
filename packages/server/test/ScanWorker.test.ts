/** Scans in threads: the same report as in the store itself, and what becomes of a thread that dies, hangs or gluts. */
import type { Report } from "@beauty-store/readiness/Report"
import type { ScanOptions } from "@beauty-store/readiness/Scanner"
import { ScanRunner } from "@beauty-store/readiness/scans/ScanRunner"
import type { SiteFetch } from "@beauty-store/readiness/SiteFetch"
import * as ScanWorker from "@beauty-store/server/ScanWorker"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"
import { bundle, filesBeside } from "../../../scripts/bundle.mjs"
import { FixtureShop, origin } from "../../readiness/test/FixtureShop.ts"

const folder = mkdtempSync(path.join(tmpdir(), "scan-thread-"))
const file = (name: string): URL => pathToFileURL(path.join(folder, name))

/** A thread that does what the path of its site says. */
const pretending = `
import { parentPort, workerData } from "node:worker_threads"
const { hostname } = new URL(workerData.url)
parentPort.on("message", () => {})
if (hostname === "dies.example") process.exit(3)
if (hostname === "throws.example") throw new Error("no")
if (hostname === "fails.example") parentPort.postMessage({ _tag: "Failure", words: "out of ideas" })
if (hostname === "gluts.example") { const all = []; for (;;) all.push(new Array(1_000_000).fill(all.length)) }
if (hostname === "asks.example") parentPort.postMessage({ _tag: "Fetch", n: 1, request: { url: workerData.url } })
`

beforeAll(async () => {
  await bundle({ Evaluation: filesBeside["Evaluation"]!, ScanThread: filesBeside["ScanThread"]! }, folder)
  writeFileSync(path.join(folder, "pretending.mjs"), pretending)
})
afterAll(() => rmSync(folder, { recursive: true }))

const runIn = (thread: string, url: string, options: ScanOptions, fetch: typeof SiteFetch.Service) =>
  Effect.flatMap(ScanRunner, ({ run }) => run(new URL(url), options, fetch)).pipe(
    Effect.provide(ScanWorker.layerOf(file(thread)))
  )

const nowhere: typeof SiteFetch.Service = { fetch: () => Effect.never }

const withoutTimes = (report: Report) => ({ ...report, startedAt: 0, completedAt: 0 })

it("a thread makes the same report as the store itself, says how far it is, and has its checkout noted", async () => {
  const seen = { here: [] as Array<number>, there: [] as Array<number> }
  const opened: Array<string> = []
  const options = (progress: Array<number>): ScanOptions => ({
    maxPages: 10,
    progress: (done) => Effect.sync(() => void progress.push(done)),
    dryRun: { opened: ({ url }) => Effect.sync(() => void opened.push(url)) }
  })
  const [shop, same] = [new FixtureShop(), new FixtureShop()]
  const here = await shop.scan(options(seen.here))
  const there = await Effect.runPromise(
    runIn("ScanThread.mjs", origin, options(seen.there), { fetch: (request) => same.respond(request) })
  )
  expect(withoutTimes(there)).toEqual(withoutTimes(here))
  expect(there.score.overall).toBe(100)
  expect(seen.there).toEqual(seen.here)
  expect(opened).toHaveLength(2)
  expect(opened[1]).toBe(opened[0])
})

it.each([
  ["dies", "The scan ended before its result."],
  ["throws", "The site's documents took more memory than a scan may have."],
  ["gluts", "The site's documents took more memory than a scan may have."]
])("a scan whose thread %s has failed, and says so", async (name, failure) => {
  const report = await Effect.runPromise(runIn("pretending.mjs", `https://${name}.example`, {}, nowhere))
  expect(report).toMatchObject({ status: "failed", failure, url: `https://${name}.example`, checks: [] })
}, 60_000)

it("a defect of the scanner is one of the scan", async () => {
  const exit = await Effect.runPromiseExit(runIn("pretending.mjs", "https://fails.example", {}, nowhere))
  expect(Exit.isFailure(exit) && String(exit.cause)).toContain("out of ideas")
})

it("a scan that is interrupted leaves no thread, and no request", async () => {
  let asked = () => {}
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  let isInterrupted = false
  const fetch = {
    fetch: () =>
      Effect.onInterrupt(
        Effect.zipRight(Effect.sync(() => asked()), Effect.never),
        () => Effect.sync(() => void (isInterrupted = true))
      )
  }
  const fiber = Effect.runFork(runIn("pretending.mjs", "https://asks.example", {}, fetch))
  await isAsked
  await Effect.runPromise(Fiber.interrupt(fiber))
  expect(isInterrupted).toBe(true)
})
