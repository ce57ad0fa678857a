/**
 * Where a person finds their order's page by its number: an address that may stand in any mail or message, because it
 * leads on only for who knows the email address that the order was placed with. The page itself is behind a capability
 * (`OrderPageRoutes`), which stands in none. Follows docs/specification.md#order-page.
 */
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import { Policy } from "@beauty-store/commerce/Policy"
import { OrderId } from "@beauty-store/domain/Ids"
import { html } from "@beauty-store/web/Html"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import { formOf } from "./OrderPageRoutes.ts"
import * as Pages from "./Pages.ts"

const path = "/orders/find/:orderId"

const ask = (storeName: string, orderId: string, missed: boolean) =>
  Pages.send(
    Pages.page(
      `Find your order · ${storeName}`,
      html`<p class="kicker">${storeName}</p>
<h1>Find your order</h1>
<p>Order <code>${orderId}</code></p>
${missed && html`<p role="alert">There is no order of this number that was placed with that address.</p>`}
<form method="post">
<p><label for="email">The email address that it was placed with</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254"></p>
<p><button class="button" type="submit">Show my order</button></p>
</form>`
    ),
    { ...Pages.personal, ...Pages.formPolicy },
    missed ? 404 : 200
  )

/** Its addresses, served as those of the order's page are. */
export const routes: ReadonlyArray<PageRoute> = [
  {
    method: "GET",
    path,
    serve: () =>
      Effect.gen(function*() {
        const { orderId = "" } = yield* HttpLayerRouter.params
        return ask((yield* Policy).storeName, orderId, false)
      })
  },
  {
    method: "POST",
    path,
    serve: Effect.fnUntraced(function*(request) {
      const { orderId = "" } = yield* HttpLayerRouter.params
      const form = yield* formOf(request)
      const token = yield* (yield* OrderPages).find(OrderId.claimed.make(orderId), form.get("email") ?? "")
      return token === undefined
        ? ask((yield* Policy).storeName, orderId, true)
        : HttpServerResponse.redirect(`/orders/${token}`, { status: 303, headers: Pages.personal })
    })
  }
]
