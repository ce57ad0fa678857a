/** The checkout's operations (docs/specification.md#checkout). */
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { Policy } from "@beauty-store/commerce/Policy"
import { CountryCode } from "@beauty-store/domain/Address"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import { endpoint } from "../contract/Api.ts"
import * as ApiSchemas from "../contract/ApiSchemas.ts"
import { HttpPolicy } from "../HttpPolicy.ts"
import { buyer } from "../pipeline/Authentication.ts"
import { group } from "../pipeline/Mounting.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Views from "./Views.ts"

export const layer = group(
  "checkout",
  Effect.fnUntraced(function*(handlers) {
    const checkout = yield* Checkout
    const { returnHosts } = yield* HttpPolicy
    const hosts = [new URL((yield* Policy).baseUrl).host, ...returnHosts]

    return handlers
      .handle(
        "start",
        flow(
          Operations.changeWithProvider(endpoint("checkout", "start"), buyer, {
            begin: ({ caller, payload }) =>
              checkout.hosted.begin({
                owner: caller.owner,
                email: payload.email,
                address: { ...payload.shipping, country: CountryCode.make(payload.shipping.country) },
                method: payload.shippingMethod ?? "standard",
                paymentMethod: payload.payment_method,
                returnUrl: payload.returnUrl
              }),
            finish: (sessionId) => Effect.map(checkout.hosted.finish(sessionId), Views.checkoutSession)
          }),
          Effect.provideService(ApiSchemas.ReturnHosts, hosts)
        ),
        { uninterruptible: true }
      )
      .handle(
        "session",
        Operations.read(
          endpoint("checkout", "session"),
          buyer,
          ({ caller, path }) => Effect.map(checkout.view(caller.owner, path.sessionId), Views.checkoutSessionStatus)
        )
      )
  })
)
