/**
 * What a search does for people, on both databases: corrections of spelling, facets, suggestions, the newest first,
 * groups of products to choose from, and such groups as one entry.
 */
import * as Catalog from "@beauty-store/commerce/catalog/Catalog"
import { type Assortment, CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { ownNumber } from "@beauty-store/commerce/catalog/Goods"
import { Prices } from "@beauty-store/commerce/catalog/Prices"
import * as ProductSearch from "@beauty-store/commerce/catalog/ProductSearch"
import { Promotions } from "@beauty-store/commerce/promotions/Promotions"
import * as Store from "@beauty-store/commerce/Store"
import { SearchSort } from "@beauty-store/domain/Catalog"
import { ProductId } from "@beauty-store/domain/Ids"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect } from "vitest"
import { assortment, onBoth, pass, seconds, World } from "../../../test/shop/use-cases.ts"

const find = (search: Partial<ProductSearch.Search>) =>
  Effect.flatMap(
    ProductSearch.ProductSearch,
    (products) => products.search({ sort: "relevance", limit: 100, ...search })
  )
const facets = (search: Partial<ProductSearch.Search>) =>
  Effect.flatMap(ProductSearch.ProductSearch, (products) => products.facets({ sort: "relevance", limit: 1, ...search }))
const suggestions = (typed: string) =>
  Effect.flatMap(ProductSearch.ProductSearch, (products) => products.suggestions(typed))
const found = (search: Partial<ProductSearch.Search>) =>
  Effect.map(find(search), ({ correctedQuery, data }) => [correctedQuery, data.map(({ id }) => id)])

const [alba] = assortment.brands
const lipstick = (shade: string, facts: object = {}) => ({
  ...alba!.products[0]!,
  id: `lipstick-${shade.toLowerCase()}`,
  gtin: ownNumber(String(Reflect.get(facts, "id") ?? `lipstick-${shade.toLowerCase()}`)),
  brandId: "ondra",
  name: `Lipstick ${shade}`,
  description: "",
  category: "make-up" as const,
  group: { id: "lipstick", name: "Lipstick", variesBy: "shade" as const, value: shade },
  ...facts
})
const ondra = (...products: ReadonlyArray<ReturnType<typeof lipstick>>): Assortment => ({
  brands: [{ id: "ondra", name: "Ondra", category: "make-up", products }]
})
const stock = (more: Assortment) => Effect.flatMap(CatalogImport, (catalog) => catalog.add(more))

/** Products whose words people spell in several ways, and phrases that find each. */
const spelt = {
  "Weiße Größe Müller": ["weiss", "WEISSE", "größe", "groesse", "grosse", "GROESS", "muller", "mueller", "müll"],
  "Mueller Aloe": ["müller aloe", "muller", "mueller"],
  "Łódź Øre Æther Cœur": ["lodz", "ore", "oere", "aether", "coeur", "cœur", "æth"],
  "Sun Milk SPF50": ["spf50", "spf 50", "SPF-50", "50 spf"],
  "Day Milk SPF 30": ["spf30", "spf 30"],
  "Sham\u00adpoo Bar": ["shampoo", "sham\u00adpoo"],
  "ΟΔΟΣ Oil": ["οδος", "οδοσ", "ΟΔΟΣ"]
}
const namesFor = (q: string) => Effect.map(find({ q }), ({ data }) => data.map(({ name }) => name))

onBoth("a search of a category", (test) => {
  const refused = (category: string) => Effect.map(Effect.flip(find({ category })), (error) => ({ ...error }))
  const fault = (words: string) => ({ faults: [{ path: "category", words }] })

  test(
    "finds it in any case, and refuses what was never one, with the nearest",
    Effect.gen(function*() {
      expect(yield* found({ category: "Body" })).toEqual(yield* found({ category: "body" }))
      expect(yield* found({ category: "hair" })).toEqual([undefined, []])
      const known = "Expected one of skincare, make-up, hair, fragrance, body"
      expect(yield* refused("makeup")).toMatchObject(fault(`${known}; is make-up meant?`))
      expect(yield* refused("skincare,hair")).toMatchObject(fault(known))
      expect(yield* Effect.flip(facets({ category: "\u0000" }))).toMatchObject(fault(known))
    })
  )

  test(
    "finds one that the shop gave up",
    Effect.gen(function*() {
      const { client } = yield* World
      yield* client`UPDATE product SET category = 'nails' WHERE id = 'noir'`
      expect(yield* found({ category: "Nails" })).toEqual([undefined, ["noir"]])
      expect(yield* refused("nail")).toMatchObject(
        fault("Expected one of skincare, make-up, hair, fragrance, body, nails; is nails meant?")
      )
    })
  )
})

onBoth("a search in another spelling", (test) => {
  const products = Object.keys(spelt).map((name, n) => lipstick(`s${n}`, { name, group: undefined }))

  test(
    "finds what is meant, as one's own does",
    Effect.gen(function*() {
      yield* stock(ondra(...products))
      for (const [name, phrases] of Object.entries(spelt)) {
        for (const q of phrases) {
          expect(yield* namesFor(q), q).toContain(name)
          expect(yield* find({ q }), q).not.toHaveProperty("correctedQuery")
        }
      }
      expect(yield* namesFor("spf50")).toEqual(["Sun Milk SPF50"])
    })
  )
})

onBoth("a misspelt search", (test) => {
  test(
    "finds what was meant, and says so",
    Effect.gen(function*() {
      expect(yield* found({ q: "serun" })).toEqual(["serum", ["serum"]])
      expect(yield* found({ q: "sreum rose" })).toEqual(["serum rose", ["serum"]])
      expect(yield* found({ q: "frgarance" })).toEqual(["fragrance", ["ecume", "noir"]])
      expect(yield* found({ q: "créne" })).toEqual(["creme", ["cream"]])
      // A word that matches stays, whatever the filters leave of it; one that is like no other is not replaced.
      expect(yield* found({ q: "serum", brand: "rosa-nera" })).toEqual([undefined, []])
      expect(yield* found({ q: "rose xyzzyq" })).toEqual([undefined, []])
      expect(yield* find({ q: "serum" })).not.toHaveProperty("correctedQuery")
    })
  )

  test(
    "is not corrected to words that find nothing either",
    Effect.gen(function*() {
      for (const search of [{ q: "noir sreum" }, { q: "frgarance", brand: "alba" }]) {
        expect(yield* find(search)).toEqual({ data: [], nextCursor: null })
        expect(yield* facets(search)).not.toHaveProperty("correctedQuery")
      }
      expect(yield* suggestions("noir sreum")).toEqual({ phrases: [], entries: [] })
      // What would be found with another filter is still counted.
      const { brands, total } = yield* facets({ q: "frgarance", brand: "alba" })
      expect([total, brands.map(({ products }) => products)]).toEqual([0, [2, 0]])
    })
  )

  test(
    "is read page by page",
    Effect.gen(function*() {
      const first = yield* find({ q: "frgarance", limit: 1 })
      const second = yield* find({ q: "frgarance", limit: 1, cursor: first.nextCursor! })
      expect([first, second].map(({ correctedQuery, data }) => [correctedQuery, data[0]?.id])).toEqual([
        ["fragrance", "ecume"],
        ["fragrance", "noir"]
      ])
      expect(second.nextCursor).toBeNull()
    })
  )

  test(
    "is corrected by goods that came later, also through another process",
    Effect.gen(function*() {
      const { client } = yield* World
      expect(yield* found({ q: "lipstik" })).toEqual([undefined, []])
      const other = yield* Layer.build(Layer.fresh(ProductSearch.layer.pipe(
        Layer.provide(Catalog.layer),
        Layer.provide([
          SqlTransactions.layer,
          Layer.succeed(StoreSecret, { key: Buffer.from("the secret of both, which is long enough") })
        ]),
        Layer.provide(Layer.succeed(SqlClient.SqlClient, client))
      )))
      expect(yield* Effect.provide(found({ q: "lipstik" }), other)).toEqual([undefined, []])
      yield* stock(ondra(lipstick("Red")))
      expect(yield* found({ q: "lipstik" })).toEqual(["lipstick", ["lipstick-red"]])
      yield* pass(seconds)
      expect(yield* Effect.provide(found({ q: "lipstik" }), other)).toEqual(["lipstick", ["lipstick-red"]])
    }).pipe(Effect.scoped)
  )

  test(
    "is corrected by goods of its own transaction, and by them nowhere else before they are committed",
    Effect.gen(function*() {
      const undone = Effect.gen(function*() {
        yield* stock(ondra(lipstick("Red")))
        return yield* Effect.fail(yield* found({ q: "lipstik" }))
      })
      expect(yield* Effect.flip(Store.transaction(undone))).toEqual(["lipstick", ["lipstick-red"]])
      expect(yield* found({ q: "lipstik" })).toEqual([undefined, []])
      expect(yield* Store.transaction(found({ q: "lipstik" }))).toEqual([undefined, []])
    })
  )

  test(
    "reads the catalogue's words once, however often a price or a promotion changes",
    Effect.gen(function*() {
      const { faults } = yield* World
      const { setPrice } = yield* Prices
      let readings = 0
      faults.checkpoint = (text) => {
        if (/FROM catalog_word/.test(text)) readings++
        return undefined
      }
      yield* found({})
      expect(readings).toBe(0)
      yield* Effect.all([found({ q: "serum" }), found({ q: "sreum" })], { concurrency: "unbounded" })
      yield* setPrice(ProductId.make("serum"), 100)
      yield* found({ q: "serun" })
      expect(readings).toBe(1)
      // A promotion changes what pages announce, and no goods.
      const { changes } = yield* Catalog.Catalog
      const before = changes.count
      yield* (yield* Promotions).create({
        title: { en: "Sale", de: "Sale" },
        benefit: { type: "percentage", percent: 10 }
      })
      expect([changes.mayAllHaveChanged(before), changes.changedProducts(before)]).toEqual([true, []])
      yield* found({ q: "serun" })
      expect(readings).toBe(1)
      yield* stock(ondra(lipstick("Red")))
      yield* found({ q: "serun" })
      expect(readings).toBe(2)
      faults.checkpoint = () => undefined
    })
  )
})

onBoth("facets", (test) => {
  test(
    "count the products of each brand, category, price range, and in stock",
    Effect.gen(function*() {
      expect(yield* facets({})).toEqual({
        total: 7,
        brands: [{ id: "alba", name: "Alba", products: 4 }, { id: "rosa-nera", name: "Rosa Nera", products: 3 }],
        categories: [
          { category: "skincare", products: 4 },
          { category: "fragrance", products: 2 },
          { category: "body", products: 1 }
        ],
        prices: expect.any(Array),
        options: [],
        inStock: 6,
        outOfStock: 1,
        reduced: 0
      })
    })
  )

  test(
    "count as many as a search by each of them finds",
    Effect.gen(function*() {
      const searches: ReadonlyArray<Partial<ProductSearch.Search>> = [
        {},
        { q: "rose" },
        { q: "frgarance" },
        { q: "frgarance", brand: "alba", inStock: true },
        { brand: "alba", maxPriceMinor: 2500 },
        { q: "rose", category: "skincare", inStock: true },
        { minPriceMinor: 2000, maxPriceMinor: 6000, inStock: false },
        { brand: "none" },
        { q: "?" }
      ]
      for (const search of searches) {
        const counted = yield* facets(search)
        const count = (other: Partial<ProductSearch.Search>) =>
          Effect.map(find({ ...search, ...other }), ({ data }) => data.length)
        expect(counted.total, JSON.stringify(search)).toBe(yield* count({}))
        for (const { id, products } of counted.brands) expect(products).toBe(yield* count({ brand: id }))
        for (const { category, products } of counted.categories) expect(products).toBe(yield* count({ category }))
        for (const { fromMinor, products, toMinor } of counted.prices) {
          expect(products).toBe(yield* count({ minPriceMinor: fromMinor, maxPriceMinor: toMinor }))
        }
        expect([counted.inStock, counted.outOfStock]).toEqual([
          yield* count({ inStock: true }),
          yield* count({ inStock: false })
        ])
        expect(counted.correctedQuery).toBe((yield* find(search)).correctedQuery)
      }
      expect((yield* facets({ brand: "none" })).brands).toContainEqual({ id: "none", name: "none", products: 0 })
    })
  )
})

onBoth("suggestions", (test) => {
  test(
    "finish the last word as products have it, and name the products",
    Effect.gen(function*() {
      const { entries, phrases } = yield* suggestions("ro")
      expect(phrases).toEqual(["rosa", "rose"])
      expect(entries[0]!.product.id).toBe("serum")
      expect((yield* suggestions("rose se")).phrases).toEqual(["rose serum"])
      expect(yield* suggestions("r")).toEqual({ phrases: [], entries: [] })
      expect(yield* suggestions("")).toEqual({ phrases: [], entries: [] })
      expect(yield* suggestions("xyzzyq")).toEqual({ phrases: [], entries: [] })
      expect(yield* suggestions("serun")).toMatchObject({ phrases: ["serum"], correctedQuery: "serum" })
    })
  )
})

onBoth("suggestions of groups", (test) => {
  test(
    "name a group once, and a shade where its own word is typed",
    Effect.gen(function*() {
      yield* stock(ondra(
        lipstick("Red"),
        lipstick("Plum", { onHand: 0 }),
        lipstick("Plum-Dark"),
        lipstick("Rose"),
        lipstick("Grün", { id: "lipstick-viridian" }),
        // Its id is the group's, and it is in none.
        lipstick("Brush", { id: "lipstick", group: undefined })
      ))
      const entries = (typed: string) =>
        Effect.map(suggestions(typed), ({ entries }) => entries.map(({ product: { id }, products }) => [id, products]))
      const found = yield* entries("lipst")
      expect(found).toHaveLength(2)
      expect(found).toContainEqual(["lipstick-plum-dark", 5])
      expect(found).toContainEqual(["lipstick", 1])
      expect(yield* entries("lipstick plum")).toEqual([["lipstick-plum-dark", 2]])
      expect(yield* entries("lipstick red")).toEqual([["lipstick-red", 1]])
      expect((yield* suggestions("lipstick pl")).phrases).toEqual(["lipstick plum"])
      expect((yield* suggestions("lipstick gru")).phrases).toEqual(["lipstick grün"])
    })
  )
})

onBoth("groups", (test) => {
  test(
    "are products to choose from, each with its own price and stock, and found by their values",
    Effect.gen(function*() {
      const catalog = yield* Catalog.Catalog
      yield* stock(ondra(lipstick("Red"), lipstick("Rose", { priceMinor: 4200, onHand: 0 }), lipstick("Plum")))
      const shades = yield* catalog.group(ProductId.make("lipstick"))
      expect(shades.map(({ group, inStock, priceMinor }) => [group?.value, priceMinor, inStock])).toEqual([
        ["Red", 2995, true],
        ["Rose", 4200, false],
        ["Plum", 2995, true]
      ])
      expect(shades[0]!.group).toEqual({ id: "lipstick", name: "Lipstick", variesBy: "shade", value: "Red" })
      expect(yield* catalog.group(ProductId.make("none"))).toEqual([])
      expect((yield* catalog.product(ProductId.make("serum"))).group).toBeUndefined()
      expect((yield* catalog.brands).find(({ id }) => id === "ondra")?.products[2]?.group?.value).toBe("Plum")
      expect(yield* found({ q: "plum" })).toEqual([undefined, ["lipstick-plum"]])
    })
  )

  test(
    "are found by their options, alone and with words, in every order and page by page",
    Effect.gen(function*() {
      const of = (shade: string, size: string) =>
        lipstick(`${shade} ${size}`, {
          group: { id: "lipstick", name: "Lipstick", variesBy: "shade|size", value: `${shade}|${size}` },
          id: `lipstick-${shade.toLowerCase()}-${size}`
        })
      yield* stock(ondra(of("Red", "3"), of("Red", "5"), of("Plum", "3")))
      const search = yield* ProductSearch.ProductSearch
      for (const sort of SearchSort.literals) {
        for (const q of [undefined, "lipstick"]) {
          const ids: Array<string> = []
          for (let cursor: string | undefined;;) {
            const { data, nextCursor } = yield* search.search({ q, option: "shade:Red", sort, limit: 1, cursor })
            ids.push(...data.map(({ id }) => id))
            if (nextCursor === null) break
            cursor = nextCursor
          }
          expect(ids.toSorted(), sort).toEqual(["lipstick-red-3", "lipstick-red-5"])
        }
      }
      expect(yield* found({ option: "size:3|shade:Plum" })).toEqual([undefined, ["lipstick-plum-3"]])
      expect((yield* facets({ option: "size:3" })).options).toEqual([
        { name: "size", values: [{ value: "3", products: 2 }, { value: "5", products: 1 }] },
        { name: "shade", values: [{ value: "Plum", products: 1 }, { value: "Red", products: 1 }] }
      ])
      expect(yield* Effect.flip(search.search({ option: "Grind:Fine", sort: "price", limit: 1 }))).toMatchObject({
        faults: [{ path: "option", words: "Expected options of shade, size, each with a value" }]
      })
    })
  )

  test(
    "have one name and each value once",
    Effect.gen(function*() {
      const group = { id: "lipstick", name: "Lipsticks", variesBy: "size" as const, value: "Red" }
      const refused = yield* Effect.flip(stock(ondra(lipstick("Red"), lipstick("Rose", { group }))))
      expect(refused).toMatchObject({
        faults: [
          { path: "brands[0].products[1].group.name" },
          { path: "brands[0].products[1].group.variesBy" },
          { path: "brands[0].products[1].group.value" }
        ]
      })
      // The types exclude values that are no text, of which JSON has no form for some.
      const odd = { ...group, name: 5n as never, value: Symbol("Red") as never }
      const printed = yield* Effect.flip(stock(ondra(lipstick("Red", { group: odd }), lipstick("Rose", { group }))))
      expect(printed).toMatchObject({
        faults: expect.arrayContaining([{
          path: "brands[0].products[1].group.name",
          words: "Expected 5n, as brands[0].products[0] has in the same group"
        }])
      })
      const without = yield* Effect.flip(stock(ondra(lipstick("Red", { group: { ...group, value: " ", id: "" } }))))
      expect(without).toMatchObject({
        faults: [{ path: "brands[0].products[0].group.id" }, { path: "brands[0].products[0].group.value" }]
      })
    })
  )
})

onBoth("entries", (test) => {
  const entries = (search: Partial<ProductSearch.Search>) =>
    Effect.flatMap(
      ProductSearch.ProductSearch,
      (products) => products.entries({ sort: "relevance", limit: 100, ...search })
    )
  const shown = (search: Partial<ProductSearch.Search>) =>
    Effect.map(entries(search), ({ data }) => data.map(({ product, products }) => `${product.id} ${products}`))

  const keyOf = ({ group, id }: Catalog.CatalogProduct) => group === undefined ? id : `group ${group.id}`

  /** A shop with two groups and a lipstick that is on its own. */
  const stocked = Effect.gen(function*() {
    // A product, which the same words find, has the id of the group.
    const balm = { id: "serum", name: "Rose Balm", variesBy: "scent" as const }
    yield* stock(ondra(
      lipstick("Red", { onHand: 0 }),
      lipstick("Rose", { priceMinor: 1900, onHand: 0 }),
      lipstick("Plum", { priceMinor: 900 }),
      lipstick("Coral", { group: undefined, priceMinor: 1200 })
    ))
    yield* pass(seconds)
    yield* stock(ondra(
      lipstick("Nude", { priceMinor: 8000, description: "Goes with Red." }),
      lipstick("Fig", { name: "Balm Fig", category: "body", group: { ...balm, value: "Fig" } }),
      lipstick("Oud", { name: "Another Balm", category: "make-up", group: { ...balm, value: "Oud" } })
    ))
  })
  const sorts = ["relevance", "price", "-price", "name", "newest"] as const
  const searches: ReadonlyArray<Partial<ProductSearch.Search>> = [
    {},
    { q: "rose" },
    { q: "lipstick" },
    { q: "lipstik" },
    { q: "lipstick red" },
    { brand: "ondra" },
    { brand: "ondra", category: "make-up", inStock: true },
    { inStock: false },
    { minPriceMinor: 1000, maxPriceMinor: 3000 },
    { q: "o", maxPriceMinor: 3000 },
    { q: "?" }
  ]

  test(
    "stand where the first of their products does, in every order, on every page",
    Effect.gen(function*() {
      yield* stocked
      for (const sort of sorts) {
        for (const search of searches) {
          const groups = (yield* find({ ...search, sort })).data.map(keyOf)
          const listed = yield* entries({ ...search, sort })
          const words = JSON.stringify({ sort, ...search })
          expect(listed.data.map(({ product }) => keyOf(product)), words).toEqual([...new Set(groups)])
          const read: Array<Catalog.CatalogEntry> = []
          for (let cursor: string | undefined;;) {
            const { data, nextCursor } = yield* entries({ ...search, sort, limit: 2, cursor })
            read.push(...data)
            if (nextCursor === null) break
            cursor = nextCursor
          }
          expect(read, words).toEqual(listed.data)
          expect((yield* facets({ ...search, groupsAsOne: true })).total, words).toBe(listed.data.length)
        }
      }
    })
  )

  test(
    "stand for those of a group that the list finds, and lead to the first that can be bought",
    Effect.gen(function*() {
      yield* stocked
      expect(yield* shown({ brand: "ondra" })).toEqual(["lipstick-coral 1", "lipstick-fig 2", "lipstick-nude 4"])
      expect(yield* shown({ brand: "ondra", inStock: true, sort: "price" }))
        .toEqual(["lipstick-plum 2", "lipstick-coral 1", "lipstick-fig 2"])
      const [lipsticks] = (yield* entries({ q: "lipstick", sort: "newest" })).data
      expect(lipsticks).toMatchObject({
        product: { id: "lipstick-nude" },
        products: 4,
        cheapest: { id: "lipstick-plum", priceMinor: 900 },
        hasDearer: true,
        inStock: true
      })
      const { entry } = yield* Catalog.Catalog
      expect(yield* entry(ProductId.make("lipstick-rose"))).toMatchObject({
        product: { id: "lipstick-nude" },
        products: 4
      })
      expect(yield* entry(ProductId.make("lipstick-coral"))).toMatchObject({ products: 1, hasDearer: false })
      expect(yield* Effect.flip(entry(ProductId.claimed.make("none")))).toMatchObject({ _tag: "ProductNotFound" })
    })
  )

  test(
    "are the product alone that a search names",
    Effect.gen(function*() {
      yield* stocked
      // The description of another shade says it too.
      expect(yield* shown({ q: "red" })).toEqual(["lipstick-red 1"])
      expect(yield* shown({ q: "lipst plu" })).toEqual(["lipstick-plum 1"])
      expect(yield* shown({ q: "oud", brand: "ondra" })).toEqual(["lipstick-oud 1"])
    })
  )

  test(
    "count once wherever any of their products counts",
    Effect.gen(function*() {
      yield* stocked
      const counted = yield* facets({ brand: "ondra", groupsAsOne: true })
      expect([counted.total, counted.inStock, counted.outOfStock]).toEqual([3, 3, 1])
      expect(counted.categories).toEqual([{ category: "make-up", products: 3 }, { category: "body", products: 1 }])
      expect((yield* facets({ brand: "ondra" })).total).toBe(7)
    })
  )
})

onBoth("the texts of products", (test) => {
  test(
    "are those that they were stocked with, and their names in other languages are found",
    Effect.gen(function*() {
      const catalog = yield* Catalog.Catalog
      const texts = {
        howToUse: "Draw the outline first.",
        translations: { de: { name: "Lippenstift Rot", howToUse: "Zuerst die Kontur ziehen." } }
      }
      yield* stock(ondra(lipstick("Red", { texts }), lipstick("Plum")))
      const ids = ["lipstick-red", "lipstick-plum", "none"].map((id) => ProductId.make(id))
      expect([...yield* catalog.texts(ids)]).toEqual([["lipstick-red", texts]])
      expect(yield* found({ q: "lippenstift" })).toEqual([undefined, ["lipstick-red"]])
      expect(yield* found({ q: "lippenstfit rot" })).toEqual(["lippenstift rot", ["lipstick-red"]])
      const wrong = lipstick("Pink", { texts: { translations: { german: { name: "" } } } })
      expect(yield* Effect.flip(stock(ondra(wrong)))).toMatchObject({ _tag: "InvalidInput" })
    })
  )
})

onBoth("a search of goods that another process deletes", (test) => {
  test(
    "has a next page still, before it learns of that",
    Effect.gen(function*() {
      const { shelf, sql } = yield* World
      const names = ["Red", "Plum", "Rose", "Fig"]
      yield* stock(ondra(...names.map((name) => lipstick(name))))
      const all = (yield* find({ q: "lipstick" })).data.map(({ id }) => id)
      expect(all).toHaveLength(names.length)
      const gone = all[1]!
      for (const table of ["product_words", "product_text", "stock", "stock_movement"]) {
        yield* sql(`DELETE FROM ${table} WHERE product_id = '${gone}'`)
      }
      yield* sql(`DELETE FROM product WHERE id = '${gone}'`)
      yield* sql("UPDATE catalog_version SET version = version + 1")
      shelf.delete(gone)
      const first = yield* find({ q: "lipstick", limit: 1 })
      const rest = yield* find({ q: "lipstick", limit: 2, cursor: first.nextCursor! })
      expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(all.filter((id) => id !== gone))
      expect(rest.nextCursor).toBeNull()
    })
  )
})

onBoth("the newest", (test) => {
  test(
    "products come first",
    Effect.gen(function*() {
      const before = (yield* find({ sort: "newest" })).data.map(({ id }) => id)
      yield* pass(seconds)
      yield* stock(ondra(lipstick("Red")))
      yield* pass(seconds)
      yield* stock(ondra(lipstick("Plum")))
      expect((yield* find({ sort: "newest" })).data.map(({ id }) => id)).toEqual([
        "lipstick-plum",
        "lipstick-red",
        ...before
      ])
    })
  )
})
