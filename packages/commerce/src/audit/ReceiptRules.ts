/**
 * Rules on receipts and credit notes: numbers have no gaps but those that a restore left out, every paid order has a
 * receipt, every refund that succeeded has a credit note that is not cancelled. `DocumentComparison` compares the
 * contents of the documents.
 */
import type { AuditRule } from "./AuditRule.ts"

export const receiptRules: ReadonlyArray<AuditRule> = [
  {
    kind: "receipt.series",
    text: `SELECT series AS subject, 'all from 1 to ' || CAST(sum(numbers) AS BIGINT) AS expected,
        CAST(sum(numbers) AS BIGINT) || ' from ' || min(first_n) || ' to ' || max(last_n) AS found
      FROM (SELECT series, 1 AS numbers, n AS first_n, n AS last_n FROM receipt
        UNION ALL SELECT series, last_n - first_n + 1, first_n, last_n FROM receipt_gap) used
      GROUP BY series HAVING max(last_n) <> sum(numbers) OR min(first_n) <> 1`,
    words: ({ expected, found, subject }) => `series ${subject} has the numbers ${expected}; there are ${found}`
  },
  {
    kind: "receipt.counter",
    text: `SELECT series AS subject, max(highest) AS expected, max(counted) AS found FROM (
        SELECT series, 0 AS counted, max(n) AS highest FROM receipt GROUP BY series
        UNION ALL SELECT series, 0, last_n FROM receipt_gap
        UNION ALL SELECT series, n, 0 FROM counter WHERE series LIKE 'R-%' OR series LIKE 'C-%') both_of
      GROUP BY series HAVING max(highest) <> max(counted)`,
    words: ({ expected, found, subject }) =>
      `the counter of series ${subject} is at ${found}, its highest is ${expected}`
  },
  {
    kind: "receipt.order",
    text: `SELECT order_id AS subject, sum(paid) AS expected, sum(receipts) AS found FROM (
        SELECT order_id, 1 AS paid, 0 AS receipts FROM payment WHERE role = 'primary'
        UNION ALL SELECT order_id, 0, 1 FROM receipt WHERE kind = 'receipt') both_of
      GROUP BY order_id HAVING sum(paid) <> sum(receipts)`,
    words: ({ expected, found, subject }) => `order ${subject} is to have ${expected} receipts and has ${found}`
  },
  {
    kind: "credit.refund",
    text: `SELECT subject, sum(succeeded) AS expected, sum(standing) AS found FROM (
        SELECT id || ':' || attempt AS subject, 1 AS succeeded, 0 AS standing FROM refund
          WHERE state = 'succeeded' AND cause <> 'surplus'
        UNION ALL SELECT subject, 0, 1 FROM receipt WHERE kind = 'credit_note'
        UNION ALL SELECT subject, 0, -1 FROM receipt WHERE kind = 'cancellation') both_of
      GROUP BY subject HAVING sum(succeeded) <> sum(standing)`,
    words: ({ expected, found, subject }) =>
      `refund ${subject} is to have ${expected} credit notes that stand and has ${found}`
  }
]
