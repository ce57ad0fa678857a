/**
 * Where a person finds their order's page by its number: an address that may stand in any mail or message, because it
 * leads on only for who knows the email address that the order was placed with. The page itself is behind a capability
 * (`OrderPageRoutes`), which stands in none. Follows docs/specification.md#order-page.
 */
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import { Policy } from "@beauty-store/commerce/Policy"
import { Actions, Button } from "@beauty-store/ui/Controls"
import { TextField } from "@beauty-store/ui/Form"
import { Notice } from "@beauty-store/ui/Notice"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { routes as orderPageRoutes } from "./OrderPageRoutes.ts"
import { formOf } from "./OrderPageRoutes.ts"
import { Page, personal, send } from "./PageFrame.tsx"

const path = "/orders/find/:orderId"

const ask = (storeName: string, orderId: string, missed: boolean) =>
  send(
    <Page storeName={storeName} title="Find your order" personal>
      <h1>Find your order</h1>
      <p>
        Order <code>{orderId}</code>
      </p>
      {missed && <Notice tone="wrong">There is no order of this number that was placed with that address.</Notice>}
      <form method="post">
        <TextField
          id="email"
          label="The email address that it was placed with"
          type="email"
          autocomplete="email"
          maxlength={254}
          required
        />
        <Actions>
          <Button>Show my order</Button>
        </Actions>
      </form>
    </Page>,
    { headers: personal, status: missed ? 404 : 200, forms: true }
  )

/** Its addresses, served as those of the order's page are. */
export const routes: typeof orderPageRoutes = [
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
      const token = yield* (yield* OrderPages).find(orderId, form.get("email") ?? "")
      return token === undefined
        ? ask((yield* Policy).storeName, orderId, true)
        : HttpServerResponse.redirect(`/orders/${token}`, { status: 303, headers: personal })
    })
  }
]
