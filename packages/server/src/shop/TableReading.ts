/**
 * Tables of goods over the API, by the columns of the program's own (`ProductTable`). Pictures are no files there: a row
 * that names some is refused, because each is sent by an operation of its own. What is staged waits on disk. Follows
 * docs/specification.md#imports.
 */
import * as ProductTable from "@beauty-store/commerce/catalog/ProductTable"
import type { TableFault, Tables } from "@beauty-store/commerce/catalog/ProductTables"
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { setImmediate } from "node:timers/promises"
import * as StagedRows from "./StagedRows.ts"

/** So many characters are read before requests have their turn. */
const readAtOnce = 16_384

async function* inTurns(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += readAtOnce) {
      await setImmediate()
      yield piece.slice(at, at + readAtOnce)
    }
  }
}

const pictured =
  "names files: pictures are sent by POST /api/admin/products/{productId}/pictures, so leave the cell empty"

export const makeTables = (shop: StorePolicy): Tables => ({
  locate: ProductTable.locate,
  printer: (form) => ProductTable.printer(form, shop.languages),
  read: Effect.fnUntraced(function*(pieces, { mostFaults, onFault, onRow, ...reading }) {
    const storage = yield* Effect.acquireRelease(Effect.sync(StagedRows.open), ({ close }) => Effect.sync(close))
    const faults: Array<TableFault> = []
    const read = yield* Effect.tryPromise({
      try: () =>
        ProductTable.read(inTurns(pieces), shop, {
          ...reading,
          attributes: Beauty.product,
          storage,
          mostFaults,
          onFault,
          onLine: ({ cells, line }) => {
            onRow()
            if ((cells.get("pictures") ?? "") === "") return
            onFault()
            if (faults.length < mostFaults) faults.push({ line, column: "pictures", words: pictured })
          }
        }),
      catch: (error) => error
    })
    if (Either.isRight(read) && faults.length === 0) return read
    const all = [...faults, ...(Either.isLeft(read) ? read.left : [])]
    return Either.left(all.toSorted((a, b) => a.line - b.line).slice(0, mostFaults))
  })
})
