/**
 * The contract of the Agentic Commerce Protocol: an `HttpApi` of its own. Checkout sessions have two addresses with one
 * set of handlers: `/acp`, as the protocol defines it, and the shop's `/api/checkout/sessions`, where every success is
 * 200. Names of groups begin with `acp`, to stand beside the store's. Follows docs/specification.md#acp.
 *
 * @since 1.0.0
 */
import { DraftId, OrderId } from "@beauty-store/domain/Ids"
import { Heavy, PublicResponse } from "@beauty-store/http/contract/Annotations"
import { apiWithErrors } from "@beauty-store/http/contract/HttpApiLookup"
import { anywhere } from "@beauty-store/http/contract/Problems"
import { BearerAuth } from "@beauty-store/http/contract/Security"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import * as Acp from "./Acp.ts"
import { changing, errors, everywhere } from "./Errors.ts"
import * as Requests from "./RequestSchemas.ts"
import * as Responses from "./ResponseSchemas.ts"

/** An operation's name in the protocol, and a short description. */
const named = (identifier: string, summary: string) => OpenApi.annotations({ identifier, summary })

const session = Schema.Struct({ sessionId: DraftId.claimed })
const cart = Schema.Struct({ cartId: DraftId.claimed })

/** Checkout sessions at an address; `created` is the status of a new one. */
const sessionsAt = <const Name extends string>(name: Name, root: `/${string}`, created: 200 | 201) =>
  HttpApiGroup.make(name)
    .add(
      HttpApiEndpoint.post("create", root).setPayload(Requests.CreateSession)
        // Annotations take a schema's name away.
        .addSuccess(
          Responses.CheckoutSession.annotations({
            identifier: "AcpCheckoutSession",
            ...HttpApiSchema.annotations({ status: created })
          })
        )
        .addError(errors("Refused", ...changing, ...everywhere))
        .annotateContext(named("createCheckoutSession", "Create a checkout session"))
    )
    .add(
      HttpApiEndpoint.get("view", `${root}/:sessionId`).setPath(session).addSuccess(Responses.CheckoutSession)
        .addError(errors("DraftNotFound", ...everywhere))
        .annotateContext(named("getCheckoutSession", "A checkout session"))
    )
    .add(
      HttpApiEndpoint.post("update", `${root}/:sessionId`).setPath(session).setPayload(Requests.UpdateSession)
        .addSuccess(Responses.CheckoutSession)
        .addError(
          errors("DraftNotFound", "DraftClosed", "DraftBusy", "Refused", "RefusedByShop", ...changing, ...everywhere)
        )
        .annotateContext(named("updateCheckoutSession", "Change a checkout session"))
    )
    .add(
      HttpApiEndpoint.post("complete", `${root}/:sessionId/complete`).setPath(session)
        .setPayload(Requests.CompleteSession).addSuccess(Responses.CheckoutSession)
        .addError(errors(
          "DraftNotFound",
          "DraftClosed",
          "DraftBusy",
          "AuthenticationMissing",
          "Refused",
          "PaymentProviderUnavailable",
          "UnpaidOrderTooLarge",
          "UnpaidLimitReached",
          "RefusedByShop",
          ...changing,
          ...everywhere
        ))
        .annotateContext(named("completeCheckoutSession", "Pay a checkout session with a delegated token"))
    )
    .add(
      HttpApiEndpoint.post("cancel", `${root}/:sessionId/cancel`).setPath(session).setPayload(Requests.Cancel)
        .addSuccess(Responses.CheckoutSession)
        .addError(errors("DraftNotFound", "DraftClosed", "DraftBusy", "RefusedByShop", ...changing, ...everywhere))
        .annotateContext(named("cancelCheckoutSession", "Cancel a checkout session"))
    )
    .middleware(BearerAuth)

const Carts = HttpApiGroup.make("acpCarts")
  .add(
    HttpApiEndpoint.post("create", "/acp/carts").setPayload(Requests.Cart).addSuccess(Responses.Cart, { status: 201 })
      .addError(errors("Refused", ...changing, ...everywhere))
      .annotateContext(named("createCart", "Make a cart"))
  )
  .add(
    HttpApiEndpoint.get("view", "/acp/carts/:cartId").setPath(cart).addSuccess(Responses.Cart)
      .addError(errors("DraftNotFound", ...everywhere))
      .annotateContext(named("getCart", "A cart"))
  )
  .add(
    HttpApiEndpoint.put("update", "/acp/carts/:cartId").setPath(cart).setPayload(Requests.Cart)
      .addSuccess(Responses.Cart)
      .addError(errors("DraftNotFound", "DraftBusy", "Refused", ...changing, ...everywhere))
      .annotateContext(named("updateCart", "Replace the contents of a cart"))
  )
  .add(
    HttpApiEndpoint.post("cancel", "/acp/carts/:cartId/cancel").setPath(cart).setPayload(Requests.Cancel)
      .addSuccess(Responses.Cart)
      .addError(errors("DraftNotFound", "DraftBusy", ...changing, ...everywhere))
      .annotateContext(named("cancelCart", "Cancel a cart"))
  )
  .middleware(BearerAuth)

const Orders = HttpApiGroup.make("acpOrders")
  .add(
    HttpApiEndpoint.get("view", "/acp/orders/:orderId").setPath(Schema.Struct({ orderId: OrderId.claimed }))
      .addSuccess(Responses.Order).addError(errors("OrderNotFound", ...everywhere))
      .annotateContext(named("getOrder", "An order with its parcels and adjustments"))
  )
  .middleware(BearerAuth)

const DelegatedPayment = HttpApiGroup.make("acpDelegatedPayment")
  .add(
    HttpApiEndpoint.post("delegate", Acp.delegatedPayment).setPayload(Requests.DelegatePayment)
      .addSuccess(Responses.DelegatedPayment, { status: 201 })
      .addError(errors("CardRefused", "PaymentProviderUnavailable", ...changing, ...everywhere))
      .annotateContext(named("delegatePayment", "Leave a card at the vault for one purchase"))
  )
  .middleware(BearerAuth)

/** Documents that anyone may read. */
const Discovery = HttpApiGroup.make("acpDiscovery")
  .add(
    HttpApiEndpoint.get("feed", Acp.feed)
      .addSuccess(HttpApiSchema.Text({ contentType: "application/jsonl" }))
      .addError(errors("InternalError", "StoreUnavailable", "StoreOverloaded"))
      .annotateContext(named("getProductFeed", "All products, one per line"))
      .annotate(PublicResponse, true)
      .annotate(Heavy, true)
  )
  .add(
    HttpApiEndpoint.get("discover", Acp.discovery).addSuccess(Schema.Unknown)
      .annotateContext(named("discover", "The addresses and the parts of the protocol that are served"))
      .annotate(PublicResponse, true)
  )

/** The group whose operations stand among the store's own paths, and in its OpenAPI document. */
export const storeSessions = "acp"

export class AcpApi extends apiWithErrors("acp", errors(...anywhere))
  .add(sessionsAt("acpCheckoutSessions", `${Acp.root}/checkout_sessions`, 201))
  .add(
    sessionsAt(storeSessions, Acp.sourceRoot, 200).annotateContext(OpenApi.annotations({
      description: `Checkout sessions of the Agentic Commerce Protocol, version ${Acp.version}.`
    }))
  )
  .add(Carts).add(Orders).add(DelegatedPayment).add(Discovery)
{}

export type Groups = typeof AcpApi extends HttpApi.HttpApi<infer _Id, infer G, infer _E, infer _R> ? G : never
