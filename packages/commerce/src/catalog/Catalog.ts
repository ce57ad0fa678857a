/**
 * The catalogue: products and their prices, by id and in lists, without what is archived. `ProductSearch` searches it,
 * `Bestsellers` ranks it, `Goods`, `Prices` and `CatalogImport` change it, `Inventory` has the stock. Its version grows
 * whenever its pages change, because they are cached by it. Follows docs/specification.md#catalogue.
 *
 * @since 1.0.0
 */
import { ProductArchived, ProductNotFound } from "@beauty-store/domain/Catalog"
import type { BrandId, Claimed } from "@beauty-store/domain/Ids"
import { ProductId } from "@beauty-store/domain/Ids"
import type { ProductTexts } from "@beauty-store/domain/ProductText"
import * as Query from "@beauty-store/sql/Query"
import { type StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Policy } from "../Policy.ts"
import * as UseCase from "../UseCase.ts"
import * as CatalogChanges from "./CatalogChanges.ts"
import * as ProductNames from "./ProductNames.ts"
import {
  allBrands,
  BrandRow,
  type CatalogEntry,
  type CatalogProduct,
  columns,
  isSold,
  makeToProduct,
  productById,
  ProductRow,
  productsOfGroup,
  readRowsOfEntry,
  tables,
  toEntry
} from "./ProductRecords.ts"
import * as Turns from "./Turns.ts"

export type { CatalogChanges } from "./CatalogChanges.ts"

export type { CatalogEntry, CatalogProduct }

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
  /** Uses the same one by one, each as it is then: others have their turn in between. */
  readonly eachBrand: <A>(
    use: (brand: CatalogBrand) => Effect.Effect<A, StoreUnavailable>
  ) => Effect.Effect<ReadonlyArray<A>, StoreUnavailable>
  /** The brands of which anything is sold, in their order, without their products. */
  readonly brandList: Effect.Effect<ReadonlyArray<BrandOutline>, StoreUnavailable>
  /** How many products are sold. */
  readonly size: Effect.Effect<number, StoreUnavailable>
  /** The ids of products in the order of their letters: at most `limit`, after the first `offset`. */
  readonly productIds: (offset: number, limit: number) => Effect.Effect<ReadonlyArray<ProductId>, StoreUnavailable>
  /** The brands that have any of these products, whole, in no order. */
  readonly brandsOf: (
    productIds: ReadonlyArray<ProductId>
  ) => Effect.Effect<ReadonlyArray<CatalogBrand>, StoreUnavailable>
  /** The changes of what all of these return, for those who keep some of it. */
  readonly changes: CatalogChanges.CatalogChanges
  readonly product: (
    productId: Claimed<ProductId>
  ) => Effect.Effect<CatalogProduct, ProductNotFound | ProductArchived | StoreUnavailable>
  /** The products of a group, by brand and then in the brand's order; none if there is no such group. */
  readonly group: (groupId: ProductId) => Effect.Effect<ReadonlyArray<CatalogProduct>, StoreUnavailable>
  /** How products are used, what to mind, and their texts in other languages (`ProductText.inLanguage`), by their ids. */
  readonly texts: (
    productIds: ReadonlyArray<ProductId>
  ) => Effect.Effect<ReadonlyMap<ProductId, ProductTexts>, StoreUnavailable>
  /** The entry that a product is in. */
  readonly entry: (
    productId: Claimed<ProductId>
  ) => Effect.Effect<CatalogEntry, ProductNotFound | StoreUnavailable>
}>() {}

const allProducts = Query.all(ProductRow)(
  `SELECT ${columns} FROM ${tables} WHERE ${isSold} ORDER BY b.position, p.position`
)
const productsOfBrand = Query.all(ProductRow)<[brandId: BrandId]>(
  `SELECT ${columns} FROM ${tables} WHERE p.brand_id = ? AND ${isSold} ORDER BY p.position`
)
const productCount = Query.all(Schema.Struct({ products: Query.Int }))(
  `SELECT count(*) AS products FROM product p WHERE ${isSold}`
)
const idsFrom = Query.all(Schema.Struct({ id: ProductId }))<[limit: number, offset: number]>(
  `SELECT p.id FROM product p WHERE ${isSold} ORDER BY p.id LIMIT ? OFFSET ?`
)
const Version = Schema.Struct({ version: Query.Int })
const brandOfProduct = Query.first(BrandRow)<[productId: ProductId]>(
  `SELECT b.id, b.name, b.category FROM product p JOIN brand b ON b.id = p.brand_id WHERE p.id = ? AND ${isSold}`
)
const version = Query.all(Version)("SELECT version FROM catalog_version")

const dependencies = Effect.all({ transactions: Transactions, toProduct: makeToProduct })
type Dependencies = Effect.Effect.Success<typeof dependencies>

const entry = ({ toProduct, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(productId: Claimed<ProductId>) {
    const rows = yield* transactions.read(readRowsOfEntry(productId))
    return rows === undefined ? yield* new ProductNotFound({ productId }) : toEntry(toProduct, rows)
  })

const texts = ({ transactions }: Dependencies) => (productIds: ReadonlyArray<ProductId>) =>
  transactions.read(ProductNames.texts(productIds))

const group = ({ toProduct, transactions }: Dependencies) => (groupId: ProductId) =>
  transactions.read(Effect.map(productsOfGroup(groupId), (rows) => rows.map(toProduct)))

const brands = ({ toProduct, transactions }: Dependencies) =>
  transactions.read(Effect.gen(function*() {
    const products = Arr.groupBy(yield* allProducts(), (row) => row.brand_id)
    return (yield* allBrands()).map((brand) => ({ ...brand, products: (products[brand.id] ?? []).map(toProduct) }))
  }))

const eachBrand = ({ toProduct, transactions: { read } }: Dependencies): typeof Catalog.Service["eachBrand"] => (use) =>
  Effect.flatMap(
    Effect.all([read(allBrands()), Turns.make]),
    ([brands, turn]) =>
      Effect.forEach(brands, (brand) =>
        Effect.flatMap(
          Effect.zipRight(turn, read(productsOfBrand(brand.id))),
          (rows) => use({ ...brand, products: rows.map(toProduct) })
        ))
  )

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
    if (Option.isNone(row)) return yield* new ProductNotFound({ productId })
    const { archived_at, brand_id, category, id } = row.value
    return archived_at === null
      ? toProduct(row.value)
      : yield* new ProductArchived({ productId: id, brandId: brand_id, category })
  })

export const layer: Layer.Layer<Catalog, never, Transactions | Policy> = Layer.scoped(
  Catalog,
  Effect.map(Effect.zip(dependencies, CatalogChanges.follow), ([deps, changes]) => {
    const all = brands(deps)
    return {
      changes,
      version: UseCase.named(
        "Catalog.version",
        () => Effect.map(deps.transactions.read(version()), (rows) => rows[0]!.version)
      )(),
      brands: UseCase.named("Catalog.brands", () => all)(),
      eachBrand: eachBrand(deps),
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
      product: UseCase.named("Catalog.product", product(deps), {
        given: (productId) => ({ productId }),
        found: ({ currency, id, priceMinor }) => ({ productId: id, priceMinor, currency })
      }),
      group: UseCase.named("Catalog.group", group(deps)),
      texts: UseCase.named("Catalog.texts", texts(deps)),
      entry: UseCase.named("Catalog.entry", entry(deps), { given: (productId) => ({ productId }) })
    }
  })
)
