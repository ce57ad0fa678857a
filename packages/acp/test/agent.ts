/**
 * An agent that speaks ACP to a shop over sockets, as an agent's platform does, and that believes nothing: every answer
 * is held against the published schema of what was asked before a test sees it (where there is a copy of it), and
 * against the arithmetic that no schema can say.
 */
import { expect } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import type { Answer, Requests } from "../../../test/shop/requests.ts"
import { type Bundle, faults, isThere } from "./schemas.ts"

export const version = "2026-04-17"

export const address = {
  name: "Ada Lovelace",
  line_one: "Torstrasse 1",
  city: "Berlin",
  state: "BE",
  country: "DE",
  postal_code: "10119"
}

/** All that a session needs to be ready. */
export const details = {
  buyer: { email: "ada@example.com", first_name: "Ada", last_name: "Lovelace" },
  fulfillment_details: { name: "Ada Lovelace", phone_number: "+493012345", email: "ada@example.com", address }
}

export const capabilities = { interventions: { supported: ["3ds", "address_verification"] } }

export const beginning = (...ids: ReadonlyArray<string>) => ({
  currency: "eur",
  capabilities,
  line_items: ids.map((id) => ({ id }))
})

let keys = 0
/** An idempotency key that nobody has used. */
export const nextKey = (): string => `key-${process.pid}-${Date.now()}-${++keys}`

const amountOf = (totals: ReadonlyArray<any>, type: string): number =>
  totals.filter((total) => total.type === type).reduce((sum, { amount }) => sum + amount, 0)

/** Whole amounts of one list that add up. */
const expectSum = (list: ReadonlyArray<any>): void => {
  for (const { amount } of list) expect(Number.isSafeInteger(amount)).toBe(true)
  expect(amountOf(list, "items_base_amount") - amountOf(list, "items_discount")).toBe(amountOf(list, "subtotal"))
  const extra = amountOf(list, "fulfillment") + amountOf(list, "tax") + amountOf(list, "fee")
  expect(amountOf(list, "subtotal") + extra).toBe(amountOf(list, "total"))
}

/** Whole amounts that add up: items to subtotal, subtotal and what is on top to total, lines to items. */
export const expectSums = ({ line_items, totals }: any): void => {
  for (const list of [totals, ...line_items.map((line: any) => line.totals)]) expectSum(list)
  const goods = line_items.reduce((sum: number, line: any) => sum + amountOf(line.totals, "total"), 0)
  expect(goods).toBe(amountOf(totals, "subtotal"))
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string
}

/** What a path answers where all goes well, by the published definition of it. */
const definitionOf = (path: string): readonly [Bundle, string] =>
  path.startsWith("/acp/carts")
    ? ["cart", "Cart"]
    : path.startsWith("/acp/orders")
    ? ["agentic_checkout", "Order"]
    : path.includes("delegate_payment")
    ? ["delegate_payment", "DelegatePaymentResponse"]
    : ["agentic_checkout", "CheckoutSession"]

/** Holds an answer against what was published for its path. */
export const expectPublished = (path: string, answer: Answer): void => {
  expect(answer.headers["content-type"]).toBe("application/json")
  const [bundle, definition] = answer.status < 300
    ? definitionOf(path)
    : [path.includes("delegate_payment") ? "delegate_payment" : "agentic_checkout", "Error"] as const
  if (isThere) expect(faults(bundle, definition, answer.json), `${answer.status} ${path}`).toEqual([])
  if (answer.status >= 300) return
  if (definition === "CheckoutSession" || definition === "Cart") expectSums(answer.json)
  const order = definition === "Order" ? answer.json : answer.json.order
  if (order !== undefined) expectSum(order.totals)
}

export const agentOf = (store: Requests, token: string, root = "/acp/checkout_sessions") => {
  const call = async (method: string, path: string, body?: unknown, { headers = {}, key }: Sent = {}) => {
    const answer = await store.request(method, path, {
      token,
      body,
      headers: {
        "api-version": version,
        ...(method === "GET" ? {} : { "idempotency-key": key ?? nextKey() }),
        ...headers
      }
    })
    expectPublished(path, answer)
    return answer
  }
  return {
    call,
    create: (body: unknown = { ...beginning(serum), ...details }, sent?: Sent) => call("POST", root, body, sent),
    get: (id: string) => call("GET", `${root}/${id}`),
    update: (id: string, body: unknown, sent?: Sent) => call("POST", `${root}/${id}`, body, sent),
    cancel: (id: string, body?: unknown, sent?: Sent) => call("POST", `${root}/${id}/cancel`, body, sent)
  }
}

export type Agent = ReturnType<typeof agentOf>

/** The amount of a total. */
export const totalOf = ({ totals }: any, type = "total"): number => amountOf(totals, type)

/** An agent with the demo's credentials. */
export const demoAgent = async (shop: Requests): Promise<Agent> => agentOf(shop, await shop.clientToken("demo-agent"))
