/** Promotions over HTTP: staff put them up, shoppers and agents give codes (docs/specification.md#promotions). */
import { beforeAll, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { describeShop } from "../../../test/shop/server.ts"
import { done, newShopper } from "../../../test/shop/shopper.ts"
import { expectProblem } from "./problem.ts"

describeShop("promotions over HTTP", (store) => {
  let staff: string
  beforeAll(async () => {
    staff = await store().clientToken("demo-staff")
  })
  const send = (method: string, path: string, body?: unknown, key?: string) =>
    store().request(method, path, {
      token: staff,
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { key })
    })
  const path = "/api/admin/promotions"
  const autumn = {
    title: { en: "Autumn", de: "Herbst" },
    code: "autumn10",
    benefit: { type: "percentage", percent: 10 },
    conditions: { minimum: 10 }
  }

  it("are put up once for a key, with all faults at once, and limited", async () => {
    const faults = async (body: unknown) =>
      expectProblem(await send("POST", path, body), "invalid_request").errors
        .map(({ pointer }: { pointer: string }) => pointer).toSorted()
    expect(await faults({ title: "", code: "a", benefit: { type: "amount", amount: 1.005 }, uses: 0 })).toEqual([
      "/benefit/amount",
      "/code",
      "/title",
      "/uses"
    ])
    expect(await faults({ ...autumn, code: undefined, uses: 1, conditions: { categories: ["toys"], brands: ["no"] } }))
      .toEqual(["/conditions/brands/0", "/conditions/categories/0", "/uses"])
    const created = await send("POST", path, autumn, "once")
    expect(created.json).toMatchObject({ ...autumn, code: "AUTUMN10", uses: null, endsAt: null, used: 0 })
    expect((await send("POST", path, autumn, "once")).json).toEqual(created.json)
    const { id } = created.json
    expect(expectProblem(await send("POST", path, autumn), "discount_code_exists")).toMatchObject({ promotionId: id })
    const limited = await send("PUT", `${path}/${id}/limits`, { uses: 1 })
    expect(limited.json).toMatchObject({ uses: 1, endsAt: null })
    expect((await send("GET", `${path}/${id}`)).json).toEqual(limited.json)
    expect((await send("GET", path)).json.data).toContainEqual(limited.json)
    expectProblem(await send("GET", `${path}/promo_none`), "promotion_not_found")
    expectProblem(await send("PUT", `${path}/promo_none/limits`, {}), "promotion_not_found")
    const shopper = (await store().post("/api/auth/guest", {})).json.access_token
    expectProblem(await store().request("POST", path, { token: shopper, body: autumn }), "forbidden")
  })

  it("count in the cart and in the order, until they have been used up", async () => {
    const shopper = await newShopper(store(), serum)
    const give = (...codes: ReadonlyArray<string>) =>
      store().request("PUT", "/api/cart/discounts", { token: shopper.token, body: { codes } })
    const before = (await shopper.get("/api/cart")).json
    expect(expectProblem(await give("NOTHING"), "discount_code_refused")).toMatchObject({
      discountCode: "NOTHING",
      reason: "unknown"
    })
    expectProblem(await give(...Array(6).fill("AUTUMN10")), "invalid_request")
    expect((await shopper.get("/api/cart")).json).toEqual(before)
    const cart = await done(give(" autumn10 "))
    const cents = Math.round(before.subtotal * 10)
    expect(Math.round(cart.subtotal * 100)).toBe(Math.round(before.subtotal * 100) - cents)
    const discounts = [{ title: "Autumn", code: "AUTUMN10", amount: cents / 100 }]
    expect(cart).toMatchObject({ discounts, codes: [{ code: "autumn10" }] })
    const { orderId } = await done(shopper.checkout())
    expect(await shopper.order(orderId)).toMatchObject({ discounts, total: cart.total })

    const other = await newShopper(store(), serum)
    const refused = await store().request("PUT", "/api/cart/discounts", {
      token: other.token,
      body: { codes: ["AUTUMN10"] }
    })
    expect(expectProblem(refused, "discount_code_refused")).toMatchObject({ reason: "used_up" })
    expect((await done(give())).subtotal).toBe(before.subtotal)
  })

  it("an agent's session has what counts and what does not, in the protocol's words", async () => {
    await done(send("POST", path, { title: "Free shipping", code: "POST", benefit: { type: "free_shipping" } }))
    const agent = await store().clientToken("demo-agent")
    const { json: session } = await store().request("POST", "/acp/checkout_sessions", {
      token: agent,
      key: "discounts",
      headers: { "api-version": "2026-04-17" },
      body: {
        currency: "eur",
        line_items: [{ id: serum, quantity: 1 }],
        discounts: { codes: ["post", "AUTUMN10", "nothing"] }
      }
    })
    expect(session.capabilities.extensions).toEqual([{ name: "discount" }])
    expect(session.discounts).toMatchObject({
      codes: ["post", "AUTUMN10", "nothing"],
      applied: [{ code: "POST", amount: 0, automatic: false, coupon: { name: "Free shipping" } }],
      rejected: [
        { code: "AUTUMN10", reason: "discount_code_usage_limit_reached" },
        { code: "nothing", reason: "discount_code_invalid" }
      ]
    })
    expect(session.totals).toContainEqual(expect.objectContaining({ type: "fulfillment", amount: 0 }))
  })
})
