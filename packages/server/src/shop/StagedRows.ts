/**
 * Products that wait on disk until an import applies them: a temporary file that goes when the process does, however it
 * ends.
 */
import type { Staging } from "@beauty-store/commerce/catalog/CatalogImport"
import { randomUUID } from "node:crypto"
import { closeSync, openSync, readSync, rmSync, unlinkSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

type Storage = NonNullable<ConstructorParameters<typeof Staging>[2]>
type Row = ReturnType<Storage["read"]>

/** So many bytes are written at once. */
const writtenAtOnce = 65_536
/** So many bytes are read of a row at first: most are shorter. */
const readAtFirst = 4_096

export const open = (): Storage & { readonly close: () => void } => {
  const path = join(tmpdir(), `beauty-store-import-${randomUUID()}`)
  const file = openSync(path, "wx+", 0o600)
  try {
    // Without a name it goes with the last who has it open.
    unlinkSync(path)
  } catch {
    // Windows removes no open file: `close` does.
  }
  let [waiting, waits, end] = [new Array<Buffer>(), 0, 0]
  const flush = (): void => {
    const bytes = Buffer.concat(waiting)
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, end + done)
    end += bytes.length
    ;[waiting, waits] = [[], 0]
  }
  const bytesAt = (at: number, length: number): Buffer => {
    const bytes = Buffer.allocUnsafe(length)
    for (let done = 0; done < length;) {
      const more = readSync(file, bytes, done, length - done, at + done)
      if (more === 0) throw new Error(`${path} is shorter than what was written to it`)
      done += more
    }
    return bytes
  }
  return {
    keep: (row) => {
      const text = Buffer.from(JSON.stringify(row))
      const at = end + waits
      const length = Buffer.alloc(4)
      length.writeUInt32LE(text.length)
      waiting.push(length, text)
      waits += 4 + text.length
      if (waits >= writtenAtOnce) flush()
      return at
    },
    read: (at) => {
      if (waits > 0) flush()
      const first = bytesAt(at, Math.min(readAtFirst, end - at))
      const length = first.readUInt32LE()
      const bytes = length + 4 <= first.length ? first.subarray(4, length + 4) : bytesAt(at + 4, length)
      return JSON.parse(bytes.toString()) as Row
    },
    close: () => {
      closeSync(file)
      rmSync(path, { force: true })
    }
  }
}
