/**
 * A charge: one attempt of the store to take the payment of a session without a person on a payment page. The provider
 * is asked for money only after the amount is counted against the limits (`authorised`), and it stays counted until the
 * outcome is known. A session has one undecided charge at a time. Follows docs/specification.md#allowance,
 * docs/specification.md#charges.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

/**
 * `begun`: the provider is still to be asked whose instrument it is. `authorised`: counted; the provider may have been
 * asked for the money.
 * `refused`: the limits do not allow it; they are checked again where spends had been forgotten. `challenged`: the bank
 * wants to authenticate the cardholder. `voided`: nothing was taken, and nothing will be.
 */
export const State = Schema.Literal("begun", "authorised", "succeeded", "declined", "challenged", "refused", "voided")
export type State = typeof State.Type

/** All transitions between states. */
export const transitions: Readonly<Record<State, ReadonlyArray<State>>> = {
  begun: ["authorised", "declined", "refused", "voided"],
  authorised: ["succeeded", "declined", "challenged", "refused", "voided"],
  succeeded: [],
  declined: [],
  challenged: [],
  refused: [],
  voided: []
}

/** Its outcome is not known yet. */
export const isUndecided = (state: State): boolean => transitions[state].length > 0

/** A payment by it may still count. */
export const mayPay = (state: State): boolean => state === "succeeded" || isUndecided(state)

/**
 * Whether a payment came by a charge that was given up, or that the store does not know. `chargeId`: none where a
 * person paid on the payment page.
 */
export const isGivenUp = (
  chargeId: string | undefined,
  charges: ReadonlyArray<{ readonly id: string; readonly state: State }>
): boolean => chargeId !== undefined && !charges.some(({ id, state }) => id === chargeId && mayPay(state))
