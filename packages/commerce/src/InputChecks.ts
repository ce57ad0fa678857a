/**
 * Checks of the values that embedding programs give to use cases: the types cannot exclude a quantity of 1.5. A value
 * is checked whole, before anything is read or written, and never changed. Ids that are only looked up are not checked
 * (`Ids`). Follows docs/specification.md#input-of-use-cases.
 */
import { type Fault, faultsOf, InvalidInput, pathText } from "@beauty-store/domain/InvalidInput"
import { describe, hasUnprintable, isPrintable, isWithin, printable } from "@beauty-store/domain/PlainText"
import { pattern as webAddress } from "@beauty-store/domain/WebAddress"
import * as Codec from "@beauty-store/sql/Codec"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** Units that are added, shipped or returned. */
export const Units = Schema.Int.pipe(Schema.positive())

/** Text that both databases store as it is: PostgreSQL has no NUL, and neither has halves of a pair of surrogates. */
const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text)
const storable = "without NUL and halves of surrogate pairs"
const textOf = (longest: number, least = 1) => `${least} to ${longest} characters, not only blanks, ${storable}`

/** Text to show. */
export const text = (longest: number) =>
  Schema.String.pipe(
    Schema.filter((text) => isWithin(text, longest) && isPrintable(text), { description: describe(longest) })
  )

/** A text that nobody has to give: empty, or one to show. */
export const optionalText = (longest: number) =>
  Schema.String.pipe(
    Schema.filter((text) => text === "" || (isWithin(text, longest) && isPrintable(text)), {
      description: `nothing, or ${describe(longest)}`
    })
  )

/** Text to look up by. */
const key = (longest: number, least = 1) =>
  Schema.String.pipe(
    Schema.filter(
      (text) => text.length >= least && isWithin(text, longest) && text.trim() !== "" && isStorable(text),
      { description: textOf(longest, least) }
    )
  )

/** Text that no words of a fault may quote. */
export const secretText = (longest: number, least: number) =>
  key(longest, least).annotations({
    message: () => ({ message: `Expected ${textOf(longest, least)}`, override: true })
  })

/** The name of a principal, of a client, or of a partner's message: a key of the database. */
export const Key = key(255)

/** An address to which a browser may be sent. Which hosts are allowed is for the caller to decide. */
export const WebAddress = Schema.String.pipe(
  Schema.pattern(webAddress, {
    description: "an address that begins with http:// or https://, without blanks"
  })
)

/** How long an old secret counts beside a new one, in milliseconds: at most seven days. */
export const Overlap = Schema.Int.pipe(Schema.between(0, 7 * 86_400_000))

/** The owner of a cart, a draft or an order. */
export const OwnerKeys = Schema.Struct({
  principal: Key,
  shopper: Schema.String.pipe(
    Schema.filter((text) => isWithin(text, 255) && isStorable(text), { description: "at most 255 characters" })
  )
})

/** A page of a list. */
export const Paging = Schema.Struct({
  limit: Schema.Int.pipe(Schema.positive()),
  cursor: Schema.optional(Schema.String)
})

/** The faults of a value by the type of a schema; none if it is valid. */
export const faultsBy = <A, I>(schema: Schema.Schema<A, I>): (value: unknown) => ReadonlyArray<Fault> => {
  const decode = Codec.eitherDecoder(Schema.typeSchema(schema), { errors: "all" })
  return (value) => Either.match(decode(value), { onLeft: faultsOf, onRight: () => [] })
}

/** The faults of texts inside a value, which is to be stored: one for each that cannot be shown as it is. */
export const faultsOfTexts = (value: unknown, path: ReadonlyArray<PropertyKey>): ReadonlyArray<Fault> => {
  if (typeof value === "string") {
    return hasUnprintable(value)
      ? [{ path: pathText(path), words: `Expected text ${printable}, actual ${JSON.stringify(value)}` }]
      : []
  }
  if (Array.isArray(value)) return value.flatMap((inside: unknown, n) => faultsOfTexts(inside, [...path, n]))
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inside]) => faultsOfTexts(inside, [...path, key]))
    : []
}

/** Fails with the faults, if there are any. */
export const refuse = (faults: ReadonlyArray<Fault>): Effect.Effect<void, InvalidInput> =>
  faults.length === 0 ? Effect.void : new InvalidInput({ faults })

/** Checks values by the type of a schema, and the texts in those of its fields that are stored. */
export const checking = <A, I>(
  schema: Schema.Schema<A, I>,
  stored: ReadonlyArray<keyof A & string> = []
): (value: unknown) => Effect.Effect<void, InvalidInput> => {
  const faults = faultsBy(schema)
  return (value) => {
    const found = faults(value)
    const places = new Set(found.map(({ path }) => path))
    const ofTexts = stored.flatMap((field) => faultsOfTexts(Reflect.get(Object(value), field), [field]))
    return refuse([...found, ...ofTexts.filter(({ path }) => !places.has(path))])
  }
}

/** Checks which page of a list is asked for. */
export const checkPage = checking(Paging)
