/**
 * Rules on returns: accepted units fit the returned ones, and the refund fits their value.
 */
import type { AuditRule } from "./AuditRule.ts"

/** The highest value of units of a line: the line's total is split over its units, some of which get a cent more. */
const worthOf = (units: string): string =>
  `(o.line_total_minor / o.quantity * ${units} + CASE WHEN o.line_total_minor % o.quantity < ${units}
    THEN o.line_total_minor % o.quantity ELSE ${units} END)`

export const returnRules: ReadonlyArray<AuditRule> = [
  {
    kind: "return.units",
    text: `SELECT subject, expected, found FROM (
        SELECT l.return_id || ' ' || l.i AS subject, l.quantity AS units, l.accepted, l.missing, r.status,
          CASE WHEN r.status IN ('received', 'refunded', 'rejected') THEN 'opened' ELSE 'unopened' END AS expected,
          coalesce(CAST(l.accepted AS TEXT), 'no') || ' accepted, ' || coalesce(CAST(l.missing AS TEXT), 'no')
            || ' missing of ' || l.quantity AS found
        FROM return_line l JOIN return_request r ON r.id = l.return_id) lines
      WHERE CASE WHEN expected = 'unopened' THEN accepted IS NOT NULL OR missing IS NOT NULL
        ELSE accepted IS NULL OR missing IS NULL OR accepted < 0 OR missing < 0 OR accepted + missing > units
          OR (status = 'rejected' AND accepted > 0) END`,
    words: ({ expected, found, subject }) => `of return line ${subject}, ${expected}, there are ${found}`
  },
  {
    kind: "return.refund",
    text: `SELECT id AS subject, expected, found FROM (
        SELECT r.id,
          CASE WHEN r.status = 'refunded' AND r.refund_minor > 0 THEN r.refund_minor ELSE 0 END AS expected,
          CASE WHEN f.id IS NULL THEN 0 ELSE f.amount_minor END AS found,
          coalesce(r.refund_id, '') AS named, coalesce(f.id, '') AS kept
        FROM return_request r LEFT JOIN refund f ON f.cause = 'return' AND f.subject = r.id) refunds
      WHERE expected <> found OR named <> kept`,
    money: true,
    words: ({ expected, found, subject }) => `return ${subject} is to be refunded ${expected}; its refund is ${found}`
  },
  {
    kind: "return.amount",
    text: `SELECT r.id AS subject, l.worth + o.shipping_minor AS expected, r.refund_minor AS found
      FROM return_request r JOIN orders o ON o.id = r.order_id
      JOIN (SELECT b.return_id, sum(${worthOf("b.units")}) AS worth
        FROM (SELECT return_id, n, sum(coalesce(accepted, quantity)) AS units FROM return_line GROUP BY return_id, n) b
        JOIN return_request q ON q.id = b.return_id
        JOIN order_line o ON o.order_id = q.order_id AND o.n = b.n GROUP BY b.return_id) l ON l.return_id = r.id
      WHERE r.refund_minor > l.worth + o.shipping_minor`,
    money: true,
    words: ({ expected, found, subject }) => `return ${subject} gives back ${found}, it is worth ${expected} at most`
  }
]
