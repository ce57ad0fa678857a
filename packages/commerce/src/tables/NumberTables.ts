/**
 * What people find orders, returns and tickets by: the first seven digits of their numbers, which no two rows of a table
 * share; and of orders, the recipient's name, its words and the postcode as they are compared. Follows
 * docs/specification.md#numbers and docs/specification.md#orders.
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

/** The words of a folded name, as a table `word` of them. */
const wordsOf = {
  sqlite: (name: string) => `json_each('[' || replace(replace(json_quote(${name}), '-', ' '), ' ', '","') || ']') word`,
  pg: (name: string) => `regexp_split_to_table(${name}, '[ -]') word(value)`
}

const wordTriggers = {
  sqlite: (put: string, remove: string) =>
    [
      ["insert", "INSERT", "new.name_folded IS NOT NULL", put],
      ["update", "UPDATE OF name_folded", "new.name_folded IS NOT old.name_folded", `${remove}; ${put}`],
      ["delete", "DELETE", "old.name_folded IS NOT NULL", remove]
    ].map(([name, event, when, body]) =>
      `CREATE TRIGGER order_name_word_${name} AFTER ${event} ON orders WHEN ${when} BEGIN ${body}; END`
    ),
  pg: (put: string, remove: string) => [
    `CREATE FUNCTION order_name_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF TG_OP <> 'INSERT' THEN ${remove}; END IF;
       IF TG_OP <> 'DELETE' THEN ${put}; END IF;
       RETURN NULL;
     END $$`,
    ...["INSERT", "DELETE"].map((event) =>
      `CREATE TRIGGER order_name_word_${event.toLowerCase()} AFTER ${event} ON orders FOR EACH ROW
       EXECUTE FUNCTION order_name_words()`
    ),
    `CREATE TRIGGER order_name_word_update AFTER UPDATE OF name_folded ON orders FOR EACH ROW
     WHEN (new.name_folded IS DISTINCT FROM old.name_folded) EXECUTE FUNCTION order_name_words()`
  ]
}

/**
 * The words of recipients' names, by whose beginnings orders are found. Triggers write them, whatever program writes the
 * name, and take them away with it.
 */
export const nameWords: Migration["statements"] = ({ clustered, id }, dialect) => {
  const words = wordsOf[dialect]
  const put = (orderId: string, from: string) =>
    `INSERT INTO order_name_word (word, order_id)
     SELECT DISTINCT word.value, ${orderId} FROM ${from} WHERE word.value <> '' ON CONFLICT DO NOTHING`
  return [
    `CREATE TABLE order_name_word (
      word ${id} NOT NULL,
      order_id ${id} NOT NULL,
      PRIMARY KEY (word, order_id)
    ) ${clustered}`,
    ...wordTriggers[dialect](
      put("new.id", words("new.name_folded")),
      `DELETE FROM order_name_word
       WHERE order_id = old.id AND word IN (SELECT word.value FROM ${words("old.name_folded")})`
    ),
    put("o.id", `orders o, ${words("o.name_folded")}`)
  ]
}
