/**
 * The states of an import of goods, in their order: it waits for its turn, its table is read, all of it is written at
 * once; or it is refused for its faults, or has failed. Follows docs/specification.md#imports.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

export const ImportStatus = Schema.Literal("waiting", "reading", "writing", "done", "refused", "failed")
export type ImportStatus = typeof ImportStatus.Type
