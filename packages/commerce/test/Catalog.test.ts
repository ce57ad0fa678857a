/** The catalogue and its search, on both databases: the same answers, whatever is typed. */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Catalog from "@beauty-store/commerce/catalog/Catalog"
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { ownNumber } from "@beauty-store/commerce/catalog/Goods"
import * as Inventory from "@beauty-store/commerce/catalog/Inventory"
import * as ProductSearch from "@beauty-store/commerce/catalog/ProductSearch"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import { SearchSort } from "@beauty-store/domain/Catalog"
import { ProductId } from "@beauty-store/domain/Ids"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect } from "vitest"
import { ada, assortment, minutes, onBoth, pass, request, World } from "../../../test/shop/use-cases.ts"

const find = (search: Partial<ProductSearch.Search>) =>
  Effect.flatMap(
    ProductSearch.ProductSearch,
    (products) => products.search({ sort: "relevance", limit: 100, ...search })
  )

const ids = (search: Partial<ProductSearch.Search>) =>
  Effect.map(find(search), (page) => page.data.map((product) => product.id))

/** Everything that a search has, page by page. */
const pages = (
  search: Partial<ProductSearch.Search>,
  between: Effect.Effect<void, never, CatalogImport> = Effect.void
) =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    for (let cursor: string | undefined;;) {
      const page: Effect.Effect.Success<ReturnType<typeof find>> = yield* find({ ...search, cursor })
      seen.push(...page.data.map((product) => product.id))
      if (page.nextCursor === null || seen.length > 200) return seen
      cursor = page.nextCursor
      yield* between
    }
  })

const [alba] = assortment.brands

/** Products to come, of a brand of their own. */
const more = (products: ReadonlyArray<{ readonly id: string; readonly name: string; readonly priceMinor: number }>) =>
  Effect.flatMap(CatalogImport, (catalog) =>
    catalog.add({
      brands: [{
        id: "more",
        name: "More",
        category: "hair",
        products: products.map((product) => ({
          ...alba!.products[0]!,
          gtin: ownNumber(product.id),
          brandId: "more",
          category: "hair" as const,
          ...product
        }))
      }]
    }))

onBoth("catalogue", (test) => {
  test(
    "shows brands and products in their order, as they were stocked",
    Effect.gen(function*() {
      const brands = yield* (yield* Catalog.Catalog).brands
      expect(brands.map((brand) => [brand.id, brand.products.map((product) => product.id)])).toEqual([
        ["alba", ["serum", "cream", "balm", "tonic"]],
        ["rosa-nera", ["noir", "ecume", "zeste"]]
      ])
      expect(brands[0]!.products[1]).toEqual({
        id: "cream",
        brandId: "alba",
        brandName: "Alba",
        name: "Crème Riche",
        description: "For dry skin. Contains rose water.",
        priceMinor: 1990,
        currency: "EUR",
        category: "skincare",
        gtin: expect.stringMatching(/^\d{13}$/),
        size: { value: 30, unit: "ml" },
        returnableOnceOpened: true,
        inStock: true,
        pictures: []
      })
      expect(brands[0]!.products[3]!.inStock).toBe(false)
    })
  )

  test(
    "shows one product, and none for any other text",
    Effect.gen(function*() {
      const catalog = yield* Catalog.Catalog
      expect((yield* catalog.product(ProductId.make("noir"))).brandName).toBe("Rosa Nera")
      for (const id of ["none", "", "NOIR", "noir ", "noir\u0000", "' OR '1'='1", "\ud83d"]) {
        expect(yield* Effect.flip(catalog.product(ProductId.claimed.make(id)))).toMatchObject({
          _tag: "ProductNotFound",
          productId: id
        })
      }
    })
  )

  test(
    "a shop has the categories that it says, and no others",
    Effect.gen(function*() {
      const catalog = yield* Catalog.Catalog
      const cup = {
        ...alba!.products[0]!,
        id: "cup",
        gtin: ownNumber("cup"),
        brandId: "kiln",
        name: "Cup",
        category: "cups"
      }
      yield* (yield* CatalogImport).add({ brands: [{ id: "kiln", name: "Kiln", category: "cups", products: [cup] }] })
      expect(yield* ids({ category: "cups" })).toEqual(["cup"])
      expect((yield* catalog.product(ProductId.make("cup"))).category).toBe("cups")
      const refused = (yield* CatalogImport).add({
        brands: [{ id: "alba", name: "Alba", category: "skincare", products: [{ ...cup, brandId: "alba" }] }]
      })
      expect(yield* Effect.flip(refused)).toMatchObject({
        faults: [{ path: "brands[0].category", words: `Expected one of tea, cups, actual "skincare"` }]
      })
    }),
    { bare: true, policy: { categories: ["tea", "cups"] } }
  )

  test(
    "stocking again changes nothing that is there",
    Effect.gen(function*() {
      const catalog = yield* Catalog.Catalog
      const before = yield* catalog.brands
      yield* (yield* CatalogImport).add(assortment)
      expect(yield* catalog.brands).toEqual(before)
      expect((yield* find({ q: "serum" })).data.length).toBe(1)
    })
  )

  test(
    "the version grows when a product sells out and when it is back, and not for other sales",
    Effect.gen(function*() {
      const catalog = yield* Catalog.Catalog
      const carts = yield* Carts.Carts
      const checkout = yield* Checkout.Checkout
      const first = yield* catalog.version
      yield* carts.add(ada, ProductId.make("serum"), 1)
      yield* checkout.start(request(ada))
      expect(yield* catalog.version).toBe(first)
      yield* carts.set(ada, ProductId.make("balm"), 1)
      yield* checkout.start(request(ada))
      const soldOut = yield* catalog.version
      expect(soldOut).toBeGreaterThan(first)
      expect((yield* catalog.product(ProductId.make("balm"))).inStock).toBe(false)
      yield* pass(31 * minutes)
      expect(yield* catalog.version).toBeGreaterThan(soldOut)
      expect((yield* catalog.product(ProductId.make("balm"))).inStock).toBe(true)
    })
  )

  test(
    "inventory tells what can still be sold, in numbers and in words",
    Effect.gen(function*() {
      const inventory = yield* Inventory.Inventory
      expect(yield* inventory.status(ProductId.make("serum"))).toEqual({
        productId: "serum",
        inStock: true,
        quantity: 1000,
        availability: "in_stock"
      })
      expect((yield* inventory.status(ProductId.make("cream"))).availability).toBe("low_stock")
      expect(yield* inventory.status(ProductId.make("tonic"))).toMatchObject({
        inStock: false,
        availability: "out_of_stock"
      })
      yield* (yield* Carts.Carts).add(ada, ProductId.make("cream"), 5)
      yield* (yield* Checkout.Checkout).start(request(ada))
      expect(yield* inventory.status(ProductId.make("cream"))).toMatchObject({ quantity: 0, inStock: false })
      expect(yield* Effect.flip(inventory.status(ProductId.claimed.make("\u0000")))).toMatchObject({
        _tag: "ProductNotFound"
      })
    })
  )
})

onBoth("search", (test) => {
  test(
    "finds words in name, brand, category and the rest, the more prominent place first",
    Effect.gen(function*() {
      expect(yield* ids({ q: "rose" })).toEqual(["serum", "cream", "noir"])
      expect(yield* ids({ q: "rosa" })).toEqual(["ecume", "noir", "zeste"])
      expect(yield* ids({ q: "fragrance" })).toEqual(["ecume", "noir"])
      expect(yield* ids({ q: "black oud" })).toEqual(["noir"])
      expect(yield* ids({ q: "rose oud" })).toEqual(["noir"])
      expect(yield* ids({ q: "rose nothing" })).toEqual([])
    })
  )

  test(
    "words may be unfinished and need no accents and no capitals",
    Effect.gen(function*() {
      for (const q of ["creme", "CRÈME", "crème", "cre\u0300me", "Crem", "cr", "riche creme"]) {
        expect(yield* ids({ q }), q).toEqual(["cream"])
      }
      expect(yield* ids({ q: "ecume" })).toEqual(["ecume"])
      expect(yield* ids({ q: "ÉCUM" })).toEqual(["ecume"])
      expect(yield* ids({ q: "30" })).toEqual(["zeste"])
      expect(yield* ids({ q: "30ml" })).toEqual(["zeste"])
      expect(yield* ids({ q: "eme" })).toEqual([])
    })
  )

  test(
    "operators are no operators: any text is plain words, and nothing is an error",
    Effect.gen(function*() {
      const all = yield* ids({})
      expect(all.length).toBe(7)
      expect(yield* ids({ q: "" })).toEqual(all)
      expect(yield* ids({ q: "  \t" })).toEqual(all)
      const texts: ReadonlyArray<readonly [q: string, found: ReadonlyArray<string>]> = [
        [`" OR 1=1`, []],
        // No word begins so; the nearest is that of the brand.
        ["NEAR(", ["ecume", "noir", "zeste"]],
        ["NEAR(rose serum)", []],
        ["*", []],
        ["'; DROP TABLE product; --", []],
        ["rose*", ["serum", "cream", "noir"]],
        ["\"rose serum\"", ["serum"]],
        ["serum rose", ["serum"]],
        ["rose AND serum", []],
        ["rose & serum | !x", []],
        ["name:rose", []],
        ["name : rose", []],
        ["-rose", ["serum", "cream", "noir"]],
        ["rose:*", ["serum", "cream", "noir"]],
        ["(rose", ["serum", "cream", "noir"]],
        ["rose\\", ["serum", "cream", "noir"]],
        ["rose\u0000", ["serum", "cream", "noir"]],
        ["<->", []],
        ["!", []],
        ["%", []],
        ["_", []],
        ["?", []],
        ["$1", []],
        ["🌹", []],
        ["\ud83d", []],
        ["ñandú 玫瑰 роза وردة", []]
      ]
      for (const [q, found] of texts) expect(yield* ids({ q }), q).toEqual(found)
      expect((yield* ids({ q: "rose ".repeat(5000) })).length).toBe(3)
      expect(yield* ids({ q: "a".repeat(100_000) })).toEqual([])
    })
  )

  test(
    "no text whatever is an error",
    Effect.gen(function*() {
      const syllable = fc.oneof(
        fc.string({ unit: "binary" }),
        fc.constantFrom(
          "rose",
          "cr",
          "AND",
          "OR",
          "NOT",
          "NEAR",
          "\"",
          "'",
          "*",
          "(",
          ")",
          ":",
          "&",
          "|",
          "!",
          "<->",
          "^"
        )
      )
      const texts = fc.sample(fc.array(syllable, { maxLength: 6 }).map((parts) => parts.join(" ")), {
        numRuns: 60,
        seed: 7
      })
      for (const q of texts) yield* ids({ q })
      yield* ids({ q: `${"x".repeat(39)}\u{20000}\u{20001}` })
      yield* ids({ q: "\u{1e900}\u{1e901}" })
    })
  )

  test(
    "words beyond the Latin alphabet are found by their beginnings",
    Effect.gen(function*() {
      yield* more([
        { id: ProductId.make("rozha"), name: "Розовая Вода", priceMinor: 100 },
        { id: ProductId.make("meigui"), name: "玫瑰水", priceMinor: 200 },
        { id: ProductId.make("long"), name: `${"x".repeat(39)}\u{20000}\u{20001}`, priceMinor: 300 }
      ])
      expect(yield* ids({ q: "розов" })).toEqual(["rozha"])
      expect(yield* ids({ q: "ВОДА" })).toEqual(["rozha"])
      expect(yield* ids({ q: "玫瑰" })).toEqual(["meigui"])
      expect(yield* ids({ q: `${"x".repeat(39)}\u{20000}\u{20001}` })).toEqual(["long"])
    })
  )

  test(
    "filters by brand, category, price and stock, alone and together",
    Effect.gen(function*() {
      expect(yield* ids({ brand: "rosa-nera", sort: "name" })).toEqual(["ecume", "noir", "zeste"])
      expect(yield* ids({ brand: "Rosa Nera" })).toEqual([])
      expect(yield* ids({ category: "body" })).toEqual(["zeste"])
      expect(yield* ids({ minPriceMinor: 2995, maxPriceMinor: 5400, sort: "price" })).toEqual([
        "serum",
        "zeste",
        "ecume"
      ])
      expect(yield* ids({ minPriceMinor: 1991, maxPriceMinor: 2994 })).toEqual([])
      expect(yield* ids({ inStock: false })).toEqual(["tonic"])
      expect((yield* ids({ inStock: true })).length).toBe(6)
      expect(yield* ids({ q: "rose", brand: "alba", maxPriceMinor: 2000, inStock: true })).toEqual(["cream"])
      for (const text of ["\u0000", "'", "%"]) {
        expect(yield* ids({ brand: text })).toEqual([])
        expect(yield* Effect.flip(ids({ category: text }))).toMatchObject({ faults: [{ path: "category" }] })
      }
    })
  )

  test(
    "sorts by price up and down, by name as a dictionary does, by relevance and then by id",
    Effect.gen(function*() {
      expect(yield* ids({ sort: "price" })).toEqual(["tonic", "balm", "cream", "serum", "zeste", "ecume", "noir"])
      expect(yield* ids({ sort: "-price" })).toEqual(["noir", "ecume", "serum", "zeste", "cream", "balm", "tonic"])
      expect(yield* ids({ sort: "name" })).toEqual(["cream", "ecume", "balm", "noir", "serum", "tonic", "zeste"])
      expect(yield* ids({ sort: "relevance" })).toEqual(["balm", "cream", "ecume", "noir", "serum", "tonic", "zeste"])
    })
  )

  for (const sort of SearchSort.literals) {
    for (const q of [undefined, "a"]) {
      test(
        `pages by ${sort}${q === undefined ? "" : " of a search"} skip nothing and repeat nothing`,
        Effect.gen(function*() {
          yield* more([
            { id: ProductId.make("eclat"), name: "éclat", priceMinor: 2995 },
            { id: ProductId.make("eclat-2"), name: "Éclat", priceMinor: 2995 },
            { id: ProductId.make("eclair"), name: "ECLAIR", priceMinor: 1 },
            { id: ProductId.make("ozean"), name: "Ôzean", priceMinor: 1990 },
            { id: ProductId.make("i-dot"), name: "İris", priceMinor: 1990 },
            { id: ProductId.make("eszett"), name: "Weiß", priceMinor: 8900 }
          ])
          const all = yield* ids({ sort, q })
          expect(all.length).toBe(new Set(all).size)
          for (const limit of [1, 2, 5]) expect(yield* pages({ sort, limit, q })).toEqual(all)
        })
      )
    }
  }

  for (const sort of SearchSort.literals) {
    test(
      `products that come while one pages by ${sort} neither hide nor double those that were there`,
      Effect.gen(function*() {
        const before = yield* ids({ sort })
        let n = 0
        const arrivals = Effect.suspend(() => {
          n++
          return Effect.orDie(more([
            {
              id: ProductId.make(`new-${n}`),
              name: n % 2 === 0 ? `Aa ${n}` : `Zz ${n}`,
              priceMinor: n % 2 === 0 ? 1 : 99_999
            },
            { id: ProductId.make(`between-${n}`), name: `M ${n}`, priceMinor: 2500 }
          ]))
        })
        const seen = yield* pages({ sort, limit: 2 }, arrivals)
        expect(seen.length).toBe(new Set(seen).size)
        expect(seen.filter((id) => before.includes(ProductId.make(id)))).toEqual(before)
      })
    )
  }

  test(
    "a cursor that was tampered with, made up, or made for another order is refused",
    Effect.gen(function*() {
      const { nextCursor } = yield* find({ sort: "price", limit: 2 })
      const [payload, mark] = nextCursor!.split(".") as [string, string]
      const forged = Buffer.from(JSON.stringify({ sort: "price", key: 0, id: "" })).toString("base64url")
      const bad = ["", ".", "x", payload, `.${mark}`, `${forged}.${mark}`, `${payload}.${mark.slice(1)}`]
      for (const cursor of [...bad, `${payload}.${mark}x`, "\u0000", `${"A".repeat(9999)}.${mark}`]) {
        expect(yield* Effect.flip(find({ sort: "price", limit: 2, cursor })), cursor).toMatchObject({
          _tag: "InvalidCursor"
        })
      }
      for (const sort of ["name", "-price", "relevance"] as const) {
        expect(yield* Effect.flip(find({ sort, limit: 2, cursor: nextCursor! }))).toMatchObject({
          _tag: "InvalidCursor"
        })
      }
      expect((yield* find({ sort: "price", limit: 2, cursor: nextCursor! })).data.map(({ id }) => id)).toEqual([
        "cream",
        "serum"
      ])
    })
  )

  test(
    "a page's end is said: the last page has no cursor, a full one that is the last neither",
    Effect.gen(function*() {
      expect((yield* find({ limit: 7 })).nextCursor).toBeNull()
      expect((yield* find({ limit: 6 })).nextCursor).not.toBeNull()
      expect(yield* find({ q: "nothing" })).toEqual({ data: [], nextCursor: null })
    })
  )

  test(
    "what is found is what there is now",
    Effect.gen(function*() {
      const { sql } = yield* World
      expect((yield* find({ q: "balm" })).data[0]).toMatchObject({ priceMinor: 1250, inStock: true })
      yield* sql("UPDATE product SET price_minor = 1300 WHERE id = 'balm'")
      yield* (yield* Carts.Carts).add(ada, ProductId.make("balm"), 1)
      yield* (yield* Checkout.Checkout).start(request(ada)).pipe(Effect.ignore)
      expect((yield* find({ q: "balm" })).data[0]).toMatchObject({ priceMinor: 1300, inStock: false })
    })
  )
})
