/**
 * The scanner beside the store, as layers: `tables` for `OwnTables.layer(Readiness.tables)`, `layer` with the use
 * cases, the operations under `/api/v1` and the pages at `/readiness`, and `background` with the jobs.
 * `StoreHttp.application` serves `layer` like the store's own contract. Follows docs/specification.md#scans.
 *
 * @since 1.0.0
 */
import { listEndpoints } from "@beauty-store/http/contract/HttpApiLookup"
import { HttpPolicy } from "@beauty-store/http/HttpPolicy"
import * as ScanRequester from "@beauty-store/http/internal/pipeline/ScanRequester"
import * as FurtherContracts from "@beauty-store/http/pipeline/FurtherContracts"
import * as Mounting from "@beauty-store/http/pipeline/Mounting"
import * as Jobs from "@beauty-store/sql/Jobs"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ReadinessApi } from "./api/ReadinessApi.ts"
import { documented } from "./api/ReadinessDocument.ts"
import * as ReadinessHandlers from "./api/ReadinessHandlers.ts"
import { routes } from "./pages/ReadinessRoutes.ts"
import * as HostPaceRecords from "./scans/HostPaceRecords.ts"
import * as ScanJobs from "./scans/ScanJobs.ts"
import * as Scans from "./scans/Scans.ts"
import * as ScanTables from "./scans/ScanTables.ts"

/** Its tables, for the store. */
export const tables = ScanTables.tables

const contract = Effect.gen(function*() {
  const handlers = yield* ReadinessHandlers.handlers
  const scans = yield* Scans.Scans
  return {
    endpoints: listEndpoints(ReadinessApi),
    mount: Effect.all([
      Mounting.direct(ReadinessApi, "platform", handlers.platform),
      Mounting.direct(ReadinessApi, "scanner", handlers.scanner),
      Mounting.direct(ReadinessApi, "fixes", handlers.fixes),
      Mounting.direct(ReadinessApi, "analytics", handlers.analytics),
      Mounting.direct(ReadinessApi, "sites", handlers.sites)
    ], { discard: true }),
    documented,
    pages: routes(scans),
    links: [{ href: "/readiness", words: "How well software agents can buy here" }]
  }
})

/** The store counts what a scan asks of it for whoever asked for the scan. */
const counted = Effect.map(Effect.all([HttpPolicy, StoreSecret]), ([settings, secret]) => ({
  ...settings,
  scanRequester: (header: string) => ScanRequester.read(secret, header)
}))

/** The use cases, and their operations and pages for the store's HTTP side. */
export const layer = FurtherContracts.layer(contract).pipe(
  Layer.provideMerge(Scans.layer),
  Layer.provideMerge(Layer.effect(HttpPolicy, counted))
)

/** Runs the background work until its scope closes. */
export const background = Layer.scopedDiscard(Effect.gen(function*() {
  const jobs = yield* Jobs.Jobs
  const scans = yield* Scans.Scans
  const handlers = yield* ScanJobs.handlers
  yield* scans.schedule
  yield* Effect.forkScoped(jobs.run({ ...handlers, [Scans.ownJobKind]: scans.scanOwn }))
})).pipe(Layer.provide(HostPaceRecords.layer))
