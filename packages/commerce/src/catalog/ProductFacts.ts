/**
 * The facts of products as they are stored, and the one way to write them: with their texts, and the words by which
 * they are found. `CatalogImport` and `Goods` decide what is written.
 *
 * A brand is locked before its products, and products in the order of their ids. Follows docs/specification.md#goods.
 */
import type { CountryCode } from "@beauty-store/domain/Address"
import type { Definition } from "@beauty-store/domain/Attribute"
import * as Domain from "@beauty-store/domain/Catalog"
import { CountryOfOrigin } from "@beauty-store/domain/Declaration"
import { BrandId, type Claimed, ProductId } from "@beauty-store/domain/Ids"
import * as Money from "@beauty-store/domain/Money"
import { ProductTexts, searchedIn } from "@beauty-store/domain/ProductText"
import { VatClass } from "@beauty-store/domain/Vat"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as CatalogWords from "./CatalogWords.ts"
import * as IndexedWords from "./IndexedWords.ts"
import * as PriceRecords from "./PriceRecords.ts"
import { readOptions, storedOptions } from "./ProductGroups.ts"
import { readPerson, storedPerson } from "./ResponsiblePersons.ts"
import { fold } from "./SearchWords.ts"
import * as StockMovements from "./StockMovements.ts"

/** A product as a program or a file has it, with its own attributes as the program has them. */
export type Given = typeof Domain.Product.Encoded & { readonly attributes?: object | undefined }

/** The facts of a product as they are stored. */
const Stored = Schema.Struct({
  brand_id: BrandId,
  name: Schema.String,
  name_key: Schema.String,
  description: Schema.String,
  price_minor: Query.Int,
  currency: Money.Currency,
  category: Schema.String,
  gtin: Schema.String,
  size_thousandths: Query.Int,
  size_unit: Domain.SizeUnit,
  attributes: Schema.NullOr(Schema.String),
  hygiene_sealed: Query.Int,
  position: Query.Int,
  group_id: Schema.NullOr(ProductId),
  group_name: Schema.NullOr(Schema.String),
  varies_by: Schema.NullOr(Domain.VariesBy),
  group_value: Schema.NullOr(Schema.String),
  /** Null: those of `varies_by` (`ProductGroups`). */
  options: Schema.NullOr(Schema.String),
  /** Null: standard. */
  vat_class: Schema.NullOr(VatClass),
  sku: Schema.NullOr(Schema.String),
  weight_grams: Schema.NullOr(Query.Int),
  country_of_origin: Schema.NullOr(CountryOfOrigin),
  /** As JSON. */
  responsible_person: Schema.NullOr(Schema.String),
  cpnp: Schema.NullOr(Schema.String),
  /** Null: the shop's. */
  low_stock: Schema.NullOr(Query.Int)
})
export type Stored = typeof Stored.Type
export type Fact = keyof Stored
const facts = Object.keys(Stored.fields) as ReadonlyArray<Fact>

/** A product as it is to be stored. */
export interface Entry {
  readonly id: ProductId
  readonly stored: Stored
  /** As JSON; undefined where there are none. */
  readonly texts: string | undefined
}

/** A product as it is stored. Moments are in milliseconds. */
export interface Kept extends Entry {
  readonly addedAt: number
  readonly archivedAt: number | undefined
  readonly sale: PriceRecords.StoredSale | null
}

/** So many products are read at once. */
export const atOnce = 200
/** So many statements are kept, each for other facts that change together. */
const mostUpdates = 100

const insertedColumns = ["id", ...facts, "added_at"]
const insertProduct = Query.changeOne<ReadonlyArray<string | number | null>>(
  `INSERT INTO product (${insertedColumns.join(", ")}) VALUES (${insertedColumns.map(() => "?").join(", ")})
   ON CONFLICT DO NOTHING`
)
const updatesOf = new Map<string, ReturnType<typeof Query.changeOne<ReadonlyArray<string | number | null>>>>()

/** Changes some facts of a product: an index that has none of them is not written. */
const updateProduct = (id: ProductId, stored: Stored, some: ReadonlyArray<Fact>) => {
  const columns = some.map((fact) => `${fact} = ?`).join(", ")
  const known = updatesOf.get(columns)
  const update = known ?? Query.changeOne<ReadonlyArray<string | number | null>>(
    `UPDATE product SET ${columns} WHERE id = ?`
  )
  if (known === undefined && updatesOf.size < mostUpdates) updatesOf.set(columns, update)
  return update(...some.map((fact) => stored[fact]), id)
}
const insertTexts = Query.insert("product_text", ["product_id", "texts"])
const deleteTexts = Query.send<[productId: ProductId]>("DELETE FROM product_text WHERE product_id = ?")

/** The row of a product with its texts. */
export const KeptRow = Schema.Struct({
  id: ProductId,
  ...Stored.fields,
  added_at: Query.Int,
  archived_at: Schema.NullOr(Query.Int),
  sale: PriceRecords.SaleColumn,
  texts: Schema.NullOr(Schema.String)
})
export const keptColumns = `p.id, ${facts.map((fact) => `p.${fact}`).join(", ")}, p.added_at, p.archived_at,
  p.sale, t.texts`
export const keptTables = "product p LEFT JOIN product_text t ON t.product_id = p.id"
const keptById = Query.first(KeptRow)<[id: Claimed<ProductId>]>(
  `SELECT ${keptColumns} FROM ${keptTables} WHERE p.id = ?`
)
const listed = {
  sqlite: "IN (SELECT value FROM json_each(?))",
  pg: "IN (SELECT json_array_elements_text(?::json))"
}
const keptByIds = Query.all(KeptRow)<[ids: string]>({
  sqlite: `SELECT ${keptColumns} FROM ${keptTables} WHERE p.id ${listed.sqlite}`,
  pg: `SELECT ${keptColumns} FROM ${keptTables} WHERE p.id ${listed.pg}`
})
const lockProducts = Query.lock<[ids: string]>(
  `SELECT id FROM product WHERE id ${listed.pg} ORDER BY id FOR NO KEY UPDATE`
)
const Member = Schema.Struct({
  id: ProductId,
  group_id: ProductId,
  group_name: Schema.NullOr(Schema.String),
  varies_by: Schema.NullOr(Domain.VariesBy),
  options: Schema.NullOr(Schema.String),
  group_value: Schema.NullOr(Schema.String)
})
const memberColumns = Object.keys(Member.fields).join(", ")
const membersByGroups = Query.all(Member)<[groupIds: string]>({
  sqlite: `SELECT ${memberColumns} FROM product WHERE group_id ${listed.sqlite} ORDER BY id`,
  pg: `SELECT ${memberColumns} FROM product WHERE group_id ${listed.pg} ORDER BY id`
})
const lockProduct = Query.lock<[id: Claimed<ProductId>]>("SELECT id FROM product WHERE id = ? FOR NO KEY UPDATE")

export const toKept = ({ added_at, archived_at, id, sale, texts, ...stored }: typeof KeptRow.Type): Kept => ({
  id,
  stored,
  texts: texts ?? undefined,
  addedAt: added_at,
  archivedAt: archived_at ?? undefined,
  sale
})

/** A product as it is now; undefined if there is none. */
export const find = (id: Claimed<ProductId>): Effect.Effect<Kept | undefined, never, Transaction> =>
  Effect.map(keptById(id), (row) => Option.getOrUndefined(Option.map(row, toKept)))

/** The same, which no other transaction changes until this one is over. */
export const findLocked = (id: Claimed<ProductId>): Effect.Effect<Kept | undefined, never, Transaction> =>
  Effect.flatMap(lockProduct(id), (isThere) => isThere ? find(id) : Effect.succeed(undefined))

/** Products as they are now, by their ids, which no other transaction changes until this one is over. */
export const findAllLocked = Effect.fnUntraced(
  function*(ids: ReadonlyArray<string>): Effect.fn.Return<ReadonlyMap<string, Kept>, never, Transaction> {
    const list = JSON.stringify(ids)
    yield* lockProducts(list)
    return new Map((yield* keptByIds(list)).map((row) => [row.id, toKept(row)]))
  }
)

/** A product with how many there are. */
export interface Counted extends Kept {
  readonly onHand: number
}

const soldOfBrand = Query.all(Schema.Struct({ ...KeptRow.fields, on_hand: Query.Int }))<
  [brandId: BrandId, position: number, position: number, id: string, most: number]
>(
  `SELECT ${keptColumns}, s.on_hand FROM ${keptTables} JOIN stock s ON s.product_id = p.id
   WHERE p.brand_id = ? AND p.archived_at IS NULL AND (p.position > ? OR p.position = ? AND p.id > ?)
   ORDER BY p.position, p.id LIMIT ?`
)

/** Products of a brand that are sold, in their order: those after another, at most `atOnce`. */
export const soldAfter = (
  brandId: BrandId,
  last: Kept | undefined
): Effect.Effect<ReadonlyArray<Counted>, never, Transaction> => {
  const position = last?.stored.position ?? -1
  return Effect.map(
    soldOfBrand(brandId, position, position, last?.id ?? "", atOnce),
    (rows) => rows.map(({ on_hand, ...row }) => ({ ...toKept(row), onHand: on_hand }))
  )
}

/** The products of groups, archived ones too, in the order of their ids. */
export const membersOf = (groupIds: ReadonlyArray<string>) =>
  Effect.map(
    membersByGroups(JSON.stringify(groupIds)),
    (rows) =>
      rows.map((row) => ({
        id: row.id,
        group: { id: row.group_id, name: row.group_name, variesBy: readOptions(row), value: row.group_value }
      }))
  )

/** A checked product of a brand, at its place there, as it is to be stored. */
export const entryOf = (
  definition: Definition | undefined,
  brandId: string,
  product: Given,
  position: number
): Entry => {
  const { group, returnableOnceOpened = true, size = Domain.onePiece, texts, vatClass = "standard" } = product
  return {
    id: ProductId.make(product.id),
    stored: {
      brand_id: BrandId.make(brandId),
      name: product.name,
      name_key: fold(product.name),
      description: product.description,
      price_minor: product.priceMinor,
      currency: Money.Currency.make(product.currency),
      category: product.category,
      gtin: product.gtin,
      size_thousandths: Math.round(size.value * 1000),
      size_unit: size.unit,
      attributes: product.attributes === undefined ? null : definition!.held(product.attributes).text,
      hygiene_sealed: returnableOnceOpened ? 0 : 1,
      position,
      group_id: group === undefined ? null : ProductId.make(group.id),
      group_name: group?.name ?? null,
      ...(group === undefined ? { varies_by: null, options: null } : storedOptions(group.variesBy)),
      group_value: group?.value ?? null,
      vat_class: vatClass === "standard" ? null : vatClass,
      sku: product.sku ?? null,
      weight_grams: product.weightGrams ?? null,
      country_of_origin: (product.countryOfOrigin ?? null) as CountryCode | null,
      responsible_person: storedPerson(product.responsiblePerson),
      cpnp: product.cpnp ?? null,
      low_stock: product.lowStock ?? null
    },
    texts: texts === undefined ? undefined : JSON.stringify(texts)
  }
}

const decodeTexts = Schema.decodeSync(Query.Json(ProductTexts))

/** The texts of an entry, if it has any. */
export const textsOf = ({ texts }: Entry): ProductTexts | undefined =>
  texts === undefined ? undefined : decodeTexts(texts)

/** The group of an entry, if it has one. */
export const groupOf = ({ stored }: Entry): Domain.ProductGroup | undefined =>
  stored.group_id === null ? undefined : {
    id: stored.group_id,
    name: stored.group_name!,
    variesBy: readOptions(stored)!,
    value: stored.group_value!
  }

/** An entry as it was given: `entryOf` of it is the same entry. */
export const givenOf = (definition: Definition | undefined, entry: Entry) => {
  const { id, stored } = entry
  return {
    id,
    brandId: stored.brand_id,
    name: stored.name,
    description: stored.description,
    priceMinor: stored.price_minor,
    currency: stored.currency,
    category: stored.category,
    gtin: stored.gtin,
    size: { value: stored.size_thousandths / 1000, unit: stored.size_unit },
    returnableOnceOpened: stored.hygiene_sealed === 0,
    vatClass: stored.vat_class ?? "standard" as const,
    sku: stored.sku ?? undefined,
    weightGrams: stored.weight_grams ?? undefined,
    countryOfOrigin: stored.country_of_origin ?? undefined,
    responsiblePerson: readPerson(stored.responsible_person),
    cpnp: stored.cpnp ?? undefined,
    lowStock: stored.low_stock ?? undefined,
    group: groupOf(entry),
    texts: textsOf(entry),
    attributes: stored.attributes === null ? undefined : definition?.stored(stored.attributes, `product ${id}`)?.value
  } satisfies Given
}

/** Adds a product with its first stock. Where another transaction has just added it, this one runs again. */
export const insert = Effect.fnUntraced(function*({ id, stored, texts }: Entry, onHand: number, now: number) {
  yield* insertProduct(id, ...facts.map((fact) => stored[fact]), now)
  yield* StockMovements.open(id, onHand)
  yield* PriceRecords.insertFirst(id, stored.price_minor, now)
  if (texts !== undefined) yield* insertTexts({ product_id: id, texts })
})

/** Its place among others and the key that sorts its name are no facts that anybody reads of a product. */
export const isRead = (fact: Fact | "texts"): boolean => fact !== "position" && fact !== "name_key"

/** What a product says of its price. */
export const pricedOf = ({ addedAt, id, sale, stored }: Kept): PriceRecords.PricedRow => ({
  id,
  price_minor: stored.price_minor,
  sale,
  added_at: addedAt
})

/** A value of JSON with its keys in order, and without what is empty. */
const ordered = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  const fields = Object.entries(value).map(([key, inside]) => [key, ordered(inside)] as const)
  const filled = fields.filter(([, inside]) => inside !== undefined).sort(([a], [b]) => (a < b ? -1 : 1))
  return filled.length === 0 ? undefined : Object.fromEntries(filled)
}

const saysTheSame = (some: string | undefined, other: string | undefined): boolean =>
  some === other
  || JSON.stringify(ordered(JSON.parse(some ?? "{}"))) === JSON.stringify(ordered(JSON.parse(other ?? "{}")))

/** Gives a locked product the facts of an entry. Returns those in which it differed. */
export const update = Effect.fnUntraced(function*(before: Kept, { id, stored, texts }: Entry) {
  const ofProduct = facts.filter((fact) => before.stored[fact] !== stored[fact])
  const differing: Array<Fact | "texts"> = [...ofProduct]
  // A price is written with its history.
  const others = ofProduct.filter((fact) => fact !== "price_minor")
  if (others.length > 0) yield* updateProduct(id, stored, others)
  if (before.stored.price_minor !== stored.price_minor) {
    yield* PriceRecords.set(pricedOf(before), stored.price_minor, yield* Clock.currentTimeMillis)
  }
  if (!saysTheSame(before.texts, texts)) {
    differing.push("texts")
    yield* deleteTexts(id)
    if (texts !== undefined) yield* insertTexts({ product_id: id, texts })
  }
  return differing
})

/** An entry, and the name of its brand. */
export interface Named {
  readonly entry: Entry
  readonly brandName: string
}

/** What is found of a product from now on, instead of what was found of it. */
export interface Reindexed {
  readonly id: ProductId
  readonly before?: Named | undefined
  readonly after?: Named | undefined
  /** Those of `after`, where they are known. */
  readonly words?: IndexedWords.ProductWords
}

/** The words by which a product is found, but for those of its brand. */
export const wordsOf = (definition: Definition | undefined, entry: Entry): IndexedWords.ProductWords => {
  const { id, stored } = entry
  const attributes = definition?.stored(stored.attributes, `product ${id}`)
  const other = [
    stored.description,
    stored.group_name ?? "",
    stored.group_value ?? "",
    attributes === undefined ? "" : definition!.searchedIn(attributes.value),
    searchedIn(textsOf(entry))
  ]
  return {
    name: IndexedWords.wordsOf(stored.name),
    category: IndexedWords.wordsOf(stored.category),
    other: IndexedWords.wordsOf(other.join(" "))
  }
}

const searched = ["name", "category", "description", "group_name", "group_value", "attributes"] as const

/** Whether the same words find both. */
const areAlike = (before: Named, after: Named): boolean =>
  before.brandName === after.brandName && before.entry.texts === after.entry.texts
  && searched.every((fact) => before.entry.stored[fact] === after.entry.stored[fact])

/** Writes the words by which products are found, and counts them. */
export class Indexing {
  readonly #definition: Definition | undefined
  readonly #counts = new CatalogWords.Counts()
  readonly #brands = new Map<string, IndexedWords.Words>()

  constructor(definition: Definition | undefined) {
    this.#definition = definition
  }

  /** Indexes a product as it is `after`, if that has other words than it had `before`. */
  change({ after, before, id, words }: Reindexed): Effect.Effect<void, never, Transaction> {
    if (before !== undefined && after !== undefined && areAlike(before, after)) return Effect.void
    if (before !== undefined) this.#count(wordsOf(this.#definition, before.entry), this.#brandOf(before), -1)
    if (after === undefined) return IndexedWords.remove(id)
    const [own, brand] = [words ?? wordsOf(this.#definition, after.entry), this.#brandOf(after)]
    this.#count(own, brand, 1)
    return IndexedWords.write(id, own, brand)
  }

  /** Writes the counts: once, and late in a transaction, because others lock them too. */
  get finish(): Effect.Effect<void, never, Transaction> {
    return this.#counts.write
  }

  #brandOf({ brandName }: Named): IndexedWords.Words {
    const known = this.#brands.get(brandName)
    if (known !== undefined) return known
    const words = IndexedWords.wordsOf(brandName)
    this.#brands.set(brandName, words)
    return words
  }

  #count({ category, name, other }: IndexedWords.ProductWords, brand: IndexedWords.Words, by: 1 | -1): void {
    this.#counts.add(`${name.folded} ${brand.folded} ${category.folded} ${other.folded}`, by)
  }
}

/** The same for a few products. */
export const reindex = (
  definition: Definition | undefined,
  changes: ReadonlyArray<Reindexed>
): Effect.Effect<void, never, Transaction> =>
  Effect.suspend(() => {
    const indexing = new Indexing(definition)
    return Effect.zipRight(
      Effect.forEach(changes, (change) => indexing.change(change), { discard: true }),
      indexing.finish
    )
  })
