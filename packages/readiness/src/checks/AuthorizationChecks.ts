/**
 * Checks of how an agent learns where tokens come from. Follows RFC 9728 (protected resources) and RFC 8414
 * (authorization servers). They apply where the API takes tokens.
 */
import { canParse } from "@beauty-store/outbound/UrlText"
import type { Check, Finding } from "../Check.ts"
import * as Json from "../documents/Json.ts"
import * as Evidence from "../Evidence.ts"
import type { Reading, Site } from "../Site.ts"

const rfc9728 = "https://www.rfc-editor.org/rfc/rfc9728"
const rfc8414 = "https://www.rfc-editor.org/rfc/rfc8414"

/** Whether the API takes tokens: it says so in its description, or by refusing a request with a challenge. */
const takesTokens = (site: Site): boolean => {
  const { openApi } = site
  const schemes = openApi._tag === "Present"
    ? Json.at(openApi.value.document, "components", "securitySchemes")
    : undefined
  const described = Json.isObject(schemes) &&
    Object.values(schemes).some((scheme) =>
      /^(oauth2|openIdConnect)$/.test(Json.textAt(scheme, "type") ?? "")
      || Json.textAt(scheme, "scheme")?.toLowerCase() === "bearer"
    )
  return described || challenges(site).length > 0
}

/** The challenges of requests that were refused for want of a token. */
const challenges = (site: Site): ReadonlyArray<string> =>
  (["acp-endpoint", "ucp-endpoint", "mcp"] as const).flatMap((purpose) => site.of(purpose)).flatMap(({ outcome }) =>
    outcome._tag === "Fetched" && outcome.document.status === 401
      ? [outcome.document.headers["www-authenticate"] ?? ""]
      : []
  )

const metadata = (
  site: Site,
  reading: Reading<Json.JsonObject>,
  judge: (document: Json.JsonObject) => string | undefined
): Finding => {
  if (reading._tag === "Failed") return Evidence.error(reading.why)
  if (reading._tag === "Present") return Evidence.unless(judge(reading.value), reading.url)
  return takesTokens(site) ? Evidence.fail(reading.why) : Evidence.notApplicable("The API takes no tokens.")
}

const texts = (value: Json.Json | undefined, name: string): ReadonlyArray<string> =>
  Json.listAt(value, name).filter((one) => typeof one === "string")

const serverPatch = (origin: string): string =>
  `{"issuer": "${origin}", "token_endpoint": "${origin}/oauth/token", "response_types_supported": [],
 "grant_types_supported": ["client_credentials"], "token_endpoint_auth_methods_supported": ["client_secret_basic"]}`

export const authorizationChecks: ReadonlyArray<Check> = [
  {
    id: "oauth.resource",
    dimension: "transactability",
    severity: "major",
    weight: 2,
    title: "The API says which server gives tokens for it",
    explanation:
      "/.well-known/oauth-protected-resource names the API (`resource`) and the servers whose tokens it takes.",
    specification: rfc9728,
    evaluate: (site) =>
      metadata(site, site.oauthResource, (document) => {
        const resource = Json.textAt(document, "resource")
        if (resource === undefined || !canParse(resource)) return "It has no `resource`."
        if (new URL(resource).origin !== site.origin) return `The resource ${resource} is another site.`
        return texts(document, "authorization_servers").some((one) => canParse(one))
          ? undefined
          : "It names no authorization_servers."
      }),
    fix: ({ origin }) => ({
      instructions: "Serve this document at /.well-known/oauth-protected-resource.",
      patch: `{"resource": "${origin}", "authorization_servers": ["${origin}"], "bearer_methods_supported": ["header"]}`
    })
  },
  {
    id: "oauth.server",
    dimension: "transactability",
    severity: "major",
    weight: 2,
    title: "The server that gives tokens describes itself",
    explanation:
      "/.well-known/oauth-authorization-server has the address that gives tokens and the grants it knows. It is looked for on this site, unless the API names a server elsewhere.",
    specification: rfc8414,
    evaluate: (site) => {
      const named = site.oauthResource._tag === "Present"
        ? texts(site.oauthResource.value, "authorization_servers")
        : []
      const own = named.length === 0 || named.some((one) => canParse(one) && new URL(one).origin === site.origin)
      if (!own && site.oauthServer._tag === "Absent") return Evidence.notApplicable(`Tokens come from ${named[0]!}`)
      return metadata(site, site.oauthServer, (document) => {
        const endpoint = Json.textAt(document, "token_endpoint")
        if (endpoint === undefined || !/^https?:\/\//.test(endpoint)) return "It has no token_endpoint."
        if (!Array.isArray(Json.at(document, "response_types_supported"))) return "It has no response_types_supported."
        return texts(document, "grant_types_supported").length === 0 &&
            Json.textAt(document, "authorization_endpoint") === undefined
          ? "It has neither grant_types_supported nor an authorization_endpoint."
          : undefined
      })
    },
    fix: ({ origin }) => ({
      instructions: "Serve this document at /.well-known/oauth-authorization-server.",
      patch: serverPatch(origin)
    })
  },
  {
    id: "oauth.issuer",
    dimension: "transactability",
    severity: "minor",
    weight: 1,
    title: "The metadata of the token server are its own",
    explanation: "The `issuer` has to be the address that the metadata came from.",
    specification: `${rfc8414}#section-3.3`,
    evaluate: (site) => {
      if (site.oauthServer._tag !== "Present") return Evidence.notApplicable("There are no metadata of a token server.")
      const issuer = Json.textAt(site.oauthServer.value, "issuer")
      return Evidence.unless(
        issuer?.replace(/\/$/, "") === site.origin ? undefined : `The issuer is ${issuer ?? "missing"}.`,
        site.origin
      )
    },
    fix: ({ origin }) => ({ instructions: "Correct the issuer.", patch: serverPatch(origin) })
  },
  {
    id: "oauth.challenge",
    dimension: "transactability",
    severity: "minor",
    weight: 1,
    title: "A refusal for want of a token says where to learn more",
    explanation:
      "The header WWW-Authenticate has `resource_metadata`. It applies where a request was refused with status 401.",
    specification: `${rfc9728}#section-5.1`,
    evaluate: (site) => {
      const seen = challenges(site)
      if (seen.length === 0) return Evidence.notApplicable("No request was refused for want of a token.")
      return Evidence.overall(
        "challenges",
        seen.map((challenge) => ({
          at: challenge === "" ? "no header" : challenge,
          problem: /^bearer\b/i.test(challenge) && /resource_metadata=/.test(challenge)
            ? undefined
            : "no resource_metadata"
        }))
      )
    },
    fix: ({ origin }) => ({
      instructions: "Add the parameter to the header of status 401.",
      patch: `WWW-Authenticate: Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"`
    })
  }
]
