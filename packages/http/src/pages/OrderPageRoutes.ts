/**
 * The routes of the order page and its forms (docs/specification.md#order-page).
 *
 * The response to a successful form is a redirect, so that a reload does nothing; a repeated form gets the same
 * response. That only forms of the shop's own pages count is decided in `SameOriginForm`.
 */
import { OrderPages, type OrderPageView } from "@beauty-store/commerce/orders/OrderPages"
import { Policy } from "@beauty-store/commerce/Policy"
import { policy as receiptPolicy, receiptHtml } from "@beauty-store/documents/ReceiptHtml"
import { type ProductId, ReturnId } from "@beauty-store/domain/Ids"
import { Condition, type RequestItem } from "@beauty-store/domain/Return"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { VNode } from "preact"
import { units } from "../contract/Cost.ts"
import * as Admission from "../pipeline/Admission.ts"
import type { TaggedError } from "../pipeline/ErrorDescription.ts"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import { PdfDrawing } from "../pipeline/PdfDrawing.ts"
import { addressOf } from "./OrderCards.tsx"
import * as OrderForms from "./OrderForms.tsx"
import { orderPage } from "./OrderPage.tsx"
import { personal, send as sendPage } from "./PageFrame.tsx"
import { formOf } from "./SameOriginForm.ts"

type Serve = (
  request: HttpServerRequest.HttpServerRequest,
  token: string,
  storeName: string
) => Effect.Effect<HttpServerResponse.HttpServerResponse, TaggedError, OrderPages | HttpLayerRouter.Provided>

const privately = { ...personal, "cross-origin-opener-policy": "same-origin" }

const send = (page: VNode, status = 200) => sendPage(page, { headers: privately, status, forms: true })

const back = (token: string, done?: string) =>
  HttpServerResponse.redirect(`/orders/${token}${done === undefined ? "" : `?done=${done}`}`, {
    status: 303,
    headers: privately
  })

const isCondition = Schema.is(Condition)

/** The products that a form chooses: those with a quantity above 0. */
const choicesOf = (form: URLSearchParams, { returnable }: OrderPageView): ReadonlyMap<ProductId, OrderForms.Choice> => {
  const choices = new Map<ProductId, OrderForms.Choice>()
  for (const { productId } of returnable) {
    const quantity = Number(form.get(`quantity:${productId}`) ?? "0")
    const condition = form.get(`condition:${productId}`)
    if (!Number.isInteger(quantity) || quantity < 1 || !isCondition(condition)) continue
    choices.set(productId, { quantity, condition, reason: (form.get(`reason:${productId}`) ?? "").trim() })
  }
  return choices
}

const faultOf = (choices: ReadonlyMap<ProductId, OrderForms.Choice>): string | undefined =>
  choices.size === 0
    ? "Choose how many of at least one thing you would like to return."
    : [...choices.values()].some(({ reason }) => reason === "" || reason.length > 1000 || reason.includes("\u0000"))
    ? "Say for each thing, in a few words, why you are sending it back."
    : undefined

const itemsOf = (choices: ReadonlyMap<ProductId, OrderForms.Choice>): ReadonlyArray<RequestItem> =>
  [...choices].map(([productId, choice]) => ({ productId, ...choice }))

const notNow = (storeName: string, token: string, words = "Your order has changed in the meantime.") =>
  send(OrderForms.refusedPage(storeName, token, words), 409)

const doneOf = (request: HttpServerRequest.HttpServerRequest): string | undefined =>
  new URLSearchParams(request.url.split("?")[1]).get("done") ?? undefined

const show: Serve = (request, token, storeName) =>
  Effect.map(
    Effect.flatMap(OrderPages, ({ view }) => view(token)),
    (view) => send(orderPage(storeName, token, view, doneOf(request)))
  )

const askToCancel: Serve = (_, token, storeName) =>
  Effect.map(
    Effect.flatMap(OrderPages, ({ view }) => view(token)),
    (view) => {
      const page = OrderForms.cancelPage(storeName, token, view)
      return page === undefined
        ? notNow(storeName, token, "An order can be cancelled as long as none of it has shipped.")
        : send(page)
    }
  )

const cancel: Serve = Effect.fnUntraced(function*(request, token) {
  yield* formOf(request)
  yield* (yield* OrderPages).cancel(token)
  return back(token)
})

const askWhatToReturn: Serve = (_, token, storeName) =>
  Effect.map(
    Effect.flatMap(OrderPages, ({ view }) => view(token)),
    (view) =>
      view.returnable.length === 0
        ? notNow(storeName, token, "There is nothing of this order that could be returned now.")
        : send(OrderForms.returnPage(storeName, token, view, new Map()))
  )

const requestReturn: Serve = Effect.fnUntraced(function*(request, token, storeName) {
  const form = yield* formOf(request)
  const { requestReturn, view } = yield* OrderPages
  const seen = yield* view(token)
  const after = form.get("after") ?? ""
  // Sent a second time: what it asked for was already done.
  if (after !== (seen.returns.at(-1)?.returnId ?? "")) return back(token, "returned")
  const choices = choicesOf(form, seen)
  const again = (fault: string) => send(OrderForms.returnPage(storeName, token, seen, choices, fault), 400)
  const fault = faultOf(choices)
  if (fault !== undefined) return again(fault)
  if (form.get("step") !== "confirm") return send(OrderForms.reviewPage(storeName, token, seen, after, choices))
  return yield* Effect.match(requestReturn(token, after === "" ? undefined : after, itemsOf(choices)), {
    onSuccess: () => back(token, "returned"),
    onFailure: (error) => error._tag === "OrderPageNotFound" ? missing(storeName) : again(error.message)
  })
})

const askToCancelReturn: Serve = Effect.fnUntraced(function*(_, token, storeName) {
  const { returnId = "" } = yield* HttpLayerRouter.params
  const page = OrderForms.cancelReturnPage(storeName, token, yield* (yield* OrderPages).view(token), returnId)
  return page === undefined
    ? notNow(storeName, token, "A return can be called off as long as its parcel is not here.")
    : send(page)
})

const cancelReturn: Serve = Effect.fnUntraced(function*(request, token) {
  const { returnId = "" } = yield* HttpLayerRouter.params
  yield* formOf(request)
  yield* (yield* OrderPages).cancelReturn(token, ReturnId.claimed.make(returnId))
  return back(token, "return-cancelled")
})

const askToClose: Serve = (_, token, storeName) =>
  Effect.map(
    Effect.flatMap(OrderPages, ({ view }) => view(token)),
    () => send(OrderForms.closePage(storeName, token))
  )

const close: Serve = Effect.fnUntraced(function*(request, token, storeName) {
  yield* formOf(request)
  yield* (yield* OrderPages).revoke(token)
  return send(OrderForms.closedPage(storeName))
})

const receipt: Serve = Effect.fnUntraced(function*(_, token) {
  const { entries, receipt } = yield* (yield* OrderPages).receipt(token)
  const links = [
    { href: addressOf(token)(), words: "Back to your order" },
    { href: addressOf(token)("receipt.pdf"), words: "This receipt as PDF" },
    { href: "/policies/contact", words: "Help" }
  ]
  return HttpServerResponse.text(receiptHtml(receipt, entries, links), {
    contentType: "text/html; charset=utf-8",
    headers: { ...privately, "content-security-policy": receiptPolicy }
  })
})

const receiptAsPdf: Serve = Effect.fnUntraced(function*(request, token) {
  const { entries, receipt } = yield* (yield* OrderPages).receipt(token)
  yield* Admission.charge(request, units.pdf)
  const pdfs = yield* PdfDrawing
  return HttpServerResponse.uint8Array(yield* pdfs.draw({ kind: "receipt", receipt, entries }), {
    contentType: "application/pdf",
    headers: { ...privately, "content-disposition": `inline; filename="${receipt.number}.pdf"` }
  })
})

const missing = (storeName: string) => send(OrderForms.missingPage(storeName), 404)

/** The text for a person where a rule of the domain refuses; the shop's own refusals have one of their own. */
const refusals: Readonly<Record<string, string>> = {
  OrderNotCancellable: "It is too late to cancel: some of it has shipped. What has arrived can be returned.",
  ReturnNotCancellable: "It is too late to call this return off: it has arrived here, or was called off before.",
  ReturnNotFound: "There is no such return.",
  OrderNotPaid: "There is a receipt once the order is paid."
}

/** Every route of the order page: its method, its path, its handler. */
export const routes: ReadonlyArray<PageRoute> = ([
  ["GET", "", show],
  ["GET", "/cancel", askToCancel],
  ["POST", "/cancel", cancel],
  ["GET", "/return", askWhatToReturn],
  ["POST", "/return", requestReturn],
  ["GET", "/returns/:returnId/cancel", askToCancelReturn],
  ["POST", "/returns/:returnId/cancel", cancelReturn],
  ["GET", "/close", askToClose],
  ["POST", "/close", close],
  ["GET", "/receipt", receipt],
  ["GET", "/receipt.pdf", receiptAsPdf]
] as const).map(([method, path, serve]) => ({
  method,
  path: `/orders/:token${path}` as const,
  serve: Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
    const { token = "" } = yield* HttpLayerRouter.params
    const { storeName } = yield* Policy
    return yield* Effect.catchAll(serve(request, token, storeName), (error) => {
      if (error._tag === "OrderPageNotFound") return Effect.succeed(missing(storeName))
      const words = error._tag === "RefusedByShop" ? error.message : refusals[error._tag]
      return words === undefined ? Effect.fail(error) : Effect.succeed(notNow(storeName, token, words))
    })
  })
}))
