/**
 * The sources of public reads of the catalogue (one product, or all), and documents of the whole catalogue. A document
 * is composed of the brands' encoded parts, so that a change of a product encodes its own brand again and no other.
 *
 * Follows docs/specification.md#catalogue, docs/specification.md#caching.
 *
 * @since 1.0.0
 */
import type { Catalog, CatalogBrand } from "@beauty-store/commerce/catalog/Catalog"
import type { BrandId, Claimed, ProductId } from "@beauty-store/domain/Ids"
import type { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import type { CacheDependency } from "../pipeline/PublicReads.ts"

export type { CacheDependency } from "../pipeline/PublicReads.ts"

type Catalogue = typeof Catalog.Service

/** A product as a source, or the whole catalogue. */
export const sourceOf = ({ changes }: Catalogue, productId?: Claimed<ProductId>): CacheDependency => ({
  count: () => changes.count,
  isChanged: (since) => changes.isChanged(since, productId),
  isConfirmed: (now) => changes.isConfirmed(now),
  confirm: changes.confirm
})

/** What changes only when any product may have changed, as when goods are added. */
export const additionsOf = ({ changes }: Catalogue): CacheDependency => ({
  count: () => changes.count,
  isChanged: (since) => changes.mayAllHaveChanged(since),
  isConfirmed: (now) => changes.isConfirmed(now),
  confirm: changes.confirm
})

/** How a document of the whole catalogue is composed. */
export interface Composition {
  readonly head: string
  readonly separator: string
  readonly tail: string
  readonly brand: (brand: CatalogBrand) => Effect.Effect<string, StoreUnavailable>
}

/** The parts of a document at a count of changes, by brand, in the brands' order. */
interface Parts {
  readonly since: number
  readonly byBrand: ReadonlyMap<BrandId, Uint8Array>
}

/** If more products have changed, all brands are read again. */
const mostAlone = 50

type Encode = (brand: CatalogBrand) => Effect.Effect<readonly [BrandId, Uint8Array], StoreUnavailable>

/** The parts of a moment. Only the brands of changed products are read and encoded again. */
const renewed = (
  catalogue: Catalogue,
  encode: Encode,
  before: Parts | undefined
): Effect.Effect<Parts, StoreUnavailable> =>
  Effect.suspend(() => {
    const since = catalogue.changes.count
    const changed = before === undefined ? undefined : catalogue.changes.changedProducts(before.since)
    const all = Effect.map(
      catalogue.eachBrand(encode),
      (parts): Parts => ({ since, byBrand: new Map(parts) })
    )
    if (before === undefined || changed === undefined || changed.length > mostAlone) return all
    return Effect.flatMap(catalogue.brandsOf(changed), (brands) => {
      // The position of a new brand is known from all brands only.
      if (!brands.every(({ id }) => before.byBrand.has(id))) return all
      return Effect.map(
        Effect.forEach(brands, encode),
        (parts): Parts => ({ since, byBrand: new Map([...before.byBrand, ...parts]) })
      )
    })
  })

/** How often what changes while a document is made is read again. */
const mostRenewals = 3

/** The current parts: what changed while they were read is read again, so that they are of one moment. */
const current = (
  catalogue: Catalogue,
  encode: Encode,
  before: Parts | undefined,
  left = mostRenewals
): Effect.Effect<Parts, StoreUnavailable> =>
  Effect.flatMap(
    renewed(catalogue, encode, before),
    (parts) =>
      parts.since === catalogue.changes.count || left === 0
        ? Effect.succeed(parts)
        : current(catalogue, encode, parts, left - 1)
  )

/** The document of all parts. The parts are returned as sections of its bytes, so that they are in memory once. */
const joined = ({ head, separator, tail }: Composition, { byBrand, since }: Parts) => {
  const between = Buffer.from(separator)
  const pieces: Array<Uint8Array> = [Buffer.from(head)]
  for (const part of byBrand.values()) pieces.push(...pieces.length === 1 ? [part] : [between, part])
  const body = Buffer.concat([...pieces, Buffer.from(tail)])
  const kept = new Map<BrandId, Uint8Array>()
  let at = Buffer.byteLength(head)
  for (const [brandId, { length }] of byBrand) {
    kept.set(brandId, body.subarray(at, at + length))
    at += length + between.length
  }
  return { body, parts: { since, byBrand: kept } }
}

/** A document of the whole catalogue. */
export const document = (
  catalogue: Catalogue,
  composition: Composition
): Effect.Effect<Uint8Array, StoreUnavailable> => {
  let parts: Parts | undefined
  const encode: Encode = (brand) =>
    Effect.map(composition.brand(brand), (text) => [brand.id, Buffer.from(text)] as const)
  return Effect.suspend(() =>
    Effect.map(current(catalogue, encode, parts), (fresh) => {
      const made = joined(composition, fresh)
      parts = made.parts
      return made.body
    })
  )
}
