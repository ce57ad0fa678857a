/**
 * Every use case of the store with everything that can fail in it failing in turn: each statement, begin and commit,
 * each call of the provider, each message, each request; and the store's own death at each of them. One row, one use
 * case.
 */
import * as Signature from "@beauty-store/outbound/Signature"
import { readNumber } from "@beauty-store/payments-simulated/Cards"
import type { Decision, Means } from "@beauty-store/payments-simulated/provider/PaymentRequest"
import { formatFinding, sweep, type UseCase } from "@beauty-store/simulation/Sweep"
import type { Environment } from "@beauty-store/simulation/SweepTrial"
import type { Client, Identity } from "@beauty-store/simulation/workload/Client"
import { webhookSecret } from "@beauty-store/simulation/world/StoreProcess"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { describe, expect, test } from "vitest"
import { delivery } from "../../../test/shop/shopper.ts"

const [serum, cream] = ["first", "second"] as const
const minutes = 60_000

const ada: Identity = { name: "ada", principal: "ada", isStaff: false }
const agentOfAda: Identity = { name: "robo", principal: "agent", isStaff: false, shopper: "ada", oauth: "demo-agent" }
const platform: Identity = { ...agentOfAda, name: "platform", headers: { "api-version": "2026-04-17" } }
const warehouse: Identity = { name: "warehouse", principal: "staff", isStaff: true, oauth: "demo-staff" }

/** Whatever it is that they change: nobody else does. */
const keeper: Identity = { ...warehouse, name: "keeper", headers: { "if-match": "*" } }

type Method = "POST" | "PUT" | "PATCH" | "DELETE"

/** Sends until the response is final, which has to be a success; returns its body, whose shape each use case knows. */
const does = (person: Client, method: Method, path: string, json?: object, key = person.key(false)) =>
  Effect.map(person.sendUntilFinal<any>(method, path, json, key, 60), (answer) => {
    if (answer === undefined || answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.json
  })

const nameOf = (scene: Environment, product: string) => scene.products[product === serum ? 0 : 1]!

const comes = (scene: Environment) =>
  Effect.gen(function*() {
    const person = scene.client(ada)
    if (person.token !== undefined) return person
    const { access_token } = yield* does(person, "POST", "/api/auth/guest", undefined, person.uuid())
    person.token = access_token
    return person
  })

const putsInCart = (scene: Environment, person: Client, quantity = 1, product: string = serum) =>
  does(person, "POST", "/api/cart", { productId: nameOf(scene, product), quantity })

interface Session {
  readonly sessionId: string
  readonly orderId: string
  readonly redirectUrl: string
}

const begins = (scene: Environment): Effect.Effect<Session> =>
  Effect.gen(function*() {
    const person = yield* comes(scene)
    yield* putsInCart(scene, person, 2)
    yield* putsInCart(scene, person, 1, cream)
    return yield* does(person, "POST", "/api/checkout", delivery)
  })

const card = (number = "4242424242424242") => Either.getOrThrow(readNumber(number))
const byCard = (number?: string): Means => ({ method: "card", card: card(number) })
const tokenOf = (page: string) => page.slice(page.lastIndexOf("/") + 1)

const pays = (scene: Environment, { redirectUrl }: Pick<Session, "redirectUrl">, means = byCard()) =>
  Effect.asVoid(Effect.orDie(scene.provider.pages.pay(tokenOf(redirectUrl), means)))

/** Pays, and waits until the shop has heard of it. */
const buys = (scene: Environment) =>
  Effect.tap(begins(scene), (session) => Effect.zipRight(pays(scene, session), Effect.sleep(minutes)))

const parcel = { carrier: "Own Van", trackingNumber: "OV1" }

const ships = (scene: Environment, orderId: string, more: object = {}) =>
  does(scene.client(warehouse), "POST", `/api/orders/${orderId}/ship`, { ...parcel, ...more })

const delivers = (scene: Environment, orderId: string) =>
  does(scene.client(warehouse), "POST", `/api/orders/${orderId}/deliver`, {})

const arrived = (scene: Environment) =>
  Effect.gen(function*() {
    const session = yield* buys(scene)
    yield* ships(scene, session.orderId)
    yield* delivers(scene, session.orderId)
    return session
  })

const asksToReturn = (scene: Environment, orderId: string) =>
  Effect.flatMap(comes(scene), (person) =>
    does(person, "POST", "/api/returns", {
      orderId,
      items: [{ productId: nameOf(scene, serum), reason: "not my shade", quantity: 2 }]
    }))

const sendsBack = (scene: Environment) =>
  Effect.gen(function*() {
    const { orderId } = yield* arrived(scene)
    const { returnId } = yield* asksToReturn(scene, orderId)
    return { orderId, returnId: returnId as string }
  })

const cancels = (scene: Environment, orderId: string) =>
  Effect.flatMap(comes(scene), (person) => does(person, "POST", `/api/orders/${orderId}/cancel`, { reason: "no more" }))

/** A partner's message, signed, again until it is taken. */
const says = (scene: Environment, id: string, message: object) => {
  const body = new TextEncoder().encode(JSON.stringify(message))
  const secret = Either.getOrThrow(Signature.decodeSecret(webhookSecret))
  const once = Effect.flatMap(Clock.currentTimeMillis, (atMillis) =>
    scene.transport({
      method: "POST",
      path: "/api/webhooks",
      headers: { "content-type": "application/json", ...Signature.sign({ id, atMillis, body, secret }) },
      body
    }))
  return again(once)
}

/** Sends until it is answered for good. Answers the status. */
const again = (once: ReturnType<Environment["transport"]>) =>
  Effect.gen(function*() {
    for (;;) {
      const answer = yield* Effect.either(once)
      if (Either.isRight(answer) && answer.right.status < 500) return answer.right.status
      yield* Effect.sleep(10_000)
    }
  })

const delegates = (scene: Environment) =>
  Effect.gen(function*() {
    const person = yield* comes(scene)
    const asked = yield* does(person, "POST", "/api/delegations", { agentId: "demo-agent" })
    return { delegationId: asked.delegationId as string, approvalUrl: asked.approvalUrl as string }
  })

const decides = (scene: Environment, approvalUrl: string, decision: Decision) =>
  Effect.asVoid(Effect.orDie(scene.provider.mandates.decide(tokenOf(approvalUrl), decision)))

const approves = (scene: Environment) =>
  Effect.tap(
    delegates(scene),
    ({ approvalUrl }) =>
      Effect.zipRight(decides(scene, approvalUrl, { _tag: "Approve", card: card() }), Effect.sleep(minutes))
  )

const acp = {
  session: (scene: Environment) => ({
    currency: "eur",
    capabilities: { interventions: { supported: ["3ds"] } },
    line_items: [{ id: nameOf(scene, serum), quantity: 2 }],
    buyer: { email: "ada@example.com", first_name: "Ada", last_name: "Lovelace" },
    fulfillment_details: {
      name: "Ada Lovelace",
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
  }),
  create: (scene: Environment) => does(scene.client(platform), "POST", "/acp/checkout_sessions", acp.session(scene)),
  delegate: (scene: Environment, sessionId: string) =>
    does(scene.client(platform), "POST", "/acp/agentic_commerce/delegate_payment", {
      payment_method: {
        type: "card",
        card_number_type: "fpan",
        number: "4242424242424242",
        exp_month: "11",
        exp_year: "2030",
        cvc: "223",
        display_card_funding_type: "credit",
        display_last4: "4242",
        metadata: {}
      },
      allowance: {
        reason: "one_time",
        max_amount: 20_000,
        currency: "eur",
        checkout_session_id: sessionId,
        merchant_id: "beauty-store",
        expires_at: "2026-06-30T00:00:00.000Z"
      },
      risk_signals: [{ type: "card_testing", score: 10, action: "manual_review" }],
      metadata: {}
    }),
  paid: (scene: Environment) =>
    Effect.gen(function*() {
      const { id } = yield* acp.create(scene)
      const { id: token } = yield* acp.delegate(scene, id)
      return { id: id as string, token: token as string }
    }),
  complete: (scene: Environment, id: string, token: string) =>
    does(scene.client(platform), "POST", `/acp/checkout_sessions/${id}/complete`, {
      payment_data: { handler_id: "card_tokenized", instrument: { type: "card", credential: { type: "spt", token } } }
    })
}

/** Asks about an order: the ticket's id, and its page. */
const asks = (scene: Environment) =>
  Effect.gen(function*() {
    const { orderId } = yield* buys(scene)
    const question = { email: "ada@example.com", subject: "My order", message: "Where is it?", orderId }
    const { links, ticketId } = yield* does(yield* comes(scene), "POST", "/api/support", question)
    return { ticketId: ticketId as string, page: new URL(links.page).pathname }
  })

/** Staff do something with a ticket as it was asked. */
const atDesk = (scene: Environment, ticketId: string, action: string, body: object) =>
  does(scene.client(warehouse), "POST", `/api/support/${ticketId}/${action}`, { ...body, version: 0 })

/** Sends a form until there is a response for good: of a form that was done before, that it was. */
const submits = (scene: Environment, path: string, fields: string) =>
  Effect.asVoid(again(scene.transport({
    method: "POST",
    path,
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: new TextEncoder().encode(fields)
  })))

/** One row of the table, whatever passes from its preparation to itself. */
const useCase = <State>(
  prepare: UseCase<State>["prepare"],
  act: UseCase<State>["act"],
  varying: ReadonlyArray<string> = []
) =>
() => sweep({ prepare, act, varying })

/** The consequences of the next seconds belong to it. */
const andThen = <A>(effect: Effect.Effect<A>) => Effect.zipLeft(effect, Effect.sleep(10_000))

const newProduct = (scene: Environment) =>
  Effect.map(seen(scene, `/api/products/${nameOf(scene, serum)}`), (other: any) => ({
    id: "dusk-oil",
    brandId: other.brand.id as string,
    name: "Dusk Oil",
    description: "With marula.",
    price: 20,
    category: other.category as string,
    onHand: 3
  }))

/** How a shelf stands, or a price. */
const seen = (scene: Environment, path: string) =>
  Effect.map(scene.client(warehouse).get(path, 60), (answer) => answer?.json as unknown)

const nothing = () => Effect.void

const useCases: Readonly<Record<string, ReturnType<typeof useCase>>> = {
  // Carts

  // Nobody without identity is recognised: who asks again is somebody new.
  "a guest's token": useCase(nothing, (scene) => Effect.asVoid(comes(scene)), ["the store's token"]),
  "the first thing in a cart": useCase(
    comes,
    (scene) => Effect.flatMap(comes(scene), (person) => putsInCart(scene, person))
  ),
  "more of what is in a cart": useCase(
    (scene) => Effect.flatMap(comes(scene), (person) => putsInCart(scene, person)),
    (scene) => Effect.flatMap(comes(scene), (person) => putsInCart(scene, person, 2))
  ),
  "another quantity": useCase(
    (scene) => Effect.flatMap(comes(scene), (person) => putsInCart(scene, person)),
    (scene) =>
      Effect.flatMap(
        comes(scene),
        (person) => does(person, "PUT", `/api/cart/items/${nameOf(scene, serum)}`, { quantity: 3 })
      )
  ),
  "a line out of a cart": useCase(
    (scene) => Effect.flatMap(comes(scene), (person) => putsInCart(scene, person)),
    (scene) =>
      Effect.flatMap(comes(scene), (person) => does(person, "DELETE", `/api/cart/items/${nameOf(scene, serum)}`))
  ),
  "an empty cart": useCase(
    (scene) => Effect.flatMap(comes(scene), (person) => putsInCart(scene, person)),
    (scene) => Effect.flatMap(comes(scene), (person) => does(person, "DELETE", "/api/cart"))
  ),

  // Checkout

  "a checkout": useCase(
    (scene) => Effect.flatMap(comes(scene), (person) => putsInCart(scene, person)),
    (scene) => Effect.flatMap(comes(scene), (person) => does(person, "POST", "/api/checkout", delivery))
  ),
  "a session whose time is up": useCase(
    (scene) => Effect.tap(begins(scene), () => Effect.sleep(28 * minutes)),
    () => Effect.sleep(2 * minutes)
  ),
  "a checkout that supersedes another": useCase(begins, (scene) =>
    Effect.gen(function*() {
      const person = yield* comes(scene)
      const session = yield* does(person, "POST", "/api/checkout", { ...delivery, shippingMethod: "express" })
      yield* pays(scene, session)
    })),
  "a payment at the page": useCase(begins, (scene, session) => andThen(pays(scene, session))),
  "a payment that takes its time": useCase(
    begins,
    (scene, session) => andThen(pays(scene, session, { method: "klarna", card: undefined }))
  ),
  "a return from the page": useCase(
    (scene) =>
      Effect.gen(function*() {
        const session = yield* begins(scene)
        const { session: { returnUrl } } = yield* Effect.orDie(scene.provider.pages.view(tokenOf(session.redirectUrl)))
        return { ...session, returnUrl }
      }),
    (scene, { redirectUrl, returnUrl }) =>
      Effect.gen(function*() {
        yield* Effect.orDie(scene.provider.pages.pay(tokenOf(redirectUrl), byCard()))
        const { pathname, search } = new URL(returnUrl)
        return yield* again(
          scene.transport({ method: "GET", path: `${pathname}${search}`, headers: {}, body: undefined })
        )
      })
  ),

  // Orders

  "the cancellation of an unpaid order": useCase(begins, (scene, { orderId }) => cancels(scene, orderId)),
  "the cancellation of a paid order": useCase(buys, (scene, { orderId }) => cancels(scene, orderId)),
  "a shipment of the whole": useCase(buys, (scene, { orderId }) => ships(scene, orderId)),
  "a shipment of a part": useCase(
    buys,
    (scene, { orderId }) => ships(scene, orderId, { items: [{ productId: nameOf(scene, serum), quantity: 1 }] })
  ),
  "an arrival": useCase(
    (scene) => Effect.tap(buys(scene), ({ orderId }) => ships(scene, orderId)),
    (scene, { orderId }) => delivers(scene, orderId)
  ),
  "a partner's word of a shipment, and one of its arrival before it": useCase(
    buys,
    (scene, { orderId }) =>
      Effect.gen(function*() {
        const deliveredAt = "2026-06-03T10:00:00.000Z"
        yield* says(scene, "msg_2", { event: "order.delivered", data: { orderId, deliveredAt } })
        yield* says(scene, "msg_1", { event: "order.shipped", data: { orderId, ...parcel } })
      })
  ),

  // Returns and refunds

  "a return": useCase(arrived, (scene, { orderId }) => asksToReturn(scene, orderId)),
  "the cancellation of a return": useCase(
    sendsBack,
    (scene, { returnId }) =>
      Effect.flatMap(comes(scene), (person) => does(person, "POST", `/api/returns/${returnId}/cancel`))
  ),
  "what came back": useCase(
    sendsBack,
    (scene, { returnId }) =>
      does(scene.client(warehouse), "POST", `/api/returns/${returnId}/receive`, {
        items: [
          { productId: nameOf(scene, serum), quantity: 2, restock: true }
        ]
      })
  ),
  "a refund of goodwill": useCase(
    arrived,
    (scene, { orderId }) =>
      does(scene.client(warehouse), "POST", "/api/refunds", { orderId, amount: 5, reason: "sorry" })
  ),

  // The house

  "a ticket": useCase(
    buys,
    (scene, { orderId }) =>
      Effect.flatMap(comes(scene), (person) =>
        does(person, "POST", "/api/support", {
          email: "ada@example.com",
          subject: "My order",
          message: "Where is it?",
          orderId
        }))
  ),
  "something added to a ticket": useCase(
    asks,
    (scene, { ticketId }) =>
      Effect.flatMap(
        comes(scene),
        (person) => does(person, "POST", `/api/support/${ticketId}/reply`, { message: "It is still not here." })
      )
  ),
  "an answer to it": useCase(
    asks,
    (scene, { ticketId }) => atDesk(scene, ticketId, "answer", { message: "Tomorrow." })
  ),
  "its colleague": useCase(asks, (scene, { ticketId }) => atDesk(scene, ticketId, "assign", { to: "demo-staff" })),
  "its end": useCase(asks, (scene, { ticketId }) => atDesk(scene, ticketId, "close", {})),
  "something added on its page, and the end of that": useCase(
    asks,
    (scene, { page }) =>
      Effect.zipRight(
        submits(scene, page, "message=It+is+still+not+here.&version=0"),
        submits(scene, `${page}/close`, "")
      ),
    // The page that answers a form is kept each time that it is sent.
    ["the store's idempotency"]
  ),
  "a flag that was dealt with": useCase(
    (scene) =>
      Effect.gen(function*() {
        const { orderId } = yield* begins(scene)
        yield* cancels(scene, orderId)
        // What is cancelled does not ship: staff are told by a flag.
        yield* says(scene, "told", { event: "order.shipped", data: { orderId, ...parcel } })
        const { data } = (yield* seen(scene, "/api/admin/flags")) as { data: ReadonlyArray<any> }
        return data[0].flagId as string
      }),
    (scene, id) => does(scene.client(warehouse), "POST", `/api/admin/flags/${id}/close`, { note: "dealt with" })
  ),
  "a count of a shelf": useCase(
    (scene) => seen(scene, "/api/webhook-subscriptions"),
    (scene) => does(scene.client(warehouse), "PUT", `/api/inventory/${nameOf(scene, serum)}`, { onHand: 7 })
  ),
  "another price": useCase(
    (scene) => seen(scene, "/api/webhook-subscriptions"),
    (scene) => does(scene.client(warehouse), "PUT", `/api/products/${nameOf(scene, serum)}/price`, { price: 12.34 })
  ),
  "the restoration of a product": useCase(
    (scene) => does(scene.client(keeper), "POST", `/api/admin/products/${nameOf(scene, cream)}/archive`),
    (scene) => does(scene.client(keeper), "POST", `/api/admin/products/${nameOf(scene, cream)}/restore`)
  ),
  "the end of a product": useCase(
    (scene) =>
      Effect.flatMap(
        newProduct(scene),
        (product) => does(scene.client(keeper), "POST", "/api/admin/products", product)
      ),
    (scene) => does(scene.client(keeper), "DELETE", "/api/admin/products/dusk-oil")
  ),
  "a subscription": useCase(
    (scene) => Effect.asVoid(seen(scene, "/api/webhook-subscriptions")),
    (scene) =>
      Effect.asVoid(
        does(scene.client(warehouse), "POST", "/api/webhook-subscriptions", { url: "http://laboratory.example/hooks" })
      )
  ),
  "everything once more for a partner": useCase(
    (scene) =>
      Effect.gen(function*() {
        yield* buys(scene)
        const { data } = (yield* seen(scene, "/api/webhook-subscriptions")) as { data: ReadonlyArray<any> }
        return data[0].subscriptionId as string
      }),
    (scene, id) =>
      does(scene.client(warehouse), "POST", `/api/webhook-subscriptions/${id}/replay`, {
        from: "2026-06-01T00:00:00.000Z",
        to: "2026-06-02T00:00:00.000Z"
      })
  ),
  "one message once more for a partner": useCase(
    (scene) =>
      Effect.gen(function*() {
        yield* buys(scene)
        const path = "/api/webhook-subscriptions"
        const { data: [{ subscriptionId }] } = (yield* seen(scene, path)) as { data: ReadonlyArray<any> }
        const sent = (yield* seen(scene, `${path}/${subscriptionId}/deliveries`)) as { data: ReadonlyArray<any> }
        return `${path}/${subscriptionId}/deliveries/${sent.data[0].eventId}/send`
      }),
    // Whether it is sent before the response, time tells.
    (scene, path) => Effect.asVoid(does(scene.client(warehouse), "POST", path))
  ),

  // Delegated payment

  "a delegation": useCase(comes, (scene) => Effect.asVoid(delegates(scene))),
  "a delegation that is approved": useCase(
    delegates,
    (scene, { approvalUrl }) => andThen(decides(scene, approvalUrl, { _tag: "Approve", card: card() }))
  ),
  "a delegation that is rejected": useCase(
    delegates,
    (scene, { approvalUrl }) => andThen(decides(scene, approvalUrl, { _tag: "Reject" }))
  ),
  "the end of a delegation": useCase(
    approves,
    (scene, { delegationId }) =>
      Effect.flatMap(comes(scene), (person) => does(person, "DELETE", `/api/delegations/${delegationId}`))
  ),
  "a purchase by delegation": useCase(
    (scene) => Effect.tap(approves(scene), () => putsInCart(scene, scene.client(agentOfAda))),
    (scene, { delegationId }) =>
      does(scene.client(agentOfAda), "POST", "/api/orders", { ...delivery, delegation: delegationId })
  ),
  "a card left at the vault": useCase(acp.create, (scene, { id }) => Effect.asVoid(acp.delegate(scene, id))),
  "a session of an agent's": useCase(
    (scene) => Effect.asVoid(scene.client(platform).get("/api/cart")),
    acp.create
  ),
  "a change of it": useCase(
    acp.create,
    (scene, { id }) =>
      does(scene.client(platform), "POST", `/acp/checkout_sessions/${id}`, {
        line_items: [{ id: nameOf(scene, cream), quantity: 1 }]
      })
  ),
  "its completion": useCase(acp.paid, (scene, { id, token }) => acp.complete(scene, id, token)),
  "its cancellation": useCase(
    acp.create,
    (scene, { id }) => does(scene.client(platform), "POST", `/acp/checkout_sessions/${id}/cancel`, {})
  )
}

describe("with everything failing in turn", () => {
  test.each(Object.entries(useCases))("%s", async (name, swept) => {
    const { findings, trials } = await swept()
    expect(findings.map(formatFinding), name).toEqual([])
    expect(trials, name).toBeGreaterThan(10)
  }, 600_000)

  test("an answer that is not what it would have been is found, with the place that made it so", async () => {
    let calls = 0
    // Somebody careless: whenever there is no answer they send it again as something new.
    const { findings } = await sweep({
      prepare: (scene) => Effect.asVoid(comes(scene)),
      act: (scene) =>
        Effect.gen(function*() {
          const person = yield* comes(scene)
          const added = { productId: nameOf(scene, serum), quantity: 1 }
          for (;;) {
            const answer = yield* person.send("POST", "/api/cart", added, `careless-${++calls}`)
            if (answer?.status === 200) return answer.json
          }
        })
    })
    expect(findings.map(({ at, fault }) => `${at.kind} ${fault}`)).toContain("request responseLost")
    expect(findings.map(({ at, fault }) => `${at.kind} ${fault}`)).toContain("commit crashAfter")
    expect(findings.map(({ at }) => at.kind)).not.toContain("read")
  })
})
