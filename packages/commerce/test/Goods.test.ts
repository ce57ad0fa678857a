/** How staff keep their goods, on both databases: what they create, change, archive, restore and delete. */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import { Bestsellers } from "@beauty-store/commerce/catalog/Bestsellers"
import * as Catalog from "@beauty-store/commerce/catalog/Catalog"
import { type Assortment, CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { Goods, type NewProduct, ownNumber, type ProductChanges } from "@beauty-store/commerce/catalog/Goods"
import type { GoodsChanged } from "@beauty-store/commerce/catalog/GoodsRefusals"
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import { Prices } from "@beauty-store/commerce/catalog/Prices"
import { ProductPictures } from "@beauty-store/commerce/catalog/ProductPictures"
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import { PurchaseDrafts } from "@beauty-store/commerce/drafts/PurchaseDrafts"
import * as StaffTrail from "@beauty-store/commerce/staff/StaffTrail"
import { BrandId, ProductId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { PictureId } from "@beauty-store/domain/Picture"
import { Entropy } from "@beauty-store/sql/Entropy"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect } from "vitest"
import {
  ada,
  assortment,
  countOf,
  days,
  onBoth,
  onPostgres,
  owner,
  pass,
  request,
  type Services,
  untilBlocked,
  World
} from "../../../test/shop/use-cases.ts"
import { bought, orderOf, race, refusal, staffWith } from "./life.ts"

const serum = ProductId.make("serum")
const oil = ProductId.make("dusk-oil")
const alba = BrandId.make("alba")

/** Runs use cases as a member of staff, a millisecond after whatever was before. */
const acting = <A, E, R>(change: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.all([Entropy, World]), ([entropy, { clock }]) => {
    clock.now++
    return StaffTrail.actingAs({ ...staffWith("catalog:write"), id: "staff:clerk" }, {
      entropy,
      keptMillis: 365 * days
    })(change)
  })

const newProduct = (facts: Partial<NewProduct> = {}): NewProduct => ({
  id: oil,
  brandId: "alba",
  name: "Dusk Oil",
  description: "With marula.",
  priceMinor: 2_000,
  category: "body",
  ...facts
})
const create = (facts: Partial<NewProduct> = {}) =>
  Effect.flatMap(Goods, (all) => acting(all.createProduct(newProduct(facts))))
const change = (changes: ProductChanges, seen: ReadonlyArray<string> | "any" = "any", id = oil) =>
  Effect.flatMap(Goods, (all) => acting(all.changeProduct(id, changes, seen)))
const archive = (id = serum) => Effect.flatMap(Goods, (all) => acting(all.archiveProduct(id, "any")))
const restore = (id = serum) => Effect.flatMap(Goods, (all) => acting(all.restoreProduct(id, "any")))
const remove = (id = oil) => Effect.flatMap(Goods, (all) => acting(all.removeProduct(id, "any")))

const found = (q: string) =>
  Effect.flatMap(
    ProductSearch,
    ({ search }) =>
      Effect.map(search({ sort: "relevance", limit: 100, q }), ({ correctedQuery, data }) => [
        correctedQuery,
        data.map(({ id }) => id as string)
      ])
  )
const trail = Effect.flatMap(
  StaffTrail.StaffTrail,
  ({ list }) =>
    Effect.map(
      list({ limit: 100, sort: "createdAt" }),
      ({ data }) => data.map(({ action, after, before, subject }) => [action, subject, before, after])
    )
)
/** The words by which searches are corrected, with their numbers. */
const vocabulary = Effect.flatMap(World, ({ sql }) =>
  Effect.map(
    sql<{ word: string; products: unknown }>("SELECT word, products FROM catalog_word ORDER BY word"),
    (rows) => rows.map(({ products, word }) => `${word} ${Number(products)}`).sort()
  ))

/** Whether a product is on each list of the shop. */
const places = Effect.fnUntraced(function*(id: ProductId) {
  const catalog = yield* Catalog.Catalog
  const search = yield* ProductSearch
  const all = { sort: "relevance", limit: 100 } as const
  const has = (products: ReadonlyArray<{ readonly id: string }>) => products.some((one) => one.id === id)
  const { name } = yield* (yield* Goods).product(id)
  const { entries } = yield* search.suggestions(name)
  return [
    has((yield* catalog.brands).flatMap(({ products }) => products)),
    has((yield* catalog.brandsOf([id])).flatMap(({ products }) => products)),
    (yield* catalog.productIds(0, 100)).includes(id),
    has((yield* search.search(all)).data),
    has((yield* search.search({ ...all, q: name })).data),
    has((yield* search.entries(all)).data.map(({ product }) => product)),
    has((yield* search.entries({ ...all, q: name })).data.map(({ product }) => product)),
    has(entries.map(({ product }) => product)),
    has((yield* (yield* Bestsellers).list(10)).map(({ product }) => product)),
    (yield* Effect.exit(catalog.entry(id)))._tag === "Success",
    (yield* Effect.exit(catalog.product(id)))._tag === "Success"
  ]
})

onBoth("goods that staff keep", (test) => {
  test(
    "are created by the rules of an import, and sold at once",
    Effect.gen(function*() {
      const before = yield* vocabulary
      const created = yield* create({ onHand: 3 })
      expect(created).toMatchObject({
        id: oil,
        currency: "EUR",
        size: { value: 1, unit: "pcs" },
        archivedAt: undefined
      })
      expect(yield* (yield* Goods).product(oil)).toEqual(created)
      expect(yield* found("marula")).toEqual([undefined, [oil]])
      expect((yield* (yield* Inventory).status(oil)).quantity).toBe(3)
      expect(refusal(yield* Effect.exit(create()))).toBe("ProductExists")
      const wrong = { brandId: "none", id: "b", priceMinor: 0, category: "toys", gtin: "1" }
      expect(((yield* Effect.flip(create(wrong))) as InvalidInput).faults.map(({ path }) => path)).toEqual(["brandId"])
      const { faults } = (yield* Effect.flip(create({ ...wrong, brandId: "alba" }))) as InvalidInput
      expect(faults.map(({ path }) => path).toSorted()).toEqual(["category", "gtin", "priceMinor"])
      expect(yield* trail).toEqual([["product.create", oil, {}, { brandId: "alba", priceMinor: 2_000, onHand: 3 }]])
      yield* remove()
      expect(yield* vocabulary).toEqual(before)
      expect((yield* create({ gtin: undefined })).gtin).toMatch(/^2\d{12}$/)
    })
  )

  test(
    "have one name in a group, and each a value of its own",
    Effect.gen(function*() {
      const group = { id: "dusk", name: "Dusk", variesBy: "size", value: "30 ml" } as const
      yield* create({ group })
      const second = { id: "dusk-2", name: "Dusk Oil 2", group: { ...group, value: "50 ml" } }
      yield* create(second)
      const pathsOf = (facts: object) =>
        Effect.map(
          Effect.flip(change(facts, "any", ProductId.make("dusk-2"))),
          (error) => (error as InvalidInput).faults.map(({ path }) => path)
        )
      expect(yield* pathsOf({ group })).toEqual(["group.value"])
      expect(yield* pathsOf({ group: { ...group, name: "Dawn", value: "50 ml" } })).toEqual(["group.name"])
      expect((yield* change({ group: null })).group).toBeUndefined()
      expect((yield* change({ group })).group).toEqual(group)
    })
  )

  test(
    "differ by up to three options, which an older program reads as one and may change",
    Effect.gen(function*() {
      const group = { id: "dusk", name: "Dusk", variesBy: "Grind|size|scent", value: "Fine|30 ml|Rose" } as const
      const goods = yield* Goods
      const { sql } = yield* World
      const read = Effect.map(goods.product(oil), (one) => one.group)
      const { version } = yield* create({ group })
      expect(yield* read).toEqual(group)
      expect((yield* (yield* Catalog.Catalog).product(oil)).group).toEqual(group)
      const second = { id: "dusk-2", name: "Dusk Oil 2", group: { ...group, value: "Fine|50 ml|Rose" } }
      expect((yield* create(second)).group).toEqual(second.group)
      const wrong = {
        group: { ...group, value: "Fine|30 ml" },
        texts: { translations: { de: { variesBy: "Mahlgrad" } } }
      }
      const { faults } = (yield* Effect.flip(change(wrong, [version]))) as InvalidInput
      expect(faults.map(({ path }) => path)).toEqual(["group.value", "texts.translations.de.variesBy"])
      // What a program before migration 012 writes: one kind and one value.
      yield* sql(`UPDATE product SET group_id = 'dawn', varies_by = 'shade', group_value = 'Red' WHERE id = '${oil}'`)
      expect(yield* read).toMatchObject({ id: "dawn", variesBy: "shade", value: "Red" })
      yield* change({ group: { id: "noon", name: "Noon", variesBy: "Grind", value: "Fine" } })
      yield* sql(`UPDATE product SET varies_by = 'size', group_value = '30 ml' WHERE id = '${oil}'`)
      expect(yield* read).toMatchObject({ variesBy: "size", value: "30 ml" })
    })
  )

  test(
    "are changed by whoever has seen them as they are, and who has not learns who was faster",
    Effect.gen(function*() {
      const { version } = yield* create()
      const changed = yield* change({ description: "With argan.", priceMinor: 2_500 }, [version])
      expect(changed).toMatchObject({ description: "With argan.", priceMinor: 2_500, name: "Dusk Oil" })
      expect([yield* found("argan"), yield* found("marula")]).toEqual([[undefined, [oil]], [undefined, []]])
      const error = (yield* Effect.flip(change({ name: "Dawn" }, [version]))) as GoodsChanged
      expect(error).toMatchObject({
        _tag: "GoodsChanged",
        currentVersion: changed.version,
        changedBy: "clerk",
        change: "product.change",
        changedFields: ["description", "priceMinor"]
      })
      // Whatever wrote it: a price that was set alone is another version, too.
      yield* (yield* Prices).setPrice(oil, 2_600)
      expect(refusal(yield* Effect.exit(change({ name: "Dawn" }, [changed.version])))).toBe("GoodsChanged")
      const now = yield* (yield* Goods).product(oil)
      expect(yield* change({ name: now.name }, ["other", now.version])).toEqual(now)
      // What is sold meanwhile is no other version.
      yield* (yield* Inventory).setOnHand(oil, 9)
      expect((yield* (yield* Goods).product(oil)).version).toBe(now.version)
      yield* change({ name: "Dawn Oil" }, [now.version])
      expect(yield* trail).toEqual(
        [
          ["product.create", oil, {}, expect.anything()],
          ["product.change", oil, { priceMinor: 2_000 }, { priceMinor: 2_500, fields: "description priceMinor" }],
          ["product.change", oil, {}, { fields: "name" }]
        ]
      )
    })
  )

  test(
    "are on no list while they are archived, and on each again afterwards",
    Effect.gen(function*() {
      const words = yield* vocabulary
      yield* bought(ada, { serum: 2 })
      const others = yield* places(serum)
      expect(others).toEqual(others.map(() => true))
      const { version } = yield* (yield* Catalog.Catalog).version.pipe(Effect.map((version) => ({ version })))
      const archived = yield* archive()
      expect(archived.archivedAt).toBeGreaterThan(0)
      expect(yield* archive()).toEqual(archived)
      expect(yield* places(serum)).toEqual(others.map(() => false))
      expect(yield* Effect.flip((yield* Catalog.Catalog).product(serum))).toMatchObject({
        _tag: "ProductArchived",
        brandId: "alba",
        category: "skincare"
      })
      expect((yield* (yield* Inventory).status(serum)).availability).toBe("out_of_stock")
      const { categories, total } = yield* (yield* ProductSearch).facets({ sort: "relevance", limit: 1 })
      expect([total, categories.find(({ category }) => category === "skincare")!.products]).toEqual([6, 3])
      expect(yield* (yield* Catalog.Catalog).version).toBeGreaterThan(version)
      expect((yield* vocabulary).some((line) => line.startsWith("serum "))).toBe(false)
      // An edit of what is archived is found only when it is sold again.
      yield* change({ description: "With marula." }, "any", serum)
      expect(yield* found("marula")).toEqual([undefined, []])
      yield* change({ description: "" }, "any", serum)
      yield* restore()
      expect(yield* places(serum)).toEqual(others)
      expect(yield* vocabulary).toEqual(words)
      // Whoever has seen that it was archived has not seen that it is again.
      yield* pass(1)
      expect((yield* archive()).version).not.toBe(archived.version)
      yield* restore()
      expect((yield* trail).filter(([action]) => /archive|restore/.test(String(action)))).toEqual([
        ["product.archive", serum, { archived: false }, { archived: true }],
        ["product.restore", serum, { archived: true }, { archived: false }],
        ["product.archive", serum, { archived: false }, { archived: true }],
        ["product.restore", serum, { archived: true }, { archived: false }]
      ])
    })
  )

  test(
    "cannot be bought while they are archived, but for what was reserved before",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const drafts = yield* PurchaseDrafts
      const bob = owner("sho_bob")
      yield* carts.add(ada, serum, 1)
      const lines = [{ productId: serum, quantity: 1 }]
      const draft = yield* drafts.create(ada, "checkout", { lines, authenticates: true, paysByToken: true })
      yield* carts.add(ada, ProductId.make("cream"), 1)
      yield* archive()
      const { hosted } = yield* Checkout.Checkout
      expect(yield* Effect.flip(hosted.begin(request(ada)))).toMatchObject({ _tag: "NoLongerSold", productId: serum })
      const view = yield* carts.view(ada)
      expect(view.items.map(({ available, productId }) => [productId, available])).toEqual([["serum", 0], ["cream", 5]])
      expect(view.messages).toEqual([expect.objectContaining({ code: "no_longer_sold", productId: "serum" })])
      expect(refusal(yield* Effect.exit(carts.add(bob, serum, 1)))).toBe("NoLongerSold")
      expect(refusal(yield* Effect.exit(carts.set(ada, serum, 2)))).toBe("NoLongerSold")
      expect((yield* drafts.view(ada, "checkout", draft.id)).messages.map(({ code }) => code)).toContain(
        "no_longer_sold"
      )
      yield* carts.set(ada, serum, 0)
      expect(yield* hosted.begin(request(ada))).toBeTruthy()
    })
  )

  test(
    "go on to be paid and shipped where they were reserved before",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      const { hosted } = yield* Checkout.Checkout
      yield* carts.add(ada, serum, 1)
      const sessionId = yield* hosted.begin(request(ada))
      yield* archive()
      // The same cart cannot be checked out once more, although its own units are reserved.
      expect(refusal(yield* Effect.exit(hosted.begin(request(ada))))).toBe("NoLongerSold")
      const session = yield* hosted.finish(sessionId)
      const { provider } = yield* World
      provider.pay(session.sessionId)
      yield* (yield* Checkout.Checkout).reconcile(session.sessionId)
      expect((yield* orderOf(session.orderId)).status).toBe("confirmed")
      expect(refusal(yield* Effect.exit(remove(serum)))).toBe("ProductInUse")
    })
  )

  test(
    "say what the law wants of them, and who answers for them: theirs, their brand's, or nobody",
    Effect.gen(function*() {
      const person = { name: "Alba SARL", address: "1 rue de la Paix, 75002 Paris, FR", electronicAddress: "a@alba.fr" }
      const own = { ...person, name: "Dusk SARL", electronicAddress: "https://dusk.fr/safety" }
      const declared = {
        sku: "OIL-1",
        weightGrams: 180,
        countryOfOrigin: "FR",
        cpnp: "1234567",
        responsiblePerson: own
      }
      expect(yield* create(declared)).toMatchObject(declared)
      const { changeBrand } = yield* Goods
      const shown = Effect.flatMap(Catalog.Catalog, ({ product }) => product(oil))
      expect(yield* shown).toMatchObject({
        sku: "OIL-1",
        weightGrams: 180,
        countryOfOrigin: "FR",
        responsiblePerson: own
      })
      expect(yield* acting(changeBrand(alba, { responsiblePerson: person }, "any"))).toMatchObject({
        name: "Alba",
        responsiblePerson: person
      })
      expect((yield* shown).responsiblePerson).toEqual(own)
      const before = yield* (yield* Goods).product(oil)
      expect(yield* change({ responsiblePerson: null, cpnp: null })).toMatchObject({
        cpnp: undefined,
        responsiblePerson: undefined,
        weightGrams: 180
      })
      expect((yield* (yield* Goods).product(oil)).version).not.toBe(before.version)
      expect((yield* shown).responsiblePerson).toEqual(person)
      yield* acting(changeBrand(alba, { responsiblePerson: null }, "any"))
      expect((yield* shown).responsiblePerson).toBeUndefined()
      const wrong = {
        weightGrams: 0,
        countryOfOrigin: "XX",
        cpnp: "CPNP-1",
        sku: "",
        responsiblePerson: { ...own, name: "A|B", electronicAddress: "nowhere" }
      }
      const { faults } = (yield* Effect.flip(change(wrong))) as InvalidInput
      expect(faults.map(({ path }) => path).toSorted()).toEqual([
        "countryOfOrigin",
        "cpnp",
        "responsiblePerson.electronicAddress",
        "responsiblePerson.name",
        "sku",
        "weightGrams"
      ])
    })
  )

  test(
    "have numbers that no other product has, archived or not",
    Effect.gen(function*() {
      const numbers = { gtin: "4006381333931", sku: "OIL-1" }
      yield* create(numbers)
      yield* archive(oil)
      const other = { id: ProductId.make("dawn-oil") }
      const { faults } = (yield* Effect.flip(create({ ...other, ...numbers, gtin: "04006381333931" }))) as InvalidInput
      expect(faults.map(({ path, words }) => [path, words])).toEqual(["gtin", "sku"].map((path) => [
        path,
        "Expected a number that no other product has, but dusk-oil has it"
      ]))
      yield* create({ ...other, sku: "oil-1" })
      expect(refusal(yield* Effect.exit(change(numbers, "any", other.id)))).toBe("InvalidInput")
      // What was written before there was the rule is changed in other ways.
      yield* Effect.flatMap(World, ({ sql }) => sql("UPDATE product SET gtin = '4006381333931' WHERE id = 'dawn-oil'"))
      expect((yield* change({ name: "Dawn" }, "any", other.id)).name).toBe("Dawn")
      // Two that swap their numbers do so at once.
      yield* change({ gtin: "4006381333948" }, "any", other.id)
      const { put } = yield* CatalogImport
      const { archivedAt: _, ...kept } = yield* (yield* Goods).product(oil)
      const products = [
        { ...kept, sku: "oil-1", onHand: 0 },
        { ...(yield* (yield* Goods).product(other.id)), sku: "OIL-1", onHand: 0 }
      ].map(({ addedAt: _1, regularPriceMinor: _2, version: _3, ...one }) => one)
      const [brand] = assortment.brands
      const goodsOf: Assortment = { brands: [{ ...brand!, products }] }
      expect(yield* put(goodsOf)).toMatchObject({ changed: 2 })
      const taken = { brands: [{ ...brand!, products: [{ ...products[1]!, gtin: numbers.gtin }] }] }
      const refused = (yield* Effect.flip(put(taken))) as InvalidInput
      expect(refused.faults.map(({ path }) => path)).toEqual(["brands[0].products[0].gtin"])
    })
  )

  test(
    "are deleted where nobody has them, and else archived",
    Effect.gen(function*() {
      const carts = yield* Carts.Carts
      yield* create({ onHand: 2 })
      yield* carts.add(ada, oil, 1)
      expect(yield* Effect.flip(remove())).toMatchObject({ _tag: "ProductInUse", usedBy: "cart" })
      yield* carts.remove(ada, oil)
      const lines = [{ productId: oil, quantity: 1 }]
      yield* (yield* PurchaseDrafts).create(ada, "cart", { lines, authenticates: true, paysByToken: true })
      expect(yield* Effect.flip(remove())).toMatchObject({ _tag: "ProductInUse", usedBy: "draft" })
      yield* Effect.flatMap(World, ({ sql }) => sql("DELETE FROM draft"))
      yield* remove()
      for (const table of ["product_words", "product_text", "stock"]) {
        expect([table, yield* countOf(table, `product_id = '${oil}'`)]).toEqual([table, 0])
      }
      expect(refusal(yield* Effect.exit(remove()))).toBe("ProductNotFound")
      expect(yield* found("marula")).toEqual([undefined, []])
      yield* create()
    })
  )

  test(
    "are listed for staff page by page, archived or not",
    Effect.gen(function*() {
      const { products } = yield* Goods
      yield* archive()
      yield* archive(ProductId.make("noir"))
      const ids = (filter: object) =>
        Effect.map(products({ limit: 100, ...filter }), ({ data }) => data.map(({ id }) => id as string))
      expect(yield* ids({})).toEqual(["balm", "cream", "ecume", "noir", "serum", "tonic", "zeste"])
      expect(yield* ids({ archived: true })).toEqual(["noir", "serum"])
      expect(yield* ids({ archived: false, brand: "alba" })).toEqual(["balm", "cream", "tonic"])
      const first = yield* products({ limit: 4, archived: false })
      expect((yield* products({ limit: 4, archived: false, cursor: first.nextCursor! })).data.map(({ id }) => id))
        .toEqual(["zeste"])
    })
  )

  test(
    "take their pictures with them when they are deleted, but not those that another product has",
    Effect.gen(function*() {
      const { add, file } = yield* ProductPictures
      yield* create()
      const picture = (n: number) => ({
        id: PictureId.make(n.toString(16).padStart(32, "0")),
        width: 500,
        height: 400,
        files: [{ name: "500.jpg", bytes: Uint8Array.of(n) }]
      })
      yield* add(oil, picture(1), { alt: {} })
      yield* add(oil, picture(2), { alt: {} })
      yield* add(serum, picture(2), { alt: {} })
      yield* remove()
      expect(yield* file(picture(1).id, "500.jpg")).toBeUndefined()
      expect([...(yield* file(picture(2).id, "500.jpg"))!]).toEqual([2])
    })
  )
})

onBoth("brands that staff keep", (test) => {
  test(
    "are hidden until anything of them is sold, and deleted without products only",
    Effect.gen(function*() {
      const { changeBrand, createBrand, removeBrand } = yield* Goods
      const catalog = yield* Catalog.Catalog
      const listed = Effect.map(catalog.brandList, (brands) => brands.map(({ id }) => id as string))
      const { version } = yield* acting(createBrand({ id: "dusk", name: "Dusk", category: "body" }))
      expect(yield* listed).toEqual(["alba", "rosa-nera"])
      yield* create({ brandId: "dusk" })
      expect(yield* listed).toEqual(["alba", "rosa-nera", "dusk"])
      yield* archive(oil)
      expect([yield* listed, (yield* catalog.brands).length]).toEqual([["alba", "rosa-nera"], 2])
      const dusk = BrandId.make("dusk")
      expect(yield* Effect.flip(removeBrand(dusk, "any"))).toMatchObject({ _tag: "BrandInUse", products: 1 })
      yield* remove()
      yield* acting(changeBrand(dusk, { category: "hair" }, [version]))
      expect(refusal(yield* Effect.exit(changeBrand(dusk, { name: "Dawn" }, [version])))).toBe("GoodsChanged")
      expect(refusal(yield* Effect.exit(createBrand({ id: "dusk", name: "Dusk", category: "body" })))).toBe(
        "BrandExists"
      )
      yield* acting(removeBrand(dusk, "any"))
      expect(refusal(yield* Effect.exit(removeBrand(dusk, "any")))).toBe("BrandNotFound")
    })
  )

  test(
    "are found by their new name, with all of their goods, also those that an import does not name",
    Effect.gen(function*() {
      yield* archive(ProductId.make("tonic"))
      yield* acting((yield* Goods).changeBrand(alba, { name: "Zirbel" }, "any"))
      expect([yield* found("zirbel"), yield* found("alba")]).toEqual([
        [undefined, ["balm", "cream", "serum"]],
        [undefined, []]
      ])
      const [brand] = assortment.brands
      const partly: Assortment = { brands: [{ ...brand!, name: "Kiesel", products: brand!.products.slice(0, 1) }] }
      expect(yield* (yield* CatalogImport).put(partly)).toEqual({ added: 0, changed: 1, unchanged: 0, archived: [] })
      expect([yield* found("kiesel"), yield* found("zirbel")]).toEqual([
        [undefined, ["balm", "cream", "serum"]],
        [undefined, []]
      ])
      yield* restore(ProductId.make("tonic"))
      expect((yield* found("kiesel"))[1]).toContain("tonic")
    })
  )
})

onBoth("an import beside staff", (test) => {
  test(
    "restores nothing, and names what it has of that",
    Effect.gen(function*() {
      yield* archive()
      const [brand] = assortment.brands
      const products = brand!.products.map((one) => ({ ...one, description: "With marula." }))
      const { put } = yield* CatalogImport
      const goodsOf: Assortment = { brands: [{ ...brand!, products }] }
      expect(yield* put(goodsOf)).toEqual({ added: 0, changed: 4, unchanged: 0, archived: ["serum"] })
      expect(yield* put(goodsOf)).toEqual({ added: 0, changed: 0, unchanged: 4, archived: ["serum"] })
      expect((yield* found("marula"))[1]).toEqual(["balm", "cream", "tonic"])
      yield* restore()
      expect((yield* found("marula"))[1]).toContain("serum")
    })
  )

  for (const round of [0, 1]) {
    test(
      `of the same new brand twice at once counts its words once (${round})`,
      Effect.gen(function*() {
        const [brand] = assortment.brands
        const products = [{
          ...brand!.products[0]!,
          id: "dusk-oil",
          gtin: ownNumber("dusk-oil"),
          brandId: "dusk",
          name: "Dusk Oil"
        }]
        const dusk: Assortment = { brands: [{ id: "dusk", name: "Dusk", category: "body", products }] }
        const { put } = yield* CatalogImport
        const before = yield* vocabulary
        const renamed = { brands: [{ ...dusk.brands[0]!, name: "Dawn" }] }
        const exits = yield* race(round, put(dusk), put(renamed))
        expect(exits.map(({ _tag }) => _tag)).toEqual(["Success", "Success"])
        yield* put(dusk)
        yield* remove()
        expect(yield* vocabulary).toEqual(before)
      })
    )
  }
})

onBoth("goods that several change at once", (test) => {
  for (const round of [0, 1]) {
    test(
      `are changed by one of two who have seen the same (${round})`,
      Effect.gen(function*() {
        const { version } = yield* create()
        const exits = yield* race(round, change({ name: "Dawn" }, [version]), change({ name: "Noon" }, [version]))
        expect(exits.map(refusal).toSorted()).toEqual(["GoodsChanged", undefined].toSorted())
        const won = exits[0]!._tag === "Success" ? "Dawn" : "Noon"
        expect((yield* (yield* Goods).product(oil)).name).toBe(won)
        expect(yield* found(won)).toEqual([undefined, [oil]])
      })
    )

    test(
      `do not get one number both (${round})`,
      Effect.gen(function*() {
        const ofRosa = { id: ProductId.make("dawn-oil"), brandId: "rosa-nera" }
        const numbers = { gtin: "4006381333931", sku: "OIL-1" }
        const exits = yield* race(round, create(numbers), create({ ...ofRosa, ...numbers, gtin: "04006381333931" }))
        expect(exits.map(refusal).toSorted()).toEqual(["InvalidInput", undefined].toSorted())
        expect(yield* countOf("product", "sku = 'OIL-1'")).toBe(1)
      })
    )

    test(
      `are created by one of two of the same id (${round})`,
      Effect.gen(function*() {
        const brand = { id: "dusk", name: "Dusk", category: "body" }
        const { createBrand } = yield* Goods
        const exits = yield* Effect.all([
          ...[1, 2].map(() => Effect.exit(create())),
          ...[1, 2].map(() => Effect.exit(createBrand(brand)))
        ], { concurrency: "unbounded" })
        expect(exits.map((exit) => refusal(exit) ?? "done").toSorted()).toEqual(
          ["BrandExists", "ProductExists", "done", "done"]
        )
      })
    )

    test(
      `are bought or archived first (${round})`,
      Effect.gen(function*() {
        yield* (yield* Carts.Carts).add(ada, serum, 1)
        const { hosted } = yield* Checkout.Checkout
        const [begun, archived] = yield* race(round, hosted.begin(request(ada)), archive())
        expect(archived!._tag).toBe("Success")
        expect([undefined, "NoLongerSold"]).toContain(refusal(begun!))
        expect(yield* countOf("orders")).toBe(begun!._tag === "Success" ? 1 : 0)
      })
    )

    test(
      `are put into a cart or deleted first (${round})`,
      Effect.gen(function*() {
        yield* create({ onHand: 2 })
        const { add } = yield* Carts.Carts
        yield* (yield* Carts.Carts).add(ada, ProductId.make("cream"), 1 + round)
        const [added, removed] = yield* Effect.all([Effect.exit(add(ada, oil, 1)), Effect.exit(remove())], {
          concurrency: "unbounded"
        })
        expect([[undefined, "ProductInUse"], ["ProductNotFound", undefined]]).toContainEqual([
          refusal(added),
          refusal(removed)
        ])
        expect(yield* countOf("cart_line", `product_id = '${oil}'`)).toBe(added._tag === "Success" ? 1 : 0)
      })
    )
  }
})

/** Somebody stops before a statement; the other one begins and waits for a lock; then both go on. */
const stopped = (
  text: string,
  first: Effect.Effect<unknown, unknown, Services>,
  other: Effect.Effect<unknown, unknown, Services>
) =>
  Effect.gen(function*() {
    const { faults } = yield* World
    const [reached, open] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    let isFirst = true
    faults.checkpoint = (statement) => {
      if (!isFirst || !statement.includes(text)) return undefined
      isFirst = false
      return { wait: Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(open)) }
    }
    const going = yield* Effect.fork(Effect.exit(first))
    yield* Deferred.await(reached)
    const coming = yield* Effect.fork(Effect.exit(other))
    yield* untilBlocked
    yield* Deferred.succeed(open, undefined)
    return [refusal(yield* Fiber.join(going)), refusal(yield* Fiber.join(coming))]
  })

onPostgres("goods that are deleted", (test) => {
  test(
    "are waited for by carts and drafts, and wait for them",
    Effect.gen(function*() {
      const { add } = yield* Carts.Carts
      const drafts = yield* PurchaseDrafts
      const lines = [{ productId: oil, quantity: 1 }]
      const draft = drafts.create(ada, "cart", { lines, authenticates: true, paysByToken: true })
      yield* add(ada, ProductId.make("cream"), 1)
      for (const [table, taking] of [["cart_line", add(ada, oil, 1)], ["draft", draft]] as const) {
        yield* create({ onHand: 2 })
        expect(yield* stopped("DELETE FROM product WHERE", remove(), taking)).toEqual([undefined, "ProductNotFound"])
        yield* create({ onHand: 2 })
        expect(yield* stopped(`INSERT INTO ${table}`, taking, remove())).toEqual([undefined, "ProductInUse"])
        yield* Effect.flatMap(World, ({ sql }) => sql(`DELETE FROM ${table}`))
        yield* remove()
      }
    })
  )
})

onPostgres("a number of an article", (test) => {
  test(
    "is given once, also to goods whose changes wait for no others",
    Effect.gen(function*() {
      const { faults } = yield* World
      const [reached, open] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let isFirst = true
      faults.checkpoint = (text) => {
        if (!isFirst || !text.startsWith("UPDATE catalog_version")) return undefined
        isFirst = false
        return { wait: Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(open)) }
      }
      const first = yield* Effect.fork(Effect.exit(create({ sku: "OIL-1" })))
      yield* Deferred.await(reached)
      // Of another brand and category, and found by other words.
      const other = {
        id: ProductId.make("dawn"),
        brandId: "rosa-nera",
        name: "Dawn",
        description: "",
        category: "hair"
      }
      const second = yield* Effect.exit(create({ ...other, sku: "OIL-1" }))
      yield* Deferred.succeed(open, undefined)
      faults.checkpoint = () => undefined
      expect([refusal(second), refusal(yield* Fiber.join(first))]).toEqual([undefined, "InvalidInput"])
    })
  )
})
