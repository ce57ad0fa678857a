/**
 * Shoppers, who browse, hesitate, double-click, retry, change their minds, pay, cancel, return and complain. Each is a
 * script that draws what it does next.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Cart, CheckoutSession, InventoryStatus, Order, Return, Ticket } from "../auditor/Bodies.ts"
import * as Boundaries from "../auditor/Boundaries.ts"
import { berlinMidnight } from "../auditor/Calendar.ts"
import type { Prng } from "../engine/Prng.ts"
import { day, hour, minute, second } from "../engine/Time.ts"
import { agentFor, drawAgent } from "./Agents.ts"
import { Client, type Received } from "./Client.ts"
import { probeLabel, visitOrderPage } from "./OrderPages.ts"
import { pay } from "./PaymentPages.ts"
import { complaint, probeForeignOrder } from "./Probes.ts"
import type { Staff } from "./Staff.ts"
import {
  change,
  deliveryOf,
  does,
  guestToken,
  listOrders,
  newGuest,
  pause,
  untilExactly,
  type Workload
} from "./Workload.ts"

/** A product that many want at one moment, in milliseconds. */
export interface FlashSale {
  readonly product: string
  readonly at: number
}

/** Puts a product that is about to go on sale into the cart, and waits for the moment. */
const waitForSale = Effect.fnUntraced(function*(workload: Workload, client: Client, { at, product }: FlashSale) {
  const wanted = { productId: product, quantity: client.prng.logUniform(1, 4) }
  yield* change(workload, client, "POST", "/api/cart", wanted)
  yield* Effect.sleep(Math.max(0, at - (yield* Clock.currentTimeMillis)))
})

const fillCart = Effect.fnUntraced(function*(workload: Workload, client: Client) {
  const { products } = workload
  const { prng } = client
  const add = Effect.suspend(() =>
    change(workload, client, "POST", "/api/cart", { productId: prng.pick(products), quantity: prng.logUniform(1, 4) })
  )
  for (let lines = prng.int(1, 3); lines > 0; lines--) {
    if (does(workload, client, "act.browse")) {
      yield* client.send(
        "GET",
        prng.pick(["/api/", `/api/products/${prng.pick(products)}`, `/api/inventory/${prng.pick(products)}`])
      )
    }
    const inTwoTabs = does(workload, client, "act.twoTabs")
    yield* inTwoTabs ? Effect.all([add, add], { concurrency: "unbounded", discard: true }) : add
    yield* pause(prng, 10, minute)
  }
  if (does(workload, client, "act.changeCart")) {
    const product = prng.pick(products)
    yield* prng.happens(0.5)
      ? change(workload, client, "PUT", `/api/cart/items/${product}`, { quantity: prng.int(0, 3) })
      : change(workload, client, "DELETE", `/api/cart/items/${product}`, undefined)
  }
  yield* client.send("GET", "/api/cart")
})

/** Reads what there is of an order besides the order itself: each of it is a way to what belongs to somebody. */
const lookAround = Effect.fnUntraced(function*(client: Client, order: Order) {
  const prng = client.prng.stream(`looks at ${order.id}`)
  const places = [
    `/api/orders/${order.id}/receipt`,
    `/api/tracking/${order.id}`,
    "/api/refunds",
    "/api/orders",
    ...order.refunds.map(({ refundId }) => `/api/refunds/${refundId}`),
    ...order.returns.map(({ returnId }) => `/api/returns/${returnId}`)
  ]
  const last = order.refunds.at(-1)
  if (last !== undefined) yield* client.send("GET", `/api/refunds/${last.refundId}`)
  for (let looks = prng.int(1, 2); looks > 0; looks--) yield* client.send("GET", prng.pick(places))
})

/** Follows an order after it is placed: looks, cancels, complains, returns. */
export const followOrder = Effect.fnUntraced(function*(workload: Workload, client: Client, orderId: string) {
  const { prng } = client
  let order: Received<Order | undefined> | undefined
  const sendsBack = does(workload, client, "act.return")
  const waitsForIt = () => sendsBack && ["confirmed", "shipped"].includes(order?.json?.status as string)
  for (let looks = prng.int(2, 5); looks > 0 || waitsForIt(); looks--) {
    order = yield* client.send<Order | undefined>("GET", `/api/orders/${orderId}`)
    if (order?.status === 200 && does(workload, client, "act.cancel")) {
      yield* change(workload, client, "POST", `/api/orders/${orderId}/cancel`, { reason: "changed my mind" })
    }
    if (does(workload, client, "act.pry")) yield* probeForeignOrder(workload, client)
    if (does(workload, client, "act.page")) yield* visitOrderPage(workload, client, orderId)
    if (order?.json?.status === "delivered") break
    if ((yield* Clock.currentTimeMillis) > workload.endsAt) return
    yield* pause(prng, looks > 0 ? second : hour, day)
  }
  const last = order?.status === 200 ? order.json : undefined
  if (last !== undefined && does(workload, client, "act.look")) yield* lookAround(client, last)
  if (does(workload, client, "act.complain")) {
    const ticket = yield* change<Ticket>(workload, client, "POST", "/api/support", { ...complaint, orderId })
    if (ticket?.status === 200) {
      yield* client.send("GET", `/api/support/${ticket.json.ticketId}`)
      if (prng.stream("more to say").happens(0.5)) {
        yield* pause(prng.stream("says more"), minute, day)
        const reply = { message: "It is still not here." }
        yield* change(workload, client, "POST", `/api/support/${ticket.json.ticketId}/reply`, reply)
      }
      yield* client.send("GET", "/api/support")
    }
  }
  if (does(workload, client, "act.repeatLate")) yield* client.repeatLastRequest
  if (order?.json?.status !== "delivered" || !sendsBack) return
  // The window ends with a day in Berlin.
  if (does(workload, client, "act.returnLate") && prng.happens(0.3)) {
    const now = yield* Clock.currentTimeMillis
    const off = prng.happens(0.5) ? prng.pick(Boundaries.steps) : prng.int(-2, 2) * second
    yield* untilExactly(client, berlinMidnight(now) + off)
  }
  yield* requestReturn(workload, client, order.json)
})

/** Requests a return of a part of an order. */
const requestReturn = Effect.fnUntraced(function*(workload: Workload, client: Client, order: Order) {
  const { prng } = client
  const item = prng.pick(order.items)
  const asked = yield* change<Return>(workload, client, "POST", "/api/returns", {
    orderId: order.id,
    items: [{
      productId: item.productId,
      reason: "not my shade",
      ...(prng.happens(0.5) ? {} : { quantity: prng.int(1, item.quantity) }),
      ...(prng.happens(0.3) ? { condition: prng.pick(["unopened", "opened", "defective"]) } : {})
    }]
  })
  if (asked?.status !== 200) return
  yield* pause(prng, second, hour)
  const { returnId, returnLabel } = asked.json
  yield* probeLabel(workload, client, returnLabel)
  yield* client.send("GET", `/api/returns/${returnId}`)
  if (does(workload, client, "act.cancelReturn")) {
    yield* change(workload, client, "POST", `/api/returns/${returnId}/cancel`, undefined)
  }
})

/** At rest, a shopper looks through their orders, and returns what they still can, or no longer can. */
export const returnDelivered = Effect.fnUntraced(function*(workload: Workload, client: Client) {
  for (const { id, status } of (yield* listOrders(client)) ?? []) {
    if (status !== "delivered" || !does(workload, client, "act.return")) continue
    const order = yield* client.get<Order>(`/api/orders/${id}`)
    if (order?.status !== 200) continue
    yield* client.prng.stream(`all of ${id}`).happens(0.4)
      ? returnAll(client, order.json)
      : requestReturn(workload, client, order.json)
  }
})

/** Returns all of an order, each product by itself, one of them in two parcels. */
const returnAll = Effect.fnUntraced(function*(client: Client, { id, items, returns }: Order) {
  if (returns.length > 0) return
  for (const [n, { productId, quantity }] of items.entries()) {
    const parts = n === 0 && quantity > 1 ? [1, quantity - 1] : [quantity]
    for (const part of parts) {
      const item = { productId, quantity: part, reason: "not my shade", condition: "unopened" }
      yield* client.sendUntilFinal("POST", "/api/returns", { orderId: id, items: [item] }, client.uuid())
    }
  }
})

/** Gives one of the codes that staff have put up. */
const giveCode = Effect.fnUntraced(function*(workload: Workload, client: Client) {
  const codes = [...workload.clientContext.auditor.seen.promotions.keys()]
  const prng = client.prng.stream(`code ${codes.length}`)
  if (codes.length === 0 || !does(workload, { prng }, "act.code")) return
  yield* client.sendUntilFinal("PUT", "/api/cart/discounts", { codes: [prng.pick(codes)] }, client.uuid())
})

/** Checks out, in one tab or in two at once, for a total that was named or for whatever the cart showed. */
const checkOut = Effect.fnUntraced(function*(
  workload: Workload,
  client: Client,
  expectedTotal: number | undefined
) {
  yield* giveCode(workload, client)
  const request = { ...deliveryOf(workload, client), ...(expectedTotal === undefined ? {} : { expectedTotal }) }
  if (!does(workload, client, "act.twoTabs")) {
    return yield* change<CheckoutSession>(workload, client, "POST", "/api/checkout", request)
  }
  const [session] = yield* Effect.all([
    change<CheckoutSession>(workload, client, "POST", "/api/checkout", request),
    change(workload, client, "POST", "/api/checkout", deliveryOf(workload, client))
  ], { concurrency: "unbounded" })
  return session
})

/** Puts more into the cart while the payment's page is open, or changes it: that is not bought. */
const addWhilePaying = Effect.fnUntraced(function*(workload: Workload, client: Client) {
  const prng = client.prng.stream("adds while paying")
  if (!prng.happens(0.3)) return
  const productId = prng.pick(workload.products)
  const cart = yield* client.get<Cart>("/api/cart")
  const line = cart?.status === 200 && cart.json.items.length > 0 ? prng.pick(cart.json.items) : undefined
  const wanted = { productId: line?.productId ?? productId, quantity: prng.int(1, 3) }
  yield* client.sendUntilFinal("POST", "/api/cart", wanted, client.uuid())
})

/** Pays for a checkout, checks out again in between, or cancels the order during the payment. */
const payFor = Effect.fnUntraced(
  function*(workload: Workload, client: Client, { orderId, redirectUrl }: CheckoutSession) {
    const { prng } = client
    if (does(workload, client, "act.checkoutAgain")) {
      const another = yield* change<CheckoutSession>(
        workload,
        client,
        "POST",
        "/api/checkout",
        deliveryOf(workload, client)
      )
      yield* pay(workload, client, redirectUrl)
      if (another?.status === 200) {
        yield* pay(workload, client, another.json.redirectUrl)
        yield* followOrder(workload, client, another.json.orderId)
      }
      return
    }
    const regrets = prng.stream(`regrets ${orderId}`)
    if (regrets.happens(0.2 * workload.swarm.probability("act.cancel"))) {
      // They call the order off, and find its page still open in another tab.
      yield* change(workload, client, "POST", `/api/orders/${orderId}/cancel`, {})
      yield* Effect.sleep(regrets.int(4 * minute, 9 * minute))
      return yield* pay(workload, client, redirectUrl)
    }
    const paying = Effect.zipRight(addWhilePaying(workload, client), pay(workload, client, redirectUrl))
    yield* does(workload, client, "act.cancel")
      ? Effect.all([
        paying,
        Effect.zipRight(
          pause(prng, 1, second),
          change(workload, client, "POST", `/api/orders/${orderId}/cancel`, {})
        )
      ], { concurrency: "unbounded", discard: true })
      : paying
  }
)

/** From a full cart to the end of an order, in a few attempts. */
const buy = Effect.fnUntraced(function*(workload: Workload, client: Client) {
  const { prng } = client
  let expectedTotal: number | undefined
  for (let round = 0; round < 3; round++) {
    const session = yield* checkOut(workload, client, expectedTotal)
    if (session?.status === 409 && session.json.code === "price_changed") {
      // They take the new total, or look at the cart, or just try again.
      const way = prng.stream(`raised ${round}`)
      if (way.happens(0.4)) expectedTotal = session.json.total
      else if (way.happens(0.7)) yield* client.send("GET", "/api/cart")
      continue
    }
    if (session?.status === 409 && session.json.code === "insufficient_stock") {
      const { productId = "none" } = session.json
      yield* change(workload, client, "DELETE", `/api/cart/items/${productId}`, undefined)
      continue
    }
    if (session?.status === 409 && session.json.code === "cart_empty") {
      yield* change(workload, client, "POST", "/api/cart", { productId: prng.pick(workload.products), quantity: 1 })
    }
    if (session?.status !== 200) continue
    if (does(workload, client, "act.leave")) return
    if (does(workload, client, "act.payLate")) yield* pause(prng, 20 * minute, 45 * minute)
    else yield* pause(prng, 10, 5 * minute)
    yield* payFor(workload, client, session.json)
    if (does(workload, client, "act.comeBack")) yield* client.send("GET", `/api/checkout/${session.json.sessionId}`)
    return yield* followOrder(workload, client, session.json.orderId)
  }
})

/** Buys one thing and another in the days that follow, without a second thought, until all of it is sold out. */
const buyAgain = Effect.fnUntraced(function*(workload: Workload, client: Client) {
  const prng = client.prng.stream("buys again")
  /** The most units of a product that they ask for: fewer than were not there. */
  const most = new Map(workload.products.map((product) => [product, 3]))
  for (let purchases = prng.int(3, 10); purchases > 0 && most.size > 0; purchases--) {
    yield* pause(prng, minute, 4 * hour)
    if ((yield* Clock.currentTimeMillis) > workload.endsAt) return
    let added: Received | undefined
    do {
      const productId = prng.pick([...most.keys()])
      const quantity = prng.logUniform(1, most.get(productId)!)
      added = yield* change(workload, client, "POST", "/api/cart", { productId, quantity })
      if (added?.json?.code !== "insufficient_stock") break
      if (quantity > 1) most.set(productId, quantity - 1)
      else most.delete(productId)
    } while (most.size > 0)
    if (added?.status !== 200) continue
    const session = yield* checkOut(workload, client, undefined)
    if (session?.status === 409) yield* change(workload, client, "DELETE", "/api/cart", undefined)
    if (session?.status !== 200) continue
    yield* pause(prng, 10, 5 * minute)
    yield* pay(workload, client, session.json.redirectUrl)
    yield* client.send("GET", `/api/orders/${session.json.orderId}`)
  }
})

/** A shopper's whole visit, and its consequences. `sale`: the sale that they come for, if any. */
export const shopper = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng, sale?: FlashSale) {
  const isAgent = workload.swarm.has("act.agent") && does(workload, { prng }, "act.agent")
  const client = new Client(
    workload.clientContext,
    isAgent
      ? agentFor(drawAgent(prng), name)
      : { name, principal: name, isStaff: false },
    prng
  )
  if (!isAgent) {
    client.token = yield* guestToken(client)
    if (client.token === undefined) return undefined
  }
  if (sale !== undefined) yield* waitForSale(workload, client, sale)
  else {
    yield* fillCart(workload, client)
    if (does(workload, client, "act.abandon")) return client
    yield* does(workload, client, "act.sleepOnIt") ? pause(prng, hour, day) : pause(prng, 10, 10 * minute)
  }
  const isRegular = workload.swarm.has("act.buyAgain") && prng.stream("comes again").happens(0.8)
  yield* isRegular
    ? Effect.all([buy(workload, client), buyAgain(workload, client)], { concurrency: "unbounded", discard: true })
    : buy(workload, client)
  return client
})

/** Buys one thing, learns from staff that it arrived long ago, and wants to return it on the last day. */
export const lateReturner = Effect.fnUntraced(function*(workload: Workload, staff: Staff, name: string, prng: Prng) {
  const client = yield* newGuest(workload, name, prng)
  if (client === undefined) return undefined
  for (const productId of workload.products) {
    const shelf = yield* client.get<InventoryStatus | undefined>(`/api/inventory/${productId}`)
    if ((shelf?.json?.quantity ?? 0) > 0) {
      yield* client.sendUntilFinal("POST", "/api/cart", { productId, quantity: 1 }, client.key(false))
      break
    }
  }
  const delivery = deliveryOf(workload, client)
  const session = yield* client.sendUntilFinal<CheckoutSession>("POST", "/api/checkout", delivery, client.key(false))
  if (session?.status !== 200) return client
  const { orderId, redirectUrl } = session.json
  yield* pay(workload, client, redirectUrl)
  for (let looks = 0; looks < 10; looks++) {
    const order = yield* client.get<Order | undefined>(`/api/orders/${orderId}`)
    if (order?.json?.status === "confirmed") {
      yield* staff.ship(orderId)
      yield* staff.deliver(orderId, true)
      yield* requestReturn(workload, client, order.json)
      break
    }
    yield* pause(prng, minute, 10 * minute)
  }
  return client
})
