/**
 * An address as lines of text, from top to bottom, in the order of its country. Everything that was written is printed:
 * a region stands after the city where the country's addresses have none. Follows docs/specification.md#addresses.
 *
 * @since 1.0.0
 */
import type { ShippingAddress } from "./Address.ts"
import { addressFormatOf } from "./Country.ts"

/** The parts of an address that are printed as lines; the phone is no line of the post's. */
type Parts = Omit<ShippingAddress, "phone">

/** The parts of a line with what stands between two of them; nothing stands beside a part that is not there. */
const printLine = (format: string, texts: Readonly<Record<string, string>>): string => {
  let line = ""
  let between = ""
  for (const letter of format) {
    const text = texts[letter]
    if (text === undefined) between += letter
    else {
      if (text !== "") line += line === "" ? text : between + text
      between = ""
    }
  }
  return line
}

/**
 * The lines of an address with the country's name, as its reader calls it, as the last one. At least four; with a
 * company or a second line more.
 */
export const addressLines = (
  { address, address2 = "", city, company = "", country, name, postcode, region = "" }: Parts,
  countryName: string
): ReadonlyArray<string> => {
  const format = addressFormatOf(country)
  const c = format.includes("s") || region === "" ? city : `${city}, ${region}`
  const texts = { n: name, o: company, c, s: region, z: postcode }
  return format.split("|")
    .flatMap((line) => line === "a" ? [address, address2] : [printLine(line, texts)])
    .filter((line) => line !== "")
    .concat(countryName)
}
