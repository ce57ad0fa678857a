/**
 * Imports that staff send, as jobs: a table is stored in pieces, and one job of the shop reads and applies the waiting
 * ones, one after the other.
 *
 * The rule: all of a table is applied in one transaction, with its end. An import whose process died is begun again by
 * another, up to three times, and then it has failed; it always ends. Follows docs/specification.md#imports.
 *
 * @since 1.0.0
 */
import { ImportStatus } from "@beauty-store/domain/GoodsImport"
import { type Claimed, ImportId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import type * as Cursor from "@beauty-store/sql/Cursor"
import { Entropy, idsFrom, idsFromMoment } from "@beauty-store/sql/Entropy"
import * as Expiry from "@beauty-store/sql/Expiry"
import type { JobHandler } from "@beauty-store/sql/JobHandler"
import { Jobs, RunnerStop } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { TimeLimit } from "@beauty-store/sql/TimeLimit"
import { type StoreUnavailable, type Transaction, transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { checkPage } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import * as FilteredList from "../staff/FilteredList.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import { CatalogImport, type Imported } from "./CatalogImport.ts"
import { type Form, ProductTables, type TableFault } from "./ProductTables.ts"

export const jobKind = "import"
/** There is one job of the shop, which takes the imports in turn. */
const subject = "store"

/** The most bytes of a table. */
export const mostBytes = 64 * 1024 * 1024
/** So often an import is begun. */
const mostAttempts = 3
/** So many faults are kept, and so many archived products named. */
const mostFaults = 1000
const mostNamed = 1000
/** How long what came of an import is kept, and pieces that no import came of. */
const keptMillis = 30 * 86_400_000
const uploadMillis = 3_600_000
/** How often progress is stored. */
const progressMillis = 1_000

/** No import has this id. */
export class ImportNotFound extends Schema.TaggedError<ImportNotFound>()("ImportNotFound", {
  importId: ImportId.claimed
}) {
  override get message(): string {
    return `There is no import ${this.importId}.`
  }
}

/** How a table is to be read, and whether it is only tried. */
export interface ImportOptions {
  readonly form: Form
  readonly decimal: "point" | "comma"
  readonly isDry: boolean
}

const Outcome = Schema.Struct({
  added: Schema.Int,
  changed: Schema.Int,
  unchanged: Schema.Int,
  archived: Schema.Array(Schema.String)
})
const Faults = Schema.Array(Schema.Struct({ line: Schema.Int, column: Schema.String, words: Schema.String }))

/** An import without its faults. Moments are in milliseconds. */
export interface ListedImport {
  readonly id: ImportId
  readonly status: ImportStatus
  readonly form: Form
  readonly decimal: ImportOptions["decimal"]
  readonly isDry: boolean
  readonly bytes: number
  readonly bytesRead: number
  readonly rowsRead: number
  readonly faultCount: number
  /** What was loaded, or would have been. */
  readonly outcome: typeof Outcome.Type | undefined
  readonly failure: string | undefined
  readonly createdAt: number
  readonly endedAt: number | undefined
}

export interface KeptImport extends ListedImport {
  /** The first of them. */
  readonly faults: ReadonlyArray<TableFault>
}

/** A table that is being received. */
export interface Upload {
  readonly id: ImportId
  readonly add: (bytes: Uint8Array) => Effect.Effect<void, StoreUnavailable>
  /** Removes the pieces, unless an import came of them. */
  readonly discard: Effect.Effect<void, StoreUnavailable>
  /** The pieces and bytes until now. */
  readonly size: () => { readonly parts: number; readonly bytes: number }
}

export class GoodsImports extends Context.Tag("@beauty-store/commerce/GoodsImports")<GoodsImports, {
  /** Begins to receive a table. */
  readonly open: Effect.Effect<Upload>
  /** Lets a table that was received wait for its turn, in the name of whoever acts. */
  readonly start: (
    upload: Upload,
    principal: string,
    options: ImportOptions
  ) => Effect.Effect<KeptImport, StoreUnavailable>
  readonly find: (id: Claimed<ImportId>) => Effect.Effect<KeptImport, ImportNotFound | StoreUnavailable>
  /** Newest first. */
  readonly list: (
    paging: Cursor.Paging
  ) => Effect.Effect<Cursor.Page<ListedImport>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
  /** Reads and applies the import whose turn it is. */
  readonly runJob: JobHandler
}>() {}

const listed = {
  id: ImportId,
  principal: Schema.String,
  form: Schema.Literal("csv", "jsonl"),
  is_comma: Query.Flag,
  is_dry: Query.Flag,
  status: ImportStatus,
  attempts: Query.Int,
  bytes: Query.Int,
  bytes_read: Query.Int,
  rows_read: Query.Int,
  fault_count: Query.Int,
  outcome: Schema.NullOr(Query.Json(Outcome)),
  failure: Schema.NullOr(Schema.String),
  created_at: Query.Int,
  ended_at: Schema.NullOr(Query.Int)
}
const ListedRow = Schema.Struct(listed)
const Row = Schema.Struct({ ...listed, faults: Schema.NullOr(Query.Json(Faults)) })
type Row = typeof Row.Type
const listedColumns = Struct.keys(listed)
const columns = [...listedColumns, "faults"].join(", ")

const insert = Query.insert("goods_import", [
  "id",
  "principal",
  "form",
  "is_comma",
  "is_dry",
  "status",
  "attempts",
  "bytes",
  "bytes_read",
  "rows_read",
  "fault_count",
  "created_at"
])
const byId = Query.first(Row)<[id: Claimed<ImportId>]>(`SELECT ${columns} FROM goods_import WHERE id = ?`)
const nextLocked = Query.first(Row)(
  `SELECT ${columns} FROM goods_import WHERE ended_at IS NULL ORDER BY id LIMIT 1 FOR UPDATE`
)
const begin = Query.change<[id: ImportId]>(
  `UPDATE goods_import SET status = 'reading', attempts = attempts + 1, bytes_read = 0, rows_read = 0 WHERE id = ?`
)
const setProgress = Query.change<[bytes: number, rows: number, id: ImportId, attempts: number]>(
  `UPDATE goods_import SET bytes_read = ?, rows_read = ? WHERE id = ? AND attempts = ? AND ended_at IS NULL`
)
const setWriting = Query.change<[bytes: number, rows: number, id: ImportId, attempts: number]>(
  `UPDATE goods_import SET status = 'writing', bytes_read = ?, rows_read = ?
   WHERE id = ? AND attempts = ? AND ended_at IS NULL`
)
const giveBack = Query.change<[id: ImportId, attempts: number]>(
  `UPDATE goods_import SET status = 'waiting', attempts = attempts - 1
   WHERE id = ? AND attempts = ? AND ended_at IS NULL`
)
const setEnd = Query.change<[
  status: ImportStatus,
  rows: number,
  faultCount: number,
  faults: string | null,
  outcome: string | null,
  failure: string | null,
  endedAt: number,
  id: ImportId,
  attempts: number
]>(
  `UPDATE goods_import SET status = ?, rows_read = ?, fault_count = ?, faults = ?, outcome = ?, failure = ?, ended_at = ?
   WHERE id = ? AND attempts = ? AND ended_at IS NULL`
)
const insertPart = Query.insert("goods_import_part", ["import_id", "n", "at", "bytes"])
const partAt = Query.first(Schema.Struct({ bytes: Schema.Uint8ArrayFromSelf }))<[id: ImportId, n: number]>(
  "SELECT bytes FROM goods_import_part WHERE import_id = ? AND n = ?"
)
const countParts = Query.all(Schema.Struct({ parts: Query.Int }))<[id: ImportId]>(
  "SELECT count(*) AS parts FROM goods_import_part WHERE import_id = ?"
)
/** Pieces that no import came of, and those of imports that have ended. */
const removeParts = Query.change<[before: number, limit: number]>(
  `DELETE FROM goods_import_part WHERE (import_id, n) IN (
     SELECT p.import_id, p.n FROM goods_import_part p LEFT JOIN goods_import i ON i.id = p.import_id
     WHERE p.at < ? AND (i.id IS NULL OR i.ended_at IS NOT NULL) LIMIT ?
   )`
)
const removeOwnParts = Query.change<[id: ImportId]>(
  `DELETE FROM goods_import_part WHERE import_id = ?
   AND NOT EXISTS (SELECT 1 FROM goods_import i WHERE i.id = import_id AND i.ended_at IS NULL)`
)
const removeOld = Query.change<[before: string, limit: number]>(
  `DELETE FROM goods_import WHERE id IN (
     SELECT id FROM goods_import WHERE id < ? AND ended_at IS NOT NULL ORDER BY id LIMIT ?
   )`
)

/** What is kept no longer: old imports, and pieces that are of no use any more. */
export const expiring: ReadonlyArray<Expiry.ExpiringRows> = [
  {
    remove: (most) => Effect.flatMap(Clock.currentTimeMillis, (now) => removeParts(now - uploadMillis, most)),
    nextAt: Expiry.nextBy("SELECT at FROM goods_import_part ORDER BY at LIMIT 1", uploadMillis)
  },
  {
    remove: (most) =>
      Effect.flatMap(
        Clock.currentTimeMillis,
        (now) => removeOld(idsFromMoment(ImportId.prefix, now - keptMillis), most)
      ),
    nextAt: Expiry.nextBy("SELECT created_at AS at FROM goods_import ORDER BY id LIMIT 1", keptMillis)
  }
]

const viewOf = (row: Omit<Row, "faults">): ListedImport => ({
  id: row.id,
  status: row.status,
  form: row.form,
  decimal: row.is_comma ? "comma" : "point",
  isDry: row.is_dry,
  bytes: row.bytes,
  bytesRead: row.bytes_read,
  rowsRead: row.rows_read,
  faultCount: row.fault_count,
  outcome: row.outcome ?? undefined,
  failure: row.failure ?? undefined,
  createdAt: row.created_at,
  endedAt: row.ended_at ?? undefined
})
const keptOf = ({ faults, ...row }: Row): KeptImport => ({ ...viewOf(row), faults: faults ?? [] })

const encodeFaults = Schema.encodeSync(Query.Json(Faults))
const encodeOutcome = Schema.encodeSync(Query.Json(Outcome))

const dependencies = Effect.all({
  transactions: Transactions,
  entropy: Entropy,
  jobs: Jobs,
  stop: RunnerStop,
  goods: CatalogImport,
  tables: ProductTables,
  policy: Policy,
  rows: Effect.map(StoreSecret, (secret) =>
    FilteredList.list(secret, "imports", {
      columns: listedColumns.map((name) => `i.${name}`).join(", "),
      row: ListedRow
    }))
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const open = ({ entropy, transactions: { write } }: Dependencies): Effect.Effect<Upload> =>
  Effect.map(idsFrom(entropy)(ImportId), (id) => {
    let [parts, bytes] = [0, 0]
    return {
      id,
      size: () => ({ parts, bytes }),
      add: Effect.fnUntraced(function*(piece) {
        const at = yield* Clock.currentTimeMillis
        const n = parts
        yield* write(Effect.zipRight(
          insertPart({ import_id: id, n, at, bytes: piece }),
          Expiry.note(at + uploadMillis)
        ))
        parts++
        bytes += piece.length
      }),
      discard: Effect.asVoid(write(removeOwnParts(id)))
    }
  })

const found = Effect.fnUntraced(function*(id: Claimed<ImportId>) {
  const row = Option.getOrUndefined(yield* byId(id))
  return row === undefined ? yield* new ImportNotFound({ importId: id }) : keptOf(row)
})

const start = ({ jobs, transactions: { write } }: Dependencies) =>
  Effect.fnUntraced(function*({ id, size }: Upload, principal: string, { decimal, form, isDry }: ImportOptions) {
    const { bytes, parts } = size()
    const [stored] = yield* countParts(id)
    if (stored!.parts !== parts) return yield* Effect.dieMessage("pieces of a table are gone before its import began")
    const now = yield* Clock.currentTimeMillis
    yield* insert({
      id,
      principal,
      form,
      is_comma: decimal === "comma" ? 1 : 0,
      is_dry: isDry ? 1 : 0,
      status: "waiting",
      attempts: 0,
      bytes,
      bytes_read: 0,
      rows_read: 0,
      fault_count: 0,
      created_at: now
    })
    yield* Expiry.note(now + keptMillis)
    yield* jobs.schedule(jobKind, subject, now)
    return yield* Effect.orDie(found(id))
  }, write)

/** The process is to end. */
class Stopped extends Data.TaggedError("Stopped") {}
/** What was sent is no text. */
class NoText extends Data.TaggedError("NoText") {}
/** Undoes an import that is only tried. */
class Tried extends Data.TaggedError("Tried")<{ readonly imported: Imported }> {}
/** Another process has taken the import over. */
class TakenOver extends Data.TaggedError("TakenOver") {}

interface Progress {
  bytes: number
  rows: number
  faults: number
}

/** The text of an import, piece by piece. Stores how far it has been read, from time to time. */
async function* piecesOf(
  run: <A>(effect: Effect.Effect<A, StoreUnavailable>) => Promise<A>,
  { stop, transactions: { read, write } }: Dependencies,
  { attempts, id }: Row,
  progress: Progress
): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const decode = (bytes?: Uint8Array): string => {
    try {
      if (bytes?.includes(0) !== true) return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      // It is said below what it is.
    }
    throw new NoText()
  }
  let storedAt = await run(Clock.currentTimeMillis)
  for (let n = 0;; n++) {
    if (stop.requested) throw new Stopped()
    const part = await run(read(partAt(id, n)))
    if (Option.isNone(part)) break
    yield decode(part.value.bytes)
    progress.bytes += part.value.bytes.length
    const now = await run(Clock.currentTimeMillis)
    if (now - storedAt < progressMillis) continue
    storedAt = now
    if (await run(write(setProgress(progress.bytes, progress.rows, id, attempts))) === 0) throw new TakenOver()
  }
  yield decode()
}

const refusedAs = (
  status: "refused" | "failed",
  faults: ReadonlyArray<TableFault>,
  count: number,
  failure?: string
) => ({
  status,
  faults: faults.length === 0 ? null : encodeFaults(faults.slice(0, mostFaults)),
  count,
  outcome: null,
  failure: failure ?? null
})

const doneAs = ({ added, archived, changed, unchanged }: Imported) => ({
  status: "done" as const,
  faults: null,
  count: 0,
  outcome: encodeOutcome({ added, changed, unchanged, archived: archived.slice(0, mostNamed) }),
  failure: null
})

/** Ends an import, inside its transaction. */
const end = Effect.fnUntraced(function*(
  { attempts, id }: Pick<Row, "id" | "attempts">,
  rows: number,
  { count, failure, faults, outcome, status }: ReturnType<typeof refusedAs> | ReturnType<typeof doneAs>
) {
  const now = yield* Clock.currentTimeMillis
  if ((yield* setEnd(status, rows, count, faults, outcome, failure, now, id, attempts)) === 0) {
    return yield* new TakenOver()
  }
})

/** Applies what was read, and ends the import, all at once. */
const apply = Effect.fnUntraced(function*(
  deps: Dependencies,
  row: Row,
  { bytes, rows }: Progress,
  staging: Parameters<typeof CatalogImport.Service["put"]>[0]
) {
  const { entropy, goods, policy: { trailMillis }, tables, transactions } = deps
  const { write } = transactions
  if ((yield* write(setWriting(bytes, rows, row.id, row.attempts))) === 0) return yield* new TakenOver()
  const applied = Effect.gen(function*() {
    const imported = yield* goods.put(staging)
    if (row.is_dry) return yield* new Tried({ imported })
    const { added, changed, unchanged } = imported
    yield* end(row, rows, doneAs(imported))
    if (added + changed === 0) return
    yield* StaffTrail.record({
      action: "product.import",
      subject: row.id,
      before: {},
      after: { added, changed, unchanged }
    })
  })
  const trail = { entropy, keptMillis: trailMillis }
  yield* transaction(StaffTrail.actingAs({ id: row.principal, kind: "staff" }, trail)(applied)).pipe(
    // A table may be of any size.
    Effect.provideService(TimeLimit, "watched"),
    Effect.provideService(Transactions, transactions),
    Effect.catchTags({
      Tried: ({ imported }) => write(end(row, rows, doneAs(imported))),
      InvalidInput: ({ faults }) =>
        Effect.flatMap(
          tables,
          ({ locate }) => write(end(row, rows, refusedAs("refused", locate(faults), faults.length)))
        )
    })
  )
})

const noText = { line: 1, column: "", words: "is no text in UTF-8: save the table in that encoding" }

/** Reads an import and applies it, or says what is wrong with it. */
const perform = Effect.fnUntraced(function*(deps: Dependencies, row: Row) {
  const { tables, transactions: { write } } = deps
  const progress: Progress = { bytes: 0, rows: 0, faults: 0 }
  const run = Runtime.runPromise(yield* Effect.runtime())
  const read = yield* (yield* tables).read(piecesOf(run, deps, row, progress), {
    form: row.form,
    decimal: row.is_comma ? "comma" : "point",
    mostFaults,
    onRow: () => void progress.rows++,
    onFault: () => void progress.faults++
  }).pipe(
    Effect.catchAll((error) => {
      if (error instanceof NoText) return Effect.succeed(Either.left([noText]))
      return Effect.fail(error)
    })
  )
  if (Either.isRight(read)) return yield* apply(deps, row, progress, read.right)
  const count = Math.max(progress.faults, read.left.length)
  yield* write(end(row, progress.rows, refusedAs("refused", read.left, count)))
}, Effect.scoped)

/** Takes the import whose turn it is; one that was begun too often fails. */
const take = Effect.gen(function*(): Effect.fn.Return<Row | undefined, never, Transaction> {
  const row = Option.getOrUndefined(yield* nextLocked())
  if (row === undefined) return undefined
  if (row.attempts < mostAttempts) {
    yield* begin(row.id)
    return { ...row, attempts: row.attempts + 1 }
  }
  yield* Effect.orDie(end(row, row.rows_read, refusedAs("failed", [], 0, "The import was interrupted too often.")))
  return yield* take
})

const runJob = (deps: Dependencies): JobHandler => () =>
  Effect.gen(function*() {
    const { write } = deps.transactions
    const row = yield* write(take)
    if (row === undefined) return undefined
    yield* perform(deps, row).pipe(
      Effect.catchIf(
        (error) => error instanceof Stopped,
        () => write(giveBack(row.id, row.attempts))
      ),
      // Whoever has it ends it.
      Effect.catchIf((error) => error instanceof TakenOver, () => Effect.void)
    )
    yield* write(removeOwnParts(row.id))
    return yield* Clock.currentTimeMillis
  })

const list = ({ rows, transactions }: Dependencies): typeof GoodsImports.Service["list"] =>
  Effect.fnUntraced(function*(paging) {
    yield* checkPage(paging)
    const page = yield* rows.read(transactions, { from: "goods_import i", key: "i.id", conditions: [] }, paging)
    return { ...page, data: page.data.map(viewOf) }
  })

export const layer: Layer.Layer<
  GoodsImports,
  never,
  Transactions | Entropy | Jobs | CatalogImport | Policy | StoreSecret
> = Layer.effect(
  GoodsImports,
  Effect.map(dependencies, (deps) => ({
    open: open(deps),
    start: UseCase.named("GoodsImports.start", start(deps)),
    find: UseCase.named("GoodsImports.find", (id: Claimed<ImportId>) => deps.transactions.read(found(id))),
    list: UseCase.named("GoodsImports.list", list(deps)),
    runJob: runJob(deps)
  }))
)
