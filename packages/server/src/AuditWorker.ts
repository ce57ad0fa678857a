/**
 * The audit of the books in a thread of its own, for a store on a SQLite file: requests are answered meanwhile. A thread
 * lives for one audit, at most one at a time; whoever gives up waiting ends it.
 *
 * The thread's program is `AuditThread`, beside this module once both are compiled or bundled. Where they run as they
 * were written (`npm run dev`) there is no thread, because Node's threads read no TypeScript: the audit is the same.
 */
import type { AuditReport } from "@beauty-store/commerce/audit/AuditReport"
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import { StoreUnavailable } from "@beauty-store/kernel/Transactions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import * as AuditReader from "./AuditReader.ts"

/** What the thread sends back. */
export type Answer = { readonly audit: AuditReport } | { readonly failure: string }

/** The audit of a file by a thread that runs the given program. */
export const layerOf = (thread: URL, filename: string): Layer.Layer<ConsistencyAudit.ConsistencyAudit> =>
  Layer.effect(
    ConsistencyAudit.ConsistencyAudit,
    ConsistencyAudit.make(Effect.async<AuditReport, StoreUnavailable>((resume) => {
      const fail = (cause: unknown) => resume(Effect.fail(new StoreUnavailable({ cause })))
      const worker = new Worker(thread, { workerData: filename })
      worker.once("message", (answer: Answer) =>
        "audit" in answer ? resume(Effect.succeed(answer.audit)) : fail(new Error(answer.failure)))
      worker.once("error", fail)
      worker.once("exit", (code) =>
        fail(new Error(`the audit ended with ${code}`)))
      return Effect.promise(() => worker.terminate())
    }))
  )

const extension = extname(new URL(import.meta.url).pathname)

export const layer = (filename: string): Layer.Layer<ConsistencyAudit.ConsistencyAudit> =>
  extension === ".ts"
    ? Layer.effect(ConsistencyAudit.ConsistencyAudit, ConsistencyAudit.make(AuditReader.audit(filename)))
    : layerOf(new URL(`./AuditThread${extension}`, import.meta.url), filename)
