/**
 * The pages on which a person finds their order's page by its number. Their addresses may be in any mail or message,
 * because they lead on only with the email address of the order, or with the key that the order's owner gets with it
 * (`links.page`). One address contains the order's number, the other asks for it. The order's page itself is behind a
 * capability (`OrderPageRoutes`), which is in neither.
 *
 * Their language is the one that the address names (`?language=de`), or else the browser's: the order is not known yet.
 * Follows docs/specification.md#order-page.
 */
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import { OrderId } from "@beauty-store/domain/Ids"
import { Actions, Button } from "@beauty-store/ui/Controls"
import { TextField } from "@beauty-store/ui/Form"
import { Notice } from "@beauty-store/ui/Notice"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { units } from "../contract/Cost.ts"
import * as Admission from "../pipeline/Admission.ts"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import { languageAsked } from "../pipeline/RequestLanguage.ts"
import * as Messages from "./Messages.ts"
import { type Frame, frameIn, Page, personal, send } from "./PageFrame.tsx"
import { formOf } from "./SameOriginForm.ts"

interface Asked {
  /** Undefined where the page asks for the number, too; then `given` is the submitted one. */
  readonly orderId: string | undefined
  readonly given?: string
  readonly missed: boolean
}

const words = Messages.lookup

const ask = (frame: Frame, { given = "", missed, orderId }: Asked) => {
  const { language } = frame
  return send(
    <Page frame={frame} title={words.title(language)} current="/orders/find" personal>
      <h1>{words.title(language)}</h1>
      {orderId !== undefined && (
        <p>
          {words.order(language)} <code>{orderId}</code>
        </p>
      )}
      {missed && <Notice tone="wrong">{words.missed(language)}</Notice>}
      <form method="post">
        {orderId === undefined && (
          <TextField
            id="order"
            label={words.number(language)}
            hint={words.numberHint(language)}
            autocomplete="off"
            maxlength={100}
            value={given}
            required
          />
        )}
        <TextField
          id="email"
          label={words.email(language)}
          type="email"
          autocomplete="email"
          maxlength={254}
          required
        />
        <Actions>
          <Button>{words.show(language)}</Button>
        </Actions>
      </form>
    </Page>,
    { headers: { ...personal, vary: "accept-language" }, status: missed ? 404 : 200, forms: true }
  )
}

/** The frame of a page whose order is not known yet. */
const frameFor = (request: HttpServerRequest.HttpServerRequest) => frameIn(languageAsked(request))

/** Any other text is not an order's number, and the database need not be asked. */
const isNumber = /^[\w-]{1,100}$/

const toPage = (token: string) => HttpServerResponse.redirect(`/orders/${token}`, { status: 303, headers: personal })

const find = Effect.fnUntraced(function*(
  request: HttpServerRequest.HttpServerRequest,
  orderId: string,
  email: string,
  asked: Omit<Asked, "missed">
) {
  const token = isNumber.test(orderId)
    ? yield* (yield* OrderPages).find(OrderId.claimed.make(orderId), email)
    : undefined
  return token === undefined ? ask(yield* frameFor(request), { ...asked, missed: true }) : toPage(token)
})

const unnamed = "/orders/find"
const named = "/orders/find/:orderId"

/** Its addresses, served as those of the order's page are. */
export const routes: ReadonlyArray<PageRoute> = [
  {
    method: "GET",
    path: unnamed,
    serve: (request) => Effect.map(frameFor(request), (frame) => ask(frame, { orderId: undefined, missed: false }))
  },
  {
    method: "POST",
    path: unnamed,
    serve: Effect.fnUntraced(function*(request) {
      yield* Admission.charge(request, units.orderSearch - units.change)
      const form = yield* formOf(request)
      const given = (form.get("order") ?? "").trim()
      return yield* find(request, given, form.get("email") ?? "", { orderId: undefined, given })
    })
  },
  {
    method: "GET",
    path: named,
    serve: Effect.fnUntraced(function*(request) {
      const { orderId = "" } = yield* HttpLayerRouter.params
      const key = new URLSearchParams(request.url.split("?")[1]).get("key")
      const token = key === null || !isNumber.test(orderId)
        ? undefined
        : yield* (yield* OrderPages).follow(OrderId.claimed.make(orderId), key)
      return token === undefined
        ? ask(yield* frameFor(request), { orderId, missed: false })
        : toPage(token)
    })
  },
  {
    method: "POST",
    path: named,
    serve: Effect.fnUntraced(function*(request) {
      const { orderId = "" } = yield* HttpLayerRouter.params
      yield* Admission.charge(request, units.orderSearch - units.change)
      const form = yield* formOf(request)
      return yield* find(request, orderId, form.get("email") ?? "", { orderId })
    })
  }
]
