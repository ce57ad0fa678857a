/**
 * Rules on goods: reserved, shipped and returned units follow from orders, shipments and returns.
 *
 * Left out on purpose: units on hand, because their first number is not stored.
 */
import type { AuditRule } from "./AuditRule.ts"

/** Units of a return that came or may still come. */
const comingBack = `(SELECT r.order_id, l.shipment_id, l.n, l.quantity - coalesce(l.missing, 0) AS units
  FROM return_line l JOIN return_request r ON r.id = l.return_id WHERE r.status <> 'cancelled')`

export const stockRules: ReadonlyArray<AuditRule> = [
  {
    kind: "stock.range",
    text: `SELECT product_id AS subject, on_hand AS expected, reserved AS found FROM stock
      WHERE reserved < 0 OR reserved > on_hand`,
    words: ({ expected, found, subject }) => `of ${subject}, ${found} are reserved of ${expected} on hand`
  },
  {
    kind: "stock.reserved",
    text: `SELECT product_id AS subject, sum(held) AS expected, sum(reserved) AS found FROM (
        SELECT product_id, 0 AS held, reserved FROM stock
        UNION ALL SELECT l.product_id, l.quantity - l.shipped, 0 FROM order_line l JOIN orders o ON o.id = l.order_id
          WHERE o.status IN ('pending', 'confirmed')) both_of
      GROUP BY product_id HAVING sum(held) <> sum(reserved)`,
    words: ({ expected, found, subject }) => `of ${subject}, ${found} are reserved; live orders hold ${expected}`
  },
  {
    kind: "line.range",
    text: `SELECT order_id || ' ' || n AS subject, quantity AS expected, shipped || ' and ' || sent_back AS found
      FROM order_line WHERE sent_back < 0 OR sent_back > shipped OR shipped > quantity`,
    words: ({ expected, found, subject }) =>
      `of line ${subject} over ${expected}, as many have shipped and come back as ${found}`
  },
  {
    kind: "line.shipped",
    text: `SELECT order_id || ' ' || n AS subject, sum(facts) AS expected, sum(kept) AS found FROM (
        SELECT order_id, n, 0 AS facts, shipped AS kept FROM order_line
        UNION ALL SELECT s.order_id, l.n, l.quantity, 0 FROM shipment_line l JOIN shipment s ON s.id = l.shipment_id
        ) both_of
      GROUP BY order_id, n HAVING sum(facts) <> sum(kept)`,
    words: ({ expected, found, subject }) => `of line ${subject}, ${found} have shipped; its shipments hold ${expected}`
  },
  {
    kind: "line.sentBack",
    text: `SELECT order_id || ' ' || n AS subject, sum(facts) AS expected, sum(kept) AS found FROM (
        SELECT order_id, n, 0 AS facts, sent_back AS kept FROM order_line
        UNION ALL SELECT order_id, n, units, 0 FROM ${comingBack} back) both_of
      GROUP BY order_id, n HAVING sum(facts) <> sum(kept)`,
    words: ({ expected, found, subject }) => `of line ${subject}, ${found} were sent back; its returns hold ${expected}`
  },
  {
    kind: "shipment.sentBack",
    text: `SELECT shipment_id || ' ' || n AS subject, sum(facts) AS expected, sum(kept) AS found FROM (
        SELECT shipment_id, n, 0 AS facts, sent_back AS kept FROM shipment_line
        UNION ALL SELECT shipment_id, n, units, 0 FROM ${comingBack} back) both_of
      GROUP BY shipment_id, n HAVING sum(facts) <> sum(kept)`,
    words: ({ expected, found, subject }) =>
      `of shipment line ${subject}, ${found} were sent back; its returns hold ${expected}`
  },
  {
    kind: "shipment.status",
    text: `SELECT id AS subject, CASE WHEN delivered_at IS NULL THEN 'on its way' ELSE 'delivered' END AS expected,
        status AS found
      FROM shipment WHERE (status = 'delivered') <> (delivered_at IS NOT NULL)`,
    words: ({ expected, found, subject }) => `shipment ${subject} is ${found}; by its time of arrival it is ${expected}`
  }
]
