/**
 * The routes of the order page and its forms (docs/specification.md#order-page).
 *
 * A repeated form gets the same response; one that others overtook says what has happened since. That only forms of the
 * shop's own pages count is decided in `SameOriginForm`.
 */
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import type { Policy } from "@beauty-store/commerce/Policy"
import * as Strategies from "@beauty-store/commerce/Strategies"
import { policy as receiptPolicy, receiptHtml } from "@beauty-store/documents/ReceiptHtml"
import { type ProductId, ReturnId } from "@beauty-store/domain/Ids"
import { isText } from "@beauty-store/domain/PlainText"
import { Condition, type RequestItem } from "@beauty-store/domain/Return"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import type { Message } from "@beauty-store/ui/Wording"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { VNode } from "preact"
import { units } from "../contract/Cost.ts"
import type { TaggedError } from "../pipeline/ErrorDescription.ts"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import { PdfDrawing } from "../pipeline/PdfDrawing.ts"
import * as RateLimiter from "../pipeline/RateLimiter.ts"
import { languageOf } from "../pipeline/RequestLanguage.ts"
import * as Messages from "./Messages.ts"
import { addressOf, itemsOf, type OrderPageView } from "./OrderCards.tsx"
import * as OrderForms from "./OrderForms.tsx"
import { orderPage } from "./OrderPage.tsx"
import { type Frame, frameIn, send as sendPage } from "./PageFrame.tsx"
import { formOf } from "./SameOriginForm.ts"

type Serve = (
  request: HttpServerRequest.HttpServerRequest,
  token: string
) => Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  TaggedError,
  Checkout | OrderPages | Policy | HttpLayerRouter.Provided
>

const send = (frame: Frame, page: VNode, status = 200) => sendPage(frame, page, { headers: PageHeaders.secret, status })

const back = (token: string, done?: string) =>
  HttpServerResponse.redirect(`/orders/${token}${done === undefined ? "" : `?done=${encodeURIComponent(done)}`}`, {
    status: 303,
    headers: PageHeaders.secret
  })

const isCondition = Schema.is(Condition)

/** The products of these that a form chooses: those with a quantity above 0. */
const choicesOf = (
  form: URLSearchParams,
  products: ReadonlyArray<{ readonly productId: ProductId }>
): ReadonlyMap<ProductId, OrderForms.Choice> => {
  const choices = new Map<ProductId, OrderForms.Choice>()
  for (const { productId } of products) {
    const quantity = Number(form.get(`quantity:${productId}`) ?? "0")
    const condition = form.get(`condition:${productId}`)
    if (!Number.isInteger(quantity) || quantity < 1 || !isCondition(condition)) continue
    const reason = (form.get(`reason:${productId}`) ?? "").trim()
    choices.set(productId, { quantity, condition, reason: reason === "" ? undefined : reason })
  }
  return choices
}

const faultOf = (choices: ReadonlyMap<ProductId, OrderForms.Choice>): Message | undefined =>
  choices.size === 0
    ? Messages.refusals.chooseOne
    : [...choices.values()].some(({ reason }) => reason !== undefined && !isText(reason, 1000))
    ? Messages.refusals.reasonTooLong
    : undefined

const readItems = (choices: ReadonlyMap<ProductId, OrderForms.Choice>): ReadonlyArray<RequestItem> =>
  [...choices].map(([productId, choice]) => ({ productId, ...choice }))

/** Why something is not done, and whether that passes: it is as asked already, it is too late, or it is not possible now. */
const notDone = (frame: Frame, token: string, words: string, title?: Message) =>
  send(frame, OrderForms.refusedPage(frame, token, words, title), 409)

const { doneBefore, notPossible, tooLate } = Messages.forms

/** The page's view, with the frame in the order's language. */
const seen = Effect.fnUntraced(function*(token: string) {
  const view = yield* (yield* OrderPages).view(token)
  const frame = yield* frameIn(view.order.language)
  return { view: { ...view, order: { ...view.order, language: frame.language, timeZone: frame.timeZone } }, frame }
})

const doneOf = (request: HttpServerRequest.HttpServerRequest): string | undefined =>
  new URLSearchParams(request.url.split("?")[1]).get("done") ?? undefined

const show: Serve = (request, token) =>
  Effect.zipWith(
    seen(token),
    Strategies.Shipping,
    ({ frame, view }, shipping) => send(frame, orderPage(frame, token, view, shipping, doneOf(request)))
  )

const askToCancel: Serve = (_, token) =>
  Effect.map(seen(token), ({ frame, view }) => {
    const page = OrderForms.cancelPage(frame, token, view)
    if (page !== undefined) return send(frame, page)
    const [title, words] = view.order.status === "cancelled"
      ? [doneBefore, Messages.refusals.cancelled]
      : [tooLate, Messages.refusals.tooLateToCancel]
    return notDone(frame, token, words(frame.language), title)
  })

const cancel: Serve = Effect.fnUntraced(function*(request, token) {
  yield* formOf(request)
  const { cancel, view } = yield* OrderPages
  yield* cancel(token)
  // Only then, and outside the transaction: the page of an unpaid order is closed, if the provider responds in time.
  yield* (yield* Checkout).closePage((yield* view(token)).order.id)
  return back(token)
})

/** Why nothing of an order can be returned. */
const unreturnable = ({ order, returns }: OrderPageView): readonly [title: Message, words: Message] => {
  const words = Messages.refusals
  if (order.status === "cancelled") return [notPossible, words.cancelled]
  if (!order.shipments.some(({ status }) => status === "delivered")) return [notPossible, words.notDelivered]
  const sentBack = returns.filter(({ status }) => status !== "cancelled").flatMap(({ items }) => items)
  const units = (all: ReadonlyArray<{ readonly quantity: number }>) =>
    all.reduce((sum, { quantity }) => sum + quantity, 0)
  if (units(sentBack) === units(order.items)) return [doneBefore, words.allReturned]
  return order.status === "delivered" ? [tooLate, words.windowClosed] : [notPossible, words.nothingReturnable]
}

const askWhatToReturn: Serve = (_, token) =>
  Effect.map(seen(token), ({ frame, view }) => {
    if (view.returnable.length > 0) return send(frame, OrderForms.returnPage(frame, token, view, new Map()))
    const [title, words] = unreturnable(view)
    return notDone(frame, token, words(frame.language), title)
  })

/** What the shop's own rules say. */
const messageOf = ({ message = "" }: TaggedError): string => message

/** Why a return is refused, in the language of the page; what the shop's own rules say is shown as it is. */
const refusalOf = (frame: Frame, view: OrderPageView, error: TaggedError): string => {
  const { language } = frame
  const words = Messages.refusals
  const name = "productId" in error ? OrderForms.nameIn(view, String(error.productId)) : ""
  switch (error._tag) {
    case "OrderNotDelivered":
      return words.notDelivered(language)
    case "ReturnWindowClosed":
      return words.windowClosed(language)
    case "HygieneSealBroken":
      return words.sealBroken(language, { name })
    case "NothingLeftToReturn":
      return words.tooMany(language, { name, count: "left" in error ? Number(error.left) : 0 })
    case "RefusedByShop":
      return messageOf(error)
    default:
      return words.asSaid(language)
  }
}

/** What was returned since the person saw the form. It is offered again, if anything can be returned now. */
const offerAgain = (
  { frame, view }: Effect.Effect.Success<ReturnType<typeof seen>>,
  token: string,
  after: string,
  choices: ReadonlyMap<ProductId, OrderForms.Choice>
) => {
  const { language } = frame
  const since = view.returns.slice(view.returns.findIndex(({ returnId }) => returnId === after) + 1)
  const words = since.length === 0
    ? Messages.forms.sendAgain(language)
    : Messages.forms.returnedMeanwhile(language, { count: since.length, items: since.map(itemsOf).join(", ") })
  if (view.returnable.length > 0) return send(frame, OrderForms.returnPage(frame, token, view, choices, words), 409)
  const [title, reason] = unreturnable(view)
  return notDone(frame, token, `${words} ${reason(language)}`, title)
}

const requestReturn: Serve = Effect.fnUntraced(function*(request, token) {
  const form = yield* formOf(request)
  const { requestReturn } = yield* OrderPages
  const { frame, view } = yield* seen(token)
  const after = form.get("after") ?? ""
  const isConfirmed = form.get("step") === "confirm"
  // A form that is sent a second time names what cannot be returned any more.
  const choices = choicesOf(form, isConfirmed ? view.order.items : view.returnable)
  const fault = faultOf(choices)
  if (after !== (view.returns.at(-1)?.returnId ?? "") && (!isConfirmed || fault !== undefined)) {
    return offerAgain({ frame, view }, token, after, choices)
  }
  const again = (fault: string) => send(frame, OrderForms.returnPage(frame, token, view, choices, fault), 400)
  if (fault !== undefined) return again(fault(frame.language))
  if (!isConfirmed) return send(frame, OrderForms.reviewPage(frame, token, view, after, choices))
  return yield* Effect.matchEffect(requestReturn(token, after === "" ? undefined : after, readItems(choices)), {
    onSuccess: (made) =>
      made === undefined
        ? Effect.map(seen(token), (now) => offerAgain(now, token, after, choices))
        : Effect.succeed(back(token, `returned:${made.returnId}`)),
    onFailure: (error) =>
      Effect.succeed(error._tag === "OrderPageNotFound" ? missing(frame) : again(refusalOf(frame, view, error)))
  })
})

const askToCancelReturn: Serve = Effect.fnUntraced(function*(_, token) {
  const { returnId = "" } = yield* HttpLayerRouter.params
  const { frame, view } = yield* seen(token)
  const until = yield* (yield* OrderPages).returnableAgain(token, ReturnId.claimed.make(returnId))
  const page = OrderForms.cancelReturnPage(frame, token, view, returnId, until)
  if (page !== undefined) return send(frame, page)
  const found = view.returns.find((one) => one.returnId === returnId)
  const [title, words] = found === undefined
    ? [notPossible, Messages.refusals.noReturn]
    : found.status === "cancelled"
    ? [doneBefore, Messages.refusals.calledOff]
    : [tooLate, Messages.refusals.tooLateToCallOff]
  return notDone(frame, token, words(frame.language), title)
})

const cancelReturn: Serve = Effect.fnUntraced(function*(request, token) {
  const { returnId = "" } = yield* HttpLayerRouter.params
  yield* formOf(request)
  yield* (yield* OrderPages).cancelReturn(token, ReturnId.claimed.make(returnId))
  return back(token, `return-cancelled:${returnId}`)
})

/** The frame of pages that show nothing of the order, in its language all the same. */
const frameFor = (token: string) =>
  Effect.flatMap(Effect.flatMap(OrderPages, ({ language }) => language(token)), frameIn)

const askToClose: Serve = (_, token) =>
  Effect.map(frameFor(token), (frame) => send(frame, OrderForms.closePage(frame, token)))

const close: Serve = Effect.fnUntraced(function*(request, token) {
  yield* formOf(request)
  const frame = yield* frameFor(token)
  yield* (yield* OrderPages).revoke(token)
  return send(frame, OrderForms.closedPage(frame))
})

const receipt: Serve = Effect.fnUntraced(function*(_, token) {
  const { entries, receipt } = yield* (yield* OrderPages).receipt(token)
  const { language, link } = yield* frameIn(receipt.language)
  const links = [
    { href: addressOf(token)(), words: Messages.frame.backToOrder(language) },
    { href: addressOf(token)("receipt.pdf"), words: Messages.order.thisReceiptPdf(language) },
    { href: link("/policies/contact"), words: Messages.frame.help(language) }
  ]
  return HttpServerResponse.text(receiptHtml(receipt, entries, links), {
    contentType: "text/html; charset=utf-8",
    headers: { ...PageHeaders.secret, "content-security-policy": receiptPolicy }
  })
})

const receiptAsPdf: Serve = Effect.fnUntraced(function*(request, token) {
  const { entries, receipt } = yield* (yield* OrderPages).receipt(token)
  yield* RateLimiter.charge(request, units.pdf)
  const pdfs = yield* PdfDrawing
  return HttpServerResponse.uint8Array(yield* pdfs.draw({ kind: "receipt", receipt, entries }), {
    contentType: "application/pdf",
    headers: { ...PageHeaders.secret, "content-disposition": `inline; filename="${receipt.number}.pdf"` }
  })
})

const missing = (frame: Frame) => send(frame, OrderForms.missingPage(frame), 404)

/** The text for a person where a rule of the domain refuses; the shop's own refusals have one of their own. */
const refusals: Readonly<Record<string, readonly [title: Message, words: Message]>> = {
  OrderNotCancellable: [tooLate, Messages.refusals.tooLateToCancel],
  ReturnNotCancellable: [tooLate, Messages.refusals.tooLateToCallOff],
  ReturnNotFound: [notPossible, Messages.refusals.noReturn],
  OrderNotPaid: [notPossible, Messages.refusals.notPaid]
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
    return yield* Effect.catchAll(
      serve(request, token),
      Effect.fnUntraced(function*(error: TaggedError) {
        if (error._tag === "OrderPageNotFound") return missing(yield* frameIn(languageOf(request)))
        const refusal = refusals[error._tag]
        if (refusal === undefined && error._tag !== "RefusedByShop") return yield* Effect.fail(error)
        const frame = yield* frameFor(token)
        if (refusal === undefined) return notDone(frame, token, messageOf(error))
        const [title, words] = refusal
        return notDone(frame, token, words(frame.language), title)
      })
    )
  })
}))
