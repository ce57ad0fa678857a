/**
 * Rules on delegated payment: a charge that counts has a payment and an entry in the ledger of spending, and no
 * delegation spent more than its own limits.
 *
 * Left out on purpose: the shop's own limits on the day of a charge, which are not stored.
 */
import { windows } from "@beauty-store/domain/Allowance"
import { type AuditRule, undecidedCharges } from "./AuditRule.ts"

/** The entries of each charge in the ledger of spending: spent once it counts, released once it is over. */
const accounted = `(SELECT c.id, c.instrument, c.delegation_id, c.session_id, c.state,
    CASE WHEN c.instrument IS NULL THEN 0 ELSE c.amount_minor END AS spent_minor,
    CASE WHEN c.instrument IS NULL OR c.state IN ${undecidedCharges}
      OR (c.state = 'succeeded' AND o.status <> 'cancelled') THEN 0 ELSE -c.amount_minor END AS released_minor
  FROM charge c JOIN checkout_session s ON s.id = c.session_id JOIN orders o ON o.id = s.order_id)`
/** A delegation's own limit, and the most that it ever spent in one of its windows. */
const fullest = (column: string, windowMillis: number) =>
  `SELECT d.id AS subject, d.${column} AS expected, max(w.minor) AS found FROM (
      SELECT delegation_id, sum(amount_minor) OVER (PARTITION BY delegation_id ORDER BY at
        RANGE BETWEEN ${windowMillis - 1} PRECEDING AND CURRENT ROW) AS minor
      FROM spending WHERE delegation_id IS NOT NULL) w
    JOIN delegation d ON d.id = w.delegation_id
    GROUP BY d.id, d.${column} HAVING max(w.minor) > d.${column}`

export const spendingRules: ReadonlyArray<AuditRule> = [
  {
    kind: "charge.payment",
    text: `SELECT id AS subject, expected, found FROM (
        SELECT c.id, CASE WHEN c.state = 'succeeded' THEN 'a payment' ELSE 'none that counts' END AS expected,
          CASE
            WHEN EXISTS (SELECT 1 FROM payment p WHERE p.charge_id = c.id AND p.session_id = c.session_id
              AND (c.state = 'succeeded' OR p.role = 'primary')) THEN 'a payment'
            ELSE 'none that counts' END AS found
        FROM charge c) both_of
      WHERE expected <> found`,
    words: ({ expected, found, subject }) => `charge ${subject} is to have ${expected} and has ${found}`
  },
  {
    kind: "spending.spent",
    text: `SELECT a.id AS subject, a.spent_minor AS expected, coalesce(s.amount_minor, 0) AS found
      FROM ${accounted} a LEFT JOIN spending s ON s.charge_id = a.id AND s.entry = 'spent'
      WHERE a.spent_minor <> coalesce(s.amount_minor, 0)`,
    money: true,
    words: ({ expected, found, subject }) => `charge ${subject} is to count with ${expected} and counts with ${found}`
  },
  {
    kind: "spending.released",
    text: `SELECT a.id AS subject, a.released_minor AS expected, coalesce(s.amount_minor, 0) AS found
      FROM ${accounted} a LEFT JOIN spending s ON s.charge_id = a.id AND s.entry = 'released'
      WHERE a.released_minor <> coalesce(s.amount_minor, 0)`,
    money: true,
    words: ({ expected, found, subject }) => `of charge ${subject}, ${found} are released; by its end it is ${expected}`
  },
  {
    kind: "spending.payer",
    text: `SELECT subject, expected, found FROM (
        SELECT s.charge_id || ' ' || s.entry AS subject,
          c.instrument || ' ' || coalesce(c.delegation_id, 'none') || ' ' || first.at AS expected,
          s.instrument || ' ' || coalesce(s.delegation_id, 'none') || ' ' || s.at AS found
        FROM spending s JOIN charge c ON c.id = s.charge_id
        JOIN spending first ON first.charge_id = s.charge_id AND first.entry = 'spent') entries
      WHERE expected <> found`,
    words: ({ expected, found, subject }) => `entry ${subject} is of ${found}; by its charge it is of ${expected}`
  },
  {
    kind: "spending.instrument",
    text: `SELECT c.id AS subject, d.instrument AS expected, c.instrument AS found
      FROM charge c JOIN delegation d ON d.id = c.delegation_id WHERE c.instrument <> d.instrument`,
    words: ({ expected, found, subject }) => `charge ${subject} is from ${found}; its delegation is for ${expected}`
  },
  {
    kind: "delegation.transaction",
    text: `SELECT c.id AS subject, d.per_transaction_minor AS expected, c.amount_minor AS found
      FROM charge c JOIN delegation d ON d.id = c.delegation_id WHERE c.amount_minor > d.per_transaction_minor`,
    money: true,
    words: ({ expected, found, subject }) => `charge ${subject} is over ${found}; its delegation allows ${expected}`
  },
  {
    kind: "delegation.day",
    text: fullest("per_day_minor", windows.perDay),
    money: true,
    words: ({ expected, found, subject }) => `delegation ${subject} spent ${found} in 24 hours, of ${expected}`
  },
  {
    kind: "delegation.month",
    text: fullest("per_month_minor", windows.perMonth),
    money: true,
    words: ({ expected, found, subject }) => `delegation ${subject} spent ${found} in 30 days, of ${expected}`
  }
]
