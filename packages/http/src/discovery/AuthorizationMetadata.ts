/**
 * How a client that knows nothing of the store learns where tokens come from: the metadata of the API as a protected
 * resource (RFC 9728), and those of the authorization server (RFC 8414), which is the store itself.
 *
 * The rule: addresses are those of the contract's operations, and nothing is named that the store does not do. There is
 * no authorization endpoint: the only grant is `client_credentials`. Follows docs/specification.md#tokens.
 */
import { scopesOf } from "@beauty-store/domain/Principal"
import { Api } from "../contract/Api.ts"
import { listEndpoints } from "../contract/HttpApiLookup.ts"
import { resourceMetadataPath } from "../pipeline/Challenge.ts"

export const resourcePath = resourceMetadataPath
export const serverPath = "/.well-known/oauth-authorization-server"

/** The address of an operation of the group `auth`. */
const addressOf = (baseUrl: string, name: "revoke" | "token"): string => {
  const found = listEndpoints(Api).find(({ endpoint, group }) => group === "auth" && endpoint.name === name)
  if (found === undefined) throw new Error(`the contract has no operation auth.${name}`)
  return baseUrl + found.endpoint.path
}

const scopes: ReadonlyArray<string> = [...new Set(Object.values(scopesOf).flat())]

/** RFC 9728 §2. */
export const protectedResource = (baseUrl: string, storeName: string) => ({
  resource: baseUrl,
  resource_name: storeName,
  authorization_servers: [baseUrl],
  scopes_supported: scopes,
  bearer_methods_supported: ["header"],
  resource_documentation: `${baseUrl}/docs`,
  resource_policy_uri: `${baseUrl}/policies/privacy`,
  resource_tos_uri: `${baseUrl}/policies/terms`
})

/** RFC 8414 §2. `response_types_supported` is required, and empty without an authorization endpoint. */
export const authorizationServer = (baseUrl: string) => ({
  issuer: baseUrl,
  token_endpoint: addressOf(baseUrl, "token"),
  token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
  revocation_endpoint: addressOf(baseUrl, "revoke"),
  revocation_endpoint_auth_methods_supported: ["none"],
  grant_types_supported: ["client_credentials"],
  response_types_supported: [],
  scopes_supported: scopes,
  service_documentation: `${baseUrl}/docs`,
  op_policy_uri: `${baseUrl}/policies/privacy`,
  op_tos_uri: `${baseUrl}/policies/terms`
})
