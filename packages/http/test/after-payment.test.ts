/**
 * What happens after payment, as clients see it: orders on their way, receipts, returns, refunds, support, and what
 * staff do to shelf and price tags. Follows docs/specification.md#orders, docs/specification.md#returns,
 * docs/specification.md#refunds.
 */
import { CountryCode } from "@beauty-store/domain/Address"
import { AuditedKind } from "@beauty-store/domain/Audit"
import { dayOf, defaultTimeZone } from "@beauty-store/domain/Days"
import * as Shipping from "@beauty-store/domain/Shipping"
import { quarterOf } from "@beauty-store/domain/VatReport"
import Sqlite from "better-sqlite3"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import type { Answer } from "../../../test/shop/requests.ts"
import { openShop, type Shop, useShop } from "../../../test/shop/server.ts"
import { buy, checkOut, deliver, eventually, sendBack, ship } from "../../../test/shop/shopper.ts"
import { browserAccept } from "./orders.ts"
import { expectProblem, pointersOf } from "./problem.ts"

const store = useShop()
let token: string
let stranger: string
let staff: string
beforeAll(async () => {
  token = await store().guest()
  stranger = await store().guest()
  staff = await store().clientToken("demo-staff")
})

/** All but what differs by its nature. */
const anonymous = ({ headers, json, status }: Answer, ...ids: ReadonlyArray<string>) => {
  const { requestId: _request, ...document } = json
  const { "x-request-id": _id, date: _date, "content-length": _length, ...rest } = headers
  return ids.reduce((text, id) => text.replaceAll(id, "ID"), JSON.stringify({ status, document, rest }))
}
const put = (path: string, body: unknown, sent: { readonly token?: string; readonly key?: string } = {}) =>
  store().request("PUT", path, { token: staff, ...sent, body })

describe("what belongs to somebody else", () => {
  it("is answered exactly as what does not exist", async () => {
    const orderId = await buy(store(), token)
    const { returnId } = await sendBack(store(), { orderId, staff, token })
    const { refundId } =
      (await store().post("/api/refunds", { orderId, amount: 1, reason: "a" }, { token: staff })).json
    const ask = { email: "ada@example.com", subject: "a", message: "b" }
    const { ticketId } = (await store().post("/api/support", ask, { token })).json
    const items = [{ productId: serum, reason: "no" }]
    const asked: ReadonlyArray<readonly [id: string, method: string, path: (id: string) => string, body?: any]> = [
      [orderId, "GET", (id) => `/api/orders/${id}`],
      [orderId, "GET", (id) => `/api/orders/${id}/receipt`],
      [orderId, "GET", (id) => `/api/tracking/${id}`],
      [orderId, "POST", (id) => `/api/orders/${id}/cancel`, {}],
      [orderId, "POST", () => "/api/returns", (id: string) => ({ orderId: id, items })],
      [returnId, "GET", (id) => `/api/returns/${id}`],
      [returnId, "POST", (id) => `/api/returns/${id}/cancel`, {}],
      [refundId, "GET", (id) => `/api/refunds/${id}`],
      [ticketId, "GET", (id) => `/api/support/${id}`]
    ]
    for (const [id, method, path, body] of asked) {
      const missing = `${id.slice(0, -3)}zzz`
      const [foreign, nowhere] = await Promise.all([id, missing].map((one) =>
        store().request(method, path(one), {
          token: stranger,
          body: typeof body === "function" ? body(one) : body
        })
      ))
      expect(foreign!.status, path(id)).toBe(404)
      expect(anonymous(foreign!, id)).toBe(anonymous(nowhere!, missing))
    }
  })
})

describe("faults", () => {
  it("are all named at once, by pointer", async () => {
    const asked: ReadonlyArray<
      readonly [method: string, path: string, body: unknown, pointers: ReadonlyArray<string>]
    > = [
      ["POST", "/api/orders/ord_1/cancel", { reason: 5 }, ["/reason"]],
      [
        "POST",
        "/api/orders/ord_1/ship",
        { carrier: " ", estimatedDelivery: "2026-13-01", items: [{ productId: 1, quantity: 0 }] },
        ["/carrier", "/estimatedDelivery", "/items/0/productId", "/items/0/quantity", "/trackingNumber"]
      ],
      ["POST", "/api/orders/ord_1/ship", { carrier: "a", trackingNumber: "b", items: [] }, ["/items"]],
      ["POST", "/api/orders/ord_1/ship", { carrier: "a", trackingNumber: "b", estimatedDelivery: "2026-02-30" }, [
        "/estimatedDelivery"
      ]],
      ["POST", "/api/orders/ord_1/deliver", { deliveredAt: "2026-02-30T10:00:00Z" }, ["/deliveredAt"]],
      ["POST", "/api/orders/ord_1/deliver", { deliveredAt: "yesterday", trackingNumber: "" }, [
        "/deliveredAt",
        "/trackingNumber"
      ]],
      ["POST", "/api/returns", {}, ["/items", "/orderId"]],
      [
        "POST",
        "/api/returns",
        { orderId: 1, items: [{ reason: "", quantity: 1.5, condition: "eaten" }] },
        ["/items/0/condition", "/items/0/productId", "/items/0/quantity", "/items/0/reason", "/orderId"]
      ],
      ["POST", "/api/returns/ret_1/receive", { items: [{ accepted: 1, restock: "yes" }] }, [
        "/items/0/accepted",
        "/items/0/productId",
        "/items/0/quantity",
        "/items/0/restock"
      ]],
      ["POST", "/api/refunds", { amount: 0.001 }, ["/amount", "/orderId", "/reason"]],
      ["POST", "/api/refunds", { orderId: "a", reason: "b", amount: -1 }, ["/amount"]],
      ["POST", "/api/support", { email: "a", subject: "x".repeat(201) }, ["/email", "/message", "/subject"]],
      ["PUT", `/api/inventory/${serum}`, { onHand: -1 }, ["/onHand"]],
      ["PUT", `/api/inventory/${serum}`, { onHand: "5" }, ["/onHand"]],
      ["PUT", `/api/products/${serum}/price`, { price: 0 }, ["/price"]],
      ["PUT", `/api/products/${serum}/price`, { price: 1_000_000.01 }, ["/price"]],
      ["PUT", `/api/products/${serum}/price`, { price: 1e300 }, ["/price"]],
      ["POST", "/api/webhook-subscriptions", { url: 5 }, ["/url"]],
      ["POST", "/api/webhook-subscriptions/sub_1/replay", { from: "2026-01-01" }, ["/from", "/to"]],
      [
        "POST",
        "/api/webhook-subscriptions/sub_1/replay",
        { from: "2026-01-02T00:00:00Z", to: "2026-01-01T23:59:59Z" },
        ["/to"]
      ]
    ]
    for (const [method, path, body, pointers] of asked) {
      expect([path, pointersOf(await store().request(method, path, { token: staff, body }))]).toEqual([path, pointers])
    }
  })
})

describe("a value that is too long or too large", () => {
  const most = "70368744177664.00"
  const url = `https://shop.example/${"a".repeat(2100)}`
  const email = `${"a".repeat(60)}@${"b.".repeat(120)}example`
  it.each<readonly [method: string, path: string, body: any, words: string]>([
    ["GET", `/api/products?q=${"a".repeat(501)}`, undefined, "must be search words, at most 500 characters"],
    ["GET", `/api/products?brand=${"a".repeat(101)}`, undefined, "must be a brand's id, 1 to 100 characters"],
    [
      "GET",
      `/api/products?cursor=${"a".repeat(1001)}`,
      undefined,
      "must be a cursor from an earlier response, at most 1000 characters"
    ],
    [
      "GET",
      "/api/products?maxPrice=70368744177665",
      undefined,
      `must be an amount in the shop's currency, from 0 to ${most}, with at most two decimals`
    ],
    [
      "GET",
      "/api/products?minPrice=1.234",
      undefined,
      `must be an amount in the shop's currency, from 0 to ${most}, with at most two decimals`
    ],
    ["GET", `/api/orders?productId=${"a".repeat(81)}`, undefined, "must be a product's id, at most 80 characters"],
    ["GET", `/api/orders?email=${email}`, undefined, "must be an email address, at most 254 characters"],
    ["POST", "/api/refunds", { orderId: "a".repeat(201), reason: "b" }, "must be an order's id, 1 to 200 characters"],
    [
      "POST",
      "/api/refunds",
      { orderId: "a", reason: "b", amount: 70_368_744_177_665 },
      `must be an amount in the shop's currency, from 0.01 to ${most}, with at most two decimals`
    ],
    ["POST", "/api/webhook-subscriptions", { url }, "must be an http or https address, at most 2000 characters"],
    [
      "POST",
      "/api/webhook-subscriptions",
      { url: "https://shop.example", agentId: "a".repeat(201) },
      "must be an agent's OAuth client id, 1 to 200 characters"
    ],
    ["POST", "/api/support/tic_1/close", { version: 1_000_001 }, "must be a whole number from 0 to 1000000"]
  ])("%s %.40s is refused with the limit", async (method, path, body, words) => {
    const { json, status } = await store().request(method, path, { token: staff, body })
    expect([status, json.errors.map(({ detail }: any) => detail)]).toEqual([400, [words]])
  })
})

describe("tracking", () => {
  it("is an object before and after shipping, part by part", async () => {
    const orderId = await buy(store(), token, 3)
    // The shop's own estimate, as long as no carrier has one.
    const parcel = { method: "standard", country: CountryCode.make("DE") } as const
    const estimatedDelivery = Shipping.estimatedDelivery(
      Shipping.defaultPolicy,
      parcel,
      dayOf(Date.now(), defaultTimeZone)
    )
    const none = { carrier: "", trackingNumber: "", status: "not_shipped", estimatedDelivery, events: [] }
    const track = async () => (await store().get(`/api/tracking/${orderId}`, { token })).json
    expect(await track()).toEqual(none)
    const part = { items: [{ productId: serum, quantity: 1 }], estimatedDelivery: "2030-01-02" }
    const shipped = await ship(store(), staff, orderId, { ...part, trackingNumber: "A1" })
    expect(shipped).toMatchObject({ status: "confirmed", items: [{ shipped: 1 }] })
    const first = { ...none, carrier: "DHL", trackingNumber: "A1", status: "shipped", estimatedDelivery: "2030-01-02" }
    expect(await track()).toEqual(first)
    // Said twice is once.
    expect(await ship(store(), staff, orderId, { ...part, trackingNumber: "A1" })).toEqual(shipped)
    const refused = await store().post(`/api/orders/${orderId}/cancel`, {}, { token })
    expectProblem(refused, "order_not_cancellable")
    const over = await store().post(
      `/api/orders/${orderId}/ship`,
      { carrier: "DHL", trackingNumber: "A3", items: [{ productId: serum, quantity: 3 }] },
      { token: staff }
    )
    expectProblem(over, "over_shipment")
    expect(await ship(store(), staff, orderId, { trackingNumber: "A2" })).toMatchObject({ status: "shipped" })
    const order = (await store().get(`/api/orders/${orderId}`, { token })).json
    expect(order.shipments).toEqual([first, { ...first, trackingNumber: "A2", estimatedDelivery }])
    expect(order.tracking).toEqual(order.shipments[1])
    expect(await deliver(store(), staff, orderId)).toMatchObject({ status: "delivered" })
    expect(order.timeline.map(({ status }: any) => status)).toEqual(["pending", "confirmed", "shipped"])
  })
})

describe("staff who may change orders and read none", () => {
  it("are told what they did, and no more", async () => {
    const writer = await store().clientToken("demo-staff", "orders:write")
    const orderId = await buy(store(), token, 2)
    expect(await ship(store(), writer, orderId)).toMatchObject({ id: orderId, status: "shipped" })
    expect(await deliver(store(), writer, orderId)).toMatchObject({ id: orderId, status: "delivered" })
    expectProblem(await store().get(`/api/orders/${orderId}`, { token: writer }), "forbidden")
    const items = [{ productId: serum, quantity: 1, reason: "too sweet" }]
    const asked = await store().post("/api/returns", { orderId, items }, { token: writer })
    const parcel = { items: [{ productId: serum, quantity: 1, restock: true }] }
    const opened = await store().post(`/api/returns/${asked.json.returnId}/receive`, parcel, { token: writer })
    expect(opened.json).toMatchObject({ status: "refunded" })
  })
})

describe("a receipt", () => {
  it("is not there before payment", async () => {
    const { orderId } = await checkOut(store(), stranger)
    expectProblem(await store().get(`/api/orders/${orderId}/receipt`, { token: stranger }), "order_not_paid")
  })

  it("comes as JSON, as a page and as a PDF, as Accept likes best", async () => {
    const orderId = await buy(store(), token)
    const asked = [
      [undefined, "application/json"],
      ["*/*", "application/json"],
      ["text/html", "text/html; charset=utf-8"],
      ["application/pdf", "application/pdf"],
      ["application/pdf;q=0.5, text/html;q=0.9", "text/html; charset=utf-8"],
      ["text/html;q=0.1, application/pdf;q=0.2, application/json;q=0", "application/pdf"],
      ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html; charset=utf-8"],
      ["text/*;q=0.3, application/json;q=0.2", "text/html; charset=utf-8"],
      ["application/*", "application/json"],
      ["TEXT/HTML", "text/html; charset=utf-8"]
    ] as const
    for (const [accept, type] of asked) {
      const headers: Record<string, string> = accept === undefined ? {} : { accept }
      const answer = await store().get(`/api/orders/${orderId}/receipt`, { token, headers })
      expect([accept, answer.status, answer.headers["content-type"]]).toEqual([accept, 200, type])
      expect(answer.headers["cache-control"]).toBe("no-store")
      expect(answer.headers["vary"]).toContain("accept")
      if (type === "application/pdf") expect(answer.bytes.subarray(0, 5).toString()).toBe("%PDF-")
      if (type.startsWith("text/html")) {
        expect(answer.text).toContain("<!doctype html>")
        expect(answer.headers["content-security-policy"]).toContain("default-src 'none'")
      }
    }
    const paper = (await store().get(`/api/orders/${orderId}/receipt`, { token })).json
    const { vat, vatTotal } = (await store().get(`/api/orders/${orderId}`, { token })).json
    expect({ vat, vatTotal }).toEqual({ vat: paper.vat, vatTotal: paper.vatTotal })
    expect(vatTotal).toBeGreaterThan(0)
    const cents = (euros: number) => Math.round(euros * 100)
    for (const { gross, net, vat } of paper.vat) expect(cents(net) + cents(vat)).toBe(cents(gross))
    expect(cents(paper.net) + cents(paper.vatTotal)).toBe(cents(paper.total))
    expect(paper).toMatchObject({ orderId, creditNotes: [], buyer: { name: "Ada Lovelace" } })
  })

  it("names what went back as a credit note", async () => {
    const orderId = await buy(store(), token)
    await store().post("/api/refunds", { orderId, amount: 1.5, reason: "late" }, { token: staff })
    const { json } = await eventually(
      () => store().get(`/api/orders/${orderId}/receipt`, { token }),
      (answer) => answer.json.creditNotes.length === 1
    )
    expect(json.creditNotes).toMatchObject([{ kind: "credit_note", total: 1.5 }])
  })
})

describe("a return", () => {
  it("needs no reason, and shows none then", async () => {
    const orderId = await buy(store(), token, 2)
    await ship(store(), staff, orderId)
    await deliver(store(), staff, orderId)
    const returned = (item: object) =>
      store().post("/api/returns", { orderId, items: [{ productId: serum, quantity: 1, ...item }] }, { token })
    const [item] = (await returned({})).json.items
    expect(item).not.toHaveProperty("reason")
    expect((await returned({ reason: "too sweet" })).json.items).toMatchObject([{ reason: "too sweet" }])
  })

  it("is asked for once under one key, and shows its way to the refund", async () => {
    const orderId = await buy(store(), token, 2)
    await ship(store(), staff, orderId)
    const body = { orderId, items: [{ productId: serum, reason: "too sweet" }] }
    expectProblem(await store().post("/api/returns", body, { token }), "order_not_delivered")
    await deliver(store(), staff, orderId)
    const unknown = { orderId, items: [{ productId: "nothing", reason: "no" }] }
    expectProblem(await store().post("/api/returns", unknown, { token }), "product_not_in_order")
    const key = randomUUID()
    const first = await store().post("/api/returns", body, { token, key })
    const second = await store().post("/api/returns", body, { token, key })
    expect([second.text, second.headers["idempotent-replayed"]]).toEqual([first.text, "true"])
    expectProblem(await store().post("/api/returns", body, { token }), "nothing_left_to_return")
    expect(first.json).toMatchObject({ orderId, status: "requested", items: [{ quantity: 2, accepted: null }] })
    const { returnId } = first.json
    const received = { items: [{ productId: serum, quantity: 2, restock: true }] }
    const before = (await store().get(`/api/inventory/${serum}`)).json.quantity
    const done = await store().post(`/api/returns/${returnId}/receive`, received, { token: staff, key })
    const again = await store().post(`/api/returns/${returnId}/receive`, received, { token: staff, key })
    expect([done.status, again.text]).toEqual([200, done.text])
    expectProblem(
      await store().post(`/api/returns/${returnId}/receive`, received, { token: staff }),
      "return_not_receivable"
    )
    expect((await store().get(`/api/inventory/${serum}`)).json.quantity).toBe(before + 2)
    expectProblem(await store().post(`/api/returns/${returnId}/cancel`, {}, { token }), "return_not_cancellable")
    const order = await eventually(
      () => store().get(`/api/orders/${orderId}`, { token }),
      ({ json }) => json.payment.status === "refunded"
    )
    // All of it came back, and so does what its way there cost.
    expect(order.json).toMatchObject({ payment: { status: "refunded" }, refunds: [{ status: "succeeded" }] })
    expect(order.json.refunds[0].amount).toBe(order.json.total)
    expect(order.json.items[0]).toMatchObject({ shipped: 2, returned: 2 })
  })

  it("has a label for whoever has its address, as long as the parcel can be sent", async () => {
    const orderId = await buy(store(), token)
    const { returnId, returnLabel } = await sendBack(store(), { orderId, staff, token })
    const url = new URL(returnLabel)
    const label = (at = url.pathname + url.search, sent = {}) => store().get(at, sent)
    const pdf = await label()
    expect([pdf.status, pdf.headers["content-type"]]).toEqual([200, "application/pdf"])
    expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-")
    expect(pdf.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": expect.stringContaining("noindex")
    })
    const key = url.searchParams.get("key")!
    const other = await sendBack(store(), { orderId: await buy(store(), token), staff, token })
    const wrong = [
      url.pathname,
      `${url.pathname}?key=`,
      `${url.pathname}?key=${key.slice(0, -1)}`,
      `${url.pathname}?key=${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`,
      `/api/returns/${other.returnId}/label?key=${key}`
    ]
    for (const at of wrong) expectProblem(await label(at, { token }), "return_not_found")
    const items = [{ productId: serum, quantity: 1, restock: false }]
    await store().post(`/api/returns/${returnId}/receive`, { items }, { token: staff })
    expectProblem(await label(), "return_not_found")
    const page = await label(undefined, { headers: { accept: browserAccept, "accept-language": "de" } })
    expect([page.status, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"])
    expect(page.text).toContain("Dieses Etikett gibt es nicht")
    expect(page.text).not.toContain(key)
  })

  it("that was called off can be asked for again", async () => {
    const orderId = await buy(store(), token)
    const first = await sendBack(store(), { orderId, staff, token })
    const off = await store().post(`/api/returns/${first.returnId}/cancel`, {}, { token })
    expect(off.json).toMatchObject({ status: "cancelled" })
    const body = { orderId, items: [{ productId: serum, reason: "after all" }] }
    const second = await store().post("/api/returns", body, { token })
    expect([second.status, second.json.returnId === first.returnId]).toEqual([200, false])
  })
})

describe("refunds", () => {
  it("are listed newest first, page by page, everybody's own; staff see all", async () => {
    const mine = await store().guest()
    const orderId = await buy(store(), mine)
    const given: Array<string> = []
    for (const amount of [1, 2, 3]) {
      const { json } = await store().post("/api/refunds", { orderId, amount, reason: "sorry" }, { token: staff })
      expect(json).toMatchObject({ orderId, amount, currency: "EUR", method: "original_payment_method" })
      given.unshift(json.refundId)
    }
    const first = (await store().get("/api/refunds?limit=2", { token: mine })).json
    const second = (await store().get(`/api/refunds?limit=2&cursor=${first.nextCursor}`, { token: mine })).json
    expect([...first.data, ...second.data].map(({ refundId }: any) => refundId)).toEqual(given)
    expect(second.nextCursor).toBeNull()
    expect((await store().get("/api/refunds", { token: stranger })).json.data).toEqual([])
    const all = (await store().get("/api/refunds?limit=3", { token: staff })).json.data
    expect(all.map(({ refundId }: any) => refundId)).toEqual(given)
    expectProblem(await store().get("/api/refunds?cursor=nonsense", { token: mine }), "invalid_cursor")
    expect((await store().get(`/api/refunds/${given[0]}`, { token: mine })).json).toMatchObject({ amount: 3 })
  })

  it("never exceed what was paid, and say what is left", async () => {
    const orderId = await buy(store(), token)
    const { total } = (await store().get(`/api/orders/${orderId}`, { token })).json
    const give = (amount?: number) =>
      store().post("/api/refunds", { orderId, reason: "sorry", ...(amount === undefined ? {} : { amount }) }, {
        token: staff
      })
    expect(expectProblem(await give(Math.round(total * 100 + 1) / 100), "refund_exceeds_captured")).toMatchObject({
      remaining: total
    })
    expect((await give(0.01)).status).toBe(200)
    expect((await give()).json.amount).toBe(Math.round(total * 100 - 1) / 100)
    expectProblem(await give(), "refund_not_possible")
    const { orderId: unpaid } = await checkOut(store(), stranger)
    const early = await store().post("/api/refunds", { orderId: unpaid, reason: "a" }, { token: staff })
    expectProblem(early, "refund_not_possible")
  })
})

describe("a cancelled order", () => {
  it("gives its money back once, however often it is cancelled, and its units", async () => {
    const before = (await store().get(`/api/inventory/${serum}`)).json.quantity
    const orderId = await buy(store(), token, 2)
    const cancel = () => store().post(`/api/orders/${orderId}/cancel`, { reason: "changed my mind" }, { token })
    const first = await cancel()
    expect(first.json).toMatchObject({ status: "cancelled", refunds: [{ amount: first.json.total }] })
    expect((await cancel()).json).toMatchObject({ status: "cancelled", refunds: [{ amount: first.json.total }] })
    expect((await store().get(`/api/inventory/${serum}`)).json.quantity).toBe(before)
    const refused = await store().post(`/api/orders/${orderId}/ship`, { carrier: "a", trackingNumber: "b" }, {
      token: staff
    })
    expect(expectProblem(refused, "order_not_shippable").currentStatus).toBe("cancelled")
  })

  it("may be told so without a body", async () => {
    const orderId = await buy(store(), token)
    const answer = await store().request("POST", `/api/orders/${orderId}/cancel`, { token })
    expect([answer.status, answer.json.status]).toEqual([200, "cancelled"])
  })
})

describe("a support ticket", () => {
  const question = { email: "ada@example.com", subject: "Where is it?", message: "My parcel" }

  it("keeps markup as the text it is", async () => {
    const message = "<script>alert(1)</script> & <img src=x onerror=alert(1)>"
    const asked = await store().post("/api/support", { ...question, message }, { token })
    expect(asked.json).toMatchObject({ status: "open", message })
    expect(asked.headers["content-type"]).toBe("application/json")
    expect(asked.headers["x-content-type-options"]).toBe("nosniff")
    expect((await store().get(`/api/support/${asked.json.ticketId}`, { token })).json.message).toBe(message)
  })

  it("is linked to an order of one's own, and to nobody else's, without a word about it", async () => {
    const orderId = await buy(store(), token)
    const ask = (sent: object, id: string) => store().post("/api/support", { ...question, orderId: id }, sent)
    expect((await ask({ token }, orderId)).json.orderId).toBe(orderId)
    for (const sent of [{ token: stranger }, {}]) {
      const [foreign, missing] = [await ask(sent, orderId), await ask(sent, "ord_none")]
      expect([foreign.status, foreign.json.orderId]).toEqual([200, null])
      expect(Object.keys(foreign.json)).toEqual(Object.keys(missing.json))
      expect(missing.json.orderId).toBeNull()
    }
  })

  it("that nobody in particular wrote is for staff alone", async () => {
    const { ticketId } = (await store().post("/api/support", question)).json
    expectProblem(await store().get(`/api/support/${ticketId}`), "unauthorized")
    expectProblem(await store().get(`/api/support/${ticketId}`, { token }), "ticket_not_found")
    expect((await store().get(`/api/support/${ticketId}`, { token: staff })).json.ticketId).toBe(ticketId)
  })

  it("is one, however often it is sent under one key", async () => {
    const key = randomUUID()
    const ids = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (await store().post("/api/support", question, { token, key })).json.ticketId
      )
    )
    expect(new Set(ids).size).toBe(1)
  })
})

describe("the shelf and the price tags", () => {
  const tonic = "kieselhaut-niacinamide-serum-10"
  const catalogue = () => store().get("/api/")

  it("cannot hold less than is promised", async () => {
    const shopper = await store().guest()
    await checkOut(store(), shopper)
    const refused = await put(`/api/inventory/${tonic}`, { onHand: 0 })
    expect(expectProblem(refused, "below_reserved").reserved).toBeGreaterThan(0)
    expectProblem(await put("/api/inventory/nothing", { onHand: 1 }), "product_not_found")
    expectProblem(await put("/api/products/nothing/price", { price: 1 }), "product_not_found")
  })

  it("are what catalogue and carts show at once", async () => {
    const shopper = await store().guest()
    const other = await store().get("/api/products?limit=100&inStock=true")
    const { id, price } = other.json.data.find((one: any) => one.id !== tonic)
    const { quantity } = (await store().get(`/api/inventory/${id}`)).json
    await store().post("/api/cart", { productId: id }, { token: shopper })
    const shown = async () =>
      (await catalogue()).json.brands.flatMap((brand: any) => brand.products)
        .find((one: any) => one.id === id)

    const etag = (await catalogue()).headers["etag"]!
    const changed = await put(`/api/products/${id}/price`, { price: price + 1.05 })
    const now = Math.round((price + 1.05) * 100) / 100
    expect(changed.json).toMatchObject({ id, price: now })
    expect((await store().get("/api/", { headers: { "if-none-match": etag } })).status).toBe(200)
    expect((await shown()).price).toBe(now)
    const cart = (await store().get("/api/cart", { token: shopper })).json
    expect(cart).toMatchObject({ subtotal: now, messages: [{ productId: id, code: "price_changed" }] })

    const empty = await put(`/api/inventory/${id}`, { onHand: 0 })
    expect(empty.json).toEqual({ productId: id, inStock: false, quantity: 0, availability: "out_of_stock" })
    expect((await shown()).inStock).toBe(false)
    const codes = (await store().get("/api/cart", { token: shopper })).json.messages.map(({ code }: any) => code)
    expect(codes).toContain("out_of_stock")
    const key = randomUUID()
    await put(`/api/inventory/${id}`, { onHand: quantity }, { key })
    expect((await put(`/api/inventory/${id}`, { onHand: quantity }, { key })).headers["idempotent-replayed"])
      .toBe("true")
    expectProblem(await put(`/api/inventory/${id}`, { onHand: 1 }, { key }), "idempotency_conflict")
    expect((await shown()).inStock).toBe(true)
  })
})

describe("the report of VAT", () => {
  it("is for staff, as data and as a table, of a quarter that there is", async () => {
    await buy(store(), token)
    const { json } = await store().get("/api/admin/vat", { token: staff })
    const path = `/api/admin/vat?quarter=${json.quarter}`
    expect(json).toMatchObject({
      quarter: quarterOf(dayOf(Date.now(), defaultTimeZone)),
      currency: "EUR",
      data: [{ country: "DE", rate: 19 }]
    })
    // Refunds of other orders are under way, and each credit note counts.
    await eventually(
      async () => ({
        data: (await store().get(path, { token: staff })).json.data,
        table: await store().get(path, { token: staff, headers: { accept: "text/csv" } })
      }),
      ({ data: [{ gross, net, vat }], table }) => {
        expect(Math.round(net * 100) + Math.round(vat * 100)).toBe(Math.round(gross * 100))
        expect(table.headers["content-type"]).toBe("text/csv; charset=utf-8")
        expect(table.text).toBe(
          `country,rate,net,vat,gross\r\nDE,19,${net.toFixed(2)},${vat.toFixed(2)},${gross.toFixed(2)}\r\n`
        )
      }
    )
    const before = await store().get("/api/admin/vat?quarter=1999-Q1", { token: staff })
    expect(before.json.data).toEqual([])
    for (const wrong of ["?quarter=", "?quarter=2026-Q5", "?quarter=2026"]) {
      expectProblem(await store().get(`/api/admin/vat${wrong}`, { token: staff }), "invalid_request")
    }
    expectProblem(await store().get(path, { token }), "forbidden")
  })
})

describe("the audit of the books", () => {
  const audited = async (at: Shop) =>
    (await at.get("/api/admin/consistency", { token: await at.clientToken("demo-staff") })).json

  it("finds nothing amiss, whatever went on here, and is for staff", async () => {
    await buy(store(), token)
    const { counts, differences, total } = await audited(store())
    expect([differences, total]).toEqual([[], 0])
    expect(counts.orders).toBeGreaterThan(0)
    expect(counts.papers).toBeGreaterThan(0)
    expect(Object.keys(counts)).toEqual(AuditedKind.literals)
    expectProblem(await store().get("/api/admin/consistency", { token }), "forbidden")
    expectProblem(await store().get("/api/admin/consistency"), "unauthorized")
  })

  it("names what was changed behind the shop's back", async () => {
    const folder = mkdtempSync(join(tmpdir(), "audit-"))
    const other = await openShop({ DATABASE_URL: `sqlite:${join(folder, "store.db")}` })
    try {
      const db = new Sqlite(join(folder, "store.db"))
      db.prepare("UPDATE stock SET reserved = 1 WHERE product_id = ?").run(serum)
      db.close()
      expect(await audited(other)).toMatchObject({
        total: 1,
        differences: [{ kind: "stock.reserved", subject: serum, expected: "0", found: "1" }]
      })
    } finally {
      await other.close()
      rmSync(folder, { recursive: true })
    }
  })
})
