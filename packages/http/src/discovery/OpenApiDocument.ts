/**
 * `/openapi.json` and `/docs`: printed from the contracts, with facts that their types cannot express: headers of
 * requests and responses, the form of errors on the wire, examples, the licence. Of ACP it has the operations among the
 * store's own paths.
 *
 * The rule: nothing is listed twice. Paths, shapes, errors and security come from `Api` and `AcpApi`, the descriptions
 * of errors from `Problems` and `AcpErrors`; this module only prints them as OpenAPI. The document passes Redocly's
 * recommended rules. Therefore it lists the catalogue as `/api`: a path may not end in a slash, and the store serves
 * both.
 *
 * Follows docs/specification.md#descriptors.
 */
import type { Definition } from "@beauty-store/domain/Attribute"
import { defaultCategories } from "@beauty-store/domain/Catalog"
import * as Money from "@beauty-store/domain/Money"
import { defaultMethods } from "@beauty-store/domain/Shipping"
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import * as JSONSchema from "effect/JSONSchema"
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"
import { AcpApi, storeSessions } from "../acp/AcpApi.ts"
import { type AcpErrorTag, acpErrorTags, rowOf, shapeOf } from "../acp/AcpErrors.ts"
import { sourceRoot } from "../acp/Protocol.ts"
import { OpenToAnyone, PublicResponse, says, TakesForms, WithoutIdempotencyKey } from "../contract/Annotations.ts"
import { Api } from "../contract/Api.ts"
import { anyOf } from "../contract/ApiSchemas.ts"
import { examples } from "../contract/Examples.ts"
import { groupsOf, listEndpoints, operationIdOf } from "../contract/HttpApiLookup.ts"
import { anywhere, problems } from "../contract/Problems.ts"
import { clientSecret } from "../contract/Security.ts"
import { type Definitions, definitionsIn, shapes } from "../contract/VisibleAttributes.ts"
import { eventWebhooks } from "./EventWebhooks.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- the library prints JSON whose types say little
type Json = Record<string, any>

const schemaPath = "#/components/schemas/"
const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "A key of the client's choice, preferably a UUID: the same request sent again has no second effect.",
  schema: { type: "string", minLength: 1, maxLength: 255 }
}
const shopper = {
  name: "X-Shopper",
  in: "header",
  required: false,
  description: "An agent's own reference to the person it shops for: each has a cart of its own.",
  schema: { type: "string", minLength: 1, maxLength: 128 }
}
const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of an earlier response.",
  schema: { type: "string" }
}

const headers = {
  ETag: { description: "A strong validator of this response.", schema: { type: "string" } },
  IdempotentReplayed: {
    description: "`true`: the earlier response of this key. Nothing was done again.",
    schema: { type: "string", enum: ["true"] }
  },
  RequestId: { description: "Finds this request in the log.", schema: { type: "string" } },
  RetryAfter: { description: "Seconds to wait before the same request is sent again.", schema: { type: "integer" } },
  WWWAuthenticate: { description: "How to authenticate (RFC 9110 §11.6.1).", schema: { type: "string" } }
}

/** The endpoints by the names that the library prints. */
const endpoints = new Map(
  [...listEndpoints(Api), ...listEndpoints(AcpApi)].map((listed) => [operationIdOf(listed), listed.endpoint])
)
/** Whether the contract says a fact of an operation. */
const isSaid = <Fact>(operationId: string, fact: Context.Reference<Fact, boolean>): boolean => {
  const endpoint = endpoints.get(operationId)
  return endpoint !== undefined && says(endpoint, fact)
}
const isPublic = (operationId: string): boolean => isSaid(operationId, PublicResponse)
/** Whether an operation takes an `Idempotency-Key`. */
const isKeyed = (operationId: string, mutating: boolean): boolean =>
  mutating && !isSaid(operationId, WithoutIdempotencyKey)

/** The library's own 400, which this API never sends, and schemas that only it uses. */
const unsent = ["HttpApiDecodeError", "Issue", "PropertyKey"]
/** Errors that are not listed at any operation: they are never sent, or may be sent before any operation is known. */
const unnamed: ReadonlyArray<string> = [...unsent, ...anywhere]
/** Schemas that say less than their type. */
const inlined: Json = { Int: { type: "integer" } }

/** Adapts a schema to the API: unknown fields are allowed and ignored, and the name of a check is not a title. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((one) => !names(one, unnamed)).map(plain)
  if (typeof value !== "object" || value === null) return value
  const { $ref, additionalProperties, title, ...rest } = value as Json
  const { [nameOf($ref) ?? ""]: known } = inlined
  const { description, ...alone } = rest
  const kept: Json = known !== undefined ? { ...known, ...rest } : {
    ...($ref === undefined ? {} : { $ref }),
    ...(additionalProperties === undefined || additionalProperties === false ? {} : { additionalProperties }),
    ...(title === undefined || typeof title === "string" ? {} : { title }),
    ...(description === "an integer" ? alone : rest)
  }
  const object = Object.fromEntries(Object.entries(kept).map(([key, inner]) => [key, plain(inner)]))
  return Array.isArray(object["anyOf"]) && object["anyOf"].length === 1 ? object["anyOf"][0] : object
}
const nameOf = (ref: unknown): string | undefined =>
  typeof ref === "string" && ref.startsWith(schemaPath) ? ref.slice(schemaPath.length) : undefined
const names = (value: unknown, schemas: ReadonlyArray<string>): boolean =>
  typeof value === "object" && value !== null && "$ref" in value && schemas.includes(nameOf(value.$ref) ?? "")

/** An error of a contract, as the document shows it. */
interface ShownError {
  readonly words: string
  readonly retryable: boolean
  readonly contentType: string
}

const wordsOf = (codes: ReadonlyArray<string>, title: string): string =>
  `${codes.map((code) => `\`${code}\``).join(", ")}: ${title}.`

const acpErrorOf = (tag: AcpErrorTag): readonly [string, ShownError] => {
  const { codes, retryable = false, title } = rowOf(tag)
  return [shapeOf(tag), { words: wordsOf(codes, title), retryable, contentType: "application/json" }]
}

/** Every error by the name of its shape: problem documents, and ACP's. */
const errors: ReadonlyMap<string, ShownError> = new Map([
  ...Object.values(problems).map(({ code, retryable, tag, title }): readonly [string, ShownError] => [
    tag,
    { words: wordsOf([code], title), retryable, contentType: "application/problem+json" }
  ]),
  ...acpErrorTags.map(acpErrorOf)
])
const errorOf = ({ $ref }: Json): ShownError | undefined => errors.get(nameOf($ref) ?? "")

const either = (schemas: ReadonlyArray<Json>): Json => schemas.length === 1 ? schemas[0]! : { anyOf: schemas }

/** A response of the document, from what the library printed: errors have a media type and words of their own. */
const responseOf = (status: string, response: Json, operationId: string, mutating: boolean): Json => {
  const choices = Object.values<Json>(response["content"] ?? {}).flatMap(({ schema }) => schema.anyOf ?? [schema])
  const others = choices.filter((one: Json) => errorOf(one) === undefined)
  const found = choices.flatMap((one: Json) => errorOf(one) ?? [])
  const ofType = (contentType: string): ReadonlyArray<Json> =>
    choices.filter((one: Json) => errorOf(one)?.contentType === contentType)
  const isDone = status === "200"
  const json = [...others, ...ofType("application/json")]
  const problem = ofType("application/problem+json")
  const example = others.length === 1 ? examples[nameOf(others[0]!["$ref"]) ?? ""] : undefined
  return {
    description: isDone
      ? "Done."
      : [...(others.length > 0 ? ["An error of OAuth (RFC 6749 §5.2)."] : []), ...found.map(({ words }) => words)]
        .join(" "),
    headers: {
      "X-Request-Id": header("RequestId"),
      ...(isDone && isPublic(operationId) ? { ETag: header("ETag") } : {}),
      ...(isDone && isKeyed(operationId, mutating) ? { "Idempotent-Replayed": header("IdempotentReplayed") } : {}),
      ...(found.some(({ retryable }) => retryable) ? { "Retry-After": header("RetryAfter") } : {}),
      ...(status === "401" ? { "WWW-Authenticate": header("WWWAuthenticate") } : {})
    },
    content: {
      ...(json.length > 0
        ? { "application/json": { schema: either(json), ...(example === undefined ? {} : { example }) } }
        : {}),
      ...(problem.length > 0 ? { "application/problem+json": { schema: either(problem) } } : {})
    }
  }
}

/** A response that is one error and nothing else stands among the components, once. */
const sharedName = ({ content }: Json): string | undefined => {
  const media = Object.values<Json>(content)
  const { schema } = media[0]!
  return media.length === 1 && errorOf(schema) !== undefined ? nameOf(schema.$ref) : undefined
}

const bodyOf = (body: Json, operationId: string): Json => {
  const { schema } = body["content"]["application/json"]
  const example = examples[nameOf(schema.$ref) ?? ""]
  const media = { schema, ...(example === undefined ? {} : { example }) }
  return {
    ...body,
    content: {
      "application/json": media,
      ...(isSaid(operationId, TakesForms) ? { "application/x-www-form-urlencoded": media } : {})
    }
  }
}

const operationOf = (path: string, method: string, operation: Json, shared: Json): Json => {
  const { operationId, parameters, requestBody, responses } = operation as {
    readonly operationId: string
    readonly parameters: ReadonlyArray<Json>
    readonly requestBody?: Json
    readonly responses: Readonly<Record<string, Json>>
  }
  const mutating = method !== "get"
  const shownResponses = Object.entries(responses)
    .filter(([, { content }]) => Object.values<Json>(content ?? {}).some(({ schema }) => !names(schema, unnamed)))
    .map(([status, response]) => {
      const shown = responseOf(status, response, operationId, mutating)
      const name = sharedName(shown)
      if (name === undefined) return [status, shown]
      shared[name] = shown
      return [status, { $ref: `#/components/responses/${name}` }]
    })
  return {
    ...operation,
    parameters: [
      ...parameters,
      ...(isKeyed(operationId, mutating) ? [idempotencyKey] : []),
      ...(/^\/api\/(cart|checkout|orders)/.test(path) ? [shopper] : []),
      ...(isPublic(operationId) ? [ifNoneMatch] : [])
    ],
    security: operationId === "auth.token"
      ? [{}, { clientSecret: [] }]
      : isSaid(operationId, OpenToAnyone)
      ? [{}, { bearerAuth: [] }]
      : operation["security"],
    ...(requestBody === undefined ? {} : { requestBody: bodyOf(requestBody, operationId) }),
    responses: {
      ...Object.fromEntries(shownResponses),
      // ACP prints errors of requests that reach no operation in its own words.
      ...(path.startsWith(sourceRoot) ? {} : { default: { $ref: `#/components/responses/${beforehand}` } }),
      ...(isPublic(operationId)
        ? { 304: { description: "The client's copy is still current.", headers: { ETag: header("ETag") } } }
        : {})
    }
  }
}

/** The response that every operation has by default: errors that come before the operation is known. */
const beforehand = "Beforehand"
const atFirst = responseOf(
  "default",
  { content: { any: { schema: { anyOf: anywhere.map((tag) => ({ $ref: `${schemaPath}${tag}` })) } } } },
  "",
  false
)

/** The scheme that only the token operation takes. */
const clientSecretScheme = {
  type: "http",
  scheme: "basic",
  description: Option.getOrThrow(Context.getOption(clientSecret.annotations, OpenApi.Description))
}

/** The version of the interface: documents and descriptors name it. */
export const apiVersion = "1.0.0"

/** Schemas by name, adapted to the API. */
const shown = (schemas: Json): Json =>
  Object.fromEntries(
    Object.entries<Json>(schemas)
      .filter(([name]) => !unsent.includes(name) && !(name in inlined))
      .map(([name, schema]) => [name, plain(schema)])
  )
/** What the document says of a shop, besides its contract. */
export interface DocumentedShop {
  readonly storeName: string
  readonly categories: ReadonlyArray<string>
  readonly currency: Money.Currency
  /** The methods by which it ships; default: those of the tariff. */
  readonly methods?: ReadonlyArray<string> | undefined
  /** What its products, carts and orders have besides; default: nothing. */
  readonly attributes?: Definitions | undefined
}

/** The fields that attributes add to a shape. A field with a default is in every response. */
const fieldsOf = ({ visibleSchema }: Definition, schemas: Json) => {
  const { properties } = JSONSchema.fromAST(visibleSchema.ast, {
    definitions: schemas,
    definitionPath: schemaPath,
    target: "openApi3.1"
  }) as Json
  const signatures = AST.getPropertySignatures(AST.typeAST(visibleSchema.ast))
  return {
    properties: plain(properties) as Json,
    required: Object.keys(properties).filter((_, n) => signatures[n]?.isOptional === false)
  }
}

/** The schemas, with the fields of the shop's own. */
const withOwnFields = (schemas: Json, attributes: Definitions = {}): Json => {
  const others: Json = {}
  const shaped = Object.entries(shapes).map(([name, { before }]) => {
    const { additionalProperties: _, ...schema } = schemas[name]
    const own = definitionsIn(name as keyof typeof shapes, attributes).map((one) => fieldsOf(one, others))
    const inserted = <A>(fields: ReadonlyArray<A>, isPlace: (field: A) => boolean, more: ReadonlyArray<A>) => {
      const at = fields.findIndex(isPlace)
      return at === -1 ? [...fields, ...more] : [...fields.slice(0, at), ...more, ...fields.slice(at)]
    }
    const properties = inserted(
      Object.entries(schema.properties),
      ([field]) => field === before,
      own.flatMap((fields) => Object.entries(fields.properties))
    )
    return [name, {
      ...schema,
      required: inserted(schema.required, (field) => field === before, own.flatMap(({ required }) => required)),
      properties: Object.fromEntries(properties)
    }]
  })
  return { ...schemas, ...Object.fromEntries(shaped), ...shown(others) }
}

const usualMethods = defaultMethods.map(({ id }) => id)

/** The document with the shop's own words, where they are not the contract's: its categories and its currency. */
const withOwnWords = (spec: Json, { categories, currency, methods = usualMethods }: DocumentedShop): Json => {
  const own = new Map<string, ReadonlyArray<string>>([
    [JSON.stringify(defaultCategories), categories],
    [JSON.stringify([Money.defaultCurrency]), [currency]],
    [JSON.stringify(usualMethods), methods]
  ])
  if ([...own].every(([usual, words]) => usual === JSON.stringify(words))) return spec
  const texts = [
    [anyOf(defaultCategories), anyOf(categories)],
    [anyOf(usualMethods), anyOf(methods)],
    [Money.nameOf(Money.defaultCurrency), Money.nameOf(currency)]
  ] as const
  return JSON.parse(
    JSON.stringify(spec),
    (key, value) =>
      key === "enum"
        ? own.get(JSON.stringify(value)) ?? value
        : key === "currency" && value === Money.defaultCurrency
        ? currency
        : (key === "default" || key === "shippingMethod") && value === usualMethods[0]
        ? methods[0]
        : typeof value === "string"
        ? texts.reduce((text, [usual, words]) => text.replaceAll(usual, words), value)
        : value
  )
}

const mended = (spec: Json, { attributes, storeName }: DocumentedShop): Json => {
  const responses: Json = { [beforehand]: atFirst }
  const { components, paths, security: _, tags, ...rest } = spec
  return {
    ...rest,
    info: {
      title: `${storeName} Commerce API`,
      version: apiVersion,
      summary: "A beauty shop for people and for software agents.",
      description: "Catalogue, cart, checkout at an external payment provider, orders. Errors are RFC 9457 problem "
        + "documents whose `code` is stable; every mutation takes an `Idempotency-Key`.",
      license: { name: "MIT", identifier: "MIT" }
    },
    tags,
    paths: Object.fromEntries(
      Object.entries<Json>(paths).map(([path, item]) => [
        path === "/api/" ? "/api" : path,
        Object.fromEntries(
          Object.entries<Json>(item).map(([method, operation]) => [
            method,
            operationOf(path, method, plain(operation) as Json, responses)
          ])
        )
      ])
    ),
    components: {
      schemas: withOwnFields(shown(components.schemas), attributes),
      responses,
      headers,
      securitySchemes: { ...components.securitySchemes, clientSecret: clientSecretScheme }
    }
  }
}

const contractOf = (shop: DocumentedShop) =>
  HttpApi.make("documented").addHttpApi(Api).add(groupsOf(AcpApi)(storeSessions)).annotateContext(
    OpenApi.annotations({ transform: (spec) => withOwnWords(mended(spec, shop), shop) })
  )
const contracts = new Map<string, ReturnType<typeof contractOf>>()

/**
 * The contract of a shop, annotated so that the library's pages show this document. One for each shop, because the
 * library caches the generated document with its contract.
 */
export const documented = (
  { attributes = {}, categories, currency, methods = usualMethods, storeName }: DocumentedShop
): ReturnType<typeof contractOf> => {
  const shop = { storeName, categories, currency, methods, attributes }
  const others: Json = {}
  const fields = Object.values(attributes).map((one) => one === undefined ? {} : fieldsOf(one, others))
  const key = JSON.stringify([storeName, categories, currency, methods, Object.keys(attributes), fields, others])
  const known = contracts.get(key)
  if (known !== undefined) return known
  const fresh = contractOf(shop)
  contracts.set(key, fresh)
  return fresh
}

/** The document for a page of the store, whose browser sends requests to the page's own host. */
export const shownDocument = (basePath: string, shop: DocumentedShop): Json => {
  const shown = OpenApi.fromApi(documented(shop)) as Json
  return basePath === "" ? shown : { ...shown, servers: [{ url: basePath }] }
}

/** The document, for a store at an address. */
export const document = (baseUrl: string, shop: DocumentedShop): Json => {
  const { components, info, openapi, ...rest } = OpenApi.fromApi(documented(shop)) as Json
  const { schemas, webhooks } = eventWebhooks()
  return {
    openapi,
    info,
    servers: [{ url: baseUrl }],
    ...rest,
    webhooks: plain(webhooks),
    components: { ...components, schemas: { ...components.schemas, ...shown(schemas) } }
  }
}
