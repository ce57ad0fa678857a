/**
 * `/openapi.json` (contract §10): complete, consistent with the table of problems, and true of what the server answers.
 */
import { Api, open } from "@beauty-store/http/Api"
import { anywhere, problems } from "@beauty-store/http/Problems"
import * as HttpApi from "@effect/platform/HttpApi"
import { beforeAll, describe, expect, it } from "vitest"
import { useServer } from "../server.ts"

const store = useServer()

interface Operation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly [other: string]: any
}

let document: any
let operations: ReadonlyArray<Operation> = []
beforeAll(async () => {
  document = (await store().get("/openapi.json")).json
  operations = Object.entries<Record<string, any>>(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method, path }))
  )
})

/** The names of all schemas that a part of the document refers to, directly or not. */
const namesIn = (part: unknown, seen = new Set<string>()): Set<string> => {
  if (typeof part !== "object" || part === null) return seen
  for (const [key, value] of Object.entries(part)) {
    if (key !== "$ref") {
      namesIn(value, seen)
      continue
    }
    const [, , kind, name = ""] = String(value).split("/")
    const target = document.components[kind!]?.[name]
    expect(target, String(value)).toBeDefined()
    if (!seen.has(name)) {
      seen.add(name)
      namesIn(target, seen)
    }
  }
  return seen
}

describe("/openapi.json", () => {
  it("is OpenAPI 3.1, names this server, and is the same document every time", async () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info).toMatchObject({ version: "1.0.0", license: { identifier: "MIT" } })
    expect(document.servers).toEqual([{ url: store().baseUrl }])
    expect((await store().get("/openapi.json")).json).toEqual(document)
  })

  it("has every operation of the contract, and no other", () => {
    const contract: Array<string> = []
    HttpApi.reflect(Api as never, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, group }) =>
        void contract.push(
          `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, "{$1}")} ${group.identifier}.${endpoint.name}`
        )
    })
    expect(operations.map(({ method, operationId, path }) => `${method.toUpperCase()} ${path} ${operationId}`).sort())
      .toEqual(contract.sort())
  })

  it("gives every operation an id of its own, a summary, a described tag, security, a success and a 4xx", () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    const tags = new Map(document.tags.map((tag: any) => [tag.name, tag.description]))
    for (const { operationId, responses, security, summary, tags: [tag] } of operations) {
      expect(summary, operationId).toMatch(/\w/)
      expect(tags.get(tag), operationId).toMatch(/\w/)
      expect(security, operationId).toEqual(open.has(operationId) ? [{}, { bearerAuth: [] }] : [{ bearerAuth: [] }])
      expect(Object.keys(responses).some((status) => status.startsWith("2"))).toBe(true)
      expect(Object.keys(responses).some((status) => status.startsWith("4")), operationId).toBe(true)
      for (const [status, response] of Object.entries<any>(responses)) {
        if (status !== "default") expect(response.description, `${operationId} ${status}`).toMatch(/\w/)
      }
    }
    expect(document.components.securitySchemes.bearerAuth).toMatchObject({ type: "http", scheme: "bearer" })
  })

  it("declares every path parameter once, and no header twice", () => {
    for (const { operationId, parameters, path } of operations) {
      const names = parameters.map((one: any) => `${one.in} ${one.name}`)
      expect(new Set(names).size, operationId).toBe(names.length)
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`)
      expect(names.filter((name: string) => name.startsWith("path "))).toEqual(inPath)
    }
  })

  it("offers an Idempotency-Key on every mutation, and X-Shopper where a cart or an order is meant", () => {
    for (const { method, operationId, parameters, path } of operations) {
      const has = (name: string) => parameters.some((one: any) => one.name === name)
      expect(has("Idempotency-Key"), operationId).toBe(method !== "get" && operationId !== "payments.notification")
      expect(has("X-Shopper"), operationId).toBe(/^\/api\/(cart|checkout|orders)/.test(path))
    }
  })

  it("says every problem of the table, each with its code and under its status, and no problem besides", () => {
    const said = new Map<string, Set<string>>()
    const note = (status: string, response: any) => {
      const content = response.content?.["application/problem+json"]
      if (content === undefined) return
      for (const { $ref } of content.schema.anyOf ?? [content.schema]) {
        const tag = $ref.split("/").at(-1)
        said.set(tag, (said.get(tag) ?? new Set()).add(status))
      }
    }
    for (const { responses } of operations) {
      for (const [status, response] of Object.entries<any>(responses)) {
        if (status === "default") expect(response).toEqual({ $ref: "#/components/responses/Beforehand" })
        else note(status, response)
      }
    }
    note("default", document.components.responses.Beforehand)
    const before: ReadonlyArray<string> = anywhere
    expect(Object.fromEntries([...said].map(([tag, statuses]) => [tag, [...statuses]]).sort())).toEqual(
      Object.fromEntries(
        Object.entries(problems).map(([tag, { status }]) => [tag, [before.includes(tag) ? "default" : String(status)]])
          .sort()
      )
    )
    for (const [tag, { code, fieldNames }] of Object.entries(problems)) {
      const schema = document.components.schemas[tag]
      expect(schema.properties.code).toMatchObject({ enum: [code] })
      expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(["type", "title", "status", ...fieldNames]))
      expect(Object.keys(schema.properties)).not.toContain("_tag")
    }
  })

  it("prints errors as problems, and OAuth's as OAuth's", () => {
    for (const { operationId, responses } of operations) {
      for (const [status, { content }] of Object.entries<any>(responses)) {
        if (Number(status) >= 400) {
          const oauth = /^auth\.(token|revoke)$/.test(operationId) && ["400", "401"].includes(status)
          expect(Object.keys(content).includes("application/json"), `${operationId} ${status}`).toBe(
            oauth && !(operationId === "auth.revoke" && status === "401")
          )
        }
      }
    }
  })

  it("refers to nothing that is missing, and holds nothing that is unused", () => {
    expect([...namesIn(document.paths)].sort()).toEqual(
      [...Object.keys(document.components.schemas), ...Object.keys(document.components.responses)].sort()
    )
  })

  it("says of a query what it takes, as numbers where they are", () => {
    const search = operations.find(({ operationId }) => operationId === "catalog.search")!
    const schemaOf = (name: string) => search["parameters"].find((one: any) => one.name === name).schema
    expect(schemaOf("limit")).toMatchObject({ type: "integer", minimum: 1, maximum: 100 })
    expect(schemaOf("minPrice")).toMatchObject({ type: "number", minimum: 0 })
    expect(schemaOf("sort")).toMatchObject({ enum: ["relevance", "price", "-price", "name"] })
    expect(search["parameters"].every((one: any) => one.required === false || one.in === "header")).toBe(true)
  })

  it("tells the truth: every GET without parameters answers what its schema requires", async () => {
    const token = await store().guest()
    const plain = operations.filter(({ method, path }) => method === "get" && !path.includes("{"))
    expect(plain.length).toBeGreaterThan(4)
    for (const { path, responses } of plain) {
      const answer = await store().get(path, { token })
      expect(answer.status).toBe(200)
      const name = responses["200"].content["application/json"].schema.$ref.split("/").at(-1)
      const { properties, required } = document.components.schemas[name]
      expect(Object.keys(answer.json)).toEqual(expect.arrayContaining(required))
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(answer.json)))
    }
  })
})
