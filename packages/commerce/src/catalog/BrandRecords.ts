/**
 * The rows of brands, for those who change them. Whoever changes goods of a brand, or its name, has locked it, so that
 * its name is that of the words by which its goods are found. Follows docs/specification.md#goods.
 */
import * as Domain from "@beauty-store/domain/Catalog"
import { BrandId, type Claimed, ProductId } from "@beauty-store/domain/Ids"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

export const BrandRow = Schema.Struct({
  id: BrandId,
  name: Schema.String,
  category: Domain.Category,
  position: Query.Int,
  /** Who answers for its goods, as JSON. */
  responsible_person: Schema.NullOr(Schema.String)
})
export type BrandRow = typeof BrandRow.Type

/** Adds a brand unless it exists; returns how many were added. */
export const insert = Query.insertIfNew("brand", [
  "id",
  "name",
  "category",
  "position",
  "responsible_person"
], "ON CONFLICT DO NOTHING")
export const update = Query.change<
  [name: string, category: string, position: number, person: string | null, id: BrandId]
>("UPDATE brand SET name = ?, category = ?, position = ?, responsible_person = ? WHERE id = ?")
export const remove = Query.change<[id: BrandId]>("DELETE FROM brand WHERE id = ?")
const row = "SELECT id, name, category, position, responsible_person FROM brand"
const byId = Query.first(BrandRow)<[id: Claimed<BrandId>]>(
  `${row} WHERE id = ?`
)
const byIdLocked = Query.first(BrandRow)<[id: Claimed<BrandId>]>(
  `${row} WHERE id = ? FOR NO KEY UPDATE`
)
const idsOfProducts = Query.all(Schema.Struct({ id: ProductId }))<[brandId: BrandId]>(
  "SELECT id FROM product WHERE brand_id = ? ORDER BY id"
)
const lastPosition = Query.all(Schema.Struct({ last: Schema.NullOr(Query.Int) }))(
  "SELECT max(position) AS last FROM brand"
)
const lastPositionIn = Query.all(Schema.Struct({ last: Schema.NullOr(Query.Int) }))<[brandId: BrandId]>(
  "SELECT max(position) AS last FROM product WHERE brand_id = ?"
)

/** A brand; undefined if there is none. */
export const find = (id: Claimed<BrandId>): Effect.Effect<BrandRow | undefined, never, Transaction> =>
  Effect.map(byId(id), Option.getOrUndefined)

/** The same, which no other transaction changes until this one is over, nor the goods that it has. */
export const findLocked = (id: Claimed<BrandId>): Effect.Effect<BrandRow | undefined, never, Transaction> =>
  Effect.map(byIdLocked(id), Option.getOrUndefined)

/** The ids of all products of a brand, archived ones too, in their order. */
export const productIdsOf = (id: BrandId): Effect.Effect<ReadonlyArray<ProductId>, never, Transaction> =>
  Effect.map(idsOfProducts(id), (rows) => rows.map((row) => row.id))

const next = ([row]: ReadonlyArray<{ readonly last: number | null }>): number => (row?.last ?? -1) + 1

/** The place after all brands, and after all products of a brand. */
export const nextPosition = Effect.suspend(() => Effect.map(lastPosition(), next))
export const nextPositionIn = (id: BrandId) => Effect.map(lastPositionIn(id), next)
