/** The checkout's operations (contract §6, rows 5 and 5b). */
import { Checkout } from "@beauty-store/commerce/Checkout"
import { Policy } from "@beauty-store/commerce/Policy"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { Api, endpoint } from "./Api.ts"
import { buyer, InvalidRequest } from "./Callers.ts"
import { HttpPolicy } from "./HttpPolicy.ts"
import * as Operations from "./Operations.ts"
import { allowed } from "./ReturnUrl.ts"
import * as Views from "./Views.ts"

export const layer = HttpApiBuilder.group(Api, "checkout", (handlers) =>
  Effect.gen(function*() {
    const checkout = yield* Checkout
    const { returnHosts } = yield* HttpPolicy
    const hosts = [new URL((yield* Policy).baseUrl).host, ...returnHosts]

    const returnUrlOf = (text: string | undefined) => {
      if (text === undefined) return Effect.succeed(undefined)
      const url = allowed(text, hosts)
      const detail = "must be an http or https address on an allowed host"
      return url === undefined
        ? new InvalidRequest({ errors: [{ pointer: "/returnUrl", detail }] })
        : Effect.succeed(url)
    }

    return handlers
      .handleRaw(
        "start",
        Operations.changeWithProvider(endpoint("checkout", "start"), buyer, {
          begin: ({ caller, payload }) =>
            Effect.flatMap(returnUrlOf(payload.returnUrl), (returnUrl) =>
              checkout.begin({
                owner: caller.owner,
                email: payload.email,
                address: payload.shipping,
                method: payload.shippingMethod,
                paymentMethod: payload.payment_method,
                returnUrl
              })),
          finish: (sessionId) => Effect.map(checkout.open(sessionId), Views.checkoutSession)
        }),
        { uninterruptible: true }
      )
      .handleRaw(
        "session",
        Operations.read(endpoint("checkout", "session"), buyer, ({ caller, path }) =>
          Effect.map(checkout.view(caller.owner, path.sessionId), Views.checkoutSessionStatus))
      )
  }))
