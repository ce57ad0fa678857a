/**
 * Every operation and every page has a rule of access, which agrees with the contract; and the rules say what each twin
 * of a request gets.
 */
import { AcpApi } from "@beauty-store/acp/Api"
import { Api } from "@beauty-store/http/contract/Api"
import { listEndpoints, operationIdOf } from "@beauty-store/http/contract/HttpApiLookup"
import { pageRoutes } from "@beauty-store/http/internal/discovery/PageRoutes"
import { ReadinessApi } from "@beauty-store/readiness/api/ReadinessApi"
import { expect, test } from "vitest"
import { accessRules, contracted, pageRules } from "../src/auditor/AccessRules.ts"
import { Audit } from "../src/auditor/Audit.ts"
import { keepsResponse, plansDeletion } from "../src/auditor/Idempotency.ts"
import { answered, disguises, expectedOf, lacking } from "../src/auditor/Twins.ts"
import { Disk } from "../src/engine/Disk.ts"

const documented = new Map([
  ...listEndpoints(AcpApi).map((listed) => [`acp.${operationIdOf(listed)}`, listed.endpoint] as const),
  ...listEndpoints(Api).map((listed) => [operationIdOf(listed), listed.endpoint] as const),
  ...listEndpoints(ReadinessApi).map((listed) => [operationIdOf(listed), listed.endpoint] as const)
])

test("every operation has a rule of access, and every rule an operation", () => {
  expect(Object.keys(accessRules).sort()).toEqual([...documented.keys()].sort())
})

test("an operation that anyone may call needs no scope of a caller without a token", () => {
  for (const [operation, { isOpen, isPublic, readsToken }] of contracted) {
    const { needs, whose } = accessRules[operation as keyof typeof accessRules]
    const isForAnyone = (needs("shopper") === undefined && whose !== "owner alone") || operation.startsWith("cart.")
    expect({ operation, isOpen }).toEqual({ operation, isOpen: isForAnyone })
    if (isPublic) expect({ operation, whose }).toEqual({ operation, whose: "everybody" })
    if (whose === "sender") expect({ operation, readsToken }).toEqual({ operation, readsToken: false })
  }
})

test("what belongs to somebody is named by an id, and no other operation of a caller's has one but for products", () => {
  for (const [operation, endpoint] of documented) {
    const { whose } = accessRules[operation as keyof typeof accessRules]
    const hasId = /:(?!productId)\w+/.test(endpoint.path)
    if (operation === "returns.request") continue
    if (whose === "owner" || whose === "owner alone") expect({ operation, hasId }).toEqual({ operation, hasId: true })
    if (whose === "caller" || whose === "new") expect({ operation, hasId }).toEqual({ operation, hasId: false })
  }
})

test("every page that depends on the request has a rule, and every rule a page", () => {
  const served = pageRoutes.filter((route) => "serve" in route).map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(pageRules).sort()).toEqual(served.sort())
})

test("a page with a parameter that is a permission asks for it", () => {
  for (const [page, rule] of Object.entries(pageRules)) {
    if (/:(?:token|capability|handover)/.test(page)) expect({ page, rule }).toEqual({ page, rule: "capability" })
  }
})

test.each(
  [
    ["refunds.view", "GET", "shopper", "another guest", { status: 404 }],
    ["returns.cancel", "POST", "shopper", "another guest", { status: 404 }],
    ["returns.cancel", "POST", "shopper", "lesser staff", { status: 403, scope: "orders:write" }],
    ["acp.completeCheckoutSession", "POST", "agent", "another agent", { status: 404 }],
    ["acp.completeCheckoutSession", "POST", "agent", "another guest", { status: 403, scope: "orders:delegate" }],
    ["acp.completeCheckoutSession", "POST", "agent", "another shopper", undefined],
    ["checkout.session", "GET", "shopper", "staff", { status: 403, scope: "shop" }],
    ["orders.order", "GET", "shopper", "staff", { status: 200, isOwn: false }],
    ["scanner.result", "GET", "agent", "another agent", { status: 404 }],
    ["scanner.result", "GET", "agent", "staff", { status: 404 }],
    ["scanner.result", "GET", "agent", "nobody", { status: 401 }],
    ["scanner.scan", "POST", "agent", "another guest", { status: 403, scope: "scanner:write" }],
    ["scanner.scan", "POST", "agent", "a lesser agent", { status: 403, scope: "scanner:write" }],
    ["scanner.scan", "POST", "agent", "another agent", undefined],
    ["sites.openPage", "POST", "agent", "another agent", { status: 404 }],
    ["sites.openPage", "POST", "agent", "staff", { status: 403, scope: "scanner:write" }],
    ["orders.order", "GET", "shopper", "nobody", { status: 401 }],
    ["orders.list", "GET", "shopper", "another agent", { status: 200, isOwn: true }],
    ["orders.list", "GET", "agent", "another shopper", { status: 200, isOwn: true }],
    ["catalog.product", "GET", undefined, "revoked", { status: 401 }],
    ["acp.getProductFeed", "GET", undefined, "revoked", undefined],
    ["checkout.start", "POST", "shopper", "another guest", undefined],
    ["stock.setPrice", "PUT", "staff", "a lesser agent", undefined],
    ["stock.setPrice", "PUT", "staff", "another agent", { status: 403, scope: "catalog:write" }]
  ] as const
)("%s by %s of a %s: %s", (operation, method, kind, disguise, expected) => {
  expect(expectedOf({ operation, method, kind }, disguise)).toEqual(expected)
})

test("a lesser role is one that lacks just the scope that is needed", () => {
  expect(lacking("refunds.give", "lesser staff")).toBe("refunds:write")
  expect(lacking("refunds.give", "staff")).toBeUndefined()
  expect(disguises.length).toBe(new Set(disguises).size)
})

test("a twin that has what the original's sender had is told so, and one that has not is not", () => {
  const rulesBroken = (status: number, etag: string, tags: string | undefined) => {
    const audit = new Audit(new Disk(), () => false)
    const original = { status: 200, headers: {}, body: "{}" }
    const response = { status, headers: { etag }, body: "" }
    const line = "GET /api/"
    const twin = {
      disguise: "staff",
      operation: "catalog.catalog",
      line,
      hasKey: false,
      tags,
      response,
      writes: []
    } as const
    answered(audit, twin, { status: 200, isOwn: false }, original)
    return audit.seen.violations.map(({ rule }) => rule)
  }
  expect(rulesBroken(200, "\"a\"", undefined)).toEqual([])
  // The price was another meanwhile, and is what it was before.
  expect(rulesBroken(304, "\"a\"", "\"b\", \"a\"")).toEqual([])
  expect(rulesBroken(304, "\"c\"", "\"b\", \"a\"")).toEqual(["twin.status"])
  expect(rulesBroken(304, "\"a\"", undefined)).toEqual(["twin.status"])
  expect(rulesBroken(401, "\"a\"", "\"a\"")).toEqual(["twin.status"])
})

test("to keep a response is to write its record and to plan when it is deleted, and no other job", () => {
  const record = `INSERT INTO idempotency (scope, key) VALUES (?, ?)`
  const job =
    `INSERT INTO job (kind, subject, run_at) VALUES (?, ?, ?) ON CONFLICT (kind, subject) DO UPDATE SET run_at = `
  const sooner = `${job}CASE WHEN job.run_at < excluded.run_at THEN job.run_at ELSE excluded.run_at END, attempts = 0`
  const texts = [record, sooner, `${job}excluded.run_at, attempts = 0`, "UPDATE orders SET status = ?"]
  expect(texts.map(keepsResponse)).toEqual([true, true, false, false])
  expect(texts.map(plansDeletion)).toEqual([false, true, false, false])
})
