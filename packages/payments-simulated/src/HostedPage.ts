/**
 * The common shape of all hosted pages: a page on which a person decides something, and below it the question of their
 * bank.
 *
 * GET shows the state; POST acts. One address serves people and programs. A form gets pages and redirects (303, so that
 * reloading repeats nothing); a JSON body gets JSON, and a GET that asks for JSON alone gets the state. Errors are a
 * page with the fields marked, or a problem document with pointers. When something is over, the page itself says so,
 * and every form of it leads back there.
 *
 * An address here is a capability: it goes into no log, cache, index or Referer, and redirects stay relative, so that
 * the pages work under any host name. No decision about money is made here. Follows docs/specification.md#payment-page,
 * docs/specification.md#capability-urls.
 */
import { type Language, preferred } from "@beauty-store/domain/Language"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { VNode } from "preact"
import type { DeclineCode } from "./Cards.ts"
import { type Merchant, merchantIn } from "./PageFrames.tsx"
import {
  type Body,
  type Fault,
  invalid,
  isCertain,
  isTrouble,
  json,
  methods,
  page,
  type Problem,
  problem,
  type Response,
  seeOther,
  type Shown,
  troubleProblem,
  wantsJson
} from "./PageHttp.ts"
import { unavailablePage } from "./PaymentPages.tsx"
import { type Authentication, authentication, type FaultyForm, type PointedFault } from "./PaymentRequest.ts"
import type { ProviderSettings } from "./ProviderSettings.ts"

/** Where a person goes after an action. */
export type Next =
  /** Back to the shop. */
  | { readonly _tag: "Leave"; readonly url: string }
  /** To the page, which shows the current state. */
  | { readonly _tag: "Page" }
  /** To their bank. */
  | { readonly _tag: "Challenge"; readonly challengeId: string }
  /**
   * Nowhere: the page says at once that the card was declined, because nothing is stored that a later request could
   * show.
   */
  | { readonly _tag: "Declined"; readonly code: DeclineCode }

/** The errors of the form that was just sent. */
export interface Wrong {
  readonly form?: FaultyForm
  readonly declined?: DeclineCode
}

/**
 * One kind of page. `View` is the state that the page shows, `Question` what the bank asks, `Request` an action,
 * `Result` its outcome. A refusal says why nothing was done.
 */
export interface HostedPage<View, Question extends View, Request, Result, Refusal extends { readonly _tag: string }> {
  /** Without the token: `/pay`. */
  readonly path: `/${string}`
  readonly view: (token: string) => Effect.Effect<View, Fault>
  readonly question: (token: string, challengeId: string) => Effect.Effect<Question, Fault>
  readonly act: (token: string, request: Request) => Effect.Effect<Result, Refusal | Fault>
  readonly authenticate: (
    token: string,
    challengeId: string,
    outcome: Authentication
  ) => Effect.Effect<Result, Refusal | Fault>
  readonly read: {
    readonly form: (form: URLSearchParams, now: number) => Either.Either<Request, FaultyForm>
    readonly json: (body: unknown, now: number) => Either.Either<Request, ReadonlyArray<PointedFault>>
  }
  /** For programs. `pageUrl` is the page's whole address. */
  readonly json: {
    readonly view: (view: View) => unknown
    readonly result: (result: Result, pageUrl: string) => unknown
    readonly problem: (refusal: Refusal | Extract<Fault, { readonly _tag: "NoSuchPage" }>) => Problem
  }
  /** For people. `languageOf`: the language of what the page is about. */
  readonly page: {
    readonly languageOf: (view: View) => Language
    readonly view: (view: View, merchant: Merchant, wrong: Wrong) => Shown
    /** Undefined where the bank has its answer. `back` leads to the page. */
    readonly question: (question: Question, merchant: Merchant, back: string) => Shown | undefined
    readonly next: (result: Result) => Next
    readonly notFound: (merchant: Merchant) => VNode
  }
}

interface Route {
  readonly path: `/${string}`
  readonly respond: (
    request: HttpServerRequest.HttpServerRequest
  ) => Effect.Effect<Response, never, HttpLayerRouter.Provided>
}

type PageRequest = HttpServerRequest.HttpServerRequest

/** A request to act: the page's token, and how its address leads from the requested one to the page. */
interface Sent {
  readonly request: PageRequest
  readonly token: string
  readonly here: string
}

/** The responses of a kind of page: each result and each error, for a person and for a program. */
const responses = <View, Question extends View, Request, Result, Refusal extends { readonly _tag: string }>(
  kind: HostedPage<View, Question, Request, Result, Refusal>,
  settings: Context.Tag.Service<typeof ProviderSettings>
) => {
  const pageUrlOf = (token: string) => Effect.map(settings.publicUrl, (url) => `${url}${kind.path}/${token}`)
  const merchantOf = (view: View): Merchant => merchantIn(settings, kind.page.languageOf(view))

  const faultJson = (fault: Refusal | Fault): Response =>
    problem(isTrouble(fault) ? troubleProblem(fault) : kind.json.problem(fault))

  /** `here` leads from the requested address to the page; a page that shows nothing is in the browser's language. */
  const faultPage = (fault: Refusal | Fault, here: string, request: PageRequest): Response => {
    const merchant = merchantIn(settings, preferred(request.headers["accept-language"]))
    return isTrouble(fault)
      ? page({ document: unavailablePage(merchant, isCertain(fault)) }, troubleProblem(fault).status)
      : fault._tag === "NoSuchPage"
      ? page({ document: kind.page.notFound(merchant) }, 404)
      : seeOther(here)
  }

  const viewPage = (view: View, wrong: Wrong = {}): Response =>
    page(kind.page.view(view, merchantOf(view), wrong), wrong.form === undefined ? 200 : 422)

  /** The page with the errors, unless the page no longer exists. */
  const again = ({ here, request, token }: Sent, wrong: Wrong): Effect.Effect<Response> =>
    Effect.match(kind.view(token), {
      onSuccess: (view) => viewPage(view, wrong),
      onFailure: (fault) => faultPage(fault, here, request)
    })

  const nextPage = (result: Result, sent: Sent): Effect.Effect<Response> => {
    const next = kind.page.next(result)
    switch (next._tag) {
      case "Leave":
        return Effect.succeed(seeOther(next.url))
      case "Page":
        return Effect.succeed(seeOther(sent.here))
      case "Challenge":
        return Effect.succeed(seeOther(`${sent.here}/3ds/${next.challengeId}`))
      case "Declined":
        return again(sent, { declined: next.code })
    }
  }

  /** Returns the outcome of an action in the form in which the action was sent. */
  const tell = (done: Effect.Effect<Result, Refusal | Fault>, body: Body, sent: Sent): Effect.Effect<Response> =>
    Effect.matchEffect(done, {
      onSuccess: (result) =>
        body._tag === "Json"
          ? Effect.map(pageUrlOf(sent.token), (pageUrl) => json(kind.json.result(result, pageUrl)))
          : nextPage(result, sent),
      onFailure: (fault) =>
        Effect.succeed(body._tag === "Json" ? faultJson(fault) : faultPage(fault, sent.here, sent.request))
    })

  return { merchantOf, faultJson, faultPage, viewPage, again, tell }
}

type Responses<View, Question extends View, Request, Result, Refusal extends { readonly _tag: string }> = ReturnType<
  typeof responses<View, Question, Request, Result, Refusal>
>

/** The page itself: GET shows it, POST acts on it. */
const pageRoute = <View, Question extends View, Request, Result, Refusal extends { readonly _tag: string }>(
  kind: HostedPage<View, Question, Request, Result, Refusal>,
  { again, faultJson, faultPage, tell, viewPage }: Responses<View, Question, Request, Result, Refusal>
): Route => ({
  path: `${kind.path}/:token`,
  respond: methods({
    show: Effect.fnUntraced(function*(request) {
      const { token = "" } = yield* HttpLayerRouter.params
      return yield* Effect.match(kind.view(token), {
        onSuccess: (view) => wantsJson(request) ? json(kind.json.view(view)) : viewPage(view),
        onFailure: (fault) => wantsJson(request) ? faultJson(fault) : faultPage(fault, "", request)
      })
    }),
    act: Effect.fnUntraced(function*(request, body) {
      const { token = "" } = yield* HttpLayerRouter.params
      const now = yield* Clock.currentTimeMillis
      const sent = { request, token, here: token }
      if (body._tag === "Json") {
        const asked = kind.read.json(body.value, now)
        return Either.isLeft(asked)
          ? invalid(asked.left)
          : yield* tell(kind.act(token, asked.right), body, sent)
      }
      const asked = kind.read.form(body.form, now)
      return Either.isLeft(asked)
        ? yield* again(sent, { form: asked.left })
        : yield* tell(kind.act(token, asked.right), body, sent)
    })
  })
})

/** The bank's question below the page. */
const questionRoute = <View, Question extends View, Request, Result, Refusal extends { readonly _tag: string }>(
  kind: HostedPage<View, Question, Request, Result, Refusal>,
  { faultJson, faultPage, merchantOf, tell }: Responses<View, Question, Request, Result, Refusal>
): Route => ({
  path: `${kind.path}/:token/3ds/:challengeId`,
  respond: methods({
    show: Effect.fnUntraced(function*(request) {
      const { challengeId = "", token = "" } = yield* HttpLayerRouter.params
      const here = `../../${token}`
      return yield* Effect.match(kind.question(token, challengeId), {
        onSuccess: (question) => {
          if (wantsJson(request)) return json(kind.json.view(question))
          const shown = kind.page.question(question, merchantOf(question), here)
          return shown === undefined ? seeOther(here) : page(shown, 200)
        },
        // A question that was answered, or never asked: the page says the rest.
        onFailure: (fault) =>
          wantsJson(request) ? faultJson(fault) : isTrouble(fault) ? faultPage(fault, here, request) : seeOther(here)
      })
    }),
    act: Effect.fnUntraced(function*(request, body) {
      const { challengeId = "", token = "" } = yield* HttpLayerRouter.params
      const outcome = authentication(body._tag === "Json" ? body.value : body.form)
      if (Either.isLeft(outcome)) return body._tag === "Json" ? invalid(outcome.left) : seeOther(challengeId)
      const sent = { request, token, here: `../../${token}` }
      return yield* tell(kind.authenticate(token, challengeId, outcome.right), body, sent)
    })
  })
})

/** The two addresses of a kind of page: the page itself, and the bank's question below it. */
export const routes = <View, Question extends View, Request, Result, Refusal extends { readonly _tag: string }>(
  kind: HostedPage<View, Question, Request, Result, Refusal>,
  settings: Context.Tag.Service<typeof ProviderSettings>
): ReadonlyArray<Route> => {
  const respond = responses(kind, settings)
  return [pageRoute(kind, respond), questionRoute(kind, respond)]
}
