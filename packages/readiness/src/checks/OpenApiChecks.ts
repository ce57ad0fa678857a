/** Checks of the OpenAPI document: whether a client that is generated from it can be used. Follows OpenAPI 3.1. */
import { canParse } from "@beauty-store/outbound/UrlText"
import type { Check } from "../Check.ts"
import * as Json from "../documents/Json.ts"
import * as OpenApi from "../documents/OpenApi.ts"
import * as Evidence from "../Evidence.ts"
import { given, present, some } from "./Judging.ts"

const specification = "https://spec.openapis.org/oas/v3.1.1.html"

const nameOf = ({ method, path }: OpenApi.Operation): string => `${method.toUpperCase()} ${path}`

const successes = (operation: OpenApi.Operation) =>
  [...operation.responses].filter(([status]) => /^2(\d\d|XX)$/.test(status) && status !== "204")

/** Whether a body is written by hand: a picture or an archive has no example. */
const isNoFile = ([type]: readonly [string, Json.JsonObject]): boolean =>
  !/^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip)\b/.test(type)

const isJson = ([type]: readonly [string, Json.JsonObject]): boolean => /^application\/([\w.+-]+\+)?json\b/.test(type)

const errors = (operation: OpenApi.Operation) =>
  [...operation.responses].filter(([status]) => /^(4(\d\d|XX)|default)$/.test(status))

export const openApiChecks: ReadonlyArray<Check> = [
  {
    id: "openapi.present",
    dimension: "understandability",
    severity: "critical",
    weight: 5,
    title: "The API is described by an OpenAPI 3 document in JSON",
    explanation: "It is looked for where the API catalogue, the guide and the home page say, then at /openapi.json.",
    specification,
    evaluate: ({ openApi }) =>
      present(
        openApi,
        ({ operations, version }) => `OpenAPI ${version} with ${Evidence.counted(operations.length, "operation")}.`
      ),
    fix: ({ origin }) => ({
      instructions:
        "Generate the document from the API's own definitions, serve it at /openapi.json, and name it in the API catalogue.",
      patch:
        `{"openapi": "3.1.0", "info": {"title": "Shop", "version": "1.0.0"}, "servers": [{"url": "${origin}"}], "paths": {}}`
    })
  },
  {
    id: "openapi.operation-ids",
    dimension: "understandability",
    severity: "major",
    weight: 2,
    title: "Every operation has an id of its own",
    explanation: "Generated clients and agents name operations by `operationId`.",
    specification: `${specification}#operation-object`,
    evaluate: ({ openApi }) =>
      given(openApi, ({ operations }) => {
        const count = new Map<string, number>()
        for (const { id } of operations) if (id !== undefined) count.set(id, (count.get(id) ?? 0) + 1)
        return some("operation ids", operations, nameOf, ({ id }) =>
          id === undefined
            ? "no operationId"
            : count.get(id)! > 1
            ? `${id} is used twice`
            : /^[A-Za-z_][\w.-]*$/.test(id)
            ? undefined
            : `${id} is no name`)
      }),
    fix: () => ({
      instructions: "Give every operation a unique name, a verb and its object.",
      patch: "operationId: listOrders"
    })
  },
  {
    id: "openapi.descriptions",
    dimension: "understandability",
    severity: "major",
    weight: 2,
    title: "Every operation says what it does",
    explanation: "A model chooses an operation by its `summary` or `description`.",
    specification: `${specification}#operation-object`,
    evaluate: ({ openApi }) =>
      given(
        openApi,
        ({ operations }) =>
          some("operations", operations, nameOf, ({ described }) =>
            described ? undefined : "neither summary nor description")
      ),
    fix: () => ({ instructions: "Add a summary to each operation.", patch: "summary: Puts a product into the cart" })
  },
  {
    id: "openapi.parameters",
    dimension: "understandability",
    severity: "minor",
    weight: 1,
    title: "Every parameter has a schema",
    explanation: "Without one, a client does not know what to send.",
    specification: `${specification}#parameter-object`,
    evaluate: ({ openApi }) =>
      given(openApi, ({ operations }) =>
        some(
          "operations' parameters",
          operations.filter(({ parameters }) => parameters.length > 0),
          nameOf,
          ({ parameters }) => {
            const bare = parameters.find((one) =>
              Json.at(one, "schema") === undefined && Json.at(one, "content") === undefined
            )
            return bare === undefined ? undefined : `${Json.textAt(bare, "name") ?? "a parameter"} has no schema`
          }
        )),
    fix: () => ({
      instructions: "Add a schema to each parameter.",
      patch: "schema: {type: integer, minimum: 1, maximum: 100}"
    })
  },
  {
    id: "openapi.request-examples",
    dimension: "understandability",
    severity: "major",
    weight: 2,
    title: "Every request body has an example",
    explanation: "An example prevents mistakes that a schema does not. Files need none.",
    specification: `${specification}#media-type-object`,
    evaluate: ({ openApi }) =>
      given(openApi, (document) =>
        some(
          "request bodies",
          document.operations.filter(({ request }) => OpenApi.mediaTypesOf(request).some(isNoFile)),
          nameOf,
          ({ request }) =>
            OpenApi.mediaTypesOf(request).some(([, media]) => OpenApi.hasExample(document, media))
              ? undefined
              : "no example"
        )),
    fix: () => ({
      instructions: "Add an example that the API accepts to each request body.",
      patch: "requestBody:\n  content:\n    application/json:\n      example: {productId: example, quantity: 1}"
    })
  },
  {
    id: "openapi.response-examples",
    dimension: "understandability",
    severity: "minor",
    weight: 1,
    title: "Every JSON response has an example",
    explanation: "It shows how ids, amounts and dates look.",
    specification: `${specification}#media-type-object`,
    evaluate: ({ openApi }) =>
      given(openApi, (document) =>
        some(
          "responses",
          document.operations.filter((one) =>
            successes(one).some(([, response]) => OpenApi.mediaTypesOf(response).some(isJson))
          ),
          nameOf,
          (one) =>
            successes(one).flatMap(([, response]) => OpenApi.mediaTypesOf(response).filter(isJson))
                .some(([, media]) => OpenApi.hasExample(document, media))
              ? undefined
              : "no example"
        )),
    fix: () => ({
      instructions: "Add an example to each successful response.",
      patch: "responses:\n  \"200\":\n    content:\n      application/json:\n        example: {id: ord_1, total: 34.75}"
    })
  },
  {
    id: "openapi.response-schemas",
    dimension: "understandability",
    severity: "major",
    weight: 2,
    title: "Every JSON response has a schema",
    explanation: "Without one, the response is `any` in a generated client.",
    specification: `${specification}#media-type-object`,
    evaluate: ({ openApi }) =>
      given(openApi, ({ operations, resolve }) =>
        some(
          "responses",
          operations.filter((one) =>
            successes(one).some(([, response]) => OpenApi.mediaTypesOf(response).some(isJson))
          ),
          nameOf,
          (one) =>
            successes(one).flatMap(([, response]) => OpenApi.mediaTypesOf(response).filter(isJson))
                .every(([, media]) => Json.isObject(resolve(media["schema"])))
              ? undefined
              : "no schema, or one that leads nowhere"
        )),
    fix: () => ({
      instructions: "Add the schema of each response under `components` and refer to it.",
      patch: "schema: {$ref: \"#/components/schemas/Order\"}"
    })
  },
  {
    id: "openapi.errors",
    dimension: "understandability",
    severity: "major",
    weight: 2,
    title: "Every operation describes its errors, with their bodies",
    explanation: "Each operation needs a response 4xx or `default` with a schema.",
    specification: `${specification}#responses-object`,
    evaluate: ({ openApi }) =>
      given(openApi, ({ operations }) =>
        some("operations", operations, nameOf, (one) => {
          if (errors(one).length === 0) return "no response 4xx or default"
          return errors(one).some(([, response]) =>
              OpenApi.mediaTypesOf(response).some(([, media]) => Json.isObject(media["schema"]))
            )
            ? undefined
            : "its errors have no schema"
        })),
    fix: () => ({
      instructions: "Describe the errors of each operation, best as problem details (RFC 9457).",
      patch:
        "default:\n  description: The request was refused\n  content:\n    application/problem+json:\n      schema: {$ref: \"#/components/schemas/Problem\"}"
    })
  },
  {
    id: "openapi.webhooks",
    dimension: "understandability",
    severity: "minor",
    weight: 1,
    title: "The document describes the events that the shop sends",
    explanation: "OpenAPI 3.1 has them under `webhooks`, OpenAPI 3.0 under `callbacks`.",
    specification: `${specification}#oas-webhooks`,
    evaluate: ({ openApi }) =>
      given(openApi, ({ document, resolve }) => {
        const webhooks = Json.at(document, "webhooks")
        const hooks = Json.isObject(webhooks) ? Object.entries(webhooks) : []
        if (hooks.length === 0) {
          const callbacks = Object.values((Json.at(document, "paths") ?? {}) as Json.JsonObject).some((item) =>
            Json.isObject(item) && Object.values(item).some((one) => Json.isObject(Json.at(one, "callbacks")))
          )
          return Evidence.unless(callbacks ? undefined : "Neither webhooks nor callbacks.", "It describes callbacks.")
        }
        return some("webhooks", hooks, ([name]) => name, ([, item]) => {
          const post = Json.at(resolve(item), "post")
          const body = resolve(Json.at(post, "requestBody"))
          return OpenApi.mediaTypesOf(body).some(([, media]) => Json.isObject(media["schema"]))
            ? undefined
            : "no schema"
        })
      }),
    fix: () => ({
      instructions: "Describe each event under `webhooks`, with the schema of its body.",
      patch:
        "webhooks:\n  order.shipped:\n    post:\n      requestBody:\n        content:\n          application/json:\n            schema: {$ref: \"#/components/schemas/OrderShipped\"}"
    })
  },
  {
    id: "openapi.servers",
    dimension: "understandability",
    severity: "minor",
    weight: 1,
    title: "The document says where the API is",
    explanation: "It needs an absolute address under `servers`.",
    specification: `${specification}#server-object`,
    evaluate: ({ openApi, origin }) =>
      given(openApi, ({ document }) => {
        const urls = Json.listAt(document, "servers").flatMap((one) => Json.textAt(one, "url") ?? [])
        const absolute = urls.find((url) => /^https?:\/\//.test(url) && canParse(url))
        if (absolute === undefined) {
          return Evidence.fail(urls.length === 0 ? "No servers." : `The address ${urls[0]!} is not absolute.`)
        }
        return origin.startsWith("https:") && !absolute.startsWith("https:")
          ? Evidence.fail(`${absolute} is not https.`)
          : Evidence.pass(absolute)
      }),
    fix: ({ origin }) => ({ instructions: "Name the API's address.", patch: `servers:\n  - url: ${origin}` })
  },
  {
    id: "openapi.security",
    dimension: "transactability",
    severity: "major",
    weight: 2,
    title: "The document says how to sign in",
    explanation: "`securitySchemes` and `security` say which operations need a token.",
    specification: `${specification}#security-scheme-object`,
    evaluate: ({ openApi }) =>
      given(openApi, ({ document, operations, schemes }) => {
        if (schemes.length === 0) return Evidence.fail("No securitySchemes.")
        const named = [
          ...operations.flatMap(({ security }) => security ?? []),
          ...Json.listAt(document, "security").flatMap((one) => Json.isObject(one) ? Object.keys(one) : [])
        ]
        const unknown = named.find((name) => !schemes.includes(name))
        if (unknown !== undefined) return Evidence.fail(`The scheme ${unknown} is not defined.`)
        return Evidence.unless(
          named.length === 0 ? "No operation names a scheme." : undefined,
          `Schemes: ${schemes.join(", ")}`
        )
      }),
    fix: () => ({
      instructions: "Define the scheme and name it at the operations that need it.",
      patch:
        "components:\n  securitySchemes:\n    bearerAuth: {type: http, scheme: bearer}\nsecurity:\n  - bearerAuth: []"
    })
  },
  {
    id: "openapi.idempotency",
    dimension: "transactability",
    severity: "major",
    weight: 2,
    title: "Orders and payments can be repeated safely",
    explanation:
      "An operation that places an order has to take a key by which a repeat is recognised (`Idempotency-Key`), and its description has to say so.",
    specification: "https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/",
    evaluate: ({ openApi }) =>
      given(openApi, ({ operations }) =>
        some(
          "operations that place orders",
          operations.filter(({ method, path }) =>
            method === "post" && /\/(orders?|checkouts?|payments?|checkout[-_/]sessions?)\/?$/i.test(path)
          ),
          nameOf,
          ({ parameters }) =>
            parameters.some((one) => /^idempotency-?key$/i.test(Json.textAt(one, "name") ?? ""))
              ? undefined
              : "no parameter Idempotency-Key"
        )),
    fix: () => ({
      instructions: "Take the header, remember the first response under it, and describe it.",
      patch: "parameters:\n  - {name: Idempotency-Key, in: header, schema: {type: string, maxLength: 255}}"
    })
  }
]
