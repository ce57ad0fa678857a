/**
 * How each of the shop's locales writes amounts, days, moments, sizes and countries, by `Intl`, once for all pages
 * and documents; moments in a time zone. A negative amount has a true minus sign. In German 123456 cents
 * are `1.234,56\u00a0€`, and 2026-10-01 is `1. Oktober 2026`. Follows docs/specification.md#languages.
 *
 * @since 1.0.0
 */
import type { Size } from "@beauty-store/domain/Catalog"
import { type Day, dayOf, type TimeZone } from "@beauty-store/domain/Days"
import { isTerritory, territories } from "@beauty-store/domain/Destination"
import { type InEach, languageIn, type Locale, tagOf } from "@beauty-store/domain/Language"
import { type Currency, decimalsOf, display, format } from "@beauty-store/domain/Money"

/** How a locale writes. */
export interface Format {
  /** An amount with its currency. */
  readonly money: (amountMinor: number, currency: Currency) => string
  /** An amount without the name of its currency, for a column of amounts. */
  readonly amount: (amountMinor: number, currency: Currency) => string
  readonly number: (value: number) => string
  readonly size: (size: Size) => string
  /** A day of the calendar with its weekday, without the year: `Thursday, 1 October`. */
  readonly day: (day: Day) => string
  /** A day of the calendar with its year: `1 October 2026`. */
  readonly date: (day: Day) => string
  /** A moment, with its year: `1 October 2026, 15:32`. */
  readonly moment: (millis: number, timeZone: TimeZone) => string
  /** The time of a moment: `15:32`. */
  readonly time: (millis: number, timeZone: TimeZone) => string
  /** What a time zone is called at a moment: `Central European Time`. */
  readonly timeZone: (millis: number, timeZone: TimeZone) => string
  /** The name of a country, by its alpha-2 code, or of a territory; the code itself where it has none. */
  readonly country: (code: string) => string
}

/** Midnight of a day of the calendar, in UTC. */
const midnight = (day: Day): Date => new Date(`${day}T00:00:00Z`)

const pieces: InEach<(count: number) => string> = {
  en: (count) => count === 1 ? "1 piece" : `${count} pieces`,
  de: (count) => `${count} Stück`
}

const makeFormat = (inLocale: Locale): Format => {
  const locale = tagOf(inLocale)
  const language = languageIn(inLocale)
  const amounts = [0, 1, 2, 3].map((n) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: n, maximumFractionDigits: n })
  )
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const days = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" })
  const dates = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })
  const clocks = new Map<TimeZone, Intl.DateTimeFormat>()
  const clockIn = (timeZone: TimeZone) => {
    const clock = clocks.get(timeZone)
      ?? new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone })
    clocks.set(timeZone, clock)
    return clock
  }
  const countries = new Intl.DisplayNames(locale, { type: "region" })
  return {
    money: (amountMinor, currency) => display(amountMinor, currency, inLocale),
    amount: (amountMinor, currency) => {
      // The decimal text, not a double: Intl reads it exactly.
      const text = format(Math.abs(amountMinor), currency) as `${number}`
      return `${amountMinor < 0 ? "−" : ""}${amounts[decimalsOf(currency)]!.format(text)}`
    },
    number: (value) => number.format(value),
    size: ({ unit, value }) => unit === "pcs" ? pieces[language](value) : `${number.format(value)}\u00a0${unit}`,
    day: (day) => days.format(midnight(day)),
    date: (day) => dates.format(midnight(day)),
    moment: (millis, timeZone) =>
      `${dates.format(midnight(dayOf(millis, timeZone)))}, ${clockIn(timeZone).format(millis)}`,
    time: (millis, timeZone) => clockIn(timeZone).format(millis),
    timeZone: (millis, timeZone) =>
      new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" }).formatToParts(millis)
        .find(({ type }) => type === "timeZoneName")!.value,
    country: (code) => isTerritory(code) ? territories[code].name[language] : countries.of(code) ?? code
  }
}

const made = new Map<Locale, Format>()

/** How a locale writes. */
export const formatIn = (locale: Locale): Format => {
  const known = made.get(locale)
  if (known !== undefined) return known
  const format = makeFormat(locale)
  made.set(locale, format)
  return format
}
