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
import { BrandId, type ProductId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { AmountMinor, type Currency } from "@beauty-store/domain/Money"
import * as Cursor from "@beauty-store/kernel/Cursor"
import * as Query from "@beauty-store/kernel/Query"
import { StoreSecret } from "@beauty-store/kernel/Secrets"
import { TimeLimit } from "@beauty-store/kernel/TimeLimit"
import { type StoreUnavailable, Transactions } from "@beauty-store/kernel/Transactions"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ShopAttributes } from "../Attributes.ts"
import { checking, Paging, refuse } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import { type Assortment, faultsOfAssortment } from "./Assortment.ts"
import * as CatalogChanges from "./CatalogChanges.ts"
import { attributesText, columns, ingredientsIn, ProductRow, tables } from "./ProductRecords.ts"
import * as ProductSearch from "./ProductSearch.ts"
import { fold, wordsOf } from "./SearchWords.ts"

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
  /** Those of the shop's own, if it has any. */
  readonly attributes?: Attributes | undefined
}

export interface CatalogBrand {
  readonly id: BrandId
  readonly name: string
  readonly category: string
  readonly products: ReadonlyArray<CatalogProduct>
}

export class Catalog extends Context.Tag("@beauty-store/commerce/Catalog")<Catalog, {
  /** A number that grows whenever what `brands` returns has changed. */
  readonly version: Effect.Effect<number, StoreUnavailable>
  readonly brands: Effect.Effect<ReadonlyArray<CatalogBrand>, StoreUnavailable>
  /** The brands that have any of these products, whole, in no order. */
  readonly brandsOf: (
    productIds: ReadonlyArray<ProductId>
  ) => Effect.Effect<ReadonlyArray<CatalogBrand>, StoreUnavailable>
  /** The changes of what all of these return, for those who keep some of it. */
  readonly changes: CatalogChanges.CatalogChanges
  readonly product: (productId: ProductId) => Effect.Effect<CatalogProduct, Domain.ProductNotFound | StoreUnavailable>
  readonly search: (
    search: ProductSearch.Search
  ) => Effect.Effect<Cursor.Page<CatalogProduct>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
  /** Staff set a price; carts report the change, placed orders keep theirs. */
  readonly setPrice: (
    productId: ProductId,
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
  attributes: definition?.stored(attributesText(row), `product ${row.id}`)
})

const productById = Query.first(ProductRow)<[id: ProductId]>(
  `SELECT ${columns}, 0 AS relevance FROM ${tables} WHERE p.id = ?`
)
const allProducts = Query.all(ProductRow)(
  `SELECT ${columns}, 0 AS relevance FROM ${tables} ORDER BY b.position, p.position`
)
const productsOfBrand = Query.all(ProductRow)<[brandId: BrandId]>(
  `SELECT ${columns}, 0 AS relevance FROM ${tables} WHERE p.brand_id = ? ORDER BY p.position`
)
const BrandRow = Schema.Struct({ id: BrandId, name: Schema.String, category: Schema.String })
const allBrands = Query.all(BrandRow)("SELECT id, name, category FROM brand ORDER BY position")
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
  "ingredients",
  "hygiene_sealed",
  "position"
], "ON CONFLICT DO NOTHING")
const insertStock = Query.insert("stock", ["product_id", "on_hand"])
const insertWords = Query.change<[id: string, name: string, brand: string, category: string, other: string]>({
  sqlite: "INSERT INTO product_words (product_id, name, brand, category, other) VALUES (?, ?, ?, ?, ?)",
  pg: `INSERT INTO product_words (product_id, name, brand, category, other) VALUES
    (?, to_tsvector('simple', ?), to_tsvector('simple', ?), to_tsvector('simple', ?), to_tsvector('simple', ?))`
})
const setProductPrice = Query.change<[priceMinor: number, productId: ProductId]>(
  "UPDATE product SET price_minor = ? WHERE id = ?"
)

const dependencies = Effect.all({
  transactions: Transactions,
  policy: Policy,
  attributes: ShopAttributes,
  toProduct: Effect.map(ShopAttributes, ({ product }) => productFrom(product)),
  places: Effect.map(StoreSecret, (secret) => Cursor.cursors(secret, "products", ProductSearch.Place))
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

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

const search = ({ places, toProduct, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(search: ProductSearch.Search) {
    yield* checkSearch(search)
    const after = search.cursor === undefined ? undefined : yield* places.decode(search.cursor)
    if (after !== undefined && after.sort !== search.sort) return yield* new Cursor.InvalidCursor()
    const words = wordsOf(search.q ?? "")
    // The search has a text but no word: nothing is found, and that is not an error.
    if (words.length === 0 && (search.q ?? "").trim() !== "") return { data: [], nextCursor: null }
    const rows = yield* transactions.read(ProductSearch.rowsOf(transactions.dialect, search, words, after))
    const { data, nextCursor } = Cursor.page(
      rows,
      search.limit,
      (last) => places.encode(ProductSearch.placeOf(search.sort, last))
    )
    return { data: data.map(toProduct), nextCursor }
  })

const brands = ({ toProduct, transactions }: Dependencies) =>
  transactions.read(Effect.gen(function*() {
    const products = Arr.groupBy(yield* allProducts(), (row) => row.brand_id)
    return (yield* allBrands()).map((brand) => ({ ...brand, products: (products[brand.id] ?? []).map(toProduct) }))
  }))

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
  Effect.fnUntraced(function*(productId: ProductId) {
    const row = yield* transactions.read(productById(productId))
    return Option.isSome(row) ? toProduct(row.value) : yield* new Domain.ProductNotFound({ productId })
  })

const checkPrice = checking(Schema.Struct({ priceMinor: Domain.PriceMinor }))

const setPrice = ({ toProduct, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(productId: ProductId, priceMinor: number) {
    yield* checkPrice({ priceMinor })
    const row = Option.getOrUndefined(yield* productById(productId))
    if (row === undefined) return yield* new Domain.ProductNotFound({ productId })
    yield* setProductPrice(priceMinor, productId)
    yield* CatalogChanges.record([productId])
    return toProduct({ ...row, price_minor: priceMinor })
  }, transactions.write)

type StockedBrand = Assortment["brands"][number]

/** Adds a product with its first stock and its search words, unless it exists already. */
const addProduct = Effect.fnUntraced(
  function*(
    definition: Definition | undefined,
    brand: StockedBrand,
    product: StockedBrand["products"][number],
    position: number
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
      ingredients: ingredientsIn(attributes),
      hygiene_sealed: returnableOnceOpened ? 0 : 1,
      position
    })
    if (added === 0) return
    yield* insertStock({ product_id: product.id, on_hand: product.onHand })
    yield* insertWords(
      product.id,
      fold(product.name),
      fold(brand.name),
      fold(product.category),
      fold(`${product.description} ${searched}`)
    )
  }
)

const stock = ({ attributes, policy, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(assortment: Assortment) {
    yield* refuse(faultsOfAssortment(assortment, policy, attributes.product))
    for (const [brandPosition, brand] of assortment.brands.entries()) {
      yield* insertBrand({ id: brand.id, name: brand.name, category: brand.category, position: brandPosition })
      for (const [position, product] of brand.products.entries()) {
        yield* addProduct(attributes.product, brand, product, position)
      }
    }
    yield* CatalogChanges.recordAny
    // An assortment may be of any size.
  }, (body) => Effect.provideService(transactions.write(body), TimeLimit, "watched"))

export const layer: Layer.Layer<Catalog, never, Transactions | StoreSecret> = Layer.scoped(
  Catalog,
  Effect.map(Effect.zip(dependencies, CatalogChanges.follow), ([deps, changes]) => ({
    changes,
    version: Effect.map(deps.transactions.read(version()), (rows) => rows[0]!.version),
    brands: brands(deps),
    brandsOf: brandsOf(deps),
    product: product(deps),
    search: search(deps),
    setPrice: setPrice(deps),
    stock: stock(deps)
  }))
)
