/** The server with a key of Stripe's test mode: people pay on Stripe's page, and its webhooks confirm their orders. */
import { HttpPost } from "@beauty-store/outbound/HttpPost"
import * as Entropy from "@beauty-store/sql/Entropy"
import * as SimulatedStripe from "@beauty-store/stripe-simulated/SimulatedStripe"
import * as StripeListener from "@beauty-store/stripe-simulated/StripeListener"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import Stripe from "stripe"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { product } from "../../../test/shop/products.ts"
import { openShop, type Shop } from "../../../test/shop/server.ts"
import { checkedOut, eventually, newAgent, newShopper } from "../../../test/shop/shopper.ts"
import { agentOf } from "../../acp/test/agent.ts"
import { delegation } from "../../acp/test/tokens.ts"

const secretKey = "sk_test_loopback"
const card = { type: "card", number: "4242 4242 4242 4242" } as const

class Listening extends Context.Tag("test/Listening")<Listening, { readonly host: string; readonly port: number }>() {}

describe("a shop whose payments Stripe takes", () => {
  let shop: Shop
  const post = Layer.succeed(HttpPost, {
    send: ({ body, headers }) =>
      Effect.promise(async () => {
        const url = `${shop.url}/api/payments/notifications`
        const answer = await fetch(url, { method: "POST", headers, body: Buffer.from(body) })
        return { status: answer.status, body: await answer.text() }
      })
  })
  const stripe = ManagedRuntime.make(
    Layer.scoped(Listening, StripeListener.listen()).pipe(
      Layer.provideMerge(SimulatedStripe.layer({ secretKeys: [secretKey] })),
      Layer.provide([post, Entropy.layer])
    )
  )
  const submit = (page: string) =>
    stripe.runPromise(Effect.flatMap(SimulatedStripe.SimulatedStripe, (far) => far.submit(page, card)))

  beforeAll(async () => {
    const { host, port } = await stripe.runPromise(Listening)
    const client = new Stripe(secretKey, { host, port, protocol: "http", telemetry: false })
    const endpoint = await client.webhookEndpoints.create({ url: "https://shop.example", enabled_events: ["*"] })
    shop = await openShop(
      { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: endpoint.secret! },
      { stripeAddress: new URL(`http://${host}:${port}`) }
    )
  })
  afterAll(async () => {
    await shop.close()
    await stripe.dispose()
  })

  it("sends people to Stripe's page, and confirms the order when Stripe tells of the payment", async () => {
    const shopper = await newShopper(shop, product(0))
    const { orderId, redirectUrl } = await checkedOut(shopper)
    expect(redirectUrl).toMatch(/^https:\/\/checkout\.stripe\.com\//)
    expect(await submit(redirectUrl)).toMatchObject({ _tag: "Succeeded" })
    await eventually(() => shopper.order(orderId), ({ status }) => status === "confirmed")
  })

  it("lets an agent pay by a mandate that was given on Stripe's page", async () => {
    const shopper = await newShopper(shop)
    const { json } = await shopper.post("/api/delegations", { agentId: "demo-agent" })
    expect(await submit(json.approvalUrl)).toMatchObject({ _tag: "Succeeded" })
    await eventually(
      async () => (await shopper.get(`/api/delegations/${json.delegationId}`)).json,
      ({ status }) => status === "active"
    )
    const agent = await newAgent(shop, product(1), "ada")
    expect(await agent.order(json.delegationId, "one-order-by-stripe")).toMatchObject({
      status: 200,
      json: { status: "confirmed" }
    })
  })

  it("has no vault, and says so to whoever brings a card", async () => {
    const agent = agentOf(shop, await shop.clientToken("demo-agent"))
    const { json: session } = await agent.create()
    const card = delegation(session.id, "4242424242424242")
    expect(await agent.call("POST", "/acp/agentic_commerce/delegate_payment", card)).toMatchObject({
      status: 422,
      json: { code: "invalid_card", message: expect.stringContaining("has no vault") }
    })
  })

  it("has no pages of another provider", async () => {
    expect((await shop.get("/pay/anything")).status).toBe(404)
  })
})
