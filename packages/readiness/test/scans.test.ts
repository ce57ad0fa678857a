/**
 * Scans as use cases and jobs, on both databases: who may have how many, what becomes of a scan whose process dies or
 * stops, what is kept for how long, how a site is proven to be somebody's, and that a checkout that was tried out is
 * cancelled. What a scan finds is made up.
 */
import * as Days from "@beauty-store/domain/Days"
import type { Principal } from "@beauty-store/domain/Principal"
import * as GuardedHttp from "@beauty-store/outbound/GuardedHttp"
import { TxtRecords } from "@beauty-store/outbound/TxtRecords"
import { HostPace } from "@beauty-store/readiness/fetching/HostPace"
import type { Report } from "@beauty-store/readiness/Report"
import type { ScanOptions } from "@beauty-store/readiness/Scanner"
import * as HostPaceRecords from "@beauty-store/readiness/scans/HostPaceRecords"
import * as ScanJobs from "@beauty-store/readiness/scans/ScanJobs"
import { ScanRunner } from "@beauty-store/readiness/scans/ScanRunner"
import * as Scans from "@beauty-store/readiness/scans/Scans"
import { limits, Settings } from "@beauty-store/readiness/scans/ScanSettings"
import * as ScanTables from "@beauty-store/readiness/scans/ScanTables"
import * as Score from "@beauty-store/readiness/Score"
import type { SiteFetch } from "@beauty-store/readiness/SiteFetch"
import * as Jobs from "@beauty-store/sql/Jobs"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect } from "vitest"
import { countOf, days, hours, minutes, onBoth, type Services, type Test, World } from "../../../test/shop/use-cases.ts"

const ada: Principal = { kind: "agent", id: "agent:ada", scopes: ["scanner:write"] }
const bob: Principal = { kind: "agent", id: "agent:bob", scopes: ["scanner:write"] }

type Verdicts = Readonly<Record<string, Report["checks"][number]["status"]>>
type Fetch = typeof SiteFetch.Service

/** The machinery of a test: what scans find, what they do besides, and what was sent to sites. */
interface Machinery {
  verdicts: Verdicts
  ruleSet: string
  /** Why each scan fails, if it does. */
  failure: string | undefined
  /** Done by each scan before it reports. */
  act: (options: ScanOptions, fetch: Fetch) => Effect.Effect<unknown>
  readonly sent: Array<
    { readonly method: string; readonly url: string; readonly headers: object; readonly body: string }
  >
  /** The status and body of each address; 404 by default. */
  readonly answers: Map<string, readonly [status: number, body: string]>
  readonly records: Map<string, ReadonlyArray<string>>
  readonly stop: { requested: boolean; busy: number }
  /** For how long nobody has asked the store for anything. */
  idleMillis: number
}

const reportOf = ({ failure, ruleSet, verdicts }: Machinery, url: string, now: number): Report => {
  const found = Object.entries(verdicts).map(([id, status]) => ({
    id,
    dimension: "discoverability" as const,
    severity: "major" as const,
    weight: 1,
    title: id,
    status,
    evidence: id,
    specification: "https://www.rfc-editor.org/rfc/rfc9309"
  }))
  return {
    url,
    ruleSet,
    startedAt: now,
    completedAt: now,
    status: failure === undefined ? "completed" : "failed",
    failure: failure ?? null,
    score: Score.of(found),
    checks: found.map((check) => ({
      ...check,
      fix: check.status === "fail" ? { instructions: "Mend it.", patch: "", gain: Score.gain(found, check.id) } : null
    }))
  }
}

const httpOf = ({ answers, sent }: Machinery) =>
  Layer.effect(
    GuardedHttp.GuardedHttp,
    Effect.map(GuardedHttp.GuardedHttp, (guarded) => ({
      ...guarded,
      request: ({ body, headers, method, url }: GuardedHttp.Request) =>
        Effect.sync((): GuardedHttp.Response => {
          sent.push({ method, url, headers, body: Buffer.from(body ?? []).toString() })
          const [status, text] = answers.get(url) ?? [404, ""]
          return { url, status, headers: {}, body: Buffer.from(text), truncated: false, waitedMillis: 1 }
        })
    }))
  ).pipe(Layer.provide(GuardedHttp.layerWith({ allowLoopback: false })))

/** The test's clock stands still, so every turn would be waited for. */
const noPace = Layer.succeed(HostPace, { reserve: () => Clock.currentTimeMillis })

type Platform = Scans.Scans | GuardedHttp.GuardedHttp | HostPace

/** Runs a body with scans over the test's store. */
const withScans = <A, E>(
  body: (machinery: Machinery) => Effect.Effect<A, E, Platform | Services>,
  { isPaced = false, ownScanMillis = 0 } = {}
) =>
  Effect.suspend(() => {
    const machinery: Machinery = {
      verdicts: {},
      ruleSet: "1",
      failure: undefined,
      act: () => Effect.void,
      sent: [],
      answers: new Map(),
      records: new Map(),
      stop: { requested: false, busy: 0 },
      idleMillis: Infinity
    }
    const platform = Scans.layer.pipe(
      Layer.provideMerge(isPaced ? HostPaceRecords.layer : noPace),
      Layer.provideMerge(httpOf(machinery))
    )
    return body(machinery).pipe(
      Effect.provide(platform),
      Effect.provideService(Settings, {
        ownOrigins: ["https://own.example"],
        ownScanMillis,
        firstScanMillis: 10 * minutes,
        idleMillis: () => machinery.idleMillis,
        atOnce: 4
      }),
      Effect.provideService(Jobs.RunnerStop, machinery.stop),
      Effect.provideService(TxtRecords, { find: (name) => Effect.succeed(machinery.records.get(name) ?? []) }),
      Effect.provideService(ScanRunner, {
        run: ({ origin }, options, fetch) =>
          Effect.zipRight(
            machinery.act(options, fetch),
            Effect.map(Clock.currentTimeMillis, (now) => reportOf(machinery, origin, now))
          )
      })
    )
  })

/** Tests on both databases, in a store that has the tables of scans. */
const onBothWithTables = (name: string, tests: (test: Test) => void): void =>
  onBoth(
    name,
    (test) => tests((title, body, options) => test(title, body, { ...options, owners: [ScanTables.tables] }))
  )

/** Does what is due of the scanner's work. */
const work = Effect.gen(function*() {
  const { runDue } = yield* Jobs.Jobs
  const scans = yield* Scans.Scans
  yield* runDue({ ...(yield* ScanJobs.handlers), [Scans.ownJobKind]: scans.scanOwn })
})

const site = { url: "https://shop.example/" }
const asked = (target: Scans.Target = site, more: Partial<Scans.ScanRequest> = {}): Scans.ScanRequest => ({
  target,
  force: false,
  network: "192.0.2.7",
  ...more
})

const begin = (principal: Principal, target?: Scans.Target, more?: Partial<Scans.ScanRequest>) =>
  Effect.flatMap(Scans.Scans, (scans) => scans.begin(principal, asked(target, more)))
const see = (principal: Principal, id: Scans.ScanView["scan"]["id"]) =>
  Effect.flatMap(Scans.Scans, (scans) => Effect.map(scans.scan(principal, id), ({ scan }) => scan))
/** A new whole scan, to its end. */
const scanned = (principal: Principal, target?: Scans.Target, more: Partial<Scans.ScanRequest> = {}) =>
  Effect.gen(function*() {
    const { scan } = yield* begin(principal, target, { force: true, ...more })
    yield* work
    return yield* see(principal, scan.id)
  })

onBothWithTables("scans", (test) => {
  test(
    "are one at a time for each site, three for each principal, and a site of one principal is none of another",
    withScans(() =>
      Effect.gen(function*() {
        const first = yield* begin(ada)
        expect((yield* begin(ada, undefined, { force: true })).scan.id).toBe(first.scan.id)
        yield* begin(ada, { url: "https://two.example" })
        yield* begin(ada, { url: "https://three.example" })
        const refusal = yield* Effect.flip(begin(ada, { url: "https://four.example" }))
        expect(refusal).toMatchObject({ _tag: "TooManyScans", allowed: 3 })
        expect(yield* countOf("scanned_site")).toBe(3)
        const other = yield* begin(bob)
        expect(other.scan.site_id).not.toBe(first.scan.site_id)
        const scans = yield* Scans.Scans
        expect((yield* Effect.flip(begin(bob, { siteId: first.scan.site_id })))._tag).toBe("SiteNotFound")
        expect((yield* Effect.flip(scans.scan(bob, first.scan.id)))._tag).toBe("ScanNotFound")
        expect((yield* Effect.flip(scans.fixes(bob, first.scan.site_id)))._tag).toBe("SiteNotFound")
        expect((yield* Effect.flip(scans.openPage(bob, first.scan.site_id)))._tag).toBe("SiteNotFound")
        yield* work
        expect((yield* begin(ada, { url: "https://four.example" })).scan.status).toBe("queued")
      })
    )
  )

  test(
    "that are begun at once stay three",
    withScans(() =>
      Effect.gen(function*() {
        const all = Array.from({ length: 8 }, (_, n) => Effect.either(begin(ada, { url: `https://${n}.example` })))
        const results = yield* Effect.all(all, { concurrency: "unbounded" })
        expect(results.filter(({ _tag }) => _tag === "Right")).toHaveLength(3)
        expect(yield* countOf("site_scan")).toBe(3)
        const again = yield* Effect.all(Array.from({ length: 8 }, () => begin(bob)), { concurrency: "unbounded" })
        expect(new Set(again.map(({ scan }) => scan.id)).size).toBe(1)
      })
    )
  )

  test(
    "keep the network of whoever asked sealed, and only until they end",
    withScans(() =>
      Effect.gen(function*() {
        const { sql } = yield* World
        const requester = Effect.map(
          sql<{ requester: string | null }>("SELECT requester FROM site_scan"),
          ([row]) => row!.requester
        )
        yield* begin(ada)
        expect(yield* requester).toMatch(/^[\w-]{40,}$/)
        expect(yield* requester).not.toContain("192.0.2.7")
        yield* work
        expect(yield* requester).toBeNull()
      })
    )
  )

  test(
    "are returned again for an hour",
    withScans(() =>
      Effect.gen(function*() {
        const { clock } = yield* World
        const first = yield* scanned(ada)
        clock.now += hours - 1
        expect((yield* begin(ada)).scan.id).toBe(first.id)
        expect((yield* begin(ada, undefined, { checks: ["b", "a"] })).scan.id).not.toBe(first.id)
        yield* work
        clock.now += 2
        expect((yield* begin(ada)).scan.id).not.toBe(first.id)
      })
    )
  )

  test(
    "that a process leaves behind begin again, and fail in the end",
    withScans((machinery) =>
      Effect.gen(function*() {
        const { clock } = yield* World
        let begun = 0
        machinery.act = () => Effect.zipRight(Effect.sync(() => begun++), Effect.interrupt)
        const { scan } = yield* begin(ada)
        for (let tries = 0; tries < 6; tries++) {
          yield* work
          clock.now += hours
        }
        expect(begun).toBe(limits.attempts)
        expect(yield* see(ada, scan.id)).toMatchObject({
          status: "failed",
          failure: "The scan was interrupted too often.",
          requester: null
        })
        expect(yield* countOf("job", "kind = 'scan'")).toBe(0)
      })
    ),
    { timeout: 20_000 }
  )

  test(
    "that two processes begin at once are not begun too often",
    withScans((machinery) =>
      Effect.gen(function*() {
        const { dialect, faults, sql } = yield* World
        const { scan: { id } } = yield* begin(ada)
        yield* sql(`UPDATE site_scan SET attempts = ${limits.attempts - 1}`)
        let begun = 0
        machinery.act = () => Effect.sync(() => begun++)
        // Both have looked at the scan before either changes it; on SQLite they take turns.
        const both = yield* Effect.makeLatch()
        let arrived = 0
        if (dialect === "pg") {
          faults.checkpoint = (text) => {
            if (!text.includes("SET status = 'running'")) return undefined
            if (++arrived === 2) both.unsafeOpen()
            return { wait: both.await }
          }
        }
        const { [ScanJobs.jobKind]: handle } = yield* ScanJobs.handlers
        const one = handle(id, () => Effect.void)
        yield* Effect.all([one, one], { concurrency: "unbounded" })
        if (dialect === "pg") expect(arrived).toBe(2)
        expect(begun).toBe(1)
        expect(yield* sql("SELECT attempts FROM site_scan")).toEqual([{ attempts: limits.attempts }])
      })
    )
  )

  test(
    "of a process that stops are given back, and that is no failed attempt",
    withScans((machinery) =>
      Effect.gen(function*() {
        machinery.act = () => Effect.zipRight(Effect.sync(() => void (machinery.stop.requested = true)), Effect.never)
        const { scan } = yield* begin(ada)
        yield* work
        expect(yield* see(ada, scan.id)).toMatchObject({ status: "queued", attempts: 0 })
        machinery.stop.requested = false
        machinery.act = () => Effect.void
        yield* work
        expect(yield* see(ada, scan.id)).toMatchObject({ status: "completed", attempts: 1 })
      })
    )
  )

  test(
    "say how far they are, and never less than before",
    withScans((machinery) =>
      Effect.gen(function*() {
        const { sql } = yield* World
        const seen: Array<number> = []
        const look = Effect.map(
          sql<{ progress: unknown }>("SELECT progress FROM site_scan"),
          ([row]) => void seen.push(Number(row!.progress))
        )
        machinery.act = ({ progress }) =>
          Effect.forEach([0.1, 0.5, 0.3, 0.52, 0.99, 1], (done) => Effect.zipRight(progress!(done, "reading"), look))
        const done = yield* scanned(ada)
        expect(seen).toEqual([10, 50, 50, 50, 95, 99])
        expect(done.progress).toBe(100)
      })
    )
  )

  test(
    "wait a second for each other at one host, whichever they are",
    withScans(() =>
      Effect.gen(function*() {
        const { clock } = yield* World
        const { reserve } = yield* HostPace
        const scans = yield* Scans.Scans
        const all = yield* Effect.all(Array.from({ length: 5 }, () => reserve("shop.example")), {
          concurrency: "unbounded"
        })
        expect(all.map((at) => at - clock.now).toSorted((a, b) => a - b)).toEqual([0, 1_000, 2_000, 3_000, 4_000])
        expect(yield* reserve("other.example")).toBe(clock.now)
        clock.now += 2 * hours
        yield* scans.schedule
        expect(yield* reserve("shop.example")).toBe(clock.now)
        expect(yield* countOf("scanned_host")).toBe(2)
        clock.now += 2 * hours
        yield* work
        expect(yield* countOf("scanned_host")).toBe(0)
      }), { isPaced: true })
  )

  test(
    "are kept for 30 days, the scores of days for two years, and then nothing of the site is",
    withScans((machinery) =>
      Effect.gen(function*() {
        const { clock } = yield* World
        const scans = yield* Scans.Scans
        machinery.verdicts = { a: "fail" }
        yield* scans.schedule
        const { id, site_id } = yield* scanned(ada)
        clock.now += 30 * days - hours
        yield* work
        expect((yield* see(ada, id)).status).toBe("completed")
        clock.now += 2 * hours
        yield* work
        expect((yield* Effect.flip(see(ada, id)))._tag).toBe("ScanNotFound")
        expect((yield* scans.fixes(ada, site_id)).fixes).toHaveLength(1)
        clock.now += 690 * days
        yield* work
        expect(yield* countOf("site_score")).toBe(1)
        clock.now += 30 * days
        yield* work
        for (const table of ["site_score", "site_fix", "scanned_site"]) {
          expect([table, yield* countOf(table)]).toEqual([table, 0])
        }
      })
    )
  )

  test(
    "of the store itself come by themselves, one after the other, and are for everybody to see",
    withScans((machinery) =>
      Effect.gen(function*() {
        const { clock } = yield* World
        const scans = yield* Scans.Scans
        machinery.verdicts = { a: "pass" }
        let mayTry = false
        machinery.act = ({ dryRun }) => Effect.sync(() => void (mayTry = dryRun !== undefined))
        yield* scans.schedule
        clock.now += 10 * minutes - 1
        yield* work
        expect(yield* countOf("site_scan")).toBe(0)
        // Somebody is shopping until half a minute later.
        machinery.idleMillis = 9_999
        clock.now += 30_000
        yield* work
        expect(yield* countOf("site_scan")).toBe(0)
        machinery.idleMillis = 10_000
        clock.now += 10_000
        yield* work
        yield* work
        expect(mayTry).toBe(true)
        expect(yield* scans.ownPage).toMatchObject({ origin: "https://own.example", newest: { status: "completed" } })
        // A start is no reason to scan anew.
        yield* scans.schedule
        clock.now += 2 * minutes
        yield* work
        yield* work
        expect(yield* countOf("site_scan")).toBe(1)
        clock.now += 24 * hours
        yield* work
        yield* work
        expect(yield* countOf("site_scan")).toBe(2)
      }), { ownScanMillis: 24 * hours })
  )

  test(
    "of the store itself begin early where somebody opens its page, and no earlier than nobody needs the store",
    withScans((machinery) =>
      Effect.gen(function*() {
        const { clock } = yield* World
        const scans = yield* Scans.Scans
        yield* scans.schedule
        expect(yield* scans.ownPage).toBeUndefined()
        machinery.idleMillis = 0
        clock.now += 10_000
        // Whoever opens it again and again puts it off no further.
        expect(yield* scans.ownPage).toBeUndefined()
        yield* work
        expect(yield* countOf("site_scan")).toBe(0)
        machinery.idleMillis = Infinity
        clock.now += 10_000
        yield* work
        yield* work
        expect(yield* scans.ownPage).toMatchObject({ newest: { status: "completed" } })
      }), { ownScanMillis: 24 * hours })
  )

  test(
    "leave the newest whole one on the site's page, however many failed or were of some checks after it",
    withScans((machinery) =>
      Effect.gen(function*() {
        const { clock } = yield* World
        const scans = yield* Scans.Scans
        const later = (more?: Partial<Scans.ScanRequest>) => {
          clock.now += minutes
          return scanned(ada, undefined, more)
        }
        machinery.verdicts = { a: "pass" }
        yield* later()
        const whole = yield* later()
        const token = yield* scans.openPage(ada, whole.site_id)
        expect(yield* scans.page(token)).toMatchObject({ newest: { id: whole.id }, whole: { id: whole.id } })
        for (let times = 0; times < 6; times++) yield* later({ checks: ["robots.present"] })
        machinery.failure = "The home page has status 503."
        const failed = yield* later()
        expect(failed.status).toBe("failed")
        for (let times = 0; times < 6; times++) yield* later()
        const page = yield* scans.page(token)
        expect(page.whole).toMatchObject({ id: whole.id, report: { checks: [{ id: "a" }] } })
        expect(page.newest).toMatchObject({ status: "failed", failure: "The home page has status 503." })
      })
    )
  )

  test(
    "of another kind than the unfinished one of a site are refused, and name it",
    withScans(() =>
      Effect.gen(function*() {
        const { scan } = yield* begin(ada, undefined, { checks: ["robots.present", "llms.present"] })
        for (const more of [{ dryRun: true }, {}, { checks: ["robots.present"] }, { maxPages: 5, force: true }]) {
          expect(yield* Effect.flip(begin(ada, undefined, more)))
            .toMatchObject({ _tag: "OtherScanUnfinished", scanId: scan.id })
        }
        const same = yield* begin(ada, undefined, { checks: ["llms.present", "robots.present"], force: true })
        expect(same.scan.id).toBe(scan.id)
        yield* work
        const dry = yield* begin(ada, undefined, { dryRun: true })
        expect(dry.scan).toMatchObject({ status: "queued", options: { dryRun: true } })
        expect((yield* begin(ada, undefined, { dryRun: true })).scan.id).toBe(dry.scan.id)
      })
    )
  )

  test(
    "that failed are not returned again: the next request begins a new one",
    withScans((machinery) =>
      Effect.gen(function*() {
        machinery.failure = "The home page has status 503."
        const failed = yield* scanned(ada)
        const next = yield* begin(ada)
        expect(next.scan).toMatchObject({ status: "queued" })
        expect(next.scan.id).not.toBe(failed.id)
        machinery.failure = undefined
        yield* work
        expect((yield* begin(ada)).scan.id).toBe(next.scan.id)
      })
    )
  )

  test(
    "ask the own store for whoever began them, and nobody else",
    withScans((machinery) =>
      Effect.gen(function*() {
        const get = (url: string) => ({ method: "GET" as const, url, headers: {}, maxBytes: 10, followRedirects: true })
        machinery.act = (_, { fetch }) =>
          Effect.orDie(Effect.zipRight(fetch(get("https://own.example/a")), fetch(get("https://other.example/b"))))
        yield* scanned(ada, { url: "https://own.example" })
        const [own, other] = machinery.sent
        expect(own!.headers).toMatchObject({ "x-scan-requester": expect.stringMatching(/^192\.0\.2\.7\.[\w-]{32}$/) })
        expect(other!.headers).not.toHaveProperty("x-scan-requester")
      })
    )
  )
})

onBothWithTables("the proof of a site", (test) => {
  for (const place of ["nowhere", "a file", "a record", "another's file"] as const) {
    test(
      `is looked for anew by each scan that tries a checkout out: in ${place}`,
      withScans((machinery) =>
        Effect.gen(function*() {
          const scans = yield* Scans.Scans
          const tried: Array<boolean> = []
          machinery.act = ({ dryRun }) => Effect.sync(() => void tried.push(dryRun !== undefined))
          const { site_id } = yield* scanned(ada)
          const { fileUrl, provenAt, recordName, token } = yield* scans.proof(ada, site_id)
          expect([fileUrl, recordName, provenAt]).toEqual([
            "https://shop.example/.well-known/beauty-store-readiness.txt",
            "_beauty-store-readiness.shop.example",
            undefined
          ])
          const foreign = yield* Effect.flatMap(scanned(bob), ({ site_id }) => scans.proof(bob, site_id))
          expect(foreign.token).not.toBe(token)
          if (place === "a file") machinery.answers.set(fileUrl, [200, `# ours\r\n${token}\r\n`])
          if (place === "another's file") machinery.answers.set(fileUrl, [200, foreign.token])
          if (place === "a record") machinery.records.set(recordName, ["v=spf1 -all", token])
          tried.length = 0
          yield* scanned(ada, undefined, { dryRun: true })
          const isGiven = place === "a file" || place === "a record"
          expect(tried).toEqual([isGiven])
          expect((yield* scans.proof(ada, site_id)).provenAt !== undefined).toBe(isGiven)
          machinery.answers.clear()
          machinery.records.clear()
          yield* scanned(ada, undefined, { dryRun: true })
          expect(tried).toEqual([isGiven, false])
        })
      )
    )
  }
})

onBothWithTables("a checkout that a scan has opened", (test) => {
  const url = "https://own.example/acp/checkout_sessions/cs_1/cancel"
  const opened = { url, headers: { authorization: "Bearer of-the-site" }, body: "{}" }

  test(
    "is cancelled by a job, whatever became of the scan, and its credentials are sealed until then",
    withScans((machinery) =>
      Effect.gen(function*() {
        const { clock, sql } = yield* World
        machinery.act = ({ dryRun }) => Effect.zipRight(dryRun!.opened(opened), Effect.dieMessage("the scan dies"))
        yield* begin(ada, { url: "https://own.example" }, { dryRun: true })
        yield* work
        const [row] = yield* sql<{ request: string }>("SELECT request FROM opened_session")
        expect(row!.request).not.toContain("of-the-site")
        machinery.answers.set(url, [500, ""])
        machinery.act = () => Effect.void
        clock.now += limits.cancelAfterMillis
        yield* work
        expect(machinery.sent).toMatchObject([{ method: "POST", url, body: "{}", headers: opened.headers }])
        expect(yield* countOf("opened_session")).toBe(1)
        machinery.answers.set(url, [200, ""])
        clock.now += 5 * minutes
        yield* work
        expect(machinery.sent).toHaveLength(2)
        expect(yield* countOf("opened_session")).toBe(0)
        expect(yield* countOf("job", "kind = 'scan-cancellation'")).toBe(0)
      })
    )
  )

  test(
    "is given up after an hour in which its site did not answer",
    withScans((machinery) =>
      Effect.gen(function*() {
        const { clock } = yield* World
        machinery.act = ({ dryRun }) => dryRun!.opened(opened)
        machinery.answers.set(url, [503, ""])
        yield* scanned(ada, { url: "https://own.example" }, { dryRun: true })
        clock.now += limits.cancelAfterMillis
        for (let tries = 0; tries < 15; tries++) {
          yield* work
          clock.now += 5 * minutes
        }
        expect(machinery.sent.length).toBeGreaterThan(10)
        expect(yield* countOf("opened_session")).toBe(0)
      })
    )
  )
})

onBothWithTables("a trend", (test) => {
  test(
    "has the last whole scan of each day, gaps, and what became worse or better under the same rules",
    withScans((machinery) =>
      Effect.gen(function*() {
        const { clock } = yield* World
        const scans = yield* Scans.Scans
        const onDay = (verdicts: Verdicts, ruleSet = "1") =>
          Effect.gen(function*() {
            machinery.verdicts = verdicts
            machinery.ruleSet = ruleSet
            return yield* scanned(ada)
          })
        // 2 March, a Monday.
        const { site_id } = yield* onDay({ a: "fail", b: "fail" })
        yield* onDay({ a: "pass", b: "fail" })
        clock.now += 2 * days
        yield* onDay({ a: "fail", b: "pass", c: "not_applicable" })
        clock.now += days
        yield* onDay({ a: "error", b: "pass", c: "pass" })
        clock.now += days
        yield* onDay({ a: "partial", b: "fail", c: "pass" }, "2")
        const trend = (from: string, to: string, granularity: "day" | "week" | "month") =>
          scans.trend(ada, site_id, { from: Days.Day.make(from), to: Days.Day.make(to), granularity })
        const week = yield* trend("2026-03-01", "2026-03-07", "day")
        expect(week.points.map(({ score }) => score?.overall)).toEqual([
          undefined,
          50,
          undefined,
          50,
          null,
          50,
          undefined
        ])
        expect(week.summary).toEqual({ first: 50, last: 50, change: 0, best: 50, worst: 50, scored: 4 })
        const changes = ({ improvements, regressions }: typeof week) => ({
          worse: regressions.map(({ checkId, day }) => `${day} ${checkId}`),
          better: improvements.map(({ checkId, day }) => `${day} ${checkId}`)
        })
        expect(changes(week)).toEqual({ worse: ["2026-03-04 a"], better: ["2026-03-04 b"] })
        expect(week.ruleSet).toBe("2")
        // The scan before the first day counts for its change.
        expect(changes(yield* trend("2026-03-04", "2026-03-04", "day"))).toEqual(changes(week))
        const weeks = yield* trend("2026-02-25", "2026-03-10", "week")
        expect(weeks.points.map(({ from, score, to }) => [from, to, score?.overall])).toEqual([
          ["2026-02-25", "2026-03-01", undefined],
          ["2026-03-02", "2026-03-08", 50],
          ["2026-03-09", "2026-03-10", undefined]
        ])
        const months = yield* trend("2025-12-15", "2026-03-31", "month")
        expect(months.points.map(({ from, to }) => `${from} ${to}`)).toEqual([
          "2025-12-15 2025-12-31",
          "2026-01-01 2026-01-31",
          "2026-02-01 2026-02-28",
          "2026-03-01 2026-03-31"
        ])
      })
    )
  )
})
