/**
 * The people: shoppers who browse, hesitate, double-click, retry, change their minds, pay, cancel, return and complain;
 * people who let agents pay, and agents who spend to the limit and try for more; staff who ship, count, price, refund and
 * open returns. Each is a script that draws what it does next from its swarm.
 *
 * Nobody here judges the store; the auditor reads along.
 */
import { SubscriptionNotFound } from "@beauty-store/commerce/partners/Subscriptions"
import type { PaymentMethod } from "@beauty-store/commerce/payment/PaymentProvider"
import { readNumber } from "@beauty-store/payments-simulated/Cards"
import type { HostedPayments } from "@beauty-store/payments-simulated/HostedPayments"
import type { Mandates } from "@beauty-store/payments-simulated/Mandates"
import type { Means } from "@beauty-store/payments-simulated/PaymentRequest"
import * as Signature from "@beauty-store/web/Signature"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { berlinMidnight } from "../auditor/Auditor.ts"
import type { Request } from "../engine/Network.ts"
import type { Prng } from "../engine/Prng.ts"
import { day, hour, minute, second } from "../engine/Time.ts"
import type { SubscriptionAdmin } from "../world/ExternalSystems.ts"
import { Partner, type SubscriptionTerms } from "../world/Partners.ts"
import { webhookSecret } from "../world/StoreProcess.ts"
import type { SwarmConfiguration, Trait } from "../world/SwarmConfiguration.ts"
import { Client, type ClientContext, isFinal, type Received } from "./Client.ts"

const decoder = new TextDecoder()

/** What people find when they come. */
export interface WorkloadContext {
  readonly clientContext: ClientContext
  readonly swarm: SwarmConfiguration
  readonly pages: Context.Tag.Service<HostedPayments>
  readonly mandates: Context.Tag.Service<Mandates>
  readonly products: ReadonlyArray<string>
  /** Who listens to what happens to orders; those who were there before anybody came are the first. */
  readonly partners: Array<Partner>
  /** Where a partner is moved, for which there is no request. */
  readonly subscriptionAdmin: SubscriptionAdmin
  /** When the shop's days are over: nobody begins anything after it. */
  readonly endsAt: number
  /** Whole purchases: paid, and seen to be confirmed. */
  purchases: number
}

const addresses = [
  { name: "Ada Lovelace", address: "Torstrasse 1", city: "Berlin", postcode: "10119", country: "DE" },
  { name: "Aino Korhonen", address: "Aleksanterinkatu 5", city: "Helsinki", postcode: "00100", country: "FI" }
]
const abroad = { name: "Grace Hopper", address: "1 Main St", city: "Boston", postcode: "02108", country: "US" }

export const cards = { good: "4242424242424242", challenged: "4000002500003155", poor: "4000000000009995" }

/** A while that is as likely short as long, in milliseconds. */
export const pause = (prng: Prng, from: number, to: number) =>
  Effect.suspend(() => Effect.sleep(prng.logUniform(from, to)))

/** A change of something, as its sender goes about it. */
export const change = (
  { swarm }: WorkloadContext,
  client: Client,
  method: "POST" | "PUT" | "DELETE",
  path: string,
  json: unknown
): Effect.Effect<Received | undefined> => {
  const { prng } = client
  const does = (trait: Trait) => prng.happens(swarm.probability(trait))
  // Under the protocol's own root every change has a key.
  const needsKey = path.startsWith("/acp/")
  return Effect.gen(function*() {
    if (does("act.noKey") && !needsKey) return yield* client.send(method, path, json)
    const key = client.key(swarm.has("act.sharedKeys"))
    if (does("act.doubleClick")) {
      const [first, second] = yield* Effect.all([
        client.send(method, path, json, key),
        Effect.zipRight(Effect.sleep(prng.int(0, 300)), client.send(method, path, json, key))
      ], { concurrency: "unbounded" })
      if (first !== undefined && isFinal(first)) return first
      if (second !== undefined && isFinal(second)) return second
    }
    const answer = yield* client.send(method, path, json, key)
    if (answer !== undefined && isFinal(answer)) {
      if (does("act.changedBody") && json !== undefined) {
        yield* client.send(method, path, { ...json, note: "changed" }, key)
      }
      return answer
    }
    if (does("act.retrySameKey")) return yield* client.sendUntilFinal(method, path, json, key)
    if (does("act.retryNewKey")) return yield* client.send(method, path, json, client.key(false))
    return answer
  })
}

const tokenOf = (page: string): string => page.slice(page.lastIndexOf("/") + 1)

/** Somebody at the provider's page. */
export const pay = (town: WorkloadContext, client: Client, page: string): Effect.Effect<void> => {
  const { swarm, pages, clientContext: { history } } = town
  const { prng, identity: { name } } = client
  const does = (trait: Trait) => prng.happens(swarm.probability(trait))
  const means = (): Means => {
    if (does("act.klarna")) return { method: "klarna", card: undefined }
    const number = does("act.otherCard") ? cards.poor : does("act.threeDSecure") ? cards.challenged : cards.good
    const card = Either.getOrThrow(readNumber(number))
    return { method: prng.pick<PaymentMethod>(["card", "card", "apple_pay", "google_pay"]), card } as Means
  }
  const once = Effect.gen(function*() {
    const chosen = means()
    const result = yield* Effect.either(pages.pay(tokenOf(page), chosen))
    history.add(name, `pays by ${chosen.method}: ${Either.isRight(result) ? result.right._tag : result.left._tag}`)
    if (Either.isLeft(result)) return result.left._tag === "ProviderUnavailable"
    if (result.right._tag === "RequiresAction") {
      yield* pause(prng, second, 2 * minute)
      const outcome = prng.happens(0.8) ? "authenticated" as const : "failed" as const
      const end = yield* Effect.either(pages.authenticate(tokenOf(page), result.right.challengeId, outcome))
      history.add(name, `is ${outcome}: ${Either.isRight(end) ? end.right._tag : end.left._tag}`)
      return Either.isLeft(end) || end.right._tag === "Declined"
    }
    return result.right._tag === "Declined"
  })
  return Effect.gen(function*() {
    if (does("act.payTwice")) {
      yield* Effect.all([once, Effect.zipRight(Effect.sleep(prng.int(0, 500)), once)], { concurrency: "unbounded" })
    }
    for (let tries = 0; tries < 4; tries++) {
      const again = yield* once
      if (!again) return
      yield* pause(prng, second, 5 * minute)
    }
  })
}

/** Something that many want at one moment. */
export interface FlashSale {
  readonly product: string
  readonly at: number
}

/** Takes what is about to go on sale, and waits for the moment. */
const waitForSale = (town: WorkloadContext, client: Client, { at, product }: FlashSale): Effect.Effect<void> =>
  Effect.gen(function*() {
    yield* change(town, client, "POST", "/api/cart", { productId: product, quantity: client.prng.logUniform(1, 4) })
    yield* Effect.sleep(Math.max(0, at - (yield* Clock.currentTimeMillis)))
  })

const cartWith = (town: WorkloadContext, client: Client): Effect.Effect<void> => {
  const { swarm, products } = town
  const { prng } = client
  const does = (trait: Trait) => prng.happens(swarm.probability(trait))
  const add = Effect.suspend(() =>
    change(town, client, "POST", "/api/cart", { productId: prng.pick(products), quantity: prng.logUniform(1, 4) })
  )
  return Effect.gen(function*() {
    for (let lines = prng.int(1, 3); lines > 0; lines--) {
      if (does("act.browse")) {
        yield* client.send(
          "GET",
          prng.pick(["/api/", `/api/products/${prng.pick(products)}`, `/api/inventory/${prng.pick(products)}`])
        )
      }
      yield* does("act.twoTabs") ? Effect.all([add, add], { concurrency: "unbounded", discard: true }) : add
      yield* pause(prng, 10, minute)
    }
    if (does("act.changeCart")) {
      const product = prng.pick(products)
      yield* prng.happens(0.5)
        ? change(town, client, "PUT", `/api/cart/items/${product}`, { quantity: prng.int(0, 3) })
        : change(town, client, "DELETE", `/api/cart/items/${product}`, undefined)
    }
    yield* client.send("GET", "/api/cart")
  })
}

export const checkoutOf = ({ swarm }: WorkloadContext, { prng, identity }: Client) => ({
  email: `${identity.name}@example.com`,
  shipping: prng.happens(swarm.probability("act.abroad")) ? abroad : prng.pick(addresses),
  ...(prng.happens(swarm.probability("act.express")) ? { shippingMethod: "express" } : {})
})

/** Tries whether others' things can be seen, or moved along. */
const probeForeignOrder = ({ swarm, clientContext }: WorkloadContext, client: Client) =>
  Effect.suspend(() => {
    const { auditor } = clientContext
    const { prng } = client
    const others = [...auditor.orders].filter(([, { principal }]) => principal !== client.identity.principal)
    const returns = [...auditor.returns].filter(([, { principal }]) => principal !== client.identity.principal)
    if (others.length === 0) return Effect.void
    const [orderId] = prng.pick(others)
    const [returnId] = returns.length === 0 ? [undefined] : prng.pick(returns)
    return Effect.all([
      client.send("GET", `/api/orders/${orderId}`),
      client.send("GET", `/api/orders/${orderId}/receipt`),
      client.send("GET", `/api/tracking/${orderId}`),
      client.send("POST", `/api/orders/${orderId}/cancel`, {}, client.key(false)),
      ...(returnId === undefined ? [] : [client.send("GET", `/api/returns/${returnId}`)]),
      ...(swarm.has("act.acp") ? [client.send("GET", `/acp/orders/${orderId}`)] : []),
      client.send("GET", "/api/refunds"),
      client.send("POST", "/api/support", { ...complaint, orderId }, client.key(false)),
      sendForgedMessage(clientContext, client, orderId)
    ], { discard: true })
  })

const complaint = { email: "somebody@example.com", subject: "My order", message: "Where is it?" }

/** Says in the carrier's or the provider's name what they have not said: signed with a guess, or by them, long ago. */
const sendForgedMessage = (
  { auditor, history, transport }: ClientContext,
  { prng, identity }: Client,
  orderId: string
) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const isOld = prng.happens(0.5)
    const [path, message] = prng.pick([
      ["/api/webhooks", { event: "order.shipped", data: { orderId, carrier: "Nobody", trackingNumber: "N1" } }],
      ["/api/webhooks", { event: "order.delivered", data: { orderId } }],
      ["/api/payments/notifications", {
        type: "payment.updated",
        timestamp: new Date(now),
        data: { sessionId: orderId }
      }]
    ])
    const body = new TextEncoder().encode(JSON.stringify(message))
    const text = isOld ? webhookSecret : `whsec_${Buffer.from(prng.bytes(32)).toString("base64")}`
    const signed = Signature.sign({
      id: `forged-${prng.int(1e11, 9e11)}`,
      atMillis: isOld ? now - hour : now,
      body,
      secret: Either.getOrThrow(Signature.decodeSecret(text))
    })
    const call: Request = { method: "POST", path, headers: { ...signed, "content-type": "application/json" }, body }
    const answer = yield* Effect.option(transport(call))
    if (Option.isNone(answer)) return
    history.add(identity.name, `forges ${decoder.decode(body)}: ${answer.value.status}`)
    auditor.forged(call, answer.value)
  })

/** What a shopper does about an order, once it is placed. */
export const followOrder = (town: WorkloadContext, client: Client, orderId: string): Effect.Effect<void> => {
  const { swarm, endsAt } = town
  const { prng } = client
  const does = (trait: Trait) => prng.happens(swarm.probability(trait))
  return Effect.gen(function*() {
    let order: Received | undefined
    let counted = false
    const sendsBack = does("act.return")
    const waitsForIt = () => sendsBack && ["confirmed", "shipped"].includes(order?.json?.status)
    for (let looks = prng.int(2, 5); looks > 0 || waitsForIt(); looks--) {
      order = yield* client.send("GET", `/api/orders/${orderId}`)
      if (!counted && order?.json?.status === "confirmed") {
        town.purchases++
        counted = true
      }
      if (order?.status === 200 && does("act.cancel")) {
        yield* change(town, client, "POST", `/api/orders/${orderId}/cancel`, { reason: "changed my mind" })
      }
      if (does("act.pry")) yield* probeForeignOrder(town, client)
      if (order?.json?.status === "delivered") break
      if ((yield* Clock.currentTimeMillis) > endsAt) return
      yield* pause(prng, looks > 0 ? second : hour, day)
    }
    if (does("act.complain")) {
      const ticket = yield* change(town, client, "POST", "/api/support", { ...complaint, orderId })
      if (ticket?.status === 200) yield* client.send("GET", `/api/support/${ticket.json.ticketId}`)
    }
    if (does("act.repeatLate")) yield* client.repeatLastRequest
    if (order?.json?.status !== "delivered" || !sendsBack) return
    // The window ends with a day in Berlin.
    if (does("act.returnLate") && prng.happens(0.3)) {
      const now = yield* Clock.currentTimeMillis
      yield* Effect.sleep(berlinMidnight(now) - now + prng.int(-2, 2) * second)
    }
    yield* requestReturn(town, client, order.json)
  })
}

/** Asks to send something of an order back. */
const requestReturn = (town: WorkloadContext, client: Client, order: Received["json"]): Effect.Effect<void> => {
  const { prng } = client
  return Effect.gen(function*() {
    const item = prng.pick(order.items as ReadonlyArray<{ productId: string; quantity: number }>)
    const asked = yield* change(town, client, "POST", "/api/returns", {
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
    const { returnId } = asked.json
    yield* client.send("GET", `/api/returns/${returnId}`)
    if (prng.happens(town.swarm.probability("act.cancelReturn"))) {
      yield* change(town, client, "POST", `/api/returns/${returnId}/cancel`, undefined)
    }
  })
}

/** When all is quiet, somebody looks through what they have, and sends back what they still can, or cannot any more. */
export const returnDelivered = (town: WorkloadContext, client: Client): Effect.Effect<void> =>
  Effect.gen(function*() {
    for (const { id, status } of (yield* listOrders(client)) ?? []) {
      if (status !== "delivered" || !client.prng.happens(town.swarm.probability("act.return"))) continue
      const order = yield* client.get(`/api/orders/${id}`)
      if (order?.status === 200) yield* requestReturn(town, client, order.json)
    }
  })

/** A shopper's whole visit, and what follows from it. `drop`: what they come for, if it is that. */
export const shopper = (
  town: WorkloadContext,
  name: string,
  prng: Prng,
  drop?: FlashSale
): Effect.Effect<Client | undefined> => {
  const { swarm, clientContext } = town
  const isAgent = swarm.has("act.agent") && prng.happens(swarm.probability("act.agent"))
  const client = new Client(
    clientContext,
    isAgent
      ? { name, principal: "agent", isStaff: false, shopper: name, oauth: "demo-agent" }
      : { name, principal: name, isStaff: false },
    prng
  )
  const does = (trait: Trait) => prng.happens(swarm.probability(trait))
  return Effect.gen(function*() {
    if (!isAgent) {
      client.token = yield* guestToken(client)
      if (client.token === undefined) return undefined
    }
    if (drop !== undefined) yield* waitForSale(town, client, drop)
    else {
      yield* cartWith(town, client)
      if (does("act.abandon")) return client
      yield* does("act.sleepOnIt") ? pause(prng, hour, day) : pause(prng, 10, 10 * minute)
    }
    for (let round = 0; round < 3; round++) {
      const request = checkoutOf(town, client)
      const [session] = does("act.twoTabs")
        ? yield* Effect.all([
          change(town, client, "POST", "/api/checkout", request),
          change(town, client, "POST", "/api/checkout", checkoutOf(town, client))
        ], { concurrency: "unbounded" })
        : [yield* change(town, client, "POST", "/api/checkout", request)]
      if (session?.status === 409 && session.json.code === "insufficient_stock") {
        yield* change(town, client, "DELETE", `/api/cart/items/${session.json.productId ?? "none"}`, undefined)
        continue
      }
      if (session?.status !== 200) continue
      const { orderId, redirectUrl, sessionId } = session.json
      if (does("act.leave")) return client
      if (does("act.payLate")) yield* pause(prng, 20 * minute, 45 * minute)
      else yield* pause(prng, 10, 5 * minute)
      const again = does("act.checkoutAgain")
      if (again) {
        const second = yield* change(town, client, "POST", "/api/checkout", checkoutOf(town, client))
        yield* pay(town, client, redirectUrl)
        if (second?.status === 200) {
          yield* pay(town, client, second.json.redirectUrl)
          yield* followOrder(town, client, second.json.orderId)
        }
      } else {
        // Somebody may call the order off while it is being paid.
        const paying = pay(town, client, redirectUrl)
        yield* does("act.cancel")
          ? Effect.all([
            paying,
            Effect.zipRight(
              pause(prng, 1, second),
              change(town, client, "POST", `/api/orders/${orderId}/cancel`, {})
            )
          ], { concurrency: "unbounded", discard: true })
          : paying
      }
      if (does("act.comeBack")) yield* client.send("GET", `/api/checkout/${sessionId}`)
      yield* followOrder(town, client, orderId)
      return client
    }
    return client
  })
}

/** The cards that agents pay with: few, so that several delegations draw on one. */
const delegatedCards = [cards.good, cards.good, cards.challenged, "5555555555554444"]

/** Somebody decides at the provider's page whether an agent may pay with their card. Says whether it may. */
const decideDelegation = (
  { mandates, clientContext: { history } }: WorkloadContext,
  { prng, identity: { name } }: Client,
  page: string
) =>
  Effect.gen(function*() {
    const token = tokenOf(page)
    const card = Either.getOrThrow(readNumber(prng.pick(delegatedCards)))
    for (let tries = 0; tries < 6; tries++) {
      const decided = yield* Effect.either(
        mandates.decide(token, prng.happens(0.95) ? { _tag: "Approve", card } : { _tag: "Reject" })
      )
      const asked = Either.isRight(decided) && decided.right._tag === "RequiresAction" ? decided.right : undefined
      const end = asked === undefined
        ? decided
        : yield* Effect.either(mandates.authenticate(token, asked.challengeId, "authenticated"))
      const said = Either.isRight(end) ? end.right._tag : end.left._tag
      history.add(name, `decides about a delegation: ${said}`)
      if (said === "Approved" || said === "AlreadyDecided") return true
      if (said === "Rejected") return false
      yield* pause(prng, second, 5 * minute)
    }
    return false
  })

/** An agent buys with a delegation, again and again, for as much as it can and a little more. */
const spend = (town: WorkloadContext, agent: Client, delegation: string): Effect.Effect<void> => {
  const { swarm, endsAt, products } = town
  const { prng } = agent
  const does = (trait: Trait) => prng.happens(swarm.probability(trait))
  const path = `/api/delegations/${delegation}`
  /** How long it waits: until the window has room again, or a new calendar day might give some, give or take a second. */
  const untilNext = Effect.gen(function*() {
    if (!does("act.waitForReset")) return prng.logUniform(second, 4 * hour)
    const now = yield* Clock.currentTimeMillis
    const resetsAt = (yield* agent.get(path))?.json?.resetsAt?.perDay
    const next = typeof resetsAt === "string" && prng.happens(0.5) ? Date.parse(resetsAt) : now - now % day + day
    return Math.max(0, next - now + prng.int(-second, second))
  })
  return Effect.gen(function*() {
    for (let purchases = prng.int(6, 24); purchases > 0; purchases--) {
      if ((yield* Clock.currentTimeMillis) > endsAt) return
      const product = prng.pick(products)
      const offer = yield* agent.get(`/api/products/${product}`)
      const shelf = yield* agent.get(`/api/inventory/${product}`)
      const standing = yield* agent.get(path)
      if (offer?.status !== 200 || shelf?.status !== 200 || standing?.status !== 200) return
      if (standing.json.status !== "active" && prng.happens(0.5)) return
      if (shelf.json.quantity === 0) {
        yield* pause(prng, second, minute)
        continue
      }
      const { perDay, perMonth, perTransaction } = standing.json.remaining
      const affordable = Math.floor(Math.min(perDay, perMonth, perTransaction) / offer.json.price)
      const wanted = prng.happens(0.6) ? affordable + prng.int(-1, 1) : prng.int(1, 5)
      const quantity = Math.min(wanted, shelf.json.quantity)
      yield* change(town, agent, "PUT", `/api/cart/items/${product}`, { quantity: Math.max(1, quantity) })
      const placed = yield* change(town, agent, "POST", "/api/orders", { ...checkoutOf(town, agent), delegation })
      if (placed?.status === 200) {
        if (placed.json.status === "confirmed") town.purchases++
        if (does("act.cancel")) {
          yield* pause(prng, 10, hour)
          yield* change(town, agent, "POST", `/api/orders/${placed.json.id}/cancel`, {})
        }
      } else yield* change(town, agent, "DELETE", `/api/cart/items/${product}`, undefined)
      yield* Effect.sleep(yield* untilNext)
    }
  })
}

/** Somebody who lets agents pay, one or two at once from one card, and may think better of it. */
export const spender = (town: WorkloadContext, name: string, prng: Prng): Effect.Effect<Client | undefined> => {
  const { swarm, endsAt, clientContext } = town
  const person = new Client(clientContext, { name, principal: name, isStaff: false }, prng)
  const does = (trait: Trait) => prng.happens(swarm.probability(trait))
  const months = prng.stream("months")
  const limits = () => {
    const perTransaction = prng.int(20, 200)
    if (prng.happens(0.5)) return {}
    const perDay = prng.int(perTransaction, 500)
    const perMonth = prng.int(500, 2000)
    // A month that allows about as much as a day: the shop's own is out of reach within days.
    const tight = months.happens(swarm.probability("act.tightMonth"))
    return { limits: { perTransaction, perDay, perMonth: tight ? perTransaction + months.int(0, perDay) : perMonth } }
  }
  const delegate = (n: number) =>
    Effect.gen(function*() {
      const asked = yield* person.sendUntilFinal(
        "POST",
        "/api/delegations",
        { agentId: "demo-agent", ...limits() },
        person.key(false)
      )
      if (asked?.status !== 200) return
      if (!(yield* decideDelegation(town, person, asked.json.approvalUrl))) return
      const { delegationId } = asked.json
      const own = prng.stream(`agent ${n}`)
      const agent = new Client(
        clientContext,
        { name: `${name}-${n}`, principal: "agent", isStaff: false, shopper: `${name}-${n}`, oauth: "demo-agent" },
        own
      )
      for (let looks = 0; looks < 20; looks++) {
        if ((yield* agent.get(`/api/delegations/${delegationId}`))?.json?.status === "active") break
        yield* pause(own, second, 10 * minute)
      }
      const thinksBetter = Effect.gen(function*() {
        if (!does("act.revoke")) return
        yield* Effect.sleep(prng.logUniform(minute, Math.max(minute, endsAt - (yield* Clock.currentTimeMillis))))
        // The agent has something in its cart, and buys it the moment it may not any more.
        yield* agent.send("POST", "/api/cart", { productId: own.pick(town.products), quantity: 1 }, agent.key(false))
        yield* person.sendUntilFinal("DELETE", `/api/delegations/${delegationId}`, undefined, person.key(false))
        const last = { ...checkoutOf(town, agent), delegation: delegationId }
        yield* agent.sendUntilFinal("POST", "/api/orders", last, agent.key(false))
      })
      yield* Effect.all([spend(town, agent, delegationId), thinksBetter], { concurrency: "unbounded", discard: true })
    })
  return Effect.gen(function*() {
    person.token = yield* guestToken(person)
    if (person.token === undefined) return undefined
    yield* Effect.forEach(Array.from({ length: prng.int(1, 2) }, (_, n) => n), delegate, {
      concurrency: "unbounded",
      discard: true
    })
    return person
  })
}

/** A guest's token; nobody gives up on that at once. */
const guestToken = (client: Client): Effect.Effect<string | undefined> =>
  Effect.map(
    client.sendUntilFinal("POST", "/api/auth/guest", undefined, client.uuid()),
    (answer) => answer?.json?.access_token as string | undefined
  )

/** Somebody buys one thing, hears from staff that it has long been there, and wants to send it back on the last day. */
export const lateReturner = (
  town: WorkloadContext,
  staff: Staff,
  name: string,
  prng: Prng
): Effect.Effect<Client | undefined> => {
  const client = new Client(town.clientContext, { name, principal: name, isStaff: false }, prng)
  return Effect.gen(function*() {
    client.token = yield* guestToken(client)
    if (client.token === undefined) return undefined
    for (const productId of town.products) {
      if ((yield* client.get(`/api/inventory/${productId}`))?.json?.quantity > 0) {
        yield* client.sendUntilFinal("POST", "/api/cart", { productId, quantity: 1 }, client.key(false))
        break
      }
    }
    const session = yield* client.sendUntilFinal("POST", "/api/checkout", checkoutOf(town, client), client.key(false))
    if (session?.status !== 200) return client
    const { orderId, redirectUrl } = session.json
    yield* pay(town, client, redirectUrl)
    for (let looks = 0; looks < 10; looks++) {
      const order = yield* client.get(`/api/orders/${orderId}`)
      if (order?.json?.status === "confirmed") {
        yield* staff.ship(orderId)
        yield* staff.deliver(orderId, true)
        yield* requestReturn(town, client, order.json)
        break
      }
      yield* pause(prng, minute, 10 * minute)
    }
    return client
  })
}

/** The first of several parcels that are on their way. */
export const firstUndelivered = (
  parcels: ReadonlyArray<{ readonly trackingNumber: string; readonly status: string }>
): string | undefined => {
  const [first, another] = parcels.filter(({ status }) => status !== "delivered")
  return another === undefined ? undefined : first?.trackingNumber
}

/** Besides the first of them. */
const maxPartners = 2

/** What partners want to hear: mostly one agent's orders, in its protocol's words; another agent never buys anything. */
const subscriptionTerms: ReadonlyArray<SubscriptionTerms> = [
  {},
  { agentId: "demo-agent" },
  { agentId: "demo-agent", dialect: "acp" },
  { agentId: "demo-agent", dialect: "acp" },
  { agentId: "another-agent" },
  { agentId: "another-agent", dialect: "acp" }
]

/** Staff insist: what they begin they bring to an end. */
export class Staff {
  readonly client: Client
  private readonly town: WorkloadContext
  private readonly prng: Prng
  private readonly partnersPrng: Prng
  /** Partners who are no more, or never were. */
  private readonly removed = new Set<Partner>()
  private parcels = 0

  constructor(town: WorkloadContext, name: string, prng: Prng) {
    this.town = town
    this.prng = prng
    this.partnersPrng = prng.stream("partners")
    this.client = new Client(town.clientContext, { name, principal: "staff", isStaff: true, oauth: "demo-staff" }, prng)
  }

  do(method: "POST" | "PUT" | "DELETE", path: string, json: unknown): Effect.Effect<Received | undefined> {
    const key = this.client.key(false)
    const tries: Effect.Effect<Received | undefined> = Effect.gen(this, function*() {
      for (let n = 0; n < 60; n++) {
        const answer = yield* this.client.send(method, path, json, key)
        if (answer !== undefined && isFinal(answer)) return answer
        yield* Effect.sleep(this.prng.logUniform(second, 10 * minute))
      }
      return undefined
    })
    return tries
  }

  get(path: string): Effect.Effect<Received | undefined> {
    return this.client.get(path)
  }

  ship(orderId: string, items?: ReadonlyArray<{ readonly productId: string; readonly quantity: number }>) {
    return this.do("POST", `/api/orders/${orderId}/ship`, {
      carrier: "Own Van",
      trackingNumber: `OV${this.client.identity.name}${++this.parcels}`,
      ...(items === undefined ? {} : { items })
    })
  }

  /**
   * Says that an order, or one of its parcels, has arrived; what arrived long ago and is said only now puts the return
   * window's end in reach.
   */
  deliver(
    orderId: string,
    late = this.prng.happens(this.town.swarm.probability("act.returnLate")),
    trackingNumber?: string
  ) {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const ago = late ? this.prng.int(29, 31) * day + this.prng.int(-3, 3) * hour : 0
      const deliveredAt = new Date(now - ago).toISOString()
      return this.do("POST", `/api/orders/${orderId}/deliver`, {
        deliveredAt,
        ...(trackingNumber === undefined ? {} : { trackingNumber })
      })
    })
  }

  /** Says how many there are on a shelf. */
  readonly count = (product: string, onHand: number) => this.do("PUT", `/api/inventory/${product}`, { onHand })

  /** A small carrier of the shop's says that something has arrived, and only then that it has left. */
  private deliverBeforeShipping(orderId: string) {
    const parcel = { orderId, trackingNumber: `BW${this.client.identity.name}${++this.parcels}` }
    return Effect.gen(this, function*() {
      yield* this.sendPartnerMessage({ event: "order.delivered", data: parcel })
      yield* Effect.sleep(this.prng.logUniform(second, 2 * hour))
      yield* this.sendPartnerMessage({ event: "order.shipped", data: { ...parcel, carrier: "Own Bicycle" } })
    })
  }

  /** Says something in a carrier's name until it is taken. */
  private sendPartnerMessage(message: object) {
    const { auditor, history, transport } = this.town.clientContext
    const body = new TextEncoder().encode(JSON.stringify(message))
    const id = `told-${this.prng.int(1e11, 9e11)}`
    const secret = Either.getOrThrow(Signature.decodeSecret(webhookSecret))
    return Effect.gen(this, function*() {
      for (let left = 40; left > 0; left--) {
        const headers = Signature.sign({ id, atMillis: yield* Clock.currentTimeMillis, body, secret })
        const call: Request = {
          method: "POST",
          path: "/api/webhooks",
          headers: { ...headers, "content-type": "application/json" },
          body
        }
        const answer = yield* Effect.option(transport(call))
        if (Option.isSome(answer)) {
          history.add("bicycle", `tells ${decoder.decode(body)}: ${answer.value.body}`)
          auditor.told(call, answer.value, yield* Clock.currentTimeMillis)
          if (answer.value.status < 500) return
        }
        yield* Effect.sleep(this.prng.logUniform(second, 10 * minute))
      }
    })
  }

  receive(returnId: string, accepts: boolean) {
    return Effect.gen(this, function*() {
      const seen = yield* this.get(`/api/returns/${returnId}`)
      if (seen?.status !== 200 || !["requested", "in_transit"].includes(seen.json.status)) return
      const items = new Map<string, number>()
      for (const { productId, quantity } of seen.json.items) {
        items.set(productId, (items.get(productId) ?? 0) + (quantity as number))
      }
      yield* this.do("POST", `/api/returns/${returnId}/receive`, {
        items: [...items].map(([productId, quantity]) => ({
          productId,
          quantity: this.prng.happens(0.8) ? quantity : this.prng.int(1, quantity),
          ...(accepts ? {} : { accepted: false }),
          restock: accepts && this.prng.happens(0.7)
        }))
      })
    })
  }

  /** Partners come, move, and go for good: each of them at an address that nobody else ever had. */
  private readonly partners: Effect.Effect<void> = Effect.gen(this, function*() {
    const { swarm, partners } = this.town
    const prng = this.partnersPrng
    const does = (trait: Trait) => prng.happens(swarm.probability(trait))
    const path = "/api/webhook-subscriptions"
    const guests = partners.slice(1).filter((one) => !this.removed.has(one))
    if (guests.length < maxPartners && does("staff.subscribe")) {
      const partner = new Partner([`http://partner-${partners.length}.example/hooks`], prng.pick(subscriptionTerms))
      partners.push(partner)
      const told = yield* this.do("POST", path, { url: partner.url, ...partner.terms })
      if (told?.status === 200) {
        partner.account = { subscriptionId: told.json.subscriptionId, secret: told.json.secret }
      } else this.removed.add(partner)
    }
    const [first, ...others] = partners.filter((one) => !this.removed.has(one))
    if (does("staff.movePartner")) yield* this.move(prng.pick([first!, ...others]))
    if (others.length > 0 && does("staff.unsubscribe")) {
      const leaver = prng.pick(others)
      const place = `${path}/${leaver.account!.subscriptionId}`
      this.removed.add(leaver)
      yield* this.do("DELETE", place, undefined)
      if (prng.happens(0.3)) yield* this.do("DELETE", place, undefined)
    }
    if (prng.happens(0.3)) yield* this.get(path)
  })

  /** Has a partner's messages sent to another address, until it is told that it is so. */
  private move(partner: Partner) {
    const { subscriptionAdmin, clientContext: { auditor: { subscriptions }, history } } = this.town
    const { subscriptionId } = partner.account!
    return Effect.gen(this, function*() {
      const url = `${partner.addresses[0]}/${partner.addresses.length}`
      partner.addresses.push(url)
      subscriptions.moving(subscriptionId, url, yield* Clock.currentTimeMillis)
      for (let left = 60; left > 0; left--) {
        const moved = yield* Effect.either(subscriptionAdmin.move(subscriptionId, url))
        const isNone = Either.isLeft(moved) && moved.left instanceof SubscriptionNotFound
        history.add(this.client.identity.name, `moves ${subscriptionId} to ${url}: ${Either.isRight(moved)}`)
        if (Either.isRight(moved) || isNone) {
          return subscriptions.moved(subscriptionId, !isNone, yield* Clock.currentTimeMillis)
        }
        yield* Effect.sleep(this.partnersPrng.logUniform(second, 10 * minute))
      }
    })
  }

  /** A round through the shop: one thing or another. */
  readonly round: Effect.Effect<void> = Effect.gen(this, function*() {
    const { swarm, products, clientContext: { auditor } } = this.town
    const does = (trait: Trait) => this.prng.happens(swarm.probability(trait))
    const orders = [...auditor.orders]
    const open = orders.filter(([, { status }]) => status === "confirmed" || status === "shipped")
    const [orderId] = orders.length === 0
      ? [undefined]
      : this.prng.pick(open.length > 0 && this.prng.happens(0.7) ? open : orders)
    if (orderId !== undefined && does("staff.ship")) {
      const order = yield* this.get(`/api/orders/${orderId}`)
      if (order?.json?.status === "confirmed") {
        const items = (order.json.items as ReadonlyArray<{ productId: string; quantity: number; shipped: number }>)
          .filter(({ quantity, shipped }) => shipped < quantity)
        const some = this.prng.pick(items)
        yield* does("staff.backwards")
          ? this.deliverBeforeShipping(orderId)
          : does("staff.partial")
          ? this.ship(orderId, [{ productId: some.productId, quantity: this.prng.int(1, some.quantity) }])
          : this.ship(orderId)
      } else if (order?.json?.status === "shipped") {
        yield* this.deliver(orderId, undefined, firstUndelivered(order.json.shipments))
      }
    }
    if (orderId !== undefined && does("staff.goodwill")) {
      yield* this.do("POST", "/api/refunds", {
        orderId,
        reason: "sorry",
        ...(this.prng.happens(0.3) ? {} : { amount: this.prng.logUniform(1, 3000) / 100 })
      })
    }
    if (orderId !== undefined && does("staff.cancel")) {
      yield* this.do("POST", `/api/orders/${orderId}/cancel`, { reason: "sold out at the warehouse" })
    }
    const returns = [...auditor.returns].filter(([, { status }]) => status === "requested" || status === "in_transit")
    if (returns.length > 0) yield* this.receive(this.prng.pick(returns)[0], !does("staff.reject"))
    if (does("staff.recount")) {
      yield* this.count(this.prng.pick(products), this.prng.int(0, 40))
    }
    if (does("staff.reprice")) {
      for (const product of this.prng.happens(0.5) ? products : [this.prng.pick(products)]) {
        yield* this.do("PUT", `/api/products/${product}/price`, { price: this.prng.int(99, 9999) / 100 })
      }
    }
    if (does("staff.replay")) {
      const subscriptions = yield* this.get("/api/webhook-subscriptions")
      const now = yield* Clock.currentTimeMillis
      for (const { subscriptionId } of subscriptions?.json?.data ?? []) {
        yield* this.do("POST", `/api/webhook-subscriptions/${subscriptionId}/replay`, {
          from: new Date(now - day).toISOString(),
          to: new Date(now).toISOString()
        })
      }
    }
    yield* this.partners
  })
}

/** Orders that a client can list, all of them; undefined where it got no answer. */
export const listOrders = (
  client: Client
): Effect.Effect<ReadonlyArray<{ readonly id: string; readonly status: string }> | undefined> =>
  Effect.gen(function*() {
    const orders: Array<{ readonly id: string; readonly status: string }> = []
    const limit = client.prng.pick([1, 2, 100])
    for (let cursor = "";;) {
      const page = yield* client.get(`/api/orders?limit=${limit}${cursor}`)
      if (page?.status !== 200) return undefined
      orders.push(...page.json.data)
      if (page.json.nextCursor === null) return orders
      cursor = `&cursor=${encodeURIComponent(page.json.nextCursor as string)}`
    }
  })
