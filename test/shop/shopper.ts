/**
 * What people do at a shop, by HTTP: shoppers buy, pay and send back, an agent orders, staff ship. And how tests do
 * things at once and wait for what the shop does by itself. All of it works at every shop that takes `Requests`.
 */
import { CountryCode } from "@beauty-store/domain/Address"
import { randomUUID } from "node:crypto"
import { serum } from "./products.ts"
import { type Answer, pathOf, type Requests } from "./requests.ts"

export const address = {
  name: "Ada Lovelace",
  address: "Torstrasse 1",
  city: "Berlin",
  postcode: "10119",
  country: CountryCode.make("DE")
}
/** What a checkout is sent with. */
export const delivery = { email: "ada@example.com", shipping: address }

/** What was asked for, of an answer that went well. */
export const done = async (answer: Promise<Answer>): Promise<any> => {
  const { json, status, text } = await answer
  if (status !== 200) throw new Error(`${status} ${text}`)
  return json
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

export const shopperWith = (shop: Requests, token: string): Shopper => {
  const post: Shopper["post"] = (path, body, key) => shop.post(path, body, { token, key })
  const get: Shopper["get"] = (path) => shop.get(path, { token })
  return {
    token,
    post,
    get,
    add: (productId, quantity = 1) => post("/api/cart", { productId, quantity }),
    checkout: (key, more) => post("/api/checkout", { ...delivery, ...more }, key),
    order: async (orderId) => (await get(`/api/orders/${orderId}`)).json
  }
}

/** A new guest, with something in the cart where a product is named. */
export const newShopper = async (shop: Requests, productId?: string, quantity?: number): Promise<Shopper> => {
  const shopper = shopperWith(shop, await shop.guest())
  if (productId !== undefined) await done(shopper.add(productId, quantity))
  return shopper
}

/** The demo's agent, with something in the cart of the person that it shops for. */
export const newAgent = async (shop: Requests, productId: string, person: string) => {
  const token = await shop.clientToken("demo-agent")
  const headers = { "x-shopper": person }
  const fill = () => shop.request("PUT", `/api/cart/items/${productId}`, { token, headers, body: { quantity: 1 } })
  await done(fill())
  return {
    fill,
    order: (delegation: string, key: string) =>
      shop.post("/api/orders", { ...delivery, delegation }, { token, headers, key }),
    orders: async (): Promise<ReadonlyArray<any>> => (await done(shop.get("/api/orders", { token, headers }))).data
  }
}

/** A shopper's permission for the demo's agent to pay, given with a card. */
export const delegated = async (shop: Requests, shopper: Shopper): Promise<any> => {
  const { json } = await shopper.post("/api/delegations", { agentId: "demo-agent" })
  await done(shop.post(pathOf(json.approvalUrl), { decision: "approve", card: visa.card }))
  const read = async () => (await shopper.get(`/api/delegations/${json.delegationId}`)).json
  await eventually(read, ({ status }) => status === "active")
  return { ...json, read }
}

/** A checkout that went well. */
export const checkedOut = (shopper: Shopper): Promise<any> => done(shopper.checkout(randomUUID()))

/** Puts something into the cart and checks it out, for a person where an agent does it; returns the session. */
export const checkOut = async (shop: Requests, token: string, person?: string): Promise<any> => {
  const sent = { token, ...(person === undefined ? {} : { headers: { "x-shopper": person } }) }
  await shop.post("/api/cart", { productId: serum }, sent)
  return done(shop.post("/api/checkout", delivery, sent))
}

export const visa = { method: "card", card: { number: "4242424242424242" } }

/** Pays at the page of a session, as programs do. */
export const pay = (shop: Requests, redirectUrl: string, means: unknown = visa): Promise<Answer> =>
  shop.post(pathOf(redirectUrl), means)

/** Buys one (or more) of a product and waits until the order is confirmed; returns its id. */
export const buy = async (shop: Requests, token: string, quantity = 1, productId = serum): Promise<string> => {
  const shopper = shopperWith(shop, token)
  await done(shopper.add(productId, quantity))
  const { orderId, redirectUrl } = await done(shopper.checkout())
  await pay(shop, redirectUrl)
  await eventually(() => shopper.order(orderId), ({ status }) => status === "confirmed")
  return orderId
}

export const ship = (shop: Requests, staff: string, orderId: string, more: object = {}): Promise<any> =>
  done(shop.post(`/api/orders/${orderId}/ship`, { carrier: "DHL", trackingNumber: `JD-${orderId}`, ...more }, {
    token: staff
  }))

export const deliver = (shop: Requests, staff: string, orderId: string): Promise<any> =>
  done(shop.post(`/api/orders/${orderId}/deliver`, {}, { token: staff }))

/** Ships and delivers an order, and asks for units of it to come back; returns the return. */
export const sendBack = async (
  shop: Requests,
  { orderId, staff, token }: { readonly orderId: string; readonly staff: string; readonly token: string }
): Promise<any> => {
  await ship(shop, staff, orderId)
  await deliver(shop, staff, orderId)
  const items = [{ productId: serum, reason: "too sweet" }]
  return done(shop.post("/api/returns", { orderId, items }, { token }))
}

export const sleep = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/**
 * Asks again and again until the answer holds: until `check` neither throws nor returns false. In the end it fails with
 * what is wrong with the last answer.
 */
export const eventually = async <A>(
  ask: () => Promise<A>,
  check: (answer: A) => boolean | void,
  withinMillis = 30_000
): Promise<A> => {
  const deadline = Date.now() + withinMillis
  for (;;) {
    const answer = await ask()
    try {
      if (check(answer) !== false) return answer
      if (Date.now() >= deadline) throw new Error(`still ${JSON.stringify(answer)}`)
    } catch (error) {
      if (Date.now() >= deadline) throw error
    }
    await sleep(15)
  }
}

/**
 * Sends until there is an answer: while the shop is away or starting, and while the first try still runs. So it has to
 * be something that may be sent again: under a key, or a question.
 */
export const insist = async (act: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const answer = await act().catch(() => undefined)
    if (answer !== undefined && answer.status < 500 && answer.json.code !== "idempotency_in_flight") return answer
    await sleep(25)
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
