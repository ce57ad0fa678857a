/**
 * The language of a request: in which to speak to whoever sent it, or to the person for whom it was sent.
 *
 * The rule: what the body or the address says comes first, then what the browser prefers, then the shop's first. Where
 * an order is known, its own language counts instead. Follows docs/specification.md#languages.
 */
import * as Language from "@beauty-store/domain/Language"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"

/** The language that a browser prefers; undefined without a preference. */
export const languageOf = (
  { headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">
): Language.Language | undefined => Language.preferred(headers["accept-language"])

/** Where an order is found by its number. The page is in the language that its address names, until the order is known. */
export const findOrder = (locale: Language.Locale): string => `/orders/find?language=${Language.languageIn(locale)}`

/** The language that the address of a page names by `language`, or else the request's. */
export const languageAsked = (
  request: Pick<HttpServerRequest.HttpServerRequest, "headers" | "url">
): Language.Language | undefined =>
  Language.ofTag(new URLSearchParams(request.url.split("?")[1]).get("language") ?? "") ?? languageOf(request)

/** The language that a body names, or else the request's. */
export const languageFor = (
  { language }: { readonly language?: Language.Language | undefined },
  request: Pick<HttpServerRequest.HttpServerRequest, "headers">
): Language.Language | undefined => language ?? languageOf(request)
