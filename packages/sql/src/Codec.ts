/**
 * Schemas compiled to plain functions: `decoder` and `encoder` do what `Schema.decodeUnknownSync` and
 * `Schema.encodeSync` do, for values that come by the thousand (rows, payloads, responses). A valid value passes
 * through plain functions; an invalid one, or a schema of an unknown kind, goes to the library, which decides. So the
 * two differ only in speed.
 *
 * @since 1.0.0
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

/** The value is not valid, as far as this module can tell. */
const refused = Symbol("refused")

/** Returns the decoded or encoded value, or `refused`. */
type Step = (value: unknown) => unknown

type Direction = "decode" | "encode"

const through = (holds: (value: unknown) => boolean): Step => (value) => holds(value) ? value : refused

const has = (value: object, key: PropertyKey): boolean => Object.prototype.hasOwnProperty.call(value, key)

const isRecord = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const steps = { decode: new WeakMap<AST.AST, Step>(), encode: new WeakMap<AST.AST, Step>() }

const stepOf = (ast: AST.AST, direction: Direction): Step => {
  const known = steps[direction].get(ast)
  if (known !== undefined) return known
  const step = compile(ast, direction) ?? byLibrary(ast, direction)
  steps[direction].set(ast, step)
  return step
}

/** A part of a schema that only the library knows how to run. */
const byLibrary = (ast: AST.AST, direction: Direction): Step => {
  const schema = Schema.make<unknown>(ast)
  const run = direction === "decode" ? Schema.decodeUnknownEither(schema) : Schema.encodeUnknownEither(schema)
  return (value) => {
    const result = run(value)
    return Either.isRight(result) ? result.right : refused
  }
}

/** Whether options change what a valid value becomes, and not only which faults of an invalid one are told. */
const decidesValues = (options: AST.ParseOptions): boolean => Object.keys(options).some((name) => name !== "errors")

const compile = (ast: AST.AST, direction: Direction): Step | undefined => {
  if (
    Option.exists(AST.getParseOptionsAnnotation(ast), decidesValues)
    || Option.isSome(AST.getDecodingFallbackAnnotation(ast))
  ) return undefined
  switch (ast._tag) {
    case "StringKeyword":
      return through((value) => typeof value === "string")
    case "NumberKeyword":
      return through((value) => typeof value === "number")
    case "BooleanKeyword":
      return through((value) => typeof value === "boolean")
    case "UnknownKeyword":
    case "AnyKeyword":
      return (value) => value
    case "UndefinedKeyword":
      return through((value) => value === undefined)
    case "Literal":
      return through((value) => value === ast.literal)
    case "Union":
      return union(ast, direction)
    case "TupleType":
      return ast.elements.length === 0 && ast.rest.length === 1 ? list(stepOf(ast.rest[0]!.type, direction)) : undefined
    case "TypeLiteral":
      return struct(ast, direction)
    case "Refinement":
      return direction === "decode"
        ? chain(
          stepOf(ast.from, "decode"),
          (value) => Option.isNone(ast.filter(value, AST.defaultParseOption, ast)) ? value : refused
        )
        : chain(stepOf(AST.typeAST(ast), "decode"), stepOf(unrefined(ast), "encode"))
    case "Transformation":
      return transformation(ast, direction)
    default:
      return undefined
  }
}

const chain = (first: Step, second: Step): Step => (value) => {
  const between = first(value)
  return between === refused ? refused : second(between)
}

const unrefined = (ast: AST.AST): AST.AST => AST.isRefinement(ast) ? unrefined(ast.from) : ast

/** Among several members that may be objects, the library chooses by their tags. */
const union = ({ types }: AST.Union, direction: Direction): Step | undefined => {
  const simple = types.filter((type) =>
    isSimple(direction === "decode" ? AST.encodedAST(type) : unrefined(AST.typeAST(type)))
  )
  if (types.length - simple.length > 1) return undefined
  const members = types.map((type) => stepOf(type, direction))
  return (value) => {
    for (const member of members) {
      const result = member(value)
      if (result !== refused) return result
    }
    return refused
  }
}

const isSimple = (ast: AST.AST): boolean =>
  ast._tag === "StringKeyword" || ast._tag === "NumberKeyword" || ast._tag === "BooleanKeyword"
  || ast._tag === "UndefinedKeyword" || ast._tag === "Literal"

const list = (item: Step): Step => (value) => {
  if (!Array.isArray(value)) return refused
  const items: Array<unknown> = []
  for (const one of value) {
    const result = item(one)
    if (result === refused) return refused
    items.push(result)
  }
  return items
}

const struct = ({ indexSignatures, propertySignatures }: AST.TypeLiteral, direction: Direction): Step | undefined => {
  const fields = propertySignatures.map(({ isOptional, name, type }) => ({
    name,
    isOptional,
    step: stepOf(type, direction)
  }))
  if (indexSignatures.length > 0) {
    const [signature] = indexSignatures
    return indexSignatures.length === 1 && signature!.parameter._tag === "StringKeyword"
      ? dictionary(stepOf(signature!.type, direction), fields)
      : undefined
  }
  if (fields.length === 0) return undefined
  return (value) => {
    if (!isRecord(value)) return refused
    const object: Record<PropertyKey, unknown> = {}
    for (const { isOptional, name, step } of fields) {
      if (isOptional && !has(value, name)) continue
      const result = step(value[name])
      if (result === refused) return refused
      object[name] = result
    }
    return object
  }
}

interface Field {
  readonly name: PropertyKey
  readonly isOptional: boolean
  readonly step: Step
}

/** Any keys, some of which have steps of their own. The result has them in the value's order. */
const dictionary = (item: Step, fields: ReadonlyArray<Field>): Step => {
  const own = new Map(fields.map(({ name, step }) => [name, step]))
  const required = fields.filter(({ isOptional }) => !isOptional)
  return (value) => {
    if (!isRecord(value)) return refused
    for (const { name } of required) if (!has(value, name)) return refused
    const object: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      // An assignment would make it the object's prototype.
      if (key === "__proto__") return refused
      const result = (own.get(key) ?? item)(value[key])
      if (result === refused) return refused
      object[key] = result
    }
    return object
  }
}

const transformation = (ast: AST.Transformation, direction: Direction): Step | undefined => {
  const { from, to, transformation } = ast
  const [first, last] = direction === "decode"
    ? [stepOf(from, "decode"), stepOf(to, "decode")]
    : [stepOf(to, "encode"), stepOf(from, "encode")]
  switch (transformation._tag) {
    case "ComposeTransformation":
      return chain(first, last)
    case "FinalTransformation": {
      const transform = transformation[direction]
      return (value) => {
        const before = first(value)
        if (before === refused) return refused
        const between = transform(before, AST.defaultParseOption, ast, value)
        return Either.isEither(between) && Either.isRight(between) ? last(between.right) : refused
      }
    }
    case "TypeLiteralTransformation": {
      const moves = transformation.propertySignatureTransformations.map((move) => ({
        source: direction === "decode" ? move.from : move.to,
        target: direction === "decode" ? move.to : move.from,
        move: move[direction]
      }))
      return (value) => {
        const before = first(value)
        if (before === refused) return refused
        const object = { ...before as Record<PropertyKey, unknown> }
        for (const { move, source, target } of moves) {
          const moved = move(has(object, source) ? Option.some(object[source]) : Option.none())
          delete object[source]
          if (Option.isSome(moved)) object[target] = moved.value
        }
        return last(object)
      }
    }
  }
}

/** Made at its first use, because a program has more schemas than it uses, and most values are valid. */
const atFirstUse = <A, B>(make: () => (value: A) => B): (value: A) => B => {
  let made: ((value: A) => B) | undefined
  return (value) => (made ??= make())(value)
}

/** `Schema.decodeUnknownSync`. */
export const decoder = <A, I>(schema: Schema.Schema<A, I>): (value: unknown) => A => {
  const step = atFirstUse(() => stepOf(schema.ast, "decode"))
  const byLibrary = atFirstUse(() => Schema.decodeUnknownSync(schema))
  return (value) => {
    const result = step(value)
    return result === refused ? byLibrary(value) : result as A
  }
}

/** `Schema.decodeUnknownEither`. */
export const eitherDecoder = <A, I>(
  schema: Schema.Schema<A, I>,
  options?: AST.ParseOptions
): (value: unknown) => Either.Either<A, ParseResult.ParseError> => {
  const step = atFirstUse(() => stepOf(schema.ast, "decode"))
  const byLibrary = atFirstUse(() => Schema.decodeUnknownEither(schema, options))
  return (value) => {
    const result = step(value)
    return result === refused ? byLibrary(value) : Either.right(result as A)
  }
}

/** `Schema.decodeUnknown`, for schemas that need services. */
export const effectDecoder = <A, I, R>(
  schema: Schema.Schema<A, I, R>,
  options?: AST.ParseOptions
): (value: unknown) => Effect.Effect<A, ParseResult.ParseError, R> => {
  const step = atFirstUse(() => stepOf(schema.ast, "decode"))
  const byLibrary = atFirstUse(() => Schema.decodeUnknown(schema, options))
  return (value) => {
    const result = step(value)
    return result === refused ? byLibrary(value) : Effect.succeed(result as A)
  }
}

/** `Schema.encodeSync`. */
export const encoder = <A, I>(schema: Schema.Schema<A, I>): (value: A) => I => {
  const step = atFirstUse(() => stepOf(schema.ast, "encode"))
  const byLibrary = atFirstUse(() => Schema.encodeSync(schema))
  return (value) => {
    const result = step(value)
    return result === refused ? byLibrary(value) : result as I
  }
}
