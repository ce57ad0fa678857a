/**
 * Numbers that no two products of a shop share, archived ones too: GTINs, however many zeros they begin with, and those
 * of the shop's own. Goods from before there was the rule keep theirs until one changes. Follows
 * docs/specification.md#declarations.
 */
import { gtinCheckDigit, gtinForms } from "@beauty-store/domain/Catalog"
import { ProductId } from "@beauty-store/domain/Ids"
import type { Fault } from "@beauty-store/domain/InvalidInput"
import * as Query from "@beauty-store/sql/Query"
import { hash } from "@beauty-store/sql/Secrets"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { placed } from "../Attributes.ts"
import type { Entry } from "./ProductFacts.ts"

/** A number for goods without a GTIN: of those that GS1 leaves to each company, so that no feed shows it. */
export const ownNumber = (id: string): string => {
  const digits = `2${String(Buffer.from(hash(id), "base64url").readUIntBE(0, 6) % 1e11).padStart(11, "0")}`
  return digits + gtinCheckDigit(digits)
}

/** The numbers of a product as they are compared. Goods without a GTIN have none. */
export const keysOf = (id: unknown, gtin: unknown, sku: unknown): ReadonlyArray<readonly ["gtin" | "sku", string]> => [
  ...(typeof gtin === "string" && gtin !== ownNumber(String(id)) ? [["gtin", gtin.padStart(14, "0")] as const] : []),
  ...(typeof sku === "string" ? [["sku", sku] as const] : [])
]

export const wordsOfTaken = (other: string): string =>
  `Expected a number that no other product has, but ${other} has it`

const Row = Schema.Struct({ id: ProductId, gtin: Schema.String, sku: Schema.NullOr(Schema.String) })
const rows = "SELECT id, gtin, sku FROM product WHERE"
const among = (column: string): { readonly sqlite: string; readonly pg: string } => ({
  sqlite: `${column} IN (SELECT value FROM json_each(?))`,
  pg: `${column} IN (SELECT json_array_elements_text(?::json))`
})
const [gtins, skus, ids] = [among("gtin"), among("sku"), among("id")]
const withNumbers = Query.all(Row)<[gtins: string, skus: string]>({
  sqlite: `${rows} ${gtins.sqlite} OR ${skus.sqlite} ORDER BY id`,
  pg: `${rows} ${gtins.pg} OR ${skus.pg} ORDER BY id`
})
const withIds = Query.all(Row)<[ids: string]>({ sqlite: `${rows} ${ids.sqlite}`, pg: `${rows} ${ids.pg}` })

/** The numbers of a product, and where it stands for those who gave it. */
interface Numbered extends Pick<Entry, "id">, Pick<Entry["stored"], "gtin" | "sku"> {
  readonly place: string
}

/** Whether an entry has another number than before. */
export const areOther = ({ stored: before }: Entry, { stored: after }: Entry): boolean =>
  before.gtin !== after.gtin || before.sku !== after.sku

/** The faults of products whose numbers others have. */
const findTaken = Effect.fnUntraced(
  function*(products: ReadonlyArray<Numbered>): Effect.fn.Return<ReadonlyArray<Fault>, never, Transaction> {
    const others = yield* withNumbers(
      JSON.stringify(products.flatMap(({ gtin }) => gtinForms(gtin))),
      JSON.stringify(products.flatMap(({ sku }) => sku ?? []))
    )
    const taken = new Map<string, Array<ProductId>>()
    for (const { gtin, id, sku } of others) {
      for (const [kind, key] of keysOf(id, gtin, sku)) taken.set(kind + key, [...taken.get(kind + key) ?? [], id])
    }
    return products.flatMap(({ gtin, id, place, sku }) =>
      keysOf(id, gtin, sku).flatMap(([kind, key]) => {
        const other = taken.get(kind + key)?.find((one) => one !== id)
        return other === undefined ? [] : placed(place, [{ path: kind, words: wordsOfTaken(other) }])
      })
    )
  }
)

/** The faults of an entry whose numbers other products have. */
export const faultsOf = ({ id, stored: { gtin, sku } }: Entry) => findTaken([{ id, gtin, sku, place: "" }])

/** So many are looked up at once. */
const atOnce = 200

/**
 * The same of products that were written, once the catalogue's version was raised (`CatalogChanges`), which all that
 * change goods do: then the later of two at once sees the earlier. They may be many, and their numbers are read anew.
 */
export const faultsOfWritten = Effect.fnUntraced(
  function*(
    written: ReadonlyArray<ProductId>,
    placeOf: (id: ProductId) => string
  ): Effect.fn.Return<ReadonlyArray<Fault>, never, Transaction> {
    const faults: Array<Fault> = []
    for (const some of Arr.chunksOf(written, atOnce)) {
      const found = yield* withIds(JSON.stringify(some))
      faults.push(...(yield* findTaken(found.map((row) => ({ ...row, place: placeOf(row.id) })))))
    }
    return faults
  }
)
