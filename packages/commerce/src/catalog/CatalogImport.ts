/**
 * Importing an assortment: brands and products with their first stock, their texts and their search words. `add` leaves
 * what the shop has already as it is, `put` gives it what the assortment says. An assortment with any fault changes
 * nothing: all of its faults are named (`Assortment`). Follows docs/specification.md#catalogue.
 *
 * @since 1.0.0
 */
import type { Definition } from "@beauty-store/domain/Attribute"
import { BrandId, ProductId } from "@beauty-store/domain/Ids"
import type { Fault, InvalidInput } from "@beauty-store/domain/InvalidInput"
import { printValue } from "@beauty-store/domain/PrintedValue"
import * as Query from "@beauty-store/sql/Query"
import { TimeLimit } from "@beauty-store/sql/TimeLimit"
import { ConcurrentUpdate, type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { ShopAttributes } from "../Attributes.ts"
import { refuse } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import { type Assortment, faultsOfAssortment } from "./Assortment.ts"
import * as BrandRecords from "./BrandRecords.ts"
import * as CatalogChanges from "./CatalogChanges.ts"
import * as PriceRecords from "./PriceRecords.ts"
import * as ProductFacts from "./ProductFacts.ts"

export { type Assortment, faultsOfAssortment }

/** How many products of an assortment were new, had other facts, and were in the shop as the assortment has them. */
export interface Imported {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  /** Those of them that staff have archived, and that stay so. */
  readonly archived: ReadonlyArray<ProductId>
}

export class CatalogImport extends Context.Tag("@beauty-store/commerce/CatalogImport")<CatalogImport, {
  /** Adds what is new. */
  readonly add: (assortment: Assortment) => Effect.Effect<void, InvalidInput | StoreUnavailable>
  /**
   * Adds what is new, and gives products that the shop has already the facts, prices and texts of the assortment. Their
   * stock stays: what was sold since is known here alone. What the assortment does not name stays as it is, and
   * so does what staff have archived, but for its facts.
   */
  readonly put: (assortment: Assortment) => Effect.Effect<Imported, InvalidInput | StoreUnavailable>
}>() {}

const dependencies = Effect.all({ transactions: Transactions, policy: Policy, attributes: ShopAttributes })
type Dependencies = Effect.Effect.Success<typeof dependencies>

/** A product of an assortment as it is to be stored. */
interface Entry extends ProductFacts.Entry {
  readonly onHand: number
}

/** The entries of a checked assortment. */
const entriesOf = (definition: Definition | undefined, { brands }: Assortment): ReadonlyArray<Entry> =>
  brands.flatMap(({ id, products }) =>
    products.map((product, position) => ({
      ...ProductFacts.entryOf(definition, id, product, position),
      onHand: product.onHand
    }))
  )

/** What brands were called before an import, and are called since. */
interface BrandNames {
  readonly before: Map<BrandId, string>
  readonly after: Map<BrandId, string>
  /** How many brands are new or have other facts. */
  readonly changed: number
}

/** Writes the brands of an assortment, in the order of their ids, so that two imports do not wait for each other. */
const putBrands = Effect.fnUntraced(
  function*({ brands }: Assortment, mayChange: boolean): Effect.fn.Return<BrandNames, never, Transaction> {
    const before = new Map<BrandId, string>()
    const after = new Map<BrandId, string>()
    let changed = 0
    const placed = brands.map(({ category, id, name }, position) => ({
      id: BrandId.make(id),
      name,
      category,
      position
    }))
    for (const brand of placed.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const added = yield* BrandRecords.insert(brand)
      // Others may have renamed it, or added it a moment ago.
      const was = added === 1 ? undefined : yield* BrandRecords.findLocked(brand.id)
      if (added === 0 && was === undefined) return yield* Effect.die(new ConcurrentUpdate())
      if (was !== undefined) before.set(was.id, was.name)
      after.set(brand.id, was === undefined || mayChange ? brand.name : was.name)
      const isOther = was === undefined || mayChange
          && (was.name !== brand.name || was.category !== brand.category || was.position !== brand.position)
      if (!isOther) continue
      changed++
      if (was !== undefined) yield* BrandRecords.update(brand.name, brand.category, brand.position, brand.id)
    }
    return { before, after, changed }
  }
)

/** The name of a brand from which a product moves to one of the assortment. */
const nameBefore = ({ before }: BrandNames, id: BrandId) => {
  const known = before.get(id)
  return known !== undefined
    ? Effect.succeed(known)
    : Effect.map(BrandRecords.findLocked(id), (brand) => {
      before.set(id, brand!.name)
      return brand!.name
    })
}

/** Products of renamed brands that an assortment does not name: they are found by the new name, too. */
const listOthers = Effect.fnUntraced(function*(names: BrandNames, entries: ReadonlyMap<ProductId, Entry>) {
  const others: Array<ProductId> = []
  for (const [id, name] of names.after) {
    const before = names.before.get(id)
    if (before === undefined || before === name) continue
    others.push(...(yield* BrandRecords.productIdsOf(id)).filter((productId) => !entries.has(productId)))
  }
  return others
})

/** A product as it is with what was planned until now, if an entry gives it another price. */
const catchUp = Effect.fnUntraced(function*(kept: ProductFacts.Kept, entry: Entry | undefined) {
  const before = ProductFacts.pricedOf(kept)
  if (entry === undefined || entry.stored.price_minor === before.price_minor) return { kept, isOther: false }
  const row = yield* PriceRecords.catchUp(before, yield* Clock.currentTimeMillis)
  const { price_minor, sale } = row
  return { kept: { ...kept, stored: { ...kept.stored, price_minor }, sale }, isOther: row !== before }
})

/** The price of an entry is the one without a sale: while one lasts, it counts after it. Returns what is to change at once. */
const putPrice = Effect.fnUntraced(function*(kept: ProductFacts.Kept, entry: Entry) {
  const priced = ProductFacts.pricedOf(kept)
  const sale = PriceRecords.saleOf(priced)
  const { price_minor: after } = entry.stored
  const before = sale?.regularMinor ?? priced.price_minor
  if (before !== after) {
    if (sale !== undefined) yield* PriceRecords.setRegular(priced, after)
    yield* StaffTrail.record({
      action: "price.set",
      subject: kept.id,
      before: { priceMinor: before },
      after: { priceMinor: after }
    })
  }
  const stored = sale === undefined ? entry.stored : { ...entry.stored, price_minor: priced.price_minor }
  return { after: { ...entry, stored }, isPriced: before !== after }
})

/** Gives a product that the shop has the facts of an entry, if the assortment names it. */
const putKnown = Effect.fnUntraced(function*(names: BrandNames, id: ProductId, entry: Entry | undefined) {
  const found = yield* ProductFacts.findLocked(id)
  if (found === undefined) return yield* Effect.die(new ConcurrentUpdate())
  const { isOther, kept } = yield* catchUp(found, entry)
  const { after, isPriced } = entry === undefined ? { after: kept, isPriced: false } : yield* putPrice(kept, entry)
  const differing = entry === undefined ? [] : yield* ProductFacts.update(kept, after)
  const [before, now] = [yield* nameBefore(names, kept.stored.brand_id), names.after.get(after.stored.brand_id)]
  const isChanged = isOther || isPriced || differing.some(ProductFacts.isRead) || (now !== undefined && before !== now)
  const reindexed: ProductFacts.Reindexed = {
    id,
    before: { entry: kept, brandName: before },
    after: { entry: after, brandName: now ?? before }
  }
  return { isChanged, isArchived: kept.archivedAt !== undefined, reindexed }
})

const Member = Schema.Struct({
  id: ProductId,
  name: Schema.NullOr(Schema.String),
  variesBy: Schema.NullOr(Schema.String),
  value: Schema.NullOr(Schema.String)
})
const membersOf = Query.all(Member)<[groupId: string]>(
  "SELECT id, group_name AS name, varies_by AS \"variesBy\", group_value AS value FROM product WHERE group_id = ? ORDER BY id"
)

/** Groups of an assortment that contradict products of the shop that it does not name. */
const faultsOfGroups = Effect.fnUntraced(function*({ brands }: Assortment) {
  const placed = brands.flatMap(({ products }, b) =>
    products.flatMap(({ group }, p) => group === undefined ? [] : [{ group, path: `brands[${b}].products[${p}]` }])
  )
  const named = new Set<string>(brands.flatMap(({ products }) => products.map(({ id }) => id)))
  const faults: Array<Fault> = []
  for (const [groupId, members] of Object.entries(Arr.groupBy(placed, ({ group }) => group.id))) {
    const others = (yield* membersOf(groupId)).filter(({ id }) => !named.has(id))
    for (const { group, path } of members) {
      for (const other of others) {
        for (const key of ["name", "variesBy"] as const) {
          if (other[key] === group[key]) continue
          const words = `Expected ${printValue(other[key])}, as ${other.id} has in the same group`
          faults.push({ path: `${path}.group.${key}`, words })
        }
        if (other.value !== group.value) continue
        faults.push({ path: `${path}.group.value`, words: `Expected another value than ${other.id} has` })
      }
    }
  }
  return faults
})

const run = ({ attributes: { product: definition }, policy, transactions }: Dependencies, mayChange: boolean) =>
  Effect.fnUntraced(function*(assortment: Assortment): Effect.fn.Return<Imported, InvalidInput, Transaction> {
    yield* refuse(faultsOfAssortment(assortment, policy, definition))
    const now = yield* Clock.currentTimeMillis
    const names = yield* putBrands(assortment, mayChange)
    if (mayChange) yield* refuse(yield* faultsOfGroups(assortment))
    const entries = new Map(entriesOf(definition, assortment).map((entry) => [entry.id, entry]))
    const ids = [...entries.keys(), ...(yield* listOthers(names, entries))].sort()
    const reindexed: Array<ProductFacts.Reindexed> = []
    const archived: Array<ProductId> = []
    let [added, changed] = [0, 0]
    for (const id of ids) {
      const entry = entries.get(id)
      if (entry !== undefined && (yield* ProductFacts.insert(entry, entry.onHand, now))) {
        added++
        reindexed.push({ id, after: { entry, brandName: names.after.get(entry.stored.brand_id)! } })
      } else if (mayChange) {
        const known = yield* putKnown(names, id, entry)
        if (entry !== undefined && known.isArchived) archived.push(id)
        if (!known.isChanged) continue
        if (entry !== undefined) changed++
        // What is archived is not found, by whatever words.
        if (!known.isArchived) reindexed.push(known.reindexed)
      }
    }
    yield* ProductFacts.reindex(definition, reindexed)
    if (names.changed + added + changed > 0) yield* CatalogChanges.recordAny
    return { added, changed, unchanged: entries.size - added - changed, archived }
    // An assortment may be of any size.
  }, (body) => Effect.provideService(transactions.write(body), TimeLimit, "watched"))

export const layer: Layer.Layer<CatalogImport, never, Transactions | Policy> = Layer.effect(
  CatalogImport,
  Effect.map(dependencies, (deps) => ({
    add: UseCase.named("CatalogImport.add", flow(run(deps, false), Effect.asVoid)),
    put: UseCase.named("CatalogImport.put", run(deps, true))
  }))
)
