/**
 * What buyers write where an address is asked for, and the address that it is. The API, the shop front and every
 * protocol take the same addresses, and find the same faults, all at once. Lines are folded (`PlainText`); the country
 * is written in any way that `Country` knows, and decides the form of the postcode. Follows
 * docs/specification.md#addresses.
 *
 * @since 1.0.0
 */
import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { type CountryCode, isPhone, longestLine, phoneForm, ShippingAddress } from "./Address.ts"
import * as Country from "./Country.ts"
import * as PlainText from "./PlainText.ts"

export type Field = keyof ShippingAddress

/** What somebody wrote, whatever it is. */
export type Written = { readonly [field in Field]?: unknown }

/** Something is `missing` where it is needed; anything else that cannot be used, and what is no text, is `wrong`. */
export interface Fault {
  readonly field: Field
  readonly fault: "missing" | "wrong"
}

const lines = ["name", "address", "city", "postcode"] as const
type Line = (typeof lines)[number]

/** The parts that an address may lack; left out and empty are the same. */
export const optionalParts = ["company", "address2", "region", "phone"] as const
type OptionalPart = (typeof optionalParts)[number]

/** What was written, folded; nothing is the empty text. What is no text is undefined. */
const textOf = (written: unknown = ""): string | undefined =>
  typeof written === "string" ? PlainText.foldLine(written) : undefined

const readCountry = (written: unknown): Either.Either<CountryCode, Fault> => {
  const said = textOf(written)
  const country = said === undefined ? undefined : Country.find(said)
  return country === undefined
    ? Either.left({ field: "country", fault: said === "" ? "missing" : "wrong" })
    : Either.right(country)
}

const readLine = (field: Line, written: unknown, country: CountryCode | undefined): Either.Either<string, Fault> => {
  const line = textOf(written)
  const isPostcode = field === "postcode" && country !== undefined
  if (line === "") {
    return isPostcode && !Country.needsPostcode(country) ? Either.right("") : Either.left({ field, fault: "missing" })
  }
  return line === undefined || isPostcode && !Country.isPostcode(country, line) || !PlainText.isLine(line, longestLine)
    ? Either.left({ field, fault: "wrong" })
    : Either.right(line)
}

const readOptional = (field: OptionalPart, written: unknown): Either.Either<string | undefined, Fault> => {
  const line = textOf(written)
  if (line === "") return Either.right(undefined)
  return line === undefined || !(field === "phone" ? isPhone(line) : PlainText.isLine(line, longestLine))
    ? Either.left({ field, fault: "wrong" })
    : Either.right(line)
}

/** The address that somebody wrote, or everything that is wrong with it. */
export const read = (written: Written): Either.Either<ShippingAddress, Arr.NonEmptyReadonlyArray<Fault>> => {
  const country = readCountry(written.country)
  const line = (field: Line) => readLine(field, written[field], Either.getOrUndefined(country))
  const parts = {
    name: line("name"),
    address: line("address"),
    city: line("city"),
    postcode: line("postcode"),
    country,
    company: readOptional("company", written.company),
    address2: readOptional("address2", written.address2),
    region: readOptional("region", written.region),
    phone: readOptional("phone", written.phone)
  }
  return Either.mapBoth(Either.all(parts), {
    onLeft: (first): Arr.NonEmptyReadonlyArray<Fault> => [first, ...Arr.getLefts(Object.values(parts)).slice(1)],
    onRight: (address) => Record.filter(address, (part) => part !== undefined) as ShippingAddress
  })
}

/** What a field has to be. */
export const expected: { readonly [field in Field]: string } = {
  name: PlainText.describe(longestLine),
  address: PlainText.describe(longestLine),
  city: PlainText.describe(longestLine),
  postcode: "a postcode of the country",
  country: "a country: ISO 3166-1 alpha-2 or alpha-3 code, or name",
  company: PlainText.describe(longestLine),
  address2: PlainText.describe(longestLine),
  region: PlainText.describe(longestLine),
  phone: phoneForm
}

/** An address that was read, as programs have to give it. */
export const ReadAddress = ShippingAddress.pipe(
  Schema.filter((address) => {
    const issue = (field: Field) => ({ path: [field], message: `Expected ${expected[field]}` })
    return Either.match(read(address), {
      onLeft: (faults) => faults.map(({ field }) => issue(field)),
      onRight: (folded) => [...lines, ...optionalParts].filter((field) => folded[field] !== address[field]).map(issue)
    })
  })
)
