/**
 * The words by which products are found, on both databases: other spellings, plurals and other forms, parts of
 * compounds, synonyms, and corrections in a language.
 */
import { type Assortment, CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { ownNumber } from "@beauty-store/commerce/catalog/Goods"
import * as ProductSearch from "@beauty-store/commerce/catalog/ProductSearch"
import type { Language } from "@beauty-store/domain/Language"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { assortment, onBoth } from "../../../test/shop/use-cases.ts"
import { fold } from "../src/catalog/SearchWords.ts"
import { stemsOf } from "../src/catalog/Stems.ts"

const pattern = assortment.brands[0]!.products[0]!

interface Named {
  readonly name: string
  readonly description?: string
  readonly de?: { readonly name: string; readonly description?: string }
}

const shopOf = (products: Readonly<Record<string, Named>>): Assortment => ({
  brands: [{
    id: "own",
    name: "Ondra",
    category: "body",
    products: Object.entries(products).map(([id, { de, description = "", name }]) => ({
      ...pattern,
      id,
      gtin: ownNumber(id),
      brandId: "own",
      name,
      description,
      category: "body" as const,
      ...(de === undefined ? {} : { texts: { translations: { de } } })
    }))
  }]
})

const stock = (products: Readonly<Record<string, Named>>) =>
  Effect.flatMap(CatalogImport, (catalog) => catalog.put(shopOf(products)))
const search = (q: string, language?: Language) =>
  Effect.flatMap(
    ProductSearch.ProductSearch,
    (products) => products.search({ q, sort: "relevance", limit: 100, language })
  )
const idsFor = (q: string) => Effect.map(search(q), ({ data }) => data.map(({ id }) => id as string))

const goods: Readonly<Record<string, Named>> = {
  sun: { name: "Sun Cream SPF 30", de: { name: "Sonnencreme LSF 30" } },
  day: {
    name: "Day Cream",
    description: "Light, for the face.",
    de: { name: "Tagespflege", description: "Eine leichte Creme für das Gesicht, auch in der Sonne." }
  },
  hand: { name: "Hand Cream", de: { name: "Handcreme" } },
  lip: { name: "Matte Lipstick", de: { name: "Matter Lippenstift" } },
  brush: { name: "Powder Brush", de: { name: "Puderbürste" } },
  brushes: { name: "Brushes for Eyes", de: { name: "Bürsten für die Augen" } },
  candle: { name: "Scented Candle", de: { name: "Duftkerze" } },
  oil: { name: "Body Oil", de: { name: "Körperöl", description: "Zieht ein und pflegt den Körper. Ohne Alkohol." } },
  mascara: { name: "Mascara", de: { name: "Mascara" } },
  blush: { name: "Blush", de: { name: "Cremerouge" } },
  perfume: { name: "Rose Perfume", de: { name: "Rosenparfum" } },
  soap: { name: "Olive Soap", description: "A message for massages.", de: { name: "Olivenseife" } },
  lashes: { name: "False Lashes", de: { name: "Künstliche Wimpern" } },
  towel: { name: "Cotton Towels", de: { name: "Handtücher aus Baumwolle" } },
  size: { name: "Weiße Größe Müller" },
  lodz: { name: "Łódź Øre Đurđa Æther Cœur" }
}
const synonyms = [["mascara", "Wimperntusche"], ["Parfüm", "perfume"], ["towel", "Frottee"]]

/** Phrases, and all that each finds, the most relevant first; behind an arrow what was searched for instead. */
const table = `
  sonnencreme: sun day
  Sonnencremes: sun day
  SONNENCREME: sun day
  sonnenkreme: sun day → sonnencreme
  gesichtscreme: day
  creme: blush day hand sun
  cremes: day hand sun
  Crème: blush day hand sun
  cream: day hand sun
  creams: day hand sun
  handcreme: hand
  handcremes: hand
  hand creme: hand
  handcream: hand
  tagescreme:
  lipstick: lip
  lipsticks: lip
  lip stick: lip
  lippenstift: lip
  lippenstifte: lip
  Lippenstiften: lip
  lippen: lip
  stift: lip
  stifte: lip
  brush: brush brushes
  brushes: brushes brush
  bürste: brushes brush
  bürsten: brushes brush
  buerste: brushes brush
  buersten: brushes brush
  burste: brushes brush
  puderbürsten: brush
  puder bürste: brush
  kerze: candle
  kerzen: candle
  duftkerzen: candle
  candles: candle
  öl: soap oil
  oel: oil
  oil: oil
  oils: oil
  körperöl: oil
  koerperoel: oil
  korperol: oil
  Körperöle: oil
  koerperoele: oil
  wimperntusche: mascara
  Wimperntuschen: mascara
  mascaras: mascara
  rouge: blush
  rough:
  parfum: perfume
  parfüm: perfume
  parfuem: perfume
  perfum: perfume
  perfumes: perfume
  rosen: perfume
  seife: soap
  seifen: soap
  olivenseifen: soap
  sage:
  lash: lashes
  wimper: lashes
  handtuch: towel
  handtücher: towel
  handtuecher: towel
  tuch: towel
  frottee: towel
  cotton towel: towel
  wolle: towel
  weiss: size
  weiß: size
  WEISSE: size
  grosse: size
  groesse: size
  größen: size
  mueller: size
  muller: size
  müllers: size
  lodz: lodz
  ore: lodz
  oere: lodz
  durda: lodz
  aether: lodz
  coeur: lodz
  spf30: sun
  spf 30: sun
  alkohole: oil
  xyzzy:
`

onBoth("a typed word", (test) => {
  test(
    "finds what has it in another form, and nothing else",
    Effect.gen(function*() {
      yield* stock(goods)
      const seen: Array<string> = []
      for (const line of table.trim().split("\n")) {
        const q = line.slice(0, line.indexOf(":")).trim()
        const { correctedQuery, data } = yield* search(q)
        const ids = data.map(({ id }) => ` ${id}`).join("")
        seen.push(`${q}:${ids}${correctedQuery === undefined ? "" : ` → ${correctedQuery}`}`)
      }
      expect(seen).toEqual(table.trim().split("\n").map((line) => line.trim()))
    }),
    { bare: true, policy: { synonyms } }
  )

  test(
    "ranks what begins so before other forms, these before compounds, and synonyms last",
    Effect.gen(function*() {
      yield* stock({
        a: { name: "Creme", description: "Goes with a balm." },
        b: { name: "Handcreme" },
        c: { name: "Balm" },
        d: { name: "Other", description: "All our cremes." },
        e: { name: "Other", description: "A cremetopf." }
      })
      expect(yield* idsFor("creme")).toEqual(["a", "d", "e", "b", "c"])
      expect(yield* idsFor("cremes")).toEqual(["d", "a", "b", "c"])
      // Read page by page, it is the same.
      const products = yield* ProductSearch.ProductSearch
      const paged: Array<string> = []
      for (let cursor: string | undefined;;) {
        const page = yield* products.search({ q: "cremes", sort: "relevance", limit: 1, cursor })
        paged.push(...page.data.map(({ id }) => id))
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      expect(paged).toEqual(["d", "a", "b", "c"])
      const { total } = yield* products.facets({ q: "cremes", sort: "relevance", limit: 1 })
      expect(total).toBe(4)
    }),
    { bare: true, policy: { synonyms: [["creme", "balm"]] } }
  )

  test(
    "finds goods that changed by their new words, and not by the old ones",
    Effect.gen(function*() {
      yield* stock({ one: { name: "Handcreme" } })
      expect(yield* idsFor("cremes")).toEqual(["one"])
      yield* stock({ one: { name: "Seifenschale" } })
      expect([yield* idsFor("cremes"), yield* idsFor("seifenschalen")]).toEqual([[], ["one"]])
    }),
    { bare: true }
  )
})

onBoth("a search on a page", (test) => {
  test(
    "is corrected and finished in the page's language only",
    Effect.gen(function*() {
      yield* stock({
        one: {
          name: "Candle",
          description: "Rough to the touch.",
          de: { name: "Kurze Kerne", description: "Für alle." }
        },
        two: { name: "Soap only in English" }
      })
      const corrected = (q: string, language?: Language) =>
        Effect.map(search(q, language), ({ correctedQuery }) => correctedQuery)
      expect([yield* corrected("rouge"), yield* corrected("rouge", "en"), yield* corrected("rouge", "de")])
        .toEqual(["rough", "rough", undefined])
      expect([yield* corrected("kerze"), yield* corrected("kerze", "de"), yield* corrected("kerze", "en")])
        .toEqual(["kerne", "kerne", undefined])
      // What has no name in a language is called there as in the catalogue's; a brand is called the same everywhere.
      expect([yield* corrected("englihs", "de"), yield* corrected("ondrra", "de")]).toEqual(["english", "ondra"])
      const products = yield* ProductSearch.ProductSearch
      const phrases = (typed: string, language?: Language) =>
        Effect.map(products.suggestions(typed, language), (found) => found.phrases)
      expect([yield* phrases("ke", "de"), yield* phrases("ke", "en"), yield* phrases("ke")]).toEqual([
        ["kerne"],
        [],
        []
      ])
      expect([yield* phrases("can", "de"), yield* phrases("can", "en")]).toEqual([[], ["candle"]])
      expect(yield* phrases("kernr", "de")).toEqual(["kerne"])
    }),
    { bare: true }
  )
})

const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzäöüßøæœłđéàçñABCÄÖÜ")
const anyWord = fc.string({ unit: letter, minLength: 2, maxLength: 12 })
const spellings = (word: string): ReadonlyArray<string> => [
  word,
  word.toUpperCase(),
  word.toLowerCase(),
  word.normalize("NFD"),
  fold(word),
  word.toLowerCase().replaceAll("ø", "oe").replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue")
]

onBoth("every word of a product's name", (test) => {
  test(
    "finds it, in any case and spelling",
    Effect.gen(function*() {
      const names = fc.sample(fc.array(anyWord, { minLength: 1, maxLength: 4 }), { numRuns: 15, seed: 31 })
      yield* stock(Object.fromEntries(names.map((words, n) => [`p${n}`, { name: words.join(" ") }])))
      for (const [n, words] of names.entries()) {
        for (const typed of new Set(words.flatMap(spellings))) {
          const found = yield* search(typed)
          expect(found.correctedQuery, typed).toBeUndefined()
          expect(found.data.map(({ id }) => id as string), typed).toContain(`p${n}`)
        }
      }
    }),
    { bare: true, timeout: 60_000 }
  )
})

describe("a stem", () => {
  it("of a stem is itself, and of a folded text is the same when it is folded again", () => {
    const trades = fc.constantFrom(...table.match(/[\p{L}]{3,}/gu)!)
    fc.assert(
      fc.property(fc.oneof(anyWord, trades, fc.string({ unit: "grapheme" })), (text) => {
        for (const word of fold(text).split(" ")) {
          expect(fold(word)).toBe(word)
          for (const stem of stemsOf(word)) expect(stemsOf(stem)).toContain(stem)
        }
      }),
      { numRuns: 1_000 }
    )
  })

  it("is shared by singular and plural", () => {
    const forms = [
      "creme cremes",
      "bürste bürsten",
      "handtuch handtücher",
      "lash lashes",
      "kerze kerzen",
      "seife seifen"
    ]
    for (const [one, many] of forms.map((pair) => fold(pair).split(" "))) {
      expect(stemsOf(one!).filter((stem) => stemsOf(many!).includes(stem)), one).not.toEqual([])
    }
    expect(stemsOf("50")).toEqual(["50"])
  })
})
