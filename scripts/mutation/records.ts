/**
 * Files of records, a line of JSON each, sorted by their name: a person reads them, and a change of one is one line of a
 * comparison. Each record is written as soon as it is there, so that a run can end at any moment.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"

/** The records of a file, by name. */
export const readRecords = <A>(path: string, nameOf: (record: A) => string): ReadonlyMap<string, A> =>
  existsSync(path)
    ? new Map(
      readFileSync(path, "utf8").split("\n").filter(Boolean).map((line) => {
        const record = JSON.parse(line) as A
        return [nameOf(record), record] as const
      })
    )
    : new Map()

/** Adds a record to a file, or replaces the one of its name. */
export const writeRecord = <A>(path: string, nameOf: (record: A) => string, record: A): void =>
  writeRecords(path, new Map([...readRecords(path, nameOf), [nameOf(record), record]]))

/** Writes the records of a file. */
export const writeRecords = <A>(path: string, all: ReadonlyMap<string, A>): void => {
  const lines = [...all].sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0).map(([, one]) => JSON.stringify(one))
  // Whoever ends the program meanwhile leaves the old file.
  writeFileSync(`${path}.new`, `${lines.join("\n")}\n`)
  renameSync(`${path}.new`, path)
}
