/** What shoppers do at the shop, by HTTP, and how tests wait for what the shop does by itself. */
import { randomUUID } from "node:crypto"
import { expect } from "vitest"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

export const send = async (
  method: string,
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {}
): Promise<Answer> => {
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers
    },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get("content-type") ?? "")
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

export const delivery = {
  email: "ada@example.com",
  shipping: { name: "Ada Lovelace", address: "Torstrasse 1", city: "Berlin", postcode: "10119", country: "DE" }
}

/** Somebody with a guest's token. */
export interface Shopper {
  readonly token: string
  readonly post: (path: string, body: unknown, key?: string) => Promise<Answer>
  readonly get: (path: string) => Promise<Answer>
  readonly add: (productId: string, quantity?: number) => Promise<Answer>
  readonly checkout: (key?: string, more?: { readonly returnUrl?: string }) => Promise<Answer>
  readonly order: (orderId: string) => Promise<any>
}

export const shopperWith = (url: string, token: string): Shopper => {
  const authorization = `Bearer ${token}`
  const post = (path: string, body: unknown, key?: string) =>
    send("POST", `${url}${path}`, body, { authorization, ...(key !== undefined && { "idempotency-key": key }) })
  const get = (path: string) => send("GET", `${url}${path}`, undefined, { authorization })
  return {
    token,
    post,
    get,
    add: (productId, quantity = 1) => post("/api/cart", { productId, quantity }),
    checkout: (key, more) => post("/api/checkout", { ...delivery, ...more }, key),
    order: async (orderId) => (await get(`/api/orders/${orderId}`)).body
  }
}

/** A new guest, with something in the cart where a product is named. */
export const newShopper = async (url: string, productId?: string, quantity?: number): Promise<Shopper> => {
  const { body } = await send("POST", `${url}/api/auth/guest`)
  const shopper = shopperWith(url, body.access_token)
  if (productId !== undefined) expect((await shopper.add(productId, quantity)).status).toBe(200)
  return shopper
}

/** The demo's agent, with something in the cart of the person that it shops for. */
export const newAgent = async (url: string, productId: string, person: string) => {
  const credentials = { grant_type: "client_credentials", client_id: "demo-agent", client_secret: "demo-agent-secret" }
  const { body } = await send("POST", `${url}/api/auth/token`, credentials)
  const headers = { authorization: `Bearer ${body.access_token}`, "x-shopper": person }
  const fill = () => send("PUT", `${url}/api/cart/items/${productId}`, { quantity: 1 }, headers)
  expect((await fill()).status).toBe(200)
  return {
    fill,
    order: (delegation: string, key: string) =>
      send("POST", `${url}/api/orders`, { ...delivery, delegation }, { ...headers, "idempotency-key": key }),
    orders: async (): Promise<ReadonlyArray<any>> =>
      (await send("GET", `${url}/api/orders`, undefined, headers)).body.data
  }
}

/** A shopper's permission for the demo's agent to pay, given with a card. */
export const delegated = async (shopper: Shopper): Promise<any> => {
  const { body } = await shopper.post("/api/delegations", { agentId: "demo-agent" })
  expect((await send("POST", body.approvalUrl, { decision: "approve", card: visa.card })).body)
    .toEqual({ status: "approved" })
  const read = async () => (await shopper.get(`/api/delegations/${body.delegationId}`)).body
  await eventually(read, ({ status }) => expect(status).toBe("active"))
  return { ...body, read }
}

/** A checkout that went well. */
export const checkedOut = async (shopper: Shopper): Promise<any> => {
  const { body, status } = await shopper.checkout(randomUUID())
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

export const visa = { method: "card", card: { number: "4242424242424242" } }

/** Sends a form's content, or JSON as programs do, to a payment page. */
export const pay = (redirectUrl: string, means: unknown = visa): Promise<Answer> => send("POST", redirectUrl, means)

export const sleep = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/** Asks again and again until the answer passes; fails with what is wrong with the last one. */
export const eventually = async <A>(
  ask: () => Promise<A>,
  check: (answer: A) => void,
  withinMillis = 5_000
): Promise<A> => {
  const deadline = Date.now() + withinMillis
  for (;;) {
    const answer = await ask()
    try {
      check(answer)
      return answer
    } catch (error) {
      if (Date.now() >= deadline) throw error
    }
    await sleep(15)
  }
}

/** How many answers of each status. */
export const tally = (answers: ReadonlyArray<Answer>): Readonly<Record<number, number>> => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** The same thing, so many times at once. */
export const atOnce = <A>(times: number, act: (n: number) => Promise<A>): Promise<ReadonlyArray<A>> =>
  Promise.all(Array.from({ length: times }, (_, n) => act(n)))
