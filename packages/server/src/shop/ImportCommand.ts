/**
 * `beauty-store import <file>`: loads goods from a table into the database of a shop, all of them or none.
 *
 * The rule: what the shop has already takes the facts of the table and keeps its stock; what the table does not name
 * stays. The same table a second time changes nothing. `--dry-run` does all of it and keeps nothing. Follows docs/shop.md.
 */
import * as Attributes from "@beauty-store/commerce/Attributes"
import { CatalogImport, type Imported, type Staging } from "@beauty-store/commerce/catalog/CatalogImport"
import { ProductPictures } from "@beauty-store/commerce/catalog/ProductPictures"
import * as ProductTable from "@beauty-store/commerce/catalog/ProductTable"
import * as OwnTables from "@beauty-store/commerce/OwnTables"
import { WebhookSender } from "@beauty-store/commerce/partners/WebhookSender"
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Store from "@beauty-store/commerce/Store"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import * as Readiness from "@beauty-store/readiness/Platform"
import { TimeLimit } from "@beauty-store/sql/TimeLimit"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { availableParallelism } from "node:os"
import * as Databases from "../Databases.ts"
import * as PictureWorker from "../PictureWorker.ts"
import * as ServerConfig from "../ServerConfig.ts"
import * as ForeignTable from "./ForeignTable.ts"
import * as GoodsCommand from "./GoodsCommand.ts"
import * as PictureFiles from "./PictureFiles.ts"
import { checkReadable, printFaults, read, readPieces, type Shop } from "./ShopFolder.ts"
import { shopify } from "./ShopifyTable.ts"
import * as StagedRows from "./StagedRows.ts"
import { woocommerce } from "./WooCommerceTable.ts"

export const usage =
  `usage: import <file> [--shop FOLDER] [--dry-run] [--decimal-comma] [--from PROGRAM] [--reduced CATEGORIES]

Loads goods from a file of CSV or JSON Lines (.jsonl), all of them or none.

  --shop FOLDER         the folder of the shop; by default that of the file
  --dry-run             says what would come of it, and keeps nothing
  --decimal-comma       prices and sizes have a comma: 24,90
  --from PROGRAM        the file is a product export of another program: shopify, woocommerce
  --reduced CATEGORIES  of a file of shopify, which does not say it: the categories whose goods have
                        the reduced rate of VAT, as in coffee,tea`

interface Command extends GoodsCommand.Place {
  readonly dryRun: boolean
  readonly decimal: ProductTable.Format["decimal"]
  readonly from: ForeignTable.Dialect | undefined
  readonly reduced: ReadonlyArray<string>
}

/** The programs whose exports are read. */
const dialects: Readonly<Record<string, ForeignTable.Dialect>> = { shopify, woocommerce }

const readCommand = GoodsCommand.readCommand(
  usage,
  { ...GoodsCommand.ofDecimals, "dry-run": { type: "boolean" }, from: { type: "string" }, reduced: { type: "string" } },
  (place, values): Command => {
    const { from, reduced } = values
    if (from !== undefined && !Object.hasOwn(dialects, from)) {
      throw new Error(`--from names one of ${Object.keys(dialects).join(", ")}.`)
    }
    if (reduced !== undefined && from !== "shopify") throw new Error("--reduced goes with --from shopify.")
    return {
      ...place,
      reduced: reduced?.split(",").map((id) => id.trim()) ?? [],
      from: from === undefined ? undefined : dialects[from],
      dryRun: values["dry-run"] === true,
      decimal: GoodsCommand.decimalOf(values)
    }
  }
)

/** Undoes an import that was only tried. */
class Tried extends Data.TaggedError("Tried")<{ readonly imported: Imported; readonly pictured: number }> {}

/** The store of a shop, for use cases that call nobody outside. */
export const storeOf = (
  { policy }: Pick<Shop, "policy">,
  { DATABASE_CONNECTIONS, DATABASE_URL, STORE_SECRET }: Configuration
) =>
  Store.layerWith({ secret: STORE_SECRET }).pipe(
    Layer.provide([
      Databases.at(DATABASE_URL, DATABASE_CONNECTIONS).store,
      Layer.succeed(Policy, { ...policy, baseUrl: "http://localhost" }),
      Attributes.layer({ product: Beauty.product }),
      OwnTables.layer(Readiness.tables),
      Layer.mock(PaymentProvider, { name: "none" }),
      Layer.mock(WebhookSender, {})
    ])
  )
type Configuration = Effect.Effect.Success<typeof ServerConfig.load>

const put = Effect.fnUntraced(
  function*(staging: Staging, { added, wanted }: PictureFiles.Prepared, dryRun: boolean) {
    const goods = yield* CatalogImport
    const pictures = yield* ProductPictures
    const all = Effect.gen(function*() {
      const imported = yield* goods.put(staging)
      // Whose files were not stored, because the import is only tried.
      if (dryRun) yield* Effect.forEach(added, (one) => pictures.stage({ ...one, files: [] }), { discard: true })
      const pictured = yield* pictures.put(wanted)
      return dryRun ? yield* new Tried({ imported, pictured }) : { imported, pictured }
    })
    const done = yield* Store.transaction(all).pipe(
      Effect.catchTag("Tried", Effect.succeed),
      // A table may be of any size.
      Effect.provideService(TimeLimit, "watched")
    )
    if (!dryRun && wanted.length > 0) yield* pictures.unstage
    return done
  }
)

const refusal = (file: string, faults: ReadonlyArray<ProductTable.TableFault>) =>
  new ServerConfig.StartRefused({
    message: printFaults(
      file,
      faults.toSorted((a, b) => a.line - b.line),
      ({ column }) => column === "" ? "" : `column ${column}:`
    )
  })

/** So many pictures are encoded at once. */
const atOnce = availableParallelism()

/** Goods of a file, and what of it has no place here. */
interface FileRead {
  readonly table: Either.Either<Staging, ReadonlyArray<ProductTable.TableFault>>
  readonly remarks: ReadonlyArray<string>
}

/** Reads a file; its faults by the columns that it has itself. */
const readFile = async (
  { decimal, file, from, reduced }: Command,
  shop: Shop,
  reading: Omit<ProductTable.Reading, "decimal">
): Promise<FileRead> => {
  const { policy } = shop
  if (from === undefined) {
    const table = await ProductTable.read(readPieces(file), policy, { ...reading, attributes: Beauty.product, decimal })
    return { table, remarks: [] }
  }
  const records = await ProductTable.readRecords(readPieces(file))
  if (Either.isLeft(records)) return { table: Either.left(records.left), remarks: [] }
  const pictures = new Set(PictureFiles.names(shop))
  const { lines, remarks } = ForeignTable.translate(from, records.right, { policy, decimal, pictures, reduced })
  const table = await ProductTable.readLines(lines, policy, { ...reading, attributes: Beauty.product, decimal })
  const named = Either.mapLeft(
    table,
    (faults) => faults.map((fault) => ({ ...fault, column: from.columnOf[fault.column] ?? fault.column }))
  )
  return { table: named, remarks }
}

/** Reads the table of a file, or says what is wrong with it and its pictures. */
const readTable = Effect.fnUntraced(
  function*(command: Command, shop: Shop, storage: ReturnType<typeof StagedRows.open>) {
    const { file } = command
    const { faults, named, onLine } = PictureFiles.collect(shop)
    const form = ProductTable.formOf(file)
    const { remarks, table } = yield* Effect.tryPromise({
      try: () => readFile(command, shop, { form, onLine, storage }),
      catch: (error) => error
    }).pipe(Effect.catchAll((error) => error instanceof ServerConfig.StartRefused ? error : Effect.die(error)))
    if (Either.isLeft(table)) return yield* refusal(file, [...table.left, ...faults])
    return faults.length > 0 ? yield* refusal(file, faults) : { staging: table.right, named, remarks }
  }
)

const load = Effect.fnUntraced(function*(command: Command) {
  const { dryRun, file, folder } = command
  // First what was named: its folder may be another than was meant.
  yield* checkReadable(file)
  const shop = yield* read(folder)
  const { categories } = shop.policy
  const unknown = command.reduced.filter((id) => !categories.includes(id))
  if (unknown.length > 0) {
    const words = `${ForeignTable.listNames(unknown)}: there are ${categories.join(", ")}`
    return yield* new ServerConfig.StartRefused({ message: `--reduced names no category of the shop: ${words}.` })
  }
  const config = yield* ServerConfig.loadFor(folder)
  const storage = yield* Effect.acquireRelease(
    Effect.sync(StagedRows.open),
    ({ close }) => Effect.sync(close)
  )
  const { named, remarks, staging } = yield* readTable(command, shop, storage)
  const { imported: { added, archived, changed, unchanged }, pictured } = yield* Effect.gen(function*() {
    const say = (words: string) => void process.stderr.write(`${words}\n`)
    const prepared = yield* PictureFiles.prepare(named, { atOnce, dryRun, say })
    return prepared.faults.length > 0
      ? yield* refusal(file, prepared.faults)
      : yield* Effect.catchTag(
        put(staging, prepared, dryRun),
        "InvalidInput",
        ({ faults }) => refusal(file, ProductTable.locate(faults))
      )
  }).pipe(
    Effect.provide(storeOf(shop, config)),
    Effect.provide(PictureWorker.layerOf(PictureWorker.program, { processes: atOnce, pictures: 2 * atOnce }))
  )
  const kept = archived.length === 0
    ? ""
    : `\nArchived, and not sold until they are restored: ${ForeignTable.listNames(archived)}.`
  return `${dryRun ? "It would be" : "Loaded"}: ${added} new, ${changed} changed, ${unchanged} as before`
    + `${named.length === 0 ? "" : `; with new pictures: ${pictured}`}.${kept}`
    + remarks.map((remark) => `\n${remark}.`).join("")
}, Effect.scoped)

/** Does what a command line asks for; returns the exit code. */
export const run = (given: ReadonlyArray<string>): Promise<number> => GoodsCommand.run(readCommand(given), load)
