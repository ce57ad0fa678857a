/**
 * What buyers write where an address is asked for, and the address that it is.
 *
 * The rule: the API, the shop front and every protocol take the same addresses, and find the same faults, all at once.
 * Lines are folded (`PlainText`); the country may be written in any way that `Country` knows, and decides the form of
 * the postcode.
 *
 * Left out on purpose: the words for a fault, which each entrance has, and where the shop delivers (`Shipping`). Follows
 * docs/specification.md#addresses.
 *
 * Example: `{ …, postcode: "1011", country: "Germany" }` has the fault `wrong` in `postcode`.
 *
 * @since 1.0.0
 */
import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { type CountryCode, longestLine, ShippingAddress } from "./Address.ts"
import * as Country from "./Country.ts"
import * as PlainText from "./PlainText.ts"

export type Field = keyof ShippingAddress

/** What somebody wrote, whatever it is. */
export type Written = { readonly [field in Field]?: unknown }

/** Something is `missing` where it is needed; anything else that cannot be used is `wrong`. */
export interface Fault {
  readonly field: Field
  readonly fault: "missing" | "wrong"
}

const lines = ["name", "address", "city", "postcode"] as const
type Line = (typeof lines)[number]

const textOf = (written: unknown): string => typeof written === "string" ? PlainText.foldLine(written) : ""

const faultOf = (field: Line, line: string, country: CountryCode | undefined): Fault["fault"] | undefined => {
  const isPostcode = field === "postcode" && country !== undefined
  if (line === "") return isPostcode && !Country.needsPostcode(country) ? undefined : "missing"
  if (isPostcode && !Country.isPostcode(country, line)) return "wrong"
  return PlainText.isLine(line, longestLine) ? undefined : "wrong"
}

/** The address that somebody wrote, or everything that is wrong with it. */
export const read = (written: Written): Either.Either<ShippingAddress, Arr.NonEmptyReadonlyArray<Fault>> => {
  const said = textOf(written.country)
  const country = Country.find(said)
  const folded = {
    name: textOf(written.name),
    address: textOf(written.address),
    city: textOf(written.city),
    postcode: textOf(written.postcode)
  }
  const faults = lines.flatMap((field): ReadonlyArray<Fault> => {
    const fault = faultOf(field, folded[field], country)
    return fault === undefined ? [] : [{ field, fault }]
  })
  if (country === undefined) {
    return Either.left(Arr.append(faults, { field: "country", fault: said === "" ? "missing" : "wrong" }))
  }
  return Arr.isNonEmptyReadonlyArray(faults) ? Either.left(faults) : Either.right({ ...folded, country })
}

/** What a field has to be. */
export const expected: { readonly [field in Field]: string } = {
  name: PlainText.describe(longestLine),
  address: PlainText.describe(longestLine),
  city: PlainText.describe(longestLine),
  postcode: "a postcode of the country",
  country: "a country: ISO 3166-1 alpha-2 or alpha-3 code, or name"
}

/** An address that was read, as programs have to give it. */
export const ReadAddress = ShippingAddress.pipe(
  Schema.filter((address) => {
    const issue = (field: Field) => ({ path: [field], message: `Expected ${expected[field]}` })
    return Either.match(read(address), {
      onLeft: (faults) => faults.map(({ field }) => issue(field)),
      onRight: (folded) => lines.filter((field) => folded[field] !== address[field]).map(issue)
    })
  })
)
