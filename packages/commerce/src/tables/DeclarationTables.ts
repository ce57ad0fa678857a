/**
 * What the law and carriers want to know of products, and who answers for a brand's. What was written without them has
 * none. Follows docs/specification.md#declarations.
 */
import type { Migration } from "@beauty-store/sql/Migrations"

export const declarations: Migration["statements"] = () => [
  "ALTER TABLE product ADD COLUMN sku TEXT",
  "ALTER TABLE product ADD COLUMN weight_grams INTEGER",
  "ALTER TABLE product ADD COLUMN country_of_origin TEXT",
  "ALTER TABLE product ADD COLUMN responsible_person TEXT",
  "ALTER TABLE product ADD COLUMN cpnp TEXT",
  "ALTER TABLE brand ADD COLUMN responsible_person TEXT",
  // Not unique: goods from before there was the rule may share a number.
  "CREATE INDEX product_by_gtin ON product (gtin)",
  "CREATE INDEX product_by_sku ON product (sku) WHERE sku IS NOT NULL"
]
