/**
 * Contracts of packages that stand above this one, such as the scanner's: served on the same router by the same steps of
 * a request, in the same document, and with pages beside them.
 *
 * The rule: a contract that is provided here is treated like the store's own (costs, methods, 405, budgets, the OpenAPI
 * document). Where none is provided, nothing of it exists. Follows docs/specification.md#embedding.
 */
import type * as HttpApi from "@effect/platform/HttpApi"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ListedEndpoint } from "../contract/HttpApiLookup.ts"
import type { GroupText, OperationText } from "../contract/OperationTexts.ts"
import type { OperationRoutes } from "./OperationRoutes.ts"
import type { PageRoute } from "./PageRoute.ts"

/** A contract as the OpenAPI document shows it. */
export interface DocumentedContract {
  readonly api: HttpApi.HttpApi.Any
  readonly endpoints: ReadonlyArray<ListedEndpoint>
  /** The words of each operation, by the names of its group and endpoint: `scanner.scan`. */
  readonly operationTexts: Readonly<Record<string, OperationText>>
  readonly groupTexts: Readonly<Record<string, GroupText>>
  /** Example bodies by the name of their shape: of every request and every success. */
  readonly examples: Readonly<Record<string, unknown>>
}

export interface FurtherContract {
  readonly endpoints: ReadonlyArray<ListedEndpoint>
  /** Puts its operations into the table of routes. */
  readonly mount: Effect.Effect<void, never, OperationRoutes>
  readonly pages: ReadonlyArray<PageRoute>
  /** Those of its pages that the page for developers leads to. */
  readonly links: ReadonlyArray<{ readonly href: string; readonly words: string }>
}

export class FurtherContracts extends Context.Reference<FurtherContracts>()("@beauty-store/http/FurtherContracts", {
  defaultValue: (): ReadonlyArray<FurtherContract> => []
}) {}
