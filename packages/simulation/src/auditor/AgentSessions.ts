/**
 * The part of the auditor that judges what agents buy by the Agentic Commerce Protocol: sessions, tokens, and orders as
 * the protocol tells of them. It knows what agents sent and were answered, and the provider's ledger, and nothing else.
 *
 * What an order owes whoever bought it (money, goods, papers, messages) the auditor judges like any other's.
 */
import type { Disk } from "../engine/Disk.ts"
import { day, hour } from "../engine/Time.ts"
import type { Sent, Violation } from "./Auditor.ts"
import { tariff } from "./Tariff.ts"

type Json = any

/** Takes down a violation where something does not hold. */
export type Expect = (holds: boolean, rule: string, expected: string, seen: () => Violation["seen"]) => void

/** What a token is good for, as it was left at the vault. */
interface Token {
  readonly sessionId: string
  readonly maxAmountMinor: number
  readonly expiresAt: number
}

interface Session {
  /** The last that was seen of it that nothing follows on, and when, in order of events. */
  final: { readonly status: string; readonly at: number } | undefined
  orderId: string | undefined
  /** Totals that its agent was told by changing it. */
  readonly told: Set<number>
  /** Changes whose answers nobody has heard, by what makes two requests one change. */
  readonly open: Set<string>
  /** Until when it can be changed and paid, by the last change that is known, in milliseconds. */
  expiresAt: number
  /** Whether somebody has tried to pay it: what is being paid does not expire meanwhile. */
  wasTried: boolean
}

/** A session expires when nobody has changed it for so long, in milliseconds. */
const lifetime = day
/** So long, at the most, what began before it expired keeps it from expiring: a provider may be out of order for hours. */
const longestPayment = 12 * hour

/** A charge that took money, as the provider has it. */
interface Charge {
  readonly key: string
  /** What it drew on. */
  readonly source: string
  readonly orderId: string
  readonly amountMinor: number
  readonly at: number
}

const final = new Set(["completed", "canceled", "expired"])

/** The protocol's words for the steps of an order's life. */
const statuses: Readonly<Record<string, string>> = {
  pending: "created",
  confirmed: "confirmed",
  shipped: "shipped",
  delivered: "completed",
  cancelled: "canceled"
}

const changes = new Set(["createSession", "updateSession", "completeSession", "cancelSession"])

const amountOf = (totals: ReadonlyArray<Json>, type: string): number =>
  totals.filter((total) => total.type === type).reduce((sum, { amount }) => sum + amount, 0)

/** Units by product, however they were said. */
const unitsOf = (items: ReadonlyArray<Json>): Map<string, number> => {
  const units = new Map<string, number>()
  for (const { id, item, quantity = 1 } of items) {
    const product = id ?? item.id
    units.set(product, (units.get(product) ?? 0) + (quantity.ordered ?? quantity))
  }
  return units
}

const print = (units: ReadonlyMap<string, number>): string => JSON.stringify([...units].sort())

export class SessionAuditor {
  private readonly sessions = new Map<string, Session>()
  private readonly tokens = new Map<string, Token>()
  /** When a change was first sent: one that has a key is one, however often it is sent. */
  private readonly firstSent = new Map<string, number>()
  /** The orders of a session that were bought by it and stand, as everything has come to rest. */
  private readonly standing = new Map<string, Array<string>>()
  /** The session that an order comes from. */
  private readonly sessionOf = new Map<string, string>()
  private readonly payments: Disk
  private readonly expect: Expect
  private readonly mayFail: () => boolean

  constructor(payments: Disk, expect: Expect, mayFail: () => boolean) {
    this.payments = payments
    this.expect = expect
    this.mayFail = mayFail
  }

  /** Comes to know what another one knows. */
  learn(other: SessionAuditor): void {
    const { expect: _expect, mayFail: _mayFail, payments: _payments, ...known } = other
    Object.assign(this, structuredClone(known))
  }

  private session(id: string): Session {
    let session = this.sessions.get(id)
    if (session === undefined) {
      session = {
        final: undefined,
        orderId: undefined,
        told: new Set(),
        open: new Set(),
        expiresAt: 0,
        wasTried: false
      }
      this.sessions.set(id, session)
    }
    return session
  }

  /** A request leaves. `change` is what makes two requests one. */
  sent({ n, operation, subject }: Sent, change: string): void {
    if (!changes.has(operation)) return
    if (!this.firstSent.has(change)) this.firstSent.set(change, n)
    if (subject !== "") this.session(subject).open.add(change)
    if (operation === "completeSession") this.tried(subject)
  }

  /** Somebody is about to pay a session. */
  tried(sessionId: string): void {
    this.session(sessionId).wasTried = true
  }

  /** Whatever it came to, it came to for good. */
  decided(operation: string, sessionId: string, change: string): void {
    if (changes.has(operation) && sessionId !== "") this.session(sessionId).open.delete(change)
  }

  /** A card was left at the vault. */
  delegated(sent: Sent, body: Json): void {
    const { checkout_session_id, expires_at, max_amount } = (sent.json as Json).allowance
    this.tokens.set(body.id, {
      sessionId: checkout_session_id,
      maxAmountMinor: max_amount,
      expiresAt: Date.parse(expires_at)
    })
  }

  /** Whether somebody was given this token. */
  knows(token: string): boolean {
    return this.tokens.has(token)
  }

  /** A session as its agent was answered. `first`: the answer was new, and true of now. */
  seen(sent: Sent, operation: string, body: Json, now: number, first: boolean, change: string): void {
    const session = this.session(body.id)
    this.addsUp(body, body.id)
    this.isSent(body)
    if (operation === "createSession" || operation === "updateSession") this.isAsAsked(sent.json, body)
    if (first && changes.has(operation) && body.status !== "completed") session.told.add(amountOf(body.totals, "total"))
    const isLater = session.final !== undefined && (this.firstSent.get(change) ?? sent.n) > session.final.at
    this.expect(
      !first || !isLater || body.status === session.final?.status,
      "session.final",
      `${body.id} stays ${session.final?.status}`,
      () => `${operation}: ${body.status}`
    )
    if (final.has(body.status)) session.final ??= { status: body.status, at: now }
    this.expect(
      (body.status === "completed") === (body.order !== undefined),
      "session.order",
      `an order where ${body.id} is completed, and only there`,
      () => `${body.status}, order ${body.order?.id}`
    )
    if (body.order === undefined) return
    this.expect(
      session.orderId === undefined || session.orderId === body.order.id,
      "session.oneOrder",
      `${body.id} became ${session.orderId}`,
      () => body.order.id
    )
    session.orderId = body.order.id
    this.expect(
      amountOf(body.order.totals, "total") === amountOf(body.totals, "total")
        && print(unitsOf(body.order.line_items)) === print(unitsOf(body.line_items)),
      "session.order",
      `the order has what ${body.id} had`,
      () => JSON.stringify([body.order.line_items, body.order.totals, body.totals])
    )
    this.orderSeen(body.order)
  }

  /**
   * A session lasts for a day after its last change, and is expired then. `from`: when what is answered was first sent;
   * `at`: now.
   */
  kept({ at: sentAt }: Sent, operation: string, body: Json, from: number, at: number): void {
    const session = this.session(body.id)
    const expiresAt = Date.parse(body.expires_at)
    this.expect(
      !["createSession", "updateSession"].includes(operation) ||
        (expiresAt >= from + lifetime && expiresAt <= at + lifetime),
      "session.lasts",
      `${body.id} lasts for a day from ${operation}, sent at ${new Date(from).toISOString()}`,
      () => body.expires_at
    )
    session.expiresAt = Math.max(session.expiresAt, expiresAt)
    this.expect(
      body.status !== "expired" || expiresAt <= at,
      "session.expiredEarly",
      `${body.id} lasts until ${body.expires_at}`,
      () => `expired at ${new Date(at).toISOString()}`
    )
    const asked = operation === "viewSession" ? sentAt : from
    if (session.open.size > 0 || asked < this.closesAt(session)) return
    this.expect(
      operation === "viewSession" && (final.has(body.status) || body.status === "complete_in_progress"),
      "session.expired",
      `${body.id} expired at ${new Date(session.expiresAt).toISOString()}, and is changed no more`,
      () => `${operation} at ${new Date(asked).toISOString()}: ${body.status}`
    )
  }

  /** From when on a session is surely neither changed nor paid, in milliseconds. */
  private closesAt({ expiresAt, wasTried }: Session): number {
    return wasTried ? expiresAt + longestPayment : expiresAt
  }

  /** An order as the protocol tells of it. */
  orderSeen(order: Json): void {
    this.addsUp(order, order.id)
    const known = this.sessionOf.get(order.id)
    this.expect(
      known === undefined || known === order.checkout_session_id,
      "session.oneOrder",
      `${order.id} comes from ${known}`,
      () => order.checkout_session_id
    )
    this.sessionOf.set(order.id, order.checkout_session_id)
  }

  private addsUp({ line_items, totals }: Json, id: string): void {
    const goods = line_items.reduce(
      (sum: number, { quantity, subtotal, totals = [], unit_amount, unit_price }: Json) =>
        (unit_amount ?? unit_price) * (quantity.ordered ?? quantity) === (subtotal ?? amountOf(totals, "total"))
          ? sum + (subtotal ?? amountOf(totals, "total"))
          : NaN,
      0
    )
    const sums = amountOf(totals, "items_base_amount") === goods && amountOf(totals, "subtotal") === goods
      && amountOf(totals, "total") === goods + amountOf(totals, "fulfillment")
    this.expect(
      sums,
      "session.sums",
      `lines and shipping of ${id} that sum to the total`,
      () => JSON.stringify([line_items, totals])
    )
  }

  /** Every way to send it costs what the shop's document says, and one of them is chosen. */
  private isSent({ fulfillment_details, fulfillment_options, selected_fulfillment_options, totals }: Json): void {
    const country = fulfillment_details?.address?.country
    if (country === undefined || fulfillment_options.length === 0) return
    const goods = amountOf(totals, "subtotal")
    const [{ option_id }] = selected_fulfillment_options
    const offered = fulfillment_options.every(({ id, totals }: Json) =>
      amountOf(totals, "total") === tariff(country, id, goods)
    )
    this.expect(
      offered && amountOf(totals, "fulfillment") === tariff(country, option_id, goods),
      "session.shipping",
      `the tariff of ${option_id} to ${country}, of ${goods}`,
      () => JSON.stringify([fulfillment_options, totals])
    )
  }

  /** What a change said is what its answer shows. */
  private isAsAsked(asked: Json, body: Json): void {
    const { fulfillment_details, line_items, selected_fulfillment_options } = asked
    const city = fulfillment_details?.address?.city
    const option = selected_fulfillment_options?.[0]?.option_id
    const shown = body.selected_fulfillment_options?.[0]?.option_id
    this.expect(
      (line_items === undefined || print(unitsOf(line_items)) === print(unitsOf(body.line_items)))
        && (city === undefined || city === body.fulfillment_details.address.city)
        && (option === undefined || shown === undefined || option === shown),
      "session.asked",
      `${body.id} as it was asked for: ${JSON.stringify(asked)}`,
      () => JSON.stringify(body)
    )
  }

  // At rest

  /**
   * An order as staff see it, and the same as the protocol tells of it. `refunded`: what of its price went back, in cents,
   * where that is known; money that never counted for it is not of its price.
   */
  settledOrder(body: Json, order: Json, refunded: number | undefined): void {
    this.orderSeen(order)
    this.expect(
      order.id === body.id && order.status === statuses[body.status]
        && amountOf(order.totals, "total") === Math.round(body.total * 100)
        && (refunded === undefined || amountOf(order.totals, "amount_refunded") === refunded),
      "session.orderTold",
      `${body.id}, ${body.status}, of ${body.total}, ${refunded} cents given back`,
      () => JSON.stringify([order.status, order.totals])
    )
    if (body.status === "cancelled") return
    const { checkout_session_id } = order
    this.standing.set(checkout_session_id, [...this.standing.get(checkout_session_id) ?? [], body.id])
  }

  /** Every order was seen by `settledOrder`. */
  settled(): void {
    for (const [sessionId, orders] of this.standing) {
      this.expect(orders.length === 1, "session.oneOrder", `one order of ${sessionId}`, () => orders.join(" "))
    }
    const charges = this.payments.query<Charge>(
      `SELECT c.key, c.source, s.order_id AS "orderId", s.amount_minor AS "amountMinor", c.at
       FROM charge c JOIN session s ON s.id = c.session_id WHERE c.outcome = 'succeeded' ORDER BY c.key`
    )
    this.once("charge.once", "order", charges, ({ orderId }) => orderId)
    const byToken = charges.filter(({ source }) => this.tokens.has(source))
    this.once("token.once", "token", byToken, ({ source }) => source)
    // Money that went astray goes back, and the session may be paid again; where nothing fails none does.
    if (!this.mayFail()) {
      this.once("session.chargedOnce", "session", byToken, ({ orderId }) => this.sessionOf.get(orderId) ?? orderId)
    }
    for (const charge of byToken) this.isCovered(charge, this.tokens.get(charge.source)!)
    for (const [sessionId, { expiresAt, open, orderId, told }] of this.sessions) {
      const paid = byToken.find((charge) => charge.orderId === orderId)
      if (paid === undefined || open.size > 0) continue
      this.expect(
        told.has(paid.amountMinor),
        "session.price",
        `${sessionId} is charged what its agent was told: ${[...told].join(", ")}`,
        () => String(paid.amountMinor)
      )
      this.expect(
        paid.at < expiresAt + longestPayment,
        "session.paidLate",
        `${sessionId} is paid before it expires, at ${new Date(expiresAt).toISOString()}`,
        () => new Date(paid.at).toISOString()
      )
    }
  }

  private once(rule: string, of: string, charges: ReadonlyArray<Charge>, what: (charge: Charge) => string): void {
    const keys = new Map<string, string>()
    for (const charge of charges) {
      const earlier = keys.get(what(charge))
      this.expect(
        earlier === undefined,
        rule,
        `money taken once for ${of} ${what(charge)}`,
        () => `${earlier} and ${charge.key}`
      )
      keys.set(what(charge), charge.key)
    }
  }

  /** A token pays its own session, up to its amount, until its time. */
  private isCovered({ amountMinor, at, orderId, source }: Charge, token: Token): void {
    const sessionId = this.sessionOf.get(orderId)
    this.expect(
      sessionId === token.sessionId,
      "token.session",
      `${source} pays ${token.sessionId}`,
      () => `order ${orderId} of ${sessionId}`
    )
    this.expect(
      amountMinor <= token.maxAmountMinor,
      "token.amount",
      `at most ${token.maxAmountMinor} cents by ${source}`,
      () => `${amountMinor} for ${orderId}`
    )
    this.expect(
      at < token.expiresAt,
      "token.expired",
      `${source} pays until ${new Date(token.expiresAt).toISOString()}`,
      () => `order ${orderId} at ${new Date(at).toISOString()}`
    )
  }
}
