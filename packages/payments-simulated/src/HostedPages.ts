/**
 * The hosted pages as routes: `/pay/<token>` and, for the bank's question, `/pay/<token>/3ds/<challenge>`.
 *
 * One address serves people and programs. A form gets pages and redirects (303, so that reloading repeats nothing); a
 * JSON body gets JSON, and a GET that asks for JSON alone gets the session's state. What is wrong is a page with the
 * fields marked, or a problem with pointers.
 *
 * An address here is a capability: it goes into no log, cache, index or Referer, and redirects stay relative, so that
 * the pages work under whatever name the reader reached them by. No decision about money is made here. Contract §8, §3.
 */
import { paymentMethods, type ProviderFault } from "@beauty-store/commerce/PaymentProvider"
import type { StoreUnavailable } from "@beauty-store/commerce/Transactions"
import { toNumber } from "@beauty-store/domain/Money"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { HostedPayments, type Refusal, type Result, type View } from "./HostedPayments.ts"
import { pageHeaders, privateHeaders } from "./PageStyle.ts"
import * as Pages from "./PaymentPages.ts"
import * as PaymentRequest from "./PaymentRequest.ts"
import { ProviderSettings } from "./ProviderSettings.ts"

type Response = HttpServerResponse.HttpServerResponse

/** More than any form or card needs. */
const maxBodyBytes = 16 * 1024

const allowedMethods = "GET, HEAD, POST"

/** A body as it came: what it is decides how it is answered. */
type Body =
  | { readonly _tag: "Form"; readonly form: URLSearchParams }
  | { readonly _tag: "Json"; readonly value: unknown }

const page = (html: string, status: number, returnUrl?: string): Response =>
  HttpServerResponse.text(html, {
    status,
    headers: pageHeaders(returnUrl),
    contentType: "text/html; charset=utf-8"
  })

const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  HttpServerResponse.text(JSON.stringify(body), {
    status,
    headers: { ...privateHeaders, ...headers },
    contentType: status < 400 ? "application/json" : "application/problem+json"
  })

const problemTitles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  503: "Service Unavailable",
  504: "Gateway Timeout"
}

/** RFC 9457. The provider is not the shop, whose table of problems does not list these. */
const problem = (
  status: number,
  code: string,
  detail: string,
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {}
): Response =>
  json({ type: "about:blank", title: problemTitles[status], status, code, detail, ...more }, status, headers)

const seeOther = (location: string): Response =>
  HttpServerResponse.empty({ status: 303, headers: { ...privateHeaders, location } })

const mediaType = (request: HttpServerRequest.HttpServerRequest): string =>
  (request.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase()

/** A reader that takes JSON and does not say that it takes pages. */
const wantsJson = (request: HttpServerRequest.HttpServerRequest): boolean => {
  const accept = (request.headers["accept"] ?? "").toLowerCase()
  return /\bapplication\/(problem\+)?json\b/.test(accept) && !accept.includes("text/html")
}

const malformed = problem(400, "body_malformed", "The body is not valid JSON in UTF-8.")
const tooLarge = problem(413, "body_too_large", `A body has at most ${maxBodyBytes} bytes.`)
const unsupported = problem(
  415,
  "content_type_unsupported",
  "Send a form (application/x-www-form-urlencoded) or JSON (application/json)."
)

/** Reads the body, or answers what is wrong with it. Its type is looked at before a byte is read. */
const readBody = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Either.Either<Body, Response>> =>
  Effect.suspend(() => {
    const type = mediaType(request)
    const isJson = type === "application/json"
    if (!isJson && type !== "application/x-www-form-urlencoded") return Effect.succeed(Either.left(unsupported))
    if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) return Effect.succeed(Either.left(tooLarge))
    return request.arrayBuffer.pipe(
      HttpServerRequest.withMaxBodySize(Option.some(maxBodyBytes)),
      Effect.map((bytes): Either.Either<Body, Response> => {
        try {
          const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
          return Either.right(
            isJson ? { _tag: "Json", value: JSON.parse(text) } : { _tag: "Form", form: new URLSearchParams(text) }
          )
        } catch {
          return Either.left(malformed)
        }
      }),
      // The connection broke off or the body grew past its limit: nobody is there to read more than this.
      Effect.catchAll(() => Effect.succeed(Either.left(tooLarge)))
    )
  })

const purchaseOf = (view: View, merchant: string): Pages.Purchase => ({
  merchant,
  amountMinor: view.session.amountMinor,
  currency: view.session.currency,
  returnUrl: view.session.returnUrl
})

/** The page that a session's state calls for; an open one may say what was wrong with the form just sent. */
const sessionPage = (view: View, merchant: string, form?: PaymentRequest.FaultyForm): Response => {
  const purchase = purchaseOf(view, merchant)
  const { lastAttempt, session, status } = view
  switch (status) {
    case "complete":
      return page(Pages.alreadyPaidPage(purchase), 200, session.returnUrl)
    case "processing":
      return page(
        Pages.processingPage({ ...purchase, method: lastAttempt?.method ?? "klarna" }),
        200,
        session.returnUrl
      )
    case "expired":
      return page(Pages.closedPage(purchase), 200, session.returnUrl)
    case "open":
      return page(
        Pages.paymentPage({
          ...purchase,
          description: session.description,
          email: session.email,
          expiresAt: session.expiresAt,
          methods: paymentMethods,
          selected: form === undefined ? lastAttempt?.method ?? session.preselect ?? "card" : form.selected,
          declined: form === undefined ? lastAttempt?.declineCode ?? undefined : undefined,
          faults: form?.faults ?? {},
          expiry: form?.expiry ?? ""
        }),
        form === undefined ? 200 : 422,
        session.returnUrl
      )
  }
}

const sessionJson = (view: View): Response =>
  json({
    status: view.status,
    amount: toNumber(view.session.amountMinor),
    currency: view.session.currency,
    description: view.session.description,
    methods: paymentMethods,
    lastDecline: view.lastAttempt?.declineCode ?? null,
    expiresAt: DateTime.formatIso(DateTime.unsafeMake(view.session.expiresAt)),
    returnUrl: view.session.returnUrl
  })

type Fault = Refusal | ProviderFault | StoreUnavailable

/** What went wrong, to a program. */
const faultJson = (fault: Fault): Response => {
  switch (fault._tag) {
    case "NoSuchPage":
      return problem(404, "payment_page_not_found", "There is no payment page at this address.")
    case "AlreadyPaid":
      return problem(409, "already_paid", "This session is paid.", { returnUrl: fault.returnUrl })
    case "PaymentInProgress":
      return problem(409, "payment_in_progress", "A payment of this session is on its way and not decided yet.", {
        returnUrl: fault.returnUrl
      })
    case "SessionClosed":
      return problem(409, "session_closed", "This session's time ran out, or the shop has closed it.", {
        returnUrl: fault.returnUrl
      })
    case "ProviderUnavailable":
      return problem(503, "provider_unavailable", "Nothing was taken. Try again later.", { retryable: true }, {
        "retry-after": String(Math.ceil(fault.retryAfterMillis / 1000))
      })
    case "ProviderOutcomeUnknown":
    case "StoreUnavailable":
      return problem(504, "outcome_unknown", "Nobody knows whether it was done. Read this address before trying again.")
  }
}

/** What went wrong, to a person. `here` leads from the address of the form to the payment page, which says the rest. */
const faultPage = (fault: Fault, here: string): Response => {
  switch (fault._tag) {
    case "NoSuchPage":
      return page(Pages.notFoundPage(), 404)
    case "AlreadyPaid":
    case "PaymentInProgress":
    case "SessionClosed":
      return seeOther(here)
    case "ProviderUnavailable":
      return page(Pages.unavailablePage(true), 503)
    case "ProviderOutcomeUnknown":
    case "StoreUnavailable":
      return page(Pages.unavailablePage(false), 504)
  }
}

const resultPage = (result: Result, here: string): Response => {
  switch (result._tag) {
    case "Succeeded":
      return seeOther(result.returnUrl)
    case "Processing":
    case "Declined":
      return seeOther(here)
    case "RequiresAction":
      return seeOther(`${here}/3ds/${result.challengeId}`)
  }
}

const resultJson = (result: Result, pageUrl: string): Response => {
  switch (result._tag) {
    case "Succeeded":
      return json({ status: "succeeded", returnUrl: result.returnUrl })
    case "Processing":
      return json({ status: "processing", returnUrl: result.returnUrl })
    case "Declined":
      return json({ status: "declined", declineCode: result.code, returnUrl: result.returnUrl })
    case "RequiresAction":
      return json({
        status: "requires_action",
        actionUrl: `${pageUrl}/3ds/${result.challengeId}`,
        returnUrl: result.returnUrl
      })
  }
}

const invalid = (errors: ReadonlyArray<PaymentRequest.PointedFault>): Response =>
  problem(400, "invalid_request", "The body has faults.", { errors })

/** GET, HEAD and POST of one address; anything else is told so. */
const methods = <E1, R1, E2, R2>(handlers: {
  readonly show: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<Response, E1, R1>
  readonly act: (request: HttpServerRequest.HttpServerRequest, body: Body) => Effect.Effect<Response, E2, R2>
}) =>
(request: HttpServerRequest.HttpServerRequest): Effect.Effect<Response, E1 | E2, R1 | R2> => {
  const respond: Effect.Effect<Response, E1 | E2, R1 | R2> = request.method === "GET" || request.method === "HEAD"
    ? handlers.show(request)
    : request.method === "POST"
    ? Effect.flatMap(
      readBody(request),
      (body) => Either.isLeft(body) ? Effect.succeed(body.left) : handlers.act(request, body.right)
    )
    : Effect.succeed(
      problem(405, "method_not_allowed", `Allowed here: ${allowedMethods}.`, {}, { allow: allowedMethods })
    )
  return HttpMiddleware.withLoggerDisabled(respond)
}

/** `/pay/<token>`: the payment page. */
const payment = methods({
  show: (request) =>
    Effect.gen(function*() {
      const { token = "" } = yield* HttpLayerRouter.params
      const { merchant } = yield* ProviderSettings
      const { view } = yield* HostedPayments
      return yield* Effect.match(view(token), {
        onSuccess: (view) => wantsJson(request) ? sessionJson(view) : sessionPage(view, merchant),
        onFailure: (fault) => wantsJson(request) ? faultJson(fault) : faultPage(fault, "")
      })
    }),

  act: (_request, body) =>
    Effect.gen(function*() {
      const { token = "" } = yield* HttpLayerRouter.params
      const { merchant, publicUrl } = yield* ProviderSettings
      const { cancel, pay, view } = yield* HostedPayments
      const now = yield* Clock.currentTimeMillis

      if (body._tag === "Json") {
        const wanted = PaymentRequest.fromJson(body.value, now)
        if (Either.isLeft(wanted)) return invalid(wanted.left)
        if (wanted.right._tag === "Cancel") {
          return yield* Effect.match(cancel(token), {
            onSuccess: ({ returnUrl }) => json({ status: "cancelled", returnUrl }),
            onFailure: faultJson
          })
        }
        const pageUrl = `${yield* publicUrl}/pay/${token}`
        return yield* Effect.match(pay(token, wanted.right.means), {
          onSuccess: (result) => resultJson(result, pageUrl),
          onFailure: faultJson
        })
      }

      const wanted = PaymentRequest.fromForm(body.form, now)
      if (Either.isLeft(wanted)) {
        return yield* Effect.match(view(token), {
          onSuccess: (view) => sessionPage(view, merchant, wanted.left),
          onFailure: (fault) => faultPage(fault, token)
        })
      }
      return yield* wanted.right._tag === "Cancel"
        ? Effect.match(cancel(token), {
          onSuccess: ({ returnUrl }) => seeOther(returnUrl),
          onFailure: (fault) => faultPage(fault, token)
        })
        : Effect.match(pay(token, wanted.right.means), {
          onSuccess: (result) => resultPage(result, token),
          onFailure: (fault) => faultPage(fault, token)
        })
    })
})

/** `/pay/<token>/3ds/<challenge>`: the bank's question. */
const challenge = methods({
  show: (request) =>
    Effect.gen(function*() {
      const { challengeId = "", token = "" } = yield* HttpLayerRouter.params
      const { merchant } = yield* ProviderSettings
      const { challenge } = yield* HostedPayments
      return yield* Effect.match(challenge(token, challengeId), {
        onSuccess: (view) => {
          if (wantsJson(request)) return sessionJson(view)
          if (!view.pending || view.status !== "open") return seeOther(`../../${token}`)
          return page(
            Pages.challengePage({ ...purchaseOf(view, merchant), card: view.card }),
            200,
            view.session.returnUrl
          )
        },
        onFailure: (fault) => wantsJson(request) ? faultJson(fault) : faultPage(fault, "")
      })
    }),

  act: (_request, body) =>
    Effect.gen(function*() {
      const { challengeId = "", token = "" } = yield* HttpLayerRouter.params
      const { publicUrl } = yield* ProviderSettings
      const { authenticate } = yield* HostedPayments
      const outcome = PaymentRequest.authentication(body._tag === "Json" ? body.value : body.form)
      const here = `../../${token}`
      if (Either.isLeft(outcome)) return body._tag === "Json" ? invalid(outcome.left) : seeOther(challengeId)
      const pageUrl = `${yield* publicUrl}/pay/${token}`
      return yield* Effect.match(authenticate(token, challengeId, outcome.right), {
        onSuccess: (result) => body._tag === "Json" ? resultJson(result, pageUrl) : resultPage(result, here),
        onFailure: (fault) => body._tag === "Json" ? faultJson(fault) : faultPage(fault, here)
      })
    })
})

/** The pages on whatever router the program serves. */
export const layer: Layer.Layer<
  never,
  never,
  HttpLayerRouter.HttpRouter | HostedPayments | ProviderSettings
> = Layer.scopedDiscard(Effect.gen(function*() {
  const router = yield* HttpLayerRouter.HttpRouter
  const context = Context.pick(HostedPayments, ProviderSettings)(
    yield* Effect.context<HostedPayments | ProviderSettings>()
  )
  const provide =
    <E, R>(handler: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<Response, E, R>) =>
    (request: HttpServerRequest.HttpServerRequest) => Effect.provide(handler(request), context)
  yield* router.add("*", "/pay/:token", provide(payment))
  yield* router.add("*", "/pay/:token/3ds/:challengeId", provide(challenge))
}))
