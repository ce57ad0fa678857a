/**
 * Days as the shop counts them: local days in Berlin, the business days of the TARGET calendar, and the return window;
 * and the times in the ids of events, which grow with time, so that their order is that of the events.
 * Written again here, because the auditor shares no rule with the store.
 */

const berlin = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" })

/** The local day in Berlin, `YYYY-MM-DD`. */
export const berlinDay = (at: number): string => berlin.format(at)

/** When the next day begins in Berlin, in milliseconds. */
export const berlinMidnight = (now: number): number => {
  const today = berlinDay(now)
  let [before, after] = [now, now + 26 * 3_600_000]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (berlinDay(middle) === today) before = middle
    else after = middle
  }
  return after
}

const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Easter Sunday, by Gauss. */
const easter = (year: number): string => {
  const a = year % 19, b = year % 4, c = year % 7
  const k = Math.floor(year / 100)
  const p = Math.floor((13 + 8 * k) / 25), q = Math.floor(k / 4)
  const m = (15 - p + k - q) % 30, n = (4 + k - q) % 7
  const d = (19 * a + m) % 30, e = (2 * b + 4 * c + 6 * d + n) % 7
  const days = d === 29 && e === 6 ? 28 : d === 28 && e === 6 && (11 * m + 11) % 30 < 19 ? 27 : d + e
  return plusDays(`${year}-03-22`, days)
}

const isBusinessDay = (day: string): boolean => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const sunday = easter(Number(day.slice(0, 4)))
  return weekday !== 0 && weekday !== 6 && !["01-01", "05-01", "12-25", "12-26"].includes(day.slice(5))
    && day !== plusDays(sunday, -2) && day !== plusDays(sunday, 1)
}

export const businessDaysAfter = (day: string, count: number): string => {
  let left = count
  let at = day
  while (left > 0) {
    at = plusDays(at, 1)
    if (isBusinessDay(at)) left--
  }
  return at
}

const returnWindowDays = 30

/** The last local day on which goods that arrived at a moment can be returned. */
export const lastDayOfReturn = (deliveredAt: number): string => plusDays(berlinDay(deliveredAt), returnWindowDays)

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** The milliseconds in an id: eight digits of base 62 after `evt_`. */
export const eventTime = (eventId: string): number =>
  eventId.slice(4, 12).split("").reduce((n, one) => n * 62 + digits.indexOf(one), 0)
