/** The protocol's own examples: every valid request that was published is taken, and answered validly. */
import { beforeAll, describe, expect, it } from "vitest"
import { useShop } from "../../../test/shop/server.ts"
import { type Agent, agentOf } from "./agent.ts"
import { faults, isThere, itPublished, loadExamples } from "./schemas.ts"
import { nextCard, tokenFor } from "./tokens.ts"

const definitions = {
  create: ["agentic_checkout", "CheckoutSessionCreateRequest"],
  update: ["agentic_checkout", "CheckoutSessionUpdateRequest"],
  complete: ["agentic_checkout", "CheckoutSessionCompleteRequest"],
  cancel: ["agentic_checkout", "CancelSessionRequest"],
  delegate: ["delegate_payment", "DelegatePaymentRequest"]
} as const
type Kind = keyof typeof definitions

interface Example {
  readonly name: string
  readonly kind: Kind
  readonly body: any
}

const examples = loadExamples()
  .flatMap(({ content, file }) => Object.entries<any>(content).map(([key, body]) => ({ file, key, body })))
  .flatMap(({ body, file, key }): ReadonlyArray<Example> => {
    const name = `${file} ${key}`
    if (key === "request") return [{ name, kind: "create", body }]
    const [, verb] = /^(create|update|complete|cancel|delegate)_.*request/.exec(key) ?? []
    if (verb === undefined || file.includes("delegate_authentication") || file.includes("feed")) return []
    // The same requests, wrapped up as calls of tools.
    const unwrapped = body.jsonrpc === undefined ? body : body.params.arguments.payload ?? {}
    return [{ name, kind: verb as Kind, body: unwrapped }]
  })
const valid = examples.filter(({ body, kind }) => {
  const [bundle, definition] = definitions[kind]
  return faults(bundle, definition, body).length === 0
})

const store = useShop()
let ada: Agent
let products: ReadonlyArray<string> = []
beforeAll(async () => {
  if (!isThere) return
  ada = agentOf(store(), await store().clientToken("demo-agent"))
  const { brands } = (await store().get("/api/")).json
  products = brands.flatMap(({ products }: any) => products)
    .filter(({ inStock, price }: any) => inStock && price < 50).map(({ id }: any) => id)
})

/** An example in this shop's terms: its items, its options, its currency, its handler. */
const mapped = (body: any, token?: string): any => {
  const ids = [...new Set<string>((body.line_items ?? []).map(({ id }: any) => id))]
  const productOf = (id: string): string => products[Math.max(0, ids.indexOf(id))]!
  return {
    ...body,
    ...(body.currency === undefined ? {} : { currency: "eur" }),
    ...(body.line_items === undefined
      ? {}
      : { line_items: body.line_items.map((item: any) => ({ ...item, id: productOf(item.id) })) }),
    ...(body.selected_fulfillment_options === undefined ? {} : {
      selected_fulfillment_options: body.selected_fulfillment_options.map((option: any) => ({
        ...option,
        option_id: "express",
        item_ids: option.item_ids.map(productOf)
      }))
    }),
    ...(body.payment_data === undefined ? {} : {
      payment_data: {
        ...body.payment_data,
        handler_id: "card_tokenized",
        instrument: {
          ...body.payment_data.instrument,
          credential: { ...body.payment_data.instrument.credential, token }
        }
      }
    })
  }
}

const example = (kind: Kind): any => valid.find((one) => one.kind === kind)!.body

describe("the published examples", () => {
  itPublished("have valid requests of every kind", () => {
    const kinds = valid.map(({ kind }) => kind)
    for (const kind of Object.keys(definitions)) expect(kinds).toContain(kind)
    expect(valid.length).toBeGreaterThanOrEqual(12)
  })

  it.each(valid)("$name is taken", async ({ body, kind }) => {
    if (kind === "create") {
      const { json, status, text } = await ada.create(mapped(body))
      expect(status, text).toBe(201)
      return expect(["ready_for_payment", "incomplete"]).toContain(json.status)
    }
    const { json: session } = await ada.create({
      ...mapped(example("create")),
      fulfillment_details: example("create").fulfillment_details
    })
    switch (kind) {
      case "update": {
        const { json, status } = await ada.update(session.id, mapped(body))
        return expect([status, json.selected_fulfillment_options[0].option_id]).toEqual([200, "express"])
      }
      case "cancel": {
        const { json, status } = await ada.cancel(session.id, body)
        return expect([status, json.status]).toEqual([200, "canceled"])
      }
      case "complete": {
        const request = mapped(body, await tokenFor(ada, session.id))
        const { json, status } = await ada.call("POST", `/acp/checkout_sessions/${session.id}/complete`, request)
        const denied = body.authentication_result?.outcome === "denied"
        return expect([status, json.status]).toEqual([200, denied ? "ready_for_payment" : "completed"])
      }
      case "delegate": {
        const { json, status, text } = await ada.call("POST", "/acp/agentic_commerce/delegate_payment", {
          ...body,
          payment_method: { ...body.payment_method, number: nextCard(), exp_year: "2030" },
          allowance: {
            ...body.allowance,
            currency: "eur",
            checkout_session_id: session.id,
            merchant_id: "beauty-store",
            expires_at: new Date(Date.now() + 60_000).toISOString()
          }
        })
        expect(status, text).toBe(201)
        return expect(json.metadata).toMatchObject(body.metadata)
      }
    }
  })

  it.each(examples.filter((one) => !valid.includes(one) && one.kind === "create"))(
    "$name, which is not quite valid, is taken all the same",
    async ({ body }) => {
      const { status, text } = await ada.create(mapped(body))
      expect(status, text).toBe(201)
    }
  )
})
