/**
 * Agents that buy for people by the Agentic Commerce Protocol: they put a session together, leave a card at the vault
 * for a token, complete the session with it, and follow the order like any shopper. They are as careless as people:
 * they double-click, complete twice at once, edit and cancel a session during its payment, bring tokens that are too
 * small, about to expire, for another session or used before, and let a person take over in between.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as AgentSessions from "../auditor/AgentSessions.ts"
import { type AcpDelegatedPayment, type AcpItem, type AcpSession, amountOf } from "../auditor/Bodies.ts"
import * as Boundaries from "../auditor/Boundaries.ts"
import * as Events from "../auditor/Events.ts"
import type { Request } from "../engine/Network.ts"
import type { Prng } from "../engine/Prng.ts"
import { hour, minute, second } from "../engine/Time.ts"
import { agentFor, drawAgent } from "./Agents.ts"
import { Client } from "./Client.ts"
import { answerOf, probeCapability } from "./OrderPages.ts"
import { pay } from "./PaymentPages.ts"
import { followOrder } from "./Shoppers.ts"
import { cards, change, currencyOf, deliveryOf, does, pause, untilExactly, type Workload } from "./Workload.ts"

/** The shop's limit for one delegated payment, in cents. */
const perTransactionLimit = 200_00

/** A network token for the good card: another number, the same account. */
const networkToken = "4895370000000015"

/** The proof that a bank issues once it has authenticated the cardholder. */
const authenticationProof = {
  outcome: "authenticated",
  outcome_details: {
    three_ds_cryptogram: "ABCDEFGHIJKLMNOPQRSTUVWX==",
    electronic_commerce_indicator: "05",
    transaction_id: "dsTransId_12345",
    version: "2.2.0"
  }
}

/** A session that an agent is about to buy. */
interface SessionPurchase {
  readonly workload: Workload
  readonly client: Client
  /** The path of sessions: the protocol's own, or the shop's. */
  readonly root: string
  readonly sessionId: string
  /** An earlier session of the same agent, and a token that paid it. */
  readonly earlier: { readonly sessionId: string; readonly token: string } | undefined
}

/** Units of a product, in one of the three spellings. */
const itemsOf = (prng: Prng, productId: string, quantity: number): ReadonlyArray<AcpItem> =>
  prng.pick<() => ReadonlyArray<AcpItem>>([
    () => [{ item: { id: productId }, quantity }],
    () => [{ id: productId, quantity }],
    () => [
      { id: productId, quantity: quantity > 1 ? quantity - 1 : quantity },
      ...(quantity > 1 ? [{ id: productId }] : [])
    ]
  ])()

/** The buyer, the address and the shipping option, in the form of the protocol. */
export const detailsOf = (workload: Workload, client: Client) => {
  const { email, shipping, shippingMethod = "standard" } = deliveryOf(workload, client)
  const { address, address2, city, company, country, name, phone, postcode, region = "" } = shipping
  return {
    buyer: { email },
    fulfillment_details: {
      name,
      ...(phone === undefined ? {} : { phone_number: phone }),
      address: {
        name,
        line_one: address,
        ...(address2 === undefined ? {} : { line_two: address2 }),
        city,
        state: region,
        country,
        postal_code: postcode,
        ...(company === undefined ? {} : { company })
      }
    },
    selected_fulfillment_options: [{ type: "shipping", option_id: shippingMethod, item_ids: [] }]
  }
}

/** The same items, as many as are available and affordable, or one more. */
const affordableItems = (prng: Prng, session: AcpSession): ReadonlyArray<AcpItem> =>
  session.line_items.flatMap((line) => {
    const affordable = Math.floor(perTransactionLimit / session.line_items.length / line.unit_amount)
      + prng.int(-1, 1)
    return itemsOf(prng, line.id, Math.max(1, Math.min(affordable, line.available_quantity ?? 1)))
  })

/** A card, as an agent leaves it at the vault for a session. */
export const vaulted = (
  workload: Workload,
  sessionId: string,
  number: string,
  maxAmountMinor: number,
  until: number
) => ({
  payment_method: {
    type: "card",
    card_number_type: number === networkToken ? "network_token" : "fpan",
    number,
    exp_month: "11",
    exp_year: "2030",
    metadata: {}
  },
  allowance: {
    reason: "one_time",
    max_amount: maxAmountMinor,
    currency: currencyOf(workload),
    checkout_session_id: sessionId,
    merchant_id: "beauty-store",
    expires_at: new Date(until).toISOString()
  },
  risk_signals: [{ type: "card_testing", score: 1, action: "authorized" }],
  metadata: {}
})

/** The place where agents leave cards. */
export const vault = "/acp/agentic_commerce/delegate_payment"

/** Leaves a card at the vault, if `isPoor` one without money. Returns the token, if there is one. */
const tokenise = Effect.fnUntraced(
  function*({ client, earlier, sessionId, workload }: SessionPurchase, totalMinor: number, isPoor = false) {
    const { prng } = client
    const number = isPoor || does(workload, client, "act.otherCard")
      ? cards.poor
      : does(workload, client, "act.threeDSecure")
      ? cards.challenged
      : prng.pick([cards.good, cards.good, networkToken, "5555555555554444"])
    const flaw = does(workload, client, "act.poorToken")
      ? prng.pick(["small", "short", "elsewhere"] as const)
      : undefined
    const now = yield* Clock.currentTimeMillis
    const end = Math.floor(now + (flaw === "short" ? prng.logUniform(second, minute) : hour))
    const mostMinor = flaw === "small"
      ? Math.max(1, totalMinor - prng.logUniform(1, 1000))
      : prng.pick([totalMinor, perTransactionLimit])
    const id = flaw === "elsewhere" ? earlier?.sessionId ?? `${sessionId}x` : sessionId
    const card = vaulted(workload, id, number, mostMinor, end)
    const delegated = yield* change<AcpDelegatedPayment>(workload, client, "POST", vault, card)
    if (flaw === "short") {
      const ends = prng.stream("ends")
      if (ends.happens(0.5)) yield* untilExactly(client, end + ends.pick(Boundaries.steps))
      else yield* pause(prng, 10, 2 * minute)
    }
    return delegated?.status === 201 ? delegated.json.id : undefined
  }
)

/** Comes back about when a session expires, a little before or after, and tries to buy it all the same. */
const returnAtExpiry = Effect.fnUntraced(function*(purchase: SessionPurchase) {
  const { client, root, sessionId, workload } = purchase
  const path = `${root}/${sessionId}`
  const left = yield* client.get<AcpSession | undefined>(path)
  const now = yield* Clock.currentTimeMillis
  const off = client.prng.happens(0.5) ? client.prng.pick(Boundaries.steps) : client.prng.int(-2 * second, minute)
  const wait = Date.parse(String(left?.json?.expires_at)) + off - now
  // Not beyond the days of the run, which does not continue for this alone.
  if (!(wait > 0 && now + wait < workload.endsAt)) return
  yield* Effect.sleep(Math.max(0, wait - second))
  // With a token that is valid, so that the next request takes no time.
  yield* client.send("GET", path)
  yield* untilExactly(client, now + wait)
  const found = yield* client.get<AcpSession>(path)
  if (found?.status !== 200) return
  const token = yield* tokenise(purchase, amountOf(found.json.totals, "total"))
  if (token !== undefined) yield* change(workload, client, "POST", `${path}/complete`, paidBy(token))
  yield* client.get(path)
})

/** The payment of a session by a token. */
export const paidBy = (token: string) => ({
  payment_data: { handler_id: "card_tokenized", instrument: { type: "card", credential: { type: "spt", token } } }
})

/**
 * Completes a session with a token, while something else may be done with it. Everything is drawn before anything is
 * sent. `correction`: what the agent was told meanwhile of its buyer.
 */
const complete = (
  purchase: SessionPurchase,
  token: string,
  session: AcpSession,
  correction: { readonly buyer?: { readonly email: string } }
): Effect.Effect<void> => {
  const { client, root, sessionId, workload } = purchase
  const { prng } = client
  const path = `${root}/${sessionId}`
  const authentication = session.status !== "authentication_required"
    ? {}
    : { authentication_result: prng.happens(0.8) ? authenticationProof : { outcome: "denied" } }
  const completing = (token: string) =>
    change(workload, client, "POST", `${path}/complete`, { ...paidBy(token), ...authentication, ...correction })
  const others: Array<Effect.Effect<unknown>> = []
  const soon = (effect: Effect.Effect<unknown>) => others.push(Effect.zipRight(pause(prng, 1, second), effect))
  if (does(workload, client, "act.twoTabs")) {
    const another = tokenise(purchase, amountOf(session.totals, "total"))
    soon(Effect.flatMap(another, (another) => completing(another ?? token)))
  }
  if (does(workload, client, "act.changeCart")) {
    soon(change(workload, client, "POST", path, { line_items: affordableItems(prng, session) }))
  }
  if (does(workload, client, "act.cancel")) soon(change(workload, client, "POST", `${path}/cancel`, {}))
  return Effect.all([completing(token), ...others], { concurrency: "unbounded", discard: true })
}

/** A person continues where a program stopped, on the shop's page. Returns the payment page, if they come to one. */
export const takeOver = Effect.fnUntraced(
  function*({ client, sessionId, workload }: Omit<SessionPurchase, "earlier" | "root">, continueUrl: string) {
    const { auditor, history, transport } = workload.clientContext
    const { identity: { name }, network } = client
    AgentSessions.paymentTried(auditor, sessionId)
    const request: Request = {
      method: "POST",
      path: new URL(continueUrl).pathname,
      headers: {},
      body: undefined,
      remoteAddress: network
    }
    const { path } = request
    yield* probeCapability(workload, client, { method: "POST", path, form: {} }, path.slice(path.lastIndexOf("/") + 1))
    const response = yield* Effect.option(transport(request))
    if (Option.isNone(response)) return undefined
    Events.messageAnswered(auditor, request, response.value, yield* Clock.currentTimeMillis)
    const answer = answerOf(path, response.value)
    const shown = answer === undefined
      ? response
      : yield* Effect.option(transport({ ...request, method: "GET", path: answer }))
    if (Option.isNone(shown)) return undefined
    const page = /url=([^"]+)"/.exec(shown.value.body)?.[1]
    history.add(name, `takes over: ${shown.value.status} ${page ?? "nothing to pay"}`)
    return page
  }
)

/** The same, and they pay on the provider's page. */
const buyerTakesOver = Effect.fnUntraced(function*(purchase: SessionPurchase, continueUrl: string) {
  const page = yield* takeOver(purchase, continueUrl)
  if (page !== undefined) yield* pay(purchase.workload, purchase.client, page)
})

/** The end of a session: the order, and the token that was used last. */
interface Bought {
  readonly orderId: string
  readonly token: string | undefined
}

/** Does what a session needs next, until it is an order or the agent gives up. */
const finishSession = Effect.fnUntraced(function*(purchase: SessionPurchase) {
  const { client, earlier, root, sessionId, workload } = purchase
  const { prng } = client
  const path = `${root}/${sessionId}`
  // Some have misunderstood whose card and what address it is, and are told when the card was refused.
  const corrects = does(workload, { prng: prng.stream(`corrects ${sessionId}`) }, "act.correct")
  let attempts = 0
  let token = earlier !== undefined && does(workload, client, "act.usedToken") ? earlier.token : undefined
  for (let tries = 0; tries < 8; tries++) {
    const session = (yield* client.get<AcpSession | undefined>(path))?.json
    switch (session?.status) {
      case "completed":
        return { orderId: session.order!.id, token }
      case "incomplete":
        yield* change(workload, client, "POST", path, detailsOf(workload, client))
        break
      case "not_ready_for_payment": {
        if (session.line_items.some((line) => line.available_quantity === 0)) return undefined
        yield* change(workload, client, "POST", path, { line_items: affordableItems(prng, session) })
        break
      }
      case "requires_escalation": {
        yield* does(workload, client, "act.takeOver")
          ? buyerTakesOver(purchase, session.continue_url!)
          : change(workload, client, "POST", path, { line_items: affordableItems(prng, session) })
        break
      }
      case "ready_for_payment":
      case "authentication_required": {
        if (does(workload, client, "act.leave")) return undefined
        if (does(workload, client, "act.payLate")) yield* pause(prng, 20 * minute, 45 * minute)
        // A refused attempt does not use a token up; some agents get another one anyway.
        attempts++
        const isWrong = corrects && attempts === 1
        const getsAnother = corrects && attempts <= 2
        if (token === undefined || getsAnother || prng.happens(0.3)) {
          token = (yield* tokenise(purchase, amountOf(session.totals, "total"), isWrong)) ?? token
        }
        if (token === undefined) break
        const email = `${client.identity.name}@${isWrong ? "mail." : ""}example.com`
        const completing = complete(purchase, token, session, corrects ? { buyer: { email } } : {})
        yield* does(workload, client, "act.takeOver")
          ? Effect.all([completing, buyerTakesOver(purchase, session.continue_url!)], { concurrency: "unbounded" })
          : completing
        break
      }
      case "complete_in_progress":
        break
      default:
        return undefined
    }
    yield* pause(prng, 10, minute)
  }
  return undefined
})

/** A session's first items, and perhaps its destination. */
const newSession = (workload: Workload, client: Client) => {
  const { prng } = client
  return {
    currency: currencyOf(workload),
    line_items: Array.from(
      { length: prng.int(1, 2) },
      () => itemsOf(prng, prng.pick(workload.products), prng.logUniform(1, 5))
    ).flat(),
    ...(prng.happens(0.6) ? { capabilities: { interventions: { supported: ["3ds"] } } } : {}),
    ...(prng.happens(0.5) ? detailsOf(workload, client) : {})
  }
}

/** Follows up on a purchase: tries the token and the session again, and follows the order. */
const afterPurchase = Effect.fnUntraced(
  function*({ client, root, sessionId, workload }: SessionPurchase, { orderId, token }: Bought) {
    const path = `${root}/${sessionId}`
    yield* client.send("GET", `/acp/orders/${orderId}`)
    if (token !== undefined && does(workload, client, "act.usedToken")) {
      yield* change(workload, client, "POST", `${path}/complete`, paidBy(token))
    }
    if (does(workload, client, "act.cancel")) yield* change(workload, client, "POST", `${path}/cancel`, {})
    yield* followOrder(workload, client, orderId)
    yield* client.send("GET", `/acp/orders/${orderId}`)
    yield* client.send("GET", path)
  }
)

/** Changes a new session, in one way or in two at once. */
const editSession = Effect.fnUntraced(
  function*({ client, root, sessionId, workload }: SessionPurchase, session: AcpSession) {
    const path = `${root}/${sessionId}`
    const edit = change(workload, client, "POST", path, { line_items: affordableItems(client.prng, session) })
    yield* does(workload, client, "act.twoTabs")
      ? Effect.all([edit, change(workload, client, "POST", path, detailsOf(workload, client))], {
        concurrency: "unbounded"
      })
      : edit
  }
)

/** Keeps a cart of the protocol for a while: nothing is ever ordered from it. */
const keepCart = Effect.fnUntraced(function*(workload: Workload, client: Client) {
  const { prng } = client
  const items = () => itemsOf(prng, prng.pick(workload.products), prng.logUniform(1, 5))
  const made = yield* change<{ readonly id: string }>(workload, client, "POST", "/acp/carts", { line_items: items() })
  if (made === undefined || made.status >= 300) return
  const path = `/acp/carts/${made.json.id}`
  yield* client.send("GET", path)
  yield* change(workload, client, "PUT", path, { line_items: [...items(), ...items()] })
  if (prng.happens(0.5)) yield* change(workload, client, "POST", `${path}/cancel`, {})
  yield* client.send("GET", path)
})

/** An agent that buys some sessions, one after the other. */
export const agentBuyer = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const client = new Client(workload.clientContext, agentFor(drawAgent(prng), name), prng)
  const root = prng.happens(0.7) ? "/acp/checkout_sessions" : "/api/checkout/sessions"
  let earlier: SessionPurchase["earlier"]
  if (does(workload, client, "act.changeCart")) yield* keepCart(workload, client)
  for (let purchases = prng.int(2, 5); purchases > 0; purchases--) {
    const begun = yield* change<AcpSession>(workload, client, "POST", root, newSession(workload, client))
    if (begun === undefined || begun.status >= 300) continue
    const sessionId = begun.json.id
    const purchase: SessionPurchase = { workload, client, root, sessionId, earlier }
    if (does(workload, client, "act.abandon")) {
      if (does(workload, client, "act.tooLate")) yield* returnAtExpiry(purchase)
      continue
    }
    if (does(workload, client, "act.changeCart")) yield* editSession(purchase, begun.json)
    const bought = yield* finishSession(purchase)
    if (bought !== undefined) {
      yield* afterPurchase(purchase, bought)
      if (bought.token !== undefined) earlier = { sessionId, token: bought.token }
    } else if (does(workload, client, "act.cancel")) {
      yield* change(workload, client, "POST", `${root}/${sessionId}/cancel`, {})
    } else if (does(workload, client, "act.tooLate")) yield* returnAtExpiry(purchase)
    if ((yield* Clock.currentTimeMillis) > workload.endsAt) return undefined
    yield* pause(prng, second, 4 * hour)
  }
  return undefined
})
