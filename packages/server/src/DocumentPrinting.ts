/**
 * What prints the server's OpenAPI document, with all of its contracts inside. In the bundle it is a file of its own,
 * which has a copy of the library, so that the contracts of the other file could not be printed by it. It is loaded
 * when the document is asked for; a test compares the document of the bundle with that of the repository. Follows
 * docs/specification.md#descriptors.
 */
import { documented as sessions } from "@beauty-store/acp/internal/SessionDocument"
import * as OpenApiDocument from "@beauty-store/http/internal/discovery/OpenApiDocument"
import type { Printing } from "@beauty-store/http/internal/discovery/OpenApiPrinting"
import { documented as readiness } from "@beauty-store/readiness/internal/api/ReadinessDocument"

/** The contracts in the order in which they are provided. */
export const load = async (): Promise<Printing> => ({
  printer: OpenApiDocument,
  further: await Promise.all([sessions(), readiness()])
})
