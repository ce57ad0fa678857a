/**
 * The tables of the catalogue: brands, products, their stock, their words, and the last changes. Follows
 * docs/specification.md#catalogue and docs/specification.md#stock.
 */
import type { DialectSyntax, Migration } from "@beauty-store/sql/Migrations"
import type { Dialect } from "@beauty-store/sql/Transactions"

/** Brands, products and their stock. */
const productTables = ({ clustered, id }: DialectSyntax): ReadonlyArray<string> => [
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
    hygiene_sealed INTEGER NOT NULL,
    position INTEGER NOT NULL,
    added_at BIGINT NOT NULL,
    -- What the shop knows of it by a schema of its own, as JSON (Attributes).
    attributes TEXT,
    group_id ${id},
    group_name TEXT,
    varies_by TEXT,
    group_value TEXT
  )`,
  `CREATE INDEX product_by_brand ON product (brand_id, position)`,
  `CREATE INDEX product_by_group ON product (group_id) WHERE group_id IS NOT NULL`,
  // For each order of a list, in a category and in all: as many rows are read as are shown.
  `CREATE INDEX product_by_category ON product (category, id)`,
  `CREATE INDEX product_by_category_and_price ON product (category, price_minor, id)`,
  `CREATE INDEX product_by_category_and_age ON product (category, added_at DESC, id)`,
  `CREATE INDEX product_by_price ON product (price_minor, id)`,
  `CREATE INDEX product_by_name ON product (name_key, id)`,
  `CREATE INDEX product_by_age ON product (added_at DESC, id)`,
  // In a table of its own, because whoever lists, prices or buys products reads none.
  `CREATE TABLE product_text (
    product_id ${id} PRIMARY KEY REFERENCES product(id),
    texts TEXT NOT NULL
  )`,
  `CREATE TABLE stock (
    product_id ${id} PRIMARY KEY REFERENCES product(id),
    on_hand BIGINT NOT NULL,
    reserved BIGINT NOT NULL DEFAULT 0,
    CHECK (0 <= reserved AND reserved <= on_hand)
  ) ${clustered}`
]

/** The index of words by which products are found, and the words by which a search is corrected. */
const wordTables = ({ clustered, id }: DialectSyntax, dialect: Dialect): ReadonlyArray<string> => [
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
    ]),
  // The words of all products, and how many have each, which the index of words cannot say.
  `CREATE TABLE catalog_word (word ${id} PRIMARY KEY, products BIGINT NOT NULL) ${clustered}`
]

/** The catalogue's version and its last changes, one row each: processes learn of each other's from them. */
const changeTables = ({ id }: DialectSyntax): ReadonlyArray<string> => [
  // Grows whenever a catalogue page changes: a price, or a product that sold out or came back.
  `CREATE TABLE catalog_version (one INTEGER PRIMARY KEY CHECK (one = 1), version BIGINT NOT NULL)`,
  `INSERT INTO catalog_version (one, version) VALUES (1, 1)`,
  `CREATE TABLE catalog_change (
    place INTEGER PRIMARY KEY,
    version BIGINT NOT NULL,
    product_id ${id} NOT NULL
  )`
]

export const catalogue: Migration["statements"] = (syntax, dialect) => [
  ...productTables(syntax),
  ...wordTables(syntax, dialect),
  ...changeTables(syntax)
]

/** The options by which a group varies, where they are others than the one kind of `varies_by`. */
export const productOptions: Migration["statements"] = () => ["ALTER TABLE product ADD COLUMN options TEXT"]

/** Since when a product is not sold any more; null: it is sold. */
export const archivedProducts: Migration["statements"] = () => ["ALTER TABLE product ADD COLUMN archived_at BIGINT"]

/**
 * The words of products as a plain table: searches are answered from memory (`SearchIndex`), so that no index of the
 * database finds words. To write one took most of the time of an import.
 */
export const plainWords: Migration["statements"] = ({ id }, dialect) =>
  dialect === "pg" ? ["DROP INDEX product_words_all"] : [
    "CREATE TABLE product_words_before AS SELECT product_id, name, brand, category, other FROM product_words",
    "DROP TABLE product_words",
    `CREATE TABLE product_words (
      product_id ${id} PRIMARY KEY REFERENCES product(id),
      name TEXT NOT NULL,
      brand TEXT NOT NULL,
      category TEXT NOT NULL,
      other TEXT NOT NULL
    )`,
    `INSERT INTO product_words (product_id, name, brand, category, other)
     SELECT product_id, name, brand, category, other FROM product_words_before ORDER BY product_id`,
    "DROP TABLE product_words_before"
  ]
