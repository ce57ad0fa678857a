/**
 * The documents that may follow a receipt, by their names on the wire.
 *
 * They are apart from their rules (`Receipt`), because the typed client of the API needs the names alone. Follows
 * docs/specification.md#receipts.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

/** A document that may follow a receipt. */
export const EntryKind = Schema.Literal("credit_note", "cancellation")
