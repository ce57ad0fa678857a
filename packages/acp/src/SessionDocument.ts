/**
 * The protocol as the store's OpenAPI document shows it: of all its operations those of checkout sessions that stand
 * among the store's own paths. Their examples are loaded when the document is asked for. Follows
 * docs/specification.md#descriptors.
 */
import { errors } from "@beauty-store/http/contract/Api"
import { apiWithErrors, groupsOf, listEndpoints } from "@beauty-store/http/contract/HttpApiLookup"
import { anywhere } from "@beauty-store/http/contract/Problems"
import type { DocumentedContract } from "@beauty-store/http/pipeline/FurtherContracts"
import { AcpApi, storeSessions } from "./Api.ts"
import { errorTags, rowOf, shapeOf } from "./Errors.ts"

const errorOf = (tag: (typeof errorTags)[number]) => {
  const { codes, retryable = false, title } = rowOf(tag)
  return { codes, title, retryable, contentType: "application/json" }
}

/** A success of each operation, in words. */
const successTexts = {
  createCheckoutSession: "The new checkout session.",
  getCheckoutSession: "The checkout session.",
  updateCheckoutSession: "The changed checkout session.",
  completeCheckoutSession: "The checkout session with its order, or with what is missing.",
  cancelCheckoutSession: "The cancelled checkout session."
}

export const documented = async (): Promise<DocumentedContract> => {
  const { examples } = await import("./SessionExamples.ts")
  // What comes before any operation is known has the store's form in its document.
  const api = apiWithErrors("documented", errors(...anywhere)).add(groupsOf(AcpApi)(storeSessions))
  return {
    api,
    endpoints: listEndpoints(api),
    operationTexts: {},
    groupTexts: {},
    examples,
    protocol: { errors: Object.fromEntries(errorTags.map((tag) => [shapeOf(tag), errorOf(tag)])), successTexts }
  }
}
