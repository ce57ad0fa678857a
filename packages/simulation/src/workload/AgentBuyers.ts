/**
 * Agents that buy for somebody by the Agentic Commerce Protocol: they put a session together, leave a card at the vault
 * for a token, complete the session with it, and follow the order like any shopper.
 *
 * They are as careless as people: they double-click, complete twice at once, edit and cancel what is being paid, bring
 * tokens that are too small, about to expire, bound elsewhere or used before, and let a person take over in between.
 * Nobody here judges the store; the auditor reads along.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Request } from "../engine/Network.ts"
import type { Prng } from "../engine/Prng.ts"
import { hour, minute, second } from "../engine/Time.ts"
import type { Trait } from "../world/SwarmConfiguration.ts"
import { Client, type Received } from "./Client.ts"
import { cards, change, checkoutOf, followOrder, pause, pay, type WorkloadContext } from "./People.ts"

/** What may be paid on somebody's behalf at once, in cents. */
const perTransactionLimit = 200_00

/** A network's stand-in for the good card: another number, the same account. */
const networkToken = "4895370000000015"

/** What a bank gives out once it knows the cardholder. */
const authenticationProof = {
  outcome: "authenticated",
  outcome_details: {
    three_ds_cryptogram: "ABCDEFGHIJKLMNOPQRSTUVWX==",
    electronic_commerce_indicator: "05",
    transaction_id: "dsTransId_12345",
    version: "2.2.0"
  }
}

/** An agent's standing with one session. */
interface SessionPurchase {
  readonly town: WorkloadContext
  readonly client: Client
  /** Where sessions are: the protocol's own path, or the shop's. */
  readonly root: string
  readonly sessionId: string
  /** An earlier session of the same agent's, and a token that paid it. */
  readonly earlier: { readonly sessionId: string; readonly token: string } | undefined
}

const does = ({ swarm }: WorkloadContext, { prng }: Client, trait: Trait): boolean =>
  prng.happens(swarm.probability(trait))

const amountOf = (totals: ReadonlyArray<{ readonly type: string; readonly amount: number }>, type: string): number =>
  totals.find((total) => total.type === type)?.amount ?? 0

/** Units of a product, in one of the three ways in which they can be said. */
const items = (prng: Prng, productId: string, quantity: number): ReadonlyArray<object> =>
  prng.pick([
    () => [{ item: { id: productId }, quantity }],
    () => [{ id: productId, quantity }],
    () => [
      { id: productId, quantity: quantity > 1 ? quantity - 1 : quantity },
      ...(quantity > 1 ? [{ id: productId }] : [])
    ]
  ])()

/** Who buys, where it goes and how, as the protocol has it. */
const detailsOf = (town: WorkloadContext, client: Client) => {
  const { email, shipping, shippingMethod = "standard" } = checkoutOf(town, client)
  const { address, city, country, name, postcode } = shipping
  return {
    buyer: { email },
    fulfillment_details: {
      name,
      address: { name, line_one: address, city, state: "", country, postal_code: postcode }
    },
    selected_fulfillment_options: [{ type: "shipping", option_id: shippingMethod, item_ids: [] }]
  }
}

/** The same items, as many as there are and as may be paid, or one more. */
const affordableItems = (prng: Prng, session: Received["json"]): ReadonlyArray<object> =>
  session.line_items.flatMap((line: Received["json"]) => {
    const affordable = Math.floor(perTransactionLimit / session.line_items.length / line.unit_amount) + prng.int(-1, 1)
    return items(prng, line.id, Math.max(1, Math.min(affordable, line.available_quantity ?? 1)))
  })

/** Leaves a card at the vault. Answers the token, if there is one. */
const tokenise = (
  { client, earlier, sessionId, town }: SessionPurchase,
  totalMinor: number
): Effect.Effect<string | undefined> =>
  Effect.gen(function*() {
    const { prng } = client
    const number = does(town, client, "act.otherCard")
      ? cards.poor
      : does(town, client, "act.threeDSecure")
      ? cards.challenged
      : prng.pick([cards.good, cards.good, networkToken, "5555555555554444"])
    const fault = does(town, client, "act.poorToken")
      ? prng.pick(["small", "short", "elsewhere"] as const)
      : undefined
    const now = yield* Clock.currentTimeMillis
    const delegated = yield* change(town, client, "POST", "/acp/agentic_commerce/delegate_payment", {
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
        max_amount: fault === "small"
          ? Math.max(1, totalMinor - prng.logUniform(1, 1000))
          : prng.pick([totalMinor, perTransactionLimit]),
        currency: "eur",
        checkout_session_id: fault === "elsewhere" ? earlier?.sessionId ?? `${sessionId}x` : sessionId,
        merchant_id: "beauty-store",
        expires_at: new Date(now + (fault === "short" ? prng.logUniform(second, minute) : hour)).toISOString()
      },
      risk_signals: [{ type: "card_testing", score: 1, action: "authorized" }],
      metadata: {}
    })
    if (fault === "short") yield* pause(prng, 10, 2 * minute)
    return delegated?.status === 201 ? delegated.json.id as string : undefined
  })

/** Comes back about when a session expires, a little before or after, and tries to buy it all the same. */
const returnAtExpiry = (errand: SessionPurchase): Effect.Effect<void> => {
  const { client, root, sessionId, town } = errand
  const { prng } = client
  const path = `${root}/${sessionId}`
  return Effect.gen(function*() {
    const left = yield* client.get(path)
    const now = yield* Clock.currentTimeMillis
    const wait = Date.parse(left?.json?.expires_at) + prng.int(-2 * second, minute) - now
    // Not beyond the shop's days: the world does not go on for this alone.
    if (!(wait > 0 && now + wait < town.endsAt)) return
    yield* Effect.sleep(wait)
    const found = yield* client.get(path)
    if (found?.status !== 200) return
    const token = yield* tokenise(errand, amountOf(found.json.totals, "total"))
    if (token !== undefined) yield* change(town, client, "POST", `${path}/complete`, paidBy(token))
    yield* client.get(path)
  })
}

const paidBy = (token: string) => ({
  payment_data: { handler_id: "card_tokenized", instrument: { type: "card", credential: { type: "spt", token } } }
})

/** Completes a session with a token, while somebody may do something else with it. */
const complete = (errand: SessionPurchase, token: string, session: Received["json"]): Effect.Effect<void> => {
  const { client, root, sessionId, town } = errand
  const { prng } = client
  const path = `${root}/${sessionId}`
  const authentication = session.status !== "authentication_required"
    ? {}
    : { authentication_result: prng.happens(0.8) ? authenticationProof : { outcome: "denied" } }
  const completing = (token: string) =>
    change(town, client, "POST", `${path}/complete`, { ...paidBy(token), ...authentication })
  const besides: Array<Effect.Effect<unknown>> = []
  const soon = (effect: Effect.Effect<unknown>) => besides.push(Effect.zipRight(pause(prng, 1, second), effect))
  if (does(town, client, "act.twoTabs")) {
    const other = tokenise(errand, amountOf(session.totals, "total"))
    soon(Effect.flatMap(other, (other) => completing(other ?? token)))
  }
  if (does(town, client, "act.changeCart")) {
    soon(change(town, client, "POST", path, { line_items: affordableItems(prng, session) }))
  }
  if (does(town, client, "act.cancel")) soon(change(town, client, "POST", `${path}/cancel`, {}))
  return Effect.all([completing(token), ...besides], { concurrency: "unbounded", discard: true })
}

/** A person goes on where their agent stopped, on the shop's page, and pays on the provider's. */
const buyerTakesOver = (
  town: WorkloadContext,
  client: Client,
  sessionId: string,
  continueUrl: string
): Effect.Effect<void> =>
  Effect.gen(function*() {
    const { auditor, history, transport } = town.clientContext
    auditor.agents.tried(sessionId)
    const call: Request = { method: "POST", path: new URL(continueUrl).pathname, headers: {}, body: undefined }
    const answer = yield* Effect.option(transport(call))
    if (Option.isNone(answer)) return
    auditor.told(call, answer.value, yield* Clock.currentTimeMillis)
    const page = /url=([^"]+)"/.exec(answer.value.body)?.[1]
    history.add(client.identity.name, `takes over: ${answer.value.status} ${page ?? "nothing to pay"}`)
    if (page !== undefined) yield* pay(town, client, page)
  })

/** Brings a session that was begun to its end, one way or another. Answers the order, and the token that was used last. */
const finishSession = (
  errand: SessionPurchase
): Effect.Effect<{ readonly orderId: string; readonly token: string | undefined } | undefined> => {
  const { client, earlier, root, sessionId, town } = errand
  const { prng } = client
  const path = `${root}/${sessionId}`
  let token = earlier !== undefined && does(town, client, "act.usedToken") ? earlier.token : undefined
  return Effect.gen(function*() {
    for (let tries = 0; tries < 8; tries++) {
      const session = (yield* client.get(path))?.json
      switch (session?.status) {
        case "completed":
          return { orderId: session.order.id as string, token }
        case "incomplete":
          yield* change(town, client, "POST", path, detailsOf(town, client))
          break
        case "not_ready_for_payment": {
          if (session.line_items.some((line: Received["json"]) => line.available_quantity === 0)) return undefined
          yield* change(town, client, "POST", path, { line_items: affordableItems(prng, session) })
          break
        }
        case "requires_escalation": {
          yield* does(town, client, "act.takeOver")
            ? buyerTakesOver(town, client, sessionId, session.continue_url)
            : change(town, client, "POST", path, { line_items: affordableItems(prng, session) })
          break
        }
        case "ready_for_payment":
        case "authentication_required": {
          if (does(town, client, "act.leave")) return undefined
          if (does(town, client, "act.payLate")) yield* pause(prng, 20 * minute, 45 * minute)
          // A refused attempt does not use a token up; some agents get another all the same.
          if (token === undefined || prng.happens(0.3)) {
            token = (yield* tokenise(errand, amountOf(session.totals, "total"))) ?? token
          }
          if (token === undefined) break
          const completing = complete(errand, token, session)
          yield* does(town, client, "act.takeOver")
            ? Effect.all([completing, buyerTakesOver(town, client, sessionId, session.continue_url)], {
              concurrency: "unbounded"
            })
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
}

/** An agent with some errands, one after the other. */
export const buyer = (town: WorkloadContext, name: string, prng: Prng): Effect.Effect<undefined> => {
  const { endsAt, products, clientContext } = town
  const client = new Client(
    clientContext,
    { name, principal: "agent", isStaff: false, shopper: name, oauth: "demo-agent" },
    prng
  )
  const root = prng.happens(0.7) ? "/acp/checkout_sessions" : "/api/checkout/sessions"
  const beginning = () => ({
    currency: "eur",
    line_items: Array.from(
      { length: prng.int(1, 2) },
      () => items(prng, prng.pick(products), prng.logUniform(1, 5))
    ).flat(),
    ...(prng.happens(0.6) ? { capabilities: { interventions: { supported: ["3ds"] } } } : {}),
    ...(prng.happens(0.5) ? detailsOf(town, client) : {})
  })
  return Effect.gen(function*() {
    let earlier: SessionPurchase["earlier"]
    for (let errands = prng.int(1, 3); errands > 0; errands--) {
      const begun = yield* change(town, client, "POST", root, beginning())
      if (begun === undefined || begun.status >= 300) return undefined
      const sessionId: string = begun.json.id
      const path = `${root}/${sessionId}`
      const errand: SessionPurchase = { town, client, root, sessionId, earlier }
      if (does(town, client, "act.abandon")) {
        if (does(town, client, "act.tooLate")) yield* returnAtExpiry(errand)
        return undefined
      }
      if (does(town, client, "act.changeCart")) {
        const edit = change(town, client, "POST", path, { line_items: affordableItems(prng, begun.json) })
        yield* does(town, client, "act.twoTabs")
          ? Effect.all([edit, change(town, client, "POST", path, detailsOf(town, client))], {
            concurrency: "unbounded"
          })
          : edit
      }
      const end = yield* finishSession(errand)
      if (end !== undefined) {
        yield* client.send("GET", `/acp/orders/${end.orderId}`)
        if (end.token !== undefined && does(town, client, "act.usedToken")) {
          yield* change(town, client, "POST", `${path}/complete`, paidBy(end.token))
        }
        if (does(town, client, "act.cancel")) yield* change(town, client, "POST", `${path}/cancel`, {})
        yield* followOrder(town, client, end.orderId)
        yield* client.send("GET", `/acp/orders/${end.orderId}`)
        yield* client.send("GET", path)
        if (end.token !== undefined) earlier = { sessionId, token: end.token }
      } else if (does(town, client, "act.cancel")) yield* change(town, client, "POST", `${path}/cancel`, {})
      else if (does(town, client, "act.tooLate")) yield* returnAtExpiry(errand)
      if ((yield* Clock.currentTimeMillis) > endsAt) return undefined
      yield* pause(prng, second, 4 * hour)
    }
    return undefined
  })
}
