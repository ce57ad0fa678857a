/**
 * `beauty-store export <file>`: writes all goods that a shop sells into a table that an import reads as the same goods.
 * Pictures are left out, and what staff have archived. A file that is there stays as it is. Exit codes are an import's.
 * Follows docs/shop.md.
 */
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import * as ProductTable from "@beauty-store/commerce/catalog/ProductTable"
import * as Effect from "effect/Effect"
import { closeSync, openSync, rmSync, writeSync } from "node:fs"
import * as ServerConfig from "../ServerConfig.ts"
import * as GoodsCommand from "./GoodsCommand.ts"
import { storeOf } from "./ImportCommand.ts"
import { read } from "./ShopFolder.ts"

export const usage = `usage: export <file> [--shop FOLDER] [--decimal-comma]

Writes all goods that are sold into a new file of CSV or JSON Lines (.jsonl), without their pictures.

  --shop FOLDER    the folder of the shop; by default that of the file
  --decimal-comma  writes CSV for a spreadsheet in German: 24,90, and semicolons`

interface Command extends GoodsCommand.Place {
  readonly decimal: ProductTable.Format["decimal"]
}

const readCommand = GoodsCommand.readCommand(
  usage,
  GoodsCommand.ofDecimals,
  (place, values): Command => ({ ...place, decimal: GoodsCommand.decimalOf(values) })
)

/** Opens a new file, which goes again unless all of it is written. */
const openNew = (file: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => openSync(file, "wx"),
      catch: (error) => {
        const { code } = error as NodeJS.ErrnoException
        const why = code === "EEXIST" ? "is there already: name another file" : `cannot be written (${code})`
        return new ServerConfig.StartRefused({ message: `${file} ${why}.` })
      }
    }),
    (opened, exit) =>
      Effect.sync(() => {
        closeSync(opened)
        if (exit._tag === "Failure") rmSync(file, { force: true })
      })
  )

const save = Effect.fnUntraced(function*({ decimal, file, folder }: Command) {
  const shop = yield* read(folder)
  const config = yield* ServerConfig.loadFor(folder)
  const { head, line } = ProductTable.printer(ProductTable.formOf(file), shop.policy.languages, decimal)
  const count = yield* Effect.gen(function*() {
    const { list } = yield* CatalogImport
    const opened = yield* openNew(file)
    let written = 0
    writeSync(opened, head)
    yield* list((product, brandName) => {
      writeSync(opened, line(product, brandName))
      written++
    })
    return written
  }).pipe(Effect.scoped, Effect.provide(storeOf(shop, config)))
  return `Written: ${count} products.`
})

/** Does what a command line asks for; returns the exit code. */
export const run = (given: ReadonlyArray<string>): Promise<number> => GoodsCommand.run(readCommand(given), save)
