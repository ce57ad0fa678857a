/**
 * What prints the OpenAPI document: a module that is loaded when the document is asked for, with all contracts, words and
 * examples. A package above this one whose contract is in the document has a module of its own, with that one inside,
 * because two bundles that are loaded apart have two copies of the library. Follows docs/specification.md#descriptors.
 */
import * as Context from "effect/Context"
import type { DocumentedShop } from "./OpenApiDocument.ts"

export interface Printer {
  /** The document, for a store at an address. */
  readonly document: (baseUrl: string, shop: DocumentedShop) => object
  /** The document for a page of the store below a path. */
  readonly shownDocument: (basePath: string, shop: DocumentedShop) => object
}

export class OpenApiPrinting extends Context.Reference<OpenApiPrinting>()("@beauty-store/http/OpenApiPrinting", {
  defaultValue: () => (): Promise<Printer> => import("./OpenApiDocument.ts")
}) {}
