/**
 * Tokens on the wire, with the names that OAuth gives their fields (docs/specification.md#tokens).
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

export const AccessToken = Schema.Struct({
  access_token: Schema.String,
  token_type: Schema.Literal("Bearer"),
  expires_in: Schema.Int,
  scope: Schema.String
}).annotations({ identifier: "AccessToken" })

export const TokenRequest = Schema.Struct({
  grant_type: Schema.String,
  client_id: Schema.optional(Schema.String),
  client_secret: Schema.optional(Schema.String),
  scope: Schema.optional(
    Schema.String
  )
}).annotations({ identifier: "TokenRequest" })

export const RevokeRequest = Schema.Struct({
  token: Schema.String,
  token_type_hint: Schema.optional(Schema.String)
}).annotations({ identifier: "RevokeRequest" })
