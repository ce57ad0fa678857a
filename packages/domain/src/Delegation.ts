/**
 * A delegation: a person's permission for one agent to pay with one of the person's instruments, within limits
 * (`Allowance`). The person requests it and approves it in time on the provider's page; it ends when they revoke it or
 * when it expires. Only an active one pays. Times are milliseconds since the epoch. Follows
 * docs/specification.md#delegations.
 *
 * @since 1.0.0
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { LimitName, type Limits } from "./Allowance.ts"
import { DelegationId } from "./Ids.ts"
import * as Money from "./Money.ts"

/** The status of a delegation. `pending_approval`: the person has not decided. */
export const Status = Schema.Literal("pending_approval", "active", "revoked", "expired")
export type Status = typeof Status.Type

/** The stored state of a delegation. `rejected`: the person refused on the provider's page. */
export const State = Schema.Literal("pending", "active", "rejected", "revoked")
export type State = typeof State.Type

/** All transitions between states. */
export const transitions: Readonly<Record<State, ReadonlyArray<State>>> = {
  pending: ["active", "rejected", "revoked"],
  active: ["revoked"],
  rejected: [],
  revoked: []
}

/** How long the person has to decide, in milliseconds. */
export const decisionMillis = 30 * 60_000

/** The end of a delegation lies in the past. */
export class ExpiresInThePast extends Schema.TaggedError<ExpiresInThePast>()("ExpiresInThePast", {
  expiresAt: Schema.Int
}) {}

/** The times of a delegation that is requested now; `expiresAt`: when it is to end by itself, if ever. */
export const timesOf = (
  expiresAt: number | undefined,
  now: number
): Either.Either<{ readonly decideBefore: number }, ExpiresInThePast> =>
  expiresAt !== undefined && expiresAt <= now
    ? Either.left(new ExpiresInThePast({ expiresAt }))
    : Either.right({ decideBefore: now + decisionMillis })

/** The status of a delegation at a moment: an undecided one, and one with an end, expire by time alone. */
export const status = (
  delegation: {
    readonly state: State
    /** The last moment at which the person can decide. */
    readonly decideBefore: number
    /** When it ends by itself; undefined: never. */
    readonly expiresAt: number | undefined
  },
  now: number
): Status => {
  if (delegation.state === "rejected" || delegation.state === "revoked") return "revoked"
  if (delegation.expiresAt !== undefined && now >= delegation.expiresAt) return "expired"
  if (delegation.state === "active") return "active"
  return now >= delegation.decideBefore ? "expired" : "pending_approval"
}

/** The caller has no delegation of this id, which may be any text that a client sent. */
export class DelegationNotFound extends Schema.TaggedError<DelegationNotFound>()("DelegationNotFound", {
  delegationId: DelegationId.claimed
}) {
  override get message(): string {
    return `There is no delegation ${this.delegationId}.`
  }
}

/** It cannot pay: it is not approved yet, or no longer valid. */
export class DelegationNotActive extends Schema.TaggedError<DelegationNotActive>()("DelegationNotActive", {
  delegationId: DelegationId.claimed,
  currentStatus: Status
}) {
  override get message(): string {
    const words = { pending_approval: "not approved yet", active: "active", revoked: "revoked", expired: "expired" }
    return `Delegation ${this.delegationId} is ${words[this.currentStatus]}.`
  }
}

/** A delegation may allow less than the shop does, never more. */
export class LimitsTooHigh extends Schema.TaggedError<LimitsTooHigh>()("LimitsTooHigh", {
  limits: Schema.Array(Schema.Struct({ limit: LimitName, most: Schema.Int })),
  currency: Money.Currency
}) {
  override get message(): string {
    return this.limits.map(({ limit, most }) => `${limit} is at most ${Money.format(most)} ${this.currency}`).join(
      ", "
    ) + "."
  }
}

/** The limits of a delegation: those that it names, and the shop's for the others. A shop's 0 excludes every one. */
export const limitsOf = (
  wanted: Partial<Limits>,
  store: Limits,
  currency: Money.Currency = Money.defaultCurrency
): Either.Either<Limits, LimitsTooHigh> => {
  const tooHigh = LimitName.literals.filter((limit) => store[limit] === 0 || (wanted[limit] ?? 0) > store[limit])
  return tooHigh.length > 0
    ? Either.left(new LimitsTooHigh({ limits: tooHigh.map((limit) => ({ limit, most: store[limit] })), currency }))
    : Either.right({ ...store, ...wanted })
}

/** What is left to spend of a delegation that is not active: nothing, or before it is approved all of its limits. */
export const remainingUnlessActive = (status: Exclude<Status, "active">, limits: Limits): Limits =>
  status === "pending_approval" ? limits : { perTransaction: 0, perDay: 0, perMonth: 0 }
