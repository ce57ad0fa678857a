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
import { foldLine } from "@beauty-store/domain/PlainText"
import { Actions, Button } from "@beauty-store/ui/Controls"
import { TextField } from "@beauty-store/ui/Form"
import { Notice } from "@beauty-store/ui/Notice"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { units } from "../contract/Cost.ts"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import * as RateLimiter from "../pipeline/RateLimiter.ts"
import { pathOf } from "../pipeline/RequestContext.ts"
import { languageAsked } from "../pipeline/RequestLanguage.ts"
import * as Messages from "./Messages.ts"
import { type Frame, frameIn, Page, send } from "./PageFrame.tsx"
import { formOf } from "./SameOriginForm.ts"

interface Asked {
  /** Undefined where the page asks for the number, too. */
  readonly orderId: string | undefined
  /** The number that was not found, with the address that was given. */
  readonly missed: string | null
}

const words = Messages.lookup

const ask = (frame: Frame, { missed, orderId }: Asked) => {
  const { language } = frame
  return send(
    <Page frame={frame} title={words.title(language)} current="/orders/find" personal>
      <h1>{words.title(language)}</h1>
      {orderId !== undefined && (
        <p>
          {words.order(language)} <code>{orderId}</code>
        </p>
      )}
      {missed !== null && <Notice tone="wrong">{words.missed(language)}</Notice>}
      <form method="post">
        {orderId === undefined && (
          <TextField
            id="order"
            label={words.number(language)}
            hint={words.numberHint(language)}
            autocapitalize="none"
            maxlength={100}
            value={missed ?? ""}
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
    { headers: { ...PageHeaders.secret, vary: "accept-language" }, status: missed === null ? 200 : 404 }
  )
}

/** The frame of a page whose order is not known yet. */
const frameFor = (request: HttpServerRequest.HttpServerRequest) => frameIn(languageAsked(request))

/** Any other text is not an order's number, and the database need not be asked. */
const isNumber = /^[\w-]{1,100}$/

/**
 * A number as it was, before a mail or a page broke its line, a person put a sign before it, or a phone began it with a
 * capital letter.
 */
const numberIn = (text: string): string =>
  foldLine(text).replaceAll(" ", "").replace(/^#/, "").replace(/^ord_/i, `${OrderId.prefix}_`)

const toPage = (token: string) =>
  HttpServerResponse.redirect(`/orders/${token}`, { status: 303, headers: PageHeaders.secret })

const queryOf = ({ url }: HttpServerRequest.HttpServerRequest) => new URLSearchParams(url.split("?")[1])

/** Nothing is kept of a miss but its address. */
const toMiss = (request: HttpServerRequest.HttpServerRequest, missed: string) => {
  const query = queryOf(request)
  query.set("missed", missed.slice(0, 100))
  return HttpServerResponse.redirect(`${pathOf(request)}?${query}`, { status: 303, headers: PageHeaders.secret })
}

const find = Effect.fnUntraced(function*(
  request: HttpServerRequest.HttpServerRequest,
  orderId: string,
  email: string
) {
  const token = isNumber.test(orderId)
    ? yield* (yield* OrderPages).find(OrderId.claimed.make(orderId), email)
    : undefined
  return token === undefined ? toMiss(request, orderId) : toPage(token)
})

const unnamed = "/orders/find"
const named = "/orders/find/:orderId"

/** Its addresses, served as those of the order's page are. */
export const routes: ReadonlyArray<PageRoute> = [
  {
    method: "GET",
    path: unnamed,
    serve: (request) =>
      Effect.map(
        frameFor(request),
        (frame) => ask(frame, { orderId: undefined, missed: queryOf(request).get("missed") })
      )
  },
  {
    method: "POST",
    path: unnamed,
    serve: Effect.fnUntraced(function*(request) {
      yield* RateLimiter.charge(request, units.orderSearch - units.change)
      const form = yield* formOf(request)
      return yield* find(request, numberIn(form.get("order") ?? ""), form.get("email") ?? "")
    })
  },
  {
    method: "GET",
    path: named,
    serve: Effect.fnUntraced(function*(request) {
      const { orderId = "" } = yield* HttpLayerRouter.params
      const key = queryOf(request).get("key")
      const token = key === null || !isNumber.test(orderId)
        ? undefined
        : yield* (yield* OrderPages).follow(OrderId.claimed.make(orderId), key)
      return token === undefined
        ? ask(yield* frameFor(request), { orderId, missed: queryOf(request).get("missed") })
        : toPage(token)
    })
  },
  {
    method: "POST",
    path: named,
    serve: Effect.fnUntraced(function*(request) {
      const { orderId = "" } = yield* HttpLayerRouter.params
      yield* RateLimiter.charge(request, units.orderSearch - units.change)
      const form = yield* formOf(request)
      return yield* find(request, orderId, form.get("email") ?? "")
    })
  }
]
