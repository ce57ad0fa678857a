/**
 * Rules on goods: reserved, shipped and returned units follow from orders, shipments and returns, and units on hand
 * from their movements, of which sales and returns follow from shipments and returns.
 */
import type { AuditRule } from "./AuditRule.ts"

/** Units of a return that came or may still come. */
const comingBack = `(SELECT r.order_id, l.shipment_id, l.n, l.quantity - coalesce(l.missing, 0) AS units
  FROM return_line l JOIN return_request r ON r.id = l.return_id WHERE r.status <> 'cancelled')`

/** Whether a shipment has to have its movements: not before the ledger, and not if another program may have made it. */
const isRecorded = `CASE WHEN opening.at < s.shipped_at AND NOT EXISTS (
  SELECT 1 FROM stock_movement c WHERE c.product_id = o.product_id AND c.reason = 'correction') THEN 1 ELSE 0 END`

export const stockRules: ReadonlyArray<AuditRule> = [
  {
    kind: "stock.range",
    text: `SELECT product_id AS subject, on_hand AS expected, reserved AS found FROM stock
      WHERE reserved < 0 OR reserved > on_hand`,
    words: ({ expected, found, subject }) => `of ${subject}, ${found} are reserved of ${expected} on hand`
  },
  {
    kind: "stock.movements",
    text: `SELECT s.product_id AS subject, coalesce(m.units, 0) || ' by ' || coalesce(m.n, 0) AS expected,
        s.on_hand || ' by ' || s.movements AS found
      FROM stock s LEFT JOIN (SELECT product_id, sum(units) AS units, count(*) AS n FROM stock_movement
        GROUP BY product_id) m ON m.product_id = s.product_id
      WHERE s.on_hand <> coalesce(m.units, 0) OR s.movements <> coalesce(m.n, 0)`,
    words: ({ expected, found, subject }) =>
      `of ${subject}, there are ${found} movements on hand; its ledger has ${expected}`
  },
  {
    kind: "movement.sale",
    text: `SELECT subject || ' ' || product_id AS subject, sum(facts) AS expected, sum(kept) AS found FROM (
        SELECT subject, product_id, 0 AS facts, -units AS kept, 0 AS due FROM stock_movement WHERE reason = 'sale'
        UNION ALL SELECT s.id, o.product_id, l.quantity, 0, ${isRecorded}
          FROM shipment_line l JOIN shipment s ON s.id = l.shipment_id
          JOIN order_line o ON o.order_id = s.order_id AND o.n = l.n
          JOIN stock_movement opening ON opening.product_id = o.product_id AND opening.n = 1) both_of
      GROUP BY subject, product_id HAVING sum(facts) <> sum(kept) AND (sum(kept) <> 0 OR max(due) = 1)`,
    words: ({ expected, found, subject }) =>
      `of shipment and product ${subject}, ${found} left the shelf; the shipment holds ${expected}`
  },
  {
    kind: "movement.return",
    text: `SELECT m.subject || ' ' || m.product_id AS subject, coalesce(r.units, 0) AS expected, m.units AS found FROM (
        SELECT subject, product_id, sum(units) AS units FROM stock_movement WHERE reason = 'return'
          GROUP BY subject, product_id) m
      LEFT JOIN (SELECT return_id, product_id, sum(restocked) AS units FROM return_line
        GROUP BY return_id, product_id) r ON r.return_id = m.subject AND r.product_id = m.product_id
      WHERE m.units <> coalesce(r.units, 0)`,
    words: ({ expected, found, subject }) =>
      `of return and product ${subject}, ${found} came back to the shelf; the return holds ${expected}`
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
