/**
 * Who may do what (contract §3): one row for every operation of the contract, and every kind of caller sent to each.
 * An operation that is added without a row fails here.
 */
import { Api, open } from "@beauty-store/http/Api"
import * as HttpApi from "@effect/platform/HttpApi"
import { beforeAll, describe, expect, it } from "vitest"
import { useServer } from "../server.ts"
import { expectProblem } from "./problem.ts"
import { checkOut, checkoutBody, product } from "./purchase.ts"

const store = useServer()

interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
}
const operations: Array<Operation> = []
HttpApi.reflect(Api as never, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, group }) =>
    void operations.push({ name: `${group.identifier}.${endpoint.name}`, method: endpoint.method, path: endpoint.path })
})

/** `in`: the rule lets them pass, whatever the operation then answers. */
type Outcome = "in" | 401 | 403 | 404
interface Row {
  readonly body?: unknown
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
const signed: Row = { nobody: 401, shopper: 401, agent: 401, staff: 401, scopeless: 401, broken: 401 }

/** The ids in the paths are the shopper's own. */
const rows: Readonly<Record<string, Row>> = {
  "catalog.catalog": public_,
  "catalog.search": public_,
  "catalog.product": public_,
  "catalog.inventory": public_,
  "cart.view": cart,
  "cart.add": { ...cart, body: { productId: product } },
  "cart.set": { ...cart, body: { quantity: 1 } },
  "cart.remove": cart,
  "cart.empty": cart,
  "checkout.start": { ...buying, body: checkoutBody },
  "checkout.session": { ...buying, agent: 404 },
  "orders.list": buying,
  "orders.order": { nobody: 401, shopper: "in", agent: 404, staff: "in", scopeless: 403, broken: 401 },
  "auth.guest": public_,
  // The token endpoints take the client's word, not a bearer's.
  "auth.token": {
    ...public_,
    broken: "in",
    body: { grant_type: "client_credentials", client_id: "demo-agent", client_secret: "demo-agent-secret" }
  },
  "auth.revoke": { ...public_, broken: "in", body: { token: "tok_unknown.secret" } },
  "payments.notification": { ...signed, body: { type: "payment.succeeded" } },
  "health.live": public_,
  "health.ready": public_
}

describe("access", () => {
  it("has a row for every operation of the contract, and for no other", () => {
    expect(Object.keys(rows).sort()).toEqual(operations.map(({ name }) => name).sort())
  })

  it("is said in the OpenAPI document as it is enforced", () => {
    for (const [name, { nobody }] of Object.entries(rows)) {
      if (name !== "payments.notification") expect([name, open.has(name)]).toEqual([name, nobody === "in"])
    }
  })

  const callers: Record<Exclude<keyof Row, "body">, string | undefined> = {
    nobody: undefined,
    broken: "tok_0VbVkyrFurSifVWrRC7vJDK1RiBO.QUi1efrBtURwck2GnJeAYI7HqsLQTFRi3N7X-YChKeg",
    shopper: "",
    agent: "",
    staff: "",
    scopeless: ""
  }
  const ids: Record<string, string> = { productId: product }
  beforeAll(async () => {
    callers.shopper = await store().guest()
    callers.agent = await store().clientToken("demo-agent")
    callers.staff = await store().clientToken("demo-staff")
    callers.scopeless = await store().clientToken("demo-agent", "orders:delegate")
    const { orderId, sessionId } = await checkOut(store(), callers.shopper)
    Object.assign(ids, { orderId, sessionId })
  })

  for (const { method, name, path } of operations) {
    const row = rows[name]
    if (row === undefined) continue
    for (const who of Object.keys(callers) as ReadonlyArray<keyof typeof callers>) {
      it(`${name} answers ${who}: ${row[who]}`, async () => {
        const answer = await store().request(method, path.replace(/:(\w+)/g, (_, id) => ids[id]!), {
          token: callers[who],
          body: row.body
        })
        switch (row[who]) {
          case "in":
            return expect([401, 403, 404, 405, 500, 503], answer.text).not.toContain(answer.status)
          case 401: {
            expectProblem(answer, "unauthorized")
            return expect(answer.headers["www-authenticate"]).toContain("Bearer realm=")
          }
          case 403:
            return expect(expectProblem(answer, "forbidden").requiredScope).toBe("shop")
          case 404:
            return expect(answer.status).toBe(404)
        }
      })
    }
  }
})
