import { describe, expect, it } from "vitest"
import { CountryCode } from "../src/Address.ts"
import * as Country from "../src/Country.ts"

describe("a country", () => {
  it.each([
    ["DE", ["de", "DEU", "Germany", " germany ", "Deutschland", "Allemagne", "BRD"]],
    ["GB", ["UK", "uk", "U.K.", "GBR", "United Kingdom", "Great Britain", "England", "Vereinigtes Königreich"]],
    ["GR", ["EL", "Greece", "Ελλάδα", "ΕΛΛΑΔΑ", "Griechenland"]],
    ["MD", ["Moldova", "Republic of Moldova", "Republik Moldau", "Moldawien"]],
    ["VN", ["Viet Nam", "Vietnam", "Việt Nam"]],
    ["NL", ["Holland", "The Netherlands", "Nederland", "Niederlande"]],
    ["CZ", ["Tschechische Republik", "Tschechien", "Czechia", "Czech Republic", "Česko", "cesko"]],
    ["CI", ["Côte d'Ivoire", "Cote d’Ivoire", "Ivory Coast", "Elfenbeinküste"]],
    ["CH", ["Schweiz", "Suisse", "Svizzera", "Svizra"]],
    ["KR", ["South Korea", "Korea", "Republic of Korea", "대한민국", "한국"]],
    ["LU", ["Luxembourg", "Lëtzebuerg", "Letzebuerg"]],
    ["RS", ["Serbia", "Србија", "Srbija"]],
    ["XK", ["Kosovo", "Kosova", "XKX"]],
    ["TL", ["Timor-Leste", "East Timor", "Timor Leste"]],
    ["TW", ["Taiwan", "臺灣", "台灣", "台湾"]],
    ["BY", ["Belarus", "Weißrussland", "Weissrussland", "Беларусь"]],
    ["MK", ["North Macedonia", "Mazedonien"]],
    ["AT", ["Österreich", "Osterreich", "Oesterreich", "OESTERREICH", "O\u0308sterreich"]],
    ["DK", ["Danmark", "Dänemark", "Danemark", "Daenemark"]],
    ["US", ["USA", "U.S.A.", "United States", "America"]],
    ["LC", ["St. Lucia", "St Lucia", "Saint Lucia"]],
    ["BA", ["Bosnia & Herzegovina", "Bosnia"]],
    ["CG", ["Congo"]],
    ["CD", ["DR Congo", "Democratic Republic of the Congo"]],
    ["TR", ["Turkey", "Türkiye", "Turkiye"]],
    ["JP", ["日本"]],
    ["KG", ["Kirghizstan"]],
    ["SV", ["Salvador"]],
    ["TL", ["Timor oriental"]],
    ["PS", ["Territoires palestiniens"]],
    ["SJ", ["Svalbard et Jan Mayen"]],
    ["VA", ["État de la Cité du Vatican"]],
    ["BQ", ["Pays-Bas caribéens"]],
    ["HK", ["R.A.S. chinoise de Hong Kong"]],
    ["GB", ["R.-U."]],
    ["RU", ["RU", "R.U.", "ru", "ＲＵ"]],
    ["CC", ["Cocos Islands"]],
    ["LC", ["St.Lucia", "Ste-Lucie", "Ste. Lucie"]],
    ["KN", ["St.Kitts und Nevis", "St.\u00a0Kitts and Nevis"]],
    ["MF", ["St-Martin", "St. Martin"]],
    ["BL", ["St. Barthélemy", "St-Barthélemy"]],
    ["SX", ["St. Maarten"]],
    ["VC", ["St.Vincent & Grenadines"]],
    ["GF", ["Guyane"]],
    ["GY", ["Guyana"]],
    ["MK", ["Macédoine"]],
    ["BA", ["Bosnien-Herzegowina", "Bosnie"]],
    ["CV", ["Kapverden"]],
    ["FO", ["Färöer-Inseln", "Faeroeer-Inseln"]],
    ["VA", ["Vatikanstaat"]],
    ["MM", ["Birma", "Birmanie", "Burma"]],
    ["CN", ["VR China", "Volksrepublik China"]],
    ["AE", ["VAE", "EAU"]],
    ["AX", ["Ahvenanmaa"]],
    ["GB", ["Grande-Bretagne", "Angleterre", "United Kingdom of Great Britain and Northern Ireland"]],
    ["NL", ["Hollande"]],
    ["KR", ["Corée", "Korea, Republic of"]],
    ["US", ["Amerika", "Amérique", "United States of America"]],
    ["BO", ["Bolivia, Plurinational State of", "Bolivia (Plurinational State of)"]],
    ["CD", ["Congo, Democratic Republic of the", "Congo, The Democratic Republic of the"]],
    ["IR", ["Iran, Islamic Republic of", "Iran (Islamic Republic of)"]],
    ["TZ", ["Tanzania, United Republic of"]],
    ["VE", ["Venezuela, Bolivarian Republic of"]],
    ["PS", ["Palestine, State of"]],
    ["KP", ["Korea, Democratic People's Republic of"]]
  ])("%s is found by its usual names", (code, names) => {
    for (const name of names) expect(Country.find(name), name).toBe(code)
  })

  it.each(["", " ", "XX", "D", "Deutschlandd", "de-DE", "Atlantis", "constructor", "a".repeat(10_000)])(
    "is not %j",
    (name) => expect(Country.find(name)).toBeUndefined()
  )

  it("is found by its own codes and its own usual name, whichever it is", () => {
    expect(Country.codes.length).toBe(250)
    for (const code of Country.codes) {
      expect(Country.find(code)).toBe(code)
      expect(Country.find(Country.nameOf(code)), code).toBe(code)
    }
  })
})

describe("a postcode", () => {
  it.each([
    ["DE", [
      "10115",
      "D-10115",
      "DE-10115",
      "10 115",
      "D\u201110115",
      "D\u201010115",
      "D\u221210115",
      "D10115",
      "d 10115",
      "D - 10115",
      "DEU 10115"
    ], [
      "F-75008",
      "XYZ-10115",
      "USA-10001",
      "DD-10115",
      "D",
      "1011",
      "101155",
      "ABCDE",
      "",
      "10115;"
    ]],
    ["AT", ["1010", "A-1010", "A1010"], ["10115", "0010", "CH-8001"]],
    ["CH", ["8001", "CH-8001"], ["800"]],
    ["LI", ["9490", "9498"], ["9499"]],
    ["FR", ["75001", "75 001", "F-75001", "F75008", "97110", "98000"], [
      "7500",
      "75A01",
      "D-10115",
      "97000",
      "97999",
      "98500"
    ]],
    ["BE", ["1000", "B 1000"], ["B 100"]],
    ["ES", ["28001", "E 28001"], ["D 28001"]],
    ["FI", ["00100", "FIN-00100", "FI-00100"], ["F-00100"]],
    ["IT", ["20121", "I 20121"], ["V-00120"]],
    ["SI", ["1000", "SI-1000", "SLO 1000"], ["SK-1000"]],
    ["MC", ["98000"], ["75001"]],
    ["SM", ["47890", "RSM-47890"], ["I-47890"]],
    ["VA", ["00120", "V-00120"], ["V-00121"]],
    ["JE", ["JE2 3AB", "GBJ-JE2 3AB", "GB-JE2 3AB"], ["F-JE2 3AB"]],
    ["KR", ["03187", "ROK-03187", "KR-03187"], ["DK-03187"]],
    ["GL", ["3900", "DK-3900", "GL-3900"], ["D-3900"]],
    ["FO", ["100", "DK-100", "FO-100"], ["N-100"]],
    ["AX", ["22100", "FI-22100", "FIN-22100", "AX-22100"], ["S-22100"]],
    ["RE", ["97400", "F-97400", "FR-97400"], ["D-97400"]],
    ["PR", ["00901", "USA-00901"], ["D-00901"]],
    ["GB", ["SW1A 1AA", "sw1a1aa", "M1 1AE", "EC1A 1BB", "GIR 0AA", "BFPO 58"], ["12345", "SW1A", "BFPO"]],
    ["IE", ["D02 X285", "d02x285", ""], ["12345"]],
    ["NL", ["1012 AB", "1012ab", "NL-1012 AB"], ["1012", "AB 1012"]],
    ["SE", ["111 22", "11122", "SE-111 22", "S11122"], ["1112"]],
    ["PL", ["00-950", "00950", "00\u2011950", "00\u2013950", "00\u00a0950"], ["0095"]],
    ["PT", ["1000-001", "1000"], ["100"]],
    ["CZ", ["110 00", "11000"], ["1100"]],
    ["LV", ["LV-1010", "1010"], ["10101"]],
    ["LU", ["L-1234", "1234"], ["123"]],
    ["MT", ["VLT 1117"], ["1117"]],
    ["JP", [
      "150-0001",
      "1500001",
      "１５０－０００１",
      "１５０\u2212０００１",
      "150ー0001",
      "１５０ー０００１",
      "150ｰ0001",
      "〒150-0001",
      "J-100-0001"
    ], [
      "150",
      "150ー"
    ]],
    ["US", ["02108", "02108-1234"], ["2108", "ABCDE"]],
    ["CA", ["K1A 0B1", "k1a0b1", "CDN-K1A 0B1"], ["K1A"]],
    ["BR", ["01310-100"], ["01310"]],
    ["AR", ["C1425DKA", "1425"], ["14250"]],
    ["AD", ["AD500", "500"], ["5000"]],
    ["BH", ["", "1015"], ["99999"]],
    ["QA", ["", "00000", "none"], []],
    ["AE", ["", "00000"], []],
    ["HK", ["", "999077"], []]
  ])("of %s", (code, right, wrong) => {
    const country = CountryCode.make(code)
    const fits = (text: string) => text === "" ? !Country.needsPostcode(country) : Country.isPostcode(country, text)
    for (const text of right) expect(fits(text), text).toBe(true)
    for (const text of wrong) expect(fits(text), text).toBe(false)
  })

  it("is asked for in every member state of the EU but Ireland", () => {
    const states = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IT LT LU LV MT NL PL PT RO SE SI SK".split(" ")
    for (const state of states) expect(Country.needsPostcode(CountryCode.make(state)), state).toBe(true)
  })
})
