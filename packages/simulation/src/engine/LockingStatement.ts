/**
 * A statement of PostgreSQL as SQLite runs it, with what it locks, changes and reads, as far as its text tells.
 *
 * It knows the forms that the store's statements have, whose keywords are in capitals and whose names are not. A row
 * lock is at the end of a query, or in a list of rows that a change passes over where they are locked.
 */
import * as Query from "@beauty-store/sql/Query"
import type { LockMode } from "./Locks.ts"

/** A table whose rows a query locks. */
export interface LockedTable {
  readonly table: string
  /** Its name in the query. */
  readonly alias: string
}

export interface LockingStatement {
  /** For SQLite, without locks. */
  readonly text: string
  readonly kind: "reads" | "locks" | "changes" | "advisory" | "other"
  /** The tables whose rows it locks, with the mode. */
  readonly locks: ReadonlyArray<LockedTable>
  readonly mode: LockMode
  /** The table whose locked rows it passes over. */
  readonly skips: string | undefined
  readonly changed: string | undefined
  /** The tables that it reads without locking them. */
  readonly reads: ReadonlyArray<string>
  /** Equal for a query with and without locks. */
  readonly query: string
}

const lockModes: Readonly<Record<string, LockMode>> = {
  "UPDATE": "update",
  "NO KEY UPDATE": "noKeyUpdate",
  "SHARE": "share",
  "KEY SHARE": "keyShare"
}

const lockClause = /\s+FOR ((?:NO KEY )?UPDATE|(?:KEY )?SHARE)(?:\s+OF (\w+(?:, \w+)*))?(\s+SKIP LOCKED)?/

const kindOf = (text: string, locks: boolean): LockingStatement["kind"] => {
  if (text.includes("pg_advisory")) return "advisory"
  if (/^\s*(?:INSERT|UPDATE|DELETE)\b/i.test(text)) return "changes"
  if (/^\s*(?:SELECT|VALUES|WITH)\b/i.test(text)) {
    if (/^\s*WITH\b/i.test(text) && /\b(?:INSERT INTO|UPDATE\s+\w+\s+SET|DELETE FROM)\b/i.test(text)) return "changes"
    return locks ? "locks" : "reads"
  }
  return "other"
}

const known = new Map<string, LockingStatement>()

export const parse = (text: string): LockingStatement => {
  const before = known.get(text)
  if (before !== undefined) return before
  const clause = lockClause.exec(text)
  const plain = Query.unlocked(text).replace(lockClause, "")
  const kind = kindOf(text, clause !== null)
  const named = [...plain.matchAll(/\b(?:FROM|JOIN)\s+([a-z_]+)(?:\s+(?:AS\s+)?([a-z]\w*))?/g)]
    .map(([, table, alias]) => ({ table: table!, alias: alias ?? table! }))
  const of = clause?.[2]?.split(", ")
  const locked = named.filter(({ alias }) => of === undefined || of.includes(alias))
  const changed = kind === "changes"
    ? /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?([a-z_]\w*)/i.exec(plain)?.[1]
    : undefined
  const isSkip = clause?.[3] !== undefined
  const locks = kind === "locks" ? locked : []
  const fresh: LockingStatement = {
    // The two databases name some functions differently.
    text: Query.plannedOnce(
      plain.replace(/\$\d+/g, "?").replace(/\bstrpos\(/g, "instr(").replace("pg_backend_pid()", "1")
        .replace("SELECT json_array_elements_text(?::json)", "SELECT value FROM json_each(?)")
        .replace(
          /SELECT key, value::bigint FROM json_each_text\(\?::json\) (ORDER BY key) COLLATE "C"/,
          "SELECT key, value FROM json_each(?) WHERE 1 = 1 $1"
        )
        .replaceAll("to_tsvector('simple', ?)", "?")
    ),
    kind,
    locks,
    mode: lockModes[clause?.[1] ?? "UPDATE"]!,
    skips: isSkip ? locked[0]?.table : undefined,
    changed,
    reads: kind === "advisory" || kind === "other"
      ? []
      : [...new Set(named.map(({ table }) => table))].filter((table) =>
        !locks.some((one) => one.table === table) && !(isSkip && table === locked[0]?.table)
      ),
    query: plain
  }
  known.set(text, fresh)
  return fresh
}

/** A query with further columns at the end of its list. */
export const withColumns = (text: string, columns: ReadonlyArray<string>): string => {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/[()]|\sFROM\s/g)) {
    if (token === "(") depth++
    else if (token === ")") depth--
    else if (depth === 0) return `${text.slice(0, index)}, ${columns.join(", ")}${text.slice(index)}`
  }
  throw new Error(`locks without a table: ${text}`)
}
