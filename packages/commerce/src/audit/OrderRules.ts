/**
 * Rules on orders, their checkout sessions, and their history: statuses follow from sessions, goods and events, and
 * events are numbered without gaps, one for each fact.
 */
import * as Order from "@beauty-store/domain/Order"
import { type AuditRule, livePhases, orderTotals, quoted } from "./AuditRule.ts"

const steps = quoted([
  ">pending",
  ...Order.OrderStatus.literals.flatMap((from) => Order.transitions[from].map((to) => `${from}>${to}`))
])
/** The event that gives an order each status. */
const eventOf: { readonly [status in Order.OrderStatus]: string } = {
  pending: "order.placed",
  confirmed: "order.created",
  shipped: "order.shipped",
  delivered: "order.delivered",
  cancelled: "order.cancelled"
}
/** Events that never happen without a change of status. */
const statusEvents = quoted(["order.placed", "order.created", "order.cancelled"])

export const orderRules: ReadonlyArray<AuditRule> = [
  {
    kind: "order.session",
    text: `SELECT o.id AS subject, 1 AS expected, 0 AS found FROM orders o
      WHERE NOT EXISTS (SELECT 1 FROM checkout_session s WHERE s.order_id = o.id)`,
    words: ({ subject }) => `order ${subject} belongs to no checkout session`
  },
  {
    kind: "order.status",
    text: `SELECT subject, expected, found FROM (
        SELECT o.id AS subject, o.status AS found, s.phase, CASE
          WHEN s.phase IN ${livePhases} THEN 'pending'
          WHEN s.phase = 'complete' THEN 'confirmed, shipped, delivered or cancelled'
          ELSE 'cancelled' END AS expected
        FROM checkout_session s JOIN orders o ON o.id = s.order_id) both_of
      WHERE CASE WHEN phase = 'complete' THEN found = 'pending' ELSE found <> expected END`,
    words: ({ expected, found, subject }) => `order ${subject} is ${found}; by its checkout session it is ${expected}`
  },
  {
    kind: "order.goods",
    text: `SELECT subject, expected, found FROM (
        SELECT o.id AS subject, o.status AS found, l.shipped, CASE
          WHEN l.shipped = 0 THEN 'pending, confirmed or cancelled'
          WHEN l.shipped < l.quantity THEN 'confirmed'
          WHEN EXISTS (SELECT 1 FROM shipment s WHERE s.order_id = o.id AND s.delivered_at IS NULL) THEN 'shipped'
          ELSE 'delivered' END AS expected
        FROM orders o
        JOIN (SELECT order_id, sum(quantity) AS quantity, sum(shipped) AS shipped FROM order_line GROUP BY order_id) l
          ON l.order_id = o.id) goods
      WHERE CASE WHEN shipped = 0 THEN found NOT IN ('pending', 'confirmed', 'cancelled') ELSE found <> expected END`,
    words: ({ expected, found, subject }) =>
      `order ${subject} is ${found}; by what has shipped and arrived, ${expected}`
  },
  {
    kind: "session.total",
    text: `SELECT s.id AS subject, due.total_minor AS expected, s.total_minor AS found
      FROM checkout_session s JOIN ${orderTotals} due ON due.id = s.order_id WHERE s.total_minor <> due.total_minor`,
    money: true,
    words: ({ expected, found, subject }) => `session ${subject} asks for ${found}, its order costs ${expected}`
  },
  {
    kind: "event.seq",
    text: `SELECT o.id AS subject, 'all from 1 to ' || o.events AS expected,
        coalesce(e.n, 0) || ' from ' || coalesce(e.least, 0) || ' to ' || coalesce(e.most, 0) AS found
      FROM orders o
      LEFT JOIN (SELECT order_id, count(*) AS n, min(seq) AS least, max(seq) AS most FROM event GROUP BY order_id) e
        ON e.order_id = o.id
      WHERE coalesce(e.n, 0) <> o.events OR coalesce(e.most, 0) <> o.events OR coalesce(e.least, 0) <> 1`,
    words: ({ expected, found, subject }) => `events of order ${subject} are numbered ${expected}; there are ${found}`
  },
  {
    kind: "event.step",
    text: `SELECT order_id AS subject, 'a step of the table' AS expected, step AS found FROM (
        SELECT order_id, coalesce(lag(status) OVER (PARTITION BY order_id ORDER BY seq), '') || '>' || status AS step
        FROM event WHERE status IS NOT NULL) steps
      WHERE step NOT IN ${steps}`,
    words: ({ found, subject }) => `in the history of order ${subject} is the step ${found}, which there is not`
  },
  {
    kind: "event.status",
    text: `SELECT o.id AS subject, e.status AS expected, o.status AS found FROM orders o
      LEFT JOIN (SELECT order_id, max(seq) AS seq FROM event WHERE status IS NOT NULL GROUP BY order_id) last
        ON last.order_id = o.id
      LEFT JOIN event e ON e.order_id = o.id AND e.seq = last.seq
      WHERE e.status IS NULL OR e.status <> o.status`,
    words: ({ expected, found, subject }) => `order ${subject} is ${found}, but its history ends with ${expected}`
  },
  {
    kind: "event.type",
    text: `SELECT subject, expected, found FROM (
        SELECT order_id || ' ' || seq AS subject, type AS found, status, CASE status ${
      Order.OrderStatus.literals.map((status) => `WHEN '${status}' THEN '${eventOf[status]}'`).join(" ")
    } ELSE 'one that leaves the status' END AS expected
        FROM event) typed
      WHERE CASE WHEN status IS NULL THEN found IN ${statusEvents} ELSE found <> expected END`,
    words: ({ expected, found, subject }) => `event ${subject} is ${found}; by its status it is ${expected}`
  },
  {
    kind: "event.count",
    text: `SELECT order_id || ' ' || type AS subject, sum(facts) AS expected, sum(events) AS found FROM (
        SELECT order_id, type, 0 AS facts, count(*) AS events FROM event
          WHERE type IN ('payment.succeeded', 'refund.created', 'refund.failed', 'order.shipped', 'return.initiated',
            'return.received', 'return.refunded', 'return.rejected', 'return.cancelled', 'payment.refused')
          GROUP BY order_id, type
        UNION ALL SELECT order_id, 'payment.succeeded', count(*), 0 FROM payment
          WHERE role = 'primary' AND captured_minor > 0 GROUP BY order_id
        UNION ALL SELECT s.order_id, 'payment.refused', count(*), 0 FROM charge c
          JOIN checkout_session s ON s.id = c.session_id WHERE c.reason IS NOT NULL GROUP BY s.order_id
        UNION ALL SELECT order_id, 'refund.created', count(*), 0 FROM refund GROUP BY order_id
        UNION ALL SELECT order_id, 'refund.failed', sum(attempt - 1), 0 FROM refund GROUP BY order_id
        UNION ALL SELECT order_id, 'order.shipped', count(*), 0 FROM shipment GROUP BY order_id
        UNION ALL SELECT order_id, 'return.initiated', count(*), 0 FROM return_request GROUP BY order_id
        UNION ALL SELECT order_id, 'return.received', count(*), 0 FROM return_request
          WHERE status IN ('received', 'refunded', 'rejected') GROUP BY order_id
        UNION ALL SELECT order_id, 'return.' || status, count(*), 0 FROM return_request
          WHERE status IN ('refunded', 'rejected', 'cancelled') GROUP BY order_id, status) both_of
      GROUP BY order_id, type HAVING sum(facts) <> sum(events)`,
    words: ({ expected, found, subject }) => `of ${subject} there are ${found} events for ${expected} facts`
  }
]
