/**
 * Makes scans of sites in threads of their own, one for each, so that requests are served meanwhile. A thread that
 * takes too much memory, or computes for too long, ends with its scan, which has failed. It asks here for each
 * document, so that guard, pace and budget are the job's. TypeScript has no thread (`AuditWorker`). Follows
 * docs/specification.md#scans.
 */
import type { Report } from "@beauty-store/readiness/Report"
import type { OpenedSession, ScanOptions } from "@beauty-store/readiness/Scanner"
import { ScanRunner } from "@beauty-store/readiness/scans/ScanRunner"
import type { FetchedDocument, FetchFailure, FetchRequest, SiteFetch } from "@beauty-store/readiness/SiteFetch"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { extname } from "node:path"
import { Worker } from "node:worker_threads"

/** What a thread is started with. */
export interface Assignment {
  readonly url: string
  readonly checks: ReadonlyArray<string> | undefined
  readonly maxPages: number | undefined
  readonly dryRun: boolean
}

/** What a thread says. `n` numbers what it waits for. */
export type FromThread =
  | { readonly _tag: "Fetch"; readonly n: number; readonly request: FetchRequest }
  | { readonly _tag: "Opened"; readonly n: number; readonly session: OpenedSession }
  | { readonly _tag: "Progress"; readonly done: number; readonly doing: string }
  | { readonly _tag: "Report"; readonly report: Report }
  | { readonly _tag: "Failure"; readonly words: string }

/** What a thread is told. */
export type ToThread =
  | { readonly _tag: "Fetched"; readonly n: number; readonly document: FetchedDocument }
  | { readonly _tag: "NotFetched"; readonly n: number; readonly reason: FetchFailure["reason"] }
  | { readonly _tag: "Noted"; readonly n: number }

/** The memory of a thread, in MiB: many times what an honest site needs. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 384 }
/** How long a thread computes before it says anything, where nothing is asked of a site meanwhile. */
const longestSilence = 60_000

type Fetch = typeof SiteFetch.Service

/** The report of a scan whose thread ended before it. */
const failed = (url: string, startedAt: number, completedAt: number, failure: string): Report => ({
  url,
  ruleSet: "",
  startedAt,
  completedAt,
  status: "failed",
  failure,
  score: { overall: null, dimensions: { discoverability: null, understandability: null, transactability: null } },
  checks: []
})

/** A thread that makes one scan, and what is done for it here. */
class ScanningThread {
  private readonly worker: Worker
  private readonly running = new Set<Fiber.RuntimeFiber<unknown, unknown>>()
  private timer: NodeJS.Timeout | undefined
  private isOver = false
  private readonly options: ScanOptions
  private readonly site: Fetch
  private readonly fork: (effect: Effect.Effect<unknown>) => Fiber.RuntimeFiber<unknown, unknown>
  private readonly done: (report: Report | { readonly failure: string } | { readonly defect: string }) => void

  constructor(
    worker: Worker,
    options: ScanOptions,
    site: Fetch,
    fork: ScanningThread["fork"],
    done: ScanningThread["done"]
  ) {
    this.worker = worker
    this.options = options
    this.site = site
    this.fork = fork
    this.done = done
    worker.on("message", (message: FromThread) => {
      this.hear(message)
      this.watch()
    })
    worker.once("error", () => this.end({ failure: "The site's documents took more memory than a scan may have." }))
    worker.once("exit", () => this.end({ failure: "The scan ended before its result." }))
    this.watch()
  }

  async stop(): Promise<void> {
    this.isOver = true
    clearTimeout(this.timer)
    // A thread that fails while it is being ended has nobody to tell.
    this.worker.removeAllListeners().on("error", () => {})
    await this.worker.terminate()
    await Promise.all([...this.running].map((fiber) => Effect.runPromise(Fiber.interrupt(fiber))))
  }

  private end(result: Parameters<ScanningThread["done"]>[0]): void {
    this.done(result)
    void this.stop()
  }

  private tell(message: ToThread): void {
    this.worker.postMessage(message)
  }

  /** The thread has something to compute, unless it waits for the site. */
  private watch(): void {
    clearTimeout(this.timer)
    if (this.isOver || this.running.size > 0) return
    const words = "The site's documents took too long to evaluate."
    this.timer = setTimeout(() => this.end({ failure: words }), longestSilence).unref()
  }

  private run(effect: Effect.Effect<unknown>): void {
    const fiber = this.fork(effect)
    this.running.add(fiber)
    fiber.addObserver(() => {
      this.running.delete(fiber)
      this.watch()
    })
  }

  private hear(message: FromThread): void {
    switch (message._tag) {
      case "Fetch": {
        const { n, request } = message
        return this.run(Effect.match(this.site.fetch(request), {
          onFailure: ({ reason }) => this.tell({ _tag: "NotFetched", n, reason }),
          onSuccess: (document) => this.tell({ _tag: "Fetched", n, document })
        }))
      }
      case "Opened": {
        const { n, session } = message
        const noted = this.options.dryRun?.opened(session) ?? Effect.void
        return this.run(Effect.map(noted, () => this.tell({ _tag: "Noted", n })))
      }
      case "Progress":
        return this.run(this.options.progress?.(message.done, message.doing) ?? Effect.void)
      case "Report":
        return this.end(message.report)
      case "Failure":
        return this.end({ defect: message.words })
    }
  }
}

/** One scan by one thread. */
const scanBy = (thread: URL) => (target: URL, options: ScanOptions, site: Fetch): Effect.Effect<Report> =>
  Effect.flatMap(
    Effect.zip(Effect.runtime(), Clock.currentTimeMillis),
    ([runtime, startedAt]) =>
      Effect.async<Report>((resume) => {
        const assignment: Assignment = {
          url: target.href,
          checks: options.checks,
          maxPages: options.maxPages,
          dryRun: options.dryRun !== undefined
        }
        const worker = new Worker(thread, { resourceLimits, workerData: assignment })
        const scanning = new ScanningThread(worker, options, site, Runtime.runFork(runtime), (result) => {
          if ("defect" in result) resume(Effect.dieMessage(result.defect))
          else if ("checks" in result) resume(Effect.succeed(result))
          else {
            const { failure } = result
            resume(Effect.map(Clock.currentTimeMillis, (now) => failed(target.origin, startedAt, now, failure)))
          }
        })
        return Effect.promise(() => scanning.stop())
      })
  )

/** Scans by threads that run the given program. */
export const layerOf = (thread: URL): Layer.Layer<never> => Layer.succeed(ScanRunner, { run: scanBy(thread) })

const extension = extname(new URL(import.meta.url).pathname)

export const layer: Layer.Layer<never> = extension === ".ts"
  ? Layer.empty
  : layerOf(new URL(`./ScanThread${extension}`, import.meta.url))
