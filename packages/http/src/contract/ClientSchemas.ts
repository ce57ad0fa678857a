/**
 * The OAuth clients of a shop on the wire, as staff keep them (docs/specification.md#clients).
 *
 * @since 1.0.0
 */
import { scopesOf } from "@beauty-store/domain/Principal"
import * as Schema from "effect/Schema"
import { refusesMisspelling } from "./Annotations.ts"
import { choice, leaf, Name, whole } from "./InputSchemas.ts"
import { listOf } from "./ListSchemas.ts"
import { Moment } from "./ValueSchemas.ts"

const Kind = Schema.Literal("agent", "staff")

/** The longest time for which an old secret is accepted beside a new one. */
const mostHours = 168

export const NewClient = Schema.Struct({
  clientId: Name("an id of the shop's choice"),
  kind: choice(Kind),
  scopes: leaf(
    `at least one scope of its kind: ${scopesOf.agent.join(", ")} for an agent, for staff ${scopesOf.staff.join(", ")}`,
    Schema.NonEmptyArray(Schema.String)
  )
}).annotations({ identifier: "NewClient", [refusesMisspelling]: true, ...whole })

export const SecretRenewal = Schema.Struct({
  overlapHours: Schema.optional(
    leaf(`a whole number of hours from 0 to ${mostHours}`, Schema.Int.pipe(Schema.between(0, mostHours)))
  )
}).annotations({ identifier: "SecretRenewal", ...whole })

/** For how long the secret before counts beside the one that is asked for, in milliseconds: a day, if nobody says. */
export const overlapOf = ({ overlapHours = 24 }: typeof SecretRenewal.Type): number => overlapHours * 3_600_000

const fields = {
  clientId: Schema.String,
  kind: Kind,
  scopes: Schema.Array(Schema.String),
  secretCreatedAt: Schema.NullOr(Moment),
  previousSecretUntil: Schema.NullOr(Moment)
}
export const Client = Schema.Struct(fields).annotations({ identifier: "Client" })
export const ClientWithSecret = Schema.Struct({ ...fields, secret: Schema.String }).annotations({
  identifier: "ClientWithSecret"
})
export const ClientList = listOf("ClientPage", Client)
