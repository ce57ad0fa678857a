/**
 * The tariff of shipping and the rates of VAT, by destination. Written again here, because the auditor shares no rule
 * with the store.
 */

const inEu = new Set(["DE", "FR", "IT", "FI", "NL", "MC"])

/** From this value of goods on, standard shipping within the EU is free, in cents. */
export const freeFromMinor = 5000

/** The charge for shipping, in cents. It includes VAT, as prices of goods do. */
export const tariff = (country: string, method: string, goodsMinor: number): number =>
  method === "express"
    ? (inEu.has(country) ? 995 : 2495)
    : inEu.has(country)
    ? (goodsMinor >= freeFromMinor ? 0 : 495)
    : 1495

/** Per cent of the net, for the countries to which the workload has goods sent. */
const vatRates: Readonly<Record<string, number>> = { DE: 19, FI: 25.5, FR: 20, IT: 22, MC: 20, NL: 21, QA: 0, US: 0 }

/** The rate for goods that go to a country, in per cent of the net; undefined where it is not known here. */
export const vatRate = (country: string): number | undefined => vatRates[country]

/** The VAT in a gross amount, in cents, rounded half up. */
export const vatIn = (grossMinor: number, rate: number): number =>
  Math.floor((2 * grossMinor * rate * 10 + 1000 + rate * 10) / (2 * (1000 + rate * 10)))
