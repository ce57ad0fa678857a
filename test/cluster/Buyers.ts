/**
 * What happens in the shop during a run: buyers, an agent and staff, who send every request to any instance, again and
 * under the same key until there is a final response.
 *
 * Now and then a request goes to two instances at once, or is repeated after its response. Each buyer lives one order
 * after another, chosen by a stream of its own, and leaves behind what the shop said (`Fact`).
 */
import type { Prng } from "@beauty-store/simulation/engine/Prng"
import { randomUUID } from "node:crypto"
import { product } from "../shop/products.ts"
import { type Answer, pathOf, type Requests, requestsBy, type Sent } from "../shop/requests.ts"
import { delivery, pay, sleep, visa } from "../shop/shopper.ts"
import { bodyOf, codeOf, type History, isFinal } from "./History.ts"

/** What the shop has said of an order, and what must be true from then on. */
export interface Fact {
  readonly orderId: string
  readonly token: string
  readonly headers: Readonly<Record<string, string>>
  status: "pending" | "confirmed" | "cancelled" | "shipped" | "delivered"
  /** What goes back, in cents; `all`: whatever was paid. */
  refundMinor: number | "all"
}

/** Sends one request to one instance, and records it. */
export type Send = (sender: string, instance: number, method: string, path: string, sent: Sent) => Promise<Answer>

export interface Shopping {
  readonly send: Send
  readonly history: History
  readonly instances: number
  /** When nobody begins another life. */
  readonly isOver: () => boolean
  /** When everybody gives up: a request without a final response is a fault. */
  readonly gaveUp: () => boolean
}

/** Requests that insist on a final response, from any instance. */
const insisting = ({ gaveUp, instances, send }: Shopping, sender: string, prng: Prng): Requests => {
  const sendToSome = async (method: string, path: string, sent: Sent): Promise<Answer | undefined> => {
    const first = prng.int(0, instances - 1)
    const isTwice = sent.key !== undefined && instances > 1 && prng.happens(0.06)
    const targets = isTwice ? [first, (first + prng.int(1, instances - 1)) % instances] : [first]
    const answers = await Promise.all(
      targets.map((target) => send(sender, target, method, path, sent).catch(() => undefined))
    )
    return answers.find((answer) => isFinal(answer?.status, bodyOf(answer)))
  }
  return requestsBy(async (method, path, sent = {}) => {
    // Pages have no keys: paying twice is refused by the provider.
    const isKeyed = method !== "GET" && path.startsWith("/api/")
    const keyed = isKeyed ? { key: randomUUID(), ...sent } : sent
    for (;;) {
      if (gaveUp()) throw new Error(`${sender}: no final response to ${method} ${path}`)
      const answer = await sendToSome(method, path, keyed)
      if (answer === undefined) {
        await sleep(prng.int(30, 400))
        continue
      }
      if (isKeyed && prng.happens(0.05)) await sendToSome(method, path, keyed)
      return answer
    }
  })
}

/** The body of a response that had to be a success. */
const must = async (answer: Promise<Answer>): Promise<any> => {
  const { json, status, text } = await answer
  if (status !== 200) throw new Error(`refused: ${status} ${text}`)
  return json
}

interface Life {
  readonly shop: Requests
  readonly prng: Prng
  readonly staff: string
  readonly gaveUp: () => boolean
}

const until = async (life: Life, what: string, ask: () => Promise<any>, isTrue: (json: any) => boolean) => {
  for (;;) {
    const json = await ask()
    if (isTrue(json)) return json
    if (life.gaveUp()) throw new Error(`${what}: still ${JSON.stringify(json)}`)
    await sleep(life.prng.int(40, 200))
  }
}

/** Pays at the provider's page; a cancelled order can no longer be paid. Returns whether money was taken. */
const payAtPage = async ({ shop }: Life, redirectUrl: string): Promise<boolean> => {
  const answer = await pay(shop, redirectUrl)
  return answer.status === 200 ? answer.json.status === "succeeded" : codeOf({ body: answer.text }) === "already_paid"
}

/** Buys by the hosted page, up to a confirmed order; or cancels while it pays. */
const buyHosted = async (life: Life, facts: Array<Fact>): Promise<Fact> => {
  const { prng, shop } = life
  const token = await shop.guest()
  await must(shop.post("/api/cart", { productId: product(prng.int(0, 39)), quantity: prng.int(1, 2) }, { token }))
  const { orderId, redirectUrl } = await must(shop.post("/api/checkout", delivery, { token }))
  const fact: Fact = { orderId, token, headers: {}, status: "pending", refundMinor: 0 }
  facts.push(fact)
  if (prng.happens(0.1)) {
    const [, cancelled] = await Promise.all([
      payAtPage(life, redirectUrl),
      must(shop.post(`/api/orders/${orderId}/cancel`, {}, { token }))
    ])
    if (cancelled.status !== "cancelled") throw new Error(`${orderId} was cancelled and is ${cancelled.status}`)
    return Object.assign(fact, { status: "cancelled", refundMinor: "all" } as const)
  }
  if (!await payAtPage(life, redirectUrl)) throw new Error(`${orderId} could not be paid`)
  await until(
    life,
    `${orderId} was paid`,
    () => must(shop.get(`/api/orders/${orderId}`, { token })),
    (order) => order.status === "confirmed"
  )
  return Object.assign(fact, { status: "confirmed" } as const)
}

/** Lets the agent spend, and orders through it. */
const buyDelegated = async (life: Life, facts: Array<Fact>): Promise<Fact> => {
  const { prng, shop } = life
  const shopper = await shop.guest()
  const { approvalUrl, delegationId } = await must(
    shop.post("/api/delegations", { agentId: "demo-agent" }, { token: shopper })
  )
  // A repeated approval is refused.
  await shop.post(pathOf(approvalUrl), { decision: "approve", card: visa.card })
  await until(
    life,
    `${delegationId} was approved`,
    () => must(shop.get(`/api/delegations/${delegationId}`, { token: shopper })),
    ({ status }) => status === "active"
  )
  const token = await shop.clientToken("demo-agent")
  const headers = { "x-shopper": `person-${randomUUID()}` }
  const sent = { token, headers }
  await must(shop.request("PUT", `/api/cart/items/${product(prng.int(0, 39))}`, { ...sent, body: { quantity: 1 } }))
  const { id, status } = await must(shop.post("/api/orders", { ...delivery, delegation: delegationId }, sent))
  const fact: Fact = { orderId: id, token, headers, status: "pending", refundMinor: 0 }
  facts.push(fact)
  if (status !== "confirmed") {
    await until(
      life,
      `${id} was charged`,
      () => must(shop.get(`/api/orders/${id}`, sent)),
      (order) => order.status === "confirmed"
    )
  }
  return Object.assign(fact, { status: "confirmed" } as const)
}

/** What becomes of a confirmed order: it is cancelled, or shipped, delivered, sent back, refunded in part. */
const follow = async ({ prng, shop, staff }: Life, fact: Fact): Promise<void> => {
  const { headers, orderId, status, token } = fact
  if (status !== "confirmed") return
  const sent = { token, headers }
  const at = (path: string) => `/api/orders/${orderId}/${path}`
  const fate = prng.next()
  if (fate < 0.2) {
    await Promise.all([must(shop.post(at("cancel"), {}, sent)), must(shop.post(at("cancel"), {}, sent))])
    Object.assign(fact, { status: "cancelled", refundMinor: "all" })
    return
  }
  await must(shop.post(at("ship"), { carrier: "DHL", trackingNumber: orderId }, { token: staff }))
  fact.status = "shipped"
  if (fate < 0.3) return
  await must(shop.post(at("deliver"), {}, { token: staff }))
  fact.status = "delivered"
  if (fate < 0.65) {
    const { items } = await must(shop.get(`/api/orders/${orderId}`, sent))
    const lines = items.map(({ productId, quantity }: any) => ({ productId, quantity }))
    const { returnId } = await must(
      shop.post("/api/returns", { orderId, items: lines.map((line: any) => ({ ...line, reason: "no" })) }, sent)
    )
    const received = { items: lines.map((line: any) => ({ ...line, restock: true })) }
    await must(shop.post(`/api/returns/${returnId}/receive`, received, { token: staff }))
    fact.refundMinor = "all"
  } else if (fate < 0.85) {
    await must(shop.post("/api/refunds", { orderId, amount: 1, reason: "sorry" }, { token: staff }))
    fact.refundMinor = 100
  }
}

/** Lets so many buyers shop until the run is over; returns the facts and what went wrong. */
export const goShopping = async (
  shopping: Shopping,
  buyers: number,
  prng: Prng
): Promise<{ readonly facts: ReadonlyArray<Fact>; readonly wrong: ReadonlyArray<string> }> => {
  const facts: Array<Fact> = []
  const wrong: Array<string> = []
  const staff = await insisting(shopping, "staff", prng.stream("staff")).clientToken("demo-staff")
  await Promise.all(Array.from({ length: buyers }, async (_, n) => {
    const own = prng.stream(`buyer ${n}`)
    const shop = insisting(shopping, `buyer ${n}`, own.stream("instances"))
    const life = { shop, prng: own, staff, gaveUp: shopping.gaveUp }
    while (!shopping.isOver()) {
      try {
        await follow(life, await (own.happens(0.2) ? buyDelegated : buyHosted)(life, facts))
      } catch (error) {
        wrong.push(`buyer ${n}: ${String(error)}`)
      }
      await sleep(own.int(0, 300))
    }
  }))
  return { facts, wrong }
}
