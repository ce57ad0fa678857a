/**
 * The bare shop on PostgreSQL, to compare ours with: the same requests as plain functions over `pg`, with a pool, named
 * prepared statements, and one round trip after the other.
 *
 * Tables, statements and locks are the store's own, as in `bare-shop.ts`, whose texts and prices it shares: the key of a
 * request, the cart and the session are locked as the store locks them, because without those locks things would be sold
 * twice. It has no deadlines, and runs no transaction again.
 */
import { migrations } from "@beauty-store/commerce/Tables"
import type { OrderId } from "@beauty-store/domain/Ids"
import * as Receipt from "@beauty-store/domain/Receipt"
import type { Migration } from "@beauty-store/kernel/Migrations"
import * as Ledger from "@beauty-store/payments-simulated/Ledger"
import { createHmac } from "node:crypto"
import { Pool, type PoolClient, types } from "pg"
import { type Offer, plenty } from "./assortment.ts"
import {
  cartText,
  type CheckoutRequest,
  day,
  equal,
  hash,
  iso,
  keptMillis,
  type Keyed,
  type Message,
  nextId,
  orderText,
  random,
  receiptOf,
  Refused,
  type Row,
  total
} from "./bare-shop.ts"

type Queryable = Pool | PoolClient

let names = 0
/** A prepared statement; each connection plans it once. */
const prepare = (text: string) => {
  const name = `s${++names}`
  let n = 0
  const numbered = text.replace(/\?/g, () => `$${++n}`)
  return async (on: Queryable, ...values: Array<unknown>): Promise<[Row, ...Array<Row>]> => {
    // Where there may be none, the caller looks.
    const { rows } = await on.query({ name, text: numbered, values })
    return rows as [Row]
  }
}

const insertInto = (table: string, columns: string, suffix = "") =>
  prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.split(", ").map(() => "?").join(", ")}) ${suffix}`)

/** One commit per body. */
const writing = (pool: Pool) => async <A>(body: (on: PoolClient) => Promise<A>): Promise<A> => {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    const answer = await body(client)
    await client.query("COMMIT")
    return answer
  } catch (error) {
    await client.query("ROLLBACK")
    throw error
  } finally {
    client.release()
  }
}

const int8 = 20
const openPool = async (url: string, schema: string, max: number, tables: ReadonlyArray<Migration>): Promise<Pool> => {
  const pool = new Pool({
    connectionString: url,
    max,
    options: `-c search_path=${schema}`,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === int8 ? Number : types.getTypeParser(oid, format as "text")
    }
  })
  await pool.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
  for (const migration of tables) {
    for (const text of migration.statements({ id: `TEXT COLLATE "C"`, clustered: "" }, "pg")) await pool.query(text)
  }
  return pool
}

const jobColumns = "kind, subject, run_at, attempts, plan, fence, lease_until"
const jobConflict = `ON CONFLICT (kind, subject) DO UPDATE SET
  run_at = excluded.run_at, attempts = 0, plan = job.plan + 1`

/** The provider's side: its ledger, its page, its notifications. */
export const openProvider = async (
  url: string,
  publicUrl: string,
  post: (message: Message) => Promise<boolean>
) => {
  const pool = await openPool(url, "payments_simulated", 5, Ledger.migrations)
  const write = writing(pool)
  const pageKey = random(32).toString("hex")
  const notificationKey = random(32).toString("hex")
  const insertSession = insertInto(
    "session",
    "id, order_id, amount_minor, currency, email, description, preselect, language, return_url, expires_at, created_at, status, closed",
    "ON CONFLICT (id) DO NOTHING"
  )
  const session = prepare("SELECT * FROM session WHERE id = ?")
  const lockSession = prepare("SELECT * FROM session WHERE id = ? FOR UPDATE")
  const paymentsOf = prepare("SELECT * FROM payment WHERE session_id = ? ORDER BY at, id")
  const insertPayment = insertInto(
    "payment",
    "id, session_id, status, method, amount_minor, currency, instrument, card_brand, card_last4, decline_code, settles_as, at, changed_at"
  )
  const setStatus = prepare("UPDATE session SET status = ? WHERE id = ?")
  const schedule = insertInto("job", jobColumns, jobConflict)
  const done = prepare("DELETE FROM job WHERE kind = ? AND subject = ?")

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
    if (await post({ headers, body })) await write((on) => done(on, "notify", subject))
  }

  return {
    close: () => pool.end(),

    createSession: (request: {
      readonly id: string
      readonly orderId: string
      readonly amountMinor: number
      readonly email: string
      readonly description: ReadonlyArray<string>
      readonly returnUrl: string
      readonly expiresAt: number
    }): Promise<string> =>
      write(async (on) => {
        const { amountMinor, description, email, expiresAt, id, orderId, returnUrl } = request
        await insertSession(
          on,
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

    lookUp: async (sessionId: string) => {
      const client = await pool.connect()
      try {
        return {
          session: (await session(client, sessionId))[0] as { readonly status: string } | undefined,
          payments: await paymentsOf(client, sessionId)
        }
      } finally {
        client.release()
      }
    },

    pay: async (token: string, card: string): Promise<string> => {
      const id = token.slice(0, token.lastIndexOf("."))
      if (!equal(token, `${id}.${mark(pageKey, id)}`)) throw new Refused(404, "no such page")
      const at = Date.now()
      const message = nextId("msg")
      const subject = JSON.stringify({ id: message, copy: 0, type: "session.changed", subject: id, at })
      const returnUrl = await write(async (on) => {
        const [found] = await lockSession(on, id)
        if (found === undefined) throw new Refused(404, "no such page")
        if (found.status !== "open" || found.expires_at <= at) throw new Refused(409, "not open")
        await insertPayment(
          on,
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
        await setStatus(on, "complete", id)
        await schedule(on, "notify", subject, at + 6_000, 0, at, at * 1024, 0)
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

export type Provider = Awaited<ReturnType<typeof openProvider>>

/** The store's side. Responses are texts of JSON, as sent. */
export const openShop = async (url: string, offers: ReadonlyArray<Offer>, provider: () => Provider) => {
  const pool = await openPool(url, "public", 16, migrations)
  const insertBrand = insertInto("brand", "id, name, category, position", "ON CONFLICT DO NOTHING")
  const insertProduct = insertInto(
    "product",
    "id, brand_id, name, name_key, description, price_minor, currency, category, gtin, size_thousandths, size_unit, attributes, hygiene_sealed, position, added_at"
  )
  const insertStock = insertInto("stock", "product_id, on_hand")
  for (const [n, offer] of offers.entries()) {
    const { brand, category, description, gtin, hygieneSealed, id, ingredients, name, priceMinor, size } = offer
    await insertBrand(pool, brand.id, brand.name, brand.category, n)
    await insertProduct(
      pool,
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
    await insertStock(pool, id, plenty)
  }
  const write = writing(pool)
  const lockKey = prepare("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))")
  const lockCart = prepare("SELECT id FROM cart WHERE principal = ? AND shopper = ? FOR UPDATE")
  const lockCartOf = prepare(
    "SELECT c.id FROM cart c JOIN checkout_session s ON s.cart_id = c.id WHERE s.id = ? FOR UPDATE OF c"
  )

  const tokenById = prepare(
    "SELECT secret_hash, kind, principal, scopes, expires_at, revoked_at FROM token WHERE id = ?"
  )
  const insertToken = insertInto("token", "id, secret_hash, kind, principal, scopes, expires_at")
  const findRecord = prepare(
    `SELECT fingerprint, state, subject, lease_until, answer, expires_at FROM idempotency
     WHERE scope_hash = ? AND key_hash = ? FOR UPDATE`
  )
  const insertRecord = insertInto(
    "idempotency",
    "scope_hash, key_hash, fingerprint, state, subject, lease_until, answer, expires_at"
  )
  const completeRecord = prepare(
    "UPDATE idempotency SET state = 'done', lease_until = 0, answer = ? WHERE scope_hash = ? AND key_hash = ?"
  )
  const cartLines = prepare(
    `SELECT c.id AS cart_id, l.product_id, l.quantity, l.price_seen_minor, p.name, p.price_minor, s.on_hand, s.reserved,
       l.added_at
     FROM cart c
     LEFT JOIN cart_line l ON l.cart_id = c.id
     LEFT JOIN product p ON p.id = l.product_id
     LEFT JOIN stock s ON s.product_id = l.product_id
     WHERE c.principal = ? AND c.shopper = ?
     ORDER BY l.added_at, l.product_id`
  )
  const offerOf = prepare(
    `SELECT p.id, p.name, p.price_minor, s.on_hand, s.reserved
     FROM product p JOIN stock s ON s.product_id = p.id WHERE p.id = ?`
  )
  const insertCart = insertInto("cart", "id, principal, shopper", "ON CONFLICT DO NOTHING")
  const upsertLine = insertInto(
    "cart_line",
    "cart_id, product_id, quantity, price_seen_minor, added_at",
    "ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = excluded.quantity, price_seen_minor = excluded.price_seen_minor"
  )
  const deleteLineUpTo = prepare("DELETE FROM cart_line WHERE cart_id = ? AND product_id = ? AND quantity <= ?")
  const sessionColumns = `s.id, s.cart_id, s.order_id, o.principal, o.email, s.phase, s.total_minor, s.currency,
    s.payment_method, s.return_url, s.url, s.paid_by, s.expires_at, s.processing_until`
  const sessionById = prepare(
    `SELECT ${sessionColumns} FROM checkout_session s JOIN orders o ON o.id = s.order_id WHERE s.id = ? FOR UPDATE OF s, o`
  )
  const liveOfCart = prepare(
    `SELECT ${sessionColumns} FROM checkout_session s JOIN orders o ON o.id = s.order_id
     WHERE s.cart_id = ? AND s.phase IN ('opening', 'open', 'processing') FOR UPDATE OF s, o`
  )
  const insertSession = insertInto(
    "checkout_session",
    "id, cart_id, order_id, phase, total_minor, currency, payment_method, return_url, expires_at"
  )
  const setProvider = prepare("UPDATE checkout_session SET provider_id = ?, url = ? WHERE id = ? AND url IS NULL")
  const setPhase = prepare("UPDATE checkout_session SET phase = ?, processing_until = ? WHERE id = ? AND phase = ?")
  const setComplete = prepare(
    "UPDATE checkout_session SET phase = 'complete', paid_by = ? WHERE id = ? AND phase = ?"
  )
  const insertOrder = insertInto(
    "orders",
    "id, principal, shopper, status, email, email_folded, language, address, shipping_method, currency, subtotal_minor, shipping_minor, shipping_vat_minor, total_minor, vat, events, created_at"
  )
  const insertLine = insertInto(
    "order_line",
    "order_id, n, product_id, name, quantity, unit_price_minor, list_minor, discount_minor, line_total_minor, vat_minor"
  )
  const insertEvent = insertInto("event", "id, order_id, seq, type, status, source, data, at")
  const subscriptions = prepare("SELECT id FROM subscription WHERE deleted_at IS NULL ORDER BY id")
  const advanceOrder = prepare(
    "UPDATE orders SET status = ?, events = events + ? WHERE id = ? AND status = ? RETURNING events"
  )
  const placedOrder = prepare(
    "SELECT email, address, currency, shipping_minor, shipping_vat_minor, vat FROM orders WHERE id = ?"
  )
  const nextReceipt = prepare(
    "INSERT INTO counter (series, n) VALUES (?, 1) ON CONFLICT (series) DO UPDATE SET n = counter.n + 1 RETURNING n"
  )
  const insertReceipt = insertInto("receipt", "series, n, order_id, kind, subject, document, at")
  const reserve = prepare(
    `UPDATE stock SET reserved = reserved + ?
     WHERE product_id = ? AND reserved + ? >= 0 AND reserved + ? <= on_hand
     RETURNING on_hand - reserved AS available`
  )
  const insertPayment = insertInto(
    "payment",
    "id, session_id, order_id, role, provider_id, method, instrument, currency, captured_minor, flag, at",
    "ON CONFLICT (provider_id) DO NOTHING"
  )
  const schedule = insertInto("job", jobColumns, jobConflict)
  const cancelJob = prepare("DELETE FROM job WHERE kind = ? AND subject = ?")
  const orderById = prepare(
    `SELECT o.id, o.principal, o.status, o.email, o.address, o.shipping_method, o.currency, o.subtotal_minor,
       o.shipping_minor, o.total_minor, o.vat, o.created_at, s.phase, p.method,
       (SELECT coalesce(sum(r.amount_minor), 0) FROM refund r
         WHERE r.payment_id = p.id AND r.state = 'succeeded') AS refunded_minor
     FROM orders o
     JOIN checkout_session s ON s.order_id = o.id
     LEFT JOIN payment p ON p.session_id = s.id AND p.role = 'primary'
     WHERE o.id = ?`
  )
  const linesOf = prepare(
    `SELECT product_id, name, quantity, unit_price_minor, list_minor, discount_minor, line_total_minor, vat_minor, shipped,
       sent_back
     FROM order_line WHERE order_id = ? ORDER BY n`
  )
  const timelineOf = prepare(
    "SELECT status, source, at FROM event WHERE order_id = ? AND status IS NOT NULL ORDER BY seq"
  )
  const returnsOf = prepare("SELECT id, status FROM return_request WHERE order_id = ? ORDER BY id")
  const shipmentsOf = prepare(
    `SELECT id, carrier, tracking_number, status, estimated_delivery, shipped_at, delivered_at
     FROM shipment WHERE order_id = ? ORDER BY id`
  )
  const refundsOf = prepare("SELECT id, amount_minor, state, created_at FROM refund WHERE order_id = ? ORDER BY id")

  const principalOf = async (bearer: string): Promise<string> => {
    const dot = bearer.indexOf(".")
    const [row] = await tokenById(pool, bearer.slice(0, dot))
    if (
      row === undefined || !equal(hash(bearer.slice(dot + 1)), row.secret_hash) || row.revoked_at !== null
      || row.expires_at <= Date.now()
    ) throw new Refused(401, "no token")
    return row.principal
  }

  /** The recorded response of an earlier request, or that of `body`, recorded with its changes. */
  const once = async (on: PoolClient, keyed: Keyed, body: () => Promise<string>): Promise<string> => {
    const [scope, key] = [hash(keyed.scope), hash(keyed.key)]
    await lockKey(on, `${scope}${key}`)
    const [known] = await findRecord(on, scope, key)
    if (known !== undefined) {
      if (known.fingerprint !== keyed.fingerprint) throw new Refused(422, "other body")
      return known.answer
    }
    const answer = await body()
    await insertRecord(on, scope, key, keyed.fingerprint, "done", null, 0, answer, Date.now() + keptMillis)
    return answer
  }

  const event = (
    on: PoolClient,
    orderId: string,
    seq: number,
    [type, status, source, data]: readonly [type: string, status: string | null, source: string, data?: object],
    at: number
  ) => insertEvent(on, nextId("evt"), orderId, seq, type, status, source, JSON.stringify({ orderId, ...data }), at)

  /** Writes the receipt of an order: the store's own document under the next number. */
  const issueReceipt = async (
    on: PoolClient,
    orderId: OrderId,
    lines: ReadonlyArray<Row>,
    paymentMethod: string,
    at: number
  ): Promise<void> => {
    const [order] = await placedOrder(on, orderId)
    const series = Receipt.series("R", at)
    const [{ n }] = await nextReceipt(on, series)
    const document = receiptOf(orderId, order, lines, paymentMethod, n, at)
    await insertReceipt(on, series, n, orderId, "receipt", orderId, JSON.stringify(document), at)
  }

  return {
    close: () => pool.end(),

    guest: (keyed: Keyed): Promise<string> =>
      write((on) =>
        once(on, keyed, async () => {
          const [id, secret] = [nextId("tok"), random(32).toString("base64url")]
          await insertToken(on, id, hash(secret), "shopper", nextId("sho"), "shop", Date.now() + 180 * day)
          return JSON.stringify({
            access_token: `${id}.${secret}`,
            token_type: "Bearer",
            expires_in: 180 * 86_400,
            scope: "shop"
          })
        })
      ),

    add: async (bearer: string, keyed: Keyed, productId: string, quantity: number): Promise<string> => {
      const principal = await principalOf(bearer)
      return write((on) =>
        once(on, { ...keyed, scope: `${principal}\n${keyed.scope}` }, async () => {
          await lockCart(on, principal, "")
          const rows = await cartLines(on, principal, "")
          const lines = rows.filter((row) => row.product_id !== null)
          const [offer] = await offerOf(on, productId)
          if (offer === undefined) throw new Refused(404, "no such product")
          const line = lines.find((line) => line.product_id === productId)
          const wanted = (line?.quantity ?? 0) + quantity
          if (wanted > offer.on_hand - offer.reserved) throw new Refused(409, "not enough")
          let cartId = rows[0]?.cart_id
          if (cartId === undefined) await insertCart(on, cartId = nextId("cart"), principal, "")
          await upsertLine(on, cartId, productId, wanted, offer.price_minor, Date.now())
          const after = { ...offer, product_id: productId, quantity: wanted }
          return cartText(line === undefined ? [...lines, after] : lines.map((one) => one === line ? after : one))
        })
      )
    },

    checkout: async (bearer: string, keyed: Keyed, request: CheckoutRequest): Promise<string> => {
      const principal = await principalOf(bearer)
      const [scope, key] = [hash(`${principal}\n${keyed.scope}`), hash(keyed.key)]
      const { email, shipping } = request
      const expiresAt = Date.now() + 30 * 60_000
      const [sessionId, orderId] = [nextId("cs"), nextId("ord")]
      const begun = await write(async (on) => {
        await lockKey(on, `${scope}${key}`)
        const [known] = await findRecord(on, scope, key)
        if (known !== undefined) throw new Refused(409, "known")
        await lockCart(on, principal, "")
        const lines = await cartLines(on, principal, "")
        if (lines.length === 0 || lines[0].product_id === null) throw new Refused(409, "empty cart")
        const priced = total(lines, shipping.country)
        if ((await liveOfCart(on, lines[0].cart_id)).length > 0) throw new Refused(409, "not superseded here")
        for (const line of lines) {
          if (line.quantity > line.on_hand - line.reserved) throw new Refused(409, "not enough")
        }
        const now = Date.now()
        await insertOrder(
          on,
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
        for (const [n, line] of priced.lines.entries()) {
          await insertLine(
            on,
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
        }
        await event(on, orderId, 1, ["order.placed", "pending", "shopper"], now)
        await insertSession(
          on,
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
        await schedule(on, "checkout", sessionId, now + 5_000, 0, now, now * 1024, 0)
        for (const { product_id, quantity } of lines.toSorted((a, b) => a.product_id < b.product_id ? -1 : 1)) {
          if ((await reserve(on, quantity, product_id, quantity, quantity)).length === 0) {
            throw new Refused(409, "not enough")
          }
        }
        await insertRecord(
          on,
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
      return write(async (on) => {
        const now = Date.now()
        await setProvider(on, `bare_${sessionId}`, url, sessionId)
        const [{ phase }] = await sessionById(on, sessionId)
        if (phase === "opening") await setPhase(on, "open", null, sessionId, "opening")
        await schedule(on, "checkout", sessionId, now + 60_000, 0, now, now * 1024, 0)
        const answer = JSON.stringify({
          sessionId,
          redirectUrl: url,
          orderId,
          status: "open",
          expiresAt: iso(expiresAt),
          total: begun.totalMinor / 100,
          currency: "EUR"
        })
        await completeRecord(on, answer, scope, key)
        return answer
      })
    },

    notified: async (message: Message): Promise<void> => {
      const sessionId = provider().verify(message)
      const { payments, session } = await provider().lookUp(sessionId)
      return write(async (on) => {
        await lockCartOf(on, sessionId)
        const [row] = await sessionById(on, sessionId)
        const payment = payments[0]
        if (row === undefined || session?.status !== "complete" || row.phase !== "open") return
        if (payment.amount_minor !== row.total_minor) throw new Refused(409, "wrong amount")
        const now = Date.now()
        await setComplete(on, payment.id, sessionId, row.phase)
        const lines = await linesOf(on, row.order_id)
        const [{ events }] = await advanceOrder(on, "confirmed", 2, row.order_id, "pending")
        await event(on, row.order_id, events - 1, ["order.created", "confirmed", "provider"], now)
        const { amount_minor, method } = payment
        const paid = { amount: amount_minor / 100, currency: "EUR", method }
        await event(on, row.order_id, events, ["payment.succeeded", null, "provider", paid], now)
        if ((await subscriptions(on)).length > 0) throw new Refused(409, "nobody is told here")
        await insertPayment(
          on,
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
        await cancelJob(on, "checkout", sessionId)
        for (const line of lines) await deleteLineUpTo(on, row.cart_id, line.product_id, line.quantity)
        await issueReceipt(on, row.order_id, lines, method, now)
      })
    },

    order: async (bearer: string, orderId: string): Promise<string> => {
      const principal = await principalOf(bearer)
      const client = await pool.connect()
      try {
        await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        const [row] = await orderById(client, orderId)
        if (row === undefined || row.principal !== principal) throw new Refused(404, "no such order")
        const lines = await linesOf(client, orderId)
        const timeline = await timelineOf(client, orderId)
        const refunds = await refundsOf(client, orderId)
        const returns = await returnsOf(client, orderId)
        const shipments = await shipmentsOf(client, orderId)
        return orderText(row, lines, timeline, refunds, returns, shipments)
      } finally {
        await client.query("COMMIT")
        client.release()
      }
    }
  }
}
