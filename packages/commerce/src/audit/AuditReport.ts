/**
 * The report of an audit: the differences it found, and how much there was to audit.
 *
 * Nothing but schemas and names, so that everything that prints or sends a report can take them from here. Nothing in it
 * is personal. Follows docs/specification.md#consistency-audit.
 */
import { AuditedKind } from "@beauty-store/domain/Audit"
import * as Schema from "effect/Schema"

/** Something that is stored otherwise than it follows from the facts. */
export const Difference = Schema.Struct({
  /** The rule that is broken: `stock.reserved`. Stable. */
  kind: Schema.String,
  /** What it is about: an id, or ids and numbers. */
  subject: Schema.String,
  /** What follows from the facts, in words or as a number; money in euros. */
  expected: Schema.String,
  /** What is stored. */
  found: Schema.String,
  /** All of it as a sentence. */
  words: Schema.String
})
export type Difference = typeof Difference.Type

/** The things that an audit counts, by the names that its report has on the wire: `papers` are receipts, credit notes, cancellations. */
export const countedKinds = AuditedKind.literals
export type CountedKind = typeof AuditedKind.Type

/** How much there was to audit. */
export const Counts = Schema.Record({ key: AuditedKind, value: Schema.Int })
export type Counts = typeof Counts.Type

export const AuditReport = Schema.Struct({
  /** How many differences there are: more than are listed where a rule is broken very often. */
  total: Schema.Int,
  differences: Schema.Array(Difference),
  counts: Counts
})
export type AuditReport = typeof AuditReport.Type

/** At most so many differences of a kind are listed. */
export const mostListed = 100
