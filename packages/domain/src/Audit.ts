/**
 * The kinds of records that the consistency audit counts, so that a report without differences also says how much was
 * read. The API schemas and the audit's statement take the names from here, so that neither can lack one.
 *
 * Left out on purpose: the rules of the audit. Follows docs/specification.md#consistency-audit.
 *
 * @since 1.0.0
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
