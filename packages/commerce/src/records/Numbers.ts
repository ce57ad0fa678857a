/**
 * The numbers by which people name orders, returns and tickets: each row gets one when it is written, and keeps it. Of
 * four random ones it gets the first that no row of its table has; where another transaction takes the same at that
 * moment, the transaction runs again. Follows docs/specification.md#numbers.
 */
import * as ReferenceNumber from "@beauty-store/domain/ReferenceNumber"
import { Entropy } from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import type { Parameter, Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The number of a row. The database has its digits without the last. */
export const NumberColumn = Schema.transform(Query.Int, Schema.typeSchema(ReferenceNumber.ReferenceNumber), {
  strict: true,
  decode: ReferenceNumber.ofBody,
  encode: ReferenceNumber.bodyOf
})

const draws = 4

/** Inserts a row with a new number. Nobody waits for it. */
export const insertNumbered = <const Column extends string>(table: string, columns: ReadonlyArray<Column>) => {
  const drawn = Array<string>(draws).fill("SELECT CAST(? AS INTEGER) AS n").join(" UNION ALL ")
  // Without any, the table's trigger draws on (`NumberTables`).
  const insert = Query.changeOne<ReadonlyArray<Parameter>>(
    `INSERT INTO ${table} (${columns.join(", ")}, number)
     VALUES (${columns.map(() => "?").join(", ")}, (SELECT n FROM (${drawn}) drawn
       WHERE NOT EXISTS (SELECT 1 FROM ${table} taken WHERE taken.number = n) LIMIT 1))
     ON CONFLICT (number) DO NOTHING`
  )
  return (row: { readonly [column in Column]: Parameter }): Effect.Effect<void, never, Transaction | Entropy> =>
    Effect.flatMap(Entropy, ({ bytes }) => {
      const random = new DataView(Uint8Array.from(bytes(draws * 4)).buffer)
      return insert(
        ...columns.map((column) => row[column]),
        ...Array.from({ length: draws }, (_, i) => ReferenceNumber.drawnBody(random.getUint32(i * 4)))
      )
    })
}
