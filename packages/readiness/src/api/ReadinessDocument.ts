/**
 * The store's OpenAPI document with the scanner's contract in it, its words and its examples. It is loaded when the
 * document is asked for.
 */
import { listEndpoints } from "@beauty-store/http/internal/contract/HttpApiLookup"
import * as OpenApiDocument from "@beauty-store/http/internal/discovery/OpenApiDocument"
import type { Printer } from "@beauty-store/http/internal/discovery/OpenApiPrinting"
import type { DocumentedContract } from "@beauty-store/http/internal/pipeline/FurtherContracts"
import { ReadinessApi } from "./ReadinessApi.ts"
import { examples } from "./ReadinessExamples.ts"
import { groupTexts, operationTexts } from "./ReadinessTexts.ts"

export const documented: DocumentedContract = {
  api: ReadinessApi,
  endpoints: listEndpoints(ReadinessApi),
  operationTexts,
  groupTexts,
  examples
}

export const document: Printer["document"] = (baseUrl, shop) =>
  OpenApiDocument.document(baseUrl, { ...shop, further: [documented] })

export const shownDocument: Printer["shownDocument"] = (basePath, shop) =>
  OpenApiDocument.shownDocument(basePath, { ...shop, further: [documented] })
