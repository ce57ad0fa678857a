/**
 * Where the store stands below its host: the path of its public address (`Policy.baseUrl`), `/shop` or nothing.
 * Requests lose the path on their way in, so that routes, idempotency keys, budgets and logs do not depend on it;
 * addresses from the store's root (`/orders/find`) get it on their way out. Follows docs/specification.md#embedding.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Json from "./Json.ts"

/** The path of a public address, without a slash at its end: `/shop` for `https://mine.example/shop`, or nothing. */
export const basePathOf = (baseUrl: string): string => {
  const at = baseUrl.indexOf("/", baseUrl.indexOf("://") + 3)
  return at < 0 ? "" : baseUrl.slice(at).replace(/\/+$/, "")
}

/** The address of a request as the store knows it, without the path at which it is mounted; undefined beside it. */
export const withinPrefix = (prefix: string, url: string): string | undefined => {
  if (prefix === "") return url
  if (!url.startsWith(prefix)) return undefined
  const rest = url.slice(prefix.length)
  return rest.startsWith("/") ? rest : rest === "" || rest.startsWith("?") ? `/${rest}` : undefined
}

/** An address from the host's root. `//` begins the address of another host. */
const fromRoot = /^\/(?!\/)/

/** The same in markup of our own renderer, which escapes quotes in every text. */
const attribute = / (href|src|action)="\/(?!\/)/g

/** Files of one picture in several widths. Each address begins the attribute or follows a comma and a blank. */
const widths = / srcset="[^"]*"/g
const eachWidth = /(srcset="|, )\/(?!\/)/g

/** A page with the addresses of its host. */
export const movedMarkup = (basePath: string, markup: string): string =>
  basePath === "" ? markup : markup
    .replace(attribute, ` $1="${basePath}/`)
    .replace(widths, (files) => files.replace(eachWidth, `$1${basePath}/`))

/** A text for programs, with the paths that it names in backticks: `GET /api/products`. */
const quotedPath = /`((?:DELETE|GET|PATCH|POST|PUT) )?\//g

/** The same of a text for programs. */
export const movedText = (basePath: string, text: string): string =>
  basePath === "" ? text : text.replace(quotedPath, `\`$1${basePath}/`)

/** A document for programs, in which every `path` is one from the store's root, as JSON with the paths of its host. */
export const movedJson = (basePath: string, document: unknown): string =>
  Json.print(
    document,
    (key, value) => key === "path" && typeof value === "string" ? basePath + value : value
  )

/** Whether a response is a page for people. */
export const isPage = ({ body, headers }: HttpServerResponse.HttpServerResponse): boolean =>
  body._tag === "Uint8Array" && (body.contentType || (headers["content-type"] ?? "")).startsWith("text/html")

/** A response in no coding, whose page and redirect have the addresses of its host. */
export const moved = (
  basePath: string,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  if (basePath === "") return response
  const { location } = response.headers
  const redirected = location !== undefined && fromRoot.test(location)
    ? HttpServerResponse.setHeader(response, "location", basePath + location)
    : response
  const { body } = redirected
  if (body._tag !== "Uint8Array" || !isPage(redirected)) return redirected
  const text = movedMarkup(basePath, new TextDecoder().decode(body.body))
  return HttpServerResponse.setBody(
    redirected,
    HttpServerResponse.text(text, { contentType: body.contentType }).body
  )
}
