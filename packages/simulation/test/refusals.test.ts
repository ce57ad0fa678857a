/** The auditor's rules of refusals: what is refused at the edge of what is allowed, and a step off it. */
import { Audit, type Exchange } from "@beauty-store/simulation/auditor/Audit"
import * as Carts from "@beauty-store/simulation/auditor/Carts"
import * as Delegations from "@beauty-store/simulation/auditor/Delegations"
import * as Idempotency from "@beauty-store/simulation/auditor/Idempotency"
import type {
  NamedReset,
  RefusedChange,
  RefusedHold,
  SentRequest,
  Spend
} from "@beauty-store/simulation/auditor/Observations"
import * as Rates from "@beauty-store/simulation/auditor/Rates"
import * as RefusedChanges from "@beauty-store/simulation/auditor/RefusedChanges"
import * as RefusedHolds from "@beauty-store/simulation/auditor/RefusedHolds"
import { Disk } from "@beauty-store/simulation/engine/Disk"
import type { Response } from "@beauty-store/simulation/engine/Network"
import { describe, expect, test } from "vitest"

const now = Date.parse("2026-06-01T08:00:00Z")
const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
const at = (millis: number) => new Date(millis).toISOString()

const auditor = () => {
  const disk = new Disk()
  const audit = new Audit(disk, () => false)
  disk.close()
  const broken = () => audit.seen.violations.splice(0).map(({ rule }) => rule)
  return { audit, broken, seen: audit.seen }
}

const refusal = (change: Partial<RefusedChange>): RefusedChange => ({
  operation: "orders.cancel",
  code: "order_not_cancellable",
  subject: "ord_1",
  json: {},
  words: "",
  hadArrived: true,
  from: now,
  to: now + second,
  ...change
})

/** What an order of two units of a serum shows at rest. */
const orderOf = (changes: object) => ({
  id: "ord_1",
  total: 50,
  items: [{ productId: "serum", quantity: 2 }],
  refunds: [],
  timeline: [{ status: "pending", at: at(now - day) }, { status: "confirmed", at: at(now - day + minute) }],
  ...changes
})

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const eventId = (millis: number) => {
  let [id, left] = ["", millis]
  while (id.length < 8) [id, left] = [digits[left % 62] + id, Math.floor(left / 62)]
  return `evt_${id}`
}
const both = [{ productId: "serum", quantity: 2 }]

/** What a partner was told of a parcel that arrived, by carrier a day after it had left. */
const parcel = (items: typeof both, arrived: number, trackingNumber = "T1") => [
  {
    id: eventId(arrived - day),
    event: "order.shipped",
    data: { orderId: "ord_1", items, carrier: "DHL", trackingNumber }
  },
  {
    id: eventId(arrived),
    event: "order.delivered",
    data: { orderId: "ord_1", trackingNumber, deliveredAt: at(arrived) }
  }
]

/** Judges a refusal by an order, its returns, and what was told of it: that it arrived, if nothing else. */
const judged = (
  change: Partial<RefusedChange>,
  order: object = {},
  returns: ReadonlyArray<object> = [],
  told: ReadonlyArray<object> = [{
    id: eventId(now),
    event: "order.delivered",
    data: { orderId: "ord_1", deliveredAt: at(now) }
  }]
) => {
  const { audit, broken, seen } = auditor()
  seen.refusedChanges.push(refusal(change))
  const partner = { received: told }
  // The rules read no more of them.
  RefusedChanges.orderAtRest(audit, orderOf(order) as never, returns as never, [partner] as never)
  return broken()
}

test("a cart with goods is bought, unless another checkout may have bought it at once", () => {
  const { audit, broken, seen } = auditor()
  const units = new Map([["serum", 1]])
  const state = { items: units, unpaid: new Map(), paid: new Set<string>() }
  seen.cartsBought.set(7, [units])
  const cart = Carts.cartOf(audit, "ada")
  const judged = (states: typeof cart.states) => {
    cart.states = states
    const refused = { body: { code: "cart_empty" }, sent: { n: 7, cart: "ada", operation: "checkout.start" } }
    // The rule reads no more of it.
    RefusedHolds.refused(audit, refused as never)
    return broken()
  }
  expect(judged([state])).toEqual(["refused.cart"])
  expect(judged([state, { ...state, items: new Map() }])).toEqual([])
  expect(judged([{ ...state, unpaid: new Map([["ord_1", units]]) }])).toEqual([])
  cart.checkouts.add("another")
  expect(judged([state])).toEqual([])
})

test("an order of which nothing had left is cancelled", () => {
  expect(judged({})).toEqual(["refused.cancel"])
  expect(judged({ code: "idempotency_in_flight" })).toEqual([])
})

test("exactly what is left is refunded, a cent more is not", () => {
  const refund = { operation: "refunds.give", code: "refund_exceeds_captured" }
  const refunds = [{ amount: 20, createdAt: at(now - hour) }]
  for (
    const [amount, expected] of [[29.99, ["refused.refund"]], [30, ["refused.refund"]], [30.01, []]] as const
  ) expect(judged({ ...refund, json: { amount } }, { refunds }), String(amount)).toEqual(expected)
  // Something that was given back before the response came may have come first.
  expect(judged({ ...refund, json: { amount: 50 } }, { refunds: [{ amount: 1, createdAt: at(now + second) }] }))
    .toEqual([])
  expect(judged({ ...refund, json: { amount: 50 } }, { refunds: [{ amount: 1, createdAt: at(now + 2 * second) }] }))
    .toEqual(["refused.refund"])
  const none = { operation: "refunds.give", code: "refund_not_possible" }
  expect(judged(none)).toEqual(["refused.refund"])
  expect(judged(none, { refunds: [{ amount: 50, createdAt: at(now) }] })).toEqual([])
  expect(judged(none, { timeline: [{ status: "pending", at: at(now) }] })).toEqual([])
})

const back = { operation: "returns.request", json: { items: both } }
/** A return of one unit. */
const before = {
  returnId: "ret_1",
  status: "requested",
  createdAt: at(now - hour),
  timeline: [],
  items: [{ productId: "serum", quantity: 1 }]
}

test("what has arrived comes back, as much as is left, unless it is sealed and was opened", () => {
  const nothingLeft = { ...back, code: "nothing_left_to_return" }
  const arrived = parcel(both, now - 2 * hour)
  const calledOff = { ...before, status: "cancelled", timeline: [{ status: "cancelled", at: at(now - minute) }] }
  expect(judged({ ...back, code: "order_not_delivered" })).toEqual(["refused.return"])
  expect(judged({ ...back, code: "order_not_delivered", hadArrived: false })).toEqual([])
  expect(judged(nothingLeft)).toEqual(["refused.return"])
  expect(judged(nothingLeft, {}, [before], arrived)).toEqual([])
  expect(judged(nothingLeft, {}, [calledOff], arrived)).toEqual(["refused.return"])
  // Where the window may be over, nothing is judged.
  expect(judged(nothingLeft, {}, [], parcel(both, now - 40 * day))).toEqual([])
  expect(judged({ ...back, code: "product_not_in_order" })).toEqual(["refused.return"])
  expect(judged({ ...back, code: "hygiene_seal_broken" })).toEqual(["refused.sealed"])
})

test("a window is refused as closed only where no parcel has units left whose window is open", () => {
  const closed = { ...back, code: "return_window_closed" }
  const [late, early] = [now - hour, now - 40 * day]
  const one = [{ productId: "serum", quantity: 1 }]
  const apart = [...parcel(one, early, "T1"), ...parcel(one, late, "T2")]
  expect(judged(closed, {}, [], parcel(both, late))).toEqual(["return.window"])
  expect(judged(closed, {}, [], parcel(both, early))).toEqual([])
  // One of two is in the later parcel.
  expect(judged(closed, {}, [], apart)).toEqual([])
  expect(judged({ ...closed, json: { items: one } }, {}, [], apart)).toEqual(["return.window"])
  expect(judged({ ...closed, json: { items: one } }, {}, [{ ...before, createdAt: at(now - minute) }], apart))
    .toEqual([])
})

test("no unit comes back twice, and none after the window of its parcel", () => {
  const none = { operation: "none" }
  const asked = (quantity: number, createdAt: number, change: object = {}) => ({
    ...before,
    createdAt: at(createdAt),
    items: [{ productId: "serum", quantity }],
    ...change
  })
  const arrived = parcel(both, now - 2 * day)
  const found = (
    returns: ReadonlyArray<object>,
    units: ReadonlyArray<readonly [id: string, quantity: number]> = []
  ) => {
    const { audit, broken, seen } = auditor()
    for (const [id, quantity] of units) seen.foundInReturns.set(id, [{ productId: "serum", quantity }])
    // The rules read no more of them.
    RefusedChanges.orderAtRest(audit, orderOf({}) as never, returns as never, [{ received: arrived }] as never)
    return broken()
  }
  const second = { returnId: "ret_2" }
  expect(found([asked(1, now), asked(1, now, second)])).toEqual([])
  expect(found([asked(2, now), asked(1, now, second)])).toEqual(["return.units"])
  expect(found([asked(2, now, { status: "cancelled" }), asked(2, now, second)])).toEqual([])
  // What was announced and not found is free again.
  const refunded = asked(2, now, { status: "refunded" })
  expect(found([refunded, asked(1, now, second)], [["ret_1", 1]])).toEqual([])
  expect(found([refunded, asked(2, now, second)], [["ret_1", 1]])).toEqual(["return.units"])
  const lastDay = now - 2 * day + 30 * day
  expect(judged(none, {}, [asked(2, lastDay)], arrived)).toEqual([])
  expect(judged(none, {}, [asked(2, lastDay + day)], arrived)).toEqual(["return.window"])
  // Before it is known that it arrived.
  expect(judged(none, {}, [asked(2, now - 2 * day - minute)], arrived)).toEqual(["return.window"])
})

test("a shipment may be reported again", () => {
  const again = {
    operation: "orders.ship",
    code: "order_not_shippable",
    json: { carrier: "DHL", trackingNumber: "T1" }
  }
  const left = parcel(both, now - hour)
  expect(judged(again, {}, [], left)).toContain("refused.shipAgain")
  expect(judged({ ...again, json: { carrier: "DHL", trackingNumber: "T2" } }, {}, [], left))
    .not.toContain("refused.shipAgain")
  expect(judged({ ...again, code: "idempotency_in_flight" }, {}, [], left)).toEqual([])
})

test("a return is called off until it has arrived", () => {
  const off = { operation: "returns.cancel", code: "return_not_cancellable", subject: "ret_1" }
  const one = (received: number) => [{
    returnId: "ret_1",
    createdAt: at(now - day),
    items: [],
    timeline: [{ status: "received", at: at(received) }]
  }]
  expect(judged(off, {}, one(now + second))).toEqual([])
  expect(judged(off, {}, one(now + 2 * second))).toEqual(["refused.returnCancel"])
})

/** What was kept of a serum of which there were ten, and for whom. */
const heldUnits = (kept: ReadonlyArray<readonly [units: number, from: number, until: number]>) => {
  const { audit, broken, seen } = auditor()
  seen.firstStocked.set("serum", 10)
  for (const [units, from, until] of kept) {
    seen.holds.push({
      orderId: `ord_${seen.holds.length}`,
      buyer: { principal: "ada", shopper: undefined, network: undefined, hoards: false },
      units: new Map([["serum", units]]),
      from,
      until,
      keptUntil: until,
      wasPaid: false,
      shippedAt: Infinity
    })
  }
  const refused = (change: Partial<RefusedHold>) => {
    seen.refusedHolds.push({
      from: now,
      to: now + second,
      line: "POST /api/checkout",
      checkout: { cart: "ada", firstSent: 5 },
      principal: "ada",
      network: undefined,
      code: "insufficient_stock",
      productId: "serum",
      requested: undefined,
      allowed: undefined,
      limit: undefined,
      of: undefined,
      wanted: undefined,
      ...change
    })
    RefusedHolds.refusalsAtRest(audit)
    return broken()
  }
  return { refused, seen }
}

test("the last units are sold: a refusal needs a moment at which fewer were there", () => {
  const kept = [[4, now - hour, now + hour]] as const
  expect(heldUnits(kept).refused({ requested: 6 })).toEqual(["refused.stock"])
  expect(heldUnits(kept).refused({ requested: 7 })).toEqual([])
  // Two that were never there at the same time.
  const inTurn = [[4, now - 2 * hour, now - hour], [4, now - hour, now + hour]] as const
  expect(heldUnits(inTurn).refused({ requested: 6 })).toEqual(["refused.stock"])
  expect(heldUnits([...kept, [1, now + second, now + hour]]).refused({ requested: 6 })).toEqual([])
  expect(heldUnits([...kept, [1, now + 2 * second, now + hour]]).refused({ requested: 6 })).toEqual(["refused.stock"])
  const { refused, seen } = heldUnits(kept)
  seen.recounted.add("serum")
  expect(refused({ requested: 1 })).toEqual([])
})

test("what an earlier checkout of the same cart keeps is there for the next", () => {
  const scene = (cart: string, n: number, until: number) => {
    const one = heldUnits([[10, now - minute, until]])
    one.seen.checkoutOrders.set("ord_0", { cart, expiresAt: now + hour, n })
    return one.refused({ requested: 10 })
  }
  expect(scene("ada", 4, now + hour)).toEqual(["refused.own"])
  expect(scene("eve", 4, now + hour)).toEqual([])
  expect(scene("ada", 5, now + hour)).toEqual([])
  expect(scene("ada", 4, now + second)).toEqual([])
  expect(heldUnits([[10, now - minute, now + hour]]).refused({ requested: 10 })).toEqual([])
})

test("a checkout is refused for what is unpaid only where that is more than the limit", () => {
  const over = { code: "unpaid_limit_reached", limit: "unitsPerProduct", of: "shopper" } as const
  const wanted = new Map([["serum", 10]])
  expect(heldUnits([[40, now - minute, now + hour]]).refused({ ...over, wanted })).toEqual([])
  expect(heldUnits([[30, now - minute, now + hour]]).refused({ ...over, wanted })).toEqual(["hold.refused"])
  expect(heldUnits([[31, now - minute, now + hour]]).refused({ ...over, wanted })).toEqual([])
  expect(heldUnits([[31, now - hour, now - hour / 2]]).refused({ ...over, wanted })).toEqual(["hold.refused"])
  expect(heldUnits([]).refused({ ...over, limit: "sessions", wanted })).toEqual(["hold.refused"])
  expect(heldUnits([]).refused({ ...over, wanted: undefined })).toEqual([])
  const large = { ...over, code: "unpaid_order_too_large", wanted }
  expect(heldUnits([]).refused({ ...large, requested: 40, allowed: 40 })).toEqual(["hold.tooLarge"])
  expect(heldUnits([]).refused({ ...large, requested: 41, allowed: 40 })).toEqual([])
  expect(heldUnits([]).refused({ ...large, requested: 41, allowed: 39 })).toEqual(["hold.tooLarge"])
})

const request = (n: number, from: number, change: Partial<SentRequest> = {}): SentRequest => ({
  n,
  at: from,
  principal: "ada",
  cart: "ada",
  network: "203.0.113.7",
  hoards: false,
  isStaff: false,
  method: "GET",
  path: "/api/products",
  operation: "catalog.search",
  subject: "",
  key: undefined,
  json: undefined,
  token: undefined,
  ...change
})
const response = (status: number, headers: Readonly<Record<string, string>> = {}, body = "{}"): Response => ({
  status,
  headers,
  body
})

const limited = { code: "rate_limited", budget: "network" }

test("a budget refuses only what is more than a whole one and what has grown back since", () => {
  /** Reads at once, and one some seconds later, which is refused. */
  const refusedAfter = (reads: number, seconds: number) => {
    const { audit, broken } = auditor()
    let n = 0
    const send = (from: number, answer: Response) => {
      const sent = request(++n, from)
      Rates.sent(audit, sent)
      Rates.answered(audit, sent, answer, limited, from)
    }
    for (let left = reads; left > 0; left--) send(now, response(200))
    send(now + seconds * second, response(429, { "retry-after": "1" }))
    return broken()
  }
  expect(refusedAfter(600, 0)).toEqual([])
  expect(refusedAfter(599, 0)).toEqual(["rates.refused"])
  // Ten of six hundred grow back in a second.
  expect(refusedAfter(600, 1)).toEqual(["rates.refused"])
  expect(refusedAfter(600, 0.05)).toEqual([])
})

test("a Retry-After is no longer than what the request costs takes to grow back", () => {
  const refusedFor = (seconds: number, budget: string, change: Partial<SentRequest> = {}) => {
    const { audit, broken } = auditor()
    // A clock was set: whether something was used up is not known.
    audit.seen.clocksSet.push(now)
    const sent = request(1, now, change)
    Rates.sent(audit, sent)
    const body = { ...limited, budget }
    Rates.answered(audit, sent, response(429, { "retry-after": String(seconds) }), body, now)
    return broken()
  }
  const guest = { method: "POST", operation: "auth.guest" } as const
  const long = { method: "POST", operation: "support.ask", json: { message: "x".repeat(4096 + 1023) } } as const
  for (
    const [longest, budget, change] of [
      [1, "network", {}],
      [5, "network", guest],
      // A unit for a part of a KiB, and two for what stands around the text.
      [6, "network", long],
      [3, "failures", {}],
      [60, "shopper", {}],
      [60, "network", { operation: "orders.receipt" }]
    ] as const
  ) {
    expect(refusedFor(longest, budget, change), budget).toEqual([])
    expect(refusedFor(longest + 1, budget, change), budget).toEqual(["rates.retryAfter"])
  }
  expect(refusedFor(0, "network")).toEqual(["rates.retryAfter"])
})

test("a refused request is promised room only if nothing was under way beside it", () => {
  /** A refusal, another request that is answered before it or while it is under way, and the same again. */
  const broken = (beside: boolean) => {
    const { audit, broken } = auditor()
    // A clock was set: whether something was used up is not known.
    audit.seen.clocksSet.push(now)
    const send = (n: number, change: Partial<SentRequest> = {}) => {
      const sent = request(n, now + (n === 3 ? second : 0), change)
      Rates.sent(audit, sent)
      return (status: number, events: number) => {
        audit.seen.events = events
        Rates.answered(audit, sent, response(status, { "retry-after": "1" }), limited, sent.at)
      }
    }
    const other = send(0, { path: "/api/" })
    if (!beside) other(200, 0)
    const refused = send(1)
    if (beside) other(200, 1)
    refused(429, 2)
    send(3)(429, 4)
    return broken()
  }
  expect(broken(false)).toEqual(["rates.retryAfter"])
  expect(broken(true)).toEqual([])
})

describe("what a response says is left of a budget", () => {
  const policy = "\"network\";q=600;w=60, \"shopper\";q=600;w=60"
  /** Two guests at once, and a read some seconds later, whose response says what is left. */
  const said = (left: number, backAfter: number, seconds = 0, starts: ReadonlyArray<number> = [], stores = 1) => {
    const { audit, broken } = auditor()
    audit.stores = stores
    audit.seen.starts.push(...starts)
    const send = (n: number, from: number, change: Partial<SentRequest>, headers: Readonly<Record<string, string>>) => {
      const sent = request(n, from, change)
      Rates.sent(audit, sent)
      Rates.answered(audit, sent, response(200, headers), {}, from)
    }
    for (const n of [1, 2]) send(n, now, { method: "POST", operation: "auth.guest", path: "/api/auth/guest" }, {})
    const ratelimit = `"network";r=${left};t=${backAfter}, "shopper";r=9;t=9`
    send(3, now + seconds * second, {}, { "ratelimit-policy": policy, ratelimit })
    return broken()
  }

  test("is a whole one less what was used, and what has grown back", () => {
    expect(said(499, 11)).toEqual([])
    expect(said(500, 10)).toEqual(["rates.said"])
    // Fifty of a hundred units have grown back.
    expect(said(549, 6, 5)).toEqual([])
    expect(said(551, 5, 5)).toEqual(["rates.said"])
    // From the same address somebody else may have asked, too.
    expect(said(300, 30)).toEqual([])
  })

  test("is less what was answered before it was sent, and not what was sent beside it, whatever the millisecond", () => {
    const saidAfter = (endsAt: number) => {
      const { audit, broken } = auditor()
      const [first, second] = [request(1, now, { path: "/api/" }), request(2, now)]
      const headers = { "ratelimit-policy": policy, ratelimit: "\"network\";r=599;t=1, \"shopper\";r=9;t=9" }
      Rates.sent(audit, first)
      if (endsAt === 2) Rates.sent(audit, second)
      audit.seen.events = endsAt
      Rates.answered(audit, first, response(200), {}, now)
      if (endsAt === 1) Rates.sent(audit, second)
      Rates.answered(audit, second, response(200, headers), {}, now)
      return broken()
    }
    expect(saidAfter(1)).toEqual(["rates.said"])
    expect(saidAfter(2)).toEqual([])
  })

  test("is back when it has grown back", () => {
    expect(said(499, 9)).toEqual([])
    expect(said(499, 8)).toEqual(["rates.said"])
    expect(said(499, 12)).toEqual(["rates.said"])
  })

  test("is whole again with a start of the store, and unknown of several", () => {
    expect(said(599, 1, 5, [now + second])).toEqual([])
    expect(said(599, 1, 5, [now - second])).toEqual(["rates.said"])
    expect(said(599, 1, 5, [], 2)).toEqual([])
  })
})

describe("the time at which room comes back under a limit", () => {
  const spend = (at: number, change: Partial<Spend> = {}): Spend => ({
    orderId: "ord_1",
    instrument: "card",
    source: "del_1",
    amountMinor: 1,
    from: at,
    to: at,
    until: Infinity,
    ...change
  })
  const [first, last] = [now - 2 * hour, now - hour]
  const named = (resetsAt: number | null, change: Partial<NamedReset> = {}, spends = [spend(first), spend(last)]) => {
    const { audit, broken, seen } = auditor()
    for (const source of ["del_1", "del_2"]) {
      const limits = { perTransaction: 100, perDay: 100, perMonth: 100 }
      seen.delegations.set(source, { owner: "ada", limits, expiresAt: Infinity, revokedAt: undefined })
    }
    seen.spends.push(...spends)
    const span = { from: now, to: now + second }
    seen.resetsNamed.push({ delegation: "del_1", of: undefined, limit: "perDay", resetsAt, ...span, ...change })
    Delegations.allowancesAtRest(audit)
    return broken()
  }
  const wrong = ["allowance.resets"]

  test("is when the first spend that counts leaves the window", () => {
    expect(named(first + day)).toEqual([])
    expect(named(first + day + 1)).toEqual(wrong)
    expect(named(last + day)).toEqual(wrong)
    expect(named(null)).toEqual(wrong)
    expect(named(first + 30 * day, { limit: "perMonth" })).toEqual([])
    expect(named(first + 30 * day + 1, { limit: "perMonth" })).toEqual(wrong)
    // One that was never charged may have counted.
    expect(named(first + day - 1)).toEqual([])
  })

  test("is not over, and within the window", () => {
    expect(named(now)).toEqual(wrong)
    expect(named(now + day + second + 1, {}, [])).toEqual(wrong)
    expect(named(now + day + second, {}, [])).toEqual([])
    expect(named(null, {}, [])).toEqual([])
  })

  test("leaves out what was cancelled, what is too old, and what was not yet there", () => {
    expect(named(last + day, {}, [spend(first, { until: now }), spend(last)])).toEqual([])
    expect(named(last + day, {}, [spend(now - day), spend(last)])).toEqual([])
    expect(named(null, {}, [spend(now - second)])).toEqual([])
  })

  test("is that of the limit's owner: of all that the card pays, or of the delegation", () => {
    const others = [spend(first, { source: "del_2" }), spend(last)]
    expect(named(last + day, { of: "delegation" }, others)).toEqual([])
    expect(named(last + day, { of: "store" }, others)).toEqual(wrong)
    expect(named(last + day, {}, others)).toEqual([])
    expect(named(last + day + 1, {}, others)).toEqual(wrong)
  })

  test("is none for a limit on what is spent at once", () => {
    expect(named(null, { limit: "perTransaction" })).toEqual([])
    expect(named(first + day, { limit: "perTransaction" })).toEqual(wrong)
  })
})

test("a response is kept for 25 hours, to the millisecond", () => {
  const kept = 25 * hour
  /** The same once more, answered with the same or anew. */
  const again = (after: number, isReplay: boolean) => {
    const { audit, broken } = auditor()
    const send = (n: number, from: number, body: string, headers = {}) => {
      const sent = request(n, from, { method: "POST", path: "/api/support", operation: "support.ask", key: "k" })
      Idempotency.sent(audit, sent)
      return Idempotency.answered(audit, sent, response(200, headers, body), {}, from)
    }
    send(1, now, "first")
    const isFirst = isReplay
      ? send(2, now + after, "first", { "idempotent-replayed": "true" })
      : send(2, now + after, "second")
    return [isFirst, broken()] as const
  }
  expect(again(kept - 1, true)).toEqual([false, []])
  expect(again(kept - 1, false)).toEqual([false, ["idempotency.sameAnswer", "idempotency.replayed"]])
  expect(again(kept, true)).toEqual([true, ["idempotency.over"]])
  expect(again(kept, false)).toEqual([true, []])
})

test("a refusal is judged once, with the moments between which it was decided", () => {
  const { audit, seen } = auditor()
  const sent = request(1, now, {
    method: "POST",
    path: "/api/refunds",
    operation: "refunds.give",
    json: { orderId: "ord_1", amount: 1 }
  })
  const exchange: Exchange = {
    sent,
    request: sent.json,
    response: response(409),
    body: { code: "refund_not_possible" },
    n: 2,
    at: now + second,
    firstSentAt: now - minute,
    isFirst: true
  }
  RefusedChanges.refused(audit, exchange)
  RefusedChanges.refused(audit, { ...exchange, isFirst: false })
  expect(seen.refusedChanges.map(({ from, subject, to }) => [from, subject, to])).toEqual([
    [now - minute, "ord_1", now + second]
  ])
})
