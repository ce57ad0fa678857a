/**
 * What staff find and change, as clients see it: filters and their faults, tickets and the page of whoever asked,
 * flags, and the trail. Follows docs/specification.md#support, docs/specification.md#ticket-page and
 * docs/specification.md#trail.
 */
import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import { atOnce, buy, sendBack, ship } from "../../../test/shop/shopper.ts"
import { form as sendForm } from "./orders.ts"
import { expectProblem } from "./problem.ts"

const store = useShop()
let token: string
let staff: string
beforeAll(async () => {
  token = await store().guest()
  staff = await store().clientToken("demo-staff")
})

const question = { email: "ada@example.com", subject: "Where <b>is</b> it?", message: "Line one\nLine two <script>" }
const post = (path: string, body: unknown, by = staff) => store().post(path, body, { token: by })
const get = (path: string, by = staff) => store().get(path, { token: by })
const pathOf = (address: string): string => new URL(address).pathname
/** A form as a browser sends it from a page of the shop's own, and the page that it leads to. */
const form = (path: string, fields: Record<string, string>, site = "same-origin") =>
  sendForm(store(), path, fields, { "sec-fetch-site": site })

describe("lists for staff", () => {
  it("have all orders and returns, and everybody else's have their own, as ever", async () => {
    const mine = await buy(store(), token)
    const other = await store().guest()
    const theirs = await buy(store(), other)
    const { returnId } = await sendBack(store(), { orderId: mine, staff, token })
    const ids = async (path: string, by = staff) => (await get(path, by)).json.data.map((one: any) => one.id)
    expect((await ids("/api/orders?limit=100")).slice(0, 2)).toEqual([theirs, mine])
    expect(await ids(`/api/orders?orderId=${theirs}`)).toEqual([theirs])
    expect(await ids(`/api/orders?productId=${serum}&sort=createdAt`)).toEqual([mine, theirs])
    expect(await ids("/api/orders", other)).toEqual([theirs])
    expect(await ids(`/api/orders?orderId=${mine}`, other)).toEqual([])
    expect((await get("/api/orders", token)).json.data[0]).toEqual({
      id: mine,
      orderNumber: expect.stringMatching(/^\d{4} \d{4}$/),
      status: "delivered",
      total: expect.any(Number),
      currency: "EUR",
      createdAt: expect.any(String)
    })
    expect((await get("/api/returns?status=requested")).json.data).toEqual([
      expect.objectContaining({ returnId, orderId: mine, status: "requested" })
    ])
    expect((await get("/api/returns", other)).json).toEqual({ data: [], nextCursor: null })
  })

  it("have what packing needs, for staff alone", async () => {
    const mine = await buy(store(), token)
    const [order] = (await get(`/api/orders?orderId=${mine}`)).json.data
    const { email, items, shippingAddress, shippingMethod } = (await get(`/api/orders/${mine}`, token)).json
    expect(order).toMatchObject({ email, shippingAddress, shippingMethod })
    expect(order.items).toEqual(
      items.map(({ name, productId, quantity }: any) => ({ productId, name, quantity, shipped: expect.any(Number) }))
    )
    const { name, postcode } = shippingAddress
    const found = await get(`/api/orders?name=${encodeURIComponent(name)}&postcode=${postcode}&orderId=${mine}`)
    expect(found.json.data.map(({ id }: any) => id)).toEqual([mine])
    const [own] = (await get(`/api/orders?orderId=${mine}`, token)).json.data
    expect([own.email, own.items, own.shippingAddress]).toEqual([undefined, undefined, undefined])
    expectProblem(await get("/api/orders?nome=ada"), "invalid_request")
  })

  it("find an order by its number, and say where one was mistyped", async () => {
    const mine = await buy(store(), token)
    const { orderNumber } = (await get(`/api/orders/${mine}`)).json
    const digits = orderNumber.replace(" ", "")
    for (const typed of [encodeURIComponent(orderNumber), digits, `%23${digits.slice(0, 4)}-${digits.slice(4)}`]) {
      expect((await get(`/api/orders?orderNumber=${typed}`)).json.data).toMatchObject([{ id: mine, orderNumber }])
    }
    expect((await get(`/api/orders?orderNumber=${digits}`, await store().guest())).json.data).toEqual([])
    const mistyped = `${digits.slice(0, -1)}${(Number(digits.at(-1)) + 1) % 10}`
    const { errors } = expectProblem(await get(`/api/orders?orderNumber=${mistyped}`), "invalid_request")
    expect(errors).toMatchObject([{ pointer: "orderNumber", in: "query" }])
  })

  it("refuse a filter with a value that it cannot have, with all faults at once", async () => {
    const wrong = "status=lost&from=yesterday&to=2026-02-30&email=@&overdue=maybe&sort=price&limit=0"
    for (const path of ["/api/orders", "/api/returns", "/api/support"]) {
      const { errors } = expectProblem(await get(`${path}?${wrong}`, token), "invalid_request")
      expect(errors.map((fault: { pointer: string }) => fault.pointer).sort()).toEqual(
        ["email", "from", "limit", "overdue", "sort", "status", "to"]
      )
      for (const fault of errors) expect(fault.in).toBe("query")
      const turned = expectProblem(await get(`${path}?from=2026-01-02&to=2026-01-01`), "invalid_request")
      expect(turned.errors).toEqual([
        { pointer: "to", detail: "must be a date that is not before `from`", in: "query" }
      ])
      const also = expectProblem(await get(`${path}?from=2026-01-02&to=2026-01-01&limit=0`), "invalid_request")
      expect(also.errors.map((fault: { pointer: string }) => fault.pointer).sort()).toEqual(["limit", "to"])
      const half = expectProblem(await get(`${path}?from=tomorrow&to=2026-01-01`), "invalid_request")
      expect(half.errors.map((fault: { pointer: string }) => fault.pointer)).toEqual(["from"])
      expectProblem(await get(`${path}?orderId=nonsense`), "invalid_request")
      expectProblem(await get(`${path}?sort=createdAt&cursor=x`), "invalid_cursor")
    }
    expectProblem(await get("/api/admin/trail?action=nothing"), "invalid_request")
    for (const nothing of ["", "%20", "%00"]) {
      for (
        const [path, filters] of [
          ["/api/orders", ["status", "email", "orderId", "productId", "overdue", "from", "to", "sort", "limit"]],
          ["/api/returns", ["status", "email", "orderId", "productId", "overdue", "from", "to", "sort", "limit"]],
          ["/api/support", ["status", "email", "orderId", "productId", "overdue", "from", "to", "assignedTo"]],
          ["/api/admin/trail", ["client", "action", "subject", "from", "to", "sort", "limit"]],
          ["/api/admin/flags", ["state", "limit"]],
          ["/api/products", ["brand", "category", "minPrice", "maxPrice", "inStock", "sort", "facets", "limit"]]
        ] as const
      ) {
        for (const filter of filters) {
          const { errors } = expectProblem(await get(`${path}?${filter}=${nothing}`), "invalid_request")
          expect(errors, `${path}?${filter}`).toEqual([expect.objectContaining({ pointer: filter, in: "query" })])
        }
      }
    }
    expectProblem(await get("/api/admin/flags?state=lost"), "invalid_request")
  })
})

describe("a ticket", () => {
  it("goes to and fro until it is closed, each time once", async () => {
    const ask = await post("/api/support", question, token)
    const { ticketId } = ask.json
    expect(ask.json).toMatchObject({ status: "open", version: 0, messages: [] })
    expect(ask.json).not.toHaveProperty("assignedTo")
    const path = `/api/support/${ticketId}`
    const key = randomUUID()
    const answer = { message: "Tomorrow.", version: 0 }
    const first = await store().post(`${path}/answer`, answer, { token: staff, key })
    const again = await store().post(`${path}/answer`, answer, { token: staff, key })
    expect(again.text).toBe(first.text)
    expect(first.json).toMatchObject({ status: "pending", version: 1, assignedTo: "demo-staff" })
    expect(expectProblem(await post(`${path}/answer`, answer), "ticket_changed")).toMatchObject({
      currentStatus: "pending",
      currentVersion: 1
    })
    expect((await post(`${path}/reply`, { message: "Thanks" }, token)).json).toMatchObject({
      status: "open",
      version: 2
    })
    const seen = (await get(path, token)).json
    expect(seen.messages.map(({ from, text }: any) => [from, text])).toEqual([
      ["staff", "Tomorrow."],
      ["customer", "Thanks"]
    ])
    expect(seen).not.toHaveProperty("links")
    for (const to of ["demo-stafff", "demo-agent"]) {
      expectProblem(await post(`${path}/assign`, { to, version: 2 }), "invalid_request")
    }
    expect((await post(`${path}/assign`, { version: 2 })).json.assignedTo).toBe("demo-staff")
    expect((await post(`${path}/assign`, { to: null, version: 3 })).json.assignedTo).toBeNull()
    const closings = await atOnce(4, () => post(`${path}/close`, { version: 4 }))
    expect(closings.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expectProblem(await post(`${path}/reply`, { message: "One more" }, token), "ticket_closed")
    const entries = (await get(`/api/admin/trail?subject=${ticketId}&sort=createdAt`)).json.data
    expect(entries.map(({ action }: any) => action)).toEqual([
      "ticket.answer",
      "ticket.assign",
      "ticket.assign",
      "ticket.close"
    ])
    expect(JSON.stringify(entries)).not.toMatch(/Tomorrow|Thanks|ada@/)
  })

  it("is followed on a page, where nothing counts twice and nothing is markup", async () => {
    const key = randomUUID()
    const ask = await store().post("/api/support", question, { key })
    // A repeat of somebody without identity gets the same address, and the database alone does not have it.
    expect((await store().post("/api/support", question, { key })).json.links).toEqual(ask.json.links)
    const page = pathOf(ask.json.links.page)
    const shown = await store().get(page)
    expect(shown.status).toBe(200)
    expect(shown.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "content-security-policy": expect.stringContaining("default-src 'none'")
    })
    expect(shown.text).toContain("Where &lt;b>is&lt;/b> it?")
    expect(shown.text).toContain("Line one<br/>Line two &lt;script>")
    await post(`/api/support/${ask.json.ticketId}/answer`, { message: "Here it is.", version: 0 })
    const answered = await store().get(page)
    expect(answered.text).toContain("Here it is.")
    expect(answered.text).not.toContain("demo-staff")
    const reply = { message: "And the other?", version: "1" }
    expect((await form(page, reply)).text).toContain("And the other?")
    const twice = await form(page, reply)
    expect(twice.status).toBe(200)
    expect(twice.text.match(/And the other\?/g)).toHaveLength(1)
    for (
      const bad of [{ message: " ", version: "2" }, { message: "x", version: "soon" }, { message: "\0", version: "2" }]
    ) {
      expect((await form(page, bad)).status).toBe(400)
    }
    expect((await form(page, { message: "Evil", version: "2" }, "cross-site")).status).toBe(403)
    expect((await get(`/api/support/${ask.json.ticketId}`)).json).toMatchObject({ status: "open", version: 2 })
    await post(`/api/support/${ask.json.ticketId}/close`, { version: 2 })
    expect((await form(page, { message: "Late", version: "3" })).status).toBe(409)
    expect((await store().get(page)).text).not.toContain("<textarea")
    expect((await store().get(`${page}/close`)).status).toBe(200)
    expect((await form(`${page}/close`, {})).status).toBe(200)
    for (const path of [page, `${page}/close`, "/support/tpg_none.x"]) {
      expect((await store().get(path)).status).toBe(404)
    }
    expect((await form(page, { message: "Gone", version: "3" })).status).toBe(404)
  })
})

describe("the trail", () => {
  it("has a change by a key once, and none that was refused", async () => {
    const path = `/api/products/${serum}/price`
    const key = randomUUID()
    const set = () => store().request("PUT", path, { token: staff, key, body: { price: 12.5 } })
    expect([(await set()).status, (await set()).status]).toEqual([200, 200])
    expect((await store().request("PUT", path, { token: staff, body: { price: -1 } })).status).toBe(400)
    const orderId = await buy(store(), token)
    const before = (await get(`/api/admin/trail?client=demo-staff&limit=100`)).json.data.length
    // A shopper's own cancellation is no change by staff.
    await post(`/api/orders/${orderId}/cancel`, {}, token)
    await post(`/api/orders/${orderId}/ship`, { carrier: "DHL", trackingNumber: "1" })
    const entries = (await get("/api/admin/trail?limit=100")).json.data
    expect(entries).toHaveLength(before)
    expect(entries.filter(({ action, after }: any) => action === "price.set" && after.priceMinor === 1250))
      .toHaveLength(1)
    const shipped = await buy(store(), token)
    await ship(store(), staff, shipped)
    expect((await get(`/api/admin/trail?subject=${shipped}`)).json.data).toEqual([{
      changeId: expect.stringMatching(/^chn_/),
      client: "demo-staff",
      action: "order.ship",
      subject: shipped,
      before: { status: "confirmed" },
      after: { status: "shipped", trackingNumber: expect.any(String), units: 1 },
      at: expect.any(String)
    }])
  })
})
