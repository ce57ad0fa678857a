/**
 * Checkouts that wait for payment, by HTTP: what a refusal says, to shoppers, agents and people at a page; which
 * network address counts; and that guests who pay for nothing do not empty the shelf.
 */
import { assortment } from "@beauty-store/demo-catalog/Assortment"
import { defaultLimits } from "@beauty-store/domain/Reservation"
import * as NetworkAddress from "@beauty-store/outbound/NetworkAddress"
import { describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import { delivery, eventually, pay } from "../../../test/shop/shopper.ts"
import { agentOf, beginning, details } from "../../acp/test/agent.ts"
import { complete, tokenFor } from "../../acp/test/tokens.ts"
import { networkOf } from "../src/pipeline/ClientAddress.ts"
import { form } from "./orders.ts"
import { expectProblem } from "./problem.ts"

const forwarded = { headers: { "x-forwarded-for": "192.0.2.1" } }

describe("a store that lets a holder leave two checkouts unpaid", () => {
  const shop = useShop({}, { policy: { reservations: { ...defaultLimits, sessions: 2 } } })

  it("tells the third when to try again; the same request passes once one of them has paid", async () => {
    const guests = await Promise.all([1, 2, 3].map(() => shop().guest()))
    for (const token of guests) await shop().post("/api/cart", { productId: serum }, { token })
    const checkOut = (n: number, key: string, more = forwarded) =>
      shop().post("/api/checkout", delivery, { token: guests[n]!, key, ...more })
    const first = await checkOut(0, "a")
    expect([first.status, (await checkOut(1, "b")).status]).toEqual([200, 200])
    const refused = await checkOut(2, "c")
    expect(expectProblem(refused, "unpaid_limit_reached", shop())).toMatchObject({
      status: 429,
      retryable: true,
      limit: "sessions",
      of: "network",
      productId: null
    })
    expect(refused.json.detail).toMatch(
      /^All who shop from your network together may leave at most 2 checkouts unpaid at once\. .* try again in \d+ minutes\.$/
    )
    const seconds = Number(refused.headers["retry-after"])
    expect(seconds).toBeGreaterThan(25 * 60)
    expect(seconds).toBeLessThanOrEqual(30 * 60)
    await pay(shop(), first.json.redirectUrl)
    await eventually(
      () => shop().get(`/api/orders/${first.json.orderId}`, { token: guests[0]! }),
      ({ json }) => json.status === "confirmed"
    )
    expect((await checkOut(2, "c")).status).toBe(200)
  })

  it("counts no program on the machine itself, as long as it is a demo", async () => {
    for (let n = 0; n < 4; n++) {
      const token = await shop().guest()
      await shop().post("/api/cart", { productId: serum }, { token })
      expect((await shop().post("/api/checkout", delivery, { token })).status).toBe(200)
    }
  })

  it("says how much passes where no waiting helps", async () => {
    const token = await shop().guest()
    await shop().post("/api/cart", { productId: serum, quantity: 41 }, { token })
    const refused = await shop().post("/api/checkout", delivery, { token })
    expect(expectProblem(refused, "unpaid_order_too_large", shop())).toMatchObject({
      status: 409,
      limit: "unitsPerProduct",
      of: "shopper",
      productId: serum,
      requested: 41,
      allowed: 40
    })
    expect(refused.headers["retry-after"]).toBeUndefined()
  })

  it("refuses an agent in its protocol's words, and leaves the session as it was", async () => {
    const token = await shop().clientToken("demo-agent")
    const ada = agentOf(shop(), token)
    const { json: session } = await ada.create({ ...beginning(serum), ...details })
    const vaulted = await tokenFor(ada, session.id)
    const checkOut = async (shopper: string) => {
      const headers = { "x-shopper": shopper }
      await shop().post("/api/cart", { productId: serum }, { token, headers })
      return shop().post("/api/checkout", delivery, { token, headers })
    }
    const hosted = await checkOut("ada")
    expect([hosted.status, (await checkOut("bob")).status]).toEqual([200, 200])
    const refused = await complete(ada, session.id, vaulted)
    expect(refused.status).toBe(429)
    expect(refused.json).toMatchObject({ type: "invalid_request", code: "unpaid_limit_reached" })
    expect(refused.json.message).toContain("This agent may leave at most 2 checkouts unpaid at once.")
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0)
    expect((await ada.get(session.id)).json).toMatchObject({ status: "ready_for_payment", messages: [] })
    await shop().post(`/api/orders/${hosted.json.orderId}/cancel`, {}, { token })
    expect((await complete(ada, session.id, vaulted)).json.status).toBe("completed")
  })

  it("tells a person who takes a purchase over, on the page", async () => {
    const token = await shop().guest()
    const ada = agentOf(shop(), token)
    const urls = []
    for (let n = 0; n < 3; n++) urls.push((await ada.create({ ...beginning(serum), ...details })).json.continue_url)
    const answers = []
    for (const url of urls) answers.push(await form(shop(), new URL(url).pathname, {}))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    const page = answers[2]!
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8")
    expect(page.text).toContain("You may leave at most 2 checkouts unpaid at once.")
    expect(page.text).toContain("Continue to payment")
    expect(Number(page.headers["retry-after"])).toBeGreaterThan(0)
  })
})

describe("five guests of one network who take to the checkout what they can, and pay for nothing", () => {
  const shop = useShop()

  it("leave the shelf to others", async () => {
    const products = assortment.brands.flatMap(({ products }) => products).filter(({ onHand }) => onHand > 0)
    const greedy = await shop().guest()
    for (const { id, onHand } of products) {
      await shop().post("/api/cart", { productId: id, quantity: Math.min(99, onHand) }, { token: greedy })
    }
    expectProblem(await shop().post("/api/checkout", delivery, { token: greedy }), "unpaid_order_too_large")
    let held = 0
    for (let n = 0; n < 5; n++) {
      const token = await shop().guest()
      for (let at = 0, left = 60; at < products.length && left > 0; at++) {
        const { id } = products[(n * 3 + at) % products.length]!
        const quantity = Math.min(20, left)
        const { status } = await shop().post("/api/cart", { productId: id, quantity }, { token })
        if (status === 200) left -= quantity
      }
      if ((await shop().post("/api/checkout", delivery, { token, ...forwarded })).status === 200) held++
    }
    expect(held).toBeGreaterThan(0)
    const { json } = await shop().get("/api/")
    const soldOut = json.brands.flatMap(({ products }: any) => products).filter(({ inStock }: any) => !inStock)
    const before = assortment.brands.flatMap(({ products }) => products).filter(({ onHand }) => onHand === 0)
    expect(soldOut.length).toBe(before.length)
  })
})

describe("the network of a request", () => {
  const proxies = ["127.0.0.1", "10.0.0.0/8"].map((text) => NetworkAddress.blockOf(text)!)
  const network = (peer: string | undefined, { demo = true, forwarded = "", trustedProxies = proxies } = {}) =>
    networkOf(peer, forwarded === "" ? {} : { "x-forwarded-for": forwarded }, { demo, trustedProxies })

  it("is that of its peer, and none where the peer is not known", () => {
    expect(network("192.0.2.1")).toBe("192.0.2.1")
    expect(network("2001:db8:1:2:3::4", { demo: false })).toBe("2001:db8:1:2::/64")
    expect(network(undefined, { demo: false })).toBeUndefined()
  })

  it("is none for programs on the machine itself, in a demo and without a proxy in between", () => {
    for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
      expect(network(address)).toBeUndefined()
      expect(network(address, { demo: false })).toBe(NetworkAddress.networkOf(address))
      expect(network(address, { forwarded: "192.0.2.9" })).toBeDefined()
    }
  })

  it("is the last that no trusted proxy has, where a trusted proxy says so", () => {
    for (
      const [forwarded, expected] of [
        ["192.0.2.9", "192.0.2.9"],
        ["203.0.113.5, 192.0.2.9", "192.0.2.9"],
        ["203.0.113.5,192.0.2.9 , 10.1.1.1,10.2.2.2", "192.0.2.9"],
        ["not an address, 2001:db8::7", "2001:db8:0:0::/64"]
      ] as const
    ) expect(network("10.9.9.9", { forwarded }), forwarded).toBe(expected)
    for (const forwarded of ["192.0.2.9:4711", "198.51.100.1, 192.0.2.9:80, 10.0.0.7:4711"]) {
      expect(network("10.9.9.9", { forwarded }), forwarded).toBe("192.0.2.9")
    }
    for (const forwarded of ["[2001:db8::1]", "[2001:db8::1]:4711"]) {
      expect(network("10.9.9.9", { forwarded }), forwarded).toBe("2001:db8:0:0::/64")
    }
  })

  it("is that of the peer where it is not trusted, or says nothing that can be read", () => {
    expect(network("192.0.2.1", { forwarded: "203.0.113.5" })).toBe("192.0.2.1")
    expect(network("10.9.9.9", { forwarded: "203.0.113.5", trustedProxies: [] })).toBe("10.9.9.9")
    for (const forwarded of ["unknown", "203.0.113.5, _hidden", "192.0.2.9:port", ",", "192.0.2.9,", "10.1.1.1"]) {
      expect(network("10.9.9.9", { forwarded }), forwarded).toBe("10.9.9.9")
    }
  })
})
