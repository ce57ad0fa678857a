/**
 * Rules on work that is still to be done: every event is to be delivered to its subscribers in order, what is kept of
 * their endpoints fits together, every subject that is not finished has a job, and every idempotency record can be
 * continued or replayed.
 */
import { unpublished } from "../events/DomainEvents.ts"
import { type AuditRule, livePhases, quoted, undecidedCharges } from "./AuditRule.ts"

/**
 * A subscription gets events from about its creation until about its end: each commits a moment after its recorded
 * time, and the clocks of two machines are up to two minutes wrong each.
 */
const subscriptionEdgeMillis = 5 * 60_000

/** Unfinished subjects, which need a job. */
const unfinished = `
  SELECT 'checkout' AS kind, s.id AS subject FROM checkout_session s WHERE s.phase IN ${livePhases}
  UNION ALL SELECT 'checkout', s.id FROM checkout_session s JOIN charge c ON c.session_id = s.id
    WHERE s.phase NOT IN ${livePhases} AND c.state IN ${undecidedCharges}
  UNION ALL SELECT 'refund', r.id FROM refund r WHERE r.state <> 'succeeded'
  UNION ALL SELECT 'unknown_payment', u.provider_id FROM unrecorded_payment u WHERE u.state = 'unknown'
  UNION ALL SELECT 'price', p.id FROM product p
    WHERE EXISTS (SELECT 1 FROM price_plan l WHERE l.product_id = p.id)
      OR (p.sale LIKE '%"until":%' AND p.sale LIKE '%"priceMinor":' || p.price_minor || ',%')
  UNION ALL SELECT 'inbound', i.id FROM inbound i WHERE i.result = 'deferred'
  UNION ALL SELECT 'deliver', d.subscription_id || ':' || d.order_id
    FROM (SELECT subscription_id, order_id, min(seq) AS seq FROM delivery WHERE state <> 'delivered'
      GROUP BY subscription_id, order_id) first
    JOIN delivery d ON d.subscription_id = first.subscription_id AND d.order_id = first.order_id AND d.seq = first.seq
    JOIN subscription s ON s.id = d.subscription_id
    WHERE d.state = 'waiting' AND s.deleted_at IS NULL`

export const workRules: ReadonlyArray<AuditRule> = [
  {
    kind: "delivery.missing",
    text: `SELECT s.id || ' ' || e.order_id || ' ' || e.seq AS subject, 1 AS expected, 0 AS found
      FROM event e JOIN subscription s ON s.created_at + ${subscriptionEdgeMillis} <= e.at
        AND (s.deleted_at IS NULL OR s.deleted_at - ${subscriptionEdgeMillis} > e.at)
      LEFT JOIN delivery d ON d.subscription_id = s.id AND d.order_id = e.order_id AND d.seq = e.seq
      WHERE d.seq IS NULL AND e.type NOT IN ${quoted(unpublished)}
        AND (s.principal IS NULL OR s.principal = (SELECT o.principal FROM orders o WHERE o.id = e.order_id))`,
    words: ({ subject }) => `an event is not to be delivered to a subscription that there was: ${subject}`
  },
  {
    kind: "delivery.event",
    text: `SELECT d.subscription_id || ' ' || d.order_id || ' ' || d.seq AS subject, coalesce(e.id, 'none') AS expected,
        d.event_id AS found
      FROM delivery d LEFT JOIN event e ON e.order_id = d.order_id AND e.seq = d.seq
      WHERE e.id IS NULL OR e.id <> d.event_id OR e.type IN ${quoted(unpublished)}`,
    words: ({ expected, found, subject }) => `delivery ${subject} is to carry event ${expected} and carries ${found}`
  },
  {
    // A message that was sent again by range may follow a later one, but then its first attempt came after that.
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
    kind: "subscription.health",
    text: `SELECT id AS subject, CASE WHEN failures = 0 THEN 'healthy' ELSE 'failing since some time' END AS expected,
        CASE WHEN disabled_at IS NOT NULL THEN 'disabled' WHEN paused_until IS NOT NULL THEN 'paused'
          WHEN failing_since IS NOT NULL THEN 'failing' ELSE 'healthy' END AS found
      FROM subscription WHERE CASE WHEN failures = 0
        THEN coalesce(failing_since, last_failed_at, paused_until, disabled_at) IS NOT NULL OR failing_millis <> 0
        ELSE failing_since IS NULL OR last_failed_at IS NULL OR failure IS NULL END`,
    words: ({ expected, found, subject }) => `the endpoint of ${subject} is to be ${expected} and is ${found}`
  },
  {
    // Nobody would know that messages wait.
    kind: "subscription.disabled",
    text: `SELECT s.id AS subject, 'a flag' AS expected, 'none' AS found FROM subscription s
      WHERE s.disabled_at IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM flag f WHERE f.kind = 'webhook_disabled' AND f.subject = s.id AND f.at >= s.disabled_at)`,
    words: ({ subject }) => `the endpoint of ${subject} is disabled and nobody is told`
  },
  {
    kind: "job.missing",
    text: `SELECT u.kind || ' ' || u.subject AS subject, 1 AS expected, 0 AS found FROM (${unfinished}) u
      LEFT JOIN job j ON j.kind = u.kind AND j.subject = u.subject WHERE j.subject IS NULL`,
    words: ({ subject }) => `there is no job for what is not finished: ${subject}`
  },
  {
    // A repeat of such a request would wait in vain.
    kind: "idempotency.stuck",
    text: `SELECT substr(scope_hash, 1, 12) || ' ' || substr(key_hash, 1, 12) AS subject,
        CASE WHEN state = 'running' THEN 'a subject' ELSE 'an answer' END AS expected, 'none' AS found
      FROM idempotency WHERE CASE WHEN state = 'running' THEN subject IS NULL ELSE answer IS NULL END`,
    words: ({ expected, subject }) => `the record of request ${subject} is to have ${expected}`
  }
]
