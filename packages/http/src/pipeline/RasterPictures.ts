/**
 * Pictures of products as pixels, for pages, feeds and previews in other networks: a shop's own, and those that the
 * program draws that mounts the store. The rule: the address of a file names its content, so that whoever has it may
 * keep it for ever, and which files there are is known without reading any. Follows docs/specification.md#pictures.
 *
 * @since 1.0.0
 */
import { PictureId, type ProductPicture, widthsOf } from "@beauty-store/domain/Picture"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface RasterPicture {
  /** As in `/images/<file>`, below the shop's own address. */
  readonly path: `/images/${string}`
  readonly type: "image/webp" | "image/png" | "image/avif" | "image/jpeg"
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** The id of the picture of the shop's home page, which no product has. Its left third is empty. */
export const homePicture = "shop.home"

/** The ids of what stands in the place of the shop's name, on light screens and on dark ones. */
export const logoPicture = "shop.logo"
export const darkLogoPicture = "shop.logo-dark"

/** The files of drawings as pixels. */
export interface Rasters {
  /** The files of a product, of the home page or of a logo, the narrowest of each type first; none where it has no picture. */
  readonly of: (id: string) => ReadonlyArray<RasterPicture>
  /** The file of a name, drawn when it is asked for; undefined where there is none. */
  readonly file: (
    name: string
  ) => Effect.Effect<{ readonly type: RasterPicture["type"]; readonly bytes: Uint8Array } | undefined>
}

export class RasterPictures extends Context.Reference<RasterPictures>()("@beauty-store/http/RasterPictures", {
  defaultValue: (): Rasters => ({ of: () => [], file: () => Effect.succeed(undefined) })
}) {}

/** The media types of a shop's own pictures, by the endings of their files. */
export const typesOfOwn = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" } as const

/** The file of a picture of the shop's own that a name in an address is for; undefined for all other names. */
export const ownFileOf = (name: string) => {
  const [, id, file, ending] = /^([0-9a-f]{32})-(\d{1,4}\.(avif|webp|jpg))$/.exec(name) ?? []
  return id === undefined || file === undefined || ending === undefined
    ? undefined
    : { id: PictureId.claimed.make(id), file, type: typesOfOwn[ending as keyof typeof typesOfOwn] }
}

/** The files of a picture of the shop's own: AVIF and WebP in each width, JPEG in the largest. */
export const filesOfOwn = ({ height, id, width }: ProductPicture): ReadonlyArray<RasterPicture> => {
  const file = (ending: keyof typeof typesOfOwn, one: number): RasterPicture => ({
    path: `/images/${id}-${one}.${ending}`,
    type: typesOfOwn[ending],
    width: one,
    height: Math.max(1, Math.round(height * one / width))
  })
  const all = widthsOf(width)
  return [...all.map((one) => file("avif", one)), ...all.map((one) => file("webp", one)), file("jpg", width)]
}

/** What has pictures: a product, or the home page. */
export interface Pictured {
  readonly id: string
  readonly pictures?: ReadonlyArray<ProductPicture> | undefined
}

/** The files of the first picture: the shop's own, or else what is drawn. */
export const filesOf = (rasters: typeof RasterPictures.Service, { id, pictures = [] }: Pictured) =>
  pictures[0] === undefined ? rasters.of(id) : filesOfOwn(pictures[0])

/** The largest file that all networks, feeds and search engines take. */
export const previewOf = (files: ReadonlyArray<RasterPicture>): RasterPicture | undefined =>
  files.findLast(({ type }) => type === "image/png" || type === "image/jpeg")
