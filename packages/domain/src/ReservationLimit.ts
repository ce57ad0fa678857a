/**
 * The limits of reservations and their holders, by their names in refusals. They are apart from their rules
 * (`Reservation`), because the typed client of the API needs the names alone. Follows
 * docs/specification.md#unpaid-checkouts.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

/** The holder, in the words of a refusal. */
export const HolderName = Schema.Literal("shopper", "network", "agent")
export type HolderName = typeof HolderName.Type

export const LimitName = Schema.Literal("sessions", "unitsPerProduct", "lastUnitsTime")
export type LimitName = typeof LimitName.Type
