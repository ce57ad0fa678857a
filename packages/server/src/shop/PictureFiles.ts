/**
 * The pictures that a table of goods names: files below `pictures/` of the shop's folder, in their order, and what each
 * shows in words.
 *
 * The rule: nothing outside of that folder is read. All faults are named at once, and a file that the shop has already,
 * by its content, is not encoded again. Follows docs/shop.md.
 */
import { ProductPictures } from "@beauty-store/commerce/catalog/ProductPictures"
import type { TableFault, TableLine } from "@beauty-store/commerce/catalog/ProductTable"
import { ProductId } from "@beauty-store/domain/Ids"
import { type Language, type Languages, languages } from "@beauty-store/domain/Language"
import { type AlternativeTexts, longestAlt, mostPictures, type PictureId } from "@beauty-store/domain/Picture"
import { PictureEncoding } from "@beauty-store/http/pipeline/PictureEncoding"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import * as PictureEncoder from "../PictureEncoder.ts"
import { faultOfPicture, pathBelow } from "./FolderFiles.ts"
import type { Shop } from "./ShopFolder.ts"

/** A picture of a product, as a line of the table names it. */
interface NamedPicture {
  readonly path: string
  readonly name: string
  readonly alt: AlternativeTexts
}

export interface LinePictures {
  readonly line: number
  readonly productId: ProductId
  readonly pictures: ReadonlyArray<NamedPicture>
}

const partsOf = (cell: string | undefined): ReadonlyArray<string> =>
  cell === undefined || cell === "" ? [] : cell.split("|").map((part) => part.replace(/\s+/g, " ").trim())

/** The names of the files in the folder itself. */
export const names = ({ folder }: Shop): ReadonlyArray<string> =>
  existsSync(join(folder, "pictures")) ? readdirSync(join(folder, "pictures")) : []

type Say = (column: string, words: string) => void

/** What the pictures of a line show, by language; none where a text is missing. */
const altsOf = ([ofCatalogue]: Languages, cells: ReadonlyMap<string, string>, count: number, say: Say) => {
  const texts = new Map<Language, ReadonlyArray<string>>()
  for (const language of languages) {
    const column = language === ofCatalogue && !cells.has(`alt:${language}`) ? "alt" : `alt:${language}`
    const parts = partsOf(cells.get(column))
    if (parts.length > count) say(column, `describes ${parts.length} pictures, and there are ${count}`)
    if (parts.some((part) => part.length > longestAlt)) say(column, `has a text of more than ${longestAlt} characters`)
    texts.set(language, parts)
  }
  return (n: number): AlternativeTexts =>
    Object.fromEntries([...texts].flatMap(([language, parts]) => {
      const text = parts[n] ?? ""
      return text === "" ? [] : [[language, text] as const]
    }))
}

const ofLine = (
  folder: string,
  spoken: Languages,
  { cells, line }: TableLine,
  say: Say
): LinePictures => {
  const names = partsOf(cells.get("pictures")).filter((name) => name !== "")
  if (names.length > mostPictures) say("pictures", `names ${names.length} files: a product has at most ${mostPictures}`)
  if (new Set(names).size < names.length) say("pictures", "names a file twice")
  const altOf = altsOf(spoken, cells, names.length, say)
  const pictures = names.flatMap((name, n) => {
    const path = pathBelow(join(folder, "pictures"), name)
    const fault = path === undefined ? `is no file below ${join(folder, "pictures")}` : faultOfPicture(path)
    if (fault !== undefined) say("pictures", `${JSON.stringify(name)} ${fault}`)
    return path === undefined ? [] : [{ path, name, alt: altOf(n) }]
  })
  return { line, productId: ProductId.make(cells.get("id") ?? "", { disableValidation: true }), pictures }
}

/** Collects the pictures of the lines of a table with a column for them, and what is wrong with them at first sight. */
export const collect = ({ folder, policy: { languages } }: Shop) => {
  const named: Array<LinePictures> = []
  const faults: Array<TableFault> = []
  return {
    named,
    faults,
    onLine: (one: TableLine): void => {
      if (!one.cells.has("pictures")) return
      const say = (column: string, words: string) => void faults.push({ line: one.line, column, words })
      named.push(ofLine(folder, languages, one, say))
    }
  }
}

/** A picture that is new to the shop, by its size: its files are stored, unless an import is only tried. */
interface NewPicture {
  readonly id: PictureId
  readonly width: number
  readonly height: number
}

export interface Prepared {
  /** What each product is to show. */
  readonly wanted: ReadonlyArray<
    { readonly productId: ProductId; readonly pictures: ReadonlyArray<{ id: PictureId; alt: AlternativeTexts }> }
  >
  readonly added: ReadonlyArray<NewPicture>
  readonly faults: ReadonlyArray<TableFault>
}

/** After so many pictures it is said how many are done. */
const progressEvery = 100

/** Encodes what the shop does not have, several at once, and stores each of them unless the import is only tried. */
export const prepare = Effect.fnUntraced(function*(
  named: ReadonlyArray<LinePictures>,
  { atOnce, dryRun, say }: {
    readonly atOnce: number
    readonly dryRun: boolean
    readonly say: (words: string) => void
  }
) {
  const { stage, stored } = yield* ProductPictures
  const { encode } = yield* PictureEncoding
  const idOf = new Map<string, PictureId>()
  const places = new Map<PictureId, { readonly line: number; readonly path: string; readonly name: string }>()
  for (const { line, pictures } of named) {
    for (const { name, path } of pictures) {
      const id = idOf.get(path) ?? PictureEncoder.idOf(readFileSync(path))
      idOf.set(path, id)
      if (!places.has(id)) places.set(id, { line, path, name })
    }
  }
  const known = yield* stored([...places.keys()])
  const unknown = [...places].filter(([id]) => !known.has(id))
  const faults: Array<TableFault> = []
  const added: Array<NewPicture> = []
  let done = 0
  yield* Effect.forEach(
    unknown,
    Effect.fnUntraced(function*([id, { line, name, path }]) {
      const { picture } = yield* encode(Effect.promise(() => readFile(path)))
      if (Either.isLeft(picture)) {
        faults.push({ line, column: "pictures", words: `${JSON.stringify(name)} ${picture.left.reason}` })
      } else {
        const { height, width } = picture.right
        if (!dryRun) yield* stage({ ...picture.right, id })
        added.push({ id, width, height })
      }
      if (++done % progressEvery === 0) say(`${done} of ${unknown.length} pictures`)
    }),
    { concurrency: atOnce, discard: true }
  )
  const wanted = named.map(({ pictures, productId }) => ({
    productId,
    pictures: pictures.map(({ alt, path }) => ({ id: idOf.get(path)!, alt }))
  }))
  return { wanted, added, faults } satisfies Prepared
})
