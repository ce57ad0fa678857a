/**
 * The pictures of products: added, put in order, described, removed, and their files.
 *
 * A picture is stored once, however many products have it, and with the last of them it goes. What a product shows
 * changes in one transaction, with the trail and the catalogue's version. Follows docs/specification.md#pictures.
 *
 * @since 1.0.0
 */
import { ProductNotFound } from "@beauty-store/domain/Catalog"
import { type Claimed, ProductId } from "@beauty-store/domain/Ids"
import {
  type AlternativeTexts,
  mostPictures,
  PictureId,
  PictureNotFound,
  PicturesChanged,
  ProductPicture,
  TooManyPictures
} from "@beauty-store/domain/Picture"
import * as Query from "@beauty-store/sql/Query"
import { ConcurrentUpdate, type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import * as CatalogChanges from "./CatalogChanges.ts"
import { StoredPictures } from "./ProductRecords.ts"

/** A picture as it is to be stored. */
export interface EncodedPicture extends Pick<ProductPicture, "id" | "width" | "height"> {
  readonly files: ReadonlyArray<{ readonly name: string; readonly bytes: Uint8Array }>
}

/** A picture of a product, as a client names it. */
export interface ArrangedPicture {
  readonly id: Claimed<PictureId>
  readonly alt: AlternativeTexts
}

type Pictures = ReadonlyArray<ProductPicture>

export class ProductPictures extends Context.Tag("@beauty-store/commerce/ProductPictures")<ProductPictures, {
  readonly list: (productId: Claimed<ProductId>) => Effect.Effect<Pictures, ProductNotFound | StoreUnavailable>
  /**
   * Adds a picture behind the others, or at a place from 1 on. One that the product has already takes the alternative
   * texts, and the place if one is given.
   */
  readonly add: (
    productId: Claimed<ProductId>,
    picture: EncodedPicture,
    shown: { readonly alt: AlternativeTexts; readonly position?: number | undefined }
  ) => Effect.Effect<Pictures, ProductNotFound | TooManyPictures | StoreUnavailable>
  /** Puts the pictures in this order, with these alternative texts. It names all that the product has, each once. */
  readonly arrange: (
    productId: Claimed<ProductId>,
    order: ReadonlyArray<ArrangedPicture>
  ) => Effect.Effect<Pictures, ProductNotFound | PicturesChanged | StoreUnavailable>
  readonly remove: (
    productId: Claimed<ProductId>,
    pictureId: Claimed<PictureId>
  ) => Effect.Effect<Pictures, ProductNotFound | PictureNotFound | StoreUnavailable>
  /** Which of these are stored. */
  readonly stored: (ids: ReadonlyArray<PictureId>) => Effect.Effect<ReadonlySet<PictureId>, StoreUnavailable>
  /** Stores a picture that no product has yet, for `put`. */
  readonly stage: (picture: EncodedPicture) => Effect.Effect<void, StoreUnavailable>
  /** Gives products these stored pictures and no others; how many products changed. */
  readonly put: (
    wanted: ReadonlyArray<{ readonly productId: ProductId; readonly pictures: ReadonlyArray<ArrangedPicture> }>
  ) => Effect.Effect<number, ProductNotFound | PictureNotFound | TooManyPictures | StoreUnavailable>
  /** Removes pictures that were staged, and that no product has come to have. */
  readonly unstage: Effect.Effect<void, StoreUnavailable>
  /** A file of a picture; undefined where there is none. */
  readonly file: (
    pictureId: Claimed<PictureId>,
    name: string
  ) => Effect.Effect<Uint8Array | undefined, StoreUnavailable>
}>() {}

const Owner = Schema.Struct({ id: ProductId, pictures: StoredPictures })
const ofProduct = Query.first(Owner)<[productId: Claimed<ProductId>]>("SELECT id, pictures FROM product WHERE id = ?")
/** The pictures of a product, which no other transaction changes until this one is over. */
const locked = Query.first(Owner)<[productId: Claimed<ProductId>]>(
  "SELECT id, pictures FROM product WHERE id = ? FOR NO KEY UPDATE"
)
const setPictures = Query.change<[pictures: string | null, productId: ProductId]>(
  "UPDATE product SET pictures = ? WHERE id = ?"
)
const Sized = Schema.Struct({ id: PictureId, width: Query.Int, height: Query.Int })
const storedLocked = Query.first(Sized)<[pictureId: Claimed<PictureId>]>(
  "SELECT id, width, height FROM picture WHERE id = ? FOR UPDATE"
)
const isStored = Query.first(Schema.Struct({ id: PictureId }))<[pictureId: PictureId]>(
  "SELECT id FROM picture WHERE id = ?"
)
const insertPicture = Query.insertIfNew("picture", ["id", "width", "height", "uses"], "ON CONFLICT DO NOTHING")
const Uses = Schema.Struct({ uses: Query.Int })
const countUses = Query.returning(Uses)<[more: number, pictureId: PictureId]>(
  "UPDATE picture SET uses = uses + ? WHERE id = ? RETURNING uses"
)
const insertFile = Query.insert("picture_file", ["picture_id", "name", "bytes"])
const deleteFiles = Query.change<[pictureId: PictureId]>("DELETE FROM picture_file WHERE picture_id = ?")
const deletePicture = Query.change<[pictureId: PictureId]>("DELETE FROM picture WHERE id = ?")
const stagedLocked = Query.all(Schema.Struct({ id: PictureId }))(
  "SELECT id FROM picture WHERE uses = 0 ORDER BY id FOR UPDATE"
)
const fileNamed = Query.first(Schema.Struct({ bytes: Schema.Uint8ArrayFromSelf }))<
  [pictureId: Claimed<PictureId>, name: string]
>("SELECT bytes FROM picture_file WHERE picture_id = ? AND name = ?")

const encode = Schema.encodeSync(Query.Json(Schema.Array(ProductPicture)))

/** The ids as a fact of the trail: alternative texts are what a person wrote. */
const factsOf = (pictures: Pictures) => ({ pictures: pictures.map(({ id }) => id).join(" ") })

/** Stores a picture with its files, unless it is stored. It stays until the transaction is over. */
const store = Effect.fnUntraced(function*({ files, height, id, width }: EncodedPicture) {
  if ((yield* insertPicture({ id, width, height, uses: 0 })) === 0) {
    // Another transaction may have removed it after that.
    if (Option.isNone(yield* storedLocked(id))) yield* Effect.die(new ConcurrentUpdate())
    return
  }
  for (const { bytes, name } of files) yield* insertFile({ picture_id: id, name, bytes })
})

const discard = (id: PictureId) => Effect.zipRight(deleteFiles(id), deletePicture(id))

/** Counts one use more or less; whether the picture went with the last. */
const count = Effect.fnUntraced(function*(id: PictureId, more: 1 | -1) {
  const [row] = yield* countUses(more, id)
  if (row!.uses > 0) return false
  yield* discard(id)
  return true
})

/** What came of a change of a product's pictures. `isAnyGone`: files went with it. */
interface Changed {
  readonly productId: ProductId
  readonly pictures: Pictures
  readonly isChanged: boolean
  readonly isAnyGone: boolean
}

/**
 * Changes the pictures of a product, as `decide` says. Pictures are counted in the order of their ids. `added`: one
 * that may not be stored yet.
 */
const change = Effect.fnUntraced(function*<E>(
  claimed: Claimed<ProductId>,
  decide: (before: Pictures, productId: ProductId) => Effect.Effect<Pictures, E, Transaction>,
  added?: EncodedPicture
): Effect.fn.Return<Changed, E | ProductNotFound, Transaction> {
  const row = Option.getOrUndefined(yield* locked(claimed))
  if (row === undefined) return yield* new ProductNotFound({ productId: claimed })
  const { id: productId, pictures } = row
  const before = pictures ?? []
  const after = yield* decide(before, productId)
  if (encode(before) === encode(after)) return { productId, pictures: before, isChanged: false, isAnyGone: false }
  const without = (some: Pictures, others: Pictures) =>
    some.filter(({ id }) => !others.some((one) => one.id === id)).map(({ id }) => id)
  const [come, gone] = [without(after, before), without(before, after)]
  if (added !== undefined) yield* store(added)
  let isAnyGone = false
  for (const id of [...come, ...gone].toSorted()) {
    if (yield* count(id, come.includes(id) ? 1 : -1)) isAnyGone = true
  }
  yield* setPictures(after.length === 0 ? null : encode(after), productId)
  yield* StaffTrail.record({
    action: "pictures.set",
    subject: productId,
    before: factsOf(before),
    after: factsOf(after)
  })
  return { productId, pictures: after, isChanged: true, isAnyGone }
})

/** The same for one product, which is recorded; what it shows then. */
const changeOne = Effect.fnUntraced(function*<E>(...given: Parameters<typeof change<E>>) {
  const { isAnyGone, isChanged, pictures, productId } = yield* change(...given)
  // A file that is gone is in memory as what any product may have shown.
  if (isAnyGone) yield* CatalogChanges.recordAny
  else if (isChanged) yield* CatalogChanges.record([productId])
  return pictures
})

/** Takes all pictures of a product away before it is deleted. In its transaction. */
export const releaseAll = (productId: ProductId): Effect.Effect<void, never, Transaction> =>
  Effect.asVoid(Effect.orDie(change(productId, () => Effect.succeed([]))))

/** A list with a picture at a place from 1 on, or else where it was, or behind the others. */
const placed = (before: Pictures, picture: ProductPicture, position: number | undefined): Pictures => {
  const others = before.filter(({ id }) => id !== picture.id)
  const was = before.findIndex(({ id }) => id === picture.id)
  const at = position === undefined ? (was < 0 ? others.length : was) : Math.min(position - 1, others.length)
  return [...others.slice(0, at), picture, ...others.slice(at)]
}

const within = <A>(productId: ProductId, pictures: ReadonlyArray<A>) =>
  pictures.length > mostPictures
    ? new TooManyPictures({ productId, most: mostPictures })
    : Effect.succeed(pictures)

const add =
  ({ write }: typeof Transactions.Service): typeof ProductPictures.Service["add"] =>
  (productId, picture, { alt, position }) => {
    const { height, id, width } = picture
    return write(changeOne(
      productId,
      (before, owner) => within(owner, placed(before, { id, width, height, alt }, position)),
      picture
    ))
  }

const arrange =
  ({ write }: typeof Transactions.Service): typeof ProductPictures.Service["arrange"] => (productId, order) =>
    write(changeOne(productId, (before, owner) => {
      const known = new Map<string, ProductPicture>(before.map((one) => [one.id, one]))
      const arranged = order.flatMap(({ alt, id }) => known.has(id) ? [{ ...known.get(id)!, alt }] : [])
      const isWhole = order.length === before.length && new Set(arranged.map(({ id }) => id)).size === before.length
      return isWhole
        ? Effect.succeed(arranged)
        : new PicturesChanged({ productId: owner, pictures: before.map(({ id }) => id) })
    }))

const remove =
  ({ write }: typeof Transactions.Service): typeof ProductPictures.Service["remove"] => (productId, pictureId) =>
    write(changeOne(productId, (before, owner) => {
      const others = before.filter(({ id }) => id !== pictureId)
      return others.length === before.length
        ? new PictureNotFound({ productId: owner, pictureId })
        : Effect.succeed(others)
    }))

/** Pictures that are stored, with their sizes; locked in the order of their ids. */
const storedOf = Effect.fnUntraced(function*(productId: ProductId, pictures: ReadonlyArray<ArrangedPicture>) {
  const sizes = new Map<string, typeof Sized.Type>()
  for (const id of (yield* within(productId, pictures)).map(({ id }) => id).toSorted()) {
    const stored = Option.getOrUndefined(yield* storedLocked(id))
    if (stored === undefined) return yield* new PictureNotFound({ productId, pictureId: id })
    sizes.set(id, stored)
  }
  return pictures.map(({ alt, id }) => ({ ...sizes.get(id)!, alt }))
})

const put = ({ write }: typeof Transactions.Service): typeof ProductPictures.Service["put"] =>
  Effect.fnUntraced(function*(wanted) {
    let changed = 0
    for (const { pictures, productId } of wanted.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))) {
      const { isChanged } = yield* change(productId, () => storedOf(productId, pictures))
      if (isChanged) changed++
    }
    if (changed > 0) yield* CatalogChanges.recordAny
    return changed
  }, write)

const unstage = ({ write }: typeof Transactions.Service) =>
  write(Effect.flatMap(stagedLocked(), (staged) => Effect.forEach(staged, ({ id }) => discard(id), { discard: true })))

const list = ({ read }: typeof Transactions.Service): typeof ProductPictures.Service["list"] =>
  Effect.fnUntraced(function*(productId) {
    const row = Option.getOrUndefined(yield* ofProduct(productId))
    return row === undefined ? yield* new ProductNotFound({ productId }) : row.pictures ?? []
  }, read)

const stored = ({ read }: typeof Transactions.Service): typeof ProductPictures.Service["stored"] => (ids) =>
  read(Effect.map(
    Effect.forEach(ids, (id) => isStored(id)),
    (rows) => new Set(rows.flatMap(Option.match({ onNone: () => [], onSome: ({ id }) => [id] })))
  ))

const file = ({ read }: typeof Transactions.Service): typeof ProductPictures.Service["file"] => (pictureId, name) =>
  Effect.map(
    read(fileNamed(pictureId, name)),
    Option.match({ onNone: () => undefined, onSome: ({ bytes }) => bytes })
  )

export const layer: Layer.Layer<ProductPictures, never, Transactions> = Layer.effect(
  ProductPictures,
  Effect.map(Transactions, (transactions) => {
    const given = (productId: string) => ({ productId })
    return {
      list: UseCase.named("ProductPictures.list", list(transactions), { given }),
      add: UseCase.named("ProductPictures.add", add(transactions), { given }),
      arrange: UseCase.named("ProductPictures.arrange", arrange(transactions), { given }),
      remove: UseCase.named("ProductPictures.remove", remove(transactions), { given }),
      stored: UseCase.named("ProductPictures.stored", stored(transactions)),
      stage: UseCase.named("ProductPictures.stage", (picture: EncodedPicture) => transactions.write(store(picture))),
      put: UseCase.named("ProductPictures.put", put(transactions)),
      unstage: UseCase.named("ProductPictures.unstage", () => unstage(transactions))(),
      file: UseCase.named("ProductPictures.file", file(transactions))
    }
  })
)
