/**
 * The committed transactions of a disk, one after the other: when each committed, which requests it served, and what it
 * ran; and the rows that it changed. A statement belongs to the request whose fiber ran it (`currentOrigin`), also
 * where several share a commit. Reads before the first change count where transactions are interleaved, too. Work in
 * the background has no request.
 */
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type { Disk } from "./Disk.ts"
import type { Request } from "./Network.ts"
import { currentOrigin } from "./Time.ts"

/** A statement with its parameters, and the request for which it ran; undefined: work in the background. */
export interface RanStatement {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
  readonly request: Request | undefined
}

export interface Committed {
  /** The first is 1. */
  readonly n: number
  /** In milliseconds. */
  readonly at: number
  readonly statements: ReadonlyArray<RanStatement>
}

/** A row that a transaction changed: undefined where there is none. */
export interface ChangedRow {
  readonly table: string
  /** The values of its primary key, as `column=value`. */
  readonly key: string
  readonly before: Readonly<Record<string, unknown>> | undefined
  readonly after: Readonly<Record<string, unknown>> | undefined
}

/** The most statements of one fiber that are kept before it commits. */
const kept = 200

/** What a watcher is told. */
export interface CommitWatcher {
  /** A transaction with this number begins or, where several are open, is about to commit; it may come to nothing. */
  readonly onBegin?: (n: number) => void
  readonly onCommit?: (committed: Committed) => void
  /** A statement ran, in a transaction or outside. */
  readonly onStatement?: (ran: RanStatement) => void
}

/** Notes all transactions of a disk from now on. */
export const watchCommits = (disk: Disk, now: () => number, { onBegin, onCommit, onStatement }: CommitWatcher) => {
  let n = 0
  let open = false
  let current: Array<RanStatement> = []
  /** Reads outside of a transaction, by the fiber, until it begins one. */
  const reads = new Map<unknown, Array<RanStatement>>()
  /** The statements of transactions of which several are open at a time. */
  const interleaved = new WeakMap<object, Array<RanStatement>>()
  const statementsOf = (transaction: object): Array<RanStatement> => {
    const known = interleaved.get(transaction)
    if (known !== undefined) return known
    const none: Array<RanStatement> = []
    interleaved.set(transaction, none)
    return none
  }
  disk.observer = {
    committing: () => onBegin?.(n + 1),
    committed: (transaction) => {
      n++
      const statements = transaction === undefined ? current : statementsOf(transaction)
      onCommit?.({ n, at: now(), statements })
      if (transaction !== undefined) return
      open = false
      current = []
    },
    ran: (text, parameters, transaction) => {
      const fiber = Option.getOrUndefined(Fiber.getCurrentFiber())
      if (text.startsWith("BEGIN")) {
        open = true
        current = reads.get(fiber) ?? []
        reads.delete(fiber)
        return onBegin?.(n + 1)
      }
      if (text === "ROLLBACK") {
        open = false
        current = []
        return
      }
      if (/^(?:SAVEPOINT|RELEASE|ROLLBACK|PRAGMA)/.test(text)) return
      const request = fiber?.getFiberRef(currentOrigin) as Request | undefined
      const ran = { text, parameters, request }
      onStatement?.(ran)
      if (transaction !== undefined) return void statementsOf(transaction).push(ran)
      if (open) return void current.push(ran)
      const earlier = reads.get(fiber) ?? []
      if (earlier.length === 0) reads.set(fiber, earlier)
      if (earlier.length < kept) earlier.push(ran)
    }
  }
}

type Row = Readonly<Record<string, unknown>>

/** All rows of a disk, by table and primary key. */
export type Rows = ReadonlyMap<string, ReadonlyMap<string, Row>>

export const rowsOf = (disk: Disk): Rows => {
  const tables = disk.query<{ name: string }>(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
       AND name NOT LIKE 'product_words%' ORDER BY name`
  )
  return new Map(tables.map(({ name: table }) => {
    const keys = disk.query<{ name: string }>("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", table)
    const rows = disk.query<Row>(`SELECT * FROM "${table}"`)
    const keyOf = (row: Row) =>
      (keys.length === 0 ? Object.keys(row) : keys.map(({ name }) => name)).map((name) => `${name}=${row[name]}`).join(
        " "
      )
    return [table, new Map(rows.map((row) => [keyOf(row), row]))]
  }))
}

const sameRow = (one: Row, other: Row): boolean => Object.keys(one).every((column) => one[column] === other[column])

/** The rows that differ, table by table. */
export const changedRows = (before: Rows, after: Rows): ReadonlyArray<ChangedRow> =>
  [...after].flatMap(([table, now]) => {
    const then = before.get(table) ?? new Map<string, Row>()
    const gone = [...then].filter(([key]) => !now.has(key)).map(([key, row]) => ({
      table,
      key,
      before: row,
      after: undefined
    }))
    const changed = [...now].flatMap(([key, row]): ReadonlyArray<ChangedRow> => {
      const known = then.get(key)
      return known !== undefined && sameRow(row, known) ? [] : [{ table, key, before: known, after: row }]
    })
    return [...gone, ...changed]
  })
