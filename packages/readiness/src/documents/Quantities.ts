/**
 * What texts for people say of money and time: an amount, or that nothing is to be paid, and how long something takes.
 * Times are known in the official languages of the European Union.
 *
 * The rule: durations have one expression made of its nouns, which count as whole words, also beside hyphens
 * (`30-Tage-Garantie`). Currencies are in `Currencies.ts`, amounts that programs read in `Amount.ts`.
 */
import { anyOf, namesPrice, wordEnd, wordStart } from "./Currencies.ts"
import * as PolicyWords from "./PolicyWords.ts"

/** That nothing is to be paid. */
const free = anyOf([
  "free",
  "\\p{L}{0,20}(?:kostenlos|kostenfrei|portofrei)\\p{L}{0,2}|frei haus",
  "gratis|gratuit\\p{L}{0,6}|kosteloos",
  "livraison offerte|port offerts?"
])

const nothing = new RegExp(`${wordStart}${free}${wordEnd}`, "iu")

/** A number up to 999, or a word for one of those that deadlines have. One alone is also an article, so it is left out. */
const number = anyOf(["[1-9]\\d{0,2}", ...PolicyWords.numbers])

/** What stands between a number and its noun: `14 (vierzehn) volle Tage`. */
const between = `[\\s)‐-—-]{0,3}(?:${anyOf(PolicyWords.between)}[\\s-])?`

/** Nouns that mean a time even without a number. */
const days = anyOf([
  "days?|weeks?",
  "(?:arbeits|bank|bankarbeits|folge|geschäfts|kalender|werk)tag(?:en?|s)?|tagen?|wochen?",
  "(?:nächsten|folgenden|gleichen|selben) tag",
  "jours?|semaines?|giorn[io]|settiman[ae]|d[ií]as?|semanas?",
  "(?:kalender|werk)dag(?:en)?|dagen|weken"
])
const hours = anyOf(["hours?|stunden?|heures?|ore|horas?|uur|uren"])

/** Nouns that mean one only beside a number. */
const countedDays = anyOf([
  "tag|tägig\\p{L}{0,2}|dag|gg",
  "months?|monat(?:en?|s)?|mois|mes[ei]|mes(?:es)?|maand(?:en)?",
  ...PolicyWords.dayNouns
])
const countedHours = anyOf(["h|hrs?|std", ...PolicyWords.hourNouns])

/** `2 bis 3 Werktage`, `30-day returns`, `14 (vierzehn) Tagen`, `within hours`. */
const duration = new RegExp(
  `${wordStart}(?:(?<number>${number})${between})?`
    + `(?:(?<days>${days})|(?<countedDays>${countedDays})|(?<hours>${hours})|${countedHours})${wordEnd}`,
  "giu"
)

const someDuration = (text: string, isMeant: (groups: Readonly<Record<string, string | undefined>>) => boolean) => {
  for (const match of text.matchAll(duration)) if (isMeant(match.groups!)) return true
  return false
}

/** Whether a text has an amount of money, or says that nothing is to be paid. */
export const namesAmount = (text: string): boolean => namesPrice(text) || nothing.test(text)

/** Whether a text says how long something takes, or when it happens, in hours or more. */
export const namesDuration = (text: string): boolean =>
  someDuration(text, ({ days, hours, number }) => (number ?? days ?? hours) !== undefined)

/** Whether a text has a number of days, weeks or months. */
export const namesNumberOfDays = (text: string): boolean =>
  someDuration(text, ({ countedDays, days, number }) => number !== undefined && (days ?? countedDays) !== undefined)
