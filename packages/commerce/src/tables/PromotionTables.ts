/**
 * The tables of promotions, and what carts and orders have of them. Follows docs/specification.md#promotions.
 */
import type { Migration } from "@beauty-store/sql/Migrations"

export const promotions: Migration["statements"] = ({ clustered, id }) => [
  `CREATE TABLE promotion (
    id ${id} PRIMARY KEY,
    title TEXT NOT NULL,
    -- As codes are compared; null: for everybody.
    code ${id},
    benefit TEXT NOT NULL,
    conditions TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT,
    uses BIGINT,
    uses_per_customer BIGINT
  )`,
  // A code belongs to one promotion forever: whoever finds it on an old leaflet is not surprised by another one.
  `CREATE UNIQUE INDEX promotion_by_code ON promotion (code) WHERE code IS NOT NULL`,
  `CREATE INDEX promotion_for_everybody ON promotion (ends_at) WHERE code IS NULL`,
  // An order that had a code. It is a use as long as the order is not cancelled.
  `CREATE TABLE promotion_use (
    promotion_id ${id} NOT NULL REFERENCES promotion(id),
    order_id ${id} NOT NULL REFERENCES orders(id),
    PRIMARY KEY (promotion_id, order_id)
  ) ${clustered}`,
  // The codes that its owner gave, and whether they were shown free shipping by a promotion.
  "ALTER TABLE cart ADD COLUMN promotions TEXT",
  // Those that counted: what each is called, its code and what it took off.
  "ALTER TABLE orders ADD COLUMN promotions TEXT"
]
