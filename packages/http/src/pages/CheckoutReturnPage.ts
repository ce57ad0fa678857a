/**
 * The address to which the payment provider sends the shopper back. It leads on to the address that the checkout named,
 * or to the order's page; the return is a hint that makes the store ask the provider. Follows
 * docs/specification.md#checkout.
 */
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import { languageOf } from "../pipeline/RequestLanguage.ts"
import { frameIn, personal } from "./PageFrame.tsx"
import * as Pages from "./Pages.tsx"

export const routes: ReadonlyArray<PageRoute> = [{
  method: "GET",
  path: "/checkout/return/:capability",
  serve: Effect.fnUntraced(function*(request) {
    const { capability = "" } = yield* HttpLayerRouter.params
    const checkout = yield* Checkout
    const isBrowser = (request.headers["accept"] ?? "").includes("text/html")
    const back = yield* checkout.handleReturn(capability).pipe(
      Effect.catchIf(
        ({ _tag }) => isBrowser && _tag === "SessionNotFound",
        () => Effect.succeed(undefined)
      )
    )
    if (back === undefined) return Pages.nowhere(yield* frameIn(languageOf(request)))
    const { language, returnUrl, session } = back
    if (returnUrl === undefined) {
      const token = yield* (yield* OrderPages).open(session.orderId)
      return token === undefined
        ? Pages.returned(yield* frameIn(language), session)
        : HttpServerResponse.redirect(`/orders/${token}`, { status: 303, headers: personal })
    }
    const target = new URL(returnUrl)
    target.searchParams.set("session_id", session.sessionId)
    target.searchParams.set("order_id", session.orderId)
    target.searchParams.set("status", session.status)
    if (isBrowser) return Pages.onward(yield* frameIn(language), target)
    return HttpServerResponse.redirect(target, {
      status: 303,
      headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" }
    })
  })
}]
