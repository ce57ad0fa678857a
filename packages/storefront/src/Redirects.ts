/**
 * Redirects to the one address of a page: without a slash at its end, and of the home page in the browser's language.
 *
 * The rule: the browser's language counts only where somebody typed the shop's address. Links within the shop lead
 * where they say. Follows docs/storefront.md#languages.
 */
import { answerIn, type Language, preferred } from "@beauty-store/domain/Language"
import type { RequestHeaders } from "@beauty-store/http/internal/pipeline/ClientAddress"
import type { PageRoute } from "@beauty-store/http/pipeline/PageRoute"
import { pathOf } from "@beauty-store/http/pipeline/RequestContext"
import * as Responses from "@beauty-store/http/pipeline/Responses"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { pathIn, type Place } from "./Language.ts"

const redirect = (status: 302 | 308, location: string, cacheControl: string): HttpServerResponse.HttpServerResponse =>
  Responses.send({
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": cacheControl, location },
    body: ""
  })

/** Leads to a page's one address whoever adds a slash to it. Nothing else of the address changes. */
export const redirectSlash = ({ method, path }: PageRoute): ReadonlyArray<PageRoute> =>
  method !== "GET" || path === "/" ? [] : [{
    method,
    path: `${path}/`,
    serve: (request) => {
      const address = pathOf(request)
      const location = address.slice(0, -1) + request.url.slice(address.length)
      return Effect.succeed(redirect(308, location, "public, max-age=3600"))
    }
  }]

/** The language, other than its first, to which a shop leads whoever opens its own address. */
const findPreferred = ({ languages }: Place, headers: RequestHeaders): Language | undefined => {
  const { "accept-language": accept, "sec-fetch-site": site } = headers
  if (site === "same-origin" || typeof accept !== "string") return undefined
  const language = answerIn(languages, preferred(accept))
  return language === languages[0] ? undefined : language
}

/** Whether the home page at the shop's own address is for a browser. */
export const prefersFirst = (place: Place) => (headers: RequestHeaders): boolean =>
  findPreferred(place, headers) === undefined

const varyByLanguage = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
  Responses.withHeaders(response, { vary: "accept-encoding, cookie, accept-language, sec-fetch-site" })

/** Leads from the home page at the shop's own address to that in the language that a browser prefers. */
export const redirectByLanguage = (place: Place) => (route: PageRoute): PageRoute =>
  route.path !== pathIn(place, place.languages[0], "/") || !("cached" in route) || place.languages.length === 1
    ? route
    : {
      ...route,
      cached: (request) => {
        const cached = findPreferred(place, request.headers) === undefined ? route.cached(request) : undefined
        return cached && { ...cached, response: Effect.map(cached.response, varyByLanguage) }
      },
      serve: (request) => {
        const language = findPreferred(place, request.headers)
        return language === undefined
          ? Effect.map(route.serve(request), varyByLanguage)
          : Effect.succeed(varyByLanguage(redirect(302, pathIn(place, language, "/"), "no-store")))
      }
    }
