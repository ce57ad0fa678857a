/**
 * `/openapi.json` and `/docs`: printed from the contract, with what the contract's types cannot say: who is asked for a
 * token, which headers an operation takes and answers, how errors look on the wire, examples, the licence.
 *
 * The rule: nothing is listed twice. Paths, shapes and errors come from `Api`, the words of a problem from `Problems`;
 * this module only says them in OpenAPI's way. It passes Redocly's recommended rules, which is why the catalogue stands
 * there as `/api`: a path may not end in a slash, and the store serves both. Follows docs/specification.md#descriptors.
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { routes } from "../acp/AcpRoutes.ts"
import { sourceRoot, version } from "../acp/Protocol.ts"
import { Api, open } from "../contract/Api.ts"
import { examples } from "../contract/Examples.ts"
import { anywhere, problems } from "../contract/Problems.ts"

type Json = Record<string, any>

const schemaPath = "#/components/schemas/"
const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "A key of the client's choice, best a UUID: the same request sent again has no second effect.",
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
  description: "The ETag of an earlier answer.",
  schema: { type: "string" }
}

const headers = {
  ETag: { description: "A strong validator of this answer.", schema: { type: "string" } },
  IdempotentReplayed: {
    description: "`true`: the answer that this key had before. Nothing was done again.",
    schema: { type: "string", enum: ["true"] }
  },
  RequestId: { description: "Finds this request in the log.", schema: { type: "string" } },
  RetryAfter: { description: "Seconds to wait before the same request is sent again.", schema: { type: "integer" } },
  WWWAuthenticate: { description: "How to authenticate (RFC 9110 §11.6.1).", schema: { type: "string" } }
}

const securitySchemes = {
  bearerAuth: {
    type: "http",
    scheme: "bearer",
    description: "From `POST /api/auth/guest` (shoppers) or `POST /api/auth/token` (agents and staff)."
  },
  clientSecret: {
    type: "http",
    scheme: "basic",
    description: "An OAuth client's id and secret, for `POST /api/auth/token` only."
  }
}

/** The operations that everybody gets the same answer to. */
const cached: ReadonlySet<string> = new Set(["catalog.catalog", "catalog.search", "catalog.product"])
/** Mutations that keep no idempotency record: a repeat of theirs does nothing new by nature. */
const unkeyed: ReadonlySet<string> = new Set(["payments.notification"])
/** The operations that a form may be sent to. */
const forms: ReadonlySet<string> = new Set(["auth.token", "auth.revoke"])

/** The library's own 400, which this API never sends, and what only it refers to. */
const unsent = ["HttpApiDecodeError", "Issue", "PropertyKey"]
/** What is said of no operation: it is never sent, or it may be before any of them is known. */
const untold: ReadonlyArray<string> = [...unsent, ...anywhere]
/** Schemas that say less than the type they stand for. */
const inlined: Json = { Int: { type: "integer" } }

/** A schema as the API means it: other fields may come along and are ignored, and a check's name is no title. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((one) => !names(one, untold)).map(plain)
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
const names = (value: any, schemas: ReadonlyArray<string>): boolean => schemas.includes(nameOf(value?.$ref) ?? "")

const problemOf = ({ $ref }: Json) => Object.values(problems).find(({ tag }) => tag === nameOf($ref))

/** A response of the library's making, told by what is in it: problems have a media type and words of their own. */
const responseOf = (status: string, response: Json, operationId: string, mutating: boolean): Json => {
  const choices = Object.values<Json>(response["content"] ?? {}).flatMap(({ schema }) => schema.anyOf ?? [schema])
  const refused = choices.filter((one: Json) => problemOf(one) !== undefined)
  const others = choices.filter((one: Json) => problemOf(one) === undefined)
  const found = refused.map((one: Json) => problemOf(one)!)
  const either = (schemas: ReadonlyArray<Json>) => schemas.length === 1 ? schemas[0] : { anyOf: schemas }
  const words = found.map(({ code, title }) => `\`${code}\`: ${title}.`)
  const example = others.length === 1 ? examples[nameOf(others[0]!["$ref"]) ?? ""] : undefined
  const isWaiting = found.some(({ retryable }) => retryable)
  return {
    description: status === "200"
      ? "Done."
      : [...(others.length > 0 ? ["An error of OAuth's (RFC 6749 §5.2)."] : []), ...words].join(" "),
    headers: {
      "X-Request-Id": header("RequestId"),
      ...(status === "200" && cached.has(operationId) ? { ETag: header("ETag") } : {}),
      ...(status === "200" && mutating && !unkeyed.has(operationId)
        ? { "Idempotent-Replayed": header("IdempotentReplayed") }
        : {}),
      ...(isWaiting ? { "Retry-After": header("RetryAfter") } : {}),
      ...(status === "401" ? { "WWW-Authenticate": header("WWWAuthenticate") } : {})
    },
    content: {
      ...(others.length > 0
        ? { "application/json": { schema: either(others), ...(example === undefined ? {} : { example }) } }
        : {}),
      ...(found.length > 0
        ? { "application/problem+json": { schema: either(refused) } }
        : {})
    }
  }
}

/** A response that is one problem and nothing else stands among the components, once. */
const sharedName = ({ content }: Json): string | undefined => {
  const media = Object.entries<Json>(content)
  const [type, { schema }] = media[0]!
  return media.length === 1 && type === "application/problem+json" ? nameOf(schema.$ref) : undefined
}

const bodyOf = (body: Json, operationId: string): Json => {
  const { schema } = body["content"]["application/json"]
  const example = examples[nameOf(schema.$ref) ?? ""]
  const media = { schema, ...(example === undefined ? {} : { example }) }
  return {
    ...body,
    content: {
      "application/json": media,
      ...(forms.has(operationId) ? { "application/x-www-form-urlencoded": media } : {})
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
  const answers = Object.entries(responses)
    .filter(([, { content }]) => Object.values<Json>(content ?? {}).some(({ schema }) => !names(schema, untold)))
    .map(([status, response]) => {
      const told = responseOf(status, response, operationId, mutating)
      const name = sharedName(told)
      if (name === undefined) return [status, told]
      shared[name] = told
      return [status, { $ref: `#/components/responses/${name}` }]
    })
  return {
    ...operation,
    parameters: [
      ...parameters,
      ...(mutating && !unkeyed.has(operationId) ? [idempotencyKey] : []),
      ...(/^\/api\/(cart|checkout|orders)/.test(path) ? [shopper] : []),
      ...(cached.has(operationId) ? [ifNoneMatch] : [])
    ],
    security: operationId === "auth.token"
      ? [{}, { clientSecret: [] }]
      : open.has(operationId)
      ? [{}, { bearerAuth: [] }]
      : [{ bearerAuth: [] }],
    ...(requestBody === undefined ? {} : { requestBody: bodyOf(requestBody, operationId) }),
    responses: {
      ...Object.fromEntries(answers),
      default: { $ref: `#/components/responses/${beforehand}` },
      ...(cached.has(operationId)
        ? { 304: { description: "What the client has is still right.", headers: { ETag: header("ETag") } } }
        : {})
    }
  }
}

/** The response that every operation has by default: what is answered before it is known which one was meant. */
const beforehand = "Beforehand"
const atFirst = responseOf(
  "default",
  { content: { any: { schema: { anyOf: anywhere.map((tag) => ({ $ref: `${schemaPath}${tag}` })) } } } },
  "",
  false
)

/** The protocol's checkout sessions, as far as they are served among the shop's own paths. */
const acpTag = { name: "acp", description: `Checkout sessions of the Agentic Commerce Protocol, version ${version}.` }
const acpHome = "https://github.com/agentic-commerce-protocol/agentic-commerce-protocol"
const acpSchemas = {
  AcpCheckoutSession: {
    type: "object",
    description: `\`CheckoutSession\` of ACP ${version}: amounts are whole cents, \`status\` says what comes next.`,
    externalDocs: { url: acpHome },
    required: ["id", "status", "currency", "line_items", "totals", "messages", "links", "capabilities"],
    properties: {
      id: { type: "string" },
      status: { type: "string" },
      currency: { type: "string" },
      line_items: { type: "array", items: { type: "object" } },
      totals: { type: "array", items: { type: "object" } },
      messages: { type: "array", items: { type: "object" } },
      links: { type: "array", items: { type: "object" } },
      capabilities: { type: "object" }
    }
  },
  AcpError: {
    type: "object",
    description: `\`Error\` of ACP ${version}.`,
    required: ["type", "code", "message"],
    properties: {
      type: { type: "string", enum: ["invalid_request", "processing_error", "service_unavailable"] },
      code: { type: "string" },
      message: { type: "string" },
      param: { type: "string", description: "a JSONPath" }
    }
  }
}
const acpPaths = (() => {
  const paths: Record<string, Json> = {}
  for (const { method, operationId, path, summary } of routes.filter(({ path }) => path.startsWith(sourceRoot))) {
    const mutating = method !== "GET"
    const at = path.replace(/:(\w+)/g, "{$1}")
    const media = (name: keyof typeof acpSchemas) => ({
      "application/json": { schema: { $ref: `${schemaPath}${name}` } }
    })
    const error = (description: string) => ({ description, content: media("AcpError") })
    paths[at] = {
      ...paths[at],
      [method.toLowerCase()]: {
        tags: [acpTag.name],
        operationId,
        summary,
        parameters: [
          ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
            name,
            in: "path",
            required: true,
            schema: { type: "string" }
          })),
          ...(mutating ? [idempotencyKey] : []),
          shopper
        ],
        security: [{ bearerAuth: [] }],
        ...(mutating
          ? {
            requestBody: {
              description: `As ACP ${version} has it.`,
              content: { "application/json": { schema: { type: "object" } } }
            }
          }
          : {}),
        responses: {
          200: {
            description: "The session as it stands.",
            headers: { "X-Request-Id": header("RequestId") },
            content: media("AcpCheckoutSession")
          },
          "4XX": error("The request was refused."),
          "5XX": error("It was not carried out.")
        }
      }
    }
  }
  return paths
})()

/** The version of the interface: documents and descriptors name it. */
export const apiVersion = "1.0.0"

const mended = (spec: Json, storeName: string): Json => {
  const responses: Json = { [beforehand]: atFirst }
  const { components, paths, security: _, tags, ...rest } = spec
  const schemas = Object.entries<Json>(components.schemas)
    .filter(([name]) => !unsent.includes(name) && !(name in inlined))
    .map(([name, schema]) => [name, plain(schema)])
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
    tags: [...tags, acpTag],
    paths: Object.fromEntries([
      ...Object.entries<Json>(paths).map(([path, item]) =>
        [
          path === "/api/" ? "/api" : path,
          Object.fromEntries(
            Object.entries<Json>(item).map(([method, operation]) => [
              method,
              operationOf(path, method, plain(operation) as Json, responses)
            ])
          )
        ] as const
      ),
      ...Object.entries(acpPaths)
    ]),
    components: { schemas: { ...Object.fromEntries(schemas), ...acpSchemas }, responses, headers, securitySchemes }
  }
}

const contractOf = (storeName: string) =>
  HttpApi.make("documented").addHttpApi(Api).annotateContext(
    OpenApi.annotations({ transform: (spec) => mended(spec, storeName) })
  )
const contracts = new Map<string, ReturnType<typeof contractOf>>()

/**
 * The contract of a store of that name, so annotated that the library's pages show this document: one for a name, since
 * the library keeps what it has generated with the contract that it generated it from.
 */
export const documented = (storeName: string): ReturnType<typeof contractOf> => {
  const known = contracts.get(storeName)
  if (known !== undefined) return known
  const fresh = contractOf(storeName)
  contracts.set(storeName, fresh)
  return fresh
}

/** The document, for a store at an address. */
export const document = (baseUrl: string, storeName: string): Json => {
  const { components, info, openapi, ...rest } = OpenApi.fromApi(documented(storeName)) as Json
  return { openapi, info, servers: [{ url: baseUrl }], ...rest, components }
}
