/** The OpenAPI document: it passes a linter, tells the truth about errors, and what is generated is up to date. */
import { Category } from "@beauty-store/domain/Catalog"
import { routes } from "@beauty-store/http/acp/AcpRoutes"
import { Api } from "@beauty-store/http/contract/Api"
import * as ApiSchemas from "@beauty-store/http/contract/ApiSchemas"
import { examples } from "@beauty-store/http/contract/Examples"
import { anywhere, problems } from "@beauty-store/http/contract/Problems"
import { document } from "@beauty-store/http/discovery/OpenApiDocument"
import * as HttpApi from "@effect/platform/HttpApi"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { generated } from "../scripts/generated.ts"

const root = path.join(import.meta.dirname, "..")
const spec = document("https://shop.example", "Beauty Store")

const lint = async (json: object): Promise<ReadonlyArray<string>> => {
  const config = await createConfig({ extends: ["recommended"] })
  const found = await lintFromString({ source: JSON.stringify(json), absoluteRef: "/openapi.json", config })
  return found.map(({ location, message, ruleId, severity }) =>
    `${severity} ${ruleId}: ${message} (${location.map((one) => one.pointer).join(", ")})`
  )
}

/** A response, followed to where it stands. */
const resolved = (response: any) =>
  response.$ref === undefined
    ? response
    : spec["components"].responses[response.$ref.slice("#/components/responses/".length)]

const operations = Object.entries<Record<string, any>>(spec["paths"]).flatMap(([at, item]) =>
  Object.entries(item).map(([method, operation]) => ({ at, method, operation }))
)

describe("the OpenAPI document", () => {
  it("passes all of Redocly's recommended rules, without a warning", async () => {
    expect(await lint(spec)).toEqual([])
  })

  it("of a store on this machine gets one warning, for its address", async () => {
    expect(await lint(document("http://localhost:3000", "Beauty Store"))).toEqual([
      expect.stringContaining("no-server-example.com")
    ])
  })

  it("is linted for real: a planted fault is found", async () => {
    expect(await lint({ ...spec, paths: { ...spec["paths"], "/broken/{id}": spec["paths"]["/api"] } })).not.toEqual([])
  })

  it("has every operation of the contract, once", () => {
    const expected: Array<string> = []
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint }) => {
        const at = endpoint.path.replace(/:(\w+)/g, "{$1}")
        expected.push(`${endpoint.method.toLowerCase()} ${at === "/api/" ? "/api" : at}`)
      }
    })
    for (const { method, path } of routes.filter(({ path }) => path.startsWith("/api/"))) {
      expected.push(`${method.toLowerCase()} ${path.replace(/:(\w+)/g, "{$1}")}`)
    }
    expect(operations.map(({ at, method }) => `${method} ${at}`).toSorted()).toEqual(expected.toSorted())
  })

  it("knows every problem by the code, status and media type that it is sent with", () => {
    const told = new Map<string, Set<string>>()
    for (const { operation } of operations) {
      for (const [status, response] of Object.entries<any>(operation.responses)) {
        for (const [type, { schema }] of Object.entries<any>(resolved(response).content ?? {})) {
          for (const one of schema.anyOf ?? [schema]) {
            const name = one.$ref?.slice("#/components/schemas/".length) ?? ""
            const code = spec["components"].schemas[name]?.properties.code?.enum?.[0]
            if (code !== undefined) told.set(code, (told.get(code) ?? new Set()).add(`${status} ${type}`))
          }
        }
      }
    }
    // What no operation answers, because it is not known yet which one was meant, is the default of all of them.
    const before: ReadonlyArray<string> = anywhere
    expect(Object.fromEntries([...told].map(([code, kinds]) => [code, [...kinds]]))).toEqual(
      Object.fromEntries(
        Object.values(problems).map(({ code, status, tag }) => [
          code,
          [`${before.includes(tag) ? "default" : status} application/problem+json`]
        ])
      )
    )
  })

  it("describes what it takes in the store's words, not in the library's", () => {
    expect(JSON.stringify(spec)).not.toContain("character(s)")
    const { parameters } = spec["paths"]["/api/products"].get
    const category = parameters.find(({ name }: { readonly name: string }) => name === "category")
    for (const value of Category.literals) expect(category.description).toContain(value)
  })

  it("forbids no further fields, in requests or in answers", () => {
    expect(JSON.stringify(spec)).not.toContain("additionalProperties")
  })

  it.each(Object.entries(examples))("shows an example of %s that has its shape", (name, example) => {
    const schema = (ApiSchemas as unknown as Record<string, Schema.Schema<unknown>>)[name]!
    expect(Schema.is(Schema.encodedSchema(schema))(example)).toBe(true)
    expect(() => Schema.decodeUnknownSync(schema)(example)).not.toThrow()
    expect(JSON.stringify(spec)).toContain(JSON.stringify(example))
  })
})

describe("what is generated", () => {
  it.each(Object.entries(generated))("%s is up to date (else: npm run openapi)", (name, next) => {
    const now = readFileSync(path.join(root, name), "utf8")
    expect(next(now)).toBe(now)
  })
})
