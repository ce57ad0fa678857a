/**
 * The audit of the books: recomputes everything that can be recomputed from first facts, and lists what differs.
 *
 * The rule: in a healthy store there is no difference, whatever it is doing. First facts are what nothing else was
 * derived from: units and unit prices of order lines, what shipping was charged, payments, refunds, shipments, returns,
 * and that an event was written. Everything else (sums, VAT, reservations, counts, statuses, numbers, papers, who has to
 * be told and what is still to be done) follows from them and is compared with what is stored. So that one fault shows
 * once, and not wherever its number was copied to, everything is compared with the facts and not with other copies.
 *
 * All of it is read in one snapshot and nothing is locked. Most rules are one statement each, which names the rows that
 * break it; what only the domain can say (prices with their VAT, papers, a return's steps) is read in pages, order by
 * order. A rule lists so many differences and counts the rest.
 *
 * Left out on purpose: what the shop's own limits of delegated payment were on a day, which is not kept (a delegation's
 * are); units on hand (how many there were at first is written nowhere), and whether the charge for shipping was that day's tariff, which is not kept. Rates of VAT
 * are those that the domain knows. The provider's ledger is another company's: where it can be read, `againstProvider`
 * compares it. Follows contract §12 and §7.
 */
import { CountryCode } from "@beauty-store/domain/Address"
import { windows } from "@beauty-store/domain/Allowance"
import { AuditedKind } from "@beauty-store/domain/Audit"
import * as Charge from "@beauty-store/domain/Charge"
import * as Session from "@beauty-store/domain/CheckoutSession"
import { ProductId } from "@beauty-store/domain/Ids"
import * as Money from "@beauty-store/domain/Money"
import * as Order from "@beauty-store/domain/Order"
import * as Pricing from "@beauty-store/domain/Pricing"
import * as Receipt from "@beauty-store/domain/Receipt"
import * as Return from "@beauty-store/domain/Return"
import * as Query from "@beauty-store/kernel/Query"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { unspoken } from "../records/Events.ts"

/** Something that is not as it follows from the facts. Without anything personal. */
export const Difference = Schema.Struct({
  /** The rule that is broken: `stock.reserved`. Stable. */
  kind: Schema.String,
  /** What it is about: an id, or ids and numbers that tell it. */
  subject: Schema.String,
  /** What follows from the facts, in words or as a number; money in euros. */
  expected: Schema.String,
  /** What is stored. */
  found: Schema.String,
  /** All of it as a sentence. */
  words: Schema.String
})
export type Difference = typeof Difference.Type

/** How much there was to audit. */
export const Counts = Schema.Record({ key: AuditedKind, value: Query.Int })
export type Counts = typeof Counts.Type

export const Audit = Schema.Struct({
  /** How many differences there are: more than are listed where a rule is broken very often. */
  total: Schema.Int,
  differences: Schema.Array(Difference),
  counts: Counts
})
export type Audit = typeof Audit.Type

export class ConsistencyAudit extends Context.Tag("@beauty-store/commerce/ConsistencyAudit")<ConsistencyAudit, {
  /** Audits the books as they are now. Two at once run one after the other. */
  readonly audit: Effect.Effect<Audit, StoreUnavailable>
}>() {}

/** So many differences of a kind are listed. */
export const mostListed = 100
/** So many orders are in memory at once. */
const pageSize = 250
/** A subscription hears of what happens from about its making to about its end: both commit a moment after their time. */
const subscriptionEdgeMillis = 60_000

/** A rule as one statement, whose rows are what breaks it. */
interface Rule {
  readonly kind: string
  /** SELECT … AS subject, … AS expected, … AS found, without an order. */
  readonly text: Query.Text
  readonly money?: boolean
  readonly words: (row: { readonly subject: string; readonly expected: string; readonly found: string }) => string
}

const quoted = (texts: Iterable<string>): string => `(${[...texts].map((text) => `'${text}'`).join(", ")})`

const livePhases = quoted(Session.Phase.literals.filter(Session.isLive))
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
const turning = quoted(["order.placed", "order.created", "order.cancelled"])

/** What an order has to cost, from its lines and its charge for shipping. */
const due = `(SELECT o.id, o.shipping_minor + sum(l.quantity * l.unit_price_minor) AS total_minor
  FROM orders o JOIN order_line l ON l.order_id = o.id GROUP BY o.id, o.shipping_minor)`
/** Units of a return that came or may still come. */
const comingBack = `(SELECT r.order_id, l.shipment_id, l.n, l.quantity - coalesce(l.missing, 0) AS units
  FROM return_line l JOIN return_request r ON r.id = l.return_id WHERE r.status <> 'cancelled')`
const undecidedCharges = quoted(Charge.State.literals.filter(Charge.isUndecided))
/** What each charge makes of the ledger of spending: spent once it is counted, released once it is known to be over. */
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
/** What is not finished and therefore needs a job. */
const unfinished = `
  SELECT 'checkout' AS kind, s.id AS subject FROM checkout_session s WHERE s.phase IN ${livePhases}
  UNION ALL SELECT 'checkout', s.id FROM checkout_session s JOIN charge c ON c.session_id = s.id
    WHERE s.phase NOT IN ${livePhases} AND c.state IN ${undecidedCharges}
  UNION ALL SELECT 'refund', r.id FROM refund r WHERE r.state <> 'succeeded'
  UNION ALL SELECT 'inbound', i.id FROM inbound i WHERE i.result = 'deferred'
  UNION ALL SELECT 'deliver', d.subscription_id || ':' || d.order_id
    FROM (SELECT subscription_id, order_id, min(seq) AS seq FROM delivery WHERE state <> 'delivered'
      GROUP BY subscription_id, order_id) first
    JOIN delivery d ON d.subscription_id = first.subscription_id AND d.order_id = first.order_id AND d.seq = first.seq
    JOIN subscription s ON s.id = d.subscription_id
    WHERE d.state = 'waiting' AND s.deleted_at IS NULL`

const rules: ReadonlyArray<Rule> = [
  // Orders, sessions, history
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
      FROM checkout_session s JOIN ${due} due ON due.id = s.order_id WHERE s.total_minor <> due.total_minor`,
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
      WHERE CASE WHEN status IS NULL THEN found IN ${turning} ELSE found <> expected END`,
    words: ({ expected, found, subject }) => `event ${subject} is ${found}; by its status it is ${expected}`
  },
  {
    kind: "event.count",
    text: `SELECT order_id || ' ' || type AS subject, sum(facts) AS expected, sum(events) AS found FROM (
        SELECT order_id, type, 0 AS facts, count(*) AS events FROM event
          WHERE type IN ('payment.succeeded', 'refund.created', 'refund.failed', 'order.shipped', 'return.initiated',
            'return.received', 'return.refunded', 'return.rejected', 'return.cancelled', 'payment.refused')
          GROUP BY order_id, type
        UNION ALL SELECT order_id, 'payment.succeeded', count(*), 0 FROM payment WHERE role = 'primary' GROUP BY order_id
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
  },

  // Money
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
      FROM payment p JOIN ${due} due ON due.id = p.order_id
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
  },

  // Delegated payment
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
  },

  // Goods
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
  },
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
      JOIN (SELECT b.return_id, sum(o.unit_price_minor * coalesce(b.accepted, b.quantity)) AS worth
        FROM return_line b JOIN return_request q ON q.id = b.return_id
        JOIN order_line o ON o.order_id = q.order_id AND o.n = b.n GROUP BY b.return_id) l ON l.return_id = r.id
      WHERE r.refund_minor > l.worth + o.shipping_minor`,
    money: true,
    words: ({ expected, found, subject }) => `return ${subject} gives back ${found}, it is worth ${expected} at most`
  },

  // Papers
  {
    kind: "receipt.series",
    text: `SELECT series AS subject, 'all from 1 to ' || count(*) AS expected,
        count(*) || ' from ' || min(n) || ' to ' || max(n) AS found
      FROM receipt GROUP BY series HAVING max(n) <> count(*) OR min(n) <> 1`,
    words: ({ expected, found, subject }) => `series ${subject} has the numbers ${expected}; there are ${found}`
  },
  {
    kind: "receipt.counter",
    text: `SELECT series AS subject, max(highest) AS expected, max(counted) AS found FROM (
        SELECT series, 0 AS counted, max(n) AS highest FROM receipt GROUP BY series
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
  },

  // Who has to be told, and what is still to be done
  {
    kind: "delivery.missing",
    text: `SELECT s.id || ' ' || e.order_id || ' ' || e.seq AS subject, 1 AS expected, 0 AS found
      FROM event e JOIN subscription s ON s.created_at + ${subscriptionEdgeMillis} <= e.at
        AND (s.deleted_at IS NULL OR s.deleted_at - ${subscriptionEdgeMillis} > e.at)
      LEFT JOIN delivery d ON d.subscription_id = s.id AND d.order_id = e.order_id AND d.seq = e.seq
      WHERE d.seq IS NULL AND e.type NOT IN ${quoted(unspoken)}
        AND (s.principal IS NULL OR s.principal = (SELECT o.principal FROM orders o WHERE o.id = e.order_id))`,
    words: ({ subject }) => `an event is not to be delivered to a subscription that there was: ${subject}`
  },
  {
    kind: "delivery.event",
    text: `SELECT d.subscription_id || ' ' || d.order_id || ' ' || d.seq AS subject, coalesce(e.id, 'none') AS expected,
        d.event_id AS found
      FROM delivery d LEFT JOIN event e ON e.order_id = d.order_id AND e.seq = d.seq
      WHERE e.id IS NULL OR e.id <> d.event_id OR e.type IN ${quoted(unspoken)}`,
    words: ({ expected, found, subject }) => `delivery ${subject} is to carry event ${expected} and carries ${found}`
  },
  {
    // What was sent again by range may be behind what follows it, but then it was first tried after that.
    kind: "delivery.lane",
    text: `SELECT later.subscription_id || ' ' || later.order_id || ' ' || later.seq AS subject,
        'after ' || min(earlier.seq) AS expected, 'delivered' AS found
      FROM delivery earlier JOIN delivery later ON later.subscription_id = earlier.subscription_id
        AND later.order_id = earlier.order_id AND later.seq > earlier.seq
      WHERE earlier.state <> 'delivered' AND later.state = 'delivered' AND later.first_at > earlier.first_at
      GROUP BY later.subscription_id, later.order_id, later.seq`,
    words: ({ expected, subject }) => `delivery ${subject} went out of turn: it is to come ${expected}`
  },
  {
    kind: "job.missing",
    text: `SELECT u.kind || ' ' || u.subject AS subject, 1 AS expected, 0 AS found FROM (${unfinished}) u
      LEFT JOIN job j ON j.kind = u.kind AND j.subject = u.subject WHERE j.subject IS NULL`,
    words: ({ subject }) => `there is no job for what is not finished: ${subject}`
  },
  {
    // Whoever repeats such a request waits in vain.
    kind: "idempotency.stuck",
    text: `SELECT substr(scope_hash, 1, 12) || ' ' || substr(key_hash, 1, 12) AS subject,
        CASE WHEN state = 'running' THEN 'a subject' ELSE 'an answer' END AS expected, 'none' AS found
      FROM idempotency WHERE CASE WHEN state = 'running' THEN subject IS NULL ELSE answer IS NULL END`,
    words: ({ expected, subject }) => `the record of request ${subject} is to have ${expected}`
  }
]

/** The kinds of what the statements find. */
export const kindsOfRules: ReadonlyArray<string> = rules.map((rule) => rule.kind)

const RuleRow = Schema.Struct({
  subject: Schema.String,
  expected: Schema.NullOr(Schema.String),
  found: Schema.NullOr(Schema.String),
  total: Query.Int
})

/** The differences, by kind: all are counted, some are listed. */
class Findings {
  readonly listed: Array<Difference> = []
  total = 0
  readonly #ofKind = new Map<string, number>()

  add(difference: Difference): void {
    const before = this.#ofKind.get(difference.kind) ?? 0
    this.#ofKind.set(difference.kind, before + 1)
    this.total++
    if (before < mostListed) this.listed.push(difference)
  }
}

const compiled = rules.map(({ kind, money, text, words }) => {
  const listing = (text: string) =>
    `SELECT subject, CAST(expected AS TEXT) AS expected, CAST(found AS TEXT) AS found, count(*) OVER () AS total
     FROM (${text}) broken ORDER BY 1, 2, 3 LIMIT ${mostListed}`
  const rows = Query.all(RuleRow)(
    typeof text === "string" ? listing(text) : { sqlite: listing(text.sqlite), pg: listing(text.pg) }
  )
  const shown = (value: string | null) => value === null ? "none" : money === true ? Money.format(Number(value)) : value
  return (findings: Findings) =>
    Effect.map(rows(), (broken) => {
      for (const row of broken) {
        const said = { subject: row.subject, expected: shown(row.expected), found: shown(row.found) }
        findings.listed.push({ kind, ...said, words: words(said) })
      }
      findings.total += broken[0]?.total ?? 0
    })
})

// What is read in pages, order by order. Columns of JSON are read here, so that one that does not decode is found.
const OrderRow = Schema.Struct({
  id: Schema.String,
  address: Schema.String,
  subtotal_minor: Query.Int,
  shipping_minor: Query.Int,
  shipping_vat_minor: Query.Int,
  total_minor: Query.Int,
  vat: Schema.String,
  method: Schema.NullOr(Schema.String)
})
type OrderRow = typeof OrderRow.Type
const ordersAfter = Query.all(OrderRow)<[after: string, limit: number]>(
  `SELECT o.id, o.address, o.subtotal_minor, o.shipping_minor, o.shipping_vat_minor, o.total_minor, o.vat, p.method
   FROM orders o LEFT JOIN payment p ON p.order_id = o.id AND p.role = 'primary'
   WHERE o.id > ? ORDER BY o.id, p.id LIMIT ?`
)
type Range = [after: string, upTo: string]
const LineRow = Schema.Struct({
  order_id: Schema.String,
  n: Query.Int,
  product_id: Schema.String,
  quantity: Query.Int,
  unit_price_minor: Query.Int,
  line_total_minor: Query.Int,
  vat_minor: Query.Int
})
type LineRow = typeof LineRow.Type
const linesIn = Query.all(LineRow)<Range>(
  `SELECT order_id, n, product_id, quantity, unit_price_minor, line_total_minor, vat_minor FROM order_line
   WHERE order_id > ? AND order_id <= ? ORDER BY order_id, n`
)
const PaperRow = Schema.Struct({
  order_id: Schema.String,
  series: Schema.String,
  n: Query.Int,
  kind: Schema.String,
  subject: Schema.String,
  document: Schema.String,
  at: Query.Int
})
type PaperRow = typeof PaperRow.Type
const papersIn = Query.all(PaperRow)<Range>(
  `SELECT order_id, series, n, kind, subject, document, at FROM receipt
   WHERE order_id > ? AND order_id <= ? ORDER BY order_id, series, n`
)
const RefundRow = Schema.Struct({
  order_id: Schema.String,
  id: Schema.String,
  cause: Schema.String,
  amount_minor: Query.Int
})
type RefundRow = typeof RefundRow.Type
const refundsIn = Query.all(RefundRow)<Range>(
  `SELECT order_id, id, cause, amount_minor FROM refund WHERE order_id > ? AND order_id <= ? ORDER BY order_id, id`
)
const ReturnRow = Schema.Struct({
  order_id: Schema.String,
  id: Schema.String,
  status: Schema.String,
  timeline: Schema.String
})
type ReturnRow = typeof ReturnRow.Type
const returnsIn = Query.all(ReturnRow)<Range>(
  `SELECT order_id, id, status, timeline FROM return_request
   WHERE order_id > ? AND order_id <= ? ORDER BY order_id, id`
)

const decodeCountry = Schema.decodeEither(Schema.parseJson(Schema.Struct({ country: CountryCode })))
const decodeVat = Schema.decodeEither(Schema.parseJson(Schema.Array(Pricing.VatPerRate)))
const decodeTimeline = Schema.decodeEither(
  Schema.parseJson(Schema.Array(Schema.Struct({ status: Return.ReturnStatus })))
)
const decodeReceipt = Schema.decodeEither(Schema.parseJson(Receipt.Receipt))
const decodeEntry = Schema.decodeEither(Schema.parseJson(Receipt.CreditEntry))

/** `19 %: 37.61 + 7.14 = 44.75`. */
const vatText = (vat: ReadonlyArray<Pricing.VatPerRate>): string =>
  vat.length === 0
    ? "none"
    : vat.map(({ grossMinor, netMinor, rateBp, vatMinor }) =>
      `${rateBp / 100} %: ${Money.format(netMinor)} + ${Money.format(vatMinor)} = ${Money.format(grossMinor)}`
    ).join(", ")

type Compare = (kind: string, subject: string, what: string, expected: string, found: string) => void

/** Prices an order anew and compares. */
const auditPrices = (order: OrderRow, lines: ReadonlyArray<LineRow>, compare: Compare): Pricing.Priced | undefined => {
  compare(
    "order.lines",
    order.id,
    "lines are numbered",
    lines.map((_, n) => n).join(" "),
    lines.map((l) => l.n).join(" ")
  )
  if (lines.length === 0) {
    compare("order.lines", order.id, "there are lines", "at least one", "none")
    return undefined
  }
  if (order.shipping_minor < 0) {
    compare("price.shipping", order.id, "shipping costs", "0.00 or more", Money.format(order.shipping_minor))
    return undefined
  }
  const destination = decodeCountry(order.address)
  if (Either.isLeft(destination)) {
    compare("order.address", order.id, "the address is", "an address", "unreadable")
    return undefined
  }
  // What shipping cost is a fact of its day; everything else follows.
  const tariff = { standard: order.shipping_minor, express: order.shipping_minor }
  const priced = Pricing.price({
    lines: lines.map((line) => ({
      productId: ProductId.make(line.product_id, { disableValidation: true }),
      quantity: line.quantity,
      unitPriceMinor: line.unit_price_minor
    })),
    country: destination.right.country,
    method: "express",
    policy: {
      homeCountry: destination.right.country,
      euMinor: tariff,
      elsewhereMinor: tariff,
      freeFromMinor: 0,
      unserved: []
    }
  })
  const money = (kind: string, subject: string, what: string, expected: number, found: number) =>
    compare(kind, subject, what, Money.format(expected), Money.format(found))
  for (const [n, line] of lines.entries()) {
    const { lineTotalMinor, vatMinor } = priced.lines[n]!
    money("price.line", `${order.id} ${line.n}`, "the line costs", lineTotalMinor, line.line_total_minor)
    money("price.vat", `${order.id} ${line.n}`, "the line contains VAT of", vatMinor, line.vat_minor)
  }
  money("price.subtotal", order.id, "the goods cost", priced.subtotalMinor, order.subtotal_minor)
  money("price.total", order.id, "all of it costs", priced.totalMinor, order.total_minor)
  money("price.vat", order.id, "shipping contains VAT of", priced.shippingVatMinor, order.shipping_vat_minor)
  const vat = Either.map(decodeVat(order.vat), vatText)
  compare("price.vat", order.id, "the VAT is", vatText(priced.vat), Either.getOrElse(vat, () => "unreadable"))
  return priced
}

/** Compares what stands on an order's papers with what they are about. */
const auditPapers = (
  order: OrderRow,
  priced: Pricing.Priced | undefined,
  papers: ReadonlyArray<PaperRow>,
  refunds: ReadonlyArray<RefundRow>,
  compare: Compare
): void => {
  let receipt: Receipt.Receipt | undefined
  for (const row of papers.filter((paper) => paper.kind === "receipt")) {
    const subject = `${row.series} ${row.n}`
    const is = (what: string, expected: string, found: string) =>
      compare("receipt.document", subject, what, expected, found)
    const decoded = decodeReceipt(row.document)
    if (Either.isLeft(decoded)) {
      is("the document", "decodes and adds up", "does not")
      continue
    }
    receipt = decoded.right
    is("it is about", order.id, row.subject)
    is("the document is about", order.id, receipt.orderId)
    is("its number is", Receipt.receiptNumber(row.at, row.n), receipt.number)
    is("its series is", Receipt.series("R", row.at), row.series)
    is("it was issued at", String(row.at), String(receipt.issuedAt))
    is("it was paid by", order.method ?? "nothing", receipt.paymentMethod)
    if (priced === undefined) continue
    is("its lines are", linesText(priced.lines), linesText(receipt.lines))
    is("shipping is", Money.format(priced.shippingMinor), Money.format(receipt.shippingMinor))
    is("its VAT is", vatText(priced.vat), vatText(receipt.vat))
  }
  if (receipt === undefined) return
  const entries: Array<Receipt.CreditEntry> = []
  for (const row of papers.filter((paper) => paper.kind !== "receipt")) {
    const subject = `${row.series} ${row.n}`
    const is = (what: string, expected: string, found: string) =>
      compare("credit.document", subject, what, expected, found)
    const decoded = decodeEntry(row.document)
    if (Either.isLeft(decoded)) {
      is("the document", "decodes and adds up", "does not")
      // Nothing that follows could be compared with it.
      return
    }
    const entry = decoded.right
    is("it is a", row.kind, entry.kind)
    is("its number is", Receipt.creditNumber(row.at, row.n), entry.number)
    is("its series is", Receipt.series("C", row.at), row.series)
    is("it was issued at", String(row.at), String(entry.issuedAt))
    is("its receipt is", receipt.number, entry.receiptNumber)
    const expected = expectedEntry(row, entry, receipt, entries, refunds)
    if (expected !== undefined) is("it takes back", expected, vatText(entry.vat))
    entries.push(entry)
  }
}

const linesText = (
  lines: ReadonlyArray<{
    readonly productId: string
    readonly quantity: number
    readonly unitPriceMinor: number
    readonly vatMinor: number
  }>
): string =>
  lines.map(({ productId, quantity, unitPriceMinor, vatMinor }) =>
    `${quantity} × ${productId} ${Money.format(unitPriceMinor)} (${Money.format(vatMinor)})`
  ).join(", ")

/** What an entry takes back by its refund and all entries before it; nothing where its refund is not there. */
const expectedEntry = (
  row: PaperRow,
  entry: Receipt.CreditEntry,
  receipt: Receipt.Receipt,
  entries: ReadonlyArray<Receipt.CreditEntry>,
  refunds: ReadonlyArray<RefundRow>
): string | undefined => {
  if (entry.kind === "cancellation") {
    const { cancels, issuedAt, number, reason } = entry
    return Either.match(Receipt.cancelCreditNote({ cancels, entries, issuedAt, number, reason }), {
      onLeft: () => "nothing: there is no such note to cancel",
      onRight: (note) => vatText(note.vat)
    })
  }
  const refund = refunds.find(({ id }) => row.subject.startsWith(`${id}:`))
  if (refund === undefined) return undefined
  const { cause, issuedAt, number } = entry
  return Either.match(
    Receipt.creditNote({ amountMinor: refund.amount_minor, cause, entries, issuedAt, number, receipt }),
    {
      onLeft: ({ remaining }) => `${Money.format(remaining)} at most`,
      onRight: (note) => vatText(note.vat)
    }
  )
}

/** A return's own history: steps of the table, the present status last. */
const auditReturn = ({ id, status, timeline }: ReturnRow, compare: Compare): void => {
  const decoded = decodeTimeline(timeline)
  if (Either.isLeft(decoded)) return compare("return.timeline", id, "its history is", "a history", "unreadable")
  const statuses = decoded.right.map((entry) => entry.status)
  for (const [at, to] of statuses.entries()) {
    const from = statuses[at - 1]
    const isStep = from === undefined ? to === "requested" : Return.transitions[from].includes(to)
    if (!isStep) compare("return.timeline", id, "each step is", "one of the table", `${from ?? ""}>${to}`)
  }
  compare("return.timeline", id, "its history ends with", status, statuses.at(-1) ?? "nothing")
}

const grouped = <Row extends { readonly order_id: string }>(rows: ReadonlyArray<Row>) => {
  const groups = new Map<string, Array<Row>>()
  for (const row of rows) {
    const group = groups.get(row.order_id)
    if (group === undefined) groups.set(row.order_id, [row])
    else group.push(row)
  }
  return (orderId: string): ReadonlyArray<Row> => groups.get(orderId) ?? []
}

const auditOrders = Effect.fnUntraced(function*(findings: Findings) {
  const compare: Compare = (kind, subject, what, expected, found) => {
    if (expected === found) return
    findings.add({
      kind,
      subject,
      expected,
      found,
      words: `${subject}: ${what} ${expected}, and is kept as ${found}`
    })
  }
  for (let after = "";;) {
    const orders = yield* ordersAfter(after, pageSize)
    const last = orders.at(-1)?.id
    if (last === undefined) return
    const lines = grouped(yield* linesIn(after, last))
    const papers = grouped(yield* papersIn(after, last))
    const refunds = grouped(yield* refundsIn(after, last))
    const returns = grouped(yield* returnsIn(after, last))
    for (const order of orders) {
      const priced = auditPrices(order, lines(order.id), compare)
      auditPapers(order, priced, papers(order.id), refunds(order.id), compare)
      for (const one of returns(order.id)) auditReturn(one, compare)
    }
    after = last
  }
})

const counts = Query.first(Counts)(
  `SELECT (SELECT count(*) FROM product) AS products, (SELECT count(*) FROM orders) AS orders,
     (SELECT count(*) FROM payment) AS payments, (SELECT count(*) FROM refund) AS refunds,
     (SELECT count(*) FROM shipment) AS shipments, (SELECT count(*) FROM return_request) AS "returns",
     (SELECT count(*) FROM receipt) AS papers, (SELECT count(*) FROM charge) AS charges,
     (SELECT count(*) FROM event) AS events, (SELECT count(*) FROM delivery) AS deliveries`
)

/** Audits the books inside whatever transaction it is run in; that should be a snapshot. */
export const audit: Effect.Effect<Audit, never, Transaction> = Effect.gen(function*() {
  const findings = new Findings()
  for (const rule of compiled) yield* rule(findings)
  yield* auditOrders(findings)
  return {
    total: findings.total,
    differences: findings.listed,
    counts: Option.getOrThrow(yield* counts())
  }
})

/** Everything that does not follow from the facts. */
export const differences: Effect.Effect<ReadonlyArray<Difference>, never, Transaction> = Effect.map(
  audit,
  (audit) => audit.differences
)

/** What came in and went back in a checkout session, by somebody's books. */
export const SessionMoney = Schema.Struct({
  sessionId: Schema.String,
  capturedMinor: Query.Int,
  /** What has gone back for certain. */
  refundedMinor: Query.Int,
  /** More is going to happen or to be heard: these numbers may be behind somebody else's. */
  underWay: Query.Flag
})
export type SessionMoney = typeof SessionMoney.Type

const perSession = Query.all(SessionMoney)(
  `SELECT s.id AS "sessionId", coalesce(p.captured, 0) AS "capturedMinor", coalesce(r.refunded, 0) AS "refundedMinor",
     CASE WHEN s.phase IN ${livePhases} OR coalesce(r.unfinished, 0) > 0 OR j.subject IS NOT NULL THEN 1 ELSE 0 END
       AS "underWay"
   FROM checkout_session s
   LEFT JOIN (SELECT session_id, sum(captured_minor) AS captured FROM payment GROUP BY session_id) p
     ON p.session_id = s.id
   LEFT JOIN (SELECT p.session_id,
       sum(CASE WHEN r.state = 'succeeded' THEN r.amount_minor ELSE 0 END) AS refunded,
       sum(CASE WHEN r.state = 'succeeded' THEN 0 ELSE 1 END) AS unfinished
     FROM refund r JOIN payment p ON p.id = r.payment_id GROUP BY p.session_id) r ON r.session_id = s.id
   LEFT JOIN job j ON j.kind = 'checkout' AND j.subject = s.id
   ORDER BY s.id`
)

/** What the store knows of its sessions' money, to be compared with what its provider says. */
export const moneyPerSession: Effect.Effect<ReadonlyArray<SessionMoney>, never, Transaction> = Effect.suspend(
  perSession
)

/** Compares the store's with its provider's books; what is under way on either side is not yet a difference. */
export const againstProvider = (
  store: ReadonlyArray<SessionMoney>,
  provider: ReadonlyArray<SessionMoney>
): ReadonlyArray<Difference> => {
  const theirs = new Map(provider.map((money) => [money.sessionId, money]))
  const ours = new Map(store.map((money) => [money.sessionId, money]))
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((sessionId) => {
    const [our, their] = [ours.get(sessionId), theirs.get(sessionId)]
    if (our?.underWay === true || their?.underWay === true) return []
    const compare = (kind: string, what: string, their = 0, our = 0): ReadonlyArray<Difference> => {
      const [expected, found] = [Money.format(their), Money.format(our)]
      const words = `session ${sessionId}: by the provider's ledger ${expected} ${what}, by the store's books ${found}`
      return expected === found ? [] : [{ kind, subject: sessionId, expected, found, words }]
    }
    return [
      ...compare("provider.captured", "came in", their?.capturedMinor, our?.capturedMinor),
      ...compare("provider.refunded", "went back", their?.refundedMinor, our?.refundedMinor)
    ]
  })
}

/** Runs an audit, one at a time. */
export const make = (audit: Effect.Effect<Audit, StoreUnavailable>): Effect.Effect<typeof ConsistencyAudit.Service> =>
  Effect.map(Effect.makeSemaphore(1), (one) => ({ audit: one.withPermits(1)(audit) }))

/**
 * Audits on the store's own connections: on PostgreSQL in a snapshot of one of them. On SQLite nothing else happens
 * meanwhile, so a busy server audits on a connection of its own instead.
 */
export const layer: Layer.Layer<ConsistencyAudit, never, Transactions> = Layer.effect(
  ConsistencyAudit,
  Effect.flatMap(Transactions, (transactions) => make(transactions.read(audit)))
)
