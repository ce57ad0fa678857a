/**
 * Countries as people and programs write them, and the form of their postcodes. A country is found by its ISO 3166-1
 * codes, its usual names in English, its own languages, German and French, folded. A postcode is compared by its
 * letters and digits (`compactPostcode`), and may begin with its country's. `CountryTable` has the list. Follows
 * docs/specification.md#addresses.
 *
 * @since 1.0.0
 */
import { CountryCode } from "./Address.ts"
import { countryTable } from "./CountryTable.ts"
import * as Letters from "./Letters.ts"

/** A spelling of a country by its letters alone: `St. Lucia` and `Saint Lucia` are one. */
export const fold = (name: string): string =>
  Letters.fold(name).trim().replace(/^the /, "").replace(/\bst(e?)[.\s\p{Pd}]/gu, "saint$1")
    .replace(/&/g, " and ").replace(/[^\p{L}\p{N}]+/gu, "")

interface Country {
  readonly code: CountryCode
  readonly alpha3: string
  /** What its postcodes look like, without blanks and hyphens; undefined where it has none, or nobody knows. */
  readonly postcode: RegExp | undefined
  /** The lines of its addresses (`addressFormatOf`). */
  readonly format: string
  /** The usual one in English first. */
  readonly names: ReadonlyArray<string>
}

const countries: ReadonlyArray<Country> = countryTable.trim().split("\n").map((line) => {
  const [code = "", alpha3 = "", postcode = "", format = "", names = ""] = line.split("\t")
  return {
    code: CountryCode.make(code),
    alpha3,
    postcode: postcode === "" ? undefined : new RegExp(`^(?:${postcode})$`),
    format,
    names: names.split("|")
  }
})

const byCode: ReadonlyMap<string, Country> = new Map(countries.map((country) => [country.code, country]))

/** A name as keyboards without umlauts write it, too: `Oesterreich`. */
const spellings = (name: string): ReadonlyArray<string> => [name, name.replace(/[äöü]/giu, "$&e")]

/** Where two countries share a spelling, the first has it. */
const byName: ReadonlyMap<string, CountryCode> = new Map(
  countries.flatMap(({ code, names }) => names.flatMap(spellings).map((name) => [fold(name), code] as const))
    .toReversed()
)

const byAnyCode: ReadonlyMap<string, CountryCode> = new Map(
  countries.flatMap(({ alpha3, code }) => [alpha3, code].map((one) => [one, code] as const))
)

/** The codes of all countries. */
export const codes: ReadonlyArray<CountryCode> = countries.map(({ code }) => code)

/** The country that somebody wrote, or undefined. A code goes before any name; `R.-U.` is no code. */
export const find = (text: string): CountryCode | undefined =>
  byAnyCode.get(text.normalize("NFKC").replace(/[.\s]/g, "").toUpperCase()) ?? byName.get(fold(text))

/** A country's usual English name; any other text is returned as it is. */
export const nameOf = (code: string): string => byCode.get(code)?.names[0] ?? code

/**
 * Letters and digits of a postcode, as the table has them. Letters of another width are the same, and blanks, hyphens
 * and the sign of Japan's post (`〒`) are nothing. A minus sign is typed for a hyphen, and so is `ー`: a Japanese
 * keyboard has both on one key.
 */
export const compactPostcode = (postcode: string): string =>
  postcode.normalize("NFKC").toUpperCase().replace(/[\s\p{Pd}\u2212ー〒]/gu, "")

/**
 * The lines of an address there, from top to bottom, with `|` between them. A small letter is a part: `n`ame,
 * `o`rganization, `a`ddress, `c`ity, postcode (`z`), and `s` for the region, where addresses have one; anything else is
 * printed between two parts.
 */
export const addressFormatOf = (country: CountryCode): string => byCode.get(country)?.format ?? "n|o|a|z c"

/** Whether a region (a state, a province, a county) belongs to addresses there. */
export const hasRegion = (country: CountryCode): boolean => addressFormatOf(country).includes("s")

const withRegion: ReadonlySet<string> = new Set(["AU", "BR", "CA", "CN", "IN", "MX", "US"])

/** Whether people there never leave the region out. */
export const needsRegion = (country: CountryCode): boolean => withRegion.has(country)

/** Whether a country is not written to without a postcode. */
export const needsPostcode = (country: CountryCode): boolean => byCode.get(country)?.postcode?.test("") === false

/** The signs of vehicles that are not one of the country's codes (Convention on Road Traffic, annex 3). */
const vehicleSigns: Readonly<Record<string, string>> = {
  AE: "UAE",
  AR: "RA",
  AT: "A",
  BB: "BDS",
  BE: "B",
  BH: "BRN",
  BI: "RU",
  BJ: "DY",
  BN: "BRU",
  BW: "RB",
  CA: "CDN",
  CD: "CGO",
  CF: "RCA",
  CG: "RCB",
  CL: "RCH",
  CU: "C",
  DE: "D",
  DM: "WD",
  EG: "ET",
  ES: "E",
  FR: "F",
  GA: "G",
  GB: "UK",
  GD: "WG",
  GG: "GBG",
  GI: "GBZ",
  GM: "WAG",
  GN: "RG",
  GT: "GCA",
  HT: "RH",
  HU: "H",
  ID: "RI",
  IM: "GBM",
  IT: "I",
  JE: "GBJ",
  JM: "JA",
  JO: "HKJ",
  JP: "J",
  KE: "EAK",
  KG: "KS",
  KH: "K",
  KN: "KAN",
  KR: "ROK",
  LB: "RL",
  LC: "WL",
  LI: "FL",
  LK: "CL",
  LR: "LB",
  LU: "L",
  LY: "LAR",
  MG: "RM",
  MK: "NMK",
  ML: "RMM",
  MM: "BUR",
  MN: "MGL",
  MR: "RIM",
  MT: "M",
  MU: "MS",
  MY: "MAL",
  MZ: "MOC",
  NE: "RN",
  NG: "WAN",
  NO: "N",
  NP: "NEP",
  PH: "RP",
  PT: "P",
  QA: "Q",
  SA: "KSA",
  SC: "SY",
  SD: "SUD",
  SE: "S",
  SI: "SLO",
  SL: "WAL",
  SM: "RSM",
  SR: "SME",
  SV: "ES",
  SZ: "SD",
  TD: "TCH",
  TH: "T",
  TW: "RC",
  TZ: "EAT",
  UG: "EAU",
  UY: "ROU",
  VA: "V",
  VC: "WV",
  VE: "YV",
  VG: "BVI",
  XK: "RKS",
  YE: "YAR",
  ZM: "Z"
}

/** Countries that belong to a state, whose letters are written before their postcodes, too. */
const territories: Readonly<Record<string, string>> = {
  AU: "CC CX HM NF",
  DK: "FO GL",
  FI: "AX",
  FR: "BL GF GP MF MQ NC PF PM RE TF WF YT",
  GB: "GG IM JE",
  NO: "BV SJ",
  US: "AS GU MP PR UM VI"
}
const stateOf: ReadonlyMap<string, string> = new Map(
  Object.entries(territories).flatMap(([state, parts]) => parts.split(" ").map((part) => [part, state] as const))
)

/** What may be written before the postcodes of a country: its codes and its sign. */
const lettersOf = (code: string): ReadonlyArray<string> =>
  [code, byCode.get(code)?.alpha3, vehicleSigns[code]].filter((one) => one !== undefined)

/** Whether a postcode has its country's form, with or without letters in front: its codes, its sign, or those of its state. */
export const isPostcode = (country: CountryCode, postcode: string): boolean => {
  const form = byCode.get(country)?.postcode
  if (form === undefined) return true
  const text = compactPostcode(postcode)
  const letters = [country, stateOf.get(country)].flatMap((one) => one === undefined ? [] : lettersOf(one))
  const bare = letters.filter((one) => text.startsWith(one) && text !== one).map((one) => text.slice(one.length))
  return [text, country + text, ...bare].some((one) => form.test(one))
}
