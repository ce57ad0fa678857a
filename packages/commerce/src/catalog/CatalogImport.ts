/**
 * Importing an assortment: brands and products with their first stock, their texts and their search words. `add` leaves
 * what the shop has already as it is, `put` gives it what the assortment says. An assortment with any fault changes
 * nothing: all of its faults are named (`Assortment`). Follows docs/specification.md#catalogue.
 *
 * @since 1.0.0
 */
import type { Definition } from "@beauty-store/domain/Attribute"
import * as Domain from "@beauty-store/domain/Catalog"
import { ProductId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { ProductTexts, searchedIn } from "@beauty-store/domain/ProductText"
import * as Query from "@beauty-store/sql/Query"
import { TimeLimit } from "@beauty-store/sql/TimeLimit"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ShopAttributes } from "../Attributes.ts"
import { refuse } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import { type Assortment, faultsOfAssortment } from "./Assortment.ts"
import * as CatalogChanges from "./CatalogChanges.ts"
import * as CatalogWords from "./CatalogWords.ts"
import * as IndexedWords from "./IndexedWords.ts"
import { fold } from "./SearchWords.ts"

export { type Assortment, faultsOfAssortment }

/** How many products of an assortment were new, had other facts, and were in the shop as the assortment has them. */
export interface Imported {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

export class CatalogImport extends Context.Tag("@beauty-store/commerce/CatalogImport")<CatalogImport, {
  /** Adds what is new. */
  readonly add: (assortment: Assortment) => Effect.Effect<void, InvalidInput | StoreUnavailable>
  /**
   * Adds what is new, and gives products that the shop has already the facts, prices and texts of the assortment. Their
   * stock stays: what was sold since is known here alone. What the assortment does not name stays as it is.
   */
  readonly put: (assortment: Assortment) => Effect.Effect<Imported, InvalidInput | StoreUnavailable>
}>() {}

const insertBrand = Query.insertIfNew("brand", ["id", "name", "category", "position"], "ON CONFLICT DO NOTHING")
const facts = [
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
  "group_value"
] as const
const insertProduct = Query.insertIfNew("product", ["id", ...facts, "added_at"], "ON CONFLICT DO NOTHING")
const updateProduct = Query.change<ReadonlyArray<string | number | null>>(
  `UPDATE product SET ${facts.map((fact) => `${fact} = ?`).join(", ")} WHERE id = ?`
)
const insertStock = Query.insert("stock", ["product_id", "on_hand"])
const insertTexts = Query.insert("product_text", ["product_id", "texts"])
const deleteTexts = Query.change<[productId: string]>("DELETE FROM product_text WHERE product_id = ?")

/** The facts of a product as they are stored. */
const Stored = Schema.Struct({
  brand_id: Schema.String,
  name: Schema.String,
  name_key: Schema.String,
  description: Schema.String,
  price_minor: Query.Int,
  currency: Schema.String,
  category: Schema.String,
  gtin: Schema.String,
  size_thousandths: Query.Int,
  size_unit: Schema.String,
  attributes: Schema.NullOr(Schema.String),
  hygiene_sealed: Query.Int,
  position: Query.Int,
  group_id: Schema.NullOr(Schema.String),
  group_name: Schema.NullOr(Schema.String),
  varies_by: Schema.NullOr(Schema.String),
  group_value: Schema.NullOr(Schema.String)
})
type Stored = typeof Stored.Type
const storedLocked = Query.first(Stored)<[productId: string]>(
  `SELECT ${facts.join(", ")} FROM product WHERE id = ? FOR NO KEY UPDATE`
)
const storedTexts = Query.first(Schema.Struct({ texts: Schema.String }))<[productId: string]>(
  "SELECT texts FROM product_text WHERE product_id = ?"
)
const brandNames = Query.all(Schema.Struct({ id: Schema.String, name: Schema.String }))("SELECT id, name FROM brand")
const updateBrand = Query.change<[name: string, category: string, position: number, id: string]>(
  "UPDATE brand SET name = ?, category = ?, position = ? WHERE id = ?"
)

const dependencies = Effect.all({ transactions: Transactions, policy: Policy, attributes: ShopAttributes })
type Dependencies = Effect.Effect.Success<typeof dependencies>

type StockedBrand = Assortment["brands"][number]

/** A product of an assortment as it is to be stored. */
interface Entry {
  readonly id: ProductId
  readonly stored: Stored
  /** As JSON; undefined where there are none. */
  readonly texts: string | undefined
  readonly onHand: number
}

const entryOf = (
  definition: Definition | undefined,
  brand: StockedBrand,
  product: StockedBrand["products"][number],
  position: number
): Entry => {
  const { group, returnableOnceOpened = true, size = Domain.onePiece, texts } = product
  return {
    id: ProductId.make(product.id),
    stored: {
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
      attributes: product.attributes === undefined ? null : definition!.held(product.attributes).text,
      hygiene_sealed: returnableOnceOpened ? 0 : 1,
      position,
      group_id: group?.id ?? null,
      group_name: group?.name ?? null,
      varies_by: group?.variesBy ?? null,
      group_value: group?.value ?? null
    },
    texts: texts === undefined ? undefined : JSON.stringify(texts),
    onHand: product.onHand
  }
}

const decodeTexts = Schema.decodeSync(Query.Json(ProductTexts))

/** The words by which a product is found. */
const wordsOf = (
  definition: Definition | undefined,
  brandName: string,
  { id, stored, texts }: Pick<Entry, "id" | "stored" | "texts">
): IndexedWords.Texts => {
  const attributes = definition?.stored(stored.attributes, `product ${id}`)
  return [
    stored.name,
    brandName,
    stored.category,
    [
      stored.description,
      stored.group_name ?? "",
      stored.group_value ?? "",
      attributes === undefined ? "" : definition!.searchedIn(attributes.value),
      searchedIn(texts === undefined ? undefined : decodeTexts(texts))
    ].join(" ")
  ]
}

const foldWords = (words: IndexedWords.Texts): string => fold(words.join(" "))

/** The entries of a checked assortment, in the order of their ids, so that two imports do not wait for each other. */
const entriesOf = (definition: Definition | undefined, { brands }: Assortment): ReadonlyArray<Entry> =>
  brands.flatMap((brand) => brand.products.map((product, position) => entryOf(definition, brand, product, position)))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Adds a product with its first stock, unless it exists already; whether it did. */
const insertEntry = Effect.fnUntraced(function*({ id, onHand, stored, texts }: Entry, now: number) {
  if ((yield* insertProduct({ id, ...stored, added_at: now })) === 0) return false
  yield* insertStock({ product_id: id, on_hand: onHand })
  if (texts !== undefined) yield* insertTexts({ product_id: id, texts })
  return true
})

/** Its place among others is no fact that anybody reads of a product. */
const isRead = (fact: (typeof facts)[number]): boolean => fact !== "position"

/**
 * Gives a product that exists the facts of an entry. Returns what it had; undefined where that is the same, but for its
 * place, and its brand has the name that it had.
 */
const updateEntry = Effect.fnUntraced(function*({ id, stored, texts }: Entry, isRenamed: boolean) {
  const before = Option.getOrThrow(yield* storedLocked(id))
  const textsBefore = Option.getOrUndefined(yield* storedTexts(id))?.texts
  const differing = facts.filter((fact) => before[fact] !== stored[fact])
  if (differing.length > 0) yield* updateProduct(...facts.map((fact) => stored[fact]), id)
  if (!isRenamed && !differing.some(isRead) && textsBefore === texts) return undefined
  if (textsBefore !== texts) {
    yield* deleteTexts(id)
    if (texts !== undefined) yield* insertTexts({ product_id: id, texts })
  }
  if (before.price_minor !== stored.price_minor) {
    yield* StaffTrail.record({
      action: "price.set",
      subject: id,
      before: { priceMinor: before.price_minor },
      after: { priceMinor: stored.price_minor }
    })
  }
  return { id, stored: before, texts: textsBefore }
})

const run = ({ attributes: { product: definition }, policy, transactions }: Dependencies, mayChange: boolean) =>
  Effect.fnUntraced(function*(assortment: Assortment): Effect.fn.Return<Imported, InvalidInput, Transaction> {
    yield* refuse(faultsOfAssortment(assortment, policy, definition))
    const now = yield* Clock.currentTimeMillis
    const namesBefore = new Map((yield* brandNames()).map(({ id, name }) => [id, name]))
    let brandsAdded = 0
    for (const [position, { category, id, name }] of assortment.brands.entries()) {
      const added = yield* insertBrand({ id, name, category, position })
      if (added === 0 && mayChange) yield* updateBrand(name, category, position, id)
      brandsAdded += added
    }
    const names = new Map((yield* brandNames()).map(({ id, name }) => [id, name]))
    const isRenamed = (brandId: string): boolean => namesBefore.get(brandId) !== names.get(brandId)
    const wordsIn = (entry: Pick<Entry, "id" | "stored" | "texts">, brands: ReadonlyMap<string, string> = names) =>
      wordsOf(definition, brands.get(entry.stored.brand_id)!, entry)
    const entries = entriesOf(definition, assortment)
    const added: Array<Entry> = []
    const changed: Array<Entry> = []
    const gone: Array<string> = []
    for (const entry of entries) {
      if (yield* insertEntry(entry, now)) added.push(entry)
      else if (mayChange) {
        const before = yield* updateEntry(entry, isRenamed(entry.stored.brand_id))
        if (before === undefined) continue
        changed.push(entry)
        gone.push(foldWords(wordsIn(before, namesBefore)))
      }
    }
    yield* IndexedWords.remove(changed.map(({ id }) => id))
    const come = [...added, ...changed].map((entry) => [entry.id, wordsIn(entry)] as const)
    for (const [id, words] of come) yield* IndexedWords.insert(id, words)
    yield* CatalogWords.record(come.map(([, words]) => foldWords(words)), gone)
    if (brandsAdded + come.length > 0) yield* CatalogChanges.recordAny
    return { added: added.length, changed: changed.length, unchanged: entries.length - come.length }
    // An assortment may be of any size.
  }, (body) => Effect.provideService(transactions.write(body), TimeLimit, "watched"))

export const layer: Layer.Layer<CatalogImport, never, Transactions | Policy> = Layer.effect(
  CatalogImport,
  Effect.map(dependencies, (deps) => ({
    add: UseCase.named("CatalogImport.add", flow(run(deps, false), Effect.asVoid)),
    put: UseCase.named("CatalogImport.put", run(deps, true))
  }))
)
