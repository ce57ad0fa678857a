/**
 * The present server opens databases that an older program left with work in flight, and finishes all of that work.
 *
 * Tables, job kinds, migration names, events, states and purposes in key derivation outlive the program that wrote them.
 * After a rename of one of them, something here stays unfinished, is done twice or is not recognised. The README in
 * `older-databases` says how the databases were made and what is in them.
 *
 * The tests have a clock of their own, which starts when the older program died: they do not age.
 */
import { PgClient } from "@effect/sql-pg"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createDatabase, dropDatabase } from "./postgres.ts"
import { type MovableClock, movableClock } from "./shop/clocks.ts"
import { type Answer, answerAddress } from "./shop/requests.ts"
import { openShop, type Shop } from "./shop/server.ts"

interface Request {
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** An order, and the token of whoever placed it. */
interface Placed {
  readonly token: string
  readonly orderId: string
}

type Underway =
  | "neverOpened"
  | "neverRepeated"
  | "halfOpened"
  | "charged"
  | "begunCharge"
  | "authorisedOrder"
  | "chargedOrder"
  | "begunPermission"

/** What the shop's clients know: everything that the databases do not say in the clear. */
interface Facts {
  readonly at: number
  readonly environment: Readonly<Record<string, string>>
  readonly product: string
  readonly partner: { readonly url: string; readonly secret: string; readonly acpSecret: string }
  readonly tokens: Readonly<Record<"ada" | "staff" | "agent" | "revoked" | "expired", string>>
  readonly done: ReadonlyArray<
    { readonly what: string; readonly status: number; readonly text: string; readonly request: Request }
  >
  readonly running: Readonly<Record<Underway, { readonly request: Request; readonly subject: string }>>
  readonly shippedByCarrier: { readonly token: string; readonly ids: ReadonlyArray<string> }
  readonly addresses: Readonly<
    Record<"orderPage" | "orderPageOf" | "checkoutReturn" | "label" | "continueTo", string>
  >
  readonly cursors: ReadonlyArray<
    { readonly path: string; readonly token: string; readonly ids: ReadonlyArray<string> }
  >
  readonly open: Placed & { readonly payment: string }
  readonly processing: Placed
  readonly challenged: Placed & { readonly answer: string }
  readonly paidUnheard: Placed & { readonly back: string }
  readonly paidHeardLater: Placed
  readonly drafts: Readonly<Record<"cart" | "incomplete" | "continued" | "charged" | "begunCharge", string>> & {
    readonly ready: { readonly id: string; readonly token: string }
    readonly handed: { readonly id: string; readonly payment: string }
  }
  readonly permissions: {
    readonly active: { readonly token: string; readonly id: string; readonly order: string }
    readonly pending: { readonly token: string; readonly id: string; readonly approval: string }
  }
  readonly returns: {
    readonly requested: { readonly token: string; readonly id: string }
    readonly inTransit: { readonly id: string; readonly orderId: string }
    readonly received: { readonly token: string; readonly id: string }
  }
  readonly refunds: { readonly reversedLater: Placed; readonly surplus: Placed; readonly settling: Placed }
  readonly deferred: Placed & { readonly id: string }
  readonly ticket: { readonly token: string; readonly id: string }
}

const names = ["store", "payments", "carrier"] as const
type Name = (typeof names)[number]
type Row = Readonly<Record<string, string | number | null>>

/** The three databases at a place, beside whoever is at work on them. */
interface Place {
  readonly databaseUrl: string
  readonly rows: (name: Name, text: string) => Promise<ReadonlyArray<Row>>
  readonly leave: () => Promise<void>
}

const kept = (file: string): string => readFileSync(new URL(`older-databases/${file}`, import.meta.url), "utf8")

const onSqlite = async (textOf: (name: Name) => string): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), "beauty-store-older-"))
  const file = { store: "store.db", payments: "payments-simulated.db", carrier: "carrier-simulated.db" }
  for (const name of names) {
    const db = new Sqlite(join(folder, file[name]))
    db.pragma("foreign_keys = OFF")
    db.exec(`BEGIN; ${textOf(name)} COMMIT`)
    db.close()
  }
  const readers = Object.fromEntries(names.map((name) => [name, new Sqlite(join(folder, file[name]))]))
  return {
    databaseUrl: `sqlite:${join(folder, file.store)}`,
    rows: async (name, text) => readers[name]!.prepare<[], Row>(text).all(),
    leave: async () => {
      for (const reader of Object.values(readers)) reader.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

const onPostgres = async (textOf: (name: Name) => string): Promise<Place> => {
  const databaseUrl = await createDatabase()
  const schema = { store: "public", payments: "payments_simulated", carrier: "carrier_simulated" }
  const clients = Object.fromEntries(names.map((name) => {
    const url = new URL(databaseUrl)
    url.searchParams.set("options", `-c search_path=${schema[name]}`)
    return [name, ManagedRuntime.make(PgClient.layer({ url: Redacted.make(url.href), maxConnections: 1 }))]
  }))
  const rows: Place["rows"] = (name, text) =>
    clients[name]!.runPromise(Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe<Row>(text)))
  for (const name of names) {
    await rows(name, `CREATE SCHEMA IF NOT EXISTS ${schema[name]}`)
    await rows(name, textOf(name))
  }
  return {
    databaseUrl,
    rows,
    leave: async () => {
      await Promise.all(Object.values(clients).map((client) => client.dispose()))
      await dropDatabase(databaseUrl)
    }
  }
}

interface Hook {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A partner that accepts every webhook. */
const listen = async () => {
  const heard: Array<Hook> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      heard.push({ path: request.url!, headers: request.headers, text: Buffer.concat(chunks).toString("utf8") })
      response.writeHead(204).end()
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  }
}

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes
const days = 24 * hours
/** The leases of the dead process have run out after so long. */
const leases = 7 * seconds
const publicUrl = "http://shop.example"
/** What an ACP session needs to be ready. */
const details = {
  buyer: { email: "ada@example.com", first_name: "Ada", last_name: "Lovelace" },
  fulfillment_details: {
    name: "Ada Lovelace",
    phone_number: "+493012345",
    email: "ada@example.com",
    address: {
      name: "Ada Lovelace",
      line_one: "Torstrasse 1",
      city: "Berlin",
      state: "BE",
      country: "DE",
      postal_code: "10119"
    }
  }
}
const card = { method: "card", card: { number: "4242424242424242" } }
/** The provider repeats a notification after so long without an answer. */
const resending = 6 * seconds
/** Without the jobs that recur for ever, or for a month after their work is done. */
const unfinished = "kind NOT IN ('sweep', 'reconcile', 'refund', 'scan-sweep')"

/** The present server over an older program's databases. */
const open = async (dialect: "sqlite" | "postgres", at: typeof onSqlite) => {
  const facts: Facts = JSON.parse(kept(`facts.${dialect}.json`))
  const partner = await listen()
  // The partner has moved to another port; nothing else is changed.
  const place = await at((name) => kept(`${name}.${dialect}.sql`).replaceAll(facts.partner.url, partner.url))
  const migrations = () =>
    Promise.all(names.map((name) => place.rows(name, "SELECT name, at FROM migration ORDER BY name")))
  const migrated = await migrations()
  const clock: MovableClock = movableClock(facts.at + leases)
  const store: Shop = await openShop({ ...facts.environment, DATABASE_URL: place.databaseUrl }, { clock })

  const numberOf = async (name: Name, text: string): Promise<number | undefined> => {
    const [row] = await place.rows(name, text)
    return row?.["n"] === null || row === undefined ? undefined : Number(row["n"])
  }
  const dueIn = (name: Name) => numberOf(name, `SELECT count(*) AS n FROM job WHERE run_at <= ${clock.now()}`)
  /** When the provider repeats a notification that it is just sending. */
  const unanswered = async (): Promise<number | undefined> => {
    const at = await numberOf("payments", "SELECT min(run_at) AS n FROM job WHERE kind = 'notify'")
    return at !== undefined && at <= clock.now() + resending ? at : undefined
  }
  /** A job that is never done is waited for once. */
  let stuck: Error | undefined
  /** Waits until no job is due (one that runs is due until it is done), and a moment for notifications under way. */
  const quiet = async (): Promise<void> => {
    if (stuck !== undefined) throw stuck
    const begun = performance.now()
    for (;;) {
      const due = (await Promise.all(names.map(dueIn))).some((n) => n !== 0)
      const waited = performance.now() - begun
      if (!due && (waited > 200 || await unanswered() === undefined)) return
      if (waited > 20_000) {
        const text = `SELECT * FROM job WHERE run_at <= ${clock.now()}`
        const jobs = await Promise.all(names.map((name) => place.rows(name, text)))
        stuck = new Error(`these jobs are never done: ${JSON.stringify(jobs)}`)
        throw stuck
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const nextIn = (name: Name) =>
    numberOf(name, "SELECT min(run_at) AS n FROM job WHERE kind NOT IN ('sweep', 'reconcile', 'scan-sweep')")
  /** Time passes, and the jobs that fall due on the way are done about when they are due. */
  const pass = async (millis: number): Promise<void> => {
    const until = clock.now() + millis
    const about = millis / 60
    for (;;) {
      await quiet()
      const next = Math.min(...(await Promise.all(names.map(nextIn))).map((at) => at ?? Infinity))
      const to = next <= until ? Math.min(next + about, until) : await unanswered() ?? until
      clock.jump(Math.max(0, to - clock.now()))
      if (to === until && next > until) return
    }
  }
  const send = ({ method, path, ...sent }: Request): Promise<Answer> => store.request(method, path, sent)
  const must = async (request: Request, status = 200): Promise<any> => {
    const answer = await send(request)
    expect(answer.status, `${request.method} ${request.path}: ${answer.text}`).toBe(status)
    return answer.json
  }
  const get = (path: string, token: string) => must({ method: "GET", path, token })
  const staff = () => store.clientToken("demo-staff")
  let keys = 0
  /** What the agent asks by the protocol. */
  const acp = (method: string, path: string, body?: unknown): Promise<any> =>
    must({
      method,
      path: `/acp${path}`,
      token: facts.tokens.agent,
      headers: { "api-version": "2026-04-17" },
      ...(method === "GET" ? {} : { key: `acp-${++keys}`, body: body ?? {} })
    })
  return {
    facts,
    partner,
    place,
    migrations,
    migrated,
    store,
    numberOf,
    pass,
    send,
    must,
    get,
    acp,
    staff,
    pathOf: (url: string): string => url.slice(publicUrl.length),
    orderOf: ({ orderId, token }: Placed) => get(`/api/orders/${orderId}`, token),
    ordersOf: async (token: string, headers: Request["headers"] = {}): Promise<ReadonlyArray<any>> =>
      (await must({ method: "GET", path: "/api/orders?limit=100", token, headers })).data,
    close: async () => {
      await store.close()
      await partner.close()
      await place.leave()
    }
  }
}

/** The tests are one sequence: each continues where the one before it ended. */
const finishes = (dialect: "sqlite" | "postgres", at: typeof onSqlite) => {
  let shop: Awaited<ReturnType<typeof open>>
  let facts: Facts
  beforeAll(async () => {
    shop = await open(dialect, at)
    facts = shop.facts
  })
  afterAll(() => shop?.close())

  it("finds its migrations applied", async () => {
    const now = await shop.migrations()
    for (const [n, before] of shop.migrated.entries()) {
      expect(before.length).toBeGreaterThan(0)
      expect(now[n]).toEqual(expect.arrayContaining([...before]))
    }
  })

  it("replays recorded answers byte for byte, and refuses their keys to other requests", async () => {
    // Whoever has no identity gets a new one each time: the key of a stranger may be anybody's.
    const isNewcomer = ({ path }: Request): boolean => path === "/api/auth/guest"
    for (const { request, status, text, what } of facts.done) {
      if (isNewcomer(request)) {
        const newcomer = await shop.send(request)
        expect([newcomer.status, newcomer.text === text, newcomer.headers["idempotent-replayed"]], what)
          .toEqual([200, false, undefined])
        continue
      }
      const again = await shop.send(request)
      expect([again.status, again.text, again.headers["idempotent-replayed"]], what).toEqual([status, text, "true"])
      if (request.body === undefined) continue
      const other = await shop.send({ ...request, body: { ...request.body, other: 1 } })
      expect(other.json.code, what).toBe("idempotency_conflict")
    }
  })

  it("accepts the tokens that are valid, and none that was revoked or has expired", async () => {
    for (const token of [facts.tokens.ada, facts.tokens.agent]) await shop.get("/api/cart", token)
    for (const token of [facts.tokens.revoked, facts.tokens.expired]) {
      await shop.must({ method: "GET", path: "/api/cart", token }, 401)
    }
    // A client that signs in again is the same one.
    const order = await shop.get(
      `/api/orders/${facts.permissions.active.order}`,
      await shop.store.clientToken("demo-agent")
    )
    expect(order.id).toBe(facts.permissions.active.order)
    const { ticketId } = await shop.get(`/api/support/${facts.ticket.id}`, facts.ticket.token)
    expect(ticketId).toBe(facts.ticket.id)
  })

  it("serves the capability URLs that were given out", async () => {
    const { checkoutReturn, continueTo, label, orderPage, orderPageOf } = facts.addresses
    const page = await shop.send({ method: "GET", path: orderPage })
    expect([page.status, page.text.includes(orderPageOf)]).toEqual([200, true])
    const back = await shop.send({ method: "GET", path: checkoutReturn })
    expect([back.status, back.headers["location"]]).toEqual([303, orderPage])
    const printed = await shop.send({ method: "GET", path: label })
    expect([printed.status, printed.text.slice(0, 5)]).toEqual([200, "%PDF-"])
    const handover = await shop.send({ method: "GET", path: continueTo })
    expect([handover.status, handover.text.includes("Continue to payment")]).toEqual([200, true])
  })

  it("continues its lists from earlier cursors", async () => {
    for (const { ids, path, token } of facts.cursors) {
      const { data } = await shop.get(path, token)
      const found = data.map((one: any) => one.refundId ?? one.flagId ?? one.subscriptionId ?? one.productId ?? one.id)
      expect(found, path).toEqual(ids)
    }
  })

  it("resumes requests that were never answered, and does nothing twice", async () => {
    const { authorisedOrder, begunPermission, charged, halfOpened, neverOpened } = facts.running
    /** Sends a request twice; the second answer is a replay of the first, which it returns. */
    const repeat = async ({ request }: { readonly request: Request }): Promise<any> => {
      const first = await shop.send(request)
      expect(first.status, first.text).toBe(200)
      const again = await shop.send(request)
      expect([again.text, again.headers["idempotent-replayed"]]).toEqual([first.text, "true"])
      return first.json
    }
    for (const checkout of [neverOpened, halfOpened]) {
      const { orderId, redirectUrl, sessionId } = await repeat(checkout)
      expect(sessionId).toBe(checkout.subject)
      const token = checkout.request.token!
      await shop.must({ method: "POST", path: shop.pathOf(redirectUrl), body: card })
      expect((await shop.ordersOf(token)).map(({ id, status }) => [id, status])).toEqual([[orderId, "confirmed"]])
    }

    const completed = await repeat(charged)
    expect([completed.id, completed.status]).toEqual([facts.drafts.charged, "completed"])

    const placed = await repeat(authorisedOrder)
    expect(
      (await shop.ordersOf(facts.tokens.agent, authorisedOrder.request.headers)).map(({ id, status }) => [id, status])
    )
      .toEqual([[placed.id, "confirmed"]])

    const permission = await repeat(begunPermission)
    expect(permission).toMatchObject({ delegationId: begunPermission.subject, status: "pending_approval" })
    const approved = { decision: "approve", card: { number: "5555555555554444" } }
    await shop.must({ method: "POST", path: shop.pathOf(permission.approvalUrl), body: approved })
    await shop.pass(0)
    const { status } = await shop.get(`/api/delegations/${begunPermission.subject}`, begunPermission.request.token!)
    expect(status).toBe("active")
  })

  it("finishes by itself those that nobody repeats", async () => {
    await shop.pass(10 * seconds)
    const { begunCharge, chargedOrder, neverRepeated } = facts.running
    const session = await shop.get(`/api/checkout/${neverRepeated.subject}`, neverRepeated.request.token!)
    expect(session).toMatchObject({ status: "open", paymentStatus: "unpaid" })
    await shop.must({ method: "POST", path: shop.pathOf(session.redirectUrl), body: card })
    expect((await shop.ordersOf(neverRepeated.request.token!)).map(({ status }) => status)).toEqual(["confirmed"])

    const draft = await shop.acp("GET", `/checkout_sessions/${facts.drafts.begunCharge}`)
    expect([draft.status, begunCharge.request.path.includes(draft.id)]).toEqual(["completed", true])
    expect((await shop.ordersOf(facts.tokens.agent, chargedOrder.request.headers)).map(({ status }) => status))
      .toEqual(["confirmed"])
  })

  it("counts what agents spent before, and charges by a permission that is approved now", async () => {
    const { active, pending } = facts.permissions
    const order = await shop.get(`/api/orders/${active.order}`, facts.tokens.agent)
    expect(order.status).toBe("confirmed")
    const { limits, remaining } = await shop.get(`/api/delegations/${active.id}`, active.token)
    // One order before the older program died, one that it had authorised, one that it had charged.
    expect(Math.round((limits.perDay - remaining.perDay) * 100)).toBe(3 * Math.round(order.total * 100))

    // It is the same card, so what was spent by the other permission counts here too.
    const approved = { decision: "approve", card: { number: "4111111111111111" } }
    await shop.must({ method: "POST", path: pending.approval, body: approved })
    await shop.pass(0)
    const same = await shop.get(`/api/delegations/${pending.id}`, pending.token)
    expect([same.status, same.remaining]).toEqual(["active", remaining])
    const sent = { token: facts.tokens.agent, headers: { "x-shopper": "cousin" } }
    // What was a column when the product was stocked is an attribute.
    expect((await shop.get(`/api/products/${facts.product}`, facts.tokens.agent)).ingredients).toMatch(/^Aqua, /)
    await shop.must({ method: "POST", path: "/api/cart", ...sent, body: { productId: facts.product, quantity: 1 } })
    const body = { ...Object(facts.running.authorisedOrder.request.body), delegation: pending.id }
    expect((await shop.must({ method: "POST", path: "/api/orders", ...sent, body })).status).toBe("confirmed")
  })

  it("confirms orders that are paid now", async () => {
    await shop.must({ method: "POST", path: facts.open.payment, body: card })
    expect((await shop.orderOf(facts.open)).status).toBe("confirmed")
    await shop.must({ method: "POST", path: facts.challenged.answer, body: { outcome: "authenticated" } })
    expect((await shop.orderOf(facts.challenged)).status).toBe("confirmed")
  })

  it("confirms orders whose payments it was not notified of", async () => {
    // The walk of the provider's payments at the start finds it, or the return of the payer does.
    expect((await shop.send({ method: "GET", path: facts.paidUnheard.back })).status).toBe(303)
    expect((await shop.orderOf(facts.paidUnheard)).status).toBe("confirmed")
    await shop.pass(40 * seconds)
    expect((await shop.orderOf(facts.paidHeardLater)).status).toBe("confirmed")
    expect((await shop.orderOf(facts.processing)).status).toBe("pending")
    await shop.pass(2 * minutes)
    expect((await shop.orderOf(facts.processing)).status).toBe("confirmed")
  })

  it("finishes the purchases that agents have begun", async () => {
    const { cart, continued, handed, incomplete, ready } = facts.drafts
    const statusOf = async (id: string) => (await shop.acp("GET", `/checkout_sessions/${id}`)).status
    const credential = { type: "spt", token: ready.token }
    const paid = { payment_data: { handler_id: "card_tokenized", instrument: { type: "card", credential } } }
    await shop.acp("POST", `/checkout_sessions/${ready.id}/complete`, paid)
    expect(await statusOf(ready.id)).toBe("completed")

    await shop.must({ method: "POST", path: handed.payment, body: card })
    expect(await statusOf(handed.id)).toBe("completed")

    const begun = await shop.send({ method: "POST", path: facts.addresses.continueTo })
    const onward = await shop.send({ method: "GET", path: answerAddress(facts.addresses.continueTo, begun)! })
    const page = new RegExp(`${publicUrl}(/pay/[^"]+)`).exec(onward.text)?.[1]
    expect(page, onward.text).toBeTypeOf("string")
    await shop.must({ method: "POST", path: page!, body: card })
    expect(await statusOf(continued)).toBe("completed")

    expect(await statusOf(incomplete)).toBe("incomplete")
    const updated = await shop.acp("POST", `/checkout_sessions/${incomplete}`, details)
    expect(updated.status).toBe("ready_for_payment")
    expect((await shop.acp("POST", `/checkout_sessions/${incomplete}/cancel`)).status).toBe("canceled")
    expect((await shop.acp("GET", `/carts/${cart}`)).line_items[0].quantity).toBe(2)
  })

  it("applies the message that came too early", async () => {
    expect((await shop.orderOf(facts.deferred)).status).toBe("confirmed")
    await shop.must({
      method: "POST",
      path: `/api/orders/${facts.deferred.orderId}/ship`,
      token: await shop.staff(),
      body: { carrier: "DHL", trackingNumber: "JD-early" }
    })
    await shop.pass(5 * minutes)
    expect((await shop.orderOf(facts.deferred)).status).toBe("delivered")
  })

  it("delivers the webhooks that waited, in order and signed as before", async () => {
    await shop.pass(10 * minutes)
    const { acpSecret, secret } = facts.partner
    const { heard } = shop.partner
    expect(new Set(heard.map(({ path }) => path))).toEqual(new Set(["/hooks", "/acp-hooks"]))
    const events = new Map((await shop.place.rows("store", "SELECT id, order_id, seq, type, data FROM event"))
      .map(({ data, id, order_id, seq, type }) => [
        String(id),
        { orderId: String(order_id), seq: Number(seq), body: `{"event":"${type}","data":${data}}` }
      ]))
    const last = new Map<string, number>()
    for (const { headers, path, text } of heard) {
      const isAcp = path === "/acp-hooks"
      const id = String(headers[isAcp ? "request-id" : "webhook-id"])
      if (isAcp) {
        const [, at, mark] = /^t=(\d+),v1=(\w+)$/.exec(String(headers["merchant-signature"]))!
        expect(mark).toBe(createHmac("sha256", acpSecret).update(`${at}.${text}`).digest("hex"))
      } else {
        const at = new Date(Number(headers["webhook-timestamp"]) * 1000)
        expect(headers["webhook-signature"]).toBe(new Webhook(secret).sign(id, at, text))
        // To the byte what an older program would send, whichever program wrote the event.
        expect(text).toBe(events.get(id)!.body)
      }
      const { orderId, seq } = events.get(id)!
      const lane = `${path} ${orderId}`
      expect(seq, lane).toBeGreaterThan(last.get(lane) ?? 0)
      last.set(lane, seq)
    }
    expect(await shop.numberOf("store", "SELECT count(*) AS n FROM delivery WHERE state <> 'delivered'")).toBe(0)
  })

  it("has the amounts of all events in minor units, those of before as well", async () => {
    const amounts = (text: string) => shop.place.rows("store", `${text} ORDER BY 1, 2`)
    const found = await amounts("SELECT order_id AS id, amount_minor AS amount FROM event WHERE type LIKE 'payment.%'")
    expect(found.length).toBeGreaterThan(10)
    expect(found).toEqual(
      await amounts("SELECT order_id AS id, captured_minor AS amount FROM payment WHERE role = 'primary'")
    )
    expect(await amounts("SELECT id, amount_minor AS amount FROM event WHERE type LIKE 'refund.%'")).toEqual(
      await amounts(`SELECT e.id, r.amount_minor AS amount FROM event e
        JOIN refund r ON e.data LIKE '%' || r.id || '%' WHERE e.type LIKE 'refund.%'`)
    )
    expect(await shop.numberOf("store", "SELECT count(*) AS n FROM event WHERE amount_minor IS NOT NULL"))
      .toBe(await shop.numberOf("store", "SELECT count(*) AS n FROM event WHERE data LIKE '%\"amount\"%'"))
  })

  it("has parcels delivered and receives returns", async () => {
    const { inTransit, received, requested } = facts.returns
    const returnOf = async (id: string) => shop.get(`/api/returns/${id}`, await shop.staff())
    const receive = async (id: string) =>
      shop.must({
        method: "POST",
        path: `/api/returns/${id}/receive`,
        token: await shop.staff(),
        body: { items: [{ productId: facts.product, quantity: 1, restock: true }] }
      })
    expect((await returnOf(inTransit.id)).status).toBe("in_transit")
    expect((await receive(inTransit.id)).status).toBe("refunded")
    expect((await returnOf(received.id)).status).toBe("refunded")
    expect((await returnOf(requested.id)).status).toBe("requested")
    await shop.pass(6 * hours)
    expect((await returnOf(requested.id)).status).toBe("in_transit")
    expect((await receive(requested.id)).status).toBe("refunded")
    for (const orderId of facts.shippedByCarrier.ids) {
      expect((await shop.orderOf({ orderId, token: facts.shippedByCarrier.token })).status).toBe("delivered")
    }
  })

  it("finishes refunds, and repeats one that a bank sends back", async () => {
    const { reversedLater, settling, surplus } = facts.refunds
    const stands = async (placed: Placed) => (await shop.orderOf(placed)).payment.status
    expect(await Promise.all([reversedLater, settling, surplus].map(stands))).toEqual(["refunded", "refunded", "paid"])
    await shop.pass(3 * days)
    expect(await stands(reversedLater)).toBe("refunded")
    const attempts = await shop.place.rows(
      "store",
      `SELECT cause, attempt, state FROM refund ORDER BY attempt DESC, cause, id`
    )
    expect(attempts.map(({ attempt, cause, state }) => [cause, Number(attempt), state])).toEqual([
      ["cancellation", 2, "succeeded"],
      ["cancellation", 1, "succeeded"],
      ["return", 1, "succeeded"],
      ["return", 1, "succeeded"],
      ["return", 1, "succeeded"],
      ["surplus", 1, "succeeded"]
    ])
  })

  it("leaves nothing unfinished", async () => {
    const nothing = async (name: Name, from: string) =>
      expect(await shop.place.rows(name, `SELECT * FROM ${from}`), from).toEqual([])
    for (const name of names) await nothing(name, `job WHERE ${unfinished}`)
    await nothing("store", "checkout_session WHERE phase IN ('opening', 'open', 'processing')")
    await nothing("store", "charge WHERE state <> 'succeeded'")
    await nothing("store", "spending WHERE entry <> 'spent'")
    await nothing("store", "orders WHERE status NOT IN ('delivered', 'cancelled')")
    await nothing("store", "idempotency WHERE state = 'running'")
    await nothing("store", "inbound WHERE result = 'deferred'")
    await nothing("store", "delivery WHERE state <> 'delivered'")
    await nothing("store", "delegation WHERE state <> 'active'")
    await nothing("payments", "session WHERE status IN ('open', 'processing')")
    await nothing("carrier", "parcel WHERE status NOT IN ('delivered', 'withdrawn')")
    await nothing("carrier", "message WHERE result IS NULL")
  })

  it("has captured each payment once, and agrees with the provider's ledger and the consistency audit", async () => {
    const sums = async (name: Name, from: string) =>
      (await shop.place.rows(
        name,
        `SELECT session_id, count(*) AS n, sum(captured) AS sum, sum(returned) AS back
        FROM (${from}) money GROUP BY session_id ORDER BY session_id`
      ))
        .map((row) => [row["session_id"], ...[row["n"], row["sum"], row["back"]].map(Number)])
    const taken = await sums(
      "payments",
      `SELECT session_id, amount_minor AS captured, refunded_minor AS returned
      FROM payment WHERE status = 'succeeded'`
    )
    expect(taken).toEqual(
      await sums("store", "SELECT session_id, captured_minor AS captured, refunding_minor AS returned FROM payment")
    )
    const [{ id }] = await shop.place.rows(
      "store",
      `SELECT id FROM checkout_session
      WHERE order_id = '${facts.refunds.surplus.orderId}'`
    ) as [Row]
    for (const [session, times] of taken) expect(times, String(session)).toBe(session === id ? 2 : 1)

    const audit = await shop.get("/api/admin/consistency", await shop.staff())
    expect(audit).toMatchObject({ total: 0, differences: [] })
    expect(audit.counts).toMatchObject({ orders: 26, refunds: 6, returns: 3 })
  })
}

describe("databases that an older program left with work in flight, on SQLite", () => finishes("sqlite", onSqlite))
describe("databases that an older program left with work in flight, on PostgreSQL", () =>
  finishes("postgres", onPostgres))
