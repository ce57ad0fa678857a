/**
 * Messages of partners at the door: who may come in, what they may say, and that each counts once, in any order. Signed
 * by the published Standard Webhooks library. Follows docs/specification.md#webhooks-in.
 */
import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import { partnersSecret } from "../../../test/shop/shop.ts"
import { buy, checkOut, deliver, eventually, pay, ship } from "../../../test/shop/shopper.ts"
import { signed, tell } from "./partners.ts"
import { expectProblem, pointersOf } from "./problem.ts"

const second = `whsec_${Buffer.from("the secret that takes over, one day").toString("base64")}`
const store = useShop({ WEBHOOK_SECRETS: `${partnersSecret}, ${second}` })
let token: string
let staff: string
beforeAll(async () => {
  token = await store().guest()
  staff = await store().clientToken("demo-staff")
})

const shipped = (orderId: string, more: object = {}) => ({
  event: "order.shipped",
  data: { orderId, carrier: "DHL", trackingNumber: `T-${orderId}`, ...more }
})
const created = (orderId: string) => ({ event: "order.created", data: { orderId } })
const order = async (orderId: string) => (await store().get(`/api/orders/${orderId}`, { token })).json

describe("a signature", () => {
  it.each([-299, 299, 0])("of %i seconds from now is good", async (skew) => {
    expect((await tell(store(), created(await buy(store(), token)), { skew })).json)
      .toEqual({ received: true, result: "applied" })
  })

  it.each([-302, 302])("of %i seconds from now is none", async (skew) => {
    expectProblem(await tell(store(), created("ord_1"), { skew }), "signature_invalid")
  })

  it("by any of the secrets is good, by another is none", async () => {
    const orderId = await buy(store(), token)
    for (const secret of [partnersSecret, second]) {
      expect((await tell(store(), created(orderId), { secret })).json.result).toBe("applied")
    }
    const secret = `whsec_${Buffer.from("somebody else's secret, as long").toString("base64")}`
    expectProblem(await tell(store(), created(orderId), { secret }), "signature_invalid")
  })

  it("among several counts, as while a secret is being replaced", async () => {
    const orderId = await buy(store(), token)
    const text = JSON.stringify(created(orderId))
    const id = `msg_${randomUUID()}`
    const wrong = `whsec_${Buffer.from("a secret that has been replaced").toString("base64")}`
    const theirs = signed(text, { id, secret: wrong })
    const ours = signed(text, { id, secret: second })
    const headers = { ...ours, "webhook-signature": `${theirs["webhook-signature"]} ${ours["webhook-signature"]}` }
    expect((await tell(store(), text, { id, headers })).json.result).toBe("applied")
  })

  it("is over the very bytes: a message that was touched leaves no trace, and can still come as it was meant", async () => {
    const orderId = await buy(store(), token)
    const text = JSON.stringify(shipped(orderId))
    const id = `msg_${randomUUID()}`
    const touched = [`${text} `, ` ${text}`, text.replace(":", ": "), text.replace("DHL", "UPS"), "", "{}"]
    for (const sent of touched) expectProblem(await tell(store(), text, { id, sent }), "signature_invalid")
    const headers = [
      { "webhook-id": "msg_other" },
      { "webhook-timestamp": String(Math.floor(Date.now() / 1000) - 1) },
      { "webhook-timestamp": "soon" },
      { "webhook-signature": "v1,AAAA" },
      { "webhook-signature": signed(text, { id })["webhook-signature"].replace("v1,", "v2,") },
      { "webhook-signature": "" }
    ]
    for (const one of headers) {
      expectProblem(await tell(store(), text, { id, headers: one }), "signature_invalid")
    }
    expectProblem(await store().post("/api/webhooks", text), "signature_invalid")
    // Somebody who may do everything else may not do this.
    expectProblem(await store().post("/api/webhooks", text, { token: staff }), "signature_invalid")
    expect((await order(orderId)).status).toBe("confirmed")
    // Had any of them been stored by its id, this would be a duplicate.
    expect((await tell(store(), text, { id })).json.result).toBe("applied")
    expect((await order(orderId)).status).toBe("shipped")
  })
})

describe("what a message says", () => {
  it("is one of the four events, with what they need: all faults at once", async () => {
    const asked: ReadonlyArray<readonly [message: unknown, pointers: ReadonlyArray<string>]> = [
      [{ event: "order.exploded", data: {} }, ["/event"]],
      [{ data: { orderId: "ord_1" } }, ["/event"]],
      [{ event: "order.shipped", data: { orderId: 1 } }, ["/data/carrier", "/data/orderId", "/data/trackingNumber"]],
      [{ event: "order.shipped" }, ["/data"]],
      [{ event: "order.delivered", data: { orderId: "a", deliveredAt: "soon" } }, ["/data/deliveredAt"]],
      [
        { event: "return.initiated", data: { orderId: "a", items: [{ quantity: 0, reason: 1 }] } },
        ["/data/items/0/productId", "/data/items/0/quantity", "/data/items/0/reason"]
      ],
      [{ event: "order.created", data: { orderId: "" } }, ["/data/orderId"]]
    ]
    for (const [message, pointers] of asked) {
      const id = `msg_${randomUUID()}`
      expect([message, pointersOf(await tell(store(), message, { id }))]).toEqual([message, pointers])
      // Not taken in: what comes by this id next is not a duplicate.
      expect((await tell(store(), created(`ord_${id}`), { id })).json.result).toBe("deferred")
    }
  })

  it("that is too long in a part is refused with the limit of that part", async () => {
    const asked: ReadonlyArray<readonly [message: any, words: string]> = [
      [created("a".repeat(201)), "must be an id, 1 to 200 characters"],
      [shipped("ord_1", { carrier: "a".repeat(201) }), "must be 1 to 200 characters"],
      [shipped("ord_1", { items: [{ productId: serum, quantity: 10_000 }] }), "must be a whole number from 1 to 9999"],
      [
        shipped("ord_1", {
          events: Array.from({ length: 201 }, () => ({
            timestamp: "2026-03-02T10:00:00Z",
            location: "Leipzig",
            status: "in_transit"
          }))
        }),
        "must be at most 200 scans"
      ]
    ]
    for (const [message, words] of asked) {
      const { errors } = expectProblem(await tell(store(), message), "invalid_request")
      expect(errors.map(({ detail }: any) => detail)).toEqual([words])
    }
  })

  it("has an id of 255 characters at most", async () => {
    const message = created(await buy(store(), token))
    const id = (length: number) => ({ id: randomUUID().padEnd(length, "x") })
    expect((await tell(store(), message, id(255))).json).toEqual({ received: true, result: "applied" })
    const refused = expectProblem(await tell(store(), message, id(256)), "invalid_request")
    expect(refused.errors).toEqual([{ pointer: "webhook-id", in: "header", detail: "must be 1 to 255 characters" }])
  })

  it("is a JSON object of 256 KiB at most, and says so", async () => {
    for (const text of ["", "{", "[]", "5", `{"event":"a","event":"b"}`]) {
      expect([400, 415], text).toContain((await tell(store(), text)).status)
    }
    const fit = (length: number) => {
      const [head, tail] = [`{"event":"order.created","data":{"orderId":"ord_1","note":"`, `"}}`]
      return head + "x".repeat(length - head.length - tail.length) + tail
    }
    expect((await tell(store(), fit(256 * 1024))).status).toBe(200)
    expectProblem(await tell(store(), fit(256 * 1024 + 1)), "payload_too_large")
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1"]) {
      const answer = await tell(store(), created("ord_1"), { headers: { "content-type": type } })
      expectProblem(answer, "unsupported_media_type")
    }
    const packed = await tell(store(), created("ord_1"), { headers: { "content-encoding": "gzip" } })
    expectProblem(packed, "unsupported_media_type")
  })
})

describe("a message", () => {
  it("that comes a hundred times at once has one effect", async () => {
    const orderId = await buy(store(), token, 2)
    const before = (await store().get(`/api/inventory/${serum}`)).json.quantity
    const id = `msg_${randomUUID()}`
    const part = shipped(orderId, { items: [{ productId: serum, quantity: 1 }] })
    const answers = await Promise.all(Array.from({ length: 100 }, () => tell(store(), part, { id })))
    const results = answers.map(({ json }) => json.result).sort()
    expect(results).toEqual(["applied", ...Array(99).fill("duplicate")])
    expect(await order(orderId)).toMatchObject({ status: "confirmed", items: [{ shipped: 1 }] })
    expect((await store().get(`/api/inventory/${serum}`)).json.quantity).toBe(before)
    // The id counts, whatever else the message says by now.
    expect((await tell(store(), created(orderId), { id })).json.result).toBe("duplicate")
  })

  it("of an arrival that overtook its shipment waits for it", async () => {
    const orderId = await buy(store(), token)
    const arrived = { event: "order.delivered", data: { orderId, trackingNumber: `T-${orderId}` } }
    expect((await tell(store(), arrived)).json).toMatchObject({ result: "deferred" })
    expect((await order(orderId)).status).toBe("confirmed")
    const scans = [{ timestamp: new Date().toISOString(), location: "Berlin", status: "in_transit" }]
    expect((await tell(store(), shipped(orderId, { events: scans }))).json.result).toBe("applied")
    const last = await eventually(() => order(orderId), ({ status }) => status === "delivered")
    expect(last.timeline.map(({ status }: any) => status)).toEqual(["pending", "confirmed", "shipped", "delivered"])
    expect(last.tracking).toMatchObject({ status: "delivered", carrier: "DHL" })
    expect(last.tracking.events).toMatchObject([{ location: "Berlin", status: "in_transit" }])
  })

  it("that the order's state forbids is ignored, with the reason, and staff see a flag", async () => {
    const { orderId: unpaid } = await checkOut(store(), token)
    const [first, second] = [randomUUID(), randomUUID()]
    expect((await tell(store(), shipped(unpaid), { id: first })).json).toEqual({
      received: true,
      result: "deferred",
      reason: "the order is pending"
    })
    await store().post(`/api/orders/${unpaid}/cancel`, {}, { token })
    const cancelled = await buy(store(), token)
    await store().post(`/api/orders/${cancelled}/cancel`, {}, { token })
    expect((await tell(store(), shipped(cancelled), { id: second })).json).toEqual({
      received: true,
      result: "ignored",
      reason: "the order is cancelled"
    })
    expect((await order(cancelled)).status).toBe("cancelled")
    // Staff see a flag for each; that of the message which waited is raised in the background.
    const flags = async () => (await store().get("/api/admin/flags?limit=2", { token: staff })).json.data
    const both = await eventually(flags, (data) => data.some(({ subject }: any) => subject === first))
    const flag = (subject: string) => ({
      flagId: expect.any(String),
      kind: "message_ignored",
      subject,
      detail: "order.shipped: the order is cancelled",
      at: expect.any(String)
    })
    expect(both).toEqual(expect.arrayContaining([flag(first), flag(second)]))
    // Newest first, a page at a time.
    const page = async (cursor = "") => (await store().get(`/api/admin/flags?limit=1${cursor}`, { token: staff })).json
    const { data, nextCursor } = await page()
    expect([data, (await page(`&cursor=${nextCursor}`)).data]).toEqual([[both[0]], [both[1]]])
  })

  it("about an order that is not paid yet waits, and is applied once it is paid", async () => {
    const { orderId, redirectUrl } = await checkOut(store(), token)
    const messages = [{ event: "order.delivered", data: { orderId } }, shipped(orderId)]
    for (const message of messages) {
      expect((await tell(store(), message)).json).toMatchObject({ result: "deferred", reason: "the order is pending" })
    }
    await pay(store(), redirectUrl)
    const last = await eventually(() => order(orderId), ({ status }) => status === "delivered")
    expect(last.timeline.map(({ status }: any) => status)).toEqual(["pending", "confirmed", "shipped", "delivered"])
  })

  it("of a return starts one, and the carrier's scan of it is on its way", async () => {
    const orderId = await buy(store(), token)
    await ship(store(), staff, orderId)
    await deliver(store(), staff, orderId)
    const items = [{ productId: serum, reason: "too sweet" }]
    expect((await tell(store(), { event: "return.initiated", data: { orderId, items } })).json.result).toBe("applied")
    const [{ returnId }] = (await order(orderId)).returns
    const again = await tell(store(), { event: "return.initiated", data: { orderId, items } })
    expect(again.json.result).toBe("ignored")
    expect((await tell(store(), { event: "return.initiated", data: { orderId, returnId } })).json.result).toBe(
      "applied"
    )
    const { json } = await store().get(`/api/returns/${returnId}`, { token })
    expect(json).toMatchObject({ status: "in_transit", timeline: [{ status: "requested" }, { source: "carrier" }] })
  })
})
