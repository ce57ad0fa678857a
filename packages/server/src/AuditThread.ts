/**
 * The thread that audits a SQLite file and ends. `AuditWorker` starts it. It is a program of its own, and in the bundle
 * a file of its own.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { parentPort, workerData } from "node:worker_threads"
import * as AuditReader from "./AuditReader.ts"
import type { ThreadResult } from "./AuditWorker.ts"

const result: ThreadResult = Exit.match(await Effect.runPromiseExit(AuditReader.audit(String(workerData))), {
  onSuccess: (audit) => ({ audit }),
  onFailure: (cause) => ({ failure: Cause.pretty(cause) })
})
parentPort?.postMessage(result)
