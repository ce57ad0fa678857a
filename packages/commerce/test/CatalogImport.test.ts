/** What an import changes of goods that the shop has already, on both databases. */
import * as Catalog from "@beauty-store/commerce/catalog/Catalog"
import { type Assortment, CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { ownNumber } from "@beauty-store/commerce/catalog/Goods"
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import * as ProductSearch from "@beauty-store/commerce/catalog/ProductSearch"
import { ProductId } from "@beauty-store/domain/Ids"
import { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { assortment, onBoth } from "../../../test/shop/use-cases.ts"

const put = (goods: Assortment) => Effect.flatMap(CatalogImport, (goodsOf) => goodsOf.put(goods))
const found = (q: string) =>
  Effect.flatMap(
    ProductSearch.ProductSearch,
    ({ search }) =>
      Effect.map(
        search({ sort: "relevance", limit: 100, q }),
        ({ correctedQuery, data }) => [correctedQuery, data.map(({ id }) => id)]
      )
  )

const [alba] = assortment.brands
const base = alba!.products[0]!
const id = ProductId.make("night-balm")
const goodsWith = (facts: object): Assortment => ({
  brands: [{
    ...alba!,
    products: [{ ...base, id, gtin: ownNumber(id), name: "Night Balm", description: "With marula.", ...facts }]
  }]
})
const view = Effect.flatMap(Catalog.Catalog, ({ product }) => product(id))

onBoth("an import of goods that the shop has", (test) => {
  test(
    "changes facts, price, texts and search words, and leaves the stock",
    Effect.gen(function*() {
      const { setOnHand } = yield* Inventory
      expect(yield* put(goodsWith({ onHand: 7 }))).toEqual({ added: 1, changed: 0, unchanged: 0, archived: [] })
      yield* setOnHand(id, 3)
      expect(yield* found("marula")).toEqual([undefined, [id]])
      const texts = { translations: { de: { name: "Nachtbalsam" } } }
      const changes = { name: "Dawn Balm", description: "With argan.", priceMinor: 4_321, onHand: 99, texts }
      expect(yield* put(goodsWith(changes))).toEqual({ added: 0, changed: 1, unchanged: 0, archived: [] })
      expect(yield* view).toMatchObject({ name: "Dawn Balm", description: "With argan.", priceMinor: 4_321 })
      expect((yield* (yield* Inventory).status(id)).quantity).toBe(3)
      expect([yield* found("argan"), yield* found("nachtbalsam"), yield* found("dawn")]).toEqual(
        Array.from({ length: 3 }, () => [undefined, [id]])
      )
      // Nothing is corrected to a word that no product has any more.
      expect(yield* found("marula")).toEqual([undefined, []])
      expect(yield* found("marulq")).toEqual([undefined, []])
      expect(yield* put(goodsWith(changes))).toEqual({ added: 0, changed: 0, unchanged: 1, archived: [] })
      expect(yield* put(goodsWith({ ...changes, texts: undefined }))).toEqual({
        added: 0,
        changed: 1,
        unchanged: 0,
        archived: []
      })
      expect(yield* found("nachtbalsam")).toEqual([undefined, []])
    })
  )

  test(
    "renames a brand for its goods, and counts none that only moved",
    Effect.gen(function*() {
      const other = { ...base, id: "dusk-oil", gtin: ownNumber("dusk-oil"), name: "Dusk Oil" }
      const [brand] = goodsWith({}).brands
      const with2 = (name: string, products: Assortment["brands"][number]["products"]): Assortment => ({
        brands: [{ ...brand!, name, products }]
      })
      yield* put(with2("Alba", [...brand!.products, other]))
      expect(yield* put(with2("Alba", [other, ...brand!.products]))).toEqual({
        added: 0,
        changed: 0,
        unchanged: 2,
        archived: []
      })
      expect(yield* put(with2("Zirbel", [other, ...brand!.products]))).toEqual({
        added: 0,
        changed: 2,
        unchanged: 0,
        archived: []
      })
      expect((yield* found("zirbel"))[1]).toEqual(expect.arrayContaining([id, "dusk-oil"]))
      expect(yield* view).toMatchObject({ brandName: "Zirbel" })
    })
  )

  test(
    "changes nothing where anything is wrong",
    Effect.gen(function*() {
      yield* put(goodsWith({}))
      const before = yield* view
      const [brand] = goodsWith({ name: "Other" }).brands
      const wrong = { brands: [{ ...brand!, products: [...brand!.products, { ...base, id: "b", priceMinor: 0 }] }] }
      expect(yield* Effect.flip(put(wrong))).toBeInstanceOf(InvalidInput)
      expect(yield* view).toEqual(before)
    })
  )

  test(
    "puts many as it puts few, and finds them by their words",
    Effect.gen(function*() {
      const [brand] = goodsWith({}).brands
      const many = (description: (n: number) => string, name = brand!.name): Assortment => ({
        brands: [{
          ...brand!,
          name,
          products: Array.from({ length: 450 }, (_, n) => ({
            ...base,
            id: `jar-${n}`,
            gtin: ownNumber(`jar-${n}`),
            name: `Jar ${n}`,
            description: description(n)
          }))
        }]
      })
      const counts = (added: number, changed: number, unchanged: number) => ({
        added,
        changed,
        unchanged,
        archived: []
      })
      const total = (q: string) =>
        Effect.map(
          Effect.flatMap(ProductSearch.ProductSearch, ({ facets }) => facets({ sort: "relevance", limit: 1, q })),
          (counted) => counted.total
        )
      expect(yield* put(many(() => "Of quartz."))).toEqual(counts(450, 0, 0))
      expect(yield* put(many(() => "Of quartz."))).toEqual(counts(0, 0, 450))
      expect(yield* put(many((n) => n % 3 === 0 ? "Of basalt." : "Of quartz."))).toEqual(counts(0, 150, 300))
      expect([yield* total("quartz"), yield* total("basalt")]).toEqual([300, 150])
      expect(yield* put(many(() => "Of basalt.", "Zirbel"))).toEqual(counts(0, 450, 0))
      expect([yield* found("quartz"), yield* total("basalt"), yield* total("zirbel jar")])
        .toEqual([[undefined, []], 450, 450])
    })
  )
})
