/**
 * Business days, in which the dates of refunds and of deliveries are counted: those of TARGET, the Eurosystem's payment
 * system, since 2002. National holidays do not count. How many of them something takes is in `Refund` and `Shipping`.
 * The third one after Maundy Thursday 2026-04-02 is 2026-04-09. Follows docs/specification.md#business-days.
 *
 * @since 1.0.0
 */
import * as Days from "./Days.ts"

/** Easter Sunday of a year by the Gregorian computus (Meeus, Jones and Butcher). */
export const easter = (year: number): Days.Day => {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  // From 21 March to the full moon. The dates recur every 19 years, except for skipped leap days and a moon that is a
  // little faster.
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const fullMoon = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - fullMoon - ofCentury % 4) % 7
  // The full moon never falls on the last day of its cycle, nor twice in 19 years on the one before.
  const correction = Math.floor((golden + 11 * fullMoon + 22 * toSunday) / 451)
  const sum = fullMoon + toSunday - 7 * correction + 114
  return Days.make(year, Math.floor(sum / 31), sum % 31 + 1)
}

const fixedClosings: ReadonlyArray<string> = ["01-01", "05-01", "12-25", "12-26"]

/** Whether a day is a business day: whether payments settle on it. */
export const isBusinessDay = (day: Days.Day): boolean => {
  if (Days.weekday(day) >= 6 || fixedClosings.includes(day.slice(5))) return false
  const easterSunday = easter(Days.year(day))
  return day !== Days.addDays(easterSunday, -2) && day !== Days.addDays(easterSunday, 1)
}

/** The n-th business day after a day, which itself does not count; 0 is the day itself. */
export const addBusinessDays = (day: Days.Day, days: number): Days.Day => {
  let reached = day
  for (let left = days; left > 0;) {
    reached = Days.addDays(reached, 1)
    if (isBusinessDay(reached)) left -= 1
  }
  return reached
}
