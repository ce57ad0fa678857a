/** The auditor's tables follow the contract: operations that there are, and bodies as they are typed there. */
import { AcpApi } from "@beauty-store/acp/Api"
import { Api } from "@beauty-store/http/contract/Api"
import { listEndpoints, operationIdOf } from "@beauty-store/http/contract/HttpApiLookup"
import { topics } from "@beauty-store/simulation/auditor/Auditor"
import { operationOf, operations } from "@beauty-store/simulation/auditor/Operations"
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"
import { describe, expect, test } from "vitest"

/** The names of a body's fields on the wire, which tell one schema of the contract from another. */
const fieldsOf = (ast: AST.AST): ReadonlyArray<string> =>
  AST.isTypeLiteral(ast)
    ? ast.propertySignatures.map(({ name }) => String(name))
    : AST.isRefinement(ast) || AST.isTransformation(ast)
    ? fieldsOf(ast.from)
    : []

const endpoints = new Map([
  ...listEndpoints(AcpApi).map((listed) => [`acp.${operationIdOf(listed)}`, listed.endpoint] as const),
  ...listEndpoints(Api).map((listed) => [operationIdOf(listed), listed.endpoint] as const)
])

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
      if (endpoint === undefined) continue
      expect(fieldsOf(response.ast), `response to ${name}`).toEqual(fieldsOf(endpoint.successSchema.ast))
      if (request === undefined) continue
      const { ast } = Option.getOrThrow(endpoint.payloadSchema)
      expect(fieldsOf(request.ast), `request of ${name}`).toEqual(fieldsOf(ast))
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
