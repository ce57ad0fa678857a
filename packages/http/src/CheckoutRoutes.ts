/** The checkout's operations (contract §6, rows 5 and 5b). */
import { Checkout } from "@beauty-store/commerce/Checkout"
import { Policy } from "@beauty-store/commerce/Policy"
import { CountryCode } from "@beauty-store/domain/Address"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import { endpoint } from "./Api.ts"
import { buyer } from "./Callers.ts"
import { HttpPolicy } from "./HttpPolicy.ts"
import { group } from "./Mounting.ts"
import * as Operations from "./Operations.ts"
import * as Views from "./Views.ts"
import * as Wire from "./Wire.ts"

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
              checkout.begin({
                owner: caller.owner,
                email: payload.email,
                address: { ...payload.shipping, country: CountryCode.make(payload.shipping.country) },
                method: payload.shippingMethod ?? "standard",
                paymentMethod: payload.payment_method,
                returnUrl: payload.returnUrl
              }),
            finish: (sessionId) => Effect.map(checkout.open(sessionId), Views.checkoutSession)
          }),
          Effect.provideService(Wire.ReturnHosts, hosts)
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
