/**
 * The numbers by which people name orders, returns and questions: `4821 7362`, eight digits in two groups.
 *
 * The rule: seven digits are drawn at random, so a number tells neither when something was placed nor how much there
 * is. The last one is a check digit after Damm: one wrong digit, or two neighbours in the wrong order, is noticed.
 * Follows docs/specification.md#numbers.
 *
 * @since 1.0.0
 */
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

/** Damm's quasigroup of order 10, totally anti-symmetric: https://en.wikipedia.org/wiki/Damm_algorithm. */
const quasigroup = [
  "0317598642",
  "7092154863",
  "4206871359",
  "1750983426",
  "6123045978",
  "3674209581",
  "5869720134",
  "8945362017",
  "9438617205",
  "2581436790"
]

/** The check digit of digits, and 0 of digits that end with their own. */
const checkDigit = (digits: string): number =>
  [...digits].reduce((interim, digit) => Number(quasigroup[interim]![Number(digit)]), 0)

const grouped = (digits: string): string => `${digits.slice(0, 4)} ${digits.slice(4)}`

/** A number as people read it. */
export const ReferenceNumber = Schema.String.pipe(
  Schema.pattern(/^[1-9]\d{3} \d{4}$/),
  Schema.filter((text) => checkDigit(text.replace(" ", "")) === 0),
  Schema.brand("ReferenceNumber")
)
export type ReferenceNumber = typeof ReferenceNumber.Type

/** The least body and how many there are: no number begins with 0, which spreadsheets drop. */
const first = 1_000_000
const bodies = 9_000_000

/** The body, 1000000 to 9999999, that 32 random bits choose. */
export const drawnBody = (random: number): number => first + random % bodies

/** The number of a body: its seven digits and their check digit. */
export const ofBody = (body: number): ReferenceNumber =>
  ReferenceNumber.make(grouped(`${body}${checkDigit(String(body))}`))

/** The seven digits before the check digit. */
export const bodyOf = (number: ReferenceNumber): number => Number(number.replace(" ", "").slice(0, -1))

/** What people and their programs write around and between digits: blanks of all kinds, dashes, and a sign. */
const around = /[\s\u00AD\u200B\u2060\uFEFF\p{Dash}.#]/gu

/** Words before a number: `Order no.`, `Nr.:`. */
const before = /^[\p{L}.:\s]+/u

/** The digits of a text that is meant as a number, whether or not it is one; undefined where it has other characters. */
export const digitsIn = (text: string): string | undefined => {
  const digits = text.normalize("NFKC").replace(before, "").replace(around, "")
  return /^\d+$/.test(digits) ? digits : undefined
}

/** Whether a text is a number, as it is shown. */
export const isReferenceNumber = Schema.is(ReferenceNumber)

/** A number as people type it: with or without blanks, hyphens and a `#`, in any groups, behind words, in wide digits. */
export const TypedNumber = Schema.transformOrFail(Schema.String, Schema.typeSchema(ReferenceNumber), {
  strict: true,
  decode: (text, _, ast) => {
    const number = grouped(digitsIn(text) ?? "")
    return isReferenceNumber(number)
      ? ParseResult.succeed(number)
      : ParseResult.fail(new ParseResult.Type(ast, text, "the number has a typing error"))
  },
  encode: ParseResult.succeed
})
