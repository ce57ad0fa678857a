/**
 * The ledger of stock: every change of the units on hand, numbered for each product, whose sum they are. Follows
 * docs/specification.md#stock.
 */
import type { Migration } from "@beauty-store/sql/Migrations"

const now = {
  sqlite: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
  pg: "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)"
}

/** What is written where the units on hand change without their movement. */
const unrecorded = {
  opening: { when: "new.movements = 0", event: "INSERT", units: "new.on_hand" },
  correction: {
    when: "new.on_hand <> old.on_hand AND new.movements = old.movements",
    event: "UPDATE OF on_hand",
    units: "new.on_hand - old.on_hand"
  }
}
const reasons = ["opening", "correction"] as const

const triggers = {
  sqlite: reasons.map((reason) => {
    const { event, units, when } = unrecorded[reason]
    return `CREATE TRIGGER stock_${reason} AFTER ${event} ON stock WHEN ${when} BEGIN
      INSERT INTO stock_movement (product_id, n, reason, units, at)
        VALUES (new.product_id, new.movements + 1, '${reason}', ${units}, ${now.sqlite});
      UPDATE stock SET movements = movements + 1 WHERE product_id = new.product_id;
    END`
  }),
  pg: reasons.flatMap((reason) => {
    const { event, units, when } = unrecorded[reason]
    return [
      `CREATE FUNCTION stock_${reason}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO stock_movement (product_id, n, reason, units, at)
          VALUES (new.product_id, new.movements + 1, '${reason}', ${units}, ${now.pg});
        UPDATE stock SET movements = movements + 1 WHERE product_id = new.product_id;
        RETURN NULL;
      END $$`,
      `CREATE TRIGGER stock_${reason} AFTER ${event} ON stock
       FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION stock_${reason}()`
    ]
  })
}

/**
 * Programs from before, and whoever changes stock by SQL, write no movement: the triggers do. This program counts its
 * own (`movements`). What exists is opened after all that has shipped until now, so that later shipments are sales.
 */
export const stockMovements: Migration["statements"] = ({ clustered, id }, dialect) => [
  // How many movements a product has, which is the number of the last one.
  "ALTER TABLE stock ADD COLUMN movements BIGINT NOT NULL DEFAULT 0",
  `CREATE TABLE stock_movement (
    product_id ${id} NOT NULL REFERENCES stock(product_id) ON DELETE CASCADE,
    n BIGINT NOT NULL,
    reason TEXT NOT NULL,
    -- More (positive) or fewer (negative) on hand.
    units BIGINT NOT NULL,
    -- The shipment of a sale, or the return.
    subject ${id},
    client TEXT,
    note TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (product_id, n)
  ) ${clustered}`,
  ...triggers[dialect],
  `INSERT INTO stock_movement (product_id, n, reason, units, at)
    SELECT product_id, 1, 'opening', on_hand,
      CASE WHEN ${now[dialect]} > shipped THEN ${now[dialect]} ELSE shipped END
    FROM stock CROSS JOIN (SELECT coalesce(max(shipped_at), 0) AS shipped FROM shipment) latest`,
  "UPDATE stock SET movements = 1"
]

/**
 * Levels up to which units are few. Programs from before warn nobody: this one does so at the product's next movement.
 */
export const lowStock: Migration["statements"] = () => [
  // Of the product; null: the shop's.
  "ALTER TABLE product ADD COLUMN low_stock BIGINT",
  // The level at which staff were warned, while few are left; null: they were not.
  "ALTER TABLE stock ADD COLUMN warned_at BIGINT"
]
