/**
 * The VAT of a quarter, added up from receipts and credit notes, some at a time: documents never change, so that no
 * transaction has to last as long as all of it. The domain decides what counts (`VatReport`). Follows
 * docs/specification.md#vat-report.
 */
import { CountryCode } from "@beauty-store/domain/Address"
import { Day } from "@beauty-store/domain/Days"
import * as Destination from "@beauty-store/domain/Destination"
import { VatPerRate } from "@beauty-store/domain/Pricing"
import * as Domain from "@beauty-store/domain/VatReport"
import * as Query from "@beauty-store/sql/Query"
import type { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { checking } from "../InputChecks.ts"

/** How many documents are in memory at once. */
const pageSize = 500

const Row = Schema.Struct({
  at: Query.Int,
  series: Schema.String,
  n: Query.Int,
  kind: Schema.String,
  document: Query.Json(Schema.Struct({ issuedOn: Day, vat: Schema.Array(VatPerRate) })),
  address: Query.Json(Schema.Struct({ country: CountryCode, postcode: Schema.String }))
})
const documentsAfter = Query.all(Row)<[at: number, series: string, n: number, before: number, limit: number]>(
  `SELECT r.at, r.series, r.n, r.kind, r.document, o.address
   FROM receipt r JOIN orders o ON o.id = r.order_id
   WHERE (r.at, r.series, r.n) > (?, ?, ?) AND r.at < ? ORDER BY r.at, r.series, r.n LIMIT ?`
)

const check = checking(Schema.Struct({ quarter: Domain.Quarter }))

/** By country of delivery and rate. */
export const report = ({ transactions }: { readonly transactions: typeof Transactions.Service }) =>
  Effect.fnUntraced(function*(quarter: Domain.Quarter) {
    yield* check({ quarter })
    const { before, from } = Domain.momentsOf(quarter)
    let sums: ReadonlyArray<Domain.CountryVat> = []
    let place = { at: from, series: "", n: 0 }
    for (;;) {
      const rows = yield* transactions.read(documentsAfter(place.at, place.series, place.n, before, pageSize))
      sums = Domain.add(
        sums,
        rows.filter(({ document }) => Domain.quarterOf(document.issuedOn) === quarter).map((
          { address, document, kind }
        ) => ({
          isReceipt: kind === "receipt",
          ...Destination.of(address),
          vat: document.vat
        }))
      )
      if (rows.length < pageSize) return sums
      place = rows.at(-1)!
    }
  })
