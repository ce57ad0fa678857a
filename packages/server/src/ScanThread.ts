/**
 * The thread that makes one scan and ends. `ScanWorker` starts it, and fetches for it. It is a program of its own, and
 * in the bundle a file of its own, with the parsers and the checks.
 */
import { scan } from "@beauty-store/readiness/Scanner"
import { type FetchedDocument, FetchFailure, SiteFetch } from "@beauty-store/readiness/SiteFetch"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { constants, setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import type { Assignment, FromThread, ToThread } from "./ScanWorker.ts"

// Of this thread alone, where the system has priorities of threads: requests come before scans. Elsewhere it is
// refused, or is that of the process, which would not do.
if (process.platform === "linux") setPriority(0, constants.priority.PRIORITY_LOW)

const { checks, dryRun, maxPages, url }: Assignment = workerData

const say = (message: FromThread): void => parentPort?.postMessage(message)

/** What the scan waits for, by number. */
const waiting = new Map<number, (message: ToThread) => void>()
let asked = 0

parentPort?.on("message", (message: ToThread) => {
  waiting.get(message.n)?.(message)
  waiting.delete(message.n)
})

/** Says something, and waits for what is said to it. */
const ask = (question: (n: number) => FromThread): Effect.Effect<ToThread> =>
  Effect.async((resume) => {
    const n = ++asked
    waiting.set(n, (message) => resume(Effect.succeed(message)))
    say(question(n))
  })

const fetched = (message: ToThread): Effect.Effect<FetchedDocument, FetchFailure> =>
  message._tag === "Fetched"
    ? Effect.succeed(message.document)
    : message._tag === "NotFetched"
    ? Effect.fail(new FetchFailure({ reason: message.reason }))
    : Effect.dieMessage("a document was asked for, and something else was said")

const exit = await Effect.runPromiseExit(
  scan(new URL(url), {
    ...(checks === undefined ? {} : { checks }),
    ...(maxPages === undefined ? {} : { maxPages }),
    ...(dryRun
      ? { dryRun: { opened: (session) => Effect.asVoid(ask((n) => ({ _tag: "Opened", n, session }))) } }
      : {}),
    progress: (done, doing) => Effect.sync(() => say({ _tag: "Progress", done, doing }))
  }).pipe(
    Effect.provideService(SiteFetch, {
      fetch: (request) => Effect.flatMap(ask((n) => ({ _tag: "Fetch", n, request })), fetched)
    })
  )
)
say(Exit.match(exit, {
  onSuccess: (report): FromThread => ({ _tag: "Report", report }),
  onFailure: (cause): FromThread => ({ _tag: "Failure", words: Cause.pretty(cause) })
}))
