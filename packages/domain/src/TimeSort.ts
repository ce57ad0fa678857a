/**
 * How a list of what was made over time is sorted: newest first, or oldest first.
 *
 * Left out on purpose: other sorts. A list that is sorted by something that changes is not stable while it is read page
 * by page. Follows docs/specification.md#lists.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

/** `-createdAt`: newest first. */
export const TimeSort = Schema.Literal("-createdAt", "createdAt")
export type TimeSort = typeof TimeSort.Type
