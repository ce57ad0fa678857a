/**
 * The common shape of hosted pages: GET shows the state, POST acts, at one address for people and programs. A form gets
 * a redirect, so that Back and Reload send nothing again; JSON gets JSON. An address is a capability: it goes into no
 * log, cache, index or Referer. Follows docs/specification.md#payment-page, docs/specification.md#capability-urls.
 */
import { ProviderDidNothing, ProviderOutcomeUnknown } from "@beauty-store/commerce/payment/PaymentProvider"
import { defaultLanguage, type Locale, preferred } from "@beauty-store/domain/Language"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { VNode } from "preact"
import type { DeclineCode } from "../Cards.ts"
import {
  type Authentication,
  authentication,
  type FaultyForm,
  type PointedFault,
  Wrong
} from "../provider/PaymentRequest.ts"
import type { ProviderSettings } from "../ProviderSettings.ts"
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
  readsPages,
  type Response,
  seeOther,
  type Shown,
  type Trouble,
  troubleProblem,
  wantsJson
} from "./PageHttp.ts"
import { refusedPage, unavailablePage } from "./PaymentPages.tsx"

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
    readonly languageOf: (view: View) => Locale
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

/** A form or body that was sent: the page's token, and how its address leads from the requested one to the page. */
interface Sent {
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

  /** A page that shows nothing of its subject is in the browser's language. */
  const merchantFor = (request: PageRequest): Merchant =>
    merchantIn(settings, preferred(request.headers["accept-language"]) ?? defaultLanguage)

  const troublePage = (trouble: Trouble, request: PageRequest): Response =>
    page({ document: unavailablePage(merchantFor(request), isCertain(trouble)) }, troubleProblem(trouble).status)

  const viewPage = (view: View, wrong: Wrong): Response =>
    page(kind.page.view(view, merchantOf(view), wrong), wrong.form === undefined ? 200 : 422)

  /** The page at its address, as a person sees it. */
  const showPage = (token: string, request: PageRequest): Effect.Effect<Response> => {
    const wrong = wrongOf(request)
    return wrong.trouble !== undefined
      ? Effect.succeed(troublePage(troubles[wrong.trouble], request))
      : Effect.match(kind.view(token), {
        onSuccess: (view) => viewPage(view, wrong),
        onFailure: (fault) =>
          isTrouble(fault)
            ? troublePage(fault, request)
            : page({ document: kind.page.notFound(merchantFor(request)) }, 404)
      })
  }

  /** Where a form leads that was not taken: to the page, which says why. */
  const afterFault = (fault: Refusal | Fault, here: string): Response =>
    isTrouble(fault) ? again(here, { trouble: isCertain(fault) ? "nothing_done" : "unknown" }) : seeOther(here)

  const nextPage = (result: Result, { here }: Sent): Response => {
    const next = kind.page.next(result)
    switch (next._tag) {
      case "Leave":
        return seeOther(next.url)
      case "Page":
        return seeOther(here)
      case "Challenge":
        return seeOther(`${here}/3ds/${next.challengeId}`)
      case "Declined":
        return again(here, { declined: next.code })
    }
  }

  /** Returns the outcome of an action in the form in which the action was sent. */
  const tell = (done: Effect.Effect<Result, Refusal | Fault>, body: Body, sent: Sent): Effect.Effect<Response> =>
    Effect.matchEffect(done, {
      onSuccess: (result) =>
        body._tag === "Json"
          ? Effect.map(pageUrlOf(sent.token), (pageUrl) => json(kind.json.result(result, pageUrl)))
          : Effect.succeed(nextPage(result, sent)),
      onFailure: (fault) => Effect.succeed(body._tag === "Json" ? faultJson(fault) : afterFault(fault, sent.here))
    })

  /** A request that no page takes: to a person, a page that leads to where they were. */
  const refused = (request: PageRequest, refusal: Problem): Response =>
    readsPages(request)
      ? page({ document: refusedPage(merchantFor(request)) }, refusal.status, refusal.headers)
      : problem(refusal)

  return { merchantOf, faultJson, troublePage, showPage, tell, refused }
}

/** The page once more, with what was wrong. */
const again = (here: string, wrong: Wrong): Response =>
  seeOther(`${here}?${new URLSearchParams({ wrong: encodeWrong(wrong) })}`)

const WrongText = Schema.parseJson(Wrong)
const encodeWrong = Schema.encodeSync(WrongText)
const decodeWrong = Schema.decodeUnknownOption(WrongText)

const wrongOf = ({ url }: PageRequest): Wrong =>
  Option.getOrElse(decodeWrong(new URLSearchParams(url.split("?")[1]).get("wrong")), () => ({}))

/** The troubles that an address names. */
const troubles: Readonly<Record<NonNullable<Wrong["trouble"]>, Trouble>> = {
  nothing_done: new ProviderDidNothing({ retryAfterMillis: 1_000 }),
  unknown: new ProviderOutcomeUnknown({ message: "said by the address" })
}

type Responses<View, Question extends View, Request, Result, Refusal extends { readonly _tag: string }> = ReturnType<
  typeof responses<View, Question, Request, Result, Refusal>
>

/** The page itself: GET shows it, POST acts on it. */
const pageRoute = <View, Question extends View, Request, Result, Refusal extends { readonly _tag: string }>(
  kind: HostedPage<View, Question, Request, Result, Refusal>,
  { faultJson, refused, showPage, tell }: Responses<View, Question, Request, Result, Refusal>
): Route => ({
  path: `${kind.path}/:token`,
  respond: methods({
    show: Effect.fnUntraced(function*(request) {
      const { token = "" } = yield* HttpLayerRouter.params
      return yield* wantsJson(request)
        ? Effect.match(kind.view(token), { onSuccess: (view) => json(kind.json.view(view)), onFailure: faultJson })
        : showPage(token, request)
    }),
    refused,
    act: Effect.fnUntraced(function*(_, body) {
      const { token = "" } = yield* HttpLayerRouter.params
      const now = yield* Clock.currentTimeMillis
      const sent = { token, here: token }
      if (body._tag === "Json") {
        const asked = kind.read.json(body.value, now)
        return Either.isLeft(asked)
          ? invalid(asked.left)
          : yield* tell(kind.act(token, asked.right), body, sent)
      }
      const asked = kind.read.form(body.form, now)
      return Either.isLeft(asked)
        ? again(token, { form: asked.left })
        : yield* tell(kind.act(token, asked.right), body, sent)
    })
  })
})

/** The bank's question below the page. */
const questionRoute = <View, Question extends View, Request, Result, Refusal extends { readonly _tag: string }>(
  kind: HostedPage<View, Question, Request, Result, Refusal>,
  { faultJson, merchantOf, refused, tell, troublePage }: Responses<View, Question, Request, Result, Refusal>
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
          wantsJson(request) ? faultJson(fault) : isTrouble(fault) ? troublePage(fault, request) : seeOther(here)
      })
    }),
    refused,
    act: Effect.fnUntraced(function*(_, body) {
      const { challengeId = "", token = "" } = yield* HttpLayerRouter.params
      const outcome = authentication(body._tag === "Json" ? body.value : body.form)
      if (Either.isLeft(outcome)) return body._tag === "Json" ? invalid(outcome.left) : seeOther(challengeId)
      const sent = { token, here: `../../${token}` }
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
