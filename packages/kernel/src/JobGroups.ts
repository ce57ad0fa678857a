/**
 * The jobs of one kind by groups: the statements by which groups of jobs take turns, whatever each of them has waiting.
 *
 * The subject of a grouped kind is `group:rest`. An index of that kind alone has its jobs by group and time, so that what
 * is read costs the same however many jobs of a group wait. How many jobs of a group run is counted by their leases, and
 * is therefore the same for all processes. Claims of such a kind are made by one process at a time: otherwise two that
 * count at once would both find room. Follows docs/specification.md#background-work.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Claim, dueAt } from "./JobTable.ts"
import * as Query from "./Query.ts"
import type { Transaction } from "./Transactions.ts"

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-"
/** A subject up to its colon: both databases have a function that takes letters away from the end. */
const groupOf = `rtrim(subject, '${letters}')`

/** A later migration: the indexes of a grouped kind. */
export const indexes = (kind: string): ReadonlyArray<string> => [
  `CREATE INDEX job_by_group_${kind} ON job ((${groupOf}), (${dueAt}), subject) WHERE kind = '${kind}'`,
  `CREATE INDEX job_leased_${kind} ON job ((${groupOf})) WHERE kind = '${kind}' AND lease_until > 0`
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
export interface JobGroups {
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

/** The text says the kind, as the indexes' conditions do: an index of some rows is found by a statement that says which. */
export const make = (kind: string): JobGroups => {
  const of = `FROM job WHERE kind = '${kind}'`
  // From each group's label to the next, by the index: what the groups hold is not read.
  const groups = Query.all(Row)<[now: number, most: number, now: number, now: number, now: number]>(
    `WITH RECURSIVE labels (label) AS (
       SELECT (SELECT ${groupOf} ${of} ORDER BY ${groupOf} LIMIT 1)
       UNION ALL
       SELECT (SELECT ${groupOf} ${of} AND ${groupOf} > labels.label ORDER BY ${groupOf} LIMIT 1)
       FROM labels WHERE labels.label IS NOT NULL
     )
     SELECT label,
       (SELECT count(*) FROM (SELECT 1 ${of} AND ${groupOf} = label AND ${dueAt} <= ? LIMIT ?) AS due_jobs) AS due,
       (SELECT ${dueAt} ${of} AND ${groupOf} = label AND ${dueAt} > ? AND lease_until <= ? ORDER BY ${dueAt} LIMIT 1)
         AS later_at,
       (SELECT count(*) ${of} AND lease_until > 0 AND ${groupOf} = label AND lease_until > ?) AS running
     FROM labels WHERE label IS NOT NULL ORDER BY label`
  )
  const due = Query.all(Claim)<[label: string, now: number, most: number]>(
    `SELECT kind, subject, attempts, plan, fence ${of} AND ${groupOf} = ? AND ${dueAt} <= ?
     ORDER BY ${dueAt}, subject LIMIT ? FOR UPDATE SKIP LOCKED`
  )
  const remove = Query.returning(Schema.Struct({ subject: Schema.String }))<[label: string, now: number]>(
    `DELETE ${of} AND ${groupOf} = ? AND lease_until <= ? RETURNING subject`
  )
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
