/**
 * Amounts of money as shops write them, as whole minor units: `14.90`, `1,234.50`, `1.234,50`, `1 234,50`, `1,23,450`.
 * The last dot or comma with one or two digits behind it divides minor units, every other one groups digits. A blank
 * may group digits or divide numbers: both readings count. A currency may divide minor units (`14€90`).
 */
import { decimalsOf } from "@beauty-store/domain/Money"
import { bareCurrency, currency as someCurrency } from "./Currencies.ts"
import { withPlainDigits } from "./Numerals.ts"

/** Longer than any amount. */
const longest = 40

const usual = /^(\d{1,3}(?:[.,]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d{1,12})(?:[.,](\d{1,3}))?$/
/** Of a currency with three decimals, three digits at the end are those. */
const inThousandths = /^(\d{1,3}(?:[.,]\d{3})*|\d{1,12})[.,](\d{3})$/

/** An amount in minor units, or undefined where the text is no amount. Groups of two digits are those of India. */
export const read = (text: string, currency: string): number | undefined => {
  if (text.length > longest) return undefined
  const compact = withPlainDigits(text).replace(/[\s'’]/g, "")
  const exponent = decimalsOf(currency)
  const match = (exponent === 3 ? inThousandths.exec(compact) : null) ?? usual.exec(compact)
  if (match === null) return undefined
  const [, whole = "", part = ""] = match
  if (part.length > exponent && !/^0*$/.test(part.slice(exponent))) return undefined
  return Number(whole.replace(/[.,]/g, "")) * 10 ** exponent +
    Number(part.slice(0, exponent).padEnd(exponent, "0") || 0)
}

/** Groups behind the first one that blanks divide: up to billions. */
const mostGroups = 3

/** Where minor units of two digits follow without a dot or a comma. */
const undivided = new RegExp(
  [
    `(?<=\\d)${bareCurrency}(?=\\d{2}(?![\\d.,]))`,
    `(?<=\\d)\\s(?=\\d{2}\\s?${someCurrency})`,
    `\\s(?=\\d{2}(?![\\d.,]*\\d))(?<=${someCurrency}\\s?\\d{1,3}(?:[\\s.,'’]\\d{3}){0,3}\\s)`
  ].join("|"),
  "gu"
)

/** All amounts that a text shows. */
export const within = (text: string, currency: string): ReadonlySet<number> => {
  const plain = withPlainDigits(text)
  const found = new Set<number>()
  collect(plain, currency, found)
  const divided = plain.replace(undivided, ",")
  if (divided !== plain) collect(divided, currency, found)
  return found
}

/** Adds the amounts of a text whose minor units are divided. */
const collect = (text: string, currency: string, found: Set<number>): void => {
  const add = (token: string) => {
    const amount = read(token.replace(/[.,'’]+$/, ""), currency)
    if (amount !== undefined) found.add(amount)
  }
  // Amounts whose last group ends where the next token may follow, the longest first.
  let open: ReadonlyArray<ReadonlyArray<string>> = []
  let end = -1
  for (const { 0: token, index } of text.matchAll(/\d[\d.,'’]{0,20}/g)) {
    add(token)
    const follows = index === end + 1 && /\s/.test(text[end]!)
    const joined = follows && /^\d{3}(?!\d)/.test(token) ? open.map((groups) => [...groups, token]) : []
    for (const groups of joined) add(groups.join(""))
    open = [
      ...(/^\d{3}$/.test(token) ? joined.filter(({ length }) => length <= mostGroups) : []),
      ...(/^\d{1,3}$/.test(token) ? [[token]] : [])
    ]
    end = index + token.length
  }
}
