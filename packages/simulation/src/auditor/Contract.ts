/**
 * The contracts as their OpenAPI documents print them: the documented statuses, parameters and fields, with their
 * bounds, of which some are only in words ("a whole number from 1 to 99"). Requests are varied by it, and coverage is
 * counted by it (`Coverage`). The cast: of a printed document, less is read than its type has.
 */
import { AcpApi } from "@beauty-store/acp/Api"
import { Api } from "@beauty-store/http/contract/Api"
import { ReadinessApi } from "@beauty-store/readiness/api/ReadinessApi"
import * as OpenApi from "@effect/platform/OpenApi"

/** A schema of the document, as far as it is read. */
export interface Node {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly format?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Node>
  readonly items?: Node
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: ReadonlyArray<string>
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Node
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Node>> }
}

interface DocumentedOperation {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Node }>> }
  readonly responses: Readonly<Record<string, unknown>>
}

/** A field of a request: a parameter of its query, or a part of its body. */
export interface Field {
  /** `?limit`, `shipping.country`, `items[].quantity`. */
  readonly path: string
  readonly isOptional: boolean
  readonly isNullable: boolean
  readonly node: Node
}

export interface Operation {
  readonly statuses: ReadonlyArray<number>
  readonly fields: ReadonlyArray<Field>
  readonly body: Node | undefined
}

/** Without references, and without null: what else a value may be. */
const plain = (
  node: Node,
  schemas: Document["components"]["schemas"]
): { readonly node: Node; isNullable: boolean } => {
  const { $ref, ...own } = node
  // Bounds may stand beside a reference.
  const target = $ref === undefined ? node : { ...schemas[$ref.slice($ref.lastIndexOf("/") + 1)], ...own }
  if (target.anyOf === undefined) return { node: resolved(target, schemas), isNullable: false }
  const others = target.anyOf.filter(({ type }) => type !== "null")
  return {
    node: others.length === 1 ? plain(others[0]!, schemas).node : {},
    isNullable: others.length < target.anyOf.length
  }
}

const resolved = (node: Node, schemas: Document["components"]["schemas"]): Node => {
  const { items, properties } = node
  const [, from, to] = /from (-?[\d.]+) to ([\d.]+)/.exec(node.description ?? "") ?? []
  const bounds = from === undefined || (node.type !== "integer" && node.type !== "number")
    ? {}
    : { minimum: Number(from), maximum: Number(to) }
  return {
    ...node,
    ...bounds,
    ...(items === undefined ? {} : { items: plain(items, schemas).node }),
    ...(properties === undefined ? {} : {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => {
          const { isNullable, node } = plain(one, schemas)
          return [name, isNullable ? { anyOf: [node, { type: "null" }] } : node]
        })
      )
    })
  }
}

/** A part of a resolved schema, and whether null is another. */
export const partOf = (node: Node): { readonly node: Node; readonly isNullable: boolean } =>
  node.anyOf === undefined ? { node, isNullable: false } : { node: node.anyOf[0] ?? {}, isNullable: true }

const fieldsOf = (path: string, whole: Node): ReadonlyArray<Field> =>
  Object.entries(whole.properties ?? {}).flatMap(([name, part]) => {
    const { isNullable, node } = partOf(part)
    const at = path === "" ? name : `${path}.${name}`
    const field = { path: at, isOptional: !(whole.required ?? []).includes(name), isNullable, node }
    return [field, ...fieldsOf(at, node), ...(node.items === undefined ? [] : fieldsOf(`${at}[]`, node.items))]
  })

const operationsOf = (prefix: string, { components: { schemas }, paths }: Document) =>
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId, parameters = [], requestBody, responses }) => {
      const content = Object.values(requestBody?.content ?? {})[0]
      const body = content === undefined ? undefined : plain(content.schema, schemas).node
      const query = parameters.filter((parameter) => parameter.in === "query").map(({ name, required, schema }) => ({
        path: `?${name}`,
        isOptional: required !== true,
        ...plain(schema, schemas)
      }))
      const operation: Operation = {
        statuses: Object.keys(responses).map(Number),
        fields: [...query, ...(body === undefined ? [] : fieldsOf("", body))],
        body
      }
      return [`${prefix}${operationId}`, operation] as const
    })
  )

let known: ReadonlyMap<string, Operation> | undefined

/** The operations of all contracts by their names; printing them takes some hundred milliseconds, once. */
export const contract = (): ReadonlyMap<string, Operation> => {
  if (known !== undefined) return known
  const operations = new Map<string, Operation>()
  const documents = [
    ["acp.", OpenApi.fromApi(AcpApi)],
    ["", OpenApi.fromApi(Api)],
    ["", OpenApi.fromApi(ReadinessApi)]
  ] as const
  for (const [prefix, document] of documents) {
    for (const [name, operation] of operationsOf(prefix, document as unknown as Document)) {
      // ACP's sessions have two addresses, with another status of a new one.
      const other = operations.get(name)
      const statuses = [...new Set([...other?.statuses ?? [], ...operation.statuses])]
      operations.set(name, { ...operation, statuses })
    }
  }
  known = operations
  return known
}
