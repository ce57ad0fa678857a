/**
 * Numbers in texts for people, as programs read them.
 *
 * The rule: a decimal digit of any script, or of any width, becomes the one of ASCII, and the points and commas of
 * Arabic become the same signs. Raised digits are numbers of their own: cents, or footnotes.
 */

/** The value of a decimal digit. In each script the ten of them are in order, and nothing is right before them. */
const valueOf = (digit: string): number => {
  const code = digit.codePointAt(0)!
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return (code - first) % 10
}

const values = new Map<string, string>([["٫", "."], ["٬", ","]])

const toAscii = (sign: string): string => {
  const known = values.get(sign)
  if (known !== undefined) return known
  const value = `${valueOf(sign)}`
  values.set(sign, value)
  return value
}

/** A text with digits of ASCII. */
export const withPlainDigits = (text: string): string =>
  /^[\0-\x7f]*$/.test(text)
    ? text
    : text.replace(/(?<=\d)(?=[⁰¹²³⁴-⁹])/g, " ").normalize("NFKC").replace(/[٫٬]|(?!\d)\p{Nd}/gu, toAscii)
