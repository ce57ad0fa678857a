/**
 * Contracts of packages above this one, such as the scanner's or a protocol's, treated like the store's own: costs,
 * methods, 405, budgets, classes of work, the OpenAPI document. A protocol (`protocol`, `printerOf`) is also told of in
 * the descriptors, and prints the errors at its paths. `layer` adds one to the others. Follows
 * docs/specification.md#embedding.
 *
 * @since 1.0.0
 */
import type { ConsistencyAudit } from "@beauty-store/commerce/audit/ConsistencyAudit"
import type { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import type * as Store from "@beauty-store/commerce/Store"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ListedEndpoint } from "../contract/HttpApiLookup.ts"
import type { GroupText, OperationText } from "../contract/OperationTexts.ts"
import type { OperationRoutes } from "./OperationRoutes.ts"
import type { PageRoute } from "./PageRoute.ts"
import type { ErrorPrinter } from "./Protocol.ts"
import type { PublicReads } from "./PublicReads.ts"

/** What the contracts and pages use: a store, its audit, and a payment provider. */
export type StoreServices = Store.Services | ConsistencyAudit | PaymentProvider

/** An error of a contract, as the OpenAPI document shows it. */
export interface DocumentedError {
  readonly codes: ReadonlyArray<string>
  readonly title: string
  readonly retryable: boolean
  readonly contentType: string
}

/** A contract as the OpenAPI document shows it. */
export interface DocumentedContract {
  readonly api: HttpApi.HttpApi.Any
  readonly endpoints: ReadonlyArray<ListedEndpoint>
  /** The words of each operation, by the names of its group and endpoint: `scanner.scan`. */
  readonly operationTexts: Readonly<Record<string, OperationText>>
  readonly groupTexts: Readonly<Record<string, GroupText>>
  /** Example bodies by the name of their shape: of every request and every success. */
  readonly examples: Readonly<Record<string, unknown>>
  /** Where the contract is of a protocol of its own, whose operations keep the names and summaries that it gives them. */
  readonly protocol?: {
    /** Its errors by the names of their shapes; those of requests that reach no operation are among them. */
    readonly errors: Readonly<Record<string, DocumentedError>>
    /** What the response to a success of each operation contains, by its name. */
    readonly successTexts: Readonly<Record<string, string>>
  }
}

/** A protocol of agents, as the store's descriptions of itself tell of it. */
export interface DescribedProtocol {
  /** In small letters, as descriptors name it. */
  readonly name: string
  readonly title: string
  readonly version: string
  /** It is spoken below this path. */
  readonly root: `/${string}`
  /** Where its own description of the store is. */
  readonly discovery: `/${string}`
  /** Those of its operations that stand among the shop's own paths, in the descriptor of the checkout. */
  readonly checkout: ReadonlyArray<ListedEndpoint>
  /** The whole catalogue in the form of the protocol, if there is one. */
  readonly feed?: { readonly path: `/${string}`; readonly type: string; readonly words: string }
  /** How an agent buys by it: a paragraph of the guide. */
  readonly guide: (baseUrl: string) => string
}

export interface FurtherContract {
  readonly endpoints: ReadonlyArray<ListedEndpoint>
  /** Puts its operations into the table of routes, once for each application. */
  readonly mount: Effect.Effect<void, never, OperationRoutes | PublicReads | StoreServices>
  /** Its part of the OpenAPI document, whose words and examples are loaded when the document is asked for. */
  readonly documented: () => Promise<DocumentedContract>
  readonly pages: ReadonlyArray<PageRoute>
  /** Those of its pages that the page for developers leads to. */
  readonly links: ReadonlyArray<{ readonly href: string; readonly words: string }>
  /** How errors are printed at its paths; undefined for other paths. Default: as the store's own are. */
  readonly printerOf?: (path: string) => ErrorPrinter | undefined
  readonly protocol?: DescribedProtocol
}

export class FurtherContracts extends Context.Reference<FurtherContracts>()("@beauty-store/http/FurtherContracts", {
  defaultValue: (): ReadonlyArray<FurtherContract> => []
}) {}

/** Adds a contract to those that are provided to this layer. */
export const layer = <R>(contract: Effect.Effect<FurtherContract, never, R>): Layer.Layer<FurtherContracts, never, R> =>
  Layer.effect(
    FurtherContracts,
    Effect.zipWith(FurtherContracts, contract, (before, one): ReadonlyArray<FurtherContract> => [...before, one])
  )

/** The protocols among them. */
export const protocolsOf = (contracts: ReadonlyArray<FurtherContract>): ReadonlyArray<DescribedProtocol> =>
  contracts.flatMap(({ protocol }) => protocol ?? [])
