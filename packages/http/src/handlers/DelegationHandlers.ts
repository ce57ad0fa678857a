/** The handlers of the group `delegations` (docs/specification.md#delegations). */
import { Policy } from "@beauty-store/commerce/Policy"
import { type DelegationRefused, Delegations } from "@beauty-store/commerce/spending/Delegations"
import { LimitName, type Limits } from "@beauty-store/domain/Allowance"
import { type Currency, toNumber } from "@beauty-store/domain/Money"
import * as Effect from "effect/Effect"
import * as Match from "effect/Match"
import type * as DelegationSchemas from "../contract/DelegationSchemas.ts"
import { buyer, InvalidRequest, shopperAlone } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { languageFor } from "../pipeline/RequestLanguage.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

/** The given limits, in minor units. */
const limitsOf = (
  wanted: typeof DelegationSchemas.DelegationRequest.Type["limits"],
  currency: Currency
): Partial<Limits> =>
  Object.fromEntries(LimitName.literals.flatMap((name) => {
    const limit = wanted?.[name]
    return limit === undefined ? [] : [[name, Views.minorOf(limit, currency)]]
  }))

/** The faults of a request for what is no delegation. */
const faultsOf = Match.type<DelegationRefused["reasons"][number]>().pipe(
  Match.withReturnType<InvalidRequest["errors"]>(),
  Match.tagsExhaustive({
    AgentNotFound: () => [{ pointer: "/agentId", detail: "must be the OAuth client id of an agent" }],
    ExpiresInThePast: () => [{ pointer: "/expiresAt", detail: "must lie in the future" }],
    LimitsTooHigh: ({ currency, limits }) =>
      limits.map(({ limit, most }) => ({
        pointer: `/limits/${limit}`,
        detail: `must be at most ${toNumber(most, currency)}, the shop's own limit`
      }))
  })
)

export const handlers = Effect.gen(function*() {
  const delegations = yield* Delegations
  const { currency } = yield* Policy
  const view = Views.delegation(currency)

  return {
    create: Operations.saga(operation("delegations", "create"), shopperAlone, {
      begin: ({ caller, payload, request }) =>
        delegations.creation.begin({
          principal: caller.principal.id,
          agentId: payload.agentId,
          limits: limitsOf(payload.limits, currency),
          language: languageFor(payload, request),
          expiresAt: Views.millisOf(payload.expiresAt)
        }).pipe(
          Effect.catchTag(
            "DelegationRefused",
            ({ reasons }) => new InvalidRequest({ errors: reasons.flatMap(faultsOf) })
          )
        ),
      finish: (delegationId) =>
        Effect.map(delegations.creation.finish(delegationId), ({ approvalUrl, delegation }) => ({
          ...view(delegation),
          approvalUrl
        }))
    }, { sealed: () => true }),
    delegation: Operations.view(
      operation("delegations", "delegation"),
      buyer,
      ({ caller, path }) => Effect.map(delegations.view(caller.principal, path.delegationId), view)
    ),
    revoke: Operations.change(
      operation("delegations", "revoke"),
      shopperAlone,
      ({ caller, path }) => Effect.map(delegations.revoke(caller.principal, path.delegationId), view)
    )
  } satisfies HandlersOf<"delegations">
})
