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

const Numbered = Schema.Struct({ id: ProductId, gtin: Schema.String, sku: Schema.NullOr(Schema.String) })
const numbered = "SELECT id, gtin, sku FROM product WHERE"
const among: Query.Text = {
  sqlite: `${numbered} gtin IN (SELECT value FROM json_each(?)) OR sku IN (SELECT value FROM json_each(?)) ORDER BY id`,
  pg: `${numbered} gtin IN (SELECT json_array_elements_text(?::json))
    OR sku IN (SELECT json_array_elements_text(?::json)) ORDER BY id`
}
const withNumbers = Query.all(Numbered)<[gtins: string, skus: string]>(among)

/** The numbers of a product, and where it stands for those who gave it. Its other facts are many: an import keeps none. */
export interface Placed extends Pick<Entry, "id">, Pick<Entry["stored"], "gtin" | "sku"> {
  readonly place: string
}

export const placedOf = ({ id, stored: { gtin, sku } }: Entry, place: string): Placed => ({ id, gtin, sku, place })

/** Whether an entry has another number than before. */
export const areOther = ({ stored: before }: Entry, { stored: after }: Entry): boolean =>
  before.gtin !== after.gtin || before.sku !== after.sku

/** So many are looked up at once. */
const atOnce = 200

/**
 * The faults of products whose numbers others have. Once the catalogue's version was raised (`CatalogChanges`), which all
 * that change goods do, the later of two at once sees the earlier.
 */
export const faultsOfTaken = Effect.fnUntraced(
  function*(products: ReadonlyArray<Placed>): Effect.fn.Return<ReadonlyArray<Fault>, never, Transaction> {
    const faults: Array<Fault> = []
    for (const some of Arr.chunksOf(products, atOnce)) {
      const rows = yield* withNumbers(
        JSON.stringify(some.flatMap(({ gtin }) => gtinForms(gtin))),
        JSON.stringify(some.flatMap(({ sku }) => sku ?? []))
      )
      const taken = new Map<string, Array<ProductId>>()
      for (const { gtin, id, sku } of rows) {
        for (const [kind, key] of keysOf(id, gtin, sku)) taken.set(kind + key, [...taken.get(kind + key) ?? [], id])
      }
      for (const { gtin, id, place, sku } of some) {
        for (const [kind, key] of keysOf(id, gtin, sku)) {
          const other = taken.get(kind + key)?.find((one) => one !== id)
          if (other !== undefined) faults.push(...placed(place, [{ path: kind, words: wordsOfTaken(other) }]))
        }
      }
    }
    return faults
  }
)
