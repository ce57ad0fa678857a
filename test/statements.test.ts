/**
 * How many statements each request of a purchase runs, and in how many transactions.
 * docs/statements.md has the table, so that growth is seen in review: a change that needs more, or fewer, writes it
 * anew by `npx vitest run test/statements.test.ts -u`.
 */
import * as Store from "@beauty-store/commerce/Store"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Databases from "@beauty-store/server/Databases"
import { Jobs } from "@beauty-store/sql/Jobs"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { type Counts, countStatements, noCounts } from "./count-statements.ts"
import { type HandledShop, now, openHandlers, providerPages } from "./shop/handlers.ts"
import { everyDatabase, type Place } from "./shop/places.ts"
import type { Answer } from "./shop/requests.ts"
import { delivery } from "./shop/shopper.ts"

const card = { method: "card", card: { number: "4242424242424242" } }

/** Buys in all ways, and what comes after; returns what each step took, in order. */
const live = async (place: Place): Promise<ReadonlyMap<string, Counts>> => {
  const counts = noCounts()
  const moment = { now }
  const databases = Databases.at(place.address)
  const shop: HandledShop = await openHandlers(StoreHttp.app(providerPages), {
    moment,
    databases: {
      store: countStatements(databases.store, counts),
      payments: databases.payments
    }
  })
  const taken = new Map<string, Counts>()
  const during = async <A>(name: string, act: () => Promise<A>): Promise<A> => {
    Object.assign(counts, noCounts())
    const result = await act()
    // What nobody waits for has ended by then.
    await new Promise((resolve) => setTimeout(resolve, 5))
    taken.set(name, { ...counts })
    moment.now += 1_000
    return result
  }
  let keys = 0
  const call = async (method: string, path: string, token: string, body?: unknown, more: object = {}) => {
    const key = `00000000-0000-4000-8000-${String(++keys).padStart(12, "0")}`
    const sent = { ...(token === "" ? {} : { token }), ...(method === "GET" ? {} : { key }), headers: { ...more } }
    const answer: Answer = await shop.request(method, path, body === undefined ? sent : { ...sent, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.json
  }
  const step = (name: string, ...request: Parameters<typeof call>) => during(name, () => call(...request))
  const notify = async () => {
    const { body, headers } = await shop.notification()
    await shop.post("/api/payments/notifications", Buffer.from(body).toString("utf8"), { headers })
  }
  const runJobs = () => shop.run(Effect.flatMap(Jobs, (jobs) => Effect.flatMap(Store.handlers, jobs.runDue)))
  const settled = async () => {
    for (let rounds = 0; rounds < 5; rounds++) await runJobs()
  }
  const signIn = (id: string) =>
    call("POST", "/api/auth/token", "", {
      grant_type: "client_credentials",
      client_id: id,
      client_secret: `${id}-secret`
    }).then(({ access_token }) => access_token as string)

  const { products } = (await call("GET", "/api/", "")).brands[0]
  const [first, second] = [products[0].id, products[1].id] as [string, string]
  const fill = async (token: string, more: object = {}) => {
    for (const productId of [first, second]) await call("POST", "/api/cart", token, { productId, quantity: 1 }, more)
  }
  const buy = async (token: string): Promise<string> => {
    await fill(token)
    const { orderId, redirectUrl } = await call("POST", "/api/checkout", token, delivery)
    await call("POST", new URL(redirectUrl).pathname, "", card)
    await notify()
    return orderId
  }

  // What is done once in a process is over after this.
  await buy((await call("POST", "/api/auth/guest", "")).access_token)

  await during("a whole purchase of two products", async () => {
    const { access_token } = await call("POST", "/api/auth/guest", "")
    await call("GET", `/api/orders/${await buy(access_token)}`, access_token)
  })
  const { access_token: token } = await step("a guest's token", "POST", "/api/auth/guest", "")
  await step("the first product into the cart", "POST", "/api/cart", token, { productId: first, quantity: 1 })
  await step("the second product", "POST", "/api/cart", token, { productId: second, quantity: 1 })
  await step("the cart, read", "GET", "/api/cart", token)
  const { orderId, redirectUrl, sessionId } = await step("a checkout", "POST", "/api/checkout", token, delivery)
  await step("the checkout, read", "GET", `/api/checkout/${sessionId}`, token)
  await call("POST", new URL(redirectUrl).pathname, "", card)
  await during("its notification, which confirms the order", notify)
  await step("the order, read", "GET", `/api/orders/${orderId}`, token)
  await step("the list of orders", "GET", "/api/orders?limit=20", token)
  await step("the receipt", "GET", `/api/orders/${orderId}/receipt`, token)

  await fill(token)
  const unpaid = await call("POST", "/api/checkout", token, delivery)
  await call("POST", new URL(unpaid.redirectUrl).pathname, "", card)
  await shop.notification()
  moment.now += 60_000
  await during("the job that confirms a paid order without a notification", runJobs)
  await step("a cancellation of a paid order", "POST", `/api/orders/${unpaid.orderId}/cancel`, token, { reason: "no" })
  await during("the jobs of its refund", settled)

  const staff = await signIn("demo-staff")
  const hook = { url: "https://partner.example/hooks" }
  await step("a webhook subscription", "POST", "/api/webhook-subscriptions", staff, hook)
  await step("a shipment", "POST", `/api/orders/${orderId}/ship`, staff, { carrier: "DHL", trackingNumber: "JD-1" })
  await during("the job that tells one subscriber of it", runJobs)
  await step("a delivery", "POST", `/api/orders/${orderId}/deliver`, staff, {})
  const items = [{ productId: first, quantity: 1, reason: "too sweet" }]
  const { returnId } = await step("a return", "POST", "/api/returns", token, { orderId, items })
  const received = { items: [{ productId: first, quantity: 1, restock: true }] }
  await step("the return, received", "POST", `/api/returns/${returnId}/receive`, staff, received)
  await settled()

  const agent = await signIn("demo-agent")
  const asked = await step("a delegation", "POST", "/api/delegations", token, { agentId: "demo-agent" })
  await call("POST", new URL(asked.approvalUrl).pathname, "", { decision: "approve", card: card.card })
  // The refunds' notifications are before its own.
  const given = async () => (await call("GET", `/api/delegations/${asked.delegationId}`, token)).status
  while (await given() !== "active") await notify()
  await fill(agent, { "x-shopper": "paul" })
  const delegated = { ...delivery, delegation: asked.delegationId }
  await step("a delegated purchase of a cart", "POST", "/api/orders", agent, delegated, { "x-shopper": "paul" })

  const acp = { "api-version": "2026-04-17" }
  const { address: line_one, city, country, name, postcode: postal_code } = delivery.shipping
  const wanted = {
    currency: "eur",
    capabilities: {},
    line_items: [{ id: first }, { id: second }],
    buyer: { email: delivery.email },
    fulfillment_details: { address: { name, line_one, city, state: "", country, postal_code } }
  }
  const session = await step("an ACP session, created", "POST", "/acp/checkout_sessions", agent, wanted, acp)
  const vaulted = {
    payment_method: {
      type: "card",
      card_number_type: "fpan",
      number: card.card.number,
      display_card_funding_type: "credit",
      metadata: {}
    },
    allowance: {
      reason: "one_time",
      max_amount: session.totals.find(({ type }: { readonly type: string }) => type === "total").amount,
      currency: "eur",
      checkout_session_id: session.id,
      merchant_id: "beauty-store",
      expires_at: session.expires_at
    },
    risk_signals: [],
    metadata: {}
  }
  const vault = await step("an ACP card", "POST", "/acp/agentic_commerce/delegate_payment", agent, vaulted, acp)
  const paid = { payment_data: { instrument: { type: "card", credential: { type: "spt", token: vault.id } } } }
  await step("an ACP session, completed", "POST", `/acp/checkout_sessions/${session.id}/complete`, agent, paid, acp)

  await shop.close()
  await place.leave()
  if (process.env["SHOW_STATEMENTS"] !== undefined) {
    for (const [name, { texts, waits }] of taken) console.log([`## ${name}, ${waits} waits`, ...texts].join("\n"))
  }
  return taken
}

const header = `# Statements

How many SQL statements a request runs, and in how many transactions. The table is written by
\`test/statements.test.ts\`, which fails when a number changes; \`npx vitest run test/statements.test.ts -u\` writes it
anew. A number that rises needs a reason.

Statements that begin and end transactions, and locks that SQLite does not need, are not counted. Neither is what the
simulated payment provider does in a database of its own.
`

it("the statements of each request are as many as docs/statements.md says", async () => {
  const [sqlite, postgres] = [
    await live(await everyDatabase["SQLite"]!()),
    await live(await everyDatabase["PostgreSQL"]!())
  ]
  const rows = [...postgres].map(([name, { statements, transactions }]) =>
    [name, sqlite.get(name)!.statements, statements, transactions].join(" | ")
  )
  const head = "| Request or job | SQLite | PostgreSQL | transactions |\n| --- | --- | --- | --- |\n"
  await expect(`${header}\n${head}${rows.map((row) => `| ${row} |`).join("\n")}\n`).toMatchFileSnapshot(
    "../docs/statements.md"
  )
}, 60_000)
