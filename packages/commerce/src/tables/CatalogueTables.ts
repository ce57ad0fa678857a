/**
 * The tables of the catalogue: brands, products, their stock, and their search words. They were released: their SQL
 * never changes. A change of a table is a new migration (`Tables`). Follows docs/specification.md#catalogue and
 * docs/specification.md#stock.
 */
import type { Migration } from "@beauty-store/kernel/Migrations"

export const catalogue: Migration = {
  name: "001_catalogue",
  statements: ({ clustered, id }, dialect) => [
    `CREATE TABLE brand (
      id ${id} PRIMARY KEY,
      name TEXT NOT NULL,
      category TEXT NOT NULL,
      position INTEGER NOT NULL
    )`,
    `CREATE TABLE product (
      id ${id} PRIMARY KEY,
      brand_id ${id} NOT NULL REFERENCES brand(id),
      name TEXT NOT NULL,
      name_key ${id} NOT NULL,
      description TEXT NOT NULL,
      price_minor BIGINT NOT NULL CHECK (price_minor > 0),
      currency TEXT NOT NULL,
      category TEXT NOT NULL,
      gtin TEXT NOT NULL,
      size_thousandths BIGINT NOT NULL,
      size_unit TEXT NOT NULL,
      ingredients TEXT NOT NULL,
      hygiene_sealed INTEGER NOT NULL,
      position INTEGER NOT NULL
    )`,
    `CREATE INDEX product_by_brand ON product (brand_id, position)`,
    `CREATE TABLE stock (
      product_id ${id} PRIMARY KEY REFERENCES product(id),
      on_hand BIGINT NOT NULL,
      reserved BIGINT NOT NULL DEFAULT 0,
      CHECK (0 <= reserved AND reserved <= on_hand)
    ) ${clustered}`,
    // Grows whenever a catalogue page changes: a price, or a product that sold out or came back.
    `CREATE TABLE catalog_version (one INTEGER PRIMARY KEY CHECK (one = 1), version BIGINT NOT NULL)`,
    `INSERT INTO catalog_version (one, version) VALUES (1, 1)`,
    ...(dialect === "sqlite"
      ? [
        `CREATE VIRTUAL TABLE product_words USING fts5(product_id UNINDEXED, name, brand, category, other, tokenize = "unicode61 remove_diacritics 0")`
      ]
      : [
        `CREATE TABLE product_words (
          product_id ${id} PRIMARY KEY REFERENCES product(id),
          name TSVECTOR NOT NULL,
          brand TSVECTOR NOT NULL,
          category TSVECTOR NOT NULL,
          other TSVECTOR NOT NULL
        )`,
        `CREATE INDEX product_words_all ON product_words USING GIN ((name || brand || category || other))`
      ])
  ]
}
