/**
 * A shop without a framework, to compare ours with: what a purchase does to the store's database and to the payment
 * provider's, as plain functions with prepared statements over better-sqlite3.
 *
 * The tables are the store's own (its migrations are run), and so are the statements of each request, idempotency,
 * events and receipts included. It leaves out everything that costs no SQL: validation beyond the happy path, sealed
 * responses, canonical JSON, logs. Commits are shared as in the store: all requests of one turn of the event
 * loop, a savepoint each, with responses after the one commit.
 */
import { defaultPolicy as storePolicy } from "@beauty-store/commerce/Policy"
import { migrations } from "@beauty-store/commerce/Tables"
import type { CountryCode } from "@beauty-store/domain/Address"
import type { OrderId, ProductId } from "@beauty-store/domain/Ids"
import { price } from "@beauty-store/domain/Pricing"
import * as Receipt from "@beauty-store/domain/Receipt"
import { defaultPolicy } from "@beauty-store/domain/Shipping"
import type { Migration } from "@beauty-store/kernel/Migrations"
import * as Ledger from "@beauty-store/payments-simulated/Ledger"
import Sqlite from "better-sqlite3"
import { createHash, createHmac, randomFillSync, timingSafeEqual } from "node:crypto"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Offer, plenty } from "./assortment.ts"
import { bareReads } from "./bare-reads.ts"

/** A row of a statement. */
// oxlint-disable-next-line typescript/no-explicit-any -- a decoder would be measured, too
export type Row = any

const textsOf = (migration: Migration): ReadonlyArray<string> =>
  migration.statements({ id: "TEXT", clustered: "WITHOUT ROWID" }, "sqlite")

/** A refused request. Its status is the whole response. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The caller of a request, its key, and the hash of its body. */
export interface Keyed {
  readonly scope: string
  readonly key: string
  readonly fingerprint: string
}

export interface Message {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

export interface CheckoutRequest {
  readonly email: string
  readonly shipping: {
    readonly name: string
    readonly address: string
    readonly city: string
    readonly postcode: string
    readonly country: string
  }
}

type Write = <A>(body: () => A) => Promise<A>

/** One commit for all bodies that arrive while each turn brings another one, as in the store. */
const shared = (db: Sqlite.Database): Write => {
  const [begin, commit, savepoint, undo, release] = [
    "BEGIN IMMEDIATE",
    "COMMIT",
    "SAVEPOINT body",
    "ROLLBACK TO body",
    "RELEASE body"
  ].map((text) => db.prepare(text))
  let queue: Array<() => () => void> = []
  const flush = (): void => {
    const bodies = queue
    queue = []
    begin!.run()
    const answers = bodies.map((run) => {
      savepoint!.run()
      const answer = run()
      release!.run()
      return answer
    })
    commit!.run()
    for (const answer of answers) answer()
  }
  const turn = (turns: number): void => {
    const before = queue.length
    setImmediate(() => queue.length > before && turns > 1 ? turn(turns - 1) : flush())
  }
  return (body) =>
    new Promise((resolve, reject) => {
      queue.push(() => {
        try {
          const answer = body()
          return () => resolve(answer)
        } catch (error) {
          undo!.run()
          return () => reject(error as Error)
        }
      })
      if (queue.length === 1) turn(8)
    })
}

export const hash = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("base64url")

export const equal = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const page = Buffer.alloc(8192)
let used = page.length
export const random = (n: number): Buffer => {
  if (used + n > page.length) {
    randomFillSync(page)
    used = 0
  }
  used += n
  return page.subarray(used - n, used)
}

export const nextId = (prefix: string): string =>
  `${prefix}_${Date.now().toString(36)}${random(15).toString("base64url")}`

export const iso = (millis: number): string => new Date(millis).toISOString()
export const day = 86_400_000
export const keptMillis = 25 * 3_600_000

const openFile = (file: string, tables: ReadonlyArray<Migration>): Sqlite.Database => {
  const isNew = !existsSync(file)
  const db = new Sqlite(file)
  for (const pragma of ["journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"]) db.pragma(pragma)
  if (isNew) { for (const migration of tables) for (const text of textsOf(migration)) db.exec(text) }
  return db
}

const insertInto = (db: Sqlite.Database, table: string, columns: string, suffix = ""): Sqlite.Statement =>
  db.prepare(
    `INSERT INTO ${table} (${columns}) VALUES (${columns.split(", ").map(() => "?").join(", ")}) ${suffix}`
  )

const jobColumns = "kind, subject, run_at, attempts, plan, fence, lease_until"
const jobConflict = `ON CONFLICT (kind, subject) DO UPDATE SET
  run_at = excluded.run_at, attempts = 0, plan = job.plan + 1`

/** The prices of rows of a cart. */
export const total = (lines: ReadonlyArray<Row>, country: string) =>
  price({
    lines: lines.map(({ price_minor, product_id, quantity }) => ({
      productId: product_id as ProductId,
      quantity,
      unitPriceMinor: price_minor
    })),
    country: country as CountryCode,
    method: "standard",
    policy: defaultPolicy
  })

/** A cart as it is sent. */
export const cartText = (lines: ReadonlyArray<Row>): string => {
  const priced = total(lines, "DE")
  return JSON.stringify({
    items: lines.map((line, n) => ({
      productId: line.product_id,
      quantity: line.quantity,
      price: line.price_minor / 100,
      name: line.name,
      lineTotal: priced.lines[n]!.lineTotalMinor / 100,
      available: line.on_hand - line.reserved
    })),
    subtotal: priced.subtotalMinor / 100,
    shipping: priced.shippingMinor / 100,
    total: priced.totalMinor / 100,
    currency: "EUR",
    messages: []
  })
}

/** The receipt of an order, under a number. */
export const receiptOf = (
  orderId: OrderId,
  order: Row,
  lines: ReadonlyArray<Row>,
  paymentMethod: string,
  n: number,
  at: number
) =>
  Receipt.receipt({
    number: Receipt.receiptNumber(at, n),
    issuedAt: at,
    seller: storePolicy.seller,
    buyer: { email: order.email, address: JSON.parse(order.address) },
    paymentMethod,
    purchase: {
      orderId,
      currency: order.currency,
      lines: lines.map((line) => ({
        productId: line.product_id,
        name: line.name,
        quantity: line.quantity,
        unitPriceMinor: line.unit_price_minor,
        listMinor: line.list_minor,
        discountMinor: line.discount_minor,
        lineTotalMinor: line.line_total_minor,
        vatMinor: line.vat_minor
      })),
      shippingMinor: order.shipping_minor,
      shippingVatMinor: order.shipping_vat_minor,
      vat: JSON.parse(order.vat)
    }
  })

/** An order as it is sent. */
export const orderText = (
  row: Row,
  lines: ReadonlyArray<Row>,
  timeline: ReadonlyArray<Row>,
  refunds: ReadonlyArray<unknown>,
  returns: ReadonlyArray<unknown>,
  shipments: ReadonlyArray<unknown>
): string =>
  JSON.stringify({
    id: row.id,
    status: row.status,
    items: lines.map((line) => ({
      productId: line.product_id,
      name: line.name,
      quantity: line.quantity,
      price: line.unit_price_minor / 100,
      lineTotal: line.line_total_minor / 100,
      shipped: line.shipped,
      returned: line.sent_back
    })),
    total: row.total_minor / 100,
    tracking: {
      carrier: "",
      trackingNumber: "",
      status: "not_shipped",
      estimatedDelivery: iso(row.created_at + 3 * 86_400_000).slice(0, 10),
      events: []
    },
    currency: "EUR",
    shipments,
    subtotal: row.subtotal_minor / 100,
    shipping: row.shipping_minor / 100,
    shippingMethod: row.shipping_method,
    createdAt: iso(row.created_at),
    email: row.email,
    shippingAddress: JSON.parse(row.address),
    payment: { method: row.method, status: row.method === null ? "unpaid" : "paid" },
    refunds,
    returns,
    timeline: timeline.map(({ at, source, status }) => ({ status, at: iso(at), source }))
  })

/** The provider's side: its ledger, its page, its notifications. */
export const openProvider = (
  folder: string,
  publicUrl: string,
  post: (message: Message) => Promise<boolean>
) => {
  const db = openFile(join(folder, "payments.db"), Ledger.migrations)
  const write = shared(db)
  const pageKey = random(32).toString("hex")
  const notificationKey = random(32).toString("hex")
  const insertSession = insertInto(
    db,
    "session",
    "id, order_id, amount_minor, currency, email, description, preselect, language, return_url, expires_at, created_at, status, closed",
    "ON CONFLICT (id) DO NOTHING"
  )
  const session = db.prepare("SELECT * FROM session WHERE id = ?")
  const paymentsOf = db.prepare("SELECT * FROM payment WHERE session_id = ? ORDER BY at, id")
  const insertPayment = insertInto(
    db,
    "payment",
    "id, session_id, status, method, amount_minor, currency, instrument, card_brand, card_last4, decline_code, settles_as, at, changed_at"
  )
  const setStatus = db.prepare("UPDATE session SET status = ? WHERE id = ?")
  const schedule = insertInto(db, "job", jobColumns, jobConflict)
  const done = db.prepare("DELETE FROM job WHERE kind = ? AND subject = ?")

  const mark = (key: string, text: string): string => createHmac("sha256", key).update(text).digest("base64url")
  const signature = (id: string, timestamp: string, body: Buffer): string =>
    createHmac("sha256", notificationKey).update(`${id}.${timestamp}.`).update(body).digest("base64")

  const notify = async (sessionId: string, id: string, subject: string, at: number): Promise<void> => {
    const body = Buffer.from(JSON.stringify({ type: "session.changed", timestamp: iso(at), data: { sessionId } }))
    const timestamp = String(Math.floor(Date.now() / 1000))
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature(id, timestamp, body)}`
    }
    if (await post({ headers, body })) await write(() => done.run("notify", subject))
  }

  return {
    close: () => db.close(),

    createSession: (request: {
      readonly id: string
      readonly orderId: string
      readonly amountMinor: number
      readonly email: string
      readonly description: ReadonlyArray<string>
      readonly returnUrl: string
      readonly expiresAt: number
    }): Promise<string> =>
      write(() => {
        const { amountMinor, description, email, expiresAt, id, orderId, returnUrl } = request
        insertSession.run(
          id,
          orderId,
          amountMinor,
          "EUR",
          email,
          JSON.stringify(description),
          null,
          "en",
          returnUrl,
          expiresAt,
          Date.now(),
          "open",
          0
        )
        return `${publicUrl}/pay/${id}.${mark(pageKey, id)}`
      }),

    lookUp: (sessionId: string) => ({
      session: session.get(sessionId) as { readonly status: string } | undefined,
      payments: paymentsOf.all(sessionId) as ReadonlyArray<Row>
    }),

    pay: async (token: string, card: string): Promise<string> => {
      const id = token.slice(0, token.lastIndexOf("."))
      if (!equal(token, `${id}.${mark(pageKey, id)}`)) throw new Refused(404, "no such page")
      const at = Date.now()
      const message = nextId("msg")
      const subject = JSON.stringify({ id: message, copy: 0, type: "session.changed", subject: id, at })
      const returnUrl = await write(() => {
        const found = session.get(id) as Row
        if (found === undefined) throw new Refused(404, "no such page")
        if (found.status !== "open" || found.expires_at <= at) throw new Refused(409, "not open")
        insertPayment.run(
          nextId("pay"),
          id,
          "succeeded",
          "card",
          found.amount_minor,
          "EUR",
          `fp_${mark(pageKey, card)}`,
          "visa",
          card.slice(-4),
          null,
          null,
          at,
          at
        )
        setStatus.run("complete", id)
        schedule.run("notify", subject, at + 6_000, 0, at, at * 1024, 0)
        return found.return_url as string
      })
      await notify(id, message, subject, at)
      return JSON.stringify({ status: "succeeded", returnUrl })
    },

    verify: ({ body, headers }: Message): string => {
      const [id, timestamp, given] = ["id", "timestamp", "signature"].map((name) => headers[`webhook-${name}`] ?? "")
      if (
        Math.abs(Date.now() / 1000 - Number(timestamp)) > 300
        || !equal(given!, `v1,${signature(id!, timestamp!, body)}`)
      ) throw new Refused(401, "not signed")
      return (JSON.parse(body.toString()) as { data: { sessionId: string } }).data.sessionId
    }
  }
}

export type Provider = ReturnType<typeof openProvider>

/** How a session's phase is shown. */
const shownPhases: Readonly<Record<string, { readonly status: string; readonly paymentStatus: string }>> = {
  opening: { status: "open", paymentStatus: "unpaid" },
  open: { status: "open", paymentStatus: "unpaid" },
  complete: { status: "complete", paymentStatus: "paid" }
}

/** The store's side. Responses are texts of JSON, as sent. */
export const openShop = (folder: string, offers: ReadonlyArray<Offer>, provider: () => Provider) => {
  const db = openFile(join(folder, "store.db"), migrations)
  db.transaction(() => {
    const insertBrand = insertInto(db, "brand", "id, name, category, position", "ON CONFLICT DO NOTHING")
    const insertProduct = insertInto(
      db,
      "product",
      "id, brand_id, name, name_key, description, price_minor, currency, category, gtin, size_thousandths, size_unit, attributes, hygiene_sealed, position, added_at",
      "ON CONFLICT DO NOTHING"
    )
    const insertStock = insertInto(db, "stock", "product_id, on_hand", "ON CONFLICT DO NOTHING")
    offers.forEach((offer, n) => {
      const { brand, category, description, gtin, hygieneSealed, id, ingredients, name, priceMinor, size } = offer
      insertBrand.run(brand.id, brand.name, brand.category, n)
      insertProduct.run(
        id,
        brand.id,
        name,
        name,
        description,
        priceMinor,
        "EUR",
        category,
        gtin,
        Math.round(size.value * 1000),
        size.unit,
        JSON.stringify({ ingredients }),
        hygieneSealed ? 1 : 0,
        n,
        0
      )
      insertStock.run(id, plenty)
    })
  })()
  const write = shared(db)

  const tokenById = db.prepare(
    "SELECT secret_hash, kind, principal, scopes, expires_at, revoked_at FROM token WHERE id = ?"
  )
  const insertToken = insertInto(db, "token", "id, secret_hash, kind, principal, scopes, expires_at")
  const findRecord = db.prepare(
    `SELECT fingerprint, state, subject, lease_until, answer, expires_at FROM idempotency
     WHERE scope_hash = ? AND key_hash = ?`
  )
  const insertRecord = insertInto(
    db,
    "idempotency",
    "scope_hash, key_hash, fingerprint, state, subject, lease_until, answer, expires_at"
  )
  const completeRecord = db.prepare(
    "UPDATE idempotency SET state = 'done', lease_until = 0, answer = ? WHERE scope_hash = ? AND key_hash = ?"
  )
  const cartLines = db.prepare(
    `SELECT c.id AS cart_id, l.product_id, l.quantity, l.price_seen_minor, p.name, p.price_minor, s.on_hand, s.reserved,
       l.added_at
     FROM cart c
     LEFT JOIN cart_line l ON l.cart_id = c.id
     LEFT JOIN product p ON p.id = l.product_id
     LEFT JOIN stock s ON s.product_id = l.product_id
     WHERE c.principal = ? AND c.shopper = ?
     ORDER BY l.added_at, l.product_id`
  )
  const offerOf = db.prepare(
    `SELECT p.id, p.name, p.price_minor, s.on_hand, s.reserved
     FROM product p JOIN stock s ON s.product_id = p.id WHERE p.id = ?`
  )
  const insertCart = insertInto(db, "cart", "id, principal, shopper", "ON CONFLICT DO NOTHING")
  const upsertLine = insertInto(
    db,
    "cart_line",
    "cart_id, product_id, quantity, price_seen_minor, added_at",
    "ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = excluded.quantity, price_seen_minor = excluded.price_seen_minor"
  )
  const deleteLineUpTo = db.prepare("DELETE FROM cart_line WHERE cart_id = ? AND product_id = ? AND quantity <= ?")
  const sessionColumns = `s.id, s.cart_id, s.order_id, o.principal, o.email, s.phase, s.total_minor, s.currency,
    s.payment_method, s.return_url, s.url, s.paid_by, s.expires_at, s.processing_until`
  const sessionById = db.prepare(
    `SELECT ${sessionColumns} FROM checkout_session s JOIN orders o ON o.id = s.order_id WHERE s.id = ?`
  )
  const liveOfCart = db.prepare(
    `SELECT ${sessionColumns} FROM checkout_session s JOIN orders o ON o.id = s.order_id
     WHERE s.cart_id = ? AND s.phase IN ('opening', 'open', 'processing')`
  )
  const insertSession = insertInto(
    db,
    "checkout_session",
    "id, cart_id, order_id, phase, total_minor, currency, payment_method, return_url, expires_at"
  )
  const setProvider = db.prepare("UPDATE checkout_session SET provider_id = ?, url = ? WHERE id = ? AND url IS NULL")
  const setPhase = db.prepare("UPDATE checkout_session SET phase = ?, processing_until = ? WHERE id = ? AND phase = ?")
  const setComplete = db.prepare(
    "UPDATE checkout_session SET phase = 'complete', paid_by = ? WHERE id = ? AND phase = ?"
  )
  const insertOrder = insertInto(
    db,
    "orders",
    "id, principal, shopper, status, email, email_folded, language, address, shipping_method, currency, subtotal_minor, shipping_minor, shipping_vat_minor, total_minor, vat, events, created_at"
  )
  const insertLine = insertInto(
    db,
    "order_line",
    "order_id, n, product_id, name, quantity, unit_price_minor, list_minor, discount_minor, line_total_minor, vat_minor"
  )
  const insertEvent = insertInto(db, "event", "id, order_id, seq, type, status, source, data, at")
  const subscriptions = db.prepare("SELECT id FROM subscription WHERE deleted_at IS NULL ORDER BY id")
  const advanceOrder = db.prepare(
    "UPDATE orders SET status = ?, events = events + ? WHERE id = ? AND status = ? RETURNING events"
  )
  const placedOrder = db.prepare(
    "SELECT email, address, currency, shipping_minor, shipping_vat_minor, vat FROM orders WHERE id = ?"
  )
  const nextReceipt = db.prepare(
    "INSERT INTO counter (series, n) VALUES (?, 1) ON CONFLICT (series) DO UPDATE SET n = counter.n + 1 RETURNING n"
  )
  const insertReceipt = insertInto(db, "receipt", "series, n, order_id, kind, subject, document, at")
  const reserve = db.prepare(
    `UPDATE stock SET reserved = reserved + ?
     WHERE product_id = ? AND reserved + ? >= 0 AND reserved + ? <= on_hand
     RETURNING on_hand - reserved AS available`
  )
  const insertPayment = insertInto(
    db,
    "payment",
    "id, session_id, order_id, role, provider_id, method, instrument, currency, captured_minor, flag, at",
    "ON CONFLICT (provider_id) DO NOTHING"
  )
  const schedule = insertInto(db, "job", jobColumns, jobConflict)
  const cancelJob = db.prepare("DELETE FROM job WHERE kind = ? AND subject = ?")
  const orderById = db.prepare(
    `SELECT o.id, o.principal, o.status, o.email, o.address, o.shipping_method, o.currency, o.subtotal_minor,
       o.shipping_minor, o.total_minor, o.vat, o.created_at, s.phase, p.method,
       (SELECT coalesce(sum(r.amount_minor), 0) FROM refund r
         WHERE r.payment_id = p.id AND r.state = 'succeeded') AS refunded_minor
     FROM orders o
     JOIN checkout_session s ON s.order_id = o.id
     LEFT JOIN payment p ON p.session_id = s.id AND p.role = 'primary'
     WHERE o.id = ?`
  )
  const ordersOf = db.prepare(
    `SELECT id, status, total_minor, currency, created_at FROM orders
     WHERE principal = ? AND id < ? ORDER BY id DESC LIMIT +?`
  )
  const linesOf = db.prepare(
    `SELECT product_id, name, quantity, unit_price_minor, list_minor, discount_minor, line_total_minor, vat_minor, shipped,
       sent_back
     FROM order_line WHERE order_id = ? ORDER BY n`
  )
  const timelineOf = db.prepare(
    "SELECT status, source, at FROM event WHERE order_id = ? AND status IS NOT NULL ORDER BY seq"
  )
  const returnsOf = db.prepare("SELECT id, status FROM return_request WHERE order_id = ? ORDER BY id")
  const shipmentsOf = db.prepare(
    `SELECT id, carrier, tracking_number, status, estimated_delivery, shipped_at, delivered_at
     FROM shipment WHERE order_id = ? ORDER BY id`
  )
  const refundsOf = db.prepare("SELECT id, amount_minor, state, created_at FROM refund WHERE order_id = ? ORDER BY id")

  const principalOf = (bearer: string): string => {
    const dot = bearer.indexOf(".")
    const row = tokenById.get(bearer.slice(0, dot)) as Row
    if (
      row === undefined || !equal(hash(bearer.slice(dot + 1)), row.secret_hash) || row.revoked_at !== null
      || row.expires_at <= Date.now()
    ) throw new Refused(401, "no token")
    return row.principal
  }

  /** The recorded response of an earlier request, or that of `body`, recorded with its changes. */
  const once = (keyed: Keyed, body: () => string): string => {
    const [scope, key] = [hash(keyed.scope), hash(keyed.key)]
    const known = findRecord.get(scope, key) as Row
    if (known !== undefined) {
      if (known.fingerprint !== keyed.fingerprint) throw new Refused(422, "other body")
      return known.answer
    }
    const answer = body()
    insertRecord.run(scope, key, keyed.fingerprint, "done", null, 0, answer, Date.now() + keptMillis)
    return answer
  }

  const event = (
    orderId: string,
    seq: number,
    [type, status, source, data]: readonly [type: string, status: string | null, source: string, data?: object],
    at: number
  ): void =>
    void insertEvent.run(nextId("evt"), orderId, seq, type, status, source, JSON.stringify({ orderId, ...data }), at)

  /** Writes the receipt of an order: the store's own document under the next number. */
  const issueReceipt = (orderId: OrderId, lines: ReadonlyArray<Row>, paymentMethod: string, at: number): void => {
    const order = placedOrder.get(orderId) as Row
    const series = Receipt.series("R", at)
    const { n } = nextReceipt.get(series) as { readonly n: number }
    const document = receiptOf(orderId, order, lines, paymentMethod, n, at)
    insertReceipt.run(series, n, orderId, "receipt", orderId, JSON.stringify(document), at)
  }

  return {
    close: () => db.close(),

    /** What anybody may read. */
    read: bareReads(db),

    guest: (keyed: Keyed): Promise<string> =>
      write(() =>
        once(keyed, () => {
          const [id, secret] = [nextId("tok"), random(32).toString("base64url")]
          insertToken.run(id, hash(secret), "shopper", nextId("sho"), "shop", Date.now() + 180 * day)
          return JSON.stringify({
            access_token: `${id}.${secret}`,
            token_type: "Bearer",
            expires_in: 180 * 86_400,
            scope: "shop"
          })
        })
      ),

    add: (bearer: string, keyed: Keyed, productId: string, quantity: number): Promise<string> => {
      const principal = principalOf(bearer)
      return write(() =>
        once({ ...keyed, scope: `${principal}\n${keyed.scope}` }, () => {
          const rows = cartLines.all(principal, "") as ReadonlyArray<Row>
          const lines = rows.filter((row) => row.product_id !== null)
          const offer = offerOf.get(productId) as Row
          if (offer === undefined) throw new Refused(404, "no such product")
          const line = lines.find((line) => line.product_id === productId)
          const wanted = (line?.quantity ?? 0) + quantity
          if (wanted > offer.on_hand - offer.reserved) throw new Refused(409, "not enough")
          let cartId = rows[0]?.cart_id
          if (cartId === undefined) insertCart.run(cartId = nextId("cart"), principal, "")
          upsertLine.run(cartId, productId, wanted, offer.price_minor, Date.now())
          const after = { ...offer, product_id: productId, quantity: wanted }
          return cartText(line === undefined ? [...lines, after] : lines.map((one) => one === line ? after : one))
        })
      )
    },

    checkout: async (bearer: string, keyed: Keyed, request: CheckoutRequest): Promise<string> => {
      const principal = principalOf(bearer)
      const [scope, key] = [hash(`${principal}\n${keyed.scope}`), hash(keyed.key)]
      const { email, shipping } = request
      const expiresAt = Date.now() + 30 * 60_000
      const [sessionId, orderId] = [nextId("cs"), nextId("ord")]
      const begun = await write(() => {
        const known = findRecord.get(scope, key) as Row
        if (known !== undefined) throw new Refused(409, "known")
        const lines = cartLines.all(principal, "") as ReadonlyArray<Row>
        if (lines.length === 0 || lines[0].product_id === null) throw new Refused(409, "empty cart")
        const priced = total(lines, shipping.country)
        if (liveOfCart.get(lines[0].cart_id) !== undefined) throw new Refused(409, "not superseded here")
        for (const line of lines) {
          if (line.quantity > line.on_hand - line.reserved) throw new Refused(409, "not enough")
        }
        const now = Date.now()
        insertOrder.run(
          orderId,
          principal,
          "",
          "pending",
          email,
          email,
          "en",
          JSON.stringify(shipping),
          "standard",
          "EUR",
          priced.subtotalMinor,
          priced.shippingMinor,
          priced.shippingVatMinor,
          priced.totalMinor,
          JSON.stringify(priced.vat),
          1,
          now
        )
        priced.lines.forEach((line, n) =>
          insertLine.run(
            orderId,
            n,
            line.productId,
            lines[n].name,
            line.quantity,
            line.unitPriceMinor,
            line.listMinor,
            line.discountMinor,
            line.lineTotalMinor,
            line.vatMinor
          )
        )
        event(orderId, 1, ["order.placed", "pending", "shopper"], now)
        insertSession.run(
          sessionId,
          lines[0].cart_id,
          orderId,
          "opening",
          priced.totalMinor,
          "EUR",
          null,
          null,
          expiresAt
        )
        schedule.run("checkout", sessionId, now + 5_000, 0, now, now * 1024, 0)
        for (const { product_id, quantity } of lines) {
          if (reserve.get(quantity, product_id, quantity, quantity) === undefined) throw new Refused(409, "not enough")
        }
        insertRecord.run(
          scope,
          key,
          keyed.fingerprint,
          "running",
          sessionId,
          now + 30_000,
          null,
          now + keptMillis
        )
        return { lines, totalMinor: priced.totalMinor }
      })
      const url = await provider().createSession({
        id: sessionId,
        orderId,
        amountMinor: begun.totalMinor,
        email,
        description: begun.lines.map(({ name, quantity }) => `${quantity} × ${name}`),
        returnUrl: `http://localhost:3000/checkout/return/${sessionId}.${key.slice(0, 32)}`,
        expiresAt
      })
      return write(() => {
        const now = Date.now()
        setProvider.run(`bare_${sessionId}`, url, sessionId)
        const { phase } = sessionById.get(sessionId) as Row
        if (phase === "opening") setPhase.run("open", null, sessionId, "opening")
        schedule.run("checkout", sessionId, now + 60_000, 0, now, now * 1024, 0)
        const answer = JSON.stringify({
          sessionId,
          redirectUrl: url,
          orderId,
          status: "open",
          expiresAt: iso(expiresAt),
          total: begun.totalMinor / 100,
          currency: "EUR"
        })
        completeRecord.run(answer, scope, key)
        return answer
      })
    },

    notified: (message: Message): Promise<void> => {
      const sessionId = provider().verify(message)
      const { payments, session } = provider().lookUp(sessionId)
      return write(() => {
        const row = sessionById.get(sessionId) as Row
        const payment = payments[0]
        if (row === undefined || session?.status !== "complete" || row.phase !== "open") return
        if (payment.amount_minor !== row.total_minor) throw new Refused(409, "wrong amount")
        const now = Date.now()
        setComplete.run(payment.id, sessionId, row.phase)
        const lines = linesOf.all(row.order_id) as ReadonlyArray<Row>
        const { events } = advanceOrder.get("confirmed", 2, row.order_id, "pending") as Row
        event(row.order_id, events - 1, ["order.created", "confirmed", "provider"], now)
        const { amount_minor, method } = payment
        const paid = { amount: amount_minor / 100, currency: "EUR", method }
        event(row.order_id, events, ["payment.succeeded", null, "provider", paid], now)
        if (subscriptions.all().length > 0) throw new Refused(409, "nobody is told here")
        insertPayment.run(
          nextId("pay"),
          sessionId,
          row.order_id,
          "primary",
          payment.id,
          payment.method,
          payment.instrument,
          "EUR",
          payment.amount_minor,
          null,
          payment.at
        )
        cancelJob.run("checkout", sessionId)
        for (const line of lines) deleteLineUpTo.run(row.cart_id, line.product_id, line.quantity)
        issueReceipt(row.order_id, lines, method, now)
      })
    },

    cart: (bearer: string): string => {
      const rows = cartLines.all(principalOf(bearer), "") as ReadonlyArray<Row>
      return cartText(rows.filter((row) => row.product_id !== null))
    },

    session: (bearer: string, sessionId: string): string => {
      const principal = principalOf(bearer)
      const row = sessionById.get(sessionId) as Row
      if (row === undefined || row.principal !== principal) throw new Refused(404, "no such session")
      const { status, paymentStatus } = shownPhases[row.phase]!
      return JSON.stringify({
        sessionId: row.id,
        redirectUrl: row.url ?? "",
        orderId: row.order_id,
        status,
        paymentStatus,
        expiresAt: iso(row.expires_at)
      })
    },

    orders: (bearer: string): string => {
      const rows = ordersOf.all(principalOf(bearer), "~", 21) as ReadonlyArray<Row>
      return JSON.stringify({
        data: rows.slice(0, 20).map((row) => ({
          id: row.id,
          status: row.status,
          total: row.total_minor / 100,
          currency: row.currency,
          createdAt: iso(row.created_at)
        })),
        nextCursor: null
      })
    },

    order: (bearer: string, orderId: string): string => {
      const principal = principalOf(bearer)
      const row = orderById.get(orderId) as Row
      if (row === undefined || row.principal !== principal) throw new Refused(404, "no such order")
      const lines = linesOf.all(orderId) as ReadonlyArray<Row>
      const timeline = timelineOf.all(orderId) as ReadonlyArray<Row>
      const refunds = refundsOf.all(orderId)
      const returns = returnsOf.all(orderId)
      const shipments = shipmentsOf.all(orderId)
      return orderText(row, lines, timeline, refunds, returns, shipments)
    }
  }
}
