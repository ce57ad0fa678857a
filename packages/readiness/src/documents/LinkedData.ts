/**
 * JSON-LD of a page in the vocabulary of schema.org, as nodes by their short names.
 *
 * The rule: no context is ever fetched. That of schema.org is known by its name and stands for its vocabulary; any
 * other one defines nothing, so that its terms are left out. Blocks that are too large or too deep are invalid. Follows
 * JSON-LD 1.1 (https://www.w3.org/TR/json-ld11/) by the library `jsonld`.
 */
import jsonld from "jsonld"
import * as Json from "./Json.ts"
import { isKindOf } from "./SchemaTypes.ts"

export type Value = Node | string | number | boolean

export interface Node {
  readonly id: string | undefined
  /** Names of schema.org without its address: `Product`. */
  readonly types: ReadonlyArray<string>
  readonly values: ReadonlyMap<string, ReadonlyArray<Value>>
}

export interface Blocks {
  /** The outermost nodes of all valid blocks, in the order of the page. */
  readonly nodes: ReadonlyArray<Node>
  /** For each invalid block, why. */
  readonly problems: ReadonlyArray<string>
  readonly count: number
}

const mostBlocks = 40
const longestBlock = 400_000
const mostContexts = 60

const schemaOrg = /^https?:\/\/(?:www\.)?schema\.org\/?(?:docs\/jsonldcontext\.json(?:ld)?|#)?$/i
const vocabulary = /^https?:\/\/(?:www\.)?schema\.org\//i

const known = {
  "@context": { "@vocab": "http://schema.org/", schema: "http://schema.org/", type: "@type", id: "@id" }
}

/** Contexts by their names alone. */
const documentLoader = async (url: string) => ({
  contextUrl: undefined,
  documentUrl: url,
  document: schemaOrg.test(url) ? known : { "@context": {} }
})

/** A name of schema.org without its address. */
export const shortName = (name: string): string => name.replace(vocabulary, "")

interface Expanded {
  readonly [key: string]: unknown
}

const isExpanded = (value: unknown): value is Expanded => typeof value === "object" && value !== null

/** A value of the expanded form. */
const valueOf = (value: unknown): ReadonlyArray<Value> => {
  if (Array.isArray(value)) return value.flatMap(valueOf)
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return [value]
  if (!isExpanded(value)) return []
  if ("@value" in value) return valueOf(value["@value"])
  if ("@list" in value) return valueOf(value["@list"])
  if ("@set" in value) return valueOf(value["@set"])
  return [nodeOf(value)]
}

const nodeOf = (expanded: Expanded): Node => {
  const types = expanded["@type"]
  const id = expanded["@id"]
  const values = new Map<string, ReadonlyArray<Value>>()
  for (const [key, value] of Object.entries(expanded)) {
    if (!key.startsWith("@")) values.set(shortName(key), valueOf(value))
  }
  return {
    id: typeof id === "string" ? id : undefined,
    types: (Array.isArray(types) ? types : [types]).filter((one) => typeof one === "string").map(shortName),
    values
  }
}

/** How often a key occurs in a value, at any depth. */
const occurrences = (root: Json.Json, wanted: string): number => {
  let count = 0
  const waiting: Array<Json.Json> = [root]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue
    for (const [key, value] of Object.entries(next)) {
      if (key === wanted) count++
      waiting.push(value as Json.Json)
    }
  }
  return count
}

const block = async (text: string, base: string): Promise<ReadonlyArray<Node> | string> => {
  if (text.length > longestBlock) return "a block of JSON-LD is longer than 400,000 characters"
  const value = Json.parse(text)
  if (value === undefined || (!Json.isObject(value) && !Array.isArray(value))) {
    return "a block of JSON-LD is not valid JSON"
  }
  if (occurrences(value, "@context") === 0) return "a block of JSON-LD has no `@context`"
  if (occurrences(value, "@context") > mostContexts || occurrences(value, "__proto__") > 0) {
    return "a block of JSON-LD has contexts or keys that no reader takes"
  }
  try {
    // The library's type of a document is narrower than JSON; it checks what it is given.
    const expanded = await jsonld.expand(value as jsonld.JsonLdDocument, { base, documentLoader })
    const nodes = expanded.map((one) => nodeOf(one as Expanded))
    return nodes.some(({ types }) => types.some((type) => !type.startsWith(new URL(base).origin)))
      ? nodes
      : "a block of JSON-LD says nothing in a vocabulary that is known"
  } catch {
    return "a block of JSON-LD is not valid JSON-LD"
  }
}

/** Reads all blocks of a page. */
export const read = async (texts: ReadonlyArray<string>, base: string): Promise<Blocks> => {
  const nodes: Array<Node> = []
  const problems: Array<string> = []
  for (const text of texts.slice(0, mostBlocks)) {
    const found = await block(text, base)
    if (typeof found === "string") problems.push(found)
    else nodes.push(...found)
  }
  return { nodes, problems, count: texts.length }
}

/** All nodes, also those inside others, unless they are closed. */
export const everyNode = (
  roots: ReadonlyArray<Node>,
  isOpen: (node: Node) => boolean = () => true
): ReadonlyArray<Node> => {
  const found: Array<Node> = []
  const waiting: Array<Node> = [...roots].reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next)
    if (!isOpen(next)) continue
    for (const values of next.values.values()) {
      for (const value of values) if (typeof value === "object") waiting.push(value)
    }
  }
  return found
}

/** The texts of a property; of a node its name, else its id, else its own text. */
export const textsOf = (node: Node, property: string): ReadonlyArray<string> =>
  (node.values.get(property) ?? []).flatMap((value) => {
    if (typeof value !== "object") return [String(value).trim()]
    return textsOf(value, "name").length > 0 ? textsOf(value, "name") : value.id === undefined ? [] : [value.id]
  }).filter((text) => text !== "")

export const textOf = (node: Node, property: string): string | undefined => textsOf(node, property)[0]

/** The nodes of a property, each with what is said about it elsewhere by the same id. */
export const nodesOf = (node: Node, property: string, byId: ReadonlyMap<string, Node>): ReadonlyArray<Node> =>
  (node.values.get(property) ?? []).flatMap((value) => {
    if (typeof value !== "object") return []
    const elsewhere = value.id === undefined ? undefined : byId.get(value.id)
    return [elsewhere !== undefined && value.values.size === 0 ? elsewhere : value]
  })

/**
 * A node with what it lacks itself and every one of its parts says, such as an `AggregateOffer` with its offers. Parts
 * of parts are not looked at.
 */
export const withParts = (node: Node, property: string, byId: ReadonlyMap<string, Node>): Node => {
  const parts = nodesOf(node, property, byId).filter((part) => !part.values.has(property))
  const shared = [...(parts[0]?.values.keys() ?? [])].filter((name) =>
    !node.values.has(name) && parts.every((part) => part.values.has(name))
  )
  if (shared.length === 0) return node
  const fromParts = shared.map((name) => [name, parts.flatMap((part) => part.values.get(name)!)] as const)
  return { ...node, values: new Map([...node.values, ...fromParts]) }
}

/** Nodes by their id: of several with one id, the one that says most. */
export const byId = (nodes: ReadonlyArray<Node>): ReadonlyMap<string, Node> => {
  const found = new Map<string, Node>()
  for (const node of nodes) {
    if (node.id === undefined) continue
    const before = found.get(node.id)
    if (before === undefined || before.values.size < node.values.size) found.set(node.id, node)
  }
  return found
}

/** Nodes by their id, of which the latter come first, unless they only name them. */
export const joined = (
  others: ReadonlyMap<string, Node>,
  own: ReadonlyMap<string, Node>
): ReadonlyMap<string, Node> => new Map([...others, ...[...own].filter(([, node]) => node.values.size > 0)])

/** Whether a node is of one of some types, or of a kind of them. */
export const isOf = (node: Node, ...types: ReadonlyArray<string>): boolean =>
  node.types.some((type) => types.some((general) => isKindOf(type, general)))
