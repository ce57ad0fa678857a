/**
 * Global Trade Item Numbers (GS1 General Specifications, sections 1.4 and 7.9): whether one names an article to
 * everybody.
 *
 * Numbers of the restricted ranges are given out within one company or one shop. They count as absent: an agent that
 * compares shops by them would compare different articles.
 */

export type Verdict = "public" | "restricted" | "malformed" | "wrong check digit"

/** The check digit of the digits before it (GS1 General Specifications, section 7.9.1). */
const checkDigit = (digits: string): number => {
  let sum = 0
  for (let at = digits.length - 1, weight = 3; at >= 0; at--, weight = 4 - weight) sum += Number(digits[at]) * weight
  return (10 - sum % 10) % 10
}

/** Numbers for use within a company or a region: 02, 04 and 20 to 29 of GTIN-13, 2 and 4 of GTIN-12, 0 and 2 of GTIN-8. */
const isRestricted = (gtin: string): boolean => {
  if (gtin.length === 8) return /^[02]/.test(gtin)
  const thirteen = gtin.slice(-13).padStart(13, "0")
  return /^(02|04|2)/.test(thirteen)
}

export const judge = (text: string): Verdict => {
  const gtin = text.replace(/[\s-]/g, "")
  if (!/^(\d{8}|\d{12}|\d{13}|\d{14})$/.test(gtin)) return "malformed"
  if (checkDigit(gtin.slice(0, -1)) !== Number(gtin.at(-1))) return "wrong check digit"
  return isRestricted(gtin) ? "restricted" : "public"
}
