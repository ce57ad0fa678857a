/**
 * The consistency audit in a thread of its own, for a store on a SQLite file, so that requests are served meanwhile. A
 * thread lives for one audit, and there is at most one; a caller that is interrupted ends it.
 *
 * The thread's program is `AuditThread`, beside this module once both are compiled or bundled. Where they run as
 * TypeScript (`npm run dev`), there is no thread, because Node's threads cannot load TypeScript; the audit is the same.
 */
import type { AuditReport } from "@beauty-store/commerce/audit/AuditReport"
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import * as AuditReader from "./AuditReader.ts"

/** The thread's only message. */
export type ThreadResult = { readonly audit: AuditReport } | { readonly failure: string }

/** The audit of a file by a thread that runs the given program. */
export const layerOf = (thread: URL, filename: string): Layer.Layer<ConsistencyAudit.ConsistencyAudit> =>
  Layer.effect(
    ConsistencyAudit.ConsistencyAudit,
    ConsistencyAudit.make(Effect.async<AuditReport, StoreUnavailable>((resume) => {
      const fail = (cause: unknown) => resume(Effect.fail(new StoreUnavailable({ cause })))
      const worker = new Worker(thread, { workerData: filename })
      worker.once("message", (result: ThreadResult) =>
        "audit" in result ? resume(Effect.succeed(result.audit)) : fail(new Error(result.failure)))
      worker.once("error", fail)
      worker.once("exit", (code) =>
        fail(new Error(`the audit ended with ${code}`)))
      return Effect.promise(() =>
        worker.terminate()
      )
    }))
  )

const extension = extname(new URL(import.meta.url).pathname)

export const layer = (filename: string): Layer.Layer<ConsistencyAudit.ConsistencyAudit> =>
  extension === ".ts"
    ? Layer.effect(ConsistencyAudit.ConsistencyAudit, ConsistencyAudit.make(AuditReader.audit(filename)))
    : layerOf(new URL(`./AuditThread${extension}`, import.meta.url), filename)
