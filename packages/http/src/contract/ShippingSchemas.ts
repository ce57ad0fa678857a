/**
 * Where an order is sent and how, on the wire: addresses and methods of shipping (docs/specification.md#addresses).
 *
 * The server sets how an address is read and which methods there are: clients only write them.
 *
 * @since 1.0.0
 */
import type * as AddressForm from "@beauty-store/domain/AddressForm"
import { defaultMethods } from "@beauty-store/domain/Shipping"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { refusesMisspelling } from "./Annotations.ts"
import { AmountInput, anyOf, EmailInput, LanguageInput } from "./InputSchemas.ts"

/**
 * How an address is read (`AddressForm`). The server sets it: clients only write addresses, and need not load the list
 * of countries. There is none by default: a decoder may try a value without the server's first, and must not accept it
 * then.
 */
export class AddressReader extends Context.Reference<AddressReader>()("@beauty-store/http/AddressReader", {
  defaultValue: (): Pick<typeof AddressForm, "read" | "expected"> | undefined => undefined
}) {}

/** Whatever is written, or missing, is for the reader to judge, so that all faults of an address are found at once. */
const Written = Schema.optional(Schema.Unknown) as unknown as typeof Schema.String
const OptionalText = Schema.optional(Schema.String)
// The same, for a part that the address may lack.
const WrittenOptional = Schema.optional(Schema.Unknown) as unknown as typeof OptionalText

const lineJson = { type: "string", description: "1 to 200 characters", minLength: 1, maxLength: 200 }
const lines = (line: typeof Schema.String) => ({ name: line, address: line, city: line, postcode: line, country: line })

const optionalJson = { ...lineJson, minLength: 0, description: "at most 200 characters" }

/** The parts that an address may lack. */
const optionalParts = (part: typeof OptionalText) => ({ company: part, address2: part, region: part, phone: part })

/** An address in a response. */
export const Address = Schema.Struct({ ...lines(Schema.String), ...optionalParts(OptionalText) })

const WrittenAddress = Schema.Struct({ ...lines(Written), ...optionalParts(WrittenOptional) }).annotations({
  identifier: "ShippingAddress",
  [refusesMisspelling]: true,
  jsonSchema: {
    type: "object",
    required: ["name", "address", "city", "country"],
    properties: {
      name: lineJson,
      address: lineJson,
      city: lineJson,
      postcode: {
        type: "string",
        description: "a postcode of the country; empty or left out where it has none",
        maxLength: 200
      },
      country: {
        type: "string",
        description: "a country: ISO 3166-1 alpha-2 or alpha-3 code, or name",
        maxLength: 200
      },
      company: optionalJson,
      address2: { ...optionalJson, description: "the second line: a floor, an entrance; at most 200 characters" },
      region: { ...optionalJson, description: "a state, a province, a county; at most 200 characters" },
      phone: { type: "string", description: "a phone number: 5 to 20 digits, blanks and + ( ) - / .", maxLength: 20 }
    }
  }
})

/** As clients write it, and as it is read: the country by its code. */
export const ShippingAddress = Schema.transformOrFail(
  WrittenAddress,
  Address,
  {
    strict: true,
    decode: (written, _, ast) =>
      Effect.flatMap(AddressReader, (reader) => {
        if (reader === undefined) return ParseResult.fail(new ParseResult.Type(ast, written))
        const issueOf = ({ field }: AddressForm.Fault): ParseResult.ParseIssue => {
          const words = written[field] === undefined ? "is missing" : `must be ${reader.expected[field]}`
          return new ParseResult.Pointer(field, written, new ParseResult.Type(ast, written[field], words))
        }
        return Either.mapLeft(
          reader.read(written),
          (faults) => new ParseResult.Composite(ast, written, Arr.map(faults, issueOf))
        )
      }),
    encode: (address) => ParseResult.succeed(address)
  }
)

/**
 * The methods of shipping among which buyers choose. The server sets them; clients need not know them. There are none
 * by default: a decoder may try a value without the server's first, and must not accept it then.
 */
export class ShippingMethods extends Context.Reference<ShippingMethods>()("@beauty-store/http/ShippingMethods", {
  defaultValue: (): ReadonlyArray<string> => []
}) {}

const methodWords = anyOf(defaultMethods.map(({ id }) => id))

/** The document of a shop with other methods names those (`OpenApiDocument`). */
const methodJson = { type: "string", enum: defaultMethods.map(({ id }) => id) }

/** What is no method is refused in the shop's own words, whatever it is. */
const MethodInput = Schema.transformOrFail(
  // Anything may come in, and clients send text.
  Schema.Unknown as unknown as typeof Schema.String,
  Schema.String,
  {
    strict: true,
    decode: (method, _, ast) =>
      Effect.flatMap(ShippingMethods, (methods) =>
        methods.includes(method)
          ? ParseResult.succeed(method)
          : ParseResult.fail(new ParseResult.Type(ast, method, `must be ${anyOf(methods)}`))),
    encode: ParseResult.succeed
  }
).annotations({
  jsonSchema: { ...methodJson, description: methodWords, default: defaultMethods[0].id }
})

/** A method of shipping in a response. */
export const ShippingMethod = Schema.String.annotations({ jsonSchema: methodJson })

/** The destination of an order, its shipping method, and what the buyer was told that it costs. */
export const delivery = {
  email: EmailInput,
  shipping: ShippingAddress,
  billing: Schema.optional(ShippingAddress),
  shippingMethod: Schema.optional(MethodInput),
  language: Schema.optional(LanguageInput),
  expectedTotal: Schema.optional(AmountInput)
}
