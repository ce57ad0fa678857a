/**
 * What a run has seen of the contracts: operation × documented status, and operation × field: absent and present where
 * it is optional, null where it may be, and each boundary, both sides of it.
 *
 * It judges nothing. `pairs` is what there is to see, by the documents; `seenIn` what one request shows.
 */
import { contract, type Field, type Node, partOf } from "./Contract.ts"

/** The kinds of values that a field is to have. */
const kindsOf = ({ isNullable, isOptional, node }: Field): ReadonlyArray<string> => [
  ...(isOptional ? ["absent", "present"] : []),
  ...(isNullable ? ["null"] : []),
  ...boundariesOf(node)
]

const boundariesOf = ({ enum: choices, maximum, maxLength, minimum, minItems, minLength, type }: Node) => {
  if (choices !== undefined) return [...choices.map((choice) => `= ${String(choice)}`), "= another"]
  switch (type) {
    case "string":
      return [
        ...(minLength === undefined || minLength === 0 ? [] : ["shortest", "too short"]),
        ...(maxLength === undefined ? [] : ["longest", "too long"])
      ]
    case "integer":
    case "number":
      return [
        ...(minimum === undefined ? [] : ["least", "too little"]),
        ...(maximum === undefined ? [] : ["most", "too much"])
      ]
    case "boolean":
      return ["= true", "= false"]
    case "array":
      return [...(minItems === undefined || minItems === 0 ? [] : ["none"]), "one", "several"]
    default:
      return []
  }
}

/** The step from a bound to what is out of it. */
export const stepOf = ({ type }: Node): number => type === "integer" ? 1 : 0.01

/** Characters as the contract counts them. */
const lengthOf = (text: string): number => text.length

const stringKind = ({ maxLength = Infinity, minLength = 0 }: Node, text: string): string | undefined => {
  const length = lengthOf(text)
  if (length < minLength) return "too short"
  if (length > maxLength) return "too long"
  return length === minLength ? "shortest" : length === maxLength ? "longest" : undefined
}

const numberKind = ({ maximum = Infinity, minimum = -Infinity }: Node, value: number): string | undefined =>
  value < minimum
    ? "too little"
    : value > maximum
    ? "too much"
    : value === minimum
    ? "least"
    : value === maximum
    ? "most"
    : undefined

/** The boundary that a value is at, if it is at one. */
export const kindOf = (node: Node, value: unknown): string | undefined => {
  if (node.enum !== undefined) return node.enum.includes(value) ? `= ${String(value)}` : "= another"
  if (typeof value === "string" && node.type === "string") return stringKind(node, value)
  if (typeof value === "number") return numberKind(node, value)
  if (typeof value === "boolean") return `= ${value}`
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.length === 1 ? "one" : "several"
  return undefined
}

/** Everything that there is to see: `cart.add 200`, `cart.add quantity least`. */
export const pairs = (): ReadonlyArray<string> =>
  [...contract()].flatMap(([name, { fields, statuses }]) => [
    ...statuses.map((status) => `${name} ${status}`),
    ...fields.flatMap((field) => kindsOf(field).map((kind) => `${name} ${field.path} ${kind}`))
  ])

type See = (pair: string) => void

const seePart = (see: See, path: string, part: Node, isOptional: boolean, value: unknown): void => {
  const { node } = partOf(part)
  if (value === undefined) return isOptional ? see(`${path} absent`) : undefined
  if (isOptional) see(`${path} present`)
  if (value === null) return see(`${path} null`)
  const kind = kindOf(node, value)
  if (kind !== undefined) see(`${path} ${kind}`)
  if (Array.isArray(value)) {
    for (const item of value) if (node.items !== undefined) seeFields(see, `${path}[]`, node.items, item)
  } else seeFields(see, path, node, value)
}

const seeFields = (see: See, path: string, whole: Node, value: unknown): void => {
  if (typeof value !== "object" || value === null) return
  for (const [name, part] of Object.entries(whole.properties ?? {})) {
    const isOptional = !(whole.required ?? []).includes(name)
    seePart(see, path === "" ? name : `${path}.${name}`, part, isOptional, Reflect.get(value, name))
  }
}

/** A parameter of a query as the value that its text stands for. */
const parsed = ({ type }: Node, text: string): unknown =>
  type === "integer" || type === "number" ? Number(text) : type === "boolean" ? text === "true" : text

/** What a request shows of an operation. */
export const seenIn = (operation: string, path: string, json: unknown, see: See): void => {
  const known = contract().get(operation)
  if (known === undefined) return
  const query = new URLSearchParams(path.split("?")[1] ?? "")
  for (const { isOptional, node, path: name } of known.fields) {
    if (!name.startsWith("?")) continue
    const text = query.get(name.slice(1))
    seePart(
      (pair) => see(`${operation} ${pair}`),
      name,
      node,
      isOptional,
      text === null ? undefined : parsed(node, text)
    )
  }
  if (known.body !== undefined) seeFields((pair) => see(`${operation} ${pair}`), "", known.body, json)
}
