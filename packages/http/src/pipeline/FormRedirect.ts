/**
 * The answer to every form of a page is a redirect, so that Back and Reload never send a form again. What was done
 * leads on; any other page that a form's handler makes is kept for an hour, sealed with the random part of its address,
 * and opens only in the browser that sent the form. Follows docs/specification.md#pages.
 */
import { Entropy } from "@beauty-store/sql/Entropy"
import * as Idempotency from "@beauty-store/sql/Idempotency"
import { Transactions } from "@beauty-store/sql/Transactions"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { isPage } from "./BasePath.ts"
import { pathOf } from "./RequestContext.ts"
import * as Responses from "./Responses.ts"
import { readCookie } from "./SessionCookie.ts"

const parameter = "answer"
const keptMillis = 3_600_000

/** Headers that concern the exchange of the form, not the page. */
const ofTheForm = ["set-cookie", "idempotent-replayed"]

const queryOf = ({ url }: HttpServerRequest.HttpServerRequest): URLSearchParams =>
  new URLSearchParams(url.split("?")[1])

/** The name under which a page is kept for a browser. `cookie`: empty for one that the store does not know. */
const nameOf = (request: HttpServerRequest.HttpServerRequest, cookie: string, token: string) =>
  Idempotency.keyed({ scope: `${parameter}\n${pathOf(request)}\n${cookie}`, key: token, fingerprint: "" })

/** Keeps a page, and returns the random part of its address. */
const keep = Effect.fnUntraced(function*(
  request: HttpServerRequest.HttpServerRequest,
  baseUrl: string,
  { headers, status }: HttpServerResponse.HttpServerResponse,
  body: string,
  contentType: string
) {
  const token = Buffer.from((yield* Entropy).bytes(16)).toString("base64url")
  const own = Object.entries(headers).filter(([name]) => name !== "content-length" && !ofTheForm.includes(name))
  const page = { status, headers: { ...Object.fromEntries(own), "content-type": contentType }, body }
  const { write } = yield* Transactions
  yield* write(Idempotency.record(nameOf(request, readCookie(request, baseUrl) ?? "", token), page, true, keptMillis))
  return token
})

/** The response to a form, which is a redirect. */
export const answer = Effect.fnUntraced(function*(
  request: HttpServerRequest.HttpServerRequest,
  baseUrl: string,
  response: HttpServerResponse.HttpServerResponse
) {
  const { body } = response
  if (body._tag !== "Uint8Array" || !isPage(response) || (response.status >= 300 && response.status < 400)) {
    return response
  }
  const query = queryOf(request)
  query.delete(parameter)
  if (response.status !== 404) {
    const text = new TextDecoder().decode(body.body)
    query.set(parameter, yield* keep(request, baseUrl, response, text, body.contentType))
  }
  const kept = Object.entries(response.headers).filter(([name]) => ofTheForm.includes(name))
  return HttpServerResponse.redirect(`${pathOf(request)}${query.size === 0 ? "" : `?${query}`}`, {
    status: 303,
    headers: { "cache-control": "no-store", ...Object.fromEntries(kept) }
  })
})

/** The page that a form's answer leads to; undefined for every other request, and when it is no longer kept. */
export const answered = (request: HttpServerRequest.HttpServerRequest, baseUrl: string) => {
  const token = request.url.includes(`${parameter}=`) ? queryOf(request).get(parameter) : null
  if (token === null) return undefined
  return Effect.flatMap(Transactions, ({ read }) => {
    const cookies = new Set([readCookie(request, baseUrl) ?? "", ""])
    return read(Effect.gen(function*() {
      for (const cookie of cookies) {
        const page = yield* Idempotency.recall(nameOf(request, cookie, token))
        if (page !== undefined) return Responses.send(page)
      }
      return undefined
    }))
  })
}
