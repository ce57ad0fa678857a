/**
 * The sign-in of a program that embeds the store: who a request is from, in the host's own terms. The host is asked
 * first, before any transaction; the store's own tokens and cookies count where it knows nobody. What a caller may do,
 * scopes, owners and budgets, stays the store's to decide. Follows docs/specification.md#embedding.
 *
 * @since 1.0.0
 */
import { type Principal, PrincipalKind, scopesOf } from "@beauty-store/domain/Principal"
import { printValue } from "@beauty-store/domain/PrintedValue"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Caller } from "./contract/Security.ts"

/**
 * A caller whom the host knows. `id` is the host's own name of them: 1 to 100 visible ASCII characters that always mean
 * the same person or program. It is stored with carts and orders, so take an opaque id and no email address.
 */
export type HostCaller =
  | { readonly kind: "shopper"; readonly id: string }
  | {
    /** An agent has the same id as the OAuth client that it is, if it is one. */
    readonly kind: "agent"
    readonly id: string
    /** The agent's own name of the person it shops for. */
    readonly shopper?: string
    /** Default: `shop`, without spending for others. */
    readonly scopes?: ReadonlyArray<string>
  }
  | { readonly kind: "staff"; readonly id: string; readonly scopes: ReadonlyArray<string> }

/** The request presents something that proves nobody. The response is 401, and no token of the store is looked at. */
export class SignInRefused extends Data.TaggedError("SignInRefused") {}

/**
 * The caller of a request; undefined or null where the host knows nobody.
 *
 * ```ts
 * const identity: HostIdentity = (request) =>
 *   Effect.map(sessions.find(request.headers["cookie"]), (session) =>
 *     session && { kind: "shopper", id: session.userId })
 *
 * const routes = StoreHttp.layer({ prefix: "/shop", identity })
 * ```
 */
export type HostIdentity = (
  request: HttpServerRequest.HttpServerRequest
) => Effect.Effect<HostCaller | null | undefined, SignInRefused>

/** A mistake in the program that embeds the store. */
class InvalidHostCaller extends Data.TaggedError("InvalidHostCaller")<{ readonly message: string }> {}

const idForm = /^[\x21-\x7e]{1,100}$/
const isId = (id: unknown): boolean => typeof id === "string" && idForm.test(id)

/** The scopes that a caller of a kind may have, of those that the host gives. */
const scopesFor = (caller: HostCaller): ReadonlyArray<string> => {
  const wanted = caller.kind === "shopper" ? scopesOf.shopper : caller.scopes ?? ["shop"]
  return scopesOf[caller.kind].filter((scope) => wanted.includes(scope))
}

/**
 * The host's caller as one of the store. A shopper's id is not that of any guest, because it has another beginning.
 */
const callerOf = (found: HostCaller): Caller => {
  const principal: Principal = { kind: found.kind, id: `${found.kind}:${found.id}`, scopes: scopesFor(found) }
  return { principal, owner: { principal: principal.id, shopper: found.kind === "agent" ? found.shopper ?? "" : "" } }
}

const allScopes: ReadonlyArray<unknown> = Object.values(scopesOf).flat()

/** No list of scopes, or a scope that no kind of caller has: those of another kind are left out. */
const faultOfScopes = (found: HostCaller): string | undefined => {
  const given: unknown = found.kind === "shopper" ? undefined : found.scopes
  if (given === undefined || given === null) return undefined
  const of = found.kind === "staff" ? "staff" : "agents"
  if (!Array.isArray(given)) return `${printValue(given)} is no list of scopes: those of ${of} are ${listOf(found)}`
  const unknown: ReadonlyArray<unknown> = given.filter((scope) => !allScopes.includes(scope))
  return unknown.length === 0 ? undefined : `${printValue(unknown[0])} is no scope: those of ${of} are ${listOf(found)}`
}
const listOf = ({ kind }: HostCaller): string => scopesOf[kind].join(", ")

const faultOfIds = (found: HostCaller): string | undefined =>
  !isId(found.id)
    ? `the id of a ${found.kind} has to be 1 to 100 visible ASCII characters`
    : found.kind === "agent" && (found.shopper ?? undefined) !== undefined && !isId(found.shopper)
    ? "an agent's name of a shopper has to be 1 to 100 visible ASCII characters"
    : undefined

const faultOf = (found: HostCaller): string | undefined => {
  if (typeof found !== "object") {
    return `${printValue(found)} is no caller: give an object with kind and id, or undefined for nobody`
  }
  return isKind(found.kind)
    ? faultOfScopes(found) ?? faultOfIds(found)
    : `${printValue(found.kind)} is no kind of caller: there are ${PrincipalKind.literals.join(", ")}`
}
const isKind = Schema.is(PrincipalKind)

/** Asks the host. A caller that cannot be one is a defect, in words for the host's author. */
export const signIn = (
  identity: HostIdentity,
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Caller | undefined, SignInRefused> =>
  Effect.flatMap(
    Effect.suspend(() => identity(request)),
    (found): Effect.Effect<Caller | undefined> => {
      if (found === undefined || found === null) return Effect.succeed(undefined)
      const message = faultOf(found)
      return message === undefined ? Effect.succeed(callerOf(found)) : Effect.die(new InvalidHostCaller({ message }))
    }
  )
