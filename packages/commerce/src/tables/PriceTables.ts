/**
 * The tables of prices: what each product has cost since when, and what is planned. Follows
 * docs/specification.md#price-history.
 */
import type { Migration } from "@beauty-store/sql/Migrations"

export const prices: Migration["statements"] = ({ clustered, id }, dialect) => [
  // The sale that its price is of, as JSON (PriceRecords).
  `ALTER TABLE product ADD COLUMN sale TEXT`,
  // A program that knows no prices but those of products may remove one.
  `CREATE TABLE price_point (
    product_id ${id} NOT NULL REFERENCES product(id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    at BIGINT NOT NULL,
    price_minor BIGINT NOT NULL CHECK (price_minor > 0),
    is_sale INTEGER NOT NULL,
    PRIMARY KEY (product_id, n)
  ) ${clustered}`,
  // What is sold already costs this from now on; what it cost before is not known.
  `INSERT INTO price_point (product_id, n, at, price_minor, is_sale)
   SELECT p.id, 1, ${
    dialect === "sqlite"
      ? "CAST(strftime('%s', 'now') AS INTEGER) * 1000"
      : "CAST(extract(epoch FROM now()) * 1000 AS BIGINT)"
  }, p.price_minor, 0 FROM product p`,
  `CREATE TABLE price_plan (
    id ${id} PRIMARY KEY,
    product_id ${id} NOT NULL REFERENCES product(id) ON DELETE CASCADE,
    price_minor BIGINT NOT NULL CHECK (price_minor > 0),
    is_sale INTEGER NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT CHECK (ends_at > starts_at),
    UNIQUE (product_id, starts_at)
  ) ${clustered}`
]
