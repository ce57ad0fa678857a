/**
 * What prints the OpenAPI document: it is loaded when the document is asked for. The contracts and their printer need
 * one copy of the library, so a program that is bundled into parts that are loaded apart provides a module of its own
 * here, with the printer and its contracts inside. Follows docs/specification.md#descriptors.
 */
import * as Context from "effect/Context"
import type { DocumentedContract, FurtherContract } from "../pipeline/FurtherContracts.ts"
import type { DocumentedShop } from "./OpenApiDocument.ts"

export interface Printer {
  /** The document, for a store at an address. */
  readonly document: (baseUrl: string, shop: DocumentedShop) => object
  /** The document for a page of the store below a path. */
  readonly shownDocument: (basePath: string, shop: DocumentedShop) => object
}

/** What prints the document, and the contracts beside the store's that are in it. */
export interface Printing {
  readonly printer: Printer
  readonly further: ReadonlyArray<DocumentedContract>
}

/** Loads the printer, and the documented form of each contract. */
const load = async (contracts: ReadonlyArray<FurtherContract>): Promise<Printing> => {
  const [printer, ...further] = await Promise.all([
    import("./OpenApiDocument.ts"),
    ...contracts.map(({ documented }) => documented())
  ])
  return { printer, further }
}

export class OpenApiPrinting extends Context.Reference<OpenApiPrinting>()("@beauty-store/http/OpenApiPrinting", {
  defaultValue: () => load
}) {}
