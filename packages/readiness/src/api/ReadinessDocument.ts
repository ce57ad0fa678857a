/**
 * The scanner's contract as the store's OpenAPI document shows it. Its words and its examples are loaded when the
 * document is asked for. Follows docs/specification.md#descriptors.
 */
import { listEndpoints } from "@beauty-store/http/contract/HttpApiLookup"
import type { DocumentedContract } from "@beauty-store/http/pipeline/FurtherContracts"
import { ReadinessApi } from "./ReadinessApi.ts"

export const documented = async (): Promise<DocumentedContract> => {
  const [{ groupTexts, operationTexts }, { examples }] = await Promise.all([
    import("./ReadinessTexts.ts"),
    import("./ReadinessExamples.ts")
  ])
  return { api: ReadinessApi, endpoints: listEndpoints(ReadinessApi), operationTexts, groupTexts, examples }
}
