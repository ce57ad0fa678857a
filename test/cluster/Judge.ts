/**
 * Judges a run after everything has come to rest: by the recorded responses, by what the shop says now, and by the
 * records of the store, the provider and the partner.
 *
 * Only the store's own audit is its code. All other rules are written here or in `records-at-rest.ts`.
 */
import { unpublished } from "@beauty-store/commerce/events/DomainEvents"
import { disagreements, type Rows } from "../records-at-rest.ts"
import type { Answer } from "../shop/requests.ts"
import type { Fact } from "./Buyers.ts"
import { codeOf, type Exchange, isFinal } from "./History.ts"
import type { Partner } from "./Partner.ts"

export interface Evidence {
  readonly exchanges: ReadonlyArray<Exchange>
  readonly facts: ReadonlyArray<Fact>
  readonly partner: Partner
  readonly stocked: ReadonlyMap<string, number>
  readonly staff: string
  /** Reads the store's tables, and those of the provider. */
  readonly store: (statement: string) => Promise<Rows>
  readonly provider: (statement: string) => Promise<Rows>
  /** Asks one instance. */
  readonly get: (
    instance: number,
    path: string,
    sent: { readonly token?: string; readonly headers?: Fact["headers"] }
  ) => Promise<Answer>
  readonly instances: number
}

const listed = (rule: string, found: ReadonlyArray<string>): ReadonlyArray<string> =>
  found.length === 0 ? [] : [`${rule} (${found.length}): ${found.slice(0, 3).join("; ")}`]

/** No response is an error that the store cannot explain. */
const explained = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<string> => {
  const wrong = exchanges.filter(({ status }) => status !== undefined && status >= 500 && ![503, 504].includes(status))
  return listed(
    "responses that are not explained",
    wrong.map(({ body, instance, key, method, path, released, start, status }) =>
      `${start} ms, ${released ? "released " : ""}instance ${instance}: ${method} ${path} ${
        key ?? ""
      }: ${status} ${body}`
    )
  )
}

/** All final responses to one key are the same. */
const sameForKey = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<string> => {
  const first = new Map<string, Exchange>()
  const wrong: Array<string> = []
  for (const exchange of exchanges) {
    const { body, key, method, path, status } = exchange
    // Not kept, and not given twice, as nobody is known to have asked: docs/specification.md#idempotency.
    if (key === undefined || !isFinal(status, body) || status === 401 || path === "/api/auth/guest") continue
    const known = first.get(key)
    if (known === undefined) first.set(key, exchange)
    else if (known.status !== status || known.body !== body) {
      wrong.push(`${method} ${path} ${key}: first ${known.status} ${known.body}, then ${status} ${body}`)
    }
  }
  return listed("keys with several outcomes", wrong)
}

const cents = (euros: number): number => Math.round(euros * 100)

/** What the shop said of each order is true, at any instance, and its buyer has no other order. */
const facts = async ({ facts, get, instances }: Evidence): Promise<ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  for (const [n, { headers, orderId, refundMinor, status, token }] of facts.entries()) {
    const instance = n % instances
    const order = (await get(instance, `/api/orders/${orderId}`, { token, headers })).json
    const refunded = (order.refunds ?? []).filter((refund: any) => refund.status === "succeeded")
      .reduce((sum: number, { amount }: any) => sum + cents(amount), 0)
    const isRefunded = refundMinor === "all"
      ? ["unpaid", "refunded"].includes(order.payment.status)
      : refunded === refundMinor
    if (order.status !== status || !isRefunded) {
      wrong.push(`${orderId} should be ${status} with ${refundMinor} refunded: ${JSON.stringify(order)}`)
    }
    const orders = (await get(instance, "/api/orders", { token, headers })).json.data
    if (orders.length !== 1) wrong.push(`the buyer of ${orderId} has ${orders.length} orders`)
  }
  return listed("orders that are not as the shop said", wrong)
}

/** The partner heard of every event, and of those of one order in order. */
const events = async ({ partner, store }: Evidence): Promise<ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  const last = new Map<string, number>()
  for (const { id, order_id: orderId, seq, type } of await store("SELECT * FROM event ORDER BY order_id, seq")) {
    if (unpublished.has(type)) continue
    const heard = partner.heard.get(id)
    if (heard === undefined) wrong.push(`${type} of ${orderId} (${seq}) never came`)
    else if (heard < (last.get(orderId) ?? -1)) wrong.push(`${type} of ${orderId} (${seq}) came before an earlier one`)
    else last.set(orderId, heard)
  }
  return listed("events that did not arrive in order", wrong)
}

/** The orders of the store are those that buyers know of. */
const noOthers = async ({ facts, store }: Evidence): Promise<ReadonlyArray<string>> => {
  const known = new Set(facts.map(({ orderId }) => orderId))
  const others = (await store("SELECT id FROM orders")).filter(({ id }) => !known.has(id))
  return listed("orders that nobody was told of", others.map(({ id }) => id))
}

/** Everything that is not as it should be; empty, or the store has broken a promise. */
export const judge = async (evidence: Evidence): Promise<ReadonlyArray<string>> => {
  const { exchanges, get, instances, provider, staff, stocked, store } = evidence
  const wrong = [
    ...explained(exchanges),
    ...sameForKey(exchanges),
    ...await facts(evidence),
    ...await noOthers(evidence),
    ...await events(evidence),
    ...await disagreements({ store, provider }, stocked)
  ]
  for (let n = 0; n < instances; n++) {
    const ready = await get(n, "/health/ready", {})
    if (ready.status !== 200) wrong.push(`instance ${n} is not ready: ${ready.status} ${ready.text}`)
    const audit = await get(n, "/api/admin/consistency", { token: staff })
    if (audit.status !== 200 || audit.json.total !== 0) {
      wrong.push(
        `the audit of instance ${n}: ${audit.status} ${codeOf({ body: audit.text }) ?? audit.text.slice(0, 2000)}`
      )
    }
  }
  return wrong
}
