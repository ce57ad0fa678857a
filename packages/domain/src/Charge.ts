/**
 * A charge: one try of the store to take a session's money with nobody at a page.
 *
 * The rule: nothing is asked of the provider before the amount is counted against the limits (`authorised`), and what
 * is counted stays so until the provider has said what became of it. Another try is another charge; a session has one
 * undecided charge at a time.
 *
 * Left out on purpose: limits (`Allowance`), and what a payment means for the session (`CheckoutSession`). Follows
 * docs/specification.md#allowance, docs/specification.md#charges.
 */
import * as Schema from "effect/Schema"

/**
 * `begun`: the provider is still to be asked whose instrument it is. `authorised`: counted; the provider may have been
 * asked. `refused`: the limits do not let it through. `challenged`: the bank asks for the cardholder. `voided`: nothing
 * was taken, and nothing will be.
 */
export const State = Schema.Literal("begun", "authorised", "succeeded", "declined", "challenged", "refused", "voided")
export type State = typeof State.Type

/** All transitions between states. */
export const transitions: Readonly<Record<State, ReadonlyArray<State>>> = {
  begun: ["authorised", "declined", "refused", "voided"],
  authorised: ["succeeded", "declined", "challenged", "voided"],
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
