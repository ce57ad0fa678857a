/**
 * The pages on which a person finds their order's page by its number. They lead on only with the order's email address,
 * or with the key that its owner gets (`links.page`), so their addresses may be in any message. The address names their
 * language (`?language=de`), or else the browser does. Follows docs/specification.md#order-page.
 */
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import { foldEmail } from "@beauty-store/domain/Address"
import { type Claimed, OrderId } from "@beauty-store/domain/Ids"
import { foldLine } from "@beauty-store/domain/PlainText"
import { digitsIn, type ReferenceNumber, TypedNumber } from "@beauty-store/domain/ReferenceNumber"
import { Actions, Button } from "@beauty-store/ui/Controls"
import { TextField } from "@beauty-store/ui/Form"
import { Notice } from "@beauty-store/ui/Notice"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { units } from "../contract/Cost.ts"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import * as RateLimiter from "../pipeline/RateLimiter.ts"
import { pathOf } from "../pipeline/RequestContext.ts"
import { languageAsked } from "../pipeline/RequestLanguage.ts"
import * as Messages from "./Messages.ts"
import { type Frame, frameIn, Page, send } from "./PageFrame.tsx"
import { formOf } from "./SameOriginForm.ts"

const decodeNumber = Schema.decodeOption(TypedNumber)

const numberIn = (text: string): ReferenceNumber | undefined => Option.getOrUndefined(decodeNumber(text))

interface Asked {
  /** The number or the id in the address; undefined where the page asks for it, too. */
  readonly order: string | undefined
  /** The number that was not found, with the address that was given. */
  readonly missed: string | null
}

const words = Messages.lookup

const ask = (frame: Frame, { missed, order }: Asked) => {
  const { language } = frame
  const number = numberIn(order ?? "")
  return send(
    frame,
    <Page frame={frame} title={words.title(language)} current="/orders/find" personal>
      <h1>{words.title(language)}</h1>
      {number !== undefined && (
        <p>
          {words.order(language)} <span class="amount">{number}</span>
        </p>
      )}
      {missed !== null && (
        <Notice tone="wrong">{(isMistyped(order ?? missed) ? words.mistyped : words.missed)(language)}</Notice>
      )}
      <form method="post">
        {order === undefined && (
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

/** Any other text is not an order's id, and the database need not be asked. */
const isId = /^[\w-]{1,100}$/

/**
 * An order's number, or its id as it was before a mail or a page broke its line, a person put a sign before it, or a
 * phone began it with a capital letter; undefined where it is neither.
 */
const orderIn = (text: string): ReferenceNumber | Claimed<OrderId> | undefined => {
  if (digitsIn(text) !== undefined) return numberIn(text)
  const id = foldLine(text).replaceAll(" ", "").replace(/^#/, "").replace(/^ord_/i, `${OrderId.prefix}_`)
  return isId.test(id) ? OrderId.claimed.make(id) : undefined
}

/** Whether a text is meant as a number and is none: that says nothing about orders. */
const isMistyped = (text: string): boolean => digitsIn(text) !== undefined && orderIn(text) === undefined

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
  text: string,
  form: URLSearchParams
) {
  const email = form.get("email") ?? ""
  yield* RateLimiter.searched(request, foldEmail(email))
  const order = orderIn(text)
  const token = order === undefined ? undefined : yield* (yield* OrderPages).find(order, email)
  return token === undefined ? toMiss(request, foldLine(text)) : toPage(token)
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
        (frame) => ask(frame, { order: undefined, missed: queryOf(request).get("missed") })
      )
  },
  {
    method: "POST",
    path: unnamed,
    serve: Effect.fnUntraced(function*(request) {
      yield* RateLimiter.charge(request, units.orderSearch - units.change)
      const form = yield* formOf(request)
      return yield* find(request, form.get("order") ?? "", form)
    })
  },
  {
    method: "GET",
    path: named,
    serve: Effect.fnUntraced(function*(request) {
      const { orderId: order = "" } = yield* HttpLayerRouter.params
      const key = queryOf(request).get("key")
      const token = key === null || !isId.test(order)
        ? undefined
        : yield* (yield* OrderPages).follow(OrderId.claimed.make(order), key)
      return token === undefined
        ? ask(yield* frameFor(request), { order, missed: queryOf(request).get("missed") })
        : toPage(token)
    })
  },
  {
    method: "POST",
    path: named,
    serve: Effect.fnUntraced(function*(request) {
      const { orderId: order = "" } = yield* HttpLayerRouter.params
      yield* RateLimiter.charge(request, units.orderSearch - units.change)
      const form = yield* formOf(request)
      return yield* find(request, order, form)
    })
  }
]
