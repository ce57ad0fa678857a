/**
 * Where the payment provider's notifications come in, and how the store answers them
 * (docs/specification.md#notifications).
 */
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import * as Effect from "effect/Effect"
import { Unauthorized } from "../pipeline/Authentication.ts"
import { group } from "../pipeline/Mounting.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Responses from "../pipeline/Responses.ts"

const received = {
  status: 200,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: `{"received":true}`
}

export const layer = group(
  "payments",
  (handlers) =>
    Effect.map(Checkout, (checkout) =>
      handlers.handle("notification", ({ request }) =>
        Operations.answered(
          request,
          Effect.gen(function*() {
            const body = yield* Operations.bytesOf(request)
            yield* Effect.catchTag(
              checkout.handleNotification({ headers: request.headers, body }),
              "NotificationRejected",
              () => new Unauthorized({ presented: false })
            )
            return Responses.send(received)
          })
        ), { uninterruptible: true }))
)
