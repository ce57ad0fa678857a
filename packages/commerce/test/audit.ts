/**
 * The auditor: reads the tables behind the store's back and says what does not add up.
 *
 * It knows the contract's rules and nothing of how the store keeps them: stock and reservations, orders and their
 * sessions, payments and refunds, timelines, and that whatever time still has to decide has a job.
 */
import * as Effect from "effect/Effect"

type Row = Readonly<Record<string, unknown>>
type Sql = (text: string) => Effect.Effect<ReadonlyArray<Row>>

const statusOfPhase: Readonly<Record<string, string>> = {
  opening: "pending",
  open: "pending",
  processing: "pending",
  complete: "confirmed",
  expired: "cancelled",
  cancelled: "cancelled",
  failed: "cancelled"
}

/** Everything that is wrong, a line each. */
export const findings = (sql: Sql): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function*() {
    const wrong: Array<string> = []
    const check = (holds: boolean, what: string) => void (holds || wrong.push(what))
    const n = (value: unknown) => Number(value)

    const reserved = new Map<string, number>()
    for (
      const line of yield* sql(
        `SELECT l.product_id, l.quantity - l.shipped AS units FROM order_line l JOIN orders o ON o.id = l.order_id
         WHERE o.status IN ('pending', 'confirmed')`
      )
    ) {
      const id = String(line["product_id"])
      reserved.set(id, (reserved.get(id) ?? 0) + n(line["units"]))
    }
    for (const stock of yield* sql("SELECT product_id, on_hand, reserved FROM stock")) {
      const id = String(stock["product_id"])
      const [held, onHand] = [n(stock["reserved"]), n(stock["on_hand"])]
      check(0 <= held && held <= onHand, `${id}: ${held} reserved of ${onHand}`)
      check(held === (reserved.get(id) ?? 0), `${id}: ${held} reserved, orders say ${reserved.get(id) ?? 0}`)
    }

    const orders = yield* sql(
      `SELECT o.id, o.status, o.events, o.subtotal_minor, o.shipping_minor, o.total_minor, s.phase,
         s.id AS session_id, s.paid_by, s.total_minor AS session_total,
         (SELECT count(*) FROM order_line l WHERE l.order_id = o.id) AS lines,
         (SELECT sum(l.line_total_minor) FROM order_line l WHERE l.order_id = o.id) AS line_total,
         (SELECT count(*) FROM event e WHERE e.order_id = o.id) AS seen_events,
         (SELECT max(e.seq) FROM event e WHERE e.order_id = o.id) AS last_seq,
         (SELECT e.type FROM event e WHERE e.order_id = o.id ORDER BY e.seq DESC LIMIT 1) AS last_type,
         (SELECT count(*) FROM payment p WHERE p.order_id = o.id AND p.role = 'primary') AS primaries,
         (SELECT count(*) FROM payment p WHERE p.session_id = s.id AND p.role = 'primary'
            AND p.provider_id = s.paid_by AND p.captured_minor = o.total_minor) AS confirming,
         (SELECT count(*) FROM job j WHERE j.kind = 'checkout' AND j.subject = s.id) AS jobs
       FROM orders o LEFT JOIN checkout_session s ON s.order_id = o.id`
    )
    for (const order of orders) {
      const id = String(order["id"])
      const phase = String(order["phase"])
      check(order["phase"] !== null, `${id} has no session`)
      check(statusOfPhase[phase] === order["status"], `${id} is ${order["status"]}, its session ${phase}`)
      check(n(order["lines"]) > 0, `${id} has no lines`)
      check(n(order["line_total"]) === n(order["subtotal_minor"]), `${id}: lines do not sum to the subtotal`)
      check(
        n(order["subtotal_minor"]) + n(order["shipping_minor"]) === n(order["total_minor"]) &&
          n(order["total_minor"]) === n(order["session_total"]),
        `${id}: totals differ`
      )
      check(
        n(order["events"]) === n(order["seen_events"]) && n(order["last_seq"]) === n(order["events"]),
        `${id}: its timeline has gaps`
      )
      check(order["last_type"] === `order.${order["status"]}`, `${id}: ${order["status"]} after ${order["last_type"]}`)
      const paid = phase === "complete"
      check(n(order["primaries"]) === (paid ? 1 : 0), `${id}: ${n(order["primaries"])} confirming payments`)
      check(n(order["confirming"]) === (paid ? 1 : 0), `${id}: confirmed by another payment than it says`)
      const live = statusOfPhase[phase] === "pending"
      check(!live || n(order["jobs"]) === 1, `${id} waits and nobody looks after it`)
    }

    const doubles = yield* sql(
      `SELECT cart_id FROM checkout_session WHERE phase IN ('opening', 'open', 'processing')
       GROUP BY cart_id HAVING count(*) > 1`
    )
    check(doubles.length === 0, "a cart with two live sessions")
    const carts = yield* sql("SELECT principal FROM cart GROUP BY principal, shopper HAVING count(*) > 1")
    check(carts.length === 0, "an owner with two carts")

    const payments = yield* sql(
      `SELECT p.id, p.role, p.captured_minor, p.refunding_minor,
         (SELECT coalesce(sum(r.amount_minor), 0) FROM refund r WHERE r.payment_id = p.id) AS refunds
       FROM payment p`
    )
    for (const payment of payments) {
      const id = String(payment["id"])
      check(n(payment["refunds"]) === n(payment["refunding_minor"]), `${id}: refunds differ from the commitment`)
      check(n(payment["refunding_minor"]) <= n(payment["captured_minor"]), `${id}: more goes back than came`)
      check(
        payment["role"] === "primary" || n(payment["refunding_minor"]) === n(payment["captured_minor"]),
        `${id}: surplus that does not go back`
      )
    }
    const refunds = yield* sql(
      `SELECT r.id FROM refund r WHERE r.state <> 'succeeded'
         AND NOT EXISTS (SELECT 1 FROM job j WHERE j.kind = 'refund' AND j.subject = r.id)`
    )
    for (const refund of refunds) check(false, `${refund["id"]} is unfinished and nobody looks after it`)
    return wrong
  })

/** Dies where anything is wrong. */
export const audit = (sql: Sql): Effect.Effect<void> =>
  Effect.flatMap(
    findings(sql),
    (wrong) => wrong.length === 0 ? Effect.void : Effect.dieMessage(`the books are wrong:\n${wrong.join("\n")}`)
  )
