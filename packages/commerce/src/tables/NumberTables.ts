/**
 * What people find orders, returns and tickets by: the first seven digits of their numbers, which no two rows of a table
 * share; and of orders, the recipient's name and postcode as they are compared. Follows docs/specification.md#numbers
 * and docs/specification.md#orders.
 */
import type { Migration } from "@beauty-store/sql/Migrations"

const numbered = ["orders", "return_request", "ticket"]

/** A random body that no row has, where eight draws find one. */
const free = (table: string): string =>
  `(SELECT column1 FROM (VALUES ${Array(8).fill("(1000000 + abs(random() % 9000000))").join(", ")})
    WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE number = column1) LIMIT 1)`

/** What an order is found by beside its number, of an address in JSON; accents are not folded here. */
const foundBy = (field: (name: string) => string): ReadonlyArray<readonly [column: string, value: string]> => [
  ["name_folded", `lower(${field("name")})`],
  ["postcode_folded", `replace(replace(lower(${field("postcode")}), ' ', ''), '-', '')`]
]

/** The columns of a table beside its number that a row may lack, each with its value. */
const others = (table: string, field: (name: string) => string) => table === "orders" ? foundBy(field) : []

/** Draw a number for each row that is written without one. */
const triggers = {
  sqlite: (table: string) =>
    ["INSERT", "UPDATE OF number"].map((event) =>
      `CREATE TRIGGER ${table}_number_${event.slice(0, 6).toLowerCase()} AFTER ${event} ON ${table}
       WHEN new.number IS NULL BEGIN UPDATE ${table} SET ${
        [
          ["number", free(table)],
          ...others(table, (name) => `json_extract(new.address, '$.${name}')`)
        ].map(([column, value]) => `${column} = ${value}`).join(", ")
      } WHERE id = new.id; END`
    ),
  pg: (table: string) => [
    `CREATE FUNCTION ${table}_number() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       LOOP
         new.number := 1000000 + floor(random() * 9000000);
         EXIT WHEN NOT EXISTS (SELECT 1 FROM ${table} WHERE number = new.number);
       END LOOP;
       ${
      others(table, (name) => `new.address::json ->> '${name}'`)
        .map(([column, value]) => `new.${column} := ${value};`).join(" ")
    }
       RETURN new;
     END $$`,
    `CREATE TRIGGER ${table}_number BEFORE INSERT OR UPDATE OF number ON ${table}
     FOR EACH ROW WHEN (new.number IS NULL) EXECUTE FUNCTION ${table}_number()`
  ]
}

/**
 * Programs from before write rows without a number: the trigger gives them one, and so it does those that exist. Rows
 * of this program have theirs (`Numbers`).
 */
export const numbers: Migration["statements"] = (_, dialect) => [
  "ALTER TABLE orders ADD COLUMN name_folded TEXT",
  "ALTER TABLE orders ADD COLUMN postcode_folded TEXT",
  "CREATE INDEX orders_by_postcode ON orders (postcode_folded, id)",
  ...numbered.flatMap((table) => [
    `ALTER TABLE ${table} ADD COLUMN number INTEGER`,
    `CREATE UNIQUE INDEX ${table}_by_number ON ${table} (number)`,
    ...triggers[dialect](table),
    `UPDATE ${table} SET number = NULL`
  ])
]
