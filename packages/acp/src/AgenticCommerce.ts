/**
 * The Agentic Commerce Protocol beside the store: `layer` has its operations and documents for the store's HTTP side
 * (`StoreHttp.application`); `layerHttpApi` its groups, for a program that has its contract (`AcpApi`) in an `HttpApi`
 * of its own. Messages about orders are a dialect (`Webhooks`). Follows docs/specification.md#acp.
 *
 * @since 1.0.0
 */
import { listEndpoints } from "@beauty-store/http/contract/HttpApiLookup"
import type { BearerAuth } from "@beauty-store/http/contract/Security"
import * as FurtherContracts from "@beauty-store/http/pipeline/FurtherContracts"
import * as Mounting from "@beauty-store/http/pipeline/Mounting"
import type { StoreServices } from "@beauty-store/http/StoreHttp"
import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Acp from "./Acp.ts"
import { AcpApi, storeSessions } from "./Api.ts"
import { printerOf } from "./Errors.ts"
import * as Feed from "./Feed.ts"
import * as Handlers from "./Handlers.ts"
import { documented } from "./SessionDocument.ts"

const endpoints = listEndpoints(AcpApi)

const guide = (baseUrl: string): string =>
  `Agents that speak the Agentic Commerce Protocol (ACP ${Acp.version}) buy at \`${baseUrl}${Acp.root}/checkout_sessions\`, also at \`${Acp.sourceRoot}\`; products are listed in \`${baseUrl}${Acp.feed}\`. Every request has the token of an agent, \`API-Version: ${Acp.version}\` and, if it changes something, an \`Idempotency-Key\`. The session's \`capabilities.payment.handlers\` say who is paid; \`POST ${Acp.delegatedPayment}\` makes a card a token that \`complete\` takes.`

/** The protocol as the store serves and describes it. */
export const contract: FurtherContracts.FurtherContract = {
  endpoints,
  mount: Handlers.mount,
  documented,
  pages: [],
  links: [],
  printerOf,
  protocol: {
    name: Acp.name,
    title: "Agentic Commerce Protocol",
    version: Acp.version,
    root: Acp.root,
    discovery: Acp.discovery,
    checkout: endpoints.filter(({ group }) => group === storeSessions),
    feed: { path: Acp.feed, type: Feed.mediaType, words: "the whole catalogue, a product a line" },
    guide
  }
}

/** The protocol for the store's HTTP side. */
export const layer: Layer.Layer<FurtherContracts.FurtherContracts> = FurtherContracts.layer(Effect.succeed(contract))

/** Those groups of an `HttpApi` that are the protocol's. */
export type ProtocolGroups<Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any> = Mounting.ApiGroups<
  Id,
  Extract<keyof typeof Handlers.byGroup, HttpApiGroup.HttpApiGroup.Name<Groups>>
>

/**
 * The groups of the protocol that an `HttpApi` has, as the layers that `HttpLayerRouter.addHttpApi` and
 * `HttpApiBuilder.api` require.
 */
export const layerHttpApi = <const Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>
): Layer.Layer<ProtocolGroups<Id, Groups>, never, StoreServices | BearerAuth> =>
  Mounting.layerHttpApi(api, Handlers.byGroup)
