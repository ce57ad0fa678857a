/**
 * What the consistency audit counts: the kinds of records that it read, so that a report of no differences also says of
 * how much. The wire and the audit's statement take the names from here, so that neither can lack one.
 *
 * Left out on purpose: the rules of the audit. Follows docs/specification.md#consistency-audit.
 */
import * as Schema from "effect/Schema"

export const AuditedKind = Schema.Literal(
  "products",
  "orders",
  "payments",
  "refunds",
  "shipments",
  "returns",
  "papers",
  "charges",
  "events",
  "deliveries"
)
