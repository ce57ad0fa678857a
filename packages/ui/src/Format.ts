/**
 * How each of the shop's languages writes amounts, days, moments, sizes and countries, by `Intl`, once for all pages
 * and documents. Moments are in the shop's time zone. A negative amount has a true minus sign. In German 123456 cents
 * are `1.234,56\u00a0€`, and 2026-10-01 is `1. Oktober 2026`. Follows docs/specification.md#languages.
 *
 * @since 1.0.0
 */
import type { Size } from "@beauty-store/domain/Catalog"
import type { Day } from "@beauty-store/domain/Days"
import { type InEach, type Language, locales } from "@beauty-store/domain/Language"
import { type Currency, display, format } from "@beauty-store/domain/Money"

/** How a language writes. */
export interface Format {
  /** An amount with its currency. */
  readonly money: (amountMinor: number, currency: Currency) => string
  /** An amount without its currency, for a column of amounts. */
  readonly amount: (amountMinor: number) => string
  readonly number: (value: number) => string
  readonly size: (size: Size) => string
  /** A day of the calendar with its weekday, without the year: `Thursday, 1 October`. */
  readonly day: (day: Day) => string
  /** A day of the calendar with its year: `1 October 2026`. */
  readonly date: (day: Day) => string
  /** The day of a moment, with its year. */
  readonly dateOf: (millis: number) => string
  /** A moment, with its year: `1 October 2026, 15:32`. */
  readonly moment: (millis: number) => string
  /** The time of a moment: `15:32`. */
  readonly time: (millis: number) => string
  /** The name of a country, by its alpha-2 code; the code itself where it has none. */
  readonly country: (code: string) => string
}

const timeZone = "Europe/Berlin"

/** Midnight of a day of the calendar, in UTC. */
const midnight = (day: Day): Date => new Date(`${day}T00:00:00Z`)

const formatOf = (language: Language, pieces: (count: number) => string): Format => {
  const locale = locales[language]
  const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const days = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" })
  const dates = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })
  const datesHere = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric", timeZone })
  const times = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone })
  const countries = new Intl.DisplayNames(locale, { type: "region" })
  return {
    money: (amountMinor, currency) => display(amountMinor, currency, language),
    amount: (amountMinor) =>
      // The decimal text, not a double: Intl reads it exactly.
      `${amountMinor < 0 ? "−" : ""}${amounts.format(format(Math.abs(amountMinor)) as `${number}`)}`,
    number: (value) => number.format(value),
    size: ({ unit, value }) => unit === "pcs" ? pieces(value) : `${number.format(value)}\u00a0${unit}`,
    day: (day) => days.format(midnight(day)),
    date: (day) => dates.format(midnight(day)),
    dateOf: (millis) => datesHere.format(millis),
    moment: (millis) => `${datesHere.format(millis)}, ${times.format(millis)}`,
    time: (millis) => times.format(millis),
    country: (code) => countries.of(code) ?? code
  }
}

export const formats: InEach<Format> = {
  en: formatOf("en", (count) => count === 1 ? "1 piece" : `${count} pieces`),
  de: formatOf("de", (count) => `${count} Stück`)
}
