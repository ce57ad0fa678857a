/**
 * Budgets of requests, by HTTP: the floods that wore the store down for free, what a refusal looks like in each
 * protocol and on a page, what else costs, and that nobody is locked out by others. Each request says from which
 * network it comes, as a trusted proxy would.
 */
import { defaultBudgets } from "@beauty-store/domain/RequestBudget"
import { HttpPolicy } from "@beauty-store/http/HttpPolicy"
import { type Meter, RateLimiter } from "@beauty-store/http/pipeline/RateLimiter"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import type { Answer, Sent } from "../../../test/shop/requests.ts"
import { type Shop, useShop } from "../../../test/shop/server.ts"
import { delivery, newShopper, pay } from "../../../test/shop/shopper.ts"
import { standingClock } from "../../../test/world/clocks.ts"
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

/** Time stands still, so that nothing grows back by itself. */
const moment = { now: Date.parse("2026-11-20T11:00:00Z") }
const still = { clock: standingClock(moment) }

describe("one network", () => {
  const shop = useShop(behindProxy, still)

  it("makes 120 guests, not 4,000, two more each second, and others are not kept from it", async () => {
    const guest = (network: string) => shop().post("/api/auth/guest", undefined, from(network))
    expect(await flood(150, () => guest("192.0.2.1"))).toEqual({ 200: 120, 429: 30 })
    expect((await shop().post("/api/cart", { productId: serum }, from("192.0.2.1"))).status).toBe(429)
    expect((await guest("192.0.2.2")).status).toBe(200)
    moment.now += 1_000
    expect(await flood(5, () => guest("192.0.2.1"))).toEqual({ 200: 2, 429: 3 })
  })

  it("pays nothing for what is refused, also where the refusal comes with the second part of the cost", async () => {
    const network = "192.0.2.7"
    await flood(119, () => shop().post("/api/auth/guest", undefined, from(network)))
    await flood(20, () => shop().get("/api/products", from(network)))
    const refused = await flood(9, () => shop().post("/api/auth/guest", undefined, from(network)))
    expect(refused).toEqual({ 429: 9 })
    expect(left(await shop().get("/api/products", from(network)), "network")).toBe(29)
  })

  it("makes no more of them by filling carts", async () => {
    const counts = await flood(150, () => shop().post("/api/cart", { productId: serum }, from("192.0.2.6")))
    expect(counts).toEqual({ 200: 120, 429: 30 })
  })

  it("sends 120 anonymous tickets, not 1,500", async () => {
    const ticket = { email: "ada@example.com", subject: "Help", message: "Hello" }
    const counts = await flood(150, () => shop().post("/api/support", ticket, from("192.0.2.3")))
    expect(counts[429]).toBe(30)
    expect(Object.keys(counts)).toHaveLength(2)
  })

  it("finds nobody's order by trying numbers, from however many networks", async () => {
    const search = (n: number, email: string) =>
      shop().post("/orders/find", new URLSearchParams({ order: "4821 7362", email }).toString(), {
        headers: { "x-forwarded-for": `198.51.100.${n}`, "content-type": "application/x-www-form-urlencoded" }
      })
    const spelled = ["ada@example.com", "ADA@example.com"]
    expect(await flood(20, (n) => search(n, spelled[n % 2]!))).toEqual({ 303: 10, 429: 10 })
    expect((await search(1, "bob@example.com")).status).toBe(303)
  })

  it("is told of sixty wrong secrets and tokens, however many are sent at once", async () => {
    const secrets = await flood(80, (n) => signIn(shop(), "192.0.2.4", "demo-staff", `wrong-${n}`))
    expect(secrets).toEqual({ 401: 60, 429: 20 })
    const refused = await shop().get("/api/orders", from("192.0.2.4", { token: "tok_x.y" }))
    expect(expectProblem(refused, "rate_limited", shop())).toMatchObject({ budget: "failures", retryable: true })
    expect(refused.headers["retry-after"]).toBe("1")
    // The budget that refuses is named with what is left of it.
    expect(left(refused, "failures")).toBe(0)
    const tokens = await flood(80, (n) => shop().get("/api/cart", from("192.0.2.5", { token: `tok_${n}.x` })))
    expect(tokens).toEqual({ 401: 60, 429: 20 })
    expect((await shop().get("/api/products", from("192.0.2.4"))).status).toBe(200)
  })

  it("signs in and shops on behind the address of a neighbour whose secrets and tokens are wrong", async () => {
    const network = "192.0.2.8"
    const token = await shop().guest()
    const { json } = await signIn(shop(), "203.0.113.9", "demo-agent", "demo-agent-secret")
    const cart = (await shop().post("/api/cart", { productId: serum }, from("203.0.113.9"))).cookies[0]!.split(";")[0]!
    await flood(120, (n) => shop().post("/api/cart", {}, from(network, { token: `tok_${n}.x` })))
    await flood(120, (n) => signIn(shop(), network, "demo-staff", `wrong-${n}`))
    expect((await signIn(shop(), network, "demo-staff", "wrong")).status).toBe(429)
    for (const id of ["demo-staff", "demo-agent"]) {
      expect((await signIn(shop(), network, id, `${id}-secret`)).status).toBe(200)
    }
    for (const valid of [token, json.access_token]) {
      expect((await shop().get("/api/cart", from(network, { token: valid }))).status).toBe(200)
      const item = { productId: serum }
      expect((await shop().post("/api/cart", item, from(network, { token: valid }))).status).toBe(200)
    }
    expect((await shop().get("/api/cart", from(network, { headers: { cookie: cart } }))).json.items).toHaveLength(1)
    const headers = { "api-version": "2026-04-17" }
    const acp = await shop().get("/acp/checkout_sessions/cs_none", from(network, { token: json.access_token, headers }))
    expect(acp.status).toBe(404)
    // Each wrong one cost the network what a read costs, whatever it was to do, and those that are right their own.
    const last = await shop().get("/api/products", from(network))
    expect(left(last, "network")).toBe(6_000 - 241 - 2 * 20 - 2 * (1 + 5) - 1 - 1 - 1)
  })

  it("is one network, whatever it forwards itself and whichever of its addresses it takes", async () => {
    const counts = await flood(
      130,
      (n) => shop().post("/api/auth/guest", undefined, from(`10.0.0.${n}, 2001:db8::${n.toString(16)}`))
    )
    expect(counts).toEqual({ 200: 120, 429: 10 })
  })
})

describe("an attacker from many networks who guesses the secret of staff", () => {
  const shop = useShop({ ...behindProxy, REQUEST_BUDGETS: "failures=5" }, still)

  it("uses up the budgets of these networks, and the owner signs in from any network", async () => {
    const counts = await flood(60, (n) => signIn(shop(), `198.51.100.${n % 6}`, "demo-staff", "guess"))
    expect(counts).toEqual({ 401: 30, 429: 30 })
    for (const network of ["203.0.113.1", "198.51.100.3"]) {
      expect((await signIn(shop(), network, "demo-staff", "demo-staff-secret")).status).toBe(200)
    }
  })
})

describe("a request that turns out to be a replay", () => {
  const now = { now: Date.parse("2026-11-20T11:00:00Z") }
  const open = () => {
    const settings = { ...Effect.runSync(HttpPolicy), budgets: { ...defaultBudgets, network: 600 } }
    const limiter = new RateLimiter(settings, standingClock(now), () => 1)
    const request = (units: number) => {
      const meter = limiter.open("192.0.2.1", {})!
      expect(meter.charge(units)).toBeUndefined()
      return meter
    }
    const used = (meter: Meter): number => 600 - Number(/r=(\d+)/.exec(meter.headers.ratelimit)?.[1])
    return { request, used }
  }

  it("costs what a read costs", () => {
    const { request, used } = open()
    const replay = request(5)
    const other = request(5)
    replay.replayed()
    expect(used(other)).toBe(6)
  })

  it("gives nothing back that has grown back by then, though others have taken units meanwhile", () => {
    const { request, used } = open()
    const replays = [request(50), request(50)]
    now.now += 10_000
    const other = request(50)
    for (const replay of replays) replay.replayed()
    expect(used(other)).toBe(50)
  })
})

describe("a shopper with sixty units a minute", () => {
  const shop = useShop({ ...behindProxy, REQUEST_BUDGETS: "shopper=60" }, still)

  it("learns in every response what is left, and in a refusal when to come again", async () => {
    const token = await shop().guest()
    const network = "192.0.2.1"
    const first = await shop().get("/api/cart", from(network, { token }))
    expect(first.headers["ratelimit-policy"]).toBe(`"network";q=6000;w=60, "shopper";q=60;w=60`)
    expect(first.headers["ratelimit"]).toBe(`"network";r=5999;t=1, "shopper";r=59;t=1`)
    await shop().post("/api/cart", { productId: serum }, from(network, { token }))
    const counts = await flood(80, () => shop().get("/api/cart", from(network, { token })))
    expect(counts).toEqual({ 200: 54, 429: 26 })
    const refused = await shop().get("/api/cart", from(network, { token }))
    expect(expectProblem(refused, "rate_limited", shop())).toMatchObject({ budget: "shopper", retryable: true })
    expect(refused.headers["retry-after"]).toBe("1")
    // What its principal has no units for costs the network what a read costs.
    expect(left(refused, "network")).toBe(6_000 - 1 - 5 - 54 - 26 - 1)
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
    // What costs more than a whole budget costs a whole budget.
    const sent = () => shop().post("/api/cart", body, from("192.0.2.3", { token }))
    expect(left(await sent(), "shopper")).toBe(0)
    expect((await sent()).status).toBe(429)
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
    expect(counts).toEqual({ 200: 1, 429: 29 })
  })
})

describe("a network with a hundred units a minute", () => {
  const shop = useShop({ ...behindProxy, REQUEST_BUDGETS: "network=100" }, still)

  it("is told to wait for the whole cost, and is admitted then", async () => {
    const network = "192.0.2.1"
    const guest = () => shop().post("/api/auth/guest", undefined, from(network))
    await flood(100, () => shop().get("/api/products", from(network)))
    const refused = await guest()
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "30"])
    moment.now += 29_000
    expect((await guest()).headers["retry-after"]).toBe("1")
    moment.now += 1_000
    expect((await guest()).status).toBe(200)
  })
})

describe("a network with ten units a minute", () => {
  const shop = useShop({ ...behindProxy, REQUEST_BUDGETS: "network=10" }, still)

  it("is admitted with its whole budget to what costs more", async () => {
    const guest = () => shop().post("/api/auth/guest", undefined, from("192.0.2.9"))
    const admitted = await guest()
    expect([admitted.status, left(admitted, "network")]).toEqual([200, 0])
    expect((await guest()).headers["retry-after"]).toBe("60")
    moment.now += 60_000
    expect((await guest()).status).toBe(200)
  })

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
    expect(refused.headers["retry-after"]).toBe("6")
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
  const shop = useShop({ REQUEST_BUDGETS: "network=10" }, still)

  it("does not believe what is forwarded", async () => {
    const counts = await flood(20, (n) => shop().get("/api/products", from(`192.0.2.${n}`)))
    expect(counts).toEqual({ 200: 10, 429: 10 })
  })
})
