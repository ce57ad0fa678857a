/**
 * A product's picture on a page: one of the shop's own, its drawing, or a placeholder.
 *
 * The rule: browsers choose a file by what they read and by the width that the picture has on their screen (`srcset`,
 * `sizes`), and keep its place before it is loaded. What is not seen at first is loaded when it comes near.
 */
import type { Locale } from "@beauty-store/domain/Language"
import { altIn, type ProductPicture } from "@beauty-store/domain/Picture"
import { filesOf, type Pictured, previewOf, type RasterPicture } from "@beauty-store/http/pipeline/RasterPictures"
import type { VNode } from "preact"
import * as Messages from "./Messages.ts"
import type { PageContext, Shop } from "./PageContext.ts"

export type { Pictured } from "@beauty-store/http/pipeline/RasterPictures"

/** The path of what a product shows where only its id is known. */
const drawingPath = (id: string): string => `/images/${encodeURIComponent(id)}.svg`

const ofType = (files: ReadonlyArray<RasterPicture>, type: RasterPicture["type"]) =>
  files.filter((file) => file.type === type)

/** The path of a small picture for where only one file can be named. */
export const thumbnailPath = ({ pictures }: Shop, of: Pictured): string =>
  ofType(filesOf(pictures, of), "image/webp")[0]?.path ?? drawingPath(of.id)

/** The path of the largest picture for pages. */
export const largestPath = ({ pictures }: Shop, of: Pictured): string =>
  ofType(filesOf(pictures, of), "image/webp").at(-1)?.path ?? drawingPath(of.id)

/** The path of a picture that all networks and search engines take, if it is there as pixels. */
export const pathOfPreview = ({ pictures }: Shop, of: Pictured): string | undefined =>
  previewOf(filesOf(pictures, of))?.path

export const previewPath = (shop: Shop, of: Pictured): string => pathOfPreview(shop, of) ?? drawingPath(of.id)

/** A product with each of its pictures alone; with what is drawn of it where the shop has none of its own. */
export const eachPicture = <P extends Pictured>(product: P): ReadonlyArray<P> =>
  product.pictures === undefined || product.pictures.length < 2
    ? [product]
    : product.pictures.map((one) => ({ ...product, pictures: [one] }))

/** What the picture at a place shows, from 1 on: in the shop's words, or by the name of the product. */
export const describePicture = (
  language: Locale,
  { name, pictures }: { readonly name: string; readonly pictures: ReadonlyArray<ProductPicture> },
  place: number
): string => {
  const own = pictures[place - 1]
  if (own === undefined) return Messages.product.picture(language, { name })
  return altIn(own, language)
    ?? (pictures.length === 1 ? name : Messages.product.pictureOf(language, { name, place }))
}

/** A picture of a width in pixels of CSS, square if no height is given. */
export const Picture = (
  { alt, className, eager = false, first = false, height, of, context, sizes, width }: {
    readonly context: PageContext
    readonly of: Pictured
    /** Empty where the name stands beside it. */
    readonly alt: string
    readonly width: number
    readonly height?: number
    /** How wide it is on which screens; default: its width. */
    readonly sizes?: string
    readonly className?: string
    /** Whether it is seen at first. */
    readonly eager?: boolean
    /** Whether it is what a page is opened for: browsers load it before all else. */
    readonly first?: boolean
  }
): VNode => {
  const files = filesOf(context.shop.pictures, of)
  const [avif, webp] = [ofType(files, "image/avif"), ofType(files, "image/webp")]
  const smallest = webp.find((file) => file.width >= width) ?? webp.at(-1)
  const set = (files: ReadonlyArray<RasterPicture>): string =>
    files.map((file) => `${file.path} ${file.width}w`).join(", ")
  const shownSizes = sizes ?? `${width}px`
  const image = (
    <img
      class={className}
      src={smallest?.path ?? drawingPath(of.id)}
      srcset={webp.length === 0 ? undefined : set(webp)}
      sizes={webp.length === 0 ? undefined : shownSizes}
      alt={alt}
      width={width}
      height={height ?? width}
      loading={eager || first ? undefined : "lazy"}
      fetchpriority={first ? "high" : undefined}
      decoding="async"
    />
  )
  return avif.length === 0 ? image : (
    <picture>
      <source type="image/avif" srcset={set(avif)} sizes={shownSizes} />
      {image}
    </picture>
  )
}
