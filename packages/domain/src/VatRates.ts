/**
 * Rates of value added tax in the EU, by member state, class of goods and day of purchase.
 *
 * Source: European Commission, "VAT rates applied in the Member States of the European Union", and its database TEDB
 * (Taxes in Europe). Written down by hand in November 2026, without asking either again: a merchant checks the
 * countries that it sells to, and `vat` in shop.json replaces what is wrong. Follows docs/specification.md#vat.
 *
 * @since 1.0.0
 */

import * as Schema from "effect/Schema"

/** Of which rate goods are. */
export const VatClass = Schema.Literal("standard", "reduced", "zero")
export type VatClass = typeof VatClass.Type

/** Rates in per cent, from a day on: the standard rate and the reduced one, which is the standard one where there is none. */
type Change = readonly [from: string, standard: number, reduced: number]

/**
 * The reduced rate is that of most foodstuffs; where those are taxed at the standard rate or at none, that of printed
 * books (Bulgaria, Estonia, Latvia, Lithuania, Malta), and in Ireland the one by that name. The first change of a state
 * also counts before its day.
 */
export const changes = {
  AT: [["2024-01-01", 20, 10]],
  BE: [["2024-01-01", 21, 6]],
  BG: [["2024-01-01", 20, 9]],
  CY: [["2024-01-01", 19, 5]],
  CZ: [["2024-01-01", 21, 12]],
  DE: [["2024-01-01", 19, 7]],
  // None but the standard rate.
  DK: [["2024-01-01", 25, 25]],
  EE: [["2024-01-01", 22, 9], ["2025-07-01", 24, 9]],
  ES: [["2024-01-01", 21, 10]],
  FI: [["2024-01-01", 24, 14], ["2024-09-01", 25.5, 14], ["2026-01-01", 25.5, 13.5]],
  FR: [["2024-01-01", 20, 5.5]],
  GR: [["2024-01-01", 24, 13]],
  HR: [["2024-01-01", 25, 5]],
  HU: [["2024-01-01", 27, 5]],
  IE: [["2024-01-01", 23, 13.5]],
  IT: [["2024-01-01", 22, 10]],
  LT: [["2024-01-01", 21, 5]],
  LU: [["2024-01-01", 17, 3]],
  LV: [["2024-01-01", 21, 5]],
  MT: [["2024-01-01", 18, 5]],
  NL: [["2024-01-01", 21, 9]],
  PL: [["2024-01-01", 23, 5]],
  PT: [["2024-01-01", 23, 6]],
  RO: [["2024-01-01", 19, 9], ["2025-08-01", 21, 11]],
  SE: [["2024-01-01", 25, 12], ["2026-04-01", 25, 6], ["2028-01-01", 25, 12]],
  SI: [["2024-01-01", 22, 9.5]],
  // Other foodstuffs than the few at 5 %.
  SK: [["2024-01-01", 20, 10], ["2025-01-01", 23, 19]]
} as const satisfies Readonly<Record<string, readonly [Change, ...ReadonlyArray<Change>]>>
