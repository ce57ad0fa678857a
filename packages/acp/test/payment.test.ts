/** ACP sessions that are paid: by delegated tokens, with 3-D Secure, by a person on the provider's page. */
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import { beforeEach, describe, expect, it } from "vitest"
import { openHandlers, providerPages } from "../../../test/shop/handlers.ts"
import { product, serum } from "../../../test/shop/products.ts"
import { pathOf } from "../../../test/shop/requests.ts"
import { useShop } from "../../../test/shop/server.ts"
import { done, eventually, pay } from "../../../test/shop/shopper.ts"
import { movableClock } from "../../../test/world/clocks.ts"
import { form } from "../../http/test/orders.ts"
import { type Agent, agentOf, beginning, details, nextKey, totalOf } from "./agent.ts"
import { complete, declined, delegate, delegation, nextCard, proof, threeDSecure, tokenFor } from "./tokens.ts"

const clock = movableClock(Date.now())
const store = useShop({}, { clock })
const codesOf = ({ messages }: any): ReadonlyArray<string> => messages.map(({ code }: any) => code)

let ada: Agent
let token: string
beforeEach(async () => {
  token = await store().clientToken("demo-agent")
  ada = agentOf(store(), token)
})

/** The agent's orders that were ever paid. */
const paidOrders = async (): Promise<ReadonlyArray<string>> =>
  (await store().get("/api/orders?limit=100", { token })).json.data
    .filter(({ status }: any) => status !== "pending" && status !== "cancelled").map(({ id }: any) => id)

describe("a token", () => {
  it("pays its session: the session is completed, and there is an order", async () => {
    const { json: session } = await ada.create()
    const vaulted = await tokenFor(ada, session.id)
    expect(vaulted).toMatch(/^vt_/)
    const { json, status } = await complete(ada, session.id, vaulted)
    expect([status, json.status, json.messages]).toEqual([200, "completed", []])
    expect(totalOf(json)).toBe(totalOf(session))
    expect(json.order).toMatchObject({ checkout_session_id: session.id, status: "confirmed" })
    const { json: order } = await ada.call("GET", `/acp/orders/${json.order.id}`)
    expect(order).toEqual(json.order)
    expect((await ada.get(session.id)).json).toEqual(json)
    const { json: seen } = await store().get(`/api/orders/${order.id}`, { token })
    expect([seen.status, seen.payment.status, Math.round(seen.total * 100)]).toEqual([
      "confirmed",
      "paid",
      totalOf(session)
    ])
    for (const later of [ada.update(session.id, {}), ada.cancel(session.id)]) expect((await later).status).toBe(405)
  })

  it("that was used, is for another session, is too small, has expired or is none: no order, and the session says why", async () => {
    const before = await paidOrders()
    const { json: other } = await ada.create()
    const used = await tokenFor(ada, other.id)
    expect((await complete(ada, other.id, used)).json.status).toBe("completed")
    const { json: session } = await ada.create()
    const total = totalOf(session)
    const soon = { expires_at: new Date(clock.now() + 60_000).toISOString() }
    const expiring = await tokenFor(ada, session.id, undefined, soon)
    clock.jump(60_000)
    const wrong: ReadonlyArray<readonly [token: string, code: string, words: string]> = [
      [used, "invalid", "another checkout"],
      [await tokenFor(ada, other.id), "invalid", "another checkout"],
      [await tokenFor(ada, session.id, undefined, { max_amount: total - 1 }), "invalid", "does not cover"],
      [await tokenFor(ada, session.id, undefined, { merchant_id: "somebody-else" }), "invalid", "another shop"],
      [await tokenFor(ada, session.id, undefined, { currency: "usd" }), "invalid", "another currency"],
      [expiring, "expired", "expired"],
      ["vt_nonsense", "invalid", "not known"],
      [await tokenFor(ada, session.id, declined), "payment_declined", "insufficient funds"]
    ]
    for (const [bad, code, words] of wrong) {
      const { json, status } = await complete(ada, session.id, bad)
      expect([status, json.status, json.order]).toEqual([200, "ready_for_payment", undefined])
      expect(codesOf(json), words).toEqual([code])
      expect(json.messages[0].content).toContain(words)
      expect(json.messages[0].param).toBe("$.payment_data")
      expect((await ada.get(session.id)).json).toEqual(json)
    }
    expect(await paidOrders()).toHaveLength(before.length + 1)
    const exact = await tokenFor(ada, session.id, undefined, { max_amount: total })
    const { json: paid } = await complete(ada, session.id, exact)
    expect([paid.status, paid.messages]).toEqual(["completed", []])
    expect(await paidOrders()).toHaveLength(before.length + 2)
  })

  it("is good once: a second completion with it pays nothing", async () => {
    const { json: session } = await ada.create()
    const vaulted = await tokenFor(ada, session.id)
    const first = await complete(ada, session.id, vaulted)
    const second = await complete(ada, session.id, vaulted)
    expect([second.status, second.json.order.id]).toEqual([200, first.json.order.id])
  })

  it("pays what the session has become after a refusal, too", async () => {
    const { json: session } = await ada.create()
    expect(codesOf((await complete(ada, session.id, await tokenFor(ada, session.id, declined))).json)).toEqual([
      "payment_declined"
    ])
    const { json: changed } = await ada.update(session.id, { line_items: [{ id: serum, quantity: 2 }] })
    expect([changed.status, changed.messages]).toEqual(["ready_for_payment", []])
    const { json: paid } = await complete(ada, session.id, await tokenFor(ada, session.id))
    expect([paid.status, totalOf(paid)]).toEqual(["completed", totalOf(changed)])
  })
})

describe("completing", () => {
  it("twenty times at once with different keys makes one order", async () => {
    const before = await paidOrders()
    const { json: session } = await ada.create()
    const card = nextCard()
    const tokens = await Promise.all(Array.from({ length: 20 }, () => tokenFor(ada, session.id, card)))
    const answers = await Promise.all(tokens.map((one) => complete(ada, session.id, one)))
    const orders = new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.order.id))
    expect(orders.size).toBe(1)
    for (const { json, status } of answers) {
      if (status !== 200) expect([status, json.code]).toEqual([409, "complete_in_progress"])
    }
    expect(await paidOrders()).toHaveLength(before.length + 1)
    const [id] = orders
    expect((await ada.get(session.id)).json.order.id).toBe(id)
  })

  it("is done once for one key, however often it is sent", async () => {
    const { json: session } = await ada.create()
    const vaulted = await tokenFor(ada, session.id)
    const key = nextKey()
    const answers = await Promise.all(Array.from({ length: 5 }, () => complete(ada, session.id, vaulted, {}, key)))
    for (const { json, status } of answers) {
      if (status === 409) expect(json.code).toBe("idempotency_in_flight")
      else expect([status, json.status]).toEqual([200, "completed"])
    }
    const last = await complete(ada, session.id, vaulted, {}, key)
    expect([last.status, last.headers["idempotent-replayed"]]).toEqual([200, "true"])
  })

  it("gives the last unit to one of two sessions, and tells the other that it is gone", async () => {
    const staff = await store().clientToken("demo-staff")
    const one = "mizukagi-rice-cleansing-oil"
    const products = (await store().get("/api/")).json.brands.flatMap(({ products }: any) => products)
    const rare = products.find(({ id }: any) => id === one) ?? products.filter(({ inStock }: any) => inStock).at(-1)
    await store().request("PUT", `/api/inventory/${rare.id}`, { token: staff, body: { onHand: 1 } })
    const sessions = await Promise.all(
      [1, 2].map(async () => (await ada.create({ ...beginning(rare.id), ...details })).json)
    )
    const tokens = await Promise.all(sessions.map(({ id }) => tokenFor(ada, id)))
    const answers = await Promise.all(sessions.map(({ id }, n) => complete(ada, id, tokens[n]!)))
    const [won, lost] = answers.toSorted((a) => a.json.status === "completed" ? -1 : 1)
    expect([won!.json.status, lost!.json.status, codesOf(lost!.json)]).toEqual([
      "completed",
      "not_ready_for_payment",
      ["out_of_stock"]
    ])
    const { json: stock } = await store().get(`/api/inventory/${rare.id}`)
    expect(stock.quantity).toBe(0)
  })

  it("charges nothing where something is missing, or where the price is not the one that was told", async () => {
    const { json: incomplete } = await ada.create(beginning(serum))
    const answer = await complete(ada, incomplete.id, await tokenFor(ada, incomplete.id))
    expect([answer.status, answer.json.status]).toEqual([200, "incomplete"])

    const staff = await store().clientToken("demo-staff")
    const { json: session } = await ada.create()
    const vaulted = await tokenFor(ada, session.id)
    const price = session.line_items[0].unit_amount
    const reprice = (minor: number) =>
      store().request("PUT", `/api/products/${serum}/price`, { token: staff, body: { price: minor / 100 } })
    await reprice(price - 100)
    try {
      const { json: told } = await complete(ada, session.id, vaulted)
      expect([told.status, codesOf(told), told.order]).toEqual(["ready_for_payment", ["price_change"], undefined])
      const { json: paid } = await complete(ada, session.id, vaulted)
      expect([paid.status, totalOf(paid)]).toEqual(["completed", totalOf(session) - 100])
    } finally {
      await reprice(price)
    }
  })

  it("takes the buyer's last word, and refuses what the shop can not be paid with", async () => {
    const { json: session } = await ada.create({
      ...beginning(serum),
      fulfillment_details: { address: details.fulfillment_details.address }
    })
    expect(session.status).toBe("incomplete")
    const path = `/acp/checkout_sessions/${session.id}/complete`
    const refused = async (payment_data: object, param: string) => {
      const { json, status } = await ada.call("POST", path, { payment_data })
      expect([status, json.param]).toEqual([400, param])
    }
    await refused({ purchase_order_number: "PO-1" }, "$.payment_data.purchase_order_number")
    await refused({ handler_id: "card_tokenized" }, "$.payment_data.instrument")
    await refused(
      { handler_id: "barter", instrument: { type: "x", credential: { type: "x", token: "x" } } },
      "$.payment_data.handler_id"
    )
    const vaulted = await tokenFor(ada, session.id)
    const { json } = await complete(ada, session.id, vaulted, { buyer: { email: "grace@example.com" } })
    expect([json.status, json.buyer.email]).toEqual(["completed", "grace@example.com"])
    const { json: order } = await store().get(`/api/orders/${json.order.id}`, { token })
    expect(order.email).toBe("grace@example.com")
  })

  it("stays within the card's limits, over all sessions", async () => {
    const card = nextCard()
    const spend = async () => {
      const { json: session } = await ada.create({
        ...beginning(serum),
        ...details,
        line_items: [{ id: serum, quantity: 12 }]
      })
      return (await complete(ada, session.id, await tokenFor(ada, session.id, card))).json
    }
    expect((await spend()).status).toBe("completed")
    expect((await spend()).status).toBe("completed")
    const { messages, status } = await spend()
    expect([status, messages[0].code, messages[0].resolution]).toEqual([
      "ready_for_payment",
      "maximum_exceeded",
      "requires_buyer_review"
    ])
  })
})

describe("3-D Secure", () => {
  it("is asked for by the session, and done by an agent that can", async () => {
    const { json: session } = await ada.create()
    const vaulted = await tokenFor(ada, session.id, threeDSecure)
    const { json: asked } = await complete(ada, session.id, vaulted)
    expect([asked.status, codesOf(asked)]).toEqual(["authentication_required", ["requires_3ds"]])
    expect(asked.authentication_metadata.acquirer_details.acquirer_merchant_id).toBe("beauty-store")
    const silent = await complete(ada, session.id, vaulted)
    expect([silent.status, silent.json.code, silent.json.param]).toEqual([
      400,
      "requires_3ds",
      "$.authentication_result"
    ])
    const { json: paid } = await complete(ada, session.id, vaulted, { authentication_result: proof })
    expect(paid.status).toBe("completed")
  })

  it("that fails leaves the session to be paid otherwise", async () => {
    const { json: session } = await ada.create()
    const vaulted = await tokenFor(ada, session.id, threeDSecure)
    await complete(ada, session.id, vaulted)
    const { json: denied } = await complete(ada, session.id, vaulted, { authentication_result: { outcome: "denied" } })
    expect([denied.status, codesOf(denied)]).toEqual(["ready_for_payment", ["payment_declined"]])
    expect((await ada.get(session.id)).json).toEqual(denied)
    expect((await complete(ada, session.id, await tokenFor(ada, session.id))).json.status).toBe("completed")
  })

  it("is done on the provider's page where the agent can not", async () => {
    const { json: session } = await ada.create({ ...beginning(serum), ...details, capabilities: {} })
    const { json } = await complete(ada, session.id, await tokenFor(ada, session.id, threeDSecure))
    expect([json.status, codesOf(json)]).toEqual(["requires_escalation", ["requires_3ds"]])
    const onward = await form(store(), pathOf(json.continue_url), {})
    const page = new URL(/url=([^"]+)"/.exec(onward.text)![1]!.replaceAll("&amp;", "&")).pathname
    const { json: challenge } = await store().post(page, { method: "card", card: { number: threeDSecure } })
    expect(challenge.status).toBe("requires_action")
    await store().post(new URL(challenge.actionUrl).pathname, { outcome: "authenticated" })
    const { json: paid } = await eventually(() => ada.get(session.id), (answer) => answer.json.status === "completed")
    expect(paid.status).toBe("completed")
  })
})

describe("a person", () => {
  it("takes a session over and pays it on the provider's page", async () => {
    const { json: session } = await ada.create({
      ...beginning(serum),
      ...details,
      line_items: [{ id: serum, quantity: 20 }]
    })
    expect(session.status).toBe("requires_escalation")
    const at = session.continue_url.slice(store().baseUrl.length)
    const page = await store().get(at)
    expect([page.status, page.headers["cache-control"]]).toEqual([200, "no-store"])
    expect(page.text).toContain("Continue to payment")
    const onward = await form(store(), at, {})
    const [, payUrl] = /url=([^"]+)"/.exec(onward.text)!
    const again = await form(store(), at, {})
    expect(/url=([^"]+)"/.exec(again.text)![1]).toBe(payUrl)
    expect((await ada.get(session.id)).json.status).toBe("requires_escalation")
    await pay(store(), payUrl!.replaceAll("&amp;", "&"))
    const { json } = await eventually(() => ada.get(session.id), ({ json }) => json.status === "completed")
    expect([json.status, json.order.status]).toEqual(["completed", "confirmed"])
    expect((await store().get(at)).text).toContain("has been paid")
    expect((await store().get("/checkout/continue/nonsense")).status).toBe(404)
  })

  it("pays the price of the moment, after a page that showed it: one that showed less asks again", async () => {
    const dear = product(12)
    const staff = await store().clientToken("demo-staff")
    const price = (euros: number) =>
      done(store().request("PUT", `/api/products/${dear}/price`, { body: { price: euros }, token: staff }))
    await price(250)
    const { json: session } = await ada.create({ ...beginning(dear), ...details })
    expect(session.status).toBe("requires_escalation")
    const at = session.continue_url.slice(store().baseUrl.length)
    const shown = async (): Promise<readonly [total: string, text: string]> => {
      const { text } = await store().get(at)
      return [/name="total" value="(\d+)"/.exec(text)![1]!, text]
    }
    const [before] = await shown()
    expect(before).toBe("25000")
    await price(260)
    const again = await form(store(), at, { total: before })
    expect([again.status, again.text.includes("Please check the new total"), again.text.includes("€260.00")])
      .toEqual([409, true, true])
    const [after, text] = await shown()
    expect([after, text.includes("€260.00")]).toEqual(["26000", true])
    const onward = await form(store(), at, { total: after })
    const payUrl = /url=([^"]+)"/.exec(onward.text)![1]!.replaceAll("&amp;", "&")
    expect((await store().get(pathOf(payUrl))).text).toContain("€260.00")
    await pay(store(), payUrl)
    const { json } = await eventually(() => ada.get(session.id), ({ json }) => json.status === "completed")
    expect(totalOf(json)).toBe(26_000)
    expect((await done(store().get(`/api/orders/${json.order.id}`, { token }))).total).toBe(260)
  })

  it("can no longer pay once the agent has cancelled: the provider's page is closed before the response", async () => {
    // Nothing is done in its background that could close the page instead.
    const still = await openHandlers(StoreHttp.app(providerPages))
    const agent = agentOf(still, await still.clientToken("demo-agent"))
    const { json: session } = await agent.create({
      ...beginning(serum),
      ...details,
      line_items: [{ id: serum, quantity: 20 }]
    })
    const onward = await form(still, pathOf(session.continue_url), {})
    const payUrl = /url=([^"]+)"/.exec(onward.text)![1]!.replaceAll("&amp;", "&")
    const key = nextKey()
    const cancelled = await agent.cancel(session.id, undefined, { key })
    expect([cancelled.status, cancelled.json.status]).toEqual([200, "canceled"])
    expect((await agent.cancel(session.id, undefined, { key })).json).toEqual(cancelled.json)
    const card = { method: "card", card: { number: "4242424242424242" } }
    expect((await still.post(pathOf(payUrl), card)).json.code).toBe("session_closed")
    expect((await agent.get(session.id)).json).toEqual(cancelled.json)
    // A payment that the provider decides later may have come first.
    expect((await still.get(pathOf(session.continue_url))).text).toContain(
      "Nothing was charged, or it goes back to you."
    )
    // One that nobody has begun to pay has no page.
    const { json: plain } = await agent.create()
    expect((await agent.cancel(plain.id)).json.status).toBe("canceled")
    await still.close()
  })

  it("finds the order by its number and email address, and by neither alone", async () => {
    const { json: session } = await ada.create()
    const { json } = await complete(ada, session.id, await tokenFor(ada, session.id))
    const at = json.order.permalink_url.slice(store().baseUrl.length)
    expect((await store().get(at)).status).toBe(200)
    const ask = (email: string, path = at) => form(store(), path, { email })
    expect((await ask("eve@example.com")).status).toBe(404)
    expect((await ask("ada@example.com", "/orders/find/ord_0000000000000000")).status).toBe(404)
    const found = await ask("Ada@example.com")
    expect(found.status).toBe(303)
    expect((await store().get(found.headers["location"]!)).text).toContain("Niacinamide")
  })
})

describe("delegated payment", () => {
  it("names what is wrong with a card, and gives out one token for one key", async () => {
    const { json: session } = await ada.create()
    const wrong = async (body: object, param: string, expected = 422) => {
      const { json, status } = await ada.call("POST", "/acp/agentic_commerce/delegate_payment", body)
      expect([status, json.code, json.param], JSON.stringify(body)).toEqual([expected, "invalid_card", param])
      return json.message
    }
    const good = delegation(session.id, nextCard())
    await wrong(
      { ...good, payment_method: { ...good.payment_method, number: "4242424242424241" } },
      "$.payment_method.number"
    )
    const month = "Enter the month of expiry as a number from 1 to 12, such as 08."
    const year = "Enter the year of expiry with four digits, or its last two, such as 2029."
    for (
      const [expiry, part, words] of [
        [{ exp_month: "13" }, "exp_month", month],
        [{ exp_month: "0" }, "exp_month", month],
        [{ exp_month: undefined }, "exp_month", month],
        [{ exp_month: "", exp_year: "" }, "exp_month", month],
        [{ exp_year: "203" }, "exp_year", year],
        [{ exp_year: undefined }, "exp_year", year],
        [{ exp_year: "2020" }, "exp_year", "This card has expired."]
      ] as const
    ) {
      const body = { ...good, payment_method: { ...good.payment_method, ...expiry } }
      expect(await wrong(body, `$.payment_method.${part}`), JSON.stringify(expiry)).toBe(words)
    }
    const malformed = async (part: "payment_method" | "allowance", field: string, value: unknown, words: string) =>
      expect(await wrong({ ...good, [part]: { ...good[part], [field]: value } }, `$.${part}.${field}`, 400))
        .toBe(`$.${part}.${field} must be ${words}.`)
    await malformed("payment_method", "exp_month", "Nov", "a month from 1 to 12, as text of one or two digits")
    await malformed("payment_method", "exp_year", 2030, "a year, as text of two or four digits")
    await malformed("payment_method", "cvc", "12345", "text of at most 4 characters")
    await malformed("payment_method", "number", "4".repeat(51), "text of at most 50 characters")
    await malformed("payment_method", "type", "purse", "card")
    await malformed("payment_method", "card_number_type", "pan", "fpan or network_token")
    await malformed("allowance", "reason", "recurring", "one_time")
    await malformed("allowance", "currency", "euro", "text of at most 3 characters")
    await malformed("allowance", "checkout_session_id", "x".repeat(201), "text of at most 200 characters")
    await malformed("allowance", "merchant_id", "x".repeat(257), "text of at most 256 characters")
    await malformed(
      "allowance",
      "max_amount",
      2 ** 53,
      "a whole number of minor units of the currency, at most 9007199254740991"
    )
    await wrong(
      { ...good, payment_method: { ...good.payment_method, number: undefined } },
      "$.payment_method.number",
      400
    )
    await wrong({ ...good, allowance: { ...good.allowance, max_amount: 0 } }, "$.allowance.max_amount")
    const euros = { ...good, allowance: { ...good.allowance, max_amount: 20.45 } }
    await wrong(euros, "$.allowance.max_amount", 400)
    expect((await ada.call("POST", "/acp/agentic_commerce/delegate_payment", euros)).json.message)
      .toBe("$.allowance.max_amount must be a whole number of minor units of the currency, at most 9007199254740991.")
    await wrong(
      { ...good, allowance: { ...good.allowance, expires_at: "2020-01-01T00:00:00Z" } },
      "$.allowance.expires_at"
    )
    // Without an offset, or in words, it would be another moment on another machine.
    for (
      const expires_at of ["2099-01-01T00:00", "2099-01-01T00:00:00", "2099-01-01T00:00 PST", "2099-13-01T00:00:00Z"]
    ) {
      await wrong({ ...good, allowance: { ...good.allowance, expires_at } }, "$.allowance.expires_at", 400)
    }
    await wrong({ ...good, risk_signals: [{ type: "card_testing", score: 99, action: "blocked" }] }, "$.risk_signals")
    const key = nextKey()
    const first = await delegate(ada, session.id, "4242424242424242", {}, { key })
    const again = await delegate(ada, session.id, "4242424242424242", {
      expires_at: JSON.parse(JSON.stringify(first.json)).created
    }, { key })
    expect([again.status, again.json.code]).toEqual([422, "idempotency_conflict"])
    expect(first.json.metadata).toMatchObject({ campaign: "q4", merchant_id: "beauty-store" })
  })

  it("answers in its own words, whatever goes wrong", async () => {
    const path = "/acp/agentic_commerce/delegate_payment"
    const answers: ReadonlyArray<readonly [number, Promise<any>]> = [
      [405, ada.call("GET", path)],
      [415, ada.call("POST", path, "{}", { headers: { "content-type": "text/plain" } })],
      [400, ada.call("POST", path, "{", {})],
      [401, agentOf(store(), "tok_none.none").call("POST", path, {})]
    ]
    for (const [status, answer] of answers) expect((await answer).status).toBe(status)
  })

  it("is for agents that may order on somebody's behalf", async () => {
    const { json: session } = await ada.create()
    const guest = agentOf(store(), await store().guest())
    expect((await delegate(guest, session.id)).status).toBe(403)
    const shopping = agentOf(store(), await store().clientToken("demo-agent", "shop"))
    expect((await complete(shopping, session.id, "vt_x")).status).toBe(403)
  })
})
