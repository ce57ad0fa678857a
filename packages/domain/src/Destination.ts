/**
 * Where goods go: a country, and in it a territory outside its VAT area (Directive 2006/112/EC, article 6). A territory
 * that is a country, such as Åland, goes by that country's code; others have one of ISO 3166-2, or their country and name.
 * Madeira, the Azores and Corsica, with rates of their own, have their country's. Follows docs/specification.md#vat.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import { CountryCode } from "./Address.ts"
import { compactPostcode } from "./Country.ts"
import type { InEach } from "./Language.ts"

/** A territory without a country's code. */
export const TerritoryCode = Schema.Literal(
  "DE-BUESINGEN",
  "DE-HELGOLAND",
  "ES-CE",
  "ES-CN",
  "ES-ML",
  "GR-69",
  "IT-CAMPIONE",
  "IT-LIVIGNO"
)
export type TerritoryCode = typeof TerritoryCode.Type

/** A country or a territory by its code. */
export const PlaceCode = Schema.Union(CountryCode, TerritoryCode)
export type PlaceCode = typeof PlaceCode.Type

/** Where goods go. */
export interface Destination {
  readonly country: CountryCode
  /** In it and outside its VAT area; absent: elsewhere in it, or no postcode is known. */
  readonly territory?: TerritoryCode | undefined
}

export interface Territory {
  /** The digits of its postcodes. */
  readonly postcodes: RegExp
  readonly name: InEach<string>
}

/** Territories without a country's code, by theirs. */
export const territories: { readonly [code in TerritoryCode]: Territory } = {
  "DE-BUESINGEN": { postcodes: /^78266$/, name: { en: "Büsingen", de: "Büsingen" } },
  "DE-HELGOLAND": { postcodes: /^27498$/, name: { en: "Heligoland", de: "Helgoland" } },
  "ES-CE": { postcodes: /^51/, name: { en: "Ceuta", de: "Ceuta" } },
  "ES-CN": { postcodes: /^3[58]/, name: { en: "Canary Islands", de: "Kanarische Inseln" } },
  "ES-ML": { postcodes: /^52/, name: { en: "Melilla", de: "Melilla" } },
  "GR-69": { postcodes: /^6308[67]$/, name: { en: "Mount Athos", de: "Berg Athos" } },
  "IT-CAMPIONE": { postcodes: /^22061$/, name: { en: "Campione d’Italia", de: "Campione d’Italia" } },
  "IT-LIVIGNO": { postcodes: /^23041$/, name: { en: "Livigno", de: "Livigno" } }
}

/** The country that a territory belongs to. */
export const countryOf = (code: TerritoryCode): CountryCode => CountryCode.make(code.slice(0, 2))

/** The digits of postcodes of a country that are another one's. 980 is Monaco's, which has its own code and France's VAT. */
const ownCountries: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  DK: { GL: /^39\d\d$/ },
  FI: { AX: /^22/ },
  FR: {
    BL: /^(97133$|977)/,
    MF: /^(97150$|978)/,
    GP: /^971/,
    MQ: /^972/,
    GF: /^973/,
    RE: /^974/,
    PM: /^975/,
    YT: /^976/,
    TF: /^984/,
    WF: /^986/,
    PF: /^987/,
    NC: /^988/
  },
  IT: { SM: /^4789\d$/, VA: /^00120$/ }
}

const codes = TerritoryCode.literals

/** The destination of an address: 35001 in `ES` is `ES` with `ES-CN`, and 22100 in `FI` is `AX`. */
export const of = (
  { country, postcode }: { readonly country: CountryCode; readonly postcode: string }
): Destination => {
  const digits = compactPostcode(postcode).replace(/\D/g, "")
  const own = Object.entries(ownCountries[country] ?? {}).find(([, postcodes]) => postcodes.test(digits))
  if (own !== undefined) return { country: CountryCode.make(own[0]) }
  const territory = codes.find((code) => countryOf(code) === country && territories[code].postcodes.test(digits))
  return territory === undefined ? { country } : { country, territory }
}

/** All parts of a country: the country without its territories, and each of those. */
export const partsOf = (country: CountryCode): ReadonlyArray<Destination> => [
  { country },
  ...codes.filter((code) => countryOf(code) === country).map((territory) => ({ country, territory }))
]

/** Whether a code is a territory's. */
export const isTerritory: (place: string) => place is TerritoryCode = Schema.is(TerritoryCode)

/** The one code by which zones and rates know a destination. */
export const codeOf = ({ country, territory }: Destination): PlaceCode => territory ?? country
