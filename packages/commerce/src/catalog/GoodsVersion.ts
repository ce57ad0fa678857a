/**
 * Versions of goods: what staff have seen of a product or a brand, to change no other than that. A version is a hash of
 * what is stored, so that it differs whoever made the change. Follows docs/specification.md#goods.
 */
import { hash } from "@beauty-store/sql/Secrets"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import * as StaffTrail from "../staff/StaffTrail.ts"
import type { BrandRow } from "./BrandRecords.ts"
import { GoodsChanged } from "./GoodsRefusals.ts"
import type { Kept } from "./ProductFacts.ts"

/** The versions that an editor has seen, or `any`: they change it whatever it is. */
export type Seen = ReadonlyArray<string> | "any"

const versionOf = (facts: ReadonlyArray<unknown>): string => hash(JSON.stringify(facts)).slice(0, 22)

/** Facts that older programs do not know: they find the same version of what has none of them. */
const added = [
  "vat_class",
  "sku",
  "weight_grams",
  "country_of_origin",
  "responsible_person",
  "cpnp",
  "options",
  "low_stock"
] as const

/** Its place among others is not shown, and moves with every import. */
export const ofProduct = ({ archivedAt, stored, texts }: Kept): string => {
  const facts = {
    ...Struct.omit(stored, "position", ...added),
    ...Object.fromEntries(added.flatMap((fact) => stored[fact] === null ? [] : [[fact, stored[fact]]]))
  }
  return versionOf([facts, texts ?? null, archivedAt ?? false])
}

export const ofBrand = ({ category, name, responsible_person }: BrandRow): string =>
  versionOf([name, category, ...(responsible_person === null ? [] : [responsible_person])])

/** Fails where a thing is not as its editor has seen it. */
export const check = Effect.fnUntraced(function*(subject: string, currentVersion: string, seen: Seen) {
  if (seen === "any" || seen.includes(currentVersion)) return
  const last = yield* StaffTrail.latestOf(subject)
  const fields = last?.after["fields"]
  return yield* new GoodsChanged({
    subject,
    currentVersion,
    changedBy: last?.client ?? null,
    change: last?.action ?? null,
    changedFields: typeof fields === "string" ? fields.split(" ") : [],
    changedAt: last?.at ?? null
  })
})
