/**
 * `/openapi.json`: printed from the contract, with what the contract's types cannot say: who is asked for a token,
 * which headers every operation takes and answers, and the licence.
 */
import * as OpenApi from "@effect/platform/OpenApi"
import { Api, open } from "./Api.ts"

type Json = Record<string, any>

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

/** The library's own 400, which this API never sends. */
const unsent = "HttpApiDecodeError"

/** Takes a schema out of every choice that it stands in. */
const without = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((one) => one?.$ref !== `#/components/schemas/${unsent}`).map(without)
  if (typeof value !== "object" || value === null) return value
  const object = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, without(inner)]))
  return Array.isArray(object["anyOf"]) && object["anyOf"].length === 1 ? object["anyOf"][0] : object
}

/** The document, for a store at an address. */
export const document = (baseUrl: string, storeName: string): Json => {
  const spec = without(OpenApi.fromApi(Api)) as Json
  delete spec["components"].schemas[unsent]
  delete spec["components"].schemas["Issue"]
  delete spec["components"].schemas["PropertyKey"]
  for (const [path, item] of Object.entries<Json>(spec["paths"])) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      const mutating = method !== "get"
      operation["security"] = open.has(operation["operationId"]) ? [{}, { bearerAuth: [] }] : [{ bearerAuth: [] }]
      operation["parameters"] = [
        ...operation["parameters"] ?? [],
        ...(mutating && path.startsWith("/api/") && path !== "/api/payments/notifications" ? [idempotencyKey] : []),
        ...(/^\/api\/(cart|checkout|orders)/.test(path) ? [shopper] : [])
      ]
      const { 400: badRequest } = operation["responses"]
      if (badRequest?.content?.["application/json"]?.schema?.$ref?.endsWith(unsent)) delete operation["responses"][400]
    }
  }
  return {
    ...spec,
    info: {
      title: `${storeName} Commerce API`,
      version: "1.0.0",
      summary: "A beauty shop for people and for software agents.",
      description: "Catalogue, cart, checkout at an external payment provider, orders. Errors are RFC 9457 problem "
        + "documents whose `code` is stable; every mutation takes an `Idempotency-Key`.",
      license: { name: "MIT", identifier: "MIT" }
    },
    servers: [{ url: baseUrl }],
    components: {
      ...spec["components"],
      securitySchemes: {
        bearerAuth: {
          type: "http",
          scheme: "bearer",
          description: "From `POST /api/auth/guest` (shoppers) or `POST /api/auth/token` (agents and staff)."
        }
      }
    }
  }
}
