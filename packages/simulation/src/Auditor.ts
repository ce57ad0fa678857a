/**
 * The auditor: an independent model of what the store owes the world, fed only by what the outside saw, which is what
 * clients sent and were answered, what partners heard, and the provider's own ledger.
 *
 * It shares no rule with the store: tariffs, the table of an order's life, windows and business days are written here once
 * more, from the specification. What it cannot know (a request whose answer was lost) it leaves open and holds the
 * store to what follows in either case.
 *
 * `answered` judges each answer as it comes; `settled` judges everything when the world has come to rest.
 */
import type { HttpMethod } from "@effect/platform/HttpMethod"
import type { Disk } from "./Disk.ts"
import { tally } from "./FarEnds.ts"
import type { Heard, Partner } from "./Partners.ts"
import { SessionAuditor } from "./SessionAuditor.ts"
import { SubscriptionAuditor, timeOf } from "./SubscriptionAuditor.ts"
import { tariff, vatIn, vatRate } from "./Tariff.ts"
import type { Answer, Call } from "./Web.ts"

/** What was expected, and what was seen instead. */
export interface Violation {
  /** The rule, stable: `refund.exceedsCaptured`. */
  readonly rule: string
  readonly expected: string
  readonly seen: string
}

/** A request as its sender knows it. */
export interface Sent {
  /** In order of sending, over all clients. */
  readonly n: number
  readonly at: number
  /** Who the store has to take the sender for: clients of one principal share it. */
  readonly principal: string
  /** Whose cart: an agent has one for each shopper. */
  readonly cart: string
  readonly isStaff: boolean
  readonly method: HttpMethod
  readonly path: string
  /** What it does, and to what (`operationOf`). */
  readonly operation: string
  readonly subject: string
  readonly key: string | undefined
  readonly json: unknown
  /** The access token that it was sent with. */
  readonly token: string | undefined
}

type Json = any

const cents = (euros: number): number => Math.round(euros * 100)

/** Every step of an order's life that there is. */
const steps: Readonly<Record<string, ReadonlyArray<string>>> = {
  pending: ["confirmed", "cancelled"],
  confirmed: ["shipped", "cancelled"],
  shipped: ["delivered"],
  delivered: [],
  cancelled: []
}
const returnSteps: Readonly<Record<string, ReadonlyArray<string>>> = {
  requested: ["in_transit", "received", "cancelled"],
  in_transit: ["received", "cancelled"],
  received: ["refunded", "rejected"],
  refunded: [],
  rejected: [],
  cancelled: []
}
const reaches = (table: Readonly<Record<string, ReadonlyArray<string>>>, from: string, to: string): boolean =>
  from === to || (table[from] ?? []).some((next) => reaches(table, next, to))

const berlin = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" })
/** The local day in Berlin, `YYYY-MM-DD`. */
export const berlinDay = (at: number): string => berlin.format(at)
/** When the next day begins in Berlin. */
export const berlinMidnight = (now: number): number => {
  const today = berlinDay(now)
  let [before, after] = [now, now + 26 * 3_600_000]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (berlinDay(middle) === today) before = middle
    else after = middle
  }
  return after
}
const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Easter Sunday, by Gauss. */
const easter = (year: number): string => {
  const a = year % 19, b = year % 4, c = year % 7
  const k = Math.floor(year / 100)
  const p = Math.floor((13 + 8 * k) / 25), q = Math.floor(k / 4)
  const m = (15 - p + k - q) % 30, n = (4 + k - q) % 7
  const d = (19 * a + m) % 30, e = (2 * b + 4 * c + 6 * d + n) % 7
  const days = d === 29 && e === 6 ? 28 : d === 28 && e === 6 && (11 * m + 11) % 30 < 19 ? 27 : d + e
  return plusDays(`${year}-03-22`, days)
}
const isBusinessDay = (day: string): boolean => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const sunday = easter(Number(day.slice(0, 4)))
  return weekday !== 0 && weekday !== 6 && !["01-01", "05-01", "12-25", "12-26"].includes(day.slice(5))
    && day !== plusDays(sunday, -2) && day !== plusDays(sunday, 1)
}
const businessDaysAfter = (day: string, count: number): string => {
  let left = count
  let at = day
  while (left > 0) {
    at = plusDays(at, 1)
    if (isBusinessDay(at)) left--
  }
  return at
}

const windowDays = 30

/** An order that a client was told of. */
interface Known {
  readonly principal: string
  readonly totalMinor: number
  readonly items: ReadonlyMap<string, number> | undefined
  readonly country: string
  readonly method: string
  /** The last that was seen of it, and when that answer came, in order of events. */
  status: string
  seenAt: number
  goodwillMinor: number
  /** When staff said that all of it arrived, where they did so once and at once. */
  deliveredAt: number | undefined
  /** When it was first asked for, and when its buyer was told of it, in order of events; of a session nobody here knows. */
  readonly placed: { readonly from: number; readonly to: number } | undefined
}

interface KnownReturn {
  readonly principal: string
  readonly orderId: string
  status: string
  seenAt: number
}

/** What may be spent without the person who pays, in cents: at once, in any 24 hours, in any 30 times 24 hours. */
interface Allowed {
  readonly perTransaction: number
  readonly perDay: number
  readonly perMonth: number
}
const shopAllows: Allowed = { perTransaction: 200_00, perDay: 500_00, perMonth: 2000_00 }
const windows = { perDay: 24 * 3_600_000, perMonth: 30 * 24 * 3_600_000 } as const

interface KnownDelegation {
  readonly owner: string
  readonly limits: Allowed
  /** When its owner was told that it is taken back, in order of events. */
  revokedAt: number | undefined
}

/** Money that the provider has charged without anybody at a page. */
interface Spend {
  readonly orderId: string
  readonly instrument: string
  /** The delegation or the token that it was charged to. */
  readonly source: string
  readonly amountMinor: number
  /** It was counted at some moment from here: when the store placed the order, */
  readonly from: number
  /** to here: at once with the order where a delegation pays, with a token not after the money was taken. */
  readonly to: number
  /** When it was cancelled, and counted no more. */
  readonly until: number
}

/** When something happened: not before, and not after, in milliseconds. */
interface Moments {
  readonly from: number
  readonly to: number
}

const decoder = new TextDecoder()

/** What a product may have cost, from when to when in order of events: since it was first asked for until others held. */
interface Priced {
  readonly priceMinor: number
  readonly from: number
  until: number
}

/** A cart as its owner knows it. */
interface CartModel {
  /** Undefined while nobody can know. */
  items: Map<string, number> | undefined
  /**
   * Changes that may or may not have happened: sent and not answered for good. One that has a key happens once, however
   * often it is sent.
   */
  readonly open: Map<string, string>
  /** Changes that were open while others were: what they are answered may be older than what others were. */
  readonly mixed: Set<string>
  /** Changes since the last checkout. */
  changes: number
  lastOrder: string | undefined
}

/** What makes two requests one change. */
const changeOf = (sent: Sent): string =>
  sent.key === undefined ? `n${sent.n}` : `${sent.method} ${sent.path} ${sent.key}`

const operations: ReadonlyArray<readonly [name: string, method: string, path: RegExp]> = [
  ["order", "GET", /^\/api\/orders\/(ord_\w+)$/],
  ["cancel", "POST", /^\/api\/orders\/(ord_\w+)\/cancel$/],
  ["ship", "POST", /^\/api\/orders\/(ord_\w+)\/ship$/],
  ["deliver", "POST", /^\/api\/orders\/(ord_\w+)\/deliver$/],
  ["receipt", "GET", /^\/api\/orders\/(ord_\w+)\/receipt$/],
  ["tracking", "GET", /^\/api\/tracking\/(ord_\w+)$/],
  ["orders", "GET", /^\/api\/orders(?:\?.*)?$/],
  ["place", "POST", /^\/api\/orders$/],
  ["delegate", "POST", /^\/api\/delegations$/],
  ["viewDelegation", "GET", /^\/api\/delegations\/(del_\w+)$/],
  ["revoke", "DELETE", /^\/api\/delegations\/(del_\w+)$/],
  ["checkout", "POST", /^\/api\/checkout$/],
  ["session", "GET", /^\/api\/checkout\/(cs_\w+)$/],
  ["viewCart", "GET", /^\/api\/cart$/],
  ["addToCart", "POST", /^\/api\/cart$/],
  ["setInCart", "PUT", /^\/api\/cart\/items\/([^/]+)$/],
  ["removeFromCart", "DELETE", /^\/api\/cart\/items\/([^/]+)$/],
  ["emptyCart", "DELETE", /^\/api\/cart$/],
  ["return", "POST", /^\/api\/returns$/],
  ["viewReturn", "GET", /^\/api\/returns\/(ret_\w+)$/],
  ["cancelReturn", "POST", /^\/api\/returns\/(ret_\w+)\/cancel$/],
  ["receive", "POST", /^\/api\/returns\/(ret_\w+)\/receive$/],
  ["refund", "POST", /^\/api\/refunds$/],
  ["viewRefund", "GET", /^\/api\/refunds\/(ref_\w+)$/],
  ["refunds", "GET", /^\/api\/refunds(?:\?.*)?$/],
  ["complain", "POST", /^\/api\/support$/],
  ["ticket", "GET", /^\/api\/support\/(tkt_\w+)$/],
  ["inventory", "GET", /^\/api\/inventory\/([^/]+)$/],
  ["recount", "PUT", /^\/api\/inventory\/([^/]+)$/],
  ["reprice", "PUT", /^\/api\/products\/([^/]+)\/price$/],
  ["product", "GET", /^\/api\/products\/([^/]+)$/],
  ["catalogue", "GET", /^\/api\/$/],
  ["createSession", "POST", /^\/(?:acp\/checkout_sessions|api\/checkout\/sessions)$/],
  ["viewSession", "GET", /^\/(?:acp\/checkout_sessions|api\/checkout\/sessions)\/(cs_\w+)$/],
  ["updateSession", "POST", /^\/(?:acp\/checkout_sessions|api\/checkout\/sessions)\/(cs_\w+)$/],
  ["completeSession", "POST", /^\/(?:acp\/checkout_sessions|api\/checkout\/sessions)\/(cs_\w+)\/complete$/],
  ["cancelSession", "POST", /^\/(?:acp\/checkout_sessions|api\/checkout\/sessions)\/(cs_\w+)\/cancel$/],
  ["delegatePayment", "POST", /^\/acp\/agentic_commerce\/delegate_payment$/],
  ["agentsOrder", "GET", /^\/acp\/orders\/(ord_\w+)$/],
  ["subscribe", "POST", /^\/api\/webhook-subscriptions$/],
  ["subscriptions", "GET", /^\/api\/webhook-subscriptions$/],
  ["unsubscribe", "DELETE", /^\/api\/webhook-subscriptions\/(sub_\w+)$/],
  ["replay", "POST", /^\/api\/webhook-subscriptions\/(sub_\w+)\/replay$/],
  ["guest", "POST", /^\/api\/auth\/guest$/],
  ["token", "POST", /^\/api\/auth\/token$/],
  ["revokeToken", "POST", /^\/api\/auth\/revoke$/]
]

/** What a request does, and to what: the operation's name, and the id in its path. */
export const operationOf = (method: string, path: string): readonly [name: string, subject: string] => {
  for (const [name, verb, form] of operations) {
    const match = method === verb ? form.exec(path) : null
    if (match !== null) return [name, match[1] ?? ""]
  }
  return [`${method} ${path.split("?")[0]!}`, ""]
}

/** Whether a path speaks the Agentic Commerce Protocol, whose errors are flat. */
const isAcp = (path: string): boolean => /^\/(?:acp\/|api\/checkout\/sessions)/.test(path)

const changesCart = new Set(["addToCart", "setInCart", "removeFromCart", "emptyCart"])

/** What answers 201 by the protocol's own rules. */
const creates = new Set(["createSession", "delegatePayment"])

/** Whether the same request is answered the same from now on. */
const isForGood = ({ status }: Answer, body: Json): boolean =>
  status < 500 && status !== 429 && status !== 401 && body.code !== "idempotency_in_flight"

export class Auditor {
  readonly violations: Array<Violation> = []
  readonly orders = new Map<string, Known>()
  readonly returns = new Map<string, KnownReturn>()
  private readonly delegations = new Map<string, KnownDelegation>()
  /** What agents buy by the Agentic Commerce Protocol. */
  readonly agents: SessionAuditor
  /** Who is told of orders, and what. */
  readonly subscriptions: SubscriptionAuditor
  /** When a purchase was first sent: one that has a key is one, however often it is sent. */
  private readonly placing = new Map<string, number>()
  private readonly spends: Array<Spend> = []
  private readonly keys = new Map<string, {
    readonly status: number
    readonly body: string
    readonly json: string
    /** Whether the answer that is no replay has been seen. */
    executed: boolean
  }>()
  /** Keys that were sent, with the moment, and those that were sent again. */
  private readonly keysSent = new Map<string, number>()
  private readonly keysSentAgain = new Set<string>()
  private readonly carts = new Map<string, CartModel>()
  /** Other things of somebody's: sessions, refunds, tickets. */
  private readonly owners = new Map<string, string>()
  /** How many checkouts each principal may have made at the most. */
  private readonly checkouts = new Map<string, number>()
  private readonly checkoutKeys = new Set<string>()
  /** What staff said is on the shelf before anybody came, and what has come back to it since, less what was sold. */
  private readonly stocked = new Map<string, number>()
  /** What is on the shelf as it was counted last, and between which moments, in milliseconds. */
  private readonly counted = new Map<string, Moments & { readonly onHand: number }>()
  /** Counts of which nobody knows whether they hold. */
  private readonly counting = new Map<string, string>()
  /** Units that came back to the shelf. */
  private readonly cameBack: Array<Moments & { readonly productId: string; readonly units: number }> = []
  /** What was in the cart when a checkout was sent, where that is known. */
  private readonly wanted = new Map<number, ReadonlyMap<string, number>>()
  private readonly offers = new Map<string, { readonly isSealed: boolean; readonly prices: Array<Priced> }>()
  /** Until when access tokens are good, in milliseconds, and when their holder was told that they are revoked. */
  private readonly tokens = new Map<string, { readonly until: number; revokedAt: number | undefined }>()
  /** Ranges of time whose messages staff had sent again, as they were promised. */
  private readonly askedAgain: Array<{
    readonly subscriptionId: string
    readonly at: number
    readonly range: { readonly from: string; readonly to: string }
  }> = []
  /** When the store said that it does nothing about an order's arrival. */
  private readonly ignored = new Map<string, ReadonlyArray<number>>()
  private events = 0
  private readonly payments: Disk
  private readonly mayFail: () => boolean
  /** Answers by operation and status. */
  readonly answers = new Map<string, number>()
  /** What was seen of orders, returns, … : `order is shipped`. */
  readonly states = new Map<string, number>()

  /** `mayFail`: whether anything outside has ever failed that the store needs: then it may answer 503. */
  constructor(payments: Disk, mayFail: () => boolean) {
    this.payments = payments
    this.mayFail = mayFail
    this.agents = new SessionAuditor(payments, (...one) => this.expect(...one), mayFail)
    this.subscriptions = new SubscriptionAuditor((...one) => this.expect(...one), mayFail)
  }

  /** Somebody who knows all that this one knows, and watches a copy of its world from here on. */
  goOn(payments: Disk, mayFail: () => boolean): Auditor {
    const { agents, mayFail: _mayFail, payments: _payments, subscriptions, ...known } = this
    const next = Object.assign(new Auditor(payments, mayFail), structuredClone(known))
    next.agents.learn(agents)
    next.subscriptions.learn(subscriptions)
    return next
  }

  expect(holds: boolean, rule: string, expected: string, seen: () => string): void {
    if (!holds) this.violations.push({ rule, expected, seen: seen() })
  }

  /** What a product cost before anybody came, and whether it is sealed for hygiene. */
  offer(productId: string, priceMinor: number, isSealed: boolean): void {
    this.offers.set(productId, { isSealed, prices: [{ priceMinor, from: 0, until: Infinity }] })
  }

  /** Staff have put goods on the shelf, before anybody came. */
  stock(productId: string, units: number): void {
    this.stocked.set(productId, units)
  }

  private cart(name: string): CartModel {
    let cart = this.carts.get(name)
    if (cart === undefined) {
      cart = { items: new Map(), open: new Map(), mixed: new Set(), changes: 0, lastOrder: undefined }
      this.carts.set(name, cart)
    }
    return cart
  }

  /** A request leaves. Answers its number. */
  sent(request: Omit<Sent, "n" | "operation" | "subject">): Sent {
    const [operation, subject] = operationOf(request.method, request.path)
    const sent = { ...request, operation, subject, n: ++this.events }
    this.agents.sent(sent, `${sent.cart} ${changeOf(sent)}`)
    this.subscriptions.sent(sent)
    if (sent.key !== undefined) {
      const id = this.idOf(sent)
      if (this.keysSent.has(id)) this.keysSentAgain.add(id)
      else this.keysSent.set(id, sent.at)
    }
    if (changesCart.has(operation)) {
      const cart = this.cart(sent.cart)
      cart.changes++
      if (!this.finished(sent)) cart.open.set(changeOf(sent), operation)
      // Additions may come in any order; anything else that overtakes makes a difference.
      const kinds = [...cart.open.values()]
      if (kinds.length > 1) { for (const change of cart.open.keys()) cart.mixed.add(change) }
      if (kinds.length > 1 && kinds.some((kind) => kind !== "addToCart")) cart.items = undefined
    }
    if (operation === "checkout" || operation === "place") {
      const purchase = `${sent.cart} ${changeOf(sent)}`
      if (!this.placing.has(purchase)) this.placing.set(purchase, sent.n)
    }
    if (operation === "checkout") {
      const id = sent.key === undefined ? `n${sent.n}` : `${sent.cart} ${sent.key}`
      if (!this.checkoutKeys.has(id)) {
        this.checkoutKeys.add(id)
        this.checkouts.set(sent.principal, (this.checkouts.get(sent.principal) ?? 0) + 1)
      }
      const cart = this.cart(sent.cart)
      cart.changes = 0
      if (cart.open.size === 0 && cart.items !== undefined) this.wanted.set(sent.n, new Map(cart.items))
    }
    if (operation === "place") {
      const cart = this.cart(sent.cart)
      cart.changes = 0
      if (cart.open.size === 0 && cart.items !== undefined) this.wanted.set(sent.n, new Map(cart.items))
      // Bought, its lines leave the cart at a moment that nobody here sees.
      cart.items = undefined
    }
    if (operation === "recount" && !this.finished(sent)) this.counting.set(changeOf(sent), subject)
    if (operation === "reprice") {
      const prices = this.offers.get(subject)?.prices
      const priceMinor = cents((sent.json as Json).price)
      const isKnown = prices?.some((one) => one.priceMinor === priceMinor && one.until === Infinity)
      if (isKnown === false) prices?.push({ priceMinor, from: sent.n, until: Infinity })
    }
    return sent
  }

  /** The sender has given up on an answer. */
  unanswered(sent: Sent): void {
    const { operation } = sent
    // What has a key may still be sent again, and is known then.
    if (changesCart.has(operation) && sent.key === undefined) this.unknown(sent)
    if (operation === "checkout") this.cart(sent.cart).items = undefined
  }

  /** A company's message was answered, at this moment: the store has not failed, and what it ignored is judged later. */
  told({ body: said, method, path }: Call, { body, status }: Answer, at: number): void {
    this.expect(status !== 500, "answer.internalError", `${method} ${path}: no internal error`, () => body)
    if (path !== "/api/webhooks" || status !== 200 || JSON.parse(body).result !== "ignored") return
    const { data, event } = JSON.parse(decoder.decode(said)) as { event: string; data: { orderId: string } }
    if (event !== "order.delivered") return
    this.ignored.set(data.orderId, [...this.ignored.get(data.orderId) ?? [], at])
  }

  /** Somebody has sent a company's message in its name: it is not taken. */
  forged({ method, path }: Call, { body, status }: Answer): void {
    this.expect(
      status === 401 || (status === 503 && this.mayFail()),
      "message.forged",
      `${method} ${path}: 401, since nobody signed it, or long ago`,
      () => `${status} ${body}`
    )
  }

  /** `at`: now, in milliseconds. */
  answered(sent: Sent, answer: Answer, at: number): void {
    const now = ++this.events
    const { operation, subject } = sent
    const what = `${sent.method} ${sent.path}`
    const shown = () => `${answer.status} ${answer.body}`
    tally(this.answers, `${operation} ${answer.status}`)

    this.expect(answer.status !== 500, "answer.internalError", `${what}: no internal error`, shown)
    this.expect(
      answer.status !== 503 || this.mayFail(),
      "answer.unavailable",
      `${what}: an answer, since nothing has failed`,
      shown
    )
    let body: Json
    try {
      body = answer.body === "" ? {} : JSON.parse(answer.body)
    } catch {
      return this.expect(false, "answer.json", `${what}: JSON`, shown)
    }
    if (answer.status >= 400 && operation !== "token") {
      const isProblem = isAcp(sent.path)
        ? [body.type, body.code, body.message].every((text) => typeof text === "string")
        : typeof body.code === "string" && body.status === answer.status
      this.expect(isProblem, "answer.problem", "a problem", shown)
    }
    const first = this.replayed(sent, answer, body, operation)
    if (changesCart.has(operation)) this.cartChanged(sent, answer, body, operation, subject, first)
    if (answer.status === 404 && subject !== "") this.notFound(sent, subject)
    this.knocked(sent, answer.status, shown)
    if (isForGood(answer, body)) this.agents.decided(operation, subject, `${sent.cart} ${changeOf(sent)}`)
    if (operation === "recount" && isForGood(answer, body)) this.counting.delete(changeOf(sent))
    if (answer.status >= 300) return this.refused(sent, operation, body)
    const status = creates.has(operation) && sent.path.startsWith("/acp/") ? 201 : 200
    this.expect(answer.status === status, "answer.status", `${what}: ${status}`, shown)
    if (typeof body.status === "string") tally(this.states, `${operation} is ${body.status}`)
    if (first && (operation === "recount" || operation === "receive")) {
      this.shelved(sent, operation, subject, body, { from: this.firstSent(sent), to: at })
    }
    this.subscriptions.succeeded(sent, body, this.firstSent(sent), at)
    if (operation === "subscriptions" && body.nextCursor === null) {
      this.subscriptions.listed(body.data, { from: sent.at, to: at })
    }
    this.succeeded(sent, operation, subject, body, now, at, first)
  }

  /** Something is on the shelf since some moment: all that was counted, or what came back. */
  private shelved({ json }: Sent, operation: string, productId: string, body: Json, moments: Moments): void {
    if (operation === "recount") {
      const { onHand } = json as Json
      this.expect(
        0 <= body.quantity && body.quantity <= onHand,
        "stock.counted",
        `at most the ${onHand} of ${productId} that were counted can be had`,
        () => String(body.quantity)
      )
      this.counted.set(productId, { ...moments, onHand })
      return
    }
    for (const { accepted = true, productId, quantity, restock } of (json as Json).items) {
      if (!accepted || !restock) continue
      this.restocked(productId, quantity)
      this.cameBack.push({ ...moments, productId, units: quantity })
    }
  }

  /** Nobody will ever know whether this change of a cart happened. */
  private unknown(sent: Sent): void {
    const cart = this.cart(sent.cart)
    cart.open.delete(changeOf(sent))
    cart.items = undefined
  }

  private idOf({ cart, key, method, path }: Sent): string {
    return `${cart}\n${method}\n${path}\n${key}`
  }

  /** When a request, or an earlier one of its key, was sent: what it does was not done before. */
  private firstSent(sent: Sent): number {
    return (sent.key === undefined ? undefined : this.keysSent.get(this.idOf(sent))) ?? sent.at
  }

  /** Whether its key was answered for good before. */
  private finished(sent: Sent): boolean {
    return sent.key !== undefined && this.keys.has(this.idOf(sent))
  }

  /** Same key, same answer. Says whether this is the first answer to its key. */
  private replayed(sent: Sent, answer: Answer, body: Json, operation: string): boolean {
    if (sent.key === undefined || sent.method === "GET") return true
    const id = this.idOf(sent)
    const known = this.keys.get(id)
    const json = JSON.stringify(sent.json ?? null)
    const settled = isForGood(answer, body)
    this.expect(
      settled || answer.headers["idempotent-replayed"] === undefined,
      "idempotency.kept",
      `${operation}: a failure is not kept for replay`,
      () => `${answer.status} ${answer.body}`
    )
    if (!settled) return false
    const isReplay = answer.headers["idempotent-replayed"] === "true"
    this.expect(
      !isReplay || this.keysSentAgain.has(id),
      "idempotency.once",
      `${operation}: no replay, since key ${sent.key} was sent once`,
      () => `${answer.status} ${answer.body}`
    )
    if (known === undefined) {
      if (body.code === "idempotency_conflict") return false
      this.keys.set(id, { status: answer.status, body: answer.body, json, executed: !isReplay })
      return true
    }
    if (known.json !== json) {
      this.expect(
        body.code === "idempotency_conflict",
        "idempotency.conflict",
        `${operation}: 422, since key ${sent.key} was used for another body`,
        () => `${answer.status} ${answer.body}`
      )
      return false
    }
    this.expect(
      known.status === answer.status && known.body === answer.body,
      "idempotency.sameAnswer",
      `${operation}: ${known.status} ${known.body}, as key ${sent.key} was answered before`,
      () => `${answer.status} ${answer.body}`
    )
    // A replay may overtake the first answer on its way.
    this.expect(
      isReplay || !known.executed,
      "idempotency.replayed",
      `${operation}: Idempotent-Replayed: true on all answers to key ${sent.key} but one`,
      () => JSON.stringify(answer.headers)
    )
    known.executed ||= !isReplay
    return false
  }

  /** A token opens for as long as it was given out for, unless it is revoked: then it opens no more. */
  private knocked({ at, method, n, path, token }: Sent, status: number, shown: () => string): void {
    const known = token === undefined ? undefined : this.tokens.get(token)
    if (known === undefined) return
    const { revokedAt, until } = known
    this.expect(
      status !== 401 || at >= until - 120_000 || revokedAt !== undefined,
      "token.good",
      `${method} ${path} is open until ${new Date(until).toISOString()} to whoever was given the token`,
      shown
    )
    this.expect(
      status === 401 || status >= 500 || revokedAt === undefined || n < revokedAt,
      "token.revoked",
      `${method} ${path} is closed to a token that is revoked`,
      shown
    )
  }

  private notFound(sent: Sent, subject: string): void {
    if (subject.startsWith("sub_")) return this.subscriptions.notFound(subject)
    const owner = this.orders.get(subject)?.principal ?? this.returns.get(subject)?.principal ??
      this.owners.get(subject)
    this.expect(
      owner === undefined || !(owner === sent.principal || sent.isStaff),
      "acknowledged.lost",
      `${sent.method} ${sent.path}: what ${owner} was told of is there`,
      () => "404"
    )
  }

  private refused(sent: Sent, operation: string, body: Json): void {
    if (operation === "return" && body.code === "return_window_closed") {
      const order = this.orders.get((sent.json as Json).orderId)
      if (order?.deliveredAt === undefined) return
      const last = plusDays(berlinDay(order.deliveredAt), windowDays)
      this.expect(
        berlinDay(sent.at + 120_000) > last,
        "return.window",
        `returns of what arrived on ${berlinDay(order.deliveredAt)} are taken until ${last}`,
        () => `refused on ${berlinDay(sent.at)}: ${JSON.stringify(body)}`
      )
    }
  }

  private mine(sent: Sent, owner: string | undefined, what: string): void {
    this.expect(
      owner === undefined || owner === sent.principal || sent.isStaff,
      "privacy",
      `${what} is shown to ${owner} and staff only`,
      () => `shown to ${sent.principal}`
    )
  }

  private own(sent: Sent, id: string): void {
    const owner = this.owners.get(id)
    if (owner === undefined) this.owners.set(id, sent.principal)
    else this.mine(sent, owner, id)
  }

  /** `now`: in order of events; `at`: in milliseconds. */
  private succeeded(
    sent: Sent,
    operation: string,
    subject: string,
    body: Json,
    now: number,
    at: number,
    first: boolean
  ): void {
    switch (operation) {
      case "checkout":
        return this.checkedOut(sent, body, now, first)
      case "place":
        return this.placed(sent, body, now, first)
      case "delegate":
        this.own(sent, body.delegationId)
        return this.delegated(sent, body)
      case "viewDelegation":
      case "revoke":
        return this.delegationSeen(sent, operation, body, now)
      case "createSession":
      case "viewSession":
      case "updateSession":
      case "completeSession":
      case "cancelSession":
        this.own(sent, body.id)
        this.agents.seen(sent, operation, body, now, first, `${sent.cart} ${changeOf(sent)}`)
        if (first) this.agents.kept(sent, operation, body, this.firstSent(sent), at)
        if (body.order !== undefined) this.bought(sent, body, now)
        return
      case "delegatePayment":
        return this.agents.delegated(sent, body)
      case "agentsOrder":
        this.mine(sent, this.orders.get(subject)?.principal, `order ${subject}`)
        return this.agents.orderSeen(body)
      case "session":
        this.own(sent, body.sessionId)
        return this.mine(sent, this.orders.get(body.orderId)?.principal, `session ${subject}`)
      case "order":
      case "cancel":
      case "ship":
      case "deliver": {
        this.expect(body.id === subject, "order.id", subject, () => body.id)
        if (operation === "deliver" && first) this.arrived(sent, subject, body)
        // An answer that was given before is true of then.
        if (first) this.orderSeen(sent, body, now)
        if (operation === "cancel") {
          this.expect(body.status === "cancelled", "cancel.status", "cancelled", () => body.status)
        }
        return
      }
      case "orders":
        for (const order of body.data) {
          this.mine(sent, this.orders.get(order.id)?.principal, `order ${order.id}`)
        }
        return
      case "receipt":
        this.mine(sent, this.orders.get(subject)?.principal, `the receipt of ${subject}`)
        return this.receiptSeen(subject, body)
      case "tracking":
        return this.mine(sent, this.orders.get(subject)?.principal, `tracking of ${subject}`)
      case "return":
        return this.returnAsked(sent, body, now)
      case "viewReturn":
      case "cancelReturn":
      case "receive":
        if (first) this.returnSeen(sent, body, now)
        return
      case "refund": {
        const order = this.orders.get(body.orderId)
        if (first && order !== undefined) order.goodwillMinor += cents(body.amount)
        return this.refundSeen(body)
      }
      case "viewRefund":
        this.mine(sent, this.orders.get(body.orderId)?.principal, `refund ${subject}`)
        return this.refundSeen(body)
      case "refunds":
        for (const refund of body.data) {
          this.mine(sent, this.orders.get(refund.orderId)?.principal, `refund ${refund.refundId}`)
          this.refundSeen(refund)
        }
        return
      case "complain": {
        const { orderId } = sent.json as Json
        const isOwn = this.orders.get(orderId)?.principal === sent.principal
        this.expect(
          body.orderId === (isOwn ? orderId : null),
          "privacy",
          `a ticket about ${isOwn ? orderId : "nothing"}`,
          () => String(body.orderId)
        )
        return this.own(sent, body.ticketId)
      }
      case "ticket":
        return this.own(sent, body.ticketId)
      case "guest":
      case "token":
        if (!this.tokens.has(body.access_token)) {
          const lasts = operation === "guest" ? 180 * 24 * 3_600_000 : 3_600_000
          this.tokens.set(body.access_token, { until: this.firstSent(sent) + lasts, revokedAt: undefined })
        }
        return
      case "revokeToken": {
        const known = this.tokens.get((sent.json as Json).token)
        if (known !== undefined) known.revokedAt ??= now
        return
      }
      case "replay":
        this.askedAgain.push({ subscriptionId: subject, at: this.firstSent(sent), range: sent.json as Json })
        return
      case "reprice": {
        // Staff set one price of a product at a time.
        const asked = cents((sent.json as Json).price)
        for (const one of this.offers.get(subject)?.prices ?? []) {
          if (one.priceMinor !== asked) one.until = Math.min(one.until, now)
        }
        return
      }
      case "inventory":
        return this.expect(body.quantity >= 0, "stock.negative", "0 or more", () => String(body.quantity))
      case "viewCart":
        return this.cartSeen(sent, body)
    }
  }

  private restocked(productId: string, units: number): void {
    this.stocked.set(productId, (this.stocked.get(productId) ?? 0) + units)
  }

  // Carts

  private cartChanged(
    sent: Sent,
    answer: Answer,
    body: Json,
    operation: string,
    subject: string,
    first: boolean
  ): void {
    const cart = this.cart(sent.cart)
    if (answer.status >= 500 || body.code === "idempotency_in_flight") {
      if (sent.key === undefined) this.unknown(sent)
      return
    }
    if (!first) return
    cart.open.delete(changeOf(sent))
    if (answer.status !== 200 || cart.items === undefined) return
    const json = sent.json as Json
    if (operation === "addToCart") {
      cart.items.set(json.productId, (cart.items.get(json.productId) ?? 0) + (json.quantity ?? 1))
    } else if (operation === "setInCart") cart.items.set(subject, json.quantity)
    else if (operation === "removeFromCart") cart.items.delete(subject)
    else cart.items.clear()
    for (const [product, quantity] of cart.items) if (quantity === 0) cart.items.delete(product)
    // A replay tells how things were when it was new.
    const isReplay = answer.headers["idempotent-replayed"] === "true"
    if (cart.open.size === 0 && !isReplay && !cart.mixed.has(changeOf(sent))) this.compareCart(cart.items, body)
  }

  private cartSeen(sent: Sent, body: Json): void {
    const subtotal = body.items.reduce((sum: number, item: Json) => sum + cents(item.lineTotal), 0)
    const sums = body.items.every((item: Json) => cents(item.lineTotal) === cents(item.price) * item.quantity)
      && cents(body.subtotal) === subtotal && cents(body.total) === subtotal + cents(body.shipping)
    this.expect(sums, "cart.sums", "lines and shipping that sum to the total", () => JSON.stringify(body))
    const cart = this.cart(sent.cart)
    if (cart.open.size > 0) return
    if (cart.items !== undefined) this.compareCart(cart.items, body)
  }

  private compareCart(items: ReadonlyMap<string, number>, body: Json): void {
    const seen = new Map<string, number>(body.items.map((item: Json) => [item.productId, item.quantity]))
    const same = seen.size === items.size && [...items].every(([product, quantity]) => seen.get(product) === quantity)
    this.expect(same, "cart.items", JSON.stringify([...items].sort()), () => JSON.stringify([...seen].sort()))
  }

  // Orders

  private checkedOut(sent: Sent, body: Json, now: number, first: boolean): void {
    this.own(sent, body.sessionId)
    const cart = this.cart(sent.cart)
    if (!first) {
      return this.expect(this.orders.has(body.orderId), "checkout.replay", "an order that is known", () => body.orderId)
    }
    this.expect(
      !this.orders.has(body.orderId),
      "checkout.oneOrder",
      "a new order for a new checkout",
      () => `order ${body.orderId} again`
    )
    const json = sent.json as Json
    const from = this.placing.get(`${sent.cart} ${changeOf(sent)}`)!
    this.orders.set(body.orderId, {
      principal: sent.principal,
      totalMinor: cents(body.total),
      items: cart.changes === 0 ? this.wanted.get(sent.n) : undefined,
      country: json.shipping.country,
      method: json.shippingMethod ?? "standard",
      status: "pending",
      seenAt: now,
      goodwillMinor: 0,
      deliveredAt: undefined,
      placed: { from, to: now }
    })
    cart.lastOrder = body.orderId
    // Paid for, its lines leave the cart at a moment that nobody here sees.
    cart.items = undefined
  }

  private placed(sent: Sent, body: Json, now: number, first: boolean): void {
    const { delegation, shipping, shippingMethod = "standard" } = sent.json as Json
    const revokedAt = this.delegations.get(delegation)?.revokedAt
    this.expect(
      revokedAt === undefined || this.placing.get(`${sent.cart} ${changeOf(sent)}`)! < revokedAt,
      "delegation.revoked",
      `nothing is bought with ${delegation} once it is taken back`,
      () => `order ${body.id}`
    )
    if (!first) return
    this.expect(!this.orders.has(body.id), "place.oneOrder", "a new order", () => `order ${body.id} again`)
    const cart = this.cart(sent.cart)
    this.orders.set(body.id, {
      principal: sent.principal,
      totalMinor: cents(body.total),
      items: cart.changes === 0 ? this.wanted.get(sent.n) : undefined,
      country: shipping.country,
      method: shippingMethod,
      status: "pending",
      seenAt: now,
      goodwillMinor: 0,
      deliveredAt: undefined,
      placed: { from: this.placing.get(`${sent.cart} ${changeOf(sent)}`)!, to: now }
    })
    cart.lastOrder = body.id
    this.orderSeen(sent, body, now)
  }

  /** A session of an agent's is completed, and says which order it became. */
  private bought(
    sent: Sent,
    { fulfillment_details, line_items, order, selected_fulfillment_options }: Json,
    now: number
  ) {
    this.mine(sent, this.orders.get(order.id)?.principal, `order ${order.id}`)
    const totalMinor = order.totals.find(({ type }: Json) => type === "total").amount
    this.isPaid(order.id, totalMinor, "bought")
    if (this.orders.has(order.id)) return
    this.orders.set(order.id, {
      principal: sent.principal,
      totalMinor,
      items: new Map(line_items.map(({ id, quantity }: Json) => [id, quantity])),
      country: fulfillment_details.address.country,
      method: selected_fulfillment_options[0].option_id,
      status: "confirmed",
      seenAt: now,
      goodwillMinor: 0,
      deliveredAt: undefined,
      placed: undefined
    })
  }

  // Delegations

  private delegated(sent: Sent, body: Json): void {
    if (this.delegations.has(body.delegationId)) return
    const { perDay, perMonth, perTransaction } = body.limits
    this.delegations.set(body.delegationId, {
      owner: sent.principal,
      limits: { perTransaction: cents(perTransaction), perDay: cents(perDay), perMonth: cents(perMonth) },
      revokedAt: undefined
    })
  }

  private delegationSeen(sent: Sent, operation: string, body: Json, now: number): void {
    const known = this.delegations.get(body.delegationId)
    if (known === undefined) return
    if (sent.principal !== "agent") this.mine(sent, known.owner, `delegation ${body.delegationId}`)
    if (operation === "revoke") known.revokedAt ??= now
    this.expect(
      known.revokedAt === undefined || sent.n < known.revokedAt || body.status !== "active",
      "delegation.revoked",
      `${body.delegationId} stays taken back`,
      () => body.status
    )
    for (const limit of ["perTransaction", "perDay", "perMonth"] as const) {
      this.expect(
        cents(body.limits[limit]) === known.limits[limit] && body.remaining[limit] <= body.limits[limit],
        "delegation.limits",
        `${known.limits[limit]} cents ${limit}, and no more than that left`,
        () => JSON.stringify([body.limits, body.remaining])
      )
    }
  }

  private arrived(sent: Sent, orderId: string, body: Json): void {
    const order = this.orders.get(orderId)
    const json = sent.json as Json
    if (order === undefined || json.deliveredAt === undefined || json.trackingNumber !== undefined) return
    if (body.status === "delivered" && order.status !== "delivered" && body.shipments.length === 1) {
      order.deliveredAt = Date.parse(json.deliveredAt)
    }
  }

  private orderSeen(sent: Sent, body: Json, now: number): void {
    const known = this.orders.get(body.id)
    this.mine(sent, known?.principal, `order ${body.id}`)
    const goods = body.items.reduce((sum: number, item: Json) => sum + cents(item.lineTotal), 0)
    const sums = body.items.every((item: Json) => cents(item.lineTotal) === cents(item.price) * item.quantity)
      && cents(body.subtotal) === goods && cents(body.total) === goods + cents(body.shipping)
    this.expect(sums, "order.sums", "lines and shipping that sum to the total", () => JSON.stringify(body))
    this.expect(
      cents(body.shipping) === tariff(body.shippingAddress.country, body.shippingMethod, goods),
      "order.shipping",
      `${tariff(body.shippingAddress.country, body.shippingMethod, goods)} cents`,
      () => `${cents(body.shipping)} cents to ${body.shippingAddress.country}, ${body.shippingMethod}, of ${goods}`
    )
    for (const item of body.items) {
      this.expect(
        0 <= item.returned && item.returned <= item.shipped && item.shipped <= item.quantity,
        "order.units",
        `returned ≤ shipped ≤ ${item.quantity} of ${item.productId}`,
        () => `${item.returned}, ${item.shipped}`
      )
    }
    const path = body.timeline.map((entry: Json) => entry.status) as ReadonlyArray<string>
    const legal = path[0] === "pending" && path.at(-1) === body.status
      && path.every((status, i) => i === 0 || steps[path[i - 1]!]!.includes(status))
    this.expect(legal, "order.timeline", "pending, then steps of the table, to the status", () => JSON.stringify(path))
    this.parcelsSeen(body)
    if (["confirmed", "shipped", "delivered"].includes(body.status)) {
      this.isPaid(body.id, cents(body.total), body.status)
    }
    const refunded = body.refunds.filter((refund: Json) => refund.status !== "failed")
      .reduce((sum: number, refund: Json) => sum + cents(refund.amount), 0)
    const captured = this.captured(body.id)
    this.expect(
      refunded <= captured,
      "refund.exceedsCaptured",
      `at most ${captured} cents of ${body.id} go back`,
      () => String(refunded)
    )
    if (known === undefined) return
    this.expect(
      cents(body.total) === known.totalMinor,
      "order.total",
      `${known.totalMinor} cents, as the checkout said`,
      () => String(cents(body.total))
    )
    if (known.items !== undefined) {
      const seen = new Map<string, number>(body.items.map((item: Json) => [item.productId, item.quantity]))
      const same = seen.size === known.items.size
        && [...known.items].every(([product, quantity]) => seen.get(product) === quantity)
      this.expect(same, "order.items", JSON.stringify([...known.items]), () => JSON.stringify([...seen]))
    }
    if (known.placed !== undefined) this.priced(body, known.placed)
    if (sent.n > known.seenAt) {
      this.expect(
        reaches(steps, known.status, body.status),
        "order.steps",
        `${body.id} was ${known.status}, and goes on from there`,
        () => body.status
      )
    }
    if (reaches(steps, known.status, body.status)) {
      known.status = body.status
      known.seenAt = now
    }
  }

  /** It costs what the shop asked for when it was placed. */
  private priced({ id, items }: Json, { from, to }: NonNullable<Known["placed"]>): void {
    for (const { price, productId } of items) {
      const offer = this.offers.get(productId)
      if (offer === undefined) continue
      const asked = offer.prices.filter((one) => one.from <= to && one.until >= from).map((one) => one.priceMinor)
      this.expect(
        asked.includes(cents(price)),
        "order.price",
        `${productId} in ${id} at what was asked for it then: ${asked.join(", ")}`,
        () => String(cents(price))
      )
    }
  }

  /** An order is shipped when all of it has left, and delivered when all that left has arrived; tracking is the latest's. */
  private parcelsSeen({ id, items, shipments, status, tracking }: Json): void {
    const hasLeft = items.every((item: Json) => item.shipped === item.quantity)
    const hasArrived = hasLeft && shipments.every((parcel: Json) => parcel.status === "delivered")
    const holds = status === "delivered" ? hasArrived : status === "shipped" ? hasLeft && !hasArrived : !hasLeft
    this.expect(
      holds,
      "order.parcels",
      `${id}, ${status}, as its parcels say`,
      () => JSON.stringify([items, shipments])
    )
    if (shipments.length === 0) return
    this.expect(
      JSON.stringify(tracking) === JSON.stringify(shipments.at(-1)),
      "order.tracking",
      `the latest parcel of ${id}: ${JSON.stringify(shipments.at(-1))}`,
      () => JSON.stringify(tracking)
    )
  }

  // Money

  private isPaid(orderId: string, totalMinor: number, status: string): void {
    const paid = this.payments.look<{ amount: number }>(
      `SELECT p.amount_minor AS amount FROM payment p JOIN session s ON s.id = p.session_id
       WHERE s.order_id = ? AND p.status = 'succeeded'`,
      orderId
    )
    this.expect(
      paid.some(({ amount }) => amount === totalMinor),
      "order.unpaid",
      `the provider has taken ${totalMinor} cents for ${orderId}, which is ${status}`,
      () => JSON.stringify(paid)
    )
  }

  private captured(orderId: string): number {
    const [row] = this.payments.look<{ sum: number }>(
      `SELECT coalesce(sum(p.amount_minor), 0) AS sum FROM payment p JOIN session s ON s.id = p.session_id
       WHERE s.order_id = ? AND p.status = 'succeeded'`,
      orderId
    )
    return row!.sum
  }

  private givenBack(orderId: string): number {
    const [row] = this.payments.look<{ sum: number }>(
      `SELECT coalesce(sum(r.amount_minor), 0) AS sum FROM refund r
       JOIN payment p ON p.id = r.payment_id JOIN session s ON s.id = p.session_id
       WHERE s.order_id = ? AND r.status = 'succeeded'`,
      orderId
    )
    return row!.sum
  }

  private refundSeen(body: Json): void {
    const from = berlinDay(Date.parse(body.createdAt))
    const expected = { from: businessDaysAfter(from, 3), to: businessDaysAfter(from, 5) }
    this.expect(
      body.expectedBy.from === expected.from && body.expectedBy.to === expected.to,
      "refund.expectedBy",
      `${JSON.stringify(expected)} for a refund of ${body.createdAt}`,
      () => JSON.stringify(body.expectedBy)
    )
  }

  private readonly papers = new Map<string, string>()

  private receiptSeen(orderId: string, body: Json): void {
    const order = this.orders.get(orderId)
    this.expect(
      order === undefined || cents(body.total) === order.totalMinor,
      "receipt.total",
      `${order?.totalMinor} cents`,
      () => String(cents(body.total))
    )
    this.taxed(body)
    for (const { issuedAt, number } of [body, ...body.creditNotes]) {
      const known = this.papers.get(number)
      this.expect(
        known === undefined || known === orderId,
        "receipt.unique",
        `${number} belongs to ${known}`,
        () => orderId
      )
      this.papers.set(number, orderId)
      this.expect(
        number.slice(2, 6) === berlinDay(Date.parse(issuedAt)).slice(0, 4),
        "receipt.year",
        `the series of the year in which it was issued, ${issuedAt}`,
        () => number
      )
    }
  }

  /** VAT is that of where the goods went, each line has its share, and what was credited has as much as it had. */
  private taxed({ buyer, creditNotes, lines, number, shipping, total, vat, vatTotal }: Json): void {
    const rate = vatRate(buyer.country)
    if (rate === undefined) return
    const vatOf = (papers: ReadonlyArray<Json>) => papers.reduce((sum, paper) => sum + cents(paper.vatTotal), 0)
    const share = (gross: number) => vatIn(cents(gross), rate)
    const shares = lines.reduce((sum: number, line: Json) => sum + cents(line.vat), 0)
    const isTaxed = cents(vatTotal) === share(total)
      && lines.every((line: Json) => Math.abs(cents(line.vat) - share(line.total)) <= 1)
      && Math.abs(cents(vatTotal) - shares - share(shipping)) <= lines.length
      && [vat, ...creditNotes.map((note: Json) => note.vat)].every((table) =>
        table.every((row: Json) => row.rate === rate)
      )
    this.expect(
      isTaxed,
      "receipt.vat",
      `${rate} % of VAT in ${number} for ${buyer.country}, ${share(total)} cents in all`,
      () => JSON.stringify([lines, shipping, vat, vatTotal])
    )
    // A note that is cancelled may leave the next ones a cent too many or too few, but never the whole.
    const credited = creditNotes.reduce((sum: number, note: Json) => sum + cents(note.total), 0)
    const back = vatOf(creditNotes)
    const wasCancelled = creditNotes.some((note: Json) => note.kind === "cancellation")
    this.expect(
      credited === cents(total) ? back === cents(vatTotal) : wasCancelled || back === share(credited / 100),
      "receipt.creditedVat",
      `the VAT of ${credited} cents of ${number}, at ${rate} %`,
      () => `${back} of ${cents(vatTotal)}`
    )
  }

  // Returns

  private returnAsked(sent: Sent, body: Json, now: number): void {
    const order = this.orders.get(body.orderId)
    this.mine(sent, order?.principal, `order ${body.orderId}`)
    if (order?.deliveredAt !== undefined) {
      const last = plusDays(berlinDay(order.deliveredAt), windowDays)
      this.expect(
        berlinDay(sent.at) <= last,
        "return.window",
        `returns of what arrived on ${berlinDay(order.deliveredAt)} are taken until ${last}`,
        () => `taken on ${berlinDay(sent.at)}`
      )
    }
    for (const { condition, productId } of body.items) {
      this.expect(
        condition !== "opened" || this.offers.get(productId)?.isSealed !== true,
        "return.sealed",
        `${productId} is sealed for hygiene, and does not come back opened`,
        () => JSON.stringify(body.items)
      )
    }
    if (!this.returns.has(body.returnId)) {
      this.returns.set(body.returnId, {
        principal: order?.principal ?? sent.principal,
        orderId: body.orderId,
        status: body.status,
        seenAt: now
      })
    }
  }

  private returnSeen(sent: Sent, body: Json, now: number): void {
    const known = this.returns.get(body.returnId)
    const order = this.orders.get(body.orderId)
    this.mine(sent, known?.principal ?? order?.principal, `return ${body.returnId}`)
    if (known === undefined) {
      this.returns.set(body.returnId, {
        principal: order?.principal ?? "",
        orderId: body.orderId,
        status: body.status,
        seenAt: now
      })
      return
    }
    if (sent.n > known.seenAt) {
      this.expect(
        reaches(returnSteps, known.status, body.status),
        "return.steps",
        `${body.returnId} was ${known.status}, and goes on from there`,
        () => body.status
      )
    }
    known.status = body.status
    known.seenAt = now
  }

  // At rest

  /** Everything has come to rest: what staff see of each order is final. */
  settledOrder(
    body: Json,
    receipt: Json | undefined,
    returns: ReadonlyArray<Json>,
    agentsOrder: Json | undefined
  ): void {
    const id: string = body.id
    const known = this.orders.get(id)
    this.expect(body.status !== "pending", "liveness.order", `${id} has been decided`, () => body.status)
    this.spent(body)
    const captured = this.captured(id)
    const back = this.givenBack(id)
    const counts = ["confirmed", "shipped", "delivered"].includes(body.status)
    const returned = returns.filter((one) => one.status === "refunded")
      .reduce((sum: number, one: Json) => sum + cents(one.refundAmount), 0)
    const kept = counts ? cents(body.total) - returned - (known?.goodwillMinor ?? 0) : 0
    if (known !== undefined || !counts) {
      this.expect(
        captured - back === kept,
        "money.order",
        `${id}, ${body.status}, keeps ${kept} cents`,
        () => `the provider has ${captured} taken and ${back} given back`
      )
    }
    const told = body.refunds.filter((refund: Json) => refund.status === "succeeded")
      .reduce((sum: number, refund: Json) => sum + cents(refund.amount), 0)
    this.expect(told === back, "money.refunds", `${back} cents given back of ${id}`, () => `${told} told`)
    this.expect(
      body.refunds.every((refund: Json) => refund.status === "succeeded"),
      "liveness.refunds",
      `all refunds of ${id} are done`,
      () => JSON.stringify(body.refunds)
    )
    if (known !== undefined) this.worth(body, returns, known.goodwillMinor)
    const wasPaid = body.timeline.some((entry: Json) => entry.status === "confirmed")
    if (agentsOrder !== undefined) {
      const refunded = !wasPaid ? 0 : known === undefined ? undefined : cents(body.total) - kept
      this.agents.settledOrder(body, agentsOrder, refunded)
    }
    this.expect((receipt !== undefined) === wasPaid, "receipt.paid", `a receipt: ${wasPaid}`, () => String(!wasPaid))
    if (receipt !== undefined) {
      this.receiptSeen(id, receipt)
      const credited = receipt.creditNotes.reduce(
        (sum: number, note: Json) => sum + (note.kind === "credit_note" ? 1 : -1) * Math.abs(cents(note.total)),
        0
      )
      const due = cents(body.total) - kept
      if (known !== undefined) {
        this.expect(credited === due, "receipt.credits", `${due} cents credited for ${id}`, () => String(credited))
      }
    }
    for (const item of body.items) {
      if (counts) this.restocked(item.productId, -item.quantity)
    }
  }

  /** What was accepted is worth its price, all of an order what sending it cost as well; less only after goodwill. */
  private worth({ id, items, shipping, total }: Json, returns: ReadonlyArray<Json>, goodwillMinor: number): void {
    const prices = new Map<string, number>(items.map((item: Json) => [item.productId, cents(item.price)]))
    const worths = returns.map((one) =>
      one.items.reduce(
        (sum: number, { accepted, productId }: Json) => sum + (accepted ?? 0) * prices.get(productId)!,
        0
      ) as number
    )
    const isWhole = items.every((item: Json) => item.returned === item.quantity)
    const due = worths.reduce((sum, worth) => sum + worth, isWhole ? cents(shipping) : 0)
    const back = returns.map((one) => one.status === "refunded" ? cents(one.refundAmount) : 0)
    const sum = back.reduce((sum, amount) => sum + amount, 0)
    const most = isWhole ? cents(shipping) : 0
    this.expect(
      back.every((amount, i) => amount <= worths[i]! + (worths[i]! > 0 ? most : 0))
        && (due + goodwillMinor > cents(total) ? sum <= due && sum >= cents(total) - goodwillMinor : sum === due),
      "return.worth",
      `${due} cents for what came back of ${id}: ${worths.join(" + ")}, and ${most} for sending it`,
      () => `${back.join(" + ")}, after ${goodwillMinor} of goodwill`
    )
  }

  /** What the provider was asked for off-session and took, for an order. */
  private spent({ createdAt, id, timeline }: Json): void {
    const [charge] = this.payments.look<{ instrument: string; amountMinor: number; source: string; at: number }>(
      `SELECT p.instrument, s.amount_minor AS "amountMinor", c.source, c.at
       FROM payment p JOIN session s ON s.id = p.session_id JOIN charge c ON c.key = p.charge_key
       WHERE s.order_id = ? AND p.status = 'succeeded' LIMIT 1`,
      id
    )
    if (charge === undefined) return
    this.expect(
      this.delegations.has(charge.source) || this.agents.knows(charge.source),
      "charge.source",
      `${id} is charged to what somebody was given`,
      () => charge.source
    )
    const { at, ...drawn } = charge
    const cancelled = timeline.find((entry: Json) => entry.status === "cancelled")
    const from = Date.parse(createdAt)
    this.spends.push({
      ...drawn,
      orderId: id,
      from,
      to: this.delegations.has(charge.source) ? from : at,
      until: cancelled === undefined ? Infinity : Date.parse(cancelled.at)
    })
  }

  /**
   * No window of any instrument or delegation ever held more than it may. It is enough to look at windows that end with
   * a spend, and to count in them what was surely spent there; what was cancelled before counts no more.
   */
  settledAllowance(): void {
    const accounts = new Map<string, { readonly limits: Allowed; readonly spends: Array<Spend> }>()
    const count = (account: string, limits: Allowed, spend: Spend) => {
      const known = accounts.get(account)
      if (known === undefined) accounts.set(account, { limits, spends: [spend] })
      else known.spends.push(spend)
    }
    for (const spend of this.spends) {
      count(`instrument ${spend.instrument}`, shopAllows, spend)
      const delegation = this.delegations.get(spend.source)
      if (delegation !== undefined) count(`delegation ${spend.source}`, delegation.limits, spend)
    }
    for (const [account, { limits, spends }] of accounts) {
      for (const last of spends) {
        this.expect(
          last.amountMinor <= limits.perTransaction,
          "allowance.perTransaction",
          `at most ${limits.perTransaction} cents at once from ${account}`,
          () => `${last.amountMinor} for ${last.orderId}`
        )
        for (const window of ["perDay", "perMonth"] as const) {
          const counted = spends.filter(({ from, to, until }) =>
            to <= last.to && from > last.to - windows[window] && until > last.to
          )
          const sum = counted.reduce((total, { amountMinor }) => total + amountMinor, 0)
          this.expect(
            sum <= limits[window],
            `allowance.${window}`,
            `at most ${limits[window]} cents ${window} from ${account}`,
            () => `${sum} cents: ${counted.map(({ orderId }) => orderId).join(" ")}`
          )
        }
      }
    }
  }

  /** Delegations of somebody's, by id. */
  delegationsOf(principal: string): ReadonlyArray<string> {
    return [...this.delegations].filter(([, { owner }]) => owner === principal).map(([id]) => id)
  }

  /** What can still be spent, when nothing is under way: what was allowed, less what stands. */
  settledDelegation({ delegationId, remaining, status }: Json, now: number): void {
    const known = this.delegations.get(delegationId)
    const instrument = this.spends.find(({ source }) => source === delegationId)?.instrument
    if (known === undefined || instrument === undefined || status !== "active") return
    for (const window of ["perDay", "perMonth"] as const) {
      const since = now - windows[window]
      const drawn = this.spends.filter((spend) => spend.instrument === instrument && spend.until === Infinity)
      // What was counted about when the window begins may be in it or not.
      if (drawn.some(({ from, to }) => from <= since + 120_000 && to > since - 120_000)) continue
      const counted = drawn.filter(({ from }) => from > since)
      const sum = (spends: ReadonlyArray<Spend>) => spends.reduce((total, { amountMinor }) => total + amountMinor, 0)
      const left = Math.max(
        0,
        Math.min(
          shopAllows[window] - sum(counted),
          known.limits[window] - sum(counted.filter(({ source }) => source === delegationId))
        )
      )
      this.expect(
        cents(remaining[window]) === left,
        "allowance.remaining",
        `${left} cents ${window} left to ${delegationId}: what was cancelled counts no more`,
        () =>
          `${cents(remaining[window])}, after ${
            counted.map((one) => `${one.amountMinor} for ${one.orderId}`).join(", ")
          }`
      )
    }
  }

  /** How many of a product can be had when nothing is under way. */
  settledStock(productId: string, quantity: number, partners: ReadonlyArray<Partner>): void {
    const expected = this.shelf(productId, partners)
    this.expect(
      expected === undefined || expected === quantity,
      "stock.conserved",
      `${expected} of ${productId}: what was stocked, less what was sold, and what came back`,
      () => String(quantity)
    )
  }

  /** What is on a shelf by all that is known; undefined where nobody can know what happened before it was counted. */
  private shelf(productId: string, partners: ReadonlyArray<Partner>): number | undefined {
    if ([...this.counting.values()].includes(productId)) return undefined
    const count = this.counted.get(productId)
    if (count === undefined) return this.stocked.get(productId)
    const [partner] = partners
    if (partner === undefined) return undefined
    const left = new Map(partner.heard.flatMap(({ data, event, id }) => event === "order.shipped" ? [[id, data]] : []))
    const changes = [
      ...[...left].flatMap(([id, { items = [] }]) =>
        items.filter((item) => item.productId === productId).map((item) => ({
          from: timeOf(id),
          to: timeOf(id),
          units: -item.quantity
        }))
      ),
      ...this.cameBack.filter((one) => one.productId === productId)
    ]
    if (changes.some(({ from, to }) => from <= count.to && to >= count.from)) return undefined
    return changes.filter(({ from }) => from > count.to).reduce((sum, { units }) => sum + units, count.onHand)
  }

  /** A principal's orders, all of them. */
  settledList(
    principal: string,
    orders: ReadonlyArray<{ readonly id: string; readonly status: string }>,
    refused: number
  ): void {
    const orderIds = orders.map(({ id }) => id)
    for (const id of orderIds) {
      this.expect(
        (this.orders.get(id)?.principal ?? principal) === principal,
        "privacy",
        `orders of ${principal}`,
        () => id
      )
    }
    for (const [id, order] of this.orders) {
      if (order.principal === principal) {
        this.expect(orderIds.includes(id), "acknowledged.lost", `order ${id} of ${principal}`, () => "not listed")
      }
    }
    // A checkout that the provider did not let through leaves a cancelled order behind, each time it is tried.
    const standing = orders.filter(({ status }) => status !== "cancelled").length
    const most = this.checkouts.get(principal) ?? 0
    this.expect(
      standing <= most && orders.length <= most + refused,
      "checkout.once",
      `at most ${most} orders of ${principal}, who checked out that often, and ${refused} cancelled for want of a page`,
      () => `${standing} of ${orders.length}`
    )
  }

  /** What is left in a cart whose owner did nothing after buying it. */
  settledCart(name: string, body: Json): void {
    const cart = this.carts.get(name)
    if (cart?.lastOrder === undefined || cart.changes > 0 || cart.open.size > 0) return
    const status = this.orders.get(cart.lastOrder)?.status
    if (status !== "shipped" && status !== "delivered") return
    this.expect(
      body.items.length === 0,
      "cart.consumed",
      `an empty cart: ${cart.lastOrder} was bought`,
      () => JSON.stringify(body.items)
    )
  }

  /** Numbers of papers have no gaps. */
  settledPapers(): void {
    const series = new Map<string, Array<number>>()
    for (const number of this.papers.keys()) {
      const name = number.slice(0, 6)
      series.set(name, [...series.get(name) ?? [], Number(number.slice(7))])
    }
    for (const [name, numbers] of series) {
      numbers.sort((a, b) => a - b)
      this.expect(
        numbers.every((number, i) => number === i + 1),
        "receipt.gapless",
        `${name}: 1 to ${numbers.length}`,
        () => numbers.join(" ")
      )
    }
  }

  /**
   * Partners have heard of everything that happened to an order, each first time in order: the first of them since before
   * there were orders, others as long as they were subscribed. `told`: the order as ACP tells of it.
   */
  settledEvents(
    body: Json,
    returns: ReadonlyArray<Json>,
    [witness, ...others]: ReadonlyArray<Partner>,
    told: Json | undefined
  ): void {
    if (witness === undefined) return
    const happened = this.settledWitness(body, returns, witness)
    const principal = this.orders.get(body.id)?.principal
    for (const other of others) this.subscriptions.settledOrder(body.id, principal, happened, other, told)
  }

  /** What happened to an order, by whoever heard of it from its beginning: each event once, in order. */
  private settledWitness(body: Json, returns: ReadonlyArray<Json>, partner: Partner): ReadonlyArray<Heard> {
    const due = new Map<string, number>()
    const owe = (event: string, count = 1) => due.set(event, (due.get(event) ?? 0) + count)
    for (const { status } of body.timeline) {
      if (status === "confirmed") owe("order.created")
      if (status === "confirmed") owe("payment.succeeded")
      if (status === "cancelled") owe("order.cancelled")
    }
    owe("order.shipped", body.shipments.length)
    owe("refund.created", body.refunds.length)
    for (const one of returns) {
      owe("return.initiated")
      for (const { status } of one.timeline) if (status !== "requested") owe(`return.${status}`)
    }
    const first = new Map<string, Heard>()
    let latest = 0
    let arrived = Infinity
    for (const one of partner.heard) {
      const { data, event, id } = one
      if (data.orderId !== body.id || first.has(id)) continue
      first.set(id, one)
      const time = timeOf(id)
      if (event === "order.delivered") arrived = Math.min(arrived, time)
      if (data.amount !== undefined) {
        const { amount } = data.refundId === undefined
          ? { amount: body.total }
          : body.refunds.find((one: Json) => one.refundId === data.refundId) ?? {}
        this.expect(
          amount === data.amount,
          "events.amount",
          `${event} of ${amount} for ${data.refundId ?? body.id}`,
          () => String(data.amount)
        )
      }
      this.expect(
        time >= latest,
        "events.order",
        `events of ${body.id} to ${partner.url} in order`,
        () => `${event} ${id} after ${latest}`
      )
      latest = time
    }
    for (const at of body.status === "cancelled" ? [] : this.ignored.get(body.id) ?? []) {
      // An arrival of a parcel that nobody knows, of an order that has left in others, may be ignored.
      const left = body.timeline.find((entry: Json) => entry.status === "shipped")?.at
      this.expect(
        arrived <= at || Date.parse(left) <= at,
        "arrival.lost",
        `an arrival of ${body.id} that is not ignored as long as nothing has arrived`,
        () => `ignored at ${new Date(at).toISOString()}`
      )
    }
    const heard = new Map<string, number>()
    for (const { event } of first.values()) heard.set(event, (heard.get(event) ?? 0) + 1)
    for (const [event, count] of due) {
      this.expect(
        (heard.get(event) ?? 0) === count,
        "events.delivered",
        `${count} × ${event} of ${body.id} to ${partner.url}`,
        () => `${heard.get(event) ?? 0}`
      )
    }
    const arrivals = heard.get("order.delivered") ?? 0
    this.expect(
      body.status !== "delivered" || arrivals > 0,
      "events.delivered",
      `order.delivered of ${body.id} to ${partner.url}`,
      () => "none"
    )
    return [...first.values()]
  }

  /** What staff had sent again was heard again. */
  settledReplays(partners: ReadonlyArray<Partner>): void {
    for (const { at, range, subscriptionId } of this.askedAgain) {
      const partner = partners.find(({ account }) => account?.subscriptionId === subscriptionId)
      if (!this.subscriptions.isLasting(subscriptionId)) continue
      const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
      const last = new Map(partner?.heard.map((one) => [one.id, one.at]))
      for (const [id, heardAt] of last) {
        const happened = timeOf(id)
        this.expect(
          happened < from || happened > to || heardAt >= at,
          "events.again",
          `${id} again after ${new Date(at).toISOString()}, when ${range.from} to ${range.to} was asked for`,
          () => `last at ${new Date(heardAt).toISOString()}`
        )
      }
    }
  }

  /** The provider was never asked for what cannot be. */
  settledLedger(): void {
    const refused = this.payments.look<{ key: string; failure: string }>(
      "SELECT key, failure FROM refund WHERE status = 'refused' ORDER BY key"
    )
    this.expect(
      refused.length === 0,
      "refund.refused",
      "no refund that the provider refuses",
      () => JSON.stringify(refused)
    )
    const keys = this.payments.look<{ id: string; n: number }>(
      `SELECT substr(key, 1, instr(key, ':') - 1) AS id, count(*) AS n FROM refund WHERE status IN ('pending', 'succeeded')
       GROUP BY substr(key, 1, instr(key, ':') - 1) HAVING count(*) > 1 ORDER BY 1`
    )
    this.expect(keys.length === 0, "refund.once", "each refund given once", () => JSON.stringify(keys))
  }
}
