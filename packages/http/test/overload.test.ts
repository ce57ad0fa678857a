/**
 * More at once than the store can do (docs/specification.md#overload): what a refusal looks like in each protocol and
 * on a page, what is never refused, and that nobody outside takes the places of others.
 */
import type { ClassLimits, QueueLimits } from "@beauty-store/server/Overload"
import * as Effect from "effect/Effect"
import * as net from "node:net"
import { describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { type Shop, useShop } from "../../../test/shop/server.ts"
import { atOnce, eventually, newShopper, pay } from "../../../test/shop/shopper.ts"
import { expectProblem } from "./problem.ts"

const limitsOf = (each: Partial<ClassLimits>): QueueLimits => {
  const one = { running: 64, waiting: 1000, waitMillis: 10_000, share: 1, ...each }
  return { perTurn: 16, change: one, read: one, newcomer: one, heavy: one }
}

describe("a store that has no time at all", () => {
  const shop = useShop({ TRUSTED_PROXIES: "127.0.0.1" }, {
    limits: { queues: limitsOf({ running: 0, waiting: 0 }) }
  })

  it("refuses changes and reads as a problem that may be repeated, counts them, and does nothing", async () => {
    const headers = { "x-forwarded-for": "192.0.2.1" }
    const answers = [
      await shop().post("/api/cart", { productId: serum }, { headers }),
      await shop().get("/api/orders", { headers, token: "tok_x.y" }),
      await shop().get("/no-such-page", { headers }),
      await shop().post("/api/payments/notifications", {}, { headers })
    ]
    for (const answer of answers) {
      expect(expectProblem(answer, "store_overloaded", shop())).toMatchObject({ status: 503, retryable: true })
      expect(answer.headers["retry-after"]).toBe("4")
      expect(answer.headers["ratelimit"]).toMatch(/^"network";r=\d+/)
    }
  })

  it("refuses in the form of ACP, and with a code that delegated payment has", async () => {
    const one = await shop().post("/acp/checkout_sessions", {})
    expect(one.status).toBe(503)
    expect(one.json).toMatchObject({ type: "service_unavailable", code: "store_overloaded" })
    expect(one.headers["retry-after"]).toBe("4")
    const other = await shop().post("/acp/agentic_commerce/delegate_payment", {})
    expect(other.json).toMatchObject({ type: "service_unavailable", code: "too_many_requests" })
  })

  it("refuses people with a page", async () => {
    const answer = await shop().get("/orders/find", { headers: { accept: "text/html" } })
    expect(answer.status).toBe(503)
    expect(answer.text).toContain("Very many people are here at once")
  })

  it("is healthy", async () => {
    expect((await shop().get("/health/live")).status).toBe(200)
    expect((await shop().get("/health/ready")).status).toBe(200)
  })
})

/** A body of which the rest does not come. */
const sendSlowly = (shop: Shop): Promise<net.Socket> =>
  new Promise((resolve) => {
    const socket = net.connect(shop.port, "127.0.0.1", () =>
      socket.write(
        "POST /api/support HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{",
        () => resolve(socket)
      ))
    socket.on("error", () => undefined)
  })

describe("a store that works on one request of a class at a time", () => {
  const shop = useShop({}, {
    limits: { queues: limitsOf({ running: 1 }) },
    policy: { providerTimeoutMillis: 1_500 }
  })

  it("serves all of many that come at once", async () => {
    const answers = await atOnce(40, (n) => shop().get(`/api/products?q=serum+${n}`))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  it("sells to several shoppers at once", async () => {
    await atOnce(4, async (n) => {
      const shopper = await newShopper(shop(), serum)
      const { json } = await shopper.checkout(`at-once-${n}`)
      await eventually(() => pay(shop(), json.redirectUrl), ({ status }) => expect(status).toBe(200))
    })
  })

  it("makes nobody wait for senders who do not go on", async () => {
    const sockets = await Promise.all([sendSlowly(shop()), sendSlowly(shop())])
    const ticket = { email: "ada@example.com", subject: "Help", message: "Hello" }
    expect((await shop().post("/api/support", ticket)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  it("makes nobody wait for a checkout whose provider does not respond", async () => {
    const [one, other] = [await newShopper(shop(), serum), await newShopper(shop(), serum)]
    const silent = { beforeMillis: 60_000, fate: "answered", afterMillis: 0, retryAfterMillis: 1_000 } as const
    shop().misbehave({ call: () => Effect.succeed(silent) })
    let over = false
    const hanging = one.checkout("hangs").finally(() => {
      over = true
    })
    expect((await other.add(serum)).status).toBe(200)
    expect(over).toBe(false)
    shop().misbehave({})
    await hanging
  })
})

describe("a store that has no time for heavy requests", () => {
  const limits = limitsOf({})
  const shop = useShop({}, {
    limits: { queues: { ...limits, heavy: { ...limits.heavy, running: 0, waiting: 0 } } }
  })

  it("knows one however its path is encoded", async () => {
    for (const path of ["/api/products?q=serum", "/api/%70roducts?q=serum", "/%61pi/product%73?q=serum"]) {
      expectProblem(await shop().get(path), "store_overloaded", shop())
    }
    expect((await shop().get("/api/orders", { token: await shop().guest() })).status).toBe(200)
  })
})
