/**
 * The people: shoppers who browse, hesitate, double-click, retry, change their minds, pay, cancel, return and complain;
 * people who let agents pay, and agents who spend to the limit and try for more; staff who ship, count, price, refund and
 * open returns. Each is a script that draws what it does next from its climate.
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
import type { Call } from "../engine/Network.ts"
import type { Chance } from "../engine/Prng.ts"
import { day, hour, minute, second } from "../engine/Time.ts"
import type { Office } from "../world/ExternalSystems.ts"
import { type Hearing, Partner } from "../world/Partners.ts"
import { webhookSecret } from "../world/StoreProcess.ts"
import type { Climate, Trait } from "../world/SwarmConfiguration.ts"
import { Client, isFinal, type Read, type Street } from "./Client.ts"

const decoder = new TextDecoder()

/** What people find when they come. */
export interface Town {
  readonly street: Street
  readonly climate: Climate
  readonly pages: Context.Tag.Service<HostedPayments>
  readonly mandates: Context.Tag.Service<Mandates>
  readonly products: ReadonlyArray<string>
  /** Who listens to what happens to orders; those who were there before anybody came are the first. */
  readonly partners: Array<Partner>
  /** Where a partner is moved, for which there is no request. */
  readonly office: Office
  /** When the shop's days are over: nobody begins anything after it. */
  readonly closesAt: number
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
export const hesitate = (chance: Chance, from: number, to: number) =>
  Effect.suspend(() => Effect.sleep(chance.scaled(from, to)))

/** A change of something, as its sender goes about it. */
export const change = (
  { climate }: Town,
  client: Client,
  method: "POST" | "PUT" | "DELETE",
  path: string,
  json: unknown
): Effect.Effect<Read | undefined> => {
  const { chance } = client
  const does = (trait: Trait) => chance.happens(climate.share(trait))
  // Under the protocol's own root every change has a key.
  const needsKey = path.startsWith("/acp/")
  return Effect.gen(function*() {
    if (does("act.noKey") && !needsKey) return yield* client.send(method, path, json)
    const key = client.key(climate.has("act.sharedKeys"))
    if (does("act.doubleClick")) {
      const [first, second] = yield* Effect.all([
        client.send(method, path, json, key),
        Effect.zipRight(Effect.sleep(chance.int(0, 300)), client.send(method, path, json, key))
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
    if (does("act.retrySameKey")) return yield* client.insist(method, path, json, key)
    if (does("act.retryNewKey")) return yield* client.send(method, path, json, client.key(false))
    return answer
  })
}

const tokenOf = (page: string): string => page.slice(page.lastIndexOf("/") + 1)

/** Somebody at the provider's page. */
export const pay = (town: Town, client: Client, page: string): Effect.Effect<void> => {
  const { climate, pages, street: { history } } = town
  const { chance, identity: { name } } = client
  const does = (trait: Trait) => chance.happens(climate.share(trait))
  const means = (): Means => {
    if (does("act.klarna")) return { method: "klarna", card: undefined }
    const number = does("act.otherCard") ? cards.poor : does("act.threeDSecure") ? cards.challenged : cards.good
    const card = Either.getOrThrow(readNumber(number))
    return { method: chance.pick<PaymentMethod>(["card", "card", "apple_pay", "google_pay"]), card } as Means
  }
  const once = Effect.gen(function*() {
    const chosen = means()
    const result = yield* Effect.either(pages.pay(tokenOf(page), chosen))
    history.add(name, `pays by ${chosen.method}: ${Either.isRight(result) ? result.right._tag : result.left._tag}`)
    if (Either.isLeft(result)) return result.left._tag === "ProviderUnavailable"
    if (result.right._tag === "RequiresAction") {
      yield* hesitate(chance, second, 2 * minute)
      const outcome = chance.happens(0.8) ? "authenticated" as const : "failed" as const
      const end = yield* Effect.either(pages.authenticate(tokenOf(page), result.right.challengeId, outcome))
      history.add(name, `is ${outcome}: ${Either.isRight(end) ? end.right._tag : end.left._tag}`)
      return Either.isLeft(end) || end.right._tag === "Declined"
    }
    return result.right._tag === "Declined"
  })
  return Effect.gen(function*() {
    if (does("act.payTwice")) {
      yield* Effect.all([once, Effect.zipRight(Effect.sleep(chance.int(0, 500)), once)], { concurrency: "unbounded" })
    }
    for (let tries = 0; tries < 4; tries++) {
      const again = yield* once
      if (!again) return
      yield* hesitate(chance, second, 5 * minute)
    }
  })
}

/** Something that many want at one moment. */
export interface Drop {
  readonly product: string
  readonly at: number
}

/** Takes what is about to go on sale, and waits for the moment. */
const queueFor = (town: Town, client: Client, { at, product }: Drop): Effect.Effect<void> =>
  Effect.gen(function*() {
    yield* change(town, client, "POST", "/api/cart", { productId: product, quantity: client.chance.scaled(1, 4) })
    yield* Effect.sleep(Math.max(0, at - (yield* Clock.currentTimeMillis)))
  })

const cartWith = (town: Town, client: Client): Effect.Effect<void> => {
  const { climate, products } = town
  const { chance } = client
  const does = (trait: Trait) => chance.happens(climate.share(trait))
  const add = Effect.suspend(() =>
    change(town, client, "POST", "/api/cart", { productId: chance.pick(products), quantity: chance.scaled(1, 4) })
  )
  return Effect.gen(function*() {
    for (let lines = chance.int(1, 3); lines > 0; lines--) {
      if (does("act.browse")) {
        yield* client.send(
          "GET",
          chance.pick(["/api/", `/api/products/${chance.pick(products)}`, `/api/inventory/${chance.pick(products)}`])
        )
      }
      yield* does("act.twoTabs") ? Effect.all([add, add], { concurrency: "unbounded", discard: true }) : add
      yield* hesitate(chance, 10, minute)
    }
    if (does("act.changeCart")) {
      const product = chance.pick(products)
      yield* chance.happens(0.5)
        ? change(town, client, "PUT", `/api/cart/items/${product}`, { quantity: chance.int(0, 3) })
        : change(town, client, "DELETE", `/api/cart/items/${product}`, undefined)
    }
    yield* client.send("GET", "/api/cart")
  })
}

export const checkoutOf = ({ climate }: Town, { chance, identity }: Client) => ({
  email: `${identity.name}@example.com`,
  shipping: chance.happens(climate.share("act.abroad")) ? abroad : chance.pick(addresses),
  ...(chance.happens(climate.share("act.express")) ? { shippingMethod: "express" } : {})
})

/** Tries whether others' things can be seen, or moved along. */
const pry = ({ climate, street }: Town, client: Client) =>
  Effect.suspend(() => {
    const { auditor } = street
    const { chance } = client
    const others = [...auditor.orders].filter(([, { principal }]) => principal !== client.identity.principal)
    const returns = [...auditor.returns].filter(([, { principal }]) => principal !== client.identity.principal)
    if (others.length === 0) return Effect.void
    const [orderId] = chance.pick(others)
    const [returnId] = returns.length === 0 ? [undefined] : chance.pick(returns)
    return Effect.all([
      client.send("GET", `/api/orders/${orderId}`),
      client.send("GET", `/api/orders/${orderId}/receipt`),
      client.send("GET", `/api/tracking/${orderId}`),
      client.send("POST", `/api/orders/${orderId}/cancel`, {}, client.key(false)),
      ...(returnId === undefined ? [] : [client.send("GET", `/api/returns/${returnId}`)]),
      ...(climate.has("act.acp") ? [client.send("GET", `/acp/orders/${orderId}`)] : []),
      client.send("GET", "/api/refunds"),
      client.send("POST", "/api/support", { ...complaint, orderId }, client.key(false)),
      forge(street, client, orderId)
    ], { discard: true })
  })

const complaint = { email: "somebody@example.com", subject: "My order", message: "Where is it?" }

/** Says in the carrier's or the provider's name what they have not said: signed with a guess, or by them, long ago. */
const forge = ({ auditor, history, line }: Street, { chance, identity }: Client, orderId: string) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const isOld = chance.happens(0.5)
    const [path, message] = chance.pick([
      ["/api/webhooks", { event: "order.shipped", data: { orderId, carrier: "Nobody", trackingNumber: "N1" } }],
      ["/api/webhooks", { event: "order.delivered", data: { orderId } }],
      ["/api/payments/notifications", {
        type: "payment.updated",
        timestamp: new Date(now),
        data: { sessionId: orderId }
      }]
    ])
    const body = new TextEncoder().encode(JSON.stringify(message))
    const text = isOld ? webhookSecret : `whsec_${Buffer.from(chance.bytes(32)).toString("base64")}`
    const signed = Signature.sign({
      id: `forged-${chance.int(1e11, 9e11)}`,
      atMillis: isOld ? now - hour : now,
      body,
      secret: Either.getOrThrow(Signature.decodeSecret(text))
    })
    const call: Call = { method: "POST", path, headers: { ...signed, "content-type": "application/json" }, body }
    const answer = yield* Effect.option(line(call))
    if (Option.isNone(answer)) return
    history.add(identity.name, `forges ${decoder.decode(body)}: ${answer.value.status}`)
    auditor.forged(call, answer.value)
  })

/** What a shopper does about an order, once it is placed. */
export const follow = (town: Town, client: Client, orderId: string): Effect.Effect<void> => {
  const { climate, closesAt } = town
  const { chance } = client
  const does = (trait: Trait) => chance.happens(climate.share(trait))
  return Effect.gen(function*() {
    let order: Read | undefined
    let counted = false
    const sendsBack = does("act.return")
    const waitsForIt = () => sendsBack && ["confirmed", "shipped"].includes(order?.json?.status)
    for (let looks = chance.int(2, 5); looks > 0 || waitsForIt(); looks--) {
      order = yield* client.send("GET", `/api/orders/${orderId}`)
      if (!counted && order?.json?.status === "confirmed") {
        town.purchases++
        counted = true
      }
      if (order?.status === 200 && does("act.cancel")) {
        yield* change(town, client, "POST", `/api/orders/${orderId}/cancel`, { reason: "changed my mind" })
      }
      if (does("act.pry")) yield* pry(town, client)
      if (order?.json?.status === "delivered") break
      if ((yield* Clock.currentTimeMillis) > closesAt) return
      yield* hesitate(chance, looks > 0 ? second : hour, day)
    }
    if (does("act.complain")) {
      const ticket = yield* change(town, client, "POST", "/api/support", { ...complaint, orderId })
      if (ticket?.status === 200) yield* client.send("GET", `/api/support/${ticket.json.ticketId}`)
    }
    if (does("act.repeatLate")) yield* client.repeatLate
    if (order?.json?.status !== "delivered" || !sendsBack) return
    // The window ends with a day in Berlin.
    if (does("act.returnLate") && chance.happens(0.3)) {
      const now = yield* Clock.currentTimeMillis
      yield* Effect.sleep(berlinMidnight(now) - now + chance.int(-2, 2) * second)
    }
    yield* sendBack(town, client, order.json)
  })
}

/** Asks to send something of an order back. */
const sendBack = (town: Town, client: Client, order: Read["json"]): Effect.Effect<void> => {
  const { chance } = client
  return Effect.gen(function*() {
    const item = chance.pick(order.items as ReadonlyArray<{ productId: string; quantity: number }>)
    const asked = yield* change(town, client, "POST", "/api/returns", {
      orderId: order.id,
      items: [{
        productId: item.productId,
        reason: "not my shade",
        ...(chance.happens(0.5) ? {} : { quantity: chance.int(1, item.quantity) }),
        ...(chance.happens(0.3) ? { condition: chance.pick(["unopened", "opened", "defective"]) } : {})
      }]
    })
    if (asked?.status !== 200) return
    yield* hesitate(chance, second, hour)
    const { returnId } = asked.json
    yield* client.send("GET", `/api/returns/${returnId}`)
    if (chance.happens(town.climate.share("act.cancelReturn"))) {
      yield* change(town, client, "POST", `/api/returns/${returnId}/cancel`, undefined)
    }
  })
}

/** When all is quiet, somebody looks through what they have, and sends back what they still can, or cannot any more. */
export const reconsider = (town: Town, client: Client): Effect.Effect<void> =>
  Effect.gen(function*() {
    for (const { id, status } of (yield* listed(client)) ?? []) {
      if (status !== "delivered" || !client.chance.happens(town.climate.share("act.return"))) continue
      const order = yield* client.look(`/api/orders/${id}`)
      if (order?.status === 200) yield* sendBack(town, client, order.json)
    }
  })

/** A shopper's whole visit, and what follows from it. `drop`: what they come for, if it is that. */
export const shopper = (
  town: Town,
  name: string,
  chance: Chance,
  drop?: Drop
): Effect.Effect<Client | undefined> => {
  const { climate, street } = town
  const isAgent = climate.has("act.agent") && chance.happens(climate.share("act.agent"))
  const client = new Client(
    street,
    isAgent
      ? { name, principal: "agent", isStaff: false, shopper: name, oauth: "demo-agent" }
      : { name, principal: name, isStaff: false },
    chance
  )
  const does = (trait: Trait) => chance.happens(climate.share(trait))
  return Effect.gen(function*() {
    if (!isAgent) {
      client.token = yield* guestToken(client)
      if (client.token === undefined) return undefined
    }
    if (drop !== undefined) yield* queueFor(town, client, drop)
    else {
      yield* cartWith(town, client)
      if (does("act.abandon")) return client
      yield* does("act.sleepOnIt") ? hesitate(chance, hour, day) : hesitate(chance, 10, 10 * minute)
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
      if (does("act.payLate")) yield* hesitate(chance, 20 * minute, 45 * minute)
      else yield* hesitate(chance, 10, 5 * minute)
      const again = does("act.checkoutAgain")
      if (again) {
        const second = yield* change(town, client, "POST", "/api/checkout", checkoutOf(town, client))
        yield* pay(town, client, redirectUrl)
        if (second?.status === 200) {
          yield* pay(town, client, second.json.redirectUrl)
          yield* follow(town, client, second.json.orderId)
        }
      } else {
        // Somebody may call the order off while it is being paid.
        const paying = pay(town, client, redirectUrl)
        yield* does("act.cancel")
          ? Effect.all([
            paying,
            Effect.zipRight(
              hesitate(chance, 1, second),
              change(town, client, "POST", `/api/orders/${orderId}/cancel`, {})
            )
          ], { concurrency: "unbounded", discard: true })
          : paying
      }
      if (does("act.comeBack")) yield* client.send("GET", `/api/checkout/${sessionId}`)
      yield* follow(town, client, orderId)
      return client
    }
    return client
  })
}

/** The cards that agents pay with: few, so that several delegations draw on one. */
const lent = [cards.good, cards.good, cards.challenged, "5555555555554444"]

/** Somebody decides at the provider's page whether an agent may pay with their card. Says whether it may. */
const approve = ({ mandates, street: { history } }: Town, { chance, identity: { name } }: Client, page: string) =>
  Effect.gen(function*() {
    const token = tokenOf(page)
    const card = Either.getOrThrow(readNumber(chance.pick(lent)))
    for (let tries = 0; tries < 6; tries++) {
      const decided = yield* Effect.either(
        mandates.decide(token, chance.happens(0.95) ? { _tag: "Approve", card } : { _tag: "Reject" })
      )
      const asked = Either.isRight(decided) && decided.right._tag === "RequiresAction" ? decided.right : undefined
      const end = asked === undefined
        ? decided
        : yield* Effect.either(mandates.authenticate(token, asked.challengeId, "authenticated"))
      const said = Either.isRight(end) ? end.right._tag : end.left._tag
      history.add(name, `decides about a delegation: ${said}`)
      if (said === "Approved" || said === "AlreadyDecided") return true
      if (said === "Rejected") return false
      yield* hesitate(chance, second, 5 * minute)
    }
    return false
  })

/** An agent buys with a delegation, again and again, for as much as it can and a little more. */
const spend = (town: Town, agent: Client, delegation: string): Effect.Effect<void> => {
  const { climate, closesAt, products } = town
  const { chance } = agent
  const does = (trait: Trait) => chance.happens(climate.share(trait))
  const path = `/api/delegations/${delegation}`
  /** How long it waits: until the window has room again, or a new calendar day might give some, give or take a second. */
  const untilNext = Effect.gen(function*() {
    if (!does("act.waitForReset")) return chance.scaled(second, 4 * hour)
    const now = yield* Clock.currentTimeMillis
    const resetsAt = (yield* agent.look(path))?.json?.resetsAt?.perDay
    const next = typeof resetsAt === "string" && chance.happens(0.5) ? Date.parse(resetsAt) : now - now % day + day
    return Math.max(0, next - now + chance.int(-second, second))
  })
  return Effect.gen(function*() {
    for (let purchases = chance.int(6, 24); purchases > 0; purchases--) {
      if ((yield* Clock.currentTimeMillis) > closesAt) return
      const product = chance.pick(products)
      const offer = yield* agent.look(`/api/products/${product}`)
      const shelf = yield* agent.look(`/api/inventory/${product}`)
      const standing = yield* agent.look(path)
      if (offer?.status !== 200 || shelf?.status !== 200 || standing?.status !== 200) return
      if (standing.json.status !== "active" && chance.happens(0.5)) return
      if (shelf.json.quantity === 0) {
        yield* hesitate(chance, second, minute)
        continue
      }
      const { perDay, perMonth, perTransaction } = standing.json.remaining
      const affordable = Math.floor(Math.min(perDay, perMonth, perTransaction) / offer.json.price)
      const wanted = chance.happens(0.6) ? affordable + chance.int(-1, 1) : chance.int(1, 5)
      const quantity = Math.min(wanted, shelf.json.quantity)
      yield* change(town, agent, "PUT", `/api/cart/items/${product}`, { quantity: Math.max(1, quantity) })
      const placed = yield* change(town, agent, "POST", "/api/orders", { ...checkoutOf(town, agent), delegation })
      if (placed?.status === 200) {
        if (placed.json.status === "confirmed") town.purchases++
        if (does("act.cancel")) {
          yield* hesitate(chance, 10, hour)
          yield* change(town, agent, "POST", `/api/orders/${placed.json.id}/cancel`, {})
        }
      } else yield* change(town, agent, "DELETE", `/api/cart/items/${product}`, undefined)
      yield* Effect.sleep(yield* untilNext)
    }
  })
}

/** Somebody who lets agents pay, one or two at once from one card, and may think better of it. */
export const spender = (town: Town, name: string, chance: Chance): Effect.Effect<Client | undefined> => {
  const { climate, closesAt, street } = town
  const person = new Client(street, { name, principal: name, isStaff: false }, chance)
  const does = (trait: Trait) => chance.happens(climate.share(trait))
  const months = chance.named("months")
  const limits = () => {
    const perTransaction = chance.int(20, 200)
    if (chance.happens(0.5)) return {}
    const perDay = chance.int(perTransaction, 500)
    const perMonth = chance.int(500, 2000)
    // A month that allows about as much as a day: the shop's own is out of reach within days.
    const tight = months.happens(climate.share("act.tightMonth"))
    return { limits: { perTransaction, perDay, perMonth: tight ? perTransaction + months.int(0, perDay) : perMonth } }
  }
  const delegate = (n: number) =>
    Effect.gen(function*() {
      const asked = yield* person.insist(
        "POST",
        "/api/delegations",
        { agentId: "demo-agent", ...limits() },
        person.key(false)
      )
      if (asked?.status !== 200) return
      if (!(yield* approve(town, person, asked.json.approvalUrl))) return
      const { delegationId } = asked.json
      const own = chance.named(`agent ${n}`)
      const agent = new Client(
        street,
        { name: `${name}-${n}`, principal: "agent", isStaff: false, shopper: `${name}-${n}`, oauth: "demo-agent" },
        own
      )
      for (let looks = 0; looks < 20; looks++) {
        if ((yield* agent.look(`/api/delegations/${delegationId}`))?.json?.status === "active") break
        yield* hesitate(own, second, 10 * minute)
      }
      const thinksBetter = Effect.gen(function*() {
        if (!does("act.revoke")) return
        yield* Effect.sleep(chance.scaled(minute, Math.max(minute, closesAt - (yield* Clock.currentTimeMillis))))
        // The agent has something in its cart, and buys it the moment it may not any more.
        yield* agent.send("POST", "/api/cart", { productId: own.pick(town.products), quantity: 1 }, agent.key(false))
        yield* person.insist("DELETE", `/api/delegations/${delegationId}`, undefined, person.key(false))
        const last = { ...checkoutOf(town, agent), delegation: delegationId }
        yield* agent.insist("POST", "/api/orders", last, agent.key(false))
      })
      yield* Effect.all([spend(town, agent, delegationId), thinksBetter], { concurrency: "unbounded", discard: true })
    })
  return Effect.gen(function*() {
    person.token = yield* guestToken(person)
    if (person.token === undefined) return undefined
    yield* Effect.forEach(Array.from({ length: chance.int(1, 2) }, (_, n) => n), delegate, {
      concurrency: "unbounded",
      discard: true
    })
    return person
  })
}

/** A guest's token; nobody gives up on that at once. */
const guestToken = (client: Client): Effect.Effect<string | undefined> =>
  Effect.map(
    client.insist("POST", "/api/auth/guest", undefined, client.uuid()),
    (answer) => answer?.json?.access_token as string | undefined
  )

/** Somebody buys one thing, hears from staff that it has long been there, and wants to send it back on the last day. */
export const latecomer = (
  town: Town,
  staff: Staff,
  name: string,
  chance: Chance
): Effect.Effect<Client | undefined> => {
  const client = new Client(town.street, { name, principal: name, isStaff: false }, chance)
  return Effect.gen(function*() {
    client.token = yield* guestToken(client)
    if (client.token === undefined) return undefined
    for (const productId of town.products) {
      if ((yield* client.look(`/api/inventory/${productId}`))?.json?.quantity > 0) {
        yield* client.insist("POST", "/api/cart", { productId, quantity: 1 }, client.key(false))
        break
      }
    }
    const session = yield* client.insist("POST", "/api/checkout", checkoutOf(town, client), client.key(false))
    if (session?.status !== 200) return client
    const { orderId, redirectUrl } = session.json
    yield* pay(town, client, redirectUrl)
    for (let looks = 0; looks < 10; looks++) {
      const order = yield* client.look(`/api/orders/${orderId}`)
      if (order?.json?.status === "confirmed") {
        yield* staff.ship(orderId)
        yield* staff.deliver(orderId, true)
        yield* sendBack(town, client, order.json)
        break
      }
      yield* hesitate(chance, minute, 10 * minute)
    }
    return client
  })
}

/** The first of several parcels that are on their way. */
export const firstOf = (
  parcels: ReadonlyArray<{ readonly trackingNumber: string; readonly status: string }>
): string | undefined => {
  const [first, another] = parcels.filter(({ status }) => status !== "delivered")
  return another === undefined ? undefined : first?.trackingNumber
}

/** Besides the first of them. */
const mostPartners = 2

/** What partners want to hear: mostly one agent's orders, in its protocol's words; another agent never buys anything. */
const hearings: ReadonlyArray<Hearing> = [
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
  private readonly town: Town
  private readonly chance: Chance
  private readonly partnersChance: Chance
  /** Partners who are no more, or never were. */
  private readonly gone = new Set<Partner>()
  private parcels = 0

  constructor(town: Town, name: string, chance: Chance) {
    this.town = town
    this.chance = chance
    this.partnersChance = chance.named("partners")
    this.client = new Client(town.street, { name, principal: "staff", isStaff: true, oauth: "demo-staff" }, chance)
  }

  do(method: "POST" | "PUT" | "DELETE", path: string, json: unknown): Effect.Effect<Read | undefined> {
    const key = this.client.key(false)
    const tries: Effect.Effect<Read | undefined> = Effect.gen(this, function*() {
      for (let n = 0; n < 60; n++) {
        const answer = yield* this.client.send(method, path, json, key)
        if (answer !== undefined && isFinal(answer)) return answer
        yield* Effect.sleep(this.chance.scaled(second, 10 * minute))
      }
      return undefined
    })
    return tries
  }

  look(path: string): Effect.Effect<Read | undefined> {
    return this.client.look(path)
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
    late = this.chance.happens(this.town.climate.share("act.returnLate")),
    trackingNumber?: string
  ) {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const ago = late ? this.chance.int(29, 31) * day + this.chance.int(-3, 3) * hour : 0
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
  private backwards(orderId: string) {
    const parcel = { orderId, trackingNumber: `BW${this.client.identity.name}${++this.parcels}` }
    return Effect.gen(this, function*() {
      yield* this.tell({ event: "order.delivered", data: parcel })
      yield* Effect.sleep(this.chance.scaled(second, 2 * hour))
      yield* this.tell({ event: "order.shipped", data: { ...parcel, carrier: "Own Bicycle" } })
    })
  }

  /** Says something in a carrier's name until it is taken. */
  private tell(message: object) {
    const { auditor, history, line } = this.town.street
    const body = new TextEncoder().encode(JSON.stringify(message))
    const id = `told-${this.chance.int(1e11, 9e11)}`
    const secret = Either.getOrThrow(Signature.decodeSecret(webhookSecret))
    return Effect.gen(this, function*() {
      for (let left = 40; left > 0; left--) {
        const headers = Signature.sign({ id, atMillis: yield* Clock.currentTimeMillis, body, secret })
        const call: Call = {
          method: "POST",
          path: "/api/webhooks",
          headers: { ...headers, "content-type": "application/json" },
          body
        }
        const answer = yield* Effect.option(line(call))
        if (Option.isSome(answer)) {
          history.add("bicycle", `tells ${decoder.decode(body)}: ${answer.value.body}`)
          auditor.told(call, answer.value, yield* Clock.currentTimeMillis)
          if (answer.value.status < 500) return
        }
        yield* Effect.sleep(this.chance.scaled(second, 10 * minute))
      }
    })
  }

  receive(returnId: string, accepts: boolean) {
    return Effect.gen(this, function*() {
      const seen = yield* this.look(`/api/returns/${returnId}`)
      if (seen?.status !== 200 || !["requested", "in_transit"].includes(seen.json.status)) return
      const items = new Map<string, number>()
      for (const { productId, quantity } of seen.json.items) {
        items.set(productId, (items.get(productId) ?? 0) + (quantity as number))
      }
      yield* this.do("POST", `/api/returns/${returnId}/receive`, {
        items: [...items].map(([productId, quantity]) => ({
          productId,
          quantity: this.chance.happens(0.8) ? quantity : this.chance.int(1, quantity),
          ...(accepts ? {} : { accepted: false }),
          restock: accepts && this.chance.happens(0.7)
        }))
      })
    })
  }

  /** Partners come, move, and go for good: each of them at an address that nobody else ever had. */
  private readonly partners: Effect.Effect<void> = Effect.gen(this, function*() {
    const { climate, partners } = this.town
    const chance = this.partnersChance
    const does = (trait: Trait) => chance.happens(climate.share(trait))
    const path = "/api/webhook-subscriptions"
    const guests = partners.slice(1).filter((one) => !this.gone.has(one))
    if (guests.length < mostPartners && does("staff.subscribe")) {
      const partner = new Partner([`http://partner-${partners.length}.example/hooks`], chance.pick(hearings))
      partners.push(partner)
      const told = yield* this.do("POST", path, { url: partner.url, ...partner.hearing })
      if (told?.status === 200) {
        partner.account = { subscriptionId: told.json.subscriptionId, secret: told.json.secret }
      } else this.gone.add(partner)
    }
    const [first, ...others] = partners.filter((one) => !this.gone.has(one))
    if (does("staff.movePartner")) yield* this.move(chance.pick([first!, ...others]))
    if (others.length > 0 && does("staff.unsubscribe")) {
      const leaver = chance.pick(others)
      const place = `${path}/${leaver.account!.subscriptionId}`
      this.gone.add(leaver)
      yield* this.do("DELETE", place, undefined)
      if (chance.happens(0.3)) yield* this.do("DELETE", place, undefined)
    }
    if (chance.happens(0.3)) yield* this.look(path)
  })

  /** Has a partner's messages sent to another address, until it is told that it is so. */
  private move(partner: Partner) {
    const { office, street: { auditor: { subscriptions }, history } } = this.town
    const { subscriptionId } = partner.account!
    return Effect.gen(this, function*() {
      const url = `${partner.addresses[0]}/${partner.addresses.length}`
      partner.addresses.push(url)
      subscriptions.moving(subscriptionId, url, yield* Clock.currentTimeMillis)
      for (let left = 60; left > 0; left--) {
        const moved = yield* Effect.either(office.move(subscriptionId, url))
        const isNone = Either.isLeft(moved) && moved.left instanceof SubscriptionNotFound
        history.add(this.client.identity.name, `moves ${subscriptionId} to ${url}: ${Either.isRight(moved)}`)
        if (Either.isRight(moved) || isNone) {
          return subscriptions.moved(subscriptionId, !isNone, yield* Clock.currentTimeMillis)
        }
        yield* Effect.sleep(this.partnersChance.scaled(second, 10 * minute))
      }
    })
  }

  /** A round through the shop: one thing or another. */
  readonly round: Effect.Effect<void> = Effect.gen(this, function*() {
    const { climate, products, street: { auditor } } = this.town
    const does = (trait: Trait) => this.chance.happens(climate.share(trait))
    const orders = [...auditor.orders]
    const open = orders.filter(([, { status }]) => status === "confirmed" || status === "shipped")
    const [orderId] = orders.length === 0
      ? [undefined]
      : this.chance.pick(open.length > 0 && this.chance.happens(0.7) ? open : orders)
    if (orderId !== undefined && does("staff.ship")) {
      const order = yield* this.look(`/api/orders/${orderId}`)
      if (order?.json?.status === "confirmed") {
        const items = (order.json.items as ReadonlyArray<{ productId: string; quantity: number; shipped: number }>)
          .filter(({ quantity, shipped }) => shipped < quantity)
        const some = this.chance.pick(items)
        yield* does("staff.backwards")
          ? this.backwards(orderId)
          : does("staff.partial")
          ? this.ship(orderId, [{ productId: some.productId, quantity: this.chance.int(1, some.quantity) }])
          : this.ship(orderId)
      } else if (order?.json?.status === "shipped") {
        yield* this.deliver(orderId, undefined, firstOf(order.json.shipments))
      }
    }
    if (orderId !== undefined && does("staff.goodwill")) {
      yield* this.do("POST", "/api/refunds", {
        orderId,
        reason: "sorry",
        ...(this.chance.happens(0.3) ? {} : { amount: this.chance.scaled(1, 3000) / 100 })
      })
    }
    if (orderId !== undefined && does("staff.cancel")) {
      yield* this.do("POST", `/api/orders/${orderId}/cancel`, { reason: "sold out at the warehouse" })
    }
    const returns = [...auditor.returns].filter(([, { status }]) => status === "requested" || status === "in_transit")
    if (returns.length > 0) yield* this.receive(this.chance.pick(returns)[0], !does("staff.reject"))
    if (does("staff.recount")) {
      yield* this.count(this.chance.pick(products), this.chance.int(0, 40))
    }
    if (does("staff.reprice")) {
      for (const product of this.chance.happens(0.5) ? products : [this.chance.pick(products)]) {
        yield* this.do("PUT", `/api/products/${product}/price`, { price: this.chance.int(99, 9999) / 100 })
      }
    }
    if (does("staff.replay")) {
      const subscriptions = yield* this.look("/api/webhook-subscriptions")
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
export const listed = (
  client: Client
): Effect.Effect<ReadonlyArray<{ readonly id: string; readonly status: string }> | undefined> =>
  Effect.gen(function*() {
    const orders: Array<{ readonly id: string; readonly status: string }> = []
    const limit = client.chance.pick([1, 2, 100])
    for (let cursor = "";;) {
      const page = yield* client.look(`/api/orders?limit=${limit}${cursor}`)
      if (page?.status !== 200) return undefined
      orders.push(...page.json.data)
      if (page.json.nextCursor === null) return orders
      cursor = `&cursor=${encodeURIComponent(page.json.nextCursor as string)}`
    }
  })
