/**
 * `/openapi.json`: printed from the contract, with what the contract's types cannot say: who is asked for a token,
 * which headers every operation takes and answers, which errors come in which form, and the licence.
 */
import * as OpenApi from "@effect/platform/OpenApi"
import { Api, open } from "./Api.ts"
import { anywhere, problems, type ProblemTag } from "./Problems.ts"

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

interface Reference {
  readonly $ref: string
}

const schemas = "#/components/schemas/"
const referenceTo = (tag: ProblemTag): Reference => ({ $ref: `${schemas}${tag}` })
const tagOf = ({ $ref = "" }: Partial<Reference>): ProblemTag | undefined => {
  const name = $ref.slice(schemas.length)
  return name in problems ? name as ProblemTag : undefined
}
const oneOf = (choices: ReadonlyArray<object>) => choices.length === 1 ? choices[0] : { anyOf: choices }

const problemResponse = (tags: ReadonlyArray<ProblemTag>) => ({
  description: tags.map((tag) => `${problems[tag].title}.`).join(" "),
  content: { "application/problem+json": { schema: oneOf(tags.map(referenceTo)) } }
})

/** What may be answered before it is known which operation was meant: the same for all of them. */
const beforehand: ReadonlySet<ProblemTag> = new Set(anywhere)

/** An operation's responses: problems as such, what precedes all operations as their default. */
const responsesOf = (responses: Json): Json => {
  const printed: Json = {}
  for (const [status, response] of Object.entries<Json>(responses)) {
    if (Number(status) < 400) {
      printed[status] = response
      continue
    }
    const choices = Object.values<Json>(response["content"]).flatMap(({ schema }) => schema.anyOf ?? [schema])
    const tags = choices.map(tagOf).filter((tag) => tag !== undefined).filter((tag) => !beforehand.has(tag))
    const others = choices.filter((choice) => tagOf(choice) === undefined)
    if (tags.length + others.length === 0) continue
    const problem = tags.length === 0 ? undefined : problemResponse(tags)
    printed[status] = others.length === 0 ? problem : {
      description: ["An error as RFC 6749 §5.2 says it.", problem?.description].filter(Boolean).join(" "),
      content: { "application/json": { schema: oneOf(others) }, ...problem?.content }
    }
  }
  return { ...printed, default: { $ref: "#/components/responses/Beforehand" } }
}

/** The document, for a store at an address. */
export const document = (baseUrl: string, storeName: string): Json => {
  // The library keeps what it printed.
  const spec: Json = structuredClone(OpenApi.fromApi(Api))
  for (const [path, item] of Object.entries<Json>(spec["paths"])) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      const mutating = method !== "get"
      operation["security"] = open.has(operation["operationId"]) ? [{}, { bearerAuth: [] }] : [{ bearerAuth: [] }]
      operation["parameters"] = [
        ...operation["parameters"] ?? [],
        ...(mutating && path.startsWith("/api/") && path !== "/api/payments/notifications" ? [idempotencyKey] : []),
        ...(/^\/api\/(cart|checkout|orders)/.test(path) ? [shopper] : [])
      ]
      operation["responses"] = responsesOf(operation["responses"])
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
      responses: { Beforehand: problemResponse(anywhere) },
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
