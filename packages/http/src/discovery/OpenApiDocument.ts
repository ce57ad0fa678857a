/**
 * `/openapi.json` and `/docs`: printed from the contracts (`Api`, `DocumentedContract`), the words of `OperationTexts`,
 * `Problems` and `Explanations`, and `Examples`. A default of a request's field is in its description: generators take
 * the keyword `default` for a field that is always there. Follows docs/specification.md#descriptors.
 */
import type { Definition } from "@beauty-store/domain/Attribute"
import type { Definitions } from "@beauty-store/domain/Attribute"
import { defaultCategories } from "@beauty-store/domain/Catalog"
import * as Money from "@beauty-store/domain/Money"
import { defaultMethods } from "@beauty-store/domain/Shipping"
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import * as JSONSchema from "effect/JSONSchema"
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"
import {
  BodyTypes,
  HasVersion,
  MediaTypes,
  NeedsIfMatch,
  OpenToAnyone,
  PublicResponse,
  says,
  TakesForms,
  WithoutIdempotencyKey
} from "../contract/Annotations.ts"
import { Api } from "../contract/Api.ts"
import { examplesOf, type OwnExamples } from "../contract/Examples.ts"
import { explanations } from "../contract/Explanations.ts"
import { fieldTexts } from "../contract/FieldTexts.ts"
import { listEndpoints, operationIdOf, schemasOf } from "../contract/HttpApiLookup.ts"
import { amountWords, anyOf, bounds } from "../contract/InputSchemas.ts"
import { type GroupText, groupTextOf, type OperationText, textOf } from "../contract/OperationTexts.ts"
import { anywhere, problems } from "../contract/Problems.ts"
import { clientSecret } from "../contract/Security.ts"
import { definitionsIn, shapes } from "../contract/VisibleAttributes.ts"
import type { DocumentedContract, DocumentedError } from "../pipeline/FurtherContracts.ts"
import { takesMessages } from "../pipeline/UnknownFields.ts"
import { apiVersion } from "./ApiVersion.ts"
import { eventWebhooks, signatureHeaders } from "./EventWebhooks.ts"
import * as PartnerMessages from "./PartnerMessages.ts"

type Examples = Readonly<Record<string, unknown>>

// oxlint-disable-next-line typescript/no-explicit-any -- the library prints JSON whose types say little
type Json = Record<string, any>

const schemaPath = "#/components/schemas/"
const schemaOf = (name: string) => ({ $ref: schemaPath + name })
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
const ifMatch = {
  name: "If-Match",
  in: "header",
  required: true,
  description: "The ETag of what was seen, and is changed; `*`: whatever it is.",
  schema: { type: "string" }
}
const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of an earlier response.",
  schema: { type: "string" }
}

const headers = {
  Vary: { description: "The request headers by which the response is chosen.", schema: { type: "string" } },
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
const endpoints = new Map(listEndpoints(Api).map((listed) => [operationIdOf(listed), listed.endpoint]))
/** The words of operations and groups of further contracts, by their names, which are unique. */
const furtherTexts = new Map<string, OperationText>()
/** The successes of operations of other protocols, in words. */
const protocolTexts = new Map<string, string>()
const furtherGroups = new Map<string, GroupText>()
const operationTextOf = (name: string): OperationText | undefined => textOf(name) ?? furtherTexts.get(name)
const textOfGroup = (name: string): GroupText | undefined => groupTextOf(name) ?? furtherGroups.get(name)

/** Whether the contract says a fact of an operation. */
const isSaid = <Fact>(operationId: string, fact: Context.Reference<Fact, boolean>): boolean => {
  const endpoint = endpoints.get(operationId)
  return endpoint !== undefined && says(endpoint, fact)
}
/** The media types of an operation's success. */
const typesOf = (operationId: string): ReadonlyArray<string> => {
  const endpoint = endpoints.get(operationId)
  return endpoint === undefined ? ["application/json"] : Context.get(endpoint.annotations, MediaTypes)
}
/** The media types of a payload that is a file. */
const typesOfBody = (operationId: string): ReadonlyArray<string> | undefined => {
  const endpoint = endpoints.get(operationId)
  return endpoint === undefined ? undefined : Context.get(endpoint.annotations, BodyTypes)
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

/**
 * Adapts a schema to the API: unknown fields are allowed and ignored, the name of a check is not a title, and no schema
 * has an address of its own (the library gives several the same).
 */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((one) => !names(one, unnamed)).map(plain)
  if (typeof value !== "object" || value === null) return value
  const { $id, $ref, additionalProperties, title, ...rest } = value as Json
  // The library's schema of an object without fields, which any value fits.
  if ($id === "/schemas/%7B%7D") return { type: "object" }
  const { [nameOf($ref) ?? ""]: known } = inlined
  const { description, ...alone } = rest
  const kept: Json = known !== undefined ? { ...known, ...rest } : {
    ...($ref === undefined ? {} : { $ref }),
    ...(additionalProperties === undefined || additionalProperties === false ? {} : { additionalProperties }),
    ...(title === undefined || typeof title === "string" ? {} : { title }),
    ...(ofLibrary.test(description) ? alone : rest)
  }
  const object = Object.fromEntries(Object.entries(kept).map(([key, inner]) => [key, plain(inner)]))
  return Array.isArray(object["anyOf"]) && object["anyOf"].length === 1 ? object["anyOf"][0] : object
}
/** The library's words for what the schema says beside them. */
const ofLibrary = /^(?:an integer|a string matching the pattern .*)$/
const nameOf = (ref: unknown): string | undefined =>
  typeof ref === "string" && ref.startsWith(schemaPath) ? ref.slice(schemaPath.length) : undefined
const names = (value: unknown, schemas: ReadonlyArray<string>): boolean =>
  typeof value === "object" && value !== null && "$ref" in value && schemas.includes(nameOf(value.$ref) ?? "")

/** Every error by the name of its shape: problem documents, and those of protocols of further contracts. */
const errors = new Map<string, DocumentedError>(
  Object.values(problems).map(({ code, retryable, tag, title }) => [
    tag,
    { codes: [code], title, retryable, contentType: "application/problem+json" }
  ])
)
const wordsOf = ({ codes, title }: DocumentedError): string =>
  `${codes.map((code) => `\`${code}\``).join(", ")}: ${title}.`
const errorOf = ({ $ref }: Json): DocumentedError | undefined => errors.get(nameOf($ref) ?? "")

const either = (schemas: ReadonlyArray<Json>): Json => schemas.length === 1 ? schemas[0]! : { anyOf: schemas }

/** The name of the shape of what may name unknown fields of its request. */
const withMessages = "RequestMessages"
const unknownFields = {
  type: "array",
  items: schemaOf("UnknownField"),
  description: "fields of the request that this operation does not know; absent where there are none"
}

/**
 * Whether a success of an operation names unknown fields: of a change by the store's own contract. OAuth's parameters
 * may be extended, and a notification has the provider's own form.
 */
const namesUnknownFields = (operationId: string, mutating: boolean): boolean =>
  mutating && operationTextOf(operationId) !== undefined && !isSaid(operationId, TakesForms)
  && operationId !== "payments.notification" && takesMessages(schemasOf(endpoints.get(operationId)!).successSchema)

/** The schema of a success. A cart has messages of its own, with these among them. */
const successOf = (schema: Json, operationId: string, mutating: boolean): Json =>
  namesUnknownFields(operationId, mutating) && nameOf(schema["$ref"]) !== "Cart"
    ? { allOf: [schema, schemaOf(withMessages)] }
    : schema

/** The form of a success that is not JSON. */
const formOf = (type: string): Json => ({
  schema: type.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" }
})

/** A response of the document, from what the library printed: errors have a media type and words of their own. */
const responseOf = (
  status: string,
  response: Json,
  operationId: string,
  mutating: boolean,
  examples: Examples
): Json => {
  const choices = Object.values<Json>(response["content"] ?? {}).flatMap(({ schema }) => schema.anyOf ?? [schema])
  const others = choices.filter((one: Json) => errorOf(one) === undefined)
  const found = choices.flatMap((one: Json) => errorOf(one) ?? [])
  const ofType = (contentType: string): ReadonlyArray<Json> =>
    choices.filter((one: Json) => errorOf(one)?.contentType === contentType)
  const isDone = status === "200"
  const all = isDone ? typesOf(operationId) : []
  const types = all.filter((type) => type !== "application/json")
  const json = [
    ...(isDone && types.length === all.length ? [] : others).map((one) =>
      isDone ? successOf(one, operationId, mutating) : one
    ),
    ...ofType("application/json")
  ]
  const problem = ofType("application/problem+json")
  const example = others.length === 1 ? examples[nameOf(others[0]!["$ref"]) ?? ""] : undefined
  return {
    description: isDone
      ? operationTextOf(operationId)?.success ?? protocolTexts.get(operationId)!
      : [...(others.length > 0 ? ["An error of OAuth (RFC 6749 §5.2)."] : []), ...found.map(wordsOf)]
        .join(" "),
    headers: {
      "X-Request-Id": header("RequestId"),
      ...(isDone && (isPublic(operationId) || isSaid(operationId, HasVersion)) ? { ETag: header("ETag") } : {}),
      ...(all.length > 1 ? { Vary: header("Vary") } : {}),
      ...(isDone && isKeyed(operationId, mutating) ? { "Idempotent-Replayed": header("IdempotentReplayed") } : {}),
      ...(found.some(({ retryable }) => retryable) ? { "Retry-After": header("RetryAfter") } : {}),
      ...(status === "401" ? { "WWW-Authenticate": header("WWWAuthenticate") } : {})
    },
    content: {
      ...(json.length > 0
        ? { "application/json": { schema: either(json), ...(example === undefined ? {} : { example }) } }
        : {}),
      ...Object.fromEntries(types.map((type) => [type, formOf(type)])),
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

const bodyOf = (body: Json, operationId: string, examples: Examples): Json => {
  const types = typesOfBody(operationId)
  if (types !== undefined) {
    const content = types.map((type) => [
      type,
      type in examples ? { schema: { type: "string" }, example: examples[type] } : formOf(type)
    ])
    return { ...body, content: Object.fromEntries(content) }
  }
  const { schema } = body["content"]["application/json"]
  const example = examples[nameOf(schema.$ref) ?? ""]
  const isPartners = nameOf(schema.$ref) === PartnerMessages.shape
  const shown = isPartners
    ? { examples: PartnerMessages.messageExamples(examples) }
    : example === undefined
    ? {}
    : { example }
  const media = { schema, ...shown }
  return {
    ...body,
    content: {
      "application/json": media,
      ...(isSaid(operationId, TakesForms) ? { "application/x-www-form-urlencoded": media } : {})
    }
  }
}

const operationOf = (
  path: string,
  method: string,
  operation: Json,
  shared: Json,
  examples: Examples
): Json => {
  const { operationId, parameters, requestBody, responses } = operation as {
    readonly operationId: string
    readonly parameters: ReadonlyArray<Json>
    readonly requestBody?: Json
    readonly responses: Readonly<Record<string, Json>>
  }
  const mutating = method !== "get"
  const text = operationTextOf(operationId)
  const isPartners = operationId === "webhooks.receive"
  const shownResponses = Object.entries(responses)
    .filter(([, { content }]) => Object.values<Json>(content ?? {}).some(({ schema }) => !names(schema, unnamed)))
    .map(([status, response]) => {
      const shown = responseOf(status, response, operationId, mutating, examples)
      const name = sharedName(shown)
      if (name === undefined) return [status, shown]
      shared[name] = shown
      return [status, { $ref: `#/components/responses/${name}` }]
    })
  return {
    ...operation,
    ...(text === undefined ? {} : {
      operationId: text.id,
      tags: operation["tags"].map((tag: string) => textOfGroup(tag)?.title ?? tag),
      summary: text.summary,
      ...(text.description === undefined ? {} : { description: text.description })
    }),
    parameters: [
      ...parameters,
      ...(isPartners ? signatureHeaders : []),
      ...(isKeyed(operationId, mutating) ? [idempotencyKey] : []),
      ...(/^\/api\/(cart|checkout|orders)/.test(path) ? [shopper] : []),
      ...(isSaid(operationId, NeedsIfMatch) ? [ifMatch] : []),
      ...(isPublic(operationId) ? [ifNoneMatch] : [])
    ],
    security: operationId === "auth.token"
      ? [{}, { clientSecret: [] }]
      // A message is proven by its signature.
      : isPartners
      ? [{}]
      : isSaid(operationId, OpenToAnyone)
      ? [{}, { bearerAuth: [] }]
      : operation["security"],
    ...(requestBody === undefined ? {} : { requestBody: bodyOf(requestBody, operationId, examples) }),
    responses: {
      ...Object.fromEntries(shownResponses),
      // A protocol prints errors of requests that reach no operation in its own words.
      ...(protocolTexts.has(operationId) ? {} : { default: { $ref: `#/components/responses/${beforehand}` } }),
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
  false,
  {}
)

/** The scheme that only the token operation takes. */
const clientSecretScheme = {
  type: "http",
  scheme: "basic",
  description: Option.getOrThrow(Context.getOption(clientSecret.annotations, OpenApi.Description))
}

/** A schema with the words of the field at a path, through lists. */
const withText = (schema: Json, path: ReadonlyArray<string>, description: string): Json => {
  const [field, ...rest] = path
  if (field === undefined) {
    return schema["$ref"] === undefined ? { ...schema, description } : { allOf: [schema], description }
  }
  if (schema["items"] !== undefined) return { ...schema, items: withText(schema["items"], path, description) }
  const { properties } = schema
  return { ...schema, properties: { ...properties, [field]: withText(properties[field], rest, description) } }
}

/** A schema with the words of its fields; of a problem, with what it means and the messages that a refusal may have. */
const explained = ([name, schema]: readonly [string, Json]): readonly [string, Json] => {
  const problem = Object.values(problems).find(({ tag }) => tag === name)
  if (problem !== undefined) {
    return [name, {
      ...schema,
      description: `${problem.title}. ${explanations[problem.tag]}`,
      properties: { ...schema["properties"], messages: unknownFields }
    }]
  }
  const texts = Object.entries(fieldTexts[name] ?? {})
  return [
    name,
    texts.reduce((told, [path, text]) => withText(told, path.split(".").filter((field) => field !== ""), text), schema)
  ]
}

/** Schemas by name, adapted to the API. */
const shown = (schemas: Json): Json =>
  Object.fromEntries(
    Object.entries<Json>(schemas)
      .filter(([name]) => !unsent.includes(name) && !(name in inlined))
      .map(([name, schema]) => [name, plain(schema)])
  )
/** What the document says of a shop, besides its contract. */
export interface DocumentedShop {
  /** Contracts of packages above this one that the shop serves; default: none. */
  readonly further?: ReadonlyArray<DocumentedContract> | undefined
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

/** A value of a schema, where it has no example of its own. */
const valueOf = ({ enum: choices, examples, minimum, type }: Json): unknown =>
  examples?.[0] ?? choices?.[0]
    ?? (type === "string"
      ? "text"
      : type === "boolean"
      ? true
      : type === "array"
      ? []
      : type === "object"
      ? {}
      : minimum ?? 1)

/** Examples of the fields of the shop's own that every response has, or whose schema has an example. */
const ownExamples = (attributes: Definitions = {}): OwnExamples =>
  Object.fromEntries(
    Object.keys(shapes).map((name) => {
      const own = definitionsIn(name as keyof typeof shapes, attributes).map((one) => fieldsOf(one, {}))
      const required = own.flatMap((fields) => fields.required)
      return [
        name,
        Object.fromEntries(
          own.flatMap(({ properties }) => Object.entries<Json>(properties))
            .filter(([field, schema]) => required.includes(field) || schema["examples"] !== undefined)
            .map(([field, schema]) => [field, valueOf(schema)])
        )
      ]
    })
  )

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

const usualMethods: ReadonlyArray<string> = defaultMethods.map(({ id }) => id)
/** The fields that may name a method of shipping. */
const methodKeys: ReadonlySet<string> = new Set(["default", "shippingMethod", "id", "option_id"])

/** The document with the shop's own words, where they are not the contract's: its categories and its currency. */
const withOwnWords = (spec: Json, { categories, currency, methods = usualMethods }: DocumentedShop): Json => {
  const own = new Map<string, ReadonlyArray<string>>([
    [JSON.stringify(defaultCategories), categories],
    [JSON.stringify([Money.defaultCurrency]), [currency]],
    [JSON.stringify(usualMethods), methods]
  ])
  if ([...own].every(([usual, words]) => usual === JSON.stringify(words))) return spec
  const texts = [
    ...Object.values(bounds).map((one) => [amountWords(one), amountWords(one, currency)] as const),
    [Money.decimalsInWords(Money.defaultCurrency), Money.decimalsInWords(currency)],
    [anyOf(defaultCategories), anyOf(categories)],
    [anyOf(usualMethods), anyOf(methods)]
  ] as const
  return JSON.parse(
    JSON.stringify(spec),
    (key, value) =>
      key === "enum"
        ? own.get(JSON.stringify(value)) ?? value
        : key === "currency" && value === Money.defaultCurrency
        ? currency
        // Protocols may write it in small letters.
        : key === "currency" && value === Money.defaultCurrency.toLowerCase()
        ? currency.toLowerCase()
        : key === "category" && value === defaultCategories[0]
        ? categories[0]
        : key === "example" && typeof value === "string"
        ? value.replace(defaultCategories[0]!, categories[0]!)
        : methodKeys.has(key) && usualMethods.includes(value)
        ? methods[usualMethods.indexOf(value)] ?? methods[0]
        : typeof value === "string"
        ? texts.reduce((text, [usual, words]) => text.replaceAll(usual, words), value)
        : value
  )
}

/** A schema with its defaults in words. */
const withDefaultsInWords = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withDefaultsInWords)
  if (typeof value !== "object" || value === null) return value
  const { default: fallback, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withDefaultsInWords(inner)])
  ) as Json
  if (fallback === undefined) return rest
  const { description } = rest
  return { ...rest, description: `${description === undefined ? "" : `${description}; `}default: ${fallback}` }
}

/** The document, with the defaults of requests in words. */
const withDefaultsOfRequests = (spec: Json): Json => {
  const { components, paths } = spec
  const requests = new Set(
    Object.values<Json>(paths).flatMap((item) => Object.values<Json>(item))
      .map(({ requestBody }) => nameOf(requestBody?.content["application/json"]?.schema.$ref))
  )
  const schemas = Object.entries<Json>(components.schemas).map((
    [name, schema]
  ) => [name, requests.has(name) ? withDefaultsInWords(schema) : schema])
  return { ...spec, components: { ...components, schemas: Object.fromEntries(schemas) } }
}

const mended = (spec: Json, { attributes, currency, further = [], storeName }: DocumentedShop): Json => {
  const own = examplesOf(ownExamples(attributes), currency)
  const examples = further.reduce((all, one) => ({ ...all, ...one.examples }), own)
  const responses: Json = { [beforehand]: atFirst }
  const { components, paths, security: _, tags, ...rest } = spec
  return {
    ...rest,
    info: {
      title: `${storeName} Commerce API`,
      version: apiVersion,
      summary: "A shop for people and for software agents.",
      description: "Catalogue, cart, checkout at an external payment provider, orders. Errors are RFC 9457 problem "
        + "documents whose `code` is stable; every mutation takes an `Idempotency-Key`.",
      license: { name: "MIT", identifier: "MIT" }
    },
    tags: tags.map((tag: Json) => {
      const text = textOfGroup(tag["name"])
      return text === undefined ? tag : { ...tag, name: text.title, description: text.description }
    }),
    paths: Object.fromEntries(
      Object.entries<Json>(paths).map(([path, item]) => [
        path === "/api/" ? "/api" : path,
        Object.fromEntries(
          Object.entries<Json>(item).map(([method, operation]) => [
            method,
            operationOf(path, method, plain(operation) as Json, responses, examples)
          ])
        )
      ])
    ),
    components: {
      schemas: {
        ...Object.fromEntries(
          Object.entries({
            ...withOwnFields(shown(components.schemas), attributes),
            ...shown(PartnerMessages.partnerMessages())
          }).map(explained)
        ),
        [withMessages]: { type: "object", properties: { messages: unknownFields } }
      },
      responses,
      headers,
      securitySchemes: { ...components.securitySchemes, clientSecret: clientSecretScheme }
    }
  }
}

const storeContract = HttpApi.make("documented").addHttpApi(Api)

/** A contract of another package, in the same document. */
const withFurther = (
  contract: typeof storeContract,
  { api, endpoints: more, groupTexts, operationTexts, protocol }: DocumentedContract
) => {
  for (const listed of more) endpoints.set(operationIdOf(listed), listed.endpoint)
  for (const [name, text] of Object.entries(operationTexts)) furtherTexts.set(name, text)
  for (const [name, text] of Object.entries(groupTexts)) furtherGroups.set(name, text)
  for (const [shape, error] of Object.entries(protocol?.errors ?? {})) errors.set(shape, error)
  for (const [name, text] of Object.entries(protocol?.successTexts ?? {})) protocolTexts.set(name, text)
  // The cast: the types of this package cannot know the groups of another.
  return contract.addHttpApi(api as HttpApi.HttpApi<string, never>) as unknown as typeof storeContract
}

const contractOf = (shop: DocumentedShop) =>
  (shop.further ?? []).reduce(withFurther, storeContract).annotateContext(
    OpenApi.annotations({ transform: (spec) => withDefaultsOfRequests(withOwnWords(mended(spec, shop), shop)) })
  )
const contracts = new Map<string, ReturnType<typeof contractOf>>()

/**
 * The contract of a shop, annotated so that the library's pages show this document. One for each shop, because the
 * library caches the generated document with its contract.
 */
export const documented = (
  { attributes = {}, categories, currency, further = [], methods = usualMethods, storeName }: DocumentedShop
): ReturnType<typeof contractOf> => {
  const shop = { storeName, categories, currency, further, methods, attributes }
  const others: Json = {}
  const fields = Object.values(attributes).map((one) => one === undefined ? {} : fieldsOf(one, others))
  const own = further.flatMap(({ endpoints }) => endpoints.map(operationIdOf))
  const key = JSON.stringify([storeName, categories, currency, own, methods, Object.keys(attributes), fields, others])
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
  const { schemas, webhooks } = eventWebhooks(shop.currency)
  return {
    openapi,
    info,
    servers: [{ url: baseUrl }],
    ...rest,
    webhooks: withOwnWords(plain(webhooks) as Json, shop),
    components: { ...components, schemas: { ...components.schemas, ...withOwnWords(shown(schemas) as Json, shop) } }
  }
}
