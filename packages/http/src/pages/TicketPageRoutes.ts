/**
 * The routes of a ticket's page and its forms (docs/specification.md#ticket-page).
 *
 * A form names the version of the ticket that the person saw, so that one which is sent twice adds something once. That
 * only forms of the shop's own pages count is decided in `SameOriginForm`.
 */
import type { Policy } from "@beauty-store/commerce/Policy"
import { Support } from "@beauty-store/commerce/support/Support"
import { isText } from "@beauty-store/domain/PlainText"
import { longestMessage } from "@beauty-store/domain/Ticket"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import type { Message } from "@beauty-store/ui/Wording"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { VNode } from "preact"
import type { TaggedError } from "../pipeline/ErrorDescription.ts"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import { languageOf } from "../pipeline/RequestLanguage.ts"
import * as Messages from "./Messages.ts"
import { type Frame, frameIn, send as sendPage } from "./PageFrame.tsx"
import { formOf } from "./SameOriginForm.ts"
import * as TicketPage from "./TicketPage.tsx"

type Serve = (
  request: HttpServerRequest.HttpServerRequest,
  token: string
) => Effect.Effect<HttpServerResponse.HttpServerResponse, TaggedError, Policy | Support>

const send = (frame: Frame, page: VNode, status = 200) => sendPage(frame, page, { headers: PageHeaders.secret, status })

/** The ticket of a page, with the frame in its language. */
const seen = Effect.fnUntraced(function*(token: string) {
  const ticket = yield* (yield* Support).page(token)
  return { ticket, frame: yield* frameIn(ticket.language) }
})

const show: Serve = (_, token) =>
  Effect.map(seen(token), ({ frame, ticket }) => send(frame, TicketPage.ticketPage(frame, token, ticket)))

const words = Messages.ticket

const reply: Serve = Effect.fnUntraced(function*(request, token) {
  const form = yield* formOf(request)
  const support = yield* Support
  const text = (form.get("message") ?? "").trim()
  const version = Number(form.get("version") ?? "")
  /** Shows what was typed once more, beside what was said meanwhile. */
  const again = (fault: Message, status: number) =>
    Effect.map(
      seen(token),
      ({ frame, ticket }) =>
        send(frame, TicketPage.ticketPage(frame, token, ticket, { text, fault: fault(frame.language) }), status)
    )
  if (!isText(text, longestMessage)) return yield* again(words.empty, 400)
  if (!Number.isSafeInteger(version) || version < 0) return yield* again(words.again, 400)
  return yield* Effect.matchEffect(support.replyOnPage(token, { message: text, version }), {
    onSuccess: () =>
      Effect.succeed(
        HttpServerResponse.redirect(TicketPage.addressOf(token), { status: 303, headers: PageHeaders.secret })
      ),
    onFailure: (error) => {
      switch (error._tag) {
        case "TicketChanged":
          return again(words.changed, 409)
        case "TicketClosed":
          return again(words.closedMeanwhile, 409)
        case "TicketFull":
          return again(words.full, 409)
        default:
          return Effect.fail(error)
      }
    }
  })
})

const askToClose: Serve = (_, token) =>
  Effect.map(seen(token), ({ frame }) => send(frame, TicketPage.closePage(frame, token)))

const close: Serve = Effect.fnUntraced(function*(request, token) {
  yield* formOf(request)
  const { frame } = yield* seen(token)
  yield* (yield* Support).revokePage(token)
  return send(frame, TicketPage.closedPage(frame))
})

/** Every route of a ticket's page: its method, its path, its handler. */
export const routes: ReadonlyArray<PageRoute> = ([
  ["GET", "", show],
  ["POST", "", reply],
  ["GET", "/close", askToClose],
  ["POST", "/close", close]
] as const).map(([method, path, serve]) => ({
  method,
  path: `/support/:token${path}` as const,
  serve: Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
    const { token = "" } = yield* HttpLayerRouter.params
    return yield* Effect.catchAll(
      serve(request, token),
      (error) =>
        error._tag === "TicketPageNotFound"
          ? Effect.map(frameIn(languageOf(request)), (frame) => send(frame, TicketPage.missingPage(frame), 404))
          : Effect.fail(error)
    )
  })
}))
