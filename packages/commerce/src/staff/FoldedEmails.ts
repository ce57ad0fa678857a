/**
 * The email addresses of orders and tickets in the one spelling by which people are found (`foldEmail`), in a column
 * beside them: the databases' own functions fold differently, and neither folds domains.
 *
 * The rule: whoever looks for a person finds all of their rows. A row without the column is an older program's, or was
 * made before there was one; such rows are filled in by the migration, and before a search.
 * Follows docs/specification.md#addresses.
 */
import { foldEmail } from "@beauty-store/domain/Address"
import * as Query from "@beauty-store/kernel/Query"
import type { StoreUnavailable, Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Row = Schema.Struct({ id: Schema.String, email: Schema.String })
const rowsAtOnce = 500

const statementsOf = (table: "orders" | "ticket") => ({
  unfolded: Query.all(Row)<[most: number]>(
    `SELECT id, email FROM ${table} WHERE email_folded IS NULL ORDER BY id LIMIT ?`
  ),
  set: Query.changeOne<[folded: string, id: string]>(`UPDATE ${table} SET email_folded = ? WHERE id = ?`)
})
const tables = [statementsOf("orders"), statementsOf("ticket")]

/** Fills in the column wherever it is missing. */
export const fill: Effect.Effect<void, never, Transaction> = Effect.gen(function*() {
  for (const { set, unfolded } of tables) {
    for (;;) {
      const rows = yield* unfolded(rowsAtOnce)
      for (const { email, id } of rows) yield* set(foldEmail(email), id)
      if (rows.length < rowsAtOnce) break
    }
  }
})

const isFilled = Effect.map(
  Effect.forEach(tables, ({ unfolded }) => unfolded(1)),
  (found) => found.every((rows) => rows.length === 0)
)

/** Fills in the column before people are looked for by it. */
export const complete = (
  { read, write }: typeof Transactions.Service
): Effect.Effect<void, StoreUnavailable> =>
  Effect.flatMap(read(isFilled), (filled) => filled ? Effect.void : write(fill))
