/**
 * The header `WWW-Authenticate` of a refusal for want of a valid token (RFC 6750 §3): what went wrong, and where a
 * client learns which server gives tokens (RFC 9728 §5.1). Follows docs/specification.md#tokens.
 */

/** Where the metadata of the API as a protected resource are. */
export const resourceMetadataPath = "/.well-known/oauth-protected-resource"

/** The challenge of a store at an address; `invalid` where a token was sent that is not valid. */
export const bearerChallenge = (baseUrl: string, invalid: boolean): string =>
  `Bearer realm="beauty-store"${invalid ? `, error="invalid_token"` : ""}, `
  + `resource_metadata="${baseUrl}${resourceMetadataPath}"`
