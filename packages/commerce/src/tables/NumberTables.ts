/**
 * The numbers of orders, returns and tickets for people: the first seven digits of each, which no two rows of a table
 * share. Follows docs/specification.md#numbers.
 */
import type { Migration } from "@beauty-store/sql/Migrations"

const numbered = ["orders", "return_request", "ticket"]

/** A random body that no row has, where eight draws find one. */
const free = (table: string): string =>
  `(SELECT column1 FROM (VALUES ${Array(8).fill("(1000000 + abs(random() % 9000000))").join(", ")})
    WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE number = column1) LIMIT 1)`

/** Draw a number for each row that is written without one. */
const triggers = {
  sqlite: (table: string) =>
    ["INSERT", "UPDATE OF number"].map((event) =>
      `CREATE TRIGGER ${table}_number_${event.slice(0, 6).toLowerCase()} AFTER ${event} ON ${table}
       WHEN new.number IS NULL BEGIN UPDATE ${table} SET number = ${free(table)} WHERE id = new.id; END`
    ),
  pg: (table: string) => [
    `CREATE FUNCTION ${table}_number() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       LOOP
         new.number := 1000000 + floor(random() * 9000000);
         EXIT WHEN NOT EXISTS (SELECT 1 FROM ${table} WHERE number = new.number);
       END LOOP;
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
export const numbers: Migration["statements"] = (_, dialect) =>
  numbered.flatMap((table) => [
    `ALTER TABLE ${table} ADD COLUMN number INTEGER`,
    `CREATE UNIQUE INDEX ${table}_by_number ON ${table} (number)`,
    ...triggers[dialect](table),
    `UPDATE ${table} SET number = NULL`
  ])
