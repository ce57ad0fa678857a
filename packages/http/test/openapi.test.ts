/**
 * `/openapi.json` as the server sends it (docs/specification.md#descriptors): complete, without loose ends, and true of
 * what the server answers. That the document lints and tells of every problem is proved in `openapi.test.ts` beside
 * this folder.
 */
import { OpenToAnyone, says } from "@beauty-store/http/contract/Annotations"
import { Api } from "@beauty-store/http/contract/Api"
import { listEndpoints, operationIdOf } from "@beauty-store/http/contract/HttpApiLookup"
import { textOf } from "@beauty-store/http/contract/OperationTexts"
import { fieldTexts } from "@beauty-store/http/internal/contract/FieldTexts"
import { ReadinessApi } from "@beauty-store/readiness/api/ReadinessApi"
import { beforeAll, describe, expect, it } from "vitest"
import { useShop } from "../../../test/shop/server.ts"

const store = useShop()

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
    if (!seen.has(`${kind}/${name}`)) {
      seen.add(`${kind}/${name}`)
      namesIn(target, seen)
    }
  }
  return seen
}

const open = new Set(
  [...listEndpoints(Api), ...listEndpoints(ReadinessApi)].filter(({ endpoint }) => says(endpoint, OpenToAnyone))
    .map((one) => (textOf(operationIdOf(one)) ?? { id: "getPlatform" }).id)
)

/** What a client may send: the schemas of parameters and bodies, each by its place, with what stands beside it. */
const inputsOf = (part: any, place: string, description?: string, seen = new Set<string>()): ReadonlyArray<{
  readonly place: string
  readonly schema: any
  readonly words: string
}> => {
  if (part === undefined) return []
  if (part.$ref !== undefined) {
    const name = part.$ref.split("/").at(-1)
    if (seen.has(name)) return []
    seen.add(name)
    return inputsOf(document.components.schemas[name], name, description, seen)
  }
  const words = part.description ?? description ?? ""
  return [
    { place, schema: part, words },
    ...Object.entries(part.properties ?? {}).flatMap(([name, one]) =>
      inputsOf(one, `${place}.${name}`, undefined, seen)
    ),
    ...inputsOf(part.items, place, undefined, seen),
    ...["anyOf", "oneOf", "allOf"].flatMap((key) =>
      (part[key] ?? []).flatMap((one: any) => inputsOf(one, place, words, seen))
    )
  ]
}

describe("/openapi.json", () => {
  it("says the limits of what may be sent in words, which are those of a refusal", () => {
    const seen = new Set<string>()
    const inputs = operations.flatMap((operation) => [
      ...(operation["parameters"] ?? []).filter((one: any) => one.in === "query")
        .flatMap((one: any) => inputsOf(one.schema, `?${one.name}`, one.description, seen)),
      ...Object.values<any>(operation["requestBody"]?.content ?? {})
        .flatMap(({ schema }) => inputsOf(schema, operation.operationId, undefined, seen))
    ])
    const silent = inputs.filter(({ place, schema, words }) => {
      const [shape = "", ...path] = place.split(".")
      // What a field means may stand here in place of what it has to be.
      if (fieldTexts[shape]?.[path.join(".")] !== undefined) return false
      return [schema.maxLength, schema.maximum, schema.maxItems].some((most) =>
        most !== undefined && !words.includes(String(most))
      )
    })
    // Nothing that long is one.
    expect(silent.map(({ place }) => place)).toEqual(["ShippingAddress.postcode", "ShippingAddress.country"])
    expect(inputs.length).toBeGreaterThan(100)
  })

  it("is OpenAPI 3.1, names this server, and is the same document every time", async () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info).toMatchObject({ version: "1.0.0", license: { identifier: "MIT" } })
    expect(document.servers).toEqual([{ url: store().baseUrl }])
    expect((await store().get("/openapi.json")).json).toEqual(document)
  })

  it("gives every operation an id of its own, a summary, a described tag, security, a success and a 4xx", () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    const tags = new Map(document.tags.map((tag: any) => [tag.name, tag.description]))
    for (const { operationId, responses, security, summary, tags: [tag] } of operations) {
      expect(summary, operationId).toMatch(/\w/)
      expect(tags.get(tag), operationId).toMatch(/\w/)
      expect(security.some((one: object) => Object.keys(one).length === 0), operationId).toBe(open.has(operationId))
      expect(Object.keys(responses).some((status) => status.startsWith("2"))).toBe(true)
      expect(Object.keys(responses).some((status) => status.startsWith("4")), operationId).toBe(true)
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
      const isMessage = operationId === "receivePaymentNotification" || operationId === "receiveWebhook"
      expect(has("Idempotency-Key"), operationId).toBe(method !== "get" && !isMessage)
      expect(has("X-Shopper"), operationId).toBe(/^\/api\/(cart|checkout|orders)/.test(path))
    }
  })

  it("refers to nothing that is missing, and holds nothing that is unused", () => {
    expect([...namesIn({ ...document.paths, ...document.webhooks })].sort()).toEqual(
      ["schemas", "responses", "headers"]
        .flatMap((kind) => Object.keys(document.components[kind]).map((name) => `${kind}/${name}`))
        .sort()
    )
  })

  it("says of a query what it takes, as numbers where they are", () => {
    const search = operations.find(({ operationId }) => operationId === "searchProducts")!
    const schemaOf = (name: string) => search["parameters"].find((one: any) => one.name === name).schema
    expect(schemaOf("limit")).toMatchObject({ type: "integer", minimum: 1, maximum: 100 })
    expect(schemaOf("minPrice")).toMatchObject({ type: "number", minimum: 0 })
    expect(schemaOf("sort")).toMatchObject({ enum: ["relevance", "price", "-price", "name", "newest", "popularity"] })
    expect(search["parameters"].every((one: any) => one.required === false || one.in === "header")).toBe(true)
  })

  it("tells the truth: every GET without parameters answers what its schema requires", async () => {
    const tokens = [await store().guest(), await store().clientToken("demo-staff")]
    const plain = operations.filter(({ method, path, responses }) =>
      method === "get" && !path.includes("{") && responses["200"].content["application/json"] !== undefined
    )
    expect(plain.length).toBeGreaterThan(4)
    for (const { path, responses } of plain) {
      const token = path === "/api/webhook-subscriptions" || path.startsWith("/api/admin/") ? tokens[1] : tokens[0]
      const answer = await store().get(path, { token })
      expect(answer.status).toBe(200)
      const name = responses["200"].content["application/json"].schema.$ref.split("/").at(-1)
      const { properties, required } = document.components.schemas[name]
      expect(Object.keys(answer.json)).toEqual(expect.arrayContaining(required))
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(answer.json)))
    }
  })
})
