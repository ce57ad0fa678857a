/**
 * Opens slices of fonts (`FontFiles`), WOFF2 files of which each has its letters in all weights, when a text needs
 * them. Each weight has a name of its own, because pdfkit takes two fonts of one name and version for the same. fontkit
 * cannot write the outlines of a weight (https://github.com/foliojs/fontkit/issues/308), so they are written here.
 */
import type { Font } from "fontkit"
import { readFile } from "node:fs/promises"
import * as FontFiles from "./FontFiles.ts"

/** A slice in the weights of text and of what stands out. They are the same where the font is for pictures. */
export interface OpenSlice {
  readonly regular: NamedFont
  readonly bold: NamedFont
}

export interface NamedFont {
  readonly name: string
  readonly font: Font
}

/** The weights of Source Sans that documents have. */
const weights = { regular: 400, bold: 600 } as const

/** How many stay open: more than a document needs, and a few megabytes. */
export const mostOpen = 48

const opened = new Map<string, Promise<OpenSlice>>()

export const open = (slice: FontFiles.Slice): Promise<OpenSlice> => {
  const { name } = slice
  const found = opened.get(name) ?? read(slice)
  opened.delete(name)
  opened.set(name, found)
  const [oldest] = opened.keys()
  if (opened.size > mostOpen && oldest !== undefined) opened.delete(oldest)
  return found
}

const read = async (slice: FontFiles.Slice): Promise<OpenSlice> => {
  const [{ create }, { unpacked }, bytes] = await Promise.all([
    import("fontkit"),
    import("./Woff2.ts"),
    readFile(FontFiles.pathOfSlice(slice))
  ])
  const whole = create(Buffer.from(await unpacked(bytes)))
  if (!("layout" in whole)) throw new Error(`${slice.name} is a collection of fonts`)
  if (slice.font === "emoji") {
    const regular = named(whole, slice.name)
    return { regular, bold: regular }
  }
  const weight = (name: keyof typeof weights): NamedFont => {
    const font = whole.getVariation({ wght: weights[name] })
    const createSubset = font.createSubset.bind(font)
    font.createSubset = () => Object.assign(createSubset(), { glyphEncoder: { encodeSimple: outlines } })
    return named(font, `${slice.name}-${weights[name]}`)
  }
  return { regular: weight("regular"), bold: weight("bold") }
}

const named = (font: Font, name: string): NamedFont => {
  Object.defineProperty(font, "postscriptName", { value: name })
  return { name, font }
}

interface Path {
  readonly commands: ReadonlyArray<{
    readonly command: "moveTo" | "lineTo" | "quadraticCurveTo" | "bezierCurveTo" | "closePath"
    readonly args: ReadonlyArray<number>
  }>
}

/** Outlines as a TrueType font has them, each point by itself: the PDF compresses them. */
const outlines = ({ commands }: Path): Uint8Array => {
  const points: Array<{ readonly x: number; readonly y: number; readonly isOnCurve: boolean }> = []
  const ends: Array<number> = []
  for (const { args, command } of commands) {
    if (command === "closePath") ends.push(points.length - 1)
    for (let at = 0; at < args.length; at += 2) {
      const isOnCurve = at === args.length - 2
      points.push({ x: Math.round(args[at]!), y: Math.round(args[at + 1]!), isOnCurve })
    }
  }
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const size = 10 + 2 * ends.length + 2 + 5 * points.length
  // Each glyph begins at a multiple of four.
  const view = new DataView(new ArrayBuffer(Math.ceil(size / 4) * 4))
  let at = 0
  const int16 = (value: number): void => {
    view.setInt16(at, value)
    at += 2
  }
  for (const value of [ends.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]) int16(value)
  for (const end of ends) int16(end)
  // No instructions for small screens.
  int16(0)
  for (const { isOnCurve } of points) view.setUint8(at++, isOnCurve ? 1 : 0)
  for (const values of [xs, ys]) values.forEach((value, index) => int16(value - (values[index - 1] ?? 0)))
  return new Uint8Array(view.buffer)
}
