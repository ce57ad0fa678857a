/** The OpenAPI document: it passes a linter, tells the truth about errors, and what is generated is up to date. */
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import { defaultCategories } from "@beauty-store/domain/Catalog"
import { AcpApi } from "@beauty-store/http/acp/AcpApi"
import { acpErrorTags, rowOf, shapeOf } from "@beauty-store/http/acp/AcpErrors"
import { sourceRoot } from "@beauty-store/http/acp/Protocol"
import { Api } from "@beauty-store/http/contract/Api"
import * as ApiSchemas from "@beauty-store/http/contract/ApiSchemas"
import { examples } from "@beauty-store/http/contract/Examples"
import { listEndpoints } from "@beauty-store/http/contract/HttpApiLookup"
import { anywhere, problems } from "@beauty-store/http/contract/Problems"
import { document } from "@beauty-store/http/discovery/OpenApiDocument"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { generated } from "../scripts/generated.ts"

const root = path.join(import.meta.dirname, "..")
const policy = { ...defaultPolicy, attributes: { product: Beauty.product } }
const spec = document("https://shop.example", policy)

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
    expect(await lint(document("http://localhost:3000", policy))).toEqual([
      expect.stringContaining("no-server-example.com")
    ])
  })

  it("is linted for real: a planted fault is found", async () => {
    expect(await lint({ ...spec, paths: { ...spec["paths"], "/broken/{id}": spec["paths"]["/api"] } })).not.toEqual([])
  })

  it("has every operation of the contract, once", () => {
    // Of ACP, those that stand among the store's own paths.
    const acp = listEndpoints(AcpApi).filter(({ endpoint }) => endpoint.path.startsWith("/api/"))
    const expected = [...listEndpoints(Api), ...acp].map(({ endpoint: { method, path } }) => {
      const at = path.replace(/:(\w+)/g, "{$1}")
      return `${method.toLowerCase()} ${at === "/api/" ? "/api" : at}`
    })
    expect(operations.map(({ at, method }) => `${method} ${at}`).toSorted()).toEqual(expected.toSorted())
  })

  /** The errors that operations show, with what stands around each. */
  const shownErrors = (isShown: (at: string) => boolean) =>
    operations.filter(({ at }) => isShown(at)).flatMap(({ operation }) =>
      Object.entries<any>(operation.responses).flatMap(([status, response]) =>
        Object.entries<any>(resolved(response).content ?? {}).flatMap(([type, { schema }]) =>
          (schema.anyOf ?? [schema]).flatMap((one: any) => {
            const name: string = one.$ref?.slice("#/components/schemas/".length) ?? ""
            const codes: ReadonlyArray<string> = spec["components"].schemas[name]?.properties.code?.enum ?? []
            return codes.length === 0 ? [] : [{ name, codes, kind: `${status} ${type}` }]
          })
        )
      )
    )
  const isAcp = (at: string) => at.startsWith(sourceRoot)

  it("knows every error of ACP by the codes, status and media type that it is sent with", () => {
    const shown = shownErrors(isAcp)
    expect(new Set(shown.map(({ name }) => name)).size).toBeGreaterThan(15)
    for (const { codes, kind, name } of shown) {
      const tag = acpErrorTags.find((tag) => shapeOf(tag) === name)!
      expect([name, codes, kind]).toEqual([name, rowOf(tag).codes, `${rowOf(tag).status} application/json`])
    }
  })

  it("knows every problem by the code, status and media type that it is sent with", () => {
    const told = new Map<string, Set<string>>()
    for (const { codes: [code], kind } of shownErrors((at) => !isAcp(at))) {
      told.set(code!, (told.get(code!) ?? new Set()).add(kind))
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
    for (const value of defaultCategories) expect(category.description).toContain(value)
  })

  it("names the categories of a shop that has others, and is the same otherwise", () => {
    const other = document("https://shop.example", { ...policy, categories: ["tea", "green-tea", "cups"] })
    const text = JSON.stringify(other)
    expect(text).toContain(`"enum":["tea","green-tea","cups"]`)
    expect(text).toContain("a category: tea, green-tea or cups")
    expect(text).not.toContain("skincare")
    expect(JSON.parse(
      text.replace(`["tea","green-tea","cups"]`, JSON.stringify(defaultCategories)).replaceAll(
        "tea, green-tea or cups",
        "skincare, make-up, hair, fragrance or body"
      )
    )).toEqual(spec)
  })

  it("names the currency of a shop that has another", () => {
    const text = JSON.stringify(document("https://shop.example", { ...defaultPolicy, currency: "CHF" }))
    expect(text).toContain(`"enum":["CHF"]`)
    expect(text).toContain("CHF with at most two decimals")
    expect(text).not.toMatch(/\beuros\b|"EUR"/)
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
