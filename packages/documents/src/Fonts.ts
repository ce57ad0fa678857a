/**
 * The typefaces of printed documents, and which of them prints which character.
 *
 * The rule: a name is printed in the script in which it is written. Source Sans and Source Serif hold Latin, Greek and
 * Cyrillic; a character that they lack is taken from DejaVu Sans (Armenian, Georgian, Hebrew, Arabic, symbols), and
 * what no font here has is printed as an empty box, never dropped. Text is composed (NFC) first, so that accents join
 * their letters.
 *
 * The files (`FontFiles`) are read once.
 * Left out on purpose: Chinese, Japanese and Korean, whose fonts are larger than all the rest of the program.
 */
import type { Font } from "fontkit"
import * as FontFiles from "./FontFiles.ts"

export type Face = "sans" | "bold" | "serif"

/** A piece of text that one font sets. */
export interface Run {
  readonly font: FontName
  readonly text: string
}

export type FontName = Face | "otherSans" | "otherBold"

export type Fonts = Readonly<Record<FontName, Font>>

const files: Readonly<Record<FontName, FontFiles.FontFile>> = {
  sans: "sans",
  bold: "sansSemiBold",
  serif: "serif",
  otherSans: "otherSans",
  otherBold: "otherSansBold"
}

const substitutes: Readonly<Record<Face, FontName>> = { sans: "otherSans", bold: "otherBold", serif: "otherSans" }

/** Reads all of them, which takes long enough (tenths of a second) to wait for the first document. */
export const load = async (): Promise<Fonts> => {
  const { openSync } = await import("fontkit")
  const open = (name: FontName): Font => {
    const font = openSync(FontFiles.pathOf(files[name]))
    if (!("layout" in font)) throw new Error(`${name} is a collection of fonts`)
    return font
  }
  return {
    sans: open("sans"),
    bold: open("bold"),
    serif: open("serif"),
    otherSans: open("otherSans"),
    otherBold: open("otherBold")
  }
}

const clusters = new Intl.Segmenter("en", { granularity: "grapheme" })

/** The smallest pieces that a line may be broken into: letters with their accents. */
export const graphemes = (text: string): ReadonlyArray<string> =>
  Array.from(clusters.segment(text), ({ segment }) => segment)

/** Text as it can be printed: composed, on one line, without marks that would turn its direction around. */
export const printable = (text: string): string =>
  text.normalize("NFC").replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replace(unprinted, "")

/** Marks of direction, and those that choose between a letter's plain and its coloured look. */
const unprinted = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\ufe0e|\ufe0f/g

/** Divides text among the fonts. A space belongs to a run only where the run continues after it. */
export const runs = (fonts: Fonts, face: Face, text: string): ReadonlyArray<Run> => {
  const has = (name: FontName, cluster: string): boolean =>
    [...cluster].every((character) => fonts[name].hasGlyphForCodePoint(character.codePointAt(0)!))
  if (has(face, text)) return [{ font: face, text }]

  const other = substitutes[face]
  const found: Array<{ font: FontName; text: string }> = []
  let space = ""
  for (const cluster of graphemes(text)) {
    if (cluster === " ") {
      space += cluster
      continue
    }
    const last = found.at(-1)
    const font = has(face, cluster) || !has(other, cluster) ? face : other
    if (last?.font === font) last.text += space + cluster
    else if (font === face) found.push({ font, text: space + cluster })
    else {
      if (last !== undefined) last.text += space
      else if (space !== "") found.push({ font: face, text: space })
      found.push({ font, text: cluster })
    }
    space = ""
  }
  return space === "" ? found : [...found, { font: face, text: space }]
}

/** How wide a text is at a size, both in points. */
export const width = (fonts: Fonts, face: Face, size: number, text: string): number =>
  runs(fonts, face, text).reduce((sum, run) => sum + runWidth(fonts, run, size), 0)

export const runWidth = (fonts: Fonts, { font, text }: Run, size: number): number =>
  fonts[font].layout(text).advanceWidth / fonts[font].unitsPerEm * size
