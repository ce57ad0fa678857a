/**
 * The routes of the page of a person's permissions, and of the form that takes one back
 * (docs/specification.md#permission-page).
 *
 * A form that is sent again gets the same response, because what was taken back stays so. That only forms of the shop's
 * own pages count is decided in `SameOriginForm`.
 */
import { Policy } from "@beauty-store/commerce/Policy"
import { Delegations } from "@beauty-store/commerce/spending/Delegations"
import { DelegationId } from "@beauty-store/domain/Ids"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { VNode } from "preact"
import type { TaggedError } from "../pipeline/ErrorDescription.ts"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import { languageOf } from "../pipeline/RequestLanguage.ts"
import { type Frame, frameIn, send as sendPage } from "./PageFrame.tsx"
import * as Pages from "./PermissionPage.tsx"
import { formOf } from "./SameOriginForm.ts"

type Serve = (
  request: HttpServerRequest.HttpServerRequest,
  token: string
) => Effect.Effect<HttpServerResponse.HttpServerResponse, TaggedError, Delegations | Policy | HttpLayerRouter.Provided>

const send = (frame: Frame, page: VNode, status = 200) => sendPage(frame, page, { headers: PageHeaders.secret, status })

const back = (token: string, query = "") =>
  HttpServerResponse.redirect(`/permissions/${token}${query}`, { status: 303, headers: PageHeaders.secret })

/** The permissions of a page, with what it knows besides. */
const seen = Effect.fnUntraced(function*(token: string) {
  const { language, permissions } = yield* (yield* Delegations).permissions(token)
  const { currency } = yield* Policy
  return { permissions, context: { frame: yield* frameIn(language), currency, token } }
})

const show: Serve = (request, token) =>
  Effect.map(seen(token), ({ permissions, context }) => {
    const done = new URLSearchParams(request.url.split("?")[1]).get("done") ?? undefined
    return send(context.frame, Pages.permissionsPage(context, permissions, done))
  })

const askToRevoke: Serve = Effect.fnUntraced(function*(_, token) {
  const { delegationId } = yield* HttpLayerRouter.params
  const { permissions, context } = yield* seen(token)
  const one = permissions.find((candidate) => candidate.delegationId === delegationId)
  if (one === undefined) return send(context.frame, Pages.missingPage(context.frame), 404)
  return Pages.isOpen(one) ? send(context.frame, Pages.revokePage(context, one)) : back(token)
})

const revoke: Serve = Effect.fnUntraced(function*(request, token) {
  const { delegationId = "" } = yield* HttpLayerRouter.params
  yield* formOf(request)
  yield* (yield* Delegations).revokePermission(token, DelegationId.claimed.make(delegationId))
  return back(token, `?done=${encodeURIComponent(`revoked:${delegationId}`)}`)
})

/** Every route of the page: its method, its path, its handler. */
export const routes: ReadonlyArray<PageRoute> = ([
  ["GET", "", show],
  ["GET", "/:delegationId/revoke", askToRevoke],
  ["POST", "/:delegationId/revoke", revoke]
] as const).map(([method, path, serve]) => ({
  method,
  path: `/permissions/:token${path}` as const,
  serve: Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
    const { token = "" } = yield* HttpLayerRouter.params
    return yield* Effect.catchIf(
      serve(request, token),
      ({ _tag }) => _tag === "PermissionPageNotFound" || _tag === "DelegationNotFound",
      () => Effect.map(frameIn(languageOf(request)), (frame) => send(frame, Pages.missingPage(frame), 404))
    )
  })
}))
