/**
 * Permissions to spend on the wire, with one value for each limit (docs/specification.md#delegations).
 *
 * @since 1.0.0
 */
import { LimitName } from "@beauty-store/domain/Allowance"
import { Status as DelegationStatus } from "@beauty-store/domain/Delegation"
import { DelegationId } from "@beauty-store/domain/Ids"
import { Language } from "@beauty-store/domain/Language"
import * as Schema from "effect/Schema"
import { refusesMisspelling } from "./Annotations.ts"
import { AmountInput, LanguageInput, leaf, MomentInput, whole } from "./InputSchemas.ts"
import { Amount, Moment, Uri } from "./ValueSchemas.ts"

/** One value for each limit. */
const perLimit = <A, I>(item: Schema.Schema<A, I>) =>
  Schema.Struct(
    Object.fromEntries(LimitName.literals.map((name) => [name, item])) as { readonly [name in LimitName]: typeof item }
  )

export const DelegationRequest = Schema.Struct({
  agentId: leaf(
    "the OAuth client id of an agent, 1 to 200 characters",
    Schema.String.pipe(Schema.minLength(1), Schema.maxLength(200))
  ),
  limits: Schema.optional(
    Schema.partial(perLimit(AmountInput)).annotations({
      [refusesMisspelling]: true
    })
  ),
  expiresAt: Schema.optional(MomentInput),
  language: Schema.optional(LanguageInput)
}).annotations({ identifier: "DelegationRequest", ...whole })

const delegationFields = {
  delegationId: DelegationId.claimed,
  agentId: Schema.String,
  status: DelegationStatus,
  limits: perLimit(Amount),
  remaining: perLimit(Amount),
  resetsAt: perLimit(Schema.NullOr(Moment)),
  language: Language,
  expiresAt: Schema.NullOr(Moment),
  createdAt: Moment
}
export const Delegation = Schema.Struct(delegationFields).annotations({ identifier: "Delegation" })
export const NewDelegation = Schema.Struct({
  ...delegationFields,
  approvalUrl: Uri
}).annotations({ identifier: "NewDelegation" })
