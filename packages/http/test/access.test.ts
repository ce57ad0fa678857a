/**
 * Each operation's access (docs/specification.md#access): one row for every operation of the contract, and every kind
 * of caller sent to each. An operation that is added without a row fails here.
 */
import { ClosedToPages, OpenToAnyone, says } from "@beauty-store/http/contract/Annotations"
import { Api } from "@beauty-store/http/contract/Api"
import { listEndpoints } from "@beauty-store/http/contract/HttpApiLookup"
import { beforeAll, describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import { buy, checkOut, delivery, sendBack } from "../../../test/shop/shopper.ts"
import { expectProblem } from "./problem.ts"

const store = useShop()

const operations = listEndpoints(Api).map(({ endpoint, group }) => ({
  name: `${group}.${endpoint.name}`,
  method: endpoint.method,
  path: endpoint.path,
  isOpen: says(endpoint, OpenToAnyone),
  isClosed: says(endpoint, ClosedToPages)
}))

/** `in`: the rule lets them pass, whatever the operation then answers. */
type Outcome = "in" | 401 | 403 | 404
interface Row {
  /** What is sent, or how it is made of the ids. */
  readonly body?: unknown
  /** The scope that is missing where the answer is 403. */
  readonly scope?: string
  readonly nobody: Outcome
  readonly shopper: Outcome
  readonly agent: Outcome
  readonly staff: Outcome
  /** An agent whose token lacks the scope `shop`. */
  readonly scopeless: Outcome
  /** A token that is present but no good. */
  readonly broken: Outcome
}
const public_: Row = { nobody: "in", shopper: "in", agent: "in", staff: "in", scopeless: "in", broken: 401 }
const cart: Row = { nobody: "in", shopper: "in", agent: "in", staff: 403, scopeless: 403, broken: 401 }
const buying: Row = { ...cart, nobody: 401 }
const owned: Row = { nobody: 401, shopper: "in", agent: 404, staff: "in", scopeless: 403, broken: 401 }
const staffs = (scope: string): Row => (
  { nobody: 401, shopper: 403, agent: 403, staff: "in", scopeless: 403, broken: 401, scope }
)
const listed: Row = { ...public_, nobody: 401, scopeless: 403 }
/** What no client can be allowed to do. */
const shoppers: Row = {
  nobody: 401,
  shopper: "in",
  agent: 403,
  staff: 403,
  scopeless: 403,
  broken: 401,
  scope: "delegations:write"
}
const signed: Row = { nobody: 401, shopper: 401, agent: 401, staff: 401, scopeless: 401, broken: 401 }

/** The ids in the paths are the shopper's own. */
const rows: Readonly<
  Record<string, Row | (Omit<Row, "body"> & { readonly body: (ids: Readonly<Record<string, string>>) => unknown })>
> = {
  "catalog.catalog": public_,
  "catalog.search": public_,
  "catalog.product": public_,
  "catalog.inventory": public_,
  "cart.view": cart,
  "cart.add": { ...cart, body: { productId: serum } },
  "cart.set": { ...cart, body: { quantity: 1 } },
  "cart.remove": cart,
  "cart.empty": cart,
  "cart.setAttributes": { ...cart, body: { attributes: {} } },
  "cart.setDiscounts": { ...cart, body: { codes: [] } },
  "checkout.start": { ...buying, body: delivery },
  "checkout.session": { ...buying, agent: 404 },
  // An agent that names no delegation of its own is told so; the agent without `shop` may pay, and has nothing to.
  "orders.place": {
    nobody: 401,
    shopper: 403,
    agent: "in",
    staff: 403,
    scopeless: "in",
    broken: 401,
    scope: "orders:delegate",
    body: { ...delivery, delegation: "del_unknown" }
  },
  "delegations.create": { ...shoppers, body: { agentId: "demo-agent" } },
  // Given to the agent, so that it may look.
  "delegations.delegation": { ...shoppers, agent: "in", scope: "shop" },
  "delegations.revoke": shoppers,
  // Everybody has a list of their own, and staff that of all.
  "orders.list": listed,
  "orders.order": owned,
  "orders.cancel": owned,
  "orders.receipt": owned,
  "orders.tracking": owned,
  "orders.ship": { ...staffs("orders:write"), body: { carrier: "DHL", trackingNumber: "JD 014" } },
  "orders.deliver": staffs("orders:write"),
  // Of the shopper's order, which has not been delivered: whoever may, is told so.
  "returns.request": { ...owned, body: ({ orderId }) => ({ orderId, items: [{ productId: serum, reason: "no" }] }) },
  "returns.list": listed,
  "returns.view": owned,
  "returns.cancel": owned,
  "returns.receive": {
    ...staffs("orders:write"),
    body: { items: [{ productId: serum, quantity: 1, accepted: false, restock: false }] }
  },
  "refunds.list": listed,
  "refunds.view": owned,
  "refunds.give": { ...staffs("refunds:write"), body: ({ orderId }) => ({ orderId, reason: "sorry" }) },
  "support.ask": { ...public_, body: { email: "ada@example.com", subject: "When?", message: "When?" } },
  "support.list": listed,
  "support.view": owned,
  "support.reply": { ...buying, agent: 404, body: { message: "And?" } },
  "support.answer": { ...staffs("orders:write"), body: { message: "Here.", version: 1 } },
  "support.assign": { ...staffs("orders:write"), body: { version: 2 } },
  "support.close": { ...staffs("orders:write"), body: { version: 3 } },
  "stock.shelves": staffs("inventory:write"),
  "stock.report": {
    ...staffs("inventory:write"),
    body: { lines: [{ productId: serum, reason: "delivery", units: 1 }] }
  },
  "stock.movements": staffs("inventory:write"),
  "stock.setOnHand": { ...staffs("inventory:write"), body: { onHand: 500 } },
  "stock.setPrice": { ...staffs("catalog:write"), body: { price: 9.95 } },
  "prices.list": staffs("catalog:write"),
  "prices.plan": { ...staffs("catalog:write"), body: { price: 9.95, from: "2090-01-01T00:00:00Z" } },
  "prices.change": { ...staffs("catalog:write"), body: { price: 9.95 } },
  "prices.cancel": staffs("catalog:write"),
  "promotions.list": staffs("catalog:write"),
  "promotions.create": {
    ...staffs("catalog:write"),
    body: { title: "A tenth off", benefit: { type: "percentage", percent: 10 } }
  },
  "promotions.view": staffs("catalog:write"),
  "promotions.limit": { ...staffs("catalog:write"), body: {} },
  "webhooks.renewSecret": { ...staffs("webhooks:write"), body: {} },
  "clients.list": staffs("clients:write"),
  "clients.create": { ...staffs("clients:write"), body: { clientId: "till", kind: "staff", scopes: ["orders:read"] } },
  "clients.renewSecret": { ...staffs("clients:write"), body: {} },
  "clients.remove": staffs("clients:write"),
  "imports.list": staffs("catalog:write"),
  "imports.start": { ...staffs("catalog:write"), body: "no table" },
  "imports.view": staffs("catalog:write"),
  "imports.exported": staffs("catalog:write"),
  "pictures.list": staffs("catalog:write"),
  "pictures.add": { ...staffs("catalog:write"), body: "no picture" },
  "pictures.arrange": { ...staffs("catalog:write"), body: { pictures: [] } },
  "pictures.remove": staffs("catalog:write"),
  "webhooks.receive": { ...signed, body: { event: "order.created", data: { orderId: "ord_1" } } },
  "webhooks.subscribe": { ...staffs("webhooks:write"), body: { url: "https://partner.example/hooks" } },
  "webhooks.subscriptions": staffs("webhooks:write"),
  "webhooks.unsubscribe": staffs("webhooks:write"),
  "webhooks.replay": {
    ...staffs("webhooks:write"),
    body: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }
  },
  "webhooks.enable": staffs("webhooks:write"),
  "webhooks.deliveries": staffs("webhooks:write"),
  "webhooks.sendAgain": staffs("webhooks:write"),
  "auth.guest": public_,
  // The token endpoints take the client's word, not a bearer's.
  "auth.token": {
    ...public_,
    broken: "in",
    body: { grant_type: "client_credentials", client_id: "demo-agent", client_secret: "demo-agent-secret" }
  },
  "auth.revoke": { ...public_, broken: "in", body: { token: "tok_unknown.secret" } },
  "payments.notification": { ...signed, body: { type: "payment.succeeded" } },
  ...Object.fromEntries(
    ["products", "product", "removeProduct", "archiveProduct", "restoreProduct", "brands", "brand", "removeBrand"].map(
      (name) => [`admin.${name}`, staffs("catalog:write")]
    )
  ),
  "admin.createProduct": {
    ...staffs("catalog:write"),
    body: { id: "x", brandId: "x", name: "X", description: "", price: 1, category: "body", gtin: "4006381333931" }
  },
  "admin.changeProduct": { ...staffs("catalog:write"), body: { price: 9.95 } },
  "admin.createBrand": { ...staffs("catalog:write"), body: { id: "x", name: "X", category: "body" } },
  "admin.changeBrand": { ...staffs("catalog:write"), body: { name: "X" } },
  "admin.consistency": staffs("admin:read"),
  "admin.flags": staffs("admin:read"),
  "admin.closeFlag": { ...staffs("admin:write"), body: { note: "seen" } },
  "admin.trail": staffs("admin:read"),
  "admin.vat": staffs("admin:read"),
  "health.live": public_,
  "health.ready": public_
}

/** They carry a signature, which the document says in words. */
const signedOnes = new Set(["payments.notification", "webhooks.receive"])

/** What they name is made by the shop alone: whoever may ask is told that there is no such thing. */
const notThere = new Set([
  "admin.closeFlag",
  "clients.remove",
  "clients.renewSecret",
  "imports.view",
  "pictures.remove",
  "prices.cancel",
  "prices.change",
  "promotions.limit",
  "promotions.view",
  "webhooks.sendAgain"
])

describe("access", () => {
  it("has a row for every operation of the contract, and for no other", () => {
    expect(Object.keys(rows).sort()).toEqual(operations.map(({ name }) => name).sort())
  })

  it("is said in the contract, and so in the OpenAPI document, as it is enforced", () => {
    for (const { isOpen, name } of operations) {
      if (!signedOnes.has(name)) expect([name, isOpen]).toEqual([name, rows[name]?.nobody === "in"])
    }
  })

  it("lets pages of other origins call what shoppers and agents may, and nothing else", () => {
    for (const { isClosed, name } of operations) {
      const { agent, nobody, shopper } = rows[name]!
      const isForStaff = ![nobody, shopper, agent].some((one) => one === "in")
      expect([name, isClosed]).toEqual([name, isForStaff || name === "auth.token"])
    }
  })

  const callers: Record<Exclude<keyof Row, "body" | "scope">, string | undefined> = {
    nobody: undefined,
    broken: "tok_0VbVkyrFurSifVWrRC7vJDK1RiBO.QUi1efrBtURwck2GnJeAYI7HqsLQTFRi3N7X-YChKeg",
    shopper: "",
    agent: "",
    staff: "",
    scopeless: ""
  }
  const ids: Record<string, string> = {
    productId: serum,
    brandId: "x",
    clientId: "nobody",
    flagId: "flg_none",
    pictureId: "none",
    planId: "none",
    promotionId: "promo_none",
    importId: "imp_none",
    eventId: "evt_none"
  }
  const idOf = (name: string): string => {
    const { [name]: id } = ids
    if (id === undefined) {
      throw new Error(`no id is known for :${name} in a path; put one of the shopper's into \`ids\``)
    }
    return id
  }
  beforeAll(async () => {
    callers.shopper = await store().guest()
    callers.agent = await store().clientToken("demo-agent")
    callers.staff = await store().clientToken("demo-staff")
    callers.scopeless = await store().clientToken("demo-agent", "orders:delegate")
    const { orderId, sessionId } = await checkOut(store(), callers.shopper)
    Object.assign(ids, { orderId, sessionId })
    // Another order of theirs has come, and goes back.
    const [token, staff] = [callers.shopper, callers.staff]
    const bought = await buy(store(), token)
    const { returnId } = await sendBack(store(), { orderId: bought, staff, token })
    const refund = await store().post("/api/refunds", { orderId: bought, amount: 1, reason: "sorry" }, { token: staff })
    const ticket = await store().post("/api/support", { email: "ada@example.com", subject: "a", message: "b" }, {
      token
    })
    const delegation = await store().post("/api/delegations", { agentId: "demo-agent" }, { token })
    Object.assign(ids, { delegationId: delegation.json.delegationId })
    Object.assign(ids, { returnId, refundId: refund.json.refundId, ticketId: ticket.json.ticketId })
  })
  const subscribe = async () => {
    const url = "https://partner.example/hooks"
    return (await store().post("/api/webhook-subscriptions", { url }, { token: callers.staff })).json.subscriptionId
  }

  for (const { method, name, path } of operations) {
    const row = rows[name]
    if (row === undefined) continue
    for (const who of Object.keys(callers) as ReadonlyArray<keyof typeof callers>) {
      it(`${name} answers ${who}: ${row[who]}`, async () => {
        // Who may, ends it.
        if (path.includes(":subscriptionId")) ids["subscriptionId"] = await subscribe()
        const answer = await store().request(method, path.replace(/:(\w+)/g, (_, id) => idOf(id)), {
          token: callers[who],
          body: typeof row.body === "function" ? row.body(ids) : row.body
        })
        switch (row[who]) {
          case "in": {
            const missing = notThere.has(name) ? [] : [404]
            return expect([401, 403, ...missing, 405, 500, 503], answer.text).not.toContain(answer.status)
          }
          case 401: {
            if (name === "webhooks.receive") return expectProblem(answer, "signature_invalid")
            expectProblem(answer, "unauthorized")
            return expect(answer.headers["www-authenticate"]).toContain("Bearer realm=")
          }
          case 403:
            return expect(expectProblem(answer, "forbidden").requiredScope).toBe(row.scope ?? "shop")
          case 404:
            return expect(answer.status).toBe(404)
        }
      })
    }
  }
})
