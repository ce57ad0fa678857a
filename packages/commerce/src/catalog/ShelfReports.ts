/**
 * What staff report of shelves, many at once, all or none: deliveries, losses and counts. Each is decided on the shelf
 * as it is while it is locked. Follows docs/specification.md#stock.
 *
 * @since 1.0.0
 */
import type { Fault } from "@beauty-store/domain/InvalidInput"
import * as Stock from "@beauty-store/domain/Stock"
import * as Schema from "effect/Schema"
import { faultsBy, faultsOfTexts, text } from "../InputChecks.ts"

/** What is reported of the shelf of a product, and what staff note of it. */
export type ReportLine = Stock.ShelfReport & { readonly productId: string; readonly note?: string | undefined }

/** So many shelves are reported at once. */
export const mostLines = 1000
export const longestNote = 200

const line = { productId: Schema.String, note: Schema.optional(text(longestNote)) }
const [delivery, loss, count] = Stock.ShelfReport.members
const Lines = Schema.Struct({
  lines: Schema.NonEmptyArray(
    Schema.Union(
      Schema.Struct({ ...delivery.fields, ...line }),
      Schema.Struct({ ...loss.fields, ...line }),
      Schema.Struct({ ...count.fields, ...line })
    )
  ).pipe(Schema.maxItems(mostLines))
})
const faultsOfShape = faultsBy(Lines)

/** What is wrong with reports by themselves. */
export const faultsOfLines = (lines: ReadonlyArray<ReportLine>): ReadonlyArray<Fault> => {
  const shape = faultsOfShape({ lines })
  if (shape.length > 0) return shape
  const named = new Set<string>()
  return lines.flatMap(({ note, productId }, n) => {
    const isAgain = named.has(productId)
    named.add(productId)
    return [
      ...(isAgain ? [{ path: `lines[${n}].productId`, words: "Expected a product that no line before names" }] : []),
      ...(note === undefined ? [] : faultsOfTexts(note, ["lines", n, "note"]))
    ]
  })
}

/** What is wrong with a report of a shelf as it is; undefined: the shop has no such product. */
export const faultsOfReport = (
  shelf: Stock.Stock | undefined,
  line: ReportLine,
  n: number
): ReadonlyArray<Fault> => {
  if (shelf === undefined) return [{ path: `lines[${n}].productId`, words: "Expected a product that the shop has" }]
  const { least, most } = Stock.reportable(shelf, line.reason)
  const [field, units] = line.reason === "count" ? ["counted", line.counted] : ["units", line.units]
  const path = `lines[${n}].${field}`
  return [
    ...(units < least ? [{ path, words: `Expected at least ${least}: so many are reserved` }] : []),
    ...(units <= most ? [] : [{
      path,
      words: line.reason === "loss"
        ? `Expected at most ${most}: the other ${shelf.reserved} are reserved`
        : `Expected at most ${most}: a shelf has at most ${Stock.mostOnHand}`
    }])
  ]
}
