/**
 * The published JSON Schemas of ACP 2026-04-17 (`published/`), and the judgement of a body by them: JSON Schema 2020-12,
 * formats on.
 */
import addFormats from "ajv-formats"
import Ajv2020 from "ajv/dist/2020.js"
import { readFileSync } from "node:fs"
import * as path from "node:path"

const published = path.join(import.meta.dirname, "published")

export const load = (name: string): any => JSON.parse(readFileSync(path.join(published, name), "utf8"))

const names = ["agentic_checkout", "cart", "delegate_payment", "feed"] as const
export type Bundle = (typeof names)[number]

// The schemas carry examples and discriminators, which are no keywords of JSON Schema's.
const ajv = new Ajv2020.default({ strict: false, allErrors: true })
addFormats.default(ajv)

/** The bundles refer to each other by their files' names, against whatever `$id` each of them has. */
const idOf = (name: Bundle): string => `https://published.invalid/schema.${name}.json`
for (const name of names) ajv.addSchema({ ...load(`json-schema/schema.${name}.json`), $id: idOf(name) })

/** What is wrong with a body by a definition of a bundle: nothing, if it is empty. */
export const faults = (bundle: Bundle, definition: string, body: unknown): ReadonlyArray<string> => {
  const validate = ajv.getSchema(`${idOf(bundle)}#/$defs/${definition}`)
  if (validate === undefined) throw new Error(`there is no ${definition} in ${bundle}`)
  return validate(body) === true
    ? []
    : (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`
    )
}

/** The event that order hooks carry, which is published as OpenAPI only: two fields around the bundle's order. */
export const webhookFaults = (body: any): ReadonlyArray<string> => [
  ...Object.keys(body).filter((key) => key !== "type" && key !== "data").map((key) => `/ has ${key}`),
  ...(["order_create", "order_update"].includes(body.type) ? [] : [`/type is ${body.type}`]),
  ...["type", "checkout_session_id", "permalink_url", "status"].filter((key) => !(key in body.data))
    .map((key) => `/data lacks ${key}`),
  ...faults("agentic_checkout", "Order", body.data)
]
