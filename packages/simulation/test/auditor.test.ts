/** The auditor's tables follow the contract: operations that there are, and bodies as they are typed there. */
import { Api } from "@beauty-store/http/contract/Api"
import { topics } from "@beauty-store/simulation/auditor/Auditor"
import { operationOf, operations } from "@beauty-store/simulation/auditor/Operations"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { describe, expect, test } from "vitest"

const identifierOf = ({ ast }: Schema.Schema.All): string | undefined =>
  Option.getOrUndefined(AST.getIdentifierAnnotation(ast))

const endpoints = new Map(
  Object.values(Api.groups).flatMap(({ endpoints, identifier }) =>
    Object.values(endpoints).map((endpoint) => [`${identifier}.${String(endpoint.name)}` as string, endpoint] as const)
  )
)

describe("the auditor", () => {
  const rules = topics.flatMap((rules) => Object.entries(rules))

  test("has rules for operations that there are", () => {
    const names = new Set(operations.map(({ name }) => name))
    expect(rules.map(([name]) => name).filter((name) => !names.has(name))).toEqual([])
    expect(rules.length).toBeGreaterThan(30)
  })

  test("types the bodies of each operation by the schemas that the contract has for it", () => {
    for (const [name, { request, response }] of rules) {
      const endpoint = endpoints.get(name)
      if (endpoint === undefined || response === undefined) continue
      expect(identifierOf(response), `response to ${name}`).toBe(identifierOf(endpoint.successSchema))
      if (request === undefined) continue
      expect(identifierOf(request), `request of ${name}`).toBe(
        identifierOf(Option.getOrThrow(endpoint.payloadSchema))
      )
    }
  })

  test.each([
    ["GET", "/api/orders/ord_1", ["orders.order", "ord_1"]],
    ["GET", "/api/orders?limit=2", ["orders.list", ""]],
    ["POST", "/api/orders/ord_1/cancel", ["orders.cancel", "ord_1"]],
    ["GET", "/api/checkout/cs_1", ["checkout.session", "cs_1"]],
    ["POST", "/api/checkout/sessions", ["acp.createCheckoutSession", ""]],
    ["POST", "/acp/checkout_sessions/cs_1/complete", ["acp.completeCheckoutSession", "cs_1"]],
    ["POST", "/checkout/continue/1", ["POST /checkout/continue/1", ""]]
  ])("takes %s %s for %s", (method, path, operation) => {
    expect(operationOf(method, path)).toEqual(operation)
  })
})
