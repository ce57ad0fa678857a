/**
 * The hosted pages as routes: `/pay/<token>` and, for the bank's question, `/pay/<token>/3ds/<challenge>`; beside them
 * those of mandates (`MandateRoutes`).
 *
 * One address serves people and programs. A form gets pages and redirects (303, so that reloading repeats nothing); a
 * JSON body gets JSON, and a GET that asks for JSON alone gets the session's state. What is wrong is a page with the
 * fields marked, or a problem with pointers.
 *
 * An address here is a capability: it goes into no log, cache, index or Referer, and redirects stay relative, so that
 * the pages work under whatever name the reader reached them by. No decision about money is made here. Follows
 * docs/specification.md#payment-page, docs/specification.md#capability-urls.
 */
import { paymentMethods } from "@beauty-store/commerce/payment/PaymentProvider"
import { toNumber } from "@beauty-store/domain/Money"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { HostedPayments, type Refusal, type Result, type View } from "./HostedPayments.ts"
import * as MandateRoutes from "./MandateRoutes.ts"
import type { Mandates } from "./Mandates.ts"
import {
  invalid,
  json,
  methods,
  page,
  problem,
  type Response,
  seeOther,
  type Trouble,
  troubleJson,
  troublePage,
  wantsJson
} from "./PageHttp.ts"
import * as Pages from "./PaymentPages.ts"
import * as PaymentRequest from "./PaymentRequest.ts"
import { ProviderSettings } from "./ProviderSettings.ts"

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

type Fault = Refusal | Trouble

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
    default:
      return troubleJson(fault)
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
    default:
      return troublePage(fault)
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

/** `/pay/<token>`: the payment page. */
const payment = methods({
  show: Effect.fnUntraced(function*(request) {
    const { token = "" } = yield* HttpLayerRouter.params
    const { merchant } = yield* ProviderSettings
    const { view } = yield* HostedPayments
    return yield* Effect.match(view(token), {
      onSuccess: (view) => wantsJson(request) ? sessionJson(view) : sessionPage(view, merchant),
      onFailure: (fault) => wantsJson(request) ? faultJson(fault) : faultPage(fault, "")
    })
  }),

  act: Effect.fnUntraced(function*(_request, body) {
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
  show: Effect.fnUntraced(function*(request) {
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

  act: Effect.fnUntraced(function*(_request, body) {
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
  HttpLayerRouter.HttpRouter | HostedPayments | Mandates | ProviderSettings
> = Layer.scopedDiscard(Effect.gen(function*() {
  const router = yield* HttpLayerRouter.HttpRouter
  const context = yield* Effect.context<HostedPayments | Mandates | ProviderSettings>()
  const provide =
    <E, R>(handler: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<Response, E, R>) =>
    (request: HttpServerRequest.HttpServerRequest) => Effect.provide(handler(request), context)
  yield* router.add("*", "/pay/:token", provide(payment))
  yield* router.add("*", "/pay/:token/3ds/:challengeId", provide(challenge))
  yield* router.add("*", "/pay/mandates/:token", provide(MandateRoutes.decision))
  yield* router.add("*", "/pay/mandates/:token/3ds/:challengeId", provide(MandateRoutes.challenge))
}))
