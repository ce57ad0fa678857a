/**
 * The handlers of the group `payments`: the payment provider's notifications (docs/specification.md#notifications).
 */
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import * as Effect from "effect/Effect"
import { Unauthorized } from "../pipeline/Authentication.ts"
import * as Json from "../pipeline/Json.ts"
import * as Operations from "../pipeline/Operations.ts"
import { bytesOf } from "../pipeline/RequestBody.ts"
import * as Responses from "../pipeline/Responses.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"

const received = {
  status: 200,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: Json.print({ received: true })
}

export const handlers = Effect.map(Checkout, (checkout) => ({
  notification: Operations.raw(
    operation("payments", "notification"),
    Effect.fnUntraced(function*(_, { request }) {
      const body = yield* bytesOf(request)
      yield* Effect.catchTag(
        checkout.handleNotification({ headers: request.headers, body }),
        "NotificationRejected",
        () => new Unauthorized({ presented: false })
      )
      return Responses.send(received)
    }),
    { uninterruptible: true }
  )
} satisfies HandlersOf<"payments">))
