/**
 * The consistency audit, on both databases: none of what the store does leaves a difference, and every rule sees the
 * fault that it is there for. Faults are planted by SQL in records that use cases wrote, one at a time, inside a
 * transaction that is undone afterwards.
 */
import { type Difference, mostListed } from "@beauty-store/commerce/audit/AuditReport"
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import { Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { onBoth, World } from "../../../test/shop/use-cases.ts"
import { bookkeeping, type Kept } from "./auditing.ts"

/** What is found once a few statements have run; they are undone. */
const found = (statements: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const { write } = yield* Transactions
    const { dialect, sql } = yield* World
    const lawless = dialect === "sqlite"
      ? ["PRAGMA defer_foreign_keys = ON"]
      : ["SET LOCAL session_replication_role = replica", ...checks]
    if (dialect === "sqlite") yield* sql("PRAGMA ignore_check_constraints = ON")
    const undone = yield* Effect.flip(write(Effect.gen(function*() {
      const transaction = yield* Transaction
      for (const statement of [...lawless, ...statements]) yield* transaction.change(statement, [])
      return yield* Effect.fail({ audit: yield* ConsistencyAudit.audit })
    })))
    if (dialect === "sqlite") yield* sql("PRAGMA ignore_check_constraints = OFF")
    if (!("audit" in undone)) return yield* undone
    return undone.audit
  })

/** Constraints that would not let a fault in. */
const checks = [["stock"], ["payment"], ["order_line"], ["order_line", "money"]].map(([table, name = "check"]) =>
  `ALTER TABLE ${table} DROP CONSTRAINT ${table}_${name}`
)

/** A payment that the provider has and the store has not. */
const unrecorded = (state: "unknown" | "unsettled" | "refunded", foundAt: number, paymentId = "paid_x") =>
  `INSERT INTO unrecorded_payment (provider_id, session_id, order_id, state, amount_minor, refunded_minor, currency,
     instrument, numbered, at, found_at)
   VALUES ('${paymentId}', 'cs_x', 'ord_x', '${state}', 100, 0, 'EUR', 'visa', 1, 1, ${foundAt})`

/** A fault, and exactly what is to be found of it: the rule, and where it says so what it names. */
interface Fault {
  readonly plant: (kept: Kept) => ReadonlyArray<string>
  readonly found: ReadonlyArray<string>
}

const faults: Readonly<Record<string, Fault>> = {
  // Prices
  "a line that lists at something else than quantity × price": {
    plant: ({ confirmed }) => [
      `UPDATE order_line SET list_minor = list_minor + 1 WHERE order_id = '${confirmed}' AND n = 0`
    ],
    found: ["price.list: 59.90, 59.91"]
  },
  "a discount of more than the line lists at": {
    plant: ({ open }) => [
      `UPDATE order_line SET discount_minor = list_minor + 1, line_total_minor = -1 WHERE order_id = '${open}' AND n = 0`
    ],
    found: ["price.discount: 0.00 to 29.95, 29.96", "session.total: 107.99, 137.95"]
  },
  "a line whose total is not its list amount less its discount": {
    plant: ({ confirmed }) => [
      `UPDATE order_line SET line_total_minor = line_total_minor + 1 WHERE order_id = '${confirmed}' AND n = 0`
    ],
    found: ["price.line: 59.90, 59.91"]
  },
  "a line with another share of the VAT": {
    plant: ({ confirmed }) => [
      `UPDATE order_line SET vat_minor = vat_minor - 1 WHERE order_id = '${confirmed}' AND n = 0`
    ],
    found: ["price.vat: 9.56, 9.55"]
  },
  "an order with another subtotal": {
    plant: ({ open }) => [`UPDATE orders SET subtotal_minor = 1 WHERE id = '${open}'`],
    found: ["price.subtotal: 137.95, 0.01"]
  },
  "an order with another total": {
    plant: ({ open }) => [`UPDATE orders SET total_minor = total_minor + 100 WHERE id = '${open}'`],
    found: ["price.total: 137.95, 138.95"]
  },
  "an order with less VAT for shipping": {
    plant: ({ goodwill }) => [`UPDATE orders SET shipping_vat_minor = 0 WHERE id = '${goodwill}'`],
    found: ["price.vat: 2.02, 0.00"]
  },
  "an order taxed at another country's rate": {
    plant: ({ open }) => [
      `UPDATE orders SET vat = replace(vat, '1900', '2000') WHERE id = '${open}'`,
      `UPDATE order_line SET rate_bp = 2000 WHERE order_id = '${open}'`
    ],
    // Its rate is a fact of its day: whatever follows from it is another amount.
    found: [
      "price.vat: 18.00, 17.25",
      "price.vat: 20 %: 114.96 + 22.99 = 137.95, 20 %: 115.92 + 22.03 = 137.95",
      "price.vat: 4.99, 4.78"
    ]
  },
  "an order of before lines had rates, taxed at another country's rate": {
    plant: ({ open }) => [
      `UPDATE orders SET vat = replace(vat, '1900', '2000') WHERE id = '${open}'`,
      `UPDATE order_line SET rate_bp = NULL WHERE order_id = '${open}'`
    ],
    found: [
      "price.vat: 18.00, 17.25",
      "price.vat: 20 %: 114.96 + 22.99 = 137.95, 20 %: 115.92 + 22.03 = 137.95",
      "price.vat: 4.99, 4.78"
    ]
  },
  "an order with another rate than its lines": {
    plant: ({ open }) => [`UPDATE orders SET vat = replace(vat, '1900', '2000') WHERE id = '${open}'`],
    found: ["price.vat: 19 %: 115.92 + 22.03 = 137.95, 20 %: 115.92 + 22.03 = 137.95"]
  },
  "an order whose VAT cannot be read": {
    plant: ({ open }) => [`UPDATE orders SET vat = 'x' WHERE id = '${open}'`],
    found: ["price.vat: 19 %: 115.92 + 22.03 = 137.95, unreadable"]
  },
  "an order whose address cannot be read": {
    plant: ({ open }) => [`UPDATE orders SET address = '{}' WHERE id = '${open}'`],
    found: ["order.address: an address, unreadable"]
  },
  "shipping that costs less than nothing": {
    plant: ({ open, openSession }) => [
      `UPDATE orders SET shipping_minor = -1, total_minor = total_minor - 1, shipping_vat_minor = 0 WHERE id = '${open}'`,
      `UPDATE checkout_session SET total_minor = total_minor - 1 WHERE id = '${openSession}'`
    ],
    found: ["price.shipping: 0.00 or more, -0.01"]
  },
  "an order without lines": {
    plant: ({ cancelled }) => [`DELETE FROM order_line WHERE order_id = '${cancelled}'`],
    found: ["order.lines: at least one, none"]
  },

  // Orders, sessions, history
  "an order without a session": {
    plant: ({ open, openSession }) => [
      `DELETE FROM checkout_session WHERE order_id = '${open}'`,
      `DELETE FROM job WHERE subject = '${openSession}'`
    ],
    found: ["order.session: 1, 0"]
  },
  "an order whose session says that it is over": {
    plant: ({ openSession }) => [`UPDATE checkout_session SET phase = 'expired' WHERE id = '${openSession}'`],
    found: ["order.status: cancelled, pending"]
  },
  "a session that asks for another amount": {
    plant: ({ openSession }) => [`UPDATE checkout_session SET total_minor = 1 WHERE id = '${openSession}'`],
    found: ["session.total: 137.95, 0.01"]
  },
  "an order that is delivered while a parcel is on its way": {
    plant: ({ underWay }) => [
      `UPDATE orders SET status = 'delivered', events = events + 1 WHERE id = '${underWay}'`,
      `INSERT INTO event (id, order_id, seq, type, status, source, data, at)
       SELECT 'evt_x', id, events, 'order.delivered', 'delivered', 'system', '{}', 0 FROM orders WHERE id = '${underWay}'`
    ],
    found: ["order.goods: shipped, delivered"]
  },
  "an event that is missing": {
    plant: ({ inPart }) => [
      `DELETE FROM delivery WHERE order_id = '${inPart}' AND seq = 5`,
      `DELETE FROM event WHERE order_id = '${inPart}' AND seq = 5`
    ],
    found: ["event.seq: all from 1 to 5, 4 from 1 to 4"]
  },
  "a count of events that is too high": {
    plant: ({ open }) => [`UPDATE orders SET events = 7 WHERE id = '${open}'`],
    found: ["event.seq: all from 1 to 7, 1 from 1 to 1"]
  },
  "a history that skips a status": {
    plant: ({ underWay }) => [
      `UPDATE event SET status = NULL, type = 'refund.succeeded'
       WHERE order_id = '${underWay}' AND status = 'confirmed'`
    ],
    found: ["event.step: a step of the table, pending>shipped"]
  },
  "a status that the history does not end with": {
    plant: ({ returned }) => [`UPDATE orders SET status = 'shipped' WHERE id = '${returned}'`],
    found: ["event.status: delivered, shipped", "order.goods: delivered, shipped"]
  },
  "an event of another type than its status": {
    plant: ({ confirmed }) => [
      `UPDATE event SET type = 'order.delivered' WHERE order_id = '${confirmed}' AND status = 'confirmed'`
    ],
    found: ["event.type: order.created, order.delivered"]
  },
  "a payment that nobody was told of": {
    plant: ({ confirmed }) => [
      `UPDATE event SET type = 'refund.succeeded' WHERE order_id = '${confirmed}' AND type = 'payment.succeeded'`
    ],
    found: ["event.count: 1, 0"]
  },

  // Money
  "a payment that is kept for another order": {
    plant: ({ late, open }) => [`UPDATE payment SET order_id = '${open}' WHERE order_id = '${late}'`],
    found: ["payment.session: (ord), (ord)", "refund.payment: (ord) EUR, (ord) EUR"]
  },
  "a session that says another payment paid it": {
    plant: ({ confirmed }) => [`UPDATE checkout_session SET paid_by = 'paid_0' WHERE order_id = '${confirmed}'`],
    found: ["payment.primary: paid_0, (paid)"]
  },
  "a payment that counts for a session which is not paid": {
    plant: ({ openSession }) => [
      `UPDATE checkout_session SET phase = 'complete' WHERE id = '${openSession}'`,
      `DELETE FROM job WHERE subject = '${openSession}'`
    ],
    found: ["order.status: confirmed, shipped, delivered or cancelled, pending", "payment.primary: one, none"]
  },
  "a payment of another amount": {
    plant: ({ confirmed }) => [
      `UPDATE payment SET captured_minor = captured_minor + 1 WHERE order_id = '${confirmed}'`
    ],
    found: ["payment.amount: 148.90, 148.91"]
  },
  "a payment in another currency": {
    plant: ({ confirmed }) => [`UPDATE payment SET currency = 'USD' WHERE order_id = '${confirmed}'`],
    found: ["payment.currency: EUR, USD"]
  },
  "more going back than was taken": {
    plant: ({ late }) => [
      `UPDATE payment SET refunding_minor = captured_minor + 1 WHERE order_id = '${late}'`,
      `UPDATE refund SET amount_minor = amount_minor + 1 WHERE order_id = '${late}'`
    ],
    found: ["payment.range: 34.90, 34.91"]
  },
  "more going back than there are refunds": {
    plant: ({ confirmed }) => [`UPDATE payment SET refunding_minor = 1 WHERE order_id = '${confirmed}'`],
    found: ["payment.refunding: 0.00, 0.01"]
  },
  "a payment that was too late and does not go back": {
    plant: ({ late }) => [
      `UPDATE payment SET refunding_minor = refunding_minor - 1 WHERE order_id = '${late}'`,
      `UPDATE refund SET amount_minor = amount_minor - 1 WHERE order_id = '${late}'`
    ],
    found: ["payment.return: 34.90, 34.89"]
  },
  "a refund in another currency": {
    plant: ({ pending }) => [`UPDATE refund SET currency = 'USD' WHERE id = '${pending}'`],
    found: ["refund.payment: (ord) EUR, (ord) USD"]
  },

  // Goods
  "more reserved than is on hand": {
    plant: () => [
      `INSERT INTO stock_movement (product_id, n, reason, units, at)
       SELECT product_id, movements + 1, 'loss', -on_hand, 0 FROM stock WHERE product_id = 'noir'`,
      "UPDATE stock SET on_hand = 0, movements = movements + 1 WHERE product_id = 'noir'"
    ],
    found: ["stock.range: 0, 4"]
  },
  "a movement that is lost": {
    plant: () => ["DELETE FROM stock_movement WHERE product_id = 'tonic'"],
    found: ["stock.movements: 0 by 0, 0 by 1"]
  },
  "a movement of other units than are on hand": {
    plant: () => ["UPDATE stock_movement SET units = units + 1 WHERE product_id = 'ecume' AND n = 1"],
    found: ["stock.movements: 51 by 1, 50 by 1"]
  },
  "a shipment whose units did not leave as sold": {
    plant: ({ returned }) => [
      `UPDATE stock_movement SET reason = 'loss', subject = NULL WHERE product_id = 'cream' AND subject IN
         (SELECT id FROM shipment WHERE order_id = '${returned}' AND tracking_number = 'R1')`
    ],
    found: ["movement.sale: 2, 0"]
  },
  "other units that came back to the shelf than the return has": {
    plant: () => [
      "UPDATE stock_movement SET units = units + 1 WHERE reason = 'return'",
      `UPDATE stock_movement SET units = units - (SELECT count(*) FROM stock_movement r
         WHERE r.product_id = stock_movement.product_id AND r.reason = 'return') WHERE n = 1`
    ],
    found: ["movement.return: 2, 3"]
  },
  "units that are reserved for nobody": {
    plant: () => ["UPDATE stock SET reserved = 1 WHERE product_id = 'cream'"],
    found: ["stock.reserved: 0, 1"]
  },
  "units of an order that are not reserved": {
    plant: () => ["UPDATE stock SET reserved = reserved - 1 WHERE product_id = 'noir'"],
    found: ["stock.reserved: 4, 3"]
  },
  "an order for a product without stock": {
    plant: () => ["DELETE FROM stock WHERE product_id = 'ecume'"],
    found: ["stock.reserved: 3, 0"]
  },
  "more shipped than was bought": {
    plant: ({ returned }) => [
      `UPDATE order_line SET shipped = shipped + 1 WHERE order_id = '${returned}' AND product_id = 'cream'`,
      `UPDATE shipment_line SET quantity = quantity + 1 WHERE n = 1 AND shipment_id IN
         (SELECT id FROM shipment WHERE order_id = '${returned}' AND tracking_number = 'R1')`
    ],
    found: ["line.range: 2, 3 and 1", "movement.sale: 3, 2"]
  },
  "units that shipped in no shipment": {
    plant: ({ returned }) => [
      `UPDATE shipment_line SET quantity = quantity - 1 WHERE n = 0 AND shipment_id IN
         (SELECT id FROM shipment WHERE order_id = '${returned}' AND tracking_number = 'R2')`
    ],
    found: ["line.shipped: 3, 4", "movement.sale: 2, 3"]
  },
  "a line from which more came back than was returned": {
    plant: ({ rejectedReturn }) => [
      `UPDATE order_line SET sent_back = 0 WHERE order_id IN
         (SELECT order_id FROM return_request WHERE id = '${rejectedReturn}')`
    ],
    found: ["line.sentBack: 1, 0"]
  },
  "a shipment from which more came back than was returned": {
    plant: ({ rejectedReturn }) => [
      `UPDATE shipment_line SET sent_back = 0 WHERE shipment_id IN
         (SELECT shipment_id FROM return_line WHERE return_id = '${rejectedReturn}')`
    ],
    found: ["shipment.sentBack: 1, 0"]
  },
  "a unit that never came and still counts as sent back": {
    plant: ({ firstReturn }) => [`UPDATE return_line SET missing = 0 WHERE return_id = '${firstReturn}'`],
    found: ["line.sentBack: 4, 3", "shipment.sentBack: 3, 2"]
  },
  "a parcel that is delivered and has not arrived": {
    plant: ({ underWay }) => [`UPDATE shipment SET status = 'delivered' WHERE order_id = '${underWay}'`],
    found: ["shipment.status: on its way, delivered"]
  },
  "a return that was rejected with something accepted": {
    plant: ({ rejectedReturn }) => [`UPDATE return_line SET accepted = 1 WHERE return_id = '${rejectedReturn}'`],
    found: ["return.units: opened, 1 accepted, 0 missing of 1"]
  },
  "a return that is on its way with something accepted": {
    plant: ({ openReturn }) => [`UPDATE return_line SET accepted = 1 WHERE return_id = '${openReturn}'`],
    found: ["return.units: unopened, 1 accepted, no missing of 1"]
  },
  "a return that names another refund": {
    plant: ({ firstReturn, given }) => [
      `UPDATE return_request SET refund_id = '${given}' WHERE id = '${firstReturn}'`
    ],
    found: ["return.refund: 59.90, 59.90"]
  },
  "a return that promises more than its refund": {
    plant: ({ firstReturn }) => [
      `UPDATE return_request SET refund_minor = refund_minor - 1 WHERE id = '${firstReturn}'`
    ],
    found: ["return.refund: 59.89, 59.90"]
  },
  "a return that is to give back more than its goods are worth": {
    plant: ({ openReturn }) => [`UPDATE return_request SET refund_minor = 9999 WHERE id = '${openReturn}'`],
    found: ["return.amount: 29.95, 99.99"]
  },
  "a return whose history ends otherwise": {
    plant: ({ openReturn }) => [`UPDATE return_request SET status = 'requested' WHERE id = '${openReturn}'`],
    found: ["return.timeline: requested, in_transit"]
  },
  "a return whose history skips a status": {
    plant: ({ openReturn }) => [
      `UPDATE return_request SET timeline = replace(timeline, 'requested', 'received') WHERE id = '${openReturn}'`
    ],
    found: ["return.timeline: one of the table, >received", "return.timeline: one of the table, received>in_transit"]
  },

  // Papers
  "a number that is missing": {
    plant: ({ cancelled }) => [
      `UPDATE receipt SET n = 99 WHERE kind = 'credit_note' AND order_id = '${cancelled}'`,
      "UPDATE counter SET n = 99 WHERE series LIKE 'C-%'"
    ],
    found: ["credit.document: C-2026-000099, (number)", "receipt.series: all from 1 to 6, 6 from 1 to 99"]
  },
  "a counter that is behind": {
    plant: () => ["UPDATE counter SET n = n - 1 WHERE series LIKE 'R-%'"],
    found: ["receipt.counter: 11, 10"]
  },
  "a counter that is lost": {
    plant: () => ["DELETE FROM counter WHERE series LIKE 'R-%'"],
    found: ["receipt.counter: 11, 0"]
  },
  "a paid order without a receipt": {
    plant: () => [
      "DELETE FROM receipt WHERE series LIKE 'R-%' AND n = (SELECT n FROM counter WHERE series LIKE 'R-%')",
      "UPDATE counter SET n = n - 1 WHERE series LIKE 'R-%'"
    ],
    found: ["receipt.order: 1, 0"]
  },
  "a receipt that does not add up": {
    plant: ({ confirmed }) => [
      `UPDATE receipt SET document = replace(document, '"totalMinor":14890', '"totalMinor":14891')
       WHERE order_id = '${confirmed}'`
    ],
    found: ["receipt.document: decodes and adds up, does not"]
  },
  "a receipt of another order's goods": {
    plant: ({ confirmed }) => [
      `UPDATE receipt SET document = replace(document, '"productId":"noir"', '"productId":"cream"')
       WHERE order_id = '${confirmed}'`
    ],
    found: [
      "receipt.document: 2 × serum 29.95 (9.56), 1 × noir 89.00 (14.21), 2 × serum 29.95 (9.56), 1 × cream 89.00 (14.21)"
    ]
  },
  "a refund without a credit note": {
    plant: ({ cancelled }) => [`UPDATE receipt SET kind = 'x', subject = 'y'
       WHERE order_id = '${cancelled}' AND kind = 'credit_note'`],
    found: ["credit.document: x, credit_note", "credit.refund: 1, 0"]
  },
  "a credit note that does not stand, for a refund that succeeded": {
    plant: ({ given }) => [`UPDATE refund SET state = 'pending' WHERE id = '${given}'`],
    found: ["credit.refund: 0, 1"]
  },
  "a credit note over another amount": {
    plant: ({ cancelled }) => [
      `UPDATE refund SET amount_minor = 100 WHERE order_id = '${cancelled}'`,
      `UPDATE payment SET refunding_minor = 100 WHERE order_id = '${cancelled}'`
    ],
    found: [
      "credit.document: 19 %: 0.84 + 0.16 = 1.00, 19 %: 74.79 + 14.21 = 89.00",
      "payment.return: 89.00, 1.00"
    ]
  },
  "a credit note that cannot be read": {
    plant: ({ cancelled }) => [
      `UPDATE receipt SET document = '[]' WHERE order_id = '${cancelled}' AND kind = 'credit_note'`
    ],
    found: ["credit.document: decodes and adds up, does not"]
  },

  // Who has to be told, and what is still to be done
  "an event that a partner is not told of": {
    plant: ({ abroad }) => [`DELETE FROM delivery WHERE order_id = '${abroad}' AND seq = 2`],
    found: ["delivery.missing: 1, 0"]
  },
  "a delivery that is missing to who hears of one principal's orders": {
    plant: ({ abroad, subscriptionId }) => [
      `UPDATE subscription SET principal = (SELECT principal FROM orders WHERE id = '${abroad}')
       WHERE id = '${subscriptionId}'`,
      `DELETE FROM delivery WHERE order_id = '${abroad}' AND seq = 2`
    ],
    found: ["delivery.missing: 1, 0"]
  },
  "a delivery of another event": {
    plant: ({ abroad, inPart }) => [
      `UPDATE delivery SET event_id = (SELECT id FROM event WHERE order_id = '${inPart}' AND seq = 2)
       WHERE order_id = '${abroad}' AND seq = 2`
    ],
    found: ["delivery.event: (evt), (evt)"]
  },
  "an endpoint that is paused and has never failed": {
    plant: ({ subscriptionId }) => [`UPDATE subscription SET paused_until = 1 WHERE id = '${subscriptionId}'`],
    found: ["subscription.health: healthy, paused"]
  },
  "an endpoint that has failed, nobody knows when": {
    plant: ({ subscriptionId }) => [`UPDATE subscription SET failures = 1 WHERE id = '${subscriptionId}'`],
    found: ["subscription.health: failing since some time, healthy"]
  },
  "an endpoint that is disabled behind everybody's back": {
    plant: ({ subscriptionId }) => [
      `UPDATE subscription SET failures = 9, failing_since = 1, last_failed_at = 2, failing_millis = 1, failure = 'timeout',
         disabled_at = 2 WHERE id = '${subscriptionId}'`
    ],
    found: ["subscription.disabled: a flag, none"]
  },
  "a payment at the provider that the store has lost": {
    plant: () => [
      unrecorded("unknown", 2),
      "INSERT INTO job (kind, subject, run_at, lease_until, fence, attempts, plan) VALUES ('unknown_payment', 'paid_x', 9, 0, 0, 0, 0)"
    ],
    found: ["provider.unknown: an order, none, and its refund is to come"]
  },
  "a payment at the provider that was found two walks ago, and still pays nothing": {
    plant: () => [unrecorded("unsettled", 2), "UPDATE payment_walk SET walked_at = 3"],
    found: ["provider.unsettled: cs_x, no payment"]
  },
  "a delivery out of turn": {
    plant: ({ confirmed }) => [
      `UPDATE delivery SET attempts = 1, first_at = 1 WHERE order_id = '${confirmed}' AND seq = 2`,
      `UPDATE delivery SET attempts = 1, first_at = 2, state = 'delivered' WHERE order_id = '${confirmed}' AND seq = 3`
    ],
    found: ["delivery.lane: after 2, delivered"]
  },
  "a lane that nobody works off": {
    plant: ({ confirmed }) => [`DELETE FROM job WHERE kind = 'deliver' AND subject LIKE '%${confirmed}'`],
    found: ["job.missing: 1, 0"]
  },
  "a session that nobody looks after": {
    plant: ({ openSession }) => [`DELETE FROM job WHERE subject = '${openSession}'`],
    found: ["job.missing: 1, 0"]
  },
  "a refund that nobody carries out": {
    plant: ({ pending }) => [`DELETE FROM job WHERE subject = '${pending}'`],
    found: ["job.missing: 1, 0"]
  },
  "a message that nobody comes back to": {
    plant: () => ["DELETE FROM job WHERE kind = 'inbound'"],
    found: ["job.missing: 1, 0"]
  },
  "a planned price that nobody begins": {
    plant: () => ["INSERT INTO price_plan VALUES ('prc_1', 'serum', 100, 0, 1, NULL)"],
    found: ["job.missing: 1, 0"]
  },
  "a sale that nobody ends": {
    plant: () => [`UPDATE product SET sale = '{"until":2,"priceMinor":' || price_minor || ',' WHERE id = 'serum'`],
    found: ["job.missing: 1, 0"]
  },
  "a request that is never answered": {
    plant: () => ["UPDATE idempotency SET subject = NULL WHERE state = 'running'"],
    found: ["idempotency.stuck: a subject, none"]
  },
  "a request whose answer is lost": {
    plant: () => ["UPDATE idempotency SET answer = NULL WHERE state = 'done'"],
    found: ["idempotency.stuck: an answer, none"]
  },

  // Delegated payment
  "a charge that took money of which nothing is known": {
    plant: ({ charged }) => [`UPDATE payment SET charge_id = NULL WHERE charge_id = '${charged}'`],
    found: ["charge.payment: a payment, none that counts"]
  },
  "a payment that counts for a charge that was declined": {
    plant: ({ charged }) => [
      `UPDATE charge SET state = 'declined', reason = 'x' WHERE id = '${charged}'`,
      `UPDATE orders SET events = events + 1 WHERE id = (SELECT order_id FROM payment WHERE charge_id = '${charged}')`,
      `INSERT INTO event (id, order_id, seq, type, source, data, at)
       SELECT 'evt_z', o.id, o.events, 'payment.refused', 'provider', '{}', 0 FROM orders o
       JOIN payment p ON p.order_id = o.id WHERE p.charge_id = '${charged}'`
    ],
    found: ["charge.payment: none that counts, a payment", "spending.released: -34.90, 0.00"]
  },
  "a charge that does not count": {
    plant: ({ charged }) => [`DELETE FROM spending WHERE charge_id = '${charged}'`],
    found: ["spending.spent: 34.90, 0.00"]
  },
  "a charge that counts with less than it took": {
    plant: ({ charged }) => [`UPDATE spending SET amount_minor = 1 WHERE charge_id = '${charged}'`],
    found: ["spending.spent: 34.90, 0.01"]
  },
  "a spend that is released while its order stands": {
    plant: ({ charged }) => [
      `INSERT INTO spending (charge_id, entry, instrument, delegation_id, amount_minor, at, recorded_at)
       SELECT charge_id, 'released', instrument, delegation_id, -amount_minor, at, at FROM spending
       WHERE charge_id = '${charged}'`
    ],
    found: ["spending.released: 0.00, -34.90"]
  },
  "a spend that is released before anybody knows what became of it": {
    plant: ({ uncharged }) => [
      `INSERT INTO spending (charge_id, entry, instrument, delegation_id, amount_minor, at, recorded_at)
       SELECT charge_id, 'released', instrument, delegation_id, -amount_minor, at, at FROM spending
       WHERE charge_id = '${uncharged}'`
    ],
    found: ["spending.released: 0.00, -34.90"]
  },
  "a spend that is not released though its order is cancelled": {
    plant: ({ calledOff }) => [`DELETE FROM spending WHERE charge_id = '${calledOff}' AND entry = 'released'`],
    found: ["spending.released: -34.90, 0.00"]
  },
  "a spend that is not released though it was declined": {
    plant: ({ declined }) => [`DELETE FROM spending WHERE charge_id = '${declined}' AND entry = 'released'`],
    found: ["spending.released: -34.90, 0.00"]
  },
  "a spend that counts for another card": {
    plant: ({ charged }) => [`UPDATE spending SET instrument = 'amex' WHERE charge_id = '${charged}'`],
    found: ["spending.payer: visa-4242 (del) (at), amex (del) (at)"]
  },
  "a spend that is released at another moment than it was made": {
    plant: ({ calledOff }) => [
      `UPDATE spending SET at = at + 1 WHERE charge_id = '${calledOff}' AND entry = 'released'`
    ],
    found: ["spending.payer: visa-4242 (del) (at), visa-4242 (del) (at)"]
  },
  "a delegation that is for another card than what it paid with": {
    plant: ({ delegation }) => [`UPDATE delegation SET instrument = 'amex' WHERE id = '${delegation}'`],
    found: Array(4).fill("spending.instrument: amex, visa-4242")
  },
  "a charge over more than its delegation allows at once": {
    plant: ({ delegation }) => [`UPDATE delegation SET per_transaction_minor = 3489 WHERE id = '${delegation}'`],
    found: Array(4).fill("delegation.transaction: 34.89, 34.90")
  },
  "a delegation that spent more in a day than it may": {
    plant: ({ delegation }) => [`UPDATE delegation SET per_day_minor = 6979 WHERE id = '${delegation}'`],
    found: ["delegation.day: 69.79, 69.80"]
  },
  "a delegation that spent more in a month than it may": {
    plant: ({ delegation }) => [`UPDATE delegation SET per_month_minor = 6979 WHERE id = '${delegation}'`],
    found: ["delegation.month: 69.79, 69.80"]
  },
  "a charge that was refused without a word in the order's history": {
    plant: ({ declined }) => [`UPDATE charge SET reason = NULL WHERE id = '${declined}'`],
    found: ["event.count: 0, 1"]
  },
  "an undecided charge of an ended session that nobody follows up": {
    plant: ({ uncharged }) => [
      `UPDATE orders SET status = 'cancelled', events = events + 1
       WHERE id = (SELECT s.order_id FROM checkout_session s JOIN charge c ON c.session_id = s.id WHERE c.id = '${uncharged}')`,
      `INSERT INTO event (id, order_id, seq, type, status, source, data, at)
       SELECT 'evt_y', id, events, 'order.cancelled', 'cancelled', 'system', '{}', 0 FROM orders
       WHERE id = (SELECT s.order_id FROM checkout_session s JOIN charge c ON c.session_id = s.id WHERE c.id = '${uncharged}')`,
      `UPDATE checkout_session SET phase = 'expired' WHERE id = (SELECT session_id FROM charge WHERE id = '${uncharged}')`,
      `UPDATE stock SET reserved = reserved - 1 WHERE product_id = 'zeste'`,
      `DELETE FROM job WHERE kind = 'checkout'
       AND subject = (SELECT session_id FROM charge WHERE id = '${uncharged}')`
    ],
    found: ["job.missing: 1, 0"]
  }
}

/** What looks like a fault and is none. */
const innocent: Readonly<Record<string, Fault["plant"]>> = {
  "a parked lane waits without a job": ({ confirmed }) => [
    `UPDATE delivery SET state = 'parked', attempts = 10, first_at = 1 WHERE order_id = '${confirmed}' AND seq = 2`,
    `DELETE FROM job WHERE kind = 'deliver' AND subject LIKE '%${confirmed}'`
  ],
  "a message that is sent again after those behind it": ({ inPart }) => [
    `UPDATE delivery SET state = 'waiting', attempts = 0, first_at = NULL WHERE order_id = '${inPart}' AND seq = 2`,
    `INSERT INTO job (kind, subject, run_at, attempts, plan, fence, lease_until)
     SELECT 'deliver', subscription_id || ':' || order_id, 0, 0, 0, 0, 0 FROM delivery
     WHERE order_id = '${inPart}' AND seq = 2`
  ],
  "nobody is told after a subscription ended, or before it began": ({ subscriptionId }) => [
    `UPDATE subscription SET deleted_at = created_at + 1 WHERE id = '${subscriptionId}'`,
    "DELETE FROM delivery"
  ],
  "a subscription to one principal's orders hears of no others": ({ subscriptionId }) => [
    `UPDATE subscription SET principal = 'agent:nobody' WHERE id = '${subscriptionId}'`,
    "DELETE FROM delivery"
  ],
  "a payment that was found just now, one that went back, and numbers that a restore left out": () => [
    unrecorded("unsettled", 3),
    unrecorded("refunded", 1, "paid_y"),
    "UPDATE payment_walk SET walked_at = 2",
    "INSERT INTO receipt_gap (series, first_n, last_n, at) VALUES ('R-2025', 1, 3, 1)",
    "INSERT INTO counter (series, n) VALUES ('R-2025', 3)"
  ],
  "a checkout that is still at work": () => [
    "UPDATE idempotency SET lease_until = 9999999999999 WHERE state = 'running'"
  ]
}

const shown = ({ expected, found, kind }: Difference) =>
  `${kind}: ${
    [expected, found].map((text) =>
      text.replace(/\b(ord|pay|evt|ref|del)_\w{20,}/g, "($1)").replace(/\b\d{13}$/, "(at)").replace(
        /^C-2026-00000\d$/,
        "(number)"
      ).replace(
        /^(paid)_[1-9]\d*$/,
        "($1)"
      )
    ).join(", ")
  }`

onBoth("the records", (test) => {
  test(
    "agree after everything that can happen to an order, and while things are under way",
    Effect.gen(function*() {
      yield* bookkeeping
      const { read } = yield* Transactions
      const { counts, differences, total } = yield* read(ConsistencyAudit.audit)
      expect(differences).toEqual([])
      expect(total).toBe(0)
      for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
    }),
    { timeout: 120_000 }
  )

  test(
    "show every fault that is planted, and nothing beside it",
    Effect.gen(function*() {
      const kept = yield* bookkeeping
      const wrong: Array<string> = []
      const kinds = new Set<string>()
      for (const [name, fault] of Object.entries(faults)) {
        const { differences, total } = yield* found(fault.plant(kept))
        for (const { kind } of differences) kinds.add(kind)
        const seen = differences.map(shown).sort()
        if (seen.join() !== [...fault.found].sort().join()) wrong.push(`${name}: ${JSON.stringify(seen)}`)
        expect(total).toBe(differences.length)
      }
      expect(wrong, wrong.join("\n")).toEqual([])
      expect(ConsistencyAudit.kindsOfRules.filter((kind) => !kinds.has(kind))).toEqual([])
    }),
    { timeout: 120_000 }
  )

  test(
    "do not take for a fault what is none",
    Effect.gen(function*() {
      const kept = yield* bookkeeping
      for (const [name, plant] of Object.entries(innocent)) {
        expect((yield* found(plant(kept))).differences, name).toEqual([])
      }
    }),
    { timeout: 120_000 }
  )

  test(
    "list so many differences of a kind and count the rest",
    Effect.gen(function*() {
      yield* bookkeeping
      const { differences, total } = yield* found([
        `INSERT INTO idempotency (scope_hash, key_hash, fingerprint, state, lease_until, expires_at)
         WITH RECURSIVE counted (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counted WHERE i < 1000)
         SELECT 'x', CAST(i AS TEXT), '', 'done', 0, 0 FROM counted`
      ])
      expect([differences.length, total]).toEqual([mostListed, 1000])
      expect(differences[0]).toEqual({
        kind: "idempotency.stuck",
        subject: "x 1",
        expected: "an answer",
        found: "none",
        words: "the record of request x 1 is to have an answer"
      })
    }),
    { timeout: 120_000 }
  )
})
