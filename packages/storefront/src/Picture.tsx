/**
 * A product's picture on a page.
 *
 * The rule: browsers choose a file by the width that the picture has on their screen (`srcset`, `sizes`), and keep its
 * place before it is loaded. What is not seen at first is loaded when it comes near. A shop whose pictures are drawn as
 * SVG only (`RasterPictures` has none) shows those.
 */
import type { VNode } from "preact"
import type { PageContext, Shop } from "./PageContext.ts"

/** The path of a product's drawing. */
const drawingPath = (id: string): string => `/images/${encodeURIComponent(id)}.svg`

/** The path of a small picture for where only one file can be named. */
export const thumbnailPath = ({ pictures }: Shop, id: string): string =>
  pictures.of(id).find(({ type }) => type === "image/webp")?.path ?? drawingPath(id)

/** The path of the largest picture for pages. */
export const largestPath = ({ pictures }: Shop, id: string): string =>
  pictures.of(id).findLast(({ type }) => type === "image/webp")?.path ?? drawingPath(id)

/** The path of a picture that all networks and search engines take, if it is there as pixels. */
export const pathOfPreview = ({ pictures }: Shop, id: string): string | undefined =>
  pictures.of(id).findLast(({ type }) => type === "image/png")?.path

export const previewPath = (shop: Shop, id: string): string => pathOfPreview(shop, id) ?? drawingPath(id)

/** A picture of a width in pixels of CSS, square if no height is given. */
export const Picture = (
  { alt, className, eager = false, first = false, height, id, context, sizes, width }: {
    readonly context: PageContext
    readonly id: string
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
  const files = context.shop.pictures.of(id).filter(({ type }) => type === "image/webp")
  const smallest = files.find((file) => file.width >= width) ?? files.at(-1)
  return (
    <img
      class={className}
      src={smallest?.path ?? drawingPath(id)}
      srcset={files.length === 0 ? undefined : files.map((file) => `${file.path} ${file.width}w`).join(", ")}
      sizes={files.length === 0 ? undefined : sizes ?? `${width}px`}
      alt={alt}
      width={width}
      height={height ?? width}
      loading={eager || first ? undefined : "lazy"}
      fetchpriority={first ? "high" : undefined}
      decoding="async"
    />
  )
}
