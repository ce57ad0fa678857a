/**
 * Scans of sites, what is to be mended there, and how that changed: the use cases. A site is an origin as one principal
 * scans it; for everybody else it does not exist. A site has one unfinished scan, which the same request joins; a
 * principal has at most three. How sites are fetched and judged is in `ScanJobs` and `Scanner`. Follows
 * docs/specification.md#scans.
 *
 * @since 1.0.0
 */
import { Policy } from "@beauty-store/commerce/Policy"
import * as Days from "@beauty-store/domain/Days"
import type { Claimed } from "@beauty-store/domain/Ids"
import { owns, type Principal } from "@beauty-store/domain/Principal"
import { GuardedHttp } from "@beauty-store/outbound/GuardedHttp"
import { Entropy, idsFrom } from "@beauty-store/sql/Entropy"
import type { JobHandler } from "@beauty-store/sql/JobHandler"
import { Jobs } from "@beauty-store/sql/Jobs"
import { hash, matches, sign, StoreSecret, unsign } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Fixes from "./Fixes.ts"
import {
  AddressNotScannable,
  OtherScanUnfinished,
  ScanNotFound,
  SiteNotFound,
  SitePageNotFound,
  TooManyScans
} from "./ScanErrors.ts"
import { type FixId, ScanId, SiteId, SitePageId } from "./ScanIds.ts"
import { jobKind, sweepKind } from "./ScanJobs.ts"
import { limits, Settings } from "./ScanSettings.ts"
import * as ScoreRecords from "./ScoreRecords.ts"
import * as SealedRequester from "./SealedRequester.ts"
import * as SiteProof from "./SiteProof.ts"
import * as SiteRecords from "./SiteRecords.ts"
import * as Trend from "./Trend.ts"

export type { Fix } from "./Fixes.ts"
export {
  AddressNotScannable,
  OtherScanUnfinished,
  ScanNotFound,
  SiteNotFound,
  SitePageNotFound,
  TooManyScans
} from "./ScanErrors.ts"
export type { FixId, ScanId, SiteId } from "./ScanIds.ts"
export type { ScanRow } from "./SiteRecords.ts"
export type { Granularity, Trend } from "./Trend.ts"

/** The site is named by an address of which only the origin matters, or by its id. */
export type Target = { readonly url: string } | { readonly siteId: Claimed<SiteId> }

export interface ScanRequest extends SiteRecords.ScanOptions {
  readonly target: Target
  /** A new scan, however new the last one is. */
  readonly force: boolean
  /** The network of whoever asks, which pays for requests to the own store. */
  readonly network: string
}

/** A scan, with the ids of the fixes of its checks. */
export interface ScanView {
  readonly scan: SiteRecords.ScanRow
  readonly fixIds: ReadonlyMap<string, FixId>
}

export interface FixesView {
  readonly siteId: SiteId
  readonly origin: string
  readonly fixes: ReadonlyArray<Fixes.Fix>
}

/** Days of Berlin, both included. */
export interface Range {
  readonly from: Days.Day
  readonly to: Days.Day
  readonly granularity: Trend.Granularity
}

export interface ProofView extends Omit<SiteProof.Proof, "older"> {
  readonly origin: string
  readonly provenAt: number | undefined
}

/** Everything that a site's page shows. */
export interface Overview extends FixesView {
  /** It may be unfinished, have failed, or be of some checks only. */
  readonly newest: SiteRecords.ScanRow | undefined
  /** The newest that evaluated all checks, however many came after it that did not. */
  readonly whole: SiteRecords.ScanRow | undefined
  readonly trend: Trend.Trend
}

/** What a principal asks of a site of theirs. */
type OfSite<A, More extends ReadonlyArray<unknown> = []> = (
  principal: Principal,
  siteId: Claimed<SiteId>,
  ...more: More
) => Effect.Effect<A, SiteNotFound | StoreUnavailable>

export class Scans extends Context.Tag("@beauty-store/readiness/Scans")<Scans, {
  /** Begins a scan, or returns the unfinished or the last one. Joins the caller's transaction. */
  readonly begin: (
    principal: Principal,
    request: ScanRequest
  ) => Effect.Effect<
    ScanView,
    AddressNotScannable | OtherScanUnfinished | SiteNotFound | TooManyScans | StoreUnavailable
  >
  readonly scan: (
    principal: Principal,
    scanId: Claimed<ScanId>
  ) => Effect.Effect<ScanView, ScanNotFound | StoreUnavailable>
  /** What is to be mended first comes first. */
  readonly fixes: OfSite<FixesView>
  readonly trend: OfSite<Trend.Trend & { readonly siteId: SiteId; readonly origin: string }, [range: Range]>
  /** How to prove that a site is one's own, and when a scan last found the proof. */
  readonly proof: OfSite<ProofView>
  /** A new address for the site's page; the one before leads nowhere any more. Returns the page's token. */
  readonly openPage: OfSite<string>
  /** From now on the site has no page. */
  readonly closePage: OfSite<void>
  /** What the page of a site shows, by its token. */
  readonly page: (token: string) => Effect.Effect<Overview, SitePageNotFound | StoreUnavailable>
  /** The same of the store itself; undefined where it was never scanned, and then it is soon. */
  readonly ownPage: Effect.Effect<Overview | undefined, StoreUnavailable>
  /** Scans the store itself, and plans to do so again. A handler of a job. */
  readonly scanOwn: JobHandler
  /** Plans the recurring work. */
  readonly schedule: Effect.Effect<void, StoreUnavailable>
}>() {}

/** The principal that scans the store itself. No token stands for it. */
const storePrincipal: Principal = { kind: "staff", id: "store", scopes: [] }

/** How many days a page looks back. */
const pageDays = 90

const pagePurpose = "site page"
export const ownJobKind = "scan-own"

const encodeOptions = Schema.encodeSync(Schema.parseJson(SiteRecords.ScanOptions))

const dependencies = Effect.all({
  entropy: Entropy,
  http: GuardedHttp,
  jobs: Jobs,
  secret: StoreSecret,
  policy: Policy,
  settings: Settings,
  transactions: Transactions
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const owned = Effect.fnUntraced(function*(principal: Principal, siteId: Claimed<SiteId>) {
  const site = Option.getOrUndefined(yield* SiteRecords.siteById(siteId))
  return site === undefined || !owns(principal, site.principal) ? yield* new SiteNotFound({ siteId }) : site
})

const viewOf = (scan: SiteRecords.ScanRow) =>
  Effect.map(Fixes.idsOf(scan.site_id), (fixIds): ScanView => ({ scan, fixIds }))

/** The same options always have the same text. */
const optionsText = ({ checks, dryRun, maxPages }: SiteRecords.ScanOptions): string =>
  encodeOptions({
    ...(checks === undefined ? {} : { checks: [...new Set(checks)].toSorted() }),
    ...(maxPages === undefined ? {} : { maxPages }),
    ...(dryRun === true ? { dryRun } : {})
  })

/** The origin of a target, and its site if there is one. */
const siteOf = ({ http }: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, target: Target) {
    if ("siteId" in target) {
      const site = yield* owned(principal, target.siteId)
      return { origin: site.origin, site }
    }
    yield* Effect.catchTag(
      http.judge(target.url),
      "AddressForbidden",
      ({ reason }) => new AddressNotScannable({ detail: reason })
    )
    const { origin } = new URL(target.url)
    return { origin, site: Option.getOrUndefined(yield* SiteRecords.siteByOrigin(principal.id, origin)) }
  })

/** A new scan of a site, which is made where there is none yet. */
const insertScan = (deps: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, origin: string, options: string, network: string) {
    const { entropy, jobs, secret } = deps
    const now = yield* Clock.currentTimeMillis
    const nextId = idsFrom(entropy)
    yield* SiteRecords.insertSite({
      id: yield* nextId(SiteId),
      principal: principal.id,
      origin,
      created_at: now
    })
    const site = Option.getOrThrow(yield* SiteRecords.siteByOrigin(principal.id, origin))
    const scanId = yield* nextId(ScanId)
    yield* SiteRecords.insertScan({
      id: scanId,
      site_id: site.id,
      status: "queued",
      progress: 0,
      attempts: 0,
      options,
      requester: SealedRequester.seal(secret, entropy, network),
      created_at: now
    })
    yield* jobs.schedule(jobKind, scanId, now)
    return Option.getOrThrow(yield* SiteRecords.scanById(scanId))
  })

const begin = (deps: Dependencies) => {
  const find = siteOf(deps)
  const insert = insertScan(deps)
  return Effect.fnUntraced(function*(principal: Principal, request: ScanRequest) {
    yield* SiteRecords.lockPrincipal(principal.id)
    const { origin, site } = yield* find(principal, request.target)
    const options = optionsText(request)
    if (site !== undefined) {
      const unfinished = Option.getOrUndefined(yield* SiteRecords.unfinishedScan(site.id))
      if (unfinished !== undefined) {
        return optionsText(unfinished.options) === options
          ? yield* viewOf(unfinished)
          : yield* new OtherScanUnfinished({ scanId: unfinished.id })
      }
      const last = Option.getOrUndefined(yield* SiteRecords.lastOfKind(site.id, options))
      const now = yield* Clock.currentTimeMillis
      if (!request.force && last !== undefined && (last.completed_at ?? 0) > now - limits.cachedMillis) {
        return yield* viewOf(last)
      }
    }
    const { n } = Option.getOrThrow(yield* SiteRecords.unfinishedOf(principal.id))
    if (n >= limits.perPrincipal) return yield* new TooManyScans({ allowed: limits.perPrincipal })
    return yield* viewOf(yield* insert(principal, origin, options, request.network))
  }, deps.transactions.write)
}

const scan = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, scanId: Claimed<ScanId>) {
    const found = Option.getOrUndefined(yield* SiteRecords.scanById(scanId))
    return found === undefined || !owns(principal, found.principal)
      ? yield* new ScanNotFound({ scanId })
      : yield* viewOf(found)
  }, transactions.read)

const fixesOf = ({ id, origin }: SiteRecords.SiteRow) =>
  Effect.map(Fixes.list(id), (fixes): FixesView => ({ siteId: id, origin, fixes }))

const trendOf = ({ id }: SiteRecords.SiteRow, { from, granularity, to }: Range) =>
  Effect.map(ScoreRecords.list(id, from, to), (scores) => Trend.trendOf(scores, from, to, granularity))

const overviewOf = Effect.fnUntraced(function*({ policy }: Dependencies, site: SiteRecords.SiteRow) {
  const to = Days.dayOf(yield* Clock.currentTimeMillis, policy.timeZone)
  const overview: Overview = {
    ...(yield* fixesOf(site)),
    newest: Option.getOrUndefined(yield* SiteRecords.newestScan(site.id)),
    whole: Option.getOrUndefined(yield* SiteRecords.newestWholeScan(site.id)),
    trend: yield* trendOf(site, { from: Days.addDays(to, 1 - pageDays), to, granularity: "day" })
  }
  return overview
})

const openPage = ({ entropy, secret, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, siteId: Claimed<SiteId>) {
    const site = yield* owned(principal, siteId)
    const pageId = yield* idsFrom(entropy)(SitePageId)
    const token = sign(secret, pagePurpose, pageId)
    yield* SiteRecords.setPage(pageId, hash(token), site.id)
    return token
  }, transactions.write)

const closePage = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, siteId: Claimed<SiteId>) {
    const site = yield* owned(principal, siteId)
    yield* SiteRecords.setPage(null, null, site.id)
  }, transactions.write)

const page = (deps: Dependencies) =>
  Effect.fnUntraced(function*(token: string) {
    const pageId = unsign(deps.secret, pagePurpose, token) ?? ""
    const site = Option.getOrUndefined(yield* SiteRecords.siteByPage(SitePageId.claimed.make(pageId)))
    return site === undefined || !matches(token, site.page_hash ?? "")
      ? yield* new SitePageNotFound()
      : yield* overviewOf(deps, site)
  }, deps.transactions.read)

const ownSite = ({ settings }: Dependencies) =>
  Effect.map(
    SiteRecords.siteByOrigin(storePrincipal.id, settings.ownOrigins[0] ?? ""),
    Option.getOrUndefined
  )

const ownPage = (deps: Dependencies) => {
  const hasten = hastenOwn(deps)
  return Effect.tap(
    deps.transactions.read(
      Effect.flatMap(ownSite(deps), (site) => site === undefined ? Effect.succeed(undefined) : overviewOf(deps, site))
    ),
    (overview) => overview === undefined ? hasten : Effect.void
  )
}

const scanOwn = (deps: Dependencies): JobHandler => {
  const insert = insertScan(deps)
  const { settings: { idleMillis, ownOrigins: [origin], ownScanMillis }, transactions } = deps
  return () =>
    transactions.write(Effect.gen(function*() {
      if (origin === undefined || ownScanMillis === 0) return undefined
      // Shoppers come first: a scan reads much of the store.
      if (idleMillis() < limits.idleMillis) return (yield* Clock.currentTimeMillis) + limits.idleMillis
      const site = yield* ownSite(deps)
      const isScanned = site !== undefined && Option.isSome(yield* SiteRecords.unfinishedScan(site.id))
      if (!isScanned) yield* insert(storePrincipal, origin, optionsText({ dryRun: true }), "127.0.0.1")
      return (yield* Clock.currentTimeMillis) + ownScanMillis
    }))
}

/**
 * Somebody has opened the page of a store that was never scanned: it is, as soon as nobody asks for anything. Once is
 * enough for a process.
 */
const hastenOwn = ({ jobs, settings: { ownOrigins, ownScanMillis }, transactions }: Dependencies) => {
  let isHastened = ownScanMillis === 0 || ownOrigins.length === 0
  return Effect.suspend(() => {
    if (isHastened) return Effect.void
    isHastened = true
    return transactions.write(
      Effect.flatMap(Clock.currentTimeMillis, (now) => jobs.schedule(ownJobKind, "store", now + limits.idleMillis))
    )
  })
}

/** An older plan of the own scan counts: a store that is started often is not scanned at each start. */
const schedule = (deps: Dependencies) =>
  deps.transactions.write(Effect.gen(function*() {
    const { jobs, settings: { firstScanMillis, ownOrigins, ownScanMillis } } = deps
    const now = yield* Clock.currentTimeMillis
    yield* jobs.schedule(sweepKind, "store", now + 3_600_000)
    if (ownScanMillis === 0 || ownOrigins.length === 0) return yield* jobs.cancel(ownJobKind, "store")
    const site = yield* ownSite(deps)
    const last = site === undefined ? undefined : Option.getOrUndefined(yield* SiteRecords.newestScan(site.id))
    const dueAt = last === undefined ? now + firstScanMillis : last.created_at + ownScanMillis
    yield* jobs.schedule(ownJobKind, "store", Math.max(dueAt, now + firstScanMillis))
  }))

export const layer: Layer.Layer<
  Scans,
  never,
  Entropy | GuardedHttp | Jobs | Policy | StoreSecret | Transactions
> = Layer.effect(
  Scans,
  Effect.map(dependencies, (deps) => ({
    begin: begin(deps),
    scan: scan(deps),
    fixes: (principal, siteId) => deps.transactions.read(Effect.flatMap(owned(principal, siteId), fixesOf)),
    trend: Effect.fnUntraced(function*(principal, siteId, range) {
      const site = yield* owned(principal, siteId)
      return { siteId: site.id, origin: site.origin, ...(yield* trendOf(site, range)) }
    }, deps.transactions.read),
    proof: Effect.fnUntraced(function*(principal, siteId) {
      const { id, origin, proven_at } = yield* owned(principal, siteId)
      const { older: _, ...proof } = SiteProof.proofOf(deps.secret, id, origin)
      return { ...proof, origin, provenAt: proven_at ?? undefined }
    }, deps.transactions.read),
    openPage: openPage(deps),
    closePage: closePage(deps),
    page: page(deps),
    ownPage: ownPage(deps),
    scanOwn: scanOwn(deps),
    schedule: schedule(deps)
  }))
)
