/**
 * Identity's operations: a new guest, OAuth 2.0 client credentials, revocation (contract §3).
 *
 * Token and revocation speak OAuth's own language: forms as well as JSON, HTTP Basic, and the errors of RFC 6749.
 */
import * as Idempotency from "@beauty-store/commerce/Idempotency"
import { Identity, type Principal } from "@beauty-store/commerce/Identity"
import { Transactions } from "@beauty-store/commerce/Transactions"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Answers from "./Answers.ts"
import { Api, endpoint } from "./Api.ts"
import { anyone } from "./Callers.ts"
import * as Json from "./Json.ts"
import * as Operations from "./Operations.ts"
import * as Views from "./Views.ts"
import * as Wire from "./Wire.ts"

type Form = Readonly<Record<string, string>>

/** The fields of a form or a JSON object, as texts. */
const fieldsOf = (request: HttpServerRequest.HttpServerRequest, body: Operations.Body): Form | undefined => {
  const type = request.headers["content-type"] ?? ""
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body.bytes)))
  }
  const { json } = body
  if (typeof json !== "object" || json === null || Array.isArray(json)) return undefined
  return Object.fromEntries(
    Object.entries(json).filter((entry): entry is [string, string] => typeof entry[1] === "string")
  )
}

const oauthError = (status: 400 | 401, error: string, description: string): Answers.Answer => ({
  status,
  headers: {
    "content-type": "application/json",
    "cache-control": "no-store",
    ...(status === 401 ? { "www-authenticate": `Basic realm="beauty-store"` } : {})
  },
  body: JSON.stringify({ error, error_description: description })
})

/** RFC 6749 §2.3.1: the client's id and secret by HTTP Basic, form-encoded inside, or in the body. */
const credentialsOf = (request: HttpServerRequest.HttpServerRequest, fields: Form) => {
  const basic = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(request.headers["authorization"] ?? "")?.[1]
  if (basic === undefined) return [fields["client_id"] ?? "", fields["client_secret"] ?? ""] as const
  const text = Buffer.from(basic, "base64").toString("utf8")
  const colon = text.indexOf(":")
  const decode = (part: string) => {
    try {
      return decodeURIComponent(part.replace(/\+/g, " "))
    } catch {
      return part
    }
  }
  return colon < 0 ? ["", ""] as const : [decode(text.slice(0, colon)), decode(text.slice(colon + 1))] as const
}

const printToken = Answers.success(Wire.AccessToken)

export const layer = HttpApiBuilder.group(Api, "auth", (handlers) =>
  Effect.gen(function*() {
    const identity = yield* Identity

    const bodyOf = (request: HttpServerRequest.HttpServerRequest) =>
      Effect.map(Operations.bytesOf(request), (bytes): Operations.Body => ({
        bytes,
        json: bytes.length === 0 || /^application\/x-www-form/i.test(request.headers["content-type"] ?? "")
          ? undefined
          : Json.read(bytes)
      }))

    /** A token for a proved client, remembered by its idempotency key, sealed. */
    const issue = (
      request: HttpServerRequest.HttpServerRequest,
      body: Operations.Body,
      client: Principal,
      fields: Form
    ) =>
      Effect.gen(function*() {
        const keyed = yield* Operations.keyOf(request, client.id, body)
        const { write } = yield* Transactions
        return yield* write(Effect.gen(function*() {
          if (keyed !== undefined) {
            const known = yield* Idempotency.begin(keyed)
            if (known._tag === "Answered") return Operations.replay(known.answer)
          }
          const wanted = fields["scope"]?.split(" ").filter((scope) => scope !== "")
          const answer = yield* identity.issueToken(client, wanted).pipe(
            Effect.map((token) => printToken(Views.accessToken(token))),
            Effect.catchTag("InvalidScope", ({ scope }) =>
              Effect.succeed(
                oauthError(400, "invalid_scope", `this client does not have the scope ${JSON.stringify(scope)}`)
              ))
          )
          if (keyed !== undefined) yield* Idempotency.record(keyed, answer, true)
          return answer
        }))
      })

    return handlers
      .handleRaw(
        "guest",
        Operations.change(endpoint("auth", "guest"), anyone, () =>
          Effect.gen(function*() {
            const { create } = yield* identity.prepareGuest
            return Views.accessToken(yield* create)
          }), {
          sealed: () => true
        }),
        { uninterruptible: true }
      )
      .handleRaw("token", ({ request }) =>
        Operations.answered(
          request,
          Effect.gen(function*() {
            const body = yield* bodyOf(request)
            const fields = fieldsOf(request, body)
            if (fields?.["grant_type"] === undefined) {
              return Answers.send(oauthError(400, "invalid_request", "grant_type is missing; send a form or JSON"))
            }
            if (fields["grant_type"] !== "client_credentials") {
              return Answers.send(oauthError(400, "unsupported_grant_type", "the grant is client_credentials"))
            }
            const [id, secret] = credentialsOf(request, fields)
            const client = yield* Effect.option(
              identity.authenticateClient(id, secret).pipe(
                Effect.catchTag("StoreUnavailable", (error) => Effect.die(error))
              )
            )
            if (client._tag === "None") {
              return Answers.send(oauthError(401, "invalid_client", "unknown client or wrong secret"))
            }
            return Answers.send(yield* issue(request, body, client.value, fields))
          })
        ), { uninterruptible: true })
      .handleRaw("revoke", ({ request }) =>
        Operations.answered(
          request,
          Effect.gen(function*() {
            const token = fieldsOf(request, yield* bodyOf(request))?.["token"]
            if (token === undefined) return Answers.send(oauthError(400, "invalid_request", "token is missing"))
            yield* identity.revoke(token)
            return Answers.send({
              status: 200,
              headers: { "content-type": "application/json", "cache-control": "no-store" },
              body: "{}"
            })
          })
        ), { uninterruptible: true })
  }))
