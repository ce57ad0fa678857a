/**
 * Budgets of requests, by HTTP: the floods that wore the store down for free, what a refusal looks like in each protocol
 * and on a page, what else costs, and that nobody locks the owner out. Each request says from which network it comes, as
 * a trusted proxy would.
 */
import { describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import type { Answer, Sent } from "../../../test/shop/requests.ts"
import { type Shop, useShop } from "../../../test/shop/server.ts"
import { delivery, newShopper, pay } from "../../../test/shop/shopper.ts"
import { expectProblem } from "./problem.ts"

const behindProxy = { TRUSTED_PROXIES: "127.0.0.1" }

/** What a request says of its network. Each test has networks of its own. */
const from = (network: string, { headers, ...sent }: Sent = {}): Sent => ({
  ...sent,
  headers: { "x-forwarded-for": network, ...headers }
})

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`

/** An attempt to sign in. */
const signIn = (shop: Shop, network: string, id: string, secret: string): Promise<Answer> =>
  shop.post(
    "/api/auth/token",
    { grant_type: "client_credentials" },
    from(network, {
      headers: { authorization: basic(id, secret) }
    })
  )

/** Does something so often, sixteen at a time, and counts the statuses. */
const flood = async (times: number, one: (n: number) => Promise<Answer>): Promise<Record<number, number>> => {
  const counts: Record<number, number> = {}
  let next = 0
  await Promise.all(Array.from({ length: 16 }, async () => {
    while (next < times) {
      const { status } = await one(next++)
      counts[status] = (counts[status] ?? 0) + 1
    }
  }))
  return counts
}

/** The units that are left of a budget. */
const left = ({ headers }: Answer, budget: string): number =>
  Number(new RegExp(`"${budget}";r=(\\d+);t=\\d+`).exec(headers["ratelimit"] ?? "")?.[1])

describe("one network", () => {
  const shop = useShop(behindProxy)

  it("makes a hundred guests, not 4,000, and others are not kept from it", async () => {
    const counts = await flood(400, () => shop().post("/api/auth/guest", undefined, from("192.0.2.1")))
    expect(counts[200]).toBeGreaterThanOrEqual(100)
    expect(counts[200]).toBeLessThan(150)
    expect(counts[429]).toBe(400 - counts[200]!)
    const carts = await flood(20, () => shop().post("/api/cart", { productId: serum }, from("192.0.2.1")))
    expect(carts[200] ?? 0).toBeLessThan(10)
    expect((await shop().post("/api/auth/guest", undefined, from("192.0.2.2"))).status).toBe(200)
  })

  it("sends a hundred anonymous tickets, not 1,500", async () => {
    const ticket = { email: "ada@example.com", subject: "Help", message: "Hello" }
    const counts = await flood(300, () => shop().post("/api/support", ticket, from("192.0.2.3")))
    expect(counts[429]).toBeGreaterThan(150)
    expect(Object.keys(counts)).toHaveLength(2)
  })

  it("tries sixty wrong secrets, not 2,000, and no token more", async () => {
    const counts = await flood(300, (n) => signIn(shop(), "192.0.2.4", "demo-staff", `wrong-${n}`))
    expect(counts[401]).toBeGreaterThanOrEqual(50)
    expect(counts[401]).toBeLessThan(75)
    const refused = await shop().get("/api/orders", from("192.0.2.4", { token: "tok_x.y" }))
    expect(expectProblem(refused, "rate_limited", shop())).toMatchObject({ budget: "failures", retryable: true })
    expect((await shop().get("/api/products", from("192.0.2.4"))).status).toBe(200)
  })

  it("tries sixty wrong tokens", async () => {
    const counts = await flood(200, (n) => shop().get("/api/cart", from("192.0.2.5", { token: `tok_${n}.x` })))
    expect(counts[401]).toBeLessThan(80)
    expect(counts[429]).toBe(200 - counts[401]!)
  })

  it("is one network however it writes its address or what it forwards itself", async () => {
    const counts = await flood(
      300,
      (n) => shop().post("/api/auth/guest", undefined, from(`10.0.0.${n % 250}, 2001:db8::${n.toString(16)}`))
    )
    expect(counts[200]).toBeLessThan(150)
  })
})

describe("an attacker from many networks who guesses the secret of staff", () => {
  const shop = useShop({ ...behindProxy, REQUEST_BUDGETS: "failures=5" })

  it("is stopped, and the owner signs in from where they did before", async () => {
    expect((await signIn(shop(), "192.0.2.1", "demo-staff", "demo-staff-secret")).status).toBe(200)
    const counts = await flood(60, (n) => signIn(shop(), `198.51.100.${n}`, "demo-staff", "guess"))
    expect(counts[401]).toBeLessThanOrEqual(6)
    expect((await signIn(shop(), "203.0.113.1", "demo-staff", "demo-staff-secret")).status).toBe(429)
    expect((await signIn(shop(), "192.0.2.1", "demo-staff", "demo-staff-secret")).status).toBe(200)
    // Others have ids of their own.
    expect((await signIn(shop(), "203.0.113.1", "demo-agent", "demo-agent-secret")).status).toBe(200)
  })

  it("gains nothing by many attempts at once", async () => {
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, n) => signIn(shop(), `198.51.101.${n}`, "demo-agent", "guess"))
    )
    expect(all.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(6)
  })
})

describe("a shopper with sixty units a minute", () => {
  const shop = useShop({ ...behindProxy, REQUEST_BUDGETS: "shopper=60" })

  it("learns in every response what is left, and in a refusal when to come again", async () => {
    const token = await shop().guest()
    const network = "192.0.2.1"
    const first = await shop().get("/api/cart", from(network, { token }))
    expect(first.headers["ratelimit-policy"]).toBe(`"network";q=6000;w=60, "shopper";q=60;w=60`)
    expect(first.headers["ratelimit"]).toBe(`"network";r=5999;t=1, "shopper";r=59;t=1`)
    await shop().post("/api/cart", { productId: serum }, from(network, { token }))
    const counts = await flood(80, () => shop().get("/api/cart", from(network, { token })))
    expect(counts[200]).toBeGreaterThanOrEqual(54)
    expect(counts[200]).toBeLessThan(60)
    const refused = await shop().get("/api/cart", from(network, { token }))
    expect(expectProblem(refused, "rate_limited", shop())).toMatchObject({ budget: "shopper", retryable: true })
    expect(refused.headers["retry-after"]).toBe("1")
    expect(left(refused, "network")).toBeGreaterThan(5_800)
    // Another shopper behind the same address shops on.
    const other = await shop().guest()
    expect((await shop().get("/api/cart", from(network, { token: other }))).status).toBe(200)
  })

  it("pays for a repeated change what a read costs", async () => {
    const token = await shop().guest()
    const sent = from("192.0.2.2", { token, key: "again" })
    const first = await shop().post("/api/cart", { productId: serum }, sent)
    const again = await shop().post("/api/cart", { productId: serum }, sent)
    expect([left(first, "shopper"), left(again, "shopper")]).toEqual([55, 54])
    expect([left(first, "network"), left(again, "network")]).toEqual([5995, 5994])
  })

  it("pays for a long body, and so does nobody in particular", async () => {
    const token = await shop().guest()
    const body = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, 1]))
    const answer = await shop().post("/api/cart", body, from("192.0.2.3", { token }))
    expect(answer.status).toBe(429)
    const ofNobody = await shop().post("/api/support", body, from("192.0.2.4"))
    expect(ofNobody.status).toBe(400)
    expect(left(ofNobody, "network")).toBeLessThan(5_800)
  })

  it("draws one receipt, not thirty", async () => {
    const shopper = await newShopper(shop(), serum)
    const { json } = await shop().post("/api/checkout", delivery, { token: shopper.token })
    await pay(shop(), json.redirectUrl)
    const drawn = () =>
      shop().get(
        `/api/orders/${json.orderId}/receipt`,
        from("192.0.2.5", {
          token: shopper.token,
          headers: { accept: "application/pdf" }
        })
      )
    const counts = await flood(30, drawn)
    expect(counts[200]).toBe(1)
    expect(counts[429]).toBe(29)
  })
})

describe("a network with ten units a minute", () => {
  const shop = useShop({ ...behindProxy, REQUEST_BUDGETS: "network=10" })

  it("is refused in the form of each protocol, and as a page", async () => {
    const get = (path: string, headers: Sent["headers"] = {}) => shop().get(path, from("192.0.2.1", { headers }))
    // The same products, before and after they are prepared.
    for (let n = 0; n < 10; n++) {
      const answer = await get("/api/products")
      expect([answer.status, left(answer, "network")]).toEqual([200, 9 - n])
      expect(answer.headers["ratelimit-policy"]).toBe(`"network";q=10;w=60`)
    }
    const refused = await get("/api/products")
    expect(expectProblem(refused, "rate_limited", shop())).toMatchObject({ budget: "network" })
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(4)
    const acp = await get("/acp/checkout_sessions/x")
    expect([acp.status, acp.json.code, acp.json.type]).toEqual([429, "rate_limited", "invalid_request"])
    const payment = await shop().post("/acp/agentic_commerce/delegate_payment", {}, from("192.0.2.1"))
    expect([payment.status, payment.json.code]).toEqual([429, "too_many_requests"])
    const page = await get("/policies/terms", { accept: "text/html" })
    expect([page.status, page.headers["content-type"]]).toEqual([429, "text/html; charset=utf-8"])
    expect(page.text).toContain("Try again in")
    expect(page.headers["retry-after"]).toMatch(/^\d+$/)
    expect((await shop().request("OPTIONS", "/api/cart", from("192.0.2.1"))).status).toBe(429)
  })

  it("still hears whether the store lives, and so do programs on the machine itself", async () => {
    expect((await shop().get("/health/live", from("192.0.2.1"))).status).toBe(200)
    for (let n = 0; n < 20; n++) expect((await shop().get("/api/products")).status).toBe(200)
    expect((await shop().get("/api/products")).headers["ratelimit"]).toBeUndefined()
  })
})

describe("a store that trusts no proxy", () => {
  const shop = useShop({ REQUEST_BUDGETS: "network=10" })

  it("does not believe what is forwarded", async () => {
    const counts = await flood(20, (n) => shop().get("/api/products", from(`192.0.2.${n}`)))
    expect(counts).toEqual({ 200: 10, 429: 10 })
  })
})
