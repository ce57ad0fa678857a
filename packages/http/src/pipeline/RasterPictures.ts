/**
 * Pictures of products as pixels, for those who take no SVG: pages, feeds, previews in other networks.
 *
 * The rule: the address of a file names its content. Whoever has it may keep it for ever, because another drawing has
 * another address. Which files there are is known without drawing any.
 *
 * Left out on purpose: how they are drawn, which the program decides that mounts the store; by default a shop has none.
 * Follows docs/specification.md#pages.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface RasterPicture {
  /** As in `/images/<file>`, below the shop's own address. */
  readonly path: `/images/${string}`
  readonly type: "image/webp" | "image/png"
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** The id of the picture of the shop's home page, which no product has. Its left third is empty. */
export const homePicture = "shop.home"

interface Rasters {
  /** The files of a product, or of the home page, the narrowest of each type first; none where it has no picture. */
  readonly of: (id: string) => ReadonlyArray<RasterPicture>
  /** The file of a name, drawn when it is asked for; undefined where there is none. */
  readonly file: (
    name: string
  ) => Effect.Effect<{ readonly type: RasterPicture["type"]; readonly bytes: Uint8Array } | undefined>
}

export class RasterPictures extends Context.Reference<RasterPictures>()("@beauty-store/http/RasterPictures", {
  defaultValue: (): Rasters => ({ of: () => [], file: () => Effect.succeed(undefined) })
}) {}
