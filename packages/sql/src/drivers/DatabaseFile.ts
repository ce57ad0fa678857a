/**
 * What a SQLite database's path leads to, before anything is opened there, and who may read its files.
 *
 * The rule: a start that is refused changes nothing. Only a regular file that SQLite has read is made private; a
 * folder, a device or a file of another kind is left as it is, with nothing beside it. Follows
 * docs/specification.md#start-and-stop.
 */
import { chmodSync, closeSync, existsSync, openSync, readSync, type Stats, statSync } from "node:fs"
import { sep } from "node:path"

/** What is wrong with what a path leads to. */
export interface Unusable {
  readonly isFolder: boolean
  readonly message: string
}

/** What a path leads to, where that can be known: whoever opens it says why it cannot. */
const found = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Why there can be no database at a path. It opens no file. */
export const unusable = (path: string): Unusable | undefined => {
  if (path === ":memory:") return undefined
  const file = found(path)
  if (file?.isDirectory() === true || (file === undefined && path.endsWith(sep))) {
    return { isFolder: true, message: `${path} is a folder, not a file.` }
  }
  if (file === undefined) return undefined
  if (!file.isFile()) return { isFolder: false, message: `${path} is not a regular file.` }
  // SQLite keeps what is not yet in the file beside each name: by another name, a second process would not find it.
  return file.nlink > 1
    ? { isFolder: false, message: `${path} has other names (hard links): remove them, or copy the file.` }
    : undefined
}

const header = Buffer.from("SQLite format 3\0", "latin1")

/**
 * Whether a file is something else than a database; an empty one becomes a database. It must not be asked about a
 * database that this process has open: to close the file again would end the locks that it holds on it.
 */
export const isSomethingElse = (path: string): boolean => {
  if (!existsSync(path)) return false
  const file = openSync(path, "r")
  try {
    const start = Buffer.alloc(header.length)
    const bytes = readSync(file, start, 0, header.length, 0)
    return bytes > 0 && !start.equals(header)
  } finally {
    closeSync(file)
  }
}

/** Makes a file that is missing, for its owner alone. */
export const makePrivate = (path: string): void => {
  if (path !== ":memory:" && !existsSync(path)) closeSync(openSync(path, "ax", 0o600))
}

/** What a database may have beside it; SQLite gives a new one the permissions of the database. */
const besides = ["", "-wal", "-shm", "-journal"]

/**
 * Keeps the files of an open database for its owner alone: other accounts of the machine would read the store's secret
 * there.
 */
export const keepPrivate = (path: string): void => {
  if (path === ":memory:") return
  for (const one of besides.map((end) => path + end)) {
    const file = found(one)
    if (file?.isFile() === true && (file.mode & 0o077) !== 0) chmodSync(one, 0o600)
  }
}
