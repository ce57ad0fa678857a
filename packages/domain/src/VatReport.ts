/**
 * VAT of a quarter by country of delivery and rate, as a one-stop-shop return asks for it: what its receipts contain,
 * less what its credit notes take back. A document counts on the day on which it says it was issued. Monaco's is
 * France's; a territory outside the VAT area stands by its own code. Follows docs/specification.md#vat-report.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import * as Days from "./Days.ts"
import { codeOf, type Destination } from "./Destination.ts"
import type { VatPerRate } from "./Pricing.ts"
import { taxPlaceOf } from "./Vat.ts"

/** A quarter of a year, such as `2026-Q4`. */
export const Quarter = Schema.String.pipe(
  Schema.pattern(/^\d{4}-Q[1-4]$/),
  Schema.annotations({ description: "a quarter, such as 2026-Q4" }),
  Schema.brand("Quarter")
)
export type Quarter = typeof Quarter.Type

/** The quarter of a day. */
export const quarterOf = (day: Days.Day): Quarter =>
  Quarter.make(`${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`)

/**
 * The moments of a quarter in whatever time zone, in milliseconds since the epoch: from the first on, and before the
 * other. Clocks are at most 14 hours away from UTC.
 */
export const momentsOf = (quarter: Quarter): { readonly from: number; readonly before: number } => {
  const year = Number(quarter.slice(0, 4))
  const month = 3 * Number(quarter.slice(6)) - 2
  const next = month === 10 ? Days.make(year + 1, 1, 1) : Days.make(year, month + 3, 1)
  const midnight = (day: Days.Day) => Date.parse(`${day}T00:00:00Z`)
  return { from: midnight(Days.addDays(Days.make(year, month, 1), -1)), before: midnight(Days.addDays(next, 1)) }
}

/** Deliveries to a country at a rate; `netMinor + vatMinor = grossMinor`. More may have gone back than was sold. */
export interface CountryVat extends VatPerRate {
  readonly country: string
}

/** A receipt, or what takes a part of one back (a credit note, or negative its cancellation). */
export interface TaxedDocument extends Destination {
  readonly isReceipt: boolean
  readonly vat: ReadonlyArray<VatPerRate>
}

/** Adds documents to sums; by country, the highest rate first. */
export const add = (
  sums: ReadonlyArray<CountryVat>,
  documents: ReadonlyArray<TaxedDocument>
): ReadonlyArray<CountryVat> => {
  const added = new Map(sums.map((row) => [`${row.country} ${row.rateBp}`, row]))
  for (const { isReceipt, vat, ...destination } of documents) {
    const state = taxPlaceOf(codeOf(destination))
    const sign = isReceipt ? 1 : -1
    for (const { grossMinor, netMinor, rateBp, vatMinor } of vat) {
      const before = added.get(`${state} ${rateBp}`)
      added.set(`${state} ${rateBp}`, {
        country: state,
        rateBp,
        netMinor: (before?.netMinor ?? 0) + sign * netMinor,
        vatMinor: (before?.vatMinor ?? 0) + sign * vatMinor,
        grossMinor: (before?.grossMinor ?? 0) + sign * grossMinor
      })
    }
  }
  return [...added.values()].sort((a, b) =>
    a.country === b.country ? b.rateBp - a.rateBp : a.country < b.country ? -1 : 1
  )
}
