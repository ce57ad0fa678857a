/**
 * Draws the pictures of products as pixels: WebP in three widths for pages, and PNG for those who take nothing newer,
 * one file at a time, by resvg and sharp. Letters are set in the program's own fonts. A file's name contains a hash of
 * its drawing and of the recipe here: whoever changes how it looks counts the recipe up. Follows
 * docs/specification.md#pages.
 */
import * as FontFiles from "@beauty-store/documents/internal/FontFiles"
import { type RasterPicture, RasterPictures } from "@beauty-store/http/pipeline/RasterPictures"
import { hash } from "@beauty-store/sql/Secrets"
import * as WorkPermit from "@beauty-store/sql/WorkPermit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const recipe = "1"

const kinds = [
  { type: "image/webp", ending: "webp", widths: [320, 640, 1280] },
  { type: "image/png", ending: "png", widths: [1280] }
] as const

/** The height of a drawing, as a share of its width. */
const shapeOf = (svg: string): number => {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
  return width === undefined ? 1 : Number(height) / Number(width)
}

const fontFiles = (): Array<string> =>
  ([
    "sans",
    "sansItalic",
    "sansBold",
    "serif",
    "serifItalic",
    "serifBold",
    "serifBoldItalic",
    "mono",
    "monoBold"
  ] as const).map(FontFiles.pathOf)

const sans = "Source Sans 3"
const families: Readonly<Record<string, string>> = { serif: "Source Serif 4", monospace: "DejaVu Sans Mono" }

/** A drawing in our fonts. The last name of each list of families is its kind. */
const inOurFonts = (svg: string): string =>
  svg.replace(/font-family="[^"]*?([a-z-]+)"/g, (_, kind: string) => `font-family="${families[kind] ?? sans}"`)

/** One file as bytes. */
const drawn = async (svg: string, width: number, ending: "webp" | "png"): Promise<Uint8Array> => {
  const [{ renderAsync }, { default: sharp }] = await Promise.all([import("@resvg/resvg-js"), import("sharp")])
  // It would use every core, and keep what it drew last.
  sharp.concurrency(1)
  sharp.cache(false)
  const { height, pixels, width: columns } = await renderAsync(inOurFonts(svg), {
    fitTo: { mode: "width", value: width },
    font: { fontFiles: fontFiles(), loadSystemFonts: false, defaultFontFamily: sans }
  })
  const picture = sharp(pixels, { raw: { width: columns, height, channels: 4 } }).removeAlpha()
  return ending === "webp"
    ? picture.webp({ quality: 82 }).toBuffer()
    : picture.png({ compressionLevel: 9 }).toBuffer()
}

interface File extends RasterPicture {
  readonly id: string
  readonly ending: "webp" | "png"
}

/** The rasters of these drawings, by the ids of their products. */
export const layer = (
  ids: ReadonlyArray<string>,
  drawing: (id: string) => string | undefined
): Layer.Layer<never> => {
  const known = new Map<string, ReadonlyArray<File>>()
  const ofDrawing = (id: string): ReadonlyArray<File> => {
    const svg = drawing(id)
    if (svg === undefined) return []
    const mark = hash(`${recipe} ${svg}`).slice(0, 16)
    const shape = shapeOf(svg)
    return kinds.flatMap(({ ending, type, widths }) =>
      widths.map((usual) => {
        // What is wide is shown as wide as the page.
        const width = shape < 1 ? usual * 1.5 : usual
        const path = `/images/${id}-${mark}-${width}.${ending}` as const
        return { id, path, type, ending, width, height: Math.round(width * shape) }
      })
    )
  }
  const of = (id: string): ReadonlyArray<File> => {
    const before = known.get(id)
    if (before !== undefined) return before
    if (!ids.includes(id)) return []
    const all = ofDrawing(id)
    known.set(id, all)
    return all
  }
  const named = (name: string): File | undefined => {
    const path = `/images/${name}`
    for (const id of ids) {
      if (!name.startsWith(`${id}-`)) continue
      const asked = of(id).find((file) => file.path === path)
      if (asked !== undefined) return asked
    }
    return undefined
  }
  const oneAtATime = Effect.unsafeMakeSemaphore(1)
  const file = (name: string) =>
    Effect.suspend(() => {
      const asked = named(name)
      const svg = asked === undefined ? undefined : drawing(asked.id)
      if (asked === undefined || svg === undefined) return Effect.succeed(undefined)
      const bytes = oneAtATime.withPermits(1)(Effect.promise(() => drawn(svg, asked.width, asked.ending)))
      return Effect.map(WorkPermit.releaseDuring(bytes), (bytes) => ({ type: asked.type, bytes }))
    })
  return Layer.succeed(RasterPictures, { of, file })
}
