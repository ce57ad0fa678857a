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
import { TimeLimit } from "@beauty-store/sql/TimeLimit"
import {
  ConcurrentUpdate,
  pause,
  type StoreUnavailable,
  type Transaction,
  Transactions
} from "@beauty-store/sql/Transactions"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import { placed, ShopAttributes } from "../Attributes.ts"
import { refuse } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import * as ArticleNumbers from "./ArticleNumbers.ts"
import { type Assortment, faultsOfAssortment, stage, Staging, type Storage } from "./Assortment.ts"
import * as BrandRecords from "./BrandRecords.ts"
import * as CatalogChanges from "./CatalogChanges.ts"
import * as Inventory from "./Inventory.ts"
import * as PriceRecords from "./PriceRecords.ts"
import * as ProductFacts from "./ProductFacts.ts"
import { ProductGroups } from "./ProductGroups.ts"
import { allBrands } from "./ProductRecords.ts"
import { storedPerson } from "./ResponsiblePersons.ts"

export { type Assortment, faultsOfAssortment, Staging, type Storage }

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
   * so does what staff have archived, but for its facts. One that is staged already is not checked again.
   */
  readonly put: (assortment: Assortment | Staging) => Effect.Effect<Imported, InvalidInput | StoreUnavailable>
  /** Shows all goods that are sold as `put` takes them, in their order, with how many there are. */
  readonly list: (
    show: (product: Assortment["brands"][number]["products"][number], brandName: string) => void
  ) => Effect.Effect<void, StoreUnavailable>
  /**
   * The same goods, some at a time, each time as they are then: whoever takes them may be slow, and no transaction waits
   * for that.
   */
  readonly pages: Stream.Stream<ReadonlyArray<ListedGoods>, StoreUnavailable>
}>() {}

/** A product as `put` takes it, and the name of its brand. */
export interface ListedGoods {
  readonly product: Assortment["brands"][number]["products"][number]
  readonly brandName: string
}

const dependencies = Effect.all({ transactions: Transactions, policy: Policy, attributes: ShopAttributes })
type Dependencies = Effect.Effect.Success<typeof dependencies>

/** What brands were called before an import, and are called since. */
interface BrandNames {
  readonly before: Map<BrandId, string>
  readonly after: Map<BrandId, string>
  /** How many brands are new or have other facts. */
  readonly changed: number
}

/** Writes the brands of an assortment, in the order of their ids, so that two imports do not wait for each other. */
const putBrands = Effect.fnUntraced(
  function*({ brands }: Staging, mayChange: boolean): Effect.fn.Return<BrandNames, never, Transaction> {
    const before = new Map<BrandId, string>()
    const after = new Map<BrandId, string>()
    let changed = 0
    const inOrder = brands.map((brand, position) => ({ ...brand, id: BrandId.make(brand.id), position }))
    for (const { isFirst, responsiblePerson, ...brand } of inOrder.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const given = storedPerson(responsiblePerson)
      const added = yield* BrandRecords.insert({ ...brand, responsible_person: given })
      // Others may have renamed it, or added it a moment ago.
      const was = added === 1 ? undefined : yield* BrandRecords.findLocked(brand.id)
      if (added === 0 && was === undefined) return yield* Effect.die(new ConcurrentUpdate())
      if (was !== undefined) before.set(was.id, was.name)
      after.set(brand.id, was === undefined || mayChange ? brand.name : was.name)
      const category = isFirst === true && was !== undefined ? was.category : brand.category
      const person = given ?? was?.responsible_person ?? null
      const isOther = was === undefined || mayChange
          && (was.responsible_person !== person || was.name !== brand.name || was.category !== category ||
            was.position !== brand.position)
      if (!isOther) continue
      changed++
      if (was !== undefined) yield* BrandRecords.update(brand.name, category, brand.position, person, brand.id)
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
const listOthers = Effect.fnUntraced(function*(names: BrandNames, staging: Staging) {
  const others: Array<ProductId> = []
  for (const [id, name] of names.after) {
    const before = names.before.get(id)
    if (before === undefined || before === name) continue
    others.push(...(yield* BrandRecords.productIdsOf(id)).filter((productId) => !staging.hasProduct(productId)))
  }
  return others
})

/** A product as it is with what was planned until now, if some of that is due or an entry gives it another price. */
const catchUp = Effect.fnUntraced(function*(kept: ProductFacts.Kept, entry: ProductFacts.Entry, isDue: boolean) {
  const before = ProductFacts.pricedOf(kept)
  if (!isDue && entry.stored.price_minor === before.price_minor) return { kept, isOther: false }
  const row = yield* PriceRecords.catchUp(before, yield* Clock.currentTimeMillis)
  const { price_minor, sale } = row
  return { kept: { ...kept, stored: { ...kept.stored, price_minor }, sale }, isOther: row !== before }
})

/** The price of an entry is the one without a sale: while one lasts, it counts after it. Returns what is to change at once. */
const putPrice = Effect.fnUntraced(function*(kept: ProductFacts.Kept, entry: ProductFacts.Entry) {
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

/** Whether the sale of a product is over. */
const endsBy = ({ sale }: ProductFacts.Kept, now: number): boolean => sale?.until !== undefined && sale.until <= now

/** Gives a product that the shop has the facts of an entry; what is no entry stays as it is. */
const putKnown = Effect.fnUntraced(function*(
  names: BrandNames,
  found: ProductFacts.Kept,
  entry: ProductFacts.Entry,
  isDue: boolean
) {
  const isNamed = entry !== found
  const { isOther, kept } = isNamed ? yield* catchUp(found, entry, isDue) : { isOther: false, kept: found }
  const { after, isPriced } = isNamed ? yield* putPrice(kept, entry) : { after: kept, isPriced: false }
  const differing = isNamed ? yield* ProductFacts.update(kept, after) : []
  const [before, now] = [yield* nameBefore(names, kept.stored.brand_id), names.after.get(after.stored.brand_id)]
  return {
    hasOtherLevel: differing.includes("low_stock"),
    isChanged: isOther || isPriced || differing.some(ProductFacts.isRead) || (now !== undefined && before !== now),
    before: { entry: kept, brandName: before },
    after: { entry: after, brandName: now ?? before }
  }
})

/** Groups of an assortment that contradict products of the shop that it does not name. */
const faultsOfGroups = Effect.fnUntraced(function*(staging: Staging) {
  const faults: Array<Fault> = []
  for (const ids of Arr.chunksOf(staging.groups.ids, ProductFacts.atOnce)) {
    const groups = new ProductGroups()
    const others = (yield* ProductFacts.membersOf(ids)).filter(({ id }) => !staging.hasProduct(id))
    for (const { group, id } of others) groups.join(group, id)
    for (const id of groups.ids) {
      for (const { group, place } of staging.groups.membersOf(id)) {
        faults.push(...placed(place, groups.join(group, place)))
      }
    }
  }
  return faults
})

/** Puts some products, which are in the order of their ids. */
const putSome = Effect.fnUntraced(function*(
  { indexing, mayChange, names, now, policy }: {
    readonly indexing: ProductFacts.Indexing
    readonly mayChange: boolean
    readonly names: BrandNames
    readonly now: number
    readonly policy: typeof Policy.Service
  },
  staging: Staging,
  /** With their numbers in the assortment, if it has them. */
  some: ReadonlyArray<readonly [id: string, number: number | undefined]>
) {
  const known = yield* ProductFacts.findAllLocked(some.map(([id]) => id))
  const due = mayChange ? yield* PriceRecords.productsDue(now) : new Set<ProductId>()
  const archived: Array<ProductId> = []
  const numbered: Array<ProductId> = []
  const relevelled: Array<ProductId> = []
  let [added, changed] = [0, 0]
  for (const [id, number] of some) {
    yield* pause
    const kept = known.get(id)
    if (kept !== undefined && !mayChange) continue
    const staged = number === undefined ? undefined : staging.read(number)
    const entry = staged?.entry ?? kept
    // A product that was there a moment ago.
    if (entry === undefined) return yield* Effect.die(new ConcurrentUpdate())
    if (kept === undefined) {
      added++
      yield* ProductFacts.insert(entry, staged!.onHand, now)
      yield* indexing.change({
        id: entry.id,
        after: { entry, brandName: names.after.get(entry.stored.brand_id)! },
        words: staged!.words
      })
      numbered.push(ProductId.make(id))
      continue
    }
    const isArchived = kept.archivedAt !== undefined
    if (staged !== undefined && isArchived) archived.push(kept.id)
    const isDue = due.has(kept.id) || endsBy(kept, now)
    const { after, before, hasOtherLevel, isChanged } = yield* putKnown(names, kept, entry, isDue)
    if (!isChanged) continue
    if (hasOtherLevel) relevelled.push(kept.id)
    if (staged !== undefined) changed++
    if (ArticleNumbers.areOther(kept, entry)) numbered.push(ProductId.make(id))
    // What is archived is not found, by whatever words.
    if (!isArchived) yield* indexing.change({ id: kept.id, before, after })
  }
  yield* Inventory.followLevels(relevelled, policy.stock)
  return { added, changed, archived, numbered }
})

const run = ({ attributes: { product: definition }, policy, transactions }: Dependencies, mayChange: boolean) =>
  Effect.fnUntraced(function*(given: Assortment | Staging): Effect.fn.Return<Imported, InvalidInput, Transaction> {
    // By its form: what reads tables may be loaded as a program of its own, whose class is another.
    const isStaged = Predicate.hasProperty(given, "isSound")
    const staging = isStaged ? given : new Staging(policy, definition)
    if (!isStaged) yield* refuse(stage(staging, given))
    if (!staging.isSound) return yield* Effect.dieMessage("an assortment with faults is not put")
    staging.end()
    const now = yield* Clock.currentTimeMillis
    const names = yield* putBrands(staging, mayChange)
    if (mayChange) yield* refuse(yield* faultsOfGroups(staging))
    const { ids, size } = staging
    const all = [...ids, ...(yield* listOthers(names, staging))]
    const inOrder = Uint32Array.from(all.keys()).sort((a, b) => (all[a]! < all[b]! ? -1 : 1))
    const indexing = new ProductFacts.Indexing(definition)
    const archived: Array<ProductId> = []
    const numbered: Array<ProductId> = []
    let [added, changed] = [0, 0]
    for (let from = 0; from < inOrder.length; from += ProductFacts.atOnce) {
      const some = Array.from(
        inOrder.subarray(from, from + ProductFacts.atOnce),
        (n) => [all[n]!, n < size ? n : undefined] as const
      )
      const done = yield* putSome({ indexing, mayChange, names, now, policy }, staging, some)
      added += done.added
      changed += done.changed
      archived.push(...done.archived)
      numbered.push(...done.numbered)
    }
    yield* indexing.finish
    if (names.changed + added + changed > 0) yield* CatalogChanges.recordAny
    yield* refuse(yield* ArticleNumbers.faultsOfWritten(numbered, (id) => staging.placeOf(id)!))
    return { added, changed, unchanged: size - added - changed, archived }
    // An assortment may be of any size.
  }, (body) => Effect.provideService(transactions.write(body), TimeLimit, "watched"))

/** A stored product as `put` takes it: at the price without a sale. */
const listedOf = (definition: Definition | undefined, one: ProductFacts.Counted): ListedGoods["product"] => {
  const given = ProductFacts.givenOf(definition, one)
  const priceMinor = PriceRecords.saleOf(ProductFacts.pricedOf(one))?.regularMinor ?? given.priceMinor
  return { ...given, priceMinor, onHand: one.onHand }
}

const pages = ({ attributes: { product: definition }, transactions: { read } }: Dependencies) =>
  Stream.flatMap(
    Stream.fromIterableEffect(read(allBrands())),
    (brand) =>
      Stream.paginateEffect(undefined as ProductFacts.Counted | undefined, (last) =>
        Effect.map(read(ProductFacts.soldAfter(brand.id, last)), (some) =>
          [
            some.map((one) => ({ product: listedOf(definition, one), brandName: brand.name })),
            // After the last of a full page there may be more.
            some.length < ProductFacts.atOnce ? Option.none() : Option.some(some.at(-1))
          ] as const))
  )

/** All pages in one transaction: each joins it. */
const list =
  ({ transactions }: Dependencies, all: ReturnType<typeof pages>): typeof CatalogImport.Service["list"] => (show) =>
    transactions.read(
      Stream.runForEach(all, (some) =>
        Effect.sync(() => {
          for (const { brandName, product } of some) show(product, brandName)
        }))
    ).pipe(Effect.provideService(TimeLimit, "watched"))

export const layer: Layer.Layer<CatalogImport, never, Transactions | Policy> = Layer.effect(
  CatalogImport,
  Effect.map(dependencies, (deps) => {
    const all = pages(deps)
    return {
      add: UseCase.named("CatalogImport.add", flow(run(deps, false), Effect.asVoid)),
      put: UseCase.named("CatalogImport.put", run(deps, true)),
      list: UseCase.named("CatalogImport.list", list(deps, all)),
      pages: all
    }
  })
)
