/**
 * The tables of pictures: which each product has, in its own row, and their files in rows that only those read who
 * show them. Follows docs/specification.md#pictures.
 */
import type { Migration } from "@beauty-store/sql/Migrations"

export const pictures: Migration["statements"] = ({ clustered, id }, dialect) => [
  // Those of a product in their order, as JSON (ProductPicture).
  `ALTER TABLE product ADD COLUMN pictures TEXT`,
  `CREATE TABLE picture (
    id ${id} PRIMARY KEY,
    -- Of its largest file, in pixels.
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    -- How many products have it; 0 while an import goes on.
    uses BIGINT NOT NULL CHECK (uses >= 0)
  ) ${clustered}`,
  `CREATE TABLE picture_file (
    picture_id ${id} NOT NULL REFERENCES picture(id),
    name ${id} NOT NULL,
    bytes ${dialect === "sqlite" ? "BLOB" : "BYTEA"} NOT NULL,
    PRIMARY KEY (picture_id, name)
  )`
]
