/**
 * Days as the shop counts them: calendar days in its time zone, by the runtime's own table of zones. A day that decodes
 * exists, and a moment belongs to exactly one; `addDays` moves in the calendar. Years 0 to 9999, milliseconds since the
 * epoch. Follows docs/specification.md#time.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

const dayMillis = 86_400_000
const hourMillis = 3_600_000

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const monthLength = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31

const form = /^(\d{4})-(\d{2})-(\d{2})$/

const isDay = (text: string): boolean => {
  const match = form.exec(text)
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month)
}

/** A calendar day that exists, as `YYYY-MM-DD`. */
export const Day = Schema.String.pipe(
  Schema.filter(isDay, {
    description: "a day of the calendar as YYYY-MM-DD",
    jsonSchema: { format: "date" },
    arbitrary: () => (fc) => fc.integer({ min: firstNumber, max: lastNumber }).map(textOf)
  }),
  Schema.brand("Day")
)
export type Day = typeof Day.Type

const momentForm =
  /^(\d{4}-\d{2}-\d{2})[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const isMoment = (text: string): boolean => {
  const [, day] = momentForm.exec(text) ?? []
  return day !== undefined && isDay(day) && isMillis(Date.parse(text))
}

/** A time in milliseconds since the epoch, of a year that has four digits in UTC. */
export const Millis = Schema.Int.pipe(
  Schema.filter((millis) => isMillis(millis), { description: "a time in whole milliseconds, of a year from 0 to 9999" })
)

/** A moment of a calendar day that exists, in the format of RFC 3339, also in UTC. `Date.parse` reads it. */
export const Moment = Schema.String.pipe(
  Schema.filter(isMoment, { description: "a moment, RFC 3339", jsonSchema: { format: "date-time" } })
)

/** Formats milliseconds since the epoch as RFC 3339 in UTC, with milliseconds. */
export const formatMoment = (millis: number): string => new Date(millis).toISOString()

/**
 * The days from 1970-01-01 to a date of the Gregorian calendar. The year is counted from March, so that the leap day
 * comes last and the lengths of the months before it repeat (31, 30, 31, 30, 31): 153 days in five months.
 */
const numberOf = (year: number, month: number, day: number): number => {
  const marchYear = month <= 2 ? year - 1 : year
  const marchMonth = (month + 9) % 12
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return 365 * marchYear + leapDays + Math.floor((153 * marchMonth + 2) / 5) + day - 719_469
}

const firstNumber = numberOf(0, 1, 1)
const lastNumber = numberOf(9999, 12, 31)

const isMillis = (millis: number): boolean => millis >= firstNumber * dayMillis && millis < (lastNumber + 1) * dayMillis

const parts = (day: Day): readonly [year: number, month: number, day: number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8))
]

const toNumber = (day: Day): number => numberOf(...parts(day))

/** The inverse: 400 years have 146097 days, and an estimate from the mean length of a year is off by at most one. */
const textOf = (number: number): string => {
  const n = Math.min(Math.max(number, firstNumber), lastNumber)
  let year = Math.floor((n - firstNumber) * 400 / 146_097)
  if (numberOf(year, 1, 1) > n) year -= 1
  else if (numberOf(year + 1, 1, 1) <= n) year += 1
  let month = 1
  let left = n - numberOf(year, 1, 1)
  for (; left >= monthLength(year, month); month++) left -= monthLength(year, month)
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(left + 1).padStart(2, "0")}`
}

const fromNumber = (number: number): Day => Day.make(textOf(number), true)

/** A day of a year from 0 to 9999, if it exists; months count from 1. */
export const make = (year: number, month: number, day: number): Day => fromNumber(numberOf(year, month, day))

export const year = (day: Day): number => parts(day)[0]

/** The day a number of days later, or earlier for a negative number. */
export const addDays = (day: Day, days: number): Day => fromNumber(toNumber(day) + days)

/** Negative, 0 or positive: the first day is before, on or after the second. */
export const compare = (a: Day, b: Day): -1 | 0 | 1 => a < b ? -1 : a > b ? 1 : 0

/** The weekday of a day's number; 1970-01-01 was a Thursday. */
const weekdayOf = (number: number): number => ((number + 3) % 7 + 7) % 7 + 1

/** The weekday by ISO 8601: Monday is 1, Sunday is 7. */
export const weekday = (day: Day): number => weekdayOf(toNumber(day))

/** A time zone by its name in the tz database, such as `Asia/Tokyo`. */
export const TimeZone = Schema.String.pipe(
  Schema.filter((name) => isTimeZone(name), { description: "a time zone of the tz database, such as Europe/Berlin" }),
  Schema.brand("TimeZone")
)
export type TimeZone = typeof TimeZone.Type

const makeClock = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" })

/** `Intl` also takes offsets, which have no summer time. */
const isTimeZone = (name: string): boolean => {
  try {
    return /^[A-Za-z]/.test(name) && makeClock(name) !== undefined
  } catch {
    return false
  }
}

export const defaultTimeZone = TimeZone.make("Europe/Berlin", true)

const clocks = new Map<TimeZone, Intl.DateTimeFormat>()

/** The milliseconds by which a zone's clocks are ahead of UTC at a moment. */
const offset = (millis: number, timeZone: TimeZone): number => {
  const clock = clocks.get(timeZone) ?? makeClock(timeZone)
  clocks.set(timeZone, clock)
  const [, sign, hours, minutes, seconds = 0] = /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(clock.format(millis)) ?? []
  if (sign === undefined) return 0
  return (sign === "-" ? -1 : 1) * (Number(hours) * hourMillis + Number(minutes) * 60_000 + Number(seconds) * 1000)
}

/** The day of a moment in a time zone. */
export const dayOf = (millis: number, timeZone: TimeZone): Day =>
  fromNumber(Math.floor((millis + offset(millis, timeZone)) / dayMillis))

/**
 * Where clocks change around midnight, the day begins with the later of the two moments that are midnight by the offset
 * before and by the offset after.
 */
const startOf = (number: number, timeZone: TimeZone): number => {
  const utcMidnight = number * dayMillis
  const midnight = utcMidnight - offset(utcMidnight - dayMillis, timeZone)
  return utcMidnight - Math.min(offset(midnight - 1, timeZone), offset(midnight, timeZone))
}

/** The first millisecond of a day in a time zone. */
export const startOfDay = (day: Day, timeZone: TimeZone): number => startOf(toNumber(day), timeZone)

/** The last millisecond of a day in a time zone. */
export const endOfDay = (day: Day, timeZone: TimeZone): number => startOf(toNumber(day) + 1, timeZone) - 1
