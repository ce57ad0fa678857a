/**
 * The refusal of a request for which the process has no time at present. Nothing was done for it, so the same request
 * may be sent again. Follows docs/specification.md#overload.
 *
 * Left out on purpose: who decides it. That is the queue of requests, which depends on the adapter of the socket, and
 * the queue of documents (`PdfDrawing`).
 */
import * as Data from "effect/Data"

export class StoreOverloaded extends Data.TaggedError("StoreOverloaded")<{ readonly retryAfterSeconds: number }> {}
