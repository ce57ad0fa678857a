/**
 * An OpenAPI document (https://spec.openapis.org/oas/v3.1.1): its operations, as far as clients that are generated from
 * it depend on them.
 *
 * The rule: references lead within the document only; one that leads elsewhere, or in a circle, leads nowhere.
 */
import * as Json from "./Json.ts"

export interface Operation {
  readonly method: string
  readonly path: string
  readonly id: string | undefined
  readonly described: boolean
  readonly parameters: ReadonlyArray<Json.Json>
  readonly request: Json.Json | undefined
  /** Responses by their status, references resolved. */
  readonly responses: ReadonlyMap<string, Json.Json>
  /** The names of the security schemes that it asks for; undefined where it leaves that to the document. */
  readonly security: ReadonlyArray<string> | undefined
}

export interface OpenApi {
  readonly version: string
  readonly document: Json.JsonObject
  readonly operations: ReadonlyArray<Operation>
  readonly schemes: ReadonlyArray<string>
  readonly resolve: (value: Json.Json | undefined) => Json.Json | undefined
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
const mostOperations = 2_000

const resolver = (document: Json.JsonObject) => (value: Json.Json | undefined): Json.Json | undefined => {
  let found = value
  for (let hops = 0; hops < 10; hops++) {
    const reference = Json.textAt(found, "$ref")
    if (reference === undefined) return found
    if (!reference.startsWith("#/")) return undefined
    found = Json.at(
      document,
      ...reference.slice(2).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    )
  }
  return undefined
}

const schemesOf = (requirements: Json.Json | undefined): ReadonlyArray<string> | undefined =>
  Array.isArray(requirements)
    ? (requirements as ReadonlyArray<Json.Json>).flatMap((one) => Json.isObject(one) ? Object.keys(one) : [])
    : undefined

/** An OpenAPI document, or in plain words why it is none. */
export const read = (text: string): OpenApi | string => {
  const document = Json.parse(text)
  if (!Json.isObject(document)) {
    return /^ {0,8}(openapi|swagger) {0,8}:/m.test(text) ? "it is YAML, which not every agent reads" : "it is not JSON"
  }
  const version = Json.textAt(document, "openapi")
  if (version === undefined || !/^3\.\d+/.test(version)) return "it does not say `openapi: 3.…`"
  const paths = Json.at(document, "paths")
  if (!Json.isObject(paths)) return "it has no paths"
  const resolve = resolver(document)
  const operations = Object.entries(paths).flatMap(([path, item]) => {
    const shared = Json.listAt(resolve(item), "parameters")
    return methods.flatMap((method): ReadonlyArray<Operation> => {
      const operation = Json.at(resolve(item), method)
      if (!Json.isObject(operation)) return []
      const responses = Json.at(operation, "responses")
      return [{
        method,
        path,
        id: Json.textAt(operation, "operationId"),
        described: (Json.textAt(operation, "summary") ?? Json.textAt(operation, "description")) !== undefined,
        parameters: [...shared, ...Json.listAt(operation, "parameters")].flatMap((one) => resolve(one) ?? []),
        request: resolve(operation["requestBody"]),
        responses: new Map(
          Json.isObject(responses)
            ? Object.entries(responses).flatMap(([status, response]) => {
              const found = resolve(response)
              return found === undefined ? [] : [[status, found] as const]
            })
            : []
        ),
        security: schemesOf(operation["security"])
      }]
    })
  }).slice(0, mostOperations)
  if (operations.length === 0) return "it has no operations"
  const schemes = Json.at(document, "components", "securitySchemes")
  return { version, document, operations, schemes: Json.isObject(schemes) ? Object.keys(schemes) : [], resolve }
}

/** The media types of a body, each with its schema and examples. */
export const mediaTypesOf = (body: Json.Json | undefined): ReadonlyArray<readonly [string, Json.JsonObject]> => {
  const content = Json.at(body, "content")
  return Json.isObject(content)
    ? Object.entries(content).flatMap(([type, value]) => Json.isObject(value) ? [[type, value] as const] : [])
    : []
}

/** Whether a media type shows an example, of its own or of its schema. */
export const hasExample = ({ resolve }: OpenApi, media: Json.JsonObject): boolean => {
  const schema = resolve(media["schema"])
  const shown = (value: Json.Json | undefined): boolean =>
    Json.at(value, "example") !== undefined || Json.at(value, "examples") !== undefined
  const properties = Json.at(schema, "properties")
  return shown(media) || shown(schema)
    || (Json.isObject(properties) && Object.values(properties).length > 0
      && Object.values(properties).every((property) => shown(resolve(property))))
}
