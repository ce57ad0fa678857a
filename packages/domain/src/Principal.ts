/**
 * Principals: the people and programs that requests act for, with their scopes: a shopper, an agent, or a member of
 * staff. An owner is a principal and, where an agent shops for several people, one of them. `mayAccess`: what belongs
 * to somebody does not exist for everybody else. Follows docs/specification.md#identity, docs/specification.md#access.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

export const PrincipalKind = Schema.Literal("shopper", "agent", "staff")
export type PrincipalKind = typeof PrincipalKind.Type

/** The person or program that a request acts for. */
export interface Principal {
  readonly kind: PrincipalKind
  /** Unique across all kinds: `sho_…` for a guest, `agent:<client id>`, `staff:<client id>`. */
  readonly id: string
  readonly scopes: ReadonlyArray<string>
}

/** The kind of a principal, by its id. */
export const kindOf = (principal: string): PrincipalKind =>
  principal.startsWith("agent:") ? "agent" : principal.startsWith("staff:") ? "staff" : "shopper"

/** The principal of an agent, by its OAuth client's id. */
export const agentPrincipal = (clientId: string): string => `agent:${clientId}`

/** The OAuth client's id of an agent or a member of staff, by their principal's. */
export const clientOf = (principal: string): string => principal.slice(principal.indexOf(":") + 1)

/** The scopes that each kind of principal may hold. */
export const scopesOf: { readonly [kind in PrincipalKind]: ReadonlyArray<string> } = {
  shopper: ["shop"],
  agent: ["shop", "orders:delegate", "scanner:write"],
  staff: [
    "orders:read",
    "orders:write",
    "inventory:write",
    "catalog:write",
    "refunds:write",
    "webhooks:write",
    "clients:write",
    "admin:read",
    "admin:write"
  ]
}

/** Whether something is a principal's own. `owner`: a principal's id, or null for nobody. */
export const owns = (principal: Pick<Principal, "id">, owner: string | null): boolean => principal.id === owner

/**
 * Whether a principal may see, or change, what belongs to `owner`: a principal's id, or null for nobody. Staff need the
 * scope.
 */
export const mayAccess = (principal: Principal, owner: string | null, staffScope: string): boolean =>
  principal.kind === "staff" ? principal.scopes.includes(staffScope) : owns(principal, owner)

/** The owner of a cart or an order: a principal, and where an agent shops for several people, one of them. */
export interface Owner {
  readonly principal: string
  /** The agent's own reference, empty where there is none. */
  readonly shopper: string
}
