/**
 * What it costs to send goods, as the shop's document has it, and what of a price is VAT, by where goods go: written here
 * once more, for whoever audits the store.
 */

const inEu = new Set(["DE", "FR", "IT", "FI", "NL"])

/** In cents; prices of goods include VAT, and so does this. */
export const tariff = (country: string, method: string, goodsMinor: number): number =>
  method === "express"
    ? (inEu.has(country) ? 995 : 2495)
    : inEu.has(country)
    ? (goodsMinor >= 5000 ? 0 : 495)
    : 1495

/** Per cent of the net, of the countries that anybody here has goods sent to. */
const vatRates: Readonly<Record<string, number>> = { DE: 19, FI: 25.5, FR: 20, IT: 22, NL: 21, US: 0 }

/** The rate of goods that go to a country, in per cent of the net; undefined where nobody here knows it. */
export const vatRate = (country: string): number | undefined => vatRates[country]

/** The VAT in a gross amount, in cents, half a cent up. */
export const vatIn = (grossMinor: number, rate: number): number =>
  Math.floor((2 * grossMinor * rate * 10 + 1000 + rate * 10) / (2 * (1000 + rate * 10)))
