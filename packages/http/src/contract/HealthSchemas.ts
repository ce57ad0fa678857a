/**
 * Whether the program lives and is ready, on the wire (docs/specification.md#health).
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

export const Health = Schema.Struct({ status: Schema.Literal("ok") }).annotations({ identifier: "Health" })
