/**
 * The files of a shop's look: its logo and the picture of its home page below `pictures/`, its typefaces below `fonts/`.
 * Nothing outside of those folders is read. Pictures are encoded at the start, as those of goods are.
 * Follows docs/shop.md.
 */
import type { Look, Typeface } from "@beauty-store/domain/Look"
import { PictureId } from "@beauty-store/domain/Picture"
import { PictureEncoding } from "@beauty-store/http/pipeline/PictureEncoding"
import {
  darkLogoPicture,
  filesOfOwn,
  homePicture,
  logoPicture,
  ownFileOf,
  RasterPictures
} from "@beauty-store/http/pipeline/RasterPictures"
import { Typefaces } from "@beauty-store/http/pipeline/Typefaces"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import * as PictureEncoder from "../PictureEncoder.ts"
import { StartRefused } from "../ServerConfig.ts"
import { faultOfPicture, pathBelow } from "./FolderFiles.ts"
import type { FaceFile, ShopFile } from "./ShopFile.ts"

/** A typeface of one script and all weights has about 100 KiB. */
const maxTypefaceBytes = 300 * 1024

interface Fault {
  readonly path: string
  readonly words: string
}

/** A file that the look names, at its place in `shop.json`. */
interface NamedFile {
  readonly place: string
  readonly below: "pictures" | "fonts"
  readonly name: string
}

const picturesIn = (
  { look: { darkLogo, hero, logo } = {} }: ShopFile
): ReadonlyArray<NamedFile & { readonly id: string }> =>
  ([
    ["look.logo", logoPicture, logo],
    ["look.darkLogo", darkLogoPicture, darkLogo],
    ["look.hero.picture", homePicture, hero?.picture]
  ] as const).flatMap(([place, id, name]) =>
    name === undefined ? [] : [{ place, id, name, below: "pictures" as const }]
  )

const typefacesIn = ({ look: { typefaces = {} } = {} }: ShopFile): ReadonlyArray<NamedFile> =>
  (["headings", "text"] as const).flatMap((use) => {
    const [face, place] = [typefaces[use], `look.typefaces.${use}`]
    const files = face === undefined
      ? []
      : typeof face === "string"
      ? [[place, face] as const]
      : [[`${place}.regular`, face.regular] as const, [`${place}.bold`, face.bold] as const]
    return files.map(([place, name]) => ({ place, name, below: "fonts" as const }))
  })

const faultOfTypeface = (path: string): string | undefined => {
  const { size } = statSync(path)
  if (size > maxTypefaceBytes) return `has ${Math.ceil(size / 1024)} KiB: taken are ${maxTypefaceBytes / 1024} at most`
  return readFileSync(path).toString("latin1", 0, 4) === "wOF2" ? undefined : "is no WOFF2 file, whatever its name says"
}

/** What is wrong with the files that a look names. */
export const findFaults = (folder: string, file: ShopFile): ReadonlyArray<Fault> =>
  [...picturesIn(file), ...typefacesIn(file)].flatMap(({ below, name, place }) => {
    const path = pathBelow(join(folder, below), name)
    const fault = path === undefined
      ? `is no file below ${join(folder, below)}`
      : (below === "fonts" ? faultOfTypeface : faultOfPicture)(path)
    return fault === undefined ? [] : [{ path: place, words: `${JSON.stringify(name)} ${fault}` }]
  })

/** What a look brings: pictures by what they are for, and typefaces by their names in addresses. */
export interface LookFiles {
  readonly pictures: ReadonlyMap<string, { readonly name: string; readonly bytes: Uint8Array }>
  readonly typefaces: ReadonlyMap<string, Uint8Array>
}

/** Reads the files of a look without faults, and names them in it by their content. */
export const read = (folder: string, file: ShopFile): { readonly look: Look; readonly files: LookFiles } => {
  const { colours, hero, navigation, shelves, typefaces = {} } = file.look ?? {}
  const bytesOf = (below: NamedFile["below"], name: string) => readFileSync(join(folder, below, name))
  const faces = new Map<string, Uint8Array>()
  const add = (name: string): string => {
    const bytes = bytesOf("fonts", name)
    const named = `${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.woff2`
    faces.set(named, bytes)
    return named
  }
  const faceOf = (face: FaceFile | undefined): Typeface | undefined =>
    face === undefined
      ? undefined
      : typeof face === "string"
      ? { regular: add(face) }
      : { regular: add(face.regular), bold: add(face.bold) }
  const pictures = new Map(
    picturesIn(file).map(({ id, name }) => [id, { name, bytes: bytesOf("pictures", name) }] as const)
  )
  const idOf = (id: string): PictureId | undefined => {
    const picture = pictures.get(id)
    return picture === undefined ? undefined : PictureEncoder.idOf(picture.bytes)
  }
  const look: Look = {
    colours,
    typefaces: { headings: faceOf(typefaces.headings), text: faceOf(typefaces.text) },
    logo: idOf(logoPicture),
    darkLogo: idOf(darkLogoPicture),
    hero: { picture: idOf(homePicture), link: hero?.link },
    shelves,
    navigation: navigation?.map((one) => typeof one === "string" ? { to: one } : one)
  }
  return { look: file.look === undefined ? {} : look, files: { pictures, typefaces: faces } }
}

/** Serves the files of a look. A picture that cannot be read whole stops the start. */
export const layer = ({ pictures, typefaces }: LookFiles): Layer.Layer<never, StartRefused> => {
  const rasters = Effect.gen(function*() {
    const { encode } = yield* PictureEncoding
    const encoded = yield* Effect.forEach(
      pictures,
      ([id, { bytes, name }]) =>
        Effect.flatMap(Effect.orDie(encode(Effect.succeed(bytes))), ({ picture }) =>
          Effect.mapBoth(picture, {
            onFailure: ({ reason }) => new StartRefused({ message: `pictures/${name} ${reason}.` }),
            onSuccess: (one) => [id, one] as const
          }))
    )
    const byId = new Map(
      encoded.map(([id, { height, id: own, width }]) => [id, filesOfOwn({ id: own, width, height, alt: {} })])
    )
    const files = new Map<string, Uint8Array>(
      encoded.flatMap(([, { files, id }]) => files.map(({ bytes, name }) => [`${id}-${name}`, bytes] as const))
    )
    return {
      of: (id: string) => byId.get(id) ?? [],
      file: (name: string) => {
        const [bytes, type] = [files.get(name), ownFileOf(name)?.type]
        return Effect.succeed(bytes === undefined || type === undefined ? undefined : { bytes, type })
      }
    }
  })
  return Layer.merge(Layer.effect(RasterPictures, rasters), Layer.succeed(Typefaces, typefaces))
}
