/**
 * Classes and rates of VAT: of products, of lines of orders, and of refunds. What was written without them has the
 * default: a product is standard, all lines have their order's one rate, and a refund takes from any. Follows
 * docs/specification.md#vat.
 */
import type { Migration } from "@beauty-store/sql/Migrations"

export const vatClasses: Migration["statements"] = () => [
  "ALTER TABLE product ADD COLUMN vat_class TEXT",
  "ALTER TABLE order_line ADD COLUMN rate_bp INTEGER",
  "ALTER TABLE refund ADD COLUMN parts TEXT",
  // For the documents of a quarter.
  "CREATE INDEX receipt_by_time ON receipt (at, series, n)"
]
