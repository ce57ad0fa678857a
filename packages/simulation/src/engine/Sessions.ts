/**
 * Several open transactions over one SQLite connection, each of which sees the database as on PostgreSQL at READ
 * COMMITTED. One at a time has its changes in the database; the others' are rolled back, and repeated from the images
 * of their locked rows. A statement that waited decides on a locked row by its newest version, and on all others by old
 * ones.
 */
import type { Engine } from "./Disk.ts"
import { type LockedTable, type LockingStatement, withColumns } from "./LockingStatement.ts"
import { type LockMode, type LockOwner, Locks, type WaitEnd } from "./Locks.ts"
import { type RowChange, rowOf } from "./RowChanges.ts"

export type Parameters = ReadonlyArray<string | number | null>

/** The result of a statement, or what it has to wait for. */
export type Step =
  | { readonly _tag: "Done"; readonly rows: ReadonlyArray<object>; readonly changes: number }
  | Wait

interface Wait {
  readonly _tag: "Waits"
  readonly place: string
  readonly mode: LockMode
  /** Whether the lock is to be its own then. */
  readonly isClaim: boolean
}

/** An open transaction. */
export class Session implements LockOwner {
  /** Whose transaction it is, where several programs use the database. */
  readonly client: object | undefined
  readonly locks = new Map<string, LockMode>()
  /** Its changes, in their order. */
  readonly log: Array<RowChange> = []
  /** Rows that only it can see. */
  readonly inserted = new Set<string>()
  /** The texts of its statements that locked or changed something. */
  readonly history: Array<string> = []
  isExclusive = false
  hasChanged = false

  constructor(client?: object) {
    this.client = client
  }
}

/** What a transaction had done when it set a savepoint. */
export interface Savepoint {
  readonly changes: number
  readonly locks: ReadonlyMap<string, LockMode>
}

/** Sees what transactions lock, to judge the order in which they do. */
export interface LockObserver {
  /** A lock for which the transaction would have waited. It is not among its locks yet. */
  readonly locks: (session: Session, place: string, mode: LockMode) => void
  /** Transactions that waited for each other; the last one has just begun to. */
  readonly deadlock: (sessions: ReadonlyArray<Session>, places: ReadonlyArray<string>) => void
  /** A transaction has committed its changes (`log`). */
  readonly committed?: ((session: Session) => void) | undefined
}

interface Commit {
  readonly n: number
  readonly changes: ReadonlyArray<RowChange>
}

/** The right to have the database to oneself. */
const everything = "the database#"

const waits = (place: string, mode: LockMode, isClaim: boolean): Wait => ({ _tag: "Waits", place, mode, isClaim })

export class Sessions {
  /** How many transactions have committed changes. */
  commits = 0
  private readonly engine: Engine
  private readonly observer: LockObserver
  private readonly locks = new Locks()
  private readonly open = new Set<Session>()
  /** The one whose changes are in the database. */
  private current: Session | undefined
  /** Commits since the oldest statement or snapshot that is under way. */
  private recent: Array<Commit> = []
  private readonly pins = new Map<object, number>()
  /** The last commit that changed a table. */
  private readonly changedAt = new Map<string, number>()
  private readonly textsWithKeys = new Map<string, string>()

  constructor(engine: Engine, observer: LockObserver) {
    this.engine = engine
    this.observer = observer
    engine.onForeignUse(() => this.park())
  }

  begin(client?: object): Session {
    const session = new Session(client)
    this.open.add(session)
    return session
  }

  /** Keeps what is committed from now on, to see the database as it is now. */
  pin(key: object): number {
    this.pins.set(key, this.commits)
    return this.commits
  }

  unpin(key: object): void {
    this.pins.delete(key)
    if (this.pins.size === 0) this.recent = []
  }

  /** Whether another transaction has committed a change of one of these tables since. */
  haveChanged(tables: ReadonlyArray<string>, since: number): boolean {
    return tables.some((table) => (this.changedAt.get(table) ?? 0) > since)
  }

  /** Rolls the present transaction's changes back, which are repeated when it continues. */
  private park(): void {
    if (this.current?.isExclusive === true) return
    if (this.current !== undefined && this.engine.db.inTransaction) this.exec("ROLLBACK")
    this.current = undefined
  }

  private exec(text: string): void {
    this.engine.prepare(text).run()
  }

  /** Puts a transaction's changes into the database. `opens`: also where it has none yet. */
  private enter(session: Session, opens: boolean): void {
    if (this.current === session && this.engine.db.inTransaction) return
    this.park()
    if (session.log.length === 0 && !opens) return
    this.exec("BEGIN")
    this.current = session
    this.repeat(session.log)
  }

  private repeat(log: ReadonlyArray<RowChange>): void {
    if (log.length === 0) return
    const { prepare, rowChanges } = this.engine
    rowChanges.silently(() => {
      for (const change of log) rowChanges.restore(change, "after", prepare)
    })
  }

  /** Runs a statement where the database is as it was, except for the rows that the transaction has locked. */
  private inThePast<A>(session: Session, since: number, hidden: string | undefined, run: () => A): A {
    const { db, prepare, rowChanges } = this.engine
    this.enter(session, true)
    this.exec("SAVEPOINT past")
    try {
      // References are checked where the changes were made.
      db.pragma("defer_foreign_keys = ON")
      rowChanges.silently(() => {
        for (const { changes, n } of this.recent.toReversed()) {
          if (n <= since) break
          for (const change of changes.toReversed()) {
            if (!session.locks.has(change.row)) rowChanges.restore(change, "before", prepare)
          }
        }
        if (hidden !== undefined) this.hide(session, hidden)
      })
      return run()
    } finally {
      if (db.inTransaction) {
        this.exec("ROLLBACK TO past")
        this.exec("RELEASE past")
        db.pragma("defer_foreign_keys = OFF")
      }
    }
  }

  /** Removes the rows of a table that others have locked. */
  private hide(session: Session, table: string): void {
    const remove = this.engine.rowChanges.table(table)?.remove
    if (remove === undefined) return
    for (const other of this.open) {
      if (other === session) continue
      for (const place of other.locks.keys()) {
        if (place.startsWith(`${table}#`)) {
          this.engine.prepare(remove).run(...place.slice(table.length + 1).split("\u0001"))
        }
      }
    }
  }

  private isLockedByOthers(session: Session, table: string): boolean {
    for (const other of this.open) {
      if (other !== session && [...other.locks.keys()].some((place) => place.startsWith(`${table}#`))) return true
    }
    return false
  }

  /** Whether a row that was just locked was changed after the statement began. */
  private hasChangedSince(place: string, since: number): boolean {
    return since < this.commits
      && this.recent.some(({ changes, n }) => n > since && changes.some(({ row }) => row === place))
  }

  private take(session: Session, place: string, mode: LockMode, mayWait = true): void {
    if (session.locks.has(place) && session.inserted.has(place)) return
    if (mayWait && !session.inserted.has(place)) this.observer.locks(session, place, mode)
    this.locks.take(session, place, mode)
  }

  /** Waits for what a step waits for. */
  wait(session: Session, { isClaim, mode, place }: Wait, end: (how: WaitEnd) => void): void {
    if (isClaim) this.observer.locks(session, place, mode)
    this.locks.wait(session, place, mode, isClaim, end, (circle) =>
      this.observer.deadlock(
        circle.map(({ owner }) => owner as Session),
        circle.map(({ resource }) => resource)
      ))
  }

  /** Runs a statement, as far as locks allow. `since`: the commits when it began. */
  run(session: Session, statement: LockingStatement, parameters: Parameters, since: number): Step {
    const { rowChanges } = this.engine
    if (!session.isExclusive) {
      if (this.locks.inTheWay(session, everything, "keyShare") !== undefined) {
        return waits(everything, "keyShare", false)
      }
      const { changed, kind } = statement
      if (changed !== undefined && rowChanges.table(changed) === undefined) {
        this.park()
        rowChanges.watch()
      }
      if (kind === "other" || (kind === "changes" && rowChanges.table(changed ?? "") === undefined)) {
        for (const other of this.open) {
          if (other !== session && (other.log.length > 0 || other.locks.size > 0)) {
            return waits(other.locks.keys().next().value!, "update", false)
          }
        }
        session.isExclusive = true
        this.locks.take(session, everything, "update")
        this.park()
        rowChanges.forget()
        this.enter(session, true)
      }
    }
    switch (statement.kind) {
      case "reads":
        return this.read(session, statement, parameters)
      case "advisory":
        return this.lockAdvisory(session, statement, parameters)
      case "locks":
        session.history.push(statement.query)
        return this.lockRows(session, statement, parameters, since)
      case "changes":
        session.history.push(statement.query)
        if (session.isExclusive) break
        return this.change(session, statement, parameters, since)
      case "other":
    }
    this.enter(session, true)
    session.hasChanged = true
    return this.runPlainly(statement, parameters)
  }

  private runPlainly({ text }: LockingStatement, parameters: Parameters): Step {
    const prepared = this.engine.prepare(text)
    return prepared.reader
      ? { _tag: "Done", rows: prepared.all(...parameters) as ReadonlyArray<object>, changes: 0 }
      : { _tag: "Done", rows: [], changes: prepared.run(...parameters).changes }
  }

  private read(session: Session, statement: LockingStatement, parameters: Parameters): Step {
    this.enter(session, false)
    return this.runPlainly(statement, parameters)
  }

  private lockAdvisory(session: Session, { query }: LockingStatement, parameters: Parameters): Step {
    const place = `advisory#${[/\((\d[\d, ]*)/.exec(query)?.[1] ?? "", ...parameters].join(" ")}`
    if (this.locks.inTheWay(session, place, "update") !== undefined) return waits(place, "update", true)
    this.take(session, place, "update")
    return { _tag: "Done", rows: [{}], changes: 0 }
  }

  /** Selects rows and locks them, one after the other. */
  private lockRows(session: Session, statement: LockingStatement, parameters: Parameters, since: number): Step {
    const { locks, mode, skips } = statement
    const { rowChanges } = this.engine
    if (locks.some(({ table }) => rowChanges.table(table) === undefined)) {
      this.park()
      rowChanges.watch()
    }
    const keys = locks.flatMap(({ alias, table }, i) =>
      rowChanges.table(table)!.primary.map((_, k) =>
        `${alias}.${rowChanges.table(table)!.columns[rowChanges.table(table)!.primary[k]!]} AS "key ${i} ${k}"`
      )
    )
    const text = this.textWithKeys(statement, keys)
    for (;;) {
      const all = () => this.engine.prepare(text).all(...parameters) as ReadonlyArray<Record<string, unknown>>
      const isPast = since < this.commits || (skips !== undefined && this.isLockedByOthers(session, skips))
      if (!isPast) this.enter(session, false)
      const rows = isPast ? this.inThePast(session, since, skips, all) : all()
      let isOutdated = false
      for (const row of rows) {
        for (const [i, locked] of locks.entries()) {
          const place = this.lockedRow(row, i, locked)
          if (place === undefined) continue
          if (this.locks.inTheWay(session, place, mode) !== undefined) return waits(place, mode, true)
          const isNew = !session.locks.has(place)
          this.take(session, place, mode, skips === undefined)
          if (isNew && this.hasChangedSince(place, since)) isOutdated = true
        }
      }
      if (isOutdated) continue
      return { _tag: "Done", rows: rows.map(withoutKeys), changes: 0 }
    }
  }

  private textWithKeys({ text }: LockingStatement, keys: ReadonlyArray<string>): string {
    const known = this.textsWithKeys.get(text)
    if (known !== undefined) return known
    const fresh = withColumns(text, keys)
    this.textsWithKeys.set(text, fresh)
    return fresh
  }

  /** The row of a locked table in a result; none where an outer join found none. */
  private lockedRow(row: Record<string, unknown>, i: number, { table }: LockedTable): string | undefined {
    const key = this.engine.rowChanges.table(table)!.primary.map((_, k) => row[`key ${i} ${k}`])
    return key.includes(null) ? undefined : rowOf(table, key)
  }

  /** What a change has to wait for, and which locks it takes before it. */
  private locksOfChange(
    session: Session,
    change: RowChange,
    since: number,
    { skips }: LockingStatement
  ): Wait | "outdated" | undefined {
    const { after, before, changesKey, keys, refersTo, row } = change
    if (before !== undefined && !session.inserted.has(row)) {
      const mode = after === undefined || changesKey ? "update" : "noKeyUpdate"
      if (this.locks.inTheWay(session, row, mode) !== undefined) return waits(row, mode, true)
      const isNew = !session.locks.has(row)
      this.take(session, row, mode, skips === undefined)
      if (isNew && this.hasChangedSince(row, since)) return "outdated"
    }
    for (const key of keys) {
      if (this.locks.inTheWay(session, key, "update") !== undefined) return waits(key, "update", false)
    }
    for (const referred of refersTo) {
      if (session.inserted.has(referred)) continue
      if (this.locks.inTheWay(session, referred, "keyShare") !== undefined) return waits(referred, "keyShare", true)
      this.take(session, referred, "keyShare")
    }
    return undefined
  }

  /** Changes rows, if nobody else has them. */
  private change(session: Session, statement: LockingStatement, parameters: Parameters, since: number): Step {
    const { db, rowChanges } = this.engine
    const isInsertion = /^\s*INSERT/i.test(statement.text)
    for (;;) {
      session.hasChanged = true
      const isPast = !isInsertion
        && (since < this.commits || (statement.skips !== undefined && this.isLockedByOthers(session, statement.skips)))
      const isAlone = this.open.size === 1 && !isPast
      this.enter(session, true)
      if (!isAlone && !isPast) this.exec("SAVEPOINT change")
      const undo = () => {
        if (isAlone || isPast || !db.inTransaction) return
        this.exec("ROLLBACK TO change")
        this.exec("RELEASE change")
      }
      const run = () => rowChanges.during(() => this.runPlainly(statement, parameters))
      let done: ReturnType<typeof run>
      try {
        done = isPast ? this.inThePast(session, since, statement.skips, run) : run()
      } catch (error) {
        // A row that another transaction has deleted or moved may be in the way.
        const wait = this.proposedWait(session)
        undo()
        if (wait === undefined) throw error
        return wait
      }
      const { changes, result } = done
      const wait = isAlone ? undefined : this.proposedWait(session)
        ?? changes.reduce<Wait | "outdated" | undefined>(
          (found, change) => found ?? this.locksOfChange(session, change, since, statement),
          undefined
        )
      if (wait !== undefined) {
        undo()
        if (wait === "outdated") continue
        return wait
      }
      if (isPast) this.repeat(changes)
      else if (!isAlone) this.exec("RELEASE change")
      this.keep(session, changes, isAlone ? statement : undefined)
      if (changes.length > 0) this.engine.wrote(statement.text)
      return result
    }
  }

  /** What an insertion waits for: a transaction that has changed a row of the same key. */
  private proposedWait(session: Session): Wait | undefined {
    for (const key of this.engine.rowChanges.lastProposed) {
      if (this.locks.inTheWay(session, key, "update") !== undefined) return waits(key, "update", false)
    }
    return undefined
  }

  /** Adds changes to a transaction's own. `unlocked`: the statement, where nobody was there to wait for. */
  private keep(session: Session, changes: ReadonlyArray<RowChange>, unlocked: LockingStatement | undefined): void {
    for (const change of changes) {
      const { after, before, keys, row } = change
      session.log.push(change)
      if (unlocked !== undefined) this.locksOfChange(session, change, Infinity, unlocked)
      if (before === undefined) {
        session.inserted.add(row)
        this.locks.take(session, row, "update")
      }
      if (after === undefined) session.inserted.delete(row)
      for (const key of keys) this.locks.take(session, key, "update")
    }
  }

  /** What a query would return now to a transaction that had made only the first of its changes. */
  rowsNow(
    session: Session,
    changes: number,
    statement: LockingStatement,
    parameters: Parameters
  ): ReadonlyArray<object> {
    const isSame = changes === session.log.length
    if (isSame) this.enter(session, false)
    else {
      this.park()
      this.exec("BEGIN")
      this.repeat(session.log.slice(0, changes))
    }
    const rows = this.engine.prepare(statement.text).all(...parameters) as ReadonlyArray<object>
    if (!isSame) this.exec("ROLLBACK")
    return rows
  }

  /** A query in a snapshot: as the database was. */
  rowsAt(since: number, text: string, parameters: Parameters): ReadonlyArray<object> {
    const all = () => this.engine.prepare(text).all(...parameters) as ReadonlyArray<object>
    if (since === this.commits) {
      this.park()
      return all()
    }
    const none = new Session()
    try {
      return this.inThePast(none, since, undefined, all)
    } finally {
      this.park()
    }
  }

  savepoint({ locks, log }: Session): Savepoint {
    return { changes: log.length, locks: new Map(locks) }
  }

  /**
   * Undoes a transaction's changes since a savepoint, and ends the locks that it took since. On the server, who waits
   * for one that it took inside another savepoint, which was released meanwhile, waits for the transaction's end.
   */
  undoTo(session: Session, { changes, locks }: Savepoint): void {
    if (session.isExclusive) throw new Error("a savepoint where the structure of the database changes")
    session.log.splice(changes)
    session.inserted.clear()
    for (const { after, before, row } of session.log) {
      if (before === undefined) session.inserted.add(row)
      if (after === undefined) session.inserted.delete(row)
    }
    if (this.current === session) this.park()
    this.locks.release(session, locks)
  }

  /** Commits. Throws where the disk fails; the transaction has ended then, too. */
  commit(session: Session): void {
    const { committing, db, done, mayFail } = this.engine
    let isCommitted = false
    try {
      if (session.hasChanged) {
        committing(session)
        this.enter(session, true)
        try {
          mayFail("commit", "COMMIT")
        } catch (error) {
          isCommitted = this.engine.lastFault() === "lost"
          throw error
        }
        this.exec("COMMIT")
        isCommitted = true
        this.engine.committed()
        done("commit")
      }
    } finally {
      if (this.current === session) {
        if (db.inTransaction) this.exec("ROLLBACK")
        this.current = undefined
      }
      if (isCommitted) this.publish(session)
      this.end(session)
    }
  }

  private publish(session: Session): void {
    const { log } = session
    if (log.length === 0) return
    this.commits++
    if (this.pins.size > 0) this.recent.push({ n: this.commits, changes: [...log] })
    for (const { table } of log) this.changedAt.set(table.name, this.commits)
    this.observer.committed?.(session)
  }

  /** Ends a transaction whose client is gone. */
  abandon(session: Session): void {
    this.locks.abandon(session)
    this.rollback(session)
  }

  rollback(session: Session): void {
    if (this.current === session) {
      session.isExclusive = false
      this.park()
    }
    this.end(session)
  }

  private end(session: Session): void {
    this.open.delete(session)
    this.locks.release(session)
  }
}

const withoutKeys = (row: Record<string, unknown>): object => {
  const rest: Record<string, unknown> = {}
  for (const name in row) if (!name.startsWith("key ")) rest[name] = row[name]
  return rest
}
