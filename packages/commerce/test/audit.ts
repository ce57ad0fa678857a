/**
 * The auditor: reads the tables behind the store's back and says what does not add up.
 *
 * It knows the rules of the specification and nothing of how the store keeps them: stock and reservations, orders and
 * their sessions, what shipped and came back, payments, refunds and papers, timelines and what partners are to be told,
 * and that whatever time still has to decide has a job.
 */
import * as Effect from "effect/Effect"

type Row = Readonly<Record<string, unknown>>
type Sql = (text: string) => Effect.Effect<ReadonlyArray<Row>>

/** Of every product of the tests' shop: what was on hand when nothing had happened, and what was counted since. */
export type Shelf = ReadonlyMap<string, number>

const statusesOfPhase: Readonly<Record<string, ReadonlyArray<string>>> = {
  opening: ["pending"],
  open: ["pending"],
  processing: ["pending"],
  complete: ["confirmed", "shipped", "delivered", "cancelled"],
  expired: ["cancelled"],
  cancelled: ["cancelled"],
  failed: ["cancelled"]
}

const steps: Readonly<Record<string, ReadonlyArray<string>>> = {
  "": ["pending"],
  pending: ["confirmed", "cancelled"],
  confirmed: ["shipped", "cancelled"],
  shipped: ["delivered"],
  delivered: [],
  cancelled: []
}

const eventOfStatus: Readonly<Record<string, string>> = {
  pending: "order.placed",
  confirmed: "order.created",
  shipped: "order.shipped",
  delivered: "order.delivered",
  cancelled: "order.cancelled"
}

const returnSteps: Readonly<Record<string, ReadonlyArray<string>>> = {
  "": ["requested"],
  requested: ["in_transit", "received", "cancelled"],
  in_transit: ["received", "cancelled"],
  received: ["refunded", "rejected"],
  refunded: [],
  rejected: [],
  cancelled: []
}

/** Everything that is wrong, a line each. */
export const findings = (sql: Sql, shelf: Shelf = new Map()): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function*() {
    const wrong: Array<string> = []
    const check = (holds: boolean, what: string) => void (holds || wrong.push(what))
    const audits = [stock(shelf), orders, timelines, goods, returns, money, spending, papers, messages]
    for (const one of audits) yield* one(sql, check)
    return wrong
  })

type Audit = (sql: Sql, check: (holds: boolean, what: string) => void) => Effect.Effect<void>

const n = (value: unknown) => Number(value)
const text = (value: unknown) => String(value)

/** Rows by one of their columns. */
const by = (rows: ReadonlyArray<Row>, ...columns: ReadonlyArray<string>): Map<string, Array<Row>> => {
  const groups = new Map<string, Array<Row>>()
  for (const row of rows) {
    const key = columns.map((column) => text(row[column])).join(" ")
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}

const sum = (rows: ReadonlyArray<Row>, column: string): number => rows.reduce((sum, row) => sum + n(row[column]), 0)

/** What is reserved is promised to somebody, and what left or came back to the shelf shipped or was restocked. */
const stock = (shelf: Shelf): Audit => (sql, check) =>
  Effect.gen(function*() {
    const promised = by(
      yield* sql(
        `SELECT l.product_id, l.quantity - l.shipped AS units FROM order_line l JOIN orders o ON o.id = l.order_id
         WHERE o.status IN ('pending', 'confirmed')`
      ),
      "product_id"
    )
    const shipped = by(
      yield* sql(
        `SELECT l.product_id, s.quantity AS units FROM shipment_line s JOIN shipment p ON p.id = s.shipment_id
         JOIN order_line l ON l.order_id = p.order_id AND l.n = s.n`
      ),
      "product_id"
    )
    const restocked = by(
      yield* sql("SELECT product_id, restocked AS units FROM return_line WHERE restocked IS NOT NULL"),
      "product_id"
    )
    const [{ orders } = { orders: 0 }] = yield* sql("SELECT count(*) AS orders FROM orders")
    for (const row of yield* sql("SELECT product_id, on_hand, reserved FROM stock")) {
      const id = text(row["product_id"])
      const [held, onHand] = [n(row["reserved"]), n(row["on_hand"])]
      const units = (groups: Map<string, Array<Row>>) => sum(groups.get(id) ?? [], "units")
      check(0 <= held && held <= onHand, `${id}: ${held} reserved of ${onHand}`)
      check(held === units(promised), `${id}: ${held} reserved, orders say ${units(promised)}`)
      check(units(restocked) <= units(shipped), `${id}: more was restocked than shipped`)
      const first = n(orders) === 0 ? undefined : shelf.get(id)
      if (first === undefined) continue
      const expected = first - units(shipped) + units(restocked)
      check(onHand === expected, `${id}: ${onHand} on hand, ${expected} by what left and came back`)
    }
  })

const orders: Audit = (sql, check) =>
  Effect.gen(function*() {
    const orders = yield* sql(
      `SELECT o.id, o.status, o.subtotal_minor, o.shipping_minor, o.total_minor, s.phase,
         s.id AS session_id, s.paid_by, s.total_minor AS session_total,
         (SELECT count(*) FROM order_line l WHERE l.order_id = o.id) AS lines,
         (SELECT sum(l.line_total_minor) FROM order_line l WHERE l.order_id = o.id) AS line_total,
         (SELECT count(*) FROM payment p WHERE p.order_id = o.id AND p.role = 'primary') AS primaries,
         (SELECT count(*) FROM payment p WHERE p.session_id = s.id AND p.role = 'primary'
            AND p.provider_id = s.paid_by AND p.captured_minor = o.total_minor) AS confirming,
         (SELECT count(*) FROM job j WHERE j.kind = 'checkout' AND j.subject = s.id) AS jobs
       FROM orders o LEFT JOIN checkout_session s ON s.order_id = o.id`
    )
    for (const order of orders) {
      const id = text(order["id"])
      const phase = text(order["phase"])
      check(order["phase"] !== null, `${id} has no session`)
      check(
        statusesOfPhase[phase]?.includes(text(order["status"])) === true,
        `${id} is ${order["status"]}, its session ${phase}`
      )
      check(n(order["lines"]) > 0, `${id} has no lines`)
      check(n(order["line_total"]) === n(order["subtotal_minor"]), `${id}: lines do not sum to the subtotal`)
      check(
        n(order["subtotal_minor"]) + n(order["shipping_minor"]) === n(order["total_minor"]) &&
          n(order["total_minor"]) === n(order["session_total"]),
        `${id}: totals differ`
      )
      const paid = phase === "complete"
      check(n(order["primaries"]) === (paid ? 1 : 0), `${id}: ${n(order["primaries"])} confirming payments`)
      check(n(order["confirming"]) === (paid ? 1 : 0), `${id}: confirmed by another payment than it says`)
      const live = ["opening", "open", "processing"].includes(phase)
      check(!live || n(order["jobs"]) === 1, `${id} waits and nobody looks after it`)
    }
    const doubles = yield* sql(
      `SELECT cart_id FROM checkout_session WHERE phase IN ('opening', 'open', 'processing') AND cart_id IS NOT NULL
       GROUP BY cart_id HAVING count(*) > 1`
    )
    check(doubles.length === 0, "a cart with two live sessions")
    const carts = yield* sql("SELECT principal FROM cart GROUP BY principal, shopper HAVING count(*) > 1")
    check(carts.length === 0, "an owner with two carts")
  })

/** Events count from 1 without gaps, and the statuses among them are a walk along the table to where the order is. */
const timelines: Audit = (sql, check) =>
  Effect.gen(function*() {
    const events = by(
      yield* sql("SELECT order_id, seq, type, status, data, at FROM event ORDER BY order_id, seq"),
      "order_id"
    )
    for (const order of yield* sql("SELECT id, status, events FROM orders")) {
      const id = text(order["id"])
      const seen = events.get(id) ?? []
      check(
        seen.length === n(order["events"]) && seen.every((event, i) => n(event["seq"]) === i + 1),
        `${id}: its timeline has gaps`
      )
      let status = ""
      for (const event of seen) {
        const data = JSON.parse(text(event["data"]))
        check(data.orderId === id, `${id}: event ${n(event["seq"])} names ${data.orderId}`)
        if (event["status"] === null) {
          const type = text(event["type"])
          const legal = !type.startsWith("order.") || type === "order.shipped" || type === "order.delivered"
          check(legal, `${id}: ${type} without a status`)
          continue
        }
        const next = text(event["status"])
        check(steps[status]?.includes(next) === true, `${id}: ${next} after ${status}`)
        check(event["type"] === eventOfStatus[next], `${id}: ${next} by ${event["type"]}`)
        status = next
      }
      check(status === order["status"], `${id} is ${order["status"]}, its timeline says ${status}`)
    }
  })

/** 0 ≤ sent back ≤ shipped ≤ quantity, line by line and shipment by shipment, and the order's status follows from that. */
const goods: Audit = (sql, check) =>
  Effect.gen(function*() {
    const shipments = by(
      yield* sql("SELECT id, order_id, status, shipped_at, delivered_at FROM shipment"),
      "order_id"
    )
    const inShipments = by(
      yield* sql(
        `SELECT p.order_id, p.id, l.n, l.quantity, l.sent_back FROM shipment p
         JOIN shipment_line l ON l.shipment_id = p.id`
      ),
      "order_id"
    )
    const lines = by(yield* sql("SELECT order_id, n, quantity, shipped, sent_back FROM order_line"), "order_id")
    for (const order of yield* sql("SELECT id, status FROM orders")) {
      const id = text(order["id"])
      const status = text(order["status"])
      const ofOrder = lines.get(id) ?? []
      const left = by(inShipments.get(id) ?? [], "n")
      for (const line of ofOrder) {
        const [back, out, all] = [n(line["sent_back"]), n(line["shipped"]), n(line["quantity"])]
        const ofLine = left.get(text(line["n"])) ?? []
        check(0 <= back && back <= out && out <= all, `${id}/${line["n"]}: ${back} ≤ ${out} ≤ ${all}?`)
        check(sum(ofLine, "quantity") === out, `${id}/${line["n"]}: ${out} shipped, shipments differ`)
        check(sum(ofLine, "sent_back") === back, `${id}/${line["n"]}: ${back} sent back, shipments differ`)
      }
      const [shipped, quantity] = [sum(ofOrder, "shipped"), sum(ofOrder, "quantity")]
      const all = shipments.get(id) ?? []
      for (const shipment of all) {
        check(
          (shipment["status"] === "delivered") === (shipment["delivered_at"] !== null),
          `${shipment["id"]} is ${shipment["status"]}`
        )
        check(
          (inShipments.get(id) ?? []).some((line) => line["id"] === shipment["id"]),
          `${shipment["id"]} is empty`
        )
      }
      const arrived = all.every((shipment) => shipment["delivered_at"] !== null)
      const agrees = status === "pending" || status === "cancelled"
        ? shipped === 0
        : status === "confirmed"
        ? shipped < quantity
        : shipped === quantity && arrived === (status === "delivered")
      check(agrees, `${id} is ${status} with ${shipped} of ${quantity} shipped`)
    }
  })

/** Units on their way back are counted on their shipment once, those that were called off or never came are not. */
const returns: Audit = (sql, check) =>
  Effect.gen(function*() {
    const lines = yield* sql(
      `SELECT l.return_id, l.i, l.shipment_id, l.n, l.quantity, l.accepted, l.restocked, l.missing, l.refund_minor,
         r.status, r.order_id, p.order_id AS shipment_order, p.delivered_at, r.created_at
       FROM return_line l JOIN return_request r ON r.id = l.return_id JOIN shipment p ON p.id = l.shipment_id`
    )
    const back = new Map<string, number>()
    for (const line of lines) {
      const id = `${line["return_id"]}/${line["i"]}`
      const open = line["status"] === "requested" || line["status"] === "in_transit"
      const called = line["status"] === "cancelled"
      check(line["order_id"] === line["shipment_order"], `${id} is of another order`)
      check(line["delivered_at"] !== null, `${id} comes back and never arrived`)
      check(
        open || called
          ? line["accepted"] === null && line["restocked"] === null && line["missing"] === null
          : 0 <= n(line["restocked"]) && n(line["restocked"]) <= n(line["accepted"]) && 0 <= n(line["missing"]) &&
            n(line["accepted"]) + n(line["missing"]) <= n(line["quantity"]) && line["accepted"] !== null,
        `${id}: ${line["status"]} with ${line["accepted"]} accepted, ${line["restocked"]} restocked`
      )
      const key = `${line["shipment_id"]} ${line["n"]}`
      const counted = called ? 0 : open ? n(line["quantity"]) : n(line["quantity"]) - n(line["missing"])
      back.set(key, (back.get(key) ?? 0) + counted)
    }
    for (const line of yield* sql("SELECT shipment_id, n, sent_back FROM shipment_line")) {
      const key = `${line["shipment_id"]} ${line["n"]}`
      check(n(line["sent_back"]) === (back.get(key) ?? 0), `${key}: ${line["sent_back"]} sent back, returns differ`)
    }
    const ofReturn = by(lines, "return_id")
    const refunds = by(
      yield* sql("SELECT id, order_id, subject, amount_minor FROM refund WHERE cause = 'return'"),
      "subject"
    )
    for (
      const row of yield* sql("SELECT id, order_id, status, refund_minor, refund_id, timeline FROM return_request")
    ) {
      const id = text(row["id"])
      const mine = ofReturn.get(id) ?? []
      check(mine.length > 0, `${id} holds nothing`)
      let status = ""
      for (const { status: next } of JSON.parse(text(row["timeline"])) as ReadonlyArray<{ status: string }>) {
        check(returnSteps[status]?.includes(next) === true, `${id}: ${next} after ${status}`)
        status = next
      }
      check(status === row["status"], `${id} is ${row["status"]}, its timeline says ${status}`)
      const [refund, ...others] = refunds.get(id) ?? []
      check(others.length === 0 && (refund?.["id"] ?? null) === row["refund_id"], `${id}: its refund is another`)
      check(refund === undefined || status === "refunded", `${id} is ${status} and refunded`)
      check(refund === undefined || n(refund["amount_minor"]) === n(row["refund_minor"]), `${id}: its refund differs`)
      check(refund === undefined || refund["order_id"] === row["order_id"], `${id}: another order's refund`)
      if (status === "rejected") check(sum(mine, "accepted") === 0, `${id} is rejected with units accepted`)
      if (status === "refunded") check(sum(mine, "accepted") > 0, `${id} is refunded with nothing accepted`)
    }
  })

const money: Audit = (sql, check) =>
  Effect.gen(function*() {
    const payments = yield* sql(
      `SELECT p.id, p.role, p.captured_minor, p.refunding_minor,
         (SELECT coalesce(sum(r.amount_minor), 0) FROM refund r WHERE r.payment_id = p.id) AS refunds,
         (SELECT count(*) FROM refund r WHERE r.payment_id = p.id AND r.order_id <> p.order_id) AS strange,
         (SELECT count(*) FROM refund r WHERE r.payment_id = p.id
            AND (p.role = 'surplus') <> (r.cause = 'surplus')) AS causes
       FROM payment p`
    )
    for (const payment of payments) {
      const id = text(payment["id"])
      check(n(payment["refunds"]) === n(payment["refunding_minor"]), `${id}: refunds differ from the commitment`)
      check(n(payment["refunding_minor"]) <= n(payment["captured_minor"]), `${id}: more goes back than came`)
      check(n(payment["strange"]) === 0, `${id}: refunded to another order`)
      check(n(payment["causes"]) === 0, `${id}: refunded for a reason that is not its own`)
      check(
        payment["role"] === "primary" || n(payment["refunding_minor"]) === n(payment["captured_minor"]),
        `${id}: surplus that does not go back`
      )
    }
    const called = yield* sql(
      `SELECT p.order_id FROM payment p JOIN orders o ON o.id = p.order_id
       WHERE o.status = 'cancelled' AND p.refunding_minor <> p.captured_minor`
    )
    for (const row of called) check(false, `${row["order_id"]} is cancelled and keeps money`)
    const unfinished = yield* sql(
      `SELECT r.id FROM refund r WHERE r.state <> 'succeeded'
         AND NOT EXISTS (SELECT 1 FROM job j WHERE j.kind = 'refund' AND j.subject = r.id)`
    )
    for (const refund of unfinished) check(false, `${refund["id"]} is unfinished and nobody looks after it`)
    const unseen = yield* sql(
      `SELECT r.id FROM refund r WHERE r.state = 'failed'
         AND NOT EXISTS (SELECT 1 FROM flag f WHERE f.kind = 'refund_failed' AND f.subject = r.id)`
    )
    for (const refund of unseen) check(false, `${refund["id"]} failed and nobody is told`)
  })

/** What receipts and their entries have in common. */
interface Paper {
  readonly number: string
  readonly totalMinor: number
  readonly netMinor: number
  readonly vatMinor: number
  readonly vat: ReadonlyArray<{ readonly grossMinor: number; readonly netMinor: number; readonly vatMinor: number }>
  readonly subtotalMinor: number
  readonly shippingMinor: number
  readonly shippingVatMinor: number
  readonly lines: ReadonlyArray<{ readonly lineTotalMinor: number; readonly vatMinor: number }>
  readonly receiptNumber?: string
  readonly cancels?: string
}

/** Numbers without gaps, a receipt to each order that was ever confirmed, a standing credit note to each refund. */
/** What agents spent: counted once for each charge that may take money, and taken back once where it did not. */
const spending: Audit = (sql, check) =>
  Effect.gen(function*() {
    const entries = by(yield* sql("SELECT * FROM spending ORDER BY charge_id, entry"), "charge_id")
    const charges = yield* sql(
      `SELECT c.*, o.status FROM charge c JOIN checkout_session s ON s.id = c.session_id JOIN orders o ON o.id = s.order_id`
    )
    const counts = (charge: Row) =>
      ["begun", "authorised"].includes(text(charge["state"])) && charge["instrument"] !== null ||
      charge["state"] === "succeeded" && charge["status"] !== "cancelled"
    for (const charge of charges) {
      const own = entries.get(text(charge["id"])) ?? []
      const expected = counts(charge) ? n(charge["amount_minor"]) : 0
      check(sum(own, "amount_minor") === expected, `charge ${charge["id"]} counts with ${sum(own, "amount_minor")}`)
      check(own.every((entry) => entry["at"] === own[0]!["at"]), `charge ${charge["id"]} counts at two times`)
      const kept = charge["token"] === null || ["begun", "authorised"].includes(text(charge["state"]))
      check(kept, `the token of charge ${charge["id"]} is still kept`)
    }
    for (const [instrument, all] of by(yield* sql("SELECT * FROM spending"), "instrument")) {
      for (const { at } of all) {
        for (const [hours, limit] of [[24, 50_000], [720, 200_000]] as const) {
          const within = all.filter((entry) => n(entry["at"]) <= n(at) && n(entry["at"]) > n(at) - hours * 3_600_000)
          check(sum(within, "amount_minor") <= limit, `${instrument} spent too much in ${hours} hours`)
        }
      }
    }
  })

const papers: Audit = (sql, check) =>
  Effect.gen(function*() {
    const rows = yield* sql("SELECT series, n, order_id, kind, subject, document FROM receipt ORDER BY series, n")
    const counters = new Map((yield* sql("SELECT series, n FROM counter")).map((row) => [row["series"], n(row["n"])]))
    const gaps = by(yield* sql("SELECT series, first_n, last_n FROM receipt_gap ORDER BY series, first_n"), "series")
    for (const series of new Set([...by(rows, "series").keys(), ...gaps.keys()])) {
      const used = rows.filter((row) => row["series"] === series).map((row) => n(row["n"]))
      // What a restore left out is nobody's.
      for (const { first_n, last_n } of gaps.get(series) ?? []) {
        for (let left = n(first_n); left <= n(last_n); left++) used.push(left)
      }
      check(used.sort((a, b) => a - b).every((number, i) => number === i + 1), `${series} has gaps`)
      check(counters.get(series) === used.length, `${series}: counted to ${counters.get(series)}`)
      counters.delete(series)
    }
    check(counters.size === 0, "a series without papers")
    const documents = new Map<Row, Paper>(rows.map((row) => [row, JSON.parse(text(row["document"]))]))
    const plus = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0)
    for (const [row, paper] of documents) {
      const id = paper.number
      check(id === `${row["series"]}-${text(row["n"]).padStart(6, "0")}`, `${id} is ${row["series"]} ${row["n"]}`)
      check(
        paper.netMinor + paper.vatMinor === paper.totalMinor &&
          plus(paper.vat.map((rate) => rate.grossMinor)) === paper.totalMinor &&
          plus(paper.vat.map((rate) => rate.netMinor)) === paper.netMinor &&
          plus(paper.vat.map((rate) => rate.vatMinor)) === paper.vatMinor,
        `${id} does not add up`
      )
      if (row["kind"] !== "receipt") continue
      check(
        plus(paper.lines.map((line) => line.lineTotalMinor)) === paper.subtotalMinor &&
          paper.subtotalMinor + paper.shippingMinor === paper.totalMinor &&
          plus(paper.lines.map((line) => line.vatMinor)) + paper.shippingVatMinor === paper.vatMinor,
        `${id}: its lines do not add up`
      )
    }
    const ofOrder = by(rows, "order_id")
    const refunds = by(yield* sql("SELECT id, order_id, cause, state, attempt, amount_minor FROM refund"), "order_id")
    const orders = yield* sql(
      "SELECT o.id, o.total_minor, s.phase FROM orders o JOIN checkout_session s ON s.order_id = o.id"
    )
    for (const order of orders) {
      const id = text(order["id"])
      const mine = ofOrder.get(id) ?? []
      const receipts = mine.filter((row) => row["kind"] === "receipt")
      check(receipts.length === (order["phase"] === "complete" ? 1 : 0), `${id}: ${receipts.length} receipts`)
      const receipt = receipts[0] === undefined ? undefined : documents.get(receipts[0])!
      check(receipt === undefined || receipt.totalMinor === n(order["total_minor"]), `${id}: its receipt differs`)
      const entries = mine.filter((row) => row["kind"] !== "receipt")
      check(receipt !== undefined || entries.length === 0, `${id}: credit notes without a receipt`)
      for (const row of entries) {
        check(documents.get(row)!.receiptNumber === receipt?.number, `${id}: a note on another receipt`)
      }
      const taken = plus(entries.map((row) => documents.get(row)!.totalMinor))
      const takenVat = plus(entries.map((row) => documents.get(row)!.vatMinor))
      const whole = receipt ?? { totalMinor: 0, vatMinor: 0 }
      check(0 <= taken && taken <= whole.totalMinor, `${id}: ${taken} of ${whole.totalMinor} credited`)
      check(0 <= takenVat && takenVat <= whole.vatMinor, `${id}: ${takenVat} of ${whole.vatMinor} VAT credited`)
      check(taken < whole.totalMinor || takenVat === whole.vatMinor, `${id}: all credited, but its VAT is not`)
      const standing = entries.filter((row) =>
        row["kind"] === "credit_note" &&
        !entries.some((other) => other["kind"] === "cancellation" && other["subject"] === row["subject"])
      )
      for (const row of entries.filter((row) => row["kind"] === "cancellation")) {
        const note = entries.find((other) => other["kind"] === "credit_note" && other["subject"] === row["subject"])
        check(
          note !== undefined && documents.get(row)!.cancels === documents.get(note)!.number &&
            documents.get(row)!.totalMinor === -documents.get(note)!.totalMinor,
          `${id}: ${documents.get(row)!.number} cancels nothing`
        )
      }
      const due = (refunds.get(id) ?? []).filter((row) => row["cause"] !== "surplus" && row["state"] === "succeeded")
      for (const refund of due) {
        const note = standing.filter((row) => row["subject"] === `${refund["id"]}:${n(refund["attempt"])}`)
        check(
          note.length === 1 && documents.get(note[0]!)!.totalMinor === n(refund["amount_minor"]),
          `${refund["id"]}: ${note.length} credit notes`
        )
      }
      check(standing.length === due.length, `${id}: ${standing.length} credit notes, ${due.length} refunds`)
    }
  })

/** What came in and what goes out: nothing waits without a job, nothing is told twice or forgotten. */
const messages: Audit = (sql, check) =>
  Effect.gen(function*() {
    const waiting = yield* sql(
      `SELECT i.id FROM inbound i WHERE i.result = 'deferred'
         AND NOT EXISTS (SELECT 1 FROM job j WHERE j.kind = 'inbound' AND j.subject = i.id)`
    )
    for (const row of waiting) check(false, `${row["id"]} is deferred and nobody looks after it`)
    for (const row of yield* sql("SELECT id, reason, result FROM inbound")) {
      check(
        (row["reason"] === null) === (row["result"] === "applied"),
        `${row["id"]}: ${row["result"]} without a reason`
      )
    }
    const unseen = yield* sql(
      `SELECT i.id FROM inbound i WHERE i.result = 'ignored'
         AND NOT EXISTS (SELECT 1 FROM flag f WHERE f.kind = 'message_ignored' AND f.subject = i.id)`
    )
    for (const row of unseen) check(false, `${row["id"]} is ignored and nobody is told`)

    const deliveries = by(
      yield* sql("SELECT subscription_id, order_id, seq, event_id FROM delivery"),
      "subscription_id"
    )
    const events = yield* sql("SELECT id, order_id, seq, type, at FROM event")
    for (const subscription of yield* sql("SELECT id, created_at, deleted_at FROM subscription")) {
      const id = text(subscription["id"])
      const mine = by(deliveries.get(id) ?? [], "event_id")
      for (const event of events) {
        const one = mine.get(text(event["id"])) ?? []
        const at = n(event["at"])
        const told = event["type"] !== "order.placed" && n(subscription["created_at"]) < at &&
          (subscription["deleted_at"] === null || at < n(subscription["deleted_at"]))
        check(one.length <= 1 && (!told || one.length === 1), `${event["id"]}: ${one.length} deliveries to ${id}`)
        check(event["type"] !== "order.placed" || one.length === 0, `${event["id"]} is nobody's business`)
        check(
          one.every((row) => row["order_id"] === event["order_id"] && n(row["seq"]) === n(event["seq"])),
          `${event["id"]}: another event's delivery`
        )
      }
    }
  })

/** Dies where anything is wrong. */
export const audit = (sql: Sql, shelf: Shelf): Effect.Effect<void> =>
  Effect.flatMap(
    findings(sql, shelf),
    (wrong) => wrong.length === 0 ? Effect.void : Effect.dieMessage(`the books are wrong:\n${wrong.join("\n")}`)
  )
