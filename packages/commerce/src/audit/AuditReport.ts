/**
 * The report of an audit: the differences that it found, and how much it read.
 *
 * Only schemas and names, so that every module that prints or sends a report can take them from here. Nothing in it is
 * personal. Follows docs/specification.md#consistency-audit.
 *
 * @since 1.0.0
 */
import { AuditedKind } from "@beauty-store/domain/Audit"
import * as Schema from "effect/Schema"

/** A stored value that does not follow from the facts. */
export const Difference = Schema.Struct({
  /** The rule that is broken: `stock.reserved`. Stable. */
  kind: Schema.String,
  /** The subject: an id, or ids and numbers. */
  subject: Schema.String,
  /** The value that follows from the facts, in words or as a number; money in the shop's currency. */
  expected: Schema.String,
  /** The stored value. */
  found: Schema.String,
  /** The difference as a sentence. */
  words: Schema.String
})
export type Difference = typeof Difference.Type

/**
 * The kinds of records that an audit counts, by their names in the report on the wire: `papers` are receipts, credit
 * notes and cancellations.
 */
export const countedKinds = AuditedKind.literals
export type CountedKind = typeof AuditedKind.Type

/** How much was read. */
export const Counts = Schema.Record({ key: AuditedKind, value: Schema.Int })
export type Counts = typeof Counts.Type

export const AuditReport = Schema.Struct({
  /** How many differences there are, which may be more than are listed. */
  total: Schema.Int,
  differences: Schema.Array(Difference),
  counts: Counts
})
export type AuditReport = typeof AuditReport.Type

/** The most differences of a kind that are listed. */
export const mostListed = 100
