/**
 * `npm run bench:delegated`: whole purchases by an agent, with a delegation and by the Agentic Commerce Protocol,
 * compared with whole purchases on the provider's page, by the same store.
 *
 * The store is a process of its own, bundled as `npm start` bundles it, over SQLite files on disk with
 * `synchronous=FULL`. The ways take turns in several rounds, and the ratios within a round are compared. Each buys two
 * products. On the page and by delegation they are put into a cart first; then follow checkout, payment on the page and
 * reading the order until it is confirmed, or one `POST /api/orders`. By ACP a session is created with them, a card is
 * delegated, and the session is completed: three requests. Delegations are given before anything is measured, and each
 * pays so rarely that its limits (raised, so that they allow everything) count a realistic number of spends.
 */
import { randomUUID } from "node:crypto"
import { rmSync } from "node:fs"
import { Agent, request as httpRequest } from "node:http"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { readOptions } from "../scripts/commandLine.ts"
import { bundle, freePort, start } from "../test/shop/program.ts"
import { delivery } from "../test/shop/shopper.ts"
import { assortment, restockFile } from "./assortment.ts"
import { howMuch, median, openWorkshop, print, quantile } from "./measure.ts"

const much = howMuch(5, 5, 32)
const options = readOptions(`npm run bench:delegated -- [options]\n\n${much.usage}`, much.options)
const { rounds, seconds, shoppers } = much.read(options)
/** Cards of each shopper: they take turns. */
const cardsEach = 8

const agent = new Agent({ keepAlive: true, maxSockets: shoppers, noDelay: true })
const port = await freePort()

/** The body of a success. */
// oxlint-disable-next-line typescript/no-explicit-any -- the store is measured, not the shape of what it returns
type Json = any

/** A request that has to succeed. */
const call = (method: string, path: string, token: string, body?: unknown, more: Record<string, string> = {}) =>
  new Promise<Json>((resolve, reject) => {
    const text = body === undefined ? "" : JSON.stringify(body)
    const headers = {
      ...(text === "" ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      ...(method === "POST" && token !== "" ? { "idempotency-key": randomUUID() } : {}),
      ...more
    }
    const outgoing = httpRequest({ agent, host: "127.0.0.1", port, method, path, headers }, (incoming) => {
      const chunks: Array<Buffer> = []
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
      incoming.on("end", () => {
        const answer = Buffer.concat(chunks).toString()
        if (incoming.statusCode === 200 || incoming.statusCode === 201) resolve(JSON.parse(answer))
        else reject(new Error(`${method} ${path}: ${incoming.statusCode} ${answer}`))
      })
    })
    outgoing.on("error", reject)
    outgoing.end(text)
  })

/** The n-th card, with a valid check digit. */
const cardNumber = (n: number): string => {
  const digits = `4111${String(n).padStart(11, "0")}`
  const sum = [...digits].reduceRight((total, digit, at) => {
    const weighted = (digits.length - at) % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return `${digits}${(10 - sum % 10) % 10}`
}

const products = assortment.map(({ id }) => id)

/** Puts two products into a cart. */
const fill = async (n: number, token: string, more: Record<string, string> = {}): Promise<void> => {
  for (const at of [n * 7, n * 7 + 1]) {
    await call("POST", "/api/cart", token, { productId: products[at % products.length], quantity: 1 }, more)
  }
}

const atThePage = async (n: number): Promise<void> => {
  const { access_token: token } = await call("POST", "/api/auth/guest", "")
  await fill(n, token)
  const { orderId, redirectUrl } = await call("POST", "/api/checkout", token, delivery)
  await call("POST", new URL(redirectUrl).pathname, "", { method: "card", card: { number: cardNumber(n) } })
  for (let patience = 5;; patience *= 2) {
    if ((await call("GET", `/api/orders/${orderId}`, token)).status === "confirmed") return
    await sleep(patience)
  }
}

/** The agent's token. */
const authenticate = async (): Promise<string> => {
  const credentials = { grant_type: "client_credentials", client_id: "demo-agent", client_secret: "demo-agent-secret" }
  return (await call("POST", "/api/auth/token", "", credentials)).access_token
}

/** A session that is created ready, a card that is delegated for it, and its completion. */
const byProtocol = (robot: string) => async (n: number): Promise<void> => {
  const more = { "api-version": "2026-04-17" }
  const { address: line_one, city, country, name, postcode: postal_code } = delivery.shipping
  const session = await call("POST", "/acp/checkout_sessions", robot, {
    currency: "eur",
    capabilities: {},
    line_items: [n * 7, n * 7 + 1].map((at) => ({ id: products[at % products.length] })),
    buyer: { email: delivery.email },
    fulfillment_details: { address: { name, line_one, city, state: "", country, postal_code } }
  }, more)
  const token = await call("POST", "/acp/agentic_commerce/delegate_payment", robot, {
    payment_method: {
      type: "card",
      card_number_type: "fpan",
      number: cardNumber(n % (shoppers * cardsEach)),
      display_card_funding_type: "credit",
      metadata: {}
    },
    allowance: {
      reason: "one_time",
      max_amount: session.totals.find(({ type }: Json) => type === "total").amount,
      currency: "eur",
      checkout_session_id: session.id,
      merchant_id: "beauty-store",
      expires_at: session.expires_at
    },
    risk_signals: [],
    metadata: {}
  }, more)
  const { status } = await call("POST", `/acp/checkout_sessions/${session.id}/complete`, robot, {
    payment_data: { instrument: { type: "card", credential: { type: "spt", token: token.id } } }
  }, more)
  if (status !== "completed") throw new Error(`the session is ${status}`)
}

/** Delegations that people have given, and the agent's way to pay with them. */
const withDelegations = async (robot: string) => {
  const given: Array<string> = []
  for (let n = 0; n < shoppers * cardsEach; n++) {
    const { access_token: person } = await call("POST", "/api/auth/guest", "")
    const { approvalUrl, delegationId } = await call("POST", "/api/delegations", person, { agentId: "demo-agent" })
    const decision = { decision: "approve", card: { number: cardNumber(n) } }
    await call("POST", new URL(approvalUrl).pathname, "", decision)
    given.push(delegationId)
  }
  for (const delegationId of given) {
    while ((await call("GET", `/api/delegations/${delegationId}`, robot)).status !== "active") await sleep(5)
  }
  return async (n: number): Promise<void> => {
    const more = { "x-shopper": `person-${n % (shoppers * 1000)}` }
    await fill(n, robot, more)
    const order = await call("POST", "/api/orders", robot, { ...delivery, delegation: given[n % given.length] }, more)
    if (order.status !== "confirmed") throw new Error(`the order is ${order.status}`)
  }
}

/** Milliseconds of each whole purchase that ended in time. */
const measure = async (purchase: (n: number) => Promise<void>): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  const until = performance.now() + seconds * 1000
  let next = 0
  await Promise.all(Array.from({ length: shoppers }, async () => {
    while (performance.now() < until) {
      const from = performance.now()
      await purchase(next++)
      const at = performance.now()
      if (at < until || times.length === 0) times.push(at - from)
    }
  }))
  return times
}

const workshop = openWorkshop("bench-delegated")
const running = await start(bundle("packages/server/src/main.ts", "bench-delegated.mjs"), {
  PORT: String(port),
  DATABASE_URL: `sqlite:${join(workshop, "store.db")}`,
  ALLOWANCE_PER_TRANSACTION: "1000000",
  ALLOWANCE_PER_DAY: "1000000",
  ALLOWANCE_PER_MONTH: "1000000"
})
try {
  restockFile(join(workshop, "store.db"))
  const robot = await authenticate()
  const ways = { "at the page": atThePage, "by delegation": await withDelegations(robot), "by ACP": byProtocol(robot) }
  const outcomes = new Map<string, Array<ReadonlyArray<number>>>()
  for (const way of Object.values(ways)) await measure(way)
  for (let round = 0; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways)) {
      outcomes.set(name, [...outcomes.get(name) ?? [], await measure(way)])
    }
  }
  print(`${shoppers} shoppers, ${rounds} rounds of ${seconds} s, medians\n`)
  for (const [name, times] of outcomes) {
    const rate = median(times.map(({ length }) => length / seconds))
    const all = times.flat()
    print(
      `${name.padEnd(14)} ${rate.toFixed(1).padStart(8)} purchases/s   p50 ${median(all).toFixed(1)} ms   p99 ${
        quantile(all, 0.99).toFixed(1)
      } ms`
    )
  }
  print("")
  const page = outcomes.get("at the page")!
  for (const name of ["by delegation", "by ACP"]) {
    const ratios = outcomes.get(name)!.map(({ length }, round) => length / page[round]!.length)
    print(`${`${name} / at the page`.padEnd(29)} ${median(ratios).toFixed(2)}`)
  }
} finally {
  agent.destroy()
  await running.stop()
  rmSync(workshop, { recursive: true, force: true })
}
