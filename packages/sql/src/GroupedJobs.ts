/**
 * The statements by which groups of jobs take turns, however many jobs each has waiting. The subject of a grouped kind
 * is `group:rest`, and an index of that kind alone has its jobs by group and time. Running jobs are counted by their
 * leases; claims are made by one process at a time, so that no two find the same room. Follows
 * docs/specification.md#background-work.
 *
 * @since 1.0.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Claim, dueAt } from "./JobTable.ts"
import * as Query from "./Query.ts"
import type { Dialect, Transaction } from "./Transactions.ts"

/** A subject up to its colon. */
const groupOf: { readonly [dialect in Dialect]: string } = {
  sqlite: "substr(subject, 1, instr(subject, ':'))",
  pg: "substr(subject, 1, strpos(subject, ':'))"
}

/** Creates the indexes of a grouped kind. */
export const indexes = (kind: string, dialect: Dialect): ReadonlyArray<string> => [
  `CREATE INDEX job_by_group_${kind} ON job ((${groupOf[dialect]}), (${dueAt}), subject) WHERE kind = '${kind}'`,
  `CREATE INDEX job_leased_${kind} ON job ((${groupOf[dialect]})) WHERE kind = '${kind}' AND lease_until > 0`
]

/** A group that has jobs. */
export interface JobGroup {
  readonly group: string
  /** How many of its jobs nobody runs are due; counted up to as many as were asked for. */
  readonly due: number
  /** When the next one after these is due. */
  readonly laterAt: number | undefined
  /** How many of its jobs run, in all processes. */
  readonly running: number
}

const Row = Schema.Struct({
  label: Schema.String,
  due: Query.Int,
  later_at: Schema.NullOr(Query.Int),
  running: Query.Int
})

const lock = Query.lock<[kind: string]>("SELECT pg_advisory_xact_lock(7235515, hashtext(?))")

/** The statements of a grouped kind. */
export interface GroupedJobs {
  /** Keeps other processes from claiming jobs of this kind until the transaction ends. */
  readonly lock: Effect.Effect<boolean, never, Transaction>
  /** All groups that have jobs, in order; of each, as many due jobs are counted as `most`. */
  readonly list: (now: number, most: number) => Effect.Effect<ReadonlyArray<JobGroup>, never, Transaction>
  /** The due jobs of a group, the longest due first. Rows that another transaction has are passed over. */
  readonly findDue: (
    group: string,
    now: number,
    most: number
  ) => Effect.Effect<ReadonlyArray<Claim>, never, Transaction>
  /** Removes the jobs of a group that nobody runs, and returns what follows the colon in their subjects. */
  readonly remove: (group: string, now: number) => Effect.Effect<ReadonlyArray<string>, never, Transaction>
}

const texts = (kind: string, dialect: Dialect) => {
  // The text says the kind, as the indexes' conditions do: an index of some rows is found by a statement that says
  // which.
  const of = `FROM job WHERE kind = '${kind}'`
  const group = groupOf[dialect]
  return {
    // From each group's label to the next, by the primary key: what the groups hold is not read. After a colon comes a
    // semicolon.
    list: `WITH RECURSIVE labels (label) AS (
         SELECT (SELECT ${group} ${of} ORDER BY subject LIMIT 1)
         UNION ALL
         SELECT (SELECT ${group} ${of} AND subject > rtrim(labels.label, ':') || ';' ORDER BY subject LIMIT 1)
         FROM labels WHERE labels.label IS NOT NULL
       )
       SELECT label,
         (SELECT count(*) FROM (SELECT 1 ${of} AND ${group} = label AND ${dueAt} <= ? LIMIT ?) AS due_jobs) AS due,
         (SELECT ${dueAt} ${of} AND ${group} = label AND ${dueAt} > ? AND lease_until <= ? ORDER BY ${dueAt} LIMIT 1)
           AS later_at,
         (SELECT count(*) ${of} AND lease_until > 0 AND ${group} = label AND lease_until > ?) AS running
       FROM labels WHERE label IS NOT NULL ORDER BY label`,
    findDue: `SELECT kind, subject, attempts, plan, fence, ${dueAt} AS due_at ${of} AND ${group} = ? AND ${dueAt} <= ?
       ORDER BY ${dueAt}, subject LIMIT ? FOR UPDATE SKIP LOCKED`,
    remove: `DELETE ${of} AND ${group} = ? AND lease_until <= ? RETURNING subject`
  }
}

export const make = (kind: string): GroupedJobs => {
  const [sqlite, pg] = [texts(kind, "sqlite"), texts(kind, "pg")]
  const groups = Query.all(Row)<[now: number, most: number, now: number, now: number, now: number]>({
    sqlite: sqlite.list,
    pg: pg.list
  })
  const due = Query.all(Claim)<[label: string, now: number, most: number]>({ sqlite: sqlite.findDue, pg: pg.findDue })
  const remove = Query.returning(Schema.Struct({ subject: Schema.String }))<[label: string, now: number]>({
    sqlite: sqlite.remove,
    pg: pg.remove
  })
  return {
    lock: lock(kind),
    list: (now, most) =>
      Effect.map(groups(now, most, now, now, now), (rows) =>
        rows.map((row) => ({
          group: row.label.slice(0, -1),
          due: row.due,
          laterAt: row.later_at ?? undefined,
          running: row.running
        }))),
    findDue: (group, now, most) => due(`${group}:`, now, most),
    remove: (group, now) =>
      Effect.map(remove(`${group}:`, now), (rows) => rows.map(({ subject }) => subject.slice(group.length + 1)).sort())
  }
}
