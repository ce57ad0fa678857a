/**
 * Looks for decisions on outdated data: a transaction reads without a lock, another one commits a change of what was
 * read, and then the first one writes and commits. Before each change its earlier queries are asked again where their
 * tables have changed; one with another result is outdated, unless it is asked again before the commit.
 */
import type { LockingStatement } from "./LockingStatement.ts"
import type { Parameters, Session, Sessions } from "./Sessions.ts"

/** A decision on outdated data. */
export interface StaleRead {
  readonly query: string
  readonly tables: ReadonlyArray<string>
  readonly parameters: Parameters
  readonly was: ReadonlyArray<object>
  readonly is: ReadonlyArray<object>
  /** The change that followed, and the table that it is of. */
  readonly change: string
  readonly changed: string | undefined
  /** The tables of all changes of the transaction. */
  readonly allChanged: ReadonlySet<string>
  /** The statements of the transaction that locked or changed something. */
  readonly history: ReadonlyArray<string>
}

export interface ReadObserver {
  readonly stale: (read: StaleRead) => void
}

interface Read {
  readonly statement: LockingStatement
  readonly parameters: Parameters
  readonly rows: ReadonlyArray<object>
  /** How many changes of its own it has seen. */
  readonly changes: number
  /** The commits that it has seen, or with which it was compared. */
  since: number
  outdated: Pick<StaleRead, "is" | "change" | "changed"> | undefined
}

/**
 * What identifies the rows of a query: names among its parameters. Numbers may be moments, and names of the
 * transaction's own rows, which nobody else can see, name exceptions.
 */
const namesAmong = (parameters: Parameters, { inserted }: Session): string => {
  const own = [...inserted].map((row) => row.slice(row.indexOf("#") + 1))
  return parameters.filter((value) => typeof value === "string" && value !== "" && !own.includes(value)).join("\u0001")
}

export class StaleReads {
  private readonly sessions: Sessions
  private readonly session: Session
  private readonly observer: ReadObserver
  private readonly reads = new Map<string, Read>()

  constructor(sessions: Sessions, session: Session, observer: ReadObserver) {
    this.sessions = sessions
    this.session = session
    this.observer = observer
  }

  /** A query was answered. A later one replaces an earlier one that asked for the same. */
  note(statement: LockingStatement, parameters: Parameters, rows: ReadonlyArray<object>, since: number): void {
    if (statement.kind !== "reads" && statement.kind !== "locks") return
    const key = `${statement.query}\u0001${namesAmong(parameters, this.session)}`
    if (statement.reads.length === 0) return void this.reads.delete(key)
    const changes = this.session.log.length
    this.reads.set(key, { statement, parameters, rows, changes, since, outdated: undefined })
  }

  /** The transaction was undone to a number of changes: what it read after later ones says nothing any more. */
  undoTo(changes: number): void {
    for (const [key, read] of this.reads) if (read.changes > changes) this.reads.delete(key)
  }

  /** The transaction is about to change something. */
  decide({ changed, query }: LockingStatement): void {
    for (const read of this.reads.values()) {
      const { changes, outdated, parameters, rows, statement } = read
      if (outdated !== undefined || !this.sessions.haveChanged(statement.reads, read.since)) continue
      const now = this.sessions.rowsNow(this.session, changes, statement, parameters)
      read.since = this.sessions.commits
      if (JSON.stringify(now) !== JSON.stringify(rows)) read.outdated = { is: now, change: query, changed }
    }
  }

  /** The transaction has committed. */
  report(): void {
    for (const { outdated, parameters, rows, statement } of this.reads.values()) {
      if (outdated === undefined) continue
      this.observer.stale({
        query: statement.query,
        tables: statement.reads,
        parameters,
        was: rows,
        allChanged: new Set(this.session.log.map(({ table }) => table.name)),
        history: this.session.history,
        ...outdated
      })
    }
  }
}
