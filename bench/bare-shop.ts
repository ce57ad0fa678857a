/**
 * A shop without a framework, to compare ours with: a purchase as plain functions with prepared statements over
 * better-sqlite3. Tables and statements are the store's own, idempotency, events and receipts included, and commits are
 * shared. It leaves out everything that costs no SQL, such as validation beyond the happy path and logs.
 */
import { defaultPolicy as storePolicy } from "@beauty-store/commerce/Policy"
import { migrations } from "@beauty-store/commerce/Tables"
import type { CountryCode } from "@beauty-store/domain/Address"
import { dayOf } from "@beauty-store/domain/Days"
import type { OrderId, ProductId } from "@beauty-store/domain/Ids"
import { price } from "@beauty-store/domain/Pricing"
import * as Receipt from "@beauty-store/domain/Receipt"
import { defaultPolicy } from "@beauty-store/domain/Shipping"
import * as Ledger from "@beauty-store/payments-simulated/provider/Ledger"
import type { Migration } from "@beauty-store/sql/Migrations"
import Sqlite from "better-sqlite3"
import { createHash, createHmac, randomFillSync, timingSafeEqual } from "node:crypto"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Offer, plenty } from "./assortment.ts"
import { bareReads } from "./bare-reads.ts"
import { providerStatements, shopStatements } from "./bare-statements.ts"

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

type Prepared<Texts> = { readonly [Name in keyof Texts]: Sqlite.Statement }

const prepareAll = <Texts extends Readonly<Record<string, string>>>(db: Sqlite.Database, texts: Texts) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, db.prepare(text)])) as Prepared<Texts>

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
    number: Receipt.receiptNumber(dayOf(at, storePolicy.timeZone), n),
    issuedAt: at,
    issuedOn: dayOf(at, storePolicy.timeZone),
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

/** The provider's keys: the marks of its pages, and its signed notifications. */
export const openSigner = () => {
  const [pageKey, notificationKey] = [random(32).toString("hex"), random(32).toString("hex")]
  const mark = (text: string): string => createHmac("sha256", pageKey).update(text).digest("base64url")
  const sign = (id: string, timestamp: string, body: Buffer): string =>
    `v1,${createHmac("sha256", notificationKey).update(`${id}.${timestamp}.`).update(body).digest("base64")}`
  return {
    mark,
    /** The session of a page's token. */
    pageOf: (token: string): string => {
      const id = token.slice(0, token.lastIndexOf("."))
      if (!equal(token, `${id}.${mark(id)}`)) throw new Refused(404, "no such page")
      return id
    },
    notificationOf: (sessionId: string, id: string, at: number): Message => {
      const body = Buffer.from(JSON.stringify({ type: "session.changed", timestamp: iso(at), data: { sessionId } }))
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signature = sign(id, timestamp, body)
      return { headers: { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature }, body }
    },
    /** The session that a notification is about. */
    verify: ({ body, headers }: Message): string => {
      const [id, timestamp, given] = ["id", "timestamp", "signature"].map((name) => headers[`webhook-${name}`] ?? "")
      if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300 || !equal(given!, sign(id!, timestamp!, body))) {
        throw new Refused(401, "not signed")
      }
      return (JSON.parse(body.toString()) as { data: { sessionId: string } }).data.sessionId
    }
  }
}

/** The provider's side: its ledger, its page, its notifications. */
export const openProvider = (
  folder: string,
  publicUrl: string,
  post: (message: Message) => Promise<boolean>
) => {
  const db = openFile(join(folder, "payments.db"), Ledger.migrations)
  const sql = prepareAll(db, providerStatements)
  const write = shared(db)
  const { mark, notificationOf, pageOf, verify } = openSigner()

  const notify = async (sessionId: string, id: string, subject: string, at: number): Promise<void> => {
    if (await post(notificationOf(sessionId, id, at))) await write(() => sql.done.run("notify", subject))
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
        sql.insertSession.run(
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

    lookUp: (sessionId: string) => ({
      session: sql.session.get(sessionId) as { readonly status: string } | undefined,
      payments: sql.paymentsOf.all(sessionId) as ReadonlyArray<Row>
    }),

    pay: async (token: string, card: string): Promise<string> => {
      const id = pageOf(token)
      const at = Date.now()
      const message = nextId("msg")
      const subject = JSON.stringify({ id: message, copy: 0, type: "session.changed", subject: id, at })
      const returnUrl = await write(() => {
        const found = sql.session.get(id) as Row
        if (found === undefined) throw new Refused(404, "no such page")
        if (found.status !== "open" || found.expires_at <= at) throw new Refused(409, "not open")
        sql.insertPayment.run(
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
        sql.setStatus.run("complete", id)
        sql.schedule.run("notify", subject, at + 6_000, 0, at, at * 1024, 0)
        return found.return_url as string
      })
      await notify(id, message, subject, at)
      return JSON.stringify({ status: "succeeded", returnUrl })
    },

    verify
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
  const sql = prepareAll(db, shopStatements)
  db.transaction(() => {
    offers.forEach((offer, n) => {
      const { brand, category, description, gtin, hygieneSealed, id, ingredients, name, priceMinor, size } = offer
      sql.insertBrand.run(brand.id, brand.name, brand.category, n)
      sql.insertProduct.run(
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
      sql.insertStock.run(id, plenty)
    })
  })()
  const write = shared(db)

  const principalOf = (bearer: string): string => {
    const dot = bearer.indexOf(".")
    const row = sql.tokenById.get(bearer.slice(0, dot)) as Row
    if (
      row === undefined || !equal(hash(bearer.slice(dot + 1)), row.secret_hash) || row.revoked_at !== null
      || row.expires_at <= Date.now()
    ) throw new Refused(401, "no token")
    return row.principal
  }

  /** The recorded response of an earlier request, or that of `body`, recorded with its changes. */
  const once = (keyed: Keyed, body: () => string): string => {
    const [scope, key] = [hash(keyed.scope), hash(keyed.key)]
    const known = sql.findRecord.get(scope, key) as Row
    if (known !== undefined) {
      if (known.fingerprint !== keyed.fingerprint) throw new Refused(422, "other body")
      return known.answer
    }
    const answer = body()
    sql.insertRecord.run(scope, key, keyed.fingerprint, "done", null, 0, answer, Date.now() + keptMillis)
    return answer
  }

  const event = (
    orderId: string,
    seq: number,
    [type, status, source, data]: readonly [type: string, status: string | null, source: string, data?: object],
    at: number
  ): void =>
    void sql.insertEvent.run(
      nextId("evt"),
      orderId,
      seq,
      type,
      status,
      source,
      JSON.stringify({ orderId, ...data }),
      at
    )

  /** Writes the receipt of an order: the store's own document under the next number. */
  const issueReceipt = (orderId: OrderId, lines: ReadonlyArray<Row>, paymentMethod: string, at: number): void => {
    const order = sql.placedOrder.get(orderId) as Row
    const series = Receipt.series("R", dayOf(at, storePolicy.timeZone))
    const { n } = sql.nextReceipt.get(series) as { readonly n: number }
    const document = receiptOf(orderId, order, lines, paymentMethod, n, at)
    sql.insertReceipt.run(series, n, orderId, "receipt", orderId, JSON.stringify(document), at)
  }

  return {
    close: () => db.close(),

    /** What anybody may read. */
    read: bareReads(db),

    guest: (keyed: Keyed): Promise<string> =>
      write(() =>
        once(keyed, () => {
          const [id, secret] = [nextId("tok"), random(32).toString("base64url")]
          sql.insertToken.run(id, hash(secret), "shopper", nextId("sho"), "shop", Date.now() + 180 * day)
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
          const rows = sql.cartLines.all(principal, "") as ReadonlyArray<Row>
          const lines = rows.filter((row) => row.product_id !== null)
          const offer = sql.offerOf.get(productId) as Row
          if (offer === undefined) throw new Refused(404, "no such product")
          const line = lines.find((line) => line.product_id === productId)
          const wanted = (line?.quantity ?? 0) + quantity
          if (wanted > offer.on_hand - offer.reserved) throw new Refused(409, "not enough")
          let cartId = rows[0]?.cart_id
          if (cartId === undefined) sql.insertCart.run(cartId = nextId("cart"), principal, "")
          sql.upsertLine.run(cartId, productId, wanted, offer.price_minor, Date.now())
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
        const known = sql.findRecord.get(scope, key) as Row
        if (known !== undefined) throw new Refused(409, "known")
        const lines = sql.cartLines.all(principal, "") as ReadonlyArray<Row>
        if (lines.length === 0 || lines[0].product_id === null) throw new Refused(409, "empty cart")
        const priced = total(lines, shipping.country)
        if (sql.liveOfCart.get(lines[0].cart_id) !== undefined) throw new Refused(409, "not superseded here")
        for (const line of lines) {
          if (line.quantity > line.on_hand - line.reserved) throw new Refused(409, "not enough")
        }
        const now = Date.now()
        sql.insertOrder.run(
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
          sql.insertLine.run(
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
        sql.insertSession.run(
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
        sql.schedule.run("checkout", sessionId, now + 5_000, 0, now, now * 1024, 0)
        for (const { product_id, quantity } of lines) {
          if (sql.reserve.get(quantity, product_id, quantity, quantity) === undefined) {
            throw new Refused(409, "not enough")
          }
        }
        sql.insertRecord.run(
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
        sql.setProvider.run(`bare_${sessionId}`, url, sessionId)
        const { phase } = sql.sessionById.get(sessionId) as Row
        if (phase === "opening") sql.setPhase.run("open", null, sessionId, "opening")
        sql.schedule.run("checkout", sessionId, now + 60_000, 0, now, now * 1024, 0)
        const answer = JSON.stringify({
          sessionId,
          redirectUrl: url,
          orderId,
          status: "open",
          expiresAt: iso(expiresAt),
          total: begun.totalMinor / 100,
          currency: "EUR"
        })
        sql.completeRecord.run(answer, scope, key)
        return answer
      })
    },

    notified: (message: Message): Promise<void> => {
      const sessionId = provider().verify(message)
      const { payments, session } = provider().lookUp(sessionId)
      return write(() => {
        const row = sql.sessionById.get(sessionId) as Row
        const payment = payments[0]
        if (row === undefined || session?.status !== "complete" || row.phase !== "open") return
        if (payment.amount_minor !== row.total_minor) throw new Refused(409, "wrong amount")
        const now = Date.now()
        sql.setComplete.run(payment.id, sessionId, row.phase)
        const lines = sql.linesOf.all(row.order_id) as ReadonlyArray<Row>
        const { events } = sql.advanceOrder.get("confirmed", 2, row.order_id, "pending") as Row
        event(row.order_id, events - 1, ["order.created", "confirmed", "provider"], now)
        const { amount_minor, method } = payment
        const paid = { amount: amount_minor / 100, currency: "EUR", method }
        event(row.order_id, events, ["payment.succeeded", null, "provider", paid], now)
        if (sql.subscriptions.all().length > 0) throw new Refused(409, "nobody is told here")
        sql.insertPayment.run(
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
        sql.cancelJob.run("checkout", sessionId)
        for (const line of lines) sql.deleteLineUpTo.run(row.cart_id, line.product_id, line.quantity)
        issueReceipt(row.order_id, lines, method, now)
      })
    },

    cart: (bearer: string): string => {
      const rows = sql.cartLines.all(principalOf(bearer), "") as ReadonlyArray<Row>
      return cartText(rows.filter((row) => row.product_id !== null))
    },

    session: (bearer: string, sessionId: string): string => {
      const principal = principalOf(bearer)
      const row = sql.sessionById.get(sessionId) as Row
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
      const rows = sql.ordersOf.all(principalOf(bearer), "~", 21) as ReadonlyArray<Row>
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
      const row = sql.orderById.get(orderId) as Row
      if (row === undefined || row.principal !== principal) throw new Refused(404, "no such order")
      const lines = sql.linesOf.all(orderId) as ReadonlyArray<Row>
      const timeline = sql.timelineOf.all(orderId) as ReadonlyArray<Row>
      const refunds = sql.refundsOf.all(orderId)
      const returns = sql.returnsOf.all(orderId)
      const shipments = sql.shipmentsOf.all(orderId)
      return orderText(row, lines, timeline, refunds, returns, shipments)
    }
  }
}
