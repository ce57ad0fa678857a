/**
 * The address to which the payment provider sends the shopper back. It leads on to the address that the checkout named,
 * or to the order's page, or who paid nothing back to their cart; the return is a hint that makes the store ask the
 * provider. Follows docs/specification.md#checkout.
 */
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import type { SessionView } from "@beauty-store/commerce/checkout/SessionView"
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import type { Language } from "@beauty-store/domain/Language"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { buyerOrNobody, identify } from "../pipeline/Authentication.ts"
import { type PageRoute, ShopFront } from "../pipeline/PageRoute.ts"
import { languageOf } from "../pipeline/RequestLanguage.ts"
import * as Messages from "./Messages.ts"
import { frameIn } from "./PageFrame.tsx"
import * as Pages from "./Pages.tsx"

const path = "/checkout/return/:capability"

/**
 * The cart's page of the shop front, for a browser whose cart the session is of: whoever leaves the payment's page
 * finds there what they wanted to buy, and the order that waits. Anybody else has nothing in a cart here.
 */
const cartPageOf = Effect.fnUntraced(
  function*(request: HttpServerRequest.HttpServerRequest, { sessionId }: SessionView, language: Language) {
    const front = yield* ShopFront
    const caller = yield* Effect.option(Effect.flatMap(identify(request), buyerOrNobody))
    const owner = Option.getOrUndefined(caller)?.owner
    if (front === undefined || owner === undefined) return undefined
    const unpaid = yield* (yield* Checkout).unpaidOf(owner)
    return Option.exists(unpaid, (one) => one.sessionId === sessionId) ? front.addressOf(language, "/cart") : undefined
  }
)

export const routes: ReadonlyArray<PageRoute> = [{
  // A bank may send the payer back by a form of its own. What it says in it counts for nothing.
  method: "POST",
  path,
  serve: (request) =>
    Effect.succeed(HttpServerResponse.redirect(request.url, { status: 303, headers: PageHeaders.secret }))
}, {
  method: "GET",
  path,
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
      const cart = session.status === "open" && request.url.includes("?cancelled=true")
        ? yield* cartPageOf(request, session, language)
        : undefined
      if (cart !== undefined) return HttpServerResponse.redirect(cart, { status: 303, headers: PageHeaders.secret })
      const token = yield* (yield* OrderPages).open(session.orderId)
      return token === undefined
        ? Pages.returned(yield* frameIn(language), session)
        : HttpServerResponse.redirect(`/orders/${token}`, { status: 303, headers: PageHeaders.secret })
    }
    const target = new URL(returnUrl)
    target.searchParams.set("session_id", session.sessionId)
    target.searchParams.set("order_id", session.orderId)
    target.searchParams.set("status", session.status)
    if (isBrowser) return Pages.onward(yield* frameIn(language), target, Messages.checkout.backToShop(language))
    return HttpServerResponse.redirect(target, {
      status: 303,
      headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" }
    })
  })
}]
