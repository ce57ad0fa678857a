/**
 * Rules on payments and refunds: an order is paid once and with its total, and no payment refunds more than it took.
 */
import { type AuditRule, orderTotals } from "./AuditRule.ts"

export const paymentRules: ReadonlyArray<AuditRule> = [
  {
    kind: "payment.session",
    text: `SELECT p.id AS subject, s.order_id AS expected, p.order_id AS found
      FROM payment p JOIN checkout_session s ON s.id = p.session_id WHERE p.order_id <> s.order_id`,
    words: ({ expected, found, subject }) =>
      `payment ${subject} is kept for order ${found}, its session is of ${expected}`
  },
  {
    kind: "payment.primary",
    text: `SELECT subject, expected, found FROM (
        SELECT s.id AS subject, coalesce(p.provider_id, 'none') AS found,
          CASE WHEN s.phase = 'complete' THEN coalesce(s.paid_by, 'one') ELSE 'none' END AS expected
        FROM checkout_session s LEFT JOIN payment p ON p.session_id = s.id AND p.role = 'primary') paid
      WHERE found <> expected`,
    words: ({ expected, found, subject }) => `session ${subject} was paid by ${expected}; the payment kept is ${found}`
  },
  {
    kind: "payment.amount",
    text: `SELECT p.id AS subject, due.total_minor AS expected, p.captured_minor AS found
      FROM payment p JOIN ${orderTotals} due ON due.id = p.order_id
      WHERE p.role = 'primary' AND p.captured_minor <> due.total_minor`,
    money: true,
    words: ({ expected, found, subject }) => `payment ${subject} took ${found}, its order costs ${expected}`
  },
  {
    kind: "payment.currency",
    text: `SELECT p.id AS subject, o.currency AS expected, p.currency AS found
      FROM payment p JOIN orders o ON o.id = p.order_id WHERE p.role = 'primary' AND p.currency <> o.currency`,
    words: ({ expected, found, subject }) => `payment ${subject} is in ${found}, its order in ${expected}`
  },
  {
    kind: "payment.range",
    text: `SELECT id AS subject, captured_minor AS expected, refunding_minor AS found FROM payment
      WHERE refunding_minor < 0 OR refunding_minor > captured_minor`,
    money: true,
    words: ({ expected, found, subject }) => `of payment ${subject} over ${expected}, ${found} go back`
  },
  {
    kind: "payment.refunding",
    text: `SELECT p.id AS subject, coalesce(r.minor, 0) AS expected, p.refunding_minor AS found FROM payment p
      LEFT JOIN (SELECT payment_id, sum(amount_minor) AS minor FROM refund GROUP BY payment_id) r ON r.payment_id = p.id
      WHERE p.refunding_minor <> coalesce(r.minor, 0)`,
    money: true,
    words: ({ expected, found, subject }) => `payment ${subject} has ${found} going back, its refunds are ${expected}`
  },
  {
    kind: "payment.return",
    text: `SELECT p.id AS subject, p.captured_minor AS expected, p.refunding_minor AS found
      FROM payment p JOIN orders o ON o.id = p.order_id
      WHERE (p.role <> 'primary' OR o.status = 'cancelled') AND p.refunding_minor < p.captured_minor`,
    money: true,
    words: ({ expected, found, subject }) =>
      `payment ${subject} over ${expected} is nobody's or of a cancelled order, and ${found} go back`
  },
  {
    kind: "refund.payment",
    text: `SELECT r.id AS subject, p.order_id || ' ' || p.currency AS expected, r.order_id || ' ' || r.currency AS found
      FROM refund r JOIN payment p ON p.id = r.payment_id
      WHERE r.order_id <> p.order_id OR r.currency <> p.currency OR (r.cause = 'surplus') <> (p.role = 'surplus')`,
    words: ({ expected, found, subject }) =>
      `refund ${subject} is of ${found}, the payment that it is from of ${expected}`
  }
]
