/** The handlers of the group `checkout` (docs/specification.md#checkout). */
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Strategies from "@beauty-store/commerce/Strategies"
import * as AddressForm from "@beauty-store/domain/AddressForm"
import { methodIdsOf } from "@beauty-store/domain/Shipping"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import * as CheckoutSchemas from "../contract/CheckoutSchemas.ts"
import * as ShippingSchemas from "../contract/ShippingSchemas.ts"
import { HttpPolicy } from "../HttpPolicy.ts"
import { buyer } from "../pipeline/Authentication.ts"
import { networkOfRequest } from "../pipeline/ClientAddress.ts"
import * as Operations from "../pipeline/Operations.ts"
import { languageFor } from "../pipeline/RequestLanguage.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

export const handlers = Effect.gen(function*() {
  const checkout = yield* Checkout
  const settings = yield* HttpPolicy
  const methods = methodIdsOf(yield* Strategies.Shipping)
  const { baseUrl, currency } = yield* Policy
  const hosts = [new URL(baseUrl).host, ...settings.returnHosts]

  const start = Operations.saga(operation("checkout", "start"), buyer, {
    begin: ({ caller, payload, request }) =>
      checkout.hosted.begin({
        owner: caller.owner,
        email: payload.email,
        address: Views.addressOf(payload.shipping),
        billing: payload.billing && Views.addressOf(payload.billing),
        method: payload.shippingMethod,
        paymentMethod: payload.payment_method,
        returnUrl: payload.returnUrl,
        language: languageFor(payload, request),
        expectedTotalMinor: Views.minorOf(payload.expectedTotal, currency),
        network: networkOfRequest(request, settings)
      }),
    finish: (sessionId) => Effect.map(checkout.hosted.finish(sessionId), Views.checkoutSession)
  })

  return {
    start: {
      ...start,
      handle: flow(
        start.handle,
        Effect.provideService(ShippingSchemas.AddressReader, AddressForm),
        Effect.provideService(CheckoutSchemas.ReturnHosts, hosts),
        Effect.provideService(ShippingSchemas.ShippingMethods, methods)
      )
    },
    session: Operations.view(
      operation("checkout", "session"),
      buyer,
      ({ caller, path }) => Effect.map(checkout.view(caller.owner, path.sessionId), Views.checkoutSessionStatus)
    )
  } satisfies HandlersOf<"checkout">
})
