/**
 * Forms of the shop's own pages, and how a form that another site sent is refused: a browser sends the forms of any
 * site to any address, and a form has no bearer token that would prove its sender. Requests with a cookie to the API
 * are checked by `Authentication`. Follows docs/specification.md#pages.
 *
 * @since 1.0.0
 */
import { Policy } from "@beauty-store/commerce/Policy"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import { ForeignOrigin, isOfOwnSite, sameOrigin } from "../pipeline/Authentication.ts"
import type { RateLimited } from "../pipeline/RateLimiter.ts"
import {
  bytesOf,
  formType,
  type MalformedBody,
  type PayloadTooLarge,
  UnsupportedMediaType
} from "../pipeline/RequestBody.ts"

export type { MalformedBody, PayloadTooLarge, RateLimited, UnsupportedMediaType }

/**
 * Whether a page of the shop's own sent a form. Browsers tell by Sec-Fetch-Site; those that do not, over plain http, by
 * `Origin`, which is `null` for a page that hides where it comes from, and so never the shop's.
 */
const isOwn = (request: HttpServerRequest.HttpServerRequest, baseUrl: string): boolean =>
  isOfOwnSite(request) ?? sameOrigin(request, baseUrl)

/** Browsers send two characters for a line break, and count one of them where they hold a field to its length. */
const withOwnBreaks = (form: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...form].map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]))

/** The fields of a form of the shop's own; any other is refused. */
export const formOf = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  if (!isOwn(request, (yield* Policy).baseUrl)) return yield* new ForeignOrigin()
  const bytes = yield* bytesOf(request)
  if (bytes.length > 0 && !formType.test(request.headers["content-type"] ?? "")) {
    return yield* new UnsupportedMediaType()
  }
  return withOwnBreaks(new URLSearchParams(new TextDecoder().decode(bytes)))
})
