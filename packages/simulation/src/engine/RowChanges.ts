/**
 * The rows that statements change, as they were before and after: enough to undo a change, and to repeat it. Temporary
 * triggers report each row to a function of this module, whatever the statement's text is; nothing is stored. A row is
 * identified by its table's primary key. A unique key is a value that no two rows may have; of an index with a
 * condition, only the rows count that meet it. Virtual tables, and those without a primary key, are left out.
 */

/** A statement of SQLite, as far as it is used here: who installs the package needs no types of the driver. */
export interface Statement {
  readonly reader: boolean
  all(...parameters: ReadonlyArray<unknown>): Array<unknown>
  run(...parameters: ReadonlyArray<unknown>): { readonly changes: number }
}

/** A connection to it. */
export interface Database {
  readonly inTransaction: boolean
  prepare(text: string): Statement
  exec(text: string): unknown
  pragma(text: string): unknown
  function(name: string, options: object, run: (n: number, ...parts: Array<unknown>) => unknown): unknown
}

type Row = ReadonlyArray<unknown>

/** A row before and after: one of them is missing where it was inserted or deleted. */
export interface RowChange {
  readonly table: Table
  /** The table and the row's primary key. */
  readonly row: string
  readonly before: Row | undefined
  readonly after: Row | undefined
  /** The unique keys of both, and those that only the later one has. */
  readonly keys: ReadonlyArray<string>
  /** Whether a key has changed that others may refer to. */
  readonly changesKey: boolean
  /** The rows that the later one refers to and the earlier one did not. */
  readonly refersTo: ReadonlyArray<string>
}

interface Key {
  readonly name: string
  readonly columns: ReadonlyArray<number>
  /** The condition of its index. */
  readonly condition: string | undefined
}

export interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  readonly primary: ReadonlyArray<number>
  readonly keys: ReadonlyArray<Key>
  readonly references: ReadonlyArray<{ readonly column: number; readonly table: string }>
  /** Inserts the row or changes it, and deletes it by its primary key. */
  readonly put: string
  readonly remove: string
}

const separator = "\u0001"
const named = (name: string): string => `"${name}"`

const describe = (db: Database, name: string): Table | undefined => {
  const all = <Found>(text: string): ReadonlyArray<Found> => db.prepare(text).all() as ReadonlyArray<Found>
  const infos = all<{ name: string; pk: number }>(`PRAGMA table_info(${named(name)})`)
  const columns = infos.map((column) => column.name)
  const primary = infos.flatMap(({ pk }, i) => pk > 0 ? [{ i, pk }] : []).sort((a, b) => a.pk - b.pk).map(({ i }) => i)
  if (primary.length === 0 || columns.length > 45) return undefined
  const indexes = all<{ name: string; unique: number; partial: number; origin: string }>(
    `PRAGMA index_list(${named(name)})`
  )
  const keys = indexes.filter(({ origin, unique }) => unique === 1 && origin !== "pk").flatMap((index): Array<Key> => {
    const parts = all<{ cid: number }>(`PRAGMA index_info(${named(index.name)})`).map(({ cid }) => cid)
    if (parts.some((cid) => cid < 0)) return []
    const [made] = all<{ sql: string | null }>(`SELECT sql FROM sqlite_master WHERE name = '${index.name}'`)
    const condition = index.partial === 1 ? / WHERE ([^]*)$/.exec(made?.sql ?? "")?.[1] : undefined
    return [{ name: index.name, columns: parts, condition }]
  })
  // In the order of their declaration, in which PostgreSQL checks them.
  const references = all<{ from: string; table: string }>(`PRAGMA foreign_key_list(${named(name)})`).toReversed()
    .map(({ from, table }) => ({ column: columns.indexOf(from), table }))
  const list = columns.map(named).join(", ")
  const id = primary.map((i) => named(columns[i]!))
  const rest = columns.filter((_, i) => !primary.includes(i)).map((column) =>
    `${named(column)} = excluded.${named(column)}`
  )
  return {
    name,
    columns,
    primary,
    keys: [{ name: `${name}.pk`, columns: primary, condition: undefined }, ...keys],
    references,
    put: `INSERT INTO ${named(name)} (${list}) VALUES (${columns.map(() => "?").join(", ")}) ON CONFLICT (${
      id.join(", ")
    }) DO ${rest.length === 0 ? "NOTHING" : `UPDATE SET ${rest.join(", ")}`}`,
    remove: `DELETE FROM ${named(name)} WHERE ${id.map((column) => `${column} = ?`).join(" AND ")}`
  }
}

const valuesOf = (row: Row, columns: ReadonlyArray<number>): ReadonlyArray<unknown> => columns.map((i) => row[i])

export const rowOf = (table: string, primaryKey: ReadonlyArray<unknown>): string =>
  `${table}#${primaryKey.join(separator)}`

/** The unique keys of a row. `met`: whether it meets the conditions of the keys that have one, in their order. */
const keysOf = ({ keys, name }: Table, row: Row, met: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  let conditions = 0
  return keys.flatMap((key) => {
    if (key.condition !== undefined && met[conditions++] !== 1) return []
    const values = valuesOf(row, key.columns)
    return values.includes(null) ? [] : [`${name}.${key.name}=${values.join(separator)}`]
  })
}

export class RowChanges {
  private readonly db: Database
  private readonly tables = new Map<string, Table>()
  private readonly byNumber: Array<Table> = []
  private isMuted = false
  private changes: Array<RowChange> = []
  private proposed: Array<string> = []
  private isRegistered = false
  private isWatching = false

  constructor(db: Database) {
    this.db = db
  }

  /** A table whose changes are reported; undefined where they are not. */
  table(name: string): Table | undefined {
    return this.tables.get(name)
  }

  /** Has the changes of all tables reported. Outside of a transaction, because a rollback would undo it. */
  watch(): void {
    if (this.isWatching) return
    this.isWatching = true
    const tables = this.db.prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    ).all() as ReadonlyArray<{ name: string }>
    for (const { name } of tables) this.watchTable(name)
  }

  /** The rows that a statement changes, and the unique keys of those that it tries to insert. */
  during<A>(run: () => A): { readonly result: A; readonly changes: ReadonlyArray<RowChange> } {
    this.changes = []
    this.proposed = []
    const result = run()
    return { result, changes: this.changes }
  }

  /** The unique keys of the rows that the last statement tried to insert. */
  get lastProposed(): ReadonlyArray<string> {
    return this.proposed
  }

  /** Runs statements whose changes are not reported. */
  silently<A>(run: () => A): A {
    this.isMuted = true
    try {
      return run()
    } finally {
      this.isMuted = false
    }
  }

  /** Makes a row what it is after a change, or before it. */
  restore({ after, before, table }: RowChange, to: "before" | "after", prepare: (text: string) => Statement) {
    const row = to === "after" ? after : before
    if (row !== undefined) prepare(table.put).run(...row)
    else prepare(table.remove).run(...valuesOf((to === "after" ? before : after)!, table.primary))
  }

  /** Forgets all tables, because they are about to change. */
  forget(): void {
    for (const table of this.byNumber) {
      for (const event of ["propose", "insert", "update", "delete"]) {
        this.db.exec(`DROP TRIGGER IF EXISTS temp.${named(`${event} ${table.name}`)}`)
      }
    }
    this.tables.clear()
    this.byNumber.length = 0
    this.isWatching = false
  }

  private watchTable(name: string): void {
    const table = describe(this.db, name)
    if (table === undefined) return
    this.tables.set(name, table)
    this.register()
    const n = this.byNumber.push(table) - 1
    const conditions = table.keys.flatMap(({ condition }) => condition === undefined ? [] : [condition])
    const values = (row: "old" | "new") => table.columns.map((column) => `${row}.${named(column)}`)
    const met = (row: "old" | "new") => {
      const source = table.columns.map((column) => `${row}.${named(column)} AS ${named(column)}`).join(", ")
      return conditions.map((condition) => `(SELECT (${condition}) FROM (SELECT ${source}))`)
    }
    const trigger = (event: string, when: string, rows: ReadonlyArray<"old" | "new">) =>
      this.db.exec(
        `CREATE TEMP TRIGGER ${named(`${event} ${name}`)} ${when} ON main.${named(name)} BEGIN
         SELECT row_${event}(${[n, ...rows.flatMap(values), ...rows.flatMap(met)].join(", ")}); END`
      )
    trigger("propose", "BEFORE INSERT", ["new"])
    trigger("insert", "AFTER INSERT", ["new"])
    trigger("update", "AFTER UPDATE", ["old", "new"])
    trigger("delete", "AFTER DELETE", ["old"])
  }

  private register(): void {
    if (this.isRegistered) return
    this.isRegistered = true
    const on = (event: string, report: (table: Table, parts: ReadonlyArray<unknown>) => void) =>
      void this.db.function(`row_${event}`, { varargs: true }, (n: number, ...parts: Array<unknown>) => {
        if (!this.isMuted) report(this.byNumber[n]!, parts)
        return null
      })
    on("propose", (table, parts) => {
      const width = table.columns.length
      this.proposed.push(...keysOf(table, parts.slice(0, width), parts.slice(width)))
    })
    on("insert", (table, parts) => this.noteChange(table, undefined, parts))
    on("update", (table, parts) => {
      const width = table.columns.length
      const met = parts.slice(2 * width)
      this.noteChange(
        table,
        [...parts.slice(0, width), ...met.slice(0, met.length / 2)],
        [...parts.slice(width, 2 * width), ...met.slice(met.length / 2)]
      )
    })
    on("delete", (table, parts) => this.noteChange(table, parts, undefined))
  }

  /** Rows come with whether they meet the conditions of keys behind their values. */
  private noteChange(table: Table, from: Row | undefined, to: Row | undefined): void {
    const width = table.columns.length
    const [before, after] = [from?.slice(0, width), to?.slice(0, width)]
    const keysBefore = before === undefined ? [] : keysOf(table, before, from!.slice(width))
    const keysAfter = after === undefined ? [] : keysOf(table, after, to!.slice(width))
    this.changes.push({
      table,
      row: rowOf(table.name, valuesOf((after ?? before)!, table.primary)),
      before,
      after,
      keys: [...new Set([...keysBefore, ...keysAfter])],
      changesKey: before === undefined || after === undefined || table.keys.some(({ columns, condition }) =>
        // What others refer to is never a key with a condition.
        condition === undefined && columns.some((i) => before[i] !== after[i])
      ),
      refersTo: after === undefined ?
        [] :
        table.references.flatMap(({ column, table }) =>
          after[column] === null || (before !== undefined && before[column] === after[column])
            ? []
            : [rowOf(table, [after[column]])]
        )
    })
  }
}
