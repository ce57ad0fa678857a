/**
 * The shop's goods as staff keep them: products and brands are created, changed, archived, restored and deleted.
 *
 * An archived product is on no list and cannot be bought; orders and checkouts that have it go on. Only what no order,
 * cart or draft has is deleted. Nobody changes what they have not seen (`GoodsVersion`). Follows
 * docs/specification.md#goods.
 *
 * @since 1.0.0
 */
import type { Definition } from "@beauty-store/domain/Attribute"
import * as Domain from "@beauty-store/domain/Catalog"
import type * as Declaration from "@beauty-store/domain/Declaration"
import { BrandId, type Claimed, ProductId } from "@beauty-store/domain/Ids"
import { InvalidInput } from "@beauty-store/domain/InvalidInput"
import type { ProductTexts } from "@beauty-store/domain/ProductText"
import type { Facts } from "@beauty-store/domain/StaffChange"
import type { VatClass } from "@beauty-store/domain/Vat"
import type * as Cursor from "@beauty-store/sql/Cursor"
import * as Query from "@beauty-store/sql/Query"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { ConcurrentUpdate, type StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { ShopAttributes } from "../Attributes.ts"
import { checkPage, refuse } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import * as FilteredList from "../staff/FilteredList.ts"
import * as Flags from "../staff/Flags.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import * as ArticleNumbers from "./ArticleNumbers.ts"
import { Staging } from "./Assortment.ts"
import * as BrandRecords from "./BrandRecords.ts"
import * as CatalogChanges from "./CatalogChanges.ts"
import {
  BrandExists,
  BrandInUse,
  BrandNotFound,
  type GoodsChanged,
  ProductExists,
  ProductInUse
} from "./GoodsRefusals.ts"
import * as GoodsVersion from "./GoodsVersion.ts"
import * as Inventory from "./Inventory.ts"
import * as PriceRecords from "./PriceRecords.ts"
import * as ProductFacts from "./ProductFacts.ts"
import * as ProductPictures from "./ProductPictures.ts"
import { readPerson, storedPerson } from "./ResponsiblePersons.ts"

export { ownNumber } from "./ArticleNumbers.ts"
export type { Seen } from "./GoodsVersion.ts"

/** A product as staff keep it. Moments are in milliseconds. */
export interface KeptProduct extends ProductFacts.Given {
  readonly id: ProductId
  readonly brandId: BrandId
  readonly size: Domain.Size
  readonly returnableOnceOpened: boolean
  readonly vatClass: VatClass
  readonly group?: Domain.ProductGroup | undefined
  readonly texts?: ProductTexts | undefined
  /** The price after the sale, while one lasts. */
  readonly regularPriceMinor?: number | undefined
  readonly version: string
  readonly addedAt: number
  readonly archivedAt: number | undefined
}

/** A brand as staff keep it. */
export interface KeptBrand extends Domain.Brand {
  readonly version: string
}

/**
 * A new product, with its first stock in units (default: none). Its currency is the shop's, and without a GTIN it has a
 * number of the shop's own.
 */
export interface NewProduct extends Omit<ProductFacts.Given, "currency" | "gtin"> {
  readonly gtin?: string | undefined
  readonly onHand?: number | undefined
}

type Optional<A> = { readonly [K in keyof A]?: A[K] | undefined }

/** What a product may lose. */
type Removable = "lowStock" | "group" | "texts" | "attributes" | keyof typeof Declaration.fields

/** Other facts of a product. What is left out stays; null removes. */
export type ProductChanges =
  & Optional<Omit<ProductFacts.Given, "id" | "currency" | Removable>>
  & { readonly [K in Removable]?: ProductFacts.Given[K] | null }

/** Other facts of a brand; null removes. */
export type BrandChanges =
  & Optional<Omit<Domain.Brand, "id" | "responsiblePerson">>
  & { readonly responsiblePerson?: Declaration.ResponsiblePerson | null | undefined }

/** Which products are listed; default: all of them. */
export interface ProductFilter {
  readonly archived?: boolean | undefined
  readonly brand?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

type Listed<A> = Effect.Effect<Cursor.Page<A>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
type Changed<A, E = never> = Effect.Effect<A, GoodsChanged | E | StoreUnavailable>

export class Goods extends Context.Tag("@beauty-store/commerce/Goods")<Goods, {
  readonly product: (
    id: Claimed<ProductId>
  ) => Effect.Effect<KeptProduct, Domain.ProductNotFound | StoreUnavailable>
  /** All products, archived ones too, by their ids. */
  readonly products: (filter: ProductFilter) => Listed<KeptProduct>
  readonly createProduct: (
    product: NewProduct
  ) => Effect.Effect<KeptProduct, InvalidInput | ProductExists | StoreUnavailable>
  readonly changeProduct: (
    id: Claimed<ProductId>,
    changes: ProductChanges,
    seen: GoodsVersion.Seen
  ) => Changed<KeptProduct, InvalidInput | Domain.ProductNotFound>
  /** Takes a product off sale; one that is archived stays so. */
  readonly archiveProduct: (
    id: Claimed<ProductId>,
    seen: GoodsVersion.Seen
  ) => Changed<KeptProduct, Domain.ProductNotFound>
  /** Puts an archived product on sale again. */
  readonly restoreProduct: (
    id: Claimed<ProductId>,
    seen: GoodsVersion.Seen
  ) => Changed<KeptProduct, Domain.ProductNotFound>
  readonly removeProduct: (
    id: Claimed<ProductId>,
    seen: GoodsVersion.Seen
  ) => Changed<void, Domain.ProductNotFound | ProductInUse>
  readonly brand: (id: Claimed<BrandId>) => Effect.Effect<KeptBrand, BrandNotFound | StoreUnavailable>
  /** All brands, also those of which nothing is sold, by their ids. */
  readonly brands: (paging: Cursor.Paging) => Listed<KeptBrand>
  readonly createBrand: (
    brand: typeof Domain.Brand.Encoded
  ) => Effect.Effect<KeptBrand, InvalidInput | BrandExists | StoreUnavailable>
  readonly changeBrand: (
    id: Claimed<BrandId>,
    changes: BrandChanges,
    seen: GoodsVersion.Seen
  ) => Changed<KeptBrand, InvalidInput | BrandNotFound>
  readonly removeBrand: (
    id: Claimed<BrandId>,
    seen: GoodsVersion.Seen
  ) => Changed<void, BrandNotFound | BrandInUse>
}>() {}

const setArchived = Query.change<[at: number | null, id: ProductId]>("UPDATE product SET archived_at = ? WHERE id = ?")
const lockWhole = Query.lock<[id: ProductId]>("SELECT id FROM product WHERE id = ? FOR UPDATE")
const lockStock = Query.lock<[id: ProductId]>("SELECT product_id FROM stock WHERE product_id = ? FOR UPDATE")
const usedBy = Query.all(Schema.Struct({ used_by: Schema.NullOr(Domain.UsedBy) }))<
  [order: ProductId, cart: ProductId, draft: string]
>(
  `SELECT CASE WHEN EXISTS (SELECT 1 FROM order_line WHERE product_id = ?) THEN 'order'
     WHEN EXISTS (SELECT 1 FROM cart_line WHERE product_id = ?) THEN 'cart'
     WHEN EXISTS (SELECT 1 FROM draft WHERE document LIKE ?) THEN 'draft' END AS used_by`
)
const deletions = ["product_text", "stock"].map((table) =>
  Query.change<[id: ProductId]>(`DELETE FROM ${table} WHERE product_id = ?`)
)
const deleteProduct = Query.change<[id: ProductId]>("DELETE FROM product WHERE id = ?")
const dependencies = Effect.gen(function*() {
  const secret = yield* StoreSecret
  return {
    transactions: yield* Transactions,
    policy: yield* Policy,
    definition: (yield* ShopAttributes).product,
    productRows: FilteredList.list(secret, "goods", {
      columns: ProductFacts.keptColumns,
      row: ProductFacts.KeptRow
    }),
    brandRows: FilteredList.list(secret, "brands", {
      columns: "b.id, b.name, b.category, b.position, b.responsible_person",
      row: BrandRecords.BrandRow
    })
  }
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const viewOf = (definition: Definition | undefined, kept: ProductFacts.Kept): KeptProduct => ({
  ...ProductFacts.givenOf(definition, kept),
  regularPriceMinor: PriceRecords.saleOf(ProductFacts.pricedOf(kept))?.regularMinor,
  version: GoodsVersion.ofProduct(kept),
  addedAt: kept.addedAt,
  archivedAt: kept.archivedAt
})

const viewOfBrand = (brand: BrandRecords.BrandRow): KeptBrand => ({
  id: brand.id,
  name: brand.name,
  category: brand.category,
  responsiblePerson: readPerson(brand.responsible_person),
  version: GoodsVersion.ofBrand(brand)
})

const product = ({ definition, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(id: Claimed<ProductId>) {
    const kept = yield* ProductFacts.find(id)
    return kept === undefined ? yield* new Domain.ProductNotFound({ productId: id }) : viewOf(definition, kept)
  }, transactions.read)

const products = ({ definition, productRows, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(filter: ProductFilter) {
    const { archived, brand, cursor, limit } = filter
    yield* checkPage({ limit, cursor })
    const source = {
      from: ProductFacts.keptTables,
      key: "p.id",
      conditions: [
        ...FilteredList.equal("p.brand_id", brand),
        ...(archived === undefined ? [] : [FilteredList.where(`p.archived_at IS ${archived ? "NOT " : ""}NULL`)])
      ]
    }
    const page = yield* productRows.read(transactions, source, { ...filter, sort: "createdAt" })
    return { ...page, data: page.data.map((row) => viewOf(definition, ProductFacts.toKept(row))) }
  })

/** The faults of a product by the rules of an assortment, beside the others of its group. */
const checkProduct = Effect.fnUntraced(
  function*({ definition, policy }: Dependencies, brand: BrandRecords.BrandRow, given: NewProduct) {
    const staging = new Staging(policy, definition)
    if (given.group !== undefined) {
      const others = yield* ProductFacts.membersOf([String(given.group.id)])
      for (const { group, id } of others) if (id !== given.id) staging.groups.join(group, id)
    }
    const whole = { ...given, currency: policy.currency, gtin: given.gtin ?? ArticleNumbers.ownNumber(given.id) }
    yield* refuse(staging.addProduct(brand.id, { ...whole, onHand: given.onHand ?? 0 }, ""))
    return whole
  }
)

/** Refuses numbers that other products have, before anything is written. */
const checkNumbers = (entry: ProductFacts.Entry) => Effect.flatMap(ArticleNumbers.faultsOf(entry), refuse)

/** Somebody else has written a product with the same number since they were checked: checked again, they are refused. */
const recheckNumbers = (entry: ProductFacts.Entry) =>
  Effect.flatMap(
    ArticleNumbers.faultsOf(entry),
    ({ length }) => length === 0 ? Effect.void : Effect.die(new ConcurrentUpdate())
  )

const noBrand = new InvalidInput({ faults: [{ path: "brandId", words: "Expected a brand that the shop has" }] })

const createProduct = (deps: Dependencies) =>
  Effect.fnUntraced(function*(given: NewProduct) {
    const brand = yield* BrandRecords.findLocked(BrandId.claimed.make(String(given.brandId)))
    if (brand === undefined) return yield* noBrand
    const checked = yield* checkProduct(deps, brand, given)
    const id = ProductId.make(checked.id)
    if ((yield* ProductFacts.find(id)) !== undefined) return yield* new ProductExists({ productId: id })
    const position = yield* BrandRecords.nextPositionIn(brand.id)
    const entry = ProductFacts.entryOf(deps.definition, brand.id, checked, position)
    yield* checkNumbers(entry)
    const addedAt = yield* Clock.currentTimeMillis
    const { onHand = 0 } = given
    yield* ProductFacts.insert(entry, onHand, addedAt)
    yield* ProductFacts.reindex(deps.definition, [{ id: entry.id, after: { entry, brandName: brand.name } }])
    yield* CatalogChanges.recordAny
    yield* recheckNumbers(entry)
    yield* StaffTrail.record({
      action: "product.create",
      subject: entry.id,
      before: {},
      after: { brandId: brand.id, priceMinor: entry.stored.price_minor, onHand }
    })
    return viewOf(deps.definition, { ...entry, addedAt, archivedAt: undefined, sale: null })
  }, deps.transactions.write)

/** A product that is going to change, with its brand and the one that it moves to, all of them locked. */
const findForChange = Effect.fnUntraced(
  function*(id: Claimed<ProductId>, seen: GoodsVersion.Seen, movesTo?: string | undefined) {
    const found = yield* ProductFacts.find(id)
    if (found === undefined) return yield* new Domain.ProductNotFound({ productId: id })
    const brands = new Map<string, BrandRecords.BrandRow>()
    for (const brandId of [...new Set([found.stored.brand_id as string, movesTo ?? found.stored.brand_id])].sort()) {
      const brand = yield* BrandRecords.findLocked(BrandId.claimed.make(brandId))
      if (brand !== undefined) brands.set(brandId, brand)
    }
    const kept = yield* ProductFacts.findLocked(id)
    if (kept === undefined) return yield* new Domain.ProductNotFound({ productId: id })
    const brand = brands.get(kept.stored.brand_id)
    // It has moved to another brand meanwhile.
    if (brand === undefined) return yield* Effect.die(new ConcurrentUpdate())
    yield* GoodsVersion.check(kept.id, GoodsVersion.ofProduct(kept), seen)
    return { kept, brand, target: movesTo === undefined ? brand : brands.get(movesTo) }
  }
)

/** The facts that the trail has the values of; of texts, which a person wrote, it has the names. */
const inTrail: Partial<Record<ProductFacts.Fact, string>> = {
  brand_id: "brandId",
  category: "category",
  gtin: "gtin",
  price_minor: "priceMinor",
  size_thousandths: "sizeThousandths",
  size_unit: "sizeUnit",
  hygiene_sealed: "hygieneSealed",
  vat_class: "vatClass",
  sku: "sku",
  weight_grams: "weightGrams",
  country_of_origin: "countryOfOrigin",
  cpnp: "cpnp",
  low_stock: "lowStock",
  group_id: "groupId",
  varies_by: "variesBy",
  options: "options"
}
const textNames: Partial<Record<ProductFacts.Fact | "texts", string>> = {
  name: "name",
  description: "description",
  attributes: "attributes",
  responsible_person: "responsiblePerson",
  group_name: "groupName",
  group_value: "groupValue",
  texts: "texts"
}

/** What differs of a product, for the trail. */
const factsOf = (differing: ReadonlyArray<ProductFacts.Fact | "texts">, { stored }: ProductFacts.Entry): Facts =>
  Object.fromEntries(
    differing.flatMap((fact) => fact === "texts" || inTrail[fact] === undefined ? [] : [[inTrail[fact], stored[fact]]])
  )

const applied = (before: ProductFacts.Given, changes: ProductChanges): ProductFacts.Given => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(changes).flatMap(([key, value]) => value === undefined ? [] : [[key, value ?? undefined]])
  ),
  id: before.id
})

const changeProduct = (deps: Dependencies) =>
  Effect.fnUntraced(function*(id: Claimed<ProductId>, changes: ProductChanges, seen: GoodsVersion.Seen) {
    const { definition } = deps
    const { brand, kept, target } = yield* findForChange(id, seen, changes.brandId)
    if (target === undefined) return yield* noBrand
    const given = yield* checkProduct(deps, target, applied(ProductFacts.givenOf(definition, kept), changes))
    const position = target === brand ? kept.stored.position : yield* BrandRecords.nextPositionIn(target.id)
    const entry = ProductFacts.entryOf(definition, target.id, given, position)
    const hasOtherNumbers = ArticleNumbers.areOther(kept, entry)
    if (hasOtherNumbers) yield* checkNumbers(entry)
    const differing = (yield* ProductFacts.update(kept, entry)).filter(ProductFacts.isRead)
    if (differing.length === 0) return viewOf(definition, kept)
    if (differing.includes("low_stock")) yield* Inventory.followLevels([kept.id], deps.policy.stock)
    if (kept.archivedAt === undefined) {
      yield* ProductFacts.reindex(definition, [{
        id: entry.id,
        before: { entry: kept, brandName: brand.name },
        after: { entry, brandName: target.name }
      }])
    }
    yield* CatalogChanges.recordAny
    if (hasOtherNumbers) yield* recheckNumbers(entry)
    const fields = differing.map((fact) => textNames[fact] ?? inTrail[fact as ProductFacts.Fact] ?? fact).join(" ")
    yield* StaffTrail.record({
      action: "product.change",
      subject: entry.id,
      before: factsOf(differing, kept),
      after: { ...factsOf(differing, entry), fields }
    })
    return viewOf(definition, { ...kept, ...entry })
  }, deps.transactions.write)

/** Takes a product off sale, or puts it on sale again. */
const moveProduct = (deps: Dependencies, archives: boolean) =>
  Effect.fnUntraced(function*(id: Claimed<ProductId>, seen: GoodsVersion.Seen) {
    const { brand, kept } = yield* findForChange(id, seen)
    const isArchived = kept.archivedAt !== undefined
    if (isArchived === archives) return viewOf(deps.definition, kept)
    const archivedAt = archives ? yield* Clock.currentTimeMillis : undefined
    yield* setArchived(archivedAt ?? null, kept.id)
    yield* Inventory.followLevels([kept.id], deps.policy.stock)
    const named = { entry: kept, brandName: brand.name }
    yield* ProductFacts.reindex(deps.definition, [{ id: kept.id, [archives ? "before" : "after"]: named }])
    yield* CatalogChanges.recordAny
    yield* StaffTrail.record({
      action: archives ? "product.archive" : "product.restore",
      subject: kept.id,
      before: { archived: isArchived },
      after: { archived: archives }
    })
    return viewOf(deps.definition, { ...kept, archivedAt })
  }, deps.transactions.write)

const removeProduct = (deps: Dependencies) =>
  Effect.fnUntraced(function*(id: Claimed<ProductId>, seen: GoodsVersion.Seen) {
    const { brand, kept } = yield* findForChange(id, seen)
    // Whoever puts it into a cart or a draft has locked it; whoever reserves it, its stock.
    yield* lockWhole(kept.id)
    yield* lockStock(kept.id)
    const [row] = yield* usedBy(kept.id, kept.id, `%"productId":"${kept.id}"%`)
    if (row!.used_by !== null) return yield* new ProductInUse({ productId: kept.id, usedBy: row!.used_by })
    if (kept.archivedAt === undefined) {
      const before = { entry: kept, brandName: brand.name }
      yield* ProductFacts.reindex(deps.definition, [{ id: kept.id, before }])
    }
    yield* ProductPictures.releaseAll(kept.id)
    yield* Flags.takeBack("low_stock", kept.id)
    for (const remove of deletions) yield* remove(kept.id)
    yield* deleteProduct(kept.id)
    yield* CatalogChanges.recordAny
    yield* StaffTrail.record({
      action: "product.remove",
      subject: kept.id,
      before: { brandId: brand.id, priceMinor: kept.stored.price_minor },
      after: {}
    })
  }, deps.transactions.write)

const brand = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(id: Claimed<BrandId>) {
    const found = yield* BrandRecords.find(id)
    return found === undefined ? yield* new BrandNotFound({ brandId: id }) : viewOfBrand(found)
  }, transactions.read)

const brands = ({ brandRows, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(paging: Cursor.Paging) {
    yield* checkPage(paging)
    const source = { from: "brand b", key: "b.id", conditions: [] }
    const page = yield* brandRows.read(transactions, source, { ...paging, sort: "createdAt" })
    return { ...page, data: page.data.map(viewOfBrand) }
  })

/** The faults of a brand by the rules of an assortment. */
const checkBrand = ({ policy }: Dependencies, given: typeof Domain.Brand.Encoded) =>
  refuse(new Staging(policy, undefined).addBrand(given, ""))

const createBrand = (deps: Dependencies) =>
  Effect.fnUntraced(function*(given: typeof Domain.Brand.Encoded) {
    yield* checkBrand(deps, given)
    const { category, name, responsiblePerson } = given
    const id = BrandId.make(given.id)
    if ((yield* BrandRecords.find(id)) !== undefined) return yield* new BrandExists({ brandId: id })
    const position = yield* BrandRecords.nextPosition
    const created = { id, name, category, position, responsible_person: storedPerson(responsiblePerson) }
    if ((yield* BrandRecords.insert(created)) === 0) return yield* Effect.die(new ConcurrentUpdate())
    yield* CatalogChanges.recordAny
    yield* StaffTrail.record({ action: "brand.create", subject: id, before: {}, after: { category } })
    return viewOfBrand(created)
  }, deps.transactions.write)

const findBrandForChange = Effect.fnUntraced(function*(id: Claimed<BrandId>, seen: GoodsVersion.Seen) {
  const found = yield* BrandRecords.findLocked(id)
  if (found === undefined) return yield* new BrandNotFound({ brandId: id })
  yield* GoodsVersion.check(found.id, GoodsVersion.ofBrand(found), seen)
  return found
})

const changeBrand = (deps: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<BrandId>, changes: BrandChanges, seen: GoodsVersion.Seen) {
    const before = yield* findBrandForChange(claimed, seen)
    const { category = before.category, name = before.name } = changes
    const responsiblePerson = changes.responsiblePerson === undefined
      ? readPerson(before.responsible_person)
      : changes.responsiblePerson ?? undefined
    yield* checkBrand(deps, { id: before.id, name, category, responsiblePerson })
    const after = { ...before, name, category, responsible_person: storedPerson(responsiblePerson) }
    const fields = (["name", "category", "responsible_person"] as const)
      .filter((field) => before[field] !== after[field])
    if (fields.length === 0) return viewOfBrand(before)
    yield* BrandRecords.update(name, category, before.position, after.responsible_person, before.id)
    if (fields.includes("name")) {
      const reindexed: Array<ProductFacts.Reindexed> = []
      for (const id of yield* BrandRecords.productIdsOf(before.id)) {
        const entry = yield* ProductFacts.findLocked(id)
        if (entry === undefined || entry.archivedAt !== undefined) continue
        reindexed.push({ id, before: { entry, brandName: before.name }, after: { entry, brandName: name } })
      }
      yield* ProductFacts.reindex(deps.definition, reindexed)
    }
    yield* CatalogChanges.recordAny
    yield* StaffTrail.record({
      action: "brand.change",
      subject: before.id,
      before: { category: before.category },
      after: { category, fields: fields.map((field) => textNames[field] ?? field).join(" ") }
    })
    return viewOfBrand(after)
  }, deps.transactions.write)

const removeBrand = (deps: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<BrandId>, seen: GoodsVersion.Seen) {
    const { category, id } = yield* findBrandForChange(claimed, seen)
    const { length } = yield* BrandRecords.productIdsOf(id)
    if (length > 0) return yield* new BrandInUse({ brandId: id, products: length })
    yield* BrandRecords.remove(id)
    yield* CatalogChanges.recordAny
    yield* StaffTrail.record({ action: "brand.remove", subject: id, before: { category }, after: {} })
  }, deps.transactions.write)

export const layer: Layer.Layer<Goods, never, Transactions | Policy | StoreSecret> = Layer.effect(
  Goods,
  Effect.map(dependencies, (deps) => ({
    product: UseCase.named("Goods.product", product(deps)),
    products: UseCase.named("Goods.products", products(deps)),
    createProduct: UseCase.named("Goods.createProduct", createProduct(deps)),
    changeProduct: UseCase.named("Goods.changeProduct", changeProduct(deps)),
    archiveProduct: UseCase.named("Goods.archiveProduct", moveProduct(deps, true)),
    restoreProduct: UseCase.named("Goods.restoreProduct", moveProduct(deps, false)),
    removeProduct: UseCase.named("Goods.removeProduct", removeProduct(deps)),
    brand: UseCase.named("Goods.brand", brand(deps)),
    brands: UseCase.named("Goods.brands", brands(deps)),
    createBrand: UseCase.named("Goods.createBrand", createBrand(deps)),
    changeBrand: UseCase.named("Goods.changeBrand", changeBrand(deps)),
    removeBrand: UseCase.named("Goods.removeBrand", removeBrand(deps))
  }))
)
