/**
 * The catalogue: to browse whole, to read one product, and to search (`ProductSearch`).
 *
 * The catalogue has a version, which grows whenever its pages change, because they are cached by it. A price that staff
 * set counts from then on; placed orders keep theirs. `Inventory` has the stock. Follows
 * docs/specification.md#catalogue.
 *
 * @since 1.0.0
 */
import type { Attributes, Definition } from "@beauty-store/domain/Attribute"
import * as Domain from "@beauty-store/domain/Catalog"
import * as Facet from "@beauty-store/domain/Facet"
import { BrandId, type Claimed, ProductId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { entryOf, type ListEntry } from "@beauty-store/domain/ListEntry"
import { AmountMinor, type Currency } from "@beauty-store/domain/Money"
import { ProductTexts, searchedIn } from "@beauty-store/domain/ProductText"
import { corrected, type Vocabulary } from "@beauty-store/domain/Spelling"
import { phrases } from "@beauty-store/domain/Suggestion"
import * as Cursor from "@beauty-store/kernel/Cursor"
import * as Query from "@beauty-store/kernel/Query"
import { StoreSecret } from "@beauty-store/kernel/Secrets"
import { TimeLimit } from "@beauty-store/kernel/TimeLimit"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ShopAttributes } from "../Attributes.ts"
import { checking, Paging, refuse } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import { type Assortment, faultsOfAssortment } from "./Assortment.ts"
import { bestsellersAt } from "./Bestsellers.ts"
import * as CatalogChanges from "./CatalogChanges.ts"
import * as CatalogWords from "./CatalogWords.ts"
import * as IndexedWords from "./IndexedWords.ts"
import * as ProductNames from "./ProductNames.ts"
import { columns, groupOf, ProductRow, tables } from "./ProductRecords.ts"
import * as ProductSearch from "./ProductSearch.ts"
import { fold, spelled, wordsOf } from "./SearchWords.ts"

export type { Assortment }

/** A product as the shop shows it. */
export interface CatalogProduct {
  readonly id: ProductId
  readonly brandId: BrandId
  readonly brandName: string
  readonly name: string
  readonly description: string
  readonly priceMinor: number
  readonly currency: Currency
  readonly category: Domain.Category
  readonly gtin: string
  readonly size: Domain.Size
  /** Whether it may be returned although it was opened and is not defective. */
  readonly returnableOnceOpened: boolean
  readonly inStock: boolean
  /** The products that it is chosen from, if it is not on its own. */
  readonly group?: Domain.ProductGroup | undefined
  /** Those of the shop's own, if it has any. */
  readonly attributes?: Attributes | undefined
}

/** What was searched for in place of the words that were typed, where the catalogue lacks some of them. */
export interface Correction {
  readonly correctedQuery?: string | undefined
}

/** A page of a search. */
export interface FoundProducts extends Cursor.Page<CatalogProduct>, Correction {}

/** What a list for people shows as one: a product, or products of a group. */
export type CatalogEntry = ListEntry<CatalogProduct>

/** A page of a list for people. */
export interface FoundEntries extends Cursor.Page<CatalogEntry>, Correction {}

/** The facets of a search, with the names of the brands. */
export interface SearchFacets extends Omit<Facet.Facets, "brands">, Correction {
  readonly brands: ReadonlyArray<{ readonly id: string; readonly name: string; readonly products: number }>
}

/** What is offered for a phrase that is being typed. */
export interface Suggestions extends Correction {
  /** Ways to finish the phrase. */
  readonly phrases: ReadonlyArray<string>
  /** What the phrase finds, with the products of a group as one entry. */
  readonly entries: ReadonlyArray<CatalogEntry>
}

/** A brand without its products. */
export interface BrandOutline {
  readonly id: BrandId
  readonly name: string
  readonly category: string
}

export interface CatalogBrand extends BrandOutline {
  readonly products: ReadonlyArray<CatalogProduct>
}

export class Catalog extends Context.Tag("@beauty-store/commerce/Catalog")<Catalog, {
  /** A number that grows whenever what `brands` returns has changed. */
  readonly version: Effect.Effect<number, StoreUnavailable>
  readonly brands: Effect.Effect<ReadonlyArray<CatalogBrand>, StoreUnavailable>
  /** The brands in their order, without their products. */
  readonly brandList: Effect.Effect<ReadonlyArray<BrandOutline>, StoreUnavailable>
  /** How many products there are. */
  readonly size: Effect.Effect<number, StoreUnavailable>
  /** The ids of products in the order of their letters: at most `limit`, after the first `offset`. */
  readonly productIds: (offset: number, limit: number) => Effect.Effect<ReadonlyArray<ProductId>, StoreUnavailable>
  /** What is in stock of what was bought most in the last 30 days, of at most `limit` entries (`Bestsellers`). */
  readonly bestsellers: (limit: number) => Effect.Effect<ReadonlyArray<CatalogEntry>, StoreUnavailable>
  /** The brands that have any of these products, whole, in no order. */
  readonly brandsOf: (
    productIds: ReadonlyArray<ProductId>
  ) => Effect.Effect<ReadonlyArray<CatalogBrand>, StoreUnavailable>
  /** The changes of what all of these return, for those who keep some of it. */
  readonly changes: CatalogChanges.CatalogChanges
  readonly product: (
    productId: Claimed<ProductId>
  ) => Effect.Effect<CatalogProduct, Domain.ProductNotFound | StoreUnavailable>
  /** The products of a group, by brand and then in the brand's order; none if there is no such group. */
  readonly group: (groupId: ProductId) => Effect.Effect<ReadonlyArray<CatalogProduct>, StoreUnavailable>
  /** How products are used, what to mind, and their texts in other languages (`ProductText.inLanguage`), by their ids. */
  readonly texts: (
    productIds: ReadonlyArray<ProductId>
  ) => Effect.Effect<ReadonlyMap<ProductId, ProductTexts>, StoreUnavailable>
  /** A word that begins none of the catalogue's is replaced by the nearest, if one is near (`Spelling`). */
  readonly search: (
    search: ProductSearch.Search
  ) => Effect.Effect<FoundProducts, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
  /** The same search, with the products of a group as one entry. */
  readonly entries: (
    search: ProductSearch.Search
  ) => Effect.Effect<FoundEntries, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
  /** The entry that a product is in. */
  readonly entry: (
    productId: Claimed<ProductId>
  ) => Effect.Effect<CatalogEntry, Domain.ProductNotFound | StoreUnavailable>
  /** What a search would find by each of its filters. Sort, limit and cursor make no difference. */
  readonly facets: (search: ProductSearch.Search) => Effect.Effect<SearchFacets, InvalidInput | StoreUnavailable>
  /** Suggestions for a phrase that is being typed; none for less than two characters. At most 8 of each. */
  readonly suggestions: (typed: string) => Effect.Effect<Suggestions, StoreUnavailable>
  /** Staff set a price; carts report the change, placed orders keep theirs. */
  readonly setPrice: (
    productId: Claimed<ProductId>,
    priceMinor: number
  ) => Effect.Effect<CatalogProduct, InvalidInput | Domain.ProductNotFound | StoreUnavailable>
  /**
   * Adds new brands and products with their first stock; existing ones stay as they are. An assortment with any fault
   * adds nothing: all of its faults are named.
   */
  readonly stock: (assortment: Assortment) => Effect.Effect<void, InvalidInput | StoreUnavailable>
}>() {}

const productFrom = (definition: Definition | undefined) => (row: ProductRow): CatalogProduct => ({
  id: row.id,
  brandId: row.brand_id,
  brandName: row.brand_name,
  name: row.name,
  description: row.description,
  priceMinor: row.price_minor,
  currency: row.currency,
  category: row.category,
  gtin: row.gtin,
  size: { value: row.size_thousandths / 1000, unit: row.size_unit },
  returnableOnceOpened: !row.hygiene_sealed,
  inStock: row.available > 0,
  group: groupOf(row),
  attributes: definition?.stored(row.attributes, `product ${row.id}`)
})

const productById = Query.first(ProductRow)<[id: Claimed<ProductId>]>(
  `SELECT ${columns}, 0 AS relevance FROM ${tables} WHERE p.id = ?`
)
const allProducts = Query.all(ProductRow)(
  `SELECT ${columns}, 0 AS relevance FROM ${tables} ORDER BY b.position, p.position`
)
const productsOfBrand = Query.all(ProductRow)<[brandId: BrandId]>(
  `SELECT ${columns}, 0 AS relevance FROM ${tables} WHERE p.brand_id = ? ORDER BY p.position`
)
const productsOfGroup = Query.all(ProductRow)<[groupId: ProductId]>(
  `SELECT ${columns}, 0 AS relevance FROM ${tables} WHERE p.group_id = ? ORDER BY b.position, p.position, p.id`
)
const BrandRow = Schema.Struct({ id: BrandId, name: Schema.String, category: Schema.String })
const allBrands = Query.all(BrandRow)("SELECT id, name, category FROM brand ORDER BY position")
const productCount = Query.all(Schema.Struct({ products: Query.Int }))("SELECT count(*) AS products FROM product")
const idsFrom = Query.all(Schema.Struct({ id: ProductId }))<[limit: number, offset: number]>(
  "SELECT id FROM product ORDER BY id LIMIT ? OFFSET ?"
)
const Version = Schema.Struct({ version: Query.Int })
const brandOfProduct = Query.first(BrandRow)<[productId: ProductId]>(
  "SELECT b.id, b.name, b.category FROM product p JOIN brand b ON b.id = p.brand_id WHERE p.id = ?"
)
const version = Query.all(Version)("SELECT version FROM catalog_version")

const insertBrand = Query.insert("brand", ["id", "name", "category", "position"], "ON CONFLICT DO NOTHING")
const insertProduct = Query.insertIfNew("product", [
  "id",
  "brand_id",
  "name",
  "name_key",
  "description",
  "price_minor",
  "currency",
  "category",
  "gtin",
  "size_thousandths",
  "size_unit",
  "attributes",
  "hygiene_sealed",
  "position",
  "group_id",
  "group_name",
  "varies_by",
  "group_value",
  "added_at"
], "ON CONFLICT DO NOTHING")
const insertStock = Query.insert("stock", ["product_id", "on_hand"])
const insertTexts = Query.insert("product_text", ["product_id", "texts"])
const setProductPrice = Query.change<[priceMinor: number, productId: ProductId]>(
  "UPDATE product SET price_minor = ? WHERE id = ?"
)

/** The price of a product, which no other transaction changes until this one is over. */
const priceLocked = Query.first(Schema.Struct({ id: ProductId, price_minor: Query.Int }))<
  [productId: Claimed<ProductId>]
>(
  "SELECT id, price_minor FROM product WHERE id = ? FOR NO KEY UPDATE"
)

const dependencies = Effect.all({
  transactions: Transactions,
  policy: Policy,
  attributes: ShopAttributes,
  toProduct: Effect.map(ShopAttributes, ({ product }) => productFrom(product)),
  places: Effect.map(StoreSecret, (secret) => Cursor.cursors(secret, "products", ProductSearch.Place))
})
type Dependencies = Effect.Effect.Success<typeof dependencies>
interface SearchDependencies extends Dependencies {
  readonly vocabulary: Effect.Effect<Vocabulary, StoreUnavailable>
}

const Bound = Schema.optional(AmountMinor)
const checkSearch = checking(Schema.Struct({
  q: Schema.optional(Schema.String),
  brand: Schema.optional(Schema.String),
  category: Schema.optional(Schema.String),
  minPriceMinor: Bound,
  maxPriceMinor: Bound,
  inStock: Schema.optional(Schema.Boolean),
  sort: Domain.SearchSort,
  ...Paging.fields
}))

/** A phrase that has a text but no word finds nothing, and that is not an error. */
const isWordless = (q: string, words: ReadonlyArray<string>): boolean => words.length === 0 && q.trim() !== ""

/**
 * Rows that the words find, or those of the corrected words, if they find none because the catalogue lacks some.
 * Where those find none either, nothing is corrected.
 */
const correcting = <Row>(
  vocabulary: Effect.Effect<Vocabulary, StoreUnavailable>,
  words: ReadonlyArray<string>,
  find: (words: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Row>, StoreUnavailable>
) =>
  Effect.gen(function*() {
    const rows = yield* find(words)
    const meant = rows.length > 0 || words.length === 0 ? undefined : corrected(words, yield* vocabulary)
    const others = meant === undefined ? [] : yield* find(meant)
    return others.length === 0 ? { rows, words } : { rows: others, words: meant!, correctedQuery: meant!.join(" ") }
  })

/** The correction, where there is one: elsewhere there is no such field. */
const correction = ({ correctedQuery }: Correction): Correction =>
  correctedQuery === undefined ? {} : { correctedQuery }

/** A page of a search, of what is read for each of its rows in the same transaction. */
const paged = <Item>(
  { places, transactions, vocabulary }: SearchDependencies,
  read: (
    search: ProductSearch.Search,
    words: ReadonlyArray<string>,
    rows: ReadonlyArray<ProductRow>
  ) => Effect.Effect<ReadonlyArray<Item>, never, Transaction>,
  rowOf: (item: Item) => ProductRow
) =>
  Effect.fnUntraced(function*(search: ProductSearch.Search) {
    yield* checkSearch(search)
    const { cursor, limit, sort: _, ...filter } = search
    const after = cursor === undefined ? undefined : yield* places.decode(cursor, filter)
    if (after !== undefined && after.sort !== search.sort) return yield* new Cursor.InvalidCursor()
    const { q = "" } = search
    const words = wordsOf(q)
    if (isWordless(q, words)) return { data: [], nextCursor: null }
    const found = yield* correcting(
      vocabulary,
      words,
      (words) =>
        transactions.read(
          Effect.flatMap(
            ProductSearch.rowsOf(transactions.dialect, search, words, after),
            (rows) => read(search, words, rows)
          )
        )
    )
    const page = Cursor.page(
      found.rows,
      limit,
      (last) => places.encode(ProductSearch.placeOf(search.sort, rowOf(last)), filter)
    )
    return { ...page, ...correction(found) }
  })

const search = (dependencies: SearchDependencies) => {
  const page = paged(dependencies, (_search, _words, rows) => Effect.succeed(rows), (row) => row)
  return (search: ProductSearch.Search) =>
    Effect.map(page(search), (found) => ({ ...found, data: found.data.map(dependencies.toProduct) }))
}

type Together = readonly [ProductRow, ...ReadonlyArray<ProductRow>]

/** The entry of rows of one group; words name a product by its value in the group, which the others have not. */
const entryFrom = ({ toProduct }: Dependencies, rows: Together, words: ReadonlyArray<string> = []): CatalogEntry => {
  const [first, ...more] = rows
  return entryOf(
    [toProduct(first), ...more.map(toProduct)],
    ({ group }) =>
      group !== undefined &&
      spelled(group.value).split(" ").some((word) => words.some((typed) => word.startsWith(typed)))
  )
}

const entries = (dependencies: SearchDependencies) => {
  const { dialect } = dependencies.transactions
  const page = paged(
    dependencies,
    Effect.fnUntraced(function*(search: ProductSearch.Search, words: ReadonlyArray<string>, rows) {
      const groupIds = rows.flatMap(({ group_id }) => group_id === null ? [] : [group_id])
      const found = groupIds.length === 0
        ? []
        : yield* ProductSearch.rowsInGroups(dialect, search, words, groupIds)
      const byGroup = Arr.groupBy(found, (row) => row.group_id!)
      return rows.map((row) => {
        const together: Together = row.group_id === null ? [row] : byGroup[row.group_id] ?? [row]
        return { row, entry: entryFrom(dependencies, together, words) }
      })
    }),
    ({ row }) => row
  )
  return (search: ProductSearch.Search) =>
    Effect.map(
      page({ ...search, groupsAsOne: true }),
      (found) => ({ ...found, data: found.data.map(({ entry }) => entry) })
    )
}

/** The rows of the group of a product, this one alone if it is in none; undefined if there is no such product. */
const together = Effect.fnUntraced(function*(
  productId: Claimed<ProductId>
): Effect.fn.Return<Together | undefined, never, Transaction> {
  const row = Option.getOrUndefined(yield* productById(productId))
  if (row === undefined || row.group_id === null) return row && [row]
  const [first, ...more] = yield* productsOfGroup(row.group_id)
  return first === undefined ? [row] : [first, ...more]
})

const entry = (dependencies: Dependencies) =>
  Effect.fnUntraced(function*(productId: Claimed<ProductId>) {
    const rows = yield* dependencies.transactions.read(together(productId))
    return rows === undefined ? yield* new Domain.ProductNotFound({ productId }) : entryFrom(dependencies, rows)
  })

const facets = ({ transactions, vocabulary }: SearchDependencies) =>
  Effect.fnUntraced(function*(search: ProductSearch.Search) {
    yield* checkSearch(search)
    const { q = "" } = search
    const words = wordsOf(q)
    const { rows, ...found } = isWordless(q, words) ?
      { rows: [] } :
      yield* correcting(
        vocabulary,
        words,
        (words) => transactions.read(ProductSearch.groupsOf(transactions.dialect, search, words))
      )
    const counted = Facet.facets(rows, search)
    const names = new Map<string, string>((yield* transactions.read(allBrands())).map(({ id, name }) => [id, name]))
    return {
      ...counted,
      // A filter may name a brand that does not exist.
      brands: counted.brands.map(({ id, products }) => ({ id, name: names.get(id) ?? id, products })),
      // The words are counted as corrected, too, where only the filters leave nothing of what they find.
      ...(counted.total > 0 && correction(found))
    }
  })

/** Phrases and entries that are suggested, and how many of the products that are found are looked at for the phrases. */
const mostSuggestions = 8
const mostLookedAt = 50

/** Rows with those of their group, in the order of the first of each. */
const grouped = (rows: ReadonlyArray<ProductRow>): ReadonlyArray<Together> => {
  const groups = new Map<string, Arr.NonEmptyArray<ProductRow>>()
  const all: Array<Arr.NonEmptyArray<ProductRow>> = []
  for (const row of rows) {
    const known = row.group_id === null ? undefined : groups.get(row.group_id)
    if (known !== undefined) known.push(row)
    else {
      const fresh: Arr.NonEmptyArray<ProductRow> = [row]
      all.push(fresh)
      if (row.group_id !== null) groups.set(row.group_id, fresh)
    }
  }
  return all
}

const suggestions = (dependencies: SearchDependencies) => {
  const { transactions, vocabulary } = dependencies
  return Effect.fnUntraced(function*(typed: string) {
    const words = wordsOf(typed)
    if (fold(typed).length < 2) return { phrases: [], entries: [] }
    const found = yield* correcting(vocabulary, words, (words) =>
      transactions.read(
        ProductSearch.rowsOf(transactions.dialect, { sort: "relevance", limit: mostLookedAt }, words, undefined)
      ))
    return {
      phrases: phrases(
        found.words,
        found.rows.map(({ brand_name, name }) => wordsOf(`${name} ${brand_name}`)),
        mostSuggestions
      ),
      entries: grouped(found.rows).slice(0, mostSuggestions).map((rows) => entryFrom(dependencies, rows, found.words)),
      ...correction(found)
    }
  })
}

const texts = ({ transactions }: Dependencies) => (productIds: ReadonlyArray<ProductId>) =>
  transactions.read(ProductNames.texts(productIds))

const group = ({ toProduct, transactions }: Dependencies) => (groupId: ProductId) =>
  transactions.read(Effect.map(productsOfGroup(groupId), (rows) => rows.map(toProduct)))

const brands = ({ toProduct, transactions }: Dependencies) =>
  transactions.read(Effect.gen(function*() {
    const products = Arr.groupBy(yield* allProducts(), (row) => row.brand_id)
    return (yield* allBrands()).map((brand) => ({ ...brand, products: (products[brand.id] ?? []).map(toProduct) }))
  }))

const bestsellers = (dependencies: Dependencies) =>
  Effect.fnUntraced(function*(limit: number) {
    const found: Array<CatalogEntry> = []
    for (const id of yield* bestsellersAt(yield* Clock.currentTimeMillis, limit)) {
      const rows = yield* together(id)
      if (rows !== undefined) found.push(entryFrom(dependencies, rows))
    }
    return found.filter(({ inStock }) => inStock)
  }, dependencies.transactions.read)

const brandsOf = ({ toProduct, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(productIds: ReadonlyArray<ProductId>) {
    const found = new Map<BrandId, CatalogBrand>()
    for (const productId of productIds) {
      const brand = Option.getOrUndefined(yield* brandOfProduct(productId))
      if (brand === undefined || found.has(brand.id)) continue
      found.set(brand.id, { ...brand, products: (yield* productsOfBrand(brand.id)).map(toProduct) })
    }
    return [...found.values()]
  }, transactions.read)

const product = ({ toProduct, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(productId: Claimed<ProductId>) {
    const row = yield* transactions.read(productById(productId))
    return Option.isSome(row) ? toProduct(row.value) : yield* new Domain.ProductNotFound({ productId })
  })

const checkPrice = checking(Schema.Struct({ priceMinor: Domain.PriceMinor }))

const setPrice = ({ toProduct, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<ProductId>, priceMinor: number) {
    yield* checkPrice({ priceMinor })
    // The trail says what the price was: of two changes at once, the second finds the first one's.
    const before = Option.getOrUndefined(yield* priceLocked(claimed))
    if (before === undefined) return yield* new Domain.ProductNotFound({ productId: claimed })
    const productId = before.id
    yield* setProductPrice(priceMinor, productId)
    yield* CatalogChanges.record([productId])
    yield* StaffTrail.record({
      action: "price.set",
      subject: productId,
      before: { priceMinor: before.price_minor },
      after: { priceMinor }
    })
    // Read last, because others may change its stock meanwhile.
    return toProduct(Option.getOrThrow(yield* productById(productId)))
  }, transactions.write)

type StockedBrand = Assortment["brands"][number]

/** Adds a product with its first stock and its search words, which it returns, unless it exists already. */
const addProduct = Effect.fnUntraced(
  function*(
    definition: Definition | undefined,
    brand: StockedBrand,
    product: StockedBrand["products"][number],
    position: number,
    now: number
  ) {
    const { returnableOnceOpened = true, size = Domain.onePiece } = product
    const attributes = product.attributes === undefined ? null : definition!.held(product.attributes).text
    const searched = product.attributes === undefined ? "" : definition!.searchedIn(product.attributes)
    const added = yield* insertProduct({
      id: product.id,
      brand_id: brand.id,
      name: product.name,
      name_key: fold(product.name),
      description: product.description,
      price_minor: product.priceMinor,
      currency: product.currency,
      category: product.category,
      gtin: product.gtin,
      size_thousandths: Math.round(size.value * 1000),
      size_unit: size.unit,
      attributes,
      hygiene_sealed: returnableOnceOpened ? 0 : 1,
      position,
      group_id: product.group?.id ?? null,
      group_name: product.group?.name ?? null,
      varies_by: product.group?.variesBy ?? null,
      group_value: product.group?.value ?? null,
      added_at: now
    })
    if (added === 0) return undefined
    yield* insertStock({ product_id: product.id, on_hand: product.onHand })
    if (product.texts !== undefined) {
      yield* insertTexts({ product_id: product.id, texts: JSON.stringify(product.texts) })
    }
    const other = [
      product.description,
      product.group?.name ?? "",
      product.group?.value ?? "",
      searched,
      searchedIn(product.texts)
    ].join(" ")
    const words = [product.name, brand.name, product.category, other] as const
    yield* IndexedWords.insert(product.id, words)
    return fold(words.join(" "))
  }
)

const stock = ({ attributes, policy, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(assortment: Assortment) {
    yield* refuse(faultsOfAssortment(assortment, policy, attributes.product))
    const now = yield* Clock.currentTimeMillis
    const added: Array<string> = []
    for (const [brandPosition, brand] of assortment.brands.entries()) {
      yield* insertBrand({ id: brand.id, name: brand.name, category: brand.category, position: brandPosition })
      for (const [position, product] of brand.products.entries()) {
        const words = yield* addProduct(attributes.product, brand, product, position, now)
        if (words !== undefined) added.push(words)
      }
    }
    yield* CatalogWords.record(added)
    yield* CatalogChanges.recordAny
    // An assortment may be of any size.
  }, (body) => Effect.provideService(transactions.write(body), TimeLimit, "watched"))

export const layer: Layer.Layer<Catalog, never, Transactions | StoreSecret | Policy> = Layer.scoped(
  Catalog,
  Effect.map(Effect.zip(dependencies, CatalogChanges.follow), ([deps, changes]) => {
    const all = brands(deps)
    const searching = { ...deps, vocabulary: CatalogWords.make(deps.transactions, changes) }
    return {
      changes,
      version: UseCase.named(
        "Catalog.version",
        () => Effect.map(deps.transactions.read(version()), (rows) => rows[0]!.version)
      )(),
      brands: UseCase.named("Catalog.brands", () => all)(),
      brandsOf: UseCase.named("Catalog.brandsOf", brandsOf(deps)),
      brandList: UseCase.named("Catalog.brandList", () => deps.transactions.read(allBrands()))(),
      size: UseCase.named(
        "Catalog.size",
        () => Effect.map(deps.transactions.read(productCount()), ([row]) => row!.products)
      )(),
      productIds: UseCase.named(
        "Catalog.productIds",
        (offset: number, limit: number) =>
          Effect.map(deps.transactions.read(idsFrom(limit, offset)), (rows) => rows.map(({ id }) => id))
      ),
      bestsellers: UseCase.named("Catalog.bestsellers", bestsellers(deps)),
      product: UseCase.named("Catalog.product", product(deps), {
        given: (productId) => ({ productId }),
        found: ({ currency, id, priceMinor }) => ({ productId: id, priceMinor, currency })
      }),
      group: UseCase.named("Catalog.group", group(deps)),
      texts: UseCase.named("Catalog.texts", texts(deps)),
      search: UseCase.named("Catalog.search", search(searching)),
      entries: UseCase.named("Catalog.entries", entries(searching)),
      entry: UseCase.named("Catalog.entry", entry(deps), { given: (productId) => ({ productId }) }),
      facets: UseCase.named("Catalog.facets", facets(searching)),
      suggestions: UseCase.named("Catalog.suggestions", suggestions(searching)),
      setPrice: UseCase.named("Catalog.setPrice", setPrice(deps), {
        given: (productId, priceMinor) => ({ productId, priceMinor }),
        found: ({ currency, id, priceMinor }) => ({ productId: id, priceMinor, currency })
      }),
      stock: UseCase.named("Catalog.stock", stock(deps))
    }
  })
)
