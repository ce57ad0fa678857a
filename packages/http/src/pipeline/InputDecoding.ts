/**
 * Decodes a client's payload and parameters by their schemas. All faults are reported at once, each by its JSON pointer
 * or the parameter's name. A fault never repeats the input. Follows docs/specification.md#errors.
 */
import * as Codec from "@beauty-store/sql/Codec"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import { absent } from "../contract/HttpApiLookup.ts"
import type { InputFault } from "../contract/Problems.ts"
import { InvalidRequest } from "./Authentication.ts"
import * as Json from "./Json.ts"
import { type Body, MalformedBody } from "./RequestBody.ts"
import * as UnknownFields from "./UnknownFields.ts"

type Issues = ReadonlyArray<{ readonly path: ReadonlyArray<PropertyKey>; readonly message: string }>

/** The library's own messages quote the input and are not shown. */
const wordsOf = (message: string): string =>
  message.startsWith("must be ") ? message : message === "is missing" ? message : "is not of the documented form"

/** The faults of an input, by JSON pointer, in the schema's words. */
const faultsOf = (issues: Issues): ReadonlyArray<InputFault> => {
  const faults = new Map<string, InputFault>()
  for (const { message, path } of issues) {
    const pointer = path.map((part) => `/${String(part).replace(/~/g, "~0").replace(/\//g, "~1")}`).join("")
    if (!faults.has(pointer)) faults.set(pointer, { pointer, detail: wordsOf(message) })
  }
  // For an optional field the library also reports that it is not missing; the fault inside says more.
  const pointers = [...faults.keys()]
  return [...faults.values()].filter(({ pointer }) => !pointers.some((other) => other.startsWith(`${pointer}/`)))
}

/** The faults of parameters, by the parameter's name. */
const faultsOfParameters = (issues: Issues): ReadonlyArray<InputFault> =>
  faultsOf(issues.map(({ message, path }) => ({ message, path: path.slice(0, 1) })))
    .map(({ detail, pointer }) => ({ pointer: pointer.slice(1), detail, in: "query" }))

/** The error for an input that a schema refused. */
export const invalidRequest = (error: ParseResult.ParseError): InvalidRequest =>
  new InvalidRequest({ errors: faultsOf(ParseResult.ArrayFormatter.formatErrorSync(error)) })

/**
 * Decodes a body by a schema. A body that cannot be decoded is refused like any other. `others`: faults
 * that the schema does not see.
 */
export const payloadDecoder = <A, I, R>(schema: Schema.Schema<A, I, R>) => {
  const decode = Codec.effectDecoder(schema, { errors: "all" })
  return (
    { json }: Body,
    others: ReadonlyArray<InputFault>
  ): Effect.Effect<A, MalformedBody | InvalidRequest, R> => {
    if (json === Json.Malformed) return new MalformedBody()
    if (typeof json !== "object" || json === null || Array.isArray(json)) {
      return new InvalidRequest({ errors: [{ pointer: "", detail: "must be a JSON object" }] })
    }
    const decoded = Effect.mapError(decode(json), invalidRequest)
    return others.length === 0 ? decoded : Effect.matchEffect(decoded, {
      onFailure: ({ errors }) => new InvalidRequest({ errors: [...errors, ...others] }),
      onSuccess: () => new InvalidRequest({ errors: others })
    })
  }
}

/** For an operation without a body: one that is not JSON is refused all the same. */
export const noPayload = <A>(body: Body): Effect.Effect<A, MalformedBody> =>
  body.json === Json.Malformed ? new MalformedBody() : Effect.succeed(absent<A>())

type Parameters = Readonly<Record<string, unknown>>

/** Decodes parameters by a schema; without a schema there are none. */
export const parameterDecoder = <A>(
  schema: Option.Option<Schema.Schema<A, unknown>>
): (parameters: Parameters) => Either.Either<A, InvalidRequest> => {
  if (Option.isNone(schema)) return () => Either.right(absent<A>())
  const decode = Codec.eitherDecoder(schema.value)
  return (parameters) =>
    Either.mapLeft(
      decode(parameters),
      (error) => new InvalidRequest({ errors: faultsOfParameters(ParseResult.ArrayFormatter.formatErrorSync(error)) })
    )
}

/** The same for a query, where an unknown parameter is a fault. An operation without parameters ignores its query. */
export const queryDecoder = <A>(
  schema: Option.Option<Schema.Schema<A, unknown>>
): (parameters: Parameters) => Either.Either<A, InvalidRequest> => {
  const decode = parameterDecoder(schema)
  if (Option.isNone(schema)) return decode
  const unknownIn = UnknownFields.unknownParameters(schema.value)
  return (parameters) => {
    const decoded = decode(parameters)
    const unknown = unknownIn(parameters)
    if (unknown.length === 0) return decoded
    return Either.left(
      new InvalidRequest({ errors: Either.isLeft(decoded) ? [...decoded.left.errors, ...unknown] : unknown })
    )
  }
}
