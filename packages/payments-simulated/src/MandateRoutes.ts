/**
 * The pages of mandates as routes: `/pay/mandates/<token>`, where a person decides, and for their bank's question
 * `/pay/mandates/<token>/3ds/<challenge>`. People get pages, programs JSON: `{"decision":"approve"|"reject","card":{…}}`.
 *
 * An address here is a capability; redirects stay relative. No decision is made here. Follows
 * docs/specification.md#approval-page, docs/specification.md#capability-urls.
 */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { DeclineCode } from "./Cards.ts"
import * as Pages from "./MandatePages.ts"
import { Mandates, type Refusal, type Result, type View } from "./Mandates.ts"
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
import * as PaymentRequest from "./PaymentRequest.ts"
import { ProviderSettings } from "./ProviderSettings.ts"

type Fault = Refusal | Trouble

/** The page that a mandate's state calls for; an open one may say what was wrong with the form just sent. */
const mandatePage = (
  { mandate, status }: View,
  merchant: string,
  wrong: { readonly form?: PaymentRequest.FaultyForm; readonly declined?: DeclineCode } = {}
): Response => {
  const { agent } = mandate
  if (status !== "pending") return page(Pages.decidedPage({ merchant, agent, status }), 200)
  return page(
    Pages.approvalPage({
      merchant,
      agent,
      description: mandate.description,
      decideBefore: mandate.decideBefore,
      expiresAt: mandate.expiresAt ?? undefined,
      declined: wrong.declined,
      faults: wrong.form?.faults ?? {},
      expiry: wrong.form?.expiry ?? ""
    }),
    wrong.form === undefined ? 200 : 422
  )
}

const mandateJson = ({ mandate, status }: View): Response =>
  json({
    status,
    agent: mandate.agent,
    description: mandate.description,
    decideBefore: DateTime.formatIso(DateTime.unsafeMake(mandate.decideBefore))
  })

const faultJson = (fault: Fault): Response => {
  switch (fault._tag) {
    case "NoSuchPage":
      return problem(404, "approval_page_not_found", "There is nothing to decide at this address.")
    case "AlreadyDecided":
      return problem(409, "already_decided", "This was decided before, or its time is over.", {
        currentStatus: fault.status
      })
    default:
      return troubleJson(fault)
  }
}

/** `here` leads from the address of the form to the approval page, which says the rest. */
const faultPage = (fault: Fault, here: string): Response => {
  switch (fault._tag) {
    case "NoSuchPage":
      return page(Pages.notFoundPage(), 404)
    case "AlreadyDecided":
      return seeOther(here)
    default:
      return troublePage(fault)
  }
}

const resultJson = (result: Result, pageUrl: string): Response => {
  switch (result._tag) {
    case "Approved":
      return json({ status: "approved" })
    case "Rejected":
      return json({ status: "rejected" })
    case "Declined":
      return json({ status: "declined", declineCode: result.code })
    case "RequiresAction":
      return json({ status: "requires_action", actionUrl: `${pageUrl}/3ds/${result.challengeId}` })
  }
}

/** A declined card is said at once: nothing of it is kept that a later look could show. */
const resultPage = Effect.fnUntraced(function*(result: Result, here: string, token: string) {
  if (result._tag === "RequiresAction") return seeOther(`${here}/3ds/${result.challengeId}`)
  if (result._tag !== "Declined") return seeOther(here)
  const { merchant } = yield* ProviderSettings
  const { view } = yield* Mandates
  return yield* Effect.match(view(token), {
    onSuccess: (view) => mandatePage(view, merchant, { declined: result.code }),
    onFailure: (fault) => faultPage(fault, here)
  })
})

/** `/pay/mandates/<token>`: where the person decides. */
export const decision = methods({
  show: Effect.fnUntraced(function*(request) {
    const { token = "" } = yield* HttpLayerRouter.params
    const { merchant } = yield* ProviderSettings
    const { view } = yield* Mandates
    return yield* Effect.match(view(token), {
      onSuccess: (view) => wantsJson(request) ? mandateJson(view) : mandatePage(view, merchant),
      onFailure: (fault) => wantsJson(request) ? faultJson(fault) : faultPage(fault, "")
    })
  }),

  act: Effect.fnUntraced(function*(_request, body) {
    const { token = "" } = yield* HttpLayerRouter.params
    const { merchant, publicUrl } = yield* ProviderSettings
    const { decide, view } = yield* Mandates
    const now = yield* Clock.currentTimeMillis

    if (body._tag === "Json") {
      const wanted = PaymentRequest.decisionFromJson(body.value, now)
      if (Either.isLeft(wanted)) return invalid(wanted.left)
      const pageUrl = `${yield* publicUrl}/pay/mandates/${token}`
      return yield* Effect.match(decide(token, wanted.right), {
        onSuccess: (result) => resultJson(result, pageUrl),
        onFailure: faultJson
      })
    }

    const wanted = PaymentRequest.decisionFromForm(body.form, now)
    if (Either.isLeft(wanted)) {
      return yield* Effect.match(view(token), {
        onSuccess: (view) => mandatePage(view, merchant, { form: wanted.left }),
        onFailure: (fault) => faultPage(fault, token)
      })
    }
    return yield* Effect.matchEffect(decide(token, wanted.right), {
      onSuccess: (result) => resultPage(result, token, token),
      onFailure: (fault) => Effect.succeed(faultPage(fault, token))
    })
  })
})

/** `/pay/mandates/<token>/3ds/<challenge>`: the bank's question. */
export const challenge = methods({
  show: Effect.fnUntraced(function*(request) {
    const { challengeId = "", token = "" } = yield* HttpLayerRouter.params
    const { merchant } = yield* ProviderSettings
    const { challenge } = yield* Mandates
    return yield* Effect.match(challenge(token, challengeId), {
      onSuccess: (view) =>
        wantsJson(request)
          ? mandateJson(view)
          : page(Pages.challengePage({ merchant, agent: view.mandate.agent, card: view.card }), 200),
      // Asked and answered: the approval page says what came of it.
      onFailure: (fault) =>
        wantsJson(request)
          ? faultJson(fault)
          : fault._tag === "NoSuchPage"
          ? seeOther(`../../${token}`)
          : troublePage(fault)
    })
  }),

  act: Effect.fnUntraced(function*(_request, body) {
    const { challengeId = "", token = "" } = yield* HttpLayerRouter.params
    const { publicUrl } = yield* ProviderSettings
    const { authenticate } = yield* Mandates
    const outcome = PaymentRequest.authentication(body._tag === "Json" ? body.value : body.form)
    const here = `../../${token}`
    if (Either.isLeft(outcome)) return body._tag === "Json" ? invalid(outcome.left) : seeOther(challengeId)
    const pageUrl = `${yield* publicUrl}/pay/mandates/${token}`
    return yield* Effect.matchEffect(authenticate(token, challengeId, outcome.right), {
      onSuccess: (result) =>
        body._tag === "Json" ? Effect.succeed(resultJson(result, pageUrl)) : resultPage(result, here, token),
      onFailure: (fault) => Effect.succeed(body._tag === "Json" ? faultJson(fault) : faultPage(fault, here))
    })
  })
})
