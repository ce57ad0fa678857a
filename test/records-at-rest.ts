/**
 * What must be true of the records of a store and its payment provider once nothing is under way any more: for programs
 * that attack a store and then judge it (`npm run kill`, `npm run cluster`).
 *
 * The rules share no code with the store. They hold for a shop whose every purchase came to an end: paid or cancelled,
 * all refunds done. Statements are plain SQL that both databases take.
 */

export type Rows = ReadonlyArray<Record<string, any>>

/** Reads the records of each side by a statement. */
export interface Records {
  readonly store: (statement: string) => Promise<Rows>
  readonly provider: (statement: string) => Promise<Rows>
}

/** Each statement selects the rows that break its rule. */
const rules: Readonly<Record<string, string>> = {
  "stock that is promised is that of orders that have not shipped": `
    SELECT s.product_id, s.reserved, coalesce(l.units, 0) AS promised FROM stock s LEFT JOIN (
      SELECT product_id, sum(quantity - shipped) AS units FROM order_line l JOIN orders o ON o.id = l.order_id
      WHERE o.status <> 'cancelled' GROUP BY product_id) l ON l.product_id = s.product_id
    WHERE s.reserved <> coalesce(l.units, 0)`,
  "nothing of a cancelled order has shipped": `
    SELECT o.id FROM orders o JOIN order_line l ON l.order_id = o.id WHERE o.status = 'cancelled' AND l.shipped > 0`,
  "a shipped order has shipped whole, once": `
    SELECT o.id FROM orders o JOIN order_line l ON l.order_id = o.id
    WHERE o.status IN ('shipped', 'delivered') AND l.shipped <> l.quantity`,
  "units shipped are those of the shipments": `
    SELECT l.order_id FROM order_line l WHERE l.shipped <> (SELECT coalesce(sum(x.quantity), 0) FROM shipment_line x
      JOIN shipment s ON s.id = x.shipment_id WHERE s.order_id = l.order_id AND x.n = l.n)`,
  "what is claimed of a payment is what its refunds say": `
    SELECT p.id FROM payment p WHERE p.refunding_minor
      <> (SELECT coalesce(sum(r.amount_minor), 0) FROM refund r WHERE r.payment_id = p.id)`,
  "every refund has succeeded": "SELECT id, state FROM refund WHERE state <> 'succeeded'",
  "a cancelled order keeps nothing": `
    SELECT o.id FROM orders o JOIN payment p ON p.order_id = o.id
    WHERE o.status = 'cancelled' AND p.refunding_minor <> p.captured_minor`,
  "an order that goes on is paid once": `
    SELECT o.id FROM orders o WHERE o.status <> 'cancelled' AND (SELECT count(*) FROM payment p
      WHERE p.order_id = o.id AND p.role = 'primary' AND p.captured_minor = o.total_minor) <> 1`,
  "no order is left in between": "SELECT id FROM orders WHERE status = 'pending'",
  "every paid order has one receipt": `
    SELECT p.order_id FROM payment p WHERE p.role = 'primary' AND (SELECT count(*) FROM receipt r
      WHERE r.order_id = p.order_id AND r.kind = 'receipt') <> 1`,
  "every refund of a receipt has one credit note": `
    SELECT f.id FROM refund f WHERE f.cause <> 'surplus' AND (SELECT count(*) FROM receipt r
      WHERE r.kind = 'credit_note' AND (r.subject = f.id OR r.subject LIKE f.id || ':%')) <> 1`,
  "numbers of receipts have no gaps": `
    SELECT series FROM receipt GROUP BY series HAVING count(*) <> max(n) OR min(n) <> 1`,
  "events are numbered without gaps": `
    SELECT o.id FROM orders o JOIN event e ON e.order_id = o.id GROUP BY o.id
    HAVING count(*) <> max(e.seq) OR min(e.seq) <> 1 OR max(e.seq) <> o.events`,
  "an order reaches each status once": `
    SELECT order_id, status FROM event WHERE status IS NOT NULL GROUP BY order_id, status HAVING count(*) > 1`,
  "units that come back are those of returns": `
    SELECT l.order_id FROM order_line l WHERE l.sent_back <> (SELECT coalesce(sum(x.quantity), 0) FROM return_line x
      JOIN return_request q ON q.id = x.return_id WHERE q.order_id = l.order_id AND x.n = l.n
      AND q.status <> 'cancelled')`
}

/** What is wrong with the records, given how many units of each product were stocked at first. */
export const disagreements = async (
  { provider, store }: Records,
  stocked: ReadonlyMap<string, number>
): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const [rule, statement] of Object.entries(rules)) {
    const rows = await store(statement)
    if (rows.length > 0) found.push(`not true: ${rule}: ${JSON.stringify(rows.slice(0, 3))} (${rows.length})`)
  }
  const moved = await store(
    `SELECT s.product_id, s.on_hand,
       coalesce((SELECT sum(l.shipped) FROM order_line l WHERE l.product_id = s.product_id), 0) AS shipped,
       coalesce((SELECT sum(x.accepted) FROM return_line x WHERE x.product_id = s.product_id), 0) AS restocked
     FROM stock s`
  )
  for (const { on_hand: onHand, product_id: id, restocked, shipped } of moved) {
    const expected = stocked.get(id)! - Number(shipped) + Number(restocked)
    if (Number(onHand) !== expected) found.push(`${id}: ${onHand} in stock, ${expected} by what left and came back`)
  }
  const taken = await provider("SELECT id, amount_minor, refunded_minor FROM payment WHERE status = 'succeeded'")
  const known = new Map(
    (await store("SELECT provider_id, captured_minor, refunding_minor FROM payment"))
      .map((row) => [row["provider_id"], row])
  )
  for (const { amount_minor: amount, id, refunded_minor: refunded } of taken) {
    const row = known.get(id)
    known.delete(id)
    if (Number(row?.["captured_minor"]) !== Number(amount) || Number(row?.["refunding_minor"]) !== Number(refunded)) {
      found.push(`payment ${id}: ${amount} less ${refunded} at the provider, ${JSON.stringify(row)} in the store`)
    }
  }
  if (known.size > 0) found.push(`${known.size} payments that the provider does not know`)
  return found
}
