/**
 * The thread that audits the books of a SQLite file and ends: `AuditWorker` starts it. A program of its own, and in the
 * bundle a file of its own.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { parentPort, workerData } from "node:worker_threads"
import * as AuditReader from "./AuditReader.ts"
import type { Answer } from "./AuditWorker.ts"

const answer: Answer = Exit.match(await Effect.runPromiseExit(AuditReader.audit(String(workerData))), {
  onSuccess: (audit) => ({ audit }),
  onFailure: (cause) => ({ failure: Cause.pretty(cause) })
})
parentPort?.postMessage(answer)
