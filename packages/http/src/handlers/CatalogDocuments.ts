/**
 * What public reads of the catalogue are made from: a product, or all of it; and documents of all of it, which are kept
 * brand by brand, so that a change of a product has its own brand encoded anew and no other.
 *
 * Follows docs/specification.md#catalogue, docs/specification.md#caching.
 */
import type { Catalog, CatalogBrand } from "@beauty-store/commerce/catalog/Catalog"
import type { BrandId, ProductId } from "@beauty-store/domain/Ids"
import type { StoreUnavailable } from "@beauty-store/kernel/Transactions"
import * as Effect from "effect/Effect"
import type { Source } from "../pipeline/PublicReads.ts"

type Catalogue = typeof Catalog.Service

/** The catalogue as a source: one product of it, or all. */
export const sourceOf = ({ changes }: Catalogue, productId?: ProductId): Source => ({
  count: () => changes.count,
  isChanged: (since) => changes.isChanged(since, productId),
  isConfirmed: (now) => changes.isConfirmed(now),
  confirm: changes.confirm
})

/** How a document of the whole catalogue is put together. */
export interface Composition {
  readonly head: string
  readonly separator: string
  readonly tail: string
  readonly brand: (brand: CatalogBrand) => string
}

/** The parts of a document as they were at a count of changes, by brand and in the brands' order. */
interface Parts {
  readonly since: number
  readonly byBrand: ReadonlyMap<BrandId, Uint8Array>
}

/** Beyond so many changed products, all brands are read at once. */
const mostAlone = 50

/** The parts as they are now: only those of the brands that changed are made anew. */
const renewed = (
  catalogue: Catalogue,
  encode: (brand: CatalogBrand) => Uint8Array,
  before: Parts | undefined
): Effect.Effect<Parts, StoreUnavailable> =>
  Effect.suspend(() => {
    const since = catalogue.changes.count
    const changed = before === undefined ? undefined : catalogue.changes.changedProducts(before.since)
    const all = Effect.map(
      catalogue.brands,
      (brands): Parts => ({ since, byBrand: new Map(brands.map((brand) => [brand.id, encode(brand)])) })
    )
    if (before === undefined || changed === undefined || changed.length > mostAlone) return all
    return Effect.flatMap(catalogue.brandsOf(changed), (brands) => {
      // A brand that was not there has a place that only all brands together tell.
      if (!brands.every(({ id }) => before.byBrand.has(id))) return all
      const byBrand = new Map(before.byBrand)
      for (const brand of brands) byBrand.set(brand.id, encode(brand))
      return Effect.succeed({ since, byBrand })
    })
  })

/** Parts of a document, one after the other, and the same parts as pieces of it: they are kept once. */
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

/** A document of the whole catalogue, as it is now. */
export const document = (
  catalogue: Catalogue,
  composition: Composition
): Effect.Effect<Uint8Array, StoreUnavailable> => {
  let parts: Parts | undefined
  const encode = (brand: CatalogBrand): Uint8Array => Buffer.from(composition.brand(brand))
  return Effect.suspend(() =>
    Effect.map(renewed(catalogue, encode, parts), (fresh) => {
      const made = joined(composition, fresh)
      parts = made.parts
      return made.body
    })
  )
}
