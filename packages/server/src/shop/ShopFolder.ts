/**
 * A shop as a folder: `shop.json`, `products.csv`, and the database of a shop that keeps it there. Reads what a shop
 * decides for itself; what is wrong stops the program with a line for each fault. Follows docs/shop.md.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { closeSync, createReadStream, existsSync, openSync, readdirSync, readFileSync, readSync } from "node:fs"
import { join } from "node:path"
import { StartRefused } from "../ServerConfig.ts"
import * as LookFiles from "./LookFiles.ts"
import * as ShopFile from "./ShopFile.ts"
import { type PageFile, read as readShopPages } from "./ShopPages.ts"

export interface Shop {
  readonly folder: string
  readonly policy: ShopFile.ShopPolicy
  readonly strategies: ReturnType<typeof ShopFile.strategiesOf>
  /** What its look brings. */
  readonly files: LookFiles.LookFiles
  /** What of the file became a strategy. */
  readonly rules: Pick<ShopFile.ShopFile, "returnDays" | "vat">
}

/** So many faults are printed. */
const mostPrinted = 50

/** A line for each fault of a file, up to a bound. */
export const printFaults = <A extends { readonly line: number; readonly words: string }>(
  file: string,
  faults: ReadonlyArray<A>,
  placeOf: (fault: A) => string
): string =>
  [
    ...faults.slice(0, mostPrinted).map((fault) => {
      const place = placeOf(fault)
      return `${file}:${fault.line}: ${place === "" ? "" : `${place} `}${fault.words}`
    }),
    ...(faults.length > mostPrinted ? [`${file}: ${faults.length - mostPrinted} more.`] : [])
  ].join("\n")

/** What a file is that is no text in UTF-8, by its first bytes and those in between. */
const otherwise = (bytes: Uint8Array): string =>
  bytes[0] === 0x50 && bytes[1] === 0x4b
    ? "a workbook or an archive"
    : bytes.includes(0)
    ? "UTF-16 or no text"
    : "text in another encoding than UTF-8"

const unreadable = (path: string, error: unknown, whatElse = "") =>
  new StartRefused({ message: `${path} cannot be read (${(error as NodeJS.ErrnoException).code}).${whatElse}` })

const noText = (path: string, bytes: Uint8Array) =>
  new StartRefused({ message: `${path} is ${otherwise(bytes)}: save it as text in UTF-8, a table as "CSV UTF-8".` })

/** The text of a file of the operator's, in UTF-8, without a mark of the order of its bytes. */
export const readText = Effect.fnUntraced(
  function*(path: string, whatElse = ""): Effect.fn.Return<string, StartRefused> {
    const bytes = yield* Effect.try({
      try: () => readFileSync(path),
      catch: (error) => unreadable(path, error, whatElse)
    })
    try {
      if (!bytes.includes(0)) return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    } catch {
      // It is said below what it is.
    }
    return yield* noText(path, bytes)
  }
)

/** Fails where a file of the operator's cannot be read. */
export const checkReadable = (path: string): Effect.Effect<void, StartRefused> =>
  Effect.try({
    try: () => {
      const file = openSync(path, "r")
      try {
        // A folder is opened, and not read.
        readSync(file, Buffer.alloc(1))
      } finally {
        closeSync(file)
      }
    },
    catch: (error) => unreadable(path, error)
  })

/** The text of a file of any size, in pieces. Throws what `readText` fails with. */
export async function* readPieces(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let before: Uint8Array = new Uint8Array()
  try {
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
      before = bytes
      if (bytes.includes(0)) throw noText(path, bytes)
      yield decoder.decode(bytes, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof StartRefused) throw error
    throw (error as NodeJS.ErrnoException).syscall === undefined ? noText(path, before) : unreadable(path, error)
  }
}

/** The files of a folder's pages; none where it has no such folder. */
const readPages = Effect.fnUntraced(function*(folder: string): Effect.fn.Return<ReadonlyArray<PageFile>, StartRefused> {
  if (!existsSync(folder)) return []
  const names = yield* Effect.try({
    // Editors and systems leave files whose names begin with a dot.
    try: () => readdirSync(folder).filter((name) => !name.startsWith(".")),
    catch: (error) => new StartRefused({ message: `${folder} cannot be read (${(error as Error).message}).` })
  })
  return yield* Effect.forEach(names, (name) => Effect.map(readText(join(folder, name)), (text) => ({ name, text })))
})

/** The shop of a folder. */
export const read = Effect.fnUntraced(function*(folder: string): Effect.fn.Return<Shop, StartRefused> {
  const path = join(folder, "shop.json")
  const text = yield* readText(path, " `beauty-store init <folder>` makes a folder that has one.")
  const pageFiles = yield* readPages(join(folder, "pages"))
  const file = ShopFile.parse(text, (file) => [
    ...LookFiles.findFaults(folder, file),
    ...ShopFile.pagesNamedIn(file).filter(({ name }) => !pageFiles.some((one) => one.name.split(".")[0] === name))
      .map(({ name, path }) => ({ path, words: `is no page: there is no pages/${name}.md` }))
  ])
  if (Either.isLeft(file)) {
    return yield* new StartRefused({ message: printFaults(path, file.left, ({ pointer }) => pointer) })
  }
  const policy = ShopFile.policyOf(file.right)
  const pages = readShopPages(pageFiles, policy.languages)
  if (Either.isLeft(pages)) {
    return yield* new StartRefused({
      message: pages.left.map(({ file, words }) => `${join(folder, "pages", file)}: ${words}`).join("\n")
    })
  }
  const { returnDays, vat } = file.right
  const { files, look } = LookFiles.read(folder, file.right)
  return {
    folder,
    policy: { ...policy, pages: pages.right, look },
    files,
    strategies: ShopFile.strategiesOf(file.right),
    rules: { returnDays, vat }
  }
})
