/**
 * The published JSON Schemas of ACP 2026-04-17, and the judgement of a body by them: JSON Schema 2020-12, formats on.
 *
 * They are not of this repository: tests read a copy that lies beside it
 * (`../shared/reference/acp`). Where there is none, what only they can judge is skipped (`itPublished`), and agents
 * believe the shapes of what they are answered.
 */
import addFormats from "ajv-formats"
import Ajv2020 from "ajv/dist/2020.js"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { it } from "vitest"
import { root } from "../../../scripts/packages.ts"

const folder = path.join(root, "../shared/reference/acp")

/** Whether there is a copy of what was published. */
export const isThere = existsSync(folder)

/** A test that needs what was published. */
export const itPublished = isThere
  ? it
  : (name: string, _test: () => Promise<void> | void): void => it.skip(`${name} (needs ${folder})`)

const load = (name: string): any => JSON.parse(readFileSync(path.join(folder, name), "utf8"))

/** The published examples: each file with its name. */
export const loadExamples = (): ReadonlyArray<{ readonly file: string; readonly content: any }> =>
  !isThere ? [] : readdirSync(path.join(folder, "examples"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json")).map((file) => ({ file, content: load(`examples/${file}`) }))

const names = ["agentic_checkout", "cart", "delegate_payment", "feed"] as const
export type Bundle = (typeof names)[number]

// The schemas carry examples and discriminators, which are no keywords of JSON Schema's.
const ajv = new Ajv2020.default({ strict: false, allErrors: true })
addFormats.default(ajv)

/** The bundles refer to each other by their files' names, against whatever `$id` each of them has. */
const idOf = (name: Bundle): string => `https://published.invalid/schema.${name}.json`
if (isThere) {
  for (const name of names) {
    ajv.addSchema({ ...load(`json-schema/schema.${name}.json`), $id: idOf(name) })
  }
}

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
  ...(isThere ? faults("agentic_checkout", "Order", body.data) : [])
]
