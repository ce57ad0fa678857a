/** Where the payment provider's notifications come in, and how the store answers them (contract §8). */
import { Checkout } from "@beauty-store/commerce/Checkout"
import * as Effect from "effect/Effect"
import * as Answers from "./Answers.ts"
import { Unauthorized } from "./Callers.ts"
import { group } from "./Mounting.ts"
import * as Operations from "./Operations.ts"

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
              checkout.notified({ headers: request.headers, body }),
              "NotificationRejected",
              () => new Unauthorized({ presented: false })
            )
            return Answers.send(received)
          })
        ), { uninterruptible: true }))
)
