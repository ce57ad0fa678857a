/** The OpenAPI document: it passes a linter, tells the truth about errors, and what is generated is up to date. */
import { sourceRoot } from "@beauty-store/acp/Acp"
import { AcpApi, storeSessions } from "@beauty-store/acp/Api"
import { errorTags, rowOf, shapeOf } from "@beauty-store/acp/Errors"
import * as SessionDocument from "@beauty-store/acp/SessionDocument"
import { messageOf, published } from "@beauty-store/commerce/events/DomainEvents"
import { Message } from "@beauty-store/commerce/partners/InboundWebhooks"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import * as AddressForm from "@beauty-store/domain/AddressForm"
import { defaultCategories } from "@beauty-store/domain/Catalog"
import { BodyTypes, MediaTypes } from "@beauty-store/http/contract/Annotations"
import { Api } from "@beauty-store/http/contract/Api"
import { examplesOf } from "@beauty-store/http/contract/Examples"
import { fieldTexts } from "@beauty-store/http/contract/FieldTexts"
import { listEndpoints, schemasOf } from "@beauty-store/http/contract/HttpApiLookup"
import { anywhere, problems } from "@beauty-store/http/contract/Problems"
import * as ShippingSchemas from "@beauty-store/http/contract/ShippingSchemas"
import { document } from "@beauty-store/http/discovery/OpenApiDocument"
import * as ReadinessDocument from "@beauty-store/readiness/api/ReadinessDocument"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { generated } from "../scripts/generated.ts"

const root = path.join(import.meta.dirname, "..")
const sessions = await SessionDocument.documented()
const further = [sessions, await ReadinessDocument.documented()]
/** Those of the platform beside the store have a test of their own. */
const examples = { ...examplesOf({}, "EUR"), ...sessions.examples }
const policy = { ...defaultPolicy, attributes: { product: Beauty.product }, further }
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

/** The schemas that have an example: of requests, successes and messages, as far as the document has them. */
const exampled: ReadonlyArray<AST.AST> = [
  ...[...listEndpoints(Api), ...listEndpoints(AcpApi).filter(({ group }) => group === storeSessions)].flatMap(
    ({ endpoint }) => {
      const { payloadSchema, successSchema } = schemasOf(endpoint)
      const isFile = Context.get(endpoint.annotations, BodyTypes) !== undefined
      const isJson = Context.get(endpoint.annotations, MediaTypes)[0] === "application/json"
      return [
        ...isJson ? [successSchema.ast] : [],
        ...isFile ? [] : Option.toArray(payloadSchema).map(({ ast }) => ast)
      ]
    }
  ),
  ...Message.members.map(({ ast }) => ast),
  ...published.map((type) => messageOf(type).ast)
]

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
    const others = further.flatMap(({ endpoints }) => endpoints)
    // Of ACP, those that stand among the store's own paths.
    const acp = listEndpoints(AcpApi).filter(({ endpoint }) => endpoint.path.startsWith("/api/"))
    for (const { endpoint } of acp) expect(others.map((one) => one.endpoint)).toContain(endpoint)
    const expected = [...listEndpoints(Api), ...others].map(({ endpoint: { method, path } }) => {
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
            const codes: ReadonlyArray<string> = spec["components"].schemas[name]?.properties?.code?.enum ?? []
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
      const tag = errorTags.find((tag) => shapeOf(tag) === name)!
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
    expect(JSON.stringify(spec)).not.toMatch(/character\(s\)|item\(s\)|matching the pattern|will be trimmed/)
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
      ).replaceAll(`"category":"tea"`, `"category":"skincare"`)
        // In the examples of tables.
        .replace(",tea,9.90", ",skincare,9.90").replace(
          String.raw`\"category\":\"tea\"`,
          String.raw`\"category\":\"skincare\"`
        )
    )).toEqual(spec)
  })

  it("says that amounts are in the shop's currency, and names it where it has a field", () => {
    // Words of inputs are those of refusals, and the explanations of errors those of /problems.
    expect(JSON.stringify(spec)).not.toMatch(/\beuros?\b/i)
    expect(JSON.stringify(spec["paths"]["/api/products"].get.parameters))
      .toContain("an amount in the shop's currency, from 0 to")
    const text = JSON.stringify(document("https://shop.example", { ...defaultPolicy, currency: "CHF" }))
    expect(text).toContain(`"enum":["CHF"]`)
    expect(text).not.toMatch(/\beuros?\b|"EUR"/i)
  })

  it("forbids no further fields, in requests or in answers", () => {
    expect(JSON.stringify(spec)).not.toContain(`"additionalProperties":false`)
  })

  it("has an example of every request, every success and every message that has its shape, and of nothing else", async () => {
    const plain = JSON.stringify(document("https://shop.example", { ...defaultPolicy, further: [sessions] }))
    const seen = new Set<string>()
    for (const ast of exampled) {
      const schema = Schema.make<unknown>(ast)
      const name = Option.getOrElse(AST.getJSONIdentifier(ast), () => String(ast))
      seen.add(name)
      const example = examples[name]
      expect(example, name).toBeDefined()
      expect(Schema.is(Schema.encodedSchema(schema))(example), name).toBe(true)
      await Effect.runPromise(
        // ACP's own schemas have more fields than the store reads.
        Schema.decodeUnknown(schema, { onExcessProperty: name.startsWith("Acp") ? "ignore" : "error" })(example).pipe(
          Effect.provideService(ShippingSchemas.ShippingMethods, ["standard", "express"]),
          Effect.provideService(ShippingSchemas.AddressReader, AddressForm)
        )
      )
      expect(plain, name).toContain(JSON.stringify(example))
    }
    expect([...seen, "text/csv", "application/jsonl"].toSorted()).toEqual(Object.keys(examples).toSorted())
  })

  it("has the examples of a shop in its currency, with that one's decimals", () => {
    const yen = document("https://shop.example", { ...defaultPolicy, currency: "JPY", further: [sessions] })
    const exampleOf = (path: string, method: string): any =>
      yen["paths"][path][method].responses["200"].content["application/json"].example
    expect(exampleOf("/api/orders/{orderId}", "get")).toMatchObject({
      subtotal: 2980,
      shipping: 495,
      total: 3475,
      vat: [{ rate: 19, net: 2920, vat: 555, gross: 3475 }],
      currency: "JPY"
    })
    expect(exampleOf("/api/products/{productId}", "get")).toMatchObject({
      price: 1490,
      size: { value: 30, unit: "ml" }
    })
    const text = JSON.stringify(yen)
    expect(text).toContain(",990,120")
    expect(text).toContain(`"data":{"orderId":"ord_0VbVkFhC5ryHqVAnJNIC9eeYtKn0","amount":3475,"currency":"JPY"`)
    // Amounts are all that has decimals.
    expect(text.match(/"(?!rate|rates|score|percent)[a-zA-Z]+":\d+\.\d+/g) ?? []).toEqual([])
  })

  it("shows an example with every body of JSON that is sent or succeeds", () => {
    const media = operations.flatMap(({ operation }) => [
      ...Object.entries<any>(operation.requestBody?.content ?? {}),
      ...Object.entries<any>(operation.responses).flatMap(([status, { content }]) =>
        status.startsWith("2") ? Object.entries<any>(content) : []
      )
    ])
    expect(media.length).toBeGreaterThan(80)
    for (const [type, { example, examples }] of media) {
      if (!type.endsWith("json") && !type.endsWith("urlencoded")) {
        expect(type).toMatch(/^text\/(html|csv)$|^application\/(pdf|jsonl)$|^image\//)
      } else expect(example ?? Object.values(examples ?? {})[0]).toBeDefined()
    }
  })

  it("describes each success in words of its own, and each problem by its own", () => {
    const successes = operations.map(({ operation }) => operation.responses["200"].description)
    for (const words of successes) expect(words).toMatch(/^[A-Z].+\.$/)
    expect(new Set(successes).size).toBe(successes.length)
    const described = Object.values(problems).map(({ tag }) => spec["components"].schemas[tag]?.description)
      .filter((words) => words !== undefined)
    expect(new Set(described).size).toBe(described.length)
    expect(described.length).toBeGreaterThan(50)
  })

  it("names operations as functions of a generated client are called", () => {
    const ids = [
      ...operations.map(({ operation }) => operation.operationId),
      ...Object.values<any>(spec["webhooks"]).map(({ post }) => post.operationId)
    ]
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(["listOrders", "addToCart", "createCheckoutSession", "onOrderShipped"]))
  })

  it("says defaults of requests in words, because generators would have clients send what has the keyword", () => {
    const requests = operations.flatMap(({ operation }) => {
      const name = operation.requestBody?.content["application/json"]?.schema.$ref?.split("/").at(-1)
      return name === undefined ? [] : [spec["components"].schemas[name]]
    })
    expect(JSON.stringify(requests)).not.toContain(`"default":`)
    for (const words of ["default: 1", "default: unopened", "default: standard", "default: true"]) {
      expect(JSON.stringify(requests)).toContain(words)
    }
    const other = document("https://shop.example", { ...policy, methods: ["courier", "pickup"] })
    expect(JSON.stringify(other)).toContain("courier or pickup; default: courier")
  })

  it("describes the operation that receives partners' messages as what it is: signed, one of several forms", () => {
    const { parameters, requestBody, security } = spec["paths"]["/api/webhooks"].post
    expect(parameters.map(({ in: at, name, required }: any) => [at, name, required])).toEqual(
      ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => ["header", name, true])
    )
    expect(security).toEqual([{}])
    expect(Object.keys(requestBody.content["application/json"].examples)).toEqual([
      "order.created",
      "order.shipped",
      "order.delivered",
      "return.initiated"
    ])
    const { discriminator, oneOf } = spec["components"].schemas.PartnerMessage
    expect(Object.values(discriminator.mapping)).toEqual(oneOf.map(({ $ref }: any) => $ref))
    expect(Object.keys(spec["webhooks"])).toEqual(published)
  })

  it("has receipts in all their media types", () => {
    const { content, headers } = spec["paths"]["/api/orders/{orderId}/receipt"].get.responses["200"]
    expect(Object.keys(content)).toEqual(["application/json", "text/html", "application/pdf"])
    expect(headers).toHaveProperty("Vary")
  })

  it("says that changes and refusals may name unknown fields", () => {
    const { schemas } = spec["components"]
    const placed = spec["paths"]["/api/orders"].post.responses["200"].content["application/json"].schema
    expect(placed.allOf).toEqual([
      { $ref: "#/components/schemas/Order" },
      { $ref: "#/components/schemas/RequestMessages" }
    ])
    for (const name of ["RequestMessages", "InvalidRequest", "ProductNotFound"]) {
      expect(schemas[name].properties.messages.items).toEqual({ $ref: "#/components/schemas/UnknownField" })
      expect(schemas[name].required ?? []).not.toContain("messages")
    }
    expect(JSON.stringify(schemas.Cart.properties.messages)).toContain("UnknownField")
    expect(spec["paths"]["/api/auth/token"].post.responses["200"].content["application/json"].schema).toEqual({
      $ref: "#/components/schemas/AccessToken"
    })
  })

  it("has the words of every field that has some", () => {
    for (const [name, texts] of Object.entries(fieldTexts)) {
      const shown = JSON.stringify(spec["components"].schemas[name])
      for (const text of Object.values(texts)) expect(shown, name).toContain(JSON.stringify(text))
    }
  })
})

describe("what is generated", () => {
  it.each(Object.entries(generated))("%s is up to date (else: npm run openapi)", (name, next) => {
    const now = readFileSync(path.join(root, name), "utf8")
    expect(next(now)).toBe(now)
  })
})
