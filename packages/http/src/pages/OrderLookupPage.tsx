/**
 * The pages on which a person finds their order's page by its number. Their addresses may be in any mail or message,
 * because they lead on only with the email address of the order. One address contains the order's number, the other
 * asks for it. The order's page itself is behind a capability (`OrderPageRoutes`), which is in neither. Follows
 * docs/specification.md#order-page.
 */
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import { Policy } from "@beauty-store/commerce/Policy"
import { OrderId } from "@beauty-store/domain/Ids"
import { Actions, Button } from "@beauty-store/ui/Controls"
import { TextField } from "@beauty-store/ui/Form"
import { Notice } from "@beauty-store/ui/Notice"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { units } from "../contract/Cost.ts"
import * as Admission from "../pipeline/Admission.ts"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import { Page, personal, send } from "./PageFrame.tsx"
import { formOf } from "./SameOriginForm.ts"

interface Asked {
  /** Undefined where the page asks for the number, too; then `given` is the submitted one. */
  readonly orderId: string | undefined
  readonly given?: string
  readonly missed: boolean
}

const ask = (storeName: string, { given = "", missed, orderId }: Asked) =>
  send(
    <Page storeName={storeName} title="Find your order" current="/orders/find" personal>
      <h1>Find your order</h1>
      {orderId !== undefined && (
        <p>
          Order <code>{orderId}</code>
        </p>
      )}
      {missed && <Notice tone="wrong">There is no order of this number that was placed with that address.</Notice>}
      <form method="post">
        {orderId === undefined && (
          <TextField
            id="order"
            label="The number of your order"
            hint="It begins with ord_ and stands on your receipt."
            autocomplete="off"
            maxlength={100}
            value={given}
            required
          />
        )}
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

/** Any other text is not an order's number, and the database need not be asked. */
const isNumber = /^[\w-]{1,100}$/

const find = (orderId: string, email: string, asked: Omit<Asked, "missed">) =>
  Effect.gen(function*() {
    const token = isNumber.test(orderId)
      ? yield* (yield* OrderPages).find(OrderId.claimed.make(orderId), email)
      : undefined
    return token === undefined
      ? ask((yield* Policy).storeName, { ...asked, missed: true })
      : HttpServerResponse.redirect(`/orders/${token}`, { status: 303, headers: personal })
  })

const unnamed = "/orders/find"
const named = "/orders/find/:orderId"

/** Its addresses, served as those of the order's page are. */
export const routes: ReadonlyArray<PageRoute> = [
  {
    method: "GET",
    path: unnamed,
    serve: () => Effect.map(Policy, ({ storeName }) => ask(storeName, { orderId: undefined, missed: false }))
  },
  {
    method: "POST",
    path: unnamed,
    serve: Effect.fnUntraced(function*(request) {
      yield* Admission.charge(request, units.orderSearch - units.change)
      const form = yield* formOf(request)
      const given = (form.get("order") ?? "").trim()
      return yield* find(given, form.get("email") ?? "", { orderId: undefined, given })
    })
  },
  {
    method: "GET",
    path: named,
    serve: Effect.fnUntraced(function*() {
      const { orderId = "" } = yield* HttpLayerRouter.params
      return ask((yield* Policy).storeName, { orderId, missed: false })
    })
  },
  {
    method: "POST",
    path: named,
    serve: Effect.fnUntraced(function*(request) {
      const { orderId = "" } = yield* HttpLayerRouter.params
      yield* Admission.charge(request, units.orderSearch - units.change)
      const form = yield* formOf(request)
      return yield* find(orderId, form.get("email") ?? "", { orderId })
    })
  }
]
