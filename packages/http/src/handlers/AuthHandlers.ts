/**
 * Identity's operations: a new guest, OAuth 2.0 client credentials, revocation (contract §3).
 *
 * Token and revocation speak OAuth's own language: forms as well as JSON, HTTP Basic, and the errors of RFC 6749. What
 * is wrong before OAuth has a say (size, media type, idempotency key, the store itself) is a problem like anywhere.
 */
import { Identity } from "@beauty-store/commerce/identity/Identity"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { endpoint } from "../contract/Api.ts"
import * as ApiSchemas from "../contract/ApiSchemas.ts"
import { anyone } from "../pipeline/Authentication.ts"
import * as Json from "../pipeline/Json.ts"
import { group } from "../pipeline/Mounting.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Responses from "../pipeline/Responses.ts"
import * as Views from "./Views.ts"

/** RFC 6749 §5.2. A description holds no quotes and nothing of the request. */
class OAuthFault extends Data.TaggedError("OAuthFault")<{ readonly error: string; readonly description: string }> {}

const json = { "content-type": "application/json", "cache-control": "no-store" }

const oauthError = ({ description, error }: OAuthFault): Responses.EncodedResponse => ({
  status: error === "invalid_client" ? 401 : 400,
  headers: { ...json, ...(error === "invalid_client" ? { "www-authenticate": `Basic realm="beauty-store"` } : {}) },
  body: JSON.stringify({ error, error_description: description })
})

/** A form as the JSON object that it stands for. RFC 6749 §3.2: no parameter twice. */
const form: Operations.Reader = {
  type: Operations.formType,
  read: (bytes) => {
    const pairs = [...new URLSearchParams(new TextDecoder().decode(bytes))]
    return new Set(pairs.map(([name]) => name)).size === pairs.length ? Object.fromEntries(pairs) : Json.Malformed
  }
}

type Fields = Readonly<Record<string, string>>

const parameters = ["grant_type", "client_id", "client_secret", "scope", "token"]

/** The parameters that OAuth knows, all of them texts; an empty one counts as omitted (RFC 6749 §3.2). */
const fieldsOf = ({ json }: Operations.Body): Effect.Effect<Fields, OAuthFault> => {
  const refused = (description: string) => new OAuthFault({ error: "invalid_request", description })
  if (typeof json !== "object" || json === null) return refused("send a form or a JSON object, each parameter once")
  const given = Object.entries(json).filter(([name, value]) => parameters.includes(name) && value !== "")
  return given.every(([, value]) => typeof value === "string")
    ? Effect.succeed(Object.fromEntries(given))
    : refused("parameters are texts")
}

/** One part of HTTP Basic, form-encoded inside (RFC 6749 §2.3.1). */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part.replace(/\+/g, " "))
  } catch {
    return part
  }
}

/** The client's id and secret, by HTTP Basic or in the body, not both. */
const credentialsOf = (
  request: HttpServerRequest.HttpServerRequest,
  fields: Fields
): Effect.Effect<{ readonly id: string; readonly secret: string }, OAuthFault> => {
  const basic = /^Basic(?: +(.*))?$/i.exec(request.headers["authorization"] ?? "")
  const { client_id: id = "", client_secret: secret = "" } = fields
  if (basic === null) return Effect.succeed({ id, secret })
  if (secret !== "") {
    return new OAuthFault({ error: "invalid_request", description: "send the secret in one place only" })
  }
  const [, one = "", other = ""] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic[1] ?? "", "base64").toString("utf8")) ?? []
  return Effect.succeed({ id: decoded(one), secret: decoded(other) })
}

const printToken = Responses.success(ApiSchemas.AccessToken)

export const layer = group(
  "auth",
  Effect.fnUntraced(function*(handlers) {
    const identity = yield* Identity

    const tokenFor = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
      const body = yield* Operations.bodyOf(request, form)
      const fields = yield* fieldsOf(body)
      if (fields["grant_type"] === undefined) {
        return yield* new OAuthFault({ error: "invalid_request", description: "grant_type is missing" })
      }
      if (fields["grant_type"] !== "client_credentials") {
        return yield* new OAuthFault({
          error: "unsupported_grant_type",
          description: "the grant is client_credentials"
        })
      }
      const { id, secret } = yield* credentialsOf(request, fields)
      const client = yield* Effect.catchTag(
        identity.authenticateClient(id, secret),
        "InvalidClient",
        () => new OAuthFault({ error: "invalid_client", description: "unknown client or wrong secret" })
      )
      const wanted = fields["scope"]?.split(" ").filter((scope) => scope !== "")
      const refused = new OAuthFault({
        error: "invalid_scope",
        description: "a scope was asked for that this client does not have"
      })
      const issued = identity.issueToken(client, wanted).pipe(
        Effect.map((token) => printToken(Views.accessToken(token))),
        Effect.catchTag("InvalidScope", () => Effect.succeed(oauthError(refused)))
      )
      return yield* Operations.once(request, client.id, body, true, issued)
    })

    const revoked = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
      const body = yield* Operations.bodyOf(request, form)
      const { token } = yield* fieldsOf(body)
      if (token === undefined) {
        return yield* new OAuthFault({ error: "invalid_request", description: "token is missing" })
      }
      const done: Responses.EncodedResponse = { status: 200, headers: json, body: "{}" }
      return yield* Operations.once(request, undefined, body, false, Effect.as(identity.revoke(token), done))
    })

    /** OAuth's own faults in its own words, all others as problems. */
    const inOAuth = <E extends Responses.Tagged, R>(
      serve: (
        request: HttpServerRequest.HttpServerRequest
      ) => Effect.Effect<ReturnType<typeof Responses.send>, E | OAuthFault, R>
    ) =>
    ({ request }: { readonly request: HttpServerRequest.HttpServerRequest }) =>
      Operations.answered(
        request,
        Effect.catchIf(
          serve(request),
          (error): error is OAuthFault => error instanceof OAuthFault,
          (fault) => Effect.succeed(Responses.send(oauthError(fault)))
        )
      )

    return handlers
      .handle(
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
      .handle("token", inOAuth(tokenFor), { uninterruptible: true })
      .handle("revoke", inOAuth(revoked), { uninterruptible: true })
  })
)
