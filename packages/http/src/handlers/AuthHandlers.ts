/**
 * The handlers of the group `auth`: a new guest, OAuth 2.0 client credentials, revocation.
 *
 * Token and revocation follow OAuth: forms as well as JSON, HTTP Basic, and the errors of RFC 6749. Errors outside of
 * OAuth (size, media type, idempotency key, the store itself) are problem documents, as everywhere. Follows
 * docs/specification.md#tokens.
 */
import { Identity } from "@beauty-store/commerce/identity/Identity"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { HttpServerResponse } from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as AuthSchemas from "../contract/AuthSchemas.ts"
import { anyone } from "../pipeline/Authentication.ts"
import type { TaggedError } from "../pipeline/ErrorDescription.ts"
import * as IdempotentRequest from "../pipeline/IdempotentRequest.ts"
import * as Json from "../pipeline/Json.ts"
import * as Operations from "../pipeline/Operations.ts"
import { type Body, bodyOf, formType, type MediaTypeReader } from "../pipeline/RequestBody.ts"
import * as Responses from "../pipeline/Responses.ts"
import * as SignInLimit from "../pipeline/SignInLimit.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

/** RFC 6749 §5.2. A description contains no quotes and nothing of the request. */
class OAuthFault extends Data.TaggedError("OAuthFault")<{ readonly error: string; readonly description: string }> {}

const json = { "content-type": "application/json", "cache-control": "no-store" }

const oauthError = ({ description, error }: OAuthFault): Responses.EncodedResponse => ({
  status: error === "invalid_client" ? 401 : 400,
  headers: { ...json, ...(error === "invalid_client" ? { "www-authenticate": `Basic realm="beauty-store"` } : {}) },
  body: Json.print({ error, error_description: description })
})

/** A form as a JSON object. RFC 6749 §3.2: no parameter twice. */
const form: MediaTypeReader = {
  type: formType,
  read: (bytes) => {
    const pairs = [...new URLSearchParams(new TextDecoder().decode(bytes))]
    return new Set(pairs.map(([name]) => name)).size === pairs.length ? Object.fromEntries(pairs) : Json.Malformed
  }
}

type Fields = Readonly<Record<string, string>>

const parameters = ["grant_type", "client_id", "client_secret", "scope", "token"]

/** The parameters of OAuth, all of them texts; an empty one counts as omitted (RFC 6749 §3.2). */
const fieldsOf = ({ json }: Body): Effect.Effect<Fields, OAuthFault> => {
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
  const named = decoded(one)
  if (id !== "" && named !== "" && id !== named) {
    return new OAuthFault({ error: "invalid_request", description: "client_id names another client than HTTP Basic" })
  }
  return Effect.succeed({ id: named, secret: decoded(other) })
}

const printToken = Responses.printSuccess(AuthSchemas.AccessToken)

type IdentityService = Context.Tag.Service<Identity>

/** Issues a token for the client that a request names. */
const issueToken = (identity: IdentityService) =>
  Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
    const body = yield* bodyOf(request, form)
    const fields = yield* fieldsOf(body)
    if (fields["grant_type"] === undefined) {
      return yield* new OAuthFault({ error: "invalid_request", description: "grant_type is missing" })
    }
    if (fields["grant_type"] !== "client_credentials") {
      return yield* new OAuthFault({ error: "unsupported_grant_type", description: "the grant is client_credentials" })
    }
    const { id, secret } = yield* credentialsOf(request, fields)
    const client = yield* Effect.catchTag(
      SignInLimit.countSignIn(request, identity.authenticateClient(id, secret)),
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
    return yield* IdempotentRequest.change({ body, request, who: client.id }, issued, true)
  })

const revokeToken = (identity: IdentityService) =>
  Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
    const body = yield* bodyOf(request, form)
    const { token } = yield* fieldsOf(body)
    if (token === undefined) {
      return yield* new OAuthFault({ error: "invalid_request", description: "token is missing" })
    }
    const done: Responses.EncodedResponse = { status: 200, headers: json, body: Json.print({}) }
    return yield* IdempotentRequest.change(
      { body, request, who: undefined },
      Effect.as(identity.revoke(token), done),
      false
    )
  })

/** Serves a request, with OAuth's own errors in its own form and all others as problem documents. */
const withOAuthFaults = <E extends TaggedError, R>(
  serve: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<HttpServerResponse, E | OAuthFault, R>
) =>
(_: unknown, { request }: Operations.RawRequest) =>
  Effect.catchIf(
    serve(request),
    (error): error is OAuthFault => error instanceof OAuthFault,
    (fault) => Effect.succeed(Responses.send(oauthError(fault)))
  )

const changing = { uninterruptible: true } as const

export const handlers = Effect.map(Identity, (identity) => ({
  guest: Operations.change(
    operation("auth", "guest"),
    anyone,
    () => Effect.map(Effect.flatMap(identity.prepareGuest, ({ create }) => create), Views.accessToken),
    { makesGuests: true, sealed: () => true }
  ),
  token: Operations.raw(operation("auth", "token"), withOAuthFaults(issueToken(identity)), changing),
  revoke: Operations.raw(operation("auth", "revoke"), withOAuthFaults(revokeToken(identity)), changing)
} satisfies HandlersOf<"auth">))
