/** `Codec` does what the library does, for values that are as they should be and for any others. */
import * as Codec from "@beauty-store/sql/Codec"
import { EncodedResponse } from "@beauty-store/sql/Idempotency"
import * as Query from "@beauty-store/sql/Query"
import * as Arbitrary from "effect/Arbitrary"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

interface Category {
  readonly name: string
  readonly within: ReadonlyArray<Category>
}
const Category: Schema.Schema<Category> = Schema.Struct({
  name: Schema.String,
  within: Schema.Array(Schema.suspend(() => Category))
})

/** A text that is checked and has a name of its own. */
const Id = Schema.String.pipe(Schema.maxLength(80), Schema.pattern(/^[a-z0-9]+(-[a-z0-9]+)*$/), Schema.brand("Id"))

const Cents = Schema.Int.pipe(Schema.between(-(10 ** 9), 10 ** 9, { description: "an amount in cents" }))

/** A number outside, cents inside; there are numbers that are no amount. */
const Amount = Schema.transformOrFail(Schema.Number, Cents, {
  strict: true,
  decode: (n, _, ast) =>
    Math.round(n * 100) / 100 === n
      ? ParseResult.succeed(Math.round(n * 100))
      : ParseResult.fail(new ParseResult.Type(ast, n, "Expected an amount with at most two decimals")),
  encode: (cents) => ParseResult.succeed(cents / 100)
})

/** A text that is transformed and then checked, by the library and by a check of one's own. */
const Line = Schema.Trim.pipe(
  Schema.minLength(1),
  Schema.filter((text) => text.length <= 200, { description: "a string at most 200 character(s) long" })
)
const Address = Schema.Struct({
  name: Line,
  city: Line,
  country: Schema.String.pipe(Schema.pattern(/^[A-Z]{2}$/), Schema.brand("Country"))
})

/** Every kind of schema that rows, payloads and answers are made of, and some that only the library runs. */
const schemas: Readonly<Record<string, Schema.Schema<any, any>>> = {
  row: Schema.Struct({
    id: Id,
    quantity: Query.Int,
    added_at: Schema.NullOr(Query.Int),
    status: Schema.Literal("open", "closed"),
    flag: Query.Flag,
    document: Query.Json(Schema.Array(Schema.Struct({ rate: Schema.Int, net: Cents, gross: Cents }))),
    note: Schema.NullOr(Schema.String)
  }),
  payload: Schema.Struct({
    productId: Schema.String.pipe(Schema.minLength(1)),
    quantity: Schema.optional(Schema.Int.pipe(Schema.between(1, 99))),
    address: Schema.optional(Address)
  }),
  answer: Schema.Struct({
    total: Amount,
    items: Schema.Array(Schema.Struct({ price: Amount, name: Schema.String, code: Schema.optional(Schema.String) })),
    createdAt: Schema.DateFromString,
    payment: Schema.NullOr(Schema.Struct({ method: Schema.String }))
  }),
  kept: Schema.parseJson(EncodedResponse),
  open: Schema.Struct(
    { price: Amount, name: Schema.optional(Schema.String) },
    Schema.Record({ key: Schema.String, value: Schema.Unknown })
  ),
  withDefault: Schema.Struct({ condition: Schema.optionalWith(Schema.String, { default: () => "unopened" }) }),
  renamed: Schema.Struct({
    amountMinor: Schema.propertySignature(Amount).pipe(Schema.fromKey("amount")),
    note: Schema.optionalWith(Schema.String, { nullable: true, as: "Option" })
  }),
  allFaults: Schema.Struct({ a: Schema.String, b: Schema.Number }).annotations({ parseOptions: { errors: "all" } }),
  nothingMore: Schema.Struct({ a: Schema.String, b: Schema.Struct({ c: Schema.Number }) }).annotations({
    parseOptions: { errors: "all", onExcessProperty: "error" }
  }),
  tagged: Schema.Union(
    Schema.Struct({ kind: Schema.Literal("card"), number: Schema.String }),
    Schema.Struct({ kind: Schema.Literal("klarna"), email: Schema.String }),
    Schema.Null
  ),
  pair: Schema.Tuple(Schema.String, Schema.Number),
  tree: Category,
  whole: Schema.Struct({ a: Schema.String, b: Schema.Number }).pipe(Schema.filter(({ a, b }) => a.length > 2 || b > 0))
}

const outcome = <A>(run: () => A): Either.Either<A, string> => Either.try({ try: run, catch: String })

/** Breaks a value somewhere: another value in place of a part, a part too many or too few. */
const broken = (value: unknown): fc.Arbitrary<unknown> => {
  const parts = typeof value === "object" && value !== null ? Object.keys(value) : []
  const here = fc.constantFrom<unknown>(undefined, null, "", "x", "7", 0, 1.5, -1, true, [], {}, Number.NaN)
  if (parts.length === 0) return here
  return fc.tuple(fc.constantFrom(...parts), fc.boolean(), fc.boolean()).chain(([key, drop, extra]) => {
    const whole = value as Record<string, unknown>
    const others = Array.isArray(value) ? [...value] : { ...whole, ...(extra ? { extra: 1 } : {}) }
    if (drop && !Array.isArray(value)) {
      delete (others as Record<string, unknown>)[key]
      return fc.constant<unknown>(others)
    }
    return broken(whole[key]).map((part) => Object.assign(others, { [key]: part }))
  })
}

describe.each(Object.entries(schemas))("%s", (_, schema) => {
  // The library may generate a field of an open object that the schema has with another type.
  const values = Arbitrary.make(schema).filter(Schema.is(schema))
  const encode = Schema.encodeSync(schema)

  it("is read and written as the library does it", () => {
    const [read, readEither, write] = [Codec.decoder(schema), Codec.eitherDecoder(schema), Codec.encoder(schema)]
    fc.assert(
      fc.property(values, (value) => {
        const encoded = encode(value)
        expect(write(value)).toStrictEqual(encoded)
        expect(read(encoded)).toStrictEqual(Schema.decodeUnknownSync(schema)(encoded))
        expect(readEither(encoded)).toStrictEqual(Schema.decodeUnknownEither(schema)(encoded))
      }),
      { numRuns: 60 }
    )
  })

  it("is refused, in the library's words, where the library refuses it", () => {
    const [read, write] = [Codec.decoder(schema), Codec.encoder(schema)]
    fc.assert(
      fc.property(values.chain((value) => fc.tuple(broken(encode(value)), broken(value))), ([encoded, value]) => {
        expect(outcome(() => read(encoded))).toStrictEqual(outcome(() => Schema.decodeUnknownSync(schema)(encoded)))
        // Whatever the types say, a program may pass it.
        expect(outcome(() => write(value))).toStrictEqual(outcome(() => encode(value as never)))
      }),
      { numRuns: 120 }
    )
  })
})

it("a key that names the prototype is the library's to read and to write", () => {
  const schema = schemas["open"]!
  const value = JSON.parse("{\"__proto__\":[],\" \":false,\"price\":43}") as unknown
  expect(Codec.decoder(schema)(value)).toStrictEqual(Schema.decodeUnknownSync(schema)(value))
  expect(Codec.encoder(schema)(value)).toStrictEqual(Schema.encodeSync(schema)(value))
})

it("all faults are told where all are asked for", () => {
  const schema = schemas["payload"]!
  const faulty = { productId: "", quantity: 0, address: { name: "" } }
  const [ours, theirs] = [Codec.eitherDecoder, Schema.decodeUnknownEither].map((make) =>
    String(Either.flip(make(schema, { errors: "all" })(faulty)))
  )
  expect(ours).toBe(theirs)
  expect(ours).toMatch(/productId[^]*quantity[^]*address/)
})

class Hosts extends Context.Tag("Hosts")<Hosts, ReadonlyArray<string>>() {}

it("what a schema asks a service about is the library's to decide", async () => {
  const Page = Schema.Struct({
    url: Schema.optional(Schema.transformOrFail(Schema.String, Schema.String, {
      strict: true,
      decode: (host, _, ast) =>
        Effect.flatMap(
          Hosts,
          (hosts) =>
            hosts.includes(host) ? Effect.succeed(host) : Effect.fail(new ParseResult.Type(ast, host, "foreign"))
        ),
      encode: ParseResult.succeed
    }))
  })
  const decode = Codec.effectDecoder(Page)
  const decoded = (value: unknown) =>
    Effect.runPromise(Effect.either(Effect.provideService(decode(value), Hosts, ["a"])))
  expect(await decoded({})).toStrictEqual(Either.right({}))
  expect(await decoded({ url: "a" })).toStrictEqual(Either.right({ url: "a" }))
  expect(String(Either.flip(await decoded({ url: "b" })))).toMatch("foreign")
})

describe("an object of any keys", () => {
  it("keeps the order of its value", () => {
    const open = Schema.Struct({ last: Schema.String }, Schema.Record({ key: Schema.String, value: Schema.Unknown }))
    expect(JSON.stringify(Codec.encoder(open)({ first: 1, last: "2" }))).toBe(`{"first":1,"last":"2"}`)
  })
})
