/**
 * An agent that pays for a person (docs/specification.md#delegated-payment): from the permission to the order, as
 * programs see it.
 */
import { defaultLimits } from "@beauty-store/domain/Allowance"
import * as Effect from "effect/Effect"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import type { Answer } from "../../../test/shop/requests.ts"
import { openShop, useShop } from "../../../test/shop/server.ts"
import { atOnce, delivery, eventually } from "../../../test/shop/shopper.ts"
import { movableClock } from "../../../test/world/clocks.ts"
import { form } from "./orders.ts"
import { expectProblem, pointersOf } from "./problem.ts"

const store = useShop()
const clock = movableClock(Date.UTC(2026, 9, 1, 10))
const later = useShop({}, { clock })
const off = useShop({}, { policy: { allowance: { ...defaultLimits, perTransaction: 0 } } })
const fine = "quillmere-argan-repair-mask"

let agent: string
beforeAll(async () => {
  agent = await store().clientToken("demo-agent")
  // So that it costs 100.00, and two of it 200.00: what standard shipping adds to so much is nothing.
  const staff = await store().clientToken("demo-staff")
  await store().request("PUT", `/api/products/${serum}/price`, { body: { price: 100 }, token: staff })
  await store().request("PUT", `/api/inventory/${serum}`, { body: { onHand: 10_000 }, token: staff })
})

/** A permission of a new shopper's, so far only asked for. */
const ask = async (body: object = {}) => {
  const token = await store().guest()
  const answer = await store().post("/api/delegations", { agentId: "demo-agent", ...body }, { token })
  expect(answer.status, answer.text).toBe(200)
  return { token, ...answer.json }
}

const decide = (approvalUrl: string, decision: object) => store().post(new URL(approvalUrl).pathname, decision)

const read = async (delegationId: string, token: string) =>
  (await store().get(`/api/delegations/${delegationId}`, { token })).json

let cards = 0
/** A card of nobody else's: numbers with a valid check digit. */
const freshCard = () => {
  const digits = `4111${String(++cards).padStart(11, "0")}`
  const sum = [...digits].reverse().reduce((sum, digit, n) => {
    const weighted = n % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return sum + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return `${digits}${(10 - sum % 10) % 10}`
}

/** A permission that the person gave. */
const given = async (body: object = {}, number = freshCard()) => {
  const delegation = await ask(body)
  expect((await decide(delegation.approvalUrl, { decision: "approve", card: { number } })).json)
    .toEqual({ status: "approved" })
  await eventually(() => read(delegation.delegationId, delegation.token), ({ status }) => status === "active")
  return delegation
}

let shoppers = 0
/** The agent buys so many for somebody who has bought nothing yet. */
const order = async (
  delegation: string,
  { key, quantity = 1, shopper = `p${++shoppers}` }: { key?: string; quantity?: number; shopper?: string } = {}
): Promise<Answer> => {
  const sent = { token: agent, headers: { "x-shopper": shopper } }
  await store().request("PUT", `/api/cart/items/${serum}`, { ...sent, body: { quantity } })
  return store().post("/api/orders", { ...delivery, delegation }, {
    ...sent,
    ...(key === undefined ? {} : { key })
  })
}

describe("a delegation", () => {
  it("is asked for by a shopper, approved at the provider's page, and read by both with what is left", async () => {
    const asked = await ask({ limits: { perDay: 300 } })
    expect(asked).toMatchObject({
      delegationId: expect.stringMatching(/^del_/),
      agentId: "demo-agent",
      status: "pending_approval",
      limits: { perTransaction: 200, perDay: 300, perMonth: 2000 },
      remaining: { perTransaction: 200, perDay: 300, perMonth: 2000 },
      resetsAt: { perTransaction: null, perDay: null, perMonth: null },
      expiresAt: null
    })
    const page = await store().get(new URL(asked.approvalUrl).pathname, { headers: { accept: "text/html" } })
    expect(page.text).toContain("Let demo-agent pay for you")
    expect(page.text).toContain("Up to €300.00 in any 24 hours")
    await decide(asked.approvalUrl, { decision: "approve", card: { number: freshCard() } })
    const seen = await eventually(() => read(asked.delegationId, agent), ({ status }) => status === "active")
    expect(seen.status).toBe("active")
    expect(seen).not.toHaveProperty("approvalUrl")

    const before = Date.now()
    expect((await order(asked.delegationId)).status).toBe(200)
    const after = await read(asked.delegationId, asked.token)
    expect(after.remaining).toEqual({ perTransaction: 200, perDay: 200, perMonth: 1900 })
    expect(Date.parse(after.resetsAt.perDay) - before).toBeGreaterThanOrEqual(24 * 3_600_000)
    expect(Date.parse(after.resetsAt.perMonth) - Date.parse(after.resetsAt.perDay)).toBe(29 * 24 * 3_600_000)
  })

  it("is seen and taken back by the person, on a page that the approval shows, and forged addresses lead nowhere", async () => {
    const html = { accept: "text/html" }
    const open = (path: string) => store().get(path, { headers: html })
    const asked = await ask({ limits: { perDay: 300 } })
    const approval = await open(new URL(asked.approvalUrl).pathname)
    const path = /\/permissions\/[^"]+/.exec(approval.text)![0]
    expect((await open(path)).text).toContain("Not decided yet")
    await decide(asked.approvalUrl, { decision: "approve", card: { number: freshCard() } })
    await eventually(() => read(asked.delegationId, asked.token), ({ status }) => status === "active")
    expect((await open(new URL(asked.approvalUrl).pathname)).text).toContain(`href="${store().baseUrl}${path}"`)

    const bought = await order(asked.delegationId)
    expect(bought.status).toBe(200)
    const page = await open(path)
    expect(page).toMatchObject({
      status: 200,
      headers: { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" }
    })
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'")
    expect(page.text).toContain("demo-agent")
    const said = page.text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")
    expect(said).toContain("In any 24 hours €100.00 of €300.00 spent Left now €200.00 More from")
    expect(said).toContain("In any 30 days €100.00 of €2,000.00 spent Left now €1,900.00 More from")

    // The order's page leads to this permission alone, at an address of its own.
    const { pathname, search } = new URL(bought.json.links.page)
    const orderPage = await open((await open(pathname + search)).headers["location"]!)
    const own = /\/permissions\/[^"]+/.exec(orderPage.text)![0]
    expect(own).not.toBe(path)
    expect((await open(own)).text).toContain("€100.00 of €300.00 spent")

    const revoke = `${path}/${asked.delegationId}/revoke`
    expect((await open(revoke)).text).toContain("Take this permission back?")
    const send = (path: string, headers: Record<string, string> = {}) => form(store(), path, {}, headers)
    expect((await send(revoke, { "sec-fetch-site": "cross-site" })).status).toBe(403)
    const { delegationId } = await given()
    for (const forged of [`${path}x`, path.replace("/del_", "/del_0"), `/permissions/${delegationId}`]) {
      expect((await open(forged)).status, forged).toBe(404)
      expect((await send(`${forged}/${asked.delegationId}/revoke`)).status, forged).toBe(404)
    }
    // Nor a permission of somebody else's.
    expect((await open(`${path}/${delegationId}/revoke`)).status).toBe(404)
    expect((await send(`${path}/${delegationId}/revoke`)).status).toBe(404)
    expect((await read(delegationId, agent)).status).toBe("active")
    expect((await read(asked.delegationId, agent)).status).toBe("active")

    for (const sent of await Promise.all([send(revoke), send(revoke)])) {
      expect(sent).toMatchObject({ status: 303, headers: { location: `${path}?done=revoked%3A${asked.delegationId}` } })
    }
    expect((await read(asked.delegationId, agent)).status).toBe("revoked")
    expectProblem(await order(asked.delegationId), "delegation_not_active")
    const after = (await open(`${path}?done=revoked%3A${asked.delegationId}`)).text
    expect(after).toContain("It cannot be used any more.")
    expect(after).toContain("Taken back")
    // Nothing is left to take back, and nothing of it ends any more.
    expect(after).not.toMatch(/can take|>Ends</)
  })

  it("is said to be taken back only of itself, and once it is", async () => {
    const token = await store().guest()
    const give = async () => {
      const { approvalUrl, delegationId } =
        (await store().post("/api/delegations", { agentId: "demo-agent" }, { token })).json
      await decide(approvalUrl, { decision: "approve", card: { number: freshCard() } })
      await eventually(() => read(delegationId, token), ({ status }) => status === "active")
      const { text } = await store().get(new URL(approvalUrl).pathname, { headers: { accept: "text/html" } })
      return { id: delegationId as string, path: /\/permissions\/[^"]+/.exec(text)![0] }
    }
    const first = await give()
    const { headers } = await form(store(), `${first.path}/${first.id}/revoke`, {})
    const second = await give()
    const cards = async (done: string) =>
      (await store().get(`${second.path}?done=${done}`)).text.split(`<section class="card"`)
    const isSaid = (text: string) => text.includes("You have taken it back.")
    const { pathname, search } = new URL(headers["location"]!, store().url)
    expect(pathname).toBe(first.path)
    // Below its own name, and not above what still holds. The newest is the first.
    const reloaded = (await store().get(pathname + search)).text.split(`<section class="card"`)
    expect(reloaded.map(isSaid)).toEqual([false, false, true])
    expect(reloaded[1]).toContain("May pay for you")
    for (const done of ["revoked", `revoked:${second.id}`, "revoked:del_1", first.id]) {
      expect((await cards(done)).filter(isSaid), done).toEqual([])
    }
  })

  it("is said to have ended on its page once it has, in the past", async () => {
    const [en, de] = await Promise.all((["en", "de"] as const).map(async (language) => {
      const token = await later().guest()
      const asked = { agentId: "demo-agent", language, expiresAt: "2027-11-27T03:10:00Z" }
      const { approvalUrl } = (await later().post("/api/delegations", asked, { token })).json
      const { pathname } = new URL(approvalUrl)
      const approved = { decision: "approve", card: { number: freshCard() } }
      expect((await later().post(pathname, approved)).json).toEqual({ status: "approved" })
      const { text } = await later().get(pathname, { headers: { accept: "text/html" } })
      const path = /\/permissions\/[^"]+/.exec(text)![0]
      return async () => (await later().get(path)).text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")
    }))
    await eventually(en!, (page) => page.includes("May pay for you"))
    await eventually(de!, (page) => page.includes("Darf für Sie bezahlen"))
    expect(await en!()).toMatch(
      /You can take this back at any time.* Ends 27 November 2027, 04:10 .*and can take them back/
    )
    expect(await de!()).toMatch(
      /jederzeit zurücknehmen.* Endet am 27. November 2027, 04:10 .*und kann sie zurücknehmen/
    )
    clock.jump(425 * 86_400_000)
    expect(await en!()).toContain(" Ended 27 November 2027, 04:10 ")
    expect(await en!()).not.toMatch(/ Ends | can take /)
    expect(await en!()).toContain("sees these permissions.")
    expect(await de!()).toContain(" Endete am 27. November 2027, 04:10 ")
    expect(await de!()).not.toMatch(/Endet am|zurücknehmen/)
  })

  it("is refused with every fault at once", async () => {
    const token = await store().guest()
    const create = (body: object) => store().post("/api/delegations", body, { token })
    expect(pointersOf(await create({}))).toEqual(["/agentId"])
    expect(pointersOf(await create({ agentId: "nobody" }))).toEqual(["/agentId"])
    expect(pointersOf(await create({ agentId: "demo-staff" }))).toEqual(["/agentId"])
    const limits = { perTransaction: 200.01, perDay: 500.01, perMonth: 2000.01 }
    expect(pointersOf(await create({ agentId: "demo-agent", limits })))
      .toEqual(["/limits/perDay", "/limits/perMonth", "/limits/perTransaction"])
    expect(pointersOf(await create({ agentId: "demo-agent", limits: { perDay: 0, perMonth: 1.001 } })))
      .toEqual(["/limits/perDay", "/limits/perMonth"])
    expect(pointersOf(await create({ agentId: "demo-agent", expiresAt: "2020-01-01T00:00:00Z" })))
      .toEqual(["/expiresAt"])
    const nothing = { agentId: "nobody", limits: { perDay: 500.01 }, expiresAt: "2020-01-01T00:00:00Z" }
    expect(pointersOf(await create(nothing))).toEqual(["/agentId", "/expiresAt", "/limits/perDay"])
  })

  it("is refused where the shop has turned delegated payment off, and no text promises any", async () => {
    const token = await off().guest()
    const refused = await off().post("/api/delegations", { agentId: "demo-agent" }, { token })
    expect([refused.status, pointersOf(refused)]).toEqual([400, ["/limits/perTransaction"]])
    expect((await off().get("/api/descriptors/checkout")).json.delegatedPayment.supported).toBe(false)
    expect((await off().get("/llms.txt")).text).not.toContain("To buy without a person")
    expect((await store().get("/llms.txt")).text).toContain("To buy without a person")
    for (const [below, paid] of [["", "You pay yourself"], ["/de", "Sie bezahlen selbst"]]) {
      const terms = await off().get(`${below}/policies/terms`, { headers: { accept: "text/html" } })
      expect(terms.text).toContain(paid)
      expect(terms.text).not.toMatch(/0[.,]00/)
    }
  })

  it("is one, however often it is asked for with a key, and its page's address stands in no file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "delegations-"))
    const own = await openShop({ DATABASE_URL: `sqlite:${join(folder, "store.db")}` })
    const token = await own.guest()
    const key = "00000000-0000-4000-8000-00000000de1e"
    const ask = () => own.post("/api/delegations", { agentId: "demo-agent" }, { token, key })
    const [first, again] = [await ask(), await ask()]
    expect(again.headers["idempotent-replayed"]).toBe("true")
    expect(again.json).toEqual(first.json)
    const kept = () => readdirSync(folder).map((file) => readFileSync(join(folder, file), "latin1")).join("\n")
    const [id, proof] = new URL(first.json.approvalUrl).pathname.split("/").at(-1)!.split(".")
    expect(kept()).toContain(id)
    expect(kept()).not.toContain(proof)
    await own.close()
    expect(kept()).not.toContain(proof)
    rmSync(folder, { recursive: true })
  })

  it("that was turned down is revoked, and one that is taken back pays no more", async () => {
    const down = await ask()
    await decide(down.approvalUrl, { decision: "reject" })
    expect((await eventually(() => read(down.delegationId, down.token), ({ status }) => status === "revoked")).status)
      .toBe("revoked")

    const active = await given()
    const { delegationId, token } = active
    expect((await order(delegationId)).status).toBe(200)
    const revoked = await store().request("DELETE", `/api/delegations/${delegationId}`, { token })
    expect(revoked.json).toMatchObject({ status: "revoked", remaining: { perTransaction: 0, perDay: 0, perMonth: 0 } })
    expect(expectProblem(await order(delegationId), "delegation_not_active")).toMatchObject({
      delegationId,
      currentStatus: "revoked"
    })
  })

  it("of somebody else is not there", async () => {
    const { delegationId } = await given()
    const stranger = await store().guest()
    expectProblem(await store().get(`/api/delegations/${delegationId}`, { token: stranger }), "delegation_not_found")
    expectProblem(await order("del_0VbVkFhC5ryHqVAnJNIC9eeYtKn0"), "delegation_not_found")
  })
})

describe("an order by a delegation", () => {
  it("is answered confirmed and paid, with a receipt, and belongs to the agent and its shopper", async () => {
    const { delegationId } = await given()
    const bought = await order(delegationId, { shopper: "gran" })
    expect(bought.status, bought.text).toBe(200)
    expect(bought.json).toMatchObject({
      status: "confirmed",
      total: 100,
      payment: { method: "card", status: "paid" },
      items: [{ productId: serum, quantity: 1 }]
    })
    const sent = { token: agent, headers: { "x-shopper": "gran" } }
    expect((await store().get("/api/orders", sent)).json.data.map(({ id }: { id: string }) => id))
      .toEqual([bought.json.id])
    expect((await store().get(`/api/orders/${bought.json.id}/receipt`, sent)).json.total).toBe(100)
    expect((await store().get("/api/cart", sent)).json.items).toEqual([])
  })

  it("of 200.00 passes, and of a cent more does not", async () => {
    const { delegationId } = await given()
    const staff = await store().clientToken("demo-staff")
    const setPrice = (price: number) =>
      store().request("PUT", `/api/products/${fine}/price`, { body: { price }, token: staff })
    const buy = async (shopper: string) => {
      const sent = { token: agent, headers: { "x-shopper": shopper } }
      await store().request("PUT", `/api/cart/items/${fine}`, { ...sent, body: { quantity: 1 } })
      return store().post("/api/orders", { ...delivery, delegation: delegationId }, sent)
    }
    await setPrice(200.01)
    expect(expectProblem(await buy("cent"), "allowance_exceeded")).toMatchObject({
      limit: "perTransaction",
      of: "store",
      windowSeconds: null,
      requested: 200.01,
      allowed: 200,
      remaining: 200,
      resetsAt: null
    })
    await setPrice(200)
    expect((await buy("cent")).json).toMatchObject({ status: "confirmed", total: 200 })
  })

  it("costs no more than the agent was shown: a raised price is a 409 that names both, until it is shown", async () => {
    const { delegationId } = await given()
    const staff = await store().clientToken("demo-staff")
    const setPrice = (price: number) =>
      store().request("PUT", `/api/products/${fine}/price`, { body: { price }, token: staff })
    const sent = { token: agent, headers: { "x-shopper": "raised" } }
    const buy = (key: string, more: object = {}) =>
      store().post("/api/orders", { ...delivery, delegation: delegationId, ...more }, { ...sent, key })
    await setPrice(10)
    await store().post("/api/cart", { productId: fine }, sent)
    await setPrice(15)
    const first = await buy("raised-1")
    const facts = {
      changes: [{ productId: fine, priceSeen: 10, price: 15 }],
      total: 19.95,
      expectedTotal: null,
      currency: "EUR",
      detail: `The price of ${fine} changed from 10.00 to 15.00 EUR. The order costs 19.95 EUR.`
    }
    expect(expectProblem(first, "price_changed")).toMatchObject({ status: 409, retryable: false, ...facts })
    expectProblem(await buy("raised-2", { expectedTotal: 19.94 }), "price_changed")
    expect((await store().get("/api/orders", sent)).json.data).toEqual([])
    expect((await store().get("/api/cart", sent)).json.messages).toMatchObject([{ code: "price_changed" }])
    // The refusal of a key stays what it was; another request is another question.
    const again = await buy("raised-1")
    expect([again.json, again.headers["idempotent-replayed"]]).toEqual([first.json, "true"])
    expect((await buy("raised-3")).json).toMatchObject({ status: "confirmed", total: 19.95 })
    await store().post("/api/cart", { productId: fine }, sent)
    await setPrice(17.5)
    expect((await buy("raised-4", { expectedTotal: 22.45 })).json).toMatchObject({ status: "confirmed", total: 22.45 })
    expect(pointersOf(await buy("raised-5", { expectedTotal: 22.455 }))).toEqual(["/expectedTotal"])
    expect(pointersOf(await buy("raised-6", { expectedTotal: "22.45" }))).toEqual(["/expectedTotal"])
    expect(pointersOf(await buy("raised-7", { expectedTotal: 0 }))).toEqual(["/expectedTotal"])
    await setPrice(200)
  })

  it("ten times at once is five, over two permissions for one card", async () => {
    const number = freshCard()
    const [one, other] = [await given({}, number), await given({}, number)]
    const answers = await atOnce(10, (n) => order(n % 2 === 0 ? one.delegationId : other.delegationId))
    expect(answers.filter(({ status }) => status === 200).length).toBe(5)
    for (const refused of answers.filter(({ status }) => status !== 200)) {
      const problem = expectProblem(refused, "allowance_exceeded")
      expect(problem).toMatchObject({ limit: "perDay", windowSeconds: 86_400, remaining: 0 })
      expect(Date.parse(problem.resetsAt)).toBeGreaterThan(Date.now())
    }
  })

  it("twenty times at once with one key is one", async () => {
    const { delegationId, token } = await given()
    const key = "one-order"
    const shopper = "twenty"
    const sent = { token: agent, headers: { "x-shopper": shopper }, key }
    await store().request("PUT", `/api/cart/items/${serum}`, { ...sent, key: "fill", body: { quantity: 1 } })
    const place = () => store().post("/api/orders", { ...delivery, delegation: delegationId }, sent)
    const answers = await atOnce(20, place)
    const bought = answers.filter(({ status }) => status === 200)
    expect(bought.length).toBeGreaterThan(0)
    expect(new Set(bought.map(({ json }) => json.id)).size).toBe(1)
    for (const other of answers.filter(({ status }) => status !== 200)) expectProblem(other, "idempotency_in_flight")
    const replay = await place()
    expect(replay.headers["idempotent-replayed"]).toBe("true")
    expect(replay.json.id).toBe(bought[0]!.json.id)
    expect((await read(delegationId, token)).remaining.perDay).toBe(400)
  })

  it("that the bank declines is answered 402 with its reason, and leaves the cart and the allowance", async () => {
    const { delegationId, token } = await given({}, "4000000000009995")
    const before = (await read(delegationId, token)).remaining
    const refused = await order(delegationId, { shopper: "broke" })
    expect(expectProblem(refused, "payment_declined")).toMatchObject({ declineCode: "insufficient_funds" })
    expect((await read(delegationId, token)).remaining).toEqual(before)
    const sent = { token: agent, headers: { "x-shopper": "broke" } }
    expect((await store().get("/api/cart", sent)).json.items).toHaveLength(1)
    const [{ id }] = (await store().get("/api/orders", sent)).json.data
    expect((await store().get(`/api/orders/${id}`, sent)).json.status).toBe("cancelled")
  })

  it("by a card that the person proved to be theirs needs no further proof", async () => {
    const asked = await ask()
    const { actionUrl } = (await decide(asked.approvalUrl, {
      decision: "approve",
      card: { number: "4000002500003155" }
    })).json
    expect((await decide(actionUrl, { outcome: "authenticated" })).json).toEqual({ status: "approved" })
    await eventually(() => read(asked.delegationId, agent), ({ status }) => status === "active")
    expect((await order(asked.delegationId)).json).toMatchObject({ status: "confirmed" })
  })

  it("that is cancelled gives back once what it spent", async () => {
    const { delegationId, token } = await given()
    const { id } = (await order(delegationId, { quantity: 2 })).json
    expect((await read(delegationId, token)).remaining.perDay).toBe(300)
    await atOnce(3, () => store().post(`/api/orders/${id}/cancel`, {}, { token: agent }))
    expect((await read(delegationId, token)).remaining).toEqual({ perTransaction: 200, perDay: 500, perMonth: 2000 })
    const cancelled = await eventually(
      () => store().get(`/api/orders/${id}`, { token: agent }),
      ({ json }) => json.payment.status === "refunded"
    )
    expect(cancelled.json.payment.status).toBe("refunded")
  })

  it("says what is missing, and that the cart is empty", async () => {
    const { delegationId } = await given()
    expect(pointersOf(await store().post("/api/orders", {}, { token: agent })))
      .toEqual(["/delegation", "/email", "/shipping"])
    const nobody = { token: agent, headers: { "x-shopper": "nobody" } }
    expectProblem(
      await store().post("/api/orders", { ...delivery, delegation: delegationId }, nobody),
      "cart_empty"
    )
  })
})

it("the typed client knows what may go wrong", async () => {
  const { delegationId } = await given()
  await order(delegationId, { quantity: 2 })
  await order(delegationId, { quantity: 2 })
  const sent = { token: agent, headers: { "x-shopper": "typed" } }
  await store().request("PUT", `/api/cart/items/${serum}`, { ...sent, body: { quantity: 2 } })
  const remaining = await store().typed(
    (client) =>
      client.orders.place({ payload: { ...delivery, delegation: delegationId } }).pipe(
        Effect.map(() => "bought"),
        Effect.catchTag("AllowanceExceeded", ({ remaining }) => Effect.succeed(remaining))
      ),
    { accessToken: agent, shopper: "typed" }
  )
  expect(remaining).toBe(100)
})
