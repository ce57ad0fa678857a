/**
 * A charge: one try of the store to take a session's money with nobody at a page.
 *
 * The rule: nothing is asked of the provider before the amount is counted against the limits (`authorised`), and what is
 * counted stays so until the provider has said what became of it. Another try is another charge; a session has one
 * undecided charge at a time.
 *
 * Left out on purpose: limits (`Allowance`), and what a payment means for the session (`CheckoutSession`). Follows
 * docs/specification.md#allowance, docs/specification.md#charges.
 */
import * as Schema from "effect/Schema"

/**
 * `begun`: whose instrument it is is still to be asked. `authorised`: counted; the provider may have been asked.
 * `refused`: the limits do not let it through. `challenged`: the bank wants to hear from the cardholder. `voided`: nothing
 * was taken, and nothing will be.
 */
export const State = Schema.Literal("begun", "authorised", "succeeded", "declined", "challenged", "refused", "voided")
export type State = typeof State.Type

/** Every step there is. */
export const transitions: Readonly<Record<State, ReadonlyArray<State>>> = {
  begun: ["authorised", "declined", "refused", "voided"],
  authorised: ["succeeded", "declined", "challenged", "voided"],
  succeeded: [],
  declined: [],
  challenged: [],
  refused: [],
  voided: []
}

/** Nobody knows yet what it comes to. */
export const isUndecided = (state: State): boolean => transitions[state].length > 0

/** A payment by it may still count. */
export const mayPay = (state: State): boolean => state === "succeeded" || isUndecided(state)
