/**
 * The cookie by which a browser keeps its cart: the access token of a guest. Scripts cannot read it, other sites do not
 * send it with their forms, and each store of a host has a name of its own. Follows docs/specification.md#identity.
 */
import * as Cookies from "@effect/platform/Cookies"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { basePathOf } from "./BasePath.ts"

/** What every name of the cookie ends or begins with. */
const sessionName = "store_session"

/**
 * The name of the cookie. Behind https it begins with the prefix of those that browsers take from this very host alone
 * and for all of its paths (RFC 6265bis §4.1.3), so that no other host of the domain can plant one. A store below a
 * path therefore has the path in the name.
 */
const cookieNameOf = (baseUrl: string): string =>
  baseUrl.startsWith("https:") ? `__Host-${sessionName}${basePathOf(baseUrl).replaceAll("/", "+")}` : sessionName

/** Writes the header `set-cookie`. */
export const formatCookie = (accessToken: string, maxAgeSeconds: number, baseUrl: string): string => {
  const isSecure = baseUrl.startsWith("https:")
  return `${cookieNameOf(baseUrl)}=${accessToken}; Path=${
    isSecure ? "" : basePathOf(baseUrl)
  }/; Max-Age=${maxAgeSeconds}; `
    + `HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`
}

/** Whether a request may have the cookie, also one of another name that is ignored. */
export const mayHaveCookie = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["cookie"]?.includes(sessionName) ?? false

/** Reads the token of a request, if it has one. */
export const readCookie = ({ headers }: HttpServerRequest.HttpServerRequest, baseUrl: string): string | undefined =>
  Cookies.parseHeader(headers["cookie"] ?? "")[cookieNameOf(baseUrl)] || undefined
