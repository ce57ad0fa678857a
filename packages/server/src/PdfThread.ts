/**
 * The thread that draws documents, one after the other, until `PdfWorker` ends it. It is a program of its own, and in
 * the bundle a file of its own. The libraries and fonts are loaded here and not where requests are served.
 */
import { draw, type PdfDocument } from "@beauty-store/http/pipeline/PdfDrawing"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { parentPort } from "node:worker_threads"
import type { ThreadResult } from "./PdfWorker.ts"

parentPort?.on("message", async (document: PdfDocument) => {
  const result: ThreadResult = Exit.match(await Effect.runPromiseExit(draw(document)), {
    onSuccess: (pdf) => ({ pdf }),
    onFailure: (cause) => ({ failure: Cause.pretty(cause) })
  })
  parentPort?.postMessage(result)
})
