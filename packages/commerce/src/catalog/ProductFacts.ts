/**
 * The facts of products as they are stored, and the one way to write them: with their texts, and the words by which
 * they are found. `CatalogImport` and `Goods` decide what is written.
 *
 * A brand is locked before its products, and products in the order of their ids. Follows docs/specification.md#goods.
 */
import type { Definition } from "@beauty-store/domain/Attribute"
import * as Domain from "@beauty-store/domain/Catalog"
import { BrandId, type Claimed, ProductId } from "@beauty-store/domain/Ids"
import * as Money from "@beauty-store/domain/Money"
import { ProductTexts, searchedIn } from "@beauty-store/domain/ProductText"
import { VatClass } from "@beauty-store/domain/Vat"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as CatalogWords from "./CatalogWords.ts"
import * as IndexedWords from "./IndexedWords.ts"
import { fold } from "./SearchWords.ts"

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
  /** Null: standard. */
  vat_class: Schema.NullOr(VatClass)
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
}

const insertProduct = Query.insertIfNew("product", ["id", ...facts, "added_at"], "ON CONFLICT DO NOTHING")
const updateProduct = Query.change<ReadonlyArray<string | number | null>>(
  `UPDATE product SET ${facts.map((fact) => `${fact} = ?`).join(", ")} WHERE id = ?`
)
const insertStock = Query.insert("stock", ["product_id", "on_hand"])
const insertTexts = Query.insert("product_text", ["product_id", "texts"])
const deleteTexts = Query.change<[productId: ProductId]>("DELETE FROM product_text WHERE product_id = ?")

/** The row of a product with its texts. */
export const KeptRow = Schema.Struct({
  id: ProductId,
  ...Stored.fields,
  added_at: Query.Int,
  archived_at: Schema.NullOr(Query.Int),
  texts: Schema.NullOr(Schema.String)
})
export const keptColumns = `p.id, ${facts.map((fact) => `p.${fact}`).join(", ")}, p.added_at, p.archived_at, t.texts`
export const keptTables = "product p LEFT JOIN product_text t ON t.product_id = p.id"
const keptById = Query.first(KeptRow)<[id: Claimed<ProductId>]>(
  `SELECT ${keptColumns} FROM ${keptTables} WHERE p.id = ?`
)
const lockProduct = Query.lock<[id: Claimed<ProductId>]>("SELECT id FROM product WHERE id = ? FOR NO KEY UPDATE")

export const toKept = ({ added_at, archived_at, id, texts, ...stored }: typeof KeptRow.Type): Kept => ({
  id,
  stored,
  texts: texts ?? undefined,
  addedAt: added_at,
  archivedAt: archived_at ?? undefined
})

/** A product as it is now; undefined if there is none. */
export const find = (id: Claimed<ProductId>): Effect.Effect<Kept | undefined, never, Transaction> =>
  Effect.map(keptById(id), (row) => Option.getOrUndefined(Option.map(row, toKept)))

/** The same, which no other transaction changes until this one is over. */
export const findLocked = (id: Claimed<ProductId>): Effect.Effect<Kept | undefined, never, Transaction> =>
  Effect.flatMap(lockProduct(id), (isThere) => isThere ? find(id) : Effect.succeed(undefined))

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
      varies_by: group?.variesBy ?? null,
      group_value: group?.value ?? null,
      vat_class: vatClass === "standard" ? null : vatClass
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
    variesBy: stored.varies_by!,
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
    group: groupOf(entry),
    texts: textsOf(entry),
    attributes: stored.attributes === null ? undefined : definition?.stored(stored.attributes, `product ${id}`)?.value
  } satisfies Given
}

/** Adds a product with its first stock, unless it exists already; whether it did. */
export const insert = Effect.fnUntraced(function*({ id, stored, texts }: Entry, onHand: number, now: number) {
  if ((yield* insertProduct({ id, ...stored, added_at: now })) === 0) return false
  yield* insertStock({ product_id: id, on_hand: onHand })
  if (texts !== undefined) yield* insertTexts({ product_id: id, texts })
  return true
})

/** Its place among others is no fact that anybody reads of a product. */
export const isRead = (fact: Fact | "texts"): boolean => fact !== "position"

/** Gives a product that exists the facts of an entry. Returns those in which it differed. */
export const update = Effect.fnUntraced(function*(before: Entry, { id, stored, texts }: Entry) {
  const differing: Array<Fact | "texts"> = facts.filter((fact) => before.stored[fact] !== stored[fact])
  if (differing.length > 0) yield* updateProduct(...facts.map((fact) => stored[fact]), id)
  if (before.texts !== texts) {
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
}

/** The words by which a product is found. */
const wordsOf = (definition: Definition | undefined, { brandName, entry }: Named): IndexedWords.Texts => {
  const { id, stored } = entry
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
      searchedIn(textsOf(entry))
    ].join(" ")
  ]
}

const foldWords = (words: IndexedWords.Texts): string => fold(words.join(" "))

/** Writes the words by which products are found, and counts them. Late in a transaction: others lock the counts too. */
export const reindex = Effect.fnUntraced(
  function*(
    definition: Definition | undefined,
    changes: ReadonlyArray<Reindexed>
  ): Effect.fn.Return<void, never, Transaction> {
    const gone = changes.flatMap(({ before }) => before === undefined ? [] : [foldWords(wordsOf(definition, before))])
    yield* IndexedWords.remove(changes.flatMap(({ before, id }) => before === undefined ? [] : [id]))
    const come: Array<string> = []
    for (const { after, id } of changes) {
      if (after === undefined) continue
      const words = wordsOf(definition, after)
      yield* IndexedWords.insert(id, words)
      come.push(foldWords(words))
    }
    yield* CatalogWords.record(come, gone)
  }
)
