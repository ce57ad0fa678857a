/**
 * Draws receipts and labels as PDF: the documents as data, how they are drawn, and the service that draws them for the
 * handlers. A document is plain data, so that it can be sent to another thread. By default it is drawn where the
 * request is served; the store's server has a thread with a queue. Follows docs/specification.md#overload.
 *
 * @since 1.0.0
 */
import { labelPdf, type ReturnLabel } from "@beauty-store/documents/LabelPdf"
import { receiptPdf } from "@beauty-store/documents/ReceiptPdf"
import type { CreditEntry, Receipt } from "@beauty-store/domain/Receipt"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreOverloaded } from "./StoreOverloaded.ts"

export type { StoreOverloaded } from "./StoreOverloaded.ts"

/** A document to draw. */
export type PdfDocument =
  | { readonly kind: "receipt"; readonly receipt: Receipt; readonly entries: ReadonlyArray<CreditEntry> }
  | { readonly kind: "label"; readonly label: ReturnLabel }

/** Draws a document in this thread. */
export const draw = (document: PdfDocument): Effect.Effect<Uint8Array> =>
  document.kind === "receipt" ? receiptPdf(document.receipt, document.entries) : labelPdf(document.label)

export class PdfDrawing extends Context.Reference<PdfDrawing>()("@beauty-store/http/PdfDrawing", {
  defaultValue: (): { readonly draw: (document: PdfDocument) => Effect.Effect<Uint8Array, StoreOverloaded> } => ({
    draw
  })
}) {}
