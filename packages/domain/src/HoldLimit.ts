/**
 * The limits of holds and their owners, by their names in refusals.
 *
 * They are apart from their rules (`Hold`), because the typed client of the API needs the names alone. Follows
 * docs/specification.md#unpaid-checkouts.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

/** The owner of the limits, in the words of a refusal. */
export const HolderName = Schema.Literal("shopper", "network", "agent")
export type HolderName = typeof HolderName.Type

export const LimitName = Schema.Literal("sessions", "unitsPerProduct", "units", "value", "time", "lastUnitsTime")
export type LimitName = typeof LimitName.Type
