/**
 * The bare shop on PostgreSQL, to compare ours with: the same requests as plain functions over `pg`, with a pool, named
 * prepared statements, and one round trip after the other. Tables, statements, locks, texts and prices are those of
 * `bare-shop.ts`. It has no deadlines, and runs no transaction again.
 */
import { defaultPolicy as storePolicy } from "@beauty-store/commerce/Policy"
import { migrations } from "@beauty-store/commerce/Tables"
import { dayOf } from "@beauty-store/domain/Days"
import type { OrderId } from "@beauty-store/domain/Ids"
import * as Receipt from "@beauty-store/domain/Receipt"
import * as Ledger from "@beauty-store/payments-simulated/provider/Ledger"
import type { Migration } from "@beauty-store/sql/Migrations"
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
  openSigner,
  orderText,
  random,
  receiptOf,
  Refused,
  type Row,
  total
} from "./bare-shop.ts"
import { providerStatements, shopStatements } from "./bare-statements.ts"

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

type Prepared<Texts> = { readonly [Name in keyof Texts]: ReturnType<typeof prepare> }

const prepareAll = <Texts extends Readonly<Record<string, string>>>(texts: Texts) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, prepare(text)])) as Prepared<Texts>

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

/** The provider's side: its ledger, its page, its notifications. */
export const openProvider = async (
  url: string,
  publicUrl: string,
  post: (message: Message) => Promise<boolean>
) => {
  const pool = await openPool(url, "payments_simulated", 5, Ledger.migrations)
  const sql = prepareAll({ ...providerStatements, lockSession: `${providerStatements.session} FOR UPDATE` })
  const write = writing(pool)
  const { mark, notificationOf, pageOf, verify } = openSigner()

  const notify = async (sessionId: string, id: string, subject: string, at: number): Promise<void> => {
    if (await post(notificationOf(sessionId, id, at))) await write((on) => sql.done(on, "notify", subject))
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
        await sql.insertSession(
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
        return `${publicUrl}/pay/${id}.${mark(id)}`
      }),

    lookUp: async (sessionId: string) => {
      const client = await pool.connect()
      try {
        return {
          session: (await sql.session(client, sessionId))[0] as { readonly status: string } | undefined,
          payments: await sql.paymentsOf(client, sessionId)
        }
      } finally {
        client.release()
      }
    },

    pay: async (token: string, card: string): Promise<string> => {
      const id = pageOf(token)
      const at = Date.now()
      const message = nextId("msg")
      const subject = JSON.stringify({ id: message, copy: 0, type: "session.changed", subject: id, at })
      const returnUrl = await write(async (on) => {
        const [found] = await sql.lockSession(on, id)
        if (found === undefined) throw new Refused(404, "no such page")
        if (found.status !== "open" || found.expires_at <= at) throw new Refused(409, "not open")
        await sql.insertPayment(
          on,
          nextId("pay"),
          id,
          "succeeded",
          "card",
          found.amount_minor,
          "EUR",
          `fp_${mark(card)}`,
          "visa",
          card.slice(-4),
          null,
          null,
          at,
          at
        )
        await sql.setStatus(on, "complete", id)
        await sql.schedule(on, "notify", subject, at + 6_000, 0, at, at * 1024, 0)
        return found.return_url as string
      })
      await notify(id, message, subject, at)
      return JSON.stringify({ status: "succeeded", returnUrl })
    },

    verify
  }
}

export type Provider = Awaited<ReturnType<typeof openProvider>>

/** The store's side. Responses are texts of JSON, as sent. */
export const openShop = async (url: string, offers: ReadonlyArray<Offer>, provider: () => Provider) => {
  const pool = await openPool(url, "public", 16, migrations)
  const { findRecord, liveOfCart, sessionById } = shopStatements
  const sql = prepareAll({
    ...shopStatements,
    findRecord: `${findRecord} FOR UPDATE`,
    liveOfCart: `${liveOfCart} FOR UPDATE OF s, o`,
    sessionById: `${sessionById} FOR UPDATE OF s, o`,
    lockKey: "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))",
    lockCart: "SELECT id FROM cart WHERE principal = ? AND shopper = ? FOR UPDATE",
    lockCartOf: "SELECT c.id FROM cart c JOIN checkout_session s ON s.cart_id = c.id WHERE s.id = ? FOR UPDATE OF c"
  })
  for (const [n, offer] of offers.entries()) {
    const { brand, category, description, gtin, hygieneSealed, id, ingredients, name, priceMinor, size } = offer
    await sql.insertBrand(pool, brand.id, brand.name, brand.category, n)
    await sql.insertProduct(
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
    await sql.insertStock(pool, id, plenty)
  }
  const write = writing(pool)

  const principalOf = async (bearer: string): Promise<string> => {
    const dot = bearer.indexOf(".")
    const [row] = await sql.tokenById(pool, bearer.slice(0, dot))
    if (
      row === undefined || !equal(hash(bearer.slice(dot + 1)), row.secret_hash) || row.revoked_at !== null
      || row.expires_at <= Date.now()
    ) throw new Refused(401, "no token")
    return row.principal
  }

  /** The recorded response of an earlier request, or that of `body`, recorded with its changes. */
  const once = async (on: PoolClient, keyed: Keyed, body: () => Promise<string>): Promise<string> => {
    const [scope, key] = [hash(keyed.scope), hash(keyed.key)]
    await sql.lockKey(on, `${scope}${key}`)
    const [known] = await sql.findRecord(on, scope, key)
    if (known !== undefined) {
      if (known.fingerprint !== keyed.fingerprint) throw new Refused(422, "other body")
      return known.answer
    }
    const answer = await body()
    await sql.insertRecord(on, scope, key, keyed.fingerprint, "done", null, 0, answer, Date.now() + keptMillis)
    return answer
  }

  const event = (
    on: PoolClient,
    orderId: string,
    seq: number,
    [type, status, source, data]: readonly [type: string, status: string | null, source: string, data?: object],
    at: number
  ) => sql.insertEvent(on, nextId("evt"), orderId, seq, type, status, source, JSON.stringify({ orderId, ...data }), at)

  /** Writes the receipt of an order: the store's own document under the next number. */
  const issueReceipt = async (
    on: PoolClient,
    orderId: OrderId,
    lines: ReadonlyArray<Row>,
    paymentMethod: string,
    at: number
  ): Promise<void> => {
    const [order] = await sql.placedOrder(on, orderId)
    const series = Receipt.series("R", dayOf(at, storePolicy.timeZone))
    const [{ n }] = await sql.nextReceipt(on, series)
    const document = receiptOf(orderId, order, lines, paymentMethod, n, at)
    await sql.insertReceipt(on, series, n, orderId, "receipt", orderId, JSON.stringify(document), at)
  }

  return {
    close: () => pool.end(),

    guest: (keyed: Keyed): Promise<string> =>
      write((on) =>
        once(on, keyed, async () => {
          const [id, secret] = [nextId("tok"), random(32).toString("base64url")]
          await sql.insertToken(on, id, hash(secret), "shopper", nextId("sho"), "shop", Date.now() + 180 * day)
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
          await sql.lockCart(on, principal, "")
          const rows = await sql.cartLines(on, principal, "")
          const lines = rows.filter((row) => row.product_id !== null)
          const [offer] = await sql.offerOf(on, productId)
          if (offer === undefined) throw new Refused(404, "no such product")
          const line = lines.find((line) => line.product_id === productId)
          const wanted = (line?.quantity ?? 0) + quantity
          if (wanted > offer.on_hand - offer.reserved) throw new Refused(409, "not enough")
          let cartId = rows[0]?.cart_id
          if (cartId === undefined) await sql.insertCart(on, cartId = nextId("cart"), principal, "")
          await sql.upsertLine(on, cartId, productId, wanted, offer.price_minor, Date.now())
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
        await sql.lockKey(on, `${scope}${key}`)
        const [known] = await sql.findRecord(on, scope, key)
        if (known !== undefined) throw new Refused(409, "known")
        await sql.lockCart(on, principal, "")
        const lines = await sql.cartLines(on, principal, "")
        if (lines.length === 0 || lines[0].product_id === null) throw new Refused(409, "empty cart")
        const priced = total(lines, shipping.country)
        if ((await sql.liveOfCart(on, lines[0].cart_id)).length > 0) throw new Refused(409, "not superseded here")
        for (const line of lines) {
          if (line.quantity > line.on_hand - line.reserved) throw new Refused(409, "not enough")
        }
        const now = Date.now()
        await sql.insertOrder(
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
          await sql.insertLine(
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
        await sql.insertSession(
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
        await sql.schedule(on, "checkout", sessionId, now + 5_000, 0, now, now * 1024, 0)
        for (const { product_id, quantity } of lines.toSorted((a, b) => a.product_id < b.product_id ? -1 : 1)) {
          if ((await sql.reserve(on, quantity, product_id, quantity, quantity)).length === 0) {
            throw new Refused(409, "not enough")
          }
        }
        await sql.insertRecord(
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
        await sql.setProvider(on, `bare_${sessionId}`, url, sessionId)
        const [{ phase }] = await sql.sessionById(on, sessionId)
        if (phase === "opening") await sql.setPhase(on, "open", null, sessionId, "opening")
        await sql.schedule(on, "checkout", sessionId, now + 60_000, 0, now, now * 1024, 0)
        const answer = JSON.stringify({
          sessionId,
          redirectUrl: url,
          orderId,
          status: "open",
          expiresAt: iso(expiresAt),
          total: begun.totalMinor / 100,
          currency: "EUR"
        })
        await sql.completeRecord(on, answer, scope, key)
        return answer
      })
    },

    notified: async (message: Message): Promise<void> => {
      const sessionId = provider().verify(message)
      const { payments, session } = await provider().lookUp(sessionId)
      return write(async (on) => {
        await sql.lockCartOf(on, sessionId)
        const [row] = await sql.sessionById(on, sessionId)
        const payment = payments[0]
        if (row === undefined || session?.status !== "complete" || row.phase !== "open") return
        if (payment.amount_minor !== row.total_minor) throw new Refused(409, "wrong amount")
        const now = Date.now()
        await sql.setComplete(on, payment.id, sessionId, row.phase)
        const lines = await sql.linesOf(on, row.order_id)
        const [{ events }] = await sql.advanceOrder(on, "confirmed", 2, row.order_id, "pending")
        await event(on, row.order_id, events - 1, ["order.created", "confirmed", "provider"], now)
        const { amount_minor, method } = payment
        const paid = { amount: amount_minor / 100, currency: "EUR", method }
        await event(on, row.order_id, events, ["payment.succeeded", null, "provider", paid], now)
        if ((await sql.subscriptions(on)).length > 0) throw new Refused(409, "nobody is told here")
        await sql.insertPayment(
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
        await sql.cancelJob(on, "checkout", sessionId)
        for (const line of lines) await sql.deleteLineUpTo(on, row.cart_id, line.product_id, line.quantity)
        await issueReceipt(on, row.order_id, lines, method, now)
      })
    },

    order: async (bearer: string, orderId: string): Promise<string> => {
      const principal = await principalOf(bearer)
      const client = await pool.connect()
      try {
        await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        const [row] = await sql.orderById(client, orderId)
        if (row === undefined || row.principal !== principal) throw new Refused(404, "no such order")
        const lines = await sql.linesOf(client, orderId)
        const timeline = await sql.timelineOf(client, orderId)
        const refunds = await sql.refundsOf(client, orderId)
        const returns = await sql.returnsOf(client, orderId)
        const shipments = await sql.shipmentsOf(client, orderId)
        return orderText(row, lines, timeline, refunds, returns, shipments)
      } finally {
        await client.query("COMMIT")
        client.release()
      }
    }
  }
}
