/**
 * The fields of a body that its operation does not know: they are ignored, and the response names them in `messages`,
 * keys only. Where optional fields limit what happens (`refusesMisspelling`), one within two letters of a known one
 * that is absent is a fault, as is an unknown parameter (`unknownParameters`). Follows
 * docs/specification.md#unknown-fields.
 */
import { distance, farthest } from "@beauty-store/domain/Spelling"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { refusesMisspelling } from "../contract/Annotations.ts"
import type { InputFault } from "../contract/Problems.ts"
import type { UnknownField } from "../contract/ValueSchemas.ts"

/** Named are the first of them, so that a body of nothing else does not make a long response. */
const mostNamed = 20
/** A longer pointer is not repeated. */
const longestPointer = 200
/** Letters by which a field may be off where misspelling is refused. */
const nearby = 2

export interface Findings {
  readonly ignored: ReadonlyArray<typeof UnknownField.Type>
  readonly misspelt: ReadonlyArray<InputFault>
}

/** Of a body without unknown fields. */
export const nothing: Findings = { ignored: [], misspelt: [] }

/** What a schema knows of a value: the fields of an object, the items of a list, one of several, or no more. */
type Known =
  | { readonly _tag: "Fields"; readonly fields: ReadonlyMap<string, Known>; readonly isStrict: boolean }
  | { readonly _tag: "Items"; readonly item: Known }
  | { readonly _tag: "Literal"; readonly literal: AST.LiteralValue }
  | { readonly _tag: "Either"; readonly members: ReadonlyArray<Known> }
  | { readonly _tag: "Anything" }

const anything: Known = { _tag: "Anything" }

const knownOf = (ast: AST.AST): Known => {
  switch (ast._tag) {
    case "Refinement":
    case "Transformation":
      return knownOf(ast.from)
    case "Literal":
      return { _tag: "Literal", literal: ast.literal }
    case "TypeLiteral":
      return ast.indexSignatures.length > 0 ? anything : {
        _tag: "Fields",
        fields: new Map(ast.propertySignatures.map(({ name, type }) => [String(name), knownOf(type)])),
        isStrict: Option.isSome(AST.getAnnotation(ast, refusesMisspelling))
      }
    case "TupleType":
      return ast.rest.length === 1 ? { _tag: "Items", item: knownOf(ast.rest[0]!.type) } : anything
    case "Union":
      return eitherOf(ast.types.map(knownOf))
    default:
      return anything
  }
}

/** Of a union, the members that know anything of an object or a list; the fields of a refused value are not looked at. */
const eitherOf = (all: ReadonlyArray<Known>): Known => {
  const members = all.filter(({ _tag }) => _tag === "Fields" || _tag === "Items" || _tag === "Either")
  return members.length === 0 ? anything : members.length === 1 ? members[0]! : { _tag: "Either", members }
}

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a value may be of this kind: none of its fields is another one than the kind's own constant. */
const fits = (known: Known, value: unknown): boolean =>
  known._tag === "Items"
    ? Array.isArray(value)
    : known._tag === "Fields" && isObject(value) &&
      [...known.fields].every(([name, field]) => field._tag !== "Literal" || value[name] === field.literal)

const escaped = (key: string): string => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`

/** The nearest of the known names, at a distance of at most `most`; undefined where the nearest is there beside it. */
const nearest = (key: string, known: Iterable<string>, value: Fields, most: number): string | undefined => {
  let best: { readonly name: string; readonly steps: number } | undefined
  for (const name of known) {
    if (Math.abs(name.length - key.length) > most) continue
    const steps = distance(key, name)
    if (steps <= most && steps < (best?.steps ?? Infinity)) best = { name, steps }
  }
  return best === undefined || Object.hasOwn(value, best.name) ? undefined : best.name
}

/** Looks a value over, and adds to what was found. */
const look = (
  known: Known,
  value: unknown,
  at: string,
  found: { readonly ignored: Array<typeof UnknownField.Type>; readonly misspelt: Array<InputFault> }
): void => {
  if (known._tag === "Items" && Array.isArray(value)) {
    for (const [i, item] of value.entries()) look(known.item, item, `${at}/${i}`, found)
    return
  }
  if (known._tag === "Either") {
    const member = known.members.find((one) => fits(one, value))
    if (member !== undefined) look(member, value, at, found)
    return
  }
  if (known._tag !== "Fields" || !isObject(value)) return
  for (const key of Object.keys(value)) {
    const field = known.fields.get(key)
    const pointer = at + escaped(key)
    if (field !== undefined) {
      look(field, value[key], pointer, found)
      continue
    }
    const isNamed = pointer.length <= longestPointer
    if (known.isStrict && found.misspelt.length < mostNamed) {
      const meant = nearest(key, known.fields.keys(), value, nearby)
      if (meant !== undefined) {
        found.misspelt.push({ pointer: isNamed ? pointer : at, detail: `must be \`${meant}\`, if that is meant` })
        continue
      }
    }
    if (!isNamed || found.ignored.length === mostNamed) continue
    const meant = nearest(key, known.fields.keys(), value, farthest(key))
    found.ignored.push({
      code: "unknown_field",
      pointer,
      message: `There is no such field here, and it was ignored.${meant === undefined ? "" : ` Is \`${meant}\` meant?`}`
    })
  }
}

/** Finds the parameters of a query that a schema of parameters does not know. */
export const unknownParameters = <A, I, R>(
  { ast }: Schema.Schema<A, I, R>
): (parameters: Fields) => ReadonlyArray<InputFault> => {
  let known: ReadonlySet<string> | undefined
  return (parameters) => {
    const names = known ??= new Set(AST.getPropertySignatures(AST.encodedAST(ast)).map(({ name }) => String(name)))
    return Object.keys(parameters).filter((name) => !names.has(name)).slice(0, mostNamed).map((name) => {
      const meant = nearest(name, names, parameters, farthest(name))
      return {
        pointer: name.length <= longestPointer ? name : "",
        detail: meant === undefined ? "is not known here" : `must be \`${meant}\`, if that is meant`,
        in: "query"
      }
    })
  }
}

/**
 * Whether successes of a schema have a place for messages about the request: no `messages` of their own, or a list that
 * takes such messages. Those of a ticket, for one, are what was said about it.
 */
export const takesMessages = <A, I, R>(schema: Schema.Schema<A, I, R>): boolean => {
  const own = AST.getPropertySignatures(AST.encodedAST(schema.ast)).find(({ name }) => name === "messages")
  const example = { code: "unknown_field", pointer: "/field", message: "" }
  return own === undefined || Schema.is(Schema.make(own.type))([example])
}

/** Finds the unknown fields of a body, by the schema of its operation; without a schema it has no known field. */
export const finder = <A, I, R>(
  schema: Option.Option<Schema.Schema<A, I, R>>
): (json: unknown) => Findings => {
  let known: Known | undefined
  return (json) => {
    if (!isObject(json)) return nothing
    known ??= Option.match(schema, {
      onNone: () => ({ _tag: "Fields", fields: new Map(), isStrict: false }),
      onSome: ({ ast }) => knownOf(ast)
    })
    const found = { ignored: [], misspelt: [] }
    look(known, json, "", found)
    return found
  }
}
